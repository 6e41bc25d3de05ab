/*
 * NVIDIA GPU: the machine around the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "hw/core/cpu.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/machine.h"

void nv_machine_set_irq(NVGPU *gpu, bool level)
{
    pci_set_irq(PCI_DEVICE(gpu), level);
}

/* --- The main loop ----------------------------------------------------- */

static void nv_bh_run(void *opaque)
{
    NVBottomHalf *bh = opaque;

    bh->run(bh->gpu);
}

static void nv_bh_vm_state_change(void *opaque, bool running,
                                     RunState state)
{
    if (running) {
        nv_bh_schedule(opaque);
    }
}

void nv_bh_init(NVBottomHalf *bh, NVGPU *gpu, void (*run)(NVGPU *gpu))
{
    bh->gpu = gpu;
    bh->run = run;
    bh->bh = qemu_bh_new_guarded(nv_bh_run, bh,
                                    &DEVICE(gpu)->mem_reentrancy_guard);
    bh->vm_state =
        qemu_add_vm_change_state_handler(nv_bh_vm_state_change, bh);
}

void nv_bh_exit(NVBottomHalf *bh)
{
    qemu_del_vm_change_state_handler(bh->vm_state);
    g_clear_pointer(&bh->bh, qemu_bh_delete);
}

void nv_bh_schedule(NVBottomHalf *bh)
{
    qemu_bh_schedule(bh->bh);
}

void nv_bh_cancel(NVBottomHalf *bh)
{
    qemu_bh_cancel(bh->bh);
}

/* --- vCPUs ------------------------------------------------------------- */

bool nv_machine_is_stopped(void)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        if (!cpu->stopped) {
            return false;
        }
    }
    return true;
}

/**
 * struct NVExclusiveWork - what is to be done while no vCPU runs
 *
 * @gpu: the device
 * @run: does it
 */
typedef struct NVExclusiveWork {
    NVGPU *gpu;
    void (*run)(NVGPU *gpu);
} NVExclusiveWork;

static void nv_machine_exclusive(CPUState *cpu, run_on_cpu_data data)
{
    g_autofree NVExclusiveWork *work = data.host_ptr;

    bql_lock();
    work->run(work->gpu);
    object_unref(OBJECT(work->gpu));
    bql_unlock();
}

void nv_machine_run_exclusive(NVGPU *gpu, void (*run)(NVGPU *gpu))
{
    NVExclusiveWork *work = g_new(NVExclusiveWork, 1);

    *work = (NVExclusiveWork) { .gpu = gpu, .run = run };
    object_ref(OBJECT(gpu));
    async_safe_run_on_cpu(current_cpu ? current_cpu : first_cpu,
                          nv_machine_exclusive, RUN_ON_CPU_HOST_PTR(work));
}

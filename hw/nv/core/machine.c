/*
 * NVIDIA GPU: the machine around the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "exec/cpu-common.h"
#include "exec/gdbstub.h"
#include "hw/core/cpu.h"
#include "hw/nv/compat.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/machine.h"
#include "hw/pci/msi.h"
#include "qapi/error.h"
#include "system/cpus.h"
#include "system/hw_accel.h"
#include "system/runstate.h"
#include "system/tcg.h"
#include "trace/trace-hw_nv.h"

#define NV_GUEST_PAGE 4096ull

NVGPU *nv_machine_find(const char *path, Error **errp)
{
    Object *obj = object_resolve_path_type(path, TYPE_NV_GPU, NULL);

    if (!obj || !DEVICE(obj)->realized) {
        error_setg(errp, "'%s' is no NVIDIA GPU", path);
        return NULL;
    }
    return NV_GPU(obj);
}

/* --- The interrupt ----------------------------------------------------- */

bool nv_machine_init_msi(NVGPU *gpu, uint8_t offset, Error **errp)
{
    ERRP_GUARD();

    if (msi_init(PCI_DEVICE(gpu), offset, 1, true, false, errp) < 0) {
        if (gpu->msi == ON_OFF_AUTO_ON) {
            return false;
        }
        error_free(*errp);
        *errp = NULL;
    }
    return true;
}

/* In D3hot a function asks for nothing, and a message is a write on the bus. */
void nv_machine_update_irq(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    bool level = gpu->irq.level && nv_machine_is_on(gpu);

    if (!msi_enabled(pci)) {
        pci_set_irq(pci, level);
    } else if (level && !gpu->irq.sent && nv_machine_is_master(gpu)) {
        MSIMessage message = msi_get_message(pci, 0);

        gpu->irq.sent = true;
        trace_nv_msi_sent(message.address, message.data);
        msi_send_message(pci, message);
    }
}

void nv_machine_set_irq(NVGPU *gpu, bool level)
{
    gpu->irq.level = level;
    nv_machine_update_irq(gpu);
}

bool nv_machine_irq(NVGPU *gpu)
{
    return gpu->irq.level;
}

void nv_machine_rearm_msi(NVGPU *gpu)
{
    if (msi_present(PCI_DEVICE(gpu))) {
        trace_nv_msi_rearmed(gpu->irq.sent, gpu->irq.level);
        gpu->irq.sent = false;
        nv_machine_update_irq(gpu);
    }
}

void nv_machine_reset_irq(NVGPU *gpu)
{
    gpu->irq = (NVIrq) { };
    pci_set_irq(PCI_DEVICE(gpu), 0);
}

void nv_machine_loaded_irq(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    if (!msi_enabled(pci)) {
        /* A bit per pin, of which the card has the first */
        gpu->irq.level = pci->irq_state & 1;
    }
}

/* Otherwise nv_machine_loaded_irq() has all of it. */
static bool nv_irq_needed(void *opaque)
{
    NVGPU *gpu = opaque;

    return gpu->irq.sent || msi_enabled(PCI_DEVICE(gpu));
}

const VMStateDescription nv_vmstate_irq = {
    .name = "nv-gpu/irq",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_irq_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(irq.level, NVGPU),
        VMSTATE_BOOL(irq.sent, NVGPU),
        VMSTATE_END_OF_LIST()
    },
};

/* --- Power and the bus -------------------------------------------------- */

bool nv_machine_is_on(NVGPU *gpu)
{
    const PCIDevice *pci = PCI_DEVICE(gpu);

    return !(pci->cap_present & QEMU_PCI_CAP_PM) ||
           !(pci->config[pci->pm_cap + PCI_PM_CTRL] & PCI_PM_CTRL_STATE_MASK);
}

bool nv_machine_is_master(NVGPU *gpu)
{
    return pci_get_word(PCI_DEVICE(gpu)->config + PCI_COMMAND) &
           PCI_COMMAND_MASTER;
}

bool nv_machine_repeats(const NVGPU *gpu)
{
    return icount_enabled() || gpu->repeats;
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
    NVBottomHalf *bh = opaque;

    if (running && !nv_machine_repeats(bh->gpu)) {
        nv_bh_schedule(bh);
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

static void nv_vm_hook_state_change(void *opaque, bool running,
                                    RunState state)
{
    NVVmHook *hook = opaque;

    if (running == hook->resumes) {
        hook->run(hook->opaque);
    }
}

static void nv_vm_hook_init(NVVmHook *hook, bool resumes,
                            void (*run)(void *opaque), void *opaque)
{
    hook->resumes = resumes;
    hook->run = run;
    hook->opaque = opaque;
    hook->vm_state =
        qemu_add_vm_change_state_handler(nv_vm_hook_state_change, hook);
}

void nv_vm_hook_init_stop(NVVmHook *hook, void (*run)(void *opaque),
                          void *opaque)
{
    nv_vm_hook_init(hook, false, run, opaque);
}

void nv_vm_hook_init_resume(NVVmHook *hook, void (*run)(void *opaque),
                            void *opaque)
{
    nv_vm_hook_init(hook, true, run, opaque);
}

void nv_vm_hook_exit(NVVmHook *hook)
{
    qemu_del_vm_change_state_handler(hook->vm_state);
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

#define NV_STACK_WORDS 192

/*
 * During an access TCG only keeps the address of its own code.  For
 * position-independent code (CF_PCREL), only the offset in the page is known.
 */
static uint64_t nv_vcpu_pc(CPUState *cpu)
{
    uint64_t pc = cpu->cc->get_pc(cpu);
#ifdef CONFIG_TCG
    uint64_t data[8] = {};

    if (tcg_enabled() && cpu->mem_io_pc &&
        cpu_unwind_state_data(cpu, cpu->mem_io_pc, data)) {
        return data[0] < NV_GUEST_PAGE ? (pc & -NV_GUEST_PAGE) | data[0]
                                       : data[0];
    }
#endif
    return pc;
}

static bool nv_vcpu_register(CPUState *cpu, const char *name, uint64_t *val)
{
    g_autoptr(GArray) regs = gdb_get_register_list(cpu);
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    for (unsigned i = 0; i < regs->len; i++) {
        const GDBRegDesc *reg = &g_array_index(regs, GDBRegDesc, i);

        if (reg->name && !strcmp(reg->name, name) &&
            gdb_read_register(cpu, bytes, reg->gdb_reg) == sizeof(*val)) {
            *val = ldq_le_p(bytes->data);
            return true;
        }
    }
    return false;
}

/*
 * As cpu_memory_rw_debug(), but of memory only: looking at a stack must not
 * read a device's registers.
 */
static bool nv_vcpu_read(CPUState *cpu, uint64_t addr, uint8_t *buf,
                         size_t size)
{
    const MemTxAttrs attrs = { .memory = true };

    while (size) {
        uint64_t offset = addr % NV_GUEST_PAGE;
        size_t piece = MIN(size, NV_GUEST_PAGE - offset);
        hwaddr page = cpu_get_phys_page_debug(cpu, addr - offset);

        if (page == -1 ||
            address_space_read(cpu->as, page + offset, attrs, buf, piece) !=
            MEMTX_OK) {
            return false;
        }
        addr += piece;
        buf += piece;
        size -= piece;
    }
    return true;
}

/* With -icount, a vCPU's thread also runs timers, between its instructions. */
static CPUState *nv_vcpu_inside(void)
{
    return current_cpu && current_cpu->running ? current_cpu : NULL;
}

unsigned nv_machine_where(uint64_t *where)
{
    CPUState *cpu = nv_vcpu_inside();
    uint8_t stack[NV_STACK_WORDS * 8];
    uint64_t sp;
    unsigned count = 1;

    if (!cpu) {
        return 0;
    }
    cpu_synchronize_state(cpu);
    where[0] = nv_vcpu_pc(cpu);
    if (!nv_vcpu_register(cpu, "rsp", &sp) ||
        !nv_vcpu_read(cpu, sp, stack, sizeof(stack))) {
        return count;
    }
    for (unsigned i = 0; i < NV_STACK_WORDS && count < NV_WHERE_MAX; i++) {
        uint64_t word = ldq_le_p(&stack[i * 8]);

        if (word >> 31 == where[0] >> 31 && word != where[count - 1]) {
            where[count++] = word;
        }
    }
    return count;
}

bool nv_machine_enter(NVGPU *gpu)
{
    MemReentrancyGuard *guard = &DEVICE(gpu)->mem_reentrancy_guard;
    bool engaged = guard->engaged_in_io;

    guard->engaged_in_io = true;
    return engaged;
}

void nv_machine_leave(NVGPU *gpu, bool engaged)
{
    DEVICE(gpu)->mem_reentrancy_guard.engaged_in_io = engaged;
}

/*
 * In the main loop, too, this is only a request: vm_stop() waits for the end of
 * all timers, and would do so forever in one of them.
 */
void nv_machine_stop(void)
{
    if (qemu_in_vcpu_thread()) {
        vm_stop(RUN_STATE_DEBUG);
        return;
    }
    qemu_system_vmstop_request_prepare();
    qemu_system_vmstop_request(RUN_STATE_DEBUG);
}

/**
 * struct NVExclusiveWork - work to be done while no vCPU runs
 *
 * @gpu: the device
 * @run: the work
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

bool nv_machine_shares_map(void)
{
    return tcg_enabled() && !icount_enabled() && qemu_in_vcpu_thread() &&
           CPU_NEXT(first_cpu);
}

/*
 * TCG could do without that, as corrected by docs/qemu-patches, "accel/tcg:
 * resolve I/O in the FlatView in which the TLB entry was made" and "accel/tcg:
 * flush the TLB before an atomic insn is executed alone".
 */
void nv_machine_change_map(NVGPU *gpu, void (*run)(NVGPU *gpu))
{
    if (!tcg_enabled() || nv_machine_is_stopped()) {
        run(gpu);
    } else {
        nv_machine_run_exclusive(gpu, run);
    }
}

static uint64_t nv_machine_master_abort_read(void *opaque, hwaddr addr,
                                             unsigned size)
{
    return UINT64_MAX;
}

static void nv_machine_master_abort_write(void *opaque, hwaddr addr,
                                          uint64_t val, unsigned size)
{
}

const MemoryRegionOps nv_machine_master_abort = {
    .read = nv_machine_master_abort_read,
    .write = nv_machine_master_abort_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
};

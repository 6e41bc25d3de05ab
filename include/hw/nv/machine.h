/*
 * NVIDIA GPU: the machine around the card
 *
 * The one place that asks QEMU for what its big lock is about: the interrupt
 * line, the main loop, vCPUs that stand still, and the lock itself.  Who comes
 * into the device, and what is held then, is in docs/internals.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MACHINE_H
#define HW_NV_MACHINE_H

#include "block/aio.h"
#include "system/runstate.h"
#include "hw/nv/chipset.h"

/** nv_machine_set_irq: drive the card's interrupt line */
void nv_machine_set_irq(NVGPU *gpu, bool level);

/** nv_machine_irq: the line's level */
bool nv_machine_irq(NVGPU *gpu);

/* --- The main loop ----------------------------------------------------- */

/**
 * struct NVBottomHalf - work that the main loop does when it comes round
 *
 * @gpu: the device
 * @run: does it; as long as that takes, the device can't access itself
 * @bh, @vm_state: how QEMU knows of it
 */
typedef struct NVBottomHalf {
    NVGPU *gpu;
    void (*run)(NVGPU *gpu);
    QEMUBH *bh;
    VMChangeStateEntry *vm_state;
} NVBottomHalf;

/**
 * nv_bh_init: say what is to be done later
 * @bh: the work, which is also done whenever the VM goes on; but not with
 *      -icount, where that must make no difference to the guest
 * @gpu: the device
 * @run: see NVBottomHalf
 */
void nv_bh_init(NVBottomHalf *bh, NVGPU *gpu, void (*run)(NVGPU *gpu));
void nv_bh_exit(NVBottomHalf *bh);

/** nv_bh_schedule: have it done once, however often that has been asked for */
void nv_bh_schedule(NVBottomHalf *bh);

/** nv_bh_cancel: and not to do it */
void nv_bh_cancel(NVBottomHalf *bh);

/**
 * struct NVStopHook - what is to be done when the VM stops
 *
 * @run: does it
 * @opaque: is given to @run
 * @vm_state: how QEMU knows of it
 */
typedef struct NVStopHook {
    void (*run)(void *opaque);
    void *opaque;
    VMChangeStateEntry *vm_state;
} NVStopHook;

/**
 * nv_stop_hook_init: say what is to be done whenever the VM stops
 * @hook: knows of it until nv_stop_hook_exit()
 * @run, @opaque: see NVStopHook
 *
 * It stops before the emulator ends, too, when character devices and the like
 * are still there.
 */
void nv_stop_hook_init(NVStopHook *hook, void (*run)(void *opaque),
                       void *opaque);
void nv_stop_hook_exit(NVStopHook *hook);

/* --- vCPUs ------------------------------------------------------------- */

/**
 * nv_machine_is_stopped: no vCPU runs
 *
 * As while the machine is reset, or loads a snapshot.
 */
bool nv_machine_is_stopped(void);

/** The most addresses that nv_machine_where() finds */
#define NV_WHERE_MAX 24

/**
 * nv_machine_where: where the guest's program is
 * @where: becomes the address that the vCPU executes, and those of its stack
 *         that may be its callers'; NV_WHERE_MAX of them
 *
 * Which words of the stack are callers the guest's symbols tell: these are all
 * that lie within 2 GiB of the first address.  Returns how many there are, 0
 * if it isn't a vCPU that has come in.
 */
unsigned nv_machine_where(uint64_t *where);

/**
 * nv_machine_enter: do what a guest's access or a bottom half otherwise does:
 *                   DMA is kept off the device's own registers
 * @gpu: the device
 *
 * Returns what nv_machine_leave() wants to know.
 */
bool nv_machine_enter(NVGPU *gpu);

/** nv_machine_leave: it is done; @engaged: what nv_machine_enter() returned */
void nv_machine_leave(NVGPU *gpu, bool engaged);

/** nv_machine_stop: have the machine stop, for who debugs it */
void nv_machine_stop(void);

/**
 * nv_machine_run_exclusive: stop all vCPUs for a moment
 * @gpu: the device, which doesn't go before that
 * @run: is called then.  It may change QEMU's map of memory: each vCPU drops
 *       what it keeps of that before it goes on
 *
 * A vCPU that is inside the device is stopped before it goes much further.
 */
void nv_machine_run_exclusive(NVGPU *gpu, void (*run)(NVGPU *gpu));

/**
 * nv_machine_change_map: change QEMU's map of memory now, or as soon as vCPUs
 *                        stand still where they have to: docs/internals.rst,
 *                        "Views"
 * @gpu: the device, which doesn't go before that
 * @run: does it, and looks then what there is to change
 */
void nv_machine_change_map(NVGPU *gpu, void (*run)(NVGPU *gpu));

/**
 * nv_machine_nobody: what nobody answers reads as ones on the bus; where QEMU's
 *                    map has nothing it reads as zeros
 */
extern const struct MemoryRegionOps nv_machine_nobody;

#endif /* HW_NV_MACHINE_H */

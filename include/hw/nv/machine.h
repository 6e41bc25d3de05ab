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
 * @bh: the work, which is also done whenever the VM goes on
 * @gpu: the device
 * @run: see NVBottomHalf
 */
void nv_bh_init(NVBottomHalf *bh, NVGPU *gpu, void (*run)(NVGPU *gpu));
void nv_bh_exit(NVBottomHalf *bh);

/** nv_bh_schedule: have it done once, however often that has been asked for */
void nv_bh_schedule(NVBottomHalf *bh);

/** nv_bh_cancel: and not to do it */
void nv_bh_cancel(NVBottomHalf *bh);

/* --- vCPUs ------------------------------------------------------------- */

/**
 * nv_machine_is_stopped: no vCPU runs
 *
 * As while the machine is reset, or loads a snapshot.
 */
bool nv_machine_is_stopped(void);

/**
 * nv_machine_run_exclusive: stop all vCPUs for a moment
 * @gpu: the device, which doesn't go before that
 * @run: is called then.  It may change QEMU's map of memory: each vCPU drops
 *       what it keeps of that before it goes on
 *
 * A vCPU that is inside the device is stopped before it goes much further.
 */
void nv_machine_run_exclusive(NVGPU *gpu, void (*run)(NVGPU *gpu));

#endif /* HW_NV_MACHINE_H */

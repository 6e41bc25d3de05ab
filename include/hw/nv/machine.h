/*
 * NVIDIA GPU: the machine around the card
 *
 * The only place that uses the parts of QEMU that need its big lock: the
 * interrupt line, the main loop, stopping vCPUs, and the lock itself.
 * docs/internals.rst lists the entries into the device and what is held there.
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

/** nv_machine_is_master: the guest lets the card access its memory */
bool nv_machine_is_master(NVGPU *gpu);

/**
 * nv_machine_repeats: the same guest has to see the same each time
 *
 * With -icount, or the property "x-repeatable": the host's clock decides
 * nothing, and a machine goes on from a snapshot as it did without.
 */
bool nv_machine_repeats(const NVGPU *gpu);

/* --- The main loop ----------------------------------------------------- */

/**
 * struct NVBottomHalf - work that the main loop does when it comes round
 *
 * @gpu: the device
 * @run: does the work; while it runs, the device can't access itself
 * @bh, @vm_state: QEMU's handles for it
 */
typedef struct NVBottomHalf {
    NVGPU *gpu;
    void (*run)(NVGPU *gpu);
    QEMUBH *bh;
    VMChangeStateEntry *vm_state;
} NVBottomHalf;

/**
 * nv_bh_init: set up work that is done later
 * @bh: the work; it is also done whenever the VM resumes, except if
 *      nv_machine_repeats(): resuming makes no difference to the guest then
 * @gpu: the device
 * @run: see NVBottomHalf
 */
void nv_bh_init(NVBottomHalf *bh, NVGPU *gpu, void (*run)(NVGPU *gpu));
void nv_bh_exit(NVBottomHalf *bh);

/** nv_bh_schedule: run it once, however often it has been scheduled */
void nv_bh_schedule(NVBottomHalf *bh);

/** nv_bh_cancel: and not to do it */
void nv_bh_cancel(NVBottomHalf *bh);

/**
 * struct NVStopHook - what is to be done when the VM stops
 *
 * @run: does it
 * @opaque: passed to @run
 * @vm_state: QEMU's handle for it
 */
typedef struct NVStopHook {
    void (*run)(void *opaque);
    void *opaque;
    VMChangeStateEntry *vm_state;
} NVStopHook;

/**
 * nv_stop_hook_init: set what is to be done whenever the VM stops
 * @hook: holds it until nv_stop_hook_exit()
 * @run, @opaque: see NVStopHook
 *
 * The VM also stops before the emulator exits, while character devices and the
 * like still exist.
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
 * nv_machine_where: find out where the guest's program is
 * @where: set to the address that the vCPU executes, followed by words of its
 *         stack that may be return addresses; up to NV_WHERE_MAX
 *
 * All words on the stack that lie within 2 GiB of the first address are
 * returned; the guest's symbols tell which of them are callers.  Returns how
 * many there are, 0 if the access isn't by a vCPU.
 */
unsigned nv_machine_where(uint64_t *where);

/**
 * nv_machine_enter: act as a guest's access or a bottom half does: DMA can't
 *                   reach the device's own registers
 * @gpu: the device
 *
 * Returns the value to pass to nv_machine_leave().
 */
bool nv_machine_enter(NVGPU *gpu);

/** nv_machine_leave: it is done; @engaged: what nv_machine_enter() returned */
void nv_machine_leave(NVGPU *gpu, bool engaged);

/** nv_machine_stop: stop the machine, for a debugger */
void nv_machine_stop(void);

/**
 * nv_machine_run_exclusive: stop all vCPUs for a moment
 * @gpu: the device, which is kept until then
 * @run: called while they are stopped.  It may change QEMU's memory map: each
 *       vCPU drops its cached translations before it goes on
 *
 * A vCPU that is inside the device is stopped soon after.
 */
void nv_machine_run_exclusive(NVGPU *gpu, void (*run)(NVGPU *gpu));

/**
 * nv_machine_change_map: change QEMU's memory map, now or, if vCPUs have to be
 *                        stopped for it, soon: docs/internals.rst, "Views"
 * @gpu: the device, which is kept until then
 * @run: makes the change, and decides only then what there is to change
 */
void nv_machine_change_map(NVGPU *gpu, void (*run)(NVGPU *gpu));

/**
 * nv_machine_master_abort: an access that no device claims ends on the bus in
 *                          all ones; where QEMU's memory map is empty, in zeros
 */
extern const struct MemoryRegionOps nv_machine_master_abort;

#endif /* HW_NV_MACHINE_H */

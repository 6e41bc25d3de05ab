/*
 * NVIDIA GPU: the machine around the card
 *
 * The only file that uses parts of QEMU which need the big lock: the interrupt
 * line and messages, the main loop, stopping vCPUs, and the lock itself.
 * docs/internals.rst lists the entries into the device and locks held there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MACHINE_H
#define HW_NV_MACHINE_H

#include "migration/vmstate.h"
#include "system/runstate.h"
#include "hw/nv/chipset.h"

/* --- The interrupt ----------------------------------------------------- */

/**
 * struct NVIrq - the card's interrupt, by its line or by messages (MSI)
 *
 * @level: the line's level, also while the guest has messages in its place
 * @sent: a message has been sent, and the driver hasn't re-armed
 */
typedef struct NVIrq {
    bool level;
    bool sent;
} NVIrq;

extern const VMStateDescription nv_vmstate_irq;

/**
 * nv_machine_init_msi: add the capability for messages, of which the card has
 *                      one
 * @gpu: the device
 * @offset: in configuration space
 * @errp: set if they are asked for and the machine has none
 *
 * Returns false then.  Otherwise the card goes without.
 */
bool nv_machine_init_msi(NVGPU *gpu, uint8_t offset, Error **errp);

/** nv_machine_set_irq: drive the card's interrupt line */
void nv_machine_set_irq(NVGPU *gpu, bool level);

/** nv_machine_irq: the line's level */
bool nv_machine_irq(NVGPU *gpu);

/**
 * nv_machine_update_irq: bring line and messages up to date, when
 *                        configuration space has changed
 *
 * With messages the line stays low.  A message is sent while the level is high,
 * once, until nv_machine_rearm_msi(): if it is still high then, or rises
 * afterwards, the next one is.
 */
void nv_machine_update_irq(NVGPU *gpu);

/** nv_machine_rearm_msi: the driver lets the card send its next message */
void nv_machine_rearm_msi(NVGPU *gpu);

/** nv_machine_reset_irq: for the card's reset; no message has been sent */
void nv_machine_reset_irq(NVGPU *gpu);

/**
 * nv_machine_loaded_irq: when a snapshot has been loaded: the line follows from
 *                        the PCI core's state, unless there are messages
 */
void nv_machine_loaded_irq(NVGPU *gpu);

/* --- Power and the bus -------------------------------------------------- */

/** nv_machine_is_on: whether the card is in power state D0 */
bool nv_machine_is_on(NVGPU *gpu);

/** nv_machine_is_master: whether the guest has enabled bus mastering */
bool nv_machine_is_master(NVGPU *gpu);

/**
 * nv_machine_repeats: whether a run has to be repeatable
 *
 * With -icount, or the property "x-repeatable": nothing depends on the host's
 * clock, and a machine continues from a snapshot exactly as it did before.
 */
bool nv_machine_repeats(const NVGPU *gpu);

/* --- The main loop ----------------------------------------------------- */

/**
 * struct NVBottomHalf - work deferred to the main loop
 *
 * @gpu: the device
 * @run: does the work; meanwhile the device can't access itself by DMA
 * @bh, @vm_state: QEMU's handles
 */
typedef struct NVBottomHalf {
    NVGPU *gpu;
    void (*run)(NVGPU *gpu);
    QEMUBH *bh;
    VMChangeStateEntry *vm_state;
} NVBottomHalf;

/**
 * nv_bh_init: set up deferred work
 * @bh: the work; it is also done whenever the VM resumes, unless
 *      nv_machine_repeats(): resuming makes no difference to the guest then
 * @gpu: the device
 * @run: see NVBottomHalf
 */
void nv_bh_init(NVBottomHalf *bh, NVGPU *gpu, void (*run)(NVGPU *gpu));
void nv_bh_exit(NVBottomHalf *bh);

/** nv_bh_schedule: run it soon; several requests may be served by one run */
void nv_bh_schedule(NVBottomHalf *bh);

/** nv_bh_cancel: cancel that */
void nv_bh_cancel(NVBottomHalf *bh);

/**
 * struct NVVmHook - work to do when the VM stops, or before it resumes
 *
 * @resumes: before it resumes
 * @run: does the work
 * @opaque: passed to @run
 * @vm_state: QEMU's handle
 */
typedef struct NVVmHook {
    bool resumes;
    void (*run)(void *opaque);
    void *opaque;
    VMChangeStateEntry *vm_state;
} NVVmHook;

/**
 * nv_vm_hook_init_stop: set up work to do whenever the VM stops
 * @hook: the hook, valid until nv_vm_hook_exit()
 * @run, @opaque: see NVVmHook
 *
 * The VM also stops before the emulator exits, while character devices and the
 * like still exist.
 */
void nv_vm_hook_init_stop(NVVmHook *hook, void (*run)(void *opaque),
                          void *opaque);

/**
 * nv_vm_hook_init_resume: set up work to do whenever the VM resumes
 * @hook: the hook, valid until nv_vm_hook_exit()
 * @run, @opaque: see NVVmHook
 *
 * Neither vCPUs nor timers of the virtual clock nor bottom halves run before
 * @run returns.
 */
void nv_vm_hook_init_resume(NVVmHook *hook, void (*run)(void *opaque),
                            void *opaque);

void nv_vm_hook_exit(NVVmHook *hook);

/* --- vCPUs ------------------------------------------------------------- */

/**
 * nv_machine_is_stopped: whether no vCPU runs
 *
 * This includes resets of the machine, and loading a snapshot.
 */
bool nv_machine_is_stopped(void);

/**
 * nv_machine_shares_map: whether this is a vCPU, and others may be executing
 *                        code that TCG has translated: a change of QEMU's map
 *                        is wrong for them until they have flushed their TLBs
 */
bool nv_machine_shares_map(void);

/** Largest number of addresses that nv_machine_where() finds */
#define NV_WHERE_MAX 24

/**
 * nv_machine_where: find out where the guest's program is
 * @where: set to the address that the vCPU executes, followed by words of its
 *         stack that may be return addresses; up to NV_WHERE_MAX
 *
 * Returns the number of addresses; 0 if the access isn't by a vCPU.  All words
 * on the stack within 2 GiB of the first address are included; the guest's
 * symbols tell which of them are callers.
 */
unsigned nv_machine_where(uint64_t *where);

/**
 * nv_machine_find: the card that a command of QMP is about
 * @path: its QOM path
 * @errp: set if there is no such card, or it isn't realized
 *
 * Returns the card, or NULL.
 */
NVGPU *nv_machine_find(const char *path, Error **errp);

/**
 * nv_machine_enter: enter the device as a guest's access or a bottom half does:
 *                   DMA can't reach the device's own registers
 * @gpu: the device
 *
 * Returns the value to pass to nv_machine_leave().
 */
bool nv_machine_enter(NVGPU *gpu);

/** nv_machine_leave: leave it; @engaged: nv_machine_enter()'s result */
void nv_machine_leave(NVGPU *gpu, bool engaged);

/**
 * nv_machine_stop: stop the machine, for a debugger
 *
 * A vCPU stops after its instruction; in the main loop, also in a timer, the
 * machine stops when that has handled what was due.
 */
void nv_machine_stop(void);

/**
 * nv_machine_run_exclusive: run a function while all vCPUs are stopped
 * @gpu: the device; it isn't freed before
 * @run: the function.  It may change QEMU's memory map: each vCPU drops its
 *       cached translations before it resumes
 *
 * A vCPU that is inside the device is stopped soon after it has left.
 */
void nv_machine_run_exclusive(NVGPU *gpu, void (*run)(NVGPU *gpu));

/**
 * nv_machine_change_map: change QEMU's memory map, now or, if vCPUs have to be
 *                        stopped for it, soon: docs/internals.rst, "Views"
 * @gpu: the device; it isn't freed before
 * @run: makes the change, and only then determines what it is
 */
void nv_machine_change_map(NVGPU *gpu, void (*run)(NVGPU *gpu));

/**
 * nv_machine_master_abort: an access that no device claims ends on the bus in
 *                          all ones; where QEMU's memory map is empty, in zeros
 */
extern const struct MemoryRegionOps nv_machine_master_abort;

#endif /* HW_NV_MACHINE_H */

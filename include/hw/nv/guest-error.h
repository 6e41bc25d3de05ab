/*
 * NVIDIA GPU: errors of the guest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GUEST_ERROR_H
#define HW_NV_GUEST_ERROR_H

#include "hw/nv/probe.h"

typedef struct NVGPU NVGPU;

/** enum NVErrorKind - the statistic in which an error is counted */
typedef enum NVErrorKind {
    NV_ERROR_OTHER,             /* none */
    NV_ERROR_PUSHER,            /* "pusher-errors" */
    NV_ERROR_CACHE,             /* "cache-errors" */
    NV_ERROR_SOFTWARE,          /* "software-methods" */
    NV_ERROR_RUNOUT,            /* "runouts" */
} NVErrorKind;

/**
 * struct NVGuestError - what the guest did wrong, as a unit detects it
 *
 * @unit: the unit's name
 * @kind: where it is counted
 * @what: the error's name, one of those that the unit lists for debuggers
 * @chid: channel of PFIFO, -1 if there is none or it isn't known
 * @subc: subchannel; EVO's channel
 * @class: class of the subchannel's object, 0 if the unit doesn't know it
 * @mthd: method, in bytes, or NV_PROBE_NO_METHOD
 * @data: its parameter, or for an access its address in bytes; up to 64 bits
 * @addr: where the method's or command's word is, in bytes, or NV_PROBE_NOWHERE
 * @code: the error as a register of the unit has it, 32 bits; 0 if none does
 * @by: of an access that fails, what @who is; 0: it is no access
 * @who: of an access, its originator: NVVmUser or the DMA object's address
 * @inst: of an access, address of the channel's instance block in video memory,
 *        in bytes; 0 if it has none
 */
typedef struct NVGuestError {
    const char *unit;
    NVErrorKind kind;
    const char *what;
    int chid;
    unsigned subc;
    uint32_t class;
    uint32_t mthd;
    uint64_t data;
    uint64_t addr;
    uint32_t code;
    NVProbeOriginator by;
    uint32_t who;
    uint32_t inst;
} NVGuestError;

/**
 * nv_guest_error: tell that the guest did something wrong
 * @gpu: the device
 * @error: what it was
 * @fmt: the line for the log, as for nv_log_error()
 *
 * It is logged, counted, traced (nv_guest_error) and reported to observers
 * (NV_PROBE_ERROR).  Registers and interrupts are the unit's business.
 */
void nv_guest_error(NVGPU *gpu, const NVGuestError *error, const char *fmt,
                    ...) G_GNUC_PRINTF(3, 4);

/** nv_guest_error_va: the same with its arguments in a list */
void nv_guest_error_va(NVGPU *gpu, const NVGuestError *error, const char *fmt,
                       va_list ap) G_GNUC_PRINTF(3, 0);

/**
 * nv_guest_error_unlogged: the same without a line in the log
 * @gpu: the device
 * @error: what it was
 *
 * For a method that the driver executes itself, which is no mistake, and for
 * what has been logged where more is known about it.
 */
void nv_guest_error_unlogged(NVGPU *gpu, const NVGuestError *error);

#endif /* HW_NV_GUEST_ERROR_H */

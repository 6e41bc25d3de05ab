/*
 * NVIDIA GPU: errors of the guest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

static void nv_error_count(NVGPU *gpu, NVErrorKind kind)
{
    switch (kind) {
    case NV_ERROR_PUSHER:
        nv_count(gpu, PUSHER_ERRORS, 1);
        break;
    case NV_ERROR_CACHE:
        nv_count(gpu, CACHE_ERRORS, 1);
        break;
    case NV_ERROR_SOFTWARE:
        nv_count(gpu, SOFTWARE_METHODS, 1);
        break;
    case NV_ERROR_RUNOUT:
        nv_count(gpu, RUNOUTS, 1);
        break;
    case NV_ERROR_OTHER:
        break;
    }
}

/* What the unit leaves to be looked up, which takes time */
static void nv_error_complete(NVGPU *gpu, NVGuestError *error)
{
    if (error->inst) {
        error->chid = nv_channel_of_block(gpu, error->inst);
    }
    if (!error->class && error->chid >= 0 &&
        error->mthd != NV_PROBE_NO_METHOD) {
        error->class = nv_probe_class(gpu, error->chid, error->subc);
    }
}

static void nv_error_trace(const NVGuestError *error)
{
    trace_nv_guest_error(error->unit, error->chid, error->subc, error->class,
                         error->mthd, error->data, error->addr, error->code,
                         error->what);
}

static void nv_error_probe(NVGPU *gpu, const NVGuestError *error)
{
    NVProbe probe = {
        .kind = NV_PROBE_ERROR,
        .chid = error->chid,
        .error = {
            .subc = error->subc,
            .class = error->class,
            .mthd = error->mthd,
            .by = error->by,
            .who = error->who,
            .inst = error->inst,
            .data = error->data,
            .addr = error->addr,
            .fault_addr = error->by ? error->data : 0,
            .what = error->what,
        },
    };

    nv_probe(gpu, &probe);
}

void nv_guest_error_unlogged(NVGPU *gpu, const NVGuestError *error)
{
    bool probed = NV_PROBED(gpu, ERROR);
    bool traced = trace_event_get_state_backends(TRACE_NV_GUEST_ERROR);
    NVGuestError whole = *error;

    nv_error_count(gpu, error->kind);
    if (probed || traced) {
        nv_error_complete(gpu, &whole);
    }
    if (traced) {
        nv_error_trace(&whole);
    }
    if (probed) {
        nv_error_probe(gpu, &whole);
    }
}

void nv_guest_error_va(NVGPU *gpu, const NVGuestError *error, const char *fmt,
                       va_list ap)
{
    nv_log_error_va(gpu, fmt, ap);
    nv_guest_error_unlogged(gpu, error);
}

void nv_guest_error(NVGPU *gpu, const NVGuestError *error, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    nv_guest_error_va(gpu, error, fmt, ap);
    va_end(ap);
}

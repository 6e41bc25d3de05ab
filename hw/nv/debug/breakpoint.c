/*
 * NVIDIA GPU: breakpoints
 *
 * What the property "breakpoints" has.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-visit-nv-gpu-breakpoint.h"
#include "qapi/qobject-input-visitor.h"
#include "internal.h"

/* --- One breakpoint --------------------------------------------------- */

static void nv_breakpoint_free(NVBreakpoint *bp)
{
    qobject_unref(bp->given);
    g_free(bp);
}

static GPtrArray *nv_breakpoints_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)nv_breakpoint_free);
}

/* NULL if something is wrong with it */
static NVBreakpoint *nv_breakpoint_new(NVGPU *gpu, NvBreakpoint *from,
                                       Error **errp)
{
    NVBreakpoint *bp = g_new(NVBreakpoint, 1);

    *bp = (NVBreakpoint) {
        .id = from->id,
        .given = NV_MEMBERS(NvBreakpoint, from, "stop", "ignore", "hits"),
        .stop = from->has_stop ? from->stop : NV_BREAKPOINT_ACTION_CARD,
        .ignore = from->has_ignore ? from->ignore : 0,
        .hits = from->has_hits ? from->hits : 0,
    };
    nv_condition_init(&bp->cond, nv_kinds_of(from->kind));
    if (!nv_condition_take(gpu, &bp->cond, bp->given, errp)) {
        nv_breakpoint_free(bp);
        return NULL;
    }
    return bp;
}

static NvBreakpoint *nv_breakpoint_read(const NVBreakpoint *bp)
{
    Visitor *v = qobject_input_visitor_new(QOBJECT(bp->given));
    NvBreakpoint *read;

    visit_type_NvBreakpoint(v, NULL, &read, &error_abort);
    visit_free(v);
    read->has_stop = bp->stop != NV_BREAKPOINT_ACTION_CARD;
    read->stop = bp->stop;
    read->has_ignore = bp->ignore;
    read->ignore = bp->ignore;
    read->has_hits = true;
    read->hits = bp->hits;
    return read;
}

/* --- The list --------------------------------------------------------- */

NVBreakpoint *nv_breakpoint_find(NVGPU *gpu, int64_t id)
{
    for (unsigned i = 0; i < gpu->breakpoints->len; i++) {
        NVBreakpoint *bp = gpu->breakpoints->pdata[i];

        if (bp->id == id) {
            return bp;
        }
    }
    return NULL;
}

NvBreakpointList *nv_breakpoints_read(NVGPU *gpu)
{
    NvBreakpointList *list = NULL, **tail = &list;

    for (unsigned i = 0; i < gpu->breakpoints->len; i++) {
        QAPI_LIST_APPEND(tail, nv_breakpoint_read(gpu->breakpoints->pdata[i]));
    }
    return list;
}

/* A client that adds a breakpoint sets the others again; keep their counts. */
static void nv_breakpoint_keep_hits(NVGPU *gpu, NVBreakpoint *bp)
{
    const NVBreakpoint *old = nv_breakpoint_find(gpu, bp->id);

    if (old && qobject_is_equal(QOBJECT(old->given), QOBJECT(bp->given))) {
        bp->hits = old->hits;
    }
}

/* Numbers must be unique, since the event gives only the number. */
static bool nv_breakpoint_is_new(const GPtrArray *array, int64_t id,
                                 Error **errp)
{
    for (unsigned i = 0; i < array->len; i++) {
        const NVBreakpoint *bp = array->pdata[i];

        if (bp->id == id) {
            error_setg(errp, "there are two breakpoints %" PRId64, id);
            return false;
        }
    }
    return true;
}

static bool nv_breakpoints_take(NVGPU *gpu, GPtrArray *array,
                                NvBreakpointList *list, Error **errp)
{
    for (; list; list = list->next) {
        NVBreakpoint *bp = nv_breakpoint_new(gpu, list->value, errp);

        if (!bp) {
            return false;
        }
        if (!nv_breakpoint_is_new(array, bp->id, errp)) {
            nv_breakpoint_free(bp);
            return false;
        }
        nv_breakpoint_keep_hits(gpu, bp);
        g_ptr_array_add(array, bp);
    }
    return true;
}

/* Set all of them, or none if one is wrong. */
bool nv_breakpoints_set(NVGPU *gpu, NvBreakpointList *list, Error **errp)
{
    g_autoptr(GPtrArray) array = nv_breakpoints_new();

    if (!nv_breakpoints_take(gpu, array, list, errp)) {
        return false;
    }
    g_ptr_array_unref(gpu->breakpoints);
    gpu->breakpoints = g_steal_pointer(&array);
    return true;
}

void nv_breakpoints_instance_init(NVGPU *gpu)
{
    gpu->breakpoints = nv_breakpoints_new();
}

void nv_breakpoints_instance_finalize(NVGPU *gpu)
{
    g_ptr_array_unref(gpu->breakpoints);
}

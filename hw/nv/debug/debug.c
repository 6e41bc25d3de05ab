/*
 * NVIDIA GPU: the debugger's side: stopping, resuming, stepping
 *
 * The interface is properties, which any QMP client can use:
 *
 *   breakpoints  NvBreakpoint, see breakpoint.c
 *   stopped      whether PFIFO, engines and falcons are stopped
 *   stop-reason  why: NvStop
 *   step         what to execute next: word, method, command, submission
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-control.h"
#include "qapi/qapi-events-nv-gpu-event.h"
#include "qapi/qapi-visit-nv-gpu-breakpoint.h"
#include "qapi/qapi-visit-nv-gpu-event.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/machine.h"
#include "hw/nv/vm.h"
#include "checker.h"
#include "internal.h"

/* --- Stopping --------------------------------------------------------- */

/* The caller frees it. */
static NvStop *nv_debug_stop_new(NVGPU *gpu)
{
    const NVDebug *debug = gpu->debug;
    NvStop *stop = g_new0(NvStop, 1);

    stop->reason = debug ? debug->reason : NV_STOP_REASON_NONE;
    if (stop->reason == NV_STOP_REASON_STEP) {
        stop->u.step.event = nv_event_new(gpu, &debug->at);
    } else if (stop->reason == NV_STOP_REASON_BREAKPOINT) {
        stop->u.breakpoint.breakpoint = debug->id;
        stop->u.breakpoint.event = nv_event_new(gpu, &debug->at);
    }
    return stop;
}

static void nv_debug_tell(NVGPU *gpu)
{
    g_autofree char *path = object_get_canonical_path(OBJECT(gpu));
    g_autoptr(NvStop) stop = nv_debug_stop_new(gpu);

    qapi_event_send_nv_gpu_stopped(path, stop, gpu->debug->with_machine);
}

/* @bp: the breakpoint; NULL: a step has ended.  @probe: the event */
static void nv_debug_stop(NVGPU *gpu, const NVBreakpoint *bp,
                          const NVProbe *probe)
{
    NVDebug *debug = gpu->debug;

    debug->step = 0;
    debug->at = *probe;
    debug->reason = bp ? NV_STOP_REASON_BREAKPOINT : NV_STOP_REASON_STEP;
    debug->id = bp ? bp->id : 0;
    debug->with_machine = bp && bp->stop == NV_BREAKPOINT_ACTION_MACHINE;
    if (debug->with_machine) {
        nv_machine_stop();
    }
    nv_debug_tell(gpu);
}

/* Stop for the next error of the same method, if its breakpoint is there. */
static bool nv_debug_stops_again(NVGPU *gpu)
{
    NVDebug *debug = gpu->debug;

    while (debug->later->len) {
        NVDebugStop stop = g_array_index(debug->later, NVDebugStop, 0);
        NVBreakpoint *bp = nv_breakpoint_find(gpu, stop.id);

        g_array_remove_index(debug->later, 0);
        if (bp && gpu->probes.stopped) {
            nv_debug_stop(gpu, bp, &stop.probe);
            return true;
        }
    }
    return false;
}

static void nv_debug_go(NVGPU *gpu)
{
    if (nv_debug_stops_again(gpu)) {
        return;
    }
    gpu->debug->reason = NV_STOP_REASON_NONE;
    gpu->debug->with_machine = false;
    nv_probe_go(gpu);
}

/* A card that was stopped together with the machine resumes with it. */
static void nv_debug_goes_on(NVGPU *gpu)
{
    if (gpu->debug->with_machine) {
        nv_debug_go(gpu);
    }
}

/* --- Events ----------------------------------------------------------- */

/* After a turn a channel may have more to do: a step ends when it is done. */
static bool nv_debug_steps(const NVDebug *debug, const NVProbe *probe)
{
    if (probe->kind == NV_PROBE_RUN &&
        (probe->turn.begins || probe->turn.why != NV_REST_DONE)) {
        return false;
    }
    return debug->step & 1u << probe->kind &&
           (debug->step_chid < 0 || debug->step_chid == probe->chid);
}

/* Whether a unit of the MMU's may have acted for a channel's last method */
static bool nv_debug_unit_is_for(const NVMethodProbe *last, uint32_t who)
{
    who = extract32(who, 0, NV_VM_USER_BITS);
    switch (extract32(who, 0, 8)) {
    case NV_VM_ENGINE_PGRAPH:
        return last->class && who != NV_VM_PGRAPH_CONTEXT;
    case NV_VM_ENGINE_PCIPHER:
        return last->class && who != NV_VM_PCIPHER_CONTEXT;
    case NV_VM_ENGINE_PCOPY:
    case NV_VM_ENGINE_PCE1:
    case NV_VM_ENGINE_PCE2:
        return last->class;
    default:
        return (who == NV_VM_PFIFO_SEMAPHORE_READ ||
                who == NV_VM_PFIFO_SEMAPHORE_WRITE) &&
               last->mthd < NV_MTHD_ENGINE;
    }
}

/*
 * What method an access that has failed was for: the last one of the channel,
 * unless PFIFO made the access to read commands.
 */
static bool nv_debug_is_for_method(NVGPU *gpu, const NVProbe *last,
                                   const NVProbe *probe)
{
    const NVErrorProbe *error = &probe->error;
    NVChannelView view;

    if (last->chid < 0 || (error->inst && probe->chid != last->chid)) {
        return false;
    }
    if (error->by == NV_PROBE_BY_UNIT) {
        return nv_debug_unit_is_for(&last->method, error->who);
    }
    nv_fifo_inspect(gpu, last->chid, &view);
    return last->method.class && error->who != view.push &&
           error->who != (uint64_t)error->inst + view.push;
}

/* Errors of PFIFO's own methods don't say for which subchannel they were. */
static bool nv_debug_is_of_method(const NVProbe *last, const NVProbe *probe)
{
    return probe->chid == last->chid &&
           probe->error.mthd == last->method.mthd &&
           (probe->error.subc == last->method.subc ||
            probe->error.mthd < NV_MTHD_ENGINE);
}

/* Add to an error what the unit that detects it doesn't know. */
static void nv_debug_complete(NVGPU *gpu, NVProbe *probe)
{
    const NVProbe *last = &gpu->debug->method;
    NVErrorProbe *error = &probe->error;

    if (probe->kind == NV_PROBE_METHOD) {
        gpu->debug->method = *probe;
        return;
    }
    if (probe->kind != NV_PROBE_ERROR) {
        return;
    }
    if (error->by ? nv_debug_is_for_method(gpu, last, probe)
                  : nv_debug_is_of_method(last, probe)) {
        probe->chid = last->chid;
        error->subc = last->method.subc;
        error->class = error->class ?: last->method.class;
        error->mthd = last->method.mthd;
        error->addr = last->method.addr;
        if (error->by) {
            error->data = last->method.data;
        }
    }
}

/*
 * A method may have more than one error, and the card stops behind it: those
 * behind the first are stops of their own.
 */
static void nv_debug_stop_later(NVDebug *debug, const NVBreakpoint *bp,
                                const NVProbe *probe)
{
    NVDebugStop stop = { .id = bp->id, .probe = *probe };

    if (debug->later->len < NV_DEBUG_STOPS) {
        g_array_append_val(debug->later, stop);
    }
}

static NVVerdict nv_debug_breakpoints(NVGPU *gpu, const NVProbe *probe)
{
    NVDebug *debug = gpu->debug;
    const NVBreakpoint *reached = NULL;

    for (unsigned i = 0; i < gpu->breakpoints->len; i++) {
        NVBreakpoint *bp = gpu->breakpoints->pdata[i];

        if (!nv_condition_matches(&bp->cond, probe)) {
            continue;
        }
        bp->hits++;
        if (bp->ignore) {
            bp->ignore--;
        } else if (bp->stop != NV_BREAKPOINT_ACTION_NONE && !reached) {
            reached = bp;
        }
    }
    /* Other events while the card is stopped don't stop it again. */
    if (gpu->probes.stopped) {
        if (reached && probe->kind == NV_PROBE_ERROR) {
            nv_debug_stop_later(debug, reached, probe);
        }
        return NV_GO;
    }
    if (!reached && !nv_debug_steps(debug, probe)) {
        return NV_GO;
    }
    nv_debug_stop(gpu, reached, probe);
    return NV_STOP;
}

/* Set the events to observe, and whether methods are executed one by one. */
static void nv_debug_update(NVGPU *gpu)
{
    NVDebug *debug = gpu->debug;
    uint32_t kinds = debug->step;
    bool stops = debug->step;

    for (unsigned i = 0; i < gpu->breakpoints->len; i++) {
        const NVBreakpoint *bp = gpu->breakpoints->pdata[i];

        kinds |= bp->cond.kinds;
        if (bp->cond.kinds & NV_PROBE_BIT(ERROR)) {
            kinds |= NV_PROBE_BIT(METHOD);
        }
        stops |= bp->stop != NV_BREAKPOINT_ACTION_NONE;
    }
    if (debug->skip_chid >= 0) {
        kinds |= NV_PROBE_BIT(METHOD) | NV_PROBE_BIT(COMMAND);
    }
    gpu->probes.careful = stops;
    nv_observer_set(gpu, &debug->observer, kinds);
}

static NVVerdict nv_debug_see(NVObserver *observer, NVGPU *gpu, NVProbe *probe)
{
    NVDebug *debug = gpu->debug;

    if (debug->skip_chid >= 0 && debug->skip_chid == probe->chid) {
        bool method = probe->kind == NV_PROBE_METHOD;

        if (method ? debug->skip == NV_PROBE_METHOD
                   : probe->kind == NV_PROBE_COMMAND) {
            debug->skip_chid = -1;
            nv_debug_update(gpu);
        }
        if (method) {
            return NV_DROP;
        }
    }
    nv_debug_complete(gpu, probe);
    return nv_debug_breakpoints(gpu, probe);
}

bool nv_debug_skip(NVGPU *gpu, Error **errp)
{
    NVDebug *debug = gpu->debug;
    const NVProbe *at = &debug->at;

    if (!debug->reason || !gpu->probes.stopped ||
        (at->kind != NV_PROBE_METHOD && at->kind != NV_PROBE_COMMAND)) {
        error_setg(errp, "the card doesn't stand before a command or method");
        return false;
    }
    debug->skip = at->kind;
    debug->skip_chid = at->chid;
    if (at->kind == NV_PROBE_METHOD) {
        /* Have the method reported again, so that it can be dropped. */
        nv_probe_again(gpu, NV_PROBE_METHOD, at->chid);
    }
    nv_debug_update(gpu);
    return true;
}

void nv_debug_reset(NVGPU *gpu)
{
    if (gpu->debug && gpu->debug->skip_chid >= 0) {
        gpu->debug->skip_chid = -1;
        nv_debug_update(gpu);
    }
}

void qmp_x_nv_debug_reset(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    if (!gpu) {
        return;
    }
    nv_faults_replace(gpu, NULL);
    nv_breakpoints_set(gpu, NULL, &error_abort);
    nv_checker_turn(gpu, false);
    gpu->debug->step = 0;
    nv_debug_update(gpu);
    nv_debug_go(gpu);
}

/* --- Properties ------------------------------------------------------- */

static NVGPU *nv_debug_realized(Object *obj, Error **errp)
{
    NVGPU *gpu = NV_GPU(obj);

    if (!gpu->debug) {
        error_setg(errp, "the device isn't there yet");
        return NULL;
    }
    return gpu;
}

static bool nv_debug_get_stopped(Object *obj, Error **errp)
{
    return NV_GPU(obj)->probes.stopped;
}

static void nv_debug_set_stopped(Object *obj, bool stopped, Error **errp)
{
    NVGPU *gpu = nv_debug_realized(obj, errp);

    if (!gpu) {
        return;
    }
    /* A step that hasn't ended ends here. */
    gpu->debug->step = 0;
    nv_debug_update(gpu);
    if (!stopped) {
        nv_debug_go(gpu);
    } else if (!gpu->probes.stopped) {
        nv_probe_stop(gpu);
        gpu->debug->reason = NV_STOP_REASON_USER;
        gpu->debug->at = (NVProbe) { .kind = NV_PROBE__MAX, .chid = -1 };
        nv_debug_tell(gpu);
    }
}

static void nv_debug_get_reason(Object *obj, Visitor *v, const char *name,
                                void *opaque, Error **errp)
{
    g_autoptr(NvStop) stop = nv_debug_stop_new(NV_GPU(obj));

    visit_type_NvStop(v, name, &stop, errp);
}

static char *nv_debug_get_step(Object *obj, Error **errp)
{
    return g_strdup("");
}

static void nv_debug_set_step(Object *obj, const char *text, Error **errp)
{
    static const struct {
        const char *name;
        uint32_t kinds;
    } steps[] = {
        { "word", NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(METHOD) },
        { "method", NV_PROBE_BIT(METHOD) },
        { "command", NV_PROBE_BIT(COMMAND) },
        { "submission", NV_PROBE_BIT(ENTRY) | NV_PROBE_BIT(RUN) },
    };
    NVGPU *gpu = nv_debug_realized(obj, errp);

    if (!gpu) {
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(steps); i++) {
        if (!strcmp(steps[i].name, text)) {
            gpu->debug->step = steps[i].kinds;
            gpu->debug->step_chid = gpu->debug->reason ? gpu->debug->at.chid
                                                       : -1;
            nv_debug_update(gpu);
            nv_debug_go(gpu);
            return;
        }
    }
    error_setg(errp, "step is 'word', 'method', 'command' or 'submission'");
}

static void nv_debug_get_breakpoints(Object *obj, Visitor *v, const char *name,
                                     void *opaque, Error **errp)
{
    g_autoptr(NvBreakpointList) list = nv_breakpoints_read(NV_GPU(obj));

    visit_type_NvBreakpointList(v, name, &list, errp);
}

/* They may come with the device. */
static void nv_debug_set_breakpoints(Object *obj, Visitor *v, const char *name,
                                     void *opaque, Error **errp)
{
    NVGPU *gpu = NV_GPU(obj);
    g_autoptr(NvBreakpointList) list = NULL;

    if (nv_visitor_has_structs(v, name, errp) &&
        visit_type_NvBreakpointList(v, name, &list, errp) &&
        nv_breakpoints_set(gpu, list, errp) && gpu->debug) {
        nv_debug_update(gpu);
    }
}

static char *nv_debug_get_header(Object *obj, Error **errp)
{
    NVDebug *debug = NV_GPU(obj)->debug;

    return debug && debug->mmiotrace ? nv_mmiotrace_header(debug->mmiotrace)
                                     : g_strdup("");
}

void nv_debug_class_init(ObjectClass *klass)
{
    object_class_property_add_bool(klass, "stopped", nv_debug_get_stopped,
                                   nv_debug_set_stopped);
    object_class_property_set_description(klass, "stopped",
        "the card stands still; setting it stops the card, or lets it go on");
    object_class_property_add(klass, "stop-reason", "NvStop",
                              nv_debug_get_reason, NULL, NULL, NULL);
    object_class_property_set_description(klass, "stop-reason",
        "why and where it has stopped: NvStop");
    object_class_property_add_str(klass, "step", nv_debug_get_step,
                                  nv_debug_set_step);
    object_class_property_set_description(klass, "step",
        "has a stopped card go on for a word, method, command or submission");
    object_class_property_add(klass, "breakpoints", "NvBreakpointList",
                              nv_debug_get_breakpoints,
                              nv_debug_set_breakpoints, NULL, NULL);
    object_class_property_set_description(klass, "breakpoints",
        "where the card stops: NvBreakpoint");
    nv_faults_class_init(klass);
    object_class_property_add_str(klass, "mmiotrace-header",
                                  nv_debug_get_header, NULL);
    object_class_property_set_description(klass, "mmiotrace-header",
        "lines to put in front of a trace whose beginning is lost, as in a "
        "ring buffer");
}

/* --- Life ------------------------------------------------------------- */

void nv_debug_instance_init(NVGPU *gpu)
{
    nv_breakpoints_instance_init(gpu);
    nv_faults_instance_init(gpu);
}

void nv_debug_instance_finalize(NVGPU *gpu)
{
    nv_faults_instance_finalize(gpu);
    nv_breakpoints_instance_finalize(gpu);
}

void nv_debug_init(NVGPU *gpu)
{
    NVDebug *debug = g_new0(NVDebug, 1);

    debug->gpu = gpu;
    debug->later = g_array_new(false, false, sizeof(NVDebugStop));
    debug->step_chid = debug->skip_chid = debug->method.chid = -1;
    debug->observer.see = nv_debug_see;
    debug->observer.dropped = NV_PROBE_BIT(MMIO_READ) |
                              NV_PROBE_BIT(MMIO_WRITE);
    gpu->debug = debug;
    nv_observer_add(gpu, &debug->observer, NV_OBSERVER_DEBUGGER);
    nv_bh_init(&debug->goes_on, gpu, nv_debug_goes_on);
    nv_faults_init(gpu);
    debug->timeline = nv_timeline_new(gpu);
    debug->mmiotrace = nv_mmiotrace_new(gpu);
    debug->pushdump = nv_pushdump_new(gpu);
    nv_debug_update(gpu);
}

void nv_debug_exit(NVGPU *gpu)
{
    NVDebug *debug = g_steal_pointer(&gpu->debug);

    nv_faults_exit(gpu);
    nv_timeline_free(debug->timeline);
    nv_pushdump_free(debug->pushdump);
    nv_mmiotrace_free(debug->mmiotrace);
    nv_bh_exit(&debug->goes_on);
    nv_observer_remove(gpu, &debug->observer);
    g_ptr_array_set_size(gpu->breakpoints, 0);
    g_array_unref(debug->later);
    g_free(debug);
}

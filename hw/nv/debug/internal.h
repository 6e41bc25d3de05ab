/*
 * NVIDIA GPU: the parts of the debugger's side
 *
 *   debug.c       properties and the event: stopping, resuming, stepping
 *   breakpoint.c  breakpoints
 *   condition.c   conditions of breakpoints and faults
 *   event.c       events as clients get them
 *   role.c        members of events by their role: see role.h
 *   error-names.c names of errors and engines, for conditions
 *   fault*.c      fault injection
 *   query.c       what QMP can be asked of breakpoints and faults
 *   inspect*.c, control.c
 *                 QMP commands that inspect and control the card: see inspect.h
 *   timeline.c    a time line of the card's events
 *   mmiotrace.c   a trace of the CPU's accesses
 *   output.c      lines for a character device
 *   pushdump.c    pushbuffers, in a format that dedma reads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_INTERNAL_H
#define HW_NV_DEBUG_INTERNAL_H

#include "qapi/qapi-types-nv-gpu-breakpoint.h"
#include "qobject/qdict.h"
#include "hw/nv/debug.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"

/* --- condition.c ------------------------------------------------------ */

/**
 * struct NVCondition - a condition on events
 *
 * @kinds: NV_PROBE_BIT() of the kinds
 * @chid: channel, or -1 for any
 * @unit, @class, @mthd: NV_ROLE_UNIT, _CLASS and _MTHD (role.h), or -1 for any
 * @has_data, @data, @mask: the value, of which @mask's bits are compared
 * @addr, @size: range of addresses, in bytes; all if @size is 0
 * @what: an error's or engine's name, NULL for any
 */
typedef struct NVCondition {
    uint32_t kinds;
    int64_t chid, unit, class, mthd;
    bool has_data;
    uint64_t data, mask;
    uint64_t addr, size;
    const char *what;
} NVCondition;

/**
 * struct NVNumberKey - where the value of a structure's member goes
 *
 * @name: name of the member
 * @offset: offset of the 64-bit member that has the value
 * @most: the largest value that is allowed
 */
typedef struct NVNumberKey {
    const char *name;
    size_t offset;
    uint64_t most;
} NVNumberKey;

#define NV_NUMBER_KEY(_name, _type, _member, _most) \
    { .name = _name, .most = _most, \
      .offset = offsetof(_type, _member) + \
                QEMU_BUILD_BUG_ON_ZERO(sizeof_field(_type, _member) != 8) }

/** nv_kinds_of: NV_PROBE_BIT() of the events that a kind stands for */
uint32_t nv_kinds_of(NvBreakpointKind kind);

/** nv_number_parse: parse a number; false unless it is one from 0 to @most */
bool nv_number_parse(const char *text, uint64_t most, uint64_t *val);

/**
 * nv_numbers_take: store the values of some members, where they are present
 * @keys: these members, up to an empty one
 * @to: what gets the values
 * @from: the structure, by the names of its members
 * @errp: set if one is too large
 */
bool nv_numbers_take(const NVNumberKey *keys, void *to, const QDict *from,
                     Error **errp);

/** typedef NVVisitType - visit_type_X() of a structure X */
typedef bool NVVisitType(Visitor *v, const char *name, void **obj,
                         Error **errp);

/**
 * nv_members: a structure by the names of its members
 * @from: the structure
 * @visit: the function that visits it
 * @but: members that are left out, up to NULL
 */
QDict *nv_members(void *from, NVVisitType *visit, const char *const *but);

/** NV_MEMBERS - the same of a structure of type @_type, without some members */
#define NV_MEMBERS(_type, _from, ...) \
    nv_members(1 ? (_from) : (_type *)NULL, \
               (NVVisitType *)visit_type_ ## _type, \
               (const char *[]){ __VA_ARGS__, NULL })

/** nv_condition_init: match all events of @kinds */
void nv_condition_init(NVCondition *cond, uint32_t kinds);

/**
 * nv_condition_take: take a condition from a structure, and check it
 * @gpu: the device
 * @cond: the condition, as nv_condition_init() leaves it
 * @from: the structure; gets defaults, and names as the card has them
 * @errp: what is wrong with it
 */
bool nv_condition_take(NVGPU *gpu, NVCondition *cond, QDict *from,
                       Error **errp);

/** nv_condition_matches: whether a probe matches the condition */
bool nv_condition_matches(const NVCondition *cond, const NVProbe *probe);

/** nv_visitor_has_structs: whether a property can be set by this visitor */
bool nv_visitor_has_structs(Visitor *v, const char *name, Error **errp);

/* --- event.c ---------------------------------------------------------- */

/** nv_probe_kind_name: "mmio-read" and so on */
const char *nv_probe_kind_name(NVProbeKind kind);

/**
 * nv_event_new: what a probe has reported, for clients
 * @gpu: the device
 * @probe: the probe, of any kind
 *
 * The caller frees it by qapi_free_NvEvent().
 */
NvEvent *nv_event_new(NVGPU *gpu, const NVProbe *probe);

/* --- error-names.c ---------------------------------------------------- */

/**
 * nv_error_name: enumerate the names of the errors that the card may report
 * @gpu: the device, which need not be realized
 * @i: index of the name
 *
 * Returns NULL if there are no more.
 */
const char *nv_error_name(NVGPU *gpu, unsigned i);

/**
 * nv_error_find: the name of an error or engine that events of some kinds have
 * @gpu: the device
 * @kinds: NV_PROBE_BIT() of the kinds
 * @what: the name as the user wrote it, in any case, with "_" for spaces
 * @errp: set if they can't have it, with a list of the valid names
 *
 * Returns the name as the card has it, or NULL.
 */
const char *nv_error_find(NVGPU *gpu, uint32_t kinds, const char *what,
                          Error **errp);

/* --- breakpoint.c ----------------------------------------------------- */

/**
 * struct NVBreakpoint - a breakpoint
 *
 * @id: its number, given by the user
 * @given: what the user has given, without what can change
 * @cond: the condition
 * @stop: what stops
 * @ignore: number of hits still to be ignored
 * @hits: how often it was hit
 */
typedef struct NVBreakpoint {
    int64_t id;
    QDict *given;
    NVCondition cond;
    NvBreakpointAction stop;
    uint64_t ignore;
    uint64_t hits;
} NVBreakpoint;

/**
 * nv_breakpoints_instance_init, nv_breakpoints_instance_finalize: the list's
 * lifetime
 */
void nv_breakpoints_instance_init(NVGPU *gpu);
void nv_breakpoints_instance_finalize(NVGPU *gpu);

/** nv_breakpoint_find: the breakpoint with a number, or NULL */
NVBreakpoint *nv_breakpoint_find(NVGPU *gpu, int64_t id);

/** nv_breakpoints_read: all of them, with their hits */
NvBreakpointList *nv_breakpoints_read(NVGPU *gpu);

/**
 * nv_breakpoints_set: set all of them
 * @gpu: the device, which need not be realized
 * @list: the new ones
 * @errp: what is wrong with one of them; then none is set
 */
bool nv_breakpoints_set(NVGPU *gpu, NvBreakpointList *list, Error **errp);

/* --- timeline.c ------------------------------------------------------- */

typedef struct NVTimeline NVTimeline;

/** nv_timeline_new: start it; returns NULL if there is no chardev for it */
NVTimeline *nv_timeline_new(NVGPU *gpu);
void nv_timeline_free(NVTimeline *timeline);

/* --- mmiotrace.c ------------------------------------------------------ */

typedef struct NVMmiotrace NVMmiotrace;

/**
 * nv_mmiotrace_new: trace the CPU's accesses, if the property "mmiotrace" is
 * set
 *
 * Returns NULL if it isn't.
 */
NVMmiotrace *nv_mmiotrace_new(NVGPU *gpu);
void nv_mmiotrace_free(NVMmiotrace *trace);

/**
 * nv_mmiotrace_header: the header of a trace that would be started now
 *
 * For a trace whose beginning is lost, such as one in a ring buffer.  Returns
 * lines, which the caller frees.
 */
char *nv_mmiotrace_header(NVMmiotrace *trace);

/* --- pushdump.c ------------------------------------------------------- */

typedef struct NVPushdump NVPushdump;

/**
 * nv_pushdump_new: dump pushbuffers, if the property "pushdump" is set
 *
 * Returns NULL if it isn't.
 */
NVPushdump *nv_pushdump_new(NVGPU *gpu);
void nv_pushdump_free(NVPushdump *dump);

/* --- debug.c ---------------------------------------------------------- */

/** Errors of one method that are stopped at, behind the first */
#define NV_DEBUG_STOPS 16

/**
 * struct NVDebugStop - a stop that is to follow the present one
 *
 * @id: the breakpoint's number
 * @probe: the error
 */
typedef struct NVDebugStop {
    int64_t id;
    NVProbe probe;
} NVDebugStop;

/**
 * struct NVDebug - the debugger's side of the card
 *
 * @gpu: the device
 * @observer: receives the events of breakpoints and steps
 * @step: NV_PROBE_BIT() of the events that end a step
 * @step_chid: the channel that is stepped, or -1
 * @skip: what to skip: NV_PROBE_COMMAND, all methods of the command;
 *        NV_PROBE_METHOD, one
 * @skip_chid: the channel of @skip, or -1
 * @reason: why the card has stopped
 * @id: number of the breakpoint, if that is why
 * @at: the event before which it has stopped, if there is a @reason
 * @method: the method that was executed last, if errors are waited for
 * @later: NVDebugStop, the next first
 * @with_machine: the machine was stopped, too
 * @goes_on: resumes the card when the machine resumes
 * @stands: whether the card was stopped when the last command began
 * @timeline: the time line, or NULL
 * @mmiotrace: the trace of the CPU's accesses, or NULL
 * @pushdump: the dump of pushbuffers, or NULL
 */
struct NVDebug {
    NVGPU *gpu;
    NVObserver observer;
    uint32_t step;
    int step_chid;
    NVProbeKind skip;
    int skip_chid;
    NvStopReason reason;
    int64_t id;
    NVProbe at;
    NVProbe method;
    GArray *later;
    bool with_machine;
    NVBottomHalf goes_on;
    bool stands;
    NVTimeline *timeline;
    NVMmiotrace *mmiotrace;
    NVPushdump *pushdump;
};

/** nv_debug_skip: skip the command or method at which the card has stopped */
bool nv_debug_skip(NVGPU *gpu, Error **errp);

/* --- fault.c ---------------------------------------------------------- */

/**
 * nv_faults_replace: set all of them
 * @list: what is of NVFault, taken over; %NULL stands for none
 *
 * Operations that waited for a removed fault continue, and an interrupt that was
 * lost is raised.
 */
void nv_faults_replace(NVGPU *gpu, GPtrArray *list);

/** nv_faults_class_init: add the property "faults" */
void nv_faults_class_init(ObjectClass *klass);

/** nv_faults_instance_init, nv_faults_instance_finalize: the list's lifetime */
void nv_faults_instance_init(NVGPU *gpu);
void nv_faults_instance_finalize(NVGPU *gpu);

/** nv_faults_init, nv_faults_exit: arm the list when the device is realized */
void nv_faults_init(NVGPU *gpu);
void nv_faults_exit(NVGPU *gpu);

/**
 * nv_fault_before: the fault that an event may be a consequence of
 * @gpu: the device
 * @chid: the event's channel, or -1
 *
 * Returns the name of the fault that was last committed in that channel, or
 * else of the last one that belongs to no channel; NULL if there has been none
 * since nv_faults_forget().
 */
const char *nv_fault_before(NVGPU *gpu, int chid);

/** nv_faults_forget: later events aren't consequences of earlier faults */
void nv_faults_forget(NVGPU *gpu);

#endif /* HW_NV_DEBUG_INTERNAL_H */

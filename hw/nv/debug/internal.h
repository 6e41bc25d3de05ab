/*
 * NVIDIA GPU: the parts of the debugger's side
 *
 *   debug.c       properties and the event: stopping, resuming, stepping
 *   breakpoint.c  breakpoints
 *   condition.c   conditions of breakpoints and faults
 *   error-names.c names of errors and engines, for conditions
 *   fault*.c      faults on order
 *   command.c     x-nv-gpu-debug: what breakpoints and faults can be about
 *   look*.c, act.c
 *                 QMP commands that look at the card and act on it: see look.h
 *   timeline.c    a time line of the card's events
 *   mmiotrace.c   a trace of the CPU's accesses
 *   output.c      lines for a character device
 *   pushdump.c    pushbuffers, in a format that dedma reads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_INTERNAL_H
#define HW_NV_DEBUG_INTERNAL_H

#include "hw/nv/debug.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"

/* --- condition.c ------------------------------------------------------ */

/**
 * struct NVCondition - a condition on events
 *
 * @kinds: NV_PROBE_BIT() of the kinds
 * @chid: channel, or -1 for any
 * @subc: subchannel, head, BAR or falcon, or -1 for any
 * @class: class of the object, or -1
 * @mthd: method, or -1
 * @has_data, @data, @mask: the value, of which @mask's bits are compared
 * @addr, @size: range of addresses, in bytes; all if @size is 0
 * @what: an error's or engine's name, NULL for any
 * @given: a bit for each key that was given
 */
typedef struct NVCondition {
    uint32_t kinds;
    uint32_t given;
    int64_t chid, subc, class, mthd;
    bool has_data;
    uint64_t data, mask;
    uint64_t addr, size;
    char *what;
} NVCondition;

/**
 * struct NVNumberKey - a key of a line whose value is a number
 *
 * @name: the key
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

/** nv_condition_init: match any channel, method and so on, but no kind yet */
void nv_condition_init(NVCondition *cond);

/** nv_condition_clear: free its contents */
void nv_condition_clear(NVCondition *cond);

/**
 * nv_key_split: split a word into key and value
 * @word: KEY=VALUE
 * @text: set to the value
 * @errp: set if it has another form
 *
 * Returns the key, or NULL.
 */
char *nv_key_split(const char *word, const char **text, Error **errp);

/**
 * nv_key_is_first: check that no earlier word has the same key
 * @words: the words of a line
 * @i: index of a word KEY=VALUE
 * @errp: set if one has
 */
bool nv_key_is_first(char **words, unsigned i, Error **errp);

/** nv_number_parse: parse a number; false unless it is one from 0 to @most */
bool nv_number_parse(const char *text, uint64_t most, uint64_t *val);

/**
 * nv_number_set: parse a number, and store it in the key's member
 * @keys: the known keys, up to an empty one
 * @to: the structure that has the members
 * @key, @text: the key and its value
 * @known: set to whether there is such a key
 * @errp: what is wrong with the value
 *
 * Returns false if it is wrong.
 */
bool nv_number_set(const NVNumberKey *keys, void *to, const char *key,
                   const char *text, bool *known, Error **errp);

/** nv_condition_set_kind: set the kinds by name; @errp lists the known ones */
bool nv_condition_set_kind(NVCondition *cond, const char *kind, Error **errp);

/**
 * nv_condition_set: set one of a condition's keys, like nv_number_set()
 *
 * nv_condition_check() checks whether its kinds have that key.
 */
bool nv_condition_set(NVCondition *cond, const char *key, const char *text,
                      bool *known, Error **errp);

/** nv_condition_has_key: whether any kind of event has this key */
bool nv_condition_has_key(const char *name);

/** nv_condition_stray_key: a key that none of its kinds has, or NULL */
const char *nv_condition_stray_key(const NVCondition *cond);

/**
 * nv_condition_refuse_key: error for an unknown key, with a list of valid ones
 * @cond: the condition
 * @name: what the condition belongs to
 * @key: the unknown key
 * @also: keys that @name has in addition, separated by ", "
 * @errp: set to the error
 */
void nv_condition_refuse_key(const NVCondition *cond, const char *name,
                             const char *key, const char *also, Error **errp);

/**
 * nv_condition_check: check that the keys make sense together, and for the card
 * @gpu: the device
 * @cond: the condition, with all of its keys; defaults are filled in
 * @errp: what is wrong with it
 */
bool nv_condition_check(NVGPU *gpu, NVCondition *cond, Error **errp);

/** nv_kinds_name: name @i of all that nv_probe_kinds() takes; NULL: no more */
const char *nv_kinds_name(unsigned i);

/** nv_kinds_put_keys: add the keys that any of @kinds has, @between them */
void nv_kinds_put_keys(uint32_t kinds, const char *between, GString *s);

/** nv_condition_is_same: whether two conditions are equal */
bool nv_condition_is_same(const NVCondition *a, const NVCondition *b);

/** nv_condition_put_kind: add the name of the condition's kind to a text */
void nv_condition_put_kind(const NVCondition *cond, GString *s);

/** nv_condition_put_keys: add its keys, each preceded by a space */
void nv_condition_put_keys(const NVCondition *cond, GString *s);

/** nv_condition_matches: whether a probe matches the condition */
bool nv_condition_matches(const NVCondition *cond, const NVProbe *probe);

/**
 * nv_lines_visit: get a property's new value, which is a list of lines
 * @v: the visitor
 * @name: the property's name
 * @list: set to the lines; to be freed by qapi_free_strList()
 * @errp: set if it isn't a list
 *
 * If QEMU passes a single string, as for -global or its monitor's qom-set, it
 * is split into lines at semicolons.
 *
 * Returns false on error.
 */
bool nv_lines_visit(Visitor *v, const char *name, strList **list,
                    Error **errp);

/** nv_probe_kinds: NV_PROBE_BIT() for a kind's name, 0 if it is unknown */
uint32_t nv_probe_kinds(const char *name);

/** nv_probe_kind_name: "mmio-read" and so on */
const char *nv_probe_kind_name(NVProbeKind kind);

/** nv_probe_text: a line that describes a probe */
char *nv_probe_text(NVGPU *gpu, const NVProbe *probe);

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
 * nv_error_check: check that events of some kinds can have this name
 * @gpu: the device
 * @kinds: NV_PROBE_BIT() of the kinds
 * @what: the name as the user wrote it, in any case, with "_" for spaces;
 *        replaced by the proper one
 * @errp: set if they can't, with a list of the valid names
 */
bool nv_error_check(NVGPU *gpu, uint32_t kinds, char **what, Error **errp);

/** nv_error_typed: a name as lines have it, without spaces */
char *nv_error_typed(const char *name);

/** nv_errors_put: add the names for @kinds to a text, @between them */
void nv_errors_put(NVGPU *gpu, uint32_t kinds, const char *between,
                   GString *s);

/* --- breakpoint.c ----------------------------------------------------- */

/** enum NVStopWhat - what stops at a breakpoint */
typedef enum NVStopWhat {
    NV_STOP_CARD,
    NV_STOP_MACHINE,
    NV_STOP_NOTHING,            /* only count hits */
} NVStopWhat;

/**
 * struct NVBreakpoint - a breakpoint
 *
 * @id: its number, given by the user
 * @cond: the condition
 * @stop: what stops
 * @ignore: number of hits still to be ignored
 * @hits: how often it was hit
 */
typedef struct NVBreakpoint {
    int64_t id;
    NVCondition cond;
    NVStopWhat stop;
    uint64_t ignore;
    uint64_t hits;
} NVBreakpoint;

/**
 * nv_breakpoint_parse: parse a breakpoint
 * @gpu: the device
 * @text: "ID KIND KEY=VALUE...", see docs/qmp.rst
 * @errp: what is wrong with it
 *
 * Returns NULL on error.
 */
NVBreakpoint *nv_breakpoint_parse(NVGPU *gpu, const char *text, Error **errp);
void nv_breakpoint_free(NVBreakpoint *bp);

/** nv_breakpoint_is_same: whether number and condition are the same */
bool nv_breakpoint_is_same(const NVBreakpoint *a, const NVBreakpoint *b);

/** nv_breakpoint_text: the breakpoint's line, with how often it was hit */
char *nv_breakpoint_text(const NVBreakpoint *bp);

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
 * @breakpoints: NVBreakpoint, in the user's order
 * @step: NV_PROBE_BIT() of the events that end a step
 * @step_chid: the channel that is stepped, or -1
 * @skip: what to skip: NV_PROBE_COMMAND, all methods of the command;
 *        NV_PROBE_METHOD, one
 * @skip_chid: the channel of @skip, or -1
 * @reason: why the card has stopped, NULL if it hasn't
 * @at: the event before which it has stopped, if @reason
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
    GPtrArray *breakpoints;
    uint32_t step;
    int step_chid;
    NVProbeKind skip;
    int skip_chid;
    char *reason;
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

/** nv_faults_class_init: add the property for ordering faults */
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

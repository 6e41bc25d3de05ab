/*
 * NVIDIA GPU: the parts of the debugger's side
 *
 *   debug.c       properties and the event: stopping, resuming, stepping
 *   breakpoint.c  where it stops
 *   condition.c   conditions of breakpoints and faults
 *   error-names.c names of errors, which conditions may have
 *   fault*.c      faults on order
 *   command.c     x-nv-gpu-debug: looking at the card, and acting on it; see
 *                 look.h
 *   timeline.c    what the card does, and when
 *   mmiotrace.c   a trace of the CPU's accesses
 *   output.c      lines for a character device
 *   pushdump.c    pushbuffers, as dedma reads them
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
 * struct NVCondition - which events something is about
 *
 * @kinds: NV_PROBE_BIT() of the kinds
 * @chid: channel, or -1 for any
 * @subc: subchannel, head, BAR or falcon, or -1 for any
 * @class: class of the object, or -1
 * @mthd: method, or -1
 * @has_data, @data, @mask: the value, compared in @mask's bits
 * @addr, @size: addresses, in bytes; all if @size is 0
 * @what: an error's or engine's name, NULL for any
 * @given: bit per key that was given
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
 * struct NVNumberKey - a number that a line may have
 *
 * @name: its key
 * @offset: of the member, which has 64 bits
 * @most: the greatest that is allowed
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

/** nv_condition_init: any channel, method and so on, and no kind */
void nv_condition_init(NVCondition *cond);

/** nv_condition_clear: free its contents */
void nv_condition_clear(NVCondition *cond);

/**
 * nv_key_split: take a word to pieces
 * @word: KEY=VALUE
 * @text: set to the value
 * @errp: that it isn't that
 *
 * Returns the key, or NULL.
 */
char *nv_key_split(const char *word, const char **text, Error **errp);

/**
 * nv_key_is_first: no earlier word has the same key
 * @words: of a line
 * @i: number of a word KEY=VALUE
 * @errp: that one has
 */
bool nv_key_is_first(char **words, unsigned i, Error **errp);

/**
 * nv_number_set: set one of the numbers that a line may have
 * @keys: the known keys, up to an empty one
 * @to: the structure that has the members
 * @key, @text: as they were given
 * @known: set to whether there is such a key
 * @errp: what is wrong with the value
 *
 * Returns false if it is wrong.
 */
bool nv_number_set(const NVNumberKey *keys, void *to, const char *key,
                   const char *text, bool *known, Error **errp);

/**
 * nv_condition_set: set one of a condition's keys, as nv_number_set()
 *
 * Whether its kinds have that key is for nv_condition_check() to say.
 */
bool nv_condition_set(NVCondition *cond, const char *key, const char *text,
                      bool *known, Error **errp);

/** nv_condition_has_key: whether it is a key of some kind of events */
bool nv_condition_has_key(const char *name);

/** nv_condition_stray_key: a key that none of its kinds has, or NULL */
const char *nv_condition_stray_key(const NVCondition *cond);

/**
 * nv_condition_refuse_key: say that there is no such key, and which there are
 * @cond: the condition
 * @name: what it belongs to
 * @key: the key
 * @also: those that @name has in addition, with ", " between them
 * @errp: set to that
 */
void nv_condition_refuse_key(const NVCondition *cond, const char *name,
                             const char *key, const char *also, Error **errp);

/**
 * nv_condition_check: whether what was given makes sense together, and for the
 *                     card
 * @gpu: the device
 * @cond: the condition, with all of its keys; completed
 * @errp: what is wrong with it
 */
bool nv_condition_check(NVGPU *gpu, NVCondition *cond, Error **errp);

/** nv_kinds_put: add the names of all kinds to a text, @between them */
void nv_kinds_put(const char *between, GString *s);

/** nv_kinds_put_keys: the same, the keys that some of @kinds has */
void nv_kinds_put_keys(uint32_t kinds, const char *between, GString *s);

/** nv_condition_is_same: two conditions are about the same */
bool nv_condition_is_same(const NVCondition *a, const NVCondition *b);

/** nv_condition_put_kind: add its kind's name to a text */
void nv_condition_put_kind(const NVCondition *cond, GString *s);

/** nv_condition_put_keys: add its keys, each with a space before it */
void nv_condition_put_keys(const NVCondition *cond, GString *s);

/** nv_condition_matches: whether a probe matches it */
bool nv_condition_matches(const NVCondition *cond, const NVProbe *probe);

/**
 * nv_lines_visit: a property's new value, which is a list of lines
 * @v: the visitor that has it
 * @name: the property's
 * @list: set to the lines; to be freed by qapi_free_strList()
 * @errp: that it isn't a list
 *
 * Where QEMU has but a text, as from -global or from qom-set of its monitor,
 * that has a line for each part between semicolons.
 *
 * Returns whether there is a list.
 */
bool nv_lines_visit(Visitor *v, const char *name, strList **list,
                    Error **errp);

/** nv_probe_kinds: NV_PROBE_BIT() of a name, 0 if it is none */
uint32_t nv_probe_kinds(const char *name);

/** nv_probe_kind_name: "mmio-read" and so on */
const char *nv_probe_kind_name(NVProbeKind kind);

/** nv_probe_text: describe a probe in a line */
char *nv_probe_text(const NVProbe *probe);

/* --- error-names.c ---------------------------------------------------- */

/**
 * nv_error_name: the names of the errors that the card may report
 * @gpu: the device, which need not be realized
 * @i: number of the name
 *
 * Returns NULL if there are no more.
 */
const char *nv_error_name(NVGPU *gpu, unsigned i);

/**
 * nv_error_check: whether events of some kinds can have this name
 * @gpu: the device
 * @kinds: NV_PROBE_BIT() of the kinds
 * @what: the name as the user has it, in any case, with "_" for spaces;
 *        replaced by the right one
 * @errp: that they can't, and which ones there are
 */
bool nv_error_check(NVGPU *gpu, uint32_t kinds, char **what, Error **errp);

/** nv_error_typed: a name as a line has it, which is split at spaces */
char *nv_error_typed(const char *name);

/** nv_errors_put: add these names to a text, @between them */
void nv_errors_put(NVGPU *gpu, uint32_t kinds, const char *between,
                   GString *s);

/* --- breakpoint.c ----------------------------------------------------- */

/** enum NVStopWhat - what stops at a breakpoint */
typedef enum NVStopWhat {
    NV_STOP_CARD,
    NV_STOP_MACHINE,
    NV_STOP_NOTHING,            /* it is only counted */
} NVStopWhat;

/**
 * struct NVBreakpoint - where the card stops
 *
 * @id: its number, given by the user
 * @cond: the condition
 * @stop: what stops
 * @ignore: how many hits don't stop it, first
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
 * Returns NULL in that case.
 */
NVBreakpoint *nv_breakpoint_parse(NVGPU *gpu, const char *text, Error **errp);
void nv_breakpoint_free(NVBreakpoint *bp);

/** nv_breakpoint_is_same: number and condition are the same */
bool nv_breakpoint_is_same(const NVBreakpoint *a, const NVBreakpoint *b);

/** nv_breakpoint_text: as it was given, with how often it was reached */
char *nv_breakpoint_text(const NVBreakpoint *bp);

/* --- timeline.c ------------------------------------------------------- */

typedef struct NVTimeline NVTimeline;

/** nv_timeline_new: begin, if there is a chardev for it; else returns NULL */
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
 * nv_mmiotrace_header: the beginning of a trace that would be started now
 *
 * For a trace whose beginning is lost, such as that of a ring buffer.  Lines;
 * the caller frees them.
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

/**
 * struct NVDebug - the debugger's side of the card
 *
 * @gpu: the device
 * @observer: receives the events of breakpoints and steps
 * @breakpoints: NVBreakpoint, in the user's order
 * @step: NV_PROBE_BIT() of the events that end a step
 * @step_chid: the channel that is stepped, or -1
 * @skip: what is skipped: NV_PROBE_COMMAND, all methods of the command;
 *        NV_PROBE_METHOD, one
 * @skip_chid: of which channel, or -1
 * @reason: why it has stopped, NULL if it hasn't
 * @at: the event before which it has stopped, if @reason
 * @with_machine: the machine was stopped, too
 * @goes_on: resumes the card when the machine resumes
 * @stands: the card was stopped when the last command began
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
    bool with_machine;
    NVBottomHalf goes_on;
    bool stands;
    NVTimeline *timeline;
    NVMmiotrace *mmiotrace;
    NVPushdump *pushdump;
};

/** nv_debug_skip: skip what the card has stopped before */
bool nv_debug_skip(NVGPU *gpu, Error **errp);

/* --- fault.c ---------------------------------------------------------- */

/** nv_faults_class_init: the property that orders faults */
void nv_faults_class_init(ObjectClass *klass);

/** nv_faults_instance_init, nv_faults_instance_finalize: the list is there */
void nv_faults_instance_init(NVGPU *gpu);
void nv_faults_instance_finalize(NVGPU *gpu);

/** nv_faults_init, nv_faults_exit: while the device is realized, it counts */
void nv_faults_init(NVGPU *gpu);
void nv_faults_exit(NVGPU *gpu);

/**
 * nv_fault_before: a fault that an event may be a consequence of
 * @gpu: the device
 * @chid: the event's channel, or -1
 *
 * Returns the name of the fault that was last committed in that channel, or
 * else of the last one that belongs to no channel; NULL if there has been none
 * since nv_faults_forget().
 */
const char *nv_fault_before(NVGPU *gpu, int chid);

/** nv_faults_forget: nothing is a consequence of earlier ones any more */
void nv_faults_forget(NVGPU *gpu);

/* --- command.c -------------------------------------------------------- */

/**
 * nv_debug_command: execute a line of x-nv-gpu-debug
 * @gpu: the device
 * @line: the command and its arguments, separated by spaces
 * @errp: what is wrong
 *
 * Returns its text, or NULL.
 */
char *nv_debug_command(NVGPU *gpu, const char *line, Error **errp);

#endif /* HW_NV_DEBUG_INTERNAL_H */

/*
 * Tests of the NVIDIA GPU: what a debugger does, by QMP
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_DEBUG_H
#define LIBNV_NV_DEBUG_H

#include "nv-either.h"
#include "qobject/qdict.h"

/* --- A channel -------------------------------------------------------- */

/** The channel that is debugged: nv_either_new(nv, NV_DEBUG_CHID) */
#define NV_DEBUG_CHID 2

/**
 * nv_debug_submit: one command that sets three references, 0x11, 0x22, 0x33,
 *                  and one that sets a fourth, 0x44
 */
void nv_debug_submit(NVEither *c);

/* --- Breakpoints ------------------------------------------------------ */

/**
 * nv_break: set breakpoints, replacing the existing ones
 *
 * Each is a text, "ID KIND KEY=VALUE...", with the members of NvBreakpoint.
 */
#define nv_break(_nv, ...) \
    nv_set_breakpoints(_nv, (const char *[]){ __VA_ARGS__, NULL })

void nv_set_breakpoints(NVDev *nv, const char *const *breakpoints);

/** nv_break_at: the same for one whose text is a format */
#define nv_break_at(_nv, ...)                                               \
    do {                                                                    \
        g_autofree char *_bp = g_strdup_printf(__VA_ARGS__);                \
        nv_break(_nv, _bp);                                                 \
    } while (0)

/** nv_break_none: remove all breakpoints */
void nv_break_none(NVDev *nv);

/** nv_breakpoint_is_wrong: one can't be set; the error has @words */
void nv_breakpoint_is_wrong(NVDev *nv, const char *breakpoint,
                            const char *words);

/** nv_breakpoints_are_wrong: the same of several, up to NULL */
void nv_breakpoints_are_wrong(NVDev *nv, const char *const *breakpoints,
                              const char *words);

/** nv_breakpoint: the text of breakpoint @i, which has its hits */
char *nv_breakpoint(NVDev *nv, unsigned i);

/** nv_assert_breakpoint: breakpoint @i has these members, and no others */
void nv_assert_breakpoint(NVDev *nv, unsigned i, const char *text);

/** nv_hits: how often breakpoint @i was hit */
uint64_t nv_hits(NVDev *nv, unsigned i);

/** nv_assert_hit: breakpoint @i was hit @times */
void nv_assert_hit(NVDev *nv, unsigned i, unsigned times);

/* --- Stopping --------------------------------------------------------- */

/** nv_debug_is_on: "checker" or "stopped" is true */
bool nv_debug_is_on(NVDev *nv, const char *property);

/** nv_debug_count: how many "breakpoints" or "faults" there are */
unsigned nv_debug_count(NVDev *nv, const char *property);

/** nv_is_stopped: the card is stopped */
bool nv_is_stopped(NVDev *nv);

/**
 * nv_assert_stop: check why the card has stopped, or hasn't
 * @nv: the card
 * @words: members of NvStop and its event, as "KEY=VALUE"; "KEY": it is there;
 *         "!KEY": it isn't.  "access-KEY" is a member of a failed access
 */
void nv_assert_stop(NVDev *nv, const char *words);

/** nv_stopped_at: wait for the card to stop, and check why */
void nv_stopped_at(NVDev *nv, const char *words);

/**
 * nv_stopped_by: wait for the card to stop at a breakpoint, and check all that
 *                is told of the event
 * @nv: the card
 * @id: the breakpoint
 * @fmt: "KIND KEY=VALUE...", all members of NvEvent that there are
 */
void nv_stopped_by(NVDev *nv, int id, const char *fmt, ...)
    G_GNUC_PRINTF(3, 4);

/** nv_go_on: resume the card */
void nv_go_on(NVDev *nv);

/** nv_step: resume it for a "word", "method", "command" or "submission" */
void nv_step(NVDev *nv, const char *what);

/**
 * nv_query_has: whether a structure is in the list that nv_query() returns
 * @nv: the card
 * @what: what is asked for, without arguments
 * @member, @value: a member of the structure
 */
bool nv_query_has(NVDev *nv, const char *what, const char *member,
                  const char *value);

/** nv_stand_still: stop the card */
void nv_stand_still(NVDev *nv);

/* --- Inspection and control ------------------------------------------- */

/**
 * nv_args: a command's arguments
 * @fmt: an object, in JSON with the conversions of qobject_from_jsonf_nofail()
 *
 * Returns the arguments, which the functions below take; NULL is none there.
 */
QDict *nv_args(const char *fmt, ...) G_GNUC_PRINTF(1, 2);

/** nv_query: what x-query-nv-@what returns; an empty object if it fails */
QObject *nv_query(NVDev *nv, const char *what, QDict *args);

/**
 * nv_shows: x-query-nv-@what returns something
 * @nv: the card
 * @what: the query
 * @args: its arguments, from nv_args()
 * @fmt: JSON as for nv_args().  The answer has to have all members of an
 *       object, and none that are null; the elements of a list in their order,
 *       maybe with others between them; and nothing for an empty list.
 */
void nv_shows(NVDev *nv, const char *what, QDict *args, const char *fmt, ...)
    G_GNUC_PRINTF(4, 5);

/** nv_hides: the same, but the answer hasn't all that */
void nv_hides(NVDev *nv, const char *what, QDict *args, const char *fmt, ...)
    G_GNUC_PRINTF(4, 5);

/** nv_channel_shows: x-query-nv-channel returns something */
#define nv_channel_shows(_nv, _chid, ...) \
    nv_shows(_nv, "channel", nv_args("{ 'channel': %u }", _chid), __VA_ARGS__)

/** nv_channel_waits: the channel's "wait" has something */
#define nv_channel_waits(_nv, _chid, _fmt, ...) \
    nv_channel_shows(_nv, _chid, "{ 'wait': " _fmt " }", ##__VA_ARGS__)

/** nv_query_is_wrong: the query fails, and the error has @words */
void nv_query_is_wrong(NVDev *nv, const char *what, QDict *args,
                       const char *words);

/** nv_control: do x-nv-@what, whatever it returns */
void nv_control(NVDev *nv, const char *what, QDict *args);

/** nv_control_shows: the same, and it returns something, as for nv_shows() */
void nv_control_shows(NVDev *nv, const char *what, QDict *args, const char *fmt,
                      ...) G_GNUC_PRINTF(4, 5);

/** nv_control_is_wrong: it fails, and the error has @words */
void nv_control_is_wrong(NVDev *nv, const char *what, QDict *args,
                         const char *words);

/** nv_debug_falcon: the number of the falcon with registers at @base */
unsigned nv_debug_falcon(NVDev *nv, uint32_t base);

/** nv_debug_falcon_r: its register $r@i */
uint32_t nv_debug_falcon_r(NVDev *nv, unsigned falcon, unsigned i);

/** nv_register_name: the debugger's name of a register, or NULL */
char *nv_register_name(NVDev *nv, uint32_t addr);

/* --- What there is to ask for ----------------------------------------- */

/* --- Faults ----------------------------------------------------------- */

/**
 * nv_inject: set faults, replacing the existing ones
 *
 * Each is a text, "NAME KEY=VALUE...", with the members of NvFault.  Those of
 * the event that at=KIND names can be anywhere.
 */
#define nv_inject(_nv, ...) \
    nv_inject_faults(_nv, (const char *[]){ __VA_ARGS__, NULL })

void nv_inject_faults(NVDev *nv, const char *const *faults);

/** nv_inject_none: remove all faults */
void nv_inject_none(NVDev *nv);

/** nv_fault_is_wrong: one can't be injected; the error has @words */
void nv_fault_is_wrong(NVDev *nv, const char *fault, const char *words);

/** nv_fault_text: the text of fault @i, which has how often it was committed */
char *nv_fault_text(NVDev *nv, unsigned i);

/** nv_assert_fault: fault @i has these members, and no others */
void nv_assert_fault(NVDev *nv, unsigned i, const char *text);

/** nv_fault_done: how often fault @i was committed */
unsigned nv_fault_done(NVDev *nv, unsigned i);

/* --- Chardevs --------------------------------------------------------- */

/** nv_ringbuf_read: read the contents of a ringbuf chardev, as text */
char *nv_ringbuf_read(NVDev *nv, const char *chardev);

#endif /* LIBNV_NV_DEBUG_H */

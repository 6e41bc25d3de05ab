/*
 * Tests of the NVIDIA GPU: what a debugger does, by QMP
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_DEBUG_H
#define LIBNV_NV_DEBUG_H

#include "nv-either.h"

/* --- A channel -------------------------------------------------------- */

/** The channel that is debugged: nv_either_new(nv, NV_DEBUG_CHID) */
#define NV_DEBUG_CHID 2

/**
 * nv_debug_submit: one command that sets three references, 0x11, 0x22, 0x33,
 *                  and one that sets a fourth, 0x44
 */
void nv_debug_submit(NVEither *c);

/* --- Breakpoints ------------------------------------------------------ */

/** nv_break: set breakpoints, replacing the existing ones */
#define nv_break(_nv, ...) \
    nv_set_breakpoints(_nv, (const char *[]){ __VA_ARGS__, NULL })

void nv_set_breakpoints(NVDev *nv, const char *const *breakpoints);

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

/** nv_assert_hit: breakpoint @i was hit @times, 0 to 9 */
void nv_assert_hit(NVDev *nv, unsigned i, unsigned times);

/* --- Stopping --------------------------------------------------------- */

/** nv_is_stopped: the card is stopped */
bool nv_is_stopped(NVDev *nv);

/** nv_stopped_at: wait for the card to stop; the reason has @words */
void nv_stopped_at(NVDev *nv, const char *words);

/** nv_go_on: resume the card */
void nv_go_on(NVDev *nv);

/** nv_step: resume it for a "word", "method", "command" or "submission" */
void nv_step(NVDev *nv, const char *what);

/** nv_debug: x-nv-gpu-debug; returns its text */
char *nv_debug(NVDev *nv, const char *command);

/** nv_debug_says: run x-nv-gpu-debug and expect these words in its text */
void nv_debug_says(NVDev *nv, const char *words, const char *fmt, ...)
    G_GNUC_PRINTF(3, 4);

/** nv_debug_lacks: the same, and expect that they aren't in it */
void nv_debug_lacks(NVDev *nv, const char *words, const char *fmt, ...)
    G_GNUC_PRINTF(3, 4);

/** nv_debug_do: the same, whatever it prints */
void nv_debug_do(NVDev *nv, const char *fmt, ...) G_GNUC_PRINTF(2, 3);

/** nv_says, nv_lacks: the same with a format for the words */
#define nv_says(_nv, _command, ...)                                         \
    do {                                                                    \
        g_autofree char *_words = g_strdup_printf(__VA_ARGS__);             \
        nv_debug_says(_nv, _words, "%s", _command);                         \
    } while (0)
#define nv_lacks(_nv, _command, ...)                                        \
    do {                                                                    \
        g_autofree char *_words = g_strdup_printf(__VA_ARGS__);             \
        nv_debug_lacks(_nv, _words, "%s", _command);                        \
    } while (0)

/** nv_stand_still: stop the card */
void nv_stand_still(NVDev *nv);

/** nv_debug_is_wrong: it fails, and the error has @words */
void nv_debug_is_wrong(NVDev *nv, const char *command, const char *words);

/** nv_debug_falcon: the number of the falcon with registers at @base */
unsigned nv_debug_falcon(NVDev *nv, uint32_t base);

/* --- Faults ----------------------------------------------------------- */

/** nv_order: set faults, replacing the existing ones */
#define nv_order(_nv, ...) \
    nv_order_faults(_nv, (const char *[]){ __VA_ARGS__, NULL })

void nv_order_faults(NVDev *nv, const char *const *faults);

/** nv_order_none: remove all faults */
void nv_order_none(NVDev *nv);

/** nv_fault_is_wrong: one can't be ordered; the error has @words */
void nv_fault_is_wrong(NVDev *nv, const char *fault, const char *words);

/** nv_fault_text: the text of fault @i, which has how often it was committed */
char *nv_fault_text(NVDev *nv, unsigned i);

/** nv_fault_done: how often fault @i was committed */
unsigned nv_fault_done(NVDev *nv, unsigned i);

/* --- Chardevs --------------------------------------------------------- */

/** nv_ringbuf_read: read the contents of a ringbuf chardev, as text */
char *nv_ringbuf_read(NVDev *nv, const char *chardev);

#endif /* LIBNV_NV_DEBUG_H */

/*
 * Tests of the NVIDIA GPU: a machine with scripts/nv-debug
 *
 * The debugger runs in parallel with the test, as it does with a guest: its
 * scripts check what it shows, and the test checks what has happened.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SESSION_H
#define LIBNV_NV_SESSION_H

#include "nv-debug.h"

/**
 * struct NVSession - a machine with one channel, and a second monitor
 *
 * @nv: the card
 * @dir: has that monitor and the scripts; the debugger's working directory
 * @c: the channel, NV_DEBUG_CHID
 */
typedef struct NVSession {
    NVDev *nv;
    char *dir;
    NVEither c;
} NVSession;

/**
 * nv_session_new: start a machine, and make the channel
 * @like: of a test without a machine, which says the card and its properties
 */
NVSession nv_session_new(NVDev *like);

/** nv_session_free: end it, and remove its files */
void nv_session_free(NVSession *s);

/** nv_session_ref_name: the card's name for the method for references */
const char *nv_session_ref_name(NVSession *s);

/** nv_session_file: write a file that scripts find by its name */
void nv_session_file(NVSession *s, const char *name, const char *text);

/** nv_session_do: a script in which each "expect" has to be fulfilled */
void nv_session_do(NVSession *s, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

/** nv_session_fails: a script that has to fail, having said these @words */
void nv_session_fails(NVSession *s, const char *script, const char *words);

#endif /* LIBNV_NV_SESSION_H */

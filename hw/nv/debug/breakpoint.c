/*
 * NVIDIA GPU: breakpoints
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qapi/error.h"
#include "internal.h"

/* --- Parsing ---------------------------------------------------------- */

static const NVNumberKey nv_breakpoint_keys[] = {
    NV_NUMBER_KEY("ignore", NVBreakpoint, ignore, UINT64_MAX),
    NV_NUMBER_KEY("hits", NVBreakpoint, hits, UINT64_MAX),
    { }
};

static bool nv_breakpoint_set_stop(NVBreakpoint *bp, const char *text,
                                   Error **errp)
{
    static const char *const names[] = {
        [NV_STOP_CARD] = "card",
        [NV_STOP_MACHINE] = "machine",
        [NV_STOP_NOTHING] = "none",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (!strcmp(names[i], text)) {
            bp->stop = i;
            return true;
        }
    }
    error_setg(errp, "stop is 'card', 'machine' or 'none'");
    return false;
}

/* @kind: the name of the event's kind that the user gave */
static bool nv_breakpoint_set(NVBreakpoint *bp, const char *kind,
                              const char *word, Error **errp)
{
    const char *text;
    g_autofree char *key = nv_key_split(word, &text, errp);
    bool known;

    if (!key) {
        return false;
    }
    if (!strcmp(key, "stop")) {
        return nv_breakpoint_set_stop(bp, text, errp);
    }
    if (!nv_condition_set(&bp->cond, key, text, &known, errp) ||
        (!known && !nv_number_set(nv_breakpoint_keys, bp, key, text, &known,
                                  errp))) {
        return false;
    }
    if (!known || nv_condition_stray_key(&bp->cond)) {
        nv_condition_refuse_key(&bp->cond, kind, key, "stop, ignore", errp);
        return false;
    }
    return true;
}

NVBreakpoint *nv_breakpoint_parse(NVGPU *gpu, const char *text, Error **errp)
{
    g_auto(GStrv) words = g_strsplit_set(text, " ,\t\r\n", -1);
    NVBreakpoint *bp = g_new0(NVBreakpoint, 1);

    nv_condition_init(&bp->cond);
    if (!words[0] || qemu_strtoi64(words[0], NULL, 0, &bp->id) || !words[1]) {
        error_setg(errp, "'%s': a breakpoint is 'ID KIND KEY=VALUE...'", text);
        goto wrong;
    }
    if (!nv_condition_set_kind(&bp->cond, words[1], errp)) {
        goto wrong;
    }
    for (unsigned i = 2; words[i]; i++) {
        if (*words[i] && (!nv_breakpoint_set(bp, words[1], words[i], errp) ||
                          !nv_key_is_first(words, i, errp))) {
            goto wrong;
        }
    }
    if (nv_condition_check(gpu, &bp->cond, errp)) {
        return bp;
    }

wrong:
    nv_breakpoint_free(bp);
    return NULL;
}

void nv_breakpoint_free(NVBreakpoint *bp)
{
    nv_condition_clear(&bp->cond);
    g_free(bp);
}

/* --- Printing --------------------------------------------------------- */

bool nv_breakpoint_is_same(const NVBreakpoint *a, const NVBreakpoint *b)
{
    return a->id == b->id && nv_condition_is_same(&a->cond, &b->cond);
}

char *nv_breakpoint_text(const NVBreakpoint *bp)
{
    GString *s = g_string_new(NULL);

    g_string_append_printf(s, "%" PRId64 " ", bp->id);
    nv_condition_put_kind(&bp->cond, s);
    nv_condition_put_keys(&bp->cond, s);
    if (bp->stop != NV_STOP_CARD) {
        g_string_append(s, bp->stop == NV_STOP_MACHINE ? " stop=machine"
                                                       : " stop=none");
    }
    if (bp->ignore) {
        g_string_append_printf(s, " ignore=%" PRIu64, bp->ignore);
    }
    g_string_append_printf(s, " hits=%" PRIu64, bp->hits);
    return g_string_free(s, false);
}

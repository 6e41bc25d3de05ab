/*
 * NVIDIA GPU: faults on order: parsing and printing them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qapi/error.h"
#include "fault.h"

#define NV_KEY(_name, _member, _most) \
    NV_NUMBER_KEY(_name, NVFault, _member, _most)

/* Keys that any fault can have; the limits keep sums of times from overflow. */
static const NVNumberKey nv_fault_when[] = {
    NV_KEY("nth", nth, UINT64_MAX),
    NV_KEY("every", every, UINT64_MAX),
    NV_KEY("times", times, UINT64_MAX),
    NV_KEY("after", after, INT64_MAX / 4),
    NV_KEY("period", period, INT64_MAX / 4),
    NV_KEY("seed", seed, UINT64_MAX),
    { }
};

static const NVNumberKey nv_fault_what[] = {
    NV_KEY("for", lasts, INT64_MAX / 4),
    NV_KEY("by", lasts, INT64_MAX / 4),
    NV_KEY("xor", xor, UINT32_MAX),
    NV_KEY("value", value, UINT32_MAX),
    NV_KEY("to", to, UINT32_MAX),
    NV_KEY("bit", bit, 31),
    NV_KEY("vram", vram, UINT64_MAX),
    NV_KEY("bytes", bytes, UINT64_MAX),
    NV_KEY("bits", bits, 4096),
    { }
};

/* --- Parsing ---------------------------------------------------------- */

static bool nv_fault_set_probability(NVFault *fault, const char *text,
                                     Error **errp)
{
    double val;

    if (qemu_strtod_finite(text, NULL, &val) || val < 0 || val > 1) {
        error_setg(errp, "probability: '%s' is no number from 0 to 1", text);
        return false;
    }
    fault->probability = val;
    return true;
}

static bool nv_fault_set_at(NVFault *fault, const char *text, Error **errp)
{
    ERRP_GUARD();

    if (fault->kind->kinds) {
        error_setg(errp, "%s is at something already", fault->kind->name);
        return false;
    }
    fault->at = true;
    if (!nv_condition_set_kind(&fault->cond, text, errp)) {
        error_prepend(errp, "at: ");
        return false;
    }
    return true;
}

/* Whether a key is specific to this kind of fault */
static bool nv_fault_has_key(const NVFault *fault, const char *key)
{
    g_autofree char *word = g_strdup_printf(" %s ", key);

    return fault->kind->keys && strstr(fault->kind->keys, word);
}

/* Keys other than its event's; @at: the user has chosen the event by "at" */
static char *nv_fault_keys(const NVFaultKind *kind, bool at)
{
    GString *s = g_string_new("nth, every, times, after, probability, seed");
    g_auto(GStrv) own = g_strsplit(kind->keys ?: "", " ", -1);

    if (!kind->kinds) {
        g_string_append(s, at ? ", at" : ", period, at");
    }
    for (unsigned i = 0; own[i]; i++) {
        if (*own[i] && !(at && nv_condition_has_key(own[i]))) {
            g_string_append_printf(s, ", %s", own[i]);
        }
    }
    return g_string_free(s, false);
}

static void nv_fault_refuse_key(const NVFault *fault, const char *key,
                                Error **errp)
{
    g_autofree char *keys = nv_fault_keys(fault->kind, fault->at);

    nv_condition_refuse_key(&fault->cond, fault->kind->name, key, keys, errp);
}

static bool nv_fault_set_number(NVFault *fault, const char *key,
                                const char *text, Error **errp)
{
    bool known;

    if (!nv_number_set(nv_fault_when, fault, key, text, &known, errp)) {
        return false;
    }
    if (!known && !nv_condition_set(&fault->cond, key, text, &known, errp)) {
        return false;
    }
    if (!known && nv_fault_has_key(fault, key) &&
        !nv_number_set(nv_fault_what, fault, key, text, &known, errp)) {
        return false;
    }
    if (!known) {
        nv_fault_refuse_key(fault, key, errp);
    }
    return known;
}

static bool nv_fault_set(NVFault *fault, const char *word, Error **errp)
{
    const char *text;
    g_autofree char *key = nv_key_split(word, &text, errp);

    if (!key) {
        return false;
    }
    if (!strcmp(key, "probability")) {
        return nv_fault_set_probability(fault, text, errp);
    }
    if (!strcmp(key, "at")) {
        return nv_fault_set_at(fault, text, errp);
    }
    if (!strcmp(key, "met") || !strcmp(key, "done")) {
        fault->read = true;
        return true;
    }
    return nv_fault_set_number(fault, key, text, errp);
}

static NVFault *nv_fault_new(NVGPU *gpu, const NVFaultKind *kind)
{
    NVFault *fault = g_new(NVFault, 1);

    *fault = (NVFault) {
        .gpu = gpu,
        .kind = kind,
        .nth = 1,
        .every = 1,
        .times = !kind->ever,
        .probability = 1,
        .seed = 1,
        .lasts = kind->lasts,
        .xor = NV_FAULT_NONE,
        .value = NV_FAULT_NONE,
        .to = NV_FAULT_NONE,
        .bits = 1,
    };
    nv_condition_init(&fault->cond);
    fault->cond.kinds = kind->kinds;
    return fault;
}

static bool nv_fault_is_possible(NVFault *fault, Error **errp)
{
    const NVFaultKind *kind = fault->kind;
    const char *stray = nv_condition_stray_key(&fault->cond);

    /* Without an event, a key of events may be one of the kind's own. */
    if (stray && (fault->at || !nv_fault_has_key(fault, stray))) {
        nv_fault_refuse_key(fault, stray, errp);
        return false;
    }
    if (!nv_condition_check(fault->gpu, &fault->cond, errp)) {
        return false;
    }
    if (!fault->nth || !fault->every) {
        error_setg(errp, "nth and every count from 1");
        return false;
    }
    if (!fault->period && !fault->cond.kinds &&
        (fault->times != 1 || fault->nth != 1)) {
        error_setg(errp, "%s needs 'at' or 'period' to happen again",
                   kind->name);
        return false;
    }
    if (fault->period && fault->cond.kinds) {
        error_setg(errp, "%s happens at events, and has no period",
                   kind->name);
        return false;
    }
    if (kind->possible && !kind->possible(fault)) {
        error_setg(errp, "%s has nothing for %s, which needs %s",
                   fault->gpu->chip->name, kind->name, kind->needs);
        return false;
    }
    return true;
}

NVFault *nv_fault_parse(NVGPU *gpu, const char *text, Error **errp)
{
    g_auto(GStrv) words = g_strsplit_set(text, " ,\t\r\n", -1);
    const NVFaultKind *kind = words[0] ? nv_fault_kind(words[0]) : NULL;
    NVFault *fault;

    if (!kind) {
        g_autofree char *kinds = nv_fault_kind_names();

        error_setg(errp, "there is no fault '%s': there are %s",
                   words[0] ? words[0] : "", kinds);
        return NULL;
    }
    fault = nv_fault_new(gpu, kind);
    for (unsigned i = 1; words[i]; i++) {
        if (*words[i] && (!nv_fault_set(fault, words[i], errp) ||
                          !nv_key_is_first(words, i, errp))) {
            goto wrong;
        }
    }
    if (nv_fault_is_possible(fault, errp)) {
        return fault;
    }

wrong:
    nv_fault_free(fault);
    return NULL;
}

void nv_fault_free(NVFault *fault)
{
    timer_free(fault->start);
    timer_free(fault->stop);
    nv_condition_clear(&fault->cond);
    g_free(fault);
}

/* --- Printing --------------------------------------------------------- */

static void nv_fault_put(const NVFault *fault, const NVFault *usual,
                         const NVNumberKey *keys, bool own, GString *s)
{
    for (; keys->name; keys++) {
        uint64_t is = *(const uint64_t *)((const char *)fault + keys->offset);
        uint64_t was = *(const uint64_t *)((const char *)usual + keys->offset);

        if (is != was && (!own || nv_fault_has_key(fault, keys->name))) {
            g_string_append_printf(s, " %s=%" PRIu64, keys->name, is);
        }
    }
}

/* The fault's line, without its counts */
static GString *nv_fault_order(const NVFault *fault)
{
    GString *s = g_string_new(fault->kind->name);
    NVFault *usual = nv_fault_new(fault->gpu, fault->kind);

    if (fault->at) {
        g_string_append(s, " at=");
        nv_condition_put_kind(&fault->cond, s);
    }
    nv_condition_put_keys(&fault->cond, s);
    nv_fault_put(fault, usual, nv_fault_when, false, s);
    if (fault->probability != 1) {
        char text[G_ASCII_DTOSTR_BUF_SIZE];

        g_string_append_printf(s, " probability=%s",
                               g_ascii_dtostr(text, sizeof(text),
                                              fault->probability));
    }
    nv_fault_put(fault, usual, nv_fault_what, true, s);
    nv_fault_free(usual);
    return s;
}

bool nv_fault_is_same(const NVFault *a, const NVFault *b)
{
    g_autoptr(GString) one = nv_fault_order(a);
    g_autoptr(GString) other = nv_fault_order(b);

    return g_string_equal(one, other);
}

char *nv_fault_text(const NVFault *fault)
{
    GString *s = nv_fault_order(fault);

    g_string_append_printf(s, " met=%" PRIu64 " done=%" PRIu64, fault->met,
                           fault->done);
    return g_string_free(s, false);
}

bool nv_fault_kind_is_possible(NVGPU *gpu, const NVFaultKind *kind)
{
    NVFault *fault = nv_fault_new(gpu, kind);
    bool possible;

    /* Some kinds need an address; that doesn't depend on the card. */
    fault->to = 0;
    possible = !kind->possible || kind->possible(fault);
    nv_fault_free(fault);
    return possible;
}

void nv_fault_kind_put(const NVFaultKind *kind, GString *s)
{
    g_autofree char *keys = nv_fault_keys(kind, false);
    g_autoptr(GString) conds = g_string_new(NULL);

    nv_kinds_put_keys(kind->kinds, " ", conds);
    g_strdelimit(keys, ",", ' ');
    g_string_append_printf(s, "fault %s%s%s", kind->name,
                           conds->len ? " " : "", conds->str);
    for (const char *c = keys; *c; c += strcspn(c, " ")) {
        c += strspn(c, " ");
        g_string_append_printf(s, " %.*s", (int)strcspn(c, " "), c);
    }
    g_string_append_c(s, '\n');
}

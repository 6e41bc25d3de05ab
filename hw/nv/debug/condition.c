/*
 * NVIDIA GPU: conditions on probes, for breakpoints and faults
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qapi/error.h"
#include "qapi/qapi-builtin-visit.h"
#include "qapi/visitor-impl.h"
#include "internal.h"

static const char *const nv_probe_kind_names[] = {
    [NV_PROBE_MMIO_READ] = "mmio-read",
    [NV_PROBE_MMIO_WRITE] = "mmio-write",
    [NV_PROBE_SUBMIT] = "submit",
    [NV_PROBE_SWITCH] = "switch",
    [NV_PROBE_ENTRY_READ] = "entry-read",
    [NV_PROBE_ENTRY] = "entry",
    [NV_PROBE_COMMAND] = "command",
    [NV_PROBE_WORDS] = "words",
    [NV_PROBE_METHOD] = "method",
    [NV_PROBE_MEM_READ] = "mem-read",
    [NV_PROBE_MEM_WRITE] = "mem-write",
    [NV_PROBE_ACQUIRE] = "acquire",
    [NV_PROBE_ACQUIRED] = "acquired",
    [NV_PROBE_RELEASE] = "release",
    [NV_PROBE_REFERENCE] = "reference",
    [NV_PROBE_INTERRUPT] = "interrupt",
    [NV_PROBE_ERROR] = "error",
    [NV_PROBE_VBLANK] = "vblank",
    [NV_PROBE_FLIP] = "flip",
    [NV_PROBE_FALCON] = "falcon",
    [NV_PROBE_RUN] = "run",
    [NV_PROBE_WORK] = "work",
    [NV_PROBE_PENDING] = "pending",
    [NV_PROBE_RESET] = "reset",
    [NV_PROBE_TRANSLATE] = "translate",
    [NV_PROBE_CHECK] = "check",
    [NV_PROBE_NOTIFY] = "notify",
    [NV_PROBE_LISTED] = "listed",
    [NV_PROBE_RAMFC] = "ramfc",
    [NV_PROBE_DISPLAY] = "display",
};

QEMU_BUILD_BUG_ON(ARRAY_SIZE(nv_probe_kind_names) != NV_PROBE__MAX);

const char *nv_probe_kind_name(NVProbeKind kind)
{
    return nv_probe_kind_names[kind];
}

/* --- Reading ---------------------------------------------------------- */

/* Some kinds come in twos. */
static const struct {
    const char *name;
    uint32_t kinds;
} nv_kinds_together[] = {
    { "mmio", NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(MMIO_WRITE) },
    { "mem", NV_PROBE_BIT(MEM_READ) | NV_PROBE_BIT(MEM_WRITE) },
    { "semaphore", NV_PROBE_BIT(ACQUIRE) | NV_PROBE_BIT(ACQUIRED) |
                   NV_PROBE_BIT(RELEASE) },
};

uint32_t nv_probe_kinds(const char *name)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_kinds_together); i++) {
        if (!strcmp(nv_kinds_together[i].name, name)) {
            return nv_kinds_together[i].kinds;
        }
    }
    for (unsigned i = 0; i < NV_PROBE__MAX; i++) {
        if (!strcmp(nv_probe_kind_names[i], name)) {
            return 1u << i;
        }
    }
    return 0;
}

#define NV_KEY(_name, _member, _most) \
    NV_NUMBER_KEY(_name, NVCondition, _member, _most)

static const NVNumberKey nv_condition_keys[] = {
    NV_KEY("channel", chid, NV_PROBE_CHANNELS - 1),
    NV_KEY("subchannel", subc, NV_PROBE_SUBCHANNELS - 1),
    /* Or a channel of EVO: that of the second head's overlay is the last */
    NV_KEY("head", subc, 4),
    NV_KEY("bar", subc, 3),
    NV_KEY("falcon", subc, NV_FALCONS - 1),
    NV_KEY("class", class, UINT16_MAX),
    NV_KEY("method", mthd, UINT16_MAX),
    NV_KEY("data", data, UINT64_MAX),
    NV_KEY("mask", mask, UINT64_MAX),
    NV_KEY("address", addr, UINT64_MAX),
    NV_KEY("size", size, UINT64_MAX),
    { }
};

bool nv_number_set(const NVNumberKey *keys, void *to, const char *key,
                   const char *text, bool *known, Error **errp)
{
    uint64_t val;

    while (keys->name && strcmp(keys->name, key)) {
        keys++;
    }
    *known = keys->name;
    if (!keys->name) {
        return true;
    }
    if (qemu_strtou64(text, NULL, 0, &val) || val > keys->most) {
        error_setg(errp, "%s: '%s' is no number from 0 to 0x%" PRIx64, key,
                   text, keys->most);
        return false;
    }
    *(uint64_t *)((char *)to + keys->offset) = val;
    return true;
}

bool nv_condition_set(NVCondition *cond, const char *key, const char *text,
                      bool *known, Error **errp)
{
    if (!strcmp(key, "what")) {
        g_free(cond->what);
        cond->what = g_strdup(text);
        *known = true;
        return true;
    }
    if (!nv_number_set(nv_condition_keys, cond, key, text, known, errp)) {
        return false;
    }
    cond->has_data |= !strcmp(key, "data");
    if (!strcmp(key, "address") && !cond->size) {
        cond->size = 1;
    }
    return true;
}

char *nv_key_split(const char *word, const char **text, Error **errp)
{
    *text = strchr(word, '=');
    if (!*text) {
        error_setg(errp, "'%s' isn't KEY=VALUE", word);
        return NULL;
    }
    return g_strndup(word, (*text)++ - word);
}

void nv_condition_init(NVCondition *cond)
{
    *cond = (NVCondition) {
        .chid = -1, .subc = -1, .class = -1, .mthd = -1, .mask = UINT64_MAX,
    };
}

void nv_condition_clear(NVCondition *cond)
{
    g_clear_pointer(&cond->what, g_free);
}

/* --- Telling ---------------------------------------------------------- */

void nv_condition_put_kind(const NVCondition *cond, GString *s)
{
    if (is_power_of_2(cond->kinds)) {
        g_string_append(s, nv_probe_kind_names[ctz32(cond->kinds)]);
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_kinds_together); i++) {
        if (nv_kinds_together[i].kinds == cond->kinds) {
            g_string_append(s, nv_kinds_together[i].name);
        }
    }
}

static void nv_condition_put(GString *s, const char *key, int64_t val)
{
    if (val >= 0) {
        g_string_append_printf(s, " %s=%s%" PRIx64, key, val > 9 ? "0x" : "",
                               val);
    }
}

void nv_condition_put_keys(const NVCondition *cond, GString *s)
{
    nv_condition_put(s, "channel", cond->chid);
    nv_condition_put(s, "subchannel", cond->subc);
    nv_condition_put(s, "class", cond->class);
    nv_condition_put(s, "method", cond->mthd);
    if (cond->has_data) {
        g_string_append_printf(s, " data=0x%" PRIx64, cond->data);
    }
    if (cond->mask != UINT64_MAX) {
        g_string_append_printf(s, " mask=0x%" PRIx64, cond->mask);
    }
    if (cond->size) {
        g_string_append_printf(s, " address=0x%" PRIx64 " size=0x%" PRIx64,
                               cond->addr, cond->size);
    }
    if (cond->what) {
        g_string_append_printf(s, " what=%s", cond->what);
    }
}

char *nv_probe_text(const NVProbe *probe)
{
    GString *s = g_string_new(nv_probe_kind_names[probe->kind]);

    if (probe->chid >= 0) {
        g_string_append_printf(s, " channel %d", probe->chid);
    }
    if (probe->kind == NV_PROBE_METHOD) {
        g_string_append_printf(s, " subchannel %u class 0x%04x method 0x%04x",
                               probe->subc, probe->class, probe->mthd);
    }
    if (probe->what) {
        g_string_append_printf(s, " %s subchannel %u method 0x%04x",
                               probe->what, probe->subc, probe->mthd);
    }
    if (probe->kind == NV_PROBE_FALCON || probe->kind == NV_PROBE_VBLANK ||
        probe->kind == NV_PROBE_FLIP || probe->kind == NV_PROBE_MMIO_READ ||
        probe->kind == NV_PROBE_MMIO_WRITE) {
        g_string_append_printf(s, " %u", probe->subc);
    }
    g_string_append_printf(s, " data 0x%08" PRIx64, probe->data);
    if (probe->addr != NV_PROBE_NOWHERE) {
        g_string_append_printf(s, " at 0x%08" PRIx64, probe->addr);
    }
    if (probe->size) {
        g_string_append_printf(s, " size %" PRIu64, probe->size);
    }
    return g_string_free(s, false);
}

/* --- Comparing -------------------------------------------------------- */

bool nv_condition_is_same(const NVCondition *a, const NVCondition *b)
{
    return a->kinds == b->kinds && a->chid == b->chid && a->subc == b->subc &&
           a->class == b->class && a->mthd == b->mthd &&
           a->has_data == b->has_data && a->data == b->data &&
           a->mask == b->mask && a->addr == b->addr && a->size == b->size &&
           !g_strcmp0(a->what, b->what);
}

static bool nv_condition_is(int64_t want, int64_t is)
{
    return want < 0 || want == is;
}

/* Pieces of memory have a word in common. */
static bool nv_condition_meets(const NVCondition *cond, const NVProbe *probe)
{
    uint64_t size = MAX(probe->size, 1);

    return !cond->size ||
           (probe->addr < cond->addr ? cond->addr - probe->addr < size
                                   : probe->addr - cond->addr < cond->size);
}

bool nv_condition_matches(const NVCondition *cond, const NVProbe *probe)
{
    return cond->kinds & 1u << probe->kind &&
           nv_condition_is(cond->chid, probe->chid) &&
           nv_condition_is(cond->subc, probe->subc) &&
           nv_condition_is(cond->class, probe->class) &&
           nv_condition_is(cond->mthd, probe->mthd) &&
           (!cond->has_data || !((cond->data ^ probe->data) & cond->mask)) &&
           nv_condition_meets(cond, probe) &&
           (!cond->what || (probe->what && !strcmp(cond->what, probe->what)));
}

static strList *nv_lines_split(const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, ";", -1);
    strList *list = NULL, **tail = &list;

    for (unsigned i = 0; parts[i]; i++) {
        g_strstrip(parts[i]);
        if (*parts[i]) {
            QAPI_LIST_APPEND(tail, g_strdup(parts[i]));
        }
    }
    return list;
}

/*
 * QEMU's visitor of texts aborts at a list of anything but numbers.  Of those
 * that have a value to read, it alone can't read one of any type.
 */
bool nv_lines_visit(Visitor *v, const char *name, strList **list,
                    Error **errp)
{
    g_autofree char *text = NULL;

    if (v->type_any) {
        return visit_type_strList(v, name, list, errp);
    }
    if (!visit_type_str(v, name, &text, errp)) {
        return false;
    }
    *list = nv_lines_split(text);
    return true;
}

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
#include "hw/nv/display.h"
#include "hw/nv/vm.h"
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

/* Names that stand for two kinds */
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

/* --- Keys ------------------------------------------------------------- */

/* The keys of kinds, as indices of the table below */
enum {
    NV_COND_CHANNEL, NV_COND_SUBCHANNEL, NV_COND_HEAD, NV_COND_BAR,
    NV_COND_FALCON, NV_COND_CLASS, NV_COND_METHOD, NV_COND_DATA, NV_COND_MASK,
    NV_COND_ADDRESS, NV_COND_SIZE, NV_COND_WHAT, NV_COND__MAX,
};

#define NV_HAS(_key) (1u << NV_COND_ ## _key)

#define NV_KEY(_name, _member, _most) \
    NV_NUMBER_KEY(_name, NVCondition, _member, _most)

static const NVNumberKey nv_condition_keys[] = {
    [NV_COND_CHANNEL] = NV_KEY("channel", chid, NV_PROBE_CHANNELS - 1),
    [NV_COND_SUBCHANNEL] = NV_KEY("subchannel", subc, 31),
    /* Or an EVO channel, of which the second head's overlay is the last */
    [NV_COND_HEAD] = NV_KEY("head", subc, 4),
    [NV_COND_BAR] = NV_KEY("bar", subc, 3),
    [NV_COND_FALCON] = NV_KEY("falcon", subc, NV_FALCONS - 1),
    [NV_COND_CLASS] = NV_KEY("class", class, UINT16_MAX),
    [NV_COND_METHOD] = NV_KEY("method", mthd, UINT16_MAX),
    [NV_COND_DATA] = NV_KEY("data", data, UINT64_MAX),
    [NV_COND_MASK] = NV_KEY("mask", mask, UINT64_MAX),
    [NV_COND_ADDRESS] = NV_KEY("address", addr, UINT64_MAX),
    [NV_COND_SIZE] = NV_KEY("size", size, UINT64_MAX),
    [NV_COND__MAX] = { }
};

/* The names of NVProbe.subc, of which a condition has at most one */
#define NV_HAS_SUBC (NV_HAS(SUBCHANNEL) | NV_HAS(HEAD) | NV_HAS(BAR) | \
                     NV_HAS(FALCON))
#define NV_HAS_DATA (NV_HAS(DATA) | NV_HAS(MASK))
#define NV_HAS_PLACE (NV_HAS(ADDRESS) | NV_HAS(SIZE))
#define NV_HAS_METHOD (NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL) | \
                       NV_HAS(CLASS) | NV_HAS(METHOD) | NV_HAS_DATA)

/* The keys of each kind, as documented at enum NVProbeKind */
static const uint32_t nv_kind_keys[NV_PROBE__MAX] = {
    [NV_PROBE_MMIO_READ] = NV_HAS(BAR) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_MMIO_WRITE] = NV_HAS(BAR) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_SUBMIT] = NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL) | NV_HAS_DATA,
    [NV_PROBE_SWITCH] = NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL),
    [NV_PROBE_ENTRY_READ] = NV_HAS(CHANNEL) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_ENTRY] = NV_HAS(CHANNEL) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_COMMAND] = NV_HAS(CHANNEL) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_WORDS] = NV_HAS(CHANNEL) | NV_HAS_PLACE,
    [NV_PROBE_METHOD] = NV_HAS_METHOD | NV_HAS_PLACE,
    [NV_PROBE_MEM_READ] = NV_HAS(CHANNEL) | NV_HAS_PLACE,
    [NV_PROBE_MEM_WRITE] = NV_HAS(CHANNEL) | NV_HAS_PLACE,
    [NV_PROBE_ACQUIRE] = NV_HAS(CHANNEL) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_ACQUIRED] = NV_HAS(CHANNEL) | NV_HAS_DATA,
    [NV_PROBE_RELEASE] = NV_HAS(CHANNEL) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_REFERENCE] = NV_HAS(CHANNEL) | NV_HAS_DATA,
    [NV_PROBE_INTERRUPT] = NV_HAS_DATA,
    [NV_PROBE_ERROR] = NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL) | NV_HAS(HEAD) |
                       NV_HAS(METHOD) | NV_HAS_DATA | NV_HAS_PLACE |
                       NV_HAS(WHAT),
    [NV_PROBE_VBLANK] = NV_HAS(HEAD),
    [NV_PROBE_FLIP] = NV_HAS(HEAD) | NV_HAS_PLACE,
    [NV_PROBE_FALCON] = NV_HAS(FALCON) | NV_HAS_PLACE,
    [NV_PROBE_RUN] = NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL) | NV_HAS_DATA,
    [NV_PROBE_WORK] = NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL) | NV_HAS_DATA |
                      NV_HAS(WHAT),
    [NV_PROBE_PENDING] = NV_HAS(SUBCHANNEL) | NV_HAS_DATA,
    [NV_PROBE_RESET] = 0,
    [NV_PROBE_TRANSLATE] = NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_CHECK] = NV_HAS_METHOD,
    [NV_PROBE_NOTIFY] = NV_HAS_METHOD | NV_HAS(HEAD) | NV_HAS_PLACE |
                        NV_HAS(WHAT),
    [NV_PROBE_LISTED] = NV_HAS(CHANNEL) | NV_HAS_DATA | NV_HAS_PLACE,
    [NV_PROBE_RAMFC] = NV_HAS(CHANNEL) | NV_HAS(SUBCHANNEL) | NV_HAS_DATA |
                       NV_HAS_PLACE,
    [NV_PROBE_DISPLAY] = NV_HAS(HEAD) | NV_HAS(METHOD) | NV_HAS_DATA |
                         NV_HAS_PLACE,
};

/* The keys that any of @kinds has */
static uint32_t nv_keys_of(uint32_t kinds)
{
    uint32_t keys = 0;

    for (unsigned i = 0; i < NV_PROBE__MAX; i++) {
        keys |= kinds & 1u << i ? nv_kind_keys[i] : 0;
    }
    return keys;
}

static const char *nv_key_name(unsigned key)
{
    return key == NV_COND_WHAT ? "what" : nv_condition_keys[key].name;
}

/* -1 if there is no such key */
static int nv_key_find(const char *name)
{
    for (unsigned i = 0; i < NV_COND__MAX; i++) {
        if (!strcmp(nv_key_name(i), name)) {
            return i;
        }
    }
    return -1;
}

bool nv_condition_has_key(const char *name)
{
    return nv_key_find(name) >= 0;
}

void nv_kinds_put_keys(uint32_t kinds, const char *between, GString *s)
{
    uint32_t keys = nv_keys_of(kinds);

    for (unsigned i = 0; i < NV_COND__MAX; i++) {
        if (keys & 1u << i) {
            g_string_append_printf(s, "%s%s", s->len ? between : "",
                                   nv_key_name(i));
        }
    }
}

const char *nv_kinds_name(unsigned i)
{
    if (i < NV_PROBE__MAX) {
        return nv_probe_kind_names[i];
    }
    i -= NV_PROBE__MAX;
    return i < ARRAY_SIZE(nv_kinds_together) ? nv_kinds_together[i].name : NULL;
}

/* --- Parsing ---------------------------------------------------------- */

bool nv_number_parse(const char *text, uint64_t most, uint64_t *val)
{
    /* strtoull() would take a sign. */
    return g_ascii_isdigit(*text) && !qemu_strtou64(text, NULL, 0, val) &&
           *val <= most;
}

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
    if (!nv_number_parse(text, keys->most, &val)) {
        error_setg(errp, "%s: '%s' is no number from 0 to 0x%" PRIx64, key,
                   text, keys->most);
        return false;
    }
    *(uint64_t *)((char *)to + keys->offset) = val;
    return true;
}

bool nv_condition_set_kind(NVCondition *cond, const char *kind, Error **errp)
{
    g_autoptr(GString) kinds = g_string_new(NULL);
    const char *name;

    cond->kinds = nv_probe_kinds(kind);
    if (cond->kinds) {
        return true;
    }
    for (unsigned i = 0; (name = nv_kinds_name(i)); i++) {
        g_string_append_printf(kinds, "%s%s", i ? ", " : "", name);
    }
    error_setg(errp, "'%s' is no kind of breakpoint: there are %s", kind,
               kinds->str);
    return false;
}

bool nv_condition_set(NVCondition *cond, const char *key, const char *text,
                      bool *known, Error **errp)
{
    int is = nv_key_find(key);

    *known = is >= 0;
    if (!*known) {
        return true;
    }
    cond->given |= 1u << is;
    if (is == NV_COND_WHAT) {
        cond->what = g_strdup(text);
        return true;
    }
    return nv_number_set(nv_condition_keys, cond, key, text, known, errp);
}

void nv_condition_refuse_key(const NVCondition *cond, const char *name,
                             const char *key, const char *also, Error **errp)
{
    g_autoptr(GString) keys = g_string_new(NULL);

    nv_kinds_put_keys(cond->kinds, ", ", keys);
    error_setg(errp, "%s has no '%s': its keys are %s%s%s", name, key,
               keys->str, keys->len ? ", " : "", also);
}

/* Check keys that need another one, and keys that exclude each other. */
static bool nv_condition_keys_fit(const NVCondition *cond, Error **errp)
{
    if (cond->given & NV_HAS(MASK) && !(cond->given & NV_HAS(DATA))) {
        error_setg(errp, "mask says which bits of data count: it needs data");
        return false;
    }
    if (cond->given & NV_HAS(SIZE) && !(cond->given & NV_HAS(ADDRESS))) {
        error_setg(errp, "size is that of what begins at address: it needs "
                   "address");
        return false;
    }
    if (cond->given & NV_HAS(SIZE) && !cond->size) {
        error_setg(errp, "size: something has at least 1 byte");
        return false;
    }
    if (ctpop32(cond->given & NV_HAS_SUBC) > 1) {
        error_setg(errp, "an event is of a subchannel or of a head, not of "
                   "both");
        return false;
    }
    if (cond->given & NV_HAS(METHOD) && cond->mthd % 4) {
        error_setg(errp, "methods are multiples of 4");
        return false;
    }
    return true;
}

/* Kinds whose "subchannel" is an engine's or a bit's number */
#define NV_MANY (NV_PROBE_BIT(PENDING) | NV_PROBE_BIT(WORK))

/* Check against the card's limits; from NV50 on, heads are EVO channels. */
static bool nv_condition_numbers_fit(NVGPU *gpu, const NVCondition *cond,
                                     Error **errp)
{
    unsigned channels = gpu->chip->fifo->channels;
    unsigned heads = nv_display_heads(gpu);

    if (cond->chid >= (int64_t)channels) {
        error_setg(errp, "channel: '%" PRId64 "' is no number from 0 to %u, "
                   "the card's last", cond->chid, channels - 1);
        return false;
    }
    if (cond->given & NV_HAS(SUBCHANNEL) && !(cond->kinds & NV_MANY) &&
        cond->subc >= NV_PROBE_SUBCHANNELS) {
        error_setg(errp, "subchannel: '%" PRId64 "' is no number from 0 to %u",
                   cond->subc, NV_PROBE_SUBCHANNELS - 1);
        return false;
    }
    /* The number of heads isn't known before the device is realized. */
    if (cond->given & NV_HAS(HEAD) && gpu->regs && cond->subc >= heads &&
        !(gpu->chip->vm && cond->kinds & ~NV_PROBE_BIT(VBLANK))) {
        error_setg(errp, "head: '%" PRId64 "' is none of the card's %u",
                   cond->subc, heads);
        return false;
    }
    return true;
}

const char *nv_condition_stray_key(const NVCondition *cond)
{
    uint32_t strays = cond->given & ~nv_keys_of(cond->kinds);

    return strays ? nv_key_name(ctz32(strays)) : NULL;
}

bool nv_condition_check(NVGPU *gpu, NVCondition *cond, Error **errp)
{
    if (!nv_condition_keys_fit(cond, errp) ||
        !nv_condition_numbers_fit(gpu, cond, errp) ||
        (cond->what && !nv_error_check(gpu, cond->kinds, &cond->what, errp))) {
        return false;
    }
    cond->has_data = cond->given & NV_HAS(DATA);
    if (cond->given & NV_HAS(ADDRESS) && !cond->size) {
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

bool nv_key_is_first(char **words, unsigned i, Error **errp)
{
    size_t len = strcspn(words[i], "=") + 1;

    for (unsigned j = 0; j < i; j++) {
        if (!strncmp(words[j], words[i], len)) {
            error_setg(errp, "%.*s is given twice", (int)len - 1, words[i]);
            return false;
        }
    }
    return true;
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

/* --- Printing --------------------------------------------------------- */

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
    if (cond->given & NV_HAS_SUBC) {
        nv_condition_put(s, nv_key_name(ctz32(cond->given & NV_HAS_SUBC)),
                         cond->subc);
    }
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
        g_autofree char *typed = nv_error_typed(cond->what);

        g_string_append_printf(s, " what=%s", typed);
    }
}

static void nv_probe_put_unit(NVGPU *gpu, uint32_t user, GString *s)
{
    NVVmClient who = nv_vm_client(gpu, user);

    g_string_append_printf(s, "unit 0x%02x", who.unit);
    if (who.name) {
        g_string_append_printf(s, " %s", who.name);
    }
    g_string_append_printf(s, " client 0x%02x%s", who.client,
                           who.of_gpc ? " of a GPC" : "");
    if (who.slot != NV_VM_NO_SLOT) {
        g_string_append_printf(s, " slot 0x%x", who.slot);
    }
}

/* Where an access has failed, and whose it was */
static void nv_probe_put_access(NVGPU *gpu, const NVProbe *probe, GString *s)
{
    g_string_append_printf(s, " address 0x%08" PRIx64 " by ",
                           probe->fault_addr);
    if (probe->size == NV_PROBE_BY_UNIT) {
        nv_probe_put_unit(gpu, probe->who, s);
    } else {
        g_string_append_printf(s, "object 0x%05" PRIx32, probe->who);
    }
}

static void nv_probe_put_error(NVGPU *gpu, const NVProbe *probe, GString *s)
{
    g_string_append_printf(s, " %s", probe->what);
    if (probe->mthd != NV_PROBE_NO_METHOD) {
        /* A method of no channel of PFIFO's is EVO's. */
        g_string_append_printf(s, " %s %u", probe->chid < 0 ? "head"
                                                            : "subchannel",
                               probe->subc);
        if (probe->class) {
            g_string_append_printf(s, " class 0x%04x", probe->class);
        }
        g_string_append_printf(s, " method 0x%04x", probe->mthd);
    }
    if (!probe->size || probe->mthd != NV_PROBE_NO_METHOD) {
        g_string_append_printf(s, " data 0x%08" PRIx64, probe->data);
    }
    if (probe->size) {
        nv_probe_put_access(gpu, probe, s);
    }
    if (probe->addr != NV_PROBE_NOWHERE) {
        g_string_append_printf(s, " at 0x%08" PRIx64, probe->addr);
    }
}

char *nv_probe_text(NVGPU *gpu, const NVProbe *probe)
{
    GString *s = g_string_new(nv_probe_kind_names[probe->kind]);

    if (probe->chid >= 0) {
        g_string_append_printf(s, " channel %d", probe->chid);
    }
    if (probe->kind == NV_PROBE_ERROR) {
        nv_probe_put_error(gpu, probe, s);
        return g_string_free(s, false);
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

/* --- Matching --------------------------------------------------------- */

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

/* Whether the two ranges of memory overlap in a word */
static bool nv_condition_meets(const NVCondition *cond, const NVProbe *probe)
{
    bool failed = probe->kind == NV_PROBE_ERROR && probe->size;
    uint64_t addr = failed ? probe->fault_addr : probe->addr;
    uint64_t size = failed ? 1 : MAX(probe->size, 1);

    return !cond->size ||
           (addr < cond->addr ? cond->addr - addr < size
                              : addr - cond->addr < cond->size);
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
 * QEMU's string input visitor aborts on a list of anything but numbers.  Among
 * visitors that set properties, it is the only one without type_any().
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

/*
 * Tests of the NVIDIA GPU: registers in migration streams
 *
 * Each unit has a section of its own there.  What is loaded is what a guest
 * could have left: bits that a register has, of registers that the card has.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo-regs.h"
#include "hw/nv/graph-regs-nvc0.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-saved.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-state.h"
#include "libnv/nv-test.h"

#define INTR_EN_BITS (R_NV_PMC_INTR_EN_HARDWARE_MASK | \
                      R_NV_PMC_INTR_EN_SOFTWARE_MASK)

/*
 * Addresses of PMC and PBUS that are nothing on any card, and one outside of
 * all units, where accesses fail from NV41 on
 */
#define UNMODELLED 0x000f04
#define UNMODELLED_2 0x001f04
#define BACKGROUND 0x1f0004

#define VALUE 0x11223344
#define VALUE_2 0x55667788

/* --- Changes to a stream ----------------------------------------------- */

static void change_section(GByteArray *stream, void *opaque)
{
    NVSectionChange **change = opaque;

    g_assert_true(nv_stream_change(stream, *change, opaque));
}

/* A change, and what it does: what a callback gets has to begin with it. */
typedef struct Change {
    NVSectionChange *change;
    NVDev *nv;
} Change;

static bool migrate(NVDev *nv, NVSectionChange *change)
{
    return nv_migrate_change(nv, change_section,
                             &(Change) { .change = change, .nv = nv });
}

static NVDev *machine(void *opaque)
{
    return ((Change *)opaque)->nv;
}

/* --- What is loaded ---------------------------------------------------- */

/* Registers without a function of their own, and which of their bits exist */
static const struct {
    const char *unit;
    uint32_t addr, bits;
    bool fermi, kepler_lacks;
} registers[] = {
    { "PMC", A_NV_PMC_INTR_EN, INTR_EN_BITS },
    { "PMC", A_NV_PMC_INTR_EN, INTR_EN_BITS, .fermi = true },
    { "PFIFO", A_NV_PFIFO_DELAY, 0xff },
    { "PFIFO", A_NVC0_PFIFO_RUNLIST_BASE, 0x3fffffff, .fermi = true },
    { "PRIVRING", A_NV_PRIVRING_HUB_COUNT, 0, .fermi = true,
      .kepler_lacks = true },
};

static bool has_hubs(const NVDev *nv)
{
    return nv_is_fermi(nv) && !(nv->card->features & NV_CARD_NVE4);
}

static bool has_register(const NVDev *nv, unsigned i)
{
    return registers[i].fermi == nv_is_fermi(nv) &&
           (has_hubs(nv) || !registers[i].kepler_lacks);
}

static void set_all_bits(NVSection *section, void *opaque)
{
    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
        if (has_register(machine(opaque), i)) {
            nv_saved_set(section, registers[i].unit, registers[i].addr,
                         UINT32_MAX);
        }
    }
}

/* What a guest gets that writes all of its bits */
static uint32_t with_all_bits(NVDev *nv, uint32_t addr)
{
    uint32_t old = nv_rd32(nv, addr), all;

    nv_wr32(nv, addr, UINT32_MAX);
    all = nv_rd32(nv, addr);
    nv_wr32(nv, addr, old);
    return all;
}

static void masked_bits_are_dropped(NVDev *nv)
{
    uint32_t want[ARRAY_SIZE(registers)] = {};

    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
        if (has_register(nv, i)) {
            want[i] = with_all_bits(nv, registers[i].addr);
            g_assert_cmpuint(want[i], !=, UINT32_MAX);
            nv_assert_hex(want[i] & registers[i].bits, registers[i].bits);
        }
    }
    g_assert_true(migrate(nv, set_all_bits));
    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
        if (has_register(nv, i)) {
            nv_assert_hex(nv_rd32(nv, registers[i].addr), want[i]);
        }
    }
}

/* Registers that the card sets, in fields */
static const struct {
    const char *unit;
    uint32_t addr, bits;
} latches[] = {
    { "PFIFO", A_NVC0_PFIFO_FAULT_TYPE, 0x1fcf },
    { "PGRAPH", A_NVC0_PGRAPH_TRAPPED_ADDR, 0x00073ffc },
    { "PGRAPH", A_NVC0_PGRAPH_MACRO_TRAP_LOCATION, 0x100007ff },
};

static void set_latches(NVSection *section, void *opaque)
{
    for (unsigned i = 0; i < ARRAY_SIZE(latches); i++) {
        nv_saved_set(section, latches[i].unit, latches[i].addr, UINT32_MAX);
    }
}

static void latches_have_fields(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    g_assert_true(migrate(nv, set_latches));
    for (unsigned i = 0; i < ARRAY_SIZE(latches); i++) {
        nv_assert_hex(nv_rd32(nv, latches[i].addr), latches[i].bits);
    }
}

static void no_bits(NVSection *section, void *opaque)
{
    nv_saved_set(section, "PMC", A_NV_PMC_BOOT_0, 0);
    if (has_hubs(machine(opaque))) {
        nv_saved_set(section, "PRIVRING", A_NV_PRIVRING_HUB_COUNT, 0);
    }
}

/* Bits that nobody can change are the card's own. */
static void constants_stay(NVDev *nv)
{
    uint32_t hubs = has_hubs(nv) ? nv_rd32(nv, A_NV_PRIVRING_HUB_COUNT) : 0;

    g_assert_true(migrate(nv, no_bits));
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    if (hubs) {
        nv_assert_reg(nv, NV_PRIVRING_HUB_COUNT, hubs);
    }
}

/* Bit 31 of a write replaces the straps; without it they are the board's. */
static void set_straps(NVSection *section, void *opaque)
{
    nv_saved_set(section, "PSTRAPS", A_NV_PSTRAPS_STRAPS_PRIMARY, VALUE);
}

static void straps_are_the_boards(NVDev *nv)
{
    uint32_t straps = nv_rd32(nv, A_NV_PSTRAPS_STRAPS_PRIMARY);

    g_assert_true(migrate(nv, set_straps));
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, straps);
}

static void replaced_straps_stay(NVDev *nv)
{
    nv_wr32(nv, A_NV_PSTRAPS_STRAPS_PRIMARY, 0x80000000 | VALUE);
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, 0x80000000 | VALUE);
}

/* A timer that stands still: its time is in a word that writes don't store. */
static void what_the_card_sets_is_kept(NVDev *nv)
{
    uint32_t addr = NV_PDAEMON + A_NV_FALCON_PERIODIC_TIME;

    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    nv_wr32(nv, addr, VALUE);
    nv_assert_hex(nv_rd32(nv, addr), VALUE);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, addr), VALUE);
}

/* --- What is saved ----------------------------------------------------- */

/* Interrupts of GF119's display are kept otherwise than they had been. */
static uint32_t saved_version(const NVCard *card, const char *unit)
{
    return card->features & NV_CARD_EVO_NVD9 &&
           g_str_equal(unit, "PDISPLAY") ? 2 : 1;
}

static void view(NVSection *section, void *opaque)
{
    static const uint8_t bytes[] = { 0x11, 0x22, 0x33, 0x44 };
    NVSavedUnit unit;
    uint32_t val;

    g_assert_false(nv_saved_get(section, "PMC", A_NV_PMC_BOOT_0, &val));
    g_assert_true(nv_saved_get(section, "PMC", A_NV_PMC_INTR_EN, &val));
    nv_assert_hex(val, INTR_EN_BITS);
    g_assert_false(nv_saved_get(section, "PMC", UNMODELLED, &val));
    g_assert_true(nv_saved_get(section, NV_SAVED_UNMODELLED, UNMODELLED,
                               &val));
    nv_assert_hex(val, VALUE);
    g_assert_true(nv_saved_get(section, NV_SAVED_UNMODELLED, UNMODELLED_2,
                               &val));
    g_assert_true(nv_saved_find(section, NV_SAVED_UNMODELLED, &unit));
    g_assert_nonnull(memmem(section->bytes->data + unit.val, unit.words * 4,
                            bytes, sizeof(bytes)));
    for (unsigned i = 0; nv_saved_unit(section, i, &unit); i++) {
        nv_assert_hex(ldl_be_p(section->bytes->data + unit.version),
                      saved_version(machine(opaque)->card, unit.name));
    }
}

/*
 * Each word is in its unit's section, or in that of words that no unit knows,
 * in one order of bytes.
 */
static void words_are_their_units(NVDev *nv)
{
    uint32_t background;

    nv_wr32(nv, A_NV_PMC_INTR_EN, UINT32_MAX);
    nv_wr32(nv, UNMODELLED, VALUE);
    nv_wr32(nv, UNMODELLED_2, VALUE_2);
    nv_wr32(nv, BACKGROUND, VALUE_2);
    background = nv_rd32(nv, BACKGROUND);
    g_assert_true(migrate(nv, view));
    nv_assert_reg(nv, NV_PMC_INTR_EN, INTR_EN_BITS);
    nv_assert_hex(nv_rd32(nv, UNMODELLED), VALUE);
    nv_assert_hex(nv_rd32(nv, UNMODELLED_2), VALUE_2);
    nv_assert_hex(nv_rd32(nv, BACKGROUND), background);
}

static void look_for_none(NVSection *section, void *opaque)
{
    uint32_t val;

    g_assert_false(nv_saved_get(section, "PMC", A_NV_PMC_INTR_EN, &val));
    g_assert_false(nv_saved_get(section, NV_SAVED_UNMODELLED, UNMODELLED,
                                &val));
}

/* What isn't in a snapshot has its value after a reset. */
static void what_is_missing_is_reset(NVDev *nv)
{
    uint32_t delay = nv_is_fermi(nv) ? 0 : nv_rd32(nv, A_NV_PFIFO_DELAY);

    nv_savevm(nv);
    nv_wr32(nv, A_NV_PMC_INTR_EN, UINT32_MAX);
    nv_wr32(nv, UNMODELLED, VALUE);
    nv_wr32(nv, UNMODELLED_2, VALUE);
    if (!nv_is_fermi(nv)) {
        nv_wr32(nv, A_NV_PFIFO_DELAY, ~delay);
    }
    nv_loadvm(nv);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 0);
    nv_assert_hex(nv_rd32(nv, UNMODELLED), 0);
    nv_assert_hex(nv_rd32(nv, UNMODELLED_2), 0);
    if (!nv_is_fermi(nv)) {
        nv_assert_reg(nv, NV_PFIFO_DELAY, delay);
    }
    g_assert_true(migrate(nv, look_for_none));
}

/* --- What is refused --------------------------------------------------- */

typedef struct Word {
    const char *unit;
    uint32_t addr;
} Word;

static void add_word(NVSection *section, void *opaque)
{
    const Word *word = machine(opaque)->test->data;

    nv_saved_set(section, word->unit, word->addr, VALUE);
}

static void word_is_refused(NVDev *nv)
{
    g_assert_false(migrate(nv, add_word));
}

static void rename_unit(NVSection *section, void *opaque)
{
    const char *name = machine(opaque)->test->data;
    NVSavedUnit unit;

    g_assert_true(nv_saved_find(section, "PMC", &unit));
    strncpy((char *)section->bytes->data + unit.at, name, NV_SAVED_NAME);
}

static void unit_is_refused(NVDev *nv)
{
    g_assert_false(migrate(nv, rename_unit));
}

/* Even if there is nothing of it */
static void add_unit(NVSection *section, void *opaque)
{
    nv_saved_add(section, machine(opaque)->test->data);
}

static void empty_unit_is_refused(NVDev *nv)
{
    g_assert_false(migrate(nv, add_unit));
}

/* What PMC has, and how many units a stream may have */
#define WORDS (0x1000 / 4)
#define UNITS 128

/* All of which are as they are saved, so that only their number is wrong. */
static void set_words(NVSection *section, void *opaque)
{
    const uint32_t *more = machine(opaque)->test->data;

    nv_saved_repeat(section, "PMC", A_NV_PMC_INTR_EN, INTR_EN_BITS,
                    WORDS + *more);
}

static void set_units(NVSection *section, void *opaque)
{
    const uint32_t *more = machine(opaque)->test->data;
    uint32_t count = nv_saved_count(section);

    while (ldl_be_p(section->bytes->data + count) < UNITS + *more) {
        nv_saved_add(section, "PMC");
    }
}

static void words_have_a_limit(NVDev *nv)
{
    const uint32_t *more = nv->test->data;

    nv_wr32(nv, A_NV_PMC_INTR_EN, UINT32_MAX);
    g_assert_cmpint(migrate(nv, set_words), ==, !*more);
}

static void units_have_a_limit(NVDev *nv)
{
    const uint32_t *more = nv->test->data;

    g_assert_cmpint(migrate(nv, set_units), ==, !*more);
}

typedef struct Number {
    bool units;
    bool version;
    uint32_t val;
} Number;

static void set_number(NVSection *section, void *opaque)
{
    const Number *number = machine(opaque)->test->data;
    NVSavedUnit unit;

    g_assert_true(nv_saved_find(section, "PMC", &unit));
    stl_be_p(section->bytes->data +
             (number->units ? nv_saved_count(section)
              : number->version ? unit.version : unit.count), number->val);
}

static void number_is_refused(NVDev *nv)
{
    g_assert_false(migrate(nv, set_number));
}

/* --- What is said of it ------------------------------------------------ */

#define PMC_WORDS (NV_SAVED_NAME + 8)

/* A byte behind the name of PMC's section is another; QEMU says something. */
typedef struct Saying {
    int offset;
    uint8_t val;
    const char *text;
} Saying;

static void says_what_is_wrong(NVDev *nv)
{
    static const char name[NV_SAVED_NAME] = "PMC";
    const Saying *saying = nv->test->data;
    g_autofree char *text = NULL;
    const char *data, *at;
    GBytes *state;
    gsize size;

    /* PMC's first word is INTR_EN then. */
    nv_wr32(nv, A_NV_PMC_INTR_EN, UINT32_MAX);
    state = nv_state_of(nv);
    data = g_bytes_get_data(state, &size);
    at = memmem(data, size, name, sizeof(name));
    g_assert_true(at && at + PMC_WORDS + 4 < data + size);
    nv_savevm_lie(nv, at, PMC_WORDS + 4, saying->offset, saying->val);
    text = nv_loadvm_says(nv);
    if (!strstr(text, saying->text)) {
        nv_fail("\"%s\" doesn't say: %s", text, saying->text);
    }
    /* If the user lets it go on, the card is reset. */
    nv_cont(nv);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 0);
    g_bytes_unref(state);
}

/* --- Version 1 --------------------------------------------------------- */

static void append_word(GByteArray *bytes, uint32_t val)
{
    uint8_t word[4];

    stl_be_p(word, val);
    g_byte_array_append(bytes, word, sizeof(word));
}

/* Units' registers as one list of indices and values; @more: two of them */
static void as_list(NVSection *section, const uint32_t *more, uint32_t count)
{
    uint32_t at = nv_saved_count(section), end = at + 4, words = count;
    g_autoptr(GByteArray) list = g_byte_array_new();
    NVSavedUnit unit;

    g_byte_array_append(list, section->bytes->data, at);
    append_word(list, 0);
    for (uint32_t i = 0; i < count * 2; i++) {
        append_word(list, more[i]);
    }
    for (unsigned i = 0; nv_saved_unit(section, i, &unit); i++) {
        for (uint32_t n = 0; n < unit.words * 4; n += 4) {
            append_word(list, ldl_be_p(section->bytes->data + unit.addr + n) /
                        4);
            append_word(list, ldl_be_p(section->bytes->data + unit.val + n));
        }
        words += unit.words;
        end = unit.val + unit.words * 4;
    }
    stl_be_p(list->data + at, words);
    g_byte_array_append(list, section->bytes->data + end,
                        section->bytes->len - end);
    g_byte_array_set_size(section->bytes, 0);
    g_byte_array_append(section->bytes, list->data, list->len);
}

static void make_list(NVSection *section, void *opaque)
{
    as_list(section, (const uint32_t[]) {
                A_NV_PMC_INTR_EN / 4, UINT32_MAX, A_NV_PMC_BOOT_0 / 4, VALUE,
                UNMODELLED / 4, VALUE }, 3);
}

static void make_long_list(NVSection *section, void *opaque)
{
    as_list(section, (const uint32_t[]) { 0x400400, VALUE }, 1);
}

static void change_version_1(GByteArray *stream, void *opaque)
{
    change_section(stream, opaque);
    stl_be_p(nv_stream_version(stream), 1);
}

static bool migrate_version_1(NVDev *nv, NVSectionChange *change)
{
    return nv_migrate_change(nv, change_version_1,
                             &(Change) { .change = change, .nv = nv });
}

/* Fauxveau 0.1's, which had a list of words that aren't 0 */
static void version_1_is_taken(NVDev *nv)
{
    g_assert_true(migrate_version_1(nv, make_list));
    nv_assert_reg(nv, NV_PMC_INTR_EN, INTR_EN_BITS);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_assert_hex(nv_rd32(nv, UNMODELLED), VALUE);
}

static void version_1_has_an_end(NVDev *nv)
{
    g_assert_false(migrate_version_1(nv, make_long_list));
}

/* --- PGRAPH of other families ------------------------------------------ */

typedef struct Subsection {
    const char *name;
    uint32_t version;
    uint32_t size;
} Subsection;

/*
 * NV04Graph.pipe and .zpass, NV50Graph's, which is a part of NVC0Graph,
 * NVC0Graph's own, its macros'
 */
static const Subsection pipe_state = { "nv-gpu/graph/pipe", 1, 0x8000 };
static const Subsection zpass_state = { "nv-gpu/graph/zpass", 1, 32 * 4 };
static const Subsection nv50_state = { "nv-gpu/graph/nv50", 2, 0xad5 };
static const Subsection nvc0_state = { "nv-gpu/graph/nvc0", 1, 0x1f5 };
static const Subsection macro_state = { "nv-gpu/graph/macro", 1, 0xa001 };

static void add_graph(NVSection *section, void *opaque)
{
    const Subsection *sub = machine(opaque)->test->data;
    const NVField *last = nv_section_field(section, "graph/method_data");
    g_autofree uint8_t *data = g_malloc0(sub->size);

    nv_section_insert(section, last->at + last->size, sub->name, sub->version,
                      data, sub->size);
}

static void graph_is_taken(NVDev *nv)
{
    g_assert_true(migrate(nv, add_graph));
}

static void graph_is_refused(NVDev *nv)
{
    g_assert_false(migrate(nv, add_graph));
}

static bool is_nv04s(const NVCard *card)
{
    return !card->pd_offset && card->inst;
}

static bool is_nv50s(const NVCard *card)
{
    return card->pd_offset && !nv_card_is_fermi(card);
}

static bool isnt_nv04s(const NVCard *card)
{
    return card->pd_offset || nv_card_is_fermi(card);
}

static bool isnt_fermi(const NVCard *card)
{
    return card->inst || is_nv50s(card);
}

static bool has_straps(const NVCard *card)
{
    return !g_str_equal(card->name, "nv01");
}

/* NV03's instance memory is in its memory's BAR. */
static bool has_window(const NVCard *card)
{
    return !(card->features & NV_CARD_NV03);
}

/* ---------------------------------------------------------------------- */

#define ALL .early = true, .tesla = true, .fermi = true, .kepler = true, \
    .cold = true

#define REFUSED_WORD(_name, _unit, _addr, ...) \
    { "migration-regs/" _name "-is-refused", "migration hostile-migration", \
      word_is_refused, ALL, .data = &(const Word) { _unit, _addr }, \
      __VA_ARGS__ }

#define REFUSED_NUMBER(_name, ...) \
    { "migration-regs/" _name "-is-refused", "migration hostile-migration", \
      number_is_refused, ALL, .data = &(const Number) { __VA_ARGS__ } }

#define LIMIT(_name, _fn, _more) \
    { "migration-regs/" _name, "migration hostile-migration", _fn, ALL, \
      .data = &(const uint32_t) { _more } }

#define SAYS(_name, _offset, _val, _text) \
    { "migration-regs/says-" _name "-is-wrong", \
      "migration hostile-migration", says_what_is_wrong, ALL, \
      .data = &(const Saying) { _offset, _val, _text } }

#define TAKEN_GRAPH(_name, _state, _is) \
    { "migration-regs/graph-" _name "-of-its-family-is-taken", "migration", \
      graph_is_taken, ALL, .applies = _is, .data = &_state }

#define REFUSED_GRAPH(_name, _state, _isnt) \
    { "migration-regs/graph-" _name "-of-another-family-is-refused", \
      "migration hostile-migration", graph_is_refused, ALL, \
      .applies = _isnt, .data = &_state }

static const NVTest tests[] = {
    { "migration-regs/words-are-their-units", "migration",
      words_are_their_units, ALL },
    { "migration-regs/what-is-missing-is-reset", "migration",
      what_is_missing_is_reset, ALL },
    { "migration-regs/masked-bits-are-dropped",
      "migration hostile-migration", masked_bits_are_dropped, ALL },
    { "migration-regs/latches-have-fields", "migration hostile-migration",
      latches_have_fields, ALL, .applies = nv_card_is_fermi },
    { "migration-regs/constants-stay", "migration hostile-migration",
      constants_stay, ALL },
    { "migration-regs/what-the-card-sets-is-kept", "migration",
      what_the_card_sets_is_kept, ALL, .applies = nv_card_is_fermi },
    { "migration-regs/straps-are-the-board's", "migration hostile-migration",
      straps_are_the_boards, ALL, .applies = has_straps },
    { "migration-regs/replaced-straps-stay", "migration",
      replaced_straps_stay, ALL, .applies = has_straps },
    REFUSED_WORD("a-word-of-another-unit", "PMC", UNMODELLED),
    REFUSED_WORD("a-unit's-word-as-nobody's", NV_SAVED_UNMODELLED,
                 A_NV_PMC_INTR_EN),
    REFUSED_WORD("a-word-of-no-register", "PMC", 0x000ffc),
    REFUSED_WORD("a-part-of-a-word", NV_SAVED_UNMODELLED, UNMODELLED + 2),
    REFUSED_WORD("a-word-outside", NV_SAVED_UNMODELLED, 0x01000000),
    REFUSED_WORD("a-word-far-outside", NV_SAVED_UNMODELLED, 0xfffffffc),
    REFUSED_WORD("a-word-in-a-window", NV_SAVED_UNMODELLED, 0x700000,
                 .applies = has_window),
    { "migration-regs/an-unknown-unit-is-refused",
      "migration hostile-migration", unit_is_refused, ALL,
      .data = "PMD" },
    { "migration-regs/an-unknown-unit-without-words-is-refused",
      "migration hostile-migration", empty_unit_is_refused, ALL,
      .data = "PMD" },
    { "migration-regs/a-long-name-is-refused",
      "migration hostile-migration", unit_is_refused, ALL,
      .data = "PMCPMCPMCPMCPMCPMC" },
    REFUSED_NUMBER("a-newer-version", .version = true, .val = 2),
    REFUSED_NUMBER("no-version", .version = true, .val = 0),
    LIMIT("all-of-a-unit's-words-are-taken", words_have_a_limit, 0),
    LIMIT("a-word-too-many-is-refused", words_have_a_limit, 1),
    REFUSED_NUMBER("many-words-too-many", .val = UINT32_MAX),
    REFUSED_NUMBER("many-units-too-many", .units = true, .val = UINT32_MAX),
    LIMIT("as-many-units-as-there-may-be-are-taken", units_have_a_limit, 0),
    LIMIT("a-unit-too-many-is-refused", units_have_a_limit, 1),
    SAYS("a-unit", 0, 'X', "a unit 'XMC'"),
    SAYS("a-version", NV_SAVED_NAME + 3, 2, "version 2 of PMC"),
    SAYS("many-words", NV_SAVED_NAME + 4, 0x80,
         "words of PMC, which has 1024"),
    SAYS("a-word", PMC_WORDS + 3, 0xfc, "a word 0x0001fc of PMC"),
    { "migration-regs/version-1-is-taken", "migration", version_1_is_taken,
      ALL },
    { "migration-regs/version-1-has-an-end", "migration hostile-migration",
      version_1_has_an_end, ALL },
    TAKEN_GRAPH("pipe", pipe_state, is_nv04s),
    REFUSED_GRAPH("pipe", pipe_state, isnt_nv04s),
    TAKEN_GRAPH("zpass", zpass_state, is_nv04s),
    REFUSED_GRAPH("zpass", zpass_state, isnt_nv04s),
    TAKEN_GRAPH("nv50", nv50_state, isnt_nv04s),
    REFUSED_GRAPH("nv50", nv50_state, is_nv04s),
    TAKEN_GRAPH("nvc0", nvc0_state, nv_card_is_fermi),
    REFUSED_GRAPH("nvc0", nvc0_state, isnt_fermi),
    TAKEN_GRAPH("macro", macro_state, nv_card_is_fermi),
    REFUSED_GRAPH("macro", macro_state, isnt_fermi),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

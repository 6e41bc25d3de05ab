/*
 * Tests of the NVIDIA GPU: the command decoder, without a machine and in one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/cache1/command.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-test.h"

/*
 * The table in the DMA pusher's specification, "The commands - pre-NVC0
 * format", as printed. A digit stands for itself, a letter for either.
 */
typedef enum Mode {
    MODE_NV04 = 1 << 0,
    MODE_IB = 1 << 1,
    MODE_ANY = MODE_NV04 | MODE_IB,
} Mode;

typedef struct Form {
    const char *bits;
    NVCommandKind kind;
    Mode modes;
    uint32_t needs;             /* features of a card */
} Form;

static const Form forms[] = {
    { "000CCCCCCCCCCC00SSSMMMMMMMMMMM00", NV_COMMAND_METHODS, MODE_ANY, 0 },
    { "0000000000000001MMMMMMMMMMMM0000", NV_COMMAND_SLI_CONDITIONAL,
      MODE_ANY, NV_CARD_SLI },
    { "00000000000000100000000000000000", NV_COMMAND_RETURN, MODE_NV04,
      NV_CARD_CALL },
    { "0000000000000011SSSMMMMMMMMMMM00", NV_COMMAND_LONG_METHODS, MODE_IB,
      NV_CARD_NV50 },
    { "001JJJJJJJJJJJJJJJJJJJJJJJJJJJ00", NV_COMMAND_OLD_JUMP, MODE_NV04,
      0 },
    { "010CCCCCCCCCCC00SSSMMMMMMMMMMM00", NV_COMMAND_METHODS, MODE_ANY,
      NV_CARD_NONINC },
    { "JJJJJJJJJJJJJJJJJJJJJJJJJJJJJJ01", NV_COMMAND_JUMP, MODE_NV04,
      NV_CARD_CALL },
    { "JJJJJJJJJJJJJJJJJJJJJJJJJJJJJJ10", NV_COMMAND_CALL, MODE_NV04,
      NV_CARD_CALL },
};

typedef struct Pattern {
    uint32_t mask, val;
    NVCommandKind kind;
} Pattern;

/* The forms that a card accepts in a mode */
static unsigned patterns_of(uint32_t features, Mode mode, Pattern *patterns)
{
    unsigned count = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(forms); i++) {
        Pattern p = { .kind = forms[i].kind };

        g_assert_cmpuint(strlen(forms[i].bits), ==, 32);
        for (unsigned bit = 0; bit < 32; bit++) {
            char c = forms[i].bits[31 - bit];

            p.mask |= (uint32_t)(c == '0' || c == '1') << bit;
            p.val |= (uint32_t)(c == '1') << bit;
        }
        if ((features & forms[i].needs) == forms[i].needs &&
            (forms[i].modes & mode)) {
            patterns[count++] = p;
        }
    }
    return count;
}

/*
 * The result for a word, from the patterns that each of its halves matches, as
 * bit masks: comparing all patterns with each of 2^32 words takes minutes.
 */
typedef struct Expected {
    uint8_t upper[0x10000], lower[0x10000];
    uint8_t kind[1 << ARRAY_SIZE(forms)];
} Expected;

QEMU_BUILD_BUG_ON(ARRAY_SIZE(forms) > 8);

static uint8_t half_matches(const Pattern *patterns, unsigned count,
                            unsigned shift, uint16_t half)
{
    uint8_t matches = 0;

    for (unsigned i = 0; i < count; i++) {
        uint16_t mask = patterns[i].mask >> shift;
        uint16_t val = patterns[i].val >> shift;

        matches |= ((half & mask) == val) << i;
    }
    return matches;
}

static Expected *expected_new(const Pattern *patterns, unsigned count)
{
    Expected *e = g_new(Expected, 1);

    for (unsigned half = 0; half < 0x10000; half++) {
        e->upper[half] = half_matches(patterns, count, 16, half);
        e->lower[half] = half_matches(patterns, count, 0, half);
    }
    /* "If none of the forms matches ... the RESERVED_CMD error is raised." */
    e->kind[0] = NV_COMMAND_RESERVED;
    for (unsigned matches = 1; matches < ARRAY_SIZE(e->kind); matches++) {
        e->kind[matches] = patterns[31 - clz32(matches)].kind;
    }
    return e;
}

static inline NVCommandKind expected(const Expected *e, uint32_t word)
{
    return e->kind[e->upper[word >> 16] & e->lower[word & 0xffff]];
}

/* The same features by the device's names, and which of them a mode has */
static uint32_t pusher_of(uint32_t features, Mode mode)
{
    uint32_t pusher = NV_PUSHER_NV04 |
        (features & NV_CARD_NONINC ? NV_PUSHER_NONINC : 0) |
        (features & NV_CARD_CALL ? NV_PUSHER_CALL : 0) |
        (features & NV_CARD_SLI ? NV_PUSHER_SLI : 0) |
        (features & NV_CARD_NV50 ? NV_PUSHER_IB | NV_PUSHER_LONG : 0);

    return nv_command_forms(pusher, mode == MODE_IB);
}

static unsigned wrong;

static inline void check(const Expected *e, uint32_t pusher, bool sli,
                         uint32_t word)
{
    NVCommandKind want = expected(e, word);
    NVCommandKind got = nv_command_kind(word, pusher, sli);

    if (got != want && wrong++ < 20) {
        nv_fail("0x%08x is of kind %d, not %d", word, got, want);
    }
}

/*
 * All words with an upper half, whose expected kinds are in @want: one look at
 * their differences, and another only if there are some
 */
static void check_half(const Expected *e, const uint8_t *want, uint32_t pusher,
                       bool sli, uint32_t upper)
{
    unsigned differ = 0;

    for (uint32_t lower = 0; lower < 0x10000; lower++) {
        differ |= nv_command_kind(upper << 16 | lower, pusher, sli) ^
                  want[lower];
    }
    for (uint32_t lower = 0; differ && lower < 0x10000; lower++) {
        check(e, pusher, sli, upper << 16 | lower);
    }
}

static void check_all(const Expected *e, uint32_t pusher, bool sli)
{
    g_autofree uint8_t *want = g_malloc(0x10000);
    int matches = -1;

    for (uint32_t upper = 0; upper < 0x10000; upper++) {
        /* Most match the forms that the one before them does. */
        if (e->upper[upper] != matches) {
            matches = e->upper[upper];
            for (uint32_t lower = 0; lower < 0x10000; lower++) {
                want[lower] = e->kind[matches & e->lower[lower]];
            }
        }
        check_half(e, want, pusher, sli, upper);
    }
}

/*
 * All 2^32 words of a pusher that has all commands; those that lack some leave
 * steps out, and every_pusher() has them.  Many cards share a pusher, which is
 * checked once.
 */
static unsigned every_word_in_mode(uint32_t features, Mode mode)
{
    static GHashTable *asked;
    Pattern patterns[ARRAY_SIZE(forms)];
    unsigned count = patterns_of(features, mode, patterns);
    uint32_t pusher = pusher_of(features, mode);
    bool sli = features & NV_CARD_SLI;
    gpointer key = GUINT_TO_POINTER(pusher << 1 | sli), found;

    asked = asked ?: g_hash_table_new(NULL, NULL);
    if (!g_hash_table_lookup_extended(asked, key, NULL, &found)) {
        g_autofree Expected *e = expected_new(patterns, count);

        wrong = 0;
        check_all(e, pusher, sli);
        found = GUINT_TO_POINTER(wrong);
        g_hash_table_insert(asked, key, found);
    }
    return GPOINTER_TO_UINT(found);
}

static void every_word(NVDev *nv)
{
    g_assert_cmpuint(every_word_in_mode(nv->card->features, MODE_NV04), ==,
                     0);
}

static void every_word_in_ib_mode(NVDev *nv)
{
    g_assert_cmpuint(every_word_in_mode(nv->card->features, MODE_IB), ==, 0);
}

/*
 * The pushers of all generations, on words that tell the forms apart: every
 * upper half, with lower halves that differ from a form's in one bit.
 */
static void every_pusher(NVDev *nv)
{
    static const struct {
        uint32_t features;
        Mode mode;
    } pushers[] = {
        { 0, MODE_NV04 },
        { NV_CARD_NONINC, MODE_NV04 },
        { NV_CARD_NONINC | NV_CARD_CALL, MODE_NV04 },
        { NV_CARD_NONINC | NV_CARD_CALL | NV_CARD_SLI, MODE_NV04 },
        { NV_CARD_NONINC | NV_CARD_CALL | NV_CARD_SLI | NV_CARD_NV50,
          MODE_NV04 },
        { NV_CARD_NONINC | NV_CARD_CALL | NV_CARD_SLI | NV_CARD_NV50,
          MODE_IB },
    };
    static unsigned all_wrong;
    static bool asked;
    uint32_t lower[100];
    unsigned lowers = 0;

    lower[lowers++] = 0x0000;
    lower[lowers++] = 0xffff;
    lower[lowers++] = 0xfffc;
    for (unsigned i = 0; i < 16; i++) {
        lower[lowers++] = BIT(i);
        lower[lowers++] = 0xffff ^ BIT(i);
        lower[lowers++] = 0xfffc ^ BIT(i);
        lower[lowers++] = 0x0003 ^ BIT(i);
    }
    for (unsigned i = 0; !asked && i < ARRAY_SIZE(pushers); i++) {
        Pattern patterns[ARRAY_SIZE(forms)];
        uint32_t pusher = pusher_of(pushers[i].features, pushers[i].mode);
        unsigned count = patterns_of(pushers[i].features, pushers[i].mode,
                                     patterns);
        g_autofree Expected *e = expected_new(patterns, count);

        wrong = 0;
        for (uint32_t upper = 0; upper < 0x10000; upper++) {
            for (unsigned l = 0; l < lowers; l++) {
                check(e, pusher, pushers[i].features & NV_CARD_SLI,
                      upper << 16 | lower[l]);
            }
        }
        all_wrong += wrong;
    }
    asked = true;
    g_assert_cmpuint(all_wrong, ==, 0);
}

/* "The sli_enable flag determines if the command is available." */
static void sli_disabled(NVDev *nv)
{
    uint32_t pusher = pusher_of(NV_CARD_NONINC | NV_CARD_CALL | NV_CARD_SLI,
                                MODE_NV04);

    for (uint32_t mask = 0; mask < 0x1000; mask++) {
        uint32_t word = 0x00010000 | mask << 4;

        g_assert_cmpint(nv_command_kind(word, pusher, true), ==,
                        NV_COMMAND_SLI_CONDITIONAL);
        g_assert_cmpint(nv_command_kind(word, pusher, false), ==,
                        NV_COMMAND_RESERVED);
    }
}

/* --- In a machine ----------------------------------------------------- */

#define CHID 1

/* What the card does with a word; methods have a count of 0. */
static void execute(NVChan *chan, NVCommandKind kind, uint32_t word)
{
    uint32_t target = kind == NV_COMMAND_OLD_JUMP ? word & 0x1ffffffc
                                                  : word & 0xfffffffc;
    NVPusherError error = kind == NV_COMMAND_RETURN
        ? NV_PUSHER_RET_SUBR_INACTIVE : NV_PUSHER_INVALID_CMD;
    uint32_t at = nv_push(chan, word);

    g_test_message("0x%08x", word);
    switch (kind) {
    case NV_COMMAND_METHODS:
        nv_run(chan);
        nv_assert_quiet(chan->nv);
        break;
    case NV_COMMAND_OLD_JUMP:
    case NV_COMMAND_JUMP:
    case NV_COMMAND_CALL:
        /* It gets there, and doesn't read there. */
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, target);
        nv_poll(nv_user_get(chan) == target);
        nv_assert_quiet(chan->nv);
        nv_wr32(chan->nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0);
        nv_wr32(chan->nv, A_NV_PFIFO_CACHE1_SUBROUTINE, 0);
        nv_seek(chan, chan->cur);
        break;
    default:
        nv_kick(chan);
        nv_assert_pusher_error(chan, error, at + 4, word);
        nv_assert_pusher_recovers(chan, error, at + 4);
        break;
    }
}

/*
 * All that tell the forms apart, with other bits 0, and with some of them.  SLI
 * is disabled, so that its form is none.
 */
static void forms_are_executed(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    Pattern patterns[ARRAY_SIZE(forms)];
    unsigned count = patterns_of(nv->card->features & ~NV_CARD_SLI, MODE_NV04,
                                 patterns);
    g_autofree Expected *e = expected_new(patterns, count);

    nv_push_ref(chan, 1);
    nv_run(chan);
    if (nv->card->features & NV_CARD_SLI) {
        nv_wr32(nv, A_NV_PFIFO_SLI, 0);
    }
    for (unsigned i = 0; i < 256; i++) {
        uint32_t word = (i & 7u) << 29 | (i >> 3 & 3) << 16 | (i >> 5 & 3);

        if (i >= 128) {
            word |= i * 0x9e3779b1 >> 8 & 0xfffc;
        }
        execute(chan, expected(e, word), word);
    }
    nv_chan_free(chan);
}

static const NVTest tests[] = {
    { "command/forms-are-executed", "reserved-commands every-command!",
      forms_are_executed, .tesla = true, .slow = true },
    { "command/every-word",
      "inc-methods noninc-methods old-jump new-jump subroutine-call "
      "subroutine-return sli-conditional reserved-commands every-command",
      every_word, .no_machine = true, .needs = NV_CARD_NV50,
      .thorough = true },
    { "command/every-word-in-ib-mode",
      "ib-no-jumps inc-methods noninc-methods long-noninc-methods "
      "sli-conditional reserved-commands every-command",
      every_word_in_ib_mode, .no_machine = true, .needs = NV_CARD_NV50,
      .thorough = true },
    { "command/every-pusher",
      "inc-methods noninc-methods long-noninc-methods old-jump new-jump "
      "subroutine-call subroutine-return sli-conditional reserved-commands "
      "every-command",
      every_pusher, .no_machine = true, .tesla = true },
    { "command/sli-disabled", "sli-conditional reserved-commands", sli_disabled,
      .no_machine = true, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

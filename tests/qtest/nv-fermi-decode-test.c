/*
 * Tests of the NVIDIA GPU: the command decoder of NVC0, without a machine
 *
 * It is compared with the table below, on all 2^32 words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/pbdma/pbdma-command.h"
#include "libnv/nv-test.h"

/*
 * NVIDIA's class header 906F: NV906F_DMA_SEC_OP, _TERT_OP, _METHOD_ADDRESS and
 * so on, as bits.  A digit is that digit, a dot any; letters are fields: M a
 * method's number, S a subchannel, N a count, D data.
 */
typedef struct Form {
    const char *bits;
    NVC0CommandKind kind;
    unsigned step;
    bool once;
} Form;

static const Form forms[] = {
    { "000NNNNNNNNNNN00SSSMMMMMMMMMMM..", NVC0_COMMAND_METHODS, 4 },
    { "000...........01DDDDDDDDDDDD....", NVC0_COMMAND_SET_SUBDEVICE_MASK },
    { "000...........10DDDDDDDDDDDD....", NVC0_COMMAND_STORE_SUBDEVICE_MASK },
    { "000...........11................", NVC0_COMMAND_USE_SUBDEVICE_MASK },
    { "001NNNNNNNNNNNNNSSS.MMMMMMMMMMMM", NVC0_COMMAND_METHODS, 4 },
    { "010NNNNNNNNNNN00SSSMMMMMMMMMMM..", NVC0_COMMAND_METHODS, 0 },
    { "010...........01................", NVC0_COMMAND_RESERVED },
    { "010...........1.................", NVC0_COMMAND_RESERVED },
    { "011NNNNNNNNNNNNNSSS.MMMMMMMMMMMM", NVC0_COMMAND_METHODS, 0 },
    { "100DDDDDDDDDDDDDSSS.MMMMMMMMMMMM", NVC0_COMMAND_IMMEDIATE },
    { "101NNNNNNNNNNNNNSSS.MMMMMMMMMMMM", NVC0_COMMAND_METHODS, 4, true },
    { "110.............................", NVC0_COMMAND_RESERVED },
    { "111.............................", NVC0_COMMAND_END_SEGMENT },
};

/* What a letter stands for: its lowest bit, and as many bits as a mask */
typedef struct Letter {
    unsigned shift;
    uint32_t mask;
} Letter;

typedef struct Pattern {
    uint32_t mask, val;
    Letter method, subc, count, data;
    const Form *form;
} Pattern;

static Pattern patterns[ARRAY_SIZE(forms)];

static Letter letter(const char *bits, char name)
{
    Letter l = { };

    for (unsigned bit = 0; bit < 32; bit++) {
        if (bits[31 - bit] == name) {
            l.shift = l.mask ? l.shift : bit;
            l.mask = l.mask << 1 | 1;
        }
    }
    return l;
}

static void make_patterns(void)
{
    for (unsigned i = 0; i < ARRAY_SIZE(forms); i++) {
        const char *bits = forms[i].bits;
        Pattern *p = &patterns[i];

        g_assert_cmpuint(strlen(bits), ==, 32);
        p->mask = p->val = 0;
        for (unsigned bit = 0; bit < 32; bit++) {
            char c = bits[31 - bit];

            p->mask |= (uint32_t)(c == '0' || c == '1') << bit;
            p->val |= (uint32_t)(c == '1') << bit;
        }
        p->method = letter(bits, 'M');
        p->subc = letter(bits, 'S');
        p->count = letter(bits, 'N');
        p->data = letter(bits, 'D');
        p->form = &forms[i];
    }
}

static inline uint32_t field(const Letter *l, uint32_t word)
{
    return word >> l->shift & l->mask;
}

/* A word has one form, and no other. */
static const Pattern *find_pattern(uint32_t word)
{
    const Pattern *found = NULL;

    for (unsigned i = 0; i < ARRAY_SIZE(patterns); i++) {
        if ((word & patterns[i].mask) == patterns[i].val) {
            g_assert_null(found);
            found = &patterns[i];
        }
    }
    g_assert_nonnull(found);
    return found;
}

static bool agrees(const Pattern *p, uint32_t word)
{
    NVC0Command got = nvc0_command_decode(word);

    return got.kind == p->form->kind && got.step == p->form->step &&
           got.once == p->form->once &&
           got.mthd == field(&p->method, word) * 4 &&
           got.subc == field(&p->subc, word) &&
           got.count == field(&p->count, word) &&
           got.data == field(&p->data, word);
}

static unsigned wrong;

static void check(const Pattern *p, uint32_t word)
{
    if (!agrees(p, word) && wrong++ < 20) {
        NVC0Command got = nvc0_command_decode(word);

        nv_fail("0x%08x: kind %d mthd 0x%x subc %u step %u once %d count %u "
                "data 0x%x, and should be a %s", word, got.kind, got.mthd,
                got.subc, got.step, got.once, got.count, got.data,
                p->form->bits);
    }
}

/*
 * Words with the same upper half have the same form. All cards share the
 * decoder, which is checked once.
 */
static void every_word(NVDev *nv)
{
    static bool asked;

    make_patterns();
    for (uint32_t upper = 0; upper < 0x10000 && !asked; upper++) {
        const Pattern *p = find_pattern(upper << 16);

        for (uint32_t lower = 0; lower < 0x10000; lower++) {
            check(p, upper << 16 | lower);
        }
    }
    asked = true;
    g_assert_cmpuint(wrong, ==, 0);
}

#define C(_name, _rows, _fn) \
    { "fermi-decode/" _name, _rows, _fn, .needs = NV_CARD_NVC0, \
      .no_machine = true, .thorough = true }

static const NVTest tests[] = {
    C("every-word",
      "every-command fermi-inc fermi-noninc fermi-immd fermi-inc-once "
      "fermi-tert-op end-pb-segment",
      every_word),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: commands and GP entries, NVC0+
 *
 * Methods of a subchannel without an object are left to the driver: each stops
 * the PBDMA, which shows it.  So the driver sees how the card decodes a
 * pushbuffer, method by method.  Random pushbuffers are compared with the
 * decoder in this file, which is written from the class header alone.
 *
 * From NVE4 on subchannels have fixed engines, and 5 to 7 have none: there all
 * commands are for these.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-test.h"

#define MAX_SEEN 4096

/* NVIDIA's class header 906F: NV906F_DMA */
#define INC(_subc, _mthd, _count) NV_FERMI_INC(_subc, _mthd, _count)
#define NI(_subc, _mthd, _count) NV_FERMI_NI(_subc, _mthd, _count)
#define IMMD(_subc, _mthd, _data) NV_FERMI_IMMD(_subc, _mthd, _data)
#define ONE_INC(_subc, _mthd, _count) \
    (NV_FERMI_INC(_subc, _mthd, _count) | 1u << 31)
#define OLD_INC(_subc, _mthd, _count) \
    ((uint32_t)(_count) << 18 | (_subc) << 13 | (_mthd))
#define OLD_NI(_subc, _mthd, _count) (2u << 29 | OLD_INC(_subc, _mthd, _count))
#define SET_MASK(_mask) (1u << 16 | (_mask) << 4)
#define STORE_MASK(_mask) (2u << 16 | (_mask) << 4)
#define USE_MASK (3u << 16)
#define END_SEGMENT (7u << 29)
#define RESERVED (6u << 29)

#define INTR_GPPTR 0x00004000
#define INTR_GPENTRY 0x00008000
#define INTR_PBENTRY 0x00040000
#define INTR_METHOD 0x00200000
#define INTR_DEVICE 0x00800000

/* The driver's replacement for a method that it has handled */
#define METHOD_NOP 0x80600008

typedef struct Method {
    unsigned subc;
    uint32_t mthd;
    uint32_t data;
} Method;

typedef struct Seen {
    Method methods[MAX_SEEN];
    unsigned count;
    uint32_t errors[MAX_SEEN];
    unsigned nr_errors;
} Seen;

/* --- The driver: gf100_runq_intr() ------------------------------------ */

static uint32_t pbdma_reg(unsigned id, uint32_t reg)
{
    return NV_PBDMA_BASE + id * NV_PBDMA_STRIDE + reg;
}

static void handle_pbdma(NVDev *nv, unsigned id, Seen *seen)
{
    uint32_t stat = nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)) &
                    nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_EN_0));
    uint32_t method = nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_METHOD0));
    uint32_t data = nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_DATA0));

    g_assert_cmpuint(seen->count + seen->nr_errors, <, MAX_SEEN);
    if (stat & INTR_DEVICE) {
        seen->methods[seen->count++] = (Method) {
            .subc = extract32(method, 16, 3),
            .mthd = method & 0x3ffc,
            .data = data,
        };
        stat &= ~INTR_DEVICE;
    }
    if (stat) {
        seen->errors[seen->nr_errors++] = stat;
    }
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_METHOD0), METHOD_NOP);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0), stat | INTR_DEVICE);
}

static void handle_intr(NVDev *nv, Seen *seen)
{
    uint32_t pbdmas = nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);

    g_assert_cmpuint(!!pbdmas, ==,
                     !!(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000));
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        if (pbdmas >> id & 1) {
            handle_pbdma(nv, id, seen);
        }
    }
}

static void run(NVFermiChan *chan, Seen *seen)
{
    memset(seen, 0, sizeof(*seen));
    for (unsigned i = 0; !nv_fermi_done(chan) ||
         nv_rd32(chan->nv, A_NVC0_PFIFO_INTR_PBDMAS); i++) {
        if (i == 4 * MAX_SEEN) {
            nv_fail("the channel never gets to the end");
            return;
        }
        handle_intr(chan->nv, seen);
        nv_clock_step(chan->nv, 1000);
    }
}

static void expect_methods(const Seen *seen, const Method *want, unsigned count)
{
    for (unsigned i = 0; i < MIN(count, seen->count); i++) {
        const Method *have = &seen->methods[i];

        if (memcmp(have, &want[i], sizeof(*have))) {
            nv_fail("method %u: have %u 0x%04x 0x%08x, want %u 0x%04x 0x%08x",
                    i, have->subc, have->mthd, have->data, want[i].subc,
                    want[i].mthd, want[i].data);
            return;
        }
    }
    g_assert_cmpuint(seen->count, ==, count);
}

static void push_words(NVFermiChan *chan, const uint32_t *words,
                       unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_push(chan, words[i]);
    }
    nv_fermi_kick(chan);
}

/* --- Subchannels without an object ------------------------------------- */

static bool is_fixed(const NVDev *nv)
{
    return nv->card->features & NV_CARD_NVE4;
}

static unsigned subc_of(const NVDev *nv, unsigned subc)
{
    return is_fixed(nv) ? 5 + subc % 3 : subc;
}

/* Whether a word is a command that has methods, and its parameters */
static bool has_methods(uint32_t word, unsigned *parameters)
{
    unsigned op = word >> 29;

    *parameters = op == 4 ? 0 : op == 0 || op == 2 ? word >> 18 & 0x7ff
                                                   : word >> 16 & 0x1fff;
    if (op == 0 || op == 2) {
        return !(word >> 16 & 3);
    }
    return op < 6;
}

/* The same commands, for such subchannels */
static void move_commands(const NVDev *nv, uint32_t *words, unsigned count)
{
    for (unsigned i = 0; is_fixed(nv) && i < count; i++) {
        unsigned parameters;

        if (has_methods(words[i], &parameters)) {
            words[i] = deposit32(words[i], 13, 3,
                                 subc_of(nv, extract32(words[i], 13, 3)));
            i += parameters;
        }
    }
}

/* --- Each form by itself ---------------------------------------------- */

typedef struct Form {
    uint32_t words[12];
    unsigned count;
    Method methods[8];
    uint32_t error;
} Form;

static unsigned form_methods(const Form *form)
{
    unsigned count = 0;

    while (count < ARRAY_SIZE(form->methods) && form->methods[count].mthd) {
        count++;
    }
    return count;
}

static void check_forms(NVDev *nv)
{
    const Form *form = nv->test->data;
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    g_autofree Seen *seen = g_new(Seen, 1);

    for (; form->count; form++) {
        Form f = *form;

        move_commands(nv, f.words, f.count);
        for (unsigned i = 0; i < form_methods(form); i++) {
            f.methods[i].subc = subc_of(nv, f.methods[i].subc);
        }
        push_words(chan, f.words, f.count);
        run(chan, seen);
        expect_methods(seen, f.methods, form_methods(form));
        g_assert_cmpuint(seen->nr_errors, ==, form->error ? 1 : 0);
        if (form->error) {
            nv_assert_hex(seen->errors[0], form->error);
        }
    }
    nv_fermi_channel_free(chan);
}

static const Form increasing[] = {
    { { INC(0, 0x100, 3), 1, 2, 3 }, 4,
      { { 0, 0x100, 1 }, { 0, 0x104, 2 }, { 0, 0x108, 3 } } },
    { { INC(7, 0x3ff4, 3), 1, 2, 3 }, 4,
      { { 7, 0x3ff4, 1 }, { 7, 0x3ff8, 2 }, { 7, 0x3ffc, 3 } } },
    { { INC(5, 0x2000, 1), 0xffffffff }, 2, { { 5, 0x2000, 0xffffffff } } },
    { { INC(2, 0x200, 0), INC(3, 0x300, 1), 4 }, 3, { { 3, 0x300, 4 } } },
    { }
};

static const Form non_increasing[] = {
    { { NI(1, 0x104, 3), 1, 2, 3 }, 4,
      { { 1, 0x104, 1 }, { 1, 0x104, 2 }, { 1, 0x104, 3 } } },
    { { NI(6, 0x3ffc, 2), 8, 9 }, 3, { { 6, 0x3ffc, 8 }, { 6, 0x3ffc, 9 } } },
    { { NI(4, 0x100, 0), IMMD(4, 0x200, 1) }, 2, { { 4, 0x200, 1 } } },
    { }
};

static const Form immediate[] = {
    { { IMMD(0, 0x100, 0x1fff) }, 1, { { 0, 0x100, 0x1fff } } },
    { { IMMD(7, 0x3ffc, 0), IMMD(1, 0x1234, 0x1000) }, 2,
      { { 7, 0x3ffc, 0 }, { 1, 0x1234, 0x1000 } } },
    { }
};

static const Form once[] = {
    { { ONE_INC(2, 0x380, 4), 1, 2, 3, 4 }, 5,
      { { 2, 0x380, 1 }, { 2, 0x384, 2 }, { 2, 0x384, 3 }, { 2, 0x384, 4 } } },
    { { ONE_INC(2, 0x380, 1), 1, IMMD(2, 0x100, 2) }, 3,
      { { 2, 0x380, 1 }, { 2, 0x100, 2 } } },
    { { ONE_INC(2, 0x380, 0), IMMD(2, 0x100, 3) }, 2, { { 2, 0x100, 3 } } },
    { }
};

static const Form old[] = {
    { { OLD_INC(1, 0x100, 2), 5, 6 }, 3, { { 1, 0x100, 5 }, { 1, 0x104, 6 } } },
    { { OLD_NI(1, 0x1ffc, 2), 5, 6 }, 3,
      { { 1, 0x1ffc, 5 }, { 1, 0x1ffc, 6 } } },
    { { 0, 0, IMMD(1, 0x100, 7) }, 3, { { 1, 0x100, 7 } } },
    { { OLD_NI(1, 0x100, 1) | 1u << 16, IMMD(1, 0x100, 1) }, 2,
      { { 1, 0x100, 1 } }, INTR_PBENTRY },
    { }
};

/* The channel's mask is 0xfff, and it begins active. */
static const Form subdevice[] = {
    { { SET_MASK(0), INC(0, 0x100, 2), 1, 2, IMMD(0, 0x104, 3), SET_MASK(1),
        IMMD(0, 0x108, 4) }, 7, { { 0, 0x108, 4 } } },
    { { STORE_MASK(0), IMMD(0, 0x100, 1), USE_MASK, IMMD(0, 0x104, 2),
        STORE_MASK(0x800), IMMD(0, 0x108, 3), USE_MASK,
        IMMD(0, 0x10c, 4) }, 8,
      { { 0, 0x100, 1 }, { 0, 0x10c, 4 } } },
    { { SET_MASK(0), ONE_INC(0, 0x100, 2), 1, 2, SET_MASK(0xfff),
        IMMD(0, 0x104, 3) }, 6, { { 0, 0x104, 3 } } },
    { }
};

static const Form segment[] = {
    { { IMMD(0, 0x100, 1), END_SEGMENT, IMMD(0, 0x104, 2), 0xffffffff }, 4,
      { { 0, 0x100, 1 } } },
    { { IMMD(0, 0x108, 3) }, 1, { { 0, 0x108, 3 } } },
    { { RESERVED, IMMD(0, 0x10c, 4) }, 2, { { 0, 0x10c, 4 } },
      INTR_PBENTRY },
    { { RESERVED | 0x12345678, IMMD(0, 0x110, 5) }, 2, { { 0, 0x110, 5 } },
      INTR_PBENTRY },
    { }
};

static const Form low[] = {
    { { INC(0, 0x004, 1), 1, IMMD(0, 0x100, 1) }, 3, { { 0, 0x100, 1 } },
      INTR_METHOD },
    { { IMMD(0, 0x030, 0), IMMD(0, 0x100, 2) }, 2, { { 0, 0x100, 2 } },
      INTR_METHOD },
    { { IMMD(0, 0x0fc, 0), IMMD(0, 0x100, 3) }, 2, { { 0, 0x100, 3 } },
      INTR_METHOD },
    { { INC(0, 0x008, 1), 1, IMMD(0, 0x100, 4) }, 3, { { 0, 0x100, 4 } } },
    { }
};

/* --- Entries ---------------------------------------------------------- */

static void put_entry(NVFermiChan *chan, uint32_t low_word, uint32_t high)
{
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8, low_word);
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8 + 4, high);
    chan->gp_put = (chan->gp_put + 1) % (1 << NV_FERMI_GP_ORDER);
}

static void put(NVFermiChan *chan)
{
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
}

/* An entry for the words from offset @at on */
static void put_piece(NVFermiChan *chan, uint32_t at, uint32_t words,
                      uint32_t flags)
{
    put_entry(chan, NV_FERMI_PUSH_VA + at, words << 10 | flags);
}

/* A command in three pieces, which are apart and in another order */
static void entries_span(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    g_autofree Seen *seen = g_new(Seen, 1);
    const Method want[] = {
        { 4, 0x100, 11 }, { 4, 0x104, 22 }, { 4, 0x108, 33 },
    };

    for (unsigned i = 0; i < 64; i++) {
        nv_fermi_push(chan, 0);
    }
    qtest_writel(nv->qts, chan->push + 0x80, INC(4, 0x100, 3));
    qtest_writel(nv->qts, chan->push + 0x40, 11);
    qtest_writel(nv->qts, chan->push + 0x44, 22);
    qtest_writel(nv->qts, chan->push + 0x10, 33);
    chan->cur = chan->kicked = 0x14;
    put_piece(chan, 0x80, 1, 0);
    put_piece(chan, 0x40, 2, 0);
    put_piece(chan, 0x10, 1, 0);
    put(chan);
    run(chan, seen);
    expect_methods(seen, want, ARRAY_SIZE(want));
    g_assert_cmpuint(seen->nr_errors, ==, 0);
    nv_fermi_channel_free(chan);
}

/* Round the ring several times, one and more entries at once */
static void entries_wrap(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    unsigned total = 3 << NV_FERMI_GP_ORDER;

    for (unsigned i = 0; i < 256; i++) {
        qtest_writel(nv->qts, chan->push + i * 4, IMMD(0, 0x50, i));
    }
    for (unsigned n = 0; n < total;) {
        unsigned some = 1 + nv_random_below(100);

        for (unsigned i = 0; i < some; i++, n++) {
            put_piece(chan, (n & 0xff) * 4, 1, 0);
        }
        put(chan);
        nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), (n - 1) & 0xff);
    }
    nv_fermi_channel_free(chan);
}

/* TOP_LEVEL_GET keeps its place in the main pushbuffer. */
static void entries_subroutine(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t main = (uint32_t)NV_FERMI_PUSH_VA;

    for (unsigned i = 0; i < 32; i++) {
        nv_fermi_push(chan, 0);
    }
    chan->kicked = chan->cur = 0x60;
    put_piece(chan, 0, 4, 0);
    put_piece(chan, 0x40, 8, 1 << 9);
    put(chan);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET), main + 0x60);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET),
                  main + 0x10);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET_HI),
                  0x80000000);
    put_piece(chan, 0x40, 8, 0);
    put(chan);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET),
                  main + 0x60);
    nv_fermi_channel_free(chan);
}

/* Entries without a length are commands; the illegal one is dropped. */
static void entries_control(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    g_autofree Seen *seen = g_new(Seen, 1);
    const Method want[] = { { 0, 0x100, 1 }, { 0, 0x104, 2 } };

    nv_fermi_push(chan, IMMD(0, 0x100, 1));
    nv_fermi_push(chan, IMMD(0, 0x104, 2));
    chan->kicked = chan->cur;
    put_piece(chan, 0, 1, 0);
    put_entry(chan, 0, 0);                              /* NOP */
    put_entry(chan, 0, 1);                              /* ILLEGAL */
    put_entry(chan, 0, 0xff);
    put_piece(chan, 4, 1, 1u << 31);
    put(chan);
    run(chan, seen);
    expect_methods(seen, want, ARRAY_SIZE(want));
    g_assert_cmpuint(seen->nr_errors, ==, 2);
    nv_assert_hex(seen->errors[0], INTR_GPENTRY);
    nv_assert_hex(seen->errors[1], INTR_GPENTRY);
    nv_fermi_channel_free(chan);
}

/*
 * "SYNC: wait": what the entries before it write, a semaphore's value here, is
 * what its words are.
 */
static void entries_sync(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    g_autofree Seen *seen = g_new(Seen, 1);
    const uint64_t va = NV_FERMI_PUSH_VA + 0x80;
    const Method want[] = { { 0, 0x104, 2 } };

    nv_fermi_inc(chan, 0, 0x10, va >> 32);
    nv_fermi_inc(chan, 0, 0x14, (uint32_t)va);
    nv_fermi_inc(chan, 0, 0x18, IMMD(0, 0x104, 2));
    nv_fermi_inc(chan, 0, 0x1c, 0x01100002);
    qtest_writel(nv->qts, chan->push + 0x80, IMMD(0, 0x100, 1));
    put_piece(chan, 0, chan->cur / 4, 0);
    put_piece(chan, 0x80, 1, 1u << 31);
    chan->kicked = chan->cur = 0x84;
    put(chan);
    run(chan, seen);
    expect_methods(seen, want, ARRAY_SIZE(want));
    nv_assert_hex(nv_rd32(nv, NV_PBDMA_BASE + A_NV_PBDMA_GP_FLAGS) & 0x1f,
                  R_NV_PBDMA_GP_FLAGS_SYNC_MASK);
    nv_fermi_channel_free(chan);
}

/* --- Random pushbuffers ----------------------------------------------- */

/* A decoder for the words that the class header defines, and no others */
static void decode(const uint32_t *words, unsigned count, bool *active,
                   uint32_t *stored, Seen *want)
{
    for (unsigned i = 0; i < count;) {
        uint32_t word = words[i++];
        unsigned op = word >> 29, tert = word >> 16 & 3;
        unsigned n = word >> 16 & 0x1fff, step = op == 1 ? 4 : 0;
        uint32_t mthd = (word & 0xfff) * 4;

        if (op == 7) {
            return;
        }
        if (op == 6 || (op == 2 && tert)) {
            want->errors[want->nr_errors++] = INTR_PBENTRY;
            continue;
        }
        if (op == 0 && tert) {
            uint32_t mask = word >> 4 & 0xfff;

            if (tert == 2) {
                *stored = mask;
            } else {
                *active = tert == 1 ? mask : *stored;
            }
            continue;
        }
        if (op == 0 || op == 2) {
            n = word >> 18 & 0x7ff;
            mthd = word & 0x1ffc;
            step = op ? 0 : 4;
        }
        if (op == 4) {
            if (*active) {
                want->methods[want->count++] = (Method) {
                    word >> 13 & 7, mthd, n,
                };
            }
            continue;
        }
        for (unsigned k = 0; k < n && i < count; k++, i++) {
            if (*active) {
                want->methods[want->count++] = (Method) {
                    word >> 13 & 7, mthd, words[i],
                };
            }
            mthd = (mthd + (op == 5 ? (k ? 0 : 4) : step)) % 0x4000;
        }
    }
}

/* Methods from 0x100 on and a few that the host doesn't know */
static uint32_t random_method(void)
{
    return 0x100 + nv_random_below(0x3f00 / 4) * 4;
}

static unsigned random_command(uint32_t *words)
{
    unsigned subc = nv_random_below(8), n = nv_random_below(5);
    uint32_t mthd = random_method();

    switch (nv_random_below(12)) {
    case 0 ... 2:
        n = MIN(n, (0x4000 - mthd) / 4);
        words[0] = INC(subc, mthd, n);
        break;
    case 3:
        words[0] = NI(subc, mthd, n);
        break;
    case 4 ... 6:
        words[0] = IMMD(subc, mthd, nv_random_below(0x2000));
        return 1;
    case 7:
        mthd = MIN(mthd, 0x3ff0);
        words[0] = ONE_INC(subc, mthd, n);
        break;
    case 8:
        mthd = 0x100 + mthd % 0x1e00;
        words[0] = OLD_INC(subc, mthd, n);
        break;
    case 9:
        words[0] = OLD_NI(subc, mthd & 0x1ffc, n);
        if ((mthd & 0x1ffc) < 0x100) {
            words[0] |= 0x100;
        }
        break;
    case 10:
        words[0] = nv_random_below(4) << 16 | nv_random_below(2) << 4;
        return 1;
    default:
        words[0] = RESERVED | (nv_random() & 0x1fffffff);
        return 1;
    }
    for (unsigned i = 0; i < n; i++) {
        words[1 + i] = nv_random();
    }
    return 1 + n;
}

/* What the test's decoder makes of words, and what the card has */
typedef struct Decoded {
    Seen want, seen;
    uint32_t stored;
    bool active;
} Decoded;

static Decoded *decoded_new(void)
{
    Decoded *d = g_new0(Decoded, 1);

    d->active = true;
    return d;
}

/* Words from the pushbuffer's beginning, against the test's own decoder */
static void expect_as_decoded(NVFermiChan *chan, uint32_t *words,
                              unsigned count, Decoded *d)
{
    move_commands(chan->nv, words, count);
    chan->cur = chan->kicked = 0;
    d->want.count = d->want.nr_errors = 0;
    decode(words, count, &d->active, &d->stored, &d->want);
    push_words(chan, words, count);
    run(chan, &d->seen);
    expect_methods(&d->seen, d->want.methods, d->want.count);
    g_assert_cmpuint(d->seen.nr_errors, ==, d->want.nr_errors);
}

static void random_streams(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 5);
    g_autofree Decoded *d = decoded_new();

    for (unsigned n = 0; n < 40; n++) {
        uint32_t words[256];
        unsigned count = 0;

        while (count < 60) {
            count += random_command(&words[count]);
        }
        expect_as_decoded(chan, words, count, d);
    }
    nv_fermi_channel_free(chan);
}

/* The bits that tell forms apart: operation, tertiary one, and the lowest */
static void each_form(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    g_autofree Decoded *d = decoded_new();

    for (unsigned i = 0; i < 128; i++) {
        /* Methods number 0x400, or 0x100; of counts no more than 4 follow. */
        uint32_t words[] = {
            (i & 7u) << 29 | (i >> 3 & 3) << 16 | (i >> 5 & 3) | 0xa100,
            IMMD(1, 0x200, 1), IMMD(2, 0x204, 2), IMMD(3, 0x208, 3),
            SET_MASK(0xfff), IMMD(4, 0x20c, 4),
        };

        expect_as_decoded(chan, words, ARRAY_SIZE(words), d);
    }
    nv_fermi_channel_free(chan);
}

/*
 * dev_pbdma, SUBDEVICE: with CHANNEL_DMA off SET and USE are PBENTRY, all
 * methods are executed, and the mask is stored.
 */
static void subdevice_disabled(NVDev *nv)
{
    uint32_t words[] = {
        IMMD(0, 0x100, 1), STORE_MASK(0x5a5), IMMD(0, 0x104, 2), SET_MASK(0),
        IMMD(0, 0x108, 3), USE_MASK, IMMD(0, 0x10c, 4),
    };
    const unsigned subc = subc_of(nv, 0);
    const Method methods[] = {
        { subc, 0x100, 1 }, { subc, 0x104, 2 }, { subc, 0x108, 3 },
        { subc, 0x10c, 4 },
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    g_autofree Seen *seen = g_new(Seen, 1);

    move_commands(nv, words, ARRAY_SIZE(words));
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_SUBDEVICE, 0x00000fff);
    push_words(chan, words, ARRAY_SIZE(words));
    run(chan, seen);
    expect_methods(seen, methods, ARRAY_SIZE(methods));
    g_assert_cmpuint(seen->nr_errors, ==, 2);
    nv_assert_hex(seen->errors[0], INTR_PBENTRY);
    nv_assert_hex(seen->errors[1], INTR_PBENTRY);
    nv_fermi_preempt(nv, 3);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_SUBDEVICE),
                  0x05a50fff);
    nv_fermi_channel_free(chan);
}

/* SEMAPHOREB, and SEMAPHOREC with each of the others */
static void once_of_the_host(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 4);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_inc(chan, 0, 0x10, va >> 32);
    nv_fermi_push(chan, ONE_INC(0, 0x14, 3));
    nv_fermi_push(chan, va + 0x10);
    nv_fermi_push(chan, 5);
    nv_fermi_push(chan, 7);
    nv_fermi_inc(chan, 0, 0x1c, 0x01100002);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x10), 7);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

static bool has_pbdmas(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-command/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }
#define BOTH(_name, _rows, _fn, ...) \
    { "fermi-command/" _name, _rows, _fn, \
      .applies = has_pbdmas, .fermi = true, .kepler = true, __VA_ARGS__ }

static const NVTest tests[] = {
    BOTH("increasing",
      "fermi-inc! method-increment zero-count! dma-state-mthd dma-state-subc "
      "dma-state-mcnt software-engine",
      check_forms, .data = increasing),
    BOTH("non-increasing", "fermi-noninc dma-state-ni", check_forms,
      .data = non_increasing),
    BOTH("immediate", "fermi-immd! nvk-pushbuffer", check_forms,
      .data = immediate),
    BOTH("once", "fermi-inc-once nvk-pushbuffer!", check_forms, .data = once),
    BOTH("subdevice-disabled", "sli-state! sli-mask fermi-errors",
      subdevice_disabled),
    BOTH("once-of-the-host", "fermi-inc-once", once_of_the_host),
    BOTH("old-forms", "fermi-tert-op", check_forms, .data = old),
    BOTH("subdevice-mask", "fermi-tert-op! sli-state! sli-discard! sli-mask!",
      check_forms, .data = subdevice),
    BOTH("end-of-segment", "end-pb-segment! fermi-errors", check_forms,
      .data = segment),
    BOTH("low-methods", "fermi-errors host-nop", check_forms, .data = low),
    C("entries-span", "command-spans-entries! ib-entry ib-next-entry! ib-mode!",
      entries_span),
    C("entries-wrap",
      "ib-ring! ib-put-get! ib-address! user-ib-put-get! pushbuffer-ring!",
      entries_wrap),
    C("entries-subroutine",
      "mget-follows-get! ib-enable! dma-mget! user-dma-mget! "
      "user-dma-mget-high",
      entries_subroutine),
    C("entries-control", "fermi-errors", entries_control),
    C("entries-sync", "gp-entry-sync!", entries_sync),
    BOTH("each-form", "every-command!", each_form),
    BOTH("random",
      "fermi-inc fermi-noninc fermi-immd fermi-inc-once fermi-tert-op "
      "end-pb-segment",
      random_streams),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

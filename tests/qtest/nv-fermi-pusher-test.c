/*
 * Tests of the NVIDIA GPU: a PBDMA in the middle of its work, and what it
 * keeps, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 6

#define INC(_mthd, _count) NV_FERMI_INC(3, _mthd, _count)
#define NI(_mthd, _count) NV_FERMI_NI(3, _mthd, _count)
#define ONE_INC(_mthd, _count) NV_FERMI_1INC(3, _mthd, _count)
#define OLD_INC(_mthd, _count) ((_count) << 18 | 3 << 13 | (_mthd))
#define OLD_NI(_mthd, _count) (2u << 29 | OLD_INC(_mthd, _count))
#define REF(_ref) NV_FERMI_IMMD(0, 0x50, _ref)
#define SET_MASK(_mask) (1u << 16 | (_mask) << 4)
#define RESERVED (6u << 29)

/* GP entries: class header 906F */
#define CONDITIONAL 1
#define SUBROUTINE (1u << 9)

#define PUSH_VA ((uint32_t)NV_FERMI_PUSH_VA)

/* An engine of all these cards, which accepts all methods */
#define ENGINE_PPDEC 1
#define LATENCY "x-engine-latency-ns=1000000"

/* --- Words and entries ------------------------------------------------ */

static void put_word(NVFermiChan *chan, uint32_t at, uint32_t word)
{
    qtest_writel(chan->nv->qts, chan->push + at, word);
}

static void put_words(NVFermiChan *chan, uint32_t at, const uint32_t *words,
                      unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        put_word(chan, at + i * 4, words[i]);
    }
}

static void put_entry(NVFermiChan *chan, uint32_t low, uint32_t high)
{
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8, low);
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8 + 4, high);
    chan->gp_put++;
}

/* An entry for @count words at @at, and no longer */
static void put_piece(NVFermiChan *chan, uint32_t at, unsigned count,
                      uint32_t low, uint32_t high)
{
    put_entry(chan, (PUSH_VA + at) | low, count << 10 | high);
    chan->kicked = at + count * 4;
}

static void submit(NVFermiChan *chan)
{
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
}

static void submit_words(NVFermiChan *chan, const uint32_t *words,
                         unsigned count)
{
    put_words(chan, 0, words, count);
    put_piece(chan, 0, count, 0, 0);
    submit(chan);
}

static void assert_ref(NVFermiChan *chan, uint32_t ref)
{
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), ref);
}

/* --- Where it is ------------------------------------------------------ */

/**
 * struct Under - a command under way, seen at each of its methods
 *
 * @command: its first word, which four words follow
 * @types: PB_HEADER.TYPE when a method has been taken
 * @mthds: the method that follows then
 */
typedef struct Under {
    uint32_t command;
    uint8_t types[4];
    uint16_t mthds[4];
} Under;

static const Under under[] = {
    { INC(0x200, 4), { 1, 1, 1, 1 }, { 0x204, 0x208, 0x20c, 0x210 } },
    { NI(0x3ffc, 4), { 3, 3, 3, 3 }, { 0x3ffc, 0x3ffc, 0x3ffc, 0x3ffc } },
    { ONE_INC(0x1230, 4), { 3, 3, 3, 3 },
      { 0x1234, 0x1234, 0x1234, 0x1234 } },
    { OLD_INC(0x1ff0, 4), { 1, 1, 1, 1 },
      { 0x1ff4, 0x1ff8, 0x1ffc, 0x2000 } },
    { OLD_NI(0x1234, 4), { 3, 3, 3, 3 },
      { 0x1234, 0x1234, 0x1234, 0x1234 } },
};

/* A register of the PBDMA, or of RAMFC if the channel isn't loaded */
static uint32_t state(NVFermiChan *chan, bool loaded, uint32_t reg)
{
    return loaded ? nv_pbdma_rd32(chan, reg)
                  : nv_phys_rd32(chan->nv, chan->block + reg);
}

static void check_state(NVFermiChan *chan, bool loaded, const Under *u,
                        unsigned i, uint32_t mthd)
{
    uint32_t method = state(chan, loaded, A_NV_PBDMA_METHOD0);
    uint32_t header = state(chan, loaded, A_NV_PBDMA_PB_HEADER);

    nv_assert_hex(method & 0x80073ffc, 0x80030000 | mthd);
    nv_assert_hex(state(chan, loaded, A_NV_PBDMA_DATA0), 0x1110 + i);
    nv_assert_hex(header & 0xe0073ffc,
                  (uint32_t)u->types[i] << 29 | 3 << 16 | u->mthds[i]);
    nv_assert_hex(state(chan, loaded, A_NV_PBDMA_PB_COUNT) & 0x1fff, 3 - i);
    nv_assert_hex(state(chan, loaded, A_NV_PBDMA_GET), PUSH_VA + 8 + i * 4);
    nv_assert_hex(state(chan, loaded, A_NV_PBDMA_PUT), PUSH_VA + 24);
}

/*
 * Each method stops the PBDMA; the words that it has read are no longer needed
 * from the pushbuffer, and its state goes to RAMFC with the channel.
 */
static void check_under(NVFermiChan *chan, const Under *u)
{
    uint32_t mthd = u->mthds[1] == u->mthds[0] && u->types[0] == 3
        ? u->mthds[0] - (u->command >> 29 == 5 ? 4 : 0) : u->mthds[0] - 4;

    put_word(chan, 0, u->command);
    for (unsigned i = 0; i < 4; i++) {
        put_word(chan, 4 + i * 4, 0x1110 + i);
    }
    put_word(chan, 20, REF(0x77));
    put_piece(chan, 0, 6, 0, 0);
    submit(chan);
    for (unsigned i = 0; i < 4; i++) {
        nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
        if (i < 2) {
            nv_pbdma_assert(chan, HDR_SHADOW, u->command);
        }
        check_state(chan, true, u, i, mthd);
        put_word(chan, 0, RESERVED);
        put_word(chan, 4 + i * 4, 0xdeadbeef);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET),
                      PUSH_VA + 8 + i * 4);
        if (i == 1) {
            /* The next PBDMA that loads it finds the same. */
            nv_wr32(chan->nv, A_NVC0_PFIFO_PREEMPT, CHID);
            nv_pbdma_ack(chan->nv);
            check_state(chan, false, u, i, mthd);
            nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
            check_state(chan, true, u, i, mthd);
        } else if (i == 2 && u->command >> 29 == 5) {
            nv_migrate(chan->nv);
            check_state(chan, true, u, i, mthd);
        }
        nv_pbdma_skip(chan);
        mthd = u->mthds[i];
    }
    nv_fermi_wait(chan);
    assert_ref(chan, 0x77);
}

static void under_way(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    for (unsigned i = 0; i < ARRAY_SIZE(under); i++) {
        check_under(chan, &under[i]);
    }
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* The pushbuffer ends behind a command's first word. */
static void header_alone(NVDev *nv)
{
    static const struct {
        uint32_t command;
        uint32_t header;
    } rows[] = {
        { INC(0x1230, 2), 0x20031230 },
        { NI(0x1230, 2), 0x60031230 },
        { ONE_INC(0x1230, 2), 0xa0031230 },
        { OLD_INC(0x1230, 2), 0x20031230 },
        { OLD_NI(0x1230, 2), 0x60031230 },
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_fermi_object(chan, 3, 0x95b1, ENGINE_PPDEC);
    nv_fermi_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        put_word(chan, 0x40, rows[i].command);
        put_piece(chan, 0x40, 1, 0, i & 1 ? SUBROUTINE : 0);
        submit(chan);
        nv_fermi_wait(chan);
        nv_fermi_preempt(nv, CHID);
        nv_assert_hex(state(chan, false, A_NV_PBDMA_PB_HEADER) & 0xe0173ffc,
                      rows[i].header | (i & 1) << 20);
        nv_assert_hex(state(chan, false, A_NV_PBDMA_PB_COUNT), 2);
        put_piece(chan, 0x44, 2, 0, 0);
        submit(chan);
        nv_fermi_wait(chan);
        nv_assert_hex(state(chan, true, A_NV_PBDMA_PB_COUNT), 0);
    }
    g_assert_cmpuint(nv_statistic(nv, "video-methods"), ==, 10);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* The shadows' view of a word that is no command, and of its entry */
static void shadows(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    const uint32_t words[] = { REF(1), RESERVED | 0x0abcdef1, REF(2) };

    submit_words(chan, words, ARRAY_SIZE(words));
    nv_pbdma_expect(chan, NV_PBDMA_PBENTRY);
    nv_pbdma_assert(chan, HDR_SHADOW, RESERVED | 0x0abcdef1);
    nv_pbdma_assert(chan, GET, PUSH_VA + 8);
    nv_pbdma_assert(chan, GP_SHADOW_0, PUSH_VA);
    nv_pbdma_assert(chan, GP_SHADOW_1, 3 << 10);
    nv_pbdma_assert(chan, GP_GET, 1);
    nv_pbdma_assert(chan, PB_COUNT, 0);
    assert_ref(chan, 1);
    nv_pbdma_ack(nv);
    nv_fermi_wait(chan);
    nv_pbdma_assert(chan, HDR_SHADOW, REF(2));
    put_entry(chan, 0x12345678, 0x77);
    submit(chan);
    nv_pbdma_expect(chan, NV_PBDMA_GPENTRY);
    nv_pbdma_assert(chan, GP_SHADOW_0, 0x12345678);
    nv_pbdma_assert(chan, GP_SHADOW_1, 0x77);
    nv_pbdma_ack(nv);
    nv_fermi_channel_free(chan);
}

/* REF belongs to the channel, wherever that is. */
static void reference(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    NVFermiChan *other = nv_fermi_channel_new(nv, CHID + 1);

    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_REF, 0x12345678);
    assert_ref(chan, 0x12345678);
    nv_fermi_inc(chan, 0, 8, 0);
    nv_fermi_run(chan);
    nv_pbdma_assert(chan, REF, 0x12345678);
    nv_fermi_ref(chan, 0x87654321);
    nv_fermi_run(chan);
    nv_pbdma_assert(chan, REF, 0x87654321);
    nv_fermi_ref(other, 5);
    nv_fermi_run(other);
    assert_ref(chan, 0x87654321);
    assert_ref(other, 5);
    nv_fermi_preempt(nv, CHID);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_REF), 0x87654321);
    assert_ref(chan, 0x87654321);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* --- Where it goes on ------------------------------------------------- */

/* Words that were jumps, calls and returns don't branch. */
static void no_jumps(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t addr = nv_ram_alloc(nv, 0x1000);
    const uint32_t words[] = {
        REF(1),
        0x20001000,                     /* the old jump to 0x1000 */
        0x00001001,                     /* the new one */
        0x00001002,                     /* the call */
        0x00020000,                     /* return */
        0x00030100, 0x00000002,         /* two methods in the long form */
        REF(2),
    };

    /* What would be executed at 0x1000, and behind it */
    nv_fermi_map(nv, chan->pd, 0x1000, addr, 0x1000, NV_FERMI_RAM);
    for (unsigned i = 0; i < 0x1000; i += 4) {
        qtest_writel(nv->qts, addr + i, REF(0xbad));
    }
    submit_words(chan, words, ARRAY_SIZE(words));
    /* "Return" has stored an empty mask, and what follows has set it. */
    nv_fermi_wait(chan);
    assert_ref(chan, 1);
    nv_assert_hex(nv_pbdma_rd32(chan, A_NV_PBDMA_SUBDEVICE), 0x20000fff);
    put_word(chan, 0x40, SET_MASK(1));
    put_word(chan, 0x44, REF(2));
    put_piece(chan, 0x40, 2, 0, 0);
    submit(chan);
    nv_fermi_wait(chan);
    assert_ref(chan, 2);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, 2);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* GET goes to PUT and no further; a GET beyond it is an error. */
static void stops_at_put(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    for (unsigned i = 0; i < 16; i++) {
        put_word(chan, i * 4, REF(i));
    }
    for (unsigned i = 0; i < 5; i++) {
        put_piece(chan, i * 8, i + 1, 0, 0);
        submit(chan);
        nv_fermi_wait(chan);
        assert_ref(chan, 3 * i);
    }
    nv_fermi_preempt(nv, CHID);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GET, PUSH_VA + 0x38);
    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8, 1, 1);
    nv_pbdma_expect(chan, NV_PBDMA_PBPTR);
    assert_ref(chan, 12);
    nv_pbdma_assert(chan, GET, PUSH_VA + 0x38);
    /* If it isn't corrected, it is an error again. */
    nv_pbdma_ack(nv);
    nv_pbdma_expect(chan, NV_PBDMA_PBPTR);
    nv_pbdma_wr32(chan, A_NV_PBDMA_PUT, PUSH_VA + 0x3c);
    nv_pbdma_ack(nv);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GET) == PUSH_VA + 0x3c);
    assert_ref(chan, 14);
    nv_fermi_preempt(nv, CHID);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GP_GET, 1 << NV_FERMI_GP_ORDER);
    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8, 1, 1);
    nv_pbdma_expect(chan, NV_PBDMA_GPPTR);
    nv_pbdma_wr32(chan, A_NV_PBDMA_GP_GET, chan->gp_put);
    nv_pbdma_ack(nv);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* Segments to the end of the address space are errors, and discarded. */
static void end_of_space(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t va = 0xfffffff000;

    nv_fermi_map(nv, chan->pd, va, chan->push, 0x1000, NV_FERMI_RAM);
    for (unsigned i = 0; i < 0x1000 / 4; i++) {
        put_word(chan, i * 4, REF(i));
    }
    for (unsigned i = 0; i < 2; i++) {
        /* By itself, and behind valid ones */
        for (unsigned n = 0; i && n < 4; n++) {
            put_entry(chan, (uint32_t)va + n * 16, 0xff | 2 << 10);
        }
        put_entry(chan, (uint32_t)va + 0xff0, 0xff | 4 << 10);
        put_entry(chan, (uint32_t)va + 0xff0, 0xff | 3 << 10);
        submit(chan);
        nv_pbdma_expect(chan, NV_PBDMA_GPENTRY);
        assert_ref(chan, i ? 13 : 0);
        nv_pbdma_ack(nv);
        nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put);
        assert_ref(chan, 0x3fe);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET), 0xfffffffc);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET_HI), 0xff);
    }
    put_entry(chan, (uint32_t)va + 0xff0, 0xff | 0x1fffff << 10);
    submit(chan);
    nv_pbdma_expect(chan, NV_PBDMA_GPENTRY);
    nv_pbdma_ack(nv);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* Entries that only apply to cards that execute methods */
static void conditional(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    const uint32_t words[] = {
        REF(1), SET_MASK(0), REF(2), SET_MASK(1), REF(3),
    };

    put_words(chan, 0, words, ARRAY_SIZE(words));
    /* The rest of it is dropped, */
    put_piece(chan, 0, 5, CONDITIONAL, 0);
    submit(chan);
    nv_fermi_wait(chan);
    assert_ref(chan, 1);
    /* and so is all of the next, at whose end GET isn't; */
    put_piece(chan, 0xc, 2, CONDITIONAL, 0);
    submit(chan);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == 2);
    assert_ref(chan, 1);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT), PUSH_VA + 0x14);
    /* but nothing of one without the flag. */
    put_piece(chan, 0, 5, 0, 0);
    submit(chan);
    nv_fermi_wait(chan);
    assert_ref(chan, 3);
    put_piece(chan, 0, 1, CONDITIONAL, SUBROUTINE);
    submit(chan);
    nv_fermi_wait(chan);
    assert_ref(chan, 1);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/*
 * "A PB segment marked FETCH_CONDITIONAL must not have a PB compressed method
 * sequence that crosses a PB segment boundary (with its header in previous
 * non-conditional PB segment)": PBSEG; "clearing the interrupt will allow the
 * PBDMA unit to continue".
 */
static void command_into_conditional(NVDev *nv)
{
    static const struct {
        uint32_t first, second;
        bool wrong;
    } rows[] = {
        { 0, 0, false }, { 0, CONDITIONAL, true }, { CONDITIONAL, 0, false },
        { CONDITIONAL, CONDITIONAL, false },
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        /* The header alone, or with the first of its words */
        unsigned there = 1 + i / ARRAY_SIZE(rows);
        bool wrong = rows[i % ARRAY_SIZE(rows)].wrong;
        uint32_t ref = 0x100 + i * 3;

        put_word(chan, 0x40, NI(0x50, 2));
        put_word(chan, 0x44, ref);
        put_word(chan, 0x48, ref + 1);
        put_word(chan, 0x4c, REF(ref + 2));
        put_piece(chan, 0x40, there, rows[i % ARRAY_SIZE(rows)].first, 0);
        put_piece(chan, 0x40 + there * 4, 4 - there,
                  rows[i % ARRAY_SIZE(rows)].second, 0);
        submit(chan);
        if (wrong) {
            nv_pbdma_expect(chan, NV_PBDMA_PBSEG);
            nv_pbdma_assert(chan, GET, PUSH_VA + 0x40 + there * 4);
            nv_pbdma_assert(chan, PB_COUNT, 3 - there);
            nv_pbdma_assert(chan, GP_SHADOW_0,
                            (PUSH_VA + 0x40 + there * 4) | CONDITIONAL);
            nv_pbdma_ack(nv);
        }
        nv_fermi_wait(chan);
        assert_ref(chan, ref + 2);
        g_assert_cmpuint(nv_statistic(nv, "references"), ==, 3 * (i + 1));
        nv_fermi_assert_quiet(nv);
    }
    /* One that isn't fetched splits nothing. */
    put_word(chan, 0x40, SET_MASK(0));
    put_word(chan, 0x44, NI(0x50, 1));
    put_piece(chan, 0x40, 2, 0, 0);
    put_piece(chan, 0x40, 2, CONDITIONAL, 0);
    put_word(chan, 0x80, 0xbad);
    put_word(chan, 0x84, SET_MASK(1));
    put_word(chan, 0x88, REF(0x77));
    put_piece(chan, 0x80, 3, 0, 0);
    submit(chan);
    nv_fermi_wait(chan);
    assert_ref(chan, 0x77);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* Words of a big-endian guest, as all of an entry */
static void submit_swapped(NVFermiChan *chan, const uint32_t *words,
                           unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        put_word(chan, i * 4, bswap32(words[i]));
    }
    put_entry(chan, bswap32(PUSH_VA), bswap32(count << 10));
    chan->kicked = count * 4;
    submit(chan);
}

/* "On NV50+, the endianness is the same as general card endianness" */
static void big_endian(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t addr;
    uint64_t va = nv_fermi_ram(chan, 0x1000, &addr);
    uint32_t words[] = {
        NV_FERMI_INC(0, 0x10, 4), va >> 32, (uint32_t)va, 0x11223344,
        0x01000002,
        NV_FERMI_INC(0, 0x10, 4), va >> 32, (uint32_t)va, 0x11223344, 1,
        REF(0x123),
    };

    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x01000001);
    submit_swapped(chan, words, ARRAY_SIZE(words));
    nv_fermi_wait(chan);
    assert_ref(chan, 0x123);
    nv_assert_hex(qtest_readl(nv->qts, addr), 0x44332211);
    /* What it is in the other order isn't its value. */
    words[8] = 0x44332211;
    words[10] = REF(0x124);
    submit_swapped(chan, words, ARRAY_SIZE(words));
    nv_clock_step(nv, 3 * 1000 * 1000);
    assert_ref(chan, 0x123);
    qtest_writel(nv->qts, addr, 0x11223344);
    nv_clock_step(nv, 3 * 1000 * 1000);
    nv_fermi_wait(chan);
    assert_ref(chan, 0x124);
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x01000001);
    words[8] = 0x11223344;
    submit_words(chan, words, ARRAY_SIZE(words));
    nv_fermi_wait(chan);
    nv_assert_hex(qtest_readl(nv->qts, addr), 0x11223344);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/*
 * The same of many entries, which a host of that order can read in place.  Two
 * are of another length with their bytes in reverse, and else the same.
 */
static void big_endian_entries(NVDev *nv)
{
    static const struct {
        uint16_t at, count;
    } entries[] = {
        { 0x000, 1 }, { 0x100, 0x102 }, { 0x400, 2 }, { 0x100, 0x102 },
    };
    const uint32_t va = 0x10000;
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t addr = nv_ram_alloc(nv, 0x1000);
    unsigned last = ARRAY_SIZE(entries) - 1, count = 0;

    nv_fermi_map(nv, chan->pd, va, addr, 0x1000, NV_FERMI_RAM);
    for (unsigned i = 0; i < 0x1000; i += 4) {
        qtest_writel(nv->qts, addr + i, bswap32(REF(i)));
    }
    for (unsigned i = 0; i <= last; i++) {
        put_entry(chan, bswap32(va + entries[i].at),
                  bswap32(entries[i].count << 10));
        count += entries[i].count;
    }
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x01000001);
    submit(chan);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == last + 1);
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x01000001);
    assert_ref(chan, entries[last].at + (entries[last].count - 1) * 4);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, count);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* --- What keeps it ---------------------------------------------------- */

/* Nothing is read behind an acquire that waits. */
static void acquire(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t words[] = {
            NV_FERMI_INC(0, 0x10, 4), va >> 32, (uint32_t)va, 0x55 + i,
            i ? 0x1001 : 1, REF(0xbad),
        };

        submit_words(chan, words, ARRAY_SIZE(words));
        nv_clock_step(nv, 3 * 1000 * 1000);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET), PUSH_VA + 20);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8) & 0x10,
                      0x10);
        put_word(chan, 20, REF(0x66 + i));
        nv_phys_wr32(nv, addr, 0x55 + i);
        nv_clock_step(nv, 10 * 1000 * 1000);
        nv_fermi_wait(chan);
        assert_ref(chan, 0x66 + i);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8) & 0x10,
                      0);
    }
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* Class header 906F, and gk104_runq_intr_0_names of nouveau */
#define NO_CONTEXT_SWITCH 2
#define ACQUIRE (NV_SEM_ACQUIRE | NV_SEM_SWITCH)
#define INTR_NO_CTXSW_SEG 0x20000000

/* An acquire that gives way doesn't belong where nothing may. */
static void no_switch(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);
    uint32_t words[] = {
        NV_FERMI_INC(0, 0x10, 4), va >> 32, (uint32_t)va, 0x55,
        ACQUIRE, REF(0x66),
    };

    nv_phys_wr32(nv, addr, 0x44);
    put_words(chan, 0, words, ARRAY_SIZE(words));
    put_piece(chan, 0, ARRAY_SIZE(words), NO_CONTEXT_SWITCH, 0);
    submit(chan);
    nv_clock_step(nv, 3 * 1000 * 1000);
    nv_pbdma_expect(chan, INTR_NO_CTXSW_SEG);
    nv_assert_hex(nv_pbdma_rd32(chan, A_NV_PBDMA_METHOD0) & 0x3ffc, 0x1c);
    nv_pbdma_assert(chan, DATA0, ACQUIRE);
    assert_ref(chan, 0);
    /* gf100_runq_intr_0() */
    nv_pbdma_wr32(chan, A_NV_PBDMA_METHOD0, 0x80600008);
    nv_pbdma_wr32(chan, A_NV_PBDMA_DATA0, 0);
    nv_pbdma_wr32(chan, A_NV_PBDMA_INTR_0, INTR_NO_CTXSW_SEG);
    nv_fermi_wait(chan);
    assert_ref(chan, 0x66);

    /* One that keeps the PBDMA may wait there. */
    words[4] = 1;
    words[5] = REF(0x77);
    put_words(chan, 0x100, words, ARRAY_SIZE(words));
    put_piece(chan, 0x100, ARRAY_SIZE(words), NO_CONTEXT_SWITCH, 0);
    submit(chan);
    nv_clock_step(nv, 3 * 1000 * 1000);
    assert_ref(chan, 0x66);
    nv_fermi_assert_quiet(nv);
    nv_phys_wr32(nv, addr, 0x55);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    assert_ref(chan, 0x77);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define METHODS 1000

/* A busy engine holds it up, at a word that it hasn't accepted. */
static void full_queue(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t done, taken;
    uint32_t get;

    nv_fermi_object(chan, 3, 0x95b1, ENGINE_PPDEC);
    nv_fermi_push(chan, NI(0x100, METHODS));
    for (unsigned i = 0; i < METHODS; i++) {
        nv_fermi_push(chan, i);
    }
    nv_fermi_push(chan, REF(0x99));
    nv_fermi_kick(chan);
    nv_clock_step(nv, 1000);
    get = nv_fermi_user_rd32(chan, A_NV_USERD_GET);
    done = nv_statistic(nv, "video-methods");
    g_assert_cmpuint(get, >, PUSH_VA + 12);
    g_assert_cmpuint(get, <, PUSH_VA + 12 + METHODS * 4);
    taken = (get - PUSH_VA - 12) / 4;
    g_assert_cmpuint(taken, >, done);
    nv_pbdma_assert(chan, PB_COUNT, METHODS - taken);
    nv_clock_step(nv, 100 * 1000);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET), get);
    assert_ref(chan, 0);
    for (unsigned i = 0; i < 100 &&
         nv_fermi_user_rd32(chan, A_NV_USERD_REF) != 0x99; i++) {
        nv_clock_step(nv, 1000 * 1000);
    }
    assert_ref(chan, 0x99);
    g_assert_cmpuint(nv_statistic(nv, "video-methods"), ==, METHODS);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* --- Cards of a set --------------------------------------------------- */

/* A channel of @nv with the pushbuffer and the entries of another card's */
static NVFermiChan *sister_new(NVDev *nv, const NVFermiChan *other)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, other->chid);

    nv_fermi_map(nv, chan->pd, NV_FERMI_PUSH_VA, other->push, NV_PUSH_SIZE,
                 NV_FERMI_RAM);
    nv_fermi_map(nv, chan->pd, NV_FERMI_GP_VA, other->gp,
                 8 << NV_FERMI_GP_ORDER, NV_FERMI_RAM);
    return chan;
}

static void set_mask(NVFermiChan *chan, uint32_t mask)
{
    nv_phys_wr32(chan->nv, chan->block + A_NV_PBDMA_SUBDEVICE,
                 0x30000000 | mask);
}

/* Submits to one channel, and then to its sister the same entry. */
static void run_both(NVFermiChan *chan, NVFermiChan *sister)
{
    nv_fermi_kick(chan);
    sister->kicked = chan->kicked;
    sister->gp_put = chan->gp_put;
    submit(sister);
    nv_fermi_wait(sister);
    nv_fermi_wait(chan);
}

static void two_cards(NVDev *nv)
{
    NVDev *nvs[2], *a, *b;
    NVFermiChan *first, *second;

    nv_start_two(nvs, nv->card);
    a = nvs[0];
    b = nvs[1];
    nv_init(a);
    nv_init(b);
    first = nv_fermi_channel_new(a, CHID);
    second = sister_new(b, first);
    set_mask(first, 1);
    set_mask(second, 2);
    nv_fermi_push(first, REF(0x10));
    nv_fermi_push(first, SET_MASK(1));
    nv_fermi_push(first, REF(0x11));
    nv_fermi_push(first, SET_MASK(2));
    nv_fermi_push(first, REF(0x12));
    run_both(first, second);
    assert_ref(first, 0x11);
    assert_ref(second, 0x12);
    g_assert_cmpuint(nv_statistic(a, "references"), ==, 2);
    g_assert_cmpuint(nv_statistic(b, "references"), ==, 2);
    nv_fermi_push(first, SET_MASK(3));
    nv_fermi_push(first, REF(0x13));
    run_both(first, second);
    assert_ref(first, 0x13);
    assert_ref(second, 0x13);
    nv_fermi_push(first, SET_MASK(0xffc));
    nv_fermi_push(first, REF(0x14));
    run_both(first, second);
    assert_ref(first, 0x13);
    assert_ref(second, 0x13);
    nv_fermi_assert_quiet(a);
    nv_fermi_assert_quiet(b);
    nv_fermi_channel_free(first);
    nv_fermi_channel_free(second);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

/* --- Many at once ----------------------------------------------------- */

/* Methods beyond the last one wrap to the first, which are the host's. */
static void wraps(NVDev *nv)
{
    const uint32_t class = ENGINE_PPDEC << 16 | 0x95b1;
    const uint32_t words[] = {
        INC(0x200, 2), 1, 2,
        INC(0x3ff8, 3), 3, 4, class,
        ONE_INC(0x3ffc, 3), 5, class, class,
        INC(0x3ffc, 1), 6,
        NI(0x3ffc, 2), 7, 8,
        REF(1),
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_fermi_object(chan, 3, 0x95b1, ENGINE_PPDEC);
    nv_fermi_run(chan);
    put_words(chan, 0x40, words, ARRAY_SIZE(words));
    put_piece(chan, 0x40, ARRAY_SIZE(words), 0, 0);
    submit(chan);
    nv_fermi_wait(chan);
    assert_ref(chan, 1);
    g_assert_cmpuint(nv_statistic(nv, "video-methods"), ==, 8);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define PAGE 0x1000u
#define PIECES 8u       /* in each of so many pages */

/* Entries in pages that are never consecutive */
static void scattered_entries(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t addr, va = nv_fermi_ram(chan, PIECES * PAGE, &addr);
    uint32_t piece = 0, express;

    for (unsigned page = 0; page < PIECES; page++) {
        uint64_t at = addr + (PIECES - 1 - page) * PAGE;

        nv_fermi_map(nv, chan->pd, va + page * PAGE, at, PAGE, NV_FERMI_RAM);
        for (unsigned i = 0; i < PIECES; i++) {
            qtest_writel(nv->qts, at + i * 16, REF(page * PIECES + i));
            qtest_writel(nv->qts, at + i * 16 + 4, REF(page * PIECES + i + 1));
            /* One isn't like the others. */
            put_entry(chan, (va + page * PAGE + i * 16) |
                      (piece == PIECES * PIECES / 2 + 3 ? CONDITIONAL : 0),
                      va >> 32 | 2 << 10);
            piece++;
        }
    }
    nv_fermi_flush(nv, chan->pd);
    submit(chan);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == piece);
    assert_ref(chan, piece);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, 2 * piece);
    va += (PIECES - 1) * (PAGE + 16);
    nv_pbdma_assert(chan, GET, va + 8);
    nv_pbdma_assert(chan, PUT, va + 8);
    nv_pbdma_assert(chan, GP_SHADOW_0, va);
    /* Except those of the first page, by the loop for most commands */
    express = nv_statistic(nv, "methods-by-express");
    g_assert_cmpuint(express, >=, 2 * (piece - PIECES - 1));
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-pusher/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }

static const NVTest tests[] = {
    C("under-way",
      "cache1-queue dma-put-get dma-state-mthd! dma-state-subc! "
      "dma-state-mcnt! dma-state-ni! error-dma-state dcount-shadow! "
      "data-shadow! get-reaches-put! ramfc-layout",
      under_way, .slow = true),
    C("header-alone",
      "dma-state-mthd dma-state-subc dma-state-mcnt dma-state-ni "
      "error-dma-state! command-spans-entries fermi-noninc! fermi-inc-once!",
      header_alone),
    C("shadows", "error-dma-state rsvd-shadow! fermi-errors", shadows),
    C("reference", "ref! user-ref", reference),
    C("no-jumps", "ib-no-jumps!", no_jumps),
    C("stops-at-put", "dma-put-get! fermi-errors get-reaches-put",
      stops_at_put),
    C("end-of-space", "fermi-errors ib-entry", end_of_space),
    C("conditional", "ib-entry sli-discard", conditional),
    C("command-into-conditional", "command-spans-entries! fermi-errors",
      command_into_conditional),
    C("big-endian", "pushbuffer-endian! semaphore-endian!", big_endian),
    C("big-endian-entries", "pushbuffer-endian ib-entry", big_endian_entries),
    C("acquire", "acquire-in-pusher! acquire-retry", acquire),
    C("acquire-may-not-give-way", "acquire-in-pusher acquire-retry", no_switch),
    C("full-queue", "cache1-queue! queue-full! engine-queue", full_queue,
      .props = LATENCY),
    C("wraps", "dma-state-subc dma-state-mcnt dma-state-ni method-increment!",
      wraps),
    C("scattered-entries", "dma-put-get fermi-errors ib-entry",
      scattered_entries),
    C("two-cards-share-a-pushbuffer", "sli-mask sli-two-cards! several-cards",
      two_cards, .no_machine = true),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

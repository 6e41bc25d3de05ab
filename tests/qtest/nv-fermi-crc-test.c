/*
 * Tests of the NVIDIA GPU: the checksums of PBDMAs, NVC0+
 *
 * They are compared with those that envytools describes, which are the other
 * way round than those of NVIDIA's manuals, and come to the same: "like CRC-32,
 * but with all bits in input bytes in reverse order, result in reverse order,
 * no final xor with 0xffffffff, and initial value of 0".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 9
#define PUSH_VA ((uint32_t)NV_FERMI_PUSH_VA)
#define CRC_CHECK 0x7c
#define REF(_ref) NV_FERMI_IMMD(0, 0x50, _ref)

/* GP entries without a length */
#define NOP 0
#define ILLEGAL 1
#define GP_CRC 2
#define PB_CRC 3

/* Engines of all these cards, which accept all methods */
#define ENGINE_PPDEC 1
#define ENGINE_PPPP 2

/* --- The other implementation ----------------------------------------- */

/* CRC-32's, with its polynomial from the lowest bit on */
static uint32_t reversed(uint32_t word, unsigned bits)
{
    uint32_t out = 0;

    for (unsigned i = 0; i < bits; i++) {
        out |= (word >> i & 1) << (bits - 1 - i);
    }
    return out;
}

static void add_bytes(uint32_t *crc, uint64_t bytes, unsigned count)
{
    uint32_t sum = reversed(*crc, 32);

    for (unsigned i = 0; i < count; i++) {
        sum ^= reversed(bytes >> (i * 8) & 0xff, 8);
        for (unsigned bit = 0; bit < 8; bit++) {
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
        }
    }
    *crc = reversed(sum, 32);
}

static void add_word(uint32_t *crc, uint32_t word)
{
    add_bytes(crc, word, 4);
}

static void add_method(uint32_t *crc, unsigned subc, uint32_t mthd,
                       uint32_t data)
{
    add_bytes(crc, (uint64_t)(subc << 12 | mthd / 4) << 32 | data, 6);
}

/* --- Entries ---------------------------------------------------------- */

typedef struct Sums {
    uint32_t entries;
    uint32_t words;
} Sums;

static void put_entry(NVFermiChan *chan, Sums *sums, uint32_t low,
                      uint32_t high)
{
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8, low);
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8 + 4, high);
    chan->gp_put++;
    add_bytes(&sums->entries, (uint64_t)high << 32 | low, 8);
}

static void put_word(NVFermiChan *chan, Sums *sums, uint32_t word)
{
    nv_fermi_push(chan, word);
    add_word(&sums->words, word);
}

/* Words that do nothing but count */
static void put_piece(NVFermiChan *chan, Sums *sums, unsigned count)
{
    uint32_t va = PUSH_VA + chan->cur;

    sums->words = 0;
    for (unsigned left = count; left;) {
        unsigned words = nv_random_below(MIN(left, 10));

        put_word(chan, sums, NV_FERMI_NI(nv_random_below(8), 8, words));
        for (unsigned i = 0; i < words; i++) {
            put_word(chan, sums, nv_random());
        }
        left -= 1 + words;
    }
    chan->kicked = chan->cur;
    put_entry(chan, sums, va, count << 10);
}

static void submit(NVFermiChan *chan)
{
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
}

static void entries(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    Sums sums = { };

    put_piece(chan, &sums, 3);
    put_entry(chan, &sums, 0x12345678, NOP);
    put_piece(chan, &sums, 200);
    submit(chan);
    nv_fermi_wait(chan);
    nv_pbdma_assert(chan, GP_CRC, sums.entries);
    /* It belongs to the channel. */
    nv_fermi_preempt(nv, CHID);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + 0x74), sums.entries);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + 0x98), sums.words);
    nv_migrate(nv);

    put_entry(chan, &(Sums) { }, sums.entries, GP_CRC);
    sums.entries = 0;
    put_entry(chan, &sums, sums.words, PB_CRC);
    put_piece(chan, &sums, 1);
    put_entry(chan, &(Sums) { }, sums.entries, GP_CRC);
    submit(chan);
    nv_fermi_wait(chan);
    nv_pbdma_assert(chan, GP_CRC, 0);

    /* Invalid entries are dropped, and not counted. */
    sums.entries = 0;
    put_piece(chan, &sums, 1);
    put_entry(chan, &(Sums) { }, 0x11, ILLEGAL);
    submit(chan);
    nv_pbdma_expect(chan, NV_PBDMA_GPENTRY);
    nv_pbdma_ack(nv);
    nv_pbdma_assert(chan, GP_CRC, sums.entries);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* It starts again, whether it was right or wrong. */
static void entries_differ(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    Sums sums = { };

    put_piece(chan, &sums, 2);
    put_entry(chan, &(Sums) { }, sums.entries ^ 1, GP_CRC);
    submit(chan);
    nv_pbdma_expect(chan, NV_PBDMA_GPCRC);
    nv_pbdma_assert(chan, GP_CRC, 0);
    nv_pbdma_ack(nv);
    sums.entries = 0;
    put_piece(chan, &sums, 2);
    put_entry(chan, &(Sums) { }, sums.entries, GP_CRC);
    submit(chan);
    nv_fermi_wait(chan);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

static void segments(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    Sums sums = { };

    for (unsigned i = 0; i < 4; i++) {
        put_piece(chan, &sums, 1 + 500 * i);
        put_entry(chan, &sums, sums.words, PB_CRC);
    }
    submit(chan);
    nv_fermi_wait(chan);
    nv_fermi_assert_quiet(nv);
    put_piece(chan, &sums, 10);
    put_entry(chan, &sums, sums.words + 1, PB_CRC);
    submit(chan);
    nv_pbdma_expect(chan, NV_PBDMA_PBCRC);
    nv_pbdma_assert(chan, PB_CRC, sums.words);
    nv_pbdma_ack(nv);
    put_piece(chan, &sums, 7);
    put_entry(chan, &sums, sums.words, PB_CRC);
    submit(chan);
    nv_fermi_wait(chan);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* --- Methods ---------------------------------------------------------- */

/* It counts what engines get: objects and methods, but none of the host's */
static void push_methods(NVFermiChan *chan, uint32_t *crc)
{
    uint32_t a = nv_random(), b = nv_random(), c = nv_random();

    nv_fermi_object(chan, 3, 0x95b1, ENGINE_PPDEC);
    add_method(crc, 3, 0, ENGINE_PPDEC << 16 | 0x95b1);
    nv_fermi_object(chan, 7, 0x95b2, ENGINE_PPPP);
    add_method(crc, 7, 0, ENGINE_PPPP << 16 | 0x95b2);
    nv_fermi_inc(chan, 3, 0x3ff8, a, b);
    add_method(crc, 3, 0x3ff8, a);
    add_method(crc, 3, 0x3ffc, b);
    nv_fermi_inc(chan, 0, 0x50, 0x1234);
    nv_fermi_ni(chan, 7, 0x400, c, a);
    add_method(crc, 7, 0x400, c);
    add_method(crc, 7, 0x400, a);
    nv_fermi_command(chan, NV_FERMI_1INC(3, 0x100, 0),
                     (const uint32_t[]) { b, c, a }, 3);
    add_method(crc, 3, 0x100, b);
    add_method(crc, 3, 0x104, c);
    add_method(crc, 3, 0x104, a);
    nv_fermi_push(chan, NV_FERMI_IMMD(7, 0x2000, 0x1fff));
    add_method(crc, 7, 0x2000, 0x1fff);
    /* For other cards */
    nv_fermi_push(chan, 1u << 16);
    nv_fermi_inc(chan, 3, 0x100, 1);
    nv_fermi_push(chan, 1u << 16 | 1 << 4);
}

static void methods(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t crc = 0;

    for (unsigned i = 0; i < 3; i++) {
        push_methods(chan, &crc);
        nv_fermi_kick(chan);
        for (unsigned n = 0; n < 100 &&
             nv_pbdma_rd32(chan, A_NV_PBDMA_METHOD_CRC) != crc; n++) {
            nv_clock_step(nv, 10 * 1000);
        }
        nv_pbdma_assert(chan, METHOD_CRC, crc);
        nv_fermi_inc(chan, 0, CRC_CHECK, crc);
        nv_fermi_run(chan);
        nv_pbdma_assert(chan, METHOD_CRC, 0);
        crc = 0;
    }
    nv_fermi_assert_quiet(nv);
    push_methods(chan, &crc);
    nv_fermi_inc(chan, 5, CRC_CHECK, crc ^ 0x80000000);
    nv_fermi_push(chan, REF(0x77));
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_METHODCRC);
    nv_assert_hex(nv_pbdma_rd32(chan, A_NV_PBDMA_METHOD0) & 0x80073ffc,
                  0x80050000 | CRC_CHECK);
    nv_pbdma_assert(chan, DATA0, crc ^ 0x80000000);
    nv_pbdma_assert(chan, METHOD_CRC, 0);
    /* "Execution may continue if the crc ... is copied over" the register. */
    nv_pbdma_wr32(chan, A_NV_PBDMA_METHOD_CRC, crc ^ 0x80000000);
    nv_pbdma_ack(nv);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x77);
    /* Software's methods aren't sent anywhere. */
    nv_fermi_inc(chan, 1, 0x100, 1);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
    nv_pbdma_skip(chan);
    nv_pbdma_assert(chan, METHOD_CRC, 0);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* By default nothing is counted, and so nothing is wrong. */
static void off(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    Sums sums = { };

    nv_fermi_object(chan, 3, 0x95b1, ENGINE_PPDEC);
    nv_fermi_inc(chan, 3, 0x100, 1);
    nv_fermi_inc(chan, 0, CRC_CHECK, 0x1234);
    nv_fermi_run(chan);
    put_entry(chan, &sums, 0x1234, GP_CRC);
    put_entry(chan, &sums, 0x1234, PB_CRC);
    submit(chan);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put);
    g_assert_cmpuint(nv_log_count(nv, "checksum"), >, 0);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-crc/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }

static const NVTest tests[] = {
    C("entries", "fermi-errors ib-entry migration", entries,
      .props = "x-pbdma-crc=on"),
    C("entries-differ", "fermi-errors", entries_differ,
      .props = "x-pbdma-crc=on"),
    C("segments", "fermi-errors", segments, .props = "x-pbdma-crc=on"),
    C("methods", "mem-op fermi-errors", methods, .props = "x-pbdma-crc=on"),
    C("methods-with-a-queue", "mem-op fermi-errors", methods,
      .props = "x-pbdma-crc=on,x-engine-latency-ns=1"),
    C("off", "mem-op", off),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

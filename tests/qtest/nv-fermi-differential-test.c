/*
 * Tests of the NVIDIA GPU: the same commands, submitted in different ways,
 * NVC0+
 *
 * Most commands go through a loop for the common case.  Random ones must have
 * the same result as when each goes by itself, because its engine has a queue,
 * as when they are submitted in pieces, and as when trace events report them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-test.h"

#define STREAMS 60
#define STREAMS_USUALLY 24
#define STREAM_WORDS 200

/* Engines of NVC0 to NVD9, which accept all methods */
#define ENGINE_PPDEC 1
#define ENGINE_PPPP 2

/*
 * From NVE4 on all of these subchannels are the copy engine's, which the
 * channel's run list is for; this is the method that it would do something for.
 */
#define COPY_CLASS 0xa0b5
#define LAUNCH_DMA 0x300

#define MEMORY 0x100

typedef enum Way {
    ONE_PIECE,
    ALONE,                      /* each method, in a machine with queues */
    PIECES,
    WATCHED,
    WAYS,
} Way;

typedef struct Stream {
    uint32_t words[STREAM_WORDS + 16];
    unsigned count;
    bool copies;                /* the engine is a copy engine */
} Stream;

/* --- Streams ---------------------------------------------------------- */

static void put(Stream *s, uint32_t word)
{
    s->words[s->count++] = word;
}

/* Subchannels 0 to 3 have an object of an engine each; 5 has none. */
static unsigned random_subc(GRand *rand)
{
    return g_rand_int_range(rand, 0, 40) ? g_rand_int_range(rand, 0, 4) : 5;
}

/* A release, or an acquire of what was released before */
static void put_semaphore(Stream *s, GRand *rand, uint64_t va)
{
    uint64_t at = va + g_rand_int_range(rand, 0, MEMORY / 16) * 16;
    uint32_t val = g_rand_int_range(rand, 0, 100);
    uint32_t flags = g_rand_boolean(rand) ? 1u << 20 : 0;

    put(s, NV_FERMI_INC(random_subc(rand), 0x10, 4));
    put(s, at >> 32);
    put(s, at);
    put(s, val);
    put(s, 2 | flags | (g_rand_boolean(rand) ? 1u << 24 : 0));
    if (g_rand_boolean(rand)) {
        put(s, NV_FERMI_IMMD(0, 0x1c, g_rand_boolean(rand) ? 1 : 0x1004));
    }
}

static void put_host(Stream *s, GRand *rand)
{
    static const uint16_t mthds[] = {
        0x08, 0x18, 0x20, 0x24, 0x28, 0x50, 0x50, 0x50, 0x78, 0x80,
        /* Invalid */
        0x04,
    };
    bool wrong = !g_rand_int_range(rand, 0, 60);
    unsigned i = wrong ? ARRAY_SIZE(mthds) - 1
                       : g_rand_int_range(rand, 0, ARRAY_SIZE(mthds) - 1);

    if (g_rand_boolean(rand)) {
        put(s, NV_FERMI_IMMD(random_subc(rand), mthds[i],
                             g_rand_int_range(rand, 0, 0x2000)));
    } else {
        put(s, NV_FERMI_NI(random_subc(rand), mthds[i], 2));
        put(s, g_rand_int(rand));
        put(s, g_rand_int(rand));
    }
}

static void put_methods(Stream *s, GRand *rand)
{
    static const uint32_t opcodes[] = { 1, 1, 1, 3, 4, 4, 5, 5, 0, 2 };
    unsigned op = opcodes[g_rand_int_range(rand, 0, ARRAY_SIZE(opcodes))];
    unsigned count = g_rand_int_range(rand, 0, 8);
    unsigned subc = random_subc(rand);
    uint32_t mthd = 0x100 + g_rand_int_range(rand, 0, 0x3f00 / 4) * 4;
    uint32_t least = s->copies ? LAUNCH_DMA + 4 : 0x100;

    mthd = MAX(mthd, least);

    if (op == 4) {
        put(s, NV_FERMI_IMMD(subc, mthd, g_rand_int_range(rand, 0, 0x2000)));
        return;
    }
    if (op == 0 || op == 2) {
        mthd = MAX(0x100 + mthd % 0x1e00, least);
        put(s, op << 29 | count << 18 | subc << 13 | (mthd & 0x1ffc));
    } else {
        put(s, op << 29 | count << 16 | subc << 13 | mthd / 4);
    }
    for (unsigned i = 0; i < count; i++) {
        put(s, g_rand_int(rand));
    }
}

static void make_stream(Stream *s, GRand *rand, uint64_t va)
{
    s->count = 0;
    for (unsigned i = 0; i < 4; i++) {
        put(s, NV_FERMI_INC(i, 0, 1));
        put(s, s->copies ? COPY_CLASS
                         : (i & 1 ? ENGINE_PPPP : ENGINE_PPDEC) << 16 |
                           (0x95b1 + i));
    }
    while (s->count < STREAM_WORDS) {
        switch (g_rand_int_range(rand, 0, 20)) {
        case 0 ... 13:
            put_methods(s, rand);
            break;
        case 14 ... 16:
            put_host(s, rand);
            break;
        case 17:
            put_semaphore(s, rand, va);
            break;
        case 18:
            put(s, g_rand_int_range(rand, 1, 4) << 16 |
                   g_rand_int_range(rand, 1, 4) << 4);
            break;
        default:
            if (!g_rand_int_range(rand, 0, 20)) {
                put(s, g_rand_int_range(rand, 6, 8) << 29);
            }
            break;
        }
    }
}

/* --- What comes of them ------------------------------------------------ */

/* Of RAMFC: the first two only count while the first says that they do. */
static const uint16_t compared[] = {
    A_NV_PBDMA_METHOD0, A_NV_PBDMA_DATA0,
    A_NV_PBDMA_REF, A_NV_PBDMA_GET, A_NV_PBDMA_GET_HI, A_NV_PBDMA_SEMAPHORE_A,
    A_NV_PBDMA_SEMAPHORE_B, A_NV_PBDMA_SEMAPHORE_C, A_NV_PBDMA_SEMAPHORE_D,
    A_NV_PBDMA_PUT, A_NV_PBDMA_PB_HEADER, A_NV_PBDMA_PB_COUNT,
    A_NV_PBDMA_SUBDEVICE, A_NV_PBDMA_ENGINES_0, A_NV_PBDMA_ENGINES_4,
    A_NV_PBDMA_TARGET, A_NV_PBDMA_TOP_LEVEL_GET,
};

typedef struct Outcome {
    uint32_t regs[ARRAY_SIZE(compared)];
    uint32_t intr;
    uint32_t header;
    uint32_t memory[MEMORY / 4];
    uint64_t methods;
    uint64_t express;
} Outcome;

static uint32_t pbdma_reg(unsigned id, uint32_t reg)
{
    return NV_PBDMA_BASE + id * NV_PBDMA_STRIDE + reg;
}

static void put_entry(NVFermiChan *chan, unsigned from, unsigned words)
{
    uint64_t va = NV_FERMI_PUSH_VA + from * 4;

    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8, va);
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8 + 4, words << 10);
    chan->gp_put++;
}

/* The end of a segment would end another one if there were several. */
static void put_entries(NVFermiChan *chan, const Stream *s, Way way,
                        GRand *rand)
{
    unsigned from = 0;

    while (from < s->count) {
        unsigned words = s->count - from;

        if (way == PIECES) {
            words = MIN(words, g_rand_int_range(rand, 1, 20));
        }
        put_entry(chan, from, words);
        from += words;
    }
}

static bool stopped(NVDev *nv)
{
    return nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);
}

/* An error takes the channel with it. */
static void take_error(NVFermiChan *chan, Outcome *out)
{
    NVDev *nv = chan->nv;
    uint32_t pbdmas = nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);
    unsigned id = pbdmas ? ctz32(pbdmas) : 0;

    out->intr = pbdmas ? nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)) : 0;
    out->header = nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_HDR_SHADOW));
    nv_fermi_channel_fini(chan);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0), 0xffffffff);
}

static void run(NVFermiChan *chan, uint32_t addr, const Stream *s, Way way,
                GRand *rand, Outcome *out)
{
    NVDev *nv = chan->nv;
    uint64_t methods = nv_statistic(nv, "methods");
    uint64_t express = nv_statistic(nv, "methods-by-express");

    nv_fermi_channel_begin(chan);
    for (unsigned i = 0; i < MEMORY; i += 4) {
        nv_phys_wr32(nv, addr + i, 0);
    }
    for (unsigned i = 0; i < s->count; i++) {
        nv_fermi_push(chan, s->words[i]);
    }
    put_entries(chan, s, way, rand);
    nv_trace(nv, "nv_pfifo_method", way == WATCHED);
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
    for (unsigned i = 0; i < 500 && !stopped(nv) &&
         nv_fermi_user_rd32(chan, A_NV_USERD_GET) !=
         (uint32_t)NV_FERMI_PUSH_VA + s->count * 4; i++) {
        nv_clock_step(nv, 1000);
    }
    take_error(chan, out);
    for (unsigned i = 0; i < ARRAY_SIZE(compared); i++) {
        out->regs[i] = nv_phys_rd32(nv, chan->block + compared[i]);
    }
    if (!(out->regs[0] >> 31)) {
        out->regs[0] = out->regs[1] = 0;
    }
    for (unsigned i = 0; i < MEMORY / 4; i++) {
        /* Except for the time */
        out->memory[i] = i % 4 < 2 ? nv_phys_rd32(nv, addr + i * 4) : 0;
    }
    out->methods = nv_statistic(nv, "methods") - methods;
    out->express = nv_statistic(nv, "methods-by-express") - express;
}

static bool compare(const Outcome *a, const Outcome *b, unsigned seed, Way way)
{
    bool same = a->methods == b->methods && a->intr == b->intr &&
                a->header == b->header &&
                !memcmp(a->memory, b->memory, sizeof(a->memory));

    for (unsigned i = 0; i < ARRAY_SIZE(compared); i++) {
        if (a->regs[i] != b->regs[i]) {
            nv_fail("NV_SEED=%u way %u: RAMFC 0x%02x is 0x%08x, not 0x%08x",
                    seed, way, compared[i], b->regs[i], a->regs[i]);
            same = false;
        }
    }
    if (!same) {
        nv_fail("NV_SEED=%u: way %u ends otherwise (%" PRIu64 " methods, not "
                "%" PRIu64 "; intr 0x%08x, not 0x%08x; header 0x%08x, not "
                "0x%08x)", seed, way, b->methods, a->methods, b->intr,
                a->intr, b->header, a->header);
    }
    return same;
}

/* A stream whose segment ends early ends at the same place in pieces. */
static bool ends_segment(const Stream *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        if (s->words[i] >> 29 == 7) {
            return true;
        }
    }
    return false;
}

/**
 * struct Machine - where streams run
 *
 * @chan: a channel
 * @addr: what it has at NV_FERMI_VA
 */
typedef struct Machine {
    NVDev *nv;
    NVFermiChan *chan;
    uint32_t addr;
} Machine;

static bool has_copies(const NVCard *card)
{
    return card->features & NV_CARD_NVE4;
}

static Machine machine(NVDev *none, const char *props)
{
    Machine m = { .nv = nv_start(none->card, props, NULL) };

    m.nv->test = none->test;
    nv_init(m.nv);
    m.chan = has_copies(none->card)
        ? nv_kepler_channel_new(m.nv, 1, NV_KEPLER_RUNLIST_CE0)
        : nv_fermi_channel_new(m.nv, 1);
    nv_assert_hex(nv_fermi_buffer(m.chan, 0x1000, &m.addr), NV_FERMI_VA);
    nv_fermi_channel_fini(m.chan);
    return m;
}

static void machine_end(Machine *m)
{
    nv_fermi_channel_free(m->chan);
    nv_quit(m->nv);
}

static void streams(NVDev *none)
{
    Machine direct = machine(none, NULL);
    Machine queues = machine(none, "x-engine-latency-ns=1");
    unsigned seed = nv_test_number("NV_SEED", 0, 1);
    unsigned end = seed + nv_test_rounds("NV_STREAMS", STREAMS,
                                         STREAMS_USUALLY);
    uint64_t express = 0;

    for (; seed < end; seed++) {
        GRand *rand = g_rand_new_with_seed(seed);
        Outcome want, got;
        Stream s = { .copies = has_copies(none->card) };

        make_stream(&s, rand, NV_FERMI_VA);
        for (Way way = 0; way < WAYS; way++) {
            Machine *m = way == ALONE ? &queues : &direct;

            if (way == PIECES && ends_segment(&s)) {
                continue;
            }
            run(m->chan, m->addr, &s, way, rand, way ? &got : &want);
            if (way && !compare(&want, &got, seed, way)) {
                break;
            }
            if (way == ALONE) {
                g_assert_cmpuint(got.express, ==, 0);
            }
        }
        express += want.express;
        g_rand_free(rand);
    }
    /* The loop has been tested, not only what it leaves to others. */
    g_assert_cmpuint(express, >, STREAM_WORDS);
    machine_end(&queues);
    machine_end(&direct);
}

static bool has_pbdmas(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4);
}

static const NVTest tests[] = {
    { "fermi/however-it-is-submitted",
      "nvk-pushbuffer command-spans-entries ib-entry", streams,
      .applies = has_pbdmas, .fermi = true, .kepler = true,
      .no_machine = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

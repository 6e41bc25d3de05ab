/*
 * Tests of the NVIDIA GPU: the same commands, however they are submitted
 *
 * A random stream of commands is executed several times: as one piece in the
 * old mode; in IB mode as one entry; cut at random into entries that are
 * scattered over the pushbuffer; and so that each word goes through CACHE1. The
 * methods that reach the puller, and their results, have to be the same.
 *
 * NV_STREAMS=N runs so many streams, NV_SEED=N begins with that seed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

#define STREAMS 20
#define STREAMS_USUALLY 8

#define STREAM_WORDS 600
#define SLI_MASK 3
#define SEMAPHORE 0x5e3a0000
#define SEMAPHORE_SIZE 0x100

typedef enum Way {
    OLD_MODE,
    ONE_ENTRY,
    MANY_ENTRIES,
    MANY_ENTRIES_ONE_BY_ONE,
    THROUGH_CACHE1,
    WAYS,
} Way;

typedef struct Stream {
    uint32_t words[STREAM_WORDS];
    unsigned count;
} Stream;

/* --- Streams ---------------------------------------------------------- */

static void put(Stream *s, uint32_t word)
{
    s->words[s->count++] = word;
}

static void put_data(Stream *s, GRand *rand, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        put(s, g_rand_int(rand));
    }
}

static void put_methods(Stream *s, GRand *rand, unsigned commands)
{
    for (unsigned i = 0; i < commands; i++) {
        unsigned count = g_rand_int_range(rand, 0, 4);

        put(s, NV_CMD_INC(1, 0x200 + 4 * i, count));
        put_data(s, rand, count);
    }
}

/* Each command as it is in either mode */
static void put_command(Stream *s, GRand *rand, bool nv84)
{
    unsigned count = g_rand_int_range(rand, 0, 12);
    uint32_t mthd = 0x200 + 4 * g_rand_int_range(rand, 0, 256);

    switch (g_rand_int_range(rand, 0, nv84 ? 7 : 6)) {
    case 0:
        put(s, NV_CMD_NI(1, mthd, count));
        break;
    case 1:
        put(s, NV_CMD_INC(0, NV_MTHD_REF_CNT, count = 1));
        break;
    case 2:
        /* A mask of 0 gives a few commands to other cards. */
        put(s, NV_CMD_SLI(g_rand_int_range(rand, 0, SLI_MASK + 1)));
        put_methods(s, rand, 3);
        put(s, NV_CMD_SLI(g_rand_int_range(rand, 1, SLI_MASK + 1)));
        count = 0;
        break;
    case 3:
        put(s, NV_CMD_INC(0, NV_MTHD_SEMAPHORE_OFFSET, 1));
        put(s, 4 * g_rand_int_range(rand, 0, SEMAPHORE_SIZE / 4));
        put(s, NV_CMD_INC(0, NV_MTHD_SEMAPHORE_RELEASE, count = 1));
        break;
    case 6:
        put(s, NV_CMD_INC(0, 0x0010, 4));
        put(s, 0);
        put(s, 4 * g_rand_int_range(rand, 0, SEMAPHORE_SIZE / 4 - 4));
        put(s, g_rand_int(rand));
        put(s, 2);
        count = 0;
        break;
    default:
        put(s, NV_CMD_INC(1, mthd, count));
        break;
    }
    put_data(s, rand, count);
}

static void make_stream(Stream *s, GRand *rand, bool nv84)
{
    s->count = 0;
    put(s, NV_CMD_INC(1, NV_MTHD_OBJECT, 1));
    put(s, NV_HANDLE_GRAPH);
    put(s, NV_CMD_INC(0, NV_MTHD_DMA_SEMAPHORE, 1));
    put(s, SEMAPHORE);
    while (s->count < STREAM_WORDS - 20) {
        put_command(s, rand, nv84);
    }
}

/* --- Ways ------------------------------------------------------------- */

/* Entries of 1 to 40 words, each at its own place */
static void submit_entries(NVChan *chan, const Stream *s, GRand *rand,
                           bool one_by_one)
{
    unsigned done = 0;

    chan->cur = 0;
    while (done < s->count) {
        unsigned count = MIN(g_rand_int_range(rand, 1, 40), s->count - done);
        uint32_t at = chan->cur;

        nv_push_words(chan, s->words + done, count);
        nv_ib_entry(chan, at, count,
                    g_rand_boolean(rand) ? NV_IB_NOT_MAIN : 0);
        chan->cur += 4 * g_rand_int_range(rand, 0, 200);
        done += count;
        if (one_by_one) {
            nv_ib_kick(chan);
            nv_ib_wait(chan);
        }
    }
    nv_ib_kick(chan);
    nv_ib_wait(chan);
}

static void submit_through_cache1(NVChan *chan, const Stream *s)
{
    NVDev *nv = chan->nv;
    uint32_t at = chan->cur;

    nv_push_words(chan, s->words, s->count);
    for (; at < chan->cur; at += 4) {
        nv_puller(nv, false);
        nv_ib_entry(chan, at, 1, 0);
        nv_ib_kick(chan);
        nv_ib_wait(chan);
        nv_puller(nv, true);
    }
}

static NVChan *submit(NVDev *nv, const Stream *s, Way way, NVBuf *buf,
                      GRand *rand)
{
    NVChan *chan = way == OLD_MODE
        ? nv_chan_new(nv, CHID, NV_IN_RAM)
        : nv_ib_chan_new(nv, CHID, way % 2 ? NV_IN_GART : NV_IN_VRAM, 10);

    nv_chan_object(chan, NV_HANDLE_GRAPH, NV_CLASS_NULL);
    nv_chan_buffer(chan, SEMAPHORE, buf);
    /* The mask is the channel's: without one everything is for other cards. */
    nv_push_ref(chan, 0);
    nv_run(chan);
    nv_mask(nv, A_NV_PFIFO_SLI, R_NV_PFIFO_SLI_MASK_MASK, SLI_MASK);
    switch (way) {
    case OLD_MODE:
    case ONE_ENTRY:
        nv_push_words(chan, s->words, s->count);
        nv_run(chan);
        break;
    case MANY_ENTRIES:
    case MANY_ENTRIES_ONE_BY_ONE:
        submit_entries(chan, s, rand, way == MANY_ENTRIES_ONE_BY_ONE);
        break;
    default:
        submit_through_cache1(chan, s);
        break;
    }
    return chan;
}

/* --- What comes of them ----------------------------------------------- */

static const uint32_t compared[] = {
    A_NV_PFIFO_SLI,
    A_NV_PFIFO_CACHE1_DMA_STATE,
    A_NV50_PFIFO_CACHE1_METHOD_COUNT,
    A_NV_PFIFO_CACHE1_REF,
    A_NV_PFIFO_CACHE1_PULL0,
    A_NV_PFIFO_CACHE1_PULL1,
    A_NV_PFIFO_CACHE1_HASH,
    A_NV_PFIFO_CACHE1_ENGINE,
    A_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW,
    A_NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
    A_NV_PFIFO_CACHE1_DMA_DATA_SHADOW,
    A_NV_PFIFO_INTR,
};

typedef struct Outcome {
    uint32_t regs[ARRAY_SIZE(compared)];
    uint32_t memory[SEMAPHORE_SIZE / 4];
    uint64_t methods;
} Outcome;

/* DMA_STATE without IB mode's bits; the handle's place differs. */
static uint32_t compared_bits(uint32_t reg)
{
    switch (reg) {
    case A_NV_PFIFO_CACHE1_DMA_STATE:
        return ~0x00040002u;
    case A_NV_PFIFO_CACHE1_HASH:
        return 0;
    default:
        return UINT32_MAX;
    }
}

static void run(NVDev *nv, const Stream *s, Way way, GRand *rand,
                Outcome *out)
{
    NVBuf *buf = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    uint64_t methods = nv_statistic(nv, "methods");
    NVChan *chan;

    memset(out->memory, 0, sizeof(out->memory));
    nv_buf_write(buf, 0, out->memory, sizeof(out->memory));
    chan = submit(nv, s, way, buf, rand);
    for (unsigned i = 0; i < ARRAY_SIZE(compared); i++) {
        out->regs[i] = nv_rd32(nv, compared[i]) & compared_bits(compared[i]);
    }
    nv_buf_read(buf, 0, out->memory, sizeof(out->memory));
    out->methods = nv_statistic(nv, "methods") - methods;
    nv_chan_fini(chan);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static bool compare(const Outcome *a, const Outcome *b, unsigned seed,
                    Way way)
{
    bool same = a->methods == b->methods &&
                !memcmp(a->memory, b->memory, sizeof(a->memory));

    for (unsigned i = 0; i < ARRAY_SIZE(compared); i++) {
        if (a->regs[i] != b->regs[i]) {
            nv_fail("NV_SEED=%u way %u: 0x%06x is 0x%08x, not 0x%08x", seed,
                    way, compared[i], b->regs[i], a->regs[i]);
            same = false;
        }
    }
    if (!same) {
        nv_fail("NV_SEED=%u: way %u ends otherwise (%" PRIu64 " methods, not "
                "%" PRIu64 ")", seed, way, b->methods, a->methods);
    }
    return same;
}

static void streams(NVDev *nv)
{
    bool nv84 = nv->card->features & NV_CARD_NV84;
    unsigned seed = nv_test_number("NV_SEED", 0, 1);
    unsigned end = seed + nv_test_rounds("NV_STREAMS", STREAMS,
                                         STREAMS_USUALLY);

    for (; seed < end; seed++) {
        GRand *rand = g_rand_new_with_seed(seed);
        Outcome want, got;
        Stream s;

        make_stream(&s, rand, nv84);
        /* The objects of the next run reuse the memory of these. */
        for (Way way = 0; way < WAYS; way++) {
            uint32_t block = nv->tesla->next_block, heap = nv->inst_next;
            uint64_t ram = nv->ram_next, va = nv->tesla->va_next;
            uint32_t vram = nv->vram_next;

            run(nv, &s, way, rand, way ? &got : &want);
            if (!way && want.methods <= STREAM_WORDS / 10) {
                nv_fail("NV_SEED=%u has no more than %" PRIu64 " methods",
                        seed, want.methods);
            }
            nv->tesla->next_block = block;
            nv->inst_next = heap;
            if (nv->tesla->table) {
                nv->vram_next = MAX(vram, nv->tesla->table + 0x10000);
            } else {
                nv->vram_next = vram;
            }
            nv->ram_next = ram;
            nv->tesla->va_next = va;
            if (way && !compare(&want, &got, seed, way)) {
                break;
            }
        }
        g_rand_free(rand);
    }
    nv_assert_quiet(nv);
}

/* A long release writes the time of the virtual clock, which is stopped. */
static const NVTest tests[] = {
    { "ib/however-it-is-submitted",
      "ib-mode cache1-queue ib-entry command-spans-entries", streams,
      .needs = NV_CARD_NV50, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: QEMU survives whatever a guest does
 *
 * Random accesses, the same for the same seed: to registers, instance memory
 * and pushbuffers, mostly near sensible values.  At the end the monitor has to
 * answer, and the card has to work after a reset of its units.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "qemu/timer.h"
#include "qobject/qdict.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fuzz.h"
#include "libnv/nv-share.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0000
#define CHANNELS 3
#define PLACES 3
#define ACCESSES 12000

static const uint16_t classes[] = {
    0x0012, 0x0019, 0x0030, 0x0039, 0x0042, 0x0043, 0x0044, 0x004a, 0x005c,
    0x005e, 0x005f, 0x0061, 0x0062, 0x0072, 0x0088, 0x0095, 0x009f,
};

/* Units, and how often they are accessed */
static const NVFuzzRange units[] = {
    { 0x000000, 0x000300, 1 },      /* PMC */
    { 0x001000, 0x001200, 1 },      /* PBUS, without configuration space */
    { 0x002000, 0x002600, 8 },      /* PFIFO */
    { 0x003000, 0x003100, 1 },
    { 0x003200, 0x0032b0, 16 },
    { 0x003800, 0x004000, 4 },
    { 0x090000, 0x091000, 4 },
    { 0x009000, 0x009500, 2 },      /* PTIMER */
    { 0x100000, 0x100900, 1 },      /* PFB */
    { 0x101000, 0x101004, 1 },      /* PSTRAPS */
    { 0x400000, 0x400800, 8 },      /* PGRAPH */
    { 0x600000, 0x600900, 2 },      /* PCRTC */
    { 0x6013c0, 0x6013e0, 1 },      /* PRMCIO */
    { 0x680000, 0x680900, 1 },      /* PRAMDAC */
    { 0x700000 + NV_INST_RAMHT, 0x780000, 8 },
    { 0x700000, 0x800000, 1 },      /* PRAMIN */
    { 0x800000, 0xa00000, 1 },      /* USER */
    { 0xc00000, 0xc20000, 1 },
    { 0x000000, 0x001000, 1 },
    { 0x002000, 0x1000000, 1 },     /* everything else */
};

typedef struct Fuzz {
    NVDev *nv;
    GRand *rand;
    NVChan *chans[CHANNELS];
    NVBuf *bufs[CHANNELS][PLACES];
    uint32_t objects;
} Fuzz;

static uint32_t below(Fuzz *f, uint32_t end)
{
    return g_rand_int_range(f->rand, 0, end);
}

static uint32_t address(Fuzz *f)
{
    return nv_fuzz_address(f->rand, units, ARRAY_SIZE(units));
}

/* Values with few bits, with many bits, a sensible address, a handle */
static uint32_t value(Fuzz *f)
{
    switch (below(f, 6)) {
    case 0:
        return below(f, 4);
    case 1:
        return BIT(below(f, 32));
    case 2:
        return ~BIT(below(f, 32));
    case 3:
        return below(f, NV_PUSH_SIZE / 4) * 4;
    case 4:
        return HANDLE + below(f, f->objects + 1);
    default:
        return g_rand_int(f->rand);
    }
}

static void access_register_at(Fuzz *f, uint32_t addr)
{
    switch (below(f, 12)) {
    case 0:
        nv_wr08(f->nv, addr, value(f));
        break;
    case 1:
        nv_wr16(f->nv, addr & ~1, value(f));
        break;
    case 2:
        nv_rd08(f->nv, addr);
        break;
    case 3:
        nv_rd16(f->nv, addr & ~1);
        break;
    case 4:
    case 5:
    case 6:
        nv_rd32(f->nv, addr & ~3);
        break;
    default:
        nv_wr32(f->nv, addr & ~3, value(f));
        break;
    }
}

static void access_register(Fuzz *f)
{
    access_register_at(f, address(f));
}

static uint32_t handle(Fuzz *f)
{
    return below(f, 16) ? HANDLE + below(f, f->objects) : value(f);
}

/* A number as objects take it: a coordinate, a size, a format, anything */
static uint32_t parameter(Fuzz *f)
{
    switch (below(f, 4)) {
    case 0:
        return below(f, 64) << 16 | below(f, 64);
    case 1:
        return below(f, 16);
    case 2:
        return below(f, NV_PUSH_SIZE);
    default:
        return value(f);
    }
}

/* Words of a command's data, about as often as not a header */
static unsigned command(Fuzz *f, uint32_t *words)
{
    unsigned subc = below(f, 4), count = 1 + below(f, 8), n = 0;
    uint32_t mthd;

    switch (below(f, 32)) {
    case 0:
        words[n++] = value(f);
        return n;
    case 1:
        words[n++] = NV_CMD_OLD_JUMP(below(f, NV_PUSH_SIZE / 4) * 4);
        return n;
    case 2:
    case 3:
        words[n++] = NV_CMD_INC(0, NV_MTHD_REF_CNT, 1);
        words[n++] = value(f);
        return n;
    case 4:
    case 5:
    case 6:
    case 7:
        words[n++] = NV_CMD_INC(subc, NV_MTHD_OBJECT, 1);
        words[n++] = handle(f);
        return n;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
        words[n++] = NV_CMD_INC(subc, 0x0180 + below(f, 8) * 4, count);
        while (count--) {
            words[n++] = handle(f);
        }
        return n;
    case 13:
        mthd = below(f, 0x800) * 4;
        break;
    case 14:
    case 15:
        mthd = 0x0100 + below(f, 0x10) * 4;
        break;
    case 16:
    case 17:
    case 18:
        mthd = 0x0400 + below(f, 0x200) * 4;
        break;
    default:
        mthd = 0x0300 + below(f, 0x10) * 4;
        break;
    }
    words[n++] = below(f, 6) ? NV_CMD_INC(subc, mthd, count)
                             : NV_CMD_NI(subc, mthd, count);
    while (count--) {
        words[n++] = parameter(f);
    }
    return n;
}

/* Commands from the channel's position, or from anywhere */
static void fill_pushbuffer(Fuzz *f)
{
    NVChan *chan = f->chans[below(f, CHANNELS)];
    uint32_t words[256];
    unsigned n = 0;

    chan->cur = nv_user_get(chan);
    if (!below(f, 8) || chan->cur >= NV_PUSH_SIZE - sizeof(words)) {
        chan->cur = below(f, (NV_PUSH_SIZE - sizeof(words)) / 4) * 4;
        nv_push(chan, NV_CMD_NOP);
    }
    while (n < ARRAY_SIZE(words) - 16) {
        n += command(f, words + n);
    }
    nv_push_words(chan, words, n);
    nv_kick(chan);
}

static void submit(Fuzz *f)
{
    NVChan *chan = f->chans[below(f, CHANNELS)];

    chan->cur = below(f, NV_PUSH_SIZE / 4) * 4;
    nv_kick(chan);
}

/* Restores what a single wrong bit may have stopped */
static void mend(Fuzz *f)
{
    NVDev *nv = f->nv;

    /* 1 in either byte order makes the card switch to that. */
    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PFIFO_DMA_TIMESLICE, 0x01000000 | below(f, 0x1000));
    nv_wr32(nv, A_NV_PFIFO_RAMHT, (0x03 << 24) |
            ((NV_INST_RAMHT_BITS - 9) << 16) | (NV_INST_RAMHT >> 8));
    nv_ramfc_init(nv);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

static void make_objects(Fuzz *f)
{
    for (unsigned c = 0; c < CHANNELS; c++) {
        NVChan *chan = nv_chan_new(f->nv, c * 7, c);

        for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
            nv_chan_object(chan, HANDLE + i, classes[i]);
        }
        nv_chan_software(chan, HANDLE + ARRAY_SIZE(classes));
        for (unsigned i = 0; i < PLACES; i++) {
            f->bufs[c][i] = nv_buf_new(f->nv, i, NV_PUSH_SIZE, 0x3d);
            nv_chan_buffer(chan, HANDLE + ARRAY_SIZE(classes) + 1 + i,
                           f->bufs[c][i]);
        }
        nv_chan_buffer(chan, HANDLE + ARRAY_SIZE(classes) + 1 + PLACES,
                       chan->push);
        f->chans[c] = chan;
    }
    f->objects = ARRAY_SIZE(classes) + PLACES + 2;
}

static void assert_alive(NVDev *nv)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'query-status' }");

    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

/*
 * All units off and on: the card works as if nothing had happened. PFB isn't
 * one of them, so a driver says where the bus's page table is, or that there is
 * none.
 */
static void assert_usable(NVDev *nv)
{
    NVChan *chan;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    if (nv->card->features & (NV_CARD_GART_NV41 | NV_CARD_GART_NV44)) {
        nv_wr32(nv, A_NV_PFB_GART_BASE, 0);
    }
    nv_init(nv);
    chan = nv_chan_new(nv, 1, NV_IN_GART);
    nv_chan_object(chan, 0x30, 0x0030);
    nv_push_object(chan, 2, 0x30);
    nv_push_ref(chan, 0x600d);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

static void handle_interrupts(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    /* The driver's handler, which must not complain about what it finds */
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, R_NV_PFIFO_INTR_CACHE_ERROR_MASK |
            R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_handle_intr(nv);
}

/* NV_SEED is added to the tests' seeds, to find more. */
static uint32_t seed(NVDev *nv)
{
    return *(const uint32_t *)nv->test->data + nv->card->pci_id * 0x100 +
           nv_test_number("NV_SEED", 0, 0);
}

/* Prints the result of the accesses. */
static void tell(NVDev *nv)
{
    g_autofree char *text = nv_qom_get(nv, "statistics");
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_autofree char *line = g_strjoinv(", ", lines);

    g_test_message("%s", line);
}

static void run(Fuzz *f)
{
    make_objects(f);
    for (unsigned i = 0; i < ACCESSES; i++) {
        unsigned what = below(f, 100);

        if (what < 30) {
            access_register(f);
        } else if (what < 65) {
            fill_pushbuffer(f);
        } else if (what < 67) {
            submit(f);
        } else if (what < 90) {
            handle_interrupts(f->nv);
        } else if (what < 92) {
            nv_clock_step(f->nv, below(f, 2000000));
        } else {
            mend(f);
        }
    }
    for (unsigned c = 0; c < CHANNELS; c++) {
        nv_chan_free(f->chans[c]);
        for (unsigned i = 0; i < PLACES; i++) {
            nv_buf_free(f->bufs[c][i]);
        }
    }
    tell(f->nv);
}

static void random_accesses(NVDev *nv)
{
    Fuzz f = {
        .nv = nv,
        .rand = g_rand_new_with_seed(seed(nv)),
    };

    run(&f);
    assert_alive(nv);
    assert_usable(nv);
    g_rand_free(f.rand);
}

/* The state of such a card can be saved and loaded. */
static void random_accesses_migrate(NVDev *nv)
{
    Fuzz f = {
        .nv = nv,
        .rand = g_rand_new_with_seed(seed(nv)),
    };

    run(&f);
    nv_migrate(nv);
    assert_alive(nv);
    assert_usable(nv);
    g_rand_free(f.rand);
}

/* --- Cards before NV04 ------------------------------------------------ */

static const struct {
    uint32_t start, end;
} early_units[] = {
    { 0x000000, 0x000300 },         /* PMC */
    { 0x002000, 0x002600 },         /* PFIFO */
    { 0x003000, 0x003100 },
    { 0x003200, 0x003600 },
    { 0x009000, 0x009500 },         /* PTIMER */
    { 0x100000, 0x101000 },         /* PFB */
    { 0x400000, 0x400800 },         /* PGRAPH */
    { 0x600000, 0x605000 },         /* NV01's PRAM, and what is around it */
    { 0x640000, 0x660000 },
    { 0x700000, 0x800000 },         /* NV01's instance memory */
    { 0x800000, 0x880000 },         /* USER */
    { 0x800000, 0x1000000 },
    { 0x000000, 0x1000000 },
};

/* Units on, errors acknowledged, both caches' pushers and pullers on */
static void early_mend(NVDev *nv)
{
    static const struct {
        uint32_t addr, val;
    } writes[] = {
        { A_NV_PMC_ENABLE, UINT32_MAX }, { A_NV_PFIFO_INTR, UINT32_MAX },
        { A_NV_PFIFO_CACHES, 1 }, { 0x003000, 1 }, { 0x003040, 1 },
        { 0x003050, 1 }, { 0x003200, 1 }, { 0x003240, 1 }, { 0x003250, 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(writes); i++) {
        nv_wr32(nv, writes[i].addr, writes[i].val);
    }
}

/*
 * All units off and on: both caches stand still (nv1-pfifo.rst), and methods
 * come through as if nothing had happened.
 */
static void early_assert_usable(NVDev *nv)
{
    g_autofree char *log = NULL;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    nv_assert_reg(nv, NV_PFIFO_INTR_EN, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHES, 0);
    nv_assert_hex(nv_rd32(nv, nv_cache0(nv)->push), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache0(nv)->pull) & 1, 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->push), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull) & 1, 0);
    /* What CACHE1 holds isn't cleared. */
    nv_wr32(nv, nv_cache1(nv)->get, 0);
    nv_wr32(nv, nv_cache1(nv)->put, 0);
    nv_pio_init(nv);
    nv_pio_object(nv, 0, 0xbeef0039);
    nv_trace(nv, "nv_pfifo_ctx", true);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, 0xbeef0039);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get),
                  nv_rd32(nv, nv_cache1(nv)->put));
    log = nv_log_text(nv);
    g_assert_nonnull(strstr(log, "nv_pfifo_ctx channel 0 subchannel 3 "));
}

static void early_accesses(NVDev *nv)
{
    Fuzz f = {
        .nv = nv,
        .rand = g_rand_new_with_seed(seed(nv)),
        .objects = 1,
    };

    for (unsigned i = 0; i < ACCESSES; i++) {
        unsigned unit = below(&f, ARRAY_SIZE(early_units));
        uint32_t start = early_units[unit].start;

        access_register_at(&f, start +
                           below(&f, early_units[unit].end - start));
        if (!below(&f, 64)) {
            nv_clock_step(nv, below(&f, 2000000));
        }
        if (!below(&f, 16)) {
            early_mend(nv);
        }
    }
    tell(nv);
    assert_alive(nv);
    early_assert_usable(nv);
    g_rand_free(f.rand);
}

static bool is_early(const NVCard *card)
{
    return card->features & (NV_CARD_NV01 | NV_CARD_NV03);
}

/* --- A pushbuffer that changes while it is executed ------------------- */

#define SUBMISSIONS 400

typedef struct Scribbler {
    uint32_t *words;
    unsigned count;
    uint32_t seed;
    bool stop;
} Scribbler;

/* Mostly headers, whatever is there: counts, methods, jumps */
static void *scribble(void *opaque)
{
    Scribbler *s = opaque;
    GRand *rand = g_rand_new_with_seed(s->seed);

    while (!qatomic_read(&s->stop)) {
        uint32_t word = g_rand_int(rand);
        unsigned at = word % s->count;

        switch (word >> 24) {
        case 0:
            word = NV_CMD_OLD_JUMP(at * 4);
            break;
        case 1 ... 3:
            word = HANDLE + word % ARRAY_SIZE(classes);
            break;
        case 4:
            word = NV_CMD_INC(0, NV_MTHD_REF_CNT, 1);
            break;
        default:
            word = NV_CMD_INC(at % 64 ? 1 : 0, (word & 0x1ffc) | 0x200,
                              word >> 16 & 0x1f);
            break;
        }
        qatomic_set(&s->words[at], word);
    }
    g_rand_free(rand);
    return NULL;
}

static void pushbuffer_changes(NVDev *test)
{
    int share = nv_share_new();
    g_autofree char *args = nv_share_args(share);
    NVDev *nv = nv_start(test->card, NULL, args);
    NVPlace place = *(const NVPlace *)test->test->data;
    Scribbler s = { .count = NV_PUSH_SIZE / 4, .seed = place };
    NVChan *chan;
    GThread *thread;

    nv_init(nv);
    chan = nv_chan_new(nv, 1, place);
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        nv_chan_object(chan, HANDLE + i, classes[i]);
    }
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_push_object(chan, subc, HANDLE + (subc ? 2 : 3));
    }
    nv_run(chan);
    s.words = nv_share_map(share, chan->push);
    thread = g_thread_new("scribble", scribble, &s);
    for (unsigned i = 0; i < SUBMISSIONS; i++) {
        chan->cur = i % 2 ? NV_PUSH_SIZE - 4 : 0;
        nv_kick(chan);
        nv_clock_step(nv, 2 * SCALE_MS);
        handle_interrupts(nv);
        if (i % 2) {
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0);
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, 0);
        }
    }
    qatomic_set(&s.stop, true);
    g_thread_join(thread);
    munmap(s.words, NV_PUSH_SIZE);
    nv_chan_free(chan);
    tell(nv);
    assert_alive(nv);
    assert_usable(nv);
    nv_quit(nv);
    close(share);
}

static const NVPlace shared_places[] = { NV_IN_RAM, NV_IN_GART };

/* NV_SEED tries others. */
static const uint32_t seeds[] = { 1, 2 };

static const NVTest tests[] = {
    { "robust/random-accesses/1", "host-safety! fuzzing!", random_accesses,
      .data = &seeds[0] },
    { "robust/random-accesses-migrate/2", "host-safety migration",
      random_accesses_migrate, .props = "vram=16M", .data = &seeds[1] },
    { "robust/random-accesses/early", "host-safety! fuzzing!", early_accesses,
      .early = true, .cold = true, .applies = is_early, .data = &seeds[0] },
    { "robust/pushbuffer-changes/linear", "hostile-memory", pushbuffer_changes,
      .no_machine = true, .data = &shared_places[0] },
    { "robust/pushbuffer-changes/paged", "hostile-memory", pushbuffer_changes,
      .no_machine = true, .data = &shared_places[1] },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

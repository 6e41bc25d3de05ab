/*
 * Tests of the NVIDIA GPU: where the pushbuffer is
 *
 * The DMA pusher's specification, "NV04-style mode": the pushbuffer is
 * described by a DMA object, in video memory, in the machine's, or page by
 * page.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-share.h"
#include "libnv/nv-test.h"

#define CHID 1

/* Of an object for M2MF, whose NOP takes anything */
#define HANDLE 0xbeef0039
#define NOP 0x0100

/* --- Where the pushbuffer is ------------------------------------------ */

/* "On NV05+, any DMA object is valid." */
static void any_place(NVDev *nv)
{
    const NVPlace *place = nv->test->data;
    NVChan *chan = nv_chan_new(nv, CHID, *place);
    uint32_t words[1500];
    uint64_t sum = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = i * 2654435761u;
    }
    nv_watch_methods(nv);
    nv_chan_object(chan, HANDLE, nv_class_m2mf(nv));
    nv_push_object(chan, 1, HANDLE);
    nv_push_command(chan, NV_CMD_NI(1, NOP, 0), words, ARRAY_SIZE(words));
    nv_push_ref(chan, 0xabcd);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0xabcd);
    nv_assert_quiet(nv);

    g_autoptr(GArray) methods = nv_delivered(nv);
    g_assert_cmpuint(methods->len, >, ARRAY_SIZE(words));
    for (unsigned i = 1; i <= ARRAY_SIZE(words) && i < methods->len; i++) {
        NVDelivered *m = &g_array_index(methods, NVDelivered, i);

        nv_assert_hex(m->mthd, NOP);
        nv_assert_hex(m->data, words[i - 1]);
        sum += m->data;
    }
    g_assert_cmpuint(sum, !=, 0);
    nv_chan_free(chan);
}

/* "The pushbuffer must be in PCI or AGP space" */
static void video_memory(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_VRAM);

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0, 0);
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), chan->cur);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_chan_free(chan);
}

/* A command's words are on both sides of a page's end, wherever it is. */
static void commands_across_pages(NVDev *nv)
{
    const NVPlace *place = nv->test->data;
    NVBuf *push = nv_buf_new(nv, *place, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0);

    nv_puller(nv, false);
    for (unsigned before = 0; before <= 6; before++) {
        uint32_t page = 0x1000 * (before + 1);

        while (chan->cur < page - before * 4) {
            uint32_t gap[64] = { 0 };
            unsigned words = (page - before * 4 - chan->cur) / 4;

            nv_push_words(chan, gap, MIN(words, ARRAY_SIZE(gap)));
        }
        nv_push_inc(chan, 1, 0x0300, before, before + 1, before + 2);
        nv_run(chan);
        nv_assert_cache1(nv, (const NVMethod[]) {
            { NV_CACHE1_ADDR(1, 0x0300, 0), before },
            { NV_CACHE1_ADDR(1, 0x0304, 0), before + 1 },
            { NV_CACHE1_ADDR(1, 0x0308, 0), before + 2 },
        }, 3);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_GET,
                nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT));
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

#define PAGES 8

/* Each page is right before the one that it follows. */
static const uint8_t backwards[PAGES] = { 7, 6, 5, 4, 3, 2, 1, 0 };
/* Each is right behind the one before that one. */
static const uint8_t alternating[PAGES] = { 0, 4, 1, 5, 2, 6, 3, 7 };

static void pages_in_order(NVDev *nv)
{
    const uint8_t *order = nv->test->data;
    const unsigned count = PAGES;
    uint64_t ram = ROUND_UP(nv_ram_alloc(nv, (count + 1) * 4096), 4096);
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, count * 4096, 0x02);
    unsigned references = 0;
    NVChan *chan;

    for (unsigned i = 0; i < count; i++) {
        push->pages[i] = ram + order[i] * 4096;
        nv_inst_wr32(nv, push->inst + 8 + i * 4, push->pages[i] | 3);
    }
    chan = nv_chan_new_at(nv, CHID, push, 0);
    /* A different number of references in each, and nothing behind them */
    for (unsigned page = 0; page < count - 1; page++) {
        for (unsigned i = 0; i <= page * page; i++) {
            nv_push_ref(chan, ++references);
        }
        while (chan->cur < (page + 1) * 4096) {
            nv_push(chan, NV_CMD_NOP);
        }
    }
    nv_run(chan);
    g_assert_cmpuint(nv_references(nv), ==, references);
    nv_assert_hex(nv_user_ref(chan), references);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* The object begins inside a page: ADJUST says where. */
static void adjust(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->base += 0x7f4;
    push->size -= 0x1000;
    push->inst = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, push->base,
                                  push->size - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0);
    for (unsigned i = 0; i < 1200; i++) {
        nv_push(chan, NV_CMD_NOP);
    }
    nv_push_ref(chan, 0x77);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_assert_quiet(nv);
    /* Bits 11:2 of the base */
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, 0x800237f4);
    nv_chan_free(chan);
}

/*
 * "On pre-NV11 cards, the word read from pushbuffer is always treated as
 * little-endian", whatever bit 31 of FETCH says.
 */
static void little_endian(NVDev *nv)
{
    static const uint8_t ref[] = {
        0x50, 0x00, 0x04, 0x00,         /* REF_CNT, one word */
        0x78, 0x56, 0x34, 0x12,
    };
    static const uint8_t software[] = {
        0x00, 0xe2, 0x04, 0x00,         /* subchannel 7, 0x0200, one word */
        0x78, 0x56, 0x34, 0x12,
    };
    const uint8_t *bytes = nv->card->features & NV_CARD_REF ? ref : software;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->fetch), 0x80086078);
    nv_buf_write(chan->push, 0, bytes, sizeof(ref));
    chan->cur = sizeof(ref);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x12345678);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_FETCH, 0x00086078);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Class is 8 bits on NV04:NV25": the bits above them don't count. */
static void class_has_8_bits(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    uint32_t flags = nv_inst_rd32(nv, push->inst);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0);

    for (unsigned high = 0; high < 16; high++) {
        nv_inst_wr32(nv, push->inst, flags | high << 8);
        nv_push_ref(chan, 0x100 + high);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), 0x100 + high);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* DMA_CTL and DMA_LIMIT are those of the DMA object that was loaded. */
static void object_in_dma_ctl(NVDev *nv)
{
    static const uint32_t ctl[] = {
        [NV_IN_VRAM] = 0x80003000,
        [NV_IN_RAM] = 0x80023000,
        [NV_IN_GART] = 0x80021000,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        NVChan *chan;

        if (nv_places[i] == NV_IN_VRAM &&
            !(nv->card->features & NV_CARD_NVM_PUSH)) {
            continue;
        }
        chan = nv_chan_new(nv, i, nv_places[i]);
        nv_push_ref(chan, i);
        nv_run(chan);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, ctl[nv_places[i]]);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_LIMIT, NV_PUSH_SIZE - 1);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_INSTANCE,
                      chan->push->inst >> 4);
        nv_chan_free(chan);
    }
    nv_assert_quiet(nv);
}

static void agp_target_is_the_bus(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_AGP, push->base,
                                  push->size - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0);
    nv_push_ref(chan, 0x33);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x33);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, 0x80033000);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* NVM_TILED in drivers' headers, which is video memory, too */
static NVChan *tiled_chan_new(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_VRAM, NV_PUSH_SIZE, 0x3d);

    push->inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_VRAM_TILED, push->base,
                                  push->size - 1);
    return nv_chan_new_at(nv, CHID, push, 0);
}

static void tiled_video_memory(NVDev *nv)
{
    NVChan *chan = tiled_chan_new(nv);

    nv_push_ref(chan, 0x44);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x44);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, 0x80013000);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void tiled_is_video_memory(NVDev *nv)
{
    NVChan *chan = tiled_chan_new(nv);

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0, 0);
    nv_handle_all(nv);
    nv_chan_free(chan);
}

/*
 * A driver without AGP may have its pushbuffer in video memory and name its
 * address on the bus, as nouveau does with vram_pushbuf=1 on NV04.
 */
static void bar1_by_its_bus_address(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_VRAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_PCI,
                                  nv->bar1 + push->base, push->size - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0);
    nv_push_ref(chan, 0xba71);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0xba71);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* A pushbuffer in the card's own registers causes an error, no harm. */
static void bar0_by_its_bus_address(NVDev *nv)
{
    NVBuf buf = { .nv = nv, .place = NV_IN_RAM, .size = 16 * MiB };
    NVChan *chan;

    buf.inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_PCI, nv->bar0,
                                16 * MiB - 1);
    chan = nv_chan_new_at(nv, CHID, &buf, 0x3000);
    chan->cur = 0x4000;
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    nv_assert_hex(nv_user_get(chan), 0x3000);
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), 0x4000);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_free(chan);
}

/* Words that CACHE1 holds may be overwritten in the pushbuffer. */
static void pushbuffer_may_be_overwritten(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_puller(nv, false);
    nv_push_refs(chan, (const uint32_t[]) { 1, 2, 3 }, 3);
    nv_run(chan);
    for (uint32_t i = 0; i < chan->cur; i += 4) {
        nv_buf_wr32(chan->push, i, 0xffffffff);
    }
    nv_puller(nv, true);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_poll(!nv_cache1_used(nv));
    g_assert_cmpuint(nv_references(nv), ==, 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Words that the pusher has read before are read again. */
static void pushbuffer_is_read_anew(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    for (unsigned round = 0; round < 50; round++) {
        chan->cur = 0;
        nv_push_ref(chan, round);
        nv_push_jump(chan, 0);
        /* GET is at 8 after the first round, and jumps from there. */
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, 8);
        nv_poll(nv_user_get(chan) == 8);
        nv_assert_hex(nv_user_ref(chan), round);
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0);
        nv_poll(nv_user_get(chan) == 0);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

#define PAGE_WORDS 1024

/*
 * A page that submits a reference for each page before it, and one more across
 * its end. The last page of its stretch has a jump there.
 */
static void fill_page(NVBuf *push, unsigned page, bool first, uint32_t last)
{
    uint32_t words[PAGE_WORDS] = { };
    unsigned at = 0;

    if (!first) {
        words[at++] = 0x1000 + page;
    }
    for (unsigned i = 0; i < page; i++) {
        words[at++] = NV_CMD_INC(0, NV_MTHD_REF_CNT, 1);
        words[at++] = page;
    }
    words[PAGE_WORDS - 1] = last;
    nv_buf_write(push, page * sizeof(words), words, sizeof(words));
}

/*
 * Usually the next page follows, but it may be any other: a page isn't executed
 * because it was expected.
 */
static void pages_in_any_order(NVDev *nv)
{
    static const struct {
        unsigned first, count;
    } stretches[] = {
        { 20, 9 }, { 3, 1 }, { 31, 9 }, { 0, 3 }, { 4, 16 }, { 29, 1 },
    };
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, 40 * PAGE_WORDS * 4, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, stretches[0].first * 0x1000);
    unsigned references = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(stretches); i++) {
        unsigned end = stretches[i].first + stretches[i].count;
        uint32_t then = i + 1 < ARRAY_SIZE(stretches)
            ? NV_CMD_OLD_JUMP(stretches[i + 1].first * 0x1000) : NV_CMD_NOP;

        for (unsigned page = stretches[i].first; page < end; page++) {
            bool goes_on = page + 1 < end;

            fill_page(push, page, page == stretches[i].first,
                      goes_on ? NV_CMD_INC(0, NV_MTHD_REF_CNT, 1) : then);
            references += page + goes_on;
        }
        chan->cur = end * 0x1000;
    }
    nv_kick(chan);
    nv_poll(nv_user_get(chan) == chan->cur);
    nv_assert_hex(nv_user_ref(chan), 29);
    g_assert_cmpuint(nv_references(nv), ==, references);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * From NV40 on instance memory is larger than 16 bits can name, and some
 * channels of a driver have their objects there. Its BAR shows all of it.
 */
static void object_beyond_a_mib(NVDev *nv)
{
    const uint32_t inst = 0x123450;
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);
    QPCIBar bar = qpci_iomap(nv->pci, nv->card->inst->bar, NULL);

    for (unsigned i = 0; i < 4; i++) {
        qpci_io_writel(nv->pci, bar, inst + i * 4,
                       nv_inst_rd32(nv, chan->push->inst + i * 4));
    }
    nv_inst_wr32(nv, chan->push->inst, 0);
    nv_ramfc_set_inst(chan, inst >> 4, 0);
    nv_push_ref(chan, 0x77);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_INSTANCE, inst >> 4);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- A pushbuffer that changes while it is executed ------------------- */

/* Objects whose methods take anything, and more */
static const uint16_t classes[] = { 0x0030, 0x0039, 0x0012, 0x0062 };

#define HANDLE_OBJECT 0xbeef0000
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
            word = HANDLE_OBJECT + word % ARRAY_SIZE(classes);
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

/* What the card complains about is right, whatever it is. */
static void handle_interrupts(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, R_NV_PFIFO_INTR_CACHE_ERROR_MASK |
            R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_handle_intr(nv);
}

/* All units off and on: the card works as if nothing had happened. */
static void assert_usable(NVDev *nv)
{
    NVChan *chan;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    nv_init(nv);
    chan = nv_chan_new(nv, CHID, NV_IN_GART);
    nv_push_ref(chan, 0x600d);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* Every other submission begins anew, wherever the one before has led. */
static void submit_what_changes(NVChan *chan)
{
    NVDev *nv = chan->nv;

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
}

static void pushbuffer_changes(NVDev *test)
{
    NVPlace place = *(const NVPlace *)test->test->data;
    Scribbler s = { .count = NV_PUSH_SIZE / 4, .seed = place };
    g_autofree char *args = NULL;
    NVDev *nv;
    NVChan *chan;
    GThread *thread;
    int share;

    if (nv_share_skips(place == NV_IN_GART)) {
        return;
    }
    share = nv_share_new();
    args = nv_share_args(share);
    nv = nv_start(test->card, NULL, args);
    nv_init(nv);
    chan = nv_chan_new(nv, CHID, place);
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        nv_chan_object(chan, HANDLE_OBJECT + i, classes[i]);
    }
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_push_object(chan, subc, HANDLE_OBJECT + !subc);
    }
    nv_run(chan);
    s.words = nv_share_map(share, chan->push);
    thread = g_thread_new("scribble", scribble, &s);
    submit_what_changes(chan);
    qatomic_set(&s.stop, true);
    g_thread_join(thread);
    nv_share_unmap(s.words, NV_PUSH_SIZE);
    nv_chan_free(chan);
    assert_usable(nv);
    nv_quit(nv);
    close(share);
}

static const NVTest tests[] = {
    { "pusher/place/vram", "dma-pushbuffer pushbuffer-target", any_place,
      .needs = NV_CARD_NVM_PUSH, .data = &nv_places[0], .tesla = true },
    { "pusher/video-memory-raises-MEM_FAULT",
      "error-protection pushbuffer-target!", video_memory,
      .lacks = NV_CARD_NVM_PUSH },
    { "pusher/place/ram", "dma-pushbuffer pushbuffer-target!", any_place,
      .data = &nv_places[1], .tesla = true },
    { "pusher/place/gart", "dma-pushbuffer pushbuffer-target", any_place,
      .data = &nv_places[2], .tesla = true },
    { "pusher/commands-across-pages/vram", "dma-pushbuffer",
      commands_across_pages, .needs = NV_CARD_NVM_PUSH, .data = &nv_places[0],
      .tesla = true },
    { "pusher/commands-across-pages/ram", "dma-pushbuffer",
      commands_across_pages, .data = &nv_places[1], .tesla = true },
    { "pusher/commands-across-pages/gart", "dma-pushbuffer",
      commands_across_pages, .data = &nv_places[2], .tesla = true },
    { "pusher/pages-in-any-order", "dma-pushbuffer old-jump",
      pages_in_any_order, .needs = NV_CARD_REF, .tesla = true },
    { "pusher/pages-backwards", "dma-pushbuffer", pages_in_order,
      .needs = NV_CARD_REF, .data = backwards },
    { "pusher/pages-alternating", "dma-pushbuffer", pages_in_order,
      .needs = NV_CARD_REF, .data = alternating },
    { "pusher/adjust", "dma-pushbuffer", adjust },
    { "pusher/little-endian", "pushbuffer-endian", little_endian,
      .lacks = NV_CARD_ENDIAN, .tesla = true },
    { "pusher/class-has-8-bits", "class-width", class_has_8_bits,
      .lacks = NV_CARD_WIDE_CLASS },
    { "pusher/object-in-dma-ctl", "dma-pushbuffer dma-limit!",
      object_in_dma_ctl },
    { "pusher/agp-target-is-the-bus", "dma-pushbuffer pushbuffer-target",
      agp_target_is_the_bus },
    { "pusher/object-beyond-a-mib", "dma-pushbuffer", object_beyond_a_mib,
      .needs = NV_CARD_NV40 },
    { "pusher/place/tiled-vram", "dma-pushbuffer pushbuffer-target",
      tiled_video_memory, .needs = NV_CARD_NVM_PUSH },
    { "pusher/tiled-video-memory-raises-MEM_FAULT",
      "error-protection pushbuffer-target", tiled_is_video_memory,
      .lacks = NV_CARD_NVM_PUSH },
    { "pusher/bar1-by-its-bus-address", "dma-pushbuffer pushbuffer-target",
      bar1_by_its_bus_address },
    { "pusher/bar0-by-its-bus-address", "error-protection hostile-memory",
      bar0_by_its_bus_address, .tesla = true },
    { "pusher/pushbuffer-may-be-overwritten", "cache1-queue",
      pushbuffer_may_be_overwritten, .tesla = true },
    { "pusher/pushbuffer-is-read-anew", "cache1-queue pushbuffer-ring",
      pushbuffer_is_read_anew, .tesla = true },
    { "pusher/pushbuffer-changes/linear", "hostile-memory", pushbuffer_changes,
      .no_machine = true, .slow = true, .data = &nv_places[1] },
    { "pusher/pushbuffer-changes/paged", "hostile-memory", pushbuffer_changes,
      .no_machine = true, .slow = true, .data = &nv_places[2] },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

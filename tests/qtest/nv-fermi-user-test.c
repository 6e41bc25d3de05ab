/*
 * Tests of the NVIDIA GPU: USERD, the channels' control areas, NVC0+; and the
 * old mode, in which PUT is written there
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-test.h"

#define CHID 4

/* Words of USERD that the CPU can't change */
static const uint8_t read_only[] = {
    A_NV_USERD_PUT, A_NV_USERD_PUT_HI, A_NV_USERD_GET, A_NV_USERD_GET_HI,
    A_NV_USERD_REF, A_NV_USERD_TOP_LEVEL_GET, A_NV_USERD_TOP_LEVEL_GET_HI,
    A_NV_USERD_GP_GET,
};

static void stop(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
}

static void start(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
}

/* --- Registers -------------------------------------------------------- */

/* "0x40 R/W DMA_PUT, only writable when not in IB mode"; "R" */
static void check_read_only(NVFermiChan *chan)
{
    uint32_t before[ARRAY_SIZE(read_only)];

    /* The low parts first: the high ones show what was captured with them. */
    for (unsigned i = 0; i < 2 * ARRAY_SIZE(read_only); i++) {
        before[i % 8] = nv_fermi_user_rd32(chan, read_only[i % 8]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(read_only); i++) {
        nv_fermi_user_wr32(chan, read_only[i], 0x5a5a5a58 + i);
        nv_assert_hex(nv_fermi_user_rd32(chan, read_only[i]), before[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(read_only); i++) {
        nv_assert_hex(nv_fermi_user_rd32(chan, read_only[i]), before[i]);
    }
}

static void writability(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    for (unsigned i = 1; i < 3; i++) {
        nv_fermi_ref(chan, 0x1230 + i);
        nv_fermi_run(chan);
        check_read_only(chan);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x1230 + i);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT),
                      (uint32_t)NV_FERMI_PUSH_VA + i * 8);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GP_PUT), i);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET), i);
        /* And while it has no PBDMA */
        nv_fermi_preempt(nv, CHID);
        check_read_only(chan);
    }
    /* The page itself gets what the registers have when the PBDMA stops. */
    nv_fermi_ref(chan, 0x5678);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, nv_fermi_userd(chan) + A_NV_USERD_REF),
                  0x5678);
    nv_assert_hex(nv_phys_rd32(nv, nv_fermi_userd(chan) + A_NV_USERD_PUT),
                  (uint32_t)NV_FERMI_PUSH_VA + 24);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* A page for each channel, in which only words have a function */
static void area(NVDev *nv)
{
    static const uint8_t chids[] = { 0, 1, 2, 126, 127 };
    NVFermiChan *chan[ARRAY_SIZE(chids)];

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chan[i] = nv_fermi_channel_new(nv, chids[i]);
        for (uint32_t reg = 0x90; reg < NV_USERD_SIZE; reg += 4) {
            nv_fermi_user_wr32(chan[i], reg, chids[i] << 16 | reg);
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        uint64_t put = nv->bar1 + chids[i] * NV_USERD_SIZE + A_NV_USERD_GP_PUT;

        nv_fermi_ref(chan[i], 0x100 + i);
        nv_fermi_kick(chan[i]);
        nv_fermi_wait(chan[i]);
        /* "Everything in the area should be accessed as 32-bit integers" */
        qtest_writeb(nv->qts, put, 0x80);
        qtest_writew(nv->qts, put, 0x81);
        nv_clock_step(nv, 1000 * 1000);
        nv_assert_hex(nv_pbdma_rd32(chan[i], A_NV_PBDMA_GP_PUT), 1);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_GP_GET), 1);
        nv_fermi_user_wr32(chan[i], A_NV_USERD_GP_PUT, 1);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0x100 + i);
        for (uint32_t reg = 0x90; reg < NV_USERD_SIZE; reg += 4) {
            nv_assert_hex(nv_fermi_user_rd32(chan[i], reg),
                          chids[i] << 16 | reg);
        }
        nv_fermi_channel_free(chan[i]);
    }
    nv_fermi_assert_quiet(nv);
}

/* --- High parts ------------------------------------------------------- */

static void set_state(NVFermiChan *chan, bool loaded, uint32_t reg,
                      uint32_t val)
{
    if (loaded) {
        nv_pbdma_wr32(chan, reg, val);
    } else {
        nv_phys_wr32(chan->nv, chan->block + reg, val);
    }
}

static void set_high_parts(NVFermiChan *chan, bool loaded, uint32_t put,
                           uint32_t get, uint32_t top)
{
    set_state(chan, loaded, A_NV_PBDMA_PUT_HI, put);
    set_state(chan, loaded, A_NV_PBDMA_GET_HI, get);
    set_state(chan, loaded, A_NV_PBDMA_TOP_LEVEL_GET_HI, 0x80000000 | top);
}

static uint32_t get_high(NVFermiChan *chan)
{
    return nv_fermi_user_rd32(chan, A_NV_USERD_GET_HI);
}

/*
 * "When you read the address corresponding to the low part, the whole value is
 * atomically read. ... the high part is copied to the corresponding read
 * shadow"; "two different threads reading these values simultanously can
 * interfere with each other".
 */
static void check_shadows(NVFermiChan *chan, bool loaded)
{
    set_state(chan, loaded, A_NV_PBDMA_PUT, 0x11110000);
    set_state(chan, loaded, A_NV_PBDMA_GET, 0x22220000);
    set_state(chan, loaded, A_NV_PBDMA_TOP_LEVEL_GET, 0x33330000);
    set_high_parts(chan, loaded, 0x1a, 0x2b, 0x3c);
    /* Each has its own shadow, and the low parts haven't been read. */
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 0);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT), 0x11110000);
    nv_assert_hex(get_high(chan), 0);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 0x1a);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET), 0x22220000);
    nv_assert_hex(get_high(chan), 0x2b);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET_HI), 0);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET),
                  0x33330000);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET_HI),
                  0x8000003c);

    /* The captured value stays, however the counter moves. */
    set_high_parts(chan, loaded, 0x4d, 0x5e, 0x6f);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 0x1a);
    nv_assert_hex(get_high(chan), 0x2b);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET_HI),
                  0x8000003c);

    /* A reads the low part, B reads it, A gets B's high part. */
    nv_fermi_user_rd32(chan, A_NV_USERD_GET);
    set_high_parts(chan, loaded, 0x4d, 0x77, 0x88);
    nv_assert_hex(get_high(chan), 0x5e);
    nv_fermi_user_rd32(chan, A_NV_USERD_GET);
    nv_assert_hex(get_high(chan), 0x77);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 0x1a);
}

static void shadows(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    NVFermiChan *waits = nv_fermi_channel_new(nv, CHID + 1);

    nv_fermi_ref(chan, 1);
    nv_fermi_run(chan);
    stop(nv);
    /* nv_fermi_wait() has read GET's low part, which is 0x20000008. */
    check_shadows(chan, true);
    check_shadows(waits, false);
    /* They are saved with the channel. */
    nv_fermi_preempt(nv, CHID);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + 0x68), 0x77);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + 0x6c), 0x1a);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + 0x70), 0x8000003c);
    nv_assert_hex(get_high(chan), 0x77);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(waits);
}

/* A pushbuffer across 4 GiB */
static void across_4_gib(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t va = 0x12fffff000;

    nv_fermi_map(nv, chan->pd, va, chan->push, 0x2000, NV_FERMI_RAM);
    for (unsigned i = 0; i < 0x1000 / 4 + 2; i++) {
        qtest_writel(nv->qts, chan->push + i * 4, NV_FERMI_IMMD(0, 0x50, i));
    }
    qtest_writel(nv->qts, chan->gp, (uint32_t)va + 0x80);
    qtest_writel(nv->qts, chan->gp + 4, va >> 32 | (0x1000 / 4 - 0x1f) << 10);
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, 1);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GET) == 4);
    nv_assert_hex(get_high(chan), 0x13);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT), 4);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 0x13);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET), 4);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET_HI),
                  0x80000013);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x1000 / 4);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* --- The mode of old -------------------------------------------------- */

/* Channels that begin at @va, with nothing to do */
static void begin_at(NVFermiChan *chan, uint64_t va)
{
    NVDev *nv = chan->nv;

    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GET, va);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GET_HI, va >> 32);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_PUT, va);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_PUT_HI, va >> 32);
}

/* Submits what has been appended, as on cards before NV50 */
static void kick_old(NVFermiChan *chan)
{
    nv_fermi_user_wr32(chan, A_NV_USERD_PUT_HI, 0);
    nv_fermi_user_wr32(chan, A_NV_USERD_PUT,
                       (uint32_t)NV_FERMI_PUSH_VA + chan->cur);
    chan->kicked = chan->cur;
}

/* It isn't there: PUT does nothing, whether or not the channel is loaded. */
static void absent(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    begin_at(chan, NV_FERMI_PUSH_VA);
    nv_fermi_ref(chan, 0xbad);
    for (unsigned i = 0; i < 2; i++) {
        kick_old(chan);
        nv_clock_step(nv, 1000 * 1000);
        nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8, 1, 1);
        nv_clock_step(nv, 1000 * 1000);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), i);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GET),
                      nv_fermi_user_rd32(chan, A_NV_USERD_PUT));
        nv_fermi_ref(chan, 1);
        nv_fermi_run(chan);
        nv_fermi_ref(chan, 0xbad);
    }
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define wait_old(_chan)                                                     \
    nv_poll(nv_fermi_user_rd32(_chan, A_NV_USERD_GET) ==                    \
            (uint32_t)NV_FERMI_PUSH_VA + (_chan)->cur)

static void old_mode(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t references;

    begin_at(chan, NV_FERMI_PUSH_VA);
    /* First without a PBDMA, later with one. */
    for (unsigned i = 1; i < 4; i++) {
        nv_fermi_ref(chan, i);
        kick_old(chan);
        nv_fermi_push(chan, NV_FERMI_IMMD(0, 0x50, 0xbad));
        chan->cur -= 4;
        wait_old(chan);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), i);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT),
                      (uint32_t)NV_FERMI_PUSH_VA + chan->cur);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_TOP_LEVEL_GET),
                      (uint32_t)NV_FERMI_PUSH_VA + chan->cur);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET), 0);
    }
    /* There are entries as well; PUT can't be written before they are done. */
    nv_fermi_ref(chan, 4);
    qtest_writel(nv->qts, chan->push + 0x400, NV_FERMI_IMMD(0, 0x50, 0xbad));
    references = nv_statistic(nv, "references");
    stop(nv);
    nv_fermi_kick(chan);
    nv_fermi_user_wr32(chan, A_NV_USERD_PUT,
                       (uint32_t)NV_FERMI_PUSH_VA + 0x800);
    start(nv);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 4);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, references + 1);
    nv_fermi_preempt(nv, CHID);
    nv_fermi_ref(chan, 5);
    kick_old(chan);
    wait_old(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 5);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/*
 * "When the low part address is written, it's assembled together with the
 * write shadow and atomically written": GET goes on beyond 4 GiB.
 */
static void old_mode_above_4_gib(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t va = 0xfffff000;

    nv_fermi_map(nv, chan->pd, va, chan->push, 0x2000, NV_FERMI_RAM);
    begin_at(chan, va + 0xff8);
    for (unsigned i = 0; i < 4; i++) {
        qtest_writel(nv->qts, chan->push + 0xff8 + i * 4,
                     NV_FERMI_IMMD(0, 0x50, 0x10 + i));
    }
    /* One submission is executed when the next one's high part is there. */
    stop(nv);
    nv_fermi_user_wr32(chan, A_NV_USERD_PUT, (uint32_t)va + 0xffc);
    nv_fermi_user_wr32(chan, A_NV_USERD_PUT_HI, 1);
    start(nv);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GET) == (uint32_t)va + 0xffc);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x10);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x10);
    /* Reads show the read shadow, which is separate. */
    nv_fermi_user_rd32(chan, A_NV_USERD_PUT);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 0);
    nv_fermi_user_wr32(chan, A_NV_USERD_PUT, 8 | 3);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GET) == 8);
    nv_assert_hex(get_high(chan), 1);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT), 8);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_PUT_HI), 1);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x13);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-user/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }

static const NVTest tests[] = {
    C("writability",
      "user-dma-put user-dma-get user-ref user-ib-put-get user-put-by-mode!",
      writability),
    C("area", "user-area! user-window!", area),
    C("shadows",
      "dma-put-high dma-get-high dma-mget user-dma-put-high! "
      "user-dma-mget-high! user-dma-get-high! user-high-latch! "
      "user-shadow-race!",
      shadows),
    C("across-4-gib",
      "dma-put-high! dma-get-high! dma-mget user-dma-put-high "
      "user-dma-mget-high user-dma-get-high ib-entry!",
      across_4_gib),
    C("no-old-mode", "fermi-dma-mode", absent),
    C("old-mode",
      "fermi-dma-mode! user-dma-put! user-put-by-mode get-reaches-put",
      old_mode, .props = "x-nv04-mode=on"),
    C("old-mode-above-4-gib",
      "fermi-dma-mode user-dma-put-high user-high-latch put-above-4gib!",
      old_mode_above_4_gib, .props = "x-nv04-mode=on"),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

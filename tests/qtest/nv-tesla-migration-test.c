/*
 * Tests of the NVIDIA GPU: migration of channels of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

#define SEMAPHORE 0x5e3a0000

#define ACQUIRE_GEQUAL 4
#define NO_OPERATION 3

static void step(NVDev *nv)
{
    nv_clock_step(nv, 2 * 1000 * 1000);
}

/* A command over three entries, of which one hasn't been submitted yet */
static void in_the_middle_of_entries(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_GART, NV_IB_ORDER);
    uint32_t at;

    at = nv_push(chan, NV_CMD_LONG_NI(0, NV_MTHD_REF_CNT));
    nv_ib_entry(chan, at, 1, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_migrate(nv);
    g_assert_true(nv_field(nv, NV50_PFIFO_CACHE1_DMA_STATE, LENGTH_PENDING));
    chan->cur = 0x2000;
    at = nv_push(chan, 3);
    nv_push(chan, 0x11);
    nv_ib_entry(chan, at, 2, NV_IB_NOT_MAIN);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x11);
    nv_migrate(nv);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_METHOD_COUNT, 2);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET), 4);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH), 0x80000000);
    at = nv_push(chan, 0x22);
    nv_push(chan, 0x33);
    nv_ib_entry(chan, at, 2, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x33);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Many channels with entries that weren't read, and one in CACHE1 */
static void with_channels_waiting(NVDev *nv)
{
    static const unsigned chids[] = { 1, 63, 64, 100, 127 };
    NVChan *chans[ARRAY_SIZE(chids)];

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chans[i] = i % 2 ? nv_chan_new(nv, chids[i], NV_IN_RAM)
                         : nv_ib_chan_new(nv, chids[i], NV_IN_VRAM,
                                          NV_IB_ORDER);
    }
    nv_push_ref(chans[0], 1);
    nv_run(chans[0]);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_push_ref(chans[i], 0x100 + i);
        nv_kick(chans[i]);
    }
    nv_migrate(nv);
    nv_assert_hex(nv_user_ref(chans[0]), 1);
    nv_assert_hex(nv_user_ref(chans[1]), 0);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_wait(chans[i]);
        nv_assert_hex(nv_user_ref(chans[i]), 0x100 + i);
        nv_chan_free(chans[i]);
    }
    nv_assert_quiet(nv);
}

/* Methods in CACHE1, and others in a channel's save area */
static void with_saved_methods(NVDev *nv)
{
    NVChan *a = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_RAM);

    nv_puller(nv, false);
    nv_push_ref(a, 1);
    nv_kick(a);
    nv_push_ref(b, 2);
    nv_push_ref(b, 3);
    nv_kick(b);
    nv_migrate(nv);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(a, 0x84)) +
                  nv_inst_rd32(nv, nv_ramfc(b, 0x84)) +
                  nv_cache1_used(nv), 3);
    nv_puller(nv, true);
    nv_poll(nv_user_ref(a) == 1 && nv_user_ref(b) == 3);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
}

static void after_an_empty_entry(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    chan->cur = chan->kicked = 0x2340;
    nv_ib_entry(chan, chan->cur, 0, 0);
    nv_ib_kick(chan);
    nv_migrate(nv);
    nv_assert_pusher_error(chan, NV_PUSHER_IB_EMPTY, 0x2340, 0);
    nv_assert_pusher_recovers(chan, NV_PUSHER_IB_EMPTY, 0x2340);
    nv_chan_free(chan);
}

/* Acquires of two channels, and one that waits for ever */
static void during_acquires(NVDev *nv)
{
    bool nv84 = nv->card->features & NV_CARD_NV84;
    NVChan *a = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    NVChan *c = nv_chan_new(nv, CHID + 2, NV_IN_RAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_GART, 0x1000, 0x3d);
    NVChan *chans[] = { a, b, c };

    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_chan_buffer(chans[i], SEMAPHORE, buf);
        nv_push_inc(chans[i], 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE);
    }
    nv_push_inc(a, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, 9, 10);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    if (nv84) {
        nv_push_inc(b, 0, 0x0010, 0, 0x80, 0x80000000, ACQUIRE_GEQUAL);
        nv_push_inc(c, 0, 0x0010, 0, 0x80, 1, NO_OPERATION);
        nv_push_ref(c, 0xc);
        nv_kick(c);
    } else {
        nv_push_inc(b, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x80, 0x80000000);
    }
    nv_push_ref(b, 0xb);
    nv_kick(b);
    step(nv);
    nv_migrate(nv);
    step(nv);
    nv_assert_hex(nv_user_ref(a), 0);
    nv_assert_hex(nv_user_ref(b), 0);
    nv_buf_wr32(buf, 0x80, nv84 ? 0x80000005 : 0x80000000);
    step(nv);
    step(nv);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 0xb);
    nv_migrate(nv);
    nv_buf_wr32(buf, 0x40, 9);
    step(nv);
    step(nv);
    nv_wait(a);
    nv_assert_hex(nv_user_ref(a), 0xa);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 10);
    nv_assert_hex(nv_user_ref(c), 0);
    nv_assert_quiet(nv);
    nv_buf_free(buf);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_chan_free(chans[i]);
    }
}

/* A loaded snapshot brings its run list, whatever the present one is. */
static void back_to_another_run_list(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_savevm(nv);
    nv_tesla_stop(nv, CHID);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_IB_GET), 0);
    nv_loadvm(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    chan->ib_put = 1;
    chan->kicked = chan->cur = 0x100;
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

#define PROPS .needs = NV_CARD_NV50, .props = "vram=64M"

static const NVTest tests[] = {
    { "migration/in-the-middle-of-entries",
      "dma-state-lenp dma-mget command-spans-entries long-noninc-methods "
      "migration",
      in_the_middle_of_entries, PROPS },
    { "migration/with-channels-waiting", "ib-next-entry ramfc-layout migration",
      with_channels_waiting, PROPS },
    { "migration/with-saved-methods", "cache1-at-switch migration",
      with_saved_methods, PROPS },
    { "migration/after-an-empty-entry", "error-ib error-recovery migration",
      after_an_empty_entry, PROPS },
    { "migration/during-acquires", "acquire-state acquire-retry migration",
      during_acquires, PROPS },
    { "migration/back-to-another-run-list", "migration runlist",
      back_to_another_run_list, PROPS },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

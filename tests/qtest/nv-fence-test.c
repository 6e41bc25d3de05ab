/*
 * Tests of the NVIDIA GPU: how a channel reports its progress
 *
 * envytools, hw/fifo/puller: "several special puller methods will also wait for
 * engines to go idle".  A driver takes a reference, a released semaphore, or
 * the interrupt of NOTIFY_INTR to mean that the channel has finished all
 * earlier work, and then frees and reuses memory.  Here that work is a copy.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-graph.h"
#include "libnv/nv-test.h"

#define SUBC NV_M2MF_SUBC
#define MARK 0xcafe0001

#define SEMAPHORE_ADDRESS_HIGH 0x0010
#define WRITE_LONG 2
#define NOTIFY_INTR 0x0020
#define WRCACHE_FLUSH 0x0024

/* Overlapping lines: it takes long, and there is little to compare */
#define LENGTH 0xff001
#define LINES 800
#define PITCH 0x141
#define BYTES ((uint64_t)LENGTH * LINES)

/* --- Fences ----------------------------------------------------------- */

/**
 * struct Fence - a way of telling that the channel has got so far
 *
 * @push: append it
 * @seen: it tells so
 */
typedef struct Fence {
    void (*push)(NVChan *chan);
    bool (*seen)(NVChan *chan, NVBuf *semaphore);
} Fence;

static void push_reference(NVChan *chan)
{
    nv_push_ref(chan, MARK);
}

static bool reference_seen(NVChan *chan, NVBuf *semaphore)
{
    return nv_user_ref(chan) == MARK;
}

static void push_release(NVChan *chan)
{
    nv_push_release(chan, 0x40, MARK);
}

static void push_long_release(NVChan *chan)
{
    nv_push_inc(chan, 0, SEMAPHORE_ADDRESS_HIGH, 0, 0x40, MARK, WRITE_LONG);
}

/* The same, one method a command: this takes another path. */
static void push_long_release_bit_by_bit(NVChan *chan)
{
    static const uint32_t words[] = { 0, 0x40, MARK, WRITE_LONG };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        nv_push_inc(chan, 0, SEMAPHORE_ADDRESS_HIGH + i * 4, words[i]);
    }
}

static bool release_seen(NVChan *chan, NVBuf *semaphore)
{
    return nv_buf_rd32(semaphore, 0x40) == MARK;
}

static void push_notify(NVChan *chan)
{
    nv_push_inc(chan, 0, NOTIFY_INTR, 0);
}

static bool notify_seen(NVChan *chan, NVBuf *semaphore)
{
    return nv_field(chan->nv, NV50_PFIFO_INTR, NOTIFY);
}

/* Its effect is only visible to the methods after it. */
static void push_flush(NVChan *chan)
{
    nv_push_inc(chan, 0, WRCACHE_FLUSH, 0);
}

static bool flush_seen(NVChan *chan, NVBuf *semaphore)
{
    return nv_user_get(chan) == chan->cur && !nv_cache1_used(chan->nv);
}

static const Fence reference = { push_reference, reference_seen };
static const Fence release = { push_release, release_seen };
static const Fence long_release = { push_long_release, release_seen };
static const Fence long_release_bit_by_bit = {
    push_long_release_bit_by_bit, release_seen,
};
static const Fence notify = { push_notify, notify_seen };
static const Fence flush = { push_flush, flush_seen };

/* --- Ways of a method ------------------------------------------------- */

typedef enum Way {
    STRAIGHT,                   /* as drivers submit it */
    TRACED,                     /* method by method */
    CACHE1,                     /* from there, when the puller is turned on */
    IB,                         /* in IB mode */
} Way;

static NVChan *chan_new(NVDev *nv, Way way)
{
    NVChan *chan;

    if (nv_is_tesla(nv)) {
        nv50_graph_init(nv);
        chan = way == IB
            ? nv_ib_chan_new(nv, NV_M2MF_CHID, NV_IN_RAM, NV_IB_ORDER)
            : nv_chan_new(nv, NV_M2MF_CHID, NV_IN_RAM);
        nv50_graph_use(chan);
        return chan;
    }
    nv_graph_init(nv);
    return nv_chan_new(nv, NV_M2MF_CHID, NV_IN_RAM);
}

/* Start what was appended, and stop the machine soon after. */
static void start(NVChan *chan, Way way)
{
    NVDev *nv = chan->nv;

    if (way != CACHE1) {
        nv_trace(nv, "nv_pfifo_method", way == TRACED);
        nv_graph_kick_a_little(chan);
        return;
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    nv_run(chan);
    nv_stop(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_cont_a_little(nv);
}

/* --- Tests ------------------------------------------------------------ */

static void check(NVDev *nv, const Fence *fence, Way way)
{
    g_autofree uint8_t *line = g_malloc(LENGTH);
    g_autofree uint8_t *got = g_malloc(LENGTH);
    NVBuf *semaphore = NULL;
    uint64_t copied;
    NVM2MF m;

    nv_init(nv);
    nv_m2mf_new_on(&m, chan_new(nv, way), NV_IN_VRAM, NV_IN_VRAM, 2 * MiB);
    if (nv->card->features & NV_CARD_SEMAPHORE) {
        semaphore = nv_semaphore_new(m.chan, NV_IN_RAM);
        nv_run(m.chan);
    }
    nv_random_fill(line, LENGTH);
    nv_buf_write(m.in, 0, line, LENGTH);
    copied = nv_statistic(nv, "bytes-copied");
    nv_m2mf_launch(&m, &(NVM2MFCopy) {
        .out.pitch = PITCH, .length = LENGTH, .lines = LINES,
        .format = 0x0101,
    });
    fence->push(m.chan);
    start(m.chan, way);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), >, copied);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <, copied + BYTES);
    g_assert_false(fence->seen(m.chan, semaphore));
    nv_cont(nv);
    nv_poll(fence->seen(m.chan, semaphore));
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, copied + BYTES);
    nv_buf_read(m.out, (LINES - 1) * PITCH, got, LENGTH);
    g_assert_cmpmem(got, LENGTH, line, LENGTH);
    nv_m2mf_free(&m);
    if (semaphore) {
        nv_buf_free(semaphore);
    }
}

static void waits(NVDev *nv)
{
    const Fence *fence = nv->test->data;
    Way ways = nv_is_tesla(nv) ? IB : CACHE1;

    for (Way way = STRAIGHT; way <= ways; way++) {
        g_test_message("way %u", way);
        check(nv, fence, way);
    }
}

static const NVTest tests[] = {
    { "fence/reference-waits-for-a-copy", "ref-cnt engine-switch-wait", waits,
      .needs = NV_CARD_REF, .tesla = true, .data = &reference, .slow = true },
    { "fence/release-waits-for-a-copy", "semaphore-release engine-switch-wait",
      waits, .needs = NV_CARD_SEMAPHORE, .tesla = true, .data = &release },
    { "fence/long-release-waits-for-a-copy",
      "semaphore-trigger engine-switch-wait", waits, .needs = NV_CARD_NV84,
      .tesla = true, .data = &long_release },
    { "fence/long-release-by-method-waits-for-a-copy",
      "semaphore-trigger engine-switch-wait", waits, .needs = NV_CARD_NV84,
      .tesla = true, .data = &long_release_bit_by_bit },
    { "fence/interrupt-waits-for-a-copy",
      "notify-intr engine-switch-wait uevent-intr", waits,
      .needs = NV_CARD_NV84, .tesla = true, .data = &notify },
    { "fence/flush-waits-for-a-copy", "wrcache-flush! engine-switch-wait",
      waits, .needs = NV_CARD_NV84, .tesla = true, .data = &flush },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

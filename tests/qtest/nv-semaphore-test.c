/*
 * Tests of the NVIDIA GPU: semaphores in a DMA object, NV11:NVC0
 *
 * envytools, hw/fifo/puller, "Semaphores".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

/* Before NV50; there is no enumeration in the register database. */
#define INVALID_OPERAND 1
#define INVALID_STATE 2

#define SEMAPHORE 0x5e3b0000

/* "A release writes a single word" */
static void release(NVDev *nv)
{
    uint32_t last = nv_is_tesla(nv) ? 0xfffc : 0xffc;

    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        NVChan *chan;
        NVBuf *buf;

        if (nv_places[i] == NV_IN_GART && !nv_is_tesla(nv)) {
            continue;
        }
        chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        buf = nv_semaphore_new(chan, nv_places[i]);
        nv_push_release(chan, 0x120, 0xcafe0001);
        nv_push_release(chan, last, 0xcafe0002);
        nv_run(chan);
        nv_assert_hex(nv_buf_rd32(buf, 0x120), 0xcafe0001);
        nv_assert_hex(nv_buf_rd32(buf, 0x124), 0);
        nv_assert_hex(nv_buf_rd32(buf, last), 0xcafe0002);
        if (nv_is_tesla(nv)) {
            nv_assert_reg(nv, NV50_PFIFO_CACHE1_SEMAPHORE,
                          nv_tesla_offset(nv, CHID + i, buf->inst) << 16 |
                          1 << 14 | last >> 2);
        }
        nv_assert_quiet(nv);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
}

/* A semaphore has the byte order of its channel's pushbuffer. */
static void release_in_big_endian(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);
    uint32_t fetch = nv_ramfc(chan, nv->card->ramfc->fetch);
    NVChan *other;
    uint32_t at;

    nv_run(chan);
    other = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    nv_push_ref(other, 1);
    nv_run(other);
    /* It is in RAMFC now. */
    nv_inst_wr32(nv, fetch, nv_inst_rd32(nv, fetch) |
                 R_NV_PFIFO_CACHE1_DMA_FETCH_ENDIAN_MASK);
    at = chan->cur;
    nv_buf_wr32(buf, 0x20, 0x88776655);
    nv_push_release(chan, 0x10, 0x11223344);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x20, 0x55667788);
    nv_push_ref(chan, 2);
    for (; at < chan->cur; at += 4) {
        nv_buf_wr32(chan->push, at, bswap32(nv_buf_rd32(chan->push, at)));
    }
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 0x44332211);
    nv_assert_quiet(nv);
    nv_chan_free(other);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* NVM_TILED in drivers' headers */
static void in_tiled_video_memory(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);

    buf->inst = nv_dmaobj_linear(nv, 0x02 | NV_DMAOBJ_WRITE_ONLY,
                                 NV_DMAOBJ_VRAM_TILED, buf->base, 0xfff);
    nv_chan_buffer(chan, SEMAPHORE, buf);
    nv_buf_wr32(buf, 0x10, 7);
    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE, 0x10, 7, 8);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 8);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PULL1, SEMAPHORE_TARGET), ==,
                     1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* The page of the pushbuffer that has @offset, as a buffer for semaphores */
static NVBuf page_of_pushbuffer(NVChan *chan, uint32_t offset)
{
    NVBuf page = *chan->push;

    if (!nv_is_tesla(chan->nv)) {
        /* In one piece, with a page that a semaphore's offset selects */
        page.inst = nv_dmaobj_linear(chan->nv, 0x02 | NV_DMAOBJ_WRITE_ONLY,
                                     NV_DMAOBJ_PCI,
                                     page.base + (offset & ~0xfff), 0xfff);
    }
    return page;
}

/*
 * A release changes a command behind it, either in the first page of a
 * submission, which the pusher copies, or in a later one.
 */
static void release_into_the_pushbuffer(NVDev *nv)
{
    static const uint32_t offsets[] = { 0x100, 0xe00, 0x2100, 0x3ff0 };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned i = 0; i < ARRAY_SIZE(offsets); i++) {
        uint32_t at = offsets[i] + 0x30;
        NVBuf page = page_of_pushbuffer(chan, at);

        if (chan->cur) {
            nv_seek(chan, 0);
        }
        nv_chan_buffer(chan, SEMAPHORE + i, &page);
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE + i);
        while (chan->cur < offsets[i]) {
            nv_push(chan, NV_CMD_NOP);
        }
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET,
                    nv_is_tesla(nv) ? at : at & 0xfff);
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0xcafe0000 + i);
        while (chan->cur < at - 4) {
            nv_push(chan, NV_CMD_NOP);
        }
        nv_push_inc(chan, 0, NV_MTHD_REF_CNT, 0xbad);
        nv_run(chan);
        nv_assert_hex(nv_buf_rd32(chan->push, at), 0xcafe0000 + i);
        nv_assert_hex(nv_user_ref(chan), 0xcafe0000 + i);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void acquire_of_what_is_there(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);

    nv_buf_wr32(buf, 0x10, 7);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x10, 7, 8);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 8);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* "Further puller processing will be blocked until acquire succeeds" */
static void acquire_waits(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, 9, 10);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    /* The pusher pauses: what follows isn't even in CACHE1. */
    nv_assert_hex(nv_user_get(chan), chan->cur - 12);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    /* It shows nothing more. */
    for (uint32_t val = 8; val <= 10; val += 2) {
        nv_semaphore_retry(nv);
        g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_VALUE, 9);
        nv_assert_hex(nv_user_ref(chan), 0);
        nv_buf_wr32(buf, 0x40, val);
    }
    nv_semaphore_retry(nv);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_buf_wr32(buf, 0x40, 9);
    nv_semaphore_retry(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 10);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/*
 * WAIT_RETRY, in microseconds: a failed acquire is retried after that time, and
 * after twice as long each time that it fails again, up to 1 ms.
 */
static void acquire_is_retried(NVDev *nv)
{
    static const unsigned us[] = { 100, 200, 400, 800, 1000, 1000 };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_run(chan);
    nv_wr32(nv, A_NV_PFIFO_DELAY, us[0]);
    for (unsigned n = 0; n < ARRAY_SIZE(us); n++) {
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, n + 1);
        nv_push_ref(chan, n + 1);
        nv_kick(chan);
        nv_poll(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        for (unsigned i = 0; i < n; i++) {
            nv_clock_step(nv, us[i] * 1000);
            g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1,
                                   ACQUIRE_ACTIVE));
        }
        nv_buf_wr32(buf, 0x40, n + 1);
        nv_clock_step(nv, us[n] * 1000 - 1);
        g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        nv_clock_step(nv, 1);
        nv_poll(!nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        nv_wait(chan);
        nv_assert_hex(nv_user_ref(chan), n + 1);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* DELAY's minimum and maximum */
static void retry_has_limits(NVDev *nv)
{
    static const unsigned us[][2] = { { 0, 10 }, { 9, 10 }, { 11, 11 },
                                      { 0x3ff, 0x3ff } };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_run(chan);
    for (unsigned n = 0; n < ARRAY_SIZE(us); n++) {
        nv_wr32(nv, A_NV_PFIFO_DELAY, us[n][0]);
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, n + 1);
        nv_kick(chan);
        nv_poll(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        nv_buf_wr32(buf, 0x40, n + 1);
        nv_clock_step(nv, us[n][1] * 1000 - 1);
        g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        nv_clock_step(nv, 1);
        nv_poll(!nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
        nv_wait(chan);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/*
 * Beyond the register and the interrupt, hardware's behaviour isn't known: the
 * channel keeps waiting. With the drivers' settings it never expires; from NV50
 * on UNK31 has to be set for it to expire.
 */
static void acquire_times_out(NVDev *nv)
{
    uint32_t never = nv_is_tesla(nv) ? 0x7fffffff : 0;
    uint32_t enable = nv_is_tesla(nv) ? 0x80000000 : 0;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, never);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, 9);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, enable | 50 * 1000 * 1000);
    nv_break(nv, "1 error what=ACQUIRE_TIMEOUT stop=none data=9");
    nv_semaphore_retry(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_clock_step(nv, 50 * 1000 * 1000);
    nv_semaphore_retry(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK);
    /* It is reported once, however long the channel waits. */
    nv_semaphore_retry(nv);
    nv_assert_hit(nv, 0, 1);
    nv_break_none(nv);
    g_assert_true(nv_intx(nv));
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_assert_hex(nv_user_ref(chan), 1);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, never);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK);
    nv_clock_step(nv, 3000 * 1000 * 1000ll);
    nv_semaphore_retry(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_buf_wr32(buf, 0x40, 9);
    nv_semaphore_retry(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* They go on, and have set their references. */
static void assert_both_done(NVChan *a, uint32_t ref_a, NVChan *b,
                             uint32_t ref_b)
{
    for (unsigned i = 0; i < 4; i++) {
        nv_semaphore_retry(a->nv);
    }
    nv_wait(a);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(a), ref_a);
    nv_assert_hex(nv_user_ref(b), ref_b);
}

/*
 * One channel waits for another one's release, and both for a third. The
 * methods behind the acquire survive whatever others do meanwhile.
 */
static void acquire_blocks_its_own_channel_only(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_VRAM);
    NVBuf *buf = nv_semaphore_new(a, NV_IN_VRAM);

    nv_push_inc(a, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x80, 1, 2);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    for (unsigned i = 1; i <= 5; i++) {
        nv_push_ref(b, i);
        nv_run(b);
        nv_assert_hex(nv_user_ref(b), i);
        nv_assert_hex(nv_user_ref(a), 0);
    }
    nv_semaphore_use(b, buf);
    nv_push_release(b, 0x80, 1);
    nv_push_inc(b, 0, NV_MTHD_SEMAPHORE_ACQUIRE, 2);
    nv_push_ref(b, 0xb);
    nv_kick(b);
    assert_both_done(a, 0xa, b, 0xb);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
    nv_buf_free(buf);
}

/*
 * The same when the acquire comes out of CACHE1, since the puller was off when
 * it was submitted, as it is while the driver changes RAMHT.
 */
static void acquire_out_of_cache1(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_VRAM);
    NVBuf *buf = nv_semaphore_new(a, NV_IN_VRAM);

    nv_semaphore_use(b, buf);
    nv_run(a);
    nv_run(b);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    nv_push_ref(a, 0xa0);
    nv_push_inc(a, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x80, 1);
    nv_push_refs(a, (const uint32_t []) { 0xa1, 0xa2 }, 2);
    nv_kick(a);
    nv_push_release(b, 0x80, 1);
    nv_push_ref(b, 0xb);
    nv_kick(b);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    assert_both_done(a, 0xa2, b, 0xb);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
    nv_buf_free(buf);
}

/*
 * The same behind a DMA object that the puller rejects: it stops until the
 * driver has handled it, and the pusher continues meanwhile.
 */
static void acquire_behind_an_error(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_VRAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);

    nv_chan_buffer(b, SEMAPHORE, buf);
    nv_push_inc(b, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE);
    nv_kick(b);
    nv_assert_semaphore_error(b, INVALID_OPERAND, NV_MTHD_DMA_SEMAPHORE);
    nv_chan_buffer(a, SEMAPHORE, buf);
    /* As nv17_fence_sync() does: all four in a row, then the waiting part */
    nv_push_inc(a, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE, 0x80, 1, 2);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    nv_push_release(b, 0x80, 1);
    nv_push_ref(b, 0xb);
    nv_kick(b);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_handle_all(nv);
    assert_both_done(a, 0xa, b, 0xb);
    nv_assert_hex(nv_buf_rd32(buf, 0x80), 2);
    nv_chan_free(b);
    nv_chan_free(a);
    nv_buf_free(buf);
}

/* "If the acquire doesn't immediately succeed", its parameters are kept. */
static void acquire_at_once_keeps_nothing(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_run(chan);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 0x1234);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 0x5678);
    nv_clock_step(nv, 1000000);
    nv_buf_wr32(buf, 0x10, 7);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x10, 7);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_VALUE, 0x1234);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 0x5678);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/*
 * Channels that wait, and nothing that releases them: they retry less and less
 * often, since each retry goes through all of them.
 */
static void retries_back_off(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_VRAM);
    NVBuf *buf = nv_semaphore_new(a, NV_IN_VRAM);
    uint64_t switches;

    nv_semaphore_use(b, buf);
    nv_push_inc(a, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x80, 1);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    nv_push_inc(b, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x80, 2);
    nv_push_ref(b, 0xb);
    nv_kick(b);
    switches = nv_statistic(nv, "switches");
    for (unsigned i = 0; i < 2000; i++) {
        nv_clock_step(nv, 10 * 1000);
    }
    /* 20 ms: a few retries at the beginning, and then one per millisecond */
    switches = nv_statistic(nv, "switches") - switches;
    g_assert_cmpuint(switches, >=, 20);
    g_assert_cmpuint(switches, <, 100);
    nv_buf_wr32(buf, 0x80, 1);
    nv_semaphore_retry(nv);
    nv_wait(a);
    nv_assert_hex(nv_user_ref(a), 0xa);
    nv_buf_wr32(buf, 0x80, 2);
    nv_semaphore_retry(nv);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 0xb);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
    nv_buf_free(buf);
}

/* --- Errors ----------------------------------------------------------- */

/* "accepts only *write-only* DMA objects of class 0x0002" */
static void dma_semaphore_checks_its_object(NVDev *nv)
{
    static const uint32_t bad[] = {
        0x3d | NV_DMAOBJ_WRITE_ONLY, 0x02, 0x02 | NV_DMAOBJ_READ_ONLY,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);

        nv_inst_wr32(nv, buf->inst, bad[i] | NV_DMAOBJ_PT_PRESENT |
                     NV_DMAOBJ_LINEAR | NV_DMAOBJ_VRAM);
        nv_chan_buffer(chan, SEMAPHORE, buf);
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE, 0x20);
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x77);
        nv_kick(chan);
        /* The driver binds the page itself, and the channel continues. */
        nv_assert_semaphore_error(chan, INVALID_OPERAND,
                                  NV_MTHD_DMA_SEMAPHORE);
        nv_assert_hex(nv_buf_rd32(buf, 0x20), 0x77);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
}

/* A write-only object of class 2, with @flags, a limit and a frame */
static NVBuf *object(NVChan *chan, uint32_t handle, uint32_t flags,
                     uint32_t limit, uint32_t entry)
{
    NVDev *nv = chan->nv;
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x2000, 0x3d);

    nv_inst_wr32(nv, buf->inst, 0x02 | NV_DMAOBJ_WRITE_ONLY |
                 NV_DMAOBJ_PT_PRESENT | NV_DMAOBJ_VRAM | flags);
    nv_inst_wr32(nv, buf->inst + 4, limit);
    nv_inst_wr32(nv, buf->inst + 8, buf->base | entry);
    nv_chan_buffer(chan, handle, buf);
    return buf;
}

typedef struct Object {
    uint32_t flags, limit, entry;
} Object;

/*
 * The puller, and RAMFC, can only keep a page of an object: so an object that
 * doesn't start with a whole page is invalid.
 */
static void dma_semaphore_takes_whole_pages(NVDev *nv)
{
    static const Object bad[] = {
        { NV_DMAOBJ_LINEAR | 0x100 << 20, 0x1fff, 2 },
        { NV_DMAOBJ_LINEAR | 0xffc << 20, 0x1fff, 2 },
        { NV_DMAOBJ_LINEAR, 0xffe, 2 },
        { NV_DMAOBJ_LINEAR, 7, 2 },
        { 0x100 << 20, 0xfff, 3 },
        /* Pages that aren't there, or are read-only */
        { 0, 0xfff, 2 },
        { 0, 0xfff, 1 },
    };
    static const Object good[] = {
        { NV_DMAOBJ_LINEAR, 0xfff, 2 },
        { NV_DMAOBJ_LINEAR, 0x1fff, 0 },
        { 0, 0xfff, 3 },
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf;

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        buf = object(chan, SEMAPHORE + i, bad[i].flags, bad[i].limit,
                     bad[i].entry);
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE + i, 0x20);
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x77);
        nv_kick(chan);
        nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
        nv_assert_hex(nv_buf_rd32(buf, 0x20), 0);
        nv_assert_hex(nv_buf_rd32(buf, 0x120), 0);
        g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_SEMAPHORE, CTXDMA_VALID));
        /* The driver binds the page itself. */
        nv_assert_semaphore_error(chan, INVALID_OPERAND,
                                  NV_MTHD_DMA_SEMAPHORE);
        nv_assert_hex(nv_buf_rd32(buf, 0x20), 0x77);
        nv_buf_free(buf);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(good); i++) {
        uint32_t handle = SEMAPHORE + 0x100 + i;

        buf = object(chan, handle, good[i].flags, good[i].limit,
                     good[i].entry);
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, handle, 0xffc);
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x88);
        nv_run(chan);
        nv_assert_hex(nv_buf_rd32(buf, 0xffc), 0x88);
        nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_CACHE1_SEMAPHORE),
                      buf->base | 0xffd);
        nv_buf_free(buf);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

typedef struct BadOffset {
    uint32_t offset;
    unsigned error;
} BadOffset;

/* Offsets that don't fit in 12 bits, and from NV50 on in 16 */
static const BadOffset bad12[] = {
    { 0x1, INVALID_OPERAND }, { 0x2, INVALID_OPERAND },
    { 0x1000, INVALID_OPERAND }, { 0x80000000, INVALID_OPERAND },
    { 0x1003, INVALID_OPERAND },
};

static const BadOffset bad16[ARRAY_SIZE(bad12)] = {
    { 0x1, NV50_SEMAPHORE_ADDRESS_UNALIGNED },
    { 0x2, NV50_SEMAPHORE_ADDRESS_UNALIGNED },
    { 0x10000, NV50_SEMAPHORE_ADDRESS_TOO_LARGE },
    { 0x80000000, NV50_SEMAPHORE_ADDRESS_TOO_LARGE },
    { 0x10003, NV50_SEMAPHORE_ADDRESS_UNALIGNED },
};

static void bad_offsets(NVDev *nv)
{
    const BadOffset *bad = nv_is_tesla(nv) ? bad16 : bad12;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned i = 0; i < ARRAY_SIZE(bad12); i++) {
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, bad[i].offset);
        nv_kick(chan);
        nv_assert_semaphore_error(chan, bad[i].error,
                                  NV_MTHD_SEMAPHORE_OFFSET);
        if (nv_is_tesla(nv)) {
            g_assert_false(nv_field(nv, NV50_PFIFO_CACHE1_SEMAPHORE,
                                    OFFSET_VALID));
        }
    }
    nv_chan_free(chan);
}

/* "Attempt to acquire/release without proper setup": from NV50 on, an offset */
static void without_setup(NVDev *nv)
{
    static const uint32_t mthds[] = {
        NV_MTHD_SEMAPHORE_ACQUIRE, NV_MTHD_SEMAPHORE_RELEASE,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        NVBuf *buf = nv_is_tesla(nv) ? nv_semaphore_new(chan, NV_IN_VRAM)
                                     : NULL;

        nv_push_inc(chan, 0, mthds[i], 0);
        nv_kick(chan);
        nv_assert_semaphore_error(chan, nv_is_tesla(nv)
                                  ? NV50_SEMAPHORE_INVALID_STATE
                                  : INVALID_STATE, mthds[i]);
        nv_chan_free(chan);
        if (buf) {
            nv_buf_free(buf);
        }
    }
}

#define NV50_NEEDS (NV_CARD_SEMAPHORE | NV_CARD_NV50)

static const NVTest tests[] = {
    { "semaphore/release",
      "dma-semaphore! semaphore-offset! semaphore-release! "
      "old-semaphore-state! old-semaphore semaphore-endian",
      release, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/release",
      "dma-semaphore! semaphore-offset! semaphore-release! "
      "old-semaphore-state! semaphore-off-val old-semaphore semaphore-endian",
      release, .needs = NV50_NEEDS },
    { "semaphore/release-in-big-endian", "semaphore-endian!",
      release_in_big_endian, .needs = NV_CARD_ENDIAN },
    { "semaphore/in-tiled-video-memory",
      "semaphore-acquire semaphore-release old-semaphore-state",
      in_tiled_video_memory, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/release-into-the-pushbuffer",
      "old-semaphore-state old-semaphore", release_into_the_pushbuffer,
      .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/acquire-of-what-is-there", "semaphore-acquire",
      acquire_of_what_is_there, .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/acquire-waits",
      "acquire-in-pusher! semaphore-acquire! acquire-state! acquire-retry",
      acquire_waits, .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/acquire-is-retried", "acquire-retry! dma-timeslice",
      acquire_is_retried, .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/retry-has-limits", "dma-timeslice", retry_has_limits,
      .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/acquire-times-out", "acquire-timeout!", acquire_times_out,
      .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/acquire-blocks-its-own-channel-only",
      "acquire-state acquire-retry ramfc-layout",
      acquire_blocks_its_own_channel_only, .needs = NV_CARD_SEMAPHORE,
      .tesla = true },
    { "semaphore/acquire-out-of-cache1",
      "acquire-in-pusher semaphore-acquire acquire-retry cache1-at-switch",
      acquire_out_of_cache1, .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/acquire-behind-an-error",
      "acquire-in-pusher semaphore-acquire semaphore-intr dma-semaphore-class "
      "acquire-retry",
      acquire_behind_an_error, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/acquire-at-once-keeps-nothing",
      "semaphore-acquire acquire-state", acquire_at_once_keeps_nothing,
      .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/retries-back-off", "acquire-retry", retries_back_off,
      .needs = NV_CARD_SEMAPHORE, .tesla = true },
    { "semaphore/dma-semaphore-checks-its-object",
      "dma-semaphore semaphore-intr dma-semaphore-class!",
      dma_semaphore_checks_its_object, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/dma-semaphore-takes-whole-pages",
      "dma-semaphore old-semaphore-state semaphore-intr",
      dma_semaphore_takes_whole_pages, .needs = NV_CARD_SEMAPHORE,
      .props = "vram=16M" },
    { "semaphore/bad-offsets",
      "semaphore-offset old-semaphore! semaphore-alignment! semaphore-intr",
      bad_offsets, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/bad-offsets",
      "semaphore-offset semaphore-off-val old-semaphore! semaphore-alignment! "
      "tesla-semaphore-intr",
      bad_offsets, .needs = NV50_NEEDS },
    { "semaphore/without-setup-raises-INVALID_STATE", "semaphore-intr!",
      without_setup, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/without-setup-raises-INVALID_STATE",
      "semaphore-off-val! tesla-semaphore-intr!", without_setup,
      .needs = NV50_NEEDS },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

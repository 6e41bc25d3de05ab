/*
 * Tests of the NVIDIA GPU: semaphores in a DMA object, NV11:NV50
 *
 * spec/puller.rst, "Semaphores".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 3

#define DMA_SEMAPHORE 0x0060
#define SEMAPHORE_OFFSET 0x0064
#define SEMAPHORE_ACQUIRE 0x0068
#define SEMAPHORE_RELEASE 0x006c

#define INVALID_OPERAND 1
#define INVALID_STATE 2

#define SEMAPHORE 0x5e3a0000

/* A DMA object over a page, with whatever class and access */
static void semaphore_object(NVChan *chan, uint32_t handle, uint32_t flags,
                             NVBuf *buf)
{
    NVDev *nv = chan->nv;
    uint32_t inst = nv_inst_alloc(nv, 16, 16);

    nv_inst_wr32(nv, inst, flags | NV_DMAOBJ_PT_PRESENT | NV_DMAOBJ_LINEAR |
                 (buf->place == NV_IN_VRAM ? NV_DMAOBJ_VRAM : NV_DMAOBJ_PCI));
    nv_inst_wr32(nv, inst + 4, 0xfff);
    nv_inst_wr32(nv, inst + 8, buf->base | 2);
    nv_inst_wr32(nv, inst + 12, buf->base | 2);
    nv_ramht_insert(nv, chan->chid, handle, NV_ENGINE_SW, inst);
}

/* A semaphore buffer that DMA_SEMAPHORE takes: class 2, write-only */
static NVBuf *semaphore_new(NVChan *chan, NVPlace place)
{
    NVBuf *buf = nv_buf_new(chan->nv, place, 0x1000, 0x3d);

    semaphore_object(chan, SEMAPHORE + place, 0x02 | NV_DMAOBJ_WRITE_ONLY,
                     buf);
    return buf;
}

static void step(NVDev *nv)
{
    /* The longest time that a failed acquire waits */
    qtest_clock_step(nv->qts, 2 * 1000 * 1000);
}

static void assert_error(NVChan *chan, unsigned error, uint32_t mthd)
{
    NVDev *nv = chan->nv;
    NVMethod slot;

    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_SEMAPHORE_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PULL0, SEMAPHORE_ERROR), ==,
                     error);
    slot = nv_cache1_slot(nv, nv_rd32(nv, A_NV_PFIFO_CACHE1_GET));
    nv_assert_hex(slot.addr & 0x1ffc, mthd);
}

/* "A release writes a single word" */
static void release(NVDev *nv)
{
    static const NVPlace places[] = { NV_IN_VRAM, NV_IN_RAM };

    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        NVBuf *buf = semaphore_new(chan, places[i]);

        nv_push_inc(chan, 0, DMA_SEMAPHORE, SEMAPHORE + places[i], 0x120);
        nv_push_inc(chan, 0, SEMAPHORE_RELEASE, 0xcafe0001);
        nv_push_inc(chan, 0, SEMAPHORE_OFFSET, 0xffc);
        nv_push_inc(chan, 0, SEMAPHORE_RELEASE, 0xcafe0002);
        nv_run(chan);
        nv_assert_hex(nv_buf_rd32(buf, 0x120), 0xcafe0001);
        nv_assert_hex(nv_buf_rd32(buf, 0x124), 0);
        nv_assert_hex(nv_buf_rd32(buf, 0xffc), 0xcafe0002);
        nv_assert_quiet(nv);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
}

static void acquire_of_what_is_there(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = semaphore_new(chan, NV_IN_VRAM);

    nv_buf_wr32(buf, 0x10, 7);
    nv_push_inc(chan, 0, DMA_SEMAPHORE, SEMAPHORE + NV_IN_VRAM, 0x10, 7, 8);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 8);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* "Further puller processing will be blocked until acquire succeeds" */
static void acquire_waits(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = semaphore_new(chan, NV_IN_RAM);

    nv_push_inc(chan, 0, DMA_SEMAPHORE, SEMAPHORE + NV_IN_RAM, 0x40, 9, 10);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    step(nv);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_VALUE, 9);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_buf_wr32(buf, 0x40, 8);
    step(nv);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_buf_wr32(buf, 0x40, 9);
    step(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 10);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/*
 * What the hardware does isn't known beyond the register and the interrupt:
 * the channel goes on waiting.
 */
static void acquire_times_out(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = semaphore_new(chan, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_run(chan);
    /* Without a timeout, never */
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 0);
    nv_push_inc(chan, 0, DMA_SEMAPHORE, SEMAPHORE + NV_IN_RAM, 0x40, 9);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    for (unsigned i = 0; i < 10; i++) {
        step(nv);
    }
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 50 * 1000 * 1000);
    step(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    qtest_clock_step(nv->qts, 50 * 1000 * 1000);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK);
    g_assert_true(nv_intx(nv));
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_assert_hex(nv_user_ref(chan), 1);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 0);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK);
    step(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_buf_wr32(buf, 0x40, 9);
    step(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* One channel waits for what another one releases, and both for a third. */
static void acquire_blocks_its_own_channel_only(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    NVBuf *buf = semaphore_new(a, NV_IN_VRAM);

    semaphore_object(b, SEMAPHORE + NV_IN_VRAM, 0x02 | NV_DMAOBJ_WRITE_ONLY,
                     buf);
    nv_push_inc(a, 0, DMA_SEMAPHORE, SEMAPHORE + NV_IN_VRAM, 0x80, 1, 2);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    nv_push_inc(b, 0, DMA_SEMAPHORE, SEMAPHORE + NV_IN_VRAM, 0x80);
    nv_push_inc(b, 0, SEMAPHORE_RELEASE, 1);
    nv_push_inc(b, 0, SEMAPHORE_ACQUIRE, 2);
    nv_push_ref(b, 0xb);
    nv_kick(b);
    for (unsigned i = 0; i < 4; i++) {
        step(nv);
    }
    nv_wait(a);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(a), 0xa);
    nv_assert_hex(nv_user_ref(b), 0xb);
    nv_chan_free(b);
    nv_chan_free(a);
    nv_buf_free(buf);
}

/* "accepts only *write-only* DMA objects of class 0x0002" */
static void dma_semaphore_checks_its_object(NVDev *nv)
{
    static const uint32_t bad[] = {
        0x3d | NV_DMAOBJ_WRITE_ONLY, 0x02, 0x02 | NV_DMAOBJ_READ_ONLY,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);

        semaphore_object(chan, SEMAPHORE + i, bad[i], buf);
        nv_push_inc(chan, 0, DMA_SEMAPHORE, SEMAPHORE + i, 0x20);
        nv_push_inc(chan, 0, SEMAPHORE_RELEASE, 0x77);
        nv_kick(chan);
        assert_error(chan, INVALID_OPERAND, DMA_SEMAPHORE);
        /* The driver binds the page itself, and the channel goes on. */
        nv_handle_all(nv);
        nv_wait(chan);
        nv_assert_hex(nv_buf_rd32(buf, 0x20), 0x77);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
}

static void offset_has_12_bits(NVDev *nv)
{
    static const uint32_t bad[] = { 0x1, 0x2, 0x1000, 0x80000000 };

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);

        nv_push_inc(chan, 0, SEMAPHORE_OFFSET, bad[i]);
        nv_kick(chan);
        assert_error(chan, INVALID_OPERAND, SEMAPHORE_OFFSET);
        nv_handle_all(nv);
        nv_wait(chan);
        nv_chan_free(chan);
    }
}

static void unbound(NVDev *nv)
{
    static const uint32_t mthds[] = { SEMAPHORE_ACQUIRE, SEMAPHORE_RELEASE };

    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);

        nv_push_inc(chan, 0, mthds[i], 0);
        nv_kick(chan);
        assert_error(chan, INVALID_STATE, mthds[i]);
        nv_handle_all(nv);
        nv_wait(chan);
        nv_chan_free(chan);
    }
}

static const NVTest tests[] = {
    { "semaphore/release", "M116 M117 M119 M138 M148 M159", release,
      .needs = NV_CARD_SEMAPHORE },
    { "semaphore/acquire-of-what-is-there", "M118", acquire_of_what_is_there,
      .needs = NV_CARD_SEMAPHORE },
    { "semaphore/acquire-waits", "M83 M118 M137 M160", acquire_waits,
      .needs = NV_CARD_SEMAPHORE },
    { "semaphore/acquire-times-out", "M162", acquire_times_out,
      .needs = NV_CARD_SEMAPHORE },
    { "semaphore/acquire-blocks-its-own-channel-only", "M137 M160 M169",
      acquire_blocks_its_own_channel_only, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/dma-semaphore-checks-its-object", "M116 M156 M158",
      dma_semaphore_checks_its_object, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/offset-has-12-bits", "M117 M148 M155 M156",
      offset_has_12_bits, .needs = NV_CARD_SEMAPHORE },
    { "semaphore/unbound-raises-INVALID_STATE", "M156", unbound,
      .needs = NV_CARD_SEMAPHORE },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

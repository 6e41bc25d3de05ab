/*
 * Tests of the NVIDIA GPU: channels of NV50 and later
 *
 * Instance blocks and their contents, as nouveau uses them
 * (nvkm/engine/fifo/nv50.c); registers and saved state by the register database
 * (g80_pfifo.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

/* The channel that has CACHE1, as PUSH1 says */
static unsigned current(NVDev *nv)
{
    return nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID);
}

static uint32_t cache_area(NVDev *nv, unsigned chid)
{
    return nv->tesla->block[chid] +
           (nv->card->features & NV_CARD_NV84 ? NV_TESLA_BLOCK_CACHE_NV84
                                              : NV_TESLA_BLOCK_CACHE_NV50);
}

/* --- Saved state ------------------------------------------------------ */

static const struct {
    uint16_t offset;
    uint32_t reg, bits;
    bool nv84;
} saved[] = {
    { 0x00, A_NV50_PFIFO_CACHE1_IB_PUT, 0xffffffff },
    { 0x04, A_NV50_PFIFO_CACHE1_IB_GET, 0xffffffff },
    { 0x08, A_NV_PFIFO_CACHE1_DMA_PUT, 0xfffffffc },
    { 0x0c, A_NV50_PFIFO_CACHE1_DMA_PUT_HIGH, 0xff },
    { 0x10, A_NV_PFIFO_CACHE1_DMA_GET, 0xfffffffc },
    { 0x14, A_NV50_PFIFO_CACHE1_DMA_GET_HIGH, 0xff },
    { 0x18, A_NV50_PFIFO_CACHE1_DMA_MGET, 0xfffffffc },
    { 0x1c, A_NV50_PFIFO_CACHE1_DMA_MGET_HIGH, 0x800000ff },
    { 0x20, A_NV50_PFIFO_CACHE1_DMA_GET_HIGH_RDSHADOW, 0xff },
    { 0x24, A_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_RDSHADOW, 0xff },
    { 0x28, A_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW, 0xff },
    { 0x2c, A_NV50_PFIFO_CACHE1_DMA_MGET_HIGH_RDSHADOW, 0x800000ff },
    { 0x30, A_NV50_PFIFO_CACHE1_DMA_STATE, 0x0007fffd },
    { 0x34, A_NV50_PFIFO_CACHE1_METHOD_COUNT, 0xffffff },
    { 0x38, A_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 0xffffff },
    { 0x3c, A_NV50_PFIFO_CACHE1_DMA_FETCH, 0x407fe0f8 },
    { 0x40, A_NV_PFIFO_CACHE1_SUBROUTINE, 0xfffffffc },
    { 0x44, A_NV_PFIFO_DMA_TIMESLICE, 0xf101ffff },
    { 0x48, A_NV_PFIFO_CACHE1_DMA_INSTANCE, 0xffff },
    { 0x4c, A_NV_PFIFO_CACHE1_DMA_LIMIT, 0xffffffff },
    { 0x50, A_NV50_PFIFO_CACHE1_IB_ADDRESS_LOW, 0xfffffffc },
    { 0x54, A_NV50_PFIFO_CACHE1_IB_CONFIG, 0xffffffff },
    { 0x58, A_NV_PFIFO_CACHE1_ENGINE, 0xffffffff },
    { 0x5c, A_NV50_PFIFO_CACHE1_PULL1, 0xf },
    { 0x60, A_NV50_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 0xffffffff },
    { 0x64, A_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 0xffffffff },
    { 0x68, A_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 0xffffffff },
    { 0x6c, A_NV50_PFIFO_CACHE1_SEMAPHORE, 0xffff7fff },
    { 0x70, A_NV_PFIFO_CACHE1_UNK0E4, 0xffffffff },
    { 0x74, A_NV_PFIFO_CACHE1_REF, 0xffffffff },
    { 0x78, A_NV50_PFIFO_DEBUG_2, 0xffffffff },
    { 0x7c, A_NV_PFIFO_SLI, 0x30000fff },
    { 0x80, A_NV50_PFIFO_RAMHT, 0x1fffffff },
    { 0x8c, A_NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH, 0xff, true },
    { 0x90, A_NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW, 0xfffffffc, true },
    { 0x94, A_NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE, 0xffffffff, true },
};

static uint32_t random_word(unsigned i)
{
    return (i + 1) * 0x9e3779b1u ^ i << 7;
}

/* Every bit of the layout goes to its register, and back. */
static void ramfc(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    bool nv84 = nv->card->features & NV_CARD_NV84;

    for (unsigned inverted = 0; inverted < 2; inverted++) {
        uint32_t flip = inverted ? 0xffffffff : 0;

        nv_tesla_stop(nv, CHID);
        /* It is loaded into CACHE1, and nothing happens there. */
        nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
        for (unsigned i = 0; i < ARRAY_SIZE(saved); i++) {
            nv_inst_wr32(nv, nv_ramfc(chan, saved[i].offset),
                         random_word(i) ^ flip);
        }
        if (nv84) {
            nv_inst_wr32(nv, nv_ramfc(chan, 0x88),
                         cache_area(nv, CHID) >> 10);
            nv_inst_wr32(nv, nv_ramfc(chan, 0x98),
                         nv->tesla->block[CHID] >> 12);
        }
        /* The run list's update schedules it: the pusher stays off. */
        nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
        nv_tesla_start(nv, CHID);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0);
        nv_assert_reg(nv, NV50_PFIFO_CUR_CTX_MAP, 0);
        nv_tesla_stop(nv, CHID);
        nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);

        /* With an error it stops, and can be examined. */
        nv_inst_wr32(nv, nv_ramfc(chan, 0x5c), 0);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x30), 0xe0000000);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x84), 1);
        nv_phys_wr32(nv, cache_area(nv, CHID), 0x6104);
        nv_phys_wr32(nv, cache_area(nv, CHID) + 4, 0x12345678);
        nv_tesla_start(nv, CHID);
        g_assert_cmpuint(current(nv), ==, CHID);
        g_assert_cmpuint(nv_cache1_used(nv), ==, 1);
        nv_assert_cache1(nv, (NVMethod[]) { { 0x6104, 0x12345678 } }, 1);
        for (unsigned i = 0; i < ARRAY_SIZE(saved); i++) {
            uint32_t want = nv_inst_rd32(nv, nv_ramfc(chan, saved[i].offset));
            uint32_t bits = saved[i].bits;

            if (saved[i].reg == A_NV50_PFIFO_CACHE1_DMA_STATE) {
                bits |= 0xe0000000;
            }
            if (saved[i].nv84 && !nv84) {
                continue;
            }
            if (nv_rd32(nv, saved[i].reg) != (want & bits)) {
                nv_fail("0x%02x: 0x%06x is 0x%08x, not 0x%08x",
                        saved[i].offset, saved[i].reg,
                        nv_rd32(nv, saved[i].reg), want & bits);
            }
        }
        /* And back: all registers inverted, unloaded, read in memory */
        nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
        for (unsigned i = 0; i < ARRAY_SIZE(saved); i++) {
            if (!saved[i].nv84 || nv84) {
                nv_wr32(nv, saved[i].reg, random_word(i) ^ ~flip);
            }
        }
        nv_tesla_stop(nv, CHID);
        for (unsigned i = 0; i < ARRAY_SIZE(saved); i++) {
            uint32_t got = nv_inst_rd32(nv, nv_ramfc(chan, saved[i].offset));
            uint32_t want = (random_word(i) ^ ~flip) & saved[i].bits;

            if (saved[i].reg == A_NV50_PFIFO_CACHE1_DMA_STATE) {
                want |= (random_word(i) ^ ~flip) & 0xe0000002;
            }
            if (saved[i].reg == A_NV50_PFIFO_CACHE1_PULL1) {
                want |= (random_word(i) ^ ~flip) & (nv84 ? 0xff : 0x1f);
            }
            if ((!saved[i].nv84 || nv84) && got != want) {
                nv_fail("0x%02x is saved as 0x%08x, not 0x%08x",
                        saved[i].offset, got, want);
            }
        }
        nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    }
    nv_chan_free(chan);
}

/* "Starting with NV50, it's instead saved to memory like other parts" */
static void cache1_is_saved(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *other = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    uint32_t area = cache_area(nv, CHID);

    nv_puller(nv, false);
    nv_push_inc(chan, 5, 0x0200, 0x11, 0x22);
    nv_push_ref(chan, 0x33);
    nv_push_ni(chan, 2, 0x0100, 0x44);
    nv_kick(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 4);
    /* It is in the run list, and would be loaded again. */
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_tesla_kick(nv, CHID);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x84)), 4);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x00), 5 << 13 | 0x200);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x04), 0x11);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x08), 5 << 13 | 0x204);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x0c), 0x22);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x10), NV_MTHD_REF_CNT);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x14), 0x33);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x18), 2 << 13 | 0x100 | 1);
    nv_assert_hex(nv_phys_rd32(nv, area + 0x1c), 0x44);

    /* They are restored, whatever is in memory then. */
    nv_phys_wr32(nv, area + 0x10, 0x0100);
    nv_puller(nv, true);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_poll(current(nv) == CHID);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 4);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_GET, 0);
    nv_assert_stopped(chan, NV_PULL0_SOFTWARE, 5, 0x200, 0x11);
    nv_handle_all(nv);
    nv_assert_sw(nv, 0, CHID, 5, 0x200, 0x11);
    nv_assert_sw(nv, 1, CHID, 5, 0x204, 0x22);
    nv_assert_sw(nv, 2, CHID, 0, 0x100, 0x33);
    nv_assert_sw(nv, 3, CHID, 2, 0x100, 0x44);
    g_array_set_size(nv->sw_methods, 0);

    /*
     * Another channel needn't wait for methods that the puller doesn't accept.
     */
    nv_puller(nv, false);
    nv_push_ref(chan, 1);
    nv_kick(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 1);
    nv_push_ref(other, 2);
    nv_push_ref(other, 3);
    nv_kick(other);
    nv_poll(nv_user_get(other) == other->cur);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x84)) +
                  nv_inst_rd32(nv, nv_ramfc(other, 0x84)) +
                  nv_cache1_used(nv), 3);
    nv_puller(nv, true);
    nv_poll(nv_user_ref(chan) == 1 && nv_user_ref(other) == 3);
    nv_assert_quiet(nv);
    nv_chan_free(other);
    nv_chan_free(chan);
}

/*
 * "NV_PFIFO_CACHE1_GET actually goes to 0xffc before wrapping", and "tests
 * show that it wraps around to the start at GET=0x800" (nouveau)
 */
static void pointers_wrap(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    static const uint32_t starts[] = { 0x7fc, 0x800, 0xffc };

    nv_push_ref(chan, 1);
    nv_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(starts); i++) {
        uint32_t slot = (starts[i] & 0x7ff) / 4;

        nv_puller(nv, false);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, starts[i]);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, starts[i]);
        nv_push_inc(chan, 3, 0x0300, 0xa0 + i, 0xb0 + i);
        nv_kick(chan);
        nv_poll(nv_cache1_used(nv) == 2);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_PUT, (starts[i] + 8) & 0xffc);
        nv_assert_hex(nv_rd32(nv, 0x90000 + slot * 8), 3 << 13 | 0x300);
        nv_assert_hex(nv_rd32(nv, 0x90004 + slot * 8), 0xa0 + i);
        slot = (slot + 1) % 512;
        nv_assert_hex(nv_rd32(nv, 0x90000 + slot * 8), 3 << 13 | 0x304);
        nv_assert_hex(nv_rd32(nv, 0x90004 + slot * 8), 0xb0 + i);
        nv_puller(nv, true);
        nv_handle_all(nv);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_GET, (starts[i] + 8) & 0xffc);
    }
    g_assert_cmpuint(nv->sw_methods->len, ==, 2 * ARRAY_SIZE(starts));
    g_array_set_size(nv->sw_methods, 0);
    nv_chan_free(chan);
}

/* --- USER ------------------------------------------------------------- */

static void user_area(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, 126, NV_IN_RAM);
    uint32_t at = 0xc00000 + CHID * 0x2000;

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_push_ref(other, 2);
    nv_run(other);
    /* One is in CACHE1, the other in memory. */
    nv_assert_hex(nv_rd32(nv, at + 0x44), chan->cur);
    nv_assert_hex(nv_rd32(nv, at + 0x48), 1);
    nv_assert_hex(nv_rd32(nv, 0xc00000 + 126 * 0x2000 + 0x48), 2);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x74)), 1);
    /* "32-bit accesses only": others do nothing. */
    nv_wr16(nv, at + 0x40, 0xffff);
    nv_wr08(nv, at + 0x40, 0xff);
    nv_assert_hex(nv_rd32(nv, at + 0x40), chan->cur);
    /* The areas of all channels, and behind the last */
    for (uint32_t addr = 0xc00000; addr < 0xd01000; addr += 0x4000) {
        nv_rd32(nv, addr + 0x44);
        nv_wr32(nv, addr + 0x48, 0x12345678);
        nv_wr32(nv, addr + 0xffc, 0x12345678);
        nv_wr32(nv, addr + 0x1ffc, 0x12345678);
    }
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_assert_quiet(nv);
    nv_chan_free(other);
    nv_chan_free(chan);
}

/* "Connected to subr_return when subroutine active, dma_get when inactive" */
static void cget(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    uint32_t behind;

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), chan->cur);
    nv_push(chan, NV_CMD_CALL(0x2000));
    behind = chan->cur;
    chan->cur = 0x2000;
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_get(chan), 0x2008);
    for (unsigned in_memory = 0; in_memory < 2; in_memory++) {
        nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), behind);
        nv_push_ref(other, 1);
        nv_run(other);
    }
    g_assert_cmpuint(current(nv), ==, CHID + 1);
    nv_push(chan, NV_CMD_RETURN);
    chan->cur = behind;
    nv_run(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), behind);
    nv_assert_quiet(nv);
    nv_chan_free(other);
    nv_chan_free(chan);
}

/* --- RAMHT ------------------------------------------------------------ */

/* The same handle, another object */
static void ramht_per_channel(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_ib_chan_new(nv, CHID + 1, NV_IN_RAM, NV_IB_ORDER);
    uint32_t inst_a = nv_chan_object(a, 0xbeef0001, 0x30);
    uint32_t inst_b = nv_chan_object(b, 0xbeef0001, 0x30);

    g_assert_cmphex(inst_a, !=, inst_b);
    nv_push_object(a, 1, 0xbeef0001);
    nv_run(a);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv_hash(a, inst_a));
    nv_push_object(b, 1, 0xbeef0001);
    nv_run(b);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv_hash(b, inst_b));
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
}

/* Sizes and search limits: what the driver sets is SEARCH_FULL. */
static void ramht_search(NVDev *nv)
{
    for (unsigned i = 0; i < 5; i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        unsigned bits = 9 + i % 4;
        uint32_t ramht = nv_vram_alloc(nv, 8 << bits), slot, limit, mask;
        uint32_t block = nv->tesla->block[CHID + i];
        uint32_t inst = nv_inst_object(nv, 0x30);
        uint32_t context = 1 << 20 | nv_tesla_offset(nv, CHID + i, inst);
        bool full = i == 4;

        /* Within reach of the block, from which its offset counts */
        ramht = nv_inst_alloc(nv, 8 << bits, 16);
        nv_tesla_stop(nv, CHID + i);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x80), (bits - 9) << 27 |
                     (full ? 4 : i) << 24 | (ramht - block) >> 4);
        nv_tesla_start(nv, CHID + i);
        limit = full ? 1u << bits : 16u << i;
        mask = (1u << bits) - 1;
        slot = nv_ramht_hash(bits, 0, 0xcafe1234) & mask;
        for (unsigned beyond = 0; beyond < (full ? 1 : 2); beyond++) {
            uint32_t at = ramht + ((slot + limit - 1 + beyond) & mask) * 8;

            nv_phys_wr32(nv, at, 0xcafe1234);
            nv_phys_wr32(nv, at + 4, context);
            nv_push_object(chan, 2, 0xcafe1234);
            nv_kick(chan);
            if (beyond) {
                nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, 0,
                                  0xcafe1234);
                nv_handle_all(nv);
                g_assert_cmpuint(nv->cache_errors->len, ==, 1);
                g_array_set_size(nv->cache_errors, 0);
            } else {
                nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, context & 0xffff);
            }
            nv_wait(chan);
            nv_phys_wr32(nv, at, 0);
            nv_phys_wr32(nv, at + 4, 0);
        }
        nv_assert_quiet(nv);
        nv_chan_free(chan);
    }
}

/* RAMHT names an engine that isn't there: INVALID_ENGINE */
static void invalid_engine(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_inst_object(nv, 0x30);

    for (unsigned i = 0; i < 16; i++) {
        nv_ramht_insert(nv, CHID, 0x1000 + i, i, inst);
    }
    for (unsigned i = 0; i < 16; i++) {
        if (nv->card->engines & 1 << i) {
            continue;
        }
        nv_push_object(chan, 3, 0x1000 + i);
        nv_kick(chan);
        nv_assert_stopped(chan, 1 << 24, 3, 0, 0x1000 + i);
        nv_handle_all(nv);
        g_assert_cmpuint(nv->cache_errors->len, ==, 1);
        g_array_set_size(nv->cache_errors, 0);
        nv_wait(chan);
        g_assert_cmpuint(nv_subc_engine(nv, 3), ==, NV_ENGINE_SW);
    }
    /* An engine that exists, and isn't modelled, accepts anything. */
    for (unsigned i = 2; i < 16; i++) {
        if (!(nv->card->engines & 1 << i) || i == NV_ENGINE_PCIPHER ||
            (i == NV_ENGINE_PCOPY && nv->card->features & NV_CARD_NVA3)) {
            continue;
        }
        nv_push_object(chan, 3, 0x1000 + i);
        nv_push_inc(chan, 3, 0x0200, 1, 2, 3);
        nv_push_ref(chan, i);
        nv_run(chan);
        g_assert_cmpuint(nv_subc_engine(nv, 3), ==, i);
        nv_assert_hex(nv_user_ref(chan), i);
        nv_assert_quiet(nv);
    }
    nv_chan_free(chan);
}

/* "16 bits on NV40:NVC0": the bits above don't belong to the class. */
static void classes_have_16_bits(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_chan_object(chan, 0x1000, NV_CLASS_NULL | 0xffff0000);
    nv_push_object(chan, 3, 0x1000);
    nv_push_inc(chan, 3, 0x0400, 1, 2, 3);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PGRAPH_INTR, 0);
    /* With another of the 16 bits it is another class, which doesn't exist. */
    nv_chan_object(chan, 0x1001, NV_CLASS_NULL | 0x8000);
    nv_push_object(chan, 3, 0x1001);
    nv_push_inc(chan, 3, 0x0400, 1);
    nv_kick(chan);
    g_assert_cmphex(nv_rd32(nv, A_NV_PGRAPH_INTR), !=, 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- SLI -------------------------------------------------------------- */

/* "NV50+ allows independent settings for each channel" */
static void sli_per_channel(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_ib_chan_new(nv, CHID + 1, NV_IN_RAM, NV_IB_ORDER);
    NVChan *c = nv_chan_new(nv, CHID + 2, NV_IN_RAM);

    nv_tesla_stop(nv, CHID);
    nv_tesla_stop(nv, CHID + 2);
    nv_inst_wr32(nv, nv_ramfc(a, 0x7c), 0x30000802);
    nv_inst_wr32(nv, nv_ramfc(c, 0x7c), 0x00000001);
    nv_tesla_start(nv, CHID);
    nv_tesla_start(nv, CHID + 2);

    for (unsigned round = 0; round < 2; round++) {
        NVChan *chans[] = { a, b };

        for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
            NVChan *chan = chans[i];
            uint32_t ref = 0x100 * round + 0x1000 * i;

            nv_push(chan, NV_CMD_SLI(0x002));
            nv_push_ref(chan, ref + 2);
            nv_push(chan, NV_CMD_SLI(0x001));
            nv_push_ref(chan, ref + 1);
            nv_run(chan);
            /* Its own mask counts: 0x802, or 0x001 */
            nv_assert_hex(nv_user_ref(chan), ref + (i ? 1 : 2));
            nv_assert_reg(nv, NV_PFIFO_SLI, i ? 0x30000001 : 0x20000802);
        }
    }
    /* An empty mask stays across a switch, and doesn't affect NOPs. */
    nv_push_ref(a, 0xbad);
    nv_run(a);
    nv_assert_hex(nv_user_ref(a), 0x102);
    nv_push(a, NV_CMD_SLI(0xfff));
    nv_push_ref(a, 0x600d);
    nv_run(a);
    nv_assert_hex(nv_user_ref(a), 0x600d);

    /* "If it's not set, the command effectively doesn't exist." */
    nv_push_ref(c, 1);
    nv_push(c, NV_CMD_SLI(0x001));
    nv_kick(c);
    nv_assert_pusher_error(c, NV_PUSHER_INVALID_CMD, c->cur,
                           NV_CMD_SLI(0x001));
    nv_handle_all(nv);
    g_array_set_size(nv->pusher_errors, 0);
    nv_assert_hex(nv_user_ref(c), 1);
    nv_chan_free(c);
    nv_chan_free(b);
    nv_chan_free(a);
}

/* --- Engines with a queue --------------------------------------------- */

/* PFIFO switches to another channel while an engine has work of one. */
static void engine_on_another_channel(NVDev *nv)
{
    NVChan *a = nv_chan_new_objects(nv, CHID);
    NVChan *b = nv_ib_chan_new(nv, CHID + 1, NV_IN_RAM, NV_IB_ORDER);

    nv_ramht_insert(nv, CHID, 0x2000, 2, nv_inst_object(nv, 0x30));
    nv_push_object(a, 1, 0x2000);
    nv_push_inc(a, 1, 0x0100, 1, 2, 3);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    nv_push_ref(b, 0xb);
    nv_kick(b);
    nv_clock_step(nv, 1000);
    /* a's REF_CNT waits for the engine, and is saved with CACHE1. */
    nv_assert_hex(nv_user_ref(a), 0);
    /* b doesn't wait for it: the engine takes 1 ms. */
    for (unsigned i = 0; i < 20 && nv_user_ref(b) != 0xb; i++) {
        nv_clock_step(nv, 10 * 1000);
    }
    nv_assert_hex(nv_user_ref(b), 0xb);
    nv_assert_hex(nv_user_ref(a), 0);
    for (unsigned i = 0; i < 20 && nv_user_ref(a) != 0xa; i++) {
        nv_clock_step(nv, 1000 * 1000);
    }
    nv_assert_hex(nv_user_ref(a), 0xa);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
}

/* Address 0 is no room: CACHE1's contents are lost, nothing is written. */
static void no_room_for_cache1(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_phys_wr32(nv, 0, 0x11111111);
    nv_phys_wr32(nv, 4, 0x22222222);
    nv_tesla_stop(nv, CHID);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x88), 0);
    nv_tesla_start(nv, CHID);
    nv_puller(nv, false);
    nv_push_ref(chan, 0x77);
    nv_kick(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 1);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_tesla_kick(nv, CHID);
    nv_assert_hex(nv_phys_rd32(nv, 0), 0x11111111);
    nv_assert_hex(nv_phys_rd32(nv, 4), 0x22222222);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x84)), 0);
    nv_puller(nv, true);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_push_ref(chan, 0x88);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x88);
    nv_assert_quiet(nv);

    /* Nothing is read from there, either, whatever the saved state says. */
    nv_tesla_stop(nv, CHID);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x84), 1);
    nv_phys_wr32(nv, 0, NV_MTHD_REF_CNT);
    nv_tesla_start(nv, CHID);
    nv_push_ref(chan, 0x99);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    g_assert_cmpuint(nv_log_count(nv, "0x22222222"), ==, 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- PIO -------------------------------------------------------------- */

/* "For channel 0 only" */
static void pio(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 0, NV_IN_RAM);
    NVChan *dma = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_chan_object(chan, NV_HANDLE_GRAPH, NV_CLASS_NULL);

    nv_push_ref(dma, 1);
    nv_run(dma);
    nv_assert_hex(nv_rd32(nv, 0x800010), 512 * 4);
    /* Subchannel 2 */
    nv_wr32(nv, 0x804000, NV_HANDLE_GRAPH);
    g_assert_cmpuint(current(nv), ==, 0);
    g_assert_false(nv_push1_is_dma(nv));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv_hash(chan, inst));
    g_assert_cmpuint(nv_subc_engine(nv, 2), ==, NV_ENGINE_GR);
    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x1234);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, 0x1234);
    nv_puller(nv, false);
    nv_wr32(nv, 0x804300, 7);
    nv_assert_hex(nv_rd32(nv, 0x800010), 511 * 4);
    nv_assert_cache1(nv, (NVMethod[]) { { 2 << 13 | 0x300, 7 } }, 1);
    nv_puller(nv, true);
    nv_assert_hex(nv_rd32(nv, 0x800010), 512 * 4);
    nv_assert_quiet(nv);

    /* There is no RAMRO: PIO_ERROR */
    nv_break(nv, "1 error what=PIO_ERROR stop=none channel=0 method=4");
    nv_wr32(nv, 0x800004, 0);
    nv_assert_hit(nv, 0, 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
    g_assert_cmpuint(nv_log_count(nv, "is lost: RESERVED_ACCESS"), ==, 1);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
    nv_wr16(nv, 0x800300, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
    g_assert_cmpuint(nv_log_count(nv, "is lost: ILLEGAL_ACCESS"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "runouts"), ==, 2);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);

    /* The others continue. */
    nv_push_ref(dma, 2);
    nv_run(dma);
    nv_assert_hex(nv_user_ref(dma), 2);
    nv_assert_quiet(nv);
    nv_chan_free(dma);
    nv_chan_free(chan);
}

/* Its methods in CACHE1 are saved like any other channel's. */
static void pio_takes_turns(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 0, NV_IN_RAM);
    NVChan *dma = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_puller(nv, false);
    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x11);
    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x12);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    nv_push_ref(dma, 1);
    nv_kick(dma);
    nv_poll(current(nv) == CHID);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x84)), 2);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 1);
    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x13);
    g_assert_cmpuint(current(nv), ==, 0);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 3);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(dma, 0x84)), 1);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_puller(nv, true);
    nv_poll(nv_user_ref(dma) == 1);
    nv_assert_hex(nv_user_ref(chan), 0x13);
    /* It has no DMA mode. */
    nv_push_ref(chan, 0xbad);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, chan->cur);
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, 1);
    nv_assert_hex(nv_user_put(chan), 0);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_IB_PUT), 0);
    nv_assert_hex(nv_user_ref(chan), 0x13);
    nv_assert_quiet(nv);
    nv_chan_free(dma);
    nv_chan_free(chan);
}

static void nobodys_pio(NVDev *nv)
{
    nv_wr32(nv, 0x800100, 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
}

static const NVTest tests[] = {
    { "ramfc/every-bit",
      "acquire-state old-semaphore-state! semaphore-off-val ramfc-layout!",
      ramfc, .needs = NV_CARD_NV50 },
    { "channel/cache1-is-saved",
      "software-method ramfc-layout cache1-at-switch!", cache1_is_saved,
      .needs = NV_CARD_NV50 },
    { "cache1/pointers-wrap",
      "cache1-size cache1-get-put cache1-get-wrap! cache1-method-data",
      pointers_wrap, .needs = NV_CARD_NV50 },
    { "user/area", "user-dma-put! user-dma-get! user-ref user-area user-window",
      user_area, .needs = NV_CARD_NV50 },
    { "user/cget", "user-dma-cget!", cget, .needs = NV_CARD_NV50 },
    { "ramht/per-channel", "ramht-per-channel!", ramht_per_channel,
      .needs = NV_CARD_NV50 },
    { "ramht/search", "ramht-hash! ramht-search! pfifo-tables!", ramht_search,
      .needs = NV_CARD_NV50 },
    { "puller/invalid-engine", "invalid-engine!", invalid_engine,
      .needs = NV_CARD_NV50 },
    { "puller/classes-have-16-bits", "class-width!", classes_have_16_bits,
      .needs = NV_CARD_NV50 },
    { "sli/per-channel", "sli-state sli-conditional sli-discard sli-mask",
      sli_per_channel, .needs = NV_CARD_NV50 },
    { "engine/on-another-channel",
      "engine-switch-wait engine-queue cache1-at-switch engine-channel!",
      engine_on_another_channel, .needs = NV_CARD_NV50,
      .props = "x-engine-latency-ns=1000000" },
    { "channel/no-room-for-cache1", "cache1-at-switch hostile-memory",
      no_room_for_cache1, .needs = NV_CARD_NV84 },
    { "channel/pio", "", pio, .needs = NV_CARD_NV50 },
    { "channel/pio-takes-turns", "cache1-at-switch", pio_takes_turns,
      .needs = NV_CARD_NV50 },
    { "channel/pio-without-a-channel", "", nobodys_pio, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

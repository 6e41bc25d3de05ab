/*
 * Tests of the NVIDIA GPU: RAMHT
 *
 * The puller's specification, "RAMHT and the FIFO objects": what is found, and
 * what happens if nothing is found.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-test.h"

#define CHID 1

/* --- RAMHT ------------------------------------------------------------ */

static uint32_t ramht(unsigned bits, unsigned search)
{
    return search << 24 | (bits - 9) << 16 | NV_INST_RAMHT >> 8;
}

/* Whether a channel finds a handle; the puller is left ready for the next. */
static bool finds(NVChan *chan, uint32_t handle, uint32_t *inst)
{
    NVDev *nv = chan->nv;
    bool hit;

    nv_push_inc(chan, 2, 0x0180, handle);
    nv_run(chan);
    hit = !nv_rd32(nv, A_NV_PFIFO_INTR);
    *inst = (nv_rd32(nv, A_NV_PFIFO_CACHE1_HASH) & 0xffff) << 4;
    nv_handle_all(nv);
    g_array_set_size(nv->cache_errors, 0);
    return hit;
}

static void assert_finds(NVChan *chan, uint32_t handle, uint32_t want)
{
    uint32_t inst;

    if (!finds(chan, handle, &inst)) {
        nv_fail("channel %u doesn't find handle 0x%08x", chan->chid, handle);
    } else if (inst != want) {
        nv_fail("channel %u finds handle 0x%08x at 0x%05x, not 0x%05x",
                chan->chid, handle, inst, want);
    }
}

static void assert_misses(NVChan *chan, uint32_t handle)
{
    uint32_t inst;

    if (finds(chan, handle, &inst)) {
        nv_fail("channel %u finds handle 0x%08x at 0x%05x", chan->chid,
                handle, inst);
    }
}

/* The four sizes: each has a hash of its own, and ends where it ends. */
static void ramht_size(NVDev *nv)
{
    unsigned bits = *(const unsigned *)nv->test->data;
    static const uint32_t handles[] = {
        0x00000001, 0x00001000, 0x80000000, 0xffffffff, 0x12345678,
        0x00000200, 0x80000002, 0x55550000, 0xdeadbeef,
    };
    const unsigned chids[] = { 0, 1, 13, nv->card->channels - 2 };

    nv_wr32(nv, A_NV_PFIFO_RAMHT, ramht(bits, 0));
    for (unsigned c = 0; c < ARRAY_SIZE(chids); c++) {
        NVChan *chan = nv_chan_new(nv, chids[c], NV_IN_RAM);

        /* Bind what the handles stand for. */
        nv_ramht_set(nv, nv_ramht_hash(bits, chids[c], NV_HANDLE_GRAPH) &
                     ((1 << bits) - 1), NV_HANDLE_GRAPH,
                     nv_ramht_context(nv, chids[c], NV_ENGINE_GR,
                                      nv_inst_object(nv, NV_CLASS_NULL)));
        nv_push_object(chan, 2, NV_HANDLE_GRAPH);
        for (unsigned i = 0; i < ARRAY_SIZE(handles); i++) {
            uint32_t slot = nv_ramht_hash(bits, chids[c], handles[i]) &
                            ((1 << bits) - 1);
            uint32_t inst = nv_inst_object(nv, 0x30);
            uint32_t entry = NV_INST_RAMHT + slot * 8;
            uint32_t handle = nv_inst_rd32(nv, entry);
            uint32_t context = nv_inst_rd32(nv, entry + 4);

            nv_ramht_set(nv, slot, handles[i],
                         nv_ramht_context(nv, chids[c], NV_ENGINE_SW, inst));
            assert_finds(chan, handles[i], inst);
            nv_ramht_set(nv, slot, handle, context);
            assert_misses(chan, handles[i]);
        }
        nv_chan_free(chan);
    }
}

/* "handle compare + probing": as far as SEARCH says, and no further */
static void ramht_search(NVDev *nv)
{
    unsigned search = *(const unsigned *)nv->test->data;
    unsigned limit = 16 << search;
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t slot = nv_ramht_hash(NV_INST_RAMHT_BITS, CHID, 0x05ee);
    uint32_t inst = nv_inst_object(nv, 0x30);
    uint32_t context = nv_ramht_context(nv, CHID, NV_ENGINE_SW, inst);

    nv_wr32(nv, A_NV_PFIFO_RAMHT, ramht(NV_INST_RAMHT_BITS, search));
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    for (unsigned distance = 0; distance <= limit + 1; distance++) {
        nv_ramht_set(nv, slot + distance, 0x05ee, context);
        if (distance < limit) {
            assert_finds(chan, 0x05ee, inst);
        } else {
            assert_misses(chan, 0x05ee);
        }
        /* In its place, an object with another handle */
        nv_ramht_set(nv, slot + distance, 0xffff0000 + distance, context);
    }
    nv_chan_free(chan);
}

/* The search goes on at the table's beginning. */
static void ramht_wraps(NVDev *nv)
{
    unsigned slots = 1 << NV_INST_RAMHT_BITS;
    /* The hash of a small number is the number, with the channel's bits. */
    uint32_t handle = (slots - 2) ^ CHID << (NV_INST_RAMHT_BITS - 4);
    uint32_t inst = nv_inst_object(nv, 0x30);
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    g_assert_cmpuint(nv_ramht_hash(NV_INST_RAMHT_BITS, CHID, handle), ==,
                     slots - 2);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_ramht_set(nv, slots - 2, 1, nv_ramht_context(nv, CHID, 0, inst));
    nv_ramht_set(nv, slots - 1, 2, nv_ramht_context(nv, CHID, 0, inst));
    nv_ramht_set(nv, 0, 3, nv_ramht_context(nv, CHID, 0, inst));
    assert_misses(chan, handle);
    nv_ramht_set(nv, 1, handle, nv_ramht_context(nv, CHID, 0, inst));
    assert_finds(chan, handle, inst);
    nv_chan_free(chan);
}

/* The same handle for several channels, each with an object of its own */
static void ramht_channels(NVDev *nv)
{
    const unsigned half = nv->card->channels / 2;
    const unsigned chids[] = { 0, 1, 2, half, half + 1, 2 * half - 2 };
    NVChan *chans[ARRAY_SIZE(chids)];
    uint32_t insts[ARRAY_SIZE(chids)];
    uint32_t first = nv_ramht_hash(NV_INST_RAMHT_BITS, 1, 0x5a5a);

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chans[i] = nv_chan_new(nv, chids[i], NV_IN_RAM);
        nv_chan_object(chans[i], NV_HANDLE_GRAPH, NV_CLASS_NULL);
        nv_push_object(chans[i], 2, NV_HANDLE_GRAPH);
        insts[i] = nv_inst_object(nv, 0x30);
        nv_ramht_insert(nv, chids[i], 0x5a5a, NV_ENGINE_SW, insts[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        assert_finds(chans[i], 0x5a5a, insts[i]);
    }
    /* An entry of channel 2 where channel 1's search begins, then its own */
    nv_ramht_set(nv, first, 0x5a5a,
                 nv_ramht_context(nv, 2, NV_ENGINE_SW, insts[2]));
    assert_misses(chans[1], 0x5a5a);
    nv_ramht_set(nv, first + 1, 0x5a5a,
                 nv_ramht_context(nv, 1, NV_ENGINE_SW, insts[1]));
    assert_finds(chans[1], 0x5a5a, insts[1]);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_chan_free(chans[i]);
    }
}

/* A driver removes an object by writing 0: the translation is forgotten. */
static void ramht_removal(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t inst = nv_inst_object(nv, 0x30);
    uint32_t other = nv_inst_object(nv, 0x30);
    uint32_t slot;

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    slot = nv_ramht_insert(nv, CHID, 0x77, NV_ENGINE_SW, inst);
    assert_finds(chan, 0x77, inst);
    nv_ramht_set(nv, slot, 0, 0);
    assert_misses(chan, 0x77);
    /* A free slot doesn't match handle 0, either. */
    assert_misses(chan, 0);
    nv_ramht_set(nv, slot, 0x77, nv_ramht_context(nv, CHID, 0, other));
    assert_finds(chan, 0x77, other);
    /* Moved: the old place is free, a later one is taken. */
    nv_ramht_set(nv, slot, 0, 0);
    nv_ramht_set(nv, slot + 3, 0x77, nv_ramht_context(nv, CHID, 0, inst));
    assert_finds(chan, 0x77, inst);
    if (!(nv->card->features & NV_CARD_NV40)) {
        /* Not valid */
        nv_ramht_set(nv, slot + 3, 0x77,
                     nv_ramht_context(nv, CHID, 0, inst) & ~0x80000000u);
        assert_misses(chan, 0x77);
    }
    nv_chan_free(chan);
}

/* RAMHT can be moved. */
static void ramht_address(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t inst = nv_inst_object(nv, 0x30);
    uint32_t slot = nv_ramht_hash(9, CHID, 0x77);

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    for (uint32_t base = 0x1000; base < 0x20000; base += 0x1000) {
        if (base >= NV_INST_RAMHT && base < nv->card->inst->heap + 0x1000) {
            continue;
        }
        nv_wr32(nv, A_NV_PFIFO_RAMHT, base >> 8);
        assert_misses(chan, 0x77);
        nv_inst_wr32(nv, base + slot * 8, 0x77);
        nv_inst_wr32(nv, base + slot * 8 + 4,
                     nv_ramht_context(nv, CHID, 0, inst));
        assert_finds(chan, 0x77, inst);
        nv_inst_wr32(nv, base + slot * 8, 0);
        nv_inst_wr32(nv, base + slot * 8 + 4, 0);
    }
    nv_chan_free(chan);
}

/*
 * An object may lie in RAMHT, and PGRAPH keeps its options there: M2MF's source
 * in the third word, which is a handle.  It counts for the next method.
 */
static void ramht_written_by_pgraph(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    uint32_t handle = 0x05ee, slot;

    nv_graph_init(nv);
    do {
        slot = nv_ramht_hash(NV_INST_RAMHT_BITS, CHID, ++handle);
    } while (!(slot & 1));
    nv_inst_wr32(nv, NV_INST_RAMHT + (slot - 1) * 8, nv_class_m2mf(nv));
    nv_graph_name(chan, NV_HANDLE_GRAPH, NV_INST_RAMHT + (slot - 1) * 8);
    nv_graph_name(chan, NV_M2MF_HANDLE_IN, buf->inst);
    nv_ramht_set(nv, slot, handle,
                 nv_ramht_context(nv, CHID, NV_ENGINE_GR, buf->inst));
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_assert_quiet(nv);

    nv_push_inc(chan, 2, NV_M2MF_DMA_NOTIFY, handle, NV_M2MF_HANDLE_IN);
    nv_push_inc(chan, 2, NV_M2MF_DMA_NOTIFY, handle);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, NV_M2MF_DMA_NOTIFY,
                      handle);
    nv_handle_all(nv);
    nv_buf_free(buf);
    nv_chan_free(chan);
}

/* --- NO_HASH ---------------------------------------------------------- */

static void hash_miss(NVDev *nv)
{
    uint32_t mthd = *(const uint32_t *)nv->test->data;
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t ptr;

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_ref(chan, 0x11);
    nv_run(chan);
    ptr = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);

    nv_push_inc(chan, 2, mthd, 0x0bad0bad);
    nv_push_ref(chan, 0x22);
    nv_push_ref(chan, 0x33);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, mthd, 0x0bad0bad);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_GET, ptr);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PUT,
                  (ptr + 12) & nv_cache1_mask(nv));
    nv_assert_hex(nv_user_ref(chan), 0x11);

    /* The driver complains, and drops the method. */
    nv_handle_all(nv);
    g_assert_cmpuint(nv->cache_errors->len, ==, 1);
    g_assert_cmpuint(nv->sw_methods->len, ==, 0);
    if (nv->cache_errors->len) {
        nv_assert_hex(nv_cache_error(nv, 0).mthd, mthd);
        nv_assert_hex(nv_cache_error(nv, 0).data, 0x0bad0bad);
        g_assert_cmpuint(nv_cache_error(nv, 0).subc, ==, 2);
        g_assert_cmpuint(nv_cache_error(nv, 0).chid, ==, CHID);
    }
    nv_assert_hex(nv_user_ref(chan), 0x33);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, NV_PULL0_ON);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_assert_false(nv_intx(nv));
    g_assert_cmpuint(nv_references(nv), ==, 3);
    nv_chan_free(chan);
}

/* The driver makes the object and lets the puller try again. */
static void hash_miss_retried(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t inst;

    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 2, 0x0180, 0x1a7e);
    nv_push_ref(chan, 0x22);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, 0x0180, 0x1a7e);

    /* Once more, in vain */
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_puller(nv, true);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, 0x0180, 0x1a7e);

    inst = nv_inst_object(nv, 0x30);
    nv_ramht_insert(nv, CHID, 0x1a7e, NV_ENGINE_SW, inst);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_puller(nv, true);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_CACHE1_HASH) ==
            (nv->card->hash_valid | inst >> 4));
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, NV_HANDLE_GRAPH },
        { CHID, 2, 0x0180, 0x1a7e },
        { CHID, 0, NV_MTHD_REF_CNT, 0x22 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* In the middle of a run: the methods before it have been delivered. */
static void hash_miss_in_a_run(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_ramht_insert(nv, CHID, 0xa1, NV_ENGINE_SW, nv_inst_object(nv, 0x30));
    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 2, 0x0180, 0xa1, 0xa1, 0xbad, 0xa1);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, 0x0188, 0xbad);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->cache_errors->len, ==, 1);
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, NV_HANDLE_GRAPH },
        { CHID, 2, 0x0180, 0xa1 },
        { CHID, 2, 0x0184, 0xa1 },
        { CHID, 2, 0x018c, 0xa1 });
    nv_chan_free(chan);
}

static const uint32_t mthds[] = { 0x0000, 0x0180, 0x01fc };
static const unsigned bits[] = { 9, 10, 11, 12 };
static const unsigned searches[] = { 0, 1, 2, 3 };

static const NVTest tests[] = {
    { "puller/unknown-handle-raises-CACHE_ERROR/0000", "ramht-miss!", hash_miss,
      .data = &mthds[0], .tesla = true },
    { "puller/unknown-handle-raises-CACHE_ERROR/0180",
      "handle-translation ramht-miss", hash_miss, .data = &mthds[1],
      .tesla = true },
    { "puller/unknown-handle-raises-CACHE_ERROR/01fc",
      "handle-translation ramht-miss", hash_miss, .data = &mthds[2],
      .tesla = true },
    { "puller/unknown-handle-can-be-retried", "ramht-miss hash-busy",
      hash_miss_retried },
    { "puller/unknown-handle-in-a-run", "handle-translation ramht-miss",
      hash_miss_in_a_run, .tesla = true },

    { "ramht/size/4K", "ramht-hash! pfifo-tables", ramht_size,
      .data = &bits[0] },
    { "ramht/size/8K", "ramht-hash pfifo-tables", ramht_size,
      .data = &bits[1] },
    { "ramht/size/16K", "ramht-hash pfifo-tables", ramht_size,
      .data = &bits[2] },
    { "ramht/size/32K", "ramht-hash pfifo-tables", ramht_size,
      .data = &bits[3] },
    { "ramht/search/16", "ramht-search! pfifo-tables", ramht_search,
      .data = &searches[0] },
    { "ramht/search/32", "ramht-search pfifo-tables", ramht_search,
      .data = &searches[1] },
    { "ramht/search/64", "ramht-search pfifo-tables", ramht_search,
      .data = &searches[2] },
    { "ramht/search/128", "ramht-search pfifo-tables", ramht_search,
      .data = &searches[3] },
    { "ramht/search-wraps", "ramht-search", ramht_wraps },
    { "ramht/channels-are-compared", "ramht-hash ramht-chid!", ramht_channels },
    { "ramht/removal", "ramht-hash ramht-search", ramht_removal },
    { "ramht/address", "pfifo-tables!", ramht_address },
    { "ramht/written-by-pgraph", "ramht-hash", ramht_written_by_pgraph },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

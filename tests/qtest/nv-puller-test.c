/*
 * Tests of the NVIDIA GPU: the puller and RAMHT
 *
 * The puller's specification: RAMHT and the FIFO objects, engine objects,
 * builtin methods; and the software methods as Linux' nouveau handles them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-test.h"

#define CHID 1

/* The null object: it takes any method */
#define CLASS 0x0030
#define HANDLE 0xbeef0030
#define NOP 0x0100
#define OFFSET_IN 0x030c

#define SW_HANDLE 0x55550000
/* The instance that the driver gives software objects, shifted right by 4 */
#define SW_INST 4

#define PULL0_ON 0x001
#define PULL0_HASH_FAILED 0x010
#define PULL0_SOFTWARE 0x100


static void puller_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
}

static void puller_on(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
}

static unsigned engine_of(NVDev *nv, unsigned subc)
{
    return nv_rd32(nv, A_NV_PFIFO_CACHE1_ENGINE) >> (subc * 4) & 0xf;
}

/* A channel with a graphics object on subchannel 2, software on 1 */
static NVChan *channel(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_chan_object(chan, HANDLE, CLASS);
    nv_chan_software(chan, SW_HANDLE);
    return chan;
}

/* The puller stands before a method, which CACHE1 shows at GET. */
static void assert_stopped(NVChan *chan, uint32_t pull0, unsigned subc,
                           uint32_t mthd, uint32_t data)
{
    NVDev *nv = chan->nv;
    uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
    NVMethod m = nv_cache1_slot(nv, get);

    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, PULL0_ON | pull0);
    nv_assert_hex(m.addr & ~1u, subc << 13 | mthd);
    nv_assert_hex(m.data, data);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    g_assert_true(nv_intx(nv));
}

/* --- Engine objects --------------------------------------------------- */

/*
 * "When method 0 is executed, the puller looks up the object in RAMHT ... The
 * engine id is remembered in puller state, while object address is passed
 * down to the engine."
 */
static void object_binds(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_chan_object(chan, HANDLE, CLASS);

    for (unsigned subc = 0; subc < 8; subc++) {
        g_assert_cmpuint(engine_of(nv, subc), ==, NV_ENGINE_SW);
        nv_push_object(chan, subc, HANDLE);
        nv_run(chan);
        g_assert_cmpuint(engine_of(nv, subc), ==, NV_ENGINE_GR);
    }
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x11111111);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, NV_ENGINE_GR);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv->card->hash_valid | inst >> 4);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void methods_reach_the_engine(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_push_inc(chan, 2, NOP, 0x11);
    nv_push_inc(chan, 2, OFFSET_IN, 0x21, 0x22, 0x23);
    nv_push_ni(chan, 2, NOP, 0x31, 0x32);
    nv_run(chan);
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, HANDLE },
        { CHID, 2, NOP, 0x11 },
        { CHID, 2, OFFSET_IN, 0x21 },
        { CHID, 2, OFFSET_IN + 4, 0x22 },
        { CHID, 2, OFFSET_IN + 8, 0x23 },
        { CHID, 2, NOP, 0x31 },
        { CHID, 2, NOP, 0x32 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "engines[8]" and "last_engine" */
static void last_engine(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, 0);
    nv_push_object(chan, 2, HANDLE);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, NV_ENGINE_GR);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, NV_ENGINE_GR << 8);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Numbers of engines that no card has lead nowhere, and nowhere else. */
static void unknown_engines(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_inst_object(nv, CLASS);

    for (unsigned engine = 2; engine < 256; engine++) {
        uint32_t handle = 0xe0000000 + engine;

        nv_ramht_insert(nv, CHID, handle, engine, inst);
        nv_push_object(chan, 2, handle);
        nv_push_inc(chan, 2, NOP, engine);
        nv_push_ref(chan, engine);
        nv_run(chan);
        nv_handle_all(nv);
        nv_assert_hex(nv_user_ref(chan), engine);
    }
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* --- An engine that doesn't take methods ------------------------------ */

static void engine_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 0);
}

static void engine_on(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
}

/*
 * "The puller will send them commands whenever they have space in their input
 * queues": until then they stay in CACHE1, without an error, in their order.
 */
static void waits_for_the_engine(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_push_ref(chan, 1);
    nv_run(chan);
    engine_off(nv);
    nv_push_inc(chan, 2, OFFSET_IN, 0x21, 0x22);
    nv_push_ref(chan, 2);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 3);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, PULL0_ON);
    nv_assert_quiet(nv);
    /* Nor does a later submission overtake them. */
    nv_push_ref(chan, 3);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 4);
    nv_assert_hex(nv_user_ref(chan), 1);

    engine_on(nv);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, HANDLE },
        { CHID, 0, NV_MTHD_REF_CNT, 1 },
        { CHID, 2, OFFSET_IN, 0x21 },
        { CHID, 2, OFFSET_IN + 4, 0x22 },
        { CHID, 0, NV_MTHD_REF_CNT, 2 },
        { CHID, 0, NV_MTHD_REF_CNT, 3 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* An object is bound when the engine takes it, and not before. */
static void binding_waits_for_the_engine(NVDev *nv)
{
    NVChan *chan = channel(nv);

    engine_off(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_push_ref(chan, 1);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_assert_cmpuint(engine_of(nv, 2), ==, NV_ENGINE_SW);
    nv_assert_quiet(nv);

    engine_on(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_poll(!nv_cache1_used(nv));
    g_assert_cmpuint(engine_of(nv, 2), ==, NV_ENGINE_GR);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE1 + 2 * 4) & 0xff,
                  CLASS);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Handles are translated when the engine takes them. */
static void handles_wait_for_the_engine(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t a = nv_inst_object(nv, 0x30), b = nv_inst_object(nv, 0x30);
    uint32_t slot;

    slot = nv_ramht_insert(nv, CHID, 0x77, NV_ENGINE_SW, a);
    nv_push_object(chan, 2, HANDLE);
    nv_run(chan);
    engine_off(nv);
    nv_push_inc(chan, 2, 0x0180, 0x77, 0x77);
    nv_push_ref(chan, 1);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 3);
    nv_ramht_set(nv, slot, 0x77, nv_ramht_context(nv, CHID, 0, b));
    engine_on(nv);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_CACHE1_HASH) ==
            (nv->card->hash_valid | b >> 4));
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* CACHE1 fills up behind the engine, the pusher stalls, nothing is lost. */
static void full_cache_behind_the_engine(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t words[400];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = i;
    }
    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_run(chan);
    engine_off(nv);
    nv_push_command(chan, NV_CMD_NI(2, NOP, 0), words, ARRAY_SIZE(words));
    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    nv_assert_hex(nv_user_ref(chan), 0);
    engine_on(nv);
    nv_wait(chan);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_hex(nv_user_ref(chan), 1);

    g_autoptr(GArray) methods = nv_delivered(nv);
    g_assert_cmpuint(methods->len, >, ARRAY_SIZE(words));
    for (unsigned i = 0; i < ARRAY_SIZE(words) && i + 1 < methods->len; i++) {
        nv_assert_hex(g_array_index(methods, NVDelivered, 1 + i).data, i);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * "PFIFO and the execution units can be on different channels": one that asks
 * nothing of the engine leaves it to the other.
 */
static void engine_keeps_its_channel(NVDev *nv)
{
    NVChan *a = channel(nv);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_push_object(a, 2, HANDLE);
    nv_push_inc(a, 2, NOP, 1);
    nv_run(a);
    nv_push_ref(b, 2);
    nv_run(b);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, 2);
    nv_assert_graph_channel(nv, CHID);
    nv_chan_object(b, HANDLE, CLASS);
    nv_push_object(b, 2, HANDLE);
    nv_run(b);
    nv_assert_graph_channel(nv, 2);
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* --- Handles ---------------------------------------------------------- */

/* "These methods ... will be looked up in RAMHT by the puller" */
static void handle_translation(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 2, HANDLE);
    for (unsigned i = 0; i < 32; i++) {
        uint32_t inst = nv_inst_object(nv, 0x30);

        nv_ramht_insert(nv, CHID, 0xcafe0000 + i * 0x101, NV_ENGINE_SW, inst);
        nv_push_inc(chan, 2, 0x0180 + i * 4, 0xcafe0000 + i * 0x101);
        nv_run(chan);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH,
                      nv->card->hash_valid | inst >> 4);
    }
    /* Its neighbours take values. */
    nv_push_inc(chan, 2, 0x017c, 0xdead0001);
    nv_push_inc(chan, 2, 0x0200, 0xdead0002);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* One command from 0x017c to 0x0200: all of them in a run */
static void handle_translation_in_a_run(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t words[34] = { [0] = 0xdead0001, [33] = 0xdead0002 };
    uint32_t inst = 0;

    for (unsigned i = 1; i < 33; i++) {
        inst = nv_inst_object(nv, 0x30);
        words[i] = 0xcafe0000 + i;
        nv_ramht_insert(nv, CHID, words[i], NV_ENGINE_SW, inst);
    }
    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_push_command(chan, NV_CMD_INC(2, 0x017c, 0), words, ARRAY_SIZE(words));
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv->card->hash_valid | inst >> 4);

    g_autoptr(GArray) methods = nv_delivered(nv);
    g_assert_cmpuint(methods->len, ==, 35);
    for (unsigned i = 1; i < methods->len; i++) {
        NVDelivered *m = &g_array_index(methods, NVDelivered, i);

        nv_assert_hex(m->mthd, 0x017c + (i - 1) * 4);
        nv_assert_hex(m->data, words[i - 1]);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- NO_HASH ---------------------------------------------------------- */

static void hash_miss(NVDev *nv)
{
    uint32_t mthd = *(const uint32_t *)nv->test->data;
    NVChan *chan = channel(nv);
    uint32_t ptr;

    nv_push_object(chan, 2, HANDLE);
    nv_push_ref(chan, 0x11);
    nv_run(chan);
    ptr = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);

    nv_push_inc(chan, 2, mthd, 0x0bad0bad);
    nv_push_ref(chan, 0x22);
    nv_push_ref(chan, 0x33);
    nv_run(chan);
    assert_stopped(chan, PULL0_HASH_FAILED, 2, mthd, 0x0bad0bad);
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
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, PULL0_ON);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_assert_false(nv_intx(nv));
    g_assert_cmpuint(nv_references(nv), ==, 3);
    nv_chan_free(chan);
}

/* The driver makes the object and has the puller try again. */
static void hash_miss_retried(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t inst;

    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_push_inc(chan, 2, 0x0180, 0x1a7e);
    nv_push_ref(chan, 0x22);
    nv_run(chan);
    assert_stopped(chan, PULL0_HASH_FAILED, 2, 0x0180, 0x1a7e);

    /* Once more, in vain */
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    puller_on(nv);
    assert_stopped(chan, PULL0_HASH_FAILED, 2, 0x0180, 0x1a7e);

    inst = nv_inst_object(nv, 0x30);
    nv_ramht_insert(nv, CHID, 0x1a7e, NV_ENGINE_SW, inst);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    puller_on(nv);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_CACHE1_HASH) ==
            (nv->card->hash_valid | inst >> 4));
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, HANDLE },
        { CHID, 2, 0x0180, 0x1a7e },
        { CHID, 0, NV_MTHD_REF_CNT, 0x22 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* In the middle of a run: those before it have been handed on. */
static void hash_miss_in_a_run(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_ramht_insert(nv, CHID, 0xa1, NV_ENGINE_SW, nv_inst_object(nv, 0x30));
    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_push_inc(chan, 2, 0x0180, 0xa1, 0xa1, 0xbad, 0xa1);
    nv_run(chan);
    assert_stopped(chan, PULL0_HASH_FAILED, 2, 0x0188, 0xbad);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->cache_errors->len, ==, 1);
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, HANDLE },
        { CHID, 2, 0x0180, 0xa1 },
        { CHID, 2, 0x0184, 0xa1 },
        { CHID, 2, 0x018c, 0xa1 });
    nv_chan_free(chan);
}

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

        /* Bind what the handles go to. */
        nv_ramht_set(nv, nv_ramht_hash(bits, chids[c], HANDLE) &
                     ((1 << bits) - 1), HANDLE,
                     nv_ramht_context(nv, chids[c], NV_ENGINE_GR,
                                      nv_inst_object(nv, CLASS)));
        nv_push_object(chan, 2, HANDLE);
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

/* "handle compare + probing": as far as SEARCH says, and no farther */
static void ramht_search(NVDev *nv)
{
    unsigned search = *(const unsigned *)nv->test->data;
    unsigned limit = 16 << search;
    NVChan *chan = channel(nv);
    uint32_t slot = nv_ramht_hash(NV_INST_RAMHT_BITS, CHID, 0x05ee);
    uint32_t inst = nv_inst_object(nv, 0x30);
    uint32_t context = nv_ramht_context(nv, CHID, NV_ENGINE_SW, inst);

    nv_wr32(nv, A_NV_PFIFO_RAMHT, ramht(NV_INST_RAMHT_BITS, search));
    nv_push_object(chan, 2, HANDLE);
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
    NVChan *chan = channel(nv);

    g_assert_cmpuint(nv_ramht_hash(NV_INST_RAMHT_BITS, CHID, handle), ==,
                     slots - 2);
    nv_push_object(chan, 2, HANDLE);
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
        nv_chan_object(chans[i], HANDLE, CLASS);
        nv_push_object(chans[i], 2, HANDLE);
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

/* A driver removes an object by writing 0: what was translated is forgotten. */
static void ramht_removal(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t inst = nv_inst_object(nv, 0x30);
    uint32_t other = nv_inst_object(nv, 0x30);
    uint32_t slot;

    nv_push_object(chan, 2, HANDLE);
    slot = nv_ramht_insert(nv, CHID, 0x77, NV_ENGINE_SW, inst);
    assert_finds(chan, 0x77, inst);
    nv_ramht_set(nv, slot, 0, 0);
    assert_misses(chan, 0x77);
    /* Nor does a free slot answer to handle 0. */
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

/* RAMHT may be moved. */
static void ramht_address(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t inst = nv_inst_object(nv, 0x30);
    uint32_t slot = nv_ramht_hash(9, CHID, 0x77);

    nv_push_object(chan, 2, HANDLE);
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

/* --- REF_CNT ---------------------------------------------------------- */

static void ref_cnt(NVDev *nv)
{
    static const uint32_t values[] = {
        1, 0, 0xffffffff, 0x80000000, 0x7fffffff, 0x12345678,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_assert_hex(nv_user_ref(chan), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
        /* On whatever subchannel, and none of them needs an object */
        nv_push_inc(chan, i, NV_MTHD_REF_CNT, values[i]);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), values[i]);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, values[i]);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "A per-channel 32-bit register" */
static void ref_cnt_per_channel(NVDev *nv)
{
    NVChan *chans[5];

    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = nv_chan_new(nv, i * 7, NV_IN_RAM);
        nv_push_ref(chans[i], 0x1000 + i);
        nv_run(chans[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_assert_hex(nv_user_ref(chans[i]), 0x1000 + i);
        nv_chan_free(chans[i]);
    }
    nv_assert_quiet(nv);
}

/* --- PULL0 ------------------------------------------------------------ */

static void puller_gate(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    puller_off(nv);
    nv_push_ref(chan, 1);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    puller_on(nv);
    nv_assert_hex(nv_user_ref(chan), 2);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* nv04_fifo_pause() and nv04_fifo_start() around what is under way */
static void pause_and_start(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 2, HANDLE);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_fifo_pause(nv);
    nv_push_inc(chan, 2, NOP, 1);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_fifo_start(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* In front of a software method that the driver hasn't handled yet */
static void pause_before_a_software_method(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 1, SW_HANDLE);
    nv_push_inc(chan, 1, 0x0150, 0x1234);
    nv_run(chan);
    assert_stopped(chan, PULL0_SOFTWARE, 1, 0, SW_HANDLE);
    nv_fifo_pause(nv);
    nv_fifo_start(nv);
    assert_stopped(chan, PULL0_SOFTWARE, 1, 0, SW_HANDLE);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    nv_assert_sw(nv, 0, CHID, 1, 0x0000, SW_INST);
    nv_assert_sw(nv, 1, CHID, 1, 0x0150, 0x1234);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_chan_free(chan);
}

/* In front of a handle that isn't there: pause acknowledges the error. */
static void pause_before_a_hash_miss(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 2, HANDLE);
    nv_push_inc(chan, 2, 0x0184, 0x1a7e);
    nv_push_ref(chan, 1);
    nv_run(chan);
    assert_stopped(chan, PULL0_HASH_FAILED, 2, 0x0184, 0x1a7e);
    nv_fifo_pause(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_ramht_insert(nv, CHID, 0x1a7e, NV_ENGINE_SW, nv_inst_object(nv, 0x30));
    nv_fifo_start(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- Software methods ------------------------------------------------- */

/*
 * "The SOFTWARE engine is special: all methods submitted to it, explicitely or
 * implicitely by binding a subchannel to it, will cause a
 * CACHE_ERROR(EMPTY_SUBCHANNEL) interrupt."
 */
static void software_object(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 1, SW_HANDLE);
    nv_run(chan);
    assert_stopped(chan, PULL0_SOFTWARE, 1, 0x0000, SW_HANDLE);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv->card->hash_valid | SW_INST);
    g_assert_true(nv_handle_intr(nv));
    nv_assert_sw(nv, 0, CHID, 1, 0x0000, SW_INST);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, PULL0_ON);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    g_assert_cmpuint(engine_of(nv, 1), ==, NV_ENGINE_SW);
    g_assert_false(nv_intx(nv));
    g_assert_false(nv_handle_intr(nv));
    g_assert_cmpuint(nv_statistic(nv, "software-methods"), ==, 1);
    nv_chan_free(chan);
}

/* Every method of a software object, one interrupt each */
static void software_methods(NVDev *nv)
{
    static const uint32_t mthds[] = {
        0x0100, 0x0104, 0x0150, 0x017c, 0x0200, 0x0500, 0x1000, 0x1ffc,
    };
    NVChan *chan = channel(nv);

    nv_push_object(chan, 1, SW_HANDLE);
    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        nv_push_inc(chan, 1, mthds[i], 0xda7a0000 + i);
    }
    nv_push_ref(chan, 0x99);
    nv_run(chan);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 1 + ARRAY_SIZE(mthds));
    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        nv_assert_sw(nv, 1 + i, CHID, 1, mthds[i], 0xda7a0000 + i);
    }
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* 0x0180..0x01fc: the driver finds the instance in HASH. */
static void software_handles(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t insts[32], words[32];

    for (unsigned i = 0; i < 32; i++) {
        insts[i] = nv_inst_object(nv, 0x30);
        words[i] = 0xcafe0000 + i;
        nv_ramht_insert(nv, CHID, words[i], NV_ENGINE_SW, insts[i]);
    }
    nv_push_object(chan, 1, SW_HANDLE);
    nv_push_command(chan, NV_CMD_INC(1, 0x0180, 0), words, 32);
    nv_push_ref(chan, 0x99);
    nv_run(chan);
    assert_stopped(chan, PULL0_SOFTWARE, 1, 0x0000, SW_HANDLE);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 33);
    for (unsigned i = 0; i < 32; i++) {
        nv_assert_sw(nv, 1 + i, CHID, 1, 0x0180 + i * 4, insts[i] >> 4);
    }
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    nv_chan_free(chan);
}

/* A handle that isn't there is a failed hash, not a software method. */
static void software_handle_miss(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 1, SW_HANDLE);
    nv_push_inc(chan, 1, 0x0180, 0x0bad0bad);
    nv_push_inc(chan, 1, 0x0200, 0x600d);
    nv_run(chan);
    g_assert_true(nv_handle_intr(nv));
    assert_stopped(chan, PULL0_HASH_FAILED, 1, 0x0180, 0x0bad0bad);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    g_assert_cmpuint(nv->cache_errors->len, ==, 1);
    nv_assert_sw(nv, 1, CHID, 1, 0x0200, 0x600d);
    nv_chan_free(chan);
}

/* A subchannel to which nothing was ever bound is the software engine's. */
static void empty_subchannel(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned subc = 0; subc < 8; subc++) {
        nv_push_inc(chan, subc, 0x0150, subc);
        nv_run(chan);
        assert_stopped(chan, PULL0_SOFTWARE, subc, 0x0150, subc);
        nv_handle_all(nv);
        nv_assert_sw(nv, subc, CHID, subc, 0x0150, subc);
    }
    nv_chan_free(chan);
}

/* Binding software where graphics was, and the other way round */
static void software_and_graphics_take_turns(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 3, HANDLE);
    nv_run(chan);
    g_assert_cmpuint(engine_of(nv, 3), ==, NV_ENGINE_GR);
    nv_push_inc(chan, 3, NOP, 1);
    nv_run(chan);
    nv_assert_quiet(nv);

    nv_push_object(chan, 3, SW_HANDLE);
    nv_push_inc(chan, 3, NOP, 2);
    nv_run(chan);
    /* The driver takes the subchannel from the engine. */
    g_assert_cmpuint(engine_of(nv, 3), ==, NV_ENGINE_GR);
    nv_handle_all(nv);
    g_assert_cmpuint(engine_of(nv, 3), ==, NV_ENGINE_SW);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    nv_assert_sw(nv, 0, CHID, 3, 0x0000, SW_INST);
    nv_assert_sw(nv, 1, CHID, 3, NOP, 2);

    nv_push_object(chan, 3, HANDLE);
    nv_push_inc(chan, 3, NOP, 3);
    nv_run(chan);
    g_assert_cmpuint(engine_of(nv, 3), ==, NV_ENGINE_GR);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_chan_free(chan);
}

/* Subchannels of both kinds in one stream: everything in its order */
static void subchannels_interleaved(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 1, SW_HANDLE);
    nv_push_object(chan, 2, HANDLE);
    for (unsigned i = 0; i < 20; i++) {
        nv_push_inc(chan, 2, NOP, 0x100 + i);
        nv_push_inc(chan, 1, 0x0500, 0x200 + i);
        nv_push_ref(chan, 0x300 + i);
    }
    nv_run(chan);
    for (unsigned i = 0; i < 20; i++) {
        if (!i) {
            nv_handle_intr(nv);
        }
        /* What comes before the software method is done, what follows isn't */
        nv_assert_hex(nv_user_ref(chan), i ? 0x300 + i - 1 : 0);
        nv_handle_intr(nv);
        nv_assert_sw(nv, 1 + i, CHID, 1, 0x0500, 0x200 + i);
        nv_assert_hex(nv_user_ref(chan), 0x300 + i);
    }
    g_assert_cmpuint(nv->sw_methods->len, ==, 21);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/*
 * CACHE1 fills up behind a software method; the driver handles one after the
 * other, and nothing is lost.
 */
static void full_cache_behind_a_software_method(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries;
    NVChan *chan = channel(nv);
    uint32_t words[500];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = 0xabc000 + i;
    }
    nv_push_object(chan, 1, SW_HANDLE);
    nv_push_command(chan, NV_CMD_INC(1, 0x0200, 0), words,
                    ARRAY_SIZE(words));
    nv_push_ref(chan, 0x99);
    nv_kick(chan);
    nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    g_assert_cmpuint(nv_cache1_used(nv), ==, slots);
    /* Method 0 and what has found a place behind it: 2 + 1 + 127 words */
    nv_assert_hex(nv_user_get(chan), (3 + slots - 1) * 4);
    assert_stopped(chan, PULL0_SOFTWARE, 1, 0x0000, SW_HANDLE);

    nv_handle_all(nv);
    nv_wait(chan);
    g_assert_cmpuint(nv->sw_methods->len, ==, 1 + ARRAY_SIZE(words));
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        nv_assert_sw(nv, 1 + i, CHID, 1, 0x0200 + i * 4, words[i]);
    }
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    nv_chan_free(chan);
}

/* The driver submits its own work while a software method waits. */
static void submission_behind_a_software_method(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_object(chan, 1, SW_HANDLE);
    nv_run(chan);
    for (unsigned i = 0; i < 10; i++) {
        nv_push_ref(chan, 1 + i);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), 0);
        g_assert_cmpuint(nv_cache1_used(nv), ==, 2 + i);
    }
    nv_handle_all(nv);
    nv_assert_hex(nv_user_ref(chan), 10);
    g_assert_cmpuint(nv->sw_methods->len, ==, 1);
    nv_chan_free(chan);
}

/* --- CACHE1 written by the guest -------------------------------------- */

/* A driver may put methods into CACHE1 itself. */
static void methods_put_into_cache1(NVDev *nv)
{
    NVChan *chan = channel(nv);
    uint32_t put;

    nv_watch_methods(nv);
    nv_push_object(chan, 2, HANDLE);
    nv_run(chan);
    puller_off(nv);
    put = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);
    nv_wr32(nv, nv->card->cache1 + put / 4 * 8, 2 << 13 | NOP);
    nv_wr32(nv, nv->card->cache1 + put / 4 * 8 + 4, 0x7777);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, (put + 4) & nv_cache1_mask(nv));
    puller_on(nv);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, HANDLE },
        { CHID, 2, NOP, 0x7777 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Methods that no puller knows can get there only that way: no harm done */
static void unknown_methods_put_into_cache1(NVDev *nv)
{
    NVChan *chan = channel(nv);

    nv_push_ref(chan, 1);
    nv_run(chan);
    for (uint32_t mthd = 0x0004; mthd < 0x0100; mthd += 4) {
        uint32_t put = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);

        if (nv_card_puller_knows(nv->card, mthd)) {
            continue;
        }
        puller_off(nv);
        nv_wr32(nv, nv->card->cache1 + put / 4 * 8, mthd);
        nv_wr32(nv, nv->card->cache1 + put / 4 * 8 + 4, ~mthd);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, (put + 4) & nv_cache1_mask(nv));
        puller_on(nv);
        nv_handle_all(nv);
        g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    }
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_chan_free(chan);
}

/* ---------------------------------------------------------------------- */

static const uint32_t mthds[] = { 0x0000, 0x0180, 0x01fc };
static const unsigned bits[] = { 9, 10, 11, 12 };
static const unsigned searches[] = { 0, 1, 2, 3 };

static const NVTest tests[] = {
    { "puller/object-binds", "M108 M136 M145", object_binds },
    { "puller/methods-reach-the-engine", "M121 M145",
      methods_reach_the_engine },
    { "puller/last-engine", "M136", last_engine },
    { "puller/unknown-engines", "M147 M186", unknown_engines },

    { "puller/waits-for-the-engine", "M142 M146", waits_for_the_engine },
    { "puller/binding-waits-for-the-engine", "M108 M146",
      binding_waits_for_the_engine },
    { "puller/handles-wait-for-the-engine", "M122 M146",
      handles_wait_for_the_engine },
    { "puller/full-cache-behind-the-engine", "M84 M146",
      full_cache_behind_the_engine },
    { "puller/engine-keeps-its-channel", "M145 M171",
      engine_keeps_its_channel },

    { "puller/handles-are-translated", "M122 M129 M130", handle_translation },
    { "puller/handles-are-translated-in-a-run", "M121 M122",
      handle_translation_in_a_run },

    { "puller/unknown-handle-raises-CACHE_ERROR/0000", "M126", hash_miss,
      .data = &mthds[0] },
    { "puller/unknown-handle-raises-CACHE_ERROR/0180", "M122 M126", hash_miss,
      .data = &mthds[1] },
    { "puller/unknown-handle-raises-CACHE_ERROR/01fc", "M122 M126", hash_miss,
      .data = &mthds[2] },
    { "puller/unknown-handle-can-be-retried", "M126 M127",
      hash_miss_retried },
    { "puller/unknown-handle-in-a-run", "M122 M126", hash_miss_in_a_run },

    { "ramht/size/4K", "M123 M206", ramht_size, .data = &bits[0] },
    { "ramht/size/8K", "M123 M206", ramht_size, .data = &bits[1] },
    { "ramht/size/16K", "M123 M206", ramht_size, .data = &bits[2] },
    { "ramht/size/32K", "M123 M206", ramht_size, .data = &bits[3] },
    { "ramht/search/16", "M124 M206", ramht_search, .data = &searches[0] },
    { "ramht/search/32", "M124 M206", ramht_search, .data = &searches[1] },
    { "ramht/search/64", "M124 M206", ramht_search, .data = &searches[2] },
    { "ramht/search/128", "M124 M206", ramht_search, .data = &searches[3] },
    { "ramht/search-wraps", "M124", ramht_wraps },
    { "ramht/channels-are-compared", "M123 M125", ramht_channels },
    { "ramht/removal", "M123 M124", ramht_removal },
    { "ramht/address", "M206", ramht_address },

    { "puller/ref-cnt", "M18 M44 M115", ref_cnt, .needs = NV_CARD_REF },
    { "puller/ref-cnt-per-channel", "M18 M44 M115", ref_cnt_per_channel,
      .needs = NV_CARD_REF },

    { "puller/gate", "M5", puller_gate },
    { "puller/pause-and-start", "M127", pause_and_start },
    { "puller/pause-before-a-software-method", "M127 M143",
      pause_before_a_software_method },
    { "puller/pause-before-an-unknown-handle", "M126 M127",
      pause_before_a_hash_miss },

    { "software/object", "M143 M144 M202", software_object },
    { "software/methods", "M143 M144 M202 M204", software_methods },
    { "software/handles", "M122 M143 M144 M202", software_handles },
    { "software/unknown-handle", "M126 M143", software_handle_miss },
    { "software/empty-subchannel", "M143", empty_subchannel },
    { "software/takes-turns-with-graphics", "M136 M143 M202",
      software_and_graphics_take_turns },
    { "software/interleaved", "M142 M143 M144", subchannels_interleaved },
    { "software/full-cache-behind-it", "M84 M143 M144",
      full_cache_behind_a_software_method },
    { "software/submission-behind-it", "M5 M143",
      submission_behind_a_software_method },

    { "puller/methods-put-into-cache1", "M204", methods_put_into_cache1 },
    { "puller/unknown-methods-put-into-cache1", "M186",
      unknown_methods_put_into_cache1 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

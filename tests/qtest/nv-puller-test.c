/*
 * Tests of the NVIDIA GPU: the puller
 *
 * The puller's specification: engine objects, handles that it translates,
 * builtin methods; and pausing it as Linux' nouveau does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-tesla-graph.h"
#include "libnv/nv-test.h"

#define CHID 1

#define NOP 0x0100
#define OFFSET_IN 0x030c

/* --- Engine objects --------------------------------------------------- */

/*
 * "When method 0 is executed, the puller looks up the object in RAMHT ... The
 * engine id is remembered in puller state, while object address is passed
 * down to the engine."
 */
static void object_binds(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_chan_object(chan, NV_HANDLE_GRAPH, NV_CLASS_NULL);

    for (unsigned subc = 0; subc < 8; subc++) {
        g_assert_cmpuint(nv_subc_engine(nv, subc), ==, NV_ENGINE_SW);
        nv_push_object(chan, subc, NV_HANDLE_GRAPH);
        nv_run(chan);
        g_assert_cmpuint(nv_subc_engine(nv, subc), ==, NV_ENGINE_GR);
    }
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x11111111);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, NV_ENGINE_GR);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv_hash(chan, inst));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void methods_reach_the_engine(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 2, NOP, 0x11);
    nv_push_inc(chan, 2, OFFSET_IN, 0x21, 0x22, 0x23);
    nv_push_ni(chan, 2, NOP, 0x31, 0x32);
    nv_run(chan);
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, NV_HANDLE_GRAPH },
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
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, 0);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, NV_ENGINE_GR);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, NV_ENGINE_GR << 8);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Engine numbers that no card has select nothing. */
static void unknown_engines(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_inst_object(nv, NV_CLASS_NULL);

    for (unsigned engine = 2; engine < 256; engine++) {
        uint32_t handle = 0xe0000000 + engine;

        nv_ramht_insert(nv, CHID, handle, engine, inst);
        nv_push_object(chan, 2, handle);
        nv_push_inc(chan, 2, NOP, engine);
        nv_push_ref(chan, engine);
        nv_run(chan);
        nv_handle_all(nv);
        nv_assert_hex(nv_user_ref(chan), engine);
        if (engine < 8) {
            /* Beyond, the number's lowest bits may be software's. */
            g_assert_cmpuint(nv->sw_methods->len, ==, 0);
            g_assert_cmpuint(nv->cache_errors->len, ==, 0);
        }
    }
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* --- An engine that doesn't take methods ------------------------------ */

static void engine_off(NVDev *nv)
{
    nv_wr32(nv, nv_is_tesla(nv) ? NV50_PGRAPH_FIFO : A_NV_PGRAPH_FIFO, 0);
}

static void engine_on(NVDev *nv)
{
    if (nv_is_tesla(nv)) {
        nv_wr32(nv, NV50_PGRAPH_FIFO, 0x00010001);
    } else {
        nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    }
}

/*
 * "The puller will send them commands whenever they have space in their input
 * queues": until then they stay in CACHE1, without an error, in their order.
 */
static void waits_for_the_engine(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_ref(chan, 1);
    nv_run(chan);
    engine_off(nv);
    nv_push_inc(chan, 2, OFFSET_IN, 0x21, 0x22);
    nv_push_ref(chan, 2);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 3);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, NV_PULL0_ON);
    nv_assert_quiet(nv);
    /* A later submission doesn't overtake them, either. */
    nv_push_ref(chan, 3);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 4);
    nv_assert_hex(nv_user_ref(chan), 1);

    engine_on(nv);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, NV_HANDLE_GRAPH },
        { CHID, 0, NV_MTHD_REF_CNT, 1 },
        { CHID, 2, OFFSET_IN, 0x21 },
        { CHID, 2, OFFSET_IN + 4, 0x22 },
        { CHID, 0, NV_MTHD_REF_CNT, 2 },
        { CHID, 0, NV_MTHD_REF_CNT, 3 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* An object is bound when the engine accepts it, not before. */
static void binding_waits_for_the_engine(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    engine_off(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_ref(chan, 1);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_assert_cmpuint(nv_subc_engine(nv, 2), ==, NV_ENGINE_SW);
    nv_assert_quiet(nv);

    engine_on(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_poll(!nv_cache1_used(nv));
    g_assert_cmpuint(nv_subc_engine(nv, 2), ==, NV_ENGINE_GR);
    if (!nv_is_tesla(nv)) {
        nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE1 + 2 * 4) & 0xff,
                      NV_CLASS_NULL);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Handles are translated when the engine accepts them. */
static void handles_wait_for_the_engine(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t a = nv_inst_object(nv, 0x30), b = nv_inst_object(nv, 0x30);
    uint32_t context = nv_ramht_context(nv, CHID, 0, b), slot;

    slot = nv_ramht_insert(nv, CHID, 0x77, NV_ENGINE_SW, a);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    engine_off(nv);
    nv_push_inc(chan, 2, 0x0180, 0x77, 0x77);
    nv_push_ref(chan, 1);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 3);
    if (nv_is_tesla(nv)) {
        nv_phys_wr32(nv, nv_tesla_ramht(nv, CHID) + slot * 8 + 4, context);
    } else {
        nv_ramht_set(nv, slot, 0x77, context);
    }
    engine_on(nv);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_CACHE1_HASH) == nv_hash(chan, b));
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* CACHE1 fills up behind the engine, the pusher stalls, nothing is lost. */
static void full_cache_behind_the_engine(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t words[600];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = i;
    }
    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
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
 * "PFIFO and the execution units can be on different channels": a channel that
 * doesn't use the engine leaves it to the other.
 */
static void engine_keeps_its_channel(NVDev *nv)
{
    NVChan *a = nv_chan_new_objects(nv, CHID);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_push_object(a, 2, NV_HANDLE_GRAPH);
    nv_push_inc(a, 2, NOP, 1);
    nv_run(a);
    nv_push_ref(b, 2);
    nv_run(b);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, 2);
    nv_assert_graph_channel(nv, CHID);
    nv_chan_object(b, NV_HANDLE_GRAPH, NV_CLASS_NULL);
    nv_push_object(b, 2, NV_HANDLE_GRAPH);
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
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    for (unsigned i = 0; i < 32; i++) {
        uint32_t inst = nv_inst_object(nv, 0x30);

        nv_ramht_insert(nv, CHID, 0xcafe0000 + i * 0x101, NV_ENGINE_SW, inst);
        nv_push_inc(chan, 2, 0x0180 + i * 4, 0xcafe0000 + i * 0x101);
        nv_run(chan);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv_hash(chan, inst));
    }
    /* The methods next to them take values. */
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
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t words[34] = { [0] = 0xdead0001, [33] = 0xdead0002 };
    uint32_t inst = 0;

    for (unsigned i = 1; i < 33; i++) {
        inst = nv_inst_object(nv, 0x30);
        words[i] = 0xcafe0000 + i;
        nv_ramht_insert(nv, CHID, words[i], NV_ENGINE_SW, inst);
    }
    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_command(chan, NV_CMD_INC(2, 0x017c, 0), words, ARRAY_SIZE(words));
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH, nv_hash(chan, inst));

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

/* --- REF_CNT ---------------------------------------------------------- */

static void ref_cnt(NVDev *nv)
{
    static const uint32_t values[] = {
        1, 0, 0xffffffff, 0x80000000, 0x7fffffff, 0x12345678,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_assert_hex(nv_user_ref(chan), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
        /* On any subchannel, and none of them needs an object */
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
        chans[i] = nv_chan_new(nv, 1 + i * 7, NV_IN_RAM);
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
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_puller(nv, false);
    nv_push_ref(chan, 2);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 2);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    nv_puller(nv, true);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_poll((nv_handle_refs(nv), nv_cache1_used(nv) == 0));
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* nv04_fifo_pause() and nv04_fifo_start() around work in progress */
static void pause_and_start(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
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

/* Before a software method that the driver hasn't handled yet */
static void pause_before_a_software_method(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_push_inc(chan, 1, 0x0150, 0x1234);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_SOFTWARE, 1, 0, NV_HANDLE_SOFTWARE);
    nv_fifo_pause(nv);
    nv_fifo_start(nv);
    nv_assert_stopped(chan, NV_PULL0_SOFTWARE, 1, 0, NV_HANDLE_SOFTWARE);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    nv_assert_sw(nv, 0, CHID, 1, 0x0000, NV_SW_INST >> 4);
    nv_assert_sw(nv, 1, CHID, 1, 0x0150, 0x1234);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_chan_free(chan);
}

/* Before a handle that isn't there: pausing acknowledges the error. */
static void pause_before_a_hash_miss(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 2, 0x0184, 0x1a7e);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 2, 0x0184, 0x1a7e);
    nv_fifo_pause(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_ramht_insert(nv, CHID, 0x1a7e, NV_ENGINE_SW, nv_inst_object(nv, 0x30));
    nv_fifo_start(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static const NVTest tests[] = {
    { "puller/object-binds", "object-bind! subchannel-engines pgraph-switch",
      object_binds, .tesla = true },
    { "puller/methods-reach-the-engine", "engine-methods! pgraph-switch",
      methods_reach_the_engine, .tesla = true },
    { "puller/last-engine", "subchannel-engines!", last_engine, .tesla = true },
    { "puller/unknown-engines", "invalid-engine! hostile-commands",
      unknown_engines },

    { "puller/waits-for-the-engine", "engine-switch-wait engine-queue",
      waits_for_the_engine, .tesla = true },
    { "puller/binding-waits-for-the-engine", "object-bind engine-queue",
      binding_waits_for_the_engine, .tesla = true },
    { "puller/handles-wait-for-the-engine", "handle-translation engine-queue",
      handles_wait_for_the_engine, .tesla = true },
    { "puller/full-cache-behind-the-engine", "queue-full engine-queue",
      full_cache_behind_the_engine, .tesla = true },
    { "puller/engine-keeps-its-channel", "pgraph-switch! engine-channel!",
      engine_keeps_its_channel },

    { "puller/handles-are-translated",
      "handle-translation! dma-classes! engine-of-method-0!",
      handle_translation, .tesla = true },
    { "puller/handles-are-translated-in-a-run",
      "engine-methods handle-translation", handle_translation_in_a_run,
      .tesla = true },

    { "puller/ref-cnt", "ref user-ref ref-cnt!", ref_cnt, .needs = NV_CARD_REF,
      .tesla = true },
    { "puller/ref-cnt-per-channel", "ref! user-ref! ref-cnt",
      ref_cnt_per_channel, .needs = NV_CARD_REF, .tesla = true },

    { "puller/gate", "cache1-queue!", puller_gate, .tesla = true },
    { "puller/pause-and-start", "hash-busy", pause_and_start, .tesla = true },
    { "puller/pause-before-a-software-method", "hash-busy software-engine",
      pause_before_a_software_method, .tesla = true },
    { "puller/pause-before-an-unknown-handle", "ramht-miss hash-busy!",
      pause_before_a_hash_miss, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

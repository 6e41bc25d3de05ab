/*
 * Tests of the NVIDIA GPU: software methods
 *
 * The puller's specification, and how Linux' nouveau handles them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 1
#define NOP 0x0100

/*
 * "The SOFTWARE engine is special: all methods submitted to it, explicitely or
 * implicitely by binding a subchannel to it, will cause a
 * CACHE_ERROR(EMPTY_SUBCHANNEL) interrupt."
 */
static void software_object(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_SOFTWARE, 1, 0x0000, NV_HANDLE_SOFTWARE);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH,
                  nv->card->hash_valid | NV_SW_INST >> 4);
    g_assert_true(nv_handle_intr(nv));
    nv_assert_sw(nv, 0, CHID, 1, 0x0000, NV_SW_INST >> 4);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, NV_PULL0_ON);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    g_assert_cmpuint(nv_subc_engine(nv, 1), ==, NV_ENGINE_SW);
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
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
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
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t insts[32], words[32];

    for (unsigned i = 0; i < 32; i++) {
        insts[i] = nv_inst_object(nv, 0x30);
        words[i] = 0xcafe0000 + i;
        nv_ramht_insert(nv, CHID, words[i], NV_ENGINE_SW, insts[i]);
    }
    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_push_command(chan, NV_CMD_INC(1, 0x0180, 0), words, 32);
    nv_push_ref(chan, 0x99);
    nv_run(chan);
    nv_assert_stopped(chan, NV_PULL0_SOFTWARE, 1, 0x0000, NV_HANDLE_SOFTWARE);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 33);
    for (unsigned i = 0; i < 32; i++) {
        nv_assert_sw(nv, 1 + i, CHID, 1, 0x0180 + i * 4, insts[i] >> 4);
    }
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    nv_chan_free(chan);
}

/* A handle that isn't there is a failed lookup, not a software method. */
static void software_handle_miss(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_push_inc(chan, 1, 0x0180, 0x0bad0bad);
    nv_push_inc(chan, 1, 0x0200, 0x600d);
    nv_run(chan);
    g_assert_true(nv_handle_intr(nv));
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 1, 0x0180, 0x0bad0bad);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    g_assert_cmpuint(nv->cache_errors->len, ==, 1);
    nv_assert_sw(nv, 1, CHID, 1, 0x0200, 0x600d);
    nv_chan_free(chan);
}

/* A subchannel without any object belongs to the software engine. */
static void empty_subchannel(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned subc = 0; subc < 8; subc++) {
        nv_push_inc(chan, subc, 0x0150, subc);
        nv_run(chan);
        nv_assert_stopped(chan, NV_PULL0_SOFTWARE, subc, 0x0150, subc);
        nv_handle_all(nv);
        nv_assert_sw(nv, subc, CHID, subc, 0x0150, subc);
    }
    nv_chan_free(chan);
}

#define EMPTY "the subchannel has no object"

/* The log has it of a subchannel without an object, and of no other. */
static void empty_is_logged(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_push_inc(chan, 1, 0x0150, 1);
    nv_run(chan);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    g_assert_cmpuint(nv_log_count(nv, EMPTY), ==, 0);
    nv_push_inc(chan, 2, 0x0154, 1);
    nv_run(chan);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 3);
    g_assert_cmpuint(nv_log_count(nv, "channel 1 subchannel 2 method 0x0154: "
                                  EMPTY), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, EMPTY), ==, 1);
    nv_chan_free(chan);
}

/* Binding software where graphics was, and the other way round */
static void software_and_graphics_take_turns(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 3, NV_HANDLE_GRAPH);
    nv_run(chan);
    g_assert_cmpuint(nv_subc_engine(nv, 3), ==, NV_ENGINE_GR);
    nv_push_inc(chan, 3, NOP, 1);
    nv_run(chan);
    nv_assert_quiet(nv);

    nv_push_object(chan, 3, NV_HANDLE_SOFTWARE);
    nv_push_inc(chan, 3, NOP, 2);
    nv_run(chan);
    /* The driver takes the subchannel from the engine. */
    g_assert_cmpuint(nv_subc_engine(nv, 3), ==, NV_ENGINE_GR);
    nv_handle_all(nv);
    g_assert_cmpuint(nv_subc_engine(nv, 3), ==, NV_ENGINE_SW);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    nv_assert_sw(nv, 0, CHID, 3, 0x0000, NV_SW_INST >> 4);
    nv_assert_sw(nv, 1, CHID, 3, NOP, 2);

    nv_push_object(chan, 3, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 3, NOP, 3);
    nv_run(chan);
    g_assert_cmpuint(nv_subc_engine(nv, 3), ==, NV_ENGINE_GR);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_chan_free(chan);
}

/* Subchannels of both kinds in one stream: all in order */
static void subchannels_interleaved(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
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
        /* Methods before the software method are done, later ones aren't */
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
 * CACHE1 fills up behind a software method; the driver handles them one by one,
 * and nothing is lost.
 */
static void full_cache_behind_a_software_method(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries;
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t words[500];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = 0xabc000 + i;
    }
    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
    nv_push_command(chan, NV_CMD_INC(1, 0x0200, 0), words,
                    ARRAY_SIZE(words));
    nv_push_ref(chan, 0x99);
    nv_kick(chan);
    nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    g_assert_cmpuint(nv_cache1_used(nv), ==, slots);
    /* Method 0 and what has fit behind it: 2 + 1 + 127 words */
    nv_assert_hex(nv_user_get(chan), (3 + slots - 1) * 4);
    nv_assert_stopped(chan, NV_PULL0_SOFTWARE, 1, 0x0000, NV_HANDLE_SOFTWARE);

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
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 1, NV_HANDLE_SOFTWARE);
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

static const NVTest tests[] = {
    { "software/object", "software-engine software-method device-software!",
      software_object, .tesla = true },
    { "software/methods",
      "software-engine software-method! device-software cache1-method-data",
      software_methods, .tesla = true },
    { "software/handles",
      "handle-translation software-engine software-method device-software",
      software_handles },
    { "software/unknown-handle", "ramht-miss software-engine",
      software_handle_miss, .tesla = true },
    { "software/empty-subchannel", "software-engine!", empty_subchannel,
      .tesla = true },
    { "software/empty-subchannel-is-logged", "software-engine", empty_is_logged,
      .tesla = true },
    { "software/takes-turns-with-graphics",
      "subchannel-engines software-engine device-software",
      software_and_graphics_take_turns, .tesla = true },
    { "software/interleaved",
      "engine-switch-wait software-engine software-method",
      subchannels_interleaved, .tesla = true },
    { "software/full-cache-behind-it",
      "queue-full software-engine software-method",
      full_cache_behind_a_software_method, .slow = true },
    { "software/submission-behind-it", "cache1-queue software-engine",
      submission_behind_a_software_method, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

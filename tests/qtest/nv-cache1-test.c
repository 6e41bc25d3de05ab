/*
 * Tests of the NVIDIA GPU: what passes through CACHE1
 *
 * It fills up, its gates close, and drivers write to it; a driver can't tell
 * afterwards whether methods waited in it or went straight to the puller.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs-nv50.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-test.h"

#define CHID 1

/* Of an object for M2MF, whose NOP takes anything */
#define HANDLE 0xbeef0039
#define NOP 0x0100
#define OFFSET_IN 0x030c

/* --- CACHE1 full ------------------------------------------------------ */

/*
 * The puller is off: CACHE1 fills up to the last slot and the pusher stalls,
 * whatever GET and PUT are. Then all of it continues, and nothing is lost.
 */
static void full_cache(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries, count = slots + 88;
    g_autofree uint32_t *words = g_new(uint32_t, count);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    uint32_t total = 0;

    for (unsigned start = 0; start < 5; start++) {
        uint32_t first = chan->cur;
        uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
        uint32_t command = nv_cmd_ref(nv->card, count);

        for (unsigned i = 0; i < count; i++) {
            words[i] = ++total;
        }
        nv_puller(nv, false);
        nv_push_refs(chan, words, count);
        nv_kick(chan);
        nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
        g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
        nv_assert_reg(nv, NV_PFIFO_CACHE1_GET, get);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_PUT,
                      (get + slots * 4) & nv_cache1_mask(nv));
        g_assert_cmpuint(nv_cache1_used(nv), ==, slots);
        /* The pusher stops after the last word that fits. */
        nv_assert_hex(nv_user_get(chan), first + 4 + slots * 4);
        nv_assert_state(nv,
                      nv_cmd_state(command, slots));
        for (unsigned i = 0; i < slots; i++) {
            NVMethod m = nv_cache1_slot(nv, (get + i * 4) &
                                        nv_cache1_mask(nv));

            nv_assert_hex(m.addr, nv_cmd_state(command, i) & 0xffff);
            nv_assert_hex(m.data, words[i]);
        }
        nv_assert_hex(nv_user_ref(chan), total - count);

        nv_puller(nv, true);
        nv_wait(chan);
        nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
        g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
        nv_assert_hex(nv_user_ref(chan), total);
        g_assert_cmpuint(nv_references(nv), ==, total);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* One slot becomes free: one more word fits. */
static void full_cache_one_by_one(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t words[600];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = i;
    }
    nv_puller(nv, false);
    nv_push_command(chan, NV_CMD_INC(1, 0x0100, 0), words,
                    ARRAY_SIZE(words));
    nv_kick(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(words) - slots; i++) {
        uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);

        g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
        nv_assert_hex(nv_user_get(chan), (1 + slots + i) * 4);
        nv_assert_hex(nv_cache1_slot(nv, get).data, i);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, get + 4);
    }
    nv_assert_hex(nv_user_get(chan), chan->cur);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Slots 128 to 255 of the window are those from 0 to 127 again. */
static void cache_window_aliases(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries;

    for (unsigned i = 0; i < slots; i++) {
        nv_wr32(nv, nv->card->cache1 + i * 8, i << 2);
        nv_wr32(nv, nv->card->cache1 + i * 8 + 4, ~i);
    }
    for (unsigned i = 0; i < 2 * slots; i++) {
        NVMethod m = nv_cache1_slot(nv, i * 4);

        nv_assert_hex(m.addr, (i % slots) << 2);
        nv_assert_hex(m.data, (uint32_t)~(i % slots));
    }
}

static void cache_window_bytes(NVDev *nv)
{
    uint32_t addr = nv->card->cache1 + 5 * 8;

    nv_wr32(nv, addr, 0x2000 | NOP);
    nv_wr32(nv, addr + 4, 0x11223344);
    nv_wr08(nv, addr + 4, 0xff);
    nv_assert_hex(nv_rd32(nv, addr + 4), 0x112233ff);
    nv_wr16(nv, addr + 6, 0x5566);
    nv_assert_hex(nv_rd32(nv, addr + 4), 0x556633ff);
    nv_wr08(nv, addr + 1, 0x43);
    nv_assert_hex(nv_rd32(nv, addr), 0x4300 | (NOP & 0xff));
    nv_assert_hex(nv_rd32(nv, addr + 4), 0x556633ff);
}

/* --- Gates ------------------------------------------------------------ */

/* A register that holds up the pusher: nothing moves until it is set. */
static void gate(NVDev *nv)
{
    uint32_t addr = *(const uint32_t *)nv->test->data;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t before;

    nv_push_ref(chan, 1);
    nv_run(chan);
    before = nv_mask(nv, addr, 1, 0);
    g_assert_true(before & 1);
    for (unsigned i = 2; i < 5; i++) {
        nv_push_ref(chan, i);
        nv_kick(chan);
        nv_assert_hex(nv_user_put(chan), chan->cur);
        nv_assert_hex(nv_user_get(chan), 8);
        nv_assert_hex(nv_user_ref(chan), 1);
    }
    nv_mask(nv, addr, 1, 1);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 4);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Closed in the middle of a command */
static void gate_in_the_middle_of_a_command(NVDev *nv)
{
    uint32_t addr = *(const uint32_t *)nv->test->data;
    uint32_t command = nv_cmd_ref(nv->card, 3);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push(chan, command);
    nv_push(chan, 1);
    nv_run(chan);
    nv_mask(nv, addr, 1, 0);
    nv_push(chan, 2);
    nv_push(chan, 3);
    nv_kick(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_user_get(chan), 8);
    nv_assert_state(nv, nv_cmd_state(command, 1));
    nv_mask(nv, addr, 1, 1);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Many submissions, a word or a few at a time */
static void many_submissions(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    /* Where a reference is a software method, each interrupts. */
    unsigned count = nv_sets_references(nv->card) ? 1000 : 200;

    for (unsigned i = 1; i <= count; i++) {
        nv_push_ref(chan, i);
        nv_kick(chan);
    }
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), count);
    g_assert_cmpuint(nv_references(nv), ==, count);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- CACHE1 written by the guest -------------------------------------- */

/* A driver may put methods into CACHE1 itself. */
static void methods_put_into_cache1(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t put;

    nv_watch_methods(nv);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_puller(nv, false);
    put = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);
    nv_wr32(nv, nv->card->cache1 + put / 4 * 8, 2 << 13 | NOP);
    nv_wr32(nv, nv->card->cache1 + put / 4 * 8 + 4, 0x7777);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, (put + 4) & nv_cache1_mask(nv));
    nv_puller(nv, true);
    nv_poll(!nv_cache1_used(nv));
    nv_assert_delivered(nv,
        { CHID, 2, 0x0000, NV_HANDLE_GRAPH },
        { CHID, 2, NOP, 0x7777 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Methods that no puller knows can only get there in that way. */
static void unknown_methods_put_into_cache1(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_ref(chan, 1);
    nv_run(chan);
    for (uint32_t mthd = 0x0004; mthd < 0x0100; mthd += 4) {
        uint32_t put = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);

        if (nv_card_puller_knows(nv->card, mthd)) {
            continue;
        }
        nv_puller(nv, false);
        nv_wr32(nv, nv->card->cache1 + put / 4 * 8, mthd);
        nv_wr32(nv, nv->card->cache1 + put / 4 * 8 + 4, ~mthd);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, (put + 4) & nv_cache1_mask(nv));
        nv_puller(nv, true);
        nv_handle_all(nv);
        g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    }
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_chan_free(chan);
}

/* --- Through the puller or through CACHE1 ----------------------------- */

/* What a guest can see of the path that methods took */
static const struct {
    const char *name;
    uint32_t addr;
} visible[] = {
    { "INTR", A_NV_PFIFO_INTR },
    { "PUSH1", A_NV_PFIFO_CACHE1_PUSH1 },
    { "PUT", A_NV_PFIFO_CACHE1_PUT },
    { "GET", A_NV_PFIFO_CACHE1_GET },
    { "STATUS", A_NV_PFIFO_CACHE1_STATUS },
    { "DMA_PUSH", A_NV_PFIFO_CACHE1_DMA_PUSH },
    { "DMA_STATE", A_NV_PFIFO_CACHE1_DMA_STATE },
    { "DMA_PUT", A_NV_PFIFO_CACHE1_DMA_PUT },
    { "DMA_GET", A_NV_PFIFO_CACHE1_DMA_GET },
    { "REF", A_NV_PFIFO_CACHE1_REF },
    { "PULL0", A_NV_PFIFO_CACHE1_PULL0 },
    { "PULL1", A_NV_PFIFO_CACHE1_PULL1 },
    { "HASH", A_NV_PFIFO_CACHE1_HASH },
    { "ENGINE", A_NV_PFIFO_CACHE1_ENGINE },
    { "DCOUNT", A_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW },
    { "GET_JMP", A_NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW },
    { "RSVD", A_NV_PFIFO_CACHE1_DMA_RSVD_SHADOW },
    { "DATA", A_NV_PFIFO_CACHE1_DMA_DATA_SHADOW },
};

/* A mix of everything, the same for the same seed */
static void push_random(NVChan *chan, uint32_t seed)
{
    GRand *rand = g_rand_new_with_seed(seed);

    for (unsigned n = 0; n < 60; n++) {
        unsigned kind = g_rand_int_range(rand, 0, 6);
        unsigned subc = g_rand_int_range(rand, 1, 4);
        unsigned count = g_rand_int_range(rand, 0, 40);
        uint32_t words[40];

        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            words[i] = g_rand_int(rand);
        }
        switch (kind) {
        case 0:
            nv_push_object(chan, subc, HANDLE);
            break;
        case 1:
            nv_push_ref(chan, words[0]);
            break;
        case 2:
            nv_push_command(chan, NV_CMD_NI(subc, NOP, 0), words, count);
            break;
        case 3:
            nv_push_command(chan, NV_CMD_INC(subc, OFFSET_IN, 0), words,
                            count % 4);
            break;
        case 4:
            nv_push_inc(chan, subc, 0x0180, HANDLE);
            break;
        case 5:
            nv_push_jump(chan, chan->cur + 64);
            break;
        }
    }
    g_rand_free(rand);
}

static NVChan *random_channel(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_watch_methods(nv);
    if (nv->card->features & NV_CARD_NV50) {
        /* Parameters are random, and NV50 checks them after reset. */
        nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, 0);
    }
    nv_chan_object(chan, HANDLE, nv_class_m2mf(nv));
    for (unsigned subc = 1; subc < 4; subc++) {
        nv_push_object(chan, subc, HANDLE);
    }
    return chan;
}

/* Fills CACHE1, and empties it. Returns true when nothing is left. */
static bool step(NVChan *chan)
{
    nv_puller(chan->nv, false);
    nv_kick(chan);
    nv_puller(chan->nv, true);
    nv_handle_refs(chan->nv);
    return nv_user_get(chan) == chan->cur && !nv_cache1_used(chan->nv);
}

/* The same stream straight through, and with the puller stopped at times */
static void straight_or_stepped(NVDev *nv)
{
    for (uint32_t seed = 1; seed <= 5; seed++) {
        NVDev *stepped = nv_start(nv->card, nv->test->props, nv->test->args);
        NVDev *straight = nv_start(nv->card, nv->test->props, nv->test->args);
        NVChan *a, *b;

        nv_init(stepped);
        nv_init(straight);
        a = random_channel(straight);
        push_random(a, seed);
        nv_run(a);

        b = random_channel(stepped);
        push_random(b, seed);
        nv_poll(step(b));

        for (unsigned i = 0; i < ARRAY_SIZE(visible); i++) {
            uint32_t x = nv_rd32(straight, visible[i].addr);
            uint32_t y = nv_rd32(stepped, visible[i].addr);

            if (x != y) {
                nv_fail("seed %u: %s is 0x%08x straight through, 0x%08x "
                        "through CACHE1", seed, visible[i].name, x, y);
            }
        }
        g_autoptr(GArray) x = nv_delivered(straight);
        g_autoptr(GArray) y = nv_delivered(stepped);
        g_assert_cmpuint(x->len, >, 100);
        g_assert_cmpuint(x->len, ==, y->len);
        if (x->len == y->len) {
            g_assert_cmpmem(x->data, x->len * sizeof(NVDelivered), y->data,
                            y->len * sizeof(NVDelivered));
        }
        nv_assert_quiet(straight);
        nv_assert_quiet(stepped);
        nv_chan_free(a);
        nv_chan_free(b);
        nv_quit(straight);
        nv_quit(stepped);
    }
}

static const uint32_t push0 = A_NV_PFIFO_CACHE1_PUSH0;
static const uint32_t dma_push = A_NV_PFIFO_CACHE1_DMA_PUSH;

static const NVTest tests[] = {
    { "pusher/full-cache-stalls", "queue-full! cache1-size! cache1-get-put!",
      full_cache, .tesla = true },
    { "pusher/full-cache-one-by-one", "queue-full cache1-size cache1-get-put",
      full_cache_one_by_one, .tesla = true },
    { "pusher/cache-window-aliases", "cache1-size cache1-method-data",
      cache_window_aliases },
    { "pusher/cache-window-keeps-the-rest", "cache1-method-data",
      cache_window_bytes, .tesla = true },

    { "pusher/gate/push0", "dma-mode", gate, .data = &push0, .tesla = true },
    { "pusher/gate/dma-push", "dma-mode!", gate, .data = &dma_push,
      .tesla = true },
    { "pusher/gate-in-the-middle-of-a-command/push0", "dma-mode",
      gate_in_the_middle_of_a_command, .data = &push0, .tesla = true },
    { "pusher/gate-in-the-middle-of-a-command/dma-push", "dma-mode",
      gate_in_the_middle_of_a_command, .data = &dma_push, .tesla = true },
    { "pusher/many-submissions", "dma-mode ref-cnt", many_submissions,
      .tesla = true },

    { "puller/methods-put-into-cache1", "cache1-method-data!",
      methods_put_into_cache1, .tesla = true },
    { "puller/unknown-methods-put-into-cache1", "hostile-commands!",
      unknown_methods_put_into_cache1, .tesla = true },

    { "pusher/straight-through-or-stepped-through-cache1",
      "cache1-queue unknown-host-methods queue-full", straight_or_stepped,
      .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: channels, RAMFC, the switcher, USER
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

/* The null object: it accepts any method */
#define CLASS 0x0030
#define HANDLE 0xbeef0030
#define NOP 0x0200
#define SW_HANDLE 0x55550000

/* FETCH as libnv's channels have it */
#define FETCH 0x00086078

/* A long command to the object */
static uint32_t long_command(NVDev *nv, unsigned subc, unsigned count)
{
    return nv->card->features & NV_CARD_NONINC ? NV_CMD_NI(subc, NOP, count)
                                               : NV_CMD_INC(subc, NOP, count);
}

/* A pushbuffer in video memory, on cards that can have it there */
static NVPlace vram(NVDev *nv)
{
    return nv->card->features & NV_CARD_NVM_PUSH ? NV_IN_VRAM : NV_IN_RAM;
}

static bool has_ref(NVDev *nv)
{
    return nv->card->features & NV_CARD_REF;
}

static uint32_t ramfc_word(NVChan *chan, uint32_t offset)
{
    return nv_inst_rd32(chan->nv, nv_ramfc(chan, offset));
}

static unsigned current(NVDev *nv)
{
    return nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID);
}

/* The order in which channels got CACHE1 */
static GArray *switches(NVDev *nv)
{
    GArray *order = g_array_new(false, false, sizeof(unsigned));
    g_autofree char *log = nv_log_text(nv);

    for (const char *p = log; (p = strstr(p, "nv_pfifo_switch ")); p++) {
        unsigned from, to;

        g_assert_cmpint(sscanf(p, "nv_pfifo_switch channel %u -> channel %u",
                               &from, &to), ==, 2);
        g_array_append_val(order, to);
    }
    return order;
}

/* --- The channel gets CACHE1 ------------------------------------------ */

/*
 * "Whenever DMA_PUT != DMA_GET, and PFIFO has some time, it'll automatically
 * switch to the given channel".
 */
static void put_switches(NVDev *nv)
{
    unsigned idle = nv->card->channels - 1;
    NVChan *chan;

    g_assert_cmpuint(current(nv), ==, idle);
    g_assert_false(nv_push1_is_dma(nv));
    for (unsigned chid = 0; chid < idle; chid++) {
        chan = nv_chan_new(nv, chid, vram(nv));
        nv_push_ref(chan, 0xc0 + chid);
        g_assert_cmpuint(current(nv), !=, chid);
        nv_run(chan);
        g_assert_cmpuint(current(nv), ==, chid);
        g_assert_true(nv_push1_is_dma(nv));
        nv_assert_hex(nv_user_ref(chan), 0xc0 + chid);
        nv_chan_free(chan);
    }
    nv_assert_quiet(nv);
}

/* The channel that the driver leaves unused works like any other. */
static void last_channel(NVDev *nv)
{
    unsigned last = nv->card->channels - 1;
    NVChan *chan = nv_chan_new(nv, 0, NV_IN_RAM);
    NVChan *other;

    nv_push_ref(chan, 1);
    nv_run(chan);
    other = nv_chan_new(nv, last, NV_IN_RAM);
    nv_push_ref(other, 2);
    nv_run(other);
    nv_assert_hex(nv_user_ref(other), 2);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* --- RAMFC ------------------------------------------------------------ */

/* A channel in the middle of a command, with a value in each register */
static NVChan *busy_channel(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_GART);

    nv_chan_object(chan, HANDLE, CLASS);
    nv_push_object(chan, 2, HANDLE);
    nv_push_object(chan, 5, HANDLE);
    nv_push_ref(chan, 0xabcd1234);
    nv_push(chan, long_command(nv, 5, 1000));
    nv_push(chan, 0x11);
    nv_push(chan, 0x22);
    nv_run(chan);
    return chan;
}

/* The saved state, bit for bit, and its restoration */
static void ramfc(NVDev *nv)
{
    const NVRamfcLayout *r = nv->card->ramfc;
    NVChan *chan = busy_channel(nv, 3);
    NVChan *other = nv_chan_new(nv, 4, NV_IN_RAM);
    uint32_t command = long_command(nv, 5, 1000);

    if (has_ref(nv)) {
        nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, 0xabcd1234);
    }
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, nv_cmd_state(command, 2));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_FETCH, FETCH);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x00100100);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, NV_ENGINE_GR);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 1000);
    /* Another channel's submission saves it. */
    nv_push_ref(other, 4);
    nv_run(other);
    g_assert_cmpuint(current(nv), ==, 4);
    nv_assert_hex(ramfc_word(chan, r->put), chan->cur);
    nv_assert_hex(ramfc_word(chan, r->get), chan->cur);
    if (has_ref(nv)) {
        nv_assert_hex(ramfc_word(chan, r->ref), 0xabcd1234);
    }
    nv_assert_ramfc_inst(chan, chan->push->inst >> 4, 1000);
    nv_assert_hex(ramfc_word(chan, r->state), nv_cmd_state(command, 2));
    nv_assert_hex(ramfc_word(chan, r->fetch), FETCH | r->fetch_flags);
    nv_assert_hex(ramfc_word(chan, r->engine), 0x00100100);
    nv_assert_hex(ramfc_word(chan, r->pull1), NV_ENGINE_GR);

    /* The other one has its own. */
    if (has_ref(nv)) {
        nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, 4);
    }
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, 0);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 1);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_INSTANCE, other->push->inst >> 4);

    /* Another word makes the first one continue where it was. */
    nv_push(chan, 0x33);
    nv_run(chan);
    g_assert_cmpuint(current(nv), ==, 3);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, nv_cmd_state(command, 3));
    if (has_ref(nv)) {
        nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, 0xabcd1234);
        nv_assert_hex(ramfc_word(other, r->ref), 4);
    }
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x00100100);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, NV_ENGINE_GR);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 1000);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_FETCH, FETCH);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/*
 * Every bit of every field is saved and restored. A channel that is marked as
 * waiting, without any work, is saved and restored unchanged.
 */
static void ramfc_every_bit(NVDev *nv)
{
    const NVRamfcLayout *r = nv->card->ramfc;
    NVChan *chan = nv_chan_new(nv, 3, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, 4, NV_IN_RAM);
    /* The bits of a register; ERROR is left out, as it stops everything. */
    const struct {
        uint32_t offset, addr, mask;
    } fields[] = {
        { r->put, A_NV_PFIFO_CACHE1_DMA_PUT, 0xfffffffc },
        { r->get, A_NV_PFIFO_CACHE1_DMA_GET, 0xfffffffc },
        { r->state, A_NV_PFIFO_CACHE1_DMA_STATE,
          nv->card->features & NV_CARD_NONINC ? 0x1ffcfffd : 0x1ffcfffc },
        { r->fetch, A_NV_PFIFO_CACHE1_DMA_FETCH, 0x001fe0f8 },
        { r->engine, A_NV_PFIFO_CACHE1_ENGINE, 0xffffffff },
        { r->pull1, A_NV_PFIFO_CACHE1_PULL1, 0x0000000f },
        { r->ref, A_NV_PFIFO_CACHE1_REF, 0xffffffff },
    };
    /* REF is the last. */
    const unsigned count = ARRAY_SIZE(fields) - !has_ref(nv);

    for (unsigned n = 0; n < 64; n++) {
        uint32_t saved[ARRAY_SIZE(fields)], inst, dcount;

        for (unsigned i = 0; i < count; i++) {
            saved[i] = (n < 32 ? BIT(n) : g_test_rand_int()) & fields[i].mask;
        }
        /* PUT is where GET is. */
        saved[1] = saved[0];
        inst = (n < 32 ? BIT(n) : g_test_rand_int()) &
               MAKE_64BIT_MASK(0, r->inst_bits);
        dcount = (n < 32 ? BIT(n) : g_test_rand_int()) & 0x7ff;

        for (unsigned i = 0; i < count; i++) {
            nv_inst_wr32(nv, nv_ramfc(chan, fields[i].offset), saved[i]);
        }
        nv_ramfc_set_inst(chan, inst, dcount);
        nv_wr32(nv, A_NV_PFIFO_CHANNEL_DMA_PENDING, BIT(3));
        g_assert_cmpuint(current(nv), ==, 3);
        for (unsigned i = 0; i < count; i++) {
            nv_assert_hex(nv_rd32(nv, fields[i].addr), saved[i]);
        }
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_INSTANCE, inst);
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, dcount);

        for (uint32_t i = 0; i < r->stride; i += 4) {
            nv_inst_wr32(nv, nv_ramfc(chan, i), 0);
        }
        nv_wr32(nv, A_NV_PFIFO_CHANNEL_DMA_PENDING, BIT(4));
        g_assert_cmpuint(current(nv), ==, 4);
        for (unsigned i = 0; i < count; i++) {
            nv_assert_hex(ramfc_word(chan, fields[i].offset), saved[i]);
        }
        nv_assert_ramfc_inst(chan, inst, dcount);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* Two channels take turns in the middle of their commands. */
static void switch_in_the_middle_of_a_command(NVDev *nv)
{
    NVChan *chans[3];
    const unsigned count = 100;

    nv_watch_methods(nv);
    for (unsigned i = 0; i < 3; i++) {
        chans[i] = nv_chan_new(nv, 5 + i, i == NV_IN_VRAM ? vram(nv) : i);
        nv_chan_object(chans[i], HANDLE, CLASS);
        nv_push_object(chans[i], 1 + i, HANDLE);
        nv_push(chans[i], long_command(nv, 1 + i, count));
        nv_run(chans[i]);
    }
    for (unsigned n = 0; n < count; n++) {
        for (unsigned i = 0; i < 3; i++) {
            nv_push(chans[i], n << 8 | i);
            nv_run(chans[i]);
            g_assert_cmpuint(current(nv), ==, 5 + i);
            nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE,
                          nv_cmd_state(long_command(nv, 1 + i, count),
                                       n + 1));
        }
    }

    g_autoptr(GArray) methods = nv_delivered(nv);
    g_assert_cmpuint(methods->len, ==, 3 + 3 * count);
    for (unsigned n = 0; n < 3 * count && 3 + n < methods->len; n++) {
        NVDelivered *m = &g_array_index(methods, NVDelivered, 3 + n);

        g_assert_cmpuint(m->chid, ==, 5 + n % 3);
        g_assert_cmpuint(m->subc, ==, 1 + n % 3);
        nv_assert_hex(m->data, (n / 3) << 8 | n % 3);
    }
    nv_assert_quiet(nv);
    for (unsigned i = 0; i < 3; i++) {
        nv_chan_free(chans[i]);
    }
}

/* --- Waits, and why --------------------------------------------------- */

/* With CACHES.REASSIGN clear a channel waits, and PENDING shows it. */
static void reassign_gate(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);
    NVChan *c = nv_chan_new(nv, 9, NV_IN_RAM);

    nv_push_ref(a, 1);
    nv_run(a);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_push_ref(b, 2);
    nv_kick(b);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_DMA_PENDING, BIT(2));
    nv_push_ref(c, 3);
    nv_kick(c);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_DMA_PENDING, BIT(2) | BIT(9));
    g_assert_cmpuint(current(nv), ==, 1);
    nv_assert_hex(nv_user_ref(b), 0);
    nv_assert_hex(nv_user_get(b), 0);
    /* The one in CACHE1 continues. */
    nv_push_ref(a, 4);
    nv_run(a);
    nv_assert_hex(nv_user_ref(a), 4);

    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_wait(b);
    nv_wait(c);
    nv_assert_hex(nv_user_ref(b), 2);
    nv_assert_hex(nv_user_ref(c), 3);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_DMA_PENDING, 0);
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
    nv_chan_free(c);
}

/* "Pre-NV50, it needs to be empty before the pusher can switch channels." */
static void no_switch_before_cache1_is_empty(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    nv_push_ref(a, 1);
    nv_run(a);
    nv_push_ref(b, 2);
    nv_kick(b);
    g_assert_cmpuint(current(nv), ==, 1);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 1);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_DMA_PENDING, BIT(2));
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(a), 1);
    nv_assert_hex(nv_user_ref(b), 2);
    g_assert_cmpuint(current(nv), ==, 2);
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* A software method blocks all channels until the driver has handled it. */
static void no_switch_before_a_software_method_is_done(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_chan_software(a, SW_HANDLE);
    nv_push_object(a, 1, SW_HANDLE);
    nv_run(a);
    nv_push_ref(b, 2);
    nv_kick(b);
    nv_assert_hex(nv_user_ref(b), 0);
    g_assert_cmpuint(current(nv), ==, 1);
    nv_handle_all(nv);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 2);
    g_assert_cmpuint(nv->sw_methods->len, ==, 1);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* So does an error of the pusher. */
static void no_switch_before_an_error_is_handled(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_push(a, 0xffffffff);
    nv_kick(a);
    nv_push_ref(b, 2);
    nv_kick(b);
    nv_assert_hex(nv_user_ref(b), 0);
    g_assert_cmpuint(current(nv), ==, 1);
    nv_handle_all(nv);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 2);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 1);
    g_assert_cmpuint(nv_pusher_fault(nv, 0).chid, ==, 1);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* A channel whose mode bit is clear doesn't run, and isn't scheduled. */
static void channel_mode(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_push_ref(a, 1);
    nv_run(a);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_MODE, BIT(1) | BIT(2));

    /* The other one's */
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(1));
    nv_inst_wr32(nv, nv_ramfc(b, nv->card->ramfc->put), 8);
    nv_push_ref(b, 2);
    nv_push_ref(a, 3);
    nv_run(a);
    g_assert_cmpuint(current(nv), ==, 1);
    nv_assert_hex(nv_user_ref(b), 0);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_DMA_PENDING, 0);
    /* Once turned on, it has work. */
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(1) | BIT(2));
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 2);

    /* Turned off while it waits */
    nv_push_ref(a, 5);
    nv_run(a);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_push_ref(b, 6);
    nv_kick(b);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(1));
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    g_assert_cmpuint(current(nv), ==, 1);
    nv_assert_hex(nv_user_ref(b), 2);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(1) | BIT(2));
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 6);

    /* That of the channel in CACHE1 */
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(1));
    g_assert_false(nv_push1_is_dma(nv));
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUT, 24);
    nv_push_ref(b, 4);
    nv_assert_hex(nv_user_ref(b), 6);
    nv_assert_hex(nv_user_get(b), 16);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(1) | BIT(2));
    g_assert_true(nv_push1_is_dma(nv));
    nv_wait(b);
    nv_assert_hex(nv_user_ref(b), 4);
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* --- Timeslices ------------------------------------------------------- */

/* Fills a channel with words, and a REF at the end. */
static NVChan *long_channel(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_RAM);
    g_autofree uint32_t *nops = g_new0(uint32_t, 8000);

    nv_push_words(chan, nops, 8000);
    nv_push_ref(chan, 0x1000 + chid);
    return chan;
}

static void run_together(NVDev *nv, NVChan **chans, unsigned count)
{
    nv_trace(nv, "nv_pfifo_switch", true);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    for (unsigned i = 0; i < count; i++) {
        nv_kick(chans[i]);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    for (unsigned i = 0; i < count; i++) {
        nv_wait(chans[i]);
        nv_assert_hex(nv_user_ref(chans[i]), 0x1000 + chans[i]->chid);
    }
}

/* When a timeslice ends the next waiting channel gets CACHE1, round robin. */
static void timeslice(NVDev *nv)
{
    static const unsigned chids[] = { 3, 7, 11, 14 };
    NVChan *chans[ARRAY_SIZE(chids)];

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chans[i] = long_channel(nv, chids[i]);
    }
    nv_timeslice(nv, 0x010001ff);
    run_together(nv, chans, ARRAY_SIZE(chids));

    g_autoptr(GArray) order = switches(nv);
    /* 8002 words each, 512 at a time */
    g_assert_cmpuint(order->len, ==, 4 * 16);
    for (unsigned i = 0; i < order->len; i++) {
        g_assert_cmpuint(g_array_index(order, unsigned, i), ==,
                         chids[i % ARRAY_SIZE(chids)]);
    }
    nv_assert_quiet(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_chan_free(chans[i]);
    }
}

/* Without TIMEOUT, a channel keeps CACHE1 as long as it has work. */
static void timeslice_without_timeout(NVDev *nv)
{
    NVChan *chans[2] = { long_channel(nv, 3), long_channel(nv, 7) };

    nv_timeslice(nv, 0x000001ff);
    run_together(nv, chans, 2);
    g_autoptr(GArray) order = switches(nv);
    g_assert_cmpuint(order->len, ==, 2);
    nv_assert_quiet(nv);
    nv_chan_free(chans[0]);
    nv_chan_free(chans[1]);
}

/* If no other channel waits, there is nothing to switch to. */
static void timeslice_alone(NVDev *nv)
{
    NVChan *chan = long_channel(nv, 3);

    nv_timeslice(nv, 0x010001ff);
    run_together(nv, &chan, 1);
    g_autoptr(GArray) order = switches(nv);
    g_assert_cmpuint(order->len, ==, 1);
    nv_chan_free(chan);
}

/* The same commands switch at the same places, run after run. */
static void timeslice_is_deterministic(NVDev *nv)
{
    g_autofree char *first = NULL;

    for (unsigned n = 0; n < 3; n++) {
        NVDev *run = nv_start(nv->card, "vram=16M", NULL);
        NVChan *chans[2];
        g_autofree char *log = NULL;

        nv_init(run);
        chans[0] = long_channel(run, 3);
        chans[1] = long_channel(run, 7);
        nv_timeslice(run, 0x010000ff);
        nv_trace(run, "nv_pfifo_command", true);
        run_together(run, chans, 2);
        log = nv_log_text(run);
        /* Each of them was loaded again and again. */
        g_assert_nonnull(g_strstr_len(log, -1, "channel 3 -> channel 7"));
        g_assert_nonnull(g_strstr_len(log, -1, "channel 7 -> channel 3"));
        if (!first) {
            first = g_steal_pointer(&log);
        } else {
            g_assert_cmpstr(log, ==, first);
        }
        nv_chan_free(chans[0]);
        nv_chan_free(chans[1]);
        nv_quit(run);
    }
}

/* --- Life ------------------------------------------------------------- */

/* nv04_fifo_dma_fini(): the channel's state is saved, CACHE1 is free. */
static void fini_of_the_active_channel(NVDev *nv)
{
    const NVRamfcLayout *r = nv->card->ramfc;
    NVChan *chan = busy_channel(nv, 3);
    NVChan *other = nv_chan_new(nv, 4, NV_IN_RAM);
    uint32_t command = long_command(nv, 5, 1000);

    nv_chan_fini(chan);
    g_assert_cmpuint(current(nv), ==, nv->card->channels - 1);
    nv_assert_hex(ramfc_word(chan, r->get), chan->cur);
    if (has_ref(nv)) {
        nv_assert_hex(ramfc_word(chan, r->ref), 0xabcd1234);
    }
    nv_assert_hex(ramfc_word(chan, r->state), nv_cmd_state(command, 2));
    nv_assert_ramfc_inst(chan, chan->push->inst >> 4, 1000);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_GET, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_PUT, 0);

    nv_push_ref(other, 4);
    nv_run(other);
    nv_assert_hex(nv_user_ref(other), 4);
    nv_assert_hex(nv_user_ref(chan), 0xabcd1234);

    /* Turned on again, it continues in the middle of its command. */
    nv_mask(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(3), BIT(3));
    nv_push(chan, 0x33);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, nv_cmd_state(command, 3));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

static void fini_of_another_channel(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 3, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, 4, NV_IN_RAM);

    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_push_ref(other, 4);
    nv_run(other);
    nv_chan_fini(chan);
    g_assert_cmpuint(current(nv), ==, 4);
    nv_push_ref(other, 5);
    nv_run(other);
    nv_assert_hex(nv_user_ref(other), 5);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* Channels are made and removed, with the same number. */
static void rounds(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, NV_PUSH_SIZE, 0x02);

    for (unsigned i = 0; i < 100; i++) {
        NVChan *chan = nv_chan_new_at(nv, 1 + i % 3, push, 0x100);

        nv_push_ref(chan, 0x1000 + i);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), 0x1000 + i);
        nv_chan_fini(chan);
        g_free(chan);
    }
    nv_assert_quiet(nv);
    nv_buf_free(push);
}

/* --- USER ------------------------------------------------------------- */

/* PUT, GET and REF of a channel, whether or not it is in CACHE1 */
static void user_area(NVDev *nv)
{
    const NVRamfcLayout *r = nv->card->ramfc;
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_push_ref(a, 0xaaaa);
    nv_run(a);
    nv_push_ref(b, 0xbbbb);
    nv_push_ref(b, 0xbbbc);
    nv_run(b);

    nv_assert_hex(nv_user_put(b), 16);
    nv_assert_hex(nv_user_get(b), 16);
    nv_assert_hex(nv_user_ref(b), 0xbbbc);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_PUT, 16);

    nv_assert_hex(nv_user_put(a), 8);
    nv_assert_hex(nv_user_get(a), 8);
    nv_assert_hex(nv_user_ref(a), 0xaaaa);

    /* For a channel outside CACHE1 it is RAMFC's ... */
    if (has_ref(nv)) {
        nv_inst_wr32(nv, nv_ramfc(a, r->ref), 0x12345678);
        nv_assert_hex(nv_user_ref(a), 0x12345678);
    }
    nv_inst_wr32(nv, nv_ramfc(a, r->get), 0x40);
    nv_assert_hex(nv_user_get(a), 0x40);
    /* ... and is written there. */
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_user_wr32(a, A_NV_USER_DMA_PUT, 0x48);
    nv_assert_hex(ramfc_word(a, r->put), 0x48);
    nv_assert_hex(nv_user_put(a), 0x48);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_PUT, 16);
    nv_user_wr32(a, A_NV_USER_DMA_PUT, 0x40);

    /* GET and REF are read-only. */
    nv_user_wr32(a, A_NV_USER_DMA_GET, 0x80);
    nv_user_wr32(a, A_NV_USER_REF, 0x81);
    nv_user_wr32(b, A_NV_USER_DMA_GET, 0x82);
    nv_user_wr32(b, A_NV_USER_REF, 0x83);
    nv_assert_hex(nv_user_get(a), 0x40);
    nv_assert_hex(nv_user_ref(a), has_ref(nv) ? 0x12345678 : 0xaaaa);
    nv_assert_hex(nv_user_get(b), 16);
    nv_assert_hex(nv_user_ref(b), 0xbbbc);
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* A channel's area repeats its registers for each subchannel. */
static void user_subchannels(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);

    nv_push_ref(chan, 0xaaaa);
    nv_run(chan);
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_assert_hex(nv_user_rd32(chan, subc * 0x2000 + A_NV_USER_DMA_PUT),
                      8);
        nv_assert_hex(nv_user_rd32(chan, subc * 0x2000 + A_NV_USER_DMA_GET),
                      8);
        nv_assert_hex(nv_user_rd32(chan, subc * 0x2000 + A_NV_USER_REF),
                      has_ref(nv) ? 0xaaaa : 0);
    }
    nv_chan_free(chan);
}

/*
 * Accesses that aren't 32 bits wide, or beyond the last channel, are harmless.
 */
static void user_is_robust(NVDev *nv)
{
    const NVCard *card = nv->card;
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);
    uint32_t area = card->user + card->user_stride;
    uint32_t end = card->user + card->channels * card->user_stride;

    nv_push_ref(chan, 0xaaaa);
    nv_run(chan);
    for (unsigned i = 0; i < 0x100; i++) {
        nv_rd08(nv, area + i);
        nv_rd16(nv, area + i);
        nv_wr08(nv, area + i, 0xff);
        nv_wr16(nv, area + i, 0xffff);
    }
    nv_assert_hex(nv_user_put(chan), 8);
    nv_assert_hex(nv_user_get(chan), 8);
    nv_assert_hex(nv_user_ref(chan), 0xaaaa);
    for (uint32_t addr = end; addr < 0xc00000 && addr < end + 0x100000;
         addr += card->user_stride) {
        nv_wr32(nv, addr + A_NV_USER_DMA_PUT, 0x100);
        nv_rd32(nv, addr + A_NV_USER_DMA_GET);
    }
    nv_wr32(nv, 0xfffffc, 0xffffffff);
    nv_rd32(nv, 0xfffffc);
    g_assert_cmpuint(current(nv), ==, 1);
    nv_push_ref(chan, 0xbbbb);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0xbbbb);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* ---------------------------------------------------------------------- */

static const NVTest tests[] = {
    { "switch/put-switches", "channel-switch! user-dma-put channel-count",
      put_switches },
    { "switch/last-channel", "channel-count! dma-timeslice", last_channel },
    { "ramfc/bit-for-bit",
      "dma-state-mthd dma-state-subc dma-state-mcnt dma-state-ni ref "
      "dcount-shadow subchannel-engines ramfc-layout!",
      ramfc },
    { "ramfc/every-bit", "ramfc-layout", ramfc_every_bit },
    { "switch/in-the-middle-of-a-command", "channel-switch ramfc-layout",
      switch_in_the_middle_of_a_command },
    { "switch/reassign-gate", "channel-switch caches-reassign!",
      reassign_gate },
    { "switch/not-before-cache1-is-empty", "cache1-at-switch!",
      no_switch_before_cache1_is_empty },
    { "switch/not-before-a-software-method-is-done",
      "software-engine cache1-at-switch",
      no_switch_before_a_software_method_is_done },
    { "switch/not-before-an-error-is-handled", "dma-pusher-intr error-recovery",
      no_switch_before_an_error_is_handled },
    { "switch/channel-mode", "channel-mode channel-switch", channel_mode },
    { "switch/timeslice", "channel-switch dma-timeslice!", timeslice },
    { "switch/timeslice-without-timeout", "dma-timeslice",
      timeslice_without_timeout },
    { "switch/timeslice-alone", "dma-timeslice", timeslice_alone },
    { "switch/timeslice-is-deterministic", "repeatable! dma-timeslice",
      timeslice_is_deterministic },
    { "channel/fini-of-the-active-one", "ramfc-layout dma-timeslice",
      fini_of_the_active_channel },
    { "channel/fini-of-another-one", "dma-timeslice", fini_of_another_channel },
    { "channel/rounds", "channel-count ramfc-layout", rounds },
    { "user/area", "user-dma-put! user-dma-get! user-ref user-window",
      user_area },
    { "user/subchannels", "pio-subchannel", user_subchannels,
      .lacks = NV_CARD_NV40 },
    { "user/is-robust", "user-area user-window host-safety", user_is_robust },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

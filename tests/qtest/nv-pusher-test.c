/*
 * Tests of the NVIDIA GPU: the DMA pusher
 *
 * The DMA pusher's specification, paragraph by paragraph: command forms, method
 * submission, pusher state, control flow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 1

/* --- Method submission ------------------------------------------------ */

static void increasing_methods(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_puller(nv, false);
    nv_push_inc(chan, 3, 0x0300, 0x11111111, 0x22222222, 0x33333333);
    nv_run(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(3, 0x0300, 0), 0x11111111 },
        { NV_CACHE1_ADDR(3, 0x0304, 0), 0x22222222 },
        { NV_CACHE1_ADDR(3, 0x0308, 0), 0x33333333 },
    }, 3);
    nv_assert_state(nv,
                  NV_DMA_STATE(3, 0x030c, 0, 0, 0));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void non_increasing_methods(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_puller(nv, false);
    nv_push_ni(chan, 5, 0x0300, 0x11111111, 0x22222222, 0x33333333);
    nv_run(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(5, 0x0300, 1), 0x11111111 },
        { NV_CACHE1_ADDR(5, 0x0300, 1), 0x22222222 },
        { NV_CACHE1_ADDR(5, 0x0300, 1), 0x33333333 },
    }, 3);
    nv_assert_state(nv,
                  NV_DMA_STATE(5, 0x0300, 0, 1, 0));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Each bit of the method and of the subchannel is kept. */
static void method_and_subchannel_fields(NVDev *nv)
{
    static const uint16_t mthds[] = {
        0x0100, 0x0104, 0x0108, 0x0110, 0x0120, 0x0140, 0x0180, 0x0200,
        0x0400, 0x0800, 0x1000, 0x1ffc,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVMethod want[8 * ARRAY_SIZE(mthds)];
    unsigned count = 0;

    nv_puller(nv, false);
    for (unsigned subc = 0; subc < 8; subc++) {
        for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
            nv_push_inc(chan, subc, mthds[i], count);
            want[count] = (NVMethod) { NV_CACHE1_ADDR(subc, mthds[i], 0),
                                       count };
            count++;
        }
    }
    nv_run(chan);
    nv_assert_cache1(nv, want, count);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * "mthd += 4 per data word": after 0x1ffc comes 0, which is OBJECT, and then
 * 0x0004, which no puller knows.
 */
static void method_number_wraps(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t offending;

    nv_puller(nv, false);
    nv_push_inc(chan, 2, 0x1ff8, 1, 2, 3);
    nv_run(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(2, 0x1ff8, 0), 1 },
        { NV_CACHE1_ADDR(2, 0x1ffc, 0), 2 },
        { NV_CACHE1_ADDR(2, 0x0000, 0), 3 },
    }, 3);
    nv_assert_state(nv,
                  NV_DMA_STATE(2, 0x0004, 0, 0, 0));
    nv_assert_quiet(nv);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT));
    nv_push(chan, NV_CMD_INC(2, 0x1ffc, 4));
    nv_push(chan, 4);
    nv_push(chan, 5);
    offending = nv_push(chan, 6);
    nv_push(chan, 7);
    nv_kick(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(2, 0x1ffc, 0), 4 },
        { NV_CACHE1_ADDR(2, 0x0000, 0), 5 },
    }, 2);
    nv_assert_pusher_error(chan, NV_PUSHER_INVALID_MTHD, offending + 4,
                           NV_CMD_INC(2, 0x1ffc, 4));
    nv_chan_free(chan);
}

static void non_increasing_does_not_wrap(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_puller(nv, false);
    nv_push_ni(chan, 2, 0x1ffc, 1, 2, 3);
    nv_run(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(2, 0x1ffc, 1), 1 },
        { NV_CACHE1_ADDR(2, 0x1ffc, 1), 2 },
        { NV_CACHE1_ADDR(2, 0x1ffc, 1), 3 },
    }, 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* A command without words submits nothing: the next word is a command. */
static void count_0(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_puller(nv, false);
    nv_push(chan, NV_CMD_NOP);
    nv_push(chan, NV_CMD_INC(3, 0x0300, 0));
    if (nv->card->features & NV_CARD_NONINC) {
        nv_push(chan, NV_CMD_NI(4, 0x0400, 0));
    }
    /* Not a method: nothing is submitted. */
    nv_push(chan, NV_CMD_INC(5, 0x0004, 0));
    nv_push_inc(chan, 6, 0x0600, 0x66666666);
    nv_push(chan, NV_CMD_INC(7, 0x0700, 0));
    nv_run(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(6, 0x0600, 0), 0x66666666 },
    }, 1);
    nv_assert_state(nv,
                  NV_DMA_STATE(7, 0x0700, 0, 0, 0));
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 0);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
                  NV_CMD_INC(7, 0x0700, 0));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * The longest command. CACHE1 holds a part of it at a time: the test takes that
 * out, and the pusher continues.
 */
static void longest_command(NVDev *nv)
{
    bool ni = *(const bool *)nv->test->data;
    /* A command that increases from 0x0100 may reach 0x1ffc. */
    unsigned count = ni ? 2047 : (0x2000 - 0x0100) / 4;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    g_autofree uint32_t *words = g_new(uint32_t, count);
    NVMethod methods[512];
    unsigned seen = 0, len;

    for (unsigned i = 0; i < count; i++) {
        words[i] = 0x10000000 + i * 0x10001;
    }
    nv_puller(nv, false);
    nv_push_command(chan, ni ? NV_CMD_NI(1, 0x0100, 0)
                             : NV_CMD_INC(1, 0x0100, 0), words, count);
    nv_kick(chan);
    do {
        len = nv_cache1_take(nv, methods);
        for (unsigned i = 0; i < len && seen < count; i++, seen++) {
            nv_assert_hex(methods[i].addr,
                          NV_CACHE1_ADDR(1, ni ? 0x0100 : 0x0100 + seen * 4,
                                         ni));
            nv_assert_hex(methods[i].data, words[seen]);
        }
    } while (len && seen < count);
    g_assert_cmpuint(seen, ==, count);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_hex(nv_user_get(chan), chan->cur);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, count);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, words[count - 1]);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* NOPs, however many, take no time. */
static void many_nops(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    g_autofree uint32_t *nops = g_new0(uint32_t, 15000);

    nv_push_words(chan, nops, 15000);
    nv_push_ref(chan, 15000);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 15000);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* 2047 words in one run through the puller, of which only the last remains */
static void longest_command_executes(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    uint32_t words[2047];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = 0x20000000 + i;
    }
    nv_push_command(chan, NV_CMD_NI(0, NV_MTHD_REF_CNT, 0), words,
                    ARRAY_SIZE(words));
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), words[2046]);
    g_assert_cmpuint(nv_references(nv), ==, 2047);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Current method", "current subchannel", "current method count", "NI flag" */
static void state_in_the_middle_of_a_command(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t ni;

    nv_puller(nv, false);
    nv_push(chan, NV_CMD_INC(6, 0x0400, 5));
    nv_run(chan);
    nv_assert_state(nv,
                  NV_DMA_STATE(6, 0x0400, 5, 0, 0));
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 5);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
                  NV_CMD_INC(6, 0x0400, 5));
    for (unsigned i = 0; i < 5; i++) {
        nv_push(chan, 0xd0 + i);
        nv_run(chan);
        nv_assert_state(nv,
                      NV_DMA_STATE(6, 0x0404 + i * 4, 4 - i, 0, 0));
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 0xd0 + i);
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 5);
        g_assert_cmpuint(nv_cache1_used(nv), ==, i + 1);
    }
    ni = NV_CMD_NI(2, 0x1ffc, 2047);
    nv_push(chan, ni);
    nv_push(chan, 0xee);
    nv_run(chan);
    nv_assert_state(nv,
                  NV_DMA_STATE(2, 0x1ffc, 2046, 1, 0));
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 2047);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, ni);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Data words are data, whichever command they resemble. */
static void data_is_not_decoded(NVDev *nv)
{
    static const uint32_t words[] = {
        NV_CMD_OLD_JUMP(0x100), NV_CMD_JUMP(0x100), NV_CMD_CALL(0x100),
        NV_CMD_RETURN, NV_CMD_SLI(1), 0xffffffff, NV_CMD_INC(1, 0x0004, 1),
        NV_CMD_LONG_NI(1, 0x100), 0x00000000,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVMethod want[ARRAY_SIZE(words)];

    nv_puller(nv, false);
    nv_push_command(chan, NV_CMD_NI(1, 0x0100, 0), words, ARRAY_SIZE(words));
    nv_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        want[i] = (NVMethod) { NV_CACHE1_ADDR(1, 0x0100, 1), words[i] };
    }
    nv_assert_cache1(nv, want, ARRAY_SIZE(words));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- GET, PUT, LIMIT -------------------------------------------------- */

static void get_advances_to_put(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t put;

    nv_push_ref(chan, 1);
    put = nv_push(chan, nv_cmd_ref(nv->card, 1));
    nv_push(chan, 2);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, put);
    nv_poll(nv_user_get(chan) == put);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_user_put(chan), put);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_DMA_PUSH, EMPTY));
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Only GET == PUT ends it: a PUT behind GET is reached by a jump. */
static void put_behind_get(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    chan->cur = 0x1000;
    nv_push_ref(chan, 2);
    nv_push_jump(chan, 0);
    nv_assert_hex(chan->cur, 0);
    /* GET starts at 0x1000. */
    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->get), 0x1000);
    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->put), 0x1000);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0x8);
    nv_poll(nv_user_get(chan) == 0x8);
    nv_assert_hex(nv_user_ref(chan), 1);
    g_assert_cmpuint(nv_references(nv), ==, 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Going past the limit ... PROTECTION": the last word that fits is read. */
static void limit(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0);

    nv_inst_wr32(nv, push->inst + 4, 0x100 - 1);
    chan->cur = 0x100 - 8;
    nv_push_ref(chan, 0x11);
    nv_push_ref(chan, 0x22);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, chan->cur);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_LIMIT, 0xff);
    nv_assert_hex(nv_user_ref(chan), 0x11);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x100,
                           nv_cmd_ref(nv->card, 1));

    /* With a higher limit, nothing is lost. */
    nv_inst_wr32(nv, push->inst + 4, NV_PUSH_SIZE - 1);
    nv_pusher_go_on(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* An object that ends within the buffer, wherever it begins */
static void limit_of_the_object(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->inst = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, push->base,
                                  0x100 - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0x100 - 8);
    nv_push_ref(chan, 0x11);
    nv_push_ref(chan, 0x22);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_user_ref(chan), 0x11);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x100,
                           nv_cmd_ref(nv->card, 1));
    nv_chan_free(chan);
}

static void command_across_the_limit(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0x100 - 12);

    nv_puller(nv, false);
    nv_inst_wr32(nv, push->inst + 4, 0x100 - 1);
    nv_push_inc(chan, 3, 0x0300, 1, 2, 3, 4);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(3, 0x0300, 0), 1 },
        { NV_CACHE1_ADDR(3, 0x0304, 0), 2 },
    }, 2);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x100,
                           NV_CMD_INC(3, 0x0300, 4));
    nv_assert_state(nv,
                  NV_DMA_STATE(3, 0x0308, 2, 0, NV_PUSHER_MEM_FAULT));
    nv_chan_free(chan);
}

/* --- Control flow ----------------------------------------------------- */

static void old_jump(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t jump;

    nv_push_ref(chan, 1);
    jump = chan->cur;
    nv_push_jump(chan, 0x2340);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    g_assert_cmpuint(nv_references(nv), ==, 2);
    nv_assert_hex(nv_user_get(chan), 0x2348);
    if (nv->card->features & NV_CARD_SHADOWS) {
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, jump);
    }
    /* The last word before the end of the jump is the jump itself. */
    jump = chan->cur;
    nv_push_jump(chan, 0x4000);
    nv_run(chan);
    nv_assert_hex(nv_user_get(chan), 0x4000);
    if (nv->card->features & NV_CARD_SHADOWS) {
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, jump);
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
                      NV_CMD_OLD_JUMP(0x4000));
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 2);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "J..JJ is bits 2-28 of the target address": all of them, and no other */
static void old_jump_target(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned bit = 2; bit < 29; bit++) {
        uint32_t target = BIT(bit);

        nv_push(chan, NV_CMD_OLD_JUMP(target));
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, target);
        nv_poll(nv_user_get(chan) == target);
        /* Back, without reading the target */
        nv_seek(chan, chan->cur);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void jump_beyond_the_limit(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_push(chan, NV_CMD_OLD_JUMP(0x1ffffffc));
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x1ffffffc,
                           NV_CMD_OLD_JUMP(0x1ffffffc));
    nv_assert_pusher_recovers(chan, NV_PUSHER_MEM_FAULT, 0x1ffffffc);
    nv_chan_free(chan);
}

/* A ring, as drivers use it: jump to the beginning, poll GET, go round. */
static void ring(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, *(const NVPlace *)nv->test->data);
    const uint32_t end = 0x2100;
    uint32_t ref = 0;

    for (unsigned round = 0; round < 12; round++) {
        while (chan->cur + 12 + 4 <= end) {
            unsigned words = 1 + ref % 60;

            if (chan->cur + words * 4 + 12 + 4 <= end) {
                uint32_t gap[60] = { 0 };

                nv_push_words(chan, gap, words);
            }
            nv_push_ref(chan, ++ref);
            nv_run(chan);
            nv_assert_hex(nv_user_ref(chan), ref);
        }
        nv_push_jump(chan, 0);
        nv_run(chan);
    }
    g_assert_cmpuint(ref, >, 100);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * A pushbuffer without an end doesn't stop anything else: the monitor answers,
 * the clock runs, timers fire, registers can be read; and the driver can lead
 * GET out of it.
 */
static void endless(NVDev *nv, bool methods)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t jump;

    if (methods) {
        nv_push_ref(chan, 0x5555);
    }
    jump = nv_push(chan, NV_CMD_OLD_JUMP(0));
    nv_push_ref(chan, 0x600d);
    nv_kick(chan);

    nv_wr32(nv, A_NV_PTIMER_ALARM, nv_rd32(nv, A_NV_PTIMER_TIME_LOW) +
            1000000);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    for (unsigned i = 0; i < 20; i++) {
        qtest_qmp_assert_success(nv->qts, "{ 'execute': 'query-status' }");
        nv_clock_step(nv, 100000);
        g_assert_cmpuint(nv_user_get(chan), <=, jump);
    }
    nv_assert_reg(nv, NV_PTIMER_INTR, 1);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_DMA_PUSH, BUSY));

    nv_buf_wr32(chan->push, jump, NV_CMD_NOP);
    nv_clock_step(nv, 10000000);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void jump_to_self(NVDev *nv)
{
    endless(nv, false);
}

static void endless_methods(NVDev *nv)
{
    endless(nv, true);
}

/* Another channel still gets its turn, and finishes. */
static void jump_to_self_lets_others_run(NVDev *nv)
{
    NVChan *spin = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *chan = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_timeslice(nv, 0x01000100);
    nv_push(spin, NV_CMD_OLD_JUMP(0));
    nv_kick(spin);
    for (unsigned i = 1; i <= 10; i++) {
        nv_push_ref(chan, i);
        nv_kick(chan);
        nv_clock_step(nv, 10000000);
        nv_wait(chan);
        nv_assert_hex(nv_user_ref(chan), i);
    }
    nv_assert_hex(nv_user_get(spin), 0);
    nv_assert_quiet(nv);
    nv_chan_free(spin);
    nv_chan_free(chan);
}

static const bool no, yes = true;

static const NVTest tests[] = {
    { "pusher/increasing-methods",
      "dma-mode dma-state-mthd dma-state-subc inc-methods! method-increment",
      increasing_methods, .tesla = true },
    { "pusher/non-increasing-methods", "dma-state-ni noninc-methods!",
      non_increasing_methods, .needs = NV_CARD_NONINC, .tesla = true },
    { "pusher/method-and-subchannel-fields",
      "dma-state-mthd dma-state-subc inc-methods", method_and_subchannel_fields,
      .tesla = true },
    { "pusher/method-number-wraps", "method-increment! error-non-cache",
      method_number_wraps, .tesla = true },
    { "pusher/non-increasing-does-not-wrap", "noninc-methods method-increment",
      non_increasing_does_not_wrap, .needs = NV_CARD_NONINC, .tesla = true },
    { "pusher/count-0-submits-nothing", "zero-count!", count_0, .tesla = true },
    { "pusher/many-nops", "zero-count bounded-work", many_nops, .tesla = true },
    { "pusher/longest-command/increasing",
      "dma-state-mcnt inc-methods dcount-shadow! data-shadow!", longest_command,
      .data = &no, .tesla = true },
    { "pusher/longest-command/non-increasing",
      "dma-state-mcnt noninc-methods dcount-shadow data-shadow",
      longest_command, .needs = NV_CARD_NONINC, .data = &yes, .tesla = true },
    { "pusher/longest-command/executes",
      "dma-state-mcnt noninc-methods ref-cnt", longest_command_executes,
      .needs = NV_CARD_NONINC | NV_CARD_REF, .tesla = true },
    { "pusher/state-in-the-middle-of-a-command",
      "dma-state-mthd! dma-state-subc! dma-state-mcnt! dma-state-ni! "
      "error-dma-state dcount-shadow rsvd-shadow data-shadow",
      state_in_the_middle_of_a_command,
      .needs = NV_CARD_NONINC | NV_CARD_SHADOWS, .tesla = true },
    { "pusher/data-is-not-decoded", "inc-methods noninc-methods",
      data_is_not_decoded, .needs = NV_CARD_NONINC, .tesla = true },

    { "pusher/get-advances-to-put", "dma-put-get! get-reaches-put",
      get_advances_to_put, .tesla = true },
    { "pusher/put-behind-get", "dma-put-get get-reaches-put!", put_behind_get,
      .tesla = true },
    { "pusher/limit", "dma-limit get-within-limit! error-protection", limit },
    { "pusher/limit-of-the-object",
      "dma-pushbuffer! error-protection get-within-limit", limit_of_the_object,
      .tesla = true },
    { "pusher/command-across-the-limit",
      "dma-limit get-within-limit error-protection error-dma-state",
      command_across_the_limit },

    { "pusher/old-jump", "old-jump get-jmp-shadow! rsvd-shadow data-shadow",
      old_jump, .tesla = true },
    { "pusher/old-jump-target", "old-jump!", old_jump_target, .tesla = true },
    { "pusher/jump-beyond-the-limit",
      "get-within-limit old-jump error-protection", jump_beyond_the_limit,
      .tesla = true },
    { "pusher/ring/vram", "pushbuffer-ring", ring, .needs = NV_CARD_NVM_PUSH,
      .data = &nv_places[0], .tesla = true },
    { "pusher/ring/gart", "pushbuffer-ring!", ring, .data = &nv_places[2],
      .tesla = true },
    { "pusher/jump-to-self", "bounded-work hostile-commands", jump_to_self,
      .tesla = true },
    { "pusher/endless-methods", "bounded-work hostile-commands",
      endless_methods, .tesla = true, .slow = true },
    { "pusher/jump-to-self-lets-others-run", "bounded-work",
      jump_to_self_lets_others_run, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

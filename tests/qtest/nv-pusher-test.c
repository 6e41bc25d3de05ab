/*
 * Tests of the NVIDIA GPU: the DMA pusher
 *
 * The DMA pusher's specification, paragraph by paragraph: pusher state,
 * errors, NV04-style mode, command forms, method submission, control flow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "qobject/qdict.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 1

/* Memory to memory format: its NOP takes anything */
#define CLASS 0x0039
#define HANDLE 0xbeef0039
#define NOP 0x0100
#define OFFSET_IN 0x030c

#define ERROR_NONE 0
#define ERROR_INVALID_MTHD 2
#define ERROR_INVALID_CMD 4
#define ERROR_MEM_FAULT 6

/* DMA_STATE, put together from the register database's fields */
#define STATE(_subc, _mthd, _count, _ni, _error) \
    ((uint32_t)(_error) << 29 | (_count) << 18 | (_subc) << 13 | (_mthd) | \
     (_ni))

/* CACHE1's ADDR, likewise */
#define ADDR(_subc, _mthd, _ni) ((uint32_t)(_subc) << 13 | (_mthd) | (_ni))

static const NVPlace places[] = { NV_IN_VRAM, NV_IN_RAM, NV_IN_GART };

static void puller_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
}

static void puller_on(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
}

/* The slots from CACHE1's GET on hold these */
static void assert_cache1(NVDev *nv, const NVMethod *want, unsigned count)
{
    uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);

    g_assert_cmpuint(nv_cache1_used(nv), ==, count);
    for (unsigned i = 0; i < count; i++) {
        NVMethod m = nv_cache1_slot(nv, (get + i * 4) &
                                        nv_cache1_mask(nv));

        nv_assert_hex(m.addr, want[i].addr);
        nv_assert_hex(m.data, want[i].data);
    }
}

/* What DMA_PUSHER's registers and interrupt say of an error */
static void assert_error(NVChan *chan, unsigned error, uint32_t get,
                         uint32_t rsvd)
{
    NVDev *nv = chan->nv;

    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     error);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_GET, get);
    nv_assert_hex(nv_user_get(chan), get);
    nv_assert_hex(nv_user_put(chan), chan->cur);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, rsvd);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_DMA_PUSH, SUSPENDED));
    g_assert_true(nv_intx(nv));
}

/*
 * The driver's handler: GET goes to PUT, the error is gone, and what is
 * submitted next works.
 */
static void assert_recovers(NVChan *chan, unsigned error, uint32_t get)
{
    NVDev *nv = chan->nv;
    NVPusherFault *fault;

    nv_handle_all(nv);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 1);
    if (nv->pusher_errors->len == 1) {
        fault = &nv_pusher_fault(nv, 0);
        g_assert_cmpuint(fault->chid, ==, chan->chid);
        nv_assert_hex(fault->get, get);
        nv_assert_hex(fault->put, chan->cur);
        g_assert_cmpuint(fault->state >> 29, ==, error);
    }
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0);
    nv_assert_hex(nv_user_get(chan), chan->cur);
    g_assert_false(nv_intx(nv));

    nv_push_ref(chan, 0x600d0000 + error);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d0000 + error);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_array_set_size(nv->pusher_errors, 0);
}

/* --- Method submission ------------------------------------------------ */

static void increasing_methods(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    puller_off(nv);
    nv_push_inc(chan, 3, 0x0300, 0x11111111, 0x22222222, 0x33333333);
    nv_run(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(3, 0x0300, 0), 0x11111111 },
        { ADDR(3, 0x0304, 0), 0x22222222 },
        { ADDR(3, 0x0308, 0), 0x33333333 },
    }, 3);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, STATE(3, 0x030c, 0, 0, 0));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void non_increasing_methods(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    puller_off(nv);
    nv_push_ni(chan, 5, 0x0300, 0x11111111, 0x22222222, 0x33333333);
    nv_run(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(5, 0x0300, 1), 0x11111111 },
        { ADDR(5, 0x0300, 1), 0x22222222 },
        { ADDR(5, 0x0300, 1), 0x33333333 },
    }, 3);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, STATE(5, 0x0300, 0, 1, 0));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Each bit of the method and of the subchannel finds its place. */
static void method_and_subchannel_fields(NVDev *nv)
{
    static const uint16_t mthds[] = {
        0x0100, 0x0104, 0x0108, 0x0110, 0x0120, 0x0140, 0x0180, 0x0200,
        0x0400, 0x0800, 0x1000, 0x1ffc,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVMethod want[8 * ARRAY_SIZE(mthds)];
    unsigned count = 0;

    puller_off(nv);
    for (unsigned subc = 0; subc < 8; subc++) {
        for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
            nv_push_inc(chan, subc, mthds[i], count);
            want[count] = (NVMethod) { ADDR(subc, mthds[i], 0), count };
            count++;
        }
    }
    nv_run(chan);
    assert_cache1(nv, want, count);
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

    puller_off(nv);
    nv_push_inc(chan, 2, 0x1ff8, 1, 2, 3);
    nv_run(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(2, 0x1ff8, 0), 1 },
        { ADDR(2, 0x1ffc, 0), 2 },
        { ADDR(2, 0x0000, 0), 3 },
    }, 3);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, STATE(2, 0x0004, 0, 0, 0));
    nv_assert_quiet(nv);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT));
    nv_push(chan, NV_CMD_INC(2, 0x1ffc, 4));
    nv_push(chan, 4);
    nv_push(chan, 5);
    offending = nv_push(chan, 6);
    nv_push(chan, 7);
    nv_kick(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(2, 0x1ffc, 0), 4 },
        { ADDR(2, 0x0000, 0), 5 },
    }, 2);
    assert_error(chan, ERROR_INVALID_MTHD, offending + 4,
                 NV_CMD_INC(2, 0x1ffc, 4));
    nv_chan_free(chan);
}

static void non_increasing_does_not_wrap(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    puller_off(nv);
    nv_push_ni(chan, 2, 0x1ffc, 1, 2, 3);
    nv_run(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(2, 0x1ffc, 1), 1 },
        { ADDR(2, 0x1ffc, 1), 2 },
        { ADDR(2, 0x1ffc, 1), 3 },
    }, 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* A command without words submits nothing: the next word is a command. */
static void count_0(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    puller_off(nv);
    nv_push(chan, NV_CMD_NOP);
    nv_push(chan, NV_CMD_INC(3, 0x0300, 0));
    if (nv->card->features & NV_CARD_NONINC) {
        nv_push(chan, NV_CMD_NI(4, 0x0400, 0));
    }
    /* Not a method: nothing is submitted to it. */
    nv_push(chan, NV_CMD_INC(5, 0x0004, 0));
    nv_push_inc(chan, 6, 0x0600, 0x66666666);
    nv_push(chan, NV_CMD_INC(7, 0x0700, 0));
    nv_run(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(6, 0x0600, 0), 0x66666666 },
    }, 1);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, STATE(7, 0x0700, 0, 0, 0));
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 0);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
                  NV_CMD_INC(7, 0x0700, 0));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * The longest command.  CACHE1 holds a part of it at a time: the test takes
 * it out, and the pusher goes on.
 */
static void longest_command(NVDev *nv)
{
    bool ni = *(const bool *)nv->test->data;
    /* What increases from 0x0100 may go to 0x1ffc. */
    unsigned count = ni ? 2047 : (0x2000 - 0x0100) / 4;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    g_autofree uint32_t *words = g_new(uint32_t, count);
    NVMethod methods[256];
    unsigned seen = 0, len;

    for (unsigned i = 0; i < count; i++) {
        words[i] = 0x10000000 + i * 0x10001;
    }
    puller_off(nv);
    nv_push_command(chan, ni ? NV_CMD_NI(1, 0x0100, 0)
                             : NV_CMD_INC(1, 0x0100, 0), words, count);
    nv_kick(chan);
    do {
        len = nv_cache1_take(nv, methods);
        for (unsigned i = 0; i < len && seen < count; i++, seen++) {
            nv_assert_hex(methods[i].addr,
                          ADDR(1, ni ? 0x0100 : 0x0100 + seen * 4, ni));
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

/* In one go through the puller, 2047 words that only the last is left of */
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

    puller_off(nv);
    nv_push(chan, NV_CMD_INC(6, 0x0400, 5));
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, STATE(6, 0x0400, 5, 0, 0));
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 5);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
                  NV_CMD_INC(6, 0x0400, 5));
    for (unsigned i = 0; i < 5; i++) {
        nv_push(chan, 0xd0 + i);
        nv_run(chan);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE,
                      STATE(6, 0x0404 + i * 4, 4 - i, 0, 0));
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 0xd0 + i);
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 5);
        g_assert_cmpuint(nv_cache1_used(nv), ==, i + 1);
    }
    ni = NV_CMD_NI(2, 0x1ffc, 2047);
    nv_push(chan, ni);
    nv_push(chan, 0xee);
    nv_run(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, STATE(2, 0x1ffc, 2046, 1, 0));
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 2047);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, ni);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Data words are data, whatever command they look like. */
static void data_is_not_decoded(NVDev *nv)
{
    static const uint32_t words[] = {
        NV_CMD_OLD_JUMP(0x100), NV_CMD_JUMP(0x100), NV_CMD_CALL(0x100),
        NV_CMD_RETURN, NV_CMD_SLI(1), 0xffffffff, NV_CMD_INC(1, 0x0004, 1),
        NV_CMD_LONG_NI(1, 0x100), 0x00000000,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVMethod want[ARRAY_SIZE(words)];

    puller_off(nv);
    nv_push_command(chan, NV_CMD_NI(1, 0x0100, 0), words, ARRAY_SIZE(words));
    nv_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        want[i] = (NVMethod) { ADDR(1, 0x0100, 1), words[i] };
    }
    assert_cache1(nv, want, ARRAY_SIZE(words));
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
    nv_wr32(nv, NV_PRAMIN + nv_ramfc(chan, nv->card->ramfc->get), 0x1000);
    nv_wr32(nv, NV_PRAMIN + nv_ramfc(chan, nv->card->ramfc->put), 0x1000);
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
    assert_error(chan, ERROR_MEM_FAULT, 0x100, nv_cmd_ref(nv->card, 1));

    /* With a higher limit, nothing is lost. */
    nv_inst_wr32(nv, push->inst + 4, NV_PUSH_SIZE - 1);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_STATE,
            R_NV_PFIFO_CACHE1_DMA_STATE_ERROR_MASK, 0);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void command_across_the_limit(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0x100 - 12);

    puller_off(nv);
    nv_inst_wr32(nv, push->inst + 4, 0x100 - 1);
    nv_push_inc(chan, 3, 0x0300, 1, 2, 3, 4);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(3, 0x0300, 0), 1 },
        { ADDR(3, 0x0304, 0), 2 },
    }, 2);
    assert_error(chan, ERROR_MEM_FAULT, 0x100, NV_CMD_INC(3, 0x0300, 4));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE,
                  STATE(3, 0x0308, 2, 0, ERROR_MEM_FAULT));
    nv_chan_free(chan);
}

/* --- Where the pushbuffer is ------------------------------------------ */

/* "On NV05+, any DMA object is valid." */
static void any_place(NVDev *nv)
{
    const NVPlace *place = nv->test->data;
    NVChan *chan = nv_chan_new(nv, CHID, *place);
    uint32_t words[1500];
    uint64_t sum = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = i * 2654435761u;
    }
    nv_watch_methods(nv);
    nv_chan_object(chan, HANDLE, CLASS);
    nv_push_object(chan, 1, HANDLE);
    nv_push_command(chan, NV_CMD_NI(1, NOP, 0), words, ARRAY_SIZE(words));
    nv_push_ref(chan, 0xabcd);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0xabcd);
    nv_assert_quiet(nv);

    g_autoptr(GArray) methods = nv_delivered(nv);
    g_assert_cmpuint(methods->len, >, ARRAY_SIZE(words));
    for (unsigned i = 1; i <= ARRAY_SIZE(words) && i < methods->len; i++) {
        NVDelivered *m = &g_array_index(methods, NVDelivered, i);

        nv_assert_hex(m->mthd, NOP);
        nv_assert_hex(m->data, words[i - 1]);
        sum += m->data;
    }
    g_assert_cmpuint(sum, !=, 0);
    nv_chan_free(chan);
}

/* "The pushbuffer must be in PCI or AGP space" */
static void video_memory(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_VRAM);

    nv_push_ref(chan, 1);
    nv_kick(chan);
    assert_error(chan, ERROR_MEM_FAULT, 0, 0);
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), chan->cur);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_chan_free(chan);
}

/* A command's words lie on both sides of the page's end, wherever it is. */
static void commands_across_pages(NVDev *nv)
{
    const NVPlace *place = nv->test->data;
    NVBuf *push = nv_buf_new(nv, *place, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0);

    puller_off(nv);
    for (unsigned before = 0; before <= 6; before++) {
        uint32_t page = 0x1000 * (before + 1);

        while (chan->cur < page - before * 4) {
            uint32_t gap[64] = { 0 };
            unsigned words = (page - before * 4 - chan->cur) / 4;

            nv_push_words(chan, gap, MIN(words, ARRAY_SIZE(gap)));
        }
        nv_push_inc(chan, 1, 0x0300, before, before + 1, before + 2);
        nv_run(chan);
        assert_cache1(nv, (const NVMethod[]) {
            { ADDR(1, 0x0300, 0), before },
            { ADDR(1, 0x0304, 0), before + 1 },
            { ADDR(1, 0x0308, 0), before + 2 },
        }, 3);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_GET,
                nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT));
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* The object begins inside a page: ADJUST says where. */
static void adjust(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->base += 0x7f4;
    push->size -= 0x1000;
    push->inst = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, push->base,
                                  push->size - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0);
    for (unsigned i = 0; i < 1200; i++) {
        nv_push(chan, NV_CMD_NOP);
    }
    nv_push_ref(chan, 0x77);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_assert_quiet(nv);
    /* Bits 11:2 of the base */
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, 0x800237f4);
    nv_chan_free(chan);
}

/*
 * "On pre-NV11 cards, the word read from pushbuffer is always treated as
 * little-endian", whatever bit 31 of FETCH says.
 */
static void little_endian(NVDev *nv)
{
    static const uint8_t ref[] = {
        0x50, 0x00, 0x04, 0x00,         /* REF_CNT, one word */
        0x78, 0x56, 0x34, 0x12,
    };
    static const uint8_t software[] = {
        0x00, 0xe2, 0x04, 0x00,         /* subchannel 7, 0x0200, one word */
        0x78, 0x56, 0x34, 0x12,
    };
    const uint8_t *bytes = nv->card->features & NV_CARD_REF ? ref : software;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->fetch), 0x80086078);
    nv_buf_write(chan->push, 0, bytes, sizeof(ref));
    chan->cur = sizeof(ref);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x12345678);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_FETCH, 0x00086078);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Class is 8 bits on NV04:NV25": those above are somebody else's. */
static void class_has_8_bits(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    uint32_t flags = nv_inst_rd32(nv, push->inst);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0);

    for (unsigned high = 0; high < 16; high++) {
        nv_inst_wr32(nv, push->inst, flags | high << 8);
        nv_push_ref(chan, 0x100 + high);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), 0x100 + high);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* DMA_CTL and DMA_LIMIT are those of the DMA object that was loaded. */
static void object_in_dma_ctl(NVDev *nv)
{
    static const uint32_t ctl[] = {
        [NV_IN_VRAM] = 0x80003000,
        [NV_IN_RAM] = 0x80023000,
        [NV_IN_GART] = 0x80021000,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        NVChan *chan;

        if (places[i] == NV_IN_VRAM &&
            !(nv->card->features & NV_CARD_NVM_PUSH)) {
            continue;
        }
        chan = nv_chan_new(nv, i, places[i]);
        nv_push_ref(chan, i);
        nv_run(chan);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, ctl[places[i]]);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_LIMIT, NV_PUSH_SIZE - 1);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_INSTANCE,
                      chan->push->inst >> 4);
        nv_chan_free(chan);
    }
    nv_assert_quiet(nv);
}

static void agp_target_is_the_bus(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_AGP, push->base,
                                  push->size - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0);
    nv_push_ref(chan, 0x33);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x33);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_CTL, 0x80033000);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/*
 * A driver without AGP may have its pushbuffer in video memory and name its
 * address on the bus, as nouveau does with vram_pushbuf=1 on NV04.
 */
static void bar1_by_its_bus_address(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_VRAM, NV_PUSH_SIZE, 0x3d);
    NVChan *chan;

    push->inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_PCI,
                                  nv->bar1 + push->base, push->size - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0);
    nv_push_ref(chan, 0xba71);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0xba71);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* A pushbuffer in the card's own registers leads to an error, not astray. */
static void bar0_by_its_bus_address(NVDev *nv)
{
    NVBuf buf = { .nv = nv, .place = NV_IN_RAM, .size = 16 * MiB };
    NVChan *chan;

    buf.inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_PCI, nv->bar0,
                                16 * MiB - 1);
    chan = nv_chan_new_at(nv, CHID, &buf, 0x3000);
    chan->cur = 0x4000;
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     ERROR_MEM_FAULT);
    nv_assert_hex(nv_user_get(chan), 0x3000);
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), 0x4000);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_free(chan);
}

/* What CACHE1 holds may be overwritten in the pushbuffer. */
static void pushbuffer_may_be_overwritten(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    puller_off(nv);
    nv_push_refs(chan, (const uint32_t[]) { 1, 2, 3 }, 3);
    nv_run(chan);
    for (uint32_t i = 0; i < chan->cur; i += 4) {
        nv_buf_wr32(chan->push, i, 0xffffffff);
    }
    puller_on(nv);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_poll(!nv_cache1_used(nv));
    g_assert_cmpuint(nv_references(nv), ==, 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Words written where the pusher has read before are read anew. */
static void pushbuffer_is_read_anew(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    for (unsigned round = 0; round < 50; round++) {
        chan->cur = 0;
        nv_push_ref(chan, round);
        nv_push_jump(chan, 0);
        /* GET is at 8 after the first round, and jumps from there. */
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, 8);
        nv_poll(nv_user_get(chan) == 8);
        nv_assert_hex(nv_user_ref(chan), round);
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0);
        nv_poll(nv_user_get(chan) == 0);
    }
    nv_assert_quiet(nv);
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
        /* Back, without reading there */
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
    assert_error(chan, ERROR_MEM_FAULT, 0x1ffffffc,
                 NV_CMD_OLD_JUMP(0x1ffffffc));
    assert_recovers(chan, ERROR_MEM_FAULT, 0x1ffffffc);
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

static void assert_answers(NVDev *nv)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'query-status' }");

    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
}

/*
 * A pushbuffer without an end stops nobody: the monitor answers, the clock
 * runs, timers fire, registers can be read; and it can be led out.
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
        assert_answers(nv);
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

/* Another channel still gets its turn, and ends. */
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

/* --- Errors ----------------------------------------------------------- */

typedef struct Reserved {
    const char *what;
    uint32_t word;
    uint32_t needs;         /* features that make it a command */
} Reserved;

/* Each form that some other card has, and bits that no card defines */
static const Reserved reserved[] = {
    { "jump", NV_CMD_JUMP(0x00002000), NV_CARD_CALL },
    { "jump above 29 bits", NV_CMD_JUMP(0xfffffffc), NV_CARD_CALL },
    { "call", NV_CMD_CALL(0x00002000), NV_CARD_CALL },
    { "call above 29 bits", NV_CMD_CALL(0xfffffffc), NV_CARD_CALL },
    { "return", NV_CMD_RETURN, NV_CARD_CALL },
    { "return with bits", NV_CMD_RETURN | 0x00002000, 0 },
    { "return with bits", NV_CMD_RETURN | 4, 0 },
    { "SLI conditional", NV_CMD_SLI(0), NV_CARD_SLI },
    { "SLI conditional", NV_CMD_SLI(1), NV_CARD_SLI },
    { "SLI conditional", NV_CMD_SLI(0xfff), NV_CARD_SLI },
    { "long non-increasing", NV_CMD_LONG_NI(0, 0x0100), 0 },
    { "long non-increasing", NV_CMD_LONG_NI(7, 0x1ffc), 0 },
    { "increasing with bit 16", NV_CMD_INC(1, 0x0300, 1) | 0x00010000, 0 },
    { "increasing with bit 17", NV_CMD_INC(1, 0x0300, 1) | 0x00020000, 0 },
    { "increasing with bit 0", NV_CMD_INC(1, 0x0300, 1) | 1, NV_CARD_CALL },
    { "increasing with bit 1", NV_CMD_INC(1, 0x0300, 1) | 2, NV_CARD_CALL },
    { "increasing with bits 1:0", NV_CMD_INC(1, 0x0300, 1) | 3, 0 },
    { "non-increasing with bit 16", NV_CMD_NI(1, 0x0300, 1) | 0x00010000, 0 },
    { "non-increasing with bit 17", NV_CMD_NI(1, 0x0300, 1) | 0x00020000, 0 },
    { "non-increasing with bits 1:0", NV_CMD_NI(1, 0x0300, 1) | 3, 0 },
    { "old jump with bit 0", NV_CMD_OLD_JUMP(0) | 1, NV_CARD_CALL },
    { "old jump with bit 1", NV_CMD_OLD_JUMP(0) | 2, NV_CARD_CALL },
    { "old jump with bits 1:0", NV_CMD_OLD_JUMP(0) | 3, 0 },
    { "group 011", 0x60000000, 0 },
    { "group 011 with a count", 0x60000000 | NV_CMD_INC(1, 0x0300, 1), 0 },
    { "group 100", 0x80000000, 0 },
    { "group 100 with a count", 0x80000000 | NV_CMD_INC(1, 0x0300, 1), 0 },
    { "group 101", 0xa0000000, 0 },
    { "group 110", 0xc0000000, 0 },
    { "group 111", 0xe0000000, 0 },
    { "all ones", 0xffffffff, 0 },
};

/*
 * "If none of the forms matches, or if the one that matches cannot be used in
 * current mode, the RESERVED_CMD DMA_PUSHER error is raised."  What came before
 * has been executed; GET is after the word; what comes after hasn't been.
 */
static void reserved_command(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned i = 0; i < ARRAY_SIZE(reserved); i++) {
        const Reserved *r = &reserved[i];
        uint32_t at;

        if (r->needs & nv->card->features) {
            continue;
        }
        g_test_message("%s: 0x%08x", r->what, r->word);
        nv_push_ref(chan, 0x1000 + i);
        at = nv_push(chan, r->word);
        nv_push_ref(chan, 0x2000 + i);
        nv_kick(chan);
        nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
        nv_assert_hex(nv_user_ref(chan), 0x1000 + i);
        assert_error(chan, ERROR_INVALID_CMD, at + 4, r->word);
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE,
                                  METHOD_COUNT), ==, 0);
        assert_recovers(chan, ERROR_INVALID_CMD, at + 4);
    }
    nv_chan_free(chan);
}

/* A driver that only clears the error goes on after the reserved command. */
static void reserved_command_can_be_skipped(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_push(chan, 0xffffffff);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void nonexistent_method(NVDev *nv)
{
    bool ni = *(const bool *)nv->test->data;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (uint32_t mthd = 0x0004; mthd < 0x0100; mthd += 4) {
        uint32_t command = ni ? NV_CMD_NI(3, mthd, 2) : NV_CMD_INC(3, mthd, 2);
        uint32_t at;

        if (nv_card_puller_knows(nv->card, mthd)) {
            continue;
        }
        nv_push_ref(chan, 0x10000 + mthd);
        at = nv_push(chan, command);
        nv_push(chan, 0xdada);
        nv_push(chan, 0xdadb);
        nv_push_ref(chan, 0x20000 + mthd);
        nv_kick(chan);
        nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
        nv_assert_hex(nv_user_ref(chan), 0x10000 + mthd);
        assert_error(chan, ERROR_INVALID_MTHD, at + 8, command);
        g_assert_cmphex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, METHOD) << 2,
                        ==, mthd);
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, SUBCHANNEL),
                         ==, 3);
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 0xdada);
        assert_recovers(chan, ERROR_INVALID_MTHD, at + 8);
    }
    nv_chan_free(chan);
}

/* The same where an increasing command comes to it */
static void increases_to_a_nonexistent_method(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    /* REF_CNT, or where there is none, OBJECT */
    uint32_t mthd = nv->card->features & NV_CARD_REF ? NV_MTHD_REF_CNT
                                                     : NV_MTHD_OBJECT;
    uint32_t at;

    nv_chan_object(chan, HANDLE, CLASS);
    at = nv_push(chan, NV_CMD_INC(3, mthd, 4));
    nv_push(chan, mthd ? 0x11 : HANDLE);
    nv_push(chan, 0x22);
    nv_push(chan, 0x33);
    nv_push(chan, 0x44);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    if (mthd) {
        nv_assert_hex(nv_user_ref(chan), 0x11);
    } else {
        nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, NV_ENGINE_GR << 12);
    }
    assert_error(chan, ERROR_INVALID_MTHD, at + 12,
                 NV_CMD_INC(3, mthd, 4));
    g_assert_cmphex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, METHOD) << 2, ==,
                    mthd + 4);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 0x22);
    assert_recovers(chan, ERROR_INVALID_MTHD, at + 12);
    nv_chan_free(chan);
}

/* --- Faults ----------------------------------------------------------- */

/* Clears the error alone, as a driver that has mended the cause may do. */
static void go_on(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_STATE,
            R_NV_PFIFO_CACHE1_DMA_STATE_ERROR_MASK, 0);
}

/* A page is missing, in the middle of a command. */
static void missing_page(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0x2000 - 12);
    uint32_t pte = nv_buf_pte(push, 0x2000);
    uint32_t entry = nv_inst_rd32(nv, pte);

    puller_off(nv);
    nv_push_inc(chan, 4, 0x0300, 1, 2, 3, 4);
    nv_inst_wr32(nv, pte, entry & ~1);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(4, 0x0300, 0), 1 },
        { ADDR(4, 0x0304, 0), 2 },
    }, 2);
    assert_error(chan, ERROR_MEM_FAULT, 0x2000, NV_CMD_INC(4, 0x0300, 4));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE,
                  STATE(4, 0x0308, 2, 0, ERROR_MEM_FAULT));
    g_assert_cmpuint(nv_log_count(nv, "has no page"), ==, 1);

    /* The page is back: nothing is lost. */
    nv_inst_wr32(nv, pte, entry);
    go_on(nv);
    nv_wait(chan);
    assert_cache1(nv, (const NVMethod[]) {
        { ADDR(4, 0x0300, 0), 1 },
        { ADDR(4, 0x0304, 0), 2 },
        { ADDR(4, 0x0308, 0), 3 },
        { ADDR(4, 0x030c, 0), 4 },
    }, 4);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* The same, with the driver's recovery */
static void missing_page_recovery(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0x2000 - 8);

    nv_push_ref(chan, 1);
    nv_push_ref(chan, 2);
    nv_inst_wr32(nv, nv_buf_pte(push, 0x2000), 0);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_user_ref(chan), 1);
    assert_error(chan, ERROR_MEM_FAULT, 0x2000, nv_cmd_ref(nv->card, 1));
    /* The driver goes on in another page. */
    nv_handle_all(nv);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0);
    nv_inst_wr32(nv, nv_buf_pte(push, 0x2000), push->pages[2] | 3);
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 1);
    nv_chan_free(chan);
}

/*
 * A DMA object reaches over the end of what is there: of video memory, or of
 * what answers on the bus.
 */
static void end_of_memory(NVDev *nv)
{
    const NVPlace *place = nv->test->data;
    NVBuf *push = nv_buf_new(nv, *place, 0x2000, 0x3d);
    NVChan *chan;

    push->base = *place == NV_IN_VRAM ? nv->vram - 0x1000
                                      : NV_RAM_SIZE - 0x1000;
    push->inst = nv_dmaobj_linear(nv, 0x3d, *place == NV_IN_VRAM
                                  ? NV_DMAOBJ_VRAM : NV_DMAOBJ_PCI,
                                  push->base, 0x2000 - 1);
    chan = nv_chan_new_at(nv, CHID, push, 0x1000 - 12);
    nv_push_ref(chan, 0x66);
    nv_push(chan, nv_cmd_ref(nv->card, 1));
    chan->cur += 4;
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_user_ref(chan), 0x66);
    assert_error(chan, ERROR_MEM_FAULT, 0x1000, nv_cmd_ref(nv->card, 1));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE,
                  nv_cmd_state(nv_cmd_ref(nv->card, 1), 0) |
                  (uint32_t)ERROR_MEM_FAULT << 29);
    nv_handle_all(nv);
    /* The driver submits at the beginning of the object. */
    nv_seek(chan, 0);
    nv_push_ref(chan, 0x67);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x67);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* The first word already can't be read. */
static void no_memory(NVDev *nv)
{
    static const struct {
        const char *what;
        uint32_t flags, limit, frame;
    } objects[] = {
        { "beyond RAM", 0x0002303d, 0xfff, 0x40000002 },
        { "beyond VRAM", 0x0000303d, 0xfff, 0x40000002 },
        { "no frames", 0x0002203d, 0xfff, 0x01000002 },
        { "page table beyond RAMIN", 0x0002103d, 0xffffffff, 0 },
        { "no DMA object", 0x00000030, 0, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++) {
        NVBuf buf = { .nv = nv, .place = NV_IN_RAM, .size = 0x1000 };
        NVChan *chan;

        g_test_message("%s", objects[i].what);
        buf.inst = nv_inst_alloc(nv, 16, 16);
        nv_inst_wr32(nv, buf.inst, objects[i].flags);
        nv_inst_wr32(nv, buf.inst + 4, objects[i].limit);
        nv_inst_wr32(nv, buf.inst + 8, objects[i].frame);
        chan = nv_chan_new_at(nv, i, &buf, 0xff0);
        chan->cur = 0xff8;
        nv_kick(chan);
        nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                         ERROR_MEM_FAULT);
        nv_assert_hex(nv_user_get(chan), 0xff0);
        nv_handle_all(nv);
        nv_assert_hex(nv_user_get(chan), 0xff8);
        g_free(chan);
    }
    g_assert_cmpuint(nv->pusher_errors->len, ==, ARRAY_SIZE(objects));
}

/* --- CACHE1 full ------------------------------------------------------ */

/*
 * The puller is off: CACHE1 fills up to the last slot and the pusher stalls,
 * wherever GET and PUT are; then everything goes on and nothing is lost.
 */
static void full_cache(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    uint32_t total = 0;

    for (unsigned start = 0; start < 5; start++) {
        uint32_t first = chan->cur;
        uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
        uint32_t words[300];
        uint32_t command = nv_cmd_ref(nv->card, ARRAY_SIZE(words));

        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            words[i] = ++total;
        }
        puller_off(nv);
        nv_push_refs(chan, words, ARRAY_SIZE(words));
        nv_kick(chan);
        nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
        g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
        nv_assert_reg(nv, NV_PFIFO_CACHE1_GET, get);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_PUT,
                      (get + slots * 4) & nv_cache1_mask(nv));
        g_assert_cmpuint(nv_cache1_used(nv), ==, slots);
        /* The pusher stands after the last word that found a place. */
        nv_assert_hex(nv_user_get(chan), first + 4 + slots * 4);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE,
                      nv_cmd_state(command, slots));
        for (unsigned i = 0; i < slots; i++) {
            NVMethod m = nv_cache1_slot(nv, (get + i * 4) &
                                        nv_cache1_mask(nv));

            nv_assert_hex(m.addr, nv_cmd_state(command, i) & 0xffff);
            nv_assert_hex(m.data, words[i]);
        }
        nv_assert_hex(nv_user_ref(chan), total - 300);

        puller_on(nv);
        nv_wait(chan);
        nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
        g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
        nv_assert_hex(nv_user_ref(chan), total);
        g_assert_cmpuint(nv_references(nv), ==, total);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* One slot becomes free: one word follows. */
static void full_cache_one_by_one(NVDev *nv)
{
    unsigned slots = nv->card->cache1_entries;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t words[400];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = i;
    }
    puller_off(nv);
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

/* --- Gates ------------------------------------------------------------ */

/* A register that holds the pusher: nothing moves until it opens. */
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

/* Closed while a command is under way */
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
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, nv_cmd_state(command, 1));
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

    for (unsigned i = 1; i <= 1000; i++) {
        nv_push_ref(chan, i);
        nv_kick(chan);
    }
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 1000);
    g_assert_cmpuint(nv_references(nv), ==, 1000);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- Through the puller or through CACHE1 ----------------------------- */

/* What a guest can see of the path that the methods took */
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

/* Some of everything, the same for the same seed */
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
    nv_chan_object(chan, HANDLE, CLASS);
    for (unsigned subc = 1; subc < 4; subc++) {
        nv_push_object(chan, subc, HANDLE);
    }
    return chan;
}

/* Fills CACHE1, and empties it.  True when there is nothing left. */
static bool step(NVChan *chan)
{
    puller_off(chan->nv);
    nv_kick(chan);
    puller_on(chan->nv);
    nv_handle_refs(chan->nv);
    return nv_user_get(chan) == chan->cur && !nv_cache1_used(chan->nv);
}

/* The same stream straight through, and with the puller stopped by turns */
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

/* ---------------------------------------------------------------------- */

static const bool no, yes = true;
static const uint32_t push0 = A_NV_PFIFO_CACHE1_PUSH0;
static const uint32_t dma_push = A_NV_PFIFO_CACHE1_DMA_PUSH;

static const NVTest tests[] = {
    { "pusher/increasing-methods", "M1 M13 M14 M69 M79", increasing_methods },
    { "pusher/non-increasing-methods", "M16 M70", non_increasing_methods,
      .needs = NV_CARD_NONINC },
    { "pusher/method-and-subchannel-fields", "M13 M14 M69",
      method_and_subchannel_fields },
    { "pusher/method-number-wraps", "M79 M30", method_number_wraps },
    { "pusher/non-increasing-does-not-wrap", "M70 M79",
      non_increasing_does_not_wrap, .needs = NV_CARD_NONINC },
    { "pusher/count-0-submits-nothing", "M80", count_0 },
    { "pusher/many-nops", "M80 M187", many_nops },
    { "pusher/longest-command/increasing", "M15 M69 M37 M40", longest_command,
      .data = &no },
    { "pusher/longest-command/non-increasing", "M15 M70 M37 M40",
      longest_command, .needs = NV_CARD_NONINC, .data = &yes },
    { "pusher/longest-command/executes", "M15 M70 M115",
      longest_command_executes, .needs = NV_CARD_NONINC | NV_CARD_REF },
    { "pusher/state-in-the-middle-of-a-command",
      "M13 M14 M15 M16 M35 M37 M39 M40", state_in_the_middle_of_a_command,
      .needs = NV_CARD_NONINC | NV_CARD_SHADOWS },
    { "pusher/data-is-not-decoded", "M69 M70", data_is_not_decoded,
      .needs = NV_CARD_NONINC },

    { "pusher/get-advances-to-put", "M12 M55", get_advances_to_put },
    { "pusher/put-behind-get", "M12 M55", put_behind_get },
    { "pusher/limit", "M11 M57 M34", limit },
    { "pusher/command-across-the-limit", "M11 M57 M34 M35",
      command_across_the_limit },

    { "pusher/place/vram", "M10 M56", any_place,
      .needs = NV_CARD_NVM_PUSH, .data = &places[0] },
    { "pusher/video-memory-raises-MEM_FAULT", "M34 M56", video_memory,
      .lacks = NV_CARD_NVM_PUSH },
    { "pusher/place/ram", "M10 M56", any_place, .data = &places[1] },
    { "pusher/place/gart", "M10 M56", any_place, .data = &places[2] },
    { "pusher/commands-across-pages/vram", "M10", commands_across_pages,
      .needs = NV_CARD_NVM_PUSH, .data = &places[0] },
    { "pusher/commands-across-pages/ram", "M10", commands_across_pages,
      .data = &places[1] },
    { "pusher/commands-across-pages/gart", "M10", commands_across_pages,
      .data = &places[2] },
    { "pusher/adjust", "M10", adjust },
    { "pusher/little-endian", "M58", little_endian, .lacks = NV_CARD_ENDIAN },
    { "pusher/class-has-8-bits", "M128", class_has_8_bits,
      .lacks = NV_CARD_WIDE_CLASS },
    { "pusher/object-in-dma-ctl", "M10 M11", object_in_dma_ctl },
    { "pusher/agp-target-is-the-bus", "M10 M56", agp_target_is_the_bus },
    { "pusher/bar1-by-its-bus-address", "M10 M56", bar1_by_its_bus_address },
    { "pusher/bar0-by-its-bus-address", "M34 M186", bar0_by_its_bus_address },
    { "pusher/pushbuffer-may-be-overwritten", "M5",
      pushbuffer_may_be_overwritten },
    { "pusher/pushbuffer-is-read-anew", "M5 M60", pushbuffer_is_read_anew },

    { "pusher/old-jump", "M72 M38 M39 M40", old_jump },
    { "pusher/old-jump-target", "M72", old_jump_target },
    { "pusher/jump-beyond-the-limit", "M57 M72 M34", jump_beyond_the_limit },
    { "pusher/ring/vram", "M60", ring, .needs = NV_CARD_NVM_PUSH,
      .data = &places[0] },
    { "pusher/ring/gart", "M60", ring, .data = &places[2] },
    { "pusher/jump-to-self", "M186 M187", jump_to_self },
    { "pusher/endless-methods", "M186 M187", endless_methods },
    { "pusher/jump-to-self-lets-others-run", "M187",
      jump_to_self_lets_others_run },

    { "pusher/reserved-command-raises-INVALID_CMD",
      "M28 M32 M35 M36 M39 M73 M74 M75 M76 M77", reserved_command },
    { "pusher/reserved-command-can-be-skipped", "M32",
      reserved_command_can_be_skipped },
    { "pusher/nonexistent-method-raises-INVALID_MTHD/increasing",
      "M28 M30 M35 M36 M40 M82", nonexistent_method, .data = &no },
    { "pusher/nonexistent-method-raises-INVALID_MTHD/non-increasing",
      "M28 M30 M35 M36 M40 M82", nonexistent_method,
      .needs = NV_CARD_NONINC, .data = &yes },
    { "pusher/increasing-to-a-nonexistent-method-raises-INVALID_MTHD",
      "M30 M36 M82", increases_to_a_nonexistent_method },

    { "pusher/missing-page-raises-MEM_FAULT", "M28 M34 M35", missing_page },
    { "pusher/missing-page-recovery", "M34 M36", missing_page_recovery },
    { "pusher/end-of-memory-raises-MEM_FAULT/vram", "M34 M35 M36",
      end_of_memory, .needs = NV_CARD_NVM_PUSH, .data = &places[0] },
    { "pusher/end-of-memory-raises-MEM_FAULT/ram", "M34 M35 M36",
      end_of_memory, .data = &places[1] },
    { "pusher/no-memory-raises-MEM_FAULT", "M34 M186", no_memory },

    { "pusher/full-cache-stalls", "M84 M165 M167", full_cache },
    { "pusher/full-cache-one-by-one", "M84 M165 M167",
      full_cache_one_by_one },
    { "pusher/cache-window-aliases", "M165 M204", cache_window_aliases },

    { "pusher/gate/push0", "M1", gate, .data = &push0 },
    { "pusher/gate/dma-push", "M1", gate, .data = &dma_push },
    { "pusher/gate-in-the-middle-of-a-command/push0", "M1",
      gate_in_the_middle_of_a_command, .data = &push0 },
    { "pusher/gate-in-the-middle-of-a-command/dma-push", "M1",
      gate_in_the_middle_of_a_command, .data = &dma_push },
    { "pusher/many-submissions", "M1 M115", many_submissions },
    { "pusher/straight-through-or-stepped-through-cache1", "M5 M82 M84",
      straight_or_stepped },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

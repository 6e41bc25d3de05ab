/*
 * Tests of the NVIDIA GPU: new jump, call, return, big-endian pushbuffers
 *
 * envytools, hw/fifo/dma-pusher, "NV04-style control flow commands", on the
 * cards that have them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 2

#define ERROR_CALL_SUBR_ACTIVE 1
#define ERROR_RET_SUBR_INACTIVE 3

#define SUBR 0x4000

/* Words outside the main pushbuffer; nv_push() then continues in that. */
#define put_words(_chan, _offset, ...)                                      \
    nv_buf_write((_chan)->push, _offset, (const uint32_t[]){ __VA_ARGS__ }, \
                 sizeof((const uint32_t[]){ __VA_ARGS__ }))

#define REF_CNT NV_CMD_INC(0, NV_MTHD_REF_CNT, 1)

/* Whether it is active: in SUBROUTINE, from NV40 on in DMA_STATE */
static uint32_t subroutine(NVDev *nv, bool active, uint32_t back)
{
    return back | (active && !(nv->card->features & NV_CARD_NV40));
}

static void assert_subroutine(NVDev *nv, bool active, uint32_t back)
{
    nv_assert_reg(nv, NV_PFIFO_CACHE1_SUBROUTINE,
                  subroutine(nv, active, back));
    if (nv->card->features & NV_CARD_NV40) {
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE,
                                  SUBROUTINE_ACTIVE), ==, active);
    }
}

static void assert_error(NVChan *chan, unsigned error, uint32_t get,
                         uint32_t word)
{
    NVDev *nv = chan->nv;

    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     error);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_GET, get);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, word);
    nv_handle_all(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_push_ref(chan, 0x600d);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    g_array_set_size(nv->pusher_errors, 0);
}

/* "allows access to full 32 bits of address range"; the shadow is its place */
static void new_jump(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    uint32_t at;

    nv_push_ref(chan, 1);
    at = nv_push(chan, NV_CMD_JUMP(SUBR));
    chan->cur = SUBR;
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, at);
    nv_chan_free(chan);
}

/*
 * "copies dma_get to subr_return, sets subr_active to 1, and sets dma_get to
 * the target"; "copies subr_return to dma_get and clears subr_active"
 */
static void call_and_return(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t back;

    put_words(chan, SUBR, REF_CNT, 0x51, NV_CMD_RETURN);
    for (unsigned i = 0; i < 3; i++) {
        back = nv_push(chan, NV_CMD_CALL(SUBR)) + 4;
    }
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x51);
    assert_subroutine(nv, false, back);
    nv_push_ref(chan, 0x52);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x52);
    nv_chan_free(chan);
}

/* A channel that stops inside a subroutine keeps that in its RAMFC. */
static void switch_inside_a_subroutine(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    uint32_t back;

    put_words(chan, SUBR, REF_CNT, 0x61, NV_CMD_RETURN);
    back = nv_push(chan, NV_CMD_CALL(SUBR)) + 4;
    nv_push_ref(chan, 0x62);

    /* Up to the return, which is the subroutine's third word */
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, SUBR + 8);
    nv_poll(nv_user_get(chan) == SUBR + 8);
    assert_subroutine(nv, true, back);
    nv_push_ref(other, 0x63);
    nv_run(other);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan,
                                            nv->card->ramfc->subroutine)),
                  subroutine(nv, true, back));
    nv_kick(chan);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x62);
    assert_subroutine(nv, false, back);
    nv_chan_free(other);
    nv_chan_free(chan);
}

static void call_inside_a_subroutine(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t word = NV_CMD_CALL(SUBR + 0x100);

    put_words(chan, SUBR, REF_CNT, 0x71, word);
    nv_push(chan, NV_CMD_CALL(SUBR));
    nv_push_ref(chan, 0x72);
    nv_kick(chan);
    assert_error(chan, ERROR_CALL_SUBR_ACTIVE, SUBR + 12, word);
    nv_chan_free(chan);
}

static void return_outside_a_subroutine(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t at;

    nv_push_ref(chan, 0x81);
    at = nv_push(chan, NV_CMD_RETURN);
    nv_kick(chan);
    assert_error(chan, ERROR_RET_SUBR_INACTIVE, at + 4, NV_CMD_RETURN);
    nv_chan_free(chan);
}

/* "On NV11:NV50 cards, the endianness is determined by the big_endian flag." */
static void big_endian(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t fetch = nv_ramfc(chan, nv->card->ramfc->fetch);
    uint32_t from = chan->cur;

    nv_inst_wr32(nv, fetch, nv_inst_rd32(nv, fetch) |
                 R_NV_PFIFO_CACHE1_DMA_FETCH_ENDIAN_MASK);
    nv_push_ref(chan, 0x12345678);
    for (uint32_t at = from; at < chan->cur; at += 4) {
        nv_buf_wr32(chan->push, at, bswap32(nv_buf_rd32(chan->push, at)));
    }
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x12345678);
    nv_chan_free(chan);
}

static const NVTest tests[] = {
    { "subroutine/new-jump", "new-jump! get-jmp-shadow", new_jump,
      .needs = NV_CARD_CALL, .tesla = true },
    { "subroutine/call-and-return",
      "subr-state! subroutine-call! subroutine-return!", call_and_return,
      .needs = NV_CARD_CALL, .tesla = true },
    { "subroutine/is-left-in-RAMFC", "subr-state ramfc-layout",
      switch_inside_a_subroutine, .needs = NV_CARD_CALL },
    { "subroutine/call-inside-one-raises-CALL_SUBR_ACTIVE",
      "error-call! error-recovery subroutine-call", call_inside_a_subroutine,
      .needs = NV_CARD_CALL, .tesla = true },
    { "subroutine/return-outside-one-raises-RET_SUBR_INACTIVE",
      "error-return! error-recovery subroutine-return",
      return_outside_a_subroutine, .needs = NV_CARD_CALL, .tesla = true },
    { "pusher/big-endian", "big-endian! pushbuffer-endian!", big_endian,
      .needs = NV_CARD_ENDIAN },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: errors of the DMA pusher
 *
 * The DMA pusher's specification, "errors": words that are no command, methods
 * that don't exist, memory that isn't there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 1

/* Memory to memory format: its NOP takes anything */
#define CLASS 0x0039
#define HANDLE 0xbeef0039

/* --- Errors ----------------------------------------------------------- */

typedef struct Reserved {
    const char *what;
    uint32_t word;
    uint32_t needs;         /* Features that make it a command */
} Reserved;

/* The forms of other cards, and bits that no card defines */
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
 * current mode, the RESERVED_CMD DMA_PUSHER error is raised." Everything before
 * it has been executed; GET is behind the word; the rest hasn't been executed.
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
        nv_assert_pusher_error(chan, NV_PUSHER_INVALID_CMD, at + 4, r->word);
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE,
                                  METHOD_COUNT), ==, 0);
        nv_assert_pusher_recovers(chan, NV_PUSHER_INVALID_CMD, at + 4);
    }
    nv_chan_free(chan);
}

/* A driver that turns the pusher on again continues behind the command. */
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
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
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
        nv_assert_pusher_error(chan, NV_PUSHER_INVALID_MTHD, at + 8, command);
        g_assert_cmphex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, METHOD) << 2,
                        ==, mthd);
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, SUBCHANNEL),
                         ==, 3);
        nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 0xdada);
        nv_assert_pusher_recovers(chan, NV_PUSHER_INVALID_MTHD, at + 8);
    }
    nv_chan_free(chan);
}

/* The same when an increasing command reaches it */
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
    nv_assert_pusher_error(chan, NV_PUSHER_INVALID_MTHD, at + 12,
                           NV_CMD_INC(3, mthd, 4));
    g_assert_cmphex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, METHOD) << 2, ==,
                    mthd + 4);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW, 0x22);
    nv_assert_pusher_recovers(chan, NV_PUSHER_INVALID_MTHD, at + 12);
    nv_chan_free(chan);
}

/* --- Faults ----------------------------------------------------------- */

/* A page is missing, in the middle of a command. */
static void missing_page(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, CHID, push, 0x2000 - 12);
    uint32_t pte = nv_buf_pte(push, 0x2000);
    uint32_t entry = nv_inst_rd32(nv, pte);

    nv_puller(nv, false);
    nv_push_inc(chan, 4, 0x0300, 1, 2, 3, 4);
    nv_inst_wr32(nv, pte, entry & ~1);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(4, 0x0300, 0), 1 },
        { NV_CACHE1_ADDR(4, 0x0304, 0), 2 },
    }, 2);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x2000,
                           NV_CMD_INC(4, 0x0300, 4));
    nv_assert_state(nv,
                  NV_DMA_STATE(4, 0x0308, 2, 0, NV_PUSHER_MEM_FAULT));
    g_assert_cmpuint(nv_log_count(nv, "has no page"), ==, 1);

    /* The page is back: nothing is lost. */
    nv_inst_wr32(nv, pte, entry);
    nv_pusher_go_on(nv);
    nv_wait(chan);
    nv_assert_cache1(nv, (const NVMethod[]) {
        { NV_CACHE1_ADDR(4, 0x0300, 0), 1 },
        { NV_CACHE1_ADDR(4, 0x0304, 0), 2 },
        { NV_CACHE1_ADDR(4, 0x0308, 0), 3 },
        { NV_CACHE1_ADDR(4, 0x030c, 0), 4 },
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
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x2000,
                           nv_cmd_ref(nv->card, 1));
    /* The driver continues in another page. */
    nv_handle_all(nv);
    nv_assert_state(nv, 0);
    nv_inst_wr32(nv, nv_buf_pte(push, 0x2000), push->pages[2] | 3);
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 1);
    nv_chan_free(chan);
}

/*
 * A DMA object extends beyond what exists: beyond video memory, or beyond what
 * answers on the bus.
 */
static void end_of_memory(NVDev *nv)
{
    const NVPlace *place = nv->test->data;
    NVBuf *push = nv_buf_new(nv, *place, 0x2000, 0x3d);
    NVChan *chan;

    push->base = *place == NV_IN_VRAM ? nv->vram - 0x1000
                                      : nv_ram_size - 0x1000;
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
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x1000,
                           nv_cmd_ref(nv->card, 1));
    nv_assert_state(nv,
                  nv_cmd_state(nv_cmd_ref(nv->card, 1), 0) |
                  (uint32_t)NV_PUSHER_MEM_FAULT << 29);
    nv_handle_all(nv);
    /* The driver submits at the beginning of the object. */
    nv_seek(chan, 0);
    nv_push_ref(chan, 0x67);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x67);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* Even the first word can't be read. */
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
                         NV_PUSHER_MEM_FAULT);
        nv_assert_hex(nv_user_get(chan), 0xff0);
        nv_handle_all(nv);
        nv_assert_hex(nv_user_get(chan), 0xff8);
        g_free(chan);
    }
    g_assert_cmpuint(nv->pusher_errors->len, ==, ARRAY_SIZE(objects));
}

static const bool no, yes = true;

static const NVTest tests[] = {
    { "pusher/reserved-command-raises-INVALID_CMD",
      "dma-pusher-intr! error-reserved-cmd! error-dma-state! error-recovery! "
      "rsvd-shadow! new-jump subroutine-call subroutine-return "
      "sli-conditional reserved-commands!",
      reserved_command, .tesla = true },
    { "pusher/reserved-command-can-be-skipped", "error-reserved-cmd",
      reserved_command_can_be_skipped, .tesla = true },
    { "pusher/nonexistent-method-raises-INVALID_MTHD/increasing",
      "dma-pusher-intr error-non-cache! error-dma-state error-recovery "
      "data-shadow unknown-host-methods",
      nonexistent_method, .data = &no, .tesla = true },
    { "pusher/nonexistent-method-raises-INVALID_MTHD/non-increasing",
      "dma-pusher-intr error-non-cache error-dma-state error-recovery "
      "data-shadow unknown-host-methods",
      nonexistent_method, .needs = NV_CARD_NONINC, .data = &yes,
      .tesla = true },
    { "pusher/increasing-to-a-nonexistent-method-raises-INVALID_MTHD",
      "error-non-cache error-recovery unknown-host-methods!",
      increases_to_a_nonexistent_method, .tesla = true },

    { "pusher/missing-page-raises-MEM_FAULT",
      "dma-pusher-intr error-protection! error-dma-state", missing_page },
    { "pusher/missing-page-recovery", "error-protection error-recovery",
      missing_page_recovery },
    { "pusher/end-of-memory-raises-MEM_FAULT/vram",
      "error-protection error-dma-state error-recovery", end_of_memory,
      .needs = NV_CARD_NVM_PUSH, .data = &nv_places[0], .tesla = true },
    { "pusher/end-of-memory-raises-MEM_FAULT/ram",
      "error-protection error-dma-state error-recovery", end_of_memory,
      .data = &nv_places[1], .tesla = true },
    { "pusher/no-memory-raises-MEM_FAULT", "error-protection hostile-memory!",
      no_memory },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

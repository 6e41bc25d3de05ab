/*
 * Tests of the NVIDIA GPU: IB mode, and 40-bit control areas, NV50+
 *
 * envytools, hw/fifo/dma-pusher, "IB mode" and "Channel control area".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

#define RING (1u << NV_IB_ORDER)

static uint32_t ib_get(NVChan *chan)
{
    return nv_user_rd32(chan, A_NV50_USER_IB_GET);
}

/* A command of its own that sets the reference; returns its place */
static uint32_t push_ref(NVChan *chan, uint32_t ref)
{
    uint32_t at = chan->cur;

    nv_push_ref(chan, ref);
    return at;
}

/* "Whenever no pushbuffer is being processed, and there are unread entries" */
static void entries(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        NVChan *chan = nv_ib_chan_new(nv, CHID + i, nv_places[i],
                                      NV_IB_ORDER);
        uint32_t a, b;

        chan->cur = 0x1000;
        a = push_ref(chan, 0xa0);
        chan->cur = 0x3000;
        b = push_ref(chan, 0xb0);
        nv_ib_entry(chan, b, 2, 0);
        nv_assert_hex(nv_user_ref(chan), 0);
        nv_ib_kick(chan);
        nv_ib_wait(chan);
        nv_assert_hex(nv_user_ref(chan), 0xb0);
        nv_assert_hex(nv_user_get(chan), b + 8);
        nv_assert_hex(nv_user_put(chan), b + 8);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_IB_PUT), 1);
        g_assert_cmpuint(ib_get(chan), ==, 1);

        /* Two at once, in the order of the ring */
        nv_ib_entry(chan, b, 2, 0);
        nv_ib_entry(chan, a, 2, 0);
        nv_ib_kick(chan);
        nv_ib_wait(chan);
        nv_assert_hex(nv_user_ref(chan), 0xa0);
        nv_assert_hex(nv_user_get(chan), a + 8);
        g_assert_cmpuint(ib_get(chan), ==, 3);
        nv_assert_quiet(nv);
        nv_chan_fini(chan);
        nv_chan_free(chan);
    }
}

/* "When ib_get would reach 2^ib_order, it instead wraps around to 0." */
static void ring_wraps(NVDev *nv)
{
    static const unsigned orders[] = { 1, 2, 4, 9 };

    for (unsigned i = 0; i < ARRAY_SIZE(orders); i++) {
        NVChan *chan = nv_ib_chan_new(nv, CHID + i, NV_IN_RAM, orders[i]);
        uint32_t mask = (1u << orders[i]) - 1;

        for (unsigned n = 1; n <= 3 * mask + 2; n++) {
            uint32_t at = push_ref(chan, n);

            nv_ib_entry(chan, at, 2, 0);
            nv_ib_kick(chan);
            nv_ib_wait(chan);
            nv_assert_hex(nv_user_ref(chan), n);
            g_assert_cmpuint(ib_get(chan), ==, n & mask);
        }
        nv_chan_fini(chan);
        nv_chan_free(chan);
    }
}

/* A ring that is full but for one entry, read in one go */
static void full_ring(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_VRAM, NV_IB_ORDER);

    chan->ib_put = RING / 2;
    nv_ib_kick(chan);
    /* Entries that haven't been written are empty. */
    nv_handle_all(nv);
    g_array_set_size(nv->pusher_errors, 0);
    g_assert_cmpuint(ib_get(chan), ==, RING / 2);
    for (unsigned i = 0; i < RING - 1; i++) {
        nv_ib_entry(chan, push_ref(chan, i + 1), 2, 0);
    }
    g_assert_cmpuint(chan->ib_put, ==, RING / 2 - 1);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), RING - 1);
    g_assert_cmpuint(nv_references(nv), ==, RING - 1);
    nv_chan_free(chan);
}

/*
 * "Putting the packet header in one area of memory referenced by the first IB
 * slot, and the next slot to point directly to the submitted data"
 */
static void commands_span_entries(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    uint32_t header, data, more;

    nv_puller(nv, false);
    header = nv_push(chan, NV_CMD_INC(1, 0x100, 5));
    chan->cur = 0x2000;
    data = nv_push(chan, 0xd0);
    nv_push(chan, 0xd1);
    chan->cur = 0x4000;
    more = nv_push(chan, 0xd2);
    nv_push(chan, 0xd3);
    nv_push(chan, 0xd4);
    nv_ib_entry(chan, header, 1, 0);
    nv_ib_entry(chan, data, 2, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_cache1(nv, (NVMethod[]) {
        { 1 << 13 | 0x100, 0xd0 }, { 1 << 13 | 0x104, 0xd1 },
    }, 2);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_METHOD_COUNT, 3);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 1 << 13 | 0x108);
    nv_ib_entry(chan, more, 3, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_METHOD_COUNT, 0);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 5);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "The method count is instead contained in low 24 bits of the next word" */
static void long_commands(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    uint32_t at = chan->cur;

    nv_push(chan, NV_CMD_LONG_NI(0, NV_MTHD_REF_CNT));
    /* The other bits are ignored. */
    nv_push(chan, 0xff000000 | 3000);
    for (unsigned i = 1; i <= 3000; i++) {
        nv_push(chan, i);
    }
    nv_ib_entry(chan, at, 3002, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 3000);
    g_assert_cmpuint(nv_references(nv), ==, 3000);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 3000);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW,
                  NV_CMD_LONG_NI(0, NV_MTHD_REF_CNT));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Header, length and data in entries of their own, and a switch in between */
static void long_command_is_pending(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *other = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    uint32_t at;

    at = nv_push(chan, NV_CMD_LONG_NI(5, 0x0200));
    nv_ib_entry(chan, at, 1, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    g_assert_true(nv_field(nv, NV50_PFIFO_CACHE1_DMA_STATE, LENGTH_PENDING));
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0x00010001 | 5 << 13 | 0x200);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_METHOD_COUNT, 0);

    nv_push_ref(other, 1);
    nv_run(other);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, CHID + 1);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x30)),
                  0x00010001 | 5 << 13 | 0x200);

    at = nv_push(chan, 0x123456);
    nv_ib_entry(chan, at, 1, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0x00000001 | 5 << 13 | 0x200);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_METHOD_COUNT, 0x123456);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 0x123456);

    nv_push_ref(other, 2);
    nv_run(other);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x34)), 0x123456);
    nv_chan_free(other);
    nv_chan_free(chan);
}

/* A long command without methods, and the commands behind it */
static void long_command_of_nothing(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_push(chan, NV_CMD_LONG_NI(0, 0x0100));
    nv_push(chan, 0);
    nv_push_ref(chan, 7);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 7);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "The jump/call/return commands are disabled" */
static void control_flow_is_reserved(NVDev *nv)
{
    static const uint32_t words[] = {
        NV_CMD_OLD_JUMP(0x100), NV_CMD_JUMP(0x100), NV_CMD_CALL(0x100),
        NV_CMD_RETURN,
        /* All bits that a method's command doesn't have, subchannel 7 */
        0xa007e303,
    };
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        uint32_t at = nv_push(chan, words[i]);

        nv_push(chan, NV_CMD_NOP);
        nv_kick(chan);
        /* GET is at the word. */
        nv_assert_pusher_error(chan, NV_PUSHER_INVALID_CMD, at, words[i]);
        nv_assert_pusher_recovers(chan, NV_PUSHER_INVALID_CMD, at);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_SUBROUTINE, 0);
    }
    nv_chan_free(chan);
}

/* "[IB only]", seen from the other side */
static void long_commands_are_for_ib_mode(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t word = NV_CMD_LONG_NI(0, NV_MTHD_REF_CNT);
    uint32_t at = nv_push(chan, word);

    nv_push(chan, 1);
    nv_kick(chan);
    nv_assert_pusher_error(chan, NV_PUSHER_INVALID_CMD, at + 4, word);
    nv_assert_pusher_recovers(chan, NV_PUSHER_INVALID_CMD, at + 4);
    nv_chan_free(chan);
}

/* "An attempt to submit IB entry with length zero will raise ... type IB." */
static void empty_entry(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_push_ref(chan, 1);
    nv_run(chan);
    chan->cur = 0x2340;
    chan->kicked = chan->cur;
    nv_ib_entry(chan, chan->cur, 0, 0);
    nv_ib_kick(chan);
    /* The entry has been read: GET and PUT have its values. */
    nv_assert_pusher_error(chan, NV_PUSHER_IB_EMPTY, 0x2340,
                           nv_cmd_ref(nv->card, 1));
    g_assert_cmpuint(ib_get(chan), ==, chan->ib_put);
    nv_assert_pusher_recovers(chan, NV_PUSHER_IB_EMPTY, 0x2340);
    nv_chan_free(chan);
}

/* Work that was submitted behind an empty entry is lost with it. */
static void driver_skips_after_an_error(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_ib_entry(chan, 0x100, 0, 0);
    nv_ib_entry(chan, push_ref(chan, 1), 2, 0);
    nv_ib_entry(chan, push_ref(chan, 2), 2, 0);
    nv_ib_kick(chan);
    g_assert_cmpuint(ib_get(chan), ==, 1);
    nv_handle_all(nv);
    g_assert_cmpuint(ib_get(chan), ==, 3);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_array_set_size(nv->pusher_errors, 0);
    nv_ib_entry(chan, push_ref(chan, 3), 2, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_chan_free(chan);
}

/* "Failure to read IB entry due to VM fault will cause ... PROTECTION." */
static void fault_of_the_ib_buffer(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_GART, NV_IB_ORDER);
    NVVmTrap trap;

    /* Behind the end of the DMA object */
    nv_tesla_stop(nv, CHID);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x50), 0x40000);
    nv_tesla_start(nv, CHID);
    chan->ib_put = 1;
    nv_ib_kick(chan);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    /* The entry hasn't been read. */
    g_assert_cmpuint(ib_get(chan), ==, 0);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 5);
    g_assert_cmpuint(trap.client, ==, 8);
    g_assert_cmpuint(trap.slot, ==, 0);
    g_assert_true(trap.read);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID]);
    nv_assert_hex(trap.addr, chan->push->va + 0x40000);
    nv_handle_all(nv);
    g_assert_cmpuint(ib_get(chan), ==, 1);
    g_array_set_size(nv->pusher_errors, 0);
    nv_chan_free(chan);
}

/* The same for the pushbuffer, at a page that isn't there */
static void fault_of_the_pushbuffer(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_GART, NV_IB_ORDER);
    NVVmTrap trap;

    nv_vm_set(nv, nv->tesla->table, chan->push->va + 0x3000, NV_VM_SMALL, 0);
    chan->cur = chan->kicked = 0x2ff8;
    nv_push_ref(chan, 5);
    nv_assert_hex(chan->cur, 0x3000);
    nv_ib_entry(chan, 0x2ff8, 6, 0);
    nv_ib_kick(chan);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    nv_assert_hex(nv_user_ref(chan), 5);
    nv_assert_hex(nv_user_get(chan), 0x3000);
    nv_assert_hex(nv_user_put(chan), 0x3010);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 5);
    nv_assert_hex(trap.addr, chan->push->va + 0x3000);
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), 0x3010);
    g_array_set_size(nv->pusher_errors, 0);
    nv_chan_free(chan);
}

/* "dma_limit is ignored in IB mode"; otherwise "at all times <= dma_limit" */
static void limit_is_ignored(NVDev *nv)
{
    NVChan *ib = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *chan = nv_chan_new(nv, CHID + 1, NV_IN_RAM);

    nv_tesla_stop(nv, CHID);
    nv_tesla_stop(nv, CHID + 1);
    nv_inst_wr32(nv, nv_ramfc(ib, 0x4c), 0xfff);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x4c), 0xfff);
    nv_tesla_start(nv, CHID);
    nv_tesla_start(nv, CHID + 1);
    ib->cur = ib->kicked = 0xff8;
    nv_push_ref(ib, 1);
    nv_push_ref(ib, 2);
    nv_run(ib);
    nv_assert_hex(nv_user_ref(ib), 2);
    nv_assert_quiet(nv);

    for (unsigned i = 0; i < 0xff8 / 4; i++) {
        nv_push(chan, NV_CMD_NOP);
    }
    nv_push_ref(chan, 1);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_LIMIT, 0xfff);
    nv_assert_pusher_error(chan, NV_PUSHER_MEM_FAULT, 0x1000,
                           nv_cmd_ref(nv->card, 1));
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_LIMIT, NV_PUSH_SIZE - 1);
    nv_assert_pusher_recovers(chan, NV_PUSHER_MEM_FAULT, 0x1000);
    nv_chan_free(chan);
    nv_chan_free(ib);
}

/* --- NOT_MAIN and MGET ------------------------------------------------ */

static void assert_mget(NVChan *chan, uint32_t mget, bool valid)
{
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET), mget);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH),
                  valid ? 0x80000000 : 0);
}

/*
 * "DMA_MGET will then contain the address of the current position in the
 * 'main' buffer"
 */
static void mget_is_of_the_main_buffer(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    uint32_t helper;

    assert_mget(chan, 0, false);
    chan->cur = 0x8000;
    helper = push_ref(chan, 0x8000);
    nv_push_ref(chan, 0x8001);
    nv_ib_entry(chan, helper, 4, NV_IB_NOT_MAIN);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_get(chan), helper + 16);
    g_assert_true(nv_field(nv, NV50_PFIFO_CACHE1_DMA_STATE, NON_MAIN));
    assert_mget(chan, 0, false);

    chan->cur = 0x100;
    nv_ib_entry(chan, push_ref(chan, 1), 2, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    g_assert_false(nv_field(nv, NV50_PFIFO_CACHE1_DMA_STATE, NON_MAIN));
    assert_mget(chan, 0x108, true);

    /* Main, then the other one, in one go */
    nv_ib_entry(chan, push_ref(chan, 2), 2, 0);
    nv_ib_entry(chan, helper, 2, NV_IB_NOT_MAIN);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x8000);
    nv_assert_hex(nv_user_get(chan), helper + 8);
    assert_mget(chan, 0x110, true);
    nv_chan_free(chan);
}

/* MGET is the entry's as soon as that has been read. */
static void mget_before_the_first_word(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_GART, NV_IB_ORDER);

    nv_vm_set(nv, nv->tesla->table, chan->push->va + 0x3000, NV_VM_SMALL, 0);
    nv_ib_entry(chan, 0x3000, 1, 0);
    nv_ib_kick(chan);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    assert_mget(chan, 0x3000, false);
    nv_handle_all(nv);
    g_array_set_size(nv->pusher_errors, 0);
    nv_chan_free(chan);
}

/* --- The control area ------------------------------------------------- */

/* "only writable when not in IB mode"; IB_PUT only in it */
static void writability(NVDev *nv)
{
    NVChan *ib = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *chan = nv_chan_new(nv, CHID + 1, NV_IN_RAM);

    for (unsigned in_cache1 = 0; in_cache1 < 2; in_cache1++) {
        uint32_t was = nv_user_put(ib);

        nv_user_wr32(ib, A_NV50_USER_DMA_PUT_HIGH, 0x12);
        nv_user_wr32(ib, A_NV_USER_DMA_PUT, 0x100);
        nv_assert_hex(nv_user_put(ib), was);
        nv_assert_hex(nv_user_get(ib), was);
        nv_assert_hex(nv_user_rd32(ib, A_NV50_USER_DMA_PUT_HIGH), 0);
        nv_push_ref(ib, 1);
        nv_run(ib);
    }
    for (unsigned in_cache1 = 0; in_cache1 < 2; in_cache1++) {
        nv_user_wr32(chan, A_NV50_USER_IB_PUT, 5);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_IB_PUT), 0);
        nv_push_ref(chan, 1);
        nv_run(chan);
    }
    /* And read-only memory can't be written. */
    for (uint32_t reg = 0x44; reg < 0x90; reg += 4) {
        uint32_t was = nv_user_rd32(chan, reg);

        if (reg != A_NV50_USER_DMA_PUT_HIGH && reg != A_NV50_USER_IB_PUT) {
            nv_user_wr32(chan, reg, ~was);
            nv_assert_hex(nv_user_rd32(chan, reg), was);
        }
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(ib);
}

/* A channel with addresses that have high halves, in CACHE1 or in RAMFC */
static NVChan *wide_channel(NVDev *nv, unsigned chid, bool in_cache1)
{
    NVChan *chan = nv_ib_chan_new(nv, chid, NV_IN_RAM, NV_IB_ORDER);

    if (in_cache1) {
        nv_push_ref(chan, 1);
        nv_run(chan);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUT, 0x11110000);
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_DMA_PUT_HIGH, 0x1a);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, 0x22220000);
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_DMA_GET_HIGH, 0x2b);
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_DMA_MGET, 0x33330000);
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_DMA_MGET_HIGH, 0x8000003c);
    } else {
        nv_tesla_stop(nv, chid);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x08), 0x11110000);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x0c), 0x1a);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x10), 0x22220000);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x14), 0x2b);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x18), 0x33330000);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x1c), 0x8000003c);
        /* It doesn't run; its state is the saved one. */
        nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + chid * 4,
                nv->tesla->ramfc[chid] >>
                (nv->card->features & NV_CARD_NV84 ? 8 : 12));
    }
    return chan;
}

static void set_high_halves(NVChan *chan, bool in_cache1, uint32_t put,
                            uint32_t get, uint32_t mget)
{
    static const struct {
        uint32_t reg, ramfc;
    } regs[] = {
        { A_NV50_PFIFO_CACHE1_DMA_PUT_HIGH, 0x0c },
        { A_NV50_PFIFO_CACHE1_DMA_GET_HIGH, 0x14 },
        { A_NV50_PFIFO_CACHE1_DMA_MGET_HIGH, 0x1c },
    };
    uint32_t vals[] = { put, get, mget };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        if (in_cache1) {
            nv_wr32(chan->nv, regs[i].reg, vals[i]);
        } else {
            nv_inst_wr32(chan->nv, nv_ramfc(chan, regs[i].ramfc), vals[i]);
        }
    }
}

/*
 * "When you read the address corresponding to the low part, the whole value is
 * atomically read"; and "two different threads reading these values
 * simultaneously can interfere with each other".
 */
static void read_shadows(NVDev *nv)
{
    for (unsigned in_cache1 = 0; in_cache1 < 2; in_cache1++) {
        NVChan *chan = wide_channel(nv, CHID + in_cache1, in_cache1);

        /* The low parts haven't been read. */
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH), 0);
        /* Each has its own shadow. */
        nv_assert_hex(nv_user_put(chan), 0x11110000);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0x1a);
        nv_assert_hex(nv_user_get(chan), 0x22220000);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0x2b);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET), 0x33330000);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH),
                      0x8000003c);

        /* The captured value stays, however the counter moves. */
        set_high_halves(chan, in_cache1, 0x4d, 0x5e, 0x6f);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0x1a);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0x2b);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH),
                      0x8000003c);

        /* Torn: A reads low, B reads low, A reads B's high part. */
        nv_assert_hex(nv_user_get(chan), 0x22220000);
        set_high_halves(chan, in_cache1, 0x4d, 0x77, 0x88);
        nv_user_get(chan);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0x77);
        nv_user_rd32(chan, A_NV50_USER_DMA_MGET);
        nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH), 0x88);
        nv_chan_free(chan);
    }
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
}

/*
 * "When the low part address is written, it's assembled together with the
 * write shadow and atomically written."
 */
static void write_shadow(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_tesla_stop(nv, CHID);
    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + CHID * 4, nv->tesla->ramfc[CHID] >>
            (nv->card->features & NV_CARD_NV84 ? 8 : 12));
    nv_user_wr32(chan, A_NV50_USER_DMA_PUT_HIGH, 0xffffff21);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x28)), 0x21);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x0c)), 0);
    /* Reads show the read shadow, which is separate. */
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0x450);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x08)), 0x450);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x0c)), 0x21);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0);
    nv_assert_hex(nv_user_put(chan), 0x450);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0x21);
    /* The shadow stays for the next one. */
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0x460);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x0c)), 0x21);
    /* Other words aren't modelled. */
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
    nv_user_wr32(chan, 0xa0, 1);
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 1);
    nv_chan_free(chan);
}

/*
 * "Why dma_put writing supports it is a mystery": GET can't get there, since
 * jumps and the limit have 32 bits.
 */
static void put_above_4_gib(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_user_wr32(chan, A_NV50_USER_DMA_PUT_HIGH, 1);
    nv_push(chan, NV_CMD_JUMP(0xfffffffc));
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_DMA_PUT_HIGH, 1);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_PUT, 0);
    nv_assert_hex(nv_user_ref(chan), 1);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    nv_assert_hex(nv_user_get(chan), 0xfffffffc);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0);
    nv_handle_all(nv);
    g_array_set_size(nv->pusher_errors, 0);
    nv_chan_free(chan);
}

/* The entry's address has 40 bits. */
static void entries_above_4_gib(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_VRAM, NV_IB_ORDER);

    nv_ib_entry(chan, 0xfe12345678, 4, 0);
    nv_ib_kick(chan);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    nv_assert_hex(nv_user_get(chan), 0x12345678);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0xfe);
    nv_assert_hex(nv_user_put(chan), 0x12345688);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0xfe);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET), 0x12345678);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_MGET_HIGH), 0xfe);
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), 0x12345688);
    g_array_set_size(nv->pusher_errors, 0);
    nv_push_ref(chan, 9);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 9);
    nv_chan_free(chan);
}

/* SIZE has 22 bits, and PUT carries into its high part. */
static void longest_entry(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_VRAM, NV_IB_ORDER);

    nv_ib_entry(chan, 0xabff800004, 0x3fffff, 0);
    nv_ib_kick(chan);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_MEM_FAULT);
    nv_assert_hex(nv_user_get(chan), 0xff800004);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0xab);
    nv_assert_hex(nv_user_put(chan), 0x00800000);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_PUT_HIGH), 0xac);
    g_assert_false(nv_field(nv, NV50_PFIFO_CACHE1_DMA_STATE, NON_MAIN));
    nv_handle_all(nv);
    nv_assert_hex(nv_user_get(chan), 0x00800000);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_DMA_GET_HIGH), 0xac);
    g_array_set_size(nv->pusher_errors, 0);
    nv_push_ref(chan, 9);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 9);
    nv_chan_free(chan);
}

/* What bits 0, 1 and 40 of an entry are for isn't known: 40 is in STATE. */
static void unknown_bits(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_ib_entry(chan, push_ref(chan, 1) | 3, 2, 0x100);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_user_get(chan), 8);
    g_assert_true(nv_field(nv, NV50_PFIFO_CACHE1_DMA_STATE, UNK1));
    nv_chan_free(chan);
}

/* Entries and pushbuffers in the other byte order */
static void big_endian(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    const uint32_t words[] = {
        nv_cmd_ref(nv->card, 1), 0x12345678,
    };

    nv_wr32(nv, A_NV50_PFIFO_CACHE1_FIFO_ENDIAN, 3);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        nv_buf_wr32(chan->push, 0x100 + i * 4, bswap32(words[i]));
    }
    nv_buf_wr32(chan->push, nv_ib_entry_at(chan, 0), bswap32(0x100));
    nv_buf_wr32(chan->push, nv_ib_entry_at(chan, 0) + 4, bswap32(2 << 10));
    chan->ib_put = 1;
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x12345678);

    /* Without the override PMC decides: little-endian */
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_FIFO_ENDIAN, 2);
    nv_ib_entry(chan, push_ref(chan, 2), 2, 0);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Channels in both modes, one after the other */
static void both_modes(NVDev *nv)
{
    NVChan *ib = nv_ib_chan_new(nv, CHID, NV_IN_VRAM, NV_IB_ORDER);
    NVChan *chan = nv_chan_new(nv, CHID + 1, NV_IN_RAM);

    for (unsigned i = 1; i <= 40; i++) {
        nv_push_ref(ib, i);
        nv_kick(ib);
        nv_push_ref(chan, 100 + i);
        nv_kick(chan);
        nv_wait(ib);
        nv_wait(chan);
        nv_assert_hex(nv_user_ref(ib), i);
        nv_assert_hex(nv_user_ref(chan), 100 + i);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(ib);
}

static const NVTest tests[] = {
    { "ib/entries",
      "ib-mode! dma-pushbuffer dma-put-get ib-enable ib-put-get! ib-address "
      "user-dma-put user-dma-get user-ib-put-get! ib-ring ib-entry "
      "ib-next-entry!",
      entries, .needs = NV_CARD_NV50 },
    { "ib/ring-wraps", "ib-put-get ib-address! ib-ring!", ring_wraps,
      .needs = NV_CARD_NV50, .slow = true },
    { "ib/full-ring", "ib-ring ib-next-entry", full_ring,
      .needs = NV_CARD_NV50 },
    { "ib/commands-span-entries",
      "dma-state-mthd dma-state-mcnt command-spans-entries!",
      commands_span_entries, .needs = NV_CARD_NV50 },
    { "ib/long-commands",
      "long-noninc-methods! dma-state-mcnt dcount-shadow rsvd-shadow",
      long_commands, .needs = NV_CARD_NV50 },
    { "ib/long-command-is-pending",
      "dma-state-lenp! long-noninc-methods ramfc-layout",
      long_command_is_pending, .needs = NV_CARD_NV50 },
    { "ib/long-command-of-nothing", "long-noninc-methods zero-count",
      long_command_of_nothing, .needs = NV_CARD_NV50 },
    { "ib/control-flow-is-reserved",
      "ib-no-jumps! error-reserved-cmd! reserved-commands",
      control_flow_is_reserved, .needs = NV_CARD_NV50 },
    { "ib/long-commands-are-for-ib-mode",
      "long-noninc-methods reserved-commands", long_commands_are_for_ib_mode,
      .needs = NV_CARD_NV50 },
    { "ib/empty-entry", "error-ib! error-dma-state error-recovery", empty_entry,
      .needs = NV_CARD_NV50 },
    { "ib/driver-skips-after-an-error", "error-ib error-recovery",
      driver_skips_after_an_error, .needs = NV_CARD_NV50 },
    { "ib/fault-of-the-ib-buffer", "error-protection ib-read-fault!",
      fault_of_the_ib_buffer, .needs = NV_CARD_NV50 },
    { "ib/fault-of-the-pushbuffer", "error-protection! error-recovery",
      fault_of_the_pushbuffer, .needs = NV_CARD_NV50 },
    { "ib/limit-is-ignored", "dma-limit! get-within-limit! ib-ignores-limit!",
      limit_is_ignored, .needs = NV_CARD_NV50 },
    { "ib/mget-is-of-the-main-buffer",
      "ib-enable! dma-mget! user-dma-mget! user-dma-mget-high "
      "mget-follows-get!",
      mget_is_of_the_main_buffer, .needs = NV_CARD_NV50 },
    { "ib/mget-before-the-first-word",
      "dma-mget ib-next-entry mget-follows-get", mget_before_the_first_word,
      .needs = NV_CARD_NV50 },
    { "ib/writability", "user-put-by-mode!", writability,
      .needs = NV_CARD_NV50 },
    { "ib/read-shadows",
      "dma-put-high dma-get-high dma-mget user-dma-put-high! "
      "user-dma-mget-high! user-dma-get-high! user-high-latch! "
      "user-shadow-race!",
      read_shadows, .needs = NV_CARD_NV50 },
    { "ib/write-shadow", "dma-put-high user-dma-put-high user-high-latch",
      write_shadow, .needs = NV_CARD_NV50 },
    { "ib/put-above-4-gib", "dma-put-high put-above-4gib!", put_above_4_gib,
      .needs = NV_CARD_NV50 },
    { "ib/entries-above-4-gib", "dma-put-high! dma-get-high! ib-entry",
      entries_above_4_gib, .needs = NV_CARD_NV50 },
    { "ib/longest-entry", "dma-put-high dma-get-high ib-entry! ib-next-entry",
      longest_entry, .needs = NV_CARD_NV50 },
    { "ib/unknown-bits", "ib-entry", unknown_bits, .needs = NV_CARD_NV50 },
    { "ib/big-endian", "pushbuffer-endian!", big_endian,
      .needs = NV_CARD_NV50 },
    { "ib/both-modes", "dma-mode ib-mode channel-switch", both_modes,
      .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: what NV40 added to PFIFO: SLI conditional, YIELD,
 * DMA_CGET, control areas for DMA mode, more state in RAMFC; and two cards
 * that share a pushbuffer, on later cards as well
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define HANDLE 0xbeef0001
#define NOP 0x0100
#define SUBR 0x4000

#define SLI_ACTIVE R_NV_PFIFO_SLI_ACTIVE_MASK
#define SLI_ENABLE R_NV_PFIFO_SLI_ENABLE_MASK

/* --- SLI conditional -------------------------------------------------- */

/*
 * The card's mask; the other bits are the channel's, and from NV50 on so is
 * the mask: that of the channel in CACHE1.
 */
static void set_mask(NVDev *nv, uint32_t mask)
{
    nv_mask(nv, A_NV_PFIFO_SLI, R_NV_PFIFO_SLI_MASK_MASK, mask);
}

/* A channel that is in CACHE1 */
static NVChan *loaded_channel(NVDev *nv, NVPlace place)
{
    NVChan *chan = nv_chan_new(nv, CHID, place);

    nv_push_ref(chan, 0);
    nv_run(chan);
    return chan;
}

static bool is_active(NVDev *nv)
{
    return nv_field(nv, NV_PFIFO_SLI, ACTIVE);
}

/*
 * "ands the mask with the current value of sli_mask, and sets sli_active flag
 * to 1 if result if non-0, to 0 if it is 0": each pair of bits
 */
static void mask_bits(NVDev *nv)
{
    NVChan *chan = loaded_channel(nv, NV_IN_GART);
    uint32_t ref = 0;

    for (unsigned card = 0; card < 12; card++) {
        set_mask(nv, BIT(card));
        for (unsigned cmd = 0; cmd < 12; cmd++) {
            nv_push(chan, NV_CMD_SLI(BIT(cmd)));
            nv_push_ref(chan, 0x100 + card * 16 + cmd);
            nv_run(chan);
            g_assert_cmpint(is_active(nv), ==, card == cmd);
            if (card == cmd) {
                ref = 0x100 + card * 16 + cmd;
            }
            nv_assert_hex(nv_user_ref(chan), ref);
        }
    }
    /* More bits than one, and none */
    set_mask(nv, 0xa50);
    nv_push(chan, NV_CMD_SLI(0x5af));
    nv_push_ref(chan, 1);
    nv_push(chan, NV_CMD_SLI(0x010));
    nv_push_ref(chan, 2);
    nv_push(chan, NV_CMD_SLI(0));
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_reg(nv, NV_PFIFO_SLI, 0xa50 | SLI_ENABLE);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Otherwise, they'll be ignored": neither methods nor their errors pass. */
static void inactive_methods(NVDev *nv)
{
    NVChan *chan = loaded_channel(nv, NV_IN_GART);
    uint32_t words[1500];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = 0x5000 + i;
    }
    nv_watch_methods(nv);
    set_mask(nv, 1);
    nv_push_ref(chan, 1);
    nv_push(chan, NV_CMD_SLI(2));
    nv_push_inc(chan, 3, NV_MTHD_OBJECT, 0xbad);
    nv_push_inc(chan, 3, 0x0180, 0xbad);
    /* Methods that PFIFO doesn't have, and more than a page of them */
    nv_push_inc(chan, 3, 0x0004, 1, 2, 3);
    nv_push_command(chan, NV_CMD_NI(0, NV_MTHD_REF_CNT, 0), words,
                    ARRAY_SIZE(words));
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DATA_SHADOW,
                  words[ARRAY_SIZE(words) - 1]);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, ARRAY_SIZE(words));
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_push(chan, NV_CMD_SLI(1));
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_delivered(nv, { CHID, 0, NV_MTHD_REF_CNT, 1 },
                        { CHID, 0, NV_MTHD_REF_CNT, 2 });
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Only methods are ignored: control flow continues. */
static void inactive_control_flow(NVDev *nv)
{
    NVChan *chan = loaded_channel(nv, NV_IN_RAM);
    const uint32_t subr[] = {
        NV_CMD_INC(0, NV_MTHD_REF_CNT, 1), 0x11, NV_CMD_SLI(1), NV_CMD_RETURN,
    };

    set_mask(nv, 1);
    nv_buf_write(chan->push, SUBR, subr, sizeof(subr));
    nv_push(chan, NV_CMD_SLI(2));
    nv_push(chan, NV_CMD_CALL(SUBR));
    nv_push(chan, NV_CMD_INC(0, NV_MTHD_REF_CNT, 1));
    nv_push(chan, 0x22);
    nv_push(chan, NV_CMD_SLI(2));
    nv_push_jump(chan, 0x2000);
    nv_push_ref(chan, 0x33);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    g_assert_false(is_active(nv));

    /* An error is still an error. */
    nv_push(chan, 0xfffffffc);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_INVALID_CMD);
    nv_handle_all(nv);
    nv_chan_free(chan);
}

/* "If it's not set, the command effectively doesn't exist." */
static void disabled(NVDev *nv)
{
    const NVRamfcLayout *r = nv->card->ramfc;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t fetch = nv_inst_rd32(nv, nv_ramfc(chan, r->fetch));

    set_mask(nv, 1);
    /* Inactive, too: only an enabled channel's methods are ignored. */
    nv_inst_wr32(nv, nv_ramfc(chan, r->fetch), fetch & 0x0fffffff);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PFIFO_SLI, 1);

    nv_push(chan, NV_CMD_SLI(1));
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     NV_PUSHER_INVALID_CMD);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, NV_CMD_SLI(1));
    nv_handle_all(nv);

    /* The register enables it for the channel in CACHE1. */
    nv_mask(nv, A_NV_PFIFO_SLI, 0, SLI_ENABLE);
    nv_push_ref(chan, 2);
    nv_push(chan, NV_CMD_SLI(1));
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_chan_free(chan);
}

/* sli_enable and sli_active come and go with the channel, sli_mask doesn't. */
static void saved_with_the_channel(NVDev *nv)
{
    const NVRamfcLayout *r = nv->card->ramfc;
    NVChan *off = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *on = nv_chan_new(nv, 2, NV_IN_RAM);

    set_mask(nv, 0x123);
    nv_push(off, NV_CMD_SLI(0x444));
    nv_run(off);
    nv_push(on, NV_CMD_SLI(0x100));
    nv_push_ref(on, 1);
    nv_run(on);
    nv_assert_reg(nv, NV_PFIFO_SLI, 0x123 | SLI_ACTIVE | SLI_ENABLE);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(off, r->fetch)) >> 28, 2);

    nv_migrate(nv);
    nv_push_ref(off, 2);
    nv_run(off);
    nv_assert_hex(nv_user_ref(off), 0);
    nv_assert_reg(nv, NV_PFIFO_SLI, 0x123 | SLI_ENABLE);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(on, r->fetch)) >> 28, 3);
    nv_push_ref(on, 3);
    nv_run(on);
    nv_assert_hex(nv_user_ref(on), 3);
    nv_assert_quiet(nv);
    nv_chan_free(off);
    nv_chan_free(on);
}

/* The channel's mask, which before NV50 is the card's */
static void set_channel_mask(NVChan *chan, uint32_t mask)
{
    NVDev *nv = chan->nv;

    if (!nv_is_tesla(nv)) {
        set_mask(nv, mask);
        return;
    }
    nv_tesla_stop(nv, chan->chid);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x7c), SLI_ENABLE | SLI_ACTIVE | mask);
    nv_tesla_start(nv, chan->chid);
}

/* A channel of @nv with the pushbuffer, and the IB buffer, of another card's */
static NVChan *sister_new(NVDev *nv, const NVChan *other)
{
    NVBuf *shared = g_new0(NVBuf, 1);
    NVChan *chan;

    *shared = *other->push;
    shared->nv = nv;
    shared->inst = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, shared->base,
                                    shared->size - 1);
    chan = nv_chan_new_at(nv, other->chid, shared, 0);
    if (other->ib_order) {
        nv_tesla_set_ib(chan, NV_PUSH_SIZE, other->ib_order);
    }
    return chan;
}

/* Submits to one channel, and then to its sister the same commands. */
static void run_both(NVChan *chan, NVChan *sister)
{
    nv_kick(chan);
    sister->cur = chan->cur;
    sister->kicked = chan->kicked;
    sister->ib_put = chan->ib_put;
    if (sister->ib_order) {
        nv_ib_kick(sister);
    } else {
        nv_kick(sister);
    }
    nv_wait(sister);
    nv_wait(chan);
}

/*
 * "sister channels are commonly created on all cards in SLI set using a common
 * pushbuffer": two cards, each of which executes its own part.
 */
static void two_cards(NVDev *nv)
{
    bool ib = *(const bool *)nv->test->data;
    NVDev *nvs[2], *a, *b;
    NVChan *first, *second;

    nv_start_two(nvs, nv->card);
    a = nvs[0];
    b = nvs[1];
    nv_init(a);
    nv_init(b);
    first = ib ? nv_ib_chan_new(a, CHID, NV_IN_RAM, NV_IB_ORDER)
               : nv_chan_new(a, CHID, NV_IN_RAM);
    second = sister_new(b, first);
    set_channel_mask(first, 1);
    set_channel_mask(second, 2);

    nv_push_ref(first, 0x10);
    nv_push(first, NV_CMD_SLI(1));
    nv_push_ref(first, 0x11);
    nv_push(first, NV_CMD_SLI(2));
    nv_push_ref(first, 0x12);
    run_both(first, second);
    nv_assert_hex(nv_user_ref(first), 0x11);
    nv_assert_hex(nv_user_ref(second), 0x12);
    g_assert_cmpuint(nv_references(a), ==, 2);
    g_assert_cmpuint(nv_references(b), ==, 2);

    nv_push(first, NV_CMD_SLI(3));
    nv_push_ref(first, 0x13);
    run_both(first, second);
    nv_assert_hex(nv_user_ref(first), 0x13);
    nv_assert_hex(nv_user_ref(second), 0x13);

    nv_push(first, NV_CMD_SLI(0xffc));
    nv_push_ref(first, 0x14);
    run_both(first, second);
    nv_assert_hex(nv_user_ref(first), 0x13);
    nv_assert_hex(nv_user_ref(second), 0x13);
    nv_assert_quiet(a);
    nv_assert_quiet(b);
    nv_chan_free(first);
    nv_chan_free(second);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

/* --- YIELD ------------------------------------------------------------ */

/*
 * "if there are any other busy channels at the moment, will cause PFIFO to
 * switch to another channel immediately"
 */
static void check_yield(NVDev *nv, uint32_t gate)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);

    nv_wr32(nv, gate, 0);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_ref(a, 0xa0 + i);
        nv_push_inc(a, 0, 0x0080, 0);
        nv_push_ref(b, 0xb0 + i);
        nv_push_inc(b, 0, 0x0080, 0);
    }
    nv_kick(a);
    nv_kick(b);
    nv_watch_methods(nv);
    nv_wr32(nv, gate, 1);
    nv_wait(a);
    nv_wait(b);
    nv_assert_delivered(nv,
                        { 1, 0, 0x0050, 0xa0 }, { 1, 0, 0x0080, 0 },
                        { 2, 0, 0x0050, 0xb0 }, { 2, 0, 0x0080, 0 },
                        { 1, 0, 0x0050, 0xa1 }, { 1, 0, 0x0080, 0 },
                        { 2, 0, 0x0050, 0xb1 }, { 2, 0, 0x0080, 0 },
                        { 1, 0, 0x0050, 0xa2 }, { 1, 0, 0x0080, 0 },
                        { 2, 0, 0x0050, 0xb2 }, { 2, 0, 0x0080, 0 });
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

static void yield(NVDev *nv)
{
    check_yield(nv, A_NV_PFIFO_CACHES);
}

/* With the puller off, it comes out of CACHE1 afterwards. */
static void yield_out_of_cache1(NVDev *nv)
{
    check_yield(nv, A_NV_PFIFO_CACHE1_PULL0);
}

/* Without another waiting channel, it does nothing. */
static void yield_alone(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint64_t switches;

    nv_push_ref(chan, 1);
    nv_run(chan);
    switches = nv_statistic(nv, "switches");
    for (unsigned i = 0; i < 10; i++) {
        nv_push_inc(chan, 5, 0x0080, i);
    }
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    g_assert_cmpuint(nv_statistic(nv, "switches"), ==, switches);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- DMA_CGET --------------------------------------------------------- */

/* "connected to subr_return when subroutine active, dma_get when inactive" */
static void cget(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    const uint32_t subr[] = {
        NV_CMD_INC(0, NV_MTHD_REF_CNT, 1), 0x11, NV_CMD_RETURN,
    };
    uint32_t back;

    nv_buf_write(chan->push, SUBR, subr, sizeof(subr));
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), chan->cur);
    back = nv_push(chan, NV_CMD_CALL(SUBR)) + 4;
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, SUBR + 8);
    nv_poll(nv_user_get(chan) == SUBR + 8);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), back);

    /* The same from RAMFC */
    nv_push_ref(other, 2);
    nv_run(other);
    nv_assert_hex(nv_user_get(chan), SUBR + 8);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), back);
    nv_kick(chan);
    nv_wait(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), back);
    /* It is read-only. */
    nv_user_wr32(chan, A_NV_USER_DMA_CGET, 0x1234);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_DMA_CGET), back);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* --- Control areas ---------------------------------------------------- */

/* The area at 0x800000, which earlier cards have, shows the same channel. */
static void both_areas(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t old = 0x800000 + CHID * 0x10000;

    nv_push_ref(chan, 0x77);
    nv_wr32(nv, old + A_NV_USER_DMA_PUT, chan->cur);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    for (unsigned subc = 0; subc < 8; subc++) {
        uint32_t area = old + subc * 0x2000;

        nv_assert_hex(nv_rd32(nv, area + A_NV_USER_DMA_PUT), chan->cur);
        nv_assert_hex(nv_rd32(nv, area + A_NV_USER_DMA_GET), chan->cur);
        nv_assert_hex(nv_rd32(nv, area + A_NV_USER_REF), 0x77);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- CACHE1 ----------------------------------------------------------- */

/* The window has moved; where it was there is nothing. */
static void cache1_window(NVDev *nv)
{
    unsigned beyond = 512 - nv->card->cache1_entries;

    for (unsigned i = 0; i < 512; i++) {
        nv_wr32(nv, 0x90000 + i * 8, 0xffff0000 | i << 2);
        nv_wr32(nv, 0x90004 + i * 8, ~i);
    }
    for (unsigned i = 0; i < 512; i++) {
        /* Slots beyond the last one wrap to the first. */
        unsigned slot = i | beyond;

        nv_assert_hex(nv_rd32(nv, 0x90000 + i * 8), slot << 2);
        nv_assert_hex(nv_rd32(nv, 0x90004 + i * 8), ~slot);
    }
    nv_wr32(nv, 0x3800, 0x12345678);
    nv_assert_hex(nv_rd32(nv, 0x90000), beyond << 2);
}

/* --- RAMFC ------------------------------------------------------------ */

/* NV40's additions to the saved state: nv40_fifo_ramfc[] */
static void ramfc(NVDev *nv)
{
    static const struct {
        uint32_t offset, addr, mask;
    } fields[] = {
        { 0x24, A_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 0xffffffff },
        { 0x28, A_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 0xffffffff },
        { 0x2c, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 0x7fffffff },
        { 0x30, A_NV_PFIFO_CACHE1_SEMAPHORE, 0xfffffffd },
        { 0x34, A_NV_PFIFO_CACHE1_SUBROUTINE, 0xfffffffc },
        { 0x38, A_NV_PFIFO_CACHE1_GRCTX_INST, 0xffffffff },
        { 0x44, A_NV_PFIFO_CACHE1_UNK0E8, 0xffffffff },
        { 0x4c, A_NV_PFIFO_UNK88, 0xffffffff },
        { 0x50, A_NV_PFIFO_CACHE1_UNK100, 0x00000001 },
    };
    NVChan *chan = nv_chan_new(nv, 3, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, 4, NV_IN_RAM);

    nv_mask(nv, A_NV_PFIFO_DMA_TIMESLICE, 0xffffffff, 0x2100ffff);
    for (unsigned n = 0; n < 64; n++) {
        uint32_t saved[ARRAY_SIZE(fields)], slice, sli;

        for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
            saved[i] = (n < 32 ? BIT(n) : g_test_rand_int()) & fields[i].mask;
            nv_inst_wr32(nv, nv_ramfc(chan, fields[i].offset), saved[i]);
        }
        slice = (n < 17 ? BIT(n) : g_test_rand_int()) & 0x1ffff;
        sli = n % 4;
        nv_inst_wr32(nv, nv_ramfc(chan, 0x3c), slice);
        nv_inst_wr32(nv, nv_ramfc(chan, 0x18),
                     0x00086078 | sli << 28 | (n & 4u) << 29);

        nv_wr32(nv, A_NV_PFIFO_CHANNEL_DMA_PENDING, BIT(3));
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, 3);
        for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
            nv_assert_hex(nv_rd32(nv, fields[i].addr), saved[i]);
        }
        nv_assert_reg(nv, NV_PFIFO_DMA_TIMESLICE, 0x21000000 | slice);
        nv_assert_reg(nv, NV_PFIFO_SLI, sli << 28);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_FETCH,
                      0x00086078 | (n & 4u) << 29);
        for (uint32_t i = 0x18; i < 0x58; i += 4) {
            nv_inst_wr32(nv, nv_ramfc(chan, i), 0);
        }

        nv_wr32(nv, A_NV_PFIFO_CHANNEL_DMA_PENDING, BIT(4));
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, 4);
        for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
            nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, fields[i].offset)),
                          saved[i]);
        }
        nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x3c)), slice);
        nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x18)),
                      0x00086078 | sli << 28 | (n & 4u) << 29);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* A channel's area of 128 bytes, 32 of them from where 0x2220 says */
static void ramfc_base(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 30, NV_IN_RAM);
    uint32_t moved = 0x60000 + 30 * 0x80;
    uint64_t base = 0x60000;

    for (uint32_t i = 0; i < 0x80; i += 4) {
        nv_inst_wr32(nv, moved + i, nv_inst_rd32(nv, nv_ramfc(chan, i)));
    }
    if (nv->card->features & NV_CARD_RAMFC_IN_VRAM) {
        base += nv->vram - 0x80000;
    }
    nv_wr32(nv, A_NV_PFIFO_RAMFC_NV40, 0x00030000 | base >> 16);
    nv_push_ref(chan, 0x44);
    nv_kick(chan);
    nv_poll(nv_user_ref(chan) == 0x44);
    nv_assert_hex(nv_inst_rd32(nv, moved), chan->cur);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0)), 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static const bool no = false, yes = true;

#define NV40(_name, _rows, _fn) \
    { _name, _rows, _fn, .needs = NV_CARD_NV40 }

static const NVTest tests[] = {
    { "sli/mask-bits", "sli-state! sli-conditional! sli-discard sli-mask!",
      mask_bits, .needs = NV_CARD_SLI, .tesla = true },
    { "sli/inactive-methods-are-ignored", "sli-discard!", inactive_methods,
      .needs = NV_CARD_SLI, .tesla = true },
    { "sli/inactive-control-flow-goes-on", "sli-discard sli-mask",
      inactive_control_flow, .needs = NV_CARD_SLI, .tesla = true },
    NV40("sli/disabled-raises-INVALID_CMD",
         "sli-state error-reserved-cmd reserved-commands sli-mask", disabled),
    NV40("sli/saved-with-the-channel", "sli-mask ramfc-layout migration",
         saved_with_the_channel),
    { "sli/two-cards-share-a-pushbuffer",
      "sli-mask sli-two-cards! several-cards", two_cards, .needs = NV_CARD_SLI,
      .tesla = true, .no_machine = true, .data = &no },
    { "sli/two-cards-share-an-ib-buffer",
      "sli-mask sli-two-cards several-cards", two_cards, .needs = NV_CARD_NV50,
      .no_machine = true, .data = &yes },
    NV40("puller/yield", "yield!", yield),
    NV40("puller/yield-out-of-cache1", "yield cache1-at-switch",
         yield_out_of_cache1),
    NV40("puller/yield-alone", "yield", yield_alone),
    NV40("user/cget", "user-dma-cget! pushbuffer-ring", cget),
    NV40("user/both-areas", "user-window pio-subchannel", both_areas),
    NV40("cache1/window", "cache1-size cache1-method-data", cache1_window),
    NV40("ramfc/nv40", "channel-switch ramfc-layout", ramfc),
    NV40("ramfc/base", "ramfc-layout pfifo-tables", ramfc_base),
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: PGRAPH's contexts, and how they are switched
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-context.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHANNEL 1
#define OTHER 5

enum {
    NOP = 0x100,
    ROP = 0x300,
};

#define HANDLE 0xbeef0000

static NVChan *channel(NVDev *nv, unsigned chid)
{
    return nv_chan_new(nv, chid, NV_IN_RAM);
}

/* A channel that has set the raster operation */
static NVChan *channel_with(NVDev *nv, unsigned chid, uint32_t rop)
{
    NVChan *chan = channel(nv, chid);

    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, ROP, rop);
    nv_submit(chan);
    nv_assert_graph_channel(nv, chid);
    nv_assert_graph(nv, NV_PGRAPH_ROP, rop);
    return chan;
}

/* It has work, and does it. */
static void go_on(NVChan *chan)
{
    nv_push_inc(chan, 0, NOP, 0);
    nv_submit(chan);
    nv_assert_graph_channel(chan->nv, chan->chid);
}

static bool by_driver(const NVCard *card)
{
    return nv_context_driver(card);
}

static bool by_itself(const NVCard *card)
{
    return card->inst && !nv_context_driver(card);
}

/* --- Contexts --------------------------------------------------------- */

#define NR_CHANNELS 4

/* Each channel has a context of its own, and finds it again. */
static void contexts(NVDev *nv)
{
    NVChan *chan[NR_CHANNELS];

    nv_graph_init(nv);
    for (unsigned i = 0; i < NR_CHANNELS; i++) {
        chan[i] = channel(nv, 1 + i * 4);
        nv_graph_object(chan[i], 0, HANDLE, 0x43);
        nv_graph_object(chan[i], i, HANDLE + 1, i & 1 ? 0x12 : 0x72);
        nv_push_inc(chan[i], i, 0x300, 0x01234567 * (i + 1));
        nv_submit(chan[i]);
    }
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < NR_CHANNELS; i++) {
            if (i) {
                nv_push_inc(chan[i], 0, ROP, i * 16 + round);
            }
            nv_push_inc(chan[i], i, NOP, 0);
            nv_submit(chan[i]);
            nv_assert_graph(nv, NV_PGRAPH_ROP, i ? i * 16 + round : 0);
            nv_assert_graph(nv, NV_PGRAPH_BETA1,
                          i & 1 ? 0x01234567 * (i + 1) & 0x7f800000 : 0);
            nv_assert_graph(nv, NV_PGRAPH_BETA4,
                          i & 1 ? 0 : 0x01234567 * (i + 1));
            nv_assert_graph_channel(nv, 1 + i * 4);
            g_assert_cmpuint(nv_graph_field(nv, NV_PGRAPH_CTX_USER, SUBCH),
                             ==, i);
        }
        if (round == 1) {
            nv_migrate(nv);
        }
    }
    nv_assert_graph_quiet(nv);
    for (unsigned i = 0; i < NR_CHANNELS; i++) {
        nv_chan_free(chan[i]);
    }
}


/*
 * Where the driver switches contexts, CONTEXT_SWITCH asks it to; methods wait
 * until the right context is there and PGRAPH may continue.
 */
static void driver_is_asked(NVDev *nv)
{
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel_with(nv, CHANNEL, 0xcc);
    b = channel_with(nv, OTHER, 0x55);
    nv->no_switches = true;
    nv_push_inc(a, 0, NOP, 0);
    nv_push_inc(a, 0, ROP, 0xaa);
    nv_kick(a);
    for (unsigned i = 0; i < 2; i++) {
        nv_assert_reg(nv, NV_PGRAPH_INTR,
                      R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
        nv_assert_reg(nv, NV_PGRAPH_NSOURCE, 0);
        nv_assert_reg(nv, NV_PGRAPH_FIFO, 0);
        nv_assert_reg(nv, NV_PGRAPH_TRAPPED_ADDR,
                      nv_graph_trapped(nv->card, CHANNEL, 0, 0));
        nv_assert_reg(nv, NV_PGRAPH_STATUS, 0);
        nv_assert_reg(nv, NV_PMC_INTR, R_NV_PMC_INTR_PGRAPH_MASK);
        g_assert_true(nv_intx(nv));
        nv_channel_waits(nv, CHANNEL, "{ 'kind': 'engine', 'engine': 'PGRAPH',"
                         " 'why': 'context-switch' }");
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0x55);
        nv_assert_graph_channel(nv, OTHER);
        /* Letting PGRAPH continue isn't enough. */
        nv_wr32(nv, A_NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
        g_assert_false(nv_intx(nv));
        nv_channel_waits(nv, CHANNEL, "{ 'kind': 'engine', 'engine': 'PGRAPH',"
                         " 'why': 'frozen' }");
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0x55);
        nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    }
    nv->no_switches = false;
    nv_wait(a);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0xaa);
    nv_assert_graph_channel(nv, CHANNEL);
    nv_assert_graph_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* A masked interrupt stops PGRAPH, too. */
static void interrupt_is_masked(NVDev *nv)
{
    NVChan *chan;

    nv_graph_init(nv);
    nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_INTR_EN), 0);
    nv->no_switches = true;
    chan = channel(nv, CHANNEL);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_kick(chan);
    nv_assert_reg(nv, NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
    /* The subchannel has no engine yet, and will have its object's. */
    nv_channel_waits(nv, CHANNEL, "{ 'kind': 'engine', 'engine': 'PGRAPH',"
                         " 'why': 'context-switch' }");
    g_assert_false(nv_intx(nv));
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 0);
    nv->no_switches = false;
    nv_wait(chan);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* From NV20 on a driver may make PGRAPH ask as well. */
static void hardware_is_told_not_to(NVDev *nv)
{
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel_with(nv, CHANNEL, 0xcc);
    b = channel(nv, OTHER);
    nv_mask(nv, A_NV_PGRAPH_DEBUG_3,
            R_NV_PGRAPH_DEBUG_3_HW_CONTEXT_SWITCH_MASK, 0);
    go_on(a);
    nv_graph_object(b, 0, HANDLE, 0x43);
    nv_kick(b);
    nv_assert_reg(nv, NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 0);
    nv_assert_reg(nv, NV_PGRAPH_TRAPPED_ADDR,
                  nv_graph_trapped(nv->card, OTHER, 0, 0));
    nv_assert_graph_channel(nv, CHANNEL);
    nv_mask(nv, A_NV_PGRAPH_DEBUG_3,
            R_NV_PGRAPH_DEBUG_3_HW_CONTEXT_SWITCH_MASK,
            R_NV_PGRAPH_DEBUG_3_HW_CONTEXT_SWITCH_MASK);
    nv_graph_ack(nv);
    nv_wait(b);
    nv_assert_graph_channel(nv, OTHER);
    nv_assert_graph_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* A context that the driver removes is saved, and restored on demand. */
static void taken_away(NVDev *nv)
{
    NVChan *chan;

    nv_graph_init(nv);
    chan = channel_with(nv, CHANNEL, 0xcc);
    nv_context_fini(nv, CHANNEL);
    nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_ROP), 0x11);
    go_on(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0xcc);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* As for a suspend: the unit is reset, and the channels continue. */
static void survives_reset(NVDev *nv)
{
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel_with(nv, CHANNEL, 0xcc);
    b = channel_with(nv, OTHER, 0x55);
    nv_context_fini(nv, OTHER);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0);
    nv_context_setup(nv);
    nv_context_init(nv, CHANNEL);
    nv_context_init(nv, OTHER);
    nv_graph_init(nv);
    go_on(a);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0xcc);
    go_on(b);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x55);
    nv_assert_graph_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* A channel begins with the context that its driver has made. */
static void number_used_again(NVDev *nv)
{
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel_with(nv, CHANNEL, 0xcc);
    nv_context_fini(nv, CHANNEL);
    nv_chan_fini(a);
    nv_chan_free(a);
    b = channel(nv, CHANNEL);
    nv_graph_object(b, 0, HANDLE + 1, 0x43);
    nv_submit(b);
    nv_assert_graph_channel(nv, CHANNEL);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0);
    nv_assert_graph_quiet(nv);
    nv_chan_free(b);
}

/* --- In instance memory ------------------------------------------------ */

/* CTX_USER is where drivers have it; each switch reads the table. */
static void table(NVDev *nv)
{
    uint32_t inst = nv_context_inst(nv->card, CHANNEL);
    uint32_t user = inst + nv->card->ctx_user;
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel(nv, CHANNEL);
    nv_inst_wr32(nv, user, 0x00000001 | CHANNEL << 24 | 2 << 13);
    nv_graph_object(a, 0, HANDLE, 0x43);
    nv_push_inc(a, 0, ROP, 0xcc);
    nv_graph_object(a, 3, HANDLE + 1, 0x12);
    nv_submit(a);
    nv_assert_reg(nv, NV_PGRAPH_CTX_USER, 0x00000001 | CHANNEL << 24 | 3 << 13);
    nv_assert_reg(nv, NV_PGRAPH_CTX_POINTER, inst >> 4);
    b = channel_with(nv, OTHER, 0x55);
    nv_assert_hex(nv_inst_rd32(nv, user), 0x00000001 | CHANNEL << 24 | 3 << 13);
    nv_assert_reg(nv, NV_PGRAPH_CTX_POINTER,
                  nv_context_inst(nv->card, OTHER) >> 4);

    /* A copy of a context works as well. */
    for (uint32_t i = 0; i < 0x1000; i += 4) {
        nv_inst_wr32(nv, nv_context_inst(nv->card, OTHER + 1) + i,
                     nv_inst_rd32(nv, inst + i));
        nv_inst_wr32(nv, inst + i, 0);
    }
    nv_inst_wr32(nv, nv_context_table(CHANNEL),
                 nv_context_inst(nv->card, OTHER + 1) >> 4);
    nv_push_inc(a, 3, NOP, 0);
    nv_submit(a);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0xcc);
    nv_assert_graph_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* Without a context a channel begins with zeros, and nothing is saved. */
static void no_context(NVDev *nv)
{
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel(nv, CHANNEL);
    nv_inst_wr32(nv, nv_context_table(CHANNEL), 0);
    nv_inst_wr32(nv, 0, 0x12345678);
    nv_inst_wr32(nv, 0x900, 0x12345678);
    nv_graph_object(a, 0, HANDLE, 0x43);
    nv_push_inc(a, 0, ROP, 0xcc);
    nv_submit(a);
    b = channel_with(nv, OTHER, 0x55);
    nv_assert_hex(nv_inst_rd32(nv, 0), 0x12345678);
    nv_assert_hex(nv_inst_rd32(nv, 0x900), 0x12345678);
    nv_push_object(a, 0, HANDLE);
    nv_submit(a);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0);
    nv_assert_graph_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* Where a row of registers ends that are a channel's own */
static void last_registers(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV_PGRAPH_TFC + 4, A_NV_PGRAPH_SURF_SWIZZLE + 4,
        A_NV_PGRAPH_PATTERN_COLOR + 63 * 4,
    };
    NVChan *a, *b;

    nv_graph_init(nv);
    a = channel_with(nv, CHANNEL, 0xcc);
    b = channel_with(nv, OTHER, 0xaa);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t at = nv_graph_addr(nv->card, regs[i]), val;

        go_on(a);
        nv_wr32(nv, at, 0xffffffff);
        val = nv_rd32(nv, at);
        g_assert_cmphex(val, !=, 0);
        go_on(b);
        nv_assert_hex(nv_rd32(nv, at), 0);
        go_on(a);
        nv_assert_hex(nv_rd32(nv, at), val);
    }
    nv_chan_free(a);
    nv_chan_free(b);
}

/* --- CTXCTL ------------------------------------------------------------ */

#define PROGRAM_WORDS 256

static void upload(NVDev *nv, const uint32_t *words, unsigned count)
{
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_UCODE_INDEX, 0);
    for (unsigned i = 0; i < PROGRAM_WORDS; i++) {
        nv_assert_reg(nv, NV_PGRAPH_CTXCTL_UCODE_INDEX, i);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_UCODE_DATA, i < count ? words[i] : 0);
    }
}

/* The driver's own context program: what its instructions do */
static void program(NVDev *nv)
{
    static const uint32_t words[] = {
        0x200040, 0x60000a,             /* at 0x100 */
        0x700080,                       /* save */
        0x100000 | 2 << 14 | 0xb04 / 4, /* two registers */
        0x200003, 0x800001,             /* three words that have none */
        0x200001, 0x100000 | 0xb00 / 4, /* one register, count in ra */
        0x400006 | 11 << 8,             /* if userload isn't set, go on: */
        0x700000 | 0x22 | 0x80,         /* set flag 0x22 */
        0x60000e,                       /* end */
        0x700000 | 0x21 | 0x80,         /* set flag 0x21 */
        0x60000e,
    };
    uint32_t inst = nv_context_inst(nv->card, CHANNEL);

    nv_graph_init(nv);
    upload(nv, words, ARRAY_SIZE(words));
    nv_context_new(nv, CHANNEL);
    nv_wr32(nv, 0x400b00, 0x5a);
    nv_wr32(nv, 0x400b04, 0x12800000);
    nv_wr32(nv, 0x400b08, 0x87654321);
    nv_wr32(nv, A_NV_PGRAPH_CTX_POINTER, 0x01000000 | inst >> 4);
    for (unsigned i = 0; i < 2; i++) {
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_FLAGS, i << 6);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_FLAGS_2, 0);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 1);
        g_assert_false(nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
        nv_assert_reg(nv, NV_PGRAPH_CTXCTL_FLAGS_2, i ? 2 : 4);
        nv_assert_reg(nv, NV_PGRAPH_CTXCTL_POINTER, 0x46);
    }
    nv_assert_hex(nv_inst_rd32(nv, inst + 0x0fc), 0);
    nv_assert_hex(nv_inst_rd32(nv, inst + 0x100), 0x12800000);
    nv_assert_hex(nv_inst_rd32(nv, inst + 0x104), 0x87654321);
    nv_assert_hex(nv_inst_rd32(nv, inst + 0x108), 0);
    nv_assert_hex(nv_inst_rd32(nv, inst + 0x114), 0x5a);
    nv_assert_graph_quiet(nv);
}

/* CTXCTL's own registers, and what turns PGRAPH on, are no context's. */
static void program_saves_no_own(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV_PGRAPH_CTXCTL_STATUS, A_NV_PGRAPH_CTXCTL_FLAGS,
        A_NV_PGRAPH_CTXCTL_CUR, A_NV_PGRAPH_CTXCTL_NEXT, A_NV_PGRAPH_FIFO,
    };
    uint32_t inst = nv_context_inst(nv->card, CHANNEL);
    uint32_t words[3 + ARRAY_SIZE(regs) + 1] = {
        0x200040, 0x60000a,             /* at 0x100 */
        0x700080,                       /* save */
    };

    nv_graph_init(nv);
    nv_context_new(nv, CHANNEL);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        words[3 + i] = 0x100000 | 1 << 14 | (regs[i] - 0x400000) / 4;
        nv_inst_wr32(nv, inst + 0x100 + i * 4, 0x5a5a0000 + i);
    }
    words[3 + ARRAY_SIZE(regs)] = 0x60000e;
    upload(nv, words, ARRAY_SIZE(words));
    nv_wr32(nv, A_NV_PGRAPH_CTX_POINTER, 0x01000000 | inst >> 4);
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 1);
    g_assert_false(nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_inst_rd32(nv, inst + 0x100 + i * 4), 0x5a5a0000 + i);
    }
}

/* It may interrupt the driver, and stops there. */
static void program_interrupts(NVDev *nv)
{
    static const uint32_t words[] = {
        0x700000 | 0x21 | 0x80,         /* set flag 0x21 */
        0x60000f,                       /* interrupt */
        0x700000 | 0x22 | 0x80,         /* set flag 0x22 */
        0x60000e,
    };

    nv_graph_init(nv);
    upload(nv, words, ARRAY_SIZE(words));
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_FLAGS_2, 0);
    nv_assert_reg(nv, NV_PGRAPH_INTR, 0);
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 1);
    nv_assert_reg(nv, NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
    g_assert_false(nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
    nv_assert_reg(nv, NV_PGRAPH_CTXCTL_FLAGS_2, 2);
}

/* One of its flags is whether 3D has been used. */
static void program_sees_3d(NVDev *nv)
{
    static const uint32_t words[] = {
        0x400066 | 3 << 8,              /* if state3d isn't set, go on: */
        0x700000 | 0x22 | 0x80,         /* set flag 0x22 */
        0x60000e,
        0x700000 | 0x21 | 0x80,         /* set flag 0x21 */
        0x60000e,
    };

    nv_graph_init(nv);
    upload(nv, words, ARRAY_SIZE(words));
    for (unsigned i = 0; i < 2; i++) {
        nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_USER), i);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_FLAGS_2, 0);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 1);
        nv_assert_reg(nv, NV_PGRAPH_CTXCTL_FLAGS_2, i ? 2 : 4);
    }
}

/* A program without an end hangs CTXCTL, and nothing else. */
static void program_hangs(NVDev *nv)
{
    static const uint32_t hangs[][3] = {
        { 0 },                                  /* nothing, round and round */
        { 0x400068, 0x60000e },                 /* jumps to itself */
        { 0x500000, 0x60000e },                 /* waits for what never is */
        { 0x2fffff, 0x100000, 0x400068 },       /* registers without end */
        { 0x2fffff, 0x100304 / 4 | 0x100000, 0x400068 },
    };
    NVChan *chan;

    nv_graph_init(nv);
    chan = channel(nv, CHANNEL);
    for (unsigned i = 0; i < ARRAY_SIZE(hangs); i++) {
        upload(nv, hangs[i], ARRAY_SIZE(hangs[i]));
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 1);
        g_assert_true(nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 2);
        g_assert_false(nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
    }
    /* Two of them have written all registers. */
    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, ROP, 0xcc);
    nv_kick(chan);
    g_assert_true(nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0);
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 2);
    nv_context_setup(nv);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    nv_wait(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0xcc);
    nv_chan_free(chan);
}

/*
 * A driver with a single channel needs no program: it writes whose context the
 * registers hold, and may use instance 0. Other channels aren't the model's
 * concern.
 */
static void told_to_be_there(NVDev *nv)
{
    static const uint32_t insts[] = { 0x00000, 0x01234, 0xfffff };
    NVChan *a, *b;

    for (unsigned i = 0; i < ARRAY_SIZE(insts); i++) {
        nv_init(nv);
        nv_graph_init(nv);
        nv_mask(nv, A_NV_PGRAPH_DEBUG_3,
                R_NV_PGRAPH_DEBUG_3_HW_CONTEXT_SWITCH_MASK, 0);
        a = channel(nv, CHANNEL);
        b = channel(nv, OTHER);
        nv_inst_wr32(nv, nv_ramfc(a, nv->card->ramfc->grctx), insts[i]);
        nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_BETA4), 0x12345678);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CUR, 0x01000000 | insts[i]);

        /* The values that the driver has written are the context. */
        nv_graph_object(a, 0, HANDLE, 0x43);
        nv_push_inc(a, 0, ROP, 0xcc);
        nv_submit(a);
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0xcc);
        nv_assert_graph(nv, NV_PGRAPH_BETA4, 0x12345678);
        nv_assert_graph_quiet(nv);
        nv_migrate(nv);
        nv_push_inc(a, 0, ROP, 0xaa);
        nv_submit(a);
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0xaa);

        nv_graph_object(b, 0, HANDLE, 0x43);
        nv_push_inc(b, 0, ROP, 0x55);
        nv_kick(b);
        nv_assert_reg(nv, NV_PGRAPH_INTR,
                      R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0xaa);
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CUR,
                0x01000000 | nv_context_inst(nv->card, OTHER) >> 4);
        nv_graph_ack(nv);
        nv_wait(b);
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0x55);

        /* Without LOADED it belongs to no channel. */
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CUR,
                nv_context_inst(nv->card, OTHER) >> 4);
        nv_push_inc(b, 0, ROP, 0xff);
        nv_kick(b);
        nv_assert_reg(nv, NV_PGRAPH_INTR,
                      R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0x55);
        nv_mask(nv, A_NV_PGRAPH_CTXCTL_CUR, 0x01000000, 0x01000000);
        nv_graph_ack(nv);
        nv_wait(b);
        nv_assert_graph(nv, NV_PGRAPH_ROP, 0xff);
        nv_chan_free(a);
        nv_chan_free(b);
    }
}

/* --- The 3D pipeline's state, which drivers save and load ------------- */

static void pipe_state(NVDev *nv)
{
    static const uint32_t places[] = { 0x0000, 0x0040, 0x4400, 0x7800 };

    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        nv_wr32(nv, A_NV_PGRAPH_PIPE_ADDRESS, places[i]);
        for (unsigned n = 0; n < 4; n++) {
            nv_wr32(nv, A_NV_PGRAPH_PIPE_DATA, places[i] << 16 | n);
        }
        nv_assert_reg(nv, NV_PGRAPH_PIPE_ADDRESS, places[i] + 16);
    }
    nv_migrate(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        nv_wr32(nv, A_NV_PGRAPH_PIPE_ADDRESS, places[i]);
        for (unsigned n = 0; n < 4; n++) {
            nv_assert_reg(nv, NV_PGRAPH_PIPE_DATA, places[i] << 16 | n);
        }
    }
}

static const NVTest tests[] = {
    { "context/each-channel-has-its-own", "pgraph-switch engine-channel",
      contexts, .slow = true },
    { "context/driver-is-asked", "pgraph-switch", driver_is_asked,
      .applies = by_driver },
    { "context/interrupt-is-masked", "pgraph-switch", interrupt_is_masked,
      .applies = by_driver },
    { "context/hardware-is-told-not-to", "pgraph-switch",
      hardware_is_told_not_to, .applies = by_itself },
    { "context/taken-away", "pgraph-switch", taken_away },
    { "context/survives-reset", "reset", survives_reset },
    { "context/number-used-again", "pgraph-switch", number_used_again },
    { "context/table", "pgraph-switch", table, .needs = NV_CARD_CTX_TABLE },
    { "context/no-context", "", no_context, .needs = NV_CARD_CTX_TABLE },
    { "context/last-registers", "pgraph-switch", last_registers,
      .needs = NV_CARD_CTX_TABLE },
    { "context/program", "", program, .needs = NV_CARD_NV40 },
    { "context/program-saves-no-register-of-its-own", "",
      program_saves_no_own, .needs = NV_CARD_NV40 },
    { "context/program-interrupts", "", program_interrupts,
      .needs = NV_CARD_NV40 },
    { "context/program-sees-3D", "", program_sees_3d, .needs = NV_CARD_NV40 },
    { "context/program-hangs", "bounded-work", program_hangs,
      .needs = NV_CARD_NV40 },
    { "context/told-to-be-there", "pgraph-switch", told_to_be_there,
      .needs = NV_CARD_NV40 },
    { "context/pipe-is-storage", "", pipe_state, .applies = by_driver,
      .lacks = NV_CARD_NV04 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

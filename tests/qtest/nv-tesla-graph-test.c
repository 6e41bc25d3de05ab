/*
 * Tests of the NVIDIA GPU: PGRAPH of NV50 and later
 *
 * Registers, contexts, objects and errors, as nouveau's nvkm/engine/gr/nv50.c
 * and g84.c look at them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-tesla-graph.h"

#define CHID 1
#define SUBC 3

#define CLASS_M2MF 0x5039
#define CLASS_2D 0x502d
#define HANDLE_2D 0xbeef502d
#define HANDLE_M2MF 0xbeef5039
#define HANDLE_NOTIFY 0x80000006

enum {
    NOP = 0x100,
    NOTIFY = 0x104,
    SERIALIZE = 0x110,
    DMA_NOTIFY = 0x180,
    OPERATION_2D = 0x2ac,
};

enum {
    INTR_NOTIFY = 0x00000001,
    INTR_ILLEGAL_MTHD = 0x00000010,
    INTR_ILLEGAL_CLASS = 0x00000020,
    INTR_DOUBLE_NOTIFY = 0x00000040,
    INTR_DATA_ERROR = 0x00100000,
    INTR_TRAP = 0x00200000,
};

static NVChan *graph_new(NVDev *nv)
{
    NVChan *chan;

    nv50_graph_init(nv);
    chan = nv50_graph_chan_new(nv, CHID);
    nv_chan_object(chan, HANDLE_2D, CLASS_2D);
    nv_chan_object(chan, HANDLE_M2MF, CLASS_M2MF);
    return chan;
}

/* --- Registers -------------------------------------------------------- */

/* The registers that the driver polls, and those that it reads when idle */
static void idle_after_init(NVDev *nv)
{
    static const uint32_t zero[] = {
        0x400100, 0x400108, 0x400380, 0x400384, 0x400388, 0x400700, 0x400824,
        0x40032c,
    };
    uint32_t hwunits = nv->card->hwunits;

    nv50_graph_init(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(zero); i++) {
        nv_assert_hex(nv_rd32(nv, zero[i]), 0);
    }
    nv_assert_hex(nv_rd32(nv, 0x400504), 1);
    nv_assert_hex(nv_rd32(nv, 0x4008fc),
                  nv->card->features & NV_CARD_NVA0
                  ? (hwunits & 0xffffff) | (hwunits >> 24 & 0xf) << 28
                  : (hwunits & 0xffff) | (hwunits >> 16 & 0x3f) << 16 |
                    (hwunits >> 24 & 3) << 22);
    /* The program was stored somewhere. */
    nv_assert_hex(nv_rd32(nv, 0x400324), 200);
    nv50_assert_graph_quiet(nv);
}

/* nv50_gr_tp_trap() finds nothing, and writes: a TPC's TRAP stays enabled. */
static void tpc_traps(NVDev *nv)
{
    static const uint32_t regs[] = { 0x408900, 0x408314, 0x408e08 };
    uint32_t tpcs = nv->card->hwunits & 0xffff;

    nv50_graph_init(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        for (unsigned tpc = 0; tpc < 16; tpc++) {
            uint32_t addr = nv50_tpc_reg(nv, tpc, regs[i]);

            if (tpcs & 1 << tpc) {
                nv_assert_hex(nv_rd32(nv, addr), 0x80000000);
                nv_wr32(nv, addr, 0x3fffffff);
                nv_assert_hex(nv_rd32(nv, addr), 0);
                nv_wr32(nv, addr, 0xc0000000);
                nv_assert_hex(nv_rd32(nv, addr), 0x80000000);
            }
        }
    }
}

/* g84_gr_tlb_flush() */
static void tlb_flush(NVDev *nv)
{
    NVChan *chan = graph_new(nv);

    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_submit(chan);
    nv_mask(nv, NV50_PGRAPH_FIFO, 1, 0);
    for (unsigned i = 0; i < 3; i++) {
        nv_assert_hex(nv_rd32(nv, 0x400380 + i * 4), 0);
    }
    nv_wr32(nv, 0x100c80, 0x00000001);
    nv_poll(!(nv_rd32(nv, 0x100c80) & 1));

    /* Methods wait meanwhile. */
    nv_push_inc(chan, SUBC, NOP, 0);
    nv_push_ref(chan, 0x77);
    nv_kick(chan);
    g_assert_cmphex(nv_user_ref(chan), !=, 0x77);
    nv_mask(nv, NV50_PGRAPH_FIFO, 1, 1);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_chan_free(chan);
}

/* A disabled interrupt doesn't reach the line. */
static void interrupt_enable(NVDev *nv)
{
    NVChan *chan = graph_new(nv);
    uint32_t traps;

    nv_wr32(nv, NV50_PGRAPH_INTR_EN, ~INTR_ILLEGAL_MTHD);
    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, 0x1ffc, 1);
    nv_kick(chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), INTR_ILLEGAL_MTHD);
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, NV50_PGRAPH_INTR_EN, 0xffffffff);
    g_assert_true(nv_intx(nv));
    /* Each unit that may trap has a bit, of those from 0 on. */
    nv_wr32(nv, A_NV50_PGRAPH_TRAP_EN, 0xffffffff);
    traps = nv_rd32(nv, A_NV50_PGRAPH_TRAP_EN);
    nv_assert_hex(traps & 0x1c1, 0x1c1);
    nv_assert_hex(traps & (traps + 1), 0);
    nv_wr32(nv, A_NV50_PGRAPH_INTR, ~INTR_ILLEGAL_MTHD);
    g_assert_true(nv_intx(nv));
    nv50_graph_ack(nv);
    g_assert_false(nv_intx(nv));
    nv_chan_free(chan);
}

static void pmc_resets_it(NVDev *nv)
{
    NVChan *chan = graph_new(nv);

    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, 0x1ffc, 1);
    nv_kick(chan);
    g_assert_true(nv_intx(nv));
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), 0);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_CTXCTL_CUR), 0);
    nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_CLASS), NV_CLASS_NULL);
    nv_chan_free(chan);
}

/* --- Objects and contexts --------------------------------------------- */

static void binding(NVDev *nv)
{
    NVChan *chan = graph_new(nv);
    uint32_t inst = nv_chan_object(chan, 0x1234, 0x5097);

    nv_push_object(chan, 2, HANDLE_M2MF);
    nv_push_object(chan, SUBC, 0x1234);
    nv_submit(chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_CTXCTL_CUR),
                  0x80000000 | nv->tesla->block[CHID] >> 12);
    nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_CLASS), 0x5097);
    nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_USER) >> 13 & 7, SUBC);
    /* The instance, relative to the start of the block */
    nv_assert_hex(nv_rd32(nv, 0x400820),
                  nv_tesla_offset(nv, CHID, inst) << 16);

    /* A method to the other subchannel makes that one current. */
    nv_push_inc(chan, 2, NOP, 0);
    nv_submit(chan);
    nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_CLASS), CLASS_M2MF);
    nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_USER) >> 13 & 7, 2);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* Which of them a card has: the register database, fifo/nv_object.xml */
static void classes(NVDev *nv)
{
    static const struct {
        uint16_t class;
        bool on[4];
    } all[] = {
        /* NV50, NV84:NVA0, NVA0, NVA3 */
        { 0x0030, { 1, 1, 1, 1 } }, { 0x0002, { 1, 1, 1, 1 } },
        { 0x5039, { 1, 1, 1, 1 } }, { 0x502d, { 1, 1, 1, 1 } },
        { 0x5097, { 1, 1, 0, 0 } }, { 0x50c0, { 1, 1, 1, 1 } },
        { 0x8297, { 0, 1, 0, 0 } }, { 0x5062, { 1, 0, 0, 0 } },
        { 0x0012, { 1, 0, 0, 0 } }, { 0x0044, { 1, 0, 0, 0 } },
        { 0x004a, { 1, 0, 0, 0 } }, { 0x5089, { 1, 0, 0, 0 } },
        { 0x8397, { 0, 0, 1, 0 } }, { 0x8597, { 0, 0, 0, 1 } },
        { 0x0039, { 0, 0, 0, 0 } }, { 0x0062, { 0, 0, 0, 0 } },
        { 0x4097, { 0, 0, 0, 0 } }, { 0x85c0, { 0, 0, 0, 1 } },
        { 0x9039, { 0, 0, 0, 0 } }, { 0x0000, { 0, 0, 0, 0 } },
    };
    uint32_t features = nv->card->features;
    unsigned which = features & NV_CARD_NVA3 ? 3
                   : features & NV_CARD_NVA0 ? 2
                                             : !!(features & NV_CARD_NV84);
    NVChan *chan = graph_new(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        nv_chan_object(chan, 0x1000 + i, all[i].class);
        nv_push_object(chan, SUBC, 0x1000 + i);
        nv_push_inc(chan, SUBC, NOP, 0x55);
        nv_kick(chan);
        nv_wait(chan);
        g_test_message("class %04x", all[i].class);
        if (!all[i].on[which]) {
            nv50_assert_error(chan, .intr = INTR_ILLEGAL_MTHD |
                                            INTR_ILLEGAL_CLASS,
                              .class = all[i].class, .subc = SUBC,
                              .mthd = NOP, .data = 0x55);
        }
        nv50_assert_graph_quiet(nv);
    }
    nv_chan_free(chan);
}

/* Classes that aren't modelled accept all methods, and are reported once. */
static void unmodelled_class(NVDev *nv)
{
    NVChan *chan = graph_new(nv);

    nv_chan_object(chan, 0x50c0, 0x50c0);
    nv_push_object(chan, SUBC, 0x50c0);
    nv_push_inc(chan, SUBC, 0x200, 1, 2, 3, 4);
    nv_push_inc(chan, SUBC, 0x1ff8, 1, 2);
    nv_submit(chan);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

#define CHANNELS 3

/* A parameter is the channel's own: it still applies after others ran. */
static void context_per_channel(NVDev *nv)
{
    NVChan *chans[CHANNELS];
    uint32_t notify[CHANNELS];

    nv50_graph_init(nv);
    for (unsigned i = 0; i < CHANNELS; i++) {
        chans[i] = nv50_graph_chan_new(nv, i + 1);
        notify[i] = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM,
                                     nv_vram_alloc(nv, 4096), 4095);
        nv_graph_name(chans[i], HANDLE_NOTIFY, notify[i]);
        nv_chan_object(chans[i], HANDLE_M2MF, CLASS_M2MF);
        nv_push_object(chans[i], i, HANDLE_M2MF);
        nv_push_inc(chans[i], i, DMA_NOTIFY, HANDLE_NOTIFY);
        nv_submit(chans[i]);
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < CHANNELS; i++) {
            nv_push_inc(chans[i], i, NOP, 0);
            nv_submit(chans[i]);
            nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_CTXCTL_CUR),
                          0x80000000 | nv->tesla->block[i + 1] >> 12);
            nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_CLASS), CLASS_M2MF);
            nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_USER) >> 13 & 7, i);
            nv_assert_hex(nv_rd32(nv, 0x400818),
                          nv_tesla_offset(nv, i + 1, notify[i]));
        }
    }
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_chan_free(chans[i]);
    }
}

/*
 * Suspend: the channel is removed from PFIFO, the driver saves video memory,
 * and all units are reset.
 */
static void context_survives_a_reset(NVDev *nv)
{
    NVChan *chan = graph_new(nv);
    NVBuf *notify = nv_buf_new(nv, NV_IN_VRAM, 4096, 0x3d);

    nv_graph_name(chan, HANDLE_NOTIFY, notify->inst);
    nv_push_object(chan, SUBC, HANDLE_M2MF);
    nv_push_inc(chan, SUBC, DMA_NOTIFY, HANDLE_NOTIFY);
    nv_submit(chan);
    nv_tesla_kick(nv, CHID);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_CTXCTL_CUR), 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    nv50_graph_init(nv);

    nv_buf_wr32(notify, 0xc, 0xffffffff);
    nv_push_inc(chan, SUBC, NOTIFY, 0);
    nv_push_inc(chan, SUBC, NOP, 0);
    nv_submit(chan);
    nv_assert_hex(nv_buf_rd32(notify, 0xc), 0);
    nv50_assert_graph_quiet(nv);
    nv_buf_free(notify);
    nv_chan_free(chan);
}

/* The memory of a context that was removed isn't touched any more. */
static void context_is_unloaded(NVDev *nv)
{
    NVChan *chan, *other;
    uint32_t context;

    nv50_graph_init(nv);
    chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    context = nv50_graph_context(chan);
    nv_chan_object(chan, HANDLE_2D, CLASS_2D);
    other = nv50_graph_chan_new(nv, CHID + 1);
    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_submit(chan);
    nv_tesla_kick(nv, CHID);
    nv_tesla_stop(nv, CHID);
    qtest_memset(nv->qts, nv->bar1 + context, 0x5a, NV50_GRCTX_SIZE);

    nv_push_object(other, SUBC, NV_HANDLE_NULL);
    nv_submit(other);
    for (uint32_t i = 0; i < NV50_GRCTX_SIZE; i += 4) {
        nv_assert_hex(nv_phys_rd32(nv, context + i), 0x5a5a5a5a);
    }
    nv_chan_free(chan);
    nv_chan_free(other);
}

static void context_is_saved(NVDev *nv)
{
    NVChan *chan = graph_new(nv);
    NVBuf *notify = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);

    nv_graph_name(chan, HANDLE_NOTIFY, notify->inst);
    nv_push_object(chan, SUBC, HANDLE_M2MF);
    nv_push_inc(chan, SUBC, DMA_NOTIFY, HANDLE_NOTIFY);
    nv_submit(chan);
    nv_migrate(nv);
    nv_cont(nv);
    nv_buf_wr32(notify, 0xc, 0xffffffff);
    nv_push_inc(chan, SUBC, NOTIFY, 0);
    nv_push_inc(chan, SUBC, NOP, 0);
    nv_submit(chan);
    nv_assert_hex(nv_buf_rd32(notify, 0xc), 0);
    nv_buf_free(notify);
    nv_chan_free(chan);
}

/* --- Notifiers -------------------------------------------------------- */

static void notify(NVDev *nv)
{
    NVChan *chan = graph_new(nv);
    NVBuf *buf = nv_buf_new(nv, NV_IN_GART, 4096, 0x3d);

    nv_graph_name(chan, HANDLE_NOTIFY, buf->inst);
    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, DMA_NOTIFY, HANDLE_NOTIFY);
    nv_clock_step(nv, 1000000);
    nv_buf_wr32(buf, 0xc, 0xffffffff);
    nv_push_inc(chan, SUBC, NOTIFY, 1);
    nv_submit(chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_DISPATCH_MISC), 0x00010100);
    nv_assert_hex(nv_buf_rd32(buf, 0xc), 0xffffffff);
    nv_push_inc(chan, SUBC, SERIALIZE, 0);
    nv_submit(chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_DISPATCH_MISC) & 0x100, 0);
    g_assert_cmpuint(nv_buf_rd32(buf, 0), >=, 1000000);
    nv_assert_hex(nv_buf_rd32(buf, 0x8), 0);
    nv_assert_hex(nv_buf_rd32(buf, 0xc), 0);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), INTR_NOTIFY);
    g_assert_true(nv_intx(nv));
    nv50_graph_ack(nv);
    nv50_assert_graph_quiet(nv);
    nv_buf_free(buf);
    nv_chan_free(chan);
}

static void double_notify(NVDev *nv)
{
    NVChan *chan = graph_new(nv);

    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, NOTIFY, 0);
    nv_push_inc(chan, SUBC, NOTIFY, 0);
    nv_kick(chan);
    nv50_assert_error(chan, .intr = INTR_DOUBLE_NOTIFY, .class = CLASS_2D,
                      .subc = SUBC, .mthd = NOTIFY);
    nv_wait(chan);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* TRAP DISPATCH: the command is stuck; PFB's fault has the address. */
static void notifier_fault(NVDev *nv)
{
    NVChan *chan = graph_new(nv);
    NVVmTrap trap;
    uint32_t obj = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0x12345000,
                                   0x12345fff);

    nv_graph_name(chan, HANDLE_NOTIFY, obj);
    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, DMA_NOTIFY, HANDLE_NOTIFY);
    nv_push_inc(chan, SUBC, NOTIFY, 0);
    nv_push_inc(chan, SUBC, NOP, 0x4321);
    nv_kick(chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_DISPATCH_CMD_ADDR),
                  0x80000000 | SUBC << 16 | NOP);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_DISPATCH_CMD_DATA_LOW), 0x4321);
    nv50_assert_error(chan, .intr = INTR_TRAP, .trap = 1, .unit = 0x400804,
                      .status = 1, .class = CLASS_2D, .subc = SUBC,
                      .mthd = NOP, .data = 0x4321);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 0);
    g_assert_cmpuint(trap.client, ==, 3);
    g_assert_cmpuint(trap.slot, ==, 1);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID] & ~0xfffu);
    nv_assert_hex(trap.addr, 0x12345000);
    g_assert_false(trap.read);
    nv_wait(chan);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* --- Errors ----------------------------------------------------------- */

static void illegal_method(NVDev *nv)
{
    static const struct {
        uint32_t handle, class, mthd;
    } bad[] = {
        { HANDLE_2D, CLASS_2D, 0x108 }, { HANDLE_2D, CLASS_2D, 0x2b8 },
        { HANDLE_2D, CLASS_2D, 0x864 }, { HANDLE_2D, CLASS_2D, 0x1ffc },
        { HANDLE_M2MF, CLASS_M2MF, 0x1fc0 },
        { HANDLE_M2MF, CLASS_M2MF, 0x300 },
        { HANDLE_M2MF, CLASS_M2MF, 0x32c },
    };
    NVChan *chan = graph_new(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_object(chan, SUBC, bad[i].handle);
        nv_push_inc(chan, SUBC, bad[i].mthd, 0x1000 + i);
        nv_push_inc(chan, SUBC, NOP, 0);
        nv_kick(chan);
        nv50_assert_error(chan, .intr = INTR_ILLEGAL_MTHD,
                          .class = bad[i].class, .subc = SUBC,
                          .mthd = bad[i].mthd, .data = 0x1000 + i);
        nv_wait(chan);
        nv50_assert_graph_quiet(nv);
    }
    nv_chan_free(chan);
}

/* g80_2d.xml, UNK258: "Accepts 0-3", from NV94 on */
static void method_of_nv94(NVDev *nv)
{
    enum { UNK258 = 0x258 };
    NVChan *chan = graph_new(nv);

    nv_push_object(chan, SUBC, HANDLE_2D);
    if (nv->card->features & NV_CARD_NV94) {
        nv_push_inc(chan, SUBC, UNK258, 3);
        nv_submit(chan);
        nv50_assert_graph_quiet(nv);
        nv_push_inc(chan, SUBC, UNK258, 4);
        nv_push_inc(chan, SUBC, NOP, 0);
        nv_kick(chan);
        nv50_assert_error(chan, .intr = INTR_DATA_ERROR, .error = 5,
                          .class = CLASS_2D, .subc = SUBC, .mthd = UNK258,
                          .data = 4);
    } else {
        nv_push_inc(chan, SUBC, UNK258, 3);
        nv_push_inc(chan, SUBC, NOP, 0);
        nv_kick(chan);
        nv50_assert_error(chan, .intr = INTR_ILLEGAL_MTHD, .class = CLASS_2D,
                          .subc = SUBC, .mthd = UNK258, .data = 3);
    }
    nv_wait(chan);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* The parameter isn't stored, and the next method waits for the driver. */
static void data_error(NVDev *nv)
{
    NVChan *chan = graph_new(nv);

    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, OPERATION_2D, 7);
    nv_push_inc(chan, SUBC, NOP, 0);
    nv_push_ref(chan, 0x99);
    nv_kick(chan);
    g_assert_cmphex(nv_user_ref(chan), !=, 0x99);
    nv50_assert_error(chan, .intr = INTR_DATA_ERROR, .error = 5,
                      .class = CLASS_2D, .subc = SUBC, .mthd = OPERATION_2D,
                      .data = 7);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* DEBUG_0 disables checks. */
static void checks_off(NVDev *nv)
{
    NVChan *chan = graph_new(nv);

    nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, 0);
    nv_push_object(chan, SUBC, HANDLE_2D);
    nv_push_inc(chan, SUBC, OPERATION_2D, 7);
    nv_push_inc(chan, SUBC, 0x1ffc, 7);
    nv_submit(chan);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* Valid parameters of methods 0x180..0x1fc */
static void wrong_objects(NVDev *nv)
{
    enum { NOT_ONE = 1, FROM, READ_ONLY, SUPERVISOR, NOTHING };
    static const struct {
        uint32_t mthd, handle, error;
    } bad[] = {
        { 0x180, NOT_ONE, 0x8 }, { 0x184, NOT_ONE, 0x8 },
        { 0x188, NOT_ONE, 0x8 }, { 0x18c, NOT_ONE, 0x8 },
        { 0x180, FROM, 0x9 }, { 0x184, FROM, 0x9 }, { 0x188, FROM, 0 },
        { 0x184, READ_ONLY, 0x9 }, { 0x188, READ_ONLY, 0 },
        { 0x188, SUPERVISOR, 0xa }, { 0x184, NOTHING, 0 },
    };
    NVChan *chan = graph_new(nv);
    uint32_t insts[NOTHING + 1];

    insts[NOT_ONE] = nv_chan_object(chan, NOT_ONE, CLASS_2D);
    insts[FROM] = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x02, 0, 0xffff);
    insts[READ_ONLY] = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | NV_VM_DMAOBJ_RO |
                                       0x3d, 0, 0xffff);
    insts[SUPERVISOR] = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | NV_VM_DMAOBJ_PRIV |
                                        0x3d, 0, 0xffff);
    insts[NOTHING] = nv_chan_object(chan, NOTHING, NV_CLASS_NULL);
    for (unsigned i = FROM; i <= SUPERVISOR; i++) {
        nv_graph_name(chan, i, insts[i]);
    }
    nv_push_object(chan, SUBC, HANDLE_2D);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(chan, SUBC, bad[i].mthd, bad[i].handle);
        nv_kick(chan);
        g_test_message("0x%x gets %u", bad[i].mthd, bad[i].handle);
        if (bad[i].error) {
            nv50_assert_error(chan, .intr = INTR_DATA_ERROR,
                              .error = bad[i].error, .class = CLASS_2D,
                              .subc = SUBC, .mthd = bad[i].mthd,
                              .data = nv_tesla_offset(nv, CHID,
                                                      insts[bad[i].handle]));
        }
        nv_wait(chan);
        nv50_assert_graph_quiet(nv);
    }
    nv_chan_free(chan);
}

/* The first of these cards has some older 2D classes, too. */
static void old_classes(NVDev *nv)
{
    static const uint32_t classes[] = {
        0x0012, 0x0019, 0x0043, 0x0044, 0x004a, 0x0057, 0x005d, 0x005f,
        0x0072, 0x305c, 0x3064, 0x3066, 0x307b, 0x308a, 0x5062, 0x5089,
    };
    NVChan *chan = graph_new(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        nv_graph_object(chan, SUBC, 0x4000 + i, classes[i]);
        nv_push_inc(chan, SUBC, 0x100, 0);
        nv_submit(chan);
        nv50_assert_graph_quiet(nv);
    }
    nv_chan_free(chan);
}

static bool is_nv50(const NVCard *card)
{
    return card->features & NV_CARD_NV50 && !(card->features & NV_CARD_NV84);
}

static const NVTest tests[] = {
    { "tesla-graph/old-classes", "", old_classes, .applies = is_nv50,
      .tesla = true },
    { "tesla-graph/idle-after-init", "", idle_after_init,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/tpc-traps", "", tpc_traps, .needs = NV_CARD_NV50 },
    { "tesla-graph/tlb-flush", "", tlb_flush, .needs = NV_CARD_NV50 },
    { "tesla-graph/interrupt-enable", "", interrupt_enable,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/pmc-resets-it", "reset", pmc_resets_it,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/binding", "object-bind", binding, .needs = NV_CARD_NV50 },
    { "tesla-graph/classes", "dma-classes invalid-engine", classes,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/unmodelled-class", "", unmodelled_class,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/context-per-channel", "pgraph-switch!", context_per_channel,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/context-survives-a-reset", "", context_survives_a_reset,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/context-is-unloaded", "", context_is_unloaded,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-graph/context-is-saved", "migration", context_is_saved,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-graph/notify", "", notify, .needs = NV_CARD_NV50 },
    { "tesla-graph/double-notify", "", double_notify, .needs = NV_CARD_NV50 },
    { "tesla-graph/notifier-fault", "", notifier_fault,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/illegal-method", "", illegal_method,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/method-of-nv94", "", method_of_nv94,
      .needs = NV_CARD_NV50 },
    { "tesla-graph/data-error", "", data_error, .needs = NV_CARD_NV50 },
    { "tesla-graph/checks-off", "", checks_off, .needs = NV_CARD_NV50 },
    { "tesla-graph/wrong-objects", "handle-translation", wrong_objects,
      .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

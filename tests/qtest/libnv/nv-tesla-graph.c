/*
 * Tests of the NVIDIA GPU: PGRAPH of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "nv-canvas.h"
#include "nv-tesla-graph.h"

#define INTR_DATA_ERROR 0x00100000
#define INTR_TRAP 0x00200000

/* --- nvkm/engine/gr/nv50.c -------------------------------------------- */

/* Of TRAP and what is behind it; nv50_gr_trap_handler() */
uint32_t nv50_tpc_reg(NVDev *nv, unsigned tpc, uint32_t reg)
{
    static const struct {
        uint32_t nv50, nva0;
    } traps[] = {
        { 0x408314, 0x40831c }, { 0x408900, 0x408600 },
        { 0x408e08, 0x408708 },
    };

    if (!(nv->card->features & NV_CARD_NVA0)) {
        return reg + (tpc << 12);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(traps); i++) {
        if (reg >= traps[i].nv50 && reg < traps[i].nv50 + 0x10) {
            return reg - traps[i].nv50 + traps[i].nva0 + (tpc << 11);
        }
    }
    g_assert_not_reached();
}

void nv50_graph_enable(NVDev *nv)
{
    static const uint32_t units[] = {
        0x400804, 0x406800, 0x400c04, 0x401800, 0x405018, 0x402000,
    };
    uint32_t tpcs = nv->card->hwunits & 0xffff;

    for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
        nv_wr32(nv, units[i], 0xc0000000);
    }
    for (unsigned i = 0; i < 16; i++) {
        if (tpcs & 1 << i) {
            nv_wr32(nv, nv50_tpc_reg(nv, i, 0x408900), 0xc0000000);
            nv_wr32(nv, nv50_tpc_reg(nv, i, 0x408e08), 0xc0000000);
            nv_wr32(nv, nv50_tpc_reg(nv, i, 0x408314), 0xc0000000);
        }
    }
    nv_wr32(nv, A_NV50_PGRAPH_TRAP, 0xffffffff);
    nv_wr32(nv, A_NV50_PGRAPH_TRAP_EN, 0xffffffff);
    nv_wr32(nv, A_NV50_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, NV50_PGRAPH_INTR_EN, 0xffffffff);
    nv_wr32(nv, NV50_PGRAPH_FIFO, 0x00010001);
    /* nv50_fb_init() */
    nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, 0x000707ff);
}

void nv50_graph_init(NVDev *nv)
{
    nv_wr32(nv, 0x40008c, 0x00000004);
    nv50_graph_enable(nv);
    nv_wr32(nv, 0x400324, 0);
    for (unsigned i = 0; i < 200; i++) {
        nv_wr32(nv, 0x400328, 0x00600000 + i);
    }
    for (unsigned i = 0; i < 4; i++) {
        nv_wr32(nv, 0x400824 + i * 4, 0x00000000);
    }
    nv_wr32(nv, A_NV50_PGRAPH_CTXCTL_CUR, 0x00000000);
    nv_wr32(nv, A_NV50_PGRAPH_CTXCTL_NEXT, 0x00000000);
    nv_wr32(nv, 0x402ca8,
            nv->card->features & NV_CARD_NVA0 ? 0x00000802 : 0x00000800);
    for (unsigned i = 0; i < 32; i++) {
        nv_wr32(nv, 0x402c20 + i * 4, 0x00000000);
    }
}

uint32_t nv50_graph_context(NVChan *chan)
{
    NVDev *nv = chan->nv;
    uint32_t at = nv->tesla->block[chan->chid] +
                  (nv->card->features & NV_CARD_NV84 ? 0x020 : 0x200);
    uint32_t context = nv_vram_alloc(nv, NV50_GRCTX_SIZE);

    nv_mem_clear(nv, nv->bar1 + context, NV50_GRCTX_SIZE);
    nv_phys_wr32(nv, context + 0x0c, 0x00000030);
    nv_vm_dmaobj(nv, at, 0x00190000, context, context + NV50_GRCTX_SIZE - 1);
    return context;
}

void nv50_graph_use(NVChan *chan)
{
    nv50_graph_context(chan);
    nv_chan_object(chan, NV_HANDLE_NULL, NV_CLASS_NULL);
}

NVChan *nv50_graph_chan_new(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_RAM);

    nv50_graph_use(chan);
    return chan;
}

/* --- nv50_gr_intr() --------------------------------------------------- */

void nv50_graph_ack(NVDev *nv)
{
    nv_wr32(nv, A_NV50_PGRAPH_INTR, nv_rd32(nv, A_NV50_PGRAPH_INTR));
    nv_wr32(nv, NV50_PGRAPH_FIFO, 0x00010001);
}

/* nv50_gr_trap_handler() */
static void ack_trap(NVDev *nv, const NV50Error *e)
{
    nv_wr32(nv, NV50_PGRAPH_FIFO, 0x00000000);
    if (e->trap & BIT(NV50_UNIT_DISPATCH)) {
        nv_wr32(nv, A_NV50_PGRAPH_DISPATCH_CMD_ADDR, 0);
        nv_wr32(nv, 0x4008e8, nv_rd32(nv, 0x4008e8) & 3);
        nv_wr32(nv, A_NV50_PGRAPH_DISPATCH_MISC, 0);
    }
    if (e->trap & BIT(NV50_UNIT_M2MF)) {
        nv_wr32(nv, A_NV50_PGRAPH_DISABLE, 2);
        nv_wr32(nv, A_NV50_PGRAPH_DISABLE, 0);
    }
    nv_wr32(nv, e->unit, 0xc0000000);
    nv_wr32(nv, A_NV50_PGRAPH_TRAP, e->trap);
    nv_assert_hex(nv_rd32(nv, e->unit), 0x80000000);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_TRAP), 0);
}

void nv50_check_error(NVChan *chan, const char *file, int line,
                      const NV50Error *e)
{
    NVDev *nv = chan->nv;
    const struct {
        const char *name;
        uint32_t got, want;
    } regs[] = {
        { "INTR", nv_rd32(nv, A_NV50_PGRAPH_INTR), e->intr },
        { "DATA_ERROR", e->intr & INTR_DATA_ERROR
                        ? nv_rd32(nv, A_NV50_PGRAPH_DATA_ERROR) : e->error,
          e->error },
        { "TRAP", nv_rd32(nv, A_NV50_PGRAPH_TRAP), e->trap },
        { "the unit's TRAP", e->unit ? nv_rd32(nv, e->unit) : 0,
          e->unit ? 0x80000000 | e->status : 0 },
        { "CTXCTL_CUR", nv_rd32(nv, A_NV50_PGRAPH_CTXCTL_CUR),
          0x80000000 | nv->tesla->block[chan->chid] >> 12 },
        { "CTX_SWITCH_1", nv_rd32(nv, NV50_PGRAPH_CLASS), e->class },
        { "TRAPPED_ADDR", nv_rd32(nv, A_NV50_PGRAPH_TRAPPED_ADDR),
          e->subc << 16 | e->mthd },
        { "TRAPPED_DATA", nv_rd32(nv, NV50_PGRAPH_TRAPPED_DATA), e->data },
        { "FIFO's PULL", nv_rd32(nv, NV50_PGRAPH_FIFO) & 1, 0 },
        { "PMC_INTR", nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PGRAPH_MASK,
          R_NV_PMC_INTR_PGRAPH_MASK },
        { "the line", nv_intx(nv), 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        if (regs[i].got != regs[i].want) {
            nv_fail("%s:%d: %s is 0x%08x, not 0x%08x", file, line,
                    regs[i].name, regs[i].got, regs[i].want);
        }
    }
    if (e->intr & INTR_TRAP) {
        ack_trap(nv, e);
    }
    nv50_graph_ack(nv);
}

void nv50_assert_graph_quiet(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), 0);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_TRAP), 0);
    nv_assert_hex(nv_rd32(nv, NV50_PGRAPH_FIFO), 0x00010001);
    g_assert_false(nv_intx(nv));
}

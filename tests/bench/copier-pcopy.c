/*
 * NVIDIA GPU: PCOPY, PCE0: copies by their registers, in the benchmark
 *
 * Registers start a copy as microcode does.  PFIFO, which has something to do
 * for a channel, then works for the engine until that is idle.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/falcon-regs.h"
#include "../qtest/libnv/nv-falcon.h"
#include "../qtest/libnv/nv-fermi-graph.h"
#include "../qtest/libnv/nv-tesla.h"
#include "copier.h"

#define CHID 1

/* CTRL */
#define TRIGGER (1 << 0)
#define MULTILINE (1 << 6)
#define SRC_TILED (1 << 7)
#define DST_TILED (1 << 8)
#define WIDE (3 << 17)
#define PORTS (1u << 26 | 2u << 29)

/* log2 of a block's gobs; YBLOCK and PITCH have it in lines and bytes */
#define BLOCK_HEIGHT 4
#define BLOCK_LINES (4 << BLOCK_HEIGHT)
#define GOB_WIDTH 64

/* STATUS: the unit that copies */
#define COPYING 2

/**
 * struct PCopy - what a card's first engine needs
 *
 * @chan, @fermi: a channel, whichever the card has
 * @in, @out: addresses, as the engine sees them
 * @ctrl: what starts the copy
 */
typedef struct PCopy {
    NVChan *chan;
    NVFermiChan *fermi;
    uint64_t in, out;
    uint32_t ctrl;
} PCopy;

static bool has_pcopy(const NVCard *card)
{
    return card->features & (NV_CARD_NVA3 | NV_CARD_NVC0);
}

static void wr(Copier *copier, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(copier->nv, NV_PCOPY, reg, val);
}

/* Physical addresses behind two ports */
static void make_tesla(Copier *copier, PCopy *p, bool in_vram, bool out_vram,
                       uint32_t size)
{
    NVDev *nv = copier->nv;

    p->chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    copier->in = in_vram ? nv_vram_alloc(nv, size) : nv_ram_alloc(nv, size);
    copier->out = out_vram ? nv_vram_alloc(nv, size) : nv_ram_alloc(nv, size);
    p->in = copier->in;
    p->out = copier->out;
    wr(copier, A_NV_FALCON_MEMIF_PORT + 4,
       in_vram ? NV_PORT_VRAM : NV_PORT_SYSRAM);
    wr(copier, A_NV_FALCON_MEMIF_PORT + 8,
       out_vram ? NV_PORT_VRAM : NV_PORT_SYSRAM);
}

/* The channel's address space */
static void make_fermi(Copier *copier, PCopy *p, bool in_vram, bool out_vram,
                       uint32_t size)
{
    NVFermiBuf in, out;

    p->fermi = nv_fermi_channel_new(copier->nv, CHID);
    in = nv_fermi_buf(p->fermi, in_vram, size);
    out = nv_fermi_buf(p->fermi, out_vram, size);
    copier->in = in.addr;
    copier->out = out.addr;
    p->in = in.va;
    p->out = out.va;
    wr(copier, A_NV_FALCON_CHANNEL_CUR, 0x40000000 | p->fermi->block >> 12);
}

static void make(Copier *copier, bool in_vram, bool out_vram, uint32_t size)
{
    PCopy *p = g_new0(PCopy, 1);

    copier->own = p;
    if (nv_is_fermi(copier->nv)) {
        make_fermi(copier, p, in_vram, out_vram, size);
    } else {
        make_tesla(copier, p, in_vram, out_vram, size);
    }
}

static void set_side(Copier *copier, const Copy *copy, bool out, uint64_t addr)
{
    bool blocks = out ? copy->blocks_out : copy->blocks_in;
    uint32_t columns = copy->pitch / GOB_WIDTH;
    uint32_t high = addr >> 32 << 16;

    wr(copier, A_NV_PCOPY_ADDRESS_LOW + out * 4, addr);
    wr(copier, A_NV_PCOPY_XCNT + out * 4, copy->length);
    if (!blocks) {
        wr(copier, A_NV_PCOPY_CFG + out * 4, high);
        wr(copier, A_NV_PCOPY_PITCH + out * 4, copy->pitch);
        return;
    }
    wr(copier, A_NV_PCOPY_CFG + out * 4, high | 1 << BLOCK_HEIGHT);
    wr(copier, A_NV_PCOPY_YBLOCK + out * 4, BLOCK_LINES << 12 | BLOCK_LINES);
    wr(copier, A_NV_PCOPY_PITCH + out * 4,
       (columns - 1) * GOB_WIDTH * BLOCK_LINES);
}

static void push(Copier *copier, const Copy *copy)
{
    PCopy *p = copier->own;

    set_side(copier, copy, false, p->in);
    set_side(copier, copy, true, p->out);
    wr(copier, A_NV_PCOPY_YCNT, copy->lines);
    p->ctrl = TRIGGER | MULTILINE | WIDE | (p->chan ? PORTS : 0) |
              (copy->blocks_in ? SRC_TILED : 0) |
              (copy->blocks_out ? DST_TILED : 0);
    if (p->chan) {
        nv_push(p->chan, NV_CMD_NOP);
    } else {
        nv_fermi_ref(p->fermi, 1);
    }
}

static void kick(Copier *copier)
{
    PCopy *p = copier->own;

    wr(copier, A_NV_PCOPY_CTRL, p->ctrl);
    if (p->chan) {
        nv_kick(p->chan);
    } else {
        nv_fermi_kick(p->fermi);
    }
}

static bool is_done(Copier *copier)
{
    return !(nv_falcon_rd32(copier->nv, NV_PCOPY, A_NV_FALCON_STATUS) &
             COPYING);
}

static void end(Copier *copier)
{
    PCopy *p = copier->own;

    if (p->chan) {
        nv_chan_free(p->chan);
    } else {
        nv_fermi_channel_free(p->fermi);
    }
    g_free(p);
}

const CopierOps copier_pcopy = {
    .name = "pcopy", .text = "PCOPY, PCE", .blocks = true, .alone = true,
    .has = has_pcopy, .make = make, .push = push, .kick = kick,
    .is_done = is_done, .free = end,
};

/*
 * NVIDIA GPU: what copies on a card, as the benchmark uses it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-ce.h"
#include "../qtest/libnv/nv-fermi-graph.h"
#include "../qtest/libnv/nv-m2mf.h"
#include "bench.h"
#include "copier.h"
#include "yardstick.h"

#define CHID 1
#define SUBC 4

/* log2 of a block's gobs, of which it is one wide */
#define BLOCK_HEIGHT 4

Copier *copier_new(const CopierOps *ops, NVDev *nv, bool in_vram,
                   bool out_vram, uint32_t size)
{
    Copier *copier = g_new0(Copier, 1);

    copier->ops = ops;
    copier->nv = nv;
    ops->make(copier, in_vram, out_vram, size);
    copier->in |= in_vram ? YARDSTICK_VRAM : 0;
    copier->out |= out_vram ? YARDSTICK_VRAM : 0;
    return copier;
}

void copier_free(Copier *copier)
{
    copier->ops->free(copier);
    g_free(copier);
}

void copier_prepare(Copier *copier, const Copy *copy, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        copier->ops->push(copier, copy);
    }
}

/* A question takes the device's time: few of them. */
void copier_run(Copier *copier)
{
    copier->ops->kick(copier);
    while (!copier->ops->is_done(copier)) {
        g_usleep(100);
    }
}

/* --- M2MF up to NVA8 --------------------------------------------------- */

static bool has_m2mf(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV01 | NV_CARD_NV03 | NV_CARD_PAGES));
}

static bool has_nv50_m2mf(const NVCard *card)
{
    return card->features & NV_CARD_NV50;
}

static void m2mf_make(Copier *copier, bool in_vram, bool out_vram,
                      uint32_t size)
{
    NVM2MF *m = g_new0(NVM2MF, 1);

    copier->own = m;
    nv_m2mf_new(m, copier->nv, in_vram ? NV_IN_VRAM : NV_IN_RAM,
                out_vram ? NV_IN_VRAM : NV_IN_RAM, size);
    copier->in = m->in->base;
    copier->out = m->out->base;
}

static void m2mf_blocks(NVM2MFSide *side, const Copy *copy)
{
    side->width = copy->pitch;
    side->height = copy->lines;
    side->depth = 1;
    side->block_height = BLOCK_HEIGHT;
}

static void m2mf_push(Copier *copier, const Copy *copy)
{
    NVM2MFCopy c = {
        .in.pitch = copy->pitch, .out.pitch = copy->pitch,
        .length = copy->length, .lines = copy->lines, .format = 0x0101,
    };

    /* A line alone needs no pitch, which has 15 bits. */
    if (copy->lines == 1) {
        c.in.pitch = c.out.pitch = 0;
    }
    if (copy->blocks_in) {
        m2mf_blocks(&c.in, copy);
    }
    if (copy->blocks_out) {
        m2mf_blocks(&c.out, copy);
    }
    nv_m2mf_launch(copier->own, &c);
}

static void m2mf_kick(Copier *copier)
{
    nv_kick(((NVM2MF *)copier->own)->chan);
}

static bool m2mf_is_done(Copier *copier)
{
    return bench_is_done(((NVM2MF *)copier->own)->chan);
}

static void m2mf_free(Copier *copier)
{
    nv_m2mf_free(copier->own);
    g_free(copier->own);
}

#define M2MF(_has, _blocks)                                                 \
    {                                                                       \
        .name = "m2mf", .text = "M2MF", .blocks = (_blocks),                \
        .has = (_has), .make = m2mf_make, .push = m2mf_push,                \
        .kick = m2mf_kick, .is_done = m2mf_is_done, .free = m2mf_free,      \
    }

static const CopierOps copier_m2mf = M2MF(has_m2mf, false);
static const CopierOps copier_nv50_m2mf = M2MF(has_nv50_m2mf, true);

/* --- Behind address spaces --------------------------------------------- */

/* A channel of NVC0 or later, and buffers in its address space */
typedef struct Space {
    NVFermiChan *chan;
    NVFermiBuf in, out;
    uint64_t va;
    uint32_t value;
    uint64_t fence;
} Space;

static void space_init(Copier *copier, NVFermiChan *chan, bool in_vram,
                       bool out_vram, uint32_t size)
{
    Space *s = g_new0(Space, 1);

    copier->own = s;
    s->chan = chan;
    s->in = nv_fermi_buf(chan, in_vram, size);
    s->out = nv_fermi_buf(chan, out_vram, size);
    s->va = nv_fermi_ram(chan, 0x1000, &s->fence);
    copier->in = s->in.addr;
    copier->out = s->out.addr;
}

static void space_kick(Copier *copier)
{
    Space *s = copier->own;

    nv_fermi_release(s->chan, s->va, ++s->value);
    nv_fermi_kick(s->chan);
}

static bool space_is_done(Copier *copier)
{
    Space *s = copier->own;

    if (qtest_readl(copier->nv->qts, s->fence) != s->value) {
        return false;
    }
    /* The next commands begin where there is room for all of them. */
    if (s->chan->cur > NV_PUSH_SIZE / 2) {
        s->chan->cur = s->chan->kicked = 0;
    }
    return true;
}

static void space_free(Copier *copier)
{
    Space *s = copier->own;

    nv_fermi_channel_fini(s->chan);
    nv_fermi_channel_free(s->chan);
    g_free(s);
}

/* --- M2MF of NVC0 ------------------------------------------------------ */

/* LAUNCH_DMA: both sides in lines, one or both not */
#define FERMI_LINES_IN (1 << 4)
#define FERMI_LINES_OUT (1 << 8)

static bool has_fermi_m2mf(const NVCard *card)
{
    return card->features & NV_CARD_NVC0;
}

static void fermi_m2mf_make(Copier *copier, bool in_vram, bool out_vram,
                            uint32_t size)
{
    NVFermiChan *chan = nv_fermi_graph_new(copier->nv, CHID);

    space_init(copier, chan, in_vram, out_vram, size);
    nv_fermi_object(chan, SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_run(chan);
}

static void fermi_m2mf_push(Copier *copier, const Copy *copy)
{
    Space *s = copier->own;
    uint32_t launch = (copy->blocks_in ? 0 : FERMI_LINES_IN) |
                      (copy->blocks_out ? 0 : FERMI_LINES_OUT);

    if (copy->blocks_in) {
        nv_fermi_inc(s->chan, SUBC, 0x204, BLOCK_HEIGHT << 4, copy->pitch,
                     copy->lines, 1, 0);
        nv_fermi_inc(s->chan, SUBC, 0x344, 0, 0);
    }
    if (copy->blocks_out) {
        nv_fermi_inc(s->chan, SUBC, 0x220, BLOCK_HEIGHT << 4, copy->pitch,
                     copy->lines, 1, 0);
        nv_fermi_inc(s->chan, SUBC, 0x34c, 0, 0);
    }
    nv_fermi_inc(s->chan, SUBC, 0x238, s->out.va >> 32, s->out.va);
    nv_fermi_inc(s->chan, SUBC, 0x30c, s->in.va >> 32, s->in.va, copy->pitch,
                 copy->pitch, copy->length, copy->lines);
    nv_fermi_inc(s->chan, SUBC, 0x300, launch);
}

static const CopierOps copier_fermi_m2mf = {
    .name = "m2mf", .text = "M2MF", .blocks = true,
    .has = has_fermi_m2mf, .make = fermi_m2mf_make, .push = fermi_m2mf_push,
    .kick = space_kick, .is_done = space_is_done, .free = space_free,
};

/* --- Copy engines without falcons --------------------------------------- */

/* BLOCK_SIZE: a gob wide, gobs of 8 lines */
#define CE_BLOCK (1 << 12 | BLOCK_HEIGHT << 4)

#define CE_CLASS 0xa0b5

static bool has_ce(const NVCard *card)
{
    return card->features & NV_CARD_NVE4;
}

static void ce_make(Copier *copier, bool in_vram, bool out_vram, uint32_t size)
{
    const NVCeUnit *unit = &nv_ce_units[0];
    NVFermiChan *chan = nv_kepler_channel_new(copier->nv, CHID, unit->runlist);

    space_init(copier, chan, in_vram, out_vram, size);
    nv_fermi_object(chan, NV_CE_SUBC, CE_CLASS, 0);
    nv_fermi_run(chan);
}

static void ce_push(Copier *copier, const Copy *copy)
{
    Space *s = copier->own;
    NVCeSurface lines = { .pitch = copy->pitch };
    NVCeSurface blocks = {
        .block = CE_BLOCK, .width = copy->pitch, .height = copy->lines,
        .depth = 1,
    };
    NVCeJob job = {
        .launch = CE_PIPELINED | CE_MULTI_LINE |
                  (copy->blocks_in ? 0 : CE_SRC_PITCH) |
                  (copy->blocks_out ? 0 : CE_DST_PITCH),
        .in = copy->blocks_in ? blocks : lines,
        .out = copy->blocks_out ? blocks : lines,
        .length = copy->length, .count = copy->lines,
    };

    nv_ce_push_job(s->chan, &job, s->in.va, s->out.va);
}

static const CopierOps copier_ce = {
    .name = "ce", .text = "Copy engines, class A0B5", .blocks = true,
    .has = has_ce, .make = ce_make, .push = ce_push,
    .kick = space_kick, .is_done = space_is_done, .free = space_free,
};

const CopierOps *const copiers[] = {
    &copier_m2mf, &copier_nv50_m2mf, &copier_fermi_m2mf, &copier_pcopy,
    &copier_ce, NULL,
};

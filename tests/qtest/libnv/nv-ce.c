/*
 * Tests of the NVIDIA GPU: the copy engines of NVE4 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-ce.h"

/* gk104_fifo_mmu_fault_engine, gk104_fifo_mmu_fault_hubclient */
const NVCeUnit nv_ce_units[NV_CE_UNITS] = {
    { 0x104000, 4, 1 << 6, 1 << 5, 0x15, 0x01 },
    { 0x105000, 5, 1 << 7, 1 << 6, 0x16, 0x02 },
    { 0x106000, 0, 1 << 21, 1 << 7, 0x1b, 0x19 },
};

bool nv_ce_has(const NVDev *nv, unsigned unit)
{
    return unit != 1 || !(nv->card->features & NV_CARD_NV117);
}

/* Logs of GK208 and GM107: "engine 6: scheduled for recovery", "engine 5:" */
unsigned nv_ce_engine(const NVDev *nv, unsigned unit)
{
    if (unit < 2) {
        return 4 + unit;
    }
    return nv->card->features & NV_CARD_NV117 ? 5
        : nv->card->features & NV_CARD_NV108 ? 6 : 7;
}

void nv_ce_channel_end(NVFermiChan *chan)
{
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- Registers -------------------------------------------------------- */

uint32_t nv_ce_rd32(NVDev *nv, const NVCeUnit *u, uint32_t reg)
{
    return nv_rd32(nv, u->base + reg);
}

void nv_ce_wr32(NVDev *nv, const NVCeUnit *u, uint32_t reg, uint32_t val)
{
    nv_wr32(nv, u->base + reg, val);
}

/* --- Copies ----------------------------------------------------------- */

static void push_surface(NVFermiChan *chan, uint32_t mthd,
                         const NVCeSurface *s)
{
    nv_fermi_inc(chan, NV_CE_SUBC, mthd, s->block, s->width, s->height,
                 s->depth, s->layer, (uint32_t)s->y << 16 | s->x);
}

void nv_ce_push_job(NVFermiChan *chan, const NVCeJob *job, uint64_t in,
                    uint64_t out)
{
    uint64_t from = in + job->in.offset, to = out + job->out.offset;

    if (job->launch & CE_REMAP) {
        nv_fermi_inc(chan, NV_CE_SUBC, CE_REMAP_CONST_A, job->constants[0],
                     job->constants[1], job->components);
    }
    if (!(job->launch & CE_SRC_PITCH)) {
        push_surface(chan, CE_SRC_BLOCK_SIZE, &job->in);
    }
    if (!(job->launch & CE_DST_PITCH)) {
        push_surface(chan, CE_DST_BLOCK_SIZE, &job->out);
    }
    nv_fermi_inc(chan, NV_CE_SUBC, CE_OFFSET_IN_UPPER, from >> 32, from,
                 to >> 32, to, job->in.pitch, job->out.pitch, job->length,
                 job->count);
    nv_fermi_inc(chan, NV_CE_SUBC, CE_LAUNCH_DMA, job->launch);
}

/* Rows of blocks, rows of GOBs, rows of bytes: as one would draw them */
static int64_t tiled(const NVCeSurface *s, uint64_t x, uint64_t y,
                     unsigned element)
{
    int64_t gob_w = (s->block & 0xf) == 0xe ? 16 : 64;
    int64_t gob_h = s->block >> 12 ? 8 : 4;
    int64_t block_h = 1 << (s->block >> 4 & 0xf);
    int64_t block_d = 1 << (s->block >> 8 & 0xf);
    int64_t across = ((int64_t)s->width * element + gob_w - 1) / gob_w;
    int64_t down = (s->height + gob_h * block_h - 1) / (gob_h * block_h);
    int64_t gob_x = x / gob_w, gob_y = y / gob_h;
    int64_t gob = 0;

    gob += s->layer / block_d * down * across * block_h * block_d;
    gob += gob_y / block_h * across * block_h * block_d;
    gob += gob_x * block_h * block_d;
    gob += s->layer % block_d * block_h;
    gob += gob_y % block_h;
    return s->offset + gob * gob_w * gob_h + y % gob_h * gob_w + x % gob_w;
}

/* Where byte @byte of element @x of line @y is */
static int64_t place(const NVCeSurface *s, bool pitch, uint32_t x, uint32_t y,
                     unsigned byte, unsigned element)
{
    return pitch
        ? (int64_t)s->offset + (int64_t)y * s->pitch +
          (int64_t)x * element + byte
        : tiled(s, ((uint64_t)s->x + x) * element + byte, (uint64_t)s->y + y,
                element);
}

/* The bytes of one component of an element */
static void model_component(const NVCeJob *job, unsigned comp, uint32_t x,
                            uint32_t y, NVCeVisit *visit, void *opaque)
{
    unsigned size = (job->components >> 16 & 3) + 1;
    unsigned src = ((job->components >> 20 & 3) + 1) * size;
    unsigned dst = ((job->components >> 24 & 3) + 1) * size;
    unsigned what = job->components >> comp * 4 & 7;

    for (unsigned b = 0; what != 6 && b < size; b++) {
        int64_t to = place(&job->out, job->launch & CE_DST_PITCH, x, y,
                           comp * size + b, dst);

        if (what >= 4) {
            visit(opaque, to, -1, job->constants[what - 4] >> b * 8);
        } else {
            visit(opaque, to, place(&job->in, job->launch & CE_SRC_PITCH, x, y,
                                    what * size + b, src), 0);
        }
    }
}

void nv_ce_model(const NVCeJob *job, NVCeVisit *visit, void *opaque)
{
    unsigned comps = (job->components >> 24 & 3) + 1;
    uint32_t lines = job->launch & CE_MULTI_LINE ? job->count : 1;

    for (uint32_t y = 0; y < lines; y++) {
        for (uint32_t x = 0; x < job->length; x++) {
            if (!(job->launch & CE_REMAP)) {
                visit(opaque, place(&job->out, job->launch & CE_DST_PITCH, x,
                                    y, 0, 1),
                      place(&job->in, job->launch & CE_SRC_PITCH, x, y, 0, 1),
                      0);
                continue;
            }
            for (unsigned i = 0; i < comps; i++) {
                model_component(job, i, x, y, visit, opaque);
            }
        }
    }
}

/*
 * NVIDIA GPU: M2MF: copies from one DMA object to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "layout.h"
#include "m2mf.h"
#include "operation.h"

/* Largest piece that is copied through a buffer, in bytes */
#define NV_M2MF_BUFFER 4096

uint64_t nv_m2mf_offset(const NVM2MFSide *side, uint32_t line, uint32_t pos,
                        uint32_t *run)
{
    return side->offset +
           nv_layout_offset(&side->layout,
                            side->x + (uint64_t)pos * side->inc,
                            (uint64_t)side->y + line, run);
}

/* --- Bytes that follow each other ------------------------------------- */

/**
 * struct NVM2MFEnd - a side of the copy under way
 *
 * @gpu: the device
 * @side: the side
 * @write: it is the destination
 * @fault: receives what failed
 */
typedef struct NVM2MFEnd {
    NVGPU *gpu;
    const NVM2MFSide *side;
    bool write;
    NVDmaFault *fault;
} NVM2MFEnd;

static void nv_m2mf_failed(NVM2MFEnd *end)
{
    end->gpu->graph->op.nsource |= end->write ? NV_NSOURCE(DMA_W_PROTECTION)
                                              : NV_NSOURCE(DMA_R_PROTECTION);
}

static bool nv_m2mf_find(void *opaque, uint64_t addr, uint64_t len,
                         uint64_t most, NVSpan *span)
{
    NVM2MFEnd *end = opaque;

    if (!nv_dmaobj_extent(end->gpu, &end->side->obj, addr, len, most,
                          end->write, span, end->fault)) {
        nv_m2mf_failed(end);
        return false;
    }
    return true;
}

static void nv_m2mf_lost(void *opaque, uint64_t addr)
{
    NVM2MFEnd *end = opaque;

    nv_dmaobj_unanswered(end->gpu, &end->side->obj, addr, end->write,
                         end->fault);
    nv_m2mf_failed(end);
}

/* Lines without gaps are one: the kernel's copies of pages. */
static bool nv_m2mf_is_gapless(const NVM2MFCopy *copy)
{
    return copy->in.layout.pitch_linear && copy->out.layout.pitch_linear &&
           copy->in.layout.pitch == copy->length &&
           copy->out.layout.pitch == copy->length;
}

/* Copy what is left of a line, and of those below it. */
static void nv_m2mf_lines(NVGPU *gpu, const NVM2MFCopy *copy, NVMove *move,
                          bool gapless, int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    const NVM2MFSide *in = &copy->in, *out = &copy->out;
    uint64_t lines = copy->lines - op->line, length = copy->length;
    uint64_t pos = MIN(op->pos, length - 1);
    NVMovePlace from, to;

    nv_layout_place(&in->layout, in->offset, in->x,
                    (uint64_t)in->y + op->line, &from);
    nv_layout_place(&out->layout, out->offset, out->x,
                    (uint64_t)out->y + op->line, &to);
    if (gapless) {
        length *= lines;
        lines = 1;
    }
    pos += nv_move_lines(move, &from, &to, pos, length, lines, budget);
    op->line += pos / copy->length;
    op->pos = pos % copy->length;
}

static bool nv_m2mf_linear(NVGPU *gpu, const NVM2MFCopy *copy,
                           int64_t *budget, NVDmaFault *fault)
{
    NVGraphOp *op = &gpu->graph->op;
    NVM2MFEnd in = { gpu, &copy->in, false, fault };
    NVM2MFEnd out = { gpu, &copy->out, true, fault };
    bool gapless = nv_m2mf_is_gapless(copy);
    NVMove move QEMU_UNINITIALIZED;

    move.in.find = move.out.find = nv_m2mf_find;
    move.in.lost = move.out.lost = nv_m2mf_lost;
    move.in.opaque = &in;
    move.out.opaque = &out;
    nv_move_begin(&move, gpu, gapless ? 1 : copy->lines - op->line,
                  copy->in.layout.pitch_linear &&
                  copy->out.layout.pitch_linear ? 0 : copy->length);
    while (op->line < copy->lines && *budget > 0 && !move.failed) {
        nv_m2mf_lines(gpu, copy, &move, gapless, budget);
    }
    nv_move_end(&move);
    return move.failed || op->line >= copy->lines;
}

/* --- Others ------------------------------------------------------------ */

/*
 * Copy bytes that don't follow each other on one side or both.  Returns how
 * many, or 0 on a fault.
 */
static uint32_t nv_m2mf_spread(NVGPU *gpu, const NVM2MFCopy *copy,
                               NVGraphOp *op, uint32_t len,
                               NVDmaFault *fault)
{
    unsigned inc = copy->in.inc;
    uint8_t buf[NV_M2MF_BUFFER] QEMU_UNINITIALIZED;
    uint32_t run;
    uint64_t from = nv_m2mf_offset(&copy->in, op->line, op->pos, &run);

    if (inc) {
        len = MIN(len, (MIN(run, sizeof(buf)) - 1) / inc + 1);
    } else {
        len = MIN(len, sizeof(buf));
    }
    if (!nv_dmaobj_read(gpu, &copy->in.obj, from, buf, (len - 1) * inc + 1,
                        fault)) {
        op->nsource |= NV_NSOURCE(DMA_R_PROTECTION);
        return 0;
    }
    for (uint32_t i = 0; i < len; i++) {
        uint64_t to = nv_m2mf_offset(&copy->out, op->line, op->pos + i, &run);

        if (!nv_dmaobj_write(gpu, &copy->out.obj, to, &buf[i * inc], 1,
                             fault)) {
            op->nsource |= NV_NSOURCE(DMA_W_PROTECTION);
            return 0;
        }
    }
    return len;
}

bool nv_m2mf_copy(NVGPU *gpu, const NVM2MFCopy *copy, int64_t *budget,
                  NVDmaFault *fault)
{
    NVGraphOp *op = &gpu->graph->op;
    uint32_t length = copy->length;

    nv_memory_written(gpu);
    if (length && op->line < copy->lines && copy->in.inc == 1 &&
        copy->out.inc == 1) {
        return nv_m2mf_linear(gpu, copy, budget, fault);
    }
    /* Each byte counts. */
    while (length && op->line < copy->lines && *budget > 0) {
        uint32_t left = MIN(length - op->pos, *budget);
        uint32_t done = nv_m2mf_spread(gpu, copy, op, left, fault);

        if (!done) {
            return true;
        }
        nv_count(gpu, BYTES_COPIED, done);
        *budget -= 1 + done;
        op->pos += done;
        if (op->pos >= length) {
            op->pos = 0;
            op->line++;
        }
    }
    return !length || op->line >= copy->lines;
}

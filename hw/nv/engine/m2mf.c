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

/* Bytes copied between two checks of the budget */
#define NV_M2MF_CHUNK (64 * KiB)

uint64_t nv_m2mf_offset(const NVM2MFSide *side, uint32_t line, uint32_t pos,
                        uint32_t *run)
{
    return side->offset +
           nv_layout_offset(&side->layout,
                            side->x + (uint64_t)pos * side->inc,
                            (uint64_t)side->y + line, run);
}

/*
 * Copy bytes that are contiguous on both sides.  Returns how many, or 0 on a
 * fault.
 */
static uint32_t nv_m2mf_linear(NVGPU *gpu, const NVM2MFCopy *copy,
                               NVGraphOp *op, uint32_t len,
                               NVDmaFault *fault)
{
    uint32_t run_in, run_out;
    uint64_t in = nv_m2mf_offset(&copy->in, op->line, op->pos, &run_in);
    uint64_t out = nv_m2mf_offset(&copy->out, op->line, op->pos, &run_out);
    NVSpan from, to;
    bool write;

    len = MIN(MIN(len, NV_M2MF_CHUNK), MIN(run_in, run_out));
    if (!nv_dmaobj_span(gpu, &copy->in.obj, in, len, false, &from,
                        fault)) {
        op->nsource |= NV_NSOURCE(DMA_R_PROTECTION);
        return 0;
    }
    if (!nv_dmaobj_span(gpu, &copy->out.obj, out, from.len, true, &to,
                        fault)) {
        op->nsource |= NV_NSOURCE(DMA_W_PROTECTION);
        return 0;
    }
    from.len = to.len;
    if (nv_span_move(gpu, &to, &from, &write) != MEMTX_OK) {
        nv_dmaobj_unanswered(gpu, write ? &copy->out.obj : &copy->in.obj,
                             write ? out : in, write, fault);
        op->nsource |= write ? NV_NSOURCE(DMA_W_PROTECTION)
                             : NV_NSOURCE(DMA_R_PROTECTION);
        return 0;
    }
    return to.len;
}

/* The same for bytes that aren't contiguous on one side or both */
static uint32_t nv_m2mf_spread(NVGPU *gpu, const NVM2MFCopy *copy,
                               NVGraphOp *op, uint32_t len,
                               NVDmaFault *fault)
{
    unsigned inc = copy->in.inc;
    uint8_t buf[NV_M2MF_BUFFER];
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
    while (length && op->line < copy->lines && *budget > 0) {
        /* What is contiguous costs by the word, else each byte counts. */
        bool linear = copy->in.inc == 1 && copy->out.inc == 1;
        unsigned piece = linear ? 4 : 1;
        uint32_t left = MIN(length - op->pos, *budget * piece);
        uint32_t done = linear ? nv_m2mf_linear(gpu, copy, op, left, fault)
                               : nv_m2mf_spread(gpu, copy, op, left, fault);

        if (!done) {
            return true;
        }
        nv_count(gpu, BYTES_COPIED, done);
        *budget -= 1 + done / piece;
        op->pos += done;
        if (op->pos >= length) {
            op->pos = 0;
            op->line++;
        }
    }
    return !length || op->line >= copy->lines;
}

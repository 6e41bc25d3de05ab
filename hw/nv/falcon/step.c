/*
 * NVIDIA GPU: how a falcon gets at its instructions
 *
 * Source: envytools, docs/hw/falcon/vm.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "fuc3.h"
#include "memory.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

typedef enum NVFucFetch {
    NV_FUC_FETCHED,
    NV_FUC_WAITS,               /* the page is being uploaded */
    NV_FUC_TRAPPED,
} NVFucFetch;

static NVFucFetch nv_fuc_fetch_byte(NVFalcon *f, uint32_t addr, uint8_t *b)
{
    unsigned pages = 1 << f->chip->vm_pages_log2;
    int phys = f->map[addr / NV_FALCON_PAGE % pages];

    if (phys < 0) {
        nv_fuc_trap(f, phys == NV_FALCON_MAP_NONE ? NV_FALCON_TRAP_NO_HIT
                                                  : NV_FALCON_TRAP_MULTI_HIT);
        return NV_FUC_TRAPPED;
    }
    if (!(f->tlb[phys].flags & NV_FALCON_TLB_USABLE)) {
        return NV_FUC_WAITS;
    }
    *b = f->code[phys * NV_FALCON_PAGE + addr % NV_FALCON_PAGE];
    return NV_FUC_FETCHED;
}

static unsigned nv_fuc_length(const NVFalcon *f, const uint8_t *b)
{
    return nv_falcon_version(f) >= 5 ? nv_fuc5_length(b)
                                     : nv_fuc3_length(b[0]);
}

/* The second byte may make the instruction longer, not shorter than two. */
static NVFucFetch nv_fuc_fetch(NVFalcon *f, uint8_t *b, unsigned *length)
{
    NVFucFetch result = nv_fuc_fetch_byte(f, f->pc, b);

    *length = result == NV_FUC_FETCHED ? nv_fuc_length(f, b) : 0;
    for (unsigned i = 1; i < *length && result == NV_FUC_FETCHED; i++) {
        result = nv_fuc_fetch_byte(f, f->pc + i, &b[i]);
        if (i == 1) {
            *length = nv_fuc_length(f, b);
        }
    }
    return result;
}

static bool nv_fuc_execute(NVFalcon *f, const uint8_t *b, unsigned length)
{
    uint32_t next = f->pc + length;

    return nv_falcon_version(f) >= 5 ? nv_fuc5_execute(f, b, next)
                                     : nv_fuc3_execute(f, b, next);
}

void nv_fuc_step(NVFalcon *f)
{
    uint8_t b[NV_FUC_LENGTH_MAX] = { };
    unsigned length;

    switch (nv_fuc_fetch(f, b, &length)) {
    case NV_FUC_WAITS:
        f->yield = true;
        break;
    case NV_FUC_FETCHED:
        if (trace_event_get_state_backends(TRACE_NV_FALCON_STEP)) {
            trace_nv_falcon_step(f->chip->regs->unit, f->pc, ldl_be_p(b),
                                 length, f->flags);
        }
        if (!length || !nv_fuc_execute(f, b, length)) {
            nv_fuc_trap(f, NV_FALCON_TRAP_INVALID_OPCODE);
        }
        break;
    case NV_FUC_TRAPPED:
        break;
    }
}

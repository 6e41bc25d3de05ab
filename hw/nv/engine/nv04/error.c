/*
 * NVIDIA GPU: errors of methods, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"

static const char *const nv_nsource_names[] = {
    "NOTIFICATION", "DATA_ERROR", "PROTECTION_ERROR", "RANGE_EXCEPTION",
    "LIMIT_COLOR", "LIMIT_ZETA", "ILLEGAL_MTHD", "DMA_R_PROTECTION",
    "DMA_W_PROTECTION", "FORMAT_EXCEPTION", "PATCH_EXCEPTION",
    "STATE_INVALID", "DOUBLE_NOTIFY", "NOTIFY_IN_USE", "METHOD_CNT",
    "BFR_NOTIFICATION",
};

/* NSTATUS for bits of NSOURCE; hwtest's nv04_pgraph_blowup() */
static uint32_t nv_graph_nstatus(const NVGraphChip *chip, uint32_t nsource)
{
    uint32_t nstatus = 0;

    if (nsource & (NV_NSOURCE(DOUBLE_NOTIFY) | NV_NSOURCE(NOTIFY_IN_USE))) {
        nstatus |= R_NV_PGRAPH_NSTATUS_STATE_IN_USE_MASK;
    }
    if (nsource & (NV_NSOURCE(FORMAT_EXCEPTION) | NV_NSOURCE(STATE_INVALID) |
                   NV_NSOURCE(METHOD_CNT))) {
        nstatus |= R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK;
    }
    if (nsource & NV_NSOURCE(DATA_ERROR)) {
        nstatus |= R_NV_PGRAPH_NSTATUS_BAD_ARGUMENT_MASK;
    }
    /* UNK22 as in a log of a card like NV44: tests/record, nv4a-semaphore */
    if (nsource & (NV_NSOURCE(RANGE_EXCEPTION) | NV_NSOURCE(ILLEGAL_MTHD) |
                   NV_NSOURCE(UNK22))) {
        nstatus |= R_NV_PGRAPH_NSTATUS_PROTECTION_FAULT_MASK;
    }
    if (nsource & NV_NSOURCE(PROTECTION_ERROR)) {
        nstatus |= chip->nstatus_protection;
    }
    return nstatus << chip->nstatus_shift;
}

static const char *nv_graph_nsource_name(uint32_t nsource)
{
    unsigned bit = ctz32(nsource);

    return bit < ARRAY_SIZE(nv_nsource_names) ? nv_nsource_names[bit]
                                              : "NSOURCE UNK22";
}

void nv_graph_error(NVGPU *gpu, uint32_t nsource)
{
    const NVGraphChip *chip = gpu->chip->graph;

    NV_R(gpu, NV_PGRAPH_NSTATUS) |= nv_graph_nstatus(chip, nsource);
    nv_graph_stop(gpu, nv_graph_nsource_name(nsource));
    nv_graph_raise(gpu, chip->intr_error, nsource);
}

static bool nv_graph_checks_state(NVGPU *gpu)
{
    return NV_R(gpu, NV_PGRAPH_DEBUG_3) & gpu->chip->graph->state_check;
}

void nv_graph_state_wrong(NVGPU *gpu)
{
    if (nv_graph_checks_state(gpu)) {
        nv_graph_error(gpu, NV_NSOURCE(STATE_INVALID));
    }
}

void nv_graph_state_error(NVGPU *gpu, const char *why)
{
    if (nv_graph_checks_state(gpu)) {
        nv_graph_error(gpu, NV_NSOURCE(STATE_INVALID));
    } else {
        nv_graph_refused(gpu, why);
    }
}

void nv04_graph_refuse(NVGPU *gpu, bool known)
{
    nv_graph_error(gpu, NV_NSOURCE(ILLEGAL_MTHD));
}

bool nv04_graph_refuse_data(NVGPU *gpu, uint8_t error)
{
    nv_graph_error(gpu, BIT(error % 32));
    return true;
}

/* NSOURCE's first and last bit are notifications. */
const char *nv04_graph_error_name(unsigned i)
{
    if (i < ARRAY_SIZE(nv_nsource_names) - 2) {
        return nv_nsource_names[i + 1];
    }
    return i == ARRAY_SIZE(nv_nsource_names) - 2 ? "MISSING_HW" : NULL;
}

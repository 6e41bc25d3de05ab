/*
 * NVIDIA GPU: PGRAPH: errors of methods, and their interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "family.h"
#include "trace/trace-hw_nv.h"

/* --- Interrupts ------------------------------------------------------- */

void nv_pgraph_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PGRAPH_MASK,
                    NV_R(gpu, NV_PGRAPH_INTR) & NV_R(gpu, NV_PGRAPH_INTR_EN));
}

void nv_graph_raise(NVGPU *gpu, uint32_t intr, uint32_t nsource)
{
    NV_R(gpu, NV_PGRAPH_TRAPPED_ADDR) = gpu->graph->method_addr;
    NV_R(gpu, NV_PGRAPH_TRAPPED_DATA) = gpu->graph->method_data;
    NV_R(gpu, NV_PGRAPH_NSOURCE) |= nsource;
    NV_R(gpu, NV_PGRAPH_INTR) |= intr;
    nv_pgraph_update_intr(gpu);
}

/* --- Errors ----------------------------------------------------------- */

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

void nv_graph_stop(NVGPU *gpu, const char *why)
{
    uint32_t addr = gpu->graph->method_addr;
    unsigned chid = gpu->graph->chid;
    unsigned subc = extract32(addr, gpu->chip->graph->trapped_subch_shift, 3);
    uint32_t mthd = addr & R_NV_PGRAPH_TRAPPED_ADDR_MTHD_MASK;
    uint32_t data = gpu->graph->method_data;

    nv_log_error(gpu, "PGRAPH: channel %u subchannel %u class 0x%04x method "
                 "0x%04x data 0x%08x: %s", chid, subc, gpu->graph->binding.id,
                 mthd, data, why);
    trace_nv_pgraph_error(chid, subc, gpu->graph->binding.id, mthd, data, why);
    nv_probe_class_error(gpu, chid, subc, gpu->graph->binding.id, mthd, data,
                         why);
    NV_R(gpu, NV_PGRAPH_FIFO) &= ~R_NV_PGRAPH_FIFO_ACCESS_MASK;
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

void nv_graph_refused(NVGPU *gpu, const char *why)
{
    const NVGraphChip *chip = gpu->chip->graph;
    uint32_t addr = gpu->graph->method_addr;
    const NVRefusal refusal = {
        .unit = "PGRAPH",
        .chid = addr >> chip->trapped_chid_shift,
        .subc = extract32(addr, chip->trapped_subch_shift, 3),
        .class = gpu->graph->binding.id,
        .mthd = addr & (chip->family->mthd_end - 4),
        .data = gpu->graph->method_data,
        .why = why,
    };

    nv_refused(gpu, &refusal);
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

void nv_graph_missing_hw(NVGPU *gpu)
{
    nv_graph_stop(gpu, "MISSING_HW");
    nv_graph_raise(gpu, R_NV_PGRAPH_INTR_MISSING_HW_MASK, 0);
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

/* --- Probes ----------------------------------------------------------- */

bool nv_graph_probe_check(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t mthd, uint32_t data)
{
    NVProbe probe = {
        .kind = NV_PROBE_CHECK,
        .chid = chid,
        .subc = subc,
        .class = gpu->graph->binding.id,
        .mthd = mthd,
        .addr = NV_PROBE_NOWHERE,
        .data = data,
    };

    return nv_probe(gpu, &probe) == NV_DROP &&
           gpu->chip->graph->family->refuse_data(gpu, probe.at);
}

/* Reported for the last method that was recorded; others may have followed. */
bool nv_graph_probe_notify(NVGPU *gpu, uint64_t addr, uint32_t *val)
{
    const NVGraphChip *chip = gpu->chip->graph;
    uint32_t method = gpu->graph->method_addr;
    uint32_t word = le32_to_cpu(*val);
    NVProbe probe = {
        .chid = method >> chip->trapped_chid_shift,
        .subc = extract32(method, chip->trapped_subch_shift, 3),
        .class = gpu->graph->binding.id,
        .mthd = method & R_NV_PGRAPH_TRAPPED_ADDR_MTHD_MASK,
        .addr = addr,
        .what = "PGRAPH",
    };
    bool go = nv_probe_notify(gpu, probe, &word);

    *val = cpu_to_le32(word);
    return go;
}

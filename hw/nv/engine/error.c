/*
 * NVIDIA GPU: PGRAPH: errors of methods, and their interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "family.h"
#include "graph.h"

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

void nv_graph_log_error(NVGPU *gpu, const NVGuestError *error)
{
    nv_log_error(gpu, "PGRAPH: channel %d subchannel %u class 0x%04x method "
                 "0x%04x data 0x%08" PRIx64 ": %s", error->chid, error->subc,
                 error->class, error->mthd, error->data, error->what);
}

void nv_graph_tell_error(NVGPU *gpu, const NVGuestError *error)
{
    nv_graph_log_error(gpu, error);
    nv_guest_error_unlogged(gpu, error);
}

void nv_graph_stop(NVGPU *gpu, const char *why)
{
    uint32_t addr = gpu->graph->method_addr;
    const NVGuestError error = {
        .unit = "PGRAPH",
        .what = why,
        .chid = gpu->graph->chid,
        .subc = extract32(addr, gpu->chip->graph->trapped_subch_shift, 3),
        .class = gpu->graph->binding.id,
        .mthd = addr & R_NV_PGRAPH_TRAPPED_ADDR_MTHD_MASK,
        .data = gpu->graph->method_data,
        .addr = NV_PROBE_NOWHERE,
    };

    nv_graph_tell_error(gpu, &error);
    NV_R(gpu, NV_PGRAPH_FIFO) &= ~R_NV_PGRAPH_FIFO_ACCESS_MASK;
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

void nv_graph_missing_hw(NVGPU *gpu)
{
    nv_graph_stop(gpu, "MISSING_HW");
    nv_graph_raise(gpu, R_NV_PGRAPH_INTR_MISSING_HW_MASK, 0);
}

/* --- Probes ----------------------------------------------------------- */

bool nv_graph_probe_check(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t mthd, uint32_t data)
{
    NVProbe probe = {
        .kind = NV_PROBE_CHECK,
        .chid = chid,
        .method = {
            .subc = subc,
            .class = gpu->graph->binding.id,
            .mthd = mthd,
            .data = data,
            .addr = NV_PROBE_NOWHERE,
        },
    };

    return nv_probe(gpu, &probe) == NV_DROP &&
           gpu->chip->graph->family->refuse_data(gpu, probe.method.error);
}

/* Reported for the last method that was recorded; others may have followed. */
bool nv_graph_probe_notify(NVGPU *gpu, uint64_t addr, uint32_t *val)
{
    const NVGraphChip *chip = gpu->chip->graph;
    uint32_t method = gpu->graph->method_addr;
    NVNotifyProbe notify = {
        .engine = "PGRAPH",
        .subc = extract32(method, chip->trapped_subch_shift, 3),
        .class = gpu->graph->binding.id,
        .mthd = method & R_NV_PGRAPH_TRAPPED_ADDR_MTHD_MASK,
        .data = le32_to_cpu(*val),
        .addr = addr,
    };
    bool go = nv_probe_notify(gpu, method >> chip->trapped_chid_shift,
                              &notify);

    *val = cpu_to_le32(notify.data);
    return go;
}

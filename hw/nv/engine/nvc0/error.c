/*
 * NVIDIA GPU: PGRAPH: interrupts and errors of methods, NVC0+
 *
 * Sources: the register database (gf100_pgraph/pgraph.xml), and what nouveau's
 * gf100_gr_intr() reads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nv50/error.h"

/* --- Interrupts ------------------------------------------------------- */

void nvc0_graph_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PGRAPH_MASK,
                    NV_R(gpu, NVC0_PGRAPH_INTR) &
                    NV_R(gpu, NVC0_PGRAPH_INTR_EN));
}

static void nvc0_graph_set_trapped(NVGPU *gpu)
{
    const NVGraph *graph = gpu->graph;

    NV_R(gpu, NVC0_PGRAPH_TRAPPED_ADDR) =
        graph->method_addr & (R_NVC0_PGRAPH_TRAPPED_ADDR_MTHD_MASK |
                              R_NVC0_PGRAPH_TRAPPED_ADDR_SUBCH_MASK);
    NV_R(gpu, NVC0_PGRAPH_TRAPPED_DATA_LOW) = graph->method_data;
}

void nvc0_graph_set_intr(NVGPU *gpu, uint32_t intr)
{
    nvc0_graph_set_trapped(gpu);
    NV_R(gpu, NVC0_PGRAPH_INTR) |= intr;
    nvc0_graph_update_intr(gpu);
}

/* --- Errors ----------------------------------------------------------- */

/* An error of the method that was recorded last */
static NVGuestError nvc0_graph_method_error(NVGPU *gpu, const char *why)
{
    uint32_t addr = gpu->graph->method_addr;

    return (NVGuestError) {
        .unit = "PGRAPH",
        .what = why,
        .chid = addr >> gpu->chip->graph->trapped_chid_shift,
        .subc = FIELD_EX32(addr, NVC0_PGRAPH_TRAPPED_ADDR, SUBCH),
        .class = gpu->graph->binding.id,
        .mthd = addr & R_NVC0_PGRAPH_TRAPPED_ADDR_MTHD_MASK,
        .data = gpu->graph->method_data,
        .addr = NV_PROBE_NOWHERE,
    };
}

/* @code: the bits of INTR, or of a unit's trap that isn't enabled */
static void nvc0_graph_tell(NVGPU *gpu, const char *why, uint32_t code)
{
    NVGuestError error = nvc0_graph_method_error(gpu, why);

    error.code = code;
    nv_graph_tell_error(gpu, &error);
}

void nvc0_graph_error(NVGPU *gpu, uint32_t intr, const char *why)
{
    uint32_t down = NV_R(gpu, NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN) & intr;

    nvc0_graph_tell(gpu, why, intr);
    if (down) {
        nvc0_graph_set_trapped(gpu);
        NV_R(gpu, NVC0_PGRAPH_INTR_CTXCTL_DOWN) |= down;
        return;
    }
    NV_R(gpu, NVC0_PGRAPH_FIFO_CONTROL) &=
        ~R_NVC0_PGRAPH_FIFO_CONTROL_PULL_MASK;
    nvc0_graph_set_intr(gpu, intr);
}

void nvc0_graph_refuse(NVGPU *gpu, bool known)
{
    if (known) {
        nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_ILLEGAL_MTHD_MASK,
                         "ILLEGAL_MTHD");
    } else {
        nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_ILLEGAL_CLASS_MASK,
                         "ILLEGAL_CLASS");
    }
}

bool nvc0_graph_refuse_data(NVGPU *gpu, uint8_t error)
{
    NV_R(gpu, NVC0_PGRAPH_DATA_ERROR) = error;
    nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_DATA_ERROR_MASK,
                     nv50_data_error_name(error));
    return true;
}

const char *nvc0_graph_error_name(unsigned i)
{
    static const char *const names[] = {
        "FIRMWARE_MTHD", "TRAP DISPATCH", "TRAP MACRO",
    };
    const char *name = nv50_common_error_name(&i);

    return name || i >= ARRAY_SIZE(names) ? name : names[i];
}

/* --- Traps ------------------------------------------------------------ */

void nvc0_graph_trap(NVGPU *gpu, uint32_t reg, uint32_t unit, uint32_t status,
                     const char *why)
{
    uint32_t *trap = &gpu->regs[reg / 4];

    if (!FIELD_EX32(*trap, NVC0_PGRAPH_UNIT_TRAP, ENABLE) ||
        !(NV_R(gpu, NVC0_PGRAPH_TRAP_EN) & unit)) {
        nvc0_graph_tell(gpu, why, status);
        return;
    }
    *trap |= status;
    NV_R(gpu, NVC0_PGRAPH_TRAP) |= unit;
    nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_TRAP_MASK, why);
}

/* --- Faults ----------------------------------------------------------- */

/*
 * The MMU interrupts the driver, which resets PGRAPH, and tells of the error;
 * here is only a line with the method.  Others are ignored.
 */
void nvc0_graph_stop_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault)
{
    const NVGuestError method = nvc0_graph_method_error(gpu, "fault");
    NVDmaFault report = *fault;

    if (!(fault->why & NV_VM_REASON)) {
        return;
    }
    report.addr &= NV50_VM_ADDR_MASK;
    nv_graph_log_error(gpu, &method);
    nvc0_graph_of(gpu)->stuck = true;
    nv_vm_fault(gpu, user, nvc0_graph_of(gpu)->block, &report);
}

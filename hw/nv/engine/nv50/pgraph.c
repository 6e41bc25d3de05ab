/*
 * NVIDIA GPU: PGRAPH: registers, NV50:NVC0
 *
 * Sources: the register database (g80_pgraph/pgraph.xml), and what nouveau's
 * g84_gr_tlb_flush() reads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pgraph.h"
#include "state.h"
#include "hw/nv/engine/context.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/pgraph.h"

/* --- Interrupts and traps --------------------------------------------- */

void nv50_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pgraph_update_intr(gpu);
}

void nv50_pgraph_unit_trap_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV50_PGRAPH_UNIT_TRAP, CLEAR)) {
        gpu->regs[addr / 4] &= R_NV50_PGRAPH_UNIT_TRAP_ENABLE_MASK;
    }
}

/* --- STATUS ----------------------------------------------------------- */

static bool nv50_graph_drawing(NVGPU *gpu)
{
    return gpu->graph->op.kind == NV_GRAPH_OP_NV50_SOLID ||
           gpu->graph->op.kind == NV_GRAPH_OP_NV50_BLIT;
}

/* Drivers poll these while they wait for PGRAPH; see nv_engine_poll(). */
uint32_t nv50_pgraph_status_inspect(NVGPU *gpu, uint32_t addr)
{
    uint32_t status = 0;

    if (!nv_graph_busy(gpu) && !NV_FAULTY(gpu, BUSY)) {
        return nv_pgraph_status_read(gpu, addr);
    }
    status = FIELD_DP32(status, NV50_PGRAPH_STATUS, ALL, 1);
    status = FIELD_DP32(status, NV50_PGRAPH_STATUS, DISPATCH, 1);
    status = FIELD_DP32(status, NV50_PGRAPH_STATUS, M2MF,
                        gpu->graph->op.kind == NV_GRAPH_OP_NV50_COPY);
    return FIELD_DP32(status, NV50_PGRAPH_STATUS, ENG2D,
                      nv50_graph_drawing(gpu));
}

uint32_t nv50_pgraph_status_read(NVGPU *gpu, uint32_t addr)
{
    nv_engine_poll(gpu);
    return nv50_pgraph_status_inspect(gpu, addr);
}

uint32_t nv50_pgraph_vstatus_2_inspect(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV50_PGRAPH_VSTATUS_2, ENG2D,
                      nv50_graph_drawing(gpu));
}

uint32_t nv50_pgraph_vstatus_2_read(NVGPU *gpu, uint32_t addr)
{
    nv_engine_poll(gpu);
    return nv50_pgraph_vstatus_2_inspect(gpu, addr);
}

/* Instead of in this FIFO, methods wait in PFIFO's queue. */
uint32_t nv50_pgraph_fifo_status_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV50_PGRAPH_FIFO_STATUS, EMPTY,
                      !nv_engine_queued(gpu, NV_ENGINE_GRAPH));
}

uint32_t nv50_pgraph_units_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t hwunits = gpu->chip->hwunits;
    uint32_t units = 0;

    units = FIELD_DP32(units, NV50_PGRAPH_DISPATCH_UNITS, TPC_MASK,
                       FIELD_EX32(hwunits, NV_PBUS_G80_HWUNITS_0, TPC_MASK));
    units = FIELD_DP32(units, NV50_PGRAPH_DISPATCH_UNITS, ROP_MASK,
                       FIELD_EX32(hwunits, NV_PBUS_G80_HWUNITS_0, PART_MASK));
    return FIELD_DP32(units, NV50_PGRAPH_DISPATCH_UNITS, MP_MASK,
                      FIELD_EX32(hwunits, NV_PBUS_G80_HWUNITS_0, MP_MASK));
}

uint32_t nva0_pgraph_units_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t hwunits = gpu->chip->hwunits;
    uint32_t units = 0;

    units = FIELD_DP32(units, NV50_PGRAPH_DISPATCH_UNITS, TPC_MASK,
                       FIELD_EX32(hwunits, NV_PBUS_G80_HWUNITS_0, TPC_MASK));
    units = FIELD_DP32(units, NVA0_PGRAPH_DISPATCH_UNITS, ROP_MASK,
                       FIELD_EX32(hwunits, NV_PBUS_G80_HWUNITS_0, PART_MASK));
    return FIELD_DP32(units, NVA0_PGRAPH_DISPATCH_UNITS, MP_MASK,
                      FIELD_EX32(hwunits, NV_PBUS_G80_HWUNITS_0, MP_MASK));
}

/* MISC has the bits of NV04's NOTIFY, in other positions. */
uint32_t nv50_pgraph_misc_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t notify = NV_R(gpu, NV_PGRAPH_NOTIFY);
    uint32_t misc = 0;

    misc = FIELD_DP32(misc, NV50_PGRAPH_DISPATCH_MISC, NOTIFY_PENDING,
                      FIELD_EX32(notify, NV_PGRAPH_NOTIFY, ARMED));
    return FIELD_DP32(misc, NV50_PGRAPH_DISPATCH_MISC, NOTIFY_AWAKEN,
                      FIELD_EX32(notify, NV_PGRAPH_NOTIFY, INTR));
}

void nv50_pgraph_misc_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t notify = 0;

    notify = FIELD_DP32(notify, NV_PGRAPH_NOTIFY, ARMED,
                        FIELD_EX32(val, NV50_PGRAPH_DISPATCH_MISC,
                                   NOTIFY_PENDING));
    NV_R(gpu, NV_PGRAPH_NOTIFY) =
        FIELD_DP32(notify, NV_PGRAPH_NOTIFY, INTR,
                   FIELD_EX32(val, NV50_PGRAPH_DISPATCH_MISC, NOTIFY_AWAKEN));
}

/* --- Resets, and channels that are taken away ------------------------- */

/* Turning a subunit off cancels its work. */
void nv50_pgraph_disable_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    bool copying = gpu->graph->op.kind == NV_GRAPH_OP_NV50_COPY;

    if ((copying && FIELD_EX32(val, NV50_PGRAPH_DISABLE, M2MF)) ||
        (nv50_graph_drawing(gpu) &&
         FIELD_EX32(val, NV50_PGRAPH_DISABLE, ENG2D))) {
        gpu->graph->op = (NVGraphOp) { };
        nv_engine_wake(gpu);
    }
}

void nv50_pgraph_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!FIELD_EX32(val, NV50_PGRAPH_CTXCTL_CUR, VALID)) {
        nv_graph_leave(gpu);
    }
}

/* --- Life ------------------------------------------------------------- */

static void nv50_pgraph_reset(NVGPU *gpu)
{
    NV50Graph *graph = nv50_graph_of(gpu);

    memset(graph->ctx, 0, sizeof(graph->ctx));
    nv_pgraph_reset(gpu);
}

/* It becomes idle, which the puller may be waiting for. */
static void nv50_pgraph_disable(NVGPU *gpu)
{
    nv50_pgraph_reset(gpu);
    nv_engine_wake(gpu);
}

const NVUnit nv_unit_nv50_pgraph = {
    .name = "PGRAPH",
    .state = offsetof(NVGPU, graph),
    .size = sizeof(NV50Graph),
    .realize = nv_pgraph_realize,
    .reset = nv50_pgraph_reset,
    .enable = R_NV_PMC_ENABLE_PGRAPH_MASK,
    .disable = nv50_pgraph_disable,
    .exit = nv_pgraph_exit,
    .post_load = nv_pgraph_post_load,
};

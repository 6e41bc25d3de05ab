/*
 * NVIDIA GPU: PGRAPH: registers, interrupts, errors, traps, NV50:NVC0
 *
 * Sources: the register database (g80_pgraph/pgraph.xml), and what nouveau's
 * nv50_gr_intr() and g84_gr_tlb_flush() look at.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv50.h"

/* --- Interrupts ------------------------------------------------------- */

void nv50_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pgraph_update_intr(gpu);
}

/* Of a handle the hardware has the instance as PGRAPH keeps it. */
static uint32_t nv50_graph_trapped_data(NVGPU *gpu)
{
    uint32_t mthd = gpu->graph->method_addr &
                    R_NV50_PGRAPH_TRAPPED_ADDR_MTHD_MASK;
    uint32_t data = gpu->graph->method_data;

    return !mthd || (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END)
        ? nv50_graph_inst(gpu, data) : data;
}

void nv50_graph_raise(NVGPU *gpu, uint32_t intr)
{
    NV_R(gpu, NV_PGRAPH_TRAPPED_ADDR) =
        gpu->graph->method_addr & (R_NV50_PGRAPH_TRAPPED_ADDR_MTHD_MASK |
                                  R_NV50_PGRAPH_TRAPPED_ADDR_SUBCH_MASK);
    NV_R(gpu, NV_PGRAPH_TRAPPED_DATA) = nv50_graph_trapped_data(gpu);
    NV_R(gpu, NV50_PGRAPH_INTR) |= intr;
    nv_pgraph_update_intr(gpu);
}

/* --- Errors ----------------------------------------------------------- */

void nv50_graph_error(NVGPU *gpu, uint32_t intr, const char *why)
{
    nv_graph_stop(gpu, why);
    nv50_graph_raise(gpu, intr);
}

void nv50_graph_refuse(NVGPU *gpu, bool known)
{
    uint32_t debug = NV_R(gpu, NV50_PGRAPH_DEBUG_0);

    if (!FIELD_EX32(debug, NV50_PGRAPH_DEBUG_0, INVALID_COMMAND_CHECK)) {
        return;
    }
    if (known) {
        nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_ILLEGAL_MTHD_MASK,
                         "ILLEGAL_MTHD");
    } else {
        nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_ILLEGAL_CLASS_MASK,
                         "ILLEGAL_CLASS");
    }
}

/* The bit of DEBUG_0 that has the unit check for an error */
static uint32_t nv50_graph_check_mask(NV50DataError error)
{
    switch (error) {
    case NV50_DATA_INVALID_OBJECT:
    case NV50_DATA_READ_ONLY_OBJECT:
    case NV50_DATA_SUPERVISOR_OBJECT:
        return R_NV50_PGRAPH_DEBUG_0_INVALID_OBJECT_CHECK_MASK;
    case NV50_DATA_INVALID_BITFIELD:
        return R_NV50_PGRAPH_DEBUG_0_INVALID_BITFIELD_CHECK_MASK;
    case NV50_DATA_INVALID_VALUE:
    case NV50_DATA_INVALID_ENUM:
    case NV50_DATA_INVALID_OPERATION:
        return R_NV50_PGRAPH_DEBUG_0_INVALID_COMMAND_CHECK_MASK;
    default:
        return R_NV50_PGRAPH_DEBUG_0_INVALID_STATE_CHECK_MASK;
    }
}

static const char *nv50_data_error_name(NV50DataError error)
{
    switch (error) {
    case NV50_DATA_INVALID_VALUE:
        return "INVALID_VALUE";
    case NV50_DATA_INVALID_ENUM:
        return "INVALID_ENUM";
    case NV50_DATA_INVALID_OBJECT:
        return "INVALID_OBJECT";
    case NV50_DATA_READ_ONLY_OBJECT:
        return "READ_ONLY_OBJECT";
    case NV50_DATA_SUPERVISOR_OBJECT:
        return "SUPERVISOR_OBJECT";
    case NV50_DATA_INVALID_ADDRESS_ALIGNMENT:
        return "INVALID_ADDRESS_ALIGNMENT";
    case NV50_DATA_INVALID_BITFIELD:
        return "INVALID_BITFIELD";
    case NV50_DATA_Z_OUT_OF_BOUNDS:
        return "Z_OUT_OF_BOUNDS";
    case NV50_DATA_XY_OUT_OF_BOUNDS:
        return "XY_OUT_OF_BOUNDS";
    case NV50_DATA_ENG2D_FORMAT_MISMATCH:
        return "ENG2D_FORMAT_MISMATCH";
    case NV50_DATA_ENG2D_FORMAT_MISMATCH_B:
        return "ENG2D_FORMAT_MISMATCH_B";
    default:
        return "DATA_ERROR";
    }
}

bool nv50_graph_data_error(NVGPU *gpu, uint8_t error)
{
    if (!error || !(NV_R(gpu, NV50_PGRAPH_DEBUG_0) &
                    nv50_graph_check_mask(error))) {
        return false;
    }
    NV_R(gpu, NV50_PGRAPH_DATA_ERROR) = error;
    nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_DATA_ERROR_MASK,
                     nv50_data_error_name(error));
    return true;
}

/* --- Traps ------------------------------------------------------------ */

/* TRAP of each unit */
static const uint32_t nv50_unit_traps[NV50_UNIT__MAX] = {
    [NV50_UNIT_DISPATCH] = R_NV50_PGRAPH_DISPATCH_TRAP,
    [NV50_UNIT_M2MF] = R_NV50_PGRAPH_M2MF_TRAP,
    [NV50_UNIT_VFETCH] = R_NV50_PGRAPH_VFETCH_TRAP,
    [NV50_UNIT_STRMOUT] = R_NV50_PGRAPH_STRMOUT_TRAP,
    [NV50_UNIT_CCACHE] = R_NV50_PGRAPH_CCACHE_TRAP,
    [NV50_UNIT_CLIPID] = R_NV50_PGRAPH_CLIPID_TRAP,
};

/* Those of TPCs are the first one's. */
static uint32_t *nv50_unit_trap(NVGPU *gpu, NV50Unit unit)
{
    const NV50TpcPlaces *tpc = gpu->chip->graph->tpc;

    switch (unit) {
    case NV50_UNIT_TEX:
        return &gpu->regs[tpc->tex_trap];
    case NV50_UNIT_MP:
        return &gpu->regs[tpc->mpc_trap];
    case NV50_UNIT_PROP:
        return &gpu->regs[tpc->prop_trap];
    default:
        return &gpu->regs[nv50_unit_traps[unit]];
    }
}

static const char *const nv50_unit_names[NV50_UNIT__MAX] = {
    "TRAP DISPATCH", "TRAP M2MF", "TRAP VFETCH", "TRAP STRMOUT",
    "TRAP CCACHE", "TRAP CLIPID", "TRAP TEX", "TRAP MP", "TRAP PROP",
};

void nv50_pgraph_unit_trap_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV50_PGRAPH_UNIT_TRAP, CLEAR)) {
        gpu->regs[addr / 4] &= R_NV50_PGRAPH_UNIT_TRAP_ENABLE_MASK;
    }
}

void nv50_graph_trap(NVGPU *gpu, NV50Unit unit, uint32_t status)
{
    uint32_t *trap = nv50_unit_trap(gpu, unit);

    if (!FIELD_EX32(*trap, NV50_PGRAPH_UNIT_TRAP, ENABLE) ||
        !(NV_R(gpu, NV50_PGRAPH_TRAP_EN) & BIT(unit))) {
        return;
    }
    *trap |= status;
    NV_R(gpu, NV50_PGRAPH_TRAP) |= BIT(unit);
    nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_TRAP_MASK, nv50_unit_names[unit]);
}

void nv50_graph_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault)
{
    nv_vm_fault(gpu, user, nv50_graph_block(gpu), fault);
}

/* --- Operations ------------------------------------------------------- */

static void nv50_m2mf_done(NVGPU *gpu, uint32_t nsource,
                           const NVDmaFault *fault)
{
    if (nsource & NV_NSOURCE(DMA_R_PROTECTION)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_IN, fault);
        nv50_graph_trap(gpu, NV50_UNIT_M2MF, R_NV50_PGRAPH_M2MF_TRAP_IN_MASK);
    } else if (nsource) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_OUT, fault);
        nv50_graph_trap(gpu, NV50_UNIT_M2MF, R_NV50_PGRAPH_M2MF_TRAP_OUT_MASK);
    } else {
        nv50_m2mf_notify(gpu);
    }
}

void nv50_graph_done(NVGPU *gpu, NVGraphOpKind kind, uint32_t nsource,
                     const NVDmaFault *fault)
{
    if (kind == NV_GRAPH_OP_NV50_COPY) {
        nv50_m2mf_done(gpu, nsource, fault);
    } else if (nsource && kind == NV_GRAPH_OP_NV50_CLEAR) {
        nv50_3d_fault(gpu, nsource, fault);
    } else if (nsource) {
        nv50_2d_fault(gpu, nsource, fault);
    }
}

/* --- STATUS ----------------------------------------------------------- */

static bool nv50_graph_drawing(NVGPU *gpu)
{
    return gpu->graph->op.kind == NV_GRAPH_OP_NV50_SOLID ||
           gpu->graph->op.kind == NV_GRAPH_OP_NV50_BLIT;
}

/* A driver that waits for PGRAPH polls these; see nv_engine_poll(). */
uint32_t nv50_pgraph_status_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t status = 0;

    nv_engine_poll(gpu);
    if (!nv_graph_busy(gpu)) {
        return nv_pgraph_status_read(gpu, addr);
    }
    status = FIELD_DP32(status, NV50_PGRAPH_STATUS, ALL, 1);
    status = FIELD_DP32(status, NV50_PGRAPH_STATUS, DISPATCH, 1);
    status = FIELD_DP32(status, NV50_PGRAPH_STATUS, M2MF,
                        gpu->graph->op.kind == NV_GRAPH_OP_NV50_COPY);
    return FIELD_DP32(status, NV50_PGRAPH_STATUS, ENG2D,
                      nv50_graph_drawing(gpu));
}

uint32_t nv50_pgraph_vstatus_2_read(NVGPU *gpu, uint32_t addr)
{
    nv_engine_poll(gpu);
    return FIELD_DP32(0, NV50_PGRAPH_VSTATUS_2, ENG2D,
                      nv50_graph_drawing(gpu));
}

/* Methods wait in PFIFO's queue in place of this FIFO. */
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

/* MISC has NOTIFY's bits of NV04 in other places. */
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

/* --- What drivers reset and take away --------------------------------- */

/* A subunit that is turned off drops what it does. */
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

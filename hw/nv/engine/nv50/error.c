/*
 * NVIDIA GPU: PGRAPH: interrupts, errors and traps of methods, NV50:NVC0
 *
 * Sources: the register database (g80_pgraph/pgraph.xml), and what nouveau's
 * nv50_gr_intr() reads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "error.h"
#include "pgraph.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/family.h"

/* --- Interrupts ------------------------------------------------------- */

/* In place of a handle, hardware shows the instance as PGRAPH keeps it. */
static uint32_t nv50_graph_trapped_data(NVGPU *gpu)
{
    uint32_t mthd = gpu->graph->method_addr &
                    R_NV50_PGRAPH_TRAPPED_ADDR_MTHD_MASK;
    uint32_t data = gpu->graph->method_data;

    return !mthd || (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END)
        ? nv50_graph_inst(gpu, data) : data;
}

void nv50_graph_set_intr(NVGPU *gpu, uint32_t intr)
{
    NV_R(gpu, NV_PGRAPH_TRAPPED_ADDR) =
        gpu->graph->method_addr & (R_NV50_PGRAPH_TRAPPED_ADDR_MTHD_MASK |
                                  R_NV50_PGRAPH_TRAPPED_ADDR_SUBCH_MASK);
    NV_R(gpu, NV_PGRAPH_TRAPPED_DATA) = nv50_graph_trapped_data(gpu);
    NV_R(gpu, NV50_PGRAPH_INTR) |= intr;
    nv_pgraph_update_intr(gpu);
}

void nv50_graph_raise(NVGPU *gpu, uint32_t intr)
{
    gpu->chip->graph->family->raise(gpu, intr);
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
        nv_graph_refused(gpu, known ? "no such method" : "no such class");
        return;
    }
    if (known) {
        nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_ILLEGAL_MTHD_MASK,
                         "ILLEGAL_MTHD");
    } else {
        /* A class without methods has not this one, either. */
        nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_ILLEGAL_MTHD_MASK |
                         R_NV50_PGRAPH_INTR_ILLEGAL_CLASS_MASK,
                         "ILLEGAL_CLASS");
    }
}

/* The bit of DEBUG_0 that enables the check for an error */
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

static const struct {
    NV50DataError error;
    const char *name;
} nv50_data_errors[] = {
    { NV50_DATA_INVALID_OPERATION, "INVALID_OPERATION" },
    { NV50_DATA_INVALID_VALUE, "INVALID_VALUE" },
    { NV50_DATA_INVALID_ENUM, "INVALID_ENUM" },
    { NV50_DATA_INVALID_OBJECT, "INVALID_OBJECT" },
    { NV50_DATA_READ_ONLY_OBJECT, "READ_ONLY_OBJECT" },
    { NV50_DATA_SUPERVISOR_OBJECT, "SUPERVISOR_OBJECT" },
    { NV50_DATA_INVALID_ADDRESS_ALIGNMENT, "INVALID_ADDRESS_ALIGNMENT" },
    { NV50_DATA_INVALID_BITFIELD, "INVALID_BITFIELD" },
    { NV50_DATA_BEGIN_END_ACTIVE, "BEGIN_END_ACTIVE" },
    { NV50_DATA_RT_LINEAR_WITH_ZETA, "RT_LINEAR_WITH_ZETA" },
    { NV50_DATA_Z_OUT_OF_BOUNDS, "Z_OUT_OF_BOUNDS" },
    { NV50_DATA_XY_OUT_OF_BOUNDS, "XY_OUT_OF_BOUNDS" },
    { NV50_DATA_ENG2D_FORMAT_MISMATCH, "ENG2D_FORMAT_MISMATCH" },
    { NV50_DATA_ENG2D_FORMAT_MISMATCH_B, "ENG2D_FORMAT_MISMATCH_B" },
};

const char *nv50_data_error_name(uint8_t error)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_data_errors); i++) {
        if (nv50_data_errors[i].error == error) {
            return nv50_data_errors[i].name;
        }
    }
    return "DATA_ERROR";
}

const char *nv50_common_error_name(unsigned *i)
{
    static const char *const others[] = {
        "DATA_ERROR", "ILLEGAL_MTHD", "ILLEGAL_CLASS", "DOUBLE_NOTIFY",
    };

    if (*i < ARRAY_SIZE(nv50_data_errors)) {
        return nv50_data_errors[*i].name;
    }
    *i -= ARRAY_SIZE(nv50_data_errors);
    if (*i < ARRAY_SIZE(others)) {
        return others[*i];
    }
    *i -= ARRAY_SIZE(others);
    return NULL;
}

bool nv50_graph_refuse_data(NVGPU *gpu, uint8_t error)
{
    if (!(NV_R(gpu, NV50_PGRAPH_DEBUG_0) & nv50_graph_check_mask(error))) {
        return false;
    }
    NV_R(gpu, NV50_PGRAPH_DATA_ERROR) = error;
    nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_DATA_ERROR_MASK,
                     nv50_data_error_name(error));
    return true;
}

bool nv50_graph_data_error(NVGPU *gpu, uint8_t error)
{
    return error && gpu->chip->graph->family->refuse_data(gpu, error);
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

/* The first TPC's registers stand for those of all TPCs. */
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

const char *nv50_graph_error_name(unsigned i)
{
    const char *name = nv50_common_error_name(&i);

    return name || i >= NV50_UNIT__MAX ? name : nv50_unit_names[i];
}

/* Set TRAP, and stop PGRAPH if the driver has enabled that. */
static void nv50_graph_trap(NVGPU *gpu, NV50Unit unit, uint32_t status)
{
    uint32_t *trap = nv50_unit_trap(gpu, unit);

    if (!FIELD_EX32(*trap, NV50_PGRAPH_UNIT_TRAP, ENABLE) ||
        !(NV_R(gpu, NV50_PGRAPH_TRAP_EN) & BIT(unit))) {
        /* The rest of the operation is dropped. */
        nv_graph_refused(gpu, nv50_unit_names[unit]);
        return;
    }
    *trap |= status;
    NV_R(gpu, NV50_PGRAPH_TRAP) |= BIT(unit);
    nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_TRAP_MASK, nv50_unit_names[unit]);
}

/* Queries get stuck in DISPATCH's second stage, all else in its first. */
static void nv50_dispatch_stuck(NVGPU *gpu, NVVmUser user)
{
    uint32_t addr = gpu->graph->method_addr;

    if (user == NV_VM_PGRAPH_QUERY) {
        NV_R(gpu, NV50_PGRAPH_DISPATCH_ST2_ADDR) =
            (addr & R_NV50_PGRAPH_TRAPPED_ADDR_MTHD_MASK) |
            R_NV50_PGRAPH_DISPATCH_ST2_ADDR_VALID_MASK;
        NV_R(gpu, NV50_PGRAPH_DISPATCH_ST2_DATA_LOW) = gpu->graph->method_data;
        return;
    }
    NV_R(gpu, NV50_PGRAPH_DISPATCH_CMD_ADDR) =
        (addr & (R_NV50_PGRAPH_TRAPPED_ADDR_MTHD_MASK |
                 R_NV50_PGRAPH_TRAPPED_ADDR_SUBCH_MASK)) |
        R_NV50_PGRAPH_DISPATCH_CMD_ADDR_VALID_MASK;
    NV_R(gpu, NV50_PGRAPH_DISPATCH_CMD_DATA_LOW) = gpu->graph->method_data;
}

/*
 * The unit that traps when a memory access fails, and its bits of TRAP.  PROP's
 * E24 has the subclient of the MMU, in logs of DST2D, RT0 and LOCAL; E20 is
 * known of a console's surface alone (tests/record).
 */
typedef struct NV50FaultUser {
    NVVmUser user;
    NV50Unit unit;
    uint32_t status;
    uint8_t subclient, e20;
} NV50FaultUser;

static const NV50FaultUser nv50_fault_users[] = {
#define NV50_FAULT(_user, _unit, _trap, _why) \
    { NV_VM_PGRAPH_ ## _user, NV50_UNIT_ ## _unit, \
      R_ ## _trap ## _ ## _why ## _MASK }
    NV50_FAULT(NOTIFY, DISPATCH, NV50_PGRAPH_DISPATCH_TRAP, FAULT),
    NV50_FAULT(QUERY, DISPATCH, NV50_PGRAPH_DISPATCH_TRAP, QUERY),
    NV50_FAULT(COND, DISPATCH, NV50_PGRAPH_DISPATCH_TRAP, FAULT),
    NV50_FAULT(M2MF_IN, M2MF, NV50_PGRAPH_M2MF_TRAP, IN),
    NV50_FAULT(M2MF_OUT, M2MF, NV50_PGRAPH_M2MF_TRAP, OUT),
    NV50_FAULT(M2MF_NOTIFY, M2MF, NV50_PGRAPH_M2MF_TRAP, NOTIFY),
    { NV_VM_PGRAPH_SRC2D, NV50_UNIT_TEX,
      R_NV50_PGRAPH_TPC_TEX_TRAP_ANY_MASK |
      R_NV50_PGRAPH_TPC_TEX_TRAP_FAULT_MASK },
    { NV_VM_PGRAPH_DST2D, NV50_UNIT_PROP,
      R_NV50_PGRAPH_TPC_PROP_TRAP_DST2D_FAULT_MASK, .subclient = 0x0c,
      .e20 = 0x11 },
    { NV_VM_PGRAPH_ZETA, NV50_UNIT_PROP,
      R_NV50_PGRAPH_TPC_PROP_TRAP_ZETA_FAULT_MASK, .subclient = 0x08 },
    NV50_FAULT(RT, PROP, NV50_PGRAPH_TPC_PROP_TRAP, RT_FAULT),
};

/* E24's KIND of a page fault */
#define NV50_PROP_FAULT 3

/* Where PROP, which draws, has stopped */
static void nv50_prop_stuck(NVGPU *gpu, const NV50FaultUser *who,
                            const NVDmaFault *fault)
{
    const NV50TpcPlaces *tpc = gpu->chip->graph->tpc;
    uint32_t e24 = FIELD_DP32(0, NV50_PGRAPH_TPC_PROP_E24, SUBCLIENT,
                              who->subclient);

    gpu->regs[tpc->prop_trap_addr_low] = fault->addr;
    gpu->regs[tpc->prop_trap_addr_high] = fault->addr >> 32;
    gpu->regs[tpc->prop_e20] = who->e20;
    gpu->regs[tpc->prop_e24] = FIELD_DP32(e24, NV50_PGRAPH_TPC_PROP_E24, KIND,
                                          NV50_PROP_FAULT);
}

void nv50_graph_trap_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault)
{
    nv_vm_fault(gpu, user, nv50_graph_block(gpu), fault);
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_fault_users); i++) {
        const NV50FaultUser *who = &nv50_fault_users[i];

        if (who->user != user) {
            continue;
        }
        if (who->unit == NV50_UNIT_DISPATCH) {
            nv50_dispatch_stuck(gpu, user);
        } else if (who->unit == NV50_UNIT_PROP) {
            nv50_prop_stuck(gpu, who, fault);
        }
        nv50_graph_trap(gpu, who->unit, who->status);
    }
}

void nv50_graph_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault)
{
    gpu->chip->graph->family->fault(gpu, user, fault);
}

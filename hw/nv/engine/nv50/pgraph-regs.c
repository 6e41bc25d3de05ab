/*
 * NVIDIA GPU: PGRAPH: the registers of NV50:NVC0
 *
 * Source: the register database (g80_pgraph/pgraph.xml and tpc.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pgraph.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/pgraph.h"

/* INTR's and INTR_EN's bits */
#define NV50_INTR_MASK 0x03711077

#define NV50_UNIT_TRAP(_reg, ...) \
    NV_ROW(_reg, .rw = R_NV50_PGRAPH_UNIT_TRAP_ENABLE_MASK, \
           .own = UINT32_MAX, \
           .write = nv50_pgraph_unit_trap_write, __VA_ARGS__)
static const NVRegInfo nv50_pgraph_common_rows[] = {
    NV_ROW(NV50_PGRAPH_DISABLE, .rw = UINT32_MAX,
           .write = nv50_pgraph_disable_write),
    /* Drivers leave these checks at their reset values. */
    NV_ROW(NV50_PGRAPH_DEBUG_0, .rw = UINT32_MAX,
           .reset = R_NV50_PGRAPH_DEBUG_0_INVALID_OBJECT_CHECK_MASK |
                    R_NV50_PGRAPH_DEBUG_0_INVALID_STATE_CHECK_MASK |
                    R_NV50_PGRAPH_DEBUG_0_INVALID_COMMAND_CHECK_MASK |
                    R_NV50_PGRAPH_DEBUG_0_INVALID_BITFIELD_CHECK_MASK),
    NV_ROW(NV_PGRAPH_DEBUG_1),
    NV_STORAGE(NV_PGRAPH_DEBUG_2),
    NV_STORAGE(NV_PGRAPH_DEBUG_3),
    NV_ROW(NV50_PGRAPH_INTR, .w1c = NV50_INTR_MASK,
           .write = nv50_pgraph_intr_write),
    NV_ROW(NV50_PGRAPH_TRAP, .w1c = (1 << NV50_UNIT__MAX) - 1),
    NV_ROW(NV50_PGRAPH_DATA_ERROR, .own = UINT32_MAX),
    NV_ROW(NV50_PGRAPH_TRAP_EN, .rw = (1 << NV50_UNIT__MAX) - 1),
    NV_MOVED(NV_PGRAPH_INTR_EN, 0x40013c, .rw = NV50_INTR_MASK,
             .write = nv_pgraph_intr_en_write),

    NV_ROW(NV50_PGRAPH_CTXCTL_STATUS),
    NV_STORAGE(NV50_PGRAPH_CTXCTL_CONTROL),
    NV_ROW(NV50_PGRAPH_CTXCTL_OPCODE),
    NV_ROW(NV50_PGRAPH_CTXCTL_PC_RD),
    NV_STORAGE(NV50_PGRAPH_CTXCTL_PC),
    NV_STORAGE(NV50_PGRAPH_CTXCTL_SCRATCH),
    NV_ROW(NV50_PGRAPH_CTXCTL_CMD),
    NV_STORAGE(NV_PGRAPH_CTXCTL_UCODE_INDEX),
    NV_ROW(NV_PGRAPH_CTXCTL_UCODE_DATA, .write = nv_ctxctl_ucode_write),
    NV_ROW(NV50_PGRAPH_CTXCTL_CUR, .rw = 0xbfffffff,
           .write = nv50_pgraph_cur_write),
    NV_ROW(NV50_PGRAPH_CTXCTL_NEXT, .rw = 0xbfffffff),
    NV_STORAGE(NV50_PGRAPH_CTXCTL_PTR_REG),
    NV_STORAGE(NV50_PGRAPH_CTXCTL_SCRATCH2),
    NV_STORAGE(NV50_PGRAPH_CTXCTL_PTR_XFER),
    NV_ROW(NV50_PGRAPH_CTXCTL_SWAP, .rw = 0x3fffffff),

    NV_ROW(NV50_PGRAPH_VSTATUS_0),
    NV_ROW(NV50_PGRAPH_VSTATUS_1),
    NV_ROW(NV50_PGRAPH_VSTATUS_2, .read = nv50_pgraph_vstatus_2_read,
           .inspect = nv50_pgraph_vstatus_2_inspect, .acts_on_read = true),
    NV_MOVED(NV_PGRAPH_FIFO, 0x400500,
             .reset = R_NV50_PGRAPH_FIFO_CONTROL_PULL_MASK,
             .rw = R_NV50_PGRAPH_FIFO_CONTROL_PULL_MASK |
                   R_NV50_PGRAPH_FIFO_CONTROL_UNK8_MASK |
                   R_NV50_PGRAPH_FIFO_CONTROL_UNK16_MASK |
                   R_NV50_PGRAPH_FIFO_CONTROL_LIMIT_MASK,
             .write = nv_pgraph_fifo_write),
    NV_ROW(NV50_PGRAPH_FIFO_STATUS, .read = nv50_pgraph_fifo_status_read),
    NV_ROW(NV_PGRAPH_STATUS, .read = nv50_pgraph_status_read,
           .inspect = nv50_pgraph_status_inspect, .acts_on_read = true),
    NV_ROW(NV_PGRAPH_TRAPPED_ADDR, .own = UINT32_MAX),
    NV_ROW(NV_PGRAPH_TRAPPED_DATA, .own = UINT32_MAX),
    NV_ROW(NV_PGRAPH_TRAPPED_DATA_HIGH, .own = UINT32_MAX),

    NV50_UNIT_TRAP(NV50_PGRAPH_DISPATCH_TRAP),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_CMD_ADDR),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_CMD_DATA_LOW),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_CMD_DATA_HIGH),
    NV_MOVED(NV_PGRAPH_CTX_SWITCH1, 0x400814, .rw = UINT32_MAX,
             .reset = NV_CLASS_NULL),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_CTX_SWITCH_2),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_CTX_SWITCH_3),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_CTX_SWITCH_4),
    NV_ROW(NV50_PGRAPH_DISPATCH_CTXCTL_FLAGS, .count = 4, .rw = UINT32_MAX),
    NV_MOVED(NV_PGRAPH_CTX_USER, 0x400844, .rw = 0x8000e003),
    NV_MOVED(NV_PGRAPH_NOTIFY, 0x400848, .read = nv50_pgraph_misc_read,
             .write = nv50_pgraph_misc_write,
             .own = R_NV_PGRAPH_NOTIFY_BUFFER_ARMED_MASK |
                    R_NV_PGRAPH_NOTIFY_BUFFER_INTR_MASK |
                    R_NV_PGRAPH_NOTIFY_ARMED_MASK |
                    R_NV_PGRAPH_NOTIFY_INTR_MASK),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_ST2_ADDR),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_ST2_DATA_LOW),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_ST2_DATA_HIGH),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_COND_ADDRESS_HIGH),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_COND_ADDRESS_LOW_3D),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_COND_ADDRESS_LOW_2D),
    NV_STORAGE(NV50_PGRAPH_DISPATCH_COND),

    NV50_UNIT_TRAP(NV50_PGRAPH_VFETCH_TRAP),
    NV50_UNIT_TRAP(NV50_PGRAPH_STRMOUT_TRAP),
    NV50_UNIT_TRAP(NV50_PGRAPH_CLIPID_TRAP),
    NV_ROW(NV50_PGRAPH_ZCULL_REGION, .count = 32, .rw = UINT32_MAX),
    NV_STORAGE(NV50_PGRAPH_ZCULL_UNKA8),
    NV50_UNIT_TRAP(NV50_PGRAPH_CCACHE_TRAP),
    NV50_UNIT_TRAP(NV50_PGRAPH_M2MF_TRAP),
};

static const NVRegBlock nv50_pgraph_common = NV_REG_BLOCK(
    "PGRAPH", 0x400000, 0x10000, nv50_pgraph_common_rows);

/* --- TPCs, and which units there are ---------------------------------- */

#define NV50_TPC \
    .count = NV50_PGRAPH_TPCS, .stride = NV50_PGRAPH_TPC_STRIDE
#define NVA0_TPC \
    .count = NVA0_PGRAPH_TPCS, .stride = NVA0_PGRAPH_TPC_STRIDE

static const NVRegInfo nv50_pgraph_rows[] = {
    NV_ROW(NV50_PGRAPH_DISPATCH_UNITS, .read = nv50_pgraph_units_read),
    NV50_UNIT_TRAP(NV50_PGRAPH_TPC_MPC_TRAP, NV50_TPC),
    NV50_UNIT_TRAP(NV50_PGRAPH_TPC_TEX_TRAP, NV50_TPC),
    NV50_UNIT_TRAP(NV50_PGRAPH_TPC_PROP_TRAP, NV50_TPC),
    NV_ROW(NV50_PGRAPH_TPC_PROP_TRAP_ADDR_LOW, NV50_TPC, .own = UINT32_MAX),
    NV_ROW(NV50_PGRAPH_TPC_PROP_TRAP_ADDR_HIGH, NV50_TPC, .own = UINT32_MAX),
    NV_ROW(NV50_PGRAPH_TPC_PROP_E20, NV50_TPC, .own = UINT32_MAX),
    NV_ROW(NV50_PGRAPH_TPC_PROP_E24, NV50_TPC, .own = UINT32_MAX),
};

static const NVRegInfo nva0_pgraph_rows[] = {
    NV_ROW(NV50_PGRAPH_DISPATCH_UNITS, .read = nva0_pgraph_units_read),
    NV50_UNIT_TRAP(NVA0_PGRAPH_TPC_MPC_TRAP, NVA0_TPC),
    NV50_UNIT_TRAP(NVA0_PGRAPH_TPC_TEX_TRAP, NVA0_TPC),
    NV50_UNIT_TRAP(NVA0_PGRAPH_TPC_PROP_TRAP, NVA0_TPC),
    NV_ROW(NVA0_PGRAPH_TPC_PROP_TRAP_ADDR_LOW, NVA0_TPC, .own = UINT32_MAX),
    NV_ROW(NVA0_PGRAPH_TPC_PROP_TRAP_ADDR_HIGH, NVA0_TPC, .own = UINT32_MAX),
    NV_ROW(NVA0_PGRAPH_TPC_PROP_E20, NVA0_TPC, .own = UINT32_MAX),
    NV_ROW(NVA0_PGRAPH_TPC_PROP_E24, NVA0_TPC, .own = UINT32_MAX),
};

#define NV50_PGRAPH_BLOCK(_rows) \
    NV_REG_BLOCK("PGRAPH", 0x400000, 0x10000, _rows, \
                 .parent = &nv50_pgraph_common)

const NVRegBlock nv50_pgraph_regs = NV50_PGRAPH_BLOCK(nv50_pgraph_rows);
const NVRegBlock nva0_pgraph_regs = NV50_PGRAPH_BLOCK(nva0_pgraph_rows);

const NV50TpcPlaces nv50_tpc = {
    .tex_trap = R_NV50_PGRAPH_TPC_TEX_TRAP,
    .mpc_trap = R_NV50_PGRAPH_TPC_MPC_TRAP,
    .prop_trap = R_NV50_PGRAPH_TPC_PROP_TRAP,
    .prop_trap_addr_low = R_NV50_PGRAPH_TPC_PROP_TRAP_ADDR_LOW,
    .prop_trap_addr_high = R_NV50_PGRAPH_TPC_PROP_TRAP_ADDR_HIGH,
    .prop_e20 = R_NV50_PGRAPH_TPC_PROP_E20,
    .prop_e24 = R_NV50_PGRAPH_TPC_PROP_E24,
};

const NV50TpcPlaces nva0_tpc = {
    .tex_trap = R_NVA0_PGRAPH_TPC_TEX_TRAP,
    .mpc_trap = R_NVA0_PGRAPH_TPC_MPC_TRAP,
    .prop_trap = R_NVA0_PGRAPH_TPC_PROP_TRAP,
    .prop_trap_addr_low = R_NVA0_PGRAPH_TPC_PROP_TRAP_ADDR_LOW,
    .prop_trap_addr_high = R_NVA0_PGRAPH_TPC_PROP_TRAP_ADDR_HIGH,
    .prop_e20 = R_NVA0_PGRAPH_TPC_PROP_E20,
    .prop_e24 = R_NVA0_PGRAPH_TPC_PROP_E24,
};

/*
 * NVIDIA GPU: PGRAPH: the unit and its registers, NVC0+
 *
 * Most registers are storage, for drivers and contexts.  The
 * context control (FECS and GPCCS) is hw/nv/falcon's.
 *
 * Source: envytools, rnndb/graph/gf100_pgraph/pgraph.xml; nouveau's
 * nvkm/engine/gr/gf100.c and ctxgf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "macro.h"
#include "pgraph.h"
#include "hw/nv/bus.h"

/* All but CTXCTL_UP, which is a level */
#define NVC0_INTR_W1C \
    (R_NVC0_PGRAPH_INTR_NOTIFY_MASK | \
     R_NVC0_PGRAPH_INTR_QUERY_MASK | \
     R_NVC0_PGRAPH_INTR_SYNC_MASK | \
     R_NVC0_PGRAPH_INTR_ILLEGAL_MTHD_MASK | \
     R_NVC0_PGRAPH_INTR_ILLEGAL_CLASS_MASK | \
     R_NVC0_PGRAPH_INTR_DOUBLE_NOTIFY_MASK | \
     R_NVC0_PGRAPH_INTR_UNK7_MASK | \
     R_NVC0_PGRAPH_INTR_FIRMWARE_MTHD_MASK | \
     R_NVC0_PGRAPH_INTR_BUFFER_NOTIFY_MASK | \
     R_NVC0_PGRAPH_INTR_DATA_ERROR_MASK | \
     R_NVC0_PGRAPH_INTR_TRAP_MASK | \
     R_NVC0_PGRAPH_INTR_SINGLE_STEP_MASK)

/* The context control may handle these instead of the driver. */
#define NVC0_INTR_DOWN \
    (R_NVC0_PGRAPH_INTR_CTXCTL_DOWN_ILLEGAL_MTHD_MASK | \
     R_NVC0_PGRAPH_INTR_CTXCTL_DOWN_FIRMWARE_MTHD_MASK)

#define NVC0_TRAP_MASK 0x030000ff

/* --- Interrupts ------------------------------------------------------- */

void nvc0_pgraph_set_ctxctl_intr(NVGPU *gpu, bool level)
{
    uint32_t *intr = &NV_R(gpu, NVC0_PGRAPH_INTR);

    *intr = FIELD_DP32(*intr, NVC0_PGRAPH_INTR, CTXCTL_UP, level);
    nvc0_graph_update_intr(gpu);
}

bool nvc0_pgraph_pulls(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NVC0_PGRAPH_FIFO_CONTROL),
                      NVC0_PGRAPH_FIFO_CONTROL, PULL);
}

static void nvc0_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_graph_update_intr(gpu);
}

uint32_t nvc0_pgraph_ctxctl_down(NVGPU *gpu)
{
    return NV_R(gpu, NVC0_PGRAPH_INTR_CTXCTL_DOWN) &
           NV_R(gpu, NVC0_PGRAPH_INTR_EN_CTXCTL_DOWN);
}

/* Work that an interrupt has stopped may continue. */
static void nvc0_pgraph_fifo_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_engine_wake(gpu);
}

static void nvc0_pgraph_unit_trap_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    if (FIELD_EX32(val, NVC0_PGRAPH_UNIT_TRAP, CLEAR)) {
        gpu->regs[addr / 4] &= R_NVC0_PGRAPH_UNIT_TRAP_ENABLE_MASK;
    }
}

/* --- What drivers and the context control wait for -------------------- */

static uint32_t nvc0_pgraph_status_inspect(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NVC0_PGRAPH_STATUS, ALL,
                      nvc0_graph_busy(gpu) || NV_FAULTY(gpu, BUSY));
}

static uint32_t nvc0_pgraph_status_read(NVGPU *gpu, uint32_t addr)
{
    nv_engine_poll(gpu);
    return nvc0_pgraph_status_inspect(gpu, addr);
}

static uint32_t nvc0_pgraph_fe_status_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NVC0_PGRAPH_FE_STATUS, BUSY,
                      nvc0_graph_busy(gpu) || NV_FAULTY(gpu, BUSY));
}

static uint32_t nvc0_pgraph_unk160_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = NV_R(gpu, NVC0_PGRAPH_DISPATCH_UNK160);

    return FIELD_DP32(val, NVC0_PGRAPH_DISPATCH_UNK160, ACK,
                      FIELD_EX32(val, NVC0_PGRAPH_DISPATCH_UNK160, REQUEST));
}

/* --- Methods without commands ----------------------------------------- */

/*
 * Drivers set the defaults of contexts this way.  READ returns a method's last
 * parameter.  A program of the context control may write the register while a
 * method is being executed: then it is ignored.
 */
static void nvc0_pgraph_mthd_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t class = FIELD_EX32(val, NVC0_PGRAPH_MTHD, CLASS);
    uint32_t mthd = FIELD_EX32(val, NVC0_PGRAPH_MTHD, MTHD) * 4;
    uint32_t *data = &NV_R(gpu, NVC0_PGRAPH_MTHD_DATA);

    if (FIELD_EX32(val, NVC0_PGRAPH_MTHD, READ)) {
        const uint32_t *shadow = nvc0_macro_shadow(gpu, class, mthd);

        *data = shadow ? *shadow : 0;
    }
    if (!FIELD_EX32(val, NVC0_PGRAPH_MTHD, TRIGGER) || gpu->gpcs->injecting) {
        return;
    }
    gpu->gpcs->injecting = true;
    gpu->gpcs->spent += nvc0_graph_inject(gpu, class, mthd, *data);
    gpu->gpcs->injecting = false;
}

int64_t nvc0_pgraph_spent(NVGPU *gpu)
{
    int64_t spent = gpu->gpcs->spent;

    gpu->gpcs->spent = 0;
    return spent;
}

/* --- Registers -------------------------------------------------------- */

#define NVC0_UNIT_TRAP(_reg) \
    NV_ROW(_reg, .rw = R_NVC0_PGRAPH_UNIT_TRAP_ENABLE_MASK, \
           .own = UINT32_MAX, \
           .write = nvc0_pgraph_unit_trap_write)

#define NVC0_MACRO_BITS(_reg, _field) \
    NV_ROW(NVC0_PGRAPH_MACRO_ ## _reg, \
           .rw = R_NVC0_PGRAPH_MACRO_ ## _reg ## _ ## _field ## _MASK)

static const NVRegInfo nvc0_pgraph_rows[] = {
    NV_ROW(NVC0_PGRAPH_INTR, .w1c = NVC0_INTR_W1C,
           .write = nvc0_pgraph_intr_write,
           .own = R_NVC0_PGRAPH_INTR_CTXCTL_UP_MASK),
    NV_ROW(NVC0_PGRAPH_TRAP, .w1c = NVC0_TRAP_MASK),
    NV_ROW(NVC0_PGRAPH_DATA_ERROR, .own = UINT32_MAX),
    NV_ROW(NVC0_PGRAPH_TRAP_GPCS, .w1c = UINT32_MAX),
    NV_ROW(NVC0_PGRAPH_TRAP_ROPS, .w1c = UINT32_MAX),
    NV_STORAGE(NVC0_PGRAPH_INTR_EN_NRHOST),
    NV_STORAGE(NVC0_PGRAPH_TRAP_GPCS_EN),
    NV_STORAGE(NVC0_PGRAPH_TRAP_ROPS_EN),
    NV_ROW(NVC0_PGRAPH_TRAP_EN, .rw = NVC0_TRAP_MASK),
    NV_ROW(NVC0_PGRAPH_INTR_EN,
           .rw = NVC0_INTR_W1C | R_NVC0_PGRAPH_INTR_CTXCTL_UP_MASK,
           .write = nvc0_pgraph_intr_write),
    NV_ROW(NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN, .rw = NVC0_INTR_DOWN),
    NV_ROW(NVC0_PGRAPH_INTR_CTXCTL_DOWN, .w1c = NVC0_INTR_DOWN,
           .write = nvc0_pgraph_fifo_write),
    NV_ROW(NVC0_PGRAPH_INTR_EN_CTXCTL_DOWN, .rw = NVC0_INTR_DOWN),
    NV_STORAGE(NVC0_PGRAPH_ICMD_CMD),
    NV_STORAGE(NVC0_PGRAPH_ICMD_DATA),
    NV_STORAGE(NVC0_PGRAPH_ICMD_UNK208),
    NV_ROW(NVC0_PGRAPH_FIFO_CONTROL,
           .rw = R_NVC0_PGRAPH_FIFO_CONTROL_PULL_MASK |
                 R_NVC0_PGRAPH_FIFO_CONTROL_UNK8_MASK |
                 R_NVC0_PGRAPH_FIFO_CONTROL_UNK16_MASK |
                 R_NVC0_PGRAPH_FIFO_CONTROL_LIMIT_MASK,
           .write = nvc0_pgraph_fifo_write),
    NV_ROW(NVC0_PGRAPH_FIFO_STATUS,
           .reset = R_NVC0_PGRAPH_FIFO_STATUS_EMPTY_MASK),
    NV_ROW(NVC0_PGRAPH_GPC_STATUS),
    NV_ROW(NVC0_PGRAPH_ROP_STATUS),
    NV_ROW(NVC0_PGRAPH_FE_STATUS, .read = nvc0_pgraph_fe_status_read),
    NV_ROW(NVC0_PGRAPH_STATUS, .read = nvc0_pgraph_status_read,
           .inspect = nvc0_pgraph_status_inspect, .acts_on_read = true),
    NV_ROW(NVC0_PGRAPH_TRAPPED_ADDR,
           .own = R_NVC0_PGRAPH_TRAPPED_ADDR_MTHD_MASK |
                  R_NVC0_PGRAPH_TRAPPED_ADDR_SUBCH_MASK),
    NV_ROW(NVC0_PGRAPH_TRAPPED_DATA_LOW, .own = UINT32_MAX),
    NV_ROW(NVC0_PGRAPH_TRAPPED_DATA_HIGH, .own = UINT32_MAX),
    NVC0_UNIT_TRAP(NVC0_PGRAPH_DISPATCH_TRAP),
    NV_ROW(NVC0_PGRAPH_DISPATCH_UNK160,
           .rw = R_NVC0_PGRAPH_DISPATCH_UNK160_REQUEST_MASK,
           .read = nvc0_pgraph_unk160_read),
    /* The power is on at once, so the trigger reads as 0. */
    NV_ROW(NVC0_PGRAPH_DISPATCH_PWR_MODE,
           .rw = R_NVC0_PGRAPH_DISPATCH_PWR_MODE_MODE_MASK),
    NV_ROW(NVC0_PGRAPH_DISPATCH_CTX_CACHE, .count = 8,
           .rw = UINT32_MAX),
    NV_ROW(NVC0_PGRAPH_MACRO_REG, .own = UINT32_MAX),
    NV_ROW(NVC0_PGRAPH_MACRO_REG_1, .count = 7, .rw = UINT32_MAX),
    NV_STORAGE(NVC0_PGRAPH_MACRO_OPCODE),
    NVC0_MACRO_BITS(PC, PC),
    NVC0_MACRO_BITS(NPC, PC),
    NV_ROW(NVC0_PGRAPH_MACRO_STATE,
           .rw = R_NVC0_PGRAPH_MACRO_STATE_CARRY_MASK |
                 R_NVC0_PGRAPH_MACRO_STATE_DELAY_SLOT_MASK |
                 R_NVC0_PGRAPH_MACRO_STATE_EXIT_MASK |
                 R_NVC0_PGRAPH_MACRO_STATE_RUNNING_MASK |
                 R_NVC0_PGRAPH_MACRO_STATE_OPCODE_PENDING_MASK),
    NV_ROW(NVC0_PGRAPH_MACRO_CALLER,
           .rw = R_NVC0_PGRAPH_MACRO_CALLER_CLASS_MASK |
                 R_NVC0_PGRAPH_MACRO_CALLER_SUBCH_MASK),
    NV_ROW(NVC0_PGRAPH_MACRO_MADDR,
           .rw = R_NVC0_PGRAPH_MACRO_MADDR_MTHD_MASK |
                 R_NVC0_PGRAPH_MACRO_MADDR_INCR_MASK),
    NVC0_MACRO_BITS(ENTRY_POS, POS),
    NVC0_MACRO_BITS(CODE_POS, POS),
    NVC0_MACRO_BITS(WDCNT, COUNT),
    NVC0_MACRO_BITS(ICNT, COUNT),
    NVC0_MACRO_BITS(SHADOW_CONTROL, MODE),
    NVC0_UNIT_TRAP(NVC0_PGRAPH_MACRO_TRAP),
    NV_ROW(NVC0_PGRAPH_MACRO_TRAP_LOCATION,
           .own = R_NVC0_PGRAPH_MACRO_TRAP_LOCATION_PC_MASK |
                  R_NVC0_PGRAPH_MACRO_TRAP_LOCATION_VALID_MASK),
    NV_ROW(NVC0_PGRAPH_MACRO_TRAP_OPCODE, .own = UINT32_MAX),
    NV_ROW(NVC0_PGRAPH_MTHD,
           .rw = R_NVC0_PGRAPH_MTHD_CLASS_MASK |
                 R_NVC0_PGRAPH_MTHD_MTHD_MASK,
           .write = nvc0_pgraph_mthd_write),
    NV_STORAGE(NVC0_PGRAPH_MTHD_DATA),
    NVC0_UNIT_TRAP(NVC0_PGRAPH_M2MF_TRAP),
};

static const NVRegBlock nvc0_pgraph_regs = NV_REG_BLOCK(
    "PGRAPH", 0x400000, 0x9000, nvc0_pgraph_rows);

static const NVRegInfo nvc0_pgraph_rop_rows[] = { };

static const NVRegBlock nvc0_pgraph_rop_regs = NV_REG_BLOCK(
    "PGRAPH_ROPS", 0x40a000, 0xe000, nvc0_pgraph_rop_rows);

NVRegFile *nvc0_pgraph_file(NVGPU *gpu, uint32_t addr)
{
    if (addr >= A_NVC0_PGRAPH_GPC) {
        return nvc0_pgraph_units_file(gpu, addr);
    }
    for (unsigned i = 0; i < NV_UNIT_FILES; i++) {
        NVUnitFile *file = &gpu->unit_files[i];

        if (file->unit == &nv_unit_nvc0_pgraph &&
            addr - file->regs.block->base < file->regs.block->size) {
            return &file->regs;
        }
    }
    return NULL;
}

/* --- Life ------------------------------------------------------------- */

static bool nvc0_pgraph_realize(NVGPU *gpu, Error **errp)
{
    nvc0_pgraph_units_init(gpu);
    return true;
}

static void nvc0_pgraph_reset(NVGPU *gpu)
{
    nvc0_pgraph_units_reset(gpu);
    nvc0_graph_reset(gpu);
    nv_engine_forget_queue(gpu, NVC0_ENGINE_GRAPH);
    nvc0_graph_update_intr(gpu);
}

static bool nvc0_pgraph_post_load(NVGPU *gpu, int version_id)
{
    nvc0_graph_update_intr(gpu);
    return true;
}

const NVUnit nv_unit_nvc0_pgraph = {
    .name = "PGRAPH",
    .state = offsetof(NVGPU, gpcs),
    .size = sizeof(NVGpcs),
    .blocks = (const NVUnitBlock[]) {
        { &nvc0_pgraph_regs }, { &nvc0_pgraph_rop_regs },
        { &nvc0_pgraph_gpc_broadcast }, { &nvc0_pgraph_ppc_broadcast }, { }
    },
    .realize = nvc0_pgraph_realize,
    .reset = nvc0_pgraph_reset,
    .enable = R_NV_PMC_ENABLE_PGRAPH_MASK,
    .exit = nvc0_pgraph_units_exit,
    .post_load = nvc0_pgraph_post_load,
};

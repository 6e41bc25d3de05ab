/*
 * NVIDIA GPU: PDAEMON, the microprocessor that manages the card, GT215+
 *
 * A falcon with queues between it and the driver, and access to all of the
 * card's registers.
 *
 * Source: envytools, docs/hw/pm/pdaemon; rnndb/pm/pdaemon.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "falcon.h"
#include "interrupts.h"
#include "memory.h"
#include "processor.h"
#include "state.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/display.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/falcon.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

#define NV_PDAEMON_BASE 0x10a000

/* Cost of an access to a register, in instructions */
#define NV_PDAEMON_MMIO_COST 32

/* Tokens that TOKEN_ALLOC hands out; TOKEN_NONE if there are none left */
#define NV_PDAEMON_TOKEN_FIRST 0x08
#define NV_PDAEMON_TOKEN_LAST 0xfe
#define NV_PDAEMON_TOKEN_NONE 0xff

/* Values of MMIO_CTRL */
enum {
    NV_PDAEMON_MMIO_READ = 1,
    NV_PDAEMON_MMIO_WRITE = 2,

    NV_PDAEMON_MMIO_IDLE = 0,
    NV_PDAEMON_MMIO_BUSY = 1,
};

/**
 * struct NVPdaemon - PDAEMON: a falcon with queues and mutexes
 *
 * @falcon: the falcon
 * @enable: the register that turns it on
 * @tokens: a bit per token, set if it isn't allocated
 */
typedef struct NVPdaemon {
    NVFalcon falcon;
    NVRegFile enable;
    uint64_t tokens[4];
} NVPdaemon;

/* --- Interrupts ------------------------------------------------------- */

/* SUBINTR's bits latch: one that is cleared is set again if its cause lasts. */
static void nv_pdaemon_update_intr(NVGPU *gpu)
{
    NVFalcon *falcon = &gpu->pdaemon->falcon;
    uint32_t *subintr = &NV_FALCON_R(falcon, NV_PDAEMON_SUBINTR);

    if (NV_FALCON_R(falcon, NV_PDAEMON_H2D_INTR) &
        NV_FALCON_R(falcon, NV_PDAEMON_H2D_INTR_EN)) {
        *subintr |= R_NV_PDAEMON_SUBINTR_H2D_MASK;
    }
    if (NV_FALCON_R(falcon, NV_PDAEMON_FIFO_INTR) &
        NV_FALCON_R(falcon, NV_PDAEMON_FIFO_INTR_EN)) {
        *subintr |= R_NV_PDAEMON_SUBINTR_FIFO_MASK;
    }
    if (NV_FALCON_R(falcon, NV_PDAEMON_MMIO_INTR) &
        NV_FALCON_R(falcon, NV_PDAEMON_MMIO_INTR_EN)) {
        *subintr |= R_NV_PDAEMON_SUBINTR_MMIO_MASK;
    }
    nv_falcon_update_intr(falcon);
}

static uint32_t nv_pdaemon_lines(NVFalcon *falcon)
{
    return FIELD_DP32(0, NV_FALCON_INTR, SUBINTR,
                      NV_FALCON_R(falcon, NV_PDAEMON_SUBINTR) != 0);
}

static void nv_pdaemon_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pdaemon_update_intr(gpu);
    nv_falcon_kick(&gpu->pdaemon->falcon);
}

static void nv_pdaemon_mmio_intr_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    NVFalcon *falcon = &gpu->pdaemon->falcon;

    if (val & 1) {
        NV_FALCON_R(falcon, NV_PDAEMON_MMIO_ERR) = 0;
    }
    nv_pdaemon_intr_write(gpu, addr, val);
}

/* --- Queues between driver and falcon --------------------------------- */

static void nv_pdaemon_fifo_put_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = &gpu->pdaemon->falcon;
    unsigned fifo = (addr - NV_PDAEMON_BASE - A_NV_PDAEMON_FIFO_PUT) / 4;

    trace_nv_pdaemon_fifo_put(fifo, val);
    NV_FALCON_R(falcon, NV_PDAEMON_FIFO_INTR) |= BIT(fifo);
    nv_pdaemon_intr_write(gpu, addr, val);
}

static void nv_pdaemon_h2d_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_FALCON_R(&gpu->pdaemon->falcon, NV_PDAEMON_H2D_INTR) = 1;
    nv_pdaemon_intr_write(gpu, addr, val);
}

/* --- Mutexes ---------------------------------------------------------- */

static uint32_t nv_pdaemon_token_alloc_read(NVGPU *gpu, uint32_t addr)
{
    uint64_t *tokens = gpu->pdaemon->tokens;

    for (unsigned i = 0; i < ARRAY_SIZE(gpu->pdaemon->tokens); i++) {
        if (tokens[i]) {
            unsigned bit = ctz64(tokens[i]);

            tokens[i] &= ~BIT_ULL(bit);
            return i * 64 + bit;
        }
    }
    return NV_PDAEMON_TOKEN_NONE;
}

static void nv_pdaemon_token_free(NVPdaemon *pdaemon, unsigned token)
{
    if (token >= NV_PDAEMON_TOKEN_FIRST && token <= NV_PDAEMON_TOKEN_LAST) {
        pdaemon->tokens[token / 64] |= BIT_ULL(token % 64);
    }
}

static void nv_pdaemon_token_free_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    nv_pdaemon_token_free(gpu->pdaemon, val & 0xff);
}

/* An unlocked mutex is taken by the first write. */
static void nv_pdaemon_mutex_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *mutex = &gpu->regs[addr / 4];

    val &= 0xff;
    if (!val || (!*mutex && val != NV_PDAEMON_TOKEN_NONE)) {
        *mutex = val;
    }
}

/* --- The card's registers --------------------------------------------- */

/*
 * An access may go to any unit, including this one: the processor waits until
 * no code is inside the device.
 */
static void nv_pdaemon_mmio_ctrl_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    NVFalcon *falcon = &gpu->pdaemon->falcon;
    uint32_t *ctrl = &NV_FALCON_R(falcon, NV_PDAEMON_MMIO_CTRL);
    uint32_t *err = &NV_FALCON_R(falcon, NV_PDAEMON_MMIO_ERR);

    if (!FIELD_EX32(val, NV_PDAEMON_MMIO_CTRL, TRIGGER)) {
        return;
    }
    if (FIELD_EX32(*ctrl, NV_PDAEMON_MMIO_CTRL, STATUS) ==
        NV_PDAEMON_MMIO_BUSY) {
        *err |= R_NV_PDAEMON_MMIO_ERR_CMD_WHILE_BUSY_MASK;
        NV_FALCON_R(falcon, NV_PDAEMON_MMIO_INTR) = 1;
        nv_pdaemon_update_intr(gpu);
        return;
    }
    *ctrl = FIELD_DP32(*ctrl, NV_PDAEMON_MMIO_CTRL, STATUS,
                       NV_PDAEMON_MMIO_BUSY);
    falcon->yield = true;
    nv_falcon_schedule(falcon);
}

static uint32_t nv_pdaemon_mmio_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t ctrl = gpu->regs[addr / 4];

    gpu->pdaemon->falcon.yield |=
        FIELD_EX32(ctrl, NV_PDAEMON_MMIO_CTRL, STATUS) ==
        NV_PDAEMON_MMIO_BUSY;
    return ctrl;
}

static void nv_pdaemon_mmio(NVGPU *gpu)
{
    NVFalcon *falcon = &gpu->pdaemon->falcon;
    uint32_t ctrl = NV_FALCON_R(falcon, NV_PDAEMON_MMIO_CTRL);
    uint32_t addr = NV_FALCON_R(falcon, NV_PDAEMON_MMIO_ADDR) &
                    (NV_BAR0_SIZE - 4);
    unsigned mask = FIELD_EX32(ctrl, NV_PDAEMON_MMIO_CTRL, BYTE_MASK);
    bool write = FIELD_EX32(ctrl, NV_PDAEMON_MMIO_CTRL, OP) ==
                 NV_PDAEMON_MMIO_WRITE;
    uint32_t val = NV_FALCON_R(falcon, NV_PDAEMON_MMIO_VAL);

    if (!write) {
        val = nv_bar0_read(gpu, addr, 4);
        NV_FALCON_R(falcon, NV_PDAEMON_MMIO_VAL) = val;
    } else if (mask == 0xf) {
        nv_bar0_write(gpu, addr, val, 4);
    } else {
        for (unsigned i = 0; i < 4; i++) {
            if (mask & BIT(i)) {
                nv_bar0_write(gpu, addr + i, extract32(val, i * 8, 8), 1);
            }
        }
    }
    trace_nv_pdaemon_mmio(addr, write, val);
    NV_FALCON_R(falcon, NV_PDAEMON_MMIO_CTRL) =
        FIELD_DP32(NV_FALCON_R(falcon, NV_PDAEMON_MMIO_CTRL),
                   NV_PDAEMON_MMIO_CTRL, STATUS, NV_PDAEMON_MMIO_IDLE);
}

/* Returns whether the processor may continue at once. */
static bool nv_pdaemon_work(NVFalcon *falcon, int64_t *budget)
{
    if (FIELD_EX32(NV_FALCON_R(falcon, NV_PDAEMON_MMIO_CTRL),
                   NV_PDAEMON_MMIO_CTRL, STATUS) != NV_PDAEMON_MMIO_BUSY) {
        return false;
    }
    nv_pdaemon_mmio(falcon->gpu);
    *budget -= NV_PDAEMON_MMIO_COST;
    return nv_falcon_can_run(falcon);
}

/* --- Signals ---------------------------------------------------------- */

/* Memory is paused as soon as that is requested. */
static uint32_t nv_pdaemon_input_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = &gpu->pdaemon->falcon;
    uint32_t input = 0;

    input = FIELD_DP32(input, NV_PDAEMON_INPUT, FB_PAUSED,
                       FIELD_EX32(NV_FALCON_R(falcon, NV_PDAEMON_OUTPUT),
                                  NV_PDAEMON_OUTPUT, FB_PAUSE));
    input = FIELD_DP32(input, NV_PDAEMON_INPUT, HEAD0_VBLANK,
                       nv_evo_head_blanks(gpu, 0));
    return FIELD_DP32(input, NV_PDAEMON_INPUT, HEAD1_VBLANK,
                      nv_evo_head_blanks(gpu, 1));
}

static void nv_pdaemon_output_set_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    NV_FALCON_R(&gpu->pdaemon->falcon, NV_PDAEMON_OUTPUT) |= val;
}

static void nv_pdaemon_output_clr_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    NV_FALCON_R(&gpu->pdaemon->falcon, NV_PDAEMON_OUTPUT) &= ~val;
}

static uint32_t nv_pdaemon_status(NVFalcon *falcon)
{
    return FIELD_DP32(0, NV_FALCON_STATUS, USER,
                      NV_FALCON_R(falcon, NV_PDAEMON_USER_BUSY));
}

/* The memory interface gets a channel without PFIFO. */
static void nv_pdaemon_channel_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_FALCON_R(&gpu->pdaemon->falcon, NV_FALCON_CHANNEL_CUR) = val;
}

/* --- Registers -------------------------------------------------------- */

static const NVRegInfo nv_pdaemon_rows[] = {
    NV_ROW(NV_FALCON_DATA_INDEX, .count = 4, .stride = 8, .rw = 0x0300fffc),
    NV_ROW(NV_FALCON_DATA, .count = 4, .stride = 8,
           .read = nv_falcon_data_read, .write = nv_falcon_data_write,
           .acts_on_read = true),
    NV_ROW(NV_PDAEMON_USER_BUSY, .rw = 1),
    NV_ROW(NV_PDAEMON_CHANNEL_SETUP, .rw = 0x7fffffff,
           .write = nv_pdaemon_channel_write),
    NV_ROW(NV_PDAEMON_TOKEN_ALLOC, .read = nv_pdaemon_token_alloc_read,
           .acts_on_read = true),
    NV_ROW(NV_PDAEMON_TOKEN_FREE, .rw = 0xff,
           .write = nv_pdaemon_token_free_write),
    NV_ROW(NV_PDAEMON_FIFO_PUT, .count = 4, .rw = UINT32_MAX,
           .write = nv_pdaemon_fifo_put_write),
    NV_ROW(NV_PDAEMON_FIFO_GET, .count = 4, .rw = UINT32_MAX),
    NV_ROW(NV_PDAEMON_FIFO_INTR, .w1c = 0xf,
           .write = nv_pdaemon_intr_write),
    NV_ROW(NV_PDAEMON_FIFO_INTR_EN, .rw = 0xf,
           .write = nv_pdaemon_intr_write),
    NV_STORAGE(NV_PDAEMON_RFIFO_PUT),
    NV_STORAGE(NV_PDAEMON_RFIFO_GET),
    NV_ROW(NV_PDAEMON_H2D, .rw = UINT32_MAX, .write = nv_pdaemon_h2d_write),
    NV_ROW(NV_PDAEMON_H2D_INTR, .w1c = 1, .write = nv_pdaemon_intr_write),
    NV_ROW(NV_PDAEMON_H2D_INTR_EN, .rw = 1, .write = nv_pdaemon_intr_write),
    NV_STORAGE(NV_PDAEMON_D2H),
    NV_ROW(NV_PDAEMON_MUTEX_TOKEN, .count = 16,
           .write = nv_pdaemon_mutex_write, .own = 0xff),
    NV_ROW(NV_PDAEMON_DSCRATCH, .count = 4, .rw = UINT32_MAX),
    NV_ROW(NV_PDAEMON_SUBINTR, .w1c = UINT32_MAX,
           .write = nv_pdaemon_intr_write),
    NV_STORAGE(NV_PDAEMON_PGOB),
    NV_STORAGE(NV_PDAEMON_MMIO_ADDR),
    NV_STORAGE(NV_PDAEMON_MMIO_VAL),
    NV_STORAGE(NV_PDAEMON_MMIO_TIMEOUT),
    NV_ROW(NV_PDAEMON_MMIO_CTRL, .rw = 0xf3,
           .read = nv_pdaemon_mmio_ctrl_read, .inspect = nv_regs_stored,
           .acts_on_read = true,
           .write = nv_pdaemon_mmio_ctrl_write,
           .own = R_NV_PDAEMON_MMIO_CTRL_STATUS_MASK),
    NV_ROW(NV_PDAEMON_MMIO_ERR,
           .own = R_NV_PDAEMON_MMIO_ERR_CMD_WHILE_BUSY_MASK),
    NV_ROW(NV_PDAEMON_MMIO_INTR, .w1c = 1,
           .write = nv_pdaemon_mmio_intr_write),
    NV_ROW(NV_PDAEMON_MMIO_INTR_EN, .rw = 1,
           .write = nv_pdaemon_intr_write),
    NV_STORAGE(NV_PDAEMON_OUTPUT),
    NV_ROW(NV_PDAEMON_INPUT, .read = nv_pdaemon_input_read),
    NV_ROW(NV_PDAEMON_OUTPUT_SET, .write = nv_pdaemon_output_set_write),
    NV_ROW(NV_PDAEMON_OUTPUT_CLR, .write = nv_pdaemon_output_clr_write),
};

static const NVRegBlock nv_pdaemon_regs = NV_REG_BLOCK(
    "PDAEMON", NV_PDAEMON_BASE, 0x1000, nv_pdaemon_rows,
    .shift = NV_PDAEMON_BASE, .parent = &nv_falcon_regs);

static const NVRegBlock nvc0_pdaemon_regs = NV_REG_BLOCK(
    "PDAEMON", NV_PDAEMON_BASE, 0x1000, nv_pdaemon_rows,
    .shift = NV_PDAEMON_BASE, .parent = &nvc0_falcon_regs);

/* What all of them have in common */
#define NV_PDAEMON_FALCON \
    .code_size = 0x4000, \
    .data_size = 0x3000, \
    .fifo_size = NV_FALCON_FIFO, \
    .data_ports = 4, \
    .vm_pages_log2 = 8, \
    .vm_user = NV_VM_PDAEMON, \
    .lines = nv_pdaemon_lines, \
    .status = nv_pdaemon_status, \
    .work = nv_pdaemon_work

const NVFalconChip nva3_pdaemon = {
    NV_PDAEMON_FALCON,
    .regs = &nv_pdaemon_regs,
    .khz = 202500,
    .intr = R_NV_PMC_INTR_PDAEMON_MASK,
};

const NVFalconChip nvc0_pdaemon = {
    NV_PDAEMON_FALCON,
    .regs = &nvc0_pdaemon_regs,
    .khz = 202500,
    .intr = R_NV_PMC_INTR_NVC0_PDAEMON_MASK,
    .spaces = true,
};

const NVFalconChip nvd9_pdaemon = {
    NV_PDAEMON_FALCON,
    .regs = &nvc0_pdaemon_regs,
    .khz = 324000,
    .intr = R_NV_PMC_INTR_NVC0_PDAEMON_MASK,
    .version = 4,
    .unshifted = true,
    .spaces = true,
};

const NVFalconChip nv108_pdaemon = {
    NV_PDAEMON_FALCON,
    .regs = &nvc0_pdaemon_regs,
    .khz = 324000,
    .intr = R_NV_PMC_INTR_NVC0_PDAEMON_MASK,
    .version = 5,
    .unshifted = true,
    .spaces = true,
};

/* --- Life ------------------------------------------------------------- */

static void nv_pdaemon_unit_reset(NVGPU *gpu)
{
    NVPdaemon *pdaemon = gpu->pdaemon;

    memset(pdaemon->tokens, 0, sizeof(pdaemon->tokens));
    for (unsigned i = NV_PDAEMON_TOKEN_FIRST; i <= NV_PDAEMON_TOKEN_LAST;
         i++) {
        nv_pdaemon_token_free(pdaemon, i);
    }
    nv_falcon_reset(&pdaemon->falcon);
}

static void nv_pdaemon_enable_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!(val & 1)) {
        nv_pdaemon_unit_reset(gpu);
    }
}

static const NVRegInfo nv_pdaemon_enable_rows[] = {
    NV_ROW(NV_PDAEMON_ENABLE, .rw = 1, .reset = 1,
           .write = nv_pdaemon_enable_write),
};

static const NVRegBlock nv_pdaemon_enable_regs = NV_REG_BLOCK(
    "PDAEMON_ENABLE", A_NV_PDAEMON_ENABLE, 4, nv_pdaemon_enable_rows);

static bool nv_pdaemon_realize(NVGPU *gpu, Error **errp)
{
    nv_falcon_init(gpu, &gpu->pdaemon->falcon, gpu->chip->pdaemon);
    nv_regs_init(gpu, &gpu->pdaemon->enable, &nv_pdaemon_enable_regs);
    return true;
}

static void nv_pdaemon_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->pdaemon->enable);
    nv_pdaemon_unit_reset(gpu);
}

static void nv_pdaemon_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->pdaemon->enable);
    nv_falcon_exit(&gpu->pdaemon->falcon);
}

static bool nv_pdaemon_post_load(NVGPU *gpu, int version_id)
{
    return nv_falcon_post_load(&gpu->pdaemon->falcon);
}

const NVUnit nv_unit_pdaemon = {
    .name = "PDAEMON",
    .state = offsetof(NVGPU, pdaemon),
    .size = sizeof(NVPdaemon),
    .realize = nv_pdaemon_realize,
    .reset = nv_pdaemon_reset,
    .exit = nv_pdaemon_exit,
    .post_load = nv_pdaemon_post_load,
};

/* It is turned on and off by PMC. */
static bool nvc0_pdaemon_realize(NVGPU *gpu, Error **errp)
{
    nv_falcon_init(gpu, &gpu->pdaemon->falcon, gpu->chip->pdaemon);
    return true;
}

static void nvc0_pdaemon_exit(NVGPU *gpu)
{
    nv_falcon_exit(&gpu->pdaemon->falcon);
}

const NVUnit nv_unit_nvc0_pdaemon = {
    .name = "PDAEMON",
    .state = offsetof(NVGPU, pdaemon),
    .size = sizeof(NVPdaemon),
    .realize = nvc0_pdaemon_realize,
    .reset = nv_pdaemon_unit_reset,
    .enable = R_NV_PMC_ENABLE_NVC0_PDAEMON_MASK,
    .exit = nvc0_pdaemon_exit,
    .post_load = nv_pdaemon_post_load,
};

static bool nv_pdaemon_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->chip->pdaemon;
}

/* A stream may have it for a card that hasn't: there is no state for it. */
static int nv_pdaemon_pre_load(void *opaque)
{
    return nv_pdaemon_needed(opaque) ? 0 : -EINVAL;
}

static const VMStateDescription nv_vmstate_pdaemon_unit = {
    .name = "nv-gpu/pdaemon/unit",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(falcon, NVPdaemon, 1, nv_vmstate_falcon, NVFalcon),
        VMSTATE_UINT64_ARRAY(tokens, NVPdaemon, 4),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_pdaemon = {
    .name = "nv-gpu/pdaemon",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pdaemon_needed,
    .pre_load = nv_pdaemon_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(pdaemon, NVGPU, nv_vmstate_pdaemon_unit,
                               NVPdaemon),
        VMSTATE_END_OF_LIST()
    },
};

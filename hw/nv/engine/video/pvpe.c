/*
 * NVIDIA GPU: PVPE: the registers of PMPEG and PME
 *
 * They are for drivers to find and to set up; nothing is decoded or encoded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "vpe.h"

/* --- Interrupts ------------------------------------------------------- */

void nv_vpe_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PMPEG_MASK,
                    (NV_R(gpu, NV_PMPEG_INTR) & NV_R(gpu, NV_PMPEG_INTR_EN)) ||
                    (NV_R(gpu, NV_PME_INTR) & NV_R(gpu, NV_PME_INTR_EN)));
}

static void nv_pvpe_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_vpe_update_intr(gpu);
}

/* --- Stopping and resuming -------------------------------------------- */

static void nv_pmpeg_fifo_err_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PMPEG_FIFO_ERR, CLEAR)) {
        NV_R(gpu, NV_PMPEG_FIFO_ERR) = 0;
        nv_engine_wake(gpu);
    }
}

static void nv_pmpeg_kick_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_engine_wake(gpu);
}

/* --- Registers -------------------------------------------------------- */

#define NV17_PMPEG_INTR_BITS 0x00010101
#define NV31_PMPEG_INTR_BITS 0x01010101
#define NV44_PMPEG_INTR_BITS 0x01110101
#define NV50_PMPEG_INTR_BITS 0x01110111

#define NV_PVPE_TILES 12

static const NVRegInfo nv17_pvpe_rows[] = {
    NV_ROW(NV_PMPEG_INTR, .w1c = NV17_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_INTR_EN, .rw = NV17_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_STATUS),
    NV_ROW(NV_PMPEG_MODE,
           .reset = R_NV_PMPEG_MODE_UNK8_MASK | R_NV_PMPEG_MODE_UNK12_MASK,
           .rw = R_NV_PMPEG_MODE_IDCT_ENABLE_MASK |
                 R_NV_PMPEG_MODE_IQ_ENABLE_MASK),
    NV_ROW(NV_PMPEG_ERROR_STATUS),
    NV_ROW(NV_PMPEG_ERROR_CMD),
    NV_ROW(NV_PMPEG_ERROR_MMIO_ADDR),
    NV_ROW(NV_PMPEG_CONFIG, .reset = 0x10000, .rw = UINT32_MAX),
    NV_ROW(NV_PMPEG_UNK310, .reset = 0x1f, .rw = 0x1f),
    NV_ROW(NV_PMPEG_UNK314, .rw = 0xffff),
    NV_ROW(NV_PMPEG_CMD_OFFSET, .rw = 0xffffffc0),
    NV_ROW(NV_PMPEG_CMD_LIMIT, .rw = 0xffffffc0),
    NV_ROW(NV_PMPEG_CMD_PUT, .rw = 0xffffffc0),
    NV_ROW(NV_PMPEG_ENABLE, .rw = 0x1),
    NV_ROW(NV_PMPEG_CMD_GET),
    NV_ROW(NV_PMPEG_SEQUENCE),
    NV_STORAGE(NV_PMPEG_CRYPT_HOST),
    NV_ROW(NV_PMPEG_CRYPT_MPEG),
    NV_ROW(NV_PMPEG_FORMAT, .rw = 0x101),
    NV_ROW(NV_PMPEG_UNK400, .rw = 0xff),
    NV_STORAGE(NV_PMPEG_UNK410),
};

/* nouveau notes that the binary driver reads 1 from UNK0E0 and UNK0E8. */
static const NVRegInfo nv31_pvpe_rows[] = {
    NV_ROW(NV_PVPE_TILE_ADDR, .count = NV_PVPE_TILES, .stride = 16,
           .rw = UINT32_MAX),
    NV_ROW(NV_PVPE_TILE_LIMIT, .count = NV_PVPE_TILES, .stride = 16,
           .rw = UINT32_MAX),
    NV_ROW(NV_PVPE_TILE_PITCH, .count = NV_PVPE_TILES, .stride = 16,
           .rw = UINT32_MAX),
    NV_ROW(NV_PVPE_UNK0E0, .reset = 0x1, .rw = UINT32_MAX),
    NV_ROW(NV_PVPE_UNK0E8, .reset = 0x1, .rw = UINT32_MAX),

    NV_ROW(NV_PMPEG_INTR, .w1c = NV31_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_INTR_EN, .rw = NV31_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_MODE, .reset = R_NV_PMPEG_MODE_UNK8_MASK,
           .rw = R_NV_PMPEG_MODE_IDCT_ENABLE_MASK),
    NV_ROW(NV_PMPEG_ERROR_MEM_ADDR),
    NV_ROW(NV_PMPEG_COMPAT_MODE, .reset = 0x17, .rw = 0xffff),
    NV_ROW(NV_PMPEG_FIFO_ERR, .write = nv_pmpeg_fifo_err_write,
           .own = UINT32_MAX),
    NV_ROW(NV_PMPEG_FIFO_ERR_MTHD, .own = UINT32_MAX),
    NV_ROW(NV_PMPEG_FIFO_ERR_DATA, .own = UINT32_MAX),
    NV_ROW(NV_PMPEG_FIFO_FREE),
    NV_ROW(NV_PMPEG_FIFO_BUSY),
    NV_ROW(NV_PMPEG_CONFIG, .reset = 0x30200, .rw = UINT32_MAX,
           .write = nv_pmpeg_kick_write),
    NV_STORAGE(NV_PMPEG_INSTANCE),
    NV_ROW(NV_PMPEG_CMD_OFFSET, .rw = 0xfffffffc),
    NV_ROW(NV_PMPEG_CMD_LIMIT, .rw = 0xfffffffc),
    NV_ROW(NV_PMPEG_CMD_PUT, .rw = 0xfffffffc),
    NV_ROW(NV_PMPEG_ENABLE, .rw = 0x1, .write = nv_pmpeg_kick_write),
    NV_ROW(NV_PMPEG_CMD_BASE, .rw = 0xfffffffc),
    NV_STORAGE(NV_PMPEG_DATA_BASE),
    NV_STORAGE(NV_PMPEG_DATA_LIMIT),
    NV_STORAGE(NV_PMPEG_DATA_OFFSET),
    NV_STORAGE(NV_PMPEG_DATA_SIZE),
    NV_STORAGE(NV_PMPEG_IMAGE_BASE),
    NV_STORAGE(NV_PMPEG_IMAGE_LIMIT),
    NV_ROW(NV_PMPEG_PITCH, .rw = 0x00010fe0),
    NV_ROW(NV_PMPEG_SIZE, .rw = 0x07ff07ff),
    NV_ROW(NV_PMPEG_IMAGE_Y_OFFSET, .count = 8, .stride = 8,
           .rw = UINT32_MAX),
    NV_ROW(NV_PMPEG_IMAGE_C_OFFSET, .count = 8, .stride = 8,
           .rw = UINT32_MAX),
};

static const NVRegInfo nv40_pvpe_rows[] = {
    NV_ROW(NV_PMPEG_MODE,
           .reset = R_NV_PMPEG_MODE_UNK8_MASK | R_NV_PMPEG_MODE_UNK31_MASK,
           .rw = R_NV_PMPEG_MODE_IDCT_ENABLE_MASK),
    NV_STORAGE(NV_PMPEG_PIO_MTHD),
    NV_STORAGE(NV_PMPEG_PIO_DATA),
    NV_ROW(NV_PMPEG_PIO_CONTROL,
           .reset = R_NV_PMPEG_PIO_CONTROL_IDLE_MASK),

    NV_ROW(NV_PME_INTR, .w1c = 0x01010000, .write = nv_pvpe_intr_write),
    NV_ROW(NV_PME_INTR_EN, .rw = 0x01010000, .write = nv_pvpe_intr_write),
    NV_ROW(NV_PME_STATUS),
    NV_ROW(NV_PME_UNK050, .reset = 0x40, .rw = 0xffff),
    NV_STORAGE(NV_PME_ENG_INSTANCE),
    NV_ROW(NV_PME_ENABLE, .rw = 0x1),
    NV_STORAGE(NV_PME_CONFIG),
};

static const NVRegInfo nv41_pvpe_rows[] = {
    NV_ROW(NV_PMPEG_UNK090, .rw = 0x1),
    NV_ROW(NV_PME_INTR, .w1c = 0x01010100, .write = nv_pvpe_intr_write),
    NV_ROW(NV_PME_INTR_EN, .rw = 0x01010100, .write = nv_pvpe_intr_write),
    NV_STORAGE(NV_PME_CHANNEL_CUR),
};

static const NVRegInfo nv44_pvpe_rows[] = {
    NV_ROW(NV_PMPEG_INTR, .w1c = NV44_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_INTR_EN, .rw = NV44_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_STORAGE(NV_PMPEG_CHANNEL_CUR),
    NV_STORAGE(NV_PMPEG_CHANNEL_NEXT),
};

/* Two words of the fifteenth region are the ones that nouveau writes 1 to. */
static const NVRegInfo nv47_pvpe_rows[] = {
    NV_ROW(NV_PVPE_TILE_ADDR, .count = 14, .stride = 16, .rw = UINT32_MAX),
    NV_ROW(NV_PVPE_TILE_LIMIT, .count = 15, .stride = 16, .rw = UINT32_MAX),
    NV_ROW(NV_PVPE_TILE_PITCH, .count = 14, .stride = 16, .rw = UINT32_MAX),
};

/* DMA objects in place of addresses; drivers use no tile regions. */
static const NVRegInfo nv50_pvpe_rows[] = {
    NV_ABSENT(NV_PVPE_TILE_ADDR, .count = NV_PVPE_TILES, .stride = 16),
    NV_ABSENT(NV_PVPE_TILE_LIMIT, .count = NV_PVPE_TILES, .stride = 16),
    NV_ABSENT(NV_PVPE_TILE_PITCH, .count = NV_PVPE_TILES, .stride = 16),
    NV_ROW(NV_PMPEG_INTR, .w1c = NV50_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_INTR_EN, .rw = NV50_PMPEG_INTR_BITS,
           .write = nv_pvpe_intr_write),
    NV_ROW(NV_PMPEG_UNK090, .rw = 0x3),
    NV_ROW(NV_PMPEG_UNK240, .reset = 0x20800, .rw = 0x3ffff),
    NV_ABSENT(NV_PMPEG_CMD_BASE),
    NV_ABSENT(NV_PMPEG_DATA_BASE),
    NV_ABSENT(NV_PMPEG_DATA_LIMIT),
    NV_ABSENT(NV_PMPEG_IMAGE_BASE),
    NV_ABSENT(NV_PMPEG_IMAGE_LIMIT),
    NV_ROW(NV_PMPEG_FORMAT),
    NV_ROW(NV_PMPEG_DMA_CMD, .rw = 0x8000ffff),
    NV_ROW(NV_PMPEG_DMA_DATA, .rw = 0x8000ffff),
    NV_ROW(NV_PMPEG_DMA_IMAGE, .rw = 0xc000ffff),
};

static const NVRegInfo nv84_pvpe_rows[] = {
    NV_ROW(NV_PMPEG_DMA_QUERY, .rw = 0x8000ffff),
    NV_STORAGE(NV_PMPEG_QUERY_ADDRESS),
    NV_ROW(NV_PMPEG_QUERY_COUNTER, .own = UINT32_MAX),
    NV_ABSENT(NV_PME_INTR),
    NV_ABSENT(NV_PME_INTR_EN),
    NV_ABSENT(NV_PME_STATUS),
    NV_ABSENT(NV_PME_UNK050),
    NV_ABSENT(NV_PME_ENG_INSTANCE),
    NV_ABSENT(NV_PME_CHANNEL_CUR),
    NV_ABSENT(NV_PME_ENABLE),
    NV_ABSENT(NV_PME_CONFIG),
};

#define NV_PVPE_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PVPE", 0x00b000, 0x1000, _rows, __VA_ARGS__)

const NVRegBlock nv17_pvpe_regs = NV_PVPE_BLOCK(nv17_pvpe_rows);
const NVRegBlock nv31_pvpe_regs = NV_PVPE_BLOCK(nv31_pvpe_rows,
    .parent = &nv17_pvpe_regs);
const NVRegBlock nv40_pvpe_regs = NV_PVPE_BLOCK(nv40_pvpe_rows,
    .parent = &nv31_pvpe_regs);
const NVRegBlock nv41_pvpe_regs = NV_PVPE_BLOCK(nv41_pvpe_rows,
    .parent = &nv40_pvpe_regs);
const NVRegBlock nv44_pvpe_regs = NV_PVPE_BLOCK(nv44_pvpe_rows,
    .parent = &nv41_pvpe_regs);
const NVRegBlock nv47_pvpe_regs = NV_PVPE_BLOCK(nv47_pvpe_rows,
    .parent = &nv44_pvpe_regs);
const NVRegBlock nv50_pvpe_regs = NV_PVPE_BLOCK(nv50_pvpe_rows,
    .parent = &nv44_pvpe_regs);
const NVRegBlock nv84_pvpe_regs = NV_PVPE_BLOCK(nv84_pvpe_rows,
    .parent = &nv50_pvpe_regs);

/* --- Life ------------------------------------------------------------- */

static bool nv_pvpe_realize(NVGPU *gpu, Error **errp)
{
    if (gpu->chip->pvpe) {
        nv_regs_init(gpu, &gpu->vpe->regs, gpu->chip->pvpe);
    }
    return true;
}

static void nv_pvpe_reset(NVGPU *gpu)
{
    if (!gpu->chip->pvpe) {
        return;
    }
    nv_regs_reset(&gpu->vpe->regs);
    nv_engine_forget_queue(gpu, NV_ENGINE_MPEG);
    nv_vpe_update_intr(gpu);
}

static void nv_pvpe_disable(NVGPU *gpu)
{
    nv_pvpe_reset(gpu);
    nv_engine_wake(gpu);
}

static void nv_pvpe_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->vpe->regs);
}

const NVUnit nv_unit_pvpe = {
    .name = "PVPE",
    .state = offsetof(NVGPU, vpe),
    .size = sizeof(NVVpe),
    .realize = nv_pvpe_realize,
    .reset = nv_pvpe_reset,
    .enable = R_NV_PMC_ENABLE_PVPE_MASK,
    .disable = nv_pvpe_disable,
    .exit = nv_pvpe_exit,
};

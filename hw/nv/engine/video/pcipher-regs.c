/*
 * NVIDIA GPU: PCIPHER: registers, life, snapshots, NV84:NV98 and NVA0
 *
 * Source: rnndb, vdec/vp2/pcipher.xml; nouveau's nvkm/engine/cipher/g84.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pcipher.h"
#include "migration/vmstate.h"

/* --- Registers -------------------------------------------------------- */

void nv_pcipher_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PCIPHER_MASK,
                    NV_R(gpu, NV_PCIPHER_INTR) &
                    NV_R(gpu, NV_PCIPHER_INTR_EN));
}

static void nv_pcipher_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pcipher_update_intr(gpu);
}

/* The driver lets it go on by setting FIFO_ACCESS, which an error clears. */
static void nv_pcipher_unk00c_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_engine_wake(gpu);
}

#define NV_PCIPHER_INTR_BITS 0x000001ef

static const NVRegInfo nv_pcipher_rows[] = {
    NV_ROW(NV_PCIPHER_UNK00C, .rw = 0x7111, .write = nv_pcipher_unk00c_write),
    NV_ROW(NV_PCIPHER_VALID, .rw = 0x5f000073),
    NV_ROW(NV_PCIPHER_INTR, .w1c = NV_PCIPHER_INTR_BITS,
           .write = nv_pcipher_intr_write),
    NV_ROW(NV_PCIPHER_INTR_EN, .rw = NV_PCIPHER_INTR_BITS,
           .write = nv_pcipher_intr_write),
    NV_ROW(NV_PCIPHER_INSTANCE, .rw = 0xffffff),
    NV_ROW(NV_PCIPHER_CHAN_CUR, .own = UINT32_MAX),
    NV_ROW(NV_PCIPHER_CHAN_NEXT, .own = UINT32_MAX),
    NV_ROW(NV_PCIPHER_FIFO_MTHD, .own = UINT32_MAX),
    NV_ROW(NV_PCIPHER_FIFO_DATA, .own = UINT32_MAX),
    NV_ROW(NV_PCIPHER_CRYPT_MODE, .rw = 0x10007),
    NV_ROW(NV_PCIPHER_DMA_QUERY, .rw = 0xffffff),
    NV_ROW(NV_PCIPHER_DMA_SRC, .rw = 0xffffff),
    NV_ROW(NV_PCIPHER_DMA_DST, .rw = 0xffffff),
    NV_STORAGE(NV_PCIPHER_QUERY_ADDRESS_LOW),
    NV_ROW(NV_PCIPHER_QUERY_ADDRESS_HIGH, .rw = 0xff),
    NV_STORAGE(NV_PCIPHER_SRC_ADDRESS_LOW),
    NV_ROW(NV_PCIPHER_SRC_ADDRESS_HIGH, .rw = 0xff),
    NV_STORAGE(NV_PCIPHER_DST_ADDRESS_LOW),
    NV_ROW(NV_PCIPHER_DST_ADDRESS_HIGH, .rw = 0xff),
    NV_STORAGE(NV_PCIPHER_QUERY_SEQUENCE),
    NV_STORAGE(NV_PCIPHER_LENGTH),
    NV_ROW(NV_PCIPHER_LAUNCH, .rw = 0x11330),
};

static const NVRegBlock nv_pcipher_block = NV_REG_BLOCK(
    "PCIPHER", 0x102000, 0x1000, nv_pcipher_rows);

/* --- Life ------------------------------------------------------------- */

static bool nv_pcipher_realize(NVGPU *gpu, Error **errp)
{
    nv_regs_init(gpu, &gpu->pcipher->regs, &nv_pcipher_block);
    return true;
}

static void nv_pcipher_forget(NVPcipher *cipher)
{
    cipher->copying = cipher->unloading = false;
    cipher->subc = cipher->pos = 0;
}

static void nv_pcipher_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->pcipher->regs);
    nv_pcipher_forget(gpu->pcipher);
    nv_engine_forget_queue(gpu, NV_ENGINE_CIPHER);
    nv_pcipher_update_intr(gpu);
}

static void nv_pcipher_disable(NVGPU *gpu)
{
    nv_pcipher_reset(gpu);
    nv_engine_wake(gpu);
}

static void nv_pcipher_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->pcipher->regs);
}

#define NV_PCIPHER_SUBCHANNELS 8

static bool nv_pcipher_post_load(NVGPU *gpu, int version_id)
{
    NVPcipher *cipher = gpu->pcipher;

    return cipher->subc < NV_PCIPHER_SUBCHANNELS &&
           (cipher->copying || !cipher->unloading);
}

const NVUnit nv_unit_pcipher = {
    .name = "PCIPHER",
    .state = offsetof(NVGPU, pcipher),
    .size = sizeof(NVPcipher),
    .realize = nv_pcipher_realize,
    .reset = nv_pcipher_reset,
    .enable = R_NV_PMC_ENABLE_PCIPHER_MASK |
              R_NV_PMC_ENABLE_PCIPHER_CHSW_MASK,
    .disable = nv_pcipher_disable,
    .exit = nv_pcipher_exit,
    .post_load = nv_pcipher_post_load,
};

/* --- Snapshots -------------------------------------------------------- */

static bool nv_pcipher_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->pcipher;
}

/* A stream may have it for a card that hasn't: there is no state for it. */
static int nv_pcipher_pre_load(void *opaque)
{
    return nv_pcipher_needed(opaque) ? 0 : -EINVAL;
}

void nv_pcipher_pre_load_gpu(NVGPU *gpu)
{
    if (gpu->pcipher) {
        nv_pcipher_forget(gpu->pcipher);
    }
}

/* The registers are saved with the device's. */
static const VMStateDescription nv_vmstate_pcipher_unit = {
    .name = "nv-gpu/pcipher/unit",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(copying, NVPcipher),
        VMSTATE_BOOL(unloading, NVPcipher),
        VMSTATE_UINT8(subc, NVPcipher),
        VMSTATE_UINT32(pos, NVPcipher),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_pcipher = {
    .name = "nv-gpu/pcipher",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pcipher_needed,
    .pre_load = nv_pcipher_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(pcipher, NVGPU, nv_vmstate_pcipher_unit,
                               NVPcipher),
        VMSTATE_END_OF_LIST()
    },
};

/*
 * NVIDIA GPU: PMPEG's contexts, NV50:NV98 and NVA0
 *
 * While a channel isn't on PMPEG, its registers are in memory, which a DMA
 * object in the channel's instance block describes.
 *
 * Source: rnndb, vdec/vpe/pmpeg.xml, G80_MPEGCTX; envytools, memory/g80-vm.rst,
 * "DMA objects"; nouveau's nv50_mpeg_cclass_bind().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "vpe.h"
#include "hw/nv/vm.h"

#define NV_MPEGCTX_WORDS 0x23

/* Eight registers, the last one first */
#define NV_MPEGCTX_OFFSETS(_word, _reg) \
    [(_word) + 0] = (_reg) + 56, [(_word) + 1] = (_reg) + 48, \
    [(_word) + 2] = (_reg) + 40, [(_word) + 3] = (_reg) + 32, \
    [(_word) + 4] = (_reg) + 24, [(_word) + 5] = (_reg) + 16, \
    [(_word) + 6] = (_reg) + 8, [(_word) + 7] = (_reg)

/* BAR0 address of each word's register; 0: there is none */
static const uint32_t nv_mpegctx[NV_MPEGCTX_WORDS] = {
    [0x00 / 4] = A_NV_PMPEG_SIZE,
    [0x04 / 4] = A_NV_PMPEG_MODE,
    [0x08 / 4] = A_NV_PMPEG_FORMAT,
    [0x0c / 4] = A_NV_PMPEG_PITCH,
    NV_MPEGCTX_OFFSETS(0x10 / 4, A_NV_PMPEG_IMAGE_C_OFFSET),
    NV_MPEGCTX_OFFSETS(0x30 / 4, A_NV_PMPEG_IMAGE_Y_OFFSET),
    [0x50 / 4] = A_NV_PMPEG_DMA_IMAGE,
    [0x54 / 4] = A_NV_PMPEG_DATA_SIZE,
    [0x58 / 4] = A_NV_PMPEG_DATA_OFFSET,
    [0x5c / 4] = A_NV_PMPEG_DMA_DATA,
    [0x60 / 4] = A_NV_PMPEG_CMD_PUT,
    [0x64 / 4] = A_NV_PMPEG_CMD_OFFSET,
    [0x68 / 4] = A_NV_PMPEG_CMD_LIMIT,
    [0x6c / 4] = A_NV_PMPEG_DMA_CMD,
    [0x70 / 4] = A_NV_PMPEG_CONFIG,
    [0x78 / 4] = A_NV_PMPEG_INSTANCE,
    [0x84 / 4] = A_NV_PMPEG_QUERY_ADDRESS,
    [0x88 / 4] = A_NV_PMPEG_DMA_QUERY,
};

static uint32_t nv50_mpeg_block(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PMPEG_CHANNEL_CUR), NV_PMPEG_CHANNEL_CUR,
                      INSTANCE) << 12;
}

static bool nv50_mpeg_has(NVGPU *gpu, uint32_t block)
{
    return FIELD_EX32(NV_R(gpu, NV_PMPEG_CHANNEL_CUR), NV_PMPEG_CHANNEL_CUR,
                      VALID) && nv50_mpeg_block(gpu) == block;
}

/* The context's object has no class. */
static void nv50_mpeg_object(NVGPU *gpu, NVDMAObject *obj)
{
    uint32_t block = nv50_mpeg_block(gpu);

    nv_dmaobj_load_channel(gpu, block, block + gpu->chip->mpeg->context, obj);
}

/* FORMAT isn't writable, but methods set the same bits as on earlier cards. */
static uint32_t nv50_mpeg_mask(NVGPU *gpu, uint32_t addr)
{
    return addr == A_NV_PMPEG_FORMAT
        ? 0x101 : nv_regs_writable(&gpu->vpe->regs, addr);
}

/* A context that can't be read leaves the registers as they are. */
static void nv50_mpeg_load(NVGPU *gpu)
{
    uint32_t words[NV_MPEGCTX_WORDS];
    NVDMAObject obj;
    NVDmaFault fault;

    nv50_mpeg_object(gpu, &obj);
    if (!nv_dmaobj_read(gpu, &obj, 0, words, sizeof(words), &fault)) {
        nv_vm_fault(gpu, NV_VM_PMPEG_CONTEXT, nv50_mpeg_block(gpu), &fault);
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        uint32_t addr = nv_mpegctx[i];
        uint32_t mask = addr ? nv50_mpeg_mask(gpu, addr) : 0;

        if (mask) {
            gpu->regs[addr / 4] = (gpu->regs[addr / 4] & ~mask) |
                                  (le32_to_cpu(words[i]) & mask);
        }
    }
}

/* Words without a register stay as they are. */
static void nv50_mpeg_save(NVGPU *gpu)
{
    uint32_t words[NV_MPEGCTX_WORDS];
    NVDMAObject obj;
    NVDmaFault fault;

    nv50_mpeg_object(gpu, &obj);
    if (nv_dmaobj_read(gpu, &obj, 0, words, sizeof(words), &fault)) {
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            uint32_t addr = nv_mpegctx[i];

            if (addr) {
                words[i] = cpu_to_le32(gpu->regs[addr / 4]);
            }
        }
        if (nv_dmaobj_write(gpu, &obj, 0, words, sizeof(words), &fault)) {
            return;
        }
    }
    nv_vm_fault(gpu, NV_VM_PMPEG_CONTEXT, nv50_mpeg_block(gpu), &fault);
}

static void nv50_mpeg_leave(NVGPU *gpu)
{
    if (FIELD_EX32(NV_R(gpu, NV_PMPEG_CHANNEL_CUR), NV_PMPEG_CHANNEL_CUR,
                   VALID)) {
        nv50_mpeg_save(gpu);
    }
    NV_R(gpu, NV_PMPEG_CHANNEL_CUR) = NV_R(gpu, NV_PMPEG_CHANNEL_NEXT) = 0;
}

void nv50_mpeg_enter(NVGPU *gpu, unsigned chid)
{
    uint32_t block = nv_channel_block(gpu, chid);

    if (nv50_mpeg_has(gpu, block)) {
        return;
    }
    nv50_mpeg_leave(gpu);
    NV_R(gpu, NV_PMPEG_CHANNEL_CUR) = NV_R(gpu, NV_PMPEG_CHANNEL_NEXT) =
        R_NV_PMPEG_CHANNEL_CUR_VALID_MASK | block >> 12;
    nv50_mpeg_load(gpu);
}

void nv50_mpeg_unload(NVGPU *gpu, uint32_t block)
{
    if (nv50_mpeg_has(gpu, block)) {
        nv50_mpeg_leave(gpu);
    }
}

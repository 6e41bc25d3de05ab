/*
 * NVIDIA GPU: USER, the channels' control areas
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "internal.h"
#include "hw/nv/ramfc.h"
#include "trace/trace-hw_nv.h"

/* spec/dma-pusher.txt "Channel control area" */

/* A subchannel's part of a channel's area */
#define NV_USER_SUBCHANNEL 0x2000

/* A channel's register: in CACHE1 while it owns that, in RAMFC otherwise */
static uint32_t nv_user_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    return chid == nv_fifo_channel(gpu) ? gpu->regs[reg]
                                        : nv_ramfc_get(gpu, chid, reg);
}

/* Where the channel is in its main pushbuffer: behind a call, or GET */
static uint32_t nv_user_cget(NVGPU *gpu, unsigned chid)
{
    uint32_t state = nv_user_channel_reg(gpu, chid,
                                         R_NV_PFIFO_CACHE1_DMA_STATE);

    if (FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, SUBROUTINE_ACTIVE)) {
        return nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_SUBROUTINE) &
               R_NV_PFIFO_CACHE1_SUBROUTINE_RETURN_MASK;
    }
    return nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
}

static uint64_t nv_user_read(void *opaque, hwaddr addr, unsigned size)
{
    const NVUserArea *area = opaque;
    NVGPU *gpu = area->gpu;
    unsigned chid = addr / area->stride;
    uint32_t reg = addr % area->stride % NV_USER_SUBCHANNEL;
    uint32_t val = 0;

    switch (reg) {
    case A_NV_USER_DMA_PUT:
        val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT);
        break;
    case A_NV_USER_DMA_GET:
        val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
        break;
    case A_NV_USER_REF:
        if (gpu->chip->fifo->puller & NV_PULLER_REF) {
            val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_REF);
        }
        break;
    case A_NV_USER_DMA_CGET:
        if (gpu->chip->fifo->pusher & NV_PUSHER_CGET) {
            val = nv_user_cget(gpu, chid);
        }
        break;
    default:
        nv_report_register(gpu, area->base + addr, false, 0);
        break;
    }
    nv_report_access(gpu, area->base + addr, false, val);
    trace_nv_user_read(chid, reg, val);
    return val;
}

static void nv_user_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    const NVUserArea *area = opaque;
    NVGPU *gpu = area->gpu;
    unsigned chid = addr / area->stride;
    uint32_t reg = addr % area->stride % NV_USER_SUBCHANNEL;
    bool dma = extract32(NV_R(gpu, NV_PFIFO_CHANNEL_MODE), chid, 1);

    trace_nv_user_write(chid, reg, val);
    if (dma && reg == A_NV_USER_DMA_PUT) {
        nv_switcher_put(gpu, chid, val & ~3);
        return;
    }
    /* Submission by writing methods (PIO) isn't modelled. */
    nv_report_register(gpu, area->base + addr, true, val);
}

static const MemoryRegionOps nv_user_ops = {
    .read = nv_user_read,
    .write = nv_user_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4 },
    .impl = { .min_access_size = 4, .max_access_size = 4 },
};

static void nv_user_map(NVGPU *gpu, NVUserArea *area, const char *name,
                        uint32_t base, uint32_t stride)
{
    *area = (NVUserArea) { .gpu = gpu, .base = base, .stride = stride };
    memory_region_init_io(&area->mr, OBJECT(gpu), &nv_user_ops, area, name,
                          gpu->chip->fifo->channels * stride);
    memory_region_add_subregion(&gpu->bar0, base, &area->mr);
}

static bool nv_user_realize(NVGPU *gpu, Error **errp)
{
    const NVFifoChip *chip = gpu->chip->fifo;

    nv_user_map(gpu, &gpu->fifo.user, "nv.USER", chip->user_base,
                chip->user_stride);
    if (chip->dma_user_base) {
        nv_user_map(gpu, &gpu->fifo.dma_user, "nv.USER_NEW",
                    chip->dma_user_base, chip->dma_user_stride);
    }
    return true;
}

static void nv_user_reset(NVGPU *gpu)
{
    /* Shows PFIFO's state and RAMFC: has none of its own. */
}

const NVUnit nv_unit_user = {
    .name = "USER",
    .realize = nv_user_realize,
    .reset = nv_user_reset,
};

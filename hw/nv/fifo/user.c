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

/* Channels before NV04 have no other mode than PIO. */
static bool nv_user_dma_mode(NVGPU *gpu, unsigned chid)
{
    return gpu->chip->fifo->pusher &&
           extract32(NV_R(gpu, NV_PFIFO_CHANNEL_MODE), chid, 1);
}

/* NV40's own area has the registers, and no room for methods. */
static bool nv_user_is_pio(const NVUserArea *area, unsigned chid)
{
    return area->stride == NV_FIFO_SUBCHANNELS * NV_USER_SUBCHANNEL &&
           !nv_user_dma_mode(area->gpu, chid);
}

/* The registers of a DMA channel; false: @offset is none of them */
static bool nv_user_read_dma(NVGPU *gpu, unsigned chid, uint32_t offset,
                             uint32_t *val)
{
    const NVFifoChip *chip = gpu->chip->fifo;

    if (!chip->pusher) {
        return false;
    }
    switch (offset % NV_USER_SUBCHANNEL) {
    case A_NV_USER_DMA_PUT:
        *val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT);
        return true;
    case A_NV_USER_DMA_GET:
        *val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
        return true;
    case A_NV_USER_REF:
        if (chip->puller & NV_PULLER_REF) {
            *val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_REF);
            return true;
        }
        return false;
    case A_NV_USER_DMA_CGET:
        if (chip->pusher & NV_PUSHER_CGET) {
            *val = nv_user_cget(gpu, chid);
            return true;
        }
        return false;
    default:
        return false;
    }
}

static uint64_t nv_user_read(void *opaque, hwaddr addr, unsigned size)
{
    const NVUserArea *area = opaque;
    NVGPU *gpu = area->gpu;
    unsigned chid = addr / area->stride;
    uint32_t offset = addr % area->stride;
    uint32_t val = 0;

    nv_fifo_poll(gpu);
    if (size != 4 || !nv_user_read_dma(gpu, chid, offset, &val)) {
        if (nv_user_is_pio(area, chid)) {
            val = nv_pio_read(gpu, chid, offset, size);
        } else {
            nv_report_register(gpu, area->base + addr, false, 0);
        }
    }
    nv_report_access(gpu, area->base + addr, false, val);
    trace_nv_user_read(chid, offset % NV_USER_SUBCHANNEL, val);
    return val;
}

static void nv_user_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    const NVUserArea *area = opaque;
    NVGPU *gpu = area->gpu;
    unsigned chid = addr / area->stride;
    uint32_t offset = addr % area->stride;

    trace_nv_user_write(chid, offset % NV_USER_SUBCHANNEL, val);
    if (nv_user_is_pio(area, chid)) {
        nv_pio_write(gpu, chid, offset, val, size);
    } else if (size == 4 && nv_user_dma_mode(gpu, chid) &&
               offset % NV_USER_SUBCHANNEL == A_NV_USER_DMA_PUT) {
        nv_switcher_put(gpu, chid, val & ~3);
    } else {
        nv_report_register(gpu, area->base + addr, true, val);
    }
}

/* RAMRO tells of accesses that aren't those of an aligned word. */
static const MemoryRegionOps nv_user_ops = {
    .read = nv_user_read,
    .write = nv_user_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = {
        .min_access_size = 1, .max_access_size = 4, .unaligned = true,
    },
    .impl = {
        .min_access_size = 1, .max_access_size = 4, .unaligned = true,
    },
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

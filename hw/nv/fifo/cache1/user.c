/*
 * NVIDIA GPU: USER, the channels' control areas
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "pio.h"
#include "ramfc.h"
#include "state.h"
#include "switcher.h"
#include "user.h"
#include "trace/trace-hw_nv.h"

/* envytools, hw/fifo/dma-pusher "Channel control area" */

/* A subchannel's part of a channel's area */
#define NV_USER_SUBCHANNEL 0x2000

uint32_t nv_user_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    return nv_fifo_owns(gpu, chid) ? gpu->regs[reg]
                                   : nv_ramfc_get(gpu, chid, reg);
}

void nv_user_set_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg,
                             uint32_t val)
{
    if (nv_fifo_owns(gpu, chid)) {
        gpu->regs[reg] = val;
    } else {
        nv_ramfc_set(gpu, chid, reg, val);
    }
}

/* --- Registers -------------------------------------------------------- */

/* The position in the main pushbuffer: behind the call, or GET */
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

static bool nv04_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                           uint32_t *val)
{
    switch (offset) {
    case A_NV_USER_DMA_PUT:
        *val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT);
        return true;
    case A_NV_USER_DMA_GET:
        *val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
        return true;
    default:
        return false;
    }
}

static bool nv04_user_write(NVGPU *gpu, unsigned chid, uint32_t offset,
                            uint32_t val)
{
    if (offset != A_NV_USER_DMA_PUT) {
        return false;
    }
    trace_nv_pfifo_put(chid, val & ~3);
    nv_fifo_probe_submit(gpu, chid, val & ~3, false);
    nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT, val & ~3);
    nv_switcher_submit(gpu, chid);
    nv_fifo_kick(gpu);
    return true;
}

static bool nv10_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                           uint32_t *val)
{
    if (offset == A_NV_USER_REF) {
        *val = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_REF);
        return true;
    }
    return nv04_user_read(gpu, chid, offset, val);
}

bool nv40_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                    uint32_t *val)
{
    if (offset == A_NV_USER_DMA_CGET) {
        *val = nv_user_cget(gpu, chid);
        return true;
    }
    return nv10_user_read(gpu, chid, offset, val);
}

static const NVUserName nv04_user_names[] = {
    NV_USER_NAME(NV_USER_DMA_PUT),
    NV_USER_NAME(NV_USER_DMA_GET),
    { }
};

static const NVUserName nv10_user_names[] = {
    NV_USER_NAME(NV_USER_DMA_PUT),
    NV_USER_NAME(NV_USER_DMA_GET),
    NV_USER_NAME(NV_USER_REF),
    { }
};

static const NVUserName nv40_user_names[] = {
    NV_USER_NAME(NV_USER_DMA_PUT),
    NV_USER_NAME(NV_USER_DMA_GET),
    NV_USER_NAME(NV_USER_REF),
    NV_USER_NAME(NV_USER_DMA_CGET),
    { }
};

const NVUserChip nv04_user = {
    .names = nv04_user_names,
    .read = nv04_user_read,
    .write = nv04_user_write,
};

const NVUserChip nv10_user = {
    .names = nv10_user_names,
    .read = nv10_user_read,
    .write = nv04_user_write,
};

const NVUserChip nv40_user = {
    .names = nv40_user_names,
    .read = nv40_user_read,
    .write = nv04_user_write,
};

/* --- Accesses --------------------------------------------------------- */

/* NV40's own area has the registers, and no room for methods. */
static bool nv_user_is_pio(const NVUserArea *area, unsigned chid)
{
    return area->stride == NV_FIFO_SUBCHANNELS * NV_USER_SUBCHANNEL &&
           !nv_fifo_dma_mode(area->gpu, chid);
}

/* Returns false if @offset is none of a DMA channel's registers. */
static bool nv_user_read_dma(NVGPU *gpu, unsigned chid, uint32_t offset,
                             uint32_t *val)
{
    const NVUserChip *chip = nv_cache1_chip(gpu)->user;

    return chip && chip->read(gpu, chid, offset % NV_USER_SUBCHANNEL, val);
}

static uint64_t nv_user_read(void *opaque, hwaddr addr, unsigned size)
{
    const NVUserArea *area = opaque;
    NVGPU *gpu = area->gpu;
    unsigned chid = addr / area->stride;
    uint32_t offset = addr % area->stride;
    uint32_t val = 0;

    nv_host_writes_arrive(gpu);
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

static const char *nv_user_name(const NVUserArea *area, unsigned chid,
                                uint32_t offset)
{
    const NVUserName *name;

    if (nv_user_is_pio(area, chid)) {
        return NULL;
    }
    name = nv_cache1_chip(area->gpu)->user->names;
    while (name->name && name->offset != offset % NV_USER_SUBCHANNEL) {
        name++;
    }
    return name->name;
}

/* A write to the registers that isn't done */
static void nv_user_refuse(const NVUserArea *area, uint32_t addr,
                           unsigned chid, uint32_t offset, uint32_t val)
{
    NVGPU *gpu = area->gpu;

    if (!nv_user_name(area, chid, offset)) {
        nv_report_register(gpu, area->base + addr, true, val);
    } else {
        nv_refused_access(gpu, "USER", chid, val,
                          nv_fifo_dma_mode(gpu, chid)
                          ? "the register is read-only"
                          : "the channel isn't in DMA mode");
    }
}

static void nv_user_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    const NVUserArea *area = opaque;
    NVGPU *gpu = area->gpu;
    const NVUserChip *chip = nv_cache1_chip(gpu)->user;
    unsigned chid = addr / area->stride;
    uint32_t offset = addr % area->stride;

    nv_host_writes_arrive(gpu);
    gpu->report.writes++;
    trace_nv_user_write(chid, offset % NV_USER_SUBCHANNEL, val);
    if (nv_user_is_pio(area, chid)) {
        nv_pio_write(gpu, chid, offset, val, size);
    } else if (size != 4 || !nv_fifo_dma_mode(gpu, chid) ||
               !chip->write(gpu, chid, offset % NV_USER_SUBCHANNEL, val)) {
        nv_user_refuse(area, addr, chid, offset, val);
    }
}

int nv_user_inspect(NVGPU *gpu, uint64_t addr, const char **name)
{
    NVUserArea *const areas[] = {
        &nv_cache1(gpu)->user, &nv_cache1(gpu)->dma_user,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(areas); i++) {
        NVUserArea *area = areas[i];
        uint64_t at = addr - area->base;

        if (area->stride && at < memory_region_size(&area->mr)) {
            *name = nv_user_name(area, at / area->stride, at % area->stride);
            return at / area->stride;
        }
    }
    return -1;
}

/* RAMRO records accesses that aren't those of an aligned word. */
static const MemoryRegionOps nv_user_ops = {
    .read = nv_user_read,
    .write = nv_user_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = {
        .min_access_size = 1, .max_access_size = 8, .unaligned = true,
    },
    .impl = {
        .min_access_size = 1, .max_access_size = 4, .unaligned = true,
    },
};

static void nv_user_map(NVGPU *gpu, NVUserArea *area, const char *name,
                        uint32_t base, uint32_t stride, unsigned channels)
{
    *area = (NVUserArea) { .gpu = gpu, .base = base, .stride = stride };
    memory_region_init_io(&area->mr, OBJECT(gpu), &nv_user_ops, area, name,
                          channels * stride);
    memory_region_add_subregion(&gpu->bar0, base, &area->mr);
}

static bool nv_user_realize(NVGPU *gpu, Error **errp)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    nv_user_map(gpu, &nv_cache1(gpu)->user, "nv.USER", chip->user_base,
                chip->user_stride, chip->user_channels ?: chip->fifo.channels);
    if (chip->dma_user_base) {
        nv_user_map(gpu, &nv_cache1(gpu)->dma_user, "nv.USER_NEW",
                    chip->dma_user_base, chip->dma_user_stride,
                    chip->fifo.channels);
    }
    return true;
}

/* USER shows PFIFO's state and RAMFC, but has no state itself. */
const NVUnit nv_unit_user = {
    .name = "USER",
    .realize = nv_user_realize,
};

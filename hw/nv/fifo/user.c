/*
 * NVIDIA GPU: USER, the channels' control areas
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "internal.h"
#include "ramfc.h"
#include "trace/trace-hw_nv.h"

/* spec/dma-pusher.txt "Channel control area" */

/* A subchannel's part of a channel's area */
#define NV_USER_SUBCHANNEL 0x2000

/* A channel's register: in CACHE1 while it owns that, in RAMFC otherwise */
static uint32_t nv_user_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    return nv_fifo_owns(gpu, chid) ? gpu->regs[reg]
                                   : nv_ramfc_get(gpu, chid, reg);
}

static void nv_user_set_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg,
                                    uint32_t val)
{
    if (nv_fifo_owns(gpu, chid)) {
        gpu->regs[reg] = val;
    } else {
        nv_ramfc_set(gpu, chid, reg, val);
    }
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
           nv_fifo_dma_mode(gpu, chid);
}

/* NV40's own area has the registers, and no room for methods. */
static bool nv_user_is_pio(const NVUserArea *area, unsigned chid)
{
    return area->stride == NV_FIFO_SUBCHANNELS * NV_USER_SUBCHANNEL &&
           !nv_user_dma_mode(area->gpu, chid);
}

/* --- 40-bit addresses, IB mode: NV50+ --------------------------------- */

/**
 * struct NVUserAddress - an address in two registers, read at once
 *
 * "When you read the address corresponding to the low part, the whole value is
 * atomically read": the high part goes to @shadow, where @high_offset shows it.
 *
 * @low_offset, @high_offset: in the control area
 * @low, @high, @shadow: registers
 */
typedef struct NVUserAddress {
    uint16_t low_offset, high_offset;
    uint32_t low, high, shadow;
} NVUserAddress;

static const NVUserAddress nv50_user_addresses[] = {
    { A_NV_USER_DMA_PUT, A_NV50_USER_DMA_PUT_HIGH,
      R_NV_PFIFO_CACHE1_DMA_PUT, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_RDSHADOW },
    { A_NV_USER_DMA_GET, A_NV50_USER_DMA_GET_HIGH,
      R_NV_PFIFO_CACHE1_DMA_GET, R_NV50_PFIFO_CACHE1_DMA_GET_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_GET_HIGH_RDSHADOW },
    { A_NV50_USER_DMA_MGET, A_NV50_USER_DMA_MGET_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_MGET, R_NV50_PFIFO_CACHE1_DMA_MGET_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_MGET_HIGH_RDSHADOW },
};

/* False: @offset is none of the registers that are in this way. */
static bool nv50_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                           uint32_t *val)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_user_addresses); i++) {
        const NVUserAddress *a = &nv50_user_addresses[i];

        if (offset == a->low_offset) {
            *val = nv_user_channel_reg(gpu, chid, a->low);
            nv_user_set_channel_reg(gpu, chid, a->shadow,
                                    nv_user_channel_reg(gpu, chid, a->high));
            return true;
        }
        if (offset == a->high_offset) {
            *val = nv_user_channel_reg(gpu, chid, a->shadow);
            return true;
        }
    }
    switch (offset) {
    case A_NV50_USER_IB_GET:
        *val = nv_user_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_GET);
        return true;
    case A_NV50_USER_IB_PUT:
        *val = nv_user_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT);
        return true;
    default:
        return false;
    }
}

static bool nv50_user_ib_mode(NVGPU *gpu, unsigned chid)
{
    return nv_ib_mode(nv_user_channel_reg(gpu, chid,
                                          R_NV50_PFIFO_CACHE1_DMA_FETCH));
}

/* "It's assembled together with the write shadow and atomically written." */
static void nv50_user_write_put(NVGPU *gpu, unsigned chid, uint32_t put)
{
    uint32_t high = nv_user_channel_reg(
        gpu, chid, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW);

    trace_nv_pfifo_put(chid, (uint64_t)high << 32 | put);
    nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT, put);
    nv_user_set_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH,
                            high);
    nv_switcher_submit(gpu, chid);
    nv_fifo_kick(gpu);
}

/*
 * PUT can be written outside IB mode only, IB_PUT only in it.  False: @offset
 * is neither.
 */
static bool nv50_user_write(NVGPU *gpu, unsigned chid, uint32_t offset,
                            uint32_t val)
{
    bool ib = nv50_user_ib_mode(gpu, chid);

    switch (offset) {
    case A_NV_USER_DMA_PUT:
        if (!ib) {
            nv50_user_write_put(gpu, chid, val & ~3);
        }
        return true;
    case A_NV50_USER_DMA_PUT_HIGH:
        if (!ib) {
            nv_user_set_channel_reg(gpu, chid,
                                    R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW,
                                    val & 0xff);
        }
        return true;
    case A_NV50_USER_IB_PUT:
        if (ib) {
            trace_nv_pfifo_ib_put(chid, val);
            nv_user_set_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT,
                                    val);
            nv_switcher_submit(gpu, chid);
            nv_fifo_kick(gpu);
        }
        return true;
    default:
        return false;
    }
}

/* --- Registers -------------------------------------------------------- */

/* The registers of a DMA channel; false: @offset is none of them */
static bool nv_user_read_dma(NVGPU *gpu, unsigned chid, uint32_t offset,
                             uint32_t *val)
{
    const NVFifoChip *chip = gpu->chip->fifo;

    if (!chip->pusher) {
        return false;
    }
    offset %= NV_USER_SUBCHANNEL;
    if (chip->pusher & NV_PUSHER_WIDE &&
        nv50_user_read(gpu, chid, offset, val)) {
        return true;
    }
    switch (offset) {
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

/* The same for writing */
static bool nv_user_write_dma(NVGPU *gpu, unsigned chid, uint32_t offset,
                              uint32_t val)
{
    offset %= NV_USER_SUBCHANNEL;
    if (gpu->chip->fifo->pusher & NV_PUSHER_WIDE) {
        return nv50_user_write(gpu, chid, offset, val);
    }
    if (offset != A_NV_USER_DMA_PUT) {
        return false;
    }
    trace_nv_pfifo_put(chid, val & ~3);
    nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT, val & ~3);
    nv_switcher_submit(gpu, chid);
    nv_fifo_kick(gpu);
    return true;
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

    gpu->report.writes++;
    trace_nv_user_write(chid, offset % NV_USER_SUBCHANNEL, val);
    if (nv_user_is_pio(area, chid)) {
        nv_pio_write(gpu, chid, offset, val, size);
    } else if (size != 4 || !nv_user_dma_mode(gpu, chid) ||
               !nv_user_write_dma(gpu, chid, offset, val)) {
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
                        uint32_t base, uint32_t stride, unsigned channels)
{
    *area = (NVUserArea) { .gpu = gpu, .base = base, .stride = stride };
    memory_region_init_io(&area->mr, OBJECT(gpu), &nv_user_ops, area, name,
                          channels * stride);
    memory_region_add_subregion(&gpu->bar0, base, &area->mr);
}

static bool nv_user_realize(NVGPU *gpu, Error **errp)
{
    const NVFifoChip *chip = gpu->chip->fifo;

    nv_user_map(gpu, &gpu->fifo->user, "nv.USER", chip->user_base,
                chip->user_stride, chip->user_channels ?: chip->channels);
    if (chip->dma_user_base) {
        nv_user_map(gpu, &gpu->fifo->dma_user, "nv.USER_NEW",
                    chip->dma_user_base, chip->dma_user_stride,
                    chip->channels);
    }
    return true;
}

/* It shows PFIFO's state and RAMFC, and has none of its own. */
const NVUnit nv_unit_user = {
    .name = "USER",
    .realize = nv_user_realize,
};

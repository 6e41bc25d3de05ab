/*
 * NVIDIA GPU: channels, for those who watch them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo.h"
#include "internal.h"
#include "ramfc.h"

/* --- Pushbuffers, by NVChannelChip ------------------------------------ */

/* What CACHE1 has of the channel, or its saved state */
static uint32_t nv_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    return nv_fifo_owns(gpu, chid) ? gpu->regs[reg]
                                   : nv_ramfc_get(gpu, chid, reg);
}

static uint32_t nv04_channel_push_inst(NVGPU *gpu, unsigned chid)
{
    return FIELD_EX32(nv_channel_reg(gpu, chid,
                                     R_NV_PFIFO_CACHE1_DMA_INSTANCE),
                      NV_PFIFO_CACHE1_DMA_INSTANCE, ADDRESS) << 4;
}

bool nv04_channel_push(NVGPU *gpu, unsigned chid, NVChannelPush *push)
{
    if (!nv_dmaobj_load(gpu, nv04_channel_push_inst(gpu, chid),
                        &push->object)) {
        return false;
    }
    push->get = nv_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
    push->put = nv_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT);
    push->limit = push->object.limit;
    return true;
}

static uint64_t nv50_channel_wide(NVGPU *gpu, unsigned chid, uint32_t low,
                                  uint32_t high)
{
    uint64_t bits = nv_channel_reg(gpu, chid, high);

    return extract64(bits, 0, 8) << 32 | nv_channel_reg(gpu, chid, low);
}

/* "dma_limit is ignored in IB mode." */
bool nv50_channel_push(NVGPU *gpu, unsigned chid, NVChannelPush *push)
{
    uint32_t block = nv_fifo_block(gpu, chid);
    uint32_t config = nv_channel_reg(gpu, chid,
                                     R_NV50_PFIFO_CACHE1_IB_CONFIG);

    if (!block) {
        return false;
    }
    nv_dmaobj_load_channel(gpu, block,
                           block + nv04_channel_push_inst(gpu, chid),
                           &push->object);
    push->get = nv50_channel_wide(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET,
                                  R_NV50_PFIFO_CACHE1_DMA_GET_HIGH);
    push->put = nv50_channel_wide(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT,
                                  R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH);
    push->limit = nv_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_LIMIT);
    push->entries =
        nv_ib_mode(nv_channel_reg(gpu, chid,
                                  R_NV50_PFIFO_CACHE1_DMA_FETCH));
    push->ring = nv50_channel_wide(gpu, chid,
                                   R_NV50_PFIFO_CACHE1_IB_ADDRESS_LOW,
                                   R_NV50_PFIFO_CACHE1_IB_CONFIG);
    push->mask = nv_ib_mask(config);
    push->first = nv_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_GET) &
                  push->mask;
    push->next = nv_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT) &
                 push->mask;
    return true;
}

uint32_t nv04_channel_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    *size = nv_ramfc_bytes(gpu);
    return gpu->chip->fifo->channel->ramfc(gpu, chid);
}

/* --- What others ask -------------------------------------------------- */

bool nv_channel_push(NVGPU *gpu, unsigned chid, NVChannelPush *push)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    *push = (NVChannelPush) { .limit = UINT64_MAX };
    return chid < gpu->chip->fifo->channels && chip->push &&
           chip->push(gpu, chid, push);
}

uint32_t nv_channel_word(NVGPU *gpu, const void *bytes)
{
    return nv_fifo_ldl_p(gpu, bytes);
}

uint32_t nv_channel_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    return chid < gpu->chip->fifo->channels && chip->saved
        ? chip->saved(gpu, chid, size) : NV_RAMFC_NOWHERE;
}

bool nv_channel_may_load(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    return chid < gpu->chip->fifo->channels && chip->may_turn &&
           chip->may_turn(gpu, chid);
}

bool nv_channel_loaded(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    return chip->has ? chip->has(gpu, chid) : nv_fifo_owns(gpu, chid);
}

bool nv_channel_object(NVGPU *gpu, unsigned chid, uint32_t handle,
                       uint32_t *inst)
{
    const NVFifoChip *chip = gpu->chip->fifo;
    NVHandle found;

    if (chid >= chip->channels || !chip->ramht ||
        !nv_ramht_find(gpu, chid, handle, &found)) {
        return false;
    }
    *inst = found.inst;
    return true;
}

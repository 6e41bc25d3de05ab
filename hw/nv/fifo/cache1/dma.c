/*
 * NVIDIA GPU: how PFIFO accesses memory for the channel in CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/reader.h"
#include "channel.h"
#include "dma.h"
#include "state.h"

bool nv_cache1_big_endian(NVGPU *gpu)
{
    uint32_t endian;

    if (nv_cache1_chip(gpu)->pusher & NV_PUSHER_PMC_ENDIAN) {
        endian = NV_R(gpu, NV50_PFIFO_CACHE1_FIFO_ENDIAN);
        return FIELD_EX32(endian, NV50_PFIFO_CACHE1_FIFO_ENDIAN,
                          PMC_OVERRIDE_ENABLE)
            ? FIELD_EX32(endian, NV50_PFIFO_CACHE1_FIFO_ENDIAN,
                         PMC_OVERRIDE_MODE)
            : gpu->bus->big_endian;
    }
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_FETCH),
                      NV_PFIFO_CACHE1_DMA_FETCH, ENDIAN);
}

void nv_cache1_load_dmaobj(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    uint32_t block = nv_fifo_block(gpu, nv_fifo_channel(gpu));

    nv_dmaobj_load_channel(gpu, block, block + inst, obj);
}

/* DMA_CTL and DMA_LIMIT show the object that has been decoded. */
static void nv_cache1_show_object(NVGPU *gpu)
{
    const NVDMAObject *push = &gpu->fifo->push;
    uint32_t ctl = R_NV_PFIFO_CACHE1_DMA_CTL_VALID_MASK;

    ctl |= push->adjust & R_NV_PFIFO_CACHE1_DMA_CTL_ADJUST_MASK;
    ctl = FIELD_DP32(ctl, NV_PFIFO_CACHE1_DMA_CTL, PT_PRESENT,
                     push->pt_present);
    ctl = FIELD_DP32(ctl, NV_PFIFO_CACHE1_DMA_CTL, PT_LINEAR, push->linear);
    ctl = FIELD_DP32(ctl, NV_PFIFO_CACHE1_DMA_CTL, TARGET, push->target);
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_CTL) = ctl;
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_LIMIT) = push->limit;
}

/* The object is decoded again after any write to instance memory. */
static void nv_cache1_decode_object(NVGPU *gpu)
{
    NVPushObject *known = &nv_cache1(gpu)->push_object;
    NVDMAObject *push = &gpu->fifo->push;
    uint32_t inst = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_INSTANCE),
                               NV_PFIFO_CACHE1_DMA_INSTANCE, ADDRESS) << 4;

    if (known->inst == inst && known->seen == gpu->pramin.changes) {
        return;
    }
    known->inst = inst;
    known->seen = gpu->pramin.changes;
    if (nv_cache1_chip(gpu)->pusher & NV_PUSHER_LIMIT) {
        nv_cache1_load_dmaobj(gpu, inst, push);
        known->valid = true;
        return;
    }
    known->valid = nv_dmaobj_load(gpu, inst, push);
    if (nv_dmaobj_is_vram(push->target) &&
        !(nv_cache1_chip(gpu)->pusher & NV_PUSHER_NVM)) {
        known->valid = false;
    }
    nv_cache1_show_object(gpu);
}

/* "dma_limit is ignored in IB mode." */
bool nv_cache1_load_object(NVPushReader *r)
{
    const NVPushObject *known = &nv_cache1(r->gpu)->push_object;

    nv_cache1_decode_object(r->gpu);
    r->limit = r->ib.enabled ? r->address_mask
                             : NV_R(r->gpu, NV_PFIFO_CACHE1_DMA_LIMIT);
    if (!known->valid) {
        nv_log_error(r->gpu, "channel %u: the pushbuffer's object 0x%05x has "
                     "class 0x%04x, and can't be read", r->chid, known->inst,
                     r->fifo->push.class);
    }
    return known->valid;
}

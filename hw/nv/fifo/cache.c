/*
 * NVIDIA GPU: CACHE1, the methods between pusher and puller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

/*
 * GET and PUT count the bytes of the methods' parameters, 4 a slot, and go
 * round at twice the size: so a full cache and an empty one differ.
 */
static uint32_t nv_cache1_mask(NVGPU *gpu)
{
    return gpu->chip->fifo->cache1_entries * 4 * 2 - 4;
}

static NVCacheEntry *nv_cache1_slot(NVGPU *gpu, uint32_t ptr)
{
    return &gpu->fifo.cache1[ptr / 4 % gpu->chip->fifo->cache1_entries];
}

unsigned nv_cache1_used(NVGPU *gpu)
{
    uint32_t bytes = (NV_R(gpu, NV_PFIFO_CACHE1_PUT) -
                      NV_R(gpu, NV_PFIFO_CACHE1_GET)) & nv_cache1_mask(gpu);

    return MIN(bytes / 4, gpu->chip->fifo->cache1_entries);
}

void nv_cache1_advance(NVGPU *gpu, uint32_t methods)
{
    uint32_t mask = nv_cache1_mask(gpu);
    uint32_t *put = &NV_R(gpu, NV_PFIFO_CACHE1_PUT);
    uint32_t *get = &NV_R(gpu, NV_PFIFO_CACHE1_GET);

    *put = (*put + methods * 4) & mask;
    *get = (*get + methods * 4) & mask;
}

uint32_t nv_cache1_push(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        unsigned step, const uint32_t *data, uint32_t count)
{
    uint32_t room = gpu->chip->fifo->cache1_entries - nv_cache1_used(gpu);
    uint32_t *put = &NV_R(gpu, NV_PFIFO_CACHE1_PUT);

    count = MIN(count, room);
    for (uint32_t i = 0; i < count; i++) {
        NVCacheEntry *slot = nv_cache1_slot(gpu, *put);

        slot->addr = ((mthd + i * step) % NV_MTHD_END) |
                     subc << R_NV_PFIFO_CACHE1_ADDR_SUBCH_SHIFT |
                     (step ? 0 : R_NV_PFIFO_CACHE1_ADDR_NONINC_MASK);
        slot->data = data[i];
        *put = (*put + 4) & nv_cache1_mask(gpu);
    }
    return count;
}

uint32_t nv_puller_drain(NVGPU *gpu, int64_t *budget)
{
    uint32_t executed = 0;

    while (*budget > 0 && nv_cache1_used(gpu) && nv_puller_can_run(gpu)) {
        uint32_t *get = &NV_R(gpu, NV_PFIFO_CACHE1_GET);
        const NVCacheEntry *slot = nv_cache1_slot(gpu, *get);
        uint32_t data = slot->data;

        if (!nv_puller_run(gpu,
                           FIELD_EX32(slot->addr, NV_PFIFO_CACHE1_ADDR,
                                      SUBCH),
                           slot->addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK,
                           4, &data, 1)) {
            break;
        }
        *get = (*get + 4) & nv_cache1_mask(gpu);
        --*budget;
        executed++;
    }
    nv_count(gpu, METHODS, executed);
    return executed;
}

/* --- The window through which the guest sees the slots ---------------- */

static uint32_t *nv_cache1_word(NVGPU *gpu, uint32_t addr)
{
    uint32_t offset = addr - gpu->chip->fifo->cache1_window;
    NVCacheEntry *slot = nv_cache1_slot(gpu, offset / 8 * 4);

    return offset & 4 ? &slot->data : &slot->addr;
}

uint32_t nv_cache1_window_read(NVGPU *gpu, uint32_t addr)
{
    return *nv_cache1_word(gpu, addr);
}

void nv_cache1_window_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    *nv_cache1_word(gpu, addr) = addr & 4 ? val : val & 0xfffd;
}

/*
 * NVIDIA GPU: CACHE1, the methods between pusher and puller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "cache1.h"
#include "channel.h"
#include "puller.h"
#include "state.h"

/*
 * GET and PUT count the bytes of the methods' parameters, 4 a slot.  From NV04
 * on they wrap at twice the size, so that a full cache differs from an empty
 * one.  Before, they wrap at the size, in Gray code, and one slot stays
 * empty; the pointer's own value is the slot's number.
 */

static uint32_t nv_cache1_mask(NVGPU *gpu)
{
    return nv_cache1_chip(gpu)->cache1_entries * 4 * 2 - 4;
}

static uint32_t nv_cache1_from_gray(uint32_t gray)
{
    uint32_t n = gray;

    for (unsigned shift = 1; shift < 8; shift *= 2) {
        n ^= n >> shift;
    }
    return n;
}

/* What a slot stores of a method: number, subchannel, form of the command */
#define NV_CACHE1_ADDR_BITS (R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK | \
                             R_NV_PFIFO_CACHE1_ADDR_SUBCH_MASK | \
                             R_NV_PFIFO_CACHE1_ADDR_NONINC_MASK)

/* The position of a pointer in Gray code, in slots */
static uint32_t nv_cache1_position(const NVCache1Chip *chip, uint32_t ptr)
{
    return nv_cache1_from_gray(ptr / 4 % chip->cache1_entries);
}

static uint32_t nv_cache1_step(NVGPU *gpu, uint32_t ptr, uint32_t slots)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);
    uint32_t n;

    if (likely(!chip->cache1_gray)) {
        return (ptr + slots * 4) & nv_cache1_mask(gpu);
    }
    n = (nv_cache1_position(chip, ptr) + slots) % chip->cache1_entries;
    return (n ^ n >> 1) * 4;
}

static NVCacheEntry *nv_cache1_slot(NVGPU *gpu, uint32_t ptr)
{
    unsigned entries = nv_cache1_chip(gpu)->cache1_entries;

    return &nv_cache1(gpu)->cache1[ptr / 4 % entries];
}

unsigned nv_cache1_capacity(NVGPU *gpu)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    return chip->cache1_entries - (chip->cache1_gray ? 1 : 0);
}

unsigned nv_cache1_used(NVGPU *gpu)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);
    uint32_t put = NV_R(gpu, NV_PFIFO_CACHE1_PUT);
    uint32_t get = NV_R(gpu, NV_PFIFO_CACHE1_GET);

    if (unlikely(chip->cache1_gray)) {
        return (nv_cache1_position(chip, put) -
                nv_cache1_position(chip, get)) % chip->cache1_entries;
    }
    return MIN(((put - get) & nv_cache1_mask(gpu)) / 4, chip->cache1_entries);
}

static uint32_t nv_cache1_slot_mthd(NVGPU *gpu, uint32_t ptr)
{
    return nv_cache1_slot(gpu, ptr)->addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK;
}

bool nv_cache1_gives_way(NVGPU *gpu)
{
    return nv_cache1_chip(gpu)->channel->leaves_empty && nv_cache1_used(gpu) &&
           nv_method_gives_way(nv_cache1_slot_mthd(gpu, nv_cache1_step(gpu,
                                NV_R(gpu, NV_PFIFO_CACHE1_PUT), -1)));
}

void nv_cache1_advance(NVGPU *gpu, uint32_t methods)
{
    uint32_t *put = &NV_R(gpu, NV_PFIFO_CACHE1_PUT);
    uint32_t *get = &NV_R(gpu, NV_PFIFO_CACHE1_GET);

    *put = nv_cache1_step(gpu, *put, methods);
    *get = nv_cache1_step(gpu, *get, methods);
}

uint32_t nv_cache1_push(NVGPU *gpu, const NVRun *run)
{
    uint32_t room = nv_cache1_capacity(gpu) - nv_cache1_used(gpu);
    uint32_t count = MIN(run->count, room);
    uint32_t *put = &NV_R(gpu, NV_PFIFO_CACHE1_PUT);

    for (uint32_t i = 0; i < count; i++) {
        NVCacheEntry *slot = nv_cache1_slot(gpu, *put);

        slot->addr = ((run->mthd + i * run->step) % NV_MTHD_END) |
                     run->subc << R_NV_PFIFO_CACHE1_ADDR_SUBCH_SHIFT |
                     (run->step ? 0 : R_NV_PFIFO_CACHE1_ADDR_NONINC_MASK);
        slot->data = qatomic_read(&run->data[i]);
        *put = nv_cache1_step(gpu, *put, 1);
    }
    return count;
}

uint32_t nv_cache1_save(NVGPU *gpu, uint32_t addr)
{
    uint32_t used = nv_cache1_used(gpu);
    uint32_t get = NV_R(gpu, NV_PFIFO_CACHE1_GET);

    for (uint32_t i = 0; i < used; i++, addr += 8) {
        const NVCacheEntry *slot = nv_cache1_slot(gpu, get);

        nv_ramin_write32(gpu, addr, slot->addr);
        nv_ramin_write32(gpu, addr + 4, slot->data);
        get = nv_cache1_step(gpu, get, 1);
    }
    return used;
}

void nv_cache1_load(NVGPU *gpu, uint32_t addr, uint32_t count)
{
    count = MIN(count, nv_cache1_capacity(gpu));
    for (uint32_t i = 0; i < count; i++, addr += 8) {
        NVCacheEntry *slot = nv_cache1_slot(gpu, i * 4);

        slot->addr = nv_ramin_read32(gpu, addr) & NV_CACHE1_ADDR_BITS;
        slot->data = nv_ramin_read32(gpu, addr + 4);
    }
    NV_R(gpu, NV_PFIFO_CACHE1_GET) = 0;
    NV_R(gpu, NV_PFIFO_CACHE1_PUT) = count * 4;
}

uint32_t nv_cache1_drain(NVGPU *gpu, int64_t *budget)
{
    uint32_t executed = 0;

    while (*budget > 0 && nv_cache1_used(gpu)) {
        uint32_t *get = &NV_R(gpu, NV_PFIFO_CACHE1_GET);
        const NVCacheEntry slot = *nv_cache1_slot(gpu, *get);
        const NVRun run = {
            .chid = nv_fifo_channel(gpu),
            .subc = FIELD_EX32(slot.addr, NV_PFIFO_CACHE1_ADDR, SUBCH),
            .mthd = slot.addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK,
            .step = 4,
            .count = 1,
            .data = &slot.data,
        };

        if (!nv_puller_run(gpu, &run)) {
            break;
        }
        *get = nv_cache1_step(gpu, *get, 1);
        --*budget;
        executed++;
    }
    nv_count(gpu, METHODS, executed);
    return executed;
}

bool nv_cache1_peek(NVGPU *gpu, unsigned i, NVCacheEntry *entry)
{
    if (i >= nv_cache1_used(gpu)) {
        return false;
    }
    *entry = *nv_cache1_slot(gpu, nv_cache1_step(
                                      gpu, NV_R(gpu, NV_PFIFO_CACHE1_GET), i));
    return true;
}

/* --- The window through which the guest sees the slots ---------------- */

static uint32_t *nv_cache1_word(NVGPU *gpu, uint32_t addr)
{
    uint32_t offset = addr - nv_cache1_chip(gpu)->cache1_window;
    NVCacheEntry *slot = nv_cache1_slot(gpu, offset / 8 * 4);

    return offset & 4 ? &slot->data : &slot->addr;
}

uint32_t nv_cache1_window_read(NVGPU *gpu, uint32_t addr)
{
    return *nv_cache1_word(gpu, addr);
}

void nv_cache1_window_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!(addr & 4)) {
        val &= R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK |
               R_NV_PFIFO_CACHE1_ADDR_SUBCH_MASK |
               (nv_cache1_chip(gpu)->pusher & NV_PUSHER_NONINC
                ? R_NV_PFIFO_CACHE1_ADDR_NONINC_MASK : 0);
    }
    *nv_cache1_word(gpu, addr) = val;
}

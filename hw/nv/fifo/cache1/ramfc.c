/*
 * NVIDIA GPU: RAMFC, the channels' saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "ramfc.h"
#include "state.h"
#include "hw/nv/uninitialized.h"

uint32_t nv04_ramfc_base(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMFC), NV_PFIFO_RAMFC,
                      ADDRESS) << 9;
}

uint32_t nv40_ramfc_base(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMFC_NV40), NV_PFIFO_RAMFC_NV40,
                      ADDRESS) << 16;
}

/* NV44 has its address in video memory, at whose end instance memory is. */
uint32_t nv44_ramfc_base(NVGPU *gpu)
{
    uint32_t addr = FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMFC_NV40),
                               NV_PFIFO_RAMFC_NV40, VRAM_ADDRESS) << 16;

    return nv_ramin_from_vram(gpu, addr);
}

/* Some cards have a bit that selects the size of a channel's state. */
static bool nv_ramfc_is_small(NVGPU *gpu)
{
    return nv_cache1_chip(gpu)->ramfc_small &&
           !FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMFC), NV_PFIFO_RAMFC, LARGE);
}

/* Bytes of a channel's state */
static unsigned nv_ramfc_size(NVGPU *gpu)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    return nv_ramfc_is_small(gpu) ? chip->ramfc_small : chip->ramfc_stride;
}

uint32_t nv04_channel_ramfc(NVGPU *gpu, unsigned chid)
{
    return nv_cache1_chip(gpu)->ramfc_base(gpu) + chid * nv_ramfc_size(gpu);
}

static uint32_t nv_ramfc_entry(NVGPU *gpu, unsigned chid)
{
    return nv_cache1_chip(gpu)->channel->ramfc(gpu, chid);
}

/* --- Fields ----------------------------------------------------------- */

/*
 * A switch would take a third of its time to work this out: which bits a
 * register has, and which of them a field is.
 */
static NVRamfcPart nv_ramfc_part(NVGPU *gpu, const NVRamfcField *f)
{
    uint32_t rw = nv_regs_writable(&nv_cache1(gpu)->regs, f->reg * 4);
    uint32_t bits = MAKE_64BIT_MASK(0, f->bits);

    return (NVRamfcPart) {
        .reg = f->reg,
        .word = f->offset / 4,
        .rotate = (f->shift - f->reg_shift) & 31,
        .in_word = bits << f->shift,
        .take = bits << f->reg_shift & rw,
        .keep = ~(bits << f->reg_shift) & rw,
    };
}

static const NVRamfcPlan *nv_ramfc_plan(NVGPU *gpu)
{
    return &nv_cache1(gpu)->ramfc[nv_ramfc_is_small(gpu)];
}

/* In the loops over a layout: field @f is part of entries of @size bytes */
static bool nv_ramfc_has(const NVRamfcField *f, unsigned size)
{
    return f->bits && f->offset < size;
}

/* Fields that are whole words, or those that aren't */
static void nv_ramfc_add(NVGPU *gpu, NVRamfcPlan *plan, unsigned size,
                         bool whole)
{
    const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;

    for (; f && nv_ramfc_has(f, size); f++) {
        if ((f->bits == 32) == whole) {
            assert(plan->count < NV_RAMFC_PARTS);
            plan->parts[plan->count++] = nv_ramfc_part(gpu, f);
            plan->words = MAX(plan->words, f->offset / 4u + 1);
        }
    }
}

static void nv_ramfc_prepare_size(NVGPU *gpu, NVRamfcPlan *plan, unsigned size)
{
    plan->count = plan->words = 0;
    nv_ramfc_add(gpu, plan, size, true);
    plan->whole = plan->count;
    nv_ramfc_add(gpu, plan, size, false);
}

void nv_ramfc_prepare(NVGPU *gpu)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    nv_ramfc_prepare_size(gpu, &nv_cache1(gpu)->ramfc[0], chip->ramfc_stride);
    nv_ramfc_prepare_size(gpu, &nv_cache1(gpu)->ramfc[1], chip->ramfc_small);
}

const NVRamfcField *nv_ramfc_field(NVGPU *gpu, unsigned i)
{
    const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;
    unsigned size = nv_ramfc_size(gpu);

    while (nv_ramfc_has(f, size) && i--) {
        f++;
    }
    return nv_ramfc_has(f, size) ? f : NULL;
}

uint32_t nv_ramfc_bytes(NVGPU *gpu)
{
    return nv_ramfc_plan(gpu)->words * 4;
}

/* --- Entries ---------------------------------------------------------- */

/* Words of the largest */
#define NV_RAMFC_WORDS (0x100 / 4)

/* Returns false, and zeros, for a channel that has none. */
static bool nv_ramfc_read(NVGPU *gpu, uint32_t entry, uint32_t *words,
                          unsigned count)
{
    if (entry == NV_RAMFC_NOWHERE) {
        memset(words, 0, count * 4);
        return false;
    }
    nv_ramin_read_words(gpu, entry, words, count);
    return true;
}

static inline uint32_t nv_ramfc_into_word(const NVRamfcPart *part, uint32_t to,
                                          uint32_t reg)
{
    return (to & ~part->in_word) | (rol32(reg, part->rotate) & part->in_word);
}

/* All of it at once: a switch would have to find and to tell of each field. */
void nv_ramfc_save(NVGPU *gpu, unsigned chid)
{
    uint32_t words[NV_RAMFC_WORDS] QEMU_UNINITIALIZED;
    const NVRamfcPlan *plan = nv_ramfc_plan(gpu);
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    const NVRamfcPart *part = plan->parts, *whole = part + plan->whole;
    const NVRamfcPart *end = part + plan->count;
    const uint32_t *regs = gpu->regs;

    if (!nv_ramfc_read(gpu, entry, words, plan->words)) {
        return;
    }
    for (; part < whole; part++) {
        words[part->word] = regs[part->reg];
    }
    for (; part < end; part++) {
        words[part->word] = nv_ramfc_into_word(part, words[part->word],
                                               regs[part->reg]);
    }
    nv_ramin_write_words(gpu, entry, words, plan->words);
}

static void nv_ramfc_load_from(NVGPU *gpu, uint32_t entry)
{
    uint32_t words[NV_RAMFC_WORDS] QEMU_UNINITIALIZED;
    const NVRamfcPlan *plan = nv_ramfc_plan(gpu);
    const NVRamfcPart *part = plan->parts, *whole = part + plan->whole;
    const NVRamfcPart *end = part + plan->count;
    uint32_t *regs = gpu->regs;

    nv_ramfc_read(gpu, entry, words, plan->words);
    for (; part < whole; part++) {
        regs[part->reg] = words[part->word] & part->take;
    }
    for (; part < end; part++) {
        regs[part->reg] = (regs[part->reg] & part->keep) |
                          (ror32(words[part->word], part->rotate) &
                           part->take);
    }
}

void nv_ramfc_load(NVGPU *gpu, unsigned chid)
{
    nv_ramfc_load_from(gpu, nv_ramfc_entry(gpu, chid));
}

void nv_ramfc_clear(NVGPU *gpu)
{
    nv_ramfc_load_from(gpu, NV_RAMFC_NOWHERE);
}

/* --- Single registers ------------------------------------------------- */

/* The next field that @reg holds, from @part on; NULL: there is none */
static const NVRamfcPart *nv_ramfc_find(const NVRamfcPlan *plan,
                                        const NVRamfcPart *part, uint32_t reg)
{
    for (; part < plan->parts + plan->count; part++) {
        if (part->reg == reg) {
            return part;
        }
    }
    return NULL;
}

uint32_t nv_ramfc_get(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    const NVRamfcPlan *plan = nv_ramfc_plan(gpu);
    const NVRamfcPart *part = nv_ramfc_find(plan, plan->parts, reg);
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    uint32_t val = 0;

    if (entry == NV_RAMFC_NOWHERE) {
        return 0;
    }
    while (part) {
        uint32_t word = nv_ramin_read32(gpu, entry + part->word * 4);

        val |= ror32(word & part->in_word, part->rotate);
        part = part->in_word == UINT32_MAX
            ? NULL : nv_ramfc_find(plan, part + 1, reg);
    }
    return val;
}

uint32_t nv_ramfc_peek(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    return chid == nv_fifo_channel(gpu) ? gpu->regs[reg]
                                        : nv_ramfc_get(gpu, chid, reg);
}

void nv_ramfc_set(NVGPU *gpu, unsigned chid, uint32_t reg, uint32_t val)
{
    const NVRamfcPlan *plan = nv_ramfc_plan(gpu);
    const NVRamfcPart *part = nv_ramfc_find(plan, plan->parts, reg);
    uint32_t entry = nv_ramfc_entry(gpu, chid);

    if (entry == NV_RAMFC_NOWHERE) {
        return;
    }
    for (; part; part = nv_ramfc_find(plan, part + 1, reg)) {
        uint32_t addr = entry + part->word * 4;

        nv_ramin_write32(gpu, addr,
                         nv_ramfc_into_word(part, nv_ramin_read32(gpu, addr),
                                            val));
    }
}

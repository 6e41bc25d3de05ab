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

/* Bytes of a channel's state; some cards have a bit that selects the size. */
static unsigned nv_ramfc_size(NVGPU *gpu)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    if (chip->ramfc_small &&
        !FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMFC), NV_PFIFO_RAMFC, LARGE)) {
        return chip->ramfc_small;
    }
    return chip->ramfc_stride;
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

/* In the loops over a layout: field @f is part of entries of @size bytes */
static bool nv_ramfc_has(const NVRamfcField *f, unsigned size)
{
    return f->bits && f->offset < size;
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
    unsigned size = nv_ramfc_size(gpu);
    uint32_t bytes = 0;

    for (const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;
         nv_ramfc_has(f, size); f++) {
        bytes = MAX(bytes, f->offset + 4u);
    }
    return bytes;
}

/* --- Entries ---------------------------------------------------------- */

/* Words of the largest */
#define NV_RAMFC_WORDS (0x100 / 4)

/* Returns false, and zeros, for a channel that has none. */
static bool nv_ramfc_read(NVGPU *gpu, uint32_t entry, uint32_t *words,
                          unsigned size)
{
    if (entry == NV_RAMFC_NOWHERE) {
        memset(words, 0, size);
        return false;
    }
    nv_ramin_read_words(gpu, entry, words, size / 4);
    return true;
}

/* @to with the field in it; nearly all fields are whole words. */
static inline uint32_t nv_ramfc_into_reg(const NVRamfcField *f, uint32_t to,
                                         uint32_t word)
{
    return likely(f->bits == 32) ? word
        : deposit32(to, f->reg_shift, f->bits,
                    extract32(word, f->shift, f->bits));
}

static inline uint32_t nv_ramfc_into_word(const NVRamfcField *f, uint32_t to,
                                          uint32_t reg)
{
    return likely(f->bits == 32) ? reg
        : deposit32(to, f->shift, f->bits,
                    extract32(reg, f->reg_shift, f->bits));
}

/* All of it at once: a switch would have to find and to tell of each field. */
void nv_ramfc_save(NVGPU *gpu, unsigned chid)
{
    uint32_t words[NV_RAMFC_WORDS] QEMU_UNINITIALIZED;
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    unsigned size = nv_ramfc_size(gpu), last = 0;
    const uint32_t *regs = gpu->regs;

    if (!nv_ramfc_read(gpu, entry, words, size)) {
        return;
    }
    for (const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;
         nv_ramfc_has(f, size); f++) {
        unsigned i = f->offset / 4;

        words[i] = nv_ramfc_into_word(f, words[i], regs[f->reg]);
        last = MAX(last, i);
    }
    nv_ramin_write_words(gpu, entry, words, last + 1);
}

static void nv_ramfc_load_from(NVGPU *gpu, uint32_t entry)
{
    const NVRegFile *file = &nv_cache1(gpu)->regs;
    uint32_t *regs = gpu->regs;
    uint32_t words[NV_RAMFC_WORDS] QEMU_UNINITIALIZED;
    unsigned size = nv_ramfc_size(gpu);

    nv_ramfc_read(gpu, entry, words, size);
    for (const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;
         nv_ramfc_has(f, size); f++) {
        regs[f->reg] = nv_ramfc_into_reg(f, regs[f->reg],
                                         words[f->offset / 4]) &
                       nv_regs_writable(file, f->reg * 4);
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

uint32_t nv_ramfc_get(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    unsigned size = nv_ramfc_size(gpu);
    uint32_t val = 0;

    for (const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;
         entry != NV_RAMFC_NOWHERE && nv_ramfc_has(f, size); f++) {
        if (f->reg == reg) {
            val = nv_ramfc_into_reg(f, val, nv_ramin_read32(gpu, entry +
                                                            f->offset));
            if (f->bits == 32) {
                break;
            }
        }
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
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    unsigned size = nv_ramfc_size(gpu);

    for (const NVRamfcField *f = nv_cache1_chip(gpu)->ramfc;
         entry != NV_RAMFC_NOWHERE && nv_ramfc_has(f, size); f++) {
        if (f->reg == reg) {
            uint32_t addr = entry + f->offset;

            nv_ramin_write32(gpu, addr,
                             nv_ramfc_into_word(f, nv_ramin_read32(gpu, addr),
                                                val));
        }
    }
}

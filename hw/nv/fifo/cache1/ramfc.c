/*
 * NVIDIA GPU: RAMFC, the channels' saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "ramfc.h"
#include "state.h"

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

/* The fields of the entries, in order; NULL: no more */
static const NVRamfcField *nv_ramfc_next(NVGPU *gpu, const NVRamfcField *f)
{
    f = f ? f + 1 : nv_cache1_chip(gpu)->ramfc;
    return f->bits && f->offset < nv_ramfc_size(gpu) ? f : NULL;
}

const NVRamfcField *nv_ramfc_field(NVGPU *gpu, unsigned i)
{
    const NVRamfcField *f = nv_ramfc_next(gpu, NULL);

    while (f && i--) {
        f = nv_ramfc_next(gpu, f);
    }
    return f;
}

static uint32_t nv_ramfc_read_field(NVGPU *gpu, uint32_t entry,
                                    const NVRamfcField *field)
{
    if (entry == NV_RAMFC_NOWHERE) {
        return 0;
    }
    return extract32(nv_ramin_read32(gpu, entry + field->offset),
                     field->shift, field->bits);
}

static void nv_ramfc_write_field(NVGPU *gpu, uint32_t entry,
                                 const NVRamfcField *field, uint32_t val)
{
    uint32_t addr = entry + field->offset;
    uint32_t word;

    if (entry == NV_RAMFC_NOWHERE) {
        return;
    }
    word = nv_ramin_read32(gpu, addr);
    nv_ramin_write32(gpu, addr, deposit32(word, field->shift, field->bits,
                                          val));
}

uint32_t nv_ramfc_bytes(NVGPU *gpu)
{
    const NVRamfcField *f = NULL;
    uint32_t bytes = 0;

    while ((f = nv_ramfc_next(gpu, f))) {
        bytes = MAX(bytes, f->offset + 4u);
    }
    return bytes;
}

void nv_ramfc_save(NVGPU *gpu, unsigned chid)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    const NVRamfcField *f = NULL;

    while ((f = nv_ramfc_next(gpu, f))) {
        nv_ramfc_write_field(gpu, entry, f,
                             extract32(gpu->regs[f->reg], f->reg_shift,
                                       f->bits));
    }
}

static void nv_ramfc_load_from(NVGPU *gpu, uint32_t entry)
{
    const NVRamfcField *f = NULL;

    while ((f = nv_ramfc_next(gpu, f))) {
        uint32_t val = deposit32(gpu->regs[f->reg], f->reg_shift, f->bits,
                                 nv_ramfc_read_field(gpu, entry, f));

        gpu->regs[f->reg] = val & nv_regs_writable(&nv_cache1(gpu)->regs,
                                                   f->reg * 4);
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

uint32_t nv_ramfc_get(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    const NVRamfcField *f = NULL;
    uint32_t val = 0;

    while ((f = nv_ramfc_next(gpu, f))) {
        if (f->reg == reg) {
            val = deposit32(val, f->reg_shift, f->bits,
                            nv_ramfc_read_field(gpu, entry, f));
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
    const NVRamfcField *f = NULL;

    while ((f = nv_ramfc_next(gpu, f))) {
        if (f->reg == reg) {
            nv_ramfc_write_field(gpu, entry, f,
                                 extract32(val, f->reg_shift, f->bits));
        }
    }
}

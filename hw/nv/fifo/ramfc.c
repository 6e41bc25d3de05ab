/*
 * NVIDIA GPU: RAMFC, the channels' saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "hw/nv/ramfc.h"

static uint32_t nv_ramfc_entry(NVGPU *gpu, unsigned chid)
{
    uint32_t base = FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMFC), NV_PFIFO_RAMFC,
                               ADDRESS) << 9;

    return base + chid * gpu->chip->fifo->ramfc_stride;
}

static uint32_t nv_ramfc_read_field(NVGPU *gpu, uint32_t entry,
                                    const NVRamfcField *field)
{
    return extract32(nv_ramin_read32(gpu, entry + field->offset),
                     field->shift, field->bits);
}

static void nv_ramfc_write_field(NVGPU *gpu, uint32_t entry,
                                 const NVRamfcField *field, uint32_t val)
{
    uint32_t addr = entry + field->offset;
    uint32_t word = nv_ramin_read32(gpu, addr);

    nv_ramin_write32(gpu, addr, deposit32(word, field->shift, field->bits,
                                          val));
}

void nv_ramfc_save(NVGPU *gpu, unsigned chid)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);

    for (const NVRamfcField *f = gpu->chip->fifo->ramfc; f->bits; f++) {
        nv_ramfc_write_field(gpu, entry, f,
                             extract32(gpu->regs[f->reg], f->reg_shift,
                                       f->bits));
    }
}

void nv_ramfc_load(NVGPU *gpu, unsigned chid)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);

    for (const NVRamfcField *f = gpu->chip->fifo->ramfc; f->bits; f++) {
        uint32_t val = deposit32(gpu->regs[f->reg], f->reg_shift, f->bits,
                                 nv_ramfc_read_field(gpu, entry, f));

        gpu->regs[f->reg] = val & nv_regs_writable(&gpu->fifo.regs,
                                                   f->reg * 4);
    }
}

uint32_t nv_ramfc_get(NVGPU *gpu, unsigned chid, uint32_t reg)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);
    uint32_t val = 0;

    for (const NVRamfcField *f = gpu->chip->fifo->ramfc; f->bits; f++) {
        if (f->reg == reg) {
            val = deposit32(val, f->reg_shift, f->bits,
                            nv_ramfc_read_field(gpu, entry, f));
        }
    }
    return val;
}

void nv_ramfc_set(NVGPU *gpu, unsigned chid, uint32_t reg, uint32_t val)
{
    uint32_t entry = nv_ramfc_entry(gpu, chid);

    for (const NVRamfcField *f = gpu->chip->fifo->ramfc; f->bits; f++) {
        if (f->reg == reg) {
            nv_ramfc_write_field(gpu, entry, f,
                                 extract32(val, f->reg_shift, f->bits));
        }
    }
}

/*
 * NVIDIA GPU: RAMFC, the channels' saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_RAMFC_H
#define HW_NV_FIFO_CACHE1_RAMFC_H

#include "state.h"

/**
 * struct NVRamfcField - part of a channel's saved state
 *
 * @offset: word of the channel's RAMFC entry, in bytes
 * @reg: register that it holds, as an index into NVGPU.regs
 * @bits: how many bits, from bit @reg_shift of the register
 * @shift: first bit in the word
 * @reg_shift: first bit in the register
 */
struct NVRamfcField {
    uint16_t offset;
    uint32_t reg;
    uint8_t bits;
    uint8_t shift;
    uint8_t reg_shift;
};

/**
 * nv04_ramfc_base, nv40_ramfc_base, nv44_ramfc_base: where RAMFC is
 * @gpu: the device
 *
 * Return an address in instance memory, in bytes.
 */
uint32_t nv04_ramfc_base(NVGPU *gpu);
uint32_t nv40_ramfc_base(NVGPU *gpu);
uint32_t nv44_ramfc_base(NVGPU *gpu);

/** nv04_channel_ramfc: where channel @chid's saved state is, before NV50 */
uint32_t nv04_channel_ramfc(NVGPU *gpu, unsigned chid);

/** nv_ramfc_prepare: work out NVCache1.ramfc, which depends on the card */
void nv_ramfc_prepare(NVGPU *gpu);

/** nv_ramfc_field: field @i of the saved state; NULL: there are no more */
const NVRamfcField *nv_ramfc_field(NVGPU *gpu, unsigned i);

/** nv_ramfc_bytes: how many bytes of it are in use */
uint32_t nv_ramfc_bytes(NVGPU *gpu);

/** nv_ramfc_save: store CACHE1's state as that of channel @chid */
void nv_ramfc_save(NVGPU *gpu, unsigned chid);

/** nv_ramfc_load: bring channel @chid's state into CACHE1 */
void nv_ramfc_load(NVGPU *gpu, unsigned chid);

/** nv_ramfc_clear: clear the registers that a channel's state is in */
void nv_ramfc_clear(NVGPU *gpu);

/**
 * nv_ramfc_get, nv_ramfc_set: one register of a channel's saved state
 * @gpu: the device
 * @chid: channel
 * @reg: register, as an index into NVGPU.regs
 *
 * A register that the layout doesn't hold, or of a channel that has no saved
 * state, reads as 0 and can't be written.
 */
uint32_t nv_ramfc_get(NVGPU *gpu, unsigned chid, uint32_t reg);
void nv_ramfc_set(NVGPU *gpu, unsigned chid, uint32_t reg, uint32_t val);

/** nv_ramfc_peek: the same, or CACHE1's if that has the channel */
uint32_t nv_ramfc_peek(NVGPU *gpu, unsigned chid, uint32_t reg);

#endif /* HW_NV_FIFO_CACHE1_RAMFC_H */

/*
 * NVIDIA GPU: RAMRO, which records accesses that CACHE1 couldn't take
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_RUNOUT_H
#define HW_NV_FIFO_CACHE1_RUNOUT_H

#include "state.h"

/** nv_runout_pending: RAMRO has records that the driver hasn't handled */
bool nv_runout_pending(NVGPU *gpu);

/** NV_RUNOUT_NOWHERE - not an address in RAMRO */
#define NV_RUNOUT_NOWHERE UINT32_MAX

/**
 * nv_runout_push: an access can't become a method
 * @gpu: the device
 * @addr: NV_RAMRO_ADDR: which access, and why
 * @data: its data, in the lanes of the word
 * @record: store the record and raise the interrupt; otherwise only RUNOUT_PUT
 *          advances
 *
 * Returns the record's address in instance memory, or NV_RUNOUT_NOWHERE.
 */
uint32_t nv_runout_push(NVGPU *gpu, uint32_t addr, uint32_t data, bool record);

/** nv_runout_amend: change the record at @at, if it isn't NV_RUNOUT_NOWHERE */
void nv_runout_amend(NVGPU *gpu, uint32_t at, uint32_t addr, uint32_t data);

uint32_t nv_runout_status_read(NVGPU *gpu, uint32_t addr);
void nv_runout_pointer_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_FIFO_CACHE1_RUNOUT_H */

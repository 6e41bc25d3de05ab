/*
 * NVIDIA GPU: what accesses and timers do to PDISPLAY's channels, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_EVO_H
#define HW_NV_DISPLAY_EVO_EVO_H

#include "hw/nv/nv-gpu.h"

extern const NVRegBlock nv50_evo_user;

extern const VMStateDescription nv_vmstate_evo;

void nv_evo_realize(NVGPU *gpu);
void nv_evo_reset(NVGPU *gpu);
void nv_evo_exit(NVGPU *gpu);
bool nv_evo_post_load(NVGPU *gpu);

/* Registers, for the table in pdisplay.c */
uint32_t nv_evo_stat_read(NVGPU *gpu, uint32_t addr);
void nv_evo_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_trapped_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* The same for those of the control areas */
uint32_t nv_evo_put_read(NVGPU *gpu, uint32_t addr);
void nv_evo_put_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_evo_get_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_free_read(NVGPU *gpu, uint32_t addr);
void nv_evo_point_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_pio_update(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_awaken_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_evo_supervisor_write: the driver answers a supervisor interrupt */
void nv_evo_supervisor_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_DISPLAY_EVO_EVO_H */

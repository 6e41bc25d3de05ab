/*
 * NVIDIA GPU: USER, the channels' control areas
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_USER_H
#define HW_NV_FIFO_CACHE1_USER_H

#include "state.h"

/**
 * struct NVUserName - a register of a DMA channel's control area
 *
 * @name: its name
 * @offset: where it is in the area, in bytes
 */
typedef struct NVUserName {
    const char *name;
    uint32_t offset;
} NVUserName;

/** NV_USER_NAME - a row of NVUserChip.names */
#define NV_USER_NAME(_reg) { .name = #_reg, .offset = A_ ## _reg }

/**
 * struct NVUserChip - a DMA channel's registers in its control area
 *
 * @names: their names, up to an empty one
 * @read: read the register at @offset; returns false if there is none
 * @write: write it; returns false if there is none that can be written
 */
struct NVUserChip {
    const NVUserName *names;
    bool (*read)(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t *val);
    bool (*write)(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t val);
};

extern const NVUserChip nv04_user, nv10_user, nv40_user, nv50_user;

bool nv40_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                    uint32_t *val);

/** nv_user_inspect: NVFifoInspectChip.user() */
int nv_user_inspect(NVGPU *gpu, uint64_t addr, const char **name);

/**
 * nv_user_channel_reg: channel @chid's value of one of PFIFO's registers: in
 *                      CACHE1 while it owns that, in RAMFC otherwise
 */
uint32_t nv_user_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg);
void nv_user_set_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg,
                             uint32_t val);

#endif /* HW_NV_FIFO_CACHE1_USER_H */

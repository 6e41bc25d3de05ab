/*
 * NVIDIA GPU: registers that PFIFO has in either form
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_REGS_PRIVATE_H
#define HW_NV_FIFO_REGS_PRIVATE_H

#include "state.h"

/** NV_PFIFO_BLOCK - a table of PFIFO's own range; see NV_REG_BLOCK */
#define NV_PFIFO_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PFIFO", 0x002000, 0x2000, _rows, __VA_ARGS__)

/** nv_pfifo_kick_write: a register that decides whether there is work */
void nv_pfifo_kick_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv50_fifo_is_frozen: the driver has frozen PFIFO, NV50+ */
bool nv50_fifo_is_frozen(NVGPU *gpu);

uint32_t nv50_fifo_freeze_read(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FIFO_REGS_PRIVATE_H */

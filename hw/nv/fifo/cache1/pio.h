/*
 * NVIDIA GPU: the PIO pusher
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PIO_H
#define HW_NV_FIFO_CACHE1_PIO_H

#include "state.h"

/**
 * nv_pio_write, nv_pio_read: an access to a PIO channel's part of USER
 * @gpu: the device
 * @chid: channel
 * @offset: in its part, in bytes
 * @size: of the access, 1 to 4 bytes at any alignment
 *
 * A write becomes a method in CACHE1, or a record in RAMRO.  A read gives the
 * free count, or is recorded in RAMRO and gives 0.
 */
void nv_pio_write(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t val,
                  unsigned size);
uint32_t nv_pio_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                     unsigned size);

#endif /* HW_NV_FIFO_CACHE1_PIO_H */

/*
 * NVIDIA GPU: falcon: transfers from and to external memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_XFER_H
#define HW_NV_FALCON_XFER_H

#include "state.h"

/** enum NVFalconXfer - the kinds of transfers, numbered as in XFER_CTRL.MODE */
typedef enum NVFalconXfer {
    NV_FALCON_XDLD = 0,
    NV_FALCON_XCLD = 1,
    NV_FALCON_XDST = 2,
} NVFalconXfer;

/**
 * nv_falcon_xfer: transfer between a memory of the falcon and one outside
 * @falcon: the falcon
 * @mode: the kind
 * @port: port of the memory interface
 * @base: address outside, in units of 256 bytes
 * @offset: added to @base; for code, also the virtual address
 * @local: address in the falcon's memory, in bytes
 * @size: log2 of the length in words; ignored for code
 *
 * The transfer is done when this returns.
 */
void nv_falcon_xfer(NVFalcon *falcon, NVFalconXfer mode, unsigned port,
                    uint32_t base, uint32_t offset, uint32_t local,
                    unsigned size);

/**
 * nv_falcon_span: memory that a port addresses
 * @falcon: the falcon
 * @port: port of the memory interface
 * @addr: 40-bit address there
 * @len: bytes wanted; the span has at most that many, and at least 1
 * @write: access wanted
 * @span: the result
 *
 * Returns false if there is none, after raising the interrupt for the cause.
 */
bool nv_falcon_span(NVFalcon *falcon, unsigned port, uint64_t addr,
                    uint64_t len, bool write, NVSpan *span);

/**
 * nv_falcon_transfer: copy between memory that a port addresses and a buffer
 * @falcon: the falcon
 * @port: port of the memory interface
 * @addr: 40-bit address there
 * @buf: the buffer
 * @len: its length in bytes
 * @write: write to that memory, else read from it
 *
 * Returns false if a piece can't be copied; those before it have been.
 */
bool nv_falcon_transfer(NVFalcon *falcon, unsigned port, uint64_t addr,
                        uint8_t *buf, uint32_t len, bool write);

/**
 * nv_falcon_unanswered: nothing on the bus answered an access to a span
 * @falcon: the falcon
 * @port: port of the memory interface
 * @addr: 40-bit address there
 */
void nv_falcon_unanswered(NVFalcon *falcon, unsigned port, uint64_t addr);

/** nv_falcon_block: instance block of the memory interface's channel */
uint32_t nv_falcon_block(NVFalcon *falcon);

uint32_t nv_falcon_memif_port_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_falcon_memif_channel_read(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FALCON_XFER_H */

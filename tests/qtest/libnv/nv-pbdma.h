/*
 * Tests of the NVIDIA GPU: the PBDMA that has a channel, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_PBDMA_H
#define LIBNV_NV_PBDMA_H

#include "nv-fermi.h"

/** What a PBDMA stops with */
#define NV_PBDMA_GPFIFO 0x00002000
#define NV_PBDMA_GPPTR 0x00004000
#define NV_PBDMA_GPENTRY 0x00008000
#define NV_PBDMA_GPCRC 0x00010000
#define NV_PBDMA_PBPTR 0x00020000
#define NV_PBDMA_PBENTRY 0x00040000
#define NV_PBDMA_PBCRC 0x00080000
#define NV_PBDMA_METHOD 0x00200000
#define NV_PBDMA_METHODCRC 0x00400000
#define NV_PBDMA_DEVICE 0x00800000
#define NV_PBDMA_SEMAPHORE 0x02000000
#define NV_PBDMA_ACQUIRE_TIMEOUT 0x04000000
#define NV_PBDMA_NO_CTXSW_SEG 0x20000000
#define NV_PBDMA_PBSEG 0x40000000
#define NV_PBDMA_SIGNATURE 0x80000000

/** nv_pbdma_rd32, nv_pbdma_wr32: a register of the PBDMA that has a channel */
uint32_t nv_pbdma_rd32(NVFermiChan *chan, uint32_t reg);
void nv_pbdma_wr32(NVFermiChan *chan, uint32_t reg, uint32_t val);

/** nv_pbdma_assert: a register, named as in the device, reads as it should */
#define nv_pbdma_assert(_chan, _reg, _val) \
    nv_assert_hex(nv_pbdma_rd32(_chan, A_NV_PBDMA_ ## _reg), _val)

/** nv_pbdma_expect: wait until the channel's PBDMA has stopped with @intr */
void nv_pbdma_expect(NVFermiChan *chan, uint32_t intr);

/** nv_pbdma_ack: acknowledge the errors of stopped PBDMAs, which go on */
void nv_pbdma_ack(NVDev *nv);

/** nv_pbdma_skip: the same, and NOP takes the place of the channel's method */
void nv_pbdma_skip(NVFermiChan *chan);

#endif /* LIBNV_NV_PBDMA_H */

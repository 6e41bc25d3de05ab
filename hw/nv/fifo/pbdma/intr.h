/*
 * NVIDIA GPU: PFIFO's interrupts, and when they stop its parts, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_INTR_H
#define HW_NV_FIFO_PBDMA_INTR_H

#include "hw/nv/fifo-regs-nvc0.h"
#include "pbdma.h"

/** nvc0_fifo_update_intr: a cause of an interrupt, or its mask, has changed */
void nvc0_fifo_update_intr(NVGPU *gpu);

/**
 * nvc0_fifo_error: tell of an error, and raise its interrupt
 * @gpu: the device
 * @bit: of INTR, which decides what register has the reason
 * @chid: the channel, for debuggers; -1: it isn't about one
 * @code: the reason; if the interrupt is pending already, the old one stays
 * @fmt: the line for the log
 */
void nvc0_fifo_error(NVGPU *gpu, uint32_t bit, int chid, uint32_t code,
                     const char *fmt, ...) G_GNUC_PRINTF(5, 6);

/** Errors of a method, which is in METHOD0 and DATA0 */
#define NV_PBDMA_OF_METHOD \
    (R_NV_PBDMA_INTR_0_METHOD_MASK | R_NV_PBDMA_INTR_0_METHODCRC_MASK | \
     R_NV_PBDMA_INTR_0_DEVICE_MASK | R_NV_PBDMA_INTR_0_SEMAPHORE_MASK | \
     R_NV_PBDMA_INTR_0_ACQUIRE_MASK | R_NV_PBDMA_INTR_0_NO_CTXSW_SEG_MASK)

/** Errors of a word that has been read: of a method, or a command */
#define NV_PBDMA_OF_WORD \
    (NV_PBDMA_OF_METHOD | R_NV_PBDMA_INTR_0_PBENTRY_MASK)

/** nv_pbdma_raise: set bits of INTR_0 of PBDMA @id */
void nv_pbdma_raise(NVGPU *gpu, unsigned id, uint32_t bits);

/**
 * nv_pbdma_error: an error for which a PBDMA stops
 * @gpu: the device
 * @id: the PBDMA
 * @bits: those of INTR_0 that it will raise
 * @addr: for debuggers, in bytes: where the word is, or where it has read up to
 *        if it isn't about a word; the semaphore's address; NV_PROBE_NOWHERE:
 *        it isn't about a place
 */
NVGuestError nv_pbdma_error(NVGPU *gpu, unsigned id, uint32_t bits,
                            uint64_t addr);

/** What the names of PBDMAs' errors begin with */
#define NV_PBDMA_ERROR_PREFIX "PBDMA "

/** nv_pbdma_error_name: name @i of the errors of PBDMAs; NULL: no more */
const char *nv_pbdma_error_name(unsigned i);

/** nv_pbdma_error_of: the name for bits of INTR_0, or NULL */
const char *nv_pbdma_error_of(uint32_t bits);

/**
 * nv_pbdma_frozen: whether an interrupt keeps its channel in it
 *
 * NVIDIA's manuals of later cards, dev_pbdma, INTR_0: bits that are set "will
 * prevent the contents of the PBDMA unit from being switched out.  Until
 * software handles these interrupts and writes the bits to RESET, the PBDMA
 * will be frozen."
 */
static inline bool nv_pbdma_frozen(NVGPU *gpu, unsigned id)
{
    return NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0);
}

/** nv_pbdma_stopped: it is frozen, or stopped by a fault */
bool nv_pbdma_stopped(NVGPU *gpu, unsigned id);

/* Registers */
uint32_t nvc0_fifo_pbdmas_read(NVGPU *gpu, uint32_t addr);
uint32_t nvc0_fifo_intr_read(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FIFO_PBDMA_INTR_H */

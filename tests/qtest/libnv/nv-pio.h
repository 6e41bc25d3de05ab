/*
 * Tests of the NVIDIA GPU: submission by writing methods
 *
 * CACHE0, CACHE1 and RAMRO by their registers, wherever a card has them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_PIO_H
#define LIBNV_NV_PIO_H

#include "hw/nv/fifo-regs-nv01.h"
#include "nv-instmem.h"

/**
 * struct NVCacheRegs - where a cache's registers are
 *
 * @addr: the slots' window, 8 bytes a slot
 */
typedef struct NVCacheRegs {
    uint32_t push, chid, put, status, pull, get, addr;
} NVCacheRegs;

/** nv_cache0, nv_cache1: the card's caches */
const NVCacheRegs *nv_cache0(NVDev *nv);
const NVCacheRegs *nv_cache1(NVDev *nv);

/** nv_pio_init: PFIFO on, RAMRO of 512 bytes empty, INTR enabled */
void nv_pio_init(NVDev *nv);

/** nv_pio_addr: BAR0 address of a byte of a channel's area */
uint32_t nv_pio_addr(NVDev *nv, unsigned chid, unsigned subc, uint32_t mthd);

/** nv_pio_method: submit a method */
void nv_pio_method(NVDev *nv, unsigned chid, unsigned subc, uint32_t mthd,
                   uint32_t data);

/** nv_pio_free: the free count that a channel reads, in bytes */
uint32_t nv_pio_free(NVDev *nv, unsigned chid);

/** nv_pio_slots: methods that CACHE1 holds for a channel that sees all of it */
unsigned nv_pio_slots(NVDev *nv);

/** nv_pio_ptr: the value of GET or PUT after so many methods since 0 */
uint32_t nv_pio_ptr(NVDev *nv, unsigned count);

/** nv_pio_object: give a channel an object that the card's PGRAPH takes */
void nv_pio_object(NVDev *nv, unsigned chid, uint32_t handle);

/** nv_pio_software: give it the driver's object */
void nv_pio_software(NVDev *nv, unsigned chid, uint32_t handle);

/* --- RAMRO ------------------------------------------------------------ */

/** NV_PIO_WORD: all lanes of a word */
#define NV_PIO_WORD 0xf

/**
 * nv_pio_record: RAMRO's record of a write
 * @be: lanes of the word that were written
 * @reason: enum NVRunoutReason
 */
uint32_t nv_pio_record(NVDev *nv, unsigned chid, uint32_t offset, unsigned be,
                       unsigned reason);

/** nv_ramro_addr, nv_ramro_data: the two words of record @n */
uint32_t nv_ramro_addr(NVDev *nv, unsigned n);
uint32_t nv_ramro_data(NVDev *nv, unsigned n);

/** nv_assert_record: record @n is that of this write, and the last one */
#define nv_assert_record(_nv, _n, _chid, _offset, _be, _reason, _data)      \
    do {                                                                    \
        nv_assert_hex(nv_ramro_addr(_nv, _n),                               \
                      nv_pio_record(_nv, _chid, _offset, _be, _reason));    \
        nv_assert_hex(nv_ramro_data(_nv, _n), _data);                       \
        nv_assert_reg(_nv, NV_PFIFO_RUNOUT_PUT, ((_n) + 1) * 8);            \
    } while (0)

/** nv_assert_nothing_ran_out: RAMRO is empty, without an interrupt */
#define nv_assert_nothing_ran_out(_nv)                                      \
    do {                                                                    \
        nv_assert_reg(_nv, NV_PFIFO_RUNOUT_PUT, 0);                         \
        nv_assert_reg(_nv, NV_PFIFO_RUNOUT_STATUS,                          \
                      R_NV_PFIFO_RUNOUT_STATUS_EMPTY_MASK);                 \
        nv_assert_hex(nv_rd32(_nv, A_NV_PFIFO_INTR) &                       \
                      (R_NV_PFIFO_INTR_RUNOUT_MASK |                        \
                       R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK), 0);           \
    } while (0)

/** nv_ramro_clear: GET = PUT = 0, and the interrupts acknowledged */
void nv_ramro_clear(NVDev *nv);

#endif /* LIBNV_NV_PIO_H */

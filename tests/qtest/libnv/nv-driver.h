/*
 * Tests of the NVIDIA GPU: what a driver does with PFIFO
 *
 * The functions of Linux' nouveau (nvkm/engine/fifo/nv04.c), access by access.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_DRIVER_H
#define LIBNV_NV_DRIVER_H

#include "nv-gpu.h"

/**
 * struct NVSwMethod - a method that the puller has left to the driver
 *
 * @data: its parameter; for 0x0000 and 0x0180..0x01fc the instance, shifted
 *        right by 4, that HASH holds
 */
typedef struct NVSwMethod {
    unsigned chid;
    unsigned subc;
    uint32_t mthd;
    uint32_t data;
} NVSwMethod;

/*
 * Where references are set by software: a subchannel without an object, on
 * which each method from here on sets one
 */
#define NV_SW_REF_SUBC 7
#define NV_SW_MTHD_REF 0x0200

/** struct NVPusherFault - a DMA_PUSHER error as the driver sees it */
typedef struct NVPusherFault {
    unsigned chid;
    uint32_t get, put, state, push;
} NVPusherFault;

/** nv_init: bring up the card as a driver that probes it does */
void nv_init(NVDev *nv);

/** nv_fifo_init: nv04_fifo_init(), with PFIFO reset before */
void nv_fifo_init(NVDev *nv);

/** nv_ramfc_init: tell PFIFO where RAMFC is */
void nv_ramfc_init(NVDev *nv);

/** nv_fifo_pause, nv_fifo_start: the functions of that name */
void nv_fifo_pause(NVDev *nv);
void nv_fifo_start(NVDev *nv);

/**
 * nv_handle_intr: nv04_fifo_intr(), if PFIFO has an interrupt
 *
 * Software methods go to nv->sw_methods, other CACHE_ERRORs to
 * nv->cache_errors, DMA_PUSHER errors to nv->pusher_errors.  Returns whether
 * there was an interrupt.
 */
bool nv_handle_intr(NVDev *nv);

/** nv_handle_all: the same until there are no more, a few thousand at most */
void nv_handle_all(NVDev *nv);

/**
 * nv_handle_refs: handle the methods that set references, up to the first one
 *                 that does something else; errors stay where they are
 */
void nv_handle_refs(NVDev *nv);

/** nv_assert_sw: the software method @n is this one */
void nv_assert_sw(NVDev *nv, unsigned n, unsigned chid, unsigned subc,
                  uint32_t mthd, uint32_t data);

/** nv_assert_quiet: no method and no error has been left to the driver */
void nv_assert_quiet(NVDev *nv);

#define nv_sw(_nv, _n) g_array_index((_nv)->sw_methods, NVSwMethod, _n)
#define nv_cache_error(_nv, _n) \
    g_array_index((_nv)->cache_errors, NVSwMethod, _n)
#define nv_pusher_fault(_nv, _n) \
    g_array_index((_nv)->pusher_errors, NVPusherFault, _n)

#endif /* LIBNV_NV_DRIVER_H */

/*
 * Tests of the NVIDIA GPU: PGRAPH's contexts, as a driver has them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_CONTEXT_H
#define LIBNV_NV_CONTEXT_H

#include "nv-gpu.h"

/** nv_context_setup: make PGRAPH switch contexts, if it can do so itself */
void nv_context_setup(NVDev *nv);

/** nv_context_new: make the first context of a channel */
void nv_context_new(NVDev *nv, unsigned chid);

/** nv_context_init: tell PGRAPH about it, on cards that need that */
void nv_context_init(NVDev *nv, unsigned chid);

/** nv_context_free: free those that the driver has */
void nv_context_free(NVDev *nv);

/**
 * nv_context_inst: where a channel's context is in instance memory, in bytes; 0
 *                  if the driver keeps it
 */
uint32_t nv_context_inst(const NVCard *card, unsigned chid);

/** nv_context_driver: the driver has to switch contexts */
bool nv_context_driver(const NVCard *card);

/** nv_context_table: where instance memory has its address, NV20:NV40 */
uint32_t nv_context_table(unsigned chid);

/**
 * nv_context_fini: take a channel's context out of the registers, and save it
 *
 * As nv04_gr_chan_fini(), nv20_gr_chan_fini() and nv40_gr_chan_fini() do,
 * except that it stays in the table.
 */
void nv_context_fini(NVDev *nv, unsigned chid);

/** nv_context_take: switch contexts where the driver does so, unasked */
void nv_context_take(NVDev *nv, unsigned chid);

/**
 * nv_handle_switch: switch contexts as often as PGRAPH asks for it
 *
 * As nv04_gr_intr() and nv10_gr_intr() do, for the registers that the model
 * knows.  Other interrupts stay.  Before NV04, and if PGRAPH switches them
 * itself, it never asks.  All of libnv's functions that submit or wait do this
 * first, unless nv->no_switches is set.
 */
void nv_handle_switch(NVDev *nv);

#endif /* LIBNV_NV_CONTEXT_H */

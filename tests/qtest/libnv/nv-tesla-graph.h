/*
 * Tests of the NVIDIA GPU: PGRAPH of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_TESLA_GRAPH_H
#define LIBNV_NV_TESLA_GRAPH_H

#include "hw/nv/graph-regs-nv50.h"
#include "nv-graph.h"
#include "nv-tesla.h"

/* Where the registers are that NV10 has elsewhere */
#define NV50_PGRAPH_INTR_EN 0x40013c
#define NV50_PGRAPH_FIFO 0x400500
#define NV50_PGRAPH_TRAPPED_DATA 0x400708
#define NV50_PGRAPH_CLASS 0x400814
#define NV50_PGRAPH_USER 0x400844

/** nv50_tpc_reg: where a TPC has a register that NV50's first has at @reg */
uint32_t nv50_tpc_reg(NVDev *nv, unsigned tpc, uint32_t reg);

/** nv50_graph_init: what nv50_gr_init() writes */
void nv50_graph_init(NVDev *nv);

/** nv50_graph_enable: as far as errors are concerned */
void nv50_graph_enable(NVDev *nv);

/** Bytes of a channel's context in memory */
#define NV50_GRCTX_SIZE 0x8000

/**
 * nv50_graph_context: give a channel a context, as nv50_fifo_chan_engine_init()
 *                     does; returns where in video memory it is
 */
uint32_t nv50_graph_context(NVChan *chan);

/** nv50_graph_use: give a channel a context, and NULL as NV_HANDLE_NULL */
void nv50_graph_use(NVChan *chan);

/** nv50_graph_chan_new: a channel, its context, and NULL as NV_HANDLE_NULL */
NVChan *nv50_graph_chan_new(NVDev *nv, unsigned chid);

/** nv50_assert_graph_quiet: PGRAPH has no interrupt, and accepts methods */
void nv50_assert_graph_quiet(NVDev *nv);

/**
 * struct NV50Error - what nv50_gr_intr() finds
 *
 * @intr: INTR
 * @error: DATA_ERROR, if that is in @intr
 * @trap, @unit, @status: TRAP, the unit's own TRAP, and what that says, if
 *                        TRAP is in @intr
 * @class: class of the object
 * @subc, @mthd, @data: the method
 */
typedef struct NV50Error {
    uint32_t intr;
    uint32_t error;
    uint32_t trap, unit, status;
    uint32_t class;
    unsigned subc;
    uint32_t mthd, data;
} NV50Error;

/**
 * nv50_assert_error: PGRAPH has stopped at a method, and says why
 *
 * Then acknowledges it as the driver does.
 */
#define nv50_assert_error(_chan, ...) \
    nv50_check_error(_chan, __FILE__, __LINE__, &(NV50Error) { __VA_ARGS__ })

void nv50_check_error(NVChan *chan, const char *file, int line,
                      const NV50Error *want);

/** nv50_graph_ack: end of nv50_gr_intr() */
void nv50_graph_ack(NVDev *nv);

#endif /* LIBNV_NV_TESLA_GRAPH_H */

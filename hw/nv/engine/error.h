/*
 * NVIDIA GPU: PGRAPH: errors of methods, and their interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_ERROR_H
#define HW_NV_ENGINE_ERROR_H

#include "graph.h"

/** nv_pgraph_update_intr: update PMC's bit after a change of INTR or INTR_EN */
void nv_pgraph_update_intr(NVGPU *gpu);

/** nv_graph_log_error: PGRAPH's line for the log */
void nv_graph_log_error(NVGPU *gpu, const NVGuestError *error);

/** nv_graph_tell_error: nv_guest_error() with that line */
void nv_graph_tell_error(NVGPU *gpu, const NVGuestError *error);

/** nv_graph_stop: refuse methods until the driver sets FIFO */
void nv_graph_stop(NVGPU *gpu, const char *why);

/**
 * nv_graph_refused: tell that the current method, or its operation, is dropped
 *                   without an error; see nv_refused()
 * @gpu: the device
 * @why: the reason in words
 */
void nv_graph_refused(NVGPU *gpu, const char *why);

/** nv_graph_missing_hw: the driver has to execute the current method */
void nv_graph_missing_hw(NVGPU *gpu);

/**
 * nv_graph_probe_check: report the current method before it is executed
 * @gpu: the device
 * @chid, @subc: channel and subchannel
 * @mthd, @data: the method
 *
 * Returns true if an observer has turned it into an error.
 */
bool nv_graph_probe_check(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t mthd, uint32_t data);

/**
 * nv_graph_probe_notify: report a notifier, a query or a semaphore
 * @gpu: the device
 * @addr: address in its DMA object, or virtual address
 * @val: the word as it is in memory; observers may change it
 *
 * Returns false if it must not be written.
 */
bool nv_graph_probe_notify(NVGPU *gpu, uint64_t addr, uint32_t *val);

/** nv_graph_raise: set a bit of INTR and one of NSOURCE, without an error */
void nv_graph_raise(NVGPU *gpu, uint32_t intr, uint32_t nsource);

/** nv_graph_origin: a subchannel of a channel, as TRAPPED_ADDR has it */
static inline uint32_t nv_graph_origin(NVGPU *gpu, unsigned chid,
                                       unsigned subc)
{
    const NVGraphChip *chip = gpu->chip->graph;

    return subc << chip->trapped_subch_shift |
           chid << chip->trapped_chid_shift;
}

/** nv_graph_trap_at: nv_graph_trap() with nv_graph_origin() */
static inline void nv_graph_trap_at(NVGPU *gpu, uint32_t origin, uint32_t mthd,
                                    uint32_t data)
{
    gpu->graph->method_addr = mthd | origin;
    gpu->graph->method_data = data;
}

/** nv_graph_trap: set TRAPPED_ADDR and TRAPPED_DATA for the current method */
static inline void nv_graph_trap(NVGPU *gpu, unsigned chid, unsigned subc,
                                 uint32_t mthd, uint32_t data)
{
    nv_graph_trap_at(gpu, nv_graph_origin(gpu, chid, subc), mthd, data);
}

/** nv_graph_checks_wrong: nv_graph_probe_check(), if there are observers */
static inline bool nv_graph_checks_wrong(NVGPU *gpu, unsigned chid,
                                         unsigned subc, uint32_t mthd,
                                         uint32_t data)
{
    return NV_PROBED(gpu, CHECK) &&
           nv_graph_probe_check(gpu, chid, subc, mthd, data);
}

#endif /* HW_NV_ENGINE_ERROR_H */

/*
 * NVIDIA GPU: the engines, and their input queues
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_QUEUE_H
#define HW_NV_FIFO_QUEUE_H

#include "state.h"

/** nv_fifo_engine: the engine with RAMHT's number @id, never NULL */
static inline const NVEngine *nv_fifo_engine(NVGPU *gpu, unsigned id)
{
    return gpu->engines[id];
}

/** nv_fifo_engine_select, nv_fifo_engine_idle: NVEngine's, if it has them */
static inline bool nv_fifo_engine_select(NVGPU *gpu, const NVEngine *engine,
                                         unsigned chid, unsigned subc)
{
    return !engine->select || engine->select(gpu, chid, subc);
}

static inline bool nv_fifo_engine_idle(NVGPU *gpu, const NVEngine *engine,
                                       unsigned chid)
{
    return !engine->idle || engine->idle(gpu, chid);
}

/** nv_queue_reset: nv_engine_forget_queue() */
void nv_queue_reset(NVGPU *gpu, unsigned id);

/**
 * nv_queue_reset_absent: drop what engines that the card lacks have been sent
 *
 * The others' queues are reset with them; these are PFIFO's.
 */
void nv_queue_reset_absent(NVGPU *gpu);

/** nv_queue_used: nv_engine_queued() */
static inline unsigned nv_queue_used(NVGPU *gpu, unsigned id)
{
    return gpu->fifo->queues[id].count;
}

/** nv_queue_idle: engine @id is done with channel @chid's methods */
static inline bool nv_queue_idle(NVGPU *gpu, unsigned id, unsigned chid)
{
    const NVEngineQueue *q = &gpu->fifo->queues[id];

    if (unlikely(gpu->fifo->latency) && q->count && q->chid == chid) {
        return false;
    }
    return nv_fifo_engine_idle(gpu, nv_fifo_engine(gpu, id), chid);
}

/**
 * nv_queue_bind, nv_queue_run: give methods to an engine, or to its queue
 * @gpu: the device
 * @id: RAMHT's number of the engine
 *
 * As NVEngine's functions; the engine needn't have been selected.
 */
bool nv_queue_bind(NVGPU *gpu, unsigned id, unsigned chid, unsigned subc,
                   uint32_t inst);
uint32_t nv_queue_run(NVGPU *gpu, unsigned id, const NVRun *run);

/**
 * nv_queue_feed: make the engine execute what has reached it
 * @gpu: the device
 * @id: RAMHT's number of the engine
 * @budget: methods that may be executed; what was used is subtracted
 */
void nv_queue_feed(NVGPU *gpu, unsigned id, int64_t *budget);

/** nv_queue_due: when nv_queue_feed() has something to do, INT64_MAX: never */
int64_t nv_queue_due(NVGPU *gpu);

/** nv_queue_post_load: check what was loaded; false if it is invalid */
bool nv_queue_post_load(NVGPU *gpu);

extern const VMStateDescription nv_vmstate_queues;

#endif /* HW_NV_FIFO_QUEUE_H */

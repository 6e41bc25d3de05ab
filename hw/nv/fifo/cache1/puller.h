/*
 * NVIDIA GPU: the puller, which executes methods or hands them to an engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PULLER_H
#define HW_NV_FIFO_CACHE1_PULLER_H

#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/queue.h"
#include "channel.h"
#include "semaphore.h"
#include "state.h"

/** nv_puller_host_methods: bit per method below 0x100 that the puller has */
uint64_t nv_puller_host_methods(const NVCache1Chip *chip);

/** nv_puller_stopped: an error, or a method for the driver, has stopped it */
bool nv_puller_stopped(NVGPU *gpu);

/**
 * nv_puller_holds: the puller can't execute the next method yet
 * @gpu: the device
 *
 * This is the case if the channel in CACHE1 waits for a semaphore, or yields.
 */
static inline bool nv_puller_holds(NVGPU *gpu)
{
    return nv_cache1(gpu)->yield || nv_semaphore_acquiring(gpu);
}

/** nv_puller_idle: the engine used last has nothing left to do */
static inline bool nv_puller_idle(NVGPU *gpu)
{
    unsigned last = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                               NV_PFIFO_CACHE1_PULL1, ENGINE);

    return nv_queue_idle(gpu, last, nv_fifo_channel(gpu));
}

/**
 * nv_puller_can_run: the puller may execute the next method
 * @gpu: the device
 *
 * It is on, isn't stopped, nothing holds it, and PFIFO isn't frozen.  Whether
 * the method's engine takes it is another question.
 */
bool nv_puller_can_run(NVGPU *gpu);

/**
 * nv_puller_refused: a method that the puller doesn't have is dropped
 * @gpu: the device
 * @unit: the cache that it comes from
 * @chid, @subc: channel and subchannel
 * @mthd, @data: the method
 *
 * A guest gets there only by writing a cache's slots itself: the pusher, and
 * PIO, raise errors.
 */
void nv_puller_refused(NVGPU *gpu, const char *unit, unsigned chid,
                       unsigned subc, uint32_t mthd, uint32_t data);

/**
 * nv_puller_empty: tell of a method of a subchannel without an object
 * @gpu: the device
 * @subc, @mthd, @data: the method
 * @software: the driver executes it itself, which is no mistake
 */
void nv_puller_empty(NVGPU *gpu, unsigned subc, uint32_t mthd, uint32_t data,
                     bool software);

/**
 * nv_puller_run: execute methods of the channel in CACHE1, if the puller can
 * @gpu: the device
 * @run: the methods
 *
 * Returns how many were executed; fewer than run->count if one stopped the
 * puller, holds it, or has to wait for an engine.  A method that stopped the
 * puller, or has to wait, isn't counted.
 */
uint32_t nv_puller_run(NVGPU *gpu, const NVRun *run);

/**
 * nv_puller_host: execute methods that are the puller's own
 * @gpu: the device
 * @run: the methods
 *
 * Returns as nv_puller_run().
 */
uint32_t nv_puller_host(NVGPU *gpu, const NVRun *run);

/** nv_puller_is_fence: whether a run begins with all of a long semaphore */
static inline bool nv_puller_is_fence(const NVRun *run)
{
    return run->mthd == NV_MTHD_SEMAPHORE_ADDRESS_HIGH && run->step &&
           run->count >= NV_FENCE_METHODS;
}

/** nv_puller_ref_cnt: the same for one REF_CNT; drivers send many of them */
bool nv_puller_ref_cnt(NVGPU *gpu, uint32_t ref);

/** nv04_puller_run: NVFifoOps.run() from NV04 on */
uint32_t nv04_puller_run(NVGPU *gpu, const NVRun *run);

/** nv_puller_trace: methods of a run, @count of them, have been executed */
void nv_puller_trace(NVGPU *gpu, const NVRun *run, uint32_t count);

/** Find an NVHandle by its handle; NULL: there is none */
typedef const NVHandle *NVHandleLookup(NVGPU *gpu, uint32_t handle);

/** nv_puller_translate_one: nv_puller_translate() for one handle */
static inline QEMU_ALWAYS_INLINE bool
nv_puller_translate_one(NVGPU *gpu, const uint32_t *handle,
                        NVHandleLookup *lookup)
{
    const NVHandle *object = lookup(gpu, qatomic_read(handle));

    if (unlikely(!object)) {
        return false;
    }
    nv_cache1(gpu)->insts[0] = object->inst >> 4;
    NV_R(gpu, NV_PFIFO_CACHE1_HASH) = object->hash;
    return true;
}

/**
 * nv_puller_translate: replace a run's handles by instances
 * @gpu: the device
 * @run: methods with handles, NV_MTHD_HANDLES at most
 * @lookup: finds an object by its handle; NULL: there is none
 *
 * Fills NVFifo.insts, and sets HASH as the last one does.  Returns how many
 * were found, up to the first that wasn't.
 */
static inline QEMU_ALWAYS_INLINE uint32_t
nv_puller_translate(NVGPU *gpu, const NVRun *run, NVHandleLookup *lookup)
{
    const uint32_t *handles = run->data;
    uint32_t *insts = nv_cache1(gpu)->insts;
    uint32_t count = run->count;
    uint32_t hash = 0;
    uint32_t i;

    if (likely(count == 1)) {
        return nv_puller_translate_one(gpu, handles, lookup);
    }
    for (i = 0; i < count; i++) {
        const NVHandle *object = lookup(gpu, qatomic_read(&handles[i]));

        if (unlikely(!object)) {
            break;
        }
        insts[i] = object->inst >> 4;
        hash = object->hash;
    }
    if (likely(i)) {
        NV_R(gpu, NV_PFIFO_CACHE1_HASH) = hash;
    }
    return i;
}

#endif /* HW_NV_FIFO_CACHE1_PULLER_H */

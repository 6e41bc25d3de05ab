/*
 * NVIDIA GPU: interfaces between the parts of PFIFO
 *
 * The path of a method: user.c -> switcher.c -> pusher.c, or pio.c -> cache.c
 * -> puller.c -> an engine.  scheduler.c drives it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_INTERNAL_H
#define HW_NV_FIFO_INTERNAL_H

#include "channel.h"
#include "method.h"
#include "queue.h"
#include "semaphore.h"

/* --- ib.c ------------------------------------------------------------- */

/** nv_ib_mode: a channel with this DMA_FETCH is in IB mode */
bool nv_ib_mode(uint32_t fetch);

/** nv_ib_mask: bits of an index into the IB buffer, by IB_CONFIG */
uint32_t nv_ib_mask(uint32_t config);

/** nv_ib_has_work: there is work other than that from DMA_GET to DMA_PUT */
bool nv_ib_has_work(NVGPU *gpu);

/* --- pusher.c --------------------------------------------------------- */

/** nv_pusher_error_name: a value of DMA_STATE.ERROR */
const char *nv_pusher_error_name(NVPusherError error);

/** nv_pusher_written: NVEngineHost.written(): memory has been written */
void nv_pusher_written(NVGPU *gpu);

/** nv_pusher_has_work: whether CACHE1's channel has anything to fetch */
bool nv_pusher_has_work(NVGPU *gpu);

/** nv_pusher_can_run: the pusher may fetch for the channel in CACHE1 */
bool nv_pusher_can_run(NVGPU *gpu);

/**
 * nv_pusher_run: fetch and decode until PUT, an error, a full cache or budget
 * @gpu: the device
 * @budget: words that may be processed; what was used is subtracted
 *
 * Returns false if it has jumped and submitted no method: the pushbuffer may
 * be an endless loop.
 */
bool nv_pusher_run(NVGPU *gpu, int64_t *budget);

/* --- pio.c ------------------------------------------------------------ */

/**
 * nv_pio_write, nv_pio_read: an access to a PIO channel's part of USER
 * @gpu: the device
 * @chid: channel
 * @offset: in its part, in bytes
 * @size: of the access, 1 to 4 bytes at any alignment
 *
 * A write becomes a method in CACHE1, or a record in RAMRO.  A read gives the
 * free count, or is recorded in RAMRO and gives 0.
 */
void nv_pio_write(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t val,
                  unsigned size);
uint32_t nv_pio_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                     unsigned size);

/* --- runout.c --------------------------------------------------------- */

/** nv_runout_pending: RAMRO has records that the driver hasn't handled */
bool nv_runout_pending(NVGPU *gpu);

/** NV_RUNOUT_NOWHERE - not an address in RAMRO */
#define NV_RUNOUT_NOWHERE UINT32_MAX

/**
 * nv_runout_push: an access can't become a method
 * @gpu: the device
 * @addr: NV_RAMRO_ADDR: which access, and why
 * @data: its data, in the lanes of the word
 * @record: store the record and raise the interrupt; otherwise only RUNOUT_PUT
 *          advances
 *
 * Returns the record's address in instance memory, or NV_RUNOUT_NOWHERE.
 */
uint32_t nv_runout_push(NVGPU *gpu, uint32_t addr, uint32_t data, bool record);

/** nv_runout_amend: change the record at @at, if it isn't NV_RUNOUT_NOWHERE */
void nv_runout_amend(NVGPU *gpu, uint32_t at, uint32_t addr, uint32_t data);

uint32_t nv_runout_status_read(NVGPU *gpu, uint32_t addr);
void nv_runout_pointer_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- cache0.c --------------------------------------------------------- */

/** nv_cache0_ready: CACHE0 holds a method, and its puller is on */
bool nv_cache0_ready(NVGPU *gpu);

/** nv_cache0_run: execute it; false if it has to wait, or has stopped CACHE0 */
bool nv_cache0_run(NVGPU *gpu);

/** nv01_cache0_inject, nv04_cache0_inject: NVFifoOps.inject() */
bool nv01_cache0_inject(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        uint32_t data);
bool nv04_cache0_inject(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        uint32_t data);

uint32_t nv_cache0_status_read(NVGPU *gpu, uint32_t addr);

/* --- cache.c ---------------------------------------------------------- */

/** nv_cache1_capacity: methods that CACHE1 can hold */
unsigned nv_cache1_capacity(NVGPU *gpu);

/** nv_cache1_used: methods in CACHE1 */
unsigned nv_cache1_used(NVGPU *gpu);

/**
 * nv_cache1_gives_way: whether nothing may follow the last method in CACHE1
 * @gpu: the device
 *
 * A switch may follow it, for which CACHE1 has to be empty before NV50.
 */
bool nv_cache1_gives_way(NVGPU *gpu);

/** nv_cache1_advance: account for methods that have bypassed CACHE1 */
void nv_cache1_advance(NVGPU *gpu, uint32_t methods);

/**
 * nv_cache1_save: store CACHE1's methods
 * @gpu: the device
 * @addr: where in instance memory
 *
 * Returns their number.
 */
uint32_t nv_cache1_save(NVGPU *gpu, uint32_t addr);

/**
 * nv_cache1_load: replace CACHE1's contents
 * @gpu: the device
 * @addr: where in instance memory the methods are
 * @count: their number
 */
void nv_cache1_load(NVGPU *gpu, uint32_t addr, uint32_t count);

/**
 * nv_cache1_push: append methods to CACHE1
 * @gpu: the device
 * @run: the methods
 *
 * Returns how many fitted.
 */
uint32_t nv_cache1_push(NVGPU *gpu, const NVRun *run);

/**
 * nv_cache1_drain: make the puller execute what is in CACHE1
 * @gpu: the device
 * @budget: methods that may be executed; what was used is subtracted
 *
 * Returns the number of methods executed.
 */
uint32_t nv_cache1_drain(NVGPU *gpu, int64_t *budget);

/** nv_cache1_peek: method @i in CACHE1, from GET on; false: there are fewer */
bool nv_cache1_peek(NVGPU *gpu, unsigned i, NVCacheEntry *entry);

uint32_t nv_cache1_window_read(NVGPU *gpu, uint32_t addr);
void nv_cache1_window_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- puller.c --------------------------------------------------------- */

/** nv_puller_host_methods: bit per method below 0x100 that the puller has */
uint64_t nv_puller_host_methods(const NVFifoChip *chip);

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
    return gpu->fifo->yield || nv_semaphore_acquiring(gpu);
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

/** nv_puller_log_empty: log a method of a subchannel without an object */
void nv_puller_log_empty(NVGPU *gpu, unsigned subc, uint32_t mthd);

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
    gpu->fifo->insts[0] = object->inst >> 4;
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
    uint32_t *insts = gpu->fifo->insts;
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

/* --- puller-nv01.c, the puller before NV04 ---------------------------- */

/** Bytes of RAMFC that a channel has before NV04 */
#define NV_CTX_RAMFC_ENTRY 32

/** enum NVCtxResult - result of injecting a method */
typedef enum NVCtxResult {
    NV_CTX_DONE,
    NV_CTX_BUSY,
    NV_CTX_NO_HASH,
    NV_CTX_SOFTWARE,
} NVCtxResult;

/** nv_ctx_run: nv_puller_run() before NV04 */
uint32_t nv_ctx_run(NVGPU *gpu, const NVRun *run);

/** nv_ctx_inject: the same for a method of CACHE0, of channel @chid */
NVCtxResult nv_ctx_inject(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t mthd, uint32_t data);

/** nv_ctx_free_lie: whether the object used last makes FREE promise too much */
bool nv_ctx_free_lie(NVGPU *gpu);

/** nv_ctx_switch: give CACHE1, whose channel may leave, to channel @to */
void nv_ctx_switch(NVGPU *gpu, unsigned to);

/* --- pfifo-nv01.c, nv03-dma.c ----------------------------------------- */

/**
 * nv03_dma_run: push methods from NV03's pushbuffer
 * @gpu: the device
 * @budget: words that may be read; what was used is subtracted
 *
 * Returns whether anything was done.
 */
bool nv03_dma_run(NVGPU *gpu, int64_t *budget);

uint32_t nv03_dma_ctrl_read(NVGPU *gpu, uint32_t addr);

/** nv03_dma_forget: drop the cached entry of the page table */
void nv03_dma_forget(NVGPU *gpu);

/* The tables' places in instance memory, before NV04 */
NVInstArea nv01_ramht(NVGPU *gpu);
NVInstArea nv01_ramro(NVGPU *gpu);
NVInstArea nv01_ramfc(NVGPU *gpu);
NVInstArea nv03_ramht(NVGPU *gpu);
NVInstArea nv03_ramro(NVGPU *gpu);
NVInstArea nv03_ramfc(NVGPU *gpu);

/* --- queue.c ---------------------------------------------------------- */

/** nv_puller_idle: the engine used last has nothing left to do */
static inline bool nv_puller_idle(NVGPU *gpu)
{
    unsigned last = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                               NV_PFIFO_CACHE1_PULL1, ENGINE);

    return nv_queue_idle(gpu, last, nv_fifo_channel(gpu));
}

#endif /* HW_NV_FIFO_INTERNAL_H */

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

#include "hw/nv/order.h"
#include "channel.h"
#include "method.h"

/* --- scheduler.c ------------------------------------------------------ */

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

/* --- ib.c ------------------------------------------------------------- */

/** nv_ib_mode: a channel with this DMA_FETCH is in IB mode */
bool nv_ib_mode(uint32_t fetch);

/** nv_ib_mask: bits of an index into the IB buffer, by IB_CONFIG */
uint32_t nv_ib_mask(uint32_t config);

/** nv_ib_has_work: there is work other than that from DMA_GET to DMA_PUT */
bool nv_ib_has_work(NVGPU *gpu);

/* --- dma.c ------------------------------------------------------------ */

/** nv_cache1_big_endian: nv_fifo_big_endian() for cards with CACHE1 */
bool nv_cache1_big_endian(NVGPU *gpu);

/** nv_fifo_big_endian: the current channel is that of a big-endian guest */
static inline bool nv_fifo_big_endian(NVGPU *gpu)
{
    return gpu->chip->fifo->pusher & NV_PUSHER_PBDMA
        ? gpu->bus->big_endian : nv_cache1_big_endian(gpu);
}

/** nv_fifo_ldl_p, nv_fifo_stl_p, nv_fifo_stq_p: words in that byte order */
static inline uint32_t nv_fifo_ldl_p(NVGPU *gpu, const void *ptr)
{
    return nv_fifo_big_endian(gpu) ? ldl_be_p(ptr) : ldl_le_p(ptr);
}

static inline void nv_fifo_stl_p(NVGPU *gpu, void *ptr, uint32_t val)
{
    if (nv_fifo_big_endian(gpu)) {
        stl_be_p(ptr, val);
    } else {
        stl_le_p(ptr, val);
    }
}

static inline void nv_fifo_stq_p(NVGPU *gpu, void *ptr, uint64_t val)
{
    if (nv_fifo_big_endian(gpu)) {
        stq_be_p(ptr, val);
    } else {
        stq_le_p(ptr, val);
    }
}

/**
 * nv_fifo_load_dmaobj: decode a DMA object of CACHE1's channel, NV50+
 * @gpu: the device
 * @inst: its offset in the instance block, in bytes
 * @obj: where the result goes
 *
 * PFIFO doesn't look at an object's class.
 */
void nv_fifo_load_dmaobj(NVGPU *gpu, uint32_t inst, NVDMAObject *obj);

/**
 * nv_fifo_dma_read, nv_fifo_dma_publish: nv_dmaobj_read(), nv_dmaobj_publish()
 *                                        and report faults of virtual memory
 * @gpu: the device
 * @user: the originator of the access
 *
 * The first word is the one that is published.
 *
 * Return false if they have failed.
 */
bool nv_fifo_dma_read(NVGPU *gpu, NVVmUser user, const NVDMAObject *obj,
                      uint64_t offset, void *buf, size_t len);
bool nv_fifo_dma_publish(NVGPU *gpu, NVVmUser user, const NVDMAObject *obj,
                         uint64_t offset, const void *words, unsigned count);

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

/** nv_semaphore_acquiring: whether CACHE1's channel waits for a semaphore */
static inline bool nv_semaphore_acquiring(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                      NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE);
}

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

/* --- queue.c ---------------------------------------------------------- */

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

/** nv_puller_idle: the engine used last has nothing left to do */
static inline bool nv_puller_idle(NVGPU *gpu)
{
    unsigned last = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                               NV_PFIFO_CACHE1_PULL1, ENGINE);

    return nv_queue_idle(gpu, last, nv_fifo_channel(gpu));
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

/* --- semaphore.c, semaphore-nv50.c ------------------------------------ */

/**
 * struct NVSemaphoreChip - semaphores of a generation
 *
 * @dma, @offset, @acquire, @release: the methods DMA_SEMAPHORE,
 *     SEMAPHORE_OFFSET, SEMAPHORE_ACQUIRE, SEMAPHORE_RELEASE
 * @address_high, @address_low, @sequence, @trigger: those of long semaphores,
 *     SEMAPHORE_ADDRESS_HIGH and so on; NULL if there are none
 * @fence: all NV_FENCE_METHODS of these in a row, with parameters in the
 *     pushbuffer; returns how many have been executed
 * @come_true: whether the condition that CACHE1's channel waits for is true
 * @retry: the originator of @come_true's reads, NV50+
 *
 * The methods return false if they raised the SEMAPHORE error, and stay in
 * CACHE1.  An acquire that has to wait has been executed.
 */
struct NVSemaphoreChip {
    bool (*dma)(NVGPU *gpu, const NVHandle *object);
    bool (*offset)(NVGPU *gpu, uint32_t offset);
    bool (*acquire)(NVGPU *gpu, uint32_t want);
    bool (*release)(NVGPU *gpu, uint32_t val);
    bool (*address_high)(NVGPU *gpu, uint32_t high);
    bool (*address_low)(NVGPU *gpu, uint32_t low);
    bool (*sequence)(NVGPU *gpu, uint32_t val);
    bool (*trigger)(NVGPU *gpu, uint32_t operation);
    uint32_t (*fence)(NVGPU *gpu, const uint32_t *data);
    bool (*come_true)(NVGPU *gpu);
    NVVmUser retry;
};

extern const NVSemaphoreChip nv11_semaphore;

/** nv50_semaphore_read_anew, nv50_semaphore_write_anew: if no page is held */
bool nv50_semaphore_read_anew(NVGPU *gpu, NVVmUser user,
                              const NVDMAObject *obj, uint64_t addr,
                              uint32_t *val);
bool nv50_semaphore_write_anew(NVGPU *gpu, const NVDMAObject *obj,
                               uint64_t addr, const void *bytes, size_t size);

/**
 * nv50_semaphore_read: read a semaphore's value, held or not
 * @gpu: the device
 * @user: the originator, for a fault
 * @obj: the object, of which NVSemaphoreObject.hold may hold a page
 * @addr: offset in it, in bytes
 * @val: the result
 *
 * Returns false after a fault.
 */
static inline bool nv50_semaphore_read(NVGPU *gpu, NVVmUser user,
                                       const NVDMAObject *obj, uint64_t addr,
                                       uint32_t *val)
{
    const void *held = nv_dmaobj_held_ptr(&gpu->fifo->semaphores.hold, addr,
                                          sizeof(*val));

    if (unlikely(!held)) {
        return nv50_semaphore_read_anew(gpu, user, obj, addr, val);
    }
    *val = nv_fifo_ldl_p(gpu, held);
    nv_order_after_read();
    return true;
}

/**
 * nv50_semaphore_write: write @size bytes likewise, and hold the page
 *
 * The first word is the one that others wait for.
 */
static inline bool nv50_semaphore_write(NVGPU *gpu, const NVDMAObject *obj,
                                        uint64_t addr, const void *bytes,
                                        size_t size)
{
    const NVDMAHold *hold = &gpu->fifo->semaphores.hold;

    if (unlikely(!nv_dmaobj_hold_has(hold, addr, size))) {
        return nv50_semaphore_write_anew(gpu, obj, addr, bytes, size);
    }
    nv_memory_written(gpu);
    return nv_dmaobj_held_publish(gpu, hold, addr, bytes, size) == MEMTX_OK;
}

extern const NVSemaphoreChip nv50_semaphore;
extern const NVSemaphoreChip nv84_semaphore;

/** nv_semaphore_set_active: set whether CACHE1's channel is acquiring */
void nv_semaphore_set_active(NVGPU *gpu, bool active);

/** nv_semaphore_retry: retry the acquire; true if the channel needn't wait */
bool nv_semaphore_retry(NVGPU *gpu);

/* --- ramht.c ---------------------------------------------------------- */

/**
 * nv_ramht_lookup: translate a handle of the channel in CACHE1
 * @gpu: the device
 * @handle: the handle
 *
 * Returns NULL if RAMHT has no such object.
 */
const NVHandle *nv_ramht_lookup(NVGPU *gpu, uint32_t handle);

/**
 * nv_ramht_find: search RAMHT for a handle
 * @gpu: the device
 * @chid: channel that the object has to belong to
 * @handle: the handle
 * @found: filled in except for the key
 *
 * Returns false if RAMHT has no such object.
 */
bool nv_ramht_find(NVGPU *gpu, unsigned chid, uint32_t handle,
                   NVHandle *found);

/** nv_ramht_log_missing: log where nv_ramht_find() searched for a handle */
void nv_ramht_log_missing(NVGPU *gpu, unsigned chid, uint32_t handle);

/**
 * nv_ramht_slot: read a slot of RAMHT
 * @gpu: the device
 * @chid: the channel whose RAMHT to read, if each has one; otherwise set to
 *        the channel that the object belongs to
 * @slot: number of the slot
 * @handle, @found: the result; @found lacks the key
 *
 * Returns 0 if there is no such slot, -1 if it is empty, and 1 otherwise.
 */
int nv_ramht_slot(NVGPU *gpu, unsigned *chid, unsigned slot, uint32_t *handle,
                  NVHandle *found);

/** nv_ramht_cache_key: NVHandle.key for a handle that is looked up now */
static inline uint64_t nv_ramht_cache_key(NVGPU *gpu, uint32_t handle)
{
    return gpu->pramin.changes << 32 | handle;
}

static inline NVHandle *nv_ramht_cache_slot(NVFifo *fifo, uint32_t handle)
{
    return &fifo->ramht.handles[(handle ^ handle >> 16) % NV_HANDLE_CACHE];
}

/**
 * nv_ramht_forget_old: drop translations whose key could be reused
 * @gpu: the device
 *
 * Keys have 31 bits of NVPramin.changes; a slice increments it far fewer times.
 */
static inline void nv_ramht_forget_old(NVGPU *gpu)
{
    NVFifo *fifo = gpu->fifo;

    if (unlikely(gpu->pramin.changes - fifo->ramht.seen > UINT32_MAX / 2)) {
        memset(fifo->ramht.handles, 0, sizeof(fifo->ramht.handles));
        fifo->ramht.seen = gpu->pramin.changes;
    }
}

/** nv_ramht_cached: a handle of CACHE1's channel that was looked up, or NULL */
static inline const NVHandle *nv_ramht_cached(NVGPU *gpu, uint32_t handle)
{
    const NVHandle *cached = nv_ramht_cache_slot(gpu->fifo, handle);

    return cached->key == nv_ramht_cache_key(gpu, handle) ? cached : NULL;
}

#endif /* HW_NV_FIFO_INTERNAL_H */

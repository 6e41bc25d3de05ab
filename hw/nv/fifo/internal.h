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
#include "state.h"

/* --- scheduler.c ------------------------------------------------------ */

/** enum NVSliceEnd - how a slice, or a round of it, has ended */
typedef enum NVSliceEnd {
    NV_SLICE_IDLE,              /* nothing left that can be done */
    NV_SLICE_WAIT,              /* nothing but channels that acquire */
    NV_SLICE_MORE,              /* the budget is used up */
    NV_SLICE_SPIN,              /* the budget is used up by mere jumps */
} NVSliceEnd;

/**
 * struct NVSlice - a slice in progress
 *
 * @budget: what is left of it, in words
 * @stuck: the first channel that couldn't go on in CACHE1, -1 if all could
 * @in_vain: turns that each PBDMA has given since one of them made progress
 * @steps: how often a PBDMA has made progress
 * @worked: something other than jumps has been done
 * @beside: PBDMAs have had their turn while engines had work in progress
 */
typedef struct NVSlice {
    int64_t budget;
    int stuck;
    unsigned in_vain[NV_PBDMAS];
    unsigned steps;
    bool worked;
    bool beside;
} NVSlice;

/**
 * nv_fifo_kick: something that the FIFO waits for may have happened
 * @gpu: the device
 *
 * Runs a first short slice in place and leaves the rest to a bottom half.
 */
void nv_fifo_kick(NVGPU *gpu);

/**
 * nv_fifo_poll: the guest reads how far the FIFO has got
 * @gpu: the device
 *
 * If a bottom half has work left, runs a short slice of it in place.  A driver
 * gives up after some number of reads, and the bottom half may never get the
 * big lock in between.  Source: Linux, nouveau_dma.c, READ_GET().
 */
void nv_fifo_poll(NVGPU *gpu);

/**
 * nv_fifo_execute_one: make the puller execute the one method in CACHE1, now
 * @gpu: the device
 *
 * Returns true if that leaves nothing to do; otherwise call nv_fifo_kick().
 */
bool nv_fifo_execute_one(NVGPU *gpu);

/**
 * nv_fifo_wake_up: nv_fifo_kick() for callers that aren't inside the device
 *
 * While it runs, the device can't access itself.
 */
void nv_fifo_wake_up(NVGPU *gpu);

/**
 * nv_fifo_by_hand: execute something for a debugger
 * @gpu: the device, whose PFIFO isn't running
 * @run: executes it, even if the card has been stopped; no observer is called
 * @opaque: for @run
 */
void nv_fifo_by_hand(NVGPU *gpu, void (*run)(NVGPU *gpu, void *opaque),
                     void *opaque);

/** nv_fifo_hangs: whether a debugger has hung the channel */
static inline bool nv_fifo_hangs(NVGPU *gpu, unsigned chid)
{
    return unlikely(gpu->fifo->any_hung) &&
           nv_runlist_set_has(gpu->fifo->hung, chid);
}

bool nv_fifo_schedule_init(NVGPU *gpu);
void nv_fifo_schedule_reset(NVGPU *gpu);
/** nv_fifo_schedule_post_load: after loading a snapshot, check for work */
void nv_fifo_schedule_post_load(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_fifo_schedule;
void nv_fifo_schedule_exit(NVGPU *gpu);

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

/* --- intr.c ----------------------------------------------------------- */

/** nv_fifo_update_intr: INTR or INTR_EN has changed */
void nv_fifo_update_intr(NVGPU *gpu);

/** nv_fifo_raise: set bits of INTR */
void nv_fifo_raise(NVGPU *gpu, uint32_t bits);

/* --- Generations ------------------------------------------------------ */

/**
 * struct NVFifoOps - parts of PFIFO that are different before NV04, and from
 *                    NVC0 on
 *
 * @run: nv_puller_run(), for a puller that may run
 * @inject: execute a method of CACHE0's; returns false if it has to wait, or
 *          has stopped CACHE0
 * @push: read up to *@budget words with the DMA pusher that the driver starts
 *        by hand, and subtract what was used; returns whether anything was
 *        done.  NULL: there is none
 * @disable: PMC.ENABLE turns PFIFO off
 * @round: let everything that has work continue; NULL: CACHE1's channel with
 *         its pusher and puller.  If set, none of the above are needed
 * @push_object: nv_pusher_load_object(); NULL: the object that CACHE1 names
 * @refused: called if an engine hasn't taken a channel's methods; or NULL
 */
struct NVFifoOps {
    uint32_t (*run)(NVGPU *gpu, const NVRun *run);
    bool (*inject)(NVGPU *gpu, unsigned subc, uint32_t mthd, uint32_t data);
    bool (*push)(NVGPU *gpu, int64_t *budget);
    void (*disable)(NVGPU *gpu);
    NVSliceEnd (*round)(NVGPU *gpu, NVSlice *slice);
    bool (*push_object)(NVGPU *gpu);
    void (*refused)(NVGPU *gpu, unsigned id, unsigned chid);
};

extern const NVFifoOps nv01_fifo_ops;
extern const NVFifoOps nv03_fifo_ops;
extern const NVFifoOps nv04_fifo_ops;

/* --- user.c, user-nv50.c ---------------------------------------------- */

/**
 * struct NVUserName - a register of a DMA channel's control area
 *
 * @name: its name
 * @offset: where it is in the area, in bytes
 */
typedef struct NVUserName {
    const char *name;
    uint32_t offset;
} NVUserName;

/** NV_USER_NAME - a row of NVUserChip.names */
#define NV_USER_NAME(_reg) { .name = #_reg, .offset = A_ ## _reg }

/**
 * struct NVUserChip - a DMA channel's registers in its control area
 *
 * @names: their names, up to an empty one
 * @read: read the register at @offset; returns false if there is none
 * @write: write it; returns false if there is none that can be written
 */
struct NVUserChip {
    const NVUserName *names;
    bool (*read)(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t *val);
    bool (*write)(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t val);
};

extern const NVUserChip nv04_user, nv10_user, nv40_user, nv50_user;

bool nv40_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                    uint32_t *val);

/**
 * nv_user_channel_reg: channel @chid's value of one of PFIFO's registers: in
 *                      CACHE1 while it owns that, in RAMFC otherwise
 */
uint32_t nv_user_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg);
void nv_user_set_channel_reg(NVGPU *gpu, unsigned chid, uint32_t reg,
                             uint32_t val);

/* --- switcher.c ------------------------------------------------------- */

/**
 * struct NVChannelChip - how a generation manages channels
 *
 * @dma_mode: channel @chid is in DMA mode, else in PIO mode
 * @loaded: CACHE1 has a channel; NULL: always
 * @frozen: PFIFO is frozen; NULL: never
 * @next: the next channel that waits for CACHE1, after CACHE1's own, round
 *        robin; -1: none
 * @update: whether channel @chid, which isn't in CACHE1, has work may have
 *          changed
 * @update_all: the puller was turned on; NULL: that gives no channel work
 * @may_load: channel @chid can be given CACHE1
 * @leaves_empty: a channel has to leave CACHE1 empty; otherwise what is in it
 *                is saved with the channel
 * @may_leave: nothing else prevents it from leaving; NULL: nothing ever does
 * @ramfc: address in instance memory of channel @chid's saved state, or
 *         NV_RAMFC_NOWHERE
 * @block: that of its instance block, NV50+; 0 if there is none
 * @cache: that of the room for CACHE1's methods, NV50+; 0 if there is none
 * @save, @load: between CACHE1 and channel @chid's saved state
 * @exchange: does the whole switch, before NV04; NULL: @save and @load do
 */
struct NVChannelChip {
    bool (*dma_mode)(NVGPU *gpu, unsigned chid);
    bool (*loaded)(NVGPU *gpu);
    bool (*frozen)(NVGPU *gpu);
    int (*next)(NVGPU *gpu);
    void (*update)(NVGPU *gpu, unsigned chid);
    void (*update_all)(NVGPU *gpu);
    bool (*may_load)(NVGPU *gpu, unsigned chid);
    bool leaves_empty;
    bool (*may_leave)(NVGPU *gpu);
    uint32_t (*ramfc)(NVGPU *gpu, unsigned chid);
    uint32_t (*block)(NVGPU *gpu, unsigned chid);
    uint32_t (*cache)(NVGPU *gpu, unsigned chid);
    void (*save)(NVGPU *gpu, unsigned chid);
    void (*load)(NVGPU *gpu, unsigned chid);
    void (*exchange)(NVGPU *gpu, unsigned chid);
};

/** nv_fifo_channel: the channel that owns CACHE1 */
static inline unsigned nv_fifo_channel(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH1), NV_PFIFO_CACHE1_PUSH1,
                      CHID);
}

/** nv_fifo_owns: channel @chid owns CACHE1; otherwise RAMFC has its state */
static inline bool nv_fifo_owns(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    return chid == nv_fifo_channel(gpu) &&
           (!chip->loaded || chip->loaded(gpu));
}

/** nv_fifo_dma_mode: channel @chid is in DMA mode */
static inline bool nv_fifo_dma_mode(NVGPU *gpu, unsigned chid)
{
    return gpu->chip->fifo->channel->dma_mode(gpu, chid);
}

/** nv_fifo_block: nv_channel_block(), for PFIFO itself */
static inline uint32_t nv_fifo_block(NVGPU *gpu, unsigned chid)
{
    return gpu->chip->fifo->channel->block(gpu, chid);
}

/** nv50_channel_of_block: nv_channel_of_block(), NV50 to NVAF */
int nv50_channel_of_block(NVGPU *gpu, uint32_t block);

/** nv50_channel_frozen: NVChannelChip.frozen(), NV50+ */
bool nv50_channel_frozen(NVGPU *gpu);

/** nv_fifo_frozen: the driver, or a debugger, has frozen PFIFO */
static inline bool nv_fifo_frozen(NVGPU *gpu)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    return unlikely(gpu->probes.stopped) ||
           (chip->frozen && chip->frozen(gpu));
}

/**
 * nv_switcher_run: give CACHE1 to another channel, if one waits and may have it
 * @gpu: the device
 *
 * Returns true if it has switched.
 */
bool nv_switcher_run(NVGPU *gpu);

/**
 * nv_switcher_may_leave: whether the channel in CACHE1 may leave
 * @gpu: the device
 *
 * Before NV50 CACHE1 has to be empty for a channel to leave; later, no error
 * may have stopped its puller.
 */
bool nv_switcher_may_leave(NVGPU *gpu);

/**
 * nv_switcher_access: a method was written for channel @chid
 * @gpu: the device
 * @chid: a channel that doesn't own CACHE1
 *
 * Gives CACHE1 to it.  Returns false if that isn't possible now.
 */
bool nv_switcher_access(NVGPU *gpu, unsigned chid);

extern const NVChannelChip nv01_channel;
extern const NVChannelChip nv04_channel;
extern const NVChannelChip nv50_channel;
extern const NVChannelChip nv84_channel;

/**
 * nv_switcher_submit: channel @chid was given work through USER
 *
 * If it isn't in CACHE1, it now waits for that; nv_fifo_kick() runs it.
 */
void nv_switcher_submit(NVGPU *gpu, unsigned chid);

/** nv_switcher_mode: likewise, CHANNEL_MODE was written, with @changed bits */
void nv_switcher_mode(NVGPU *gpu, uint32_t changed);

/**
 * nv_switcher_share: words that the channel in CACHE1 may push now
 * @gpu: the device
 *
 * The rest of its timeslice if another channel waits, otherwise INT64_MAX.
 */
int64_t nv_switcher_share(NVGPU *gpu);

/** nv_switcher_spend: the channel in CACHE1 has used @words of its timeslice */
void nv_switcher_spend(NVGPU *gpu, uint64_t words);

/* --- channel-nv50.c --------------------------------------------------- */

/** nv50_channel_waits: channel @chid may run, has work, but not CACHE1 */
bool nv50_channel_waits(NVGPU *gpu, unsigned chid);

/**
 * nv50_channel_take_over: make the channel named in PUSH1 the owner of CACHE1
 * @gpu: the device
 *
 * Returns false if the table of channels doesn't have such a channel.
 */
bool nv50_channel_take_over(NVGPU *gpu);

/**
 * nv50_runlist_set: these channels take turns from now on
 * @gpu: the device
 * @playlist: the list's address, in PLAYLIST's format
 * @count: channels in it
 *
 * The one in CACHE1 is unloaded if it isn't among them.
 */
void nv50_runlist_set(NVGPU *gpu, uint32_t playlist, unsigned count);

/** nv50_runlist_clear: drop the run list */
void nv50_runlist_clear(NVGPU *gpu);

/**
 * nv50_channel_evict: remove a channel from CACHE1 and the engines
 * @gpu: the device
 * @block: its instance block, in KICK_CHANNEL's format
 *
 * Returns true if it was in CACHE1.  nv50_channel_evicting() says whether
 * engines still have to finish some of its work.
 */
bool nv50_channel_evict(NVGPU *gpu, uint32_t block);
bool nv50_channel_evicting(NVGPU *gpu);

/** nv50_channel_disable: turn a channel off */
void nv50_channel_disable(NVGPU *gpu, unsigned chid);

/** nv50_fifo_post_load: false if the run list that was loaded is invalid */
bool nv50_fifo_post_load(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_runlist;

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

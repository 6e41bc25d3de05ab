/*
 * NVIDIA GPU: PFIFO's state beyond its registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_STATE_H
#define HW_NV_FIFO_STATE_H

#include "hw/nv/fifo.h"
#include "hw/nv/fifo-regs-nv01.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/machine.h"
#include "method.h"

#define NV_FIFO_MAX_CHANNELS 128
#define NV_FIFO_SUBCHANNELS 8
/** Maximum number of PBDMAs, NVC0+ */
#define NV_PBDMAS 3
/** Entries of a run list, as many as its length has bits for */
#define NV_RUNLIST_MAX 4096
#define NV_CACHE1_MAX_ENTRIES 512
/** A channel has no saved state. */
#define NV_RAMFC_NOWHERE UINT32_MAX

/** Bytes that the pusher copies at a time: a page of the page tables */
#define NV_FETCH_SIZE 4096

/** Pieces of the pushbuffer held at once: calls go back and forth */
#define NV_FETCH_WAYS 4

/**
 * struct NVCacheEntry - one slot of CACHE1
 *
 * @addr: NV_PFIFO_CACHE1_ADDR: method, subchannel, non-increasing flag
 * @data: the method's parameter
 */
typedef struct NVCacheEntry {
    uint32_t addr;
    uint32_t data;
} NVCacheEntry;

/**
 * struct NVFetch - a piece of the pushbuffer
 *
 * @start: offset of the first word in the push DMA object
 * @end: offset of the end; equal to @start when nothing is held
 * @words: the words: in the guest's memory, which may change at any time, or
 *         NVPushbuffer.copy
 * @page_stride: bytes from a word to one a page later in the host's memory, 0
 *               if unknown
 *
 * Valid for one slice of the FIFO's work at most.
 */
typedef struct NVFetch {
    uint64_t start;
    uint64_t end;
    const uint32_t *words;
    uintptr_t page_stride;
} NVFetch;

/** Maximum number of pieces of the pushbuffer that are looked up in one go */
#define NV_LOOKAHEAD 8

/**
 * struct NVLookahead - pieces of the pushbuffer that have been looked up ahead
 *
 * @fetch: the pieces, in order
 * @first, @count: those that are left
 * @most: how many to look up the next time
 */
typedef struct NVLookahead {
    NVFetch fetch[NV_LOOKAHEAD];
    unsigned first, count;
    unsigned most;
} NVLookahead;

/** Methods that an engine's input queue holds: a guess */
#define NV_ENGINE_QUEUE 64

/**
 * struct NVQueuedMethod - a method on its way to an engine
 *
 * @due: when it arrives, in ns of the virtual clock
 * @mthd: method, in bytes; 0 binds the object at @data
 * @subc: subchannel
 * @data: its parameter
 */
typedef struct NVQueuedMethod {
    int64_t due;
    uint16_t mthd;
    uint8_t subc;
    uint32_t data;
} NVQueuedMethod;

/**
 * struct NVEngineQueue - an engine's input queue
 *
 * @first: the next method
 * @count: methods in it
 * @chid: their channel
 * @methods: a ring
 */
typedef struct NVEngineQueue {
    uint8_t first, count;
    uint8_t chid;
    NVQueuedMethod methods[NV_ENGINE_QUEUE];
} NVEngineQueue;

/** Entries of the cache of translated handles: power of two */
#define NV_HANDLE_CACHE 256

/**
 * struct NVHandle - a handle that RAMHT has translated
 *
 * @key: the handle, and in the high half the low one of NVPramin.changes when
 *       it was looked up, which is odd; if that differs now, it is invalid
 * @inst: the object's address in instance memory, in bytes
 * @hash: what the register HASH shows for it
 * @context: RAMHT's whole entry for it
 * @engine: engine of the object
 */
typedef struct NVHandle {
    uint64_t key;
    uint32_t inst;
    uint32_t hash;
    uint32_t context;
    uint8_t engine;
} NVHandle;

/**
 * struct NVUserArea - USER: control areas of all channels
 *
 * @gpu: the device
 * @mr: shows them in BAR0
 * @base: their address in BAR0
 * @stride: bytes from one channel's area to the next
 */
typedef struct NVUserArea {
    NVGPU *gpu;
    MemoryRegion mr;
    uint32_t base, stride;
} NVUserArea;

/**
 * struct NVPioPartialWrite - the last write that went to RAMRO, if narrow
 *
 * @addr: NV_RAMRO_ADDR without reason and byte enables
 * @be: lanes of the word that were written, 0: nothing can be joined to it
 * @data: what was written, in its lanes
 * @record: the address of its record in instance memory, or UINT32_MAX
 * @crossed: it follows byte 3 of the previous word
 * @accesses: NVReport.accesses at that time, to detect others in between
 */
typedef struct NVPioPartialWrite {
    uint32_t addr;
    unsigned be;
    bool crossed;
    uint32_t data;
    uint32_t record;
    uint32_t accesses;
} NVPioPartialWrite;

/** No subchannel is selected: it has bits that no command has */
#define NV_FIFO_NONE_SELECTED UINT64_MAX

/** Tables that NV01's PRAM shows: RAMHT, RAMFC, RAMRO */
#define NV_PRAM_WINDOWS 3

/**
 * struct NVPramWindow - window to a table in instance memory, NV01
 *
 * @gpu: the device
 * @mr: shows it in BAR0
 * @area: gives its place
 */
typedef struct NVPramWindow {
    NVGPU *gpu;
    MemoryRegion mr;
    NVInstArea (*area)(NVGPU *gpu);
} NVPramWindow;

/**
 * struct NVFifoScheduler - when PFIFO runs
 *
 * @bh: continues the work after a slice
 * @pause_timer: the same after a pause, so that vCPUs can reach the device
 * @spin_timer: the same for a pushbuffer that loops without a method
 * @due_timer: wakes PFIFO when a method reaches its engine
 * @bh_runs: consecutive runs of the bottom half since the last pause
 * @retries: retries of acquires since one of them succeeded
 * @running: PFIFO is running; its own writes don't start it again
 */
typedef struct NVFifoScheduler {
    NVBottomHalf bh;
    QEMUTimer *pause_timer;
    QEMUTimer *spin_timer;
    QEMUTimer *due_timer;
    uint32_t bh_runs;
    uint32_t retries;
    bool running;
} NVFifoScheduler;

/**
 * struct NVPushbuffer - what the pusher holds of the pushbuffer in a slice
 *
 * @fetch: pieces of it
 * @next: the one that is replaced next
 * @lookahead: the pieces after the one that was fetched last
 * @ib: what is held of the IB buffer
 * @copy: words that can't be executed in place; NVGPU.push_copied tells whether
 *        there are any
 * @memory_written: an engine has written memory, see nv_memory_written()
 */
typedef struct NVPushbuffer {
    NVFetch fetch[NV_FETCH_WAYS];
    unsigned next;
    NVLookahead lookahead;
    NVFetch ib;
    uint32_t copy[NV_FETCH_SIZE / 4];
    bool memory_written;
} NVPushbuffer;

/**
 * struct NVPushObject - the DMA object of the pushbuffer
 *
 * @object: decoded from instance @inst, when NVPramin.changes was @seen
 * @valid: the pusher can read through it
 */
typedef struct NVPushObject {
    NVDMAObject object;
    uint32_t inst;
    uint64_t seen;
    bool valid;
} NVPushObject;

/**
 * struct NVSemaphoreObject - the DMA object of the semaphores, NV50+
 *
 * @object: decoded from instance @inst, when NVPramin.changes was @seen
 * @hold: the page of it that was used last
 */
typedef struct NVSemaphoreObject {
    NVDMAObject object;
    uint32_t inst;
    uint64_t seen;
    NVDMAHold hold;
} NVSemaphoreObject;

/**
 * struct NVRunList - the channels that take turns, NV50+
 *
 * @chid: @len channels, in order
 * @turn: the entry that had the last turn; @len: start with the first
 * @listed: bit per channel in the list
 * @waiting: bit per channel that may have CACHE1, has work, and isn't in it
 */
typedef struct NVRunList {
    uint8_t chid[NV_RUNLIST_MAX];
    uint16_t len;
    uint16_t turn;
    uint64_t listed[NV_FIFO_MAX_CHANNELS / 64];
    uint64_t waiting[NV_FIFO_MAX_CHANNELS / 64];
} NVRunList;

/**
 * struct NVEngineSwitch - an engine that has to switch channels, NVC0+
 *
 * @pending: it hasn't done so yet
 * @unload: it only has to leave its channel, which is @chid
 * @chid: otherwise the channel that waits for it
 * @from: the instance block that it had when it was told to switch, or 0
 * @since: the time of that, in ns of the virtual clock
 */
typedef struct NVEngineSwitch {
    bool pending;
    bool unload;
    uint8_t chid;
    uint32_t from;
    int64_t since;
} NVEngineSwitch;

/**
 * struct NVRamhtCache - translations of RAMHT
 *
 * @handles: by their handles' bits
 * @seen: NVPramin.changes when all were dropped
 */
typedef struct NVRamhtCache {
    NVHandle handles[NV_HANDLE_CACHE];
    uint64_t seen;
} NVRamhtCache;

/**
 * struct NVProbedWork - an engine's work, for NV_PROBE_WORK
 *
 * @chid: the channel that it works for
 * @methods: methods that it was given since it last had no work
 */
typedef struct NVProbedWork {
    uint8_t chid;
    uint64_t methods;
} NVProbedWork;

/**
 * struct NVFifo - PFIFO's state beyond its registers
 *
 * @gpu: the device
 * @regs: registers 0x2000..0x3fff
 * @cache1_regs: CACHE1's contents, where they aren't among @regs
 * @user: the channels' control areas
 * @dma_user: the same for DMA mode only, on cards that have them as well
 * @pram_window: PRAM's windows, NV01
 * @host_fault, @endian_switch, @enables: notified of faults of the CPU's
 *                                         windows, of PMC's endian switch, and
 *                                         of the units and PBDMAs that it turns
 *                                         on and off, NVC0+
 * @sched: when it runs
 * @hung, @any_hung: channels that a debugger has hung, a bit each, and whether
 *                   there are any
 * @mode: CHANNEL_MODE before it was written last
 * @runlist: the channels that take turns, NV50+
 * @pbdma: the PBDMA that is running, or ran last, NVC0+
 * @pbdma_faulted: bit per PBDMA whose channel's memory couldn't be read
 * @pbdma_leaving: bit per PBDMA whose channel has to leave it, and can't before
 *                 the driver has handled an interrupt
 * @pbdma_spent: words that the channel of each has pushed in its timeslice
 * @switches: engines that have to switch channels, NVC0+
 * @switch_timer: fires when one of them takes too long
 * @partial_write: beginning of a PIO access that comes in pieces
 * @cache1: CACHE1's slots
 * @held: what is held of the pushbuffer
 * @push: its DMA object
 * @host_methods: bit per method below 0x100 that the puller executes
 * @yield: the channel in CACHE1 yields to another one that waits
 * @selected: NV_COMMAND_SUBC of the subchannel for which NVPusher.engine is
 *            selected, or NV_FIFO_NONE_SELECTED
 * @semaphores: the semaphores' DMA object
 * @software: of each channel, bit per subchannel for which an object of
 *            software's has been named, or may have been; for the log only
 * @ramht: translations of handles
 * @insts: instances in place of the handles that an engine is given
 * @latency: NVGPU.engine_latency; 0: there are no queues
 * @queues: the engines' input queues, by RAMHT's numbers
 * @work: the engines' work, as last reported
 * @working: bit per engine that has work
 *
 * Not saved (follows from the options): @user, @dma_user, @pram_window,
 * @host_methods
 * Not saved (faults and debuggers are the process's): @hung, @any_hung
 * Not saved (has no meaning between two calls): @yield, @insts
 * Not saved (what is known of memory is read anew): @held, @push, @selected,
 * @semaphores, @ramht
 * Not saved (a single access of the guest's comes in these pieces):
 * @partial_write
 * Not saved (each run sets it before it looks): @pbdma
 * Not saved (what the process reports, not state): @software, @work,
 * @working
 */
struct NVFifo {
    NVGPU *gpu;
    NVRegFile regs;
    NVRegFile cache1_regs;
    NVUserArea user;
    NVUserArea dma_user;
    NVPramWindow pram_window[NV_PRAM_WINDOWS];
    Notifier host_fault;
    Notifier endian_switch;
    Notifier enables;

    NVFifoScheduler sched;
    uint64_t hung[NV_FIFO_MAX_CHANNELS / 64];
    bool any_hung;
    uint32_t mode;
    NVRunList runlist;
    uint8_t pbdma;
    uint8_t pbdma_faulted;
    uint8_t pbdma_leaving;
    int64_t pbdma_spent[NV_PBDMAS];
    NVEngineSwitch switches[NVC0_ENGINES];
    QEMUTimer *switch_timer;

    NVPioPartialWrite partial_write;
    NVCacheEntry cache1[NV_CACHE1_MAX_ENTRIES];
    NVPushbuffer held;
    NVPushObject push;

    uint64_t host_methods;
    bool yield;
    uint64_t selected;
    NVSemaphoreObject semaphores;
    uint8_t software[NV_FIFO_MAX_CHANNELS];
    NVRamhtCache ramht;
    uint32_t insts[NV_MTHD_HANDLES];
    uint32_t latency;
    NVEngineQueue queues[NV_ENGINE__MAX];
    NVProbedWork work[NV_ENGINE__MAX];
    uint16_t working;
};

#endif /* HW_NV_FIFO_STATE_H */

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

typedef struct NVPushReader NVPushReader;

/** Most channels of any card; of those before NVE4 */
#define NV_FIFO_MAX_CHANNELS 4096
#define NVC0_FIFO_CHANNELS 128
#define NV_FIFO_SUBCHANNELS 8
/** Maximum number of PBDMAs, NVC0+ */
#define NV_PBDMAS 3
/** Entries of a run list, as many as its length has bits for */
#define NV_RUNLIST_MAX 4096
/** Most run lists of any card */
#define NV_RUNLISTS 8
/** A channel has no saved state. */
#define NV_RAMFC_NOWHERE UINT32_MAX

/** Bytes that the pusher copies at a time: a page of the page tables */
#define NV_FETCH_SIZE 4096

/** Pieces of the pushbuffer held at once: calls go back and forth */
#define NV_FETCH_WAYS 4

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
    uint16_t chid;
    NVQueuedMethod methods[NV_ENGINE_QUEUE];
} NVEngineQueue;

/** No subchannel is selected: it has bits that no command has */
#define NV_FIFO_NONE_SELECTED UINT64_MAX

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
 * @waiters: number of bits in @waiting
 * @listed: bit per channel in the list
 * @waiting: bit per channel that may have CACHE1 or a PBDMA, has work, and
 *           isn't in it
 *
 * Not saved (by itself: what has it saves it): @chid, @len, @turn, @waiting
 * Not saved (it follows from the others): @waiters, @listed
 */
typedef struct NVRunList {
    uint16_t chid[NV_RUNLIST_MAX];
    uint16_t len;
    uint16_t turn;
    uint16_t waiters;
    uint64_t listed[NV_FIFO_MAX_CHANNELS / 64];
    uint64_t waiting[NV_FIFO_MAX_CHANNELS / 64];
} NVRunList;

/**
 * struct NVProbedWork - an engine's work, for NV_PROBE_WORK
 *
 * @chid: the channel that it works for
 * @methods: methods that it was given since it last had no work
 */
typedef struct NVProbedWork {
    uint16_t chid;
    uint64_t methods;
} NVProbedWork;

/**
 * struct NVFifo - PFIFO's state beyond its registers
 *
 * NVCache1 and NVPbdmas, which it is part of, have the rest.
 *
 * @gpu: the device
 * @host_fault, @endian_switch: notified of faults of the CPU's windows, and of
 *                              PMC's endian switch
 * @sched: when it runs
 * @hung, @any_hung: channels that a debugger has hung, a bit each, and whether
 *                   there are any
 * @runlists: the channels that take turns, NV50+; before NVE4 there is one
 * @unit: the PBDMA that is running, or ran last; 0 if there is CACHE1
 * @held: what is held of the pushbuffer
 * @push: what it is read through: its DMA object; of a PBDMA, which has none,
 *        the channel's address space
 * @selected: a command's bits for the subchannel whose engine is selected, or
 *            NV_FIFO_NONE_SELECTED
 * @semaphores: the semaphores' DMA object
 * @latency: NVGPU.engine_latency; 0: there are no queues
 * @queues: the engines' input queues, by RAMHT's numbers
 * @work: the engines' work, as last reported
 * @working: bit per engine that has work
 *
 * Not saved (faults and debuggers are the process's): @hung, @any_hung
 * Not saved (what is known of memory is read anew): @held, @push, @selected,
 * @semaphores
 * Not saved (each run sets it before it looks): @unit
 * Not saved (what the process reports, not state): @work, @working
 */
struct NVFifo {
    NVGPU *gpu;
    Notifier host_fault;
    Notifier endian_switch;

    NVFifoScheduler sched;
    uint64_t hung[NV_FIFO_MAX_CHANNELS / 64];
    bool any_hung;
    NVRunList runlists[NV_RUNLISTS];
    uint8_t unit;

    NVPushbuffer held;
    NVDMAObject push;
    uint64_t selected;
    NVSemaphoreObject semaphores;

    uint32_t latency;
    NVEngineQueue queues[NV_ENGINE__MAX];
    NVProbedWork work[NV_ENGINE__MAX];
    uint16_t working;
};

#endif /* HW_NV_FIFO_STATE_H */

/*
 * NVIDIA GPU: PFIFO, for debuggers
 *
 * Nothing here waits for the guest; unless stated otherwise, nothing changes
 * what the guest sees.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_INSPECT_H
#define HW_NV_FIFO_INSPECT_H

#include "qapi/qapi-types-nv-gpu-query.h"
#include "hw/nv/engine.h"
#include "hw/nv/memory.h"

/**
 * enum NVChannelWait - why a channel doesn't continue
 *
 * @NV_CHANNEL_OFF: the driver has disabled it, or never enabled it
 * @NV_CHANNEL_IDLE: it has nothing to do
 * @NV_CHANNEL_RUNS: it does continue
 * @NV_CHANNEL_TURN: it is other channels' turn
 * @NV_CHANNEL_SEMAPHORE: it waits for NVSemaphoreView
 * @NV_CHANNEL_ENGINE: NVChannelView.engine is busy, or NVChannelView.stuck
 * @NV_CHANNEL_ERROR: the driver has to handle NVChannelView.error
 * @NV_CHANNEL_FROZEN: the driver has frozen PFIFO, or a part of it:
 *                     NVChannelView.frozen
 * @NV_CHANNEL_HUNG: a debugger has hung it
 */
typedef enum NVChannelWait {
    NV_CHANNEL_OFF,
    NV_CHANNEL_IDLE,
    NV_CHANNEL_RUNS,
    NV_CHANNEL_TURN,
    NV_CHANNEL_SEMAPHORE,
    NV_CHANNEL_ENGINE,
    NV_CHANNEL_ERROR,
    NV_CHANNEL_FROZEN,
    NV_CHANNEL_HUNG,
} NVChannelWait;

/**
 * struct NVSemaphoreView - a semaphore that a channel waits for
 *
 * @addr: its address, in bytes: in its page, its DMA object or the channel's
 *        address space
 * @op: how it is compared
 * @want: the value that it should have
 * @readable: the memory can be read, and has the value @is
 */
typedef struct NVSemaphoreView {
    uint64_t addr;
    NvSemaphoreOp op;
    uint32_t want;
    bool readable;
    uint32_t is;
} NVSemaphoreView;

/**
 * struct NVChannelView - a channel
 *
 * @wait: what it waits for
 * @error, @engine, @stuck, @frozen, @semaphore: details of @wait, see
 *     NVChannelWait; @stuck: see NVEngine, @frozen: the register
 * @dma: it has a pushbuffer; otherwise it is in PIO mode
 * @unit: the PBDMA that it is on, 0 for CACHE1; -1: it is on none
 * @block: address of its instance block, NV50+; 0 if there is none
 * @ramfc: address of its saved state in instance memory; UINT32_MAX if there is
 *         none
 * @push: instance address of its pushbuffer's DMA object, in bytes, before NVC0
 * @get, @put: pointers into its pushbuffer, in bytes
 * @limit: the last byte that @get and @put may point to; UINT64_MAX if there is
 *         no limit
 * @left: words of the current command that are still to come
 * @subroutine, @back: it is in a subroutine, and where that returns to
 * @ring: it has a ring of entries
 * @ring_at, @ring_mask, @ring_get, @ring_put: the ring's address, mask, and
 *     pointers
 * @has_ref, @ref: the reference
 */
typedef struct NVChannelView {
    NVChannelWait wait;
    const char *error;
    const char *engine;
    NVStuck stuck;
    const char *frozen;
    NVSemaphoreView semaphore;
    bool dma;
    int unit;
    uint32_t block;
    uint32_t ramfc;
    uint32_t push;
    uint64_t get, put, limit;
    uint32_t left;
    bool subroutine;
    uint64_t back;
    bool ring;
    uint64_t ring_at;
    uint32_t ring_mask, ring_get, ring_put;
    bool has_ref;
    uint32_t ref;
} NVChannelView;

/** nv_fifo_channels: number of channels of the card */
unsigned nv_fifo_channels(NVGPU *gpu);

/**
 * nv_fifo_inspect: look at a channel
 * @gpu: the device
 * @chid: the channel, numbered below nv_fifo_channels()
 * @view: the result; for a channel that is off, from its saved state if it has
 *        one
 */
void nv_fifo_inspect(NVGPU *gpu, unsigned chid, NVChannelView *view);

/**
 * nv_fifo_inspect_saved: the saved state, which the card may access at any time
 * @gpu: the device
 * @chid: the channel
 * @size: receives its size, in bytes
 *
 * Returns its address in instance memory, or UINT32_MAX if the card doesn't use
 * it for now, or has no place for it.
 */
uint32_t nv_fifo_inspect_saved(NVGPU *gpu, unsigned chid, uint32_t *size);

/**
 * nv_fifo_inspect_user: whose control area an address is in, and which register
 * @gpu: the device
 * @addr: in BAR0, in bytes
 * @name: set to the register's name; NULL if there is none at the address, as
 *        for a method of a channel in PIO mode
 *
 * The areas in video memory that Fermi has instead are not registers.
 *
 * Returns the channel, or -1 if the address is in no control area.
 */
int nv_fifo_inspect_user(NVGPU *gpu, uint64_t addr, const char **name);

/** nv_fifo_has_user: whether an address of BAR0 is in such an area */
bool nv_fifo_has_user(NVGPU *gpu, uint64_t addr);

/** nv_fifo_has_dma: whether the card's channels can have pushbuffers */
bool nv_fifo_has_dma(NVGPU *gpu);

/**
 * struct NVWordView - a named word
 *
 * @name: the register that it belongs to, or ""
 * @addr: its offset or address, in bytes
 * @val: the word
 */
typedef struct NVWordView {
    const char *name;
    uint32_t addr;
    uint32_t val;
} NVWordView;

/**
 * nv_fifo_inspect_ramfc: a field of a channel's saved state
 * @gpu: the device
 * @chid: the channel
 * @i: number of the field
 * @word: the result; its @addr is an offset in RAMFC
 *
 * Returns false if there are no more, or the channel has no saved state.
 */
bool nv_fifo_inspect_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                           NVWordView *word);

/**
 * struct NVHandleView - an entry of RAMHT
 *
 * @chid: the channel that it belongs to
 * @handle, @context: its two words
 * @inst: the object's address in instance memory, in bytes
 * @engine: number of its engine
 */
typedef struct NVHandleView {
    unsigned chid;
    uint32_t handle, context;
    uint32_t inst;
    unsigned engine;
} NVHandleView;

/** nv_fifo_has_ramht: whether the card has RAMHT */
bool nv_fifo_has_ramht(NVGPU *gpu);

/**
 * nv_fifo_inspect_ramht: look at a slot of RAMHT
 * @gpu: the device
 * @chid: the channel; from NV50 on each has its own RAMHT
 * @slot: its number
 * @entry: the result
 *
 * Returns 0 if there is no such slot, -1 if it is empty, otherwise 1.
 */
int nv_fifo_inspect_ramht(NVGPU *gpu, unsigned chid, unsigned slot,
                          NVHandleView *entry);

/** nv_fifo_inspect_ramht_size: where a channel's RAMHT is; returns its slots */
unsigned nv_fifo_inspect_ramht_size(NVGPU *gpu, unsigned chid, uint32_t *base);

/** nv_fifo_inspect_handle: look up a channel's handle; false: there is none */
bool nv_fifo_inspect_handle(NVGPU *gpu, unsigned chid, uint32_t handle,
                            NVHandleView *entry);

/** nv_fifo_engine_name: an engine's name by PFIFO's number */
const char *nv_fifo_engine_name(NVGPU *gpu, unsigned id);

/**
 * nv_fifo_error_name: an error that the card's PFIFO reports to debuggers
 * @gpu: the device, which need not be realized
 * @i: number of the name
 *
 * Returns NULL if there are no more.
 */
const char *nv_fifo_error_name(NVGPU *gpu, unsigned i);

/**
 * nv_fifo_host_methods: the methods that PFIFO executes itself
 *
 * Returns a bit for each below 0x100, all of them if it isn't known.
 */
uint64_t nv_fifo_host_methods(NVGPU *gpu);

/** nv_fifo_class: the class of the object at an instance address */
uint32_t nv_fifo_class(NVGPU *gpu, uint32_t inst);

/** NV_CLASS_SOFTWARE: executed by the driver only; elsewhere a null object */
#define NV_CLASS_SOFTWARE 0x0030

/**
 * nv_fifo_handle_class: the class of a handle's object, if it is known
 * @gpu: the device
 * @chid: channel
 * @mthd: the method with the handle: 0 binds an object
 * @handle: the handle; on Fermi it contains the class
 * @software: set to true if only the driver executes its methods
 *
 * Returns 0 if there is no such object.
 */
uint32_t nv_fifo_handle_class(NVGPU *gpu, unsigned chid, uint32_t mthd,
                              uint32_t handle, bool *software);

/**
 * nv_fifo_method_has_handle: whether a method's data is an object's handle
 * @gpu: the device
 * @mthd: the method, in bytes
 */
bool nv_fifo_method_has_handle(NVGPU *gpu, uint32_t mthd);

/** nv_fifo_pbdmas: number of PBDMAs, 0 if the card has CACHE1 */
unsigned nv_fifo_pbdmas(NVGPU *gpu);

/** nv_fifo_inspect_method: method @i in CACHE1, from GET on; false: no more */
bool nv_fifo_inspect_method(NVGPU *gpu, unsigned i, NVWordView *method,
                            unsigned *subc);

/** nv_fifo_inspect_runlist: the channel of entry @i of the run list, or -1 */
int nv_fifo_inspect_runlist(NVGPU *gpu, unsigned i, bool *turn);

/** nv_fifo_has_runlist: whether the card has a run list */
bool nv_fifo_has_runlist(NVGPU *gpu);

/**
 * nv_fifo_space: where a channel's addresses point to
 * @gpu: the device
 * @chid: channel
 * @obj: its address space from NV50 on, before that its pushbuffer's DMA object
 *
 * Returns false if it has none.
 */
bool nv_fifo_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj);

/** nv_fifo_push_space: the same for addresses of its pushbuffer and ring */
bool nv_fifo_push_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj);

/**
 * struct NVEntryView - an entry of a channel's ring
 *
 * @low, @high: its two words
 * @addr: address of its piece of the pushbuffer, in bytes
 * @words: length of that piece
 */
typedef struct NVEntryView {
    uint32_t low, high;
    uint64_t addr;
    uint32_t words;
} NVEntryView;

/** nv_fifo_inspect_entry: entry @i of a channel's ring; false if unreadable */
bool nv_fifo_inspect_entry(NVGPU *gpu, unsigned chid, uint32_t i,
                           NVEntryView *entry);

/** nv_fifo_ldl: load a word in the channels' byte order */
uint32_t nv_fifo_ldl(NVGPU *gpu, const void *bytes);

/** nv_fifo_stl: store a word in the channels' byte order */
void nv_fifo_stl(NVGPU *gpu, void *bytes, uint32_t val);

/* --- Actions ---------------------------------------------------------- */

/**
 * nv_fifo_submit: insert methods into a channel
 * @gpu: the device
 * @run: the methods, evenly spaced by @step
 * @executed: set to the number executed, even if PFIFO stands still
 * @errp: why not all were taken
 *
 * They come before whatever the channel would do next.  Those that can't be
 * executed now wait in CACHE1.  Returns false if some are lost.
 */
bool nv_fifo_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                    Error **errp);

/**
 * nv_fifo_push: make a channel execute commands in its address space
 * @gpu: the device
 * @chid: channel
 * @addr: address of the first word, in bytes
 * @words: number of words
 * @errp: why not
 *
 * Adds an entry if the channel has a ring; otherwise it uses a call, so that
 * the last word has to be a return.
 */
bool nv_fifo_push(NVGPU *gpu, unsigned chid, uint64_t addr, uint32_t words,
                  Error **errp);

/** nv_fifo_kill: disable a channel, as its driver does */
bool nv_fifo_kill(NVGPU *gpu, unsigned chid, Error **errp);

/** nv_fifo_hang: never schedule a channel again, or undo that */
void nv_fifo_hang(NVGPU *gpu, unsigned chid, bool hung);

/** nv_fifo_is_hung: nv_fifo_hang() keeps it from having its turn */
bool nv_fifo_is_hung(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_FIFO_INSPECT_H */

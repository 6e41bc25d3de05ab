/*
 * NVIDIA GPU: PFIFO as a debugger sees it, and acts on it
 *
 * Nothing here waits for the guest, or changes what the guest sees, except
 * where it says so.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_LOOK_H
#define HW_NV_FIFO_LOOK_H

#include "hw/nv/engine.h"
#include "hw/nv/memory.h"

/**
 * enum NVChannelWait - why a channel doesn't go on
 *
 * @NV_CHANNEL_OFF: the driver has turned it off, or never turned it on
 * @NV_CHANNEL_IDLE: it has nothing to do
 * @NV_CHANNEL_RUNS: it does go on
 * @NV_CHANNEL_TURN: it is other channels' turn
 * @NV_CHANNEL_SEMAPHORE: it waits for NVSemaphoreLook
 * @NV_CHANNEL_ENGINE: NVChannelLook.engine is busy, or NVChannelLook.stuck
 * @NV_CHANNEL_ERROR: the driver has to handle NVChannelLook.error
 * @NV_CHANNEL_FROZEN: the driver has frozen PFIFO, or a part of it:
 *                     NVChannelLook.frozen
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
 * struct NVSemaphoreLook - a semaphore that a channel waits for
 *
 * @addr: where it is, in bytes: of its page, its DMA object or the channel's
 *        space
 * @compare: "==", ">=" or "&"
 * @want: the value that it should have
 * @readable: the memory can be read; its value is @is
 */
typedef struct NVSemaphoreLook {
    uint64_t addr;
    const char *compare;
    uint32_t want;
    bool readable;
    uint32_t is;
} NVSemaphoreLook;

/**
 * struct NVChannelLook - a channel
 *
 * @wait: what it waits for
 * @error, @engine, @stuck, @frozen, @semaphore: details of @wait, see
 *     NVChannelWait; @stuck: see NVEngine, @frozen: the register
 * @dma: it has a pushbuffer; otherwise it is in PIO mode
 * @unit: the PBDMA that it is in, 0 for CACHE1; -1: it is in neither
 * @block: address of its instance block, NV50+; 0 if there is none
 * @ramfc: address of its saved state in instance memory
 * @push: instance address of its pushbuffer's DMA object, in bytes, before NVC0
 * @get, @put: where it is in its pushbuffer, in bytes
 * @limit: the last byte that @get and @put may have, UINT64_MAX if there is no
 *         limit
 * @left: words of the command under way that are still to come
 * @subroutine, @back: it is in a subroutine, and where that returns to
 * @ring: it has a ring of entries
 * @ring_at, @ring_mask, @ring_get, @ring_put: where they are, and their numbers
 * @has_ref, @ref: the reference
 */
typedef struct NVChannelLook {
    NVChannelWait wait;
    const char *error;
    const char *engine, *stuck;
    const char *frozen;
    NVSemaphoreLook semaphore;
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
} NVChannelLook;

/** nv_fifo_channels: how many channels the card has */
unsigned nv_fifo_channels(NVGPU *gpu);

/**
 * nv_fifo_look: look at a channel
 * @gpu: the device
 * @chid: the channel, below nv_fifo_channels()
 * @look: the result; for a channel that is off, what its saved state says, if
 *        it has one
 */
void nv_fifo_look(NVGPU *gpu, unsigned chid, NVChannelLook *look);

/**
 * nv_fifo_look_saved: a saved state that the card may load or write at any time
 * @gpu: the device
 * @chid: the channel
 * @size: its size, in bytes
 *
 * Returns its address in instance memory, or UINT32_MAX if the card leaves the
 * channel alone for now, or has nowhere to save it.
 */
uint32_t nv_fifo_look_saved(NVGPU *gpu, unsigned chid, uint32_t *size);

/**
 * nv_fifo_look_user: whose control area an address is in, and which register
 * @gpu: the device
 * @addr: in BAR0, in bytes
 * @name: set to the register's name; NULL if there is none at the address, as
 *        for a method of a channel in PIO mode
 *
 * The areas in video memory that Fermi has instead are not registers.
 *
 * Returns the channel, or -1 if the address is in no control area.
 */
int nv_fifo_look_user(NVGPU *gpu, uint64_t addr, const char **name);

/**
 * struct NVWordLook - a word with a name
 *
 * @name: the register that it is for, or ""
 * @addr: its offset or address, in bytes
 * @val: the word
 */
typedef struct NVWordLook {
    const char *name;
    uint32_t addr;
    uint32_t val;
} NVWordLook;

/**
 * nv_fifo_look_ramfc: a field of a channel's saved state
 * @gpu: the device
 * @chid: the channel
 * @i: number of the field
 * @word: the result; its @addr is an offset in RAMFC
 *
 * Returns false if there are no more, or the channel has no saved state.
 */
bool nv_fifo_look_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                        NVWordLook *word);

/**
 * struct NVHandleLook - an entry of RAMHT
 *
 * @chid: whose it is
 * @handle, @context: its two words
 * @inst: the object's address in instance memory, in bytes
 * @engine: number of its engine
 */
typedef struct NVHandleLook {
    unsigned chid;
    uint32_t handle, context;
    uint32_t inst;
    unsigned engine;
} NVHandleLook;

/** nv_fifo_has_ramht: the card has RAMHT */
bool nv_fifo_has_ramht(NVGPU *gpu);

/**
 * nv_fifo_look_ramht: look at a slot of RAMHT
 * @gpu: the device
 * @chid: the channel that looks, whose RAMHT it is from NV50 on
 * @slot: its number
 * @entry: the result
 *
 * Returns 0 if there is no such slot, -1 if it is empty, and else 1.
 */
int nv_fifo_look_ramht(NVGPU *gpu, unsigned chid, unsigned slot,
                       NVHandleLook *entry);

/** nv_fifo_look_handle: look up a channel's handle; false: no such object */
bool nv_fifo_look_handle(NVGPU *gpu, unsigned chid, uint32_t handle,
                         NVHandleLook *entry);

/** nv_fifo_engine_name: an engine's name by PFIFO's number */
const char *nv_fifo_engine_name(NVGPU *gpu, unsigned id);

/** nv_fifo_class: class of the object at an instance address */
uint32_t nv_fifo_class(NVGPU *gpu, uint32_t inst);

/** NV_CLASS_SOFTWARE: what only a driver executes, a null object elsewhere */
#define NV_CLASS_SOFTWARE 0x0030

/**
 * nv_fifo_handle_class: the class of a handle's object, as far as that is known
 * @gpu: the device
 * @chid: channel
 * @mthd: the method that has the handle: 0 binds an object
 * @handle: the handle; on Fermi it has the class
 * @software: set to true if only a driver executes its methods
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

/** nv_fifo_pbdmas: PBDMAs of the card, 0 if it has CACHE1 */
unsigned nv_fifo_pbdmas(NVGPU *gpu);

/** nv_fifo_look_method: method @i in CACHE1, from GET on; false: no more */
bool nv_fifo_look_method(NVGPU *gpu, unsigned i, NVWordLook *method,
                         unsigned *subc);

/** nv_fifo_look_runlist: the channel of entry @i of the run list, or -1 */
int nv_fifo_look_runlist(NVGPU *gpu, unsigned i, bool *turn);

/** nv_fifo_has_runlist: the card has one */
bool nv_fifo_has_runlist(NVGPU *gpu);

/**
 * nv_fifo_space: what a channel's addresses mean
 * @gpu: the device
 * @chid: channel
 * @obj: from NV50 on its address space, before that its pushbuffer's object
 *
 * Returns false if it has none.
 */
bool nv_fifo_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj);

/** nv_fifo_push_space: the same for addresses of its pushbuffer and entries */
bool nv_fifo_push_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj);

/**
 * struct NVEntryLook - an entry of a channel's ring
 *
 * @low, @high: its two words
 * @addr: of the piece of the pushbuffer that it names, in bytes
 * @words: of that piece
 */
typedef struct NVEntryLook {
    uint32_t low, high;
    uint64_t addr;
    uint32_t words;
} NVEntryLook;

/** nv_fifo_look_entry: entry @i of a channel's ring; false: it can't be read */
bool nv_fifo_look_entry(NVGPU *gpu, unsigned chid, uint32_t i,
                        NVEntryLook *entry);

/** nv_fifo_ldl: a word as the channels' byte order has it */
uint32_t nv_fifo_ldl(NVGPU *gpu, const void *bytes);

/** nv_fifo_stl: the opposite */
void nv_fifo_stl(NVGPU *gpu, void *bytes, uint32_t val);

/* --- Acts ------------------------------------------------------------- */

/**
 * nv_fifo_submit: give a channel methods
 * @gpu: the device
 * @run: the methods, all alike in @step
 * @executed: set to the number executed, even if PFIFO stands still
 * @errp: why not all were taken
 *
 * They come before what the channel would do next.  Those that can't be
 * executed now wait in CACHE1.  Returns false if some are lost.
 */
bool nv_fifo_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                    Error **errp);

/**
 * nv_fifo_push: make a channel execute words that are in its address space
 * @gpu: the device
 * @chid: channel
 * @addr: address of the first, in bytes
 * @words: their number
 * @errp: why not
 *
 * Uses an entry if the channel has a ring; otherwise a call, so that the last
 * word has to be a return.
 */
bool nv_fifo_push(NVGPU *gpu, unsigned chid, uint64_t addr, uint32_t words,
                  Error **errp);

/** nv_fifo_kill: turn a channel off, as its driver does */
bool nv_fifo_kill(NVGPU *gpu, unsigned chid, Error **errp);

/** nv_fifo_hang: a channel never has its turn again, or may have it again */
void nv_fifo_hang(NVGPU *gpu, unsigned chid, bool hung);

#endif /* HW_NV_FIFO_LOOK_H */

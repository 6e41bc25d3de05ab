/*
 * NVIDIA GPU: PFIFO with CACHE1: its row, and its state beyond registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_STATE_H
#define HW_NV_FIFO_CACHE1_STATE_H

#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/state.h"

#define NV_CACHE1_MAX_ENTRIES 512

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
 * struct NVPushObject - what is known of the pushbuffer's DMA object
 *
 * @inst: the instance that NVFifo.push was decoded from, when NVPramin.changes
 *        was @seen
 * @valid: the pusher can read through it
 */
typedef struct NVPushObject {
    uint32_t inst;
    uint64_t seen;
    bool valid;
} NVPushObject;

/** Largest number of fields of a channel's saved state */
#define NV_RAMFC_PARTS 40

/**
 * struct NVRamfcPart - a field of a channel's saved state, as switches need it
 *
 * @reg: register that holds it, as an index into NVGPU.regs
 * @word: word of the saved state
 * @rotate: how far it is rotated to the left from the register to the word
 * @in_word: its bits in the word
 * @take, @keep: bits of the register that it sets, and that stay as they are;
 *               the others can't be written
 */
typedef struct NVRamfcPart {
    uint32_t reg;
    uint8_t word, rotate;
    uint32_t in_word;
    uint32_t take, keep;
} NVRamfcPart;

/**
 * struct NVRamfcPlan - a channel's saved state
 *
 * @parts, @count: its fields
 * @whole: so many of them, the first ones, are words and whole registers
 * @words: how many words they are in
 */
typedef struct NVRamfcPlan {
    NVRamfcPart parts[NV_RAMFC_PARTS];
    unsigned count, whole, words;
} NVRamfcPlan;

/**
 * struct NVCache1 - PFIFO's state beyond its registers, if it has CACHE1
 *
 * @fifo: what PFIFO has with PBDMAs as well
 * @regs: registers 0x2000..0x3fff
 * @cache1_regs: CACHE1's contents, where they aren't among @regs
 * @user: the channels' control areas
 * @dma_user: the same for DMA mode only, on cards that have them as well
 * @pram_window: PRAM's windows, NV01
 * @mode: CHANNEL_MODE before it was written last
 * @partial_write: beginning of a PIO access that comes in pieces
 * @cache1: CACHE1's slots
 * @host_methods: bit per method below 0x100 that the puller executes
 * @yield: the channel in CACHE1 yields to another one that waits
 * @software: of each channel, bit per subchannel for which an object of
 *            software's has been named, or may have been; for the log only
 * @push_object: the pushbuffer's DMA object
 * @ramht: translations of handles
 * @insts: instances in place of the handles that an engine is given
 * @ramfc: saved states of two sizes: the usual one, and
 *         NVCache1Chip.ramfc_small
 *
 * Not saved (follows from the options): @user, @dma_user, @pram_window,
 * @host_methods, @ramfc
 * Not saved (has no meaning between two calls): @yield, @insts
 * Not saved (what is known of memory is read anew): @push_object, @ramht
 * Not saved (a single access of the guest's comes in these pieces):
 * @partial_write
 * Not saved (what the process reports, not state): @software
 */
typedef struct NVCache1 {
    NVFifo fifo;
    NVRegFile regs;
    NVRegFile cache1_regs;
    NVUserArea user;
    NVUserArea dma_user;
    NVPramWindow pram_window[NV_PRAM_WINDOWS];

    uint32_t mode;
    NVPioPartialWrite partial_write;
    NVCacheEntry cache1[NV_CACHE1_MAX_ENTRIES];

    uint64_t host_methods;
    bool yield;
    uint8_t software[NVC0_FIFO_CHANNELS];
    NVPushObject push_object;
    NVRamhtCache ramht;
    uint32_t insts[NV_MTHD_HANDLES];
    NVRamfcPlan ramfc[2];
} NVCache1;

/** nv_cache1, nv_cache1_of: the state of a PFIFO that has CACHE1 */
static inline NVCache1 *nv_cache1_of(NVFifo *fifo)
{
    return container_of(fifo, NVCache1, fifo);
}

static inline NVCache1 *nv_cache1(NVGPU *gpu)
{
    return nv_cache1_of(gpu->fifo);
}

/** nv_cache1_chip: what distinguishes the card's PFIFO, which has CACHE1 */
static inline const NVCache1Chip *nv_cache1_chip(const NVGPU *gpu)
{
    return container_of(gpu->chip->fifo, NVCache1Chip, fifo);
}

#endif /* HW_NV_FIFO_CACHE1_STATE_H */

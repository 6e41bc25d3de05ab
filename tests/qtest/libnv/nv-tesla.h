/*
 * Tests of the NVIDIA GPU: channels of NV50 and later
 *
 * As nouveau makes them (nvkm/engine/fifo/nv50.c, channv50.c, chang84.c,
 * gpfifonv50.c), except that all blocks and objects are in one stretch of video
 * memory, so that each channel can name each object.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_TESLA_H
#define LIBNV_NV_TESLA_H

#include "hw/nv/fifo-regs-nv50.h"
#include "nv-channel.h"
#include "nv-vm.h"

/* What is where in the stretch, in bytes */
#define NV_TESLA_BLOCK 0x3000
#define NV_TESLA_BLOCK_RAMFC_NV84 0x0600
#define NV_TESLA_BLOCK_CACHE_NV50 0x0400
#define NV_TESLA_BLOCK_CACHE_NV84 0x0800
#define NV_TESLA_BLOCK_RAMHT 0x2000
#define NV_TESLA_HEAP 0x80000
#define NV_TESLA_SIZE 0x100000

/* Of RAMFC: words, and METHOD_COUNT's place in bytes */
#define NV_TESLA_RAMFC_WORDS 0x40
#define NV_TESLA_RAMFC_METHOD_COUNT 0x34

/* Entries of a channel's RAMHT */
#define NV_TESLA_RAMHT_BITS 9

/* Virtual addresses of the buffers in NV_IN_GART */
#define NV_TESLA_VA 0x100000

/* DMA_FETCH as the driver sets it, outside and in IB mode */
#define NV_TESLA_FETCH 0x003f6078
#define NV_TESLA_FETCH_IB 0x403f6078

#define NV_TESLA_CHANNELS 128

/**
 * struct NVTesla - what the driver knows of all channels
 *
 * @base: address of the stretch
 * @next_block: where the next block goes
 * @block, @ramfc: addresses of each channel's, 0 if there is none
 * @runlists: addresses of the two lists, which take turns
 * @runlist: which is next
 * @table: page table of the buffers in NV_IN_GART
 * @va_next: next virtual address
 */
typedef struct NVTesla {
    uint32_t base;
    uint32_t next_block;
    uint32_t block[NV_TESLA_CHANNELS], ramfc[NV_TESLA_CHANNELS];
    uint32_t runlists[2];
    unsigned runlist;
    uint32_t table;
    uint64_t va_next;
} NVTesla;

/** nv_is_tesla: the card is NV50 or later */
static inline bool nv_is_tesla(const NVDev *nv)
{
    return nv->card->features & NV_CARD_NV50;
}

/** nv_tesla_init: bring up PFIFO, as nv50_fifo_oneinit() and so on do */
void nv_tesla_init(NVDev *nv);

/** nv_tesla_move: blocks and objects from now on are in a stretch at @base */
void nv_tesla_move(NVDev *nv, uint32_t base);

/** nv_tesla_fifo_init: nv50_fifo_init() */
void nv_tesla_fifo_init(NVDev *nv);

/** nv_tesla_runlist_update: nv50_fifo_runlist_update() */
void nv_tesla_runlist_update(NVDev *nv);

/** nv_tesla_runlist_set: schedule @count channels, and no others */
void nv_tesla_runlist_set(NVDev *nv, const unsigned *chids, unsigned count);

/** nv_tesla_block_new: give a channel a block, which is cleared */
void nv_tesla_block_new(NVDev *nv, unsigned chid);

/** nv_tesla_start, nv_tesla_stop: schedule the channel, or don't */
void nv_tesla_start(NVDev *nv, unsigned chid);
void nv_tesla_stop(NVDev *nv, unsigned chid);

/** nv_tesla_kick: make PFIFO unload the channel */
void nv_tesla_kick(NVDev *nv, unsigned chid);

/** nv_tesla_offset: what objects of a channel are called, in 16 bytes */
uint32_t nv_tesla_offset(NVDev *nv, unsigned chid, uint32_t inst);

/** nv_tesla_ramht: where a channel's RAMHT is */
uint32_t nv_tesla_ramht(NVDev *nv, unsigned chid);

/**
 * nv_tesla_ramht_insert: write an entry of a channel's RAMHT; returns the slot
 */
uint32_t nv_tesla_ramht_insert(NVDev *nv, unsigned chid, uint32_t handle,
                               uint32_t context);

/** nv_tesla_dmaobj: make a DMA object; returns where it is */
uint32_t nv_tesla_dmaobj(NVDev *nv, uint32_t flags, uint64_t base,
                         uint64_t limit);

/** nv_tesla_map: pages for the card; returns their virtual address */
uint64_t nv_tesla_map(NVDev *nv, const uint64_t *pages, unsigned count);

/* --- IB mode ---------------------------------------------------------- */

/** Entries of the IB buffers that nv_ib_chan_new() makes, log2 */
#define NV_IB_ORDER 4

/** IB_ENTRY.NON_MAIN, in the high word */
#define NV_IB_NOT_MAIN 0x200

/**
 * nv_ib_chan_new: make a channel in IB mode
 * @nv: the card
 * @chid: number of the channel
 * @place: where pushbuffer and IB buffer are
 * @order: log2 of the IB buffer's entries
 *
 * nv_kick() and nv_run() do on it what they do on others.
 */
NVChan *nv_ib_chan_new(NVDev *nv, unsigned chid, NVPlace place,
                       unsigned order);

/** nv_tesla_set_ib: make a channel use an IB buffer at @address */
void nv_tesla_set_ib(NVChan *chan, uint32_t address, unsigned order);

/** nv_tesla_rewind: make the channel, which is idle, begin at entry 0 again */
void nv_tesla_rewind(NVChan *chan);

/** nv_ib_entry_at: address in the pushbuffer of an entry of the ring */
uint32_t nv_ib_entry_at(NVChan *chan, uint32_t index);

/** nv_ib_entry: append an entry, which takes effect with nv_ib_kick() */
void nv_ib_entry(NVChan *chan, uint64_t address, uint32_t words,
                 uint32_t flags);

/** nv_ib_kick: write IB_PUT */
void nv_ib_kick(NVChan *chan);

/** nv_ib_wait: wait until all entries have been read, and what they name */
#define nv_ib_wait(_chan) \
    nv_poll(nv_user_rd32(_chan, A_NV50_USER_IB_GET) == (_chan)->ib_put && \
            nv_user_get(_chan) == nv_user_put(_chan))

#endif /* LIBNV_NV_TESLA_H */

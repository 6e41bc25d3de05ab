/*
 * NVIDIA GPU: how generations of PFIFO differ for a debugger
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_LOOK_PRIVATE_H
#define HW_NV_FIFO_LOOK_PRIVATE_H

#include "hw/nv/fifo-look.h"
#include "state.h"

/**
 * struct NVFifoErrorName - an error that PFIFO reports to debuggers
 *
 * @name: its name, as passed to nv_probe_error()
 * @pusher, @puller: bits of NVFifoChip's; a card that reports it has one of
 *                   them; 0: all cards report it
 * @dma: only cards with pushbuffers report it
 */
typedef struct NVFifoErrorName {
    const char *name;
    uint32_t pusher, puller;
    bool dma;
} NVFifoErrorName;

/**
 * struct NVFifoLookChip - how a generation differs for a debugger
 *
 * @on: a channel is turned on, or in CACHE1
 * @look: fills in the channel's state, except for the members below; returns
 *        false if it has none
 * @saved: nv_fifo_look_saved(); NULL: there are no saved states
 * @error: the error that stops it, NULL: none
 * @semaphore: what it waits for; false: nothing; NULL: never
 * @turn: it waits for its turn
 * @engine: number of the engine that a channel in CACHE1 or a PBDMA waits for,
 *          or -1
 * @frozen: the register by which the driver has frozen it, NULL: none
 * @ramfc: nv_fifo_look_ramfc()
 * @space, @push_space: nv_fifo_space(), nv_fifo_push_space()
 * @entry_words: significant bits of an entry's second word, from bit 10 on
 * @submit: nv_fifo_submit()
 * @push: nv_fifo_push() for a channel that is on
 * @kill: nv_fifo_kill() for one that is on; NULL: channels can't be turned off
 * @errors: the errors that it reports, up to a row without a name
 */
struct NVFifoLookChip {
    bool (*on)(NVGPU *gpu, unsigned chid);
    bool (*look)(NVGPU *gpu, unsigned chid, NVChannelLook *look);
    uint32_t (*saved)(NVGPU *gpu, unsigned chid, uint32_t *size);
    const char *(*error)(NVGPU *gpu, unsigned chid);
    bool (*semaphore)(NVGPU *gpu, unsigned chid, NVSemaphoreLook *look);
    bool (*turn)(NVGPU *gpu, unsigned chid);
    int (*engine)(NVGPU *gpu, unsigned chid);
    const char *(*frozen)(NVGPU *gpu, unsigned chid);
    bool (*ramfc)(NVGPU *gpu, unsigned chid, unsigned i, NVWordLook *word);
    bool (*space)(NVGPU *gpu, unsigned chid, NVDMAObject *obj);
    bool (*push_space)(NVGPU *gpu, unsigned chid, NVDMAObject *obj);
    unsigned entry_words;
    bool (*submit)(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                   Error **errp);
    bool (*push)(NVGPU *gpu, const NVChannelLook *look, unsigned chid,
                 uint64_t addr, uint32_t words, Error **errp);
    void (*kill)(NVGPU *gpu, unsigned chid);
    const NVFifoErrorName *errors;
};

/** nv50_look_space: the address space of a channel's block, NV50+ */
bool nv50_look_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj);

extern const NVFifoLookChip nv01_fifo_look, nv04_fifo_look, nv50_fifo_look,
    nvc0_fifo_look;

/* --- act-cache1.c ----------------------------------------------------- */

bool nv04_act_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                     Error **errp);
bool nv04_act_push(NVGPU *gpu, const NVChannelLook *look, unsigned chid,
                   uint64_t addr, uint32_t words, Error **errp);
void nv04_act_kill(NVGPU *gpu, unsigned chid);
bool nv50_act_push(NVGPU *gpu, const NVChannelLook *look, unsigned chid,
                   uint64_t addr, uint32_t words, Error **errp);
void nv50_act_kill(NVGPU *gpu, unsigned chid);

/**
 * nv_act_ring_has_room: a channel's ring has room for an entry
 * @look: the channel
 * @words: words of the pushbuffer in the entry
 * @most: how many words an entry can have
 * @errp: set if there is no room
 */
bool nv_act_ring_has_room(const NVChannelLook *look, uint32_t words,
                          uint32_t most, Error **errp);

/* --- act-nvc0.c ------------------------------------------------------- */

bool nvc0_act_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                     Error **errp);
bool nvc0_act_push(NVGPU *gpu, const NVChannelLook *look, unsigned chid,
                   uint64_t addr, uint32_t words, Error **errp);
void nvc0_act_kill(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_FIFO_LOOK_PRIVATE_H */

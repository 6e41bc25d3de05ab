/*
 * NVIDIA GPU: how generations of PFIFO differ for a debugger
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_INSPECT_PRIVATE_H
#define HW_NV_FIFO_INSPECT_PRIVATE_H

#include "hw/nv/fifo-inspect.h"
#include "state.h"

/**
 * struct NVRamhtView - RAMHT for a debugger
 *
 * @size, @slot, @find, @class: nv_fifo_inspect_ramht_size(),
 *     nv_fifo_inspect_ramht(), nv_fifo_inspect_handle(), nv_fifo_handle_class()
 */
typedef struct NVRamhtView {
    unsigned (*size)(NVGPU *gpu, unsigned chid, uint32_t *base);
    int (*slot)(NVGPU *gpu, unsigned chid, unsigned slot, NVHandleView *entry);
    bool (*find)(NVGPU *gpu, unsigned chid, uint32_t handle,
                 NVHandleView *entry);
    uint32_t (*class)(NVGPU *gpu, unsigned chid, uint32_t mthd,
                      uint32_t handle, bool *software);
} NVRamhtView;

/**
 * struct NVFifoInspectChip - how a generation differs for a debugger
 *
 * @on: a channel is turned on, or in CACHE1
 * @inspect: fills in the channel's state, except for the members below; returns
 *        false if it has none
 * @saved: nv_fifo_inspect_saved(); NULL: there are no saved states
 * @error: the error that stops it, NULL: none
 * @semaphore: what it waits for; false: nothing; NULL: never
 * @turn: it waits for its turn
 * @engine: number of the engine that a channel in CACHE1 or a PBDMA waits for,
 *          or -1
 * @frozen: the register by which the driver has frozen it, NULL: none
 * @ramfc: nv_fifo_inspect_ramfc()
 * @space, @push_space: nv_fifo_space(), nv_fifo_push_space()
 * @entry_words: significant bits of an entry's second word, from bit 10 on
 * @submit: nv_fifo_submit()
 * @push: nv_fifo_push() for a channel that is on
 * @kill: nv_fifo_kill() for one that is on; NULL: channels can't be turned off
 * @error_name: nv_fifo_error_name()
 * @user: nv_fifo_inspect_user(), also for cards without registers there; NULL:
 *        no control area is in BAR0
 * @method: nv_fifo_inspect_method(); NULL: there is no CACHE1
 * @host_methods: nv_fifo_host_methods(); NULL: they aren't known
 * @ramht: RAMHT; NULL: there is none
 * @runlist: there is a run list
 */
struct NVFifoInspectChip {
    bool (*on)(NVGPU *gpu, unsigned chid);
    bool (*inspect)(NVGPU *gpu, unsigned chid, NVChannelView *view);
    uint32_t (*saved)(NVGPU *gpu, unsigned chid, uint32_t *size);
    const char *(*error)(NVGPU *gpu, unsigned chid);
    bool (*semaphore)(NVGPU *gpu, unsigned chid, NVSemaphoreView *view);
    bool (*turn)(NVGPU *gpu, unsigned chid);
    int (*engine)(NVGPU *gpu, unsigned chid);
    const char *(*frozen)(NVGPU *gpu, unsigned chid);
    bool (*ramfc)(NVGPU *gpu, unsigned chid, unsigned i, NVWordView *word);
    bool (*space)(NVGPU *gpu, unsigned chid, NVDMAObject *obj);
    bool (*push_space)(NVGPU *gpu, unsigned chid, NVDMAObject *obj);
    unsigned entry_words;
    bool (*submit)(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                   Error **errp);
    bool (*push)(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                 uint64_t addr, uint32_t words, Error **errp);
    void (*kill)(NVGPU *gpu, unsigned chid);
    const char *(*error_name)(NVGPU *gpu, unsigned i);
    int (*user)(NVGPU *gpu, uint64_t addr, const char **name);
    bool (*method)(NVGPU *gpu, unsigned i, NVWordView *method, unsigned *subc);
    uint64_t (*host_methods)(NVGPU *gpu);
    const NVRamhtView *ramht;
    bool runlist;
};

/**
 * nv_control_ring_has_room: a channel's ring has room for an entry
 * @view: the channel
 * @words: words of the pushbuffer in the entry
 * @most: how many words an entry can have
 * @errp: set if there is no room
 */
bool nv_control_ring_has_room(const NVChannelView *view, uint32_t words,
                              uint32_t most, Error **errp);

#endif /* HW_NV_FIFO_INSPECT_PRIVATE_H */

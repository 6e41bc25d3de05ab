/*
 * NVIDIA GPU: the DMA pusher at work
 *
 * pusher.c decodes, fetch.c reads the pushbuffer, ib.c finds its pieces in IB
 * mode, express.c is the fast path for nearly all commands.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PUSHER_STATE_H
#define HW_NV_FIFO_PUSHER_STATE_H

#include "state.h"

/**
 * struct NVIb - IB mode, and the part of the pusher's state that it needs
 *
 * @enabled: the channel is in IB mode
 * @address: address of the IB buffer, in bytes
 * @mask: mask for an index into it
 * @get, @put: indices of the next entry, and of that after the last
 * @nonmain: "non-main pushbuffer active"
 * @unk40: bit 40 of the last entry
 * @mget, @mget_val: the last GET in the main pushbuffer, and whether there has
 *                   been one
 * @tracked: GET when @mget was last updated
 */
typedef struct NVIb {
    bool enabled;
    uint64_t address;
    uint32_t mask;
    uint32_t get, put;
    bool nonmain;
    bool unk40;
    uint64_t mget;
    bool mget_val;
    uint64_t tracked;
} NVIb;

/**
 * struct NVPusher - the pusher's state while it runs
 *
 * envytools, hw/fifo/dma-pusher.  While the pusher isn't running, the registers
 * hold this state.
 *
 * @features: enum NVPusherFeature
 * @forms: those of them whose commands exist in the channel's mode
 * @address_mask: bits of an address
 * @non_method_bits: bits that are 0 in a command that submits methods
 * @words, @pos, @end: the piece of the pushbuffer being decoded: what has been
 *                     fetched, the next word, the end
 * @start: DMA_GET of @words[0]
 * @page_stride: bytes from a word of the piece to one a page later in the
 *               host's memory, 0 if unknown
 * @put: DMA_PUT
 * @mthd, @subc, @step, @count: the current command, @count words of which are
 *                              still to come
 * @subr_active, @subr_return: the subroutine that a call has entered
 * @length_pending: the next word is the method count of a long command
 * @ib: where the next pieces are, in IB mode
 * @sli_enabled, @sli_active: the SLI conditional exists, and lets methods pass
 * @error: what went wrong
 * @bypass_cache: methods go straight to the puller, since CACHE1 is empty and
 *                the puller keeps up
 * @stalled: CACHE1 is full, or the puller makes the pusher wait
 * @jumped: a jump, call or return was executed
 * @rsvd, @data, @dcount, @get_jmp: the shadow registers
 * @bypassed: methods that went through since the registers were stored
 * @commands, @methods: statistics
 * @engine: the engine of the selected subchannel
 * @run: the run of methods that it is given
 * @watched: entries, commands and methods are traced
 * @probed: an observer wants to see each of them first
 */
typedef struct NVPusher {
    NVGPU *gpu;
    NVFifo *fifo;
    uint32_t features;
    uint32_t forms;
    uint64_t address_mask;
    uint32_t non_method_bits;

    const uint32_t *words, *pos, *end;
    uint64_t start;
    uintptr_t page_stride;
    uint64_t put;

    uint32_t mthd;
    unsigned subc;
    unsigned step;
    uint32_t count;
    bool length_pending;

    NVIb ib;

    bool subr_active;
    uint32_t subr_return;
    bool sli_enabled;
    bool sli_active;

    NVPusherError error;
    bool bypass_cache;
    bool stalled;
    bool jumped;

    uint32_t rsvd, data, dcount, get_jmp;
    uint32_t bypassed;
    uint64_t commands, methods;

    const NVEngine *engine;
    NVRun run;
    bool watched;
    bool probed;
} NVPusher;

/* Bits of an address, NV50+ */
#define NV_WIDE_ADDRESS MAKE_64BIT_MASK(0, 40)

/** nv_pusher_get: DMA_GET */
static inline uint64_t nv_pusher_get(const NVPusher *p)
{
    return (p->start + (p->pos - p->words) * 4) & p->address_mask;
}

/** nv_push_word: a word of the pushbuffer, which the guest may be changing */
static inline uint32_t nv_push_word(const uint32_t *word)
{
    return qatomic_read(word);
}

#endif /* HW_NV_FIFO_PUSHER_STATE_H */

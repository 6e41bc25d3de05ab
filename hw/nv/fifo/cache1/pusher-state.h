/*
 * NVIDIA GPU: the DMA pusher at work
 *
 * pusher.c decodes, ib-mode.c takes entries, express.c is the fast path for
 * nearly all commands.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PUSHER_STATE_H
#define HW_NV_FIFO_CACHE1_PUSHER_STATE_H

#include "hw/nv/fifo/reader.h"
#include "state.h"

/**
 * struct NVPusher - the pusher's state while it runs
 *
 * envytools, hw/fifo/dma-pusher.  While the pusher isn't running, the registers
 * hold this state.
 *
 * @engine: the engine of the selected subchannel
 * @run: the run of methods that it is given
 * @in: the pushbuffer
 * @features: enum NVPusherFeature
 * @forms: those of them whose commands exist in the channel's mode
 * @non_method_bits: bits that are 0 in a command that submits methods
 * @mthd, @subc, @step, @count: the current command, @count words of which are
 *                              still to come
 * @length_pending: the next word is the method count of a long command
 * @subr_active, @subr_return: the subroutine that a call has entered
 * @sli_enabled, @sli_active: the SLI conditional exists, and lets methods pass
 * @bypass_cache: methods go straight to the puller, since CACHE1 is empty and
 *                the puller keeps up; otherwise NVPushReader.stalled says that
 *                CACHE1 is full
 * @jumped: a jump, call or return was executed
 * @rsvd, @data, @dcount, @get_jmp: the shadow registers
 * @bypassed: methods that went through since the registers were stored
 * @commands, @methods: statistics
 */
typedef struct NVPusher {
    const NVEngine *engine;
    NVRun run;
    NVPushReader in;
    uint32_t features;
    uint32_t forms;
    uint32_t non_method_bits;

    uint32_t mthd;
    unsigned subc;
    unsigned step;
    uint32_t count;
    bool length_pending;

    bool subr_active;
    uint32_t subr_return;
    bool sli_enabled;
    bool sli_active;

    bool bypass_cache;
    bool jumped;

    uint32_t rsvd, data, dcount, get_jmp;
    uint32_t bypassed;
    uint64_t commands, methods;
} NVPusher;

#endif /* HW_NV_FIFO_CACHE1_PUSHER_STATE_H */

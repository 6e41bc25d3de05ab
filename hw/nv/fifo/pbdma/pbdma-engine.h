/*
 * NVIDIA GPU: the engines that a PBDMA serves, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_ENGINE_H
#define HW_NV_FIFO_PBDMA_PBDMA_ENGINE_H

#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/queue.h"
#include "channel.h"
#include "pbdma-command.h"
#include "pbdma.h"
#include "switch.h"

/* A subchannel's byte of ENGINES */
#define NV_PBDMA_ENGINE_MASK 0x1f

/** nv_pbdma_subchannel_engine: the engine of a subchannel's object */
static inline unsigned nv_pbdma_subchannel_engine(const NVPbdma *b,
                                                  unsigned subc)
{
    return b->engines[subc / 4] >> subc % 4 * 8 & NV_PBDMA_ENGINE_MASK;
}

/** nv_pbdma_has_engine: the card has an engine of that number, not software */
static inline bool nv_pbdma_has_engine(NVGPU *gpu, unsigned id)
{
    return id < NVE4_ENGINES && gpu->chip->engines[id];
}

/** nv_pbdma_target: the engine that the channel has used last */
static inline unsigned nv_pbdma_target(const NVPbdma *b)
{
    return FIELD_EX32(b->regs[R_NV_PBDMA_TARGET], NV_PBDMA_TARGET, ENGINE);
}

/** nv_pbdma_idle: whether that engine is done with the channel */
static inline bool nv_pbdma_idle(NVPbdma *b)
{
    unsigned target = nv_pbdma_target(b);

    return target >= NVE4_ENGINES ||
           nv_queue_idle(b->in.gpu, target, b->in.chid);
}

/**
 * nv_pbdma_enter_engine: @subc's methods may go to engine @id now
 *
 * NVK's hardware docs: "A subchannel switch - Causes the hardware to execute an
 * implied WFI", and one of engines as well.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_enter_engine(NVPbdma *b, unsigned id, unsigned subc)
{
    uint32_t *target = &b->regs[R_NV_PBDMA_TARGET];
    uint32_t wanted = FIELD_DP32(0, NV_PBDMA_TARGET, ENGINE, id);

    wanted = FIELD_DP32(wanted, NV_PBDMA_TARGET, SUBC, subc);
    if (*target != wanted) {
        if (!nv_pbdma_idle(b)) {
            return false;
        }
        *target = wanted;
    }
    if (unlikely(!nvc0_channel_serves(b->in.gpu, b->id, id))) {
        nvc0_channel_move(b->in.gpu, b->in.chid, id);
        b->moves = true;
        return false;
    }
    return !nvc0_fifo_frozen_engine(b->in.gpu, id);
}

/** nv_pbdma_selected: NVPbdma.engine expects methods for a subchannel */
static inline bool nv_pbdma_selected(const NVPbdma *b, unsigned subc)
{
    return b->in.fifo->selected == FIELD_DP32(0, NVC0_COMMAND, SUBC, subc);
}

#endif /* HW_NV_FIFO_PBDMA_PBDMA_ENGINE_H */

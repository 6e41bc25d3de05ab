/*
 * NVIDIA GPU: QMP commands that look at the card and act on it: what they share
 *
 *   look.c          coming and going; numbers, and words of memory
 *   look-fifo.c     channels, CACHE1, PBDMAs, RAMFC, run lists
 *   look-object.c   RAMHT, objects
 *   look-memory.c   memory, page tables, pushbuffers
 *   look-falcon.c   falcons
 *   look-display.c  what the heads show
 *   look-regs.c     registers, and interrupts
 *   act.c           changing the card
 *
 * Their results are those of nv-gpu-query.json and nv-gpu-control.json.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_LOOK_H
#define HW_NV_DEBUG_LOOK_H

#include "hw/nv/fifo-look.h"
#include "internal.h"

/** Largest number of words of memory that a command shows: 64 KiB */
#define NV_LOOK_WORDS (64 * KiB / 4)

/** Largest address of a channel, in bytes */
#define NV_LOOK_ADDRESS_MAX MAKE_64BIT_MASK(0, 40)

/* --- look.c ----------------------------------------------------------- */

/**
 * struct NVVisit - a command at work
 *
 * @gpu: the device; NULL: nv_visit_leave() has nothing to do
 * @engaged: what nv_machine_enter() has returned
 * @looks: it only looks; otherwise it acts
 * @on: the probes that it has turned off, if it only looks
 */
typedef struct NVVisit {
    NVGPU *gpu;
    bool engaged;
    bool looks;
    uint32_t on;
} NVVisit;

/**
 * nv_visit_to_look: begin a command that only looks
 * @visit: for nv_visit_leave(), which g_auto() calls
 * @path: the device's QOM path
 * @errp: there is no such device
 *
 * Until the visit ends, the card stands still and reports no events, so that
 * reads have no side effects.  Returns the device, or NULL.
 */
NVGPU *nv_visit_to_look(NVVisit *visit, const char *path, Error **errp);

/** nv_visit_to_act: the same for one that acts: the card may resume at once */
NVGPU *nv_visit_to_act(NVVisit *visit, const char *path, Error **errp);

/** nv_visit_leave: end a command, if it has begun */
void nv_visit_leave(NVVisit *visit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NVVisit, nv_visit_leave)

/** nv_look_has_channel: the card has a channel of this number */
bool nv_look_has_channel(NVGPU *gpu, unsigned chid, Error **errp);

/**
 * nv_look_has_words: words can be at an address
 * @addr: their address, in bytes, which has to be a multiple of 4
 * @most: the largest address that is allowed
 * @words: their number, which has to be 1 to NV_LOOK_WORDS
 * @errp: what was expected
 */
bool nv_look_has_words(uint64_t addr, uint64_t most, uint32_t words,
                       Error **errp);

/** nv_look_space: the DMA object that stands for a space other than VRAM */
bool nv_look_space(NVGPU *gpu, const NvSpace *space, NVDMAObject *obj,
                   Error **errp);

/* --- look-fifo.c ------------------------------------------------------ */

/** nv_look_channel: a channel, numbered below nv_fifo_channels() */
NvChannel *nv_look_channel(NVGPU *gpu, unsigned chid);

/** nv_look_ring: the ring of a channel that has one */
NvRing *nv_look_ring(const NVChannelLook *look);

/* --- look-regs.c ------------------------------------------------------ */

/**
 * nv_look_register: a register
 * @name: its name, or NULL
 * @look: its address and value
 */
NvRegister *nv_look_register(const char *name, const NVRegLook *look);

/** nv_look_line: fill in the state of the interrupt line */
void nv_look_line(NVGPU *gpu, NvInterruptLine *line);

#endif /* HW_NV_DEBUG_LOOK_H */

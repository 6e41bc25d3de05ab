/*
 * NVIDIA GPU: QMP commands that inspect and control the card: what they share
 *
 *   inspect.c          coming and going; numbers, and words of memory
 *   inspect-fifo.c     channels, CACHE1, PBDMAs, RAMFC, run lists
 *   inspect-object.c   RAMHT, objects
 *   inspect-memory.c   memory, page tables, pushbuffers
 *   inspect-falcon.c   falcons
 *   inspect-display.c  what the heads show
 *   inspect-regs.c     registers, and interrupts
 *   control.c          changing the card
 *
 * Their results are those of nv-gpu-query.json and nv-gpu-control.json.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_INSPECT_H
#define HW_NV_DEBUG_INSPECT_H

#include "hw/nv/fifo-inspect.h"
#include "internal.h"

/** Largest number of words of memory that a command shows: 64 KiB */
#define NV_INSPECT_WORDS (64 * KiB / 4)

/** Largest address of a channel, in bytes */
#define NV_INSPECT_ADDRESS_MAX MAKE_64BIT_MASK(0, 40)

/* --- inspect.c ----------------------------------------------------------- */

/**
 * struct NVVisit - a command at work
 *
 * @gpu: the device; NULL: nv_visit_leave() has nothing to do
 * @engaged: what nv_machine_enter() has returned
 * @inspects: it only inspects; otherwise it controls
 * @on: the probes that it has turned off, if it only inspects
 */
typedef struct NVVisit {
    NVGPU *gpu;
    bool engaged;
    bool inspects;
    uint32_t on;
} NVVisit;

/**
 * nv_visit_to_inspect: begin a command that only inspects
 * @visit: for nv_visit_leave(), which g_auto() calls
 * @path: the device's QOM path
 * @errp: there is no such device
 *
 * Until the visit ends, the card stands still and reports no events, so that
 * reads have no side effects.  Returns the device, or NULL.
 */
NVGPU *nv_visit_to_inspect(NVVisit *visit, const char *path, Error **errp);

/** nv_visit_to_control: the same for one that controls: the card may resume */
NVGPU *nv_visit_to_control(NVVisit *visit, const char *path, Error **errp);

/** nv_visit_leave: end a command, if it has begun */
void nv_visit_leave(NVVisit *visit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NVVisit, nv_visit_leave)

/** nv_inspect_has_channel: the card has a channel of this number */
bool nv_inspect_has_channel(NVGPU *gpu, unsigned chid, Error **errp);

/**
 * nv_inspect_has_words: words can be at an address
 * @addr: their address, in bytes, which has to be a multiple of 4
 * @most: the largest address that is allowed
 * @words: their number, which has to be 1 to NV_INSPECT_WORDS
 * @errp: what was expected
 */
bool nv_inspect_has_words(uint64_t addr, uint64_t most, uint32_t words,
                          Error **errp);

/** nv_inspect_space: the DMA object that stands for a space other than VRAM */
bool nv_inspect_space(NVGPU *gpu, const NvSpace *space, NVDMAObject *obj,
                      Error **errp);

/* --- inspect-fifo.c ------------------------------------------------------ */

/** nv_inspect_channel: a channel, numbered below nv_fifo_channels() */
NvChannel *nv_inspect_channel(NVGPU *gpu, unsigned chid);

/** nv_inspect_ring: the ring of a channel that has one */
NvRing *nv_inspect_ring(const NVChannelView *view);

/* --- inspect-regs.c ------------------------------------------------------ */

/**
 * nv_inspect_register: a register
 * @name: its name, or NULL
 * @view: its address and value
 */
NvRegister *nv_inspect_register(const char *name, const NVRegView *view);

/** nv_inspect_line: fill in the state of the interrupt line */
void nv_inspect_line(NVGPU *gpu, NvInterruptLine *line);

#endif /* HW_NV_DEBUG_INSPECT_H */

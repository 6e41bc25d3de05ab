/*
 * Tests of the NVIDIA GPU: the copy engines of NVE4 and later
 *
 * What a copy engine is told, and what it should do then, byte by byte.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_CE_H
#define LIBNV_NV_CE_H

#include "hw/nv/ce-regs.h"
#include "nv-fermi.h"
#include "nv-fermi-graph.h"

/** The subchannel of copy engines */
#define NV_CE_SUBC 4

/** struct NVCeUnit - the differences between the three */
typedef struct NVCeUnit {
    uint32_t base;
    unsigned runlist;
    uint32_t enable, intr;
    unsigned fault, client;
} NVCeUnit;

#define NV_CE_UNITS 3
extern const NVCeUnit nv_ce_units[NV_CE_UNITS];

/** nv_ce_has: the card has this unit; GM107 and GM108 lack the second */
bool nv_ce_has(const NVDev *nv, unsigned unit);

/** nv_ce_engine: PFIFO's number of this unit, which the third's card decides */
unsigned nv_ce_engine(const NVDev *nv, unsigned unit);

/** nv_ce_channel_end: nv_fermi_channel_fini() and nv_fermi_channel_free() */
void nv_ce_channel_end(NVFermiChan *chan);

/* --- Registers -------------------------------------------------------- */

uint32_t nv_ce_rd32(NVDev *nv, const NVCeUnit *u, uint32_t reg);
void nv_ce_wr32(NVDev *nv, const NVCeUnit *u, uint32_t reg, uint32_t val);

/* --- Copies: class header A0B5 ----------------------------------------- */

enum {
    CE_SEMAPHORE_A = 0x240,
    CE_RENDER_ENABLE_A = 0x254,
    CE_RENDER_ENABLE_C = 0x25c,
    CE_SRC_PHYS_MODE = 0x260,
    CE_DST_PHYS_MODE = 0x264,
    CE_LAUNCH_DMA = 0x300,
    CE_OFFSET_IN_UPPER = 0x400,
    CE_OFFSET_OUT_UPPER = 0x408,
    CE_PITCH_IN = 0x410,
    CE_LINE_LENGTH_IN = 0x418,
    CE_REMAP_CONST_A = 0x700,
    CE_REMAP_COMPONENTS = 0x708,
    CE_DST_BLOCK_SIZE = 0x70c,
    CE_SRC_BLOCK_SIZE = 0x728,
};

/** Bits of LAUNCH_DMA */
enum {
    CE_PIPELINED = 1 << 0,
    CE_NON_PIPELINED = 2 << 0,
    CE_FLUSH = 1 << 2,
    CE_RELEASE_ONE_WORD = 1 << 3,
    CE_RELEASE_FOUR_WORDS = 2 << 3,
    CE_INTR_BLOCKING = 1 << 5,
    CE_INTR_NON_BLOCKING = 2 << 5,
    CE_SRC_PITCH = 1 << 7,
    CE_DST_PITCH = 1 << 8,
    CE_PITCH = CE_SRC_PITCH | CE_DST_PITCH,
    CE_MULTI_LINE = 1 << 9,
    CE_REMAP = 1 << 10,
    CE_SRC_PHYSICAL = 1 << 12,
    CE_DST_PHYSICAL = 1 << 13,
    CE_UNSIGNED = 1 << 18,
    CE_REDUCTION = 1 << 19,
};

/**
 * struct NVCeSurface - one side of a copy; without a pitch the rest counts
 *
 * @offset: in the side's buffer
 * @pitch: bytes from one line to the next
 * @block: BLOCK_SIZE
 * @width, @height, @depth, @layer, @x, @y: in elements
 */
typedef struct NVCeSurface {
    uint64_t offset;
    int32_t pitch;
    uint32_t block;
    uint32_t width, height, depth, layer;
    uint16_t x, y;
} NVCeSurface;

/**
 * struct NVCeJob - a copy
 *
 * @launch: LAUNCH_DMA
 * @in, @out: the sides
 * @length, @count: LINE_LENGTH_IN, LINE_COUNT
 * @constants: SET_REMAP_CONST_A and B
 * @components: SET_REMAP_COMPONENTS
 */
typedef struct NVCeJob {
    uint32_t launch;
    NVCeSurface in, out;
    uint32_t length, count;
    uint32_t constants[2];
    uint32_t components;
} NVCeJob;

/** nv_ce_push_job: append its methods, for buffers at these addresses */
void nv_ce_push_job(NVFermiChan *chan, const NVCeJob *job, uint64_t in,
                    uint64_t out);

/**
 * NVCeVisit - called for each byte that a copy writes
 * @opaque: the caller's
 * @to: its place in the destination's buffer, which may be outside of it
 * @from: the place in the source's of the byte, or -1: it is a constant's
 * @val: the constant's byte
 */
typedef void NVCeVisit(void *opaque, int64_t to, int64_t from, uint8_t val);

/** nv_ce_model: what a copy does, byte by byte */
void nv_ce_model(const NVCeJob *job, NVCeVisit *visit, void *opaque);

#endif /* LIBNV_NV_CE_H */

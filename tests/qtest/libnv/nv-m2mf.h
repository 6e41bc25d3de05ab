/*
 * Tests of the NVIDIA GPU: copies by M2MF
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_M2MF_H
#define LIBNV_NV_M2MF_H

#include "nv-channel.h"

#define NV_M2MF_CHID 1
#define NV_M2MF_SUBC 4

/* Methods of 0x0039; those from 0x200 to 0x23c are 0x5039's */
enum {
    NV_M2MF_NOP = 0x100,
    NV_M2MF_NOTIFY = 0x104,
    NV_M2MF_DMA_NOTIFY = 0x180,
    NV_M2MF_DMA_BUFFER_IN = 0x184,
    NV_M2MF_DMA_BUFFER_OUT = 0x188,
    NV_M2MF_LAYOUT_IN = 0x200,
    NV_M2MF_LAYOUT_OUT = 0x21c,
    NV_M2MF_OFFSET_IN_HIGH = 0x238,
    NV_M2MF_OFFSET_OUT_HIGH = 0x23c,
    NV_M2MF_OFFSET_IN = 0x30c,
    NV_M2MF_PITCH_IN = 0x314,
    NV_M2MF_LINE_LENGTH = 0x31c,
    NV_M2MF_LINE_COUNT = 0x320,
    NV_M2MF_FORMAT = 0x324,
    NV_M2MF_BUF_NOTIFY = 0x328,
};

/* Names of the notifier, the source and the destination */
#define NV_M2MF_HANDLE_NOTIFY 0x80000006
#define NV_M2MF_HANDLE_IN 0x80000010
#define NV_M2MF_HANDLE_OUT 0x80000020

/* Where M2MF's notifier is in the object */
#define NV_M2MF_NOTIFIER 0x10
#define NV_M2MF_NOTIFIER_STATUS 0x1c

/**
 * struct NVM2MFSide - one side of a copy
 *
 * @offset: where it begins
 * @pitch: from one line to the next
 * @width, @height, @depth: of a surface in blocks; 0: in lines.  The rest is
 * for such a surface only
 * @block_height, @block_depth: log2 of a block's gobs
 * @x, @y, @z: where in the surface the copy begins
 */
typedef struct NVM2MFSide {
    uint64_t offset;
    uint32_t pitch;
    uint32_t width, height, depth;
    unsigned block_height, block_depth;
    uint32_t x, y, z;
} NVM2MFSide;

typedef struct NVM2MFCopy {
    NVM2MFSide in, out;
    uint32_t length, lines;
    uint32_t format;
} NVM2MFCopy;

/**
 * struct NVM2MF - a channel with an M2MF object on NV_M2MF_SUBC
 *
 * @chan: channel NV_M2MF_CHID
 * @notify, @in, @out: its notifier, source and destination
 */
typedef struct NVM2MF {
    NVChan *chan;
    NVBuf *notify;
    NVBuf *in, *out;
} NVM2MF;

/** nv_m2mf_new: bring up PGRAPH, and make buffers of @size bytes */
void nv_m2mf_new(NVM2MF *m, NVDev *nv, NVPlace in, NVPlace out,
                 uint32_t size);

/** nv_m2mf_new_on: the same on a channel that can use PGRAPH */
void nv_m2mf_new_on(NVM2MF *m, NVChan *chan, NVPlace in, NVPlace out,
                    uint32_t size);
void nv_m2mf_free(NVM2MF *m);

/**
 * nv_m2mf_moving: a random copy that goes wrong if a part of it is done twice:
 *                 the destination moves over the source
 * @rand: decides
 * @lines: how many; none of them overlaps itself
 *
 * It stays within the first 64 KiB, for up to 0x7ff lines.
 */
NVM2MFCopy nv_m2mf_moving(GRand *rand, uint32_t lines);

/** nv_m2mf_launch: append the methods that start a copy */
void nv_m2mf_launch(NVM2MF *m, const NVM2MFCopy *c);

/** nv_m2mf_push: append the methods of a copy, as nv50_bo_move_m2mf() does */
void nv_m2mf_push(NVM2MF *m, const NVM2MFCopy *c);

/** nv_m2mf_check: run a copy, and compare all of the destination */
void nv_m2mf_check(NVM2MF *m, const NVM2MFCopy *c);

/**
 * nv_m2mf_check_pages: a buffer object's pages from any place to any other
 * @pitch: how nouveau moves them: in lines of so many bytes
 */
void nv_m2mf_check_pages(NVDev *nv, uint32_t pitch);

/* --- Long ones -------------------------------------------------------- */

/** nv_m2mf_long: its lines overlap: the last one that covers a byte stays */
extern const NVM2MFCopy nv_m2mf_long;

/** Bytes that it copies */
#define NV_M2MF_LONG_BYTES \
    ((uint64_t)nv_m2mf_long.length * nv_m2mf_long.lines)

/** The reference that is set after it */
#define NV_M2MF_LONG_REF 0x1234

/**
 * nv_m2mf_check_many: many short ones also take many slices, though each would
 *                     fit into one
 */
void nv_m2mf_check_many(NVDev *nv);

/** nv_m2mf_long_new: nv_m2mf_new() with a source for nv_m2mf_long */
void nv_m2mf_long_new(NVM2MF *m, NVDev *nv);

/** nv_m2mf_long_prepare: the same, and append that copy and a reference */
void nv_m2mf_long_prepare(NVM2MF *m, NVDev *nv);

/** nv_m2mf_long_check: it has been copied, and nothing else has changed */
void nv_m2mf_long_check(NVM2MF *m);

#endif /* LIBNV_NV_M2MF_H */

/*
 * Tests of the NVIDIA GPU: 3D and compute objects of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_TESLA_3D_H
#define LIBNV_NV_TESLA_3D_H

#include "nv-tesla-graph.h"

/** The channel, subchannels, and the handle of the queries' memory */
#define NV50_3D_CHID 1
#define NV50_3D_SUBC 3
#define NV50_3D_SUBC_COMPUTE 5
#define NV50_3D_HANDLE_MEMORY 0x80000003

/** Methods of the 3D object; g80_3d.xml */
enum {
    THREED_DMA_ZETA = 0x184,
    THREED_DMA_QUERY = 0x188,
    THREED_DMA_COLOR = 0x1c0,
    THREED_RT_ADDRESS_HIGH = 0x200,
    THREED_VIEWPORT_HORIZ = 0xc00,
    THREED_VERTEX_BUFFER_FIRST = 0xd74,
    THREED_CLEAR_COLOR = 0xd80,
    THREED_CLEAR_DEPTH = 0xd90,
    THREED_CLEAR_STENCIL = 0xda0,
    THREED_SCISSOR_ENABLE = 0xe00,
    THREED_ZETA_ADDRESS_HIGH = 0xfe0,
    THREED_SCREEN_SCISSOR_HORIZ = 0xff4,
    THREED_RT_ARRAY_MODE = 0x1224,
    THREED_ZETA_HORIZ = 0x1228,
    THREED_RT_HORIZ = 0x1240,
    THREED_CLEAR_FLAGS = 0x143c,
    THREED_SAMPLECNT_ENABLE = 0x1514,
    THREED_COUNTER_RESET = 0x1530,
    THREED_COND_ADDRESS_HIGH = 0x1550,
    THREED_COND_MODE = 0x1558,
    THREED_VERTEX_BEGIN_GL = 0x15dc,
    THREED_VERTEX_END_GL = 0x15e0,
    THREED_ZETA_ENABLE = 0x1538,
    THREED_MULTISAMPLE_MODE = 0x15d0,
    THREED_CLEAR_BUFFERS = 0x19d0,
    THREED_COLOR_MASK = 0x1a00,
    THREED_QUERY_ADDRESS_HIGH = 0x1b00,
};

/** Methods of compute; g80_compute.xml */
enum {
    COMPUTE_DMA_QUERY = 0x1a4,
    COMPUTE_QUERY_ADDRESS_HIGH = 0x310,
};

/** QUERY_GET of nv50_screen_fence_emit(): short, with UNK4 */
#define THREED_GET_FENCE 0x1000f010

/**
 * struct NV503D - a channel with the objects, and memory for queries
 *
 * @nv: the card
 * @chan: channel NV50_3D_CHID
 * @buf: the memory
 * @class: the 3D object's class
 */
typedef struct NV503D {
    NVDev *nv;
    NVChan *chan;
    NVBuf *buf;
    uint32_t class;
} NV503D;

/** nv50_class_3d: the 3D class that Mesa chooses */
uint32_t nv50_class_3d(const NVCard *card);

/** nv50_3d_new: bring PGRAPH up, with objects and memory of 64 KiB */
void nv50_3d_new(NV503D *r, NVDev *nv, NVPlace place);
void nv50_3d_free(NV503D *r);

/** nv50_3d_push_get: append a query, as nv50_hw_query_get() does */
void nv50_3d_push_get(NV503D *r, uint32_t offset, uint32_t sequence,
                      uint32_t get);

/**
 * struct NV50Condition - a condition, and whether it holds
 *
 * @mode: COND_MODE
 * @words: what two queries at COND_ADDRESS hold
 * @draws: something is drawn
 */
typedef struct NV50Condition {
    uint32_t mode;
    uint32_t words[8];
    bool draws;
} NV50Condition;

#define NV50_CONDITIONS 10

extern const NV50Condition nv50_conditions[NV50_CONDITIONS];

#endif /* LIBNV_NV_TESLA_3D_H */

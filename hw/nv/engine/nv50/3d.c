/*
 * NVIDIA GPU: 3D and compute objects, NV50:NVC0
 *
 * They store their state and clear surfaces; nothing else is drawn.
 *
 * Sources: the register database (graph/g80_3d.xml, graph/g80_compute.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "3d.h"
#include "classes.h"
#include "error.h"
#include "object.h"
#include "state.h"
#include "hw/nv/engine/method.h"

/* COUNTER_RESET */
#define NV50_COUNTER_SAMPLECNT 1

/* mthd 0x15d4, 0x15dc: VERTEX_BEGIN */
void nv50_3d_begin(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val)
{
    *nv50_3d(gpu, NV50_3D_DRAWING) = 1;
    nv_graph_draw_nothing(gpu, method, index, val);
}

/* Of depth, stencil and blending: it can't change within a drawing. */
uint32_t nv50_3d_draw_state(NVGPU *gpu, const NVGraphMethod *method,
                            const uint32_t *data, uint32_t count)
{
    if (*nv50_3d(gpu, NV50_3D_DRAWING) &&
        nv50_graph_data_error(gpu, NV50_DATA_BEGIN_END_ACTIVE)) {
        return 1;
    }
    return count;
}

uint32_t nv50_3d_vertices(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count)
{
    if ((*nv50_3d(gpu, NV50_3D_ZETA_ENABLE) & 1) &&
        nv50_rt_is_linear(gpu, 0) &&
        nv50_graph_data_error(gpu, NV50_DATA_RT_LINEAR_WITH_ZETA)) {
        return 1;
    }
    return count;
}

/*
 * mthd 0x15d8, 0x15e0: VERTEX_END.  Each drawing counts as one visible sample,
 * so that programs which query visibility don't believe that all is hidden.
 */
void nv50_3d_end(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val)
{
    *nv50_3d(gpu, NV50_3D_DRAWING) = 0;
    if ((*nv50_3d(gpu, NV50_3D_SAMPLECNT_ENABLE) & 1) &&
        nv50_3d_condition(gpu)) {
        (*nv50_3d(gpu, NV50_3D_SAMPLECNT))++;
    }
}

/* mthd 0x1530: COUNTER_RESET */
void nv50_3d_counter_reset(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    if (val == NV50_COUNTER_SAMPLECNT) {
        *nv50_3d(gpu, NV50_3D_SAMPLECNT) = 0;
    }
}

#define NV50_3D_SET(_name, _mthd, _word, ...) \
    { .name = (_name), .mthd = (_mthd), .arg = NV50_3D_ ## _word, \
      .set = nv50_3d_set, __VA_ARGS__ }

/* A parameter of each render target; @_n: which of a target's words */
#define NV50_3D_RT_SET(_name, _mthd, _n, ...) \
    NV50_3D_SET(_name, _mthd, RT + (_n) * NV50_3D_RTS, \
                .count = NV50_3D_RTS, .stride = 32, __VA_ARGS__)

const NVGraphMethod nv50_mthd_3d[] = {
    { .name = "DMA_ZETA", .mthd = 0x184, .arg = NV50_3D_DMA_ZETA,
      .set = nv50_3d_dma },
    { .name = "DMA_COLOR", .mthd = 0x1c0, .count = NV50_3D_RTS,
      .arg = NV50_3D_DMA_COLOR, .set = nv50_3d_dma },
    NV50_3D_RT_SET("RT_ADDRESS_HIGH", 0x200, 0,
                   .check = nv50_check_address_high),
    NV50_3D_RT_SET("RT_ADDRESS_LOW", 0x204, 1),
    NV50_3D_RT_SET("RT_FORMAT", 0x208, 2),
    NV50_3D_RT_SET("RT_BLOCK_DIMENSIONS", 0x20c, 3),
    NV50_3D_RT_SET("RT_LAYER_STRIDE", 0x210, 4),
    NV50_3D_SET("VIEWPORT", 0xc00, VIEWPORT, .count = 2),
    NV50_3D_SET("CLEAR_COLOR", 0xd80, CLEAR_COLOR, .count = 4),
    NV50_3D_SET("CLEAR_DEPTH", 0xd90, CLEAR_DEPTH),
    NV50_3D_SET("CLEAR_STENCIL", 0xda0, CLEAR_STENCIL),
    NV50_3D_SET("SCISSOR", 0xe00, SCISSOR, .count = 3),
    NV50_3D_SET("ZETA", 0xfe0, ZETA, .count = NV50_3D_RT_WORDS),
    NV50_3D_SET("SCREEN_SCISSOR", 0xff4, SCREEN_SCISSOR, .count = 2),
    NV50_3D_SET("RT_ARRAY_MODE", 0x1224, RT_ARRAY_MODE),
    NV50_3D_SET("ZETA_HORIZ", 0x1228, ZETA_HORIZ, .count = 2),
    NV50_3D_SET("RT_HORIZ", 0x1240, RT_HORIZ, .count = NV50_3D_RTS * 2),
    NV50_3D_SET("CLEAR_FLAGS", 0x143c, CLEAR_FLAGS),
    NV50_3D_SET("ZETA_ENABLE", 0x1538, ZETA_ENABLE),
    NV50_3D_SET("MULTISAMPLE_MODE", 0x15d0, MULTISAMPLE_MODE),
    { .name = "CLEAR_BUFFERS", .mthd = 0x19d0, .arg = NV50_3D_CLEAR_BUFFERS,
      .set = nv50_clear_start },
    { .name = "SAMPLECNT_ENABLE", .mthd = 0x1514,
      .arg = NV50_3D_SAMPLECNT_ENABLE, .set = nv50_3d_set },
    { .name = "COUNTER_RESET", .mthd = 0x1530, .set = nv50_3d_counter_reset },
    { .name = "VERTEX_BEGIN_D3D", .mthd = 0x15d4, .set = nv50_3d_begin },
    { .name = "VERTEX_END_D3D", .mthd = 0x15d8, .set = nv50_3d_end },
    { .name = "VERTEX_BEGIN_GL", .mthd = 0x15dc, .set = nv50_3d_begin },
    { .name = "VERTEX_END_GL", .mthd = 0x15e0, .set = nv50_3d_end },
    { }
};

const NVGraphMethod nv50_mthd_compute[] = {
    { .name = "LAUNCH", .mthd = 0x368, .set = nv_graph_draw_nothing },
    { }
};

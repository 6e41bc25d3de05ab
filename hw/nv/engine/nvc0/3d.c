/*
 * NVIDIA GPU: 3D and compute objects of NVC0: 0x9097, 0x9197, 0x9297, 0x90c0,
 * 0x91c0; of NVE4: 0xa097, 0xa0c0; of NVF0: 0xa197, 0xa1c0
 *
 * They store their state, write reports and clear surfaces; nothing else is
 * drawn.
 *
 * Sources: class headers 9097, 9297, 90C0, A097, A0C0, A197, A1C0; the register
 * database (graph/gf100_3d.xml, graph/gf100_compute.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "m2mf.h"
#include "state.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/nv50/3d.h"
#include "hw/nv/engine/nv50/error.h"
#include "hw/nv/engine/nv50/object.h"
#include "hw/nv/engine/nv50/state.h"
#include "hw/nv/engine/paint.h"

/* --- Render targets --------------------------------------------------- */

FIELD(NVC0_3D_RT_MEMORY, LINEAR, 12, 1)
FIELD(NVC0_3D_RT_MEMORY, IS_3D, 16, 1)

/* NV50's words: RT_HORIZ has a bit for linear, RT_ARRAY_MODE one for 3D. */
#define NVC0_RT_HORIZ_WIDTH MAKE_64BIT_MASK(0, 28)
#define NVC0_RT_HORIZ_LINEAR_BIT 31
#define NVC0_RT_ARRAY_MODE_3D_BIT 16

static uint32_t *nvc0_3d_rt(NVGPU *gpu, unsigned word, unsigned rt)
{
    return nv50_3d(gpu, NV50_3D_RT + word * NV50_3D_RTS + rt);
}

/* mthd 0x808, 0x80c: SET_COLOR_TARGET_WIDTH, _HEIGHT; @arg: which */
static void nvc0_3d_rt_size(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    uint32_t *word = nv50_3d(gpu, NV50_3D_RT_HORIZ + index * 2 + method->arg);

    *word = method->arg ? val : (*word & ~NVC0_RT_HORIZ_WIDTH) |
                                (val & NVC0_RT_HORIZ_WIDTH);
}

/* mthd 0x814: SET_COLOR_TARGET_MEMORY */
static void nvc0_3d_rt_memory(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    uint32_t *horiz = nv50_3d(gpu, NV50_3D_RT_HORIZ + index * 2);

    *nvc0_3d_rt(gpu, 3, index) = val;
    *horiz = deposit32(*horiz, NVC0_RT_HORIZ_LINEAR_BIT, 1,
                       FIELD_EX32(val, NVC0_3D_RT_MEMORY, LINEAR));
}

/* --- Clears ----------------------------------------------------------- */

FIELD(NVC0_3D_CLEAR_CONTROL, RECT, 4, 1)
FIELD(NVC0_3D_CLEAR_CONTROL, SCISSOR, 8, 1)
FIELD(NVC0_3D_CLEAR_CONTROL, VIEWPORT, 12, 1)

/* mthd 0x19d0: CLEAR_SURFACE, if @condition says so */
static void nvc0_3d_clear_if(NVGPU *gpu, const NVGraphMethod *method,
                             uint32_t val, bool (*condition)(NVGPU *gpu))
{
    uint32_t control = *nvc0_context(gpu, NVC0_CTX_CLEAR_CONTROL);
    unsigned rt = extract32(val, 6, 4) % NV50_3D_RTS;
    uint32_t memory = *nvc0_3d_rt(gpu, 3, rt);
    NVRect rect = { .x1 = 0x10000, .y1 = 0x10000 };

    nv50_3d_set(gpu, method, 0, val);
    /* On NV50 all targets share these. */
    *nv50_3d(gpu, NV50_3D_RT_ARRAY_MODE) =
        deposit32(*nvc0_context(gpu, NVC0_CTX_RT_DEPTH + rt),
                  NVC0_RT_ARRAY_MODE_3D_BIT, 1,
                  FIELD_EX32(memory, NVC0_3D_RT_MEMORY, IS_3D));
    nv50_clear_clip(&rect, nv50_3d(gpu, NV50_3D_SCREEN_SCISSOR));
    if (FIELD_EX32(control, NVC0_3D_CLEAR_CONTROL, RECT)) {
        nv50_clear_scissor(&rect, nvc0_context(gpu, NVC0_CTX_CLEAR_RECT));
    }
    if (FIELD_EX32(control, NVC0_3D_CLEAR_CONTROL, SCISSOR) &&
        (*nv50_3d(gpu, NV50_3D_SCISSOR) & 1)) {
        nv50_clear_scissor(&rect, nv50_3d(gpu, NV50_3D_SCISSOR + 1));
    }
    if (FIELD_EX32(control, NVC0_3D_CLEAR_CONTROL, VIEWPORT)) {
        nv50_clear_clip(&rect, nv50_3d(gpu, NV50_3D_VIEWPORT));
    }
    nv50_clear_rect(gpu, &rect, condition);
}

static void nvc0_3d_clear(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    nvc0_3d_clear_if(gpu, method, val, nv50_3d_condition);
}

/* From NVE4 on RENDER_ENABLE_OVERRIDE counts, too. */
static void nve4_3d_clear(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    nvc0_3d_clear_if(gpu, method, val, nve4_3d_condition);
}

/* --- Drawings --------------------------------------------------------- */

/* mthd 0x1614: END without BEGIN, which a GK208 has refused: tests/record */
static void nvc0_3d_end(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    if (*nv50_3d(gpu, NV50_3D_DRAWING)) {
        nv50_3d_end(gpu, method, index, val);
    } else {
        nv50_graph_data_error(gpu, NV50_DATA_BEGIN_END_ACTIVE);
    }
}

/* --- Methods that the driver executes --------------------------------- */

/* mthd 0x1528: SET_SHADER_EXCEPTIONS */
static void nvc0_mthd_driver(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    nvc0_graph_refuse(gpu, true);
}

/* --- The classes ------------------------------------------------------ */

#define NVC0_3D_SET(_name, _mthd, _word, ...) \
    { .name = (_name), .mthd = (_mthd), .arg = NV50_3D_ ## _word, \
      .set = nv50_3d_set, __VA_ARGS__ }
#define NVC0_3D_KEEP(_name, _mthd, _word, ...) \
    { .name = (_name), .mthd = (_mthd), .arg = NVC0_CTX_ ## _word, \
      .set = nvc0_context_set, __VA_ARGS__ }
#define NVC0_3D_DRAWS(_name, _mthd, ...) \
    { .name = (_name), .mthd = (_mthd), .set = nv_graph_draw_nothing, \
      __VA_ARGS__ }

/* One per render target */
#define NVC0_3D_RTS_STRIDE .count = NVC0_3D_RTS, .stride = 0x40
/* @_n: which of a target's words this is on NV50 */
#define NVC0_3D_RT_SET(_name, _mthd, _n, ...) \
    NVC0_3D_SET(_name, _mthd, RT + (_n) * NV50_3D_RTS, \
                NVC0_3D_RTS_STRIDE, __VA_ARGS__)

#define NVC0_QUERY(_base) { \
    NV50_QUERY_WORDS(_base, 0x1b00, nv50_3d_query_get, 0x1550), \
    { .name = "SET_SHADER_EXCEPTIONS", .mthd = 0x1528, \
      .set = nvc0_mthd_driver }, \
    { } \
}

const NVGraphMethod nvc0_mthd_query_3d[] = NVC0_QUERY(NV50_3D_QUERY);
const NVGraphMethod nvc0_mthd_query_compute[] =
    NVC0_QUERY(NV50_3D_COMPUTE_QUERY);

const NVGraphMethod nvc0_mthd_3d[] = {
    NVC0_3D_DRAWS("DRAW_ZERO_INDEX", 0x304),
    NVC0_3D_RT_SET("SET_COLOR_TARGET_A", 0x800, 0,
                   .check = nv50_check_address_high),
    NVC0_3D_RT_SET("SET_COLOR_TARGET_B", 0x804, 1),
    { .name = "SET_COLOR_TARGET_WIDTH", .mthd = 0x808, .arg = 0,
      .set = nvc0_3d_rt_size, NVC0_3D_RTS_STRIDE },
    { .name = "SET_COLOR_TARGET_HEIGHT", .mthd = 0x80c, .arg = 1,
      .set = nvc0_3d_rt_size, NVC0_3D_RTS_STRIDE },
    NVC0_3D_RT_SET("SET_COLOR_TARGET_FORMAT", 0x810, 2),
    { .name = "SET_COLOR_TARGET_MEMORY", .mthd = 0x814,
      .set = nvc0_3d_rt_memory, NVC0_3D_RTS_STRIDE },
    NVC0_3D_KEEP("SET_COLOR_TARGET_THIRD_DIMENSION", 0x818, RT_DEPTH,
                 NVC0_3D_RTS_STRIDE),
    NVC0_3D_RT_SET("SET_COLOR_TARGET_ARRAY_PITCH", 0x81c, 4),
    NVC0_3D_SET("SET_COLOR_TARGET_LAYER", 0x820, DMA_COLOR,
                NVC0_3D_RTS_STRIDE),
    NVC0_3D_SET("SET_VIEWPORT_CLIP", 0xc00, VIEWPORT, .count = 2),
    NVC0_3D_KEEP("SET_CLEAR_RECT", 0xd6c, CLEAR_RECT, .count = 2),
    NVC0_3D_DRAWS("DRAW_VERTEX_ARRAY", 0xd78),
    NVC0_3D_SET("SET_COLOR_CLEAR_VALUE", 0xd80, CLEAR_COLOR, .count = 4),
    NVC0_3D_SET("SET_Z_CLEAR_VALUE", 0xd90, CLEAR_DEPTH),
    NVC0_3D_SET("SET_STENCIL_CLEAR_VALUE", 0xda0, CLEAR_STENCIL),
    NVC0_3D_SET("SET_SCISSOR", 0xe00, SCISSOR, .count = 3),
    NVC0_3D_SET("SET_ZT", 0xfe0, ZETA, .count = NV50_3D_RT_WORDS),
    NVC0_3D_SET("SET_SURFACE_CLIP", 0xff4, SCREEN_SCISSOR, .count = 2),
    NVC0_3D_KEEP("SET_CLEAR_SURFACE_CONTROL", 0x10f8, CLEAR_CONTROL),
    NVC0_3D_DRAWS("DRAW_VERTEX_ARRAY_BEGIN_END", 0x1214, .count = 2),
    NVC0_3D_SET("SET_ZT_SIZE", 0x1228, ZETA_HORIZ, .count = 2),
    { .name = "SET_ZT_SIZE_C", .mthd = 0x1230, .block = nv_graph_ignore },
    NVC0_3D_DRAWS("DRAW_AUTO", 0x123c),
    NVC0_3D_DRAWS("DRAW_INLINE_INDEX4X8", 0x1304),
    NVC0_3D_SET("SET_ZPASS_PIXEL_COUNT", 0x1514, SAMPLECNT_ENABLE),
    { .name = "CLEAR_REPORT_VALUE", .mthd = 0x1530,
      .set = nv50_3d_counter_reset },
    NVC0_3D_SET("SET_ZT_SELECT", 0x1538, ZETA_ENABLE),
    NVC0_3D_SET("SET_ANTI_ALIAS", 0x15d0, MULTISAMPLE_MODE),
    NVC0_3D_DRAWS("DRAW_INLINE_INDEX", 0x15e8),
    NV_STATE(0x15ec, 1),
    NVC0_3D_DRAWS("DRAW_INLINE_INDEX2X16", 0x15f0),
    NV_STATE(0x15f4, 1),
    { .name = "END", .mthd = 0x1614, .set = nvc0_3d_end },
    { .name = "BEGIN", .mthd = 0x1618, .set = nv50_3d_begin },
    NVC0_3D_DRAWS("DRAW_INLINE_VERTEX", 0x1640),
    NVC0_3D_SET("SET_ZT_LAYER", 0x179c, DMA_ZETA),
    NVC0_3D_DRAWS("DRAW_INDEX_BUFFER", 0x17e0, .count = 7),
    { .name = "SET_FALCON", .mthd = 0x2300, .count = 32,
      .set = nvc0_graph_firmware },
    { }
};

const NVGraphMethod nvc0_mthd_compute[] = {
    NVC0_3D_DRAWS("LAUNCH", 0x368),
    { .name = "SET_FALCON", .mthd = 0x500, .count = 32,
      .set = nvc0_graph_firmware },
    { }
};

#define NVC0_3D_CLEAR(_set) \
    { .name = "CLEAR_SURFACE", .mthd = 0x19d0, \
      .arg = NV50_3D_CLEAR_BUFFERS, .set = (_set) }

const NVGraphMethod nvc0_mthd_3d_clear[] = {
    NVC0_3D_CLEAR(nvc0_3d_clear),
    NV_STATE(0x1944, 1),                        /* SET_RENDER_ENABLE_OVERRIDE */
    { }
};

/* mthd 0x130 to 0x138: SET_GLOBAL_RENDER_ENABLE: that of 3D and of compute */
static void nve4_3d_global_condition(NVGPU *gpu, const NVGraphMethod *method,
                                     unsigned index, uint32_t val)
{
    *nv50_3d(gpu, NV50_3D_QUERY + method->arg) = val;
    *nv50_3d(gpu, NV50_3D_COMPUTE_QUERY + method->arg) = val;
}

#define NVE4_3D_GLOBAL_CONDITION \
    { .name = "SET_GLOBAL_RENDER_ENABLE_A", .mthd = 0x130, \
      .arg = NV50_QUERY_COND_ADDRESS_HIGH, .set = nve4_3d_global_condition, \
      .check = nv50_check_address_high }, \
    { .name = "SET_GLOBAL_RENDER_ENABLE_B", .mthd = 0x134, \
      .arg = NV50_QUERY_COND_ADDRESS_LOW, .set = nve4_3d_global_condition }, \
    { .name = "SET_GLOBAL_RENDER_ENABLE_C", .mthd = 0x138, \
      .arg = NV50_QUERY_COND_MODE, .set = nve4_3d_global_condition, \
      .check = nv50_check_cond_mode }

/* i2m.c has the override. */
const NVGraphMethod nve4_mthd_3d_clear[] = {
    NVC0_3D_CLEAR(nve4_3d_clear),
    NVE4_3D_GLOBAL_CONDITION,
    { }
};

/* What is to be launched is described in memory. */
const NVGraphMethod nve4_mthd_compute[] = {
    NVE4_3D_GLOBAL_CONDITION,
    NV_STATE(0x02b4, 1),                        /* SEND_PCAS_A */
    NVC0_3D_DRAWS("SEND_PCAS", 0x2b8, .count = 2),
    { .name = "SET_FALCON", .mthd = 0x500, .count = 32,
      .set = nvc0_graph_firmware },
    { }
};

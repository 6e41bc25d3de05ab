/*
 * NVIDIA GPU: the 2D object of NVC0: 0x902d
 *
 * The methods that NV50's object (nv50/2d.c) lacks, or checks differently.
 *
 * Sources: class header 902D; the register database (g80_2d.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/nv50/2d.h"
#include "hw/nv/engine/nv50/format.h"
#include "hw/nv/graph-regs-nv50.h"

/* --- Parameters ------------------------------------------------------- */

static uint8_t nvc0_check_pattern_color_format(uint32_t val)
{
    return val <= 6 ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

static uint8_t nvc0_check_cache(uint32_t val)
{
    return val <= 2 ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

/* Two fields, each of which is 0 for the hardware to decide, or 1 or 2 */
static uint8_t nvc0_check_direction(uint32_t val)
{
    if (val & ~0x33) {
        return NV50_DATA_INVALID_BITFIELD;
    }
    return (val & 3) <= 2 && val >> 4 <= 2 ? NV50_DATA_OK
                                           : NV50_DATA_INVALID_ENUM;
}

/* --- Methods ---------------------------------------------------------- */

/* mthd 0x240: INVALIDATE_TEXTURE_DATA_CACHE: no cache is modelled. */
static void nvc0_2d_invalidate(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
}

#define NVC0_2D_IGNORED(_name, _mthd, ...) \
    { .name = (_name), .mthd = (_mthd), .block = nv_graph_ignore, \
      __VA_ARGS__ }

const NVGraphMethod nvc0_mthd_2d[] = {
    NVC0_2D_IGNORED("SET_MME_SWITCH_STATE", 0x1ec),
    NV50_2D_SURFACES("FORMAT", NV50_2D_FORMAT,
                     .check = nvc0_check_surface_format),
    NVC0_2D_IGNORED("FLUSH_AND_INVALIDATE_ROP_MINI_CACHE", 0x228),
    NVC0_2D_IGNORED("SET_SPARE_NOOP", 0x22c),
    /* On NV50 this is the source's layer, which always is the first here. */
    { .name = "INVALIDATE_TEXTURE_DATA_CACHE", .mthd = 0x240,
      .check = nvc0_check_cache, .set = nvc0_2d_invalidate },
    NVC0_2D_IGNORED("SET_SPARE_NOOP", 0x25c),
    NVC0_2D_IGNORED("SET_SPARE_NOOP", 0x270, .count = 4),
    { .name = "SET_DST_COLOR_RENDER_TO_ZETA_SURFACE", .mthd = 0x2b8,
      .set = nv50_2d_unmodelled },
    NVC0_2D_IGNORED("SET_SPARE_NOOP", 0x2bc, .count = 6),
    NVC0_2D_IGNORED("SET_COMPRESSION", 0x2d4),
    NVC0_2D_IGNORED("SET_SPARE_NOOP", 0x2d8),
    { .name = "SET_RENDER_ENABLE_OVERRIDE", .mthd = 0x2dc,
      .set = nv50_2d_unmodelled },
    NV50_2D_SET("SET_PIXELS_FROM_MEMORY_DIRECTION", 0x2e0,
                .check = nvc0_check_direction),
    NVC0_2D_IGNORED("SET_SPARE_NOOP", 0x2e4),
    NV50_2D_SET("PATTERN_COLOR_FORMAT", NV50_2D_PATTERN_COLOR_FORMAT,
                .check = nvc0_check_pattern_color_format),
    NVC0_2D_IGNORED("SET_RENDER_SOLID_PRIM_COLOR", 0x540, .count = 4),
    { .name = "MME_DMA", .mthd = 0x550, .count = 10,
      .block = nvc0_graph_count },
    { .name = "SET_FALCON", .mthd = 0x8e0, .count = 32,
      .set = nvc0_graph_firmware },
    NVC0_2D_IGNORED("MME_DMA_WRITE_METHOD_BARRIER", 0xdec),
    { }
};

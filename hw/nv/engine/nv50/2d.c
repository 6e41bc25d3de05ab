/*
 * NVIDIA GPU: the 2D object of NV50, 0x502d, and what 0x902d shares with it
 *
 * One object draws solid shapes and images sent by methods, copies between two
 * surfaces, and has the state for which NV04 has context objects.
 *
 * Sources: the register database (g80_2d.xml), and for errors its
 * G80_PGRAPH_DATA_ERROR; nouveau's nv50_fbcon.c and cl502d.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "3d.h"
#include "classes.h"
#include "context.h"
#include "format.h"
#include "object.h"
#include "hw/nv/engine/method.h"

/* --- Parameters ------------------------------------------------------- */

static uint8_t nv50_check_pitch(uint32_t val)
{
    return val <= 0x40000 ? NV50_DATA_OK : NV50_DATA_INVALID_VALUE;
}

static uint8_t nv50_check_size(uint32_t val)
{
    return val <= 0x10000 ? NV50_DATA_OK : NV50_DATA_INVALID_VALUE;
}

#define NV50_CHECK_ENUM(_name, _max) \
    static uint8_t nv50_check_ ## _name(uint32_t val) \
    { \
        return val <= (_max) ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM; \
    }

NV50_CHECK_ENUM(sector_promotion, 3)
NV50_CHECK_ENUM(color_key_format, 6)
NV50_CHECK_ENUM(operation, 6)
NV50_CHECK_ENUM(pattern_select, 3)
NV50_CHECK_ENUM(pattern_color_format, 5)
NV50_CHECK_ENUM(shape, 4)
NV50_CHECK_ENUM(bitmap_format, 2)
NV50_CHECK_ENUM(line_pack_mode, 2)

static uint8_t nv50_check_blit_control(uint32_t val)
{
    return val & ~0x11 ? NV50_DATA_INVALID_BITFIELD : NV50_DATA_OK;
}

/* --- Methods ---------------------------------------------------------- */

void nv50_2d_set(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val)
{
    *nv50_2d(gpu, nv_graph_method_at(method, index)) = val;
}

void nv50_2d_unmodelled(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    nv50_2d_set(gpu, method, index, val);
    if (val) {
        nv_report_method(gpu, gpu->graph->binding.id, method->mthd, val, 1);
    }
}

/* mthd 0x184, 0x188: DMA_DST, DMA_SRC; @arg: it is the one written to */
static void nv50_2d_dma(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    uint16_t inst;

    if (nv50_graph_dma(gpu, val, method->arg, &inst)) {
        nv50_2d_set(gpu, method, index, inst);
    }
}

/* mthd 0x18c: DMA_COND */
static void nv50_2d_dma_cond(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    uint16_t inst;

    if (nv50_graph_dma(gpu, val, false, &inst)) {
        nv50_object_set(gpu, NV50_OBJECT_DMA_COND, inst);
    }
}

/* Pixels of a color pattern, several per word; @arg: format */
static void nv50_2d_pattern(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    const NV50Format *from = nv50_format(method->arg);
    unsigned bits = from->bytes * 8, count = 32 / bits;
    uint32_t *colors = nv50_2d(gpu, NV50_2D_PATTERN_X8R8G8B8);

    for (unsigned i = 0; i < count; i++) {
        uint32_t color = extract32(val, i * bits, bits);

        colors[index * count + i] = from->kind == NV50_FORMAT_SINGLE
            ? color * 0x010101
            : nv50_format_convert(from, nv50_format(0xe6), color);
    }
}

/* --- The class -------------------------------------------------------- */

/* What NVC0 and later lack */
const NVGraphMethod nv50_mthd_2d_only[] = {
    { .name = "DMA_DST", .mthd = NV50_2D_DMA_DST, .arg = true,
      .set = nv50_2d_dma },
    { .name = "DMA_SRC", .mthd = NV50_2D_DMA_SRC, .set = nv50_2d_dma },
    { .name = "DMA_COND", .mthd = 0x18c, .set = nv50_2d_dma_cond },
    NV50_2D_SURFACES("FORMAT", NV50_2D_FORMAT,
                     .check = nv50_check_surface_format),
    NV50_2D_SET("UNK228", 0x228, .check = nv50_check_bool),
    NV50_2D_SET("SRC_LAYER", NV50_2D_LAYER + NV50_2D_SURFACE_STRIDE),
    NV50_2D_SET("PATTERN_COLOR_FORMAT", NV50_2D_PATTERN_COLOR_FORMAT,
                .check = nv50_check_pattern_color_format),
    { }
};

const NVGraphMethod nv50_mthd_2d[] = {
    NV50_2D_SURFACES("LINEAR", NV50_2D_LINEAR, .check = nv50_check_bool),
    NV50_2D_SURFACES("BLOCK_DIMENSIONS", NV50_2D_BLOCK_DIMENSIONS,
                     .check = nv50_check_block_dimensions),
    NV50_2D_SURFACES("DEPTH", NV50_2D_DEPTH),
    NV50_2D_SET("DST_LAYER", NV50_2D_LAYER),
    NV50_2D_SURFACES("PITCH", NV50_2D_PITCH, .check = nv50_check_pitch),
    NV50_2D_SURFACES("WIDTH", NV50_2D_WIDTH, .check = nv50_check_size),
    NV50_2D_SURFACES("HEIGHT", NV50_2D_HEIGHT, .check = nv50_check_size),
    NV50_2D_SURFACES("ADDRESS_HIGH", NV50_2D_ADDRESS_HIGH,
                     .check = nv50_check_address_high),
    NV50_2D_SURFACES("ADDRESS_LOW", NV50_2D_ADDRESS_LOW),
    NV50_2D_SET("UNK260", 0x260, .check = nv50_check_bool),

    NV50_2D_SET("COND_ADDRESS", NV50_2D_COND_ADDRESS_HIGH, .count = 2),
    NV50_2D_SET("COND_MODE", NV50_2D_COND_MODE, .check = nv50_check_cond_mode),
    NV50_2D_SET("CLIP", NV50_2D_CLIP_X, .count = 4),
    NV50_2D_SET("CLIP_ENABLE", NV50_2D_CLIP_ENABLE, .check = nv50_check_bool),
    NV50_2D_SET("COLOR_KEY_FORMAT", 0x294,
                .check = nv50_check_color_key_format),
    NV50_2D_SET("COLOR_KEY", 0x298),
    { .name = "COLOR_KEY_ENABLE", .mthd = 0x29c, .check = nv50_check_bool,
      .set = nv50_2d_unmodelled },
    NV50_2D_SET("ROP", NV50_2D_ROP),
    NV50_2D_SET("BETA", 0x2a4, .count = 2),
    NV50_2D_SET("OPERATION", NV50_2D_OPERATION, .check = nv50_check_operation),

    { .name = "PATTERN_OFFSET", .mthd = 0x2b0, .set = nv50_2d_unmodelled },
    NV50_2D_SET("PATTERN_SELECT", NV50_2D_PATTERN_SELECT,
                .check = nv50_check_pattern_select),
    NV50_2D_SET("PATTERN_BITMAP_FORMAT", NV50_2D_PATTERN_BITMAP_FORMAT,
                .check = nv50_check_bool),
    NV50_2D_SET("PATTERN_BITMAP_COLOR", NV50_2D_PATTERN_BITMAP_COLOR,
                .count = 2),
    NV50_2D_SET("PATTERN_BITMAP", NV50_2D_PATTERN_BITMAP, .count = 2),
    NV50_2D_SET("PATTERN_X8R8G8B8", NV50_2D_PATTERN_X8R8G8B8, .count = 64),
    { .name = "PATTERN_R5G6B5", .mthd = 0x400, .count = 32, .arg = 0xe8,
      .set = nv50_2d_pattern },
    { .name = "PATTERN_X1R5G5B5", .mthd = 0x480, .count = 32, .arg = 0xf8,
      .set = nv50_2d_pattern },
    { .name = "PATTERN_Y8", .mthd = 0x500, .count = 16, .arg = 0xf3,
      .set = nv50_2d_pattern },

    { .name = "DRAW_SHAPE", .mthd = NV50_2D_DRAW_SHAPE,
      .check = nv50_check_shape, .set = nv50_draw_shape },
    NV50_2D_SET("DRAW_COLOR_FORMAT", NV50_2D_DRAW_COLOR_FORMAT,
                .check = nv50_check_color_format),
    NV50_2D_SET("DRAW_COLOR", NV50_2D_DRAW_COLOR),
    NV50_2D_SET("UNK58C", 0x58c),
    { .name = "DRAW_POINT16", .mthd = 0x5e0, .set = nv50_draw_point16 },
    { .name = "DRAW_POINT32_X", .mthd = 0x600, .count = 64, .stride = 8,
      .set = nv50_draw_x },
    { .name = "DRAW_POINT32_Y", .mthd = 0x604, .count = 64, .stride = 8,
      .set = nv50_draw_y },

    NV50_2D_SET("SIFC_BITMAP_ENABLE", NV50_2D_SIFC_BITMAP_ENABLE,
                .check = nv50_check_bool),
    NV50_2D_SET("SIFC_FORMAT", NV50_2D_SIFC_FORMAT,
                .check = nv50_check_color_format),
    NV50_2D_SET("SIFC_BITMAP_FORMAT", NV50_2D_SIFC_BITMAP_FORMAT,
                .check = nv50_check_bitmap_format),
    NV50_2D_SET("SIFC_BITMAP_LSB_FIRST", NV50_2D_SIFC_BITMAP_LSB_FIRST,
                .check = nv50_check_bool),
    NV50_2D_SET("SIFC_BITMAP_LINE_PACK_MODE",
                NV50_2D_SIFC_BITMAP_LINE_PACK_MODE,
                .check = nv50_check_line_pack_mode),
    NV50_2D_SET("SIFC_BITMAP_COLOR", NV50_2D_SIFC_BITMAP_COLOR_BIT0,
                .count = 2),
    NV50_2D_SET("SIFC_BITMAP_WRITE_BIT0_ENABLE",
                NV50_2D_SIFC_BITMAP_WRITE_BIT0_ENABLE,
                .check = nv50_check_bool),
    NV50_2D_SET("SIFC_SIZE", NV50_2D_SIFC_WIDTH, .count = 2),
    NV50_2D_SET("SIFC_STEP", NV50_2D_SIFC_DX_DU_FRACT, .count = 4),
    NV50_2D_SET("SIFC_DST", 0x850, .count = 3),
    { .name = "SIFC_DST_Y_INT", .mthd = NV50_2D_SIFC_DST_Y_INT,
      .set = nv50_sifc_start },
    { .name = "SIFC_DATA", .mthd = 0x860, .block = nv50_sifc_data },

    NV50_2D_SET("UNK870", 0x870),
    NV50_2D_SET("UNK880", 0x880, .count = 2),
    NV50_2D_SET("BLIT_SAFE_OVERLAP", 0x888, .check = nv50_check_bool),
    NV50_2D_SET("BLIT_CONTROL", NV50_2D_BLIT_CONTROL,
                .check = nv50_check_blit_control),
    NV50_2D_SET("BLIT_DST", NV50_2D_BLIT_DST_X, .count = 4),
    NV50_2D_SET("BLIT_STEP", NV50_2D_BLIT_DU_DX_FRACT, .count = 4),
    NV50_2D_SET("BLIT_SRC", NV50_2D_BLIT_SRC_X_FRACT, .count = 3),
    { .name = "BLIT_SRC_Y_INT", .mthd = NV50_2D_BLIT_SRC_Y_INT,
      .set = nv50_blit_start },
    { }
};

const NVGraphMethod nv94_mthd_2d[] = {
    NV50_2D_SET("SECTOR_PROMOTION", 0x258,
                .check = nv50_check_sector_promotion),
    { }
};

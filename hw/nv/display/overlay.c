/*
 * NVIDIA GPU: overlays: a second picture, shown over a head's own
 *
 * An overlay's position, size and source are in registers: PVIDEO's before
 * NV50, an overlay channel's later.  Scaling takes the nearest pixels; what is
 * outside video memory is black.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "head.h"
#include "overlay.h"
#include "scanout.h"
#include "ui/pixel_ops.h"

/* --- Colors ----------------------------------------------------------- */

/* For video with luminance from 16 to 235, in 4096ths */
typedef struct NVMatrix {
    int y, rv, gu, gv, bu;
} NVMatrix;

static const NVMatrix nv_bt601 = { 4769, 6537, -1605, -3330, 8263 };
static const NVMatrix nv_bt709 = { 4769, 7343, -873, -2183, 8652 };

static int nv_overlay_component(const NVOverlay *ov, unsigned i, int64_t val)
{
    val = (val + NV_OVERLAY_ONE / 2) / NV_OVERLAY_ONE + ov->adjust[i];
    return MIN(MAX(val, 0), 255);
}

static uint32_t nv_overlay_rgb(const NVOverlay *ov, int y, int u, int v)
{
    const NVMatrix *m = ov->bt709 ? &nv_bt709 : &nv_bt601;
    int64_t luma = (int64_t)m->y * (y - 16) * ov->contrast / NV_OVERLAY_ONE;
    int64_t du = ((int64_t)(u - 128) * ov->cosine +
                  (int64_t)(v - 128) * ov->sine) / NV_OVERLAY_ONE;
    int64_t dv = ((int64_t)(v - 128) * ov->cosine -
                  (int64_t)(u - 128) * ov->sine) / NV_OVERLAY_ONE;

    return rgb_to_pixel32(
        nv_overlay_component(ov, 0, luma + m->rv * dv),
        nv_overlay_component(ov, 1, luma + m->gu * du + m->gv * dv),
        nv_overlay_component(ov, 2, luma + m->bu * du));
}

/* --- Surface ---------------------------------------------------------- */

/* Some bytes of a line; zeros outside video memory, or beyond the limit */
static uint32_t nv_overlay_read(NVGPU *gpu, const NVOverlay *ov, uint64_t base,
                                uint64_t limit, unsigned x, unsigned y,
                                unsigned bytes)
{
    uint64_t addr = base;
    const uint8_t *src;
    uint32_t val = 0;

    if (ov->block_lines) {
        addr += ((uint64_t)(y / ov->block_lines) * ov->pitch +
                 x / NV_GOB_WIDTH * NV_GOB_WIDTH) * ov->block_lines +
                y % ov->block_lines * NV_GOB_WIDTH + x % NV_GOB_WIDTH;
    } else {
        addr += (uint64_t)y * ov->pitch + x;
    }
    src = addr + bytes - 1 <= limit ? nv_vram_ptr(gpu, addr, bytes) : NULL;
    for (unsigned i = 0; src && i < bytes; i++) {
        val |= (uint32_t)src[i] << (i * 8);
    }
    return val;
}

static uint32_t nv_overlay_packed(NVGPU *gpu, const NVOverlay *ov, unsigned x,
                                  unsigned y)
{
    uint32_t val = nv_overlay_read(gpu, ov, ov->base, ov->limit, x / 2 * 4, y,
                                   4);
    bool uyvy = ov->format == NV_OVERLAY_UYVY;
    unsigned luma = uyvy ? 8 : 0, chroma = uyvy ? 0 : 8;

    return nv_overlay_rgb(ov, extract32(val, luma + x % 2 * 16, 8),
                          extract32(val, chroma, 8),
                          extract32(val, chroma + 16, 8));
}

/* Luminance in one plane, U and V in another of half its size */
static uint32_t nv_overlay_planar(NVGPU *gpu, const NVOverlay *ov, unsigned x,
                                  unsigned y)
{
    uint32_t luma = nv_overlay_read(gpu, ov, ov->base, ov->limit, x, y, 1);
    uint32_t uv = nv_overlay_read(gpu, ov, ov->uv_base, ov->uv_limit,
                                  x / 2 * 2, y / 2, 2);
    bool swapped = ov->format == NV_OVERLAY_NV21;

    return nv_overlay_rgb(ov, luma, extract32(uv, swapped ? 8 : 0, 8),
                          extract32(uv, swapped ? 0 : 8, 8));
}

static uint32_t nv_overlay_widen(uint32_t pixel, unsigned shift)
{
    uint32_t val = extract32(pixel, shift, 5);

    return val << 3 | val >> 2;
}

/* A pixel as x8r8g8b8; @raw: as it is in memory, if its format is one of RGB */
static uint32_t nv_overlay_pixel(NVGPU *gpu, const NVOverlay *ov, unsigned x,
                                 unsigned y, uint32_t *raw)
{
    switch (ov->format) {
    case NV_OVERLAY_YUYV:
    case NV_OVERLAY_UYVY:
        *raw = nv_overlay_packed(gpu, ov, x, y);
        return *raw;
    case NV_OVERLAY_NV12:
    case NV_OVERLAY_NV21:
        *raw = nv_overlay_planar(gpu, ov, x, y);
        return *raw;
    case NV_OVERLAY_X1R5G5B5:
        *raw = nv_overlay_read(gpu, ov, ov->base, ov->limit, x * 2, y, 2);
        return rgb_to_pixel32(nv_overlay_widen(*raw, 10),
                              nv_overlay_widen(*raw, 5),
                              nv_overlay_widen(*raw, 0));
    case NV_OVERLAY_X2B10G10R10:
        *raw = nv_overlay_read(gpu, ov, ov->base, ov->limit, x * 4, y, 4);
        return rgb_to_pixel32(extract32(*raw, 2, 8), extract32(*raw, 12, 8),
                              extract32(*raw, 22, 8));
    case NV_OVERLAY_X2R10G10B10:
        *raw = nv_overlay_read(gpu, ov, ov->base, ov->limit, x * 4, y, 4);
        return rgb_to_pixel32(extract32(*raw, 22, 8), extract32(*raw, 12, 8),
                              extract32(*raw, 2, 8));
    default:
        *raw = nv_overlay_read(gpu, ov, ov->base, ov->limit, x * 4, y, 4);
        return *raw & 0xffffff;
    }
}

/* --- Pictures --------------------------------------------------------- */

bool nv_overlay_covers(const NVOverlay *ov, int y)
{
    return ov->visible && y >= ov->y && y - ov->y < (int)ov->height;
}

static unsigned nv_overlay_step(uint64_t start, uint64_t step, unsigned n,
                                unsigned size)
{
    return MIN((start + step * n) >> NV_OVERLAY_FRACTION, size - 1);
}

void nv_overlay_draw(const NVHead *head, const NVOverlay *ov, int y,
                     unsigned width, const uint32_t *keys, uint32_t *line,
                     bool *shown)
{
    unsigned row = nv_overlay_step(ov->t, ov->dt, y - ov->y, ov->in_height);
    int end = MIN((int)width, ov->x + (int)ov->width);

    for (int x = MAX(0, ov->x); x < end; x++) {
        unsigned column = nv_overlay_step(ov->s, ov->ds, x - ov->x,
                                          ov->in_width);
        uint32_t raw;

        if (ov->key == NV_OVERLAY_KEY_UNDER &&
            (keys[x] & ov->key_mask) != (ov->key_color & ov->key_mask)) {
            continue;
        }
        line[x] = nv_overlay_pixel(head->gpu, ov, column + ov->left,
                                   row + ov->top, &raw);
        shown[x] = ov->key != NV_OVERLAY_KEY_OWN ||
                   (raw & ov->key_mask) != (ov->key_color & ov->key_mask);
    }
}

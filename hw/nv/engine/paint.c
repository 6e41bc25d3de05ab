/*
 * NVIDIA GPU: drawing pixels on a surface: operation, color key, output
 *
 * Source: envytools docs/hw/graph/2d/intro.rst, "The pipeline"; nvhw's
 * nv03_pgraph_rop() for the order of its stages.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/units.h"
#include "color.h"
#include "graph.h"
#include "operation.h"
#include "paint.h"
#include "surface.h"
#include "hw/nv/uninitialized.h"

/* Bytes between pieces that are told of together: less than two long lines */
#define NV_PAINT_GAP (16 * KiB)

void nv_rect_clip(NVRect *rect, const NVRect *clip)
{
    rect->x0 = MAX(rect->x0, clip->x0);
    rect->y0 = MAX(rect->y0, clip->y0);
    rect->x1 = MIN(rect->x1, clip->x1);
    rect->y1 = MIN(rect->y1, clip->y1);
}

void nv_paint_transparency(NVPaint *paint, uint64_t bitmap,
                           const bool *visible)
{
    for (unsigned i = 0; i < 2; i++) {
        if (!visible[i]) {
            paint->pattern_visible &= i ? ~bitmap : bitmap;
        }
    }
}

static void nv_paint_tell(NVGPU *gpu, NVPaint *paint)
{
    if (paint->wrote.end) {
        nv_vram_dirty(gpu, paint->wrote.addr,
                      paint->wrote.end - paint->wrote.addr);
        paint->wrote.end = 0;
    }
}

/*
 * Call this after changing pixels at their host address.  To tell of each line
 * would take longer than to draw a short one: those of a rectangle are told of
 * together, with what is between them.
 */
static void nv_paint_wrote(NVGPU *gpu, NVPaint *paint, const NVPixels *pixels)
{
    uint64_t len = pixels->count * paint->dst.bytes;

    if (pixels->bus) {
        nv_window_write(gpu, pixels->addr, pixels->host, len);
        return;
    }
    if (!paint->wrote.end ||
        pixels->addr - paint->wrote.addr >
        paint->wrote.end - paint->wrote.addr + NV_PAINT_GAP) {
        nv_paint_tell(gpu, paint);
        paint->wrote.addr = pixels->addr;
    }
    paint->wrote.end = MAX(paint->wrote.end, pixels->addr + len);
}

uint32_t nv_paint_end(NVGPU *gpu, NVPaint *paint)
{
    nv_paint_tell(gpu, paint);
    nv_count(gpu, PIXELS, paint->pixels);
    if (paint->pixels) {
        nv_memory_written(gpu);
    }
    return paint->nsource;
}

/* --- Pixels ----------------------------------------------------------- */

static unsigned nv_paint_pattern_index(const NVPaint *paint, int32_t x,
                                       int32_t y)
{
    switch (paint->pattern_shape) {
    case 1:
        return x & 63;
    case 2:
        return y & 63;
    default:
        return (y & 7) << 3 | (x & 7);
    }
}

/* Draw a pixel that isn't clipped: operation, color key, output */
static void nv_paint_pixel(const NVPaint *paint, uint8_t *host, int32_t x,
                           int32_t y, uint32_t color)
{
    unsigned bytes = paint->dst.bytes;
    unsigned i = nv_paint_pattern_index(paint, x, y);

    if (!(paint->pattern_visible >> i & 1)) {
        return;
    }
    if (paint->rop != NV_ROP_COPY) {
        uint32_t pattern =
            nv_rop3_uses_pattern(paint->rop) ? paint->pattern[i] : 0;

        color = nv_rop3(paint->rop, pattern, color,
                        nv_pixel_load(host, bytes));
    }
    color &= paint->mask;
    if (paint->keyed && color == paint->key) {
        return;
    }
    if (paint->result_alpha && !(color & paint->result_alpha)) {
        return;
    }
    nv_pixel_store(host, bytes, color | paint->ones);
}

static void nv_paint_violation(NVGPU *gpu, NVPaint *paint, int32_t x,
                               int32_t y)
{
    const NVSurface *dst = &paint->dst;

    if (dst->vm) {
        paint->nsource |= NV50_FAULT_DST;
        return;
    }
    if (!paint->nsource) {
        NV_R(gpu, NV_PGRAPH_LIMIT_VIOL_PIX) =
            dst->offset + y * dst->pitch + x * dst->bytes;
    }
    paint->nsource |= NV_NSOURCE(LIMIT_COLOR);
}

/* Find the next pixels.  Returns false if they aren't in the surface. */
static bool nv_paint_find(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                          unsigned count, NVPixels *pixels)
{
    if (!nv_surface_pixels(gpu, &paint->dst, true, x, y, count, pixels)) {
        nv_paint_violation(gpu, paint, x, y);
    }
    paint->pixels += pixels->count;
    return pixels->count;
}

/* Each pixel is drawn, and follows from its source and from itself. */
static bool nv_paint_is_even(const NVPaint *paint)
{
    return !paint->keyed && !paint->result_alpha &&
           paint->pattern_visible == UINT64_MAX &&
           (paint->rop == NV_ROP_COPY || !nv_rop3_uses_pattern(paint->rop));
}

static bool nv_paint_is_plain(const NVPaint *paint)
{
    return paint->rop == NV_ROP_COPY && nv_paint_is_even(paint);
}

/**
 * struct NVPaintBits - what becomes of the destination's bits
 *
 * @set: bits of the result, before ...
 * @keep: these are inverted where the destination has ones
 *
 * Both are of 8 bytes, which are one pixel or more.
 */
typedef struct NVPaintBits {
    uint64_t set, keep;
} NVPaintBits;

static uint64_t nv_pixel_repeat(uint32_t val, unsigned bytes)
{
    switch (bytes) {
    case 1:
        return (val & 0xff) * 0x0101010101010101ull;
    case 2:
        return (val & 0xffff) * 0x0001000100010001ull;
    default:
        return val * 0x0000000100000001ull;
    }
}

/* A pixel's bits */
static uint32_t nv_paint_all_bits(const NVPaint *paint)
{
    return MAKE_64BIT_MASK(0, paint->dst.bytes * 8);
}

/* For one source, an operation does one of four things to each bit. */
static NVPaintBits nv_paint_bits(const NVPaint *paint, uint32_t color)
{
    uint32_t mask = paint->mask & ~paint->ones;
    uint32_t zeros = color, ones = color;

    if (paint->rop != NV_ROP_COPY) {
        zeros = nv_rop2(paint->rop, color, 0);
        ones = nv_rop2(paint->rop, color, UINT32_MAX);
    }
    return (NVPaintBits) {
        .set = nv_pixel_repeat((zeros & mask) | paint->ones,
                               paint->dst.bytes),
        .keep = nv_pixel_repeat((zeros ^ ones) & mask, paint->dst.bytes),
    };
}

/* Pieces that a compiler makes a few stores of */
static void nv_paint_set(uint8_t *host, size_t len, uint64_t val)
{
    uint8_t piece[64] QEMU_UNINITIALIZED;

    for (unsigned i = 0; i < sizeof(piece); i += sizeof(val)) {
        stq_le_p(piece + i, val);
    }
    for (; len >= sizeof(piece); len -= sizeof(piece)) {
        memcpy(host, piece, sizeof(piece));
        host += sizeof(piece);
    }
    memcpy(host, piece, len);
}

static void nv_paint_combine(uint8_t *host, size_t len, NVPaintBits bits)
{
    size_t i;

    if (!bits.keep) {
        nv_paint_set(host, len, bits.set);
        return;
    }
    for (i = 0; i + 8 <= len; i += 8) {
        stq_le_p(host + i, bits.set ^ (ldq_le_p(host + i) & bits.keep));
    }
    for (; i < len; i++) {
        host[i] = bits.set >> i % 8 * 8 ^ (host[i] & bits.keep >> i % 8 * 8);
    }
}

void nv_paint_fill(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t color)
{
    unsigned bytes = paint->dst.bytes;
    NVPixels pixels;

    for (unsigned done = 0; done < count; done += pixels.done) {
        int32_t left = x + done;

        if (!nv_paint_find(gpu, paint, left, y, count - done, &pixels)) {
            continue;
        }
        if (nv_paint_is_even(paint)) {
            nv_paint_combine(pixels.host, pixels.count * bytes,
                             nv_paint_bits(paint, color));
        } else {
            for (unsigned i = 0; i < pixels.count; i++) {
                nv_paint_pixel(paint, pixels.host + i * bytes,
                               left + pixels.first + i, y, color);
            }
        }
        nv_paint_wrote(gpu, paint, &pixels);
    }
}

/* A loop for each size of pixels */
static inline void nv_paint_store(const NVPaint *paint, const NVPixels *pixels,
                                  const uint32_t *colors, const bool *visible,
                                  unsigned bytes)
{
    colors += pixels->first;
    for (unsigned i = 0; i < pixels->count; i++) {
        if (!visible || visible[pixels->first + i]) {
            nv_pixel_store(pixels->host + i * bytes, bytes,
                           (colors[i] & paint->mask) | paint->ones);
        }
    }
}

static void nv_paint_piece_plain(const NVPaint *paint, const NVPixels *pixels,
                                 const uint32_t *colors, const bool *visible)
{
    switch (paint->dst.bytes) {
    case 1:
        nv_paint_store(paint, pixels, colors, visible, 1);
        break;
    case 2:
        nv_paint_store(paint, pixels, colors, visible, 2);
        break;
    default:
        nv_paint_store(paint, pixels, colors, visible, 4);
        break;
    }
}

/* Draw those of nv_paint_pixels()'s pixels that are contiguous */
static void nv_paint_piece(const NVPaint *paint, const NVPixels *pixels,
                           int32_t x, int32_t y, const uint32_t *colors,
                           const bool *visible)
{
    unsigned bytes = paint->dst.bytes;

    if (nv_paint_is_plain(paint)) {
        nv_paint_piece_plain(paint, pixels, colors, visible);
        return;
    }
    for (unsigned i = 0; i < pixels->count; i++) {
        unsigned n = pixels->first + i;

        if (!visible || visible[n]) {
            nv_paint_pixel(paint, pixels->host + i * bytes, x + n, y,
                           colors[n]);
        }
    }
}

void nv_paint_pixels(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                     unsigned count, const uint32_t *colors,
                     const bool *visible)
{
    NVPixels pixels;

    for (unsigned done = 0; done < count; done += pixels.done) {
        if (nv_paint_find(gpu, paint, x + done, y, count - done, &pixels)) {
            nv_paint_piece(paint, &pixels, x + done, y, colors + done,
                           visible ? visible + done : NULL);
            nv_paint_wrote(gpu, paint, &pixels);
        }
    }
}

/* --- Copies ------------------------------------------------------------ */

bool nv_paint_copies(const NVPaint *paint, const NVSurface *src)
{
    return nv_paint_is_plain(paint) && src->bytes == paint->dst.bytes;
}

/* Pixels of the destination for pixels of the source */
static void nv_paint_copy_some(NVGPU *gpu, NVPaint *paint,
                               const NVPixels *from, int32_t x, int32_t y)
{
    unsigned bytes = paint->dst.bytes;
    NVPixels to;

    for (unsigned done = 0; done < from->count; done += to.done) {
        uint8_t *host = from->host + done * bytes;

        if (!nv_paint_find(gpu, paint, x + done, y, from->count - done,
                           &to)) {
            continue;
        }
        memmove(to.host, host + to.first * bytes, to.count * bytes);
        if (~paint->mask & nv_paint_all_bits(paint) || paint->ones) {
            nv_paint_combine(to.host, to.count * bytes, (NVPaintBits) {
                .set = nv_pixel_repeat(paint->ones, bytes),
                .keep = nv_pixel_repeat(paint->mask & ~paint->ones, bytes),
            });
        }
        nv_paint_wrote(gpu, paint, &to);
    }
}

bool nv_paint_copy(NVGPU *gpu, NVPaint *paint, const NVSurface *src,
                   int32_t sx, int32_t sy, int32_t x, int32_t y,
                   unsigned count)
{
    bool all = true;
    NVPixels from;

    for (unsigned done = 0; done < count; done += from.done) {
        all &= nv_surface_pixels(gpu, src, false, sx + done, sy, count - done,
                                 &from);
        if (!all && src->vm) {
            break;
        }
        nv_paint_copy_some(gpu, paint, &from, x + done + from.first, y);
    }
    return all;
}

/* --- Lines ------------------------------------------------------------ */

bool nv_paint_lines(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                    const void *source, int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    uint32_t width = op->x1 - op->x0;
    uint32_t height = op->y1 - op->y0;

    while (op->line < height && *budget > 0 && !nv_paint_faulted(paint)) {
        unsigned count = MIN(width - op->pos, lines->most);
        int32_t y = op->up ? op->y1 - 1 - op->line : op->y0 + op->line;
        int32_t x = op->left ? op->x1 - op->pos - count : op->x0 + op->pos;
        uint64_t before = paint->pixels;

        lines->piece(gpu, paint, source, x, y, count);
        *budget -= lines->cost *
                   nv_paint_units(paint, lines->reads ? count
                                         : paint->pixels - before);
        op->pos += count;
        if (op->pos >= width) {
            op->pos = 0;
            op->line++;
        }
    }
    op->nsource |= nv_paint_end(gpu, paint);
    return op->line >= height || nv_paint_faulted(paint);
}

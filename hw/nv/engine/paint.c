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
 * To tell of each line would take longer than to draw a short one: those of a
 * rectangle are told of together, with what is between them.
 */
static void nv_paint_wrote_vram(NVGPU *gpu, NVPaint *paint, uint64_t addr,
                                uint64_t len)
{
    if (!paint->wrote.end ||
        addr - paint->wrote.addr >
        paint->wrote.end - paint->wrote.addr + NV_PAINT_GAP) {
        nv_paint_tell(gpu, paint);
        paint->wrote.addr = addr;
    }
    paint->wrote.end = MAX(paint->wrote.end, addr + len);
}

/* Call this after changing pixels at their host address. */
static void nv_paint_wrote(NVGPU *gpu, NVPaint *paint, const NVPixels *pixels)
{
    uint64_t len = pixels->count * paint->dst.bytes;

    if (pixels->bus) {
        nv_window_write(gpu, pixels->addr, pixels->host, len);
    } else {
        nv_paint_wrote_vram(gpu, paint, pixels->addr, len);
    }
}

/* The same for many lines, all in the box */
static void nv_paint_wrote_rows(NVGPU *gpu, NVPaint *paint, int32_t x,
                                int32_t y, unsigned count, unsigned lines)
{
    const NVSurfaceBox *box = &paint->dst.box;
    uint64_t addr = box->addr + nv_surface_in_box(&paint->dst, x, y);
    uint64_t len = count * paint->dst.bytes;

    paint->pixels += (uint64_t)count * lines;
    if (box->pitch <= NV_PAINT_GAP) {
        len += (lines - 1) * (uint64_t)box->pitch;
        lines = 1;
    }
    for (; lines; lines--, addr += box->pitch) {
        nv_paint_wrote_vram(gpu, paint, addr, len);
    }
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

bool nv_paint_is_even(const NVPaint *paint)
{
    return !paint->keyed && !paint->result_alpha &&
           paint->pattern_visible == UINT64_MAX &&
           (paint->rop == NV_ROP_COPY || !nv_rop3_uses_pattern(paint->rop));
}

bool nv_paint_is_plain(const NVPaint *paint)
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

/* What nv_paint_combine() does it with: a compiler makes a few stores of it. */
#define NV_PAINT_PIECE 64

/*
 * Lines of at least @half bytes, and at most twice as many: two stores, which
 * may overlap, as what is stored repeats with each pixel.
 */
static inline void nv_paint_set_short(uint8_t *host, size_t len,
                                      const uint8_t *piece, size_t half,
                                      unsigned lines, uint32_t pitch)
{
    for (; lines; lines--, host += pitch) {
        memcpy(host, piece, half);
        memcpy(host + len - half, piece, half);
    }
}

/* A line of more than NV_PAINT_PIECE bytes */
static void nv_paint_set_long(uint8_t *host, size_t len, const uint8_t *piece)
{
    uint8_t *last = host + len - NV_PAINT_PIECE;

    for (; host < last; host += NV_PAINT_PIECE) {
        memcpy(host, piece, NV_PAINT_PIECE);
    }
    memcpy(last, piece, NV_PAINT_PIECE);
}

/* A loop for each length that small drawings have */
static void nv_paint_set(uint8_t *host, size_t len, const uint8_t *piece,
                         unsigned lines, uint32_t pitch)
{
    if (len > NV_PAINT_PIECE) {
        for (; lines; lines--, host += pitch) {
            nv_paint_set_long(host, len, piece);
        }
    } else if (len >= 32) {
        nv_paint_set_short(host, len, piece, 32, lines, pitch);
    } else if (len >= 16) {
        nv_paint_set_short(host, len, piece, 16, lines, pitch);
    } else if (len >= 8) {
        nv_paint_set_short(host, len, piece, 8, lines, pitch);
    } else if (len >= 4) {
        nv_paint_set_short(host, len, piece, 4, lines, pitch);
    } else if (len >= 2) {
        nv_paint_set_short(host, len, piece, 2, lines, pitch);
    } else {
        nv_paint_set_short(host, len, piece, 1, lines, pitch);
    }
}

static inline uint64_t nv_paint_invert_word(const uint8_t *from,
                                            NVPaintBits bits)
{
    return bits.set ^ (ldq_le_p(from) & bits.keep);
}

/*
 * NV_PAINT_PIECE bytes: compilers make vectors of it if they know the length,
 * and that nothing is written before all has been read.
 */
static inline void nv_paint_invert_piece(uint8_t *host, const uint8_t *from,
                                         NVPaintBits bits)
{
    uint64_t piece[NV_PAINT_PIECE / 8] QEMU_UNINITIALIZED;

    for (unsigned i = 0; i < ARRAY_SIZE(piece); i++) {
        piece[i] = cpu_to_le64(nv_paint_invert_word(from + i * 8, bits));
    }
    memcpy(host, piece, sizeof(piece));
}

/* @from, whose bits are kept, may overlap @host unless it is before it. */
static void nv_paint_invert(uint8_t *host, const uint8_t *from, size_t len,
                            NVPaintBits bits)
{
    for (; len >= NV_PAINT_PIECE; len -= NV_PAINT_PIECE) {
        nv_paint_invert_piece(host, from, bits);
        host += NV_PAINT_PIECE;
        from += NV_PAINT_PIECE;
    }
    for (; len >= 8; len -= 8) {
        stq_le_p(host, nv_paint_invert_word(from, bits));
        host += 8;
        from += 8;
    }
    for (unsigned i = 0; i < len; i++) {
        host[i] = bits.set >> i * 8 ^ (from[i] & bits.keep >> i * 8);
    }
}

/* @lines of @len bytes, @pitch apart */
static void nv_paint_combine(uint8_t *host, size_t len, NVPaintBits bits,
                             unsigned lines, uint32_t pitch)
{
    uint8_t piece[NV_PAINT_PIECE] QEMU_UNINITIALIZED;

    if (bits.keep) {
        for (; lines; lines--, host += pitch) {
            nv_paint_invert(host, host, len, bits);
        }
        return;
    }
    for (unsigned i = 0; i < sizeof(piece); i += sizeof(bits.set)) {
        stq_le_p(piece + i, bits.set);
    }
    nv_paint_set(host, len, piece, lines, pitch);
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
                             nv_paint_bits(paint, color), 1, 0);
        } else {
            for (unsigned i = 0; i < pixels.count; i++) {
                nv_paint_pixel(paint, pixels.host + i * bytes,
                               left + pixels.first + i, y, color);
            }
        }
        nv_paint_wrote(gpu, paint, &pixels);
    }
}

void nv_paint_fill_rows(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                        unsigned count, unsigned lines, uint32_t color)
{
    const NVSurface *dst = &paint->dst;

    nv_paint_combine(dst->box.host + nv_surface_in_box(dst, x, y),
                     (size_t)count * dst->bytes, nv_paint_bits(paint, color),
                     lines, dst->box.pitch);
    nv_paint_wrote_rows(gpu, paint, x, y, count, lines);
}

/* A loop for each size of pixels */
static inline void nv_paint_store(const NVPaint *paint, const NVPixels *pixels,
                                  const uint32_t *colors, const bool *visible,
                                  unsigned bytes)
{
    uint32_t mask = paint->mask, ones = paint->ones;

    colors += pixels->first;
    if (!visible) {
        for (unsigned i = 0; i < pixels->count; i++) {
            nv_pixel_store(pixels->host + i * bytes, bytes,
                           (colors[i] & mask) | ones);
        }
        return;
    }
    for (unsigned i = 0; i < pixels->count; i++) {
        if (visible[pixels->first + i]) {
            nv_pixel_store(pixels->host + i * bytes, bytes,
                           (colors[i] & mask) | ones);
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

/* --- Bitmaps ----------------------------------------------------------- */

/* A loop for each size of pixels, over those of one color */
static inline void nv_paint_store_ones(uint8_t *host, uint32_t bits,
                                       uint32_t color, unsigned bytes)
{
    for (; bits; bits &= bits - 1) {
        nv_pixel_store(host + ctz32(bits) * bytes, bytes, color);
    }
}

static inline void nv_paint_store_rows(const NVPaint *paint, uint8_t *host,
                                       unsigned count, const uint32_t *rows,
                                       unsigned lines,
                                       const NVPaintMono *mono,
                                       unsigned bytes)
{
    uint32_t all = MAKE_64BIT_MASK(0, count);
    uint32_t zero = (mono->color[0] & paint->mask) | paint->ones;
    uint32_t one = (mono->color[1] & paint->mask) | paint->ones;

    for (unsigned i = 0; i < lines; i++) {
        if (mono->drawn[0]) {
            nv_paint_store_ones(host, ~rows[i] & all, zero, bytes);
        }
        if (mono->drawn[1]) {
            nv_paint_store_ones(host, rows[i] & all, one, bytes);
        }
        host += paint->dst.box.pitch;
    }
}

/* @lines of @count pixels each, in the destination's box unless it is one */
static void nv_paint_mono_plain(const NVPaint *paint, uint8_t *host,
                                unsigned count, const uint32_t *rows,
                                unsigned lines, const NVPaintMono *mono)
{
    switch (paint->dst.bytes) {
    case 1:
        nv_paint_store_rows(paint, host, count, rows, lines, mono, 1);
        break;
    case 2:
        nv_paint_store_rows(paint, host, count, rows, lines, mono, 2);
        break;
    default:
        nv_paint_store_rows(paint, host, count, rows, lines, mono, 4);
        break;
    }
}

void nv_paint_mono(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t bits, const NVPaintMono *mono)
{
    uint32_t colors[NV_PAINT_MONO_MAX] QEMU_UNINITIALIZED;
    bool visible[NV_PAINT_MONO_MAX] QEMU_UNINITIALIZED;
    NVPixels pixels;

    if (!nv_paint_is_plain(paint)) {
        for (unsigned i = 0; i < count; i++) {
            colors[i] = mono->color[bits >> i & 1];
            visible[i] = mono->drawn[bits >> i & 1];
        }
        nv_paint_pixels(gpu, paint, x, y, count, colors, visible);
        return;
    }
    for (unsigned done = 0; done < count; done += pixels.done) {
        if (nv_paint_find(gpu, paint, x + done, y, count - done, &pixels)) {
            uint32_t row = bits >> (done + pixels.first);

            nv_paint_mono_plain(paint, pixels.host, pixels.count, &row, 1,
                                mono);
            nv_paint_wrote(gpu, paint, &pixels);
        }
    }
}

void nv_paint_mono_rows(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                        unsigned count, const uint32_t *rows, unsigned lines,
                        const NVPaintMono *mono)
{
    const NVSurface *dst = &paint->dst;

    nv_paint_mono_plain(paint, dst->box.host + nv_surface_in_box(dst, x, y),
                        count, rows, lines, mono);
    nv_paint_wrote_rows(gpu, paint, x, y, count, lines);
}

/* --- Copies ------------------------------------------------------------ */

bool nv_paint_copies(const NVPaint *paint, const NVSurface *src)
{
    return nv_paint_is_plain(paint) && src->bytes == paint->dst.bytes;
}

/*
 * Copy @len bytes of a line, of whose pixels some bits may always be written as
 * 0 or 1
 */
static void nv_paint_copy_line(const NVPaint *paint, uint8_t *host,
                               const uint8_t *from, size_t len)
{
    unsigned bytes = paint->dst.bytes;
    NVPaintBits bits = {
        .set = nv_pixel_repeat(paint->ones, bytes),
        .keep = nv_pixel_repeat(paint->mask & ~paint->ones, bytes),
    };

    if (bits.keep == UINT64_MAX) {
        memmove(host, from, len);
    } else if (from < host && host < from + len) {
        memmove(host, from, len);
        nv_paint_invert(host, host, len, bits);
    } else {
        nv_paint_invert(host, from, len, bits);
    }
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
        nv_paint_copy_line(paint, to.host, host + to.first * bytes,
                           to.count * bytes);
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

/* Cost of a line that is drawn in one go */
static int64_t nv_paint_line_cost(const NVPaint *paint,
                                  const NVPaintLines *lines,
                                  const NVGraphOp *op)
{
    return lines->cost * nv_paint_units(paint, op->x1 - op->x0);
}

NVRect nv_paint_next(NVGPU *gpu, const NVPaint *paint,
                     const NVPaintLines *lines, int64_t budget)
{
    const NVGraphOp *op = &gpu->graph->op;
    uint32_t width = op->x1 - op->x0, left = op->y1 - op->y0 - op->line;
    int64_t count = DIV_ROUND_UP(MAX(budget, 0),
                                 nv_paint_line_cost(paint, lines, op));
    NVRect rect = { .x0 = op->x0, .x1 = op->x1 };

    if (op->pos || width > lines->most) {
        return (NVRect) { };
    }
    count = MIN(count, left);
    rect.y0 = op->up ? op->y1 - op->line - count : op->y0 + op->line;
    rect.y1 = rect.y0 + count;
    return rect;
}

/*
 * Draw whole lines that are in one piece of memory, as many as the budget
 * allows: what is done for each line takes longer than to draw a short one.
 */
static void nv_paint_rows(NVGPU *gpu, NVPaint *paint,
                          const NVPaintLines *lines, const void *source,
                          int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    NVRect next = nv_paint_next(gpu, paint, lines, *budget);
    unsigned count = next.y1 - next.y0;

    nv_surface_open(gpu, &paint->dst, true, &next);
    if (lines->rows && !nv_rect_is_empty(&paint->dst.box.rect)) {
        lines->rows(gpu, paint, source, next.x0, next.y0, next.x1 - next.x0,
                    count);
        op->line += count;
        *budget -= count * nv_paint_line_cost(paint, lines, op);
    }
}

bool nv_paint_lines(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                    const void *source, int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    uint32_t width = op->x1 - op->x0;
    uint32_t height = op->y1 - op->y0;

    nv_paint_rows(gpu, paint, lines, source, budget);
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

/* --- Blits ------------------------------------------------------------- */

void nv_paint_blit_rows(NVGPU *gpu, NVPaint *paint, const void *source,
                        int32_t x, int32_t y, unsigned count, unsigned lines)
{
    const NVGraphOp *op = &gpu->graph->op;
    const NVSurface *src = source, *dst = &paint->dst;
    size_t len = (size_t)count * dst->bytes;

    for (unsigned i = 0; i < lines; i++) {
        int32_t line = op->up ? y + lines - 1 - i : y + i;
        uint8_t *host = dst->box.host + nv_surface_in_box(dst, x, line);

        nv_paint_copy_line(paint, host,
                           src->box.host + nv_surface_in_box(src, x + op->dx,
                                                             line + op->dy),
                           len);
    }
    nv_paint_wrote_rows(gpu, paint, x, y, count, lines);
}

/* Lines that are in one piece on both sides are copied at once. */
bool nv_paint_blit(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                   NVSurface *src, int64_t *budget)
{
    const NVGraphOp *op = &gpu->graph->op;
    NVRect next = nv_paint_next(gpu, paint, lines, *budget);
    NVPaintLines single = *lines;

    next.x0 += op->dx;
    next.x1 += op->dx;
    next.y0 += op->dy;
    next.y1 += op->dy;
    nv_surface_open(gpu, src, false, &next);
    single.rows = NULL;
    return nv_paint_lines(gpu, paint, nv_rect_is_empty(&src->box.rect)
                                      ? &single : lines, src, budget);
}

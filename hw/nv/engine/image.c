/*
 * NVIDIA GPU: drawing an image line by line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "image.h"
#include "paint.h"
#include "hw/nv/uninitialized.h"

void nv_image_open(NVGPU *gpu, NVImage *image, uint64_t pixels)
{
    uint64_t lines = DIV_ROUND_UP(image->x + pixels, image->width);
    NVRect rect = {
        .x0 = image->left,
        .y0 = image->top + image->y,
        .x1 = image->left + image->width,
        .y1 = image->top + image->y + MIN(lines, image->height - image->y),
    };

    nv_rect_clip(&rect, &image->clip);
    nv_surface_open(gpu, &image->paint.dst, true, &rect);
}

/* Which of the current line's next pixels are in the clipping rectangle */
static bool nv_image_clip(const NVImage *image, unsigned count, int32_t *x0,
                          int32_t *x1)
{
    int32_t x = image->left + image->x;
    int32_t y = image->top + image->y;

    *x0 = MAX(x, image->clip.x0);
    *x1 = MIN(x + (int32_t)count, image->clip.x1);
    return *x0 < *x1 && y >= image->clip.y0 && y < image->clip.y1;
}

static void nv_image_advance(NVImage *image, unsigned count)
{
    image->x += count;
    if (image->x >= image->width) {
        image->x = 0;
        image->y++;
    }
}

void nv_image_draw(NVGPU *gpu, NVImage *image, unsigned count,
                   const uint32_t *colors, const bool *visible)
{
    int32_t x = image->left + image->x, x0, x1;

    if (nv_image_clip(image, count, &x0, &x1)) {
        nv_paint_pixels(gpu, &image->paint, x0, image->top + image->y, x1 - x0,
                        colors + (x0 - x),
                        visible ? visible + (x0 - x) : NULL);
    }
    nv_image_advance(image, count);
}

/* --- Bitmaps ----------------------------------------------------------- */

/* Lines that are drawn at once */
#define NV_IMAGE_ROWS 64

static uint32_t nv_image_word(const NVImageBits *data, uint64_t word)
{
    uint32_t bits = data->words[word];

    return data->cga6 ? nv_mono_from_cga6(bits) : bits;
}

/* A part of the current line, whose bits are in one word */
static void nv_image_draw_word(NVGPU *gpu, NVImage *image, unsigned count,
                               uint32_t bits, const NVPaintMono *mono)
{
    int32_t x = image->left + image->x, x0, x1;

    if (nv_image_clip(image, count, &x0, &x1)) {
        nv_paint_mono(gpu, &image->paint, x0, image->top + image->y, x1 - x0,
                      bits >> (x0 - x), mono);
    }
    nv_image_advance(image, count);
}

/*
 * How many of the next lines can be drawn at once: they are narrow, and so is
 * what is drawn of a character, complete, and in the destination's box.
 */
static unsigned nv_image_rows(const NVImage *image, uint64_t bits,
                              unsigned stride)
{
    const NVRect *box = &image->paint.dst.box.rect;
    int32_t y = image->top + image->y;
    uint64_t lines;

    if (image->x || image->width > NV_PAINT_MONO_MAX || bits < image->width ||
        !nv_surface_has(&image->paint.dst, image->left, y, image->width) ||
        !nv_paint_is_plain(&image->paint)) {
        return 0;
    }
    lines = MIN((bits - image->width) / stride + 1, image->height - image->y);
    return MIN(MIN(lines, box->y1 - y), NV_IMAGE_ROWS);
}

/*
 * The bits of each line, from @bit on; what is behind a line's bits is garbage.
 * Words are converted once, and then there is one more than are needed, so that
 * each line can be taken out of two.
 */
static void nv_image_take_rows(const NVImageBits *data, uint64_t bit,
                               unsigned width, unsigned stride, uint32_t *rows,
                               unsigned lines)
{
    unsigned at = bit % 32;
    unsigned count = (at + (lines - 1) * stride + width - 1) / 32 + 1;
    uint32_t words[NV_IMAGE_ROWS + 2] QEMU_UNINITIALIZED;

    for (unsigned i = 0; i < count; i++) {
        words[i] = nv_image_word(data, bit / 32 + i);
    }
    words[count] = 0;
    for (unsigned i = 0; i < lines; i++, at += stride) {
        uint64_t pair = (uint64_t)words[at / 32 + 1] << 32 | words[at / 32];

        rows[i] = pair >> at % 32;
    }
}

/* Returns how many bits were drawn, 0 if these have to be drawn by words. */
static uint64_t nv_image_draw_rows(NVGPU *gpu, NVImage *image,
                                   const NVImageBits *data, uint64_t bit)
{
    unsigned stride = ROUND_UP(image->width, data->align);
    unsigned lines = nv_image_rows(image, data->bits - bit, stride);
    uint32_t rows[NV_IMAGE_ROWS] QEMU_UNINITIALIZED;

    if (!lines) {
        return 0;
    }
    nv_image_take_rows(data, bit, image->width, stride, rows, lines);
    nv_paint_mono_rows(gpu, &image->paint, image->left, image->top + image->y,
                       image->width, rows, lines, &data->mono);
    image->y += lines;
    return (uint64_t)lines * stride;
}

void nv_image_draw_bits(NVGPU *gpu, NVImage *image, const NVImageBits *data)
{
    uint64_t bit = 0;

    while (bit < data->bits && nv_image_goes_on(image)) {
        uint64_t rows = nv_image_draw_rows(gpu, image, data, bit);
        unsigned n;

        bit += rows;
        if (rows) {
            continue;
        }
        n = MIN(nv_image_count(image, data->bits - bit), 32 - bit % 32);
        nv_image_draw_word(gpu, image, n,
                           nv_image_word(data, bit / 32) >> bit % 32,
                           &data->mono);
        bit += n;
        if (!image->x) {
            bit = ROUND_UP(bit, data->align);
        }
    }
}

/*
 * NVIDIA GPU: the 2D object of NV50: images that are sent by methods
 *
 * The data is one stream of bits or pixels, in which lines are aligned to
 * pixels, bytes or words, depending on LINE_PACK_MODE.
 *
 * Sources: the register database (g80_2d.xml, SIFC_*); nouveau's
 * nv50_fbcon_imageblit().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "format.h"
#include "state.h"
#include "surface.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/image.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* NV50_CTX_IMAGE_Y of an image that isn't drawn, for a reason that was told */
#define NV50_SIFC_SKIPPED UINT32_MAX

/* SIFC_BITMAP_FORMAT */
#define NV50_SIFC_I1 0

/* --- The image -------------------------------------------------------- */

/*
 * @pixels: that there is data for.  Returns false if there is nothing to draw
 * on, or no pixel is left.
 */
static bool nv50_image_begin(NVGPU *gpu, NVImage *image, uint64_t pixels,
                             NVDmaFault *fault)
{
    image->width = nv50_2d_size(gpu, NV50_2D_SIFC_WIDTH);
    image->height = nv50_2d_size(gpu, NV50_2D_SIFC_HEIGHT);
    image->x = nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_X];
    image->y = nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_Y];
    image->left = nv50_2d_coordinate(gpu, NV50_2D_SIFC_DST_X_INT);
    image->top = nv50_2d_coordinate(gpu, NV50_2D_SIFC_DST_Y_INT);
    image->clip = nv50_clip(gpu);
    if (image->x >= image->width || image->y >= image->height ||
        !nv50_paint_begin(gpu, &image->paint, fault)) {
        return false;
    }
    nv_image_open(gpu, image, pixels);
    return true;
}

static void nv50_image_end(NVGPU *gpu, NVImage *image)
{
    uint32_t faults = nv_paint_end(gpu, &image->paint);

    nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_X] = image->x;
    nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_Y] = image->y;
    nv_graph_spend(gpu, nv_paint_units(&image->paint, image->paint.pixels));
    if (faults) {
        /* The rest of it isn't drawn. */
        nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_Y] = NV50_SIFC_SKIPPED;
    }
    nv50_2d_done(gpu, faults, image->paint.dst.vm->fault);
}

/* Bits of the data to a multiple of which each line is aligned */
static unsigned nv50_image_align(NVGPU *gpu)
{
    switch (*nv50_2d(gpu, NV50_2D_SIFC_BITMAP_LINE_PACK_MODE)) {
    case 1:
        return 8;
    case 2:
        return 32;
    default:
        return 1;
    }
}

/* --- Bitmaps ---------------------------------------------------------- */

static void nv50_sifc_bitmap(NVGPU *gpu, const NV50Format *format,
                             const uint32_t *data, uint64_t bits)
{
    bool opaque = *nv50_2d(gpu, NV50_2D_SIFC_BITMAP_WRITE_BIT0_ENABLE) & 1;
    NVImageBits block = {
        .words = data, .bits = bits, .align = nv50_image_align(gpu),
        .cga6 = !(*nv50_2d(gpu, NV50_2D_SIFC_BITMAP_LSB_FIRST) & 1),
    };
    NVDmaFault fault = {};
    NVImage image QEMU_UNINITIALIZED;

    if (!nv50_image_begin(gpu, &image, bits, &fault)) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        uint32_t color = *nv50_2d(gpu, NV50_2D_SIFC_BITMAP_COLOR_BIT0 + i * 4);

        block.mono.color[i] = nv50_format_convert(
            format, image.paint.dst.vm->format, color);
        block.mono.drawn[i] = (i || opaque) &&
                              (!image.paint.visible_alpha ||
                               nv50_format_visible(format, color));
    }
    nv_image_draw_bits(gpu, &image, &block);
    nv50_image_end(gpu, &image);
}

/* --- Colors ----------------------------------------------------------- */

static void nv50_sifc_colors(NVGPU *gpu, const NV50Format *format,
                             const uint32_t *data, uint64_t bits)
{
    unsigned size = format->bytes * 8;
    NVDmaFault fault = {};
    NVImage image QEMU_UNINITIALIZED;
    const NV50Format *to;
    bool same;

    if (!nv50_image_begin(gpu, &image, bits / size, &fault)) {
        return;
    }
    to = image.paint.dst.vm->format;
    same = format == to && size == 32 && !image.paint.visible_alpha;
    for (uint64_t bit = 0; bit < bits && nv_image_goes_on(&image);) {
        unsigned n = nv_image_count(&image, (bits - bit) / size);
        uint32_t colors[NV_PAINT_MAX] QEMU_UNINITIALIZED;
        bool visible[NV_PAINT_MAX] QEMU_UNINITIALIZED;

        for (unsigned i = 0; i < n && !same; i++) {
            uint64_t at = bit + (uint64_t)i * size;
            uint32_t val = extract32(data[at / 32], at % 32, size);

            colors[i] = nv50_format_convert(format, to, val);
            visible[i] = !image.paint.visible_alpha ||
                         nv50_format_visible(format, val);
        }
        nv_image_draw(gpu, &image, n, same ? data + bit / 32 : colors,
                      same ? NULL : visible);
        bit += (uint64_t)n * size;
        if (!image.x) {
            bit = ROUND_UP(bit, nv50_image_align(gpu));
        }
    }
    nv50_image_end(gpu, &image);
}

/* --- Methods ---------------------------------------------------------- */

/* Scaling, and indices into a palette, aren't modelled. */
static bool nv50_sifc_is_modelled(NVGPU *gpu)
{
    if (nv50_2d_is_scaled(gpu, NV50_2D_SIFC_DX_DU_FRACT) ||
        nv50_2d_is_scaled(gpu, NV50_2D_SIFC_DY_DV_FRACT)) {
        nv_report_method(gpu, gpu->graph->binding.id, NV50_2D_SIFC_DX_DU_FRACT,
                         *nv50_2d(gpu, NV50_2D_SIFC_DX_DU_FRACT), 1);
        return false;
    }
    if ((*nv50_2d(gpu, NV50_2D_SIFC_BITMAP_ENABLE) & 1) &&
        *nv50_2d(gpu, NV50_2D_SIFC_BITMAP_FORMAT) != NV50_SIFC_I1) {
        nv_report_method(gpu, gpu->graph->binding.id,
                         NV50_2D_SIFC_BITMAP_FORMAT,
                         *nv50_2d(gpu, NV50_2D_SIFC_BITMAP_FORMAT), 1);
        return false;
    }
    return true;
}

/* mthd 0x85c: SIFC_DST_Y_INT: data follows. */
void nv50_sifc_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val)
{
    bool draws;

    *nv50_2d(gpu, NV50_2D_SIFC_DST_Y_INT) = val;
    trace_nv_2d_image(nv50_2d_coordinate(gpu, NV50_2D_SIFC_DST_X_INT),
                      nv50_2d_coordinate(gpu, NV50_2D_SIFC_DST_Y_INT),
                      nv50_2d_size(gpu, NV50_2D_SIFC_WIDTH),
                      nv50_2d_size(gpu, NV50_2D_SIFC_HEIGHT));
    draws = nv50_2d_may_draw(gpu, NV50_2D_SIFC_FORMAT) &&
            nv50_sifc_is_modelled(gpu);
    nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_X] = 0;
    nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_Y] = draws ? 0 : NV50_SIFC_SKIPPED;
}

static bool nv50_sifc_is_complete(NVGPU *gpu)
{
    const uint32_t *context = nv50_graph_of(gpu)->ctx;

    return context[NV50_CTX_IMAGE_X] >=
           nv50_2d_size(gpu, NV50_2D_SIFC_WIDTH) ||
           context[NV50_CTX_IMAGE_Y] >= nv50_2d_size(gpu, NV50_2D_SIFC_HEIGHT);
}

/* mthd 0x860: SIFC_DATA */
uint32_t nv50_sifc_data(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count)
{
    const NV50Format *format = nv50_2d_format(gpu, NV50_2D_SIFC_FORMAT);
    const NV50Format *to = nv50_2d_format(gpu, NV50_2D_FORMAT);
    uint64_t bits = (uint64_t)count * 32;

    if (nv50_graph_of(gpu)->ctx[NV50_CTX_IMAGE_Y] == NV50_SIFC_SKIPPED) {
        return count;
    }
    if (nv50_sifc_is_complete(gpu)) {
        nv_graph_refused(gpu, "the image has all its data");
        return count;
    }
    if (!format || !to || format->bytes > 4) {
        nv_graph_refused(gpu, "no format that data may have");
        return count;
    }
    if (*nv50_2d(gpu, NV50_2D_SIFC_BITMAP_ENABLE) & 1) {
        nv50_sifc_bitmap(gpu, format, data, bits);
    } else {
        nv50_sifc_colors(gpu, format, data, bits);
    }
    return count;
}

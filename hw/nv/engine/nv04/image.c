/*
 * NVIDIA GPU: images that are sent by methods
 *
 * The data is one stream of bits or pixels: a line needn't end at a word, and
 * the next one follows in the same word then.  VTX_X and VTX_Y of
 * NV_VTX_IMAGE_AT are the position of the next pixel in the image.
 *
 * Sources: hwtest's pgraph_class_ifc.cc and, for how the data continues from
 * line to line, the NV01's MthdIfcDataTest in pgraph_mthd_xy.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "grobj.h"
#include "image.h"
#include "paint.h"
#include "vertex.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/image.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* --- Geometry --------------------------------------------------------- */

static void nv_image_restart(NVGPU *gpu)
{
    nv_vtx_set(gpu, NV_VTX_IMAGE_AT, 0, 0);
}

void nv_image_point(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val)
{
    nv_vtx_set(gpu, NV_VTX_IMAGE_POINT, sextract32(val, 0, 16),
               sextract32(val, 16, 16));
    nv_image_restart(gpu);
}

void nv_image_size(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val)
{
    if (method->arg & NV_IMAGE_IN) {
        nv_vtx_set(gpu, NV_VTX_IMAGE_IN, extract32(val, 0, 16),
                   extract32(val, 16, 16));
    }
    if (method->arg & NV_IMAGE_OUT) {
        nv_vtx_set(gpu, NV_VTX_IMAGE_OUT, extract32(val, 0, 16),
                   extract32(val, 16, 16));
    }
    nv_image_restart(gpu);
}

static void nv_image_load(NVGPU *gpu, NVImage *image, const NVRect *clip)
{
    NVRect out;

    image->width = (uint16_t)nv_vtx_x(gpu, NV_VTX_IMAGE_IN);
    image->height = (uint16_t)nv_vtx_y(gpu, NV_VTX_IMAGE_IN);
    image->x = nv_vtx_x(gpu, NV_VTX_IMAGE_AT);
    image->y = nv_vtx_y(gpu, NV_VTX_IMAGE_AT);
    image->left = (int16_t)nv_vtx_x(gpu, NV_VTX_IMAGE_POINT);
    image->top = (int16_t)nv_vtx_y(gpu, NV_VTX_IMAGE_POINT);
    image->clip = *clip;
    out = (NVRect) {
        .x0 = image->left,
        .y0 = image->top,
        .x1 = image->left + (uint16_t)nv_vtx_x(gpu, NV_VTX_IMAGE_OUT),
        .y1 = image->top + (uint16_t)nv_vtx_y(gpu, NV_VTX_IMAGE_OUT),
    };
    nv_rect_clip(&image->clip, &out);
}

/* Whether no pixel is left, or none was asked for */
static bool nv_image_is_complete(const NVImage *image)
{
    return image->x >= image->width || image->y >= image->height;
}

/*
 * @pixels: that there is data for, or more.  Returns false if there is nothing
 * to draw on.
 */
static bool nv_image_begin(NVGPU *gpu, NVImage *image, uint64_t pixels)
{
    if (!image->x && !image->y) {
        trace_nv_2d_image(image->left, image->top, image->width,
                          image->height);
    }
    if (!nv_paint_begin(gpu, &image->paint)) {
        return false;
    }
    nv_image_open(gpu, image, pixels);
    return true;
}

static void nv_image_end(NVGPU *gpu, NVImage *image)
{
    uint32_t nsource = nv_paint_end(gpu, &image->paint);

    nv_vtx_set(gpu, NV_VTX_IMAGE_AT, image->x, image->y);
    nv_graph_spend(gpu, nv_paint_units(&image->paint, image->paint.pixels));
    if (nsource) {
        nv_graph_error(gpu, nsource);
    }
}

/* --- Bitmaps ---------------------------------------------------------- */

/* The ones' color is in the object's format, the zeros' in one of its own. */
static void nv_image_mono_colors(NVGPU *gpu, NVSurfFormat surf,
                                 NVPaintMono *mono)
{
    unsigned zero = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_FORMAT),
                               NV_PGRAPH_CTX_FORMAT, BITMAP);

    mono->color[0] = nv_color_convert(nv_color_source(zero, surf), surf,
                                      NV_R(gpu, NV_PGRAPH_BITMAP_COLOR_0));
    mono->color[1] = nv_color_convert(
        nv_color_source(nv_grobj_color_format(gpu), surf), surf,
        NV_R(gpu, NV_PGRAPH_BITMAP_COLOR_1));
}

uint32_t nv_image_mono(NVGPU *gpu, const NVGraphMethod *method,
                       const uint32_t *data, uint32_t count)
{
    NVImageBits block = {
        .words = data, .bits = (uint64_t)count * 32, .align = 1,
        .cga6 = nv_grobj_is_cga6(gpu),
        .mono.drawn = { method->arg, true },
    };
    NVRect clip = nv_clip_object(gpu);
    NVImage image QEMU_UNINITIALIZED;

    nv_image_load(gpu, &image, &clip);
    if (nv_image_is_complete(&image)) {
        nv_graph_refused(gpu, "the image has all its data");
        return count;
    }
    if (!nv_image_begin(gpu, &image, block.bits)) {
        return count;
    }
    nv_image_mono_colors(gpu, image.paint.dst.format, &block.mono);
    nv_image_draw_bits(gpu, &image, &block);
    nv_image_end(gpu, &image);
    return count;
}

/* --- Colors ----------------------------------------------------------- */

uint32_t nv_image_color(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count)
{
    NVRect clip = nv_clip_user(gpu);
    NVColorFormat format;
    NVSurfFormat surf;
    unsigned shift, per_word;
    uint64_t total, pixel = 0;
    bool alpha, same;
    NVImage image QEMU_UNINITIALIZED;

    nv_image_load(gpu, &image, &clip);
    if (nv_image_is_complete(&image)) {
        /* An NV4X has refused this: tests/record, nv4x-dell9150.4. */
        nv_graph_error(gpu, NV_NSOURCE(METHOD_CNT));
        return 1;
    }
    if (!nv_image_begin(gpu, &image, (uint64_t)count * 4)) {
        return count;
    }
    surf = image.paint.dst.format;
    format = nv_color_source(nv_grobj_color_format(gpu), surf);
    alpha = image.paint.visible_alpha;
    shift = nv_color_bytes(format) * 8;
    per_word = 32 / shift;
    total = (uint64_t)count * per_word;
    same = !alpha && nv_color_is_pixel(format, surf);
    while (pixel < total && !nv_image_is_complete(&image)) {
        unsigned n = nv_image_count(&image, total - pixel);
        uint32_t colors[NV_PAINT_MAX] QEMU_UNINITIALIZED;
        bool visible[NV_PAINT_MAX] QEMU_UNINITIALIZED;

        if (same) {
            nv_image_draw(gpu, &image, n, data + pixel, NULL);
            pixel += n;
            continue;
        }
        for (unsigned i = 0; i < n; i++, pixel++) {
            uint32_t val = data[pixel / per_word] >>
                           pixel % per_word * shift;

            colors[i] = nv_color_convert(format, surf, val);
            visible[i] = !alpha || nv_color_visible(format, val);
        }
        nv_image_draw(gpu, &image, n, colors, visible);
    }
    nv_image_end(gpu, &image);
    /* The first word behind the image is a method of its own. */
    return DIV_ROUND_UP(pixel, per_word);
}

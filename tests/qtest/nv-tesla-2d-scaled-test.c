/*
 * Tests of the NVIDIA GPU: the 2D object of NV50 and later: stretched copies
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include <math.h>
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define W NV50_CANVAS_W
#define H NV50_CANVAS_H

#define BLIT_CONTROL 0x88c
#define CORNER 0x01
#define BILINEAR 0x10

#define HANDLE 0x99

/* The source's size and pitch */
#define SW 24
#define SH 18
#define PITCH 256

typedef struct Source {
    NVBuf *memory;
    const NV50Format *format;
    uint32_t texels[SH][SW];
} Source;

static void source_new(Source *s, NV50Canvas *c, NVPlace place,
                       const NV50Format *format)
{
    s->format = format;
    s->memory = nv_buf_new(c->chan->nv, place, 8 * KiB, 0x3d);
    nv_graph_name(c->chan, HANDLE, s->memory->inst);
    for (unsigned y = 0; y < SH; y++) {
        for (unsigned x = 0; x < SW; x++) {
            s->texels[y][x] = nv_random() & nv50_format_mask(format);
            nv_buf_write(s->memory, y * PITCH + x * format->bytes,
                         &s->texels[y][x], format->bytes);
        }
    }
    nv50_push(c, TWOD_DMA_DST + 4, HANDLE);
    nv50_push(c, TWOD_SRC_FORMAT, format->id, 1, 0, 1, 0, PITCH, SW, SH, 0, 0);
}

/* Positions have 32 fractional bits. */
typedef struct Stretch {
    NVArea to;
    int64_t u, v, du, dv;
    uint32_t control;
} Stretch;

static void push_stretch(NV50Canvas *c, const Stretch *s)
{
    nv50_push(c, BLIT_CONTROL, s->control);
    nv50_push(c, TWOD_BLIT_DST, s->to.x, s->to.y, s->to.w, s->to.h,
              (uint32_t)s->du, (uint32_t)(s->du >> 32), (uint32_t)s->dv,
              (uint32_t)(s->dv >> 32), (uint32_t)s->u, (uint32_t)(s->u >> 32),
              (uint32_t)s->v, (uint32_t)(s->v >> 32));
}

/* Of A8R8G8B8; fractions have 8 bits. */
static uint32_t model_mixed(const Source *source, double u, double v)
{
    int x = floor(u), y = floor(v);
    double fx = floor((u - x) * 256) / 256, fy = floor((v - y) * 256) / 256;
    uint32_t result = 0;

    for (unsigned shift = 0; shift < 32; shift += 8) {
        double sum = 0.5;

        for (int i = 0; i < 4; i++) {
            int tx = MAX(0, MIN(x + (i & 1), SW - 1));
            int ty = MAX(0, MIN(y + i / 2, SH - 1));
            uint32_t val = nv50_convert(source->format, NV50_A8R8G8B8,
                                        source->texels[ty][tx]);

            sum += (i & 1 ? fx : 1 - fx) * (i & 2 ? fy : 1 - fy) *
                   (val >> shift & 0xff);
        }
        result |= (uint32_t)sum << shift;
    }
    return result;
}

static void model_stretch(NV50Canvas *c, const Source *source,
                          const Stretch *s)
{
    for (int y = s->to.y; y < s->to.y + s->to.h; y++) {
        for (int x = s->to.x; x < s->to.x + s->to.w; x++) {
            double u = (s->u + (x - s->to.x) * s->du) / 4294967296.0;
            double v = (s->v + (y - s->to.y) * s->dv) / 4294967296.0;
            int tx = floor(u), ty = floor(v);

            if (s->control & BILINEAR) {
                double half = s->control & CORNER ? 0.5 : 0;

                nv50_model_set(c, x, y,
                               nv50_convert(NV50_A8R8G8B8, c->format,
                                            model_mixed(source, u - half,
                                                        v - half)));
            } else if (tx >= 0 && tx < SW && ty >= 0 && ty < SH) {
                nv50_model_set(c, x, y, nv50_convert(source->format, c->format,
                                                     source->texels[ty][tx]));
            }
        }
    }
}

static void stretched(NVDev *nv, uint32_t control)
{
    for (unsigned f = 3; f < NV50_FORMATS; f++) {
        Source source;
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, nv_places[f % 3],
                        f & 1 ? NV50_R5G6B5 : NV50_A8R8G8B8);
        source_new(&source, &c, nv_places[(f + 1) % 3], &nv50_formats[f]);
        for (unsigned i = 0; i < 10; i++) {
            Stretch s = {
                .to = nv50_area_random(),
                .u = (int64_t)nv_random_below(SW) << 32,
                .v = (int64_t)nv_random_below(SH) << 32,
                .control = control,
            };

            s.du = ((int64_t)SW << 32) / s.to.w;
            s.dv = ((int64_t)SH << 32) / s.to.h;
            switch (i & 3) {
            case 0:
                s.u = s.v = 0;
                break;
            case 1:
                s.du = -s.du;
                s.u += 1u << 31;
                break;
            case 2:
                s.dv = -s.dv;
                s.v += 3u << 30;
                break;
            }
            push_stretch(&c, &s);
            nv_submit(c.chan);
            model_stretch(&c, &source, &s);
            nv50_assert_canvas(&c, "%u: format %x to %d, %d %dx%d", i,
                               source.format->id, s.to.x, s.to.y, s.to.w,
                               s.to.h);
        }
        nv50_assert_graph_quiet(nv);
        nv_buf_free(source.memory);
        nv50_canvas_free(&c);
    }
}

static void nearest(NVDev *nv)
{
    stretched(nv, 0);
}

static void bilinear(NVDev *nv)
{
    stretched(nv, BILINEAR);
}

/* Half a pixel further: a copy to half the size takes the mean of four. */
static void resolved(NVDev *nv)
{
    Stretch s = {
        .to = { 31, 17, SW / 2, SH / 2 }, .u = 1LL << 32, .v = 1LL << 32,
        .du = 2LL << 32, .dv = 2LL << 32, .control = BILINEAR | CORNER,
    };
    Source source;
    NV50Canvas c;

    stretched(nv, BILINEAR | CORNER);
    nv_init(nv);
    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_A8R8G8B8);
    source_new(&source, &c, NV_IN_VRAM, NV50_A8R8G8B8);
    push_stretch(&c, &s);
    nv_submit(c.chan);
    for (int y = 0; y < SH / 2; y++) {
        for (int x = 0; x < SW / 2; x++) {
            uint32_t mean = 0;

            for (unsigned shift = 0; shift < 32; shift += 8) {
                uint32_t sum = 2;

                for (int i = 0; i < 4; i++) {
                    sum += source.texels[y * 2 + i / 2][x * 2 + i % 2] >>
                           shift & 0xff;
                }
                mean |= sum / 4 << shift;
            }
            nv50_model_set(&c, s.to.x + x, s.to.y + y, mean);
        }
    }
    nv50_assert_canvas(&c, "means");
    nv_buf_free(source.memory);
    nv50_canvas_free(&c);
}

/* A filter doesn't change a 1:1 copy. */
static void filtered_copy(NVDev *nv)
{
    Stretch s = {
        .to = { 9, 8, SW, SH }, .du = 1LL << 32, .dv = 1LL << 32,
        .control = BILINEAR,
    };
    Source source;
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    source_new(&source, &c, NV_IN_VRAM, NV50_X8R8G8B8);
    push_stretch(&c, &s);
    nv_submit(c.chan);
    for (int y = 0; y < SH; y++) {
        for (int x = 0; x < SW; x++) {
            nv50_model_set(&c, 9 + x, 8 + y, source.texels[y][x]);
        }
    }
    nv50_assert_canvas(&c, "a copy");
    nv_buf_free(source.memory);
    nv50_canvas_free(&c);
}

/* The second page of the source is missing: its lines from 16 on. */
static void source_fault(NVDev *nv)
{
    const Stretch s = {
        .to = { 9, 8, SW * 2, SH * 2 }, .du = 1LL << 31, .dv = 1LL << 31,
    };
    Source source;
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    source_new(&source, &c, NV_IN_GART, NV50_X8R8G8B8);
    nv_vm_set(nv, nv->tesla->table, source.memory->va + 16 * PITCH,
              NV_VM_SMALL, 0);
    push_stretch(&c, &s);
    nv_kick(c.chan);
    nv50_assert_error(c.chan, .intr = 0x00200000, .trap = 0x40,
                      .unit = nv50_tpc_reg(nv, 0, 0x408900),
                      .status = 0x3, .class = NV50_CLASS_2D,
                      .subc = NV50_CANVAS_SUBC, .mthd = TWOD_BLIT_SRC + 12,
                      .data = 0);
    nv_wait(c.chan);
    nv50_assert_graph_quiet(nv);
    nv_buf_free(source.memory);
    nv50_canvas_free(&c);
}

static const NVTest tests[] = {
    { "tesla-2d-scaled/fault", "", source_fault, .needs = NV_CARD_NV50 },
    { "tesla-2d-scaled/nearest", "", nearest, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-2d-scaled/bilinear", "", bilinear, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-2d-scaled/corner", "", resolved, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-2d-scaled/filtered-copy", "", filtered_copy,
      .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

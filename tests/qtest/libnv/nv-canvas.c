/*
 * Tests of the NVIDIA GPU: a surface to draw on with 2D objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-canvas.h"

#define CHANNEL 1

const NVFormat nv_formats[5] = {
    { 1, 1, 3, 1, 3, 0xff, 0xff000000 },
    { 2, 4, 1, 1, 1, 0xffff, 0xff000000 },
    { 2, 2, 2, 3, 2, 0x7fff, 0x8000 },
    { 4, 6, 3, 5, 3, 0xffffff, 0xff000000 },
    { 4, 10, 3, 4, 3, 0xffffffff, 0xff000000 },
};

NVArea nv_area_random(int max_w, int max_h)
{
    NVArea a = {
        .w = 1 + nv_random_below(max_w),
        .h = 1 + nv_random_below(max_h),
    };

    a.x = nv_random_below(NV_CANVAS_W - a.w + 1);
    a.y = nv_random_below(NV_CANVAS_H - a.h + 1);
    return a;
}

/* --- Pixels ----------------------------------------------------------- */

static void nv_canvas_store(NVCanvas *c)
{
    uint32_t size = c->pitch * NV_CANVAS_H;
    g_autofree uint8_t *bytes = g_malloc0(size);

    for (unsigned y = 0; y < NV_CANVAS_H; y++) {
        for (unsigned x = 0; x < NV_CANVAS_W; x++) {
            for (unsigned i = 0; i < c->format->bytes; i++) {
                bytes[y * c->pitch + x * c->format->bytes + i] =
                    c->pixels[y][x] >> (i * 8);
            }
        }
    }
    nv_buf_write(c->surface, NV_CANVAS_OFFSET, bytes, size);
}

static void nv_canvas_random(NVCanvas *c, uint32_t mask)
{
    for (unsigned y = 0; y < NV_CANVAS_H; y++) {
        for (unsigned x = 0; x < NV_CANVAS_W; x++) {
            c->pixels[y][x] = nv_random() & mask;
        }
    }
    nv_canvas_store(c);
}

void nv_canvas_soil(NVCanvas *c)
{
    nv_canvas_random(c, MAKE_64BIT_MASK(0, c->format->bytes * 8));
}

void nv_check_canvas(NVCanvas *c, const char *file, int line, char *what)
{
    uint32_t size = c->pitch * NV_CANVAS_H;
    g_autofree uint8_t *bytes = g_malloc(size);
    g_autofree char *text = what;

    nv_buf_read(c->surface, NV_CANVAS_OFFSET, bytes, size);
    for (unsigned y = 0; y < NV_CANVAS_H; y++) {
        for (unsigned x = 0; x < NV_CANVAS_W; x++) {
            uint32_t got = 0;

            for (unsigned i = 0; i < c->format->bytes; i++) {
                got |= bytes[y * c->pitch + x * c->format->bytes + i] <<
                       (i * 8);
            }
            if (got != c->pixels[y][x]) {
                nv_fail("%s:%d: %s: (%u, %u) is 0x%x, not 0x%x", file, line,
                        text, x, y, got, c->pixels[y][x]);
                return;
            }
        }
    }
}

/* --- Set-up ----------------------------------------------------------- */

void nv_canvas_surface(NVCanvas *c)
{
    nv_push_object(c->chan, NV_SUBC_CONTEXT, NV_HANDLE_SURFACE);
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x184, NV_HANDLE_VRAM,
                NV_HANDLE_VRAM);
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x300, c->format->surface,
                c->pitch << 16 | c->pitch, NV_CANVAS_OFFSET, NV_CANVAS_OFFSET);
}

void nv_canvas_new_with(NVCanvas *c, NVDev *nv, const NVFormat *format,
                        uint32_t surface_class)
{
    const struct {
        uint32_t handle, class;
    } objects[] = {
        { NV_HANDLE_NULL, 0x30 },
        { NV_HANDLE_CLIP, 0x19 },
        { NV_HANDLE_ROP, 0x43 },
        { NV_HANDLE_PATTERN, 0x44 },
        { NV_HANDLE_CHROMA, 0x57 },
        { NV_HANDLE_GDI, 0x4a },
        { NV_HANDLE_BLIT, nv->card->features & NV_CARD_NV15_2D ? 0x9f : 0x5f },
        { NV_HANDLE_IFC, nv->card->features & NV_CARD_NV10_2D ? 0x8a : 0x65 },
        { NV_HANDLE_RECT, 0x5e },
    };

    nv_graph_init(nv);
    c->format = format;
    c->pitch = NV_CANVAS_W * format->bytes + 64;
    c->chan = nv_chan_new(nv, CHANNEL, NV_IN_RAM);
    c->surface = nv_buf_new(nv, NV_IN_VRAM,
                            ROUND_UP(NV_CANVAS_OFFSET + c->pitch * NV_CANVAS_H,
                                     4096), 0x3d);
    nv_graph_name(c->chan, NV_HANDLE_VRAM, c->surface->inst);
    nv_chan_object(c->chan, NV_HANDLE_SURFACE, surface_class);
    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++) {
        nv_chan_object(c->chan, objects[i].handle, objects[i].class);
    }
    nv_canvas_surface(c);

    nv_push_object(c->chan, NV_SUBC_GDI, NV_HANDLE_GDI);
    nv_push_inc(c->chan, NV_SUBC_GDI, 0x188, NV_HANDLE_PATTERN, NV_HANDLE_ROP);
    nv_push_inc(c->chan, NV_SUBC_GDI, 0x198, NV_HANDLE_SURFACE);
    nv_push_inc(c->chan, NV_SUBC_GDI, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY,
                format->solid, 1);

    nv_push_object(c->chan, NV_SUBC_BLIT, NV_HANDLE_BLIT);
    nv_push_inc(c->chan, NV_SUBC_BLIT, 0x18c, NV_HANDLE_PATTERN, NV_HANDLE_ROP);
    nv_push_inc(c->chan, NV_SUBC_BLIT, 0x19c, NV_HANDLE_SURFACE);
    nv_push_inc(c->chan, NV_SUBC_BLIT, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY);
    nv_submit(c->chan);
    nv_assert_graph_quiet(nv);
    nv_canvas_random(c, format->mask);
}

void nv_canvas_new(NVCanvas *c, NVDev *nv, const NVFormat *format)
{
    nv_canvas_new_with(c, nv, format,
                       nv->card->features & NV_CARD_NV10_2D ? 0x62 : 0x42);
}

void nv_canvas_free(NVCanvas *c)
{
    nv_assert_graph_quiet(c->chan->nv);
    nv_buf_free(c->surface);
    nv_chan_free(c->chan);
}

/* --- Drawing ---------------------------------------------------------- */

void nv_canvas_rop(NVCanvas *c, uint8_t rop)
{
    nv_push_object(c->chan, NV_SUBC_CONTEXT, NV_HANDLE_ROP);
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x300, rop);
}

/* GDI's first kind: x in the upper half, not clipped */
void nv_canvas_fill(NVCanvas *c, const NVArea *a, uint32_t color)
{
    nv_push_inc(c->chan, NV_SUBC_GDI, 0x3fc, color);
    nv_push_inc(c->chan, NV_SUBC_GDI, 0x400, nv_yx(a->x, a->y),
                nv_yx(a->w, a->h));
}

void nv_canvas_model_fill(NVCanvas *c, const NVArea *a, const NVArea *clip,
                          uint32_t color)
{
    for (int y = 0; y < NV_CANVAS_H; y++) {
        for (int x = 0; x < NV_CANVAS_W; x++) {
            if (nv_area_has(a, x, y) && (!clip || nv_area_has(clip, x, y))) {
                c->pixels[y][x] = color & c->format->mask;
            }
        }
    }
}

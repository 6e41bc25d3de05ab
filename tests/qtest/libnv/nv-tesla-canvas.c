/*
 * Tests of the NVIDIA GPU: a surface to draw on with NV50's 2D object
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-tesla-canvas.h"

#define HANDLE 0xbeef502d
#define HANDLE_SURFACE 0x80000002

/* --- Formats ---------------------------------------------------------- */

const NV50Format nv50_formats[NV50_FORMATS] = {
    { 0xf3, 1 },
    { 0xee, 2 },
    { 0xff, 4 },
    { 0xe8, 2, { 5, 6, 5 } },
    { 0xf8, 2, { 5, 5, 5 } },
    { 0xe9, 2, { 5, 5, 5, 1 } },
    { 0xfb, 2, { 5, 5, 5 }, .zeros = 0x8000 },
    { 0xfc, 2, { 5, 5, 5 }, .ones = 0x8000 },
    { 0xcf, 4, { 8, 8, 8, 8 } },
    { 0xe6, 4, { 8, 8, 8 } },
    { 0xd5, 4, { 8, 8, 8, 8 }, true },
    { 0xf9, 4, { 8, 8, 8 }, true },
    { 0xfd, 4, { 8, 8, 8 }, .zeros = 0xff000000 },
    { 0xfe, 4, { 8, 8, 8 }, .ones = 0xff000000 },
    { 0xdf, 4, { 10, 10, 10, 2 } },
    { 0xd1, 4, { 10, 10, 10, 2 }, true },
};

uint32_t nv50_format_mask(const NV50Format *f)
{
    return f->bytes == 4 ? UINT32_MAX : (1u << f->bytes * 8) - 1;
}

static uint32_t nv50_format_stored(const NV50Format *f, uint32_t val)
{
    return (val & nv50_format_mask(f) & ~f->zeros) | f->ones;
}

/* A component of so many bits as one of 16: its bits are repeated. */
static uint32_t widen(uint32_t val, unsigned bits)
{
    uint32_t result = 0;

    for (int at = 16 - bits; at > -(int)bits; at -= bits) {
        result |= at >= 0 ? val << at : val >> -at;
    }
    return result;
}

/* Blue, green, red, alpha of a pixel */
static void format_split(const NV50Format *f, uint32_t val, uint32_t *parts)
{
    unsigned shift = 0;

    for (unsigned i = 0; i < 4; i++) {
        unsigned bits = f->bits[i];
        unsigned part = f->red_first && i < 3 ? 2 - i : i;

        parts[part] = bits ? widen(val >> shift & ((1u << bits) - 1), bits)
                           : 0xffff;
        shift += bits;
    }
}

static uint32_t format_join(const NV50Format *f, const uint32_t *parts)
{
    unsigned shift = 0;
    uint32_t val = 0;

    for (unsigned i = 0; i < 4; i++) {
        unsigned part = f->red_first && i < 3 ? 2 - i : i;

        if (f->bits[i]) {
            val |= parts[part] >> (16 - f->bits[i]) << shift;
        }
        shift += f->bits[i];
    }
    return nv50_format_stored(f, val);
}

uint32_t nv50_convert(const NV50Format *from, const NV50Format *to,
                      uint32_t val)
{
    uint32_t parts[4];

    if (from == to) {
        return nv50_format_stored(to, val);
    }
    format_split(from, val, parts);
    return format_join(to, parts);
}

/* --- Canvas ----------------------------------------------------------- */

uint32_t nv50_pixel_at(const NV50Canvas *c, int x, int y)
{
    uint32_t block_h = 4 << c->block_height, block_d = 1 << c->block_depth;
    uint32_t columns, rows, byte = x * c->format->bytes;

    if (!c->blocks) {
        return NV50_CANVAS_OFFSET + y * c->pitch + byte;
    }
    columns = DIV_ROUND_UP(NV50_CANVAS_W * c->format->bytes, 64);
    rows = DIV_ROUND_UP(NV50_CANVAS_H, block_h);
    return NV50_CANVAS_OFFSET +
           ((c->layer / block_d * rows + y / block_h) * columns + byte / 64) *
           64 * block_h * block_d +
           (c->layer % block_d * (block_h / 4) + y % block_h / 4) * 256 +
           y % 4 * 64 + byte % 64;
}

static void push_surface(NV50Canvas *c, uint32_t mthd, const NV50Format *format)
{
    nv50_push(c, mthd, format->id, !c->blocks,
              c->block_depth << 8 | c->block_height << 4, 3, c->layer,
              c->pitch, NV50_CANVAS_W, NV50_CANVAS_H, 0, NV50_CANVAS_OFFSET);
}

/* nv50_fbcon_accel_init() */
void nv50_canvas_init(NV50Canvas *c, NVDev *nv, NVPlace place)
{
    g_autofree uint8_t *bytes = g_malloc(NV50_CANVAS_SIZE);

    nv50_graph_init(nv);
    c->chan = nv50_graph_chan_new(nv, NV50_CANVAS_CHID);
    c->surface = nv_buf_new(nv, place, NV50_CANVAS_SIZE, 0x3d);
    nv_graph_name(c->chan, HANDLE_SURFACE, c->surface->inst);
    nv_random_fill(bytes, NV50_CANVAS_SIZE);
    nv_buf_write(c->surface, 0, bytes, NV50_CANVAS_SIZE);
    for (int y = 0; y < NV50_CANVAS_H; y++) {
        for (int x = 0; x < NV50_CANVAS_W; x++) {
            memcpy(&c->pixels[y][x], bytes + nv50_pixel_at(c, x, y),
                   c->format->bytes);
        }
    }
    nv_graph_object(c->chan, NV50_CANVAS_SUBC, HANDLE, NV50_CLASS_2D);
    nv50_push(c, TWOD_DMA_DST, HANDLE_SURFACE, HANDLE_SURFACE, HANDLE_SURFACE);
    push_surface(c, TWOD_DST_FORMAT, c->format);
    push_surface(c, TWOD_SRC_FORMAT, c->format);
    nv50_push(c, TWOD_CLIP_ENABLE, 0);
    nv50_push(c, TWOD_ROP, 0x55);
    nv50_push(c, TWOD_OPERATION, TWOD_SRCCOPY);
    nv50_push(c, TWOD_PATTERN_COLOR_FORMAT, 2, 1);
    nv50_push(c, TWOD_DRAW_SHAPE, 4, c->format->id);
    nv50_push(c, TWOD_SIFC_BITMAP_ENABLE, 1, c->format->id, 0, 0, 1);
    nv50_push(c, TWOD_SIFC_WRITE_BIT0, 1);
    nv50_push(c, TWOD_SIFC_DX_DU, 0, 1, 0, 1);
    nv50_push(c, TWOD_BLIT_SAFE_OVERLAP, 1);
    nv50_push(c, TWOD_BLIT_DU_DX, 0, 1, 0, 1);
    nv_submit(c->chan);
    nv50_assert_graph_quiet(nv);
}

void nv50_canvas_new(NV50Canvas *c, NVDev *nv, NVPlace place,
                       const NV50Format *format)
{
    *c = (NV50Canvas) { .format = format, .pitch = 512 };
    nv50_canvas_init(c, nv, place);
}

void nv50_canvas_free(NV50Canvas *c)
{
    nv_buf_free(c->surface);
    nv_chan_free(c->chan);
}

void nv50_check_canvas(NV50Canvas *c, const char *file, int line, char *what)
{
    g_autofree uint8_t *bytes = g_malloc(NV50_CANVAS_SIZE);
    g_autofree char *text = what;

    nv_buf_read(c->surface, 0, bytes, NV50_CANVAS_SIZE);
    for (int y = 0; y < NV50_CANVAS_H; y++) {
        for (int x = 0; x < NV50_CANVAS_W; x++) {
            uint32_t got = 0;

            memcpy(&got, bytes + nv50_pixel_at(c, x, y), c->format->bytes);
            if (got != c->pixels[y][x]) {
                nv_fail("%s:%d: %s: pixel %d, %d of format %x is 0x%x, not "
                        "0x%x", file, line, text, x, y, c->format->id, got,
                        c->pixels[y][x]);
                return;
            }
        }
    }
}

void nv50_model_set(NV50Canvas *c, int x, int y, uint32_t val)
{
    if (nv50_on_canvas(x, y)) {
        c->pixels[y][x] = nv50_format_stored(c->format, val);
    }
}

void nv50_model_fill(NV50Canvas *c, const NVArea *a, uint32_t color)
{
    for (int y = a->y; y < a->y + a->h; y++) {
        for (int x = a->x; x < a->x + a->w; x++) {
            nv50_model_set(c, x, y, color);
        }
    }
}

NVArea nv50_area_random(void)
{
    NVArea a = {
        .w = 1 + nv_random_below(nv_random() & 1 ? 8 : NV50_CANVAS_W),
        .h = 1 + nv_random_below(nv_random() & 1 ? 8 : NV50_CANVAS_H),
    };

    a.x = nv_random_below(NV50_CANVAS_W - a.w + 1);
    a.y = nv_random_below(NV50_CANVAS_H - a.h + 1);
    return a;
}

/* --- Methods ---------------------------------------------------------- */

void nv50_push_fill(NV50Canvas *c, const NVArea *a, uint32_t color)
{
    nv50_push(c, TWOD_DRAW_COLOR, color);
    nv50_push(c, TWOD_DRAW_POINT32_X, a->x, a->y, a->x + a->w, a->y + a->h);
}

void nv50_push_data(NV50Canvas *c, const uint32_t *data, unsigned count,
                      unsigned most)
{
    while (count) {
        unsigned n = MIN(count, most);

        nv_push_command(c->chan,
                        NV_CMD_NI(NV50_CANVAS_SUBC, TWOD_SIFC_DATA, 0), data,
                        n);
        data += n;
        count -= n;
    }
}

void nv50_push_image(NV50Canvas *c, const NVArea *a)
{
    nv50_push(c, TWOD_SIFC_WIDTH, a->w, a->h);
    nv50_push(c, TWOD_SIFC_DST, 0, a->x, 0, a->y);
}

void nv50_push_blit(NV50Canvas *c, const NVArea *a, int sx, int sy)
{
    nv50_push(c, TWOD_WAIT_FOR_IDLE, 0);
    nv50_push(c, TWOD_BLIT_DST, a->x, a->y, a->w, a->h);
    nv50_push(c, TWOD_BLIT_SRC, 0, sx, 0, sy);
}

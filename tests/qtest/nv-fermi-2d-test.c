/*
 * Tests of the NVIDIA GPU: the 2D object of NVC0, 0x902d
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.  What methods mean is from class header 902D; the console's
 * are those of nouveau's nvc0_fbcon.c.  Code that is shared with NV50 is tested
 * by nv-tesla-2d-test.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define W NV50_CANVAS_W
#define H NV50_CANVAS_H
#define SUBC 3
#define LAYERS 3

/* Bytes before the surface, and of all */
#define OFFSET 0x1200
#define SIZE (1 * MiB)

/* DATA_ERROR */
enum {
    INVALID_VALUE = 0x4,
    INVALID_ENUM = 0x5,
    INVALID_BITFIELD = 0xc,
    FORMAT_MISMATCH = 0x31,
};

/**
 * struct Canvas - a surface, which is the source of copies as well
 *
 * @model: its format and pixels
 * @chan: a channel with the object
 * @buf: its memory
 * @in_blocks: it is in @blocks, of which @layer is drawn on; else in lines
 */
typedef struct Canvas {
    NV50Canvas model;
    NVFermiChan *chan;
    NVFermiBuf buf;
    bool in_blocks;
    NVFermiBlocks blocks;
    uint32_t layer;
} Canvas;

#define push(_c, _mthd, ...) \
    nv_fermi_inc((_c)->chan, SUBC, _mthd, __VA_ARGS__)

static uint64_t pixel_at(const Canvas *c, int x, int y)
{
    uint32_t byte = x * c->model.format->bytes;

    return OFFSET + (c->in_blocks
                     ? nv_fermi_block_offset(&c->blocks, byte, y, c->layer)
                     : (uint64_t)y * c->model.pitch + byte);
}

static void push_surface(Canvas *c, uint32_t mthd)
{
    uint64_t va = c->buf.va + OFFSET;

    push(c, mthd, c->model.format->id, !c->in_blocks,
         nv_fermi_block_size(&c->blocks), LAYERS);
    if (mthd == TWOD_DST_FORMAT) {
        push(c, mthd + 0x10, c->layer);
    }
    push(c, mthd + 0x14, c->model.pitch, W, H, va >> 32, va);
}

/* nvc0_fbcon_accel_init() */
static void push_console(Canvas *c)
{
    uint32_t format = c->model.format->id;

    nv_fermi_object(c->chan, SUBC, FERMI_2D, NV_FERMI_GR);
    push_surface(c, TWOD_DST_FORMAT);
    push_surface(c, TWOD_SRC_FORMAT);
    push(c, TWOD_CLIP_ENABLE, 0);
    push(c, TWOD_ROP, 0x55);
    push(c, TWOD_OPERATION, TWOD_SRCCOPY);
    push(c, TWOD_PATTERN_COLOR_FORMAT, 2, 1);
    push(c, TWOD_DRAW_SHAPE, 4, format);
    push(c, TWOD_SIFC_BITMAP_ENABLE, 1, format, 0, 0, 1);
    push(c, TWOD_SIFC_WRITE_BIT0, 1);
    push(c, TWOD_SIFC_DX_DU, 0, 1, 0, 1);
    push(c, TWOD_BLIT_SAFE_OVERLAP, 1);
    push(c, TWOD_BLIT_DU_DX, 0, 1, 0, 1);
}

/* @c has a channel. */
static void canvas_begin(Canvas *c, bool vram, uint32_t size)
{
    g_autofree uint8_t *bytes = g_malloc(size);

    c->buf = nv_fermi_buf(c->chan, vram, size);
    c->model.pitch = 512;
    c->blocks.width = W * c->model.format->bytes;
    c->blocks.height = H;
    c->blocks.depth = LAYERS;
    nv_random_fill(bytes, size);
    nv_fermi_buf_write(&c->buf, bytes);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            memcpy(&c->model.pixels[y][x], bytes + pixel_at(c, x, y),
                   c->model.format->bytes);
        }
    }
    push_console(c);
    nv_fermi_run(c->chan);
    nv_fermi_graph_quiet(c->chan->nv);
}

static void canvas_new(Canvas *c, NVDev *nv, bool vram, uint32_t size)
{
    static unsigned chid;

    chid = chid % (NV_FERMI_CHANNELS - 1) + 1;
    c->chan = nv_fermi_graph_new(nv, chid);
    canvas_begin(c, vram, size);
}

static void canvas_free(Canvas *c)
{
    nv_fermi_channel_fini(c->chan);
    nv_fermi_channel_free(c->chan);
}

static void G_GNUC_PRINTF(2, 3) check(Canvas *c, const char *fmt, ...)
{
    g_autofree uint8_t *bytes = g_malloc(c->buf.size);
    g_autofree char *what = NULL;
    va_list ap;

    va_start(ap, fmt);
    what = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    nv_fermi_buf_read(&c->buf, bytes);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            uint32_t got = 0;

            memcpy(&got, bytes + pixel_at(c, x, y), c->model.format->bytes);
            if (got != c->model.pixels[y][x]) {
                nv_fail("%s: pixel %d, %d of format %x is 0x%x, not 0x%x",
                        what, x, y, c->model.format->id, got,
                        c->model.pixels[y][x]);
                return;
            }
        }
    }
}

static void run(Canvas *c)
{
    nv_fermi_run(c->chan);
    nv_fermi_graph_quiet(c->chan->nv);
}

/* --- What the console draws -------------------------------------------- */

/* nvc0_fbcon_fillrect() */
static void fill(Canvas *c, const NVArea *a, uint32_t color)
{
    push(c, TWOD_DRAW_COLOR, color);
    push(c, TWOD_DRAW_POINT32_X, a->x, a->y, a->x + a->w, a->y + a->h);
    nv50_model_fill(&c->model, a, color);
}

/* nvc0_fbcon_copyarea() */
static void blit(Canvas *c, const NVArea *a, int sx, int sy)
{
    uint32_t before[H][W];

    push(c, TWOD_WAIT_FOR_IDLE, 0);
    push(c, TWOD_BLIT_DST, a->x, a->y, a->w, a->h);
    push(c, TWOD_BLIT_SRC, 0, sx, 0, sy);
    memcpy(before, c->model.pixels, sizeof(before));
    for (int y = 0; y < a->h; y++) {
        for (int x = 0; x < a->w; x++) {
            if (nv50_on_canvas(sx + x, sy + y)) {
                nv50_model_set(&c->model, a->x + x, a->y + y,
                               before[sy + y][sx + x]);
            }
        }
    }
}

/* nvc0_fbcon_imageblit(): rows of whole bytes, the first pixel in bit 7 */
static void text(Canvas *c, const NVArea *a, unsigned most)
{
    uint32_t color[2] = { nv_random(), nv_random() };
    unsigned row = DIV_ROUND_UP(a->w, 8), count;
    uint32_t data[64 * 64];
    const uint8_t *bytes = (const uint8_t *)data;

    nv_random_fill(data, sizeof(data));
    push(c, TWOD_SIFC_BITMAP_COLOR, color[0], color[1]);
    push(c, TWOD_SIFC_WIDTH, a->w, a->h);
    push(c, TWOD_SIFC_DST, 0, a->x, 0, a->y);
    count = DIV_ROUND_UP(row * a->h, 4);
    for (unsigned at = 0; at < count;) {
        unsigned n = MIN(count - at, most);

        nv_fermi_command(c->chan, NV_FERMI_NI(SUBC, TWOD_SIFC_DATA, 0),
                         data + at, n);
        at += n;
    }
    for (int y = 0; y < a->h; y++) {
        for (int x = 0; x < a->w; x++) {
            unsigned bit = bytes[y * row + x / 8] >> (7 - x % 8) & 1;

            nv50_model_set(&c->model, a->x + x, a->y + y, color[bit]);
        }
    }
}

/* A round of all of it */
static void draw(Canvas *c, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        NVArea a = nv50_area_random();

        fill(c, &a, nv_random());
        run(c);
        check(c, "fill %d, %d %dx%d", a.x, a.y, a.w, a.h);
        a = nv50_area_random();
        text(c, &a, i & 1 ? 2047 : 5);
        run(c);
        check(c, "text %d, %d %dx%d", a.x, a.y, a.w, a.h);
        a = nv50_area_random();
        blit(c, &a, nv_random_below(W - a.w + 1), nv_random_below(H - a.h + 1));
        run(c);
        check(c, "blit to %d, %d %dx%d", a.x, a.y, a.w, a.h);
    }
}

static void console(NVDev *nv)
{
    for (unsigned f = 0; f < NV50_FORMATS; f++) {
        Canvas c = { .model.format = &nv50_formats[f] };

        canvas_new(&c, nv, false, 64 * KiB);
        draw(&c, 3);
        canvas_free(&c);
    }
}

static void video_memory(NVDev *nv)
{
    Canvas c = { .model.format = NV50_X8R8G8B8 };

    canvas_new(&c, nv, true, 64 * KiB);
    draw(&c, 1);
    canvas_free(&c);
}

/* Gobs have 8 lines. */
static void blocks(NVDev *nv)
{
    for (unsigned h = 0; h < 6; h++) {
        for (unsigned d = 0; d < 3; d++) {
            Canvas c = {
                .model.format = &nv50_formats[(h * 3 + d) % NV50_FORMATS],
                .in_blocks = true,
                .blocks = { .block_height = h, .block_depth = d },
                /* The source has only the first one. */
                .layer = 0,
            };

            canvas_new(&c, nv, false, SIZE);
            /* On NV50 this is the source's layer. */
            push(&c, 0x240, d);
            draw(&c, 1);
            canvas_free(&c);
        }
    }
}

static void layers(NVDev *nv)
{
    for (unsigned d = 0; d < 3; d++) {
        for (unsigned layer = 1; layer < LAYERS; layer++) {
            Canvas c = {
                .model.format = NV50_R5G6B5,
                .in_blocks = true,
                .blocks = { .block_height = 1, .block_depth = d },
                .layer = layer,
            };
            NVArea a = nv50_area_random();

            canvas_new(&c, nv, false, SIZE);
            fill(&c, &a, nv_random());
            run(&c);
            check(&c, "layer %u of blocks of %u", layer, 1 << d);
            canvas_free(&c);
        }
    }
}

/* Copies within a surface never read what they have written. */
static void overlapping_copies(NVDev *nv)
{
    Canvas c = { .model.format = NV50_X8R8G8B8 };

    canvas_new(&c, nv, false, 64 * KiB);
    for (unsigned i = 0; i < 9; i++) {
        NVArea a = { 20, 20, 60, 40 };

        blit(&c, &a, 20 + (int)(i % 3 - 1) * 3, 20 + (int)(i / 3 - 1) * 2);
        run(&c);
        check(&c, "copy %u", i);
    }
    canvas_free(&c);
}

/* --- Operations ------------------------------------------------------- */

/* What the console inverts, as the guest's test does */
static void invert(NVDev *nv)
{
    Canvas c = { .model.format = NV50_X8R8G8B8 };

    canvas_new(&c, nv, false, 64 * KiB);
    for (unsigned i = 0; i < 8; i++) {
        NVArea a = nv50_area_random();

        push(&c, TWOD_OPERATION, TWOD_ROP_AND);
        push(&c, TWOD_DRAW_COLOR, 0);
        push(&c, TWOD_DRAW_POINT32_X, a.x, a.y, a.x + a.w, a.y + a.h);
        push(&c, TWOD_OPERATION, TWOD_SRCCOPY);
        run(&c);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                c.model.pixels[y][x] = ~c.model.pixels[y][x];
            }
        }
        check(&c, "invert %d, %d %dx%d", a.x, a.y, a.w, a.h);
    }
    canvas_free(&c);
}

static uint32_t rop3(unsigned rop, uint32_t pattern, uint32_t src,
                     uint32_t dst)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 8; i++) {
        if (rop >> i & 1) {
            result |= (i & 4 ? pattern : ~pattern) & (i & 2 ? src : ~src) &
                      (i & 1 ? dst : ~dst);
        }
    }
    return result;
}

static void raster_operations(NVDev *nv)
{
    uint32_t color[2] = { nv_random() | 0xff000000,
                          nv_random() | 0xff000000 };
    uint32_t bits[2] = { nv_random(), nv_random() };
    Canvas c = { .model.format = NV50_A8R8G8B8 };

    canvas_new(&c, nv, false, 64 * KiB);
    push(&c, TWOD_PATTERN_SELECT, 0);
    push(&c, TWOD_PATTERN_COLOR_FORMAT, 2, 1, color[0], color[1], bits[0],
         bits[1]);
    push(&c, TWOD_OPERATION, TWOD_OP_ROP);
    for (unsigned rop = 0; rop < 256; rop += 5) {
        NVArea a = { nv_random_below(W - 10), nv_random_below(H - 9), 10, 9 };
        uint32_t src = nv_random();

        push(&c, TWOD_ROP, rop);
        push(&c, TWOD_DRAW_COLOR, src);
        push(&c, TWOD_DRAW_POINT32_X, a.x, a.y, a.x + a.w, a.y + a.h);
        run(&c);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                unsigned i = (y & 7) * 8 + (x & 7);

                nv50_model_set(&c.model, x, y,
                               rop3(rop, color[bits[i / 32] >> i % 32 & 1],
                                    src, c.model.pixels[y][x]));
            }
        }
        check(&c, "operation %x", rop);
    }
    canvas_free(&c);
}

static void clip(NVDev *nv)
{
    Canvas c = { .model.format = NV50_R5G6B5 };

    canvas_new(&c, nv, false, 64 * KiB);
    for (unsigned i = 0; i < 20; i++) {
        NVArea window = nv50_area_random(), a = nv50_area_random(), both;
        uint32_t color = nv_random();

        push(&c, TWOD_CLIP_X, window.x, window.y, window.w, window.h, 1);
        push(&c, TWOD_DRAW_COLOR, color);
        push(&c, TWOD_DRAW_POINT32_X, a.x, a.y, a.x + a.w, a.y + a.h);
        run(&c);
        both.x = MAX(a.x, window.x);
        both.y = MAX(a.y, window.y);
        both.w = MIN(a.x + a.w, window.x + window.w) - both.x;
        both.h = MIN(a.y + a.h, window.y + window.h) - both.y;
        nv50_model_fill(&c.model, &both, color);
        check(&c, "clip %u", i);
    }
    canvas_free(&c);
}

static void conditions(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    Canvas c = { .model.format = NV50_X8R8G8B8 };
    uint64_t va;

    canvas_new(&c, nv, false, 64 * KiB);
    va = c.buf.va;
    nv_fermi_buf_wr32(&c.buf, 0x00, 7);
    nv_fermi_buf_wr32(&c.buf, 0x04, 0);
    nv_fermi_buf_wr32(&c.buf, 0x10, 7);
    nv_fermi_buf_wr32(&c.buf, 0x14, 0);
    push(&c, TWOD_COND_MODE - 8, va >> 32, va, 4);
    push(&c, TWOD_DRAW_COLOR, 0x123456);
    push(&c, TWOD_DRAW_POINT32_X, 0, 0, W, H);
    run(&c);
    check(&c, "if they differ");
    push(&c, TWOD_COND_MODE, 3);
    fill(&c, &all, 0x654321);
    run(&c);
    check(&c, "if they are equal");
    canvas_free(&c);
}

/* --- State ------------------------------------------------------------ */

/* Part of an image, a corner, and the class that is bound */
static void saved(NVDev *nv)
{
    Canvas c = { .model.format = NV50_X8R8G8B8 };
    uint32_t color = nv_random();

    canvas_new(&c, nv, false, 64 * KiB);
    push(&c, TWOD_SIFC_BITMAP_COLOR, 0x111111, 0x222222);
    push(&c, TWOD_SIFC_WIDTH, 16, 4);
    push(&c, TWOD_SIFC_DST, 0, 8, 0, 2);
    nv_fermi_ni(c.chan, SUBC, TWOD_SIFC_DATA, 0xffff0000);
    run(&c);
    nv_migrate(nv);
    nv_fermi_ni(c.chan, SUBC, TWOD_SIFC_DATA, 0x0000ffff);
    push(&c, TWOD_DRAW_COLOR, color);
    push(&c, TWOD_DRAW_POINT32_X, 30, 31);
    run(&c);
    nv_migrate(nv);
    push(&c, TWOD_DRAW_POINT32_X + 8, 40, 41);
    run(&c);
    for (int y = 0; y < 4; y++) {
        nv50_model_fill(&c.model, &(NVArea) { 8, 2 + y, 16, 1 },
                        y == 1 || y == 2 ? 0x222222 : 0x111111);
    }
    nv50_model_fill(&c.model, &(NVArea) { 30, 31, 10, 10 }, color);
    check(&c, "what was saved");
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_CTX_CACHE + SUBC * 4),
                  FERMI_2D);
    canvas_free(&c);
}

/* --- Errors ----------------------------------------------------------- */

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, error;
    } bad[] = {
        { TWOD_DST_FORMAT, 0x12, INVALID_ENUM },
        { TWOD_SRC_FORMAT, 0x1c, INVALID_ENUM },
        { TWOD_DST_FORMAT + 4, 2, INVALID_ENUM },
        { TWOD_DST_FORMAT + 8, 0x060, INVALID_ENUM },
        { TWOD_DST_FORMAT + 8, 0x1000, INVALID_BITFIELD },
        { TWOD_DST_PITCH, 0x40001, INVALID_VALUE },
        { TWOD_DST_FORMAT + 0x18, 0x10001, INVALID_VALUE },
        { TWOD_DST_FORMAT + 0x20, 0x100, INVALID_VALUE },
        { 0x240, 3, INVALID_ENUM },
        { TWOD_COND_MODE, 5, INVALID_ENUM },
        { TWOD_CLIP_ENABLE, 2, INVALID_ENUM },
        { TWOD_OPERATION, 7, INVALID_ENUM },
        { 0x2e0, 0x03, INVALID_ENUM },
        { 0x2e0, 0x30, INVALID_ENUM },
        { 0x2e0, 0x100, INVALID_BITFIELD },
        { TWOD_PATTERN_COLOR_FORMAT, 7, INVALID_ENUM },
        { TWOD_DRAW_SHAPE, 5, INVALID_ENUM },
        { TWOD_DRAW_COLOR_FORMAT, 0xd7, INVALID_ENUM },
        { TWOD_SIFC_BITMAP_FORMAT, 3, INVALID_ENUM },
    };
    NVArea a = { 1, 2, 3, 4 };
    Canvas c = { .model.format = NV50_X8R8G8B8 };

    canvas_new(&c, nv, false, 64 * KiB);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        push(&c, bad[i].mthd, bad[i].data);
        nv_fermi_kick(c.chan);
        nv_fermi_graph_error(c.chan, FERMI_INTR_DATA_ERROR, SUBC, bad[i].mthd,
                             bad[i].data);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DATA_ERROR), bad[i].error);
        nv_fermi_wait(c.chan);
    }
    /* None was taken. */
    fill(&c, &a, 0x123456);
    run(&c);
    check(&c, "after errors");
    /* Formats that only NVC0 has can be copied, but not drawn on. */
    push(&c, TWOD_DST_FORMAT, 0xd7);
    push(&c, TWOD_SRC_FORMAT, 0xd7);
    blit(&c, &(NVArea) { 20, 20, 10, 10 }, 50, 30);
    run(&c);
    check(&c, "copy of AN8BN8GN8RN8");
    push(&c, TWOD_DRAW_POINT32_X, 0, 0, 8, 8);
    nv_fermi_kick(c.chan);
    nv_fermi_graph_error(c.chan, FERMI_INTR_DATA_ERROR, SUBC,
                         TWOD_DRAW_POINT32_X + 0xc, 8);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DATA_ERROR), FORMAT_MISMATCH);
    nv_fermi_wait(c.chan);
    check(&c, "no drawing on it");
    canvas_free(&c);
}

static void illegal_methods(NVDev *nv)
{
    /* The first three are NV50's. */
    static const uint32_t bad[] = {
        0x180, 0x184, 0x18c, 0x128, 0x200 - 4, 0x5e4, 0x824, 0x864, 0x960,
        0x1000, 0x2200,
    };
    Canvas c = { .model.format = NV50_X8R8G8B8 };

    canvas_new(&c, nv, false, 64 * KiB);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        push(&c, bad[i], 0x2000 + i);
        nv_fermi_kick(c.chan);
        nv_fermi_graph_error(c.chan, FERMI_INTR_ILLEGAL_MTHD, SUBC, bad[i],
                             0x2000 + i);
        nv_fermi_wait(c.chan);
    }
    nv_fermi_graph_quiet(nv);
    canvas_free(&c);
}

/* A class that doesn't exist changes nothing. */
static void classes(NVDev *nv)
{
    static const uint32_t bad[] = { 0x30, 0x502d, 0x5097, 0xa097, 0xffff };
    NVArea a = { 9, 8, 7, 6 };
    Canvas c = { .model.format = NV50_X8R8G8B8 };

    canvas_new(&c, nv, false, 64 * KiB);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_fermi_object(c.chan, SUBC, bad[i], NV_FERMI_GR);
        nv_fermi_kick(c.chan);
        nv_fermi_graph_error(c.chan, FERMI_INTR_ILLEGAL_CLASS, SUBC, 0,
                             bad[i]);
        nv_fermi_wait(c.chan);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_CTX_CACHE +
                                  SUBC * 4), FERMI_2D);
    }
    fill(&c, &a, 0x123456);
    run(&c);
    check(&c, "after errors");
    for (unsigned subc = 0; subc < 5; subc++) {
        static const uint32_t good[] = {
            FERMI_2D, FERMI_M2MF, FERMI_3D, FERMI_COMPUTE, FERMI_2D,
        };

        nv_fermi_object(c.chan, subc, good[subc], NV_FERMI_GR);
        run(&c);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_CTX_CACHE +
                                  subc * 4), good[subc]);
    }
    canvas_free(&c);
}

/* --- Address spaces ----------------------------------------------------- */

/*
 * Two channels have different memory at the same address.  The first waits for
 * the second between two rectangles, so that PGRAPH goes from one to the other
 * and back without the CPU.
 */
static void two_spaces(NVDev *nv)
{
    Canvas first = { .model.format = NV50_X8R8G8B8 };
    Canvas second = { .model.format = NV50_X8R8G8B8 };
    NVArea a = { 3, 4, 20, 10 }, b = { 1, 2, 30, 5 };
    uint64_t va, ram;

    canvas_new(&first, nv, true, 64 * KiB);
    second.chan = nv_fermi_channel_new(
        nv, first.chan->chid % (NV_FERMI_CHANNELS - 1) + 1);
    canvas_begin(&second, true, 64 * KiB);
    nv_assert_hex(first.buf.va, second.buf.va);
    va = nv_fermi_ram(first.chan, 0x1000, &ram);
    nv_fermi_map(nv, second.chan->pd, va, ram, 0x1000, NV_FERMI_RAM);
    qtest_writel(nv->qts, ram, 0);

    fill(&first, &a, 0x111111);
    nv_fermi_semaphore(first.chan, va, 1, NV_SEM_ACQUIRE);
    fill(&first, &b, 0x222222);
    nv_fermi_kick(first.chan);
    fill(&second, &b, 0x333333);
    nv_fermi_release(second.chan, va, 1);
    nv_fermi_kick(second.chan);
    nv_fermi_wait(second.chan);
    nv_fermi_wait(first.chan);
    nv_fermi_graph_quiet(nv);
    check(&first, "the first");
    check(&second, "the second");
    canvas_free(&second);
    canvas_free(&first);
}

/* Once a TLB has been flushed, an address is elsewhere. */
static void remapped(NVDev *nv)
{
    Canvas c = { .model.format = NV50_X8R8G8B8 };
    NVArea a = { 3, 4, 20, 10 }, b = { 1, 2, 30, 5 };
    uint32_t other = nv_vram_alloc(nv, 64 * KiB);

    canvas_new(&c, nv, true, 64 * KiB);
    fill(&c, &a, 0x111111);
    run(&c);
    check(&c, "before");
    nv_fermi_map(nv, c.chan->pd, c.buf.va, other, 64 * KiB, NV_FERMI_VRAM);
    nv_fermi_flush(nv, c.chan->pd);
    push(&c, TWOD_DRAW_COLOR, 0x222222);
    push(&c, TWOD_DRAW_POINT32_X, b.x, b.y, b.x + b.w, b.y + b.h);
    run(&c);
    check(&c, "what isn't there any more");
    nv_assert_hex(nv_phys_rd32(nv, other + pixel_at(&c, b.x, b.y)), 0x222222);
    canvas_free(&c);
}

static void faults(NVDev *nv)
{
    for (unsigned i = 0; i < 3; i++) {
        Canvas c = { .model.format = NV50_X8R8G8B8 };
        uint64_t va;

        canvas_new(&c, nv, false, 64 * KiB);
        va = c.buf.va + 0x3000;
        nv_fermi_unmap(nv, c.chan->pd, va, 0x1000);
        switch (i) {
        case 0:
            push(&c, TWOD_DRAW_POINT32_X, 0, 0, W, H);
            break;
        case 1:
            push(&c, TWOD_BLIT_DST, 0, 0, W, 4);
            push(&c, TWOD_BLIT_SRC, 0, 0, 0, 13);
            break;
        default:
            push(&c, TWOD_SIFC_WIDTH, W, H);
            push(&c, TWOD_SIFC_DST, 0, 0, 0, 13);
            for (unsigned n = 0; n < 20; n++) {
                nv_fermi_ni(c.chan, SUBC, TWOD_SIFC_DATA, 1, 2, 3, 4, 5, 6,
                            7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
            }
            break;
        }
        nv_fermi_kick(c.chan);
        nv_fermi_graph_fault(c.chan, i == 1 ? NV_FERMI_TEX : NV_FERMI_PROP,
                             va, 2, i != 1);
        canvas_free(&c);
    }
}

#define ON .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "fermi-2d/console", "", console, ON, .slow = true },
    { "fermi-2d/video-memory", "", video_memory, ON },
    { "fermi-2d/blocks", "", blocks, ON, .slow = true },
    { "fermi-2d/layers", "", layers, ON },
    { "fermi-2d/overlapping-copies", "", overlapping_copies, ON },
    { "fermi-2d/invert", "", invert, ON },
    { "fermi-2d/raster-operations", "", raster_operations, ON },
    { "fermi-2d/clip", "", clip, ON },
    { "fermi-2d/conditions", "", conditions, ON },
    { "fermi-2d/saved", "", saved, ON, .slow = true },
    { "fermi-2d/bad-parameters", "", bad_parameters, ON },
    { "fermi-2d/illegal-methods", "", illegal_methods, ON },
    { "fermi-2d/classes", "", classes, ON },
    { "fermi-2d/two-spaces", "", two_spaces, ON },
    { "fermi-2d/remapped", "", remapped, ON },
    { "fermi-2d/faults", "", faults, ON },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

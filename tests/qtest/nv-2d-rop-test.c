/*
 * Tests of the NVIDIA GPU: the 2D objects' raster operations and patterns
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-test.h"

/* --- Raster operations ------------------------------------------------ */

/* As Windows counts them: bit 4 p + 2 s + d of the operation */
static uint32_t model_rop(uint8_t rop, uint32_t p, uint32_t s, uint32_t d)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 32; i++) {
        unsigned which = (p >> i & 1) * 4 + (s >> i & 1) * 2 + (d >> i & 1);

        result |= (uint32_t)(rop >> which & 1) << i;
    }
    return result;
}

/* Each setting of a pattern is valid as soon as it has been made. */
static void pattern_is_valid(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, bit;
    } sets[] = {
        { 0x300, 3, R_NV_PGRAPH_CTX_VALID_PATTERN_FORMAT_MASK },
        { 0x304, 1, R_NV_PGRAPH_CTX_VALID_PATTERN_MONO_FORMAT_MASK },
        { 0x30c, 1, R_NV_PGRAPH_CTX_VALID_PATTERN_SELECT_MASK },
    };
    uint32_t valid;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_PATTERN);
    nv_submit(c.chan);
    for (unsigned i = 0; i < ARRAY_SIZE(sets); i++) {
        uint32_t at = nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_VALID);

        nv_mask(nv, at, sets[i].bit, 0);
        valid = nv_rd32(nv, at);
        nv_push_inc(c.chan, NV_SUBC_CONTEXT, sets[i].mthd, sets[i].data);
        nv_submit(c.chan);
        nv_assert_hex(nv_rd32(nv, at), valid | sets[i].bit);
    }
    nv_canvas_free(&c);
}

/* NV01's color key is kept with 8 bits for each component. */
static void old_color_key(NVDev *nv)
{
    static const struct {
        uint32_t format, color, key;
    } keys[] = {
        { 2, 0xffff, 0xfff8f8f8 }, { 2, 0x7fff, 0x00f8f8f8 },
        { 2, 0x8421, 0xff080808 }, { 3, 0x12345678, 0x12345678 },
    };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_graph_object(c.chan, NV_SUBC_CONTEXT, 0x17, 0x17);
    for (unsigned i = 0; i < ARRAY_SIZE(keys); i++) {
        nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, keys[i].format,
                    keys[i].color);
        nv_submit(c.chan);
        nv_assert_graph(nv, NV_PGRAPH_CHROMA, keys[i].key);
    }
    nv_canvas_free(&c);
}

/* All 256 on random sources, patterns and destinations */
static void raster_operations(NVDev *nv)
{
    static const NVArea areas[] = { { 0, 0, 16, 16 }, { 37, 21, 19, 11 } };
    uint32_t pattern[64], image[19 * 16];

    for (unsigned f = 3; f < ARRAY_SIZE(nv_formats); f++) {
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x18c, NV_HANDLE_PATTERN,
                    NV_HANDLE_ROP);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
        /* X8R8G8B8, so that no pixel is transparent */
        nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION,
                    NV_OPERATION_ROP_AND, 5);

        nv_random_fill(pattern, sizeof(pattern));
        nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_PATTERN);
        nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x30c, 2);
        nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_CONTEXT, 0x700, 0), pattern,
                        64);
        nv_submit(c.chan);

        for (unsigned rop = 0; rop < 256; rop++) {
            const NVArea *a = &areas[rop & 1];

            nv_random_fill(image, sizeof(image));
            nv_canvas_rop(&c, rop);
            nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, nv_yx(a->y, a->x),
                        nv_yx(a->h, a->w), nv_yx(a->h, a->w));
            nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_OTHER, 0x400, 0), image,
                            a->w * a->h);
            nv_submit(c.chan);
            for (int y = 0; y < a->h; y++) {
                for (int x = 0; x < a->w; x++) {
                    uint32_t *d = &c.pixels[a->y + y][a->x + x];
                    uint32_t p = pattern[(a->y + y) % 8 * 8 + (a->x + x) % 8];

                    *d = model_rop(rop, p & 0xffffff, image[y * a->w + x],
                                   *d) & c.format->mask;
                }
            }
            if (rop % 16 == 15) {
                nv_assert_canvas(&c, "format %u up to operation 0x%02x", f,
                                 rop);
            }
        }
        nv_canvas_free(&c);
    }
}

/* The console's inversion */
static void inversion(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        NVArea a = { 5, 7, 50, 40 };
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        nv_canvas_rop(&c, 0x55);
        nv_push_inc(c.chan, NV_SUBC_GDI, NV_MTHD_OPERATION,
                    NV_OPERATION_ROP_AND);
        nv_canvas_fill(&c, &a, 0xffffff);
        nv_submit(c.chan);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                c.pixels[y][x] ^= c.format->mask;
            }
        }
        nv_assert_canvas(&c, "format %u", f);
        nv_canvas_free(&c);
    }
}

/* A blit with an operation reads the destination, too. */
static void combining_blit(NVDev *nv)
{
    NVArea to = { 5, 6, 40, 30 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_inc(c.chan, NV_SUBC_BLIT, NV_MTHD_OPERATION, NV_OPERATION_ROP_AND);
    nv_canvas_rop(&c, 0x66);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x300, nv_yx(50, 60), nv_yx(to.y, to.x),
                nv_yx(to.h, to.w));
    nv_submit(c.chan);
    for (int y = 0; y < to.h; y++) {
        for (int x = 0; x < to.w; x++) {
            c.pixels[to.y + y][to.x + x] ^= c.pixels[50 + y][60 + x];
        }
    }
    nv_assert_canvas(&c, "XOR");
    nv_canvas_free(&c);
}

/* --- Patterns --------------------------------------------------------- */

/* Two-colored patterns of each shape; alpha 0 leaves pixels unchanged */
static void mono_patterns(NVDev *nv)
{
    const NVArea all = { 0, 0, NV_CANVAS_W, NV_CANVAS_H };

    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        for (unsigned i = 0; i < 12; i++) {
            unsigned shape = i % 3, transparent = i / 3 % 3;
            bool cga6 = i & 1;
            uint32_t colors[2], bits[2];
            NVCanvas c;

            nv_init(nv);
            nv_canvas_new(&c, nv, &nv_formats[f]);
            nv_random_fill(bits, sizeof(bits));
            for (unsigned n = 0; n < 2; n++) {
                colors[n] = nv_random() & nv_formats[f].mask &
                            ~nv_formats[f].alpha;
                if (transparent != n + 1) {
                    colors[n] |= nv_formats[f].alpha;
                }
            }
            nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_PATTERN);
            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_formats[f].context,
                        cga6 ? 1 : 2, shape, 1, colors[0], colors[1], bits[0],
                        bits[1]);
            nv_canvas_rop(&c, 0xf0);
            nv_push_inc(c.chan, NV_SUBC_GDI, NV_MTHD_OPERATION,
                        NV_OPERATION_ROP_AND);
            nv_canvas_fill(&c, &all, 0);
            nv_submit(c.chan);

            for (int y = 0; y < NV_CANVAS_H; y++) {
                for (int x = 0; x < NV_CANVAS_W; x++) {
                    unsigned n = shape == 0 ? y % 8 * 8 + x % 8 :
                                 shape == 1 ? x % 64 : y % 64;
                    unsigned one = bits[n / 32] >>
                                   (cga6 ? n % 32 ^ 7 : n % 32) & 1;

                    if (colors[one] & nv_formats[f].alpha) {
                        c.pixels[y][x] = colors[one] & nv_formats[f].mask;
                    }
                }
            }
            nv_assert_canvas(&c, "format %u shape %u transparent %u", f, shape,
                             transparent);
            nv_canvas_free(&c);
        }
    }
}

/*
 * Transparent pixels are unchanged with all raster operations, even those that
 * don't use the pattern: xf86-video-nv's NVSetupForMono8x8PatternFill().
 */
static void transparent_patterns(NVDev *nv)
{
    const NVArea a = { 3, 5, 70, 40 };

    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        uint32_t bits[2], mask = nv_formats[f].mask & 0xffffff;
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        nv_push_inc(c.chan, NV_SUBC_GDI, NV_MTHD_OPERATION,
                    NV_OPERATION_ROP_AND);
        for (unsigned rop = 0; rop < 256; rop++) {
            unsigned hidden = rop >> 4 & 1;
            uint32_t color = nv_random() & mask, colors[2];

            nv_random_fill(bits, sizeof(bits));
            colors[!hidden] = (nv_random() & mask) | nv_formats[f].alpha;
            colors[hidden] = nv_random() & mask & ~nv_formats[f].alpha;
            nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_PATTERN);
            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_formats[f].context,
                        2, 0, 1, colors[0], colors[1], bits[0], bits[1]);
            nv_canvas_rop(&c, rop);
            nv_canvas_fill(&c, &a, color);
            nv_submit(c.chan);
            for (int y = a.y; y < a.y + a.h; y++) {
                for (int x = a.x; x < a.x + a.w; x++) {
                    unsigned n = y % 8 * 8 + x % 8;
                    unsigned one = bits[n / 32] >> n % 32 & 1;
                    uint32_t *d = &c.pixels[y][x];

                    if (one != hidden) {
                        *d = model_rop(rop, colors[one] & c.format->mask,
                                       color, *d) & c.format->mask;
                    }
                }
            }
            if (rop % 16 == 15) {
                nv_assert_canvas(&c, "format %u up to operation 0x%02x", f,
                                 rop);
            }
        }
        nv_canvas_free(&c);
    }
}

/* A color pattern comes in one of four formats. */
static void color_patterns(NVDev *nv)
{
    static const struct {
        uint32_t mthd;
        unsigned count, bits;
    } kinds[] = {
        { 0x400, 16, 8 }, { 0x500, 32, 16 }, { 0x600, 32, 16 },
        { 0x700, 64, 32 },
    };
    const NVArea all = { 0, 0, NV_CANVAS_W, NV_CANVAS_H };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_canvas_rop(&c, 0xf0);
    nv_push_inc(c.chan, NV_SUBC_GDI, NV_MTHD_OPERATION, NV_OPERATION_ROP_AND);
    for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++) {
        uint32_t words[64];

        nv_random_fill(words, sizeof(words));
        nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_PATTERN);
        nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x30c, 2);
        nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_CONTEXT, kinds[k].mthd, 0),
                        words, kinds[k].count);
        nv_canvas_fill(&c, &all, 0);
        nv_submit(c.chan);
        for (int y = 0; y < NV_CANVAS_H; y++) {
            for (int x = 0; x < NV_CANVAS_W; x++) {
                unsigned n = y % 8 * 8 + x % 8;
                unsigned bit = n * kinds[k].bits;
                uint32_t val = words[bit / 32] >> bit % 32;
                uint32_t *d = &c.pixels[y][x];

                switch (k) {
                case 0:
                    *d = (val & 0xff) * 0x010101;
                    break;
                case 1:
                    *d = nv_wide5(val >> 11 & 31) << 16 |
                         nv_wide6(val >> 5 & 63) << 8 | nv_wide5(val & 31);
                    break;
                case 2:
                    *d = nv_wide5(val >> 10 & 31) << 16 |
                         nv_wide5(val >> 5 & 31) << 8 | nv_wide5(val & 31);
                    break;
                default:
                    *d = val & 0xffffff;
                    break;
                }
            }
        }
        nv_assert_canvas(&c, "pattern by 0x%x", kinds[k].mthd);
    }
    nv_canvas_free(&c);
}

static const NVTest tests[] = {
    { "2d/old-color-key", "", old_color_key, .needs = NV_CARD_OLD_2D,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/pattern-is-valid", "", pattern_is_valid, .lacks = NV_CARD_SW_LINKS },
    { "2d/all-raster-operations", "", raster_operations,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/inversion", "", inversion, .lacks = NV_CARD_SW_LINKS },
    { "2d/combining-blit", "", combining_blit, .lacks = NV_CARD_SW_LINKS },
    { "2d/two-colored-patterns", "", mono_patterns, .lacks = NV_CARD_SW_LINKS,
      .slow = true },
    { "2d/transparent-patterns", "", transparent_patterns,
      .lacks = NV_CARD_SW_LINKS, .slow = true },
    { "2d/color-patterns", "", color_patterns, .lacks = NV_CARD_SW_LINKS },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

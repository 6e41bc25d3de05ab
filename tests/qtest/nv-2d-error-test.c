/*
 * Tests of the NVIDIA GPU: what the 2D objects can't draw
 *
 * Errors, and that nothing outside the surface changes whatever is drawn.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

/* --- Errors ----------------------------------------------------------- */

/* As large as can be asked for; only some of it lies in the surface. */
static void enormous_fill(NVDev *nv)
{
    NVArea a = { 0, 0, 65535, 65535 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_canvas_fill(&c, &a, 0x123456);
    nv_kick(c.chan);
    /* Until the drawing is done the machine has to answer. */
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'query-status' }");
    nv_graph_idle(nv);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, NV_SUBC_GDI, 0x404,
                          nv_yx(65535, 65535));
    nv_wait(c.chan);
    for (unsigned i = 0; i < NV_CANVAS_W * NV_CANVAS_H; i++) {
        c.pixels[i / NV_CANVAS_W][i % NV_CANVAS_W] = 0x123456;
    }
    nv_assert_canvas(&c, "enormous");
    nv_canvas_free(&c);
}

/* What lies outside the surface's DMA object isn't drawn. */
static void beyond_the_limit(NVDev *nv)
{
    NVArea a = { 10, 10, 5, NV_CANVAS_H - 10 };
    uint32_t limit, before, after;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    limit = c.surface->size;
    before = nv_vram_rd32(nv, c.surface->base - 4);
    after = nv_vram_rd32(nv, c.surface->base + limit);
    nv_canvas_fill(&c, &(NVArea) { 10, 10, 5, 2000 }, 0x998877);
    nv_kick(c.chan);
    nv_graph_idle(nv);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, NV_SUBC_GDI, 0x404,
                          nv_yx(5, 2000));
    nv_canvas_model_fill(&c, &a, NULL, 0x998877);
    nv_assert_canvas(&c, "below");

    /* Above the offset but in the object: drawn; above the object: not drawn */
    nv_canvas_fill(&c, &(NVArea) { 3, -2000, 2, 10 }, 0x111111);
    nv_kick(c.chan);
    nv_graph_idle(nv);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, NV_SUBC_GDI, 0x404,
                          nv_yx(2, 10));
    nv_assert_canvas(&c, "above");
    /* The error is forgotten. */
    nv_canvas_fill(&c, &(NVArea) { 0, 0, 8, 8 }, 0x654321);
    nv_submit(c.chan);
    nv_canvas_model_fill(&c, &(NVArea) { 0, 0, 8, 8 }, NULL, 0x654321);
    nv_assert_canvas(&c, "afterwards");
    nv_assert_hex(nv_vram_rd32(nv, c.surface->base - 4), before);
    nv_assert_hex(nv_vram_rd32(nv, c.surface->base + limit), after);
    nv_canvas_free(&c);
}

static void surface_errors(NVDev *nv)
{
    uint32_t pci, odd, from, tiled;
    const struct {
        uint32_t mthd, data;
    } bad[] = {
        { 0x300, 0 }, { 0x300, 0xe }, { 0x304, 0 }, { 0x304, 0x400 },
        { 0x304, 0x04000000 }, { 0x304, 0x04100400 }, { 0x308, 0x20 },
        { 0x30c, 1 },
    };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    pci = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, 0, 0xfff);
    odd = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM, 0x20, 0xfff);
    from = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_VRAM, 0, 0xfff);
    nv_graph_name(c.chan, 1, pci);
    nv_graph_name(c.chan, 2, odd);
    tiled = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM_TILED, 0, 0xfff);
    nv_graph_name(c.chan, 3, from);
    nv_graph_name(c.chan, 4, tiled);

    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, 1);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_PROTECTION_ERROR,
                          NV_STATUS_INVALID_STATE, NV_SUBC_CONTEXT, 0x188,
                          pci >> 4);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, 2);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_PROTECTION_ERROR,
                          NV_STATUS_INVALID_STATE, NV_SUBC_CONTEXT, 0x188,
                          odd >> 4);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, 4);
    if (nv->card->features & (NV_CARD_CTX_TABLE | NV_CARD_NV40)) {
        nv_submit(c.chan);
    } else {
        nv_kick(c.chan);
        nv_assert_graph_error(c.chan, NV_SOURCE_PROTECTION_ERROR,
                              NV_STATUS_INVALID_STATE, NV_SUBC_CONTEXT, 0x188,
                              tiled >> 4);
    }
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x184, 3);
    nv_submit(c.chan);
    nv_assert_graph_quiet(nv);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, 3);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_DATA_ERROR, NV_STATUS_BAD_ARGUMENT,
                          NV_SUBC_CONTEXT, 0x188, from >> 4);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(c.chan, NV_SUBC_CONTEXT, bad[i].mthd, bad[i].data);
        nv_kick(c.chan);
        nv_assert_graph_error(c.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, NV_SUBC_CONTEXT,
                              bad[i].mthd, bad[i].data);
        nv_wait(c.chan);
    }
    nv_canvas_free(&c);
}

/* Formats of images in the pushbuffer are 1 to 5. */
static void image_errors(NVDev *nv)
{
    static const uint32_t bad[] = { 0, 6 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
    nv_submit(c.chan);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x300, bad[i]);
        nv_kick(c.chan);
        nv_assert_graph_error(c.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, NV_SUBC_OTHER, 0x300,
                              bad[i]);
        nv_wait(c.chan);
    }
    nv_canvas_free(&c);
}

/*
 * Data for which there is no image: each word is an error of its own, and what
 * belongs to the image is drawn.
 */
static void image_is_complete(NVDev *nv)
{
    const NVArea a = { 4, 5, 2, 1 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION,
                NV_OPERATION_SRCCOPY, NV_X8R8G8B8->image, nv_yx(a.y, a.x),
                nv_yx(a.h, a.w), nv_yx(a.h, a.w));
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, 0x123456, 0x123456, 3);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_METHOD_CNT,
                          NV_STATUS_INVALID_STATE, NV_SUBC_OTHER, 0x408, 3);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x40c, 4);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_METHOD_CNT,
                          NV_STATUS_INVALID_STATE, NV_SUBC_OTHER, 0x40c, 4);
    nv_wait(c.chan);
    nv_canvas_model_fill(&c, &a, NULL, 0x123456);
    nv_assert_canvas(&c, "the image without what is behind it");
    nv_canvas_free(&c);
}

/* Drawing on a surface that isn't there */
static void no_surface(NVDev *nv)
{
    NVArea a = { 0, 0, 8, 8 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, NV_HANDLE_NULL);
    nv_canvas_fill(&c, &a, 0x123456);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_STATE_INVALID,
                          NV_STATUS_INVALID_STATE, NV_SUBC_GDI, 0x404,
                          nv_yx(8, 8));
    nv_wait(c.chan);
    nv_assert_canvas(&c, "nothing drawn");
    nv_canvas_surface(&c);
    nv_canvas_fill(&c, &a, 0x123456);
    nv_submit(c.chan);
    nv_canvas_model_fill(&c, &a, NULL, 0x123456);
    nv_assert_canvas(&c, "drawn");
    nv_canvas_free(&c);
}

/* What has no pixels needs no surface. */
static void no_surface_for_nothing(NVDev *nv)
{
    static const NVArea empty[] = {
        { 4, 4, 0, 8 }, { 4, 4, 8, 0 }, { 4, 4, 0, 0 },
    };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, NV_HANDLE_NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(empty); i++) {
        nv_canvas_fill(&c, &empty[i], 0x123456);
        nv_submit(c.chan);
        nv_assert_quiet(nv);
    }
    nv_assert_canvas(&c, "nothing drawn");
    nv_canvas_surface(&c);
    nv_canvas_free(&c);
}

/* --- Anything ---------------------------------------------------------- */

static uint32_t any_value(void)
{
    switch (nv_random_below(6)) {
    case 0:
        return nv_random_below(8);
    case 1:
        return nv_yx(nv_random_below(NV_CANVAS_W),
                     nv_random_below(NV_CANVAS_W));
    case 2:
        return nv_yx(-(int)nv_random_below(200), -(int)nv_random_below(200));
    case 3:
        return 1u << nv_random_below(32);
    case 4:
        return NV_HANDLE_SURFACE + nv_random_below(9);
    default:
        return nv_random();
    }
}

/* Mostly a method of the class: they are close together. */
static uint32_t any_method(void)
{
    static const uint32_t bases[] = {
        0x100, 0x184, 0x2f8, 0x300, 0x308, 0x3fc, 0x400, 0x5f4, 0x600, 0x7ec,
        0x7fc, 0x800, 0xbe4, 0xbf4, 0xc00, 0xff0, 0x1000, 0x17f0, 0x1800,
    };

    return (bases[nv_random_below(ARRAY_SIZE(bases))] +
            nv_random_below(8) * 4) & 0x1ffc;
}

static void push_anything(NVCanvas *c)
{
    uint32_t mthd = any_method(), words[16];
    unsigned count = 1 + nv_random_below(ARRAY_SIZE(words));

    for (unsigned i = 0; i < count; i++) {
        words[i] = any_value();
    }
    if (mthd >= 0x180 && mthd < 0x200) {
        /* Handles that don't exist are PFIFO's concern. */
        words[0] = nv_random_below(2) ? NV_HANDLE_VRAM :
                   NV_HANDLE_SURFACE + nv_random_below(9);
        count = 1;
    }
    nv_push_command(c->chan, nv_random_below(4)
                             ? NV_CMD_INC(nv_random_below(8), mthd, 0)
                             : NV_CMD_NI(nv_random_below(8), mthd, 0),
                    words, count);
}

static void reset_units(NVDev *nv)
{
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_init(nv);
}

/*
 * Nothing may be drawn outside the surface's DMA object, and a reset of the
 * unit has to end any drawing.
 */
static void random_methods(NVDev *nv)
{
    static const uint16_t classes[] = {
        0x62, 0x18, 0x9f, 0x4a, 0x39, 0x8a, 0x5e, 0x44,
    };
    const bool checked = nv->test->data;
    uint32_t before, after;
    NVCanvas c;

    for (unsigned round = 0; round < nv_test_rounds(NULL, 5, 2); round++) {
        nv_canvas_new(&c, nv, &nv_formats[round % ARRAY_SIZE(nv_formats)]);
        before = nv_vram_rd32(nv, c.surface->base - 4);
        after = nv_vram_rd32(nv, c.surface->base + c.surface->size);
        if (!checked) {
            nv_mask(nv, A_NV_PGRAPH_DEBUG_3, 1 << 20 | 1 << 23 | 1 << 24, 0);
        }
        for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
            nv_graph_object(c.chan, i, classes[i], classes[i]);
            nv_push_inc(c.chan, i, 0x180, NV_HANDLE_VRAM);
        }
        for (unsigned i = 0; i < 120; i++) {
            push_anything(&c);
        }
        nv_kick(c.chan);
        for (unsigned i = 0; i < 1000; i++) {
            if (nv_field(nv, NV_PMC_INTR, PGRAPH)) {
                nv_graph_ack(nv);
            } else if (!nv_handle_intr(nv) &&
                       nv_user_get(c.chan) == c.chan->cur) {
                break;
            }
        }
        nv_chan_fini(c.chan);
        reset_units(nv);
        nv_assert_reg(nv, NV_PGRAPH_STATUS, 0);
        nv_assert_hex(nv_vram_rd32(nv, c.surface->base - 4), before);
        nv_assert_hex(nv_vram_rd32(nv, c.surface->base + c.surface->size),
                      after);
        nv_buf_free(c.surface);
        nv_chan_free(c.chan);
    }
    /* It works as after power-on. */
    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_canvas_fill(&c, &(NVArea) { 1, 2, 3, 4 }, 0x123456);
    nv_submit(c.chan);
    nv_canvas_model_fill(&c, &(NVArea) { 1, 2, 3, 4 }, NULL, 0x123456);
    nv_assert_canvas(&c, "afterwards");
    nv_canvas_free(&c);
}

static const bool nv_checked = true;

static const NVTest tests[] = {
    { "2d/enormous-fill", "", enormous_fill, .lacks = NV_CARD_SW_LINKS },
    { "2d/beyond-the-limit", "", beyond_the_limit, .lacks = NV_CARD_SW_LINKS },
    /* NV04's surfaces may be aligned to less. */
    { "2d/surface-errors", "", surface_errors, .lacks = NV_CARD_NV04 },
    { "2d/image-errors", "", image_errors, .lacks = NV_CARD_SW_LINKS },
    { "2d/image-is-complete", "engine-methods!", image_is_complete,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/no-surface", "", no_surface, .lacks = NV_CARD_SW_LINKS },
    { "2d/no-surface-for-nothing", "", no_surface_for_nothing,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/random-methods", "hostile-commands", random_methods,
      .data = &nv_checked, .lacks = NV_CARD_SW_LINKS, .slow = true },
    { "2d/random-methods-unchecked", "hostile-commands", random_methods,
      .lacks = NV_CARD_SW_LINKS, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

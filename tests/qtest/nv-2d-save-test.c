/*
 * Tests of the NVIDIA GPU: drawing that is saved in the middle
 *
 * Fills and copies that take long: begun, saved, and finished in another
 * process.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define BIG 4096

/* Repeat it: a single drawing may be over before a busy machine stops. */
#define TIMES 8

static uint32_t big_column(unsigned x)
{
    return x * 0x9e3779b1u >> 8;
}

static uint32_t big_line(unsigned y)
{
    return y * 0x85ebca6bu >> 8;
}

static uint32_t big_pixel(unsigned x, unsigned y)
{
    return big_column(x) ^ big_line(y);
}

static void big_new(NVCanvas *c, NVDev *nv)
{
    uint32_t size = BIG * BIG * 4;
    NVBuf *big;

    nv_canvas_new(c, nv, NV_X8R8G8B8);
    big = nv_buf_new(nv, NV_IN_VRAM, size, 0x3d);
    nv_graph_name(c->chan, 0xb16, big->inst);
    nv_push_object(c->chan, NV_SUBC_CONTEXT, NV_HANDLE_SURFACE);
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x184, 0xb16, 0xb16);
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x304, BIG * 4 << 16 | BIG * 4, 0, 0);
    nv_submit(c->chan);
    nv_buf_free(c->surface);
    c->surface = big;
}

static void big_check(NVCanvas *c, uint32_t (*want)(unsigned x, unsigned y))
{
    g_autofree uint32_t *line = g_new(uint32_t, BIG);

    for (unsigned y = 0; y < BIG; y += y < 40 || y > BIG - 40 ? 1 : 61) {
        nv_buf_read(c->surface, y * BIG * 4, line, BIG * 4);
        for (unsigned x = 0; x < BIG; x++) {
            if (le32_to_cpu(line[x]) != want(x, y)) {
                nv_fail("(%u, %u) is 0x%x, not 0x%x", x, y,
                        le32_to_cpu(line[x]), want(x, y));
                return;
            }
        }
    }
}

static uint32_t big_filled(unsigned x, unsigned y)
{
    return 0x5a5a5a;
}

/* Saved when it has begun, loaded and finished in another process */
static void big_save_in_the_middle(NVCanvas *c, uint64_t total)
{
    NVDev *nv = c->chan->nv;
    uint64_t before = nv_statistic(nv, "pixels"), done;

    nv_push_ref(c->chan, 0x77);
    nv_graph_kick_a_little(c->chan);
    done = nv_statistic(nv, "pixels") - before;
    g_test_message("saved after %" PRIu64 " pixels", done);
    g_assert_cmpuint(done, >, 0);
    g_assert_cmpuint(done, <, total);
    nv_migrate(nv);
    nv_cont(nv);
    nv_poll(nv_user_ref(c->chan) == 0x77);
    g_assert_cmpuint(nv_statistic(nv, "pixels") - before, ==, total);
}

static void big_fill_is_saved(NVDev *nv)
{
    NVArea a = { 0, 0, BIG, BIG };
    NVCanvas c;

    big_new(&c, nv);
    for (unsigned i = 0; i < TIMES; i++) {
        nv_canvas_fill(&c, &a, 0x5a5a5a);
    }
    big_save_in_the_middle(&c, TIMES * BIG * BIG);
    big_check(&c, big_filled);
    nv_canvas_free(&c);
}

/* Moved by pixels to the right and lines down; the first ones stay. */
static uint32_t big_moved(unsigned x, unsigned y)
{
    unsigned by = MIN(TIMES, MIN(x, y));

    return big_pixel(x - by, y - by);
}

static uint32_t big_moved_right(unsigned x, unsigned y)
{
    return big_pixel(x - MIN(TIMES, x), y);
}

/* Each line and column has its own color; both are combined. */
static void big_fill(NVCanvas *c)
{
    nv_canvas_fill(c, &(NVArea) { 0, 0, BIG, BIG }, 0);
    nv_canvas_rop(c, 0x66);
    nv_push_inc(c->chan, NV_SUBC_GDI, NV_MTHD_OPERATION, NV_OPERATION_ROP_AND);
    for (int i = 0; i < BIG; i++) {
        const uint32_t words[] = {
            NV_CMD_INC(NV_SUBC_GDI, 0x3fc, 1), big_column(i),
            NV_CMD_INC(NV_SUBC_GDI, 0x400, 2), nv_yx(i, 0), nv_yx(1, BIG),
            NV_CMD_INC(NV_SUBC_GDI, 0x3fc, 1), big_line(i),
            NV_CMD_INC(NV_SUBC_GDI, 0x400, 2), nv_yx(0, i), nv_yx(BIG, 1),
        };

        nv_push_words(c->chan, words, ARRAY_SIZE(words));
        if (i % 256 == 255) {
            nv_submit(c->chan);
        }
    }
    big_check(c, big_pixel);
}

static void big_blit(NVDev *nv, bool down)
{
    NVCanvas c;

    big_new(&c, nv);
    big_fill(&c);
    for (unsigned i = 0; i < TIMES; i++) {
        nv_push_inc(c.chan, NV_SUBC_BLIT, 0x300, 0, nv_yx(down, 1),
                    nv_yx(BIG - down, BIG - 1));
    }
    big_save_in_the_middle(&c, (uint64_t)TIMES * (BIG - down) * (BIG - 1));
    big_check(&c, down ? big_moved : big_moved_right);
    nv_canvas_free(&c);
}

static void big_blit_down(NVDev *nv)
{
    big_blit(nv, true);
}

static void big_blit_right(NVDev *nv)
{
    big_blit(nv, false);
}

/* The big surface has 64 MiB. */
static bool has_room(const NVCard *card)
{
    return card->vram >= 128 * MiB;
}

static const NVTest tests[] = {
    { "2d/fill-is-saved-in-the-middle", "", big_fill_is_saved,
      .applies = has_room },
    { "2d/blit-down-is-saved-in-the-middle", "", big_blit_down,
      .applies = has_room },
    { "2d/blit-right-is-saved-in-the-middle", "", big_blit_right,
      .applies = has_room },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

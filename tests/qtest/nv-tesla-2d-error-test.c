/*
 * Tests of the NVIDIA GPU: NV50's 2D object: long operations, and errors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define CHID NV50_CANVAS_CHID
#define SUBC NV50_CANVAS_SUBC
#define CLASS NV50_CLASS_2D

enum {
    INTR_DATA_ERROR = 0x00100000,
    INTR_TRAP = 0x00200000,
};

/* --- Long ones -------------------------------------------------------- */

#define LONG_W 4096
#define LONG_H 4000
/* Long enough to be still drawn after this program was preempted */
#define LONG_TIMES 8
#define LONG_PIXELS ((uint64_t)LONG_TIMES * LONG_W * LONG_H)

/* The same lines again and again: a pitch of 0 */
static void push_long(NV50Canvas *c, bool blit)
{
    nv50_push(c, TWOD_DST_PITCH, 0, LONG_W, LONG_H);
    nv50_push(c, TWOD_DST_PITCH + 0x30, 0, LONG_W, LONG_H);
    for (unsigned i = 0; i < LONG_TIMES; i++) {
        if (blit) {
            nv50_push_blit(c, &(NVArea) { 0, 0, LONG_W, LONG_H }, 0, 0);
        } else {
            nv50_push_fill(c, &(NVArea) { 0, 0, LONG_W, LONG_H }, 0x456789);
        }
    }
    nv_push_ref(c->chan, 0x1234);
}

static void assert_2d_busy(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_STATUS), 0x20003);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_VSTATUS_2), 1 << 15);
}

static void long_is_sliced(NVDev *nv)
{
    for (unsigned blit = 0; blit < 2; blit++) {
        uint64_t before = nv_statistic(nv, "pixels");
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
        push_long(&c, blit);
        nv_graph_kick_a_little(c.chan);
        assert_2d_busy(nv);
        nv_assert_hex(nv_user_ref(c.chan), 0);
        nv_cont(nv);
        nv_poll(nv_user_ref(c.chan) == 0x1234);
        nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_STATUS), 0);
        nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_VSTATUS_2), 0);
        g_assert_cmpuint(nv_statistic(nv, "pixels") - before, ==,
                         LONG_PIXELS);
        if (!blit) {
            nv_assert_hex(nv_buf_rd32(c.surface, NV50_CANVAS_OFFSET +
                                                 LONG_W * 4 - 4), 0x456789);
        }
        nv50_canvas_free(&c);
    }
}

static void long_is_saved(NVDev *nv)
{
    for (unsigned blit = 0; blit < 2; blit++) {
        uint64_t before = nv_statistic(nv, "pixels"), done;
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
        push_long(&c, blit);
        nv_graph_kick_a_little(c.chan);
        done = nv_statistic(nv, "pixels") - before;
        g_assert_cmpuint(done, >, 0);
        g_assert_cmpuint(done, <, LONG_PIXELS);
        nv_migrate(nv);
        nv_cont(nv);
        nv_poll(nv_user_ref(c.chan) == 0x1234);
        g_assert_cmpuint(nv_statistic(nv, "pixels") - before, ==,
                         LONG_PIXELS);
        nv50_assert_graph_quiet(nv);
        nv50_canvas_free(&c);
    }
}

/* An image continues in another process, after another channel's methods. */
static void image_is_saved(NVDev *nv)
{
    uint32_t data[64];
    NVArea a = { 7, 9, 33, 40 };
    NVChan *other;
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv_random_fill(data, sizeof(data));
    nv50_push(&c, TWOD_SIFC_BITMAP_COLOR, 0x111111, 0x222222);
    nv50_push_image(&c, &a);
    nv50_push_data(&c, data, 20, 20);
    nv_submit(c.chan);
    other = nv50_graph_chan_new(nv, CHID + 1);
    nv_push_object(other, SUBC, NV_HANDLE_NULL);
    nv_submit(other);
    nv_migrate(nv);
    nv_cont(nv);
    nv50_push_data(&c, data + 20, 30, 30);
    nv_submit(c.chan);
    for (int y = 0; y < a.h; y++) {
        for (int x = 0; x < a.w; x++) {
            uint32_t bit = (y * 40 + x) ^ 7;

            nv50_model_set(&c, a.x + x, a.y + y,
                      data[bit / 32] >> bit % 32 & 1 ? 0x222222 : 0x111111);
        }
    }
    nv50_assert_canvas(&c, "image");
    nv_chan_free(other);
    nv50_canvas_free(&c);
}

/* --- Errors ----------------------------------------------------------- */

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, error;
    } bad[] = {
        { TWOD_DST_FORMAT, 0xbf, 5 }, { TWOD_DST_FORMAT, 0xc1, 5 },
        { TWOD_DST_FORMAT + 4, 2, 5 }, { TWOD_DST_FORMAT + 8, 0x1, 5 },
        { TWOD_DST_FORMAT + 8, 0x60, 5 }, { TWOD_DST_FORMAT + 8, 0x10000, 0xc },
        { TWOD_DST_PITCH, 0x40001, 4 }, { TWOD_DST_PITCH + 4, 0x10001, 4 },
        { TWOD_DST_PITCH + 8, 0x10001, 4 }, { TWOD_DST_PITCH + 12, 0x100, 4 },
        { TWOD_SRC_FORMAT, 0x100, 5 }, { TWOD_SRC_FORMAT, 0xd7, 5 },
        { TWOD_SRC_FORMAT + 4, 2, 5 },
        { TWOD_COND_MODE, 5, 5 }, { TWOD_CLIP_ENABLE, 2, 5 }, { 0x294, 7, 5 },
        { 0x29c, 2, 5 }, { TWOD_OPERATION, 7, 5 },
        { TWOD_PATTERN_SELECT, 4, 5 }, { TWOD_PATTERN_COLOR_FORMAT, 6, 5 },
        { TWOD_PATTERN_COLOR_FORMAT + 4, 2, 5 },
        { TWOD_DRAW_SHAPE, 5, 5 }, { TWOD_DRAW_COLOR_FORMAT, 0xe5, 5 },
        { TWOD_SIFC_BITMAP_ENABLE, 2, 5 }, { TWOD_SIFC_FORMAT, 0xd0, 5 },
        { TWOD_SIFC_BITMAP_FORMAT, 3, 5 },
        { TWOD_SIFC_BITMAP_FORMAT + 4, 2, 5 },
        { TWOD_SIFC_BITMAP_FORMAT + 8, 3, 5 }, { TWOD_SIFC_WRITE_BIT0, 2, 5 },
        { TWOD_BLIT_SAFE_OVERLAP, 2, 5 },
        { TWOD_BLIT_SAFE_OVERLAP + 4, 2, 0xc },
    };
    NVArea a = { 1, 2, 30, 40 };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv50_push(&c, bad[i].mthd, bad[i].data);
        nv_kick(c.chan);
        nv50_assert_error(c.chan, .intr = INTR_DATA_ERROR,
                          .error = bad[i].error, .class = CLASS,
                          .subc = SUBC, .mthd = bad[i].mthd,
                          .data = bad[i].data);
        nv_wait(c.chan);
    }
    /* None was taken. */
    nv50_push_fill(&c, &a, 0x123456);
    nv_submit(c.chan);
    nv50_model_fill(&c, &a, 0x123456);
    nv50_assert_canvas(&c, "after errors");
    nv50_assert_graph_quiet(nv);
    nv50_canvas_free(&c);
}

/* ENG2D_FORMAT_MISMATCH, from the method that starts the drawing */
static void format_mismatch(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_Y8);
    nv50_push(&c, TWOD_DRAW_COLOR_FORMAT, NV50_X8R8G8B8->id, 0);
    nv50_push(&c, TWOD_DRAW_POINT32_X, 1, 1, 5, 5);
    nv_kick(c.chan);
    nv50_assert_error(c.chan, .intr = INTR_DATA_ERROR, .error = 0x34,
                      .class = CLASS, .subc = SUBC,
                      .mthd = TWOD_DRAW_POINT32_X + 12, .data = 5);
    nv_wait(c.chan);
    nv50_push(&c, TWOD_SIFC_FORMAT, NV50_X8R8G8B8->id);
    nv50_push_image(&c, &(NVArea) { 1, 1, 5, 5 });
    nv_kick(c.chan);
    nv50_assert_error(c.chan, .intr = INTR_DATA_ERROR, .error = 0x34,
                      .class = CLASS, .subc = SUBC, .mthd = TWOD_SIFC_DST + 12,
                      .data = 1);
    nv_push_ni(c.chan, SUBC, TWOD_SIFC_DATA, 0xffffffff, 0xffffffff);
    nv50_push(&c, TWOD_DST_FORMAT, NV50_X8R8G8B8->id);
    nv50_push(&c, TWOD_BLIT_DST, 0, 0, 4, 4);
    nv50_push(&c, TWOD_BLIT_SRC, 0, 8, 0, 9);
    nv_kick(c.chan);
    nv50_assert_error(c.chan, .intr = INTR_DATA_ERROR, .error = 0x31,
                      .class = CLASS, .subc = SUBC, .mthd = TWOD_BLIT_SRC + 12,
                      .data = 9);
    nv_wait(c.chan);
    nv50_assert_canvas(&c, "nothing is drawn");
    nv50_canvas_free(&c);
}

static void assert_vm_trap(NVDev *nv, unsigned client, unsigned slot,
                           bool read, uint64_t addr)
{
    NVVmTrap trap;

    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 0);
    g_assert_cmpuint(trap.client, ==, client);
    g_assert_cmpuint(trap.slot, ==, slot);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID]);
    nv_assert_hex(trap.addr, addr);
    g_assert_cmpint(trap.read, ==, read);
}

/* The destination is PROP's, the source is read by the texture units. */
static void faults(NVDev *nv)
{
    uint32_t prop = nv50_tpc_reg(nv, 0, 0x408e08);
    uint64_t va;
    NV50Canvas c;

    /* The page in which line 8 begins */
    nv50_canvas_new(&c, nv, NV_IN_GART, NV50_X8R8G8B8);
    va = c.surface->va + nv50_pixel_at(&c, 0, 8);
    nv_vm_set(nv, nv->tesla->table, va, NV_VM_SMALL, 0);

    nv50_push_fill(&c, &(NVArea) { 0, 0, 8, 9 }, 0x123456);
    nv_kick(c.chan);
    nv_assert_hex(nv_rd32(nv, prop + 8), (uint32_t)va);
    nv_assert_hex(nv_rd32(nv, prop + 12), va >> 32);
    nv50_assert_error(c.chan, .intr = INTR_TRAP, .trap = 0x100,
                      .unit = prop, .status = 0x10, .class = CLASS,
                      .subc = SUBC, .mthd = TWOD_DRAW_POINT32_X + 12,
                      .data = 9);
    assert_vm_trap(nv, 0xb, 0xc, false, va);
    nv_wait(c.chan);

    nv50_push_blit(&c, &(NVArea) { 0, 0, 8, 1 }, 0, 8);
    nv_kick(c.chan);
    nv50_assert_error(c.chan, .intr = INTR_TRAP, .trap = 0x40,
                      .unit = nv50_tpc_reg(nv, 0, 0x408900),
                      .status = 0x3, .class = CLASS,
                      .subc = SUBC, .mthd = TWOD_BLIT_SRC + 12, .data = 8);
    assert_vm_trap(nv, 0xa, 0x0, true, va);
    nv_wait(c.chan);

    nv50_push_image(&c, &(NVArea) { 0, 7, 8, 2 });
    nv_push_ni(c.chan, SUBC, TWOD_SIFC_DATA, 0x77);
    nv50_push(&c, TWOD_WAIT_FOR_IDLE, 0);
    nv_kick(c.chan);
    nv50_assert_error(c.chan, .intr = INTR_TRAP, .trap = 0x100,
                      .unit = prop, .status = 0x10, .class = CLASS,
                      .subc = SUBC, .mthd = TWOD_SIFC_DATA, .data = 0x77);
    assert_vm_trap(nv, 0xb, 0xc, false, va);
    nv_wait(c.chan);
    nv50_assert_graph_quiet(nv);
    nv50_canvas_free(&c);
}

/* Unmodelled features draw nothing, and are logged. */
static void unmodelled(NVDev *nv)
{
    static const char *const methods[] = { "0x0840", "0x0808", "0x0200" };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv50_push(&c, TWOD_SIFC_DX_DU, 1);
    nv50_push_image(&c, &(NVArea) { 0, 0, 8, 8 });
    nv_push_ni(c.chan, SUBC, TWOD_SIFC_DATA, 1, 2, 3, 4);
    nv50_push(&c, TWOD_SIFC_DX_DU, 0);
    nv50_push(&c, TWOD_SIFC_BITMAP_FORMAT, 1);
    nv50_push_image(&c, &(NVArea) { 0, 0, 8, 8 });
    nv_push_ni(c.chan, SUBC, TWOD_SIFC_DATA, 1, 2, 3, 4);
    nv50_push(&c, TWOD_DST_FORMAT, 0xc0);
    nv50_push(&c, TWOD_SRC_FORMAT, 0xc0);
    nv50_push_blit(&c, &(NVArea) { 0, 0, 8, 8 }, 20, 20);
    nv_submit(c.chan);
    nv50_assert_graph_quiet(nv);
    nv50_assert_canvas(&c, "nothing is drawn");
    for (unsigned i = 0; i < ARRAY_SIZE(methods); i++) {
        g_autofree char *line = g_strdup_printf(
            "method %s of class 0x502d is not modelled", methods[i]);

        g_assert_cmpuint(nv_log_count(nv, line), ==, 1);
    }
    nv50_canvas_free(&c);
}

/* Random words to any method: the card reports errors, and continues. */
static void random_methods(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_GART, NV50_X8R8G8B8);
    for (unsigned i = 0; i < 3000 && !g_test_failed(); i++) {
        uint32_t mthd = 0x200 + nv_random_below(0x1c0) * 4;
        uint32_t val = nv_random() >> nv_random_below(32);

        if (i % 500 == 0) {
            nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, i % 1000 ? 0 : 0x1d0);
        }
        nv50_push(&c, mthd, val, nv_random());
        nv_kick(c.chan);
        for (unsigned n = 0; n < 4 && nv_rd32(nv, A_NV50_PGRAPH_INTR); n++) {
            nv_wr32(nv, nv50_tpc_reg(nv, 0, 0x408e08), 0xc0000000);
            nv_wr32(nv, nv50_tpc_reg(nv, 0, 0x408900), 0xc0000000);
            nv_wr32(nv, A_NV50_PGRAPH_TRAP, 0xffffffff);
            nv50_graph_ack(nv);
        }
        nv_submit(c.chan);
    }
    nv50_canvas_free(&c);
    /* It works as after power-on. */
    nv_machine_reset(nv);
    nv_init(nv);
    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv50_push_fill(&c, &(NVArea) { 1, 2, 3, 4 }, 0x123456);
    nv_submit(c.chan);
    nv50_model_fill(&c, &(NVArea) { 1, 2, 3, 4 }, 0x123456);
    nv50_assert_graph_quiet(nv);
    nv50_assert_canvas(&c, "afterwards");
    nv50_canvas_free(&c);
}

static const NVTest tests[] = {
    { "tesla-2d/long-one-is-sliced", "bounded-work!", long_is_sliced,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/long-one-is-saved-in-the-middle", "migration", long_is_saved,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/image-is-saved-in-the-middle", "migration", image_is_saved,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/bad-parameters", "", bad_parameters, .needs = NV_CARD_NV50 },
    { "tesla-2d/format-mismatch", "", format_mismatch,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/faults", "", faults, .needs = NV_CARD_NV50 },
    { "tesla-2d/unmodelled", "", unmodelled, .needs = NV_CARD_NV50 },
    { "tesla-2d/random-methods", "hostile-commands", random_methods,
      .needs = NV_CARD_NV50, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: PGRAPH: objects, errors, notifiers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-report.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHANNEL 1

enum {
    NOP = 0x100,
    NOTIFY = 0x104,
    DMA_NOTIFY = 0x180,
    ROP = 0x300,
    COLOR_FORMAT = 0x300,
    OPERATION = 0x2fc,
};

#define HANDLE 0xbeef0000
#define HANDLE_NOTIFY 0x80000006

static NVChan *channel(NVDev *nv, unsigned chid)
{
    return nv_chan_new(nv, chid, NV_IN_RAM);
}

/* --- Registers -------------------------------------------------------- */

static void interrupt_enable(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, 0x304, 0);
    nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_INTR_EN), 0);
    nv_kick(chan);
    nv_assert_reg(nv, NV_PGRAPH_INTR, nv_graph_intr_error(nv->card));
    nv_assert_reg(nv, NV_PMC_INTR, 0);
    g_assert_false(nv_intx(nv));

    nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_INTR_EN), 0xffffffff);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_MISSING_HW_MASK);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PGRAPH_INTR, nv_graph_intr_error(nv->card));
    g_assert_false(nv_intx(nv));
    nv_chan_free(chan);
}

/* The driver's settings for a tile are stored; nv10_gr_tile(). */
static void tiles(NVDev *nv)
{
    uint32_t tile = nv_graph_addr(nv->card, A_NV_PGRAPH_TILE);

    for (unsigned i = 0; i < 8; i++) {
        nv_wr32(nv, tile + i * 16 + 4, 0x1000 + i);
        nv_wr32(nv, tile + i * 16 + 8, 0x2000 + i);
        nv_wr32(nv, tile + i * 16, 0x3000 + i);
    }
    for (unsigned i = 0; i < 8; i++) {
        nv_assert_hex(nv_rd32(nv, tile + i * 16 + 4), 0x1000 + i);
        nv_assert_hex(nv_rd32(nv, tile + i * 16 + 8), 0x2000 + i);
        nv_assert_hex(nv_rd32(nv, tile + i * 16), 0x3000 + i);
    }
}

/* PMC_ENABLE bit 12 resets it, whatever it is doing. */
static void unit_reset(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, ROP, 0x55);
    nv_push_inc(chan, 0, 0x304, 0);
    nv_kick(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x55);
    g_assert_true(nv_intx(nv));
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0);
    nv_assert_reg(nv, NV_PGRAPH_INTR, 0);
    nv_assert_graph(nv, NV_PGRAPH_CTX_CACHE1, 0);
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 1);
    g_assert_false(nv_intx(nv));
    nv_chan_free(chan);
}

/* hwtest/pgraph_state.cc: SURF_LIMIT at its largest, low bits are always 1 */
static uint32_t whole_memory(const NVCard *card)
{
    if (card->features & NV_CARD_SW_LINKS) {
        return 0x00ffffff;
    }
    if (card->features & NV_CARD_NV04) {
        return 0x01ffffff;
    }
    return card->features & (NV_CARD_CTX_TABLE | NV_CARD_NV40) ? 0x3fffffff
                                                               : 0x07ffffff;
}

/* NV40 has no surface for the source. */
static bool has_surface(NVDev *nv, unsigned i)
{
    return i != 1 || !(nv->card->features & NV_CARD_NV40);
}

static void set_surfaces(NVDev *nv)
{
    for (unsigned i = 0; i < 6; i++) {
        nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_SURF_OFFSET + i * 4),
                0x1000);
        nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_SURF_BASE + i * 4),
                0x2000);
        nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_SURF_LIMIT + i * 4),
                0x8000003f);
        nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_SURF_PITCH +
                                            MIN(i, 4) * 4), 0x400);
    }
}

#define assert_surfaces(_nv, _reset) \
    check_surfaces(_nv, _reset, __LINE__)

static void check_surfaces(NVDev *nv, bool reset, int line)
{
    uint32_t limit = whole_memory(nv->card);

    for (unsigned i = 0; i < 6; i++) {
        const struct {
            uint32_t addr, was, is;
        } regs[] = {
            { A_NV_PGRAPH_SURF_OFFSET + i * 4, 0x1000, 0 },
            { A_NV_PGRAPH_SURF_BASE + i * 4, 0x2000, 0 },
            { A_NV_PGRAPH_SURF_LIMIT + i * 4, 0x8000003f, limit },
            { A_NV_PGRAPH_SURF_PITCH + MIN(i, 4) * 4, 0x400, 0 },
        };

        for (unsigned r = 0; has_surface(nv, i) && r < ARRAY_SIZE(regs); r++) {
            uint32_t got = nv_graph_rd32(nv, regs[r].addr);
            uint32_t want = reset ? regs[r].is : regs[r].was;

            if (got != want) {
                nv_fail("%s:%d: 0x%x of surface %u is 0x%x, not 0x%x",
                        __FILE__, line, regs[r].addr, i, got, want);
            }
        }
    }
}

/* A surface that wasn't set covers all of video memory. */
static void surfaces_after_reset(NVDev *nv)
{
    assert_surfaces(nv, true);
    set_surfaces(nv);
    assert_surfaces(nv, false);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    assert_surfaces(nv, true);
}

/* hwtest/pgraph_state.cc, Nv4DebugARegister: bits that don't exist */
static void debug_0_resets(NVDev *nv)
{
    static const uint32_t vals[] = {
        0x001, 0x010, 0x1ff, 0xffffffff, 0x002, 0x100, 0x1ee, 0x1ec,
        0x1231c000, 0,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(vals); i++) {
        bool drawing = vals[i] & 0x003;

        set_surfaces(nv);
        nv_wr32(nv, A_NV_PGRAPH_VALID, 0x00000303);
        nv_wr32(nv, A_NV_PGRAPH_XY_B0, 0x00000033);
        nv_wr32(nv, A_NV_PGRAPH_XY_A, 0x30100000);
        nv_wr32(nv, A_NV_PGRAPH_XY_CLIP, 0x12345678);
        nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, vals[i]);
        nv_assert_reg(nv, NV_PGRAPH_DEBUG_0, vals[i] & 0x1337f000);
        assert_surfaces(nv, vals[i] & 0x011);
        nv_assert_reg(nv, NV_PGRAPH_VALID, drawing ? 0 : 0x00000303);
        nv_assert_reg(nv, NV_PGRAPH_XY_B0, drawing ? 0 : 0x00000033);
        nv_assert_reg(nv, NV_PGRAPH_XY_A, drawing ? 0x00100000 : 0x30100000);
        nv_assert_reg(nv, NV_PGRAPH_XY_CLIP,
                      drawing ? 0x55555555 : 0x12345678);
    }
}

/* --- Objects ---------------------------------------------------------- */

/* hwtest/pgraph_state.cc, CTX_CACHE_A; NV11 added SYNC, ENDIAN, VERSION */
static uint32_t options_mask(const NVCard *card)
{
    if (card->features & NV_CARD_SW_LINKS) {
        return 0x0303f000;
    }
    if (card->features & NV_CARD_NV04) {
        return 0x7f73f000;
    }
    if (!(card->features & NV_CARD_NV15_2D)) {
        return 0x7f33f000;
    }
    return card->features & NV_CARD_ENDIAN ? 0x7ffff000 : 0x7fb3f000;
}

/* Method 0 reads the object's options from its instance. */
static void binding(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);
    uint32_t inst = nv_chan_object(chan, HANDLE, 0x4a);
    uint32_t kept = options_mask(nv->card) | 0x4a;
    /* NV25 has classes of 12 bits, others ignore bits 11:8. */
    uint32_t first = nv->card->features & NV_CARD_WIDE_CLASS ? 0xfffff04a
                                                             : 0xffffff4a;

    nv_graph_init(nv);
    nv_inst_wr32(nv, inst, first);
    nv_inst_wr32(nv, inst + 4, 0x12340e01);
    nv_inst_wr32(nv, inst + 8, 0x56789abc);
    nv_push_object(chan, 3, HANDLE);
    nv_submit(chan);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE1 + 12), kept);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE2 + 12), 0x12340e01);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE3 + 12), 0x56789abc);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE4 + 12), inst >> 4);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH1, kept);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH4, inst >> 4);
    g_assert_cmpuint(nv_graph_field(nv, NV_PGRAPH_CTX_USER, SUBCH), ==, 3);
    g_assert_cmpuint(nv_graph_field(nv, NV_PGRAPH_CTX_USER, CHID), ==, CHANNEL);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* Methods change the options, in PGRAPH and in the instance. */
static void options(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);
    uint32_t inst, rop, pattern, null;

    nv_graph_init(nv);
    rop = nv_chan_object(chan, HANDLE + 1, 0x43);
    pattern = nv_chan_object(chan, HANDLE + 2, 0x44);
    null = nv_chan_object(chan, HANDLE + 3, 0x30);
    inst = nv_graph_object(chan, 3, HANDLE, 0x4a);
    g_assert_true(rop && pattern && null);

    nv_push_inc(chan, 3, OPERATION, 1);
    nv_push_inc(chan, 3, COLOR_FORMAT, 3, 1);
    nv_push_inc(chan, 3, 0x188, HANDLE + 2, HANDLE + 1);
    nv_submit(chan);
    nv_assert_hex(nv_inst_rd32(nv, inst), 0x4a | 1 << 15 | 3 << 27);
    nv_assert_hex(nv_inst_rd32(nv, inst + 4), 0x0e01);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE1 + 12),
                  0x4a | 1 << 15 | 3 << 27);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH2, 0x0e01);

    /* The null object undoes a link. */
    nv_push_inc(chan, 3, 0x18c, HANDLE + 3);
    nv_submit(chan);
    nv_assert_hex(nv_inst_rd32(nv, inst), 0x4a | 1 << 15 | 1 << 27);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* NV40's objects: nvhw's pgraph_grobj.c */
static void nv40_object(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);
    uint32_t inst, rop, pattern;
    NVBuf *notify = nv_buf_new(nv, NV_IN_RAM, 0x1000, 0x3d);

    nv_graph_init(nv);
    rop = nv_chan_object(chan, HANDLE + 1, 0x43);
    pattern = nv_chan_object(chan, HANDLE + 2, 0x44);
    inst = nv_chan_object(chan, HANDLE, 0x4a);
    nv_chan_buffer(chan, HANDLE + 4, notify);
    g_assert_true(rop && pattern);
    nv_inst_wr32(nv, inst + 4, 0x01000000);
    nv_inst_wr32(nv, inst + 8, 0x03012345);
    nv_inst_wr32(nv, inst + 12, 0x00054321);
    nv_push_object(chan, 3, HANDLE);
    nv_submit(chan);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH1, 0x4a);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH2, 0x01000000);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH3, 0x03012345);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH6, 0x00054321);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH4, inst >> 4);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE6 + 12), 0x00054321);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_CTX_CACHE4 + 12), inst >> 4);
    g_assert_cmpuint(nv_graph_field(nv, NV_PGRAPH_CTX_USER, SUBCH), ==, 3);

    nv_push_inc(chan, 3, 0x180, HANDLE + 4);
    nv_push_inc(chan, 3, OPERATION, 1);
    nv_push_inc(chan, 3, COLOR_FORMAT, 3, 2);
    nv_push_inc(chan, 3, 0x188, HANDLE + 2, HANDLE + 1);
    nv_submit(chan);
    nv_assert_hex(nv_inst_rd32(nv, inst), 0x4a | 1 << 19 | 3 << 27);
    nv_assert_hex(nv_inst_rd32(nv, inst + 4),
                  notify->inst >> 4 | 2 << 24 | 0x0e << 26);
    nv_assert_graph(nv, NV_PGRAPH_CTX_SWITCH1, 0x4a | 1 << 19 | 3 << 27);
    nv_assert_graph_quiet(nv);
    nv_buf_free(notify);
    nv_chan_free(chan);
}

/* A subchannel's object is the one that was bound to it last. */
static void subchannels(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_graph_object(chan, 1, HANDLE + 1, 0x72);
    nv_push_inc(chan, 0, 0x300, 0x11);
    nv_push_inc(chan, 1, 0x300, 0x22);
    nv_push_inc(chan, 0, 0x300, 0x33);
    nv_submit(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x33);
    nv_assert_graph(nv, NV_PGRAPH_BETA4, 0x22);
    nv_graph_object(chan, 0, HANDLE + 2, 0x12);
    nv_push_inc(chan, 0, 0x300, 0x7fffffff);
    nv_submit(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x33);
    nv_assert_graph(nv, NV_PGRAPH_BETA1, 0x7f800000);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* A class that isn't modelled accepts any method, and is reported. */
static void unmodelled_class(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);
    g_autofree char *report = NULL;

    nv_graph_init(nv);
    nv_graph_object(chan, 2, HANDLE, 0x76);
    nv_push_inc(chan, 2, 0x200, 1, 2);
    nv_push_ni(chan, 2, 0x1c00, 1, 2, 3, 4, 5);
    nv_push_inc(chan, 2, NOP, 0);
    nv_push_ref(chan, 1);
    nv_submit(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_graph_quiet(nv);

    report = nv_report_text(nv);
    g_assert_nonnull(strstr(report, "class 0x0076 method 0x0200"));
    g_assert_nonnull(strstr(report, "class 0x0076 method 0x0204"));
    g_assert_nonnull(strstr(report, "class 0x0076 method 0x1c00        5"));
    g_assert_null(strstr(report, "class 0x0076 method 0x0100"));
    g_assert_cmpuint(nv_log_count(nv, "method 0x1c00 of class 0x0076"), ==,
                     1);
    nv_chan_free(chan);
}

/* --- Errors ----------------------------------------------------------- */

/* A class that no card of the generation has binds, but has no methods. */
static void unknown_class(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 2, HANDLE, 0xee);
    nv_submit(chan);
    nv_assert_graph_quiet(nv);
    nv_push_inc(chan, 2, 0x300, 0x77);
    nv_kick(chan);
    nv_assert_graph_error(chan, NV_SOURCE_ILLEGAL_MTHD,
                          NV_STATUS_PROTECTION_FAULT, 2, 0x300, 0x77);
    nv_wait(chan);
    nv_chan_free(chan);
}

/*
 * Classes have 8 bits, from NV25 on 12 and from NV40 on 16: bits above them are
 * other options of the object, bits below another class.
 */
static void class_bits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);
    unsigned width = nv->card->features & NV_CARD_NV40 ? 16
                     : nv->card->features & NV_CARD_WIDE_CLASS ? 12 : 8;

    nv_graph_init(nv);
    for (unsigned bit = 8; bit < 16; bit++) {
        uint32_t inst = nv_chan_object(chan, HANDLE + bit, 0x43);

        nv_inst_wr32(nv, inst, 0x43 | BIT(bit));
        nv_push_object(chan, 2, HANDLE + bit);
        nv_push_inc(chan, 2, ROP, bit);
        nv_kick(chan);
        if (bit < width) {
            nv_assert_graph_error(chan, NV_SOURCE_ILLEGAL_MTHD,
                                  NV_STATUS_PROTECTION_FAULT, 2, ROP, bit);
        } else {
            nv_wait(chan);
            nv_assert_graph_quiet(nv);
            nv_assert_graph(nv, NV_PGRAPH_ROP, bit);
        }
        nv_wait(chan);
    }
    nv_chan_free(chan);
}

/* After an error nothing more is accepted until the driver allows it. */
static void stops_and_goes_on(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, ROP, 0x01);
    nv_push_inc(chan, 0, 0x304, 0xdead);
    nv_push_inc(chan, 0, ROP, 0x02);
    nv_graph_object(chan, 0, HANDLE + 1, 0x72);
    nv_push_inc(chan, 0, 0x300, 0x5678);
    nv_push_ref(chan, 7);
    nv_kick(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x01);
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 0);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, 0);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_clock_step(nv, 1000000);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x01);

    nv_assert_graph_error(chan, NV_SOURCE_ILLEGAL_MTHD,
                          NV_STATUS_PROTECTION_FAULT, 0, 0x304, 0xdead);
    nv_wait(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x02);
    nv_assert_graph(nv, NV_PGRAPH_BETA4, 0x5678);
    nv_assert_hex(nv_user_ref(chan), 7);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* An error in the middle of a run: methods behind it are executed once. */
static void error_in_a_run(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x44);
    /* SHAPE 0 and SELECT 1 are valid, SHAPE 5 isn't. */
    nv_push_inc(chan, 0, 0x308, 5, 2, 0xc0, 0xc1);
    nv_kick(chan);
    nv_assert_graph(nv, NV_PGRAPH_PATTERN_CONFIG, 1);
    nv_assert_graph_error(chan, NV_SOURCE_DATA_ERROR, NV_STATUS_BAD_ARGUMENT,
                          0, 0x308, 5);
    nv_wait(chan);
    nv_assert_graph(nv, NV_PGRAPH_PATTERN_CONFIG, 0x11);
    nv_assert_graph(nv, NV_PGRAPH_PATTERN_MONO_COLOR, 0xc0);
    nv_assert_hex(nv_graph_rd32(nv, A_NV_PGRAPH_PATTERN_MONO_COLOR + 4), 0xc1);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* The same across a migration, and an error that waits for its handler */
static void error_is_saved(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, 0x304, 0xdead);
    nv_push_inc(chan, 0, ROP, 0x02);
    nv_kick(chan);
    nv_migrate(nv);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0);
    nv_assert_graph_error(chan, NV_SOURCE_ILLEGAL_MTHD,
                          NV_STATUS_PROTECTION_FAULT, 0, 0x304, 0xdead);
    nv_wait(chan);
    nv_assert_graph(nv, NV_PGRAPH_ROP, 0x02);
    nv_chan_free(chan);
}

/* Patchcords are left to the driver. */
static void missing_hardware(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);

    nv_graph_init(nv);
    nv_graph_object(chan, 0, HANDLE, 0x43);
    nv_push_inc(chan, 0, 0x200, 0x99);
    nv_kick(chan);
    nv_assert_reg(nv, NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_MISSING_HW_MASK);
    nv_assert_reg(nv, NV_PGRAPH_NSOURCE, 0);
    nv_assert_reg(nv, NV_PGRAPH_TRAPPED_ADDR,
                  nv_graph_trapped(nv->card, CHANNEL, 0, 0x200));
    nv_assert_reg(nv, NV_PGRAPH_TRAPPED_DATA, 0x99);
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 0);
    nv_graph_ack(nv);
    nv_wait(chan);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* Methods that DEBUG_3 can disable */
static void gates(NVDev *nv)
{
    static const struct {
        unsigned bit;
        uint32_t mthd, data;
    } gated[] = {
        { 30, OPERATION, 3 },
        { 29, 0x18c, HANDLE + 1 },
    };
    NVChan *chan = channel(nv, CHANNEL);
    uint32_t rop = nv_chan_object(chan, HANDLE + 1, 0x43);

    nv_graph_init(nv);
    nv_graph_object(chan, 3, HANDLE, 0x4a);
    for (unsigned i = 0; i < ARRAY_SIZE(gated); i++) {
        nv_mask(nv, A_NV_PGRAPH_DEBUG_3, 1u << gated[i].bit, 0);
        nv_push_inc(chan, 3, gated[i].mthd, gated[i].data);
        nv_kick(chan);
        nv_assert_graph_error(chan, NV_SOURCE_ILLEGAL_MTHD,
                              NV_STATUS_PROTECTION_FAULT, 3, gated[i].mthd,
                              i ? rop >> 4 : gated[i].data);
        nv_wait(chan);
        nv_mask(nv, A_NV_PGRAPH_DEBUG_3, 0, 1u << gated[i].bit);
        nv_push_inc(chan, 3, gated[i].mthd, gated[i].data);
        nv_submit(chan);
        nv_assert_graph_quiet(nv);
    }
    /* Without DATA_CHECK an invalid parameter isn't noticed. */
    nv_mask(nv, A_NV_PGRAPH_DEBUG_3, 1 << 20, 0);
    nv_push_inc(chan, 3, OPERATION, 7);
    nv_submit(chan);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* NV04's PGRAPH knows no links and no operation: the driver is asked. */
static void links_by_software(NVDev *nv)
{
    static const uint16_t mthds[] = {
        0x188, 0x18c, 0x190, 0x194, 0x198, OPERATION,
    };
    NVChan *chan = channel(nv, CHANNEL);
    uint32_t inst, rop = nv_chan_object(chan, HANDLE + 1, 0x43);

    nv_graph_init(nv);
    inst = nv_graph_object(chan, 3, HANDLE, 0x4a);
    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        bool link = mthds[i] != OPERATION;

        nv_push_inc(chan, 3, mthds[i], link ? HANDLE + 1 : 3);
        nv_kick(chan);
        nv_assert_graph_error(chan, NV_SOURCE_ILLEGAL_MTHD,
                              NV_STATUS_PROTECTION_FAULT, 3, mthds[i],
                              link ? rop >> 4 : 3);
        nv_wait(chan);
    }
    nv_assert_hex(nv_inst_rd32(nv, inst), 0x4a);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

static void wrong_links(NVDev *nv)
{
    NVChan *chan = channel(nv, CHANNEL);
    uint32_t inst, rop = nv_chan_object(chan, HANDLE + 1, 0x43);

    nv_graph_init(nv);
    inst = nv_graph_object(chan, 3, HANDLE, 0x4a);
    for (uint32_t mthd = 0x184; mthd <= 0x198; mthd += 4) {
        nv_push_inc(chan, 3, mthd, HANDLE + 1);
        nv_kick(chan);
        if (mthd != 0x18c) {
            nv_assert_graph_error(chan, NV_SOURCE_DATA_ERROR,
                                  NV_STATUS_BAD_ARGUMENT, 3, mthd, rop >> 4);
        }
        nv_wait(chan);
    }
    nv_assert_hex(nv_inst_rd32(nv, inst), 0x4a | 1 << 28);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
}

/* --- Notifiers -------------------------------------------------------- */

typedef struct Notifier {
    NVChan *chan;
    NVBuf *buf;
} Notifier;

static void notifier_new(Notifier *n, NVDev *nv)
{
    nv_graph_init(nv);
    n->chan = channel(nv, CHANNEL);
    n->buf = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    nv_graph_name(n->chan, HANDLE_NOTIFY, n->buf->inst);
    nv_graph_object(n->chan, 0, HANDLE, 0x43);
    nv_push_inc(n->chan, 0, DMA_NOTIFY, HANDLE_NOTIFY);
    nv_submit(n->chan);
    nv_buf_wr32(n->buf, 8, 0xffffffff);
    nv_buf_wr32(n->buf, 12, 0xffffffff);
}

static void notifier_free(Notifier *n)
{
    nv_buf_free(n->buf);
    nv_chan_free(n->chan);
}

/* "a notifier write on completion of the method following the NOTIFY" */
static void notify(NVDev *nv)
{
    Notifier n;

    notifier_new(&n, nv);
    nv_clock_step(nv, 123456789);
    nv_push_inc(n.chan, 0, NOTIFY, 0);
    nv_submit(n.chan);
    nv_assert_hex(nv_buf_rd32(n.buf, 12), 0xffffffff);
    nv_push_inc(n.chan, 0, ROP, 0x12);
    nv_submit(n.chan);
    g_assert_cmpuint(nv_buf_rd32(n.buf, 0), >=, 123456768);
    nv_assert_hex(nv_buf_rd32(n.buf, 4), 0);
    nv_assert_hex(nv_buf_rd32(n.buf, 8), 0);
    nv_assert_hex(nv_buf_rd32(n.buf, 12), 0);
    nv_assert_graph_quiet(nv);

    /* Once */
    nv_buf_wr32(n.buf, 12, 0xffffffff);
    nv_push_inc(n.chan, 0, ROP, 0x34);
    nv_submit(n.chan);
    nv_assert_hex(nv_buf_rd32(n.buf, 12), 0xffffffff);
    notifier_free(&n);
}

static void notify_interrupt(NVDev *nv)
{
    Notifier n;

    notifier_new(&n, nv);
    nv_push_inc(n.chan, 0, NOTIFY, 1);
    nv_push_inc(n.chan, 0, NOP, 0);
    nv_submit(n.chan);
    nv_assert_hex(nv_buf_rd32(n.buf, 12), 0);
    nv_assert_reg(nv, NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_NOTIFY_MASK);
    nv_assert_reg(nv, NV_PGRAPH_NSOURCE, NV_SOURCE_NOTIFICATION);
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 1);
    g_assert_true(nv_intx(nv));
    nv_graph_ack(nv);
    nv_assert_graph_quiet(nv);
    notifier_free(&n);
}

static void notify_errors(NVDev *nv)
{
    Notifier n;

    notifier_new(&n, nv);
    nv_push_inc(n.chan, 0, NOTIFY, 0);
    nv_push_inc(n.chan, 0, NOTIFY, 1);
    nv_kick(n.chan);
    nv_assert_graph_error(n.chan, NV_SOURCE_DOUBLE_NOTIFY,
                          NV_STATUS_STATE_IN_USE, 0, NOTIFY, 1);
    nv_wait(n.chan);

    nv_push_inc(n.chan, 0, NOTIFY, 0);
    nv_push_inc(n.chan, 0, DMA_NOTIFY, HANDLE_NOTIFY);
    nv_kick(n.chan);
    nv_assert_graph_error(n.chan, NV_SOURCE_NOTIFY_IN_USE,
                          NV_STATUS_STATE_IN_USE, 0, DMA_NOTIFY,
                          n.buf->inst >> 4);
    nv_wait(n.chan);

    nv_push_inc(n.chan, 0, NOTIFY, 2);
    nv_kick(n.chan);
    nv_assert_graph_error(n.chan, NV_SOURCE_DATA_ERROR,
                          NV_STATUS_BAD_ARGUMENT, 0, NOTIFY, 2);
    nv_wait(n.chan);
    nv_assert_hex(nv_buf_rd32(n.buf, 12), 0xffffffff);
    notifier_free(&n);
}

/* An object for notifiers that is too short, or isn't there */
static void notify_objects(NVDev *nv)
{
    uint32_t small;
    Notifier n;

    notifier_new(&n, nv);
    small = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, n.buf->base, 14);
    nv_graph_name(n.chan, 0x15, small);
    nv_push_inc(n.chan, 0, DMA_NOTIFY, 0x15);
    nv_kick(n.chan);
    nv_assert_graph_error(n.chan, NV_SOURCE_PROTECTION_ERROR,
                          NV_STATUS_INVALID_STATE, 0, DMA_NOTIFY, small >> 4);
    nv_wait(n.chan);

    nv_chan_object(n.chan, 0x30, 0x30);
    nv_push_inc(n.chan, 0, DMA_NOTIFY, 0x30);
    nv_push_inc(n.chan, 0, NOTIFY, 0);
    nv_kick(n.chan);
    nv_assert_graph_error(n.chan, NV_SOURCE_STATE_INVALID,
                          NV_STATUS_INVALID_STATE, 0, NOTIFY, 0);
    nv_wait(n.chan);
    nv_assert_graph_quiet(nv);
    notifier_free(&n);
}

static const NVTest tests[] = {
    { "graph/interrupt-enable", "", interrupt_enable },
    { "graph/tiles-are-kept", "", tiles },
    { "graph/unit-reset", "pmc-ptimer", unit_reset },
    { "graph/surfaces-after-reset", "pmc-ptimer", surfaces_after_reset },
    { "graph/debug-0-resets", "", debug_0_resets, .needs = NV_CARD_NV04 },
    { "graph/binding-reads-the-object", "subchannel-engines", binding,
      .lacks = NV_CARD_NV40 },
    { "graph/links-are-left-to-the-driver", "", links_by_software,
      .needs = NV_CARD_SW_LINKS },
    { "graph/methods-change-the-object", "", options,
      .lacks = NV_CARD_NV40 | NV_CARD_SW_LINKS },
    { "graph/nv40-object", "subchannel-engines", nv40_object,
      .needs = NV_CARD_NV40 },
    { "graph/subchannels", "subchannel-engines", subchannels },
    { "graph/unmodelled-class", "", unmodelled_class,
      .needs = NV_CARD_NONINC },
    { "graph/unknown-class", "invalid-engine", unknown_class },
    { "graph/class-bits", "class-width!", class_bits },
    { "graph/error-stops-it-until-the-driver-goes-on", "",
      stops_and_goes_on },
    { "graph/error-in-a-run", "", error_in_a_run },
    { "graph/error-is-saved", "", error_is_saved, .slow = true },
    { "graph/missing-hardware", "", missing_hardware },
    { "graph/methods-that-debug-3-takes-away", "", gates,
      .lacks = NV_CARD_SW_LINKS },
    { "graph/links-to-wrong-objects", "", wrong_links,
      .lacks = NV_CARD_SW_LINKS },
    { "graph/notify", "", notify },
    { "graph/notify-interrupt", "", notify_interrupt },
    { "graph/notify-errors", "", notify_errors },
    { "graph/notify-objects", "", notify_objects },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

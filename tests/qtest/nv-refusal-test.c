/*
 * Tests of the NVIDIA GPU: requests that the card drops without an error are
 * logged, traced and counted; and the log isn't flooded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-report.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-3d.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

/* Bits of DEBUG_3 that make wrong data and incomplete state errors */
#define CHECKS (R_NV_PGRAPH_DEBUG_3_DATA_CHECK_MASK | \
                R_NV_PGRAPH_DEBUG_3_DMA_CHECK_MASK | \
                R_NV_PGRAPH_DEBUG_3_STATE_CHECK_MASK | \
                R_NV_PGRAPH_DEBUG_3_STATE_CHECK_NV04_MASK)

/* A second, in which the same line isn't logged again */
#define PERIOD_NS (1000 * 1000 * 1000)

/* Turn these off; returns what DEBUG_3 was before */
static uint32_t unchecked(NVDev *nv)
{
    uint32_t debug = nv_rd32(nv, A_NV_PGRAPH_DEBUG_3);

    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, debug & ~CHECKS);
    return debug;
}

static uint64_t refusals(NVDev *nv)
{
    return nv_statistic(nv, "silent-refusals");
}

/* @count more have been dropped, and the log has the @line once */
static void assert_refused(NVDev *nv, uint64_t *before, unsigned count,
                           const char *line)
{
    g_autofree char *want = g_strdup_printf("silently dropped: %s", line);

    if (nv_log_count(nv, want) != 1) {
        g_autofree char *log = nv_log_text(nv);

        g_test_message("not once: %s", want);
        g_test_message("%s", log);
    }
    g_assert_cmpuint(nv_log_count(nv, want), ==, 1);
    g_assert_cmpuint(refusals(nv), ==, *before + count);
    *before += count;
}

/* --- PGRAPH before NV50 ------------------------------------------------ */

static const NVM2MFCopy small = {
    .in = { .pitch = 64 }, .out = { .pitch = 64 },
    .length = 64, .lines = 1, .format = 0x0101,
};

/* M2MF without DMA_NOTIFY, or without one of its two other objects */
static void incomplete_copies(NVDev *nv)
{
    static const struct {
        uint32_t mthd, handle;
        const char *line;
    } cases[] = {
        { NV_M2MF_DMA_NOTIFY, NV_M2MF_HANDLE_NOTIFY, "no DMA_NOTIFY\n" },
        { NV_M2MF_DMA_BUFFER_OUT, NV_M2MF_HANDLE_OUT, "no DMA_BUFFER_OUT\n" },
    };
    uint64_t before;
    uint32_t debug;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_RAM, 4096);
    nv_graph_object(m.chan, 0, NV_HANDLE_NULL, NV_HANDLE_NULL);
    nv_submit(m.chan);
    before = refusals(nv);
    g_assert_cmpuint(before, ==, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        nv_push_inc(m.chan, NV_M2MF_SUBC, cases[i].mthd, NV_HANDLE_NULL);
        /* With the check on, the driver is told: nothing is silent. */
        nv_m2mf_launch(&m, &small);
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_STATE_INVALID,
                              NV_STATUS_INVALID_STATE, NV_M2MF_SUBC,
                              NV_M2MF_BUF_NOTIFY, 0);
        nv_wait(m.chan);
        g_assert_cmpuint(refusals(nv), ==, before);

        debug = unchecked(nv);
        nv_trace(nv, "nv_refused", true);
        nv_m2mf_launch(&m, &small);
        nv_submit(m.chan);
        nv_trace(nv, "nv_refused", false);
        nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, debug);
        nv_assert_graph_quiet(nv);
        assert_refused(nv, &before, 1, cases[i].line);
        g_assert_cmpuint(nv_log_count(nv, "nv_refused PGRAPH channel 1 "
                                      "subchannel 4 class 0x0039 method "
                                      "0x0328 data 0x00000000: no DMA_"),
                         ==, i + 1);
        nv_push_inc(m.chan, NV_M2MF_SUBC, cases[i].mthd, cases[i].handle);
        nv_submit(m.chan);
    }
    g_assert_cmpuint(nv_log_count(nv, "PGRAPH: channel 1 subchannel 4 class "
                                  "0x0039 method 0x0328 data 0x00000000: "
                                  "silently dropped: no DMA_NOTIFY\n"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
    nv_m2mf_check(&m, &small);
    g_assert_cmpuint(refusals(nv), ==, before);
    nv_m2mf_free(&m);
}

/* The same line again is only counted, for a second. */
static void log_is_not_flooded(NVDev *nv)
{
    enum { COPIES = 1000 };
    const char *line = "silently dropped: no DMA_NOTIFY";
    uint64_t before;
    uint32_t debug;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_RAM, 4096);
    nv_graph_object(m.chan, 0, NV_HANDLE_NULL, NV_HANDLE_NULL);
    nv_submit(m.chan);
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_NOTIFY, NV_HANDLE_NULL);
    debug = unchecked(nv);
    before = refusals(nv);
    nv_m2mf_launch(&m, &small);
    for (unsigned i = 1; i < COPIES; i++) {
        /* Other data doesn't make another line. */
        nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_BUF_NOTIFY, i & 1);
    }
    nv_submit(m.chan);
    assert_refused(nv, &before, COPIES, "no DMA_NOTIFY\n");
    nv_clock_step(nv, PERIOD_NS);
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_BUF_NOTIFY, 0);
    nv_submit(m.chan);
    g_assert_cmpuint(refusals(nv), ==, before + 1);
    g_assert_cmpuint(nv_log_count(nv, line), ==, 2);
    g_assert_cmpuint(nv_log_count(nv, "no DMA_NOTIFY (and 999 times before)"),
                     ==, 1);
    /* The counter migrates. */
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, debug);
    nv_migrate(nv);
    g_assert_cmpuint(refusals(nv), ==, before + 1);
    nv_m2mf_free(&m);
}

/* 2D objects without a surface, or with more data than the bitmap has */
static void incomplete_drawings(NVDev *nv)
{
    const NVArea a = { 0, 0, 8, 8 };
    uint64_t before = refusals(nv);
    uint32_t debug;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
    debug = unchecked(nv);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x188, NV_HANDLE_NULL);
    nv_canvas_fill(&c, &a, 0x123456);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "the destination isn't set up\n");
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x300, 0, 0, nv_yx(8, 8));
    nv_submit(c.chan);
    g_assert_cmpuint(refusals(nv), ==, ++before);
    nv_push_inc(c.chan, NV_SUBC_GDI, 0x7f4, 0, 0, 0);
    nv_push_inc(c.chan, NV_SUBC_GDI, 0x800, 1, 2, 3);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "the image has all its data\n");
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x104, 2);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "no such kind of notification\n");
    nv_assert_graph_quiet(nv);
    nv_assert_canvas(&c, "nothing drawn");
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, debug);
    nv_canvas_surface(&c);
    nv_canvas_free(&c);
}

/* --- PFIFO before NVC0 ------------------------------------------------- */

/* Accesses that run out say why, and are counted; they are no secret. */
static void runouts(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_method(nv, 0, 4, 0x00f4, 0x1234);
    g_assert_cmpuint(nv_log_count(nv, "data 0x00001234 ran out: "
                                  "RESERVED_ACCESS\n"), ==, 1);
    nv_wr08(nv, nv_pio_addr(nv, 0, 0, 0x0100), 0x56);
    g_assert_cmpuint(nv_log_count(nv, "data 0x00000056 ran out: "
                                  "ILLEGAL_ACCESS\n"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "runouts"), ==, 2);
    g_assert_cmpuint(refusals(nv), ==, 0);
}

/* A semaphore's error is the driver's to handle, which it does fast. */
static void semaphore_errors_are_few_lines(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 3, NV_IN_RAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);

    nv_inst_wr32(nv, buf->inst, 0x02 | NV_DMAOBJ_PT_PRESENT |
                 NV_DMAOBJ_LINEAR | NV_DMAOBJ_VRAM);
    nv_chan_buffer(chan, 0x5e3b0000, buf);
    for (unsigned i = 0; i < 20; i++) {
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x5e3b0000);
        nv_kick(chan);
        nv_assert_semaphore_error(chan, 1, NV_MTHD_DMA_SEMAPHORE);
    }
    g_assert_cmpuint(nv_log_count(nv, ": INVALID_OPERAND"), ==, 1);
    nv_clock_step(nv, PERIOD_NS);
    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x5e3b0000);
    nv_kick(chan);
    nv_assert_semaphore_error(chan, 1, NV_MTHD_DMA_SEMAPHORE);
    g_assert_cmpuint(nv_log_count(nv, ": INVALID_OPERAND (and 19 times "
                                  "before)"), ==, 1);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* Registers of USER that are read-only, or of a mode that the channel isn't */
static void user_area(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 2, NV_IN_RAM);
    uint64_t before = refusals(nv);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_user_wr32(chan, A_NV_USER_DMA_GET, 0x100);
    assert_refused(nv, &before, 1, "the register is read-only\n");
    if (nv_is_tesla(nv)) {
        nv_user_wr32(chan, A_NV50_USER_IB_PUT, 1);
        assert_refused(nv, &before, 1, "IB_PUT outside IB mode\n");
        nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + 5 * 4,
                R_NV50_PFIFO_CHAN_TABLE_ENABLE_MASK);
        assert_refused(nv, &before, 1,
                       "the channel has no RAMFC, and never runs\n");
        nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + 5 * 4, 0);
    }
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
    nv_chan_free(chan);
}

static void user_area_in_ib_mode(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, 1, NV_IN_GART, NV_IB_ORDER);
    uint64_t before = refusals(nv);

    nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0x100);
    assert_refused(nv, &before, 1, "PUT in IB mode\n");
    nv_chan_free(chan);
}

/* --- PGRAPH of NV50 ---------------------------------------------------- */

/* With DEBUG_0's checks off, as after a reset */
static void unchecked_methods(NVDev *nv)
{
    uint64_t before;
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    before = refusals(nv);
    nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, 0);
    nv50_push(&c, 0x1ffc, 0x77);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "no such method\n");
    nv50_push(&c, TWOD_DST_FORMAT, 0xf3);
    nv50_push(&c, TWOD_BLIT_DST, 0, 0, 4, 4);
    nv50_push(&c, TWOD_BLIT_SRC, 0, 8, 0, 9);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "ENG2D_FORMAT_MISMATCH_B\n");
    nv50_push(&c, TWOD_DST_FORMAT, 0x01);
    nv50_push(&c, TWOD_BLIT_SRC, 0, 8, 0, 9);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "the destination has no such format\n");
    nv50_push(&c, TWOD_DST_FORMAT, NV50_X8R8G8B8->id);

    /* An image's data that is more than its size; but not if it's hidden. */
    nv50_push_image(&c, &(NVArea) { 0, 0, 2, 1 });
    nv_push_ni(c.chan, NV50_CANVAS_SUBC, TWOD_SIFC_DATA, 1, 2);
    nv_submit(c.chan);
    g_assert_cmpuint(refusals(nv), ==, before);
    nv_push_ni(c.chan, NV50_CANVAS_SUBC, TWOD_SIFC_DATA, 3);
    nv_submit(c.chan);
    assert_refused(nv, &before, 1, "the image has all its data\n");
    nv50_push(&c, TWOD_COND_MODE, 0);
    nv50_push_image(&c, &(NVArea) { 0, 0, 2, 1 });
    nv_push_ni(c.chan, NV50_CANVAS_SUBC, TWOD_SIFC_DATA, 1, 2, 3);
    nv_submit(c.chan);
    g_assert_cmpuint(refusals(nv), ==, before);
    nv_buf_free(c.surface);
    nv_chan_free(c.chan);
}

/* Different lines: there are 64 within a second, and the rest is counted. */
static void log_has_a_limit(NVDev *nv)
{
    enum { METHODS = 100, LINES = 64 };
    uint64_t before;
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    before = refusals(nv);
    nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, 0);
    for (unsigned i = 0; i < METHODS; i++) {
        nv50_push(&c, 0x1000 + i * 4, i);
    }
    nv_submit(c.chan);
    g_assert_cmpuint(refusals(nv), ==, before + METHODS);
    g_assert_cmpuint(nv_log_count(nv, "silently dropped"), ==, LINES);
    nv_clock_step(nv, PERIOD_NS);
    nv50_push(&c, 0x1f00, 0);
    nv_submit(c.chan);
    g_assert_cmpuint(nv_log_count(nv, "(36 other lines weren't logged)"), ==,
                     1);
    nv_buf_free(c.surface);
    nv_chan_free(c.chan);
}

/* After that, lines that have been logged and those that haven't are new. */
static void new_report_forgets_lines(NVDev *nv)
{
    enum { METHODS = 100, LINES = 64 };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, 0);
    for (unsigned i = 0; i < METHODS; i++) {
        nv50_push(&c, 0x1000 + i * 4, i);
    }
    nv_submit(c.chan);
    g_assert_cmpuint(nv_log_count(nv, "silently dropped"), ==, LINES);
    nv_report_anew(nv);
    nv50_push(&c, 0x1000, 0);
    nv_submit(c.chan);
    g_assert_cmpuint(refusals(nv), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "silently dropped"), ==, LINES + 1);
    g_assert_cmpuint(nv_log_count(nv, "other lines"), ==, 0);
    g_assert_cmpuint(nv_log_count(nv, "times before"), ==, 0);
    nv_buf_free(c.surface);
    nv_chan_free(c.chan);
}

/* --- Fermi ------------------------------------------------------------- */

/* Data for M2MF that no copy waits for, and doorbells that nobody hears */
static void fermis_refusals(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 3);
    uint64_t before = refusals(nv);

    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_ni(chan, 4, 0x304, 1, 2, 3);
    nv_fermi_run(chan);
    assert_refused(nv, &before, 1, "no copy waits for data\n");
    nv_vram_wr32(nv, 3 * NV_USERD_SIZE + A_NV_USERD_PUT, 0x100);
    assert_refused(nv, &before, 1, "channels have GP_PUT, and no PUT\n");
    nv_vram_wr32(nv, 9 * NV_USERD_SIZE + A_NV_USERD_GP_PUT, 0);
    g_assert_cmpuint(refusals(nv), ==, before);
    nv_vram_wr32(nv, 9 * NV_USERD_SIZE + A_NV_USERD_GP_PUT, 1);
    assert_refused(nv, &before, 1, "there is no such channel\n");
    nv_fermi_channel_free(chan);
}

/* Lines have names that there are: of channels and units, and no DMA object */
static void fermis_names(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 3);

    nv_fermi_object(chan, 4, 0xdead, NV_FERMI_GR);
    nv_fermi_kick(chan);
    nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_CLASS, 4, 0, 0xdead);
    nv_fermi_wait(chan);
    g_assert_cmpuint(nv_log_count(nv, "PGRAPH: channel 3 subchannel 4 class "
                                  "0xdead method 0x0000"), ==, 1);
    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(chan, 4, 0x238, 0x01, 0x23456000);
    nv_fermi_inc(chan, 4, 0x30c, 0x01, 0x23456000, 64, 64, 64, 1);
    nv_fermi_inc(chan, 4, 0x300, 0x00100110);
    nv_fermi_kick(chan);
    nv_poll(nv_log_count(nv, "PGRAPH can't read 0x0123456000 for channel 3 "
                         "at 0x"));
    g_assert_cmpuint(nv_log_count(nv, "channel 3: address 0x123456000 "), ==,
                     1);
    g_assert_cmpuint(nv_log_count(nv, "0xffffffff"), ==, 0);
    g_assert_cmpuint(nv_log_count(nv, "unit "), ==, 0);
    nv_wr32(nv, A_NV_PMC_ENABLE, ~(R_NV_PMC_ENABLE_PFIFO_MASK |
                                   R_NV_PMC_ENABLE_PGRAPH_MASK));
    nv_fermi_channel_free(chan);
}

/* --- PDISPLAY ---------------------------------------------------------- */

static void display_refusals(NVDev *nv)
{
    uint64_t before = refusals(nv);
    NVEvoChan core;
    NVEvo evo;

    nv_wr32(nv, nv_evo_user(EVO_CORE, A_NV_EVO_USER_PUT), 4);
    assert_refused(nv, &before, 1, "the channel isn't enabled: PUT stays\n");
    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, true);
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_UPDATE), 0);
    assert_refused(nv, &before, 1, "the channel isn't connected\n");
    g_assert_cmpuint(nv_log_count(nv, "EVO: channel 7 0x00000000: silently"),
                     ==, 1);
    /* A notifier that isn't there */
    nv_evo_mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, 0);
    nv_evo_mthd(&core, NV_EVO_CORE_NOTIFIER_CTRL,
                R_NV_EVO_CORE_NOTIFIER_CTRL_NOTIFY_MASK);
    nv_evo_mthd(&core, NV_EVO_UPDATE, 0);
    nv_evo_kick(&core);
    nv_poll(refusals(nv) > before);
    assert_refused(nv, &before, 1, "no memory for a notifier\n");
    nv_evo_close(&core);
}

/* --- What the report has ------------------------------------------------ */

static void unmodelled_is_only_reported(NVDev *nv)
{
    g_autofree char *report = NULL;

    nv_wr32(nv, 0x007400, 0x12345678);
    report = nv_report_text(nv);
    g_assert_nonnull(strstr(report, "0x007400  PRMA"));
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
}

#define NV04 .lacks = NV_CARD_SW_LINKS
#define FERMI .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "refusal/incomplete-copies", "trace-events introspection",
      incomplete_copies, NV04 },
    { "refusal/log-is-not-flooded", "trace-events introspection",
      log_is_not_flooded, NV04, .slow = true },
    { "refusal/incomplete-drawings", "trace-events introspection",
      incomplete_drawings, NV04 },
    { "refusal/runouts", "trace-events", runouts, .early = true, .cold = true },
    { "refusal/semaphore-errors", "trace-events",
      semaphore_errors_are_few_lines, .needs = NV_CARD_SEMAPHORE },
    { "refusal/user-area", "trace-events", user_area, .tesla = true,
      .lacks = NV_CARD_NV04 },
    { "refusal/user-area-in-ib-mode", "trace-events", user_area_in_ib_mode,
      .needs = NV_CARD_NV50 },
    { "refusal/unchecked-methods", "trace-events", unchecked_methods,
      .needs = NV_CARD_NV50 },
    { "refusal/log-has-a-limit", "trace-events", log_has_a_limit,
      .needs = NV_CARD_NV50 },
    { "refusal/new-report-forgets-lines", "trace-events",
      new_report_forgets_lines, .needs = NV_CARD_NV50 },
    { "refusal/fermi", "trace-events", fermis_refusals, FERMI },
    { "refusal/names", "trace-events", fermis_names, FERMI },
    { "refusal/display", "trace-events", display_refusals,
      .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true },
    { "refusal/only-reported", "unmodelled-registers",
      unmodelled_is_only_reported, .tesla = true, .fermi = true,
      .props = "log-unmodelled=off" },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

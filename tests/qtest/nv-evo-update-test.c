/*
 * Tests of the NVIDIA GPU: what PDISPLAY does at an update: notifiers,
 * supervisor, vertical blanks, flips
 *
 * What nouveau's nvkm/engine/disp/nv50.c and dispnv50 rely on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define PERIOD NV_EVO_VGA_PERIOD
#define DONE(_evo) nv_assert_hex(nv_evo_done(_evo), true)
#define NOT_DONE(_evo) nv_assert_hex(nv_evo_done(_evo), false)

/* --- Core: notifier, update, supervisor ------------------------------- */

/* core507d_caps_init() */
static void get_capabilities(NVDev *nv)
{
    /* cl857d.h and cl887d.h, against those before */
    bool wide = nv->card->sors > 2;
    unsigned words = wide ? 73 : 21, each = wide ? 2 : 1;
    unsigned dac = wide ? 9 : 5, sor = wide ? 17 : 8, pior = wide ? 33 : 10;
    unsigned head = wide ? 41 : 13, each_head = wide ? 8 : 4;
    uint32_t expected[74] = { [1] = 0x5 };
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    /* nv50_disp_init() copies the capabilities for the core channel. */
    for (unsigned i = 0; i < 3; i++) {
        nv_wr32(nv, A_NV_PDISPLAY_DAC_CAP + i * 4, 0x9 >> i);
        expected[dac + i * each] = 0x9 >> i;
        nv_wr32(nv, A_NV_PDISPLAY_PIOR_CAP + i * 4, i + 1);
        expected[pior + i * each] = i + 1;
    }
    /* In registers an SOR's links are elsewhere than in the notifier. */
    nv_wr32(nv, A_NV_PDISPLAY_SOR_CAP, 0x00120105);
    expected[sor] = 0x215;
    nv_wr32(nv, A_NV_PDISPLAY_SOR_CAP + 4, wide ? 0x01001f0a : 0x00000f0a);
    expected[sor + each] = wide ? 0x14fa : 0x00fa;
    for (unsigned i = 0; i < 8; i++) {
        nv_wr32(nv, A_NV_PDISPLAY_HEAD_CAP + i * 4, 0x01010101 * (i + 1));
        expected[head + i / 4 * each_head + i % 4] = 0x01010101 * (i + 1);
    }
    expected[words] = 0x12345678;
    for (unsigned i = 1; i < 74; i++) {
        nv_phys_wr32(nv, evo.sync + 0x40 + i * 4, 0x12345678);
    }
    nv_evo_mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(&core, NV_EVO_CORE_NOTIFIER_CTRL, 0x80000040);
    nv_evo_mthd(&core, NV_EVO_CORE_GET_CAPABILITIES, 0);
    nv_evo_kick(&core);
    for (unsigned i = 0; i <= words; i++) {
        nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0x40 + i * 4), expected[i]);
    }
}

/* One register has the written value, the next one the value in effect. */
static void update(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x123);
    nv_evo_mthd(&core, NV_EVO_SOR_CTRL(1), 0x100);
    nv_evo_kick(&core);
    nv_assert_hex(nv_rd32(nv, 0x610ac0), 0x123);
    nv_assert_hex(nv_rd32(nv, 0x610ac4), 0);
    nv_assert_hex(nv_rd32(nv, nv_evo_sor_val(nv, 1)), 0x100);
    nv_evo_update(&core, 0);
    DONE(&evo);
    nv_assert_hex(nv_rd32(nv, 0x610ac4), 0x123);
    nv_assert_hex(nv_rd32(nv, nv_evo_sor_val(nv, 1) + 4), 0x100);
    /* No head was on, and none is: the supervisor isn't needed. */
    nv_assert_hex(nv_evo_intr1(nv), 0);
}

/* WRITE_AWAKEN raises an interrupt as well. */
static void awaken(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(&core, NV_EVO_CORE_NOTIFIER_CTRL, 0xc0000000);
    nv_evo_mthd(&core, NV_EVO_UPDATE, 0);
    nv_evo_kick(&core);
    DONE(&evo);
    nv_assert_hex(nv_evo_intr0(nv), 1);
    nv_assert_hex(nv_evo_pending(nv), false);
    nv_mask(nv, A_NV_PDISPLAY_INTR_EN_0, 1, 1);
    nv_assert_hex(nv_evo_pending(nv), true);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_0, 1);
    nv_assert_hex(nv_evo_pending(nv), false);
}

static void supervisor(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_mode(&core, 0, 0, &nv_evo_vga);
    nv_evo_update(&core, 0);
    for (unsigned step = 0; step < 3; step++) {
        NOT_DONE(&evo);
        nv_assert_hex(nv_evo_intr1(nv), 0x10 << step);
        nv_assert_hex(nv_evo_pending(nv), true);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK30_CTRL), 0x80000280);
        /* The old state and the new one, for nv50_disp_super_1() */
        nv_assert_hex(nv_rd32(nv, 0x610b58), 1);
        nv_assert_hex(nv_rd32(nv, 0x610b5c), 0);
        nv_assert_hex(nv_rd32(nv, 0x610ad0) & 0x3fffff, nv_evo_vga.khz);
        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0x10 << step);
        nv_assert_hex(nv_evo_pending(nv), false);
        /* Only bit 31 is an answer. */
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x280);
        nv_assert_hex(nv_evo_intr1(nv), 0);
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
    }
    DONE(&evo);
    nv_assert_hex(nv_rd32(nv, 0x610b5c), 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK30_CTRL), 0);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK50_CTRL), 0x002);
    nv_assert_hex(nv_evo_get(&core), core.cur);

    /* Off again: the previous output is to be shut down. */
    nv_evo_mthd(&core, NV_EVO_DAC_CTRL(0), 0);
    nv_evo_update(&core, 0);
    nv_assert_hex(nv_evo_supervise(&evo), 0x800000a0);
    DONE(&evo);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK50_CTRL), 0);
    /* An answer that nothing waits for */
    nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
    nv_assert_hex(nv_evo_intr1(nv) & 0x70, 0);
}

/* The second head has its own bits; a new clock alone is a change, too. */
static void supervisor_head_1(NVDev *nv)
{
    NVEvoMode other = nv_evo_vga;
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_mode(&core, 1, 2, &nv_evo_vga);
    nv_evo_update(&core, 0);
    nv_assert_hex(nv_evo_supervise(&evo), 0x80000500);
    DONE(&evo);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK50_CTRL), 0x200);
    other.khz = 30000;
    nv_evo_mode(&core, 1, 2, &other);
    nv_evo_update(&core, 0);
    nv_assert_hex(nv_evo_supervise(&evo), 0x80000540);
    DONE(&evo);
}

/* --- Vertical blanks -------------------------------------------------- */

static void vblank(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;
    uint32_t count;

    nv_evo_light(nv, &evo, &core);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0xc);
    nv_assert_hex(nv_evo_intr1(nv), 0);
    nv_clock_step(nv, 2 * PERIOD);
    /* It is visible in the status, but doesn't interrupt until enabled. */
    nv_assert_hex(nv_evo_intr1(nv), 4);
    nv_assert_hex(nv_evo_pending(nv), false);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 4);
    nv_mask(nv, A_NV_PDISPLAY_INTR_EN_1, 4, 4);
    nv_assert_hex(nv_evo_pending(nv), false);
    for (unsigned i = 0; i < 5; i++) {
        nv_clock_step(nv, PERIOD);
        nv_assert_hex(nv_evo_pending(nv), true);
        nv_assert_hex(nv_evo_intr1(nv), 4);
        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 4);
        nv_assert_hex(nv_evo_pending(nv), false);
    }
    count = nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT) >> 16;
    nv_clock_step(nv, 10 * PERIOD);
    nv_assert_hex((nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT) >> 16) - count,
                  10);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 4);
    nv_mask(nv, A_NV_PDISPLAY_INTR_EN_1, 4, 0);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(nv_evo_pending(nv), false);
    /* The second head isn't on. */
    nv_assert_hex(nv_evo_intr1(nv), 4);
}

/* cl507d.h: SET_PIXEL_CLOCK_MODE, SET_PIXEL_CLOCK_ADJ1000DIV1001 */
static void clocks(NVDev *nv)
{
    static const struct {
        uint32_t clock;
        double khz;
    } cases[] = {
        { 1 << 24 | 2 << 22 | 25000, 25000 / 1.001 },
        { 30000, 25175 },
        { 1 << 22 | 30000, 28322 },
        { 2 << 22 | 25000, 25000 },
    };
    NVEvo evo;
    NVEvoChan core;

    nv_evo_light(nv, &evo, &core);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        nv_evo_mthd(&core, NV_EVO_HEAD(0, PIXEL_CLOCK), cases[i].clock);
        nv_evo_set(&core);
        nv_evo_assert_clock(nv, cases[i].khz);
    }
}

/* The next three are missing; the one behind them comes. */
static void vblank_lost(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_light(nv, &evo, &core);
    nv_mask(nv, A_NV_PDISPLAY_INTR_EN_1, 4, 4);
    nv_clock_step(nv, 2 * PERIOD);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0xc);
    nv_inject(nv, "vblank-lost head=0 times=3", "vblank-lost head=1 times=0");
    nv_clock_step(nv, 3 * PERIOD);
    nv_assert_hex(nv_evo_intr1(nv), 0);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(nv_evo_intr1(nv), 4);
    nv_assert_hex(nv_fault_done(nv, 0), 3);
    nv_assert_hex(nv_fault_done(nv, 1), 0);
}

/* nv50_head_rgpos(): lines count from the start of vertical sync. */
static void raster(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;
    unsigned seen = 0;

    nv_evo_light(nv, &evo, &core);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT + 0x800), 0);
    for (unsigned i = 0; i < 100; i++) {
        uint32_t v, h;

        nv_clock_step(nv, PERIOD / 100);
        v = nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT) & 0xffff;
        h = nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_HORZ);
        g_assert_cmpuint(v, <, nv_evo_vga.vtotal);
        g_assert_cmpuint(h, <, nv_evo_vga.htotal);
        seen += v > 12 && v <= 12 + nv_evo_vga.height;
    }
    /* 480 lines of 525 */
    g_assert_cmpuint(seen, >=, 90);
    g_assert_cmpuint(seen, <=, 93);
}

/*
 * drm_crtc_vblank_helper_get_vblank_timestamp() computes the time of the last
 * blank from the position, and a head that has just started hasn't had one.
 */
static void raster_begins(NVDev *nv)
{
    const int64_t line = PERIOD / nv_evo_vga.vtotal;
    NVEvo evo;
    NVEvoChan core;

    nv_evo_light(nv, &evo, &core);
    for (unsigned i = 0; i < 7; i++) {
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT), 0);
        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 4);
        nv_clock_step(nv, line);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT), 1);
        /* The picture ends at line 493, and the first blank begins. */
        nv_clock_step(nv, 491 * line);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT), 492);
        nv_assert_hex(nv_evo_intr1(nv), 0);
        nv_clock_step(nv, line);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT), 1 << 16 | 493);
        nv_assert_hex(nv_evo_intr1(nv), 4);
        nv_clock_step(nv, PERIOD * (i + 1) / 8);
        nv_evo_mthd(&core, NV_EVO_DAC_CTRL(0), 0);
        nv_evo_set(&core);
        nv_clock_step(nv, PERIOD * 2 / 3);
        nv_evo_mthd(&core, NV_EVO_DAC_CTRL(0), 1);
        nv_evo_set(&core);
    }
}

/* Without a change of modes an UPDATE takes effect at a blank. */
static void update_at_vblank(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_light(nv, &evo, &core);
    nv_evo_next_frame(&evo);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x55);
    nv_evo_update(&core, 0);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x66);
    nv_evo_kick(&core);
    NOT_DONE(&evo);
    nv_assert_hex(nv_evo_stat(&evo, EVO_CORE) >> 31, 1);
    nv_assert_hex(nv_evo_intr1(nv) & 0x70, 0);
    nv_clock_step(nv, PERIOD * 9 / 10);
    NOT_DONE(&evo);
    nv_assert_hex(nv_rd32(nv, 0x610ac4), 0);
    nv_clock_step(nv, PERIOD / 10);
    DONE(&evo);
    nv_assert_hex(nv_rd32(nv, 0x610ac4), 0x55);
    nv_assert_hex(nv_rd32(nv, 0x610ac0), 0x66);
    nv_assert_hex(nv_evo_stat(&evo, EVO_CORE) >> 31, 0);
}

/* --- Base channels ---------------------------------------------------- */

#define NOTIFIER(_status) (uint32_t)((_status) << 30)

static uint32_t notifier(NVEvo *evo, uint32_t offset)
{
    return nv_phys_rd32(evo->nv, evo->sync + offset) & 0xc0000000;
}

static void flip(NVEvoChan *base, uint32_t offset, uint32_t present)
{
    nv_evo_mthd(base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    nv_evo_mthd(base, NV_EVO_BASE_PRESENT_CTRL, present);
    nv_evo_mthd(base, NV_EVO_BASE_NOTIFIER_CTRL, offset);
    nv_evo_mthd(base, NV_EVO_BASE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(base, NV_EVO_UPDATE, 0);
    nv_evo_kick(base);
}

/* base507c_ntfy_wait_begun() */
static void flips(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, false);
    nv_evo_next_frame(&evo);
    flip(&base, 0x60, 1 << 4);
    nv_assert_hex(notifier(&evo, 0x60), 0);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
    /* The next one ends it, two blanks later. */
    flip(&base, 0x70, 2 << 4);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(notifier(&evo, 0x70), 0);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(notifier(&evo, 0x70), NOTIFIER(1u));
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(2u));
    /* At once */
    flip(&base, 0x80, 1 << 8);
    nv_assert_hex(notifier(&evo, 0x80), NOTIFIER(1u));
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0x80) & 0xffff, 3);
    nv_assert_hex(nv_evo_get(&base), base.cur);
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

/* If no head runs there is no blank to wait for. */
static void flips_of_a_dark_head(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE + 1, true);
    flip(&base, 0x60, 1 << 4);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
    nv_evo_close(&base);
    /* Turning off a head releases the channels that wait for it. */
    nv_evo_open(&evo, &base, EVO_BASE, true);
    flip(&base, 0xa0, 1 << 4);
    nv_assert_hex(notifier(&evo, 0xa0), 0);
    nv_evo_mthd(&core, NV_EVO_DAC_CTRL(0), 0);
    nv_evo_set(&core);
    nv_assert_hex(notifier(&evo, 0xa0), NOTIFIER(1u));
}

static void semaphores(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, false);
    nv_evo_mthd(&base, NV_EVO_BASE_SEM_CTRL, 0xc0);
    nv_evo_mthd(&base, NV_EVO_BASE_SEM_ACQUIRE, 0x1111);
    nv_evo_mthd(&base, NV_EVO_BASE_SEM_RELEASE, 0x2222);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_SEM, EVO_SYNC);
    flip(&base, 0x60, 1 << 4);
    nv_clock_step(nv, 5 * PERIOD);
    nv_assert_hex(notifier(&evo, 0x60), 0);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0xc0), 0);
    nv_phys_wr32(nv, evo.sync + 0xc0, 0x1111);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0xc0), 0x2222);
}

/*
 * A channel that begins to wait after a blank has begun waits for the next one,
 * whether or not the timer for the blank has run: otherwise the driver would
 * see a flip that was done before it was requested.
 */
static void flip_in_a_blank(NVDev *nv)
{
    const int64_t poll = 500 * 1000, blank = PERIOD * 480 / 525;
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, false);
    nv_evo_next_frame(&evo);
    nv_clock_step(nv, blank - 5 * poll);
    nv_evo_mthd(&base, NV_EVO_BASE_SEM_CTRL, 0xc0);
    nv_evo_mthd(&base, NV_EVO_BASE_SEM_ACQUIRE, 0x1111);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_SEM, EVO_SYNC);
    flip(&base, 0x60, 1 << 4);
    nv_clock_step(nv, 4 * poll);
    /* The channel checks again in the very first moment of the blank. */
    nv_phys_wr32(nv, evo.sync + 0xc0, 0x1111);
    nv_mask(nv, A_NV_PDISPLAY_INTR_EN_1, 4, 4);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 4);
    nv_clock_step(nv, poll);
    nv_assert_hex(nv_evo_intr1(nv) & 4, 4);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0xc0), 0x1111);
    nv_assert_hex(notifier(&evo, 0x60), 0);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0xc0), 0);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
}

/* nv50_disp_atomic_commit_tail(): both take effect at once. */
static void interlock(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_open(&evo, &base, EVO_BASE, false);
    nv_evo_open_pio(&evo, EVO_CURSOR);
    /* The base channel first */
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    nv_evo_mthd(&base, NV_EVO_BASE_NOTIFIER_CTRL, 0x60);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(&base, NV_EVO_UPDATE, 1);
    nv_evo_kick(&base);
    nv_assert_hex(notifier(&evo, 0x60), 0);
    nv_evo_mode(&core, 0, 0, &nv_evo_vga);
    nv_evo_update(&core, 0x2);
    nv_assert_hex(notifier(&evo, 0x60), 0);
    nv_assert_hex(nv_evo_supervise(&evo), 0x80000280);
    DONE(&evo);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
    /* The core channel first, and a cursor */
    nv_evo_update(&core, 0x3);
    nv_clock_step(nv, 3 * PERIOD);
    NOT_DONE(&evo);
    nv_evo_mthd(&base, NV_EVO_BASE_NOTIFIER_CTRL, 0x70);
    nv_evo_mthd(&base, NV_EVO_UPDATE, 1);
    nv_evo_kick(&base);
    nv_clock_step(nv, 3 * PERIOD);
    NOT_DONE(&evo);
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_UPDATE), 1);
    nv_clock_step(nv, 2 * PERIOD);
    DONE(&evo);
    nv_assert_hex(notifier(&evo, 0x70), NOTIFIER(1u));
    /* A channel that has been closed isn't waited for. */
    nv_evo_close(&base);
    nv_evo_update(&core, 0x2);
    nv_clock_step(nv, 2 * PERIOD);
    DONE(&evo);
}

/* --- Snapshots and resets --------------------------------------------- */

/* In the middle of the supervisor's steps, and of a wait for a blank */
static void migrates(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, true);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    nv_evo_mode(&core, 0, 0, &nv_evo_vga);
    nv_evo_update(&core, 0);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0x10);
    nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
    nv_migrate(nv);
    nv_assert_hex(nv_evo_intr1(nv), 0x20);
    nv_assert_hex(nv_evo_pending(nv), true);
    nv_assert_hex(nv_rd32(nv, 0x610b58), 1);
    for (unsigned step = 1; step < 3; step++) {
        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0x10 << step);
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
    }
    DONE(&evo);
    nv_evo_next_frame(&evo);
    flip(&base, 0x60, 1 << 4);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_VERT), 1 << 16 | 13);
    nv_assert_hex(nv_evo_get(&base), base.cur);
    nv_assert_hex(notifier(&evo, 0x60), 0);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(notifier(&evo, 0x60), NOTIFIER(1u));
}

static void reset(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_light(nv, &evo, &core);
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, 0x10, nv->bar0);
    qpci_device_enable(nv->pci);
    for (unsigned chid = 0; chid < 9; chid++) {
        nv_assert_hex(nv_evo_stat(&evo, chid), 0);
    }
    nv_assert_hex(nv_rd32(nv, 0x610b5c), 0);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK50_CTRL), 0);
    nv_assert_hex(nv_evo_pending(nv), false);
}

#define NV50 \
    .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "evo/get-capabilities", "evo", get_capabilities, NV50 },
    { "evo/update", "evo", update, NV50 },
    { "evo/awaken", "evo", awaken, NV50 },
    { "evo/supervisor", "evo", supervisor, NV50 },
    { "evo/supervisor-of-the-second-head", "second-head", supervisor_head_1,
      NV50 },
    { "evo/vblank", "vblank!", vblank, NV50 },
    { "evo/clocks", "vblank", clocks, NV50 },
    { "fault/vblank-lost", "fault-injection", vblank_lost, NV50 },
    { "evo/raster", "vblank", raster, NV50 },
    { "evo/raster-begins-with-its-head", "vblank", raster_begins, NV50 },
    { "evo/update-at-vblank", "evo", update_at_vblank, NV50 },
    { "evo/flips", "evo", flips, NV50 },
    { "evo/flips-of-a-dark-head", "evo", flips_of_a_dark_head, NV50 },
    { "evo/semaphores", "evo", semaphores, NV50 },
    { "evo/flip-in-a-blank-waits-for-the-next", "evo", flip_in_a_blank,
      NV50 },
    { "evo/interlock", "evo", interlock, NV50 },
    { "evo/migrates", "migration", migrates, NV50, .props = "vram=64M",
      .slow = true },
    { "evo/reset", "reset", reset, NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

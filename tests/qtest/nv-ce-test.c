/*
 * Tests of the NVIDIA GPU: the copy engines of NVE4, class A0B5
 *
 * Rules, one by one.  Random copies are in nv-ce-random-test.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-report.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define SUBC NV_CE_SUBC

/* INTR */
enum {
    BLOCKPIPE = 1 << 0,
    NONBLOCKPIPE = 1 << 1,
    LAUNCHERR = 1 << 2,
};

/* LAUNCH_DMA as the kernel has it: nve0_bo_move_copy() */
#define KERNEL_LAUNCH 0x386

/**
 * struct Rig - a channel of a copy engine, and memory for it
 *
 * @u: the engine
 * @chan: the channel
 * @in, @out, @sem: the memory
 */
typedef struct Rig {
    const NVCeUnit *u;
    NVFermiChan *chan;
    NVFermiBuf in, out, sem;
} Rig;

static void rig_new(Rig *r, NVDev *nv, unsigned unit, unsigned chid,
                    uint32_t size)
{
    r->u = &nv_ce_units[unit];
    r->chan = nv_kepler_channel_new(nv, chid, r->u->runlist);
    r->in = nv_fermi_buf(r->chan, false, size);
    r->out = nv_fermi_buf(r->chan, true, size);
    r->sem = nv_fermi_buf(r->chan, false, 0x1000);
}

static void start(Rig *r, NVDev *nv, uint32_t size)
{
    nv_fermi_init(nv);
    rig_new(r, nv, 0, 1, size);
}

static void launch(Rig *r, uint32_t how)
{
    nv_fermi_inc(r->chan, SUBC, CE_LAUNCH_DMA, how);
}

static void push_semaphore(Rig *r, uint32_t offset, uint32_t payload)
{
    uint64_t va = r->sem.va + offset;

    nv_fermi_inc(r->chan, SUBC, CE_SEMAPHORE_A, va >> 32, va, payload);
}

/* Bytes from one place to another */
static void push_addresses(Rig *r, uint32_t length, uint32_t lines)
{
    nv_fermi_inc(r->chan, SUBC, CE_OFFSET_IN_UPPER, r->in.va >> 32, r->in.va,
                 r->out.va >> 32, r->out.va, length, length, length, lines);
}

static void assert_quiet(Rig *r)
{
    NVDev *nv = r->chan->nv;

    nv_fermi_assert_quiet(nv);
    nv_assert_hex(nv_ce_rd32(nv, r->u, A_NV_CE_INTR), 0);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & r->u->intr, 0);
}

/* --- A job against the model ------------------------------------------- */

typedef struct Bytes {
    const uint8_t *in;
    uint8_t *out;
    uint32_t size;
} Bytes;

static void copy_byte(void *opaque, int64_t to, int64_t from, uint8_t val)
{
    Bytes *b = opaque;

    g_assert_true(to >= 0 && to < b->size);
    b->out[to] = from < 0 ? val : b->in[from];
}

static void check_job(Rig *r, const NVCeJob *job)
{
    uint32_t size = r->out.size;
    g_autofree uint8_t *in = g_malloc(size);
    g_autofree uint8_t *want = g_malloc(size);
    g_autofree uint8_t *got = g_malloc(size);
    Bytes bytes = { .in = in, .out = want, .size = size };

    nv_random_fill(in, size);
    nv_random_fill(want, size);
    nv_fermi_buf_write(&r->in, in);
    nv_fermi_buf_write(&r->out, want);
    nv_ce_push_job(r->chan, job, r->in.va, r->out.va);
    nv_fermi_run(r->chan);
    assert_quiet(r);
    nv_ce_model(job, copy_byte, &bytes);
    nv_fermi_buf_read(&r->out, got);
    for (uint32_t i = 0; i < size; i++) {
        if (got[i] != want[i]) {
            nv_fail("launch %x components %x: byte %x is %02x, not %02x",
                    job->launch, job->components, i, got[i], want[i]);
            return;
        }
    }
}

/* --- Registers -------------------------------------------------------- */

static void registers(NVDev *nv)
{
    Rig r;

    nv_fermi_init(nv);
    for (unsigned i = 0; i < NV_CE_UNITS; i++) {
        const NVCeUnit *u = &nv_ce_units[i];

        if (!nv_ce_has(nv, i)) {
            continue;
        }
        nv_assert_hex(nv_ce_rd32(nv, u, A_NV_CE_INTR_EN), 0x7);
        nv_assert_hex(nv_ce_rd32(nv, u, A_NV_CE_INTR), 0);
        nv_assert_hex(nv_ce_rd32(nv, u, A_NV_CE_LAUNCHERR), 0);
        nv_ce_wr32(nv, u, A_NV_CE_LAUNCHERR, 0xffffffff);
        nv_assert_hex(nv_ce_rd32(nv, u, A_NV_CE_LAUNCHERR), 0xf);
        nv_ce_wr32(nv, u, A_NV_CE_INTR_EN, 0xfffffff8 | i);
        nv_assert_hex(nv_ce_rd32(nv, u, A_NV_CE_INTR_EN), i);
        /* Nothing can be raised by hand. */
        nv_ce_wr32(nv, u, A_NV_CE_INTR, 0x7);
        nv_assert_hex(nv_ce_rd32(nv, u, A_NV_CE_INTR), 0);
    }
    nv_assert_hex(nv_ce_rd32(nv, &nv_ce_units[0], A_NV_CE_INTR_EN), 0);
    /* Each is enabled, reset and announced by bits of its own. */
    for (unsigned i = 0; i < NV_CE_UNITS; i++) {
        if (!nv_ce_has(nv, i)) {
            continue;
        }
        rig_new(&r, nv, i, 1 + i, 0x1000);
        nv_mask(nv, A_NV_PMC_ENABLE, r.u->enable, 0);
        nv_mask(nv, A_NV_PMC_ENABLE, r.u->enable, r.u->enable);
        nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_INTR_EN), 0x7);
        nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_LAUNCHERR), 0);
        launch(&r, CE_INTR_NON_BLOCKING);
        nv_fermi_run(r.chan);
        nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_INTR), NONBLOCKPIPE);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0xe0, r.u->intr);
        nv_ce_wr32(nv, r.u, A_NV_CE_INTR_EN, ~NONBLOCKPIPE);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0xe0, 0);
        nv_ce_wr32(nv, r.u, A_NV_CE_INTR_EN, 0x7);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0xe0, r.u->intr);
        nv_ce_wr32(nv, r.u, A_NV_CE_INTR, NONBLOCKPIPE);
        assert_quiet(&r);
        nv_ce_channel_end(r.chan);
    }
}

/* --- Copies ----------------------------------------------------------- */

/* As the kernel moves buffers, with and without SET_OBJECT */
static void pages(NVDev *nv)
{
    nv_fermi_init(nv);
    for (unsigned i = 0; i < NV_CE_UNITS; i++) {
        Rig r;

        if (!nv_ce_has(nv, i)) {
            continue;
        }
        rig_new(&r, nv, i, 1 + i, 16 * KiB);
        for (unsigned n = 0; n < 2; n++) {
            check_job(&r, &(NVCeJob) {
                .launch = KERNEL_LAUNCH, .in.pitch = 4096, .out.pitch = 4096,
                .length = 4096, .count = 4,
            });
            nv_fermi_inc(r.chan, SUBC, 0, 0xa0b5);
        }
        nv_ce_channel_end(r.chan);
    }
}

/* What Mesa's NVK sends, of GK104's streams */
static void nvk_copies(NVDev *nv)
{
    static const NVCeSurface rgba = {
        .block = 0x1020, .width = 0x40, .height = 0x1e, .depth = 1,
        .x = 3, .y = 5, .pitch = 0x100,
    };
    static const NVCeSurface other = {
        .block = 0x1020, .width = 0x38, .height = 0x1e, .depth = 1,
        .x = 3, .y = 5, .pitch = 0x1c0,
    };
    static const NVCeSurface deep = {
        .block = 0x1230, .width = 0x40, .height = 0x20, .depth = 4,
        .layer = 3, .pitch = 0x100,
    };
    const NVCeJob jobs[] = {
        /* vkCmdCopyBuffer: the pitches are stale */
        { .launch = 0x385, .in.offset = 0x10, .out.offset = 0x20,
          .length = 0x93e0, .count = 1 },
        { .launch = 0x186, .length = 0x100, .count = 0 },
        { .launch = 0x185, .length = 0x100, .count = 7 },
        /* vkCmdFillBuffer: the source's address is stale, too */
        { .launch = 0x785, .in.offset = 1ull << 32, .in.pitch = 0x2000,
          .out.offset = 0x40, .out.pitch = 0x2000, .length = 0x800,
          .count = 7, .constants = { 0xdeadbeef }, .components = 0x34444 },
        { .launch = 0x585, .in.offset = 1ull << 32, .out.offset = 0x44,
          .length = 1, .count = 1, .constants = { 0x11111111 },
          .components = 0x34444 },
        /* Images of 4 and of 8 bytes */
        { .launch = 0x685, .in.pitch = 0x44, .out = rgba, .length = 0x11,
          .count = 0xb, .components = 0x33210 },
        { .launch = 0x705, .in = rgba, .out.pitch = 0x44, .length = 0x11,
          .count = 0xb, .components = 0x33210 },
        { .launch = 0x605, .in = rgba, .out = deep, .length = 0x11,
          .count = 0xb, .components = 0x33210 },
        { .launch = 0x685, .in.pitch = 0x88, .out = other, .length = 0x11,
          .count = 0xb, .components = 0x1133210 },
        { .launch = 0x785, .in.pitch = 0x44, .out.pitch = 0x54, .length = 0x11,
          .count = 0xb, .components = 0x33210 },
        /* D24S8: depth, stencil, and that back */
        { .launch = 0x685, .in.pitch = 0x44, .out = rgba, .length = 0x11,
          .count = 0xb, .components = 0x3306210 },
        { .launch = 0x685, .in.pitch = 0x11, .out = rgba, .length = 0x11,
          .count = 0xb, .components = 0x3000666 },
        { .launch = 0x705, .in = rgba, .out.pitch = 0x11, .length = 0x11,
          .count = 0xb, .components = 0x306663 },
        /* D32S8: stencil in two steps, and depth back */
        { .launch = 0x685, .in.pitch = 0x11, .out = rgba, .length = 0x11,
          .count = 0xb, .components = 0x3006660 },
        { .launch = 0x606, .in = rgba, .out = other, .length = 0x11,
          .count = 0xb, .components = 0x3116066 },
        { .launch = 0x705, .in = other, .out.pitch = 0x44, .length = 0x11,
          .count = 0xb, .components = 0x136660 },
        /* Barriers: nothing is copied */
        { .launch = 0x586, .components = 0x33210 },
        { .launch = 0x586, .components = 0x34444, .out.pitch = 0x20000 },
    };
    Rig r;

    start(&r, nv, 64 * KiB);
    for (unsigned i = 0; i < ARRAY_SIZE(jobs); i++) {
        check_job(&r, &jobs[i]);
    }
    nv_ce_channel_end(r.chan);
}

/* Each size of components from each place to each other one */
static void components(NVDev *nv)
{
    Rig r;

    start(&r, nv, 16 * KiB);
    for (unsigned size = 0; size < 4; size++) {
        for (unsigned src = 0; src < 4; src++) {
            for (unsigned dst = 0; dst < 4; dst++) {
                uint32_t what = size << 16 | src << 20 | dst << 24;

                for (unsigned i = 0; i <= dst; i++) {
                    what |= ((i + size + src) % (src + 4) > src
                             ? 4 + (i + dst) % 3
                             : (i + size + src) % (src + 1)) << i * 4;
                }
                check_job(&r, &(NVCeJob) {
                    .launch = CE_PIPELINED | CE_PITCH | CE_MULTI_LINE |
                              CE_REMAP,
                    .in.pitch = 0x120, .out.pitch = 0x130,
                    .in.offset = src, .out.offset = dst * 3,
                    .length = 17, .count = 5, .components = what,
                    .constants = { 0x12345678, 0x9abcdef0 },
                });
            }
        }
    }
    nv_ce_channel_end(r.chan);
}

/* Blocks of all kinds, with GOBs of four lines and of a quarter's width */
static void blocks(NVDev *nv)
{
    Rig r;

    start(&r, nv, 128 * KiB);
    for (unsigned i = 0; i < 24; i++) {
        NVCeSurface s = {
            .block = (i & 1 ? 0x1000 : 0) | (i & 2 ? 0xe : 0) | i % 6 << 4 |
                     i % 3 << 8,
            .width = 120, .height = 70, .depth = 4, .layer = i % 4,
            .x = 5 * (i % 5), .y = i,
        };
        NVCeJob job = {
            .launch = CE_PIPELINED | CE_MULTI_LINE, .length = 100,
            .count = 40, .in.pitch = 110, .out.pitch = 130,
        };

        job.launch |= i % 3 ? 0 : CE_SRC_PITCH;
        job.launch |= i % 3 == 1 ? CE_DST_PITCH : 0;
        if (i % 3) {
            job.in = s;
        }
        if (i % 3 != 1) {
            s.layer = 3 - s.layer;
            job.out = s;
        }
        check_job(&r, &job);
    }
    nv_ce_channel_end(r.chan);
}

/* Lines that go up */
static void negative_pitches(NVDev *nv)
{
    Rig r;

    start(&r, nv, 16 * KiB);
    for (unsigned i = 1; i < 4; i++) {
        check_job(&r, &(NVCeJob) {
            .launch = CE_PIPELINED | CE_PITCH | CE_MULTI_LINE,
            .in.pitch = i & 1 ? -100 : 100, .out.pitch = i & 2 ? -110 : 110,
            .in.offset = 5000, .out.offset = 6000, .length = 100, .count = 20,
        });
    }
    nv_ce_channel_end(r.chan);
}

/* Physical addresses of both memories; the channel maps neither. */
static void physical(NVDev *nv)
{
    uint32_t vram;
    uint64_t ram;
    Rig r;

    start(&r, nv, 0x1000);
    vram = nv_vram_alloc(nv, 0x1000);
    ram = nv_ram_alloc(nv, 0x1000);
    for (unsigned i = 0; i < 3; i++) {
        nv_phys_wr32(nv, vram + 8, 0x11110000 + i);
        qtest_writel(nv->qts, ram + 8, 0x22220000 + i);
        nv_fermi_inc(r.chan, SUBC, CE_SRC_PHYS_MODE, i ? i : 0, i ? 0 : 1);
        nv_fermi_inc(r.chan, SUBC, CE_OFFSET_IN_UPPER, 0, i ? ram : vram, 0,
                     i ? vram : ram, 0, 0, 0x40, 1);
        launch(&r, CE_PIPELINED | CE_PITCH | CE_SRC_PHYSICAL |
                   CE_DST_PHYSICAL);
        nv_fermi_run(r.chan);
        assert_quiet(&r);
        nv_assert_hex(nv_phys_rd32(nv, vram + 8),
                      (i ? 0x22220000 : 0x11110000) + i);
        nv_assert_hex(qtest_readl(nv->qts, ram + 8),
                      (i ? 0x22220000 : 0x11110000) + i);
    }
    nv_ce_channel_end(r.chan);
}

/* --- Semaphores and conditions ------------------------------------------ */

static void semaphores(NVDev *nv)
{
    Rig r;

    start(&r, nv, 0x1000);
    nv_clock_step(nv, 1000000);
    for (unsigned i = 0; i < 0x40; i += 4) {
        nv_fermi_buf_wr32(&r.sem, i, 0xffffffff);
    }
    /* vkCmdWriteBufferMarkerAMD: no copy */
    push_semaphore(&r, 0, 0x100);
    launch(&r, CE_FLUSH | CE_RELEASE_ONE_WORD);
    push_semaphore(&r, 0x10, 0x101);
    launch(&r, CE_FLUSH | CE_RELEASE_FOUR_WORDS);
    /* After a copy of nothing */
    push_semaphore(&r, 0x20, 0x102);
    launch(&r, CE_NON_PIPELINED | CE_PITCH | CE_RELEASE_ONE_WORD);
    push_semaphore(&r, 0x30, 0x103);
    launch(&r, CE_FLUSH);
    nv_fermi_run(r.chan);
    assert_quiet(&r);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x00), 0x100);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x04), 0xffffffff);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x10), 0x101);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x14), 0);
    g_assert_cmpuint(nv_fermi_buf_rd32(&r.sem, 0x18), >=, 1000000);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x1c), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x20), 0x102);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x24), 0xffffffff);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x30), 0xffffffff);
    nv_ce_channel_end(r.chan);
}

/* A debugger sees them, with and without a copy, and what it is to be. */
static void notifiers(NVDev *nv)
{
    g_autofree char *launches = g_strdup_printf(
        "1 notify stop=none channel=1 subchannel=4 class=%s method=0x300 "
        "data=0x100", nv->card->features & NV_CARD_NV117 ? "0xb0b5"
                                                         : "0xa0b5");
    Rig r;

    start(&r, nv, 0x1000);
    nv_break(nv, launches, "2 notify stop=none what=PCE0 data=7");
    push_semaphore(&r, 0, 0x100);
    launch(&r, CE_FLUSH | CE_RELEASE_ONE_WORD);
    push_semaphore(&r, 0x10, 0x101);
    launch(&r, CE_FLUSH | CE_RELEASE_FOUR_WORDS);
    /* ADD */
    nv_fermi_buf_wr32(&r.sem, 0x20, 3);
    push_semaphore(&r, 0x20, 4);
    launch(&r, CE_FLUSH | CE_RELEASE_ONE_WORD | 5 << 14 | 1 << 19);
    nv_fermi_run(r.chan);
    nv_assert_hit(nv, 0, 1);
    nv_assert_hit(nv, 1, 1);
    nv_break_none(nv);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x00), 0x100);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x10), 0x101);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x20), 7);
    nv_ce_channel_end(r.chan);
}

/* The header's names; INC and DEC wrap at the payload */
static void reductions(NVDev *nv)
{
    static const struct {
        unsigned op;
        uint32_t flags, old, payload, want;
    } rows[] = {
        { 0x0, 0, 5, 0xffffffff, 0xffffffff },
        { 0x0, CE_UNSIGNED, 5, 0xffffffff, 5 },
        { 0x1, 0, 5, 0xffffffff, 5 },
        { 0x1, CE_UNSIGNED, 5, 0xffffffff, 0xffffffff },
        { 0x2, 0, 0xf0f0f0f0, 0x12345678, 0xe2c4a688 },
        { 0x3, 0, 0xf0f0f0f0, 0x12345678, 0x10305070 },
        { 0x4, 0, 0xf0f0f0f0, 0x12345678, 0xf2f4f6f8 },
        { 0x5, 0, 0xfffffff0, 0x20, 0x10 },
        { 0x6, 0, 7, 9, 8 },
        { 0x6, 0, 9, 9, 0 },
        { 0x7, 0, 7, 9, 6 },
        { 0x7, 0, 0, 9, 9 },
        { 0x7, 0, 10, 9, 9 },
        { 0xa, 0, 0x3fc00000, 0x40200000, 0x40800000 },
        { 0xb, 0, 0x3fc00000, 0x40200000, 0x3fc00000 },
        { 0xc, 0, 0x3fc00000, 0x40200000, 0x40200000 },
        { 0xd, 0, 0x3fc00000, 0x40200000, 0x40700000 },
        { 0xe, 0, 0x10001, 0x10003, 0x40003 },
    };
    Rig r;

    start(&r, nv, 0x1000);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        nv_fermi_buf_wr32(&r.sem, i * 0x10, rows[i].old);
        push_semaphore(&r, i * 0x10, rows[i].payload);
        launch(&r, CE_REDUCTION | rows[i].op << 14 | rows[i].flags |
                   (i & 1 ? CE_RELEASE_ONE_WORD : CE_RELEASE_FOUR_WORDS));
    }
    /* Unless it is enabled, the operation means nothing. */
    push_semaphore(&r, 0x800, 0x1234);
    launch(&r, 0x5 << 14 | CE_RELEASE_ONE_WORD);
    nv_fermi_run(r.chan);
    assert_quiet(&r);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        nv_assert_hex(nv_fermi_buf_rd32(&r.sem, i * 0x10), rows[i].want);
    }
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x800), 0x1234);
    nv_ce_channel_end(r.chan);
}

/* A launch that isn't enabled does nothing at all. */
static void conditions(NVDev *nv)
{
    static const struct {
        unsigned mode;
        uint32_t words[6];
        bool enabled;
    } rows[] = {
        { 0, { 1, 1, 0, 0, 1, 1 }, false },
        { 1, { 0, 0, 0, 0, 1, 1 }, true },
        { 2, { 1, 0, 0, 0, 0, 0 }, false },
        { 2, { 0, 1, 0, 0, 0, 0 }, true },
        { 3, { 5, 6, 1, 2, 5, 6 }, true },
        { 3, { 5, 6, 1, 2, 5, 7 }, false },
        { 4, { 5, 6, 1, 2, 5, 6 }, false },
        { 4, { 5, 6, 1, 2, 4, 6 }, true },
    };
    Rig r;

    start(&r, nv, 0x1000);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint64_t va = r.sem.va + 0x100 + i * 0x20;

        for (unsigned n = 0; n < 6; n++) {
            nv_fermi_buf_wr32(&r.sem, 0x100 + i * 0x20 + n * 4,
                              rows[i].words[n]);
        }
        nv_fermi_inc(r.chan, SUBC, CE_RENDER_ENABLE_A, va >> 32, va,
                     rows[i].mode);
        push_semaphore(&r, i * 4, 1);
        launch(&r, CE_RELEASE_ONE_WORD);
    }
    nv_fermi_run(r.chan);
    assert_quiet(&r);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        nv_assert_hex(nv_fermi_buf_rd32(&r.sem, i * 4), rows[i].enabled);
    }
    nv_ce_channel_end(r.chan);
}

/* --- Interrupts and errors ---------------------------------------------- */

static void interrupts(NVDev *nv)
{
    Rig r;

    start(&r, nv, 0x1000);
    push_semaphore(&r, 0, 1);
    launch(&r, CE_INTR_NON_BLOCKING);
    launch(&r, CE_RELEASE_ONE_WORD | CE_INTR_BLOCKING);
    push_semaphore(&r, 4, 2);
    launch(&r, CE_RELEASE_ONE_WORD);
    nv_fermi_kick(r.chan);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_INTR), BLOCKPIPE | NONBLOCKPIPE);
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0), 1);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 4), 0);
    nv_migrate(nv);
    nv_ce_wr32(nv, r.u, A_NV_CE_INTR, NONBLOCKPIPE);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 4), 0);
    nv_ce_wr32(nv, r.u, A_NV_CE_INTR, BLOCKPIPE);
    nv_poll(nv_fermi_done(r.chan));
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 4), 2);
    assert_quiet(&r);
    nv_ce_channel_end(r.chan);
}

/* B0B5 has a use for the first bit that A0B5 hasn't. */
static uint32_t unused_of(NVDev *nv, uint32_t how)
{
    return nv->card->features & NV_CARD_NV117 && how & 1u << 20
        ? how ^ 3u << 20 : how;
}

/* gk104_ce_intr_launcherr(): what is wrong, and how it looks if it isn't */
static void errors(NVDev *nv)
{
    static const NVCeSurface good = {
        .width = 64, .height = 16, .depth = 2, .block = 0x1010, .layer = 1,
    };
    static const struct {
        uint32_t launch;
        unsigned code;
        uint32_t components;
        int32_t pitch_in, pitch_out;
        uint32_t what, val;
    } rows[] = {
        { 0x303, 9 }, { 0x300 | 3 << 3, 9 }, { 0x300 | 3 << 5, 9 },
        { 0x381 | 1u << 20, 10 }, { 0x381 | 1u << 31, 10 },
        { 0x381, 4, 0, 19, 20 }, { 0x381, 5, 0, -19, 20 },
        { 0x381, 6, 0, 20, 19 }, { 0x381, 7, 0, 20, -19 },
        { 0x781, 4, 0x30000, 79, 80 }, { 0x781, 6, 0x30000, 80, 79 },
        { 0x781, 8, 0x1000001, 80, 80 }, { 0x781, 9, 0x7, 80, 80 },
        { 0x281, 3, 0, 0, 0, 0x710, 19 }, { 0x281, 3, 0, 0, 0, 0x714, 2 },
        { 0x281, 3, 0, 0, 0, 0x720, 45 },
        { 0x281, 3, 0, 0, 0, 0x720, 14 << 16 },
        { 0x281, 1, 0, 0, 0, 0x71c, 2 }, { 0x281, 1, 0, 0, 0, 0x718, 1 },
        { 0x281, 9, 0, 0, 0, 0x70c, 0x1011 },
        { 0x281, 9, 0, 0, 0, 0x70c, 0x1060 },
        { 0x281, 9, 0, 0, 0, 0x70c, 0x1600 },
        { 0x281, 9, 0, 0, 0, 0x70c, 0x2000 },
        { 0x281, 2, 0, 0, 0, 0x40c, 0x100 },
        { 0x301, 3, 0, 0, 0, 0x72c, 19 }, { 0x301, 1, 0, 0, 0, 0x738, 2 },
        { 0x301, 2, 0, 0, 0, 0x404, 0x100 },
        { 0x308, 2, 0, 0, 0, 0x244, 2 }, { 0x310, 2, 0, 0, 0, 0x244, 8 },
        { 0x308 | 1 << 19 | 8 << 14, 9 },
        { 0x381 | 1 << 12, 9, 0, 20, 20, 0x260, 3 },
        { 0x381 | 1 << 13, 9, 0, 20, 20, 0x264, 3 },
        { 0x300, 9, 0, 0, 0, 0x25c, 5 },
    };
    Rig r;

    start(&r, nv, 0x4000);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t mthd = rows[i].what;
        NVCeJob job = {
            .launch = 0, .in = good, .out = good, .length = 20, .count = 3,
            .components = rows[i].components,
        };

        job.in.pitch = rows[i].pitch_in ?: 20;
        job.out.pitch = rows[i].pitch_out ?: 20;
        nv_fermi_inc(r.chan, SUBC, CE_REMAP_CONST_A, 0, 0,
                     rows[i].components);
        nv_fermi_inc(r.chan, SUBC, CE_SRC_PHYS_MODE, 0, 0);
        nv_fermi_inc(r.chan, SUBC, CE_RENDER_ENABLE_C, 1);
        push_semaphore(&r, 0x10, 1);
        nv_ce_push_job(r.chan, &job, r.in.va, r.out.va);
        if (mthd) {
            bool address = mthd == 0x404 || mthd == 0x40c || mthd == 0x244;

            nv_fermi_inc(r.chan, SUBC, mthd, address
                         ? rows[i].val + (uint32_t)(mthd == 0x404 ? r.in.va
                                                    : mthd == 0x40c ? r.out.va
                                                    : r.sem.va)
                         : rows[i].val);
        }
        nv_fermi_buf_wr32(&r.sem, 0x10, 0);
        nv_fermi_buf_wr32(&r.sem, 0x20, 0);
        launch(&r, unused_of(nv, rows[i].launch));
        /* It waits: nothing behind the launch is done. */
        nv_fermi_inc(r.chan, SUBC, CE_RENDER_ENABLE_C, 1);
        push_semaphore(&r, 0x20, 1);
        launch(&r, CE_RELEASE_ONE_WORD);
        nv_fermi_kick(r.chan);
        nv_clock_step(nv, 100 * 1000);
        if (nv_ce_rd32(nv, r.u, A_NV_CE_LAUNCHERR) != rows[i].code) {
            nv_fail("row %u: code %x, not %x", i,
                    nv_ce_rd32(nv, r.u, A_NV_CE_LAUNCHERR), rows[i].code);
        }
        nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_INTR), LAUNCHERR);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & r.u->intr, r.u->intr);
        nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x10), 0);
        nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x20), 0);
        nv_ce_wr32(nv, r.u, A_NV_CE_LAUNCHERR, 0);
        nv_ce_wr32(nv, r.u, A_NV_CE_INTR, LAUNCHERR);
        nv_poll(nv_fermi_done(r.chan));
        nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x20), 1);
        assert_quiet(&r);
    }
    nv_ce_channel_end(r.chan);
}

/* Without lines there is nothing that could be wrong with them. */
static void no_errors(NVDev *nv)
{
    static const struct {
        uint32_t launch, length, count, components;
    } rows[] = {
        { 0x386, 0, 5, 0 }, { 0x386, 20, 0, 0 }, { 0x786, 0, 0, 0x1000001 },
        { 0x386, 20, 1, 0 }, { 0x186, 20, 9, 0 }, { 0x206, 0, 0, 0 },
        { 0x300, 20, 9, 0 },
    };
    uint64_t refused = nv_statistic(nv, "silent-refusals");
    Rig r;

    start(&r, nv, 0x4000);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        NVCeJob job = {
            .launch = rows[i].launch, .components = rows[i].components,
            .length = rows[i].length, .count = rows[i].count,
        };

        nv_ce_push_job(r.chan, &job, r.in.va, r.out.va);
        nv_fermi_run(r.chan);
        nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_LAUNCHERR), 0);
        assert_quiet(&r);
    }
    /* A method that it hasn't, and those that do nothing */
    nv_fermi_inc(r.chan, SUBC, 0x100, 0);
    nv_fermi_inc(r.chan, SUBC, 0x140, 0);
    nv_fermi_inc(r.chan, SUBC, 0x1114, 0);
    nv_fermi_run(r.chan);
    g_assert_cmpuint(nv_statistic(nv, "silent-refusals"), ==, refused);
    nv_fermi_inc(r.chan, SUBC, 0x724, 0);
    nv_fermi_run(r.chan);
    g_assert_cmpuint(nv_statistic(nv, "silent-refusals"), ==,
                     refused + 1);
    assert_quiet(&r);
    nv_ce_channel_end(r.chan);
}

/* --- Channels --------------------------------------------------------- */

/* Each keeps its parameters, also over a migration, and a new one has none. */
static void channels(NVDev *nv)
{
    const unsigned high = nv->card->channels - 96;
    const unsigned chids[] = { 5, 3, high };
    Rig r[3], gone;

    nv_fermi_init(nv);
    for (unsigned i = 0; i < 3; i++) {
        rig_new(&r[i], nv, 0, chids[i], 0x1000);
        nv_fermi_buf_wr32(&r[i].in, 0x10, 0x1000 + i);
        push_addresses(&r[i], 0x20, 1);
        push_semaphore(&r[i], 0, 0x77 + i);
        nv_fermi_run(r[i].chan);
    }
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_ENGINE_STATUS + 4 * 8) & 0xffff,
                  0x2000 | high);
    nv_migrate(nv);
    for (unsigned i = 0; i < 3; i++) {
        launch(&r[i], CE_PIPELINED | CE_PITCH | CE_RELEASE_ONE_WORD);
        nv_fermi_run(r[i].chan);
        nv_assert_hex(nv_fermi_buf_rd32(&r[i].out, 0x10), 0x1000 + i);
        nv_assert_hex(nv_fermi_buf_rd32(&r[i].sem, 0), 0x77 + i);
        assert_quiet(&r[i]);
    }
    nv_ce_channel_end(r[1].chan);
    gone = r[1];
    rig_new(&r[1], nv, 0, chids[1], 0x1000);
    /* Neither what the other channel had copied, nor in its address space */
    nv_fermi_buf_wr32(&gone.in, 0x10, 0x12345678);
    nv_fermi_buf_wr32(&r[1].in, 0x10, 0x12345678);
    launch(&r[1], CE_PIPELINED | CE_PITCH | CE_INTR_NON_BLOCKING);
    nv_fermi_run(r[1].chan);
    nv_assert_hex(nv_ce_rd32(nv, r[1].u, A_NV_CE_INTR), NONBLOCKPIPE);
    nv_assert_hex(nv_fermi_buf_rd32(&gone.out, 0x10), 0x1001);
    nv_assert_hex(nv_fermi_buf_rd32(&r[1].out, 0x10), 0);
    nv_ce_wr32(nv, r[1].u, A_NV_CE_INTR, NONBLOCKPIPE);
    assert_quiet(&r[1]);
    for (unsigned i = 0; i < 3; i++) {
        nv_ce_channel_end(r[i].chan);
    }
}

/* --- Long copies ------------------------------------------------------ */

/* Stops the machine in a copy that takes many slices, a fence behind it. */
static void begin_long(Rig *r, uint32_t size, uint32_t lines)
{
    NVDev *nv = r->chan->nv;

    /* Each pair of bytes is swapped, which takes longer than to move them. */
    push_addresses(r, size / 2, lines);
    nv_fermi_inc(r->chan, SUBC, CE_REMAP_COMPONENTS, 0x01100001);
    nv_fermi_inc(r->chan, SUBC, CE_PITCH_IN, -(int32_t)size, size);
    nv_fermi_inc(r->chan, SUBC, CE_OFFSET_IN_UPPER, 0,
                 r->in.va + (uint64_t)size * (lines - 1));
    push_semaphore(r, 0, 0x77);
    launch(r, CE_PIPELINED | CE_PITCH | CE_MULTI_LINE | CE_REMAP |
              CE_RELEASE_ONE_WORD);
    push_semaphore(r, 0x20, 0x78);
    launch(r, CE_NON_PIPELINED | CE_PITCH | CE_RELEASE_ONE_WORD);
    nv_fermi_ref(r->chan, 0x1234);
    nv_stop(nv);
    nv_fermi_kick(r->chan);
    nv_cont_a_little(nv);
}

/* It continues in another process; what is behind it waits. */
static void long_copy(NVDev *nv)
{
    const uint32_t size = 4 * MiB, lines = 1024;
    g_autofree uint8_t *in = g_malloc(size);
    g_autofree uint8_t *out = g_malloc(size);
    uint32_t line = size / lines, status = A_NVE4_PFIFO_ENGINE_STATUS + 4 * 8;
    Rig r;

    start(&r, nv, size);
    nv_random_fill(in, size);
    nv_fermi_buf_write(&r.in, in);
    begin_long(&r, line, lines);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <, size);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0), 0);
    nv_assert_hex(nv_rd32(nv, status), 0x80002000 | r.chan->chid);
    nv_wr32(nv, A_NVE4_PFIFO_PREEMPT, r.chan->chid);
    g_assert_true(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT) & 0x00100000);
    nv_migrate(nv);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <, size);
    nv_cont(nv);
    nv_poll(nv_fermi_user_rd32(r.chan, A_NV_USERD_REF) == 0x1234);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT), r.chan->chid);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==,
                     size + (uint64_t)line / 2);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0), 0x77);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0x20), 0x78);
    nv_fermi_buf_read(&r.out, out);
    for (uint32_t i = line; i < size; i++) {
        uint32_t from = (lines - 1 - i / line) * line + (i % line ^ 1);

        if (out[i] != in[from]) {
            nv_fail("byte %x is %02x, not %02x", i, out[i], in[from]);
            break;
        }
    }
    assert_quiet(&r);
    nv_ce_channel_end(r.chan);
}

/* --- Faults ----------------------------------------------------------- */

/* nvkm_runl_rc(): the engine is reset, and its list goes on */
static void recover(NVDev *nv, const NVCeUnit *u)
{
    nv_mask(nv, A_NV_PMC_ENABLE, u->enable, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, u->enable, u->enable);
    nv_wr32(nv, A_NVE4_PFIFO_ERROR_SCHED_DISABLE, 1u << u->runlist);
}

/* The page behind a buffer isn't there: nothing goes on until a reset. */
static void fault_of(NVDev *nv, unsigned unit, unsigned where)
{
    NVFermiFault fault;
    uint64_t va, status;
    Rig r, other;

    nv_fermi_init(nv);
    rig_new(&r, nv, unit, 11, 0x1000);
    rig_new(&other, nv, unit, 12, 0x1000);
    push_addresses(&other, 0x20, 1);
    nv_fermi_run(other.chan);
    va = (where == 0 ? r.in.va : where == 1 ? r.out.va : r.sem.va) + 0x1000;
    push_addresses(&r, 0x40, 1);
    push_semaphore(&r, where == 2 ? 0x1000 : 0, 1);
    if (where < 2) {
        nv_fermi_inc(r.chan, SUBC, CE_OFFSET_IN_UPPER + where * 8, va >> 32,
                     va - 0x20);
    }
    launch(&r, CE_PIPELINED | CE_PITCH | CE_RELEASE_ONE_WORD);
    nv_fermi_kick(r.chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS),
                  1u << nv_ce_units[unit].fault);
    g_assert_true(nv_fermi_fault(nv, r.u->fault, &fault));
    nv_assert_hex(fault.inst, r.chan->block);
    nv_assert_hex(fault.client, r.u->client);
    nv_assert_hex(fault.addr, va);
    nv_assert_hex(fault.reason, 2);
    g_assert_cmpint(fault.write, ==, where > 0);
    status = A_NVE4_PFIFO_ENGINE_STATUS + nv_ce_engine(nv, unit) * 8;
    nv_assert_hex(nv_rd32(nv, status) & 0xc000ffff, 0xc0002000 | 11);
    nv_assert_hex(nv_fermi_buf_rd32(&r.sem, 0), 0);
    if (!where) {
        nv_migrate(nv);
    }
    push_semaphore(&other, 0x10, 5);
    launch(&other, CE_PIPELINED | CE_PITCH | CE_RELEASE_ONE_WORD);
    nv_fermi_kick(other.chan);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_fermi_buf_rd32(&other.sem, 0x10), 0);
    nv_mask(nv, A_NVE4_PFIFO_CHAN_STATE + 11 * 8, 0x800, 0x800);
    recover(nv, r.u);
    nv_ce_channel_end(r.chan);
    nv_poll(nv_fermi_done(other.chan));
    nv_assert_hex(nv_fermi_buf_rd32(&other.sem, 0x10), 5);
    assert_quiet(&other);
    nv_ce_channel_end(other.chan);
}

static void faults(NVDev *nv)
{
    for (unsigned i = 0; i < NV_CE_UNITS; i++) {
        fault_of(nv, nv_ce_has(nv, i) ? i : 0, i);
    }
}

/* --- Snapshots -------------------------------------------------------- */

/* An engine with one channel in a stream, by its section's name and version */
#define SECTION "nv-gpu/ce0\0\0\0\1"
#define AT_COUNT (sizeof(SECTION) - 1)
#define AT_CHID (AT_COUNT + 4)
#define AT_CURRENT (AT_CHID + 2 + 4 + 32 * 4)
#define AT_COPYING (AT_CURRENT + 4)

/* Such a card doesn't exist; it is refused, and reset. */
static void lies(NVDev *nv)
{
    static const struct {
        int offset;
        uint8_t val;
    } rows[] = {
        { AT_COUNT, 0xff }, { AT_COUNT, 0x7f }, { AT_COUNT + 2, 0x11 },
        { AT_CHID, 0x10 }, { AT_CURRENT, 0x80 }, { AT_CURRENT + 3, 1 },
        { AT_COPYING + 1, 1 }, { AT_COPYING + 2, 1 },
    };
    Rig r;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        start(&r, nv, 0x1000);
        push_addresses(&r, 0x20, 1);
        nv_fermi_run(r.chan);
        nv_savevm_lie(nv, SECTION, sizeof(SECTION) - 1, rows[i].offset,
                      rows[i].val);
        g_assert_true(nv_loadvm_fails(nv));
        nv_cont(nv);
        nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_INTR_EN), 0x7);
        nv_fermi_channel_free(r.chan);
    }
    /* Nothing is left of it, so nothing is saved. */
    start(&r, nv, 0x1000);
    nv_savevm(nv);
    nv_loadvm(nv);
    launch(&r, CE_INTR_NON_BLOCKING);
    nv_fermi_run(r.chan);
    nv_assert_hex(nv_ce_rd32(nv, r.u, A_NV_CE_INTR), NONBLOCKPIPE);
    nv_fermi_channel_free(r.chan);
}

/* --- Names ------------------------------------------------------------- */

/* Some of each kind, by class headers A0B5 and B0B5 */
static void names(NVDev *nv)
{
    static const struct {
        uint16_t mthd;
        const char *name;
    } rows[] = {
        { 0x100, "NOP" }, { 0x240, "SET_SEMAPHORE_A" },
        { 0x25c, "SET_RENDER_ENABLE_C" }, { 0x260, "SET_SRC_PHYS_MODE" },
        { 0x300, "LAUNCH_DMA" }, { 0x400, "OFFSET_IN_UPPER" },
        { 0x41c, "LINE_COUNT" }, { 0x708, "SET_REMAP_COMPONENTS" },
        { 0x70c, "SET_DST_BLOCK_SIZE" }, { 0x720, "SET_DST_ORIGIN" },
        { 0x728, "SET_SRC_BLOCK_SIZE" }, { 0x738, "SET_SRC_LAYER" },
    };
    uint16_t class = nv->card->features & NV_CARD_NV117 ? 0xb0b5 : 0xa0b5;
    g_autoptr(NvNames) known = nv_names(nv);
    unsigned found = 0, others = 0;

    for (NvMethodNameList *l = known->methods; l; l = l->next) {
        const NvMethodName *method = l->value;

        for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
            found += method->q_class == class &&
                     method->method == rows[i].mthd &&
                     g_str_equal(method->name, rows[i].name);
        }
        others += method->q_class == class && method->count != 1;
    }
    g_assert_cmpuint(found, ==, ARRAY_SIZE(rows));
    g_assert_cmpuint(others, ==, 0);
}

static const NVTest tests[] = {
    { "ce/registers", "ce-interrupt", registers, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/pages", "ce-copy", pages, .needs = NV_CARD_NVE4, .cold = true },
    { "ce/nvk-copies", "ce-copy! ce-remap ce-blocks", nvk_copies,
      .needs = NV_CARD_NVE4, .cold = true },
    { "ce/components", "ce-remap!", components, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/blocks", "ce-blocks!", blocks, .needs = NV_CARD_NVE4, .cold = true },
    { "ce/negative-pitches", "ce-copy!", negative_pitches,
      .needs = NV_CARD_NVE4, .cold = true },
    { "ce/physical", "ce-copy", physical, .needs = NV_CARD_NVE4, .cold = true },
    { "ce/semaphores", "ce-semaphore!", semaphores, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/notifiers", "ce-semaphore introspection", notifiers,
      .needs = NV_CARD_NVE4, .cold = true },
    { "ce/reductions", "ce-semaphore!", reductions, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/conditions", "ce-condition!", conditions, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/interrupts", "ce-interrupt!", interrupts, .needs = NV_CARD_NVE4,
      .cold = true, .own = true },
    { "ce/errors", "ce-launcherr!", errors, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/no-errors", "ce-launcherr", no_errors, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/channels", "ce-channel!", channels, .needs = NV_CARD_NVE4,
      .cold = true, .own = true },
    { "ce/long-copy", "ce-copy! pipelined-copy", long_copy,
      .needs = NV_CARD_NVE4, .cold = true, .own = true },
    { "ce/faults", "ce-fault!", faults, .needs = NV_CARD_NVE4,
      .cold = true, .own = true },
    { "ce/names", "introspection", names, .needs = NV_CARD_NVE4,
      .cold = true },
    { "ce/lies", "hostile-migration", lies, .needs = NV_CARD_NVE4,
      .cold = true, .own = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: PCE0 and PCE1, the copy engines of NVC0 and later
 *
 * Their copy unit, in the address space of a channel; and PFIFO's methods,
 * channels and faults, with a program that copies 16 bytes for each method.
 * Features that GT215's has as well are tested in nv-pcopy-test.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define SUBC 3

/* CTRL */
#define TRIGGER (1 << 0)
#define MULTILINE (1 << 6)
#define SRC_TILED (1 << 7)
#define DST_TILED (1 << 8)
#define WIDE (3 << 17)
#define PORTS (1u << 26 | 2u << 29)

/* Types of a port */
#define VM 0
#define VRAM 4
#define SYSRAM 5

/* * struct Unit - the differences between the two */
typedef struct Unit {
    uint32_t base;
    unsigned engine;
    uint32_t enable, intr;
    unsigned mmu_unit, client;
    uint32_t class;
} Unit;

static const Unit units[] = {
    { 0x104000, NV_FERMI_PCE0, 1 << 6, 1 << 5, NV_FERMI_UNIT_PCE0, 1, 0x90b5 },
    { 0x105000, NV_FERMI_PCE1, 1 << 7, 1 << 6, NV_FERMI_UNIT_PCE1, 2, 0x90b8 },
};

static void wr(NVDev *nv, const Unit *u, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, u->base, reg, val);
}

static uint32_t rd(NVDev *nv, const Unit *u, uint32_t reg)
{
    return nv_falcon_rd32(nv, u->base, reg);
}

static uint32_t data(NVDev *nv, const Unit *u, uint32_t addr)
{
    return nv_falcon_data_rd32(nv, u->base, addr);
}

/* Calls @fn for each engine that the card has. */
static void each(NVDev *nv, void (*fn)(NVDev *nv, const Unit *u))
{
    for (unsigned i = 0; i < nv->card->pcopies; i++) {
        fn(nv, &units[i]);
    }
}

/* --- Registers -------------------------------------------------------- */

static void registers(NVDev *nv)
{
    for (unsigned i = 0; i < nv->card->pcopies; i++) {
        const Unit *u = &units[i];

        nv_assert_hex(rd(nv, u, A_NV_FALCON_UC_CAPS), 0x20401012);
        nv_assert_hex(rd(nv, u, A_NV_FALCON_UC_CAPS2), 0x00071103);
        wr(nv, u, A_NV_FALCON_SCRATCH3, 0x100 + i);
        wr(nv, u, A_NV_FALCON_MEMIF_PORT + 0x1c, 0xffffffff);
        nv_assert_hex(rd(nv, u, A_NV_FALCON_MEMIF_PORT + 0x1c), 0xf337);
    }
    for (unsigned i = 0; i < nv->card->pcopies; i++) {
        nv_assert_hex(rd(nv, &units[i], A_NV_FALCON_SCRATCH3), 0x100 + i);
    }
    /* Each can be turned off separately, and has its own bit in PMC. */
    for (unsigned i = 0; i < nv->card->pcopies; i++) {
        const Unit *u = &units[i];

        wr(nv, u, A_NV_FALCON_INTR_ROUTING, 0xfff3);
        wr(nv, u, A_NV_FALCON_INTR_EN_SET, 0xffff);
        wr(nv, u, A_NV_FALCON_INTR_SET, 0x40);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x60, u->intr);
        nv_mask(nv, A_NV_PMC_ENABLE, u->enable, 0);
        nv_mask(nv, A_NV_PMC_ENABLE, u->enable, u->enable);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x60, 0);
        nv_assert_hex(rd(nv, u, A_NV_FALCON_SCRATCH3), 0);
        if (i == 0 && nv->card->pcopies > 1) {
            nv_assert_hex(rd(nv, &units[1], A_NV_FALCON_SCRATCH3), 0x101);
        }
    }
}

/* --- The unit that copies --------------------------------------------- */

static uint8_t pattern(uint32_t i)
{
    return i * 7 + (i >> 8) * 13;
}

static void fill(NVDev *nv, uint64_t ram, uint32_t size)
{
    g_autofree uint8_t *bytes = g_malloc(size);

    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = pattern(i);
    }
    nv_mem_write(nv, ram, bytes, size);
}

/* The driver only writes CHANNEL_CUR in its program, but a test may. */
static NVFermiChan *on_channel(NVDev *nv, const Unit *u)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1 + u->engine);

    wr(nv, u, A_NV_FALCON_CHANNEL_CUR, 0x40000000 | chan->block >> 12);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE + u->engine * 4) &
                  0x7f, chan->chid);
    nv_assert_hex(rd(nv, u, A_NV_FALCON_MEMIF_CHANNEL), chan->block >> 12);
    return chan;
}

static void start_copy(NVDev *nv, const Unit *u, uint64_t src, uint64_t dst,
                       uint32_t length, uint32_t ctrl)
{
    wr(nv, u, A_NV_PCOPY_ADDRESS_LOW, src);
    wr(nv, u, A_NV_PCOPY_ADDRESS_LOW + 4, dst);
    wr(nv, u, A_NV_PCOPY_CFG, src >> 32 << 16);
    wr(nv, u, A_NV_PCOPY_CFG + 4, dst >> 32 << 16 |
       (ctrl & DST_TILED ? 2 : 0));
    wr(nv, u, A_NV_PCOPY_XCNT, length);
    wr(nv, u, A_NV_PCOPY_XCNT + 4, length);
    wr(nv, u, A_NV_PCOPY_CTRL, TRIGGER | PORTS | ctrl);
    nv_falcon_wait(nv, u->base, 2);
}

/* Pages of both memories, consecutive in the address space */
static void copy_in_space(NVDev *nv, const Unit *u)
{
    NVFermiChan *chan = on_channel(nv, u);
    const uint64_t dst = 0x1234500000ull;
    uint64_t ram, src = nv_fermi_ram(chan, 0x3000, &ram);
    uint32_t vram = nv_vram_alloc(nv, 0x3000);
    uint64_t other = nv_ram_alloc(nv, 0x1000);

    fill(nv, ram, 0x3000);
    nv_fermi_map(nv, chan->pd, dst, vram + 0x2000, 0x1000, NV_FERMI_VRAM);
    nv_fermi_map(nv, chan->pd, dst + 0x1000, other, 0x1000, NV_FERMI_RAM);
    nv_fermi_map(nv, chan->pd, dst + 0x2000, vram, 0x1000, NV_FERMI_VRAM);
    start_copy(nv, u, src + 1, dst + 5, 0x2f00, 0);
    for (uint32_t i = 0; i < 0x2f00; i += 0xff) {
        uint32_t at = 5 + i;
        uint8_t got = at < 0x1000
            ? nv_phys_rd32(nv, (vram + 0x2000 + at) & ~3) >> at % 4 * 8
            : at < 0x2000 ? qtest_readb(nv->qts, other + at - 0x1000)
            : nv_phys_rd32(nv, (vram + at - 0x2000) & ~3) >> at % 4 * 8;

        nv_assert_hex(got, pattern(1 + i));
    }
    nv_assert_hex(rd(nv, u, A_NV_FALCON_INTR), 0);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

static void spaces(NVDev *nv)
{
    each(nv, copy_in_space);
}

/* Ports that show memory untranslated need no channel. */
static void copy_linear(NVDev *nv, const Unit *u)
{
    uint64_t ram = nv_ram_alloc(nv, 0x1000);
    uint32_t vram = nv_vram_alloc(nv, 0x1000);

    fill(nv, ram, 0x1000);
    wr(nv, u, A_NV_FALCON_MEMIF_PORT + 4, SYSRAM);
    wr(nv, u, A_NV_FALCON_MEMIF_PORT + 8, VRAM);
    start_copy(nv, u, ram, vram, 0x1000, 0);
    for (uint32_t i = 0; i < 0x1000; i += 0x1c4) {
        nv_assert_hex(nv_phys_rd32(nv, vram + i) & 0xff, pattern(i));
    }
}

/* A page of the channel's is where nothing answers. */
static void copy_of_hole(NVDev *nv, const Unit *u)
{
    NVFermiChan *chan = on_channel(nv, u);
    const uint64_t hole = 0x1234500000ull;
    uint64_t ram, memory = nv_fermi_ram(chan, 0x1000, &ram);

    nv_fermi_map(nv, chan->pd, hole, 0x70000000, 0x1000, NV_FERMI_RAM);
    for (unsigned side = 0; side < 2; side++) {
        nv_checker_anew(nv);
        start_copy(nv, u, side ? memory : hole, side ? hole : memory, 0x100,
                   0);
        nv_assert_found(nv, "access-astray channel=%u address=0x%" PRIx64
                        " who=", chan->chid, hole);
    }
    nv_fermi_channel_free(chan);
}

static void unanswered(NVDev *nv)
{
    each(nv, copy_of_hole);
}

/* A block of 64 bytes and 8 lines, as com.fuc sets it up: GOBs of 8 */
static void copy_tiled(NVDev *nv, const Unit *u)
{
    const uint32_t columns = 3, lines = 16, pitch = columns * 64;
    uint64_t ram = nv_ram_alloc(nv, 0x1000);
    uint32_t vram = nv_vram_alloc(nv, 0x1000);

    fill(nv, ram, pitch * lines);
    wr(nv, u, A_NV_FALCON_MEMIF_PORT + 4, SYSRAM);
    wr(nv, u, A_NV_FALCON_MEMIF_PORT + 8, VRAM);
    wr(nv, u, A_NV_PCOPY_YCNT, lines);
    wr(nv, u, A_NV_PCOPY_PITCH, pitch);
    wr(nv, u, A_NV_PCOPY_PITCH + 4, (columns - 1) << 9);
    wr(nv, u, A_NV_PCOPY_YBLOCK + 4, 8 << 12 | 8);
    start_copy(nv, u, ram, vram, pitch, MULTILINE | DST_TILED | WIDE);
    for (uint32_t y = 0; y < lines; y++) {
        for (uint32_t x = 0; x < pitch; x += 4) {
            uint32_t at = ((y / 8 * columns + x / 64) * 8 + y % 8) * 64 +
                          x % 64;

            nv_assert_hex(nv_phys_rd32(nv, vram + at) & 0xff,
                          pattern(y * pitch + x));
        }
    }
}

static void linear(NVDev *nv)
{
    each(nv, copy_linear);
    each(nv, copy_tiled);
}

/* --- Behind PFIFO ----------------------------------------------------- */

/*
 * For each method, FIFO_DATA is a page of 256 bytes whose first 16 are copied
 * to the next one.  In data there are how many methods, FIFO_CMD and FIFO_DATA
 * of the last, from 0x20 on the 16 bytes, and from 0x40 on what the instance
 * block of the channel that was loaded last has at 0x230, which is read
 * through a port that shows video memory.
 */
static const uint8_t copier[] = {
    FUC_SERVE_ENGINE,
    [FUC_HANDLER] = 0xcf, 0x03, 0x80,   /* 40 iord $r3 I[$r0 + 0x200] */
    0xc8, 0x34, 0x03,                   /* 43 xbit $r4 $r3 3 */
    0xf4, 0x0b, 0x59,                   /* 46 bra z 0x9f */
    0xf1, 0x57, 0x00, 0x14,             /* 49 mov $r5 0x1400 */
    0xcf, 0x56, 0x00,                   /* 4d iord $r6 I[$r5] */
    0xc8, 0x67, 0x1e,                   /* 50 xbit $r7 $r6 30 */
    0xf4, 0x0b, 0x0f,                   /* 53 bra z 0x62 */
    0xf0, 0x6a, 0x1e,                   /* 56 bclr $r6 30 */
    0xd0, 0x56, 0x00,                   /* 59 iowr I[$r5] $r6 */
    0xf0, 0x47, 0x01,                   /* 5c mov $r4 1 */
    0xf4, 0x0e, 0x3d,                   /* 5f bra 0x9c */
    0xcf, 0x56, 0x40,                   /* 62 iord $r6 I[$r5 + 0x100] */
    0xc8, 0x67, 0x1e,                   /* 65 xbit $r7 $r6 30 */
    0xf4, 0x0b, 0x31,                   /* 68 bra z 0x99 */
    0xf1, 0x87, 0x00, 0x87,             /* 6b mov $r8 0x8700 */
    0xf0, 0x83, 0x01,                   /* 6f sethi $r8 1 */
    0xf0, 0x97, 0x04,                   /* 72 mov $r9 4 */
    0xd0, 0x89, 0x00,                   /* 75 iowr I[$r8] $r9 */
    0xf1, 0xa7, 0x00, 0x77,             /* 78 mov $r10 0x7700 */
    0xfe, 0xab, 0x00,                   /* 7c mov $xtargets $r10 */
    0xb6, 0x64, 0x04,                   /* 7f shl b32 $r6 4 */
    0xb6, 0x60, 0x02,                   /* 82 add b32 $r6 2 */
    0xfe, 0x67, 0x00,                   /* 85 mov $xdbase $r6 */
    0xf0, 0x97, 0x40,                   /* 88 mov $r9 0x40 */
    0xf0, 0x93, 0x02,                   /* 8b sethi $r9 2 */
    0xf0, 0xa7, 0x30,                   /* 8e mov $r10 0x30 */
    0xfa, 0xa9, 0x05,                   /* 91 xdld $r10 $r9 */
    0xf8, 0x03,                         /* 94 xdwait */
    0xd0, 0x80, 0x00,                   /* 96 iowr I[$r8] $r0 */
    0xf0, 0x47, 0x02,                   /* 99 mov $r4 2 */
    0xd0, 0x54, 0x80,                   /* 9c iowr I[$r5 + 0x200] $r4 */
    0xc8, 0x34, 0x02,                   /* 9f xbit $r4 $r3 2 */
    0xf4, 0x0b, 0x44,                   /* a2 bra z 0xe6 */
    0xf1, 0x57, 0x00, 0x19,             /* a5 mov $r5 0x1900 */
    0xcf, 0x56, 0x40,                   /* a9 iord $r6 I[$r5 + 0x100] */
    0xcf, 0x57, 0x00,                   /* ac iord $r7 I[$r5] */
    0x98, 0x08, 0x00,                   /* af ld b32 $r8 D[$r0] */
    0xb6, 0x80, 0x01,                   /* b2 add b32 $r8 1 */
    0x80, 0x08, 0x00,                   /* b5 st b32 D[$r0] $r8 */
    0x80, 0x06, 0x01,                   /* b8 st b32 D[$r0 + 4] $r6 */
    0x80, 0x07, 0x02,                   /* bb st b32 D[$r0 + 8] $r7 */
    0xf1, 0xa7, 0x00, 0x77,             /* be mov $r10 0x7700 */
    0xfe, 0xab, 0x00,                   /* c2 mov $xtargets $r10 */
    0xfe, 0x77, 0x00,                   /* c5 mov $xdbase $r7 */
    0xf0, 0x97, 0x20,                   /* c8 mov $r9 0x20 */
    0xf0, 0x93, 0x02,                   /* cb sethi $r9 2 */
    0xfa, 0x09, 0x05,                   /* ce xdld $r0 $r9 */
    0xf8, 0x03,                         /* d1 xdwait */
    0xf1, 0xa7, 0x00, 0x01,             /* d3 mov $r10 0x100 */
    0xfa, 0xa9, 0x06,                   /* d7 xdst $r10 $r9 */
    0xf8, 0x03,                         /* da xdwait */
    0xf1, 0x57, 0x00, 0x1d,             /* dc mov $r5 0x1d00 */
    0xf0, 0x47, 0x01,                   /* e0 mov $r4 1 */
    0xd0, 0x54, 0x00,                   /* e3 iowr I[$r5] $r4 */
    0xf0, 0x34, 0x0c,                   /* e6 and $r3 0xc */
    0xd0, 0x03, 0x40,                   /* e9 iowr I[$r0 + 0x100] $r3 */
    0xf8, 0x01,                         /* ec iret */
};

static void start_copier(NVDev *nv, const Unit *u)
{
    nv_falcon_code(nv, u->base, copier, sizeof(copier));
    nv_falcon_start(nv, u->base, 0);
    wr(nv, u, A_NV_FALCON_ACCESS_EN, 3);
}

/* A channel with a buffer of four pieces of 256 bytes */
static NVFermiChan *new_chan(NVDev *nv, const Unit *u, unsigned chid,
                             uint64_t *va, uint32_t *vram)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, chid);

    *va = nv_fermi_buffer(chan, 0x1000, vram);
    nv_phys_wr32(nv, chan->block + NV_FERMI_BLOCK_PCE0, 0xabc00000 | chid);
    for (unsigned i = 0; i < 16; i += 4) {
        nv_phys_wr32(nv, *vram + i, 0x01010101 * i + chid);
    }
    nv_fermi_object(chan, SUBC, u->class, u->engine);
    return chan;
}

/* SET_OBJECT's class, for a program that takes it for a page */
static void map_class(NVFermiChan *chan, const Unit *u)
{
    nv_fermi_map(chan->nv, chan->pd, (uint64_t)u->class << 8 & ~0xfffull,
                 nv_vram_alloc(chan->nv, 0x2000), 0x2000, NV_FERMI_VRAM);
}

static void assert_copied(NVDev *nv, uint32_t vram, unsigned chid)
{
    for (unsigned i = 0; i < 16; i += 4) {
        nv_assert_hex(nv_phys_rd32(nv, vram + i), 0x01010101 * i + chid);
    }
}

/* The class arrives as method 0, and copies nothing of interest. */
static void copy_by_methods(NVDev *nv, const Unit *u)
{
    uint64_t va;
    uint32_t vram;
    NVFermiChan *chan;

    start_copier(nv, u);
    chan = new_chan(nv, u, 11, &va, &vram);
    map_class(chan, u);
    nv_fermi_run(chan);
    nv_assert_hex(data(nv, u, 0), 1);
    nv_assert_hex(data(nv, u, 4), SUBC << 11);
    nv_assert_hex(data(nv, u, 8), u->class);
    nv_assert_hex(data(nv, u, 0x40), 0xabc00000 | 11);
    nv_assert_hex(rd(nv, u, A_NV_FALCON_CHANNEL_CUR),
                  0x40000000 | chan->block >> 12);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE + u->engine * 4), 11);

    /* There are no DMA objects: their methods are like others. */
    nv_fermi_inc(chan, SUBC, 0x0184, va >> 8, (va >> 8) + 1);
    nv_fermi_ni(chan, SUBC, 0x1ffc, (va >> 8) + 2);
    nv_fermi_ref(chan, 5);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 5);
    nv_assert_hex(data(nv, u, 0), 4);
    nv_assert_hex(data(nv, u, 4), SUBC << 11 | 0x7ff);
    nv_assert_hex(data(nv, u, 8), (va >> 8) + 2);
    assert_copied(nv, vram + 0x300, 11);

    nv_migrate(nv);
    nv_phys_wr32(nv, vram, 0x87654321);
    nv_fermi_inc(chan, SUBC, 0x0300, va >> 8);
    nv_fermi_run(chan);
    nv_assert_hex(data(nv, u, 0), 5);
    nv_assert_hex(nv_phys_rd32(nv, vram + 0x100), 0x87654321);

    nv_fermi_preempt(nv, 11);
    nv_assert_hex(rd(nv, u, A_NV_FALCON_CHANNEL_CUR) >> 30, 0);
    nv_fermi_preempt(nv, 11);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

static void methods(NVDev *nv)
{
    each(nv, copy_by_methods);
}

/* Several channels on all engines, each with its own address space */
static void channels(NVDev *nv)
{
    const unsigned count = 4;
    unsigned done[4] = { };
    NVFermiChan *chan[4];
    uint64_t va[4];
    uint32_t vram[4];

    for (unsigned i = 0; i < count; i++) {
        const Unit *u = &units[i % nv->card->pcopies];

        if (i < nv->card->pcopies) {
            start_copier(nv, u);
        }
        chan[i] = new_chan(nv, u, 20 + i, &va[i], &vram[i]);
        map_class(chan[i], u);
        nv_fermi_kick(chan[i]);
    }
    for (unsigned n = 1; n < 60; n++) {
        unsigned i = nv_random_below(count);

        nv_phys_wr32(nv, vram[i], n << 8 | i);
        nv_fermi_inc(chan[i], SUBC, 0x0200, va[i] >> 8);
        nv_fermi_ref(chan[i], n);
        nv_fermi_kick(chan[i]);
        nv_fermi_wait(chan[i]);
        done[i] = n;
    }
    for (unsigned i = 0; i < count; i++) {
        if (done[i]) {
            nv_assert_hex(nv_phys_rd32(nv, vram[i] + 0x100),
                          done[i] << 8 | i);
        }
    }
    nv_fermi_assert_quiet(nv);
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_channel_fini(chan[i]);
        nv_fermi_channel_free(chan[i]);
    }
}

/* --- What waits for a copy -------------------------------------------- */

/* Starts one of @lines identical lines, which takes some time. */
static void start_long(NVDev *nv, const Unit *u, uint64_t src, uint64_t dst,
                       uint32_t size, uint32_t lines)
{
    wr(nv, u, A_NV_PCOPY_ADDRESS_LOW, src);
    wr(nv, u, A_NV_PCOPY_ADDRESS_LOW + 4, dst);
    wr(nv, u, A_NV_PCOPY_XCNT, size);
    wr(nv, u, A_NV_PCOPY_XCNT + 4, size);
    wr(nv, u, A_NV_PCOPY_YCNT, lines);
    wr(nv, u, A_NV_PCOPY_CTRL, TRIGGER | MULTILINE | PORTS);
}

/*
 * A copy in progress, here or after a migration, holds up everything that waits
 * for the engine.
 */
static void fence_of(NVDev *nv, const Unit *u)
{
    const uint32_t size = 512 * KiB, lines = 1500;
    uint64_t va, src, dst;
    uint32_t vram, from, to;
    NVFermiChan *chan;

    start_copier(nv, u);
    chan = new_chan(nv, u, 11, &va, &vram);
    map_class(chan, u);
    nv_fermi_run(chan);
    src = nv_fermi_buffer(chan, size, &from);
    dst = nv_fermi_buffer(chan, size, &to);
    nv_phys_wr32(nv, from + size - 4, 0x12345678);
    start_long(nv, u, src, dst, size, lines);
    nv_migrate(nv);
    g_assert_true(rd(nv, u, A_NV_FALCON_STATUS) & 2);
    nv_stop(nv);
    nv_fermi_release(chan, va + 0x800, 1);
    nv_fermi_kick(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE + u->engine * 4),
                  0x90000000 | 11);
    nv_assert_hex(nv_phys_rd32(nv, vram + 0x800), 0);
    nv_cont(nv);
    nv_poll(nv_phys_rd32(nv, vram + 0x800) == 1);
    nv_assert_hex(rd(nv, u, A_NV_FALCON_STATUS) & 2, 0);
    nv_assert_hex(nv_phys_rd32(nv, to + size - 4), 0x12345678);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

static void fences_wait(NVDev *nv)
{
    each(nv, fence_of);
}

static bool copies(NVDev *nv, const Unit *u)
{
    return rd(nv, u, A_NV_FALCON_STATUS) & 2;
}

/* A copy for a channel that has begun; returns the channel. */
static NVFermiChan *begin_copy(NVDev *nv, const Unit *u, unsigned chid)
{
    const uint32_t size = 512 * KiB, lines = 1000;
    uint64_t va;
    uint32_t vram, unused;
    NVFermiChan *chan;

    start_copier(nv, u);
    chan = new_chan(nv, u, chid, &va, &vram);
    map_class(chan, u);
    nv_fermi_run(chan);
    nv_stop(nv);
    start_long(nv, u, nv_fermi_buffer(chan, size, &unused),
               nv_fermi_buffer(chan, size, &unused), size, lines);
    nv_fermi_inc(chan, SUBC, 0x0200, va >> 8);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    return chan;
}

/* The next method of its channel waits for the copy. */
static void end_copy(NVFermiChan *chan, const Unit *u)
{
    NVDev *nv = chan->nv;

    g_assert_true(copies(nv, u));
    nv_assert_hex(data(nv, u, 0), 1);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    nv_cont(nv);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_REF) == 1);
    g_assert_false(copies(nv, u));
    nv_assert_hex(data(nv, u, 0), 2);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

static void in_order_of(NVDev *nv, const Unit *u)
{
    NVFermiChan *chan = begin_copy(nv, u, 11);

    nv_cont_a_little(nv);
    end_copy(chan, u);
}

static void in_order(NVDev *nv)
{
    each(nv, in_order_of);
}

/* Copies of another engine, for another channel, begin and end meanwhile. */
static void engines_beside(NVDev *nv)
{
    const Unit *u = &units[0], *v = &units[1];
    NVFermiChan *chan, *other;
    uint64_t va;
    uint32_t vram;

    start_copier(nv, v);
    other = new_chan(nv, v, 12, &va, &vram);
    map_class(other, v);
    nv_fermi_run(other);
    nv_fermi_inc(other, SUBC, 0x0200, va >> 8, (va >> 8) + 1);
    nv_fermi_ref(other, 2);
    chan = begin_copy(nv, u, 11);
    nv_fermi_kick(other);
    for (unsigned i = 0; i < 8 &&
         nv_fermi_user_rd32(other, A_NV_USERD_REF) != 2; i++) {
        nv_cont_a_little(nv);
    }
    g_assert_false(copies(nv, v));
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 2);
    assert_copied(nv, vram + 0x200, 12);
    end_copy(chan, u);
    nv_fermi_channel_free(other);
}

static bool has_two(const NVCard *card)
{
    return card->pcopies > 1;
}

/* --- Faults ----------------------------------------------------------- */

/* gf100_fifo_recover_work() and nvkm_falcon_init() */
static void recover(NVDev *nv, const Unit *u)
{
    nv_mask(nv, A_NVC0_PFIFO_ENGINE_FREEZE, 1u << u->engine, 1u << u->engine);
    nv_mask(nv, A_NV_PMC_ENABLE, u->enable, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, u->enable, u->enable);
    start_copier(nv, u);
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FAULT, 1u << u->engine);
    nv_mask(nv, A_NVC0_PFIFO_ENGINE_FREEZE, 1u << u->engine, 0);
}

/*
 * Nothing behind a fault is done on this engine until the driver has reset it:
 * neither another method nor a fence.
 */
static void fault_of(NVDev *nv, const Unit *u)
{
    uint32_t state = A_NVC0_PFIFO_ENGINE_STATE + u->engine * 4;
    uint64_t va, other_va;
    uint32_t vram, other_vram;
    NVFermiChan *chan, *other;
    NVFermiFault fault;

    start_copier(nv, u);
    chan = new_chan(nv, u, 11, &va, &vram);
    nv_fermi_inc(chan, SUBC, 0x0200, 0x12345678, va >> 8);
    nv_fermi_release(chan, va + 0x800, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    g_assert_true(nv_fermi_fault(nv, u->mmu_unit, &fault));
    nv_assert_hex(fault.inst, chan->block);
    nv_assert_hex(fault.client, u->client);
    g_assert_false(fault.write);
    nv_assert_hex(fault.addr, (uint64_t)u->class << 8);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_ENGINE_FAULT), 1u << u->engine);
    nv_assert_hex(nv_rd32(nv, state), 0x91000000 | 11);
    /* The falcon has no interrupt. */
    nv_assert_hex(rd(nv, u, A_NV_FALCON_INTR) & 0x300, 0);

    nv_migrate(nv);
    other = new_chan(nv, u, 12, &other_va, &other_vram);
    map_class(other, u);
    nv_fermi_inc(other, SUBC, 0x0200, other_va >> 8);
    nv_fermi_kick(other);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(data(nv, u, 0), 1);
    nv_assert_hex(nv_phys_rd32(nv, vram + 0x800), 0);
    nv_assert_hex(nv_phys_rd32(nv, other_vram + 0x100), 0);

    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + 11 * 8, 1, 0);
    recover(nv, u);
    nv_fermi_wait(other);
    assert_copied(nv, other_vram + 0x100, 12);
    nv_assert_hex(nv_rd32(nv, state), 12);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_fini(other);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

static void faults(NVDev *nv)
{
    each(nv, fault_of);
}

/* A copy that is stopped in the middle: everything before the page is done. */
static void fault_in_copy(NVDev *nv, const Unit *u)
{
    NVFermiChan *chan = on_channel(nv, u);
    uint64_t ram, src = nv_fermi_ram(chan, 0x2000, &ram);
    uint32_t vram;
    uint64_t dst = nv_fermi_buffer(chan, 0x1000, &vram);
    NVFermiFault fault;

    fill(nv, ram, 0x2000);
    wr(nv, u, A_NV_PCOPY_ADDRESS_LOW, src);
    wr(nv, u, A_NV_PCOPY_ADDRESS_LOW + 4, dst);
    wr(nv, u, A_NV_PCOPY_XCNT, 0x1800);
    wr(nv, u, A_NV_PCOPY_XCNT + 4, 0x1800);
    wr(nv, u, A_NV_PCOPY_CTRL, TRIGGER | PORTS);
    nv_clock_step(nv, 10 * 1000 * 1000);
    g_assert_true(nv_fermi_fault(nv, u->mmu_unit, &fault));
    nv_assert_hex(fault.addr, dst + 0x1000);
    nv_assert_hex(fault.reason, 2);
    g_assert_true(fault.write);
    g_assert_true(rd(nv, u, A_NV_PCOPY_CTRL) & TRIGGER);
    nv_assert_hex(nv_phys_rd32(nv, vram + 0xffc) & 0xff, pattern(0xffc));
    recover(nv, u);
    nv_assert_hex(rd(nv, u, A_NV_PCOPY_CTRL) & TRIGGER, 0);
    nv_fermi_channel_free(chan);
}

static void faults_in_copies(NVDev *nv)
{
    each(nv, fault_in_copy);
}

/*
 * Whatever is written to its registers, a reset restores it. Memory outside the
 * channel's address space, which is the test's own, must not change.
 */
static uint32_t random_value(NVFermiChan *chan, uint64_t va, uint16_t reg)
{
    uint32_t val;

    nv_random_fill(&val, sizeof(val));
    switch (reg) {
    case A_NV_FALCON_CHANNEL_CUR:
    case A_NV_FALCON_CHANNEL_NEXT:
        return val & 1 ? 0x40000000 | chan->block >> 12 : 0x4ff00000;
    case A_NV_FALCON_MEMIF_PORT:
    case A_NV_FALCON_MEMIF_PORT + 4:
    case A_NV_FALCON_MEMIF_PORT + 8:
        return val & ~4;
    default:
        return val % 3 ? extract32(val, 0, 1 + nv_random_below(32))
                       : va + nv_random_below(0x8000);
    }
}

static void random_of(NVDev *nv, const Unit *u)
{
    static const uint16_t regs[] = {
        A_NV_FALCON_INTR_SET, A_NV_FALCON_INTR_EN_SET, A_NV_FALCON_ACCESS_EN,
        A_NV_FALCON_CHANNEL_CUR, A_NV_FALCON_CHANNEL_NEXT,
        A_NV_FALCON_CHANNEL_CMD, A_NV_FALCON_FIFO_ACK, A_NV_FALCON_UC_CTRL,
        A_NV_FALCON_UC_ENTRY, A_NV_FALCON_XFER_EXT_BASE,
        A_NV_FALCON_XFER_FALCON_ADDR, A_NV_FALCON_XFER_CTRL,
        A_NV_FALCON_XFER_EXT_ADDR, A_NV_FALCON_TLB_CMD, A_NV_FALCON_CODE,
        A_NV_FALCON_MEMIF_PORT, A_NV_FALCON_MEMIF_PORT + 4,
        A_NV_FALCON_MEMIF_PORT + 8, A_NV_PCOPY_CTRL, A_NV_PCOPY_YCNT,
        A_NV_PCOPY_ADDRESS_LOW, A_NV_PCOPY_ADDRESS_LOW + 4, A_NV_PCOPY_XCNT,
        A_NV_PCOPY_XCNT + 4, A_NV_PCOPY_CFG, A_NV_PCOPY_YBLOCK + 4,
        A_NV_PCOPY_PITCH + 4, A_NV_PCOPY_SWIZZLE_CONTROL,
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 11);
    uint32_t vram;
    uint64_t va = nv_fermi_buffer(chan, 0x8000, &vram);

    for (unsigned i = 0; i < 600; i++) {
        uint16_t reg = regs[nv_random_below(ARRAY_SIZE(regs))];

        if (i % 50 == 0) {
            nv_mask(nv, A_NV_PMC_ENABLE, u->enable, 0);
            nv_mask(nv, A_NV_PMC_ENABLE, u->enable, u->enable);
            start_copier(nv, u);
        }
        wr(nv, u, reg, random_value(chan, va, reg));
        if (i % 10 == 0) {
            nv_clock_step(nv, 100 * 1000);
        }
    }
    nv_migrate(nv);
    nv_wr32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS, 0xffffffff);
    recover(nv, u);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
    copy_by_methods(nv, u);
}

static void random_writes(NVDev *nv)
{
    each(nv, random_of);
}

/* Methods wait for a processor that is stopped by a fault. */
static void held(NVDev *nv)
{
    const Unit *u = &units[0];
    uint64_t va;
    uint32_t vram;
    NVFermiChan *chan;

    start_copier(nv, u);
    chan = new_chan(nv, u, 11, &va, &vram);
    map_class(chan, u);
    nv_inject(nv, "falcon-stops");
    nv_clock_step(nv, 1000);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 1000 * 1000 * 1000);
    nv_assert_hex(data(nv, u, 0), 0);
    nv_inject_none(nv);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_assert_hex(data(nv, u, 0), 1);
    nv_fermi_channel_free(chan);
}

/* Units that the card lacks: nothing answers, and they accept no methods. */
static void absent(NVDev *nv)
{
    NVFermiChan *chan;

    if (nv->card->pcopies > 1) {
        return;
    }
    nv_assert_hex(rd(nv, &units[1], A_NV_FALCON_UC_CAPS),
                  nv_card_is_gf119(nv->card) ? 0xbadf1300 : 0);
    chan = nv_fermi_channel_new(nv, 1);
    nv_fermi_object(chan, SUBC, 0x90b8, NV_FERMI_PCE1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000);
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "pce/registers", "", registers, .needs = NV_CARD_NVC0 },
    { "pce/spaces", "", spaces, .needs = NV_CARD_NVC0 },
    { "pce/linear", "", linear, .needs = NV_CARD_NVC0 },
    { "pce/unanswered", "introspection", unanswered, .props = NV_CHECKER_ON,
      .needs = NV_CARD_NVC0 },
    { "pce/methods", "", methods, .needs = NV_CARD_NVC0, .own = true,
      .slow = true },
    { "pce/channels", "", channels, .needs = NV_CARD_NVC0 },
    { "pce/fences-wait", "wait-for-idle", fences_wait, .needs = NV_CARD_NVC0,
      .own = true, .slow = true },
    { "pce/copies-in-order", "pipelined-copy!", in_order,
      .needs = NV_CARD_NVC0 },
    { "pce/engines-beside-each-other", "pipelined-copy", engines_beside,
      .needs = NV_CARD_NVC0, .applies = has_two },
    { "pce/faults", "", faults, .needs = NV_CARD_NVC0, .own = true },
    { "pce/faults-in-copies", "", faults_in_copies, .needs = NV_CARD_NVC0 },
    { "pce/random-writes", "", random_writes, .needs = NV_CARD_NVC0,
      .own = true, .slow = true },
    { "pce/held", "fault-injection", held, .needs = NV_CARD_NVC0 },
    { "pce/absent", "", absent, .needs = NV_CARD_NVC0 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

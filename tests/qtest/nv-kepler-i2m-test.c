/*
 * Tests of the NVIDIA GPU: copies inline to memory, NVE4+
 *
 * Methods are from class headers A040, A097 and A0C0, and those of NVF0's, which
 * have the same.  No channel and no program is needed: the context control's
 * registers take an address space, and PGRAPH's a method at a time, as nouveau's
 * gf100_gr_mthd() gives it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-test.h"

enum { I2M = 0xa040, THREED = 0xa097, COMPUTE = 0xa0c0 };

enum {
    LINE_LENGTH_IN = 0x180,
    LINE_COUNT = 0x184,
    OFFSET_OUT_UPPER = 0x188,
    OFFSET_OUT = 0x18c,
    PITCH_OUT = 0x190,
    BLOCK_SIZE = 0x194,
    WIDTH = 0x198,
    HEIGHT = 0x19c,
    DEPTH = 0x1a0,
    LAYER = 0x1a4,
    ORIGIN_X = 0x1a8,
    ORIGIN_Y = 0x1ac,
    LAUNCH_DMA = 0x1b0,
    LOAD_INLINE_DATA = 0x1b4,
    SEMAPHORE_A = 0x1dc,
    GLOBAL_RENDER_ENABLE_A = 0x130,
    COLOR_TARGET = 0x800,
    COLOR_CLEAR_VALUE = 0xd80,
    SURFACE_CLIP = 0xff4,
    RENDER_ENABLE_C = 0x1558,
    RENDER_ENABLE_OVERRIDE = 0x1944,
    CLEAR_SURFACE = 0x19d0,
};

/* LAUNCH_DMA */
enum {
    PITCH = 0x1,
    FLUSH = 0x10,
    RELEASE = 0x20,
    INTERRUPT = 0x100,
    ONE_WORD = 0x1000,
};

/* PGRAPH's INTR */
enum { BUFFER_NOTIFY = 1 << 16, DATA_ERROR = 1 << 20 };

/* DATA_ERROR: rnndb's g80_graph.xml */
#define INVALID_VALUE 0x04
#define INVALID_ENUM 0x05
#define INVALID_BITFIELD 0x0c

#define BUF_VA 0x123456000ull

/* Later cards' classes have other numbers, and the same methods. */
static uint32_t card_s(const NVDev *nv, uint32_t class)
{
    if (nv->card->features & NV_CARD_NV117 && class != I2M) {
        return class ^ 0x1000;
    }
    return nv->card->features & (NV_CARD_NVF0 | NV_CARD_NV108)
        ? class | 0x100 : class;
}

/* A class that has these methods */
static uint32_t class_of(NVDev *nv)
{
    return card_s(nv, *(const uint32_t *)nv->test->data);
}

/* gf100_gr_mthd() */
static void method(NVDev *nv, uint32_t class, uint32_t mthd, uint32_t data)
{
    nv_wr32(nv, 0x40448c, data);
    nv_wr32(nv, 0x404488, 0x80000000 | mthd << 14 | class);
}

/* An address space with a page, of whose address in video memory is returned */
static uint32_t begin(NVDev *nv)
{
    uint32_t block = nv_vram_alloc(nv, NV_FERMI_BLOCK_SIZE);
    uint32_t pd = nv_fermi_space_new(nv);
    uint32_t buf = nv_vram_alloc(nv, 0x1000);

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_fermi_join(nv, block, pd);
    nv_fermi_map(nv, pd, BUF_VA, buf, 0x1000, NV_FERMI_VRAM);
    for (unsigned i = 0; i < 0x1000; i += 4) {
        nv_phys_wr32(nv, buf + i, 0xffffffff);
    }
    nv_wr32(nv, 0x400100, 0xffffffff);
    nv_wr32(nv, 0x40013c, 0xffffffff);
    nv_wr32(nv, 0x400500, 0x00010001);
    /* MEM_CHAN, MEM_CMD */
    nv_wr32(nv, 0x409a0c, 0x80000000 | block >> 12);
    nv_wr32(nv, 0x409a10, 7);
    return buf;
}

static void assert_quiet(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, 0x400100), 0);
    nv_assert_hex(nv_rd32(nv, 0x00259c), 0);
}

static void destination(NVDev *nv, uint32_t class, uint32_t at)
{
    method(nv, class, OFFSET_OUT_UPPER, (BUF_VA + at) >> 32);
    method(nv, class, OFFSET_OUT, BUF_VA + at);
}

static void lines(NVDev *nv, uint32_t class, uint32_t length, uint32_t count,
                  uint32_t pitch)
{
    method(nv, class, LINE_LENGTH_IN, length);
    method(nv, class, LINE_COUNT, count);
    method(nv, class, PITCH_OUT, pitch);
}

/* One word, by LAUNCH_DMA's @launch */
static void word(NVDev *nv, uint32_t class, uint32_t at, uint32_t launch,
                 uint32_t data)
{
    destination(nv, class, at);
    lines(nv, class, 4, 1, 4);
    method(nv, class, LAUNCH_DMA, launch);
    method(nv, class, LOAD_INLINE_DATA, data);
}

/* Two lines of six bytes, from three words; a fourth one is dropped. */
static void pitch(NVDev *nv)
{
    uint32_t class = class_of(nv), buf = begin(nv);

    destination(nv, class, 0x20);
    lines(nv, class, 6, 2, 0x10);
    method(nv, class, LAUNCH_DMA, PITCH | FLUSH);
    method(nv, class, LOAD_INLINE_DATA, 0x03020100);
    method(nv, class, LOAD_INLINE_DATA, 0x07060504);
    method(nv, class, LOAD_INLINE_DATA, 0x0b0a0908);
    assert_quiet(nv);
    method(nv, class, LOAD_INLINE_DATA, 0x0f0e0d0c);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x1c), 0xffffffff);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x20), 0x03020100);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x24), 0xffff0504);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x28), 0xffffffff);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x30), 0x09080706);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x34), 0xffff0b0a);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x38), 0xffffffff);
}

/* Blocks of two gobs, 64 bytes by 8 lines each; the second layer of two */
static void blocks(NVDev *nv)
{
    uint32_t class = class_of(nv), buf = begin(nv);

    destination(nv, class, 0);
    lines(nv, class, 4, 2, 0);
    method(nv, class, BLOCK_SIZE, 0x010);
    method(nv, class, WIDTH, 64);
    method(nv, class, HEIGHT, 16);
    method(nv, class, DEPTH, 2);
    method(nv, class, LAYER, 1);
    method(nv, class, ORIGIN_X, 8);
    method(nv, class, ORIGIN_Y, 7);
    method(nv, class, LAUNCH_DMA, FLUSH);
    method(nv, class, LOAD_INLINE_DATA, 0x11111111);
    method(nv, class, LOAD_INLINE_DATA, 0x22222222);
    assert_quiet(nv);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x400 + 7 * 64 + 8), 0x11111111);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x400 + 8 * 64 + 8), 0x22222222);
    nv_assert_hex(nv_phys_rd32(nv, buf + 7 * 64 + 8), 0xffffffff);
}

static void completion(NVDev *nv)
{
    uint32_t class = class_of(nv), buf = begin(nv);

    method(nv, class, SEMAPHORE_A, (BUF_VA + 0x100) >> 32);
    method(nv, class, SEMAPHORE_A + 4, (uint32_t)BUF_VA + 0x100);
    method(nv, class, SEMAPHORE_A + 8, 0x1234);
    word(nv, class, 0, PITCH | RELEASE | ONE_WORD, 1);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x100), 0x1234);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x104), 0xffffffff);
    nv_clock_step(nv, 1000000);
    method(nv, class, SEMAPHORE_A + 8, 0x5678);
    word(nv, class, 0, PITCH | RELEASE, 1);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x100), 0x5678);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x104), 0);
    g_assert_cmpuint(nv_phys_rd32(nv, buf + 0x108), >=, 1000000);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x10c), 0);
    assert_quiet(nv);
    /* Not before the last word */
    lines(nv, class, 8, 1, 8);
    method(nv, class, LAUNCH_DMA, PITCH | INTERRUPT);
    method(nv, class, LOAD_INLINE_DATA, 1);
    assert_quiet(nv);
    method(nv, class, LOAD_INLINE_DATA, 2);
    nv_assert_hex(nv_rd32(nv, 0x400100), BUFFER_NOTIFY);
}

/* SET_RENDER_ENABLE, which the override may overrule */
static void conditions(NVDev *nv)
{
    uint32_t class = class_of(nv), buf = begin(nv);

    method(nv, class, RENDER_ENABLE_C, 1);
    word(nv, class, 0, PITCH, 0x11);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x11);
    method(nv, class, RENDER_ENABLE_C, 0);
    word(nv, class, 0, PITCH, 0x22);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x11);
    method(nv, class, RENDER_ENABLE_OVERRIDE, 1);
    word(nv, class, 0, PITCH, 0x33);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x33);
    method(nv, class, RENDER_ENABLE_OVERRIDE, 2);
    method(nv, class, RENDER_ENABLE_C, 1);
    word(nv, class, 0, PITCH, 0x44);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x33);
    method(nv, class, RENDER_ENABLE_OVERRIDE, 0);
    word(nv, class, 0, PITCH, 0x55);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x55);
    assert_quiet(nv);
}

static void assert_refused(NVDev *nv, uint32_t mthd, uint32_t data,
                           uint32_t error)
{
    method(nv, class_of(nv), mthd, data);
    nv_assert_hex(nv_rd32(nv, 0x400100), DATA_ERROR);
    nv_assert_hex(nv_rd32(nv, 0x400110), error);
    nv_wr32(nv, 0x400100, DATA_ERROR);
    nv_wr32(nv, 0x400500, 0x00010001);
}

static void parameters(NVDev *nv)
{
    begin(nv);
    assert_refused(nv, LAUNCH_DMA, 0x400, INVALID_BITFIELD);
    assert_refused(nv, LAUNCH_DMA, 0x30, INVALID_ENUM);
    assert_refused(nv, LAUNCH_DMA, 0x200, INVALID_ENUM);
    assert_refused(nv, RENDER_ENABLE_OVERRIDE, 3, INVALID_ENUM);
    assert_refused(nv, OFFSET_OUT_UPPER, 0x100, INVALID_VALUE);
}

/* REDUCTION_ENABLE, _FORMAT and _OP */
#define REDUCTION(_signed, _op) (2 | (_signed) << 2 | (_op) << 13)

/* A semaphore with value 7 whose payload is @payload */
static void reduction(NVDev *nv)
{
    static const struct {
        uint32_t launch, payload, result;
    } rows[] = {
        { REDUCTION(0, 0), 0xfffffffe, 5 },             /* ADD */
        { REDUCTION(0, 1), 0xffffffff, 7 },             /* MIN */
        { REDUCTION(1, 1), 0xffffffff, 0xffffffff },
        { REDUCTION(0, 2), 0xffffffff, 0xffffffff },    /* MAX */
        { REDUCTION(1, 2), 0xffffffff, 7 },
        { REDUCTION(0, 3), 7, 0 }, { REDUCTION(0, 3), 8, 8 },   /* INC */
        { REDUCTION(0, 4), 7, 6 }, { REDUCTION(0, 4), 6, 6 },   /* DEC */
        { REDUCTION(0, 5), 0xc, 4 },                    /* AND */
        { REDUCTION(0, 6), 8, 0xf },                    /* OR */
        { REDUCTION(0, 7), 5, 2 },                      /* XOR */
        { 0, 1, 1 },
    };
    uint32_t class = class_of(nv), buf = begin(nv);

    method(nv, class, SEMAPHORE_A, (BUF_VA + 0x100) >> 32);
    method(nv, class, SEMAPHORE_A + 4, (uint32_t)BUF_VA + 0x100);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        nv_phys_wr32(nv, buf + 0x100, 7);
        method(nv, class, SEMAPHORE_A + 8, rows[i].payload);
        word(nv, class, 0, PITCH | RELEASE | ONE_WORD | rows[i].launch, 1);
        nv_assert_hex(nv_phys_rd32(nv, buf + 0x100), rows[i].result);
        nv_assert_hex(nv_phys_rd32(nv, buf + 0x104), 0xffffffff);
    }
    assert_quiet(nv);
}

/* SET_GLOBAL_RENDER_ENABLE of either 3D or compute is a condition of both. */
static void global_condition(NVDev *nv)
{
    static const uint32_t classes[] = { THREED, COMPUTE };
    uint32_t buf = begin(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        uint32_t from = card_s(nv, classes[i]);
        uint32_t to = card_s(nv, classes[!i]);

        /* If the second word isn't 0 */
        method(nv, from, GLOBAL_RENDER_ENABLE_A, (BUF_VA + 0x200) >> 32);
        method(nv, from, GLOBAL_RENDER_ENABLE_A + 4,
               (uint32_t)BUF_VA + 0x200);
        method(nv, from, GLOBAL_RENDER_ENABLE_A + 8, 2);
        nv_phys_wr32(nv, buf + 0x204, 0);
        word(nv, from, 0, PITCH, 0x11);
        word(nv, to, 4, PITCH, 0x22);
        nv_assert_hex(nv_phys_rd32(nv, buf), 0xffffffff);
        nv_assert_hex(nv_phys_rd32(nv, buf + 4), 0xffffffff);
        nv_phys_wr32(nv, buf + 0x204, 1);
        word(nv, from, 0, PITCH, 0x11);
        word(nv, to, 4, PITCH, 0x22);
        nv_assert_hex(nv_phys_rd32(nv, buf), 0x11);
        nv_assert_hex(nv_phys_rd32(nv, buf + 4), 0x22);
        nv_phys_wr32(nv, buf, 0xffffffff);
        nv_phys_wr32(nv, buf + 4, 0xffffffff);
        method(nv, from, GLOBAL_RENDER_ENABLE_A + 8, 1);
    }
    assert_quiet(nv);
}

/* PGRAPH has gf100.c's list no more; the other ones' classes bind. */
static void classes(NVDev *nv)
{
    static const uint32_t there[] = { 0x902d, I2M, THREED, COMPUTE };
    const uint32_t not_there[] = {
        0x9039, 0x9097, 0x9297, 0x90c0, 0xa0b5, card_s(nv, I2M) ^ 0x100,
        card_s(nv, THREED) ^ 0x100, card_s(nv, COMPUTE) ^ 0x100,
    };

    begin(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(there); i++) {
        method(nv, i ? card_s(nv, there[i]) : there[i], 0x110, 0);
    }
    g_assert_cmpuint(nv_log_count(nv, "no such class"), ==, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(not_there); i++) {
        method(nv, not_there[i], 0x110, 0);
        g_assert_cmpuint(nv_log_count(nv, "no such class"), ==, i + 1);
    }
}

/* A target of 16 by 4 pixels is cleared, if the condition says so. */
static void clear(NVDev *nv, uint32_t color)
{
    method(nv, card_s(nv, THREED), COLOR_CLEAR_VALUE, color);
    method(nv, card_s(nv, THREED), CLEAR_SURFACE, 0xf << 2);
}

static void clears(NVDev *nv)
{
    /* R32_UINT, in lines of 64 bytes */
    static const uint32_t target[] = { 64, 4, 0xe4, 0x1000, 1, 0, 0 };
    uint32_t class = card_s(nv, THREED), buf = begin(nv);

    method(nv, class, COLOR_TARGET, BUF_VA >> 32);
    method(nv, class, COLOR_TARGET + 4, (uint32_t)BUF_VA);
    for (unsigned i = 0; i < ARRAY_SIZE(target); i++) {
        method(nv, class, COLOR_TARGET + 8 + i * 4, target[i]);
    }
    method(nv, class, SURFACE_CLIP, 16 << 16);
    method(nv, class, SURFACE_CLIP + 4, 4 << 16);
    clear(nv, 0x11);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x11);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0xfc), 0x11);
    nv_assert_hex(nv_phys_rd32(nv, buf + 0x100), 0xffffffff);
    method(nv, class, RENDER_ENABLE_C, 0);
    clear(nv, 0x22);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x11);
    method(nv, class, RENDER_ENABLE_OVERRIDE, 1);
    clear(nv, 0x33);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x33);
    method(nv, class, RENDER_ENABLE_C, 1);
    method(nv, class, RENDER_ENABLE_OVERRIDE, 2);
    clear(nv, 0x44);
    nv_assert_hex(nv_phys_rd32(nv, buf), 0x33);
    assert_quiet(nv);
}

/* SEND_PCAS: nothing is launched, and nothing stops. */
static void launches(NVDev *nv)
{
    uint32_t class = card_s(nv, COMPUTE);

    begin(nv);
    method(nv, class, 0x2b4, BUF_VA >> 8);
    method(nv, class, 0x2bc, 3);
    assert_quiet(nv);
}

static const uint32_t i2m = I2M, threed = THREED, compute = COMPUTE;

#define KEPLER .needs = NV_CARD_NVE4, .cold = true
#define EACH(_name, _fn) \
    { "i2m/" _name, NULL, _fn, KEPLER, .data = &i2m }, \
    { "i2m/" _name "-in-3d", NULL, _fn, KEPLER, .data = &threed }, \
    { "i2m/" _name "-in-compute", NULL, _fn, KEPLER, .data = &compute }

static const NVTest tests[] = {
    EACH("pitch", pitch),
    EACH("blocks", blocks),
    EACH("completion", completion),
    EACH("conditions", conditions),
    EACH("parameters", parameters),
    EACH("reduction", reduction),
    { "i2m/global-condition", NULL, global_condition, KEPLER },
    { "i2m/classes", NULL, classes, KEPLER },
    { "i2m/clears-have-an-override", NULL, clears, KEPLER },
    { "i2m/launches", NULL, launches, KEPLER },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

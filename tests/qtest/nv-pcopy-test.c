/*
 * Tests of the NVIDIA GPU: PCOPY
 *
 * Its copy unit, with registers as nouveau's com.fuc sets them; and PFIFO's
 * methods and channels, with a program that counts methods.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define SUBC 3
#define HANDLE 0xbeef85b5

/* CTRL */
#define TRIGGER (1 << 0)
#define INTR (1 << 4)
#define MULTILINE (1 << 6)
#define SRC_TILED (1 << 7)
#define DST_TILED (1 << 8)
#define SWIZZLE (1 << 9)
#define SRC_WIDE (1 << 17)
#define DST_WIDE (1 << 18)
#define PORTS (1u << 26 | 2u << 29)
#define SWAPPED (2u << 26 | 1u << 29)

#define SIZE (64 * KiB)

static void wr(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, NV_PCOPY, reg, val);
}

static uint32_t rd(NVDev *nv, uint32_t reg)
{
    return nv_falcon_rd32(nv, NV_PCOPY, reg);
}

/* --- Copies ----------------------------------------------------------- */

/* One side: in lines of a pitch, or in blocks if there is a width */
typedef struct Side {
    uint32_t offset, pitch;
    uint32_t width, height, depth;
    unsigned gob_bits, block_height, block_depth;
    uint32_t x, y, z;
} Side;

/* envytools, memory/g80-surface.rst: where byte @x of line @y is */
static uint32_t place(const Side *s, uint32_t x, uint32_t y)
{
    uint32_t gob_w = 1 << s->gob_bits, lines = 4 << s->block_height;
    uint32_t layers = 1 << s->block_depth;
    uint32_t columns, rows, block;

    if (!s->width) {
        return s->offset + y * s->pitch + x;
    }
    x += s->x;
    y += s->y;
    columns = DIV_ROUND_UP(s->width, gob_w);
    rows = DIV_ROUND_UP(s->height, lines);
    block = (s->z / layers * rows + y / lines) * columns + x / gob_w;
    return s->offset + block * gob_w * lines * layers +
           s->z % layers * gob_w * lines + y % lines * gob_w + x % gob_w;
}

/* cmd_exec_set_surface_tiled, cmd_exec_set_surface_linear */
static void set_side(NVDev *nv, const Side *s, bool dst, uint32_t base)
{
    uint32_t th = s->block_height + 2, td = s->block_depth;
    uint32_t columns = DIV_ROUND_UP(s->width, 1 << s->gob_bits);
    uint32_t rem = (1 << th) - s->y % (1 << th);

    wr(nv, A_NV_PCOPY_ADDRESS_LOW + dst * 4, base + place(s, 0, 0));
    if (!s->width) {
        wr(nv, A_NV_PCOPY_CFG + dst * 4, 0);
        wr(nv, A_NV_PCOPY_PITCH + dst * 4, s->pitch);
        return;
    }
    wr(nv, A_NV_PCOPY_CFG + dst * 4, (1 << s->block_height) << td);
    wr(nv, A_NV_PCOPY_YBLOCK + dst * 4, 1 << th << 12 | rem);
    wr(nv, A_NV_PCOPY_PITCH + dst * 4,
       (columns - 1) << (s->gob_bits + th + td));
}

static void check_copy(NVDev *nv, const Side *src, const Side *dst,
                       uint32_t length, uint32_t lines)
{
    g_autofree uint8_t *in = g_malloc(SIZE), *want = g_malloc(SIZE);
    g_autofree uint8_t *got = g_malloc(SIZE);
    NVBuf *from = nv_buf_new(nv, NV_IN_RAM, SIZE, 0x3d);
    NVBuf *to = nv_buf_new(nv, NV_IN_VRAM, SIZE, 0x3d);

    nv_random_fill(in, SIZE);
    nv_random_fill(want, SIZE);
    nv_buf_write(from, 0, in, SIZE);
    nv_buf_write(to, 0, want, SIZE);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 4, NV_PORT_SYSRAM);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 8, NV_PORT_VRAM);
    set_side(nv, src, false, from->base);
    set_side(nv, dst, true, to->base);
    wr(nv, A_NV_PCOPY_XCNT, length);
    wr(nv, A_NV_PCOPY_XCNT + 4, length);
    wr(nv, A_NV_PCOPY_YCNT, lines);
    wr(nv, A_NV_PCOPY_CTRL, TRIGGER | MULTILINE | PORTS |
       (src->width ? SRC_TILED : 0) | (dst->width ? DST_TILED : 0) |
       (src->gob_bits == 6 ? SRC_WIDE : 0) |
       (dst->gob_bits == 6 ? DST_WIDE : 0));
    nv_falcon_wait(nv, NV_PCOPY, 2);
    for (uint32_t y = 0; y < lines; y++) {
        for (uint32_t x = 0; x < length; x++) {
            want[place(dst, x, y)] = in[place(src, x, y)];
        }
    }
    nv_buf_read(to, 0, got, SIZE);
    if (memcmp(want, got, SIZE)) {
        nv_fail("a copy of %u bytes, %u lines differs", length, lines);
    }
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0);
    nv_buf_free(to);
    nv_buf_free(from);
}

static void random_side(Side *s, uint32_t length, uint32_t lines, bool tiled)
{
    *s = (Side) {
        .offset = nv_random_below(16) * 0x400,
        .pitch = length + nv_random_below(50),
    };
    if (!tiled) {
        return;
    }
    s->gob_bits = nv_random_below(2) ? 6 : 4;
    s->block_height = nv_random_below(3);
    s->block_depth = nv_random_below(2);
    s->x = nv_random_below(70);
    s->y = nv_random_below(20);
    s->width = s->x + length + nv_random_below(40);
    s->height = s->y + lines + nv_random_below(10);
    s->depth = 2;
    s->z = nv_random_below(2);
}

static void copies(NVDev *nv)
{
    for (unsigned i = 0; i < 32; i++) {
        uint32_t length = 1 + nv_random_below(150);
        uint32_t lines = 1 + nv_random_below(30);
        Side src, dst;

        if (i % 8 == 0) {
            nv_init(nv);
        }
        random_side(&src, length, lines, i & 1);
        random_side(&dst, length, lines, i & 2);
        check_copy(nv, &src, &dst, length, lines);
    }
}

/* cmd_exec_set_format: bytes picked, constants, zeros */
static void swizzle(NVDev *nv)
{
    static const uint8_t map[16] = {
        2, 0x10, 0x80, 1, 0x17, 0,
    };
    uint32_t vram = nv_vram_alloc(nv, 0x3000);
    uint32_t src = vram, dst = vram + 0x1000;

    for (unsigned i = 0; i < 0x400; i += 4) {
        nv_phys_wr32(nv, src + i, 0x03020100 + i * 0x01010101);
        nv_phys_wr32(nv, dst + i, 0xeeeeeeee);
    }
    wr(nv, A_NV_FALCON_MEMIF_PORT + 4, NV_PORT_VRAM);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 8, NV_PORT_VRAM);
    wr(nv, A_NV_PCOPY_ADDRESS_LOW, src);
    wr(nv, A_NV_PCOPY_ADDRESS_LOW + 4, dst);
    wr(nv, A_NV_PCOPY_XCNT, 10 * 3);
    wr(nv, A_NV_PCOPY_XCNT + 4, 10 * 6);
    wr(nv, A_NV_PCOPY_SWIZZLE_CONTROL, 2 | 5 << 8);
    for (unsigned i = 0; i < 4; i++) {
        wr(nv, A_NV_PCOPY_SWIZZLE_MAP + i * 4, ldl_le_p(map + i * 4));
    }
    wr(nv, A_NV_PCOPY_SWIZZLE_CONST, 0x000000c0);
    wr(nv, A_NV_PCOPY_SWIZZLE_CONST + 4, 0xc7000000);
    wr(nv, A_NV_PCOPY_CTRL, TRIGGER | SWIZZLE | PORTS);
    nv_falcon_wait(nv, NV_PCOPY, 2);
    for (unsigned i = 0; i < 60; i++) {
        uint8_t first = i / 6 * 3;
        uint8_t want = i % 6 == 0 ? first + 2 : i % 6 == 1 ? 0xc0
                     : i % 6 == 2 ? 0 : i % 6 == 3 ? first + 1
                     : i % 6 == 4 ? 0xc7 : first;

        nv_assert_hex(extract32(nv_phys_rd32(nv, dst + (i & ~3)),
                                (i & 3) * 8, 8), want);
    }
    nv_assert_hex(nv_phys_rd32(nv, dst + 60), 0xeeeeeeee);
    /* As many bytes of the time, and none of a source */
    wr(nv, A_NV_PCOPY_XCNT, 0);
    wr(nv, A_NV_PCOPY_XCNT + 4, 8);
    wr(nv, A_NV_PCOPY_SWIZZLE_CONTROL, 0x10700);
    wr(nv, A_NV_PCOPY_SWIZZLE_MAP, 0x13121110);
    wr(nv, A_NV_PCOPY_SWIZZLE_MAP + 4, 0x17161514);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 4, 0);
    wr(nv, A_NV_PCOPY_CTRL, TRIGGER | SWIZZLE | PORTS);
    nv_falcon_wait(nv, NV_PCOPY, 2);
    g_assert_cmpuint(nv_phys_rd32(nv, dst), <=,
                     rd(nv, A_NV_FALCON_TIME_LOW));
    nv_assert_hex(nv_phys_rd32(nv, dst + 4), rd(nv, A_NV_FALCON_TIME_HIGH));
}

/* An address that can't be reached ends the copy, and is reported. */
static void faults(NVDev *nv)
{
    wr(nv, A_NV_PCOPY_XCNT, 64);
    wr(nv, A_NV_PCOPY_XCNT + 4, 64);
    wr(nv, A_NV_PCOPY_CTRL, TRIGGER | INTR | PORTS);
    nv_falcon_wait(nv, NV_PCOPY, 2);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x100);
    nv_assert_hex(rd(nv, A_NV_PCOPY_INTR), 2);
    wr(nv, A_NV_PCOPY_INTR_EN, 3);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x900);
    wr(nv, A_NV_PCOPY_INTR, 2);
    wr(nv, A_NV_FALCON_INTR_CLEAR, 0x100);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 4, NV_PORT_VRAM);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 8, NV_PORT_VRAM);
    wr(nv, A_NV_PCOPY_ADDRESS_LOW, nv->vram);
    wr(nv, A_NV_PCOPY_CTRL, TRIGGER | PORTS);
    nv_falcon_wait(nv, NV_PCOPY, 2);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x200);
}

/* Nothing answers there, be it a copy's beginning, its end or a program's. */
static void unanswered(NVDev *nv)
{
    const uint32_t hole = 0x70000000;

    wr(nv, A_NV_FALCON_MEMIF_PORT + 4, NV_PORT_SYSRAM);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 8, NV_PORT_VRAM);
    for (unsigned side = 0; side < 2; side++) {
        wr(nv, A_NV_PCOPY_XCNT, 64);
        wr(nv, A_NV_PCOPY_XCNT + 4, 64);
        wr(nv, A_NV_PCOPY_ADDRESS_LOW, side ? 0x1000 : hole);
        wr(nv, A_NV_PCOPY_ADDRESS_LOW + 4, side ? hole : 0x1000);
        wr(nv, A_NV_PCOPY_CTRL, TRIGGER | (side ? SWAPPED : PORTS));
        nv_falcon_wait(nv, NV_PCOPY, 2);
        nv_assert_found(nv, "access-astray address=0x%x who=", hole);
        nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x200);
        wr(nv, A_NV_FALCON_INTR_CLEAR, 0x200);
        nv_checker_anew(nv);
    }
}

/* --- Behind PFIFO ----------------------------------------------------- */

/*
 * Counts methods: data has their number, FIFO_CMD and FIFO_DATA of the last
 * one, and the sum of FIFO_DATA. The first 256 bytes are the context.
 */
static const uint8_t counter[] = {
    FUC_SERVE_ENGINE,
    [FUC_HANDLER] = 0xcf, 0x03, 0x80,   /* 40 iord $r3 I[$r0 + 0x200] */
    0xc8, 0x34, 0x03,                   /* 43 xbit $r4 $r3 3 */
    0xf4, 0x0b, 0x44,                   /* 46 bra z 0x8a */
    0xf1, 0x87, 0x00, 0x77,             /* 49 mov $r8 0x7700 */
    0xfe, 0x8b, 0x00,                   /* 4d mov $xtargets $r8 */
    0xfe, 0x07, 0x00,                   /* 50 mov $xdbase $r0 */
    0xbd, 0x94,                         /* 53 clear b32 $r9 */
    0xf0, 0x93, 0x06,                   /* 55 sethi $r9 6 */
    0xf1, 0x57, 0x00, 0x14,             /* 58 mov $r5 0x1400 */
    0xcf, 0x56, 0x00,                   /* 5c iord $r6 I[$r5] */
    0xc8, 0x67, 0x1e,                   /* 5f xbit $r7 $r6 30 */
    0xf4, 0x0b, 0x14,                   /* 62 bra z 0x76 */
    0xfa, 0x09, 0x06,                   /* 65 xdst $r0 $r9 */
    0xf8, 0x03,                         /* 68 xdwait */
    0xf0, 0x6a, 0x1e,                   /* 6a bclr $r6 30 */
    0xd0, 0x56, 0x00,                   /* 6d iowr I[$r5] $r6 */
    0xf0, 0x47, 0x01,                   /* 70 mov $r4 1 */
    0xf4, 0x0e, 0x14,                   /* 73 bra 0x87 */
    0xcf, 0x56, 0x40,                   /* 76 iord $r6 I[$r5 + 0x100] */
    0xc8, 0x67, 0x1e,                   /* 79 xbit $r7 $r6 30 */
    0xf4, 0x0b, 0x08,                   /* 7c bra z 0x84 */
    0xfa, 0x09, 0x05,                   /* 7f xdld $r0 $r9 */
    0xf8, 0x03,                         /* 82 xdwait */
    0xf0, 0x47, 0x02,                   /* 84 mov $r4 2 */
    0xd0, 0x54, 0x80,                   /* 87 iowr I[$r5 + 0x200] $r4 */
    0xc8, 0x34, 0x02,                   /* 8a xbit $r4 $r3 2 */
    0xf4, 0x0b, 0x2f,                   /* 8d bra z 0xbc */
    0xf1, 0x57, 0x00, 0x19,             /* 90 mov $r5 0x1900 */
    0xcf, 0x56, 0x40,                   /* 94 iord $r6 I[$r5 + 0x100] */
    0xcf, 0x57, 0x00,                   /* 97 iord $r7 I[$r5] */
    0x98, 0x08, 0x00,                   /* 9a ld b32 $r8 D[$r0] */
    0xb6, 0x80, 0x01,                   /* 9d add b32 $r8 1 */
    0x80, 0x08, 0x00,                   /* a0 st b32 D[$r0] $r8 */
    0x80, 0x06, 0x01,                   /* a3 st b32 D[$r0 + 4] $r6 */
    0x80, 0x07, 0x02,                   /* a6 st b32 D[$r0 + 8] $r7 */
    0x98, 0x08, 0x03,                   /* a9 ld b32 $r8 D[$r0 + 0xc] */
    0xbb, 0x87, 0x00,                   /* ac add b32 $r8 $r7 */
    0x80, 0x08, 0x03,                   /* af st b32 D[$r0 + 0xc] $r8 */
    0xf1, 0x57, 0x00, 0x1d,             /* b2 mov $r5 0x1d00 */
    0xf0, 0x47, 0x01,                   /* b6 mov $r4 1 */
    0xd0, 0x54, 0x00,                   /* b9 iowr I[$r5] $r4 */
    0xf0, 0x34, 0x0c,                   /* bc and $r3 0xc */
    0xd0, 0x03, 0x40,                   /* bf iowr I[$r0 + 0x100] $r3 */
    0xf8, 0x01,                         /* c2 iret */
};

/* Starts a copy with each method, instead of counting it */
static const uint8_t copier[] = {
    0xf1, 0x57, 0x00, 0x00,             /* a0 mov $r5 0 */
    0xf0, 0x53, 0x02,                   /* a4 sethi $r5 2 */
    0xf1, 0x47, 0x41, 0x00,             /* a7 mov $r4 0x41 */
    0xf1, 0x43, 0x00, 0x44,             /* ab sethi $r4 0x4400 */
    0xd0, 0x54, 0x00,                   /* af iowr I[$r5] $r4 */
};

/* Refuses each method, as nouveau's program refuses one that it doesn't know */
static const uint8_t refuser[] = {
    0xf0, 0x47, 0x40,                   /* 9a mov $r4 0x40 */
    0xd0, 0x04, 0x00,                   /* 9d iowr I[$r0] $r4 */
    0xf0, 0x47, 0x01,                   /* a0 mov $r4 1 */
};

static void start_counter(NVDev *nv)
{
    nv_falcon_code(nv, NV_PCOPY, counter, sizeof(counter));
    nv_falcon_start(nv, NV_PCOPY, 0);
    wr(nv, A_NV_FALCON_ACCESS_EN, 3);
}

/* A channel with a context and an object, as g84_fifo_chan_engine_init() */
static NVChan *new_chan(NVDev *nv, unsigned chid, uint32_t *context)
{
    NVChan *chan = nv_ib_chan_new(nv, chid, NV_IN_RAM, 6);
    uint32_t inst = nv_inst_object(nv, 0x85b5);

    *context = nv_vram_alloc(nv, 0x1000);
    for (unsigned i = 0; i < 0x100; i += 4) {
        nv_phys_wr32(nv, *context + i, 0);
    }
    nv_vm_dmaobj(nv, nv->tesla->block[chid] + 0xc0, 0x00190000, *context,
                 *context + 0xff);
    nv_ramht_insert(nv, chid, HANDLE, NV_ENGINE_PCOPY, inst);
    return chan;
}

static uint32_t data(NVDev *nv, uint32_t addr)
{
    return nv_falcon_data_rd32(nv, NV_PCOPY, addr);
}

static void methods(NVDev *nv)
{
    uint32_t context;
    NVChan *chan = new_chan(nv, 1, &context);

    start_counter(nv);
    nv_push_object(chan, SUBC, HANDLE);
    nv_run(chan);
    nv_assert_hex(data(nv, 0), 1);
    nv_assert_hex(data(nv, 4), SUBC << 11);
    nv_assert_hex(rd(nv, A_NV_FALCON_CHANNEL_CUR),
                  0x40000000 | nv->tesla->block[1] >> 12);
    nv_push_inc(chan, SUBC, 0x030c, 1, 2, 3, 4);
    nv_push_inc(chan, SUBC, 0x1ffc, 0x12345678);
    nv_run(chan);
    nv_assert_hex(data(nv, 0), 6);
    nv_assert_hex(data(nv, 4), SUBC << 11 | 0x7ff);
    nv_assert_hex(data(nv, 8), 0x12345678);
    nv_assert_hex(rd(nv, A_NV_FALCON_FIFO_OCCUPIED), 0);

    nv_migrate(nv);
    nv_push_inc(chan, SUBC, 0x0200, 7);
    nv_run(chan);
    nv_assert_hex(data(nv, 0), 7);
    nv_assert_hex(data(nv, 8), 7);

    /* A kick saves the context; without one nothing changes. */
    nv_tesla_kick(nv, 1);
    nv_assert_hex(nv_phys_rd32(nv, context), 7);
    nv_assert_hex(nv_phys_rd32(nv, context + 8), 7);
    nv_assert_hex(rd(nv, A_NV_FALCON_CHANNEL_CUR) >> 30, 0);
    nv_tesla_kick(nv, 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void channels(NVDev *nv)
{
    uint32_t context[3], sum[3] = { };
    NVChan *chan[3];

    for (unsigned i = 0; i < 3; i++) {
        chan[i] = new_chan(nv, 1 + i, &context[i]);
    }
    start_counter(nv);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_object(chan[i], SUBC, HANDLE);
        nv_kick(chan[i]);
    }
    for (unsigned n = 0; n < 30; n++) {
        unsigned i = nv_random_below(3);
        uint32_t val = nv_random_below(1000);

        nv_push_inc(chan[i], SUBC, 0x200, val, val + 1);
        nv_push_ref(chan[i], n + 1);
        nv_kick(chan[i]);
        sum[i] += 2 * val + 1;
    }
    for (unsigned i = 0; i < 3; i++) {
        nv_wait(chan[i]);
    }
    nv_assert_quiet(nv);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t object;

        nv_tesla_kick(nv, 1 + i);
        /* Method 0 has the object's instance. */
        object = nv_phys_rd32(nv, context[i] + 0xc) - sum[i];
        g_assert_cmpuint(object, <, 0x10000);
        nv_chan_free(chan[i]);
    }
}

/* A reference and a release are executed when the copy has ended. */
static void fences_wait(NVDev *nv)
{
    const uint32_t size = 1 * MiB, lines = 2000;
    uint32_t context, base;
    NVChan *chan = new_chan(nv, 1, &context);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);
    uint8_t code[sizeof(counter)];

    memcpy(code, counter, sizeof(code));
    memcpy(code + 0xa0, copier, sizeof(copier));
    nv_falcon_code(nv, NV_PCOPY, code, sizeof(code));
    nv_falcon_start(nv, NV_PCOPY, 0);
    wr(nv, A_NV_FALCON_ACCESS_EN, 3);
    nv_push_object(chan, SUBC, HANDLE);
    nv_run(chan);
    base = nv_vram_alloc(nv, size);
    nv_phys_wr32(nv, base, 0x12345678);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 4, NV_PORT_VRAM);
    wr(nv, A_NV_FALCON_MEMIF_PORT + 8, NV_PORT_VRAM);
    wr(nv, A_NV_PCOPY_ADDRESS_LOW, base);
    wr(nv, A_NV_PCOPY_ADDRESS_LOW + 4, base + size / 2);
    wr(nv, A_NV_PCOPY_XCNT, size / 2);
    wr(nv, A_NV_PCOPY_XCNT + 4, size / 2);
    wr(nv, A_NV_PCOPY_YCNT, lines);
    nv_push_inc(chan, SUBC, 0x0200, 0);
    nv_push_release(chan, 0x40, 1);
    nv_push_ref(chan, 2);
    nv_graph_kick_a_little(chan);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0);
    g_assert_true(rd(nv, A_NV_FALCON_STATUS) & 2);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_cont(nv);
    nv_poll(nv_buf_rd32(buf, 0x40) == 1);
    nv_assert_hex(rd(nv, A_NV_FALCON_STATUS) & 2, 0);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_hex(nv_phys_rd32(nv, base + size / 2), 0x12345678);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* The methods aren't accepted: they wait, and don't block other channels. */
static void stopped(NVDev *nv)
{
    uint32_t context;
    NVChan *chan = new_chan(nv, 1, &context);

    nv_push_object(chan, SUBC, HANDLE);
    nv_push_inc(chan, SUBC, 0x200, 5);
    nv_push_ref(chan, 7);
    nv_kick(chan);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(nv_user_ref(chan), 0);
    start_counter(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 7);
    nv_assert_hex(data(nv, 8), 5);
    /* Turned off in PMC.ENABLE, it loses everything. */
    nv_mask(nv, A_NV_PMC_ENABLE, 0x00802000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x00802000, 0x00802000);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), 0x10);
    nv_assert_hex(rd(nv, A_NV_FALCON_CHANNEL_CUR), 0);
    nv_chan_free(chan);
}

/* Methods wait for a processor that is stopped by a fault. */
static void held_by_fault(NVDev *nv)
{
    uint32_t context;
    NVChan *chan = new_chan(nv, 1, &context);

    start_counter(nv);
    nv_inject(nv, "falcon-stops");
    nv_clock_step(nv, 1000);
    nv_push_object(chan, SUBC, HANDLE);
    nv_push_ref(chan, 7);
    nv_kick(chan);
    nv_clock_step(nv, 1000 * 1000 * 1000);
    nv_assert_hex(data(nv, 0), 0);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_inject_none(nv);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_poll(nv_user_ref(chan) == 7);
    nv_assert_hex(data(nv, 0), 1);
    nv_chan_free(chan);
}

/* The same if a debugger stops it, in the middle of PFIFO's request. */
static void held_by_debugger(NVDev *nv)
{
    uint32_t context;
    NVChan *chan = new_chan(nv, 1, &context);

    start_counter(nv);
    /* In the handler, before it counts */
    nv_break(nv, "1 falcon address=0x9d");
    nv_push_object(chan, SUBC, HANDLE);
    nv_push_ref(chan, 7);
    nv_kick(chan);
    nv_stopped_at(nv, "kind=falcon");
    nv_assert_hex(data(nv, 0), 0);
    nv_go_on(nv);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_poll(nv_user_ref(chan) == 7);
    nv_assert_hex(data(nv, 0), 1);
    nv_chan_free(chan);
}

/* A debugger learns which method it is that the program refuses. */
static void refused(NVDev *nv)
{
    const char *said = "PCOPY: channel 1 subchannel 3 method 0x030c data "
                       "0x0000abcd: DISPATCH_ERROR";
    uint32_t context;
    NVChan *chan = new_chan(nv, 1, &context);
    uint8_t code[sizeof(counter)];
    uint32_t at;

    start_counter(nv);
    nv_push_object(chan, SUBC, HANDLE);
    nv_run(chan);
    memcpy(code, counter, sizeof(code));
    memcpy(code + 0x9a, refuser, sizeof(refuser));
    nv_falcon_code(nv, NV_PCOPY, code, sizeof(code));
    nv_break(nv, "1 error");
    at = chan->cur + 4;
    nv_push_inc(chan, SUBC, 0x030c, 0xabcd);
    nv_kick(chan);
    nv_stopped_by(nv, 1, "error what=DISPATCH_ERROR channel=1 subchannel=%u "
                  "class=0x85b5 method=0x030c data=0xabcd address=0x%x", SUBC,
                  at);
    g_assert_cmpuint(nv_log_count(nv, said), ==, 1);
    nv_go_on(nv);
    nv_wait(chan);
    nv_chan_free(chan);
}

#define GT215 (NV_CARD_NV50 | NV_CARD_NVA3)

static const NVTest tests[] = {
    { "pcopy/copies", "", copies, .needs = GT215 },
    { "pcopy/swizzle", "", swizzle, .needs = GT215 },
    { "pcopy/faults", "", faults, .needs = GT215 },
    { "pcopy/unanswered", "introspection", unanswered, .props = NV_CHECKER_ON,
      .needs = GT215 },
    { "pcopy/methods", "migration", methods, .needs = GT215 },
    { "pcopy/channels", "", channels, .needs = GT215 },
    { "pcopy/fences-wait", "ref-cnt semaphore-release engine-switch-wait",
      fences_wait, .needs = GT215 },
    { "pcopy/stopped", "pmc-ptimer", stopped, .needs = GT215 },
    { "pcopy/held-by-fault", "fault-injection", held_by_fault, .needs = GT215 },
    { "pcopy/refused", "introspection!", refused, .needs = GT215 },
    { "pcopy/held-by-debugger", "introspection", held_by_debugger,
      .needs = GT215 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

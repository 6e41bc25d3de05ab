/*
 * Tests of the NVIDIA GPU: copies by M2MF
 *
 * Each copy is compared with one that is made byte by byte; surfaces in blocks
 * are by the formulas of envytools, memory/g80-surface.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "nv-graph.h"
#include "nv-m2mf.h"
#include "nv-snapshot.h"
#include "nv-tesla-graph.h"

#define SUBC NV_M2MF_SUBC

#define HANDLE 0xbeef0039

/* --- Life ------------------------------------------------------------- */

static NVChan *chan_new(NVDev *nv)
{
    if (nv_is_tesla(nv)) {
        nv50_graph_init(nv);
        return nv50_graph_chan_new(nv, NV_M2MF_CHID);
    }
    nv_graph_init(nv);
    return nv_chan_new(nv, NV_M2MF_CHID, NV_IN_RAM);
}

void nv_m2mf_new_on(NVM2MF *m, NVChan *chan, NVPlace in, NVPlace out,
                    uint32_t size)
{
    NVDev *nv = chan->nv;

    m->chan = chan;
    m->notify = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    m->in = nv_buf_new(nv, in, size, 0x3d);
    m->out = nv_buf_new(nv, out, size, 0x3d);
    nv_graph_name(m->chan, NV_M2MF_HANDLE_NOTIFY, m->notify->inst);
    nv_graph_name(m->chan, NV_M2MF_HANDLE_IN, m->in->inst);
    nv_graph_name(m->chan, NV_M2MF_HANDLE_OUT, m->out->inst);
    nv_graph_object(m->chan, SUBC, HANDLE, nv_class_m2mf(nv));
    nv_push_inc(m->chan, SUBC, NV_M2MF_DMA_NOTIFY, NV_M2MF_HANDLE_NOTIFY,
                NV_M2MF_HANDLE_IN, NV_M2MF_HANDLE_OUT);
    nv_submit(m->chan);
}

void nv_m2mf_new(NVM2MF *m, NVDev *nv, NVPlace in, NVPlace out, uint32_t size)
{
    nv_m2mf_new_on(m, chan_new(nv), in, out, size);
}

void nv_m2mf_free(NVM2MF *m)
{
    nv_buf_free(m->notify);
    nv_buf_free(m->in);
    nv_buf_free(m->out);
    nv_chan_free(m->chan);
}

/* --- Copies ----------------------------------------------------------- */

static void push_layout(NVM2MF *m, uint32_t mthd, const NVM2MFSide *s)
{
    if (s->width) {
        nv_push_inc(m->chan, SUBC, mthd, 0,
                    s->block_depth << 8 | s->block_height << 4, s->width,
                    s->height, s->depth, s->z, s->y << 16 | s->x);
    } else {
        nv_push_inc(m->chan, SUBC, mthd, 1);
    }
}

void nv_m2mf_launch(NVM2MF *m, const NVM2MFCopy *c)
{
    if (nv_is_tesla(m->chan->nv)) {
        push_layout(m, NV_M2MF_LAYOUT_IN, &c->in);
        push_layout(m, NV_M2MF_LAYOUT_OUT, &c->out);
        nv_push_inc(m->chan, SUBC, NV_M2MF_OFFSET_IN_HIGH,
                    c->in.offset >> 32, c->out.offset >> 32);
    }
    nv_push_inc(m->chan, SUBC, NV_M2MF_OFFSET_IN, c->in.offset,
                c->out.offset, c->in.pitch, c->out.pitch, c->length,
                c->lines, c->format, 0);
}

void nv_m2mf_push(NVM2MF *m, const NVM2MFCopy *c)
{
    nv_m2mf_launch(m, c);
    nv_push_inc(m->chan, SUBC, NV_M2MF_NOP, 0);
}

NVM2MFCopy nv_m2mf_moving(GRand *rand, uint32_t lines)
{
    uint32_t pitch = g_rand_int_range(rand, 8, 25);
    uint32_t length = g_rand_int_range(rand, 0x800, 0x1000);

    return (NVM2MFCopy) {
        .in = { .offset = 0x1000, .pitch = pitch },
        .out = { .offset = 0x1000 - length, .pitch = pitch },
        .length = length, .lines = lines, .format = 0x0101,
    };
}

/* "Blocklinear surfaces": where byte @x of line @y is */
static uint64_t place(const NVM2MFSide *s, uint32_t x, uint32_t y)
{
    uint32_t block_w = 64, block_h = 4 << s->block_height;
    uint32_t block_d = 1 << s->block_depth;
    uint32_t blocks_x, blocks_y, bx, by, bz, gob;

    if (!s->width) {
        return s->offset + (uint64_t)y * s->pitch + x;
    }
    x += s->x;
    y += s->y;
    blocks_x = DIV_ROUND_UP(s->width, block_w);
    blocks_y = DIV_ROUND_UP(s->height, block_h);
    bx = x / block_w;
    by = y / block_h;
    bz = s->z / block_d;
    gob = s->z % block_d * (block_h / 4) + y % block_h / 4;
    return s->offset +
           (uint64_t)((bz * blocks_y + by) * blocks_x + bx) * block_w *
           block_h * block_d + gob * 256 + y % 4 * 64 + x % 64;
}

/* The copy as it is defined: byte by byte */
static void model(const NVM2MFCopy *c, const uint8_t *in, uint8_t *out)
{
    unsigned inc_in = c->format & 0xff, inc_out = c->format >> 8;

    for (uint32_t line = 0; line < c->lines; line++) {
        for (uint32_t i = 0; i < c->length; i++) {
            out[place(&c->out, i * inc_out, line)] =
                in[place(&c->in, i * inc_in, line)];
        }
    }
}

static void assert_quiet(NVDev *nv)
{
    if (nv_is_tesla(nv)) {
        nv50_assert_graph_quiet(nv);
    } else {
        nv_assert_graph_quiet(nv);
    }
}

void nv_m2mf_check(NVM2MF *m, const NVM2MFCopy *c)
{
    uint32_t size = m->out->size;
    g_autofree uint8_t *in = g_malloc(size);
    g_autofree uint8_t *want = g_malloc(size);
    g_autofree uint8_t *got = g_malloc(size);

    nv_random_fill(in, size);
    nv_random_fill(want, size);
    nv_buf_write(m->in, 0, in, size);
    nv_buf_write(m->out, 0, want, size);
    nv_buf_wr32(m->notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);

    nv_m2mf_push(m, c);
    nv_submit(m->chan);
    assert_quiet(m->chan->nv);
    nv_assert_hex(nv_buf_rd32(m->notify, NV_M2MF_NOTIFIER_STATUS), 0);

    model(c, in, want);
    nv_buf_read(m->out, 0, got, size);
    for (uint32_t i = 0; i < size; i++) {
        if (got[i] != want[i]) {
            nv_fail("in %" PRIx64 " pitch %x width %x out %" PRIx64 " pitch "
                    "%x width %x length %x lines %x format %x: byte %x is "
                    "%02x, not %02x", c->in.offset, c->in.pitch, c->in.width,
                    c->out.offset, c->out.pitch, c->out.width, c->length,
                    c->lines, c->format, i, got[i], want[i]);
            break;
        }
    }
}

void nv_m2mf_check_pages(NVDev *nv, uint32_t pitch)
{
    static const char *const names[] = {
        [NV_IN_VRAM] = "video memory", [NV_IN_RAM] = "memory",
        [NV_IN_GART] = "scattered pages",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        for (unsigned o = 0; o < ARRAY_SIZE(nv_places); o++) {
            NVM2MF m;

            g_test_message("%s to %s", names[nv_places[i]],
                           names[nv_places[o]]);
            nv_init(nv);
            nv_m2mf_new(&m, nv, nv_places[i], nv_places[o], 64 * KiB);
            nv_m2mf_check(&m, &(NVM2MFCopy) {
                .in.pitch = pitch, .out.pitch = pitch, .length = pitch,
                .lines = 64 * KiB / pitch, .format = 0x0101,
            });
            nv_m2mf_free(&m);
        }
    }
}

/* --- Long ones -------------------------------------------------------- */

const NVM2MFCopy nv_m2mf_long = {
    .out.pitch = 0x141, .length = 0xff001, .lines = 800, .format = 0x0101,
};

static uint8_t long_byte(uint32_t i)
{
    return i * 0x9e3779b1u >> 24;
}

void nv_m2mf_long_new(NVM2MF *m, NVDev *nv)
{
    g_autofree uint8_t *in = g_malloc(1 * MiB);

    nv_m2mf_new(m, nv, NV_IN_VRAM, NV_IN_VRAM, 2 * MiB);
    for (uint32_t i = 0; i < 1 * MiB; i++) {
        in[i] = long_byte(i);
    }
    nv_buf_write(m->in, 0, in, 1 * MiB);
    nv_buf_wr32(m->notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);
}

void nv_m2mf_long_prepare(NVM2MF *m, NVDev *nv)
{
    nv_m2mf_long_new(m, nv);
    nv_m2mf_push(m, &nv_m2mf_long);
    nv_push_ref(m->chan, NV_M2MF_LONG_REF);
}

void nv_m2mf_long_check(NVM2MF *m)
{
    const NVM2MFCopy *c = &nv_m2mf_long;
    uint32_t end = (c->lines - 1) * c->out.pitch + c->length;
    g_autofree uint8_t *got = g_malloc(end + 1);

    nv_buf_read(m->out, 0, got, end + 1);
    for (uint32_t i = 0; i < end; i++) {
        uint32_t line = MIN(i / c->out.pitch, c->lines - 1);

        if (got[i] != long_byte(i - line * c->out.pitch)) {
            nv_fail("byte %x is %02x", i, got[i]);
            return;
        }
    }
    nv_assert_hex(got[end], 0);
    nv_assert_hex(nv_buf_rd32(m->notify, NV_M2MF_NOTIFIER_STATUS), 0);
    g_assert_cmpuint(nv_statistic(m->chan->nv, "bytes-copied"), ==,
                     NV_M2MF_LONG_BYTES);
}

static void check_many(NVDev *nv, const NVM2MFCopy *copy, unsigned count)
{
    uint64_t bytes = (uint64_t)copy->length * copy->lines * count;
    uint64_t before = nv_statistic(nv, "bytes-copied");
    NVM2MF m;

    nv_init(nv);
    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 32 * KiB);
    for (unsigned i = 0; i < count; i++) {
        nv_m2mf_push(&m, copy);
    }
    nv_push_ref(m.chan, NV_M2MF_LONG_REF);
    nv_graph_kick_a_little(m.chan);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <, before + bytes / 4);
    nv_assert_hex(nv_user_ref(m.chan), 0);
    nv_cont(nv);
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, before + bytes);
    nv_m2mf_free(&m);
}

void nv_m2mf_check_many(NVDev *nv)
{
    static const NVM2MFCopy bytes = {
        .length = 0x4000, .lines = 1, .format = 0x0202,
    };
    /* All of them are in one page. */
    static const NVM2MFCopy lines = {
        .in.pitch = 1, .out.pitch = 1, .length = 2048, .lines = 0x7ff,
        .format = 0x0101,
    };

    check_many(nv, &bytes, 100);
    check_many(nv, &lines, 100);
}

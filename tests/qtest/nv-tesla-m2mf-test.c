/*
 * Tests of the NVIDIA GPU: M2MF of NV50 and later, 0x5039
 *
 * What NV04's has as well is in nv-m2mf-test.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-graph.h"
#include "libnv/nv-test.h"

#define CHID NV_M2MF_CHID
#define SUBC NV_M2MF_SUBC

#define CLASS 0x5039

enum {
    INTR_DATA_ERROR = 0x00100000,
    INTR_TRAP = 0x00200000,
};

/* TRAP M2MF */
#define TRAP_M2MF 0x406800
#define TRAP_NOTIFY 1
#define TRAP_IN 2
#define TRAP_OUT 4

/* --- Copies ----------------------------------------------------------- */

/* A surface in blocks for the copy */
static void random_blocks(NVM2MFSide *s, uint32_t width, uint32_t lines)
{
    s->offset = nv_random_below(4) * 0x100;
    s->block_height = nv_random_below(4);
    s->block_depth = nv_random_below(3);
    s->depth = 1 + nv_random_below(3);
    s->z = nv_random_below(s->depth);
    s->x = nv_random_below(100);
    s->y = nv_random_below(20);
    s->width = s->x + width + nv_random_below(50);
    s->height = s->y + lines + nv_random_below(10);
}

static void blocks(NVDev *nv)
{
    NVM2MF m;

    for (unsigned n = 0; n < ARRAY_SIZE(nv_places); n++) {
        nv_init(nv);
        nv_m2mf_new(&m, nv, nv_places[n], nv_places[(n + 1) % 3], 256 * KiB);
        for (unsigned i = 0; i < 24; i++) {
            NVM2MFCopy c = {
                .length = 1 + nv_random_below(200),
                .lines = 1 + nv_random_below(40),
                .format = i % 8 == 7 ? 0x0201 : 0x0101,
            };

            c.in.pitch = c.length + nv_random_below(100);
            c.out.pitch = c.length * 2 + nv_random_below(100);
            if (i % 3 != 1) {
                random_blocks(&c.in, c.length, c.lines);
            }
            if (i % 3 != 2) {
                random_blocks(&c.out, c.length * 2, c.lines);
            }
            nv_m2mf_check(&m, &c);
        }
        nv_m2mf_free(&m);
    }
}

/* Many columns, of which each line continues most, between and within pages */
static void wide_blocks(NVDev *nv)
{
    NVM2MF m;

    for (unsigned n = 0; n < ARRAY_SIZE(nv_places); n++) {
        nv_init(nv);
        nv_m2mf_new(&m, nv, nv_places[n], nv_places[(n + 1) % 3], 1 * MiB);
        for (unsigned i = 0; i < 9; i++) {
            NVM2MFCopy c = {
                .length = 64 * (1 + nv_random_below(40)) +
                          (i % 4 ? 0 : nv_random_below(64)),
                .lines = 1 + nv_random_below(60),
                .format = 0x0101,
            };
            NVM2MFSide *sides[] = { &c.in, &c.out };

            for (unsigned o = 0; o < 2; o++) {
                NVM2MFSide *s = sides[o];

                s->pitch = nv_random_below(2) ? c.length + nv_random_below(4) * 32
                                              : nv_random_below(c.length);
                s->offset = nv_random_below(64);
                if (i % 3 == 2 - o) {
                    continue;
                }
                random_blocks(s, c.length, c.lines);
                s->block_height = nv_random_below(6);
                s->block_depth = s->z = 0;
                s->depth = 1;
                s->x = i % 2 ? s->x & ~63 : s->x;
            }
            nv_m2mf_check(&m, &c);
        }
        nv_m2mf_free(&m);
    }
}

/* Offsets of 40 bits: an object with the whole address space */
static void high_offsets(NVDev *nv)
{
    uint64_t va = 0xff00000000ull;
    uint32_t obj, table;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 64 * KiB);
    table = nv_vm_table(nv, nv->tesla->block[CHID], va, NV_VM_SMALL);
    nv_vm_set(nv, table, va, NV_VM_SMALL, m.in->base | NV_VM_PRESENT);
    nv_vm_set(nv, table, va + 4096, NV_VM_SMALL,
              m.out->base | NV_VM_PRESENT);
    obj = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0, 0xffffffffffull);
    nv_graph_name(m.chan, 0x77, obj);
    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_IN, 0x77, 0x77);
    nv_buf_wr32(m.in, 0x104, 0x12345678);
    nv_buf_wr32(m.out, 0x204, 0);
    nv_m2mf_push(&m, &(NVM2MFCopy) {
        .in.offset = va + 0x104, .out.offset = va + 4096 + 0x204,
        .length = 4, .lines = 1, .format = 0x0101,
    });
    nv_submit(m.chan);
    nv50_assert_graph_quiet(nv);
    nv_assert_hex(nv_buf_rd32(m.out, 0x204), 0x12345678);
    nv_m2mf_free(&m);
}

/* A new context's values: pitch, increments of 1, all else 0 */
static void defaults(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    nv_buf_wr32(m.in, 0, 0xaabbccdd);
    nv_buf_wr32(m.out, 0, 0);
    nv_push_inc(m.chan, SUBC, NV_M2MF_LINE_LENGTH, 3, 1);
    nv_push_inc(m.chan, SUBC, NV_M2MF_BUF_NOTIFY, 0);
    nv_submit(m.chan);
    nv50_assert_graph_quiet(nv);
    nv_assert_hex(nv_buf_rd32(m.out, 0), 0x00bbccdd);
    nv_m2mf_free(&m);
}

/* --- Long ones -------------------------------------------------------- */

static void assert_m2mf_busy(NVDev *nv)
{
    uint32_t status = nv_rd32(nv, A_NV50_PGRAPH_STATUS);

    nv_assert_hex(status, 0x43);
}

/* A driver that removes the channel waits for the copy. */
static void long_is_waited_for(NVDev *nv)
{
    uint32_t block;
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_kick(m.chan);
    block = nv->tesla->block[CHID];
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL, block >> 12);
    nv_assert_hex(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL), 0xffffffff);
    nv_poll(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL) != 0xffffffff);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

/* PFIFO is frozen; the engine finishes what it has begun. */
static void long_ends_while_fifo_is_frozen(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_kick(m.chan);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    assert_m2mf_busy(nv);
    nv_graph_idle(nv);
    nv_assert_hex(nv_user_ref(m.chan), 0);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

/* nv50_gr_trap_handler()'s write to M2MF aborts the copy. */
static void disable_ends_it(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_kick(m.chan);
    assert_m2mf_busy(nv);
    nv_wr32(nv, A_NV50_PGRAPH_DISABLE, 2);
    nv_wr32(nv, A_NV50_PGRAPH_DISABLE, 0);
    nv_wait(m.chan);
    nv_assert_hex(nv_user_ref(m.chan), NV_M2MF_LONG_REF);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_STATUS), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER_STATUS), 0xffffffff);
    nv_m2mf_free(&m);
}

/* --- Faults ----------------------------------------------------------- */

static void assert_trap(NVM2MF *m, uint32_t status, unsigned slot, bool read,
                        uint64_t addr, unsigned reason)
{
    NVDev *nv = m->chan->nv;
    NVVmTrap trap;

    nv50_assert_error(m->chan, .intr = INTR_TRAP, .trap = 2,
                      .unit = TRAP_M2MF, .status = status, .class = CLASS,
                      .subc = SUBC, .mthd = NV_M2MF_BUF_NOTIFY);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 0);
    g_assert_cmpuint(trap.client, ==, 3);
    g_assert_cmpuint(trap.slot, ==, slot);
    g_assert_cmpuint(trap.reason, ==, reason);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID]);
    nv_assert_hex(trap.addr, addr);
    g_assert_cmpint(trap.read, ==, read);
    nv_wait(m->chan);
    nv50_assert_graph_quiet(nv);
}

enum { PAGE_NOT_PRESENT = 2, PAGE_READ_ONLY = 4, NULL_DMAOBJ = 6,
       DMAOBJ_LIMIT = 0xf };

static void beyond_the_limit(NVDev *nv)
{
    const NVM2MFCopy last = { .in.offset = 60, .out.offset = 60, .length = 4,
                              .lines = 1, .format = 0x0101 };
    const NVM2MFCopy in = { .in.offset = 61, .length = 4, .lines = 1,
                            .format = 0x0101 };
    const NVM2MFCopy out = { .out.offset = 61, .length = 4, .lines = 1,
                             .format = 0x0101 };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 64);
    nv_m2mf_check(&m, &last);
    nv_buf_wr32(m.notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);
    nv_m2mf_push(&m, &in);
    nv_kick(m.chan);
    assert_trap(&m, TRAP_IN, 4, true, m.in->base + 64, DMAOBJ_LIMIT);
    nv_m2mf_push(&m, &out);
    nv_kick(m.chan);
    assert_trap(&m, TRAP_OUT, 5, false, m.out->base + 64, DMAOBJ_LIMIT);
    /* No success was notified; everything before the fault was copied. */
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER_STATUS), 0xffffffff);
    nv_assert_hex(nv_buf_rd32(m.out, 60) >> 8,
                  nv_buf_rd32(m.in, 0) & 0xffffff);
    nv_m2mf_check(&m, &last);
    nv_m2mf_free(&m);
}

static void missing_pages(NVDev *nv)
{
    const NVM2MFCopy c = { .length = 8192, .lines = 1, .format = 0x0101 };
    uint64_t va_in, va_out;
    uint32_t table;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_GART, NV_IN_GART, 8192);
    table = nv->tesla->table;
    va_in = m.in->va + 4096;
    va_out = m.out->va + 4096;
    nv_vm_set(nv, table, va_in, NV_VM_SMALL, 0);
    nv_m2mf_push(&m, &c);
    nv_kick(m.chan);
    assert_trap(&m, TRAP_IN, 4, true, va_in, PAGE_NOT_PRESENT);
    nv_vm_set(nv, table, va_in, NV_VM_SMALL,
              m.in->pages[1] | NV_VM_PRESENT | NV_VM_SYSRAM);
    nv_vm_set(nv, table, va_out, NV_VM_SMALL,
              m.out->pages[1] | NV_VM_PRESENT | NV_VM_SYSRAM | NV_VM_RO);
    nv_m2mf_push(&m, &c);
    nv_kick(m.chan);
    assert_trap(&m, TRAP_OUT, 5, false, va_out, PAGE_READ_ONLY);
    nv_vm_set(nv, table, va_out, NV_VM_SMALL,
              m.out->pages[1] | NV_VM_PRESENT | NV_VM_SYSRAM);
    nv_m2mf_check(&m, &c);
    nv_m2mf_free(&m);
}

static void no_dma_objects(NVDev *nv)
{
    static const struct {
        uint32_t mthd, status;
        unsigned slot;
    } all[] = {
        { NV_M2MF_DMA_NOTIFY, TRAP_NOTIFY, 6 },
        { NV_M2MF_DMA_BUFFER_IN, TRAP_IN, 4 },
        { NV_M2MF_DMA_BUFFER_OUT, TRAP_OUT, 5 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        uint64_t addr = all[i].mthd == NV_M2MF_DMA_NOTIFY ? NV_M2MF_NOTIFIER
                                                          : 0;
        uint32_t block, base;
        NVM2MF m;

        nv_init(nv);
        nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
        nv_push_inc(m.chan, SUBC, all[i].mthd, 0x30);
        nv_m2mf_push(&m, &(NVM2MFCopy) {
            .length = 4, .lines = 1, .format = 0x0101,
        });
        nv_kick(m.chan);
        /* The beginning of the block isn't checked twice. */
        block = nv->tesla->block[CHID];
        base = nv_phys_rd32(nv, block + 8);
        assert_trap(&m, all[i].status, all[i].slot, all[i].status == TRAP_IN,
                    ((uint64_t)(nv_phys_rd32(nv, block + 12) & 0xff) << 32 |
                     base) + addr, NULL_DMAOBJ);
        nv_m2mf_free(&m);
    }
}

/* Traps that the driver hasn't enabled */
static void traps_off(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 64);
    nv_wr32(nv, A_NV50_PGRAPH_TRAP_EN, 0);
    nv_m2mf_push(&m, &(NVM2MFCopy) { .in.offset = 64, .length = 4, .lines = 1,
                                     .format = 0x0101 });
    nv_submit(m.chan);
    nv50_assert_graph_quiet(nv);
    nv_assert_hex(nv_rd32(nv, TRAP_M2MF), 0x80000000);
    nv_m2mf_free(&m);
}

/* --- Parameters ------------------------------------------------------- */

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, error;
    } bad[] = {
        { NV_M2MF_LAYOUT_IN, 2, 5 },
        { NV_M2MF_LAYOUT_OUT, 0xffffffff, 5 },
        { NV_M2MF_LAYOUT_IN + 4, 0x060, 5 },
        { NV_M2MF_LAYOUT_IN + 4, 0x600, 5 },
        { NV_M2MF_LAYOUT_OUT + 4, 0x001, 5 },
        { NV_M2MF_LAYOUT_OUT + 4, 0x1000, 0xc },
        { NV_M2MF_LAYOUT_IN + 0x10, 0, 4 },
        { NV_M2MF_LAYOUT_OUT + 0x10, 0x801, 4 },
        { NV_M2MF_OFFSET_IN_HIGH, 0x100, 4 },
        { NV_M2MF_OFFSET_OUT_HIGH, 0x100, 4 },
        { NV_M2MF_FORMAT, 0x0100, 5 },
        { NV_M2MF_FORMAT, 0x0301, 5 },
        { NV_M2MF_FORMAT, 0x2001, 5 },
        { NV_M2MF_FORMAT, 0x10101, 0xc },
        { NV_M2MF_BUF_NOTIFY, 2, 5 },
    };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(m.chan, SUBC, bad[i].mthd, bad[i].data);
        nv_kick(m.chan);
        nv50_assert_error(m.chan, .intr = INTR_DATA_ERROR,
                          .error = bad[i].error, .class = CLASS,
                          .subc = SUBC, .mthd = bad[i].mthd,
                          .data = bad[i].data);
        nv_wait(m.chan);
    }
    /* None was taken. */
    nv_m2mf_check(&m, &(NVM2MFCopy) {
        .in.pitch = 64, .out.pitch = 64, .length = 64, .lines = 4,
        .format = 0x0101,
    });
    nv_m2mf_free(&m);
}

/* Errors that can only be found when the copy is started */
static void out_of_bounds(NVDev *nv)
{
    const NVM2MFSide blocks = { .width = 100, .height = 8, .depth = 2 };
    struct {
        NVM2MFCopy copy;
        uint32_t error;
    } bad[10];
    unsigned n = 0;
    NVM2MF m;

    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < 5; i++, n++) {
            NVM2MFCopy *c = &bad[n].copy;
            NVM2MFSide *s = side ? &c->out : &c->in;

            *c = (NVM2MFCopy) { .in.pitch = 128, .out.pitch = 128, .length = 40,
                          .lines = 4, .format = 0x0101 };
            *s = blocks;
            bad[n].error = 0x23;
            switch (i) {
            case 0:
                s->x = 61;
                break;
            case 1:
                s->y = 5;
                break;
            case 2:
                s->z = 2;
                bad[n].error = 0x21;
                break;
            case 3:
                s->offset = 0x80;
                bad[n].error = 0xb;
                break;
            default:
                /* With an increment of 4 the last byte is the 157th. */
                c->format = side ? 0x0401 : 0x0104;
                break;
            }
        }
    }
    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 16 * KiB);
    for (unsigned i = 0; i < n; i++) {
        nv_m2mf_push(&m, &bad[i].copy);
        nv_kick(m.chan);
        nv50_assert_error(m.chan, .intr = INTR_DATA_ERROR,
                          .error = bad[i].error, .class = CLASS,
                          .subc = SUBC, .mthd = NV_M2MF_BUF_NOTIFY);
        nv_wait(m.chan);
    }
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
    nv_m2mf_free(&m);
}

/* Huge surfaces: each access is looked up, and none goes beyond memory. */
static void far_away(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    for (unsigned i = 0; i < 8; i++) {
        nv_wr32(nv, A_NV50_PGRAPH_DEBUG_0, i & 1 ? 0x1d0 : 0);
        nv_m2mf_push(&m, &(NVM2MFCopy) {
            .in = { .offset = 0xffffffff00ull, .width = 0xffffffff,
                    .height = 0xffffffff, .depth = 0x800, .z = 0x7ff,
                    .block_height = 5, .block_depth = 5, .x = 0xffff,
                    .y = 0xffff },
            .out = { .offset = 0xffffffffffull, .pitch = 0xffffffff },
            .length = i & 2 ? 0xfff0000 : 4, .lines = i & 4 ? 0xfff0 : 1,
            .format = 0x1010,
        });
        nv_kick(m.chan);
        nv50_assert_error(m.chan, .intr = INTR_TRAP, .trap = 2,
                          .unit = TRAP_M2MF, .status = TRAP_IN,
                          .class = CLASS, .subc = SUBC,
                          .mthd = NV_M2MF_BUF_NOTIFY);
        nv_wait(m.chan);
        if (g_test_failed()) {
            break;
        }
    }
    nv_m2mf_free(&m);
}

static const NVTest tests[] = {
    { "tesla-m2mf/blocks", "", blocks, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-m2mf/wide-blocks", "", wide_blocks, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-m2mf/high-offsets", "", high_offsets, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/defaults", "", defaults, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/long-copy-is-waited-for", "", long_is_waited_for,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/long-copy-ends-while-pfifo-is-frozen", "pfifo-freeze",
      long_ends_while_fifo_is_frozen, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/disable-ends-it", "", disable_ends_it,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/beyond-the-limit", "", beyond_the_limit,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/missing-pages", "", missing_pages, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/no-dma-objects", "", no_dma_objects,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/traps-off", "", traps_off, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/bad-parameters", "", bad_parameters,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/out-of-bounds", "", out_of_bounds, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/far-away", "hostile-commands", far_away,
      .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

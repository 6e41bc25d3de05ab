/*
 * Tests of the NVIDIA GPU: what is different before NV04
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "qobject/qdict.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039
#define OTHER 0x80000001
#define NOP 0x0100

#define CTX(_subc) (A_NV01_PFIFO_CACHE1_CTX + (_subc) * 0x10)

/* Contexts as libnv makes them for objects; the channel isn't kept. */
static uint32_t graph_context(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV01 ? 0x00410000 : 0x00c20341;
}

/* --- Contexts --------------------------------------------------------- */

typedef struct Bound {
    unsigned chid, subc;
    uint32_t ctx;
} Bound;

/* The values that PGRAPH received through its method 0 */
static GArray *bound(NVDev *nv)
{
    GArray *all = g_array_new(false, false, sizeof(Bound));
    g_autofree char *log = nv_log_text(nv);

    for (const char *p = log; (p = strstr(p, "nv_pfifo_ctx ")); p++) {
        Bound b;

        if (sscanf(p, "nv_pfifo_ctx channel %u subchannel %u context %" SCNx32,
                   &b.chid, &b.subc, &b.ctx) != 3) {
            nv_fail("what is \"%.60s\"?", p);
        }
        g_array_append_val(all, b);
    }
    return all;
}

static void assert_bound(NVDev *nv, const Bound *want, unsigned count)
{
    g_autoptr(GArray) all = bound(nv);

    nv_assert_hex(all->len, count);
    for (unsigned i = 0; i < MIN(all->len, count); i++) {
        const Bound *got = &g_array_index(all, Bound, i);

        nv_assert_hex(got->chid, want[i].chid);
        nv_assert_hex(got->subc, want[i].subc);
        nv_assert_hex(got->ctx & 0xffffff, want[i].ctx);
    }
}

/*
 * "Each time the puller is requested to submit commands on subchannel
 * different from the last one, method 0 is submitted, or channel switch
 * occurs, the information about the object will be forwarded to the engine
 * through its method 0."
 */
static void object_is_told_again(NVDev *nv)
{
    uint32_t ctx;

    nv_pio_init(nv);
    ctx = graph_context(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_object(nv, 1, HANDLE);
    nv_trace(nv, "nv_pfifo_ctx", true);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 3, NOP, 0);
    nv_pio_method(nv, 0, 5, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 5, NOP, 0);
    nv_pio_method(nv, 0, 5, NOP, 0);
    nv_pio_method(nv, 0, 3, NOP, 0);
    nv_pio_method(nv, 0, 3, NOP, 0);
    nv_pio_method(nv, 1, 3, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 3, NOP, 0);
    nv_pio_method(nv, 1, 3, NOP, 0);
    assert_bound(nv, (const Bound[]) {
        { 0, 3, ctx }, { 0, 5, ctx }, { 0, 3, ctx }, { 1, 3, ctx },
        { 0, 3, ctx }, { 1, 3, ctx },
    }, 6);
}

/* "The context for objects is stored directly in their RAMHT entries." */
static void contexts_are_kept(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_pio_method(nv, 0, subc, NV_MTHD_OBJECT, HANDLE);
        nv_assert_hex(nv_rd32(nv, CTX(subc)), graph_context(nv));
    }
    nv_assert_hex(nv_rd32(nv, A_NV01_PFIFO_CACHE1_PULL_STATE) &
                  R_NV_PFIFO_CACHE1_PULL_STATE_CTX_MASK,
                  R_NV_PFIFO_CACHE1_PULL_STATE_CTX_MASK);
    nv_assert_reg(nv, NV01_PGRAPH_CTX_SWITCH, graph_context(nv));
}

/*
 * The puller knows two engines, PGRAPH and software, by a bit of the context;
 * it doesn't check whether PGRAPH has an object of that type.
 */
static void any_type(NVDev *nv)
{
    const uint32_t entry = 0, size = nv->card->features & NV_CARD_NV01
        ? 4 * 8 : 2 * 8;
    uint32_t graph = nv->card->features & NV_CARD_NV01 ? BIT(22) : BIT(23);

    nv_pio_init(nv);
    for (unsigned type = 0; type < 32; type++) {
        uint32_t ctx = graph | type << 16 | 0x123;

        /* Handle 0's bucket is the first; no other entry is there. */
        for (uint32_t i = 0; i < size; i += 4) {
            nv_ramht_wr32(nv, entry + i, 0);
        }
        nv_ramht_wr32(nv, entry + 4, ctx);
        nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, 0);
        nv_assert_reg(nv, NV_PFIFO_INTR, 0);
        nv_assert_hex(nv_rd32(nv, CTX(6)), ctx);
        nv_assert_reg(nv, NV01_PGRAPH_CTX_SWITCH, ctx);
    }
    nv_ramht_wr32(nv, entry + 4, 0x00050123);
    nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull),
                  R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
    nv_assert_reg(nv, NV01_PGRAPH_CTX_SWITCH, graph | 31 << 16 | 0x123);
}

/* pfifo_sim_user_write(): "This is a switch." */
static void contexts_go_to_ramfc(NVDev *nv)
{
    uint32_t last = 5u << 28;

    nv_pio_init(nv);
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_wr32(nv, CTX(subc), 0x410000 | subc);
        nv_ramfc_wr32(nv, 0 * 32 + subc * 4, 0xdeadbeef);
        nv_ramfc_wr32(nv, 7 * 32 + subc * 4, 0x420000 | subc);
    }
    if (nv->card->features & NV_CARD_NV01) {
        nv_wr32(nv, A_NV01_PFIFO_CACHE1_PULL_STATE, 5);
    } else {
        last = 0;
    }
    nv_wr32(nv, nv_cache1(nv)->pull, 0);
    nv_pio_method(nv, 7, 0, NOP, 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 7);
    /* Contexts that RAMFC already has aren't written, except the first. */
    nv_assert_hex(nv_ramfc_rd32(nv, 0), 0x410000 | last);
    nv_assert_hex(nv_ramfc_rd32(nv, 4), 0xdeadbeef);
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_assert_hex(nv_rd32(nv, CTX(subc)), 0x420000 | subc);
    }
    /* Those that it doesn't have are. */
    nv_wr32(nv, nv_cache1(nv)->get, nv_rd32(nv, nv_cache1(nv)->put));
    nv_wr32(nv, CTX(4), 0x430004);
    nv_wr32(nv, A_NV01_PFIFO_CACHE1_PULL_STATE,
            R_NV_PFIFO_CACHE1_PULL_STATE_CTX_MASK);
    nv_pio_method(nv, 0, 0, NOP, 0);
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_assert_hex(nv_ramfc_rd32(nv, 7 * 32 + subc * 4),
                      subc == 4 ? 0x430004 : 0x420000 | subc);
    }
}

/* Each channel finds its own object. */
static void channels_have_contexts(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_object(nv, 127, OTHER);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 127, 4, NV_MTHD_OBJECT, OTHER);
    nv_assert_hex(nv_rd32(nv, CTX(3)), 0);
    nv_assert_hex(nv_rd32(nv, CTX(4)), graph_context(nv));
    nv_pio_method(nv, 0, 3, NOP, 0);
    nv_assert_hex(nv_rd32(nv, CTX(3)), graph_context(nv));
    nv_assert_hex(nv_rd32(nv, CTX(4)), 0);
    /* Another channel's handle isn't found. */
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, OTHER);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
}

/* A subchannel without an object of PGRAPH is software's. */
static void empty_subchannel(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_method(nv, 0, 2, 0x304, 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull),
                  R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    g_assert_cmpuint(nv_statistic(nv, "software-methods"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "cache-errors"), ==, 0);
}

/* The puller waits while PGRAPH accepts nothing. */
static void closed_pgraph(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, 0);
    nv_pio_method(nv, 0, 2, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 3, NOP, 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), nv_pio_ptr(nv, 1));
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
}

/*
 * "The 0x180-0x1fc methods are not implemented in hardware": their parameter
 * isn't a handle.
 */
static void handles_are_not_translated(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 2, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 2, 0x180, 0x12345678);
    nv_assert_delivered(nv, { 0, 2, NV_MTHD_OBJECT, HANDLE },
                        { 0, 2, 0x180, 0x12345678 });
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* "The object type is a 7-bit number encoded in RAMHT." */
static void nv03_types(NVDev *nv)
{
    nv_pio_init(nv);
    /* As NV03's drivers have it: riva_tbl.h, handle 0x80000000 of channel 0 */
    nv_ramht_wr32(nv, 0x800, 0x80000000);
    nv_ramht_wr32(nv, 0x804, 0x00ff0341);
    nv_ramht_wr32(nv, 0x808, 0x00800000);
    nv_ramht_wr32(nv, 0x80c, 0x00800123);
    nv_pio_method(nv, 0, 0, NV_MTHD_OBJECT, 0x80000000);
    nv_assert_hex(nv_rd32(nv, CTX(0)), 0x00ff0341);
    /* The second of the bucket's two entries */
    nv_pio_method(nv, 0, 0, NV_MTHD_OBJECT, 0x00800000);
    nv_assert_hex(nv_rd32(nv, CTX(0)), 0x00800123);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* PRAM looks a handle up. */
static void nv01_lookup(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 9, HANDLE);
    nv_wr32(nv, A_NV01_PRAM_VIRTUAL + 9 * 4, HANDLE);
    nv_assert_reg(nv, NV01_PRAM_PHYSICAL, 0x00410000);
    nv_wr32(nv, A_NV01_PRAM_VIRTUAL + 8 * 4, HANDLE);
    nv_assert_reg(nv, NV01_PRAM_PHYSICAL, 0);
    nv_wr32(nv, A_NV01_PRAM_VIRTUAL + 9 * 4, OTHER);
    nv_assert_reg(nv, NV01_PRAM_PHYSICAL, 0);
}

/* RAMHT, RAMRO and RAMFC grow with PRAM.SIZE: none overlaps another. */
static void nv01_tables(NVDev *nv)
{
    static const uint32_t windows[] = { 0x640000, 0x650000, 0x648000 };

    nv_pio_init(nv);
    for (unsigned size = 0; size < 4; size++) {
        uint32_t ends[] = { 0x1000 << size, 0x800 << size, 0x800 << size };

        nv_wr32(nv, A_NV01_PRAM_SIZE, size);
        for (unsigned i = 0; i < 3; i++) {
            nv_wr32(nv, windows[i], 0x10 + i);
            nv_wr32(nv, windows[i] + ends[i] - 4, 0x20 + i);
            nv_wr32(nv, windows[i] + ends[i], 0x30 + i);
        }
        for (unsigned i = 0; i < 3; i++) {
            nv_assert_hex(nv_rd32(nv, windows[i]), 0x10 + i);
            nv_assert_hex(nv_rd32(nv, windows[i] + ends[i] - 4), 0x20 + i);
            if (size < 3) {
                nv_assert_hex(nv_rd32(nv, windows[i] + ends[i]), 0);
            }
        }
    }
}

/* nv1-vram.rst: password storage at 0x18000 */
static void nv01_passwords(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_method(nv, 0, 3, 0x28, 0xcafe);
    nv_assert_hex(nv_vram_rd32(nv, 0x18008), 0xcafe);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_pio_method(nv, 5, 0, 0x20, 0xbabe);
    nv_assert_hex(nv_vram_rd32(nv, 0x18050), 0xbabe);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 0);
    /* A write that can't be done moves PUT, and does nothing else. */
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_pio_method(nv, 6, 0, 0x20, 0xdead);
    nv_assert_hex(nv_vram_rd32(nv, 0x18060), 0);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 8);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* nv1-pfifo.rst: what PMC.ENABLE clears, and what it leaves alone */
static void pmc_turns_pfifo_off(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, A_NV_PFIFO_DELAY, 0x55);
    nv_wr32(nv, CTX(2), 0x410002);
    nv_wr32(nv, nv_cache1(nv)->pull, 0);
    nv_pio_method(nv, 0, 2, NOP, 0x1234);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK,
            R_NV_PMC_ENABLE_PFIFO_MASK);
    nv_assert_reg(nv, NV_PFIFO_DELAY, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR_EN, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHES, 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->push), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 1));
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->addr + 4), 0x1234);
    nv_assert_hex(nv_rd32(nv, CTX(2)), 0x410002);
    if (nv->card->features & NV_CARD_NV03) {
        nv_assert_reg(nv, NV03_PFIFO_RAMHT, 0);
        nv_assert_reg(nv, NV03_PFIFO_RAMFC, 0x1c00);
        nv_assert_reg(nv, NV03_PFIFO_RAMRO, 0x1e00);
    }
}

/* NV01 has PTIMER elsewhere. */
static void nv01_ptimer(NVDev *nv)
{
    uint32_t start = nv_rd32(nv, A_NV01_PTIMER_TIME_LOW);

    nv_clock_step(nv, 1024);
    nv_assert_reg(nv, NV01_PTIMER_TIME_LOW, start + 1024);
    nv_wr32(nv, A_NV01_PTIMER_TIME_HIGH, 7);
    nv_assert_reg(nv, NV01_PTIMER_TIME_HIGH, 7);
    nv_wr32(nv, A_NV01_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV01_PTIMER_ALARM, start + 4096);
    nv_clock_step(nv, 2048);
    nv_assert_reg(nv, NV01_PTIMER_INTR, 0);
    nv_clock_step(nv, 2048);
    nv_assert_reg(nv, NV01_PTIMER_INTR, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), R_NV_PMC_INTR_PTIMER_MASK);
    nv_wr32(nv, A_NV01_PTIMER_INTR, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
}

/* --- NV03's DMA ------------------------------------------------------- */

#define PT_INST 0x8000
#define BUSY R_NV03_PFIFO_CACHE1_DMA_CTRL_BUSY_MASK

typedef struct Push {
    uint64_t pages[2];
    uint32_t words;
} Push;

static void push(NVDev *nv, Push *p, uint32_t word)
{
    uint32_t offset = p->words++ * 4;

    qtest_writel(nv->qts, p->pages[offset / 4096] + offset % 4096, word);
}

/* A pushbuffer of two pages that don't follow each other */
static Push push_new(NVDev *nv)
{
    uint64_t ram = nv_ram_alloc(nv, 0x4000);
    Push p = { .pages = { ram + 0x3000, ram } };

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    for (unsigned i = 0; i < 2; i++) {
        nv_vram_wr32(nv, 0xc00000 + PT_INST + i * 4, p.pages[i] | 1);
    }
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_PT_INST, PT_INST);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_TARGET, 2);
    push(nv, &p, NV_CMD_INC(4, NV_MTHD_OBJECT, 1));
    push(nv, &p, HANDLE);
    return p;
}

static void launch(NVDev *nv, uint32_t get, uint32_t count)
{
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL, 0);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_GET, get);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_COUNT, count);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL, 1);
}

static void wait_for_dma(NVDev *nv)
{
    nv_poll(!(nv_rd32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL) & BUSY));
}

/* "Multiple packets can be submitted by a single launch." */
static void dma_packets(NVDev *nv)
{
    Push p = push_new(nv);

    push(nv, &p, NV_CMD_INC(4, 0x300, 2));
    push(nv, &p, 1);
    push(nv, &p, 2);
    push(nv, &p, NV_CMD_INC(4, 0x400, 1));
    push(nv, &p, 3);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
    launch(nv, 0, p.words * 4);
    wait_for_dma(nv);
    nv_assert_delivered(nv, { 0, 4, NV_MTHD_OBJECT, HANDLE },
                        { 0, 4, 0x300, 1 }, { 0, 4, 0x304, 2 },
                        { 0, 4, 0x400, 3 });
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_COUNT, 0);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, p.words * 4);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_STATE, 4 << 13 | 0x404);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* Page by page: the entry in use can be read. */
static void dma_pages(NVDev *nv)
{
    Push p = push_new(nv);

    while (p.words < 1200) {
        push(nv, &p, NV_CMD_INC(4, NOP, 1));
        push(nv, &p, p.words);
    }
    launch(nv, 0, 0x800);
    wait_for_dma(nv);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_TLB_TAG, 0);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_TLB_PTE, p.pages[0] | 1);
    launch(nv, 0x800, p.words * 4 - 0x800);
    wait_for_dma(nv);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_TLB_TAG, 0x1000);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_TLB_PTE, p.pages[1] | 1);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, p.words * 4);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* "And wait for completion": as long as CACHE1 is full it hasn't come. */
static void dma_waits(NVDev *nv)
{
    Push p = push_new(nv);
    unsigned slots = nv_pio_slots(nv);
    g_autoptr(GArray) got = NULL;

    push(nv, &p, NV_CMD_INC(4, 0x100, slots + 10));
    for (unsigned i = 0; i < slots + 10; i++) {
        push(nv, &p, i);
    }
    nv_wr32(nv, nv_cache1(nv)->pull, 0);
    launch(nv, 0, p.words * 4);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_CTRL, 1 | BUSY);
    nv_assert_hex(nv_pio_free(nv, 0), 0);
    /* OBJECT's two words, the header, all slots but OBJECT's */
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, (3 + slots - 1) * 4);
    nv_wr32(nv, nv_cache1(nv)->pull, 1);
    wait_for_dma(nv);
    got = nv_delivered(nv);
    nv_assert_hex(got->len, slots + 11);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_COUNT, 0);
}

/* INTR.DMA_PTE; given the page, it goes on when that is acknowledged. */
static void dma_page_fault(NVDev *nv)
{
    Push p = push_new(nv);

    nv_vram_wr32(nv, 0xc00000 + PT_INST, p.pages[0]);
    nv_break(nv, "1 error what=DMA_PTE stop=none channel=0");
    launch(nv, 0, p.words * 4);
    nv_assert_hit(nv, 0, 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PTE_MASK);
    nv_assert_hex(nv_intx(nv), true);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, 0);
    /* Acknowledged too early, it comes again. */
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PTE_MASK);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PTE_MASK);
    nv_vram_wr32(nv, 0xc00000 + PT_INST, p.pages[0] | 1);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, 0);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PTE_MASK);
    wait_for_dma(nv);
    nv_assert_delivered(nv, { 0, 4, NV_MTHD_OBJECT, HANDLE });
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* INTR.DMA_PUSHER: "the DMA pusher read a malformed command stream" */
static void dma_malformed(NVDev *nv)
{
    Push p = push_new(nv);

    push(nv, &p, 0x40040100);
    launch(nv, 0, p.words * 4);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_assert_hex(nv_rd32(nv, A_NV03_PFIFO_CACHE1_DMA_STATE) & BIT(30),
                  BIT(30));
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, 8);
    nv_assert_hex(nv_rd32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL) & BUSY, 0);
    nv_assert_delivered(nv, { 0, 4, NV_MTHD_OBJECT, HANDLE });
}

/* A long one is done in pieces, and doesn't block anything else. */
static void dma_is_sliced(NVDev *nv)
{
    const uint32_t size = 4 * MiB;
    uint64_t page = nv_ram_alloc(nv, 4096);
    QDict *rsp;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, 4, NV_MTHD_OBJECT, HANDLE);
    for (unsigned i = 0; i < 4096; i += 8) {
        qtest_writel(nv->qts, page + i, NV_CMD_INC(4, NOP, 1));
        qtest_writel(nv->qts, page + i + 4, i);
    }
    /* The same page again and again */
    for (unsigned i = 0; i < size / 4096; i++) {
        nv_vram_wr32(nv, 0xc00000 + PT_INST + i * 4, page | 1);
    }
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_PT_INST, PT_INST);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_TARGET, 2);
    launch(nv, 0, size);
    g_assert_cmpuint(nv_rd32(nv, A_NV03_PFIFO_CACHE1_DMA_COUNT), >, 0);
    g_assert_true(nv_rd32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL) & BUSY);
    rsp = qtest_qmp(nv->qts, "{ 'execute': 'query-status' }");
    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);

    /* It takes no time, as it isn't an endless loop. */
    wait_for_dma(nv);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_COUNT, 0);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, size);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 1 + size / 8);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* It doesn't start before all is set up. */
static void dma_does_not_start(NVDev *nv)
{
    Push p = push_new(nv);

    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_TARGET, 0);
    launch(nv, 0, p.words * 4);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_CTRL, 1);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_TARGET, 2);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, 0);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    wait_for_dma(nv);
    nv_assert_reg(nv, NV03_PFIFO_CACHE1_DMA_GET, 8);
}

static const NVTest tests[] = {
    { "ctx/object-is-told-again",
      "subchannel-ctx! method-0-resubmit! pgraph-switch!", object_is_told_again,
      .early = true, .cold = true, .applies = nv_card_is_early },
    { "ctx/contexts-are-kept", "object-bind! subchannel-ctx", contexts_are_kept,
      .early = true, .cold = true, .applies = nv_card_is_early },
    { "ctx/contexts-go-to-ramfc", "subchannel-ctx ramfc-layout!",
      contexts_go_to_ramfc, .early = true, .cold = true,
      .applies = nv_card_is_early },
    { "ctx/channels-have-contexts",
      "channel-count! ramfc-layout engine-channel!", channels_have_contexts,
      .early = true, .cold = true, .applies = nv_card_is_early },
    { "ctx/empty-subchannel", "software-engine", empty_subchannel,
      .early = true, .cold = true, .applies = nv_card_is_early },
    { "ctx/any-type", "invalid-engine!", any_type, .early = true, .cold = true,
      .applies = nv_card_is_early },
    { "ctx/closed-pgraph", "software-engine", closed_pgraph, .early = true,
      .cold = true, .applies = nv_card_is_early },
    { "ctx/handles-are-not-translated", "engine-methods nv03-ramht",
      handles_are_not_translated, .needs = NV_CARD_NV03, .cold = true },
    { "ctx/nv03-types", "nv03-ramht!", nv03_types, .needs = NV_CARD_NV03,
      .cold = true },
    { "ctx/nv01-lookup", "nv01-ramht!", nv01_lookup, .needs = NV_CARD_NV01,
      .cold = true },
    { "pram/tables", "nv01-ramht ramfc-layout runout", nv01_tables,
      .needs = NV_CARD_NV01, .cold = true },
    { "pio/passwords", "runout-bad-write", nv01_passwords,
      .needs = NV_CARD_NV01, .cold = true },
    { "pmc/turns-pfifo-off", "reset! pmc-ptimer", pmc_turns_pfifo_off,
      .early = true, .cold = true, .applies = nv_card_is_early },
    { "ptimer/nv01", "pmc-ptimer", nv01_ptimer, .needs = NV_CARD_NV01,
      .cold = true },
    { "nv03-dma/packets", "nv03-dma!", dma_packets, .needs = NV_CARD_NV03,
      .cold = true },
    { "nv03-dma/pages", "nv03-dma", dma_pages, .needs = NV_CARD_NV03,
      .cold = true },
    { "nv03-dma/waits", "nv03-dma", dma_waits, .needs = NV_CARD_NV03,
      .cold = true },
    { "nv03-dma/page-fault", "nv03-dma!", dma_page_fault, .needs = NV_CARD_NV03,
      .cold = true },
    { "nv03-dma/malformed", "nv03-dma", dma_malformed, .needs = NV_CARD_NV03,
      .cold = true },
    { "nv03-dma/long-one-is-sliced", "nv03-dma bounded-work!", dma_is_sliced,
      .needs = NV_CARD_NV03, .cold = true },
    { "nv03-dma/does-not-start", "nv03-dma", dma_does_not_start,
      .needs = NV_CARD_NV03, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

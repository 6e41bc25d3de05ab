/*
 * Tests of the NVIDIA GPU: the GART of NV41 and NV44, instance memory's BAR
 *
 * What nouveau's nvkm/subdev/mmu/nv41.c and nv44.c do with it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 1

#define PAGE 4096
#define PAGES (NV_PUSH_SIZE / PAGE)

/* Where the pushbuffer is in the GART; the table has words for no more */
#define FIRST 5
#define TABLE_PAGES 64

/* NV41's table, if all of it exists, and its number of pages */
#define NV41_TABLE 0x60000
#define NV41_PAGES (128 * KiB)

/* NV44's table and what its invalid groups show, in video memory and in RAM */
#define NV44_TABLE (4 * MiB)
#define NV44_GROUP 4
#define NV44_BITS 27

#define MEM_FAULT 6

typedef struct Gart {
    NVDev *nv;
    NVChan *chan;
    uint32_t table;
    uint64_t dummy;
} Gart;

static bool is_nv44(NVDev *nv)
{
    return nv->card->features & NV_CARD_GART_NV44;
}

/* The inverse of nv44_vmm_pgt_fill(): one frame of a group of four */
static void nv44_set(NVDev *nv, unsigned page, uint64_t addr)
{
    uint32_t group = NV44_TABLE + page / NV44_GROUP * 16;
    unsigned bit = page % NV44_GROUP * NV44_BITS;

    for (unsigned i = 0; i < NV44_BITS; i++, bit++) {
        uint32_t word = nv_vram_rd32(nv, group + bit / 32 * 4);

        word = deposit32(word, bit % 32, 1, addr >> (12 + i) & 1);
        nv_vram_wr32(nv, group + bit / 32 * 4, word);
    }
}

static void set_valid(Gart *g, unsigned page, bool valid)
{
    if (is_nv44(g->nv)) {
        uint32_t last = NV44_TABLE + page / NV44_GROUP * 16 + 12;
        uint32_t word = nv_vram_rd32(g->nv, last);

        nv_vram_wr32(g->nv, last, deposit32(word, 30, 1, valid));
    } else {
        uint32_t word = nv_inst_rd32(g->nv, g->table + page * 4);

        nv_inst_wr32(g->nv, g->table + page * 4, deposit32(word, 0, 1, valid));
    }
}

static void map(Gart *g, unsigned page, uint64_t addr)
{
    if (is_nv44(g->nv)) {
        nv44_set(g->nv, page, addr);
    } else {
        nv_inst_wr32(g->nv, g->table + page * 4, addr >> 7);
    }
    set_valid(g, page, true);
}

/* As nv41_vmm_flush() and nv44_vmm_flush() flush */
static void flush(NVDev *nv)
{
    if (is_nv44(nv)) {
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_LIMIT, TABLE_PAGES * PAGE - PAGE);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV44, 0x20);
        nv_poll(nv_rd32(nv, A_NV_PFB_GART_FLUSH_NV44) & 1);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV44, 0);
        nv_assert_hex(nv_rd32(nv, A_NV_PFB_GART_FLUSH_NV44), 0);
    } else {
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV41, 0x22);
        nv_poll(nv_rd32(nv, A_NV_PFB_GART_FLUSH_NV41) & 0x20);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV41, 0);
    }
}

/*
 * A channel with a linear pushbuffer on the bus, whose pages are scattered;
 * they are the GART's from page @first on
 */
static void gart_new_at(Gart *g, NVDev *nv, uint32_t table, unsigned first)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, NV_PUSH_SIZE, 0x02);

    *g = (Gart) { .nv = nv, .table = table };
    if (is_nv44(nv)) {
        g->dummy = nv_ram_alloc(nv, 2 * PAGE);
        g->dummy = ROUND_UP(g->dummy, PAGE);
        nv_wr32(nv, A_NV_PFB_GART_DUMMY, g->dummy);
        nv_wr32(nv, A_NV_PFB_GART_SIZE, TABLE_PAGES * PAGE);
        nv_wr32(nv, A_NV_PFB_GART_BASE, NV44_TABLE | 0x10);
    } else {
        nv_wr32(nv, A_NV_PFB_GART_BASE, g->table | 2);
    }
    for (unsigned i = 0; i < PAGES; i++) {
        map(g, first + i, push->pages[i]);
    }
    flush(nv);
    push->inst = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_PCI, first * PAGE,
                                  NV_PUSH_SIZE - 1);
    g->chan = nv_chan_new_at(nv, CHID, push, 0);
}

static void gart_new(Gart *g, NVDev *nv)
{
    gart_new_at(g, nv, is_nv44(nv) ? 0 : nv_inst_alloc(nv, TABLE_PAGES * 4,
                                                       PAGE), FIRST);
}

/* References up to the end of page @page */
static void fill(Gart *g, unsigned page)
{
    while (g->chan->cur < (page + 1) * PAGE) {
        nv_push_ref(g->chan, g->chan->cur);
    }
}

static void pages(NVDev *nv)
{
    Gart g;

    gart_new(&g, nv);
    fill(&g, PAGES - 2);
    nv_run(g.chan);
    nv_assert_hex(nv_user_ref(g.chan), (PAGES - 1) * PAGE - 8);
    nv_assert_quiet(nv);
    nv_chan_free(g.chan);
}

/* The table is looked up again once the driver has flushed it. */
static void pages_move(NVDev *nv)
{
    NVBuf *push;
    Gart g;

    gart_new(&g, nv);
    push = g.chan->push;
    fill(&g, 1);
    nv_run(g.chan);
    push->pages[2] = nv_ram_alloc(nv, 2 * PAGE);
    push->pages[2] = ROUND_UP(push->pages[2], PAGE);
    map(&g, FIRST + 2, push->pages[2]);
    flush(nv);
    fill(&g, 2);
    nv_run(g.chan);
    nv_assert_hex(nv_user_ref(g.chan), 3 * PAGE - 8);
    nv_assert_quiet(nv);
    nv_chan_free(g.chan);
}

static void missing_page(NVDev *nv)
{
    Gart g;

    gart_new(&g, nv);
    fill(&g, 3);
    set_valid(&g, FIRST + 2, false);
    flush(nv);
    nv_kick(g.chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), MEM_FAULT);
    nv_assert_hex(nv_user_get(g.chan), 2 * PAGE);

    set_valid(&g, FIRST + 2, true);
    flush(nv);
    nv_pusher_go_on(nv);
    nv_wait(g.chan);
    nv_assert_hex(nv_user_ref(g.chan), 4 * PAGE - 8);
    nv_assert_quiet(nv);
    nv_chan_free(g.chan);
}

/* A group of four pages is valid or isn't. */
static void dummy_page(NVDev *nv)
{
    const uint32_t ref[] = { NV_CMD_INC(0, NV_MTHD_REF_CNT, 1), 0xd0d0 };
    Gart g;

    gart_new(&g, nv);
    /* Of GART's pages 8..11, the pushbuffer's third to sixth */
    set_valid(&g, FIRST + 3, false);
    flush(nv);
    qtest_bufwrite(nv->qts, g.dummy, ref, sizeof(ref));
    fill(&g, 2);
    g.chan->cur += sizeof(ref);
    nv_run(g.chan);
    nv_assert_hex(nv_user_ref(g.chan), 0xd0d0);
    nv_assert_quiet(nv);
    nv_chan_free(g.chan);
}

static void beyond_the_size(NVDev *nv)
{
    Gart g;

    gart_new(&g, nv);
    nv_wr32(nv, A_NV_PFB_GART_SIZE, (FIRST + 1) * PAGE);
    fill(&g, 1);
    nv_kick(g.chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), MEM_FAULT);
    nv_assert_hex(nv_user_get(g.chan), PAGE);
    nv_chan_free(g.chan);
}

/* NV41's has 512 MiB, whatever follows its table. */
static void last_page(NVDev *nv)
{
    Gart g;

    gart_new_at(&g, nv, NV41_TABLE, NV41_PAGES - 1);
    fill(&g, 1);
    nv_kick(g.chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), MEM_FAULT);
    nv_assert_hex(nv_user_get(g.chan), PAGE);
    nv_assert_hex(nv_user_ref(g.chan), PAGE - 8);
    nv_chan_free(g.chan);
}

/* --- Debuggers -------------------------------------------------------- */

/* The table's address without the bits beside it, and where the page is */
static void looked_up(NVDev *nv)
{
    const unsigned found = 2, missing = 4;
    Gart g;

    gart_new(&g, nv);
    fill(&g, missing);
    if (is_nv44(nv)) {
        nv_wr32(nv, A_NV_PFB_GART_SIZE, (FIRST + missing) * PAGE);
        g.table = NV44_TABLE;
    } else {
        set_valid(&g, FIRST + missing, false);
    }
    flush(nv);
    nv_break_at(nv, "1 translate address=0x%x size=4", (FIRST + found) * PAGE);
    nv_kick(g.chan);
    nv_stopped_by(nv, 1, "translate address=0x%x table=0x%x data=0x%" PRIx64
                  " vram=false", (FIRST + found) * PAGE, g.table,
                  g.chan->push->pages[found]);
    nv_break_at(nv, "2 translate address=0x%x size=4",
                (FIRST + missing) * PAGE);
    nv_go_on(nv);
    nv_stopped_by(nv, 2, "translate address=0x%x table=0x%x vram=false",
                  (FIRST + missing) * PAGE, g.table);
    nv_break_none(nv);
    nv_go_on(nv);
    nv_chan_free(g.chan);
}

/* --- Instance memory -------------------------------------------------- */

/* PRAMIN shows the beginning of the BAR's contents. */
static void ramin_bar(NVDev *nv)
{
    const NVInstLayout *inst = nv->card->inst;
    QPCIBar bar = qpci_iomap(nv->pci, inst->bar, NULL);
    uint32_t last = inst->size - inst->piece;

    for (uint32_t i = 0; i < inst->end; i += 0x12344) {
        qpci_io_writel(nv->pci, bar, i, ~i);
        nv_assert_hex(nv_inst_rd32(nv, i), ~i);
        nv_inst_wr32(nv, i, i);
        nv_assert_hex(qpci_io_readl(nv->pci, bar, i), i);
    }
    qpci_io_writel(nv->pci, bar, last + 8, 0x600d);
    nv_assert_hex(nv_vram_rd32(nv, nv->card->vram - inst->size + 8), 0x600d);
    qpci_io_writel(nv->pci, bar, inst->piece + 4, 0x900d);
    nv_assert_hex(nv_vram_rd32(nv, nv->card->vram - 2 * inst->piece + 4),
                  0x900d);
}

static const NVTest tests[] = {
    { "nv41-gart/pages", "dma-pushbuffer", pages, .needs = NV_CARD_GART_NV41 },
    { "nv41-gart/pages-move", "dma-pushbuffer", pages_move,
      .needs = NV_CARD_GART_NV41 },
    { "nv41-gart/missing-page-faults", "dma-pushbuffer error-protection",
      missing_page, .needs = NV_CARD_GART_NV41 },
    { "nv41-gart/ends-at-512M", "error-protection!", last_page,
      .needs = NV_CARD_GART_NV41 },
    { "nv41-gart/tells-translate", "introspection", looked_up,
      .needs = NV_CARD_GART_NV41 },
    { "nv44-gart/pages", "dma-pushbuffer", pages, .needs = NV_CARD_GART_NV44 },
    { "nv44-gart/pages-move", "dma-pushbuffer", pages_move,
      .needs = NV_CARD_GART_NV44 },
    { "nv44-gart/invalid-group-shows-the-dummy-page", "dma-pushbuffer",
      dummy_page, .needs = NV_CARD_GART_NV44 },
    { "nv44-gart/beyond-the-size-faults", "dma-pushbuffer error-protection!",
      beyond_the_size, .needs = NV_CARD_GART_NV44 },
    { "nv44-gart/tells-translate", "introspection", looked_up,
      .needs = NV_CARD_GART_NV44 },
    { "ramin/bar", "pfifo-tables", ramin_bar, .needs = NV_CARD_NV40 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

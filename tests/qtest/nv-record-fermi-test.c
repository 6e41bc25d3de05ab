/*
 * Tests of the NVIDIA GPU: what real cards stated in public of PFIFO, PGRAPH
 * and page faults, NVC0+
 *
 * A case is named after a fact of tests/record, does to the card what was done
 * to the real one, and compares each bit that its log shows.  Where channels
 * and memory are, and what the test submits, is what the log says of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-record.h"

/* A command that there isn't */
#define RESERVED 0xc0000000

/* --- PBDMA ------------------------------------------------------------- */

static NVFermiChan *channel_of(NVDev *nv)
{
    return nv_fermi_channel_new(nv, nv_fact_chid(nv_fact(nv)));
}

/* The method that the log has, on a subchannel without an object */
static void no_object(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, NV_PBDMA_BASE + A_NV_PBDMA_METHOD0);
    NVFermiChan *chan = channel_of(nv);

    nv_fermi_inc(chan, extract32(addr, 16, 3), addr & 0x3ffc,
                 nv_fact_word(fact, NV_PBDMA_BASE + A_NV_PBDMA_DATA0));
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, nv_fact_word(fact, NV_PBDMA_BASE +
                                             A_NV_PBDMA_INTR_0));
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/* No command, and no method before it */
static void no_command(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVFermiChan *chan = channel_of(nv);

    nv_fermi_push(chan, RESERVED);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, nv_fact_word(fact, NV_PBDMA_BASE +
                                             A_NV_PBDMA_INTR_0));
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/* --- PGRAPH ------------------------------------------------------------ */

#define FECS 0x409000

/* A method whose parameter PGRAPH refuses */
static void refused(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NVC0_PGRAPH_TRAPPED_ADDR);
    uint32_t block = nv_fact_word(fact, FECS + A_NV_CTXCTL_CHAN_ADDR) << 12;
    NVFermiChan *chan = nv_fermi_channel_new_at(nv, nv_fact_chid(fact), block);
    unsigned subc = extract32(addr, 16, 3);
    uint32_t cache = A_NVC0_PGRAPH_DISPATCH_CTX_CACHE + subc * 4;

    nv_fermi_graph_init(nv);
    nv_fermi_object(chan, subc, nv_fact_word(fact, cache), NV_FERMI_GR);
    nv_fermi_inc(chan, subc, addr & 0x3ffc,
                 nv_fact_word(fact, A_NVC0_PGRAPH_TRAPPED_DATA_LOW));
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/* --- PFIFO's interrupts ------------------------------------------------ */

static void write_runlist(NVDev *nv, unsigned chid)
{
    uint32_t list = nv_vram_alloc(nv, 0x1000);

    nv_phys_wr64(nv, list, 4ull << 32 | chid);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00000 | 1);
}

/* A run list is written, and nobody acknowledges that it is in effect. */
static void runlist_ends(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), 0);
    write_runlist(nv, chan->chid);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR));
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/* A channel is on the run list, and not in the table. */
static void unknown_channel(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), 0);
    write_runlist(nv, 9);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR));
    nv_fact_assert(nv);
}

/* A channel leaves the table while it is on the run list and may run. */
static void leaves_table(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), 0);
    nv_wr32(nv, A_NVC0_PFIFO_CHAN + chan->chid * 8, 0);
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/*
 * A PBDMA has an error that nobody handles: it keeps its channel, and the
 * request to preempt that stays.
 */
static void cannot_leave(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    nv_fermi_push(chan, RESERVED);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_PBENTRY);
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, chan->chid);
    nv_clock_step(nv, 2000 * 1000 * 1000ll);
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/* --- Page faults ------------------------------------------------------- */

/* What a unit of the MMU has of a fault: FAULT_INST and so on */
typedef struct Shown {
    unsigned unit;
    uint32_t inst;
    uint64_t va;
    unsigned reason;
    bool write;
} Shown;

static Shown shown_fault(NVDev *nv, unsigned unit)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t at = unit * 0x10;
    uint32_t type = nv_fact_word(fact, A_NVC0_PFIFO_FAULT_TYPE + at);

    return (Shown) {
        .unit = unit,
        .inst = nv_fact_shows(fact, A_NVC0_PFIFO_FAULT_INST + at)
            ? nv_fact_word(fact, A_NVC0_PFIFO_FAULT_INST + at) << 12 : 0,
        .va = nv_fact_word(fact, A_NVC0_PFIFO_FAULT_ADDRESS_LOW + at) |
              (uint64_t)nv_fact_word(fact, A_NVC0_PFIFO_FAULT_ADDRESS_HIGH +
                                           at) << 32,
        .reason = extract32(type, 0, 4),
        .write = extract32(type, 7, 1),
    };
}

/* Unless the reason is PT_NOT_PRESENT, there is a page table without it. */
static void no_page(NVDev *nv, uint32_t pd, const Shown *shown)
{
    if (shown->reason) {
        nv_fermi_map(nv, pd, shown->va & ~0xfffull, 0, 0x1000, NV_FERMI_VRAM);
        nv_fermi_unmap(nv, pd, shown->va & ~0xfffull, 0x1000);
    }
}

static NVFermiChan *channel_without(NVDev *nv, const Shown *shown)
{
    NVFermiChan *chan = nv_fermi_channel_new_at(
        nv, nv_fact_chid(nv_fact(nv)),
        shown->inst ? shown->inst : nv_vram_alloc(nv, NV_FERMI_BLOCK_SIZE));

    no_page(nv, chan->pd, shown);
    return chan;
}

static void expect_fault(NVDev *nv, const Shown *shown)
{
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS) >> shown->unit & 1);
    nv_fact_assert(nv);
}

/* The processor reads BAR3 where no page is. */
static void bar3_read(NVDev *nv)
{
    Shown shown = shown_fault(nv, 5);
    uint32_t pd = nv_fermi_space_new(nv);

    nv_phys_clear(nv, shown.inst, NV_FERMI_BLOCK_SIZE);
    nv_fermi_join(nv, shown.inst, pd);
    no_page(nv, pd, &shown);
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR3, 0x80000000 | shown.inst >> 12);
    qtest_readl(nv->qts, nv->bar3 + shown.va);
    expect_fault(nv, &shown);
}

/* A channel's semaphore, which PFIFO reads or writes, isn't there. */
static void semaphore(NVDev *nv)
{
    Shown shown = shown_fault(nv, 7);
    NVFermiChan *chan = channel_without(nv, &shown);

    nv_fermi_semaphore(chan, shown.va, 1,
                       shown.write ? NV_SEM_RELEASE | NV_SEM_SIZE_4
                                   : NV_SEM_ACQUIRE);
    nv_fermi_kick(chan);
    expect_fault(nv, &shown);
    nv_fermi_channel_free(chan);
}

#define CHAN_CUR_VALID 0x40000000

/* A copy engine copies from there, or to there. */
static void copy(NVDev *nv)
{
    unsigned unit = nv_fact_shows(nv_fact(nv), A_NVC0_PFIFO_FAULT_TYPE +
                                  NV_FERMI_UNIT_PCE1 * 0x10)
        ? NV_FERMI_UNIT_PCE1 : NV_FERMI_UNIT_PCE0;
    uint32_t base = unit == NV_FERMI_UNIT_PCE1 ? 0x105000 : 0x104000;
    Shown shown = shown_fault(nv, unit);
    NVFermiChan *chan = channel_without(nv, &shown);
    uint32_t addr;
    uint64_t other = nv_fermi_buffer(chan, 0x1000, &addr);
    uint64_t src = shown.write ? other : shown.va;
    uint64_t dst = shown.write ? shown.va : other;

    nv_falcon_wr32(nv, base, A_NV_FALCON_CHANNEL_CUR,
                   CHAN_CUR_VALID | chan->block >> 12);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_ADDRESS_LOW, src);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_ADDRESS_LOW + 4, dst);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_CFG, src >> 32 << 16);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_CFG + 4, dst >> 32 << 16);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_XCNT, 16);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_XCNT + 4, 16);
    nv_falcon_wr32(nv, base, A_NV_PCOPY_CTRL, 1 | 1u << 26 | 2u << 29);
    nv_clock_step(nv, 10 * 1000 * 1000);
    expect_fault(nv, &shown);
    nv_fermi_channel_free(chan);
}

/* FECS loads a channel's state, of which there is no page. */
static void load_context(NVDev *nv)
{
    Shown shown = shown_fault(nv, NV_FERMI_UNIT_PGRAPH);
    NVFermiChan *chan = channel_without(nv, &shown);

    nv_fermi_graph_init(nv);
    nv_fermi_object(chan, 0, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(chan, 0, FERMI_NO_OPERATION, 0);
    nv_fermi_run(chan);
    nv_falcon_wr32(nv, FECS, A_NV_CTXCTL_MEM_TARGET, 0);
    nv_falcon_wr32(nv, FECS, A_NV_CTXCTL_MEM_BASE, shown.va >> 8);
    nv_falcon_wr32(nv, FECS, A_NV_CTXCTL_STRAND_LOAD_SWBASE, 0);
    nv_falcon_wr32(nv, FECS, A_NV_CTXCTL_STRAND_CMD, 4);
    nv_clock_step(nv, 1000 * 1000);
    expect_fault(nv, &shown);
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "record/nvc1-rstudio.5", "fermi-errors", no_command },
    { "record/nvc1-rstudio.6", "fermi-errors", no_object },
    { "record/nvc1-rstudio.7", "fermi-errors", no_object },
    { "record/nvc1-rstudio.8", "fermi-errors", no_object },

    { "record/nvc1-rstudio.11", "fermi-errors!", refused,
      .props = "vram=1G" },

    { "record/nvc0-gdev-15.2", "playlist", runlist_ends },
    { "record/nvc0-glxgears.2", "playlist", runlist_ends },
    { "record/nvce-boot-1.2", "playlist", runlist_ends },
    { "record/nvce-gdev-5.4", "playlist", unknown_channel },
    { "record/nvc0-glxgears.1", "playlist", unknown_channel },
    { "record/nvc3-hang-6.4.7", "playlist", leaves_table },
    { "record/nvc1-fdo-110748-b.2", "playlist", leaves_table },
    { "record/nvce-gdev-5.3", "playlist", cannot_leave },
    { "record/nvcf-kick.1", "playlist", cannot_leave },
    { "record/nvc1-fdo-110748-a.4", "playlist", cannot_leave },

    { "record/nvc3-bar3.5", "bars", bar3_read, .props = "vram=1G" },
    { "record/nvc3-bar3.6", "bars", bar3_read, .props = "vram=1G" },
    { "record/nvc3-bar3.7", "bars", bar3_read, .props = "vram=1G" },
    { "record/nvc0-bar3-5.3.1", "bars", bar3_read, .props = "vram=1G" },
    { "record/nvc0-quadro4000-2.1", "fermi-errors", semaphore,
      .props = "vram=2G" },
    { "record/nvc0-fdo-112123.1", "fermi-errors", semaphore,
      .props = "vram=1G" },
    { "record/nvc1-fdo-103467.1", "fermi-errors", semaphore,
      .props = "vram=1G" },
    { "record/nvc0-quadro4000.5", "fermi-errors", copy, .props = "vram=2G" },
    { "record/nvc1-fdo-104380.1", "fermi-errors", copy, .props = "vram=1G" },
    { "record/nvc1-fdo-81072.1", "fermi-errors", copy },
    { "record/nvc3-hang-6.4.5", "fermi-errors", load_context,
      .props = "vram=1G" },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

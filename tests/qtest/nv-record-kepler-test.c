/*
 * Tests of the NVIDIA GPU: what real cards stated in public of PFIFO, PGRAPH
 * and page faults, NVE4+
 *
 * A case is named after a fact of tests/record, does to the card what was done
 * to the real one, and compares each bit that its log shows.  Where channels
 * and memory are, and what the test submits, is what the log says of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-record.h"
#include "libnv/nv-tesla-canvas.h"

#define FECS 0x409000
#define SUBC_2D 3

/* --- PBDMA ------------------------------------------------------------- */

static uint32_t shown(NVDev *nv, uint32_t reg)
{
    return nv_fact_word(nv_fact(nv), NV_PBDMA_BASE + reg);
}

/* A PBDMA stops. */
static void expect_stop(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS));
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

static NVFermiChan *channel_of(NVDev *nv)
{
    return nv_fermi_channel_new(nv, nv_fact_chid(nv_fact(nv)));
}

static void push_method(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;
    uint32_t addr = shown(nv, A_NV_PBDMA_METHOD0);

    nv_fermi_inc(chan, extract32(addr, 16, 3), addr & 0x3ffc,
                 shown(nv, A_NV_PBDMA_DATA0));
}

/* A method that the host refuses */
static void method(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    push_method(chan);
    expect_stop(chan);
}

/* The checksum of the methods before it isn't 0. */
static void checksum(NVDev *nv)
{
    NVFermiChan *chan;

    nv_fermi_graph_init(nv);
    chan = channel_of(nv);
    nv_fermi_object(chan, SUBC_2D, FERMI_2D, NV_FERMI_GR);
    push_method(chan);
    expect_stop(chan);
}

/* No command, and no method before it */
static void no_command(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    nv_fermi_push(chan, 0xc0000000);
    expect_stop(chan);
}

/* The block isn't what the driver made it when the card comes back. */
static void lost_ring(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GP_BASE, 0xfffff800);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GP_BASE_HI,
                 NV_FERMI_GP_ORDER << 16 | 0xff);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GP_GET, 1 << NV_FERMI_GP_ORDER);
    expect_stop(chan);
}

static void lost_signature(NVDev *nv)
{
    NVFermiChan *chan = channel_of(nv);

    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_SIGNATURE, 0x1234beef);
    expect_stop(chan);
}

/* --- PGRAPH ------------------------------------------------------------ */

#define INTR_TRAP (1 << 21)
#define UNIT_TRAP_ON 0xc0000000

static NVFermiChan *graph_channel(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t reg = FECS + A_NV_CTXCTL_CHAN_ADDR;

    nv_fermi_graph_init(nv);
    return nv_fact_shows(fact, reg)
        ? nv_fermi_channel_new_at(nv, nv_fact_chid(fact),
                                  nv_fact_word(fact, reg) << 12)
        : nv_fermi_channel_new(nv, nv_fact_chid(fact));
}

static void push_shown(NVDev *nv, NVFermiChan *chan)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NVC0_PGRAPH_TRAPPED_ADDR);

    nv_fermi_inc(chan, extract32(addr, 16, 3), addr & 0x3ffc,
                 nv_fact_word(fact, A_NVC0_PGRAPH_TRAPPED_DATA_LOW));
}

static void expect_error(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

/* A method that PGRAPH refuses */
static void refused(NVDev *nv)
{
    NVFermiChan *chan = graph_channel(nv);

    nv_fermi_object(chan, 0, nv_fact_word(nv_fact(nv),
                                          A_NVC0_PGRAPH_DISPATCH_CTX_CACHE),
                    NV_FERMI_GR);
    push_shown(nv, chan);
    expect_error(chan);
}

static void enable_trap(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP_EN, 0xffffffff);
    nv_wr32(nv, A_NVC0_PGRAPH_DISPATCH_TRAP, UNIT_TRAP_ON);
}

/* A class that there isn't: what the log has of it later */
static void bind_unknown(NVFermiChan *chan)
{
    nv_fermi_object(chan, 0, 0x0320, NV_FERMI_GR);
}

static void mismatch(NVDev *nv)
{
    NVFermiChan *chan = graph_channel(nv);

    enable_trap(nv);
    bind_unknown(chan);
    expect_error(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), INTR_TRAP);
}

/* gf100_gr_trap_intr(), and the class's first method */
static void unknown_class(NVDev *nv)
{
    NVFermiChan *chan = graph_channel(nv);

    enable_trap(nv);
    bind_unknown(chan);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    nv_wr32(nv, A_NVC0_PGRAPH_DISPATCH_TRAP, UNIT_TRAP_ON);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP, 1);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR, INTR_TRAP);
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
    push_shown(nv, chan);
    expect_error(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), FERMI_INTR_ILLEGAL_CLASS);
}

/* --- Engines ----------------------------------------------------------- */

#define SCHED_ERROR 0x00000100
#define US 1000ll

static void use_graph(NVFermiChan *chan)
{
    nv_fermi_object(chan, SUBC_2D, FERMI_2D, NV_FERMI_GR);
    nv_fermi_inc(chan, SUBC_2D, FERMI_NO_OPERATION, 0);
    nv_fermi_kick(chan);
}

/* PGRAPH's program hangs, with a channel, and the next one wants it. */
static void hang(NVDev *nv)
{
    int chid = nv_fact(nv)->chid;
    NVFermiChan *chan, *next;

    nv_fermi_graph_init(nv);
    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    chan = nv_fermi_channel_new(nv, chid < 0 ? 5 : chid);
    next = nv_fermi_channel_new(nv, chan->chid + 1);
    use_graph(chan);
    nv_fermi_wait(chan);
    nv_falcon_wr32(nv, FECS, A_NV_FALCON_INTR_EN_CLR, UINT32_MAX);
    use_graph(next);
    nv_clock_step(nv, 1100 * US);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & SCHED_ERROR);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(next);
}

static void times_out(NVDev *nv)
{
    hang(nv);
    nv_fact_assert(nv);
}

/* gf100_fifo_intr_ctxsw_timeout() makes it a page fault. */
static void triggered(NVDev *nv)
{
    hang(nv);
    nv_mask(nv, A_NVC0_PFIFO_INTR_EN, SCHED_ERROR, 0);
    nv_wr32(nv, A_NVC0_PFIFO_INTR, SCHED_ERROR);
    nv_wr32(nv, A_NVC0_PFIFO_FAULT_INJECT, 0x100);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS) & 1);
    nv_fact_assert(nv);
}

/* A channel uses PGRAPH, and copies with the engine beside it. */
static void copies_beside(NVDev *nv)
{
    NVFermiChan *chan;

    nv_fermi_graph_init(nv);
    chan = channel_of(nv);
    use_graph(chan);
    nv_fermi_inc(chan, NV_CE_SUBC, CE_REMAP_CONST_A, 1);
    nv_fermi_run(chan);
    nv_fact_assert(nv);
    nv_fermi_channel_free(chan);
}

static void error_of_scheduler(NVDev *nv)
{
    nv_inject(nv, nv->test->data);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & SCHED_ERROR);
    nv_fact_assert(nv);
}

/* struct Place - what the driver logs of an engine, which it has from PTOP */
typedef struct Place {
    unsigned type, engine, runlist, intr;
} Place;

/* gk104_top_parse(), for words in the order that the model has them in */
static void topology(NVDev *nv)
{
    const Place *want = nv->test->data;

    for (unsigned i = 0; i < 64; i += 3) {
        uint32_t word = nv_rd32(nv, 0x022700 + i * 4);

        if (nv_rd32(nv, 0x022700 + (i + 2) * 4) == (want->type << 2 | 3)) {
            nv_assert_hex(extract32(word, 26, 4), want->engine);
            nv_assert_hex(extract32(word, 21, 4), want->runlist);
            nv_assert_hex(extract32(word, 15, 5), want->intr);
            return;
        }
    }
    nv_fail("there is no engine of type %u", want->type);
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
            ? nv_fact_word(fact, A_NVC0_PFIFO_FAULT_INST + at) << 12
            : nv_vram_alloc(nv, NV_FERMI_BLOCK_SIZE),
        .va = nv_fact_word(fact, A_NVC0_PFIFO_FAULT_ADDRESS_LOW + at) |
              (uint64_t)nv_fact_word(fact, A_NVC0_PFIFO_FAULT_ADDRESS_HIGH +
                                           at) << 32,
        .reason = extract32(type, 0, 4),
        .write = extract32(type, 7, 1),
    };
}

#define UNSUPPORTED_APERTURE 0xa
/* A page of another card's memory */
#define PEER (1ull << 33)

/* A page table that has no page there, or one of no memory */
static void no_page(NVDev *nv, uint32_t pd, const Shown *shown)
{
    uint64_t page = shown->va & ~0xfffull;

    nv_fermi_map(nv, pd, page, 0, 0x1000,
                 shown->reason == UNSUPPORTED_APERTURE ? PEER : NV_FERMI_VRAM);
    if (shown->reason != UNSUPPORTED_APERTURE) {
        nv_fermi_unmap(nv, pd, page, 0x1000);
    }
}

static void expect_fault(NVDev *nv, const Shown *shown)
{
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS) >> shown->unit & 1);
    nv_fact_assert(nv);
}

/* The processor writes to BAR3, which nouveau calls BAR2, and finds no page. */
static void bar2(NVDev *nv)
{
    Shown shown = shown_fault(nv, 5);
    uint32_t pd = nv_fermi_space_new(nv);

    nv_phys_clear(nv, shown.inst, NV_FERMI_BLOCK_SIZE);
    nv_fermi_join(nv, shown.inst, pd);
    no_page(nv, pd, &shown);
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR3, 0x80000000 | shown.inst >> 12);
    qtest_writel(nv->qts, nv->bar3 + shown.va, 0);
    expect_fault(nv, &shown);
}

static NVFermiChan *channel_without(NVDev *nv, const Shown *shown)
{
    NVFermiChan *chan = nv_fermi_channel_new_at(nv, nv_fact_chid(nv_fact(nv)),
                                                shown->inst);

    no_page(nv, chan->pd, shown);
    return chan;
}

/* A channel waits for a semaphore that isn't there. */
static void semaphore(NVDev *nv)
{
    Shown shown = shown_fault(nv, 7);
    NVFermiChan *chan = channel_without(nv, &shown);

    nv_fermi_semaphore(chan, shown.va, 1, NV_SEM_ACQUIRE);
    nv_fermi_kick(chan);
    expect_fault(nv, &shown);
    nv_fermi_channel_free(chan);
}

#define A8R8G8B8 0xcf

static void push_surface(NVFermiChan *chan, uint32_t mthd, uint64_t va)
{
    nv_fermi_inc(chan, SUBC_2D, mthd, A8R8G8B8, 1);
    nv_fermi_inc(chan, SUBC_2D, mthd + 0x14, 0x100, 64, 16, va >> 32, va);
}

/* The 2D object draws where no page is, or copies from there. */
static void draws(NVDev *nv)
{
    Shown shown = shown_fault(nv, NV_FERMI_UNIT_PGRAPH);
    NVFermiChan *chan;
    uint64_t other;
    uint32_t addr;

    nv_fermi_graph_init(nv);
    chan = channel_without(nv, &shown);
    other = nv_fermi_buffer(chan, 0x1000, &addr);
    nv_fermi_object(chan, SUBC_2D, FERMI_2D, NV_FERMI_GR);
    push_surface(chan, TWOD_DST_FORMAT, shown.write ? shown.va : other);
    push_surface(chan, TWOD_SRC_FORMAT, shown.write ? other : shown.va);
    nv_fermi_inc(chan, SUBC_2D, TWOD_CLIP_ENABLE, 0);
    nv_fermi_inc(chan, SUBC_2D, TWOD_OPERATION, TWOD_SRCCOPY);
    nv_fermi_inc(chan, SUBC_2D, TWOD_BLIT_SAFE_OVERLAP, 1);
    nv_fermi_inc(chan, SUBC_2D, TWOD_BLIT_DST, 0, 0, 4, 4);
    nv_fermi_inc(chan, SUBC_2D, TWOD_BLIT_DU_DX, 0, 1, 0, 1);
    nv_fermi_inc(chan, SUBC_2D, TWOD_BLIT_SRC, 0, 0, 0, 0);
    nv_fermi_kick(chan);
    expect_fault(nv, &shown);
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "record/nve6-gtx660-2.1", "fermi-errors channel-switch", times_out },
    { "record/nv106-pi.1", "bars", bar2, .props = "vram=2G" },
    { "record/nv106-fdo-100567.3", "fermi-errors channel-switch", times_out },
    { "record/nv106-fdo-100567.4", "channel-switch", copies_beside },
    { "record/nv106-fdo-107964.1", "fermi-errors", draws, .props = "vram=1G" },
    { "record/nv106-pbentry.1", "fermi-errors", no_command },
    { "record/nv106-pbentry.2", "fermi-errors", refused, .props = "vram=1G" },
    { "record/nv106-pbentry.3", "fermi-errors", refused, .props = "vram=1G" },
    { "record/nv106-pbentry.4", "fermi-errors", mismatch },
    { "record/nv106-pbentry.5", "fermi-errors", method },
    { "record/nv106-pbentry.6", "fermi-errors", method },
    { "record/nv106-pbentry.7", "fermi-errors", method },
    { "record/nv106-pbentry.8", "fermi-errors", method },
    { "record/nv106-pbentry.9", "fermi-errors", method },
    { "record/nv106-pbentry.10", "fermi-errors", method },
    { "record/nv106-pbentry.11", "fermi-errors", method },
    { "record/nv106-pbentry.12", "fermi-errors", method },
    { "record/nv106-pbentry.13", "fermi-errors", method },
    { "record/nv106-pbentry.14", "fermi-errors", method },
    { "record/nv106-pbentry.15", "fermi-errors", method },
    { "record/nv106-pbentry.16", "fermi-errors", method },
    { "record/nv106-pbentry.17", "fermi-errors", method },
    { "record/nv106-pbentry.18", "fermi-errors", method },
    { "record/nv106-pbentry.19", "fermi-errors", method },
    { "record/nv106-pbentry.20", "fermi-errors", method },
    { "record/nv106-pbentry.21", "fermi-errors", method },
    { "record/nv106-pbentry.22", "fermi-errors", method },
    { "record/nv106-pbentry.23", "fermi-errors", method },
    { "record/nv106-pbentry.24", "fermi-errors", checksum,
      .props = "x-pbdma-crc=on" },
    { "record/nv106-pbentry.25", "fermi-errors", method },
    { "record/nv106-pbentry.26", "fermi-errors", method },
    { "record/nv106-pbentry.27", "fermi-errors", method },
    { "record/nv106-pbentry.28", "fermi-errors", method },
    { "record/nv106-pbentry.29", "fermi-errors", method },
    { "record/nv106-pbentry.30", "fermi-errors", method },
    { "record/nv106-pbentry.31", "fermi-errors", method },
    { "record/nv106-pbentry.32", "fermi-errors", method },
    { "record/nv106-pbentry.33", "fermi-errors", method },
    { "record/nv106-pbentry.35", "fermi-errors", unknown_class,
      .props = "vram=1G" },
    { "record/nv106-kvm.2", "channel-switch", copies_beside },
    { "record/nv106-kvm.3", "fermi-errors", semaphore, .props = "vram=1G" },
    { "record/nve0-gtx650ti.2", "fermi-errors", draws, .props = "vram=1G" },
    { "record/nve0-gpptr.1", "fermi-errors", lost_ring },
    { "record/nve0-signature.1", "fermi-errors", lost_signature,
      .cards = "nve4" },
    { "record/nve0-signature.2", "fault-injection", error_of_scheduler,
      .cards = "nve4", .data = "error-scheduler value=1" },
    { "record/nve0-signature.3", "bars", bar2, .cards = "nve4" },
    { "record/nve0-signature.4", "bars", bar2, .cards = "nve4" },
    { "record/nve0-tex49.2", "fermi-errors", draws,
      .cards = "nve4", .props = "vram=1G" },
    { "record/nve7-macbook.2", "fermi-errors channel-switch", times_out },
    { "record/nve7-macbook.3", "fermi-errors", draws },
    { "record/nve0-status.1", "fermi-errors channel-switch", times_out,
      .cards = "nve4" },
    { "record/nve0-status.2", "channel-switch", times_out, .cards = "nve4" },
    { "record/nve0-status.3", "channel-switch", times_out, .cards = "nve4" },
    { "record/nve0-status.4", "fermi-errors", triggered, .cards = "nve4" },
    { "record/nve0-status.5", "fermi-errors", triggered, .cards = "nve4" },
    { "record/nve0-status.7", "channel-switch", times_out, .cards = "nve4" },
    { "record/nve0-ce-unsupported.1", "fermi-errors channel-switch", times_out,
      .cards = "nve4" },
    { "record/nv117-gtx750.3", "playlist", topology,
      .data = &(const Place) { 0, 0, 0, 12 } },
    { "record/nv117-gtx750.4", "playlist", topology,
      .data = &(const Place) { 3, 5, 0, 7 } },
    { "record/nv117-gtx750.5", "playlist", topology,
      .data = &(const Place) { 1, 4, 4, 5 } },
    { "record/nv117-m1000m.1", "fermi-errors channel-switch", times_out },
    { "record/nv117-fedora-30.1", "fermi-errors channel-switch", times_out },
    { "record/nv117-fedora-30.2", "channel-switch", copies_beside },
    { "record/nv118-kbz-206781.5", "bars", bar2, .props = "vram=2G" },
    { "record/nv118-kbz-206781.6", "bars", bar2, .props = "vram=2G" },
    { "record/nv118-kbz-206781.7", "fault-injection", error_of_scheduler,
      .data = "error-scheduler value=32" },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

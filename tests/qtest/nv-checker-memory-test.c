/*
 * Tests of the NVIDIA GPU: the checker of drivers: memory
 *
 * Pages that are used without a flush, memory that is read before it is known
 * to be written, accesses to memory that isn't mapped.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define PAGE 4096

/* --- Pages: the bus behind NV41's and NV44's tables ------------------- */

/* A semaphore's page, the only one that the table names */
#define GART_PAGE 5
#define GART_PAGES 64
#define NV44_TABLE (4 * MiB)
#define SEMAPHORE 0x5e3b0000

typedef struct Gart {
    NVDev *nv;
    NVChan *chan;
    uint32_t table;
    NVBuf page;
} Gart;

static bool is_nv44(NVDev *nv)
{
    return nv->card->features & NV_CARD_GART_NV44;
}

/* NV44 has 27 bits for each page of four; GART_PAGE's are 27 to 53. */
static void gart_map(Gart *g, uint64_t addr)
{
    NVDev *nv = g->nv;

    if (is_nv44(nv)) {
        uint32_t group = NV44_TABLE + GART_PAGE / 4 * 16;
        uint64_t bits = (uint64_t)(addr >> 12) << 27;

        nv_vram_wr32(nv, group, bits);
        nv_vram_wr32(nv, group + 4, bits >> 32);
        nv_vram_wr32(nv, group + 8, 0);
        nv_vram_wr32(nv, group + 12, 1u << 30);
    } else {
        nv_inst_wr32(nv, g->table + GART_PAGE * 4, addr >> 7 | 1);
    }
}

static void gart_flush(Gart *g)
{
    NVDev *nv = g->nv;

    if (is_nv44(nv)) {
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_LIMIT, (GART_PAGES - 1) * PAGE);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV44, 0x20);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV44, 0);
    } else {
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV41, 0x22);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV41, 0);
    }
}

static void gart_new(Gart *g, NVDev *nv)
{
    *g = (Gart) { .nv = nv };
    if (is_nv44(nv)) {
        nv_wr32(nv, A_NV_PFB_GART_SIZE, GART_PAGES * PAGE);
        nv_wr32(nv, A_NV_PFB_GART_BASE, NV44_TABLE | 0x10);
    } else {
        g->table = nv_inst_alloc(nv, GART_PAGES * 4, PAGE);
        nv_wr32(nv, A_NV_PFB_GART_BASE, g->table | 2);
    }
    g->chan = nv_chan_new(nv, CHID, NV_IN_VRAM);
    g->page.inst = nv_dmaobj_linear(nv, 0x02 | NV_DMAOBJ_WRITE_ONLY,
                                    NV_DMAOBJ_PCI, GART_PAGE * PAGE, 0xfff);
    nv_chan_buffer(g->chan, SEMAPHORE, &g->page);
    nv_push_inc(g->chan, 0, NV_MTHD_DMA_SEMAPHORE, SEMAPHORE);
}

static void gart_release(Gart *g, uint64_t addr, uint32_t val)
{
    nv_push_release(g->chan, 0x40, val);
    nv_run(g->chan);
    nv_assert_hex(qtest_readl(g->nv->qts, addr + 0x40), val);
}

static void unflushed_gart(NVDev *nv)
{
    uint64_t one = nv_ram_alloc(nv, PAGE), two = nv_ram_alloc(nv, PAGE);
    Gart g;

    gart_new(&g, nv);
    gart_map(&g, one);
    gart_flush(&g);
    gart_release(&g, one, 1);
    gart_map(&g, two);
    gart_flush(&g);
    gart_release(&g, two, 2);
    nv_assert_silent(nv);
    gart_map(&g, one);
    /* An earlier flush that has ended doesn't count. */
    nv_wr32(nv, is_nv44(nv) ? A_NV_PFB_GART_FLUSH_NV44
                            : A_NV_PFB_GART_FLUSH_NV41, 0);
    nv_assert_silent(nv);
    gart_release(&g, one, 3);
    nv_assert_found(nv, "page-unflushed address=0x%x table=0x%" PRIx32
                    " page=0x%" PRIx64 " was=0x%" PRIx64, GART_PAGE * PAGE,
                    is_nv44(nv) ? (uint32_t)NV44_TABLE : g.table, one, two);
    nv_chan_free(g.chan);
}

/* --- Pages of channels and BARs --------------------------------------- */

static void unflushed_page(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    NVBuf *push = chan->push;
    uint64_t page = nv_ram_alloc(nv, PAGE), other = nv_ram_alloc(nv, PAGE);

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_poll(nv_user_ref(chan) == 1);
    nv_assert_silent(nv);
    for (unsigned i = 0; i < 2; i++) {
        push->pages[0] = i ? other : page;
        nv_vm_set(nv, nv->tesla->table, push->va, NV_VM_SMALL,
                  push->pages[0] | NV_VM_PRESENT | NV_VM_SYSRAM);
        if (!i) {
            nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 5 << 16 | 1);
        }
        nv_push_ref(chan, 2 + i);
        nv_kick(chan);
        nv_poll(nv_user_ref(chan) == 2 + i);
        if (!i) {
            nv_assert_silent(nv);
        }
    }
    nv_assert_found(nv, "page-unflushed address=0x%" PRIx64 " ", push->va);
}

/* nv_fermi_map() of a page of video memory, without the flush */
static void fermi_set(NVDev *nv, uint32_t pd, uint64_t va, uint32_t addr)
{
    uint32_t table = nv_phys_rd32(nv, pd + (va >> 27) * 8 + 4) >> 4 << 12;

    nv_phys_wr32(nv, table + extract64(va, 12, 15) * 8, addr >> 8 | 1);
}

static void unflushed_fermi_page(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t one, two;
    uint64_t va = nv_fermi_buffer(chan, PAGE, &one);

    two = nv_vram_alloc(nv, PAGE);
    nv_fermi_release(chan, va, 1);
    nv_fermi_run(chan);
    nv_poll(nv_phys_rd32(nv, one) == 1);
    nv_fermi_map(nv, chan->pd, va, two, PAGE, NV_FERMI_VRAM);
    nv_fermi_flush(nv, chan->pd);
    nv_fermi_release(chan, va, 2);
    nv_fermi_run(chan);
    nv_poll(nv_phys_rd32(nv, two) == 2);
    nv_assert_silent(nv);
    fermi_set(nv, chan->pd, va, one);
    /* What is reported is the page, and not what of it has been accessed. */
    nv_fermi_release(chan, va + 0x40, 3);
    nv_fermi_run(chan);
    nv_poll(nv_phys_rd32(nv, one + 0x40) == 3);
    nv_assert_found(nv, "page-unflushed address=0x%" PRIx64 " table=0x%" PRIx32
                    " page=vram:0x%" PRIx32 " was=vram:0x%" PRIx32
                    " times=1 ", va, chan->pd, one, two);
}

/* The CPU looks up pages, too. A missing page isn't in any TLB. */
#define BAR1_VA 0x1000000

static void unflushed_bar(NVDev *nv)
{
    uint32_t one = nv_vram_alloc(nv, PAGE), two = nv_vram_alloc(nv, PAGE);
    uint32_t pd = nv->fermi->bar1;

    /* The page before it, so that a table exists */
    nv_fermi_map(nv, pd, BAR1_VA - PAGE, one, PAGE, NV_FERMI_VRAM);
    nv_vram_rd32(nv, BAR1_VA);
    fermi_set(nv, pd, BAR1_VA, one);
    nv_vram_rd32(nv, BAR1_VA);
    nv_assert_found(nv, "access-astray ");
    nv_checker_anew(nv);
    nv_vram_rd32(nv, BAR1_VA);
    fermi_set(nv, pd, BAR1_VA, two);
    nv_fermi_flush(nv, pd);
    nv_vram_rd32(nv, BAR1_VA);
    nv_assert_silent(nv);
    fermi_set(nv, pd, BAR1_VA, one);
    nv_vram_rd32(nv, BAR1_VA);
    nv_assert_found(nv, "page-unflushed address=0x%x table=0x%" PRIx32
                    " page=vram:0x%" PRIx32 " was=vram:0x%" PRIx32
                    " times=1 ", BAR1_VA, pd, one, two);
}

/* --- What is in flight ------------------------------------------------ */

/** struct Copier - M2MF copies into video memory, for the CPU to read */
typedef struct Copier {
    NVDev *nv;
    NVM2MF m;
    NVBuf *notify;
    unsigned notifiers;
    NVBuf *semaphore;
    NVFermiChan *fermi;
    NVFermiBuf in, out;
} Copier;

#define LINE 256
#define LINES 16
#define COPY (LINE * LINES)
#define COPIES 3
#define HANDLE_NOTIFY 0x80000030

/* Each copy has a notifier, which nouveau has in video memory. */
static void notify_in_vram(Copier *c)
{
    uint32_t handle = HANDLE_NOTIFY + c->notifiers++;

    c->notify = nv_buf_new(c->nv, NV_IN_VRAM, PAGE, 0x3d);
    nv_graph_name(c->m.chan, handle, c->notify->inst);
    nv_push_inc(c->m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_NOTIFY, handle);
    nv_run(c->m.chan);
}

static void copier_new(Copier *c, NVDev *nv)
{
    *c = (Copier) { .nv = nv };
    if (nv_is_fermi(nv)) {
        c->fermi = nv_fermi_graph_new(nv, NV_M2MF_CHID);
        c->in = nv_fermi_buf(c->fermi, true, COPY);
        c->out = nv_fermi_buf(c->fermi, true, COPIES * COPY);
        nv_fermi_object(c->fermi, NV_M2MF_SUBC, FERMI_M2MF, NV_FERMI_GR);
        nv_fermi_run(c->fermi);
    } else {
        nv_m2mf_new(&c->m, nv, NV_IN_VRAM, NV_IN_VRAM, 2 * MiB);
        notify_in_vram(c);
        if (nv->card->features & NV_CARD_SEMAPHORE) {
            c->semaphore = nv_semaphore_new(c->m.chan, NV_IN_VRAM);
            nv_run(c->m.chan);
        }
    }
}

static void copier_free(Copier *c)
{
    if (c->fermi) {
        nv_fermi_channel_free(c->fermi);
        return;
    }
    if (c->semaphore) {
        nv_buf_free(c->semaphore);
    }
    nv_buf_free(c->notify);
    nv_m2mf_free(&c->m);
}

/* The copies' destinations are consecutive. */
static void push_copy(Copier *c, unsigned n)
{
    if (c->fermi) {
        uint64_t to = c->out.va + n * COPY;

        nv_fermi_inc(c->fermi, NV_M2MF_SUBC, 0x238, to >> 32, to);
        nv_fermi_inc(c->fermi, NV_M2MF_SUBC, 0x30c, c->in.va >> 32, c->in.va,
                     LINE, LINE, LINE, LINES);
        nv_fermi_inc(c->fermi, NV_M2MF_SUBC, 0x300, 0x110);
        nv_fermi_kick(c->fermi);
    } else {
        nv_m2mf_push(&c->m, &(NVM2MFCopy) {
            .in.pitch = LINE, .out.pitch = LINE, .length = LINE,
            .out.offset = n * COPY, .lines = LINES, .format = 0x101,
        });
        nv_kick(c->m.chan);
    }
}

/* The driver asks in a way that the card doesn't see. */
static void copy(Copier *c, unsigned n)
{
    uint64_t copied = nv_statistic(c->nv, "bytes-copied");

    push_copy(c, n);
    nv_poll(nv_statistic(c->nv, "bytes-copied") == copied + COPY);
}

static void look(Copier *c, unsigned n)
{
    if (c->fermi) {
        nv_phys_rd32(c->nv, c->out.addr + n * COPY + 0x10);
    } else {
        nv_vram_rd32(c->nv, c->m.out->base + n * COPY + 0x10);
    }
}

static void assert_in_flight(Copier *c, unsigned n)
{
    if (c->fermi) {
        nv_assert_found(c->nv, "read-in-flight channel=%u bar=0 address=0x7",
                        NV_M2MF_CHID);
    } else {
        uint64_t at = c->m.out->base + n * COPY + 0x10;

        nv_assert_found(c->nv, "read-in-flight channel=%u bar=1 address=0x%"
                        PRIx64 " vram=0x%" PRIx64 " times=1 ", NV_M2MF_CHID,
                        at, at);
    }
}

/** struct Wait - a register that tells that an engine is done */
typedef struct Wait {
    uint32_t addr;
    uint64_t needs, lacks;
} Wait;

static const Wait waits[] = {
    { A_NV_PGRAPH_STATUS },
    { A_NV50_PFIFO_CACHE1_KICK_CHANNEL, .needs = NV_CARD_NV50 },
    { A_NVC0_PFIFO_PREEMPT, .needs = NV_CARD_NVC0 },
    { 0x104000, .needs = NV_CARD_NV50 },
    { 0x10afff & ~3, .needs = NV_CARD_NV50 },
    { 0x104000, .needs = NV_CARD_NVC0 },
    { 0x105ffc, .needs = NV_CARD_NVC0 },
    { 0x10a000, .needs = NV_CARD_NVC0 },
    { 0x409b00, .needs = NV_CARD_NVC0 },
    { 0x500000, .needs = NV_CARD_NVC0 },
    { 0x51fffc, .needs = NV_CARD_NVC0 },
};

/* These registers don't tell that. */
static const Wait others[] = {
    { A_NV_PMC_INTR },
    { 0x400800 },
    { 0x104000, .lacks = NV_CARD_NV50 | NV_CARD_NVC0 },
    { A_NV50_PFIFO_CACHE1_KICK_CHANNEL, .lacks = NV_CARD_NV50 },
    { A_NVC0_PFIFO_PREEMPT, .lacks = NV_CARD_NVC0 },
    { 0x409b00, .lacks = NV_CARD_NVC0 },
};

static bool has(const NVDev *nv, const Wait *wait)
{
    return (nv->card->features & wait->needs) == wait->needs &&
           !(nv->card->features & wait->lacks);
}

static void read_in_flight(NVDev *nv)
{
    Copier c;

    copier_new(&c, nv);
    for (unsigned i = 0; i < ARRAY_SIZE(waits); i++) {
        if (has(nv, &waits[i])) {
            copy(&c, 0);
            nv_rd32(nv, waits[i].addr);
            look(&c, 0);
            nv_assert_silent(nv);
        }
    }
    if (!c.fermi) {
        copy(&c, 0);
        nv_user_get(c.m.chan);
        look(&c, 0);
        nv_assert_silent(nv);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        if (has(nv, &others[i])) {
            copy(&c, 0);
            nv_rd32(nv, others[i].addr);
            look(&c, 0);
            assert_in_flight(&c, 0);
            nv_checker_anew(nv);
        }
    }
    copier_free(&c);
}

/* The card's other work shows that this is done. */

static void tell_reference(Copier *c)
{
    uint64_t set = nv_statistic(c->nv, "references");

    if (c->fermi) {
        nv_fermi_ref(c->fermi, 1);
        nv_fermi_kick(c->fermi);
    } else {
        nv_push_ref(c->m.chan, 1);
        nv_kick(c->m.chan);
    }
    nv_poll(nv_statistic(c->nv, "references") == set + 1);
}

/* It is in video memory, too, and isn't read by the driver. */
static void tell_release(Copier *c)
{
    uint64_t methods = nv_statistic(c->nv, "methods");

    if (c->fermi) {
        uint32_t addr;

        nv_fermi_release(c->fermi, nv_fermi_buffer(c->fermi, PAGE, &addr), 1);
        nv_fermi_kick(c->fermi);
        methods += 4;
    } else {
        nv_push_release(c->m.chan, 0x40, 1);
        nv_kick(c->m.chan);
        methods += 2;
    }
    nv_poll(nv_statistic(c->nv, "methods") == methods);
}

/* The copy's own notifier, which the driver reads */
static void tell_notifier(Copier *c)
{
    nv_vram_rd32(c->nv, c->notify->base + NV_M2MF_NOTIFIER_STATUS);
}

/* Any interrupt of the card to the CPU */
static void tell_interrupt(Copier *c)
{
    uint64_t times = nv_statistic(c->nv, "interrupts");

    if (c->fermi) {
        nv_fermi_push(c->fermi, 0xc0000000);
        nv_fermi_kick(c->fermi);
    } else {
        nv_push(c->m.chan, 0xe0000000);
        nv_kick(c->m.chan);
    }
    nv_poll(nv_statistic(c->nv, "interrupts") > times);
}

static void told(NVDev *nv)
{
    void (*const *tell)(Copier *c) = nv->test->data;
    Copier c;

    copier_new(&c, nv);
    copy(&c, 0);
    (*tell)(&c);
    look(&c, 0);
    nv_assert_silent(nv);
    copier_free(&c);
}

static void (*const by_reference)(Copier *c) = tell_reference;
static void (*const by_release)(Copier *c) = tell_release;
static void (*const by_notifier)(Copier *c) = tell_notifier;
static void (*const by_interrupt)(Copier *c) = tell_interrupt;

/* A copy's notifier vouches for the copies before it, and none after it. */
static void told_by_the_last(NVDev *nv)
{
    NVBuf *notify[COPIES];
    Copier c;

    copier_new(&c, nv);
    for (unsigned n = 0; n < COPIES; n++) {
        if (n) {
            notify_in_vram(&c);
        }
        notify[n] = c.notify;
    }
    /* nv_run() has read the control area. */
    for (unsigned n = 0; n < COPIES; n++) {
        nv_push_inc(c.m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_NOTIFY,
                    HANDLE_NOTIFY + n);
        copy(&c, n);
    }
    for (unsigned n = 2; n; n--) {
        nv_vram_rd32(nv, notify[n - 1]->base + NV_M2MF_NOTIFIER);
        look(&c, 1);
        look(&c, 0);
        nv_assert_silent(nv);
    }
    look(&c, 2);
    assert_in_flight(&c, 2);
    for (unsigned n = 0; n < COPIES - 1; n++) {
        nv_buf_free(notify[n]);
    }
    copier_free(&c);
}

/* One in the guest's memory may be read unnoticed. */
static void told_in_memory(NVDev *nv)
{
    Copier c;

    copier_new(&c, nv);
    nv_push_inc(c.m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_NOTIFY,
                NV_M2MF_HANDLE_NOTIFY);
    nv_run(c.m.chan);
    copy(&c, 0);
    look(&c, 0);
    nv_assert_silent(nv);
    copier_free(&c);
}

/* --- Accesses that fail ----------------------------------------------- */

static void astray(NVDev *nv)
{
    const NVM2MFCopy beyond = {
        .in = { .pitch = 256 }, .out = { .offset = 0x100000, .pitch = 256 },
        .length = 256, .lines = 1, .format = 0x101,
    };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_RAM, NV_IN_VRAM, 8192);
    nv_assert_silent(nv);
    nv_m2mf_launch(&m, &beyond);
    nv_kick(m.chan);
    nv_poll(nv_rd32(nv, A_NV_PGRAPH_INTR));
    nv_assert_found(nv, "access-astray channel=1 address=0x");
    nv_m2mf_free(&m);
}

static void astray_fermi(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_fermi_release(chan, 0xdead0000, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS));
    nv_assert_found(nv, "access-astray channel=2 address=0xdead0000 ");
    nv_fermi_channel_free(chan);
}

/* Nothing answers there. */
#define HOLE 0x70000000
#define HANDLE_HOLE 0x80000030

static const bool side_in = false, side_out = true;

/* A copy from there, or to there */
static void astray_on_bus(NVDev *nv)
{
    const bool *out = nv->test->data;
    const NVM2MFCopy copy = {
        .in = { .offset = *out ? 0 : 0x80, .pitch = 256 },
        .out = { .offset = *out ? 0x80 : 0, .pitch = 256 },
        .length = 256, .lines = 1, .format = 0x101,
    };
    uint32_t inst = nv_is_tesla(nv)
        ? nv_tesla_dmaobj(nv, NV_VM_DMAOBJ_SYSRAM | NV_VM_DMAOBJ_RW | 0x3d,
                          HOLE, HOLE + 0xfff)
        : nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, HOLE, 0xfff);
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 8192);
    nv_graph_name(m.chan, HANDLE_HOLE, inst);
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_BUFFER_IN,
                *out ? NV_M2MF_HANDLE_IN : HANDLE_HOLE,
                *out ? HANDLE_HOLE : NV_M2MF_HANDLE_OUT);
    nv_assert_silent(nv);
    nv_m2mf_launch(&m, &copy);
    nv_kick(m.chan);
    nv_poll(nv_rd32(nv, A_NV_PGRAPH_INTR));
    nv_assert_found(nv, "access-astray channel=1 address=0x80 who=0x%x "
                    "why=\"isn't answered on the bus\"", inst);
    if (!nv_is_tesla(nv)) {
        nv_assert_hex(nv_rd32(nv, A_NV_PGRAPH_NSOURCE),
                      *out ? R_NV_PGRAPH_NSOURCE_DMA_W_PROTECTION_MASK
                           : R_NV_PGRAPH_NSOURCE_DMA_R_PROTECTION_MASK);
    }
    nv_m2mf_free(&m);
}

static bool has_gart(const NVCard *card)
{
    return card->features & (NV_CARD_GART_NV41 | NV_CARD_GART_NV44);
}

static bool has_semaphores(const NVCard *card)
{
    return card->features & (NV_CARD_SEMAPHORE | NV_CARD_NVC0);
}

#define CHECKED(_name, _fn, ...) \
    { "checker/" _name, "introspection", _fn, .props = NV_CHECKER_ON, \
      __VA_ARGS__ }
#define TESLA .tesla = true
#define FERMI .fermi = true, .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    CHECKED("unflushed-gart", unflushed_gart, .applies = has_gart),
    CHECKED("unflushed-page", unflushed_page, TESLA, .needs = NV_CARD_NV50),
    CHECKED("unflushed-fermi-page", unflushed_fermi_page, FERMI),
    CHECKED("unflushed-bar", unflushed_bar, FERMI),
    CHECKED("read-in-flight", read_in_flight, TESLA, .fermi = true),
    CHECKED("told-by-reference", told, TESLA, .fermi = true,
            .applies = nv_sets_references, .data = &by_reference),
    CHECKED("told-by-release", told, TESLA, .fermi = true,
            .applies = has_semaphores, .data = &by_release),
    CHECKED("told-by-notifier", told, TESLA, .data = &by_notifier),
    CHECKED("told-by-the-last-notifier", told_by_the_last, TESLA),
    CHECKED("told-in-memory", told_in_memory, TESLA),
    CHECKED("told-by-interrupt", told, TESLA, .fermi = true,
            .data = &by_interrupt),
    CHECKED("astray", astray, TESLA),
    CHECKED("astray-on-bus-from", astray_on_bus, TESLA, .data = &side_in),
    CHECKED("astray-on-bus-to", astray_on_bus, TESLA, .data = &side_out),
    CHECKED("astray-fermi", astray_fermi, FERMI),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: injected faults: engines and other units, the bus
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vga-port.h"

#define US 1000
#define MS 1000000

/* An engine's method, of a software object or of an engine */
#define ENGINE_METHOD NV_SW_MTHD_REF

/* An engine of all cards from NVC0 on, which accepts all methods */
#define ENGINE_PPDEC 1

static void set_line(NVDev *nv, bool level)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    nv_wr32(nv, A_NV_PMC_INTR, level ? R_NV_PMC_INTR_SOFTWARE_MASK : 0);
}

static void submit(NVEither *c, uint32_t last)
{
    nv_debug_submit(c);
    nv_poll(nv_either_user_ref(c) == last);
}

/* --- Engines ---------------------------------------------------------- */

/*
 * A reference, an engine's method, a reference. The method is software's, which
 * the driver executes, or from NVC0 on that of an engine that accepts all
 * methods.
 */
static void push_engine(NVEither *c)
{
    if (c->fermi) {
        nv_fermi_object(c->fermi, 2, 0x95b1, ENGINE_PPDEC);
        nv_fermi_ref(c->fermi, 0x11);
        nv_fermi_inc(c->fermi, 2, ENGINE_METHOD, 0x5a);
        nv_fermi_ref(c->fermi, 0x22);
        nv_fermi_kick(c->fermi);
        return;
    }
    nv_push_ref(c->chan, 0x11);
    nv_push_inc(c->chan, NV_SW_REF_SUBC, ENGINE_METHOD, 0x5a);
    nv_push_ref(c->chan, 0x22);
    nv_kick(c->chan);
}

/* It hasn't been executed yet. */
static void assert_waits(NVEither *c)
{
    nv_assert_hex(nv_either_user_ref(c), 0x11);
    nv_assert_hex(nv_statistic(c->nv, "software-methods"), 0);
}

/* It has been, and so has what is behind it. */
static void assert_goes_on(NVEither *c)
{
    if (c->chan) {
        nv_poll(nv_statistic(c->nv, "software-methods") == 1);
        nv_handle_all(c->nv);
    }
    nv_poll(nv_either_user_ref(c) == 0x22);
}

static void engine_waits(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, nv->test->data);
    push_engine(&c);
    nv_poll(nv_either_user_ref(&c) == 0x11);
    nv_clock_step(nv, 999 * US);
    assert_waits(&c);
    nv_clock_step(nv, 2 * US);
    assert_goes_on(&c);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_either_free(&c);
}

/* It continues when the fault is withdrawn. */
static void engine_hangs(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "engine-hangs channel=2");
    push_engine(&c);
    nv_poll(nv_either_user_ref(&c) == 0x11);
    nv_clock_step(nv, 1000 * MS);
    assert_waits(&c);
    nv_inject_none(nv);
    nv_clock_step(nv, 1);
    assert_goes_on(&c);
    nv_either_free(&c);
}

/* PGRAPH claims to be busy, and waiters wait; its methods are executed. */
static void engine_busy(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "engine-busy for=1000000");
    nv_clock_step(nv, 1);
    g_assert_cmphex(nv_rd32(nv, 0x400700), !=, 0);
    nv_debug_submit(&c);
    nv_clock_step(nv, 900 * US);
    nv_assert_hex(nv_either_user_ref(&c), 0);
    g_assert_cmphex(nv_rd32(nv, 0x400700), !=, 0);
    nv_clock_step(nv, 101 * US);
    nv_assert_hex(nv_rd32(nv, 0x400700), 0);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_either_free(&c);
}

/* Only the driver waits for it there. */
static void nv04_engine_busy(NVDev *nv)
{
    nv_inject(nv, "engine-busy for=1000000");
    nv_clock_step(nv, 1);
    g_assert_cmphex(nv_rd32(nv, 0x400700), !=, 0);
    nv_clock_step(nv, 1001 * US);
    nv_assert_hex(nv_rd32(nv, 0x400700), 0);
}

/* --- Other units ------------------------------------------------------ */

static bool kick_pending(NVDev *nv)
{
    return nv_is_fermi(nv) ? nv_field(nv, NVC0_PFIFO_PREEMPT, PENDING)
                           : nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL) ==
                             UINT32_MAX;
}

static void kick_hangs(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    submit(&c, 0x44);
    nv_inject(nv, "kick-hangs after=1000 for=1000000");
    nv_assert_hex(kick_pending(nv), false);
    nv_clock_step(nv, 2 * US);
    nv_assert_hex(kick_pending(nv), true);
    nv_clock_step(nv, MS);
    nv_assert_hex(kick_pending(nv), false);
    submit(&c, 0x44);
    nv_either_free(&c);
}

/* From NVE4 on there are several: PGRAPH's is the first. */
static bool list_pending(NVDev *nv)
{
    return nv_rd32(nv, nv->card->features & NV_CARD_NVE4
                   ? A_NVE4_PFIFO_ENG_RUNLIST : A_NVC0_PFIFO_RUNLIST_CUR) &
           R_NVC0_PFIFO_RUNLIST_UPDATING_MASK;
}

/* INTR_RUNLIST when it has been taken */
static uint32_t list_taken(NVDev *nv)
{
    return nv->card->features & NV_CARD_NVE4
        ? 1 : R_NVC0_PFIFO_INTR_RUNLIST_DONE_MASK;
}

/* gf100_runl_commit() with a list of no channel, which is taken at once */
static void commit_list(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, 0);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0);
}

/* Run lists aren't taken for a while: gf100_runl_pending() */
static void list_hangs(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    submit(&c, 0x44);
    commit_list(nv);
    nv_assert_hex(list_pending(nv), false);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, UINT32_MAX);
    nv_inject(nv, "list-hangs for=1000000");
    nv_clock_step(nv, US);
    commit_list(nv);
    nv_assert_hex(list_pending(nv), true);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_RUNLIST), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) &
                  R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK, 0);
    /* Another one before it is taken is NEW_RUNLIST. */
    commit_list(nv);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) &
                  R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK,
                  R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_SCHED_ERROR), 0x0d);
    nv_assert_hex(list_pending(nv), true);
    nv_clock_step(nv, MS);
    nv_assert_hex(list_pending(nv), false);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_RUNLIST), list_taken(nv));
    nv_either_free(&c);
}

/* The fault stays behind, and so the list is taken. */
static void list_hangs_no_longer(NVDev *nv)
{
    nv_inject(nv, "list-hangs");
    nv_clock_step(nv, 1);
    commit_list(nv);
    nv_assert_hex(list_pending(nv), true);
    nv_migrate(nv);
    nv_assert_hex(list_pending(nv), false);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_RUNLIST), list_taken(nv));
}

/* Each code of NVIDIA's manuals, and PFIFO's other errors */
static void scheduler_errors(NVDev *nv)
{
    static const uint8_t codes[] = {
        0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0e, 0x20,
    };
    static const struct {
        unsigned bit;
        uint32_t reg;
    } others[] = {
        { 16, A_NVC0_PFIFO_INTR_UNK16 }, { 23, 0 },
        { 24, A_NVC0_PFIFO_INTR_UNK24 },
    };

    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, UINT32_MAX);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_inject(nv, "error-scheduler");
    nv_clock_step(nv, 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), BIT(8));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_SCHED_ERROR), 0x0d);
    g_assert_true(nv_intx(nv));
    for (unsigned i = 0; i < ARRAY_SIZE(codes); i++) {
        g_autofree char *fault = g_strdup_printf("error-scheduler value=%u",
                                                 codes[i]);

        nv_wr32(nv, A_NVC0_PFIFO_INTR, BIT(8));
        g_assert_false(nv_intx(nv));
        nv_inject(nv, fault);
        nv_clock_step(nv, 1);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), BIT(8));
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_SCHED_ERROR), codes[i]);
    }
    nv_wr32(nv, A_NVC0_PFIFO_INTR, BIT(8));
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        g_autofree char *fault =
            g_strdup_printf("error-scheduler bit=%u value=2", others[i].bit);

        nv_inject(nv, fault);
        nv_clock_step(nv, 1);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), BIT(others[i].bit));
        if (others[i].reg) {
            nv_assert_hex(nv_rd32(nv, others[i].reg), 2);
        }
        nv_wr32(nv, A_NVC0_PFIFO_INTR, BIT(others[i].bit));
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR), 0);
    }
    nv_fault_is_wrong(nv, "error-scheduler bit=9", "error-scheduler");
    nv_fault_is_wrong(nv, "error-scheduler value=0x100", "error-scheduler");
}

/* Where PTIMER's registers are */
typedef struct Ptimer {
    uint32_t low, intr, alarm;
} Ptimer;

static Ptimer ptimer_of(const NVCard *card)
{
    return card->features & NV_CARD_NV01
        ? (Ptimer) { A_NV01_PTIMER_TIME_LOW, A_NV01_PTIMER_INTR,
                     A_NV01_PTIMER_ALARM }
        : (Ptimer) { A_NV_PTIMER_TIME_LOW, A_NV_PTIMER_INTR,
                     A_NV_PTIMER_ALARM };
}

static void ptimer_stands(NVDev *nv)
{
    Ptimer p = ptimer_of(nv->card);
    uint32_t time;

    nv_inject(nv, "ptimer-stands for=1000000 after=1000000");
    time = nv_rd32(nv, p.low);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_rd32(nv, p.low) - time, MS & ~31);
    time = nv_rd32(nv, p.low);
    nv_wr32(nv, p.intr, 1);
    nv_wr32(nv, p.alarm, time + 96);
    nv_clock_step(nv, 999 * US);
    nv_assert_hex(nv_rd32(nv, p.low), time);
    nv_assert_hex(nv_rd32(nv, p.intr), 0);
    /* It continues from there, and so does the alarm. */
    nv_clock_step(nv, 2 * US);
    g_assert_cmphex(nv_rd32(nv, p.low) - time, <=, 1024);
    g_assert_cmphex(nv_rd32(nv, p.low) - time, >, 0);
    nv_assert_hex(nv_rd32(nv, p.intr), 1);
}

/* Faults stay behind: PTIMER continues, and so does an alarm. */
static void ptimer_stands_no_longer(NVDev *nv)
{
    Ptimer p = ptimer_of(nv->card);
    uint32_t time;

    nv_wr32(nv, p.intr, 1);
    nv_wr32(nv, p.alarm, nv_rd32(nv, p.low) + 3 * MS);
    nv_inject(nv, "ptimer-stands");
    nv_clock_step(nv, 5 * MS);
    time = nv_rd32(nv, p.low);
    nv_migrate(nv);
    g_assert_cmphex(nv_rd32(nv, p.low) - time, <=, 1024);
    nv_clock_step(nv, 2 * MS);
    nv_assert_hex(nv_rd32(nv, p.intr), 0);
    nv_clock_step(nv, 2 * MS);
    nv_assert_hex(nv_rd32(nv, p.intr), 1);
    g_assert_cmphex(nv_rd32(nv, p.low) - time, >=, 4 * MS - 1024);
    g_assert_cmphex(nv_rd32(nv, p.low) - time, <=, 4 * MS + 1024);
}

/* Nor does an alarm come that a snapshot brings while PTIMER stands. */
static void ptimer_stands_still(NVDev *nv)
{
    Ptimer p = ptimer_of(nv->card);

    nv_wr32(nv, p.intr, 1);
    nv_wr32(nv, p.alarm, nv_rd32(nv, p.low) + MS);
    nv_savevm(nv);
    nv_inject(nv, "ptimer-stands for=5000000");
    nv_loadvm(nv);
    nv_clock_step(nv, 2 * MS);
    nv_assert_hex(nv_rd32(nv, p.intr), 0);
    nv_clock_step(nv, 5 * MS);
    nv_assert_hex(nv_rd32(nv, p.intr), 1);
}

/* The program counts in its data, and has to stop doing so. */
static void falcon_stops(NVDev *nv)
{
    /* mov $r1 0; add b32 $r1 1; st b32 D[$r0] $r1; bra back */
    static const uint8_t code[] = {
        0xbd, 0x04, 0xbd, 0x14, 0xb6, 0x10, 0x01, 0x80, 0x01, 0x00,
        0xf4, 0x0e, 0xfa,
    };
    uint32_t count;

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_start(nv, NV_PDAEMON, 0);
    nv_clock_step(nv, MS);
    count = nv_falcon_data_rd32(nv, NV_PDAEMON, 0);
    g_assert_cmpuint(count, >, 100);
    nv_inject(nv, "falcon-stops for=10000000");
    nv_clock_step(nv, 1);
    count = nv_falcon_data_rd32(nv, NV_PDAEMON, 0);
    nv_clock_step(nv, 9 * MS);
    nv_assert_hex(nv_falcon_data_rd32(nv, NV_PDAEMON, 0), count);
    nv_clock_step(nv, 20 * MS);
    g_assert_cmpuint(nv_falcon_data_rd32(nv, NV_PDAEMON, 0), >, count);
}

static bool has_pdaemon(const NVCard *card)
{
    return card->features & (NV_CARD_PDAEMON | NV_CARD_NVA3);
}

static uint32_t memory_rd32(NVDev *nv, uint32_t addr)
{
    return nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0)
        ? nv_phys_rd32(nv, addr) : nv_vram_rd32(nv, addr);
}

/* The requested number of bits, in the named piece */
static void vram_flips(NVDev *nv)
{
    uint32_t addr = nv_vram_alloc(nv, 0x1000);
    g_autofree char *fault = g_strdup_printf("vram-flips after=1000 vram=0x%x "
                                             "bytes=4 bits=1", addr + 0x100);
    uint32_t before[0x400];
    unsigned flipped = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(before); i++) {
        before[i] = memory_rd32(nv, addr + i * 4);
    }
    nv_inject(nv, fault);
    nv_assert_hex(memory_rd32(nv, addr + 0x100), before[0x40]);
    nv_clock_step(nv, 2 * US);
    for (unsigned i = 0; i < ARRAY_SIZE(before); i++) {
        unsigned bits = ctpop32(memory_rd32(nv, addr + i * 4) ^ before[i]);

        g_assert_true(!bits || i == 0x40);
        flipped += bits;
    }
    nv_assert_hex(flipped, 1);
    nv_assert_hex(nv_statistic(nv, "fault-vram-flips"), 1);
}

/* --- The bus ---------------------------------------------------------- */

static void card_gone(NVDev *nv)
{
    uint32_t boot0 = nv_rd32(nv, A_NV_PMC_BOOT_0);
    uint32_t id = qpci_config_readl(nv->pci, PCI_VENDOR_ID);

    set_line(nv, true);
    nv_assert_hex(nv_intx(nv), true);
    nv_inject(nv, "card-gone after=1000 for=1000000");
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), boot0);
    nv_clock_step(nv, 2 * US);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), UINT32_MAX);
    nv_assert_hex(nv_rd08(nv, A_NV_PMC_BOOT_0), UINT8_MAX);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_VENDOR_ID), UINT32_MAX);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    qpci_config_writew(nv->pci, PCI_COMMAND, 0);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), boot0);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_VENDOR_ID), id);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR_EN),
                  R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    nv_assert_hex(nv_intx(nv), true);
}

/* VGA's ports, RMA's, those that SeaVGABIOS reads, and no others */
static const struct {
    uint16_t first, last;
} legacy_ports[] = {
    { 0x3b4, 0x3b5 }, { 0x3ba, 0x3ba }, { 0x3c0, 0x3cf }, { 0x3d0, 0x3d5 },
    { 0x3da, 0x3da }, { 0x1ce, 0x1cf },
};

#define VGA_MEMORY 0xa0000
#define RMA_SIGNATURE 0x2b16d065

/* In chain 4 mode the VGA core has an alias of video memory there. */
static void set_chain4(NVDev *nv)
{
    static const uint8_t regs[][3] = {
        { 0xc4, 2, 0x0f }, { 0xc4, 4, 0x0e }, { 0xce, 5, 0x40 },
        { 0xce, 6, 0x05 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        qtest_outb(nv->qts, 0x300 | regs[i][0], regs[i][1]);
        qtest_outb(nv->qts, 0x301 | regs[i][0], regs[i][2]);
    }
}

/* CR38 opens RMA's port; NV03 and NV50 have its lock elsewhere. */
static bool open_rma(NVDev *nv)
{
    if (nv->card->features & (NV_CARD_NV03 | NV_CARD_NV50 | NV_CARD_NVC0)) {
        return false;
    }
    nv_vga_cr_write(nv, &nv_vga_io_port, 0x1f, 0x57);
    nv_vga_cr_write(nv, &nv_vga_io_port, 0x38, 1);
    return true;
}

static void assert_ports_gone(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(legacy_ports); i++) {
        for (unsigned port = legacy_ports[i].first;
             port <= legacy_ports[i].last; port++) {
            nv_assert_hex(qtest_inb(nv->qts, port), 0xff);
        }
    }
    nv_assert_hex(qtest_inw(nv->qts, 0x1ce), 0xffff);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), 0xffffffff);
}

static void assert_memory_gone(NVDev *nv, uint8_t there)
{
    nv_assert_hex(qtest_readb(nv->qts, VGA_MEMORY), there);
    nv_inject(nv, "card-gone");
    nv_clock_step(nv, 1);
    nv_assert_hex(qtest_readb(nv->qts, VGA_MEMORY), 0xff);
    nv_assert_hex(qtest_readl(nv->qts, VGA_MEMORY + 0x1fffc), 0xffffffff);
    qtest_writeb(nv->qts, VGA_MEMORY, there ^ 0xff);
    nv_inject_none(nv);
    nv_assert_hex(qtest_readb(nv->qts, VGA_MEMORY), there);
}

/* It doesn't respond at VGA's legacy addresses, either. */
static void card_gone_vga(NVDev *nv)
{
    bool rma;

    qtest_outb(nv->qts, 0x3c2, 0x63);
    rma = open_rma(nv);
    qtest_outb(nv->qts, 0x3d4, 0x0e);
    qtest_outb(nv->qts, 0x3d5, 0x5a);
    qtest_outw(nv->qts, 0x1ce, 0);
    nv_inject(nv, "card-gone after=1000 for=1000000");
    nv_assert_hex(qtest_inb(nv->qts, 0x3d5), 0x5a);
    nv_clock_step(nv, 2 * US);
    assert_ports_gone(nv);
    qtest_outb(nv->qts, 0x3d5, 0xa5);
    qtest_outb(nv->qts, 0x3d4, 0x0f);
    qtest_outb(nv->qts, 0x3c2, 0x62);
    nv_clock_step(nv, MS);
    nv_assert_hex(qtest_inb(nv->qts, 0x3d4), 0x0e);
    nv_assert_hex(qtest_inb(nv->qts, 0x3d5), 0x5a);
    nv_assert_hex(qtest_inb(nv->qts, 0x3cc), 0x63);
    nv_assert_hex(qtest_inw(nv->qts, 0x1ce), 0);
    if (rma) {
        nv_assert_hex(qtest_inl(nv->qts, 0x3d0), RMA_SIGNATURE);
    }

    set_chain4(nv);
    qtest_writeb(nv->qts, VGA_MEMORY, 0x3c);
    assert_memory_gone(nv, 0x3c);
    /* Each plane by itself, which the VGA core emulates */
    qtest_outb(nv->qts, 0x3c4, 4);
    qtest_outb(nv->qts, 0x3c5, 6);
    assert_memory_gone(nv, qtest_readb(nv->qts, VGA_MEMORY));
}

/* The second card doesn't have these addresses, and the first keeps them. */
static void card_gone_vga_of_another(NVDev *none)
{
    NVDev *nvs[2], *one, *two;

    nv_start_two(nvs, none->card);
    one = nvs[0];
    two = nvs[1];
    qtest_outb(one->qts, 0x3c2, 0x63);
    nv_inject(two, "card-gone");
    nv_clock_step(one, 1);
    nv_assert_hex(qtest_inb(one->qts, 0x3cc), 0x63);
    nv_assert_hex(nv_rd32(two, A_NV_PMC_BOOT_0), UINT32_MAX);
    nv_inject(one, "card-gone");
    nv_clock_step(one, 1);
    nv_assert_hex(qtest_inb(one->qts, 0x3cc), 0xff);
    nv_inject_none(two);
    nv_assert_hex(qtest_inb(one->qts, 0x3cc), 0xff);
    nv_inject_none(one);
    nv_assert_hex(qtest_inb(one->qts, 0x3cc), 0x63);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

/* It does nothing while it is gone; a debugger's stop persists. */
static void card_gone_works_not(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "card-gone at=method data=0x33 for=1000000");
    nv_debug_submit(&c);
    nv_poll(nv_fault_done(nv, 0));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), UINT32_MAX);
    nv_clock_step(nv, 1001 * US);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_either_free(&c);
}

/* --- The tests -------------------------------------------------------- */

#define ALL .tesla = true, .fermi = true
#define COLD ALL, .early = true, .cold = true
#define RIG ALL, .applies = nv_sets_references

/* NV01's isn't modelled, and cards without a display have none. */
static bool has_vga(const NVCard *card)
{
    return !(card->features & NV_CARD_NV01) &&
           (!(card->features & NV_CARD_NVC0) ||
            card->features & NV_CARD_PDISPLAY);
}

static const NVTest tests[] = {
    { "fault/engine-slow", "fault-injection", engine_waits, RIG,
      .data = "engine-slow by=1000000" },
    { "fault/engine-hangs-for-a-while", "fault-injection", engine_waits, RIG,
      .data = "engine-hangs for=1000000" },
    { "fault/engine-hangs", "fault-injection", engine_hangs, RIG },
    { "fault/engine-busy", "fault-injection", engine_busy, RIG },
    { "fault/nv04-engine-busy", "fault-injection", nv04_engine_busy,
      .lacks = NV_CARD_REF },
    { "fault/kick-hangs", "fault-injection", kick_hangs, .tesla = true,
      .fermi = true, .needs = NV_CARD_NV50 },
    { "fault/list-hangs", "fault-injection!", list_hangs, .fermi = true,
      .needs = NV_CARD_NVC0 },
    { "fault/list-hangs-no-longer", "fault-injection migration",
      list_hangs_no_longer, .fermi = true, .needs = NV_CARD_NVC0,
      .cold = true },
    { "fault/scheduler-errors", "fault-injection!", scheduler_errors,
      .fermi = true, .needs = NV_CARD_NVC0, .cold = true },
    { "fault/list-hangs-of-several", "fault-injection", list_hangs,
      .needs = NV_CARD_NVE4 },
    { "fault/list-hangs-of-several-no-longer", "fault-injection migration",
      list_hangs_no_longer, .needs = NV_CARD_NVE4, .cold = true },
    { "fault/scheduler-errors-of-several-lists", "fault-injection",
      scheduler_errors, .needs = NV_CARD_NVE4, .cold = true },
    { "fault/ptimer-stands", "fault-injection", ptimer_stands, COLD },
    { "fault/ptimer-stands-no-longer", "fault-injection",
      ptimer_stands_no_longer, COLD, .own = true, .slow = true },
    { "fault/ptimer-stands-still", "fault-injection", ptimer_stands_still,
      COLD, .own = true, .slow = true },
    { "fault/falcon-stops", "fault-injection", falcon_stops, ALL,
      .applies = has_pdaemon },
    { "fault/vram-flips", "fault-injection", vram_flips, COLD },
    { "fault/card-gone", "fault-injection", card_gone, COLD },
    { "fault/card-gone-vga", "fault-injection", card_gone_vga, COLD,
      .applies = has_vga },
    { "fault/card-gone-vga-of-another", "several-cards fault-injection",
      card_gone_vga_of_another, ALL, .early = true, .no_machine = true,
      .applies = has_vga },
    { "fault/card-gone-works-not", "fault-injection", card_gone_works_not,
      RIG },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

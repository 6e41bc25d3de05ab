/*
 * Tests of the NVIDIA GPU: the checker of drivers: units that are off, memory
 * that isn't filled, interrupts that stay pending; what injected faults do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-report.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER (CHID + 1)
#define SUBC 4
#define NOP 0x0100

/* A finding that begins with @rule has @words. */
static void assert_finding(NVDev *nv, const char *rule, const char *words)
{
    g_autofree char *text = nv_findings_text(nv);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, rule) && strstr(*line, words)) {
            return;
        }
    }
    nv_fail("no finding of \"%s\" is %s with %s", text, rule, words);
}

/* --- Units that are off ----------------------------------------------- */

/** struct Off - a unit */
typedef struct Off {
    const char *name;
    uint32_t bit;
    uint32_t regs[2];
} Off;

static const Off off_units[] = {
    { "PFIFO", R_NV_PMC_ENABLE_PFIFO_MASK,
      { A_NV_PFIFO_INTR, A_NV_PFIFO_INTR_EN } },
    { "PGRAPH", R_NV_PMC_ENABLE_PGRAPH_MASK,
      { A_NV_PGRAPH_INTR, A_NV_PGRAPH_INTR + 4 } },
};

/* Once for each unit, however many of its registers are written */
static void written_off(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(off_units); i++) {
        const Off *unit = &off_units[i];

        nv_wr32(nv, unit->regs[0], 0);
        nv_mask(nv, A_NV_PMC_ENABLE, unit->bit, 0);
        /* Other units are on, and reading isn't checked. */
        nv_wr32(nv, off_units[!i].regs[0], 0);
        nv_rd32(nv, unit->regs[0]);
        nv_assert_silent(nv);
        nv_wr32(nv, unit->regs[0], 0);
        nv_wr32(nv, unit->regs[1], 0);
        nv_assert_found(nv, "unit-off unit=%s bit=%u register=0x%06" PRIx32
                        " name=NV", unit->name, ctz32(unit->bit),
                        unit->regs[0]);
        assert_finding(nv, "unit-off", "_INTR value=0x0 times=2 ");
        nv_mask(nv, A_NV_PMC_ENABLE, unit->bit, unit->bit);
        nv_wr32(nv, unit->regs[0], 0);
        assert_finding(nv, "unit-off", "_INTR value=0x0 times=2 ");
        nv_checker_anew(nv);
    }
}

/* Control areas are PFIFO's. */
static void submitted_off(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_silent(nv);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, 1u << CHID);
    nv_checker_anew(nv);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0);
    assert_finding(nv, "unit-off unit=PFIFO", " name=NV_USER_DMA_PUT value=");
}

/*
 * PFIFO is set up, and works, while it is off.  From NV41 on it can't be set up
 * then.
 */
static void executed_off(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV_PFIFO_RAMHT, A_NV_PFIFO_RAMFC, A_NV_PFIFO_RAMRO,
        A_NV_PFIFO_CACHE1_PUSH1, A_NV_PFIFO_RAMFC_NV40,
    };
    unsigned count = ARRAY_SIZE(regs) - !(nv->card->features & NV_CARD_NV40);
    uint32_t vals[ARRAY_SIZE(regs)];
    NVEither c;

    for (unsigned i = 0; i < count; i++) {
        vals[i] = nv_rd32(nv, regs[i]);
    }
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    for (unsigned i = 0; i < count; i++) {
        nv_wr32(nv, regs[i], vals[i]);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    c = nv_either_new(nv, CHID);
    nv_either_run_ref(&c, 1);
    assert_finding(nv, "unit-off channel=2 unit=PFIFO",
                   " executes=commands times=");
    nv_either_free(&c);
}

/* On the others, PGRAPH doesn't load a context before it is set up again. */
static bool has_graph_after_reset(const NVCard *card)
{
    return card->features & NV_CARD_NV50 ||
           !(card->features & (NV_CARD_CTX_TABLE | NV_CARD_NV40));
}

static void graph_executes_off(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, SUBC, NV_HANDLE_GRAPH);
    nv_push_inc(chan, SUBC, NOP, 0);
    nv_run(chan);
    nv_assert_silent(nv);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_push_object(chan, SUBC, NV_HANDLE_GRAPH);
    nv_push_inc(chan, SUBC, NOP, 0);
    nv_kick(chan);
    assert_finding(nv, "unit-off channel=2 unit=PGRAPH bit=12 ",
                   " executes=methods times=1 ");
}

/* --- Memory that isn't filled ----------------------------------------- */

static void push_zeroes(NVEither *c, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (c->fermi) {
            nv_fermi_push(c->fermi, 0);
        } else {
            nv_push(c->chan, 0);
        }
    }
}

static void zero_commands(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at;

    /* As much as padding has, and two paddings that aren't in a row */
    push_zeroes(&c, 32);
    nv_either_run_ref(&c, 1);
    push_zeroes(&c, 32);
    nv_either_run_ref(&c, 2);
    /* Data isn't a command. */
    for (unsigned i = 0; i < 40; i++) {
        nv_either_ref(&c, 0);
    }
    nv_either_run_ref(&c, 3);
    nv_assert_silent(nv);
    at = nv_either_at(&c, nv_either_cur(&c));
    push_zeroes(&c, 100);
    nv_either_run_ref(&c, 4);
    nv_assert_found(nv, "zeroes-executed channel=2 address=0x%" PRIx64
                    " kind=commands times=1 ", at);
    nv_either_free(&c);
}

/* Another channel with the same number has its own padding. */
static void zeroes_of_another(NVDev *nv)
{
    for (unsigned i = 0; i < 3; i++) {
        NVEither c = nv_either_new(nv, CHID);

        push_zeroes(&c, 20);
        nv_either_kick(&c);
        nv_poll(c.fermi ? nv_fermi_done(c.fermi)
                        : nv_user_rd32(c.chan, A_NV_USER_DMA_GET) == 20 * 4);
        nv_either_free(&c);
    }
    nv_assert_silent(nv);
}

/* Words with an entry of zeroes */
static void zero_entries(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    NVFermiChan *chan = c.fermi;
    unsigned ring = 1 << NV_FERMI_GP_ORDER;

    nv_either_run_ref(&c, 1);
    for (unsigned i = 0; i < 17; i++) {
        nv_assert_silent(nv);
        qtest_writeq(nv->qts, chan->gp + chan->gp_put * 8, 0);
        chan->gp_put = (chan->gp_put + 1) % ring;
        nv_vram_wr32(nv, CHID * NV_USERD_SIZE + A_NV_USERD_GP_PUT,
                     chan->gp_put);
        nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put);
    }
    nv_assert_found(nv, "zeroes-executed channel=2 entry=1 kind=entries "
                    "times=1 ");
    nv_either_free(&c);
}

/* --- Interrupts that stay pending ------------------------------------- */

#define MS (1000 * 1000ull)

static void raise_pfifo(NVEither *c)
{
    if (c->fermi) {
        nv_fermi_push(c->fermi, 0xc0000000);
    } else {
        nv_push(c->chan, 0xe0000000);
    }
    nv_either_kick(c);
    nv_poll(nv_intx(c->nv));
}

static void stuck(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    const char *found = "interrupt-stuck unit=PFIFO bit=8 pending=0x00000100";

    nv_checker_anew(nv);
    raise_pfifo(&c);
    nv_clock_step(nv, 990 * MS);
    nv_assert_silent(nv);
    /* A driver that looks after it may take longer. */
    nv_wr32(nv, A_NV_PFIFO_INTR, 0);
    nv_clock_step(nv, 990 * MS);
    nv_assert_silent(nv);
    /* One that looks after something else has forgotten it. */
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_clock_step(nv, 20 * MS);
    nv_assert_found(nv, "%s times=1 ", found);
    nv_clock_step(nv, 1010 * MS);
    nv_assert_found(nv, "%s times=2 ", found);
    /* One that has turned interrupts off polls. */
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    nv_checker_anew(nv);
    nv_clock_step(nv, 1500 * MS);
    nv_rd32(nv, A_NV_PMC_INTR);
    nv_clock_step(nv, 1500 * MS);
    nv_assert_silent(nv);
}

/* The driver has acknowledged it, but a fault has kept that from the card. */
static void stuck_by_fault(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_inject(nv, "write-lost bar=0 address=0x2100 times=0");
    raise_pfifo(&c);
    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_clock_step(nv, 1010 * MS);
    assert_finding(nv, "interrupt-stuck ", " after-fault=write-lost: ");
}

/* --- Injected faults -------------------------------------------------- */

/* What the driver has submitted, with another word by a fault */
static void fault_of_word(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);
    uint32_t at;

    nv_inject(nv, "word-wrong channel=2 method=0x50 value=5");
    nv_either_ref(&c, 4);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 5);
    nv_assert_found(nv, "pushbuffer-overwritten channel=2 address=0x");
    assert_finding(nv, "pushbuffer-overwritten channel=2",
                   " fault=word-wrong: ");

    /* The same channel's next findings may come from it, others' don't. */
    nv_checker_anew(nv);
    nv_inject(nv, "word-wrong channel=2 method=0x50 value=5");
    nv_either_run_ref(&other, 1);
    nv_either_ref(&c, 4);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 5);
    nv_stand_still(nv);
    at = nv_either_cur(&c) + 4;
    nv_either_ref(&c, 6);
    nv_either_kick(&c);
    nv_either_wr32(&c, at, 7);
    at = nv_either_cur(&other) + 4;
    nv_either_ref(&other, 6);
    nv_either_kick(&other);
    nv_either_wr32(&other, at, 8);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 7);
    nv_poll(nv_either_user_ref(&other) == 8);
    assert_finding(nv, "pushbuffer-overwritten channel=2",
                   " fault=word-wrong: ");
    assert_finding(nv, "pushbuffer-overwritten channel=2",
                   " after-fault=word-wrong: ");
    assert_finding(nv, "pushbuffer-overwritten channel=3", "first=");
    {
        g_autofree char *text = nv_findings_text(nv);
        const char *third = strstr(text, "channel=3");

        g_assert_null(strstr(third, "fault="));
    }
}

/* A fault's own finding doesn't hide the driver's at the same place. */
static void fault_of_write(NVDev *nv)
{
    uint32_t val = nv_rd32(nv, A_NV_PFIFO_RAMHT);
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);

    nv_inject(nv, "write-wrong bar=0 address=0x2210 xor=0x10");
    nv_wr32(nv, A_NV_PFIFO_RAMHT, val);
    nv_assert_found(nv, "register-while-running register=0x002210 "
                    "name=NV_PFIFO_RAMHT value=0x%" PRIx32 " times=1 ",
                    val ^ 0x10);
    assert_finding(nv, "register-while-running", " fault=write-wrong: ");
    nv_wr32(nv, A_NV_PFIFO_RAMHT, val);
    assert_finding(nv, "register-while-running",
                   " after-fault=write-wrong: ");
    /* The machine's reset ends all consequences. */
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_device_enable(nv->pci);
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_wr32(nv, A_NV_PFIFO_RAMRO, 0);
    assert_finding(nv, "register-while-running", "name=NV_PFIFO_RAMRO");
    {
        g_autofree char *text = nv_findings_text(nv);

        g_assert_null(strstr(strstr(text, "NV_PFIFO_RAMRO"), "fault="));
    }
}

/* A page that a fault has taken away isn't the driver's mistake. */
static void fault_of_page(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);

    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40);
    nv_run(chan);
    nv_inject(nv, "page-fault-write");
    nv_assert_silent(nv);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x11);
    nv_kick(chan);
    nv_poll(nv_fault_done(nv, 0) == 1);
    assert_finding(nv, "access-astray ", "fault=page-fault-write");
    nv_buf_free(buf);
}

#define CHECKED(_name, _fn, ...) \
    { "checker/" _name, "introspection", _fn, .props = NV_CHECKER_ON, \
      __VA_ARGS__ }
#define TESLA .tesla = true
#define ANY TESLA, .fermi = true
#define REFS .applies = nv_sets_references

static const NVTest tests[] = {
    CHECKED("written-off", written_off, ANY),
    CHECKED("submitted-off", submitted_off, REFS),
    CHECKED("executed-off", executed_off, REFS, .lacks = NV_CARD_VGA_STACK),
    CHECKED("graph-executes-off", graph_executes_off, TESLA,
            .applies = has_graph_after_reset),
    CHECKED("zero-commands", zero_commands, ANY, REFS),
    CHECKED("zeroes-of-another", zeroes_of_another, ANY),
    CHECKED("zero-entries", zero_entries, .fermi = true,
            .needs = NV_CARD_NVC0),
    CHECKED("stuck", stuck, ANY),
    CHECKED("stuck-by-fault", stuck_by_fault, TESLA),
    CHECKED("fault-of-word", fault_of_word, ANY, REFS),
    CHECKED("fault-of-write", fault_of_write),
    CHECKED("fault-of-page", fault_of_page, TESLA, .needs = NV_CARD_NV50),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

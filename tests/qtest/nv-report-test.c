/*
 * Tests of the NVIDIA GPU: what a developer asks after a run
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "qobject/qdict.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-context.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-report.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

/* Registers that no unit models */
#define UNKNOWN_PRMA 0x007400
#define UNKNOWN_PFIFO 0x002ff0

/* A lot of them */
#define UNKNOWN 0xa00000
#define UNKNOWN_SIZE 0x11000

/* A method that only sets state */
#define OFFSET_IN 0x030c

static bool G_GNUC_PRINTF(2, 3) report_has(NVDev *nv, const char *fmt, ...)
{
    g_autofree char *report = nv_report_text(nv);
    g_autofree char *want = NULL;
    va_list ap;
    bool found;

    va_start(ap, fmt);
    want = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    found = strstr(report, want);
    if (!found) {
        g_test_message("not found: %s", want);
        g_test_message("%s", report);
    }
    return found;
}

static void nothing_to_report(NVDev *nv)
{
    g_autofree char *report = NULL;

    g_assert_true(report_has(nv, "registers that are not modelled:\n"
                             "  none\n"
                             "registers polled without progress:\n"
                             "  none\n"
                             "methods that no object handled:\n"
                             "  none\n"));
    report = nv_report_text(nv);
    g_assert_null(strstr(report, "incomplete"));
}

/* The first 16384 registers are reported. */
static void too_many_registers(NVDev *nv)
{
    g_autofree void *words = g_malloc(UNKNOWN_SIZE);

    qtest_bufread(nv->qts, nv->bar0 + UNKNOWN, words, UNKNOWN_SIZE);
    g_assert_true(report_has(nv, "0x%06x ", UNKNOWN));
    g_assert_true(report_has(nv, "a table was full: the report is "
                             "incomplete\n"));
}

static QDict *reset_report(NVDev *nv, const char *path)
{
    return qtest_qmp(nv->qts, "{ 'execute': 'x-nv-report-reset', "
                     "'arguments': { 'path': %s } }", path);
}

static void poll_boot_0(NVDev *nv)
{
    for (unsigned i = 0; i < 1000; i++) {
        nv_rd32(nv, A_NV_PMC_BOOT_0);
    }
}

/* Its user may begin a report anew, and what was said once is said again. */
static void begins_anew(NVDev *nv)
{
    g_autofree void *words = g_malloc(UNKNOWN_SIZE);
    g_autofree char *statistics = nv_statistics_text(nv), *anew = NULL;
    QDict *rsp;

    nv_inject(nv, "write-lost bar=0 address=0x140");
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    qtest_bufread(nv->qts, nv->bar0 + UNKNOWN, words, UNKNOWN_SIZE);
    poll_boot_0(nv);
    g_assert_true(report_has(nv, "0x000000  PMC            1000 reads"));
    nv_assert_hex(nv_statistic(nv, "faults"), 1);
    rsp = reset_report(nv, "/machine/peripheral");
    g_assert_true(qdict_haskey(rsp, "error"));
    qobject_unref(rsp);
    nv_assert_hex(nv_statistic(nv, "faults"), 1);

    /* One poll has been reported, another one goes on. */
    poll_boot_0(nv);
    rsp = reset_report(nv, "/machine/peripheral/gpu");
    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
    nothing_to_report(nv);
    anew = nv_statistics_text(nv);
    g_assert_cmpstr(anew, ==, statistics);
    nv_rd32(nv, UNKNOWN);
    g_assert_true(report_has(nv, "0x%06x ", UNKNOWN));
    g_assert_cmpuint(nv_log_count(nv, "register 0xa00000 is not modelled"),
                     ==, 2);
}

/* Registers that aren't modelled keep what is written, and are counted. */
static void unmodelled_registers(NVDev *nv)
{
    nv_wr32(nv, UNKNOWN_PRMA, 0x12345678);
    nv_assert_hex(nv_rd32(nv, UNKNOWN_PRMA), 0x12345678);
    nv_wr08(nv, UNKNOWN_PRMA + 1, 0xaa);
    nv_assert_hex(nv_rd32(nv, UNKNOWN_PRMA), 0x1234aa78);
    nv_assert_hex(nv_rd16(nv, UNKNOWN_PRMA + 2), 0x1234);
    nv_rd32(nv, UNKNOWN_PFIFO);

    g_assert_true(report_has(nv, "0x%06x  PRMA              3 reads"
                             "        2 writes  last 0x1234aa78",
                             UNKNOWN_PRMA));
    g_assert_true(report_has(nv, "0x%06x  PFIFO             1 reads"
                             "        0 writes  last 0x00000000",
                             UNKNOWN_PFIFO));
    /* A reset clears them. */
    nv_machine_reset(nv);
    nv_assert_hex(nv_rd32(nv, UNKNOWN_PRMA), 0);
    /* Reported once, however often it happens */
    g_assert_cmpuint(nv_log_count(nv, "register 0x007400 is not modelled"),
                     ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "register 0x002ff0 is not modelled"),
                     ==, 1);
}

/* Modelled registers aren't in the report. */
static void modelled_registers(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_GART);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    nv_handle_all(nv);
    nv_chan_fini(chan);
    nothing_to_report(nv);
    nv_chan_free(chan);
}

static void fermis_modelled_registers(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);

    nv_fermi_ref(chan, 1);
    nv_fermi_run(chan);
    nv_fermi_channel_fini(chan);
    nothing_to_report(nv);
    nv_fermi_channel_free(chan);
}

/* A register of PFIFO that is 1 unless it is changed */
static uint32_t still(NVDev *nv)
{
    return nv_is_fermi(nv) ? A_NVC0_PFIFO_CTRL : A_NV_PFIFO_CACHES;
}

/* Reading a register over and over, quickly, with one value is a poll. */
static void polled_register(NVDev *nv)
{
    for (unsigned i = 0; i < 1000; i++) {
        nv_rd32(nv, still(nv));
    }
    g_assert_true(report_has(nv, "0x%06x  PFIFO          1000 reads of "
                             "0x00000001 in 0 us", still(nv)));
}

/* It isn't if the value changes, if something is written, or if it's slow */
static void register_that_is_not_polled(NVDev *nv)
{
    nv->no_switches = true;
    for (unsigned i = 0; i < 1000; i++) {
        nv_clock_step(nv, 32);
        nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
    }
    for (unsigned i = 0; i < 1000; i++) {
        nv_rd32(nv, A_NV_PFIFO_CACHE1_PUSH1);
        if (i % 100 == 0) {
            nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH1, nv->card->channels - 1);
        }
    }
    for (unsigned i = 0; i < 1000; i++) {
        nv_clock_step(nv, 1000000);
        nv_rd32(nv, A_NV_PFIFO_CACHES);
    }
    nothing_to_report(nv);
}

/*
 * Reading the time isn't waiting, whether for its own sake or because a driver
 * that polls something else looks at the time in between.
 */
static void time_is_not_polled(NVDev *nv)
{
    for (unsigned i = 0; i < 2000; i++) {
        nv_rd32(nv, A_NV_PTIMER_TIME_HIGH);
        nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
    }
    nothing_to_report(nv);
    for (unsigned i = 0; i < 1000; i++) {
        nv_rd32(nv, still(nv));
        nv_rd32(nv, A_NV_PTIMER_TIME_HIGH);
        nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
    }
    g_assert_true(report_has(nv, "registers polled without progress:\n"
                             "  0x%06x  PFIFO          1000 reads of "
                             "0x00000001 in 0 us\n"
                             "methods", still(nv)));
}

/*
 * A driver that finds what it waits for at once, and continues, may read one
 * value as often; but it writes something in between, even elsewhere.
 */
static void who_goes_on_does_not_poll(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);
    uint32_t inst = nv_inst_alloc(nv, 16, 16);

    nv_push_ref(chan, 1);
    nv_run(chan);
    for (unsigned i = 0; i < 600; i++) {
        nv_rd32(nv, A_NV_PFIFO_CACHES);
        nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    }
    for (unsigned i = 0; i < 600; i++) {
        nv_rd32(nv, A_NV_PFIFO_CACHES);
        nv_inst_wr32(nv, inst, i);
    }
    for (unsigned i = 0; i < 600; i++) {
        nv_rd32(nv, A_NV_PFIFO_CACHES);
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, chan->cur);
    }
    nv_chan_fini(chan);
    nothing_to_report(nv);
    nv_chan_free(chan);
}

/* The same with Fermi's means: BAR1 shows instance memory, and USERD */
static void who_goes_on_on_fermi(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr = nv_vram_alloc(nv, 0x1000);

    nv_fermi_ref(chan, 1);
    nv_fermi_run(chan);
    for (unsigned i = 0; i < 600; i++) {
        nv_rd32(nv, still(nv));
        nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    }
    for (unsigned i = 0; i < 600; i++) {
        nv_rd32(nv, still(nv));
        nv_phys_wr32(nv, addr, i);
    }
    for (unsigned i = 0; i < 600; i++) {
        nv_rd32(nv, still(nv));
        nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
    }
    nv_fermi_channel_fini(chan);
    nothing_to_report(nv);
    nv_fermi_channel_free(chan);
}

/* 600 reads of PTIMER's interrupt, @ns, as many reads, and the interrupt */
static void wait_for_the_alarm(NVDev *nv, int64_t ns)
{
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0);
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, ns);
    for (unsigned i = 0; i < 1200; i++) {
        if (i == 600) {
            /* An interrupt handler may write something meanwhile. */
            nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
            nv_clock_step(nv, ns - 32);
        }
        nv_assert_reg(nv, NV_PTIMER_INTR, 0);
    }
    nv_clock_step(nv, 32);
    nv_assert_reg(nv, NV_PTIMER_INTR, 1);
}

/* The card was working, and it didn't take long. */
static void what_comes_soon_is_no_poll(NVDev *nv)
{
    wait_for_the_alarm(nv, 20 * 1000 * 1000);
    nothing_to_report(nv);
    wait_for_the_alarm(nv, 200 * 1000 * 1000);
    g_assert_true(report_has(nv, "0x009100  PTIMER         1200 reads of "
                             "0x00000000 in "));
}

static void statistics(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);
    /* Each of the four raises an interrupt if software sets references. */
    unsigned sw = nv->card->features & NV_CARD_REF ? 0 : 4;

    g_assert_cmpuint(nv_statistic(nv, "channels"), ==, 2);
    nv_push_refs(a, (const uint32_t[]) { 1, 2, 3 }, 3);
    nv_push(a, NV_CMD_NOP);
    nv_run(a);
    nv_push_ref(b, 1);
    nv_run(b);
    g_assert_cmpuint(nv_statistic(nv, "commands"), ==, 3);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 4 - sw);
    g_assert_cmpuint(nv_references(nv), ==, 4);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, 4 - sw);
    g_assert_cmpuint(nv_statistic(nv, "switches"), ==, 2);
    g_assert_cmpuint(nv_statistic(nv, "interrupts"), ==, sw);

    nv_push(b, 0xffffffff);
    nv_kick(b);
    g_assert_cmpuint(nv_statistic(nv, "pusher-errors"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "interrupts"), ==, sw + 1);
    nv_handle_all(nv);
    nv_push_object(b, 1, 0xbad);
    nv_run(b);
    g_assert_cmpuint(nv_statistic(nv, "cache-errors"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "interrupts"), ==, sw + 2);
    nv_handle_all(nv);
    nv_push_inc(b, 1, 0x0150, 1);
    nv_run(b);
    g_assert_cmpuint(nv_statistic(nv, "software-methods"), ==, sw + 1);
    nv_handle_all(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

static void fermis_statistics(NVDev *nv)
{
    NVFermiChan *a = nv_fermi_channel_new(nv, 1);
    NVFermiChan *b = nv_fermi_channel_new(nv, 2);
    /* Run lists report that they have been read. */
    uint64_t intr = nv_statistic(nv, "interrupts");
    unsigned id;

    g_assert_cmpuint(nv_statistic(nv, "channels"), ==, 2);
    nv_fermi_ni(a, 0, 0x0050, 1, 2, 3);
    nv_fermi_push(a, NV_FERMI_IMMD(0, 0x0050, 4));
    nv_fermi_run(a);
    nv_fermi_ref(b, 1);
    nv_fermi_run(b);
    g_assert_cmpuint(nv_statistic(nv, "commands"), ==, 3);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 5);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, 5);
    g_assert_cmpuint(nv_statistic(nv, "switches"), ==, 2);
    g_assert_cmpuint(nv_statistic(nv, "interrupts"), ==, intr);

    nv_fermi_inc(b, 0, 0x0004, 0);
    nv_fermi_kick(b);
    g_assert_cmpuint(nv_statistic(nv, "pusher-errors"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "interrupts"), ==, intr + 1);
    nv_wr32(nv, A_NV_PMC_ENABLE, ~R_NV_PMC_ENABLE_PFIFO_MASK);
    nv_fermi_channel_free(a);
    nv_fermi_channel_free(b);

    /* Software methods are no errors, and aren't logged as such. */
    nv_init(nv);
    a = nv_fermi_channel_new(nv, 3);
    nv_fermi_object(a, 7, 0x906e, NV_FERMI_SOFTWARE);
    nv_fermi_kick(a);
    id = ctz32(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS));
    g_assert_cmpuint(id, <, nv->card->pbdmas);
    g_assert_cmpuint(nv_statistic(nv, "software-methods"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "pusher-errors"), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "PBDMA"), ==, 1);
    nv_fermi_channel_free(a);
}

/* A channel's methods of each kind go through the loop, observed or not. */
static void fermis_express(NVDev *nv)
{
    enum { METHODS = 400 };
    NVFermiChan *chan = nv_fermi_graph_new(nv, 1);

    nv_fermi_object(chan, 2, 0x9039, NV_FERMI_GR);
    nv_fermi_run(chan);
    for (unsigned watched = 0; watched < 2; watched++) {
        uint64_t methods = nv_statistic(nv, "methods");
        uint64_t by_express = nv_statistic(nv, "methods-by-express");

        for (unsigned i = 0; i < METHODS; i++) {
            nv_fermi_inc(chan, 2, OFFSET_IN, i % 0x100);
        }
        nv_fermi_run(chan);
        methods = nv_statistic(nv, "methods") - methods;
        by_express = nv_statistic(nv, "methods-by-express") - by_express;
        g_assert_cmpuint(methods, ==, METHODS);
        g_assert_cmpuint(by_express, >=, METHODS * 9 / 10);
        g_assert_cmpuint(by_express, <=, methods);
        nv_watch_methods(nv);
    }
    nv_fermi_channel_free(chan);
}

/*
 * Commands that only need their engine, or the puller, are executed in a loop,
 * whatever they are, even if they are observed.
 */
static void express(NVDev *nv)
{
    enum { METHODS = 400 };
    static const struct {
        uint32_t mthd, data;
    } kinds[] = {
        { OFFSET_IN, 0x100 },
        { 0x0100, 0 },
        { 0x0180, NV_HANDLE_GRAPH },
        { NV_MTHD_REF_CNT, 1 },
    };
    NVChan *chan = nv_chan_new_objects(nv, 1);

    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_run(chan);
    for (unsigned watched = 0; watched < 2; watched++) {
        for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++) {
            uint64_t methods = nv_statistic(nv, "methods");
            uint64_t by_express = nv_statistic(nv, "methods-by-express");

            if (kinds[k].mthd == NV_MTHD_REF_CNT &&
                !(nv->card->features & NV_CARD_REF)) {
                continue;
            }
            for (unsigned i = 0; i < METHODS; i++) {
                nv_push_inc(chan, 2, kinds[k].mthd, kinds[k].data);
            }
            nv_run(chan);
            methods = nv_statistic(nv, "methods") - methods;
            by_express = nv_statistic(nv, "methods-by-express") - by_express;
            g_assert_cmpuint(methods, >=, METHODS);
            g_assert_cmpuint(by_express, >=, METHODS * 9 / 10);
            g_assert_cmpuint(by_express, <=, methods);
        }
        nv_watch_methods(nv);
    }
    nv_chan_free(chan);
}

/* A guest's errors are logged once, in a line each. */
static void errors_are_logged(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);

    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "DMA_PUSHER error INVALID_CMD"), ==, 1);
    nv_handle_all(nv);
    nv_push_inc(chan, 0, 0x0004, 1);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "DMA_PUSHER error INVALID_MTHD"), ==,
                     1);
    nv_handle_all(nv);
    nv_push(chan, NV_CMD_OLD_JUMP(0x1ffffffc));
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "DMA_PUSHER error MEM_FAULT"), ==, 1);
    nv_handle_all(nv);
    nv_push_object(chan, 1, 0x0bad0bad);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "no object has handle 0x0bad0bad"), ==,
                     1);
    nv_handle_all(nv);
    nv_chan_free(chan);
}

/* And they are traced, counted, and events for debuggers: once each. */
static void errors_are_told(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);

    nv_break(nv, "1 error what=NO_HASH stop=none channel=1 subchannel=3 "
             "method=0x0000 data=0x0bad0bad");
    nv_trace(nv, "nv_guest_error", true);
    nv_push_object(chan, 3, 0x0bad0bad);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "no object has handle 0x0bad0bad"), ==,
                     1);
    g_assert_cmpuint(nv_log_count(nv, "nv_guest_error "), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "nv_guest_error PFIFO channel 1 "
                                  "subchannel 3 class 0x0000 method 0x0000 "
                                  "data 0x0bad0bad at 0xffffffffffffffff "
                                  "code 0x0: NO_HASH"), ==, 1);
    nv_assert_hex(nv_statistic(nv, "cache-errors"), 1);
    nv_assert_hit(nv, 0, 1);
    nv_break_none(nv);
    nv_handle_all(nv);
    nv_chan_free(chan);
}

/* So are the reasons for which a card doesn't find what the guest has. */
static void reasons_are_logged(NVDev *nv)
{
    uint16_t command = qpci_config_readw(nv->pci, PCI_COMMAND);
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);
    uint32_t class;

    nv_push_object(chan, 1, 0x0bad0bad);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "RAMHT is at 0x10000 with"), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "RAMHT has 0x0bad0bad"), ==, 0);
    nv_handle_all(nv);
    nv_ramht_insert(nv, 3, 0x0bad0bad, NV_ENGINE_GR, chan->push->inst);
    nv_push_object(chan, 1, 0x0bad0bad);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "which is another channel's, or not "
                                  "valid"), ==, 1);
    nv_handle_all(nv);

    qpci_config_writew(nv->pci, PCI_COMMAND, command & ~PCI_COMMAND_MASTER);
    nv_push_ref(chan, 1);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "isn't answered on the bus: PCI bus "
                                  "mastering is off"), ==, 1);
    qpci_config_writew(nv->pci, PCI_COMMAND, command);
    nv_handle_all(nv);

    class = nv_inst_rd32(nv, chan->push->inst);
    nv_inst_wr32(nv, chan->push->inst, 0);
    nv_push_ref(chan, 1);
    nv_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "has class 0x0000, and can't be read"),
                     ==, 1);
    nv_inst_wr32(nv, chan->push->inst, class);
    nv_handle_all(nv);
    nv_chan_free(chan);
}

/* QEMU's log has these lines, in this order; the list ends with a NULL. */
static void assert_story(NVDev *nv, const char *const *story)
{
    g_autofree char *log = nv_log_text(nv);
    const char *p = log;

    for (unsigned i = 0; story[i]; i++) {
        const char *next = strstr(p, story[i]);

        if (!next) {
            nv_fail("the trace lacks, or has too early: %s", story[i]);
        } else {
            p = next;
        }
    }
}

/* The trace tells the story of a submission. */
static void trace_tells_the_story(NVDev *nv)
{
    bool has_ref = nv->card->features & NV_CARD_REF;
    /* From NV50 on drivers don't set CACHE1's channel at first. */
    g_autofree char *first = g_strdup_printf(
        "nv_pfifo_switch channel %u -> channel 1",
        nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID));
    const char *const story[] = {
        "nv_pfifo_put channel 1 put 0x00000018",
        first,
        "nv_pfifo_command channel 1 0x00000000: 0x00042000",
        "nv_ramht_hit channel 1 handle 0x00000039",
        "nv_pfifo_object channel 1 subchannel 1 handle 0x00000039",
        "nv_pfifo_command channel 1 0x00000008: 0x20000010",
        "nv_pfifo_jump channel 1 0x00000008: jump to 0x00000010",
        has_ref ? "nv_pfifo_command channel 1 0x00000010: 0x00040050"
                : "nv_pfifo_command channel 1 0x00000010: 0x0004e200",
        has_ref ? "nv_pfifo_ref channel 1 ref 0x00000077"
                : "nv_guest_error PFIFO channel 1 subchannel 7 class 0x0000 "
                  "method 0x0200 data 0x00000077",
        NULL
    };
    static const char *const accesses[] = {
        "nv_user_write channel 1 [0x40]", "nv_user_read channel 1 [0x44]",
        NULL
    };
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);

    nv_chan_object(chan, 0x39, nv_class_m2mf(nv));
    if (!nv_is_tesla(nv)) {
        nv_context_take(nv, 1);
    }
    nv_trace(nv, "nv_*", true);
    nv_push_object(chan, 1, 0x39);
    nv_push_jump(chan, 0x10);
    nv_push_ref(chan, 0x77);
    nv_run(chan);
    assert_story(nv, story);
    assert_story(nv, accesses);
    nv_chan_free(chan);
}

/* The same for NV50's additions: run lists, IB mode, faults, unloading */
static void trace_tells_nv50s_story(NVDev *nv)
{
    static const char *const story[] = {
        "nv_pfifo_playlist 0x", " channels 1",
        "nv_pfifo_ib_put channel 1 put 1",
        "nv_pfifo_switch channel ", " -> channel 1",
        "nv_pfifo_ib_entry channel 1 entry 0: 0x0000001000 words 2 not main 1",
        "nv_pfifo_command channel 1 0x00001000: 0x00040050",
        "nv_pfifo_ref channel 1 ref 0x00000077",
        "nv_pfifo_ib_put channel 1 put 2",
        "nv_pfifo_ib_entry channel 1 entry 1: 0x0000003000 words 1 not main 0",
        "nv_guest_error MMU channel 1 ", ": PAGE_NOT_PRESENT",
        "nv_vm_fault unit 5 client 8 slot 0 channel 0x", " write 0 0x",
        "PAGE_NOT_PRESENT",
        "nv_guest_error PFIFO channel 1 ", " at 0x0000003000 code 0x6: "
        "MEM_FAULT",
        "nv_pfifo_kick 0x", " unloaded 1",
        "nv_pfifo_unload channel 1",
        NULL
    };
    static const char *const nv84s[] = {
        "nv_pfifo_release channel 1 [0x040] <- 0x00005678",
        "nv_pfifo_notify channel 1",
        "nv_pfifo_acquire_geq channel 1 [0x040] >= 0x00005679",
        NULL
    };
    NVChan *chan = nv_ib_chan_new(nv, 1, NV_IN_GART, NV_IB_ORDER);
    NVBuf *buf = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);

    if (nv->card->features & NV_CARD_NV84) {
        nv_chan_buffer(chan, 0x5e3a, buf);
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x5e3a);
        nv_run(chan);
        nv_trace(nv, "nv_*", true);
        nv_push_inc(chan, 0, 0x0010, 0, 0x40, 0x5678, 2);
        nv_push_inc(chan, 0, 0x0020, 0);
        nv_push_inc(chan, 0, 0x0018, 0x5679, 4);
        nv_kick(chan);
        assert_story(nv, nv84s);
        nv_chan_fini(chan);
        nv_chan_free(chan);
        chan = nv_ib_chan_new(nv, 1, NV_IN_GART, NV_IB_ORDER);
    }
    nv_trace(nv, "nv_*", true);
    nv_tesla_runlist_update(nv);
    chan->cur = 0x1000;
    nv_push_ref(chan, 0x77);
    nv_ib_entry(chan, 0x1000, 2, NV_IB_NOT_MAIN);
    nv_ib_kick(chan);
    nv_ib_wait(chan);
    nv_vm_set(nv, nv->tesla->table, chan->push->va + 0x3000, NV_VM_SMALL, 0);
    nv_ib_entry(chan, 0x3000, 1, 0);
    nv_ib_kick(chan);
    nv_chan_fini(chan);
    assert_story(nv, story);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* And for Fermi: PBDMAs, semaphores in an address space, faults */
static void trace_tells_fermis_story(NVDev *nv)
{
    static const char *const story[] = {
        "nv_pfifo_playlist 0x", " channels 1",
        "nv_pfifo_ib_put channel 1 put 1",
        "nv_pbdma_load PBDMA ", " channel 1",
        "nv_pfifo_ib_entry channel 1 entry 0: 0x0020000000 words ",
        "nv_pfifo_object channel 1 subchannel 1 handle 0x000195b1",
        "nv_pfifo_ref channel 1 ref 0x00000077",
        "nv_pfifo_release channel 1 [0x30000040] <- 0x00005678",
        "nv_pfifo_notify channel 1",
        "nv_pfifo_acquire_geq channel 1 [0x30000040] >= 0x00005679",
        "nv_guest_error PFIFO PBDMA channel 1 subchannel 0 ",
        " method 0x0004 ", ": PBDMA METHOD",
        "nv_pbdma_intr PBDMA ",
        "nv_pfifo_playlist 0x", " channels 0",
        "nv_pfifo_unload channel 1",
        "nv_pfifo_kick 0x", " unloaded 0",
        NULL
    };
    /* Commands are traced after their execution. */
    static const char *const commands[] = {
        "nv_pfifo_command channel 1 0x20000000: 0x20012000",
        "nv_pfifo_method channel 1 subchannel 1 method 0x0000 data 0x000195b1",
        "nv_pfifo_command channel 1 0x20000008: 0x20010014",
        "nv_pfifo_method channel 1 subchannel 0 method 0x0050 data 0x00000077",
        "nv_pfifo_command channel 1 0x20000010: 0x20040004",
        "nv_pfifo_method channel 1 subchannel 0 method 0x001c data 0x00000002",
        "nv_pfifo_command channel 1 0x20000038: 0x20010001",
        NULL
    };
    static const char *const faults[] = {
        "nv_vm_fault ", " write 1 0x0123456000", "PT_NOT_PRESENT", NULL
    };
    NVFermiChan *chan;
    uint32_t addr;
    uint64_t va;

    nv_trace(nv, "nv_*", true);
    chan = nv_fermi_channel_new(nv, 1);
    va = nv_fermi_buffer(chan, 0x1000, &addr);
    nv_fermi_object(chan, 1, 0x95b1, 1);
    nv_fermi_ref(chan, 0x77);
    nv_fermi_release(chan, va + 0x40, 0x5678);
    nv_fermi_inc(chan, 0, 0x0020, 0);
    nv_fermi_inc(chan, 0, 0x0018, 0x5679, 4);
    nv_fermi_kick(chan);
    nv_phys_wr32(nv, addr + 0x40, 0x5679);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_inc(chan, 0, 0x0004, 0);
    nv_fermi_kick(chan);
    nv_fermi_channel_fini(chan);
    assert_story(nv, story);
    assert_story(nv, commands);
    nv_fermi_channel_free(chan);
    chan = nv_fermi_channel_new(nv, 2);
    nv_fermi_release(chan, 0x123456000, 1);
    nv_fermi_kick(chan);
    assert_story(nv, faults);
    nv_fermi_channel_free(chan);
}

/* This includes places in BAR0 where registers of a kind repeat. */
static void trace_names_fermis_registers(NVDev *nv)
{
    static const char *const story[] = {
        "nv_mmio_write PFIFO NVC0_PFIFO_FB_TIMEOUT [0x002a04] <- 0x00000055",
        "nv_mmio_read PBDMA", "NV_PBDMA_INTR_0", "[0x042108] -> 0x00000000",
        "nv_mmio_read PFIFO NVC0_PFIFO_CHAN", "[0x003028] -> ",
        NULL
    };

    nv_trace(nv, "nv_mmio_*", true);
    nv_wr32(nv, A_NVC0_PFIFO_FB_TIMEOUT, 0x55);
    nv_rd32(nv, NV_PBDMA_BASE + NV_PBDMA_STRIDE + A_NV_PBDMA_INTR_0);
    nv_rd32(nv, A_NVC0_PFIFO_CHAN + 5 * 8);
    assert_story(nv, story);
}

static void fermis_errors_are_logged(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);

    nv_fermi_inc(chan, 0, 0x0004, 0x1234);
    nv_fermi_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "channel 1: PBDMA"), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "data 0x00001234"), ==, 1);
    nv_fermi_channel_free(chan);
    chan = nv_fermi_channel_new(nv, 2);
    nv_fermi_release(chan, 0x123456000, 1);
    nv_fermi_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "can't write 0x0123456000"),
                     ==, 1);
    nv_fermi_channel_free(chan);
}

static void fermis_errors_are_told(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);

    nv_break(nv, "1 error what=PBDMA_METHOD stop=none channel=1 "
             "method=0x0004 data=0x1234");
    nv_trace(nv, "nv_guest_error", true);
    nv_fermi_inc(chan, 0, 0x0004, 0x1234);
    nv_fermi_kick(chan);
    g_assert_cmpuint(nv_log_count(nv, "channel 1: PBDMA"), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "nv_guest_error "), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, ": PBDMA METHOD"), ==, 1);
    nv_assert_hex(nv_statistic(nv, "pusher-errors"), 1);
    nv_assert_hit(nv, 0, 1);
    nv_break_none(nv);
    nv_fermi_channel_free(chan);
}

static void fermis_graph_errors_are_logged(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 3);

    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(chan, 4, 0x0ffc, 0x1234);
    nv_fermi_kick(chan);
    nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_MTHD, 4, 0x0ffc, 0x1234);
    nv_fermi_wait(chan);
    g_assert_cmpuint(nv_log_count(nv, "PGRAPH: channel 3 subchannel 4 class "
                                  "0x9039 method 0x0ffc data 0x00001234"),
                     ==, 1);
    nv_fermi_channel_free(chan);
}

static void trace_names_registers(NVDev *nv)
{
    g_autofree char *log = NULL;

    nv_trace(nv, "nv_mmio_*", true);
    nv_wr32(nv, A_NV_PFIFO_DELAY, 0x55);
    nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_PUT);
    nv_rd32(nv, nv->card->cache1 + 0x18);
    log = nv_log_text(nv);
    g_assert_nonnull(strstr(log, "nv_mmio_write PFIFO NV_PFIFO_DELAY "
                            "[0x002040] <- 0x00000055"));
    g_assert_nonnull(strstr(log, "nv_mmio_read PFIFO "
                            "NV_PFIFO_CACHE1_DMA_PUT [0x003240] -> "));
    g_assert_nonnull(strstr(log, "NV_PFIFO_CACHE1_ADDR[3]"));
}

#define FERMI .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "report/nothing", "unmodelled-registers", nothing_to_report,
      .tesla = true, .fermi = true },
    { "report/too-many-registers", "unmodelled-registers", too_many_registers,
      .tesla = true, .fermi = true },
    { "report/begins-anew", "unmodelled-registers", begins_anew, .cold = true,
      .tesla = true, .fermi = true },
    { "report/unmodelled-registers", "unmodelled-registers!",
      unmodelled_registers, .tesla = true, .fermi = true },
    { "report/modelled-registers", "unmodelled-registers", modelled_registers,
      .tesla = true },
    { "report/polled-register", "unmodelled-registers", polled_register,
      .tesla = true, .fermi = true },
    { "report/not-polled", "unmodelled-registers", register_that_is_not_polled,
      .tesla = true },
    { "report/time-is-not-polled", "unmodelled-registers", time_is_not_polled,
      .tesla = true, .fermi = true },
    { "report/going-on-is-no-poll", "unmodelled-registers",
      who_goes_on_does_not_poll, .tesla = true },
    { "report/what-comes-soon-is-no-poll", "unmodelled-registers",
      what_comes_soon_is_no_poll, .tesla = true, .fermi = true },
    { "report/statistics", "introspection", statistics, .tesla = true },
    { "report/methods-by-express", "introspection", express, .tesla = true },
    { "report/errors-are-logged", "trace-events", errors_are_logged,
      .tesla = true },
    { "report/errors-are-told", "trace-events", errors_are_told,
      .tesla = true },
    { "report/reasons-are-logged", "trace-events", reasons_are_logged },
    { "trace/tells-the-story", "trace-events", trace_tells_the_story,
      .tesla = true },
    { "trace/tells-nv50s-story", "trace-events", trace_tells_nv50s_story,
      .needs = NV_CARD_NV50 },
    { "trace/names-registers", "trace-events!", trace_names_registers,
      .tesla = true },
    { "report/modelled-registers", "unmodelled-registers",
      fermis_modelled_registers, FERMI },
    { "report/going-on-is-no-poll", "unmodelled-registers",
      who_goes_on_on_fermi, FERMI },
    { "report/statistics", "introspection", fermis_statistics, FERMI },
    { "report/methods-by-express", "introspection", fermis_express, FERMI },
    { "report/errors-are-logged", "trace-events", fermis_errors_are_logged,
      FERMI },
    { "report/errors-are-told", "trace-events", fermis_errors_are_told,
      FERMI },
    { "report/graph-errors-are-logged", "trace-events",
      fermis_graph_errors_are_logged, FERMI },
    { "trace/tells-fermis-story", "trace-events", trace_tells_fermis_story,
      FERMI },
    { "trace/names-registers", "trace-events!", trace_names_fermis_registers,
      FERMI },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: cards before NV04 as a whole
 *
 * What other tests do to later cards through pushbuffers, these do by writing
 * methods.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-report.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "qobject/qdict.h"

#define HANDLE 0xbeef0039
#define NOP 0x0100
#define SUBC 3

/* A register of a unit that the cards don't have */
#define UNKNOWN 0x00a400

#define NV03_PROM 0x110000

#define LATENCY 1000

/* Methods that an engine's queue holds */
#define QUEUE 64

/* PFIFO on, and an object of channel 0 bound */
static void start(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
}

static void nops(NVDev *nv, uint32_t first, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_pio_method(nv, 0, SUBC, NOP, first + i);
    }
}

/* --- The card --------------------------------------------------------- */

static void identity(NVDev *nv)
{
    /* NV03 has its own vendor id: NVIDIA and SGS-Thomson. */
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_VENDOR_ID),
                  nv->card->features & NV_CARD_NV03 ? 0x12d2 : 0x10de);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_DEVICE_ID),
                  nv->card->pci_id);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_REVISION_ID),
                  nv->card->revision);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_wr32(nv, A_NV_PMC_BOOT_0, 0xffffffff);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

/*
 * NV01 has all in one BAR, with video memory 16 MiB from its start; NV03 has
 * video memory in a second one.
 */
static void bars(NVDev *nv)
{
    bool one = nv->card->features & NV_CARD_NV01;
    uint32_t last = nv->card->vram - 4;

    nv_assert_hex(nv_bar_flags(nv, 0), PCI_BASE_ADDRESS_SPACE_MEMORY);
    nv_assert_hex(nv_bar_size(nv, 0), (one ? 32 : 16) * MiB);
    if (one) {
        nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1), 0);
    } else {
        nv_assert_hex(nv_bar_flags(nv, 1), PCI_BASE_ADDRESS_MEM_PREFETCH);
        nv_assert_hex(nv_bar_size(nv, 1), 16 * MiB);
    }
    nv_vram_wr32(nv, last, 0x12345678);
    nv_vram_wr32(nv, 0, 0x9abcdef0);
    nv_vram_wr32(nv, last + 4, 0);
    nv_assert_hex(nv_vram_rd32(nv, last), 0x12345678);
    nv_assert_hex(nv_vram_rd32(nv, 0), 0x9abcdef0);
}

/* Two cards in a machine: each has its registers and its line. */
static void two_cards(NVDev *nv)
{
    NVDev *nvs[2], *one, *two;

    nv_start_two(nvs, nv->card);
    one = nvs[0];
    two = nvs[1];
    nv_assert_reg(two, NV_PMC_BOOT_0, nv->card->boot0);

    start(one);
    nv_wr32(one, A_NV_PMC_INTR_EN, 1);
    nops(one, 0, 3);
    nv_assert_hex(nv_rd32(one, nv_cache1(one)->put), nv_pio_ptr(one, 4));
    nv_assert_hex(nv_rd32(two, nv_cache1(two)->put), 0);
    nv_assert_hex(nv_rd32(two, nv_cache1(two)->push), 0);

    /* An object that isn't there */
    nv_pio_method(one, 0, SUBC, NV_MTHD_OBJECT, 0xbad);
    g_assert_cmphex(nv_rd32(one, A_NV_PFIFO_INTR), !=, 0);
    g_assert_true(nv_intx(one));
    nv_assert_reg(two, NV_PFIFO_INTR, 0);
    nv_assert_reg(two, NV_PMC_INTR, 0);

    start(two);
    nops(two, 0, 1);
    nv_assert_hex(nv_rd32(two, nv_cache1(two)->get), nv_pio_ptr(two, 2));
    g_assert_cmphex(nv_rd32(one, A_NV_PFIFO_INTR), !=, 0);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

/*
 * NV03 has PROM at 0x110000.  The image's signature, PCI data structure and
 * checksum are what software checks that looks for a VBIOS.
 */
static void nv03_vbios(NVDev *nv)
{
    uint16_t pcir = nv_rd16(nv, NV03_PROM + 0x18);
    uint32_t size = nv_rd08(nv, NV03_PROM + 2) * 512;
    g_autofree uint32_t *words = g_malloc(size);
    uint8_t sum = 0;

    nv_assert_hex(nv_rd16(nv, NV03_PROM), 0xaa55);
    g_assert_cmpuint(pcir, <, size);
    nv_assert_hex(nv_rd32(nv, NV03_PROM + pcir), 0x52494350);
    nv_assert_hex(nv_rd16(nv, NV03_PROM + pcir + 4), 0x12d2);
    nv_assert_hex(nv_rd16(nv, NV03_PROM + pcir + 6), nv->card->pci_id);
    nv_rd_words(nv, NV03_PROM, words, size / 4);
    for (uint32_t i = 0; i < size / 4; i++) {
        uint32_t word = words[i];

        sum += word + (word >> 8) + (word >> 16) + (word >> 24);
    }
    nv_assert_hex(sum, 0);
}

static void nv03_straps(NVDev *nv)
{
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, nv->card->straps);
    /* Without bit 31 the board's straps apply. */
    nv_wr32(nv, A_NV_PSTRAPS_STRAPS_PRIMARY, 0x12345678);
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, nv->card->straps);
}

/* --- Display ---------------------------------------------------------- */

/* nv3LockUnlock(): SR06 where later cards have CR1F */
static void nv03_lock(NVDev *nv)
{
    nv_cr_wr(nv, 0x3b, 0x12);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    nv_cr_wr(nv, NV_CR_LOCK, NV_CR_LOCK_UNLOCK);
    nv_cr_wr(nv, 0x3b, 0x34);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    nv_seq_wr(nv, NV_SR_LOCK, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    nv_cr_wr(nv, 0x3b, 0x56);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0x56);
    nv_migrate(nv);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0x56);
    nv_seq_wr(nv, NV_SR_LOCK, NV_CR_LOCK_LOCK);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    /* The sequencer's other registers don't open it. */
    nv_seq_wr(nv, 3, NV_CR_LOCK_UNLOCK);
    nv_seq_wr(nv, 7, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
}

/* SetStartAddress() of xf86-video-nv writes the attribute index without PAS. */
static void nv03_pan(NVDev *nv)
{
    static const NVMode mode = { .width = 640, .height = 480, .bpp = 32 };

    nv_mode_set(nv, &mode);
    nv_wr32(nv, A_NV_PCRTC_CONFIG, 0);
    nv_vram_wr32(nv, 0x4000, 0x00ff8800);
    nv_cr_wr(nv, 0x0d, 0x00);
    nv_cr_wr(nv, 0x0c, 0x10);
    nv_rd08(nv, NV_PRMCIO + 0x3da);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0x13);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0);
    nv_assert_pixel(nv, 0, 0, 0xff8800);
    nv_assert_pixel(nv, 1, 0, 0);
}

/* --- What a developer asks -------------------------------------------- */

static void trace(NVDev *nv)
{
    g_autofree char *log = NULL;

    nv_trace(nv, "nv_mmio_*", true);
    nv_wr32(nv, A_NV_PFIFO_DELAY, 0x55);
    nv_rd32(nv, A_NV_PMC_BOOT_0);
    log = nv_log_text(nv);
    g_assert_nonnull(strstr(log, "nv_mmio_write PFIFO NV_PFIFO_DELAY "
                            "[0x002040] <- 0x00000055"));
    g_assert_nonnull(strstr(log, "nv_mmio_read PMC NV_PMC_BOOT_0 "
                            "[0x000000] -> "));
}

static void report(NVDev *nv)
{
    g_autofree char *before = nv_report_text(nv);
    g_autofree char *after = NULL;

    nv_wr32(nv, UNKNOWN, 0x12345678);
    nv_assert_hex(nv_rd32(nv, UNKNOWN), 0x12345678);
    after = nv_report_text(nv);
    g_assert_null(strstr(before, "0x00a400"));
    g_assert_nonnull(strstr(after, "0x00a400"));
    g_assert_nonnull(strstr(after, "last 0x12345678"));
    g_assert_cmpuint(nv_log_count(nv, "register 0x00a400 is not modelled"),
                     ==, 1);
}

static void statistics(NVDev *nv)
{
    start(nv);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 1);
    nops(nv, 0, 5);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 6);
    g_assert_cmpuint(nv_statistic(nv, "cache-errors"), ==, 0);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, 0xbad);
    g_assert_cmpuint(nv_statistic(nv, "cache-errors"), ==, 1);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 6);
}

/* --- Time ------------------------------------------------------------- */

/* "The puller won't wait for completion of a command" */
static void methods_take_time(NVDev *nv)
{
    nv_trace(nv, "nv_pfifo_executed", true);
    start(nv);
    nops(nv, 0, 3);
    /* Neither is in CACHE1, and neither has been executed. */
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), nv_pio_ptr(nv, 4));
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), ==, 0);
    nv_clock_step(nv, LATENCY - 1);
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), ==, 0);
    nv_clock_step(nv, 1);
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), >=, 4);
}

/* An object waits for room in the engine's queue, as methods do. */
static void full_queue_binding(NVDev *nv)
{
    const NVCacheRegs *cache = nv_cache1(nv);

    nv_trace(nv, "nv_pfifo_executed", true);
    start(nv);
    nops(nv, 0, QUEUE - 1);
    nv_assert_hex(nv_rd32(nv, cache->get), nv_rd32(nv, cache->put));
    nv_pio_method(nv, 0, SUBC + 1, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, SUBC + 1, NOP, 0);
    g_assert_cmpuint(nv_rd32(nv, cache->get), !=, nv_rd32(nv, cache->put));
    nv_clock_step(nv, LATENCY);
    nv_assert_hex(nv_rd32(nv, cache->get), nv_rd32(nv, cache->put));
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), ==, QUEUE);
    nv_clock_step(nv, LATENCY);
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), ==, QUEUE + 2);
}

/*
 * An engine that accepts nothing blocks no other, however long: methods wait in
 * CACHE1, later ones in RAMRO, and the monitor answers.
 */
static void closed(NVDev *nv)
{
    const unsigned slots = nv_pio_slots(nv);
    const NVCacheRegs *cache = nv_cache1(nv);
    uint32_t get;
    QDict *rsp;

    start(nv);
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, 0);
    get = nv_rd32(nv, cache->get);
    nops(nv, 0, slots);
    g_assert_cmphex(nv_ramro_addr(nv, 0), ==, 0);
    nops(nv, slots, 3);
    g_assert_cmphex(nv_ramro_addr(nv, 0), !=, 0);
    nv_clock_step(nv, 100 * 1000 * 1000 * 1000LL);
    rsp = qtest_qmp(nv->qts, "{ 'execute': 'query-status' }");
    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
    nv_assert_hex(nv_rd32(nv, cache->get), get);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 1);
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, R_NV01_PGRAPH_ACCESS_FIFO_MASK);
    nv_poll(nv_rd32(nv, cache->get) == nv_rd32(nv, cache->put));
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 1 + slots);
}

/* The same run produces the same trace, and takes the same time. */
static void twice(NVDev *nv)
{
    g_autofree char *first = NULL;

    for (unsigned i = 0; i < 2; i++) {
        NVDev *run = nv_start(nv->card, nv->test->props, NULL);
        g_autofree char *log = NULL;

        nv_trace(run, "nv_pfifo_*", true);
        start(run);
        for (unsigned n = 0; n < 100; n++) {
            nv_pio_method(run, n % 5, n % 8, n % 3 ? NOP : NV_MTHD_OBJECT,
                          n % 7 ? HANDLE : n);
            nv_clock_step(run, 100 + n * 10);
        }
        log = nv_log_text(run);
        if (!first) {
            first = g_steal_pointer(&log);
            g_assert_nonnull(strstr(first, "nv_pfifo_"));
        } else {
            g_assert_cmpstr(log, ==, first);
        }
        nv_quit(run);
    }
}

/* NV03 has PTIMER where later cards have it. */
static void nv03_alarm(NVDev *nv)
{
    uint32_t now = nv_rd32(nv, A_NV_PTIMER_TIME_LOW);

    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, now + 4096);
    nv_clock_step(nv, 4096 - 32);
    nv_assert_reg(nv, NV_PTIMER_INTR, 0);
    g_assert_false(nv_intx(nv));
    nv_clock_step(nv, 32);
    nv_assert_reg(nv, NV_PTIMER_INTR, 1);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    g_assert_false(nv_intx(nv));
}

/* --- Migration -------------------------------------------------------- */

static void with_cache1_half_full(NVDev *nv)
{
    const unsigned count = nv_pio_slots(nv) / 2;
    const NVCacheRegs *cache = nv_cache1(nv);
    uint32_t get, ramro;

    start(nv);
    nv_wr32(nv, cache->pull, 0);
    get = nv_rd32(nv, cache->get);
    nops(nv, 0x5000, count);
    /* One that only fits in RAMRO */
    nv_wr08(nv, nv_pio_addr(nv, 0, SUBC, NOP), 0x77);
    ramro = nv_ramro_addr(nv, 0);
    g_assert_cmphex(ramro, !=, 0);

    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, cache->get), get);
    nv_assert_hex(nv_rd32(nv, cache->put), nv_pio_ptr(nv, 1 + count));
    nv_assert_hex(nv_ramro_addr(nv, 0), ramro);

    nv_watch_methods(nv);
    nv_wr32(nv, cache->pull, 1);
    nv_poll(nv_rd32(nv, cache->get) == nv_pio_ptr(nv, 1 + count));
    g_autoptr(GArray) methods = nv_delivered(nv);
    g_assert_cmpuint(methods->len, ==, count);
    for (unsigned i = 0; i < methods->len; i++) {
        NVDelivered *m = &g_array_index(methods, NVDelivered, i);

        g_assert_cmpuint(m->subc, ==, SUBC);
        nv_assert_hex(m->mthd, NOP);
        nv_assert_hex(m->data, 0x5000 + i);
    }
}

/* A method on its way to the engine arrives in the other process. */
static void with_methods_on_their_way(NVDev *nv)
{
    start(nv);
    nv_clock_step(nv, LATENCY);
    nops(nv, 0, 5);
    nv_clock_step(nv, LATENCY / 2);
    nv_migrate(nv);
    nv_trace(nv, "nv_pfifo_executed", true);
    nv_clock_step(nv, LATENCY / 2 - 1);
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), ==, 0);
    nv_clock_step(nv, 1);
    g_assert_cmpuint(nv_log_count(nv, "nv_pfifo_executed "), ==, 5);
}

/* ---------------------------------------------------------------------- */

#define EARLY(_name, _rows, _fn, ...) \
    { _name, _rows, _fn, .early = true, .cold = true, \
      .applies = nv_card_is_early, ## __VA_ARGS__ }

static const NVTest tests[] = {
    EARLY("card/identity", "several-generations!", identity, .each = true),
    EARLY("card/bars", "bars!", bars),
    EARLY("card/two-cards", "several-cards!", two_cards),
    EARLY("trace/names-registers", "trace-events!", trace),
    EARLY("report/unmodelled-registers", "unmodelled-registers!", report),
    EARLY("report/statistics", "introspection!", statistics),
    EARLY("engine/methods-take-time", "engine-queue!", methods_take_time,
          .props = "x-engine-latency-ns=1000"),
    EARLY("engine/full-queue-binding", "engine-queue", full_queue_binding,
          .props = "x-engine-latency-ns=1000"),
    EARLY("engine/the-same-run-twice", "repeatable!", twice,
          .props = "x-engine-latency-ns=1000"),
    EARLY("engine/closed-holds-nothing-up", "bounded-work", closed),
    EARLY("migration/with-cache1-half-full", "cache1-size migration",
          with_cache1_half_full),
    EARLY("migration/with-methods-on-their-way", "engine-queue migration",
          with_methods_on_their_way, .props = "x-engine-latency-ns=1000"),
    { "vbios/is-well-formed", "vbios!", nv03_vbios, .needs = NV_CARD_NV03,
      .cold = true, .each = true },
    { "pstraps/straps", "vbios", nv03_straps, .needs = NV_CARD_NV03,
      .cold = true, .each = true },
    { "cr/sr06-is-the-lock", "migration vga-registers!", nv03_lock,
      .needs = NV_CARD_NV03, .cold = true },
    { "scanout/pan-leaves-the-screen-on", "scanout!", nv03_pan,
      .needs = NV_CARD_NV03, .cold = true },
    { "ptimer/alarm", "pmc-ptimer!", nv03_alarm, .needs = NV_CARD_NV03,
      .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

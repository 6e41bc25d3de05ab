/*
 * Tests of the NVIDIA GPU: injected faults: accesses by the CPU
 *
 * Reads and writes that go wrong, and what runs out if they do: methods that
 * the driver writes one by one, before NV50.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039
#define SUBC 4

/* A method that every object accepts, and where channel 0's is written */
#define NOP 0x0100
#define AREA (SUBC << 13)

/* --- Registers -------------------------------------------------------- */

static void registers(NVDev *nv)
{
    uint32_t boot = nv_rd32(nv, A_NV_PMC_BOOT_0);

    nv_inject(nv, "read-wrong bar=0 address=0 xor=0x30",
              "read-wrong bar=1 times=0", "read-wrong address=4 times=0",
              "write-lost address=0x140 nth=2",
              "write-wrong address=0x140 xor=3",
              "write-strays bar=0 address=0 to=0x140");
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), boot ^ 0x30);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), boot);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 2);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 3);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 2);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 3);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 3);
    nv_wr32(nv, A_NV_PMC_BOOT_0, 1);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 1);
    for (unsigned i = 0; i < 6; i++) {
        nv_assert_hex(nv_fault_done(nv, i), i != 1 && i != 2);
    }
    /* One bit of a word, if nothing else is said, and any word */
    nv_inject(nv, "write-wrong", "read-wrong nth=2");
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    nv_rd32(nv, A_NV_PMC_INTR_EN);
    nv_assert_hex(ctpop32(nv_rd32(nv, A_NV_PMC_BOOT_0) ^ boot), 1);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_fault_is_wrong(nv, "write-strays address=0", "to' is missing");
    g_assert_cmpuint(nv_statistic(nv, "fault-write-wrong"), ==, 2);
    g_assert_cmpuint(nv_statistic(nv, "fault-read-wrong"), ==, 2);
}

/* --- Accesses that no unit answers ---------------------------------------- */

static bool reports_faults(const NVCard *card)
{
    return card->features & (NV_CARD_VGA_STACK | NV_CARD_NV50 | NV_CARD_NVC0);
}

static void assert_mmio_fault(NVDev *nv, uint32_t intr, uint32_t access,
                              uint32_t data)
{
    nv_assert_reg(nv, NV_PBUS_INTR, intr);
    nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_ADDRESS, access);
    nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_DATA, data);
    nv_wr32(nv, A_NV_PTIMER_MMIO_FAULT_ADDRESS, 0);
    nv_wr32(nv, A_NV_PBUS_INTR, intr);
}

/* As if PMC lacked INTR_EN, and PFB its register */
static void mmio_fault(NVDev *nv)
{
    bool fermi = nv->card->features & NV_CARD_NVC0;
    uint32_t fault = R_NV_PBUS_INTR_MMIO_FAULT_MASK;
    uint32_t ring = fermi ? R_NV_PBUS_INTR_MMIO_IBUS_ERR_MASK : fault;
    uint32_t old = nv_rd32(nv, A_NV_PMC_INTR_EN);

    nv_inject(nv, "mmio-fault address=0x140 times=2",
              "mmio-fault-write address=0x100c80",
              "mmio-fault-read address=0x100c82 value=0x56781234");
    nv_wr32(nv, A_NV_PMC_INTR_EN, old ^ 3);
    assert_mmio_fault(nv, fault, A_NV_PMC_INTR_EN | 3, old ^ 3);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR_EN), fermi ? 0xbad0011f : 0);
    assert_mmio_fault(nv, fault, A_NV_PMC_INTR_EN | 1, 0);
    nv_assert_reg(nv, NV_PMC_INTR_EN, old);
    nv_rd16(nv, 0x100c80);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    nv_wr16(nv, 0x100c80, 0x4321);
    assert_mmio_fault(nv, ring, 0x100c83, 0x4321);
    nv_assert_hex(nv_rd16(nv, 0x100c82), 0x5678);
    assert_mmio_fault(nv, ring, 0x100c81, 0);
    nv_assert_hex(nv_fault_done(nv, 0), 2);
    /* Another BAR's addresses aren't registers'. */
    nv_inject(nv, "mmio-fault");
    nv_vram_wr32(nv, 0x1000, 0x600d);
    nv_assert_hex(nv_fault_done(nv, 0), 0);
    nv_inject_none(nv);
    nv_fault_is_wrong(nv, "mmio-fault bit=16", "nothing for mmio-fault");
}

/* Each of Fermi's bits, wherever it is */
static void mmio_fault_bits(NVDev *nv)
{
    bool gf119 = nv_card_is_gf119(nv->card);
    const uint32_t answers[] = {
        [1] = 0xbad0da1f, [2] = gf119 ? 0xbadf1000 : 0, [3] = 0xbad0011f,
    };

    for (unsigned bit = 1; bit <= 3; bit++) {
        g_autofree char *fault =
            g_strdup_printf("mmio-fault address=0x200 bit=%u", bit);

        nv_inject(nv, fault);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_ENABLE), answers[bit]);
        assert_mmio_fault(nv, BIT(bit), A_NV_PMC_ENABLE | 1, 0);
    }
}

static void no_mmio_fault(NVDev *nv)
{
    nv_fault_is_wrong(nv, "mmio-fault", "nothing for mmio-fault");
    nv_fault_is_wrong(nv, "mmio-fault-read bit=3",
                      "nothing for mmio-fault-read");
}

static bool reports_none(const NVCard *card)
{
    return !reports_faults(card);
}

/* --- Methods that run out ---------------------------------------------- */

static const char *const strays_to_reserved =
    "write-strays address=0x808100 to=0x808010";
static const char *const strays_across_words =
    "write-strays address=0x808100 to=0x808101";
static const char *const pusher_stays_off = "write-lost address=0x%x";
static const char *const free_is_wrong = "read-wrong address=0x800010 value=4";

/* RAMRO has this, and the driver is interrupted. */
static void expect(NVDev *nv, unsigned n, uint32_t offset, unsigned be,
                   NVRunoutReason reason, uint32_t data)
{
    nv_assert_hex(nv_ramro_addr(nv, n),
                  nv_pio_record(nv, 0, offset, be, reason));
    nv_assert_hex(nv_ramro_data(nv, n), data);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_STATUS,
                  R_NV_PFIFO_RUNOUT_STATUS_RANOUT_MASK);
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_fault_done(nv, 0), 1);
}

/* The driver has emptied RAMRO, and submits the next method. */
static void goes_on(NVDev *nv)
{
    uint64_t before;

    nv_ramro_clear(nv);
    g_assert_false(nv_intx(nv));
    before = nv_statistic(nv, "methods");
    nv_pio_method(nv, 0, SUBC, NOP, 0x77);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, before + 1);
    nv_assert_nothing_ran_out(nv);
}

static void runout(NVDev *nv)
{
    g_autofree char *off = NULL;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);

    nv_inject(nv, strays_to_reserved);
    nv_pio_method(nv, 0, SUBC, NOP, 0x11);
    expect(nv, 0, AREA | 0x10, NV_PIO_WORD, NV_RUNOUT_RESERVED_ACCESS, 0x11);
    goes_on(nv);

    nv_inject(nv, strays_across_words);
    nv_pio_method(nv, 0, SUBC, NOP, 0x22334455);
    expect(nv, 0, AREA | 0x101, 0xe, NV_RUNOUT_ILLEGAL_ACCESS, 0x33445500);
    expect(nv, 1, AREA | 0x104, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0x22);
    goes_on(nv);

    /* The driver turns the pusher off for a while. */
    off = g_strdup_printf(pusher_stays_off, nv_cache1(nv)->push);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_inject(nv, off);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    nv_pio_method(nv, 0, SUBC, NOP, 0x33);
    expect(nv, 0, AREA | NOP, NV_PIO_WORD, NV_RUNOUT_NO_CACHE_AVAILABLE, 0x33);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    goes_on(nv);
    g_assert_cmpuint(nv_statistic(nv, "fault-write-strays"), ==, 2);
    g_assert_cmpuint(nv_statistic(nv, "fault-write-lost"), ==, 1);
}

/* The driver believes what it reads, and CACHE1 is full. */
static void free_count(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
    nv_puller(nv, false);
    for (unsigned i = 0; nv_pio_free(nv, 0); i++) {
        nv_pio_method(nv, 0, SUBC, NOP, i);
    }
    nv_inject(nv, free_is_wrong);
    nv_assert_hex(nv_pio_free(nv, 0), 4);
    nv_pio_method(nv, 0, SUBC, NOP, 0x44);
    expect(nv, 0, AREA | NOP, NV_PIO_WORD, NV_RUNOUT_FREE_COUNT_OVERRUN,
           0x44);
    nv_pio_method(nv, 0, SUBC, NOP, 0x55);
    expect(nv, 1, AREA | NOP, NV_PIO_WORD, NV_RUNOUT_CACHE_RAN_OUT, 0x55);
    nv_puller(nv, true);
    nv_poll(nv_rd32(nv, nv_cache1(nv)->get) == nv_rd32(nv, nv_cache1(nv)->put));
    goes_on(nv);
    g_assert_cmpuint(nv_statistic(nv, "fault-read-wrong"), ==, 1);
}

/* --- The tests -------------------------------------------------------- */

#define PIO .early = true, .cold = true

static const NVTest tests[] = {
    { "fault/access/registers", "fault-injection", registers, PIO,
      .tesla = true, .fermi = true },
    { "fault/access/mmio-fault", "fault-injection! mmio-fault", mmio_fault,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "fault/access/mmio-fault-bits", "fault-injection! mmio-fault",
      mmio_fault_bits, .needs = NV_CARD_NVC0, .fermi = true },
    { "fault/access/no-mmio-fault", "fault-injection", no_mmio_fault,
      .applies = reports_none },
    { "fault/access/runout", "fault-injection runout", runout, PIO },
    { "fault/access/free-count", "fault-injection runout", free_count, PIO },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

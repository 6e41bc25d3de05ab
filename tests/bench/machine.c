/*
 * NVIDIA GPU: what the benchmark's processor sees of a card
 *
 * Accesses are made inside the emulator, as a virtual processor makes them when
 * it has left the guest, and compared with those to QEMU's edu device and to
 * the guest's memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "../qtest/libnv/nv-driver.h"
#include "bench.h"

/* QEMU's device, and a register of it that just keeps a word */
#define EDU_SLOT 6
#define EDU_REGISTER 4

/* Where it is: libqos has no room left behind the large BARs of some cards. */
#define EDU_BAR 0xc0000000

/* A word of PBUS that isn't declared */
#define UNKNOWN 0x001f00

#define COUNT 100000

#define EDU "edu's"
#define MEMORY "the guest's RAM"
#define MOST_READ 1.1

static uint64_t edu(NVDev *nv)
{
    QPCIDevice *pci = qpci_device_find(nv->bus, QPCI_DEVFN(EDU_SLOT, 0));

    g_assert_nonnull(pci);
    qpci_config_writel(pci, PCI_BASE_ADDRESS_0, EDU_BAR);
    qpci_device_enable(pci);
    g_free(pci);
    return EDU_BAR + EDU_REGISTER;
}

static void measure_reads(Bench *bench, NVDev *nv)
{
    static const struct {
        Row row;
        uint32_t addr;
    } rows[] = {
        { { "read", "reading a register without a hook", EDU, MOST_READ },
          A_NV_PBUS_INTR_EN },
        { { "read-hook", "... with one: PTIMER's time", EDU },
          A_NV_PTIMER_TIME_LOW },
        { { "read-unknown", "... that nobody knows", EDU }, UNKNOWN },
    };
    const Job reference = { .what = "read", .from = edu(nv), .count = COUNT };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        Job job = reference;

        job.from = nv->bar0 + rows[i].addr;
        bench_jobs(bench, nv, &rows[i].row, &job, &reference);
    }
}

static void measure_writes(Bench *bench, NVDev *nv)
{
    static const struct {
        Row row;
        uint32_t addr;
    } rows[] = {
        { { "write", "writing a register with a hook", EDU },
          A_NV_PBUS_INTR_EN },
        { { "write-unknown", "... that nobody knows", EDU }, UNKNOWN },
    };
    const Job reference = { .what = "write", .to = edu(nv), .count = COUNT };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        Job job = reference;

        job.to = nv->bar0 + rows[i].addr;
        bench_jobs(bench, nv, &rows[i].row, &job, &reference);
    }
}

/* BAR1 shows video memory from its beginning, or pages that are mapped. */
static void measure_memory(Bench *bench, NVDev *nv)
{
    static const Row read = {
        "bar1-read", "reading video memory through BAR1", MEMORY,
    };
    static const Row write = {
        "bar1-write", "writing it", MEMORY,
    };
    uint64_t ram = nv_ram_alloc(nv, 0x1000);
    Job job = { .what = "read", .from = nv->bar1, .count = COUNT };
    Job reference = { .what = "read", .from = ram, .count = COUNT };

    bench_jobs(bench, nv, &read, &job, &reference);
    job = (Job) { .what = "write", .to = nv->bar1, .count = COUNT };
    reference = (Job) { .what = "write", .to = ram, .count = COUNT };
    bench_jobs(bench, nv, &write, &job, &reference);
}

void bench_machine(Bench *bench)
{
    g_autofree char *args = g_strdup_printf("-device edu,addr=0x%x", EDU_SLOT);
    NVDev *nv = bench_start(bench->model, NULL, args);

    nv_init(nv);
    bench_title("Accesses by the CPU");
    measure_reads(bench, nv);
    measure_writes(bench, nv);
    measure_memory(bench, nv);
    nv_quit(nv);
}

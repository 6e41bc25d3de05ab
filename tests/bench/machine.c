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
#include "../qtest/libnv/nv-fermi.h"
#include "../qtest/libnv/nv-vm.h"
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

/* --- BAR1 behind page tables -------------------------------------------- */

/* Where BAR1 has pages, of 4 KiB: no two adjacent ones in order; in order */
#define SCATTERED 0x400000
#define UNMAPPED 0x600000
#define IN_ORDER 0x800000
#define WINDOW (8 * MiB)
#define PAGE 0x1000

#define SCATTERED_PAGES 16

/* BAR1's DMA object, in NV50's instance block */
#define BAR1_OBJECT 0x1000

/* Each access to what isn't mapped is logged. */
#define FAULTS 1000

#define REGISTER "a register, RAM"

/**
 * struct Window - BAR1's address space
 *
 * @nv: the card
 * @table: NV50's page table
 * @flush, @word: the register that flushes its TLB, and what is written to it
 */
typedef struct Window {
    NVDev *nv;
    uint32_t table;
    uint32_t flush, word;
} Window;

static void window_init(Window *w, NVDev *nv)
{
    uint32_t inst;

    *w = (Window) { .nv = nv };
    if (nv_is_fermi(nv)) {
        nv_wr32(nv, A_NVC0_PFB_MMU_INVALIDATE_PD, nv->fermi->bar1 >> 12 << 4);
        w->flush = A_NVC0_PFB_MMU_INVALIDATE;
        w->word = 0x80000001;
        return;
    }
    inst = nv_vm_inst_new(nv);
    w->table = nv_vm_table(nv, inst, 0, NV_VM_SMALL);
    nv_vm_dmaobj(nv, inst + BAR1_OBJECT, NV_VM_DMAOBJ, 0, 32 * MiB - 1);
    nv_vm_bars(nv, inst, inst + BAR1_OBJECT, 0);
    /* nv50_vmm_flush() of the BARs */
    w->flush = A_NV_PFB_MMU_TLB_FLUSH;
    w->word = 6 << 16 | R_NV_PFB_MMU_TLB_FLUSH_TRIGGER_MASK;
}

static void window_map(Window *w, uint64_t va, uint32_t vram, uint32_t size)
{
    if (nv_is_fermi(w->nv)) {
        nv_fermi_map(w->nv, w->nv->fermi->bar1, va, vram, size, NV_FERMI_VRAM);
        return;
    }
    for (uint32_t at = 0; at < size; at += PAGE) {
        nv_vm_set(w->nv, w->table, va + at, NV_VM_SMALL,
                  (vram + at) | NV_VM_PRESENT);
    }
}

/* Pages are mapped as memory, if ever, when they have been used a while. */
static void use_window(Bench *bench, Window *w, const Job *job)
{
    job_set(bench, w->nv, job);
    job_time(w->nv);
    g_usleep(100 * 1000);
}

static void measure_pages(Bench *bench, Window *w)
{
    static const struct {
        Row row;
        uint64_t va;
        unsigned count;
    } rows[] = {
        { { "bar1-mapped", "reading pages that are in order", MEMORY },
          IN_ORDER, COUNT },
        { { "bar1-scattered", "... that aren't", MEMORY }, SCATTERED, COUNT },
        { { "bar1-unmapped", "... where nothing is mapped", MEMORY },
          UNMAPPED, FAULTS },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const Job job = {
            .what = "read", .from = w->nv->bar1 + rows[i].va,
            .count = rows[i].count,
        };
        Job reference = job;

        reference.from = nv_ram_alloc(w->nv, PAGE);
        use_window(bench, w, &job);
        bench_jobs(bench, w->nv, &rows[i].row, &job, &reference);
    }
}

/* Of the pages in order @size bytes are mapped as memory. */
static void measure_flush(Bench *bench, Window *w, uint32_t vram,
                          uint32_t size)
{
    g_autofree char *name = g_strdup_printf("flush-%u", size / PAGE);
    g_autofree char *text = g_strdup_printf("a flush and a read, of %u pages",
                                             size / PAGE);
    const Row row = { .name = name, .text = text, .than = REGISTER };
    const Job use = {
        .what = "read", .from = w->nv->bar1 + IN_ORDER + size - PAGE,
        .count = COUNT,
    };
    const Job job = {
        .what = "flush", .from = use.from, .to = w->nv->bar0 + w->flush,
        .length = w->word, .count = 100,
    };
    Job reference = job;

    window_map(w, IN_ORDER, vram, size);
    use_window(bench, w, &use);
    reference.from = nv_ram_alloc(w->nv, PAGE);
    reference.to = w->nv->bar0 + A_NV_PBUS_INTR_EN;
    reference.length = 0;
    bench_jobs(bench, w->nv, &row, &job, &reference);
}

static void measure_window(Bench *bench)
{
    NVDev *nv = bench_start(bench->model, NULL, NULL);
    uint32_t scattered, vram;
    Window w;

    nv_init(nv);
    window_init(&w, nv);
    scattered = nv_vram_alloc(nv, SCATTERED_PAGES * PAGE);
    for (unsigned i = 0; i < SCATTERED_PAGES; i++) {
        window_map(&w, SCATTERED + i * PAGE,
                   scattered + (SCATTERED_PAGES - 1 - i) * PAGE, PAGE);
    }
    vram = nv_vram_alloc(nv, WINDOW);
    bench_title("BAR1 behind page tables");
    window_map(&w, IN_ORDER, vram, 16 * PAGE);
    measure_pages(bench, &w);
    measure_flush(bench, &w, vram, 16 * PAGE);
    measure_flush(bench, &w, vram, 256 * PAGE);
    measure_flush(bench, &w, vram, WINDOW);
    nv_quit(nv);
}

void bench_machine(Bench *bench)
{
    g_autofree char *args = g_strdup_printf("-device edu,addr=0x%x", EDU_SLOT);
    NVDev *nv = bench_start(bench->model, NULL, args);

    bench_init(nv);
    bench_title("Accesses by the CPU");
    measure_reads(bench, nv);
    measure_writes(bench, nv);
    measure_memory(bench, nv);
    nv_quit(nv);
    if (bench->model->features & NV_CARD_PAGES) {
        measure_window(bench);
    }
}

/*
 * NVIDIA GPU: a trace of the CPU's accesses, in the format of Linux' mmiotrace
 *
 * The trace has the CPU's accesses of all sizes to all of the BARs, as the bus
 * has them: one of 8 bytes is two.  It has none of the card's own.
 *
 * Source: Linux, Documentation/trace/mmiotrace.rst, and the output of
 * kernel/trace/trace_mmiotrace.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "output.h"

/* BARs by PCI's numbers, and the expansion ROM */
#define NV_TRACE_REGIONS PCI_NUM_REGIONS

/**
 * struct NVTracedBar - a BAR's address according to the trace
 *
 * @addr: its address, PCI_BAR_UNMAPPED if it has none
 * @map: the number of its mapping in the trace
 */
typedef struct NVTracedBar {
    pcibus_t addr;
    unsigned map;
} NVTracedBar;

/**
 * struct NVMmiotrace - the trace
 *
 * @gpu: the device
 * @observer: sees the CPU's accesses
 * @out: the output
 * @maps: the highest number of a mapping so far
 * @bars: the BARs
 */
struct NVMmiotrace {
    NVGPU *gpu;
    NVObserver observer;
    NVOutput out;
    unsigned maps;
    NVTracedBar bars[NV_TRACE_REGIONS];
};

/* --- The card and its BARs --------------------------------------------- */

/* Times are in seconds, with six digits after the point. */
#define NV_TRACE_TIME "%.6f"

static double nv_trace_now(void)
{
    return qemu_clock_get_us(QEMU_CLOCK_VIRTUAL) / 1e6;
}

/*
 * As in Linux' struct resource: the address with the type in its low bits, or 0
 * if there is none, as for the upper half of a 64-bit BAR.
 */
static uint64_t nv_trace_resource(const PCIIORegion *region)
{
    if (!region->size || region->addr == PCI_BAR_UNMAPPED) {
        return 0;
    }
    return region->addr | region->type;
}

static char *nv_trace_pcidev(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    GString *line = g_string_new(NULL);

    g_string_printf(line, "PCIDEV %02x%02x %04x%04x %x", pci_dev_bus_num(pci),
                    pci->devfn, pci_get_word(pci->config + PCI_VENDOR_ID),
                    pci_get_word(pci->config + PCI_DEVICE_ID),
                    pci_get_byte(pci->config + PCI_INTERRUPT_LINE));
    for (unsigned i = 0; i < NV_TRACE_REGIONS; i++) {
        g_string_append_printf(line, " %" PRIx64,
                               nv_trace_resource(&pci->io_regions[i]));
    }
    for (unsigned i = 0; i < NV_TRACE_REGIONS; i++) {
        g_string_append_printf(line, " %" PRIx64, pci->io_regions[i].size);
    }
    /* The name of the bound driver would follow. */
    g_string_append_c(line, ' ');
    g_string_append_c(line, '\n');
    return g_string_free(line, false);
}

/* The line for a mapping; there is no virtual address. */
static char *nv_trace_map(NVMmiotrace *trace, unsigned i)
{
    return g_strdup_printf("MAP " NV_TRACE_TIME " %u 0x%" PRIx64
                           " 0x0 0x%" PRIx64 " 0x0 0\n", nv_trace_now(),
                           trace->bars[i].map, trace->bars[i].addr,
                           PCI_DEVICE(trace->gpu)->io_regions[i].size);
}

static void nv_trace_forget_bars(NVMmiotrace *trace)
{
    for (unsigned i = 0; i < NV_TRACE_REGIONS; i++) {
        trace->bars[i].addr = PCI_BAR_UNMAPPED;
    }
}

/* Unmap all BARs in the trace, and map them at their present addresses. */
static void nv_trace_where(NVMmiotrace *trace)
{
    PCIDevice *pci = PCI_DEVICE(trace->gpu);
    g_autofree char *card = nv_trace_pcidev(trace->gpu);

    if (!trace->maps) {
        nv_output_printf(&trace->out, "VERSION 20070824\n");
    }
    for (unsigned i = 0; i < NV_TRACE_REGIONS; i++) {
        if (trace->bars[i].addr != PCI_BAR_UNMAPPED) {
            nv_output_printf(&trace->out, "UNMAP " NV_TRACE_TIME " %u 0x0 0\n",
                             nv_trace_now(), trace->bars[i].map);
        }
    }
    nv_trace_forget_bars(trace);
    nv_output_printf(&trace->out, "%s", card);
    for (unsigned i = 0; i < PCI_ROM_SLOT; i++) {
        const PCIIORegion *region = &pci->io_regions[i];

        if (region->size && region->addr != PCI_BAR_UNMAPPED &&
            !(region->type & PCI_BASE_ADDRESS_SPACE_IO)) {
            g_autofree char *map = NULL;

            trace->bars[i] = (NVTracedBar) { region->addr, ++trace->maps };
            map = nv_trace_map(trace, i);
            nv_output_printf(&trace->out, "%s", map);
        }
    }
}

char *nv_mmiotrace_header(NVMmiotrace *trace)
{
    g_autofree char *card = nv_trace_pcidev(trace->gpu);
    GString *text = g_string_new("VERSION 20070824\n");

    g_string_append(text, card);
    for (unsigned i = 0; i < NV_TRACE_REGIONS; i++) {
        if (trace->bars[i].addr != PCI_BAR_UNMAPPED) {
            g_autofree char *map = nv_trace_map(trace, i);

            g_string_append(text, map);
        }
    }
    return g_string_free(text, false);
}

/* --- Accesses ---------------------------------------------------------- */

static void nv_trace_access(NVMmiotrace *trace, char how,
                            const NVMmioProbe *mmio)
{
    NVOutput *out = &trace->out;
    NVTracedBar *bar = &trace->bars[mmio->bar];
    uint64_t lost = nv_output_lost(out);
    char *line;

    if (unlikely(lost)) {
        nv_output_printf(out, "MARK " NV_TRACE_TIME " Lost %" PRIu64
                         " events.\n", nv_trace_now(), lost);
    }
    /* A BAR that was moved without a notification */
    if (unlikely(bar->addr != pci_get_bar_addr(PCI_DEVICE(trace->gpu),
                                               mmio->bar))) {
        nv_trace_where(trace);
    }
    line = nv_output_room(out);
    if (line) {
        int len = snprintf(line, NV_OUTPUT_LINE, "%c %u " NV_TRACE_TIME
                           " %u 0x%" PRIx64 " 0x%x 0x0 0\n", how, mmio->size,
                           nv_trace_now(), bar->map, bar->addr + mmio->addr,
                           mmio->data);

        nv_output_take(out, len);
    }
}

static NVVerdict nv_trace_see(NVObserver *observer, NVGPU *gpu, NVProbe *probe)
{
    if (probe->mmio.bar != 1 || gpu->mmiotrace_vram) {
        nv_trace_access(container_of(observer, NVMmiotrace, observer),
                        probe->kind == NV_PROBE_MMIO_WRITE ? 'W' : 'R',
                        &probe->mmio);
    }
    return NV_GO;
}

/* --- Life -------------------------------------------------------------- */

NVMmiotrace *nv_mmiotrace_new(NVGPU *gpu)
{
    NVMmiotrace *trace;

    if (!qemu_chr_fe_backend_connected(&gpu->mmiotrace_chr)) {
        return NULL;
    }
    trace = g_new0(NVMmiotrace, 1);
    trace->gpu = gpu;
    nv_trace_forget_bars(trace);
    nv_output_init(&trace->out, &gpu->mmiotrace_chr);
    trace->observer.see = nv_trace_see;
    trace->observer.spares_vram = !gpu->mmiotrace_vram;
    trace->observer.dropped = NV_PROBE_BIT(MMIO_READ) |
                              NV_PROBE_BIT(MMIO_WRITE);
    nv_observer_add(gpu, &trace->observer, NV_OBSERVER_ONLOOKER);
    nv_observer_set(gpu, &trace->observer, trace->observer.dropped);
    return trace;
}

void nv_mmiotrace_free(NVMmiotrace *trace)
{
    if (trace) {
        nv_observer_remove(trace->gpu, &trace->observer);
        nv_output_exit(&trace->out);
        g_free(trace);
    }
}

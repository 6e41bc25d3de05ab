/*
 * NVIDIA GPU: VGA: the legacy ports and memory, and their images in BAR0
 *
 * VGA itself is QEMU's VGA core.  What is added here are the extended CRTC
 * registers and the windows in BAR0 (PRMVIO, PRMCIO, PRMDIO, PRMFB).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "head.h"
#include "i2c.h"
#include "rma.h"
#include "state.h"
#include "vga.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/bus.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display.h"
#include "hw/nv/display/crtc/crtc.h"
#include "hw/nv/machine.h"
#include "hw/nv/vga-stack.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

/* Port 0x3c2 reads 1 here if a monitor loads the DAC's lines. */
#define NV_INP0_SENSE 0x10

/* --- CRTC registers --------------------------------------------------- */

/* The head whose registers VGA's ports access */
static NVHead *nv_vga_owner(NVGPU *gpu)
{
    NVHead *heads = gpu->display->head;
    bool second = heads->cr[NV_CR_OWNER] == NV_CR_OWNER_SECOND &&
                  nv_head_count(gpu) > 1;

    return &heads[second];
}

static uint8_t nv_cr_lock(const NVHead *head)
{
    return head->gpu->chip->display->cr_lock ?: NV_CR_LOCK;
}

/* The lock, and the owner of VGA's ports, are shared by both heads. */
static uint8_t *nv_cr_stored(NVHead *head, uint8_t index)
{
    NVHead *first = head->gpu->display->head;
    bool shared = index == NV_CR_OWNER ||
                  (index == nv_cr_lock(head) &&
                   !head->gpu->chip->display->own_locks);

    return &(shared ? first : head)->cr[index];
}

static bool nv_cr_open(NVHead *head)
{
    return *nv_cr_stored(head, nv_cr_lock(head)) == NV_CR_LOCK_UNLOCK;
}

static uint8_t nv_cr_lock_read(NVHead *head)
{
    return nv_cr_open(head) ? 3 : 0;
}

/* If the lock is in the sequencer, its usual register doesn't exist. */
static bool nv_cr_hidden(NVHead *head, uint8_t index)
{
    if (index == nv_cr_lock(head)) {
        return head->gpu->chip->display->sr_lock;
    }
    return index >= NV_CR_EXTENDED && !nv_cr_open(head);
}

static uint8_t nv_cr_read_extended(NVHead *head, uint8_t index)
{
    uint8_t val;

    if (nv_cr_hidden(head, index)) {
        return 0;
    }
    if (nv_i2c_read(head->gpu, index, &val) ||
        nv_vga_stack_cr_read(head->gpu, index, &val)) {
        return val;
    }
    if (index == nv_cr_lock(head)) {
        return nv_cr_lock_read(head);
    }
    switch (index) {
    case NV_CR_AR_STATE:
        return head->vga->ar_flip_flop ? 0x80 : 0;
    case NV_CR_ARX:
        return head->vga->ar_index;
    case NV_CR_CHIP_ID:
        return head->gpu->chip->boot0;
    default:
        return *nv_cr_stored(head, index);
    }
}

static void nv_cr_write_extended(NVHead *head, uint8_t index, uint8_t val)
{
    if (nv_cr_hidden(head, index) ||
        nv_vga_stack_cr_write(head->gpu, index, val)) {
        return;
    }
    *nv_cr_stored(head, index) = val;
    nv_i2c_write(head->gpu, index, val);
}

/* --- Ports ------------------------------------------------------------ */

static bool nv_vga_port_is_cr(const VGACommonState *vga, uint32_t port)
{
    return port == (vga->msr & VGA_MIS_COLOR ? VGA_CRT_DC : VGA_CRT_DM);
}

/* NV03's lock; its key is stored where the lock of other cards is. */
static bool nv_vga_port_is_sr_lock(const NVHead *head, uint32_t port)
{
    return head->gpu->chip->display->sr_lock && port == VGA_SEQ_D &&
           head->vga->sr_index == NV_SR_LOCK;
}

static uint32_t nv_vga_head_read(NVHead *head, uint32_t port)
{
    VGACommonState *vga = head->vga;
    uint8_t val;

    if (nv_vga_port_is_cr(vga, port) && vga->cr_index >= NV_CR_EXTENDED) {
        val = nv_cr_read_extended(head, vga->cr_index);
    } else if (nv_vga_port_is_sr_lock(head, port)) {
        val = nv_cr_lock_read(head);
    } else if (port == VGA_PEL_MSK) {
        val = head->palette_mask;
    } else {
        val = vga_ioport_read(vga, port);
        if (port == VGA_MIS_W) {
            val |= NV_INP0_SENSE;
        }
    }
    if (nv_vga_port_is_cr(vga, port)) {
        trace_nv_vga_cr_read(vga->cr_index, val);
    } else {
        trace_nv_vga_read(port, val);
    }
    return val;
}

static void nv_vga_head_write(NVHead *head, uint32_t port, uint32_t val)
{
    VGACommonState *vga = head->vga;

    if (nv_vga_port_is_cr(vga, port)) {
        trace_nv_vga_cr_write(vga->cr_index, val);
        if (vga->cr_index >= NV_CR_EXTENDED) {
            nv_cr_write_extended(head, vga->cr_index, val);
        } else {
            vga_ioport_write(vga, port, val);
        }
        nv_crtc_retime(head);
        return;
    }
    trace_nv_vga_write(port, val);
    if (nv_vga_port_is_sr_lock(head, port)) {
        *nv_cr_stored(head, nv_cr_lock(head)) = val;
    } else if (port == VGA_PEL_MSK) {
        head->palette_mask = val;
    } else {
        vga_ioport_write(vga, port, val);
    }
}

static uint32_t nv_vga_port_read(void *opaque, uint32_t port)
{
    return nv_vga_head_read(nv_vga_owner(opaque), port);
}

static void nv_vga_port_write(void *opaque, uint32_t port, uint32_t val)
{
    nv_vga_head_write(nv_vga_owner(opaque), port, val);
}

static const MemoryRegionPortio nv_vga_ports[] = {
    { 0x04,  2, 1, nv_vga_port_read, nv_vga_port_write },   /* 3b4 */
    { 0x0a,  1, 1, nv_vga_port_read, nv_vga_port_write },   /* 3ba */
    { 0x10, 16, 1, nv_vga_port_read, nv_vga_port_write },   /* 3c0 */
    { 0x24,  2, 1, nv_vga_port_read, nv_vga_port_write },   /* 3d4 */
    { 0x2a,  1, 1, nv_vga_port_read, nv_vga_port_write },   /* 3da */
    PORTIO_END_OF_LIST(),
};

/*
 * SeaVGABIOS doesn't start without Bochs's ports, which no NVIDIA card has:
 * so there are its index and identification registers.  All others read 0,
 * including a largest mode of 0 x 0, so that none of SeaVGABIOS's VBE modes
 * fits: it would look for their memory in BAR0, among the registers.  Those
 * that software finds are the VBIOS's own, and don't use these ports.
 */
static uint32_t nv_vga_dispi_read(void *opaque, uint32_t port)
{
    VGACommonState *vga = opaque;

    if (vga->vbe_index != VBE_DISPI_INDEX_ID) {
        return 0;
    }
    return vbe_ioport_read_data(vga, port);
}

static void nv_vga_dispi_write(void *opaque, uint32_t port, uint32_t val)
{
    VGACommonState *vga = opaque;

    if (vga->vbe_index == VBE_DISPI_INDEX_ID) {
        vbe_ioport_write_data(vga, port, val);
    }
}

static uint32_t nv_vga_dispi_read_index(void *opaque, uint32_t port)
{
    VGACommonState *vga = opaque;

    return vga->vbe_index;
}

static const MemoryRegionPortio nv_vga_dispi_ports[] = {
    { 0, 1, 2, nv_vga_dispi_read_index, vbe_ioport_write_index },
    { 1, 1, 2, nv_vga_dispi_read, nv_vga_dispi_write },
    { 2, 1, 2, nv_vga_dispi_read, nv_vga_dispi_write },
    PORTIO_END_OF_LIST(),
};

/* --- Windows in BAR0 -------------------------------------------------- */

/*
 * The CRTC's colour registers answer here whatever VGA's miscellaneous output
 * register says: a driver uses them on a card that no VBIOS has set up.
 */
static uint32_t nv_vga_window_port(const VGACommonState *vga, uint32_t port)
{
    switch (port) {
    case VGA_CRT_IC:
    case VGA_CRT_DC:
    case VGA_IS1_RC:
        return vga->msr & VGA_MIS_COLOR ? port : port - 0x20;
    default:
        return port;
    }
}

static bool nv_vga_window_has(uint32_t port)
{
    return port >= 0x3b0 && port <= 0x3df;
}

static NVHead *nv_vga_window_head(const NVVgaWindow *window)
{
    return window->head ? window->head : nv_vga_owner(window->gpu);
}

static uint64_t nv_vga_window_read(void *opaque, hwaddr offset, unsigned size)
{
    NVVgaWindow *window = opaque;
    NVGPU *gpu = window->gpu;
    NVHead *head = nv_vga_window_head(window);
    uint32_t addr = window->base + offset;
    uint8_t val = 0;

    if (nv_vga_window_has(offset)) {
        val = nv_vga_head_read(head, nv_vga_window_port(head->vga, offset));
    } else {
        nv_report_register(gpu, addr, false, val);
    }
    if (offset != VGA_PEL_D) {
        /* Palette entries are read at one address: that isn't a poll. */
        nv_report_access(gpu, addr, false, val);
    }
    return val;
}

static void nv_vga_window_write(void *opaque, hwaddr offset, uint64_t val,
                                unsigned size)
{
    NVVgaWindow *window = opaque;
    NVGPU *gpu = window->gpu;
    NVHead *head = nv_vga_window_head(window);
    uint32_t addr = window->base + offset;

    if (nv_vga_window_has(offset)) {
        nv_vga_head_write(head, nv_vga_window_port(head->vga, offset), val);
    } else {
        nv_report_register(gpu, addr, true, val);
    }
    nv_report_access(gpu, addr, true, val);
}

static const MemoryRegionOps nv_vga_window_ops = {
    .read = nv_vga_window_read,
    .write = nv_vga_window_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 1 },
};

#define NV_VGA_OWNER (-1)

typedef struct NVVgaWindowRow {
    const char *name;
    uint32_t base;
    int head;
} NVVgaWindowRow;

static const NVVgaWindowRow nv_vga_windows[NV_VGA_WINDOWS] = {
    { "nv.PRMVIO", 0x0c0000, NV_VGA_OWNER },
    { "nv.PRMCIO", 0x601000, 0 },
    { "nv.PRMDIO", 0x681000, 0 },
    { "nv.PRMCIO2", 0x603000, 1 },
    { "nv.PRMDIO2", 0x683000, 1 },
};

/* "as opposed to earlier cards, G80+ keep all the legacy regs in one place" */
static const NVVgaWindowRow nv_vga_prmio = { "nv.PRMIO", 0x601000, 0 };

#define NV_VGA_WINDOW_SIZE 0x1000
#define NV_PRMFB_BASE 0x0a0000
#define NV_VGA_MEMORY_BASE 0xa0000
#define NV_VGA_MEMORY_SIZE 0x20000
/* Above the VGA core's alias of video memory, which has 2 */
#define NV_VGA_GONE_PRIORITY 3

bool nv_vga_in_window(NVGPU *gpu, uint32_t addr)
{
    for (unsigned i = 0; i < NV_VGA_WINDOWS; i++) {
        const NVVgaWindow *window = &gpu->display->vga_map.window[i];

        if (window->gpu && addr - window->base < NV_VGA_WINDOW_SIZE) {
            return true;
        }
    }
    return false;
}

/* --- A card that fell off the bus ------------------------------------- */

/*
 * QEMU handles ports without a device; memory would read as 0.  By now the
 * device may be gone, too.
 */
static void nv_vga_update_map(NVGPU *gpu)
{
    NVVgaMap *map = &gpu->display->vga_map;
    bool gone = NV_FAULTY(gpu, GONE);

    if (!map->legacy) {
        return;
    }
    memory_region_transaction_begin();
    portio_list_set_enabled(&map->ports, !gone);
    portio_list_set_enabled(&map->dispi, !gone);
    nv_rma_set_enabled(gpu, !gone);
    memory_region_set_enabled(&map->gone, gone);
    memory_region_transaction_commit();
}

void nv_vga_update_gone(NVGPU *gpu)
{
    if (gpu->display->vga_map.legacy) {
        nv_machine_change_map(gpu, nv_vga_update_map);
    }
}

/* --- Life ------------------------------------------------------------- */

static void nv_vga_realize_window(NVGPU *gpu, NVVgaWindow *window,
                                  const NVVgaWindowRow *row)
{
    window->gpu = gpu;
    window->head = row->head == NV_VGA_OWNER ? NULL
                                             : &gpu->display->head[row->head];
    window->base = row->base;
    memory_region_init_io(&window->mr, OBJECT(gpu), &nv_vga_window_ops,
                          window, row->name, NV_VGA_WINDOW_SIZE);
    memory_region_add_subregion(&gpu->bar0, window->base, &window->mr);
}

static void nv_vga_realize_windows(NVGPU *gpu)
{
    NVVgaMap *map = &gpu->display->vga_map;

    for (unsigned i = 0; i < NV_VGA_WINDOWS; i++) {
        if (gpu->chip->display->prmio) {
            nv_vga_realize_window(gpu, &map->window[i], &nv_vga_prmio);
            break;
        }
        if (nv_vga_windows[i].head < (int)nv_head_count(gpu)) {
            nv_vga_realize_window(gpu, &map->window[i], &nv_vga_windows[i]);
        }
    }
    memory_region_init_io(&map->prmfb, OBJECT(gpu), &vga_mem_ops,
                          &gpu->display->vga, "nv.PRMFB", NV_VGA_MEMORY_SIZE);
    memory_region_add_subregion(&gpu->bar0, NV_PRMFB_BASE, &map->prmfb);
}

/* The machine's first VGA card has the legacy addresses, others do without. */
static bool nv_vga_is_first(NVGPU *gpu)
{
    return !memory_region_present(pci_address_space_io(PCI_DEVICE(gpu)),
                                  VGA_MIS_W);
}

/* As vga_init() does, which has no counterpart to undo it */
static void nv_vga_realize_legacy(NVGPU *gpu)
{
    NVVgaMap *map = &gpu->display->vga_map;
    VGACommonState *vga = &gpu->display->vga;
    PCIDevice *pci = PCI_DEVICE(gpu);

    vga->legacy_address_space = pci_address_space(pci);
    memory_region_init_io(&map->lowmem, OBJECT(gpu), &vga_mem_ops, vga,
                          "vga-lowmem", NV_VGA_MEMORY_SIZE);
    memory_region_set_flush_coalesced(&map->lowmem);
    memory_region_add_subregion_overlap(vga->legacy_address_space,
                                        NV_VGA_MEMORY_BASE, &map->lowmem, 1);
    memory_region_set_coalescing(&map->lowmem);
    memory_region_init_io(&map->gone, OBJECT(gpu), &nv_machine_master_abort,
                          gpu, "nv.vga-gone", NV_VGA_MEMORY_SIZE);
    memory_region_set_enabled(&map->gone, false);
    memory_region_add_subregion_overlap(vga->legacy_address_space,
                                        NV_VGA_MEMORY_BASE, &map->gone,
                                        NV_VGA_GONE_PRIORITY);

    portio_list_init(&map->ports, OBJECT(gpu), nv_vga_ports, gpu, "vga");
    portio_list_set_flush_coalesced(&map->ports);
    portio_list_add(&map->ports, pci_address_space_io(pci), 0x3b0);
    portio_list_init(&map->dispi, OBJECT(gpu), nv_vga_dispi_ports, vga, "vbe");
    portio_list_add(&map->dispi, pci_address_space_io(pci), 0x1ce);
}

/*
 * The second head has VGA's registers only, so the VGA core's write callbacks
 * have nothing to do.
 */
static void nv_vga_init_second(NVGPU *gpu)
{
    gpu->display->vga2.update_retrace_info =
        gpu->display->vga.update_retrace_info;
}

/*
 * The core allocates no more than 512 MiB.  It only ever shows the first of
 * them, so the rest may be there without its knowledge.
 */
static bool nv_vga_grow(NVGPU *gpu, Error **errp)
{
    VGACommonState *vga = &gpu->display->vga;

    if (vga->vram_size == gpu->vram_size) {
        return true;
    }
    object_unparent(OBJECT(&vga->vram));
    if (!memory_region_init_ram_nomigrate(&vga->vram, OBJECT(gpu), "vga.vram",
                                          gpu->vram_size, errp)) {
        return false;
    }
    vmstate_register_ram(&vga->vram, DEVICE(gpu));
    vga->vram_ptr = memory_region_get_ram_ptr(&vga->vram);
    memory_region_set_log(&vga->vram, true, DIRTY_MEMORY_VGA);
    return true;
}

/* QEMU's VGA core allocates the video memory. */
static bool nv_vga_realize_core(NVGPU *gpu, Error **errp)
{
    VGACommonState *vga = &gpu->display->vga;

    gpu->display->stack = &gpu->bus->vga_stack;
    vga->vram_size_mb = gpu->vram_size / MiB;
    if (!vga_common_init(vga, OBJECT(gpu), errp) || !nv_vga_grow(gpu, errp)) {
        return false;
    }
    nv_vram_init(gpu, &vga->vram);
    return true;
}

bool nv_vga_realize(NVGPU *gpu, Error **errp)
{
    if (!nv_vga_realize_core(gpu, errp)) {
        return false;
    }
    nv_vga_init_second(gpu);
    gpu->display->vga_map.legacy = nv_vga_is_first(gpu);
    if (gpu->display->vga_map.legacy) {
        nv_vga_realize_legacy(gpu);
        nv_rma_realize(gpu);
    }
    nv_vga_realize_windows(gpu);
    return true;
}

void nv_vga_reset(NVGPU *gpu)
{
    vga_common_reset(&gpu->display->vga);
    vga_common_reset(&gpu->display->vga2);
    gpu->display->rma_addr = 0;
}

static void nv_vga_exit_legacy(NVGPU *gpu)
{
    NVVgaMap *map = &gpu->display->vga_map;
    VGACommonState *vga = &gpu->display->vga;

    portio_list_del(&map->dispi);
    portio_list_destroy(&map->dispi);
    portio_list_del(&map->ports);
    portio_list_destroy(&map->ports);
    if (vga->has_chain4_alias) {
        memory_region_del_subregion(vga->legacy_address_space,
                                    &vga->chain4_alias);
        object_unparent(OBJECT(&vga->chain4_alias));
        vga->has_chain4_alias = false;
    }
    memory_region_del_subregion(vga->legacy_address_space, &map->gone);
    memory_region_del_subregion(vga->legacy_address_space, &map->lowmem);
}

static void nv_vga_exit_core(NVGPU *gpu)
{
    VGACommonState *vga = &gpu->display->vga;

    vmstate_unregister_ram(&vga->vram, DEVICE(gpu));
    g_clear_pointer(&vga->panning_buf, g_free);
}

void nv_vga_exit(NVGPU *gpu)
{
    if (gpu->display->vga_map.legacy) {
        nv_rma_exit(gpu);
        nv_vga_exit_legacy(gpu);
        gpu->display->vga_map.legacy = false;
    }
    nv_vga_exit_core(gpu);
}

/* --- Cards without a display ------------------------------------------ */

static void nv_vga_reset_core(NVGPU *gpu)
{
    vga_common_reset(&gpu->display->vga);
}

const NVUnit nv_unit_no_display = {
    .name = "VRAM",
    .state = offsetof(NVGPU, display),
    .size = sizeof(NVDisplay),
    .realize = nv_vga_realize_core,
    .reset = nv_vga_reset_core,
    .exit = nv_vga_exit_core,
};

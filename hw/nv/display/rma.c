/*
 * NVIDIA GPU: RMA: registers and video memory through a VGA port
 *
 * This is how the VBIOS, in real mode, reaches BAR0 and BAR1: CR38 opens port
 * 0x3d0 and selects what it shows.
 *
 * Sources: envytools' docs/hw/bus/prma.rst and docs/hw/display/nv3/pcrtc.rst;
 * Bochs's geforce.cc for video memory behind bit 31.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "rma.h"
#include "state.h"
#include "hw/nv/display-regs.h"
#include "trace/trace-hw_nv.h"

#define NV_RMA_PORT 0x3d0
#define NV_RMA_SIGNATURE 0x2b16d065
#define NV_RMA_ADDR_VRAM BIT(31)

/* CR38 bits 3:1; bit 0 opens the port */
enum {
    NV_RMA_SIG = 0,
    NV_RMA_ADDR = 1,
    NV_RMA_DATA = 2,
    NV_RMA_DATA_PARTIAL = 3,
};

static bool nv_rma_is_open(NVGPU *gpu)
{
    return gpu->display->vga.cr[NV_CR_RMA] & 1;
}

static unsigned nv_rma_select(NVGPU *gpu)
{
    return extract32(gpu->display->vga.cr[NV_CR_RMA], 1, 3);
}

/* --- Accesses ---------------------------------------------------------- */

static uint32_t nv_rma_load(NVGPU *gpu, unsigned offset, unsigned size)
{
    uint32_t addr = (gpu->display->rma_addr & ~3) + offset;

    if (addr & NV_RMA_ADDR_VRAM) {
        uint8_t *vram = nv_vram_ptr(gpu, addr & ~NV_RMA_ADDR_VRAM, size);

        return vram ? ldn_le_p(vram, size) : UINT32_MAX;
    }
    return nv_bar0_read(gpu, addr, size);
}

static void nv_rma_store(NVGPU *gpu, unsigned offset, unsigned size,
                         uint32_t val)
{
    uint32_t addr = (gpu->display->rma_addr & ~3) + offset;

    if (addr & NV_RMA_ADDR_VRAM) {
        uint8_t *vram = nv_vram_ptr(gpu, addr & ~NV_RMA_ADDR_VRAM, size);

        if (vram) {
            stn_le_p(vram, size, val);
            nv_vram_dirty(gpu, addr & ~NV_RMA_ADDR_VRAM, size);
        }
        return;
    }
    nv_bar0_write(gpu, addr, val, size);
}

/* --- Port ------------------------------------------------------------- */

static uint32_t nv_rma_read(NVGPU *gpu, unsigned offset, unsigned size)
{
    uint32_t val = UINT32_MAX;

    if (!nv_rma_is_open(gpu)) {
        return val;
    }
    switch (nv_rma_select(gpu)) {
    case NV_RMA_SIG:
        val = NV_RMA_SIGNATURE >> (offset * 8);
        break;
    case NV_RMA_ADDR:
        val = gpu->display->rma_addr >> (offset * 8);
        break;
    case NV_RMA_DATA:
    case NV_RMA_DATA_PARTIAL:
        val = nv_rma_load(gpu, offset, size);
        break;
    }
    trace_nv_rma_read(gpu->display->vga.cr[NV_CR_RMA], gpu->display->rma_addr,
                      offset, size, val);
    return val;
}

static void nv_rma_write(NVGPU *gpu, unsigned offset, unsigned size,
                         uint32_t val)
{
    if (!nv_rma_is_open(gpu)) {
        return;
    }
    trace_nv_rma_write(gpu->display->vga.cr[NV_CR_RMA], gpu->display->rma_addr,
                       offset, size, val);
    switch (nv_rma_select(gpu)) {
    case NV_RMA_ADDR:
        gpu->display->rma_addr = deposit32(gpu->display->rma_addr, offset * 8,
                                          size * 8, val);
        break;
    case NV_RMA_DATA:
    case NV_RMA_DATA_PARTIAL:
        nv_rma_store(gpu, offset, size, val);
        break;
    }
}

static uint32_t nv_rma_read16(void *opaque, uint32_t port)
{
    return nv_rma_read(opaque, port & 2, 2);
}

static void nv_rma_write16(void *opaque, uint32_t port, uint32_t val)
{
    nv_rma_write(opaque, port & 2, 2, val);
}

static uint32_t nv_rma_read32(void *opaque, uint32_t port)
{
    return nv_rma_read(opaque, 0, 4);
}

static void nv_rma_write32(void *opaque, uint32_t port, uint32_t val)
{
    nv_rma_write(opaque, 0, 4, val);
}

static const MemoryRegionPortio nv_rma_ports[] = {
    { 0, 1, 4, nv_rma_read32, nv_rma_write32 },
    { 0, 1, 2, nv_rma_read16, nv_rma_write16 },
    { 2, 1, 2, nv_rma_read16, nv_rma_write16 },
    PORTIO_END_OF_LIST(),
};

/* --- Life ------------------------------------------------------------- */

void nv_rma_realize(NVGPU *gpu)
{
    NVDisplay *display = gpu->display;

    portio_list_init(&display->rma, OBJECT(gpu), nv_rma_ports, gpu, "nv.rma");
    portio_list_add(&display->rma, pci_address_space_io(PCI_DEVICE(gpu)),
                    NV_RMA_PORT);
}

void nv_rma_set_enabled(NVGPU *gpu, bool enabled)
{
    portio_list_set_enabled(&gpu->display->rma, enabled);
}

void nv_rma_exit(NVGPU *gpu)
{
    portio_list_del(&gpu->display->rma);
    portio_list_destroy(&gpu->display->rma);
}

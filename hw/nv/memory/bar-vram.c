/*
 * NVIDIA GPU: where the CPU's accesses reach video memory, for observers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "host-mem.h"
#include "host-space.h"
#include "hw/nv/nv-gpu.h"

/* The window in BAR0: to instance memory; from NV50 on, to any memory */
#define NV_WINDOW_BASE 0x700000
#define NV_WINDOW_SIZE 0x100000

/* The order of instance memory is its own inverse. */
static uint64_t nv_bar_inst(NVGPU *gpu, uint64_t addr)
{
    uint32_t at = addr < gpu->vram_size ? nv_ramin_from_vram(gpu, addr)
                                        : UINT32_MAX;

    return at < gpu->vram_size ? at : NV_BAR_NOWHERE;
}

static uint64_t nv04_bar_vram(NVGPU *gpu, unsigned bar, uint64_t addr)
{
    const NVRaminChip *ramin = gpu->chip->ramin;

    if (bar == 0 && !ramin->bar1 && addr - NV_WINDOW_BASE < NV_WINDOW_SIZE) {
        return nv_bar_inst(gpu, addr - NV_WINDOW_BASE);
    }
    if (bar == 0) {
        uint32_t base = gpu->chip->vram_bar0;

        return base && addr - base < gpu->vram_size ? addr - base
                                                    : NV_BAR_NOWHERE;
    }
    if (bar == ramin->bar) {
        return nv_bar_inst(gpu, addr);
    }
    if (ramin->bar1 && addr >= ramin->bar1) {
        return nv_bar_inst(gpu, addr - ramin->bar1);
    }
    return addr < gpu->vram_size ? addr : NV_BAR_NOWHERE;
}

static bool nv50_bar_span(NVGPU *gpu, unsigned bar, uint64_t addr,
                          NVSpan *span)
{
    NVDmaFault unreported;

    if (bar == 0) {
        return addr - NV_WINDOW_BASE < NV_WINDOW_SIZE &&
               gpu->host_mem->pmem.resolve(gpu, addr - NV_WINDOW_BASE, 1,
                                           false, span);
    }
    return gpu->chip->vm->host->resolve(gpu, bar == 1 ? NV_HOST_BAR1
                                                      : NV_HOST_BAR3,
                                        addr, 1, false, span, &unreported);
}

uint64_t nv_bar_vram(NVGPU *gpu, unsigned bar, uint64_t addr)
{
    NVSpan span;

    if (!gpu->host_mem) {
        return nv04_bar_vram(gpu, bar, addr);
    }
    return nv50_bar_span(gpu, bar, addr, &span) && span.vram ? span.addr
                                                             : NV_BAR_NOWHERE;
}

/*
 * NVIDIA GPU: BAR0 and instance memory as the card itself accesses them
 *
 * Independently of where the machine has mapped them, and of PMC's endian
 * switch.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

void nv_inside_read(NVGPU *gpu, hwaddr addr, uint8_t *buf, unsigned size)
{
    memset(buf, 0xff, size);
    address_space_read(&gpu->inside.as, addr, MEMTXATTRS_UNSPECIFIED, buf,
                       size);
}

void nv_inside_write(NVGPU *gpu, hwaddr addr, const uint8_t *buf,
                     unsigned size)
{
    address_space_write(&gpu->inside.as, addr, MEMTXATTRS_UNSPECIFIED, buf,
                        size);
}

uint32_t nv_bar0_read(NVGPU *gpu, uint32_t addr, unsigned size)
{
    bool own = gpu->inside.own;
    uint8_t buf[8];

    gpu->inside.own = true;
    nv_inside_read(gpu, NV_INSIDE_BAR0 + (hwaddr)addr, buf, size);
    gpu->inside.own = own;
    return ldn_le_p(buf, size);
}

void nv_bar0_write(NVGPU *gpu, uint32_t addr, uint32_t val, unsigned size)
{
    bool own = gpu->inside.own;
    uint8_t buf[8];

    stn_le_p(buf, size, val);
    gpu->inside.own = true;
    nv_inside_write(gpu, NV_INSIDE_BAR0 + (hwaddr)addr, buf, size);
    gpu->inside.own = own;
}

static void nv_inside_add(NVGPU *gpu, MemoryRegion *alias, hwaddr at,
                          MemoryRegion *region, uint64_t size)
{
    memory_region_init_alias(alias, OBJECT(gpu), "nv.inside", region, 0, size);
    memory_region_add_subregion(&gpu->inside.root, at, alias);
}

void nv_inside_add_ramin(NVGPU *gpu, MemoryRegion *ramin)
{
    nv_inside_add(gpu, &gpu->inside.ramin, NV_INSIDE_RAMIN, ramin,
                  memory_region_size(ramin));
}

void nv_inside_realize(NVGPU *gpu)
{
    NVInside *inside = &gpu->inside;

    memory_region_init(&inside->root, OBJECT(gpu), "nv.inside",
                       NV_INSIDE_BAR0 + NV_BAR0_SIZE);
    nv_inside_add(gpu, &inside->bar0, NV_INSIDE_BAR0, &gpu->bar0,
                  NV_BAR0_SIZE);
    address_space_init(&inside->as, &inside->root, "nv.inside");
}

void nv_inside_exit(NVGPU *gpu)
{
    address_space_destroy(&gpu->inside.as);
}

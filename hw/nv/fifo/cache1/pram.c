/*
 * NVIDIA GPU: PRAM, windows to NV01's tables in instance memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pfifo-nv01.h"
#include "pfifo-regs.h"
#include "ramht.h"
#include "state.h"

/* nv1-pfifo.rst "The memory structures"; register database, nv1_pram.xml */

static void nv01_pram_size_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ramin_changed(gpu);
}

/* Look up a handle written to a channel's word; PHYSICAL gets its context. */
static void nv01_pram_virtual_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = (addr - A_NV01_PRAM_VIRTUAL) / 4;
    NVHandle object;

    NV_R(gpu, NV01_PRAM_PHYSICAL) =
        nv_ramht_find(gpu, chid, val, &object)
        ? object.context & nv_cache1_chip(gpu)->ctx->mask : 0;
}

static uint32_t nv01_pram_virtual_read(NVGPU *gpu, uint32_t addr)
{
    return 0;
}

static const NVRegInfo nv01_pram_rows[] = {
    NV_ROW(NV01_PRAM_SIZE, .rw = 0x3, .write = nv01_pram_size_write),
    NV_ROW(NV01_PRAM_VIRTUAL, .count = 128, .read = nv01_pram_virtual_read,
           .write = nv01_pram_virtual_write),
    NV_ROW(NV01_PRAM_PHYSICAL, .own = UINT32_MAX),
};

static const NVRegBlock nv01_pram_regs = NV_REG_BLOCK(
    "PRAM", 0x602000, 0x1000, nv01_pram_rows);

/* --- Windows ---------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t base, size;
    NVInstArea (*area)(NVGPU *gpu);
} nv01_pram_windows[NV_PRAM_WINDOWS] = {
    { "nv.PRAMHT", 0x640000, 0x8000, nv01_ramht },
    { "nv.PRAMFC", 0x648000, 0x4000, nv01_ramfc },
    { "nv.PRAMRO", 0x650000, 0x4000, nv01_ramro },
};

/* There is nothing beyond a table's end. */
static uint64_t nv01_pram_read(void *opaque, hwaddr addr, unsigned size)
{
    NVPramWindow *window = opaque;
    NVInstArea area = window->area(window->gpu);
    uint32_t word;

    window->gpu->report.accesses++;
    if (addr >= area.size) {
        return 0;
    }
    word = nv_ramin_read32(window->gpu, area.base + addr);
    return extract32(word, addr % 4 * 8, size * 8);
}

static void nv01_pram_write(void *opaque, hwaddr addr, uint64_t val,
                            unsigned size)
{
    NVPramWindow *window = opaque;
    NVInstArea area = window->area(window->gpu);
    uint32_t word;

    window->gpu->report.accesses++;
    window->gpu->report.writes++;
    if (addr >= area.size) {
        return;
    }
    word = nv_ramin_read32(window->gpu, area.base + addr);
    nv_ramin_write32(window->gpu, area.base + addr,
                     deposit32(word, addr % 4 * 8, size * 8, val));
}

static const MemoryRegionOps nv01_pram_ops = {
    .read = nv01_pram_read,
    .write = nv01_pram_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

static bool nv01_pram_realize(NVGPU *gpu, Error **errp)
{
    for (unsigned i = 0; i < NV_PRAM_WINDOWS; i++) {
        NVPramWindow *window = &nv_cache1(gpu)->pram_window[i];

        window->gpu = gpu;
        window->area = nv01_pram_windows[i].area;
        memory_region_init_io(&window->mr, OBJECT(gpu), &nv01_pram_ops,
                              window, nv01_pram_windows[i].name,
                              nv01_pram_windows[i].size);
        memory_region_add_subregion(&gpu->bar0, nv01_pram_windows[i].base,
                                    &window->mr);
    }
    return true;
}

const NVUnit nv_unit_pram = {
    .name = "PRAM",
    .blocks = (const NVUnitBlock[]) { { &nv01_pram_regs }, { } },
    .realize = nv01_pram_realize,
};

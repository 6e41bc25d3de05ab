/*
 * NVIDIA GPU: how the CPU sees the card's memory, NV50:NVC0
 *
 * Instance memory is video memory here.  BAR0 has a window to it, PMEM, which
 * PBUS moves; BAR1 and BAR3 are two views of the same memory.
 *
 * Source: envytools, bus/bars.rst and rnndb/bus/pbus.xml, HOST_MEM.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

#define NV_PMEM_BASE 0x700000
#define NV_PMEM_OFFSET_SHIFT 16

/* Returns false where there is nothing. */
typedef bool NVHostMemResolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                              bool write, NVSpan *span);

/* --- Accesses ---------------------------------------------------------- */

/* What a driver writes may be an object that PFIFO holds. */
static void nv_host_mem_wrote(NVGPU *gpu)
{
    nv_fifo_forget(gpu);
}

static uint64_t nv_host_mem_read(NVGPU *gpu, NVHostMemResolve *resolve,
                                 uint64_t addr, unsigned size)
{
    uint8_t buf[8] = {};
    NVSpan span;

    gpu->report.accesses++;
    if (!resolve(gpu, addr, size, false, &span) ||
        nv_span_transfer(gpu, &span, buf, false) != MEMTX_OK) {
        return 0;
    }
    return ldn_le_p(buf, size);
}

static void nv_host_mem_write(NVGPU *gpu, NVHostMemResolve *resolve,
                              uint64_t addr, uint64_t val, unsigned size)
{
    uint8_t buf[8];
    NVSpan span;

    gpu->report.accesses++;
    stn_le_p(buf, size, val);
    if (resolve(gpu, addr, size, true, &span)) {
        nv_span_transfer(gpu, &span, buf, true);
        nv_host_mem_wrote(gpu);
    }
}

/* --- PMEM -------------------------------------------------------------- */

static bool nv_pmem_resolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                            bool write, NVSpan *span)
{
    uint32_t pmem = NV_R(gpu, NV_PBUS_HOST_MEM_PMEM);
    uint64_t base = FIELD_EX32(pmem, NV_PBUS_HOST_MEM_PMEM, OFFSET);

    return nv_linear_span(gpu, FIELD_EX32(pmem, NV_PBUS_HOST_MEM_PMEM,
                                          TARGET),
                          (base << NV_PMEM_OFFSET_SHIFT) + addr, len, span);
}

static uint64_t nv_pmem_read(void *opaque, hwaddr addr, unsigned size)
{
    return nv_host_mem_read(opaque, nv_pmem_resolve, addr, size);
}

static void nv_pmem_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    nv_host_mem_write(opaque, nv_pmem_resolve, addr, val, size);
}

static const MemoryRegionOps nv_pmem_ops = {
    .read = nv_pmem_read,
    .write = nv_pmem_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 4 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

/* --- BAR1 and BAR3 ----------------------------------------------------- */

static bool nv_bar1_resolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                            bool write, NVSpan *span)
{
    return nv_linear_span(gpu, NV_LINEAR_VRAM, addr, len, span);
}

static bool nv_bar3_resolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                            bool write, NVSpan *span)
{
    return nv_linear_span(gpu, NV_LINEAR_VRAM, addr, len, span);
}

static uint64_t nv_bar1_read(void *opaque, hwaddr addr, unsigned size)
{
    return nv_host_mem_read(opaque, nv_bar1_resolve, addr, size);
}

static void nv_bar1_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    nv_host_mem_write(opaque, nv_bar1_resolve, addr, val, size);
}

static uint64_t nv_bar3_read(void *opaque, hwaddr addr, unsigned size)
{
    return nv_host_mem_read(opaque, nv_bar3_resolve, addr, size);
}

static void nv_bar3_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    nv_host_mem_write(opaque, nv_bar3_resolve, addr, val, size);
}

static const MemoryRegionOps nv_bar1_ops = {
    .read = nv_bar1_read,
    .write = nv_bar1_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 8 },
};

static const MemoryRegionOps nv_bar3_ops = {
    .read = nv_bar3_read,
    .write = nv_bar3_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 8 },
};

/* --- Life -------------------------------------------------------------- */

static bool nv_host_mem_realize(NVGPU *gpu, Error **errp)
{
    const NVVmChip *chip = gpu->chip->vm;
    NVHostMem *mem = &gpu->host_mem;

    memory_region_init_io(&mem->pmem, OBJECT(gpu), &nv_pmem_ops, gpu,
                          "nv.PMEM", NV_PRAMIN_SIZE);
    memory_region_add_subregion(&gpu->bar0, NV_PMEM_BASE, &mem->pmem);
    memory_region_init_io(&mem->bar1, OBJECT(gpu), &nv_bar1_ops, gpu,
                          "nv.BAR1", chip->bar1_size);
    memory_region_init_io(&mem->bar3, OBJECT(gpu), &nv_bar3_ops, gpu,
                          "nv.BAR3", chip->bar3_size);
    return true;
}

static void nv_host_mem_reset(NVGPU *gpu)
{
    /* Its registers are PBUS's. */
}

const NVUnit nv_unit_host_mem = {
    .name = "HOST_MEM",
    .realize = nv_host_mem_realize,
    .reset = nv_host_mem_reset,
};

/*
 * NVIDIA GPU: how the CPU sees the card's memory, NV50+
 *
 * Instance memory is video memory here.  BAR0 has a window to it, PMEM, which
 * PBUS moves; BAR1 and BAR3 are two views of the same memory.
 *
 * Source: envytools, bus/bars.rst and rnndb/bus/pbus.xml, HOST_MEM.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bar1-view.h"
#include "host-mem.h"
#include "host-space.h"
#include "ramin.h"
#include "vm.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

#define NV_PMEM_BASE 0x700000
#define NV_PMEM_OFFSET_SHIFT 16

/* --- Observers of accesses ------------------------------------------------ */

void nv_bar1_set_trap(NVGPU *gpu, const NVBar1Trap *trap)
{
    gpu->host_mem->trap = *trap;
    nv_bar1_view_flush(gpu);
}

/* The trap for an access, NULL if there is none; it takes words only. */
static const NVBar1Trap *nv_bar1_trap(const NVHostWindow *window, hwaddr addr,
                                      unsigned size)
{
    const NVBar1Trap *trap = &window->gpu->host_mem->trap;

    return window == &window->gpu->host_mem->bar1 && size >= 4 &&
           addr - trap->base < trap->size ? trap : NULL;
}

/* --- Accesses ---------------------------------------------------------- */

/* Through a DMA object, an aligned access may be to two pages. */
static bool nv_host_window_transfer(NVHostWindow *window, hwaddr addr,
                                    uint8_t *buf, unsigned size, bool write)
{
    NVSpan span;

    while (size) {
        if (!window->resolve(window->gpu, addr, size, write, &span) ||
            nv_span_transfer(window->gpu, &span, buf, write) != MEMTX_OK) {
            return false;
        }
        addr += span.len;
        buf += span.len;
        size -= span.len;
    }
    return true;
}

static uint64_t nv_host_window_read(void *opaque, hwaddr addr, unsigned size)
{
    NVHostWindow *window = opaque;
    NVGPU *gpu = window->gpu;
    const NVBar1Trap *trap = nv_bar1_trap(window, addr, size);
    uint8_t buf[8] = {};
    uint32_t val;

    if (unlikely(trap) && size == 8) {
        val = nv_host_window_read(window, addr, 4);
        return val | nv_host_window_read(window, addr + 4, 4) << 32;
    }
    gpu->report.accesses++;
    nv_host_writes_arrive(gpu);
    if (unlikely(trap) && trap->read(gpu, addr - trap->base, &val)) {
        return val;
    }
    return nv_host_window_transfer(window, addr, buf, size, false)
           ? ldn_le_p(buf, size) : 0;
}

static void nv_host_window_write(void *opaque, hwaddr addr, uint64_t val,
                                 unsigned size)
{
    NVHostWindow *window = opaque;
    NVGPU *gpu = window->gpu;
    const NVBar1Trap *trap = nv_bar1_trap(window, addr, size);
    uint8_t buf[8];

    if (unlikely(trap) && size == 8) {
        nv_host_window_write(window, addr, (uint32_t)val, 4);
        nv_host_window_write(window, addr + 4, val >> 32, 4);
        return;
    }
    gpu->report.accesses++;
    gpu->report.writes++;
    nv_host_writes_arrive(gpu);
    stn_le_p(buf, size, val);
    nv_host_window_transfer(window, addr, buf, size, true);
    /* It may be an object in instance memory. */
    nv_ramin_changed(gpu);
    if (unlikely(trap)) {
        trap->write(gpu, addr - trap->base, val);
    }
}

static const MemoryRegionOps nv_pmem_ops = {
    .read = nv_host_window_read,
    .write = nv_host_window_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

static const MemoryRegionOps nv_bar1_ops = {
    .read = nv_host_window_read,
    .write = nv_host_window_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 8 },
};

/* --- Write combining, BAR3 ------------------------------------------------ */

/*
 * A driver writes an entry of a page table in two halves, and lets its CPU
 * combine writes to BAR3: the card sees both at once, as a rule.  Here the
 * first half waits for the second, or else for any other access.  So work in
 * progress doesn't follow a torn entry while the host lets the vCPU wait.
 */
static void nv_bar3_held_write(NVGPU *gpu)
{
    const NVHeldWrite *held = &gpu->held;

    gpu->held.arrive = NULL;
    nv_host_window_write(&gpu->host_mem->bar3, held->addr, held->val, 4);
}

static void nv_bar3_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    NVHostWindow *window = opaque;
    NVGPU *gpu = window->gpu;
    NVHeldWrite *held = &gpu->held;

    if (size != 4 || addr % 4) {
        nv_host_window_write(window, addr, val, size);
        return;
    }
    if (held->arrive && addr == (held->addr ^ 4)) {
        held->arrive = NULL;
        val = addr & 4 ? val << 32 | held->val
                       : (uint64_t)held->val << 32 | val;
        nv_host_window_write(window, addr & ~4, val, 8);
        return;
    }
    nv_host_writes_arrive(gpu);
    *held = (NVHeldWrite) { nv_bar3_held_write, addr, val };
}

static bool nv_held_write_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->held.arrive;
}

static int nv_held_write_post_load(void *opaque, int version_id)
{
    NVGPU *gpu = opaque;

    if (!gpu->host_mem || gpu->held.addr % 4 ||
        gpu->held.addr >= gpu->chip->vm->bar3_size) {
        return -EINVAL;
    }
    gpu->held.arrive = nv_bar3_held_write;
    return 0;
}

const VMStateDescription nv_vmstate_held_write = {
    .name = "nv-gpu/held-write",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_held_write_needed,
    .post_load = nv_held_write_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(held.addr, NVGPU),
        VMSTATE_UINT32(held.val, NVGPU),
        VMSTATE_END_OF_LIST()
    },
};

static const MemoryRegionOps nv_bar3_ops = {
    .read = nv_host_window_read,
    .write = nv_bar3_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 8 },
};

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

/* --- BAR1 and BAR3 ----------------------------------------------------- */

/* Both use one channel; its register has the peephole's channel, too. */
void nv_host_mem_chan_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PBUS_HOST_MEM_CHAN, BAR)) {
        gpu->vm.bar_channel = val;
        nv_bar1_view_flush(gpu);
    } else {
        gpu->vm.peephole_channel = val;
    }
}

void nv_host_mem_bar1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_bar1_view_flush(gpu);
}

/* Each has a channel of its own. */
void nvc0_host_mem_bar_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_bar1_view_flush(gpu);
}

/* The originator of an access, and its name */
static const struct {
    const char *name;
    uint32_t write, read;
} nv_host_clients[] = {
    [NV_HOST_BAR1] = { "BAR1", NV_VM_BAR1_WRITE, NV_VM_BAR1_READ },
    [NV_HOST_BAR3] = { "BAR3", NV_VM_BAR3_WRITE, NV_VM_BAR3_READ },
    [NV_HOST_PEEPHOLE] = {
        "peephole", NV_VM_PEEPHOLE_WRITE, NV_VM_PEEPHOLE_READ
    },
};

static bool nv_host_resolve(NVGPU *gpu, NVHostClient client, uint64_t addr,
                            uint64_t len, bool write, NVSpan *span)
{
    const NVHostSpace *host = gpu->chip->vm->host;
    NVDmaFault fault;

    if (host->resolve(gpu, client, addr, len, write, span, &fault)) {
        return true;
    }
    if (fault.why == NV_DMA_OK) {
        nv_refused_access(gpu, nv_host_clients[client].name, -1, addr,
                          write ? "a write beyond video memory"
                                : "a read beyond video memory");
        return false;
    }
    nv_log_error(gpu, "%s: %s of 0x%" PRIx64 ": %s",
                 nv_host_clients[client].name, write ? "write" : "read",
                 fault.addr, nv_dma_reason_words(fault.why));
    nv_vm_fault(gpu, write ? nv_host_clients[client].write
                           : nv_host_clients[client].read,
                host->block(gpu, client), &fault);
    return false;
}

static bool nv_bar1_resolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                            bool write, NVSpan *span)
{
    if (!nv_host_resolve(gpu, NV_HOST_BAR1, addr, len, write, span)) {
        return false;
    }
    if (span->vram) {
        nv_bar1_view_use(gpu, addr);
    }
    return true;
}

static bool nv_bar3_resolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                            bool write, NVSpan *span)
{
    return nv_host_resolve(gpu, NV_HOST_BAR3, addr, len, write, span);
}

/* --- The peephole's read-write port ------------------------------------- */

/* Its address; an access advances it, whether or not it succeeds. */
static uint32_t *nv_peephole_addr(NVGPU *gpu)
{
    return gpu->chip->vm->peephole ? &NV_R(gpu, NV_PPEEPHOLE_RW_ADDR)
                                   : &NV_R(gpu, NV_PBUS_PEEPHOLE_RW_ADDR);
}

uint32_t nv_peephole_data_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t *at = nv_peephole_addr(gpu), from = *at;
    uint8_t buf[4] = {};
    NVSpan span;

    *at += 4;
    if (nv_host_resolve(gpu, NV_HOST_PEEPHOLE, from, 4, false, &span)) {
        nv_span_transfer(gpu, &span, buf, false);
    }
    return ldl_le_p(buf);
}

void nv_peephole_data_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *at = nv_peephole_addr(gpu), to = *at;
    uint8_t buf[4];
    NVSpan span;

    *at += 4;
    stl_le_p(buf, val);
    if (nv_host_resolve(gpu, NV_HOST_PEEPHOLE, to, 4, true, &span)) {
        nv_span_transfer(gpu, &span, buf, true);
        /* A channel may be waiting for it, or it is part of an object. */
        nv_ramin_changed(gpu);
    }
}

static const NVRegInfo nv84_peephole_rows[] = {
    NV_ROW(NV_PPEEPHOLE_RW_ADDR, .rw = 0xfffffffc),
    NV_ROW(NV_PPEEPHOLE_RW_DATA, .read = nv_peephole_data_read,
           .write = nv_peephole_data_write, .acts_on_read = true),
};

const NVRegBlock nv84_peephole_regs = NV_REG_BLOCK(
    "PPEEPHOLE", 0x060000, 0x1000, nv84_peephole_rows);

static const NVRegInfo nvc0_peephole_rows[] = {
    NV_ROW(NVC0_PPEEPHOLE_RW_ADDR_HIGH, .rw = 0xff),
};

const NVRegBlock nvc0_peephole_regs = NV_REG_BLOCK(
    "PPEEPHOLE", 0x060000, 0x1000, nvc0_peephole_rows,
    .parent = &nv84_peephole_regs);

/* --- PFLUSH, NV84+ ------------------------------------------------------ */

/* What the CPU has held back has arrived: a flush is done at once. */
static const NVRegInfo nv84_pflush_rows[] = {
    NV_ROW(NV_PFLUSH_TRIGGER),
};

const NVRegBlock nv84_pflush_regs = NV_REG_BLOCK(
    "PFLUSH", 0x070000, 0x1000, nv84_pflush_rows);

/* So is a flush of the L2 cache, which isn't modelled. */
static const NVRegInfo nvc0_pflush_rows[] = {
    NV_ROW(NVC0_PFLUSH_LTC_INVALIDATE),
    NV_ROW(NVC0_PFLUSH_LTC_FLUSH),
};

const NVRegBlock nvc0_pflush_regs = NV_REG_BLOCK(
    "PFLUSH", 0x070000, 0x1000, nvc0_pflush_rows,
    .parent = &nv84_pflush_regs);

/* --- Life -------------------------------------------------------------- */

MemoryRegion *nv_host_mem_bar(NVGPU *gpu, unsigned bar)
{
    NVHostMem *mem = gpu->host_mem;

    if (!mem) {
        return NULL;
    }
    return bar == 1 ? &mem->bar1.mr : &mem->bar3.mr;
}

static void nv_host_window_init(NVGPU *gpu, NVHostWindow *window,
                                NVHostMemResolve *resolve,
                                const MemoryRegionOps *ops, const char *name,
                                uint64_t size)
{
    window->gpu = gpu;
    window->resolve = resolve;
    memory_region_init_io(&window->mr, OBJECT(gpu), ops, window, name, size);
}

static bool nv_host_mem_realize(NVGPU *gpu, Error **errp)
{
    const NVVmChip *chip = gpu->chip->vm;
    NVHostMem *mem = gpu->host_mem;

    nv_ramin_begin(gpu);
    nv_host_window_init(gpu, &mem->pmem, nv_pmem_resolve, &nv_pmem_ops,
                        "nv.PMEM", NV_PRAMIN_SIZE);
    memory_region_add_subregion(&gpu->bar0, NV_PMEM_BASE, &mem->pmem.mr);
    nv_host_window_init(gpu, &mem->bar1, nv_bar1_resolve, &nv_bar1_ops,
                        "nv.BAR1", chip->bar1_size);
    nv_host_window_init(gpu, &mem->bar3, nv_bar3_resolve, &nv_bar3_ops,
                        "nv.BAR3", chip->bar3_size);
    nv_bar1_view_realize(gpu);
    if (chip->pflush) {
        nv_regs_init(gpu, &mem->pflush, chip->pflush);
    }
    if (chip->peephole) {
        nv_regs_init(gpu, &mem->peephole, chip->peephole);
    }
    return true;
}

static void nv_host_mem_reset(NVGPU *gpu)
{
    /* Its other registers are PBUS's and PFB's. */
    if (gpu->chip->vm->pflush) {
        nv_regs_reset(&gpu->host_mem->pflush);
    }
    if (gpu->chip->vm->peephole) {
        nv_regs_reset(&gpu->host_mem->peephole);
    }
    nv_vm_reset(gpu);
    gpu->held.arrive = NULL;
    nv_bar1_view_forget(gpu);
}

static bool nv_host_mem_post_load(NVGPU *gpu, int version_id)
{
    nv_bar1_view_forget(gpu);
    return true;
}

static void nv_host_mem_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->host_mem->pflush);
    nv_regs_exit(&gpu->host_mem->peephole);
}

const NVUnit nv_unit_host_mem = {
    .name = "HOST_MEM",
    .state = offsetof(NVGPU, host_mem),
    .size = sizeof(NVHostMem),
    .realize = nv_host_mem_realize,
    .reset = nv_host_mem_reset,
    .exit = nv_host_mem_exit,
    .post_load = nv_host_mem_post_load,
};

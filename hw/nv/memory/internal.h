/*
 * NVIDIA GPU: declarations that the files of memory/ share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_INTERNAL_H
#define HW_NV_MEMORY_INTERNAL_H

#include "hw/nv/bus-regs.h"
#include "hw/nv/memory.h"

/* --- The CPU's windows, NV50+ ------------------------------------------ */

/* Each has at most one view. */
#define NV_BAR1_WINDOW (8ULL * MiB)
#define NV_BAR1_VIEWS 32

/**
 * struct NVBar1Run - video memory that BAR1 maps without a gap
 *
 * @addr: address in BAR1
 * @len: bytes; 0 if there is no such run
 * @vram: address in video memory
 */
typedef struct NVBar1Run {
    uint64_t addr, len, vram;
} NVBar1Run;

/**
 * struct NVBar1View - a window of BAR1
 *
 * @mr: video memory, where it is mapped as memory
 * @run: what @mr is to map, and maps unless @changed
 * @uses: accesses to video memory other than through @mr
 */
typedef struct NVBar1View {
    MemoryRegion mr;
    NVBar1Run run;
    bool changed;
    uint32_t uses;
} NVBar1View;

/**
 * struct NVBar1Views - pieces of BAR1 that are used often
 *
 * @view: by window
 * @queued: a change of QEMU's map is queued
 * @flushing: a flush waits for that change: outdated views are still mapped
 */
typedef struct NVBar1Views {
    NVBar1View view[NV_BAR1_VIEWS];
    bool queued;
    bool flushing;
} NVBar1Views;

/** NVHostMemResolve: what a window maps; returns false if nothing */
typedef bool NVHostMemResolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                              bool write, NVSpan *span);

/**
 * struct NVHostWindow - a window of the CPU to memory, NV50+
 *
 * @gpu: the device
 * @mr: the window
 * @resolve: finds the memory behind a piece of it
 */
typedef struct NVHostWindow {
    NVGPU *gpu;
    MemoryRegion mr;
    NVHostMemResolve *resolve;
} NVHostWindow;

/**
 * struct NVHostMem - how the CPU sees memory, NV50+
 *
 * @pmem: a window to any memory, in BAR0
 * @bar1, @bar3: the BARs of these numbers
 * @views: the parts of BAR1 that are mapped directly
 * @pflush: flushes what has been written through them
 * @peephole: a port to the memory of a channel
 * @trap: a piece of BAR1 whose accesses a unit handles
 */
struct NVHostMem {
    NVHostWindow pmem;
    NVHostWindow bar1;
    NVHostWindow bar3;
    NVBar1Views views;
    NVRegFile pflush;
    NVRegFile peephole;
    NVBar1Trap trap;
};

/* --- What is in memory ------------------------------------------------- */

FIELD(NV50_PDE, PRESENT, 0, 2)
FIELD(NV50_PDE, TARGET, 2, 2)
FIELD(NV50_PDE, SIZE, 5, 2)
/* Bits 39:12, in place */
#define NV50_PDE_ADDRESS_MASK 0xfffffff000ULL

enum {
    NV50_PDE_PRESENT_NONE = 0,
    NV50_PDE_PRESENT_LARGE = 1,         /* pages of 64 KiB */
    NV50_PDE_PRESENT_SMALL = 3,         /* pages of 4 KiB */
};

FIELD(NV50_PTE, PRESENT, 0, 1)
FIELD(NV50_PTE, READ_ONLY, 3, 1)
FIELD(NV50_PTE, TARGET, 4, 2)
FIELD(NV50_PTE, SUPERVISOR_ONLY, 6, 1)
FIELD(NV50_PTE, CONTIG, 7, 3)           /* log2 of a block of pages */
/* Bits 39:12, in place */
#define NV50_PTE_ADDRESS_MASK 0xfffffff000ULL

/* A word for each of an entry's tables: large pages, small pages */
FIELD(NVC0_PDE, TARGET, 0, 2)
FIELD(NVC0_PDE, SIZE, 2, 2)             /* of both tables: in the first word */
FIELD(NVC0_PDE, ADDRESS, 4, 28)         /* in 4 KiB */

enum {
    NVC0_PDE_TARGET_NONE = 0,
    NVC0_PDE_TARGET_VRAM = 1,           /* others are NV_LINEAR_* */
};

FIELD(NVC0_PTE, VALID, 0, 1)
FIELD(NVC0_PTE, PRIVILEGED, 1, 1)
FIELD(NVC0_PTE, READ_ONLY, 2, 1)
FIELD(NVC0_PTE, ADDRESS, 4, 28)         /* in 4 KiB */
FIELD(NVC0_PTE, TARGET, 33, 2)

FIELD(NVC0_BLOCK_PD, TARGET, 0, 2)
#define NVC0_BLOCK_PD_ADDRESS_MASK 0xfffff000

FIELD(NV50_DMAOBJ_3, BASE_HIGH, 0, 8)
FIELD(NV50_DMAOBJ_3, LIMIT_HIGH, 24, 8)

enum {
    NV50_DMAOBJ_TARGET_VM = 0,
    NV50_DMAOBJ_TARGET_VRAM = 1,
    NV50_DMAOBJ_TARGET_SYSRAM = 2,
    NV50_DMAOBJ_TARGET_SYSRAM_NO_SNOOP = 3,
};

FIELD(NV41_GART_PTE, VALID, 0, 1)
FIELD(NV41_GART_PTE, FRAME, 5, 27)

enum {
    NV_DMAOBJ_ACCESS_RW = 0,
    NV_DMAOBJ_ACCESS_RO = 1,
    NV_DMAOBJ_ACCESS_WO = 2,
};

/* --- Page tables and DMA objects --------------------------------------- */

/**
 * struct NVGartChip - a card's page table for the bus
 *
 * @enabled: whether addresses go through it
 * @page: returns a page's frame on the bus, in units of 4 KiB; false if there
 *        is none
 */
struct NVGartChip {
    bool (*enabled)(NVGPU *gpu);
    bool (*page)(NVGPU *gpu, uint64_t page, uint64_t *frame);
};

/**
 * nv_gart_translate: translate the card's bus address to the machine's
 * @gpu: the device
 * @span: a piece on the bus; set to what it is after translation, and cut to
 *        its page if there is a page table
 *
 * Returns false if there is no page.
 */
bool nv_gart_translate(NVGPU *gpu, NVSpan *span);

/**
 * struct NVDmaobjChip - a generation's DMA objects
 *
 * @load: decode the object at an instance address, whatever its class is; see
 *        nv_dmaobj_load_channel()
 * @resolve: nv_dmaobj_span() that logs nothing, and returns why not.  May also
 *           resolve what follows, up to *@count pieces, and sets that to their
 *           number
 * @no_page: what @resolve returns if there is no page
 * @reasons: bit per NVDmaReason that it may return
 * @client: nv_vm_client()
 * @look: add to a walk the entries by which an offset is resolved
 */
struct NVDmaobjChip {
    void (*load)(NVGPU *gpu, uint32_t block, uint32_t inst, NVDMAObject *obj);
    NVDmaReason (*resolve)(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                           uint64_t len, bool write, NVSpan *spans,
                           unsigned *count);
    NVDmaReason no_page;
    uint32_t reasons;
    void (*look)(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                 NVWalk *walk);
};

/** nv_walk_add: append an entry to a walk */
static inline void nv_walk_add(NVWalk *walk, NVWalkLevel level)
{
    if (walk->levels < NV_WALK_LEVELS) {
        walk->level[walk->levels++] = level;
    }
}

/**
 * struct NVVmAccess - an access to virtual memory
 *
 * @addr: 40-bit virtual address
 * @len: bytes wanted
 * @write: it is a write
 * @supervisor: it may use supervisor pages
 * @read_only, @supervisor_only: NV50_DMAOBJ_*: these override the page's entry
 */
typedef struct NVVmAccess {
    uint64_t addr, len;
    bool write;
    bool supervisor;
    uint8_t read_only, supervisor_only;
} NVVmAccess;

/** nv_ramin_begin: start to count changes of instance memory */
void nv_ramin_begin(NVGPU *gpu);

/** nv_vm_reset: forget faults */
void nv_vm_reset(NVGPU *gpu);

/**
 * struct NVVmTables - a generation's page tables
 *
 * @walk: nv_vm_walk()
 * @of_channel: nv_vm_of_channel()
 * @report: record a fault for the driver, unless it is left to NVVmState.fault;
 *          NULL: it always is
 * @look: add to a walk the entries for an address
 * @reasons: bit per NVDmaReason that @walk may return
 */
struct NVVmTables {
    NVDmaReason (*walk)(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                        NVSpan *spans, unsigned *count);
    NVVm (*of_channel)(NVGPU *gpu, uint32_t inst);
    void (*report)(NVGPU *gpu, uint32_t user, uint32_t inst,
                   const NVDmaFault *fault);
    NVVmClient (*client)(uint32_t user);
    void (*look)(NVGPU *gpu, const NVVm *vm, uint64_t addr, NVWalk *walk);
    uint32_t reasons;
};

extern const NVVmTables nv50_vm_tables;
extern const NVVmTables nvc0_vm_tables;

/**
 * nv_vm_read_entry: read an entry of a page directory or table
 * @gpu: the device
 * @target: NV_LINEAR_*
 * @addr: address there, in bytes
 * @entry: the result
 *
 * Returns false where there is no memory.
 */
bool nv_vm_read_entry(NVGPU *gpu, unsigned target, uint64_t addr,
                      uint64_t *entry);

/** nv_vm_look_at: add an entry to a walk; returns its value, or 0 */
uint64_t nv_vm_look_at(NVGPU *gpu, NVWalk *walk, NVWalkLevel level);

/** Granularity of nv_vm_looked_up(), in bytes: the smallest page */
#define NV_VM_SMALL_PAGE 4096

/**
 * nv_vm_looked_up: report that a page has been looked up
 * @gpu: the device
 * @table: the address space: its directory's address, or the table's own
 * @addr: an address in the page
 * @span: where that is; NULL: nowhere
 *
 * The caller has checked NV_PROBED().
 */
void nv_vm_looked_up(NVGPU *gpu, uint64_t table, uint64_t addr,
                     const NVSpan *span);

/**
 * nv_vm_walk: resolve an access, or the beginning of it
 * @gpu: the device
 * @vm: the address space
 * @access: the access
 * @spans: the consecutive pieces of memory, at least one if NV_DMA_OK is
 *         returned
 * @count: how many are wanted at most; set to how many there are
 */
NVDmaReason nv_vm_walk(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                       NVSpan *spans, unsigned *count);

/**
 * nv_dmaobj_look_up: nv_dmaobj_resolve() without a report to probes
 *
 * For the CPU's windows: probes report only what the card itself does.
 */
NVDmaReason nv_dmaobj_look_up(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_resolve: nv_dmaobj_span() that logs nothing and returns why not */
NVDmaReason nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_failed: fill in @fault, unless it is NULL */
void nv_dmaobj_failed(const NVDMAObject *obj, uint64_t offset, bool write,
                      NVDmaReason why, NVDmaFault *fault);

/* --- host-space.c ------------------------------------------------------ */

/** enum NVHostClient - the ways by which the CPU reaches translated memory */
typedef enum NVHostClient {
    NV_HOST_BAR1,
    NV_HOST_BAR3,
    NV_HOST_PEEPHOLE,
} NVHostClient;

/**
 * struct NVHostSpace - how the CPU's windows are translated
 *
 * @resolve: the memory that @client has at @addr, and @len bytes or fewer from
 *           there on; returns false if there is none, and why in @fault
 * @block: the instance block for faults of @client
 */
struct NVHostSpace {
    bool (*resolve)(NVGPU *gpu, NVHostClient client, uint64_t addr,
                    uint64_t len, bool write, NVSpan *span,
                    NVDmaFault *fault);
    uint32_t (*block)(NVGPU *gpu, NVHostClient client);
};

extern const NVHostSpace nv50_host_space;
extern const NVHostSpace nvc0_host_space;

/**
 * nv_bar1_peek: what BAR1 maps, to read and to write; reports no faults
 * @gpu: the device
 * @addr: offset in BAR1
 * @len: bytes wanted
 * @span: the result, as nv_dmaobj_span() gives it
 */
bool nv_bar1_peek(NVGPU *gpu, uint64_t addr, uint64_t len, NVSpan *span);

/* --- bar1-view.c ------------------------------------------------------- */

/** nv_bar1_view_use: count an access to VRAM at @addr that went by no view */
void nv_bar1_view_use(NVGPU *gpu, uint64_t addr);

/** nv_bar1_view_flush: drop views that page tables, or registers, outdate */
void nv_bar1_view_flush(NVGPU *gpu);

/** nv_bar1_view_realize: to be called when there are BAR1 and video memory */
void nv_bar1_view_realize(NVGPU *gpu);

/** nv_bar1_view_forget: drop all views, as memory and registers are new */
void nv_bar1_view_forget(NVGPU *gpu);

/* --- vm-nv50.c, window.c ---------------------------------- */

/**
 * nv_vm_of_channel: the address space of a channel
 * @gpu: the device
 * @inst: address of the channel's instance block, in video memory
 */
NVVm nv_vm_of_channel(NVGPU *gpu, uint32_t inst);

/**
 * nv_window_ptr: host address of memory on the bus that is used often
 * @gpu: the device
 * @addr: address on the bus
 * @len: bytes wanted; set to the number of contiguous bytes, if fewer
 *
 * Returns NULL if there is no memory, and on the first use, since mapping would
 * take longer than one access.  Valid until nv_window_end().
 */
const void *nv_window_ptr(NVGPU *gpu, uint64_t addr, uint64_t *len);

/**
 * nv_window_publish: as nv_window_write(), of what others wait for
 * @gpu: the device
 * @addr: bus address
 * @bytes: words, of which the first is seen when all others are
 * @len: their length in bytes, at least 4
 */
MemTxResult nv_window_publish(NVGPU *gpu, uint64_t addr, const uint8_t *bytes,
                              uint64_t len);

#endif /* HW_NV_MEMORY_INTERNAL_H */

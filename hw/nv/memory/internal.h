/*
 * NVIDIA GPU: what the files of memory/ show each other
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
 * struct NVBar1Run - video memory that BAR1 shows without a gap
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
 * @mr: video memory, where it is shown as memory
 * @run: what @mr is to show, and shows unless @changed
 * @uses: accesses to video memory beside @mr
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
 * @queued: QEMU's map is about to be changed
 * @flushing: until then it shows what page tables don't say any more
 */
typedef struct NVBar1Views {
    NVBar1View view[NV_BAR1_VIEWS];
    bool queued;
    bool flushing;
} NVBar1Views;

/** NVHostMemResolve: what a window shows; false where there is nothing */
typedef bool NVHostMemResolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                              bool write, NVSpan *span);

/**
 * struct NVHostWindow - a window of the CPU's to memory, NV50+
 *
 * @gpu: the device
 * @mr: the window
 * @resolve: where a piece of it is
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
 * @views: where BAR1 needn't be looked up
 * @pflush: flushes what has been written through them
 * @peephole: a port to the memory of a channel
 * @trap: a piece of BAR1 that isn't memory
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
FIELD(NVC0_PDE, SIZE, 2, 2)             /* of both: in the first word */
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
 * @enabled: addresses go through it
 * @page: gives the frame on the bus, in pages of 4 KiB, of a page; false where
 *        there is none
 */
struct NVGartChip {
    bool (*enabled)(NVGPU *gpu);
    bool (*page)(NVGPU *gpu, uint64_t page, uint64_t *frame);
};

/**
 * nv_gart_translate: where on the bus the card's address on the bus is
 * @gpu: the device
 * @span: a piece on the bus; becomes what it is behind the page table, and no
 *        longer than its page if there is one
 *
 * Returns false where no page is there.
 */
bool nv_gart_translate(NVGPU *gpu, NVSpan *span);

/**
 * struct NVDmaobjChip - a generation's DMA objects
 *
 * @load: decode the one at an instance address, whatever its class is; see
 *        nv_dmaobj_load_channel()
 * @resolve: nv_dmaobj_span() that logs nothing, and returns why not.  What
 *           follows may come with it, up to *@count pieces, which becomes their
 *           number
 * @no_page: what it returns where there is no page
 * @look: add to a walk what resolves an offset
 */
struct NVDmaobjChip {
    void (*load)(NVGPU *gpu, uint32_t block, uint32_t inst, NVDMAObject *obj);
    NVDmaReason (*resolve)(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                           uint64_t len, bool write, NVSpan *spans,
                           unsigned *count);
    NVDmaReason no_page;
    void (*look)(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                 NVWalk *walk);
};

/** nv_walk_add: a walk has come to an entry */
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
 * @write: it writes
 * @supervisor: it may use pages for supervisors
 * @read_only, @supervisor_only: NV50_DMAOBJ_*: what overrides the page's entry
 */
typedef struct NVVmAccess {
    uint64_t addr, len;
    bool write;
    bool supervisor;
    uint8_t read_only, supervisor_only;
} NVVmAccess;

/** nv_ramin_begin: no change of instance memory has been counted yet */
void nv_ramin_begin(NVGPU *gpu);

/** nv_vm_reset: forget faults */
void nv_vm_reset(NVGPU *gpu);

/**
 * struct NVVmTables - a generation's page tables
 *
 * @walk: nv_vm_walk()
 * @of_channel: nv_vm_of_channel()
 * @report: keep a fault for the driver, which isn't the notified ones' affair;
 *          NULL: it is
 * @look: add to a walk the entries for an address
 */
struct NVVmTables {
    NVDmaReason (*walk)(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                        NVSpan *spans, unsigned *count);
    NVVm (*of_channel)(NVGPU *gpu, uint32_t inst);
    void (*report)(NVGPU *gpu, uint32_t user, uint32_t inst,
                   const NVDmaFault *fault);
    void (*look)(NVGPU *gpu, const NVVm *vm, uint64_t addr, NVWalk *walk);
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

/** nv_vm_look_at: add an entry to a walk; returns its value, 0 without one */
uint64_t nv_vm_look_at(NVGPU *gpu, NVWalk *walk, NVWalkLevel level);

/** What nv_vm_looked_up() tells of, in bytes: the least that a page has */
#define NV_VM_SMALL_PAGE 4096

/**
 * nv_vm_looked_up: tell of a page that has been looked up
 * @gpu: the device
 * @table: whose table: where its directory is, or the table itself
 * @addr: an address in the page
 * @span: where that is; NULL: nowhere
 *
 * Whoever calls it has asked NV_PROBED() first.
 */
void nv_vm_looked_up(NVGPU *gpu, uint64_t table, uint64_t addr,
                     const NVSpan *span);

/**
 * nv_vm_walk: resolve an access, or the beginning of it
 * @gpu: the device
 * @vm: the address space
 * @access: the access
 * @spans: the pieces of memory that follow each other there, one at least if
 *         NV_DMA_OK is returned
 * @count: how many are wanted at most; becomes how many there are
 */
NVDmaReason nv_vm_walk(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                       NVSpan *spans, unsigned *count);

/**
 * nv_dmaobj_look_up: nv_dmaobj_resolve() of which nobody is told
 *
 * As for the CPU's windows: probes tell of what the card itself does.
 */
NVDmaReason nv_dmaobj_look_up(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_resolve: nv_dmaobj_span() that logs nothing and returns why not */
NVDmaReason nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_failed: what has failed, as a fault, if somebody asks for it */
void nv_dmaobj_failed(const NVDMAObject *obj, uint64_t offset, bool write,
                      NVDmaReason why, NVDmaFault *fault);

/* --- host-space.c ------------------------------------------------------ */

/** enum NVHostClient - the CPU's ways to memory that is translated */
typedef enum NVHostClient {
    NV_HOST_BAR1,
    NV_HOST_BAR3,
    NV_HOST_PEEPHOLE,
} NVHostClient;

/**
 * struct NVHostSpace - what is behind the CPU's windows
 *
 * @resolve: the memory that @client shows at @addr, and @len bytes or fewer
 *           from there on; false: there is none, and @fault says why
 * @block: the instance block that a fault of @client's is for
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
 * nv_bar1_peek: what BAR1 shows, to read and to write; faults go unreported
 * @gpu: the device
 * @addr: offset in BAR1
 * @len: bytes wanted
 * @span: the result, as nv_dmaobj_span() gives it
 */
bool nv_bar1_peek(NVGPU *gpu, uint64_t addr, uint64_t len, NVSpan *span);

/* --- bar1-view.c ------------------------------------------------------- */

/** nv_bar1_view_use: BAR1 has shown video memory at @addr, access by access */
void nv_bar1_view_use(NVGPU *gpu, uint64_t addr);

/** nv_bar1_view_flush: page tables, or what names them, have changed */
void nv_bar1_view_flush(NVGPU *gpu);

/** nv_bar1_view_realize: to be called when there are BAR1 and video memory */
void nv_bar1_view_realize(NVGPU *gpu);

/** nv_bar1_view_forget: the registers and video memory are others */
void nv_bar1_view_forget(NVGPU *gpu);

/* --- nv50-vm.c, window.c ---------------------------------- */

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
 * @len: bytes wanted; becomes the bytes that follow each other, if fewer
 *
 * Returns NULL where there is no memory, and for the first use, which takes
 * less time than looking the memory up.  Valid until nv_window_end().
 */
const void *nv_window_ptr(NVGPU *gpu, uint64_t addr, uint64_t *len);

#endif /* HW_NV_MEMORY_INTERNAL_H */

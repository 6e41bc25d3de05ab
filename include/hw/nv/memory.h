/*
 * NVIDIA GPU: video memory, instance memory, DMA objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_H
#define HW_NV_MEMORY_H

#include "qemu/notify.h"
#include "hw/pci/pci_device.h"
/* QEMU 11.0 moved MemoryRegionCache out of system/memory.h. */
#if __has_include("system/memory_cached.h")
#include "system/memory_cached.h"
#endif
#include "hw/nv/chipset.h"
#include "hw/nv/dma-fault.h"
#include "hw/nv/regs.h"
#include "hw/nv/vm.h"

/* --- VRAM ------------------------------------------------------------- */

/**
 * struct NVVram - video memory
 *
 * @mr: its region
 * @ptr: host address of its NVGPU.vram_size bytes
 */
typedef struct NVVram {
    MemoryRegion *mr;
    uint8_t *ptr;
} NVVram;

/**
 * nv_vram_init: set the video memory
 * @gpu: the device
 * @mr: NVGPU.vram_size bytes of RAM
 *
 * QEMU's VGA core can't be given its memory: it allocates some, which then
 * becomes the card's.
 */
void nv_vram_init(NVGPU *gpu, MemoryRegion *mr);

/**
 * nv_vram_ptr: host address of a piece of video memory
 * @gpu: the device
 * @addr: address in video memory, in bytes
 * @len: length in bytes
 *
 * Returns NULL unless all of the piece is in video memory.
 */
uint8_t *nv_vram_ptr(NVGPU *gpu, uint64_t addr, uint64_t len);

/**
 * nv_vram_dirty: tell scanout and migration that the device wrote VRAM
 * @gpu: the device
 * @addr, @len: a piece of video memory, as for nv_vram_ptr()
 */
void nv_vram_dirty(NVGPU *gpu, uint64_t addr, uint64_t len);

/* --- RAMIN ------------------------------------------------------------ */

/** Size of the PRAMIN window in BAR0, in bytes */
#define NV_PRAMIN_SIZE (1 * MiB)

/**
 * struct NVPramin - instance memory
 *
 * @window: the CPU's view of its beginning, at BAR0 0x700000
 * @bar: all of it, on cards that have a BAR for it
 * @changes: incremented when it may have changed; it is always odd.  Code that
 *           keeps something decoded has to decode it again when this differs
 */
typedef struct NVPramin {
    MemoryRegion window;
    MemoryRegion bar;
    uint64_t changes;
} NVPramin;

/** nv_ramin_changed: instance memory, or how it is read, may have changed */
void nv_ramin_changed(NVGPU *gpu);

/**
 * nv_ramin_from_vram: convert an address in video memory to one in instance
 *                     memory
 * @gpu: the device
 * @addr: address in video memory, in bytes
 *
 * The result is beyond instance memory if the address isn't in it.
 */
uint32_t nv_ramin_from_vram(NVGPU *gpu, uint32_t addr);

/**
 * nv_ramin_read32: read a word of instance memory
 * @gpu: the device
 * @addr: address in instance memory, in bytes; the two low bits are ignored
 *
 * Addresses beyond the instance memory read as 0.
 */
uint32_t nv_ramin_read32(NVGPU *gpu, uint32_t addr);

/**
 * nv_ramin_write32: write a word of instance memory
 * @gpu: the device
 * @addr: address in instance memory, in bytes; the two low bits are ignored
 * @val: the word
 *
 * Writes beyond the instance memory are dropped.
 */
void nv_ramin_write32(NVGPU *gpu, uint32_t addr, uint32_t val);

/**
 * nv_ramin_read_words, nv_ramin_write_words: many words of instance memory
 * @gpu: the device
 * @addr: address in instance memory of the first, in bytes, a multiple of 4
 * @words: the words
 * @count: how many
 *
 * As nv_ramin_read32() and nv_ramin_write32(), but what is one piece of video
 * memory is found, and told of, once.
 */
void nv_ramin_read_words(NVGPU *gpu, uint32_t addr, uint32_t *words,
                         unsigned count);
void nv_ramin_write_words(NVGPU *gpu, uint32_t addr, const uint32_t *words,
                          unsigned count);

/* --- How the CPU sees memory, NV50+ ----------------------------------- */

/**
 * nv_host_mem_bar: the memory region for a BAR
 * @gpu: the device
 * @bar: 1 or 3
 *
 * Returns NULL on cards before NV50, whose BARs map memory directly.
 */
MemoryRegion *nv_host_mem_bar(NVGPU *gpu, unsigned bar);

/**
 * struct NVHeldWrite - half of an aligned piece of 8 bytes that the CPU holds
 *
 * @arrive: lets it arrive; NULL: there is none
 * @addr: address in BAR3
 * @val: the word
 */
typedef struct NVHeldWrite {
    void (*arrive)(NVGPU *gpu);
    uint32_t addr, val;
} NVHeldWrite;

extern const VMStateDescription nv_vmstate_held_write;

/**
 * struct NVBar1Trap - a piece of BAR1 whose accesses a unit handles, NVC0+
 *
 * @base, @size: the piece, in bytes; size 0: there is none
 * @read: called before the word at an offset is read; returns true if @val is
 *        the result, instead of the word in memory
 * @write: called after a write to memory
 */
typedef struct NVBar1Trap {
    uint64_t base, size;
    bool (*read)(NVGPU *gpu, uint32_t offset, uint32_t *val);
    void (*write)(NVGPU *gpu, uint32_t offset, uint32_t val);
} NVBar1Trap;

/** nv_bar1_set_trap: set @trap for BAR1 */
void nv_bar1_set_trap(NVGPU *gpu, const NVBar1Trap *trap);

/** nvc0_host_mem_bar_write: HOST_MEM_BAR1 and its like, for PBUS on NVC0 */
void nvc0_host_mem_bar_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* PFLUSH's and PPEEPHOLE's registers, for the table of cards */
extern const NVRegBlock nv84_pflush_regs, nvc0_pflush_regs;
extern const NVRegBlock nv84_peephole_regs, nvc0_peephole_regs;

/** nv_host_mem_chan_write: HOST_MEM_CHAN, for PBUS's table */
void nv_host_mem_chan_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_host_mem_bar1_write: HOST_MEM_BAR1, for PBUS's table */
void nv_host_mem_bar1_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_peephole_data_read, nv_peephole_data_write: its port, for PBUS on NV50 */
uint32_t nv_peephole_data_read(NVGPU *gpu, uint32_t addr);
void nv_peephole_data_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- Accesses by the CPU ----------------------------------------------- */

/**
 * nv_bar_vram: the address in video memory that a BAR maps
 * @gpu: the device
 * @bar: number of the BAR
 * @addr: address in it, in bytes
 *
 * Reports nothing.  Returns NV_BAR_NOWHERE for anything but video memory.
 */
#define NV_BAR_NOWHERE UINT64_MAX
uint64_t nv_bar_vram(NVGPU *gpu, unsigned bar, uint64_t addr);

/* --- Spans and the GART ----------------------------------------------- */

/**
 * struct NVSpan - a contiguous piece of memory that the card can reach
 *
 * @vram: it is in video memory, else on the bus
 * @addr: address there
 * @len: length in bytes
 */
typedef struct NVSpan {
    bool vram;
    uint64_t addr;
    uint64_t len;
} NVSpan;

/**
 * nv_linear_span: the piece of memory at a linear address, NV50+
 * @gpu: the device
 * @target: NV_LINEAR_*
 * @addr: 40-bit address there
 * @len: length in bytes
 * @span: the result
 *
 * Returns false if there is no such target, or not all of the piece is in video
 * memory.
 */
bool nv_linear_span(NVGPU *gpu, unsigned target, uint64_t addr, uint64_t len,
                    NVSpan *span);

/**
 * nv_span_transfer: copy between a piece of memory and a buffer
 * @gpu: the device
 * @span: the piece
 * @buf: host memory, as long as the piece
 * @write: write to the piece, else read from it
 */
MemTxResult nv_span_transfer(NVGPU *gpu, const NVSpan *span, void *buf,
                             bool write);

/**
 * nv_span_move: copy from one piece of memory to another of equal length
 * @gpu: the device
 * @to, @from: the pieces, which may overlap
 * @write: if either doesn't answer, set to whether it was @to
 */
MemTxResult nv_span_move(NVGPU *gpu, const NVSpan *to, const NVSpan *from,
                         bool *write);

/* For the table of cards */
extern const NVGartChip nv41_gart;
extern const NVGartChip nv44_gart;

/* --- Memory on the bus ------------------------------------------------ */

/**
 * struct NVWindow - a stretch of memory on the bus that has been resolved
 *
 * @cache: the stretch, in QEMU's terms
 * @base, @size: its place on the bus; @size is 0 if none has been resolved
 * @uses: accesses since nv_window_begin()
 * @usable: it is between nv_window_begin() and nv_window_end()
 */
typedef struct NVWindow {
    MemoryRegionCache cache;
    uint64_t base, size;
    uint64_t uses;
    bool usable;
} NVWindow;

/**
 * nv_window_begin, nv_window_end: enclose work that may use the bus often
 * @gpu: the device
 *
 * The big lock must be held from one to the other.
 */
void nv_window_begin(NVGPU *gpu);
void nv_window_end(NVGPU *gpu);

/**
 * nv_window_read, nv_window_write: as pci_dma_read() and pci_dma_write(), but
 *                                  faster after the first call
 */
MemTxResult nv_window_read(NVGPU *gpu, uint64_t addr, void *buf, uint64_t len);
MemTxResult nv_window_write(NVGPU *gpu, uint64_t addr, const void *buf,
                            uint64_t len);

/* --- DMA objects ------------------------------------------------------ */

FIELD(NV_DMAOBJ_0, CLASS, 0, 12)
FIELD(NV_DMAOBJ_0, PT_PRESENT, 12, 1)
FIELD(NV_DMAOBJ_0, PT_LINEAR, 13, 1)
FIELD(NV_DMAOBJ_0, ACCESS, 14, 2)
FIELD(NV_DMAOBJ_0, TARGET, 16, 2)
FIELD(NV_DMAOBJ_0, ADJUST, 20, 12)
FIELD(NV_DMAOBJ_PTE, PRESENT, 0, 1)
FIELD(NV_DMAOBJ_PTE, WRITABLE, 1, 1)
FIELD(NV_DMAOBJ_PTE, FRAME, 12, 20)

enum {
    NV_DMAOBJ_TARGET_NVM = 0,
    NV_DMAOBJ_TARGET_NVM_TILED = 1,     /* before NV50 */
    NV_DMAOBJ_TARGET_PCI = 2,
    NV_DMAOBJ_TARGET_AGP = 3,
    /* Not a value in memory: what NV50's objects decode to */
    NV_DMAOBJ_TARGET_VM = 4,
};

/** nv_dmaobj_is_vram: whether a target is video memory, tiled or not */
static inline bool nv_dmaobj_is_vram(uint8_t target)
{
    return target == NV_DMAOBJ_TARGET_NVM ||
           target == NV_DMAOBJ_TARGET_NVM_TILED;
}

/** Classes of DMA objects: how they may be used */
enum {
    NV_CLASS_DMA_FROM_MEMORY = 0x02,    /* they read */
    NV_CLASS_DMA_TO_MEMORY = 0x03,      /* they write */
    NV_CLASS_DMA_IN_MEMORY = 0x3d,      /* both */
};

/** nv_dmaobj_is_class: whether a class is one of DMA objects */
static inline bool nv_dmaobj_is_class(uint32_t class)
{
    return class == NV_CLASS_DMA_FROM_MEMORY ||
           class == NV_CLASS_DMA_TO_MEMORY || class == NV_CLASS_DMA_IN_MEMORY;
}

/** NVDMAObject.inst of what isn't in instance memory */
#define NV_DMAOBJ_NO_INST UINT32_MAX

/**
 * struct NVDMAObject - a DMA object, decoded
 *
 * NV50's are all linear, and have @read_only and the fields after it.
 *
 * @inst: its address in instance memory, in bytes, or NV_DMAOBJ_NO_INST
 * @class: object class (0x0002 read, 0x0003 write, 0x003d both)
 * @target: NV_DMAOBJ_TARGET_*
 * @pt_present: the object has frames at all
 * @linear: a single frame has the base of everything
 * @readable, @writable: allowed by the object's access field
 * @adjust: offset of the first byte in the first page
 * @base: frame of a linear object
 * @limit: last valid offset
 * @read_only, @supervisor_only: NV50_DMAOBJ_*
 * @supervisor: it may use supervisor pages
 * @block: address of the channel's instance block
 * @vm: the channel's address space
 * @chid: the channel that it is used for, for debuggers; -1 if that isn't
 *        known, or follows from @block
 */
typedef struct NVDMAObject {
    uint32_t inst;
    uint16_t class;
    uint8_t target;
    bool pt_present;
    bool linear;
    bool readable;
    bool writable;
    uint16_t adjust;
    uint64_t base;
    uint64_t limit;
    uint8_t read_only, supervisor_only;
    bool supervisor;
    uint32_t block;
    NVVm vm;
    int chid;
} NVDMAObject;

/* For the table of cards */
extern const NVDmaobjChip nv04_dmaobj;
extern const NVDmaobjChip nv50_dmaobj;

/**
 * nv_dmaobj_load: decode the DMA object at an instance address
 * @gpu: the device
 * @inst: address in instance memory, in bytes
 * @obj: the result
 *
 * Returns false if the class there isn't one of DMA objects.
 */
bool nv_dmaobj_load(NVGPU *gpu, uint32_t inst, NVDMAObject *obj);

/** Words of NV50's objects that are used */
#define NV50_DMAOBJ_WORDS 4

/**
 * nv_dmaobj_load_words: decode an object that isn't in instance memory, NV50+
 * @gpu: the device
 * @words: NV50_DMAOBJ_WORDS words in the same format
 * @obj: the result
 */
void nv_dmaobj_load_words(NVGPU *gpu, const uint32_t *words,
                          NVDMAObject *obj);

/**
 * nv_dmaobj_load_channel: the same, for a channel
 * @gpu: the device
 * @block: address of the channel's instance block, whose page directory the
 *         object may need; 0 before NV50
 * @inst: address in instance memory, in bytes
 * @obj: the result
 */
bool nv_dmaobj_load_channel(NVGPU *gpu, uint32_t block, uint32_t inst,
                            NVDMAObject *obj);

/**
 * nv_dmaobj_of_space: make an object for a channel's address space, NVC0+
 * @gpu: the device
 * @block: address of the channel's instance block
 * @supervisor: it may use supervisor pages
 * @obj: the result; its offsets are virtual addresses
 */
void nv_dmaobj_of_space(NVGPU *gpu, uint32_t block, bool supervisor,
                        NVDMAObject *obj);

/**
 * nv_dmaobj_span: resolve an offset to a contiguous piece
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @len: bytes wanted; the span has at most that many, and at least 1
 * @write: access wanted
 * @span: the result
 * @fault: receives the fault; may be NULL
 *
 * Returns false, and logs a guest error, if @offset is beyond the object's
 * limit, its page isn't present or the access isn't allowed.  The span of a
 * linear object has all bytes wanted; that of a paged one ends at the end of
 * the page.
 */
bool nv_dmaobj_span(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    uint64_t len, bool write, NVSpan *span, NVDmaFault *fault);

/**
 * nv_dmaobj_extent: nv_dmaobj_span() with pages that follow each other
 * @most: bytes that may be used next, @len or more
 *
 * Pages that are neighbours in memory, too, are one piece, which has up to
 * @most bytes, unless somebody watches accesses.
 */
bool nv_dmaobj_extent(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                      uint64_t len, uint64_t most, bool write, NVSpan *span,
                      NVDmaFault *fault);

/**
 * nv_dmaobj_try_extent: the same for what may not be used at all
 *
 * Returns false if there is nothing, or somebody watches accesses; nobody is
 * told of either.
 */
bool nv_dmaobj_try_extent(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                          uint64_t most, bool write, NVSpan *span);

/**
 * nv_dmaobj_unanswered: nothing on the bus answered an access to a span
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @write: the access was a write
 * @fault: filled in; may be NULL
 */
void nv_dmaobj_unanswered(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                          bool write, NVDmaFault *fault);

/**
 * nv_dmaobj_map: host address of a piece of an object
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @len: bytes wanted; set to the number of contiguous bytes, if fewer
 *
 * Returns NULL if it can't be read, or only by nv_dmaobj_read(), which also
 * says why.  Otherwise as nv_window_ptr().  The guest may change the memory at
 * any time: read each word only once.
 */
const void *nv_dmaobj_map(NVGPU *gpu, const NVDMAObject *obj,
                          uint64_t offset, uint64_t *len);

/**
 * struct NVDMAPiece - a piece of a DMA object that can be read in place
 *
 * @ptr: its host address
 * @len: its length in bytes
 */
typedef struct NVDMAPiece {
    const void *ptr;
    uint64_t len;
} NVDMAPiece;

/** Pieces that can be resolved in one go */
#define NV_DMAOBJ_AHEAD 8

/**
 * nv_dmaobj_map_ahead: nv_dmaobj_map() for consecutive pieces
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @len: bytes wanted
 * @pieces: the pieces, in order
 * @count: largest number of pieces
 *
 * Returns how many there are, up to the first that can't be read in place.
 */
unsigned nv_dmaobj_map_ahead(NVGPU *gpu, const NVDMAObject *obj,
                             uint64_t offset, uint64_t len,
                             NVDMAPiece *pieces, unsigned count);

/**
 * struct NVDMAHold - a piece of a DMA object that is kept resolved
 *
 * @offset: offset of its first byte in the object
 * @span: where it is, for reads and writes; length 0: nothing is held
 * @ptr: its host address for reads, from nv_dmaobj_map(); or NULL
 */
typedef struct NVDMAHold {
    uint64_t offset;
    NVSpan span;
    const uint8_t *ptr;
} NVDMAHold;

/**
 * nv_dmaobj_hold: resolve the page around an offset for later accesses
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @hold: the result, which holds nothing if the page can't be written
 *
 * Nothing is logged.  The caller has to drop the page when the object, its page
 * table or the memory on the bus may have changed.
 */
void nv_dmaobj_hold(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVDMAHold *hold);

/** nv_dmaobj_hold_has: whether @len bytes at an offset are held */
static inline bool nv_dmaobj_hold_has(const NVDMAHold *hold, uint64_t offset,
                                      uint64_t len)
{
    uint64_t from = offset - hold->offset;

    return from < hold->span.len && len <= hold->span.len - from;
}

/** nv_dmaobj_held_ptr: their host address, for reads, or NULL */
static inline const void *nv_dmaobj_held_ptr(const NVDMAHold *hold,
                                             uint64_t offset, uint64_t len)
{
    return hold->ptr && nv_dmaobj_hold_has(hold, offset, len)
        ? hold->ptr + (offset - hold->offset) : NULL;
}

/**
 * nv_dmaobj_held_publish: write words that are held
 *
 * The first is seen when all others are.
 */
MemTxResult nv_dmaobj_held_publish(NVGPU *gpu, const NVDMAHold *hold,
                                   uint64_t offset, const uint8_t *bytes,
                                   uint64_t len);

/**
 * nv_dmaobj_read, nv_dmaobj_write: copy between a DMA object and a buffer
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @buf: host memory
 * @len: length in bytes
 * @fault: receives the fault; may be NULL
 *
 * Return false at the first piece that can't be resolved or transferred; what
 * comes before it has been copied then.
 */
bool nv_dmaobj_read(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    void *buf, size_t len, NVDmaFault *fault);
bool nv_dmaobj_write(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                     const void *buf, size_t len, NVDmaFault *fault);

/**
 * nv_dmaobj_publish: write words of which software waits for one
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @words: the words, in memory's byte order
 * @count: how many
 * @last: the index of the one that software waits for, and which comes last
 * @fault: receives the fault; may be NULL
 *
 * Returns false, as nv_dmaobj_write(), if they can't be written.
 */
bool nv_dmaobj_publish(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                       const void *words, unsigned count, unsigned last,
                       NVDmaFault *fault);

/* --- Debugging --------------------------------------------------------- */

/**
 * nv_dmaobj_peek: nv_dmaobj_read() or nv_dmaobj_write() for a debugger
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @buf: host memory
 * @len: length in bytes
 * @write: write to the object instead of reading
 * @why: receives the reason, if it fails
 *
 * Nothing is logged, and no observer is called.
 */
bool nv_dmaobj_peek(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    void *buf, size_t len, bool write, NVDmaReason *why);

/**
 * nv_memory_error_name: why an access may fail on this card, for debuggers
 * @gpu: the device, which need not be realized
 * @i: number of the name
 *
 * Returns NULL if there are no more.
 */
const char *nv_memory_error_name(NVGPU *gpu, unsigned i);

/** enum NVWalkTable - what an entry of a walk belongs to */
typedef enum NVWalkTable {
    NV_WALK_OBJECT,                     /* a DMA object */
    NV_WALK_PDE,
    NV_WALK_PTE,
} NVWalkTable;

/** Flags of an entry of a page table, or of an object */
enum {
    NV_WALK_PRESENT = 1 << 0,
    NV_WALK_READ_ONLY = 1 << 1,
    NV_WALK_PRIVILEGED = 1 << 2,
    NV_WALK_LARGE = 1 << 3,             /* large pages, or a table of these */
    NV_WALK_SMALL = 1 << 4,
    NV_WALK_NO_MEMORY = 1 << 5,         /* the entry can't be read */
};

/** Largest number of entries of a walk */
#define NV_WALK_LEVELS 4

/**
 * struct NVWalkLevel - an entry that a walk has read
 *
 * @table: what it belongs to
 * @target: NV_LINEAR_*: where the table is; before NV50 that is instance memory
 * @addr: its address there
 * @entry: its value, the lower word first
 * @flags: NV_WALK_*
 */
typedef struct NVWalkLevel {
    NVWalkTable table;
    uint8_t target;
    uint64_t addr;
    uint64_t entry;
    uint32_t flags;
} NVWalkLevel;

/**
 * struct NVWalk - how an address is resolved
 *
 * @level, @levels: the entries
 * @why: the reason why it can't be read, or NV_DMA_OK
 * @span: the memory, if it can be read
 */
typedef struct NVWalk {
    NVWalkLevel level[NV_WALK_LEVELS];
    unsigned levels;
    NVDmaReason why;
    NVSpan span;
} NVWalk;

/**
 * nv_dmaobj_walk: resolve an offset, and record the entries read
 * @gpu: the device
 * @obj: the object
 * @offset: offset in the object, in bytes
 * @walk: the result
 */
void nv_dmaobj_walk(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVWalk *walk);

#endif /* HW_NV_MEMORY_H */

/*
 * NVIDIA GPU: register tables
 *
 * BAR0 is one array of 32-bit words, indexed by the R_* constants of the
 * register headers.  A unit declares the registers that it models as rows of
 * NVRegInfo; everything else in BAR0 is storage that counts how it is used
 * (see report.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_REGS_H
#define HW_NV_REGS_H

/* Also for memory regions, whose header has moved in QEMU 10.1 */
#include "hw/pci/pci_device.h"
#include "hw/nv/registerfields.h"
#include "migration/vmstate.h"
#include "qapi/qapi-types-nv-gpu-report.h"

typedef struct NVGPU NVGPU;

/**
 * struct NVRegInfo - one register, or an array of equal ones
 *
 * @name: name in the register database, for traces and reports; NULL: see
 *        NV_ABSENT
 * @addr: BAR0 address
 * @home: address of the word that stores the value, if it isn't @addr: when
 *        cards move a register, the model still stores it at one place
 * @count: number of registers, 0 stands for 1
 * @stride: bytes between two of them, 0 stands for 4
 * @reset: value after reset
 * @rw: bits that a write stores
 * @w1c: bits that writing a 1 clears
 * @own: bits that the card changes by itself, beside those of @rw and @w1c;
 *       a snapshot holds these three, and nothing else of a register
 * @read: returns the value if it isn't the stored one
 * @inspect: returns what @read would, for debuggers: without side effects
 * @write: called after @rw and @w1c have been applied, with the word that the
 *         guest wrote; a partial write is completed with the register's value
 * @acts_on_read: reading it has a side effect: without @inspect, debuggers get
 *                this information instead of the value
 * @acts_on_write: writing back what it reads as has an effect, too; a partial
 *                 write to a register that acts on either is completed with 0
 * @time: it is a clock: reading it again and again isn't a poll
 */
typedef struct NVRegInfo {
    const char *name;
    uint32_t addr;
    uint32_t home;
    uint16_t count;
    uint16_t stride;
    uint32_t reset;
    uint32_t rw;
    uint32_t w1c;
    uint32_t own;
    uint32_t (*read)(NVGPU *gpu, uint32_t addr);
    uint32_t (*inspect)(NVGPU *gpu, uint32_t addr);
    void (*write)(NVGPU *gpu, uint32_t addr, uint32_t val);
    bool acts_on_read;
    bool acts_on_write;
    bool time;
} NVRegInfo;

/** NV_ROW - a row for a register; the arguments are NVRegInfo's members */
#define NV_ROW(_reg, ...) \
    { .name = #_reg, .addr = A_ ## _reg, __VA_ARGS__ }

/** NV_STORAGE - a row for a register that only keeps what is written */
#define NV_STORAGE(_reg) NV_ROW(_reg, .rw = UINT32_MAX)

/** NV_ABSENT - the card lacks a register that the block's parent has */
#define NV_ABSENT(_reg, ...) \
    { .addr = A_ ## _reg, __VA_ARGS__ }

/** NV_MOVED - a row for a register that is at @_addr on this card */
#define NV_MOVED(_reg, _addr, ...) \
    { .name = #_reg, .addr = (_addr), .home = A_ ## _reg, __VA_ARGS__ }

/**
 * NV_REGS_HIDDEN - words behind BAR0's
 *
 * For addresses of which another register's @home has taken the word.
 */
#define NV_REGS_HIDDEN 1024

/** NV_R - the stored word of a register, as an lvalue */
#define NV_R(_gpu, _reg) ((_gpu)->regs[R_ ## _reg])

typedef struct NVRegBlock NVRegBlock;

/**
 * struct NVRegBlock - the registers of one unit
 *
 * @unit: name of the unit, as info mtree and the traces show it
 * @base, @size: range in BAR0, in bytes
 * @rows, @nrows: the registers that are modelled
 * @shift: the block's offset from the addresses in @rows
 * @parent: the block of the generation before, whose rows are used where this
 *          one has none; NULL: there is none
 * @closed: words without a row aren't storage
 * @version: of what snapshots hold of the unit, 0 stands for 1; a new one is
 *           needed when a row's value after reset, or what its bits mean, has
 *           changed
 */
struct NVRegBlock {
    const NVRegBlock *parent;
    const char *unit;
    uint32_t base;
    uint32_t size;
    const NVRegInfo *rows;
    unsigned nrows;
    uint32_t shift;
    bool closed;
    uint32_t version;
};

/**
 * NV_REG_BLOCK - a unit's table: its name, where it is, and its rows
 *
 * Further arguments are members of NVRegBlock.
 */
#define NV_REG_BLOCK(_unit, _base, _size, _rows, ...) \
    { .unit = (_unit), .base = (_base), .size = (_size), \
      .rows = (_rows), .nrows = ARRAY_SIZE(_rows), __VA_ARGS__ }

/**
 * NVRegGuard - whether an access of the CPU is refused
 * @gpu: the device
 * @addr: BAR0 address of the word
 * @write: direction
 * @val: the word, 0 outside of the access's bytes; of a read that is refused
 *       it receives what the CPU gets
 */
typedef bool NVRegGuard(NVGPU *gpu, uint32_t addr, bool write, uint32_t *val);

/**
 * struct NVRegFile - a unit's register block in one device
 *
 * @gpu: the device
 * @block: the table
 * @mr: the unit's memory region
 * @index: row of each word, NULL where the register isn't modelled
 * @home: for each word, its index in NVGPU.regs; NULL: by its address
 * @resets: NVRegReset: the words that a reset doesn't leave or make 0
 * @guard: decides on the CPU's accesses; NULL: all are allowed
 */
typedef struct NVRegFile {
    NVGPU *gpu;
    const NVRegBlock *block;
    MemoryRegion mr;
    const NVRegInfo **index;
    uint32_t *home;
    GArray *resets;
    NVRegGuard *guard;
} NVRegFile;

/** nv_regs_create: allocate the words of BAR0, before any nv_regs_init() */
void nv_regs_create(NVGPU *gpu);

/** nv_regs_destroy: free them, after all nv_regs_exit(); may be called twice */
void nv_regs_destroy(NVGPU *gpu);

/**
 * nv_regs_init: create a unit's memory region and map it into BAR0
 * @gpu: the device
 * @file: register file to initialize
 * @block: the unit's table, which must outlive the device
 */
void nv_regs_init(NVGPU *gpu, NVRegFile *file, const NVRegBlock *block);

/**
 * nv_regs_init_background: the same, below all units, without a table
 * @gpu: the device
 * @file: register file to initialize
 * @block: a block without rows, which must outlive the device
 */
void nv_regs_init_background(NVGPU *gpu, NVRegFile *file,
                             const NVRegBlock *block);

/**
 * nv_regs_set_guards: decide for each table whether its accesses are guarded
 * @gpu: the device
 * @guard: the guard
 * @wants: whether a table, or the background, has this guard
 */
void nv_regs_set_guards(NVGPU *gpu, NVRegGuard *guard,
                        bool (*wants)(NVGPU *gpu, const NVRegBlock *block));

/** nv_regs_exit: free what nv_regs_init() allocated */
void nv_regs_exit(NVRegFile *file);

/** nv_regs_writable: bits of a register that the guest can set */
uint32_t nv_regs_writable(const NVRegFile *file, uint32_t addr);

/** nv_regs_keeps: whether a register only stores what is written to it */
bool nv_regs_keeps(const NVRegFile *file, uint32_t addr);

/** nv_regs_names: the registers that are modelled; the caller frees them */
NvRegisterNameList *nv_regs_names(NVGPU *gpu);

/** nv_regs_reset: set every word of the unit to its value after reset */
void nv_regs_reset(NVRegFile *file);

/**
 * nv_regs_read: read a register as the guest does, without trace and count
 * @file: register file
 * @addr: BAR0 address inside it, a multiple of 4
 */
uint32_t nv_regs_read(NVRegFile *file, uint32_t addr);

/**
 * nv_regs_write: write a register as the guest does, without trace and count
 * @file: register file
 * @addr: BAR0 address inside it, a multiple of 4
 * @val: the word
 */
void nv_regs_write(NVRegFile *file, uint32_t addr, uint32_t val);

/** nv_regs_stored: the stored word, for NVRegInfo.inspect() */
uint32_t nv_regs_stored(NVGPU *gpu, uint32_t addr);

/**
 * struct NVRegView - a register, for debuggers
 *
 * @info: its row; NULL: it isn't modelled
 * @index: index in an array of registers
 * @addr: its address in BAR0
 * @acts: reading it has a side effect, so it wasn't read
 * @val: what it reads as; if @acts, what it stores
 */
typedef struct NVRegView {
    const NVRegInfo *info;
    unsigned index;
    uint32_t addr;
    bool acts;
    uint32_t val;
} NVRegView;

/**
 * nv_regs_inspect: look at a register without side effects
 * @gpu: the device
 * @addr: its address in BAR0, in bytes
 * @view: the result
 *
 * Returns false for addresses outside of register files: windows to memory,
 * channels' control areas, VGA.
 */
bool nv_regs_inspect(NVGPU *gpu, uint32_t addr, NVRegView *view);

/** nv_regs_next: look at the first modelled register from @addr on, if any */
bool nv_regs_next(NVGPU *gpu, uint32_t addr, NVRegView *view);

/** nv_regs_name: its name, with the index in an array, or "-"; use g_free() */
char *nv_regs_name(const NVRegView *view);

/* --- Snapshots -------------------------------------------------------- */

typedef struct NVRegsSaved NVRegsSaved;

/**
 * nv_vmstate_regs_saved - all units' registers, of an NVRegsSaved
 *
 * For each unit its name, a version (NVRegBlock.version), and the addresses and
 * values of words: of declared ones those whose bits (NVRegInfo.own) differ
 * from a reset's.  All words that aren't declared and aren't 0 are in a unit of
 * their own, that of the background.
 *
 * Loading sets each declared bit, from the stream or to its value after reset,
 * and no other; a unit or word that the card doesn't have is refused.
 */
extern const VMStateDescription nv_vmstate_regs_saved;

/**
 * nv_vmstate_info_regs_list - registers as Fauxveau 0.1 wrote them
 *
 * Index in NVGPU.regs and value of each word that wasn't 0; only to be loaded.
 */
extern const VMStateInfo nv_vmstate_info_regs_list;

#endif /* HW_NV_REGS_H */

/*
 * NVIDIA GPU: a falcon's state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_STATE_H
#define HW_NV_FALCON_STATE_H

#include "hw/nv/falcon-regs.h"
#include "hw/nv/nv-gpu.h"

/** Sizes of the largest falcon's memories, and of a page of code, in bytes */
#define NV_FALCON_CODE_MAX 0x4000
#define NV_FALCON_DATA_MAX 0x3000
#define NV_FALCON_PAGE 0x100
#define NV_FALCON_PAGES (NV_FALCON_CODE_MAX / NV_FALCON_PAGE)

/** Largest number of pages of virtual addresses */
#define NV_FALCON_VIRT_PAGES 256

#define NV_FALCON_FIFO 16
#define NV_FALCON_PORTS 8

/** The name of a method that a program refuses, for debuggers; nouveau's */
#define NV_FALCON_REFUSED "DISPATCH_ERROR"

/**
 * struct NVFalconChip - what distinguishes one falcon from another
 *
 * @regs: its registers, whose base is its address in BAR0
 * @code_size, @data_size: bytes of its memories
 * @fifo_size: methods that its FIFO can hold, for UC_CAPS
 * @data_ports: pairs of DATA_INDEX and DATA
 * @vm_pages_log2: significant bits of a virtual page's number
 * @version: for UC_CAPS2; 0 stands for 3
 * @unshifted: addresses in I[] are the registers' offsets themselves
 * @khz: frequency of its clock
 * @intr: its bit of PMC_INTR
 * @vm_user: originator of its accesses to memory, without the port
 * @ctxdma: offset of port 7's DMA object in a channel's instance block; 0:
 *          there is none
 * @spaces: ports address the channel's address space rather than DMA objects,
 *          and PFIFO reports their faults; NVC0+
 * @refuses: the line by which its program, nouveau's or NVIDIA's, refuses a
 *           method, as a bit of INTR; 0: it doesn't
 * @lines: levels of the unit's own interrupt lines, or NULL
 * @status: bits of STATUS that the unit adds, or NULL
 * @span: nv_falcon_span() for units without ports; otherwise NULL
 * @work: let units beside the processor continue, as NVEngine's work(), with no
 *        code inside the device; returns whether there is more to do
 */
struct NVFalconChip {
    const NVRegBlock *regs;
    uint32_t code_size, data_size;
    unsigned fifo_size;
    unsigned data_ports;
    unsigned vm_pages_log2;
    unsigned version;
    bool unshifted;
    uint32_t khz;
    uint32_t intr;
    uint32_t vm_user;
    uint32_t ctxdma;
    bool spaces;
    uint32_t refuses;
    uint32_t (*lines)(NVFalcon *falcon);
    uint32_t (*status)(NVFalcon *falcon);
    bool (*span)(NVFalcon *falcon, uint64_t addr, uint64_t len, bool write,
                 NVSpan *span);
    bool (*work)(NVFalcon *falcon, int64_t *budget);
};

/** enum NVFalconState - docs/hw/falcon/proc.rst, "Execution state" */
typedef enum NVFalconState {
    NV_FALCON_STOPPED,
    NV_FALCON_RUNNING,
    NV_FALCON_SLEEPING,
    NV_FALCON_STATES,
} NVFalconState;

/** enum NVFalconFlags - bits of $flags */
enum {
    NV_FALCON_FLAG_C = 8,
    NV_FALCON_FLAG_O = 9,
    NV_FALCON_FLAG_S = 10,
    NV_FALCON_FLAG_Z = 11,
    NV_FALCON_FLAG_IE0 = 16,
    NV_FALCON_FLAG_IE1 = 17,
    NV_FALCON_FLAG_IS0 = 20,
    NV_FALCON_FLAG_IS1 = 21,
    NV_FALCON_FLAG_TA = 24,
};

/** enum NVFalconTrap - the reason, in $tstatus */
typedef enum NVFalconTrap {
    NV_FALCON_TRAP_SOFTWARE = 0,
    NV_FALCON_TRAP_INVALID_OPCODE = 8,
    NV_FALCON_TRAP_NO_HIT = 10,
    NV_FALCON_TRAP_MULTI_HIT = 11,
} NVFalconTrap;

/** Flags of a page of code */
enum {
    NV_FALCON_TLB_USABLE = BIT(0),
    NV_FALCON_TLB_BUSY = BIT(1),
};

/**
 * struct NVFalconPage - TLB entry of a physical page of code
 *
 * @virt: number of the virtual page
 * @flags: NV_FALCON_TLB_*; 0: not mapped
 */
typedef struct NVFalconPage {
    uint16_t virt;
    uint8_t flags;
} NVFalconPage;

/**
 * struct NVFalconMethod - a method in a falcon's FIFO
 *
 * @cmd: FIFO_CMD
 * @data: FIFO_DATA
 */
typedef struct NVFalconMethod {
    uint32_t cmd;
    uint32_t data;
} NVFalconMethod;

/**
 * struct NVFalconTimer - a timer that counts a falcon's clock down to 0
 *
 * @falcon: its falcon
 * @time, @enable: its registers
 * @line: bit of its interrupt
 * @period: register from which the count is reloaded; 0: it stays at 0
 * @timer: fires when the count reaches 0
 * @end: when that is, in ns of the virtual clock, while it counts
 * @counting: it is counting
 * @zero: it is 0, and its line is up
 *
 * Not saved (follows from the options): @time, @enable, @line, @period
 */
typedef struct NVFalconTimer {
    NVFalcon *falcon;
    uint32_t time, enable;
    uint32_t line;
    uint32_t period;
    QEMUTimer *timer;
    int64_t end;
    bool counting;
    bool zero;
} NVFalconTimer;

/**
 * struct NVFalcon - a falcon's state beyond its registers
 *
 * @gpu: the device
 * @chip: what kind it is
 * @regs: its registers
 * @state: enum NVFalconState
 * @r: $r0 to $r15
 * @iv, @tv, @sp, @pc, @xcbase, @xdbase, @flags, @xtargets, @tstatus: special
 *     registers
 * @code, @data: its memories
 * @tlb: the physical pages of @code
 * @map: the physical page of each virtual page, or NV_FALCON_MAP_*
 * @fifo, @fifo_first, @fifo_count: its methods, in a ring
 * @switching: PFIFO wants another channel loaded, or none: CHSW is pending
 * @faulted: the MMU has refused an access, so it stands still until it is
 *           reset; NVC0+
 * @pending: interrupts for each vector that are active and enabled
 * @busy: the processor is executing instructions right now
 * @io_index: selects the register that the instruction accesses: bits 7:2 of
 *            I[]'s address
 * @yield: stop executing for now
 * @probed: the card was stopped before the next instruction
 * @spins: number of slices that ended with it still running
 * @slice: timer for the next slice
 * @periodic, @watchdog: its timers
 *
 * Not saved (follows from other state): @map, @pending
 * Not saved (has no meaning between two calls): @busy, @io_index, @yield,
 * @probed
 */
struct NVFalcon {
    NVGPU *gpu;
    const NVFalconChip *chip;
    NVRegFile regs;

    uint8_t state;
    uint32_t r[16];
    uint32_t iv[2];
    uint32_t tv, sp, pc, xcbase, xdbase, flags, xtargets, tstatus;
    uint8_t code[NV_FALCON_CODE_MAX];
    uint8_t data[NV_FALCON_DATA_MAX];
    NVFalconPage tlb[NV_FALCON_PAGES];
    int16_t map[NV_FALCON_VIRT_PAGES];
    NVFalconMethod fifo[NV_FALCON_FIFO];
    uint8_t fifo_first, fifo_count;
    bool switching;
    bool faulted;

    uint8_t pending;
    bool busy;
    uint8_t io_index;
    bool yield;
    bool probed;
    uint32_t spins;
    QEMUTimer *slice;
    NVFalconTimer periodic, watchdog;
};

/** NV_FALCON_R - the stored word of a falcon's register, as an lvalue */
#define NV_FALCON_R(_falcon, _reg) \
    ((_falcon)->gpu->regs[(_falcon)->chip->regs->base / 4 + R_ ## _reg])

/** nv_falcon_version: which instructions and flags it has */
static inline unsigned nv_falcon_version(const NVFalcon *falcon)
{
    return falcon->chip->version ?: 3;
}

/** nv_falcon_at: the falcon that the register at this address of BAR0 is in */
static inline NVFalcon *nv_falcon_at(NVGPU *gpu, uint32_t addr)
{
    unsigned i = 0;

    while (addr - gpu->falcons[i]->chip->regs->base >=
           gpu->falcons[i]->chip->regs->size) {
        i++;
    }
    return gpu->falcons[i];
}

#endif /* HW_NV_FALCON_STATE_H */

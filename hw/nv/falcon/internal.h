/*
 * NVIDIA GPU: declarations that the files of a falcon share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_INTERNAL_H
#define HW_NV_FALCON_INTERNAL_H

#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/falcon.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

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

/**
 * struct NVPcopyChip - what distinguishes one PCOPY from another
 *
 * @falcon: its falcon
 * @engine: its number in PFIFO
 * @objects: the instance block has slots for objects, which name them
 */
struct NVPcopyChip {
    NVFalconChip falcon;
    NVEngineId engine;
    bool objects;
};

/**
 * struct NVPcopy - PCOPY: a falcon, and the unit that copies for it
 *
 * @falcon: the falcon
 * @chip: what kind it is
 * @copying: the unit is copying
 * @line, @pos: the line, and the next byte to be written in it
 * @next: the program has yet to be sent the request for the next channel
 * @unloading: the channel is being unloaded at PFIFO's request
 */
typedef struct NVPcopy {
    NVFalcon falcon;
    const NVPcopyChip *chip;
    bool copying;
    uint32_t line, pos;
    bool next;
    bool unloading;
} NVPcopy;

/**
 * struct NVPdaemon - PDAEMON: a falcon with queues and mutexes
 *
 * @falcon: the falcon
 * @enable: the register that turns it on
 * @tokens: a bit per token, set if it isn't allocated
 */
typedef struct NVPdaemon {
    NVFalcon falcon;
    NVRegFile enable;
    uint64_t tokens[4];
} NVPdaemon;

/** NV_FALCON_R - the stored word of a falcon's register, as an lvalue */
#define NV_FALCON_R(_falcon, _reg) \
    ((_falcon)->gpu->regs[(_falcon)->chip->regs->base / 4 + R_ ## _reg])

/** nv_falcon_version: which instructions and flags it has */
static inline unsigned nv_falcon_version(const NVFalcon *falcon)
{
    return falcon->chip->version ?: 3;
}

/** nv_pcopy_of: the PCOPY that a falcon is part of */
static inline NVPcopy *nv_pcopy_of(NVFalcon *falcon)
{
    return container_of(falcon, NVPcopy, falcon);
}

/** In NVFalcon.map: no physical page, or more than one */
#define NV_FALCON_MAP_NONE (-1)
#define NV_FALCON_MAP_MULTI (-2)

/** INTR_MODE after reset: the lines that are levels */
#define NV_FALCON_LEVELS 0xfc04

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

/* --- falcon.c --------------------------------------------------------- */

void nv_falcon_init(NVGPU *gpu, NVFalcon *falcon, const NVFalconChip *chip);
void nv_falcon_exit(NVFalcon *falcon);
void nv_falcon_reset(NVFalcon *falcon);
bool nv_falcon_post_load(NVFalcon *falcon);

extern const VMStateDescription nv_vmstate_falcon;
extern const NVRegBlock nv_falcon_regs, nvc0_falcon_regs;

/* --- processor.c ------------------------------------------------------ */

void nv_falcon_processor_init(NVFalcon *falcon);
void nv_falcon_processor_exit(NVFalcon *falcon);
void nv_falcon_processor_reset(NVFalcon *falcon);

/**
 * nv_falcon_kick: something that the falcon may be waiting for has happened
 *
 * Runs a first, short slice in place and leaves the rest to a timer.  While
 * another falcon executes an instruction, which may be the cause, all of it is
 * left to the timer.
 */
void nv_falcon_kick(NVFalcon *falcon);

/**
 * nv_falcon_run: execute instructions
 * @falcon: the falcon
 * @budget: upper limit on their number; those executed are subtracted
 *
 * Returns false if it can't: it is held by a debugger or a fault, or is
 * executing an instruction already.  Then don't try again at once.
 */
bool nv_falcon_run(NVFalcon *falcon, int64_t *budget);

/** nv_falcon_can_run: whether it is executing instructions, or would now */
bool nv_falcon_can_run(const NVFalcon *falcon);

/** nv_falcon_stuck: it has run without a pause for too long to wait for it */
bool nv_falcon_stuck(const NVFalcon *falcon);

/** nv_falcon_schedule: start its timer, if there is something to do */
void nv_falcon_schedule(NVFalcon *falcon);

/* --- interrupts.c ----------------------------------------------------- */

/** nv_falcon_intr: the interrupt lines, as INTR shows them */
uint32_t nv_falcon_intr(NVFalcon *falcon);

/** nv_falcon_raise: an edge on interrupt lines @bits */
void nv_falcon_raise(NVFalcon *falcon, uint32_t bits);

/** nv_falcon_update_intr: the state or enables of interrupt lines changed */
void nv_falcon_update_intr(NVFalcon *falcon);

/* --- timer.c ---------------------------------------------------------- */

/** nv_falcon_ticks_ns: duration of so many cycles of its clock, in ns */
int64_t nv_falcon_ticks_ns(const NVFalcon *falcon, uint32_t ticks);

void nv_falcon_timers_init(NVFalcon *falcon);
void nv_falcon_timers_exit(NVFalcon *falcon);
void nv_falcon_timers_reset(NVFalcon *falcon);
void nv_falcon_timers_post_load(NVFalcon *falcon);
uint32_t nv_falcon_timer_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_timer_write(NVGPU *gpu, uint32_t addr, uint32_t val);
extern const VMStateDescription nv_vmstate_falcon_timer;

/* --- memory.c --------------------------------------------------------- */

/** nv_falcon_load, nv_falcon_store: the data segment; @bits: 8, 16 or 32 */
uint32_t nv_falcon_load(const NVFalcon *falcon, unsigned bits, uint32_t addr);
void nv_falcon_store(NVFalcon *falcon, unsigned bits, uint32_t addr,
                     uint32_t val);

/** nv_falcon_upload: store the next word of code; true: a page is complete */
bool nv_falcon_upload(NVFalcon *falcon, uint32_t val);

/** nv_falcon_remap: the TLB has changed */
void nv_falcon_remap(NVFalcon *falcon);

/** docs/hw/falcon/vm.rst, "TLB operations" */
void nv_falcon_itlb(NVFalcon *falcon, uint32_t page);
uint32_t nv_falcon_ptlb(const NVFalcon *falcon, uint32_t page);
uint32_t nv_falcon_vtlb(const NVFalcon *falcon, uint32_t addr);

/* Registers */
void nv_falcon_tlb_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_falcon_code_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_falcon_data_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_data_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- xfer.c ----------------------------------------------------------- */

/** enum NVFalconXfer - the kinds of transfers, numbered as in XFER_CTRL.MODE */
typedef enum NVFalconXfer {
    NV_FALCON_XDLD = 0,
    NV_FALCON_XCLD = 1,
    NV_FALCON_XDST = 2,
} NVFalconXfer;

/**
 * nv_falcon_xfer: transfer between a memory of the falcon and one outside
 * @falcon: the falcon
 * @mode: the kind
 * @port: port of the memory interface
 * @base: address outside, in units of 256 bytes
 * @offset: added to @base; for code, also the virtual address
 * @local: address in the falcon's memory, in bytes
 * @size: log2 of the length in words; ignored for code
 *
 * The transfer is done when this returns.
 */
void nv_falcon_xfer(NVFalcon *falcon, NVFalconXfer mode, unsigned port,
                    uint32_t base, uint32_t offset, uint32_t local,
                    unsigned size);

/**
 * nv_falcon_span: memory that a port addresses
 * @falcon: the falcon
 * @port: port of the memory interface
 * @addr: 40-bit address there
 * @len: bytes wanted; the span has at most that many, and at least 1
 * @write: access wanted
 * @span: the result
 *
 * Returns false if there is none, after raising the interrupt for the cause.
 */
bool nv_falcon_span(NVFalcon *falcon, unsigned port, uint64_t addr,
                    uint64_t len, bool write, NVSpan *span);

/**
 * nv_falcon_transfer: copy between memory that a port addresses and a buffer
 * @falcon: the falcon
 * @port: port of the memory interface
 * @addr: 40-bit address there
 * @buf: the buffer
 * @len: its length in bytes
 * @write: write to that memory, else read from it
 *
 * Returns false if a piece can't be copied; those before it have been.
 */
bool nv_falcon_transfer(NVFalcon *falcon, unsigned port, uint64_t addr,
                        uint8_t *buf, uint32_t len, bool write);

/**
 * nv_falcon_unanswered: nothing on the bus answered an access to a span
 * @falcon: the falcon
 * @port: port of the memory interface
 * @addr: 40-bit address there
 */
void nv_falcon_unanswered(NVFalcon *falcon, unsigned port, uint64_t addr);

/** nv_falcon_block: instance block of the memory interface's channel */
uint32_t nv_falcon_block(NVFalcon *falcon);

uint32_t nv_falcon_memif_port_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_falcon_memif_channel_read(NVGPU *gpu, uint32_t addr);

/* --- fuc3.c ----------------------------------------------------------- */

/** nv_fuc3_step: execute one instruction, or trap */
void nv_fuc3_step(NVFalcon *falcon);

/** nv_fuc3_interrupt: call interrupt vector 0 or 1 */
void nv_fuc3_interrupt(NVFalcon *falcon, unsigned vector);

/* --- pcopy.c ---------------------------------------------------------- */

/** nv_pcopy_work: NVFalconChip's work(): continues copies, and wakes PFIFO */
bool nv_pcopy_work(NVFalcon *falcon, int64_t *budget);

/** nv_pcopy_channel_cmd_write: the program has unloaded or loaded a channel */
void nv_pcopy_channel_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- pcopy-copy.c ----------------------------------------------------- */

/** nv_pcopy_copy: continue a copy; see NVEngine's work() */
bool nv_pcopy_copy(NVFalcon *falcon, int64_t *budget);

void nv_pcopy_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pcopy_ctrl_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_pcopy_ctrl_look(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FALCON_INTERNAL_H */

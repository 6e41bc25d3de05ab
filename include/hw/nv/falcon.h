/*
 * NVIDIA GPU: falcons, the microprocessors of PDAEMON and PCOPY, GT215:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_H
#define HW_NV_FALCON_H

#include "migration/vmstate.h"
#include "hw/nv/chipset.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/regs.h"

typedef struct NVFalcon NVFalcon;

/** Bytes that the largest falcon has of each, and those of a page of code */
#define NV_FALCON_CODE_MAX 0x4000
#define NV_FALCON_DATA_MAX 0x3000
#define NV_FALCON_PAGE 0x100
#define NV_FALCON_PAGES (NV_FALCON_CODE_MAX / NV_FALCON_PAGE)

/** Pages of virtual addresses, at most */
#define NV_FALCON_VIRT_PAGES 256

#define NV_FALCON_FIFO 16
#define NV_FALCON_PORTS 8

/**
 * struct NVFalconChip - what distinguishes one falcon from another
 *
 * @regs: its registers, whose base is its place in BAR0
 * @code_size, @data_size: bytes of its memories
 * @fifo_size: methods that its FIFO holds, as UC_CAPS has it
 * @data_ports: pairs of DATA_INDEX and DATA
 * @vm_pages_log2: valid bits of a virtual page's number
 * @khz: frequency of its clock
 * @intr: its bit of PMC_INTR
 * @vm_user: who makes its accesses to memory, without the port
 * @ctxdma: where in a channel's instance block port 7's DMA object is; 0:
 *          there is none
 * @lines: levels of interrupt lines of its own, or NULL
 * @status: bits of STATUS beside its own, or NULL
 * @work: has units beside the processor go on, as NVEngine's work(), outside
 *        of any access to the device; returns whether there is more to do
 */
struct NVFalconChip {
    const NVRegBlock *regs;
    uint32_t code_size, data_size;
    unsigned fifo_size;
    unsigned data_ports;
    unsigned vm_pages_log2;
    uint32_t khz;
    uint32_t intr;
    uint32_t vm_user;
    uint32_t ctxdma;
    uint32_t (*lines)(NVFalcon *falcon);
    uint32_t (*status)(NVFalcon *falcon);
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

/** enum NVFalconTrap - why: $tstatus */
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
 * @flags: NV_FALCON_TLB_*; 0: it isn't mapped
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
 * @falcon: whose
 * @time, @enable: its registers
 * @line: bit of its interrupt
 * @period: register that the count begins with again; 0: it stays at 0
 * @timer: fires when the count is 0
 * @end: when it is, in ns of the virtual clock, while it counts
 * @counting: it does
 * @zero: it is 0, and the line up
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
 * @map: of each virtual page the physical one, or NV_FALCON_MAP_*
 * @fifo, @fifo_first, @fifo_count: methods for it, a ring
 * @switching: PFIFO wants another channel loaded, or none: CHSW is under way
 * @pending: interrupts for each vector that are active and enabled
 * @busy: the processor is executing instructions right now
 * @yield: it stops for now
 * @spins: how often it has been left running
 * @slice: has it go on
 * @periodic, @watchdog: its timers
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

    uint8_t pending;
    bool busy;
    bool yield;
    unsigned spins;
    QEMUTimer *slice;
    NVFalconTimer periodic, watchdog;
};

/**
 * struct NVPcopy - PCOPY: a falcon, and the unit that copies for it
 *
 * @falcon: the falcon
 * @copying: the unit is at work
 * @line, @pos: the line, and of it the byte written next
 * @next: the program is still to be asked for the next channel
 * @unloading: the channel is being unloaded because PFIFO was told so
 */
typedef struct NVPcopy {
    NVFalcon falcon;
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
 * @tokens: bit per token that isn't allocated
 */
typedef struct NVPdaemon {
    NVFalcon falcon;
    NVRegFile enable;
    uint64_t tokens[4];
} NVPdaemon;

/* For the table of cards */
extern const NVFalconChip nva3_pcopy;
extern const NVFalconChip nva3_pdaemon;

extern const VMStateDescription nv_vmstate_pcopy;
extern const VMStateDescription nv_vmstate_pdaemon;

#endif /* HW_NV_FALCON_H */

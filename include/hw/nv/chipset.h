/*
 * NVIDIA GPU: the table of cards
 *
 * One row per chipset.  Code consults the row, never the chipset's number: what
 * distinguishes two generations is a value, a feature bit or a pointer to a
 * small table here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_CHIPSET_H
#define HW_NV_CHIPSET_H

#include "qemu/bitops.h"
#include "qemu/units.h"

typedef struct NVCache1Ops NVCache1Ops;
typedef struct NVCeChip NVCeChip;
typedef struct NVChannelChip NVChannelChip;
typedef struct NVCtxctlChip NVCtxctlChip;
typedef struct NVDmaobjChip NVDmaobjChip;
typedef struct NVEngine NVEngine;
typedef struct NVEvoChip NVEvoChip;
typedef struct NVFalconChip NVFalconChip;
typedef struct NVFifoInspectChip NVFifoInspectChip;
typedef struct NVFifoOps NVFifoOps;
typedef struct NVGPU NVGPU;
typedef struct NVRamfcField NVRamfcField;
typedef struct NVGartChip NVGartChip;
typedef struct NVGraphChip NVGraphChip;
typedef struct NVHead NVHead;
typedef struct NVHostMem NVHostMem;
typedef struct NVHostSpace NVHostSpace;
typedef struct NVOverlay NVOverlay;
typedef struct NVMmioMap NVMmioMap;
typedef struct NVMpegChip NVMpegChip;
typedef struct NVPciChip NVPciChip;
typedef struct NVPcopyChip NVPcopyChip;
typedef struct NVRegBlock NVRegBlock;
typedef struct NVSemaphoreChip NVSemaphoreChip;
typedef struct NVUnit NVUnit;
typedef struct NVVbiosChip NVVbiosChip;
typedef struct NVUserChip NVUserChip;
typedef struct NVScanoutSource NVScanoutSource;
typedef struct NVVgaStackChip NVVgaStackChip;
typedef struct NVVmTables NVVmTables;

/**
 * enum NVPusherFeature - commands that the DMA pusher decodes
 *
 * Source: envytools, hw/fifo/dma-pusher, "The commands - pre-NVC0 format"; the
 * order of generations is the register database's, in which NV15 comes before
 * NV1A.
 */
typedef enum NVPusherFeature {
    /** old increasing methods and old jump: every card from NV04 on */
    NV_PUSHER_NV04      = BIT(0),
    /** non-increasing methods */
    NV_PUSHER_NONINC    = BIT(1),
    /** new jump, call and return */
    NV_PUSHER_CALL      = BIT(2),
    /** endian switch in DMA_FETCH */
    NV_PUSHER_ENDIAN    = BIT(3),
    /** SLI conditional */
    NV_PUSHER_SLI       = BIT(4),
    /** DCOUNT, GET_JMP, RSVD and DATA shadows are readable */
    NV_PUSHER_SHADOWS   = BIT(5),
    /** pushbuffers may lie in video memory, not only in PCI or AGP space */
    NV_PUSHER_NVM       = BIT(6),
    /** SUBROUTINE doesn't say whether a subroutine is active, DMA_STATE does */
    NV_PUSHER_STATE_SUBR = BIT(7),
    /**
     * IB mode, which each channel may use; with it came the registers for
     * METHOD_COUNT, and for high parts of addresses, in either mode
     */
    NV_PUSHER_IB        = BIT(8),
    /** long non-increasing methods: in IB mode, see nv_command_forms() */
    NV_PUSHER_LONG      = BIT(9),
    /** 40-bit addresses */
    NV_PUSHER_WIDE      = BIT(10),
    /** DMA_LIMIT belongs to the channel rather than to its DMA object */
    NV_PUSHER_LIMIT     = BIT(11),
    /** byte order from PMC, or from FIFO_ENDIAN if OVERRIDE is set there */
    NV_PUSHER_PMC_ENDIAN = BIT(12),
} NVPusherFeature;

/**
 * enum NVPullerFeature - methods below 0x100 that the puller executes
 *
 * Source: envytools, hw/fifo/puller, table of methods.
 */
typedef enum NVPullerFeature {
    /** 0x0050 REF_CNT */
    NV_PULLER_REF       = BIT(0),
    /** 0x0060..0x006c, semaphores in a DMA object */
    NV_PULLER_SEMAPHORE = BIT(1),
    /** 0x0080 YIELD */
    NV_PULLER_YIELD     = BIT(2),
    /** 0x0010..0x001c, long semaphores; NOTIFY_INTR and WRCACHE_FLUSH */
    NV_PULLER_NV84      = BIT(3),
} NVPullerFeature;

/**
 * enum NVPioFeature - how submission by writing methods differs
 *
 * Source: the hardware tests (hwtest/pfifo.cc); register database, NV1_RAMRO.
 */
typedef enum NVPioFeature {
    /** FREE overstates the room if the object used last says so */
    NV_PIO_FREE_LIE     = BIT(0),
    /** a row of the subchannel's area accepts passwords */
    NV_PIO_PASSWORD     = BIT(1),
    /** RAMRO records the lowest address bits instead of byte enables */
    NV_PIO_LOW_ADDRESS  = BIT(2),
    /** all channels see CACHE1's real size; there is no CHANNEL_SIZE */
    NV_PIO_ONE_SIZE     = BIT(3),
    /** no CACHE0 or RAMRO: accesses that can't be submitted raise PIO_ERROR */
    NV_PIO_ERROR        = BIT(4),
} NVPioFeature;

/**
 * struct NVInstArea - a table in instance memory
 *
 * @base: address in instance memory, in bytes
 * @size: in bytes, a power of two
 */
typedef struct NVInstArea {
    uint32_t base;
    uint32_t size;
} NVInstArea;

/**
 * struct NVRamhtFormat - fields of the context word in a RAMHT entry
 *
 * @chid_shift, @chid_bits: channel that the object belongs to
 * @engine_shift, @engine_bits: engine that executes the object's methods
 * @inst_bits: instance address in units of 16 bytes, from bit 0
 * @valid: bit that must be set in an entry; 0: no such bit
 * @buckets: a handle can only be in one of this many equal parts of RAMHT;
 *           0: the length of the search is in a register
 * @own: each channel has a RAMHT of its own, in its instance block
 */
typedef struct NVRamhtFormat {
    uint8_t chid_shift, chid_bits;
    uint8_t engine_shift, engine_bits;
    uint8_t inst_bits;
    uint32_t valid;
    unsigned buckets;
    bool own;
} NVRamhtFormat;

/**
 * struct NVCtxChip - the puller before NV04, with a context per subchannel
 *
 * @mask: bits of a context that CACHE1 keeps
 * @cache0_mask: bits that CACHE0 keeps
 * @graph_mask, @graph: a context is PGRAPH's if these bits have this value
 * @ramfc: returns the location of RAMFC
 */
typedef struct NVCtxChip {
    uint32_t mask, cache0_mask;
    uint32_t graph_mask, graph;
    NVInstArea (*ramfc)(NVGPU *gpu);
} NVCtxChip;

/**
 * struct NVFifoChip - what distinguishes one PFIFO from another
 *
 * @channels: number of channels
 * @class_mask: bits of an object's first word that hold its class; 0: there are
 *              no objects, only classes
 * @ops: what CACHE1 and PBDMAs do differently
 * @inspect: functions for debuggers
 */
typedef struct NVFifoChip {
    unsigned channels;
    uint32_t class_mask;
    const NVFifoOps *ops;
    const NVFifoInspectChip *inspect;
} NVFifoChip;

/**
 * struct NVCache1Chip - a PFIFO with CACHE1
 *
 * @fifo: what those with PBDMAs have as well
 * @user_base: BAR0 address of the channels' control areas
 * @user_stride: bytes from one channel's area to the next
 * @user_channels: number of channels that have such an area; 0: all
 * @user: a DMA channel's registers there; NULL before NV04
 * @dma_user_base, @dma_user_stride: the same for additional areas that are for
 *                                   DMA mode only
 * @cache1_entries: slots of CACHE1; GET and PUT count to twice as many
 * @cache1_gray: GET and PUT count in Gray code, and only up to @cache1_entries
 * @cache1_window: BAR0 address of CACHE1's contents
 * @ramfc: layout of a channel's saved state by offset; a row of 0 bits ends it
 * @ops: operations that are different before NV04
 * @channel: how channels are stored and switched
 * @semaphore: implementation of semaphore methods; NULL if there are none
 * @engines: mask of the engines that RAMHT may name, 0: any
 * @timeout_enable: bit of ACQUIRE_TIMEOUT that enables it; 0: any value does
 * @push_error: bits of DMA_PUSH that read 1 after an error of the pusher
 * @ramfc_base: returns the address of RAMFC in instance memory, before NV50
 * @ramfc_stride: bytes from one channel's saved state to the next
 * @ramfc_small: the same if RAMFC.LARGE isn't set; 0: there is no such bit
 * @push1_mode: bit of PUSH1 that is set for a channel in DMA mode
 * @hash_valid: bit of HASH that is set if there is an instance
 * @regs: the registers
 * @cache1_regs: registers for @cache1_window if it isn't in @regs, or NULL
 * @ramht: fields of a RAMHT entry
 * @ctx: the puller's contexts; NULL from NV04 on, which has engines instead
 * @ramht_area: returns the location of RAMHT; NULL: the register RAMHT has it,
 *              as on NV04
 * @ramro: returns the location of RAMRO; NULL: the register RAMRO has it
 * @pio: bits of enum NVPioFeature
 * @pusher: bits of enum NVPusherFeature
 * @puller: bits of enum NVPullerFeature
 */
typedef struct NVCache1Chip {
    NVFifoChip fifo;
    uint32_t user_base;
    uint32_t user_stride;
    unsigned user_channels;
    const NVUserChip *user;
    uint32_t dma_user_base;
    uint32_t dma_user_stride;
    unsigned cache1_entries;
    bool cache1_gray;
    uint32_t cache1_window;
    const NVRamfcField *ramfc;
    const NVCache1Ops *ops;
    const NVChannelChip *channel;
    const NVSemaphoreChip *semaphore;
    uint32_t engines;
    uint32_t timeout_enable;
    uint32_t push_error;
    uint32_t (*ramfc_base)(NVGPU *gpu);
    unsigned ramfc_stride;
    unsigned ramfc_small;
    uint32_t push1_mode;
    uint32_t hash_valid;
    const NVRegBlock *regs;
    const NVRegBlock *cache1_regs;
    const NVRamhtFormat *ramht;
    const NVCtxChip *ctx;
    NVInstArea (*ramht_area)(NVGPU *gpu);
    NVInstArea (*ramro)(NVGPU *gpu);
    uint32_t pio;
    uint32_t pusher;
    uint32_t puller;
} NVCache1Chip;

/* hw/nv/fifo/cache1/chips.c */
extern const NVCache1Chip nv01_fifo, nv03_fifo, nv03t_fifo, nv04_fifo,
    nv05_fifo, nv10_fifo, nv11_fifo, nv25_fifo, nv40_fifo, nv41_fifo,
    nv44_fifo, nv47_fifo, nv50_fifo, nv84_fifo, nva0_fifo, nva3_fifo;

/**
 * struct NVPbdmaChip - a PFIFO with PBDMAs
 *
 * @fifo: what those with CACHE1 have as well
 * @channels: BAR0 address of the table of channels, two words for each
 * @loaded: bit of a PBDMA's CHANNEL that is set while it has one
 * @user_size: size of a channel's USERD, in bytes
 * @runlists: number of run lists
 * @runlist: BAR0 address of the list that each of them has taken, two words
 * @runlist_event: bit of INTR_RUNLIST for the first of them
 * @runlists_of: for each PBDMA a bit per run list of which it takes channels
 * @old_methods: the host has methods of cards before NVC0
 * @bad_target: FAULT_TYPE's reason for a page without memory, 0: as its kind's
 * @fault_engine: the engine that a fault of unit @unit of the MMU stops, or -1
 * @off: the name of the register by which PFIFO or PBDMA @id is turned off,
 *       NULL: it's on; or NULL: they can't be turned off
 * @frozen: a bit per engine that mustn't work, because of the driver or a fault
 * @disabled: a bit per run list of which no PBDMA takes channels; NULL: none
 * @fault: engine @id has had a fault
 * @refused: a bit per engine that PBDMA @id doesn't serve; NULL: none
 * @intr: INTR's bits that are set as long as their causes persist, besides
 *        those that all have; NULL: none
 * @non_stall: PBDMA @id executes a NON_STALL_INTERRUPT for engine @engine
 * @fixed: a subchannel's engine follows from the run list; SET_OBJECT has no
 *         part in it
 * @groups: run lists have groups of channels, and PREEMPT takes them
 * @reductions: semaphores can change what is in memory: class A16F
 */
typedef struct NVPbdmaChip {
    NVFifoChip fifo;
    uint32_t channels;
    uint32_t loaded;
    unsigned user_size;
    unsigned runlists;
    uint32_t runlist;
    unsigned runlist_event;
    uint8_t runlists_of[3];
    bool old_methods;
    uint8_t bad_target;
    int (*fault_engine)(NVGPU *gpu, unsigned unit);
    const char *(*off)(NVGPU *gpu, unsigned id);
    uint32_t (*frozen)(NVGPU *gpu);
    uint32_t (*disabled)(NVGPU *gpu);
    void (*fault)(NVGPU *gpu, unsigned id);
    uint32_t (*refused)(NVGPU *gpu, unsigned id);
    uint32_t (*intr)(NVGPU *gpu);
    void (*non_stall)(NVGPU *gpu, unsigned id, unsigned engine);
    bool fixed;
    bool groups;
    bool reductions;
} NVPbdmaChip;

/* hw/nv/fifo/pbdma/pfifo-nvc0.c, pfifo-nve4.c */
extern const NVPbdmaChip nvc0_fifo, nve4_fifo, nvf0_fifo, nv108_fifo,
    nv117_fifo;

/** enum NVVpll - where the second stage of a head's PLL is */
typedef enum NVVpll {
    /** nowhere: it has none */
    NV_VPLL_SINGLE,
    /** in VPLL itself */
    NV_VPLL_NV30,
    /** in VPLL_B */
    NV_VPLL_NV31,
    /** in VPLL_B, unless a separate bit disables it */
    NV_VPLL_NV41,
} NVVpll;

/**
 * enum NVRearm - how the driver lets a card send its next MSI
 *
 * By a write of the capability's first byte, which is read-only, or to a
 * register of PPCI.  The driver does that at the end of its interrupt handler:
 * after a message a card sends no other before.
 */
typedef enum NVRearm {
    /** the byte, in configuration space and in its mirrors in BAR0 */
    NV_REARM_BYTE,
    /** the byte, in configuration space alone: mirrors don't do it */
    NV_REARM_CONFIG,
    /** the register */
    NV_REARM_PPCI,
} NVRearm;

/**
 * struct NVExpressChip - the PCI Express capability of a card, before a driver
 *                        has changed it
 *
 * @devcap: the device capabilities
 * @lnkcap: the link capabilities; their speed is 2.5 GT/s
 */
typedef struct NVExpressChip {
    uint32_t devcap;
    uint32_t lnkcap;
} NVExpressChip;

/**
 * struct NVPciChip - the PCI function of a card
 *
 * @status: PCI_STATUS without its errors and without CAP_LIST
 * @min_gnt, @max_lat: these registers, in units of 250 ns
 * @pm: version of the power management capability; 0: there is none
 * @express: its PCI Express capability; NULL: it is made for PCI or AGP, and
 *           has no MSI either
 * @rearm: what re-arms its MSI
 * @vendor: it has a capability of the vendor's
 * @bar64: the BARs of video and instance memory take 64-bit addresses
 * @bar0_size: size of BAR0; 0: no more than there is in it
 * @bar2_size: size of a BAR2 of which no source says what it is for; 0: none
 * @bar3_prefetch: what is in BAR3 is prefetchable
 * @ports: BAR5 has ports through which the other BARs are reached
 */
struct NVPciChip {
    uint16_t status;
    uint8_t min_gnt, max_lat;
    uint8_t pm;
    const NVExpressChip *express;
    NVRearm rearm;
    bool vendor;
    bool bar64;
    uint64_t bar0_size;
    uint64_t bar2_size;
    bool bar3_prefetch;
    bool ports;
};

/* hw/nv/pci.c */
extern const NVPciChip nv01_pci, nv03_pci, nv04_pci, nv11_pci, nv20_pci,
    nv41_pci, nv43_pci, nv46_pci, nv49_pci, nv50_pci, nv94_pci, nva3_pci,
    nvc0_pci;

/**
 * struct NVRaminChip - the instance memory of a card
 *
 * @size: bytes that the card itself can address
 * @piece: instance memory is the end of video memory, in reverse order of
 *         pieces of this many bytes; 0: it is video memory as it is
 * @bar: PCI BAR that maps all of it; 0: there is only PRAMIN
 * @bar1: offset in BAR1 at which it is mapped; 0: PRAMIN maps it
 * @dmaobj: the format of DMA objects there
 */
typedef struct NVRaminChip {
    uint32_t size;
    uint32_t piece;
    uint8_t bar;
    uint32_t bar1;
    const NVDmaobjChip *dmaobj;
} NVRaminChip;

/**
 * struct NVVmChip - the virtual memory of a card, NV50+
 *
 * @tables: its page tables, and how faults are reported
 * @host: the translation of the CPU's windows
 * @pd_offset: offset of the page directory in a channel's instance block; 0:
 *             PFB_MMU_PD_OFFSET has it.  NV50:NVC0
 * @pflush: the registers of PFLUSH; NULL: PFIFO has them
 * @peephole: the registers of PPEEPHOLE; NULL: PBUS has them
 * @wide_faults: the registers that describe a fault have fields of 8 bits
 *               rather than 4
 * @bar1_size, @bar3_size: sizes of the BARs, in bytes
 */
typedef struct NVVmChip {
    const NVVmTables *tables;
    const NVHostSpace *host;
    uint32_t pd_offset;
    const NVRegBlock *pflush;
    const NVRegBlock *peephole;
    bool wide_faults;
    uint64_t bar1_size;
    uint64_t bar3_size;
} NVVmChip;

/* hw/nv/memory/chips.c */
extern const NVRaminChip nv01_ramin, nv03_ramin, nv04_ramin, nv40_ramin,
    nv41_ramin, nv44_ramin, nv4a_ramin, nv50_ramin;
extern const NVVmChip nv50_vm, nv84_vm, nva3_vm, nvc0_vm;

/** NVOverlayFn - decode a head's overlay, which is zeroed before the call */
typedef void NVOverlayFn(NVHead *head, NVOverlay *ov);

/** Lines of which one register has the interrupts */
#define NV_GPIO_INTR_LINES 16

/**
 * struct NVGpioIntr - interrupts of 16 GPIO lines
 *
 * @intr, @enable: indices of the words of BAR0 that have them, and that enable
 *                 them
 */
typedef struct NVGpioIntr {
    uint32_t intr, enable;
} NVGpioIntr;

/**
 * struct NVDisplayChip - the display engine of a card
 *
 * @heads: number of CRTCs with VGA's registers
 * @dac_selects_head: which head the first DAC (and so the monitor) shows is
 *                    set by DACCLK, from NV50 on by EVO; if false it is head 0
 * @own_locks: each head has its own lock of extended CRTC registers; otherwise
 *             the first head's is for both
 * @start_mask: valid bits of PCRTC_START; bit 24 is in CR2D if it isn't valid
 * @vpll: the kind of the heads' PLLs
 * @cursor_argb: the cursor can be 64x64 ARGB (set up through 0x600810)
 * @cr_lock: index of the lock of the extended CRTC registers, 0: CR1F
 * @sr_lock: the lock is SR06 instead
 * @prmio: all of VGA's registers are in one place in BAR0, PRMIO
 * @i2c_ports: number of I2C ports; 0: the two in the CRTC's registers
 * @pnvio: the registers of PNVIO, NV50+
 * @pgpio: the registers of PGPIO; NULL before GF119
 * @gpio_lines: number of GPIO lines
 * @gpio_intr: their interrupts, 16 lines each
 * @gpio_place: returns the index of the word of BAR0 that has a line's bits, in
 *              the order of GPIO_0's first line, and the shift of these bits
 * @hpd_line: the line that shows that a monitor is connected
 * @overlay: decodes the overlay, before NV50; NULL: there is none
 * @scanout: functions for scanout; NULL: those for PCRTC and PRAMDAC
 * @evo: PDISPLAY, NULL before NV50
 */
typedef struct NVDisplayChip {
    unsigned heads;
    bool dac_selects_head;
    bool own_locks;
    uint32_t start_mask;
    NVVpll vpll;
    bool cursor_argb;
    uint8_t cr_lock;
    bool sr_lock;
    bool prmio;
    unsigned i2c_ports;
    const NVRegBlock *pnvio, *pgpio;
    unsigned gpio_lines;
    const NVGpioIntr *gpio_intr;
    uint32_t (*gpio_place)(unsigned line, unsigned *shift);
    unsigned hpd_line;
    NVOverlayFn *overlay;
    const NVScanoutSource *scanout;
    const NVEvoChip *evo;
} NVDisplayChip;

/* hw/nv/display/crtc/chips.c, hw/nv/display/evo/chips.c */
extern const NVDisplayChip nv03_display, nv04_display, nv15_display,
    nv11_display, nv17_display, nv30_display, nv31_display, nv41_display,
    nv50_display, nv84_display, nv94_display, nva0_display, nva3_display,
    nvc0_display, nvd9_display, nve4_display, nvf0_display, nv117_display;

/* hw/nv/vbios/chips.c */
extern const NVVbiosChip nv03_vbios, nv04_vbios, nv05_vbios, nv10_vbios,
    nv11_vbios, nv17_vbios, nv40_vbios, nv50_vbios, nva3_vbios, nvc0_vbios,
    nvd9_vbios, nve4_vbios;

/** Largest number of copy engines with a falcon */
#define NV_PCOPIES 2

/** Largest number of copy engines without one, NVE4+ */
#define NV_CES 3

/** Largest number of GPCs */
#define NV_GPCS 5

/**
 * struct NVUnitCounts - number of units that a chip has, NVC0+
 *
 * @gpcs: GPCs
 * @tpcs: largest number of TPCs in a GPC
 * @gpc_tpcs: number of TPCs in each GPC
 * @ppcs: PPCs that each GPC has for its TPCs
 * @tpc_strands: strands that each TPC has; 0: none that programs know
 * @partitions: partitions of video memory
 * @partitions_off: a bit per partition that is disabled
 * @pbdmas: PBDMAs of PFIFO
 * @pcopies: copy engines
 * @heads: heads of the display
 */
typedef struct NVUnitCounts {
    uint8_t gpcs;
    uint8_t tpcs;
    uint8_t gpc_tpcs[NV_GPCS];
    uint8_t ppcs;
    uint8_t tpc_strands;
    uint8_t partitions;
    uint8_t partitions_off;
    uint8_t pbdmas;
    uint8_t pcopies;
    uint8_t heads;
} NVUnitCounts;

/** enum NVEngineType - what PTOP calls an engine, NVE4+ */
typedef enum NVEngineType {
    NV_ENGINE_TYPE_GRAPH = 0,
    NV_ENGINE_TYPE_CE0 = 1,
    NV_ENGINE_TYPE_CE1 = 2,
    NV_ENGINE_TYPE_CE2 = 3,
} NVEngineType;

/**
 * struct NVEngineInfo - an engine of PFIFO as PTOP describes it, NVE4+
 *
 * PFIFO, PMC and the engines themselves take their numbers from here, too.
 *
 * @name: its name, for logs; NULL ends a card's list
 * @type: its type
 * @engine: PFIFO's number, of its STATUS and its INTR among others
 * @runlist: the run list whose channels it serves
 * @intr: its bit in PMC_INTR
 * @reset: its bit in PMC_ENABLE
 * @fault: its unit in what the MMU tells of faults
 * @addr: its registers in BAR0; 0: PTOP doesn't tell
 */
typedef struct NVEngineInfo {
    const char *name;
    NVEngineType type;
    uint8_t engine;
    uint8_t runlist;
    uint8_t intr;
    uint8_t reset;
    uint8_t fault;
    uint32_t addr;
} NVEngineInfo;

/**
 * struct NVChip - one card
 *
 * @name: chipset in lower case; the QOM type is "<name>-gpu"
 * @code: its code name, for a second QOM type; NULL: there is none
 * @desc: description for -device help
 * @units: its units, up to a NULL; NULL: those that all cards since NV04 have
 * @pci_vendor: PCI vendor id; 0: NVIDIA's own
 * @pci_id: PCI device id
 * @boot0: PMC_BOOT_0, by which drivers identify the chipset
 * @boot1: what is at the address of PMC_BOOT_1 in little-endian mode
 * @pci_revision: PCI revision id; 0: BOOT_0's low byte
 * @hwunits: PBUS_HWUNITS_0: which units PGRAPH has, from NV50 on also those for
 *           memory and video; 0 on cards without that register
 * @hwunits_1: PBUS_HWUNITS_1: which other units there are
 * @straps: PSTRAPS 0x101000 (crystal, bus width, memory strap)
 * @crystal_khz: frequency of the crystal, as in @straps
 * @enable: PMC_ENABLE as a VBIOS leaves it, for cards without a built-in one
 * @mmio: which units are where in BAR0; NULL: accesses never fail, before NV41
 * @pmc, @pbus, @ptimer: registers of PMC, PBUS and PTIMER; NULL: NV04's
 * @ppci_regs: registers behind PPCI's mirror; NULL: none is known
 * @prom: BAR0 address of PROM; 0: NV04's
 * @pci: its PCI function
 * @vram_bar0: offset of video memory in BAR0; 0: it is in BAR1
 * @vram_min: smallest video memory in bytes; 0: 16 MiB
 * @vram_default, @vram_max: video memory in bytes
 * @intr_map: bits of PMC_INTR that exist on the card
 * @endian_switch: PMC has an endian switch
 * @intr_mask: PMC_INTR_MASK_HOST selects those of them that the host gets
 * @ppci: there is a second mirror of PCI configuration space, PPCI; @ppci_only:
 *        and PBUS no longer has one
 * @vm: virtual memory, NULL before NV50
 * @counts: numbers of units, NVC0+
 * @engine_info: what PTOP tells of PFIFO's engines, up to a row without a name;
 *               NULL: there is no PTOP, before NVE4
 * @ramin, @gart, @fifo, @graph, @display, @vbios: parts with tables of their
 *        own; @gart is NULL on cards without one
 * @pfb: the registers of PFB
 * @pclock, @ptherm, @pvpe: the registers of PCLOCK, PTHERM and PVPE, on cards
 *        that have these units
 * @pfuse: the registers of PFUSE; NULL: NV50's
 * @punits, @pbfb, @pmfb_bcast, @pmfb, @privring, @privring_stations: the
 *        registers of these, NVC0+; NULL: NVC0's
 * @mpeg: PMPEG, a part of PVPE, as PFIFO's engine; NULL: it isn't one
 * @vga_stack: the VGA stack, NULL on cards without one
 * @pcopies: its copy engines with a falcon; NULL: none
 * @ces: those without; NULL: none
 * @pdaemon: the falcon of PDAEMON, NULL on cards without it
 * @ctxctl: the falcons of PGRAPH, NVC0+
 * @engines: NV_ENGINE__MAX engines, by PFIFO's numbers; NULL if the card or the
 *           model lacks that engine
 * @classes: lists of object classes that PGRAPH executes, up to a NULL; each
 *           ends with a 0
 */
typedef struct NVChip {
    const char *name;
    const char *code;
    const char *desc;
    const NVUnit *const *units;
    uint16_t pci_vendor;
    uint16_t pci_id;
    uint32_t boot0;
    uint32_t boot1;
    uint8_t pci_revision;
    uint32_t hwunits;
    uint32_t hwunits_1;
    uint32_t straps;
    uint32_t crystal_khz;
    uint32_t enable;
    const NVMmioMap *mmio;
    const NVRegBlock *pmc;
    const NVRegBlock *pbus;
    const NVRegBlock *ppci_regs;
    const NVRegBlock *ptimer;
    uint32_t prom;
    const NVPciChip *pci;
    uint32_t vram_bar0;
    uint64_t vram_min;
    uint64_t vram_default;
    uint64_t vram_max;
    uint32_t intr_map;
    bool endian_switch;
    bool intr_mask;
    bool ppci;
    bool ppci_only;
    const NVRaminChip *ramin;
    const NVVmChip *vm;
    const NVUnitCounts *counts;
    const NVEngineInfo *engine_info;
    const NVGartChip *gart;
    const NVRegBlock *pfb;
    const NVRegBlock *pclock;
    const NVRegBlock *ptherm;
    const NVRegBlock *pfuse;
    const NVRegBlock *punits;
    const NVRegBlock *pbfb;
    const NVRegBlock *pmfb_bcast;
    const NVRegBlock *pmfb;
    const NVRegBlock *privring;
    const NVRegBlock *privring_stations;
    const NVRegBlock *pvpe;
    const NVMpegChip *mpeg;
    const NVFifoChip *fifo;
    const NVGraphChip *graph;
    const NVDisplayChip *display;
    const NVVbiosChip *vbios;
    const NVVgaStackChip *vga_stack;
    const NVPcopyChip *pcopies[NV_PCOPIES];
    const NVCeChip *ces[NV_CES];
    const NVFalconChip *pdaemon;
    const NVCtxctlChip *ctxctl;
    const NVEngine *const *engines;
    const uint16_t *const *classes;
} NVChip;

extern const NVChip nv_chips[];
extern const unsigned nv_chip_count;

#endif /* HW_NV_CHIPSET_H */

/*
 * NVIDIA GPU: the PCI device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GPU_H
#define HW_NV_GPU_H

#include "hw/display/edid.h"
#include "hw/pci/pci_device.h"
#include "qemu/bitmap.h"
#include "qemu/timer.h"
#include "qom/object.h"

#include "hw/nv/chipset.h"
#include "hw/nv/compat.h"
#include "hw/nv/regs.h"
#include "hw/nv/log.h"
#include "hw/nv/report.h"
#include "hw/nv/machine.h"
#include "hw/nv/timers.h"
#include "hw/nv/memory.h"
#include "hw/nv/inside.h"
#include "hw/nv/engine.h"
#include "hw/nv/probe.h"
#include "hw/nv/guest-error.h"

#define TYPE_NV_GPU "nv-gpu"
OBJECT_DECLARE_TYPE(NVGPU, NVGPUClass, NV_GPU)

typedef struct NVBars NVBars;
typedef struct NVBus NVBus;
typedef struct NVCe NVCe;
typedef struct NVCtxctl NVCtxctl;
typedef struct NVDebug NVDebug;
typedef struct NVDisplay NVDisplay;
typedef struct NVFalcon NVFalcon;
typedef struct NVFaults NVFaults;
typedef struct NVFifo NVFifo;
typedef struct NVGraph NVGraph;
typedef struct NVChecker NVChecker;
typedef struct NVGpcs NVGpcs;
typedef struct NVPcopy NVPcopy;
typedef struct NVPdaemon NVPdaemon;
typedef struct NVProm NVProm;
typedef struct NVPcipher NVPcipher;
typedef struct NVVpe NVVpe;

#define PCI_VENDOR_ID_NV 0x10de
/** NVIDIA and SGS-Thomson */
#define PCI_VENDOR_ID_NV_SGS 0x12d2

/** Size of BAR0 in bytes, without video memory, which some cards have in it */
#define NV_BAR0_SIZE (16 * MiB)

/** Words of NVGPU.regs: BAR0's, and those behind it */
#define NV_REGS_WORDS (NV_BAR0_SIZE / 4 + NV_REGS_HIDDEN)

/** Words of a page of them, that is, of a bit of NVGPU.regs_used */
#define NV_REGS_PAGE 1024
#define NV_REGS_PAGES (NV_REGS_WORDS / NV_REGS_PAGE)

QEMU_BUILD_BUG_ON(NV_REGS_WORDS % NV_REGS_PAGE);

/** Size in bytes of a BAR1 with video memory and instance memory */
#define NV_SHARED_BAR1_SIZE (16 * MiB)

/** Largest number of falcons of a card */
#define NV_FALCONS 8

/** Largest number of register tables in the units of a card */
#define NV_UNIT_FILES 32

/**
 * struct NVUnitFile - one of a unit's tables of registers
 *
 * @unit: the unit that it belongs to; NULL: not in use
 * @regs: the registers
 */
typedef struct NVUnitFile {
    const NVUnit *unit;
    NVRegFile regs;
} NVUnitFile;

/**
 * struct NVGPU - one card
 *
 * @chip: its row in the table of cards
 * @units: its units, up to a NULL
 * @regs: the words of BAR0, see regs.h
 * @regs_used: its pages that may have words other than 0: those of units, and
 *             those that have been written
 * @regs_moved: of units' registers, the words outside their blocks
 * @regs_saved: the same in a snapshot, while it is made or loaded
 * @bus, @host_mem, @fifo, @graph, @gpcs, @vpe, @pcipher, @pcopies, @ces,
 *     @pdaemon, @ctxctl, @display, @prom: state of the folders and units; NULL
 *     if the card has no such unit
 * @falcons: its falcons, up to a NULL
 * @engine_host: PFIFO as the engines see it
 * @probes: the observers of the card
 * @debug: the debugger's state, while the device is realized
 * @breakpoints: NVBreakpoint, in the user's order
 * @faults: injected faults
 * @checker: the checker, while it is on
 * @engine_budget: units of work that engines may still do at once, see NVEngine
 * @push_copied: PFIFO holds copies of pushbuffers, see nv_memory_written()
 * @held: a write of the CPU that is on its way, see nv_host_writes_arrive()
 * @engines: its engines, by PFIFO's numbers
 * @vram_size: property "vram", in bytes
 * @has_display: property "display": the display engine isn't fused off
 * @msi: property "msi": the card has messages in place of its interrupt line
 * @pcie: property "x-pcie": on such a bus it is a device of PCI Express
 * @engine_latency: property "x-engine-latency-ns": time that a method takes
 *                  from the puller to its engine, in ns; 0: none
 * @repeats: property "x-repeatable": see nv_machine_repeats()
 * @nv04_mode: property "x-nv04-mode": channels may have pushbuffers without GP
 *             entries, too, NVC0+
 * @pbdma_crc: property "x-pbdma-crc": PBDMAs have checksums, NVC0+
 * @log_unmodelled: property "log-unmodelled": what isn't modelled is logged,
 *                  and not only reported
 * @timeline: property "timeline": the chardev that a time line goes to
 * @checker_on: property "checker": the checker is on
 * @mmiotrace_chr: property "mmiotrace": the chardev for a trace of the CPU's
 *                 accesses
 * @mmiotrace_vram: property "mmiotrace-vram": the trace includes BAR1
 * @pushdump_chr: property "pushdump": the chardev for dumps of pushbuffers
 * @edid: properties "xres", "yres" and so on: what the monitor reports
 * @bar0: container of all units' regions
 * @unmodelled: storage below the units that counts its uses
 * @unit_files: the registers that units list (NVUnit.blocks)
 * @irq: its interrupt
 * @fixed: what of configuration space nobody changes, see nv_pci_loaded()
 * @timers: the units' timers
 * @resume: resets the card when the VM resumes, if @half_loaded
 * @half_loaded: a snapshot was begun, and refused
 *
 * The state of memory/ and core/ is embedded here, since all others use it.
 *
 * Not saved (follows from the options): @push_copied, @vram_size,
 * @has_display, @msi, @pcie, @fixed, @engine_latency, @repeats, @nv04_mode,
 * @pbdma_crc, @log_unmodelled, @timeline, @checker_on, @mmiotrace_chr,
 * @mmiotrace_vram, @pushdump_chr, @edid
 * Not saved (follows from other state): @regs_used, @window, @inside
 * Not saved (migrates by itself, where it has to): @vram, @pramin,
 * @unit_files
 * Not saved (has no meaning between two calls): @engine_budget
 * Not saved (what the process reports, not state): @log
 * Not saved (about loading): @resume, @half_loaded
 */
struct NVGPU {
    PCIDevice parent_obj;

    const NVChip *chip;
    const NVUnit *const *units;
    uint32_t *regs;
    DECLARE_BITMAP(regs_used, NV_REGS_PAGES);
    GHashTable *regs_moved;
    NVRegsSaved *regs_saved;
    NVBus *bus;
    NVHostMem *host_mem;
    NVFifo *fifo;
    NVGraph *graph;
    NVGpcs *gpcs;
    NVVpe *vpe;
    NVPcipher *pcipher;
    NVPcopy *pcopies[NV_PCOPIES];
    NVCe *ces[NV_CES];
    NVPdaemon *pdaemon;
    NVCtxctl *ctxctl;
    NVDisplay *display;
    NVProm *prom;
    NVFalcon *falcons[NV_FALCONS + 1];
    const NVEngineHost *engine_host;
    NVProbes probes;
    NVDebug *debug;
    GPtrArray *breakpoints;
    NVFaults *faults;
    NVChecker *checker;
    int64_t engine_budget;
    bool push_copied;
    NVHeldWrite held;
    const NVEngine *engines[NV_ENGINE__MAX];

    uint64_t vram_size;
    bool has_display;
    OnOffAuto msi;
    bool pcie;
    uint32_t engine_latency;
    bool repeats;
    bool nv04_mode;
    bool log_unmodelled;
    bool pbdma_crc;
    NVCharFrontend timeline;
    bool checker_on;
    NVCharFrontend mmiotrace_chr;
    bool mmiotrace_vram;
    NVCharFrontend pushdump_chr;
    qemu_edid_info edid;

    NVVram vram;
    NVPramin pramin;
    NVVmState vm;
    NVWindow window;

    MemoryRegion bar0;
    NVInside inside;
    NVBars *bars;
    NVReport report;
    NVLog log;
    NVRegFile unmodelled;
    NVUnitFile unit_files[NV_UNIT_FILES];
    NVIrq irq;
    uint8_t fixed[PCI_CONFIG_SPACE_SIZE];
    NVTimers timers;
    NVVmHook resume;
    bool half_loaded;
};

/**
 * nv_memory_written: an engine is writing memory that may hold a pushbuffer
 * @gpu: the device
 *
 * A channel sees its own writes: PFIFO fetches again what it has copied.
 */
static inline void nv_memory_written(NVGPU *gpu)
{
    if (unlikely(gpu->push_copied)) {
        gpu->engine_host->written(gpu);
    }
}

/**
 * nv_host_writes_arrive: to be called before any other access of the CPU that
 *                        the card could act on
 * @gpu: the device
 *
 * Such an access empties the CPU's buffers for write combining.
 */
static inline void nv_host_writes_arrive(NVGPU *gpu)
{
    if (unlikely(gpu->held.arrive)) {
        gpu->held.arrive(gpu);
    }
}

/**
 * struct NVGPUClass - a kind of card
 *
 * @parent_realize: the PCI core's DeviceClass.realize
 * @chip: its row in the table of cards
 */
struct NVGPUClass {
    PCIDeviceClass parent_class;

    DeviceRealize parent_realize;
    const NVChip *chip;
};

/**
 * struct NVUnitBlock - one of a unit's tables of registers
 *
 * @block: the table
 * @chip: offset in NVChip of a pointer to the table; if that is NULL, @block is
 *        used.  0: the table is the same on all cards
 */
typedef struct NVUnitBlock {
    const NVRegBlock *block;
    size_t chip;
} NVUnitBlock;

/** NV_CHIP_BLOCK - the table to which @_member of the card's row points */
#define NV_CHIP_BLOCK(_member, ...) \
    { .chip = offsetof(NVChip, _member) + \
              type_check(const NVRegBlock *, \
                         typeof_field(NVChip, _member)), __VA_ARGS__ }

/**
 * struct NVUnit - a unit of the card
 *
 * Everything but @name is optional.
 *
 * @name: name for messages
 * @state, @size: the pointer in NVGPU to the unit's state beyond registers, and
 *                the size of that in bytes; allocated before any unit is
 *                realized.  0: the unit has none, or another unit owns it
 * @blocks: tables of registers, up to an empty one.  They are created before
 *          @realize, reset before @reset, freed after @exit
 * @realize: create the unit's regions, timers and so on
 * @reset: reset the unit
 * @enable: bits of PMC_ENABLE; when one of them falls, the unit is turned off
 * @disable: called then; NULL: the unit is reset
 * @exit: undo @realize
 * @post_load: called when all units have been loaded from a snapshot; returns
 *             false if the unit's state is invalid
 */
struct NVUnit {
    const char *name;
    size_t state, size;
    const NVUnitBlock *blocks;
    bool (*realize)(NVGPU *gpu, Error **errp);
    void (*reset)(NVGPU *gpu);
    uint32_t enable;
    void (*disable)(NVGPU *gpu);
    void (*exit)(NVGPU *gpu);
    bool (*post_load)(NVGPU *gpu, int version_id);
};

/** nv_unit_realize: create a unit's registers and its other state */
bool nv_unit_realize(NVGPU *gpu, const NVUnit *unit, Error **errp);

/** nv_unit_reset: reset a unit */
void nv_unit_reset(NVGPU *gpu, const NVUnit *unit);

/** nv_unit_exit: undo nv_unit_realize() */
void nv_unit_exit(NVGPU *gpu, const NVUnit *unit);

extern const NVUnit nv_unit_pmc;
extern const NVUnit nv_unit_pbus;
extern const NVUnit nv_unit_ptimer;
extern const NVUnit nv_unit_mmio;                       /* NV41+ */
extern const NVUnit nv_unit_pstraps;
extern const NVUnit nv_unit_prom;
extern const NVUnit nv_unit_pfb;
extern const NVUnit nv_unit_pramin;
extern const NVUnit nv_unit_pfifo;
extern const NVUnit nv_unit_user;
extern const NVUnit nv_unit_pgraph;
extern const NVUnit nv_unit_nv50_pgraph;                /* NV50:NVC0 */
extern const NVUnit nv_unit_pvpe;
extern const NVUnit nv_unit_pcipher;                    /* NV84+ */
extern const NVUnit nv_unit_pvp2;                       /* NV84+ */
extern const NVUnit nv_unit_pbsp;                       /* NV84+ */
extern const NVUnit nv_unit_pvld;                       /* NV98+ */
extern const NVUnit nv_unit_ppdec;                      /* NV98+ */
extern const NVUnit nv_unit_pppp;                       /* NV98+ */
extern const NVUnit nv_unit_psec;                       /* NV98 */
extern const NVUnit nv_unit_display;
extern const NVUnit nv_unit_pdisplay;                   /* NV50+ */
extern const NVUnit nv_unit_nv01_pgraph;                /* before NV04 */
extern const NVUnit nv_unit_pram;                       /* NV01 */
extern const NVUnit nv_unit_no_display;                 /* video memory only */
extern const NVUnit nv_unit_pclock;                     /* NV50+ */
extern const NVUnit nv_unit_ptherm;                     /* NV50+ */
extern const NVUnit nv_unit_punits;                     /* NVC0+ */
extern const NVUnit nv_unit_host_mem;                   /* NV50+ */
extern const NVUnit nv_unit_pcopy;                      /* GT215:NVC0 */
extern const NVUnit nv_unit_pdaemon;                    /* GT215:NVC0 */
extern const NVUnit nv_unit_nvc0_pfifo;                 /* NVC0:NVE4 */
extern const NVUnit nv_unit_nve4_pfifo;                 /* NVE4+ */
extern const NVUnit nv_unit_nvc0_objects;               /* NVC0+ */
extern const NVUnit nv_unit_nvc0_pgraph;                /* NVC0+ */
extern const NVUnit nv_unit_nvc0_pdaemon;               /* NVC0+ */
extern const NVUnit nv_unit_nvc0_pce0;                  /* NVC0+ */
extern const NVUnit nv_unit_nvc0_pce1;                  /* NVC0+ */
extern const NVUnit nv_unit_ctxctl;                     /* NVC0+ */
extern const NVUnit nv_unit_ce0;                        /* NVE4+ */
extern const NVUnit nv_unit_ce1;                        /* NVE4+ */
extern const NVUnit nv_unit_ce2;                        /* NVE4+ */

#endif /* HW_NV_GPU_H */

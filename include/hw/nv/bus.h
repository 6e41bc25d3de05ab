/*
 * NVIDIA GPU: PMC, PBUS, PTIMER, PSTRAPS, PFB
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_BUS_H
#define HW_NV_BUS_H

#include "qemu/notify.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/regs.h"
#include "hw/nv/vga-stack.h"

/**
 * struct NVBus - the card's interface to the machine
 *
 * @enabled: PMC_ENABLE as the units know it; a falling bit resets a unit
 * @gpu: the device
 * @off: bits of PMC_ENABLE that have fallen, and not risen again
 * @pbdmas_off: the same of PMC_PBDMA_ENABLE
 * @latched: bits of PBUS_INTR that come back until the driver has acknowledged
 *           the access in PTIMER, NVC0+
 * @enables: notified when the guest has written either of them; @mmio is one
 *           that looks which units are off
 * @ptimer_base, @ptimer_start: PTIMER read @ptimer_base at @ptimer_start on
 *                              QEMU_CLOCK_VIRTUAL, both in nanoseconds
 * @alarm: fires at PTIMER_ALARM
 * @ptimer_stands: a fault has stopped PTIMER at @ptimer_base
 * @big_endian: the endian switch, NV1A+
 * @endian_switch: notified when the guest changes the endian switch
 * @intx: level of the interrupt line as PMC drives it
 * @masked: bits of PMC_INTR that a debugger keeps off the interrupt line
 * @vga_stack: the VGA stack; the display resets and saves it
 * @config_mirror, @ppci: show the PCI configuration space
 *
 * Not saved (faults and debuggers are the process's): @ptimer_stands,
 * @masked
 * Not saved (migrates by itself, where it has to): @vga_stack
 */
typedef struct NVBus {
    MemoryRegion config_mirror;
    MemoryRegion ppci;
    NVGPU *gpu;
    uint32_t enabled;
    uint32_t off;
    uint32_t pbdmas_off;
    uint32_t latched;
    NotifierList enables;
    Notifier mmio;
    uint64_t ptimer_base;
    int64_t ptimer_start;
    QEMUTimer *alarm;
    bool ptimer_stands;
    bool big_endian;
    NotifierList endian_switch;
    bool intx;
    uint32_t masked;
    NVVgaStack vga_stack;
} NVBus;

/**
 * nv_pmc_set_intr: raise or lower a unit's interrupt
 * @gpu: the device
 * @mask: the unit's bit, R_NV_PMC_INTR_*_MASK
 * @level: (status & enable) != 0 in the unit
 */
void nv_pmc_set_intr(NVGPU *gpu, uint32_t mask, bool level);

/**
 * nv_pmc_drive_line: set the interrupt line to a level, whatever PMC says
 * @gpu: the device
 * @level: the level
 *
 * If that changes the line, observers are notified, except for faults.
 */
void nv_pmc_drive_line(NVGPU *gpu, bool level);

/**
 * nv_pmc_force_intr: raise or lower bits of PMC_INTR, for a debugger
 * @gpu: the device
 * @mask: the bits
 * @level: the level, until the unit itself next changes its bit
 *
 * Returns false, and does nothing, if the card doesn't have all of the bits.
 */
bool nv_pmc_force_intr(NVGPU *gpu, uint32_t mask, bool level);

/**
 * nv_mmio_fault: an access of the CPU to BAR0 fails, NV41+
 * @gpu: the device, with NVChip.mmio
 * @addr: BAR0 address of the word
 * @write: direction
 * @data: the word that is written, 0 outside of the access's bytes
 * @bit: the bit of PBUS_INTR; 0: that of a register that its unit lacks
 *
 * Keeps the access in PTIMER and raises PBUS's interrupt; returns what a read
 * gets.
 */
uint32_t nv_mmio_fault(NVGPU *gpu, uint32_t addr, bool write, uint32_t data,
                       unsigned bit);

/** nv_mmio_fault_bits: the bits of PBUS_INTR for it, 0 before NV41 */
uint32_t nv_mmio_fault_bits(const NVGPU *gpu);

/** nv_pmc_enabled: bits of PMC_INTR that the driver lets reach the line */
uint32_t nv_pmc_enabled(NVGPU *gpu);

/** nv_pmc_mask_intr: keep exactly these bits of PMC_INTR off the line */
void nv_pmc_mask_intr(NVGPU *gpu, uint32_t masked);

/**
 * nv_ptimer_now: PTIMER's time in nanoseconds
 * @gpu: the device
 *
 * Bits 4:0 read as 0, as on hardware.
 */
uint64_t nv_ptimer_now(NVGPU *gpu);

/**
 * nv_ptimer_stand: stop PTIMER, or let it continue from where it stopped
 * @gpu: the device
 * @stands: true to stop it
 *
 * No alarm goes off while it is stopped.
 */
void nv_ptimer_stand(NVGPU *gpu, bool stands);

/** "0x68-0x77: PCI MSI capability - 64-bit addressing, no mask" */
#define NV_PCI_MSI 0x68

/**
 * nv_ppci_speed: the link's speed, as the PCI Express capability says it
 * @gpu: the device
 *
 * Returns PCI_EXP_LNKSTA_CLS_*; 0: there is no such capability.
 */
unsigned nv_ppci_speed(NVGPU *gpu);

/**
 * nv_ppci_loaded: set what registers decide of the capability, when a snapshot
 *                 has been loaded
 * @gpu: the device
 * @speed: the link's, of nv_ppci_speed()
 */
void nv_ppci_loaded(NVGPU *gpu, unsigned speed);

/* For the table of cards: PMC's registers where they differ from NV04's */
extern const NVRegBlock nv94_pmc_regs;
extern const NVRegBlock nva3_pmc_regs;
extern const NVRegBlock nvc0_pmc_regs;

/* ... PBUS's */
extern const NVRegBlock nv40_pbus_regs;
extern const NVRegBlock nv41_pbus_regs;
extern const NVRegBlock nv50_pbus_regs;
extern const NVRegBlock nv84_pbus_regs;
extern const NVRegBlock nvc0_pbus_regs;
extern const NVRegBlock nv117_pbus_regs;

/* ... those behind PPCI's mirror */
extern const NVRegBlock nv84_ppci_regs;
extern const NVRegBlock nv92_ppci_regs;
extern const NVRegBlock nvc0_ppci_regs;

/* ... PTIMER's */
extern const NVRegBlock nv01_ptimer_regs;
extern const NVRegBlock nv41_ptimer_regs;
extern const NVRegBlock nvc0_ptimer_regs;

/* PFB's registers of each generation, for the table of cards */
extern const NVRegBlock nv03_pfb_regs;
extern const NVRegBlock nv04_pfb_regs;
extern const NVRegBlock nv10_pfb_regs;
extern const NVRegBlock nv20_pfb_regs;
extern const NVRegBlock nv40_pfb_regs;
extern const NVRegBlock nv30_pfb_regs;
extern const NVRegBlock nv31_pfb_regs;
extern const NVRegBlock nv41_pfb_regs;
extern const NVRegBlock nv44_pfb_regs;
extern const NVRegBlock nv46_pfb_regs;
extern const NVRegBlock nv47_pfb_regs;
extern const NVRegBlock nv43_pfb_regs;
extern const NVRegBlock nv4b_pfb_regs;
extern const NVRegBlock nv49_pfb_regs;
extern const NVRegBlock nv50_pfb_regs;
extern const NVRegBlock nv84_pfb_regs;
extern const NVRegBlock nvc0_pfb_regs;

/* ... PCLOCK's */
extern const NVRegBlock nv40_pclock_regs;
extern const NVRegBlock nv50_pclock_regs;
extern const NVRegBlock nvc0_pclock_regs;

/* ... PTHERM's */
extern const NVRegBlock nv50_ptherm_regs;
extern const NVRegBlock nv84_ptherm_regs;
extern const NVRegBlock nvc0_ptherm_regs;
extern const NVRegBlock nvf0_ptherm_regs;

/* ... PFUSE's where they differ from NV50's */
extern const NVRegBlock nvc0_pfuse_regs;
extern const NVRegBlock nvd7_pfuse_regs;
extern const NVRegBlock nve4_pfuse_regs;
extern const NVRegBlock nv117_pfuse_regs;

/* ... and of those where NVE4's differ from NVC0's */
extern const NVRegBlock nve4_punits_regs;
extern const NVRegBlock nve4_pbfb_regs;
extern const NVRegBlock nve4_pmfb_bcast_regs;
extern const NVRegBlock nve4_pmfb_regs;
extern const NVRegBlock nve4_privring_regs;
extern const NVRegBlock nve4_privring_stations_regs;
extern const NVRegBlock nv117_pmfb_bcast_regs;
extern const NVRegBlock nv117_pmfb_regs;

/* The units' places in BAR0, NV41+ */
extern const NVMmioMap nv41_mmio, nv50_mmio, nv84_mmio, nv92_mmio, nv98_mmio,
    nva3_mmio, nvc0_mmio, nvc3_mmio, nvc4_mmio, nvd9_mmio, nve4_mmio,
    nvf0_mmio, nv106_mmio, nv117_mmio;

extern const VMStateDescription nv_vmstate_bus;

#endif /* HW_NV_BUS_H */

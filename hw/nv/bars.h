/*
 * NVIDIA GPU: the PCI device's BARs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_BARS_H
#define NV_BARS_H

#include "qemu/notify.h"
#include "hw/pci/pci_device.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

/**
 * struct NVBar - a BAR
 *
 * @gpu: the device, NULL where there is no such BAR
 * @index: its number
 * @at: its place in the internal address space, NV_INSIDE_*; 0: the endian
 *      switch doesn't affect it
 * @root: the BAR itself: @probed is laid over @inner
 * @inner: the contents: @swapped is laid over the region that has them
 * @swapped: the contents with the bytes of each word swapped, while enabled
 * @probed: passes accesses on to @inner and reports them to observers, while
 *          enabled
 * @asleep: what the CPU finds at @asleep_at while the card sleeps
 * @asleep_at: PCI_BAR_UNMAPPED: it doesn't sleep, or the BAR is off
 * @as: the address space through which @probed reaches @inner
 */
typedef struct NVBar {
    NVGPU *gpu;
    unsigned index;
    hwaddr at;
    MemoryRegion root;
    MemoryRegion inner;
    MemoryRegion swapped;
    MemoryRegion probed;
    MemoryRegion asleep;
    pcibus_t asleep_at;
    AddressSpace as;
} NVBar;

/** BARs of memory, by their numbers; 64-bit ones take two */
#define NV_BARS 4

/**
 * struct NVBarMove - a write to configuration space that moves BARs, and waits
 *                    until no vCPU runs
 *
 * @waits: there is one
 * @addr, @val, @len: the write
 */
typedef struct NVBarMove {
    bool waits;
    uint32_t addr, val;
    int len;
} NVBarMove;

/** What BAR5 gives access to: BAR0, BAR1 and BAR3 */
#define NV_PORT_WINDOWS 3

/**
 * struct NVPorts - BAR5: ports through which code in real mode, which can't map
 *                  high addresses, reaches the other BARs
 *
 * @mr: the BAR
 * @on: "master enable": the ports but the first do something
 * @enable: bit 0: the data ports reach the BARs
 * @address: of the next access, in bytes
 * @data: what was written last to a data port that reaches nothing
 */
typedef struct NVPorts {
    MemoryRegion mr;
    bool on;
    uint32_t enable;
    uint32_t address[NV_PORT_WINDOWS];
    uint32_t data[NV_PORT_WINDOWS];
} NVPorts;

/**
 * struct NVBars - the BARs
 *
 * @gpu: the device
 * @bar: the BARs, by their numbers
 * @shared: container of video and instance memory, where they share a BAR
 * @unknown: BAR2, if no source says what it is for
 * @ports: BAR5
 * @endian_switch: notified of PMC's endian switch
 * @probes: notified when observers want accesses or no longer do
 * @probed: bits of the BARs whose accesses they want
 * @move: the last write that moves BARs
 *
 * Not saved (made with the device): @bar
 * Not saved (follows from who observes): @probed
 * Not saved (takes effect before a snapshot is taken): @move
 */
struct NVBars {
    NVGPU *gpu;
    NVBar bar[NV_BARS];
    MemoryRegion shared;
    MemoryRegion unknown;
    NVPorts ports;
    Notifier endian_switch;
    Notifier probes;
    uint32_t probed;
    NVBarMove move;
};

/** nv_bars_init, nv_bars_finalize: for the device's creation and destruction */
void nv_bars_init(NVGPU *gpu);
void nv_bars_finalize(NVGPU *gpu);

/** nv_pci_realize: fill in PCI configuration space; false: see @errp */
bool nv_pci_realize(NVGPU *gpu, Error **errp);

/**
 * nv_pci_is_express: whether the card is a device of PCI Express where it is: a
 *                    slot for PCI takes it, too
 */
bool nv_pci_is_express(const NVGPU *gpu);

/**
 * nv_pci_loaded: put back what nobody changes of the capabilities, when a
 *                snapshot has been loaded
 */
void nv_pci_loaded(NVGPU *gpu);

/**
 * nv_pci_wakes_reset: whether a write to configuration space wakes the card,
 *                     and resets it, since it didn't keep its state
 */
bool nv_pci_wakes_reset(const NVGPU *gpu, uint32_t addr, uint32_t val, int len);

/**
 * nv_pci_power_changes: does a write to configuration space change the power
 *                       state, and so whether the BARs are mapped?
 */
bool nv_pci_power_changes(const PCIDevice *pci, uint32_t addr, uint32_t val,
                          int len);

/** nv_ports_realize, nv_ports_reset: BAR5, on cards that have it */
void nv_ports_realize(NVGPU *gpu);
void nv_ports_reset(NVGPU *gpu);

/** Their state, in NVGPU's stream if it isn't what a reset leaves */
extern const VMStateDescription nv_vmstate_ports;

/** nv_bars_realize: register all BARs; the units have created the contents */
void nv_bars_realize(NVGPU *gpu);
void nv_bars_exit(NVGPU *gpu);

/**
 * nv_bars_config_write: pci_default_write_config()
 *
 * A vCPU's write that moves BARs takes effect when this vCPU has left the
 * device, and before it continues; or else with nv_bars_settle().
 */
void nv_bars_config_write(NVGPU *gpu, uint32_t addr, uint32_t val, int len);

/** nv_bars_update_asleep: when the power state may have changed */
void nv_bars_update_asleep(NVGPU *gpu);

/** nv_bars_wake: for the card's reset, behind which it doesn't sleep */
void nv_bars_wake(NVGPU *gpu);

/** nv_bars_settle: let a write that waits take effect now */
void nv_bars_settle(NVGPU *gpu);

/** nv_bars_reset: forget it */
void nv_bars_reset(NVGPU *gpu);

/** nv_bars_update_endian: apply a change of bus.big_endian */
void nv_bars_update_endian(NVGPU *gpu);

#endif /* NV_BARS_H */

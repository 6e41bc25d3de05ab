/*
 * NVIDIA GPU: what the files of hw/nv/bus share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_BUS_INTERNAL_H
#define HW_NV_BUS_INTERNAL_H

#include "hw/nv/regs.h"

/** Largest number of lists in a map */
#define NV_MMIO_LISTS 4

/**
 * struct NVMmioRange - a range of BAR0 that a unit decodes
 *
 * @unit: the unit's name
 * @first, @size: in bytes
 * @enable: bits of PMC_ENABLE that it needs; 0: it is always on
 * @there: whether the card was sold with it; NULL: all were
 * @pbdma: bits of PMC_PBDMA_ENABLE that it needs
 * @root: it is the host interface's own, and not on the ring, NVC0+
 */
typedef struct NVMmioRange {
    const char *unit;
    uint32_t first;
    uint32_t size;
    uint32_t enable;
    bool (*there)(const NVGPU *gpu);
    uint32_t pbdma;
    bool root;
} NVMmioRange;

/**
 * struct NVMmioMap - the units of a generation
 *
 * @ranges: lists, each up to an empty range; no two of them overlap
 * @refused: words, up to a 0, within ranges that cards have refused
 * @ring: the ring of registers reports errors of its own, NVC0+
 * @ring_is_0: a read that the ring reports returns 0
 */
struct NVMmioMap {
    const NVMmioRange *ranges[NV_MMIO_LISTS];
    const uint32_t *refused;
    bool ring;
    bool ring_is_0;
};

/**
 * nv_pbus_raise: raise interrupts of PBUS
 * @gpu: the device
 * @intr: R_NV_PBUS_INTR_*_MASK
 */
void nv_pbus_raise(NVGPU *gpu, uint32_t intr);

/** nv_ppci_realize: the mirrors of configuration space */
void nv_ppci_realize(NVGPU *gpu);

/** nv_ppci_reset: what of PCI Express a reset of the card puts back */
void nv_ppci_reset(NVGPU *gpu);

/** nv_ppci_units_write: a register says anew how fast the link can be */
void nv_ppci_units_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/**
 * nv_privring_fail: the ring's own interrupt, for an access that it reports
 * @gpu: the device
 * @addr: in BAR0
 * @write, @data: the access
 */
void nv_privring_fail(NVGPU *gpu, uint32_t addr, bool write, uint32_t data);

/** nv_punits_gpc_read: how many GPCs the chip has, see NVRegRead */
uint32_t nv_punits_gpc_read(NVGPU *gpu, uint32_t addr);

/* punits.c */
extern const NVRegBlock nv_punits_block;

/* privring.c */
extern const NVRegBlock nv_privring_block, nv_privring_stations_block;

#endif /* HW_NV_BUS_INTERNAL_H */

/*
 * NVIDIA GPU: a card's page table for the bus, NV44 and others
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_GART_H
#define HW_NV_MEMORY_GART_H

#include "hw/nv/memory.h"

/**
 * struct NVGartChip - a card's page table for the bus
 *
 * @table: the bits of NV_PFB_GART_BASE that are the table's address
 * @enabled: whether addresses go through it
 * @page: returns a page's frame on the bus, in units of 4 KiB; false if there
 *        is none
 */
struct NVGartChip {
    uint32_t table;
    bool (*enabled)(NVGPU *gpu);
    bool (*page)(NVGPU *gpu, uint64_t page, uint64_t *frame);
};

/**
 * nv_gart_translate: translate the card's bus address to the machine's
 * @gpu: the device
 * @span: a piece on the bus; set to what it is after translation, and cut to
 *        its page if there is a page table
 *
 * Returns false if there is no page.
 */
bool nv_gart_translate(NVGPU *gpu, NVSpan *span);

#endif /* HW_NV_MEMORY_GART_H */

/*
 * NVIDIA GPU: page tables and DMA objects as they are in memory, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_TABLES_H
#define HW_NV_MEMORY_TABLES_H

#include "hw/nv/registerfields.h"

FIELD(NV50_PDE, PRESENT, 0, 2)
FIELD(NV50_PDE, TARGET, 2, 2)
FIELD(NV50_PDE, SIZE, 5, 2)
/* Bits 39:12, in place */
#define NV50_PDE_ADDRESS_MASK 0xfffffff000ULL

enum {
    NV50_PDE_PRESENT_NONE = 0,
    NV50_PDE_PRESENT_LARGE = 1,         /* pages of 64 KiB */
    NV50_PDE_PRESENT_SMALL = 3,         /* pages of 4 KiB */
};

FIELD(NV50_PTE, PRESENT, 0, 1)
FIELD(NV50_PTE, READ_ONLY, 3, 1)
FIELD(NV50_PTE, TARGET, 4, 2)
FIELD(NV50_PTE, SUPERVISOR_ONLY, 6, 1)
FIELD(NV50_PTE, CONTIG, 7, 3)           /* log2 of a block of pages */
/* Bits 39:12, in place */
#define NV50_PTE_ADDRESS_MASK 0xfffffff000ULL

/* A word for each of an entry's tables: large pages, small pages */
FIELD(NVC0_PDE, TARGET, 0, 2)
FIELD(NVC0_PDE, SIZE, 2, 2)             /* of both tables: in the first word */
FIELD(NVC0_PDE, ADDRESS, 4, 28)         /* in 4 KiB */

enum {
    NVC0_PDE_TARGET_NONE = 0,
    NVC0_PDE_TARGET_VRAM = 1,           /* others are NV_LINEAR_* */
};

FIELD(NVC0_PTE, VALID, 0, 1)
FIELD(NVC0_PTE, PRIVILEGED, 1, 1)
FIELD(NVC0_PTE, READ_ONLY, 2, 1)
FIELD(NVC0_PTE, ADDRESS, 4, 28)         /* in 4 KiB */
FIELD(NVC0_PTE, TARGET, 33, 2)

FIELD(NVC0_BLOCK_PD, TARGET, 0, 2)
#define NVC0_BLOCK_PD_ADDRESS_MASK 0xfffff000

FIELD(NV50_DMAOBJ_3, BASE_HIGH, 0, 8)
FIELD(NV50_DMAOBJ_3, LIMIT_HIGH, 24, 8)

enum {
    NV50_DMAOBJ_TARGET_VM = 0,
    NV50_DMAOBJ_TARGET_VRAM = 1,
    NV50_DMAOBJ_TARGET_SYSRAM = 2,
    NV50_DMAOBJ_TARGET_SYSRAM_NO_SNOOP = 3,
};

FIELD(NV41_GART_PTE, VALID, 0, 1)
FIELD(NV41_GART_PTE, FRAME, 5, 27)

enum {
    NV_DMAOBJ_ACCESS_RW = 0,
    NV_DMAOBJ_ACCESS_RO = 1,
    NV_DMAOBJ_ACCESS_WO = 2,
};

#endif /* HW_NV_MEMORY_TABLES_H */

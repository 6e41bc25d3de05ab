/*
 * NVIDIA GPU: why an access through a DMA object failed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DMA_FAULT_H
#define HW_NV_DMA_FAULT_H

/** NV50's reasons; their low four bits are G80_VM_FAULT */
#define NV_VM_REASON 0x10

/** enum NVDmaReason - why an access failed */
typedef enum NVDmaReason {
    /** it didn't fail */
    NV_DMA_OK,
    /** nothing on the bus answered */
    NV_DMA_BUS,

    /* NV01:NV50, where the driver can't see them */
    NV_DMA_NO_FRAMES,
    NV_DMA_LIMIT,
    NV_DMA_WRITE_ONLY,
    NV_DMA_READ_ONLY,
    NV_DMA_NO_PAGE,
    NV_DMA_PAGE_READ_ONLY,
    NV_DMA_VRAM_LIMIT,
    NV_DMA_NO_GART_PAGE,

    /* NV50+ */
    NV_VM_PT_NOT_PRESENT = NV_VM_REASON,
    NV_VM_PT_TOO_SHORT = NV_VM_REASON | 0x1,
    NV_VM_PAGE_NOT_PRESENT = NV_VM_REASON | 0x2,
    NV_VM_PAGE_SUPERVISOR_ONLY = NV_VM_REASON | 0x3,
    NV_VM_PAGE_READ_ONLY = NV_VM_REASON | 0x4,
    NV_VM_NO_CHANNEL = NV_VM_REASON | 0x5,
    NV_VM_NULL_DMAOBJ = NV_VM_REASON | 0x6,
    NV_VM_WRONG_MEMTYPE = NV_VM_REASON | 0x7,
    NV_VM_VRAM_LIMIT = NV_VM_REASON | 0xb,
    NV_VM_LIMIT_EXCEEDED = NV_VM_REASON | 0xe,          /* NVC0+ */
    NV_VM_DMAOBJ_LIMIT = NV_VM_REASON | 0xf,
} NVDmaReason;

/**
 * struct NVDmaFault - a failed access
 *
 * @addr: the address that the object gave, which from NV50 on may be a virtual
 *        one; for an object with a page table, the offset in the object
 * @why: enum NVDmaReason
 * @write: it was a write
 *
 * The caller of an access owns one of these, and has to report it: only the
 * caller knows for which channel it acted, and what its own unit does then.
 */
typedef struct NVDmaFault {
    uint64_t addr;
    uint8_t why;
    bool write;
} NVDmaFault;

/**
 * nv_dma_reason_words: a reason in words, to follow an address in a log message
 *
 * From NV50 on this is G80_VM_FAULT's name.
 */
const char *nv_dma_reason_words(NVDmaReason why);

#endif /* HW_NV_DMA_FAULT_H */

/*
 * NVIDIA GPU: address spaces: how a generation resolves them, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_VM_H
#define HW_NV_MEMORY_VM_H

#include "hw/nv/memory.h"
#include "hw/nv/vm.h"

/**
 * struct NVVmAccess - an access to virtual memory
 *
 * @addr: 40-bit virtual address
 * @len: bytes wanted
 * @write: it is a write
 * @supervisor: it may use supervisor pages
 * @read_only, @supervisor_only: NV50_DMAOBJ_*: these override the page's entry
 */
typedef struct NVVmAccess {
    uint64_t addr, len;
    bool write;
    bool supervisor;
    uint8_t read_only, supervisor_only;
} NVVmAccess;

/** nv_vm_reset: forget faults */
void nv_vm_reset(NVGPU *gpu);

/**
 * struct NVVmTables - a generation's page tables
 *
 * @walk: nv_vm_walk()
 * @of_channel: nv_vm_of_channel()
 * @report: record a fault for the driver, unless it is left to NVVmState.fault;
 *          NULL: it always is
 * @inspect: add to a walk the entries for an address
 * @reasons: bit per NVDmaReason that @walk may return
 */
struct NVVmTables {
    NVDmaReason (*walk)(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                        NVSpan *spans, unsigned *count);
    NVVm (*of_channel)(NVGPU *gpu, uint32_t inst);
    void (*report)(NVGPU *gpu, uint32_t user, uint32_t inst,
                   const NVDmaFault *fault);
    NVVmClient (*client)(uint32_t user);
    void (*inspect)(NVGPU *gpu, const NVVm *vm, uint64_t addr, NVWalk *walk);
    uint32_t reasons;
};

extern const NVVmTables nv50_vm_tables;
extern const NVVmTables nvc0_vm_tables;

/**
 * nv_vm_read_entry: read an entry of a page directory or table
 * @gpu: the device
 * @target: NV_LINEAR_*
 * @addr: address there, in bytes
 * @entry: the result
 *
 * Returns false where there is no memory.
 */
bool nv_vm_read_entry(NVGPU *gpu, unsigned target, uint64_t addr,
                      uint64_t *entry);

/** nv_vm_inspect: add an entry to a walk; returns its value, or 0 */
uint64_t nv_vm_inspect(NVGPU *gpu, NVWalk *walk, NVWalkLevel level);

/** Granularity of nv_vm_looked_up(), in bytes: the smallest page */
#define NV_VM_SMALL_PAGE 4096

/**
 * nv_vm_looked_up: report that a page has been looked up
 * @gpu: the device
 * @table: the address space: its directory's address, or the table's own
 * @addr: an address in the page
 * @span: where that is; NULL: nowhere
 *
 * The caller has checked NV_PROBED().
 */
void nv_vm_looked_up(NVGPU *gpu, uint64_t table, uint64_t addr,
                     const NVSpan *span);

/**
 * nv_vm_walk: resolve an access, or the beginning of it
 * @gpu: the device
 * @vm: the address space
 * @access: the access
 * @spans: the consecutive pieces of memory, at least one if NV_DMA_OK is
 *         returned
 * @count: how many are wanted at most; set to how many there are
 */
NVDmaReason nv_vm_walk(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                       NVSpan *spans, unsigned *count);

/**
 * nv_vm_of_channel: the address space of a channel
 * @gpu: the device
 * @inst: address of the channel's instance block, in video memory
 */
NVVm nv_vm_of_channel(NVGPU *gpu, uint32_t inst);

#endif /* HW_NV_MEMORY_VM_H */

/*
 * Tests of the NVIDIA GPU: virtual memory of NV50 and later
 *
 * What nouveau's nvkm/subdev/mmu/vmmnv50.c, bar/nv50.c and
 * engine/dma/usernv50.c do with it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_VM_H
#define LIBNV_NV_VM_H

#include "hw/nv/bus-regs.h"
#include "nv-gpu.h"

/** Pages of 4 KiB and of 64 KiB */
#define NV_VM_SMALL 12
#define NV_VM_LARGE 16

/** Flags of a page table's entry */
#define NV_VM_PRESENT (1ull << 0)
#define NV_VM_RO (1ull << 3)
#define NV_VM_SYSRAM (2ull << 4)
#define NV_VM_SYSRAM_NO_SNOOP (3ull << 4)
#define NV_VM_PRIV (1ull << 6)
#define NV_VM_CONTIG(_order) ((uint64_t)(_order) << 7)

/** Entries of a table that nv_vm_table() makes for small pages */
#define NV_VM_SMALL_ENTRIES 0x2000

/** An instance block, with all that a channel has in it */
#define NV_VM_INST_SIZE (64 * KiB)

/** First word of a DMA object: what nouveau gives it for a VM */
#define NV_VM_DMAOBJ 0x7fc00000
#define NV_VM_DMAOBJ_VRAM 0x00010000
#define NV_VM_DMAOBJ_SYSRAM 0x00020000
#define NV_VM_DMAOBJ_RO 0x00040000
#define NV_VM_DMAOBJ_RW 0x00080000
#define NV_VM_DMAOBJ_PRIV 0x80000000

/* Video memory through PMEM, however BAR1 is set up */
uint32_t nv_phys_rd32(NVDev *nv, uint32_t addr);
void nv_phys_wr32(NVDev *nv, uint32_t addr, uint32_t val);
void nv_phys_wr64(NVDev *nv, uint32_t addr, uint64_t val);

/* Whole words of it, in order */
void nv_phys_read(NVDev *nv, uint32_t addr, void *data, uint32_t size);
void nv_phys_write(NVDev *nv, uint32_t addr, const void *data, uint32_t size);

/** nv_phys_wr_words: write @count words in a row */
void nv_phys_wr_words(NVDev *nv, uint32_t addr, const uint32_t *words,
                      unsigned count);

/** nv_phys_fill: write a word @count times, in a row */
void nv_phys_fill(NVDev *nv, uint32_t addr, uint32_t word, unsigned count);

/** nv_phys_clear: write zeros */
void nv_phys_clear(NVDev *nv, uint32_t addr, uint32_t size);

/** nv_vm_inst_new: an instance block, in video memory; returns its address */
uint32_t nv_vm_inst_new(NVDev *nv);

/**
 * nv_vm_table: a page table for the 512 MiB around an address
 * @nv: the card
 * @inst: the instance block
 * @va: an address
 * @bits: NV_VM_SMALL, of which the first 32 MiB can be mapped, or NV_VM_LARGE
 *
 * Returns the table's address in video memory.
 */
uint32_t nv_vm_table(NVDev *nv, uint32_t inst, uint64_t va, unsigned bits);

/** nv_vm_set: write an entry of a page table, address and flags */
void nv_vm_set(NVDev *nv, uint32_t table, uint64_t va, unsigned bits,
               uint64_t pte);

/** nv_vm_dmaobj: write a DMA object; @at is its address in video memory */
void nv_vm_dmaobj(NVDev *nv, uint32_t at, uint32_t flags, uint64_t base,
                  uint64_t limit);

/** nv_vm_bars: show what DMA objects of a block say, 0 for video memory */
void nv_vm_bars(NVDev *nv, uint32_t inst, uint32_t bar1, uint32_t bar3);

/**
 * nv_vm_check_combining: halves of 8 bytes are written to BAR3
 * @nv: the card
 * @offset: offset in BAR3
 * @ram: the guest's memory that it shows there, a page of zeros
 */
void nv_vm_check_combining(NVDev *nv, uint32_t offset, uint64_t ram);

/**
 * struct NVVmTrap - a fault, as nv50_fb_intr() reads it
 */
typedef struct NVVmTrap {
    unsigned engine, reason, client, slot;
    uint32_t inst;
    uint64_t addr;
    bool read;
} NVVmTrap;

/** nv_vm_trap: take the pending fault; returns false if there is none */
bool nv_vm_trap(NVDev *nv, NVVmTrap *trap);

#endif /* LIBNV_NV_VM_H */

/*
 * NVIDIA GPU: virtual memory, NV50+
 *
 * Source: envytools, memory/g80-vm.rst, rnndb/memory/g80_vm.xml and
 * gf100_vm.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VM_H
#define HW_NV_VM_H

#include "hw/nv/registerfields.h"
#include "migration/vmstate.h"
#include "qemu/notify.h"
#include "hw/nv/chipset.h"
#include "hw/nv/dma-fault.h"

/* --- In memory --------------------------------------------------------- */

/** Kinds of linear addresses; 1 is nowhere */
enum {
    NV_LINEAR_VRAM = 0,
    NV_LINEAR_PEER = 1,                 /* another card: there is none */
    NV_LINEAR_SYSRAM = 2,
    NV_LINEAR_SYSRAM_NO_SNOOP = 3,
};

FIELD(NV50_DMAOBJ_0, CLASS, 0, 16)
FIELD(NV50_DMAOBJ_0, TARGET, 16, 2)
FIELD(NV50_DMAOBJ_0, READ_ONLY, 18, 2)
FIELD(NV50_DMAOBJ_0, SUPERVISOR_ONLY, 20, 2)
FIELD(NV50_DMAOBJ_0, SUPERVISOR, 31, 1)

/** Values of READ_ONLY and SUPERVISOR_ONLY; 0: by the page's entry */
enum {
    NV50_DMAOBJ_FROM_PTE = 0,
    NV50_DMAOBJ_READ_ONLY = 1,
    NV50_DMAOBJ_READ_WRITE = 2,
    NV50_DMAOBJ_USER = 1,
    NV50_DMAOBJ_SUPERVISOR_ONLY = 2,
};

/* --- Faults ------------------------------------------------------------ */

/**
 * NV_VM_USER - originator of an access: G80_VM_ENGINE, G80_VM_CLIENT, DMA slot
 *
 * Source: g80-vm.rst, "VM users".
 */
#define NV_VM_USER(_engine, _client, _slot) \
    ((_engine) | (_client) << 8 | (_slot) << 16)

/** Where NV_VM_USER() leaves room: the PBDMA, of PFIFO's accesses, NVC0+ */
#define NV_VM_USER_BITS 24

enum {
    NV_VM_ENGINE_PGRAPH = 0x0,
    NV_VM_ENGINE_PEEPHOLE = 0x4,
    NV_VM_ENGINE_PFIFO = 0x5,
    NV_VM_ENGINE_BAR = 0x6,
    NV_VM_ENGINE_PMPEG = 0x8,
    NV_VM_ENGINE_PCIPHER = 0xa,
    NV_VM_ENGINE_SEMAPHORE_BG = 0xc,
    NV_VM_ENGINE_PCOPY = 0xd,
    NV_VM_ENGINE_PDAEMON = 0xe,
    /* Not among G80's */
    NV_VM_ENGINE_PCE1 = 0x1d,
    NV_VM_ENGINE_PCE2 = 0x1e,
};

/* Clients of the CPU's windows */
enum {
    NV_VM_CLIENT_WRITE = 0x4,
    NV_VM_CLIENT_READ = 0x8,
};

/** enum NVVmUser - originators that are modelled */
typedef enum NVVmUser {
    NV_VM_PGRAPH_CONTEXT    = NV_VM_USER(0x0, 0x3, 0x0),
    NV_VM_PGRAPH_NOTIFY     = NV_VM_USER(0x0, 0x3, 0x1),
    NV_VM_PGRAPH_QUERY      = NV_VM_USER(0x0, 0x3, 0x2),
    NV_VM_PGRAPH_COND       = NV_VM_USER(0x0, 0x3, 0x3),
    NV_VM_PGRAPH_M2MF_IN    = NV_VM_USER(0x0, 0x3, 0x4),
    NV_VM_PGRAPH_M2MF_OUT   = NV_VM_USER(0x0, 0x3, 0x5),
    NV_VM_PGRAPH_M2MF_NOTIFY = NV_VM_USER(0x0, 0x3, 0x6),
    NV_VM_PGRAPH_SRC2D      = NV_VM_USER(0x0, 0xa, 0x0),
    NV_VM_PGRAPH_RT         = NV_VM_USER(0x0, 0xb, 0x0),
    NV_VM_PGRAPH_ZETA       = NV_VM_USER(0x0, 0xb, 0x8),
    NV_VM_PGRAPH_DST2D      = NV_VM_USER(0x0, 0xb, 0xc),
    NV_VM_PEEPHOLE_WRITE    = NV_VM_USER(0x4, 0x4, 0x0),
    NV_VM_PEEPHOLE_READ     = NV_VM_USER(0x4, 0x8, 0x0),
    NV_VM_PFIFO_PUSHBUF     = NV_VM_USER(0x5, 0x8, 0x0),
    NV_VM_PFIFO_SEMAPHORE_WRITE = NV_VM_USER(0x5, 0x4, 0x1),
    NV_VM_PFIFO_SEMAPHORE_READ = NV_VM_USER(0x5, 0x8, 0x1),
    NV_VM_SEMAPHORE_BG      = NV_VM_USER(0xc, 0x8, 0x1),
    NV_VM_BAR1_WRITE        = NV_VM_USER(0x6, 0x4, 0x0),
    NV_VM_BAR1_READ         = NV_VM_USER(0x6, 0x8, 0x0),
    NV_VM_BAR3_WRITE        = NV_VM_USER(0x6, 0x4, 0x1),
    NV_VM_BAR3_READ         = NV_VM_USER(0x6, 0x8, 0x1),
    NV_VM_PMPEG_CONTEXT     = NV_VM_USER(0x8, 0x6, 0x4),
    NV_VM_PCIPHER_CONTEXT   = NV_VM_USER(0xa, 0xe, 0x0),
    NV_VM_PCIPHER_SRC       = NV_VM_USER(0xa, 0xe, 0x1),
    NV_VM_PCIPHER_DST       = NV_VM_USER(0xa, 0xe, 0x2),
    NV_VM_PCIPHER_QUERY     = NV_VM_USER(0xa, 0xe, 0x3),
    /* Ports 0 to 7 */
    NV_VM_PCOPY             = NV_VM_USER(0xd, 0x13, 0x0),
    NV_VM_PCE1              = NV_VM_USER(0x1d, 0x13, 0x0),
    NV_VM_PCE2              = NV_VM_USER(0x1e, 0x13, 0x0),
    NV_VM_PDAEMON           = NV_VM_USER(0xe, 0x11, 0x0),
} NVVmUser;

/**
 * enum NVC0VmUnit - units in the numbers of NVC0's faults
 *
 * Source: rnndb, fifo/gf100_pfifo.xml, VM_FAULT_UNIT.
 */
typedef enum NVC0VmUnit {
    NVC0_VM_UNIT_PGRAPH = 0x00,
    NVC0_VM_UNIT_PEEPHOLE = 0x03,
    NVC0_VM_UNIT_BAR1 = 0x04,
    NVC0_VM_UNIT_BAR3 = 0x05,
    NVC0_VM_UNIT_PBDMA0 = 0x07,
    NVC0_VM_UNIT_PCE0 = 0x15,
    NVC0_VM_UNIT_PCE1 = 0x16,
    NVC0_VM_UNIT_PDAEMON = 0x17,
    NVE4_VM_UNIT_PCE2 = 0x1b,
} NVC0VmUnit;

/** NVVmClient.slot where faults have none */
#define NV_VM_NO_SLOT (-1)

/**
 * struct NVVmClient - an originator as the card's registers name it
 *
 * @name: the unit's name, NULL if it has none
 * @unit: G80_VM_ENGINE, from NVC0 on NVC0VmUnit
 * @client: number of the unit's part: G80_VM_CLIENT, from NVC0 on one of the
 *          hub's clients, or of a GPC's
 * @of_gpc: @client is one of a GPC's
 * @slot: DMA slot, or NV_VM_NO_SLOT
 */
typedef struct NVVmClient {
    const char *name;
    uint8_t unit;
    uint8_t client;
    bool of_gpc;
    int slot;
} NVVmClient;

/**
 * nv_vm_client: how the card's registers name an originator
 * @gpu: the device, NV50+
 * @user: NVVmUser, with the PBDMA above it
 */
NVVmClient nv_vm_client(NVGPU *gpu, uint32_t user);

/** Words that VM_FAULT_DATA returns one after the other */
#define NV_VM_FAULT_WORDS 6

/**
 * struct NVVmState - the MMU's state
 *
 * @bar_channel: the channel of the BARs, from HOST_MEM_CHAN
 * @peephole_channel: the channel of the peephole
 * @pending: a fault is in @trap, and hasn't been acknowledged
 * @trap: the first fault since then
 * @fault: notified of failed accesses, with an NVVmReport
 */
typedef struct NVVmState {
    uint32_t bar_channel;
    uint32_t peephole_channel;
    bool pending;
    uint32_t trap[NV_VM_FAULT_WORDS];
    NotifierList fault;
} NVVmState;

extern const VMStateDescription nv_vmstate_vm;

/**
 * struct NVVmReport - a failed access, as reported to the units
 *
 * @user, @inst, @fault: see nv_vm_fault()
 * @client: @user in the card's numbers
 */
typedef struct NVVmReport {
    uint32_t user;
    NVVmClient client;
    uint32_t inst;
    const NVDmaFault *fault;
} NVVmReport;

/**
 * nv_vm_fault: report a failed access
 * @gpu: the device
 * @user: its originator: NVVmUser, with the PBDMA above it
 * @inst: address of its channel's instance block
 * @fault: the access; it is only reported if the MMU has refused it: a failure
 *         on the bus is no fault, and before NV50 there are none
 *
 * Faults of BARs raise PFIFO's BAR_FAULT, those of the peephole
 * PEEPHOLE_FAULT; for other users, their unit raises its own interrupt.
 */
void nv_vm_fault(NVGPU *gpu, uint32_t user, uint32_t inst,
                 const NVDmaFault *fault);

/* --- Translation ------------------------------------------------------- */

/**
 * struct NVVm - an address space
 *
 * @pd: address of its page directory
 * @target: kind of its address, NV_LINEAR_*; video memory before NVC0
 * @limit: its last valid address, NVC0+
 */
typedef struct NVVm {
    uint64_t pd;
    uint8_t target;
    uint64_t limit;
} NVVm;

/* --- Registers, for the tables of PFB and PBUS -------------------------- */

uint32_t nv_vm_fault_read(NVGPU *gpu, uint32_t addr);
void nv_vm_fault_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_vm_fault_data_read(NVGPU *gpu, uint32_t addr);
void nv_vm_tlb_flush_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_vm_tlb_flush_read(NVGPU *gpu, uint32_t addr);
uint32_t nvc0_vm_ctrl_read(NVGPU *gpu, uint32_t addr);
void nvc0_vm_invalidate_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_VM_H */

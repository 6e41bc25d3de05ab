/*
 * NVIDIA GPU: what the parts of a falcon show each other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_INTERNAL_H
#define HW_NV_FALCON_INTERNAL_H

#include "hw/nv/nv-gpu.h"
#include "hw/nv/falcon.h"

/** NV_FALCON_R - the stored word of a falcon's register, as an lvalue */
#define NV_FALCON_R(_falcon, _reg) \
    ((_falcon)->gpu->regs[(_falcon)->chip->regs->base / 4 + R_ ## _reg])

/** In NVFalcon.map: no physical page, or more than one */
#define NV_FALCON_MAP_NONE (-1)
#define NV_FALCON_MAP_MULTI (-2)

/** Lines that hardware pulls, by INTR_MODE as it is after reset */
#define NV_FALCON_LEVELS 0xfc04

/** nv_falcon_at: the falcon that has a register at this address of BAR0 */
NVFalcon *nv_falcon_at(NVGPU *gpu, uint32_t addr);

/* --- falcon.c --------------------------------------------------------- */

void nv_falcon_init(NVGPU *gpu, NVFalcon *falcon, const NVFalconChip *chip);
void nv_falcon_exit(NVFalcon *falcon);
void nv_falcon_reset(NVFalcon *falcon);
bool nv_falcon_post_load(NVFalcon *falcon);

/** nv_falcon_raise: an edge on interrupt lines @bits */
void nv_falcon_raise(NVFalcon *falcon, uint32_t bits);

/** nv_falcon_update_intr: a line, or what is enabled of them, has changed */
void nv_falcon_update_intr(NVFalcon *falcon);

/**
 * nv_falcon_kick: something that the falcon may wait for has happened
 *
 * Runs a first short slice in place; a timer goes on.
 */
void nv_falcon_kick(NVFalcon *falcon);

/**
 * nv_falcon_run: execute instructions
 * @falcon: the falcon
 * @budget: at most so many, from which it takes those executed
 */
void nv_falcon_run(NVFalcon *falcon, int64_t *budget);

/** nv_falcon_stop: the processor stops, and tells so */
void nv_falcon_stop(NVFalcon *falcon);

/** nv_falcon_can_run: it executes instructions, or would now */
bool nv_falcon_can_run(const NVFalcon *falcon);

/** nv_falcon_stuck: it has been running for long: nobody should wait for it */
bool nv_falcon_stuck(const NVFalcon *falcon);

/** nv_falcon_schedule: has it go on soon, if there is something to do */
void nv_falcon_schedule(NVFalcon *falcon);

extern const VMStateDescription nv_vmstate_falcon;
extern const NVRegBlock nv_falcon_regs;

/* --- timer.c ---------------------------------------------------------- */

void nv_falcon_timers_init(NVFalcon *falcon);
void nv_falcon_timers_exit(NVFalcon *falcon);
void nv_falcon_timers_reset(NVFalcon *falcon);
void nv_falcon_timers_post_load(NVFalcon *falcon);
uint32_t nv_falcon_timer_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_timer_write(NVGPU *gpu, uint32_t addr, uint32_t val);
extern const VMStateDescription nv_vmstate_falcon_timer;

/* --- memory.c --------------------------------------------------------- */

/** nv_falcon_load, nv_falcon_store: the data segment; @bits: 8, 16 or 32 */
uint32_t nv_falcon_load(const NVFalcon *falcon, unsigned bits, uint32_t addr);
void nv_falcon_store(NVFalcon *falcon, unsigned bits, uint32_t addr,
                     uint32_t val);

/** nv_falcon_remap: the TLB has changed */
void nv_falcon_remap(NVFalcon *falcon);


/** docs/hw/falcon/vm.rst, "TLB operations" */
void nv_falcon_itlb(NVFalcon *falcon, uint32_t page);
uint32_t nv_falcon_ptlb(const NVFalcon *falcon, uint32_t page);
uint32_t nv_falcon_vtlb(const NVFalcon *falcon, uint32_t addr);

/* Registers */
void nv_falcon_tlb_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_falcon_code_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_code_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_falcon_data_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_data_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- xfer.c ----------------------------------------------------------- */

/** enum NVFalconXfer - the kinds of transfers, as XFER_CTRL.MODE has them */
typedef enum NVFalconXfer {
    NV_FALCON_XDLD = 0,
    NV_FALCON_XCLD = 1,
    NV_FALCON_XDST = 2,
} NVFalconXfer;

/**
 * nv_falcon_xfer: transfer between a memory of the falcon and one outside
 * @falcon: the falcon
 * @mode: the kind
 * @port: of the memory interface
 * @base: address outside, in units of 256 bytes
 * @offset: what is added to it; of code the virtual address, too
 * @local: address in the falcon's memory, in bytes
 * @size: log2 of the length in words; ignored for code
 *
 * It is done when this returns.
 */
void nv_falcon_xfer(NVFalcon *falcon, NVFalconXfer mode, unsigned port,
                    uint32_t base, uint32_t offset, uint32_t local,
                    unsigned size);

/**
 * nv_falcon_span: memory that a port shows
 * @falcon: the falcon
 * @port: of the memory interface
 * @addr: 40-bit address there
 * @len: bytes wanted; the span is at most that long and at least 1 byte
 * @write: access wanted
 * @span: the result
 *
 * Returns false where there is none, and has raised the interrupt that says
 * why.
 */
bool nv_falcon_span(NVFalcon *falcon, unsigned port, uint64_t addr,
                    uint64_t len, bool write, NVSpan *span);

/** nv_falcon_fault: an access to what nv_falcon_span() gave has failed */
void nv_falcon_fault(NVFalcon *falcon);

/** nv_falcon_block: instance block of the channel that the interface is on */
uint32_t nv_falcon_block(NVFalcon *falcon);

uint32_t nv_falcon_memif_port_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_falcon_memif_channel_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_xfer_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- fuc3.c ----------------------------------------------------------- */

/** nv_fuc3_step: execute one instruction, or trap */
void nv_fuc3_step(NVFalcon *falcon);

/** nv_fuc3_interrupt: call interrupt vector 0 or 1 */
void nv_fuc3_interrupt(NVFalcon *falcon, unsigned vector);

/* --- pcopy-copy.c ----------------------------------------------------- */

/** nv_pcopy_copy: has a copy go on; see NVEngine's work() */
bool nv_pcopy_copy(NVFalcon *falcon, int64_t *budget);

void nv_pcopy_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pcopy_ctrl_read(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FALCON_INTERNAL_H */

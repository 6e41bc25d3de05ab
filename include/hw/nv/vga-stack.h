/*
 * NVIDIA GPU: the VGA stack, NV41+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VGA_STACK_H
#define HW_NV_VGA_STACK_H

#include "hw/nv/chipset.h"
#include "hw/nv/registerfields.h"

/** Number of cells; positions wrap there */
#define NV_VGA_STACK_CELLS 0x200

/** Values of the stack pointer, which has 10 bits */
#define NV_VGA_STACK_POSITIONS 0x400

/* The fields are the same in PBUS (NV41:NV50) and in PDISPLAY (NV50+). */
REG32(NV_PBUS_VGA_STACK_VAL, 0x001380)
REG32(NV_PBUS_VGA_STACK_CTRL, 0x001384)
    FIELD(NV_PBUS_VGA_STACK_CTRL, PUSH_TRIGGER, 0, 1)
    FIELD(NV_PBUS_VGA_STACK_CTRL, POP_TRIGGER, 1, 1)
    FIELD(NV_PBUS_VGA_STACK_CTRL, EMPTY, 4, 1)
    FIELD(NV_PBUS_VGA_STACK_CTRL, FULL, 5, 1)
    FIELD(NV_PBUS_VGA_STACK_CTRL, OVERFLOW, 6, 1)
    FIELD(NV_PBUS_VGA_STACK_CTRL, UNDERFLOW, 7, 1)
REG32(NV_PBUS_VGA_STACK_CONFIG, 0x001388)
    FIELD(NV_PBUS_VGA_STACK_CONFIG, PUSH_MODE, 0, 1)
    FIELD(NV_PBUS_VGA_STACK_CONFIG, POP_MODE, 1, 1)
    FIELD(NV_PBUS_VGA_STACK_CONFIG, MANUAL_POP_MODE, 2, 1)
    FIELD(NV_PBUS_VGA_STACK_CONFIG, OVERFLOW_CLEAR, 6, 1)
    FIELD(NV_PBUS_VGA_STACK_CONFIG, UNDERFLOW_CLEAR, 7, 1)
REG32(NV_PBUS_VGA_STACK_SP, 0x00138c)
REG32(NV_PDISPLAY_VGA_STACK_VAL, 0x619e40)
REG32(NV_PDISPLAY_VGA_STACK_CTRL, 0x619e44)
REG32(NV_PDISPLAY_VGA_STACK_CONFIG, 0x619e48)
REG32(NV_PDISPLAY_VGA_STACK_SP, 0x619e4c)

typedef struct NVVgaStackOps NVVgaStackOps;

/**
 * struct NVVgaStackChip - the VGA stack of a card
 *
 * @cr_val, @cr_ctrl: indices of VAL and CTRL among the CRTC's registers
 * @ops: its behaviour
 */
struct NVVgaStackChip {
    uint8_t cr_val, cr_ctrl;
    const NVVgaStackOps *ops;
};

/**
 * struct NVVgaStack - the VGA stack's state
 *
 * @cells: the bytes
 * @sp: the cell that the next push writes, below NV_VGA_STACK_POSITIONS
 * @config: the modes, bits of CONFIG
 * @errors: OVERFLOW and UNDERFLOW, bits of CTRL
 * @wval: NV50+: the byte to push
 * @rval: NV50+: the byte that was popped last
 */
typedef struct NVVgaStack {
    uint8_t cells[NV_VGA_STACK_CELLS];
    uint16_t sp;
    uint8_t config;
    uint8_t errors;
    uint8_t wval, rval;
} NVVgaStack;

void nv_vga_stack_reset(NVGPU *gpu);

/**
 * nv_vga_stack_cr_read, nv_vga_stack_cr_write: access the stack through the
 *                                              CRTC's registers
 * @gpu: the device
 * @index: CRTC register
 * @val: its value
 *
 * Return false if the register isn't the stack's.
 */
bool nv_vga_stack_cr_read(NVGPU *gpu, uint8_t index, uint8_t *val);
bool nv_vga_stack_cr_write(NVGPU *gpu, uint8_t index, uint8_t val);

/* Accessors, for the tables of the units that have the registers */
uint32_t nv_vga_stack_val_read(NVGPU *gpu, uint32_t addr);
void nv_vga_stack_val_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_vga_stack_ctrl_read(NVGPU *gpu, uint32_t addr);
void nv_vga_stack_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_vga_stack_config_read(NVGPU *gpu, uint32_t addr);
void nv_vga_stack_config_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_vga_stack_sp_read(NVGPU *gpu, uint32_t addr);
void nv_vga_stack_sp_write(NVGPU *gpu, uint32_t addr, uint32_t val);

extern const NVVgaStackChip nv41_vga_stack;
extern const NVVgaStackChip nv50_vga_stack;

extern const VMStateDescription nv_vmstate_vga_stack;

#endif /* HW_NV_VGA_STACK_H */

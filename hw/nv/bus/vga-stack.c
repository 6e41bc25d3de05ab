/*
 * NVIDIA GPU: the VGA stack, NV41+
 *
 * 0x200 bytes of storage, whose purpose isn't known.  The functions follow the
 * pseudo-code of envytools, hw/display/nv3/vga-stack, "Internal operation",
 * line by line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

#define NV_OVERFLOW R_NV_PBUS_VGA_STACK_CTRL_OVERFLOW_MASK
#define NV_UNDERFLOW R_NV_PBUS_VGA_STACK_CTRL_UNDERFLOW_MASK

#define NV_VGA_STACK_CONFIG_BITS \
    (R_NV_PBUS_VGA_STACK_CONFIG_PUSH_MODE_MASK | \
     R_NV_PBUS_VGA_STACK_CONFIG_POP_MODE_MASK | \
     R_NV_PBUS_VGA_STACK_CONFIG_MANUAL_POP_MODE_MASK)

/**
 * struct NVVgaStackOps - what a stack does with an access
 *
 * @read, @write: VAL
 * @push, @pop: the triggers of CTRL
 * @clears: bits of CONFIG that clear errors
 *
 * Source: envytools, hw/display/nv3/vga-stack, "Internal operation".
 */
struct NVVgaStackOps {
    uint8_t (*read)(NVGPU *gpu);
    void (*write)(NVGPU *gpu, uint8_t val);
    void (*push)(NVGPU *gpu);
    void (*pop)(NVGPU *gpu);
    uint8_t clears;
};

static bool nv_vga_stack_is_set(const NVVgaStack *stack, uint8_t mode)
{
    return stack->config & mode;
}

#define NV_VGA_STACK_MODE(_stack, _mode) \
    nv_vga_stack_is_set(_stack, R_NV_PBUS_VGA_STACK_CONFIG_ ## _mode ## _MASK)

/* "If stack is ever accessed at position >= 0x200, the address wraps." */
static uint8_t *nv_vga_stack_cell(NVVgaStack *stack, unsigned position)
{
    return &stack->cells[position % NV_VGA_STACK_CELLS];
}

/* --- NV41:NV50: an offending access is executed, and SP wraps ---------- */

static void nv41_vga_stack_push(NVGPU *gpu)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    stack->sp = (stack->sp + 1) % NV_VGA_STACK_POSITIONS;
}

static void nv41_vga_stack_pop(NVGPU *gpu)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    stack->sp = (stack->sp - 1u) % NV_VGA_STACK_POSITIONS;
}

static void nv41_vga_stack_write(NVGPU *gpu, uint8_t val)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    if (stack->sp >= NV_VGA_STACK_CELLS) {
        stack->errors |= NV_OVERFLOW;
    }
    *nv_vga_stack_cell(stack, stack->sp) = val;
    if (NV_VGA_STACK_MODE(stack, PUSH_MODE)) {
        nv41_vga_stack_push(gpu);
    }
}

static uint8_t nv41_vga_stack_read(NVGPU *gpu)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    if (stack->sp == 0) {
        stack->errors |= NV_UNDERFLOW;
    }
    if (NV_VGA_STACK_MODE(stack, POP_MODE)) {
        nv41_vga_stack_pop(gpu);
        return *nv_vga_stack_cell(stack, stack->sp);
    }
    if (NV_VGA_STACK_MODE(stack, MANUAL_POP_MODE)) {
        return *nv_vga_stack_cell(stack, stack->sp - 1);
    }
    return *nv_vga_stack_cell(stack, stack->sp);
}

static const NVVgaStackOps nv41_vga_stack_ops = {
    .read = nv41_vga_stack_read,
    .write = nv41_vga_stack_write,
    .push = nv41_vga_stack_push,
    .pop = nv41_vga_stack_pop,
    .clears = R_NV_PBUS_VGA_STACK_CONFIG_OVERFLOW_CLEAR_MASK |
              R_NV_PBUS_VGA_STACK_CONFIG_UNDERFLOW_CLEAR_MASK,
};

const NVVgaStackChip nv41_vga_stack = {
    .cr_val = 0x90,
    .cr_ctrl = 0x91,
    .ops = &nv41_vga_stack_ops,
};

/* --- NV50+: an offending access is discarded -------------------------- */

static void nv50_vga_stack_push(NVGPU *gpu)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    if (stack->sp >= NV_VGA_STACK_CELLS) {
        stack->errors |= NV_OVERFLOW;
    } else {
        *nv_vga_stack_cell(stack, stack->sp++) = stack->wval;
    }
    stack->errors &= ~NV_UNDERFLOW;
}

static void nv50_vga_stack_pop(NVGPU *gpu)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    if (stack->sp == 0) {
        stack->errors |= NV_UNDERFLOW;
    } else {
        stack->rval = *nv_vga_stack_cell(stack, --stack->sp);
    }
    stack->errors &= ~NV_OVERFLOW;
}

static void nv50_vga_stack_write(NVGPU *gpu, uint8_t val)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    stack->wval = val;
    if (NV_VGA_STACK_MODE(stack, PUSH_MODE)) {
        nv50_vga_stack_push(gpu);
    }
}

static uint8_t nv50_vga_stack_read(NVGPU *gpu)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    if (NV_VGA_STACK_MODE(stack, POP_MODE)) {
        nv50_vga_stack_pop(gpu);
        return stack->rval;
    }
    if (!NV_VGA_STACK_MODE(stack, MANUAL_POP_MODE) || stack->sp == 0) {
        return stack->rval;
    }
    return *nv_vga_stack_cell(stack, stack->sp - 1);
}

static const NVVgaStackOps nv50_vga_stack_ops = {
    .read = nv50_vga_stack_read,
    .write = nv50_vga_stack_write,
    .push = nv50_vga_stack_push,
    .pop = nv50_vga_stack_pop,
};

const NVVgaStackChip nv50_vga_stack = {
    .cr_val = 0xa2,
    .cr_ctrl = 0xa3,
    .ops = &nv50_vga_stack_ops,
};

/* --- Registers -------------------------------------------------------- */

static const NVVgaStackOps *nv_vga_stack_ops(NVGPU *gpu)
{
    return gpu->chip->vga_stack->ops;
}

uint32_t nv_vga_stack_val_read(NVGPU *gpu, uint32_t addr)
{
    uint8_t val = nv_vga_stack_ops(gpu)->read(gpu);

    trace_nv_vga_stack_read(val, gpu->bus->vga_stack.sp);
    return val;
}

void nv_vga_stack_val_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_vga_stack_ops(gpu)->write(gpu, val);
    trace_nv_vga_stack_write(val & 0xff, gpu->bus->vga_stack.sp);
}

uint32_t nv_vga_stack_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    const NVVgaStack *stack = &gpu->bus->vga_stack;
    uint32_t val = stack->errors;

    val = FIELD_DP32(val, NV_PBUS_VGA_STACK_CTRL, EMPTY, stack->sp == 0);
    return FIELD_DP32(val, NV_PBUS_VGA_STACK_CTRL, FULL,
                      stack->sp >= NV_VGA_STACK_CELLS);
}

/* No source says what happens if both are set: here a push, then a pop. */
void nv_vga_stack_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PBUS_VGA_STACK_CTRL, PUSH_TRIGGER)) {
        nv_vga_stack_ops(gpu)->push(gpu);
    }
    if (FIELD_EX32(val, NV_PBUS_VGA_STACK_CTRL, POP_TRIGGER)) {
        nv_vga_stack_ops(gpu)->pop(gpu);
    }
    trace_nv_vga_stack_ctrl(val & 0xff, gpu->bus->vga_stack.sp);
}

uint32_t nv_vga_stack_config_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->bus->vga_stack.config;
}

void nv_vga_stack_config_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVVgaStack *stack = &gpu->bus->vga_stack;

    stack->config = val & NV_VGA_STACK_CONFIG_BITS;
    /* Each bit clears the error at the same position in CTRL. */
    stack->errors &= ~(val & nv_vga_stack_ops(gpu)->clears);
}

uint32_t nv_vga_stack_sp_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->bus->vga_stack.sp;
}

void nv_vga_stack_sp_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    gpu->bus->vga_stack.sp = val % NV_VGA_STACK_POSITIONS;
}

/* --- The image among the CRTC's registers ----------------------------- */

bool nv_vga_stack_cr_read(NVGPU *gpu, uint8_t index, uint8_t *val)
{
    const NVVgaStackChip *chip = gpu->chip->vga_stack;

    if (chip && index == chip->cr_val) {
        *val = nv_vga_stack_val_read(gpu, index);
    } else if (chip && index == chip->cr_ctrl) {
        *val = nv_vga_stack_ctrl_read(gpu, index);
    } else {
        return false;
    }
    return true;
}

bool nv_vga_stack_cr_write(NVGPU *gpu, uint8_t index, uint8_t val)
{
    const NVVgaStackChip *chip = gpu->chip->vga_stack;

    if (chip && index == chip->cr_val) {
        nv_vga_stack_val_write(gpu, index, val);
    } else if (chip && index == chip->cr_ctrl) {
        nv_vga_stack_ctrl_write(gpu, index, val);
    } else {
        return false;
    }
    return true;
}

/* --- Life ------------------------------------------------------------- */

void nv_vga_stack_reset(NVGPU *gpu)
{
    gpu->bus->vga_stack = (NVVgaStack) { };
}

static int nv_vga_stack_post_load(void *opaque, int version_id)
{
    const NVVgaStack *stack = opaque;

    return stack->sp < NV_VGA_STACK_POSITIONS ? 0 : -EINVAL;
}

const VMStateDescription nv_vmstate_vga_stack = {
    .name = "nv-gpu/vga-stack",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = nv_vga_stack_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_BUFFER(cells, NVVgaStack),
        VMSTATE_UINT16(sp, NVVgaStack),
        VMSTATE_UINT8(config, NVVgaStack),
        VMSTATE_UINT8(errors, NVVgaStack),
        VMSTATE_UINT8(wval, NVVgaStack),
        VMSTATE_UINT8(rval, NVVgaStack),
        VMSTATE_END_OF_LIST()
    },
};

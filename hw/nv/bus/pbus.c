/*
 * NVIDIA GPU: PBUS: the bus interface; ppci.c has the part that is PCI's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

static void nv_pbus_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PBUS_MASK,
                    NV_R(gpu, NV_PBUS_INTR) & NV_R(gpu, NV_PBUS_INTR_EN));
}

void nv_pbus_raise(NVGPU *gpu, uint32_t intr)
{
    NV_R(gpu, NV_PBUS_INTR) |= intr;
    nv_pbus_update_intr(gpu);
}

static void nv_pbus_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_R(gpu, NV_PBUS_INTR) |= gpu->bus->latched;
    nv_pbus_update_intr(gpu);
}

static const NVRegInfo nv_pbus_rows[] = {
    NV_STORAGE(NV_PBUS_DEBUG_1),
    NV_ROW(NV_PBUS_INTR, .w1c = UINT32_MAX,
           .write = nv_pbus_intr_write),
    NV_ROW(NV_PBUS_GPIO_INTR, .w1c = UINT32_MAX),
    NV_ROW(NV_PBUS_INTR_EN, .rw = UINT32_MAX,
           .write = nv_pbus_intr_write),
    NV_STORAGE(NV_PBUS_GPIO_INTR_EN),
    /* Bits 9:8 are the kind of memory: DDR */
    NV_ROW(NV_PBUS_UNK218, .reset = 0x00000100, .rw = UINT32_MAX),
    NV_STORAGE(NV_PBUS_POWERCTRL_1),
    NV_STORAGE(NV_PBUS_POWERCTRL_2),
    NV_STORAGE(NV_PBUS_POWERCTRL_4),
};

#define NV_PBUS_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PBUS", 0x001000, 0x1000, _rows, __VA_ARGS__)

static const NVRegBlock nv_pbus_block = NV_PBUS_BLOCK(nv_pbus_rows);

static const NVRegInfo nv40_pbus_rows[] = {
    NV_STORAGE(NV_PBUS_HWUNITS_0),
};

const NVRegBlock nv40_pbus_regs = NV_PBUS_BLOCK(nv40_pbus_rows,
    .parent = &nv_pbus_block);

static const NVRegInfo nv41_pbus_rows[] = {
    NV_ROW(NV_PBUS_VGA_STACK_VAL, .read = nv_vga_stack_val_read,
           .write = nv_vga_stack_val_write, .acts_on_read = true),
    NV_ROW(NV_PBUS_VGA_STACK_CTRL, .read = nv_vga_stack_ctrl_read,
           .write = nv_vga_stack_ctrl_write),
    NV_ROW(NV_PBUS_VGA_STACK_CONFIG, .read = nv_vga_stack_config_read,
           .write = nv_vga_stack_config_write),
    NV_ROW(NV_PBUS_VGA_STACK_SP, .read = nv_vga_stack_sp_read,
           .write = nv_vga_stack_sp_write),
};

const NVRegBlock nv41_pbus_regs = NV_PBUS_BLOCK(nv41_pbus_rows,
    .parent = &nv40_pbus_regs);

static const NVRegInfo nv50_pbus_rows[] = {
    NV_ABSENT(NV_PBUS_GPIO_INTR),
    NV_ABSENT(NV_PBUS_GPIO_INTR_EN),
    NV_ABSENT(NV_PBUS_UNK218),
    NV_STORAGE(NV_PBUS_G80_HWUNITS_0),
    NV_ROW(NV_PBUS_UNK900, .count = 8, .rw = UINT32_MAX),
    NV_STORAGE(NV_PBUS_HOST_MEM_PMEM),
    NV_ROW(NV_PBUS_HOST_MEM_CHAN, .rw = UINT32_MAX,
           .write = nv_host_mem_chan_write),
    NV_ROW(NV_PBUS_HOST_MEM_BAR1, .rw = UINT32_MAX,
           .write = nv_host_mem_bar1_write),
    NV_STORAGE(NV_PBUS_HOST_MEM_BAR3),
    NV_STORAGE(NV_PBUS_HOST_MEM_PEEPHOLE),
    NV_ROW(NV_PBUS_PEEPHOLE_RW_ADDR, .rw = 0xfffffffc),
    NV_ROW(NV_PBUS_PEEPHOLE_RW_DATA, .read = nv_peephole_data_read,
           .write = nv_peephole_data_write, .acts_on_read = true),
};

const NVRegBlock nv50_pbus_regs = NV_PBUS_BLOCK(nv50_pbus_rows,
    .parent = &nv_pbus_block);

static const NVRegInfo nv84_pbus_rows[] = {
    NV_ROW(NV_PBUS_HWUNITS_1, .rw = UINT32_MAX,
           .write = nv_ppci_units_write),
    NV_ABSENT(NV_PBUS_PEEPHOLE_RW_ADDR),
    NV_ABSENT(NV_PBUS_PEEPHOLE_RW_DATA),
};

const NVRegBlock nv84_pbus_regs = NV_PBUS_BLOCK(nv84_pbus_rows,
    .parent = &nv50_pbus_regs);

static const NVRegInfo nvc0_pbus_rows[] = {
    NV_ABSENT(NV_PBUS_G80_HWUNITS_0),
    NV_ABSENT(NV_PBUS_HWUNITS_1),
    NV_ABSENT(NV_PBUS_HOST_MEM_CHAN),
    NV_ABSENT(NV_PBUS_HOST_MEM_BAR1),
    NV_ABSENT(NV_PBUS_HOST_MEM_BAR3),
    NV_ABSENT(NV_PBUS_HOST_MEM_PEEPHOLE),
    NV_ROW(NVC0_PBUS_HOST_MEM_BAR1, .rw = UINT32_MAX,
           .write = nvc0_host_mem_bar_write),
    NV_STORAGE(NVC0_PBUS_HOST_MEM_BAR3),
    NV_STORAGE(NVC0_PBUS_HOST_MEM_PEEPHOLE),
};

const NVRegBlock nvc0_pbus_regs = NV_PBUS_BLOCK(nvc0_pbus_rows,
    .parent = &nv84_pbus_regs);

/* The windows' new instance blocks are in use at once. */
static const NVRegInfo nv117_pbus_rows[] = {
    NV_ROW(NV117_PBUS_BIND_STATUS),
};

const NVRegBlock nv117_pbus_regs = NV_PBUS_BLOCK(nv117_pbus_rows,
    .parent = &nvc0_pbus_regs);

static bool nv_pbus_realize(NVGPU *gpu, Error **errp)
{
    nv_ppci_realize(gpu);
    return true;
}

static void nv_pbus_reset(NVGPU *gpu)
{
    if (gpu->chip->hwunits) {
        NV_R(gpu, NV_PBUS_HWUNITS_0) = gpu->chip->hwunits;
    }
    if (gpu->chip->hwunits_1) {
        NV_R(gpu, NV_PBUS_HWUNITS_1) = gpu->has_display
            ? gpu->chip->hwunits_1
            : gpu->chip->hwunits_1 & ~R_NV_PBUS_HWUNITS_1_PDISPLAY_MASK;
    }
    nv_ppci_reset(gpu);
    nv_pbus_update_intr(gpu);
}

const NVUnit nv_unit_pbus = {
    .name = "PBUS",
    .blocks = (const NVUnitBlock[]) {
        NV_CHIP_BLOCK(pbus, .block = &nv_pbus_block),
        NV_CHIP_BLOCK(ppci_regs), { }
    },
    .realize = nv_pbus_realize,
    .reset = nv_pbus_reset,
};

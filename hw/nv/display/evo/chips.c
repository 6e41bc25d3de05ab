/*
 * NVIDIA GPU: the display from NV50 on, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "chip.h"
#include "pnvio.h"
#include "hw/nv/display/scanout.h"

#define NV50_DISPLAY \
    .heads = 1, \
    .dac_selects_head = true, \
    .cr_lock = 0x3f, \
    .prmio = true, \
    .gpio_place = nv50_gpio_place, \
    .gpio_intr = nv50_gpio_intr, \
    .hpd_line = 7, \
    .scanout = &nv_evo_scanout

const NVDisplayChip nv50_display = {
    NV50_DISPLAY,
    .pnvio = &nv50_pnvio_regs, .i2c_ports = 4, .gpio_lines = 16,
    .evo = &nv50_evo,
};

const NVDisplayChip nv84_display = {
    NV50_DISPLAY,
    .pnvio = &nv50_pnvio_regs, .i2c_ports = 4, .gpio_lines = 16,
    .evo = &nv84_evo,
};

const NVDisplayChip nv94_display = {
    NV50_DISPLAY,
    .pnvio = &nv94_pnvio_regs, .i2c_ports = 6, .gpio_lines = 32,
    .evo = &nv94_evo,
};

const NVDisplayChip nva0_display = {
    NV50_DISPLAY,
    .pnvio = &nva0_pnvio_regs, .i2c_ports = 6, .gpio_lines = 32,
    .evo = &nva0_evo,
};

const NVDisplayChip nva3_display = {
    NV50_DISPLAY,
    .pnvio = &nv94_pnvio_regs, .i2c_ports = 6, .gpio_lines = 32,
    .evo = &nva3_evo,
};

const NVDisplayChip nvc0_display = {
    NV50_DISPLAY,
    .pnvio = &nv94_pnvio_regs, .i2c_ports = 6, .gpio_lines = 32,
    .evo = &nvc0_evo,
};

const NVDisplayChip nvd9_display = {
    NV50_DISPLAY,
    .pnvio = &nvd9_pnvio_regs, .pgpio = &nvd9_pgpio_regs,
    .i2c_ports = 6, .gpio_lines = 32, .gpio_place = nvd9_gpio_place,
    .evo = &nvd9_evo,
};

/* Later ones differ in what EVO's channels are. */
#define NVE4_DISPLAY \
    NV50_DISPLAY, \
    .pnvio = &nve4_pnvio_regs, .pgpio = &nve4_pgpio_regs, \
    .i2c_ports = 6, .gpio_lines = 32, .gpio_place = nvd9_gpio_place, \
    .gpio_intr = nve4_gpio_intr

const NVDisplayChip nve4_display = { NVE4_DISPLAY, .evo = &nve4_evo };
const NVDisplayChip nvf0_display = { NVE4_DISPLAY, .evo = &nvf0_evo };
const NVDisplayChip nv117_display = { NVE4_DISPLAY, .evo = &nv117_evo };

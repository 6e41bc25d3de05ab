/*
 * NVIDIA GPU: the display, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "scanout.h"
#include "hw/nv/display/crtc/pvideo.h"
#include "hw/nv/display/evo/chip.h"
#include "hw/nv/display/evo/pnvio.h"

/* To software it looks like NV04's. */
const NVDisplayChip nv03_display = {
    .heads = 1,
    .sr_lock = true,
    .start_mask = 0x00fffffc,
};

const NVDisplayChip nv04_display = {
    .heads = 1,
    .start_mask = 0x00fffffc,
    .overlay = nv04_pvideo_overlay,
};

const NVDisplayChip nv15_display = {
    .heads = 1,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
    .overlay = nv10_pvideo_overlay,
};

const NVDisplayChip nv11_display = {
    .heads = 2,
    .own_locks = true,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
    .overlay = nv10_pvideo_overlay,
};

const NVDisplayChip nv17_display = {
    .heads = 2,
    .dac_selects_head = true,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
    .overlay = nv17_pvideo_overlay,
};

const NVDisplayChip nv30_display = {
    .heads = 2,
    .dac_selects_head = true,
    .start_mask = UINT32_MAX,
    .vpll = NV_VPLL_NV30,
    .cursor_argb = true,
    .overlay = nv17_pvideo_overlay,
};

const NVDisplayChip nv31_display = {
    .heads = 2,
    .dac_selects_head = true,
    .vpll = NV_VPLL_NV31,
    .cursor_argb = true,
    .start_mask = UINT32_MAX,
    .overlay = nv17_pvideo_overlay,
};

const NVDisplayChip nv41_display = {
    .heads = 2,
    .dac_selects_head = true,
    .vpll = NV_VPLL_NV41,
    .cursor_argb = true,
    .start_mask = UINT32_MAX,
};

#define NV50_DISPLAY \
    .heads = 1, \
    .dac_selects_head = true, \
    .cr_lock = 0x3f, \
    .prmio = true, \
    .gpio_place = nv50_gpio_place, \
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

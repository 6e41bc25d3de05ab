/*
 * NVIDIA GPU: PNVIO: GPIO and I2C lines, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_PNVIO_H
#define HW_NV_DISPLAY_EVO_PNVIO_H

#include "hw/nv/nv-gpu.h"

/** nv_gpio_monitor: the monitor's GPIO line may have changed, NV50+ */
void nv_gpio_monitor(NVGPU *gpu);

/* PNVIO's registers of each generation */
extern const NVRegBlock nv50_pnvio_regs;
extern const NVRegBlock nv94_pnvio_regs;
extern const NVRegBlock nva0_pnvio_regs;
extern const NVRegBlock nvd9_pnvio_regs;
extern const NVRegBlock nvd9_pgpio_regs;
extern const NVRegBlock nve4_pnvio_regs;
extern const NVRegBlock nve4_pgpio_regs;

/* As NVDisplayChip.gpio_intr */
extern const NVGpioIntr nv50_gpio_intr[];
extern const NVGpioIntr nve4_gpio_intr[];

/* As NVDisplayChip.gpio_place */
uint32_t nv50_gpio_place(unsigned line, unsigned *shift);
uint32_t nvd9_gpio_place(unsigned line, unsigned *shift);

void nv_pnvio_realize(NVGPU *gpu);
void nv_pnvio_reset(NVGPU *gpu);
void nv_pnvio_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_PNVIO_H */

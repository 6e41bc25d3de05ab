/*
 * NVIDIA GPU: the display's state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_STATE_H
#define HW_NV_DISPLAY_STATE_H

#include "hw/display/i2c-ddc.h"
#include "head.h"
#include "i2c.h"
#include "vga.h"
#include "hw/nv/display/crtc/pvideo.h"
#include "hw/nv/display/evo/state.h"
#include "hw/nv/vga-stack.h"

/**
 * struct NVDisplay - the display side of the card
 *
 * @gpu: the device
 * @vga: QEMU's VGA core; it allocates the card's video memory
 * @vga2: the second head's VGA registers; it shows nothing in VGA modes
 * @vga_map: where VGA's registers and memory are
 * @head: the heads; the card has chip->display->heads
 * @con: the monitor, which the first DAC drives
 * @shown: the head that @con shows
 * @pcrtc2: registers of a second head, for cards without one
 * @pvideo: the overlay before NV50; there is one for all heads
 * @stack: the VGA stack, which is in PBUS before NV50
 * @i2c: the ports; the monitor is on the first
 * @ddc: the monitor's DDC, NULL if there is none
 * @garbled: an injected fault garbles its answers
 * @evo, @pnvio: PDISPLAY, and GPIO and I2C lines, NV50+; from GF119 on most of
 *               the latter are in @pgpio
 * @probed: notified when observers want vertical blanks
 * @rma: the port to BAR0, at @rma_addr
 *
 * Not saved (follows from other state): @vga_map
 * Not saved (faults and debuggers are the process's): @garbled
 */
typedef struct NVDisplay {
    NVGPU *gpu;
    VGACommonState vga, vga2;
    NVVgaMap vga_map;
    NVHead head[NV_EVO_HEADS];
    QemuConsole *con;
    NVHead *shown;
    NVRegFile pcrtc2;
    NVPVideo pvideo;
    NVVgaStack *stack;
    NVI2CPort i2c[NV_I2C_PORTS];
    I2CDDCState *ddc;
    bool garbled;
    NVEvo evo;
    NVRegFile pnvio, pgpio;
    Notifier probed;
    PortioList rma;
    uint32_t rma_addr;
} NVDisplay;

#endif /* HW_NV_DISPLAY_STATE_H */

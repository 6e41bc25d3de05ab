/*
 * NVIDIA GPU: injected faults of the monitor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "i2c.h"
#include "state.h"
#include "hw/nv/display.h"
#include "hw/nv/display/evo/pnvio.h"

bool nv_monitor_there(NVGPU *gpu)
{
    return gpu->display && gpu->display->ddc;
}

void nv_monitor_update(NVGPU *gpu)
{
    if (!nv_monitor_there(gpu)) {
        return;
    }
    nv_i2c_update_monitor(gpu);
    if (gpu->chip->display->gpio_place) {
        nv_gpio_monitor(gpu);
    }
}

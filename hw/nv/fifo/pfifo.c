/*
 * NVIDIA GPU: PFIFO
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"
void nv_fifo_forget(NVGPU *gpu) {}
static bool nv_pfifo_realize(NVGPU *gpu, Error **errp) { return true; }
static void nv_pfifo_reset(NVGPU *gpu) { }
const NVUnit nv_unit_pfifo = { .name = "PFIFO", .realize = nv_pfifo_realize, .reset = nv_pfifo_reset, };
const NVUnit nv_unit_user = { .name = "USER", .realize = nv_pfifo_realize, .reset = nv_pfifo_reset, };
const VMStateDescription nv_vmstate_fifo = {
    .name = "nv-gpu/fifo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_END_OF_LIST()
    },
};

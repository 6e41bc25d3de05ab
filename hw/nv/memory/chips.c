/*
 * NVIDIA GPU: memory, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

/* Instance memory: nv1-vram.rst; NV03's BAR1 shows it (bars.rst) */
const NVRaminChip nv01_ramin = { .size = 1 * MiB, .piece = 4 };
const NVRaminChip nv03_ramin = {
    .size = 1 * MiB, .piece = 16, .bar1 = 0xc00000,
};

const NVRaminChip nv04_ramin = {
    .size = 1 * MiB,
    .piece = 64,
};

const NVRaminChip nv40_ramin = {
    .size = 16 * MiB,
    .piece = 64,
    .bar = 2,
};

const NVRaminChip nv41_ramin = {
    .size = 16 * MiB,
    .piece = 64,
    .bar = 3,
};

/* nvkm/subdev/mmu/nv44.c: "512KiB alignment" */
const NVRaminChip nv44_ramin = {
    .size = 16 * MiB,
    .piece = 512 * KiB,
    .bar = 3,
};

const NVRaminChip nv50_ramin = { .size = 512 * MiB };

const NVVmChip nv50_vm = {
    .pd_offset = 0x1400, .bar1_size = 256 * MiB, .bar3_size = 32 * MiB,
};

const NVVmChip nv84_vm = {
    .pflush = true, .bar1_size = 256 * MiB, .bar3_size = 32 * MiB,
};

const NVVmChip nva3_vm = {
    .pflush = true, .wide_faults = true,
    .bar1_size = 256 * MiB, .bar3_size = 32 * MiB,
};

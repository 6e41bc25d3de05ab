/*
 * NVIDIA GPU: memory, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "host-space.h"
#include "vm.h"
#include "hw/nv/nv-gpu.h"

/* Instance memory: nv1-vram.rst; NV03's BAR1 shows it (bars.rst) */
const NVRaminChip nv01_ramin = {
    .size = 1 * MiB, .piece = 4, .dmaobj = &nv04_dmaobj,
};
const NVRaminChip nv03_ramin = {
    .size = 1 * MiB, .piece = 16, .bar1 = 0xc00000, .dmaobj = &nv04_dmaobj,
};

const NVRaminChip nv04_ramin = {
    .size = 1 * MiB,
    .piece = 64,
    .dmaobj = &nv04_dmaobj,
};

const NVRaminChip nv40_ramin = {
    .size = 16 * MiB,
    .piece = 64,
    .bar = 2,
    .dmaobj = &nv04_dmaobj,
};

const NVRaminChip nv41_ramin = {
    .size = 16 * MiB,
    .piece = 64,
    .bar = 3,
    .dmaobj = &nv04_dmaobj,
};

/* nvkm/subdev/mmu/nv44.c: "512KiB alignment" */
const NVRaminChip nv44_ramin = {
    .size = 16 * MiB,
    .piece = 512 * KiB,
    .bar = 3,
    .dmaobj = &nv04_dmaobj,
};

/* The same on AGP */
const NVRaminChip nv4a_ramin = {
    .size = 16 * MiB,
    .piece = 512 * KiB,
    .bar = 2,
    .dmaobj = &nv04_dmaobj,
};

const NVRaminChip nv50_ramin = {
    .size = 2 * GiB, .dmaobj = &nv50_dmaobj,
};

#define NV50_VM \
    .tables = &nv50_vm_tables, .host = &nv50_host_space, \
    .bar1_size = 256 * MiB, .bar3_size = 32 * MiB

const NVVmChip nv50_vm = {
    NV50_VM, .pd_offset = 0x1400,
};

const NVVmChip nv84_vm = {
    NV50_VM, .pflush = &nv84_pflush_regs, .peephole = &nv84_peephole_regs,
};

const NVVmChip nva3_vm = {
    NV50_VM, .pflush = &nv84_pflush_regs, .peephole = &nv84_peephole_regs,
    .wide_faults = true,
};

const NVVmChip nvc0_vm = {
    .tables = &nvc0_vm_tables, .host = &nvc0_host_space,
    .pflush = &nvc0_pflush_regs, .peephole = &nvc0_peephole_regs,
    .bar1_size = 128 * MiB, .bar3_size = 32 * MiB,
};

/*
 * NVIDIA GPU: what all units have in common: registers, realize, reset, exit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

/* NULL: the card has none. */
static const NVRegBlock *nv_unit_block(NVGPU *gpu, const NVUnitBlock *block)
{
    const NVRegBlock *const *own = (const void *)gpu->chip + block->chip;

    return block->chip && *own ? *own : block->block;
}

static void nv_unit_init_file(NVGPU *gpu, const NVUnit *unit,
                              const NVRegBlock *block)
{
    NVUnitFile *file = gpu->unit_files;

    while (file->unit) {
        file++;
        assert(file < gpu->unit_files + NV_UNIT_FILES);
    }
    file->unit = unit;
    nv_regs_init(gpu, &file->regs, block);
}

static void nv_unit_exit_files(NVGPU *gpu, const NVUnit *unit)
{
    for (unsigned i = 0; i < NV_UNIT_FILES; i++) {
        if (gpu->unit_files[i].unit == unit) {
            nv_regs_exit(&gpu->unit_files[i].regs);
            gpu->unit_files[i].unit = NULL;
        }
    }
}

bool nv_unit_realize(NVGPU *gpu, const NVUnit *unit, Error **errp)
{
    const NVUnitBlock *b = unit->blocks;

    for (; b && (b->block || b->chip); b++) {
        const NVRegBlock *block = nv_unit_block(gpu, b);

        if (block) {
            nv_unit_init_file(gpu, unit, block);
        }
    }
    if (unit->realize && !unit->realize(gpu, errp)) {
        nv_unit_exit_files(gpu, unit);
        return false;
    }
    return true;
}

void nv_unit_reset(NVGPU *gpu, const NVUnit *unit)
{
    for (unsigned i = 0; i < NV_UNIT_FILES; i++) {
        if (gpu->unit_files[i].unit == unit) {
            nv_regs_reset(&gpu->unit_files[i].regs);
        }
    }
    if (unit->reset) {
        unit->reset(gpu);
    }
}

void nv_unit_exit(NVGPU *gpu, const NVUnit *unit)
{
    if (unit->exit) {
        unit->exit(gpu);
    }
    nv_unit_exit_files(gpu, unit);
}

/*
 * NVIDIA GPU: declarations that the files of core/ share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_CORE_INTERNAL_H
#define HW_NV_CORE_INTERNAL_H

#include "hw/nv/nv-gpu.h"

/** nv_unit_name: the unit that a BAR0 address belongs to, for messages */
const char *nv_unit_name(uint32_t addr);

/** nv_log_error_va: nv_log_error() with its arguments in a list */
void nv_log_error_va(NVGPU *gpu, const char *fmt, va_list ap)
    G_GNUC_PRINTF(2, 0);

/** nv_regs_file: the registers behind one of BAR0's regions, NULL: none */
NVRegFile *nv_regs_file(const MemoryRegion *mr);

/** nv_regs_info: the row of an address in the file's block, NULL: none */
const NVRegInfo *nv_regs_info(const NVRegFile *file, uint32_t addr);

/** nv_regs_word: where the word of an address in the file's block is stored */
uint32_t *nv_regs_word(const NVRegFile *file, uint32_t addr);

/** nv_regs_keep: store a word that has no row, of a block that isn't closed */
void nv_regs_keep(NVRegFile *file, uint32_t addr, uint32_t val);

#endif /* HW_NV_CORE_INTERNAL_H */

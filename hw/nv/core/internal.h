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

#endif /* HW_NV_CORE_INTERNAL_H */

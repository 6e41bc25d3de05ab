/*
 * NVIDIA GPU: falcon: interrupt lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_INTERRUPTS_H
#define HW_NV_FALCON_INTERRUPTS_H

#include "state.h"

/** nv_falcon_intr: the interrupt lines, as INTR shows them */
uint32_t nv_falcon_intr(NVFalcon *falcon);

/** nv_falcon_raise: an edge on interrupt lines @bits */
void nv_falcon_raise(NVFalcon *falcon, uint32_t bits);

/** nv_falcon_update_intr: the state or enables of interrupt lines changed */
void nv_falcon_update_intr(NVFalcon *falcon);

#endif /* HW_NV_FALCON_INTERRUPTS_H */

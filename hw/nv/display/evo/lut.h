/*
 * NVIDIA GPU: LUTs, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_LUT_H
#define HW_NV_DISPLAY_EVO_LUT_H

typedef struct NVHead NVHead;

/* As NVEvoChip.lut */
bool nv50_evo_lut(NVHead *head, uint32_t *lut);
bool nvd9_evo_lut(NVHead *head, uint32_t *lut);

#endif /* HW_NV_DISPLAY_EVO_LUT_H */

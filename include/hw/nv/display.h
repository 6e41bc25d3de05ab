/*
 * NVIDIA GPU: the display, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_H
#define HW_NV_DISPLAY_H

#include "hw/nv/chipset.h"

/** nv_display_init_vmstate: before nv_vmstate_display is used */
void nv_display_init_vmstate(void);

extern const VMStateDescription nv_vmstate_display;

/** nv_vga_in_window: an address in BAR0 is an image of VGA's registers */
bool nv_vga_in_window(NVGPU *gpu, uint32_t addr);

/** nv_evo_head_blanks: a head is in its vertical blank right now, NV50+ */
bool nv_evo_head_blanks(NVGPU *gpu, unsigned head);

#endif /* HW_NV_DISPLAY_H */

/*
 * NVIDIA GPU: the display, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_H
#define HW_NV_DISPLAY_H

#include "qapi/qapi-types-nv-gpu-query.h"
#include "hw/nv/chipset.h"

/** nv_display_init_vmstate: call this before nv_vmstate_display is used */
void nv_display_init_vmstate(void);

extern const VMStateDescription nv_vmstate_display;

/** nv_vga_in_window: whether a VGA register is at an address in BAR0 */
bool nv_vga_in_window(NVGPU *gpu, uint32_t addr);

/**
 * nv_vga_update_gone: call this when NV_FAULTY_GONE has changed
 * @gpu: the device
 *
 * A card that fell off the bus doesn't answer at VGA's legacy addresses.
 */
void nv_vga_update_gone(NVGPU *gpu);

/** nv_evo_head_blanks: whether a head is in its vertical blank, NV50+ */
bool nv_evo_head_blanks(NVGPU *gpu, unsigned head);

/** nv_monitor_there: whether the card has a connector, and a monitor on it */
bool nv_monitor_there(NVGPU *gpu);

/** nv_monitor_update: call this when the monitor's NV_FAULTY_ have changed */
void nv_monitor_update(NVGPU *gpu);

/* --- Debugging --------------------------------------------------------- */

/** nv_display_heads: number of heads, 0 if the card shows nothing */
unsigned nv_display_heads(NVGPU *gpu);

/** nv_display_inspect: look at a head, numbered below nv_display_heads() */
NvHead *nv_display_inspect(NVGPU *gpu, unsigned head);

/** nv_evo_channels: number of EVO channels, 0 before NV50 */
unsigned nv_evo_channels(NVGPU *gpu);

/**
 * nv_evo_has_error: whether EVO has an error, so that it can be injected
 * @error: TYPE as in TRAPPED_ADDR, or 0 for INVALID_STATE, and a code in 7:0
 */
bool nv_evo_has_error(uint16_t error);

/** nv_evo_error_name: name @i of EVO's errors, for debuggers; NULL: no more */
const char *nv_evo_error_name(NVGPU *gpu, unsigned i);

/** nv_evo_method_name: name of a channel's method; NULL: it has none there */
const char *nv_evo_method_name(NVGPU *gpu, unsigned chid, uint16_t mthd);

/** nv_evo_inspect: look at channel @chid of EVO; NULL if it isn't in use */
NvEvoChannel *nv_evo_inspect(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_DISPLAY_H */

/*
 * NVIDIA GPU: the display before NV50, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pvideo.h"

/* To software it looks like NV04's. */
const NVDisplayChip nv03_display = {
    .heads = 1,
    .sr_lock = true,
    .start_mask = 0x00fffffc,
};

const NVDisplayChip nv04_display = {
    .heads = 1,
    .start_mask = 0x00fffffc,
    .overlay = nv04_pvideo_overlay,
};

const NVDisplayChip nv15_display = {
    .heads = 1,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
    .overlay = nv10_pvideo_overlay,
};

const NVDisplayChip nv11_display = {
    .heads = 2,
    .own_locks = true,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
    .overlay = nv10_pvideo_overlay,
};

const NVDisplayChip nv17_display = {
    .heads = 2,
    .dac_selects_head = true,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
    .overlay = nv17_pvideo_overlay,
};

const NVDisplayChip nv30_display = {
    .heads = 2,
    .dac_selects_head = true,
    .start_mask = UINT32_MAX,
    .vpll = NV_VPLL_NV30,
    .cursor_argb = true,
    .overlay = nv17_pvideo_overlay,
};

const NVDisplayChip nv31_display = {
    .heads = 2,
    .dac_selects_head = true,
    .vpll = NV_VPLL_NV31,
    .cursor_argb = true,
    .start_mask = UINT32_MAX,
    .overlay = nv17_pvideo_overlay,
};

const NVDisplayChip nv41_display = {
    .heads = 2,
    .dac_selects_head = true,
    .vpll = NV_VPLL_NV41,
    .cursor_argb = true,
    .start_mask = UINT32_MAX,
};

/*
 * NVIDIA GPU: PDISPLAY: the methods of channels from GK104 on
 *
 * What GF119's classes lack, or have at another place.  Stereo, locks between
 * heads, and compression only have state.
 *
 * Sources: NVIDIA's class headers (cl917c.h to cl917e.h, cl927c.h, cl927d.h,
 * cl947d.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "methods-nvd9.h"
#include "notify.h"

/* --- GK104: 917D, 917C, 917E ------------------------------------------ */

static const NVEvoMethod nve4_head_rows[] = {
    NV_EVO_IS(0x0428, STATE, "HEAD_LOCK_CHAIN"),
    NV_EVO_IS(0x047c, STATE, "HEAD_PRESENT_CTRL_CURSOR"),
    /* Of the right eye's cursor; DITHER_CTRL has made room for it. */
    NV_EVO_IS(0x0488, STATE, "HEAD_OFFSET_CURSOR_ORIGIN_1"),
    NV_EVO_IS(0x0490, HANDLE, "HEAD_DMA_CURSOR_HANDLE_1"),
    NV_EVO_IS(0x04a0, STATE, "HEAD_DITHER_CTRL"),
    NV_EVO_IS(0x04f0, STATE, "HEAD_CSC_RED_TO_RED"),
    NV_EVO_IS(0x04f4, STATE, "HEAD_CSC_GREEN_TO_RED"),
    NV_EVO_IS(0x04f8, STATE, "HEAD_CSC_BLUE_TO_RED"),
    NV_EVO_IS(0x04fc, STATE, "HEAD_CSC_CONSTANT_TO_RED"),
    NV_EVO_IS(0x0500, STATE, "HEAD_CSC_RED_TO_GREEN"),
    NV_EVO_IS(0x0504, STATE, "HEAD_CSC_GREEN_TO_GREEN"),
    NV_EVO_IS(0x0508, STATE, "HEAD_CSC_BLUE_TO_GREEN"),
    NV_EVO_IS(0x050c, STATE, "HEAD_CSC_CONSTANT_TO_GREEN"),
    NV_EVO_IS(0x0510, STATE, "HEAD_CSC_RED_TO_BLUE"),
    NV_EVO_IS(0x0514, STATE, "HEAD_CSC_GREEN_TO_BLUE"),
    NV_EVO_IS(0x0518, STATE, "HEAD_CSC_BLUE_TO_BLUE"),
    NV_EVO_IS(0x051c, STATE, "HEAD_CSC_CONSTANT_TO_BLUE"),
    NV_EVO_IS(0x0520, STATE, "HEAD_HDMI_CTRL"),
    NV_EVO_IS(0x0524, STATE, "HEAD_VACTIVE_SPACE_COLOR"),
    NV_EVO_IS(0x06d0, STATE, "HEAD_SW_METHOD_PLACEHOLDER_A"),
    NV_EVO_IS(0x06d4, STATE, "HEAD_SW_METHOD_PLACEHOLDER_B"),
    NV_EVO_IS(0x06d8, STATE, "HEAD_SW_METHOD_PLACEHOLDER_C"),
    NV_EVO_IS(0x06dc, STATE, "HEAD_SW_METHOD_PLACEHOLDER_D"),
};

static const NVEvoGroup nve4_core_groups[] = {
    NV_EVO_GROUP(nve4_head_rows, NVD9_EVO_HEADS, 0x300),
};

/* The second image, for stereo */
static const NVEvoMethod nve4_overlay_rows[] = {
    NV_EVO_IS(0x00c4, HANDLE, "DMAS_ISO_HANDLE_1"),
    NV_EVO_IS(0x0404, STATE, "OFFSET_ORIGIN_1"),
};

static const NVEvoGroup nve4_overlay_groups[] = {
    NV_EVO_GROUP(nve4_overlay_rows, 1, 0),
};

const NVEvoClass nve4_core_class = {
    .parent = &nvd9_core_class,
    NV_EVO_GROUPS(nve4_core_groups),
    .formats = NVE4_FORMATS,
};

const NVEvoClass nve4_base_class = {
    .parent = &nvd9_base_class,
    .formats = NVE4_FORMATS,
    .semaphore = &nvd9_base_semaphore,
    .notify = nv50_evo_base_notify,
};

const NVEvoClass nve4_overlay_class = {
    .parent = &nvd9_overlay_class,
    NV_EVO_GROUPS(nve4_overlay_groups),
    .formats = NVE4_OVERLAY_FORMATS,
    .semaphore = &nvd9_overlay_semaphore,
    .notify = nv84_evo_overlay_notify,
};

/* --- GK110: 927D, 927C -------------------------------------------------- */

const NVEvoClass nvf0_core_class = {
    .parent = &nve4_core_class,
    .formats = NVF0_FORMATS,
};

const NVEvoClass nvf0_base_class = {
    .parent = &nve4_base_class,
    .formats = NVF0_FORMATS,
    .semaphore = &nvd9_base_semaphore,
    .notify = nv50_evo_base_notify,
};

/* --- GM107: 947D -------------------------------------------------------- */

static const NVEvoMethod nv117_head_rows[] = {
    NV_EVO_IS(0x0528, STATE, "HEAD_PIXEL_REORDER_CONTROL"),
    NV_EVO_IS(0x0560, STATE, "HEAD_CONTROL_COMPRESSION"),
    NV_EVO_IS(0x0564, STATE, "HEAD_CONTROL_COMPRESSION_LA"),
    NV_EVO_IS(0x0568, STATE, "HEAD_STALL_LOCK"),
};

static const NVEvoGroup nv117_core_groups[] = {
    NV_EVO_GROUP(nv117_head_rows, NVD9_EVO_HEADS, 0x300),
};

const NVEvoClass nv117_core_class = {
    .parent = &nvf0_core_class,
    NV_EVO_GROUPS(nv117_core_groups),
    .formats = NVF0_FORMATS,
};

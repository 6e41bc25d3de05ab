/*
 * NVIDIA GPU: PGRAPH from NV04 to NV4x, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "grobj.h"
#include "pgraph.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/graph-regs-nvc0.h"

#define NV04_GRAPH \
    .family = &nv04_graph_family, \
    .grobj = &nv04_grobj, \
    .trapped_subch_shift = R_NV_PGRAPH_TRAPPED_ADDR_SUBCH_NV04_SHIFT, \
    .trapped_chid_shift = R_NV_PGRAPH_TRAPPED_ADDR_CHID_NV04_SHIFT, \
    .state_check = R_NV_PGRAPH_DEBUG_3_STATE_CHECK_NV04_MASK, \
    .chroma_class = 0x57, \
    .intr_error = R_NV_PGRAPH_INTR_NOTIFY_MASK, \
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_PROTECTION_FAULT_MASK

#define NV10_GRAPH \
    .family = &nv04_graph_family, \
    .grobj = &nv04_grobj, \
    .trapped_subch_shift = R_NV_PGRAPH_TRAPPED_ADDR_SUBCH_SHIFT, \
    .trapped_chid_shift = R_NV_PGRAPH_TRAPPED_ADDR_CHID_SHIFT, \
    .state_check = R_NV_PGRAPH_DEBUG_3_STATE_CHECK_MASK, \
    .chroma_class = 0x17, \
    .intr_error = R_NV_PGRAPH_INTR_ERROR_MASK, \
    .nstatus_shift = 12, \
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK

/* DEBUG_3 has no bits for the methods that link objects: drivers do it. */
const NVGraphChip nv04_graph = {
    NV04_GRAPH,
    .regs = &nv04_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x0303f0ff,
    .surf_offset_mask = 0x00fffff0,
    .surf_pitch_mask = 0x1ff0,
};

const NVGraphChip nv05_graph = {
    NV04_GRAPH,
    .regs = &nv05_pgraph_regs,
    .bitmap_at_format = true,
    .grobj_mask = 0x7f73f0ff,
    .surf_offset_mask = 0x01fffff0,
    .surf_pitch_mask = 0x1ff0,
};

const NVGraphChip nv10_graph = {
    NV10_GRAPH,
    .regs = &nv10_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x7f33f0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

const NVGraphChip nv15_graph = {
    NV10_GRAPH,
    .regs = &nv15_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x7fb3f0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

const NVGraphChip nv11_graph = {
    NV10_GRAPH,
    .regs = &nv15_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

const NVGraphChip nv17_graph = {
    NV10_GRAPH,
    .regs = &nv17_pgraph_regs,
    .bitmap_at_format = true,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

const NVGraphChip nv20_graph = {
    NV10_GRAPH,
    .contexts = &nv20_contexts,
    .regs = &nv20_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
    .surf_last_target = NV_DMAOBJ_TARGET_NVM_TILED,
};

const NVGraphChip nv25_graph = {
    NV10_GRAPH,
    .contexts = &nv25_contexts,
    .regs = &nv25_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7fffffff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
    .surf_last_target = NV_DMAOBJ_TARGET_NVM_TILED,
};

const NVGraphChip nv30_graph = {
    NV10_GRAPH,
    .contexts = &nv25_contexts,
    .regs = &nv30_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7fffffff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
    .surf_last_target = NV_DMAOBJ_TARGET_NVM_TILED,
    .wide_surf_format = true, .scissor = true,
};

const NVGraphChip nv34_graph = {
    NV10_GRAPH,
    .contexts = &nv25_contexts,
    .regs = &nv30_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7fffffff,
    .surf_offset_mask = 0x3ffffff0,
    .surf_pitch_mask = 0xfff0,
    .surf_last_target = NV_DMAOBJ_TARGET_NVM_TILED,
    .wide_surf_format = true, .scissor = true,
};

#define NV40_GRAPH \
    .family = &nv04_graph_family, \
    .trapped_subch_shift = R_NV_PGRAPH_TRAPPED_ADDR_SUBCH_SHIFT, \
    .trapped_chid_shift = R_NV_PGRAPH_TRAPPED_ADDR_CHID_SHIFT, \
    .state_check = R_NV_PGRAPH_DEBUG_3_STATE_CHECK_MASK, \
    .bitmap_at_format = true, .bitmap_at_color = true, \
    .chroma_class = 0x17, \
    .contexts = &nv40_contexts, \
    .src2d = true, \
    .wide_surf_format = true, .scissor = true, \
    .intr_error = R_NV_PGRAPH_INTR_ERROR_MASK, \
    .nstatus_shift = 12, \
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK, \
    .grobj = &nv40_grobj, \
    .grobj_mask = UINT32_MAX, \
    .surf_offset_mask = 0x3fffffc0, \
    .surf_pitch_mask = 0xffc0, \
    .surf_last_target = NV_DMAOBJ_TARGET_NVM_TILED

const NVGraphChip nv40_graph = {
    NV40_GRAPH,
    .regs = &nv40_pgraph_regs,
};

const NVGraphChip nv45_graph = {
    NV40_GRAPH,
    .regs = &nv45_pgraph_regs,
};

const NVGraphChip nv41_graph = {
    NV40_GRAPH,
    .regs = &nv41_pgraph_regs,
};

const NVGraphChip nv44_graph = {
    NV40_GRAPH,
    .regs = &nv44_pgraph_regs,
};

const NVGraphChip nv46_graph = {
    NV40_GRAPH,
    .regs = &nv46_pgraph_regs,
};

const NVGraphChip nv47_graph = {
    NV40_GRAPH,
    .regs = &nv47_pgraph_regs,
};

/* --- Classes ---------------------------------------------------------- */

/*
 * The classes of a card: lists that it has all of.  Source: the hardware tests'
 * list (hwtest/pgraph.cc), except for DMA objects and the null object.
 */

static const uint16_t nv04_classes[] = {
    0x0002, 0x0003, 0x0012, 0x0017, 0x0018, 0x0019, 0x001c, 0x001d, 0x001e,
    0x001f, 0x0021, 0x0030, 0x0036, 0x0037, 0x0038, 0x0039, 0x003d, 0x0042,
    0x0043, 0x0044, 0x004a, 0x004b, 0x0052, 0x0057, 0x0058, 0x0059, 0x005a,
    0x005b, 0x005c, 0x005d, 0x005e, 0x005f, 0x0060, 0x0061, 0x0072, 0x0076,
    0x0077,
    0
};

/* Operations as objects; NV05 gave four of their numbers to images. */
static const uint16_t nv04_op_classes[] = {
    0x0010, 0x0011, 0x0013, 0x0015, 0
};

static const uint16_t nv05_classes[] = { 0x0064, 0x0065, 0x0066, 0 };

static const uint16_t nv10_classes[] = {
    0x0062, 0x0063, 0x007b, 0x0088, 0x0089, 0x008a, 0
};

static const uint16_t nv15_classes[] = { 0x009e, 0x009f, 0 };

static const uint16_t nv30_classes[] = {
    0x035c, 0x0362, 0x0364, 0x0366, 0x037b, 0x0389, 0x038a, 0x039e, 0
};

/* NV40 lacks some of NV04's. */
static const uint16_t nv40_classes[] = {
    0x0002, 0x0003, 0x0012, 0x0017, 0x0018, 0x0019, 0x001f, 0x0030, 0x0037,
    0x0038, 0x0039, 0x003d, 0x0042, 0x0043, 0x0044, 0x004a, 0x0052, 0x0057,
    0x0058, 0x0059, 0x005a, 0x005b, 0x005c, 0x005d, 0x005f, 0x0060, 0x0061,
    0x0072, 0x0076, 0x0077, 0x305c, 0x3062, 0x3064, 0x3066, 0x307b, 0x3089,
    0x308a, 0x309e, 0
};

/* 3D, for which generations have little in common */
static const uint16_t nv04_3d_classes[] = {
    0x0048, 0x0053, 0x0054, 0x0055, 0
};

static const uint16_t nv10_3d_classes[] = {
    0x0053, 0x0054, 0x0055, 0x0056, 0x0093, 0x0094, 0x0095, 0
};

static const uint16_t nv10_only_3d_classes[] = { 0x0048, 0 };
static const uint16_t nv15_3d_classes[] = { 0x0096, 0 };
static const uint16_t nv17_3d_classes[] = { 0x0098, 0x0099, 0 };
static const uint16_t nv20_3d_classes[] = { 0x0056, 0x0096, 0 };
static const uint16_t kelvin_classes[] = { 0x0097, 0 };
static const uint16_t kelvin_nv25_classes[] = { 0x0597, 0 };
static const uint16_t rankine_classes[] = { 0x0397, 0 };
static const uint16_t rankine_nv34_classes[] = { 0x0697, 0 };
static const uint16_t rankine_nv35_classes[] = { 0x0497, 0 };
static const uint16_t rankine_nv40_classes[] = { 0x3597, 0 };
static const uint16_t curie_classes[] = { 0x4097, 0 };
static const uint16_t curie_nv44_classes[] = { 0x4497, 0 };

const uint16_t *const nv04_class_lists[] = {
    nv04_classes, nv04_op_classes, nv04_3d_classes, NULL
};

const uint16_t *const nv05_class_lists[] = {
    nv04_classes, nv05_classes, nv04_3d_classes, NULL
};

const uint16_t *const nv10_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv10_3d_classes,
    nv10_only_3d_classes, NULL
};

const uint16_t *const nv15_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv10_3d_classes,
    nv15_3d_classes, NULL
};

const uint16_t *const nv17_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv10_3d_classes,
    nv15_3d_classes, nv17_3d_classes, NULL
};

const uint16_t *const nv20_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv20_3d_classes,
    kelvin_classes, NULL
};

const uint16_t *const nv25_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv20_3d_classes,
    kelvin_classes, kelvin_nv25_classes, NULL
};

const uint16_t *const nv30_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv30_classes,
    kelvin_classes, kelvin_nv25_classes, rankine_classes, NULL
};

const uint16_t *const nv35_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv30_classes,
    kelvin_classes, kelvin_nv25_classes, rankine_classes,
    rankine_nv35_classes, NULL
};

const uint16_t *const nv34_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv30_classes,
    kelvin_nv25_classes, rankine_classes, rankine_nv34_classes, NULL
};

const uint16_t *const nv40_class_lists[] = {
    nv40_classes, nv05_classes, nv10_classes, nv15_classes,
    rankine_nv40_classes, curie_classes, NULL
};

const uint16_t *const nv41_class_lists[] = {
    nv40_classes, nv05_classes, nv10_classes, nv15_classes, curie_classes,
    NULL
};

const uint16_t *const nv44_class_lists[] = {
    nv40_classes, nv05_classes, nv10_classes, nv15_classes,
    curie_nv44_classes, NULL
};

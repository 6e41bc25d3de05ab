/*
 * NVIDIA GPU: the classes of PGRAPH's objects
 *
 * A card's row in the table of cards says which of them it has.  A class that a
 * card has but this file hasn't can be bound, and its methods are reported.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "context.h"
#include "error.h"
#include "notify.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/operation.h"

#define NV_CLASS_CELSIUS(_class, _name) \
    { (_class), (_name), { nv_mthd_celsius, nv_mthd_celsius_state }, \
      .open = true }
#define NV_CLASS_KELVIN(_class, _name) \
    { (_class), (_name), \
      { nv_mthd_kelvin_fence, nv_mthd_kelvin, nv_mthd_kelvin_state, \
        nv_mthd_surf3d, nv_mthd_surf3d_kelvin }, \
      .open = true }
#define NV_CLASS_RANKINE(_class, _name) \
    { (_class), (_name), \
      { nv_mthd_kelvin_fence, nv_mthd_rankine, nv_mthd_rankine_state, \
        nv_mthd_surf3d, nv_mthd_surf3d_rankine, nv_mthd_rankine_scissor }, \
      .open = true }
#define NV_CLASS_CURIE(_class, _name) \
    { (_class), (_name), \
      { nv_mthd_kelvin_fence, nv_mthd_curie, nv_mthd_curie_state, \
        nv_mthd_surf3d, nv_mthd_surf3d_curie, nv_mthd_rankine_scissor }, \
      .open = true }

static const NVGraphClass nv04_graph_classes[] = {
    { 0x0012, "NV1_BETA", { nv_mthd_beta } },
    { 0x0017, "NV1_CHROMA", { nv_mthd_chroma_nv1 } },
    { 0x0018, "NV1_PATTERN", { nv_mthd_pattern_nv1 } },
    { 0x0019, "NV1_CLIP", { nv_mthd_clip } },
    { 0x001c, "NV1_LIN", { nv_mthd_solid_nv1, nv_mthd_line } },
    { 0x001d, "NV1_TRI", { nv_mthd_solid_nv1, nv_mthd_triangle } },
    { 0x001e, "NV1_RECT", { nv_mthd_solid_nv1, nv_mthd_rect } },
    { 0x001f, "NV1_BLIT", { nv_mthd_blit, nv_mthd_blit_nv1 } },
    { 0x0021, "NV1_IFC", { nv_mthd_ifc, nv_mthd_ifc_nv1 } },
    { 0x0030, "NV1_NULL", { nv_mthd_null } },
    { 0x0039, "NV3_M2MF", { nv_mthd_m2mf } },
    { 0x0042, "NV4_SURFACE_2D", { nv_mthd_surf2d_nv4 } },
    { 0x0043, "NV3_ROP", { nv_mthd_rop } },
    { 0x0044, "NV4_PATTERN", { nv_mthd_pattern } },
    { 0x004a, "NV4_GDI", { nv_mthd_gdi_nv4 } },
    { 0x0052, "NV4_SURFACE_SWZ", { nv_mthd_surf_swz_nv4 } },
    { 0x0057, "NV4_CHROMA", { nv_mthd_chroma } },
    { 0x005c, "NV4_LIN", { nv_mthd_solid_nv4, nv_mthd_line } },
    { 0x005d, "NV4_TRI", { nv_mthd_solid_nv4, nv_mthd_triangle } },
    { 0x005e, "NV4_RECT", { nv_mthd_solid_nv4, nv_mthd_rect } },
    { 0x005f, "NV4_BLIT", { nv_mthd_blit, nv_mthd_blit_nv4 } },
    { 0x0061, "NV4_IFC", { nv_mthd_ifc, nv_mthd_ifc_nv4 } },
    { 0x0062, "NV10_SURFACE_2D",
      { nv_mthd_wait_for_idle, nv_mthd_surf2d_nv10 } },
    { 0x0063, "NV5_SIFM",
      { nv_mthd_sifm, nv_mthd_sifm_nv4, nv_mthd_sifm_dither } },
    { 0x0065, "NV5_IFC",
      { nv_mthd_ifc, nv_mthd_ifc_nv4, nv_mthd_ifc_dither } },
    { 0x0072, "NV4_BETA4", { nv_mthd_beta4 } },
    { 0x0077, "NV4_SIFM", { nv_mthd_sifm, nv_mthd_sifm_nv4 } },
    { 0x0089, "NV10_SIFM",
      { nv_mthd_wait_for_idle, nv_mthd_sifm, nv_mthd_sifm_nv10,
        nv_mthd_sifm_dither } },
    { 0x008a, "NV10_IFC",
      { nv_mthd_wait_for_idle, nv_mthd_ifc, nv_mthd_ifc_nv4,
        nv_mthd_ifc_dither } },
    { 0x009e, "NV20_SURFACE_SWZ", { nv_mthd_surf_swz_nv10 } },
    { 0x009f, "NV15_BLIT",
      { nv_mthd_wait_for_idle, nv_mthd_blit, nv_mthd_blit_nv4,
        nv_mthd_flip } },
    { 0x035c, "NV30_LIN", { nv_mthd_solid_nv4, nv_mthd_line } },
    { 0x305c, "NV40_LIN", { nv_mthd_solid_nv4, nv_mthd_line } },
    { 0x0389, "NV30_SIFM",
      { nv_mthd_wait_for_idle, nv_mthd_sifm, nv_mthd_sifm_nv10,
        nv_mthd_sifm_dither } },
    { 0x039e, "NV30_SURFACE_SWZ", { nv_mthd_surf_swz_nv10 } },
    { 0x3062, "NV40_SURFACE_2D",
      { nv_mthd_wait_for_idle, nv_mthd_surf2d_nv10 } },
    { 0x3089, "NV40_SIFM",
      { nv_mthd_wait_for_idle, nv_mthd_sifm, nv_mthd_sifm_nv10,
        nv_mthd_sifm_dither } },
    { 0x308a, "NV40_IFC",
      { nv_mthd_wait_for_idle, nv_mthd_ifc, nv_mthd_ifc_nv4,
        nv_mthd_ifc_dither } },
    { 0x0053, "NV4_SURFACE_3D", { nv_mthd_surf3d_nv4 }, .open = true },
    { 0x0054, "NV4_TEXTURED_TRIANGLE", { nv_mthd_d3d5 }, .open = true },
    { 0x0055, "NV4_MULTITEX_TRIANGLE", { nv_mthd_d3d6 }, .open = true },
    { 0x0093, "NV10_SURFACE_3D", { nv_mthd_surf3d_nv4 }, .open = true },
    { 0x0094, "NV10_TEXTURED_TRIANGLE", { nv_mthd_d3d5 }, .open = true },
    { 0x0095, "NV10_MULTITEX_TRIANGLE", { nv_mthd_d3d6 }, .open = true },
    NV_CLASS_CELSIUS(0x0056, "NV10_3D"),
    NV_CLASS_CELSIUS(0x0096, "NV15_3D"),
    NV_CLASS_CELSIUS(0x0098, "NV11_3D"),
    NV_CLASS_CELSIUS(0x0099, "NV17_3D"),
    NV_CLASS_KELVIN(0x0097, "NV20_3D"),
    NV_CLASS_KELVIN(0x0597, "NV25_3D"),
    NV_CLASS_RANKINE(0x0397, "NV30_3D"),
    NV_CLASS_RANKINE(0x0497, "NV35_3D"),
    NV_CLASS_RANKINE(0x0697, "NV34_3D"),
    NV_CLASS_RANKINE(0x3597, "NV35_3D"),
    NV_CLASS_CURIE(0x4097, "NV40_3D"),
    NV_CLASS_CURIE(0x4497, "NV44_3D"),
    { 0x309e, "NV40_SURFACE_SWZ", { nv_mthd_surf_swz_nv10 } },
};

/* Most operations have nothing to do at the end but to report errors. */
static void nv_draw_done(NVGPU *gpu, uint32_t nsource,
                         const NVDmaFault *fault)
{
    if (nsource) {
        nv_graph_error(gpu, nsource);
    }
}

const NVGraphFamily nv04_graph_family = {
    .classes = nv04_graph_classes,
    .class_count = ARRAY_SIZE(nv04_graph_classes),
    .common = nv_graph_common,
    .mthd_end = NV_GRAPH_MTHD_END,
    .ops = {
        [NV_GRAPH_OP_COPY] = { nv_m2mf_work, nv_m2mf_done },
        [NV_GRAPH_OP_SOLID] = { nv_solid_work, nv_draw_done },
        [NV_GRAPH_OP_BLIT] = { nv_blit_work, nv_draw_done },
        [NV_GRAPH_OP_SIFM] = { nv_sifm_work, nv_draw_done },
        [NV_GRAPH_OP_CLEAR] = { nv_clear_work, nv_draw_done },
    },
    .ready = nv04_graph_ready,
    .enter = nv04_graph_enter,
    .leave = nv04_graph_leave,
    .load = nv04_graph_load,
    .select = nv04_graph_select,
    .refuse = nv04_graph_refuse,
    .notify = nv04_graph_notify,
    .refuse_data = nv04_graph_refuse_data,
    .error_name = nv04_graph_error_name,
};

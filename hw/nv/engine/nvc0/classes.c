/*
 * NVIDIA GPU: the classes of PGRAPH's objects, NVC0+
 *
 * As in classes.c, a card's row says which of them it has.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "state.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/nv50/2d.h"
#include "hw/nv/engine/nv50/classes.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/operation.h"

#define NVC0_CLASS_3D(_class, _name) \
    { (_class), (_name), \
      { nvc0_mthd_query_3d, nvc0_mthd_3d, nvc0_mthd_3d_clear, \
        nvc0_3d_state }, .open = true }
#define NVC0_CLASS_COMPUTE(_class, _name) \
    { (_class), (_name), \
      { nvc0_mthd_query_compute, nvc0_mthd_compute, nvc0_compute_state }, \
      .open = true }

/* Behind the names: what the class has in addition */
#define NVE4_CLASS_3D(_class, _name, ...) \
    { (_class), (_name), \
      { nvc0_mthd_query_3d, nvc0_mthd_3d, nvc0_3d_state, nve4_3d_state, \
        nve4_mthd_3d_clear, nve4_mthd_3d_i2m, __VA_ARGS__ }, .open = true }
#define NVE4_CLASS_COMPUTE(_class, _name, ...) \
    { (_class), (_name), \
      { nvc0_mthd_query_compute, nve4_mthd_compute, nve4_compute_state, \
        nve4_mthd_compute_i2m, __VA_ARGS__ }, .open = true }

static const NVGraphClass nvc0_graph_classes[] = {
    { 0x902d, "GF100_2D", { nv50_mthd_2d, nv94_mthd_2d, nvc0_mthd_2d } },
    { 0x9039, "GF100_M2MF", { nvc0_mthd_m2mf } },
    NVC0_CLASS_3D(0x9097, "GF100_3D"),
    NVC0_CLASS_3D(0x9197, "GF108_3D"),
    NVC0_CLASS_3D(0x9297, "GF110_3D"),
    NVC0_CLASS_COMPUTE(0x90c0, "GF100_COMPUTE"),
    NVC0_CLASS_COMPUTE(0x91c0, "GF110_COMPUTE"),
    { 0xa040, "GK104_P2MF", { nve4_mthd_i2m } },
    NVE4_CLASS_3D(0xa097, "GK104_3D"),
    NVE4_CLASS_COMPUTE(0xa0c0, "GK104_COMPUTE"),
    { 0xa140, "GK110_P2MF", { nve4_mthd_i2m } },
    NVE4_CLASS_3D(0xa197, "GK110_3D", nvf0_3d_state),
    NVE4_CLASS_COMPUTE(0xa1c0, "GK110_COMPUTE", nvf0_compute_state),
    NVE4_CLASS_3D(0xb097, "GM107_3D", nv117_3d_state),
    NVE4_CLASS_COMPUTE(0xb0c0, "GM107_COMPUTE", nv117_compute_state),
};

static void nvc0_graph_dmaobj(NVGPU *gpu, uint16_t inst, NVDMAObject *obj)
{
    nv_dmaobj_of_space(gpu, nvc0_graph_of(gpu)->block, false, obj);
}

const NVGraphFamily nvc0_graph_family = {
    .classes = nvc0_graph_classes,
    .class_count = ARRAY_SIZE(nvc0_graph_classes),
    .common = nvc0_graph_common,
    .mthd_end = NVC0_GRAPH_MTHD_END,
    .ops = {
        [NV_GRAPH_OP_NV50_COPY] = { nvc0_m2mf_work, nvc0_m2mf_done },
        [NV_GRAPH_OP_NV50_SOLID] = { nv50_solid_work, nv50_2d_done },
        [NV_GRAPH_OP_NV50_BLIT] = { nv50_blit_work, nv50_2d_done },
        [NV_GRAPH_OP_NV50_CLEAR] = { nv50_clear_work, nv50_clear_done },
    },
    .refuse = nvc0_graph_refuse,
    .notify = nvc0_graph_notify,
    .refuse_data = nvc0_graph_refuse_data,
    .error_name = nvc0_graph_error_name,
    .raise = nvc0_graph_set_intr,
    .fault = nvc0_graph_stop_fault,
    .dmaobj = nvc0_graph_dmaobj,
    .has_first_layers = true,
};

/*
 * NVIDIA GPU: the classes of PGRAPH's objects, NV50:NVC0
 *
 * As in classes.c, a card's row says which of them it has.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "classes.h"
#include "context.h"
#include "error.h"
#include "object.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/operation.h"

#define NV50_CLASS_3D(_class, _name, ...) \
    { (_class), (_name), \
      { nv50_mthd_serialize, nv50_mthd_query_3d, nv50_mthd_3d, \
        nv50_3d_state, ## __VA_ARGS__ }, .open = true }
#define NV50_CLASS_COMPUTE(_class, _name, ...) \
    { (_class), (_name), \
      { nv50_mthd_serialize, nv50_mthd_query_compute, nv50_mthd_compute, \
        nv50_compute_state, ## __VA_ARGS__ }, .open = true }

/* The arguments are methods that only some cards' 2D objects have. */
#define NV50_GRAPH_CLASSES(...) { \
    { 0x0030, "NV1_NULL", { nv_mthd_null } }, \
    { 0x502d, "G80_2D", \
      { nv50_mthd_serialize, nv50_mthd_2d, nv50_mthd_2d_only, \
        ## __VA_ARGS__ } }, \
    { 0x5039, "G80_M2MF", { nv50_mthd_serialize, nv50_mthd_m2mf } }, \
    NV50_CLASS_3D(0x5097, "G80_3D"), \
    NV50_CLASS_3D(0x8297, "G84_3D", nv84_3d_state), \
    NV50_CLASS_3D(0x8397, "G200_3D", nv84_3d_state, nva0_3d_state), \
    NV50_CLASS_3D(0x8597, "GT215_3D", nv84_3d_state, nva0_3d_state, \
                  nva3_3d_state), \
    NV50_CLASS_COMPUTE(0x50c0, "G80_COMPUTE"), \
    NV50_CLASS_COMPUTE(0x85c0, "GT215_COMPUTE", nva3_compute_state), \
}

static const NVGraphClass nv50_graph_classes[] = NV50_GRAPH_CLASSES();
static const NVGraphClass nv94_graph_classes[] =
    NV50_GRAPH_CLASSES(nv94_mthd_2d);

#define NV50_GRAPH_FAMILY(_classes) \
    { .classes = (_classes), \
      .class_count = ARRAY_SIZE(_classes), \
      .common = nv50_graph_common, \
      .mthd_end = NV_GRAPH_MTHD_END, \
      .ops = { \
          [NV_GRAPH_OP_NV50_COPY] = { nv50_m2mf_work, nv50_m2mf_done }, \
          [NV_GRAPH_OP_NV50_SOLID] = { nv50_solid_work, nv50_2d_done }, \
          [NV_GRAPH_OP_NV50_BLIT] = { nv50_blit_work, nv50_2d_done }, \
          [NV_GRAPH_OP_NV50_CLEAR] = { nv50_clear_work, nv50_clear_done }, \
      }, \
      .enter = nv50_graph_enter, \
      .leave = nv50_graph_leave, \
      .load = nv50_graph_load, \
      .select = nv50_graph_select, \
      .refuse = nv50_graph_refuse, \
      .notify = nv50_graph_notify, \
      .refuse_data = nv50_graph_refuse_data, \
      .error_name = nv50_graph_error_name, \
      .raise = nv50_graph_set_intr, \
      .fault = nv50_graph_trap_fault, \
      .dmaobj = nv50_graph_load_dmaobj }

const NVGraphFamily nv50_graph_family = NV50_GRAPH_FAMILY(nv50_graph_classes);
const NVGraphFamily nv94_graph_family = NV50_GRAPH_FAMILY(nv94_graph_classes);

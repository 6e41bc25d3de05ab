/*
 * NVIDIA GPU: the parts of PGRAPH's object classes, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_CLASSES_H
#define HW_NV_ENGINE_NV50_CLASSES_H

#include "hw/nv/engine/method.h"

extern const NVGraphMethod nv50_graph_common[];         /* object.c */
extern const NVGraphMethod nv50_mthd_serialize[];
extern const NVGraphMethod nv50_mthd_m2mf[];            /* m2mf.c */
extern const NVGraphMethod nv50_mthd_2d[];              /* 2d.c */
extern const NVGraphMethod nv50_mthd_2d_only[];         /* NV50:NVC0 */
extern const NVGraphMethod nv94_mthd_2d[];
extern const NVGraphMethod nv50_mthd_query_3d[];        /* query.c */
extern const NVGraphMethod nv50_mthd_query_compute[];
extern const NVGraphMethod nv50_mthd_3d[];              /* 3d.c */
extern const NVGraphMethod nv50_mthd_compute[];
extern const NVGraphMethod nv50_3d_state[];             /* 3d-state.c */
extern const NVGraphMethod nv84_3d_state[];
extern const NVGraphMethod nva0_3d_state[];
extern const NVGraphMethod nva3_3d_state[];
extern const NVGraphMethod nv50_compute_state[];
extern const NVGraphMethod nva3_compute_state[];

/* The operations, for families: see NVGraphOpInfo */
NVGraphWork nv50_m2mf_work;
NVGraphDone nv50_m2mf_done;
NVGraphWork nv50_solid_work;
NVGraphWork nv50_blit_work;
NVGraphWork nv50_clear_work;
NVGraphDone nv50_clear_done;

#endif /* HW_NV_ENGINE_NV50_CLASSES_H */

/*
 * NVIDIA GPU: the parts of PGRAPH's object classes, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_CLASSES_H
#define HW_NV_ENGINE_NV04_CLASSES_H

#include "hw/nv/engine/method.h"

extern const NVGraphMethod nv_graph_common[];           /* notify.c */
extern const NVGraphMethod nv_mthd_wait_for_idle[];
extern const NVGraphMethod nv_mthd_beta[];              /* ctxobj.c */
extern const NVGraphMethod nv_mthd_beta4[];
extern const NVGraphMethod nv_mthd_rop[];
extern const NVGraphMethod nv_mthd_clip[];
extern const NVGraphMethod nv_mthd_chroma_nv1[];
extern const NVGraphMethod nv_mthd_chroma[];
extern const NVGraphMethod nv_mthd_pattern_nv1[];       /* pattern.c */
extern const NVGraphMethod nv_mthd_pattern[];
extern const NVGraphMethod nv_mthd_surf2d_nv4[];        /* surface.c */
extern const NVGraphMethod nv_mthd_surf2d_nv10[];
extern const NVGraphMethod nv_mthd_surf_swz_nv4[];
extern const NVGraphMethod nv_mthd_surf_swz_nv10[];
extern const NVGraphMethod nv_mthd_surf3d[];
extern const NVGraphMethod nv_mthd_surf3d_kelvin[];
extern const NVGraphMethod nv_mthd_surf3d_rankine[];
extern const NVGraphMethod nv_mthd_surf3d_curie[];
extern const NVGraphMethod nv_mthd_m2mf[];              /* m2mf.c */
extern const NVGraphMethod nv_mthd_solid_nv1[];         /* rect.c */
extern const NVGraphMethod nv_mthd_solid_nv4[];
extern const NVGraphMethod nv_mthd_rect[];
extern const NVGraphMethod nv_mthd_line[];              /* line.c */
extern const NVGraphMethod nv_mthd_triangle[];
extern const NVGraphMethod nv_mthd_gdi_nv4[];           /* gdi.c */
extern const NVGraphMethod nv_mthd_blit_nv1[];          /* blit.c */
extern const NVGraphMethod nv_mthd_blit_nv4[];
extern const NVGraphMethod nv_mthd_blit[];
extern const NVGraphMethod nv_mthd_flip[];
extern const NVGraphMethod nv_mthd_ifc_nv1[];           /* ifc.c */
extern const NVGraphMethod nv_mthd_ifc_nv4[];
extern const NVGraphMethod nv_mthd_ifc[];
extern const NVGraphMethod nv_mthd_ifc_dither[];
extern const NVGraphMethod nv_mthd_kelvin_fence[];      /* kelvin.c */
extern const NVGraphMethod nv_mthd_kelvin[];
extern const NVGraphMethod nv_mthd_rankine[];
extern const NVGraphMethod nv_mthd_curie[];
extern const NVGraphMethod nv_mthd_rankine_scissor[];
extern const NVGraphMethod nv_mthd_surf3d_nv4[];        /* 3d-state.c */
extern const NVGraphMethod nv_mthd_d3d5[];
extern const NVGraphMethod nv_mthd_d3d6[];
extern const NVGraphMethod nv_mthd_celsius[];
extern const NVGraphMethod nv_mthd_celsius_state[];
extern const NVGraphMethod nv_mthd_kelvin_state[];
extern const NVGraphMethod nv_mthd_rankine_state[];
extern const NVGraphMethod nv_mthd_curie_state[];
extern const NVGraphMethod nv_mthd_sifm[];              /* sifm.c */
extern const NVGraphMethod nv_mthd_sifm_nv4[];
extern const NVGraphMethod nv_mthd_sifm_nv10[];
extern const NVGraphMethod nv_mthd_sifm_dither[];

/* mthd 0x1d94: CLEAR_BUFFERS */
void nv_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);

/* The operations, for families: see NVGraphOpInfo */
NVGraphWork nv_m2mf_work;
NVGraphDone nv_m2mf_done;
NVGraphWork nv_solid_work;
NVGraphWork nv_blit_work;
NVGraphWork nv_sifm_work;
NVGraphWork nv_clear_work;

#endif /* HW_NV_ENGINE_NV04_CLASSES_H */

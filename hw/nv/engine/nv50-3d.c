/*
 * NVIDIA GPU: 3D and compute objects, NV50:NVC0
 *
 * They take their state and draw nothing.
 *
 * Sources: the register database (graph/g80_3d.xml, graph/g80_compute.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv50.h"

/* COUNTER_RESET */
#define NV50_COUNTER_SAMPLECNT 1

static bool nv50_3d_condition(NVGPU *gpu)
{
    const uint32_t *query = nv50_3d(gpu, NV50_3D_QUERY);
    uint64_t high = query[NV50_QUERY_COND_ADDRESS_HIGH] & 0xff;

    return nv50_condition(gpu, query[NV50_QUERY_DMA],
                          high << 32 | query[NV50_QUERY_COND_ADDRESS_LOW],
                          query[NV50_QUERY_COND_MODE]);
}

/*
 * mthd 0x15d8, 0x15e0: VERTEX_END.  What was drawn has one sample that can be
 * seen: programs that ask whether anything can aren't to take all for hidden.
 */
static void nv50_3d_end(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    if ((*nv50_3d(gpu, NV50_3D_SAMPLECNT_ENABLE) & 1) &&
        nv50_3d_condition(gpu)) {
        (*nv50_3d(gpu, NV50_3D_SAMPLECNT))++;
    }
}

/* mthd 0x1530: COUNTER_RESET */
static void nv50_3d_counter_reset(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    if (val == NV50_COUNTER_SAMPLECNT) {
        *nv50_3d(gpu, NV50_3D_SAMPLECNT) = 0;
    }
}

const NVGraphMethod nv50_mthd_3d[] = {
    { .name = "SAMPLECNT_ENABLE", .mthd = 0x1514,
      .arg = NV50_3D_SAMPLECNT_ENABLE, .set = nv50_3d_set },
    { .name = "COUNTER_RESET", .mthd = 0x1530, .set = nv50_3d_counter_reset },
    { .name = "VERTEX_BEGIN_D3D", .mthd = 0x15d4,
      .set = nv_graph_draw_nothing },
    { .name = "VERTEX_END_D3D", .mthd = 0x15d8, .set = nv50_3d_end },
    { .name = "VERTEX_BEGIN_GL", .mthd = 0x15dc,
      .set = nv_graph_draw_nothing },
    { .name = "VERTEX_END_GL", .mthd = 0x15e0, .set = nv50_3d_end },
    { }
};

const NVGraphMethod nv50_mthd_compute[] = {
    { .name = "LAUNCH", .mthd = 0x368, .set = nv_graph_draw_nothing },
    { }
};

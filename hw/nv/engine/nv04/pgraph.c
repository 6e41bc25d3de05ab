/*
 * NVIDIA GPU: PGRAPH's registers that act, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pgraph.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"

/* --- Interrupts ------------------------------------------------------- */

/* Acknowledging an interrupt also clears the registers with its reason. */
void nv_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *nsource = &NV_R(gpu, NV_PGRAPH_NSOURCE);

    if (val & R_NV_PGRAPH_INTR_NOTIFY_MASK) {
        *nsource &= ~NV_NSOURCE(NOTIFICATION);
    }
    if (val & R_NV_PGRAPH_INTR_BUFFER_NOTIFY_MASK) {
        *nsource &= ~NV_NSOURCE(BFR_NOTIFICATION);
    }
    if (val & gpu->chip->graph->intr_error) {
        *nsource &= NV_NSOURCE(NOTIFICATION) | NV_NSOURCE(BFR_NOTIFICATION);
        NV_R(gpu, NV_PGRAPH_NSTATUS) = 0;
    }
    nv_pgraph_update_intr(gpu);
}

/* --- DEBUG_0, NV04:NV10 ----------------------------------------------- */

/* State of the next primitive */
static void nv_graph_reset_drawing(NVGPU *gpu)
{
    NV_R(gpu, NV_PGRAPH_XY_A) &= 1 << 20;
    NV_R(gpu, NV_PGRAPH_XY_B0) = 0;
    NV_R(gpu, NV_PGRAPH_XY_B1) = 0;
    NV_R(gpu, NV_PGRAPH_XY_C) &= ~0x1100;
    NV_R(gpu, NV_PGRAPH_XY_D0) &= ~0xff;
    NV_R(gpu, NV_PGRAPH_XY_D1) &= ~0xff;
    for (unsigned i = 0; i < 4; i++) {
        gpu->regs[R_NV_PGRAPH_XY_CLIP + i] = 0x55555555;
    }
    NV_R(gpu, NV_PGRAPH_VALID) = 0;
    NV_R(gpu, NV_PGRAPH_VALID2) = 0;
    NV_R(gpu, NV_PGRAPH_MISC24_0) = 0;
    NV_R(gpu, NV_PGRAPH_MISC24_1) = 0;
    NV_R(gpu, NV_PGRAPH_MISC24_2) = 0;
}

/* Surfaces then cover all of video memory. */
static void nv_graph_reset_surfaces(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_GRAPH_SURFACES; i++) {
        gpu->regs[R_NV_PGRAPH_SURF_OFFSET + i] = 0;
        gpu->regs[R_NV_PGRAPH_SURF_BASE + i] = 0;
        gpu->regs[R_NV_PGRAPH_SURF_LIMIT + i] =
            gpu->chip->graph->surf_offset_mask | 0xf;
    }
    for (unsigned i = 0; i < NV_GRAPH_PITCHES; i++) {
        gpu->regs[R_NV_PGRAPH_SURF_PITCH + i] = 0;
    }
    NV_R(gpu, NV_PGRAPH_SURF_SWIZZLE) = 0;
    gpu->regs[R_NV_PGRAPH_SURF_SWIZZLE + 1] = 0;
    NV_R(gpu, NV_PGRAPH_LIMIT_VIOL_PIX) = 0;
    NV_R(gpu, NV_PGRAPH_LIMIT_VIOL_Z) = 0;
}

/* Source: hwtest's pgraph_state.cc, Nv4DebugARegister. */
void nv_pgraph_debug_0_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (val & (R_NV_PGRAPH_DEBUG_0_RESET_MASK |
               R_NV_PGRAPH_DEBUG_0_RESET_DRAWING_MASK)) {
        nv_graph_reset_drawing(gpu);
    }
    if (val & (R_NV_PGRAPH_DEBUG_0_RESET_MASK |
               R_NV_PGRAPH_DEBUG_0_RESET_SURFACES_MASK)) {
        nv_graph_reset_surfaces(gpu);
    }
}

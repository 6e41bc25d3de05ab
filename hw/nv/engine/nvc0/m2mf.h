/*
 * NVIDIA GPU: M2MF of NVC0, and what became of it: shared declarations
 *
 * From NVE4 on the copies whose data is sent by methods are left, with other
 * methods.  They use the same words of the context.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NVC0_M2MF_H
#define HW_NV_ENGINE_NVC0_M2MF_H

#include "graph.h"

/* Methods; the destination's layout comes after the source's. */
enum {
    NVC0_M2MF_BLOCK_SIZE = 0x204,
    NVC0_M2MF_WIDTH = 0x208,
    NVC0_M2MF_HEIGHT = 0x20c,
    NVC0_M2MF_DEPTH = 0x210,
    NVC0_M2MF_LAYER = 0x214,
    NVC0_M2MF_LAYOUT_STRIDE = 0x1c,
    NVC0_M2MF_OFFSET_OUT_UPPER = 0x238,
    NVC0_M2MF_LAUNCH_DMA = 0x300,
    NVC0_M2MF_LOAD_INLINE_DATA = 0x304,
    NVC0_M2MF_RENDER_ENABLE_OVERRIDE = 0x308,
    NVC0_M2MF_OFFSET_IN_UPPER = 0x30c,
    NVC0_M2MF_PITCH_IN = 0x314,
    NVC0_M2MF_LINE_LENGTH_IN = 0x31c,
    NVC0_M2MF_LINE_COUNT = 0x320,
    NVC0_M2MF_SEMAPHORE_A = 0x32c,
    NVC0_M2MF_SEMAPHORE_B = 0x330,
    NVC0_M2MF_SEMAPHORE_C = 0x334,
    NVC0_M2MF_RENDER_ENABLE_A = 0x338,
    NVC0_M2MF_RENDER_ENABLE_B = 0x33c,
    NVC0_M2MF_RENDER_ENABLE_C = 0x340,
    NVC0_M2MF_ORIGIN_X = 0x344,
    NVC0_M2MF_ORIGIN_Y = 0x348,
    NVC0_M2MF_ORIGIN_STRIDE = 0x8,
};

FIELD(NVC0_LAUNCH_DMA, SRC_INLINE, 0, 1)
FIELD(NVC0_LAUNCH_DMA, SRC_PITCH, 4, 1)
FIELD(NVC0_LAUNCH_DMA, DST_PITCH, 8, 1)
FIELD(NVC0_LAUNCH_DMA, COMPLETION, 12, 2)
FIELD(NVC0_LAUNCH_DMA, INTERRUPT, 16, 2)
FIELD(NVC0_LAUNCH_DMA, SEMAPHORE_ONE_WORD, 20, 1)
/* What only A040's has is kept in bits that 9039's doesn't have. */
FIELD(NVE4_KEPT_LAUNCH, REDUCTION_ENABLE, 24, 1)
FIELD(NVE4_KEPT_LAUNCH, REDUCTION_SIGNED, 25, 1)
FIELD(NVE4_KEPT_LAUNCH, REDUCTION, 26, 3)               /* enum NVReduction */

/** enum NVC0Completion - LAUNCH_DMA's COMPLETION */
typedef enum NVC0Completion {
    NVC0_COMPLETION_RELEASE_SEMAPHORE = 2,
} NVC0Completion;

/** enum NVC0Override - RENDER_ENABLE_OVERRIDE */
typedef enum NVC0Override {
    NVC0_OVERRIDE_NONE,
    NVC0_OVERRIDE_ALWAYS,
    NVC0_OVERRIDE_NEVER,
} NVC0Override;

/** nvc0_m2mf: a parameter's word; @mthd: of 9039, NVC0_M2MF_* */
static inline uint32_t *nvc0_m2mf(NVGPU *gpu, uint32_t mthd)
{
    return nvc0_context(gpu, NVC0_CTX_M2MF + (mthd - NVC0_M2MF_FIRST) / 4);
}

/**
 * nvc0_m2mf_inline_start: begin a copy whose data is sent by methods
 * @gpu: the device
 * @condition: whether it is to be done; else its data is skipped
 *
 * Its parameters, and LAUNCH_DMA as 9039 has it, are in their words.  Whether
 * they are valid is checked.
 */
void nvc0_m2mf_inline_start(NVGPU *gpu, bool condition);

/** nvc0_m2mf_inline: LOAD_INLINE_DATA, see NVGraphMethod.block */
uint32_t nvc0_m2mf_inline(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count);

/** nvc0_m2mf_condition: whether 9039's RENDER_ENABLE lets copies be done */
bool nvc0_m2mf_condition(NVGPU *gpu);

/** nve4_3d_condition: whether 3D may draw, by its condition and its override */
bool nve4_3d_condition(NVGPU *gpu);

/** nvc0_check_override: RENDER_ENABLE_OVERRIDE's, see NVGraphMethod.check */
uint8_t nvc0_check_override(uint32_t val);

#endif /* HW_NV_ENGINE_NVC0_M2MF_H */

/*
 * NVIDIA GPU: inline to memory: 0xa040 and 0xa140, and the same methods in 3D
 * and compute objects, NVE4+
 *
 * Writes lines whose data is sent by methods: what is left of M2MF (m2mf.c),
 * whose words of the context it uses.
 *
 * Sources: class headers A040, A097, A0C0, and those of NVF0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "m2mf.h"
#include "state.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/nv50/3d.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nv50/error.h"
#include "hw/nv/engine/nv50/object.h"
#include "hw/nv/reduction.h"

FIELD(NVE4_LAUNCH_DMA, DST_PITCH, 0, 1)
FIELD(NVE4_LAUNCH_DMA, REDUCTION_ENABLE, 1, 1)
FIELD(NVE4_LAUNCH_DMA, REDUCTION_FORMAT, 2, 2)
FIELD(NVE4_LAUNCH_DMA, COMPLETION, 4, 2)
FIELD(NVE4_LAUNCH_DMA, SYSMEMBAR_DISABLE, 6, 1)
FIELD(NVE4_LAUNCH_DMA, INTERRUPT, 8, 2)
FIELD(NVE4_LAUNCH_DMA, SEMAPHORE_ONE_WORD, 12, 1)
FIELD(NVE4_LAUNCH_DMA, REDUCTION_OP, 13, 3)

#define NVE4_LAUNCH_DMA_MASK \
    (R_NVE4_LAUNCH_DMA_DST_PITCH_MASK | \
     R_NVE4_LAUNCH_DMA_REDUCTION_ENABLE_MASK | \
     R_NVE4_LAUNCH_DMA_REDUCTION_FORMAT_MASK | \
     R_NVE4_LAUNCH_DMA_COMPLETION_MASK | \
     R_NVE4_LAUNCH_DMA_SYSMEMBAR_DISABLE_MASK | \
     R_NVE4_LAUNCH_DMA_INTERRUPT_MASK | \
     R_NVE4_LAUNCH_DMA_SEMAPHORE_ONE_WORD_MASK | \
     R_NVE4_LAUNCH_DMA_REDUCTION_OP_MASK)

/* --- Parameters ------------------------------------------------------- */

static uint8_t nve4_check_launch(uint32_t val)
{
    if (val & ~NVE4_LAUNCH_DMA_MASK) {
        return NV50_DATA_INVALID_BITFIELD;
    }
    return FIELD_EX32(val, NVE4_LAUNCH_DMA, COMPLETION) <=
               NVC0_COMPLETION_RELEASE_SEMAPHORE &&
           FIELD_EX32(val, NVE4_LAUNCH_DMA, REDUCTION_FORMAT) <= 1 &&
           FIELD_EX32(val, NVE4_LAUNCH_DMA, INTERRUPT) <= 1
        ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

/* --- Conditions ------------------------------------------------------- */

/* 3D and compute have conditions of their own; @_base: their words */
static bool nve4_i2m_condition(NVGPU *gpu, unsigned base)
{
    switch (*nvc0_m2mf(gpu, NVC0_M2MF_RENDER_ENABLE_OVERRIDE)) {
    case NVC0_OVERRIDE_ALWAYS:
        return true;
    case NVC0_OVERRIDE_NEVER:
        return false;
    default:
        return nv50_condition(gpu, 0, nv50_address(
            *nv50_3d(gpu, base + NV50_QUERY_COND_ADDRESS_HIGH),
            *nv50_3d(gpu, base + NV50_QUERY_COND_ADDRESS_LOW)),
            *nv50_3d(gpu, base + NV50_QUERY_COND_MODE));
    }
}

bool nve4_3d_condition(NVGPU *gpu)
{
    return nve4_i2m_condition(gpu, NV50_3D_QUERY);
}

/* --- Methods ---------------------------------------------------------- */

/* Store a parameter; @arg: the word of 9039's method */
static void nve4_i2m_set(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    *nvc0_context(gpu, NVC0_CTX_M2MF + method->arg + index) = val;
}

/* LAUNCH_DMA's REDUCTION_OP */
static const uint8_t nve4_reductions[] = {
    NV_REDUCTION_ADD, NV_REDUCTION_MIN, NV_REDUCTION_MAX, NV_REDUCTION_INC,
    NV_REDUCTION_DEC, NV_REDUCTION_AND, NV_REDUCTION_OR, NV_REDUCTION_XOR,
};

/* LAUNCH_DMA in the format of 9039's */
static void nve4_i2m_start(NVGPU *gpu, uint32_t val, bool condition)
{
    uint32_t launch = R_NVC0_LAUNCH_DMA_SRC_INLINE_MASK;

    launch = FIELD_DP32(launch, NVC0_LAUNCH_DMA, DST_PITCH,
                        FIELD_EX32(val, NVE4_LAUNCH_DMA, DST_PITCH));
    launch = FIELD_DP32(launch, NVC0_LAUNCH_DMA, COMPLETION,
                        FIELD_EX32(val, NVE4_LAUNCH_DMA, COMPLETION));
    launch = FIELD_DP32(launch, NVC0_LAUNCH_DMA, INTERRUPT,
                        FIELD_EX32(val, NVE4_LAUNCH_DMA, INTERRUPT));
    launch = FIELD_DP32(launch, NVC0_LAUNCH_DMA, SEMAPHORE_ONE_WORD,
                        FIELD_EX32(val, NVE4_LAUNCH_DMA, SEMAPHORE_ONE_WORD));
    launch = FIELD_DP32(launch, NVE4_KEPT_LAUNCH, REDUCTION_ENABLE,
                        FIELD_EX32(val, NVE4_LAUNCH_DMA, REDUCTION_ENABLE));
    launch = FIELD_DP32(launch, NVE4_KEPT_LAUNCH, REDUCTION_SIGNED,
                        FIELD_EX32(val, NVE4_LAUNCH_DMA, REDUCTION_FORMAT));
    launch = FIELD_DP32(launch, NVE4_KEPT_LAUNCH, REDUCTION,
                        nve4_reductions[FIELD_EX32(val, NVE4_LAUNCH_DMA,
                                                   REDUCTION_OP)]);
    *nvc0_m2mf(gpu, NVC0_M2MF_LAUNCH_DMA) = launch;
    nvc0_m2mf_inline_start(gpu, condition);
}

/* mthd 0x1b0: LAUNCH_DMA of A040 */
static void nve4_i2m_launch(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    nve4_i2m_start(gpu, val, nvc0_m2mf_condition(gpu));
}

/* The same of 3D and compute; @arg: the words of their queries */
static void nve4_i2m_launch_query(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    nve4_i2m_start(gpu, val, nve4_i2m_condition(gpu, method->arg));
}

#define NVE4_I2M_WORD(_name) ((NVC0_M2MF_ ## _name - NVC0_M2MF_FIRST) / 4)

/* The destination's layout comes after the source's. */
#define NVE4_I2M_OUT(_name) \
    (NVE4_I2M_WORD(_name) + NVC0_M2MF_LAYOUT_STRIDE / 4)

#define NVE4_I2M_SET(_name, _mthd, _word, ...) \
    { .name = (_name), .mthd = (_mthd), .arg = (_word), \
      .set = nve4_i2m_set, __VA_ARGS__ }

#define NVE4_I2M_METHODS(_launch, _arg) \
    { .name = "PM_TRIGGER_WFI", .mthd = 0x144, .block = nv_graph_ignore }, \
    NVE4_I2M_SET("LINE_LENGTH_IN", 0x180, NVE4_I2M_WORD(LINE_LENGTH_IN)), \
    NVE4_I2M_SET("LINE_COUNT", 0x184, NVE4_I2M_WORD(LINE_COUNT)), \
    NVE4_I2M_SET("OFFSET_OUT_UPPER", 0x188, \
                 NVE4_I2M_WORD(OFFSET_OUT_UPPER), \
                 .check = nv50_check_address_high), \
    NVE4_I2M_SET("OFFSET_OUT", 0x18c, NVE4_I2M_WORD(OFFSET_OUT_UPPER) + 1), \
    NVE4_I2M_SET("PITCH_OUT", 0x190, NVE4_I2M_WORD(PITCH_IN) + 1), \
    NVE4_I2M_SET("SET_DST_BLOCK_SIZE", 0x194, NVE4_I2M_OUT(BLOCK_SIZE), \
                 .check = nv50_check_block_dimensions), \
    NVE4_I2M_SET("SET_DST_WIDTH", 0x198, NVE4_I2M_OUT(WIDTH)), \
    NVE4_I2M_SET("SET_DST_HEIGHT", 0x19c, NVE4_I2M_OUT(HEIGHT)), \
    NVE4_I2M_SET("SET_DST_DEPTH", 0x1a0, NVE4_I2M_OUT(DEPTH), \
                 .check = nv50_check_depth), \
    NVE4_I2M_SET("SET_DST_LAYER", 0x1a4, NVE4_I2M_OUT(LAYER)), \
    NVE4_I2M_SET("SET_DST_ORIGIN_BYTES_X", 0x1a8, \
                 NVE4_I2M_WORD(ORIGIN_X) + NVC0_M2MF_ORIGIN_STRIDE / 4), \
    NVE4_I2M_SET("SET_DST_ORIGIN_SAMPLES_Y", 0x1ac, \
                 NVE4_I2M_WORD(ORIGIN_Y) + NVC0_M2MF_ORIGIN_STRIDE / 4), \
    { .name = "LAUNCH_DMA", .mthd = 0x1b0, .arg = (_arg), \
      .check = nve4_check_launch, .set = (_launch) }, \
    { .name = "LOAD_INLINE_DATA", .mthd = 0x1b4, .block = nvc0_m2mf_inline }, \
    NVE4_I2M_SET("SET_I2M_SEMAPHORE_A", 0x1dc, NVE4_I2M_WORD(SEMAPHORE_A), \
                 .check = nv50_check_address_high), \
    NVE4_I2M_SET("SET_I2M_SEMAPHORE_B", 0x1e0, NVE4_I2M_WORD(SEMAPHORE_B)), \
    NVE4_I2M_SET("SET_I2M_SEMAPHORE_C", 0x1e4, NVE4_I2M_WORD(SEMAPHORE_C)), \
    { .name = "SET_I2M_SPARE_NOOP", .mthd = 0x1f0, .count = 4, \
      .block = nv_graph_ignore }, \
    NVE4_I2M_SET("SET_RENDER_ENABLE_OVERRIDE", 0x1944, \
                 NVE4_I2M_WORD(RENDER_ENABLE_OVERRIDE), \
                 .check = nvc0_check_override)

const NVGraphMethod nve4_mthd_i2m[] = {
    NVE4_I2M_METHODS(nve4_i2m_launch, 0),
    { .name = "SET_FALCON", .mthd = 0x200, .count = 32,
      .set = nvc0_graph_firmware },
    NVE4_I2M_SET("SET_RENDER_ENABLE_A", 0x1550,
                 NVE4_I2M_WORD(RENDER_ENABLE_A),
                 .check = nv50_check_address_high),
    NVE4_I2M_SET("SET_RENDER_ENABLE_B", 0x1554,
                 NVE4_I2M_WORD(RENDER_ENABLE_B)),
    NVE4_I2M_SET("SET_RENDER_ENABLE_C", 0x1558,
                 NVE4_I2M_WORD(RENDER_ENABLE_C),
                 .check = nv50_check_cond_mode),
    { }
};

const NVGraphMethod nve4_mthd_3d_i2m[] = {
    NVE4_I2M_METHODS(nve4_i2m_launch_query, NV50_3D_QUERY), { }
};

const NVGraphMethod nve4_mthd_compute_i2m[] = {
    NVE4_I2M_METHODS(nve4_i2m_launch_query, NV50_3D_COMPUTE_QUERY), { }
};

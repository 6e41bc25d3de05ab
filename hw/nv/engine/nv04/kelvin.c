/*
 * NVIDIA GPU: 3D objects, NV20:NV50: kelvin, rankine, curie
 *
 * They store their state, clear surfaces (clear.c), and write fences and
 * reports to memory; they draw nothing else.  State is where hardware has it:
 * the DMA objects in the object's instance, the rest in registers, which
 * contexts include.
 *
 * Sources: hwtest's pgraph_class_kelvin.cc; the register database
 * (graph/nv20_3d.xml, graph/nv30-40_3d.xml); how Mesa's nv30_query.c reads
 * the reports.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "trace/trace-hw_nv.h"

/* The pixel counter: number of its report, and QUERY_RESET's value */
#define NV_KELVIN_ZPASS 1

FIELD(NV_KELVIN_QUERY_GET, OFFSET, 0, 24)
FIELD(NV_KELVIN_QUERY_GET, REPORT, 24, 8)

typedef enum NVKelvinDma {
    NV_KELVIN_DMA_FENCE,
    NV_KELVIN_DMA_QUERY,
} NVKelvinDma;

/* --- Fences and reports ----------------------------------------------- */

static void nv_kelvin_dma(NVGPU *gpu, NVGrobjField field, uint32_t val)
{
    uint32_t inst = nv_grobj_inst(gpu, val);
    uint32_t class = nv_ramin_read32(gpu, inst) & 0xfff;

    nv_grobj_check_class(gpu, nv_grobj_takes_dma(class,
                                                 NV_CLASS_DMA_TO_MEMORY));
    nv_grobj_set(gpu, field, class == NV_CLASS_NULL ? 0 : inst >> 4);
}

/* mthd 0x1a4: DMA_FENCE: a page, or the beginning of one */
static void nv_kelvin_dma_fence(NVGPU *gpu, const NVGraphMethod *method,
                                unsigned index, uint32_t val)
{
    uint32_t inst = nv_grobj_inst(gpu, val);
    uint32_t flags = nv_ramin_read32(gpu, inst);

    nv_kelvin_dma(gpu, NV_GROBJ_DMA_A, val);
    if (FIELD_EX32(flags, NV_DMAOBJ_0, CLASS) != NV_CLASS_NULL &&
        (FIELD_EX32(flags, NV_DMAOBJ_0, ADJUST) ||
         nv_ramin_read32(gpu, inst + 4) > 0xfff)) {
        nv_graph_error(gpu, NV_NSOURCE(PROTECTION_ERROR));
    }
}

/* mthd 0x1a8: DMA_QUERY */
static void nv_kelvin_dma_query(NVGPU *gpu, const NVGraphMethod *method,
                                unsigned index, uint32_t val)
{
    nv_kelvin_dma(gpu, NV_GROBJ_DMA_B, val);
}

/* @words are in memory's byte order. */
static bool nv_kelvin_write(NVGPU *gpu, NVKelvinDma which, uint32_t offset,
                            const uint32_t *words, size_t len)
{
    uint32_t inst = nv_grobj_dma(gpu, which);
    NVDMAObject obj;

    trace_nv_kelvin_write(inst, offset, le32_to_cpu(words[0]));
    if (!inst || !nv_grobj_load_dma(gpu, inst, &obj) ||
        !nv_dmaobj_write(gpu, &obj, offset, words, len, NULL)) {
        nv_graph_error(gpu, NV_NSOURCE(DMA_W_PROTECTION));
        return false;
    }
    return true;
}

static bool nv_valid_kelvin_fence(uint32_t val)
{
    return !(val & ~0xffc);
}

static bool nv_valid_rankine_fence(uint32_t val)
{
    return !(val & ~0xff0);
}

/* No source says what the other bits are. */
static bool nv_valid_curie_fence(uint32_t val)
{
    return !(val & ~0x0f000ff0) && extract32(val, 24, 4) <= 4;
}

static void nv_kelvin_fence_offset(NVGPU *gpu, const NVGraphMethod *method,
                                   unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BUNDLE_FENCE_OFFSET) = val;
}

/* mthd 0x1d70, 0x1d74: FENCE_VALUE: everything before it has been done */
static void nv_kelvin_fence_value(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    uint32_t offset = NV_R(gpu, NV_PGRAPH_BUNDLE_FENCE_OFFSET) & 0xffc;
    uint32_t word = cpu_to_le32(val);

    if (nv_graph_probe_notify(gpu, offset, &word)) {
        nv_kelvin_write(gpu, NV_KELVIN_DMA_FENCE, offset, &word, 4);
    }
}

static uint32_t *nv_kelvin_zpass(NVGPU *gpu)
{
    return &nv04_graph_of(gpu)->zpass[gpu->graph->chid % NV_GRAPH_CHANNELS];
}

static bool nv_valid_query_reset(uint32_t val)
{
    return val == NV_KELVIN_ZPASS;
}

static bool nv_valid_curie_query_reset(uint32_t val)
{
    return val == NV_KELVIN_ZPASS || val == 2;
}

static void nv_kelvin_query_reset(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    if (val == NV_KELVIN_ZPASS) {
        *nv_kelvin_zpass(gpu) = 0;
    }
}

static bool nv_valid_bool(uint32_t val)
{
    return val < 2;
}

static void nv_kelvin_query_enable(NVGPU *gpu, const NVGraphMethod *method,
                                   unsigned index, uint32_t val)
{
    uint32_t *config = &NV_R(gpu, NV_PGRAPH_BUNDLE_CONFIG_B);

    *config = FIELD_DP32(*config, NV_PGRAPH_BUNDLE_CONFIG_B, ZPASS_ENABLE,
                         val);
}

/*
 * mthd 0x17d0, 0x1800: QUERY_GET: write the time, a value, and last the 0 that
 * software waits for.
 */
static void nv_kelvin_query_get(NVGPU *gpu, const NVGraphMethod *method,
                                unsigned index, uint32_t val)
{
    uint32_t offset = FIELD_EX32(val, NV_KELVIN_QUERY_GET, OFFSET);
    uint32_t words[4] = { };

    stq_le_p(words, nv_ptimer_now(gpu));
    if (FIELD_EX32(val, NV_KELVIN_QUERY_GET, REPORT) == NV_KELVIN_ZPASS) {
        words[2] = cpu_to_le32(*nv_kelvin_zpass(gpu));
    }
    if (nv_graph_probe_notify(gpu, offset, &words[3]) &&
        nv_kelvin_write(gpu, NV_KELVIN_DMA_QUERY, offset, words, 12)) {
        nv_kelvin_write(gpu, NV_KELVIN_DMA_QUERY, offset + 12, words + 3, 4);
    }
}

/* --- Drawing ---------------------------------------------------------- */

/*
 * mthd 0x17fc, 0x1808: BEGIN_END; 0 ends a drawing.  Each counts as one visible
 * pixel, so that programs which query visibility don't believe that everything
 * is hidden.
 */
static void nv_kelvin_begin_end(NVGPU *gpu, const NVGraphMethod *method,
                                unsigned index, uint32_t val)
{
    if (val) {
        nv_graph_draw_nothing(gpu, method, index, val);
    } else if (FIELD_EX32(NV_R(gpu, NV_PGRAPH_BUNDLE_CONFIG_B),
                          NV_PGRAPH_BUNDLE_CONFIG_B, ZPASS_ENABLE)) {
        ++*nv_kelvin_zpass(gpu);
    }
}

/* --- Rectangles, and what clears write -------------------------------- */

/* @arg of nv_kelvin_clip(): the rectangles that a method sets */
enum {
    NV_KELVIN_CLIP = 1 << 0,
    NV_KELVIN_VIEWPORT = 1 << 1,
    NV_KELVIN_SCISSOR = 1 << 2,
};

/* Before NV30 there is only the first. */
static void nv_kelvin_clip(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    unsigned what = method->arg;

    if (!gpu->chip->graph->scissor) {
        what &= NV_KELVIN_CLIP;
    } else {
        val &= 0x1fff0fff;
    }
    if (what & NV_KELVIN_CLIP) {
        gpu->regs[R_NV_PGRAPH_BUNDLE_CLIP_HV + index] = val;
    }
    if (what & NV_KELVIN_VIEWPORT) {
        gpu->regs[R_NV_PGRAPH_BUNDLE_VIEWPORT_HV + index] = val;
    }
    if (what & NV_KELVIN_SCISSOR) {
        gpu->regs[R_NV_PGRAPH_BUNDLE_SCISSOR_HV + index] = val;
    }
}

static void nv_kelvin_clear_zeta(NVGPU *gpu, const NVGraphMethod *method,
                                 unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BUNDLE_CLEAR_ZETA) = val;
}

static void nv_kelvin_clear_color(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BUNDLE_CLEAR_COLOR) = val;
}

/* First and last pixel to be cleared */
static bool nv_valid_clear_hv(uint32_t val)
{
    return !(val & ~0x0fff0fff) && (val & 0xffff) <= val >> 16;
}

static void nv_kelvin_clear_hv(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_BUNDLE_CLEAR_HV + index] = val & 0x0fff0fff;
}

/* --- Methods ---------------------------------------------------------- */

const NVGraphMethod nv_mthd_kelvin_fence[] = {
    { .name = "DMA_FENCE", .mthd = 0x1a4, .set = nv_kelvin_dma_fence },
    { .name = "DMA_QUERY", .mthd = 0x1a8, .set = nv_kelvin_dma_query },
    { .name = "QUERY_ENABLE", .mthd = 0x17cc, .valid = nv_valid_bool,
      .set = nv_kelvin_query_enable },
    { .name = "FENCE_VALUE", .mthd = 0x1d70, .count = 2,
      .set = nv_kelvin_fence_value },
    { .name = "CLEAR_DEPTH_VALUE", .mthd = 0x1d8c,
      .set = nv_kelvin_clear_zeta },
    { .name = "CLEAR_COLOR_VALUE", .mthd = 0x1d90,
      .set = nv_kelvin_clear_color },
    { .name = "CLEAR_BUFFERS", .mthd = 0x1d94, .set = nv_clear_start },
    { .name = "CLEAR_RECT", .mthd = 0x1d98, .count = 2,
      .valid = nv_valid_clear_hv, .set = nv_kelvin_clear_hv },
    { }
};

const NVGraphMethod nv_mthd_rankine_scissor[] = {
    { .name = "SCISSOR", .mthd = 0x8c0, .count = 2, .arg = NV_KELVIN_SCISSOR,
      .set = nv_kelvin_clip },
    { .name = "VIEWPORT", .mthd = 0xa00, .count = 2,
      .arg = NV_KELVIN_VIEWPORT, .set = nv_kelvin_clip },
    { }
};

/* Methods whose number or parameter differs between classes */
#define NV_KELVIN_METHODS(_reset, _get, _begin_end, _fence, _clip) { \
    { .name = "RT_HORIZ", .mthd = 0x200, .count = 2, .arg = (_clip), \
      .set = nv_kelvin_clip }, \
    { .name = "QUERY_RESET", .mthd = 0x17c8, .valid = (_reset), \
      .set = nv_kelvin_query_reset }, \
    { .name = "QUERY_GET", .mthd = (_get), .set = nv_kelvin_query_get }, \
    { .name = "VERTEX_BEGIN_END", .mthd = (_begin_end), \
      .set = nv_kelvin_begin_end }, \
    { .name = "FENCE_OFFSET", .mthd = 0x1d6c, .valid = (_fence), \
      .set = nv_kelvin_fence_offset }, \
    { } \
}

const NVGraphMethod nv_mthd_kelvin[] =
    NV_KELVIN_METHODS(nv_valid_query_reset, 0x17d0, 0x17fc,
                      nv_valid_kelvin_fence, NV_KELVIN_CLIP |
                      NV_KELVIN_VIEWPORT | NV_KELVIN_SCISSOR);

const NVGraphMethod nv_mthd_rankine[] =
    NV_KELVIN_METHODS(nv_valid_query_reset, 0x1800, 0x1808,
                      nv_valid_rankine_fence, NV_KELVIN_CLIP);

const NVGraphMethod nv_mthd_curie[] =
    NV_KELVIN_METHODS(nv_valid_curie_query_reset, 0x1800, 0x1808,
                      nv_valid_curie_fence, NV_KELVIN_CLIP);

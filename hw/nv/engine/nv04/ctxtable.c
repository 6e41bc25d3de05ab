/*
 * NVIDIA GPU: PGRAPH's contexts in instance memory, NV20:NV40
 *
 * CTX_TABLE names a table with the address of each channel's context.  The
 * layout of contexts isn't known, except for CTX_USER, in which drivers set the
 * channel (nouveau, nvkm/engine/gr/nv20.c, nv25.c, nv30.c...).  We assume that
 * the registers around it follow it as on NV40, and put all others where every
 * driver's initial context is 0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "pgraph.h"
#include "state.h"

/* Offset that is 0 in all drivers' initial contexts */
#define NV_CONTEXT_OTHERS 0x900

/*
 * A channel's own registers, from the first word to the last; @initial is the
 * value to use where a driver leaves 0.
 */
static const struct {
    uint32_t first, last;
    uint32_t initial;
} nv_context_ranges[] = {
    { R_NV_PGRAPH_CTX_USER,
      R_NV_PGRAPH_CTX_CACHE5 + NV_GRAPH_SUBCHANNELS - 1 },
    { R_NV_PGRAPH_VTX_X, R_NV_PGRAPH_TFC + 1 },
    { R_NV_PGRAPH_BITMAP_COLOR_0, R_NV_PGRAPH_BETA4 },
    { R_NV_PGRAPH_SURF_OFFSET, R_NV_PGRAPH_SURF_SWIZZLE + 1 },
    { R_NV_PGRAPH_SURF_TYPE, R_NV_PGRAPH_NOTIFY },
    { R_NV_PGRAPH_SURF_FORMAT, R_NV_PGRAPH_SURF_FORMAT },
    { R_NV_PGRAPH_DMA_PITCH, R_NV_PGRAPH_SIFM_MODE },
    { R_NV_PGRAPH_PATTERN_MONO_COLOR, R_NV_PGRAPH_CHROMA },
    { R_NV_PGRAPH_CTX_FORMAT, R_NV_PGRAPH_CTX_FORMAT },
    { R_NV_PGRAPH_PATTERN_COLOR, R_NV_PGRAPH_PATTERN_COLOR + 63 },
    { R_NV_PGRAPH_DMA_OFFSET_IN, R_NV_PGRAPH_DMA_MISC },
    { R_NV_PGRAPH_BUNDLE_CONFIG_B, R_NV_PGRAPH_BUNDLE_CONFIG_B },
    { R_NV_PGRAPH_BUNDLE_FENCE_OFFSET, R_NV_PGRAPH_BUNDLE_FENCE_OFFSET },
    { R_NV_PGRAPH_BUNDLE_CLIP_HV, R_NV_PGRAPH_BUNDLE_CLIP_HV + 1 },
    { R_NV_PGRAPH_BUNDLE_CLEAR_HV, R_NV_PGRAPH_BUNDLE_CLEAR_HV + 1,
      0x0fff0000 },
    { R_NV_PGRAPH_BUNDLE_CLEAR_COLOR, R_NV_PGRAPH_BUNDLE_CLEAR_COLOR },
    { R_NV_PGRAPH_BUNDLE_VIEWPORT_HV, R_NV_PGRAPH_BUNDLE_SCISSOR_HV + 1,
      0x10000000 },
    { R_NV_PGRAPH_BUNDLE_CLEAR_ZETA, R_NV_PGRAPH_BUNDLE_CLEAR_ZETA },
};

/* A context can set the same bits of a register as the guest. */
static uint32_t nv_context_mask(const NVRegFile *file, uint32_t reg)
{
    uint32_t first = file->block->base / 4;

    for (uint32_t i = 0; i < file->block->size / 4; i++) {
        if ((file->home ? file->home[i] : first + i) == reg) {
            return nv_regs_writable(file, (first + i) * 4);
        }
    }
    return 0;
}

static void nv_context_init(NVGPU *gpu)
{
    NV04Graph *graph = nv04_graph_of(gpu);
    GArray *words = g_array_new(false, false, sizeof(NVContextWord));
    uint32_t offset = gpu->chip->graph->contexts->user;

    for (unsigned i = 0; i < ARRAY_SIZE(nv_context_ranges); i++) {
        for (uint32_t reg = nv_context_ranges[i].first;
             reg <= nv_context_ranges[i].last; reg++, offset += 4) {
            NVContextWord word = {
                .reg = reg,
                .mask = nv_context_mask(&graph->graph.regs, reg),
                .offset = offset,
                .initial = nv_context_ranges[i].initial,
            };

            g_array_append_val(words, word);
        }
        offset = MAX(offset, NV_CONTEXT_OTHERS);
    }
    graph->table.count = words->len;
    graph->table.words = (NVContextWord *)g_array_free(words, false);
}

/* --- Switching -------------------------------------------------------- */

static uint32_t nv_context_base(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_POINTER),
                      NV_PGRAPH_CTX_POINTER, INSTANCE) << 4;
}

/* Without a context there is nothing to save. */
static void nv_context_save(NVGPU *gpu)
{
    const NV04Graph *graph = nv04_graph_of(gpu);
    uint32_t base = nv_context_base(gpu);

    for (unsigned i = 0; base && i < graph->table.count; i++) {
        const NVContextWord *word = &graph->table.words[i];

        nv_ramin_write32(gpu, base + word->offset,
                         gpu->regs[word->reg] ^ word->initial);
    }
}

static void nv_context_restore(NVGPU *gpu)
{
    const NV04Graph *graph = nv04_graph_of(gpu);
    uint32_t base = nv_context_base(gpu);

    for (unsigned i = 0; i < graph->table.count; i++) {
        const NVContextWord *word = &graph->table.words[i];

        uint32_t val = base ? nv_ramin_read32(gpu, base + word->offset) : 0;

        gpu->regs[word->reg] = (val ^ word->initial) & word->mask;
    }
}

static void nv_context_load(NVGPU *gpu, unsigned chid)
{
    uint32_t table = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_TABLE),
                                NV_PGRAPH_CTX_TABLE, INSTANCE) << 4;
    uint32_t *control = &NV_R(gpu, NV_PGRAPH_CTX_CONTROL);
    uint32_t *user = &NV_R(gpu, NV_PGRAPH_CTX_USER);

    NV_R(gpu, NV_PGRAPH_CTX_POINTER) =
        nv_ramin_read32(gpu, table + chid * 4) &
        R_NV_PGRAPH_CTX_POINTER_INSTANCE_MASK;
    nv_context_restore(gpu);
    *control = FIELD_DP32(*control, NV_PGRAPH_CTX_CONTROL, CHID_VALID, 1);
    *user = FIELD_DP32(*user, NV_PGRAPH_CTX_USER, CHID, chid);
}

/* The driver itself saves a channel's context before it takes it away. */
void nv_pgraph_ctx_xfer_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PGRAPH_CTX_XFER, SAVE)) {
        nv_context_save(gpu);
    }
    if (FIELD_EX32(val, NV_PGRAPH_CTX_XFER, LOAD)) {
        nv_context_restore(gpu);
        nv_pgraph_ctx_write(gpu, addr, val);
    }
    NV_R(gpu, NV_PGRAPH_CTX_XFER) = 0;
}

const NVGraphContexts nv20_contexts = {
    .init = nv_context_init,
    .save = nv_context_save,
    .load = nv_context_load,
};

const NVGraphContexts nv25_contexts = {
    .user = 0x28,
    .init = nv_context_init,
    .save = nv_context_save,
    .load = nv_context_load,
};

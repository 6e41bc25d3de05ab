/*
 * NVIDIA GPU: PGRAPH's contexts: channels and subchannels
 *
 * The registers hold the context of one channel, as the hardware's do.  Where
 * the hardware asks the driver to exchange it, with the interrupt
 * CONTEXT_SWITCH, the model does it by itself.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

/* --- Channels --------------------------------------------------------- */

void nv_graph_context_init(NVGPU *gpu)
{
    const NVGraphRange *range = gpu->chip->graph->family->context;
    NVGraph *graph = &gpu->graph;
    GArray *regs = g_array_new(false, false, sizeof(uint32_t));

    for (; range && range->last; range++) {
        for (uint32_t reg = range->first; reg <= range->last; reg++) {
            g_array_append_val(regs, reg);
        }
    }
    graph->context_words = regs->len;
    graph->context_total = gpu->chip->fifo->channels * regs->len;
    graph->context_regs = (uint32_t *)g_array_free(regs, false);
    graph->contexts = g_new0(uint32_t, graph->context_total);
}

void nv_graph_context_reset(NVGPU *gpu)
{
    gpu->graph.chid = NV_GRAPH_NO_CHANNEL;
    memset(gpu->graph.nv50, 0, sizeof(gpu->graph.nv50));
    gpu->graph.unloading = false;
    if (gpu->graph.contexts) {
        memset(gpu->graph.contexts, 0,
               gpu->graph.context_total * sizeof(uint32_t));
    }
}

void nv_graph_context_exit(NVGPU *gpu)
{
    g_clear_pointer(&gpu->graph.context_regs, g_free);
    g_clear_pointer(&gpu->graph.contexts, g_free);
}

void nv_graph_leave(NVGPU *gpu)
{
    if (gpu->graph.chid != NV_GRAPH_NO_CHANNEL) {
        gpu->chip->graph->family->leave(gpu);
        gpu->graph.chid = NV_GRAPH_NO_CHANNEL;
    }
}

void nv_graph_enter(NVGPU *gpu, unsigned chid)
{
    NVGraph *graph = &gpu->graph;

    if (likely(chid == graph->chid)) {
        return;
    }
    chid %= gpu->chip->fifo->channels;
    trace_nv_pgraph_channel(chid, graph->chid);
    nv_graph_leave(gpu);
    gpu->chip->graph->family->enter(gpu, chid);
    graph->chid = chid;
}

/* --- Contexts in the device: NV04:NV50 -------------------------------- */

/* What a channel has of its own */
const NVGraphRange nv04_graph_context[] = {
    { R_NV_PGRAPH_CTX_USER,
      R_NV_PGRAPH_CTX_CACHE5 + NV_GRAPH_SUBCHANNELS - 1 },
    { R_NV_PGRAPH_SRC2D_DMA, R_NV_PGRAPH_SRC2D_OFFSET },
    { R_NV_PGRAPH_CTX_SWITCH6, R_NV_PGRAPH_CTX_SWITCH6 },
    { R_NV_PGRAPH_CTX_CACHE6,
      R_NV_PGRAPH_CTX_CACHE6 + NV_GRAPH_SUBCHANNELS - 1 },
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
    { 0, 0 }
};

static uint32_t *nv_graph_context(NVGPU *gpu, unsigned chid)
{
    return &gpu->graph.contexts[chid * gpu->graph.context_words];
}

/* Tells the driver whose context the registers hold. */
static void nv_graph_tell_channel(NVGPU *gpu, unsigned chid)
{
    uint32_t *user = &NV_R(gpu, NV_PGRAPH_CTX_USER);

    if (gpu->chip->graph->ctxctl) {
        NV_R(gpu, NV_PGRAPH_CTXCTL_CUR) =
            R_NV_PGRAPH_CTXCTL_CUR_LOADED_MASK |
            FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_GRCTX_INST),
                       NV_PGRAPH_CTXCTL_CUR, INSTANCE);
    } else {
        *user = FIELD_DP32(*user, NV_PGRAPH_CTX_USER, CHID, chid);
    }
}

void nv04_graph_leave(NVGPU *gpu)
{
    NVGraph *graph = &gpu->graph;
    uint32_t *context = nv_graph_context(gpu, graph->chid);

    for (uint32_t i = 0; i < graph->context_words; i++) {
        context[i] = gpu->regs[graph->context_regs[i]];
    }
}

void nv04_graph_enter(NVGPU *gpu, unsigned chid)
{
    NVGraph *graph = &gpu->graph;
    const uint32_t *context = nv_graph_context(gpu, chid);

    for (uint32_t i = 0; i < graph->context_words; i++) {
        gpu->regs[graph->context_regs[i]] = context[i];
    }
    nv_graph_tell_channel(gpu, chid);
}

/* --- CTXCTL: NV40:NV50 ------------------------------------------------- */

/*
 * The unit exchanges contexts by a program that the driver uploads.  Here
 * contexts stay in the device, and the program isn't executed: it has always
 * done its work.
 */
void nv_ctxctl_ucode_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_CTXCTL_UCODE_INDEX)++;
}

/* The driver takes a channel's context away by saying that none is loaded. */
void nv_ctxctl_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!FIELD_EX32(val, NV_PGRAPH_CTXCTL_CUR, LOADED)) {
        nv_graph_leave(gpu);
    }
}

/* --- Subchannels: NV04:NV50 ------------------------------------------- */

/* What belongs to one drawing operation is gone with its object. */
static void nv_graph_volatile_reset(NVGPU *gpu)
{
    if (!(NV_R(gpu, NV_PGRAPH_DEBUG_3) & NV_DEBUG_3(VOLATILE_RESET))) {
        return;
    }
    NV_R(gpu, NV_PGRAPH_VALID) = 0;
    NV_R(gpu, NV_PGRAPH_SOURCE_COLOR) = 0;
    NV_R(gpu, NV_PGRAPH_OCLIP_XMIN) = 0;
    NV_R(gpu, NV_PGRAPH_OCLIP_YMIN) = 0;
    NV_R(gpu, NV_PGRAPH_OCLIP_XMAX) = 0xffff;
    NV_R(gpu, NV_PGRAPH_OCLIP_YMAX) = 0xffff;
    NV_R(gpu, NV_PGRAPH_NOTIFY) &= ~R_NV_PGRAPH_NOTIFY_ARMED_MASK;
}

static void nv_graph_select_cached(NVGPU *gpu, unsigned subc)
{
    const NVGrobjFormat *grobj = gpu->chip->graph->grobj;
    uint32_t *user = &NV_R(gpu, NV_PGRAPH_CTX_USER);

    nv_graph_volatile_reset(gpu);
    *user = FIELD_DP32(*user, NV_PGRAPH_CTX_USER, SUBCH, subc);
    for (unsigned i = 0; i < grobj->words; i++) {
        *nv_grobj_current(gpu, i) = *nv_grobj_cache(gpu, i, subc) &
                                    grobj->masks[i];
    }
    NV_R(gpu, NV_PGRAPH_CTX_SWITCH4) = gpu->regs[R_NV_PGRAPH_CTX_CACHE4 +
                                                 subc];
    NV_R(gpu, NV_PGRAPH_CTX_SWITCH5) = gpu->regs[R_NV_PGRAPH_CTX_CACHE5 +
                                                 subc];
}

void nv04_graph_load(NVGPU *gpu, unsigned subc, uint32_t inst)
{
    const NVGraphChip *chip = gpu->chip->graph;
    const NVGrobjFormat *grobj = chip->grobj;

    for (unsigned i = 0; i < grobj->words; i++) {
        *nv_grobj_cache(gpu, i, subc) = nv_ramin_read32(gpu, inst + i * 4) &
                                        grobj->masks[i];
    }
    *nv_grobj_cache(gpu, 0, subc) &= chip->grobj_mask;
    gpu->regs[R_NV_PGRAPH_CTX_CACHE4 + subc] = inst >> 4 & grobj->inst_mask;
    gpu->regs[R_NV_PGRAPH_CTX_CACHE5 + subc] =
        nv_ramin_read32(gpu, inst + grobj->words * 4);
    nv_graph_select_cached(gpu, subc);
}

void nv04_graph_select(NVGPU *gpu, unsigned subc)
{
    if (NV_R(gpu, NV_PGRAPH_DEBUG_3) & NV_DEBUG_3(CTX_ALWAYS_RELOAD)) {
        nv04_graph_load(gpu, subc,
                        gpu->regs[R_NV_PGRAPH_CTX_CACHE4 + subc] << 4);
    } else {
        nv_graph_select_cached(gpu, subc);
    }
}

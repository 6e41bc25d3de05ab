/*
 * NVIDIA GPU: PGRAPH's contexts: channels and subchannels, NV50:NVC0
 *
 * While a channel isn't on PGRAPH, its context is in memory, which a DMA object
 * in the channel's instance block describes.  On hardware, a program from the
 * driver switches contexts, and the driver fills in new ones; the layout is a
 * matter between these two.  The model has a layout of its own, the words of
 * NV50Graph.ctx after a header; a context without that header is a new one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "context.h"
#include "state.h"
#include "hw/nv/engine/context.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/saved.h"
#include "migration/vmstate.h"

/* Words of an object's instance */
#define NV50_OBJECT_WORDS 4

/* Words of a saved context before the channel's own */
#define NV50_GRCTX_HEADER 2

/* "NV50", and the number of words that follow */
static const uint32_t nv50_grctx_header[NV50_GRCTX_HEADER] = {
    0x3035564e, NV50_CTX__WORDS
};

/* --- New contexts ----------------------------------------------------- */

/* What isn't 0 in the context that nouveau's ctxnv50.c fills in */
static const struct {
    uint16_t word;
    uint32_t val;
} nv50_context_defaults[] = {
#define NV50_DEFAULT_M2MF(_mthd, _val) \
    { NV50_CTX_M2MF + ((_mthd) - NV50_M2MF_FIRST) / 4, (_val) }
#define NV50_DEFAULT_2D(_mthd, _val) \
    { NV50_CTX_2D + ((_mthd) - NV50_2D_FIRST) / 4, (_val) }
#define NV50_DEFAULT_3D(_word, _val) \
    { NV50_CTX_3D + NV50_3D_ ## _word, (_val) }
    NV50_DEFAULT_M2MF(0x200, 1),                /* LAYOUT_IN: pitch */
    NV50_DEFAULT_M2MF(0x204, 0x20),
    NV50_DEFAULT_M2MF(0x208, 0x100),
    NV50_DEFAULT_M2MF(0x20c, 0x100),
    NV50_DEFAULT_M2MF(0x210, 1),
    NV50_DEFAULT_M2MF(0x21c, 1),                /* LAYOUT_OUT */
    NV50_DEFAULT_M2MF(0x220, 0x20),
    NV50_DEFAULT_M2MF(0x224, 0x100),
    NV50_DEFAULT_M2MF(0x228, 0x100),
    NV50_DEFAULT_M2MF(0x22c, 1),
    NV50_DEFAULT_M2MF(0x324, 0x0101),           /* FORMAT */
    NV50_DEFAULT_2D(0x200, 0xcf),               /* DST_FORMAT: A8R8G8B8 */
    NV50_DEFAULT_2D(0x204, 1),                  /* DST_LINEAR */
    NV50_DEFAULT_2D(0x20c, 1),                  /* DST_DEPTH */
    NV50_DEFAULT_2D(0x218, 0x100),              /* DST_WIDTH */
    NV50_DEFAULT_2D(0x21c, 0x100),
    NV50_DEFAULT_2D(0x230, 0xcf),               /* SRC_FORMAT */
    NV50_DEFAULT_2D(0x234, 1),                  /* SRC_LINEAR */
    NV50_DEFAULT_2D(0x23c, 1),                  /* SRC_DEPTH */
    NV50_DEFAULT_2D(0x248, 0x100),              /* SRC_WIDTH */
    NV50_DEFAULT_2D(0x24c, 0x100),
    NV50_DEFAULT_2D(0x26c, 1),                  /* COND_MODE: ALWAYS */
    NV50_DEFAULT_2D(0x584, 0xcf),               /* DRAW_COLOR_FORMAT */
    NV50_DEFAULT_2D(0x804, 0xcf),               /* SIFC_FORMAT */
    NV50_DEFAULT_2D(0x808, 2),                  /* SIFC_BITMAP_FORMAT */
    NV50_DEFAULT_2D(0x838, 1),                  /* SIFC_WIDTH */
    NV50_DEFAULT_2D(0x83c, 1),
    NV50_DEFAULT_2D(0x844, 1),                  /* SIFC_DX_DU_INT */
    NV50_DEFAULT_2D(0x84c, 1),
    NV50_DEFAULT_2D(0x8b8, 1),                  /* BLIT_DST_W */
    NV50_DEFAULT_2D(0x8bc, 1),
    NV50_DEFAULT_2D(0x8c4, 1),                  /* BLIT_DU_DX_INT */
    NV50_DEFAULT_2D(0x8cc, 1),
    NV50_DEFAULT_3D(QUERY + NV50_QUERY_COND_MODE, 1),   /* ALWAYS */
    NV50_DEFAULT_3D(COMPUTE_QUERY + NV50_QUERY_COND_MODE, 1),
    NV50_DEFAULT_3D(RT + 2 * NV50_3D_RTS, 0xcf),        /* RT_FORMAT(0) */
    NV50_DEFAULT_3D(RT_HORIZ, 0x400),
    NV50_DEFAULT_3D(RT_HORIZ + 1, 0x300),
    NV50_DEFAULT_3D(RT_ARRAY_MODE, 1),
    NV50_DEFAULT_3D(ZETA + 2, 0x14),                    /* ZETA_FORMAT */
    NV50_DEFAULT_3D(ZETA_HORIZ, 0x400),
    NV50_DEFAULT_3D(ZETA_HORIZ + 1, 0x300),
    NV50_DEFAULT_3D(ZETA_ENABLE, 1),
};

void nv50_context_init(NVGPU *gpu)
{
    uint32_t *ctx = nv50_graph_of(gpu)->ctx;

    memset(ctx, 0, NV50_CTX__WORDS * sizeof(*ctx));
    for (unsigned i = 0; i < NV_GRAPH_SUBCHANNELS; i++) {
        ctx[NV50_CTX_OBJECTS + i * NV50_OBJECT_WORDS] = NV_CLASS_NULL;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_context_defaults); i++) {
        ctx[nv50_context_defaults[i].word] = nv50_context_defaults[i].val;
    }
}

/* --- Contexts in memory ----------------------------------------------- */

/* The object is never bound and has no class. */
static void nv50_grctx_dmaobj(NVGPU *gpu, NVDMAObject *obj)
{
    uint32_t block = nv50_graph_block(gpu);

    nv_dmaobj_load_channel(gpu, block, block + gpu->chip->graph->grctx, obj);
}

static bool nv50_context_restore(NVGPU *gpu)
{
    uint32_t words[NV50_GRCTX_HEADER + NV50_CTX__WORDS];
    NVDMAObject obj;

    nv50_grctx_dmaobj(gpu, &obj);
    if (!nv_dmaobj_read(gpu, &obj, 0, words, sizeof(words), NULL)) {
        return false;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = le32_to_cpu(words[i]);
    }
    if (memcmp(words, nv50_grctx_header, sizeof(nv50_grctx_header))) {
        return false;
    }
    memcpy(nv50_graph_of(gpu)->ctx, words + NV50_GRCTX_HEADER,
           sizeof(nv50_graph_of(gpu)->ctx));
    return true;
}

static void nv50_context_save(NVGPU *gpu)
{
    uint32_t words[NV50_GRCTX_HEADER + NV50_CTX__WORDS];
    NVDMAObject obj;

    memcpy(words, nv50_grctx_header, sizeof(nv50_grctx_header));
    memcpy(words + NV50_GRCTX_HEADER, nv50_graph_of(gpu)->ctx,
           sizeof(nv50_graph_of(gpu)->ctx));
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = cpu_to_le32(words[i]);
    }
    nv50_grctx_dmaobj(gpu, &obj);
    if (!nv_dmaobj_write(gpu, &obj, 0, words, sizeof(words), NULL)) {
        nv_log_error(gpu, "PGRAPH: channel %u has no memory for its context",
                     gpu->graph->chid);
    }
}

/* --- Channels --------------------------------------------------------- */

void nv50_graph_enter(NVGPU *gpu, unsigned chid)
{
    uint32_t cur = R_NV50_PGRAPH_CTXCTL_CUR_VALID_MASK |
                   nv_channel_block(gpu, chid) >> 12;

    NV_R(gpu, NV50_PGRAPH_CTXCTL_CUR) = cur;
    NV_R(gpu, NV50_PGRAPH_CTXCTL_NEXT) = cur;
    nv50_surfaces_forget(gpu);
    if (!nv50_context_restore(gpu)) {
        nv50_context_init(gpu);
    }
    nv50_graph_select(gpu, nv50_graph_of(gpu)->ctx[NV50_CTX_SUBC] %
                           NV_GRAPH_SUBCHANNELS);
}

/* A driver that has cleared CTXCTL_CUR doesn't want the context saved. */
void nv50_graph_leave(NVGPU *gpu)
{
    if (FIELD_EX32(NV_R(gpu, NV50_PGRAPH_CTXCTL_CUR), NV50_PGRAPH_CTXCTL_CUR,
                   VALID)) {
        nv50_context_save(gpu);
    }
    NV_R(gpu, NV50_PGRAPH_CTXCTL_CUR) = 0;
    NV_R(gpu, NV50_PGRAPH_CTXCTL_NEXT) = 0;
}

void nv50_graph_unload(NVGPU *gpu, uint32_t block)
{
    if (gpu->graph->chid == NV_GRAPH_NO_CHANNEL ||
        nv50_graph_block(gpu) != block) {
        return;
    }
    gpu->graph->unloading = nv_graph_busy(gpu);
    if (!gpu->graph->unloading) {
        nv_graph_leave(gpu);
    }
}

void nv50_graph_load_dmaobj(NVGPU *gpu, uint16_t inst, NVDMAObject *obj)
{
    nv_dmaobj_load_channel(gpu, nv50_graph_block(gpu),
                           nv50_graph_inst_addr(gpu, inst), obj);
}

void nv50_graph_dmaobj(NVGPU *gpu, uint16_t inst, NVDMAObject *obj)
{
    gpu->chip->graph->family->dmaobj(gpu, inst, obj);
}

/* --- Subchannels ------------------------------------------------------ */

static uint32_t *nv50_object_words(NVGPU *gpu, unsigned subc)
{
    return &nv50_graph_of(gpu)->ctx[NV50_CTX_OBJECTS +
                                    subc * NV50_OBJECT_WORDS];
}

/* CTX_SWITCH_1 to CTX_SWITCH_4 */
static uint32_t *nv50_object_current(NVGPU *gpu, unsigned word)
{
    return word ? &gpu->regs[R_NV50_PGRAPH_DISPATCH_CTX_SWITCH_2 + word - 1]
                : &NV_R(gpu, NV_PGRAPH_CTX_SWITCH1);
}

void nv50_graph_select(NVGPU *gpu, unsigned subc)
{
    uint32_t *user = &NV_R(gpu, NV_PGRAPH_CTX_USER);

    *user = FIELD_DP32(*user, NV_PGRAPH_CTX_USER, SUBCH, subc);
    nv50_graph_of(gpu)->ctx[NV50_CTX_SUBC] = subc;
    for (unsigned i = 0; i < NV50_OBJECT_WORDS; i++) {
        *nv50_object_current(gpu, i) = nv50_object_words(gpu, subc)[i];
    }
}

void nv50_graph_load(NVGPU *gpu, unsigned subc, uint32_t inst)
{
    uint32_t *words = nv50_object_words(gpu, subc);

    nv_ramin_read_words(gpu, inst, words, NV50_OBJECT_WORDS);
    words[3] = FIELD_DP32(words[3], NV50_PGRAPH_DISPATCH_CTX_SWITCH_4,
                          MY_INSTANCE, nv50_graph_inst(gpu, inst >> 4));
    nv50_graph_select(gpu, subc);
}

/* These instances are all in the low half of their word. */
void nv50_object_set(NVGPU *gpu, unsigned word, uint16_t inst)
{
    unsigned subc = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_USER),
                               NV_PGRAPH_CTX_USER, SUBCH);
    uint32_t *current = nv50_object_current(gpu, word);

    *current = deposit32(*current, 0, 16, inst);
    nv50_object_words(gpu, subc)[word] = *current;
}

uint16_t nv50_object_get(NVGPU *gpu, unsigned word)
{
    return *nv50_object_current(gpu, word);
}

/* --- Snapshots -------------------------------------------------------- */

static bool nv50_graph_needed(void *opaque)
{
    const NV50Graph *graph = opaque;

    return nv50_graph_is(&graph->graph) &&
           (graph->graph.unloading ||
            !buffer_is_zero(graph->ctx, sizeof(graph->ctx)));
}

const VMStateDescription nv50_vmstate_graph = {
    .name = "nv-gpu/graph/nv50",
    .version_id = 2,
    .minimum_version_id = 2,
    .needed = nv50_graph_needed,
    .pre_load = nv50_graph_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(ctx, NV50Graph, NV50_CTX__WORDS),
        VMSTATE_BOOL(graph.unloading, NV50Graph),
        VMSTATE_END_OF_LIST()
    },
};

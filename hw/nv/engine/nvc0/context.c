/*
 * NVIDIA GPU: PGRAPH's objects: channel, state, life, snapshots, NVC0+
 *
 * The falcons switch contexts: they select the channel whose memory is used,
 * and save and load its state.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "graph.h"
#include "macro.h"
#include "state.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nv50/state.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/saved.h"
#include "migration/vmstate.h"

/* --- Channels --------------------------------------------------------- */

/* An interrupted macro continues when its context comes back. */
void nvc0_graph_set_channel(NVGPU *gpu, uint32_t block)
{
    nvc0_graph_of(gpu)->block = block;
    nvc0_graph_of(gpu)->macro_on = false;
    nv50_surfaces_forget(gpu);
}

/* --- State ------------------------------------------------------------ */

unsigned nvc0_graph_state_words(NVGPU *gpu)
{
    return NV50_CTX__WORDS + NVC0_CTX__WORDS + NVC0_MACRO__WORDS;
}

/* @count: receives the number of contiguous words of state from @i on */
static uint32_t *nvc0_graph_state(NVGPU *gpu, unsigned i, unsigned *count)
{
    NVC0Graph *graph = nvc0_graph_of(gpu);
    const struct {
        uint32_t *words;
        unsigned count;
    } parts[] = {
        { graph->nv50.ctx, NV50_CTX__WORDS },
        { graph->ctx, NVC0_CTX__WORDS },
        { graph->macro, NVC0_MACRO__WORDS },
    };

    for (unsigned part = 0; part < ARRAY_SIZE(parts); part++) {
        if (i < parts[part].count) {
            *count = parts[part].count - i;
            return parts[part].words + i;
        }
        i -= parts[part].count;
    }
    return NULL;
}

void nvc0_graph_state_read(NVGPU *gpu, unsigned first, uint32_t *words,
                           unsigned count)
{
    while (count) {
        unsigned part;
        const uint32_t *from = nvc0_graph_state(gpu, first, &part);

        if (!from) {
            memset(words, 0, count * 4);
            return;
        }
        part = MIN(part, count);
        memcpy(words, from, part * 4);
        first += part;
        words += part;
        count -= part;
    }
}

void nvc0_graph_state_write(NVGPU *gpu, unsigned first, const uint32_t *words,
                            unsigned count)
{
    unsigned part;
    uint32_t *to;

    if (nvc0_graph_busy(gpu)) {
        return;
    }
    while (count && (to = nvc0_graph_state(gpu, first, &part))) {
        part = MIN(part, count);
        memcpy(to, words, part * 4);
        first += part;
        words += part;
        count -= part;
    }
    memcpy(&gpu->regs[R_NVC0_PGRAPH_DISPATCH_CTX_CACHE],
           nvc0_context(gpu, NVC0_CTX_CLASSES), NV_GRAPH_SUBCHANNELS * 4);
}

/* What isn't 0, and isn't set by the methods that nouveau's ctxgf100.c sends */
static const struct {
    uint16_t word;
    uint32_t val;
} nvc0_context_defaults[] = {
#define NVC0_DEFAULT_M2MF(_mthd, _val) \
    { NVC0_CTX_M2MF + ((_mthd) - NVC0_M2MF_FIRST) / 4, (_val) }
    NVC0_DEFAULT_M2MF(0x340, 1),                /* RENDER_ENABLE: TRUE */
};

static void nvc0_context_init(NVGPU *gpu)
{
    nv50_context_init(gpu);
    memset(nvc0_graph_of(gpu)->ctx, 0, sizeof(nvc0_graph_of(gpu)->ctx));
    for (unsigned i = 0; i < ARRAY_SIZE(nvc0_context_defaults); i++) {
        *nvc0_context(gpu, nvc0_context_defaults[i].word) =
            nvc0_context_defaults[i].val;
    }
}

/* --- Life ------------------------------------------------------------- */

static bool nvc0_graph_realize(NVGPU *gpu, Error **errp)
{
    nv_graph_object_init(gpu);
    return true;
}

void nvc0_graph_reset(NVGPU *gpu)
{
    NVGraph *graph = gpu->graph;

    nvc0_context_init(gpu);
    nvc0_macro_reset(gpu);
    memset(&gpu->regs[R_NVC0_PGRAPH_DISPATCH_CTX_CACHE], 0,
           NV_GRAPH_SUBCHANNELS * 4);
    graph->chid = NV_GRAPH_NO_CHANNEL;
    nvc0_graph_of(gpu)->block = 0;
    nvc0_graph_of(gpu)->stuck = false;
    graph->op = (NVGraphOp) { };
    graph->overspent = 0;
    graph->method_addr = 0;
    graph->method_data = 0;
    graph->binding.id = UINT32_MAX;
}

static void nvc0_graph_exit(NVGPU *gpu)
{
    nv_graph_object_exit(gpu);
}

static bool nvc0_graph_post_load(NVGPU *gpu, int version_id)
{
    gpu->graph->binding.id = UINT32_MAX;
    return nv_graph_op_is_sane(gpu) && gpu->graph->overspent >= 0;
}

const NVUnit nv_unit_nvc0_objects = {
    .name = "PGRAPH objects",
    .state = offsetof(NVGPU, graph),
    .size = sizeof(NVC0Graph),
    .realize = nvc0_graph_realize,
    .reset = nvc0_graph_reset,
    .exit = nvc0_graph_exit,
    .post_load = nvc0_graph_post_load,
};

/* --- Snapshots -------------------------------------------------------- */

static bool nvc0_graph_needed(void *opaque)
{
    const NVC0Graph *graph = opaque;

    return nvc0_graph_is(&graph->nv50.graph) &&
           (graph->block || graph->stuck ||
            !buffer_is_zero(graph->ctx, sizeof(graph->ctx)));
}

const VMStateDescription nvc0_vmstate_graph = {
    .name = "nv-gpu/graph/nvc0",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nvc0_graph_needed,
    .pre_load = nvc0_graph_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(ctx, NVC0Graph, NVC0_CTX__WORDS),
        VMSTATE_UINT32(block, NVC0Graph),
        VMSTATE_BOOL(stuck, NVC0Graph),
        VMSTATE_END_OF_LIST()
    },
};

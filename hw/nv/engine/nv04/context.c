/*
 * NVIDIA GPU: PGRAPH's contexts: channels and subchannels, NV04:NV50
 *
 * The registers hold the context of one channel.  Where the others are, and how
 * they are switched, depends on the card: before NV20 the driver keeps them,
 * and gets an interrupt, CONTEXT_SWITCH, for each switch; later cards keep them
 * in instance memory (ctxtable.c, ctxctl.c).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "grobj.h"
#include "pgraph.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "trace/trace-hw_nv.h"

/* --- Switches by the driver or by PGRAPH -------------------------------- */

/* Writing these registers changes whose context they hold. */
void nv_pgraph_ctx_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    gpu->graph->chid = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_CONTROL),
                                 NV_PGRAPH_CTX_CONTROL, CHID_VALID)
        ? FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_USER), NV_PGRAPH_CTX_USER, CHID)
        : NV_GRAPH_NO_CHANNEL;
}

/*
 * The request comes before any of the channel's methods: the trap has none.
 * Source: register database, FIFO_ADDR's tag CHSW.
 */
static void nv_graph_request(NVGPU *gpu, unsigned chid, unsigned subc)
{
    trace_nv_pgraph_request(chid, gpu->graph->chid);
    nv_graph_trap(gpu, chid, subc, 0, 0);
    NV_R(gpu, NV_PGRAPH_CTX_CONTROL) |=
        R_NV_PGRAPH_CTX_CONTROL_SWITCHING_BUSY_MASK;
    NV_R(gpu, NV_PGRAPH_FIFO) &= ~R_NV_PGRAPH_FIFO_ACCESS_MASK;
    nv_graph_raise(gpu, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK, 0);
}

bool nv04_graph_ready(NVGPU *gpu, unsigned chid, unsigned subc)
{
    if (gpu->chip->graph->contexts &&
        (NV_R(gpu, NV_PGRAPH_DEBUG_3) & NV_DEBUG_3(HW_CONTEXT_SWITCH))) {
        return true;
    }
    nv_graph_request(gpu, chid, subc);
    return false;
}

void nv04_graph_enter(NVGPU *gpu, unsigned chid)
{
    gpu->chip->graph->contexts->load(gpu, chid);
}

void nv04_graph_leave(NVGPU *gpu)
{
    gpu->chip->graph->contexts->save(gpu);
}

/* --- The 3D pipeline's state, NV10:NV20: storage ------------------------ */

static uint32_t *nv_pgraph_pipe_next(NVGPU *gpu)
{
    uint32_t *addr = &NV_R(gpu, NV_PGRAPH_PIPE_ADDRESS);
    uint32_t *word = &nv04_graph_of(gpu)->pipe[*addr / 4 % NV_GRAPH_PIPE_WORDS];

    *addr = (*addr + 4) % (NV_GRAPH_PIPE_WORDS * 4);
    return word;
}

uint32_t nv_pgraph_pipe_read(NVGPU *gpu, uint32_t addr)
{
    return *nv_pgraph_pipe_next(gpu);
}

void nv_pgraph_pipe_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    *nv_pgraph_pipe_next(gpu) = val;
}

/* --- Subchannels ------------------------------------------------------ */

/* The state of an unfinished drawing is lost with its object. */
static void nv_graph_volatile_reset(NVGPU *gpu)
{
    if (!(NV_R(gpu, NV_PGRAPH_DEBUG_3) & NV_DEBUG_3(VOLATILE_RESET))) {
        return;
    }
    NV_R(gpu, NV_PGRAPH_VALID) = 0;
    NV_R(gpu, NV_PGRAPH_XY_A) = 0;
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

/*
 * NVIDIA GPU: the checker: registers and saved states that need a unit stopped
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/engine.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/fifo-regs.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs.h"
#include "checker.h"

/* --- Whether a unit runs ---------------------------------------------- */

/* PFIFO uses its tables when it fetches, translates or switches. */
static bool nv_checker_pfifo_runs(NVGPU *gpu, const NVProbe *probe)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHES), NV_PFIFO_CACHES,
                      REASSIGN) ||
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0), NV_PFIFO_CACHE1_PUSH0,
                      ACCESS) ||
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL0), NV_PFIFO_CACHE1_PULL0,
                      ACCESS);
}

static bool nv_checker_cache1_fills(NVGPU *gpu, const NVProbe *probe)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0), NV_PFIFO_CACHE1_PUSH0,
                      ACCESS);
}

static bool nv_checker_pusher_runs(NVGPU *gpu, const NVProbe *probe)
{
    return nv_checker_cache1_fills(gpu, probe) &&
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH),
                      NV_PFIFO_CACHE1_DMA_PUSH, ACCESS) &&
           !FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE),
                       NV_PFIFO_CACHE1_DMA_STATE, ERROR);
}

/* It is stopped while the driver has an error or a method to handle. */
static bool nv_checker_puller_runs(NVGPU *gpu, const NVProbe *probe)
{
    uint32_t pull = NV_R(gpu, NV_PFIFO_CACHE1_PULL0);

    return FIELD_EX32(pull, NV_PFIFO_CACHE1_PULL0, ACCESS) &&
           !FIELD_EX32(pull, NV_PFIFO_CACHE1_PULL0, HASH_FAILED) &&
           !FIELD_EX32(pull, NV_PFIFO_CACHE1_PULL0, DEVICE_SOFTWARE) &&
           !FIELD_EX32(pull, NV_PFIFO_CACHE1_PULL0, SEMAPHORE_ERROR);
}

static bool nv_checker_graph_busy(NVGPU *gpu)
{
    const NVEngine *graph = gpu->engines[NV_ENGINE_GRAPH];

    return graph->busy && graph->busy(gpu);
}

/*
 * Whether it has methods to execute, and may do so.  Like STATUS, except that a
 * driver may turn FIFO off and then handle the method under way.
 */
static bool nv_checker_graph_runs(NVGPU *gpu, const NVProbe *probe)
{
    return FIELD_EX32(NV_R(gpu, NV_PGRAPH_FIFO), NV_PGRAPH_FIFO, ACCESS) &&
           (nv_checker_graph_busy(gpu) ||
            nv_engine_queued(gpu, NV_ENGINE_GRAPH));
}

/* PGRAPH is the first of the engines whose translations can be flushed. */
static bool nv_checker_graph_translates(NVGPU *gpu, const NVProbe *probe)
{
    return FIELD_EX32(probe->mmio.data, NV_PFB_MMU_TLB_FLUSH, TRIGGER) &&
           !FIELD_EX32(probe->mmio.data, NV_PFB_MMU_TLB_FLUSH, ENGINE) &&
           nv_checker_graph_busy(gpu);
}

static bool nv_checker_pbdma_runs(NVGPU *gpu, const NVProbe *probe)
{
    uint32_t base = probe->mmio.addr -
                    (probe->mmio.addr - NV_PBDMA_BASE) % NV_PBDMA_STRIDE;

    return FIELD_EX32(gpu->regs[base / 4 + R_NV_PBDMA_CHANNEL],
                      NV_PBDMA_CHANNEL, ACTIVE) &&
           !gpu->regs[base / 4 + R_NV_PBDMA_INTR_0];
}

/* --- Registers -------------------------------------------------------- */

/**
 * struct NVQuietReg - registers that need their unit stopped
 *
 * @cards: NV_CHECKER_*
 * @first, @last: in BAR0, in bytes
 * @count, @stride: number of such ranges, and bytes from one to the next
 * @runs: whether the unit is running and uses the register
 */
typedef struct NVQuietReg {
    uint32_t cards;
    uint32_t first, last;
    uint32_t count, stride;
    bool (*runs)(NVGPU *gpu, const NVProbe *probe);
} NVQuietReg;

#define NV_QUIET(_cards, _first, _last, _runs) \
    { .cards = NV_CHECKER_ ## _cards, .first = A_ ## _first, \
      .last = A_ ## _last, .count = 1, .runs = _runs }

/* The rules and their sources are in docs/checker.rst. */
static const NVQuietReg nv_quiet_regs[] = {
    NV_QUIET(NV04, NV_PFIFO_RAMHT, NV_PFIFO_RAMRO, nv_checker_pfifo_runs),
    NV_QUIET(NV04, NV_PFIFO_RAMFC_NV40, NV_PFIFO_RAMFC_NV40,
             nv_checker_pfifo_runs),
    NV_QUIET(CACHE1, NV_PFIFO_CACHE1_PUSH1, NV_PFIFO_CACHE1_PUT,
             nv_checker_cache1_fills),
    NV_QUIET(CACHE1, NV_PFIFO_CACHE1_DMA_STATE, NV_PFIFO_CACHE1_DMA_CTL,
             nv_checker_pusher_runs),
    NV_QUIET(CACHE1, NV_PFIFO_CACHE1_DMA_GET, NV_PFIFO_CACHE1_DMA_GET,
             nv_checker_pusher_runs),
    NV_QUIET(CACHE1, NV_PFIFO_CACHE1_SUBROUTINE, NV_PFIFO_CACHE1_SUBROUTINE,
             nv_checker_pusher_runs),
    NV_QUIET(CACHE1, NV_PFIFO_CACHE1_PULL1, NV_PFIFO_CACHE1_HASH,
             nv_checker_puller_runs),
    NV_QUIET(CACHE1, NV_PFIFO_CACHE1_GET, NV_PFIFO_CACHE1_ENGINE,
             nv_checker_puller_runs),
    { NV_CHECKER_NVC0, NV_PBDMA_BASE + A_NV_PBDMA_GP_GET,
      NV_PBDMA_BASE + A_NV_PBDMA_GP_FLAGS, 3, NV_PBDMA_STRIDE,
      nv_checker_pbdma_runs },
    /* A channel's context, and tiles; PGRAPH's control is between them. */
    { NV_CHECKER_NV04, A_NV_PGRAPH_CTX_CONTROL, 0x4001fc, 1, 0,
      nv_checker_graph_runs },
    { NV_CHECKER_NV04, A_NV_PGRAPH_VTX_X, 0x4006fc, 1, 0,
      nv_checker_graph_runs },
    { NV_CHECKER_NV04, A_NV_PGRAPH_RDI_INDEX, A_NV_PGRAPH_SIFM_MODE, 1, 0,
      nv_checker_graph_runs },
    { NV_CHECKER_NV04, A_NV_PGRAPH_PATTERN_MONO_COLOR, 0x401ffc, 1, 0,
      nv_checker_graph_runs },
    { NV_CHECKER_NV04, A_NV47_PGRAPH_ZCOMP1, 0x4069fc, 1, 0,
      nv_checker_graph_runs },
    { NV_CHECKER_NV84, A_NV_PFB_MMU_TLB_FLUSH, A_NV_PFB_MMU_TLB_FLUSH, 1, 0,
      nv_checker_graph_translates },
};

static bool nv_quiet_has(const NVQuietReg *quiet, uint32_t addr)
{
    for (unsigned i = 0; i < quiet->count; i++) {
        uint32_t at = i * quiet->stride;

        if (addr >= quiet->first + at && addr <= quiet->last + at) {
            return true;
        }
    }
    return false;
}

static void nv_checker_register(NVGPU *gpu, const NVProbe *probe)
{
    const NVMmioProbe *mmio = &probe->mmio;
    uint32_t addr = mmio->addr & ~3u;
    uint32_t cards = nv_checker_cards(gpu);

    for (unsigned i = 0; i < ARRAY_SIZE(nv_quiet_regs); i++) {
        const NVQuietReg *quiet = &nv_quiet_regs[i];

        if (quiet->cards & cards && nv_quiet_has(quiet, addr) &&
            quiet->runs(gpu, probe)) {
            g_autofree char *name = nv_checker_name(gpu, addr);

            nv_checker_find(gpu, NV_RULE_REGISTER_WHILE_RUNNING, -1, addr,
                            &(NvFinding) {
                              .u.register_while_running.q_register = addr,
                              .u.register_while_running.name = name,
                              .u.register_while_running.value = mmio->data,
                          });
        }
    }
}

/* --- Saved states ----------------------------------------------------- */

/**
 * struct NVSavedState - the place of a channel's saved state
 *
 * @chid: the channel
 * @at, @size: range of instance memory, in bytes.  Before NV50, a range that is
 *             larger than a piece of it isn't contiguous in video memory
 */
typedef struct NVSavedState {
    unsigned chid;
    uint32_t at;
    uint32_t size;
} NVSavedState;

/**
 * struct NVCheckerRegs - state of these rules
 *
 * @known: the states match the present registers
 * @states: NVSavedState, of channels that the card may load; NULL at first
 */
typedef struct NVCheckerRegs {
    bool known;
    GArray *states;
} NVCheckerRegs;

/* A write to any of PFIFO's registers may change where the states are. */
#define NV_PFIFO_FIRST 0x002000
#define NV_PFIFO_LAST 0x004000

static void nv_checker_find_states(NVGPU *gpu, NVCheckerRegs *regs)
{
    regs->known = true;
    if (!regs->states) {
        regs->states = g_array_new(false, false, sizeof(NVSavedState));
    }
    g_array_set_size(regs->states, 0);
    for (unsigned chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        NVSavedState state = { .chid = chid };

        state.at = nv_fifo_inspect_saved(gpu, chid, &state.size);
        if (state.at < gpu->vram_size) {
            g_array_append_val(regs->states, state);
        }
    }
}

static void nv_checker_memory(NVGPU *gpu, NVCheckerRegs *regs,
                              const NVProbe *probe)
{
    uint64_t vram;
    uint32_t at;

    if (!regs->known) {
        nv_checker_find_states(gpu, regs);
    }
    if (!regs->states->len) {
        return;
    }
    vram = nv_bar_vram(gpu, probe->mmio.bar, probe->mmio.addr);
    if (vram == NV_BAR_NOWHERE) {
        return;
    }
    at = nv_ramin_from_vram(gpu, vram);
    for (unsigned i = 0; i < regs->states->len; i++) {
        const NVSavedState *s = &g_array_index(regs->states, NVSavedState, i);

        if (at - s->at < s->size) {
            nv_checker_find(gpu, NV_RULE_STATE_OVERWRITTEN, s->chid, at - s->at,
                            &(NvFinding) {
                              .u.state_overwritten.address = vram,
                              .u.state_overwritten.offset = at - s->at,
                              .u.state_overwritten.value = probe->mmio.data,
                          });
        }
    }
}

static void nv_checker_regs_see(NVGPU *gpu, void *state, const NVProbe *probe)
{
    NVCheckerRegs *regs = state;

    if (probe->mmio.bar == 0) {
        nv_checker_register(gpu, probe);
    }
    if (probe->mmio.bar == 0 && probe->mmio.addr >= NV_PFIFO_FIRST &&
        probe->mmio.addr < NV_PFIFO_LAST) {
        /* Look for the states again, once the register has its new value. */
        regs->known = false;
    } else {
        nv_checker_memory(gpu, regs, probe);
    }
}

static void nv_checker_regs_forget(void *state)
{
    NVCheckerRegs *regs = state;

    g_clear_pointer(&regs->states, g_array_unref);
}

const NVCheckerPart nv_checker_regs = {
    .kinds = NV_PROBE_BIT(MMIO_WRITE),
    .size = sizeof(NVCheckerRegs),
    .see = nv_checker_regs_see,
    .forget = nv_checker_regs_forget,
};

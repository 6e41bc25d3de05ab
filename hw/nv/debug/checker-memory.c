/*
 * NVIDIA GPU: the checker: page tables, and memory that is accessed without
 * rights or without waiting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/engine.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/fifo-regs.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs.h"
#include "checker.h"

/* --- Pages ------------------------------------------------------------ */

/* Largest number of remembered pages; all are dropped when it is reached. */
#define NV_PAGES 65536

/**
 * struct NVFlushRow - how a card's translations are flushed
 *
 * @cards: NV_CHECKER_*
 * @gart: only cards with this page table for the bus; NULL: all
 * @reg, @trigger: the register, and its bits that trigger the flush
 */
typedef struct NVFlushRow {
    uint32_t cards;
    const NVGartChip *gart;
    uint32_t reg, trigger;
} NVFlushRow;

/* The rules and their sources are in docs/checker.rst. */
static const NVFlushRow nv_flush_rows[] = {
    { NV_CHECKER_NV04, &nv41_gart, A_NV_PFB_GART_FLUSH_NV41, UINT32_MAX },
    { NV_CHECKER_NV04, &nv44_gart, A_NV_PFB_GART_FLUSH_NV44,
      R_NV_PFB_GART_FLUSH_NV44_TRIGGER_MASK },
    { NV_CHECKER_NV50, NULL, A_NV_PFB_MMU_TLB_FLUSH,
      R_NV_PFB_MMU_TLB_FLUSH_TRIGGER_MASK },
    { NV_CHECKER_NVC0, NULL, A_NVC0_PFB_MMU_INVALIDATE,
      R_NVC0_PFB_MMU_INVALIDATE_TRIGGER_MASK },
};

/**
 * struct NVPageUse - a page that was looked up
 *
 * @table, @addr: its page table, and its address
 * @at: where it was then
 * @vram: that is in video memory
 */
typedef struct NVPageUse {
    uint64_t table, addr;
    uint64_t at;
    bool vram;
} NVPageUse;

/** struct NVCheckerPages - @uses: set of NVPageUse since the last flush */
typedef struct NVCheckerPages {
    GHashTable *uses;
} NVCheckerPages;

static guint nv_page_hash(gconstpointer key)
{
    const NVPageUse *use = key;

    return (use->addr >> 12) * 0x9e3779b1u ^ use->table >> 4;
}

static gboolean nv_page_equal(gconstpointer a, gconstpointer b)
{
    const NVPageUse *one = a, *two = b;

    return one->table == two->table && one->addr == two->addr;
}

static void nv_checker_page_used(NVGPU *gpu, NVCheckerPages *pages,
                                 const NVProbe *probe)
{
    NVPageUse use = {
        .table = probe->translate.table,
        .addr = probe->translate.addr,
        .at = probe->translate.page,
        .vram = probe->translate.vram,
    };
    NVPageUse *known = g_hash_table_lookup(pages->uses, &use);

    if (known && (known->at != use.at || known->vram != use.vram)) {
        NvPagePlace page = { .vram = use.vram, .address = use.at };
        NvPagePlace was = { .vram = known->vram, .address = known->at };

        nv_checker_find(gpu, NV_RULE_PAGE_UNFLUSHED, -1, use.table,
                        &(NvFinding) {
                          .u.page_unflushed.address = use.addr,
                          .u.page_unflushed.table = use.table,
                          .u.page_unflushed.page = &page,
                          .u.page_unflushed.was = &was,
                      });
        g_hash_table_remove(pages->uses, &use);
    }
    /* A TLB doesn't cache missing pages. */
    if (use.at == NV_PROBE_NOWHERE) {
        return;
    }
    if (g_hash_table_size(pages->uses) >= NV_PAGES) {
        g_hash_table_remove_all(pages->uses);
    }
    g_hash_table_add(pages->uses, g_memdup2(&use, sizeof(use)));
}

static bool nv_checker_flushes(NVGPU *gpu, const NVProbe *probe)
{
    uint32_t cards = nv_checker_cards(gpu);

    if (probe->mmio.bar) {
        return false;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_flush_rows); i++) {
        const NVFlushRow *row = &nv_flush_rows[i];

        if (row->cards & cards && row->reg == probe->mmio.addr &&
            (!row->gart || row->gart == gpu->chip->gart)) {
            return probe->mmio.data & row->trigger;
        }
    }
    /* Turning a unit off and on drops its translations. */
    return probe->mmio.addr == A_NV_PMC_ENABLE;
}

static void nv_checker_pages_see(NVGPU *gpu, void *state, const NVProbe *probe)
{
    NVCheckerPages *pages = state;

    if (!pages->uses) {
        pages->uses = g_hash_table_new_full(nv_page_hash, nv_page_equal,
                                            g_free, NULL);
    }
    if (probe->kind == NV_PROBE_TRANSLATE) {
        nv_checker_page_used(gpu, pages, probe);
    } else if (nv_checker_flushes(gpu, probe)) {
        g_hash_table_remove_all(pages->uses);
    }
}

static void nv_checker_pages_forget(void *opaque)
{
    NVCheckerPages *pages = opaque;

    g_clear_pointer(&pages->uses, g_hash_table_destroy);
}

const NVCheckerPart nv_checker_pages = {
    .kinds = NV_PROBE_BIT(TRANSLATE) | NV_PROBE_BIT(MMIO_WRITE),
    .size = sizeof(NVCheckerPages),
    .see = nv_checker_pages_see,
    .forget = nv_checker_pages_forget,
};

/* --- Writes in flight ------------------------------------------------- */

#define NV_FLIGHTS 256
#define NV_FENCES 64
/* A write this small is a fence or a notifier for the writes before it. */
#define NV_FENCE_BYTES 32
#define NV_PAGE_BITS 12

/**
 * struct NVFlight - video memory that an engine has written
 *
 * @at, @size: range, in bytes
 */
typedef struct NVFlight {
    uint64_t at, size;
} NVFlight;

/**
 * struct NVFence - a word whose value shows that writes are complete
 *
 * @place: its place
 * @flights: the number of writes before it
 */
typedef struct NVFence {
    NVFlight place;
    uint64_t flights;
} NVFence;

/**
 * struct NVCheckerFlight - writes that aren't known to be complete
 *
 * @flights: ring of the last writes
 * @count: number of writes so far
 * @ended: how many of these the CPU can know to be complete
 * @fences, @fence_count: ring and number of fences
 * @chid: channel whose method was executed last
 */
typedef struct NVCheckerFlight {
    NVFlight flights[NV_FLIGHTS];
    uint64_t count, ended;
    NVFence fences[NV_FENCES];
    uint64_t fence_count;
    int chid;
} NVCheckerFlight;

static bool nv_flight_has(const NVFlight *flight, uint64_t at)
{
    return at - flight->at < flight->size;
}

/* All writes so far are complete. */
static void nv_flights_end(NVCheckerFlight *state)
{
    state->ended = state->count;
}

/*
 * A fence in video memory has to be read.  Reads of the guest's memory can't be
 * seen, so a fence there counts as read; so does the oldest one when another
 * needs its room.
 */
static void nv_checker_fence(NVCheckerFlight *state, const NVMemProbe *mem)
{
    NVFence *fence = &state->fences[state->fence_count % NV_FENCES];

    if (mem->vram == NV_PROBE_NOWHERE) {
        nv_flights_end(state);
        return;
    }
    if (state->fence_count++ >= NV_FENCES) {
        state->ended = MAX(state->ended, fence->flights);
    }
    *fence = (NVFence) {
        .place = { .at = mem->vram, .size = mem->size },
        .flights = state->count,
    };
}

/* The write to extend; NULL if it is complete, or a fence has followed it. */
static NVFlight *nv_checker_last_flight(NVCheckerFlight *state)
{
    uint64_t fences = state->fence_count;

    if (state->count == state->ended ||
        (fences && state->fences[(fences - 1) % NV_FENCES].flights ==
                   state->count)) {
        return NULL;
    }
    return &state->flights[(state->count - 1) % NV_FLIGHTS];
}

static void nv_checker_written(NVCheckerFlight *state, const NVMemProbe *mem)
{
    NVFlight *last = nv_checker_last_flight(state);

    if (mem->size <= NV_FENCE_BYTES) {
        nv_checker_fence(state, mem);
    } else if (mem->vram == NV_PROBE_NOWHERE) {
        return;
    } else if (last && last->at + last->size == mem->vram) {
        last->size += mem->size;
    } else {
        state->flights[state->count++ % NV_FLIGHTS] = (NVFlight) {
            .at = mem->vram, .size = mem->size,
        };
    }
}

/**
 * struct NVWaitRow - registers that show whether engines are done
 *
 * @cards: NV_CHECKER_*
 * @first, @last: in BAR0, in bytes
 */
typedef struct NVWaitRow {
    uint32_t cards;
    uint32_t first, last;
} NVWaitRow;

/* The rules and their sources are in docs/checker.rst. */
static const NVWaitRow nv_wait_rows[] = {
    { NV_CHECKER_ANY, A_NV_PGRAPH_STATUS, A_NV_PGRAPH_STATUS },
    /* A channel has been kicked off, and the engines' state saved. */
    { NV_CHECKER_NV50, A_NV50_PFIFO_CACHE1_KICK_CHANNEL,
      A_NV50_PFIFO_CACHE1_KICK_CHANNEL },
    { NV_CHECKER_NVC0, A_NVC0_PFIFO_PREEMPT, A_NVC0_PFIFO_PREEMPT },
    /* Falcons' status: PCE0 and PCE1, PDAEMON, FECS and the GPCs' */
    { NV_CHECKER_NV50 | NV_CHECKER_NVC0, 0x104000, 0x105fff },
    { NV_CHECKER_NV50 | NV_CHECKER_NVC0, 0x10a000, 0x10afff },
    { NV_CHECKER_NVC0, 0x409000, 0x409fff },
    { NV_CHECKER_NVC0, 0x500000, 0x51ffff },
};

/* A driver without fences polls the pusher and engines. */
static bool nv_checker_waits(NVGPU *gpu, const NVProbe *probe)
{
    uint32_t cards = nv_checker_cards(gpu);

    if (probe->mmio.bar) {
        return false;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_wait_rows); i++) {
        const NVWaitRow *row = &nv_wait_rows[i];

        if (row->cards & cards && probe->mmio.addr >= row->first &&
            probe->mmio.addr <= row->last) {
            return true;
        }
    }
    return nv_fifo_has_user(gpu, probe->mmio.addr);
}

/* Reading a fence completes the writes before it. */
static void nv_checker_fence_read(NVCheckerFlight *state, uint64_t at)
{
    for (unsigned i = 0; i < MIN(state->fence_count, NV_FENCES); i++) {
        const NVFence *fence = &state->fences[i];

        if (nv_flight_has(&fence->place, at)) {
            state->ended = MAX(state->ended, fence->flights);
        }
    }
}

static bool nv_checker_in_flight(const NVCheckerFlight *state, uint64_t at)
{
    uint64_t i = state->ended;

    if (state->count > NV_FLIGHTS) {
        i = MAX(i, state->count - NV_FLIGHTS);
    }
    for (; i < state->count; i++) {
        if (nv_flight_has(&state->flights[i % NV_FLIGHTS], at)) {
            return true;
        }
    }
    return false;
}

static void nv_checker_read(NVGPU *gpu, NVCheckerFlight *state,
                            const NVProbe *probe)
{
    uint64_t at;

    if (nv_checker_waits(gpu, probe)) {
        nv_flights_end(state);
    }
    if (state->ended == state->count) {
        return;
    }
    at = nv_bar_vram(gpu, probe->mmio.bar, probe->mmio.addr);
    if (at == NV_BAR_NOWHERE) {
        return;
    }
    nv_checker_fence_read(state, at);
    if (nv_checker_in_flight(state, at)) {
        nv_checker_find(gpu, NV_RULE_READ_IN_FLIGHT, state->chid,
                        at >> NV_PAGE_BITS, &(NvFinding) {
                          .u.read_in_flight.bar = probe->mmio.bar,
                          .u.read_in_flight.address = probe->mmio.addr,
                          .u.read_in_flight.vram = at,
                      });
    }
}

static void nv_checker_flight_see(NVGPU *gpu, void *opaque,
                                  const NVProbe *probe)
{
    NVCheckerFlight *state = opaque;

    switch (probe->kind) {
    case NV_PROBE_METHOD:
        state->chid = probe->chid;
        break;
    case NV_PROBE_MEM_WRITE:
        nv_checker_written(state, &probe->mem);
        break;
    case NV_PROBE_MMIO_READ:
        nv_checker_read(gpu, state, probe);
        break;
    default:
        /* Channels' fences, and interrupts */
        nv_flights_end(state);
        break;
    }
}

const NVCheckerPart nv_checker_flight = {
    .kinds = NV_PROBE_BIT(METHOD) | NV_PROBE_BIT(MEM_WRITE) |
             NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(RELEASE) |
             NV_PROBE_BIT(REFERENCE) | NV_PROBE_BIT(INTERRUPT),
    .size = sizeof(NVCheckerFlight),
    .see = nv_checker_flight_see,
};

/* --- Accesses that fail ----------------------------------------------- */

/** struct NVCheckerAstray - the @method that was executed last, in @chid */
typedef struct NVCheckerAstray {
    bool valid;
    int chid;
    NVMethodProbe method;
} NVCheckerAstray;

/* From NV50 on the instance block tells; before, it's the current channel. */
static int nv_checker_astray_channel(NVGPU *gpu, const NVCheckerAstray *state,
                                     uint64_t block)
{
    if (block) {
        return nv_channel_of_block(gpu, block);
    }
    return state->valid ? state->chid : -1;
}

static void nv_checker_astray_see(NVGPU *gpu, void *opaque,
                                  const NVProbe *probe)
{
    NVCheckerAstray *state = opaque;
    const NVErrorProbe *error = &probe->error;
    int chid;

    if (probe->kind == NV_PROBE_METHOD) {
        state->valid = true;
        state->chid = probe->chid;
        state->method = probe->method;
        return;
    }
    if (!error->by) {
        return;
    }
    chid = nv_checker_astray_channel(gpu, state, error->inst);
    nv_checker_find(gpu, NV_RULE_ACCESS_ASTRAY, chid,
                    (uint64_t)error->who << 32 | g_str_hash(error->what),
                    &(NvFinding) {
                      .u.access_astray.address = error->fault_addr,
                      .u.access_astray.who = error->who,
                      .u.access_astray.why = (char *)error->what,
                      .u.access_astray.method = state->method.mthd,
                      .u.access_astray.subchannel = state->method.subc,
                  });
}

const NVCheckerPart nv_checker_astray = {
    .kinds = NV_PROBE_BIT(METHOD) | NV_PROBE_BIT(ERROR),
    .size = sizeof(NVCheckerAstray),
    .see = nv_checker_astray_see,
};

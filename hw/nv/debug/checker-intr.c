/*
 * NVIDIA GPU: the checker: interrupts, and polling instead of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/fifo-regs.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs.h"
#include "checker.h"

/* --- Interrupts ------------------------------------------------------- */

/**
 * struct NVIntrRow - an interrupt with more information than its bit
 *
 * @cards: NV_CHECKER_*
 * @reg: the register where it is pending; writing ones acknowledges it
 * @bits: its bits of @reg
 * @first, @last: the registers with that information, in two ranges; a driver
 *                has to read at least one of them
 */
typedef struct NVIntrRow {
    uint32_t cards;
    uint32_t reg;
    uint32_t bits;
    uint32_t first[2], last[2];
} NVIntrRow;

#define NV_PBDMA_AT(_id, _reg) \
    (NV_PBDMA_BASE + (_id) * NV_PBDMA_STRIDE + A_NV_PBDMA_ ## _reg)

#define NV_PBDMA_INTR_ROW(_id) \
    { NV_CHECKER_NVC0, NV_PBDMA_AT(_id, INTR_0), UINT32_MAX, \
      { NV_PBDMA_AT(_id, GP_PUT), NV_PBDMA_AT(_id, GP_SHADOW_0) }, \
      { NV_PBDMA_AT(_id, STATUS), NV_PBDMA_AT(_id, CHANNEL) } }

/* The rules and their sources are in docs/checker.rst. */
static const NVIntrRow nv_intr_rows[] = {
    /* The method: its place in CACHE1, and its flags in PULL0 */
    { NV_CHECKER_CACHE1, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK,
      { A_NV_PFIFO_CACHE0_PULL0, A_NV_PFIFO_CACHE1_PULL0 },
      { A_NV_PFIFO_CACHE0_DATA, A_NV_PFIFO_CACHE1_GET } },
    { NV_CHECKER_CACHE1, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK,
      { A_NV_PFIFO_CACHE1_DMA_STATE, A_NV_PFIFO_CACHE1_DMA_PUT },
      { A_NV_PFIFO_CACHE1_DMA_STATE, A_NV_PFIFO_CACHE1_DMA_GET } },
    { NV_CHECKER_CACHE1, A_NV_PFIFO_INTR,
      R_NV_PFIFO_INTR_SEMAPHORE_MASK | R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK,
      { A_NV_PFIFO_CACHE1_PULL0, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT },
      { A_NV_PFIFO_CACHE1_PULL1, A_NV_PFIFO_CACHE1_GET } },
    { NV_CHECKER_NV04, A_NV_PFIFO_INTR,
      R_NV_PFIFO_INTR_RUNOUT_MASK | R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK,
      { A_NV_PFIFO_RUNOUT_STATUS, A_NV_PFIFO_RUNOUT_PUT },
      { A_NV_PFIFO_RUNOUT_STATUS, A_NV_PFIFO_RUNOUT_GET } },
    { NV_CHECKER_NVC0, A_NVC0_PFIFO_INTR,
      R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK,
      { A_NVC0_PFIFO_CHAN_TABLE_ERROR, A_NVC0_PFIFO_CHAN_TABLE_ERROR },
      { A_NVC0_PFIFO_CHAN_TABLE_ERROR, A_NVC0_PFIFO_CHAN_TABLE_ERROR } },
    { NV_CHECKER_NVC0, A_NVC0_PFIFO_INTR, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK,
      { A_NVC0_PFIFO_SCHED_ERROR, A_NVC0_PFIFO_SCHED_ERROR },
      { A_NVC0_PFIFO_SCHED_ERROR, A_NVC0_PFIFO_SCHED_ERROR } },
    { NV_CHECKER_NVC0, A_NVC0_PFIFO_VM_FAULT_UNITS, UINT32_MAX,
      { A_NVC0_PFIFO_FAULT_INST, A_NVC0_PFIFO_FAULT_INST },
      { A_NVC0_PFIFO_INTR_RUNLIST - 4, A_NVC0_PFIFO_INTR_RUNLIST - 4 } },
    NV_PBDMA_INTR_ROW(0),
    NV_PBDMA_INTR_ROW(1),
    NV_PBDMA_INTR_ROW(2),
    /* The cause: the method and its data */
    { NV_CHECKER_ANY, A_NV_PGRAPH_INTR, UINT32_MAX,
      { A_NV_PGRAPH_INTR + 4, A_NV_PGRAPH_TRAPPED_ADDR },
      { A_NV_PGRAPH_NSOURCE, A_NV_PGRAPH_TRAPPED_DATA_HIGH } },
};

/** struct NVCheckerIntr - @read: per row, bits whose information was read */
typedef struct NVCheckerIntr {
    uint32_t read[ARRAY_SIZE(nv_intr_rows)];
} NVCheckerIntr;

static bool nv_intr_tells(const NVIntrRow *row, uint32_t addr)
{
    return (addr >= row->first[0] && addr <= row->last[0]) ||
           (addr >= row->first[1] && addr <= row->last[1]);
}

static void nv_checker_intr_acked(NVGPU *gpu, const NVIntrRow *row,
                                  uint32_t *read, uint32_t val)
{
    uint32_t acked = val & row->bits & nv_bar0_read(gpu, row->reg, 4);

    if (acked & ~*read) {
        g_autofree char *name = nv_checker_name(gpu, row->reg);

        nv_checker_find(gpu, NV_RULE_INTERRUPT_UNREAD, -1,
                        (uint64_t)row->reg << 32 | (acked & ~*read),
                        &(NvFinding) {
                          .u.interrupt_unread.q_register = row->reg,
                          .u.interrupt_unread.name = name,
                          .u.interrupt_unread.bits = acked & ~*read,
                      });
    }
    *read &= ~acked;
}

static void nv_checker_intr_see(NVGPU *gpu, void *state, const NVProbe *probe)
{
    const NVMmioProbe *mmio = &probe->mmio;
    NVCheckerIntr *intr = state;
    uint32_t cards = nv_checker_cards(gpu);

    for (unsigned i = 0; !mmio->bar && i < ARRAY_SIZE(nv_intr_rows); i++) {
        const NVIntrRow *row = &nv_intr_rows[i];

        if (!(row->cards & cards)) {
            continue;
        }
        if (probe->kind == NV_PROBE_MMIO_READ) {
            if (nv_intr_tells(row, mmio->addr)) {
                intr->read[i] |= nv_bar0_read(gpu, row->reg, 4) & row->bits;
            }
        } else if (mmio->addr == row->reg) {
            nv_checker_intr_acked(gpu, row, &intr->read[i], mmio->data);
        }
    }
}

const NVCheckerPart nv_checker_intr = {
    .kinds = NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(MMIO_WRITE),
    .size = sizeof(NVCheckerIntr),
    .see = nv_checker_intr_see,
};

/* --- Polls ------------------------------------------------------------ */

/* A poll is so many reads in a row of the same value, at most so far apart. */
#define NV_POLL_READS 16
#define NV_POLL_GAP_NS (2 * SCALE_MS)
#define NV_POLLED 8

/**
 * struct NVPolled - a word that is read repeatedly
 *
 * @bar, @addr: its place
 * @val: its value
 * @reads: number of reads with that value
 * @last: time of the last one, on QEMU_CLOCK_VIRTUAL, in ns
 */
typedef struct NVPolled {
    unsigned bar;
    uint64_t addr;
    uint64_t val;
    unsigned reads;
    int64_t last;
} NVPolled;

typedef struct NVCheckerPoll {
    NVPolled words[NV_POLLED];
} NVCheckerPoll;

/* The kind of the word: a channel's reference, or memory; NULL: no fence */
static bool nv_polled_kind(NVGPU *gpu, const NVMmioProbe *mmio, int *chid,
                           NvFindingFence *kind)
{
    const char *name;

    *chid = -1;
    *kind = NV_FINDING_FENCE_MEMORY;
    if (mmio->bar) {
        return true;
    }
    *chid = nv_fifo_inspect_user(gpu, mmio->addr, &name);
    *kind = NV_FINDING_FENCE_REFERENCE;
    return name && !strcmp(name, "NV_USER_REF");
}

/* The word's entry, or else the least recently read one for reuse */
static NVPolled *nv_polled_entry(NVCheckerPoll *poll, const NVMmioProbe *mmio)
{
    NVPolled *oldest = &poll->words[0];

    for (unsigned i = 0; i < NV_POLLED; i++) {
        NVPolled *p = &poll->words[i];

        if (p->reads && p->bar == mmio->bar && p->addr == mmio->addr) {
            return p;
        }
        if (p->last < oldest->last) {
            oldest = p;
        }
    }
    oldest->reads = 0;
    return oldest;
}

static void nv_checker_poll_read(NVGPU *gpu, NVCheckerPoll *poll,
                                 const NVMmioProbe *mmio)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    int chid;
    NvFindingFence kind;
    NVPolled *p;

    if (!nv_polled_kind(gpu, mmio, &chid, &kind)) {
        return;
    }
    p = nv_polled_entry(poll, mmio);
    if (p->reads && p->val == mmio->data && now - p->last < NV_POLL_GAP_NS) {
        p->reads++;
        p->last = now;
        return;
    }
    if (p->reads >= NV_POLL_READS && now - p->last < NV_POLL_GAP_NS) {
        g_autofree char *name = mmio->bar
            ? NULL : nv_checker_name(gpu, mmio->addr);

        nv_checker_find(gpu, NV_RULE_FENCE_POLLED, chid,
                        chid < 0 ? mmio->addr : mmio->bar, &(NvFinding) {
                          .u.fence_polled.bar = mmio->bar,
                          .u.fence_polled.address = mmio->addr,
                          .u.fence_polled.name = name,
                          .u.fence_polled.kind = kind,
                          .u.fence_polled.reads = p->reads,
                      });
    }
    *p = (NVPolled) {
        .bar = mmio->bar,
        .addr = mmio->addr,
        .val = mmio->data,
        .reads = 1,
        .last = now,
    };
}

/* Reads before and after an interrupt don't count as one poll. */
static void nv_checker_poll_see(NVGPU *gpu, void *state, const NVProbe *probe)
{
    if (probe->kind == NV_PROBE_MMIO_READ) {
        nv_checker_poll_read(gpu, state, &probe->mmio);
    } else if (probe->line.level) {
        memset(state, 0, sizeof(NVCheckerPoll));
    }
}

const NVCheckerPart nv_checker_poll = {
    .kinds = NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(INTERRUPT),
    .size = sizeof(NVCheckerPoll),
    .see = nv_checker_poll_see,
};

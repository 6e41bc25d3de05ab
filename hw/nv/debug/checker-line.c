/*
 * NVIDIA GPU: the checker: interrupts that stay pending
 *
 * A unit's interrupt drives the line until the driver has acknowledged it.  If
 * that doesn't happen, nothing else of that unit interrupts, and a guest's
 * handler is called again and again.
 *
 * There is no timer here, since the checker must not change the timing of a
 * machine with -icount: a timeout is noticed at the next event, or when the
 * findings are read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/machine.h"
#include "checker.h"

/* An interrupt may be pending for so long, on QEMU_CLOCK_VIRTUAL. */
#define NV_STUCK_NS NANOSECONDS_PER_SECOND

#define NV_INTR_BITS 32

/**
 * struct NVLineRow - a bit of PMC_INTR
 *
 * @cards: NV_CHECKER_*
 * @bits: the bit; several if the rest is the same
 * @unit: the unit's name
 * @first, @last: the unit's registers, in two ranges, in bytes
 */
typedef struct NVLineRow {
    uint32_t cards;
    uint32_t bits;
    const char *unit;
    uint32_t first[2], last[2];
} NVLineRow;

#define NV_LINE(_cards, _bit, _unit, ...) \
    { NV_CHECKER_ ## _cards, R_NV_PMC_INTR_ ## _bit ## _MASK, _unit, \
      __VA_ARGS__ }

/* The register database's units; for the rule see docs/checker.rst. */
static const NVLineRow nv_line_rows[] = {
    NV_LINE(ANY, PMPEG, "PVPE", { 0x00b000 }, { 0x00bfff }),
    NV_LINE(NVC0, PCE0, "PCE0", { 0x104000 }, { 0x104fff }),
    NV_LINE(NVC0, PCE1, "PCE1", { 0x105000 }, { 0x105fff }),
    NV_LINE(NVC0, PCE2, "PCE2", { 0x106000 }, { 0x106fff }),
    NV_LINE(CACHE1, PFIFO, "PFIFO", { 0x002000 }, { 0x003fff }),
    NV_LINE(NVC0, PFIFO, "PFIFO", { 0x002000, 0x040000 },
            { 0x003fff, 0x05ffff }),
    NV_LINE(ANY, PGRAPH, "PGRAPH", { 0x400000 }, { 0x5fffff }),
    NV_LINE(NV04, PVIDEO, "PVIDEO", { 0x008000, 0x680000 },
            { 0x008fff, 0x680fff }),
    NV_LINE(NV50, PCIPHER, "PCIPHER", { 0x102000 }, { 0x102fff }),
    NV_LINE(NV50, PDAEMON, "PDAEMON", { 0x10a000 }, { 0x10afff }),
    NV_LINE(ANY, PTIMER, "PTIMER", { 0x009000 }, { 0x009fff }),
    NV_LINE(ANY, PNVIO, "PNVIO", { 0x00d000 }, { 0x00efff }),
    NV_LINE(NV50, PCOPY, "PCOPY", { 0x104000 }, { 0x104fff }),
    NV_LINE(NV04, PCRTC0, "PCRTC0", { 0x600000 }, { 0x600fff }),
    NV_LINE(NV04, PCRTC1, "PCRTC1", { 0x602000 }, { 0x602fff }),
    NV_LINE(NVC0, NVC0_PDAEMON, "PDAEMON", { 0x10a000 }, { 0x10afff }),
    NV_LINE(ANY, PDISPLAY, "PDISPLAY", { 0x610000 }, { 0x64ffff }),
    NV_LINE(ANY, PBUS, "PBUS", { 0x001000 }, { 0x001fff }),
    NV_LINE(ANY, SOFTWARE, "PMC", { A_NV_PMC_INTR }, { A_NV_PMC_INTR + 3 }),
};

/**
 * struct NVCheckerLine - bits of PMC_INTR that are on the line
 *
 * @waits: these bits
 * @since: per bit, when it was raised or last acknowledged, in ns
 */
typedef struct NVCheckerLine {
    uint32_t waits;
    int64_t since[NV_INTR_BITS];
} NVCheckerLine;

static const NVLineRow *nv_line_row(NVGPU *gpu, unsigned bit)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_line_rows); i++) {
        const NVLineRow *row = &nv_line_rows[i];

        if (row->cards & nv_checker_cards(gpu) &&
            extract32(row->bits, bit, 1)) {
            return row;
        }
    }
    return NULL;
}

static bool nv_line_row_has(const NVLineRow *row, uint32_t addr)
{
    for (unsigned i = 0; i < ARRAY_SIZE(row->first); i++) {
        if (addr >= row->first[i] && addr <= row->last[i]) {
            return true;
        }
    }
    return false;
}

/* Bits that are pending and enabled by the driver */
static uint32_t nv_line_enabled(NVGPU *gpu)
{
    return nv_machine_irq(gpu)
        ? NV_R(gpu, NV_PMC_INTR) & nv_pmc_enabled(gpu) : 0;
}

/* Update the bits on the line, and report those that are there for too long. */
static void nv_checker_line_settle(NVGPU *gpu, void *opaque)
{
    NVCheckerLine *state = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    uint32_t waits = nv_line_enabled(gpu);

    for (uint32_t bits = waits; bits; bits &= bits - 1) {
        unsigned bit = ctz32(bits);
        const NVLineRow *row = nv_line_row(gpu, bit);

        if (!extract32(state->waits, bit, 1)) {
            state->since[bit] = now;
        } else if (row && now - state->since[bit] >= NV_STUCK_NS) {
            state->since[bit] = now;
            nv_checker_find(gpu, NV_RULE_INTERRUPT_STUCK, -1, bit,
                            &(NvFinding) {
                              .u.interrupt_stuck.unit = (char *)row->unit,
                              .u.interrupt_stuck.bit = bit,
                              .u.interrupt_stuck.pending =
                                  NV_R(gpu, NV_PMC_INTR),
                          });
        }
    }
    state->waits = waits;
}

/* Restart the timeout of bits that were raised, or are being handled. */
static void nv_line_begin(NVCheckerLine *state, uint32_t bits)
{
    state->waits |= bits;
    for (; bits; bits &= bits - 1) {
        state->since[ctz32(bits)] = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    }
}

/* Whether a register is W1C, or its name says that it is for interrupts */
static bool nv_line_is_acked(NVGPU *gpu, uint32_t addr)
{
    NVRegView view;

    return nv_regs_inspect(gpu, addr, &view) && view.info &&
           (view.info->w1c || strstr(view.info->name, "INTR"));
}

static void nv_checker_line_written(NVGPU *gpu, NVCheckerLine *state,
                                    const NVProbe *probe)
{
    for (uint32_t bits = state->waits; bits; bits &= bits - 1) {
        const NVLineRow *row = nv_line_row(gpu, ctz32(bits));

        if (row && nv_line_row_has(row, probe->mmio.addr) &&
            nv_line_is_acked(gpu, probe->mmio.addr)) {
            nv_line_begin(state, bits & -bits);
        }
    }
}

static void nv_checker_line_see(NVGPU *gpu, void *opaque, const NVProbe *probe)
{
    NVCheckerLine *state = opaque;

    if (!nv_checker_cards(gpu)) {
        return;
    }
    nv_checker_line_settle(gpu, state);
    switch (probe->kind) {
    case NV_PROBE_INTERRUPT:
        state->waits = 0;
        nv_line_begin(state, probe->line.level ? probe->line.intr : 0);
        break;
    case NV_PROBE_PENDING:
        if (probe->line.level && nv_machine_irq(gpu)) {
            nv_line_begin(state, 1u << probe->line.bit);
        }
        break;
    case NV_PROBE_MMIO_WRITE:
        if (!probe->mmio.bar) {
            nv_checker_line_written(gpu, state, probe);
        }
        break;
    default:
        break;
    }
}

const NVCheckerPart nv_checker_line = {
    .kinds = NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(MMIO_WRITE) |
             NV_PROBE_BIT(INTERRUPT) | NV_PROBE_BIT(PENDING) |
             NV_PROBE_BIT(VBLANK),
    .size = sizeof(NVCheckerLine),
    .see = nv_checker_line_see,
    .settle = nv_checker_line_settle,
};

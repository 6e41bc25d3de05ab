/*
 * NVIDIA GPU: the checker: units that PMC has turned off
 *
 * On hardware, most units disappear from BAR0 while their bit in PMC_ENABLE is
 * 0, and do nothing (envytools, hw/bus/pmc "Engine enables").  In the model
 * registers disappear from NV41 on, but units work on, see docs/fidelity.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-inspect.h"
#include "checker.h"

enum {
    NV_OFF_PFIFO = R_NV_PMC_ENABLE_PFIFO_MASK,
    NV_OFF_PGRAPH = R_NV_PMC_ENABLE_PGRAPH_MASK,
};

/**
 * struct NVOffRow - a unit's registers
 *
 * @cards: NV_CHECKER_*
 * @bits: the unit's bits in PMC_ENABLE
 * @first, @last: in BAR0, in bytes
 */
typedef struct NVOffRow {
    uint32_t cards;
    uint32_t bits;
    uint32_t first, last;
} NVOffRow;

/* The rules and their sources are in docs/checker.rst. */
static const NVOffRow nv_off_rows[] = {
    { NV_CHECKER_ANY, NV_OFF_PFIFO, 0x002000, 0x003fff },
    { NV_CHECKER_NVC0, NV_OFF_PFIFO, 0x040000, 0x05ffff },    /* PBDMAs */
    { NV_CHECKER_CACHE1, NV_OFF_PFIFO, 0x090000, 0x090fff },  /* NV40+ */
    { NV_CHECKER_ANY, NV_OFF_PGRAPH, 0x400000, 0x40ffff },
    { NV_CHECKER_NVC0, NV_OFF_PGRAPH, 0x410000, 0x5fffff },   /* GPCs, ROPs */
};

static const char *nv_off_name(uint32_t bits)
{
    return bits == NV_OFF_PFIFO ? "PFIFO" : "PGRAPH";
}

static bool nv_checker_is_off(NVGPU *gpu, uint32_t bits)
{
    return bits & ~NV_R(gpu, NV_PMC_ENABLE);
}

/* Channels' control areas are PFIFO's.  Returns 0 for other units. */
static uint32_t nv_checker_off_bits(NVGPU *gpu, uint32_t addr)
{
    uint32_t cards = nv_checker_cards(gpu);
    const char *name;

    for (unsigned i = 0; i < ARRAY_SIZE(nv_off_rows); i++) {
        const NVOffRow *row = &nv_off_rows[i];

        if (row->cards & cards && addr >= row->first && addr <= row->last) {
            return row->bits;
        }
    }
    return nv_fifo_inspect_user(gpu, addr, &name) >= 0 ? NV_OFF_PFIFO : 0;
}

/* One finding, for the first register, covers all writes until it is on. */
static void nv_checker_unit_written(NVGPU *gpu, const NVProbe *probe)
{
    uint32_t bits = nv_checker_off_bits(gpu, probe->mmio.addr);
    g_autofree char *name = NULL;

    if (!nv_checker_is_off(gpu, bits)) {
        return;
    }
    name = nv_checker_name(gpu, probe->mmio.addr);
    nv_checker_find(gpu, NV_RULE_UNIT_OFF, -1, bits, &(NvFinding) {
                      .u.unit_off.unit = (char *)nv_off_name(bits),
                      .u.unit_off.bit = ctz32(bits),
                      .u.unit_off.has_q_register = true,
                      .u.unit_off.q_register = probe->mmio.addr,
                      .u.unit_off.name = name,
                      .u.unit_off.has_value = true,
                      .u.unit_off.value = probe->mmio.data,
                  });
}

/* The same for a channel's commands */
static void nv_checker_unit_works(NVGPU *gpu, const NVProbe *probe,
                                  uint32_t bits, const char *does)
{
    if (nv_checker_is_off(gpu, bits)) {
        nv_checker_find(gpu, NV_RULE_UNIT_OFF, probe->chid, bits,
                        &(NvFinding) {
                          .u.unit_off.unit = (char *)nv_off_name(bits),
                          .u.unit_off.bit = ctz32(bits),
                          .u.unit_off.executes = (char *)does,
                      });
    }
}

static void nv_checker_unit_see(NVGPU *gpu, void *state, const NVProbe *probe)
{
    if (!nv_checker_cards(gpu)) {
        return;
    }
    switch (probe->kind) {
    case NV_PROBE_MMIO_WRITE:
        if (!probe->mmio.bar) {
            nv_checker_unit_written(gpu, probe);
        }
        break;
    case NV_PROBE_WORK:
        if (probe->work.begins && !strcmp(probe->work.name, "PGRAPH")) {
            nv_checker_unit_works(gpu, probe, NV_OFF_PGRAPH, "methods");
        }
        break;
    default:
        nv_checker_unit_works(gpu, probe, NV_OFF_PFIFO, "commands");
        break;
    }
}

const NVCheckerPart nv_checker_unit = {
    .kinds = NV_PROBE_BIT(MMIO_WRITE) | NV_PROBE_BIT(COMMAND) |
             NV_PROBE_BIT(METHOD) | NV_PROBE_BIT(WORK),
    .see = nv_checker_unit_see,
};

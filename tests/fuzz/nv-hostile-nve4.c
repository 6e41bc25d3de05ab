/*
 * Hostile guests: what NVE4 and later cards have in place of NVC0's
 *
 * Copy engines without a falcon, data inline to memory, host semaphores with
 * reductions, run lists for each engine with groups of channels, and the table
 * of channels.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/ce-regs.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "nv-hostile-nve4.h"

/* Where NVE4's subchannels lead */
enum { THREED, COMPUTE, I2M, TWOD, COPY, SOFTWARE, SUBCS };

#define COPY_ENGINES 3

const NVHostileRange nv_hostile_nve4_units[NV_HOSTILE_NVE4_UNITS] = {
    { 0x000000, 0x000700, 1 },      /* PMC */
    { 0x001000, 0x001a00, 1 },      /* PBUS */
    { 0x001700, 0x001720, 2 },      /* HOST_MEM */
    { 0x002000, 0x002c00, 12 },     /* PFIFO */
    { 0x009000, 0x009500, 1 },      /* PTIMER */
    { 0x00d000, 0x00e800, 2 },      /* PGPIO, PNVIO */
    { 0x020000, 0x023000, 2 },      /* PTHERM, PFUSE, PTOP */
    { 0x040000, 0x046000, 12 },     /* PBDMAs */
    { 0x070000, 0x071000, 1 },      /* PFLUSH */
    { 0x088000, 0x089000, 1 },      /* PPCI */
    { 0x100c00, 0x100d00, 2 },      /* PFB's MMU */
    { 0x104000, 0x107000, 4 },      /* copy engines */
    { 0x10a000, 0x10b000, 3 },      /* PDAEMON */
    { 0x110000, 0x112000, 1 },      /* PBFB */
    { 0x120000, 0x130000, 1 },      /* PRIVRING */
    { 0x17e000, 0x17f000, 1 },      /* the L2 cache */
    { 0x400000, 0x409000, 6 },      /* PGRAPH */
    { 0x409000, 0x40b000, 6 },      /* FECS */
    { 0x418000, 0x41c000, 2 },      /* all GPCs */
    { 0x500000, 0x520000, 4 },      /* each */
    { 0x601000, 0x602000, 1 },      /* PRMCIO */
    { 0x610000, 0x611000, 4 },      /* PDISPLAY */
    { 0x611000, 0x634000, 2 },
    { 0x640000, 0x680000, 3 },      /* EVO's channels */
    { 0x700000, 0x800000, 4 },      /* PMEM */
    { 0x800000, 0x808000, 6 },      /* channels */
    { 0x000000, 0x1000000, 1 },
};

/* --- Objects ----------------------------------------------------------- */

uint32_t nv_hostile_nve4_class(NVHostile *h, unsigned subc)
{
    static const uint16_t kepler[SUBCS] = {
        0xa097, 0xa0c0, 0xa040, 0x902d, 0xa0b5, 0x906e,
    };
    static const uint16_t later[SUBCS] = {
        0xa197, 0xa1c0, 0xa140, 0x902d, 0xa0b5, 0x906e,
    };
    static const uint16_t maxwell[SUBCS] = {
        0xb097, 0xb0c0, 0xa140, 0x902d, 0xb0b5, 0x906e,
    };
    uint64_t features = h->nv->card->features;

    return (features & NV_CARD_NV117 ? maxwell
            : features & (NV_CARD_NVF0 | NV_CARD_NV108) ? later
                                                        : kepler)[subc % SUBCS];
}

void nv_hostile_nve4_objects(NVHostile *h, NVFermiChan *chan)
{
    for (unsigned subc = 0; subc < SOFTWARE; subc++) {
        nv_fermi_object(chan, subc, nv_hostile_nve4_class(h, subc), 0);
    }
    nv_fermi_kick(chan);
}

/* --- What is submitted ------------------------------------------------- */

/* One side of a copy, in blocks */
static void push_blocks(NVHostile *h, NVFermiChan *chan, uint32_t mthd)
{
    uint32_t size = (nv_below(h, 8) ? 0 : 0xe) | nv_below(h, 7) << 4 |
                    nv_below(h, 6) << 8 | nv_below(h, 2) << 12;

    nv_fermi_inc(chan, COPY, mthd, size, nv_hostile_size(h, 0x400),
                 nv_hostile_size(h, 0x100), 1 + nv_below(h, 4),
                 nv_below(h, 5), nv_hostile_size(h, 0x400) |
                                 nv_hostile_size(h, 0x100) << 16);
}

static void push_copy(NVHostile *h, NVFermiChan *chan,
                      const NVHostileFermi *draw)
{
    nv_fermi_inc(chan, COPY, 0x400, 0, draw->place(h), 0, draw->place(h),
                 nv_below(h, 8) ? nv_hostile_size(h, 0x1000) : draw->value(h),
                 nv_below(h, 8) ? nv_hostile_size(h, 0x1000) : draw->value(h),
                 nv_below(h, 8) ? nv_hostile_size(h, 0x400) : draw->value(h),
                 nv_below(h, 16) ? nv_below(h, 32) : draw->value(h));
    if (nv_below(h, 2)) {
        nv_fermi_inc(chan, COPY, 0x700, draw->value(h), draw->value(h),
                     nv_below(h, 8) ? nv_draw_word(h->draw) & 0x03337777
                                    : draw->value(h));
    }
    if (nv_below(h, 2)) {
        push_blocks(h, chan, 0x70c);
        push_blocks(h, chan, 0x728);
    }
    if (!nv_below(h, 4)) {
        nv_fermi_inc(chan, COPY, 0x240, 0, draw->place(h), draw->value(h));
        nv_fermi_inc(chan, COPY, 0x254, 0, draw->place(h), nv_below(h, 6));
        nv_fermi_inc(chan, COPY, 0x260, nv_below(h, 4), nv_below(h, 4));
    }
    /* One that is all right, mostly: others hold the engine up. */
    nv_fermi_inc(chan, COPY, 0x300, nv_below(h, 8)
                 ? 1 + nv_below(h, 2) + nv_below(h, 3) * 8 +
                   nv_below(h, 16) * 0x80
                 : draw->value(h));
}

/* Words in the pushbuffer, by each class that can do that */
static void push_inline(NVHostile *h, NVFermiChan *chan,
                        const NVHostileFermi *draw)
{
    unsigned subc = nv_below(h, I2M + 1), count = nv_below(h, 16);

    nv_fermi_inc(chan, subc, 0x180,
                 nv_hostile_size(h, nv_below(h, 2) ? 0x40 : 0x10000),
                 1 + nv_below(h, 4), 0, draw->place(h),
                 nv_hostile_size(h, 0x1000),
                 nv_below(h, 6) << 4 | nv_below(h, 6) << 8,
                 nv_hostile_size(h, 0x1000), nv_hostile_size(h, 0x100),
                 1 + nv_below(h, 4), nv_below(h, 5),
                 nv_hostile_size(h, 0x400), nv_hostile_size(h, 0x100));
    nv_fermi_inc(chan, subc, 0x1dc, 0, draw->place(h), draw->value(h));
    nv_fermi_push(chan, NV_FERMI_1INC(subc, 0x1b0, count + 1));
    nv_fermi_push(chan, nv_below(h, 8)
                  ? nv_below(h, 2) | nv_below(h, 3) << 4 |
                    nv_below(h, 2) << 12
                  : draw->value(h));
    while (count--) {
        nv_fermi_push(chan, nv_draw_word(h->draw));
    }
}

/* Semaphores with each operation, and the conditions of PGRAPH's classes */
static void push_semaphore(NVHostile *h, NVFermiChan *chan,
                           const NVHostileFermi *draw)
{
    nv_fermi_inc(chan, nv_below(h, 8), 0x10, 0, draw->place(h),
                 draw->value(h),
                 nv_below(h, 8) ? 0x10 | nv_below(h, 32) << 27 |
                                  nv_below(h, 2) << 24
                                : draw->value(h));
    nv_fermi_inc(chan, nv_below(h, 2) ? THREED : COMPUTE,
                 nv_below(h, 2) ? 0x130 : 0x1550, 0, draw->place(h),
                 nv_below(h, 6));
    nv_fermi_inc(chan, nv_below(h, I2M + 1), 0x1944, nv_below(h, 4));
}

void nv_hostile_nve4_push(NVHostile *h, NVFermiChan *chan,
                          const NVHostileFermi *draw)
{
    switch (nv_below(h, 4)) {
    case 0:
        push_inline(h, chan, draw);
        break;
    case 1:
        push_semaphore(h, chan, draw);
        break;
    default:
        push_copy(h, chan, draw);
        break;
    }
}

/* --- PFIFO ------------------------------------------------------------- */

/* Entries of both formats, of channels, and of groups of them */
static void change_list(NVHostile *h, const NVHostileFermi *draw)
{
    const NVFermi *fermi = h->nv->fermi;
    uint32_t addr = fermi->runlists[nv_below(h, 2)];
    unsigned count = nv_below(h, 9);

    for (unsigned i = 0; i < count; i++) {
        nv_phys_wr32(h->nv, addr + i * 8, nv_below(h, 4)
                     ? nv_below(h, 4) | nv_below(h, 2) << 13 |
                       nv_below(h, 8) << 26
                     : draw->value(h));
        nv_phys_wr32(h->nv, addr + i * 8 + 4,
                     nv_below(h, 8) ? 0 : draw->value(h));
    }
    nv_wr32(h->nv, 0x2270, (nv_below(h, 16) ? addr >> 12 : draw->value(h)) |
                           (nv_below(h, 4) ? 0 : nv_below(h, 16) << 28));
    nv_wr32(h->nv, A_NVE4_PFIFO_RUNLIST, nv_below(h, 8) << 20 |
                           (nv_below(h, 8) ? count : nv_below(h, 0x10000)));
}

void nv_hostile_nve4_fifo(NVHostile *h, const NVFermiChan *chan,
                          const NVHostileFermi *draw)
{
    NVDev *nv = h->nv;
    uint32_t entry = A_NVE4_PFIFO_CHAN +
                     (nv_below(h, 4) ? chan->chid
                                     : nv_below(h, 0x1000)) * 8;

    switch (nv_below(h, 5)) {
    case 0:
        nv_wr32(nv, entry, nv_below(h, 4) ? 0x80000000 | chan->block >> 12
                                          : draw->value(h));
        break;
    case 1:
        nv_wr32(nv, entry + 4, nv_below(h, 8) << 16 |
                               (nv_below(h, 2) ? 0x400 : 0x800));
        break;
    case 2:
        nv_wr32(nv, A_NVE4_PFIFO_PREEMPT,
                nv_below(h, 4) | nv_below(h, 2) << 24);
        break;
    case 3:
        nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, nv_below(h, 0x100));
        break;
    default:
        change_list(h, draw);
        break;
    }
}

/* --- Recovery ---------------------------------------------------------- */

void nv_hostile_nve4_recover(NVHostile *h)
{
    for (unsigned i = 0; i < COPY_ENGINES; i++) {
        uint32_t base = 0x104000 + i * 0x1000;

        nv_wr32(h->nv, base + A_NV_CE_LAUNCHERR, 0);
        nv_wr32(h->nv, base + A_NV_CE_INTR, UINT32_MAX);
    }
    nv_wr32(h->nv, A_NVE4_PFIFO_SCHED_DISABLE, 0);
    nv_wr32(h->nv, A_NVE4_PFIFO_ERROR_SCHED_DISABLE, UINT32_MAX);
}

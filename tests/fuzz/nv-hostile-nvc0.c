/*
 * Hostile guests: NVC0 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/falcon-regs.h"
#include "nv-hostile-nvd9.h"
#include "nv-hostile-nve4.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-fermi-graph.h"

#define CHANNELS 3
/* Video memory with everything that the driver has made */
#define USED_VRAM (8 * MiB)
#define BUFFER_SIZE (64 * KiB)
/* The page directory's entries that channels use */
#define FIRST_PDE (NV_FERMI_PUSH_VA >> 27)
#define PDES 3
/* Bytes that one step may take in a pushbuffer */
#define SUBMISSION 0x800
#define EVO_ROOM 0xa00

static const NVHostileRange units[] = {
    { 0x000000, 0x000700, 1 },      /* PMC */
    { 0x001000, 0x001a00, 1 },      /* PBUS */
    { 0x001700, 0x001720, 2 },      /* HOST_MEM */
    { 0x002000, 0x002c00, 12 },     /* PFIFO */
    { 0x003000, 0x003400, 4 },      /* its channels */
    { 0x009000, 0x009500, 1 },      /* PTIMER */
    { 0x00d000, 0x00e800, 2 },      /* PGPIO, PNVIO */
    { 0x020000, 0x023000, 1 },      /* PTHERM, PFUSE, PUNITS */
    { 0x040000, 0x046000, 12 },     /* PBDMAs */
    { 0x070000, 0x071000, 1 },      /* PFLUSH */
    { 0x088000, 0x089000, 1 },      /* PPCI */
    { 0x100c00, 0x100d00, 2 },      /* PFB's MMU */
    { 0x104000, 0x106000, 4 },      /* PCE0, PCE1 */
    { 0x10a000, 0x10b000, 3 },      /* PDAEMON */
    { 0x110000, 0x112000, 1 },      /* PBFB */
    { 0x120000, 0x130000, 1 },      /* PIBUS */
    { 0x400000, 0x409000, 6 },      /* PGRAPH */
    { 0x409000, 0x40b000, 6 },      /* FECS */
    { 0x418000, 0x41c000, 2 },      /* all GPCs */
    { 0x500000, 0x520000, 4 },      /* each */
    { 0x601000, 0x602000, 1 },      /* PRMCIO */
    { 0x610000, 0x611000, 4 },      /* PDISPLAY */
    { 0x611000, 0x634000, 2 },
    { 0x640000, 0x680000, 3 },      /* EVO's channels */
    { 0x700000, 0x800000, 4 },      /* PMEM */
    { 0x000000, 0x1000000, 1 },
};

static const struct {
    uint32_t class;
    unsigned engine;
} objects[] = {
    { 0x9039, NV_FERMI_GR }, { 0x902d, NV_FERMI_GR }, { 0x9097, NV_FERMI_GR },
    { 0x90b5, NV_FERMI_PCE0 }, { 0x95b1, 1 }, { 0x906e, NV_FERMI_SOFTWARE },
};

typedef struct Own {
    NVFermiChan *chans[CHANNELS];
    uint64_t va[CHANNELS];
    uint32_t pdes[CHANNELS][2 * PDES];
    uint32_t bar1;
    NVEvo evo;
    NVHostileNvd9 nvd9;
} Own;

static Own *own(NVHostile *h)
{
    return h->own;
}

static NVFermiChan *some_channel(NVHostile *h)
{
    NVFermiChan *chan = own(h)->chans[nv_below(h, CHANNELS)];

    if (chan->cur > NV_PUSH_SIZE - SUBMISSION) {
        chan->cur = chan->kicked = 0;
    }
    return chan;
}

/* Of as many objects of NVE4's as there are of these */
static uint32_t some_class(NVHostile *h, unsigned i)
{
    return nv_hostile_is_nve4(h) ? nv_hostile_nve4_class(h, i)
                                 : objects[i].class;
}

/* --- Numbers ----------------------------------------------------------- */

static uint32_t value(NVHostile *h)
{
    const NVFermiChan *chan = own(h)->chans[nv_below(h, CHANNELS)];

    switch (nv_below(h, 10)) {
    case 0:
        return nv_below(h, 4);
    case 1:
        return BIT(nv_below(h, 32));
    case 2:
        return ~BIT(nv_below(h, 32));
    case 3:
        return NV_FERMI_PUSH_VA + nv_below(h, NV_PUSH_SIZE / 4) * 4;
    case 4:
        return NV_FERMI_VA + nv_hostile_size(h, 0x40000);
    case 5:
        return nv_below(h, USED_VRAM >> 12) << nv_below(h, 13);
    case 6:
        return (nv_below(h, 2) ? chan->block : chan->pd) >> 12 |
               nv_below(h, 16) << 28;
    case 7:
        return some_class(h, nv_below(h, ARRAY_SIZE(objects))) |
               nv_below(h, 32) << 16;
    case 8:
        return nv_draw_word(h->draw);
    default:
        return nv_draw_near_ends(h->draw);
    }
}

/* Addresses in a channel's space, often at the end of its buffer */
static uint32_t place(NVHostile *h)
{
    return own(h)->va[nv_below(h, CHANNELS)] +
           nv_hostile_size(h, BUFFER_SIZE);
}

/* --- What is submitted ------------------------------------------------- */

static void push_commands(NVHostile *h, NVFermiChan *chan)
{
    static const uint32_t opcodes[] = { 1, 1, 1, 3, 5, 4, 0, 2, 6, 7 };

    for (unsigned n = 0; n < 6 && nv_draw_left(h->draw); n++) {
        uint32_t count = nv_below(h, 16);
        uint32_t opcode = opcodes[nv_below(h, ARRAY_SIZE(opcodes))];

        nv_fermi_push(chan, nv_below(h, 16)
                      ? opcode << 29 | count << 16 | nv_below(h, 8) << 13 |
                        nv_below(h, 0x1000) : value(h));
        while (opcode != 4 && count--) {
            nv_fermi_push(chan, value(h));
        }
    }
}

/* The host's own methods, with valid operations and others */
static void push_host(NVHostile *h, NVFermiChan *chan)
{
    for (unsigned n = 1 + nv_below(h, 4); n; n--) {
        unsigned subc = nv_below(h, 8);

        switch (nv_below(h, 6)) {
        case 0:
            nv_fermi_inc(chan, subc, 0x10, 0, place(h), value(h),
                         nv_below(h, 8) ? 2 : value(h));
            break;
        case 1:
            nv_fermi_inc(chan, subc, 0x10, 0, place(h), 0,
                         nv_below(h, 8) ? 0x1004 : value(h));
            break;
        case 2:
            nv_fermi_ref(chan, value(h));
            break;
        case 3:
            nv_fermi_object(chan, subc,
                            some_class(h, nv_below(h, ARRAY_SIZE(objects))),
                            nv_below(h, 32));
            break;
        default:
            nv_fermi_inc(chan, subc, nv_below(h, 0x40) * 4, value(h));
            break;
        }
    }
}

/* Copies of M2MF and PCE0, within their buffer and out of it */
static void push_copy(NVHostile *h, NVFermiChan *chan)
{
    uint32_t in = place(h), out = place(h);

    if (nv_below(h, 2)) {
        nv_fermi_inc(chan, 0, 0x204, nv_below(h, 6) << 4 | nv_below(h, 6) << 8,
                     0x400, 0x100, nv_below(h, 4), nv_below(h, 4),
                     nv_hostile_size(h, 0x400), nv_hostile_size(h, 0x100));
        nv_fermi_inc(chan, 0, 0x220, nv_below(h, 6) << 4 | nv_below(h, 6) << 8,
                     0x400, 0x100, nv_below(h, 4), nv_below(h, 4),
                     nv_hostile_size(h, 0x400), nv_hostile_size(h, 0x100));
        nv_fermi_inc(chan, 0, 0x238, 0, out);
        nv_fermi_inc(chan, 0, 0x30c, 0, in, nv_hostile_size(h, 0x1000),
                     nv_hostile_size(h, 0x1000),
                     nv_below(h, 8) ? nv_hostile_size(h, 0x400) : value(h),
                     nv_below(h, 32));
        nv_fermi_inc(chan, 0, 0x300, nv_below(h, 4)
                     ? 0x100 | nv_below(h, 2) << 4 | nv_below(h, 2) << 8
                     : value(h));
    } else {
        nv_fermi_inc(chan, 3, 0x30c, 0, in, 0, out,
                     nv_hostile_size(h, 0x1000), nv_hostile_size(h, 0x1000),
                     nv_below(h, 8) ? nv_hostile_size(h, 0x1000) : value(h),
                     nv_below(h, 32));
        nv_fermi_push(chan, NV_FERMI_IMMD(3, 0x300,
                                          nv_below(h, 4) ? 0x110
                                          : nv_below(h, 0x2000)));
    }
}

/* Words of a copy that are in the pushbuffer */
static void push_inline(NVHostile *h, NVFermiChan *chan)
{
    unsigned count = nv_below(h, 16);

    nv_fermi_inc(chan, 0, 0x238, 0, place(h));
    nv_fermi_inc(chan, 0, 0x31c,
                 nv_hostile_size(h, nv_below(h, 2) ? 0x40 : 0x10000),
                 1 + nv_below(h, 4));
    nv_fermi_inc(chan, 0, 0x300, 0x100111);
    nv_fermi_push(chan, NV_FERMI_NI(0, 0x304, count));
    while (count--) {
        nv_fermi_push(chan, nv_draw_word(h->draw));
    }
}

/* Entries that point elsewhere, or have another opcode */
static void change_ring(NVHostile *h)
{
    NVFermiChan *chan = own(h)->chans[nv_below(h, CHANNELS)];
    QTestState *qts = h->nv->qts;

    qtest_writel(qts, chan->gp + nv_below(h, 2 << NV_FERMI_GP_ORDER) * 4,
                 value(h));
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT,
                       nv_below(h, 4) ? nv_below(h, 1 << NV_FERMI_GP_ORDER)
                                      : value(h));
}

static const NVHostileFermi draw = { value, place };

/* NVE4 has others for these. */
static void push_move(NVHostile *h, NVFermiChan *chan, bool is_inline)
{
    if (nv_hostile_is_nve4(h)) {
        nv_hostile_nve4_push(h, chan, &draw);
    } else if (is_inline) {
        push_inline(h, chan);
    } else {
        push_copy(h, chan);
    }
}

static void submit(NVHostile *h)
{
    NVFermiChan *chan = some_channel(h);

    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        push_move(h, chan, false);
        break;
    case 2:
        push_move(h, chan, true);
        break;
    case 3:
        nv_hostile_fermi_draw(h, chan, &draw);
        break;
    case 4:
        nv_hostile_fermi_3d(h, chan, &draw);
        break;
    case 5:
        push_host(h, chan);
        break;
    default:
        push_commands(h, chan);
        break;
    }
    nv_fermi_kick(chan);
    if (!nv_below(h, 16)) {
        change_ring(h);
    }
}

/* --- Behind the card's back -------------------------------------------- */

/* Any word that the driver has made: blocks, tables, lists, USERD */
static void change_memory(NVHostile *h)
{
    NVFermi *fermi = h->nv->fermi;
    const NVFermiChan *chan = own(h)->chans[nv_below(h, CHANNELS)];
    uint32_t addr;

    switch (nv_below(h, 6)) {
    case 0:
        addr = chan->block + nv_below(h, 0x100);
        break;
    case 1:
        addr = chan->block + 0x200 + nv_below(h, 0x80);
        break;
    case 2:
        addr = chan->pd + (NV_FERMI_VA >> 27) * 8 + nv_below(h, 8);
        break;
    case 3:
        addr = fermi->runlists[nv_below(h, 2)] + nv_below(h, 0x40);
        break;
    case 4:
        addr = nv_fermi_userd(chan) + nv_below(h, 0x100);
        break;
    default:
        addr = nv_below(h, USED_VRAM);
        break;
    }
    nv_phys_wr32(h->nv, addr & ~3, value(h));
}

/* A page at the end of memory, or in the card itself */
static void map_oddly(NVHostile *h)
{
    NVDev *nv = h->nv;
    unsigned c = nv_below(h, CHANNELS);
    uint64_t va = own(h)->va[c] + nv_below(h, BUFFER_SIZE >> 12) * 4096ull;
    unsigned back = nv_below(h, 4) * 4096;

    switch (nv_below(h, 5)) {
    case 0:
        nv_fermi_map(nv, own(h)->chans[c]->pd, va, nv->vram - back, 4096,
                     NV_FERMI_VRAM);
        break;
    case 1:
        nv_fermi_map(nv, own(h)->chans[c]->pd, va, nv_ram_size - back, 4096,
                     NV_FERMI_RAM);
        break;
    case 2:
        nv_fermi_map(nv, own(h)->chans[c]->pd, va,
                     nv->bar0 + nv_below(h, 0x1000) * 4096, 4096,
                     NV_FERMI_RAM);
        break;
    case 3:
        nv_fermi_map(nv, own(h)->chans[c]->pd, va,
                     nv->bar1 + nv_below(h, 0x1000) * 4096, 4096,
                     NV_FERMI_RAM);
        break;
    default:
        nv_fermi_unmap(nv, own(h)->chans[c]->pd, va, 4096);
        break;
    }
}

static void access_bars(NVHostile *h)
{
    NVDev *nv = h->nv;

    switch (nv_below(h, 8)) {
    case 0:
        nv_hostile_access(h, nv->bar1 + nv_hostile_size(h, 64 * MiB), value);
        break;
    case 1:
        nv_hostile_access(h, nv->bar3 + nv_hostile_size(h, 32 * MiB), value);
        break;
    case 2:
        /* BAR1's contents: channels' USERD */
        nv_hostile_access(h, nv->bar1 + nv_below(h, NV_FERMI_CHANNELS *
                                                    NV_USERD_SIZE), value);
        break;
    default:
        nv_hostile_access_registers(h, value);
        break;
    }
}

/* --- The display ------------------------------------------------------- */

/* The supervisor's requests: NV50's bits, and GF119's */
static void answer(NVHostile *h)
{
    for (unsigned i = 0; i < 3; i++) {
        nv_wr32(h->nv, A_NV_PDISPLAY_INTR_1, 0x70);
        nv_wr32(h->nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
        nv_wr32(h->nv, 0x6101d0, 0x80000000);
    }
}

static void step_evo(NVHostile *h)
{
    NVDev *nv = h->nv;
    static const unsigned chids[] = { 0, 0, 1, 2, 5, 6, 9, 13 };
    unsigned chid = chids[nv_below(h, ARRAY_SIZE(chids))];
    uint32_t at = 0x640000 + chid * 0x1000, push = own(h)->evo.sync;

    if (nv->card->features & NV_CARD_EVO_NVD9 && nv_below(h, 4)) {
        nv_hostile_nvd9(h, &own(h)->nvd9, value);
        return;
    }
    switch (nv_below(h, 6)) {
    case 0:
        /* A channel's handshake, NV50's and GF119's */
        nv_wr32(nv, 0x610494 + chid * 0x10, push >> 8 | 1);
        nv_wr32(nv, 0x610498 + chid * 0x10, 0x00010000);
        nv_wr32(nv, 0x61049c + chid * 0x10, chid);
        nv_wr32(nv, 0x610490 + chid * 0x10, chid ? 0x13 : 0x01000013);
        nv_wr32(nv, 0x610204 + chid * 0x10, push >> 8 | 1);
        nv_wr32(nv, 0x610208 + chid * 0x10, 0x00010000);
        nv_wr32(nv, 0x61020c + chid * 0x10, chid);
        nv_wr32(nv, 0x610200 + chid * 0x10, chid ? 0x13 : 0x01000013);
        break;
    case 1:
    case 2:
        /* Methods by hand: words in its pushbuffer, and PUT */
        for (unsigned n = 0; n < 16 && nv_draw_left(h->draw); n++) {
            nv_phys_wr32(nv, push + n * 8,
                         nv_below(h, 8) ? 0x00040000 | nv_below(h, 0x400) * 4
                         : nv_below(h, 2) ? 0x20000000 | nv_below(h, 0x40) * 4
                         : value(h));
            nv_phys_wr32(nv, push + n * 8 + 4, value(h));
        }
        nv_wr32(nv, at + 4, 0);
        nv_wr32(nv, at, nv_below(h, 0x21) * 8);
        answer(h);
        break;
    case 3:
        nv_hostile_vga(h);
        break;
    default:
        nv_hostile_evo(h, value);
        break;
    }
}

static void step_display(NVHostile *h)
{
    step_evo(h);
    if (nv_below(h, 2)) {
        nv_hostile_wait(h);
    }
    h->show(h, nv_below(h, 4));
}

/* --- Falcons ----------------------------------------------------------- */

static void step_falcon(NVHostile *h)
{
    static const uint32_t falcons[] = {
        0x104000, 0x10a000, 0x409000, 0x502000, 0x41a000, 0x105000,
    };

    nv_hostile_falcon(h, falcons, ARRAY_SIZE(falcons), value);
}

/* --- Recovery ---------------------------------------------------------- */

/* The driver's answers to interrupts, which keep the card going */
static void recover(NVHostile *h)
{
    static const struct {
        uint32_t addr, val;
    } writes[] = {
        { A_NV_PMC_ENABLE, UINT32_MAX }, { A_NV_PMC_PBDMA_ENABLE, UINT32_MAX },
        { A_NVC0_PFIFO_CTRL, 1 }, { A_NVC0_PFIFO_PBDMA_ENABLE, UINT32_MAX },
        { A_NVC0_PFIFO_INTR, UINT32_MAX },
        { A_NVC0_PFIFO_VM_FAULT_UNITS, UINT32_MAX },
        { A_NVC0_PFIFO_INTR_RUNLIST, UINT32_MAX },
        { A_NVC0_PFIFO_ENGINE_FAULT, 0 }, { A_NVC0_PFIFO_ENGINE_FREEZE, 0 },
        { A_NVC0_PFIFO_FREEZE, 0 },
        { 0x400108, UINT32_MAX }, { 0x400118, UINT32_MAX },
        { 0x400100, UINT32_MAX },
        { 0x400500, 0x00010001 }, { 0x409c20, UINT32_MAX },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(writes); i++) {
        nv_wr32(h->nv, writes[i].addr, writes[i].val);
    }
    if (nv_hostile_is_nve4(h)) {
        nv_hostile_nve4_recover(h);
    }
    for (unsigned id = 0; id < h->nv->card->pbdmas; id++) {
        uint32_t base = NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;

        nv_wr32(h->nv, base + A_NV_PBDMA_METHOD0, 0x80600008);
        nv_wr32(h->nv, base + A_NV_PBDMA_INTR_0, UINT32_MAX);
    }
}

/* PGRAPH's; others' only at times, as they may hold a PBDMA for ever */
static void push_objects(NVHostile *h, NVFermiChan *chan)
{
    if (nv_hostile_is_nve4(h)) {
        nv_hostile_nve4_objects(h, chan);
        return;
    }
    for (unsigned n = 0; n < ARRAY_SIZE(objects); n++) {
        if (objects[n].engine == NV_FERMI_GR || nv_below(h, 8) == 7) {
            nv_fermi_object(chan, n, objects[n].class, objects[n].engine);
        }
    }
    nv_fermi_kick(chan);
}

/* A driver that starts over: units reset, all channels new */
static void begin_anew(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_hostile_map(h);
    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    recover(h);
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR1, own(h)->bar1);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, 0x10000000);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, UINT32_MAX);
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_INTR_EN, 1);
    nv_fermi_graph_init(nv);
    for (unsigned i = 0; i < CHANNELS; i++) {
        NVFermiChan *chan = own(h)->chans[i];

        nv_fermi_join(nv, chan->block, chan->pd);
        for (unsigned n = 0; n < 2 * PDES; n++) {
            nv_phys_wr32(nv, chan->pd + FIRST_PDE * 8 + n * 4,
                         own(h)->pdes[i][n]);
        }
        nv_fermi_channel_begin(chan);
        push_objects(h, chan);
    }
}

/* --- The family -------------------------------------------------------- */

static void begin(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_init(nv);
    for (unsigned i = 0; i < CHANNELS; i++) {
        uint32_t addr;

        own(h)->chans[i] = nv_fermi_graph_new(nv, i);
        own(h)->va[i] = nv_fermi_buffer(own(h)->chans[i], BUFFER_SIZE, &addr);
        push_objects(h, own(h)->chans[i]);
        for (unsigned n = 0; n < 2 * PDES; n++) {
            own(h)->pdes[i][n] = nv_phys_rd32(nv, own(h)->chans[i]->pd +
                                                  FIRST_PDE * 8 + n * 4);
        }
    }
    own(h)->bar1 = nv_rd32(nv, A_NVC0_PBUS_HOST_MEM_BAR1);
    if (nv->card->features & NV_CARD_PDISPLAY) {
        nv_evo_init(nv, &own(h)->evo);
    }
    if (nv->card->features & NV_CARD_EVO_NVD9) {
        nv_hostile_nvd9_begin(h, &own(h)->nvd9, own(h)->evo.inst);
    }
}

static void step_commands(NVHostile *h)
{
    switch (nv_below(h, 16)) {
    case 0:
    case 1:
        if (nv_hostile_is_nve4(h) && nv_below(h, 2)) {
            nv_hostile_nve4_fifo(h, own(h)->chans[nv_below(h, CHANNELS)],
                                 &draw);
        } else {
            change_memory(h);
        }
        break;
    case 2:
        map_oddly(h);
        submit(h);
        break;
    case 3:
        nv_hostile_wait(h);
        break;
    case 4:
        begin_anew(h);
        break;
    case 5:
    case 6:
        access_bars(h);
        break;
    default:
        submit(h);
        break;
    }
}

static void step(NVHostile *h)
{
    static const NVHostileSteps steps = {
        recover, step_display, step_falcon, step_commands,
    };

    nv_hostile_step_by_focus(h, &steps);
}

static void end(NVHostile *h)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_fermi_channel_free(own(h)->chans[i]);
    }
}

const NVFamily nv_family_nvc0 = {
    .size = sizeof(Own), .begin = begin, .step = step, .end = end,
    .units = units, .unit_count = ARRAY_SIZE(units),
};

const NVFamily nv_family_nve4 = {
    .size = sizeof(Own), .begin = begin, .step = step, .end = end,
    .units = nv_hostile_nve4_units,
    .unit_count = ARRAY_SIZE(nv_hostile_nve4_units),
};

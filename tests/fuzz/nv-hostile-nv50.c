/*
 * Hostile guests: NV50 to NVA8
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/vp2-regs.h"
#include "nv-hostile.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-tesla-graph.h"

#define HANDLE 0xbeef0000
#define CHANNELS 3
/* Video memory with everything that the driver has made */
#define USED_VRAM (8 * MiB)
/* Room that one step may take in a pushbuffer, in bytes */
#define SUBMISSION 0x800
#define EVO_ROOM 0xa00

static const uint16_t classes[] = { 0x5039, 0x502d, 0x506e, 0x5097, 0x0030 };

/* Subchannels of some */
#define SUBC_M2MF 0
#define SUBC_2D 1
#define SUBC_3D 3
#define SUBC_CIPHER 5

#define HANDLE_CIPHER 0xbeef74c1

/* Objects for memory: a buffer in each place, and one that isn't there */
#define HANDLE_DMA 0xd3a00000
#define DMAS 4
#define DMA_SIZE (64 * KiB)

static const NVHostileRange units[] = {
    { 0x000000, 0x000300, 1 },      /* PMC */
    { 0x001000, 0x001a00, 1 },      /* PBUS */
    { 0x001700, 0x001710, 2 },      /* HOST_MEM */
    { 0x002000, 0x002800, 8 },      /* PFIFO */
    { 0x003200, 0x003400, 16 },
    { 0x090000, 0x091000, 2 },
    { 0x004000, 0x005000, 1 },      /* PCLOCK */
    { 0x009000, 0x009500, 2 },      /* PTIMER */
    { 0x00e000, 0x00e300, 2 },      /* PNVIO */
    { 0x020000, 0x022000, 1 },      /* PTHERM, PFUSE */
    { 0x070000, 0x071000, 1 },      /* PFLUSH */
    { 0x088000, 0x089000, 1 },      /* PPCI */
    { 0x100000, 0x101000, 2 },      /* PFB */
    { 0x100c80, 0x100ca0, 2 },
    { 0x400000, 0x401000, 8 },      /* PGRAPH */
    { 0x402000, 0x40a000, 1 },
    { 0x406800, 0x406820, 1 },
    { 0x408900, 0x408e40, 1 },
    { 0x601000, 0x602000, 1 },      /* PRMCIO */
    { 0x610000, 0x611000, 8 },      /* PDISPLAY */
    { 0x611000, 0x620000, 2 },
    { 0x640000, 0x650000, 4 },      /* EVO's channels */
    { 0x700000, 0x800000, 4 },      /* PMEM */
    { 0xc00000, 0xc10000, 4 },      /* USER */
    { 0x000000, 0x1000000, 1 },
};

/**
 * struct Own - what the guest has
 *
 * @chans: its channels
 * @bufs: its buffers
 * @moved: which of their DMA objects was moved last
 * @evo, @core, @base: its display
 */
typedef struct Own {
    NVChan *chans[CHANNELS];
    NVBuf *bufs[DMAS - 1];
    unsigned moved;
    NVEvo evo;
    NVEvoChan core, base;
} Own;

static Own *own(NVHostile *h)
{
    return h->own;
}

static NVChan *some_channel(NVHostile *h)
{
    NVChan *chan = own(h)->chans[nv_below(h, CHANNELS)];

    if (chan->cur > NV_PUSH_SIZE - SUBMISSION) {
        chan->cur = chan->kicked = 0;
    }
    return chan;
}

/* --- Numbers ----------------------------------------------------------- */

static uint32_t own_value(NVHostile *h, unsigned which)
{
    switch (which) {
    case 0:
        return nv_below(h, NV_PUSH_SIZE / 4) * 4;
    case 1:
        return HANDLE + nv_below(h, ARRAY_SIZE(classes) + 1);
    case 2:
        return nv_below(h, USED_VRAM >> 12) << nv_below(h, 13);
    default:
        return HANDLE_DMA + nv_below(h, DMAS + 1);
    }
}

static uint32_t value(NVHostile *h)
{
    return nv_hostile_value(h, own_value, 4);
}

/* --- What is submitted ------------------------------------------------- */

static void push_commands(NVHostile *h, NVChan *chan)
{
    for (unsigned n = 0; n < 6 && nv_draw_left(h->draw); n++) {
        unsigned count = nv_below(h, 16);

        nv_push(chan, nv_below(h, 8) ? NV_CMD_INC(nv_below(h, 8),
                                                  nv_below(h, 0x800) * 4,
                                                  count)
                                     : value(h));
        while (count--) {
            nv_push(chan, value(h));
        }
    }
}

/* PFIFO's own methods, semaphores above all */
static void push_host(NVHostile *h, NVChan *chan)
{
    for (unsigned n = 1 + nv_below(h, 4); n; n--) {
        unsigned count = 1 + nv_below(h, 4);

        nv_push(chan, NV_CMD_INC(nv_below(h, 8), nv_below(h, 0x40) * 4,
                                 count));
        while (count--) {
            switch (nv_below(h, 4)) {
            case 0:
                nv_push(chan, HANDLE_DMA + nv_below(h, DMAS));
                break;
            case 1:
                nv_push(chan, nv_hostile_size(h, DMA_SIZE / 4) * 4);
                break;
            default:
                nv_push(chan, value(h));
                break;
            }
        }
    }
}

/* A page's address: of the buffer that is mapped page by page, or of any */
static uint64_t some_page(NVHostile *h)
{
    uint64_t va = NV_TESLA_VA;
    unsigned pages = 0x80;

    if (nv_below(h, 2)) {
        va = own(h)->bufs[DMAS - 2]->va;
        pages = DMA_SIZE >> 12;
    }
    return va + nv_below(h, pages) * 4096;
}

/* One of the buffers' DMA objects is for memory from @base to @last. */
static void move_object(NVHostile *h, bool vram, uint64_t base, uint64_t last)
{
    unsigned which = nv_below(h, DMAS - 1);

    own(h)->moved = which;
    nv_vm_dmaobj(h->nv, own(h)->bufs[which]->inst, 0x3d | NV_VM_DMAOBJ_RW |
                 (vram ? NV_VM_DMAOBJ_VRAM : NV_VM_DMAOBJ_SYSRAM), base, last);
}

/* One of them, or a page, is at the end of memory, or begins with it. */
static void move_to_end(NVHostile *h)
{
    NVDev *nv = h->nv;
    bool vram = nv_below(h, 4);
    uint64_t size = vram ? nv->vram : nv_ram_size;
    uint64_t base = nv_below(h, 4)
        ? size - nv_below(h, nv_below(h, 2) ? 0x1000 : DMA_SIZE) : 0;

    if (nv_below(h, 4)) {
        move_object(h, vram, base,
                    !nv_below(h, 4) ? base + value(h)
                    : nv_below(h, 2) ? size - 1 : base + UINT32_MAX);
    } else {
        nv_vm_set(nv, nv->tesla->table, some_page(h), NV_VM_SMALL,
                  (base & ~0xfffull) | NV_VM_PRESENT |
                  (vram ? 0 : NV_VM_SYSRAM) | NV_VM_CONTIG(nv_below(h, 8)));
        nv_wr32(nv, 0x100c80, 1);
    }
}

static NVHostileWork some_work(NVHostile *h, NVChan *chan)
{
    NVWhere where = nv_hostile_where(h);

    if (where == NV_AT_END) {
        move_to_end(h);
    } else if (where == NV_EVERYWHERE) {
        move_object(h, true, 0, h->nv->vram - 1);
    }
    return (NVHostileWork) {
        .h = h, .chan = chan, .value = value, .where = where,
        .right = where == NV_EVERYWHERE || nv_below(h, 2),
        .dma = HANDLE_DMA, .dmas = DMAS, .moved = HANDLE_DMA + own(h)->moved,
    };
}

/* A channel with IB entries accepts them, right or wrong. */
static void kick(NVHostile *h, NVChan *chan, uint32_t start)
{
    if (chan->ib_order && !nv_below(h, 8)) {
        nv_ib_entry(chan, start, (chan->cur - start) / 4, value(h));
        chan->kicked = chan->cur;
        nv_ib_kick(chan);
    } else if (!nv_below(h, 16)) {
        nv_user_wr32(chan, nv_below(h, 2) ? A_NV50_USER_IB_PUT
                                          : A_NV_USER_DMA_PUT, value(h));
    } else {
        nv_kick(chan);
    }
}

static void submit(NVHostile *h)
{
    NVChan *chan = some_channel(h);
    uint32_t start = chan->cur;
    NVHostileWork w = some_work(h, chan);

    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        w.subc = SUBC_M2MF;
        nv_hostile_tesla_copy(&w);
        break;
    case 2:
    case 3:
    case 4:
        w.subc = SUBC_2D;
        nv_hostile_tesla_draw(&w);
        break;
    case 5:
        push_host(h, chan);
        break;
    case 6:
        w.subc = SUBC_3D;
        nv_hostile_tesla_clear(&w);
        break;
    default:
        push_commands(h, chan);
        break;
    }
    kick(h, chan, start);
}

/* --- Behind the card's back -------------------------------------------- */

/* Entries of the ring, and how many of them count */
static void change_ring(NVHostile *h)
{
    NVChan *chan = own(h)->chans[1 + nv_below(h, CHANNELS - 1)];
    uint32_t at = nv_ib_entry_at(chan, nv_below(h, 1 << NV_IB_ORDER));

    nv_buf_wr32(chan->push, at, value(h));
    nv_buf_wr32(chan->push, at + 4, value(h));
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, nv_below(h, 2 << NV_IB_ORDER));
}

static void change_tables(NVHostile *h)
{
    NVDev *nv = h->nv;
    NVChan *chan = own(h)->chans[nv_below(h, CHANNELS)];

    if (nv_below(h, 4)) {
        nv_phys_wr32(nv, nv->tesla->table + 0x100 * 8 +
                     nv_below(h, 0x80) * 4, value(h));
    } else {
        nv_phys_wr32(nv, nv->tesla->block[chan->chid] + nv->card->pd_offset +
                     nv_below(h, 16) * 4,
                     nv_below(h, 2) ? nv->tesla->table | nv_below(h, 0x100)
                                    : value(h));
    }
    nv_wr32(nv, 0x100c80, nv_below(h, 16) << 16 | 1);
}

/* A word of a list, which then becomes the run list */
static void change_runlist(NVHostile *h)
{
    NVDev *nv = h->nv;
    uint32_t list = nv->tesla->runlists[nv_below(h, 2)];

    nv_phys_wr32(nv, list + nv_below(h, 4) * 4, value(h));
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, nv_below(h, 8));
}

/* A channel's block is where memory ends, its objects are behind that. */
static void move_block(NVHostile *h)
{
    NVDev *nv = h->nv;
    NVTesla *tesla = nv->tesla;
    unsigned chid = own(h)->chans[nv_below(h, CHANNELS)]->chid;
    uint32_t size = NV_TESLA_BLOCK - nv_below(h, 2) * 0x1000;
    uint32_t from = tesla->block[chid], to = nv->vram - size;
    uint8_t block[NV_TESLA_BLOCK];

    nv_phys_read(nv, from, block, size);
    nv_phys_write(nv, to, block, size);
    tesla->block[chid] = to;
    tesla->ramfc[chid] += to - from;
    if (nv->card->features & NV_CARD_NV84) {
        nv_phys_wr32(nv, tesla->ramfc[chid] + A_NV84_RAMFC_CHAN_INST,
                     to >> 12);
    }
    nv_tesla_start(nv, chid);
}

static void change_memory(NVHostile *h)
{
    NVDev *nv = h->nv;
    NVChan *chan = own(h)->chans[nv_below(h, CHANNELS)];

    switch (nv_below(h, 9)) {
    case 8:
        move_block(h);
        break;
    case 0:
        change_ring(h);
        break;
    case 1:
        nv_buf_wr32(chan->push, nv_below(h, NV_PUSH_SIZE / 4) * 4, value(h));
        break;
    case 2:
        nv_phys_wr32(nv, nv_ramfc(chan, nv_below(h, 64) * 4), value(h));
        break;
    case 3:
    case 4:
        change_tables(h);
        break;
    case 5:
        change_runlist(h);
        break;
    case 6:
        nv_phys_wr32(nv, nv->tesla->base + nv_below(h, NV_TESLA_SIZE / 4) * 4,
                     value(h));
        break;
    default:
        nv_phys_wr32(nv, own(h)->bufs[nv_below(h, DMAS - 1)]->inst +
                     nv_below(h, 6) * 4, value(h));
        break;
    }
}

static uint32_t some_object(NVHostile *h)
{
    return nv_below(h, 4) ? own(h)->bufs[nv_below(h, DMAS - 1)]->inst
                          : own(h)->chans[nv_below(h, CHANNELS)]->push->inst;
}

/* A DMA object, or a page, that shows the card itself */
static void mirror(NVHostile *h)
{
    static const uint32_t places[] = {
        0, 0xc00000, 0xc04000, 0x003000, 0x700000, 0x400000, 0x640000,
        0x601000,
    };
    NVDev *nv = h->nv;
    uint64_t base = nv_below(h, 8)
        ? nv->bar0 + places[nv_below(h, 8)] + nv_below(h, 1024) * 4
        : (nv_below(h, 2) ? nv->bar1 : nv->bar3) + nv_below(h, 0x10000) * 4;

    if (nv_below(h, 2)) {
        nv_vm_dmaobj(nv, some_object(h), 0x3d | NV_VM_DMAOBJ_SYSRAM |
                     NV_VM_DMAOBJ_RW, base, base + 0xffffff);
    } else {
        nv_vm_set(nv, nv->tesla->table, some_page(h), NV_VM_SMALL,
                  (base & ~0xfffull) | NV_VM_PRESENT | NV_VM_SYSRAM);
        nv_wr32(nv, 0x100c80, 1);
        nv_wr32(nv, 0x100c80, 5 << 16 | 1);
    }
}

static void access_bars(NVHostile *h)
{
    NVDev *nv = h->nv;

    switch (nv_below(h, 8)) {
    case 0:
        nv_hostile_access(h, nv->bar1 + nv_hostile_size(h, 256 * MiB), value);
        break;
    case 1:
        nv_hostile_access(h, nv->bar3 + nv_hostile_size(h, 32 * MiB), value);
        break;
    case 2:
        nv_hostile_indexed(h, value);
        break;
    default:
        nv_hostile_access_registers(h, value);
        break;
    }
}

/* --- The display ------------------------------------------------------- */

/* The supervisor's requests, and enabling the channels' errors */
static void answer(NVHostile *h)
{
    NVDev *nv = h->nv;

    for (unsigned i = 0; i < 3; i++) {
        uint32_t intr = nv_rd32(nv, A_NV_PDISPLAY_INTR_1) & 0x70;

        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, intr);
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
    }
}

static void evo_mode(NVHostile *h)
{
    static const uint32_t formats[] = {
        0x1e, 0xe8, 0xe9, 0xcf, 0xd1, 0xd5, 0xca, 0x16,
    };
    /* Large ones take long to draw. */
    bool large = !nv_below(h, 32);
    NVEvoMode mode = {
        .width = nv_below(h, large ? 4096 : 256),
        .height = nv_below(h, large ? 4096 : 128),
    };
    NVEvoChan *core = &own(h)->core;

    mode.htotal = mode.width + nv_below(h, 512);
    mode.vtotal = mode.height + nv_below(h, 64);
    mode.khz = nv_below(h, 400000);
    nv_evo_mode(core, 0, 0, &mode);
    nv_evo_surface(core, 0, formats[nv_below(h, 8)],
                   nv_draw_near_ends(h->draw), mode.width, mode.height,
                   nv_below(h, 0x10000));
    if (nv_below(h, 2)) {
        nv_evo_mthd(core, 0x880, 0x85000000 | nv_below(h, 2) << 24);
        nv_evo_mthd(core, 0x884, nv_draw_near_ends(h->draw));
        nv_evo_mthd(core, 0x89c, EVO_VRAM);
    }
    nv_evo_mthd(core, NV_EVO_UPDATE, 0);
    nv_evo_kick(core);
    answer(h);
}

static void evo_methods(NVHostile *h)
{
    NVEvoChan *chan = nv_below(h, 2) ? &own(h)->core : &own(h)->base;
    uint32_t at = chan == &own(h)->core ? nv_below(h, 2) * 0x800 : 0;

    for (unsigned n = 0; n < 12 && nv_draw_left(h->draw); n++) {
        switch (nv_below(h, 16)) {
        case 14:
            nv_evo_word(chan, nv_hostile_evo_jump(h, chan->cur));
            break;
        case 15:
            nv_evo_word(chan, value(h));
            break;
        default:
            nv_evo_mthd(chan, at + nv_below(h, 0x200) * 4, value(h));
            break;
        }
    }
    nv_evo_mthd(chan, NV_EVO_UPDATE, nv_below(h, 4) ? 0 : value(h));
    nv_evo_kick(chan);
    answer(h);
}

static void step_display(NVHostile *h)
{
    NVDev *nv = h->nv;
    NVEvoChan *chans[] = { &own(h)->core, &own(h)->base };

    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        if (chans[i]->cur > EVO_ROOM) {
            nv_evo_word(chans[i], 0x20000000);
            chans[i]->cur = 0;
        }
    }
    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        evo_mode(h);
        break;
    case 2:
    case 3:
    case 4:
        evo_methods(h);
        break;
    case 5:
        nv_wr32(nv, 0x610200 + EVO_CURSOR * 0x10, 0x2000);
        nv_wr32(nv, 0x610200 + EVO_CURSOR * 0x10, 1);
        nv_wr32(nv, nv_evo_user(EVO_CURSOR, 0x84), value(h));
        nv_wr32(nv, nv_evo_user(EVO_CURSOR, 0x80), 0);
        break;
    case 6:
        nv_hostile_vga(h);
        break;
    default:
        nv_hostile_evo(h, value);
        break;
    }
    if (nv_below(h, 2)) {
        nv_hostile_wait(h);
    }
    h->show(h, nv_below(h, 4));
}

/* --- Falcons ----------------------------------------------------------- */

/* PCOPY's copies, by its registers, as its program starts them */
static void copy_directly(NVHostile *h)
{
    for (unsigned i = 0; i < 16; i++) {
        nv_wr32(h->nv, NV_PCOPY + 0x800 + i * 4,
                nv_below(h, 4) ? nv_hostile_size(h, 0x10000) : value(h));
    }
    nv_wr32(h->nv, NV_PCOPY + 0x828 + nv_below(h, 4) * 4, value(h) | 1);
    nv_clock_step(h->nv, 100 * 1000);
}

/* --- PCIPHER ----------------------------------------------------------- */

static bool has_cipher(const NVDev *nv)
{
    return nv->card->features & NV_CARD_NV84 &&
           !(nv->card->features & NV_CARD_NVA3) &&
           strcmp(nv->card->name, "nv98");
}

/* Its object, and its context, on a subchannel of its own */
static void cipher_begin(NVDev *nv, NVChan *chan)
{
    uint32_t context = nv_vram_alloc(nv, 0x100);

    nv_vm_dmaobj(nv, nv->tesla->block[chan->chid] + 0xa0, 0x00190000, context,
                 context + 0xff);
    nv_ramht_insert(nv, chan->chid, HANDLE_CIPHER, NV_ENGINE_PCIPHER,
                    nv_inst_object(nv, 0x74c1));
    nv_wr32(nv, A_NV_PCIPHER_UNK00C, 0x10);
    nv_push_object(chan, SUBC_CIPHER, HANDLE_CIPHER);
}

/* Copies, of which the registers may change at any time */
static void step_cipher(NVHostile *h)
{
    NVDev *nv = h->nv;
    NVChan *chan = some_channel(h);
    uint32_t start = chan->cur;

    nv_push_object(chan, SUBC_CIPHER, nv_below(h, 8) ? HANDLE_CIPHER
                                                     : value(h));
    nv_push_inc(chan, SUBC_CIPHER, 0x180, own_value(h, 3), own_value(h, 3),
                own_value(h, 3));
    nv_push_inc(chan, SUBC_CIPHER, 0x304, nv_hostile_size(h, 0x1000000), 0,
                value(h), nv_below(h, 4) ? 0 : value(h), value(h),
                nv_below(h, 4) ? nv_below(h, 0x30) : value(h));
    kick(h, chan, start);
    for (unsigned n = nv_below(h, 4); n--;) {
        nv_wr32(nv, 0x102000 + nv_below(h, 0xa4) * 4, value(h));
    }
    nv_wr32(nv, A_NV_PCIPHER_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PCIPHER_UNK00C, 0x10);
}

static void step_falcon(NVHostile *h)
{
    static const uint32_t falcons[] = { NV_PCOPY, NV_PDAEMON };

    if (!(h->nv->card->features & NV_CARD_NVA3)) {
        access_bars(h);
    } else if (!nv_below(h, 6)) {
        copy_directly(h);
    } else {
        nv_hostile_falcon(h, falcons, ARRAY_SIZE(falcons), value);
    }
}

/* --- Recovery ---------------------------------------------------------- */

static void recover(NVHostile *h)
{
    nv_hostile_recover(h, nv50_graph_enable);
}

static void begin_anew(NVHostile *h)
{
    NVDev *nv = h->nv;
    unsigned chids[CHANNELS];

    nv_hostile_units_on(h);
    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_0, 0xffffffff);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0xffffffff);
    nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
    for (unsigned i = 0; i < CHANNELS; i++) {
        chids[i] = own(h)->chans[i]->chid;
        nv_tesla_start(nv, chids[i]);
    }
    nv_tesla_runlist_set(nv, chids, CHANNELS);
    recover(h);
}

/* --- The family -------------------------------------------------------- */

static void begin(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_init(nv);
    nv50_graph_init(nv);
    for (unsigned i = 0; i < DMAS - 1; i++) {
        own(h)->bufs[i] = nv_buf_new(nv, nv_places[i], DMA_SIZE, 0x3d);
    }
    for (unsigned i = 0; i < CHANNELS; i++) {
        NVChan *chan = i ? nv_ib_chan_new(nv, 1 + i, NV_IN_GART, NV_IB_ORDER)
                         : nv_chan_new(nv, 1, NV_IN_RAM);

        own(h)->chans[i] = chan;
        for (unsigned n = 0; n < ARRAY_SIZE(classes); n++) {
            nv_chan_object(chan, HANDLE + n, classes[n]);
            nv_push_object(chan, n, HANDLE + n);
        }
        if (has_cipher(nv)) {
            cipher_begin(nv, chan);
        }
        nv50_graph_context(chan);
        for (unsigned n = 0; n < DMAS; n++) {
            nv_ramht_insert(nv, chan->chid, HANDLE_DMA + n, NV_ENGINE_SW,
                            n < DMAS - 1 ? own(h)->bufs[n]->inst
                            : nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d,
                                              0x30000000, 0x3000ffff));
        }
        nv_run(chan);
    }
    nv_evo_init(nv, &own(h)->evo);
    nv_evo_open(&own(h)->evo, &own(h)->core, EVO_CORE, false);
    nv_evo_open(&own(h)->evo, &own(h)->base, EVO_BASE, true);
}

static void step_commands(NVHostile *h)
{
    switch (nv_below(h, 16)) {
    case 0:
    case 1:
    case 2:
        change_memory(h);
        break;
    case 3:
    case 4:
        mirror(h);
        submit(h);
        break;
    case 5:
        nv_hostile_wait(h);
        break;
    case 6:
        begin_anew(h);
        break;
    case 7:
        access_bars(h);
        break;
    case 8:
        if (has_cipher(h->nv)) {
            step_cipher(h);
        } else {
            access_bars(h);
        }
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
        nv_chan_free(own(h)->chans[i]);
    }
    for (unsigned i = 0; i < DMAS - 1; i++) {
        nv_buf_free(own(h)->bufs[i]);
    }
}

const NVFamily nv_family_nv50 = {
    .size = sizeof(Own), .begin = begin, .step = step, .end = end,
    .units = units, .unit_count = ARRAY_SIZE(units),
};

/*
 * Hostile guests: NV04 to NV45, with pushbuffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "nv-hostile.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-context.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"

#define HANDLE 0xbeef0000
#define CHANNELS 3
#define PLACES 3
/* Room that one step may take in a pushbuffer, in bytes */
#define SUBMISSION 0x800

/* The classes of all cards, whichever of them a card has */
static const uint16_t classes[] = {
    0x0012, 0x0017, 0x0018, 0x0019, 0x001c, 0x001d, 0x001e, 0x001f, 0x0021,
    0x0030, 0x0039, 0x0042, 0x0043, 0x0044, 0x004a, 0x0052, 0x0053, 0x0054,
    0x0056, 0x0057, 0x005c, 0x005d, 0x005e, 0x005f, 0x0061, 0x0062, 0x0063,
    0x0065, 0x0072, 0x0077, 0x0088, 0x0089, 0x008a, 0x0093, 0x0095, 0x0096,
    0x0097, 0x009e, 0x009f, 0x0389, 0x0397, 0x039e, 0x0697, 0x3062, 0x3089,
    0x308a, 0x309e, 0x4097, 0x4497,
};

#define CLASS_M2MF 0x0039
#define SUBC_SURFACE 0
#define HANDLE_SOFTWARE (HANDLE + ARRAY_SIZE(classes))
#define HANDLE_DMA (HANDLE_SOFTWARE + 1)
#define OBJECTS (ARRAY_SIZE(classes) + 1 + PLACES + 1)

static const NVHostileRange units[] = {
    { 0x000000, 0x000300, 1 },      /* PMC */
    { 0x001000, 0x001200, 1 },      /* PBUS, without configuration space */
    { 0x001800, 0x001900, 1 },
    { 0x002000, 0x002600, 8 },      /* PFIFO */
    { 0x003000, 0x003100, 1 },
    { 0x003200, 0x0032b0, 16 },
    { 0x003800, 0x004000, 4 },
    { 0x090000, 0x091000, 4 },
    { 0x009000, 0x009500, 2 },      /* PTIMER */
    { 0x100000, 0x100900, 2 },      /* PFB */
    { 0x101000, 0x101004, 1 },      /* PSTRAPS */
    { 0x400000, 0x400e00, 8 },      /* PGRAPH */
    { 0x600000, 0x600900, 2 },      /* PCRTC */
    { 0x6013c0, 0x6013e0, 1 },      /* PRMCIO */
    { 0x680000, 0x680900, 1 },      /* PRAMDAC */
    { 0x700000 + NV_INST_RAMHT, 0x780000, 8 },
    { 0x700000, 0x800000, 1 },      /* PRAMIN */
    { 0x800000, 0xa00000, 2 },      /* USER */
    { 0xc00000, 0xc20000, 1 },
    { 0x000000, 0x1000000, 1 },
};

/**
 * struct Own - the guest's channels
 *
 * @chans, @bufs: they, and each one's buffers
 * @moved: of each channel's DMA objects the last that was moved
 */
typedef struct Own {
    NVChan *chans[CHANNELS];
    NVBuf *bufs[CHANNELS][PLACES];
    unsigned moved[CHANNELS];
} Own;

static Own *own(NVHostile *h)
{
    return h->own;
}

static NVChan *channel(NVHostile *h, unsigned c)
{
    NVChan *chan = own(h)->chans[c];

    if (chan->cur >= NV_PUSH_SIZE - SUBMISSION) {
        chan->cur = 0;
    }
    return chan;
}

static NVChan *some_channel(NVHostile *h)
{
    return channel(h, nv_below(h, CHANNELS));
}

/* --- Numbers ----------------------------------------------------------- */

/* A sensible address, a handle */
static uint32_t own_value(NVHostile *h, unsigned which)
{
    return which ? HANDLE + nv_below(h, OBJECTS + 1)
                 : nv_below(h, NV_PUSH_SIZE / 4) * 4;
}

static uint32_t value(NVHostile *h)
{
    return nv_hostile_value(h, own_value, 2);
}

/* A number as objects take it: coordinates, a size, a format, anything */
static uint32_t parameter(NVHostile *h)
{
    switch (nv_below(h, 6)) {
    case 0:
        return nv_below(h, 64) << 16 | nv_below(h, 64);
    case 1:
        return nv_below(h, 16);
    case 2:
        return nv_below(h, NV_PUSH_SIZE);
    case 3:
        return nv_hostile_size(h, 0x10000) << 16 | nv_hostile_size(h, 0x10000);
    case 4:
        return HANDLE + nv_below(h, OBJECTS);
    default:
        return value(h);
    }
}

/* Mostly in memory that has been allocated, or near the beginning of less */
static uint32_t some_offset(NVHostile *h)
{
    return nv_below(h, 4)
           ? nv_hostile_size(h, nv_below(h, 2) ? 0x1000 : NV_PUSH_SIZE)
           : value(h);
}

/* Surfaces have to be aligned to 64 bytes; an eighth needn't be. */
static uint64_t aligned(uint64_t address)
{
    return address % 8 == 1 ? address : address & ~0x3full;
}

/* --- What is submitted ------------------------------------------------- */

static uint32_t class_handle(uint16_t class)
{
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        if (classes[i] == class) {
            return HANDLE + i;
        }
    }
    g_assert_not_reached();
}

/* One of the channel's DMA objects is for memory from @base on. */
static void move_object(NVHostile *h, unsigned c, bool vram, uint64_t base,
                        uint32_t limit)
{
    NVDev *nv = h->nv;
    unsigned place = nv_below(h, PLACES);
    uint32_t inst = own(h)->bufs[c][place]->inst;

    own(h)->moved[c] = place;
    nv_inst_wr32(nv, inst, 0x3d | (base & 0xfff) << 20 | NV_DMAOBJ_PT_PRESENT |
                 NV_DMAOBJ_LINEAR | (vram ? NV_DMAOBJ_VRAM : NV_DMAOBJ_PCI));
    nv_inst_wr32(nv, inst + 4, limit);
    nv_inst_wr32(nv, inst + 8, (base & ~0xfffull) | 3);
    nv_inst_wr32(nv, inst + 12, (base & ~0xfffull) | 3);
}

/*
 * One of them ends at the end of memory, or shortly before, or beyond; begins
 * at its beginning; or is all of it.
 */
static void move_to_end(NVHostile *h, unsigned c)
{
    bool vram = nv_below(h, 4);
    uint64_t size = vram ? h->nv->vram : nv_ram_size;
    uint64_t base = nv_below(h, 4)
        ? size - nv_below(h, nv_below(h, 2) ? 0x1000 : NV_PUSH_SIZE) : 0;

    base = aligned(base);
    move_object(h, c, vram, base,
                !nv_below(h, 4) ? value(h)
                : nv_below(h, 2) ? size - base - 1 : UINT32_MAX);
}

/* A command with a few words, of any kind, to an object that is bound first */
static void submit_command(NVHostile *h)
{
    NVChan *chan = some_channel(h);
    unsigned subc = nv_below(h, 8);

    if (nv_below(h, 4)) {
        nv_push(chan, NV_CMD_INC(subc, NV_MTHD_OBJECT, 1));
        nv_push(chan, HANDLE + nv_below(h, OBJECTS));
    }
    for (unsigned n = 0; n < 6 && nv_draw_left(h->draw); n++) {
        unsigned count = nv_below(h, 16);
        uint32_t mthd;

        switch (nv_below(h, 4)) {
        case 0:
            mthd = 0x0180 + nv_below(h, 0x10) * 4;
            break;
        case 1:
            mthd = nv_below(h, 0x800) * 4;
            break;
        default:
            mthd = 0x0300 + nv_below(h, 0x40) * 4;
            break;
        }
        nv_push(chan, nv_below(h, 6) ? NV_CMD_INC(subc, mthd, count)
                                     : NV_CMD_NI(subc, mthd, count));
        while (count--) {
            nv_push(chan, parameter(h));
        }
    }
    nv_kick(chan);
}

/* Random words: jumps, calls, lengths, reserved ones */
static void submit_words(NVHostile *h)
{
    NVChan *chan = some_channel(h);
    uint32_t at = nv_below(h, NV_PUSH_SIZE / 4) * 4;

    for (unsigned i = 0; i < 64 && nv_draw_left(h->draw); i++) {
        switch (nv_below(h, 8)) {
        case 0:
            nv_push(chan, NV_CMD_OLD_JUMP(at));
            break;
        case 1:
            nv_push(chan, NV_CMD_CALL(at));
            break;
        case 2:
            nv_push(chan, NV_CMD_RETURN);
            break;
        case 3:
            nv_push(chan, NV_CMD_LONG_NI(nv_below(h, 8),
                                         nv_below(h, 0x800) * 4));
            break;
        default:
            nv_push(chan, value(h));
            break;
        }
    }
    nv_kick(chan);
}

/* PFIFO's own methods, semaphores above all */
static void submit_host(NVHostile *h)
{
    NVChan *chan = some_channel(h);

    for (unsigned n = 1 + nv_below(h, 4); n; n--) {
        unsigned count = 1 + nv_below(h, 4);

        nv_push(chan, NV_CMD_INC(nv_below(h, 8), nv_below(h, 0x20) * 4,
                                 count));
        while (count--) {
            switch (nv_below(h, 4)) {
            case 0:
                nv_push(chan, HANDLE_DMA + nv_below(h, PLACES + 1));
                break;
            case 1:
                nv_push(chan, nv_hostile_size(h, NV_PUSH_SIZE / 4) * 4);
                break;
            default:
                nv_push(chan, value(h));
                break;
            }
        }
    }
    nv_kick(chan);
}

/* Work for a channel, one of whose objects may have been moved */
static NVHostileWork some_work(NVHostile *h)
{
    unsigned c = nv_below(h, CHANNELS);
    NVWhere where = nv_hostile_where(h);

    if (where == NV_AT_END) {
        move_to_end(h, c);
    } else if (where == NV_EVERYWHERE) {
        move_object(h, c, true, 0, h->nv->vram - 1);
    }
    return (NVHostileWork) {
        .h = h, .chan = channel(h, c), .subc = nv_below(h, 8),
        .value = value, .handle = class_handle,
        .dma = HANDLE_DMA, .dmas = PLACES + 1,
        .right = nv_below(h, 2), .where = where,
        .moved = HANDLE_DMA + own(h)->moved[c],
    };
}

static void push_object(NVChan *chan, unsigned subc, uint16_t class)
{
    nv_push_inc(chan, subc, NV_MTHD_OBJECT, class_handle(class));
}

static void push_dmas(const NVHostileWork *w, unsigned subc, unsigned count)
{
    nv_push(w->chan, NV_CMD_INC(subc, 0x0180, count));
    while (count--) {
        nv_push(w->chan, nv_hostile_dma(w));
    }
}

/* A copy that usually works, up to the end of its memory; or a long one */
static void submit_copy(NVHostile *h)
{
    NVHostileWork w = some_work(h);
    bool is_long = w.where == NV_EVERYWHERE;

    push_object(w.chan, w.subc, CLASS_M2MF);
    push_dmas(&w, w.subc, 3);
    nv_push_inc(w.chan, w.subc, 0x030c, some_offset(h), some_offset(h),
                nv_hostile_size(h, 0x1000), nv_hostile_size(h, 0x1000),
                nv_hostile_size(h, is_long ? 0x400000 : 0x1000),
                is_long ? nv_hostile_size(h, 0x800) : nv_below(h, 0x20),
                nv_hostile_increments(h, value), nv_below(h, 4));
    nv_kick(w.chan);
}

/* One of four classes; all cards have the first. */
static uint16_t some_class(const NVHostileWork *w, const uint16_t *from)
{
    return from[w->right ? 0 : nv_below(w->h, 4)];
}

static uint32_t surface_format(const NVHostileWork *w)
{
    return w->right ? 1 + nv_below(w->h, 11) : nv_below(w->h, 16);
}

/* Lines of pixels.  Returns the surfaces' class. */
static uint16_t push_linear(const NVHostileWork *w)
{
    static const uint16_t surfaces[] = { 0x0042, 0x0062, 0x3062, 0x0042 };
    NVHostile *h = w->h;
    uint16_t class = some_class(w, surfaces);
    uint32_t pitches = (1 + nv_below(h, 0x40)) * 0x00400040;

    if (w->where == NV_EVERYWHERE) {
        pitches = 0x00400040;
    } else if (!nv_below(h, 4)) {
        pitches = nv_hostile_size(h, 0x1000) << 16 |
                  nv_hostile_size(h, 0x1000);
    }
    push_object(w->chan, SUBC_SURFACE, class);
    push_dmas(w, SUBC_SURFACE, 3);
    nv_push_inc(w->chan, SUBC_SURFACE, 0x0300, surface_format(w), pitches,
                aligned(some_offset(h)), aligned(some_offset(h)));
    return class;
}

/* Most drawings fit into the larger ones. */
static uint32_t log_size(NVHostile *h)
{
    unsigned n = nv_below(h, 12);

    return n < 8 ? 8 + n % 4 : n - 8;
}

static uint16_t push_swizzled(const NVHostileWork *w)
{
    static const uint16_t surfaces[] = { 0x0052, 0x009e, 0x039e, 0x309e };
    NVHostile *h = w->h;
    uint16_t class = some_class(w, surfaces);

    push_object(w->chan, SUBC_SURFACE, class);
    push_dmas(w, SUBC_SURFACE, 2);
    nv_push_inc(w->chan, SUBC_SURFACE, 0x0300,
                log_size(h) << 24 | log_size(h) << 16 | surface_format(w),
                aligned(some_offset(h)));
    return class;
}

/* What to draw on */
static void push_surface(NVHostileWork *w)
{
    w->swizzled = !nv_below(w->h, 4);
    w->surface = class_handle(w->swizzled ? push_swizzled(w)
                                          : push_linear(w));
}

/* Two dimensions: the surfaces, and an object that draws on them */
static void submit_drawing(NVHostile *h)
{
    static const uint16_t drawing[] = {
        0x005c, 0x005d, 0x005e, 0x005f, 0x009f, 0x0061, 0x0065, 0x008a,
        0x308a, 0x0063, 0x0077, 0x0089, 0x0389, 0x3089, 0x004a, 0x0021,
    };
    NVHostileWork w = some_work(h);
    NVChan *chan = w.chan;
    /* Where the objects get their contexts, by class */
    uint32_t binds = 0x0184 + nv_below(h, 8) * 4;

    push_surface(&w);
    push_object(chan, w.subc, drawing[nv_below(h, ARRAY_SIZE(drawing))]);
    for (uint32_t mthd = 0x0184; mthd <= 0x01a0; mthd += 4) {
        nv_push_inc(chan, w.subc, mthd,
                    mthd == binds ? HANDLE + nv_below(h, OBJECTS) : w.surface);
    }
    for (unsigned n = 0; n < 4 && nv_draw_left(h->draw); n++) {
        unsigned count = 1 + nv_below(h, 8);

        nv_push(chan, NV_CMD_INC(w.subc, 0x02f8 + nv_below(h, 0x60) * 4,
                                 count));
        while (count--) {
            nv_push(chan, parameter(h));
        }
    }
    nv_kick(chan);
}

/* The same as a driver does it */
static void submit_proper_drawing(NVHostile *h)
{
    NVHostileWork w = some_work(h);

    push_surface(&w);
    nv_hostile_draw(&w);
    nv_kick(w.chan);
}

/* Anywhere in existing structures */
static void submit_old(NVHostile *h)
{
    NVChan *chan = some_channel(h);

    chan->cur = nv_below(h, NV_PUSH_SIZE / 4) * 4;
    nv_kick(chan);
}

/* --- Behind the card's back -------------------------------------------- */

static NVBuf *some_buffer(NVHostile *h)
{
    unsigned chan = nv_below(h, CHANNELS);

    return nv_below(h, 4) ? own(h)->bufs[chan][nv_below(h, PLACES)]
                          : own(h)->chans[chan]->push;
}

static void change_memory(NVHostile *h)
{
    NVDev *nv = h->nv;
    uint32_t heap = nv->card->inst->heap;

    switch (nv_below(h, 6)) {
    case 0:
        nv_inst_wr32(nv, nv_ramfc(own(h)->chans[nv_below(h, CHANNELS)],
                                  nv_below(h, 32) * 4), value(h));
        break;
    case 1:
        nv_inst_wr32(nv, NV_INST_RAMHT + nv_below(h, 0x2000) * 4, value(h));
        break;
    case 2:
        nv_inst_wr32(nv, heap + nv_below(h, (nv->inst_next - heap) / 4) * 4,
                     value(h));
        break;
    case 3:
        /* A context of PGRAPH, on cards that have it in memory */
        nv_inst_wr32(nv, 0xc0000 + nv_below(h, 0x2000) * 4, value(h));
        break;
    default:
        nv_inst_wr32(nv, some_buffer(h)->inst + nv_below(h, 16) * 4, value(h));
        break;
    }
}

/* A DMA object that shows the card itself: its registers, its memory */
static void mirror(NVHostile *h)
{
    static const uint32_t places[] = {
        0, 0x800000, 0x810000, 0x003000, 0x700000, 0x400000, 0x8000, 0x601000,
    };
    NVDev *nv = h->nv;
    uint32_t inst = some_buffer(h)->inst;
    uint32_t base = nv_below(h, 8)
        ? nv->bar0 + places[nv_below(h, 8)] + nv_below(h, 1024) * 4
        : nv->bar1 + nv_below(h, 0x10000) * 4;

    nv_inst_wr32(nv, inst, 0x3d | NV_DMAOBJ_PCI | (base & 0xfff) << 20 |
                 NV_DMAOBJ_PT_PRESENT | NV_DMAOBJ_LINEAR);
    nv_inst_wr32(nv, inst + 4, 0xffffff);
    nv_inst_wr32(nv, inst + 8, (base & ~0xfff) | 3);
    nv_inst_wr32(nv, inst + 12, (base & ~0xfff) | 3);
}

/* Another table for the bus, which the end of memory may cut off */
static void move_gart(NVHostile *h)
{
    NVDev *nv = h->nv;

    if (nv->card->features & NV_CARD_GART_NV44) {
        nv_wr32(nv, A_NV_PFB_GART_SIZE, nv_hostile_size(h, 0x800) << 20);
        nv_wr32(nv, A_NV_PFB_GART_DUMMY, value(h));
    }
    if (nv->card->features & (NV_CARD_GART_NV41 | NV_CARD_GART_NV44)) {
        nv_wr32(nv, A_NV_PFB_GART_BASE, nv_draw_near_ends(h->draw) |
                R_NV_PFB_GART_BASE_NV41_ENABLE_MASK |
                R_NV_PFB_GART_BASE_NV44_ENABLE_MASK);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV44,
                R_NV_PFB_GART_FLUSH_NV44_TRIGGER_MASK);
        nv_wr32(nv, A_NV_PFB_GART_FLUSH_NV41, nv_below(h, 4));
    }
}

static void access_bars(NVHostile *h)
{
    NVDev *nv = h->nv;

    if (!nv_below(h, 4)) {
        nv_hostile_access(h, nv->bar1 + nv_hostile_size(h, nv->vram), value);
        return;
    }
    nv_hostile_access_registers(h, value);
}

/* --- Recovery ---------------------------------------------------------- */

static void recover_graph(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
}

static void recover(NVHostile *h)
{
    nv_hostile_recover(h, recover_graph);
}

/* Restores what a single wrong bit may have stopped */
static void begin_anew(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_hostile_units_on(h);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PFIFO_DMA_TIMESLICE, 0x01000000 | nv_below(h, 0x1000));
    nv_wr32(nv, A_NV_PFIFO_RAMHT, (0x03 << 24) |
            ((NV_INST_RAMHT_BITS - 9) << 16) | (NV_INST_RAMHT >> 8));
    nv_ramfc_init(nv);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_MODE, 0xffffffff);
    recover(h);
}

/* --- The family -------------------------------------------------------- */

static void begin(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_init(nv);
    nv_graph_init(nv);
    for (unsigned c = 0; c < CHANNELS; c++) {
        NVChan *chan = nv_chan_new(nv, c * 7, nv_places[c]);

        for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
            nv_chan_object(chan, HANDLE + i, classes[i]);
        }
        nv_chan_software(chan, HANDLE_SOFTWARE);
        for (unsigned i = 0; i < PLACES; i++) {
            own(h)->bufs[c][i] = nv_buf_new(nv, nv_places[i], NV_PUSH_SIZE,
                                            0x3d);
            nv_chan_buffer(chan, HANDLE_DMA + i, own(h)->bufs[c][i]);
        }
        nv_chan_buffer(chan, HANDLE_DMA + PLACES, chan->push);
        own(h)->chans[c] = chan;
    }
}

static void step_commands(NVHostile *h)
{
    switch (nv_below(h, 20)) {
    case 0:
    case 1:
    case 2:
        submit_command(h);
        break;
    case 3:
        submit_words(h);
        break;
    case 4:
        submit_host(h);
        break;
    case 5:
    case 6:
        submit_copy(h);
        break;
    case 7:
        submit_drawing(h);
        break;
    case 8:
    case 9:
    case 17:
        submit_proper_drawing(h);
        break;
    case 10:
        submit_old(h);
        break;
    case 11:
        if (!nv_below(h, 4)) {
            move_gart(h);
        }
        change_memory(h);
        break;
    case 12:
        mirror(h);
        submit_copy(h);
        break;
    case 13:
        nv_hostile_wait(h);
        break;
    case 14:
        begin_anew(h);
        break;
    case 15:
        nv_handle_switch(h->nv);
        break;
    case 16:
        nv_hostile_indexed(h, value);
        break;
    default:
        access_bars(h);
        break;
    }
}

static void step_display(NVHostile *h)
{
    if (nv_below(h, 4)) {
        nv_hostile_crtc(h, value);
    } else {
        nv_hostile_vga(h);
    }
    if (!nv_below(h, 4)) {
        nv_hostile_wait(h);
    }
    h->show(h, nv_below(h, 4));
}

static void step(NVHostile *h)
{
    bool display = h->target->focus == NV_FOCUS_DISPLAY;

    if (nv_below(h, 8) != 7) {
        recover(h);
    }
    if (nv_below(h, 16) < (display ? 12 : 2)) {
        step_display(h);
    } else {
        step_commands(h);
    }
}

static void end(NVHostile *h)
{
    for (unsigned c = 0; c < CHANNELS; c++) {
        nv_chan_free(own(h)->chans[c]);
        for (unsigned i = 0; i < PLACES; i++) {
            nv_buf_free(own(h)->bufs[c][i]);
        }
    }
}

const NVFamily nv_family_nv04 = {
    .size = sizeof(Own), .begin = begin, .step = step, .end = end,
    .units = units, .unit_count = ARRAY_SIZE(units),
};

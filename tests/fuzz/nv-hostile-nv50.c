/*
 * Hostile guests: NV50 to NVA8
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "nv-hostile.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-tesla-3d.h"
#include "libnv/nv-tesla-canvas.h"

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

/* Objects for memory: a buffer in each place, and one that isn't there */
#define HANDLE_DMA 0xd3a00000
#define DMAS 4
#define DMA_SIZE (64 * KiB)

typedef struct Own {
    NVChan *chans[CHANNELS];
    NVBuf *bufs[DMAS - 1];
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

static uint32_t value(NVHostile *h)
{
    switch (nv_below(h, 10)) {
    case 0:
        return nv_below(h, 4);
    case 1:
        return BIT(nv_below(h, 32));
    case 2:
        return ~BIT(nv_below(h, 32));
    case 3:
        return nv_below(h, NV_PUSH_SIZE / 4) * 4;
    case 4:
        return HANDLE + nv_below(h, ARRAY_SIZE(classes) + 1);
    case 5:
        return nv_below(h, USED_VRAM >> 12) << nv_below(h, 13);
    case 6:
        return HANDLE_DMA + nv_below(h, DMAS + 1);
    case 7:
        return nv_draw_word(h->draw);
    default:
        return nv_draw_near_ends(h->draw);
    }
}

/* Mostly values that an object can use */
static uint32_t sensible(NVHostile *h, uint32_t end)
{
    return nv_below(h, 24) ? nv_hostile_size(h, end) : value(h);
}

static uint32_t format(NVHostile *h)
{
    return nv_below(h, 8) ? nv50_formats[nv_below(h, NV50_FORMATS)].id
                          : value(h);
}

/* --- What is submitted ------------------------------------------------- */

/* Consecutive methods, each below its limit; nearly always all of them */
#define push_sensible(_h, _chan, _subc, _mthd, ...) \
    push_row(_h, _chan, _subc, _mthd, (const uint32_t[]){ __VA_ARGS__ }, \
             NV_COUNT(const uint32_t, __VA_ARGS__))

static void push_row(NVHostile *h, NVChan *chan, unsigned subc, uint32_t mthd,
                     const uint32_t *ends, unsigned count)
{
    if (nv_below(h, 16) == 15) {
        return;
    }
    nv_push(chan, NV_CMD_INC(subc, mthd, count));
    for (unsigned i = 0; i < count; i++) {
        nv_push(chan, sensible(h, ends[i]));
    }
}

static void push_dmas(NVHostile *h, NVChan *chan, unsigned subc,
                      unsigned count)
{
    if (nv_below(h, 4) == 3) {
        return;
    }
    nv_push(chan, NV_CMD_INC(subc, 0x180, count));
    while (count--) {
        nv_push(chan, HANDLE_DMA + nv_below(h, DMAS));
    }
}

static void push_copy(NVHostile *h, NVChan *chan)
{
    static const uint32_t layouts[] = { 0x200, 0x21c };

    push_dmas(h, chan, SUBC_M2MF, 3);
    for (unsigned i = 0; i < ARRAY_SIZE(layouts); i++) {
        if (nv_below(h, 2)) {
            nv_push_inc(chan, SUBC_M2MF, layouts[i], 1);
        } else {
            nv_push_inc(chan, SUBC_M2MF, layouts[i], 0,
                        nv_below(h, 6) << 8 | nv_below(h, 6) << 4);
            push_sensible(h, chan, SUBC_M2MF, layouts[i] + 8, 0x400, 0x200, 4,
                          4, 0x100);
        }
    }
    push_sensible(h, chan, SUBC_M2MF, 0x238, 1, 1);
    if (nv_below(h, 8)) {
        uint32_t end = nv_below(h, 2) ? 0x1000 : DMA_SIZE;

        push_sensible(h, chan, SUBC_M2MF, 0x30c, end, end, 0x800, 0x800, 0x400,
                      0x80);
    } else {
        push_sensible(h, chan, SUBC_M2MF, 0x30c, DMA_SIZE, DMA_SIZE, 0x800,
                      0x800, 0x400000, 0x800);
    }
    nv_push_inc(chan, SUBC_M2MF, 0x324, nv_hostile_increments(h, value),
                nv_below(h, 2));
}

static void push_surface(NVHostile *h, NVChan *chan, uint32_t mthd)
{
    nv_push_inc(chan, SUBC_2D, mthd, format(h), nv_below(h, 3) > 0,
                nv_below(h, 6) << 8 | nv_below(h, 6) << 4);
    push_sensible(h, chan, SUBC_2D, mthd + 0x0c, 4, 4, 0x800, 0x800, 0x100, 1,
                  nv_below(h, 2) ? 0x1000 : DMA_SIZE);
}

static void push_2d_state(NVHostile *h, NVChan *chan)
{
    push_dmas(h, chan, SUBC_2D, 4);
    push_surface(h, chan, TWOD_DST_FORMAT);
    push_surface(h, chan, TWOD_SRC_FORMAT);
    push_sensible(h, chan, SUBC_2D, TWOD_CLIP_X, 0x80, 0x80, 0x400, 0x100, 2);
    push_sensible(h, chan, SUBC_2D, TWOD_ROP, 0x100);
    push_sensible(h, chan, SUBC_2D, TWOD_OPERATION, 7);
    push_sensible(h, chan, SUBC_2D, TWOD_PATTERN_SELECT, 4);
    push_sensible(h, chan, SUBC_2D, TWOD_PATTERN_COLOR_FORMAT, 6, 2,
                  INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX);
}

static void push_image(NVHostile *h, NVChan *chan)
{
    push_sensible(h, chan, SUBC_2D, TWOD_SIFC_BITMAP_ENABLE, 2);
    nv_push_inc(chan, SUBC_2D, TWOD_SIFC_FORMAT, format(h));
    push_sensible(h, chan, SUBC_2D, TWOD_SIFC_BITMAP_FORMAT, 3, 2, 3,
                  INT32_MAX, INT32_MAX, 2);
    push_sensible(h, chan, SUBC_2D, TWOD_SIFC_WIDTH, 0x20, 0x20, 1, 2, 1, 2,
                  1, 0x100, 1, 0x100);
    nv_push(chan, NV_CMD_NI(SUBC_2D, TWOD_SIFC_DATA, 16));
    for (unsigned i = 0; i < 16; i++) {
        nv_push(chan, nv_draw_word(h->draw));
    }
}

static void push_drawing(NVHostile *h, NVChan *chan)
{
    push_2d_state(h, chan);
    switch (nv_below(h, 3)) {
    case 0:
        push_sensible(h, chan, SUBC_2D, TWOD_DRAW_SHAPE, 5);
        nv_push_inc(chan, SUBC_2D, TWOD_DRAW_COLOR_FORMAT, format(h),
                    value(h));
        push_sensible(h, chan, SUBC_2D, TWOD_DRAW_POINT32_X, 0x400, 0x100,
                      0x400, 0x100, 0x400, 0x100);
        break;
    case 1:
        push_image(h, chan);
        break;
    default:
        push_sensible(h, chan, SUBC_2D, TWOD_BLIT_DST, 0x100, 0x100, 0x100,
                      0x100, 1, 2, 1, 2, 1, 0x100, 1, 0x100);
        break;
    }
}

/* Where a render target is, its format, blocks and bytes between layers */
static void push_target(NVHostile *h, NVChan *chan, uint32_t mthd,
                        uint32_t format)
{
    nv_push_inc(chan, SUBC_3D, mthd, 0, sensible(h, DMA_SIZE), format,
                nv_below(h, 6) << 8 | nv_below(h, 6) << 4,
                sensible(h, 0x1000));
}

/* A size or the ends of a rectangle, in the upper half of a word */
static uint32_t extent(NVHostile *h)
{
    return nv_hostile_size(h, 0x10000) << 16 | nv_below(h, 8);
}

/* Clears of a color and of depth and stencil, and a query */
static void push_clear(NVHostile *h, NVChan *chan)
{
    static const uint32_t zeta[] = { 0x0a, 0x13, 0x14, 0x15, 0x16, 0x19 };

    nv_push_inc(chan, SUBC_3D, THREED_DMA_ZETA, HANDLE_DMA + nv_below(h, DMAS),
                HANDLE_DMA + nv_below(h, DMAS));
    nv_push_inc(chan, SUBC_3D, THREED_DMA_COLOR,
                HANDLE_DMA + nv_below(h, DMAS));
    push_target(h, chan, THREED_RT_ADDRESS_HIGH, format(h));
    nv_push_inc(chan, SUBC_3D, THREED_RT_HORIZ,
                nv_below(h, 2) << 31 | nv_hostile_size(h, 0x10000),
                nv_hostile_size(h, 0x100));
    nv_push_inc(chan, SUBC_3D, THREED_RT_ARRAY_MODE,
                nv_below(h, 2) << 16 | sensible(h, 0x200));
    push_target(h, chan, THREED_ZETA_ADDRESS_HIGH,
                zeta[nv_below(h, ARRAY_SIZE(zeta))]);
    push_sensible(h, chan, SUBC_3D, THREED_ZETA_HORIZ, 0x4000, 0x100);
    nv_push_inc(chan, SUBC_3D, THREED_ZETA_ENABLE, nv_below(h, 4) > 0);
    nv_push_inc(chan, SUBC_3D, THREED_SCREEN_SCISSOR_HORIZ, extent(h),
                extent(h));
    push_sensible(h, chan, SUBC_3D, THREED_CLEAR_COLOR, INT32_MAX, INT32_MAX,
                  INT32_MAX, INT32_MAX);
    push_sensible(h, chan, SUBC_3D, THREED_MULTISAMPLE_MODE, 0x10);
    nv_push_inc(chan, SUBC_3D, THREED_CLEAR_BUFFERS,
                nv_below(h, 0x40) |
                (nv_below(h, 4) ? 0 : nv_below(h, 0x8000) << 6));
    push_sensible(h, chan, SUBC_3D, THREED_QUERY_ADDRESS_HIGH, 1, DMA_SIZE,
                  INT32_MAX, INT32_MAX);
}

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

static uint32_t some_object(NVHostile *h)
{
    return nv_below(h, 4) ? own(h)->bufs[nv_below(h, DMAS - 1)]->inst
                          : own(h)->chans[nv_below(h, CHANNELS)]->push->inst;
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

/* A DMA object, or a page, at the end of memory; or all of memory */
static void move_to_end(NVHostile *h)
{
    NVDev *nv = h->nv;
    bool vram = nv_below(h, 2);
    uint64_t size = vram ? nv->vram : NV_RAM_SIZE;
    uint64_t base = nv_below(h, 4)
        ? size - nv_below(h, nv_below(h, 2) ? 0x1000 : DMA_SIZE) : 0;

    if (nv_below(h, 2)) {
        nv_vm_dmaobj(nv, some_object(h), 0x3d | NV_VM_DMAOBJ_RW |
                     (vram ? NV_VM_DMAOBJ_VRAM : NV_VM_DMAOBJ_SYSRAM), base,
                     nv_below(h, 2) ? size - 1 : base + value(h));
    } else {
        nv_vm_set(nv, nv->tesla->table, some_page(h), NV_VM_SMALL,
                  (base & ~0xfffull) | NV_VM_PRESENT |
                  (vram ? 0 : NV_VM_SYSRAM) | NV_VM_CONTIG(nv_below(h, 8)));
        nv_wr32(nv, 0x100c80, 1);
    }
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

    if (!nv_below(h, 4)) {
        move_to_end(h);
    }
    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        push_copy(h, chan);
        break;
    case 2:
    case 3:
    case 4:
        push_drawing(h, chan);
        break;
    case 5:
        push_host(h, chan);
        break;
    case 6:
        push_clear(h, chan);
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

static void change_memory(NVHostile *h)
{
    NVDev *nv = h->nv;
    NVChan *chan = own(h)->chans[nv_below(h, CHANNELS)];

    switch (nv_below(h, 8)) {
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

/* Memory behind an index and a data register, to its end and beyond */
static void access_indexed(NVHostile *h)
{
    static const struct {
        uint32_t index, data;
    } pairs[] = {
        { 0x400f50, 0x400f54 },         /* the pipeline's state */
        { 0x400324, 0x400328 },         /* the context program */
        { 0x400750, 0x400754 },         /* RDI */
    };
    unsigned which = nv_below(h, ARRAY_SIZE(pairs));

    nv_wr32(h->nv, pairs[which].index,
            nv_hostile_size(h, nv_below(h, 2) ? 0x8000 : 0x200));
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        if (nv_below(h, 2)) {
            nv_wr32(h->nv, pairs[which].data, value(h));
        } else {
            nv_rd32(h->nv, pairs[which].data);
        }
    }
}

static uint32_t address(NVHostile *h)
{
    return nv_hostile_address(h, nv_fuzz_tesla, nv_fuzz_tesla_count);
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
        access_indexed(h);
        break;
    default:
        for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
            nv_hostile_access(h, nv->bar0 +
                              address(h),
                              value);
        }
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

/* A driver's error handling */
static void recover(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, R_NV_PFIFO_INTR_CACHE_ERROR_MASK |
            R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv50_graph_enable(nv);
    for (unsigned i = 0; i < 4 && nv_handle_intr(nv); i++) {
        /* Errors may come in a row. */
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

static void begin_anew(NVHostile *h)
{
    NVDev *nv = h->nv;
    unsigned chids[CHANNELS];

    nv_hostile_map(h);
    /* 1 in either byte order makes the card switch to that. */
    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    if (!nv_below(h, 4)) {
        nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    }
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
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
    case 8:
        access_bars(h);
        break;
    default:
        submit(h);
        break;
    }
}

static void step(NVHostile *h)
{
    static const uint8_t display[] = { 2, 13, 1, 4 };
    static const uint8_t falcon[] = { 2, 1, 14, 4 };
    unsigned what = nv_below(h, 16);

    if (nv_below(h, 8) != 7) {
        recover(h);
    }
    if (what < display[h->target->focus]) {
        step_display(h);
    } else if (what < display[h->target->focus] + falcon[h->target->focus]) {
        step_falcon(h);
    } else {
        step_commands(h);
    }
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
    .address = address,
};

/*
 * Hostile guests: GF119's display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "nv-hostile-nvd9.h"

/* In instance memory */
#define PUSHES 0x2000

#define HEAD(_head, _mthd) (NVD9_EVO_HEAD(_head) + NVD9_EVO_HEAD_ ## _mthd)
#define PAIR(_x, _y) ((_y) << 16 | (_x))

/* The core, and each head's base and overlay */
static const uint8_t chids[NV_HOSTILE_NVD9_CHANNELS] = {
    EVO_NVD9_CORE, EVO_NVD9_BASE, EVO_NVD9_BASE + 1,
    EVO_NVD9_OVERLAY, EVO_NVD9_OVERLAY + 1,
};

/* --- Channels ---------------------------------------------------------- */

static void open_channels(NVHostile *h, NVHostileNvd9 *d)
{
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        d->chans[i] = nv_evo_nvd9_open(h->nv, chids[i], d->inst + PUSHES +
                                       i * NV_HOSTILE_NVD9_PUSH);
    }
    for (unsigned i = 0; i < 2; i++) {
        nv_evo_nvd9_open_pio(h->nv, EVO_NVD9_CURSOR + i);
    }
}

/* Restores what may have been done to it */
static void begin_anew(NVHostile *h, NVHostileNvd9 *d)
{
    nv_evo_nvd9_init(h->nv, d->inst, chids, ARRAY_SIZE(chids));
    open_channels(h, d);
}

void nv_hostile_nvd9_begin(NVHostile *h, NVHostileNvd9 *d, uint32_t inst)
{
    d->inst = inst;
    begin_anew(h, d);
}

static void mthd(NVHostileNvd9 *d, unsigned i, uint32_t addr, uint32_t data)
{
    nv_evo_nvd9_mthd(&d->chans[i], addr, data);
}

/* The supervisor's requests are answered, whatever they are. */
static void kick(NVHostile *h, NVHostileNvd9 *d, unsigned i)
{
    NVEvoNvd9Chan *chan = &d->chans[i];

    mthd(d, i, NV_EVO_UPDATE, 0);
    nv_evo_nvd9_kick(chan);
    for (unsigned n = 0; n < 3; n++) {
        nv_wr32(h->nv, A_NV_PDISPLAY_INTR_HOST_2, 7);
        nv_wr32(h->nv, A_NVD9_PDISPLAY_SUPERVISOR, 0x80000000);
    }
    if (chan->cur > NV_HOSTILE_NVD9_PUSH / 2) {
        /* A jump to the start */
        nv_evo_nvd9_word(chan, 1 << 29);
        chan->cur = 0;
    }
}

/* --- Steps ------------------------------------------------------------- */

/* Where a surface is, and its size, layout and format; at the end, too */
static void surface(NVHostile *h, NVHostileNvd9 *d, unsigned i, uint32_t at,
                    unsigned width, unsigned height)
{
    static const uint32_t formats[] = {
        0x1e00, 0xe800, 0xe900, 0xcf00, 0xd100, 0xd500, 0xca00, 0x1600,
    };

    mthd(d, i, at + NV_EVO_FB_OFFSET, nv_draw_near_ends(h->draw) >> 8);
    mthd(d, i, at + NV_EVO_FB_SIZE, PAIR(width, height));
    mthd(d, i, at + NV_EVO_FB_STORAGE,
         nv_below(h, 2) << 24 | nv_below(h, 0x20) << 8 | nv_below(h, 6));
    mthd(d, i, at + NV_EVO_FB_PARAMS, formats[nv_below(h, 8)]);
}

static uint32_t lut(NVHostile *h)
{
    static const uint8_t modes[] = { 0, 3, 4, 7, 8, 15 };

    return nv_below(h, 4) << 30 | nv_below(h, 2) << 20 |
           modes[nv_below(h, ARRAY_SIZE(modes))] << 24;
}

static void set_mode(NVHostile *h, NVHostileNvd9 *d)
{
    unsigned head = nv_below(h, 8) == 7;
    /* Large ones take long to draw. */
    bool large = !nv_below(h, 32);
    unsigned w = nv_below(h, large ? 4096 : 256);
    unsigned lines = nv_below(h, large ? 4096 : 128);

    mthd(d, 0, NVD9_EVO_DAC_CTRL(head), 1 << head);
    mthd(d, 0, HEAD(head, PIXEL_CLOCK), nv_below(h, 400000000));
    mthd(d, 0, HEAD(head, PIXEL_CLOCK_CONFIG), nv_below(h, 4) << 20);
    mthd(d, 0, HEAD(head, RASTER_SIZE),
         PAIR(w + nv_below(h, 512), lines + nv_below(h, 64)));
    mthd(d, 0, HEAD(head, RASTER_BLANK_END), PAIR(71, 12));
    mthd(d, 0, HEAD(head, RASTER_BLANK_START), PAIR(71 + w, 12 + lines));
    mthd(d, 0, HEAD(head, VIEWPORT_SIZE_IN), PAIR(w, lines));
    mthd(d, 0, HEAD(head, VIEWPORT_SIZE_OUT), PAIR(w, lines));
    mthd(d, 0, HEAD(head, VIEWPORT_POINT_IN), nv_below(h, 4));
    mthd(d, 0, HEAD(head, DMA_ISO), EVO_VRAM);
    surface(h, d, 0, HEAD(head, FB), w, lines);
    if (nv_below(h, 2)) {
        mthd(d, 0, HEAD(head, DMA_LUT), EVO_VRAM);
        mthd(d, 0, HEAD(head, BASE_LUT), lut(h));
        mthd(d, 0, HEAD(head, BASE_LUT) + 4,
             nv_draw_near_ends(h->draw) >> 8);
        mthd(d, 0, HEAD(head, OUTPUT_LUT), lut(h));
        mthd(d, 0, HEAD(head, OUTPUT_LUT) + 4,
             nv_draw_near_ends(h->draw) >> 8);
    }
    if (nv_below(h, 2)) {
        mthd(d, 0, HEAD(head, OFFSET_CURSOR),
             nv_draw_near_ends(h->draw) >> 8);
        mthd(d, 0, HEAD(head, DMA_CURSOR), EVO_VRAM);
        mthd(d, 0, HEAD(head, CTRL_CURSOR),
             0x85000000 | nv_below(h, 4) << 24);
    }
    kick(h, d, 0);
}

/* A flip, or an overlay, with semaphores and notifiers or without */
static void flip(NVHostile *h, NVHostileNvd9 *d,
                 uint32_t (*value)(NVHostile *h))
{
    unsigned i = 1 + nv_below(h, NV_HOSTILE_NVD9_CHANNELS - 1);

    mthd(d, i, NV_EVO_BASE_PRESENT_CTRL,
         nv_below(h, 2) ? 1 << 4 : value(h));
    if (nv_below(h, 2)) {
        mthd(d, i, NV_EVO_BASE_SEM_CTRL, nv_below(h, 0x2000));
        mthd(d, i, NV_EVO_BASE_SEM_ACQUIRE, nv_below(h, 2));
        mthd(d, i, NV_EVO_BASE_SEM_RELEASE, value(h));
        mthd(d, i, NV_EVO_BASE_DMA_SEM, EVO_VRAM);
    }
    mthd(d, i, NV_EVO_BASE_DMA_ISO, nv_below(h, 8) ? EVO_VRAM : 0);
    if (nv_below(h, 2)) {
        mthd(d, i, NV_EVO_BASE_DMA_LUT, EVO_VRAM);
        mthd(d, i, NV_EVO_BASE_LUT_LO, lut(h));
        mthd(d, i, NV_EVO_BASE_LUT_HI, nv_draw_near_ends(h->draw) >> 8);
        mthd(d, i, NVD9_EVO_BASE_OUTPUT_LUT, lut(h));
        mthd(d, i, NVD9_EVO_BASE_OUTPUT_LUT + 4,
             nv_draw_near_ends(h->draw) >> 8);
    }
    mthd(d, i, NV_EVO_OVERLAY_COMPOSITION, nv_below(h, 4));
    mthd(d, i, NV_EVO_OVERLAY_POINT_IN, nv_below(h, 0x40));
    mthd(d, i, NV_EVO_OVERLAY_SIZE_IN,
         PAIR(nv_below(h, 256), nv_below(h, 128)));
    mthd(d, i, NV_EVO_OVERLAY_SIZE_OUT, nv_below(h, 512));
    surface(h, d, i, NVD9_EVO_BASE_FB, nv_below(h, 256), nv_below(h, 128));
    kick(h, d, i);
}

/* Any methods, and jumps */
static void methods(NVHostile *h, NVHostileNvd9 *d,
                    uint32_t (*value)(NVHostile *h))
{
    unsigned i = nv_below(h, NV_HOSTILE_NVD9_CHANNELS);
    NVEvoNvd9Chan *chan = &d->chans[i];

    for (unsigned n = 0; n < 12 && nv_draw_left(h->draw); n++) {
        switch (nv_below(h, 16)) {
        case 14:
            nv_evo_nvd9_word(chan, nv_hostile_evo_jump(h, chan->cur));
            break;
        case 15:
            nv_evo_nvd9_word(chan, value(h));
            break;
        default:
            mthd(d, i, nv_below(h, 0x400) * 4, value(h));
            break;
        }
    }
    kick(h, d, i);
}

/* What channels were told last, and what is shown */
static void read_state(NVHostile *h)
{
    for (unsigned n = 0; n < 4 && nv_draw_left(h->draw); n++) {
        uint32_t base = nv_below(h, 2) ? A_NVD9_EVO_ASY : A_NV_EVO_USER_PUT;
        unsigned chid = chids[nv_below(h, ARRAY_SIZE(chids))];

        nv_rd32(h->nv, base + chid * NV_EVO_USER_STRIDE +
                nv_below(h, NV_EVO_USER_STRIDE / 4) * 4);
    }
}

void nv_hostile_nvd9(NVHostile *h, NVHostileNvd9 *d,
                     uint32_t (*value)(NVHostile *h))
{
    unsigned pio;

    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        set_mode(h, d);
        break;
    case 2:
    case 3:
        flip(h, d, value);
        break;
    case 4:
        begin_anew(h, d);
        break;
    case 5:
        pio = EVO_NVD9_OVPOS + nv_below(h, 8);
        nv_wr32(h->nv, nv_evo_user(pio, A_NV_EVO_USER_POINT_OUT), value(h));
        nv_wr32(h->nv, nv_evo_user(pio, A_NV_EVO_USER_UPDATE),
                nv_below(h, 8) ? 0 : value(h));
        break;
    case 6:
        read_state(h);
        break;
    default:
        methods(h, d, value);
        break;
    }
}

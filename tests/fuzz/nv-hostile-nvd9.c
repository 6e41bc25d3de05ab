/*
 * Hostile guests: GF119's display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "nv-hostile-nvd9.h"
#include "libnv/nv-vm.h"

#define VRAM 0xf0000001
#define RAMHT_BITS 9
/* In instance memory */
#define OBJECT 0x1000
#define PUSHES 0x2000

#define CORE 0
#define CURSOR 13

#define STAT(_chid) (A_NVD9_PDISPLAY_CHANNEL_STAT + (_chid) * 0x10)
#define USER(_chid, _reg) \
    ((_chid) * NV_EVO_USER_STRIDE + A_NV_EVO_USER_ ## _reg)
#define HEAD(_head, _mthd) (NVD9_EVO_HEAD(_head) + NVD9_EVO_HEAD_ ## _mthd)
#define PAIR(_x, _y) ((_y) << 16 | (_x))

/* The core, and each head's base and overlay */
static const uint8_t chids[NV_HOSTILE_NVD9_CHANNELS] = { CORE, 1, 2, 5, 6 };

/* --- Channels ---------------------------------------------------------- */

static uint32_t push_at(NVHostileNvd9 *d, unsigned i)
{
    return d->inst + PUSHES + i * NV_HOSTILE_NVD9_PUSH;
}

/* All of video memory, as an object of a channel's */
static void give_object(NVHostile *h, NVHostileNvd9 *d, unsigned chid)
{
    uint32_t hash = chid << (RAMHT_BITS - 4);

    for (uint32_t handle = VRAM; handle; handle >>= RAMHT_BITS) {
        hash ^= handle & ((1 << RAMHT_BITS) - 1);
    }
    hash = d->inst + hash % (1 << RAMHT_BITS) * 8;
    nv_phys_wr32(h->nv, hash, VRAM);
    nv_phys_wr32(h->nv, hash + 4, chid << 27 | OBJECT << 9 | 1);
}

static void open_channels(NVHostile *h, NVHostileNvd9 *d)
{
    NVDev *nv = h->nv;

    nv_wr32(nv, A_NV_PDISPLAY_OBJECTS, d->inst >> 8 | 9);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_2_EN, 0x00000307);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        unsigned chid = chids[i];

        d->cur[i] = 0;
        nv_wr32(nv, STAT(chid) + 4, push_at(d, i) >> 8 | 1);
        nv_wr32(nv, STAT(chid) + 8, 0x00010000);
        nv_wr32(nv, STAT(chid) + 12, 1);
        nv_wr32(nv, STAT(chid), nv_rd32(nv, STAT(chid)) | 0x10);
        nv_wr32(nv, USER(chid, PUT), 0);
        nv_wr32(nv, STAT(chid), chid == CORE ? 0x01000013 : 0x13);
    }
    for (unsigned i = 0; i < 2; i++) {
        nv_wr32(nv, STAT(CURSOR + i), 1);
    }
}

void nv_hostile_nvd9_begin(NVHostile *h, NVHostileNvd9 *d, uint32_t inst)
{
    const uint32_t object[] = { 9, 0, (h->nv->vram - 1) >> 8, 0, 0, 0 };

    d->inst = inst;
    for (unsigned i = 0; i < ARRAY_SIZE(object); i++) {
        nv_phys_wr32(h->nv, inst + OBJECT + i * 4, object[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        give_object(h, d, chids[i]);
    }
    open_channels(h, d);
}

static void word(NVHostile *h, NVHostileNvd9 *d, unsigned i, uint32_t word)
{
    nv_phys_wr32(h->nv, push_at(d, i) + d->cur[i], word);
    d->cur[i] += 4;
}

static void mthd(NVHostile *h, NVHostileNvd9 *d, unsigned i, uint32_t addr,
                 uint32_t data)
{
    word(h, d, i, 1 << 18 | addr);
    word(h, d, i, data);
}

/* The supervisor's requests are answered, whatever they are. */
static void kick(NVHostile *h, NVHostileNvd9 *d, unsigned i)
{
    mthd(h, d, i, NV_EVO_UPDATE, 0);
    nv_wr32(h->nv, USER(chids[i], PUT), d->cur[i]);
    for (unsigned n = 0; n < 3; n++) {
        nv_wr32(h->nv, A_NV_PDISPLAY_INTR_HOST_2, 7);
        nv_wr32(h->nv, A_NVD9_PDISPLAY_SUPERVISOR, 0x80000000);
    }
    if (d->cur[i] > NV_HOSTILE_NVD9_PUSH / 2) {
        /* A jump to the start */
        word(h, d, i, 1 << 29);
        d->cur[i] = 0;
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

    mthd(h, d, i, at + NV_EVO_FB_OFFSET, nv_draw_near_ends(h->draw) >> 8);
    mthd(h, d, i, at + NV_EVO_FB_SIZE, PAIR(width, height));
    mthd(h, d, i, at + NV_EVO_FB_STORAGE,
         nv_below(h, 2) << 24 | nv_below(h, 0x20) << 8 | nv_below(h, 6));
    mthd(h, d, i, at + NV_EVO_FB_PARAMS, formats[nv_below(h, 8)]);
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

    mthd(h, d, 0, NVD9_EVO_DAC_CTRL(head), 1 << head);
    mthd(h, d, 0, HEAD(head, PIXEL_CLOCK), nv_below(h, 400000000));
    mthd(h, d, 0, HEAD(head, PIXEL_CLOCK_CONFIG), nv_below(h, 4) << 20);
    mthd(h, d, 0, HEAD(head, RASTER_SIZE),
         PAIR(w + nv_below(h, 512), lines + nv_below(h, 64)));
    mthd(h, d, 0, HEAD(head, RASTER_BLANK_END), PAIR(71, 12));
    mthd(h, d, 0, HEAD(head, RASTER_BLANK_START), PAIR(71 + w, 12 + lines));
    mthd(h, d, 0, HEAD(head, VIEWPORT_SIZE_IN), PAIR(w, lines));
    mthd(h, d, 0, HEAD(head, VIEWPORT_SIZE_OUT), PAIR(w, lines));
    mthd(h, d, 0, HEAD(head, VIEWPORT_POINT_IN), nv_below(h, 4));
    mthd(h, d, 0, HEAD(head, DMA_ISO), VRAM);
    surface(h, d, 0, HEAD(head, FB), w, lines);
    if (nv_below(h, 2)) {
        mthd(h, d, 0, HEAD(head, DMA_LUT), VRAM);
        mthd(h, d, 0, HEAD(head, BASE_LUT), lut(h));
        mthd(h, d, 0, HEAD(head, BASE_LUT) + 4,
             nv_draw_near_ends(h->draw) >> 8);
        mthd(h, d, 0, HEAD(head, OUTPUT_LUT), lut(h));
        mthd(h, d, 0, HEAD(head, OUTPUT_LUT) + 4,
             nv_draw_near_ends(h->draw) >> 8);
    }
    if (nv_below(h, 2)) {
        mthd(h, d, 0, HEAD(head, OFFSET_CURSOR),
             nv_draw_near_ends(h->draw) >> 8);
        mthd(h, d, 0, HEAD(head, DMA_CURSOR), VRAM);
        mthd(h, d, 0, HEAD(head, CTRL_CURSOR),
             0x85000000 | nv_below(h, 4) << 24);
    }
    kick(h, d, 0);
}

/* A flip, or an overlay, with semaphores and notifiers or without */
static void flip(NVHostile *h, NVHostileNvd9 *d,
                 uint32_t (*value)(NVHostile *h))
{
    unsigned i = 1 + nv_below(h, NV_HOSTILE_NVD9_CHANNELS - 1);

    mthd(h, d, i, NV_EVO_BASE_PRESENT_CTRL,
         nv_below(h, 2) ? 1 << 4 : value(h));
    if (nv_below(h, 2)) {
        mthd(h, d, i, NV_EVO_BASE_SEM_CTRL, nv_below(h, 0x2000));
        mthd(h, d, i, NV_EVO_BASE_SEM_ACQUIRE, nv_below(h, 2));
        mthd(h, d, i, NV_EVO_BASE_SEM_RELEASE, value(h));
        mthd(h, d, i, NV_EVO_BASE_DMA_SEM, VRAM);
    }
    mthd(h, d, i, NV_EVO_BASE_DMA_ISO, nv_below(h, 8) ? VRAM : 0);
    if (nv_below(h, 2)) {
        mthd(h, d, i, NV_EVO_BASE_DMA_LUT, VRAM);
        mthd(h, d, i, NV_EVO_BASE_LUT_LO, lut(h));
        mthd(h, d, i, NV_EVO_BASE_LUT_HI, nv_draw_near_ends(h->draw) >> 8);
        mthd(h, d, i, NVD9_EVO_BASE_OUTPUT_LUT, lut(h));
        mthd(h, d, i, NVD9_EVO_BASE_OUTPUT_LUT + 4,
             nv_draw_near_ends(h->draw) >> 8);
    }
    mthd(h, d, i, NV_EVO_OVERLAY_COMPOSITION, nv_below(h, 4));
    mthd(h, d, i, NV_EVO_OVERLAY_POINT_IN, nv_below(h, 0x40));
    mthd(h, d, i, NV_EVO_OVERLAY_SIZE_IN,
         PAIR(nv_below(h, 256), nv_below(h, 128)));
    mthd(h, d, i, NV_EVO_OVERLAY_SIZE_OUT, nv_below(h, 512));
    surface(h, d, i, NVD9_EVO_BASE_FB, nv_below(h, 256), nv_below(h, 128));
    kick(h, d, i);
}

/* Any methods, and jumps */
static void methods(NVHostile *h, NVHostileNvd9 *d,
                    uint32_t (*value)(NVHostile *h))
{
    unsigned i = nv_below(h, NV_HOSTILE_NVD9_CHANNELS);

    for (unsigned n = 0; n < 12 && nv_draw_left(h->draw); n++) {
        switch (nv_below(h, 16)) {
        case 14:
            word(h, d, i, nv_hostile_evo_jump(h, d->cur[i]));
            break;
        case 15:
            word(h, d, i, value(h));
            break;
        default:
            mthd(h, d, i, nv_below(h, 0x400) * 4, value(h));
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
        open_channels(h, d);
        break;
    case 5:
        pio = 9 + nv_below(h, 8);
        nv_wr32(h->nv, USER(pio, POINT_OUT), value(h));
        nv_wr32(h->nv, USER(pio, UPDATE), nv_below(h, 8) ? 0 : value(h));
        break;
    case 6:
        read_state(h);
        break;
    default:
        methods(h, d, value);
        break;
    }
}

/*
 * Hostile guests: pictures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-hostile.h"
#include "libnv/nv-screen.h"

/* Registers and video memory through a port: address, data */
static void access_rma(NVHostile *h)
{
    NVDev *nv = h->nv;
    uint32_t addr = nv_below(h, 2) ? nv_hostile_size(h, 0x1000000)
                    : BIT(31) | nv_draw_near_ends(h->draw);

    nv_cr_wr(nv, 0x38, 0x03);
    qtest_outl(nv->qts, 0x3d0, addr);
    nv_cr_wr(nv, 0x38, nv_below(h, 4) ? 0x05 : nv_below(h, 16));
    switch (nv_below(h, 4)) {
    case 0:
        qtest_inl(nv->qts, 0x3d0);
        break;
    case 1:
        qtest_inw(nv->qts, 0x3d0 + nv_below(h, 2) * 2);
        break;
    case 2:
        qtest_outb(nv->qts, 0x3d0 + nv_below(h, 4), nv_below(h, 256));
        break;
    default:
        qtest_outl(nv->qts, 0x3d0, nv_draw_word(h->draw));
        break;
    }
}

/* Cards before NV04 have VGA's registers in the same place. */
void nv_hostile_vga(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv->head = 0;
    nv_cr_unlock(nv);
    for (unsigned n = 0; n < 12 && nv_draw_left(h->draw); n++) {
        switch (nv_below(h, 8)) {
        case 0:
            nv_attr_wr(nv, nv_below(h, 32), nv_below(h, 256));
            break;
        case 1:
            nv_seq_wr(nv, nv_below(h, 8), nv_below(h, 256));
            break;
        case 2:
            nv_wr08(nv, NV_PRMVIO + 0x3ce, nv_below(h, 16));
            nv_wr08(nv, NV_PRMVIO + 0x3cf, nv_below(h, 256));
            break;
        case 3:
            nv_wr08(nv, NV_PRMVIO + 0x3c2, nv_below(h, 256));
            break;
        case 4:
            nv_palette_wr(nv, nv_below(h, 256), nv_below(h, 256),
                          nv_below(h, 256), nv_below(h, 256));
            break;
        case 5:
            /* VGA's window of video memory */
            nv_wr08(nv, 0x0a0000 + nv_below(h, 0x20000), nv_below(h, 256));
            break;
        case 6:
            access_rma(h);
            break;
        default:
            nv_cr_wr(nv, nv_below(h, 256), nv_below(h, 256));
            break;
        }
    }
}

static void set_mode(NVHostile *h)
{
    static const uint8_t bpps[] = { 8, 15, 16, 32 };
    /* Large ones take long to draw. */
    bool large = !nv_below(h, 32);
    NVMode mode = {
        .width = 8 * (1 + nv_below(h, large ? 512 : 32)),
        .height = 1 + nv_below(h, large ? 4096 : 128),
        .bpp = bpps[nv_below(h, 4)],
        .base = nv_below(h, 2) ? nv_below(h, 0x10000) << 8
                               : nv_draw_near_ends(h->draw),
        .pitch = nv_below(h, 2) ? nv_below(h, 0x8000) & ~7 : 0,
    };

    nv_mode_set(h->nv, &mode);
}

static uint32_t pair(NVHostile *h, uint32_t end)
{
    return nv_hostile_size(h, end) << 16 | nv_hostile_size(h, end);
}

/* nv10_update_plane(): memory up to its end, and a place on the screen */
static void set_overlay(NVHostile *h)
{
    NVDev *nv = h->nv;

    for (unsigned i = 0; i < 8; i += 4) {
        uint32_t base = nv_draw_near_ends(h->draw);

        nv_wr32(nv, 0x8900 + i, 0);
        nv_wr32(nv, 0x8908 + i, nv_below(h, 2) ? nv->vram - 1
                                               : nv_draw_near_ends(h->draw));
        nv_wr32(nv, 0x8920 + i, base & ~0x3f);
        nv_wr32(nv, 0x8928 + i, pair(h, 512));
        nv_wr32(nv, 0x8930 + i, nv_below(h, 4) ? 0 : pair(h, 0x2000));
        nv_wr32(nv, 0x8938 + i, nv_hostile_size(h, 0x400000));
        nv_wr32(nv, 0x8940 + i, nv_hostile_size(h, 0x400000));
        nv_wr32(nv, 0x8948 + i, pair(h, 256));
        nv_wr32(nv, 0x8950 + i, pair(h, 256));
        nv_wr32(nv, 0x8958 + i, nv_hostile_size(h, 0x2000) |
                nv_below(h, 2) << 16 | nv_below(h, 2) << 20 |
                nv_below(h, 2) << 24);
        nv_wr32(nv, 0x8800 + i, 0);
        nv_wr32(nv, 0x8808 + i, nv->vram - 1);
        nv_wr32(nv, 0x8820 + i, nv_draw_near_ends(h->draw) & ~0x3f);
    }
    nv_wr32(nv, 0x8704, 0);
}

void nv_hostile_crtc(NVHostile *h, uint32_t (*value)(NVHostile *h))
{
    NVDev *nv = h->nv;
    unsigned n = 1 + nv_below(h, 8);

    nv->head = 0;
    switch (nv_below(h, 6)) {
    case 0:
    case 1:
        set_mode(h);
        break;
    case 2:
        while (n--) {
            nv_wr32(nv, 0x600800 + nv_below(h, 0x40) * 4 +
                    (nv_below(h, 8) ? 0 : NV_HEAD_STRIDE), value(h));
        }
        break;
    case 3:
        while (n--) {
            nv_wr32(nv, 0x680300 + nv_below(h, 0x1c0) * 4 +
                    (nv_below(h, 8) ? 0 : NV_HEAD_STRIDE), value(h));
        }
        break;
    case 4:
        if (nv_below(h, 2)) {
            set_overlay(h);
        }
        /* Any of PVIDEO's registers */
        while (n--) {
            nv_wr32(nv, 0x8900 + nv_below(h, 0x40) * 4,
                    nv_below(h, 2) ? value(h)
                    : nv_below(h, 512) << 16 | nv_below(h, 512));
        }
        nv_wr32(nv, 0x8700, nv_below(h, 4) ? 0x01 | nv_below(h, 2) << 4
                                           : value(h));
        break;
    default:
        /* The cursor: on, and where it is */
        nv_cr_unlock(nv);
        nv_cr_wr(nv, 0x30, 0x80 | nv_below(h, 128));
        nv_cr_wr(nv, 0x31, 1 | nv_below(h, 256));
        nv_cr_wr(nv, 0x2f, nv_below(h, 256));
        nv_wr32(nv, 0x680300, nv_below(h, 0x1000) << 16 |
                nv_below(h, 0x10000));
        break;
    }
}

void nv_hostile_evo(NVHostile *h, uint32_t (*value)(NVHostile *h))
{
    for (unsigned n = 0; n < 8 && nv_draw_left(h->draw); n++) {
        uint32_t at = nv_below(h, 0x10000);

        if (at & 0x8000) {
            nv_hostile_access(h, h->nv->bar0 + 0x640000 + (at & 0x7fff) * 4,
                              value);
        } else {
            nv_wr32(h->nv, 0x610000 + (at & 0xfff) * 4, value(h));
        }
    }
}

uint32_t nv_hostile_evo_jump(NVHostile *h, uint32_t at)
{
    unsigned words = nv_below(h, nv_below(h, 2) ? 4 : 0x400);

    return 0x20000000 | ((at - words * 4) & 0xffc);
}

/*
 * Hostile guests: 2D and 3D objects, NVC0 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-hostile-nve4.h"

/* The subchannels of the 2D and the 3D class */
static unsigned twod(const NVHostile *h)
{
    return nv_hostile_is_nve4(h) ? 3 : 1;
}

static unsigned threed(const NVHostile *h)
{
    return nv_hostile_is_nve4(h) ? 0 : 2;
}

static void push_surface(NVHostile *h, NVFermiChan *chan,
                         const NVHostileFermi *d, uint32_t mthd)
{
    nv_fermi_inc(chan, twod(h), mthd, nv_below(h, 8) ? 0xcf : d->value(h),
                 nv_below(h, 2), nv_below(h, 6) << 4 | nv_below(h, 6) << 8,
                 1 + nv_below(h, 4), nv_below(h, 4),
                 nv_hostile_size(h, 0x1000), nv_hostile_size(h, 0x400),
                 nv_hostile_size(h, 0x400), 0, d->place(h));
}

/* As for the 2D class; anything in between the valid methods */
void nv_hostile_fermi_draw(NVHostile *h, NVFermiChan *chan,
                           const NVHostileFermi *d)
{
    unsigned subc = twod(h);

    push_surface(h, chan, d, 0x200);
    push_surface(h, chan, d, 0x230);
    nv_fermi_inc(chan, subc, 0x2ac, nv_below(h, 7));
    switch (nv_below(h, 3)) {
    case 0:
        nv_fermi_inc(chan, subc, 0x580, nv_below(h, 5), 0xcf, d->value(h));
        nv_fermi_inc(chan, subc, 0x600, nv_hostile_size(h, 0x200),
                     nv_hostile_size(h, 0x200), nv_hostile_size(h, 0x200),
                     nv_hostile_size(h, 0x200));
        break;
    case 1:
        nv_fermi_inc(chan, subc, 0x8b0, nv_below(h, 0x100), nv_below(h, 0x100),
                     nv_hostile_size(h, 0x200), nv_hostile_size(h, 0x200),
                     0, 1, 0, 1, 0, nv_hostile_size(h, 0x200), 0,
                     nv_hostile_size(h, 0x200));
        break;
    default:
        nv_fermi_inc(chan, subc, 0x800, nv_below(h, 2),
                     nv_below(h, 8) ? 0xcf : d->value(h));
        nv_fermi_inc(chan, subc, 0x838, nv_hostile_size(h, 0x40),
                     nv_hostile_size(h, 0x40), 0, 1, 0, 1, 0,
                     nv_below(h, 0x100), 0, nv_below(h, 0x100));
        nv_fermi_ni(chan, subc, 0x860, d->value(h), d->value(h), d->value(h),
                    d->value(h), d->value(h), d->value(h), d->value(h),
                    d->value(h));
        break;
    }
    nv_fermi_inc(chan, subc, nv_below(h, 0x800) * 4, d->value(h), d->value(h));
}

/* A macro of the 3D class: its code, where it begins, and its call */
static void push_macro(NVHostile *h, NVFermiChan *chan,
                       const NVHostileFermi *d)
{
    unsigned subc = threed(h);

    nv_fermi_inc(chan, subc, 0x114, nv_hostile_size(h, 0x800));
    nv_fermi_push(chan, NV_FERMI_NI(subc, 0x118, 16));
    for (unsigned i = 0; i < 16; i++) {
        nv_fermi_push(chan, nv_draw_word(h->draw));
    }
    nv_fermi_inc(chan, subc, 0x11c, nv_hostile_size(h, 0x80),
                 nv_hostile_size(h, 0x800));
    nv_fermi_inc(chan, subc, 0x3800 + nv_below(h, 0x100) * 4, d->value(h),
                 d->value(h), d->value(h));
}

/* State of the 3D class, and its clears */
void nv_hostile_fermi_3d(NVHostile *h, NVFermiChan *chan,
                         const NVHostileFermi *d)
{
    unsigned subc = threed(h);

    if (!nv_below(h, 2)) {
        push_macro(h, chan, d);
        return;
    }
    nv_fermi_inc(chan, subc, 0x800 + nv_below(h, 8) * 0x40, 0, d->place(h),
                 nv_hostile_size(h, 0x10000), nv_hostile_size(h, 0x400),
                 nv_below(h, 8) ? 0xcf : d->value(h), nv_below(h, 0x2000),
                 1 + nv_below(h, 4), d->value(h));
    nv_fermi_inc(chan, subc, 0xfe0, 0, d->place(h), nv_below(h, 0x20),
                 d->value(h), d->value(h));
    nv_fermi_inc(chan, subc, 0x121c, 1 | nv_below(h, 0x100) << 4);
    nv_fermi_inc(chan, subc, 0xff4, nv_hostile_size(h, 0x10000) << 16,
                 nv_hostile_size(h, 0x10000) << 16);
    nv_fermi_inc(chan, subc, 0x0d80, d->value(h), d->value(h), d->value(h),
                 d->value(h));
    nv_fermi_inc(chan, subc, 0x19d0, nv_below(h, 0x10000));
    nv_fermi_inc(chan, subc, 0x1b00, 0, d->place(h), d->value(h),
                 nv_below(h, 4) ? nv_below(h, 0x20) << 16 : d->value(h));
}

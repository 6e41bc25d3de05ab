/*
 * Hostile guests: work for NVC0 and later, and what NVE4 has in place of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_HOSTILE_NVE4_H
#define NV_HOSTILE_NVE4_H

#include "nv-hostile.h"
#include "libnv/nv-fermi.h"

/**
 * struct NVHostileFermi - how values are drawn
 *
 * @value: any
 * @place: addresses in a channel's space
 */
typedef struct NVHostileFermi {
    uint32_t (*value)(NVHostile *h);
    uint32_t (*place)(NVHostile *h);
} NVHostileFermi;

/**
 * nv_hostile_fermi_draw, nv_hostile_fermi_3d: drawings of a 2D object; macros,
 *                                             clears and reports of a 3D one
 */
void nv_hostile_fermi_draw(NVHostile *h, NVFermiChan *chan,
                           const NVHostileFermi *draw);
void nv_hostile_fermi_3d(NVHostile *h, NVFermiChan *chan,
                         const NVHostileFermi *draw);

/** The units whose registers are mostly accessed */
#define NV_HOSTILE_NVE4_UNITS 27
extern const NVHostileRange nv_hostile_nve4_units[NV_HOSTILE_NVE4_UNITS];

/** nv_hostile_is_nve4: the card is NVE4 or later */
static inline bool nv_hostile_is_nve4(const NVHostile *h)
{
    return h->nv->card->features & NV_CARD_NVE4;
}

/** nv_hostile_nve4_class: an object of those that the card has */
uint32_t nv_hostile_nve4_class(NVHostile *h, unsigned subc);

/** nv_hostile_nve4_objects: an object on each subchannel that leads to one */
void nv_hostile_nve4_objects(NVHostile *h, NVFermiChan *chan);

/** nv_hostile_nve4_push: work for one of these objects */
void nv_hostile_nve4_push(NVHostile *h, NVFermiChan *chan,
                          const NVHostileFermi *draw);

/** nv_hostile_nve4_fifo: run lists, channels and groups that are wrong */
void nv_hostile_nve4_fifo(NVHostile *h, const NVFermiChan *chan,
                          const NVHostileFermi *draw);

/** nv_hostile_nve4_recover: the driver's answers to these units' interrupts */
void nv_hostile_nve4_recover(NVHostile *h);

#endif /* NV_HOSTILE_NVE4_H */

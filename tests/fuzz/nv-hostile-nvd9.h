/*
 * Hostile guests: GF119's display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_HOSTILE_NVD9_H
#define NV_HOSTILE_NVD9_H

#include "nv-hostile.h"
#include "libnv/nv-evo-nvd9.h"

/** Channels with a pushbuffer that are used, and the size of one */
#define NV_HOSTILE_NVD9_CHANNELS 5
#define NV_HOSTILE_NVD9_PUSH 0x1000

/**
 * struct NVHostileNvd9 - the display
 *
 * @inst: its instance memory, 64 KiB of video memory
 * @chans: the channels
 */
typedef struct NVHostileNvd9 {
    uint32_t inst;
    NVEvoNvd9Chan chans[NV_HOSTILE_NVD9_CHANNELS];
} NVHostileNvd9;

/** nv_hostile_nvd9_begin: objects and channels, as gf119_disp_init() */
void nv_hostile_nvd9_begin(NVHostile *h, NVHostileNvd9 *d, uint32_t inst);

/** nv_hostile_nvd9: set a mode, flip, move the cursor, anything */
void nv_hostile_nvd9(NVHostile *h, NVHostileNvd9 *d,
                     uint32_t (*value)(NVHostile *h));

#endif /* NV_HOSTILE_NVD9_H */

/*
 * Tests of the NVIDIA GPU: GF119's PDISPLAY, as nouveau drives it
 *
 * What its nvkm/engine/disp/gf119.c does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_EVO_NVD9_H
#define LIBNV_NV_EVO_NVD9_H

#include "nv-evo.h"

/** Channels; those of the other heads follow */
#define EVO_NVD9_CORE 0
#define EVO_NVD9_BASE 1
#define EVO_NVD9_OVERLAY 5
#define EVO_NVD9_OVPOS 9
#define EVO_NVD9_CURSOR 13

/**
 * struct NVEvoNvd9Chan - a channel with a pushbuffer in video memory
 *
 * @chid: its number
 * @push: the pushbuffer's address
 * @cur: where the next word goes, in bytes
 */
typedef struct NVEvoNvd9Chan {
    NVDev *nv;
    unsigned chid;
    uint32_t push, cur;
} NVEvoNvd9Chan;

/**
 * nv_evo_nvd9_init: gf119_disp_init(): objects and interrupts
 * @nv: the card
 * @inst: instance memory, 64 KiB of video memory
 * @chids: @count channels; EVO_VRAM becomes their handle of all video memory
 */
void nv_evo_nvd9_init(NVDev *nv, uint32_t inst, const uint8_t *chids,
                      unsigned count);

/** nv_evo_nvd9_open: the handshake, which has to succeed */
NVEvoNvd9Chan nv_evo_nvd9_open(NVDev *nv, unsigned chid, uint32_t push);

/** nv_evo_nvd9_open_pio: the same without pushbuffer */
void nv_evo_nvd9_open_pio(NVDev *nv, unsigned chid);

/** nv_evo_nvd9_word: put a word into the pushbuffer */
void nv_evo_nvd9_word(NVEvoNvd9Chan *chan, uint32_t word);

/** nv_evo_nvd9_mthd: the same for a method with one argument */
void nv_evo_nvd9_mthd(NVEvoNvd9Chan *chan, uint32_t mthd, uint32_t data);

/** nv_evo_nvd9_kick: write PUT */
void nv_evo_nvd9_kick(NVEvoNvd9Chan *chan);

/** A head's surface: FORMAT of cl907d.h */
#define EVO_A8R8G8B8 0xcf00

/** nv_evo_nvd9_mode: a head's mode, on the DAC of its number; no UPDATE */
void nv_evo_nvd9_mode(NVEvoNvd9Chan *core, unsigned head,
                      const NVEvoMode *mode);

/** nv_evo_nvd9_surface: a head's surface, linear; no UPDATE */
void nv_evo_nvd9_surface(NVEvoNvd9Chan *core, unsigned head, uint32_t format,
                         uint32_t addr, unsigned width, unsigned height,
                         unsigned pitch);

/**
 * nv_evo_nvd9_push_mode: nv_evo_vga on a head, and the DAC of its number
 * @core: the core channel; UPDATE is up to the caller
 * @head: the head
 * @fb: address of the surface, linear, of 4 bytes a pixel
 */
void nv_evo_nvd9_push_mode(NVEvoNvd9Chan *core, unsigned head, uint32_t fb);

/** nv_evo_nvd9_supervise: gf119_disp_super(): a step, 0 to 2, that is due */
void nv_evo_nvd9_supervise(NVDev *nv, unsigned number);

#endif /* LIBNV_NV_EVO_NVD9_H */

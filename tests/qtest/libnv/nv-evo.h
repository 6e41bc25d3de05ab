/*
 * Tests of the NVIDIA GPU: PDISPLAY, as nouveau drives it
 *
 * What its nvkm/engine/disp/nv50.c and dispnv50 do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_EVO_H
#define LIBNV_NV_EVO_H

#include "hw/nv/evo-regs.h"
#include "nv-gpu.h"

/** Channels; those of the second head follow */
#define EVO_CORE 0
#define EVO_BASE 1
#define EVO_OVERLAY 3
#define EVO_OVPOS 5
#define EVO_CURSOR 7

/** Handles of DMA objects that nv_evo_init() makes for each channel */
#define EVO_SYNC 0xf0000000
#define EVO_VRAM 0xf0000001

/**
 * struct NVEvo - the display engine
 *
 * @inst: its instance memory, 64 KiB of video memory
 * @next: next free byte of that
 * @sync: a page of video memory for notifiers and semaphores
 * @started: when the supervisor was last answered, and rasters began
 */
typedef struct NVEvo {
    NVDev *nv;
    uint32_t inst, next;
    uint32_t sync;
    int64_t started;
} NVEvo;

/**
 * struct NVEvoChan - a channel with a pushbuffer
 *
 * @chid: its number
 * @in_vram: the pushbuffer is in video memory, else in the machine's
 * @push: its address there
 * @cur: where the next word goes, in bytes
 */
typedef struct NVEvoChan {
    NVEvo *evo;
    unsigned chid;
    bool in_vram;
    uint64_t push;
    uint32_t cur;
} NVEvoChan;

/** nv_evo_init: instance memory with objects, interrupts as nouveau has them */
void nv_evo_init(NVDev *nv, NVEvo *evo);

/** nv_evo_object: make a DMA object and give it a handle */
void nv_evo_object(NVEvo *evo, unsigned chid, uint32_t handle, uint32_t flags,
                   uint64_t base, uint64_t limit);

/** nv_evo_stat: a channel's control register */
uint32_t nv_evo_stat(NVEvo *evo, unsigned chid);

/** nv_evo_intr0, nv_evo_intr1: INTR_0 and INTR_1 */
uint32_t nv_evo_intr0(NVDev *nv);
uint32_t nv_evo_intr1(NVDev *nv);

/** nv_evo_pending: PMC shows an interrupt of PDISPLAY */
bool nv_evo_pending(NVDev *nv);

/** nv_evo_sor_val: where an SOR's state is, for [nv50|g94]_sor_state() */
uint32_t nv_evo_sor_val(NVDev *nv, unsigned sor);

/** nv_evo_gob_lines: lines of the smallest block that surfaces are of */
unsigned nv_evo_gob_lines(NVDev *nv);

/** nv_evo_open, nv_evo_close: the handshakes, which have to succeed */
void nv_evo_open(NVEvo *evo, NVEvoChan *chan, unsigned chid, bool in_vram);
void nv_evo_close(NVEvoChan *chan);

/** nv_evo_open_pio, nv_evo_close_pio: the same without pushbuffer */
void nv_evo_open_pio(NVEvo *evo, unsigned chid);
void nv_evo_close_pio(NVEvo *evo, unsigned chid);

/** nv_evo_word: put a word into the pushbuffer */
void nv_evo_word(NVEvoChan *chan, uint32_t word);

/** nv_evo_mthd: the same for a method with one argument */
void nv_evo_mthd(NVEvoChan *chan, uint16_t mthd, uint32_t data);

/** nv_evo_kick: write PUT */
void nv_evo_kick(NVEvoChan *chan);

/** nv_evo_put, nv_evo_get: registers of the channel */
uint32_t nv_evo_put(NVEvoChan *chan);
uint32_t nv_evo_get(NVEvoChan *chan);

/** nv_evo_user: address of a register of a channel's control area */
uint32_t nv_evo_user(unsigned chid, uint32_t reg);

/**
 * nv_evo_update: UPDATE of the core channel with its notifier
 * @chan: the channel
 * @interlock: the argument
 */
void nv_evo_update(NVEvoChan *chan, uint32_t interlock);

/** nv_evo_done: has the core channel's notifier been written? */
bool nv_evo_done(NVEvo *evo);

/**
 * nv_evo_supervise: what nv50_disp_super() does, all three steps
 *
 * Returns the driver's information in the first, 0 if there was no interrupt.
 */
uint32_t nv_evo_supervise(NVEvo *evo);

/**
 * struct NVEvoMode - a mode, and where it goes
 *
 * @width, @height: visible part
 * @htotal, @vtotal: all of it
 * @khz: the clock
 */
typedef struct NVEvoMode {
    unsigned width, height;
    unsigned htotal, vtotal;
    unsigned khz;
} NVEvoMode;

/** nv_evo_mode: a head's mode, and the output that shows it; no UPDATE */
void nv_evo_mode(NVEvoChan *core, unsigned head, unsigned dac,
                 const NVEvoMode *mode);

/** nv_evo_surface: a surface of the core channel; no UPDATE */
void nv_evo_surface(NVEvoChan *core, unsigned head, uint32_t format,
                    uint32_t addr, unsigned width, unsigned height,
                    unsigned pitch);

/** nv_evo_image: a surface of a base channel; no UPDATE */
void nv_evo_image(NVEvoChan *base, uint32_t format, uint32_t addr,
                  unsigned width, unsigned height, unsigned pitch);

/** nv_evo_set: UPDATE, with a supervisor, and see that it is done */
void nv_evo_set(NVEvoChan *core);

/** nv_evo_vga: 640x480 at 60 Hz, and the time from one frame to the next */
extern const NVEvoMode nv_evo_vga;
#define NV_EVO_VGA_PERIOD (16800 * 1000LL)

/**
 * nv_evo_light: turn on head 0 on DAC 0 in that mode, with nothing to show
 * @nv: the card
 * @evo: the display engine, which this initializes
 * @core: its core channel, which this opens
 */
void nv_evo_light(NVDev *nv, NVEvo *evo, NVEvoChan *core);

/**
 * nv_evo_assert_clock: head 0's pixel clock, by what it shows in 100 s
 * @nv: the card, which shows that mode
 * @khz: the clock, in kHz
 */
void nv_evo_assert_clock(NVDev *nv, double khz);

/** nv_evo_next_frame: step to where head 0 begins a frame of that mode */
void nv_evo_next_frame(NVEvo *evo);

#endif /* LIBNV_NV_EVO_H */

/*
 * NVIDIA GPU: the display of the benchmark's card, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "../qtest/libnv/nv-screen.h"
#include "display.h"

/* More than a frame, after which an UPDATE has had its effect */
#define FRAME_NS 20000000

/* GF119's instance memory and pushbuffer */
#define INST_SIZE 0x10000
#define PUSH_SIZE 0x1000

/* A command */
#define JUMP_TO_0 0x20000000

/* 64x64 pixels of 32 bits, with alpha */
#define CURSOR_ARGB_64 0x85000000

/* 256 entries */
#define LUT_ON 0x80000000

static const NVEvoMode mode = {
    .width = DISPLAY_W, .height = DISPLAY_H, .htotal = 2080, .vtotal = 1235,
    .khz = 154000,
};

bool display_has(const NVCard *card)
{
    return card->features & NV_CARD_PDISPLAY;
}

/* One that has the same address on both, or not */
static void push(Display *d, uint32_t nv50_mthd, uint32_t nvd9_mthd,
                 uint32_t data)
{
    if (d->is_nvd9) {
        nv_evo_nvd9_mthd(&d->core_nvd9, nvd9_mthd, data);
    } else {
        nv_evo_mthd(&d->core, nv50_mthd, data);
    }
}

/* GF119's pushbuffer begins anew when it is nearly full, and all is done. */
static void kick(Display *d)
{
    NVEvoNvd9Chan *core = &d->core_nvd9;

    push(d, NV_EVO_UPDATE, NV_EVO_UPDATE, 0);
    if (!d->is_nvd9) {
        nv_evo_kick(&d->core);
        return;
    }
    if (core->cur > PUSH_SIZE / 2) {
        nv_evo_nvd9_word(core, JUMP_TO_0);
        core->cur = 0;
    }
    nv_evo_nvd9_kick(core);
}

static void update(Display *d)
{
    kick(d);
    nv_clock_step(d->nv, FRAME_NS);
}

static void push_surface(Display *d, uint32_t format, uint32_t addr,
                         unsigned pitch)
{
    if (d->is_nvd9) {
        nv_evo_nvd9_surface(&d->core_nvd9, 0, format, addr, DISPLAY_W,
                            DISPLAY_H, pitch);
    } else {
        nv_evo_surface(&d->core, 0, format, addr, DISPLAY_W, DISPLAY_H,
                       pitch);
    }
}

static void open_nvd9(Display *d)
{
    static const uint8_t core = EVO_NVD9_CORE;
    NVDev *nv = d->nv;

    nv->vram_next = ROUND_UP(nv->vram_next, INST_SIZE);
    nv_evo_nvd9_init(nv, nv_vram_alloc(nv, INST_SIZE), &core, 1);
    d->core_nvd9 = nv_evo_nvd9_open(nv, core, nv_vram_alloc(nv, PUSH_SIZE));
}

static void set_mode(Display *d)
{
    if (!d->is_nvd9) {
        nv_evo_mode(&d->core, 0, 0, &mode);
        nv_evo_set(&d->core);
        return;
    }
    nv_evo_nvd9_mode(&d->core_nvd9, 0, &mode);
    nv_evo_nvd9_mthd(&d->core_nvd9, NV_EVO_UPDATE, 0);
    nv_evo_nvd9_kick(&d->core_nvd9);
    for (unsigned i = 0; i < 3; i++) {
        nv_evo_nvd9_supervise(d->nv, i);
    }
}

Display *display_new(NVDev *nv, uint32_t format, uint32_t addr,
                     unsigned pitch)
{
    Display *d = g_new0(Display, 1);
    NVScreen *screen;

    d->nv = nv;
    d->is_nvd9 = nv->card->features & NV_CARD_EVO_NVD9;
    if (d->is_nvd9) {
        open_nvd9(d);
    } else {
        nv_evo_init(nv, &d->evo);
        nv_evo_open(&d->evo, &d->core, EVO_CORE, false);
    }
    push_surface(d, format, addr, pitch);
    set_mode(d);
    nv_clock_step(nv, FRAME_NS);
    screen = nv_screen_new(nv);
    if (screen->width != DISPLAY_W || screen->height != DISPLAY_H) {
        g_error("the screen has %ux%u pixels", screen->width, screen->height);
    }
    nv_screen_free(screen);
    return d;
}

void display_free(Display *display)
{
    g_free(display);
}

#define NV50_HEAD(_mthd) NV_EVO_HEAD(0, _mthd)
#define NVD9_HEAD(_mthd) (NVD9_EVO_HEAD(0) + NVD9_EVO_HEAD_ ## _mthd)

/* LUTs and cursors have DMA objects of their own from G84 on. */
static bool has_dma_objects(Display *d)
{
    return d->nv->card->features & (NV_CARD_EVO_NV84 | NV_CARD_EVO_NVD9);
}

void display_flip(Display *display, uint32_t addr)
{
    push(display, NV50_HEAD(FB) + NV_EVO_FB_OFFSET,
         NVD9_HEAD(FB) + NV_EVO_FB_OFFSET, addr >> 8);
    kick(display);
}

/* head507d_olut_set(), head827d_olut_set(), head907d_olut_set() */
void display_show(Display *display, uint32_t format, uint32_t addr,
                  unsigned pitch, uint32_t palette)
{
    push_surface(display, format, addr, pitch);
    push(display, NV50_HEAD(BASE_LUT_LO), NVD9_HEAD(BASE_LUT),
         palette ? LUT_ON : 0);
    push(display, NV50_HEAD(BASE_LUT_HI), NVD9_HEAD(BASE_LUT) + 4,
         palette >> 8);
    if (has_dma_objects(display)) {
        push(display, NV50_HEAD(DMA_LUT), NVD9_HEAD(DMA_LUT),
             palette ? EVO_VRAM : 0);
    }
    update(display);
}

/* head507d_curs_set(), head827d_curs_set(), head907d_curs_set() */
void display_cursor(Display *display, uint32_t addr)
{
    unsigned chid = display->is_nvd9 ? EVO_NVD9_CURSOR : EVO_CURSOR;
    NVDev *nv = display->nv;

    if (display->is_nvd9) {
        nv_evo_nvd9_open_pio(nv, chid);
    } else {
        nv_evo_open_pio(&display->evo, chid);
    }
    push(display, NV50_HEAD(CTRL_CURSOR), NVD9_HEAD(CTRL_CURSOR),
         CURSOR_ARGB_64);
    push(display, NV50_HEAD(OFFSET_CURSOR), NVD9_HEAD(OFFSET_CURSOR),
         addr >> 8);
    if (has_dma_objects(display)) {
        push(display, NV50_HEAD(DMA_CURSOR), NVD9_HEAD(DMA_CURSOR), EVO_VRAM);
    }
    nv_wr32(nv, nv_evo_user(chid, A_NV_EVO_USER_POINT_OUT), 0);
    nv_wr32(nv, nv_evo_user(chid, A_NV_EVO_USER_UPDATE), 0);
    update(display);
}

/*
 * The screen, as a program without a window system drives it: modes, frame
 * buffers, page flips, the cursor and the gamma ramp, through the KMS ioctls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DISPLAY_H
#define DISPLAY_H

#include <xf86drmMode.h>

#include "card.h"

typedef struct Format {
    char name[5];
    uint32_t fourcc;
    unsigned bytes;
    unsigned depth;
} Format;

typedef struct Ramp {
    uint16_t red[256];
    uint16_t green[256];
    uint16_t blue[256];
} Ramp;

typedef struct Display {
    Card *card;
    uint32_t crtc;
    uint32_t plane;
    drmModeConnector *connector;
    /* What was on the screen before, and the ramp that it went through */
    drmModeCrtc *found;
    Ramp found_ramp;
    drmModeModeInfo mode;
} Display;

/* A frame buffer, filled with a pattern that depends on SEED */
typedef struct Frame {
    Buffer buffer;
    const Format *format;
    unsigned width;
    unsigned height;
    unsigned pitch;
    unsigned seed;
    uint32_t id;
} Frame;

/* When a vertical blank was, and its number */
typedef struct Blank {
    uint64_t usec;
    uint32_t sequence;
} Blank;

enum { CURSOR_SIZE = 64 };

extern const Format format_xr24, format_rg16, format_xr15;

/*
 * The first screen that is connected; its preferred mode comes first, and its
 * ramp changes nothing
 */
void display_open(Display *display, Card *card);
/* Show again what was there before */
void display_close(Display *display);
bool display_offers(Display *display, const Format *format);
void display_find_mode(Display *display, unsigned width, unsigned height);
double display_refresh(const Display *display);

void frame_new(Frame *frame, Display *display, const Format *format,
               unsigned seed);
void frame_show(Frame *frame, Display *display);
/* The same for what the driver may refuse: whether it has shown it */
bool frame_show_unless_refused(Frame *frame, Display *display);
/* Show it from the next vertical blank on, and wait for that */
Blank frame_flip(Frame *frame, Display *display);

Blank blank_wait(Display *display);

/* A picture that the host also knows */
void cursor_picture(Buffer *picture, Card *card);
void cursor_show(Display *display, Buffer *picture);
void cursor_hide(Display *display);
void cursor_move(Display *display, int x, int y);

/* One that changes nothing, and one that the host also knows */
void ramp_linear(Ramp *ramp);
void ramp_test(Ramp *ramp);
void ramp_load(Display *display, Ramp *ramp);

#endif /* DISPLAY_H */

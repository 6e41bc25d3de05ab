/*
 * The screen, as a program without a window system drives it: see display.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <drm_fourcc.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "display.h"

/* A blank that doesn't come is seldom late */
enum { EVENT_LIMIT_MSEC = 5000 };

const Format format_xr24 = { "XR24", DRM_FORMAT_XRGB8888, 4, 24 };
const Format format_rg16 = { "RG16", DRM_FORMAT_RGB565, 2, 16 };
const Format format_xr15 = { "XR15", DRM_FORMAT_XRGB1555, 2, 15 };

static void check(int ret, const char *what)
{
    if (ret) {
        test_fail("%s: %s", what, strerror(ret < 0 ? -ret : errno));
    }
}

/* The screen */

static drmModeConnector *find_connector(Card *card, drmModeRes *resources)
{
    for (int i = 0; i < resources->count_connectors; i++) {
        drmModeConnector *connector =
            drmModeGetConnector(card->fd, resources->connectors[i]);

        if (connector && connector->connection == DRM_MODE_CONNECTED &&
            connector->count_modes) {
            return connector;
        }
        drmModeFreeConnector(connector);
    }
    test_fail("no screen is connected");
}

static uint32_t find_plane(Card *card)
{
    drmModePlaneRes *planes;
    uint32_t plane;

    check(drmSetClientCap(card->fd, DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1),
          "DRM_CLIENT_CAP_UNIVERSAL_PLANES");
    planes = drmModeGetPlaneResources(card->fd);
    if (!planes || !planes->count_planes) {
        test_fail("there is no plane");
    }
    /* A CRTC's own plane is made before any overlay */
    plane = planes->planes[0];
    drmModeFreePlaneResources(planes);
    return plane;
}

/*
 * DRM's initial ramp, before any driver loads one: only the colours' upper
 * bytes, so that colours would be darker on a card that takes more bits
 */
static bool ramp_is_initial(const Ramp *ramp)
{
    for (unsigned i = 0; i < 256; i++) {
        if (ramp->red[i] != i << 8 || ramp->green[i] != i << 8 ||
            ramp->blue[i] != i << 8) {
            return false;
        }
    }
    return true;
}

/* A console of 8 bits per pixel has its palette there */
static void take_ramp(Display *display)
{
    Ramp *found = &display->found_ramp;
    Ramp linear;

    check(drmModeCrtcGetGamma(display->card->fd, display->crtc, 256,
                              found->red, found->green, found->blue),
          "GETGAMMA");
    ramp_linear(&linear);
    if (ramp_is_initial(found)) {
        *found = linear;
    }
    ramp_load(display, &linear);
}

void display_open(Display *display, Card *card)
{
    drmModeRes *resources = drmModeGetResources(card->fd);

    if (!resources || !resources->count_crtcs) {
        test_fail("the driver drives no screen");
    }
    display->card = card;
    display->connector = find_connector(card, resources);
    display->crtc = resources->crtcs[0];
    display->plane = find_plane(card);
    display->mode = display->connector->modes[0];
    display->found = drmModeGetCrtc(card->fd, display->crtc);
    if (!display->found) {
        test_fail("GETCRTC: %s", strerror(errno));
    }
    drmModeFreeResources(resources);
    take_ramp(display);
}

static bool is_offered(Display *display, uint32_t id)
{
    drmModeFB *fb = drmModeGetFB(display->card->fd, id);
    bool offered = fb && fb->bpp > 8;

    drmModeFreeFB(fb);
    return offered;
}

/*
 * The driver doesn't offer 8 bits per pixel to programs, and shows a console
 * with 8 bits itself when no program has the screen.
 */
static void show_console(Display *display)
{
    struct fb_var_screeninfo var;
    char path[32];
    int fd;

    card_path(path, sizeof(path), "/dev/fb");
    fd = open(path, O_RDWR);
    check(drmDropMaster(display->card->fd), "DROP_MASTER");
    check(fd < 0, path);
    check(ioctl(fd, FBIOGET_VSCREENINFO, &var), "FBIOGET_VSCREENINFO");
    var.activate = FB_ACTIVATE_NOW | FB_ACTIVATE_FORCE;
    check(ioctl(fd, FBIOPUT_VSCREENINFO, &var), "FBIOPUT_VSCREENINFO");
    close(fd);
}

static void show_found(Display *display)
{
    drmModeCrtc *found = display->found;

    if (!is_offered(display, found->buffer_id)) {
        show_console(display);
        return;
    }
    check(drmModeSetCrtc(display->card->fd, display->crtc, found->buffer_id,
                         found->x, found->y,
                         &display->connector->connector_id, 1, &found->mode),
          "SETCRTC of what was there");
}

void display_close(Display *display)
{
    drmModeCrtc *found = display->found;

    ramp_load(display, &display->found_ramp);
    if (found->buffer_id) {
        show_found(display);
    }
    drmModeFreeCrtc(found);
    drmModeFreeConnector(display->connector);
}

bool display_offers(Display *display, const Format *format)
{
    drmModePlane *plane = drmModeGetPlane(display->card->fd, display->plane);
    bool offers = false;

    for (uint32_t i = 0; plane && i < plane->count_formats; i++) {
        offers |= plane->formats[i] == format->fourcc;
    }
    drmModeFreePlane(plane);
    return offers;
}

void display_find_mode(Display *display, unsigned width, unsigned height)
{
    const drmModeConnector *connector = display->connector;

    for (int i = 0; i < connector->count_modes; i++) {
        if (connector->modes[i].hdisplay == width &&
            connector->modes[i].vdisplay == height) {
            display->mode = connector->modes[i];
            return;
        }
    }
    test_fail("there is no mode of %ux%u", width, height);
}

double display_refresh(const Display *display)
{
    const drmModeModeInfo *mode = &display->mode;

    return mode->clock * 1000.0 / (mode->htotal * mode->vtotal);
}

/* Frame buffers */

static void buffer_new_dumb(Frame *frame, Card *card)
{
    struct drm_mode_create_dumb create = {
        .width = frame->width,
        .height = frame->height,
        .bpp = frame->format->bytes * 8,
    };
    struct drm_mode_map_dumb map = { 0 };
    Buffer *buffer = &frame->buffer;

    check(drmIoctl(card->fd, DRM_IOCTL_MODE_CREATE_DUMB, &create),
          "CREATE_DUMB");
    map.handle = create.handle;
    check(drmIoctl(card->fd, DRM_IOCTL_MODE_MAP_DUMB, &map), "MAP_DUMB");
    frame->pitch = create.pitch;
    *buffer = (Buffer) {
        .card = card,
        .handle = create.handle,
        .domain = DOMAIN_VRAM,
        .size = create.size,
        .map = mmap(NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED,
                    card->fd, map.offset),
    };
    if (buffer->map == MAP_FAILED) {
        test_fail("mmap of a frame buffer: %s", strerror(errno));
    }
}

/* No line is like another, and neighbours differ in each colour */
static void fill(Frame *frame)
{
    for (unsigned y = 0; y < frame->height; y++) {
        void *line = (char *)frame->buffer.map + y * frame->pitch;
        uint32_t value = frame->seed * 0x123457 + y * 0x070b0d;

        for (unsigned x = 0; x < frame->width; x++, value += 0x010305) {
            if (frame->format->bytes == 4) {
                ((uint32_t *)line)[x] = value & 0xffffff;
            } else {
                ((uint16_t *)line)[x] = value;
            }
        }
    }
}

void frame_new(Frame *frame, Display *display, const Format *format,
               unsigned seed)
{
    Card *card = display->card;

    frame->format = format;
    frame->width = display->mode.hdisplay;
    frame->height = display->mode.vdisplay;
    frame->seed = seed;
    buffer_new_dumb(frame, card);
    fill(frame);
    check(drmModeAddFB(card->fd, frame->width, frame->height, format->depth,
                       format->bytes * 8, frame->pitch, frame->buffer.handle,
                       &frame->id), "ADDFB");
}

static int set_crtc(Frame *frame, Display *display)
{
    return drmModeSetCrtc(display->card->fd, display->crtc, frame->id, 0, 0,
                          &display->connector->connector_id, 1,
                          &display->mode);
}

void frame_show(Frame *frame, Display *display)
{
    check(set_crtc(frame, display), "SETCRTC");
}

bool frame_show_unless_refused(Frame *frame, Display *display)
{
    int ret = set_crtc(frame, display);

    if (ret == -EINVAL) {
        return false;
    }
    check(ret, "SETCRTC");
    return true;
}

/* Vertical blanks */

static void take_flip(int fd, unsigned sequence, unsigned sec, unsigned usec,
                      void *data)
{
    (void)fd;
    *(Blank *)data = (Blank) { sec * UINT64_C(1000000) + usec, sequence };
}

static void wait_for_event(Card *card)
{
    drmEventContext context = { .version = 2, .page_flip_handler = take_flip };
    struct pollfd ready = { .fd = card->fd, .events = POLLIN };

    if (poll(&ready, 1, EVENT_LIMIT_MSEC) != 1) {
        test_fail("no event for %d ms after a page flip", EVENT_LIMIT_MSEC);
    }
    check(drmHandleEvent(card->fd, &context), "reading an event");
}

Blank frame_flip(Frame *frame, Display *display)
{
    Blank blank = { 0 };

    check(drmModePageFlip(display->card->fd, display->crtc, frame->id,
                          DRM_MODE_PAGE_FLIP_EVENT, &blank), "PAGE_FLIP");
    while (!blank.usec) {
        wait_for_event(display->card);
    }
    return blank;
}

Blank blank_wait(Display *display)
{
    drmVBlank vblank = {
        .request = { .type = DRM_VBLANK_RELATIVE, .sequence = 1 },
    };

    check(drmWaitVBlank(display->card->fd, &vblank), "WAIT_VBLANK");
    return (Blank) {
        vblank.reply.tval_sec * UINT64_C(1000000) + vblank.reply.tval_usec,
        vblank.reply.sequence,
    };
}

/* The cursor */

/*
 * Squares of four transparencies, in colours that distinguish each pixel from
 * its neighbours, multiplied by their alpha, as KMS wants them
 */
static uint32_t cursor_pixel(unsigned x, unsigned y)
{
    static const unsigned alphas[] = { 255, 128, 0, 64 };
    unsigned alpha = alphas[(x / 8 + y / 8) % 4];
    unsigned red = x * 4 * alpha / 255;
    unsigned green = y * 4 * alpha / 255;
    unsigned blue = (x ^ y) * 4 * alpha / 255;

    return alpha << 24 | red << 16 | green << 8 | blue;
}

void cursor_picture(Buffer *picture, Card *card)
{
    buffer_new(picture, card, DOMAIN_VRAM, CURSOR_SIZE * CURSOR_SIZE * 4);
    for (unsigned y = 0; y < CURSOR_SIZE; y++) {
        for (unsigned x = 0; x < CURSOR_SIZE; x++) {
            ((uint32_t *)picture->map)[y * CURSOR_SIZE + x] =
                cursor_pixel(x, y);
        }
    }
}

void cursor_show(Display *display, Buffer *picture)
{
    check(drmModeSetCursor(display->card->fd, display->crtc, picture->handle,
                           CURSOR_SIZE, CURSOR_SIZE), "showing the cursor");
}

void cursor_hide(Display *display)
{
    check(drmModeSetCursor(display->card->fd, display->crtc, 0, 0, 0),
          "hiding the cursor");
}

void cursor_move(Display *display, int x, int y)
{
    check(drmModeMoveCursor(display->card->fd, display->crtc, x, y),
          "moving the cursor");
}

/* The gamma ramp */

static void ramp_set(Ramp *ramp, unsigned i, unsigned red, unsigned green,
                     unsigned blue)
{
    ramp->red[i] = red * 0x101;
    ramp->green[i] = green * 0x101;
    ramp->blue[i] = blue * 0x101;
}

void ramp_linear(Ramp *ramp)
{
    for (unsigned i = 0; i < 256; i++) {
        ramp_set(ramp, i, i, i, i);
    }
}

void ramp_test(Ramp *ramp)
{
    for (unsigned i = 0; i < 256; i++) {
        ramp_set(ramp, i, 255 - i, i / 2, i * 7 % 256);
    }
}

void ramp_load(Display *display, Ramp *ramp)
{
    check(drmModeCrtcSetGamma(display->card->fd, display->crtc, 256,
                              ramp->red, ramp->green, ramp->blue),
          "SETGAMMA");
}

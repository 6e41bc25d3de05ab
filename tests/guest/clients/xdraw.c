/*
 * Draw what core X and RENDER can draw, and save what the server reads back
 *
 * Each case draws into a window and reads it back; what is read is written to
 * DIR/CASE.ppm. The same cases give the same pixels with any server that draws
 * right, so pictures of two of them are compared byte for byte. The window and
 * its last picture stay until a line comes in, for a look at the screen.
 *
 * Usage: xdraw DIR [CASE...]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xrender.h>

enum {
    LEFT = 30,
    TOP = 40,
    WIDTH = 400,
    HEIGHT = 300,
    /* Larger than a screen, for what doesn't fit beside one */
    BIG_WIDTH = 2000,
    BIG_HEIGHT = 1500,
};

static Display *dpy;
static Window window;
static GC gc;
static Picture target;
static unsigned seed;

/* Numbers, the same ones each time */

static unsigned below(unsigned bound)
{
    seed = seed * 1103515245u + 12345;
    return (seed >> 8) % bound;
}

static unsigned long any_colour(void)
{
    return below(1 << 24);
}

static int any_x(void)
{
    return (int)below(WIDTH + 40) - 20;
}

static int any_y(void)
{
    return (int)below(HEIGHT + 40) - 20;
}

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);

    if (!memory) {
        perror("xdraw");
        exit(1);
    }
    return memory;
}

/* What cases begin with */

static int depth(void)
{
    return DefaultDepth(dpy, DefaultScreen(dpy));
}

static void reset_gc(void)
{
    static const XGCValues values = {
        .function = GXcopy, .plane_mask = AllPlanes, .line_width = 0,
        .line_style = LineSolid, .cap_style = CapButt, .join_style = JoinMiter,
        .fill_style = FillSolid, .fill_rule = EvenOddRule,
        .arc_mode = ArcPieSlice, .subwindow_mode = ClipByChildren,
        .clip_mask = None,
    };
    XGCValues copy = values;

    XChangeGC(dpy, gc, GCFunction | GCPlaneMask | GCLineWidth | GCLineStyle |
              GCCapStyle | GCJoinStyle | GCFillStyle | GCFillRule |
              GCArcMode | GCSubwindowMode | GCClipMask, &copy);
    XSetTSOrigin(dpy, gc, 0, 0);
    XSetClipOrigin(dpy, gc, 0, 0);
}

static void clear(unsigned long colour)
{
    reset_gc();
    XSetForeground(dpy, gc, colour);
    XFillRectangle(dpy, window, gc, 0, 0, WIDTH, HEIGHT);
}

static void fill_any_rectangle(void)
{
    XFillRectangle(dpy, window, gc, any_x(), any_y(),
                   1 + below(90), 1 + below(70));
}

/* Images and pixmaps */

static XImage *new_image(int image_depth, int width, int height)
{
    XImage *image = XCreateImage(dpy, NULL, image_depth, ZPixmap, 0, NULL,
                                 width, height, 32, 0);

    image->data = allocate((size_t)image->bytes_per_line * height);
    return image;
}

static XImage *noise(int image_depth, int width, int height)
{
    XImage *image = new_image(image_depth, width, height);
    unsigned long mask = image_depth < 24 ? (1ul << image_depth) - 1 : 0xffffff;

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            XPutPixel(image, x, y, any_colour() & mask);
        }
    }
    return image;
}

static Pixmap pixmap_of(XImage *image)
{
    Pixmap pixmap = XCreatePixmap(dpy, window, image->width, image->height,
                                  image->depth);
    GC own = XCreateGC(dpy, pixmap, 0, NULL);

    XPutImage(dpy, pixmap, own, image, 0, 0, 0, 0, image->width, image->height);
    XFreeGC(dpy, own);
    XDestroyImage(image);
    return pixmap;
}

static void put_noise(Drawable drawable, int width, int height)
{
    XImage *image = noise(depth(), width, height);

    XPutImage(dpy, drawable, gc, image, 0, 0, 0, 0, width, height);
    XDestroyImage(image);
}

static Pixmap stipple(void)
{
    static const char bits[] = {
        0x11, 0x22, 0x44, (char)0x88, (char)0xf0, 0x0f, (char)0xaa, 0x55,
    };

    return XCreateBitmapFromData(dpy, window, bits, 8, 8);
}

/* The core protocol */

static void draw_fill(void)
{
    clear(0x112233);
    for (int i = 0; i < 300; i++) {
        XSetForeground(dpy, gc, any_colour());
        fill_any_rectangle();
    }
}

static void draw_fill_functions(void)
{
    clear(0x5a3c96);
    for (int i = 0; i < 160; i++) {
        XSetFunction(dpy, gc, i % 16);
        XSetForeground(dpy, gc, any_colour());
        fill_any_rectangle();
    }
}

static void draw_plane_mask(void)
{
    clear(0x5a3c96);
    for (int i = 0; i < 60; i++) {
        XSetPlaneMask(dpy, gc, any_colour());
        XSetForeground(dpy, gc, any_colour());
        fill_any_rectangle();
    }
}

static void draw_put_image(void)
{
    XImage *image = noise(depth(), 101, 67);

    clear(0);
    for (int i = 0; i < 24; i++) {
        XPutImage(dpy, window, gc, image, i, i / 2, any_x(), any_y(),
                  101 - i, 67 - i);
    }
    XDestroyImage(image);
}

static void draw_put_bitmap(void)
{
    XImage *image = noise(1, 77, 53);

    clear(0x202020);
    image->format = XYBitmap;
    for (int i = 0; i < 24; i++) {
        XSetForeground(dpy, gc, any_colour());
        XSetBackground(dpy, gc, any_colour());
        XPutImage(dpy, window, gc, image, i, i / 2, any_x(), any_y(),
                  77 - i, 53 - i);
    }
    XDestroyImage(image);
}

static void draw_copy_overlap(void)
{
    static const int by[][2] = {
        { 3, 0 }, { -3, 0 }, { 0, 3 }, { 0, -3 },
        { 5, 7 }, { -5, 7 }, { 5, -7 }, { -5, -7 },
    };

    clear(0);
    put_noise(window, WIDTH, HEIGHT);
    for (int i = 0; i < 8; i++) {
        int x = 40 + i * 9;

        XCopyArea(dpy, window, window, gc, x, 40, 150, 120,
                  x + by[i][0], 40 + by[i][1]);
    }
}

static void draw_copy_functions(void)
{
    Pixmap source = pixmap_of(noise(depth(), 128, 128));

    clear(0x336699);
    for (int i = 0; i < 16; i++) {
        XSetFunction(dpy, gc, i);
        XCopyArea(dpy, source, window, gc, i, i, 90, 70,
                  i % 4 * 98, i / 4 * 74);
    }
    XFreePixmap(dpy, source);
}

static void draw_copy_plane(void)
{
    Pixmap bitmap = pixmap_of(noise(1, 64, 64));

    clear(0x808080);
    XSetForeground(dpy, gc, 0xff0000);
    XSetBackground(dpy, gc, 0x00ff00);
    for (int i = 0; i < 20; i++) {
        XCopyPlane(dpy, bitmap, window, gc, i, 0, 64 - i, 64,
                   any_x(), any_y(), 1);
    }
    XCopyPlane(dpy, window, window, gc, 0, 0, 100, 100, 200, 150, 0x80);
    XFreePixmap(dpy, bitmap);
}

static void draw_tiles(void)
{
    Pixmap odd = pixmap_of(noise(depth(), 13, 11));
    Pixmap even = pixmap_of(noise(depth(), 8, 8));

    clear(0x101010);
    XSetFillStyle(dpy, gc, FillTiled);
    XSetTile(dpy, gc, odd);
    XFillRectangle(dpy, window, gc, 5, 6, 170, 140);
    XSetTile(dpy, gc, even);
    XSetTSOrigin(dpy, gc, 3, 5);
    XFillRectangle(dpy, window, gc, 200, 6, 170, 140);
    XSetFunction(dpy, gc, GXxor);
    XFillRectangle(dpy, window, gc, 100, 100, 170, 140);
    XFreePixmap(dpy, odd);
    XFreePixmap(dpy, even);
}

static void draw_stipples(void)
{
    Pixmap bits = stipple();

    clear(0x101010);
    XSetStipple(dpy, gc, bits);
    XSetFillStyle(dpy, gc, FillStippled);
    XSetForeground(dpy, gc, 0xff8800);
    XFillRectangle(dpy, window, gc, 5, 10, 170, 140);
    XSetTSOrigin(dpy, gc, 5, 3);
    XSetFillStyle(dpy, gc, FillOpaqueStippled);
    XSetBackground(dpy, gc, 0x0044ff);
    XFillRectangle(dpy, window, gc, 200, 10, 170, 140);
    XSetFunction(dpy, gc, GXinvert);
    XFillRectangle(dpy, window, gc, 100, 100, 170, 140);
    XFreePixmap(dpy, bits);
}

static void draw_text(void)
{
    static const char *const fonts[] = { "fixed", "9x15", "10x20", "6x13bold" };
    static const char text[] = "The quick brown fox jumps over 0123456789 {}[]";

    clear(0xffffff);
    XSetForeground(dpy, gc, 0);
    XSetBackground(dpy, gc, 0xeecc88);
    for (int i = 0; i < 12; i++) {
        Font font = XLoadFont(dpy, fonts[i % 4]);

        XSetFont(dpy, gc, font);
        if (i & 1) {
            XDrawImageString(dpy, window, gc, 5 + i, 20 + i * 22, text,
                             sizeof(text) - 1);
        } else {
            XDrawString(dpy, window, gc, 5 + i, 20 + i * 22, text,
                        sizeof(text) - 1);
        }
        XUnloadFont(dpy, font);
    }
}

static void draw_lines(void)
{
    clear(0);
    for (int i = 0; i < 150; i++) {
        XSetForeground(dpy, gc, any_colour());
        XDrawLine(dpy, window, gc, any_x(), any_y(), any_x(), any_y());
    }
}

static void draw_line_styles(void)
{
    static const char dashes[] = { 7, 3, 2, 3 };

    clear(0);
    XSetDashes(dpy, gc, 1, dashes, sizeof(dashes));
    for (int i = 0; i < 54; i++) {
        XPoint points[] = {
            { any_x(), any_y() }, { any_x(), any_y() }, { any_x(), any_y() },
        };

        XSetForeground(dpy, gc, any_colour());
        XSetBackground(dpy, gc, any_colour());
        XSetLineAttributes(dpy, gc, i % 3 * 4, i % 3, i / 3 % 3 + CapButt,
                           i / 9 % 3);
        XDrawLines(dpy, window, gc, points, 3, CoordModeOrigin);
    }
}

static void draw_segments(void)
{
    XSegment segments[60];

    clear(0x303030);
    for (int i = 0; i < 60; i++) {
        bool flat = i & 1;
        int x = any_x(), y = any_y();

        segments[i] = (XSegment){ x, y, flat ? any_x() : x,
                                  flat ? y : any_y() };
    }
    XSetForeground(dpy, gc, 0xffcc00);
    XDrawSegments(dpy, window, gc, segments, 60);
    XSetFunction(dpy, gc, GXxor);
    XDrawSegments(dpy, window, gc, segments, 30);
}

static void draw_points(void)
{
    XPoint points[500];

    clear(0x101030);
    for (int i = 0; i < 500; i++) {
        points[i] = (XPoint){ any_x(), any_y() };
    }
    for (int i = 0; i < 500; i += 50) {
        XSetForeground(dpy, gc, any_colour());
        XDrawPoints(dpy, window, gc, points + i, 50, CoordModeOrigin);
    }
}

/*
 * EXA considers the box of an arc drawn, even if nothing of the arc is visible.
 * If it has just drawn in memory, it then uploads that box without having
 * fetched it: what was there earlier comes back. So that each arc starts on the
 * card, a pixel is drawn there before it.
 */
static void draw_arcs(void)
{
    clear(0x001020);
    for (int i = 0; i < 60; i++) {
        XSetForeground(dpy, gc, any_colour());
        XSetArcMode(dpy, gc, i & 2 ? ArcChord : ArcPieSlice);
        XSetLineAttributes(dpy, gc, i % 4, LineSolid, CapRound, JoinRound);
        if (i & 1) {
            XFillArc(dpy, window, gc, any_x(), any_y(), 5 + below(80),
                     5 + below(60), below(360 * 64), below(360 * 64));
        } else {
            XDrawArc(dpy, window, gc, any_x(), any_y(), 5 + below(80),
                     5 + below(60), 0, 360 * 64);
        }
        XFillRectangle(dpy, window, gc, 0, 0, 1, 1);
    }
}

static void draw_polygons(void)
{
    clear(0x203010);
    for (int i = 0; i < 24; i++) {
        XPoint points[7];

        for (int j = 0; j < 7; j++) {
            points[j] = (XPoint){ any_x(), any_y() };
        }
        XSetForeground(dpy, gc, any_colour());
        XSetFillRule(dpy, gc, i & 1 ? WindingRule : EvenOddRule);
        XFillPolygon(dpy, window, gc, points, 3 + i % 5, Complex,
                     CoordModeOrigin);
    }
}

static void draw_clips(void)
{
    XRectangle boxes[12];
    XImage *image = noise(depth(), 120, 90);
    Pixmap mask = pixmap_of(noise(1, 120, 90));

    clear(0x402020);
    for (int i = 0; i < 12; i++) {
        boxes[i] = (XRectangle){ i % 4 * 98 + 10, i / 4 * 98 + 12, 70, 60 };
    }
    XSetClipRectangles(dpy, gc, 0, 0, boxes, 12, Unsorted);
    for (int i = 0; i < 40; i++) {
        XSetForeground(dpy, gc, any_colour());
        fill_any_rectangle();
        XDrawLine(dpy, window, gc, any_x(), any_y(), any_x(), any_y());
    }
    XPutImage(dpy, window, gc, image, 0, 0, 150, 80, 120, 90);
    XCopyArea(dpy, window, window, gc, 0, 0, 200, 150, 170, 130);
    XSetClipMask(dpy, gc, mask);
    XSetClipOrigin(dpy, gc, 40, 190);
    XSetForeground(dpy, gc, 0x00ffff);
    XFillRectangle(dpy, window, gc, 20, 180, 200, 110);
    XFreePixmap(dpy, mask);
    XDestroyImage(image);
}

static void draw_big_pixmap(void)
{
    Pixmap big = XCreatePixmap(dpy, window, BIG_WIDTH, BIG_HEIGHT, depth());
    XImage *image = noise(depth(), WIDTH, HEIGHT);

    clear(0x123456);
    XFillRectangle(dpy, big, gc, 0, 0, BIG_WIDTH, BIG_HEIGHT);
    for (int i = 0; i < 5; i++) {
        XPutImage(dpy, big, gc, image, 0, 0, i * 399, i * 290, WIDTH, HEIGHT);
    }
    XDestroyImage(image);
    XCopyArea(dpy, big, big, gc, 0, 0, 1500, 1000, 77, 33);
    XCopyArea(dpy, big, window, gc, 800, 600, WIDTH, HEIGHT, 0, 0);
    /* What comes from far below goes through memory of ours, too */
    image = XGetImage(dpy, big, 1500, 1100, WIDTH / 2, HEIGHT / 2, AllPlanes,
                      ZPixmap);
    if (image) {
        XPutImage(dpy, window, gc, image, 0, 0, WIDTH / 2, HEIGHT / 2,
                  WIDTH / 2, HEIGHT / 2);
        XDestroyImage(image);
    }
    XFreePixmap(dpy, big);
}

static void draw_many_pixmaps(void)
{
    enum { COUNT = 48 };
    Pixmap pixmaps[COUNT];

    clear(0x224422);
    for (int i = 0; i < COUNT; i++) {
        pixmaps[i] = pixmap_of(noise(depth(), 48 - i / 2, 40 - i / 2));
    }
    for (int i = 0; i < COUNT; i++) {
        XCopyArea(dpy, pixmaps[i], pixmaps[(i + 7) % COUNT], gc, 3, 2, 20, 12,
                  1, 4);
    }
    for (int i = 0; i < COUNT; i++) {
        XCopyArea(dpy, pixmaps[i], window, gc, 0, 0, 48, 40,
                  i % 8 * 50, i / 8 * 50);
        XFreePixmap(dpy, pixmaps[i]);
    }
}

/* RENDER */

/* A picture whose colours change from pixel to pixel */
static Picture gradient(int standard, int width, int height)
{
    XRenderPictFormat *format = XRenderFindStandardFormat(dpy, standard);
    XImage *image = new_image(format->depth, width, height);
    Pixmap pixmap;
    Picture picture;

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            unsigned alpha = standard == PictStandardARGB32 ?
                             x * 255 / width : 255;
            unsigned red = y * 255 / height * alpha / 255;
            unsigned green = (255 - x * 255 / width) * alpha / 255;
            unsigned blue = ((x ^ y) & 255) * alpha / 255;

            XPutPixel(image, x, y, standard == PictStandardA8 ?
                      (x * 5 + y * 3) & 255 :
                      (unsigned long)alpha << 24 | red << 16 | green << 8 |
                      blue);
        }
    }
    pixmap = pixmap_of(image);
    picture = XRenderCreatePicture(dpy, pixmap, format, 0, NULL);
    XFreePixmap(dpy, pixmap);
    return picture;
}

static Picture solid(unsigned short red, unsigned short green,
                     unsigned short blue)
{
    XRenderColor colour = { red, green, blue, 0xffff };

    return XRenderCreateSolidFill(dpy, &colour);
}

static void draw_render_fill(void)
{
    clear(0x8899aa);
    for (int i = 0; i < 60; i++) {
        unsigned alpha = below(65536);
        XRenderColor colour = { below(alpha + 1), below(alpha + 1),
                                below(alpha + 1), alpha };

        XRenderFillRectangle(dpy, PictOpOver, target, &colour, any_x(),
                             any_y(), 80, 50);
    }
}

static void draw_render_copy(void)
{
    Picture source = gradient(PictStandardRGB24, 120, 90);

    clear(0x8899aa);
    for (int i = 0; i < 12; i++) {
        /* No more than there is: so it is a copy, and not a composition */
        XRenderComposite(dpy, PictOpSrc, source, None, target, i, i, 0, 0,
                         i % 4 * 97, i / 4 * 98, 100, 75);
    }
    XRenderFreePicture(dpy, source);
}

static void draw_render_over(void)
{
    Picture source = gradient(PictStandardARGB32, 120, 90);

    clear(0x8899aa);
    for (int i = 0; i < 12; i++) {
        XRenderComposite(dpy, PictOpOver, source, None, target, i, i, 0, 0,
                         i % 4 * 97, i / 4 * 98, 110, 80);
    }
    XRenderFreePicture(dpy, source);
}

static void draw_render_mask(void)
{
    Picture source = gradient(PictStandardARGB32, 120, 90);
    Picture mask = gradient(PictStandardA8, 120, 90);
    Picture red = solid(0xffff, 0x4000, 0);

    clear(0x8899aa);
    for (int i = 0; i < 12; i++) {
        XRenderComposite(dpy, PictOpOver, i & 1 ? source : red, mask, target,
                         i, i, i * 2, i, i % 4 * 97, i / 4 * 98, 90, 75);
    }
    XRenderFreePicture(dpy, source);
    XRenderFreePicture(dpy, mask);
    XRenderFreePicture(dpy, red);
}

static void draw_render_operators(void)
{
    Picture source = gradient(PictStandardARGB32, 120, 90);
    Picture mask = gradient(PictStandardA8, 120, 90);

    clear(0x8899aa);
    for (int i = 0; i <= PictOpSaturate; i++) {
        XRenderComposite(dpy, i, source, i & 1 ? mask : None, target, 0, 0,
                         0, 0, i % 5 * 79, i / 5 * 98, 75, 90);
    }
    XRenderFreePicture(dpy, source);
    XRenderFreePicture(dpy, mask);
}

static void draw_render_transform(void)
{
    static const XRenderPictureAttributes repeat = { .repeat = RepeatNormal };
    XTransform half = {
        .matrix[0][0] = XDoubleToFixed(0.5),
        .matrix[1][1] = XDoubleToFixed(0.5),
        .matrix[2][2] = XDoubleToFixed(1),
    };
    Picture source = gradient(PictStandardARGB32, 60, 45);

    clear(0x8899aa);
    XRenderSetPictureTransform(dpy, source, &half);
    XRenderSetPictureFilter(dpy, source, FilterNearest, NULL, 0);
    XRenderComposite(dpy, PictOpOver, source, None, target, 0, 0, 0, 0,
                     5, 5, 120, 90);
    XRenderSetPictureFilter(dpy, source, FilterBilinear, NULL, 0);
    XRenderComposite(dpy, PictOpOver, source, None, target, 0, 0, 0, 0,
                     150, 5, 120, 90);
    XRenderChangePicture(dpy, source, CPRepeat, &repeat);
    XRenderComposite(dpy, PictOpOver, source, None, target, 0, 0, 0, 0,
                     5, 120, 380, 170);
    XRenderFreePicture(dpy, source);
}

static void draw_render_pixmaps(void)
{
    Picture between = gradient(PictStandardARGB32, 200, 150);
    Picture source = gradient(PictStandardARGB32, 120, 90);
    Picture mask = gradient(PictStandardA8, 120, 90);
    Picture sum = gradient(PictStandardA8, 200, 150);

    clear(0x8899aa);
    XRenderComposite(dpy, PictOpOver, source, mask, between, 0, 0, 0, 0,
                     20, 20, 100, 80);
    XRenderComposite(dpy, PictOpSrc, between, None, target, 0, 0, 0, 0,
                     0, 0, 200, 150);
    XRenderComposite(dpy, PictOpAdd, mask, None, sum, 0, 0, 0, 0,
                     30, 30, 90, 80);
    XRenderComposite(dpy, PictOpOver, source, sum, target, 0, 0, 0, 0,
                     200, 10, 120, 90);
    XRenderFreePicture(dpy, between);
    XRenderFreePicture(dpy, source);
    XRenderFreePicture(dpy, mask);
    XRenderFreePicture(dpy, sum);
}

static XLineFixed any_edge(int x)
{
    return (XLineFixed){
        { XDoubleToFixed(x + (int)below(30)), XDoubleToFixed(0) },
        { XDoubleToFixed(x + (int)below(30)), XDoubleToFixed(HEIGHT) },
    };
}

static void draw_render_trapezoids(void)
{
    XRenderPictFormat *a8 = XRenderFindStandardFormat(dpy, PictStandardA8);
    Picture blue = solid(0x2000, 0x4000, 0xe000);

    clear(0xf0e0d0);
    for (int i = 0; i < 8; i++) {
        XTrapezoid shape = {
            .top = XDoubleToFixed(10 + below(60) + 0.25),
            .bottom = XDoubleToFixed(150 + below(120) + 0.5),
            .left = any_edge(i * 46), .right = any_edge(i * 46 + 32),
        };

        XRenderCompositeTrapezoids(dpy, PictOpOver, blue, target, a8, 0, 0,
                                   &shape, 1);
    }
    XRenderFreePicture(dpy, blue);
}

static void draw_render_glyphs(void)
{
    enum { SIZE = 16, COUNT = 26 };
    static const XGlyphInfo info = {
        .width = SIZE, .height = SIZE, .x = 0, .y = SIZE, .xOff = SIZE - 2,
    };
    XRenderPictFormat *a8 = XRenderFindStandardFormat(dpy, PictStandardA8);
    GlyphSet set = XRenderCreateGlyphSet(dpy, a8);
    Picture black = solid(0, 0, 0);
    char text[COUNT];

    clear(0xffffff);
    for (int i = 0; i < COUNT; i++) {
        Glyph id = i;
        char alphas[SIZE * SIZE];

        for (int j = 0; j < SIZE * SIZE; j++) {
            int x = j % SIZE - SIZE / 2, y = j / SIZE - SIZE / 2;
            int distance = x * x + y * y - i * 2;

            alphas[j] = distance < 0 ? 255 : distance < 24 ?
                        255 - distance * 10 : 0;
        }
        XRenderAddGlyphs(dpy, set, &id, &info, 1, alphas, sizeof(alphas));
        text[i] = i;
    }
    for (int i = 0; i < 12; i++) {
        XRenderCompositeString8(dpy, PictOpOver, black, target,
                                i & 1 ? a8 : NULL, set, 0, 0, 5 + i,
                                24 + i * 22, text, COUNT);
    }
    XRenderFreeGlyphSet(dpy, set);
    XRenderFreePicture(dpy, black);
}

static const struct {
    const char *name;
    void (*draw)(void);
} cases[] = {
    { "fill", draw_fill },
    { "fill-functions", draw_fill_functions },
    { "plane-mask", draw_plane_mask },
    { "put-image", draw_put_image },
    { "put-bitmap", draw_put_bitmap },
    { "copy-overlap", draw_copy_overlap },
    { "copy-functions", draw_copy_functions },
    { "copy-plane", draw_copy_plane },
    { "tiles", draw_tiles },
    { "stipples", draw_stipples },
    { "text", draw_text },
    { "lines", draw_lines },
    { "line-styles", draw_line_styles },
    { "segments", draw_segments },
    { "points", draw_points },
    { "arcs", draw_arcs },
    { "polygons", draw_polygons },
    { "clips", draw_clips },
    { "big-pixmap", draw_big_pixmap },
    { "many-pixmaps", draw_many_pixmaps },
    { "render-fill", draw_render_fill },
    { "render-copy", draw_render_copy },
    { "render-over", draw_render_over },
    { "render-mask", draw_render_mask },
    { "render-operators", draw_render_operators },
    { "render-transform", draw_render_transform },
    { "render-pixmaps", draw_render_pixmaps },
    { "render-trapezoids", draw_render_trapezoids },
    { "render-glyphs", draw_render_glyphs },
};

enum { CASE_COUNT = sizeof(cases) / sizeof(cases[0]) };

/* What is there */

/* A channel of a pixel, as wide as a byte: its highest bits again below */
static uint8_t channel(unsigned long pixel, unsigned long mask)
{
    int shift = __builtin_ctzl(mask), bits = __builtin_popcountl(mask);
    unsigned value = (pixel & mask) >> shift << (8 - bits);

    return value | value >> bits;
}

static bool keep(const char *directory, const char *name)
{
    Visual *visual = DefaultVisual(dpy, DefaultScreen(dpy));
    XImage *image = XGetImage(dpy, window, 0, 0, WIDTH, HEIGHT, AllPlanes,
                              ZPixmap);
    char path[4096];
    FILE *file;
    bool kept;

    snprintf(path, sizeof(path), "%s/%s.ppm", directory, name);
    file = fopen(path, "wb");
    if (!image || !file) {
        perror(path);
        return false;
    }
    fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            unsigned long pixel = XGetPixel(image, x, y);

            putc(channel(pixel, visual->red_mask), file);
            putc(channel(pixel, visual->green_mask), file);
            putc(channel(pixel, visual->blue_mask), file);
        }
    }
    kept = !ferror(file);
    XDestroyImage(image);
    return fclose(file) == 0 && kept;
}

static bool is_wanted(const char *name, char **names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return count == 0;
}

static void open_window(void)
{
    int screen = DefaultScreen(dpy);
    XSetWindowAttributes attributes = {
        .override_redirect = True, .background_pixel = 0x204060,
    };
    XEvent event;

    window = XCreateWindow(dpy, RootWindow(dpy, screen), LEFT, TOP,
                           WIDTH, HEIGHT, 0, CopyFromParent, InputOutput,
                           CopyFromParent, CWOverrideRedirect | CWBackPixel,
                           &attributes);
    XSelectInput(dpy, window, ExposureMask);
    XMapRaised(dpy, window);
    do {
        XNextEvent(dpy, &event);
    } while (event.type != Expose);
    gc = XCreateGC(dpy, window, 0, NULL);
    XSetGraphicsExposures(dpy, gc, False);
    target = XRenderCreatePicture(dpy, window, XRenderFindVisualFormat(
                                  dpy, DefaultVisual(dpy, screen)), 0, NULL);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "Usage: xdraw DIR [CASE...]\n");
        return 2;
    }
    dpy = XOpenDisplay(NULL);
    if (!dpy) {
        fprintf(stderr, "xdraw: there is no display\n");
        return 1;
    }
    open_window();
    printf("depth %d\n", depth());
    for (int i = 0; i < CASE_COUNT; i++) {
        if (!is_wanted(cases[i].name, argv + 2, argc - 2)) {
            continue;
        }
        seed = i + 1;
        cases[i].draw();
        if (!keep(argv[1], cases[i].name)) {
            return 1;
        }
        printf("drew %s\n", cases[i].name);
        fflush(stdout);
    }
    getchar();
    XCloseDisplay(dpy);
    return 0;
}

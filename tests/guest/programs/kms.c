/*
 * What a window system does with the screen: it sets modes, waits for
 * vertical blanks, flips pages, moves a cursor and loads a gamma ramp.
 *
 * At each step the program says what the screen has to show, and the host
 * checks that, to the pixel.
 *
 * With "any-rate", blanks may come at any rate: beside other work, on a host
 * that may be busy, the programs' own share of time decides that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "display.h"

enum {
    BLANKS = 60,
    FLIPS = 120,
    /* A busy host is late at times, but not always */
    TRIES = 5,
    RATE_TOLERANCE_PERCENT = 3,
};

/* The screen's contents, for the host */
typedef struct Screen {
    Display display;
    const Frame *frame;
    bool cursor;
    int x, y;
    const char *ramp;
    unsigned looks;
} Screen;

static void look(Screen *screen, const char *what)
{
    const Frame *frame = screen->frame;
    unsigned chipset = screen->display.card->chipset;
    char cursor[64] = "none";
    char answer[256];

    /*
     * Older cards have a bit of alpha only, and NV04 a smaller cursor; what
     * the driver makes of alpha depends on the card.
     */
    if (screen->cursor) {
        snprintf(cursor, sizeof(cursor),
                 "%d,%d cursor-size=%d cursor-format=%s", screen->x,
                 screen->y, chipset < 0x10 ? 32 : CURSOR_SIZE,
                 chipset < 0x11 ? "AR15" :
                 chipset < 0x50 ? "AR24-nv11" : "AR24-nv50");
    }
    test_ask(answer, sizeof(answer), "screen name=%s width=%u height=%u "
             "format=%s seed=%u cursor=%s ramp=%s", what, frame->width,
             frame->height, frame->format->name, frame->seed, cursor,
             screen->ramp);
    if (strcmp(answer, "ok")) {
        test_fail("%s: %s", what, answer);
    }
    screen->looks++;
}

/* The device's counters, by name */
static uint64_t device_count(const char *name)
{
    char answer[32];
    uint64_t count;

    test_ask(answer, sizeof(answer), "count name=%s", name);
    if (sscanf(answer, "%" SCNu64, &count) != 1) {
        test_fail("the device does not count %s: %s", name, answer);
    }
    return count;
}

static void show(Screen *screen, Frame *frame)
{
    frame_show(frame, &screen->display);
    screen->frame = frame;
}

/* Vertical blanks and page flips */

/*
 * Blanks that were seen. Some go unnoticed when the host is busy, and the
 * driver can't tell, since the card has no counter of them: so the time from
 * one to the next is rounded to a number of frames.
 */
typedef struct Series {
    double refresh;
    Blank last;
    uint64_t usec;
    uint32_t seen;
    uint32_t passed;
} Series;

static void series_begin(Series *series, const Display *display, Blank first)
{
    *series = (Series) {
        .refresh = display_refresh(display),
        .last = first,
    };
}

static void series_add(Series *series, Blank next)
{
    uint64_t usec = next.usec - series->last.usec;

    if (next.sequence == series->last.sequence) {
        test_fail("blank %u came twice", next.sequence);
    }
    series->usec += usec;
    series->passed += usec * series->refresh / 1e6 + 0.5;
    series->seen += next.sequence - series->last.sequence;
    series->last = next;
}

static double series_rate(const Series *series)
{
    return series->passed * 1e6 / series->usec;
}

static bool any_rate;

/* The rate has to be the mode's, and most blanks have to be seen */
static bool series_is_good(const Series *series)
{
    double percent = series_rate(series) * 100 / series->refresh;

    if (any_rate) {
        return true;
    }
    return percent > 100 - RATE_TOLERANCE_PERCENT &&
           percent < 100 + RATE_TOLERANCE_PERCENT &&
           series->seen * 3 >= series->passed * 2 &&
           series->seen <= series->passed + 1;
}

static void expect_series(const Series *series, const char *what)
{
    if (!series_is_good(series)) {
        test_fail("%s: %.2f Hz in a mode of %.2f Hz, and %u of %u blanks seen",
                  what, series_rate(series), series->refresh, series->seen,
                  series->passed);
    }
}

static void wait_for_blanks(Display *display, Series *series)
{
    for (unsigned try = 0; try < TRIES; try++) {
        series_begin(series, display, blank_wait(display));
        for (unsigned i = 0; i < BLANKS; i++) {
            series_add(series, blank_wait(display));
        }
        if (series_is_good(series)) {
            return;
        }
    }
    expect_series(series, "waiting for blanks");
}

static void flip_forth_and_back(Display *display, Frame *frames,
                                Series *series)
{
    for (unsigned try = 0; try < TRIES; try++) {
        series_begin(series, display, frame_flip(&frames[1], display));
        for (unsigned i = 2; i <= FLIPS; i++) {
            series_add(series, frame_flip(&frames[i % 2], display));
        }
        if (series_is_good(series)) {
            return;
        }
    }
    expect_series(series, "flipping pages");
}

/* As many as flips, but no more than can have been in the time */
static void expect_blanks(uint64_t have, Blank before, Blank after,
                          double refresh)
{
    uint32_t passed = (after.usec - before.usec) * refresh / 1e6 + 0.5;

    if (have + 1 < FLIPS || have > passed + 2) {
        test_fail("the device has counted %" PRIu64 " blanks in %d flips, "
                  "which took %u", have, FLIPS, passed);
    }
}

static void flip_pages(Screen *screen, Frame *frames)
{
    Display *display = &screen->display;
    Series waits, flips;
    Blank before, after;
    uint64_t blanks, interrupts;

    show(screen, &frames[0]);
    look(screen, "first-page");
    wait_for_blanks(display, &waits);

    before = blank_wait(display);
    blanks = device_count("vblanks");
    interrupts = device_count("interrupts");
    flip_forth_and_back(display, frames, &flips);
    interrupts = device_count("interrupts") - interrupts;
    blanks = device_count("vblanks") - blanks;
    after = blank_wait(display);
    look(screen, "flipped-back");

    test_measure("mode=%ux%u refresh=%.2f waited-hz=%.2f flipped-hz=%.2f "
                 "flips=%d blanks-passed=%u blanks-seen=%u "
                 "device-blanks=%" PRIu64 " device-interrupts=%" PRIu64,
                 frames[0].width, frames[0].height, flips.refresh,
                 series_rate(&waits), series_rate(&flips), FLIPS,
                 flips.passed, flips.seen, blanks, interrupts);
    expect_blanks(blanks, before, after, flips.refresh);
    if (interrupts < FLIPS) {
        test_fail("%" PRIu64 " interrupts for %d flips", interrupts, FLIPS);
    }
    frame_flip(&frames[1], display);
    screen->frame = &frames[1];
    look(screen, "second-page");
}

/* The cursor and the gamma ramp */

static void place_cursor(Screen *screen, int x, int y, const char *what)
{
    cursor_move(&screen->display, x, y);
    screen->x = x;
    screen->y = y;
    look(screen, what);
}

static void move_cursor(Screen *screen)
{
    int right = screen->frame->width;
    int bottom = screen->frame->height;

    place_cursor(screen, 300, 200, "cursor");
    place_cursor(screen, 333, 221, "cursor-moved-a-little");
    place_cursor(screen, 0, 0, "cursor-in-the-corner");
    place_cursor(screen, -20, -30, "cursor-half-out-at-the-top-left");
    place_cursor(screen, right - 11, bottom - 43,
                 "cursor-half-out-at-the-bottom-right");
    place_cursor(screen, right - CURSOR_SIZE, bottom - CURSOR_SIZE,
                 "cursor-in-the-last-corner");
    place_cursor(screen, -CURSOR_SIZE, 100, "cursor-out-at-the-left");
    place_cursor(screen, right, bottom, "cursor-out-at-the-bottom-right");
    place_cursor(screen, 100, 400, "cursor-back");
}

static void show_cursor(Screen *screen, Buffer *picture)
{
    cursor_show(&screen->display, picture);
    screen->cursor = true;
}

static void use_cursor(Screen *screen, Buffer *picture)
{
    show_cursor(screen, picture);
    move_cursor(screen);
    cursor_hide(&screen->display);
    screen->cursor = false;
    look(screen, "cursor-hidden");
    show_cursor(screen, picture);
    look(screen, "cursor-shown-again");
}

static void use_ramp(Screen *screen)
{
    Ramp ramp;

    ramp_test(&ramp);
    ramp_load(&screen->display, &ramp);
    screen->ramp = "test";
    look(screen, "ramp");
    ramp_linear(&ramp);
    ramp_load(&screen->display, &ramp);
    screen->ramp = "linear";
    look(screen, "ramp-taken-back");
}

/* Modes: the screen's own, and others, each in another format */

static void use_first_mode(Screen *screen, Buffer *cursor)
{
    static Frame frames[2];

    for (unsigned i = 0; i < 2; i++) {
        frame_new(&frames[i], &screen->display, &format_xr24, 1 + i);
    }
    flip_pages(screen, frames);
    use_cursor(screen, cursor);
    use_ramp(screen);
}

/* The host knows what drivers refuse for no good reason */
static void expect_refusal(const Format *format, unsigned width,
                           unsigned height)
{
    char answer[256];

    test_ask(answer, sizeof(answer), "refused by=kms what=%s", format->name);
    if (strcmp(answer, "known")) {
        test_fail("SETCRTC: %s in %ux%u is refused", format->name, width,
                  height);
    }
}

static void use_mode(Screen *screen, unsigned width, unsigned height,
                     const Format *format, Frame *frame, Buffer *cursor)
{
    char what[32];
    Series waits;

    if (!display_offers(&screen->display, format)) {
        test_fail("the driver does not offer %s", format->name);
    }
    display_find_mode(&screen->display, width, height);
    frame_new(frame, &screen->display, format, width);
    if (!frame_show_unless_refused(frame, &screen->display)) {
        expect_refusal(format, width, height);
        return;
    }
    screen->frame = frame;
    /* Before NV50 the driver hides the cursor whenever it sets a mode */
    if (screen->display.card->chipset < 0x50) {
        screen->cursor = false;
    }
    snprintf(what, sizeof(what), "%ux%u-%s", width, height, format->name);
    look(screen, what);
    show_cursor(screen, cursor);
    place_cursor(screen, width / 2, height - 30, "cursor-in-the-mode");
    use_ramp(screen);
    wait_for_blanks(&screen->display, &waits);
    test_measure("mode-%s=%ux%u refresh-%s=%.2f waited-hz-%s=%.2f",
                 format->name, width, height, format->name, waits.refresh,
                 format->name, series_rate(&waits));
}

int main(int argc, char **argv)
{
    static Frame frames[3];
    Screen screen = { .ramp = "linear" };
    Buffer cursor;
    Card card;

    test_begin("kms");
    any_rate = argc > 1 && !strcmp(argv[1], "any-rate");
    card_open(&card);
    display_open(&screen.display, &card);
    cursor_picture(&cursor, &card);

    use_first_mode(&screen, &cursor);
    use_mode(&screen, 1024, 768, &format_rg16, &frames[0], &cursor);
    use_mode(&screen, 800, 600, &format_xr15, &frames[1], &cursor);
    use_mode(&screen, 640, 480, &format_xr24, &frames[2], &cursor);

    test_measure("looks=%u", screen.looks);
    cursor_hide(&screen.display);
    buffer_free(&cursor);
    display_close(&screen.display);
    card_close(&card);
    return test_pass();
}

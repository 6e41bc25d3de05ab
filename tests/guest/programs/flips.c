/*
 * Page flips and a moving cursor for as long as something else goes on, such
 * as a migration: each flip has to be reported, in order, and what the pages
 * hold has to stay as it was written.
 *
 * It reports its progress in the kernel's log, as load.c does:
 *
 *   load: flips COUNT            flips so far
 *   load: fail flips WHAT        it gives up
 *
 * SIGTERM ends it; it then shows again what was there before.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <xf86drm.h>

#include "display.h"
#include "report.h"

enum {
    FLIPS_A_BEAT = 16,
    /* Reading video memory takes long */
    FLIPS_A_CHECK = 256,
};

/* A handler would interrupt what waits for an event */
static void hold_sigterm(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

static bool sigterm_came(void)
{
    sigset_t set;

    sigpending(&set);
    return sigismember(&set, SIGTERM);
}

static void fail(const char *what)
{
    report("fail flips %s", what);
    test_fail("%s", what);
}

/* See display.h: the seed decides each pixel */
static uint32_t checksum(const Frame *frame)
{
    const uint32_t *words = frame->buffer.map;
    uint32_t sum = 0;

    for (size_t i = 0; i < frame->buffer.size / 4; i++) {
        sum = (sum << 1 | sum >> 31) ^ words[i];
    }
    return sum;
}

static void take_turn(Display *display, Frame *frames, uint32_t count,
                      Blank *last)
{
    Blank blank = frame_flip(&frames[count % 2], display);

    if (blank.usec <= last->usec ||
        (int32_t)(blank.sequence - last->sequence) <= 0) {
        char words[100];

        snprintf(words, sizeof(words), "flip %" PRIu32 " was in blank %" PRIu32
                 ", the one before in %" PRIu32, count, blank.sequence,
                 last->sequence);
        fail(words);
    }
    *last = blank;
    cursor_move(display, count * 3 % frames[0].width,
                count * 5 % frames[0].height);
}

int main(void)
{
    static Frame frames[2];
    uint32_t sums[2], count = 0;
    Display display;
    Buffer cursor;
    Blank last;
    Card card;

    test_begin("flips");
    hold_sigterm();
    card_open(&card);
    /* Another may have been the first to open the card */
    drmSetMaster(card.fd);
    display_open(&display, &card);
    cursor_picture(&cursor, &card);
    for (unsigned i = 0; i < 2; i++) {
        frame_new(&frames[i], &display, &format_xr24, 1 + i);
        sums[i] = checksum(&frames[i]);
    }
    frame_show(&frames[0], &display);
    cursor_show(&display, &cursor);
    last = blank_wait(&display);

    while (!sigterm_came()) {
        take_turn(&display, frames, ++count, &last);
        if (count % FLIPS_A_BEAT == 0) {
            report("flips %" PRIu32, count);
        }
        if (count % FLIPS_A_CHECK == 0) {
            unsigned page = count / FLIPS_A_CHECK % 2;

            if (checksum(&frames[page]) != sums[page]) {
                fail("a page has changed");
            }
        }
    }

    test_measure("flips=%" PRIu32, count);
    cursor_hide(&display);
    display_close(&display);
    buffer_free(&cursor);
    card_close(&card);
    return test_pass();
}

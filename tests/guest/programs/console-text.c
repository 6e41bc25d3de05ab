/*
 * Write the same text to the console every time, so that two ways of drawing
 * it can be compared. The cursor is hidden, because it blinks.
 *
 *   console-text scroll     a cleared screen, then 120 lines in all colours
 *   console-text edit       a cleared screen, then what editors do: text at
 *                           places, scrolling within margins, lines and
 *                           characters inserted and deleted, parts erased
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { LINES = 120 };

static FILE *console;

/* A sequence that is the same on every machine */
static unsigned next_random(void)
{
    static uint32_t state = 12345;

    state = state * 1103515245 + 12345;
    return state >> 16;
}

static void colours(unsigned fg, unsigned bg, unsigned attribute)
{
    fprintf(console, "\033[0;%u;%u;%um", attribute, 30 + fg % 8, 40 + bg % 8);
}

static void random_colours(void)
{
    static const unsigned attributes[] = { 0, 1, 2, 4, 5, 7 };
    unsigned fg = next_random();
    unsigned bg = next_random();

    colours(fg, bg, attributes[next_random() %
                               (sizeof(attributes) / sizeof(attributes[0]))]);
}

static void random_place(void)
{
    unsigned line = 1 + next_random() % 45;
    unsigned column = 1 + next_random() % 120;

    fprintf(console, "\033[%u;%uH", line, column);
}

static void random_text(unsigned length)
{
    static const char *const symbols[] = {
        "\u2500", "\u2502", "\u250c", "\u2518", "\u2588", "\u2591", "\u2593",
        "\u00e4", "\u00f1", "\u03b1", "\u2264", "\u00b1",
    };

    for (unsigned i = 0; i < length; i++) {
        unsigned pick = next_random() % 112;

        if (pick < 95) {
            fputc(' ' + pick, console);
        } else {
            fputs(symbols[pick % (sizeof(symbols) / sizeof(symbols[0]))],
                  console);
        }
    }
}

static void clear_screen(void)
{
    fputs("\033[0m\033[2J\033[H", console);
}

/* Runs of a few characters in one colour, some lines longer than a screen */
static void write_scroll(void)
{
    for (unsigned line = 0; line < LINES; line++) {
        unsigned runs = next_random() % 14;

        fprintf(console, "\033[0m%4u ", line);
        for (unsigned run = 0; run < runs; run++) {
            random_colours();
            random_text(next_random() % 24);
        }
        fputs("\033[0m\r\n", console);
    }
}

static void write_places(void)
{
    for (unsigned i = 0; i < 40; i++) {
        random_place();
        random_colours();
        random_text(next_random() % 40);
    }
}

static void scroll_between_margins(void)
{
    fputs("\033[10;30r\033[30;1H", console);
    for (unsigned i = 0; i < 40; i++) {
        random_colours();
        random_text(30);
        fputs("\r\n", console);
    }
    fputs("\033[10;1H", console);
    for (unsigned i = 0; i < 7; i++) {
        fputs("\033M", console);
    }
    fputs("\033[r", console);
}

static void insert_and_delete(void)
{
    static const char commands[] = { 'L', 'M', '@', 'P', 'X', 'K' };

    for (unsigned i = 0; i < 40; i++) {
        char command = commands[next_random() % sizeof(commands)];
        unsigned count = 1 + next_random() % 6;

        random_place();
        random_colours();
        /* What K erases is chosen from three; the others repeat */
        fprintf(console, "\033[%u%c", command == 'K' ? count % 3 : count,
                command);
    }
}

static void write_edit(void)
{
    write_places();
    scroll_between_margins();
    insert_and_delete();
    fputs("\033[0m", console);
    write_places();
}

/* Nothing between this program and the console changes a byte */
static void open_console(void)
{
    int fd = open("/dev/tty1", O_WRONLY | O_NOCTTY);
    struct termios mode;

    if (fd < 0 || tcgetattr(fd, &mode)) {
        perror("/dev/tty1");
        exit(EXIT_FAILURE);
    }
    cfmakeraw(&mode);
    tcsetattr(fd, TCSANOW, &mode);
    console = fdopen(fd, "w");
    fputs("\033[?25l", console);
}

int main(int argc, char **argv)
{
    const char *scene = argc == 2 ? argv[1] : "";

    open_console();
    clear_screen();
    if (!strcmp(scene, "scroll")) {
        write_scroll();
    } else if (!strcmp(scene, "edit")) {
        write_edit();
    } else {
        fprintf(stderr, "usage: console-text scroll|edit\n");
        return EXIT_FAILURE;
    }
    if (fclose(console)) {
        perror("/dev/tty1");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

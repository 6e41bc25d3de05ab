/*
 * Print what the kernel's console holds: its font, its colours, its text and
 * its cursor. From these the host draws the picture that has to be on screen.
 *
 *   size COLUMNS LINES
 *   cursor COLUMN LINE
 *   font WIDTH HEIGHT GLYPHS
 *   glyph BITS...            in hex, one line a glyph, each row in whole bytes
 *   palette RRGGBB...
 *   text CCAA...             in hex, one line a line: character and attribute
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <fcntl.h>
#include <linux/kd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    MAX_GLYPHS = 512,
    MAX_GLYPH_BYTES = 64 * 128 / 8,
    /* The kernel leaves room for this many rows in each glyph it returns */
    GLYPH_ROWS = 32,
    COLOURS = 16,
};

static void die(const char *what)
{
    perror(what);
    exit(EXIT_FAILURE);
}

static void print_hex(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        printf("%02x", bytes[i]);
    }
}

static void print_font(int tty)
{
    static unsigned char data[MAX_GLYPHS * MAX_GLYPH_BYTES];
    struct console_font_op font = {
        .op = KD_FONT_OP_GET,
        .width = 32,
        .height = GLYPH_ROWS,
        .charcount = MAX_GLYPHS,
        .data = data,
    };
    unsigned row_bytes;

    if (ioctl(tty, KDFONTOP, &font)) {
        die("KDFONTOP");
    }
    row_bytes = (font.width + 7) / 8;
    printf("font %u %u %u\n", font.width, font.height, font.charcount);
    for (unsigned i = 0; i < font.charcount; i++) {
        printf("glyph ");
        print_hex(data + i * GLYPH_ROWS * row_bytes, font.height * row_bytes);
        printf("\n");
    }
}

static void print_palette(int tty)
{
    unsigned char map[COLOURS * 3];

    if (ioctl(tty, GIO_CMAP, map)) {
        die("GIO_CMAP");
    }
    printf("palette");
    for (int i = 0; i < COLOURS; i++) {
        printf(" ");
        print_hex(map + i * 3, 3);
    }
    printf("\n");
}

static void print_text(void)
{
    static unsigned char cells[4 + 255 * 255 * 2];
    int vcs = open("/dev/vcsa1", O_RDONLY);
    ssize_t size = vcs < 0 ? -1 : read(vcs, cells, sizeof(cells));
    unsigned lines = cells[0];
    unsigned columns = cells[1];

    if (size < 4 || (size_t)size < 4 + 2 * lines * columns) {
        die("/dev/vcsa1");
    }
    printf("size %u %u\n", columns, lines);
    printf("cursor %u %u\n", cells[2], cells[3]);
    for (unsigned line = 0; line < lines; line++) {
        printf("text ");
        print_hex(cells + 4 + line * columns * 2, columns * 2);
        printf("\n");
    }
    close(vcs);
}

int main(void)
{
    int tty = open("/dev/tty1", O_RDWR | O_NOCTTY);

    if (tty < 0) {
        die("/dev/tty1");
    }
    print_font(tty);
    print_palette(tty);
    print_text();
    close(tty);
    return EXIT_SUCCESS;
}

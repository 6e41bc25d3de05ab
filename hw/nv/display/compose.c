/*
 * NVIDIA GPU: scanout: the lines of a picture
 *
 * What a head shows is decoded, and its lines are composed: pixels, palette,
 * overlay and cursor.  Whatever a guest programs, lines outside video memory
 * are black.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <zlib.h>
#include "compose.h"
#include "cursor.h"
#include "head.h"
#include "overlay.h"
#include "scanout.h"
#include "ui/pixel_ops.h"

/* --- Source ----------------------------------------------------------- */

const NVScanoutSource *nv_scanout_source(NVGPU *gpu)
{
    const NVScanoutSource *source = gpu->chip->display->scanout;

    return source ? source : &nv_crtc_scanout;
}

/* Zeroed as a whole: modes and overlays are compared byte by byte. */

void nv_scanout_decode(NVHead *head, NVScanoutMode *mode)
{
    memset(mode, 0, sizeof(*mode));
    nv_scanout_source(head->gpu)->decode(head, mode);
}

void nv_scanout_decode_overlay(NVHead *head, NVOverlay *ov)
{
    memset(ov, 0, sizeof(*ov));
    nv_scanout_source(head->gpu)->overlay(head, ov);
    ov->visible &= ov->width && ov->height && ov->in_width && ov->in_height;
}

/* Returns true if the image in @head has changed. */
bool nv_scanout_decode_cursor(NVHead *head, NVCursor *cursor)
{
    memset(cursor, 0, sizeof(*cursor));
    nv_scanout_source(head->gpu)->cursor(head, cursor);
    return cursor->visible && nv_cursor_load(head, cursor);
}

/* --- Mode ------------------------------------------------------------- */

/* Width of the surface, which the view may scale and move */
static unsigned nv_scanout_in_width(const NVScanoutMode *mode)
{
    return mode->scaled ? mode->view.in_width : mode->width;
}

unsigned nv_scanout_line_bytes(const NVScanoutMode *mode)
{
    return nv_scanout_in_width(mode) * DIV_ROUND_UP(mode->bpp, 8);
}

/* The surface's line for a line of the screen; false if it has none */
bool nv_scanout_in_line(const NVScanoutMode *mode, unsigned y,
                        unsigned *in)
{
    const NVScanoutView *view = &mode->view;

    if (!mode->scaled) {
        *in = y >> mode->double_scan;
        return true;
    }
    if ((int)y < view->y || y - view->y >= view->height) {
        return false;
    }
    *in = (uint64_t)(y - view->y) * view->in_height / view->height;
    return true;
}

/* The bytes that hold a line of the surface */
uint64_t nv_scanout_line_addr(const NVScanoutMode *mode, unsigned y,
                              uint64_t *len)
{
    if (mode->block_lines) {
        *len = (uint64_t)mode->pitch * mode->block_lines;
        return mode->base + (mode->top + y) / mode->block_lines * *len;
    }
    *len = nv_scanout_line_bytes(mode);
    return mode->base + (uint64_t)mode->pitch * (mode->top + y) +
           mode->left * DIV_ROUND_UP(mode->bpp, 8);
}

/* --- Palette ---------------------------------------------------------- */

/* Returns true if an entry has changed. */
bool nv_scanout_update_lut(NVHead *head, const NVScanoutMode *mode)
{
    uint32_t lut[256];

    nv_scanout_source(head->gpu)->lut(head, mode, lut);
    if (!memcmp(lut, head->lut, sizeof(lut))) {
        return false;
    }
    memcpy(head->lut, lut, sizeof(lut));
    return true;
}

bool nv_scanout_lut_is_identity(const NVHead *head)
{
    for (unsigned i = 0; i < 256; i++) {
        if (head->lut[i] != rgb_to_pixel32(i, i, i)) {
            return false;
        }
    }
    return true;
}

static void nv_scanout_apply_gamma(const NVHead *head, uint32_t *line,
                                   unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        uint32_t rgb = line[x];

        line[x] = (head->lut[extract32(rgb, 16, 8)] & 0xff0000) |
                  (head->lut[extract32(rgb, 8, 8)] & 0x00ff00) |
                  (head->lut[extract32(rgb, 0, 8)] & 0x0000ff);
    }
}

/* --- Lines ------------------------------------------------------------ */

/*
 * Not by pixman, which QEMU may be built without: its formats are of the host's
 * byte order, its 10-bit components are rounded, not cut, and a copy of 32 bits
 * keeps those that mean nothing.
 */

static void nv_scanout_fetch_8(const NVHead *head, const uint8_t *src,
                               uint32_t *line, unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        line[x] = head->lut[src[x]];
    }
}

static uint32_t nv_widen(uint32_t val, unsigned bits)
{
    return val << (8 - bits) | val >> (2 * bits - 8);
}

static void nv_scanout_fetch_15(const uint8_t *src, uint32_t *line,
                                unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        uint16_t pixel = lduw_le_p(src + x * 2);

        line[x] = rgb_to_pixel32(nv_widen(extract32(pixel, 10, 5), 5),
                                 nv_widen(extract32(pixel, 5, 5), 5),
                                 nv_widen(extract32(pixel, 0, 5), 5));
    }
}

static void nv_scanout_fetch_16(const uint8_t *src, uint32_t *line,
                                unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        uint16_t pixel = lduw_le_p(src + x * 2);

        line[x] = rgb_to_pixel32(nv_widen(extract32(pixel, 11, 5), 5),
                                 nv_widen(extract32(pixel, 5, 6), 6),
                                 nv_widen(extract32(pixel, 0, 5), 5));
    }
}

/*
 * Pixels of 32 bits.  Compilers make vectors of a loop at -O2, too, if they
 * know its length, and that what it writes isn't what it reads: that is nearly
 * as fast as a copy.
 */
#define NV_PIXELS_AT_ONCE 16

#define NV_SCANOUT_FETCH(_name, _pixel)                                     \
    static void nv_scanout_fetch_##_name(const uint8_t *restrict src,       \
                                         uint32_t *restrict line,           \
                                         unsigned width)                    \
    {                                                                       \
        for (; width >= NV_PIXELS_AT_ONCE; width -= NV_PIXELS_AT_ONCE) {    \
            for (unsigned i = 0; i < NV_PIXELS_AT_ONCE; i++) {              \
                uint32_t pixel = ldl_le_p(src + i * 4);                     \
                                                                            \
                line[i] = _pixel;                                           \
            }                                                               \
            src += NV_PIXELS_AT_ONCE * 4;                                   \
            line += NV_PIXELS_AT_ONCE;                                      \
        }                                                                   \
        for (unsigned i = 0; i < width; i++) {                              \
            uint32_t pixel = ldl_le_p(src + i * 4);                         \
                                                                            \
            line[i] = _pixel;                                               \
        }                                                                   \
    }

NV_SCANOUT_FETCH(rgb, pixel & 0xffffff)
NV_SCANOUT_FETCH(bgr, (pixel << 16 & 0xff0000) | (pixel & 0x00ff00) |
                      (pixel >> 16 & 0x0000ff))
/* Components of 10 bits, of which the upper eight are shown */
NV_SCANOUT_FETCH(rgb10, (pixel >> 6 & 0xff0000) | (pixel >> 4 & 0x00ff00) |
                        (pixel >> 2 & 0x0000ff))
NV_SCANOUT_FETCH(bgr10, (pixel << 14 & 0xff0000) | (pixel >> 4 & 0x00ff00) |
                        (pixel >> 22 & 0x0000ff))

/* Called by pointer: an inlined function's pointers may be the same again. */
static void (*const nv_scanout_fetch_32[])(const uint8_t *restrict src,
                                           uint32_t *restrict line,
                                           unsigned width) = {
    [NV_PIXELS_RGB] = nv_scanout_fetch_rgb,
    [NV_PIXELS_BGR] = nv_scanout_fetch_bgr,
    [NV_PIXELS_RGB10] = nv_scanout_fetch_rgb10,
    [NV_PIXELS_BGR10] = nv_scanout_fetch_bgr10,
};

/* Pixels as they are in memory, without meaningless bits */
static void nv_scanout_fetch_raw(const NVScanoutMode *mode, const uint8_t *src,
                                 uint32_t *line, unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        switch (mode->bpp) {
        case 8:
            line[x] = src[x];
            break;
        case 15:
            line[x] = lduw_le_p(src + x * 2) & 0x7fff;
            break;
        case 16:
            line[x] = lduw_le_p(src + x * 2);
            break;
        default:
            line[x] = ldl_le_p(src + x * 4);
            break;
        }
    }
}

static void nv_scanout_fetch(const NVHead *head, const NVScanoutMode *mode,
                             const uint8_t *src, bool raw, uint32_t *line)
{
    unsigned width = nv_scanout_in_width(mode);

    if (raw) {
        nv_scanout_fetch_raw(mode, src, line, width);
        return;
    }
    switch (mode->bpp) {
    case 8:
        nv_scanout_fetch_8(head, src, line, width);
        break;
    case 15:
        nv_scanout_fetch_15(src, line, width);
        break;
    case 16:
        nv_scanout_fetch_16(src, line, width);
        break;
    default:
        nv_scanout_fetch_32[mode->order](src, line, width);
        break;
    }
}

/*
 * Read a line of a surface in blocks: columns of 64 bytes, several lines high.
 * What is outside video memory is black.
 */
static void nv_scanout_gather(NVGPU *gpu, const NVScanoutMode *mode,
                              unsigned y, uint8_t *buf)
{
    unsigned left = mode->left * DIV_ROUND_UP(mode->bpp, 8);
    unsigned end = left + nv_scanout_line_bytes(mode);
    uint64_t len, row = nv_scanout_line_addr(mode, y, &len);
    unsigned in_block = (mode->top + y) % mode->block_lines * NV_GOB_WIDTH;

    for (unsigned x = left; x < end; ) {
        unsigned n = MIN(end - x, NV_GOB_WIDTH - x % NV_GOB_WIDTH);
        uint64_t addr = row + x / NV_GOB_WIDTH * NV_GOB_WIDTH *
                        mode->block_lines + in_block + x % NV_GOB_WIDTH;
        const uint8_t *src = x < mode->pitch ? nv_vram_ptr(gpu, addr, n)
                                             : NULL;

        if (src) {
            memcpy(buf + x - left, src, n);
        } else {
            memset(buf + x - left, 0, n);
        }
        x += n;
    }
}

/* A line of the surface, as x8r8g8b8, or @raw */
static void nv_scanout_load_line(NVHead *head, const NVScanoutMode *mode,
                                 unsigned y, bool raw, uint32_t *line)
{
    uint64_t len, addr = nv_scanout_line_addr(mode, y, &len);
    const uint8_t *src;

    if (mode->block_lines) {
        g_autofree uint8_t *buf = g_malloc(nv_scanout_line_bytes(mode));

        nv_scanout_gather(head->gpu, mode, y, buf);
        nv_scanout_fetch(head, mode, buf, raw, line);
        return;
    }
    src = nv_vram_ptr(head->gpu, addr, len);
    if (src) {
        nv_scanout_fetch(head, mode, src, raw, line);
    } else {
        memset(line, 0, nv_scanout_in_width(mode) * sizeof(*line));
    }
}

/* Scale a line of the surface to its view, taking the nearest pixels */
static void nv_scanout_scale_line(const NVScanoutMode *mode,
                                  const uint32_t *in, uint32_t *line)
{
    const NVScanoutView *view = &mode->view;
    int end = MIN((int)mode->width, view->x + (int)view->width);

    for (int x = MAX(0, view->x); x < end; x++) {
        line[x] = in[(uint64_t)(x - view->x) * view->in_width / view->width];
    }
}

/* A line of the screen, without overlay and cursor */
static void nv_scanout_base_line(NVHead *head, const NVScanoutMode *mode,
                                 unsigned y, bool raw, uint32_t *line)
{
    unsigned in;

    if (!mode->scaled) {
        nv_scanout_load_line(head, mode, y >> mode->double_scan, raw, line);
        return;
    }
    memset(line, 0, mode->width * sizeof(*line));
    if (nv_scanout_in_line(mode, y, &in)) {
        g_autofree uint32_t *buf = g_new(uint32_t, mode->view.in_width);

        nv_scanout_load_line(head, mode, in, raw, buf);
        nv_scanout_scale_line(mode, buf, line);
    }
}

/* The palette doesn't apply to the overlay; the cursor covers both. */
static void nv_scanout_draw_overlay(NVHead *head, const NVScanoutMode *mode,
                                    const NVCursor *cursor, unsigned y,
                                    uint32_t *line)
{
    g_autofree uint32_t *keys = g_new(uint32_t, mode->width);
    g_autofree uint32_t *over = g_new0(uint32_t, mode->width);
    g_autofree bool *shown = g_new0(bool, mode->width);

    nv_scanout_base_line(head, mode, y, true, keys);
    nv_overlay_draw(head, &head->overlay, y, mode->width, keys, over, shown);
    if (nv_cursor_covers(cursor, y)) {
        nv_cursor_draw(head, cursor, over, mode->width, y);
    }
    for (unsigned x = 0; x < mode->width; x++) {
        if (shown[x]) {
            line[x] = over[x];
        }
    }
}

/* A line of the screen, with all that is on it */
void nv_scanout_compose_line(NVHead *head, const NVScanoutMode *mode,
                             const NVCursor *cursor, unsigned y,
                             uint32_t *line)
{
    nv_scanout_base_line(head, mode, y, false, line);
    if (nv_cursor_covers(cursor, y)) {
        nv_cursor_draw(head, cursor, line, mode->width, y);
    }
    /* Indices have gone through the palette already. */
    if (mode->gamma && mode->bpp > 8) {
        nv_scanout_apply_gamma(head, line, mode->width);
    }
    if (nv_overlay_covers(&head->overlay, y)) {
        nv_scanout_draw_overlay(head, mode, cursor, y, line);
    }
}

/* --- Checksum ---------------------------------------------------------- */

static uint32_t nv_scanout_sum_line(uint32_t crc, uint32_t *line,
                                    unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        line[x] = cpu_to_le32(line[x] & 0xffffff);
    }
    return crc32(crc, (const uint8_t *)line, width * sizeof(*line));
}

/* What the console has drawn, and what it will draw, isn't touched. */
uint32_t nv_scanout_checksum(const NVHead *head)
{
    g_autofree NVHead *copy = g_memdup2(head, sizeof(*head));
    g_autofree uint32_t *line = NULL;
    NVScanoutMode mode;
    NVCursor cursor;
    uint32_t crc = 0;

    nv_scanout_decode(copy, &mode);
    line = g_new0(uint32_t, mode.width);
    nv_scanout_update_lut(copy, &mode);
    nv_scanout_decode_overlay(copy, &copy->overlay);
    nv_scanout_decode_cursor(copy, &cursor);
    for (unsigned y = 0; y < mode.height; y++) {
        if (!mode.blank) {
            nv_scanout_compose_line(copy, &mode, &cursor, y, line);
        }
        crc = nv_scanout_sum_line(crc, line, mode.width);
    }
    return crc;
}

/*
 * NVIDIA GPU: scanout: from video memory to the console
 *
 * If pixels have the console's format, the console's surface is that piece of
 * video memory itself; otherwise changed lines are copied, with the cursor and
 * the gamma ramp applied.  Whatever a guest programs, lines outside video
 * memory are black.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <zlib.h>
#include "cursor.h"
#include "head.h"
#include "overlay.h"
#include "scanout.h"
#include "state.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/crtc/crtc.h"
#include "ui/pixel_ops.h"
#include "trace/trace-hw_nv.h"

/* --- Source ----------------------------------------------------------- */

static const NVScanoutSource *nv_scanout_source(NVGPU *gpu)
{
    const NVScanoutSource *source = gpu->chip->display->scanout;

    return source ? source : &nv_crtc_scanout;
}

/* Zeroed as a whole: modes and overlays are compared byte by byte. */

static void nv_scanout_decode(NVHead *head, NVScanoutMode *mode)
{
    memset(mode, 0, sizeof(*mode));
    nv_scanout_source(head->gpu)->decode(head, mode);
}

static void nv_scanout_decode_overlay(NVHead *head, NVOverlay *ov)
{
    memset(ov, 0, sizeof(*ov));
    nv_scanout_source(head->gpu)->overlay(head, ov);
    ov->visible &= ov->width && ov->height && ov->in_width && ov->in_height;
}

/* Returns true if the image in @head has changed. */
static bool nv_scanout_decode_cursor(NVHead *head, NVCursor *cursor)
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

static unsigned nv_scanout_line_bytes(const NVScanoutMode *mode)
{
    return nv_scanout_in_width(mode) * DIV_ROUND_UP(mode->bpp, 8);
}

/* The surface's line for a line of the screen; false if it has none */
static bool nv_scanout_in_line(const NVScanoutMode *mode, unsigned y,
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
static uint64_t nv_scanout_line_addr(const NVScanoutMode *mode, unsigned y,
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
static bool nv_scanout_update_lut(NVHead *head, const NVScanoutMode *mode)
{
    uint32_t lut[256];

    nv_scanout_source(head->gpu)->lut(head, mode, lut);
    if (!memcmp(lut, head->lut, sizeof(lut))) {
        return false;
    }
    memcpy(head->lut, lut, sizeof(lut));
    return true;
}

static bool nv_scanout_lut_is_identity(const NVHead *head)
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

static void nv_scanout_fetch_32(const uint8_t *src, uint32_t *line,
                                unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        line[x] = ldl_le_p(src + x * 4) & 0xffffff;
    }
}

static void nv_scanout_fetch_bgr(const uint8_t *src, uint32_t *line,
                                 unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        line[x] = bswap32(ldl_le_p(src + x * 4)) >> 8;
    }
}

static void nv_scanout_fetch_bgr10(const uint8_t *src, uint32_t *line,
                                   unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        uint32_t pixel = ldl_le_p(src + x * 4);

        line[x] = rgb_to_pixel32(extract32(pixel, 2, 8),
                                 extract32(pixel, 12, 8),
                                 extract32(pixel, 22, 8));
    }
}

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
        if (mode->order == NV_PIXELS_BGR) {
            nv_scanout_fetch_bgr(src, line, width);
        } else if (mode->order == NV_PIXELS_BGR10) {
            nv_scanout_fetch_bgr10(src, line, width);
        } else {
            nv_scanout_fetch_32(src, line, width);
        }
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
static void nv_scanout_compose_line(NVHead *head, const NVScanoutMode *mode,
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

static void nv_scanout_draw_line(NVHead *head, const NVScanoutMode *mode,
                                 const NVCursor *cursor, unsigned y)
{
    DisplaySurface *surface = qemu_console_surface(head->con);

    nv_scanout_compose_line(head, mode, cursor, y, surface_data(surface) +
                                                   y * surface_stride(surface));
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

/* --- Surface ---------------------------------------------------------- */

static pixman_format_code_t nv_scanout_format(const NVScanoutMode *mode)
{
    return mode->bpp > 8 ? qemu_default_pixman_format(mode->bpp,
                                                      !HOST_BIG_ENDIAN) : 0;
}

/* Whether the console can show video memory itself */
static bool nv_scanout_can_share(NVHead *head, const NVScanoutMode *mode,
                                 const NVCursor *cursor)
{
    pixman_format_code_t format = nv_scanout_format(mode);
    uint64_t len, base = nv_scanout_line_addr(mode, 0, &len);
    uint64_t size = (uint64_t)mode->pitch * (mode->height - 1) +
                    nv_scanout_line_bytes(mode);

    return format && !cursor->visible && !head->overlay.visible &&
           !mode->double_scan &&
           !mode->scaled && !mode->block_lines &&
           mode->order == NV_PIXELS_RGB &&
           !(mode->gamma && !nv_scanout_lut_is_identity(head)) &&
           base % 4 == 0 && mode->pitch % 4 == 0 &&
           mode->pitch >= nv_scanout_line_bytes(mode) &&
           nv_vram_ptr(head->gpu, base, size) &&
           qemu_console_check_format(head->con, format);
}

/* Returns true if the console gets a new surface. */
static bool nv_scanout_set_surface(NVHead *head, const NVScanoutMode *mode,
                                   bool share)
{
    DisplaySurface *surface = qemu_console_surface(head->con);
    uint8_t *pixels = head->gpu->vram.ptr;
    uint64_t len;

    if (!share) {
        qemu_console_resize(head->con, mode->width, mode->height);
        return qemu_console_surface(head->con) != surface;
    }
    pixels += nv_scanout_line_addr(mode, 0, &len);
    if (!surface_is_allocated(surface) &&
        surface_data(surface) == (void *)pixels &&
        surface_format(surface) == nv_scanout_format(mode) &&
        surface_stride(surface) == mode->pitch &&
        surface_width(surface) == mode->width &&
        surface_height(surface) == mode->height) {
        return false;
    }
    surface = qemu_create_displaysurface_from(mode->width, mode->height,
                                              nv_scanout_format(mode),
                                              mode->pitch, pixels);
    qemu_console_set_surface(head->con, surface);
    return true;
}

/* --- Updates ---------------------------------------------------------- */

/* The pages of a frame that were written since the last update */
static DirtyBitmapSnapshot *nv_scanout_snapshot(NVHead *head,
                                                const NVScanoutMode *mode)
{
    unsigned last = mode->scaled ? mode->view.in_height - 1
                                 : (mode->height - 1) >> mode->double_scan;
    uint64_t len, end, base = nv_scanout_line_addr(mode, 0, &len);

    end = nv_scanout_line_addr(mode, last, &len) + len;
    end = MIN(end, head->gpu->vram_size);
    if (base >= end) {
        return NULL;
    }
    return memory_region_snapshot_and_clear_dirty(
        head->gpu->vram.mr, base, end - base, DIRTY_MEMORY_VGA);
}

static bool nv_scanout_line_written(NVHead *head, DirtyBitmapSnapshot *snap,
                                    const NVScanoutMode *mode, unsigned y)
{
    uint64_t addr, len;
    unsigned in;

    if (!snap || !nv_scanout_in_line(mode, y, &in)) {
        return false;
    }
    addr = nv_scanout_line_addr(mode, in, &len);
    if (addr < head->gpu->vram_size) {
        len = MIN(len, head->gpu->vram_size - addr);
    }
    return nv_vram_ptr(head->gpu, addr, len) &&
           memory_region_snapshot_get_dirty(head->gpu->vram.mr,
                                            snap, addr, len);
}

static bool nv_cursor_differs(const NVCursor *a, const NVCursor *b)
{
    return a->visible != b->visible || a->argb != b->argb ||
           a->blend != b->blend || a->double_scan != b->double_scan ||
           a->mask != b->mask || a->x != b->x || a->y != b->y ||
           a->width != b->width || a->lines != b->lines;
}

/*
 * Update the console, run of lines by run of lines.  Lines with an overlay are
 * always drawn: its pixels change with each of its frames.
 */
static void nv_scanout_draw(NVHead *head, const NVScanoutMode *mode,
                            const NVCursor *cursor, bool cursor_changed,
                            bool everything)
{
    DirtyBitmapSnapshot *snap = nv_scanout_snapshot(head, mode);
    bool shared = !surface_is_allocated(qemu_console_surface(head->con));
    unsigned first = 0;

    for (unsigned y = 0; y <= mode->height; y++) {
        bool changed = y < mode->height &&
            (everything || nv_scanout_line_written(head, snap, mode, y) ||
             nv_overlay_covers(&head->overlay, y) ||
             (cursor_changed && (nv_cursor_covers(cursor, y) ||
                                 nv_cursor_covers(&head->cursor, y))));

        if (changed) {
            if (!shared) {
                nv_scanout_draw_line(head, mode, cursor, y);
            }
            continue;
        }
        if (y > first) {
            qemu_console_update(head->con, 0, first, mode->width, y - first);
        }
        first = y + 1;
    }
    g_free(snap);
}

static void nv_scanout_draw_blank(NVHead *head, const NVScanoutMode *mode)
{
    DisplaySurface *surface;

    qemu_console_resize(head->con, mode->width, mode->height);
    surface = qemu_console_surface(head->con);
    memset(surface_data(surface), 0,
           (size_t)surface_stride(surface) * surface_height(surface));
    qemu_console_update_full(head->con);
}

static void nv_scanout_show_native(NVHead *head, const NVScanoutMode *mode)
{
    bool everything = head->redraw ||
                      memcmp(mode, &head->mode, sizeof(*mode));
    bool cursor_changed;
    NVOverlay overlay;
    NVCursor cursor;

    if (everything) {
        trace_nv_scanout_mode(head->index, mode->width, mode->height,
                              mode->bpp, mode->base, mode->pitch,
                              mode->blank);
    }
    head->mode = *mode;
    head->redraw = false;
    if (mode->blank) {
        if (everything) {
            nv_scanout_draw_blank(head, mode);
        }
        return;
    }
    nv_scanout_decode_overlay(head, &overlay);
    everything |= !!memcmp(&overlay, &head->overlay, sizeof(overlay));
    everything |= nv_scanout_update_lut(head, mode);
    head->overlay = overlay;
    cursor_changed = nv_scanout_decode_cursor(head, &cursor);
    cursor_changed |= nv_cursor_differs(&cursor, &head->cursor);
    everything |= nv_scanout_set_surface(
        head, mode, nv_scanout_can_share(head, mode, &cursor));
    nv_scanout_draw(head, mode, &cursor, cursor_changed, everything);
    head->cursor = cursor;
}

/* VGA's own blanking assumes a screen of its last size. */
static void nv_scanout_leave_native(NVGPU *gpu)
{
    VGACommonState *vga = &gpu->display->vga;

    vga->hw_ops->invalidate(vga);
    vga->graphic_mode = -1;
    if (vga->last_scr_width && vga->last_scr_height) {
        qemu_console_resize(gpu->display->con, vga->last_scr_width,
                            vga->last_scr_height);
    }
}

/* The VGA core hasn't drawn anything, not even black, since its reset. */
static bool nv_scanout_vga_is_idle(const VGACommonState *vga)
{
    return !vga->last_scr_width;
}

/* Keep QEMU's own message that there is no picture yet. */
static void nv_scanout_blank_vga(NVHead *head)
{
    DisplaySurface *surface = qemu_console_surface(head->gpu->display->con);
    const NVScanoutMode same = {
        .width = surface_width(surface),
        .height = surface_height(surface),
    };

    if (!surface_is_placeholder(surface)) {
        nv_scanout_draw_blank(head, &same);
    }
}

/* VGA modes belong to the first head; the second is black meanwhile. */
static void nv_scanout_show_vga(NVHead *head, const NVScanoutMode *mode)
{
    NVGPU *gpu = head->gpu;
    VGACommonState *vga = &gpu->display->vga;
    bool first = head->vga == vga;

    if (head->mode.native) {
        nv_scanout_leave_native(gpu);
        head->mode = *mode;
    }
    if (first) {
        vga->hw_ops->gfx_update(vga);
    }
    if (head->redraw && (!first || nv_scanout_vga_is_idle(vga))) {
        nv_scanout_blank_vga(head);
    }
    head->redraw = false;
}

/* --- Monitor ---------------------------------------------------------- */

/* The head that the monitor shows; on a change it is redrawn as a whole. */
static NVHead *nv_scanout_head(NVGPU *gpu)
{
    NVHead *head = nv_scanout_source(gpu)->head(gpu);

    if (head != gpu->display->shown) {
        head->mode = gpu->display->shown->mode;
        head->redraw = true;
        gpu->display->shown = head;
    }
    return head;
}

static NVGfxUpdated nv_scanout_update(void *opaque)
{
    NVHead *head = nv_scanout_head(opaque);
    NVScanoutMode mode;

    nv_scanout_decode(head, &mode);
    if (mode.native) {
        nv_scanout_show_native(head, &mode);
    } else {
        nv_scanout_show_vga(head, &mode);
    }
    return NV_GFX_UPDATED;
}

static void nv_scanout_invalidate(void *opaque)
{
    NVGPU *gpu = opaque;
    VGACommonState *vga = &gpu->display->vga;

    gpu->display->shown->redraw = true;
    vga->hw_ops->invalidate(vga);
}

/* The rows of characters that VGA's CRTC has */
static unsigned nv_scanout_text_rows(const VGACommonState *vga)
{
    unsigned over = vga->cr[VGA_CRTC_OVERFLOW];
    unsigned last = vga->cr[VGA_CRTC_V_DISP_END] | (over & 0x02) << 7 |
                    (over & 0x40) << 3;

    return (last + 1) / ((vga->cr[VGA_CRTC_MAX_SCAN] & 0x1f) + 1);
}

/* QEMU's VGA core aborts if it has to make the console as small as no rows. */
static void nv_scanout_text_update(void *opaque, uint32_t *chardata)
{
    NVGPU *gpu = opaque;
    VGACommonState *vga = &gpu->display->vga;

    if (nv_scanout_text_rows(vga)) {
        vga->hw_ops->text_update(vga, chardata);
    }
}

static const GraphicHwOps nv_scanout_ops = {
    .invalidate = nv_scanout_invalidate,
    .gfx_update = nv_scanout_update,
    .text_update = nv_scanout_text_update,
};

/* VGA programs poll the status: the VGA core's keeps toggling. */
static uint8_t nv_scanout_vga_status(VGACommonState *vga)
{
    NVDisplay *display = container_of(vga, NVDisplay, vga);

    if (display->head[0].cr[NV_CR_PIXEL] & 3) {
        return nv_crtc_status(&display->head[0]);
    }
    return vga->st01 ^ (ST01_V_RETRACE | ST01_DISP_ENABLE);
}

static uint8_t nv_scanout_vga2_status(VGACommonState *vga)
{
    NVDisplay *display = container_of(vga, NVDisplay, vga2);

    return nv_crtc_status(&display->head[1]);
}

void nv_scanout_realize(NVGPU *gpu)
{
    NVDisplay *display = gpu->display;

    display->vga.retrace = nv_scanout_vga_status;
    display->vga2.retrace = nv_scanout_vga2_status;
    display->shown = &display->head[0];
    display->con = qemu_graphic_console_create(DEVICE(gpu), 0, &nv_scanout_ops,
                                               gpu);
    display->vga.con = display->con;
    for (unsigned i = 0; i < NV_HEADS; i++) {
        display->head[i].con = display->con;
    }
}

void nv_scanout_exit(NVGPU *gpu)
{
    qemu_graphic_console_close(gpu->display->con);
}

/*
 * NVIDIA GPU: scanout: a picture in video memory, on the console
 *
 * If pixels have the console's format, the console's surface is that piece of
 * video memory itself; otherwise changed lines are composed (compose.c).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "compose.h"
#include "cursor.h"
#include "head.h"
#include "overlay.h"
#include "scanout.h"
#include "ui/pixel_ops.h"
#include "trace/trace-hw_nv.h"

static void nv_scanout_draw_line(NVHead *head, const NVScanoutMode *mode,
                                 const NVCursor *cursor, unsigned y)
{
    DisplaySurface *surface = qemu_console_surface(head->con);

    nv_scanout_compose_line(head, mode, cursor, y, surface_data(surface) +
                                                   y * surface_stride(surface));
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

void nv_scanout_draw_blank(NVHead *head, const NVScanoutMode *mode)
{
    DisplaySurface *surface;

    qemu_console_resize(head->con, mode->width, mode->height);
    surface = qemu_console_surface(head->con);
    memset(surface_data(surface), 0,
           (size_t)surface_stride(surface) * surface_height(surface));
    qemu_console_update_full(head->con);
}

void nv_scanout_show_native(NVHead *head, const NVScanoutMode *mode)
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

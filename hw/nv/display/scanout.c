/*
 * NVIDIA GPU: scanout: from video memory to the console
 *
 * Where the pixels are as the console wants them, the console's surface is
 * the piece of video memory itself; else lines that have changed are copied,
 * with the cursor and the gamma ramp in them.  A guest may program anything:
 * lines that don't lie in video memory are black.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/nv-gpu.h"
#include "trace/trace-hw_nv.h"
#include "ui/pixel_ops.h"

#define NV_PIXMIX_ON 3

/* --- Mode ------------------------------------------------------------- */

static unsigned nv_scanout_bpp(NVHead *head)
{
    uint32_t general = NV_HEAD_R(head, NV_PRAMDAC_GENERAL_CONTROL);

    switch (head->cr[NV_CR_PIXEL] & 3) {
    case 1:
        return 8;
    case 2:
        return FIELD_EX32(general, NV_PRAMDAC_GENERAL_CONTROL, ALT_MODE_SEL)
               ? 16 : 15;
    case 3:
        return 32;
    default:
        return 0;
    }
}

/* "The 24th bit doesn't want to stick to PCRTC_START": nv_set_crtc_base() */
static uint32_t nv_scanout_base_high(const NVHead *head)
{
    bool moved = !(head->gpu->chip->display->start_mask & BIT(24));

    return moved ? extract32(head->cr[NV_CR_HEB], 6, 1) << 24 : 0;
}

/* The start is the CRTC's where PCRTC doesn't have its own. */
static uint32_t nv_scanout_base(NVHead *head)
{
    const uint8_t *cr = head->cr;

    if (FIELD_EX32(NV_HEAD_R(head, NV_PCRTC_CONFIG), NV_PCRTC_CONFIG,
                   START_ADDRESS)) {
        return NV_HEAD_R(head, NV_PCRTC_START) | nv_scanout_base_high(head);
    }
    return (cr[VGA_CRTC_START_LO] | cr[VGA_CRTC_START_HI] << 8 |
            (cr[NV_CR_RPC0] & 0x1f) << 16) * 4;
}

static uint32_t nv_scanout_pitch(const NVHead *head)
{
    return (head->cr[VGA_CRTC_OFFSET] |
            extract32(head->cr[NV_CR_RPC0], 5, 3) << 8 |
            extract32(head->cr[NV_CR_42], 6, 1) << 11) * 8;
}

/* By the attribute controller, the sequencer, the CRTC, or without a sync */
static bool nv_scanout_is_blank(const NVHead *head)
{
    const VGACommonState *vga = head->vga;

    return !(vga->ar_index & 0x20) ||
           vga->sr[VGA_SEQ_CLOCK_MODE] & VGA_SR01_SCREEN_OFF ||
           !(head->cr[VGA_CRTC_MODE] & 0x80) ||
           head->cr[NV_CR_RPC1] & 0xc0;
}

static void nv_scanout_decode(NVHead *head, NVScanoutMode *mode)
{
    uint32_t general = NV_HEAD_R(head, NV_PRAMDAC_GENERAL_CONTROL);
    NVTimings t;

    /* Modes are compared byte by byte. */
    memset(mode, 0, sizeof(*mode));
    mode->bpp = nv_scanout_bpp(head);
    if (!mode->bpp) {
        return;
    }
    nv_crtc_timings(head, &t);
    mode->native = true;
    mode->blank = nv_scanout_is_blank(head);
    mode->double_scan = head->cr[VGA_CRTC_MAX_SCAN] & 0x80;
    mode->gamma = FIELD_EX32(general, NV_PRAMDAC_GENERAL_CONTROL, PIXMIX) ==
                  NV_PIXMIX_ON;
    mode->width = t.hdisplay;
    mode->height = t.vdisplay;
    mode->base = nv_scanout_base(head);
    mode->pitch = nv_scanout_pitch(head);
}

static unsigned nv_scanout_line_bytes(const NVScanoutMode *mode)
{
    return mode->width * DIV_ROUND_UP(mode->bpp, 8);
}

static uint64_t nv_scanout_line_addr(const NVScanoutMode *mode, unsigned y)
{
    return mode->base + (uint64_t)mode->pitch * (y >> mode->double_scan);
}

/* --- Palette ---------------------------------------------------------- */

/* The pixel mask is for indices.  Returns true if an entry has changed. */
static bool nv_scanout_update_lut(NVHead *head, const NVScanoutMode *mode)
{
    uint8_t mask = mode->bpp == 8 ? head->palette_mask : 0xff;
    bool wide = head->vga->dac_8bit;
    bool changed = false;

    for (unsigned i = 0; i < 256; i++) {
        const uint8_t *entry = &head->palette[(i & mask) * 3];
        uint32_t rgb = wide
            ? rgb_to_pixel32(entry[0], entry[1], entry[2])
            : rgb_to_pixel32(c6_to_8(entry[0]), c6_to_8(entry[1]),
                             c6_to_8(entry[2]));

        changed |= rgb != head->lut[i];
        head->lut[i] = rgb;
    }
    return changed;
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

static void nv_scanout_fetch(const NVHead *head, const NVScanoutMode *mode,
                             const uint8_t *src, uint32_t *line)
{
    switch (mode->bpp) {
    case 8:
        nv_scanout_fetch_8(head, src, line, mode->width);
        break;
    case 15:
        nv_scanout_fetch_15(src, line, mode->width);
        break;
    case 16:
        nv_scanout_fetch_16(src, line, mode->width);
        break;
    default:
        nv_scanout_fetch_32(src, line, mode->width);
        break;
    }
}

static void nv_scanout_draw_line(NVHead *head, const NVScanoutMode *mode,
                                 const NVCursor *cursor, unsigned y)
{
    DisplaySurface *surface = qemu_console_surface(head->con);
    uint32_t *line = surface_data(surface) + y * surface_stride(surface);
    const uint8_t *src = nv_vram_ptr(head->gpu,
                                     nv_scanout_line_addr(mode, y),
                                     nv_scanout_line_bytes(mode));

    if (src) {
        nv_scanout_fetch(head, mode, src, line);
    } else {
        memset(line, 0, mode->width * sizeof(*line));
    }
    if (nv_cursor_covers(cursor, y)) {
        nv_cursor_draw(head, cursor, line, mode->width, y);
    }
    /* What went through the palette as an index doesn't do it again. */
    if (mode->gamma && mode->bpp > 8) {
        nv_scanout_apply_gamma(head, line, mode->width);
    }
}

/* --- Surface ---------------------------------------------------------- */

static pixman_format_code_t nv_scanout_format(const NVScanoutMode *mode)
{
    return mode->bpp > 8 ? qemu_default_pixman_format(mode->bpp,
                                                      !HOST_BIG_ENDIAN) : 0;
}

/* Can the console show video memory itself? */
static bool nv_scanout_can_share(NVHead *head, const NVScanoutMode *mode,
                                 const NVCursor *cursor)
{
    pixman_format_code_t format = nv_scanout_format(mode);
    uint64_t size = (uint64_t)mode->pitch * (mode->height - 1) +
                    nv_scanout_line_bytes(mode);

    return format && !cursor->visible && !mode->double_scan &&
           !(mode->gamma && !nv_scanout_lut_is_identity(head)) &&
           mode->base % 4 == 0 && mode->pitch % 4 == 0 &&
           mode->pitch >= nv_scanout_line_bytes(mode) &&
           nv_vram_ptr(head->gpu, mode->base, size) &&
           dpy_gfx_check_format(head->con, format);
}

/* Returns true if the console has got a new surface. */
static bool nv_scanout_set_surface(NVHead *head, const NVScanoutMode *mode,
                                   bool share)
{
    DisplaySurface *surface = qemu_console_surface(head->con);
    uint8_t *vram = head->gpu->display.vga.vram_ptr;

    if (!share) {
        qemu_console_resize(head->con, mode->width, mode->height);
        return qemu_console_surface(head->con) != surface;
    }
    if (!surface_is_allocated(surface) &&
        surface_data(surface) == (void *)(vram + mode->base) &&
        surface_format(surface) == nv_scanout_format(mode) &&
        surface_stride(surface) == mode->pitch &&
        surface_width(surface) == mode->width &&
        surface_height(surface) == mode->height) {
        return false;
    }
    surface = qemu_create_displaysurface_from(mode->width, mode->height,
                                              nv_scanout_format(mode),
                                              mode->pitch,
                                              vram + mode->base);
    dpy_gfx_replace_surface(head->con, surface);
    return true;
}

/* --- Updates ---------------------------------------------------------- */

/* The pages of a frame that have been written since the last time */
static DirtyBitmapSnapshot *nv_scanout_snapshot(NVHead *head,
                                                const NVScanoutMode *mode)
{
    uint64_t end = nv_scanout_line_addr(mode, mode->height - 1) +
                   nv_scanout_line_bytes(mode);

    end = MIN(end, head->gpu->vram_size);
    if (mode->base >= end) {
        return NULL;
    }
    return memory_region_snapshot_and_clear_dirty(
        &head->gpu->display.vga.vram, mode->base, end - mode->base,
        DIRTY_MEMORY_VGA);
}

static bool nv_scanout_line_written(NVHead *head, DirtyBitmapSnapshot *snap,
                                    const NVScanoutMode *mode, unsigned y)
{
    uint64_t addr = nv_scanout_line_addr(mode, y);
    unsigned bytes = nv_scanout_line_bytes(mode);

    return snap && nv_vram_ptr(head->gpu, addr, bytes) &&
           memory_region_snapshot_get_dirty(&head->gpu->display.vga.vram,
                                            snap, addr, bytes);
}

static bool nv_cursor_differs(const NVCursor *a, const NVCursor *b)
{
    return a->visible != b->visible || a->argb != b->argb ||
           a->blend != b->blend || a->double_scan != b->double_scan ||
           a->x != b->x || a->y != b->y || a->width != b->width ||
           a->lines != b->lines;
}

/* Brings the console's picture up to date, with runs of lines. */
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
             (cursor_changed && (nv_cursor_covers(cursor, y) ||
                                 nv_cursor_covers(&head->cursor, y))));

        if (changed) {
            if (!shared) {
                nv_scanout_draw_line(head, mode, cursor, y);
            }
            continue;
        }
        if (y > first) {
            dpy_gfx_update(head->con, 0, first, mode->width, y - first);
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
    dpy_gfx_update_full(head->con);
}

static void nv_scanout_show_native(NVHead *head, const NVScanoutMode *mode)
{
    bool everything = head->redraw ||
                      memcmp(mode, &head->mode, sizeof(*mode));
    bool cursor_changed;
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
    everything |= nv_scanout_update_lut(head, mode);
    cursor_changed = nv_cursor_update(head, &cursor);
    cursor_changed |= nv_cursor_differs(&cursor, &head->cursor);
    everything |= nv_scanout_set_surface(
        head, mode, nv_scanout_can_share(head, mode, &cursor));
    nv_scanout_draw(head, mode, &cursor, cursor_changed, everything);
    head->cursor = cursor;
}

/* VGA's own blanking draws a screen as large as its last one. */
static void nv_scanout_leave_native(NVGPU *gpu)
{
    VGACommonState *vga = &gpu->display.vga;

    vga->hw_ops->invalidate(vga);
    vga->graphic_mode = -1;
    if (vga->last_scr_width && vga->last_scr_height) {
        qemu_console_resize(gpu->display.con, vga->last_scr_width,
                            vga->last_scr_height);
    }
}

/* VGA's modes are those of the first head; in them the second shows nothing. */
static void nv_scanout_show_vga(NVHead *head, const NVScanoutMode *mode)
{
    NVGPU *gpu = head->gpu;
    VGACommonState *vga = &gpu->display.vga;

    if (head->mode.native) {
        nv_scanout_leave_native(gpu);
        head->mode = *mode;
    }
    if (head->vga == vga) {
        vga->hw_ops->gfx_update(vga);
    } else if (head->redraw) {
        DisplaySurface *surface = qemu_console_surface(gpu->display.con);
        const NVScanoutMode same = {
            .width = surface_width(surface),
            .height = surface_height(surface),
        };

        nv_scanout_draw_blank(head, &same);
        head->redraw = false;
    }
}

/* --- Monitor ---------------------------------------------------------- */

static NVHead *nv_scanout_selected(NVGPU *gpu)
{
    bool second = gpu->chip->display->dac_selects_head &&
                  FIELD_EX32(NV_R(gpu, NV_PRAMDAC_DACCLK),
                             NV_PRAMDAC_DACCLK, HEAD);

    return &gpu->display.head[second];
}

/* The head that the monitor shows; another one begins with what is there. */
static NVHead *nv_scanout_head(NVGPU *gpu)
{
    NVHead *head = nv_scanout_selected(gpu);

    if (head != gpu->display.shown) {
        head->mode = gpu->display.shown->mode;
        head->redraw = true;
        gpu->display.shown = head;
    }
    return head;
}

static void nv_scanout_update(void *opaque)
{
    NVHead *head = nv_scanout_head(opaque);
    NVScanoutMode mode;

    nv_scanout_decode(head, &mode);
    if (mode.native) {
        nv_scanout_show_native(head, &mode);
    } else {
        nv_scanout_show_vga(head, &mode);
    }
}

static void nv_scanout_invalidate(void *opaque)
{
    NVGPU *gpu = opaque;
    VGACommonState *vga = &gpu->display.vga;

    gpu->display.shown->redraw = true;
    vga->hw_ops->invalidate(vga);
}

static void nv_scanout_text_update(void *opaque, console_ch_t *chardata)
{
    NVGPU *gpu = opaque;
    VGACommonState *vga = &gpu->display.vga;

    vga->hw_ops->text_update(vga, chardata);
}

static const GraphicHwOps nv_scanout_ops = {
    .invalidate = nv_scanout_invalidate,
    .gfx_update = nv_scanout_update,
    .text_update = nv_scanout_text_update,
};

/* VGA programs poll the status: what the VGA core says keeps them going. */
static uint8_t nv_scanout_vga_status(VGACommonState *vga)
{
    NVGPU *gpu = container_of(vga, NVGPU, display.vga);

    if (gpu->display.head[0].cr[NV_CR_PIXEL] & 3) {
        return nv_crtc_status(&gpu->display.head[0]);
    }
    return vga->st01 ^ (ST01_V_RETRACE | ST01_DISP_ENABLE);
}

static uint8_t nv_scanout_vga2_status(VGACommonState *vga)
{
    NVGPU *gpu = container_of(vga, NVGPU, display.vga2);

    return nv_crtc_status(&gpu->display.head[1]);
}

void nv_scanout_realize(NVGPU *gpu)
{
    NVDisplay *display = &gpu->display;

    display->vga.retrace = nv_scanout_vga_status;
    display->vga2.retrace = nv_scanout_vga2_status;
    display->shown = &display->head[0];
    display->con = graphic_console_init(DEVICE(gpu), 0, &nv_scanout_ops, gpu);
    display->vga.con = display->con;
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        display->head[i].con = display->con;
    }
}

void nv_scanout_exit(NVGPU *gpu)
{
    graphic_console_close(gpu->display.con);
}

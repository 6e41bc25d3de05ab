/*
 * NVIDIA GPU: what PDISPLAY's heads show, NV50+
 *
 * Source: nouveau's class headers (cl507c.h, cl507d.h, cl827d.h); the register
 * database (display/nv_evo.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "head.h"
#include "memory.h"
#include "state.h"
#include "hw/nv/display/cursor.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/overlay.h"
#include "hw/nv/display/raster.h"
#include "hw/nv/display/scanout.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"
#include "ui/pixel_ops.h"

/* Larger modes are cropped, whatever a guest programs. */
#define NV_EVO_MAX_PIXELS 4096

/* A word of a head's armed state in the core channel */
#define NV_EVO_ARMED(_head, _mthd) \
    nv_evo_arm((_head)->gpu, nv_evo_head_mthd((_head)->gpu, (_head)->index, \
                                              NV_EVO_W_ ## _mthd))

static const NVEvoLayout *nv_evo_layout(const NVHead *head)
{
    return head->gpu->chip->display->evo->layout;
}

static const NVEvoDma *nv_evo_base_of(const NVHead *head)
{
    return &head->gpu->display->evo.dma[nv_evo_base(head->index)];
}

/* --- Surface ---------------------------------------------------------- */

typedef struct NVEvoSurface {
    unsigned chid;
    uint32_t handle;
    const uint32_t *fb;
} NVEvoSurface;

/* The base channel's surface, or else the core channel's */
static void nv_evo_surface(NVHead *head, NVEvoSurface *surface)
{
    const NVEvoDma *core = &head->gpu->display->evo.dma[NV_EVO_CORE];
    const NVEvoDma *base = nv_evo_base_of(head);
    uint32_t handle = base->arm[NV_EVO_BASE_DMA_ISO / 4];

    if (handle) {
        *surface = (NVEvoSurface) {
            nv_evo_base(head->index), handle,
            &base->arm[nv_evo_layout(head)->image / 4],
        };
    } else {
        *surface = (NVEvoSurface) {
            NV_EVO_CORE, NV_EVO_ARMED(head, DMA_ISO),
            &core->arm[nv_evo_head_mthd(head->gpu, head->index,
                                        NV_EVO_W_FB) / 4],
        };
    }
}

/* Returns false for formats that can't be shown. */
static bool nv_evo_decode_format(uint32_t params, NVScanoutMode *mode)
{
    switch (FIELD_EX32(params, NV_EVO_FB_PARAMS, FORMAT)) {
    case NV_EVO_FORMAT_I8:
        mode->bpp = 8;
        return true;
    case NV_EVO_FORMAT_A1R5G5B5:
        mode->bpp = 15;
        return true;
    case NV_EVO_FORMAT_R5G6B5:
        mode->bpp = 16;
        return true;
    case NV_EVO_FORMAT_A8R8G8B8:
        mode->bpp = 32;
        return true;
    case NV_EVO_FORMAT_A8B8G8R8:
        mode->bpp = 32;
        mode->order = NV_PIXELS_BGR;
        return true;
    case NV_EVO_FORMAT_A2B10G10R10:
        mode->bpp = 32;
        mode->order = NV_PIXELS_BGR10;
        return true;
    case NV_EVO_FORMAT_A2R10G10B10:
        mode->bpp = 32;
        mode->order = NV_PIXELS_RGB10;
        return true;
    default:
        return false;
    }
}

/* Returns false if the surface isn't in video memory. */
static bool nv_evo_locate_surface(NVHead *head, const NVEvoSurface *surface,
                                  NVScanoutMode *mode)
{
    const NVEvoLayout *layout = nv_evo_layout(head);
    uint64_t offset = (uint64_t)surface->fb[NV_EVO_FB_OFFSET / 4] << 8;
    uint32_t storage = surface->fb[NV_EVO_FB_STORAGE / 4];
    unsigned pitch = extract32(storage, R_NV_EVO_FB_STORAGE_PITCH_SHIFT,
                               layout->pitch_bits);

    if (!surface->handle ||
        !nv_evo_vram(head->gpu, surface->chid, surface->handle, offset,
                     &mode->base)) {
        return false;
    }
    if (storage & layout->linear) {
        mode->pitch = pitch * 256;
    } else {
        mode->pitch = pitch * NV_GOB_WIDTH;
        mode->block_lines =
            layout->gob_lines <<
            MIN(FIELD_EX32(storage, NV_EVO_FB_STORAGE, BLOCK_HEIGHT), 5);
    }
    return true;
}

/* --- Viewport --------------------------------------------------------- */

static int nv_evo_adjust(uint32_t adjust, unsigned shift)
{
    return (int16_t)extract32(adjust, shift, 16);
}

/* A picture smaller than the raster is centred. */
static void nv_evo_decode_view(NVHead *head, NVScanoutMode *mode)
{
    uint32_t in = NV_EVO_ARMED(head, VIEWPORT_SIZE_IN);
    uint32_t out = NV_EVO_ARMED(head, VIEWPORT_SIZE_OUT);
    uint32_t adjust = NV_EVO_ARMED(head, VIEWPORT_POINT_OUT_ADJUST);
    uint32_t point = NV_EVO_ARMED(head, VIEWPORT_POINT_IN);
    NVScanoutView *view = &mode->view;

    mode->left = FIELD_EX32(point, NV_EVO_PAIR, X);
    mode->top = FIELD_EX32(point, NV_EVO_PAIR, Y);
    view->in_width = FIELD_EX32(in, NV_EVO_PAIR, X);
    view->in_height = FIELD_EX32(in, NV_EVO_PAIR, Y);
    view->width = FIELD_EX32(out, NV_EVO_PAIR, X);
    view->height = FIELD_EX32(out, NV_EVO_PAIR, Y);
    view->x = ((int)mode->width - (int)view->width) / 2 +
              nv_evo_adjust(adjust, 0);
    view->y = ((int)mode->height - (int)view->height) / 2 +
              nv_evo_adjust(adjust, 16);
    mode->scaled = view->x || view->y ||
                   view->width != mode->width ||
                   view->height != mode->height ||
                   view->in_width != mode->width ||
                   view->in_height != mode->height;
    mode->blank |= !view->in_width || !view->in_height || !view->width ||
                   !view->height || view->in_width > NV_EVO_MAX_PIXELS ||
                   view->in_height > NV_EVO_MAX_PIXELS;
}

/* --- Mode ------------------------------------------------------------- */

static void nv_evo_scanout_decode(NVHead *head, NVScanoutMode *mode)
{
    NVGPU *gpu = head->gpu;
    NVEvoSurface surface;
    NVTimings t;

    if (!gpu->display->evo.owned &&
        !nv_evo_head_runs(gpu, head->index)) {
        return;
    }
    mode->native = true;
    if (!nv_evo_head_timings(gpu, head->index, &t)) {
        mode->blank = true;
        mode->width = 640;
        mode->height = 480;
        return;
    }
    mode->width = MIN(t.hdisplay, NV_EVO_MAX_PIXELS);
    mode->height = MIN(t.vdisplay, NV_EVO_MAX_PIXELS);
    nv_evo_surface(head, &surface);
    mode->blank =
        !nv_evo_decode_format(surface.fb[NV_EVO_FB_PARAMS / 4], mode) ||
        !nv_evo_locate_surface(head, &surface, mode);
    mode->gamma = gpu->chip->display->evo->lut(head, NULL);
    nv_evo_decode_view(head, mode);
}

/* --- LUT -------------------------------------------------------------- */

static void nv_evo_scanout_lut(NVHead *head, const NVScanoutMode *mode,
                               uint32_t *lut)
{
    if (!head->gpu->chip->display->evo->lut(head, lut)) {
        for (unsigned i = 0; i < 256; i++) {
            lut[i] = rgb_to_pixel32(i, i, i);
        }
    }
}

/* --- Cursor ----------------------------------------------------------- */

static int nv_evo_hot_spot(const NVHead *head, uint32_t ctrl, unsigned shift)
{
    return extract32(ctrl, shift, nv_evo_layout(head)->hot_spot_bits);
}

static void nv_evo_scanout_cursor(NVHead *head, NVCursor *cursor)
{
    NVGPU *gpu = head->gpu;
    const NVEvoPio *pio = &gpu->display->evo.pio[NV_EVO_CURSOR -
                                                NV_EVO_DMA_CHANNELS +
                                                head->index];
    uint32_t ctrl = NV_EVO_ARMED(head, CTRL_CURSOR);
    uint64_t offset = (uint64_t)NV_EVO_ARMED(head, OFFSET_CURSOR) << 8;
    uint32_t handle = gpu->chip->display->evo->dma_cursor
        ? NV_EVO_ARMED(head, DMA_CURSOR) : NV_EVO_ARMED(head, DMA_ISO);
    unsigned composition = FIELD_EX32(ctrl, NV_EVO_CTRL_CURSOR, COMPOSITION);

    cursor->visible = FIELD_EX32(ctrl, NV_EVO_CTRL_CURSOR, ENABLED) &&
        nv_evo_vram(gpu, NV_EVO_CORE, handle, offset, &cursor->addr);
    cursor->vram = true;
    cursor->argb = FIELD_EX32(ctrl, NV_EVO_CTRL_CURSOR, FORMAT_A8R8G8B8);
    cursor->blend = composition == NV_EVO_CURSOR_ALPHA_BLEND;
    cursor->mask = composition != NV_EVO_CURSOR_XOR;
    cursor->width = 32 << extract32(ctrl, R_NV_EVO_CTRL_CURSOR_SIZE_SHIFT,
                                    nv_evo_layout(head)->cursor_bits);
    cursor->lines = cursor->width;
    cursor->x = (int16_t)FIELD_EX32(pio->arm, NV_EVO_USER_POINT_OUT, X) -
                nv_evo_hot_spot(head, ctrl,
                                R_NV_EVO_CTRL_CURSOR_HOT_SPOT_X_SHIFT);
    cursor->y = (int16_t)FIELD_EX32(pio->arm, NV_EVO_USER_POINT_OUT, Y) -
                nv_evo_hot_spot(head, ctrl,
                                R_NV_EVO_CTRL_CURSOR_HOT_SPOT_Y_SHIFT);
}

/* --- Overlay ---------------------------------------------------------- */

static bool nv_evo_overlay_format(uint32_t params, NVOverlay *ov)
{
    switch (FIELD_EX32(params, NV_EVO_FB_PARAMS, FORMAT)) {
    case NV_EVO_FORMAT_VE8YO8UE8YE8:
        ov->format = NV_OVERLAY_YUYV;
        return true;
    case NV_EVO_FORMAT_YO8VE8YE8UE8:
        ov->format = NV_OVERLAY_UYVY;
        return true;
    case NV_EVO_FORMAT_A8R8G8B8:
        ov->format = NV_OVERLAY_X8R8G8B8;
        return true;
    case NV_EVO_FORMAT_A1R5G5B5:
        ov->format = NV_OVERLAY_X1R5G5B5;
        return true;
    case NV_EVO_FORMAT_A2B10G10R10:
        ov->format = NV_OVERLAY_X2B10G10R10;
        return true;
    case NV_EVO_FORMAT_A2R10G10B10:
        ov->format = NV_OVERLAY_X2R10G10B10;
        return true;
    default:
        return false;
    }
}

static void nv_evo_overlay_key(const uint32_t *arm, uint16_t key_mask,
                               NVOverlay *ov)
{
    static const NVOverlayKey keys[] = {
        [NV_EVO_SOURCE_COLOR_VALUE_KEYING] = NV_OVERLAY_KEY_OWN,
        [NV_EVO_DESTINATION_COLOR_VALUE_KEYING] = NV_OVERLAY_KEY_UNDER,
    };
    unsigned mode = FIELD_EX32(arm[NV_EVO_OVERLAY_COMPOSITION / 4],
                               NV_EVO_COMPOSITION, MODE);

    ov->key = mode < ARRAY_SIZE(keys) ? keys[mode] : NV_OVERLAY_KEY_NONE;
    ov->key_color = arm[NV_EVO_OVERLAY_KEY_COLOR / 4];
    ov->key_mask = arm[key_mask / 4];
}

/* Only the width is scaled. */
static void nv_evo_scanout_overlay(NVHead *head, NVOverlay *ov)
{
    NVEvo *evo = &head->gpu->display->evo;
    unsigned chid = nv_evo_overlay(head->index);
    const uint32_t *arm = evo->dma[chid].arm;
    const uint32_t *fb = &arm[nv_evo_layout(head)->image / 4];
    uint32_t pos = evo->pio[NV_EVO_OVPOS - NV_EVO_DMA_CHANNELS +
                            head->index].arm;
    uint32_t in = arm[NV_EVO_OVERLAY_POINT_IN / 4];
    uint32_t size = arm[NV_EVO_OVERLAY_SIZE_IN / 4];
    const NVEvoSurface surface = { chid, arm[NV_EVO_BASE_DMA_ISO / 4], fb };
    NVScanoutMode place = { };

    if (!nv_evo_overlay_format(fb[NV_EVO_FB_PARAMS / 4], ov) ||
        !nv_evo_locate_surface(head, &surface, &place)) {
        return;
    }
    ov->visible = true;
    ov->base = place.base;
    ov->limit = UINT64_MAX;
    ov->pitch = place.pitch;
    ov->block_lines = place.block_lines;
    ov->x = (int16_t)FIELD_EX32(pos, NV_EVO_USER_POINT_OUT, X);
    ov->y = (int16_t)FIELD_EX32(pos, NV_EVO_USER_POINT_OUT, Y);
    ov->left = FIELD_EX32(in, NV_EVO_PAIR, X);
    ov->top = FIELD_EX32(in, NV_EVO_PAIR, Y);
    ov->in_width = FIELD_EX32(size, NV_EVO_PAIR, X);
    ov->in_height = FIELD_EX32(size, NV_EVO_PAIR, Y);
    ov->width = FIELD_EX32(arm[NV_EVO_OVERLAY_SIZE_OUT / 4], NV_EVO_PAIR, X);
    ov->height = ov->in_height;
    if (ov->width) {
        ov->ds = DIV_ROUND_UP((uint64_t)ov->in_width << NV_OVERLAY_FRACTION,
                              ov->width);
    }
    ov->dt = 1ull << NV_OVERLAY_FRACTION;
    ov->bt709 = FIELD_EX32(fb[NV_EVO_FB_PARAMS / 4], NV_EVO_FB_PARAMS,
                           COLOR_SPACE) == NV_EVO_YUV_709;
    ov->contrast = ov->cosine = NV_OVERLAY_ONE;
    nv_evo_overlay_key(arm, nv_evo_layout(head)->key_mask, ov);
}

/* --- Monitor ---------------------------------------------------------- */

/* The console shows the first enabled output: DACs come first. */
static NVHead *nv_evo_scanout_head(NVGPU *gpu)
{
    uint16_t mthd;

    for (unsigned i = 0; (mthd = nv_evo_or_mthd(gpu, i)); i++) {
        unsigned owner = nv_evo_owner(gpu, nv_evo_arm(gpu, mthd));

        if (owner) {
            return &gpu->display->head[ctz32(owner)];
        }
    }
    return &gpu->display->head[0];
}

const NVScanoutSource nv_evo_scanout = {
    .head = nv_evo_scanout_head,
    .decode = nv_evo_scanout_decode,
    .lut = nv_evo_scanout_lut,
    .cursor = nv_evo_scanout_cursor,
    .overlay = nv_evo_scanout_overlay,
};

/*
 * NVIDIA GPU: PVIDEO: the video overlay
 *
 * There is one, for the head that FSEL_OVERLAY names.  From NV10 on it has two
 * buffers, of which the driver programs one while the other is shown; NV04's
 * registers are PRAMDAC's.
 *
 * Sources: nouveau's dispnv04/overlay.c, xf86-video-nv's nv_video.c, the
 * register database (display/nv10_pvideo.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "crtc.h"
#include "pvideo.h"
#include "hw/nv/bus.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/overlay.h"
#include "hw/nv/display/raster.h"
#include "hw/nv/display/state.h"

#define NV_PVIDEO_BUFFERS \
    (R_NV_PVIDEO_BUFFER_0_MASK | R_NV_PVIDEO_BUFFER_1_MASK)

/* --- Buffers ---------------------------------------------------------- */

static NVHead *nv_pvideo_head(NVGPU *gpu)
{
    for (unsigned i = 1; i < nv_head_count(gpu); i++) {
        NVHead *head = &gpu->display->head[i];

        if (FIELD_EX32(NV_HEAD_R(head, NV_PCRTC_ENGINE_CTRL),
                       NV_PCRTC_ENGINE_CTRL, FSEL_OVERLAY)) {
            return head;
        }
    }
    return &gpu->display->head[0];
}

static void nv_pvideo_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PVIDEO_MASK,
                    NV_R(gpu, NV_PVIDEO_INTR) &
                    NV_R(gpu, NV_PVIDEO_INTR_EN));
}

/* A pending buffer is shown from the next vertical blank on. */
static void nv_pvideo_retime(NVGPU *gpu)
{
    NVPVideo *pvideo = &gpu->display->pvideo;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    NVTimings t;

    if (!(NV_R(gpu, NV_PVIDEO_BUFFER) & NV_PVIDEO_BUFFERS)) {
        timer_del(pvideo->flip);
        return;
    }
    nv_crtc_timings(nv_pvideo_head(gpu), &t);
    timer_mod(pvideo->flip, nv_raster_last_vblank(&t, now) + t.period);
}

/* The buffer that was shown before is done. */
static void nv_pvideo_flip(void *opaque)
{
    NVGPU *gpu = opaque;
    NVPVideo *pvideo = &gpu->display->pvideo;
    uint32_t next = NV_R(gpu, NV_PVIDEO_BUFFER) & R_NV_PVIDEO_BUFFER_0_MASK
                    ? R_NV_PVIDEO_BUFFER_0_MASK : R_NV_PVIDEO_BUFFER_1_MASK;

    if (pvideo->shown != next) {
        NV_R(gpu, NV_PVIDEO_INTR) |= pvideo->shown;
    }
    pvideo->shown = next;
    NV_R(gpu, NV_PVIDEO_BUFFER) &= ~next;
    nv_pvideo_update_intr(gpu);
    nv_pvideo_retime(gpu);
}

/* --- Pictures --------------------------------------------------------- */

static void nv_pvideo_colors(NVGPU *gpu, unsigned i, NVOverlay *ov)
{
    uint32_t format = gpu->regs[R_NV_PVIDEO_FORMAT + i];
    uint32_t luma = gpu->regs[R_NV_PVIDEO_LUMINANCE + i];
    uint32_t chroma = gpu->regs[R_NV_PVIDEO_CHROMINANCE + i];

    ov->bt709 = FIELD_EX32(format, NV_PVIDEO_FORMAT, MATRIX_ITURBT709);
    ov->contrast = FIELD_EX32(luma, NV_PVIDEO_LUMINANCE, CONTRAST);
    ov->cosine = (int16_t)FIELD_EX32(chroma, NV_PVIDEO_CHROMINANCE,
                                     SAT_COS_HUE);
    ov->sine = (int16_t)FIELD_EX32(chroma, NV_PVIDEO_CHROMINANCE,
                                   SAT_SIN_HUE);
    for (unsigned c = 0; c < ARRAY_SIZE(ov->adjust); c++) {
        /* 512, the most that drivers write, is half of a component's range */
        ov->adjust[c] = (int16_t)FIELD_EX32(luma, NV_PVIDEO_LUMINANCE,
                                            BRIGHTNESS) / 4;
    }
    if (FIELD_EX32(format, NV_PVIDEO_FORMAT, DISPLAY_COLOR_KEY)) {
        ov->key = NV_OVERLAY_KEY_UNDER;
        ov->key_color = NV_R(gpu, NV_PVIDEO_COLOR_KEY);
        ov->key_mask = 0xffffff;
    }
}

/* What cards before NV17 have, too */
void nv10_pvideo_overlay(NVHead *head, NVOverlay *ov)
{
    NVGPU *gpu = head->gpu;
    unsigned i = gpu->display->pvideo.shown == R_NV_PVIDEO_BUFFER_1_MASK;
    uint32_t format = gpu->regs[R_NV_PVIDEO_FORMAT + i];
    uint32_t in = gpu->regs[R_NV_PVIDEO_SIZE_IN + i];
    uint32_t point = gpu->regs[R_NV_PVIDEO_POINT_IN + i];
    uint32_t out = gpu->regs[R_NV_PVIDEO_SIZE_OUT + i];
    uint32_t pos = gpu->regs[R_NV_PVIDEO_POINT_OUT + i];
    bool yuyv = FIELD_EX32(format, NV_PVIDEO_FORMAT, COLOR_LE_CR8YB8CB8YA8);

    ov->visible = gpu->display->pvideo.shown &&
                  !FIELD_EX32(NV_R(gpu, NV_PVIDEO_STOP), NV_PVIDEO_STOP,
                              OVERLAY) &&
                  head == nv_pvideo_head(gpu);
    ov->format = yuyv ? NV_OVERLAY_YUYV : NV_OVERLAY_UYVY;
    ov->base = (uint64_t)gpu->regs[R_NV_PVIDEO_BASE + i] +
               gpu->regs[R_NV_PVIDEO_OFFSET_BUFF + i];
    ov->limit = gpu->regs[R_NV_PVIDEO_LIMIT + i];
    ov->pitch = FIELD_EX32(format, NV_PVIDEO_FORMAT, PITCH) &
                ~R_NV_PVIDEO_FORMAT_PLANAR_MASK;
    ov->in_width = FIELD_EX32(in, NV_PVIDEO_PAIR, X);
    ov->in_height = FIELD_EX32(in, NV_PVIDEO_PAIR, Y);
    ov->width = FIELD_EX32(out, NV_PVIDEO_PAIR, X);
    ov->height = FIELD_EX32(out, NV_PVIDEO_PAIR, Y);
    ov->x = (int16_t)FIELD_EX32(pos, NV_PVIDEO_PAIR, X);
    ov->y = (int16_t)FIELD_EX32(pos, NV_PVIDEO_PAIR, Y);
    /* With 4 fractional bits; the steps have 20. */
    ov->s = (uint64_t)FIELD_EX32(point, NV_PVIDEO_PAIR, X) <<
            (NV_OVERLAY_FRACTION - 4);
    ov->t = (uint64_t)FIELD_EX32(point, NV_PVIDEO_PAIR, Y) <<
            (NV_OVERLAY_FRACTION - 4);
    ov->ds = (uint64_t)gpu->regs[R_NV_PVIDEO_DS_DX + i] <<
             (NV_OVERLAY_FRACTION - 20);
    ov->dt = (uint64_t)gpu->regs[R_NV_PVIDEO_DT_DY + i] <<
             (NV_OVERLAY_FRACTION - 20);
    nv_pvideo_colors(gpu, i, ov);
}

void nv17_pvideo_overlay(NVHead *head, NVOverlay *ov)
{
    NVGPU *gpu = head->gpu;
    unsigned i = gpu->display->pvideo.shown == R_NV_PVIDEO_BUFFER_1_MASK;

    nv10_pvideo_overlay(head, ov);
    if (FIELD_EX32(gpu->regs[R_NV_PVIDEO_FORMAT + i], NV_PVIDEO_FORMAT,
                   PLANAR)) {
        ov->format = ov->format == NV_OVERLAY_YUYV ? NV_OVERLAY_NV12
                                                   : NV_OVERLAY_NV21;
        ov->uv_base = (uint64_t)gpu->regs[R_NV_PVIDEO_UVPLANE_BASE + i] +
                      gpu->regs[R_NV_PVIDEO_UVPLANE_OFFSET_BUFF + i];
        ov->uv_limit = gpu->regs[R_NV_PVIDEO_UVPLANE_LIMIT + i];
    }
}

/*
 * The offsets of BT.601's matrix are 0x69, 0x3e and 0x89, in units of 2:
 * green's is added, those of red and blue are subtracted.
 */
void nv04_pvideo_overlay(NVHead *head, NVOverlay *ov)
{
    NVGPU *gpu = head->gpu;
    uint32_t overlay = NV_R(gpu, NV04_PVIDEO_OVERLAY);
    uint32_t start = NV_R(gpu, NV04_PVIDEO_WINDOW_START);
    uint32_t size = NV_R(gpu, NV04_PVIDEO_WINDOW_SIZE);
    uint32_t step = NV_R(gpu, NV04_PVIDEO_STEP_SIZE);
    int red = NV_R(gpu, NV04_PVIDEO_RED_CSC_OFFSET) & 0xff;
    int green = NV_R(gpu, NV04_PVIDEO_GREEN_CSC_OFFSET) & 0xff;
    int blue = NV_R(gpu, NV04_PVIDEO_BLUE_CSC_OFFSET) & 0xff;

    ov->visible = FIELD_EX32(overlay, NV04_PVIDEO_OVERLAY, ENABLE);
    ov->format = FIELD_EX32(overlay, NV04_PVIDEO_OVERLAY, FORMAT_YUYV)
                 ? NV_OVERLAY_YUYV : NV_OVERLAY_UYVY;
    ov->base = (uint64_t)NV_R(gpu, NV04_PVIDEO_BUFF_START_ADDRESS) +
               NV_R(gpu, NV04_PVIDEO_BUFF_OFFSET);
    ov->limit = UINT64_MAX;
    ov->pitch = NV_R(gpu, NV04_PVIDEO_BUFF_PITCH_LENGTH) & 0xffff;
    ov->x = (int16_t)FIELD_EX32(start, NV_PVIDEO_PAIR, X);
    ov->y = (int16_t)FIELD_EX32(start, NV_PVIDEO_PAIR, Y);
    ov->width = FIELD_EX32(size, NV_PVIDEO_PAIR, X);
    ov->height = FIELD_EX32(size, NV_PVIDEO_PAIR, Y);
    /* No register says how large the picture is in memory. */
    ov->in_width = ov->in_height = INT32_MAX;
    ov->ds = (uint64_t)FIELD_EX32(step, NV_PVIDEO_PAIR, X) <<
             (NV_OVERLAY_FRACTION - 11);
    ov->dt = (uint64_t)FIELD_EX32(step, NV_PVIDEO_PAIR, Y) <<
             (NV_OVERLAY_FRACTION - 11);
    ov->contrast = ov->cosine = NV_OVERLAY_ONE;
    ov->adjust[0] = 2 * (0x69 - red);
    ov->adjust[1] = 2 * (green - 0x3e);
    ov->adjust[2] = 2 * (0x89 - blue);
    if (FIELD_EX32(overlay, NV04_PVIDEO_OVERLAY, KEY)) {
        ov->key = NV_OVERLAY_KEY_UNDER;
        ov->key_color = NV_R(gpu, NV04_PVIDEO_KEY);
        ov->key_mask = 0xffffff;
    }
}

/* --- Registers -------------------------------------------------------- */

static void nv_pvideo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pvideo_update_intr(gpu);
}

static void nv_pvideo_buffer_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pvideo_retime(gpu);
}

static void nv_pvideo_stop_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PVIDEO_STOP, OVERLAY)) {
        gpu->display->pvideo.shown = 0;
        NV_R(gpu, NV_PVIDEO_BUFFER) = 0;
        nv_pvideo_retime(gpu);
    }
}

/* A register of each of the two buffers */
#define NV_PVIDEO_PAIR(_reg) \
    { .name = #_reg, .addr = A_ ## _reg, .count = 2, .rw = UINT32_MAX }

static const NVRegInfo nv_pvideo_rows[] = {
    NV_ROW(NV_PVIDEO_INTR, .w1c = UINT32_MAX, .write = nv_pvideo_intr_write),
    NV_ROW(NV_PVIDEO_INTR_EN, .rw = UINT32_MAX,
           .write = nv_pvideo_intr_write),
    NV_ROW(NV_PVIDEO_BUFFER, .rw = NV_PVIDEO_BUFFERS,
           .write = nv_pvideo_buffer_write),
    NV_ROW(NV_PVIDEO_STOP, .rw = UINT32_MAX, .write = nv_pvideo_stop_write),
    NV_PVIDEO_PAIR(NV_PVIDEO_UVPLANE_BASE),
    NV_PVIDEO_PAIR(NV_PVIDEO_UVPLANE_LIMIT),
    NV_PVIDEO_PAIR(NV_PVIDEO_UVPLANE_OFFSET_BUFF),
    NV_PVIDEO_PAIR(NV_PVIDEO_BASE),
    NV_PVIDEO_PAIR(NV_PVIDEO_LIMIT),
    NV_PVIDEO_PAIR(NV_PVIDEO_LUMINANCE),
    NV_PVIDEO_PAIR(NV_PVIDEO_CHROMINANCE),
    NV_PVIDEO_PAIR(NV_PVIDEO_OFFSET_BUFF),
    NV_PVIDEO_PAIR(NV_PVIDEO_SIZE_IN),
    NV_PVIDEO_PAIR(NV_PVIDEO_POINT_IN),
    NV_PVIDEO_PAIR(NV_PVIDEO_DS_DX),
    NV_PVIDEO_PAIR(NV_PVIDEO_DT_DY),
    NV_PVIDEO_PAIR(NV_PVIDEO_POINT_OUT),
    NV_PVIDEO_PAIR(NV_PVIDEO_SIZE_OUT),
    NV_PVIDEO_PAIR(NV_PVIDEO_FORMAT),
    NV_STORAGE(NV_PVIDEO_COLOR_KEY),
};

static const NVRegBlock nv_pvideo_block = NV_REG_BLOCK(
    "PVIDEO", 0x008000, 0x1000, nv_pvideo_rows);

/* --- Life ------------------------------------------------------------- */

void nv_pvideo_realize(NVGPU *gpu)
{
    NVPVideo *pvideo = &gpu->display->pvideo;

    nv_regs_init(gpu, &pvideo->regs, &nv_pvideo_block);
    pvideo->flip = nv_timer_new(gpu, nv_pvideo_flip, gpu);
}

void nv_pvideo_reset(NVGPU *gpu)
{
    NVPVideo *pvideo = &gpu->display->pvideo;

    nv_regs_reset(&pvideo->regs);
    pvideo->shown = 0;
    nv_pvideo_retime(gpu);
    nv_pvideo_update_intr(gpu);
}

/* The timer follows from the registers. */
bool nv_pvideo_post_load(NVGPU *gpu)
{
    uint8_t shown = gpu->display->pvideo.shown;

    nv_pvideo_retime(gpu);
    return !shown || shown == R_NV_PVIDEO_BUFFER_0_MASK ||
           shown == R_NV_PVIDEO_BUFFER_1_MASK;
}

void nv_pvideo_exit(NVGPU *gpu)
{
    NVPVideo *pvideo = &gpu->display->pvideo;

    nv_timer_free(gpu, &pvideo->flip);
    nv_regs_exit(&pvideo->regs);
}

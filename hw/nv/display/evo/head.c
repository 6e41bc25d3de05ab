/*
 * NVIDIA GPU: PDISPLAY: heads: outputs, rasters and vertical blanks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "crc.h"
#include "head.h"
#include "state.h"
#include "hw/nv/display.h"
#include "hw/nv/display/raster.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"
#include "trace/trace-hw_nv.h"

/* --- Outputs ---------------------------------------------------------- */

unsigned nv_evo_owner(const NVGPU *gpu, uint32_t ctrl)
{
    return FIELD_EX32(ctrl, NV_EVO_OR_CTRL, OWNER) &
           MAKE_64BIT_MASK(0, nv_evo_heads(gpu));
}

uint16_t nv_evo_or_mthd(const NVGPU *gpu, unsigned output)
{
    const NVEvoOutputs *outputs = gpu->chip->display->evo->layout->outputs;

    for (unsigned i = 0; i < NV_EVO_OUTPUT_KINDS; i++) {
        if (output < outputs[i].count) {
            return outputs[i].mthd + output * outputs[i].stride;
        }
        output -= outputs[i].count;
    }
    return 0;
}

/* --- Timings ---------------------------------------------------------- */

uint16_t nv_evo_head_mthd(const NVGPU *gpu, unsigned head, NVEvoHeadWord word)
{
    const NVEvoLayout *layout = gpu->chip->display->evo->layout;

    return layout->head + head * layout->head_stride + layout->words[word];
}

/* A word of a head's state */
#define NV_EVO_STATE_OF(_gpu, _state, _head, _word) \
    ((_state)[nv_evo_head_mthd(_gpu, _head, NV_EVO_W_ ## _word) / 4])

static unsigned nv_evo_x(uint32_t pair)
{
    return FIELD_EX32(pair, NV_EVO_PAIR, X);
}

static unsigned nv_evo_y(uint32_t pair)
{
    return FIELD_EX32(pair, NV_EVO_PAIR, Y);
}

static bool nv_evo_has_output(const NVGPU *gpu, const uint32_t *state,
                              unsigned head)
{
    uint16_t mthd;

    for (unsigned i = 0; (mthd = nv_evo_or_mthd(gpu, i)); i++) {
        if (nv_evo_owner(gpu, state[mthd / 4]) & 1u << head) {
            return true;
        }
    }
    return false;
}

/* It runs if an output shows it and its lines have a visible part. */
bool nv_evo_runs_in(const NVGPU *gpu, const uint32_t *state, unsigned head)
{
    uint32_t size = NV_EVO_STATE_OF(gpu, state, head, RASTER_SIZE);
    uint32_t start = NV_EVO_STATE_OF(gpu, state, head, RASTER_BLANK_END);
    uint32_t end = NV_EVO_STATE_OF(gpu, state, head, RASTER_BLANK_START);

    return nv_evo_has_output(gpu, state, head) &&
           nv_evo_x(start) < nv_evo_x(end) && nv_evo_x(end) < nv_evo_x(size) &&
           nv_evo_y(start) < nv_evo_y(end) && nv_evo_y(end) < nv_evo_y(size);
}

bool nv_evo_head_runs(NVGPU *gpu, unsigned head)
{
    return nv_evo_runs_in(gpu, gpu->display->evo.dma[NV_EVO_CORE].arm, head);
}

/* The registers count from the start of syncs, NVTimings from the picture. */
bool nv_evo_head_timings(NVGPU *gpu, unsigned head, NVTimings *t)
{
    const uint32_t *state = gpu->display->evo.dma[NV_EVO_CORE].arm;
    uint32_t size = NV_EVO_STATE_OF(gpu, state, head, RASTER_SIZE);
    uint32_t start = NV_EVO_STATE_OF(gpu, state, head, RASTER_BLANK_END);
    uint32_t end = NV_EVO_STATE_OF(gpu, state, head, RASTER_BLANK_START);
    uint32_t sync = NV_EVO_STATE_OF(gpu, state, head, RASTER_SYNC_END);

    if (!nv_evo_runs_in(gpu, state, head)) {
        return false;
    }
    t->htotal = nv_evo_x(size);
    t->hdisplay = nv_evo_x(end) - nv_evo_x(start);
    t->vtotal = nv_evo_y(size);
    t->vdisplay = nv_evo_y(end) - nv_evo_y(start);
    t->vsync_start = t->vtotal - nv_evo_y(start) - 1;
    t->vsync_end = t->vsync_start + nv_evo_y(sync) + 1;
    t->period = nv_raster_period(
        t, gpu->chip->display->evo->khz(
            NV_EVO_STATE_OF(gpu, state, head, PIXEL_CLOCK),
            NV_EVO_STATE_OF(gpu, state, head, PIXEL_CLOCK_MODE)));
    t->origin = gpu->display->evo.head[head].origin;
    return true;
}

/* --- Raster position -------------------------------------------------- */

static unsigned nv_evo_head_at(uint32_t addr)
{
    return addr / NV_PDISPLAY_STRIDE % NV_EVO_HEADS;
}

bool nv_evo_head_blanks(NVGPU *gpu, unsigned head)
{
    NVRaster raster;
    NVTimings t;

    if (!gpu->has_display || !nv_evo_head_timings(gpu, head, &t)) {
        return false;
    }
    nv_raster_position(&t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL), &raster);
    return raster.y >= t.vdisplay;
}

/* The head's raster position, counted as its registers do */
static bool nv_evo_head_position(NVGPU *gpu, unsigned head, NVTimings *t,
                                 NVRaster *raster)
{
    uint32_t start = nv_evo_arm(
        gpu, nv_evo_head_mthd(gpu, head, NV_EVO_W_RASTER_BLANK_END));

    if (!nv_evo_head_timings(gpu, head, t)) {
        return false;
    }
    nv_raster_position(t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL), raster);
    raster->x = (raster->x + nv_evo_x(start) + 1) % t->htotal;
    raster->y = (raster->y + nv_evo_y(start) + 1) % t->vtotal;
    return true;
}

uint32_t nv_evo_vert_read(NVGPU *gpu, uint32_t addr)
{
    NVTimings t;
    NVRaster raster;
    int64_t last;
    uint32_t val = 0;

    if (!nv_evo_head_position(gpu, nv_evo_head_at(addr), &t, &raster)) {
        return 0;
    }
    last = nv_raster_last_vblank(&t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    val = FIELD_DP32(val, NV_PDISPLAY_HEAD_STAT_VERT, VLINE, raster.y);
    return FIELD_DP32(val, NV_PDISPLAY_HEAD_STAT_VERT, VBLANK_COUNT,
                      last > t.origin
                      ? ((uint64_t)last - t.origin) / t.period : 0);
}

uint32_t nv_evo_horz_read(NVGPU *gpu, uint32_t addr)
{
    NVTimings t;
    NVRaster raster;

    return nv_evo_head_position(gpu, nv_evo_head_at(addr), &t, &raster)
           ? raster.x : 0;
}

uint32_t nv_evo_active_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PDISPLAY_UNK50_CTRL, HEAD0_ACTIVE,
                     nv_evo_head_runs(gpu, 0));
    return FIELD_DP32(val, NV_PDISPLAY_UNK50_CTRL, HEAD1_ACTIVE,
                      nv_evo_head_runs(gpu, 1));
}

/* --- Vertical blanks -------------------------------------------------- */

static const NVEvoIntr *nv_evo_vblank_intr(const NVGPU *gpu)
{
    return &gpu->chip->display->evo->places->vblank;
}

bool nv_evo_head_is_summed(NVGPU *gpu, unsigned head)
{
    uint32_t ctrl = nv_evo_arm(gpu, NVD9_EVO_HEAD(head) +
                                    NVD9_EVO_HEAD_CRC_CTRL);

    return gpu->chip->display->evo->checksums &&
           nv_evo_arm(gpu, NVD9_EVO_HEAD(head) + NVD9_EVO_HEAD_DMA_CRC) &&
           FIELD_EX32(ctrl, NVD9_EVO_CRC_CTRL, PRIMARY) != NVD9_EVO_CRC_NONE;
}

static bool nv_evo_vblank_wanted(NVGPU *gpu, unsigned head)
{
    const NVEvo *evo = &gpu->display->evo;

    return nv_evo_intr_enabled(gpu, nv_evo_vblank_intr(gpu), head) ||
           nv_evo_head_is_summed(gpu, head) ||
           evo->dma[NV_EVO_CORE].wait == NV_EVO_WAIT_VBLANK ||
           evo->dma[nv_evo_base(head)].wait == NV_EVO_WAIT_VBLANK ||
           evo->dma[nv_evo_overlay(head)].wait == NV_EVO_WAIT_VBLANK;
}

void nv_evo_head_retime(NVGPU *gpu, unsigned index)
{
    NVEvoHead *head = &gpu->display->evo.head[index];
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    NVTimings t;

    if ((!nv_evo_vblank_wanted(gpu, index) && !NV_PROBED(gpu, VBLANK)) ||
        !nv_evo_head_timings(gpu, index, &t)) {
        timer_del(head->vblank);
        return;
    }
    if (timer_pending(head->vblank) && timer_expired(head->vblank, now)) {
        /* It is about to fire: don't lose this blank. */
        return;
    }
    timer_mod(head->vblank, nv_raster_last_vblank(&t, now) + t.period);
}

/*
 * The raster begins with its vertical sync, the first of the lines that the
 * registers count.  There was no blank before: the driver computes the last
 * blank's time from the position and would take that for the time of its flip.
 */
void nv_evo_head_started(NVGPU *gpu, unsigned index)
{
    NVEvoHead *head = &gpu->display->evo.head[index];
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    NVTimings t;

    timer_del(head->vblank);
    head->vblank_seen = now;
    if (nv_evo_head_timings(gpu, index, &t)) {
        head->origin = now - muldiv64_round_up(t.period, t.vsync_start,
                                               t.vtotal);
    }
    nv_evo_head_retime(gpu, index);
}

/* Returns false if an observer suppresses it. */
static bool nv_evo_head_raise(NVGPU *gpu, unsigned index, int64_t when)
{
    gpu->display->evo.head[index].vblank_seen = when;
    if (!nv_probe_vblank(gpu, index)) {
        return false;
    }
    nv_evo_intr_raise(gpu, nv_evo_vblank_intr(gpu), index);
    return true;
}

/* The time of the last unnoticed blank; false if there is none */
static bool nv_evo_head_unseen(NVGPU *gpu, unsigned index, int64_t *when)
{
    NVTimings t;

    if (!nv_evo_head_timings(gpu, index, &t)) {
        return false;
    }
    *when = nv_raster_last_vblank(&t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    return *when > gpu->display->evo.head[index].vblank_seen;
}

/* With nothing waiting for blanks no timer runs: look for missed ones. */
void nv_evo_heads_notice(NVGPU *gpu)
{
    for (unsigned i = 0; i < nv_evo_heads(gpu); i++) {
        int64_t last;

        if (nv_evo_head_unseen(gpu, i, &last)) {
            nv_evo_head_raise(gpu, i, last);
        }
    }
}

bool nv_evo_head_unnoticed(NVGPU *gpu, unsigned head)
{
    int64_t last;

    return nv_evo_head_unseen(gpu, head, &last);
}

/* The timer may be late, and the driver may have noticed the blank already. */
bool nv_evo_head_vblank(NVEvoHead *head, int64_t *when)
{
    NVTimings t;

    if (!nv_evo_head_timings(head->gpu, head->index, &t)) {
        return false;
    }
    *when = nv_raster_last_vblank(&t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    if (*when > head->vblank_seen &&
        !nv_evo_head_raise(head->gpu, head->index, *when)) {
        return true;
    }
    nv_count(head->gpu, VBLANKS, nv_evo_vblank_wanted(head->gpu, head->index));
    trace_nv_evo_vblank(head->index, *when);
    return true;
}

/* --- Life ------------------------------------------------------------- */

void nv_evo_heads_realize(NVGPU *gpu, QEMUTimerCB *vblank)
{
    for (unsigned i = 0; i < NV_EVO_HEADS; i++) {
        NVEvoHead *head = &gpu->display->evo.head[i];

        head->gpu = gpu;
        head->index = i;
        head->vblank = nv_timer_new(gpu, vblank, head);
    }
}

void nv_evo_heads_reset(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_EVO_HEADS; i++) {
        timer_del(gpu->display->evo.head[i].vblank);
        gpu->display->evo.head[i].vblank_seen =
            qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
        gpu->display->evo.head[i].origin = 0;
        nv_evo_crc_reset(&gpu->display->evo.head[i]);
    }
}

void nv_evo_heads_exit(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_EVO_HEADS; i++) {
        nv_timer_free(gpu, &gpu->display->evo.head[i].vblank);
    }
}

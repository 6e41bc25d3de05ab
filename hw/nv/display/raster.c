/*
 * NVIDIA GPU: rasters: a head's position on the screen
 *
 * A raster runs on QEMU_CLOCK_VIRTUAL: frames begin at multiples of their
 * period, counted from the start of one of them, so the position is a function
 * of the time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/host-utils.h"
#include "qemu/timer.h"
#include "raster.h"

/* Bounds for what the guest programs: 500 Hz at most, 1 Hz at least */
#define NV_FRAME_MIN_NS (2 * SCALE_MS)
#define NV_FRAME_MAX_NS NANOSECONDS_PER_SECOND
#define NV_FRAME_DEFAULT_NS (NANOSECONDS_PER_SECOND / 60)

int64_t nv_raster_period(const NVTimings *t, uint32_t khz)
{
    uint64_t pixels = (uint64_t)t->htotal * t->vtotal;

    if (!khz) {
        return NV_FRAME_DEFAULT_NS;
    }
    return MIN(MAX(pixels * SCALE_MS / khz, NV_FRAME_MIN_NS),
               NV_FRAME_MAX_NS);
}

/* Bounds the start of a frame, which may come from a migration stream */
static int64_t nv_raster_since_frame(const NVTimings *t, int64_t now)
{
    int64_t since = (now % t->period - t->origin % t->period) % t->period;

    return since < 0 ? since + t->period : since;
}

void nv_raster_position(const NVTimings *t, int64_t now, NVRaster *raster)
{
    uint64_t pixel = muldiv64(nv_raster_since_frame(t, now),
                              t->htotal * t->vtotal, t->period);

    raster->x = pixel % t->htotal;
    raster->y = pixel / t->htotal;
}

int64_t nv_raster_last_vblank(const NVTimings *t, int64_t now)
{
    int64_t blank = muldiv64(t->period, t->vdisplay, t->vtotal);
    int64_t since = nv_raster_since_frame(t, now);
    int64_t frame = now - since;

    return since >= blank ? frame + blank : frame + blank - t->period;
}

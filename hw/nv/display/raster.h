/*
 * NVIDIA GPU: rasters: functions of the time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_RASTER_H
#define HW_NV_DISPLAY_RASTER_H

/**
 * struct NVTimings - the timings of a head
 *
 * @htotal, @hdisplay: pixels of a line, all and visible
 * @vtotal, @vdisplay: lines of a frame, all and visible
 * @vsync_start, @vsync_end: lines between which the vertical sync is on
 * @period: nanoseconds from one frame to the next, bounded
 * @origin: when some frame began, in ns
 */
typedef struct NVTimings {
    unsigned htotal, hdisplay;
    unsigned vtotal, vdisplay;
    unsigned vsync_start, vsync_end;
    int64_t period, origin;
} NVTimings;

/**
 * struct NVRaster - the position of the raster
 *
 * @x, @y: pixel and line, counted from the first visible ones
 */
typedef struct NVRaster {
    unsigned x, y;
} NVRaster;

/**
 * nv_raster_period: time from one frame to the next in ns, bounded
 * @t: the totals
 * @khz: pixel clock, 0 if it isn't known
 */
int64_t nv_raster_period(const NVTimings *t, uint32_t khz);

/** nv_raster_position: the raster's position at a time in ns */
void nv_raster_position(const NVTimings *t, int64_t now, NVRaster *raster);

/** nv_raster_last_vblank: when the last blank before a time began, in ns */
int64_t nv_raster_last_vblank(const NVTimings *t, int64_t now);

#endif /* HW_NV_DISPLAY_RASTER_H */

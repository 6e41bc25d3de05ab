/*
 * NVIDIA GPU: scanout: the lines of a picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_COMPOSE_H
#define HW_NV_DISPLAY_COMPOSE_H

#include "scanout.h"

/** nv_scanout_source: where the card's heads have their settings */
const NVScanoutSource *nv_scanout_source(NVGPU *gpu);

/** nv_scanout_decode: what a head shows */
void nv_scanout_decode(NVHead *head, NVScanoutMode *mode);

void nv_scanout_decode_overlay(NVHead *head, NVOverlay *ov);

/** nv_scanout_decode_cursor: true if the image in @head has changed */
bool nv_scanout_decode_cursor(NVHead *head, NVCursor *cursor);

/** nv_scanout_line_bytes: bytes of a line of the surface */
unsigned nv_scanout_line_bytes(const NVScanoutMode *mode);

/**
 * nv_scanout_in_line: the surface's line for a line of the screen
 * @mode: what is shown
 * @y: the screen's line
 * @in: the result
 *
 * Returns false if it has none.
 */
bool nv_scanout_in_line(const NVScanoutMode *mode, unsigned y, unsigned *in);

/**
 * nv_scanout_line_addr: the bytes that hold a line of the surface
 * @mode: what is shown
 * @y: the surface's line
 * @len: receives their number
 *
 * Returns their address in video memory, which may be outside.
 */
uint64_t nv_scanout_line_addr(const NVScanoutMode *mode, unsigned y,
                              uint64_t *len);

/** nv_scanout_update_lut: read the palette; true if an entry has changed */
bool nv_scanout_update_lut(NVHead *head, const NVScanoutMode *mode);

/** nv_scanout_lut_is_identity: whether the palette changes no pixel */
bool nv_scanout_lut_is_identity(const NVHead *head);

/**
 * nv_scanout_compose_line: a line of the screen, with all that is on it
 * @head: the head, whose palette and overlay are used
 * @mode, @cursor: what it shows
 * @y: the line
 * @line: receives its pixels, x8r8g8b8
 */
void nv_scanout_compose_line(NVHead *head, const NVScanoutMode *mode,
                             const NVCursor *cursor, unsigned y,
                             uint32_t *line);

/**
 * nv_scanout_checksum: the CRC-32 of a head's picture
 *
 * The console needn't show this head, nor be up to date.
 */
uint32_t nv_scanout_checksum(const NVHead *head);

#endif /* HW_NV_DISPLAY_COMPOSE_H */

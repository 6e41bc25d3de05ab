/*
 * NVIDIA GPU: lines for a character device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_DEBUG_OUTPUT_H
#define NV_DEBUG_OUTPUT_H

#include "hw/nv/compat.h"
#include "hw/nv/machine.h"
#include "qemu/timer.h"

/** Largest length of a line, in bytes, with its end */
#define NV_OUTPUT_LINE 512

/**
 * struct NVOutput - buffered lines for a character device
 *
 * @chr: the device
 * @text: buffer of NV_OUTPUT_SIZE bytes for lines that aren't written yet
 * @used: number of bytes in @text
 * @lost: number of lines dropped since there was last room for one
 * @failed: the user has been told that writing to the device fails
 * @timer: writes lines that have been buffered for long enough
 * @stop: writes the rest when the VM stops
 */
typedef struct NVOutput {
    NVCharFrontend *chr;
    char *text;
    size_t used;
    uint64_t lost;
    bool failed;
    QEMUTimer timer;
    NVVmHook stop;
} NVOutput;

/**
 * nv_output_init: start writing lines
 * @out: the output
 * @chr: the front end, which must have a back end
 */
void nv_output_init(NVOutput *out, NVCharFrontend *chr);

/**
 * nv_output_exit: end without writing the rest
 * @out: the output
 *
 * Only for cards that fail to realize, since cards can't be unplugged.
 */
void nv_output_exit(NVOutput *out);

/**
 * nv_output_lost: number of lines that were dropped since the last call
 * @out: the output
 *
 * A device that accepts nothing, such as a socket without a reader, doesn't
 * stop the card.  Returns 0 as long as there is still no room.
 */
uint64_t nv_output_lost(NVOutput *out);

/**
 * nv_output_room: get room for the next line
 * @out: the output
 *
 * Returns room for NV_OUTPUT_LINE bytes, or NULL if the line must be dropped.
 */
char *nv_output_room(NVOutput *out);

/**
 * nv_output_take: accept the line that was put in nv_output_room()'s room
 * @out: the output
 * @len: its length in bytes, including its end
 */
void nv_output_take(NVOutput *out, size_t len);

/** nv_output_printf: write a line, or none if there is no room */
void nv_output_printf(NVOutput *out, const char *fmt, ...)
    G_GNUC_PRINTF(2, 3);

#endif /* NV_DEBUG_OUTPUT_H */

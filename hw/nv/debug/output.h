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

/** The longest line, in bytes, with its end */
#define NV_OUTPUT_LINE 512

/**
 * struct NVOutput - lines on their way to a character device
 *
 * @chr: the device
 * @text: what hasn't been written yet, NV_OUTPUT_SIZE bytes
 * @used: bytes of it
 * @lost: lines dropped since the last one that there was room for
 * @failed: the user has been told that the device can't be written
 * @timer: writes what has been waiting for long enough
 * @stop: writes the rest when the VM stops
 */
typedef struct NVOutput {
    NVCharFrontend *chr;
    char *text;
    size_t used;
    uint64_t lost;
    bool failed;
    QEMUTimer timer;
    NVStopHook stop;
} NVOutput;

/**
 * nv_output_init: start writing lines
 * @out: the output
 * @chr: the chardev, which has to have a device
 */
void nv_output_init(NVOutput *out, NVCharFrontend *chr);

/**
 * nv_output_exit: end without writing the rest
 * @out: the output
 *
 * Cards can't be unplugged: it is one that couldn't be realized.
 */
void nv_output_exit(NVOutput *out);

/**
 * nv_output_lost: number of lines that were dropped since the last call
 * @out: the output
 *
 * A device that takes nothing, such as a socket that nobody reads, doesn't stop
 * the card.  Returns 0 as long as there is still no room.
 */
uint64_t nv_output_lost(NVOutput *out);

/**
 * nv_output_room: where to put the next line
 * @out: the output
 *
 * Returns room for NV_OUTPUT_LINE bytes, or NULL: the line is dropped.
 */
char *nv_output_room(NVOutput *out);

/**
 * nv_output_take: take the line that was put there
 * @out: the output
 * @len: its length in bytes, including its end
 */
void nv_output_take(NVOutput *out, size_t len);

/** nv_output_printf: write a line, or none if there is no room */
void nv_output_printf(NVOutput *out, const char *fmt, ...)
    G_GNUC_PRINTF(2, 3);

#endif /* NV_DEBUG_OUTPUT_H */

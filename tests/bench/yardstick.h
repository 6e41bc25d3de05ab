/*
 * NVIDIA GPU: a device that does in plain loops what the card does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_YARDSTICK_H
#define TESTS_BENCH_YARDSTICK_H

#define TYPE_YARDSTICK "nv-bench-yardstick"

/** YARDSTICK_VRAM - of an address: it is in video memory, else on the bus */
#define YARDSTICK_VRAM (1ull << 63)

/**
 * The device's properties: the job, and what it measures when it is read
 *
 * YARDSTICK_WHAT names a row of the table in yardstick.c.
 */
#define YARDSTICK_WHAT "what"
#define YARDSTICK_FROM "from"
#define YARDSTICK_TO "to"
#define YARDSTICK_PITCH "pitch"
#define YARDSTICK_LENGTH "length"
#define YARDSTICK_LINES "lines"
#define YARDSTICK_COUNT "count"
#define YARDSTICK_CPU "cpu"
#define YARDSTICK_TIME "time"

#endif /* TESTS_BENCH_YARDSTICK_H */

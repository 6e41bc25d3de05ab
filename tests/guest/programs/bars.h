/*
 * The card's registers and memory, as root sees them through its BARs, besides
 * the driver's own accesses: for faults that no command causes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BARS_H
#define BARS_H

#include <stddef.h>
#include <stdint.h>

/* A BAR's number as the kernel counts: 64-bit BARs take two */
typedef enum BarNumber {
    BAR_REGISTERS = 0,
    BAR_MEMORY = 1,
    BAR_INSTANCE = 3,
} BarNumber;

typedef struct Bar {
    volatile uint32_t *words;
    size_t size;
} Bar;

void bar_open(Bar *bar, BarNumber number);
uint32_t bar_read(const Bar *bar, size_t offset);
void bar_write(const Bar *bar, size_t offset, uint32_t value);

#endif /* BARS_H */

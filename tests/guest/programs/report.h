/*
 * Reports of a load's progress, in the kernel's log: see load.c and flips.c
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_H
#define REPORT_H

/* A line "load: ..." of the kernel's log; the process ends if it can't be */
__attribute__((format(printf, 1, 2)))
void report(const char *format, ...);

#endif /* REPORT_H */

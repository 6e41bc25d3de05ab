/*
 * Reports of a load's progress: see report.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

void report(const char *format, ...)
{
    char line[160] = "<7>load: ";
    size_t used = strlen(line);
    int file = open("/dev/kmsg", O_WRONLY);
    va_list args;

    va_start(args, format);
    vsnprintf(line + used, sizeof(line) - used, format, args);
    va_end(args);
    if (file < 0 || write(file, line, strlen(line)) < 0) {
        exit(EXIT_FAILURE);
    }
    close(file);
}

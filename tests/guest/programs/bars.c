/*
 * The card's BARs, as root sees them: see bars.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bars.h"
#include "card.h"

void bar_open(Bar *bar, BarNumber number)
{
    char path[64];
    struct stat stat;
    int fd;

    snprintf(path, sizeof(path), "/sys/class/drm/card0/device/resource%d",
             number);
    fd = open(path, O_RDWR | O_SYNC | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &stat)) {
        test_fail("%s: %s", path, strerror(errno));
    }
    bar->size = stat.st_size;
    bar->words = mmap(NULL, bar->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                      0);
    if (bar->words == MAP_FAILED) {
        test_fail("mmap of %s: %s", path, strerror(errno));
    }
    close(fd);
}

uint32_t bar_read(const Bar *bar, size_t offset)
{
    return bar->words[offset / 4];
}

void bar_write(const Bar *bar, size_t offset, uint32_t value)
{
    bar->words[offset / 4] = value;
}

/*
 * Tests of the NVIDIA GPU: QEMU's client of its monitor, but in less time
 *
 * That takes a byte of an answer at a time from the socket, and statistics or
 * a list of names have thousands.  Here a line is taken at a time: answers
 * have one each, so what is read before it is asked for is at most a line's
 * end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"

/* Bytes of a line that have been taken, of the socket that was read last */
static struct {
    int fd;
    size_t at, len;
    char bytes[4096];
} taken;

/* Take what there is of a line, up to its end. */
static ssize_t take(int fd, int flags)
{
    ssize_t len = recv(fd, taken.bytes, sizeof(taken.bytes),
                       flags | MSG_PEEK);
    const char *end;

    if (len <= 0) {
        return len;
    }
    end = memchr(taken.bytes, '\n', len);
    len = recv(fd, taken.bytes, end ? end + 1 - taken.bytes : len, flags);
    taken.fd = fd;
    taken.at = 0;
    taken.len = MAX(len, 0);
    return len;
}

static ssize_t recv_of_line(int fd, void *buf, size_t size, int flags)
{
    size_t len;

    /* One that has been left isn't asked for the rest: the end of a line */
    if (taken.fd != fd || taken.at == taken.len) {
        ssize_t got = take(fd, flags);

        if (got <= 0) {
            return got;
        }
    }
    len = MIN(size, taken.len - taken.at);
    memcpy(buf, taken.bytes + taken.at, len);
    taken.at += len;
    return len;
}

#define recv recv_of_line
#include "libqmp.c"

/*
 * Tests of the NVIDIA GPU: writes are posted, as on the bus
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_POSTED_H
#define LIBNV_NV_POSTED_H

/**
 * nv_posted_flush: have emulators execute what was written to them
 *
 * Whatever libqtest does that has an answer, a QMP command among it, does this
 * by itself.  It is for what a test learns in other ways: from a file, from
 * shared memory, or by time that passes.
 *
 * With NV_POSTED=0 in the environment there is never anything to do: each
 * write is waited for.
 */
void nv_posted_flush(void);

/**
 * nv_posted_end: wait for each write, from now on
 *
 * For tests whose own accesses to memory must not overtake them.
 */
void nv_posted_end(void);

/*
 * What ld makes of send(), recv() and close(), in programs that are linked with
 * nv_posted_args; in others there are none.
 */
ssize_t __real_send(int fd, const void *buf, size_t size, int flags)
    __attribute__((weak));
ssize_t __real_recv(int fd, void *buf, size_t size, int flags)
    __attribute__((weak));
int __real_close(int fd) __attribute__((weak));
ssize_t __wrap_send(int fd, const void *buf, size_t size, int flags);
ssize_t __wrap_recv(int fd, void *buf, size_t size, int flags);
int __wrap_close(int fd);

#endif /* LIBNV_NV_POSTED_H */

/*
 * Tests of the NVIDIA GPU: memory of the machine that the test shares
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-share.h"

#define PAGE 4096

int nv_share_new(void)
{
    int share = memfd_create("nv-test", MFD_CLOEXEC);

    if (share < 0 || ftruncate(share, NV_RAM_SIZE) < 0) {
        g_error("guest memory: %s", g_strerror(errno));
    }
    return share;
}

char *nv_share_args(int share)
{
    return g_strdup_printf("-machine memory-backend=ram -object "
                           "memory-backend-file,id=ram,size=%" PRIu64 ","
                           "mem-path=/proc/%d/fd/%d,share=on", NV_RAM_SIZE,
                           getpid(), share);
}

static void *map(int share, void *where, size_t size, uint64_t addr)
{
    void *p = mmap(where, size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | (where ? MAP_FIXED : 0), share, addr);

    if (p == MAP_FAILED) {
        g_error("guest memory: %s", g_strerror(errno));
    }
    return p;
}

uint32_t *nv_share_map(int share, const NVBuf *buf)
{
    uint8_t *p;

    if (buf->place == NV_IN_RAM) {
        return map(share, NULL, buf->size, buf->base);
    }
    p = map(share, NULL, buf->size, 0);
    for (size_t i = 0; i < buf->size / PAGE; i++) {
        map(share, p + i * PAGE, PAGE, buf->pages[i]);
    }
    return (uint32_t *)p;
}

/*
 * Tests of the NVIDIA GPU: memory of the machine that the test shares
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-posted.h"
#include "nv-share.h"

/* The card's */
#define PAGE 4096

bool nv_share_scatters(void)
{
    return qemu_real_host_page_size() == PAGE;
}

bool nv_share_skips(bool scattered)
{
#ifdef CONFIG_LINUX
    if (!scattered || nv_share_scatters()) {
        return false;
    }
    g_test_skip("pages of this host are larger than the card's: it can't map "
                "scattered ones in a row");
#else
    g_test_skip("this host has no /proc, by which the emulator finds memory "
                "of the test");
#endif
    return true;
}

#ifdef CONFIG_LINUX
int nv_share_new(void)
{
    int share = memfd_create("nv-test", MFD_CLOEXEC);

    if (share < 0 || ftruncate(share, nv_ram_size) < 0) {
        g_error("guest memory: %s", g_strerror(errno));
    }
    return share;
}
#else
int nv_share_new(void)
{
    g_error("guest memory: %s", g_strerror(ENOTSUP));
}
#endif

char *nv_share_args(int share)
{
    return g_strdup_printf("-machine memory-backend=ram -object "
                           "memory-backend-file,id=ram,size=%" PRIu64 ","
                           "mem-path=/proc/%d/fd/%d,share=on", nv_ram_size,
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

/* The host's pages may be larger: what is before the buffer is mapped, too. */
static uint8_t *map_in_one(int share, size_t size, uint64_t addr)
{
    size_t before = addr % qemu_real_host_page_size();

    return (uint8_t *)map(share, NULL, size + before, addr - before) + before;
}

uint32_t *nv_share_map(int share, const NVBuf *buf)
{
    uint8_t *p;

    nv_posted_end();
    if (buf->place == NV_IN_RAM) {
        return (uint32_t *)map_in_one(share, buf->size, buf->base);
    }
    g_assert_true(nv_share_scatters());
    p = map(share, NULL, buf->size, 0);
    for (size_t i = 0; i < buf->size / PAGE; i++) {
        map(share, p + i * PAGE, PAGE, buf->pages[i]);
    }
    return (uint32_t *)p;
}

void nv_share_unmap(uint32_t *words, size_t size)
{
    size_t before = (uintptr_t)words % qemu_real_host_page_size();

    munmap((uint8_t *)words - before, size + before);
}

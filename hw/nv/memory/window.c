/*
 * NVIDIA GPU: a window to memory on the bus
 *
 * Resolving a bus address costs more than copying a hundred words.  Guests have
 * few stretches of memory, and these can't move while the big lock is held: so
 * the last one that was resolved is kept until the current work is done.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "window.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/order.h"

void nv_window_begin(NVGPU *gpu)
{
    /* Keeps what is mapped alive, even if the machine loses it meanwhile. */
    rcu_read_lock();
    gpu->window.uses = 0;
    gpu->window.usable = true;
}

static void nv_window_close(NVWindow *window)
{
    if (window->size) {
        address_space_cache_destroy(&window->cache);
        window->size = 0;
    }
}

void nv_window_end(NVGPU *gpu)
{
    nv_window_close(&gpu->window);
    gpu->window.usable = false;
    rcu_read_unlock();
}

/* Opens the window to all of the memory around @addr, if there is some. */
static void nv_window_open(NVGPU *gpu, uint64_t addr)
{
    NVWindow *window = &gpu->window;
    AddressSpace *as = pci_get_address_space(PCI_DEVICE(gpu));
    MemoryRegionSection *section = &window->cache.mrs;
    uint64_t base, size;

    nv_window_close(window);
    address_space_cache_init(&window->cache, as, addr, 1, true);
    if (!window->cache.ptr) {
        /* Nothing there, or no memory: an unmapped range may be 2^64 long. */
        address_space_cache_destroy(&window->cache);
        return;
    }
    base = section->offset_within_address_space;
    size = int128_get64(section->size);
    address_space_cache_destroy(&window->cache);
    window->base = base;
    window->size = address_space_cache_init(&window->cache, as, base, size,
                                            true);
}

/* Opening takes longer than one access without a window. */
static bool G_GNUC_NO_INLINE nv_window_move(NVGPU *gpu, uint64_t addr)
{
    NVWindow *window = &gpu->window;

    if (window->usable && window->uses) {
        nv_window_open(gpu, addr);
    }
    return addr - window->base < window->size;
}

/* How many bytes the window has from @addr on */
static inline uint64_t nv_window_has(NVGPU *gpu, uint64_t addr)
{
    NVWindow *window = &gpu->window;

    return likely(addr - window->base < window->size) ||
           nv_window_move(gpu, addr) ? window->size - (addr - window->base)
                                     : 0;
}

const void *nv_window_ptr(NVGPU *gpu, uint64_t addr, uint64_t *len)
{
    NVWindow *window = &gpu->window;

    if (!nv_window_has(gpu, addr)) {
        return NULL;
    }
    *len = MIN(*len, window->size - (addr - window->base));
    return window->cache.ptr + (addr - window->base);
}

void nv_window_wrote(NVGPU *gpu, uint64_t addr, uint64_t len)
{
    NVWindow *window = &gpu->window;
    uint64_t piece;

    for (; len; addr += piece, len -= piece) {
        piece = MIN(len, nv_window_has(gpu, addr));
        if (!piece) {
            break;
        }
        address_space_cache_invalidate(&window->cache, addr - window->base,
                                       piece);
    }
}

MemTxResult nv_window_read(NVGPU *gpu, uint64_t addr, void *buf, uint64_t len)
{
    bool here = nv_window_has(gpu, addr) >= MAX(len, 1);
    MemTxResult result;

    gpu->window.uses++;
    if (here) {
        result = address_space_read_cached(&gpu->window.cache,
                                           addr - gpu->window.base, buf, len);
    } else {
        result = pci_dma_read(PCI_DEVICE(gpu), addr, buf, len);
    }
    nv_order_after_read();
    return result;
}

/*
 * Most are semaphores, of 4 bytes or of 16, whose first word comes last: copies of
 * a constant length avoid memcpy().  The order is pci_dma_write()'s.
 */
static inline MemTxResult nv_window_copy_in(NVWindow *window, hwaddr at,
                                            const void *buf, uint64_t len)
{
    nv_order_before_write();
    switch (len) {
    case 4:
        return address_space_write_cached(&window->cache, at, buf, 4);
    case 12:
        return address_space_write_cached(&window->cache, at, buf, 12);
    default:
        return address_space_write_cached(&window->cache, at, buf, len);
    }
}

MemTxResult nv_window_write(NVGPU *gpu, uint64_t addr, const void *buf,
                            uint64_t len)
{
    NVWindow *window = &gpu->window;
    bool here = nv_window_has(gpu, addr) >= MAX(len, 1);
    hwaddr at = addr - window->base;
    MemTxResult result;

    window->uses++;
    if (!here) {
        return pci_dma_write(PCI_DEVICE(gpu), addr, buf, len);
    }
    result = nv_window_copy_in(window, at, buf, len);
    address_space_cache_invalidate(&window->cache, at, len);
    return result;
}

/* One look for both parts: a release of 16 bytes takes as long as a copy of it. */
MemTxResult nv_window_publish(NVGPU *gpu, uint64_t addr, const uint8_t *bytes,
                              uint64_t len)
{
    NVWindow *window = &gpu->window;
    bool here = nv_window_has(gpu, addr) >= len;
    hwaddr at = addr - window->base;
    MemTxResult result = MEMTX_OK;

    window->uses++;
    if (!here) {
        result = pci_dma_write(PCI_DEVICE(gpu), addr + 4, bytes + 4, len - 4);
        return result == MEMTX_OK
            ? pci_dma_write(PCI_DEVICE(gpu), addr, bytes, 4) : result;
    }
    if (len > 4) {
        result = nv_window_copy_in(window, at + 4, bytes + 4, len - 4);
    }
    if (result == MEMTX_OK) {
        result = nv_window_copy_in(window, at, bytes, 4);
    }
    address_space_cache_invalidate(&window->cache, at, len);
    return result;
}

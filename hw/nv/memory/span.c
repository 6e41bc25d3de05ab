/*
 * NVIDIA GPU: pieces of memory that the card reaches
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

bool nv_linear_span(NVGPU *gpu, unsigned target, uint64_t addr, uint64_t len,
                    NVSpan *span)
{
    *span = (NVSpan) {
        .vram = target == NV_LINEAR_VRAM, .addr = addr, .len = len,
    };
    switch (target) {
    case NV_LINEAR_VRAM:
        /* The upper bits of a 40-bit address are ignored. */
        span->addr = extract64(addr, 0, 32);
        return nv_vram_ptr(gpu, span->addr, len);
    case NV_LINEAR_SYSRAM:
    case NV_LINEAR_SYSRAM_NO_SNOOP:
        span->addr = extract64(addr, 0, 40);
        return true;
    default:
        return false;
    }
}

MemTxResult nv_span_transfer(NVGPU *gpu, const NVSpan *span, void *buf,
                             bool write)
{
    if (span->vram) {
        uint8_t *vram = nv_vram_ptr(gpu, span->addr, span->len);

        if (write) {
            memcpy(vram, buf, span->len);
            nv_vram_dirty(gpu, span->addr, span->len);
        } else {
            memcpy(buf, vram, span->len);
        }
        return MEMTX_OK;
    }
    return write
        ? nv_window_write(gpu, span->addr, buf, span->len)
        : nv_window_read(gpu, span->addr, buf, span->len);
}

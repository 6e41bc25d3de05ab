/*
 * NVIDIA GPU: pieces of memory that the card reaches
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/order.h"

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
            nv_order_before_write();
            memcpy(vram, buf, span->len);
            nv_vram_dirty(gpu, span->addr, span->len);
        } else {
            memcpy(buf, vram, span->len);
            nv_order_after_read();
        }
        return MEMTX_OK;
    }
    return write
        ? nv_window_write(gpu, span->addr, buf, span->len)
        : nv_window_read(gpu, span->addr, buf, span->len);
}

/* Neither is in video memory, and they may overlap. */
static MemTxResult nv_span_move_on_bus(NVGPU *gpu, const NVSpan *to,
                                       const NVSpan *from, bool *write)
{
    g_autofree uint8_t *buf = g_malloc(from->len);
    MemTxResult result = nv_window_read(gpu, from->addr, buf, from->len);

    if (result != MEMTX_OK) {
        return result;
    }
    *write = true;
    return nv_window_write(gpu, to->addr, buf, to->len);
}

MemTxResult nv_span_move(NVGPU *gpu, const NVSpan *to, const NVSpan *from,
                         bool *write)
{
    uint8_t *in = from->vram ? nv_vram_ptr(gpu, from->addr, from->len) : NULL;
    uint8_t *out = to->vram ? nv_vram_ptr(gpu, to->addr, to->len) : NULL;
    MemTxResult result = MEMTX_OK;

    *write = in;
    if (in && out) {
        memmove(out, in, to->len);
    } else if (in) {
        result = nv_window_write(gpu, to->addr, in, to->len);
    } else if (out) {
        result = nv_window_read(gpu, from->addr, out, from->len);
    } else {
        result = nv_span_move_on_bus(gpu, to, from, write);
    }
    if (out) {
        nv_vram_dirty(gpu, to->addr, to->len);
    }
    return result;
}

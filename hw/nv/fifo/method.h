/*
 * NVIDIA GPU: what PFIFO does with each method
 *
 * All code that passes methods on uses this to classify them, and to find how
 * many consecutive ones are alike: the pusher, which skips those that don't
 * exist, the puller, and the loop that bypasses both.  Whether anything may
 * follow a method is decided by nv_puller_holds().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_METHOD_H
#define HW_NV_FIFO_METHOD_H

#include "qemu/bitops.h"
#include "qemu/host-utils.h"
#include "hw/nv/engine.h"

/* Number of methods whose parameters are handles */
#define NV_MTHD_HANDLES ((NV_MTHD_HANDLE_END - NV_MTHD_HANDLE) / 4)
/* Method numbers wrap here, and on no card later than at NV_MTHD_MOST. */
#define NV_MTHD_END 0x2000
#define NV_MTHD_MOST 0x4000

#define NV_MTHD_OBJECT 0x0000
#define NV_MTHD_SEMAPHORE_ADDRESS_HIGH 0x0010
#define NV_MTHD_SEMAPHORE_ADDRESS_LOW 0x0014
#define NV_MTHD_SEMAPHORE_SEQUENCE 0x0018
#define NV_MTHD_SEMAPHORE_TRIGGER 0x001c
#define NV_MTHD_NOTIFY_INTR 0x0020
#define NV_MTHD_WRCACHE_FLUSH 0x0024
#define NV_MTHD_REF_CNT 0x0050
#define NV_MTHD_DMA_SEMAPHORE 0x0060
#define NV_MTHD_SEMAPHORE_OFFSET 0x0064
#define NV_MTHD_SEMAPHORE_ACQUIRE 0x0068
#define NV_MTHD_SEMAPHORE_RELEASE 0x006c
#define NV_MTHD_YIELD 0x0080

/* Methods of a long semaphore: address, sequence, trigger */
#define NV_FENCE_METHODS 4

/**
 * enum NVMethodKind - what executes a method
 *
 * @NV_METHOD_ENGINE: the subchannel's engine
 * @NV_METHOD_HANDLE: the same, with an instance in place of the handle
 * @NV_METHOD_HOST: the puller
 * @NV_METHOD_ABSENT: none: the card has no such method
 */
typedef enum NVMethodKind {
    NV_METHOD_ENGINE,
    NV_METHOD_HANDLE,
    NV_METHOD_HOST,
    NV_METHOD_ABSENT,
} NVMethodKind;

/**
 * nv_method_kind: what executes a method
 * @host: bit per method below NV_MTHD_ENGINE that the puller has
 * @mthd: method, in bytes, below NV_MTHD_END
 *
 * Source: envytools, hw/fifo/puller, "Puller methods".
 */
static inline QEMU_ALWAYS_INLINE NVMethodKind
nv_method_kind(const uint64_t *host, uint32_t mthd)
{
    if (likely(mthd >= NV_MTHD_HANDLE_END)) {
        return NV_METHOD_ENGINE;
    }
    if (mthd >= NV_MTHD_ENGINE) {
        return mthd >= NV_MTHD_HANDLE ? NV_METHOD_HANDLE : NV_METHOD_ENGINE;
    }
    return *host & BIT_ULL(mthd / 4) ? NV_METHOD_HOST : NV_METHOD_ABSENT;
}

/**
 * nv_method_alike: how many methods of a run are of the same kind as its first
 * @host: bit per method below NV_MTHD_ENGINE that the puller has
 * @mthd: the first method, in bytes
 * @step: bytes from one to the next: 4 or 0
 * @count: their number
 *
 * At most NV_MTHD_HANDLES if they have handles.  It ends where the methods'
 * numbers wrap.
 */
static inline QEMU_ALWAYS_INLINE uint32_t
nv_method_alike(const uint64_t *host, uint32_t mthd, unsigned step,
                uint32_t count)
{
    uint64_t from;

    if (likely(mthd >= NV_MTHD_HANDLE_END)) {
        return mthd + count * step <= NV_MTHD_END ? count
                                                  : (NV_MTHD_END - mthd) / 4;
    }
    if (likely(count == 1)) {
        return 1;
    }
    if (mthd >= NV_MTHD_HANDLE) {
        return MIN(count, step ? (NV_MTHD_HANDLE_END - mthd) / 4
                               : NV_MTHD_HANDLES);
    }
    if (!step) {
        return count;
    }
    if (mthd >= NV_MTHD_ENGINE) {
        return MIN(count, (NV_MTHD_HANDLE - mthd) / 4);
    }
    from = *host >> (mthd / 4);
    return MIN(count, from & 1 ? ctz64(~from) : 1);
}

/**
 * nv_method_gives_way: whether PFIFO may switch channels after this method
 * @mthd: method, in bytes
 *
 * So nothing may follow it in CACHE1 if that has to be empty for a switch.
 */
static inline bool nv_method_gives_way(uint32_t mthd)
{
    return mthd == NV_MTHD_SEMAPHORE_ACQUIRE || mthd == NV_MTHD_YIELD;
}

#endif /* HW_NV_FIFO_METHOD_H */

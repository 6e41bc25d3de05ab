/*
 * NVIDIA GPU: semaphores in a DMA object: NV11:NV50, and common parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "channel.h"
#include "dma.h"
#include "intr.h"
#include "puller.h"
#include "semaphore.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/*
 * envytools, hw/fifo/puller "Semaphores".  The puller keeps the page and the
 * target of the DMA object, not the object: a semaphore is a word in that page.
 */

#define NV11_SEMAPHORE_PAGE 0x1000

/* --- Errors ----------------------------------------------------------- */

/*
 * The method stays in CACHE1 at GET.  If it is a DMA_SEMAPHORE that has failed
 * the check, the driver binds the page itself, and advances GET.
 */
void nv_semaphore_fail(NVGPU *gpu, uint32_t mthd, uint32_t data, unsigned code,
                       const char *why)
{
    uint32_t *pull0 = &NV_R(gpu, NV_PFIFO_CACHE1_PULL0);
    NVGuestError error = nv_cache1_error(gpu, NV_ERROR_OTHER, "SEMAPHORE", 0,
                                         mthd, data);

    error.code = code;
    nv_guest_error(gpu, &error, "channel %d: semaphore method 0x%04x data "
                   "0x%08x: %s", error.chid, mthd, data, why);
    *pull0 = FIELD_DP32(*pull0, NV_PFIFO_CACHE1_PULL0, SEMAPHORE_ERROR, code);
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_SEMAPHORE_MASK);
}

static bool nv_semaphore_error(NVGPU *gpu, uint32_t mthd, uint32_t data,
                               NVSemaphoreError error)
{
    nv_semaphore_fail(gpu, mthd, data, error,
                      error == NV_SEMAPHORE_INVALID_OPERAND
                       ? "INVALID_OPERAND" : "INVALID_STATE");
    return false;
}

static bool nv_semaphore_bound(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_SEMAPHORE),
                      NV_PFIFO_CACHE1_SEMAPHORE, CTXDMA_VALID);
}

/* --- Memory ----------------------------------------------------------- */

/* Wrap the page in a DMA object, to access memory as elsewhere. */
static void nv_semaphore_page(NVGPU *gpu, NVDMAObject *page)
{
    *page = (NVDMAObject) {
        .chid = nv_fifo_channel(gpu),
        .target = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                             NV_PFIFO_CACHE1_PULL1, SEMAPHORE_TARGET),
        .pt_present = true,
        .linear = true,
        .readable = true,
        .writable = true,
        .base = NV_R(gpu, NV_PFIFO_CACHE1_SEMAPHORE) &
                R_NV_PFIFO_CACHE1_SEMAPHORE_PAGE_MASK,
        .limit = NV11_SEMAPHORE_PAGE - 1,
    };
}

static uint32_t nv_semaphore_address(NVGPU *gpu)
{
    return NV_R(gpu, NV_PFIFO_CACHE1_SEMAPHORE) &
           R_NV_PFIFO_CACHE1_SEMAPHORE_OFFSET_MASK;
}

static bool nv_semaphore_load(NVGPU *gpu, uint32_t *val)
{
    NVDMAObject page;
    uint8_t bytes[4];

    nv_semaphore_page(gpu, &page);
    if (!nv_dmaobj_read(gpu, &page, nv_semaphore_address(gpu), bytes,
                        sizeof(bytes), NULL)) {
        return false;
    }
    *val = nv_ldl_p(nv_cache1_big_endian(gpu), bytes);
    return true;
}

static void nv_semaphore_store(NVGPU *gpu, uint32_t val)
{
    NVDMAObject page;
    uint8_t bytes[4];

    nv_semaphore_page(gpu, &page);
    nv_stl_p(nv_cache1_big_endian(gpu), bytes, val);
    /* The hardware posts the write: a failure isn't noticed. */
    nv_dmaobj_write(gpu, &page, nv_semaphore_address(gpu), bytes,
                    sizeof(bytes), NULL);
}

/* --- Methods ---------------------------------------------------------- */

/*
 * Registers and RAMFC only have room for a page and an offset of 12 bits in it:
 * an object that doesn't begin at the start of a page, or ends within one,
 * isn't accepted.
 */
static bool nv11_semaphore_is_page(NVGPU *gpu, const NVDMAObject *obj)
{
    uint32_t entry = nv_ramin_read32(gpu, obj->inst + 8);

    return !obj->adjust && obj->limit >= NV11_SEMAPHORE_PAGE - 1 &&
           (obj->linear ||
            (FIELD_EX32(entry, NV_DMAOBJ_PTE, PRESENT) &&
             FIELD_EX32(entry, NV_DMAOBJ_PTE, WRITABLE)));
}

static bool nv11_semaphore_dma(NVGPU *gpu, const NVHandle *object)
{
    uint32_t *sem = &NV_R(gpu, NV_PFIFO_CACHE1_SEMAPHORE);
    uint32_t *pull1 = &NV_R(gpu, NV_PFIFO_CACHE1_PULL1);
    NVDMAObject obj;

    nv_dmaobj_load(gpu, object->inst, &obj);
    *sem = (*sem & R_NV_PFIFO_CACHE1_SEMAPHORE_OFFSET_MASK) | obj.base;
    *pull1 = FIELD_DP32(*pull1, NV_PFIFO_CACHE1_PULL1, SEMAPHORE_TARGET,
                        obj.target);
    if (obj.class != NV_CLASS_DMA_FROM_MEMORY || obj.readable ||
        !obj.pt_present || !nv11_semaphore_is_page(gpu, &obj)) {
        return nv_semaphore_error(gpu, NV_MTHD_DMA_SEMAPHORE, object->inst,
                                  NV_SEMAPHORE_INVALID_OPERAND);
    }
    *sem |= R_NV_PFIFO_CACHE1_SEMAPHORE_CTXDMA_VALID_MASK;
    return true;
}

static bool nv11_semaphore_offset(NVGPU *gpu, uint32_t offset)
{
    uint32_t *sem = &NV_R(gpu, NV_PFIFO_CACHE1_SEMAPHORE);

    if (offset & ~R_NV_PFIFO_CACHE1_SEMAPHORE_OFFSET_MASK) {
        return nv_semaphore_error(gpu, NV_MTHD_SEMAPHORE_OFFSET, offset,
                                  NV_SEMAPHORE_INVALID_OPERAND);
    }
    *sem = (*sem & ~R_NV_PFIFO_CACHE1_SEMAPHORE_OFFSET_MASK) | offset;
    return true;
}

/* If the memory can't be read, the channel waits. */
static bool nv11_semaphore_is(NVGPU *gpu, uint32_t want)
{
    uint32_t val;

    return nv_semaphore_load(gpu, &val) && val == want;
}

static bool nv11_semaphore_come_true(NVGPU *gpu)
{
    return nv11_semaphore_is(gpu, NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE));
}

static bool nv11_semaphore_acquire(NVGPU *gpu, uint32_t want)
{
    if (!nv_semaphore_bound(gpu)) {
        return nv_semaphore_error(gpu, NV_MTHD_SEMAPHORE_ACQUIRE, want,
                                  NV_SEMAPHORE_INVALID_STATE);
    }
    nv_fifo_probe_value(gpu, NV_PROBE_ACQUIRE, nv_fifo_channel(gpu),
                        nv_semaphore_address(gpu), &want);
    trace_nv_pfifo_acquire(nv_fifo_channel(gpu), nv_semaphore_address(gpu),
                           want);
    if (!nv11_semaphore_is(gpu, want)) {
        NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE) = want;
        NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP) = nv_ptimer_now(gpu);
        nv_semaphore_set_active(gpu, true);
    }
    return true;
}

static bool nv11_semaphore_release(NVGPU *gpu, uint32_t val)
{
    if (!nv_puller_idle(gpu)) {
        return false;
    }
    if (!nv_semaphore_bound(gpu)) {
        return nv_semaphore_error(gpu, NV_MTHD_SEMAPHORE_RELEASE, val,
                                  NV_SEMAPHORE_INVALID_STATE);
    }
    if (!nv_fifo_probe_value(gpu, NV_PROBE_RELEASE, nv_fifo_channel(gpu),
                             nv_semaphore_address(gpu), &val)) {
        return true;
    }
    trace_nv_pfifo_release(nv_fifo_channel(gpu), nv_semaphore_address(gpu),
                           val);
    nv_semaphore_store(gpu, val);
    return true;
}

const NVSemaphoreChip nv11_semaphore = {
    .dma = nv11_semaphore_dma,
    .offset = nv11_semaphore_offset,
    .acquire = nv11_semaphore_acquire,
    .release = nv11_semaphore_release,
    .come_true = nv11_semaphore_come_true,
};

/* --- Waiting ---------------------------------------------------------- */

void nv_semaphore_set_active(NVGPU *gpu, bool active)
{
    uint32_t *pull1 = &NV_R(gpu, NV_PFIFO_CACHE1_PULL1);

    *pull1 = FIELD_DP32(*pull1, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE,
                        active);
}

/* It is raised again as long as the channel waits, and reported once. */
static void nv_semaphore_tell_timeout(NVGPU *gpu)
{
    uint32_t val = NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE);
    const NVGuestError error = nv_cache1_error(gpu, NV_ERROR_OTHER,
                                               "ACQUIRE_TIMEOUT", 0,
                                               NV_PROBE_NO_METHOD, val);

    if (!FIELD_EX32(NV_R(gpu, NV_PFIFO_INTR), NV_PFIFO_INTR,
                    ACQUIRE_TIMEOUT)) {
        nv_guest_error(gpu, &error, "channel %d waits too long for the "
                       "semaphore's value 0x%08x", error.chid, val);
    }
}

/*
 * Whether a timeout ends the wait isn't known: here it only raises its
 * interrupt, unless it, or its enable bit, is 0.  Times are PTIMER's low
 * word.
 */
static void nv_semaphore_check_timeout(NVGPU *gpu)
{
    uint32_t timeout = NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT);
    uint32_t since = NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP);
    uint32_t enable = nv_cache1_chip(gpu)->timeout_enable;

    if (enable) {
        timeout = timeout & enable ? timeout & ~enable : 0;
    }
    if (timeout && (uint32_t)nv_ptimer_now(gpu) - since > timeout) {
        nv_semaphore_tell_timeout(gpu);
        nv_fifo_raise(gpu, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK);
    }
}

bool nv_semaphore_retry(NVGPU *gpu)
{
    const NVSemaphoreChip *chip = nv_cache1_chip(gpu)->semaphore;

    if (!chip || !nv_semaphore_acquiring(gpu)) {
        return true;
    }
    if (!chip->come_true(gpu)) {
        nv_semaphore_check_timeout(gpu);
        return false;
    }
    trace_nv_pfifo_acquired(nv_fifo_channel(gpu),
                            NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE));
    nv_fifo_probe_value(gpu, NV_PROBE_ACQUIRED, nv_fifo_channel(gpu), 0,
                        &NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE));
    nv_semaphore_set_active(gpu, false);
    return true;
}

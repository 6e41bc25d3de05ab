/*
 * NVIDIA GPU: semaphores in a DMA object, NV50:NVC0
 *
 * envytools, hw/fifo/puller "Semaphores".  The puller keeps the DMA object, and
 * only decodes it when it is used.  From NV84 on there are also semaphores of
 * 16 bytes, with 40-bit addresses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/held-semaphore.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/reader.h"
#include "channel.h"
#include "dma.h"
#include "intr.h"
#include "puller.h"
#include "semaphore.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/* SEMAPHORE_TRIGGER's operations; its other bits do nothing. */
enum {
    NV84_TRIGGER_ACQUIRE_EQUAL = 1,
    NV84_TRIGGER_WRITE_LONG = 2,
    NV84_TRIGGER_ACQUIRE_GEQUAL = 4,
    NV84_TRIGGER_MASK = 7,
};

/* What a release of 16 bytes writes */
#define NV84_LONG_SIZE 16

/* --- Errors ----------------------------------------------------------- */

/* The method stays in CACHE1 at GET. */
static bool nv50_semaphore_error(NVGPU *gpu, uint32_t mthd, uint32_t data,
                                 NV50SemaphoreError error)
{
    static const char *const names[] = {
        [NV50_SEMAPHORE_ADDRESS_UNALIGNED] = "ADDRESS_UNALIGNED",
        [NV50_SEMAPHORE_INVALID_STATE] = "INVALID_STATE",
        [NV50_SEMAPHORE_ADDRESS_TOO_LARGE] = "ADDRESS_TOO_LARGE",
        [NV50_SEMAPHORE_MEM_FAULT] = "MEM_FAULT",
    };

    nv_semaphore_fail(gpu, mthd, data, error, names[error]);
    return false;
}

/* --- Memory ----------------------------------------------------------- */

/* "NV50 doesn't bother with verification" of the class. */
static void G_GNUC_NO_INLINE nv50_semaphore_load_object(NVGPU *gpu,
                                                        uint32_t inst)
{
    NVSemaphoreObject *semaphores = &gpu->fifo->semaphores;

    semaphores->inst = inst;
    semaphores->seen = gpu->pramin.changes;
    nv_cache1_load_dmaobj(gpu, inst, &semaphores->object);
    semaphores->hold.span.len = 0;
}

/* Kept until the slice ends or instance memory is written */
static inline const NVDMAObject *nv50_semaphore_object(NVGPU *gpu)
{
    NVSemaphoreObject *semaphores = &gpu->fifo->semaphores;
    uint32_t inst = FIELD_EX32(NV_R(gpu, NV50_PFIFO_CACHE1_SEMAPHORE),
                               NV50_PFIFO_CACHE1_SEMAPHORE, DMA_INST) << 4;

    if (unlikely(semaphores->inst != inst ||
                 semaphores->seen != gpu->pramin.changes)) {
        nv50_semaphore_load_object(gpu, inst);
    }
    return &semaphores->object;
}

static uint64_t nv50_semaphore_offset_of(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV50_PFIFO_CACHE1_SEMAPHORE),
                      NV50_PFIFO_CACHE1_SEMAPHORE, OFFSET) << 2;
}

static uint64_t nv84_semaphore_address_of(NVGPU *gpu)
{
    return (uint64_t)NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH) << 32 |
           NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW);
}

static bool nv50_semaphore_load(NVGPU *gpu, NVVmUser user, uint64_t addr,
                                uint32_t *val)
{
    return nv_held_semaphore_read(gpu, user, nv50_semaphore_object(gpu), addr,
                                  nv_cache1_big_endian(gpu), val);
}

static bool nv50_semaphore_store(NVGPU *gpu, uint64_t addr, const void *bytes,
                                 size_t size)
{
    return nv_held_semaphore_write(gpu, nv50_semaphore_object(gpu), addr,
                                   bytes, size);
}

/* --- Waiting ---------------------------------------------------------- */

static bool nv50_semaphore_matches(uint32_t val, uint32_t want, bool greater)
{
    return greater ? (int32_t)(val - want) >= 0 : val == want;
}

/* "acquire_active will block further processing and schedule retries" */
static void nv50_semaphore_wait(NVGPU *gpu, uint32_t want, bool source,
                                bool mode)
{
    uint32_t *pull1 = &NV_R(gpu, NV_PFIFO_CACHE1_PULL1);

    NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE) = want;
    NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP) = nv_ptimer_now(gpu);
    *pull1 = FIELD_DP32(*pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_SOURCE,
                        source);
    *pull1 = FIELD_DP32(*pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_MODE, mode);
    *pull1 = FIELD_DP32(*pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_HUNG, 0);
    nv_semaphore_set_active(gpu, true);
}

/* If the memory can't be read while the channel waits, it goes on waiting. */
static bool nv50_semaphore_come_true(NVGPU *gpu)
{
    uint32_t pull1 = NV_R(gpu, NV_PFIFO_CACHE1_PULL1);
    uint64_t addr = FIELD_EX32(pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_SOURCE)
        ? nv84_semaphore_address_of(gpu) : nv50_semaphore_offset_of(gpu);
    uint32_t val;

    return !FIELD_EX32(pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_HUNG) &&
           nv50_semaphore_load(gpu, nv_cache1_chip(gpu)->semaphore->retry, addr,
                               &val) &&
           nv50_semaphore_matches(val,
                                  NV_R(gpu, NV_PFIFO_CACHE1_ACQUIRE_VALUE),
                                  FIELD_EX32(pull1, NV50_PFIFO_CACHE1_PULL1,
                                             ACQUIRE_MODE));
}

/* --- Methods ---------------------------------------------------------- */

static bool nv50_semaphore_dma(NVGPU *gpu, const NVHandle *object)
{
    uint32_t *sem = &NV_R(gpu, NV50_PFIFO_CACHE1_SEMAPHORE);

    *sem = FIELD_DP32(*sem, NV50_PFIFO_CACHE1_SEMAPHORE, DMA_INST,
                      object->hash);
    return true;
}

static bool nv50_semaphore_offset(NVGPU *gpu, uint32_t offset)
{
    uint32_t *sem = &NV_R(gpu, NV50_PFIFO_CACHE1_SEMAPHORE);

    if (offset & 3) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_OFFSET, offset,
                                    NV50_SEMAPHORE_ADDRESS_UNALIGNED);
    }
    if (offset & 0xffff0000) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_OFFSET, offset,
                                    NV50_SEMAPHORE_ADDRESS_TOO_LARGE);
    }
    *sem = FIELD_DP32(*sem, NV50_PFIFO_CACHE1_SEMAPHORE, OFFSET, offset >> 2);
    *sem = FIELD_DP32(*sem, NV50_PFIFO_CACHE1_SEMAPHORE, OFFSET_VALID, 1);
    return true;
}

static bool nv50_semaphore_has_offset(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV50_PFIFO_CACHE1_SEMAPHORE),
                      NV50_PFIFO_CACHE1_SEMAPHORE, OFFSET_VALID);
}

static bool nv50_semaphore_acquire(NVGPU *gpu, uint32_t want)
{
    uint64_t addr = nv50_semaphore_offset_of(gpu);
    uint32_t val;

    if (!nv50_semaphore_has_offset(gpu)) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_ACQUIRE, want,
                                    NV50_SEMAPHORE_INVALID_STATE);
    }
    if (!nv50_semaphore_load(gpu, NV_VM_PFIFO_SEMAPHORE_READ, addr, &val)) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_ACQUIRE, want,
                                    NV50_SEMAPHORE_MEM_FAULT);
    }
    nv_fifo_probe_value(gpu, NV_PROBE_ACQUIRE, nv_fifo_channel(gpu), addr,
                        &want);
    trace_nv_pfifo_acquire(nv_fifo_channel(gpu), addr, want);
    if (val != want) {
        nv50_semaphore_wait(gpu, want, false, false);
    }
    return true;
}

static bool nv50_semaphore_release(NVGPU *gpu, uint32_t val)
{
    uint64_t addr = nv50_semaphore_offset_of(gpu);
    uint8_t bytes[4];

    if (!nv_puller_idle(gpu)) {
        return false;
    }
    if (!nv50_semaphore_has_offset(gpu)) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_RELEASE, val,
                                    NV50_SEMAPHORE_INVALID_STATE);
    }
    if (!nv_fifo_probe_value(gpu, NV_PROBE_RELEASE, nv_fifo_channel(gpu), addr,
                             &val)) {
        return true;
    }
    nv_stl_p(nv_cache1_big_endian(gpu), bytes, val);
    if (!nv50_semaphore_store(gpu, addr, bytes, sizeof(bytes))) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_RELEASE, val,
                                    NV50_SEMAPHORE_MEM_FAULT);
    }
    trace_nv_pfifo_release(nv_fifo_channel(gpu), addr, val);
    return true;
}

const NVSemaphoreChip nv50_semaphore = {
    .dma = nv50_semaphore_dma,
    .offset = nv50_semaphore_offset,
    .acquire = nv50_semaphore_acquire,
    .release = nv50_semaphore_release,
    .come_true = nv50_semaphore_come_true,
    .retry = NV_VM_PFIFO_SEMAPHORE_READ,
};

/* --- Long semaphores, NV84+ ------------------------------------------- */

static bool nv84_semaphore_address_high(NVGPU *gpu, uint32_t high)
{
    if (high & 0xffffff00) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_ADDRESS_HIGH, high,
                                    NV50_SEMAPHORE_ADDRESS_TOO_LARGE);
    }
    NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH) = high;
    return true;
}

static bool nv84_semaphore_address_low(NVGPU *gpu, uint32_t low)
{
    if (low & 3) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_ADDRESS_LOW, low,
                                    NV50_SEMAPHORE_ADDRESS_UNALIGNED);
    }
    NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW) = low;
    return true;
}

static bool nv84_semaphore_sequence(NVGPU *gpu, uint32_t val)
{
    NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE) = val;
    return true;
}

/* Sequence, 0, and the time */
static bool nv84_semaphore_write_long(NVGPU *gpu)
{
    uint32_t sequence = NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE);
    uint64_t addr = nv84_semaphore_address_of(gpu);
    uint64_t time = nv_ptimer_now(gpu);
    uint8_t bytes[NV84_LONG_SIZE] = { };

    if (!nv_puller_idle(gpu)) {
        return false;
    }
    if (!nv_fifo_probe_value(gpu, NV_PROBE_RELEASE, nv_fifo_channel(gpu), addr,
                             &sequence)) {
        return true;
    }
    nv_stl_p(nv_cache1_big_endian(gpu), bytes, sequence);
    nv_stq_p(nv_cache1_big_endian(gpu), bytes + 8, time);
    if (!nv50_semaphore_store(gpu, addr, bytes, sizeof(bytes))) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_TRIGGER,
                                    NV84_TRIGGER_WRITE_LONG,
                                    NV50_SEMAPHORE_MEM_FAULT);
    }
    trace_nv_pfifo_release(nv_fifo_channel(gpu), addr, sequence);
    return true;
}

/* "Invalid combination - results in hang": of this channel, for ever. */
static void nv84_semaphore_hang(NVGPU *gpu, uint32_t operation)
{
    uint32_t *pull1 = &NV_R(gpu, NV_PFIFO_CACHE1_PULL1);
    const NVGuestError error = nv_cache1_error(gpu, NV_ERROR_OTHER,
                                               "SEMAPHORE_HANG", 0,
                                               NV_MTHD_SEMAPHORE_TRIGGER,
                                               operation);

    nv_guest_error(gpu, &error, "channel %d hangs: no semaphore operation "
                   "0x%08x", error.chid, operation);
    *pull1 = FIELD_DP32(*pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_HUNG, 1);
}

static bool nv84_semaphore_trigger(NVGPU *gpu, uint32_t param)
{
    uint32_t operation = param & NV84_TRIGGER_MASK;
    bool greater = operation == NV84_TRIGGER_ACQUIRE_GEQUAL;
    bool exists = greater || operation == NV84_TRIGGER_ACQUIRE_EQUAL;
    uint32_t want = NV_R(gpu, NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE);
    uint64_t addr = nv84_semaphore_address_of(gpu);
    uint32_t val;

    if (operation == NV84_TRIGGER_WRITE_LONG) {
        return nv84_semaphore_write_long(gpu);
    }
    if (!nv50_semaphore_load(gpu, NV_VM_PFIFO_SEMAPHORE_READ, addr, &val)) {
        return nv50_semaphore_error(gpu, NV_MTHD_SEMAPHORE_TRIGGER, param,
                                    NV50_SEMAPHORE_MEM_FAULT);
    }
    nv_fifo_probe_value(gpu, NV_PROBE_ACQUIRE, nv_fifo_channel(gpu), addr,
                        &want);
    if (greater) {
        trace_nv_pfifo_acquire_geq(nv_fifo_channel(gpu), addr, want);
    } else if (exists) {
        trace_nv_pfifo_acquire(nv_fifo_channel(gpu), addr, want);
    }
    if (!exists || !nv50_semaphore_matches(val, want, greater)) {
        nv50_semaphore_wait(gpu, want, true, greater);
    }
    if (!exists) {
        nv84_semaphore_hang(gpu, param);
    }
    return true;
}

static uint32_t nv84_semaphore_fence(NVGPU *gpu, const uint32_t *data)
{
    if (!nv84_semaphore_address_high(gpu, nv_push_word(&data[0]))) {
        return 0;
    }
    if (!nv84_semaphore_address_low(gpu, nv_push_word(&data[1]))) {
        return 1;
    }
    nv84_semaphore_sequence(gpu, nv_push_word(&data[2]));
    return nv84_semaphore_trigger(gpu, nv_push_word(&data[3]))
        ? NV_FENCE_METHODS : 3;
}

const NVSemaphoreChip nv84_semaphore = {
    .dma = nv50_semaphore_dma,
    .offset = nv50_semaphore_offset,
    .acquire = nv50_semaphore_acquire,
    .release = nv50_semaphore_release,
    .address_high = nv84_semaphore_address_high,
    .address_low = nv84_semaphore_address_low,
    .sequence = nv84_semaphore_sequence,
    .trigger = nv84_semaphore_trigger,
    .fence = nv84_semaphore_fence,
    .come_true = nv50_semaphore_come_true,
    .retry = NV_VM_SEMAPHORE_BG,
};

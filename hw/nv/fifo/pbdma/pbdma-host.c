/*
 * NVIDIA GPU: the methods that a PBDMA executes itself: classes 906F and later
 *
 * They may come on any subchannel, whatever its object is, and don't count as
 * a switch of subchannels.
 *
 * Source: NVIDIA's class headers 906F and A16F; envytools, hw/fifo/puller,
 * "Puller builtin methods"; for how a PBDMA stops, manuals of later cards.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/dma.h"
#include "hw/nv/fifo/held-semaphore.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/reader.h"
#include "channel.h"
#include "intr.h"
#include "pbdma-crc.h"
#include "pbdma-engine.h"
#include "pbdma-host.h"
#include "pbdma-reduction.h"
#include "pbdma.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

FIELD(NVC0_SET_OBJECT, CLASS, 0, 16)
FIELD(NVC0_SET_OBJECT, ENGINE, 16, 5)
FIELD(NVC0_MEM_OP_B, OPERATION, 27, 5)

static inline bool nv_pbdma_is_acquire(unsigned operation)
{
    return operation == NVC0_SEMAPHORE_ACQUIRE ||
           operation == NVC0_SEMAPHORE_ACQUIRE_GEQUAL ||
           operation == NVC0_SEMAPHORE_ACQUIRE_AND;
}

/* MEM_OP_B's */
enum {
    NVC0_MEM_OP_SYSMEMBAR = 0x05,
    NVC0_MEM_OP_SOFT_FLUSH = 0x06,
    NVC0_MEM_OP_TLB_INVALIDATE = 0x09,
    NVC0_MEM_OP_L2_FIRST = 0x0d,
    NVC0_MEM_OP_L2_LAST = 0x10,
};

/* What a release of 16 bytes writes */
#define NVC0_RELEASE_SIZE 16
/* ACQUIRE counts in that many ns. */
#define NVC0_ACQUIRE_UNIT_BITS 10

/* The outcome of a method */
typedef enum NVPbdmaDone {
    NV_PBDMA_DONE,
    NV_PBDMA_LATER,             /* it has to wait */
    NV_PBDMA_WAITS,             /* an acquire that has begun to wait */
    NV_PBDMA_WRONG,             /* NVPbdma.intr says why */
} NVPbdmaDone;

static NVPbdmaDone nv_pbdma_wrong(NVPbdma *b, uint32_t intr)
{
    b->intr = intr;
    return NV_PBDMA_WRONG;
}

/* A method that has been read and not executed */
void nv_pbdma_keep(NVPbdma *b, unsigned subc, uint32_t mthd, uint32_t data)
{
    uint32_t method = 0;

    method = FIELD_DP32(method, NV_PBDMA_METHOD0, ADDRESS, mthd / 4);
    method = FIELD_DP32(method, NV_PBDMA_METHOD0, SUBC, subc);
    method = FIELD_DP32(method, NV_PBDMA_METHOD0, PRIV, b->in.ib.unk40);
    method = FIELD_DP32(method, NV_PBDMA_METHOD0, VALID, 1);
    b->regs[R_NV_PBDMA_METHOD0] = method;
    b->regs[R_NV_PBDMA_DATA0] = data;
}

/* --- Engines ---------------------------------------------------------- */

/* A subchannel gets the engine that its object has been made for. */
static void nv_pbdma_set_engine(NVPbdma *b, unsigned subc, unsigned id)
{
    uint32_t *engines = &b->regs[R_NV_PBDMA_ENGINES_0 + subc / 4];

    if (!nv_pbdma_chip(b->in.gpu)->fixed) {
        *engines = deposit32(*engines, subc % 4 * 8, 8, id);
    }
}

/* mthd 0x0000: SET_OBJECT */
static NVPbdmaDone nv_pbdma_set_object(NVPbdma *b, unsigned subc,
                                       uint32_t data)
{
    NVGPU *gpu = b->in.gpu;
    unsigned id = nv_pbdma_chip(gpu)->fixed
        ? nv_pbdma_subchannel_engine(b, subc)
        : FIELD_EX32(data, NVC0_SET_OBJECT, ENGINE);

    /* "A SW engine or a non-existent engine" */
    if (!nv_pbdma_has_engine(gpu, id)) {
        nv_pbdma_set_engine(b, subc, NVC0_ENGINE_SOFTWARE);
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_DEVICE_MASK);
    }
    if (!nv_pbdma_enter_engine(b, id, subc) ||
        !nv_queue_bind(gpu, id, b->in.chid, subc,
                       FIELD_EX32(data, NVC0_SET_OBJECT, CLASS))) {
        return NV_PBDMA_LATER;
    }
    nv_pbdma_set_engine(b, subc, id);
    nv_probe_bind(b->in.gpu, b->in.chid, subc,
                  FIELD_EX32(data, NVC0_SET_OBJECT, CLASS));
    nv_pbdma_crc_methods(b, &(NVRun) { .subc = subc, .data = &data }, 1);
    trace_nv_pfifo_object(b->in.chid, subc, data, 0,
                          nv_fifo_engine(gpu, id)->name);
    return NV_PBDMA_DONE;
}

/* --- Semaphores ------------------------------------------------------- */

static uint64_t nv_pbdma_semaphore(const uint32_t *regs)
{
    return (uint64_t)extract32(regs[R_NV_PBDMA_SEMAPHORE_A], 0, 8) << 32 |
           regs[R_NV_PBDMA_SEMAPHORE_B];
}

/* The channel's address space; drops a held page of another one, or stale. */
static const NVDMAObject *nv_pbdma_space(NVGPU *gpu)
{
    NVSemaphoreObject *semaphores = &gpu->fifo->semaphores;
    const NVDMAObject *space = &gpu->fifo->push;

    if (unlikely(semaphores->inst != space->block ||
                 semaphores->seen != gpu->pramin.changes)) {
        semaphores->inst = space->block;
        semaphores->seen = gpu->pramin.changes;
        semaphores->hold.span.len = 0;
    }
    return space;
}

static bool nv_pbdma_read_semaphore(NVGPU *gpu, const uint32_t *regs,
                                    uint32_t *val)
{
    return nv_held_semaphore_read(gpu, NV_VM_PFIFO_SEMAPHORE_READ,
                                  nv_pbdma_space(gpu),
                                  nv_pbdma_semaphore(regs),
                                  gpu->bus->big_endian, val);
}

static bool nv_pbdma_matches(uint32_t val, uint32_t want, unsigned operation)
{
    switch (operation) {
    case NVC0_SEMAPHORE_ACQUIRE:
        return val == want;
    case NVC0_SEMAPHORE_ACQUIRE_GEQUAL:
        return (int32_t)(val - want) >= 0;
    default:
        return val & want;
    }
}

/* Set the time when the wait ends, in units of ACQUIRE_DEADLINE */
static void nv_pbdma_set_deadline(NVPbdma *b)
{
    uint32_t acquire = b->regs[R_NV_PBDMA_ACQUIRE];
    uint64_t units = (uint64_t)FIELD_EX32(acquire, NV_PBDMA_ACQUIRE,
                                          TIMEOUT_MAN) <<
                     FIELD_EX32(acquire, NV_PBDMA_ACQUIRE, TIMEOUT_EXP);

    b->regs[R_NV_PBDMA_ACQUIRE_DEADLINE] =
        (nv_ptimer_now(b->in.gpu) >> NVC0_ACQUIRE_UNIT_BITS) + units;
}

static NVPbdmaDone nv_pbdma_fault(NVPbdma *b)
{
    b->in.error = NV_PUSHER_MEM_FAULT;
    return NV_PBDMA_LATER;
}

/* The value may be changed by an injected fault, for retries as well. */
static inline QEMU_ALWAYS_INLINE NVPbdmaDone
nv_pbdma_acquire(NVPbdma *b, unsigned operation, uint32_t *want,
                 bool gives_way)
{
    uint64_t addr = nv_pbdma_semaphore(b->regs);
    uint32_t state = b->regs[R_NV_PBDMA_SEMAPHORE_D];
    uint32_t val;

    if (gives_way && FIELD_EX32(b->regs[R_NV_PBDMA_GP_FLAGS],
                                NV_PBDMA_GP_FLAGS, NO_SWITCH)) {
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_NO_CTXSW_SEG_MASK);
    }
    if (!nv_pbdma_read_semaphore(b->in.gpu, b->regs, &val)) {
        return nv_pbdma_fault(b);
    }
    nv_fifo_probe_value(b->in.gpu, NV_PROBE_ACQUIRE, b->in.chid, addr, want);
    if (operation == NVC0_SEMAPHORE_ACQUIRE) {
        trace_nv_pfifo_acquire(b->in.chid, addr, *want);
    } else {
        trace_nv_pfifo_acquire_geq(b->in.chid, addr, *want);
    }
    if (nv_pbdma_matches(val, *want, operation)) {
        return NV_PBDMA_DONE;
    }
    state = FIELD_DP32(state, NV_PBDMA_SEMAPHORE_D, OPERATION, operation);
    state = FIELD_DP32(state, NV_PBDMA_SEMAPHORE_D, ACQUIRE_SWITCH, gives_way);
    state = FIELD_DP32(state, NV_PBDMA_SEMAPHORE_D, ACQUIRE_PENDING, 1);
    b->regs[R_NV_PBDMA_SEMAPHORE_D] = state;
    nv_pbdma_set_deadline(b);
    return NV_PBDMA_WAITS;
}

static inline QEMU_ALWAYS_INLINE NVPbdmaDone
nv_pbdma_release(NVPbdma *b, uint32_t val, bool wait,
                                    bool small)
{
    NVGPU *gpu = b->in.gpu;
    uint64_t addr = nv_pbdma_semaphore(b->regs);
    uint8_t bytes[NVC0_RELEASE_SIZE];

    if (wait && !nv_pbdma_idle(b)) {
        return NV_PBDMA_LATER;
    }
    if (!nv_fifo_probe_value(gpu, NV_PROBE_RELEASE, b->in.chid, addr, &val)) {
        return NV_PBDMA_DONE;
    }
    nv_stl_p(gpu->bus->big_endian, bytes, val);
    if (!small) {
        /* Only here, as reading the time is slow */
        memset(bytes + 4, 0, 4);
        nv_stq_p(gpu->bus->big_endian, bytes + 8, nv_ptimer_now(gpu));
    }
    if (!nv_held_semaphore_write(gpu, nv_pbdma_space(gpu), addr, bytes,
                                 small ? 4 : NVC0_RELEASE_SIZE)) {
        return nv_pbdma_fault(b);
    }
    trace_nv_pfifo_release(b->in.chid, addr, val);
    return NV_PBDMA_DONE;
}

/* Release what a reduction makes of the semaphore: class A16F */
static NVPbdmaDone nv_pbdma_reduce(NVPbdma *b, uint32_t data)
{
    uint32_t val;

    if (!nv_pbdma_may_reduce(data)) {
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_SEMAPHORE_MASK);
    }
    if (!FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D, NO_WFI) &&
        !nv_pbdma_idle(b)) {
        return NV_PBDMA_LATER;
    }
    if (!nv_pbdma_read_semaphore(b->in.gpu, b->regs, &val)) {
        return nv_pbdma_fault(b);
    }
    val = nv_pbdma_reduction(data, val, b->regs[R_NV_PBDMA_SEMAPHORE_C]);
    return nv_pbdma_release(b, val, false,
                            FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D, SIZE_4));
}

/* The acquire that a channel waits for is its pending method. */
static NVPbdmaDone nv_pbdma_keep_acquire(NVPbdma *b, NVPbdmaDone what,
                                         unsigned subc, uint32_t mthd,
                                         uint32_t data)
{
    if (what == NV_PBDMA_WAITS) {
        nv_pbdma_keep(b, subc, mthd, data);
    }
    return what;
}

/* mthd 0x0068: SEMAPHORE_ACQUIRE */
static NVPbdmaDone nv_pbdma_old_acquire(NVPbdma *b, unsigned subc,
                                        uint32_t want)
{
    NVPbdmaDone what = nv_pbdma_acquire(b, NVC0_SEMAPHORE_ACQUIRE, &want,
                                        false);

    return nv_pbdma_keep_acquire(b, what, subc, NV_MTHD_SEMAPHORE_ACQUIRE,
                                 want);
}

/* mthd 0x001c: SEMAPHORED */
/* Inlined: drivers do nearly all synchronization here; docs/benchmark.rst. */
static inline QEMU_ALWAYS_INLINE NVPbdmaDone
nv_pbdma_semaphore_d(NVPbdma *b, unsigned subc, uint32_t data)
{
    unsigned operation = FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D, OPERATION);
    uint32_t *payload = &b->regs[R_NV_PBDMA_SEMAPHORE_C];
    NVPbdmaDone what;

    /* "The method data is in both": ACQUIRE_PENDING isn't the method's. */
    b->regs[R_NV_PBDMA_SEMAPHORE_D] =
        data & ~R_NV_PBDMA_SEMAPHORE_D_ACQUIRE_PENDING_MASK;
    if (unlikely(FIELD_EX32(data, NVF0_PBDMA_SEMAPHORE_D, REDUCE)) &&
        !nv_pbdma_chip(b->in.gpu)->old_methods) {
        return operation || !nv_pbdma_chip(b->in.gpu)->reductions
            ? nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_SEMAPHORE_MASK)
            : nv_pbdma_reduce(b, data);
    }
    if (operation == NVC0_SEMAPHORE_RELEASE) {
        return nv_pbdma_release(b, *payload,
                                !FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D,
                                            NO_WFI),
                                FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D,
                                           SIZE_4));
    }
    if (!nv_pbdma_is_acquire(operation)) {
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_SEMAPHORE_MASK);
    }
    what = nv_pbdma_acquire(b, operation, payload,
                            FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D,
                                       ACQUIRE_SWITCH));
    return nv_pbdma_keep_acquire(b, what, subc, NVC0_MTHD_SEMAPHORE_D, data);
}

static NVPbdmaDone nv_pbdma_semaphore_address(NVPbdma *b, uint32_t low)
{
    if (low & 3) {
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_SEMAPHORE_MASK);
    }
    b->regs[R_NV_PBDMA_SEMAPHORE_B] = low;
    return NV_PBDMA_DONE;
}

static NVPbdmaDone nv_pbdma_semaphore_high(NVPbdma *b, uint32_t high)
{
    if (high & ~0xffu) {
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_SEMAPHORE_MASK);
    }
    b->regs[R_NV_PBDMA_SEMAPHORE_A] = high;
    return NV_PBDMA_DONE;
}

/* SEMAPHOREA to D in a row; false: they have to be executed one by one. */
static inline bool nv_pbdma_semaphore_row(NVPbdma *b, unsigned subc,
                                          const uint32_t *data,
                                          NVPbdmaDone *what)
{
    uint32_t high = nv_push_word(&data[0]);
    uint32_t low = nv_push_word(&data[1]);

    if (unlikely(high & ~0xffu || low & 3)) {
        return false;
    }
    b->regs[R_NV_PBDMA_SEMAPHORE_A] = high;
    b->regs[R_NV_PBDMA_SEMAPHORE_B] = low;
    b->regs[R_NV_PBDMA_SEMAPHORE_C] = nv_push_word(&data[2]);
    *what = nv_pbdma_semaphore_d(b, subc, nv_push_word(&data[3]));
    return true;
}

static bool nv_pbdma_timed_out(NVGPU *gpu, const uint32_t *regs)
{
    uint32_t now = nv_ptimer_now(gpu) >> NVC0_ACQUIRE_UNIT_BITS;

    return FIELD_EX32(regs[R_NV_PBDMA_ACQUIRE], NV_PBDMA_ACQUIRE,
                      TIMEOUT_EN) &&
           (int32_t)(now - regs[R_NV_PBDMA_ACQUIRE_DEADLINE]) >= 0;
}

/*
 * The acquire is METHOD0's, if METHOD0 is valid: snapshots of earlier versions
 * have no method there.
 */
bool nv_pbdma_awaits(const uint32_t *regs, unsigned *operation, uint32_t *want)
{
    uint32_t method = regs[R_NV_PBDMA_METHOD0];

    *operation = FIELD_EX32(regs[R_NV_PBDMA_SEMAPHORE_D],
                            NV_PBDMA_SEMAPHORE_D, OPERATION);
    *want = regs[R_NV_PBDMA_SEMAPHORE_C];
    if (!FIELD_EX32(method, NV_PBDMA_METHOD0, VALID)) {
        return true;
    }
    switch (FIELD_EX32(method, NV_PBDMA_METHOD0, ADDRESS) * 4) {
    case NVC0_MTHD_SEMAPHORE_D:
        *operation = FIELD_EX32(regs[R_NV_PBDMA_DATA0], NV_PBDMA_SEMAPHORE_D,
                                OPERATION);
        return nv_pbdma_is_acquire(*operation);
    case NV_MTHD_SEMAPHORE_ACQUIRE:
        *operation = NVC0_SEMAPHORE_ACQUIRE;
        *want = regs[R_NV_PBDMA_DATA0];
        return true;
    default:
        return false;
    }
}

/* The wait has ended; the acquire isn't executed again, what replaced it is. */
static void nv_pbdma_go_on(uint32_t *regs, bool acquired)
{
    regs[R_NV_PBDMA_SEMAPHORE_D] &=
        ~R_NV_PBDMA_SEMAPHORE_D_ACQUIRE_PENDING_MASK;
    if (acquired) {
        regs[R_NV_PBDMA_METHOD0] &= ~R_NV_PBDMA_METHOD0_VALID_MASK;
    }
}

static void nv_pbdma_tell_timeout(NVGPU *gpu, unsigned id, uint32_t want)
{
    uint64_t addr = nv_pbdma_semaphore(&NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT));
    const NVGuestError error = nv_pbdma_error(gpu, id,
                                              R_NV_PBDMA_INTR_0_ACQUIRE_MASK,
                                              addr);

    nv_guest_error(gpu, &error, "channel %d waits too long for the value "
                   "0x%08x at 0x%010" PRIx64, error.chid, want, addr);
}

bool nv_pbdma_retry(NVGPU *gpu, unsigned id)
{
    uint32_t *regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);
    unsigned operation;
    uint32_t want, val;

    gpu->fifo->unit = id;
    nv_dmaobj_of_space(gpu, nvc0_channel_block(gpu, nv_pbdma_channel(gpu, id)),
                       false, &gpu->fifo->push);
    if (!nv_pbdma_awaits(regs, &operation, &want)) {
        /* "NOP the semaphore method": so drivers end a wait. */
        nv_pbdma_go_on(regs, false);
        return true;
    }
    if (!nv_pbdma_read_semaphore(gpu, regs, &val)) {
        nv_pbdmas(gpu)->faulted |= BIT(id);
        return false;
    }
    if (nv_pbdma_matches(val, want, operation)) {
        trace_nv_pfifo_acquired(nv_pbdma_channel(gpu, id), val);
        nv_fifo_probe_value(gpu, NV_PROBE_ACQUIRED, nv_pbdma_channel(gpu, id),
                            nv_pbdma_semaphore(regs), &val);
        nv_pbdma_go_on(regs, true);
        return true;
    }
    if (nv_pbdma_timed_out(gpu, regs)) {
        nv_pbdma_tell_timeout(gpu, id, want);
        nv_pbdma_raise(gpu, id, R_NV_PBDMA_INTR_0_ACQUIRE_MASK);
    }
    return false;
}

/* --- Memory ----------------------------------------------------------- */

/* mthd 0x002c: MEM_OP_B; only cached translations need to be flushed. */
static NVPbdmaDone nv_pbdma_mem_op(NVPbdma *b, uint32_t data)
{
    unsigned operation = FIELD_EX32(data, NVC0_MEM_OP_B, OPERATION);

    switch (operation) {
    case NVC0_MEM_OP_TLB_INVALIDATE:
        nvc0_vm_invalidate_write(b->in.gpu, A_NVC0_PFB_MMU_INVALIDATE,
                                 R_NVC0_PFB_MMU_INVALIDATE_TRIGGER_MASK);
        return NV_PBDMA_DONE;
    case NVC0_MEM_OP_SYSMEMBAR:
    case NVC0_MEM_OP_SOFT_FLUSH:
    case NVC0_MEM_OP_L2_FIRST ... NVC0_MEM_OP_L2_LAST:
        return NV_PBDMA_DONE;
    default:
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_METHOD_MASK);
    }
}

/* --- Others ----------------------------------------------------------- */

/* mthd 0x0020: NON_STALL_INTERRUPT */
static NVPbdmaDone nv_pbdma_non_stall(NVPbdma *b)
{
    NVGPU *gpu = b->in.gpu;
    unsigned target = nv_pbdma_target(b);

    trace_nv_pfifo_notify(b->in.chid);
    nv_pbdma_chip(gpu)->non_stall(gpu, b->id,
                                  nv_pbdma_has_engine(gpu, target) ? target
                                                                   : 0);
    nvc0_fifo_update_intr(gpu);
    return NV_PBDMA_DONE;
}

static NVPbdmaDone nv_pbdma_wait_idle(NVPbdma *b)
{
    return nv_pbdma_idle(b) ? NV_PBDMA_DONE : NV_PBDMA_LATER;
}

/* mthd 0x0050: SET_REFERENCE */
static inline QEMU_ALWAYS_INLINE NVPbdmaDone
nv_pbdma_set_reference(NVPbdma *b, uint32_t ref)
{
    if (!nv_pbdma_idle(b)) {
        return NV_PBDMA_LATER;
    }
    if (!nv_fifo_probe_value(b->in.gpu, NV_PROBE_REFERENCE, b->in.chid, 0,
                             &ref)) {
        return NV_PBDMA_DONE;
    }
    trace_nv_pfifo_ref(b->in.chid, ref);
    nv_count(b->in.gpu, REFERENCES, 1);
    b->regs[R_NV_PBDMA_REF] = ref;
    return NV_PBDMA_DONE;
}

/* mthd 0x007c: CRC_CHECK; "after each comparison" the register "is cleared". */
static NVPbdmaDone nv_pbdma_check_methods(NVPbdma *b, uint32_t want)
{
    bool matches = nv_pbdma_crc_matches(b, R_NV_PBDMA_METHOD_CRC, want);

    b->regs[R_NV_PBDMA_METHOD_CRC] = 0;
    return matches ? NV_PBDMA_DONE
                   : nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_METHODCRC_MASK);
}

/* mthd 0x0080: YIELD */
static NVPbdmaDone nv_pbdma_yield(NVPbdma *b)
{
    trace_nv_pfifo_yield(b->in.chid);
    b->yield = true;
    b->in.stalled = true;
    return NV_PBDMA_DONE;
}

/* 0x64 to 0x6c and 0x84, which a GK208 has refused: tests/record */
static bool nv_pbdma_is_old(uint32_t mthd)
{
    return mthd == NVC0_MTHD_SWITCH_NO_WAIT ||
           mthd - NV_MTHD_SEMAPHORE_OFFSET <= 8;
}

static NVPbdmaDone nv_pbdma_host(NVPbdma *b, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    if (unlikely(nv_pbdma_is_old(mthd)) &&
        !nv_pbdma_chip(b->in.gpu)->old_methods) {
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_METHOD_MASK);
    }
    switch (mthd) {
    case NV_MTHD_OBJECT:
        return nv_pbdma_set_object(b, subc, data);
    case NVC0_MTHD_NOP:
    case NVC0_MTHD_FB_FLUSH:
    case NVC0_MTHD_MEM_OP_A:
    case NVC0_MTHD_SWITCH_NO_WAIT:
        return NV_PBDMA_DONE;
    case NVC0_MTHD_SEMAPHORE_A:
        return nv_pbdma_semaphore_high(b, data);
    case NVC0_MTHD_SEMAPHORE_B:
    case NV_MTHD_SEMAPHORE_OFFSET:
        return nv_pbdma_semaphore_address(b, data);
    case NVC0_MTHD_SEMAPHORE_C:
        b->regs[R_NV_PBDMA_SEMAPHORE_C] = data;
        return NV_PBDMA_DONE;
    case NVC0_MTHD_SEMAPHORE_D:
        return nv_pbdma_semaphore_d(b, subc, data);
    case NV_MTHD_SEMAPHORE_ACQUIRE:
        return nv_pbdma_old_acquire(b, subc, data);
    case NV_MTHD_SEMAPHORE_RELEASE:
        return nv_pbdma_release(b, data, true, true);
    case NVC0_MTHD_NON_STALL_INTERRUPT:
        return nv_pbdma_non_stall(b);
    case NVC0_MTHD_MEM_OP_B:
        return nv_pbdma_mem_op(b, data);
    case NVC0_MTHD_SET_REFERENCE:
        return nv_pbdma_set_reference(b, data);
    case NVC0_MTHD_WFI:
        return nv_pbdma_wait_idle(b);
    case NVC0_MTHD_CRC_CHECK:
        return nv_pbdma_check_methods(b, data);
    case NVC0_MTHD_YIELD:
        return nv_pbdma_yield(b);
    case NVC0_MTHD_ILLEGAL:
    default:
        return nv_pbdma_wrong(b, R_NV_PBDMA_INTR_0_METHOD_MASK);
    }
}

/* It is no longer needed from the pushbuffer. */
static inline bool nv_pbdma_taken(NVPbdmaDone what)
{
    return what == NV_PBDMA_DONE || what == NV_PBDMA_WAITS;
}

uint32_t nv_pbdma_deliver_host(NVPbdma *b, unsigned subc, const NVRun *run)
{
    uint32_t done = 0;

    while (done < run->count && !b->in.stalled) {
        NVPbdmaDone what = nv_pbdma_host(b, subc,
                                         nv_run_mthd(run, done),
                                         nv_push_word(&run->data[done]));

        b->in.stalled |= what != NV_PBDMA_DONE;
        done += nv_pbdma_taken(what);
    }
    return done;
}

static inline uint32_t nv_pbdma_deliver_one(NVPbdma *b, const NVRun *run,
                                            NVPbdmaDone what)
{
    if (likely(what == NV_PBDMA_DONE)) {
        return run->count;
    }
    b->in.stalled = true;
    return run->count - !nv_pbdma_taken(what);
}

/* Whether the engine is done with the channel, without having to ask it */
static inline bool nv_pbdma_surely_idle(const NVPbdma *b)
{
    unsigned target = nv_pbdma_target(b);

    return target >= NVE4_ENGINES ||
           (!b->in.fifo->latency &&
            !nv_fifo_engine(b->in.gpu, target)->idle);
}

static uint32_t G_GNUC_NO_INLINE
nv_pbdma_deliver_watched_reference(NVPbdma *b, const NVRun *run)
{
    return nv_pbdma_deliver_one(b, run, nv_pbdma_set_reference(
                                    b, nv_push_word(run->data)));
}

uint32_t nv_pbdma_deliver_reference(NVPbdma *b, const NVRun *run)
{
    NVGPU *gpu = b->in.gpu;

    /* The path without calls doesn't have to save registers. */
    if (unlikely(NV_PROBED(gpu, REFERENCE) ||
                 trace_event_get_state_backends(TRACE_NV_PFIFO_REF) ||
                 !nv_pbdma_surely_idle(b))) {
        return nv_pbdma_deliver_watched_reference(b, run);
    }
    nv_count(gpu, REFERENCES, 1);
    b->regs[R_NV_PBDMA_REF] = nv_push_word(run->data);
    return run->count;
}

/* SEMAPHOREA to D, with any operation */
static uint32_t G_GNUC_NO_INLINE
nv_pbdma_deliver_any_semaphore(NVPbdma *b, unsigned subc, const NVRun *run)
{
    NVPbdmaDone what;

    return nv_pbdma_semaphore_row(b, subc, run->data, &what)
        ? nv_pbdma_deliver_one(b, run, what)
        : nv_pbdma_deliver_host(b, subc, run);
}

/* A semaphore in a page that is held; NULL: it isn't, or is to be reported */
static inline const void *nv_pbdma_held_semaphore(NVGPU *gpu, uint64_t addr)
{
    if (NV_PROBED(gpu, ACQUIRE) ||
        trace_event_get_state_backends(TRACE_NV_PFIFO_ACQUIRE)) {
        return NULL;
    }
    nv_pbdma_space(gpu);
    return nv_dmaobj_held_ptr(&gpu->fifo->semaphores.hold, addr,
                              sizeof(uint32_t));
}

/*
 * An acquire that needn't wait: like the reference, it saves no registers.  No
 * page is held for an address whose high part is invalid.
 */
static uint32_t G_GNUC_NO_INLINE
nv_pbdma_deliver_acquire(NVPbdma *b, unsigned subc, const NVRun *run)
{
    NVGPU *gpu = b->in.gpu;
    uint32_t high = nv_push_word(&run->data[0]);
    uint32_t low = nv_push_word(&run->data[1]);
    uint32_t want = nv_push_word(&run->data[2]);
    const void *held;

    if (unlikely(low & 3 || gpu->bus->big_endian)) {
        return nv_pbdma_deliver_any_semaphore(b, subc, run);
    }
    held = nv_pbdma_held_semaphore(gpu, (uint64_t)high << 32 | low);
    if (unlikely(!held || ldl_le_p(held) != want)) {
        return nv_pbdma_deliver_any_semaphore(b, subc, run);
    }
    b->regs[R_NV_PBDMA_SEMAPHORE_A] = high;
    b->regs[R_NV_PBDMA_SEMAPHORE_B] = low;
    b->regs[R_NV_PBDMA_SEMAPHORE_C] = want;
    b->regs[R_NV_PBDMA_SEMAPHORE_D] = NVC0_SEMAPHORE_ACQUIRE;
    return run->count;
}

uint32_t nv_pbdma_deliver_semaphore(NVPbdma *b, unsigned subc,
                                    const NVRun *run)
{
    return nv_push_word(&run->data[3]) == NVC0_SEMAPHORE_ACQUIRE
        ? nv_pbdma_deliver_acquire(b, subc, run)
        : nv_pbdma_deliver_any_semaphore(b, subc, run);
}

/*
 * NVIDIA GPU: the PIO pusher: methods that the guest writes one by one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache1.h"
#include "channel.h"
#include "pio.h"
#include "puller-nv01.h"
#include "runout.h"
#include "scheduler.h"
#include "state.h"
#include "switcher.h"
#include "trace/trace-hw_nv.h"

/*
 * pscnv's wiki, PFIFO "The pusher".  What it doesn't say is taken from the
 * hardware tests, pfifo_sim_user_write() and pfifo_cache1_free(): in which
 * order the rules apply, and which reason is reported.
 */

/* A subchannel's part of a channel's area */
#define NV_PIO_MTHD(_offset) ((_offset) % NV_MTHD_END)

/* Rows of 16 bytes that aren't methods */
#define NV_PIO_ROW(_offset) ((_offset) & 0x1ff0)
#define NV_PIO_ROW_FREE 0x10
#define NV_PIO_ROW_PASSWORD 0x20

/* Where NV01 keeps the channels' passwords, four words each */
#define NV_PIO_PASSWORDS 0x18000

#define NV_PIO_WHOLE 0xf

/* CACHE1's slots for channels that were set up for an older card */
#define NV_PIO_OLD_SLOTS 31

/* --- Free count ------------------------------------------------------- */

/* CACHE1's slots as a channel sees them, by CHANNEL_SIZE */
static unsigned nv_pio_capacity(NVGPU *gpu, unsigned chid)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    if (chip->pio & NV_PIO_ONE_SIZE ||
        extract32(NV_R(gpu, NV_PFIFO_CHANNEL_SIZE), chid, 1)) {
        return nv_cache1_capacity(gpu);
    }
    return NV_PIO_OLD_SLOTS;
}

static bool nv_pio_ranout(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_STATUS),
                      NV_PFIFO_CACHE1_STATUS, RANOUT);
}

static bool nv_pio_push_enabled(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0),
                      NV_PFIFO_CACHE1_PUSH0, ACCESS);
}

/* The object used last may make FREE promise more room than there is. */
static unsigned nv_pio_lie(NVGPU *gpu)
{
    if (!(nv_cache1_chip(gpu)->pio & NV_PIO_FREE_LIE) ||
        !nv_ctx_free_lie(gpu)) {
        return 0;
    }
    return FIELD_EX32(NV_R(gpu, NV01_PFIFO_CONFIG), NV01_PFIFO_CONFIG,
                      FREE_LIE);
}

static uint32_t nv_pio_free(NVGPU *gpu, unsigned chid)
{
    unsigned capacity = nv_pio_capacity(gpu, chid);
    unsigned used = nv_cache1_used(gpu);
    unsigned lie;

    if (nv_pio_ranout(gpu)) {
        return 0;
    }
    if (!nv_fifo_owns(gpu, chid) || !nv_pio_push_enabled(gpu)) {
        return nv_runout_pending(gpu) ? 0 : capacity * 4;
    }
    lie = nv_pio_lie(gpu);
    if (lie) {
        /* 252, 508 or 1020 bytes */
        return (256 << (lie - 1)) - 4;
    }
    return used < capacity ? (capacity - used) * 4 : 0;
}

/* --- Accesses that don't become methods ------------------------------- */

/* RAMRO's record of an access to the lanes @be of a word */
static uint32_t nv_pio_record(NVGPU *gpu, unsigned chid, uint32_t offset,
                              unsigned be, NVRunoutReason reason)
{
    uint32_t addr = chid << R_NV_RAMRO_ADDR_CHID_SHIFT | offset;

    addr = FIELD_DP32(addr, NV_RAMRO_ADDR, REASON, reason);
    if (nv_cache1_chip(gpu)->pio & NV_PIO_LOW_ADDRESS) {
        return addr;
    }
    return FIELD_DP32(addr & ~3, NV_RAMRO_ADDR, BYTE_ENABLE, ~be);
}

/* True if the method may be submitted at all */
static bool nv_pio_is_method(NVGPU *gpu, uint32_t mthd)
{
    return mthd >= NV_MTHD_ENGINE ||
           (nv_cache1(gpu)->host_methods & BIT_ULL(mthd / 4));
}

static bool nv_pio_on_cache0(NVGPU *gpu, unsigned chid)
{
    return !(nv_cache1_chip(gpu)->pio & NV_PIO_ERROR) &&
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE0_PUSH0),
                      NV_PFIFO_CACHE0_PUSH0, ACCESS) &&
           chid == FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE0_PUSH1),
                              NV_PFIFO_CACHE0_PUSH1, CHID);
}

/*
 * The reason why a write to the lanes @be of the word at @offset can't become
 * a method, or NV_PIO_FITS.  Switches channels if that makes it fit.
 */
#define NV_PIO_FITS (-1)

static int nv_pio_refuse(NVGPU *gpu, unsigned chid, uint32_t offset,
                         unsigned be)
{
    if (NV_PIO_ROW(offset) == NV_PIO_ROW_FREE &&
        (be == 0x3 || be == 0xc || be == NV_PIO_WHOLE)) {
        return NV_RUNOUT_RESERVED_ACCESS;
    }
    if (be != NV_PIO_WHOLE) {
        return NV_RUNOUT_ILLEGAL_ACCESS;
    }
    if (!nv_pio_is_method(gpu, NV_PIO_MTHD(offset))) {
        return NV_RUNOUT_RESERVED_ACCESS;
    }
    if (!nv_pio_push_enabled(gpu) || nv_pio_on_cache0(gpu, chid)) {
        return NV_RUNOUT_NO_CACHE_AVAILABLE;
    }
    if (!nv_fifo_owns(gpu, chid)) {
        return nv_runout_pending(gpu) || !nv_switcher_access(gpu, chid)
               ? NV_RUNOUT_NO_CACHE_AVAILABLE : NV_PIO_FITS;
    }
    if (nv_pio_ranout(gpu)) {
        return NV_RUNOUT_CACHE_RAN_OUT;
    }
    if (nv_cache1_used(gpu) >= nv_pio_capacity(gpu, chid)) {
        return nv_cache1_chip(gpu)->pio & NV_PIO_FREE_LIE &&
               nv_ctx_free_lie(gpu) ? NV_RUNOUT_CAUGHT_LYING
                                       : NV_RUNOUT_FREE_COUNT_OVERRUN;
    }
    return NV_PIO_FITS;
}

/*
 * NV01's passwords, whose purpose isn't known.  Writes that can't be done are
 * counted as records, but neither stored nor reported.
 */
static bool nv_pio_password(NVGPU *gpu, unsigned chid, uint32_t offset,
                            unsigned be, uint32_t data)
{
    uint32_t addr = NV_PIO_PASSWORDS + chid * 16 + (offset & 0xc);

    if (!(nv_cache1_chip(gpu)->pio & NV_PIO_PASSWORD) ||
        NV_PIO_ROW(offset) != NV_PIO_ROW_PASSWORD) {
        return false;
    }
    if (be != NV_PIO_WHOLE ||
        (chid != nv_fifo_channel(gpu) &&
         (nv_runout_pending(gpu) || !nv_switcher_may_leave(gpu)))) {
        nv_runout_push(gpu, nv_pio_record(gpu, chid, offset, be,
                                          NV_RUNOUT_ILLEGAL_ACCESS),
                       data, false);
        nv_refused_access(gpu, "PFIFO", chid, data,
                          "a password can't be written now");
    } else {
        stl_le_p(nv_vram_ptr(gpu, addr, 4), data);
        nv_vram_dirty(gpu, addr, 4);
    }
    return true;
}

/* --- Methods ---------------------------------------------------------- */

/*
 * A method with nothing before it is executed at once if its engine takes it,
 * and updates CACHE1 as if it had been there; all others wait in CACHE1.
 */
static void nv_pio_submit(NVGPU *gpu, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    const NVRun run = {
        .subc = subc, .mthd = mthd, .step = 4, .count = 1, .data = &data,
    };

    trace_nv_pfifo_pio(nv_fifo_channel(gpu), subc, mthd, data);
    nv_cache1_push(gpu, &run);
    if (nv_cache1_used(gpu) > 1 || mthd < NV_MTHD_ENGINE ||
        !nv_cache1_execute_one(gpu)) {
        nv_fifo_kick(gpu);
    }
}

/* --- Writes ----------------------------------------------------------- */

/*
 * TCG passes an unaligned access to a device byte by byte.  On the bus the
 * bytes within a word are one access, with byte enables: bytes 1 and 2, or 1 to
 * 3, or 0 to 2 if the access began with byte 3 of the previous word.  KVM and
 * other devices don't split them.
 */
static bool nv_pio_is_next(const NVPioPartialWrite *last, uint32_t addr,
                           unsigned be)
{
    if (addr / 4 != last->addr / 4) {
        return false;
    }
    switch (last->be) {
    case 0x1:
        return be == 0x2 && last->crossed;
    case 0x2:
    case 0x3:
        return be == 0x4 && (last->be == 0x2 || last->crossed);
    case 0x6:
        return be == 0x8;
    default:
        return false;
    }
}

/* Join a part of an access to the earlier ones; false: it is a new access. */
static bool nv_pio_join(NVGPU *gpu, unsigned chid, uint32_t offset,
                        unsigned be, uint32_t data)
{
    NVPioPartialWrite *last = &nv_cache1(gpu)->partial_write;
    uint32_t addr = chid << R_NV_RAMRO_ADDR_CHID_SHIFT | offset;
    NVRunoutReason reason;

    if (gpu->report.accesses != last->accesses ||
        !nv_pio_is_next(last, addr, be)) {
        return false;
    }
    last->be |= be;
    last->data |= data;
    offset = last->addr & 0xffff;
    reason = nv_pio_refuse(gpu, chid, offset, last->be);
    nv_runout_amend(gpu, last->record,
                    nv_pio_record(gpu, chid, offset, last->be, reason),
                    last->data);
    return true;
}

static void nv_pio_write_word(NVGPU *gpu, unsigned chid, uint32_t offset,
                              unsigned be, uint32_t data)
{
    NVPioPartialWrite *piece = &nv_cache1(gpu)->partial_write;
    uint32_t addr = chid << R_NV_RAMRO_ADDR_CHID_SHIFT | offset;
    uint32_t record = NV_RUNOUT_NOWHERE;
    int reason;

    if (nv_pio_join(gpu, chid, offset, be, data)) {
        return;
    }
    if (!nv_pio_password(gpu, chid, offset, be, data)) {
        reason = nv_pio_refuse(gpu, chid, offset, be);
        if (reason == NV_PIO_FITS) {
            piece->be = 0;
            nv_pio_submit(gpu, offset / NV_MTHD_END, NV_PIO_MTHD(offset),
                          data);
            return;
        }
        record = nv_runout_push(gpu, nv_pio_record(gpu, chid, offset, be,
                                                   reason), data, true);
    }
    *piece = (NVPioPartialWrite) {
        .addr = addr,
        .be = be,
        .crossed = piece->be == 0x8 && piece->addr + 1 == addr &&
                   piece->accesses == gpu->report.accesses,
        .data = data,
        .record = record,
        .accesses = gpu->report.accesses,
    };
}

void nv_pio_write(NVGPU *gpu, unsigned chid, uint32_t offset, uint32_t val,
                  unsigned size)
{
    unsigned shift = offset % 4;
    uint64_t data = (uint64_t)val << (shift * 8);
    unsigned be = MAKE_64BIT_MASK(shift, size);

    nv_pio_write_word(gpu, chid, offset, be & NV_PIO_WHOLE, data);
    if (be > NV_PIO_WHOLE) {
        nv_pio_write_word(gpu, chid, QEMU_ALIGN_DOWN(offset, 4) + 4, be >> 4,
                          data >> 32);
    }
}

/* --- Reads ------------------------------------------------------------ */

uint32_t nv_pio_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                     unsigned size)
{
    unsigned shift = offset % 4 * 8;
    unsigned be = MAKE_64BIT_MASK(offset % 4, size) & NV_PIO_WHOLE;
    uint32_t addr;

    nv_cache1(gpu)->partial_write.be = 0;
    if (NV_PIO_ROW(offset) == NV_PIO_ROW_FREE) {
        return extract32(nv_pio_free(gpu, chid) >> shift, 0, size * 8);
    }
    addr = nv_pio_record(gpu, chid, offset, be, NV_RUNOUT_ILLEGAL_ACCESS);
    nv_runout_push(gpu, FIELD_DP32(addr, NV_RAMRO_ADDR, READ, 1), 0, true);
    return 0;
}

/*
 * NVIDIA GPU: RAMRO, which records accesses that CACHE1 couldn't take
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "intr.h"
#include "runout.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/*
 * pscnv's wiki, PFIFO "The pusher"; the pointers' rules are those of the
 * hardware tests (hwtest/pfifo.cc, pfifo_runout() and pfifo_runout_status()).
 */

static NVInstArea nv04_ramro(NVGPU *gpu)
{
    uint32_t reg = NV_R(gpu, NV_PFIFO_RAMRO);

    return (NVInstArea) {
        .base = FIELD_EX32(reg, NV_PFIFO_RAMRO, ADDRESS) << 9,
        .size = FIELD_EX32(reg, NV_PFIFO_RAMRO, SIZE) ? 8 * KiB : 512,
    };
}

static NVInstArea nv_ramro(NVGPU *gpu)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    return chip->ramro ? chip->ramro(gpu) : nv04_ramro(gpu);
}

/* The next value of PUT: records have 8 bytes, and the area wraps. */
static uint32_t nv_runout_next(NVGPU *gpu, const NVInstArea *ramro)
{
    return (NV_R(gpu, NV_PFIFO_RUNOUT_PUT) + 8) & (ramro->size - 8);
}

bool nv_runout_pending(NVGPU *gpu)
{
    return !(nv_cache1_chip(gpu)->pio & NV_PIO_ERROR) &&
           NV_R(gpu, NV_PFIFO_RUNOUT_GET) != NV_R(gpu, NV_PFIFO_RUNOUT_PUT);
}

static bool nv_runout_full(NVGPU *gpu, const NVInstArea *ramro)
{
    return nv_runout_next(gpu, ramro) == NV_R(gpu, NV_PFIFO_RUNOUT_GET);
}

uint32_t nv_runout_status_read(NVGPU *gpu, uint32_t addr)
{
    NVInstArea ramro = nv_ramro(gpu);
    bool pending = nv_runout_pending(gpu);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PFIFO_RUNOUT_STATUS, RANOUT, pending);
    val = FIELD_DP32(val, NV_PFIFO_RUNOUT_STATUS, EMPTY, !pending);
    return FIELD_DP32(val, NV_PFIFO_RUNOUT_STATUS, FULL,
                      nv_runout_full(gpu, &ramro));
}

/* CACHE1 takes methods again when all records have been handled. */
void nv_runout_pointer_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!nv_runout_pending(gpu)) {
        NV_R(gpu, NV_PFIFO_CACHE1_STATUS) &=
            ~R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK;
    }
}

static const char *nv_runout_reason(uint32_t addr)
{
    static const char *const names[] = {
        [NV_RUNOUT_ILLEGAL_ACCESS] = "ILLEGAL_ACCESS",
        [NV_RUNOUT_NO_CACHE_AVAILABLE] = "NO_CACHE_AVAILABLE",
        [NV_RUNOUT_CACHE_RAN_OUT] = "CACHE_RAN_OUT",
        [NV_RUNOUT_FREE_COUNT_OVERRUN] = "FREE_COUNT_OVERRUN",
        [NV_RUNOUT_CAUGHT_LYING] = "CAUGHT_LYING",
        [NV_RUNOUT_RESERVED_ACCESS] = "RESERVED_ACCESS",
    };

    return names[FIELD_EX32(addr, NV_RAMRO_ADDR, REASON) % ARRAY_SIZE(names)];
}

/* What was written is a method for a subchannel. */
static NVGuestError nv_runout_error(uint32_t addr, uint32_t data,
                                    const char *what)
{
    return (NVGuestError) {
        .unit = "PFIFO",
        .kind = NV_ERROR_RUNOUT,
        .what = what,
        .chid = FIELD_EX32(addr, NV_RAMRO_ADDR, CHID),
        .subc = FIELD_EX32(addr, NV_PFIFO_CACHE1_ADDR, SUBCH),
        .mthd = addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK,
        .data = data,
        .addr = NV_PROBE_NOWHERE,
        .code = FIELD_EX32(addr, NV_RAMRO_ADDR, REASON),
    };
}

/* On cards without RAMRO the access is lost. */
static void nv_runout_pio_error(NVGPU *gpu, uint32_t addr, uint32_t data)
{
    const NVGuestError error = nv_runout_error(addr, data, "PIO_ERROR");
    const char *why = nv_runout_reason(addr);

    trace_nv_pfifo_runout(error.chid, addr, data, true, why);
    nv_guest_error(gpu, &error, "channel %d: access 0x%08x data 0x%08x is "
                   "lost: %s", error.chid, addr, data, why);
    nv_fifo_raise(gpu, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
}

static uint32_t nv_runout_record(NVGPU *gpu, uint32_t addr, uint32_t data,
                                 bool record)
{
    NVInstArea ramro = nv_ramro(gpu);
    uint32_t *put = &NV_R(gpu, NV_PFIFO_RUNOUT_PUT);
    uint32_t at = ramro.base + (*put & (ramro.size - 8));
    bool full = nv_runout_full(gpu, &ramro);
    unsigned chid = FIELD_EX32(addr, NV_RAMRO_ADDR, CHID);
    const char *why = nv_runout_reason(addr);
    const NVGuestError error = nv_runout_error(addr, data, "RUNOUT");

    if (chid == nv_fifo_channel(gpu)) {
        NV_R(gpu, NV_PFIFO_CACHE1_STATUS) |=
            R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK;
    }
    if (!full) {
        *put = nv_runout_next(gpu, &ramro);
    }
    if (!record) {
        nv_count(gpu, RUNOUTS, 1);
        return NV_RUNOUT_NOWHERE;
    }
    trace_nv_pfifo_runout(chid, addr, data, full, why);
    nv_guest_error(gpu, &error, "channel %u (%s mode): access 0x%08x data "
                   "0x%08x ran out: %s%s", chid,
                   nv_fifo_dma_mode(gpu, chid) ? "DMA" : "PIO", addr, data,
                   why, full ? ", and RAMRO is full" : "");
    if (full) {
        nv_fifo_raise(gpu, R_NV_PFIFO_INTR_RUNOUT_MASK |
                      R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK);
        return NV_RUNOUT_NOWHERE;
    }
    nv_runout_amend(gpu, at, addr, data);
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_RUNOUT_MASK);
    return at;
}

uint32_t nv_runout_push(NVGPU *gpu, uint32_t addr, uint32_t data, bool record)
{
    if (nv_cache1_chip(gpu)->pio & NV_PIO_ERROR) {
        nv_runout_pio_error(gpu, addr, data);
        return NV_RUNOUT_NOWHERE;
    }
    return nv_runout_record(gpu, addr, data, record);
}

void nv_runout_amend(NVGPU *gpu, uint32_t at, uint32_t addr, uint32_t data)
{
    if (at != NV_RUNOUT_NOWHERE) {
        nv_ramin_write32(gpu, at + A_NV_RAMRO_ADDR, addr);
        nv_ramin_write32(gpu, at + A_NV_RAMRO_DATA, data);
    }
}

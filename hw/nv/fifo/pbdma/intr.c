/*
 * NVIDIA GPU: PFIFO's interrupts, and when they stop its parts, NVC0+
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "intr.h"
#include "pbdma.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

uint32_t nvc0_fifo_pbdmas_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t mask = 0;

    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        if (NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0) &
            NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_EN_0)) {
            mask |= BIT(id);
        }
    }
    return mask;
}

/* Four bits, on NVE4 three, are set as long as their causes persist. */
uint32_t nvc0_fifo_intr_read(NVGPU *gpu, uint32_t addr)
{
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);
    uint32_t val = NV_R(gpu, NVC0_PFIFO_INTR);

    val |= chip->intr ? chip->intr(gpu) : 0;
    val = FIELD_DP32(val, NVC0_PFIFO_INTR, VM_FAULT,
                     NV_R(gpu, NVC0_PFIFO_VM_FAULT_UNITS) != 0);
    val = FIELD_DP32(val, NVC0_PFIFO_INTR, PBDMA,
                     nvc0_fifo_pbdmas_read(gpu, 0) != 0);
    return FIELD_DP32(val, NVC0_PFIFO_INTR, RUNLIST,
                      NV_R(gpu, NVC0_PFIFO_INTR_RUNLIST) != 0);
}

void nvc0_fifo_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PFIFO_MASK,
                    nvc0_fifo_intr_read(gpu, 0) &
                    NV_R(gpu, NVC0_PFIFO_INTR_EN));
}

/*
 * Errors by INTR's bits, with the register that has their code, if there is
 * one.  The last two names are of NVIDIA's manuals for later cards.
 */
static const struct {
    uint32_t bit;
    unsigned reg;
    const char *name;
} nvc0_errors[] = {
    { R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK, R_NVC0_PFIFO_CHAN_TABLE_ERROR,
      "CHAN_TABLE_ERROR" },
    { R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK, R_NVC0_PFIFO_SCHED_ERROR,
      "SCHED_ERROR" },
    { R_NVC0_PFIFO_INTR_FB_FLUSH_TIMEOUT_MASK, 0, "FB_FLUSH_TIMEOUT" },
    { R_NVC0_PFIFO_INTR_UNK16_MASK, R_NVC0_PFIFO_INTR_UNK16, "CHSW_ERROR" },
    { R_NVC0_PFIFO_INTR_UNK24_MASK, R_NVC0_PFIFO_INTR_UNK24, "LB_ERROR" },
};

static int nvc0_fifo_find_error(uint32_t bit)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nvc0_errors); i++) {
        if (nvc0_errors[i].bit == bit) {
            return i;
        }
    }
    return -1;
}

bool nvc0_fifo_has_error(unsigned bit)
{
    return nvc0_fifo_find_error(BIT(bit)) >= 0;
}

void nvc0_fifo_inject_error(NVGPU *gpu, unsigned bit, uint32_t code)
{
    int i = nvc0_fifo_find_error(BIT(bit));

    if (i >= 0) {
        nvc0_fifo_error(gpu, BIT(bit), -1, code, "%s 0x%02x, injected",
                        nvc0_errors[i].name, code);
    }
}

static void nvc0_fifo_raise(NVGPU *gpu, uint32_t bit, unsigned reg,
                            uint32_t code)
{
    if (reg && !(NV_R(gpu, NVC0_PFIFO_INTR) & bit)) {
        gpu->regs[reg] = code;
    }
    NV_R(gpu, NVC0_PFIFO_INTR) |= bit;
    nvc0_fifo_update_intr(gpu);
}

void nvc0_fifo_error(NVGPU *gpu, uint32_t bit, int chid, uint32_t code,
                     const char *fmt, ...)
{
    int i = nvc0_fifo_find_error(bit);
    NVGuestError error = {
        .unit = "PFIFO",
        .chid = chid,
        .mthd = NV_PROBE_NO_METHOD,
        .data = code,
        .addr = NV_PROBE_NOWHERE,
        .code = code,
    };
    va_list ap;

    assert(i >= 0);
    error.what = nvc0_errors[i].name;
    va_start(ap, fmt);
    nv_guest_error_va(gpu, &error, fmt, ap);
    va_end(ap);
    nvc0_fifo_raise(gpu, bit, nvc0_errors[i].reg, code);
}

static const struct {
    uint32_t bit;
    const char *name;
} nv_pbdma_errors[] = {
#define NV_PBDMA_ERROR(_name) \
    { R_NV_PBDMA_INTR_0_ ## _name ## _MASK, NV_PBDMA_ERROR_PREFIX #_name }
    NV_PBDMA_ERROR(GPFIFO),
    NV_PBDMA_ERROR(GPPTR),
    NV_PBDMA_ERROR(GPENTRY),
    NV_PBDMA_ERROR(GPCRC),
    NV_PBDMA_ERROR(PBPTR),
    NV_PBDMA_ERROR(PBENTRY),
    NV_PBDMA_ERROR(PBCRC),
    NV_PBDMA_ERROR(METHOD),
    NV_PBDMA_ERROR(METHODCRC),
    NV_PBDMA_ERROR(DEVICE),
    NV_PBDMA_ERROR(SEMAPHORE),
    NV_PBDMA_ERROR(ACQUIRE),
    NV_PBDMA_ERROR(NO_CTXSW_SEG),
    NV_PBDMA_ERROR(PBSEG),
    NV_PBDMA_ERROR(SIGNATURE),
};

const char *nv_pbdma_error_name(unsigned i)
{
    return i < ARRAY_SIZE(nv_pbdma_errors) ? nv_pbdma_errors[i].name : NULL;
}

const char *nv_pbdma_error_of(uint32_t bits)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_pbdma_errors); i++) {
        if (bits & nv_pbdma_errors[i].bit) {
            return nv_pbdma_errors[i].name;
        }
    }
    return NULL;
}

/* Of other errors the command is reported. */
NVGuestError nv_pbdma_error(NVGPU *gpu, unsigned id, uint32_t bits,
                            uint64_t addr)
{
    uint32_t method = NV_PBDMA_R(gpu, id, NV_PBDMA_METHOD0);
    NVGuestError error = {
        .unit = "PFIFO PBDMA",
        .kind = bits == R_NV_PBDMA_INTR_0_DEVICE_MASK ? NV_ERROR_SOFTWARE
                                                      : NV_ERROR_PUSHER,
        .what = nv_pbdma_error_of(bits) ?: "PBDMA",
        .chid = nv_pbdma_channel(gpu, id),
        .mthd = NV_PROBE_NO_METHOD,
        .data = NV_PBDMA_R(gpu, id, NV_PBDMA_HDR_SHADOW),
        .addr = addr,
        .code = bits,
    };

    if (bits & NV_PBDMA_OF_METHOD &&
        FIELD_EX32(method, NV_PBDMA_METHOD0, VALID)) {
        error.subc = FIELD_EX32(method, NV_PBDMA_METHOD0, SUBC);
        error.mthd = FIELD_EX32(method, NV_PBDMA_METHOD0, ADDRESS) * 4;
        error.data = NV_PBDMA_R(gpu, id, NV_PBDMA_DATA0);
    }
    return error;
}

void nv_pbdma_raise(NVGPU *gpu, unsigned id, uint32_t bits)
{
    trace_nv_pbdma_intr(id, nv_pbdma_channel(gpu, id), bits,
                        NV_PBDMA_R(gpu, id, NV_PBDMA_METHOD0),
                        NV_PBDMA_R(gpu, id, NV_PBDMA_DATA0));
    NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0) |= bits;
    nvc0_fifo_update_intr(gpu);
}

bool nv_pbdma_stopped(NVGPU *gpu, unsigned id)
{
    return nv_pbdma_frozen(gpu, id) ||
           extract32(nv_pbdmas(gpu)->faulted, id, 1);
}

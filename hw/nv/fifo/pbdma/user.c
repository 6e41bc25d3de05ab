/*
 * NVIDIA GPU: USERD, the channels' control areas, NVC0+
 *
 * Each is a page of memory that is mapped by BAR1, all of them in a row.  PFIFO
 * traps the CPU's accesses: writes are doorbells, and reads return the
 * channel's state, in a PBDMA or in RAMFC.  The page itself has the state from
 * when the PBDMA last stopped.
 *
 * Source: nouveau's nvkm/engine/fifo/gf100.c; NVIDIA's class header 906F;
 * envytools, hw/fifo/dma-pusher, "Channel control area"; envytools,
 * rnndb/fifo/gf100_pfifo.xml, for where the high parts' read shadows are.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/scheduler.h"
#include "hw/nv/order.h"
#include "channel.h"
#include "pbdma.h"
#include "user.h"
#include "trace/trace-hw_nv.h"

/* What the CPU reads, and the PBDMA's registers for it */
static const struct {
    uint16_t offset;
    uint16_t reg;
} nvc0_user_rows[] = {
    { A_NV_USERD_PUT_HI, R_NV_PBDMA_PUT_HI },
    { A_NV_USERD_PUT, R_NV_PBDMA_PUT },
    { A_NV_USERD_GET, R_NV_PBDMA_GET },
    { A_NV_USERD_GET_HI, R_NV_PBDMA_GET_HI },
    { A_NV_USERD_REF, R_NV_PBDMA_REF },
    { A_NV_USERD_TOP_LEVEL_GET, R_NV_PBDMA_TOP_LEVEL_GET },
    { A_NV_USERD_TOP_LEVEL_GET_HI, R_NV_PBDMA_TOP_LEVEL_GET_HI },
    { A_NV_USERD_GP_GET, R_NV_PBDMA_GP_GET },
};

/* "When you read ... the low part, the whole value is atomically read." */
static const struct {
    uint16_t low_offset, high_offset;
    uint16_t high, shadow;
} nvc0_user_addresses[] = {
    { A_NV_USERD_PUT, A_NV_USERD_PUT_HI,
      R_NV_PBDMA_PUT_HI, R_NV_PBDMA_PUT_HI_SHADOW },
    { A_NV_USERD_GET, A_NV_USERD_GET_HI,
      R_NV_PBDMA_GET_HI, R_NV_PBDMA_GET_HI_SHADOW },
    { A_NV_USERD_TOP_LEVEL_GET, A_NV_USERD_TOP_LEVEL_GET_HI,
      R_NV_PBDMA_TOP_LEVEL_GET_HI, R_NV_PBDMA_TOP_LEVEL_GET_HI_SHADOW },
};

/* --- Reads ------------------------------------------------------------ */

/* Bytes from PUT to the end of GP_GET, the first and the last */
#define NVC0_USER_SHOWN (A_NV_USERD_GP_GET + 4 - A_NV_USERD_PUT)

/* In video memory, where it nearly always is: found and told of once */
static void nvc0_user_show_vram(NVGPU *gpu, const uint32_t *regs,
                                uint64_t addr)
{
    uint8_t *host = nv_vram_ptr(gpu, addr, NVC0_USER_SHOWN);

    if (!host) {
        return;
    }
    /* In the old mode the first row is written by the guest, with PUT. */
    for (unsigned i = gpu->nv04_mode; i < ARRAY_SIZE(nvc0_user_rows); i++) {
        nv_order_before_write();
        stl_le_p(host + (nvc0_user_rows[i].offset - A_NV_USERD_PUT),
                 regs[nvc0_user_rows[i].reg]);
    }
    nv_vram_dirty(gpu, addr, NVC0_USER_SHOWN);
}

void nvc0_user_show(NVGPU *gpu, unsigned id)
{
    const uint32_t *regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);
    NVSpan span;

    if (nvc0_channel_userd(gpu, regs, A_NV_USERD_PUT, &span) && span.vram) {
        nvc0_user_show_vram(gpu, regs, span.addr);
        return;
    }
    for (unsigned i = gpu->nv04_mode; i < ARRAY_SIZE(nvc0_user_rows); i++) {
        uint32_t val = cpu_to_le32(regs[nvc0_user_rows[i].reg]);

        if (nvc0_channel_userd(gpu, regs, nvc0_user_rows[i].offset, &span)) {
            nv_span_transfer(gpu, &span, &val, true);
        }
    }
}

/* A register of a channel, which has to have a PBDMA or an instance block */
static uint32_t nvc0_user_reg(NVGPU *gpu, unsigned chid, unsigned reg)
{
    int id = nvc0_channel_pbdma(gpu, chid);

    return id >= 0 ? (&NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT))[reg]
                   : nv_ramin_read32(gpu, nvc0_channel_block(gpu, chid) +
                                          reg * 4);
}

static void nvc0_user_set_reg(NVGPU *gpu, unsigned chid, unsigned reg,
                              uint32_t val)
{
    int id = nvc0_channel_pbdma(gpu, chid);

    if (id >= 0) {
        (&NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT))[reg] = val;
    } else if (nvc0_user_reg(gpu, chid, reg) != val) {
        nv_ramin_write32(gpu, nvc0_channel_block(gpu, chid) + reg * 4, val);
    }
}

/* PFIFO gets to do some pending work first. */
static bool nvc0_user_read(NVGPU *gpu, uint32_t offset, uint32_t *val)
{
    unsigned chid = offset / nv_pbdma_chip(gpu)->user_size;

    offset %= nv_pbdma_chip(gpu)->user_size;
    nv_fifo_poll(gpu);
    if (nvc0_channel_pbdma(gpu, chid) < 0 && !nvc0_channel_block(gpu, chid)) {
        return false;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nvc0_user_addresses); i++) {
        unsigned shadow = nvc0_user_addresses[i].shadow;

        if (offset == nvc0_user_addresses[i].high_offset) {
            *val = nvc0_user_reg(gpu, chid, shadow);
            return true;
        }
        if (offset == nvc0_user_addresses[i].low_offset) {
            unsigned high = nvc0_user_addresses[i].high;

            nvc0_user_set_reg(gpu, chid, shadow,
                              nvc0_user_reg(gpu, chid, high));
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nvc0_user_rows); i++) {
        if (offset == nvc0_user_rows[i].offset) {
            *val = nvc0_user_reg(gpu, chid, nvc0_user_rows[i].reg);
            return true;
        }
    }
    return false;
}

/* --- Writes ----------------------------------------------------------- */

static void nvc0_user_put_gp_put(NVGPU *gpu, unsigned chid, uint32_t put)
{
    int id = nvc0_channel_pbdma(gpu, chid);

    trace_nv_pfifo_ib_put(chid, put);
    nv_fifo_probe_submit(gpu, chid, put, true);
    if (id >= 0) {
        NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT) = put;
    } else {
        nvc0_channel_update(gpu, chid);
    }
}

/*
 * The old mode, without GP entries: "it's assembled together with the write
 * shadow", which is the page's word, "and atomically written".
 */
static void nvc0_user_put_put(NVGPU *gpu, unsigned chid, uint32_t put)
{
    uint32_t ramfc[NV_PBDMA_RAMFC_WORDS];
    uint32_t high;

    for (unsigned i = 0; i < ARRAY_SIZE(ramfc); i++) {
        ramfc[i] = nvc0_user_reg(gpu, chid, i);
    }
    if (ramfc[R_NV_PBDMA_GP_GET] != nvc0_channel_gp_put(gpu, ramfc)) {
        nv_refused_access(gpu, "USERD", chid, put, "GP entries are left");
        return;
    }
    high = nvc0_channel_user_word(gpu, ramfc, A_NV_USERD_PUT_HI, 0) & 0xff;
    trace_nv_pfifo_put(chid, (uint64_t)high << 32 | put);
    nv_fifo_probe_submit(gpu, chid, (uint64_t)high << 32 | put, false);
    nvc0_user_set_reg(gpu, chid, R_NV_PBDMA_PUT_HI, high);
    nvc0_user_set_reg(gpu, chid, R_NV_PBDMA_PUT, put & ~3u);
    nvc0_channel_update(gpu, chid);
}

/*
 * Whether a write is a doorbell that can be heard.  Drivers clear the area
 * before they use it; all other writes are for nobody, and stay in memory.
 */
static bool nvc0_user_takes(NVGPU *gpu, unsigned chid, uint32_t offset,
                            uint32_t val)
{
    bool there = nvc0_channel_pbdma(gpu, chid) >= 0 ||
                 nvc0_channel_block(gpu, chid);
    bool put = offset == A_NV_USERD_PUT;

    if (offset != A_NV_USERD_GP_PUT && !put) {
        return false;
    }
    if (there && (!put || gpu->nv04_mode)) {
        return true;
    }
    if (val) {
        nv_refused_access(gpu, "USERD", chid, val,
                          there ? "channels have GP_PUT, and no PUT"
                                : "there is no such channel");
    }
    return false;
}

static void nvc0_user_write(NVGPU *gpu, uint32_t offset, uint32_t val)
{
    unsigned chid = offset / nv_pbdma_chip(gpu)->user_size;

    offset %= nv_pbdma_chip(gpu)->user_size;
    if (!nvc0_user_takes(gpu, chid, offset, val)) {
        return;
    }
    if (offset == A_NV_USERD_GP_PUT) {
        nvc0_user_put_gp_put(gpu, chid, val);
    } else {
        nvc0_user_put_put(gpu, chid, val);
    }
    nv_fifo_kick(gpu);
}

void nvc0_user_set_base(NVGPU *gpu)
{
    uint32_t base = NV_R(gpu, NVC0_PFIFO_BAR1_BASE);
    NVBar1Trap trap = {
        .base = (uint64_t)FIELD_EX32(base, NVC0_PFIFO_BAR1_BASE,
                                     ADDRESS) << 12,
        .read = nvc0_user_read,
        .write = nvc0_user_write,
    };

    if (FIELD_EX32(base, NVC0_PFIFO_BAR1_BASE, ENABLE)) {
        trap.size = gpu->chip->fifo->channels * nv_pbdma_chip(gpu)->user_size;
    }
    nv_bar1_set_trap(gpu, &trap);
}

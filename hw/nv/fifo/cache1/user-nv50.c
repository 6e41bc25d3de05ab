/*
 * NVIDIA GPU: the channels' control areas with 40-bit addresses and IB mode,
 * NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "ib-mode.h"
#include "ramfc.h"
#include "state.h"
#include "switcher.h"
#include "user.h"
#include "trace/trace-hw_nv.h"

/**
 * struct NVUserAddress - an address in two registers, read at once
 *
 * "When you read the address corresponding to the low part, the whole value is
 * atomically read": the high part goes to @shadow, where @high_offset shows it.
 *
 * @low_offset, @high_offset: in the control area
 * @low, @high, @shadow: registers
 */
typedef struct NVUserAddress {
    uint16_t low_offset, high_offset;
    uint32_t low, high, shadow;
} NVUserAddress;

static const NVUserAddress nv50_user_addresses[] = {
    { A_NV_USER_DMA_PUT, A_NV50_USER_DMA_PUT_HIGH,
      R_NV_PFIFO_CACHE1_DMA_PUT, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_RDSHADOW },
    { A_NV_USER_DMA_GET, A_NV50_USER_DMA_GET_HIGH,
      R_NV_PFIFO_CACHE1_DMA_GET, R_NV50_PFIFO_CACHE1_DMA_GET_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_GET_HIGH_RDSHADOW },
    { A_NV50_USER_DMA_MGET, A_NV50_USER_DMA_MGET_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_MGET, R_NV50_PFIFO_CACHE1_DMA_MGET_HIGH,
      R_NV50_PFIFO_CACHE1_DMA_MGET_HIGH_RDSHADOW },
};

static bool nv50_user_read(NVGPU *gpu, unsigned chid, uint32_t offset,
                           uint32_t *val)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_user_addresses); i++) {
        const NVUserAddress *a = &nv50_user_addresses[i];

        if (offset == a->low_offset) {
            *val = nv_user_channel_reg(gpu, chid, a->low);
            nv_user_set_channel_reg(gpu, chid, a->shadow,
                                    nv_user_channel_reg(gpu, chid, a->high));
            return true;
        }
        if (offset == a->high_offset) {
            *val = nv_user_channel_reg(gpu, chid, a->shadow);
            return true;
        }
    }
    switch (offset) {
    case A_NV50_USER_IB_GET:
        *val = nv_user_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_GET);
        return true;
    case A_NV50_USER_IB_PUT:
        *val = nv_user_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT);
        return true;
    default:
        return nv40_user_read(gpu, chid, offset, val);
    }
}

static bool nv50_user_ib_mode(NVGPU *gpu, unsigned chid)
{
    return nv_ib_mode(nv_user_channel_reg(gpu, chid,
                                          R_NV50_PFIFO_CACHE1_DMA_FETCH));
}

/* "It's assembled together with the write shadow and atomically written." */
static void nv50_user_write_put(NVGPU *gpu, unsigned chid, uint32_t put)
{
    uint32_t high = nv_user_channel_reg(
        gpu, chid, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW);

    trace_nv_pfifo_put(chid, (uint64_t)high << 32 | put);
    nv_fifo_probe_submit(gpu, chid, (uint64_t)high << 32 | put, false);
    nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT, put);
    nv_user_set_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH,
                            high);
}

static void nv50_user_write_ib_put(NVGPU *gpu, unsigned chid, uint32_t put)
{
    trace_nv_pfifo_ib_put(chid, put);
    nv_fifo_probe_submit(gpu, chid, put, true);
    nv_user_set_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT, put);
}

/* Whether registers can be written; otherwise the write is dropped. */
static bool nv50_user_writable(NVGPU *gpu, unsigned chid, bool right_mode,
                               uint32_t val)
{
    bool somewhere = nv_fifo_owns(gpu, chid) ||
                     nv_cache1_chip(gpu)->channel->ramfc(gpu, chid) !=
                     NV_RAMFC_NOWHERE;

    if (!somewhere || !right_mode) {
        nv_refused_access(gpu, "USER", chid, val,
                          !somewhere ? "the channel has no RAMFC"
                          : nv50_user_ib_mode(gpu, chid)
                          ? "PUT in IB mode" : "IB_PUT outside IB mode");
    }
    return somewhere && right_mode;
}

/* PUT can be written outside IB mode only, IB_PUT only in it. */
static bool nv50_user_write(NVGPU *gpu, unsigned chid, uint32_t offset,
                            uint32_t val)
{
    bool entries = offset == A_NV50_USER_IB_PUT;

    if (offset != A_NV_USER_DMA_PUT && offset != A_NV50_USER_DMA_PUT_HIGH &&
        !entries) {
        return false;
    }
    if (!nv50_user_writable(gpu, chid,
                            nv50_user_ib_mode(gpu, chid) == entries, val)) {
        return true;
    }
    if (offset == A_NV50_USER_DMA_PUT_HIGH) {
        nv_user_set_channel_reg(gpu, chid,
                                R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW,
                                val & 0xff);
        return true;
    }
    if (entries) {
        nv50_user_write_ib_put(gpu, chid, val);
    } else {
        nv50_user_write_put(gpu, chid, val & ~3);
    }
    nv_switcher_submit(gpu, chid);
    nv_fifo_kick(gpu);
    return true;
}

static const NVUserName nv50_user_names[] = {
    NV_USER_NAME(NV_USER_DMA_PUT),
    NV_USER_NAME(NV_USER_DMA_GET),
    NV_USER_NAME(NV_USER_REF),
    NV_USER_NAME(NV50_USER_DMA_PUT_HIGH),
    NV_USER_NAME(NV_USER_DMA_CGET),
    NV_USER_NAME(NV50_USER_DMA_MGET),
    NV_USER_NAME(NV50_USER_DMA_MGET_HIGH),
    NV_USER_NAME(NV50_USER_DMA_GET_HIGH),
    NV_USER_NAME(NV50_USER_IB_GET),
    NV_USER_NAME(NV50_USER_IB_PUT),
    { }
};

const NVUserChip nv50_user = {
    .names = nv50_user_names,
    .read = nv50_user_read,
    .write = nv50_user_write,
};

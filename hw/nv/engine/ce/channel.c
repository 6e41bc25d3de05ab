/*
 * NVIDIA GPU: channels of a copy engine, and what they keep, NVE4+
 *
 * No driver switches the engine's context, so the card keeps it somewhere.  In
 * the model a channel has it from its first method on.
 *
 * Source: class headers A0B5 and B0B5.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ce.h"

/* --- Methods ---------------------------------------------------------- */

/**
 * struct NVCeMethods - consecutive methods whose parameters are kept
 *
 * @mthd, @count: the methods
 * @word: the first one's enum NVCeWord
 * @mask: bits that are kept
 */
typedef struct NVCeMethods {
    uint16_t mthd;
    uint8_t count;
    uint8_t word;
    uint32_t mask;
} NVCeMethods;

static const NVCeMethods nv_ce_methods[] = {
    { 0x400, 1, NV_CE_OFFSET_IN_UPPER, 0xff },
    { 0x404, 1, NV_CE_OFFSET_IN_LOWER, UINT32_MAX },
    { 0x408, 1, NV_CE_OFFSET_OUT_UPPER, 0xff },
    { 0x40c, 1, NV_CE_OFFSET_OUT_LOWER, UINT32_MAX },
    { 0x410, 2, NV_CE_PITCH_IN, UINT32_MAX },
    { 0x418, 1, NV_CE_LINE_LENGTH_IN, UINT32_MAX },
    { 0x41c, 1, NV_CE_LINE_COUNT, UINT32_MAX },
    { NV_CE_MTHD_LAUNCH_DMA, 1, NV_CE_LAUNCH_DMA, UINT32_MAX },
    { 0x700, 2, NV_CE_REMAP_CONST_A, UINT32_MAX },
    { 0x708, 1, NV_CE_REMAP_COMPONENTS, 0x03337777 },
    { 0x70c, 1, NV_CE_DST_BLOCK_SIZE, 0xffff },
    { 0x710, 5, NV_CE_DST_BLOCK_SIZE + NV_CE_WIDTH, UINT32_MAX },
    { 0x728, 1, NV_CE_SRC_BLOCK_SIZE, 0xffff },
    { 0x72c, 5, NV_CE_SRC_BLOCK_SIZE + NV_CE_WIDTH, UINT32_MAX },
    { 0x240, 1, NV_CE_SEMAPHORE_A, 0xff },
    { 0x244, 1, NV_CE_SEMAPHORE_B, UINT32_MAX },
    { 0x248, 1, NV_CE_SEMAPHORE_PAYLOAD, UINT32_MAX },
    { 0x254, 1, NV_CE_RENDER_ENABLE_A, 0xff },
    { 0x258, 1, NV_CE_RENDER_ENABLE_B, UINT32_MAX },
    { 0x25c, 1, NV_CE_RENDER_ENABLE_C, 0x7 },
    { 0x260, 2, NV_CE_SRC_PHYS_MODE, 0x3 },
};

/* NOP, and for performance counters PM_TRIGGER and PM_TRIGGER_END */
static const uint16_t nv_ce_ignored[] = { 0x100, 0x140, 0x1114 };

bool nv_ce_store(NVCe *ce, uint32_t mthd, uint32_t data)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_ce_methods); i++) {
        const NVCeMethods *m = &nv_ce_methods[i];
        uint32_t index = (mthd - m->mthd) / 4;

        if (mthd >= m->mthd && index < m->count) {
            ce->channels[ce->current].words[m->word + index] = data & m->mask;
            return true;
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_ce_ignored); i++) {
        if (mthd == nv_ce_ignored[i]) {
            return true;
        }
    }
    return false;
}

/* --- Channels --------------------------------------------------------- */

/* A new channel may copy without having asked for that. */
static void nv_ce_init(NVCeChannel *channel, unsigned chid, uint32_t block)
{
    *channel = (NVCeChannel) {
        .chid = chid,
        .block = block,
        .words = { [NV_CE_RENDER_ENABLE_C] = NV_CE_RENDER_TRUE },
    };
}

/* Where a channel is, or would be */
static int32_t nv_ce_find(const NVCe *ce, unsigned chid)
{
    int32_t low = 0, high = ce->count;

    while (low < high) {
        int32_t mid = (low + high) / 2;

        if (ce->channels[mid].chid < chid) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

static void nv_ce_insert(NVCe *ce, int32_t at)
{
    ce->channels = g_renew(NVCeChannel, ce->channels, ce->count + 1);
    memmove(&ce->channels[at + 1], &ce->channels[at],
            (ce->count - at) * sizeof(*ce->channels));
    ce->count++;
}

void nv_ce_enter(NVGPU *gpu, NVCe *ce, unsigned chid)
{
    uint32_t block = nv_channel_block(gpu, chid);
    NVCeChannel *channel;

    if (likely(ce->current >= 0)) {
        channel = &ce->channels[ce->current];
        if (likely(channel->chid == chid && channel->block == block)) {
            return;
        }
    }
    ce->current = nv_ce_find(ce, chid);
    if (ce->current == ce->count ||
        ce->channels[ce->current].chid != chid) {
        nv_ce_insert(ce, ce->current);
        nv_ce_init(&ce->channels[ce->current], chid, block);
    }
    channel = &ce->channels[ce->current];
    if (channel->block != block) {
        nv_ce_init(channel, chid, block);
    }
}

void nv_ce_forget(NVCe *ce)
{
    int32_t at = ce->current;

    if (at < 0) {
        return;
    }
    ce->count--;
    memmove(&ce->channels[at], &ce->channels[at + 1],
            (ce->count - at) * sizeof(*ce->channels));
    ce->current = -1;
}

void nv_ce_forget_all(NVCe *ce)
{
    g_free(ce->channels);
    ce->channels = NULL;
    ce->count = 0;
    ce->current = -1;
}

/* --- Snapshots -------------------------------------------------------- */

bool nv_ce_channels_are_sane(NVGPU *gpu, NVCe *ce)
{
    int last = -1;

    for (int32_t i = 0; i < ce->count; i++) {
        NVCeChannel *channel = &ce->channels[i];

        if (channel->chid <= last ||
            channel->chid >= gpu->chip->fifo->channels) {
            return false;
        }
        last = channel->chid;
        for (unsigned m = 0; m < ARRAY_SIZE(nv_ce_methods); m++) {
            for (unsigned n = 0; n < nv_ce_methods[m].count; n++) {
                channel->words[nv_ce_methods[m].word + n] &=
                    nv_ce_methods[m].mask;
            }
        }
    }
    return ce->current >= -1 && ce->current < ce->count;
}

const VMStateDescription nv_vmstate_ce_channel = {
    .name = "nv-gpu/ce/channel",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT16(chid, NVCeChannel),
        VMSTATE_UINT32(block, NVCeChannel),
        VMSTATE_UINT32_ARRAY(words, NVCeChannel, NV_CE__WORDS),
        VMSTATE_END_OF_LIST()
    },
};

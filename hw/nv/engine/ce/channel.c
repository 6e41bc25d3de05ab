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
#include "hw/nv/engine/object.h"

/* --- Methods ---------------------------------------------------------- */

/**
 * struct NVCeMethod - a method whose parameter is kept
 *
 * @name: as NVIDIA's class header has it
 * @word: the enum NVCeWord that keeps it
 * @mask: bits that are kept; 0: there is no such method
 */
typedef struct NVCeMethod {
    const char *name;
    uint32_t word;
    uint32_t mask;
} NVCeMethod;

#define NV_CE_METHOD(_mthd, _prefix, _name, _mask) \
    [(_mthd) / 4] = { _prefix #_name, NV_CE_ ## _name, (_mask) }

/* One of six methods for each side */
#define NV_CE_SIDE_METHOD(_mthd, _side, _i, _name, _mask) \
    [(_mthd) / 4 + (_i)] = { \
        "SET_" #_side "_" _name, NV_CE_ ## _side ## _BLOCK_SIZE + (_i), (_mask) \
    }

#define NV_CE_SIDE(_mthd, _side)                                            \
    NV_CE_SIDE_METHOD(_mthd, _side, 0, "BLOCK_SIZE", 0xffff),               \
    NV_CE_SIDE_METHOD(_mthd, _side, NV_CE_WIDTH, "WIDTH", UINT32_MAX),      \
    NV_CE_SIDE_METHOD(_mthd, _side, NV_CE_HEIGHT, "HEIGHT", UINT32_MAX),    \
    NV_CE_SIDE_METHOD(_mthd, _side, NV_CE_DEPTH, "DEPTH", UINT32_MAX),      \
    NV_CE_SIDE_METHOD(_mthd, _side, NV_CE_LAYER, "LAYER", UINT32_MAX),      \
    NV_CE_SIDE_METHOD(_mthd, _side, NV_CE_ORIGIN, "ORIGIN", UINT32_MAX)

/* By number */
static const NVCeMethod nv_ce_methods[] = {
    NV_CE_METHOD(0x240, "SET_", SEMAPHORE_A, 0xff),
    NV_CE_METHOD(0x244, "SET_", SEMAPHORE_B, UINT32_MAX),
    NV_CE_METHOD(0x248, "SET_", SEMAPHORE_PAYLOAD, UINT32_MAX),
    NV_CE_METHOD(0x254, "SET_", RENDER_ENABLE_A, 0xff),
    NV_CE_METHOD(0x258, "SET_", RENDER_ENABLE_B, UINT32_MAX),
    NV_CE_METHOD(0x25c, "SET_", RENDER_ENABLE_C, 0x7),
    NV_CE_METHOD(0x260, "SET_", SRC_PHYS_MODE, 0x3),
    NV_CE_METHOD(0x264, "SET_", DST_PHYS_MODE, 0x3),
    NV_CE_METHOD(NV_CE_MTHD_LAUNCH_DMA, "", LAUNCH_DMA, UINT32_MAX),
    NV_CE_METHOD(0x400, "", OFFSET_IN_UPPER, 0xff),
    NV_CE_METHOD(0x404, "", OFFSET_IN_LOWER, UINT32_MAX),
    NV_CE_METHOD(0x408, "", OFFSET_OUT_UPPER, 0xff),
    NV_CE_METHOD(0x40c, "", OFFSET_OUT_LOWER, UINT32_MAX),
    NV_CE_METHOD(0x410, "", PITCH_IN, UINT32_MAX),
    NV_CE_METHOD(0x414, "", PITCH_OUT, UINT32_MAX),
    NV_CE_METHOD(0x418, "", LINE_LENGTH_IN, UINT32_MAX),
    NV_CE_METHOD(0x41c, "", LINE_COUNT, UINT32_MAX),
    NV_CE_METHOD(0x700, "SET_", REMAP_CONST_A, UINT32_MAX),
    NV_CE_METHOD(0x704, "SET_", REMAP_CONST_B, UINT32_MAX),
    NV_CE_METHOD(0x708, "SET_", REMAP_COMPONENTS, 0x03337777),
    NV_CE_SIDE(0x70c, DST),
    NV_CE_SIDE(0x728, SRC),
};

/* Methods without effect here */
static const struct {
    uint16_t mthd;
    const char *name;
} nv_ce_ignored[] = {
    { 0x100, "NOP" }, { 0x140, "PM_TRIGGER" }, { 0x1114, "PM_TRIGGER_END" },
};

static void nv_ce_name_class(NvMethodNameList **methods, uint32_t class)
{
    for (unsigned m = 0; m < ARRAY_SIZE(nv_ce_methods); m++) {
        if (nv_ce_methods[m].name) {
            QAPI_LIST_PREPEND(*methods,
                              nv_method_name(class, nv_ce_methods[m].name,
                                             m * 4, 1, 4));
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_ce_ignored); i++) {
        QAPI_LIST_PREPEND(*methods,
                          nv_method_name(class, nv_ce_ignored[i].name,
                                         nv_ce_ignored[i].mthd, 1, 4));
    }
}

void nv_ce_names(NVGPU *gpu, NvMethodNameList **methods)
{
    const NVCeChip *chip = gpu->chip->ces[0];

    if (chip) {
        nv_ce_name_class(methods, chip->class);
    }
    if (chip && chip->older != chip->class) {
        nv_ce_name_class(methods, chip->older);
    }
}

bool nv_ce_store(NVCe *ce, uint32_t mthd, uint32_t data)
{
    const NVCeMethod *m = mthd / 4 < ARRAY_SIZE(nv_ce_methods)
        ? &nv_ce_methods[mthd / 4] : NULL;

    if (m && m->mask) {
        ce->channels[ce->current].words[m->word] = data & m->mask;
        return true;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_ce_ignored); i++) {
        if (mthd == nv_ce_ignored[i].mthd) {
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

bool nv_ce_blocked(NVGPU *gpu, const NVCe *ce)
{
    return NV_CE_R(gpu, ce, NV_CE_INTR) &
           (R_NV_CE_INTR_BLOCKPIPE_MASK | R_NV_CE_INTR_LAUNCHERR_MASK);
}

bool nv_ce_accepts(NVGPU *gpu, const NVCe *ce)
{
    return !ce->copying && !nv_ce_blocked(gpu, ce);
}

void nv_ce_leave(NVGPU *gpu, NVCe *ce)
{
    if (ce->leaving && nv_ce_accepts(gpu, ce)) {
        ce->leaving = false;
        ce->current = -1;
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
            if (nv_ce_methods[m].mask) {
                channel->words[nv_ce_methods[m].word] &= nv_ce_methods[m].mask;
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

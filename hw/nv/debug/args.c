/*
 * NVIDIA GPU: x-nv-gpu-debug: numbers, and words of memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/fifo-look.h"
#include "look.h"

#define NV_DEBUG_PER_LINE 4

bool nv_debug_number(const char *what, const char *text, uint64_t most,
                     uint64_t *val, Error **errp)
{
    if (!nv_number_parse(text, most, val)) {
        error_setg(errp, "%s '%s' is no number from 0 to 0x%" PRIx64, what,
                   text, most);
        return false;
    }
    return true;
}

bool nv_debug_channel(NVGPU *gpu, const char *text, unsigned *chid,
                      Error **errp)
{
    uint64_t val;

    if (!nv_debug_number("channel", text, nv_fifo_channels(gpu) - 1, &val,
                         errp)) {
        return false;
    }
    *chid = val;
    return true;
}

bool nv_debug_range(char **args, uint64_t most, uint64_t *addr, uint32_t *len,
                    Error **errp)
{
    uint64_t bytes;

    if (!nv_debug_number("address", args[0], most, addr, errp) ||
        !nv_debug_number("length", args[1], NV_DEBUG_BYTES, &bytes, errp)) {
        return false;
    }
    if (*addr % 4 || !bytes) {
        error_setg(errp, "words begin at multiples of 4, and are some");
        return false;
    }
    *len = QEMU_ALIGN_UP(bytes, 4);
    return true;
}

void nv_debug_words(GString *text, uint64_t addr, const uint32_t *words,
                    unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        bool last = i + 1 == count || i % NV_DEBUG_PER_LINE + 1 ==
                                      NV_DEBUG_PER_LINE;

        if (i % NV_DEBUG_PER_LINE == 0) {
            g_string_append_printf(text, "0x%08" PRIx64 ":", addr + i * 4);
        }
        g_string_append_printf(text, " 0x%08x%s", words[i], last ? "\n" : "");
    }
}

bool nv_debug_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj, Error **errp)
{
    if (!nv_fifo_space(gpu, chid, obj)) {
        error_setg(errp, "channel %u has no memory", chid);
        return false;
    }
    return true;
}

/* Take the first channel that has a DMA object with this handle. */
bool nv_debug_object(NVGPU *gpu, const char *text, NVDMAObject *obj,
                     Error **errp)
{
    NVHandleLook entry;
    NVChannelLook look;
    uint64_t handle;

    if (!nv_debug_number("handle", text, UINT32_MAX, &handle, errp)) {
        return false;
    }
    for (unsigned chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        nv_fifo_look(gpu, chid, &look);
        if (look.wait != NV_CHANNEL_OFF &&
            nv_fifo_look_handle(gpu, chid, handle, &entry) &&
            nv_dmaobj_load_channel(gpu, look.block, entry.inst, obj)) {
            return true;
        }
    }
    error_setg(errp, "no channel has a DMA object with handle 0x%08" PRIx64,
               handle);
    return false;
}

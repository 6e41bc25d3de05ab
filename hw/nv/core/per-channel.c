/*
 * NVIDIA GPU: what observers keep for each channel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/per-channel.h"

void *nv_per_channel(NVPerChannel *entries, unsigned chid, size_t size)
{
    assert(chid < NV_CHANNELS_MAX);
    if (chid >= entries->count) {
        entries->of = g_renew(void *, entries->of, chid + 1);
        memset(entries->of + entries->count, 0,
               (chid + 1 - entries->count) * sizeof(void *));
        entries->count = chid + 1;
    }
    if (!entries->of[chid]) {
        entries->of[chid] = g_malloc0(size);
    }
    return entries->of[chid];
}

void nv_per_channel_clear(NVPerChannel *entries, void (*clear)(void *entry))
{
    for (unsigned chid = 0; chid < entries->count; chid++) {
        if (clear && entries->of[chid]) {
            clear(entries->of[chid]);
        }
        g_free(entries->of[chid]);
    }
    g_free(entries->of);
    *entries = (NVPerChannel) { };
}

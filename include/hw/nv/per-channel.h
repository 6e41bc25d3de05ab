/*
 * NVIDIA GPU: what observers keep for each channel
 *
 * From NVE4 on a card has 4096 channels, of which a driver uses a few: nothing
 * is allocated for the others.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_PER_CHANNEL_H
#define HW_NV_PER_CHANNEL_H

/** The most channels that a card has */
#define NV_CHANNELS_MAX 4096

/**
 * struct NVPerChannel - entries of channels; all zeroes: there are none
 *
 * @of: entries by the channels' numbers; NULL: it has none
 * @count: numbers for which @of has room
 */
typedef struct NVPerChannel {
    void **of;
    unsigned count;
} NVPerChannel;

/** nv_per_channel_peek: a channel's entry, or NULL */
static inline void *nv_per_channel_peek(const NVPerChannel *entries,
                                        unsigned chid)
{
    return chid < entries->count ? entries->of[chid] : NULL;
}

/**
 * nv_per_channel: a channel's entry, which is made if there is none
 * @entries: the entries
 * @chid: channel, below NV_CHANNELS_MAX
 * @size: size of a new entry, in bytes, which are 0
 */
void *nv_per_channel(NVPerChannel *entries, unsigned chid, size_t size);

/**
 * nv_per_channel_clear: free all entries
 * @entries: the entries
 * @clear: frees what an entry points to; may be NULL
 */
void nv_per_channel_clear(NVPerChannel *entries, void (*clear)(void *entry));

#endif /* HW_NV_PER_CHANNEL_H */

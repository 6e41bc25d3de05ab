/*
 * Tests of the NVIDIA GPU: what the tests know about each card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "nv-card.h"

/* Linux: nouveau, nvkm/engine/fifo/nv10.c */
static const NVRamfcLayout nv10_ramfc = {
    .stride = 0x20,
    .put = 0x00, .get = 0x04, .ref = 0x08, .inst = 0x0c, .state = 0x10,
    .fetch = 0x14, .engine = 0x18, .pull1 = 0x1c,
};

/* Linux: nouveau, nvkm/engine/fifo/nv17.c, with RAMFC.LARGE set */
static const NVRamfcLayout nv17_ramfc = {
    .stride = 0x40,
    .put = 0x00, .get = 0x04, .ref = 0x08, .inst = 0x0c, .state = 0x10,
    .fetch = 0x14, .engine = 0x18, .pull1 = 0x1c,
};

const NVCard nv_cards[] = {
    {
        .name = "nv15",
        .pci_id = 0x0150,
        .revision = 0xa1,
        .boot0 = 0x015000a1,
        .straps = 0x7ff86dfb,
        .vram = 128 * MiB,
        .features = NV_CARD_NONINC | NV_CARD_SHADOWS | NV_CARD_REF |
                    NV_CARD_OLD_2D,
        .channels = 32,
        .user = 0x800000, .user_stride = 0x10000,
        .cache1_entries = 128, .cache1 = 0x3800,
        .ramfc = &nv10_ramfc,
    },
    {
        .name = "nv20",
        .pci_id = 0x0200,
        .revision = 0xa1,
        .boot0 = 0x020000a1,
        .straps = 0x7ff86dfb,
        .vram = 128 * MiB,
        .features = NV_CARD_NONINC | NV_CARD_SHADOWS | NV_CARD_REF |
                    NV_CARD_CALL | NV_CARD_ENDIAN | NV_CARD_SEMAPHORE,
        .channels = 32,
        .user = 0x800000, .user_stride = 0x10000,
        .cache1_entries = 128, .cache1 = 0x3800,
        .ramfc = &nv17_ramfc,
    },
};

const unsigned nv_card_count = ARRAY_SIZE(nv_cards);

bool nv_card_puller_knows(const NVCard *card, uint32_t mthd)
{
    return mthd == 0x00 ||
           (mthd == 0x50 && (card->features & NV_CARD_REF)) ||
           (mthd >= 0x60 && mthd <= 0x6c &&
            (card->features & NV_CARD_SEMAPHORE)) ||
           (mthd == 0x80 && (card->features & NV_CARD_YIELD));
}

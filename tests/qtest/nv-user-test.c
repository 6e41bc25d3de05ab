/*
 * Tests of the NVIDIA GPU: where USER is, and how large a channel's area
 *
 * envytools, hw/fifo/dma-pusher, "Channel control area", and pscnv's wiki,
 * PFIFO: at 0x800000, 64 KiB a channel; from NV40 on at 0xc00000, 4 KiB each,
 * from NV50 on 8 KiB; an area has 4 KiB at least, of registers of 32 bits.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

/* The smallest size of an area */
#define AREA 0x1000

/* Registers before 0x80; some of them aren't repeated elsewhere. */
#define REGS 0x80

typedef struct Places {
    NVChan *chans[4];
    uint32_t at[4];
} Places;

/* Channels that aren't in CACHE1, each with another PUT in RAMFC */
static void places_new(NVDev *nv, Places *p)
{
    const NVCard *card = nv->card;
    const unsigned chids[] = { 1, 2, card->channels / 2, card->channels - 2 };
    uint32_t put = nv_is_tesla(nv) ? 0x08 : card->ramfc->put;

    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        p->chans[i] = nv_chan_new(nv, chids[i], NV_IN_RAM);
        nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
        nv_inst_wr32(nv, nv_ramfc(p->chans[i], put), 0x40 + i * 4);
        p->at[i] = card->user + chids[i] * card->user_stride;
    }
}

static void places_free(Places *p)
{
    for (unsigned i = 0; i < ARRAY_SIZE(p->chans); i++) {
        nv_chan_free(p->chans[i]);
    }
}

static void place(NVDev *nv)
{
    Places p;

    places_new(nv, &p);
    for (unsigned i = 0; i < ARRAY_SIZE(p.chans); i++) {
        nv_assert_hex(nv_rd32(nv, p.at[i] + A_NV_USER_DMA_PUT), 0x40 + i * 4);
    }
    places_free(&p);
}

/* At @offset of channel @i nothing can be read or written. */
static void assert_nothing(NVDev *nv, Places *p, unsigned i, uint32_t offset)
{
    nv_wr32(nv, p->at[i] + offset, 0x5a5a5a5c);
    nv_assert_hex(nv_rd32(nv, p->at[i] + offset), 0);
}

static void area(NVDev *nv)
{
    Places p;

    places_new(nv, &p);
    for (unsigned i = 0; i < ARRAY_SIZE(p.chans); i++) {
        for (uint32_t offset = REGS + A_NV_USER_DMA_PUT; offset < AREA;
             offset += REGS) {
            assert_nothing(nv, &p, i, offset);
        }
        assert_nothing(nv, &p, i, AREA - 4);
        for (unsigned byte = 0; byte < 4; byte++) {
            nv_wr08(nv, p.at[i] + A_NV_USER_DMA_PUT + byte, 0xa5);
        }
        nv_wr16(nv, p.at[i] + A_NV_USER_DMA_PUT, 0xa5a5);
        nv_wr16(nv, p.at[i] + A_NV_USER_DMA_PUT + 2, 0xa5a5);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(p.chans); i++) {
        nv_assert_hex(nv_rd32(nv, p.at[i] + A_NV_USER_DMA_PUT), 0x40 + i * 4);
    }
    places_free(&p);
}

static const NVTest tests[] = {
    { "user/place", "user-window!", place, .tesla = true },
    { "user/area-has-4096-bytes", "user-area!", area, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

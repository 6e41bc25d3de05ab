/*
 * Tests of the NVIDIA GPU: saved states of two sizes
 *
 * NV11 to NV36 have a bit by which a channel's saved state is as large as
 * NV04's, and has no more fields.
 *
 * Source: rnndb/fifo/nv_pfifo.xml, RAMFC.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define SMALL 0x20
#define LARGE 0x40

/* So many channels have an entry, of the smaller ones. */
#define ENTRIES 8
#define FILL 0xdeadbeef

static bool has_both(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV40 | NV_CARD_NV50)) &&
           card->ramfc && card->ramfc->stride == LARGE;
}

/* Moves a channel that has never run from its usual entry to a small one. */
static void make_small(NVChan *chan, uint32_t *entries)
{
    for (unsigned i = 0; i < SMALL / 4; i++) {
        entries[chan->chid * SMALL / 4 + i] = nv_inst_rd32(chan->nv,
                                                           nv_ramfc(chan,
                                                                    i * 4));
    }
}

/*
 * Two channels take turns: each entry has its own channel's state, and nothing
 * beyond them is written.
 */
static void small_entries(NVDev *nv)
{
    NVChan *a = nv_chan_new(nv, 1, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, 2, NV_IN_RAM);
    uint32_t base = nv->card->inst->ramfc, entries[ENTRIES * SMALL / 4];

    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        entries[i] = FILL;
    }
    make_small(a, entries);
    make_small(b, entries);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        nv_inst_wr32(nv, base + i * 4, entries[i]);
    }
    nv_wr32(nv, A_NV_PFIFO_RAMFC, nv_rd32(nv, A_NV_PFIFO_RAMFC) &
                                  ~R_NV_PFIFO_RAMFC_LARGE_MASK);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_ref(a, 0xa0 + i);
        nv_run(a);
        nv_push_ref(b, 0xb0 + i);
        nv_run(b);
        nv_assert_hex(nv_user_ref(a), 0xa0 + i);
        nv_assert_hex(nv_user_ref(b), 0xb0 + i);
    }
    nv_assert_hex(nv_inst_rd32(nv, base + SMALL + nv->card->ramfc->ref), 0xa2);
    nv_assert_hex(nv_inst_rd32(nv, base + SMALL + nv->card->ramfc->get),
                  a->cur);
    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        if (entries[i] == FILL) {
            nv_assert_hex(nv_inst_rd32(nv, base + i * 4), FILL);
        }
    }
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

static const NVTest tests[] = {
    { "ramfc/small-entries", "ramfc-layout", small_entries,
      .applies = has_both },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

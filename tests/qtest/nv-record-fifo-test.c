/*
 * Tests of the NVIDIA GPU: what real cards stated in public of PFIFO before
 * NVC0
 *
 * A case is named after a fact of tests/record, does to the card what was done
 * to the real one, and compares each bit that its log shows.  What the test
 * submits is what the log says of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-record.h"

/* --- CACHE_ERROR ------------------------------------------------------- */

/*
 * A method on a subchannel that has no object: the puller leaves it to the
 * driver, whose handler finds none, either.  Method 0 and those of 0x180 to
 * 0x1fc have a handle that nothing has.
 */
static void nothing_there(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t method = nv_fact_word(fact, nv->card->cache1);
    uint32_t data = nv_fact_shows(fact, nv->card->cache1 + 4)
        ? nv_fact_word(fact, nv->card->cache1 + 4) : 0;
    NVChan *chan = nv_chan_new(nv, nv_fact_chid(fact), NV_IN_RAM);

    nv_push_inc(chan, extract32(method, 13, 3), method & 0x1ffc, data);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), chan->chid);
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

static const NVTest tests[] = {

    { "record/nv30-ibm-m51.1", "ramht-miss", nothing_there },
    { "record/nv4x-dell9150.1", "software-engine", nothing_there },
    { "record/nv40-udev-m2mf.1", "ramht-miss", nothing_there },
    { "record/nv40-udev-m2mf.2", "ramht-miss", nothing_there },
    { "record/nv84-8600gt-crash.13", "ramht-miss dma-semaphore",
      nothing_there },
    { "record/nv92-quantal-1.1", "software-engine", nothing_there },
    { "record/nv92-quantal-2.1", "software-engine", nothing_there },
    { "record/nv84-vp2-7.1.1", "ramht-miss", nothing_there },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

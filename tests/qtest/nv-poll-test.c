/*
 * Tests of the NVIDIA GPU: a driver that does nothing but read PGRAPH's status
 *
 * nouveau does that before it switches contexts or resets PGRAPH
 * (nv50_gr_idle(), gf100_gr_wait_idle()), for a bounded time.  A processor that
 * reads in a loop has the big lock nearly always, so the card has to get on
 * with its work when it is read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs-nv50.h"
#include "libnv/nv-either.h"
#include "libnv/nv-test.h"

#define CHID 2

/* More than are executed before the write of PUT returns */
#define COMMANDS 7000

/* Each lets the card do some of the work. */
#define READS 100

/* Unlike the channel's registers, a statistic doesn't let it. */
static unsigned done(NVDev *nv)
{
    return nv_statistic(nv, "references");
}

/* qtest's clock stands still, and so does all else of the card. */
static void status(NVDev *nv)
{
    NVEither either = nv_either_new(nv, CHID);
    unsigned before, reads = 0;

    for (unsigned i = 1; i <= COMMANDS; i++) {
        nv_either_ref(&either, i);
    }
    nv_either_kick(&either);
    before = done(nv);
    g_assert_cmpuint(before, <, COMMANDS);
    g_assert_cmpuint(done(nv), ==, before);
    while (done(nv) != COMMANDS && reads++ < READS) {
        nv_rd32(nv, A_NV50_PGRAPH_STATUS);
    }
    g_assert_cmpuint(done(nv), ==, COMMANDS);
    nv_assert_hex(nv_either_user_ref(&either), COMMANDS);
    nv_either_free(&either);
}

static bool is_polled(const NVCard *card)
{
    return card->features & NV_CARD_NV50 || nv_card_is_fermi(card);
}

static const NVTest tests[] = {
    { "poll/status", "engine-methods!", status, .applies = is_polled, .tesla = true,
      .fermi = true, .kepler = true, .props = "x-repeatable=on" },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

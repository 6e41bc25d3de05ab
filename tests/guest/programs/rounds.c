/*
 * Channels, one after the other: each created, used once and destroyed, with
 * the memory that is left read before and after.
 *
 *   rounds [COUNT]     a thousand by default
 *
 * A round that kept as little as 512 bytes of the card's instance memory
 * would have used it up long before the last, and fail to make a channel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "m2mf.h"

enum {
    ROUNDS = 1000,
    MARKS = 10,
    /* Until the kernel's own pools have their working size */
    WARM_UP_ROUNDS = 50,
    /*
     * Up to NV40 the driver looks for handles of channel 16 and above beyond
     * its table's end (nvkm_ramht_search(), seen in 6.1 and 6.12:
     * docs/known-drivers.rst); channel 0 is the kernel's own, and channel 15 of cards with 16 is never used.
     */
    MAX_CHANNELS = 15,
    MAX_CHANNELS_NV04 = 14,
    /* Two pages a round kept would come to 8 MiB */
    ALLOWED_GROWTH_KIB = 4 * KIB,
};

static void run_round(Card *card)
{
    Channel channel;

    channel_new(&channel, card);
    m2mf_bind(&channel);
    channel_free(&channel);
}

/* How many channels can exist at once: what a leak may reduce */
static unsigned count_channels(Card *card)
{
    unsigned max = card->chipset < 0x10 ? MAX_CHANNELS_NV04 : MAX_CHANNELS;
    Channel channels[MAX_CHANNELS];
    unsigned count = 0;

    while (count < max && !channel_try(&channels[count], card)) {
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        channel_free(&channels[i]);
    }
    return count;
}

/* Caches don't count: what can be dropped is dropped first */
static void drop_caches(void)
{
    FILE *file = fopen("/proc/sys/vm/drop_caches", "w");

    if (!file || fputs("3\n", file) < 0 || fclose(file)) {
        test_fail("cannot drop caches");
    }
}

static int64_t memory_free_kib(void)
{
    FILE *file;
    char line[128];
    int64_t kib = -1;

    drop_caches();
    file = fopen("/proc/meminfo", "r");
    while (file && kib < 0 && fgets(line, sizeof(line), file)) {
        sscanf(line, "MemFree: %" SCNd64, &kib);
    }
    if (kib < 0) {
        test_fail("no MemFree in /proc/meminfo");
    }
    fclose(file);
    return kib;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    Card card;
    int64_t free_before, free_after;
    unsigned channels_before, channels_after;
    uint64_t usec;

    test_begin("rounds");
    if (rounds < MARKS) {
        test_fail("at least %d rounds", MARKS);
    }
    card_open(&card);
    for (unsigned i = 0; i < WARM_UP_ROUNDS; i++) {
        run_round(&card);
    }
    channels_before = count_channels(&card);
    free_before = memory_free_kib();

    usec = clock_usec();
    for (unsigned i = 0; i < rounds; i++) {
        if (i % (rounds / MARKS) == 0) {
            test_mark();
        }
        run_round(&card);
    }
    usec = clock_usec() - usec;

    test_mark();
    free_after = memory_free_kib();
    channels_after = count_channels(&card);
    test_measure("rounds=%u usec=%" PRIu64 " waits=%u "
                 "guest-free-kib-before=%" PRId64 " "
                 "guest-free-kib-after=%" PRId64 " "
                 "channels-possible-before=%u channels-possible-after=%u",
                 rounds, usec, rounds + WARM_UP_ROUNDS,
                 free_before, free_after, channels_before, channels_after);
    if (channels_after < channels_before) {
        test_fail("the card has room for fewer channels than before");
    }
    if (free_before - free_after > ALLOWED_GROWTH_KIB) {
        test_fail("the guest has %" PRId64 " KiB less than before",
                  free_before - free_after);
    }
    card_close(&card);
    return test_pass();
}

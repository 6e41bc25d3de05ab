/*
 * What a driver's user starts with: the card's parameters, memory of both
 * kinds, and a channel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "card.h"

/* A write must come back, whichever memory it went to */
static void try_memory(Card *card, Domain domain, const char *what)
{
    Buffer buffer;

    buffer_new(&buffer, card, domain, MIB);
    buffer_fill(&buffer, domain);
    buffer_expect(&buffer, domain, what);
    buffer_free(&buffer);
}

static uint64_t ptimer_step(Card *card)
{
    uint64_t first = card_param(card, NOUVEAU_GETPARAM_PTIMER_TIME);
    uint64_t second = card_param(card, NOUVEAU_GETPARAM_PTIMER_TIME);

    if (second <= first) {
        test_fail("PTIMER went from %llu to %llu ns",
                  (unsigned long long)first, (unsigned long long)second);
    }
    return second - first;
}

int main(void)
{
    Card card;
    Channel channel;

    test_begin("channel");
    card_open(&card);
    try_memory(&card, DOMAIN_VRAM, "VRAM");
    try_memory(&card, DOMAIN_GART, "GART");
    channel_new(&channel, &card);
    test_measure("chipset=%02x device=%04x vram=%llu gart=%llu "
                 "ptimer-step-ns=%llu channel=%d pushbuf=%s",
                 card.chipset,
                 (unsigned)card_param(&card, NOUVEAU_GETPARAM_PCI_DEVICE),
                 (unsigned long long)card_param(&card,
                                                NOUVEAU_GETPARAM_FB_SIZE),
                 (unsigned long long)card_param(&card,
                                                NOUVEAU_GETPARAM_AGP_SIZE),
                 (unsigned long long)ptimer_step(&card),
                 channel.id,
                 channel.push_domain == DOMAIN_GART ? "gart" : "vram");
    channel_free(&channel);
    card_close(&card);
    return test_pass();
}

/*
 * Fermi's copy engines, as a channel drives them: see pce.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "pce.h"

enum { HANDLE = 0xbeef90b5 };

const Engine pce_engines[PCE_ENGINES] = {
    { "PCE0", 0x90b5, 4 },
    { "PCE1", 0x90b8, 5 },
};

unsigned pce_count(const Card *card)
{
    switch (card->chipset) {
    case 0xc0:
    case 0xc4:
    case 0xc8:
    case 0xce:
        return 2;
    default:
        return card_is_fermi(card);
    }
}

void pce_select(Push *push, const Engine *engine)
{
    enum { SET_OBJECT = 0x000 };

    push_one(push, PCE_SUBC, SET_OBJECT, engine->id << 16 | engine->oclass);
}

void pce_bind(Push *push, const Engine *engine)
{
    channel_object(push->channel, HANDLE + engine->id, engine->oclass);
    pce_select(push, engine);
}

void pce_lines(Push *push, const Lines *from, const Lines *to,
               uint32_t length, uint32_t count)
{
    push_method(push, PCE_SUBC, PCE_SRC_ADDRESS, 8);
    push_address_high(push, from->buffer, from->offset);
    push_address(push, from->buffer, from->offset);
    push_address_high(push, to->buffer, to->offset);
    push_address(push, to->buffer, to->offset);
    push_word(push, from->pitch);
    push_word(push, to->pitch);
    push_word(push, length);
    push_word(push, count);
}

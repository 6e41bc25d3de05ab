/*
 * Copy engines from Fermi on, as a channel drives them: see pce.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "pce.h"

enum { HANDLE = 0xbeef90b5 };

/* Fermi's method, and Kepler's LAUNCH_DMA */
enum { EXEC = 0x300 };

/*
 * Where methods are: of FERMI_DMA (90b5) and FERMI_DECOMPRESS (90b8), or of
 * KEPLER_DMA_COPY_A (a0b5), on the subchannel that Kepler has for copies
 */
typedef struct PceMethods {
    unsigned subc;
    unsigned dst_tile;
    unsigned src_address;
    unsigned format;
    unsigned query_address;
} PceMethods;

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

const Engine *pce_engine(const Card *card, unsigned i)
{
    /* Kepler's is the one beside PGRAPH; its subchannel says so. */
    static const Engine kepler = { "PCE2", 0xa0b5, 0, 0x106000 };
    static const Engine fermi[] = {
        { "PCE0", 0x90b5, 4, 0x104000 },
        { "PCE1", 0x90b8, 5, 0x105000 },
    };

    return card_is_kepler(card) ? &kepler : &fermi[i];
}

const Engine *pce_alone(void)
{
    static const Engine engine = { "PCE0", 0xa0b5, 0, 0x104000 };

    return &engine;
}

static const PceMethods *methods_of(const Push *push)
{
    static const PceMethods fermi = { 5, 0x220, 0x30c, 0x32c, 0x338 };
    static const PceMethods kepler = { 4, 0x70c, 0x400, 0x708, 0x240 };

    return card_is_kepler(push->channel->card) ? &kepler : &fermi;
}

void pce_select(Push *push, const Engine *engine)
{
    enum { SET_OBJECT = 0x000 };

    push_one(push, methods_of(push)->subc, SET_OBJECT,
             engine->id << 16 | engine->oclass);
}

void pce_bind(Push *push, const Engine *engine)
{
    channel_object(push->channel, HANDLE + engine->id, engine->oclass);
    pce_select(push, engine);
}

void pce_lines(Push *push, const Lines *from, const Lines *to,
               uint32_t length, uint32_t count)
{
    const PceMethods *methods = methods_of(push);

    push_method(push, methods->subc, methods->src_address, 8);
    push_address_high(push, from->buffer, from->offset);
    push_address(push, from->buffer, from->offset);
    push_address_high(push, to->buffer, to->offset);
    push_address(push, to->buffer, to->offset);
    push_word(push, from->pitch);
    push_word(push, to->pitch);
    push_word(push, length);
    push_word(push, count);
}

void pce_tile(Push *push, unsigned width, unsigned height, unsigned x,
              unsigned y)
{
    const PceMethods *methods = methods_of(push);
    bool kepler = card_is_kepler(push->channel->card);

    push_method(push, methods->subc, methods->dst_tile, kepler ? 6 : 7);
    /* Kepler says, too, that a GOB has eight lines. */
    push_word(push, kepler ? 0x1010 : 0x010);
    push_word(push, width);
    push_word(push, height);
    push_word(push, 1);
    push_word(push, 0);
    if (kepler) {
        push_word(push, y << 16 | x);
    } else {
        push_word(push, x);
        push_word(push, y);
    }
}

void pce_format(Push *push, uint32_t format)
{
    push_one(push, methods_of(push)->subc, methods_of(push)->format, format);
}

void pce_query(Push *push, Buffer *buffer, uint32_t offset, uint32_t value)
{
    push_method(push, methods_of(push)->subc, methods_of(push)->query_address,
                3);
    push_address_high(push, buffer, offset);
    push_address(push, buffer, offset);
    push_word(push, value);
}

static uint32_t fermi_exec(unsigned exec)
{
    return (exec & EXEC_FORMAT ? 1 << 0 : 0) |
           (exec & EXEC_SRC_LINEAR ? 1 << 4 : 0) |
           (exec & EXEC_DST_LINEAR ? 1 << 8 : 0) |
           (exec & EXEC_QUERY ? 1 << 12 : 0);
}

/* Behind what went before, with a flush; a query has four words. */
static uint32_t kepler_launch(unsigned exec)
{
    enum { NON_PIPELINED = 2, FLUSH = 1 << 2, MULTI_LINE = 1 << 9 };

    return NON_PIPELINED | FLUSH | MULTI_LINE |
           (exec & EXEC_FORMAT ? 1 << 10 : 0) |
           (exec & EXEC_SRC_LINEAR ? 1 << 7 : 0) |
           (exec & EXEC_DST_LINEAR ? 1 << 8 : 0) |
           (exec & EXEC_QUERY ? 2 << 3 : 0);
}

void pce_mistake(Push *push)
{
    enum { NO_SUCH_TRANSFER = 3 };

    push_one(push, methods_of(push)->subc, EXEC, NO_SUCH_TRANSFER);
}

void pce_copy(Push *push, unsigned exec)
{
    push_one(push, methods_of(push)->subc, EXEC,
             card_is_kepler(push->channel->card) ? kepler_launch(exec)
                                                 : fermi_exec(exec));
}

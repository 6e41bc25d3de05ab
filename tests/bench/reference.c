/*
 * NVIDIA GPU: the loops that the device is compared with
 *
 * Built with the flags that the device is built with.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/bitops.h"
#include "reference.h"

uint32_t reference_read(const uint32_t *words, size_t count)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        sum += words[i];
    }
    return sum;
}

/* The empty engine's counterpart: it takes a command and does nothing. */
static void reference_take(Decoder *decoder, uint32_t mthd, unsigned step,
                           uint32_t count, const uint32_t *data)
{
    decoder->methods += count;
}

void reference_decoder_init(Decoder *decoder)
{
    for (unsigned i = 0; i < ARRAY_SIZE(decoder->handler); i++) {
        decoder->handler[i] = reference_take;
    }
    decoder->methods = 0;
}

bool reference_decode(Decoder *decoder, const uint32_t *words, size_t size,
                      size_t put)
{
    size_t get = 0, back = 0;

    while (get != put) {
        uint32_t word = words[get++];
        uint32_t count = extract32(word, 18, 11);

        if (!(word & 0xa0030003)) {
            if (count > size - get) {
                return false;
            }
            decoder->handler[extract32(word, 13, 3)](decoder, word & 0x1ffc,
                                                     word & BIT(30) ? 0 : 4,
                                                     count, &words[get]);
            get += count;
        } else if ((word & 0xe0000003) == 0x20000000) {
            get = (word & 0x1ffffffc) / 4;
            if (get >= size) {
                return false;
            }
        } else if ((word & 3) == 2) {
            back = get;
            get = (word & 0xfffffffc) / 4;
            if (get >= size) {
                return false;
            }
        } else if (word == 0x00020000 && back) {
            get = back;
            back = 0;
        } else {
            return false;
        }
    }
    return true;
}

bool reference_decode_fermi(Decoder *decoder, const uint32_t *words,
                            size_t size)
{
    size_t get = 0;

    while (get != size) {
        uint32_t word = words[get++];
        unsigned opcode = extract32(word, 29, 3);
        uint32_t mthd = extract32(word, 0, 12) * 4;
        uint32_t count = extract32(word, 16, 13);
        unsigned step = opcode == 1 ? 4 : opcode == 5 ? 1 : 0;

        if (opcode == 4) {
            decoder->handler[extract32(word, 13, 3)](decoder, mthd, 4, 1,
                                                     &count);
            continue;
        }
        if (!(opcode & 1) || opcode == 7 || count > size - get) {
            return false;
        }
        decoder->handler[extract32(word, 13, 3)](decoder, mthd, step, count,
                                                 &words[get]);
        get += count;
    }
    return true;
}

bool reference_decode_entries(Decoder *decoder, bool fermi,
                              const uint32_t *words, const uint64_t *entries,
                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t entry = le64_to_cpu(entries[i]);
        size_t size = extract64(entry, 42, 22);

        const uint32_t *piece = words + extract64(entry, 2, 38);

        if (!(fermi ? reference_decode_fermi(decoder, piece, size)
                    : reference_decode(decoder, piece, size, size))) {
            return false;
        }
    }
    return true;
}

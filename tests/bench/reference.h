/*
 * NVIDIA GPU: the loops that the device is compared with
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_REFERENCE_H
#define TESTS_BENCH_REFERENCE_H

/** reference_read: the sum of @count words */
uint32_t reference_read(const uint32_t *words, size_t count);

/**
 * struct Decoder - a pushbuffer's interpreter, reduced to what can't be left
 *
 * @handler: called for each command that submits methods
 * @methods: counted by the handlers
 */
typedef struct Decoder Decoder;
struct Decoder {
    void (*handler[8])(Decoder *decoder, uint32_t mthd, unsigned step,
                       uint32_t count, const uint32_t *data);
    uint64_t methods;
};

/** reference_decoder_init: give every subchannel a handler */
void reference_decoder_init(Decoder *decoder);

/**
 * reference_decode: execute a pushbuffer
 * @decoder: the handlers
 * @words: the pushbuffer
 * @size: words there
 * @put: where to stop, in words
 *
 * Returns false if there is something in it that isn't a command.
 */
bool reference_decode(Decoder *decoder, const uint32_t *words, size_t size,
                      size_t put);

/**
 * reference_decode_fermi: execute a pushbuffer of NVC0's format, of whole
 *                         commands
 * @decoder: the handlers
 * @words: the pushbuffer
 * @size: words there
 *
 * Returns false if there is something in it that isn't a command.
 */
bool reference_decode_fermi(Decoder *decoder, const uint32_t *words,
                            size_t size);

/**
 * reference_decode_entries: one or the other by entries of an IB buffer
 * @decoder: the handlers
 * @fermi: the format is NVC0's
 * @words: what the entries' addresses count from
 * @entries: the IB buffer
 * @count: entries in it
 *
 * Each entry holds whole commands.
 */
bool reference_decode_entries(Decoder *decoder, bool fermi,
                              const uint32_t *words, const uint64_t *entries,
                              size_t count);

#endif /* TESTS_BENCH_REFERENCE_H */

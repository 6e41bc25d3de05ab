/*
 * The memory-to-memory copy engine, as a channel drives it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "m2mf.h"
#include "pce.h"

enum {
    HANDLE_M2MF = 0xbeef3901,
    HANDLE_NOTIFIER = 0xbeef0301,
};

/* Methods of NV03_M2MF (0039), and the additional ones of NV50_M2MF (5039) */
enum {
    M2MF_DMA_NOTIFY = 0x180,
    M2MF_DMA_BUFFER_IN = 0x184,
    M2MF_LINEAR_IN = 0x200,
    M2MF_LINEAR_OUT = 0x21c,
    M2MF_OFFSET_IN_HIGH = 0x238,
    M2MF_OFFSET_IN = 0x30c,
};

/* Methods of FERMI_MEMORY_TO_MEMORY_FORMAT_A (9039) */
enum {
    FERMI_OFFSET_OUT = 0x238,
    FERMI_LAUNCH_DMA = 0x300,
    FERMI_OFFSET_IN = 0x30c,
};

enum {
    FERMI_LAUNCH_PITCH_TO_PITCH = 0x00100110,
    FORMAT_BYTES_IN_AND_OUT = 0x101,
    /* Each line's length and the number of lines are 11-bit counts */
    MAX_LINES = 2047,
};

static int m2mf_class(const Card *card)
{
    if (card_is_kepler(card)) {
        return 0xa0b5;
    }
    return card_is_fermi(card) ? 0x9039 : card_has_vm(card) ? 0x5039 : 0x0039;
}

void m2mf_select(Push *push)
{
    push_bind(push, M2MF_SUBC, HANDLE_M2MF, m2mf_class(push->channel->card));
}

void m2mf_object(Channel *channel)
{
    channel_object(channel, HANDLE_M2MF, m2mf_class(channel->card));
}

void m2mf_bind(Channel *channel)
{
    Push push;

    m2mf_object(channel);
    push_new(&push, channel, 16);
    m2mf_select(&push);
    if (!card_is_fermi(channel->card)) {
        channel_notifier(channel, HANDLE_NOTIFIER);
        push_one(&push, M2MF_SUBC, M2MF_DMA_NOTIFY, HANDLE_NOTIFIER);
    }
    push_submit(&push);
    push_wait(&push);
    push_free(&push);
}

static void m2mf_high(Push *push, const Copy *copy)
{
    push_method(push, M2MF_SUBC, M2MF_LINEAR_IN, 1);
    push_word(push, 1);
    push_method(push, M2MF_SUBC, M2MF_LINEAR_OUT, 1);
    push_word(push, 1);
    push_method(push, M2MF_SUBC, M2MF_OFFSET_IN_HIGH, 2);
    push_address_high(push, copy->from, copy->from_offset);
    push_address_high(push, copy->to, copy->to_offset);
}

static void m2mf_copy_fermi(Push *push, const Copy *copy)
{
    push_method(push, M2MF_SUBC, FERMI_OFFSET_OUT, 2);
    push_address_high(push, copy->to, copy->to_offset);
    push_address(push, copy->to, copy->to_offset);
    push_method(push, M2MF_SUBC, FERMI_OFFSET_IN, 6);
    push_address_high(push, copy->from, copy->from_offset);
    push_address(push, copy->from, copy->from_offset);
    push_word(push, copy->from_pitch);
    push_word(push, copy->to_pitch);
    push_word(push, copy->length);
    push_word(push, copy->lines);
    push_one(push, M2MF_SUBC, FERMI_LAUNCH_DMA, FERMI_LAUNCH_PITCH_TO_PITCH);
}

/* No part of PGRAPH's, but a copy engine's, at the same subchannel */
static void m2mf_copy_kepler(Push *push, const Copy *copy)
{
    const Lines from = { copy->from, copy->from_offset, copy->from_pitch };
    const Lines to = { copy->to, copy->to_offset, copy->to_pitch };

    pce_lines(push, &from, &to, copy->length, copy->lines);
    pce_copy(push, EXEC_LINEAR);
}

void m2mf_copy(Push *push, const Copy *copy)
{
    if (card_is_kepler(push->channel->card)) {
        m2mf_copy_kepler(push, copy);
        return;
    }
    if (card_is_fermi(push->channel->card)) {
        m2mf_copy_fermi(push, copy);
        return;
    }
    push_method(push, M2MF_SUBC, M2MF_DMA_BUFFER_IN, 2);
    push_context(push, copy->from);
    push_context(push, copy->to);
    if (card_has_vm(push->channel->card)) {
        m2mf_high(push, copy);
    }
    push_method(push, M2MF_SUBC, M2MF_OFFSET_IN, 8);
    push_address(push, copy->from, copy->from_offset);
    push_address(push, copy->to, copy->to_offset);
    push_word(push, copy->from_pitch);
    push_word(push, copy->to_pitch);
    push_word(push, copy->length);
    push_word(push, copy->lines);
    push_word(push, FORMAT_BYTES_IN_AND_OUT);
    push_word(push, 0);
}

void m2mf_copy_whole(Push *push, Buffer *from, Buffer *to)
{
    const Copy copy = {
        .from = from,
        .to = to,
        .from_pitch = 4 * KIB,
        .to_pitch = 4 * KIB,
        .length = 4 * KIB,
        .lines = from->size / (4 * KIB),
    };

    if (copy.lines > MAX_LINES) {
        test_fail("%zu bytes are more than one copy takes", from->size);
    }
    push_reset(push);
    m2mf_copy(push, &copy);
    push_submit(push);
    push_wait(push);
}

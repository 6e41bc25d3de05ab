/*
 * NVIDIA GPU: the command decoder
 *
 * Classifies the first word of a command; envytools, hw/fifo/dma-pusher,
 * "The commands - pre-NVC0 format".  Pure functions of the word and the card.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_COMMAND_H
#define HW_NV_FIFO_CACHE1_COMMAND_H

#include "hw/nv/chipset.h"
#include "hw/nv/registerfields.h"

REG32(NV_COMMAND, 0)
    FIELD(NV_COMMAND, NONINC, 30, 1)
    FIELD(NV_COMMAND, COUNT, 18, 11)
    FIELD(NV_COMMAND, SUBC, 13, 3)
    FIELD(NV_COMMAND, SLI_MASK, 4, 12)

#define NV_COMMAND_MTHD_MASK 0x1ffcu
#define NV_COMMAND_OLD_JUMP_MASK 0x1ffffffcu
#define NV_COMMAND_JUMP_MASK 0xfffffffcu

/* Maximum of COUNT */
#define NV_COMMAND_MAX_COUNT 2047

/* Bits of a long command's second word that count methods */
#define NV_COMMAND_LONG_COUNT_MASK 0x00ffffffu

/* Bits that are 0 in a command that submits methods */
#define NV_COMMAND_NOT_METHODS 0xa0030003u

typedef enum NVCommandKind {
    NV_COMMAND_METHODS,
    NV_COMMAND_OLD_JUMP,
    NV_COMMAND_JUMP,
    NV_COMMAND_CALL,
    NV_COMMAND_RETURN,
    NV_COMMAND_SLI_CONDITIONAL,
    NV_COMMAND_LONG_METHODS,
    NV_COMMAND_RESERVED,
} NVCommandKind;

/**
 * nv_command_forms: the features whose commands exist in a channel's mode
 * @pusher: features of the pusher, enum NVPusherFeature
 * @ib: the channel is in IB mode
 *
 * envytools, hw/fifo/dma-pusher: "In IB mode, the jump/call/return commands are
 * disabled", and long commands are "[IB only]".
 */
static inline uint32_t nv_command_forms(uint32_t pusher, bool ib)
{
    return ib ? pusher & ~(NV_PUSHER_NV04 | NV_PUSHER_CALL)
              : pusher & ~NV_PUSHER_LONG;
}

/**
 * nv_command_non_method_bits: bits that are 0 in the card's method commands
 * @pusher: features of the pusher, enum NVPusherFeature
 *
 * A word with none of them set submits methods; the pusher checks this first,
 * and the bits never change, so they are computed once.
 */
static inline uint32_t nv_command_non_method_bits(uint32_t pusher)
{
    return NV_COMMAND_NOT_METHODS |
           (pusher & NV_PUSHER_NONINC ? 0 : R_NV_COMMAND_NONINC_MASK);
}

/** nv_command_is_old_jump: a jump of the form that all cards have */
static inline bool nv_command_is_old_jump(uint32_t word)
{
    return (word & 0xe0000003) == 0x20000000;
}

/**
 * nv_command_kind: what the first word of a command is
 * @word: the word
 * @pusher: features of the pusher that nv_command_forms() leaves in the
 *          channel's mode
 * @sli_enabled: the SLI conditional is enabled on this card
 *
 * Checks are in the order of the specification's table of forms.
 */
static inline NVCommandKind nv_command_kind(uint32_t word, uint32_t pusher,
                                            bool sli_enabled)
{
    if (!(word & nv_command_non_method_bits(pusher))) {
        return NV_COMMAND_METHODS;
    }
    if ((word & 0xffff000f) == 0x00010000 && (pusher & NV_PUSHER_SLI) &&
        sli_enabled) {
        return NV_COMMAND_SLI_CONDITIONAL;
    }
    if (word == 0x00020000 && (pusher & NV_PUSHER_CALL)) {
        return NV_COMMAND_RETURN;
    }
    if ((word & 0xffff0003) == 0x00030000 && (pusher & NV_PUSHER_LONG)) {
        return NV_COMMAND_LONG_METHODS;
    }
    if (nv_command_is_old_jump(word) && (pusher & NV_PUSHER_NV04)) {
        return NV_COMMAND_OLD_JUMP;
    }
    if ((word & 3) == 1 && (pusher & NV_PUSHER_CALL)) {
        return NV_COMMAND_JUMP;
    }
    if ((word & 3) == 2 && (pusher & NV_PUSHER_CALL)) {
        return NV_COMMAND_CALL;
    }
    return NV_COMMAND_RESERVED;
}

#endif /* HW_NV_FIFO_CACHE1_COMMAND_H */

/*
 * NVIDIA GPU: the command decoder of PBDMAs, NVC0+
 *
 * Classifies the first word of a command: NVIDIA's class header 906F, DMA;
 * envytools, hw/fifo/dma-pusher, "The commands - NVC0 format".  Pure functions
 * of the word.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_COMMAND_H
#define HW_NV_FIFO_PBDMA_PBDMA_COMMAND_H

#include "hw/nv/registerfields.h"

REG32(NVC0_COMMAND, 0)
    FIELD(NVC0_COMMAND, METHOD, 0, 12)                  /* in words */
    FIELD(NVC0_COMMAND, SUBC, 13, 3)
    FIELD(NVC0_COMMAND, TERT, 16, 2)
    FIELD(NVC0_COMMAND, COUNT, 16, 13)
    FIELD(NVC0_COMMAND, OPCODE, 29, 3)
    /* Without these, methods up to METHOD + COUNT exist. */
    FIELD(NVC0_COMMAND, METHOD_TOP, 11, 1)
    FIELD(NVC0_COMMAND, COUNT_TOP, 27, 2)
    /* Fields that the old forms have in other places */
    FIELD(NVC0_COMMAND, OLD_METHOD, 2, 11)
    FIELD(NVC0_COMMAND, OLD_COUNT, 18, 11)
    FIELD(NVC0_COMMAND, SUBDEVICE_MASK, 4, 12)

/** enum NVC0Opcode - operation in a command's first word */
typedef enum NVC0Opcode {
    NVC0_OPCODE_GROUP_0,
    NVC0_OPCODE_INC,
    NVC0_OPCODE_GROUP_2,
    NVC0_OPCODE_NON_INC,
    NVC0_OPCODE_IMMEDIATE,
    NVC0_OPCODE_ONE_INC,
    NVC0_OPCODE_RESERVED,
    NVC0_OPCODE_END_SEGMENT,
} NVC0Opcode;

/** enum NVC0Tert - the operation in the two groups; the second has the first */
typedef enum NVC0Tert {
    NVC0_TERT_METHODS,
    NVC0_TERT_SET_SUBDEVICE_MASK,
    NVC0_TERT_STORE_SUBDEVICE_MASK,
    NVC0_TERT_USE_SUBDEVICE_MASK,
} NVC0Tert;

/** enum NVC0CommandKind - what a command is */
typedef enum NVC0CommandKind {
    NVC0_COMMAND_METHODS,
    NVC0_COMMAND_IMMEDIATE,
    NVC0_COMMAND_SET_SUBDEVICE_MASK,
    NVC0_COMMAND_STORE_SUBDEVICE_MASK,
    NVC0_COMMAND_USE_SUBDEVICE_MASK,
    NVC0_COMMAND_END_SEGMENT,
    NVC0_COMMAND_RESERVED,
} NVC0CommandKind;

/**
 * struct NVC0Command - a command
 *
 * @kind: its kind, which decides which of the following are valid
 * @mthd, @subc: of methods and immediate data: the first method, in bytes
 * @step: of methods: from one method to the next, in bytes
 * @once: of methods: only the second differs from the one before
 * @count: of methods: how many words follow
 * @data: of immediate data the parameter, of subdevice masks the mask
 */
typedef struct NVC0Command {
    NVC0CommandKind kind;
    uint32_t mthd;
    unsigned subc;
    unsigned step;
    bool once;
    uint32_t count;
    uint32_t data;
} NVC0Command;

/* The old forms of commands: their methods reach half as far. */
static inline NVC0Command nvc0_command_old_methods(uint32_t word, unsigned step)
{
    return (NVC0Command) {
        .kind = NVC0_COMMAND_METHODS,
        .mthd = FIELD_EX32(word, NVC0_COMMAND, OLD_METHOD) * 4,
        .subc = FIELD_EX32(word, NVC0_COMMAND, SUBC),
        .step = step,
        .count = FIELD_EX32(word, NVC0_COMMAND, OLD_COUNT),
    };
}

static inline NVC0Command nvc0_command_methods(uint32_t word, unsigned step)
{
    return (NVC0Command) {
        .kind = NVC0_COMMAND_METHODS,
        .mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4,
        .subc = FIELD_EX32(word, NVC0_COMMAND, SUBC),
        .step = step,
        .once = FIELD_EX32(word, NVC0_COMMAND, OPCODE) == NVC0_OPCODE_ONE_INC,
        .count = FIELD_EX32(word, NVC0_COMMAND, COUNT),
    };
}

static inline NVC0Command nvc0_command_immediate(uint32_t word)
{
    return (NVC0Command) {
        .kind = NVC0_COMMAND_IMMEDIATE,
        .mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4,
        .subc = FIELD_EX32(word, NVC0_COMMAND, SUBC),
        .data = FIELD_EX32(word, NVC0_COMMAND, COUNT),
    };
}

static inline NVC0Command nvc0_command_other(NVC0CommandKind kind,
                                             uint32_t data)
{
    return (NVC0Command) { .kind = kind, .data = data };
}

/* "GRP0_USE_TERT" */
static inline NVC0Command nvc0_command_group_0(uint32_t word)
{
    uint32_t mask = FIELD_EX32(word, NVC0_COMMAND, SUBDEVICE_MASK);

    switch (FIELD_EX32(word, NVC0_COMMAND, TERT)) {
    case NVC0_TERT_METHODS:
        return nvc0_command_old_methods(word, 4);
    case NVC0_TERT_SET_SUBDEVICE_MASK:
        return nvc0_command_other(NVC0_COMMAND_SET_SUBDEVICE_MASK, mask);
    case NVC0_TERT_STORE_SUBDEVICE_MASK:
        return nvc0_command_other(NVC0_COMMAND_STORE_SUBDEVICE_MASK, mask);
    default:
        return nvc0_command_other(NVC0_COMMAND_USE_SUBDEVICE_MASK, 0);
    }
}

/** nvc0_command_decode: decode a command's first word */
static inline NVC0Command nvc0_command_decode(uint32_t word)
{
    switch (FIELD_EX32(word, NVC0_COMMAND, OPCODE)) {
    case NVC0_OPCODE_GROUP_0:
        return nvc0_command_group_0(word);
    case NVC0_OPCODE_INC:
    case NVC0_OPCODE_ONE_INC:
        return nvc0_command_methods(word, 4);
    case NVC0_OPCODE_NON_INC:
        return nvc0_command_methods(word, 0);
    case NVC0_OPCODE_IMMEDIATE:
        return nvc0_command_immediate(word);
    case NVC0_OPCODE_END_SEGMENT:
        return nvc0_command_other(NVC0_COMMAND_END_SEGMENT, 0);
    case NVC0_OPCODE_GROUP_2:
        if (FIELD_EX32(word, NVC0_COMMAND, TERT) == NVC0_TERT_METHODS) {
            return nvc0_command_old_methods(word, 0);
        }
        /* fallthrough */
    default:
        return nvc0_command_other(NVC0_COMMAND_RESERVED, 0);
    }
}

#endif /* HW_NV_FIFO_PBDMA_PBDMA_COMMAND_H */

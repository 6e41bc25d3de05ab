/*
 * NVIDIA GPU: the options of PGRAPH's objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_GROBJ_H
#define HW_NV_ENGINE_GROBJ_H

#include "graph.h"

/** enum NVGrobjField - the options of an object, wherever a card keeps them */
typedef enum NVGrobjField {
    NV_GROBJ_CHROMA,
    NV_GROBJ_CLIP,
    NV_GROBJ_SWIZZLE,
    NV_GROBJ_OPERATION,
    NV_GROBJ_DITHER,
    NV_GROBJ_SURFACE1,
    NV_GROBJ_SURFACE2,
    NV_GROBJ_PATTERN,
    NV_GROBJ_ROP,
    NV_GROBJ_BETA1,
    NV_GROBJ_BETA4,
    NV_GROBJ_MONO_FORMAT,
    NV_GROBJ_COLOR_FORMAT,
    NV_GROBJ_NOTIFY,
    NV_GROBJ_DMA_A,
    NV_GROBJ_DMA_B,
    NV_GROBJ__FIELDS,
} NVGrobjField;

/** Words of options that an object has, at most */
#define NV_GROBJ_WORDS 4

/** struct NVGrobjBits - where an option is: word, first bit, number of bits */
typedef struct NVGrobjBits {
    uint8_t word, shift, bits;
} NVGrobjBits;

/**
 * struct NVGrobjFormat - the instance of an object
 *
 * @words: words of options, which a word of traps follows
 * @masks: their bits that PGRAPH keeps
 * @inst_mask: bits of an instance's address, in units of 16 bytes
 * @fields: the options
 */
struct NVGrobjFormat {
    unsigned words;
    uint32_t masks[NV_GROBJ_WORDS];
    uint32_t inst_mask;
    NVGrobjBits fields[NV_GROBJ__FIELDS];
};

extern const NVGrobjFormat nv04_grobj;
extern const NVGrobjFormat nv40_grobj;

#endif /* HW_NV_ENGINE_GROBJ_H */

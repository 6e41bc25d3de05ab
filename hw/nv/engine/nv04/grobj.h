/*
 * NVIDIA GPU: the options of PGRAPH's objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_GROBJ_H
#define HW_NV_ENGINE_NV04_GROBJ_H

#include "hw/nv/engine/method.h"

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

/** Largest number of words with options */
#define NV_GROBJ_WORDS 4

/** struct NVGrobjBits - where an option is: word, first bit, number of bits */
typedef struct NVGrobjBits {
    uint8_t word, shift, bits;
} NVGrobjBits;

/**
 * struct NVGrobjFormat - the instance of an object
 *
 * @words: words of options, followed by a word of traps
 * @masks: the bits in these that PGRAPH keeps
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

/**
 * nv_grobj_set: change an option of the current object
 * @gpu: the device
 * @field: which
 * @val: its value
 *
 * Changes the registers and the object's instance.  Does nothing if the
 * method's parameter was wrong.
 */
void nv_grobj_set(NVGPU *gpu, NVGrobjField field, uint32_t val);

/** nv_grobj_is_shared: whether this card has two options in the same word */
bool nv_grobj_is_shared(NVGPU *gpu, NVGrobjField a, NVGrobjField b);

/**
 * struct NVGrobjWord - where a word of options is in the registers
 *
 * @current: the current object's
 * @cache: those of the subchannels' objects
 */
typedef struct NVGrobjWord {
    uint32_t current, cache;
} NVGrobjWord;

extern const NVGrobjWord nv_grobj_words[NV_GROBJ_WORDS];

/** nv_grobj_current, nv_grobj_cache: a word of options, in the registers */
static inline uint32_t *nv_grobj_current(NVGPU *gpu, unsigned word)
{
    return &gpu->regs[nv_grobj_words[word].current];
}

static inline uint32_t *nv_grobj_cache(NVGPU *gpu, unsigned word,
                                       unsigned subc)
{
    return &gpu->regs[nv_grobj_words[word].cache + subc];
}

/** nv_grobj_get: an option of the current object; drawings read several */
static inline uint32_t nv_grobj_get(NVGPU *gpu, NVGrobjField field)
{
    const NVGrobjBits *bits = &gpu->chip->graph->grobj->fields[field];

    return extract32(*nv_grobj_current(gpu, bits->word), bits->shift,
                     bits->bits);
}

/** nv_grobj_inst: the instance for a method's parameter, in bytes */
static inline uint32_t nv_grobj_inst(NVGPU *gpu, uint32_t val)
{
    return (val & gpu->chip->graph->grobj->inst_mask) << 4;
}

/** nv_grobj_takes_dma: whether @class will do as a DMA object of class @want */
static inline bool nv_grobj_takes_dma(uint32_t class, uint32_t want)
{
    return class == NV_CLASS_NULL || class == NV_CLASS_DMA_IN_MEMORY ||
           class == want;
}

/**
 * nv_grobj_check_class: raise DATA_ERROR if an object has the wrong class
 * @gpu: the device
 * @right: whether the method accepts the class
 *
 * Returns whether it was an error: DEBUG_3 enables the check.
 */
bool nv_grobj_check_class(NVGPU *gpu, bool right);

/** nv_grobj_load_dma: nv_dmaobj_load() for PGRAPH's channel */
bool nv_grobj_load_dma(NVGPU *gpu, uint32_t inst, NVDMAObject *obj);

/** nv_grobj_notify, nv_grobj_dma: instance of a DMA object, in bytes, or 0 */
static inline uint32_t nv_grobj_notify(NVGPU *gpu)
{
    return nv_grobj_get(gpu, NV_GROBJ_NOTIFY) << 4;
}

static inline uint32_t nv_grobj_dma(NVGPU *gpu, unsigned which)
{
    return nv_grobj_get(gpu, which ? NV_GROBJ_DMA_B : NV_GROBJ_DMA_A) << 4;
}

static inline unsigned nv_grobj_color_format(NVGPU *gpu)
{
    return nv_grobj_get(gpu, NV_GROBJ_COLOR_FORMAT);
}

/** nv_grobj_is_cga6: whether bit 7 of a byte of a bitmap is the first pixel */
static inline bool nv_grobj_is_cga6(NVGPU *gpu)
{
    return nv_grobj_get(gpu, NV_GROBJ_MONO_FORMAT) == 1;
}

/** enum NVLink - objects that others refer to; methods 0x0184..0x01a0 */
typedef enum NVLink {
    NV_LINK_CHROMA_NV1,
    NV_LINK_CHROMA,
    NV_LINK_CLIP,
    NV_LINK_PATTERN_NV1,
    NV_LINK_PATTERN,
    NV_LINK_ROP,
    NV_LINK_BETA1,
    NV_LINK_BETA4,
    NV_LINK_SURFACE_DST,
    NV_LINK_SURFACE_SRC,
    NV_LINK_SURFACE,
    NV_LINK_SURFACE_ANY,        /* swizzled ones, too */
} NVLink;

void nv_mthd_link(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                  uint32_t val);

#define NV_MTHD_LINK(_mthd, _link) \
    { .name = #_link, .mthd = (_mthd), .arg = NV_LINK_ ## _link, \
      .gate = NV_DEBUG_3(CTX_METHODS), .set = nv_mthd_link }

/* Methods that the 2D objects have in common */
bool nv01_valid_operation(uint32_t val);
bool nv_valid_operation(uint32_t val);
void nv_mthd_operation(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val);

#define NV_MTHD_OPERATION(_mthd, _valid) \
    { .name = "OPERATION", .mthd = (_mthd), .valid = (_valid), \
      .gate = NV_DEBUG_3(OP_METHODS), .set = nv_mthd_operation }

bool nv_valid_mono_format(uint32_t val);
void nv_mthd_mono_format(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val);

/* Check of methods 0x2f8 and 0x2fc, COLOR_CONVERSION */
bool nv_valid_dither(uint32_t val);
void nv_mthd_dither(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);

/** nv_mthd_dma_source: method 0x184, the DMA object to read from */
void nv_mthd_dma_source(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val);

#endif /* HW_NV_ENGINE_NV04_GROBJ_H */

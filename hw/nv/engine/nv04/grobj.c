/*
 * NVIDIA GPU: the options of PGRAPH's objects
 *
 * An object's formats, its operation and its links to other objects are kept in
 * its instance, and for the subchannels' objects also in PGRAPH.
 *
 * Source: hwtest's pgraph_mthd_grobj.cc and nvhw's pgraph_grobj.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "grobj.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"

/* --- Formats ---------------------------------------------------------- */

/* The words that belong to the object, and the fields in them: nvhw */
const NVGrobjFormat nv04_grobj = {
    .words = 3,
    .masks = { UINT32_MAX, 0xffff3f03, UINT32_MAX },
    .inst_mask = 0xffff,
    .fields = {
        [NV_GROBJ_CHROMA] = { 0, 12, 1 },
        [NV_GROBJ_CLIP] = { 0, 13, 1 },
        [NV_GROBJ_SWIZZLE] = { 0, 14, 1 },
        [NV_GROBJ_OPERATION] = { 0, 15, 3 },
        [NV_GROBJ_DITHER] = { 0, 20, 2 },
        [NV_GROBJ_SURFACE1] = { 0, 25, 1 },
        [NV_GROBJ_SURFACE2] = { 0, 26, 1 },
        [NV_GROBJ_PATTERN] = { 0, 27, 1 },
        [NV_GROBJ_ROP] = { 0, 28, 1 },
        [NV_GROBJ_BETA1] = { 0, 29, 1 },
        [NV_GROBJ_BETA4] = { 0, 30, 1 },
        [NV_GROBJ_MONO_FORMAT] = { 1, 0, 2 },
        [NV_GROBJ_COLOR_FORMAT] = { 1, 8, 8 },
        [NV_GROBJ_NOTIFY] = { 1, 16, 16 },
        [NV_GROBJ_DMA_A] = { 2, 0, 16 },
        [NV_GROBJ_DMA_B] = { 2, 16, 16 },
    },
};

/*
 * Classes have 16 bits, instances 24.  Links to objects are assumed to be where
 * they were.
 */
const NVGrobjFormat nv40_grobj = {
    .words = 4,
    .masks = { UINT32_MAX, UINT32_MAX, 0x07ffffff, 0x00ffffff },
    .inst_mask = 0xffffff,
    .fields = {
        [NV_GROBJ_CHROMA] = { 0, 16, 1 },
        [NV_GROBJ_CLIP] = { 0, 17, 1 },
        [NV_GROBJ_SWIZZLE] = { 0, 18, 1 },
        [NV_GROBJ_OPERATION] = { 0, 19, 3 },
        [NV_GROBJ_DITHER] = { 0, 22, 2 },
        [NV_GROBJ_SURFACE1] = { 0, 25, 1 },
        [NV_GROBJ_SURFACE2] = { 0, 26, 1 },
        [NV_GROBJ_PATTERN] = { 0, 27, 1 },
        [NV_GROBJ_ROP] = { 0, 28, 1 },
        [NV_GROBJ_BETA1] = { 0, 29, 1 },
        [NV_GROBJ_BETA4] = { 0, 30, 1 },
        [NV_GROBJ_MONO_FORMAT] = { 1, 24, 2 },
        [NV_GROBJ_COLOR_FORMAT] = { 1, 26, 6 },
        [NV_GROBJ_NOTIFY] = { 1, 0, 24 },
        [NV_GROBJ_DMA_A] = { 2, 0, 24 },
        [NV_GROBJ_DMA_B] = { 3, 0, 24 },
    },
};

/* --- Fields ----------------------------------------------------------- */

/* NV40's fourth word isn't next to the others. */
const NVGrobjWord nv_grobj_words[NV_GROBJ_WORDS] = {
    { R_NV_PGRAPH_CTX_SWITCH1, R_NV_PGRAPH_CTX_CACHE1 },
    { R_NV_PGRAPH_CTX_SWITCH2, R_NV_PGRAPH_CTX_CACHE2 },
    { R_NV_PGRAPH_CTX_SWITCH3, R_NV_PGRAPH_CTX_CACHE3 },
    { R_NV_PGRAPH_CTX_SWITCH6, R_NV_PGRAPH_CTX_CACHE6 },
};

bool nv_grobj_is_shared(NVGPU *gpu, NVGrobjField a, NVGrobjField b)
{
    const NVGrobjBits *fields = gpu->chip->graph->grobj->fields;

    return fields[a].word == fields[b].word;
}

void nv_grobj_set(NVGPU *gpu, NVGrobjField field, uint32_t val)
{
    const NVGrobjBits *bits = &gpu->chip->graph->grobj->fields[field];
    uint32_t *current = nv_grobj_current(gpu, bits->word);
    unsigned subc = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_USER),
                               NV_PGRAPH_CTX_USER, SUBCH);
    uint32_t addr = (NV_R(gpu, NV_PGRAPH_CTX_SWITCH4) << 4) + bits->word * 4;
    uint32_t old;

    if (nv_graph_failed(gpu)) {
        return;
    }
    *current = deposit32(*current, bits->shift, bits->bits, val);
    *nv_grobj_cache(gpu, bits->word, subc) = *current;

    /* Don't write what is there already: see NVPramin.changes. */
    old = nv_ramin_read32(gpu, addr);
    val = deposit32(old, bits->shift, bits->bits, val);
    if (val != old) {
        nv_ramin_write32(gpu, addr, val);
    }
}

/* --- Links ------------------------------------------------------------ */

/**
 * struct NVLinkInfo - what a link accepts and does
 *
 * @class: class that it accepts, in addition to the NULL object
 * @field: option that tells whether the link is set
 */
typedef struct NVLinkInfo {
    uint16_t class;
    NVGrobjField field;
} NVLinkInfo;

static const NVLinkInfo nv_links[] = {
    /* The class depends on the card. */
    [NV_LINK_CHROMA_NV1] = { 0, NV_GROBJ_CHROMA },
    [NV_LINK_CHROMA] = { 0x57, NV_GROBJ_CHROMA },
    [NV_LINK_CLIP] = { 0x19, NV_GROBJ_CLIP },
    [NV_LINK_PATTERN_NV1] = { 0x18, NV_GROBJ_PATTERN },
    [NV_LINK_PATTERN] = { 0x44, NV_GROBJ_PATTERN },
    [NV_LINK_ROP] = { 0x43, NV_GROBJ_ROP },
    [NV_LINK_BETA1] = { 0x12, NV_GROBJ_BETA1 },
    [NV_LINK_BETA4] = { 0x72, NV_GROBJ_BETA4 },
    [NV_LINK_SURFACE_DST] = { 0x58, NV_GROBJ_SURFACE1 },
    [NV_LINK_SURFACE_SRC] = { 0x59, NV_GROBJ_SURFACE2 },
    [NV_LINK_SURFACE] = { 0x42, NV_GROBJ_SURFACE1 },
    [NV_LINK_SURFACE_ANY] = { 0x42, NV_GROBJ_SURFACE1 },
};

bool nv_grobj_check_class(NVGPU *gpu, bool right)
{
    bool bad = !right &&
               (NV_R(gpu, NV_PGRAPH_DEBUG_3) & NV_DEBUG_3(DMA_CHECK));

    if (bad) {
        nv_graph_error(gpu, NV_NSOURCE(DATA_ERROR));
    }
    return bad;
}

static bool nv_link_is_swizzled(uint32_t class)
{
    return class == 0x52 || class == 0x9e || class == 0x39e;
}

/* Most 2D objects reject the classes of swizzled surfaces. */
static bool nv_link_accepts(const NVGraphChip *chip, NVLink link,
                            uint32_t class)
{
    switch (link) {
    case NV_LINK_CHROMA_NV1:
        return class == NV_CLASS_NULL || class == chip->chroma_class;
    case NV_LINK_SURFACE_ANY:
        return nv_link_is_swizzled(class) ||
               nv_link_accepts(chip, NV_LINK_SURFACE, class);
    case NV_LINK_SURFACE:
        return class == NV_CLASS_NULL || class == nv_links[link].class ||
               class == 0x62 || class == 0x362;
    default:
        return class == NV_CLASS_NULL || class == nv_links[link].class;
    }
}

void nv_mthd_link(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                  uint32_t val)
{
    NVLink link = method->arg;
    uint32_t class = nv_ramin_read32(gpu, nv_grobj_inst(gpu, val)) & 0xfff;

    nv_grobj_check_class(gpu, nv_link_accepts(gpu->chip->graph, link, class));
    nv_grobj_set(gpu, nv_links[link].field, class != NV_CLASS_NULL);
    if (link == NV_LINK_SURFACE || link == NV_LINK_SURFACE_ANY ||
        link == NV_LINK_SURFACE_DST) {
        nv_grobj_set(gpu, NV_GROBJ_SWIZZLE, nv_link_is_swizzled(class));
    }
}

/* --- Operation and formats -------------------------------------------- */

bool nv01_valid_operation(uint32_t val)
{
    return val <= NV_OPERATION_BLEND_AND;
}

bool nv_valid_operation(uint32_t val)
{
    return val <= NV_OPERATION_BLEND_PREMULT;
}

void nv_mthd_operation(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val)
{
    nv_grobj_set(gpu, NV_GROBJ_OPERATION, val);
}

bool nv_valid_mono_format(uint32_t val)
{
    return val == 1 || val == 2;
}

void nv_mthd_mono_format(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    nv_grobj_set(gpu, NV_GROBJ_MONO_FORMAT, val);
}

bool nv_valid_dither(uint32_t val)
{
    return val < 3;
}

void nv_mthd_dither(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val)
{
    static const uint8_t modes[4] = { 1, 2, 3, 3 };

    nv_grobj_set(gpu, NV_GROBJ_DITHER, modes[val & 3]);
}

void nv_mthd_dma_source(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    uint32_t class = nv_ramin_read32(gpu, nv_grobj_inst(gpu, val)) & 0xfff;

    nv_grobj_check_class(gpu, nv_grobj_takes_dma(class,
                                                 NV_CLASS_DMA_FROM_MEMORY));
    nv_grobj_set(gpu, NV_GROBJ_DMA_A, class == NV_CLASS_NULL ? 0 : val);
}

/* --- DMA objects ------------------------------------------------------ */

bool nv_grobj_load_dma(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    bool loaded = nv_dmaobj_load(gpu, inst, obj);

    if (gpu->graph->chid != NV_GRAPH_NO_CHANNEL) {
        obj->chid = gpu->graph->chid;
    }
    return loaded;
}

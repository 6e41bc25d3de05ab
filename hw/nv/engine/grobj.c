/*
 * NVIDIA GPU: the options of PGRAPH's objects
 *
 * An object's formats, its operation and the objects that it is linked with
 * are kept in its instance, and in PGRAPH for the subchannels' objects.
 *
 * Source: hwtest's pgraph_mthd_grobj.cc and nvhw's pgraph_grobj.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

void nv_grobj_set(NVGPU *gpu, unsigned word, unsigned shift, unsigned bits,
                  uint32_t val)
{
    uint32_t *current = &gpu->regs[R_NV_PGRAPH_CTX_SWITCH1 + word];
    unsigned subc = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_USER),
                               NV_PGRAPH_CTX_USER, SUBCH);
    uint32_t inst = NV_R(gpu, NV_PGRAPH_CTX_SWITCH4) << 4;
    uint32_t *cache = &gpu->regs[R_NV_PGRAPH_CTX_CACHE1 +
                                 word * NV_GRAPH_SUBCHANNELS + subc];
    uint32_t old;

    if (nv_graph_failed(gpu)) {
        return;
    }
    *current = deposit32(*current, shift, bits, val);
    *cache = *current;

    /* Instance memory is written only if it changes: see nv_fifo_forget(). */
    old = nv_ramin_read32(gpu, inst + word * 4);
    val = deposit32(old, shift, bits, val);
    if (val != old) {
        nv_ramin_write32(gpu, inst + word * 4, val);
    }
}

/* --- Links ------------------------------------------------------------ */

/**
 * struct NVLinkInfo - what a link accepts and does
 *
 * @class: class that it accepts, beside the NULL object
 * @bit: bit of the options that tells of it
 */
typedef struct NVLinkInfo {
    uint16_t class;
    uint8_t bit;
} NVLinkInfo;

static const NVLinkInfo nv_links[] = {
    [NV_LINK_CHROMA_NV1] = { 0x17, R_NV_GROBJ_0_CHROMA_SHIFT },
    [NV_LINK_CHROMA] = { 0x57, R_NV_GROBJ_0_CHROMA_SHIFT },
    [NV_LINK_CLIP] = { 0x19, R_NV_GROBJ_0_CLIP_SHIFT },
    [NV_LINK_PATTERN_NV1] = { 0x18, R_NV_GROBJ_0_PATTERN_SHIFT },
    [NV_LINK_PATTERN] = { 0x44, R_NV_GROBJ_0_PATTERN_SHIFT },
    [NV_LINK_ROP] = { 0x43, R_NV_GROBJ_0_ROP_SHIFT },
    [NV_LINK_BETA1] = { 0x12, R_NV_GROBJ_0_BETA1_SHIFT },
    [NV_LINK_BETA4] = { 0x72, R_NV_GROBJ_0_BETA4_SHIFT },
    [NV_LINK_SURFACE_DST] = { 0x58, R_NV_GROBJ_0_SURFACE1_SHIFT },
    [NV_LINK_SURFACE_SRC] = { 0x59, R_NV_GROBJ_0_SURFACE2_SHIFT },
    [NV_LINK_SURFACE] = { 0x42, R_NV_GROBJ_0_SURFACE1_SHIFT },
};

static bool nv_link_is_swizzled(uint32_t class)
{
    return class == 0x52 || class == 0x9e;
}

/* A 2D object draws on a surface 0x42 or 0x62; others it can't. */
static bool nv_link_accepts(NVLink link, uint32_t class)
{
    return class == NV_CLASS_NULL || class == nv_links[link].class ||
           (link == NV_LINK_SURFACE && (class == 0x62 || class == 0x9e));
}

void nv_mthd_link(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                  uint32_t val)
{
    NVLink link = method->arg;
    uint32_t class = nv_ramin_read32(gpu, (val & 0xffff) << 4) & 0xfff;

    if (!nv_link_accepts(link, class) &&
        (NV_R(gpu, NV_PGRAPH_DEBUG_3) & NV_DEBUG_3(DMA_CHECK))) {
        nv_graph_error(gpu, NV_NSOURCE(DATA_ERROR));
    }
    nv_grobj_set(gpu, 0, nv_links[link].bit, 1, class != NV_CLASS_NULL);
    if (link == NV_LINK_SURFACE || link == NV_LINK_SURFACE_DST) {
        nv_grobj_set(gpu, 0, R_NV_GROBJ_0_SWIZZLE_SHIFT, 1,
                     nv_link_is_swizzled(class));
    }
}

/* --- Operation and formats -------------------------------------------- */

bool nv_valid_operation_nv1(uint32_t val)
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
    nv_grobj_set(gpu, 0, R_NV_GROBJ_0_OPERATION_SHIFT,
                 R_NV_GROBJ_0_OPERATION_LENGTH, val);
}

bool nv_valid_mono_format(uint32_t val)
{
    return val == 1 || val == 2;
}

void nv_mthd_mono_format(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    nv_grobj_set(gpu, 1, R_NV_GROBJ_1_MONO_FORMAT_SHIFT,
                 R_NV_GROBJ_1_MONO_FORMAT_LENGTH, val);
}

/*
 * NVIDIA GPU: a copy engine's remapping of components, NVE4+
 *
 * With it a copy consists of elements, which have up to four components.  Each
 * of the destination's is one of the source's, a constant, or isn't written.
 *
 * Source: class header A0B5.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ce.h"

static unsigned nv_ce_component(uint32_t components, unsigned index)
{
    return FIELD_EX32(components >> index * 4, NV_CE_REMAP, COMPONENT);
}

/* Only the components that the destination has count. */
NVCeLaunchError nv_ce_check_remap(const NVCe *ce)
{
    uint32_t components = nv_ce_word(ce, NV_CE_REMAP_COMPONENTS);
    unsigned src = FIELD_EX32(components, NV_CE_REMAP, SRC_M1) + 1;

    for (unsigned i = 0; i <= FIELD_EX32(components, NV_CE_REMAP, DST_M1);
         i++) {
        unsigned from = nv_ce_component(components, i);

        if (from >= NV_CE_COMPONENT__MAX) {
            return NV_CE_INVALID_VALUE;
        }
        if (from < NV_CE_CONST_A && from >= src) {
            return NV_CE_BAD_SRC_PIXEL_COMP_REF;
        }
    }
    return NV_CE_OK;
}

/* The destination's component @index */
static void nv_ce_remap_component(const NVCe *ce, unsigned size,
                                  unsigned index, NVCeRemap *remap)
{
    unsigned from = nv_ce_component(nv_ce_word(ce, NV_CE_REMAP_COMPONENTS),
                                    index);
    unsigned at = index * size;
    uint32_t constant = 0;

    if (from == NV_CE_CONST_A || from == NV_CE_CONST_B) {
        constant = nv_ce_word(ce, NV_CE_REMAP_CONST_A + from - NV_CE_CONST_A);
    }
    for (unsigned i = 0; i < size; i++) {
        remap->from[at + i] = from < NV_CE_CONST_A ? from * size + i
                            : from == NV_CE_NO_WRITE ? NV_CE_FROM_NOWHERE
                                                     : NV_CE_FROM_CONST;
        remap->constant[at + i] = extract32(constant, i * 8, 8);
    }
    remap->reads |= from < NV_CE_CONST_A;
    remap->keeps |= from == NV_CE_NO_WRITE;
    remap->straight &= from == index;
}

void nv_ce_remap(const NVCe *ce, NVCeRemap *remap)
{
    uint32_t components = nv_ce_word(ce, NV_CE_REMAP_COMPONENTS);
    unsigned size = FIELD_EX32(components, NV_CE_REMAP, SIZE_M1) + 1;
    unsigned src = FIELD_EX32(components, NV_CE_REMAP, SRC_M1) + 1;
    unsigned dst = FIELD_EX32(components, NV_CE_REMAP, DST_M1) + 1;

    if (!FIELD_EX32(nv_ce_word(ce, NV_CE_LAUNCH_DMA), NV_CE_LAUNCH_DMA,
                    REMAP)) {
        *remap = (NVCeRemap) {
            .src = 1, .dst = 1, .reads = true, .straight = true,
        };
        return;
    }
    *remap = (NVCeRemap) {
        .src = src * size,
        .dst = dst * size,
        .straight = src == dst,
    };
    for (unsigned i = 0; i < dst; i++) {
        nv_ce_remap_component(ce, size, i, remap);
    }
}

void nv_ce_remap_elements(const NVCeRemap *remap, const uint8_t *in,
                          uint8_t *out, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++) {
        for (unsigned i = 0; i < remap->dst; i++) {
            if (remap->from[i] < NV_CE_FROM_CONST) {
                out[i] = in[remap->from[i]];
            } else if (remap->from[i] == NV_CE_FROM_CONST) {
                out[i] = remap->constant[i];
            }
        }
        in += remap->src;
        out += remap->dst;
    }
}

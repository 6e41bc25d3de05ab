/*
 * NVIDIA GPU: PDISPLAY: LUTs
 *
 * On NV50 a head has one LUT, the base channel's or the core channel's.  From
 * GF119 on it has two: pixels go through the base channel's, which converts
 * indices to colours, and then through the output LUT.
 *
 * Source: NVIDIA's class headers (cl507c.h, cl507d.h, cl907c.h, cl907d.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "lut.h"
#include "memory.h"
#include "state.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"
#include "ui/pixel_ops.h"

/* Four words of 16 bits, of which components use 14 */
#define NV_EVO_LUT_ENTRY 8
#define NV_EVO_LUT_MAX 0x3fff

static uint8_t nv_evo_lut_8bit(unsigned component)
{
    return (component * 0xffu + NV_EVO_LUT_MAX / 2) / NV_EVO_LUT_MAX;
}

static const NVEvoDma *nv_evo_lut_base(const NVHead *head)
{
    return &head->gpu->display->evo.dma[nv_evo_base(head->index)];
}

/* --- NV50 -------------------------------------------------------------- */

/* A word of a head's armed state in the core channel */
#define NV50_EVO_ARMED(_head, _mthd) \
    nv_evo_arm((_head)->gpu, NV_EVO_HEAD((_head)->index, _mthd))

/* Find the head's LUT: 256 entries of four words of 16 bits */
static bool nv50_evo_find_lut(NVHead *head, uint32_t *addr)
{
    const NVEvoChip *chip = head->gpu->chip->display->evo;
    const NVEvoDma *base = nv_evo_lut_base(head);
    uint32_t handle = chip->dma_lut ? NV50_EVO_ARMED(head, DMA_LUT)
                                    : NV50_EVO_ARMED(head, DMA_ISO);
    uint32_t lo = NV50_EVO_ARMED(head, BASE_LUT_LO);
    uint64_t hi = NV50_EVO_ARMED(head, BASE_LUT_HI);
    unsigned chid = NV_EVO_CORE, use = NV_EVO_BASE_LUT_CORE;

    if (base->arm[NV_EVO_BASE_DMA_ISO / 4]) {
        use = FIELD_EX32(base->arm[NV_EVO_BASE_LUT_LO / 4], NV_EVO_BASE_LUT,
                         ENABLE);
    }
    if (use == NV_EVO_BASE_LUT_OWN) {
        chid = nv_evo_base(head->index);
        handle = base->arm[(chip->dma_lut ? NV_EVO_BASE_DMA_LUT
                                          : NV_EVO_BASE_DMA_ISO) / 4];
        lo = base->arm[NV_EVO_BASE_LUT_LO / 4];
        hi = base->arm[NV_EVO_BASE_LUT_HI / 4];
    } else if (use != NV_EVO_BASE_LUT_CORE ||
               !FIELD_EX32(lo, NV_EVO_LUT, ENABLED)) {
        return false;
    }
    return nv_evo_vram(head->gpu, chid, handle,
                       hi << 8 | (lo & R_NV_EVO_LUT_ORIGIN_MASK), addr);
}

static unsigned nv50_evo_component(const uint8_t *src)
{
    return nv_evo_lut_8bit(MIN(lduw_le_p(src), NV_EVO_LUT_MAX));
}

bool nv50_evo_lut(NVHead *head, uint32_t *lut)
{
    const uint8_t *src;
    uint32_t addr;

    if (!nv50_evo_find_lut(head, &addr)) {
        return false;
    }
    if (!lut) {
        return true;
    }
    src = nv_vram_ptr(head->gpu, addr, 256 * NV_EVO_LUT_ENTRY);
    for (unsigned i = 0; i < 256; i++) {
        const uint8_t *entry = src + i * NV_EVO_LUT_ENTRY;

        lut[i] = src ? rgb_to_pixel32(nv50_evo_component(entry),
                                      nv50_evo_component(entry + 2),
                                      nv50_evo_component(entry + 4))
                     : rgb_to_pixel32(i, i, i);
    }
    return true;
}

/* --- GF119 ------------------------------------------------------------- */

/**
 * struct NVEvoLut - one of a head's two LUTs
 *
 * @src: its entries; NULL if it has none
 * @bits: log2 of their number, not counting the last one
 * @zero: the value that stands for a component of 0
 * @interpolate: values between two entries are interpolated; drivers make the
 *               last entry a copy of the one before it
 */
typedef struct NVEvoLut {
    const uint8_t *src;
    unsigned bits;
    unsigned zero;
    bool interpolate;
} NVEvoLut;

/* Pixels have components of 8 bits, LUTs of 14. */
#define NVD9_EVO_LUT_BITS 14

static bool nvd9_evo_load_lut(NVGPU *gpu, unsigned chid, uint32_t handle,
                              const uint32_t *lo, NVEvoLut *lut)
{
    uint32_t addr, len;

    switch (FIELD_EX32(*lo, NVD9_EVO_LUT, MODE)) {
    case NVD9_EVO_LUT_INDEX_1025:
        *lut = (NVEvoLut) { .bits = 10, .zero = NVD9_EVO_LUT_UNITY };
        break;
    case NVD9_EVO_LUT_INTERPOLATE_1025:
        *lut = (NVEvoLut) { .bits = 10, .zero = NVD9_EVO_LUT_UNITY,
                            .interpolate = true };
        break;
    case NVD9_EVO_LUT_INTERPOLATE_257:
        *lut = (NVEvoLut) { .bits = 8, .zero = NVD9_EVO_LUT_UNITY,
                            .interpolate = true };
        break;
    case NVD9_EVO_LUT_LORES:
        *lut = (NVEvoLut) { .bits = 8 };
        break;
    case NVD9_EVO_LUT_INTERPOLATE_257_LEGACY:
        *lut = (NVEvoLut) { .bits = 8, .interpolate = true };
        break;
    default:
        nv_log_unimp(gpu, "a LUT of mode %" PRIu32,
                     FIELD_EX32(*lo, NVD9_EVO_LUT, MODE));
        return false;
    }
    len = NV_EVO_LUT_ENTRY * ((1 << lut->bits) + lut->interpolate);
    if (nv_evo_vram(gpu, chid, handle, (uint64_t)lo[1] << 8, &addr)) {
        lut->src = nv_vram_ptr(gpu, addr, len);
    }
    return lut->src;
}

/* A word of a head's armed state in the core channel, and the next ones */
static const uint32_t *nvd9_evo_armed(const NVHead *head, uint16_t mthd)
{
    return &nv_evo_arm(head->gpu, NVD9_EVO_HEAD(head->index) + mthd);
}

static bool nvd9_evo_core_lut(NVHead *head, uint16_t mthd, NVEvoLut *lut)
{
    const uint32_t *lo = nvd9_evo_armed(head, mthd);

    return FIELD_EX32(*lo, NV_EVO_LUT, ENABLED) &&
           nvd9_evo_load_lut(head->gpu, NV_EVO_CORE,
                             *nvd9_evo_armed(head, NVD9_EVO_HEAD_DMA_LUT), lo,
                             lut);
}

/* A base channel with a surface selects the LUT, unless the core forbids it. */
static bool nvd9_evo_find_lut(NVHead *head, uint16_t core_mthd,
                              uint16_t base_mthd, NVEvoLut *lut)
{
    const NVEvoDma *base = nv_evo_lut_base(head);
    const uint32_t *lo = &base->arm[base_mthd / 4];
    uint32_t core = *nvd9_evo_armed(head, core_mthd);

    if (base->arm[NV_EVO_BASE_DMA_ISO / 4] &&
        !FIELD_EX32(core, NVD9_EVO_LUT, NEVER_YIELD_TO_BASE)) {
        switch (FIELD_EX32(*lo, NV_EVO_BASE_LUT, ENABLE)) {
        case NVD9_EVO_BASE_LUT_OWN:
            return nvd9_evo_load_lut(head->gpu, nv_evo_base(head->index),
                                     base->arm[NV_EVO_BASE_DMA_LUT / 4], lo,
                                     lut);
        case NV_EVO_BASE_LUT_CORE:
            break;
        default:
            return false;
        }
    }
    return nvd9_evo_core_lut(head, core_mthd, lut);
}

static unsigned nvd9_evo_lut_entry(const NVEvoLut *lut, unsigned i,
                                   unsigned entry)
{
    unsigned out = lduw_le_p(lut->src + entry * NV_EVO_LUT_ENTRY + i * 2);

    return MIN(out - MIN(out, lut->zero), NV_EVO_LUT_MAX);
}

static unsigned nvd9_evo_look_up(const NVEvoLut *lut, unsigned i, unsigned val)
{
    unsigned drop = NVD9_EVO_LUT_BITS - lut->bits;
    unsigned entry = val >> drop, rest = extract32(val, 0, drop);
    unsigned out;

    if (!lut->src) {
        return val;
    }
    out = nvd9_evo_lut_entry(lut, i, entry);
    if (lut->interpolate) {
        unsigned next = nvd9_evo_lut_entry(lut, i, entry + 1);

        out = (out * ((1 << drop) - rest) + next * rest) >> drop;
    }
    return out;
}

bool nvd9_evo_lut(NVHead *head, uint32_t *lut)
{
    NVEvoLut luts[2] = { };
    bool any = nvd9_evo_find_lut(head, NVD9_EVO_HEAD_BASE_LUT,
                                 NV_EVO_BASE_LUT_LO, &luts[0]);

    any |= nvd9_evo_find_lut(head, NVD9_EVO_HEAD_OUTPUT_LUT,
                             NVD9_EVO_BASE_OUTPUT_LUT, &luts[1]);
    for (unsigned n = 0; lut && any && n < 256; n++) {
        uint8_t rgb[3];

        for (unsigned i = 0; i < 3; i++) {
            /*
             * The other bits are 0: nouveau before Linux 4.18 wrote every
             * fourth entry of a LUT in mode INDEX_1025, and no other.
             */
            unsigned val = n << (NVD9_EVO_LUT_BITS - 8);

            val = nvd9_evo_look_up(&luts[0], i, val);
            rgb[i] = nv_evo_lut_8bit(nvd9_evo_look_up(&luts[1], i, val));
        }
        lut[n] = rgb_to_pixel32(rgb[0], rgb[1], rgb[2]);
    }
    return any;
}

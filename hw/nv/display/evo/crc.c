/*
 * NVIDIA GPU: PDISPLAY: checksums of what heads show, GF119+
 *
 * The core channel names an object for them, and what is summed up.  Each frame
 * of the head appends an entry.  When that object changes, or what is summed
 * up, the series ends, which its first word says, and another one begins.
 *
 * What the hardware sums up isn't documented; here it is the CRC-32 of the
 * pixels of the console.  So equal pictures have equal checksums, on which
 * tests rely, but not those of a card.
 *
 * Sources: NVIDIA's class header cl907d.h for the methods; nouveau's
 * dispnv50/crc907d.c for what is in memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <zlib.h>
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "crc.h"
#include "head.h"
#include "notify.h"
#include "state.h"
#include "hw/nv/display/compose.h"
#include "hw/nv/display/raster.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"

/*
 * A frame takes time of the host's, in ns: frames that come faster have no
 * entry, so that others are served.
 */
#define NV_CRC_PIXEL_NS 4

static uint32_t nv_evo_crc_word(const uint32_t *state, unsigned head,
                                uint16_t mthd)
{
    return state[(NVD9_EVO_HEAD(head) + mthd) / 4];
}

/* --- What is summed up ------------------------------------------------ */

/* The values that name the outputs of each kind, as NVEvoLayout has them */
static const struct {
    uint16_t first, stride;
} nvd9_evo_crc_outputs[NV_EVO_OUTPUT_KINDS] = {
    { NVD9_EVO_CRC_DAC, 1 },
    { NVD9_EVO_CRC_SOR, 0x10 },
    { NVD9_EVO_CRC_PIOR, 0x100 },
};

/* Whether a value names a part of the head, or an output that shows it */
static bool nv_evo_crc_is_of(const NVGPU *gpu, const uint32_t *state,
                             unsigned head, uint32_t what)
{
    const NVEvoOutputs *outputs = gpu->chip->display->evo->layout->outputs;

    if (what == NVD9_EVO_CRC_RG + head ||
        what == NVD9_EVO_CRC_SF + head * 0x10) {
        return true;
    }
    for (unsigned k = 0; k < NV_EVO_OUTPUT_KINDS; k++) {
        for (unsigned i = 0; i < outputs[k].count; i++) {
            uint16_t mthd = outputs[k].mthd + i * outputs[k].stride;

            if (what == nvd9_evo_crc_outputs[k].first +
                        i * nvd9_evo_crc_outputs[k].stride) {
                return nv_evo_owner(gpu, state[mthd / 4]) & 1u << head;
            }
        }
    }
    return false;
}

/* Of what an output sends: the picture, what is around it, or both */
static uint32_t nv_evo_crc_output(NVGPU *gpu, unsigned head, uint32_t what,
                                  uint32_t picture)
{
    const uint32_t *state = gpu->display->evo.dma[NV_EVO_CORE].arm;
    uint32_t mode = FIELD_EX32(
        nv_evo_crc_word(state, head, NVD9_EVO_HEAD_OUTPUT_RESOURCE),
        NVD9_EVO_OUTPUT_RESOURCE, CRC_MODE);
    uint32_t crc = mode == NVD9_EVO_CRC_NON_ACTIVE ? 0 : picture;

    if (!nv_evo_crc_is_of(gpu, state, head, what)) {
        return 0;
    }
    if (mode != NVD9_EVO_CRC_ACTIVE) {
        for (uint16_t mthd = NVD9_EVO_HEAD_RASTER_SIZE;
             mthd <= NVD9_EVO_HEAD_RASTER_VERT_BLANK2; mthd += 4) {
            uint32_t word = cpu_to_le32(nv_evo_crc_word(state, head, mthd));

            crc = crc32(crc, (const uint8_t *)&word, sizeof(word));
        }
    }
    return crc;
}

/* --- Entries ---------------------------------------------------------- */

static void nv_evo_crc_write(NVGPU *gpu, unsigned index, uint32_t offset,
                             uint32_t val)
{
    uint32_t handle = nv_evo_arm(gpu, NVD9_EVO_HEAD(index) +
                                      NVD9_EVO_HEAD_DMA_CRC);

    nv_evo_notify(gpu, NV_EVO_CORE, handle, offset, val);
}

/* The driver looks for the primary output's: it comes last. */
static void nv_evo_crc_append(NVGPU *gpu, unsigned index)
{
    uint32_t ctrl = nv_evo_arm(gpu, NVD9_EVO_HEAD(index) +
                                    NVD9_EVO_HEAD_CRC_CTRL);
    uint32_t picture = nv_scanout_checksum(&gpu->display->head[index]);
    uint32_t at = NVD9_EVO_CRC_ENTRIES +
                  gpu->display->evo.head[index].crcs * NVD9_EVO_CRC_ENTRY;

    nv_evo_crc_write(gpu, index, at + NVD9_EVO_CRC_ENTRY_TIME,
                     nv_evo_timestamp(gpu));
    nv_evo_crc_write(gpu, index, at + NVD9_EVO_CRC_ENTRY_COMPOSITOR, picture);
    nv_evo_crc_write(gpu, index, at + NVD9_EVO_CRC_ENTRY_SECONDARY,
                     nv_evo_crc_output(gpu, index,
                                       FIELD_EX32(ctrl, NVD9_EVO_CRC_CTRL,
                                                  SECONDARY), picture));
    nv_evo_crc_write(gpu, index, at + NVD9_EVO_CRC_ENTRY_PRIMARY,
                     nv_evo_crc_output(gpu, index,
                                       FIELD_EX32(ctrl, NVD9_EVO_CRC_CTRL,
                                                  PRIMARY), picture));
}

void nv_evo_crc_frame(NVGPU *gpu, unsigned index, int64_t when)
{
    NVEvoHead *head = &gpu->display->evo.head[index];
    NVTimings t;

    if (!nv_evo_head_is_summed(gpu, index) ||
        !nv_evo_head_timings(gpu, index, &t) ||
        (uint64_t)when - head->crc_time <
        (uint64_t)t.hdisplay * t.vdisplay * NV_CRC_PIXEL_NS) {
        return;
    }
    head->crc_time = when;
    if (head->crcs < NVD9_EVO_CRC_MAX) {
        nv_evo_crc_append(gpu, index);
    }
    head->crcs = MIN(head->crcs + 1, NVD9_EVO_CRC_MAX + 1);
}

/* --- Series ----------------------------------------------------------- */

static void nv_evo_crc_end(NVGPU *gpu, unsigned index)
{
    uint32_t val = R_NVD9_EVO_CRC_STATUS_DONE_MASK;

    if (gpu->display->evo.head[index].crcs > NVD9_EVO_CRC_MAX) {
        val |= R_NVD9_EVO_CRC_STATUS_COMPOSITOR_OVERFLOW_MASK |
               R_NVD9_EVO_CRC_STATUS_PRIMARY_OVERFLOW_MASK;
    }
    nv_evo_crc_write(gpu, index, NVD9_EVO_CRC_STATUS, val);
}

static bool nv_evo_crc_changes(const NVEvoDma *core, unsigned head,
                               uint16_t mthd)
{
    return nv_evo_crc_word(core->asy, head, mthd) !=
           nv_evo_crc_word(core->arm, head, mthd);
}

void nv_evo_crc_update(NVGPU *gpu)
{
    const NVEvoDma *core = &gpu->display->evo.dma[NV_EVO_CORE];

    if (!gpu->chip->display->evo->checksums) {
        return;
    }
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        if (!nv_evo_crc_changes(core, h, NVD9_EVO_HEAD_CRC_CTRL) &&
            !nv_evo_crc_changes(core, h, NVD9_EVO_HEAD_DMA_CRC)) {
            continue;
        }
        if (nv_evo_head_is_summed(gpu, h)) {
            nv_evo_crc_end(gpu, h);
        }
        nv_evo_crc_reset(&gpu->display->evo.head[h]);
    }
}

/*
 * NVIDIA GPU: PDISPLAY: EVO's channels: presence, interrupts, errors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "memory.h"
#include "state.h"
#include "hw/nv/bus.h"
#include "hw/nv/display.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"

/* Cards before Fermi, whose units can't be counted, have two. */
unsigned nv_evo_heads(const NVGPU *gpu)
{
    return gpu->chip->counts ? gpu->chip->counts->heads : NV50_EVO_HEADS;
}

bool nv_evo_has_channel(const NVGPU *gpu, unsigned chid)
{
    return nv_evo_hw_chid(gpu, chid) != NV_EVO_NO_CHANNEL &&
           nv_evo_channel_head(chid) < nv_evo_heads(gpu);
}

unsigned nv_evo_hw_chid(const NVGPU *gpu, unsigned chid)
{
    return gpu->chip->display->evo->places->chid[chid];
}

unsigned nv_evo_chid(const NVGPU *gpu, unsigned hw)
{
    unsigned chid = 0;

    while (nv_evo_hw_chid(gpu, chid) != hw) {
        chid++;
        assert(chid < NV_EVO_CHANNELS);
    }
    return chid;
}

uint32_t *nv_evo_stat(NVGPU *gpu, unsigned chid)
{
    return &gpu->regs[(gpu->chip->display->evo->places->stat +
                       nv_evo_hw_chid(gpu, chid) * NV_EVO_STAT_STRIDE) / 4];
}

/* TRAPPED_ADDR; TRAPPED_DATA is the next word. */
static uint32_t *nv_evo_trapped(NVGPU *gpu, unsigned chid)
{
    const NVEvoPlaces *places = gpu->chip->display->evo->places;

    return &gpu->regs[(places->trapped + nv_evo_hw_chid(gpu, chid) *
                       places->trapped_stride) / 4];
}

bool nv_evo_connected(NVGPU *gpu, unsigned chid)
{
    uint32_t stat;

    if (!nv_evo_has_channel(gpu, chid)) {
        return false;
    }
    stat = *nv_evo_stat(gpu, chid);
    return FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, ALLOCATED) &&
           (chid >= NV_EVO_DMA_CHANNELS ||
            FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, CONNECTED));
}

/* The word with an interrupt's bit, and that bit */
static uint32_t *nv_evo_intr_word(NVGPU *gpu, const NVEvoIntr *intr,
                                  uint32_t reg, unsigned i, uint32_t *bit)
{
    *bit = 1u << (intr->shift + (intr->stride ? 0 : i));
    return &gpu->regs[(reg + i * intr->stride) / 4];
}

void nv_evo_intr_raise(NVGPU *gpu, const NVEvoIntr *intr, unsigned i)
{
    uint32_t bit, *word = nv_evo_intr_word(gpu, intr, intr->pending, i, &bit);

    *word |= bit;
}

void nv_evo_intr_clear(NVGPU *gpu, const NVEvoIntr *intr, unsigned i)
{
    uint32_t bit, *word = nv_evo_intr_word(gpu, intr, intr->pending, i, &bit);

    *word &= ~bit;
}

bool nv_evo_intr_enabled(NVGPU *gpu, const NVEvoIntr *intr, unsigned i)
{
    uint32_t bit, word;

    word = *nv_evo_intr_word(gpu, intr, intr->enable, i, &bit);
    return word & bit;
}

/* Any of the bits in the registers of a kind of interrupts */
static bool nv_evo_interrupts(NVGPU *gpu, const NVEvoIntr *intr)
{
    unsigned words = intr->stride ? nv_evo_heads(gpu) : 1;

    for (unsigned i = 0; i < words; i++) {
        if (gpu->regs[(intr->pending + i * intr->stride) / 4] &
            gpu->regs[(intr->enable + i * intr->stride) / 4]) {
            return true;
        }
    }
    return false;
}

void nv_evo_update_intr(NVGPU *gpu)
{
    const NVEvoPlaces *places = gpu->chip->display->evo->places;

    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PDISPLAY_MASK,
                    nv_evo_interrupts(gpu, &places->awaken) ||
                    nv_evo_interrupts(gpu, &places->fifo_err) ||
                    nv_evo_interrupts(gpu, &places->clk) ||
                    nv_evo_interrupts(gpu, &places->vblank));
}

void nv_evo_awaken(NVGPU *gpu, unsigned chid)
{
    nv_evo_intr_raise(gpu, &gpu->chip->display->evo->places->awaken,
                      nv_evo_hw_chid(gpu, chid));
    nv_evo_update_intr(gpu);
}

void nv_evo_refused(NVGPU *gpu, unsigned chid, uint16_t mthd, uint32_t data,
                    const char *why)
{
    const NVRefusal refusal = {
        .unit = "EVO",
        .chid = nv_evo_hw_chid(gpu, chid),
        .mthd = mthd,
        .data = data,
        .why = why,
    };

    nv_refused(gpu, &refusal);
}

static const char *const nv_evo_error_names[] = {
    [NV_EVO_PUSHBUFFER_ERR] = "EVO PUSHBUFFER_ERR",
    [NV_EVO_RESERVED_METHOD] = "EVO RESERVED_METHOD",
    [NV_EVO_INVALID_ARG] = "EVO INVALID_ARG",
    [NV_EVO_INVALID_STATE] = "EVO INVALID_STATE",
    [NV_EVO_UNRESOLVABLE_HANDLE] = "EVO UNRESOLVABLE_HANDLE",
};

const char *nv_evo_error_name(NVGPU *gpu, unsigned i)
{
    if (!gpu->chip->display || !gpu->chip->display->evo) {
        return NULL;
    }
    for (unsigned type = 0; type < ARRAY_SIZE(nv_evo_error_names); type++) {
        if (nv_evo_error_names[type] && !i--) {
            return nv_evo_error_names[type];
        }
    }
    return NULL;
}

NVEvoError nv_evo_injected_type(uint16_t error)
{
    NVEvoError type = FIELD_EX32(error, NV_PDISPLAY_TRAPPED_ADDR, TYPE);

    return type ? type : NV_EVO_INVALID_STATE;
}

bool nv_evo_has_error(uint16_t error)
{
    NVEvoError type = nv_evo_injected_type(error);

    return !(error & ~(R_NV_PDISPLAY_TRAPPED_ADDR_TYPE_MASK | UINT8_MAX)) &&
           type < ARRAY_SIZE(nv_evo_error_names) && nv_evo_error_names[type];
}

/* For debuggers, the place is that of the word that was read last. */
void nv_evo_error(NVGPU *gpu, unsigned chid, NVEvoError type, NVEvoCode code,
                  uint16_t mthd, uint32_t data)
{
    const NVEvoPlaces *places = gpu->chip->display->evo->places;
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    uint32_t *regs = nv_evo_trapped(gpu, chid);
    const NVGuestError error = {
        .unit = "EVO",
        .what = nv_evo_error_names[type],
        .chid = -1,
        .subc = chid,
        .mthd = mthd,
        .data = data,
        .addr = (chan->get - 4) % NV_EVO_PUSHBUFFER,
        .code = type,
    };

    regs[0] = FIELD_DP32(mthd, NV_PDISPLAY_TRAPPED_ADDR, TYPE, type);
    regs[1] = data;
    if (places->trapped_code) {
        regs[places->trapped_code / 4] = code;
    } else {
        regs[0] = FIELD_DP32(regs[0], NV_PDISPLAY_TRAPPED_ADDR, CODE, code);
    }
    nv_evo_intr_raise(gpu, &places->fifo_err, nv_evo_hw_chid(gpu, chid));
    chan->wait = NV_EVO_WAIT_RESTART;
    chan->trapped = mthd;
    chan->data = data;
    nv_guest_error(gpu, &error, "EVO channel %u: error %u, method 0x%04x, "
                   "data 0x%08" PRIx32, nv_evo_hw_chid(gpu, chid), type, mthd,
                   data);
    nv_evo_update_intr(gpu);
}

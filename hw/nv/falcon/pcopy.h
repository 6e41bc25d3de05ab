/*
 * NVIDIA GPU: PCOPY: a falcon, and the unit that copies for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_PCOPY_H
#define HW_NV_FALCON_PCOPY_H

#include "state.h"
#include "hw/nv/engine.h"

/**
 * struct NVPcopyChip - what distinguishes one PCOPY from another
 *
 * @falcon: its falcon
 * @engine: its number in PFIFO
 * @objects: the instance block has slots for objects, which name them
 */
struct NVPcopyChip {
    NVFalconChip falcon;
    NVEngineId engine;
    bool objects;
};

/**
 * struct NVPcopy - PCOPY: a falcon, and the unit that copies for it
 *
 * @falcon: the falcon
 * @chip: what kind it is
 * @copying: the unit is copying
 * @line, @pos: the line, and the next byte to be written in it
 * @next: the program has yet to be sent the request for the next channel
 * @unloading: the channel is being unloaded at PFIFO's request
 */
typedef struct NVPcopy {
    NVFalcon falcon;
    const NVPcopyChip *chip;
    bool copying;
    uint32_t line, pos;
    bool next;
    bool unloading;
} NVPcopy;

/** nv_pcopy_of: the PCOPY that a falcon is part of */
static inline NVPcopy *nv_pcopy_of(NVFalcon *falcon)
{
    return container_of(falcon, NVPcopy, falcon);
}

/* --- pcopy.c ---------------------------------------------------------- */

/** nv_pcopy_work: NVFalconChip's work(): continues copies, and wakes PFIFO */
bool nv_pcopy_work(NVFalcon *falcon, int64_t *budget);

/** nv_pcopy_channel_cmd_write: the program has unloaded or loaded a channel */
void nv_pcopy_channel_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- pcopy-copy.c ----------------------------------------------------- */

/** nv_pcopy_copy: continue a copy; see NVEngine's work() */
bool nv_pcopy_copy(NVFalcon *falcon, int64_t *budget);

void nv_pcopy_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pcopy_ctrl_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_pcopy_ctrl_inspect(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FALCON_PCOPY_H */

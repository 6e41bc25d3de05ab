/*
 * NVIDIA GPU: falcons, the microprocessors of PDAEMON, PCOPY and PGRAPH's
 * context control, as the rest of the card sees them, GT215+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_H
#define HW_NV_FALCON_H

#include "hw/nv/chipset.h"

/* For the table of cards */
extern const NVPcopyChip nva3_pcopy, nvc0_pce0, nvc0_pce1;
extern const NVFalconChip nva3_pdaemon;
extern const NVFalconChip nvc0_pdaemon;
extern const NVFalconChip nvd9_pdaemon;

extern const VMStateDescription nv_vmstate_pcopy;
extern const VMStateDescription nv_vmstate_pce1;
extern const VMStateDescription nv_vmstate_pdaemon;
extern const VMStateDescription nv_vmstate_ctxctl;

/* --- Debugging --------------------------------------------------------- */

/** nv_falcon_count: falcons that the card has */
unsigned nv_falcon_count(NVGPU *gpu);

/**
 * struct NVFalconLook - a falcon
 *
 * @name: its unit's
 * @base: where its registers are in BAR0
 * @state: "stopped", "running" or "sleeping"; "faulted"
 * @code_size, @data_size: bytes of its memories
 * @pc: where it is
 * @r: $r0 to $r15
 */
typedef struct NVFalconLook {
    const char *name;
    uint32_t base;
    const char *state;
    uint32_t code_size, data_size;
    uint32_t pc;
    uint32_t r[16];
} NVFalconLook;

/** nv_falcon_look: look at falcon @index, below nv_falcon_count() */
void nv_falcon_look(NVGPU *gpu, unsigned index, NVFalconLook *look);

/** nv_falcon_special: special register @i; NULL: there are no more */
const char *nv_falcon_special(NVGPU *gpu, unsigned index, unsigned i,
                              uint32_t *val);

/** nv_falcon_look_word: a word of its code or data, inside of that's size */
uint32_t nv_falcon_look_word(NVGPU *gpu, unsigned index, bool code,
                             uint32_t addr);

#endif /* HW_NV_FALCON_H */

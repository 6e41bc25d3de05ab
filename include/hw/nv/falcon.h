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

/** nv_falcon_count: number of falcons of the card */
unsigned nv_falcon_count(NVGPU *gpu);

/**
 * struct NVFalconLook - a falcon
 *
 * @name: its unit's name
 * @base: address of its registers in BAR0
 * @state: "stopped", "running", "sleeping" or "faulted"
 * @code_size, @data_size: sizes of its memories, in bytes
 * @pc: its program counter
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

/** nv_falcon_look: look at a falcon, numbered below nv_falcon_count() */
void nv_falcon_look(NVGPU *gpu, unsigned index, NVFalconLook *look);

/** nv_falcon_special: name and value of special register @i; NULL: no more */
const char *nv_falcon_special(NVGPU *gpu, unsigned index, unsigned i,
                              uint32_t *val);

/** nv_falcon_look_word: a word of its code or data, within their sizes */
uint32_t nv_falcon_look_word(NVGPU *gpu, unsigned index, bool code,
                             uint32_t addr);

#endif /* HW_NV_FALCON_H */

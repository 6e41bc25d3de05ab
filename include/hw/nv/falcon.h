/*
 * NVIDIA GPU: falcons, the microprocessors of PDAEMON, PCOPY and PGRAPH's
 * context control, as the rest of the card sees them, GT215+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_H
#define HW_NV_FALCON_H

#include "qapi/qapi-types-nv-gpu-query.h"
#include "hw/nv/chipset.h"

/* For the table of cards */
extern const NVPcopyChip nva3_pcopy, nvc0_pce0, nvc0_pce1;
extern const NVFalconChip nva3_pdaemon;
extern const NVFalconChip nvc0_pdaemon;
extern const NVFalconChip nvd9_pdaemon;
extern const NVFalconChip nv108_pdaemon;
extern const NVCtxctlChip nvc0_ctxctl, nvf0_ctxctl, nv108_ctxctl, nv117_ctxctl;

extern const VMStateDescription nv_vmstate_pcopy;
extern const VMStateDescription nv_vmstate_pce1;
extern const VMStateDescription nv_vmstate_pdaemon;
extern const VMStateDescription nv_vmstate_ctxctl;

/* --- Debugging --------------------------------------------------------- */

/** nv_falcon_count: number of falcons of the card */
unsigned nv_falcon_count(NVGPU *gpu);

/** nv_falcon_inspect: look at a falcon, numbered below nv_falcon_count() */
NvFalcon *nv_falcon_inspect(NVGPU *gpu, unsigned index);

/** nv_falcon_inspect_registers: the registers of one */
NvFalconRegisters *nv_falcon_inspect_registers(NVGPU *gpu, unsigned index);

/** nv_falcon_inspect_size: size of its code or data, in bytes */
uint32_t nv_falcon_inspect_size(NVGPU *gpu, unsigned index, bool code);

/** nv_falcon_inspect_word: a word of its code or data, within their sizes */
uint32_t nv_falcon_inspect_word(NVGPU *gpu, unsigned index, bool code,
                                uint32_t addr);

#endif /* HW_NV_FALCON_H */

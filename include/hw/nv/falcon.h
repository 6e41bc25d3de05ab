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

#endif /* HW_NV_FALCON_H */

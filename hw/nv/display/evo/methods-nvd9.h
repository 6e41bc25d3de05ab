/*
 * NVIDIA GPU: PDISPLAY: the classes of GF119's channels, and of later ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_METHODS_NVD9_H
#define HW_NV_DISPLAY_EVO_METHODS_NVD9_H

#include "class.h"

/* Registers show methods at their own addresses, see nvd9_evo_images. */
#define NV_EVO_IS(_mthd, _kind, _name) \
    { (_mthd), 0, NV_EVO_ ## _kind, (_name) }

/** NV_EVO_GROUP - rows that a class has more than once */
#define NV_EVO_GROUP(_rows, _count, _mthd_stride) \
    { (_rows), ARRAY_SIZE(_rows), (_count), (_mthd_stride), 0 }
#define NV_EVO_GROUPS(_groups) \
    .groups = (_groups), .ngroups = ARRAY_SIZE(_groups)

/* There are methods for more outputs and heads than the card has. */
#define NVD9_EVO_DACS 4
#define NVD9_EVO_SORS 8
#define NVD9_EVO_PIORS 4
#define NVD9_EVO_HEADS 4

/* As enumerated in evo-regs.h, and some for no picture */
#define NVD9_FORMATS "\x1e\x1f\x22\x23\x2e\xc6\xca\xcf\xd1\xd5\xe8\xe9"
#define NVD9_OVERLAY_FORMATS "\x22\x23\x28\x29\xc6\xca\xcf\xd1\xe9"
#define NVE4_FORMATS NVD9_FORMATS "\xdf"
#define NVE4_OVERLAY_FORMATS NVD9_OVERLAY_FORMATS "\xdf"
#define NVF0_FORMATS NVE4_FORMATS "\x24"

/* methods-nvd9.c: 907D, 907C, 907E */
extern const NVEvoSemaphore nvd9_base_semaphore, nvd9_overlay_semaphore;
extern const NVEvoClass nvd9_core_class, nvd9_base_class, nvd9_overlay_class;

/* methods-nve4.c: 917D, 917C, 917E; 927D, 927C; 947D */
extern const NVEvoClass nve4_core_class, nve4_base_class, nve4_overlay_class;
extern const NVEvoClass nvf0_core_class, nvf0_base_class;
extern const NVEvoClass nv117_core_class;

#endif /* HW_NV_DISPLAY_EVO_METHODS_NVD9_H */

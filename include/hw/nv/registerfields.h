/*
 * NVIDIA GPU: QEMU's macros that declare registers and their fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_REGISTERFIELDS_H
#define HW_NV_REGISTERFIELDS_H

/* QEMU 11.0 moved it. */
#if __has_include("hw/core/registerfields.h")
#include "hw/core/registerfields.h"
#else
#include "hw/registerfields.h"
#endif

#endif /* HW_NV_REGISTERFIELDS_H */

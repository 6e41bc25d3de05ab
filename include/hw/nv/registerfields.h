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

/**
 * NV_KEPT - bits of a register that are no whole field's, and that it keeps
 * @_reg: the register
 * @_bits: the bits, as of the card that has most of them
 *
 * Without a comment, the cards keep them, and the model takes no notice.  It
 * stands below the register's fields; tests/lint/masks-test compares both with
 * the masks of the tables' rows.
 */
#define NV_KEPT(_reg, _bits)

#endif /* HW_NV_REGISTERFIELDS_H */

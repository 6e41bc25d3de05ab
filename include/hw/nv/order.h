/*
 * NVIDIA GPU: the order in which processors see what the card does
 *
 * On the bus, the writes of a card come in order, and none of them passes an
 * earlier one (PCI Local Bus Specification 3.0, appendix E).  In here the
 * processors are threads of a host that may have weaker rules, as ARM64: then a
 * fence can be seen before what it is to tell of.  Accesses to registers need
 * nothing: they are made with the big lock held.
 *
 * On x86 none of these is an instruction.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ORDER_H
#define HW_NV_ORDER_H

#include "qemu/atomic.h"

/** nv_order_before_write: all that was written before is seen before the next */
static inline void nv_order_before_write(void)
{
    smp_wmb();
}

/**
 * nv_order_after_read: all that is read or written next comes after the last
 *                      read, as behind an acquire
 */
static inline void nv_order_after_read(void)
{
    smp_mb_acquire();
}

#endif /* HW_NV_ORDER_H */

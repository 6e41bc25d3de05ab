/*
 * NVIDIA GPU: what semaphores do with the word that is in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/reduction.h"

uint32_t nv_reduce(NVReduction op, bool is_signed, uint32_t old, uint32_t val)
{
    bool less = is_signed ? (int32_t)old < (int32_t)val : old < val;

    switch (op) {
    case NV_REDUCTION_MIN:
        return less ? old : val;
    case NV_REDUCTION_MAX:
        return less ? val : old;
    case NV_REDUCTION_XOR:
        return old ^ val;
    case NV_REDUCTION_AND:
        return old & val;
    case NV_REDUCTION_OR:
        return old | val;
    case NV_REDUCTION_ADD:
        return old + val;
    case NV_REDUCTION_INC:
        return old >= val ? 0 : old + 1;
    case NV_REDUCTION_DEC:
        return !old || old > val ? val : old - 1;
    default:
        g_assert_not_reached();
    }
}

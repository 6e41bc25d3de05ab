/*
 * NVIDIA GPU: semaphores that change what is in memory: class A16F, NVF0+
 *
 * Source: class header A16F; NVIDIA's manuals/volta/gv100/dev_pbdma.ref.txt,
 * "Semaphore reduction operations" and "Semaphore signedness option", which has
 * the same numbers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/reduction.h"
#include "pbdma-reduction.h"

/*
 * INC and DEC are "U only".  "If Host sees an unsupported reduction op, [it]
 * will raise the NV_PPBDMA_INTR_0_SEMAPHORE interrupt".
 */
bool nv_pbdma_may_reduce(uint32_t data)
{
    unsigned op = FIELD_EX32(data, NVF0_PBDMA_SEMAPHORE_D, REDUCTION);

    return !FIELD_EX32(data, NV_PBDMA_SEMAPHORE_D, OPERATION) &&
           op < NV_REDUCTION__COUNT &&
           (FIELD_EX32(data, NVF0_PBDMA_SEMAPHORE_D, UNSIGNED) ||
            (op != NV_REDUCTION_INC && op != NV_REDUCTION_DEC));
}

uint32_t nv_pbdma_reduction(uint32_t data, uint32_t old, uint32_t payload)
{
    return nv_reduce(FIELD_EX32(data, NVF0_PBDMA_SEMAPHORE_D, REDUCTION),
                     !FIELD_EX32(data, NVF0_PBDMA_SEMAPHORE_D, UNSIGNED), old,
                     payload);
}

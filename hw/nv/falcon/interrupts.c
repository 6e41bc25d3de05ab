/*
 * NVIDIA GPU: a falcon's interrupts
 *
 * Source: envytools, docs/hw/falcon/intr.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "interrupts.h"
#include "state.h"
#include "hw/nv/bus.h"
#include "hw/nv/falcon-regs.h"

static bool nv_falcon_fifo_line(const NVFalcon *falcon)
{
    return falcon->fifo_count &&
           FIELD_EX32(NV_FALCON_R(falcon, NV_FALCON_ACCESS_EN),
                      NV_FALCON_ACCESS_EN, FIFO);
}

/* Levels of the lines that hardware drives */
static uint32_t nv_falcon_lines(NVFalcon *falcon)
{
    uint32_t lines = falcon->chip->lines ? falcon->chip->lines(falcon) : 0;

    return FIELD_DP32(lines, NV_FALCON_INTR, FIFO,
                      nv_falcon_fifo_line(falcon));
}

/* Lines in edge mode are latched, the others follow their input. */
uint32_t nv_falcon_intr(NVFalcon *falcon)
{
    uint32_t mode = NV_FALCON_R(falcon, NV_FALCON_INTR_MODE);

    return (NV_FALCON_R(falcon, NV_FALCON_INTR) & ~mode) |
           (nv_falcon_lines(falcon) & mode);
}

void nv_falcon_update_intr(NVFalcon *falcon)
{
    uint32_t routing = NV_FALCON_R(falcon, NV_FALCON_INTR_ROUTING);
    uint32_t m1 = FIELD_EX32(routing, NV_FALCON_INTR_ROUTING, M1);
    uint32_t m2 = FIELD_EX32(routing, NV_FALCON_INTR_ROUTING, M2);
    uint32_t intr = nv_falcon_intr(falcon) &
                    NV_FALCON_R(falcon, NV_FALCON_INTR_EN);

    falcon->pending = ((intr & ~m1 & ~m2) != 0) | ((intr & ~m1 & m2) != 0) << 1;
    nv_pmc_set_intr(falcon->gpu, falcon->chip->intr, intr & m1 & ~m2);
}

void nv_falcon_raise(NVFalcon *falcon, uint32_t bits)
{
    NV_FALCON_R(falcon, NV_FALCON_INTR) |=
        bits & ~NV_FALCON_R(falcon, NV_FALCON_INTR_MODE);
    nv_falcon_update_intr(falcon);
}

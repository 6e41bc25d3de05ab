/*
 * Tests of the NVIDIA GPU: PCI, PMC, PTIMER
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-test.h"

static void boot_0(NVDev *nv)
{
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

static const NVTest tests[] = {
    { "pmc/boot-0-tells-the-chipset", "M190", boot_0 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

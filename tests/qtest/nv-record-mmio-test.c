/*
 * Tests of the NVIDIA GPU: accesses that no unit of a real card has answered
 *
 * A case is named after a fact of tests/record.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-record.h"

#define WRITE R_NV_PTIMER_MMIO_FAULT_ADDRESS_ACCESS_MASK

/* The access that the fact shows, as a word */
static void word(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t access = nv_fact_word(fact, A_NV_PTIMER_MMIO_FAULT_ADDRESS);

    if (access & WRITE) {
        nv_wr32(nv, access & 0xfffffc,
                nv_fact_shows(fact, A_NV_PTIMER_MMIO_FAULT_DATA)
                ? nv_fact_word(fact, A_NV_PTIMER_MMIO_FAULT_DATA) : 0);
    } else {
        nv_rd32(nv, access & 0xfffffc);
    }
    nv_fact_assert(nv);
}

/* nvkm_wrport(): a port of VGA's, of which the rest of the data is 0 */
static void byte(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);

    nv_wr08(nv, nv_fact_word(fact, A_NV_PTIMER_MMIO_FAULT_ADDRESS) & 0xfffffc,
            nv_fact_word(fact, A_NV_PTIMER_MMIO_FAULT_DATA));
    nv_fact_assert(nv);
}

/* What the driver took for a falcon's limits is what nothing answers with. */
static void limits_of_nothing(NVDev *nv)
{
    uint32_t limits = nv_rd32(nv, 0x10312c);

    nv_assert_hex((limits & 0x1ff) << 8, 0);
    nv_assert_hex((limits & 0x3fe00) >> 1, 0);
}

static const NVTest tests[] = {
    { "record/nv49-fdo-111463.1", "mmio-fault", word },
    { "record/nvc4-fdo-110797.4", "mmio-fault", word },
    /* As the one before, it is of a partition; GF104 has its own there. */
    { "record/nvc3-5.14.1", "mmio-fault", word, .cards = "nvc3 nvcf" },
    { "record/nvc1-falcon-620m.2", "mmio-fault", limits_of_nothing },
    { "record/nvd7-pstate.2", "mmio-fault", byte },
    { "record/nvd7-fdo-108980.1", "mmio-fault", byte },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

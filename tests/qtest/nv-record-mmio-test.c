/*
 * Tests of the NVIDIA GPU: accesses that no unit of a real card has answered
 *
 * A case is named after a fact of tests/record.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-debug.h"
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

/* --- Units that are off ------------------------------------------------ */

#define PGRAPH (1 << 12)

/*
 * PGRAPH is off: in ENABLE, which is what the ring tells of one whose power is
 * off, as drivers find a laptop's.
 */
static void graph_off(NVDev *nv)
{
    nv_mask(nv, A_NV_PMC_ENABLE, PGRAPH, 0);
    word(nv);
}

static void graph_answers(NVDev *nv)
{
    nv_mask(nv, A_NV_PMC_ENABLE, PGRAPH, 0);
    nv_fact_assert(nv);
}

static void pbdma_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, ~1u);
    word(nv);
}

/* What a station of the ring shows: its address and its data are the first. */
static void station(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = fact->shows[0].value;

    if (addr >= 0x400000 && addr < 0x600000) {
        nv_mask(nv, A_NV_PMC_ENABLE, PGRAPH, 0);
    }
    nv_wr32(nv, addr, fact->shows[1].value);
    nv_fact_assert(nv);
}

/* Nobody on the bus answers in time: why isn't public. */
static void no_answer(NVDev *nv)
{
    g_autofree char *fault = g_strdup_printf(
        "mmio-fault address=0x%x bit=3",
        nv_fact_word(nv_fact(nv), A_NV_PTIMER_MMIO_FAULT_ADDRESS) & 0xfffffc);

    nv_inject(nv, fault);
    word(nv);
}

static const NVTest tests[] = {
    { "record/nv49-fdo-111463.1", "mmio-fault", word },
    { "record/nvc4-fdo-110797.4", "mmio-fault", word },
    /* As the one before, it is of a partition; GF104 has its own there. */
    { "record/nvc3-5.14.1", "mmio-fault", word, .cards = "nvc3 nvcf" },
    { "record/nvc1-falcon-620m.2", "mmio-fault", limits_of_nothing },
    { "record/nvd7-pstate.2", "mmio-fault", byte },
    { "record/nvd7-fdo-108980.1", "mmio-fault", byte },
    { "record/nve7-runpm-5.10.3", "mmio-fault-off", byte,
      .props = "display=off" },
    { "record/nve6-gtx660.1", "mmio-fault-off", pbdma_off },
    { "record/nve6-gtx660.2", "mmio-fault-off", graph_answers },
    { "record/nve4-p570wm.1", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.2", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.3", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.4", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.5", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.6", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.7", "mmio-fault", station },
    { "record/nve4-p570wm.8", "mmio-fault", station },
    { "record/nve4-p570wm.9", "mmio-fault", station },
    { "record/nve4-p570wm.10", "mmio-fault", station },
    { "record/nve4-p570wm.11", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.12", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.13", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.14", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.15", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.16", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.17", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.18", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.19", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.20", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.21", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.22", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.23", "mmio-fault-off", graph_off },
    { "record/nve4-p570wm.24", "mmio-fault", station },
    { "record/nve4-p570wm.25", "mmio-fault", station },
    { "record/nve4-p570wm.26", "mmio-fault", station },
    { "record/nve4-p570wm.27", "mmio-fault", station },
    { "record/nv108-timeout.1", "mmio-fault fault-injection", no_answer },
    { "record/nv108-timeout.2", "mmio-fault fault-injection", no_answer },
    { "record/nv108-timeout.3", "mmio-fault fault-injection", no_answer },
    { "record/nv108-timeout.7", "mmio-fault", station },
    { "record/nv106-x550mj.4", "mmio-fault", station },
    { "record/nvf0-k80.1", "mmio-fault-off", graph_off, .cards = "nvf0" },
    { "record/nvf0-k80.2", "mmio-fault", word, .cards = "nvf0" },
    { "record/nv117-fdo-111392-a.3", "mmio-fault", word },
    { "record/nv117-fdo-111392-a.4", "mmio-fault", word },
    { "record/nv117-fdo-111392-a.5", "mmio-fault", word },
    { "record/nv117-fdo-111392-b.3", "mmio-fault", word },
    { "record/nv117-fdo-111392-b.4", "mmio-fault", word },
    { "record/nv117-fdo-111392-b.5", "mmio-fault", word },
    { "record/nv117-fdo-100423.3", "mmio-fault", word },
    { "record/nv117-fdo-100423.4", "mmio-fault", word },
    { "record/nv117-850m.3", "mmio-fault", station },
    { "record/nv118-kbz-206781.3", "mmio-fault", word },
    { "record/nv118-kbz-206781.4", "mmio-fault", word },
    { "record/nv118-login.1", "mmio-fault", word, .cards = "nv118" },
    { "record/nv118-login.2", "mmio-fault", word, .cards = "nv118" },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

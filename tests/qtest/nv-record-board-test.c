/*
 * Tests of the NVIDIA GPU: what real cards stated in public of boards
 *
 * A case is named after a fact of tests/record; the board has as much video
 * memory as the log says.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-record.h"

/* The registers that the log shows, as a reset leaves them */
static void registers(NVDev *nv)
{
    nv_fact_assert(nv);
}

/* nvkm_device_endianness() of Linux 5.8 and 5.9: the switch doesn't help. */
static void not_little_endian(NVDev *nv)
{
    nv_assert_hex(!(nv_rd32(nv, A_NV_PMC_BOOT_1) & NV_PMC_BOOT_1_BIG), 0);
    nv_wr32(nv, A_NV_PMC_BOOT_1, NV_PMC_BOOT_1_BIG);
    nv_assert_hex(!(nv_rd32(nv, A_NV_PMC_BOOT_1) & NV_PMC_BOOT_1_BIG), 0);
}

/*
 * gf100_ram_probe_fbp(), gm107_ram_probe_fbp(): NVC0 and later tell how much
 * each partition has.
 */
static void partitions(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t count = nv_rd32(nv, A_NV_PUNITS_PART_COUNT);
    uint32_t disabled = nv_rd32(nv, nv->card->features & NV_CARD_NV117
                                ? A_NV117_PFUSE_PART_DISABLE
                                : A_NV_PUNITS_PART_DISABLE);
    uint32_t mib = 0;

    for (unsigned i = 0; i < count; i++) {
        if (!(disabled >> i & 1)) {
            mib += nv_rd32(nv, A_NV_PBFB_RAM_AMOUNT + i * NV_PBFB_STRIDE);
        }
    }
    g_assert_cmpuint(mib, ==, fact->mib);
}

static const NVTest tests[] = {
    { "record/nv04-fbcon.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv04-fbcon.2", "pfb bars", registers, .cold = true },
    { "record/nv05-endian.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv05-endian.2", "pfb bars", registers, .cold = true },
    { "record/nv05-endian.5", "endian-switch", not_little_endian,
      .cold = true },
    { "record/nv05-lubuntu.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv03-rivafb-1.1", "bars", registers, .cold = true },
    { "record/nv03-rivafb-2.1", "bars", registers, .cold = true },
    { "record/nv03t-rivafb.1", "bars", registers, .cold = true },
    { "record/nv05-rivafb-1.1", "pfb bars", registers, .cold = true },
    { "record/nv11-boot-1.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv17-kbz-5.12.2", "pfb bars", registers, .cold = true },
    { "record/nv11-rivafb-1.3", "pfb bars", registers, .cold = true },
    { "record/nv11-rivafb-2.3", "pfb bars", registers, .cold = true },
    { "record/nv11-rivafb-3.2", "pfb bars", registers, .cold = true },
    { "record/nv17-rivafb.2", "pfb bars", registers, .cold = true },
    { "record/nv20-rivafb.1", "pfb bars", registers, .cold = true },
    { "record/nv25-rivafb.3", "pfb bars", registers, .cold = true },
    { "record/nv28-powerbook.1", "pfb bars", registers, .cold = true },
    { "record/nv36-agp.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv36-agp.2", "pfb bars", registers, .cold = true },
    { "record/nv34-boot-1.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv34-boot-2.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv34-boot-3.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv47-ppc.2", "pfb bars", registers, .cold = true },
    { "record/nv43-g5.2", "pfb bars", registers, .cold = true },
    { "record/nv43-boot-1.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv43-boot-1.2", "pfb bars", registers, .cold = true },
    { "record/nv43-boot-1.3", "pfb", registers, .cold = true },
    { "record/nv49-boot-1.3", "pfb", registers, .cold = true },
    { "record/nv49-boot-1.2", "pfb bars", registers, .cold = true },
    { "record/nv43-g5-2.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv4b-boot-1.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv43-g5-6.6.2", "pfb bars", registers, .cold = true },
    { "record/nv84-8600gt-crash.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv84-8600gt-crash.2", "pfb bars", registers, .cold = true },
    { "record/nva5-fldigi.1", "pmc-ptimer", registers, .cold = true },
    { "record/nva5-fldigi.2", "pfb bars", registers, .cold = true },
    { "record/nva3-freeze.2", "pfb bars", registers, .cold = true },
    { "record/nva8-suspend.2", "pfb bars", registers, .cold = true },
    { "record/nva8-nvs.2", "pfb bars", registers, .cold = true },
    { "record/nva3-vdpau.2", "pfb bars", registers, .cold = true },
    { "record/nva3-debian-973876.2", "pfb bars", registers, .cold = true },
    { "record/nva8-resume.2", "pfb bars", registers, .cold = true },
    { "record/nva8-ubuntu-20.2", "pfb bars", registers, .cold = true },
    { "record/nv84-freeze.2", "pfb bars", registers, .cold = true },
    { "record/nv94-tty.2", "pfb bars", registers, .cold = true },
    { "record/nva8-found-head.2", "pfb bars", registers, .cold = true },
    { "record/nva5-boot-2.1", "pmc-ptimer", registers, .cold = true },
    { "record/nva5-boot-3.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv86-boot-2.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv86-boot-2.3", "pfb bars", registers, .cold = true },
    { "record/nv84-boot-1.1", "pmc-ptimer", registers, .cold = true },
    { "record/nva8-boot-2.3", "pfb bars", registers, .cold = true },
    { "record/nv84-next.2", "pfb bars", registers, .cold = true },
    { "record/nvc4-fdo-110797.2", "pfb bars", partitions, .cold = true },
    { "record/nvc1-rstudio.2", "pfb bars", partitions, .cold = true },
    { "record/nvc1-5120.2", "pfb bars", partitions, .cold = true },
    { "record/nvc1-fedora.2", "pfb bars", partitions, .cold = true },
    { "record/nvc3-gtx.2", "pfb bars", partitions, .cold = true },
    { "record/nvc0-quadro4000.2", "pfb bars", partitions, .cold = true },
    { "record/nvc3-bar3.2", "pfb bars", partitions, .cold = true },
    { "record/nvc3-hang-6.4.2", "pfb bars", partitions, .cold = true },
    { "record/nvc8-gdev-8.1", "pmc-ptimer", registers, .cold = true },
    { "record/nvce-boot-2.1", "pmc-ptimer", registers, .cold = true },
    { "record/nvc8-boot-2.1", "pmc-ptimer", registers, .cold = true },
    { "record/nve7-runpm-5.10.2", "pfb bars", partitions, .cold = true },
    { "record/nve7-w530.2", "pfb bars", partitions, .cold = true },
    { "record/nve6-k2100m.2", "pfb bars", partitions, .cold = true },
    { "record/nve4-boot-1.2", "pfb bars", partitions, .cold = true },
    { "record/nve4-boot-2.2", "pfb bars", partitions, .cold = true },
    { "record/nv108-timeout.5", "pfb bars", partitions, .cold = true },
    { "record/nv106-x550mj.2", "pfb bars", partitions, .cold = true },
    { "record/nv106-gt730.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv106-gt730.2", "pfb bars", partitions, .cold = true },
    { "record/nv106-suske.2", "pfb bars", partitions, .cold = true },
    { "record/nv117-gtx750.1", "pfb bars", partitions, .cold = true },
    { "record/nv117-archvm.1", "pmc-ptimer", registers, .cold = true },
    { "record/nv117-archvm.2", "pfb bars", partitions, .cold = true },
    { "record/nv117-fdo-111392-a.2", "pfb bars", partitions, .cold = true },
    { "record/nv117-fdo-111392-b.2", "pfb bars", partitions, .cold = true },
    { "record/nv117-fdo-100423.2", "pfb bars", partitions, .cold = true },
    { "record/nv117-850m.2", "pfb bars", partitions, .cold = true },
    { "record/nv118-kbz-206781.2", "pfb bars", partitions, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

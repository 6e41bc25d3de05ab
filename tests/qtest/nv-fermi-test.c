/*
 * Tests of the NVIDIA GPU: channels of NVC0 and later
 *
 * The basis of all other tests of these cards: address spaces, the run list,
 * PBDMAs, and the methods that they execute themselves.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

static void counts(NVDev *nv)
{
    uint32_t pbdmas = (1u << nv->card->pbdmas) - 1;
    uint32_t off = nv_rd32(nv, A_NV_PUNITS_UNIT_DISABLE);

    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), nv->card->boot0);
    nv_assert_hex(nv_rd32(nv, A_NV_PUNITS_GPC_COUNT), nv->card->gpcs);
    nv_assert_hex(nv_rd32(nv, A_NV_PUNITS_PCOPY_COUNT), nv->card->pcopies);
    nv_assert_hex(extract32(off, 8, 2), nv->card->pcopies == 1 ? 2 : 0);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_PBDMA_ENABLE), pbdmas);
}

static void references(NVDev *nv)
{
    NVFermiChan *chan[3];

    for (unsigned i = 0; i < 3; i++) {
        chan[i] = nv_fermi_channel_new(nv, i * 9);
    }
    for (unsigned n = 1; n < 40; n++) {
        NVFermiChan *c = chan[nv_random_below(3)];

        nv_fermi_ref(c, n);
        nv_fermi_run(c);
        nv_assert_hex(nv_fermi_user_rd32(c, A_NV_USERD_REF), n);
    }
    nv_fermi_assert_quiet(nv);
    for (unsigned i = 0; i < 3; i++) {
        nv_fermi_channel_fini(chan[i]);
        nv_fermi_channel_free(chan[i]);
    }
}

static void semaphores(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr;
    uint64_t ram;
    uint64_t in_vram = nv_fermi_buffer(chan, 0x1000, &addr);
    uint64_t in_ram = nv_fermi_ram(chan, 0x1000, &ram);

    nv_fermi_release(chan, in_vram + 0x20, 0x12345678);
    nv_fermi_release(chan, in_ram + 0x30, 0x9abcdef0);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x20), 0x12345678);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0x30), 0x9abcdef0);

    nv_migrate(nv);
    nv_fermi_release(chan, in_vram + 0x40, 3);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x40), 3);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* A page that isn't there: the PBDMA's unit reports it, once. */
static void faults(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    NVFermiFault fault;

    nv_fermi_release(chan, 0x123456000, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    g_assert_true(nv_fermi_fault(nv, 7, &fault) ||
                  nv_fermi_fault(nv, 8, &fault) ||
                  nv_fermi_fault(nv, 9, &fault));
    nv_assert_hex(fault.inst, chan->block);
    nv_assert_hex(fault.addr, 0x123456000);
    nv_assert_hex(fault.reason, 0);
    nv_assert_hex(fault.client, 7);
    g_assert_true(fault.write);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "fermi/counts", "", counts, .needs = NV_CARD_NVC0 },
    { "fermi/references", "", references, .needs = NV_CARD_NVC0 },
    { "fermi/semaphores", "", semaphores, .needs = NV_CARD_NVC0, .slow = true },
    { "fermi/faults", "", faults, .needs = NV_CARD_NVC0 },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: QEMU survives whatever a guest does to NVC0
 *
 * Random accesses, the same for the same seed, to a card that works: to
 * registers, BARs, and what page tables, instance blocks, run lists, GP entries
 * and pushbuffers hold, what PGRAPH's objects and the copy engines are given,
 * and what falcons execute.  At the end the monitor has to answer, and the card
 * has to work after a reset.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/falcon-regs.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-fuzz.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "qobject/qdict.h"

#define CHANNELS 4
#define ACCESSES 6000
/* Video memory with everything that the driver has made */
#define USED_VRAM (8 * MiB)
#define BUFFER_SIZE (64 * KiB)
/* The page directory's entries that channels use */
#define FIRST_PDE (NV_FERMI_PUSH_VA >> 27)
#define PDES 3
/* How often the driver starts over */
#define RECOVERY 64
/* Bytes that one submission may have */
#define SUBMISSION 0x400

static const struct {
    uint32_t class;
    unsigned engine;
} objects[] = {
    { 0x9039, NV_FERMI_GR }, { 0x902d, NV_FERMI_GR }, { 0x9097, NV_FERMI_GR },
    { 0x90b5, NV_FERMI_PCE0 }, { 0x95b1, 1 }, { 0x906e, NV_FERMI_SOFTWARE },
};

/* Registers, and how often they get something */
typedef struct Fuzz {
    NVDev *nv;
    GRand *rand;
    NVFermiChan *chans[CHANNELS];
    uint64_t va[CHANNELS];
    uint32_t pdes[CHANNELS][2 * PDES];
    uint32_t bar1;
} Fuzz;

static uint32_t below(Fuzz *f, uint32_t end)
{
    return g_rand_int_range(f->rand, 0, end);
}

/* Values with few bits, with many bits, an address, an instance block */
static uint32_t value(Fuzz *f)
{
    const NVFermiChan *chan = f->chans[below(f, CHANNELS)];

    switch (below(f, 9)) {
    case 0:
        return below(f, 4);
    case 1:
        return BIT(below(f, 32));
    case 2:
        return ~BIT(below(f, 32));
    case 3:
        return NV_FERMI_PUSH_VA + below(f, NV_PUSH_SIZE / 4) * 4;
    case 4:
        return NV_FERMI_VA + below(f, 0x40000);
    case 5:
        return below(f, USED_VRAM >> 12) << below(f, 13);
    case 6:
        return (below(f, 2) ? chan->block : chan->pd) >> 12 |
               (uint32_t)below(f, 16) << 28;
    case 7:
        return objects[below(f, ARRAY_SIZE(objects))].class |
               below(f, 32) << 16;
    default:
        return g_rand_int(f->rand);
    }
}

/* --- Accesses ----------------------------------------------------------- */

static uint32_t any_value(void *opaque)
{
    return value(opaque);
}

static void access_at(Fuzz *f, uint64_t addr)
{
    nv_fuzz_access(f->nv->qts, f->rand, addr, any_value, f);
}

static void access_bar(Fuzz *f)
{
    NVDev *nv = f->nv;

    switch (below(f, 3)) {
    case 0:
        access_at(f, nv->bar1 + below(f, 64 * MiB));
        break;
    case 1:
        access_at(f, nv->bar3 + below(f, 32 * MiB));
        break;
    default:
        /* What BAR1 shows: channels' USERD */
        access_at(f, nv->bar1 + below(f, NV_FERMI_CHANNELS * NV_USERD_SIZE));
        break;
    }
}

/* Any word that the driver has made: blocks, tables, lists, USERD */
static void change_memory(Fuzz *f)
{
    NVFermi *fermi = f->nv->fermi;
    const NVFermiChan *chan = f->chans[below(f, CHANNELS)];
    uint32_t addr;

    switch (below(f, 6)) {
    case 0:
        addr = chan->block + below(f, 0x100);
        break;
    case 1:
        addr = chan->block + 0x200 + below(f, 0x80);
        break;
    case 2:
        addr = chan->pd + (NV_FERMI_VA >> 27) * 8 + below(f, 8);
        break;
    case 3:
        addr = fermi->runlists[below(f, 2)] + below(f, 0x40);
        break;
    case 4:
        addr = fermi->userd + chan->chid * NV_USERD_SIZE + below(f, 0x100);
        break;
    default:
        addr = below(f, USED_VRAM);
        break;
    }
    nv_phys_wr32(f->nv, addr & ~3, value(f));
}

/* A few instructions, probably invalid, for a falcon that may then run */
static void upload(Fuzz *f)
{
    static const uint32_t falcons[] = {
        0x104000, 0x105000, 0x10a000, 0x409000, 0x502000, 0x41a000,
    };
    uint32_t falcon = falcons[below(f, ARRAY_SIZE(falcons))];

    nv_wr32(f->nv, falcon + A_NV_FALCON_CODE_INDEX,
            0x01000000 | below(f, 8) << 8);
    nv_wr32(f->nv, falcon + A_NV_FALCON_CODE_VIRT, below(f, 8));
    for (unsigned i = 0; i < 64; i++) {
        nv_wr32(f->nv, falcon + A_NV_FALCON_CODE, value(f));
    }
    nv_wr32(f->nv, falcon + A_NV_FALCON_UC_ENTRY, below(f, 0x400));
    nv_wr32(f->nv, falcon + A_NV_FALCON_UC_CTRL, 2);
}

/* --- What is submitted ------------------------------------------------- */

static void push_random(Fuzz *f, NVFermiChan *chan)
{
    static const uint32_t opcodes[] = { 1, 1, 1, 3, 5, 4, 0, 2, 6, 7 };

    for (unsigned n = 1 + below(f, 6); n; n--) {
        uint32_t count = below(f, 8);
        uint32_t opcode = opcodes[below(f, ARRAY_SIZE(opcodes))];

        nv_fermi_push(chan, below(f, 16)
                      ? opcode << 29 | count << 16 | below(f, 8) << 13 |
                        below(f, 0x800) : value(f));
        while (opcode != 4 && count--) {
            nv_fermi_push(chan, value(f));
        }
    }
}

/* The host's own methods, with operations that exist and others */
static void push_host(Fuzz *f, NVFermiChan *chan)
{
    uint64_t va = f->va[below(f, CHANNELS)] + below(f, 0x100) * 16;

    for (unsigned n = 1 + below(f, 4); n; n--) {
        switch (below(f, 5)) {
        case 0:
            nv_fermi_inc(chan, below(f, 8), 0x10, va >> 32, va, value(f),
                         below(f, 8) ? 2 : value(f));
            break;
        case 1:
            nv_fermi_inc(chan, below(f, 8), 0x10, va >> 32, va, 0,
                         below(f, 8) ? 0x1004 : value(f));
            break;
        case 2:
            nv_fermi_ref(chan, value(f));
            break;
        case 3:
            nv_fermi_object(chan, below(f, 8),
                            objects[below(f, ARRAY_SIZE(objects))].class,
                            below(f, 32));
            break;
        default:
            nv_fermi_inc(chan, below(f, 8), below(f, 0x40) * 4, value(f));
            break;
        }
    }
}

/* Copies of M2MF and PCE0, within their buffer and out of it */
static void push_copy(Fuzz *f, NVFermiChan *chan)
{
    uint64_t va = f->va[below(f, CHANNELS)];
    uint32_t in = va + below(f, BUFFER_SIZE), out = va + below(f, BUFFER_SIZE);

    if (below(f, 2)) {
        nv_fermi_inc(chan, 0, 0x204, below(f, 6) << 4 | below(f, 6) << 8,
                     0x400, 0x100, below(f, 4), below(f, 4), 8, 8);
        nv_fermi_inc(chan, 0, 0x238, 0, out);
        nv_fermi_inc(chan, 0, 0x30c, 0, in, 0x400, 0x400,
                     below(f, 8) ? below(f, 0x400) : value(f), below(f, 32));
        nv_fermi_inc(chan, 0, 0x300, below(f, 8) ? 0x110 : value(f));
    } else {
        nv_fermi_inc(chan, 3, 0x30c, 0, in, 0, out, 4096, 4096,
                     below(f, 8) ? below(f, 0x1000) : value(f), below(f, 32));
        nv_fermi_push(chan, NV_FERMI_IMMD(3, 0x300, 0x110));
    }
}

/* As for the 2D class; anything in between the valid methods */
static void push_drawing(Fuzz *f, NVFermiChan *chan)
{
    uint32_t va = f->va[below(f, CHANNELS)];

    nv_fermi_inc(chan, 1, 0x200, below(f, 8) ? 0xcf : value(f), below(f, 2),
                 below(f, 6) << 4, 1, 0, 0x400, 0x40, 0x40, 0, va);
    nv_fermi_inc(chan, 1, 0x230, below(f, 8) ? 0xcf : value(f), below(f, 2),
                 below(f, 6) << 4, 1, 0, 0x400, 0x40, 0x40, 0, va);
    nv_fermi_inc(chan, 1, 0x2ac, below(f, 7));
    nv_fermi_inc(chan, 1, 0x580, below(f, 5), 0xcf, value(f));
    nv_fermi_inc(chan, 1, 0x600, below(f, 0x60), below(f, 0x60),
                 below(f, 0x60), below(f, 0x60));
    nv_fermi_inc(chan, 1, below(f, 0x800) * 4, value(f), value(f));
}

static void submit(Fuzz *f)
{
    NVFermiChan *chan = f->chans[below(f, CHANNELS)];

    if (chan->cur > NV_PUSH_SIZE - SUBMISSION) {
        chan->cur = chan->kicked = 0;
    }
    switch (below(f, 4)) {
    case 0:
        push_copy(f, chan);
        break;
    case 1:
        push_drawing(f, chan);
        break;
    case 2:
        push_host(f, chan);
        break;
    default:
        push_random(f, chan);
        break;
    }
    nv_fermi_kick(chan);
    if (!below(f, 8)) {
        /* Entries that point elsewhere, or have another opcode */
        qtest_writel(f->nv->qts, chan->gp + below(f, 1 << NV_FERMI_GP_ORDER) *
                     8 + 4 * below(f, 2), value(f));
        nv_vram_wr32(f->nv, chan->chid * NV_USERD_SIZE + A_NV_USERD_GP_PUT,
                     value(f));
    }
}

/* The driver's answers to interrupts, which keep the card going */
static void mend(Fuzz *f)
{
    static const struct {
        uint32_t addr, val;
    } writes[] = {
        /* 1 in either byte order makes the card switch to that. */
        { A_NV_PMC_BOOT_1, 1 },
        { A_NV_PMC_ENABLE, UINT32_MAX }, { A_NV_PMC_PBDMA_ENABLE, UINT32_MAX },
        { A_NVC0_PFIFO_CTRL, 1 }, { A_NVC0_PFIFO_PBDMA_ENABLE, UINT32_MAX },
        { A_NVC0_PFIFO_INTR, UINT32_MAX },
        { A_NVC0_PFIFO_VM_FAULT_UNITS, UINT32_MAX },
        { A_NVC0_PFIFO_INTR_RUNLIST, UINT32_MAX },
        { A_NVC0_PFIFO_ENGINE_FAULT, 0 }, { A_NVC0_PFIFO_ENGINE_FREEZE, 0 },
        { A_NVC0_PFIFO_FREEZE, 0 },
        { 0x400108, UINT32_MAX }, { 0x400118, UINT32_MAX },
        { 0x400100, UINT32_MAX },
        { 0x400500, 0x00010001 }, { 0x409c20, UINT32_MAX },
        { 0x610030, 0x80000000 }, { 0x6101d0, 0x80000000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(writes); i++) {
        nv_wr32(f->nv, writes[i].addr, writes[i].val);
    }
    for (unsigned id = 0; id < f->nv->card->pbdmas; id++) {
        uint32_t base = NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;

        nv_wr32(f->nv, base + A_NV_PBDMA_METHOD0, 0x80600008);
        nv_wr32(f->nv, base + A_NV_PBDMA_INTR_0, UINT32_MAX);
    }
}

/* PGRAPH's; others' only at times, as they may hold a PBDMA for ever */
static void push_objects(Fuzz *f, NVFermiChan *chan)
{
    for (unsigned n = 0; n < ARRAY_SIZE(objects); n++) {
        if (objects[n].engine == NV_FERMI_GR || !below(f, 8)) {
            nv_fermi_object(chan, n, objects[n].class, objects[n].engine);
        }
    }
    nv_fermi_kick(chan);
}

/* A driver that starts over: units reset, all channels new */
static void begin_anew(Fuzz *f)
{
    NVDev *nv = f->nv;

    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    mend(f);
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR1, f->bar1);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, 0x10000000);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, UINT32_MAX);
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_INTR_EN, 1);
    nv_fermi_graph_init(nv);
    for (unsigned i = 0; i < CHANNELS; i++) {
        NVFermiChan *chan = f->chans[i];

        nv_fermi_join(nv, chan->block, chan->pd);
        for (unsigned n = 0; n < ARRAY_SIZE(f->pdes[i]); n++) {
            nv_phys_wr32(nv, chan->pd + FIRST_PDE * 8 + n * 4, f->pdes[i][n]);
        }
        nv_fermi_channel_begin(chan);
        push_objects(f, chan);
    }
}

static void access_something(Fuzz *f)
{
    switch (below(f, 18)) {
    case 0:
        access_bar(f);
        break;
    case 1:
    case 2:
        change_memory(f);
        break;
    case 3:
    case 4:
    case 5:
        submit(f);
        break;
    case 6:
        nv_clock_step(f->nv, below(f, 1000000));
        break;
    case 7:
        mend(f);
        break;
    case 8:
        if (!below(f, 8)) {
            upload(f);
        }
        break;
    default:
        access_at(f, f->nv->bar0 +
                  nv_fuzz_address(f->rand, nv_fuzz_fermi, nv_fuzz_fermi_count));
        break;
    }
}

/* --- Life --------------------------------------------------------------- */

static void set_up(Fuzz *f)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        uint32_t addr;

        f->chans[i] = nv_fermi_graph_new(f->nv, i);
        f->va[i] = nv_fermi_buffer(f->chans[i], BUFFER_SIZE, &addr);
        push_objects(f, f->chans[i]);
        for (unsigned n = 0; n < ARRAY_SIZE(f->pdes[i]); n++) {
            f->pdes[i][n] = nv_phys_rd32(f->nv, f->chans[i]->pd +
                                                FIRST_PDE * 8 + n * 4);
        }
    }
    f->bar1 = nv_rd32(f->nv, A_NVC0_PBUS_HOST_MEM_BAR1);
}

/* The monitor has to answer, and the card to work after a reset. */
static void assert_usable(Fuzz *f, const uint32_t *bars)
{
    NVDev *nv = f->nv;
    QDict *status = qtest_qmp(nv->qts, "{ 'execute': 'query-status' }");

    g_assert_true(qdict_haskey(status, "return"));
    qobject_unref(status);
    qtest_system_reset(nv->qts);
    for (unsigned i = 0; i < 5; i++) {
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0 + i * 4, bars[i]);
    }
    qpci_device_enable(nv->pci);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_fermi_assert_works(nv);
}

static void random_accesses(NVDev *nv)
{
    Fuzz f = {
        .nv = nv,
        .rand = g_rand_new_with_seed(nv_test_number("NV_SEED", 0, 1)),
    };
    uint32_t bars[5];

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        bars[i] = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + i * 4);
    }
    set_up(&f);
    for (unsigned i = 0; i < ACCESSES; i++) {
        access_something(&f);
        if (i % RECOVERY == 0) {
            /* PPCI shows the BARs, too. */
            for (unsigned n = 0; n < ARRAY_SIZE(bars); n++) {
                qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0 + n * 4,
                                   bars[n]);
            }
            qpci_device_enable(nv->pci);
            begin_anew(&f);
        }
        if (i == ACCESSES / 2) {
            nv_migrate(nv);
        }
    }
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_fermi_channel_free(f.chans[i]);
    }
    assert_usable(&f, bars);
    g_rand_free(f.rand);
}

static const NVTest tests[] = {
    { "robust/random-accesses/1", "host-safety! migration fuzzing!",
      random_accesses, .needs = NV_CARD_NVC0, .props = "vram=64M" },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

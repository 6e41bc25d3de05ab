/*
 * Tests of the NVIDIA GPU: QEMU survives whatever a guest does to NV50
 *
 * Random accesses, the same for the same seed, to a card that works: to
 * registers, BARs, and what page tables, instance blocks, pushbuffers and EVO's
 * channels hold, and what PGRAPH's objects are given.  At the end the monitor
 * has to answer, and the card has to work after a reset.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-fuzz.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"
#include "qobject/qdict.h"

#define HANDLE 0xbeef0000
#define CHANNELS 3
#define ACCESSES 12000
/* Video memory with everything that the driver has made */
#define USED_VRAM (8 * MiB)

static const uint16_t classes[] = { 0x5039, 0x502d, 0x506e, 0x5097, 0x0030 };

/* Subchannels of the first two */
#define SUBC_M2MF 0
#define SUBC_2D 1

/* Objects for memory: a buffer in each place, and one that isn't there */
#define HANDLE_DMA 0xd3a00000
#define DMAS 4
#define DMA_SIZE (64 * KiB)

/* Registers, and how often they are accessed */
typedef struct Fuzz {
    NVDev *nv;
    GRand *rand;
    NVChan *chans[CHANNELS];
    NVBuf *bufs[DMAS - 1];
    NVEvo evo;
    NVEvoChan core, base;
} Fuzz;

static uint32_t below(Fuzz *f, uint32_t end)
{
    return g_rand_int_range(f->rand, 0, end);
}

static uint32_t address(Fuzz *f)
{
    return nv_fuzz_address(f->rand, nv_fuzz_tesla, nv_fuzz_tesla_count);
}

/* Values with few bits, with many bits, an address, a handle */
static uint32_t value(Fuzz *f)
{
    switch (below(f, 8)) {
    case 7:
        return HANDLE_DMA + below(f, DMAS + 1);
    case 0:
        return below(f, 4);
    case 1:
        return BIT(below(f, 32));
    case 2:
        return ~BIT(below(f, 32));
    case 3:
        return below(f, NV_PUSH_SIZE / 4) * 4;
    case 4:
        return HANDLE + below(f, ARRAY_SIZE(classes) + 1);
    case 5:
        return below(f, USED_VRAM >> 12) << below(f, 13);
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
    if (below(f, 2)) {
        access_at(f, f->nv->bar1 + below(f, 256 * MiB));
    } else {
        access_at(f, f->nv->bar3 + below(f, 32 * MiB));
    }
}

/* Any word that the driver has made: most are rarely 0. */
static void change_memory(Fuzz *f)
{
    uint32_t addr = below(f, USED_VRAM / 4) * 4;

    if (below(f, 4)) {
        addr = f->nv->tesla->base + below(f, NV_TESLA_HEAP / 4) * 4;
    }
    nv_phys_wr32(f->nv, addr, value(f));
}

/* --- What is submitted ------------------------------------------------- */

static void push_commands(Fuzz *f, NVChan *chan)
{
    for (unsigned n = 1 + below(f, 6); n; n--) {
        uint32_t count = below(f, 8), words[8];

        words[0] = below(f, 16) ? NV_CMD_INC(below(f, 8),
                                             below(f, 0x800) * 4, count)
                                : value(f);
        for (uint32_t i = 1; i <= count; i++) {
            words[i] = value(f);
        }
        nv_push_words(chan, words, 1 + count);
    }
}

/* Mostly values that an object can use */
static uint32_t sensible(Fuzz *f, uint32_t end)
{
    return below(f, 24) ? below(f, end) : value(f);
}

/* Consecutive methods, each below its limit; nearly always all of them */
#define push_sensible(_f, _chan, _subc, _mthd, ...) \
    push_row(_f, _chan, _subc, _mthd, (const uint32_t[]){ __VA_ARGS__ }, \
             NV_COUNT(const uint32_t, __VA_ARGS__))

static void push_row(Fuzz *f, NVChan *chan, unsigned subc, uint32_t mthd,
                     const uint32_t *ends, unsigned count)
{
    g_autofree uint32_t *words = g_new(uint32_t, count);

    if (!below(f, 16)) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        words[i] = sensible(f, ends[i]);
    }
    nv_push_command(chan, NV_CMD_INC(subc, mthd, 0), words, count);
}

static void push_dmas(Fuzz *f, NVChan *chan, unsigned subc, unsigned count)
{
    g_autofree uint32_t *words = g_new(uint32_t, count);

    if (below(f, 4)) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        words[i] = below(f, 16) ? HANDLE_DMA + below(f, DMAS) : value(f);
    }
    nv_push_command(chan, NV_CMD_INC(subc, 0x180, 0), words, count);
}

static void push_copy(Fuzz *f, NVChan *chan)
{
    static const uint32_t layouts[] = { 0x200, 0x21c };

    push_dmas(f, chan, SUBC_M2MF, 3);
    for (unsigned i = 0; i < ARRAY_SIZE(layouts); i++) {
        if (below(f, 2)) {
            nv_push_inc(chan, SUBC_M2MF, layouts[i], 1);
        } else {
            nv_push_inc(chan, SUBC_M2MF, layouts[i], 0,
                        below(f, 6) << 8 | below(f, 6) << 4);
            push_sensible(f, chan, SUBC_M2MF, layouts[i] + 8, 0x400, 0x200, 4,
                          4, 0x100);
        }
    }
    push_sensible(f, chan, SUBC_M2MF, 0x238, 1, 1);
    push_sensible(f, chan, SUBC_M2MF, 0x30c, DMA_SIZE, DMA_SIZE, 0x800, 0x800,
                  0x400, 0x80);
    nv_push_inc(chan, SUBC_M2MF, 0x324, below(f, 8) ? 0x0101 : value(f),
                sensible(f, 2));
}

static uint32_t format(Fuzz *f)
{
    return below(f, 8) ? nv50_formats[below(f, NV50_FORMATS)].id : value(f);
}

static void push_surface(Fuzz *f, NVChan *chan, uint32_t mthd)
{
    nv_push_inc(chan, SUBC_2D, mthd, format(f), below(f, 3) > 0,
                below(f, 6) << 8 | below(f, 6) << 4);
    push_sensible(f, chan, SUBC_2D, mthd + 0x0c, 4, 4, 0x400, 0x200, 0x100, 1,
                  DMA_SIZE);
}

static void push_2d_state(Fuzz *f, NVChan *chan)
{
    push_dmas(f, chan, SUBC_2D, 4);
    push_surface(f, chan, TWOD_DST_FORMAT);
    push_surface(f, chan, TWOD_SRC_FORMAT);
    push_sensible(f, chan, SUBC_2D, TWOD_CLIP_X, 0x80, 0x80, 0x100, 0x100, 2);
    push_sensible(f, chan, SUBC_2D, TWOD_ROP, 0x100);
    push_sensible(f, chan, SUBC_2D, TWOD_OPERATION, 7);
    push_sensible(f, chan, SUBC_2D, TWOD_PATTERN_SELECT, 4);
    push_sensible(f, chan, SUBC_2D, TWOD_PATTERN_COLOR_FORMAT, 6, 2,
                  INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX);
}

static void push_image(Fuzz *f, NVChan *chan)
{
    uint32_t words[16];

    push_sensible(f, chan, SUBC_2D, TWOD_SIFC_BITMAP_ENABLE, 2);
    nv_push_inc(chan, SUBC_2D, TWOD_SIFC_FORMAT, format(f));
    push_sensible(f, chan, SUBC_2D, TWOD_SIFC_BITMAP_FORMAT, 3, 2, 3,
                  INT32_MAX, INT32_MAX, 2);
    push_sensible(f, chan, SUBC_2D, TWOD_SIFC_WIDTH, 0x20, 0x20, 1, 2, 1, 2,
                  1, 0x100, 1, 0x100);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = value(f);
    }
    nv_push_command(chan, NV_CMD_NI(SUBC_2D, TWOD_SIFC_DATA, 0), words,
                    ARRAY_SIZE(words));
}

static void push_drawing(Fuzz *f, NVChan *chan)
{
    push_2d_state(f, chan);
    switch (below(f, 3)) {
    case 0:
        push_sensible(f, chan, SUBC_2D, TWOD_DRAW_SHAPE, 5);
        nv_push_inc(chan, SUBC_2D, TWOD_DRAW_COLOR_FORMAT, format(f),
                    value(f));
        push_sensible(f, chan, SUBC_2D, TWOD_DRAW_POINT32_X, 0x100, 0x100,
                      0x100, 0x100, 0x100, 0x100);
        break;
    case 1:
        push_image(f, chan);
        break;
    default:
        push_sensible(f, chan, SUBC_2D, TWOD_BLIT_DST, 0x100, 0x100, 0x100,
                      0x100, 1, 2, 1, 2, 1, 0x100, 1, 0x100);
        break;
    }
}

static void submit(Fuzz *f)
{
    NVChan *chan = f->chans[below(f, CHANNELS)];
    uint32_t start;

    if (chan->cur > NV_PUSH_SIZE - 0x400) {
        chan->cur = 0;
    }
    start = chan->cur;
    switch (below(f, 4)) {
    case 0:
        push_copy(f, chan);
        break;
    case 1:
        push_drawing(f, chan);
        break;
    default:
        push_commands(f, chan);
        break;
    }
    if (chan->ib_order && below(f, 4)) {
        nv_ib_entry(chan, start, (chan->cur - start) / 4,
                    below(f, 8) ? 0 : value(f));
        nv_ib_kick(chan);
        return;
    }
    nv_user_wr32(chan, below(f, 2) ? A_NV50_USER_IB_PUT : A_NV_USER_DMA_PUT,
                 below(f, 4) ? chan->cur : below(f, 16));
}

static void submit_evo(Fuzz *f)
{
    NVEvoChan *chan = below(f, 3) ? &f->core : &f->base;

    if (chan->cur > 0xc00) {
        chan->cur = 0;
    }
    for (unsigned n = 1 + below(f, 4); n; n--) {
        nv_evo_word(chan, below(f, 8) ? 0x00040000 | below(f, 0x400) * 4
                                      : value(f));
        nv_evo_word(chan, value(f));
    }
    nv_evo_mthd(chan, 0x0080, below(f, 2));
    nv_evo_kick(chan);
}

/* The driver's answers to interrupts, which keep the card going */
static void mend(Fuzz *f)
{
    static const struct {
        uint32_t addr, val;
    } writes[] = {
        /* 1 in either byte order makes the card switch to that. */
        { A_NV_PMC_BOOT_1, 1 },
        { A_NV_PMC_ENABLE, UINT32_MAX }, { A_NV_PFIFO_INTR, UINT32_MAX },
        { A_NV_PFIFO_CACHES, 1 }, { 0x003200, 1 }, { 0x003220, 1 },
        { 0x003228, 0 }, { 0x003250, 1 }, { 0x002504, 0 },
        { A_NV_PDISPLAY_INTR_0, UINT32_MAX },
        { A_NV_PDISPLAY_INTR_1, UINT32_MAX }, { 0x610030, 0x80000000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(writes); i++) {
        nv_wr32(f->nv, writes[i].addr, writes[i].val);
    }
    nv50_graph_enable(f->nv);
}

static void access_something(Fuzz *f)
{
    switch (below(f, 16)) {
    case 0:
        access_bar(f);
        break;
    case 1:
    case 2:
        change_memory(f);
        break;
    case 3:
    case 4:
        submit(f);
        break;
    case 5:
        submit_evo(f);
        break;
    case 6:
        nv_clock_step(f->nv, below(f, 2000000));
        break;
    case 7:
        mend(f);
        break;
    default:
        access_at(f, f->nv->bar0 + address(f));
        break;
    }
}

/* --- Life --------------------------------------------------------------- */

static void set_up(Fuzz *f)
{
    NVDev *nv = f->nv;

    nv50_graph_init(nv);
    for (unsigned i = 0; i < DMAS - 1; i++) {
        f->bufs[i] = nv_buf_new(nv, nv_places[i], DMA_SIZE, 0x3d);
    }
    for (unsigned i = 0; i < CHANNELS; i++) {
        f->chans[i] = i ? nv_ib_chan_new(nv, 1 + i, NV_IN_GART, NV_IB_ORDER)
                        : nv_chan_new(nv, 1, NV_IN_RAM);
        for (unsigned n = 0; n < ARRAY_SIZE(classes); n++) {
            nv_chan_object(f->chans[i], HANDLE + n, classes[n]);
            nv_push_object(f->chans[i], n, HANDLE + n);
        }
        nv50_graph_context(f->chans[i]);
        for (unsigned n = 0; n < DMAS; n++) {
            nv_ramht_insert(nv, f->chans[i]->chid, HANDLE_DMA + n,
                            NV_ENGINE_SW, n < DMAS - 1 ? f->bufs[n]->inst
                            : nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d,
                                              0x30000000, 0x3000ffff));
        }
        nv_run(f->chans[i]);
    }
    nv_evo_init(nv, &f->evo);
    nv_evo_open(&f->evo, &f->core, EVO_CORE, false);
    nv_evo_open(&f->evo, &f->base, EVO_BASE, true);
}

/* The monitor has to answer, and the card to work after a reset. */
static void assert_usable(Fuzz *f)
{
    NVDev *nv = f->nv;
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);
    uint32_t bar1 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1);
    QDict *status = qtest_qmp(nv->qts, "{ 'execute': 'query-status' }");
    NVChan *chan;

    g_assert_true(qdict_haskey(status, "return"));
    qobject_unref(status);
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1, bar1);
    qpci_device_enable(nv->pci);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_init(nv);
    chan = nv_chan_new(nv, 1, NV_IN_RAM);
    nv_push_ref(chan, 0x50);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x50);
    nv_chan_free(chan);
}

static void random_accesses(NVDev *nv)
{
    Fuzz f = {
        .nv = nv,
        .rand = g_rand_new_with_seed(nv_test_number("NV_SEED", 0, 1)),
    };
    uint64_t bars[3] = {
        qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0),
        qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1),
        qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_3),
    };

    set_up(&f);
    for (unsigned i = 0; i < ACCESSES; i++) {
        access_something(&f);
        if (i % 256 == 0) {
            /* PPCI shows the BARs, too. */
            qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bars[0]);
            qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1, bars[1]);
            qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1 + 4, 0);
            qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_3, bars[2]);
            qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_3 + 4, 0);
            qpci_device_enable(nv->pci);
        }
        if (i == ACCESSES / 2) {
            nv_migrate(nv);
        }
    }
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_chan_free(f.chans[i]);
    }
    for (unsigned i = 0; i < DMAS - 1; i++) {
        nv_buf_free(f.bufs[i]);
    }
    assert_usable(&f);
    g_rand_free(f.rand);
}

static const NVTest tests[] = {
    { "robust/random-accesses/1", "host-safety! migration fuzzing!",
      random_accesses, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

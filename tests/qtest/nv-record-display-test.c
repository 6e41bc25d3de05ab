/*
 * Tests of the NVIDIA GPU: what real cards stated in public of the display
 *
 * A case is named after a fact of tests/record, does to the card what was done
 * to the real one, and compares each bit that its log shows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-record.h"
#include "libnv/nv-vm.h"

static uint32_t trapped(unsigned chid)
{
    return A_NV_PDISPLAY_TRAPPED_ADDR + chid * 8;
}

/* The method and its data, as the log has them */
static uint32_t shown_method(const NVFact *fact, unsigned chid)
{
    return nv_fact_word(fact, trapped(chid)) & 0xffc;
}

static void expect_error(NVEvoChan *chan)
{
    NVDev *nv = chan->evo->nv;

    nv_evo_kick(chan);
    nv_poll(nv_rd32(nv, trapped(chan->chid)));
    nv_fact_assert(nv);
}

/* A handle that nothing has */
static void handle(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t data = nv_fact_shows(fact, trapped(EVO_CORE) + 4)
        ? nv_fact_word(fact, trapped(EVO_CORE) + 4) : 0xf000000f;
    NVEvoChan core;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, true);
    nv_evo_mthd(&core, shown_method(fact, EVO_CORE), data);
    expect_error(&core);
    nv_evo_close(&core);
}

/* Where the log has GET, the pushbuffer can no longer be read. */
static void fetch(NVDev *nv)
{
    uint32_t get = nv_fact_word(nv_fact(nv), trapped(EVO_CORE) + 4);
    uint16_t command = qpci_config_readw(nv->pci, PCI_COMMAND);
    NVEvoChan core;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    while (core.cur < get) {
        nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0);
    }
    nv_evo_kick(&core);
    nv_poll(nv_evo_get(&core) == get);
    nv_assert_hex(nv_rd32(nv, trapped(EVO_CORE)), 0);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0);
    qpci_config_writew(nv->pci, PCI_COMMAND, command & ~PCI_COMMAND_MASTER);
    expect_error(&core);
    qpci_config_writew(nv->pci, PCI_COMMAND, command);
}

/* A cursor is turned on, and has no DMA object: UPDATE is refused. */
static void cursor(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVEvoChan core;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, true);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, CTRL_CURSOR),
                R_NV_EVO_CTRL_CURSOR_ENABLED_MASK |
                R_NV_EVO_CTRL_CURSOR_SIZE_MASK |
                R_NV_EVO_CTRL_CURSOR_FORMAT_A8R8G8B8_MASK);
    nv_evo_mthd(&core, shown_method(fact, EVO_CORE),
                nv_fact_word(fact, trapped(EVO_CORE) + 4));
    expect_error(&core);
    nv_evo_close(&core);
}

/* A flip with a notifier, and without a surface */
static void no_image(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVEvoChan base;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    nv_evo_mthd(&base, NV_EVO_BASE_NOTIFIER_CTRL, 0x70);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(&base, NV_EVO_UPDATE,
                nv_fact_word(fact, trapped(EVO_BASE) + 4));
    expect_error(&base);
    nv_evo_close(&base);
}

/* GET_CAPABILITIES with a notifier's DMA object, and without its offset */
static void no_notifier(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVEvoChan core;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, true);
    nv_evo_mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(&core, shown_method(fact, EVO_CORE),
                nv_fact_word(fact, trapped(EVO_CORE) + 4));
    expect_error(&core);
    nv_evo_close(&core);
}

/* A method's parameter that is not possible */
static void parameter(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVEvoChan core;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, true);
    nv_evo_mthd(&core, shown_method(fact, EVO_CORE),
                nv_fact_word(fact, trapped(EVO_CORE) + 4));
    expect_error(&core);
    nv_evo_close(&core);
}

/* --- States ------------------------------------------------------------ */

/*
 * Where registers show a channel's state: what is to be, and behind it what is
 * in effect (nouveau's [nv50|g84]_disp_[core|base]_mthd_*)
 */
typedef struct Row {
    uint16_t mthd;
    uint32_t reg;
} Row;

static const Row core_rows[] = {
    { 0x0084, 0x610bb8 }, { 0x0088, 0x610b9c },
};

static const Row dac_rows[] = {
    { 0x0400, 0x610b58 }, { 0x0404, 0x610bdc }, { 0x0420, 0x610bc4 },
};

static const Row sor_rows[] = {
    { 0x0600, 0x610b70 },
};

static const Row pior_rows[] = {
    { 0x0700, 0x610b80 },
};

static const Row head_rows[] = {
    { 0x0800, 0x610ad8 }, { 0x0804, 0x610ad0 }, { 0x0808, 0x610a48 },
    { 0x080c, 0x610a78 }, { 0x0810, 0x610ac0 }, { 0x0814, 0x610af8 },
    { 0x0818, 0x610b00 }, { 0x081c, 0x610ae8 }, { 0x0820, 0x610af0 },
    { 0x0824, 0x610b08 }, { 0x0828, 0x610b10 }, { 0x082c, 0x610a68 },
    { 0x0830, 0x610a60 }, { 0x0838, 0x610a40 }, { 0x0840, 0x610a24 },
    { 0x0844, 0x610a2c }, { 0x0848, 0x610aa8 }, { 0x084c, 0x610ab0 },
    { 0x085c, 0x610c5c }, { 0x0860, 0x610a84 }, { 0x0864, 0x610a90 },
    { 0x0868, 0x610b18 }, { 0x086c, 0x610b20 }, { 0x0870, 0x610ac8 },
    { 0x0874, 0x610a38 }, { 0x0878, 0x610c50 }, { 0x0880, 0x610a58 },
    { 0x0884, 0x610a9c }, { 0x089c, 0x610c68 }, { 0x08a0, 0x610a70 },
    { 0x08a4, 0x610a50 }, { 0x08a8, 0x610ae0 }, { 0x08c0, 0x610b28 },
    { 0x08c4, 0x610b30 }, { 0x08c8, 0x610b40 }, { 0x08d4, 0x610b38 },
    { 0x08d8, 0x610b48 }, { 0x08dc, 0x610b50 }, { 0x0900, 0x610a18 },
    { 0x0904, 0x610ab8 }, { 0x0910, 0x610c70 }, { 0x0914, 0x610c78 },
};

static const Row base_rows[] = {
    { 0x0084, 0x6108c4 }, { 0x0088, 0x6108d0 }, { 0x008c, 0x6108dc },
    { 0x0090, 0x6108e4 }, { 0x0094, 0x610884 }, { 0x00a0, 0x6108a0 },
    { 0x00a4, 0x610878 }, { 0x00c0, 0x61086c }, { 0x00c4, 0x610800 },
    { 0x00c8, 0x61080c }, { 0x00cc, 0x610818 }, { 0x00e0, 0x610858 },
    { 0x00e4, 0x610860 }, { 0x00e8, 0x6108ac }, { 0x00ec, 0x6108b4 },
    { 0x00fc, 0x610824 }, { 0x0100, 0x610894 }, { 0x0104, 0x61082c },
    { 0x0110, 0x6108bc }, { 0x0114, 0x61088c },
};

static const Row image_rows[] = {
    { 0x0800, 0x6108f0 }, { 0x0804, 0x6108fc }, { 0x0808, 0x61090c },
    { 0x080c, 0x610914 }, { 0x0810, 0x610904 },
};

/* Rows that a channel has more than once, a number of bytes apart */
typedef struct Group {
    const Row *rows;
    unsigned nrows, count;
    unsigned mthd_stride, reg_stride;
} Group;

#define GROUP(_rows, ...) { _rows, ARRAY_SIZE(_rows), __VA_ARGS__ }

static const Group core_groups[] = {
    GROUP(core_rows, 1), GROUP(dac_rows, 3, 0x80, 8),
    GROUP(sor_rows, 2, 0x40, 8), GROUP(pior_rows, 3, 0x40, 8),
    GROUP(head_rows, 2, 0x400, 0x540), { }
};

/* The log has the second image at the first one's registers. */
static const Group base_groups[] = {
    GROUP(base_rows, 1), GROUP(image_rows, 2, 0x400), { }
};

#define SECOND_IMAGE 0x0c00

static uint32_t reg_of(unsigned chid, uint16_t mthd)
{
    for (const Group *g = chid ? base_groups : core_groups; g->rows; g++) {
        for (unsigned i = 0; i < g->nrows * g->count; i++) {
            const Row *row = &g->rows[i % g->nrows];
            unsigned n = i / g->nrows;

            if (row->mthd + n * g->mthd_stride == mthd) {
                return row->reg + n * g->reg_stride;
            }
        }
    }
    nv_fail("no register shows method 0x%04x", mthd);
    return 0;
}

/* A flip's surface by its kind of memory, as nouveau names it */
static void make_object(NVEvo *evo, unsigned chid, uint32_t handle)
{
    if (handle >> 24 == 0xfb) {
        nv_evo_object(evo, chid, handle,
                      NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW, 0,
                      evo->nv->vram - 1);
    }
}

/* The state of a channel, and an UPDATE that takes effect, or is refused */
static void push_state(NVEvoChan *chan, bool armed, uint32_t update)
{
    const NVFact *fact = nv_fact(chan->evo->nv);

    for (unsigned i = 0; i < fact->words; i++) {
        const NVFactWord *w = &fact->state[i];
        uint32_t before = armed ? 0 : w->armed;
        uint32_t val = armed ? w->armed : w->assembled;

        if (val != before && (!chan->chid || w->mthd < SECOND_IMAGE)) {
            nv_evo_mthd(chan, w->mthd, val);
        }
    }
    nv_evo_mthd(chan, NV_EVO_UPDATE, update);
    nv_evo_kick(chan);
}

static void take_effect(NVEvoChan *chan)
{
    NVDev *nv = chan->evo->nv;

    nv_evo_supervise(chan->evo);
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_assert_hex(nv_evo_get(chan), chan->cur);
    nv_assert_hex(nv_rd32(nv, trapped(chan->chid)), 0);
}

static void assert_state(NVEvoChan *chan)
{
    NVDev *nv = chan->evo->nv;
    const NVFact *fact = nv_fact(nv);

    for (unsigned i = 0; i < fact->words; i++) {
        const NVFactWord *w = &fact->state[i];
        uint32_t reg = reg_of(chan->chid, w->mthd);

        if (nv_rd32(nv, reg) != w->assembled ||
            nv_rd32(nv, reg + 4) != w->armed) {
            nv_fail("%s: %04x is 0x%08x -> 0x%08x, and the card had 0x%08x -> "
                    "0x%08x", fact->name, w->mthd, nv_rd32(nv, reg + 4),
                    nv_rd32(nv, reg), w->armed, w->assembled);
        }
    }
}

static void open_with_objects(NVEvo *evo, NVEvoChan *chan, unsigned chid)
{
    const NVFact *fact = nv_fact(evo->nv);

    for (unsigned i = 0; i < fact->words; i++) {
        make_object(evo, chid, fact->state[i].assembled);
    }
    nv_evo_open(evo, chan, chid, true);
}

/* Once a state is in effect, the one that is to follow is refused. */
static void refused_state(NVDev *nv, unsigned chid)
{
    const char *fault = nv->test->data;
    NVEvoChan chan;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    open_with_objects(&evo, &chan, chid);
    push_state(&chan, true, 0);
    take_effect(&chan);
    if (fault) {
        nv_inject(nv, fault);
    }
    push_state(&chan, false, 1);
    nv_poll(nv_rd32(nv, trapped(chid)));
    assert_state(&chan);
    nv_evo_close(&chan);
}

static void core_state(NVDev *nv)
{
    refused_state(nv, EVO_CORE);
}

static void base_state(NVDev *nv)
{
    refused_state(nv, EVO_BASE);
}

/* --- Errors whose reason isn't public ---------------------------------- */

/* The method that the log has, whose error is injected */
static void injected(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    unsigned chid = nv_fact_shows(fact, trapped(EVO_BASE)) ? EVO_BASE
                                                           : EVO_CORE;
    NVEvoChan chan;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &chan, chid, true);
    nv_inject(nv, nv->test->data);
    nv_evo_mthd(&chan, shown_method(fact, chid),
                nv_fact_word(fact, trapped(chid) + 4));
    expect_error(&chan);
    nv_evo_close(&chan);
}

static const NVTest tests[] = {
    { "record/nv50-evoch-11.10.1", "evo", handle },
    { "record/nvc0-fdo-96968.1", "evo", handle },
    { "record/nva5-pushbuffer-err.1", "evo", fetch },
    { "record/nva3-pushbuffer-err.1", "evo", fetch },
    { "record/nv84-8600gt-crash.6", "evo", cursor },
    { "record/nv84-8600gt-crash.7", "evo", core_state },
    { "record/nv86-post-5.8.1", "evo!", no_image },
    { "record/nv86-post-5.8.2", "evo", base_state },
    { "record/nv50-evoch-lenovo.1", "evo", no_image },
    { "record/nva3-vdpau.5", "evo!", no_notifier },
    { "record/nvc1-5120.5", "evo!", parameter },

    { "record/nv84-8600gt-crash.5", "evo fault-injection!", injected,
      .data = "display-state method=0x89c value=0x4084" },
    { "record/nv86-fdo-103889.1", "evo", injected,
      .data = "display-state method=0 value=0x1001" },
    { "record/nva8-fdo-73924.1", "evo", injected,
      .data = "display-state value=0x05" },
    { "record/nv50-fdo-87436.1", "evo", injected,
      .data = "display-state value=0x05" },
    { "record/nv98-fdo-90390.1", "evo", injected,
      .data = "display-state value=0x0b" },
    { "record/nvc1-5120.6", "evo", injected,
      .data = "display-state value=0x0b" },
    { "record/nvc1-5120.7", "evo", base_state,
      .data = "display-state value=0x0b" },
    { "record/nvc1-5120.8", "evo", injected,
      .data = "display-state value=0x0b" },
    { "record/nvc1-5120.9", "evo", base_state,
      .data = "display-state value=0x0b" },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

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
#include "libnv/nv-evo.h"
#include "libnv/nv-record.h"

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
                R_NV_EVO_CTRL_CURSOR_SIZE_64_MASK |
                R_NV_EVO_CTRL_CURSOR_FORMAT_A8R8G8B8_MASK);
    nv_evo_mthd(&core, shown_method(fact, EVO_CORE),
                nv_fact_word(fact, trapped(EVO_CORE) + 4));
    expect_error(&core);
    nv_evo_close(&core);
}

/*
 * The state of a base channel, by its methods: nv84_disp_base_mthd_base and
 * nv50_disp_base_mthd_image say where the registers are that show it.
 */
typedef struct State {
    uint16_t mthd;
    uint32_t reg;
    uint32_t armed, assembled;
} State;

/* As a G86 has refused it: a notifier is new, and there is no surface. */
static const State no_surface[] = {
    { 0x0084, 0x6108c4, 0, 0 }, { 0x0088, 0x6108d0, 0, 0 },
    { 0x008c, 0x6108dc, 0, 0 }, { 0x0090, 0x6108e4, 0, 0 },
    { 0x0094, 0x610884, 0, 0 }, { 0x00a0, 0x6108a0, 0x60, 0x70 },
    { 0x00a4, 0x610878, 0, 0xf0000000 }, { 0x00c0, 0x61086c, 0, 0 },
    { 0x00c4, 0x610800, 0, 0 }, { 0x00c8, 0x61080c, 0, 0 },
    { 0x00cc, 0x610818, 0, 0 }, { 0x00e0, 0x610858, 0x40000000, 0x40000000 },
    { 0x00e4, 0x610860, 0, 0 }, { 0x00e8, 0x6108ac, 0, 0 },
    { 0x00ec, 0x6108b4, 0, 0 }, { 0x00fc, 0x610824, 0, 0 },
    { 0x0100, 0x610894, 0xfffe0000, 0xfffe0000 },
    { 0x0104, 0x61082c, 0, 0 }, { 0x0110, 0x6108bc, 0, 0 },
    { 0x0114, 0x61088c, 0, 0 }, { 0x0800, 0x6108f0, 0x9500, 0x9500 },
    { 0x0804, 0x6108fc, 0, 0 }, { 0x0808, 0x61090c, 0x04b00780, 0x04b00780 },
    { 0x080c, 0x610914, 0x7804, 0x7804 }, { 0x0810, 0x610904, 0xcf00, 0xcf00 },
    { }
};

static void refuse(NVDev *nv, uint32_t update)
{
    NVEvoChan base;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    for (const State *s = no_surface; s->mthd; s++) {
        if (s->armed) {
            nv_evo_mthd(&base, s->mthd, s->armed);
        }
    }
    nv_evo_mthd(&base, NV_EVO_UPDATE, 0);
    nv_evo_kick(&base);
    nv_assert_hex(nv_evo_get(&base), base.cur);
    for (const State *s = no_surface; s->mthd; s++) {
        if (s->assembled != s->armed) {
            nv_evo_mthd(&base, s->mthd, s->assembled);
        }
    }
    nv_evo_mthd(&base, NV_EVO_UPDATE, update);
    nv_evo_kick(&base);
    nv_poll(nv_rd32(nv, trapped(EVO_BASE)));
}

static void no_image(NVDev *nv)
{
    refuse(nv, nv_fact_word(nv_fact(nv), trapped(EVO_BASE) + 4));
    nv_fact_assert(nv);
}

static void no_image_state(NVDev *nv)
{
    refuse(nv, 1);
    for (const State *s = no_surface; s->mthd; s++) {
        nv_assert_hex(nv_rd32(nv, s->reg), s->assembled);
        nv_assert_hex(nv_rd32(nv, s->reg + 4), s->armed);
    }
}

static const NVTest tests[] = {
    { "record/nv50-evoch-11.10.1", "evo", handle },
    { "record/nvc0-fdo-96968.1", "evo", handle },
    { "record/nva5-pushbuffer-err.1", "evo", fetch },
    { "record/nva3-pushbuffer-err.1", "evo", fetch },
    { "record/nv84-8600gt-crash.6", "evo", cursor },
    { "record/nv86-post-5.8.1", "evo!", no_image },
    { "record/nv86-post-5.8.2", "evo", no_image_state },
    { "record/nv50-evoch-lenovo.1", "evo", no_image },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

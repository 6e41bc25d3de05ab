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

static const NVTest tests[] = {
    { "record/nv50-evoch-11.10.1", "evo", handle },
    { "record/nvc0-fdo-96968.1", "evo", handle },
    { "record/nva5-pushbuffer-err.1", "evo", fetch },
    { "record/nva3-pushbuffer-err.1", "evo", fetch },
    { "record/nv84-8600gt-crash.6", "evo", cursor },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}

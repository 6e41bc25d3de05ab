/*
 * Tests of the NVIDIA GPU: PMC's endian switch
 *
 * envytools, docs/hw/bus/pmc.rst, "Endian switch"; bars.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vga-port.h"

#define CHID 3

#define PRAMIN 0x700000
#define BIG 0x01000001

/* As a big-endian driver does, nvkm_device_endianness() */
static void flip(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_BOOT_1, BIG);
}

/* The register reads, and works, the same from either side. */
static void register_itself(NVDev *nv)
{
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
    /* Bit 24 is what counts. */
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0xfeffffff);
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
    nv_wr08(nv, A_NV_PMC_BOOT_1, 0x01);
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
    nv_wr08(nv, A_NV_PMC_BOOT_1 + 3, 0x01);
    nv_assert_reg(nv, NV_PMC_BOOT_1, BIG);
    /* "So that writing '1' in either endianness will switch" to that one */
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x01000000);
    nv_assert_reg(nv, NV_PMC_BOOT_1, BIG);
    nv_wr08(nv, A_NV_PMC_BOOT_1 + 3, 0x01);
    nv_assert_reg(nv, NV_PMC_BOOT_1, BIG);
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x00000001);
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
    flip(nv);
    nv_assert_reg(nv, NV_PMC_BOOT_1, BIG);
    flip(nv);
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
}

/*
 * "This register and the endian switch don't exist on pre-NV1A cards."  NV05
 * has shown some bit of it.
 */
static void absent(NVDev *nv)
{
    uint32_t none = nv->card->boot0 & 0x20000000 ? NV_PMC_BOOT_1_NONE : 0;

    nv_assert_reg(nv, NV_PMC_BOOT_1, none);
    flip(nv);
    nv_assert_reg(nv, NV_PMC_BOOT_1, none);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

/* Words, and the parts of words, of registers */
static void registers(NVDev *nv)
{
    uint32_t boot0 = nv->card->boot0;

    nv_wr32(nv, A_NV_PTIMER_ALARM, 0x11223340);
    flip(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), bswap32(boot0));
    for (unsigned i = 0; i < 4; i++) {
        nv_assert_hex(nv_rd08(nv, i), extract32(boot0, 24 - i * 8, 8));
    }
    nv_assert_hex(nv_rd16(nv, 0), bswap16(boot0 >> 16));
    nv_assert_hex(nv_rd16(nv, 2), bswap16(boot0));
    nv_assert_hex(nv_rd32(nv, A_NV_PTIMER_ALARM), 0x40332211);

    nv_wr32(nv, A_NV_PTIMER_ALARM, 0xa0bbccdd);
    nv_assert_hex(nv_rd32(nv, A_NV_PTIMER_ALARM), 0xa0bbccdd);
    nv_wr08(nv, A_NV_PTIMER_ALARM + 1, 0xee);
    nv_wr16(nv, A_NV_PTIMER_ALARM + 2, 0x2011);
    flip(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PTIMER_ALARM), 0xddee1120);
}

/* "The MMIO areas containing aliases of 8-bit VGA registers are unaffected" */
static void vga_registers(NVDev *nv)
{
    const NVVgaPort *window = &nv_vga_window;

    nv_vga_cr_write(nv, window, 0x0e, 0x12);
    nv_vga_cr_write(nv, window, 0x0f, 0x34);
    flip(nv);
    nv_assert_hex(nv_vga_cr_read(nv, window, 0x0e), 0x12);
    nv_assert_hex(nv_vga_cr_read(nv, window, 0x0f), 0x34);
    nv_vga_cr_write(nv, window, 0x0e, 0x56);
    nv_assert_hex(nv_vga_cr_read(nv, window, 0x0e), 0x56);
    flip(nv);
    nv_assert_hex(nv_vga_cr_read(nv, window, 0x0e), 0x56);
}

/*
 * "Accesses done to BAR3 will be automatically byte-swapped in 32-bit chunks
 * like BAR0", in which PRAMIN is; "as opposed to BAR1".
 */
static void memory(NVDev *nv)
{
    uint64_t bar = nv->bar3;

    if (nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0)) {
        /* Where BAR3 begins */
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, 0);
    }
    nv_wr32(nv, PRAMIN + 0x1000, 0x11223344);
    nv_wr32(nv, PRAMIN + 0x1004, 0x55667788);
    nv_vram_wr32(nv, 0x2000, 0xcafe0001);
    flip(nv);
    nv_assert_hex(nv_vram_rd32(nv, 0x2000), 0xcafe0001);
    nv_assert_hex(nv_rd32(nv, PRAMIN + 0x1000), 0x44332211);
    nv_assert_hex(nv_rd08(nv, PRAMIN + 0x1005), 0x66);
    nv_wr16(nv, PRAMIN + 0x1006, 0xaabb);
    if (nv->card->inst && nv->card->inst->bar) {
        bar = qpci_iomap(nv->pci, nv->card->inst->bar, NULL).addr;
    }
    if (bar) {
        nv_assert_hex(qtest_readl(nv->qts, bar + 0x1000), 0x44332211);
        nv_assert_hex(qtest_readq(nv->qts, bar + 0x1000),
                      0xaabb665544332211ull);
        qtest_writeb(nv->qts, bar + 0x1003, 0x99);
        qtest_writeq(nv->qts, bar + 0x1008, 0x1122334455667788ull);
    }
    flip(nv);
    nv_assert_hex(nv_rd32(nv, PRAMIN + 0x1004), 0x5566bbaa);
    if (bar) {
        nv_assert_hex(nv_rd32(nv, PRAMIN + 0x1000), 0x11223399);
        nv_assert_hex(nv_rd32(nv, PRAMIN + 0x1008), 0x88776655);
        nv_assert_hex(nv_rd32(nv, PRAMIN + 0x100c), 0x44332211);
        nv_assert_hex(qtest_readl(nv->qts, bar + 0x1000), 0x11223399);
    }
    nv_assert_hex(nv_vram_rd32(nv, 0x2000), 0xcafe0001);
}

/* "The channel control area endianness follows the PMC MMIO endianness." */
static void control_area(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    bool pmc = nv->card->features & NV_CARD_NV50;
    uint32_t at;

    nv_push_ref(chan, 0x11223344);
    nv_run(chan);
    at = chan->cur;
    nv_push_ref(chan, 0x55667788);
    /* From NV50 on PMC's order applies first, then the channel's. */
    for (; pmc && at < chan->cur; at += 4) {
        nv_buf_wr32(chan->push, at, bswap32(nv_buf_rd32(chan->push, at)));
    }
    flip(nv);
    nv->no_switches = true;
    nv_assert_hex(nv_user_ref(chan), 0x44332211);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, bswap32(chan->cur));
    nv_poll(nv_user_get(chan) == bswap32(chan->cur));
    nv_assert_hex(nv_user_put(chan), bswap32(chan->cur));
    nv_assert_hex(nv_user_ref(chan), 0x88776655);
    flip(nv);
    nv->no_switches = false;
    nv_assert_hex(nv_user_ref(chan), 0x55667788);
    nv_push_ref(chan, 3);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Also used by G80+ PFIFO as its default endianness" */
static void pfifos_default(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 4096, 0x3d);
    uint32_t at = chan->cur;

    nv_chan_buffer(chan, 0x5e3a, buf);
    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x5e3a, 0x10);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x11223344);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, 0x11223344);
    nv_push_ref(chan, 0x12345678);
    nv_ib_entry(chan, at, (chan->cur - at) / 4, 0);
    for (uint32_t i = at; i < chan->cur; i += 4) {
        nv_buf_wr32(chan->push, i, bswap32(nv_buf_rd32(chan->push, i)));
    }
    for (unsigned i = 0; i < 8; i += 4) {
        uint32_t entry = nv_ib_entry_at(chan, 0) + i;

        nv_buf_wr32(chan->push, entry, bswap32(nv_buf_rd32(chan->push, entry)));
    }
    flip(nv);
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, bswap32(chan->ib_put));
    nv_poll(nv_user_ref(chan) == bswap32(0x12345678));
    flip(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 0x44332211);

    /* FIFO_ENDIAN overrides it. */
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_FIFO_ENDIAN, 1);
    flip(nv);
    chan->kicked = chan->cur;
    nv_push_ref(chan, 0x22);
    nv_ib_entry(chan, chan->kicked, 2, 0);
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, bswap32(chan->ib_put));
    nv_poll(nv_user_ref(chan) == bswap32(0x22));
    flip(nv);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static void migrates(NVDev *nv)
{
    flip(nv);
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PMC_BOOT_1, BIG);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), bswap32(nv->card->boot0));
    flip(nv);
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

static void reset(NVDev *nv)
{
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);

    flip(nv);
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_device_enable(nv->pci);
    nv_assert_reg(nv, NV_PMC_BOOT_1, 0);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

#define FERMI .needs = NV_CARD_NVC0, .cold = true
#define SWITCH .needs = NV_CARD_CALL, .tesla = true

static const NVTest tests[] = {
    { "endian/register", "endian-switch", register_itself, SWITCH,
      .cold = true },
    { "endian/absent", "endian-switch!", absent, .lacks = NV_CARD_CALL,
      .early = true, .cold = true },
    { "endian/registers", "endian-switch!", registers, SWITCH, .cold = true },
    { "endian/vga-registers", "endian-switch", vga_registers, SWITCH,
      .cold = true },
    { "endian/memory", "endian-switch", memory, SWITCH, .cold = true },
    { "endian/control-area", "endian-switch", control_area, SWITCH },
    { "endian/pfifos-default", "pushbuffer-endian semaphore-endian",
      pfifos_default, .needs = NV_CARD_NV50 },
    { "endian/migrates", "migration!", migrates, SWITCH, .cold = true,
      .slow = true },
    { "endian/reset", "reset", reset, SWITCH, .cold = true },
    { "endian/register", "endian-switch", register_itself, FERMI },
    { "endian/registers", "endian-switch!", registers, FERMI },
    { "endian/vga-registers", "endian-switch", vga_registers, FERMI,
      .applies = nv_card_has_display },
    { "endian/memory", "endian-switch", memory, FERMI },
    { "endian/migrates", "migration!", migrates, FERMI, .slow = true },
    { "endian/reset", "reset", reset, FERMI },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

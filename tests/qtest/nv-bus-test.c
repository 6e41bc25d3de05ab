/*
 * Tests of the NVIDIA GPU: PCI, PMC, PBUS, PTIMER, PSTRAPS, interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_ids.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 1
#define SW_HANDLE 0x55550000

#define PFIFO_CACHE_ERROR R_NV_PFIFO_INTR_CACHE_ERROR_MASK
#define PFIFO_DMA_PUSHER R_NV_PFIFO_INTR_DMA_PUSHER_MASK

/* --- PCI -------------------------------------------------------------- */

static void pci_identity(NVDev *nv)
{
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_VENDOR_ID), 0x10de);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_DEVICE_ID),
                  nv->card->pci_id);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_REVISION_ID),
                  nv->card->revision);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_CLASS_DEVICE),
                  nv_card_has_display(nv->card) ? PCI_CLASS_DISPLAY_VGA
                                                : PCI_CLASS_DISPLAY_3D);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_INTERRUPT_PIN), 1);
}

/* The same device by its chip's code name */
static void code_name(NVDev *nv)
{
    g_autofree char *code = g_ascii_strdown(nv->card->code, -1);
    NVCard renamed = *nv->card;
    NVDev *other;

    renamed.name = code;
    other = nv_start(&renamed, NULL, NULL);
    pci_identity(other);
    nv_assert_reg(other, NV_PMC_BOOT_0, nv->card->boot0);
    nv_quit(other);
}

static bool has_code(const NVCard *card)
{
    return card->code;
}

/*
 * Registers in BAR0, video memory in BAR1, instance memory in BAR2, or in
 * BAR3 where BAR1 has 64 bits: that is where a driver looks for it.
 */
static void pci_bars(NVDev *nv)
{
    uint32_t type = nv->card->features & NV_CARD_BAR64
        ? PCI_BASE_ADDRESS_MEM_TYPE_64 : 0;
    const NVInstLayout *inst = nv->card->inst;

    nv_assert_hex(nv_bar_flags(nv, 0), PCI_BASE_ADDRESS_SPACE_MEMORY);
    nv_assert_hex(nv_bar_flags(nv, 1), PCI_BASE_ADDRESS_SPACE_MEMORY |
                  PCI_BASE_ADDRESS_MEM_PREFETCH | type);
    nv_assert_hex(nv_bar_size(nv, 0),
                  (g_str_equal(nv->card->name, "nv43") ? 64 : 16) * MiB);
    nv_assert_hex(nv_bar_size(nv, 1), nv->card->vram);
    if (!inst->bar && (g_str_equal(nv->card->name, "nv20") ||
                       g_str_equal(nv->card->name, "nv25"))) {
        nv_assert_hex(nv_bar_size(nv, 2), 512 * KiB);
        return;
    }
    if (!inst->bar) {
        nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_2), 0);
        return;
    }
    nv_assert_hex(nv_bar_flags(nv, inst->bar),
                  PCI_BASE_ADDRESS_SPACE_MEMORY | type);
    nv_assert_hex(nv_bar_size(nv, inst->bar), inst->size);
}

static bool has_32m(const NVCard *card)
{
    return card->vram >= 32 * MiB;
}

static bool has_128m(const NVCard *card)
{
    return card->vram >= 128 * MiB;
}

/* "vram=" sets what BAR1 and PFB show. */
static void vram_size(NVDev *nv)
{
    uint64_t size = *(const uint64_t *)nv->test->data;

    nv_assert_hex(nv->vram, size);
    if (nv->card->features & NV_CARD_NV04) {
        g_assert_cmpuint(nv_field(nv, NV_PFB_BOOT_0, RAM_AMOUNT), ==,
                         size == 16 * MiB ? 3 : 0);
    } else {
        nv_assert_reg(nv, NV_PFB_CSTATUS, size);
    }
    nv_vram_wr32(nv, size - 4, 0x12345678);
    nv_vram_wr32(nv, 0, 0x9abcdef0);
    nv_assert_hex(nv_vram_rd32(nv, size - 4), 0x12345678);
    nv_assert_hex(nv_vram_rd32(nv, 0), 0x9abcdef0);
}

static void works_on_q35(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_push_ref(chan, 0x35);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x35);
    nv_chan_free(chan);
}

/* Two cards in a machine don't affect each other. */
static void two_cards(NVDev *nv)
{
    NVDev *nvs[2], *one, *two;
    NVChan *chan;

    nv_start_two(nvs, nv->card);
    one = nvs[0];
    two = nvs[1];
    nv_init(one);
    nv_assert_reg(two, NV_PMC_BOOT_0, nv->card->boot0);
    nv_assert_reg(two, NV_PMC_ENABLE, 0);
    nv_assert_reg(two, NV_PFIFO_CACHE1_PUSH1, 0);
    nv_vram_wr32(one, 0x1000, 0x11111111);
    nv_vram_wr32(two, 0x1000, 0x22222222);
    nv_assert_hex(nv_vram_rd32(one, 0x1000), 0x11111111);
    nv_assert_hex(nv_vram_rd32(two, 0x1000), 0x22222222);

    chan = nv_chan_new(one, CHID, NV_IN_RAM);
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    g_assert_true(nv_intx(one));
    g_assert_false(nv_intx(two));
    nv_assert_reg(two, NV_PFIFO_INTR, 0);
    nv_init(two);
    nv_assert_reg(one, NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    g_assert_cmpuint(nv_statistic(one, "pusher-errors"), ==, 1);
    g_assert_cmpuint(nv_statistic(two, "pusher-errors"), ==, 0);
    nv_chan_free(chan);

    /* The second one works while the first one is stopped. */
    chan = nv_chan_new(two, CHID, NV_IN_RAM);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_reg(one, NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    nv_chan_free(chan);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

/* PBUS shows configuration space at 0x1800, or PPCI does. */
static void config_mirror(NVDev *nv)
{
    uint32_t pci = nv_card_pci(nv->card);

    for (unsigned i = 0; i < 0x40; i += 4) {
        nv_assert_hex(nv_rd32(nv, pci + i), qpci_config_readl(nv->pci, i));
    }
    nv_assert_hex(nv_rd16(nv, pci), 0x10de);
    nv_assert_hex(nv_rd16(nv, pci + 2), nv->card->pci_id);
    nv_assert_hex(nv_rd08(nv, pci + 8), nv->card->revision);

    nv_wr08(nv, pci + PCI_INTERRUPT_LINE, 0x5a);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_INTERRUPT_LINE), 0x5a);
    qpci_config_writeb(nv->pci, PCI_INTERRUPT_LINE, 0xa5);
    nv_assert_hex(nv_rd08(nv, pci + PCI_INTERRUPT_LINE), 0xa5);
    /* Ids are read-only. */
    nv_wr32(nv, pci, 0);
    nv_assert_hex(nv_rd32(nv, pci),
                  (uint32_t)nv->card->pci_id << 16 | 0x10de);
}

/* --- PMC -------------------------------------------------------------- */

static void boot_0(NVDev *nv)
{
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_wr32(nv, A_NV_PMC_BOOT_0, 0xffffffff);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_assert_hex(nv_rd08(nv, 3), nv->card->boot0 >> 24);
    nv_assert_hex(nv_rd16(nv, 2), nv->card->boot0 >> 16);
}

static void straps(NVDev *nv)
{
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, nv->card->straps);
    /* Without bit 31 the board's straps apply. */
    nv_wr32(nv, A_NV_PSTRAPS_STRAPS_PRIMARY, 0x12345678);
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, nv->card->straps);
    nv_wr32(nv, A_NV_PSTRAPS_STRAPS_PRIMARY, 0x92345678);
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, 0x92345678);
    nv_wr32(nv, A_NV_PSTRAPS_STRAPS_PRIMARY, 0);
    nv_assert_reg(nv, NV_PSTRAPS_STRAPS_PRIMARY, nv->card->straps);
}

/* Which of PGRAPH's units exist; some can be turned off. */
static void hwunits(NVDev *nv)
{
    nv_assert_reg(nv, NV_PBUS_HWUNITS_0, nv->card->hwunits);
    nv_wr32(nv, A_NV_PBUS_HWUNITS_0, nv->card->hwunits & 0x0101);
    nv_assert_reg(nv, NV_PBUS_HWUNITS_0, nv->card->hwunits & 0x0101);
}

/* A reset and a falling bit of ENABLE leave PFIFO in the same state. */
static void enable_resets_pfifo(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV_PFIFO_DELAY, A_NV_PFIFO_DMA_TIMESLICE, A_NV_PFIFO_INTR,
        A_NV_PFIFO_INTR_EN, A_NV_PFIFO_RAMHT, A_NV_PFIFO_RAMFC,
        A_NV_PFIFO_RAMRO, A_NV_PFIFO_CACHES, A_NV_PFIFO_CHANNEL_MODE,
        A_NV_PFIFO_CHANNEL_DMA_PENDING, A_NV_PFIFO_CACHE1_PUSH0,
        A_NV_PFIFO_CACHE1_PUSH1, A_NV_PFIFO_CACHE1_PUT,
        A_NV_PFIFO_CACHE1_STATUS, A_NV_PFIFO_CACHE1_DMA_PUSH,
        A_NV_PFIFO_CACHE1_DMA_STATE, A_NV_PFIFO_CACHE1_DMA_INSTANCE,
        A_NV_PFIFO_CACHE1_DMA_PUT, A_NV_PFIFO_CACHE1_DMA_GET,
        A_NV_PFIFO_CACHE1_REF, A_NV_PFIFO_CACHE1_PULL0,
        A_NV_PFIFO_CACHE1_PULL1, A_NV_PFIFO_CACHE1_HASH,
        A_NV_PFIFO_CACHE1_GET, A_NV_PFIFO_CACHE1_ENGINE,
    };
    uint32_t cold[ARRAY_SIZE(regs)];
    NVChan *chan;

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        cold[i] = nv_rd32(nv, regs[i]);
    }
    nv_init(nv);
    chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    nv_chan_software(chan, SW_HANDLE);
    nv_push_ref(chan, 0x77);
    nv_push_object(chan, 1, SW_HANDLE);
    nv_push(chan, NV_CMD_INC(0, 0x0300, 7));
    nv_kick(chan);
    g_assert_true(nv_intx(nv));

    /* A rising bit has no effect, and neither do bits of other units. */
    nv_mask(nv, A_NV_PMC_ENABLE, 0x00ff0000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x00ff0000, 0x00ff0000);
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_user_ref(chan), 0x77);

    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    g_assert_false(nv_intx(nv));
    nv_mask(nv, A_NV_PMC_ENABLE, 0, R_NV_PMC_ENABLE_PFIFO_MASK);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t val = nv_rd32(nv, regs[i]);

        if (val != cold[i]) {
            nv_fail("register 0x%06x is 0x%08x, not 0x%08x", regs[i], val,
                    cold[i]);
        }
    }

    /* And it can be used again. */
    nv_init(nv);
    nv_chan_free(chan);
    chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    nv_push_ref(chan, 0x78);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x78);
    nv_chan_free(chan);
}

/* The machine's reset: registers as at first, video memory as it was */
static void machine_reset(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t command = qpci_config_readw(nv->pci, PCI_COMMAND);
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);
    uint32_t bar1 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1);

    nv_push_ref(chan, 0x77);
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, 0x00b000, 0x12345678);
    nv_vram_wr32(nv, 0x1000, 0xabcdef01);

    qtest_system_reset(nv->qts);
    g_assert_false(nv_intx(nv));
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1, bar1);
    qpci_config_writew(nv->pci, PCI_COMMAND, command);
    nv_assert_reg(nv, NV_PMC_ENABLE, 0);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0);
    nv_assert_hex(nv_rd32(nv, 0x00b000), 0);
    nv_assert_hex(nv_vram_rd32(nv, 0x1000), 0xabcdef01);
    nv_chan_free(chan);
}

/* --- Interrupts are levels -------------------------------------------- */

/* Makes PFIFO raise DMA_PUSHER. */
static NVChan *raise_dma_pusher(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    return chan;
}

/* Makes PFIFO raise CACHE_ERROR and DMA_PUSHER. */
static NVChan *raise_both(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_inc(chan, 0, 0x0300, 1);
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_DMA_PUSHER | PFIFO_CACHE_ERROR);
    return chan;
}

static void assert_line(NVDev *nv, bool pmc, bool line)
{
    g_assert_cmpint(nv_field(nv, NV_PMC_INTR, PFIFO), ==, pmc);
    g_assert_cmpint(nv_intx(nv), ==, line);
}

/* The line follows status, the unit's enable and PMC's enable. */
static void interrupt_is_a_level(NVDev *nv)
{
    NVChan *chan = raise_dma_pusher(nv);

    assert_line(nv, true, true);

    /* PMC's gate */
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    assert_line(nv, true, false);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    assert_line(nv, true, true);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 2);
    assert_line(nv, true, false);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);

    /* The unit's gate */
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, ~PFIFO_DMA_PUSHER);
    assert_line(nv, false, false);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, PFIFO_DMA_PUSHER);
    assert_line(nv, true, true);

    /* What isn't acknowledged stays; PMC's bit can't be cleared there. */
    nv_wr32(nv, A_NV_PFIFO_INTR, ~PFIFO_DMA_PUSHER);
    assert_line(nv, true, true);
    nv_wr32(nv, A_NV_PMC_INTR, 0xffffffff);
    g_assert_true(nv_field(nv, NV_PMC_INTR, PFIFO));
    nv_wr32(nv, A_NV_PMC_INTR, 0);
    assert_line(nv, true, true);

    /* Acknowledged */
    nv_wr32(nv, A_NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    assert_line(nv, false, false);

    /* Once more: the next error raises it again. */
    nv_handle_all(nv);
    nv_pusher_go_on(nv);
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    assert_line(nv, true, true);
    g_assert_cmpuint(nv_statistic(nv, "interrupts"), ==, 5);
    nv_chan_free(chan);
}

/* Disabled when it happens, pending when enabled */
static void interrupt_enabled_later(NVDev *nv)
{
    NVChan *chan;

    nv_wr32(nv, A_NV_PFIFO_INTR_EN, 0);
    chan = raise_dma_pusher(nv);
    assert_line(nv, false, false);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, 0xffffffff);
    assert_line(nv, true, true);
    nv_chan_free(chan);
}

/* Two causes, one line */
static void interrupt_of_two_causes(NVDev *nv)
{
    NVChan *chan = raise_both(nv);

    assert_line(nv, true, true);
    nv_wr32(nv, A_NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_CACHE_ERROR);
    assert_line(nv, true, true);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, PFIFO_DMA_PUSHER);
    assert_line(nv, false, false);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, PFIFO_CACHE_ERROR);
    assert_line(nv, true, true);
    nv_wr32(nv, A_NV_PFIFO_INTR, PFIFO_CACHE_ERROR);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    assert_line(nv, false, false);
    nv_chan_free(chan);
}

/* Two units share the line. */
static void interrupt_of_two_units(NVDev *nv)
{
    NVChan *chan = raise_dma_pusher(nv);

    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 1000);
    nv_clock_step(nv, 2000);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) &
                  (R_NV_PMC_INTR_PTIMER_MASK | R_NV_PMC_INTR_PFIFO_MASK),
                  R_NV_PMC_INTR_PTIMER_MASK | R_NV_PMC_INTR_PFIFO_MASK);
    nv_wr32(nv, A_NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    g_assert_false(nv_intx(nv));
    nv_chan_free(chan);
}

/* PMC's own bit, which software sets; it has an enable bit of its own */
static void software_interrupt(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PMC_INTR, R_NV_PMC_INTR_SOFTWARE_MASK);
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, A_NV_PMC_INTR_EN, 2);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PMC_INTR_EN, 3);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PMC_INTR, 0);
    g_assert_false(nv_intx(nv));
    nv_assert_reg(nv, NV_PMC_INTR, 0);
}

/* At the interrupt controller, through the bridge's routing */
static void interrupt_reaches_the_controller(NVDev *nv)
{
    const unsigned irq = 10;
    QPCIDevice *bridge = qpci_device_find(nv->bus, QPCI_DEVFN(1, 0));
    NVChan *chan;

    g_assert_nonnull(bridge);
    for (unsigned pirq = 0; pirq < 4; pirq++) {
        qpci_config_writeb(bridge, 0x60 + pirq, irq);
    }
    nv_keep_to_itself(nv);
    qtest_irq_intercept_in(nv->qts, "ioapic");
    g_assert_false(qtest_get_irq(nv->qts, irq));
    chan = raise_dma_pusher(nv);
    g_assert_true(qtest_get_irq(nv->qts, irq));
    nv_handle_all(nv);
    g_assert_false(qtest_get_irq(nv->qts, irq));
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    g_assert_true(qtest_get_irq(nv->qts, irq));
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    g_assert_false(qtest_get_irq(nv->qts, irq));
    nv_chan_free(chan);
    g_free(bridge);
}

/* A byte's write clears the bits of that byte and no others. */
static void narrow_writes_clear_only_their_bits(NVDev *nv)
{
    NVChan *chan = raise_both(nv);

    nv_assert_hex(nv_rd08(nv, A_NV_PFIFO_INTR), 0x01);
    nv_assert_hex(nv_rd08(nv, A_NV_PFIFO_INTR + 1), 0x10);
    nv_assert_hex(nv_rd16(nv, A_NV_PFIFO_INTR), 0x1001);
    nv_assert_hex(nv_rd16(nv, A_NV_PFIFO_INTR + 2), 0);

    nv_wr08(nv, A_NV_PFIFO_INTR + 2, 0xff);
    nv_wr08(nv, A_NV_PFIFO_INTR + 3, 0xff);
    nv_wr16(nv, A_NV_PFIFO_INTR + 2, 0xffff);
    nv_wr08(nv, A_NV_PFIFO_INTR, 0xfe);
    nv_wr08(nv, A_NV_PFIFO_INTR + 1, 0xef);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_DMA_PUSHER | PFIFO_CACHE_ERROR);
    nv_wr08(nv, A_NV_PFIFO_INTR, 0xff);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
    assert_line(nv, true, true);
    nv_wr08(nv, A_NV_PFIFO_INTR + 1, 0x10);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    assert_line(nv, false, false);
    nv_chan_free(chan);

    nv_init(nv);
    chan = raise_both(nv);
    nv_wr16(nv, A_NV_PFIFO_INTR, 0x1000);
    nv_assert_reg(nv, NV_PFIFO_INTR, PFIFO_CACHE_ERROR);
    nv_wr16(nv, A_NV_PFIFO_INTR, 0x0001);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* Other registers keep the bytes that a narrow write doesn't touch. */
static void narrow_writes_keep_the_rest(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, 0x01111111);
    nv_wr08(nv, A_NV_PFIFO_INTR_EN + 1, 0x00);
    nv_assert_reg(nv, NV_PFIFO_INTR_EN, 0x01110011);
    nv_wr16(nv, A_NV_PFIFO_INTR_EN + 2, 0x0010);
    nv_assert_reg(nv, NV_PFIFO_INTR_EN, 0x00100011);
    nv_wr08(nv, A_NV_PFIFO_CHANNEL_MODE + 3, 0x80);
    nv_wr08(nv, A_NV_PFIFO_CHANNEL_MODE, 0x02);
    nv_assert_reg(nv, NV_PFIFO_CHANNEL_MODE, 0x80000002);
    nv_assert_hex(nv_rd08(nv, A_NV_PFIFO_CHANNEL_MODE + 3), 0x80);
}

/* --- PFB -------------------------------------------------------------- */

static bool has_two_partitions(const NVCard *card)
{
    return g_str_equal(card->name, "nv31");
}

/* "RO and forced to 1 [2 partitions] on NV31": rnndb, memory/nv10_pfb.xml */
static void two_partitions(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NV_PFB_CFG0) & 0x3, 0x1);
    nv_wr32(nv, A_NV_PFB_CFG0, 0xfffffffc);
    nv_assert_hex(nv_rd32(nv, A_NV_PFB_CFG0), 0xfffffffd);
    nv_wr32(nv, A_NV_PFB_CFG0, 0x2);
    nv_assert_hex(nv_rd32(nv, A_NV_PFB_CFG0), 0x1);
}

static bool has_gddr3(const NVCard *card)
{
    return g_str_equal(card->name, "nv49") || g_str_equal(card->name, "nv4b");
}

/* nv49_ram_new() */
static void gddr3(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, 0x100914) & 0x3, 0x2);
}

/* Bits that don't exist read 0. */
static void registers_keep_their_bits(NVDev *nv)
{
    static const struct {
        uint32_t addr, bits;
        /* From NV40 on, if other ones */
        uint32_t nv40;
    } regs[] = {
        { A_NV_PFIFO_DELAY, 0x000003ff, 0xf00003ff },
        { A_NV_PFIFO_DMA_TIMESLICE, 0x0101ffff, 0xf101ffff },
        { A_NV_PFIFO_PIO_TIMESLICE, 0x0101ffff },
        { A_NV_PFIFO_INTR_EN, 0x01111111, 0x01fd1111 },
        { A_NV_PFIFO_RAMHT, 0x030301f0, 0x070301f0 },
        { A_NV_PFIFO_RAMRO, 0x000101fe },
        { A_NV_PFIFO_CACHE1_PUT, 0x000003fc, 0x000007fc },
        { A_NV_PFIFO_CACHE1_DMA_PUT, 0xfffffffc },
        { A_NV_PFIFO_CACHE1_DMA_GET, 0xfffffffc },
        { A_NV_PFIFO_CACHE1_REF, 0xffffffff },
        { A_NV_PFIFO_CACHE1_HASH, 0x0001ffff, 0x01ffffff },
        { A_NV_PFIFO_CACHE1_ENGINE, 0xffffffff },
        { A_NV_PFIFO_SLI, 0xffffffff, 0x30000fff },
        { A_NV_PFIFO_RAMFC_NV40, 0xffffffff, 0x00ff00ff },
        { A_NV_PMC_INTR_EN, 0x00000003 },
        { A_NV_PTIMER_INTR_EN, 0x00000001 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t old = nv_rd32(nv, regs[i].addr);
        uint32_t bits = nv->card->features & NV_CARD_NV40 && regs[i].nv40
            ? regs[i].nv40 : regs[i].bits;

        if (nv->card->features & NV_CARD_WIDE_RAMFC &&
            regs[i].addr == A_NV_PFIFO_RAMFC_NV40) {
            bits = 0x00ff1fff;
        }
        nv_wr32(nv, regs[i].addr, 0xffffffff);
        if (nv_rd32(nv, regs[i].addr) != bits) {
            nv_fail("register 0x%06x keeps 0x%08x, not 0x%08x", regs[i].addr,
                    nv_rd32(nv, regs[i].addr), bits);
        }
        nv_wr32(nv, regs[i].addr, 0);
        if (nv_rd32(nv, regs[i].addr)) {
            nv_fail("register 0x%06x keeps 0x%08x", regs[i].addr,
                    nv_rd32(nv, regs[i].addr));
        }
        nv_wr32(nv, regs[i].addr, old);
    }
}

/* --- PTIMER ----------------------------------------------------------- */

static uint64_t ptimer(NVDev *nv)
{
    uint64_t high = nv_rd32(nv, A_NV_PTIMER_TIME_HIGH);

    return high << 32 | nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
}

static void ptimer_counts(NVDev *nv)
{
    uint64_t start = ptimer(nv);

    nv_assert_hex(ptimer(nv), start);
    nv_clock_step(nv, 32);
    nv_assert_hex(ptimer(nv), start + 32);
    nv_clock_step(nv, 31);
    nv_assert_hex(ptimer(nv), start + 32);
    nv_clock_step(nv, 1);
    nv_assert_hex(ptimer(nv), start + 64);
    nv_clock_step(nv, 1000000000);
    nv_assert_hex(ptimer(nv), start + 64 + 1000000000);
    /* A reset sets it to 0. */
    nv_machine_reset(nv);
    g_assert_cmpuint(ptimer(nv), <, 1000000000);
    nv_assert_hex(ptimer(nv) & 0x1f, 0);
}

static void ptimer_wraps(NVDev *nv)
{
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 5);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0xffffffe0);
    nv_assert_hex(ptimer(nv), 0x5ffffffe0);
    nv_clock_step(nv, 32);
    nv_assert_hex(ptimer(nv), 0x600000000);

    /* The high half has 29 bits. */
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0xffffffff);
    nv_assert_reg(nv, NV_PTIMER_TIME_HIGH, 0x1fffffff);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0xffffffff);
    nv_assert_reg(nv, NV_PTIMER_TIME_LOW, 0xffffffe0);
    nv_assert_reg(nv, NV_PTIMER_TIME_HIGH, 0x1fffffff);
    nv_clock_step(nv, 32);
    nv_assert_hex(ptimer(nv), 0);
}

static void ptimer_halves(NVDev *nv)
{
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x12345660);
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0x00abcdef);
    nv_assert_hex(ptimer(nv), 0x00abcdef12345660);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x20);
    nv_assert_hex(ptimer(nv), 0x00abcdef00000020);
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0x7);
    nv_assert_hex(ptimer(nv), 0x0000000700000020);
    nv_clock_step(nv, 0x1000);
    nv_assert_hex(ptimer(nv), 0x0000000700001020);
}

static void ptimer_bytes(NVDev *nv)
{
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x12345660);
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0x00abcdef);
    nv_wr08(nv, A_NV_PTIMER_TIME_LOW + 3, 0x77);
    nv_assert_hex(ptimer(nv), 0x00abcdef77345660);
    nv_wr16(nv, A_NV_PTIMER_TIME_LOW, 0x8880);
    nv_assert_hex(ptimer(nv), 0x00abcdef77348880);
    nv_wr08(nv, A_NV_PTIMER_TIME_HIGH, 0x11);
    nv_assert_hex(ptimer(nv), 0x00abcd1177348880);
    nv_clock_step(nv, 0x1000);
    nv_wr08(nv, A_NV_PTIMER_TIME_LOW, 0x40);
    nv_assert_hex(ptimer(nv), 0x00abcd1177349840);
}

static void assert_alarm(NVDev *nv, bool raised)
{
    g_assert_cmpint(nv_field(nv, NV_PTIMER_INTR, ALARM), ==, raised);
    g_assert_cmpint(nv_field(nv, NV_PMC_INTR, PTIMER), ==, raised);
    g_assert_cmpint(nv_intx(nv), ==, raised);
}

static void ptimer_alarm(NVDev *nv)
{
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x1000);
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, 0x2000);
    assert_alarm(nv, false);
    nv_clock_step(nv, 0x1000 - 1);
    assert_alarm(nv, false);
    nv_clock_step(nv, 1);
    assert_alarm(nv, true);
    nv_wr32(nv, A_NV_PTIMER_INTR, 0xfffffffe);
    assert_alarm(nv, true);
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    assert_alarm(nv, false);
    nv_clock_step(nv, 0x10000);
    assert_alarm(nv, false);

    /* The low word reaches the value again, and raises the alarm again. */
    nv_clock_step(nv, (1LL << 32) - 0x10000 - 1);
    assert_alarm(nv, false);
    nv_clock_step(nv, 1);
    assert_alarm(nv, true);
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);

    /* An alarm in the past waits for the counter to wrap. */
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x80000000);
    nv_wr32(nv, A_NV_PTIMER_ALARM, 0x40000000);
    nv_clock_step(nv, 0xbfffffffLL);
    assert_alarm(nv, false);
    nv_clock_step(nv, 1);
    assert_alarm(nv, true);
}

/* If it is disabled, the status still shows it. */
static void ptimer_alarm_disabled(NVDev *nv)
{
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 0);
    nv_wr32(nv, A_NV_PTIMER_ALARM, nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 0x100);
    nv_clock_step(nv, 0x100);
    nv_assert_reg(nv, NV_PTIMER_INTR, 1);
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    assert_alarm(nv, true);
}

/* A reset leaves 0 in it, which counts as any other value. */
static void ptimer_alarm_unwritten(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_HARDWARE_MASK);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_assert_reg(nv, NV_PTIMER_ALARM, 0);
    nv_clock_step(nv, UINT32_MAX - nv_rd32(nv, A_NV_PTIMER_TIME_LOW));
    assert_alarm(nv, false);
    nv_clock_step(nv, 32);
    assert_alarm(nv, true);

    /* Nobody has written it since. */
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0xffffff00);
    nv_clock_step(nv, 0xff);
    assert_alarm(nv, false);
    nv_clock_step(nv, 1);
    assert_alarm(nv, true);
}

/* Setting the time past or before the alarm: only equality counts. */
static void ptimer_alarm_moves_with_time(NVDev *nv)
{
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x1000);
    nv_wr32(nv, A_NV_PTIMER_ALARM, 0x2000);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x4000);
    nv_clock_step(nv, 0x8000);
    assert_alarm(nv, false);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x1f00);
    nv_clock_step(nv, 0xff);
    assert_alarm(nv, false);
    nv_clock_step(nv, 1);
    assert_alarm(nv, true);
}

/* ---------------------------------------------------------------------- */

static const uint64_t sizes[] = { 16 * MiB, 32 * MiB, 64 * MiB, 128 * MiB };

static const NVTest tests[] = {
    { "pci/identity", "several-generations!", pci_identity, .tesla = true,
      .fermi = true, .each = true },
    { "pci/code-name", "", code_name, .applies = has_code,
      .no_machine = true, .tesla = true, .fermi = true, .each = true },
    { "pci/bars", "bars!", pci_bars },
    { "pci/vram/16M", "pfb! bars", vram_size, .props = "vram=16M",
      .data = &sizes[0] },
    { "pci/vram/32M", "pfb bars", vram_size, .props = "vram=32M",
      .data = &sizes[1], .applies = has_32m },
    { "pci/vram/64M", "pfb bars", vram_size, .props = "vram=64M",
      .data = &sizes[2], .applies = has_128m },
    { "pci/vram/128M", "pfb bars", vram_size, .props = "vram=128M",
      .data = &sizes[3], .applies = has_128m },
    { "pci/works-on-q35", "several-generations", works_on_q35,
      .args = "-machine q35" },
    { "pci/two-cards", "several-cards!", two_cards, .no_machine = true,
      .tesla = true },
    { "pbus/config-mirror", "several-generations", config_mirror, .tesla = true,
      .fermi = true, .each = true },

    { "pmc/boot-0-tells-the-chipset", "several-generations", boot_0,
      .cold = true, .tesla = true, .fermi = true, .each = true },
    { "pstraps/straps", "vbios", straps, .cold = true, .tesla = true,
      .fermi = true, .each = true },
    { "pfb/two-partitions", "pfb", two_partitions,
      .applies = has_two_partitions },
    { "pfb/gddr3", "pfb", gddr3, .applies = has_gddr3, .cold = true },
    { "pbus/hwunits", "pfb", hwunits, .needs = NV_CARD_NV40, .cold = true,
      .each = true },
    { "pmc/enable-resets-pfifo", "reset pmc-ptimer", enable_resets_pfifo,
      .cold = true, .tesla = true },
    { "pmc/machine-reset", "reset!", machine_reset },

    { "intr/is-a-level", "dma-pusher-intr pmc-ptimer", interrupt_is_a_level,
      .tesla = true },
    { "intr/enabled-later", "dma-pusher-intr", interrupt_enabled_later,
      .tesla = true },
    { "intr/of-two-causes", "dma-pusher-intr", interrupt_of_two_causes,
      .tesla = true },
    { "intr/of-two-units", "dma-pusher-intr pmc-ptimer", interrupt_of_two_units,
      .tesla = true },
    { "intr/software", "pmc-ptimer", software_interrupt, .tesla = true,
      .fermi = true },
    { "intr/reaches-the-controller", "dma-pusher-intr",
      interrupt_reaches_the_controller, .tesla = true },
    { "regs/narrow-writes-clear-only-their-bits", "dma-pusher-intr",
      narrow_writes_clear_only_their_bits, .tesla = true },
    { "regs/narrow-writes-keep-the-rest", "host-safety",
      narrow_writes_keep_the_rest },
    { "regs/keep-their-bits", "dma-timeslice pfifo-tables",
      registers_keep_their_bits, .cold = true },

    { "ptimer/counts", "pmc-ptimer", ptimer_counts, .tesla = true,
      .fermi = true },
    { "ptimer/wraps", "pmc-ptimer", ptimer_wraps, .tesla = true,
      .fermi = true },
    { "ptimer/halves", "pmc-ptimer", ptimer_halves, .tesla = true,
      .fermi = true },
    { "ptimer/bytes-keep-the-rest", "pmc-ptimer", ptimer_bytes, .tesla = true,
      .fermi = true },
    { "ptimer/alarm", "pmc-ptimer!", ptimer_alarm, .tesla = true,
      .fermi = true },
    { "ptimer/alarm-disabled", "pmc-ptimer", ptimer_alarm_disabled,
      .tesla = true, .fermi = true },
    { "ptimer/alarm-unwritten", "pmc-ptimer!", ptimer_alarm_unwritten,
      .cold = true, .tesla = true, .fermi = true },
    { "ptimer/alarm-moves-with-time", "pmc-ptimer",
      ptimer_alarm_moves_with_time, .tesla = true, .fermi = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

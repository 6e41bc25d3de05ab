/*
 * Tests of the NVIDIA GPU: accesses of the CPU that no unit answers, NV41+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-report.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define FAULT R_NV_PBUS_INTR_MMIO_FAULT_MASK
#define ENGINE R_NV_PBUS_INTR_MMIO_DISABLED_ENG_MASK
#define RING R_NV_PBUS_INTR_MMIO_IBUS_ERR_MASK

#define VALID R_NV_PTIMER_MMIO_FAULT_ADDRESS_UNK0_MASK
#define WRITE R_NV_PTIMER_MMIO_FAULT_ADDRESS_ACCESS_MASK

/* CR1F, which nouveau locks and unlocks: CRTC ports in PRMIO */
#define PRMIO_CRTC 0x6013d4

static bool reports_faults(const NVCard *card)
{
    return card->features & (NV_CARD_VGA_STACK | NV_CARD_NV50 | NV_CARD_NVC0);
}

static bool reports_none(const NVCard *card)
{
    return !reports_faults(card);
}

/* GF119, and what came with it; EVO's variant tells, or that there is none. */
/* --- What a driver sees ------------------------------------------------- */

/* gf100_privring_intr() */
static void acknowledge_ring(NVDev *nv)
{
    if (nv_is_fermi(nv)) {
        nv_mask(nv, A_NV_PRIVRING_COMMAND, 0x3f, 2);
        nv_assert_hex(nv_rd32(nv, A_NV_PRIVRING_COMMAND) & 0x3f, 0);
        nv_assert_reg(nv, NV_PRIVRING_INTR_0, 0);
        nv_assert_reg(nv, NV_PRIVRING_INTR_1, 0);
    }
}

/* As gf100_bus_intr() and nv31_bus_intr() do */
static void acknowledge(NVDev *nv)
{
    if (nv_is_fermi(nv)) {
        nv_wr32(nv, A_NV_PTIMER_MMIO_FAULT_ADDRESS, 0);
        nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_ADDRESS, 0);
    }
    nv_wr32(nv, A_NV_PBUS_INTR, nv_rd32(nv, A_NV_PBUS_INTR));
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    acknowledge_ring(nv);
    g_assert_false(nv_intx(nv));
}

static void enable(NVDev *nv)
{
    nv_wr32(nv, A_NV_PBUS_INTR_EN, FAULT | ENGINE | RING);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
}

static void assert_fault(NVDev *nv, uint32_t intr, uint32_t access,
                         uint32_t data)
{
    nv_assert_reg(nv, NV_PBUS_INTR, intr);
    nv_assert_reg(nv, NV_PMC_INTR, R_NV_PMC_INTR_PBUS_MASK |
                  (nv_is_fermi(nv) && intr == RING
                   ? R_NV_PMC_INTR_PRIVRING_MASK : 0));
    g_assert_true(nv_intx(nv));
    nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_ADDRESS, access | VALID);
    nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_DATA, data);
    acknowledge(nv);
}

/*
 * @intr, @val: from NVC0 on; earlier cards have one bit, and reads are 0, as
 * are those of the ring before GF119.
 */
static void assert_fails(NVDev *nv, uint32_t addr, uint32_t intr, uint32_t val)
{
    intr = nv_is_fermi(nv) ? intr : FAULT;
    val = nv_card_is_gf119(nv->card) || (nv_is_fermi(nv) && intr != RING)
        ? val : 0;

    nv_assert_hex(nv_rd32(nv, addr), val);
    assert_fault(nv, intr, addr, 0);
    nv_wr32(nv, addr, 0x12345678);
    assert_fault(nv, intr, addr | WRITE, 0x12345678);
    /* It wasn't kept. */
    nv_assert_hex(nv_rd32(nv, addr), val);
    acknowledge(nv);
}

/* --- Addresses without a unit ------------------------------------------- */

/* 00c200: a G71's log.  005000, 006000, 00e000: "not present on NV44" */
static const uint32_t nv41_holes[] = {
    0x00c200, 0x005000, 0x006000, 0x00effc, 0x00fffc + 4, 0x0a0000 - 4,
    0x0c1000, 0x0c3000, 0x102000, 0x410000, 0x604000, 0x6e0000, 0xa00000,
    0xbffffc, 0xe00000, 0xfffffc, 0
};

static const uint32_t nv50_holes[] = {
    0x005000, 0x008000, 0x00d000, 0x03fffc, 0x040000, 0x083ffc, 0x091000,
    0x10fffc - 0x1000, 0x1c0000, 0x410000, 0x600000, 0x602000, 0x6c0000,
    0x6ffffc, 0x810000, 0xbffffc, 0xd00000, 0xfffffc, 0
};

/* 103048, 10312c: a GF108's log */
static const uint32_t nvc0_holes[] = {
    0x103048, 0x10312c, 0x004000, 0x008000, 0x00f000, 0x03fffc, 0x046000,
    0x05fffc, 0x080000, 0x0c0000, 0x102000, 0x106000, 0x1d0000, 0x201000,
    0x600000, 0x602000, 0x6c0000, 0x6ffffc, 0x800000, 0xfffffc, 0
};

static void nowhere(NVDev *nv)
{
    const uint32_t *holes = nv_is_fermi(nv) ? nvc0_holes
        : nv->card->features & NV_CARD_NV50 ? nv50_holes : nv41_holes;

    enable(nv);
    for (; *holes; holes++) {
        assert_fails(nv, *holes, RING, 0xbadf1100);
    }
}

/* Registers of PXBAR, as logs say */
static void refused(NVDev *nv)
{
    bool nvc4 = !strcmp(nv->card->name, "nvc4");

    enable(nv);
    assert_fails(nv, nvc4 ? 0x13b154 : 0x13c154, RING, 0);
    nv_rd32(nv, nvc4 ? 0x13c154 : 0x13b154);
    nv_rd32(nv, nvc4 ? 0x13b150 : 0x13c150);
    nv_rd32(nv, nvc4 ? 0x13b158 : 0x13c158);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
}

static bool has_refused(const NVCard *card)
{
    static const char *const names[] = { "nvc3", "nvc4", "nvcf", NULL };

    return g_strv_contains(names, card->name);
}

/* Of VP2, which PBSP stands for, VP3 and VP4 */
static bool has_unit(const NVCard *card, const char *unit)
{
    bool nv98 = !strcmp(card->name, "nv98");
    bool nva3 = card->features & NV_CARD_NVA3;

    return !(card->features & NV_CARD_NV84) ? false
        : !strcmp(unit, "PSEC") ? nv98
        : !strcmp(unit, "PVLD") ? nv98 || nva3 : !nv98 && !nva3;
}

/* Units that other cards of the generation have */
static void other_cards_units(NVDev *nv)
{
    const NVCard *card = nv->card;
    bool tesla = card->features & NV_CARD_NV50 && !nv_card_is_fermi(card);

    enable(nv);
    if (tesla && !(card->features & NV_CARD_NV84)) {
        assert_fails(nv, 0x070000, 0, 0);               /* PFLUSH */
    }
    if (tesla && !(card->features & NV_CARD_NVA3)) {
        assert_fails(nv, 0x104000, 0, 0);               /* PCOPY */
        assert_fails(nv, 0x10a000, 0, 0);               /* PDAEMON */
    }
    if (tesla && !has_unit(card, "PBSP")) {
        assert_fails(nv, 0x102000, 0, 0);               /* PCIPHER */
        assert_fails(nv, 0x103000, 0, 0);               /* PBSP */
    }
    if (tesla && !has_unit(card, "PVLD")) {
        assert_fails(nv, 0x084000, 0, 0);
        assert_fails(nv, 0x086000, 0, 0);               /* PPPP */
    }
    if (tesla && !has_unit(card, "PSEC")) {
        assert_fails(nv, 0x087000, 0, 0);
    }
    if (nv_card_is_fermi(card)) {
        assert_fails(nv, 0x084000, RING, 0xbadf1300);   /* PVLD, fused off */
    }
    if (nv_card_is_fermi(card) && card->pcopies < 2) {
        assert_fails(nv, 0x105000, RING, 0xbadf1300);   /* PCE1 */
    }
    if (nv_card_is_fermi(card) && !(card->features & NV_CARD_EVO_NVD9) &&
        card->features & NV_CARD_PDISPLAY) {
        assert_fails(nv, 0x00d600, RING, 0xbadf1100);   /* PGPIO */
    }
}

/* A register of each unit has no fault, whatever it says. */
static void units_answer(NVDev *nv)
{
    g_autoptr(NvNames) names = nv_names(nv);
    unsigned count = 0;

    for (NvRegisterNameList *l = names->registers; l; l = l->next) {
        nv_rd32(nv, l->value->address);
        if (nv_rd32(nv, A_NV_PBUS_INTR) & (FAULT | ENGINE | RING)) {
            nv_fail("%s at 0x%06x faults", l->value->name, l->value->address);
        }
        count++;
    }
    g_assert_cmpuint(count, >, 100);
}

/* Registers that no unit of the model has, but a unit of the card: storage */
static void unknown_registers(NVDev *nv)
{
    static const uint32_t addrs[] = { 0x000ffc, 0x001ffc, 0x100ffc, 0x10142c };

    for (unsigned i = 0; i < ARRAY_SIZE(addrs); i++) {
        nv_wr32(nv, addrs[i], 0x600d0000 + i);
        nv_assert_hex(nv_rd32(nv, addrs[i]), 0x600d0000 + i);
    }
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_ADDRESS, 0);
}

/* --- The registers of a fault ------------------------------------------- */

/*
 * C61's logs have the third of each three writes of nv31_mpeg_tile(); "write 0
 * to ACK the information on GF100+".
 */
static void several(NVDev *nv)
{
    enable(nv);
    nv_wr32(nv, 0xfff008, 1);
    nv_rd32(nv, 0xfff004);
    nv_wr32(nv, 0xfff000, 3);
    if (nv_is_fermi(nv)) {
        assert_fault(nv, RING, 0xfff008 | WRITE, 1);
        nv_rd32(nv, 0xfff004);
        assert_fault(nv, RING, 0xfff004, 0);
    } else {
        assert_fault(nv, FAULT, 0xfff000 | WRITE, 3);
    }
}

/* The address is that of the word, and the data is in the bytes' places. */
static void bytes(NVDev *nv)
{
    uint32_t intr = nv_is_fermi(nv) ? RING : FAULT;

    enable(nv);
    nv_wr08(nv, 0xfff003, 0x42);
    assert_fault(nv, intr, 0xfff000 | WRITE, 0x42000000);
    nv_wr16(nv, 0xfff00a, 0x1234);
    assert_fault(nv, intr, 0xfff008 | WRITE, 0x12340000);
    nv_assert_hex(nv_rd08(nv, 0xfff001), nv_card_is_gf119(nv->card) ? 0x11 : 0);
    assert_fault(nv, intr, 0xfff000, 0);
}

/* Without the enable it is only pending; only 0 acknowledges what is kept. */
static void masked(NVDev *nv)
{
    uint32_t intr = nv_is_fermi(nv) ? RING : FAULT;

    enable(nv);
    nv_wr32(nv, A_NV_PBUS_INTR_EN, 0);
    nv_rd32(nv, 0xfffff0);
    nv_assert_reg(nv, NV_PBUS_INTR, intr);
    /* The ring has an interrupt of its own. */
    nv_assert_hex(nv_intx(nv), nv_is_fermi(nv));
    nv_wr32(nv, A_NV_PTIMER_MMIO_FAULT_ADDRESS, 0xdeadbeec);
    nv_wr32(nv, A_NV_PTIMER_MMIO_FAULT_DATA, 0xdeadbeec);
    nv_wr32(nv, A_NV_PBUS_INTR, ~intr);
    nv_wr32(nv, A_NV_PBUS_INTR_EN, intr);
    assert_fault(nv, intr, 0xfffff0, 0);
}

/*
 * GF117's logs have what happens before the driver first acknowledges all of
 * PBUS's interrupts and enables them.
 */
static void stays(NVDev *nv)
{
    uint32_t intr = nv_is_fermi(nv) ? RING : 0;

    nv_rd32(nv, 0xfffff0);
    nv_wr32(nv, A_NV_PBUS_INTR, UINT32_MAX);
    nv_assert_reg(nv, NV_PBUS_INTR, intr);
    nv_migrate(nv);
    nv_wr32(nv, A_NV_PBUS_INTR, UINT32_MAX);
    enable(nv);
    nv_assert_reg(nv, NV_PBUS_INTR, intr);
    nv_assert_hex(nv_intx(nv), !!intr);
    nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_ADDRESS, 0xfffff0 | VALID);
    acknowledge(nv);
}

/* --- The ring's own interrupt ------------------------------------------- */

#define PENDING R_NV_PRIVRING_HUB_INTR_PENDING_MASK

static void assert_station(NVDev *nv, uint32_t station, uint32_t addr,
                           uint32_t data)
{
    nv_assert_hex(nv_rd32(nv, station), addr);
    nv_assert_hex(nv_rd32(nv, station + 4), data);
    nv_assert_hex(nv_rd32(nv, station + 8), PENDING);
    nv_assert_reg(nv, NV_PMC_INTR, R_NV_PMC_INTR_PRIVRING_MASK |
                  R_NV_PMC_INTR_PBUS_MASK);
}

/* A log of a later card: "GPC0: 0x419cb8 0x00b08bea", and so on to GPC3 */
static void ring(NVDev *nv)
{
    uint32_t hub = A_NV_PRIVRING_HUB_ADDRESS;
    uint32_t gpc = A_NV_PRIVRING_GPC_ADDRESS;
    uint32_t gpcs = (1u << nv->card->gpcs) - 1;

    enable(nv);
    nv_assert_reg(nv, NV_PRIVRING_HUB_COUNT, 1);
    nv_wr32(nv, 0xfff008, 0x11);
    nv_wr32(nv, 0xfff00c, 0x22);
    nv_assert_reg(nv, NV_PRIVRING_INTR_0, 0x100);
    nv_assert_reg(nv, NV_PRIVRING_INTR_1, 0);
    /* The first one is kept. */
    assert_station(nv, hub, 0xfff008, 0x11);
    /* As older versions of the driver do */
    nv_mask(nv, hub + 8, PENDING, 0);
    nv_assert_reg(nv, NV_PRIVRING_INTR_0, 0);
    nv_assert_reg(nv, NV_PMC_INTR, R_NV_PMC_INTR_PBUS_MASK);
    acknowledge(nv);

    /* PGRAPH is off, with its GPCs and what is all of theirs. */
    nv_mask(nv, A_NV_PMC_ENABLE, BIT(12), 0);
    nv_wr32(nv, 0x419cb8, 0x00b08bea);
    nv_rd32(nv, 0x400100);
    nv_assert_reg(nv, NV_PRIVRING_INTR_0, 0x100);
    nv_assert_reg(nv, NV_PRIVRING_INTR_1, gpcs);
    nv_migrate(nv);
    assert_station(nv, gpc, 0x419cb8, 0x00b08bea);
    assert_station(nv, gpc + (nv->card->gpcs - 1) * NV_PRIVRING_STRIDE,
                   0x419cb8, 0x00b08bea);
    assert_station(nv, hub, 0x400100, 0);
    /* Another command than the acknowledge */
    nv_mask(nv, A_NV_PRIVRING_COMMAND, 0x3f, 4);
    nv_assert_reg(nv, NV_PRIVRING_INTR_1, gpcs);
    acknowledge(nv);
    nv_assert_hex(nv_rd32(nv, gpc + 8) | nv_rd32(nv, hub + 8), 0);
    nv_rd32(nv, 0x500000);
    assert_station(nv, gpc, 0x500000, 0);
    acknowledge(nv);
    nv_assert_reg(nv, NV_PMC_INTR, 0);

    /* What the host interface itself refuses isn't the ring's. */
    nv_mask(nv, A_NV_PMC_ENABLE, BIT(8), 0);
    nv_rd32(nv, 0x002500);
    nv_assert_reg(nv, NV_PRIVRING_INTR_0, 0);
    nv_assert_reg(nv, NV_PMC_INTR, R_NV_PMC_INTR_PBUS_MASK);
    acknowledge(nv);
}

/* --- Units that are off ------------------------------------------------- */

/*
 * struct Off - a unit that PMC can turn off
 *
 * @bit: its bit in PMC_ENABLE
 * @addr: one of its registers
 * @intr, @val: see assert_fails()
 */
typedef struct Off {
    unsigned bit;
    uint32_t addr;
    uint32_t intr;
    uint32_t val;
} Off;

static const Off nv41_offs[] = {
    { 8, 0x002500 }, { 8, 0x090000 }, { 12, 0x400100 }, { 12, 0x40fffc },
    { 20, 0x100200 }, { 24, 0x600810 }, { 28, 0x008900 }, { 4, 0x200000 }, { }
};

static const Off nv50_offs[] = {
    { 8, 0x002500 }, { 8, 0x002ffc }, { 12, 0x400100 }, { 12, 0x40fffc },
    { 20, 0x100200 }, { 30, 0x610020 }, { }
};

static const Off nvc0_offs[] = {
    { 8, 0x002100, ENGINE, 0xbad0da1f }, { 8, 0x040108, ENGINE, 0xbad0da1f },
    { 12, 0x400100, RING, 0xbadf1200 }, { 12, 0x5ffffc, RING, 0xbadf1200 },
    { 6, 0x104040, RING, 0xbadf1200 }, { }
};

static const Off *offs(NVDev *nv)
{
    return nv_is_fermi(nv) ? nvc0_offs
        : nv->card->features & NV_CARD_NV50 ? nv50_offs : nv41_offs;
}

static void off(NVDev *nv)
{
    for (const Off *unit = offs(nv); unit->bit; unit++) {
        enable(nv);
        nv_rd32(nv, unit->addr);
        nv_assert_reg(nv, NV_PBUS_INTR, 0);
        nv_mask(nv, A_NV_PMC_ENABLE, BIT(unit->bit), 0);
        assert_fails(nv, unit->addr, unit->intr, unit->val);
        /* Others are still there. */
        nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
        nv_assert_reg(nv, NV_PBUS_INTR, 0);
        nv_mask(nv, A_NV_PMC_ENABLE, 0, BIT(unit->bit));
        nv_rd32(nv, unit->addr);
        nv_assert_reg(nv, NV_PBUS_INTR, 0);
    }
}

#define PBDMA_1 0x042000

/* One PBDMA of several; the number of all is what stays of 0xffffffff. */
static void pbdma_off(NVDev *nv)
{
    uint32_t all;

    enable(nv);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, UINT32_MAX);
    all = nv_rd32(nv, A_NV_PMC_PBDMA_ENABLE);
    nv_wr32(nv, PBDMA_1, 0x55);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, all & ~2u);
    assert_fails(nv, PBDMA_1, ENGINE, 0xbad0da1f);
    assert_fails(nv, PBDMA_1 + 0x1ffc, ENGINE, 0xbad0da1f);
    nv_migrate(nv);
    assert_fails(nv, PBDMA_1, ENGINE, 0xbad0da1f);
    /* Its neighbours are still there, if they were. */
    nv_rd32(nv, PBDMA_1 - 4);
    if (all & 4) {
        nv_rd32(nv, PBDMA_1 + 0x2000);
    }
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, all);
    nv_assert_hex(nv_rd32(nv, PBDMA_1), 0);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    /* A reset turns on what was off. */
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, 0);
    nv_machine_reset(nv);
    nv_rd32(nv, PBDMA_1);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
}

/* It continues to be off, and what was kept is kept. */
static void off_in_a_snapshot(NVDev *nv)
{
    const Off *unit = offs(nv);

    enable(nv);
    nv_mask(nv, A_NV_PMC_ENABLE, BIT(unit->bit), 0);
    nv_rd32(nv, unit->addr);
    nv_migrate(nv);
    assert_fault(nv, nv_is_fermi(nv) ? unit->intr : FAULT, unit->addr, 0);
    assert_fails(nv, unit->addr, unit->intr, unit->val);
    nv_mask(nv, A_NV_PMC_ENABLE, 0, BIT(unit->bit));
    nv_migrate(nv);
    nv_rd32(nv, unit->addr);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
}

/* A reset turns on what was off. */
static void off_until_a_reset(NVDev *nv)
{
    const Off *unit = offs(nv);

    nv_mask(nv, A_NV_PMC_ENABLE, BIT(unit->bit), 0);
    nv_machine_reset(nv);
    nv_rd32(nv, unit->addr);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
}

/* A GF117's log: "MMIO write of 0000001f FAULT at 6013d4 [ PRIVRING ]" */
static void display_off(NVDev *nv)
{
    uint32_t intr = nv_is_fermi(nv) ? RING : FAULT;

    enable(nv);
    nv_wr08(nv, PRMIO_CRTC, 0x1f);
    assert_fault(nv, intr, PRMIO_CRTC | WRITE, 0x1f);
    nv_rd08(nv, PRMIO_CRTC);
    assert_fault(nv, intr, PRMIO_CRTC, 0);
    assert_fails(nv, 0x610020, RING, 0xbadf1300);
}

static bool has_no_display(const NVCard *card)
{
    return nv_card_is_fermi(card) && !(card->features & NV_CARD_PDISPLAY);
}

/* --- Cards that report nothing ------------------------------------------ */

static void silent(NVDev *nv)
{
    nv_wr32(nv, A_NV_PBUS_INTR_EN, UINT32_MAX);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_rd32(nv, 0x006000);
    nv_rd32(nv, 0xfff000);
    nv_wr32(nv, 0xfff000, 3);
    nv_mask(nv, A_NV_PMC_ENABLE, BIT(12), 0);
    nv_rd32(nv, 0x400100);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PTIMER_MMIO_FAULT_ADDRESS), 0);
}

static const NVTest tests[] = {
    { "mmio-fault/nowhere", "mmio-fault!", nowhere,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/refused", "mmio-fault!", refused, .applies = has_refused,
      .fermi = true, .each = true },
    { "mmio-fault/other-cards-units", "mmio-fault-off!", other_cards_units,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/units-answer", "mmio-fault", units_answer,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/unknown-registers", "mmio-fault", unknown_registers,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/several", "mmio-fault!", several,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/bytes", "mmio-fault!", bytes,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/masked", "mmio-fault!", masked,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/stays", "mmio-fault! migration", stays,
      .applies = reports_faults, .tesla = true, .fermi = true, .slow = true },
    { "mmio-fault/ring", "mmio-fault! migration", ring,
      .needs = NV_CARD_NVC0, .fermi = true },
    { "mmio-fault/off", "mmio-fault-off!", off,
      .applies = reports_faults, .tesla = true, .fermi = true },
    { "mmio-fault/pbdma-off", "mmio-fault-off! playlist migration reset",
      pbdma_off, .needs = NV_CARD_NVC0, .fermi = true },
    { "mmio-fault/off-in-a-snapshot", "mmio-fault-off! migration",
      off_in_a_snapshot, .applies = reports_faults, .tesla = true,
      .fermi = true, .slow = true },
    { "mmio-fault/off-until-a-reset", "mmio-fault-off! reset",
      off_until_a_reset, .applies = reports_faults, .tesla = true,
      .fermi = true },
    { "mmio-fault/display-off", "mmio-fault-off", display_off,
      .needs = NV_CARD_PDISPLAY, .tesla = true, .fermi = true,
      .props = "display=off" },
    { "mmio-fault/no-display", "mmio-fault-off!", display_off,
      .applies = has_no_display, .tesla = true, .fermi = true },
    { "mmio-fault/silent", "", silent, .applies = reports_none },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

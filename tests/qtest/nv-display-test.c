/*
 * Tests of the NVIDIA GPU: VGA registers, CRTC, RAMDAC
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* Where the lock is on NV50 and later */
#define NV50_CR_LOCK 0x3f

#define MS 1000000LL

/* --- Extended CRTC registers ------------------------------------------ */

/* NVLockVgaCrtcs(): "immutable and unreadable" */
static void lock(NVDev *nv)
{
    uint8_t index = nv->card->features & NV_CARD_PDISPLAY ? NV50_CR_LOCK
                                                          : NV_CR_LOCK;

    nv_assert_hex(nv_cr_rd(nv, index), 0);
    nv_cr_wr(nv, 0x3b, 0x12);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    nv_cr_wr(nv, index, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(nv_cr_rd(nv, index), 3);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    nv_cr_wr(nv, 0x3b, 0x34);
    nv_cr_wr(nv, index, NV_CR_LOCK_LOCK);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0);
    nv_cr_wr(nv, 0x3b, 0x56);
    nv_cr_wr(nv, index, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0x34);
}

/* nouveau's nv_save_state_ext() and nv_load_state_ext() */
static void extended(NVDev *nv)
{
    static const uint8_t regs[] = {
        0x19, 0x1a, 0x1b, 0x1c, 0x20, 0x21, 0x25, 0x28, 0x2d, 0x2f, 0x30,
        0x31, 0x33, 0x39, 0x3b, 0x3c, 0x41, 0x42, 0x44, 0x45, 0x49, 0x4b,
        0x52, 0x53, 0x54, 0x59, 0x5b, 0x85, 0x86, 0x9f,
    };

    nv_cr_unlock(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_cr_wr(nv, regs[i], regs[i] ^ 0xff);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_cr_rd(nv, regs[i]), regs[i] ^ 0xff);
    }
    qtest_system_reset(nv->qts);
    qpci_iomap(nv->pci, 0, NULL);
}

/*
 * nvreg.h: CR26 is a copy of the attribute controller's index, CR27 the chip's
 * revision; bit 7 of CR24 is set if a datum is next at 3c0.
 */
static void attribute_state(NVDev *nv)
{
    nv_cr_unlock(nv);
    nv_rd08(nv, NV_PRMCIO + 0x3da);
    nv_assert_hex(nv_cr_rd(nv, 0x24) & 0x80, 0);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0x2b);
    nv_assert_hex(nv_cr_rd(nv, 0x24) & 0x80, 0x80);
    nv_assert_hex(nv_cr_rd(nv, 0x26), 0x2b);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0x15);
    nv_assert_hex(nv_cr_rd(nv, 0x24) & 0x80, 0);
    nv_cr_wr(nv, 0x24, 0x80);
    nv_cr_wr(nv, 0x26, 0x07);
    nv_cr_wr(nv, 0x27, ~nv->card->boot0);
    nv_assert_hex(nv_cr_rd(nv, 0x24) & 0x80, 0);
    nv_assert_hex(nv_cr_rd(nv, 0x26), 0x2b);
    nv_assert_hex(nv_cr_rd(nv, 0x27), nv->card->boot0 & 0xff);
}

/* One set of registers, in BAR0 and at the ports */
static void ports(NVDev *nv)
{
    nv_cr_unlock(nv);
    nv_cr_wr(nv, 0x3c, 0x77);
    /* Colour, so that the ports are at 0x3d4 */
    qtest_outb(nv->qts, 0x3c2, 0x23);
    qtest_outb(nv->qts, 0x3d4, 0x3c);
    nv_assert_hex(qtest_inb(nv->qts, 0x3d5), 0x77);
    qtest_outw(nv->qts, 0x3d4, 0x883c);
    nv_assert_hex(nv_cr_rd(nv, 0x3c), 0x88);
    nv_assert_hex(nv_rd08(nv, NV_PRMVIO + 0x3cc), 0x23);
    qtest_outb(nv->qts, 0x3c8, 5);
    nv_assert_hex(nv_rd08(nv, NV_PRMDIO + 0x3c8), 5);
}

/* A card without a VBIOS: MISC still selects monochrome. */
static void colour_registers(NVDev *nv)
{
    nv_assert_hex(nv_rd08(nv, NV_PRMVIO + 0x3cc) & 1, 0);
    nv_cr_unlock(nv);
    nv_cr_wr(nv, 0x06, 0x42);
    nv_assert_hex(nv_cr_rd(nv, 0x06), 0x42);
    nv_wr08(nv, NV_PRMVIO + 0x3c2, 0x23);
    nv_assert_hex(nv_cr_rd(nv, 0x06), 0x42);
}

/* nv_lock_vga_crtc_base(): CR11 bit 7 protects CR00..CR07 */
static void vga_lock(NVDev *nv)
{
    nv_cr_wr(nv, 0x11, 0x00);
    nv_cr_wr(nv, 0x00, 0x5f);
    nv_cr_wr(nv, 0x11, 0x80);
    nv_cr_wr(nv, 0x00, 0x11);
    nv_assert_hex(nv_cr_rd(nv, 0x00), 0x5f);
}

/* Two cards: the ports are the first one's, the other has BAR0. */
static void second_card(NVDev *nv)
{
    NVDev *nvs[2], *one, *two;

    nv_start_two(nvs, nv->card);
    one = nvs[0];
    two = nvs[1];
    qtest_outb(one->qts, 0x3c2, 0x23);
    qtest_outw(one->qts, 0x3d4, 0x1206);
    nv_assert_hex(nv_cr_rd(one, 0x06), 0x12);
    nv_assert_hex(nv_cr_rd(two, 0x06), 0x00);
    nv_cr_wr(two, 0x06, 0x34);
    nv_assert_hex(nv_cr_rd(two, 0x06), 0x34);
    nv_assert_hex(nv_cr_rd(one, 0x06), 0x12);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

/* --- Palette ---------------------------------------------------------- */

static void palette(NVDev *nv)
{
    nv_palette_wr(nv, 200, 1, 2, 3);
    nv_palette_wr(nv, 201, 0xfd, 0xfe, 0xff);
    nv_wr08(nv, NV_PRMDIO + 0x3c7, 200);
    for (unsigned i = 0; i < 3; i++) {
        nv_assert_hex(nv_rd08(nv, NV_PRMDIO + 0x3c9), i + 1);
    }
    for (unsigned i = 0; i < 3; i++) {
        nv_assert_hex(nv_rd08(nv, NV_PRMDIO + 0x3c9), i + 0xfd);
    }
    nv_wr08(nv, NV_PRMDIO + 0x3c6, 0x5a);
    nv_assert_hex(nv_rd08(nv, NV_PRMDIO + 0x3c6), 0x5a);
}

/* --- RMA -------------------------------------------------------------- */

enum {
    RMA_SIG = 0x01,
    RMA_ADDR = 0x03,
    RMA_DATA = 0x05,
    RMA_DATA_PARTIAL = 0x07,
};

static void rma_select(NVDev *nv, uint8_t cr38)
{
    nv_cr_wr(nv, NV_CR_RMA, cr38);
}

static void rma_addr(NVDev *nv, uint32_t addr)
{
    rma_select(nv, RMA_ADDR);
    qtest_outl(nv->qts, 0x3d0, addr);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), addr);
}

static void rma(NVDev *nv)
{
    nv_cr_unlock(nv);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), 0xffffffff);
    rma_select(nv, RMA_SIG);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), 0x2b16d065);
    rma_addr(nv, A_NV_PMC_BOOT_0);
    rma_select(nv, RMA_DATA);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), nv->card->boot0);
    nv_assert_hex(qtest_inw(nv->qts, 0x3d2), nv->card->boot0 >> 16);
    rma_addr(nv, A_NV_PRAMDAC_VPLL);
    rma_select(nv, RMA_DATA_PARTIAL);
    qtest_outl(nv->qts, 0x3d0, 0x00011234);
    nv_assert_reg(nv, NV_PRAMDAC_VPLL, 0x00011234);
    qtest_outw(nv->qts, 0x3d2, 0x0002);
    nv_assert_reg(nv, NV_PRAMDAC_VPLL, 0x00021234);
}

static void rma_vram(NVDev *nv)
{
    nv_cr_unlock(nv);
    rma_addr(nv, 0x80000000 | (nv->vram - 4));
    rma_select(nv, RMA_DATA_PARTIAL);
    qtest_outl(nv->qts, 0x3d0, 0xcafe1234);
    nv_assert_hex(nv_vram_rd32(nv, nv->vram - 4), 0xcafe1234);
    rma_select(nv, RMA_DATA);
    nv_assert_hex(qtest_inw(nv->qts, 0x3d2), 0xcafe);
    /* Beyond the end, and beyond the registers' */
    for (unsigned i = 0; i < 2; i++) {
        rma_addr(nv, i ? 0x01000000 : 0x80000000 | nv->vram);
        rma_select(nv, RMA_DATA);
        qtest_outl(nv->qts, 0x3d0, 0);
        qtest_inl(nv->qts, 0x3d0);
    }
    rma_addr(nv, 0xfffffffc);
    nv_migrate(nv);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), 0xfffffffc);
    rma_select(nv, RMA_DATA);
    nv_assert_hex(qtest_inl(nv->qts, 0x3d0), 0xffffffff);
}

/* --- PLLs ------------------------------------------------------------- */

/* nv04_calc_arb() divides by what these give. */
static void plls(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV_PRAMDAC_NVPLL, A_NV_PRAMDAC_MPLL, A_NV_PRAMDAC_VPLL,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t pll = nv_rd32(nv, regs[i]);

        g_assert_cmpuint(extract32(pll, 0, 8), >, 0);
        g_assert_cmpuint(extract32(pll, 8, 8), >, 0);
    }
}

/* nvGetClocks() of xf86-video-nv: both stages, whatever CTRL says of them */
static unsigned nv40_khz(NVDev *nv, uint32_t addr)
{
    uint32_t ctrl = nv_rd32(nv, addr), coef = nv_rd32(nv, addr + 4);
    unsigned m = extract32(coef, 0, 8) * extract32(coef, 16, 8);
    unsigned n = extract32(coef, 8, 8) * extract32(coef, 24, 8);

    if (!m) {
        return 0;
    }
    return n * nv->card->crystal_khz / m >> extract32(ctrl, 16, 3);
}

/* nv40_clk_read(): core and shaders by the same PLL, which is on */
static void nv40_plls(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV40_PCLOCK_NVPLL_CTRL, A_NV40_PCLOCK_MPLL_CTRL,
    };
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);

    nv_assert_hex(nv_rd32(nv, A_NV_PCONTROL_MASTER) & 0x33, 0x33);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t coef = nv_rd32(nv, regs[i] + 4);

        nv_assert_hex(nv_rd32(nv, regs[i]) & 0xc0000100, 0xc0000000);
        g_assert_cmpuint(nv40_khz(nv, regs[i]), >=, 200000);
        g_assert_cmpuint(nv40_khz(nv, regs[i]), <=, 500000);
        nv_wr32(nv, regs[i] + 4, ~coef);
        nv_assert_hex(nv_rd32(nv, regs[i] + 4), ~coef);
    }
    /* The model knows them. */
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_device_enable(nv->pci);
    g_assert_cmpuint(nv40_khz(nv, A_NV40_PCLOCK_NVPLL_CTRL), >=, 200000);
}

/* --- Raster and vertical blank ---------------------------------------- */

/* 14318 kHz * 118 / 13 / 2 = 64982 kHz, 27000 * 53 / 11 / 2 = 65045 kHz */
static uint32_t xga_vpll(NVDev *nv)
{
    return nv->card->crystal_khz == 27000 ? 1 << 16 | 53 << 8 | 11
                                          : 1 << 16 | 118 << 8 | 13;
}

/* 1344 * 806 pixels at 65 MHz: 60.004 Hz */
static void set_xga(NVDev *nv)
{
    static const NVMode xga = {
        .width = 1024, .height = 768, .bpp = 32,
        .htotal = 1344, .vtotal = 806,
    };

    nv_mode_set(nv, &xga);
    nv_wr32(nv, A_NV_PRAMDAC_VPLL, xga_vpll(nv));
    nv_wr32(nv, A_NV_PRAMDAC_PLL_CONTROL, 0x10000700);
}

/* A bit more than one frame */
#define XGA_FRAME (1344LL * 806 * 1000000 / 64982)

static void raster(NVDev *nv)
{
    unsigned last = 0, frames = 0;

    set_xga(nv);
    for (unsigned i = 0; i < 100; i++) {
        uint32_t pos = nv_rd32(nv, A_NV_PCRTC_RGPOS);
        unsigned line = FIELD_EX32(pos, NV_PCRTC_RGPOS, VLINE);
        uint32_t val = nv_rd32(nv, A_NV_PCRTC_RASTER);
        uint8_t status = nv_rd08(nv, NV_PRMCIO + 0x3da);

        g_assert_cmpuint(line, <, 806);
        g_assert_cmpuint(FIELD_EX32(pos, NV_PCRTC_RGPOS, HLINE), <, 1344);
        nv_assert_hex(FIELD_EX32(val, NV_PCRTC_RASTER, POSITION), line);
        nv_assert_hex(FIELD_EX32(val, NV_PCRTC_RASTER, VERT_BLANK),
                      line >= 768);
        nv_assert_hex(!!(status & 8), line >= 770 && line < 774);
        frames += line < last;
        last = line;
        nv_clock_step(nv, MS);
    }
    /* 100 ms at 60 Hz */
    g_assert_cmpuint(frames, >=, 5);
    g_assert_cmpuint(frames, <=, 7);
}

static void vblank_rate(NVDev *nv)
{
    unsigned count = 0;

    set_xga(nv);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    for (unsigned i = 0; i < 1000; i++) {
        nv_clock_step(nv, MS);
        if (nv_rd32(nv, A_NV_PCRTC_INTR) & 1) {
            nv_wr32(nv, A_NV_PCRTC_INTR, 1);
            count++;
        }
    }
    g_assert_cmpuint(count, >=, 59);
    g_assert_cmpuint(count, <=, 61);
    g_assert_cmpuint(nv_statistic(nv, "vblanks"), ==, count);
}

/* Every second one is missing, and then none. */
static void vblank_lost(NVDev *nv)
{
    unsigned count = 0;

    set_xga(nv);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    nv_inject(nv, "vblank-lost head=0 every=2 times=20");
    for (unsigned i = 0; i < 1000; i++) {
        nv_clock_step(nv, MS);
        if (nv_rd32(nv, A_NV_PCRTC_INTR) & 1) {
            nv_wr32(nv, A_NV_PCRTC_INTR, 1);
            count++;
        }
    }
    g_assert_cmpuint(count, >=, 39);
    g_assert_cmpuint(count, <=, 41);
    nv_assert_hex(nv_fault_done(nv, 0), 20);
}

static void vblank_level(NVDev *nv)
{
    set_xga(nv);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    g_assert_false(nv_intx(nv));
    nv_clock_step(nv, XGA_FRAME);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), R_NV_PMC_INTR_PCRTC0_MASK);
    g_assert_true(nv_intx(nv));
    /* If masked, it is still pending; if acknowledged, it is gone. */
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 0);
    g_assert_false(nv_intx(nv));
    nv_assert_reg(nv, NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    g_assert_false(nv_intx(nv));
    nv_assert_reg(nv, NV_PCRTC_INTR, 0);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
}

/* There is no interrupt, but the status says so. */
static void vblank_polled(NVDev *nv)
{
    set_xga(nv);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_assert_reg(nv, NV_PCRTC_INTR, 0);
    nv_clock_step(nv, XGA_FRAME);
    nv_assert_reg(nv, NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_assert_reg(nv, NV_PCRTC_INTR, 0);
    g_assert_false(nv_intx(nv));
    g_assert_cmpuint(nv_statistic(nv, "vblanks"), ==, 0);
}

static void vblank_migrated(NVDev *nv)
{
    set_xga(nv);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    nv_migrate(nv);
    g_assert_false(nv_intx(nv));
    nv_clock_step(nv, XGA_FRAME);
    g_assert_true(nv_intx(nv));
}

/* Whatever the registers contain, a blank comes neither at once nor never. */
static void vblank_bounded(NVDev *nv)
{
    static const uint32_t vpll[] = { 0, 0x000701ff, 0x0000ff01, 0x0000ff00 };

    nv_cr_unlock(nv);
    nv_wr32(nv, A_NV_PRAMDAC_PLL_CONTROL, 0x10000700);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(vpll) * 2; i++) {
        nv_wr32(nv, A_NV_PRAMDAC_VPLL, vpll[i / 2]);
        for (unsigned cr = 0; cr < 0x48; cr++) {
            if (cr != NV_CR_LOCK) {
                nv_cr_wr(nv, cr, i % 2 ? (cr == 0x11 ? 0x7f : 0xff) : 0);
            }
        }
        nv_rd32(nv, A_NV_PCRTC_RGPOS);
        nv_wr32(nv, A_NV_PCRTC_INTR, 1);
        nv_clock_step(nv, 1000 * MS);
        nv_assert_reg(nv, NV_PCRTC_INTR, 1);
    }
    g_assert_cmpuint(nv_statistic(nv, "vblanks"), <=, 8 * 501);
}

static const NVTest tests[] = {
    { "cr/lock-hides-the-extended-registers", "vga-registers!", lock,
      .cold = true, .tesla = true, .fermi = true, .kepler = true,
      .applies = nv_card_has_display },
    { "cr/extended-registers-keep-what-is-written", "vga-registers", extended,
      .cold = true },
    { "vga/attribute-state", "vga-registers", attribute_state, .cold = true },
    { "vga/ports-and-bar0-are-one", "vga-registers", ports, .cold = true },
    { "vga/colour-registers-answer-without-vbios", "vga-registers",
      colour_registers, .cold = true },
    { "vga/cr11-protects-cr00-to-cr07", "vga-registers", vga_lock,
      .cold = true },
    { "vga/ports-are-the-first-cards", "several-cards", second_card,
      .no_machine = true, .tesla = true },
    { "vga/palette-reads-back", "vga-registers", palette, .cold = true },
    { "rma/port-shows-registers", "vga-registers", rma, .cold = true },
    { "rma/port-shows-video-memory", "host-safety migration vga-registers",
      rma_vram, .cold = true },
    { "pramdac/plls-are-running", "pll!", plls, .cold = true },
    { "pclock/plls-are-running", "pll", nv40_plls,
      .needs = NV_CARD_NV40, .cold = true },
    { "pcrtc/raster-follows-the-clock", "vblank", raster, .cold = true },
    { "pcrtc/vblank-comes-at-the-rate-of-the-mode", "vblank", vblank_rate,
      .cold = true },
    { "fault/vblank-lost", "fault-injection", vblank_lost, .cold = true },
    { "pcrtc/vblank-interrupt-is-a-level", "vblank!", vblank_level,
      .cold = true },
    { "pcrtc/vblank-can-be-polled", "vblank", vblank_polled, .cold = true },
    { "pcrtc/vblank-survives-migration", "migration", vblank_migrated,
      .cold = true, .slow = true },
    { "pcrtc/vblank-is-bounded", "bounded-work hostile-display", vblank_bounded,
      .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

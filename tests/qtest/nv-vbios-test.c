/*
 * Tests of the NVIDIA GPU: PROM, the expansion ROM, and the built-in VBIOS
 *
 * What nouveau's nvkm/subdev/bios and nouveau_bios.c read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/evo-regs.h"
#include "hw/pci/pci_ids.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define NV_PROM 0x300000
#define NV_PCI_ROM_SHADOW 0x50
#define ROM_SIZE (64 * KiB)
/* An address without a BAR */
#define ROM_ADDR 0xd0000000

static uint8_t sum(const uint8_t *data, uint32_t len)
{
    uint8_t sum = 0;

    while (len--) {
        sum += *data++;
    }
    return sum;
}

/* @size bytes of BAR0, read from the card word by word */
static uint8_t *read_bar0(NVDev *nv, uint32_t addr, uint32_t size)
{
    uint8_t *bytes = g_malloc(size);

    nv_mem_read(nv, nv->bar0 + addr, bytes, size);
    return bytes;
}

/* As nvbios_prom_read() does it */
static uint8_t *read_prom(NVDev *nv)
{
    return read_bar0(nv, NV_PROM, ROM_SIZE);
}

/* --- Image ------------------------------------------------------------ */

/* shadow_image(): signature, PCI data structure, and a checksum of 0 */
static void image(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint16_t pcir = lduw_le_p(rom + 0x18);
    uint32_t size = rom[2] * 512;

    nv_assert_hex(lduw_le_p(rom), 0xaa55);
    g_assert_cmpuint(pcir, <, size);
    nv_assert_hex(ldl_le_p(rom + pcir), 0x52494350);
    nv_assert_hex(lduw_le_p(rom + pcir + 0x04), 0x10de);
    nv_assert_hex(lduw_le_p(rom + pcir + 0x06), nv->card->pci_id);
    nv_assert_hex(lduw_le_p(rom + pcir + 0x10) * 512, size);
    nv_assert_hex(rom[pcir + 0x14], 0x00);
    nv_assert_hex(rom[pcir + 0x15] & 0x80, 0x80);
    g_assert_cmpuint(size, >=, 4096);
    g_assert_cmpuint(size, <=, ROM_SIZE);
    nv_assert_hex(sum(rom, size), 0);
}

static uint32_t find(const uint8_t *rom, const char *what, unsigned len)
{
    const uint8_t *p = memmem(rom, ROM_SIZE, what, len);

    return p ? p - rom : 0;
}

/* parse_bmp_structure() */
static void bmp(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint32_t at = find(rom, "\xff\x7fNV\0", 5);
    uint16_t script;

    g_assert_cmpuint(at, >, 0);
    nv_assert_hex(rom[at + 5], 5);
    nv_assert_hex(sum(rom + at, 8), 0);
    nv_assert_hex(rom[at + 12], nv->card->features & NV_CARD_NV04
                                ? 4 + extract32(nv->card->boot0, 20, 4)
                                : extract32(nv->card->boot0, 20, 8));
    script = lduw_le_p(rom + at + 18);
    g_assert_cmpuint(script, >, 0);
    nv_assert_hex(rom[script], 0x71);
    nv_assert_hex(lduw_le_p(rom + at + 20), 0);
}

/* bit_entry(): the offset of a table of at least @len bytes */
static uint32_t bit_table(const uint8_t *rom, char id, unsigned len)
{
    uint32_t at = find(rom, "\xff\xb8" "BIT", 5);
    const uint8_t *entry = rom + at + 12;

    g_assert_cmpuint(at, >, 0);
    nv_assert_hex(sum(rom + at, rom[at + 8]), 0);
    for (unsigned i = 0; i < rom[at + 10]; i++, entry += rom[at + 9]) {
        if (entry[0] == id) {
            g_assert_cmpuint(lduw_le_p(entry + 2), >=, len);
            g_assert_cmpuint(lduw_le_p(entry + 4), >, 0);
            return lduw_le_p(entry + 4);
        }
    }
    nv_fail("BIT has no table '%c'", id);
    return 0;
}

/* parse_bit_structure(), nvbios_post() */
static void bit(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint32_t info = bit_table(rom, 'i', 15);
    uint32_t init = bit_table(rom, 'I', 14);
    uint16_t scripts = lduw_le_p(rom + init);

    g_assert_cmpuint(find(rom, "\xff\x7fNV\0", 5), ==, 0);
    nv_assert_hex(rom[info + 2], nv->card->boot0 >> 20 & 0xff);
    nv_assert_hex(rom[info + 3], 5);
    nv_assert_hex(rom[info + 5] & 0x10, 0);
    nv_assert_hex(lduw_le_p(rom + info + 13), 0);
    g_assert_cmpuint(scripts, >, 0);
    nv_assert_hex(rom[lduw_le_p(rom + scripts)], 0x71);
    nv_assert_hex(lduw_le_p(rom + scripts + 2), 0);
    nv_assert_hex(lduw_le_p(rom + bit_table(rom, 'D', 4) + 2), 0);
    nv_assert_hex(lduw_le_p(rom + bit_table(rom, 'L', 2)), 0);
}

/* nvbios_pll_parse() for version 4.0: all run from the crystal. */
static void pll_limits(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    const uint8_t *plls = rom + ldl_le_p(rom + bit_table(rom, 'C', 4));
    const uint8_t *pll = plls + plls[1];

    nv_assert_hex(plls[0], 0x40);
    g_assert_cmpuint(plls[3], >, 0);
    for (unsigned i = 0; i < plls[3]; i++, pll += plls[2]) {
        const uint8_t *limits = rom + lduw_le_p(pll + 1);

        g_assert_cmpuint(pll[0], >, 0);
        g_assert_cmpuint(ldl_le_p(pll + 3), >, 0x1000);
        g_assert_cmpuint(lduw_le_p(pll + 9) * 1000, ==, nv->card->crystal_khz);
        g_assert_cmpuint(lduw_le_p(limits), <, lduw_le_p(limits + 2));
    }
}

/* nvbios_M0203Tm(): each strap of four bits is found, and has DDR3. */
static void memory_types(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    const uint8_t *types = rom + lduw_le_p(rom + bit_table(rom, 'M', 5) + 3);
    const uint8_t *type = types + types[1];
    unsigned straps = 0;

    nv_assert_hex(types[0], 0x10);
    for (unsigned i = 0; i < types[3]; i++, type += types[2]) {
        straps |= 1 << (type[0] >> 4);
        nv_assert_hex(type[0] & 0xf, 1);
    }
    nv_assert_hex(straps, 0xffff);
}

/* nvbios_rammapTe(): a header that gk104_ram_init() takes, and no entries */
static void rammap(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint32_t performance = bit_table(rom, 'P', 0x24);
    uint32_t at = ldl_le_p(rom + performance + 4);
    const uint8_t *table = rom + at;

    g_assert_cmpuint(at, >, 0);
    nv_assert_hex(table[0], 0x11);
    g_assert_cmpuint(table[1], >=, 0x15);
    g_assert_cmpuint(table[5], ==, 0);
    /* Nothing else is there: nvbios_vmap_table() doesn't ask how long it is. */
    for (unsigned i = 0; i <= 0x20; i += 4) {
        g_assert_cmpint(!ldl_le_p(rom + performance + i), ==,
                        i != 0x04 && i != 0x0c);
    }
    /* The lists of scripts are empty, too. */
    nv_assert_hex(ldl_le_p(table + 0x10), 0);
    nv_assert_hex(table[0x14], 0);
}

/* nvbios_volt_parse(): no entries, and no lines that would choose one */
static void voltages(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint32_t at = ldl_le_p(rom + bit_table(rom, 'P', 0x24) + 0x0c);
    const uint8_t *table = rom + at;

    g_assert_cmpuint(at, >, 0);
    nv_assert_hex(table[0], 0x40);
    g_assert_cmpuint(table[1], >=, 0x12);
    g_assert_cmpuint(table[3], ==, 0);
    g_assert_cmpuint(ldl_le_p(table + 4), >, 0);
    nv_assert_hex(lduw_le_p(table + 8), 0);
    nv_assert_hex(table[0x0b], 0);
    g_assert_cmpuint(ldl_le_p(table + 0x0e), >=, ldl_le_p(table + 4));
}

/* Only cards that need it have the table of these. */
static void no_performance(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    const uint8_t *bit = rom + find(rom, "\xff\xb8" "BIT", 5);

    for (unsigned i = 0; i < bit[10]; i++) {
        g_assert_cmpint(bit[12 + i * bit[9]], !=, 'P');
    }
}

/* dcb_table(), dcb_i2c_table() for version 3.0 */
static void dcb30(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    const uint8_t *dcb = rom + lduw_le_p(rom + 0x36);
    const uint8_t *outp = dcb + dcb[1];
    const uint8_t *i2c = rom + lduw_le_p(dcb + 4);
    const uint8_t *port = i2c + i2c[1];

    nv_assert_hex(dcb[0], 0x30);
    nv_assert_hex(ldl_le_p(dcb + 6), 0x4edcbdcb);
    g_assert_cmpuint(dcb[1], >=, 0x1b);
    g_assert_cmpuint(dcb[2], >=, 2);
    g_assert_cmpuint(dcb[3], ==, 8);
    /* No tables of GPIOs and connectors */
    nv_assert_hex(lduw_le_p(dcb + 0x0a), 0);
    nv_assert_hex(lduw_le_p(dcb + 0x14), 0);
    nv_assert_hex(ldl_le_p(outp) & 0x0f0000ff, 0x01000000);
    g_assert_cmpuint((ldl_le_p(outp + 4) & 0xff) * 10000, >=, 350000);
    nv_assert_hex(ldl_le_p(outp + 8) & 0xf, 0xe);
    nv_assert_hex(i2c[0], 0x30);
    g_assert_cmpuint(i2c[2], >=, 3);
    g_assert_cmpuint(i2c[3], ==, 4);
    nv_assert_hex(ldl_le_p(port), 0x00003e3f);
    nv_assert_hex(ldl_le_p(port + 4), 0x00003637);
    nv_assert_hex(port[8 + 3], 0xff);
}

/* dcb_table(), parse_dcb20_entry(): one analogue output on the first port */
static void dcb(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint16_t dcb = lduw_le_p(rom + 0x36);
    uint16_t i2c = lduw_le_p(rom + dcb + 2);

    nv_assert_hex(rom[dcb] & 0xf0, 0x20);
    nv_assert_hex(ldl_le_p(rom + dcb + 4), 0x4edcbdcb);
    g_assert_cmpuint(i2c, >=, dcb + 16);
    nv_assert_hex(ldl_le_p(rom + dcb + 8) & 0x0f0000ff, 0x01000000);
    nv_assert_hex(ldl_le_p(rom + dcb + 16) & 0xf, 0xe);
    nv_assert_hex(ldl_le_p(rom + i2c), 0x00003e3f);
    nv_assert_hex(ldl_le_p(rom + i2c + 4), 0x00003637);
    nv_assert_hex(rom[i2c + 8 + 3], 7);
}

/* dcb_gpio_match(): the hot plug line; from GF117 on entries have five bytes */
static void check_gpios(const uint8_t *gpio, bool gf119, bool display)
{
    const uint8_t *line = gpio + gpio[1];

    nv_assert_hex(gpio[0], gf119 ? 0x41 : 0x40);
    nv_assert_hex(gpio[2], display);
    nv_assert_hex(gpio[3], gf119 ? 5 : 4);
    if (display && gf119) {
        nv_assert_hex(ldl_le_p(line), 0x00000707);
        nv_assert_hex(line[4] & 0xf0, 0xe0);
    } else if (display) {
        nv_assert_hex(ldl_le_p(line), 0x70000707);
    }
}

/* The same for version 4.0, which has connectors and their lines, too */
static void dcb40(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    bool display = nv->card->features & NV_CARD_PDISPLAY &&
                   !nv->test->props;
    const uint8_t *dcb = rom + lduw_le_p(rom + 0x36);
    const uint8_t *outp = dcb + dcb[1];
    const uint8_t *i2c = rom + lduw_le_p(dcb + 4);
    const uint8_t *port = i2c + i2c[1];
    const uint8_t *conn = rom + lduw_le_p(dcb + 0x14);
    const uint8_t *gpio = rom + lduw_le_p(dcb + 0x0a);
    bool gf119 = nv->card->features & (NV_CARD_NVC0 | NV_CARD_NVE4) &&
                 !(nv->card->features & NV_CARD_EVO_NV50);

    nv_assert_hex(dcb[0], 0x40);
    nv_assert_hex(ldl_le_p(dcb + 6), 0x4edcbdcb);
    g_assert_cmpuint(dcb[1], >=, 0x1b);
    g_assert_cmpuint(dcb[2], >=, 2);
    g_assert_cmpuint(dcb[3], ==, 8);
    /* Analogue, all heads, the first port, connector and DAC */
    nv_assert_hex(ldl_le_p(outp),
                  !display ? 0xe
                  : nv_card_heads(nv->card) == 4 ? 0x01000f00 : 0x01000300);
    nv_assert_hex(ldl_le_p(outp + 8) & 0xf, 0xe);
    nv_assert_hex(i2c[0], 0x40);
    nv_assert_hex((uint32_t)ldl_le_p(port),
                  display ? 0x05000000 : 0xff000000);
    nv_assert_hex((uint32_t)ldl_le_p(port + 4),
                  display ? 0x05000001 : 0xff000000);
    nv_assert_hex(port[8 + 3], 0xff);
    nv_assert_hex(conn[0], 0x40);
    g_assert_cmpuint(conn[3], ==, 4);
    nv_assert_hex(conn[conn[1]], display ? 0x00 : 0xff);
    nv_assert_hex(conn[conn[1] + 4], 0xff);
    /* Its hot plug line is an input, high when something is connected. */
    nv_assert_hex(conn[conn[1] + 1], display ? 0x10 : 0);
    check_gpios(gpio, gf119, display);
}

/* Without a display the machine finds nothing to run. */
static void no_code(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);

    nv_assert_hex(rom[3], 0xcb);
    nv_assert_hex(lduw_le_p(rom + lduw_le_p(rom + 0x18) + 0x0e),
                  PCI_CLASS_DISPLAY_3D);
}

/* Drivers don't look for a DCB on these cards, and make an entry themselves. */
static void no_dcb(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);

    nv_assert_hex(lduw_le_p(rom + 0x36), 0);
}

/* --- Windows ---------------------------------------------------------- */

/* docs/faults.rst, "card-gone": without an answer, reads return ones. */
static void assert_goes_with_the_card(NVDev *nv, uint64_t last)
{
    uint32_t was[] = {
        qtest_readl(nv->qts, ROM_ADDR), qtest_readl(nv->qts, last),
    };

    g_assert_cmphex(was[0], !=, UINT32_MAX);
    nv_inject(nv, "card-gone");
    nv_clock_step(nv, 1);
    nv_assert_hex(qtest_readl(nv->qts, ROM_ADDR), UINT32_MAX);
    nv_assert_hex(qtest_readb(nv->qts, ROM_ADDR + 1), UINT8_MAX);
    nv_assert_hex(qtest_readl(nv->qts, last), UINT32_MAX);
    nv_inject_none(nv);
    nv_assert_hex(qtest_readl(nv->qts, ROM_ADDR), was[0]);
    nv_assert_hex(qtest_readl(nv->qts, last), was[1]);
}

static void expansion_rom(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    g_autofree uint8_t *bar = g_malloc(ROM_SIZE);

    qpci_config_writel(nv->pci, PCI_ROM_ADDRESS, 0xfffffffe);
    nv_assert_hex(-qpci_config_readl(nv->pci, PCI_ROM_ADDRESS), ROM_SIZE);
    qpci_config_writel(nv->pci, PCI_ROM_ADDRESS,
                       ROM_ADDR | PCI_ROM_ADDRESS_ENABLE);
    nv_mem_read(nv, ROM_ADDR, bar, ROM_SIZE);
    g_assert_cmpmem(rom, ROM_SIZE, bar, ROM_SIZE);
    assert_goes_with_the_card(nv, ROM_ADDR + ROM_SIZE - 4);
}

/* nvkm_pci_rom_shadow() */
static void shadow(NVDev *nv)
{
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);
    uint32_t first = nv_rd32(nv, NV_PROM);

    nv_mask(nv, nv_card_pci(nv->card) + NV_PCI_ROM_SHADOW, 1, 1);
    nv_assert_hex(nv_rd32(nv, NV_PROM), 0xffffffff);
    nv_mask(nv, nv_card_pci(nv->card) + NV_PCI_ROM_SHADOW, 1, 0);
    nv_assert_hex(nv_rd32(nv, NV_PROM), first);
    nv_mask(nv, nv_card_pci(nv->card) + NV_PCI_ROM_SHADOW, 1, 1);
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_device_enable(nv->pci);
    nv_assert_hex(qpci_config_readl(nv->pci, NV_PCI_ROM_SHADOW) & 1, 0);
}

static void window(NVDev *nv)
{
    uint32_t word = nv_rd32(nv, NV_PROM + 4);

    nv_assert_hex(nv_rd08(nv, NV_PROM + 5), extract32(word, 8, 8));
    nv_assert_hex(nv_rd16(nv, NV_PROM + 6), extract32(word, 16, 16));
    nv_wr32(nv, NV_PROM + 4, ~word);
    nv_assert_hex(nv_rd32(nv, NV_PROM + 4), word);
    nv_assert_hex(nv_rd32(nv, NV_PROM + ROM_SIZE), 0xffffffff);
    nv_assert_hex(nv_rd32(nv, NV_PROM + 1 * MiB - 4), 0xffffffff);
}

/* --- What a VBIOS leaves behind ---------------------------------------- */

#define PMEM 0x700000

/* pramin_init() of nouveau: on, in video memory, and where */
static uint32_t copy_addr(NVDev *nv)
{
    uint32_t window = nv_rd32(nv, A_NV_PDISPLAY_VGA_ROM_WINDOW);

    nv_assert_hex(window & 0xb, 0x9);
    return (window & 0xffffff00) << 8;
}

/* G80PreInit() of xf86-video-nv: where PMEM shows the last MiB as it is */
static void check_copy(NVDev *nv, const uint8_t *rom, uint32_t size)
{
    uint32_t at = copy_addr(nv) - (nv->vram - 1 * MiB);
    g_autofree uint8_t *copy = NULL;

    nv_assert_reg(nv, NV_PBUS_HOST_MEM_PMEM, (nv->vram - 1 * MiB) >> 16);
    g_assert_cmpuint(at, <=, 1 * MiB - size);
    copy = read_bar0(nv, PMEM + at, size);
    g_assert_cmpmem(copy, size, rom, size);
}

static void copy(NVDev *nv)
{
    g_autofree uint8_t *rom = read_prom(nv);
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);
    uint32_t addr = copy_addr(nv);

    /* Without an address drivers take the last 64 KiB. */
    nv_assert_hex(addr, nv->vram - ROM_SIZE);
    check_copy(nv, rom, ROM_SIZE);
    /* nouveau moves the window, and restores it. */
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, addr >> 16);
    nv_assert_hex(nv_rd16(nv, PMEM), 0xaa55);
    nv_wr32(nv, PMEM, 0);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, PMEM), 0);
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_device_enable(nv->pci);
    check_copy(nv, rom, ROM_SIZE);
}

/* There is no PDISPLAY to give an address. */
static void no_copy(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_VGA_ROM_WINDOW) & 8, 0);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, (nv->vram - ROM_SIZE) >> 16);
    nv_assert_hex(nv_rd32(nv, PMEM), 0);
}

/* A VBIOS larger than the last 64 KiB begins earlier. */
static void copy_of_romfile(NVDev *nv)
{
    static const uint32_t sizes[] = { 8192, 96 * KiB };

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        g_autofree char *path = g_build_filename(nv->dir, "copy", NULL);
        g_autofree char *props = g_strdup_printf("romfile=%s", path);
        g_autofree uint8_t *rom = g_malloc(sizes[i]);
        NVDev *other;

        for (uint32_t n = 0; n < sizes[i]; n++) {
            rom[n] = n ^ n >> 8;
        }
        g_assert_true(g_file_set_contents(path, (char *)rom, sizes[i], NULL));
        /* The file has the same name and other bytes in another one. */
        other = nv_start_own(nv->card, props, NULL);
        check_copy(other, rom, sizes[i]);
        nv_quit(other);
    }
}

/* --- A file in its place ---------------------------------------------- */

static void check_romfile(NVDev *nv, const char *props)
{
    g_autofree char *path = g_build_filename(nv->dir, "rom", NULL);
    g_autofree char *all = g_strdup_printf("romfile=%s%s", path, props);
    uint8_t rom[8192];
    NVDev *other;

    for (unsigned i = 0; i < sizeof(rom); i++) {
        rom[i] = i ^ i >> 8;
    }
    g_assert_true(g_file_set_contents(path, (char *)rom, sizeof(rom), NULL));
    other = nv_start_own(nv->card, all, NULL);
    nv_assert_hex(nv_rd32(other, NV_PROM), (uint32_t)ldl_le_p(rom));
    nv_assert_hex(nv_rd32(other, NV_PROM + 8188),
                  (uint32_t)ldl_le_p(rom + 8188));
    nv_assert_hex(nv_rd32(other, NV_PROM + 8192), 0xffffffff);
    qpci_config_writel(other->pci, PCI_ROM_ADDRESS,
                       ROM_ADDR | PCI_ROM_ADDRESS_ENABLE);
    if (!*props) {
        nv_assert_hex(qtest_readl(other->qts, ROM_ADDR + 4096),
                      (uint32_t)ldl_le_p(rom + 4096));
        assert_goes_with_the_card(other, ROM_ADDR + sizeof(rom) - 4);
    }
    nv_quit(other);
}

static void romfile(NVDev *nv)
{
    check_romfile(nv, "");
}

static void romfile_without_bar(NVDev *nv)
{
    check_romfile(nv, ",rombar=0");
}

/* The card keeps its VBIOS, but the machine doesn't run it. */
static void no_romfile(NVDev *nv)
{
    nv_assert_hex(nv_rd16(nv, NV_PROM), 0xaa55);
    qpci_config_writel(nv->pci, PCI_ROM_ADDRESS, 0xfffffffe);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_ROM_ADDRESS), 0);
}

static void migrated(NVDev *nv)
{
    g_autofree uint8_t *before = read_prom(nv), *after = NULL;

    nv_migrate(nv);
    after = read_prom(nv);
    g_assert_cmpmem(before, ROM_SIZE, after, ROM_SIZE);
}

static bool has_bit(const NVCard *card)
{
    return card->features & (NV_CARD_NV40 | NV_CARD_PAGES);
}

static bool has_no_display(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4) &&
           !(card->features & NV_CARD_PDISPLAY);
}

#define HEADLESS \
    .cold = true, .fermi = true, .kepler = true, .applies = has_no_display

static const NVTest tests[] = {
    { "vbios/image-is-one-that-drivers-take", "vbios!", image, .cold = true,
      .tesla = true, .fermi = true, .kepler = true, .each = true },
    { "vbios/bmp-is-well-formed", "vbios", bmp, .cold = true,
      .lacks = NV_CARD_NV40, .each = true },
    { "vbios/bit-is-well-formed", "vbios", bit, .cold = true,
      .applies = has_bit, .tesla = true, .fermi = true, .kepler = true,
      .each = true },
    { "vbios/limits-of-plls", "vbios", pll_limits, .cold = true,
      .needs = NV_CARD_NVC0, .fermi = true, .each = true },
    { "vbios/types-of-memory", "vbios", memory_types, .cold = true,
      .needs = NV_CARD_NVC0, .fermi = true, .each = true },
    { "vbios/limits-of-plls-of-nve4", "vbios", pll_limits, .cold = true,
      .needs = NV_CARD_NVE4 },
    { "vbios/types-of-memory-of-nve4", "vbios", memory_types, .cold = true,
      .needs = NV_CARD_NVE4 },
    { "vbios/rammap", "vbios", rammap, .cold = true, .needs = NV_CARD_NVE4 },
    { "vbios/voltages", "vbios", voltages, .cold = true,
      .needs = NV_CARD_NVE4 },
    { "vbios/no-performance", "vbios", no_performance, .cold = true,
      .needs = NV_CARD_NVC0 },
    { "vbios/dcb-has-one-analogue-output", "vbios", dcb, .cold = true,
      .lacks = NV_CARD_NV04 | NV_CARD_NV40, .each = true },
    { "vbios/has-no-dcb", "vbios", no_dcb, .cold = true,
      .needs = NV_CARD_NV04, .each = true },
    { "vbios/dcb-3.0-has-one-analogue-output", "vbios", dcb30, .cold = true,
      .needs = NV_CARD_NV40, .each = true },
    { "vbios/dcb-4.0-has-one-analogue-output", "vbios", dcb40, .cold = true,
      .needs = NV_CARD_PDISPLAY, .tesla = true, .fermi = true,
      .kepler = true, .each = true },
    { "vbios/dcb-4.0-without-display", "vbios", dcb40, .cold = true,
      .needs = NV_CARD_PDISPLAY, .tesla = true,
      .fermi = true, .kepler = true, .props = "display=off" },
    { "vbios/dcb-4.0-of-a-headless-card", "vbios", dcb40, HEADLESS,
      .each = true },
    { "vbios/headless-card-has-no-code", "vbios", no_code, HEADLESS,
      .each = true },
    { "vbios/headless-card-leaves-no-copy", "vbios", no_copy, HEADLESS,
      .each = true },
    { "vbios/without-display-has-no-code", "vbios", no_code, .cold = true,
      .needs = NV_CARD_PDISPLAY, .tesla = true,
      .fermi = true, .kepler = true, .props = "display=off" },
    { "vbios/leaves-a-copy-in-video-memory", "migration reset vbios", copy,
      .cold = true, .needs = NV_CARD_PDISPLAY, .tesla = true, .fermi = true,
      .kepler = true, .slow = true },
    { "vbios/leaves-no-copy-without-display", "vbios", no_copy, .cold = true,
      .needs = NV_CARD_PDISPLAY, .tesla = true,
      .fermi = true, .kepler = true, .props = "display=off" },
    { "vbios/leaves-a-copy-of-a-romfile", "vbios", copy_of_romfile,
      .cold = true, .needs = NV_CARD_PDISPLAY, .tesla = true, .fermi = true,
      .kepler = true },
    { "prom/expansion-rom-is-the-same-chip", "vbios", expansion_rom,
      .cold = true, .tesla = true, .fermi = true, .each = true },
    { "prom/rom-shadow-hides-it", "vbios", shadow, .cold = true,
      .tesla = true, .fermi = true },
    { "prom/is-read-only-in-any-size", "vbios", window, .cold = true,
      .tesla = true, .fermi = true },
    { "prom/romfile-replaces-the-vbios", "vbios", romfile, .cold = true,
      .tesla = true, .fermi = true },
    { "prom/romfile-replaces-the-vbios-without-rom-bar", "vbios",
      romfile_without_bar, .cold = true, .tesla = true, .fermi = true },
    { "prom/empty-romfile-leaves-the-rom-bar-away", "vbios", no_romfile,
      .cold = true, .tesla = true, .fermi = true, .props = "romfile=" },
    { "prom/survives-migration", "migration vbios", migrated, .cold = true,
      .tesla = true, .fermi = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

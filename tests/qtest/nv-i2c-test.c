/*
 * Tests of the NVIDIA GPU: I2C ports, the monitor's DDC, GPIO lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/evo-regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* --- Lines ------------------------------------------------------------ */

/**
 * struct I2C - a port
 *
 * @port: its number
 * @lines: what has been written
 */
typedef struct I2C {
    NVDev *nv;
    unsigned port;
    uint32_t lines;
} I2C;

/* Bits of what i2c_sense() gives */
#define SCL 1
#define SDA 2

/* CRTC registers */
static const struct {
    uint8_t drive, sense;
} i2c_crtc[] = {
    { .drive = 0x3f, .sense = 0x3e },
    { .drive = 0x37, .sense = 0x36 },
};

/* nv50_i2c_bus_new() */
static const uint32_t i2c_pnvio[] = {
    0xe138, 0xe150, 0xe168, 0xe180, 0xe254, 0xe274,
};

static unsigned i2c_ports(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV94 || nv_is_fermi(nv) ? 6
         : nv->card->features & NV_CARD_NV50 ? 4 : ARRAY_SIZE(i2c_crtc);
}

static bool i2c_in_pgpio(NVDev *nv)
{
    return nv->card->features & NV_CARD_EVO_NVD9;
}

/* Each has a register of its own. */
static bool i2c_in_pnvio(NVDev *nv)
{
    return nv->card->features & NV_CARD_PNVIO_NV50 || i2c_in_pgpio(nv);
}

/* gf119_i2c_bus_new() has the other place. */
static uint32_t i2c_addr(const I2C *i2c)
{
    return i2c_in_pgpio(i2c->nv) ? 0xd014 + i2c->port * 0x20
                                 : i2c_pnvio[i2c->port];
}

/* nv04_, nv50_ and gf119_i2c_bus_sense_scl() and _sda() */
static unsigned i2c_sense(I2C *i2c)
{
    uint8_t val;

    if (i2c_in_pnvio(i2c->nv)) {
        val = nv_rd32(i2c->nv, i2c_addr(i2c));
        return i2c_in_pgpio(i2c->nv) ? val >> 4 & 3 : val & 3;
    }
    val = nv_cr_rd(i2c->nv, i2c_crtc[i2c->port].sense);
    return extract32(val, 2, 1) | extract32(val, 3, 1) << 1;
}

/*
 * The same for _drive_; @bit and @cr_bit are the line's.  What the register
 * holds is known, and read again at the end.
 */
static void i2c_drive(I2C *i2c, unsigned bit, unsigned cr_bit, bool level)
{
    if (i2c_in_pnvio(i2c->nv)) {
        i2c->lines = deposit32(i2c->lines, bit, 1, level);
        nv_wr32(i2c->nv, i2c_addr(i2c), i2c->lines);
        return;
    }
    i2c->lines = deposit32(i2c->lines, cr_bit, 1, level) | 1;
    nv_cr_wr(i2c->nv, i2c_crtc[i2c->port].drive, i2c->lines);
}

/* Returns what both lines are then. */
static unsigned i2c_scl(I2C *i2c, bool level)
{
    unsigned sense;

    i2c_drive(i2c, 0, 5, level);
    sense = i2c_sense(i2c);
    nv_assert_hex(sense & SCL, level);
    return sense;
}

static void i2c_sda(I2C *i2c, bool level)
{
    i2c_drive(i2c, 1, 4, level);
}

/* --- DDC -------------------------------------------------------------- */

static bool i2c_bit(I2C *i2c, bool out)
{
    bool in;

    i2c_sda(i2c, out);
    in = i2c_scl(i2c, true) & SDA;
    i2c_scl(i2c, false);
    return in;
}

static void i2c_start(I2C *i2c)
{
    i2c_sda(i2c, true);
    i2c_scl(i2c, true);
    i2c_sda(i2c, false);
    i2c_scl(i2c, false);
}

static void i2c_stop(I2C *i2c)
{
    i2c_sda(i2c, false);
    i2c_scl(i2c, true);
    i2c_sda(i2c, true);
    if (!i2c_in_pnvio(i2c->nv)) {
        nv_assert_hex(nv_cr_rd(i2c->nv, i2c_crtc[i2c->port].drive),
                      i2c->lines);
    }
}

/* Returns whether anybody acknowledged. */
static bool i2c_write(I2C *i2c, uint8_t byte)
{
    for (int i = 7; i >= 0; i--) {
        i2c_bit(i2c, extract32(byte, i, 1));
    }
    return !i2c_bit(i2c, true);
}

static uint8_t i2c_read(I2C *i2c, bool last)
{
    uint8_t byte = 0;

    for (unsigned i = 0; i < 8; i++) {
        byte = byte << 1 | i2c_bit(i2c, true);
    }
    i2c_bit(i2c, last);
    return byte;
}

static void i2c_open(I2C *i2c, NVDev *nv, unsigned port)
{
    *i2c = (I2C) { .nv = nv, .port = port };
    if (i2c_in_pnvio(nv)) {
        i2c->lines = 7;
    } else {
        nv_cr_unlock(nv);
        i2c->lines = nv_cr_rd(nv, i2c_crtc[port].drive);
    }
    i2c_sda(i2c, true);
    i2c_scl(i2c, true);
}

/* drm_do_probe_ddc_edid() */
static void ddc_begin(I2C *i2c)
{
    i2c_start(i2c);
    g_assert_true(i2c_write(i2c, 0x50 << 1));
    g_assert_true(i2c_write(i2c, 0));
    i2c_start(i2c);
    g_assert_true(i2c_write(i2c, 0x50 << 1 | 1));
}

static void check_edid(const uint8_t *edid, unsigned width, unsigned height)
{
    static const uint8_t header[] = { 0, 255, 255, 255, 255, 255, 255, 0 };
    uint8_t sum = 0;

    for (unsigned i = 0; i < 128; i++) {
        sum += edid[i];
    }
    g_assert_cmpmem(edid, 8, header, 8);
    nv_assert_hex(sum, 0);
    /* The first detailed timing is the preferred mode. */
    g_assert_cmpuint(edid[56] | extract32(edid[58], 4, 4) << 8, ==, width);
    g_assert_cmpuint(edid[59] | extract32(edid[61], 4, 4) << 8, ==, height);
}

static void read_edid(NVDev *nv, uint8_t *edid)
{
    I2C i2c;

    i2c_open(&i2c, nv, 0);
    ddc_begin(&i2c);
    for (unsigned i = 0; i < 128; i++) {
        edid[i] = i2c_read(&i2c, i == 127);
    }
    i2c_stop(&i2c);
}

static void edid(NVDev *nv)
{
    uint8_t edid[128];

    read_edid(nv, edid);
    check_edid(edid, 1280, 800);
}

static void edid_props(NVDev *nv)
{
    uint8_t edid[128];

    read_edid(nv, edid);
    check_edid(edid, 1600, 1200);
}

/*
 * The monitor is on a DAC. Drivers with outputs of both kinds on a port take
 * the one that bit 7 of byte 20 selects; bits 4:3 of byte 24 are then the color
 * type, 0 for none.
 */
static void edid_analog(NVDev *nv)
{
    uint8_t edid[128];

    read_edid(nv, edid);
    check_edid(edid, 1280, 800);
    nv_assert_hex(edid[20], 0x08);
    nv_assert_hex(edid[24] & 0x18, 0x08);
    /* The first timing is the preferred one, as before. */
    nv_assert_hex(edid[24] & 0x02, 0x02);
}

static void edid_migrated(NVDev *nv)
{
    uint8_t edid[128];
    I2C i2c;

    i2c_open(&i2c, nv, 0);
    ddc_begin(&i2c);
    for (unsigned i = 0; i < 128; i++) {
        if (i == 50) {
            nv_migrate(nv);
        }
        edid[i] = i2c_read(&i2c, i == 127);
    }
    i2c_stop(&i2c);
    check_edid(edid, 1280, 800);
}

static void ddc_nobody(NVDev *nv)
{
    I2C i2c;

    for (unsigned port = 0; port < i2c_ports(nv); port++) {
        i2c_open(&i2c, nv, port);
        /* Address 0 is the general call. */
        for (unsigned addr = 1; addr < 128; addr++) {
            i2c_start(&i2c);
            g_assert(i2c_write(&i2c, addr << 1) == (!port && addr == 0x50));
            i2c_stop(&i2c);
        }
    }
}

/* --- Faults ----------------------------------------------------------- */

/* Returns whether anybody has acknowledged the monitor's address. */
static bool monitor_answers(NVDev *nv)
{
    I2C i2c;
    bool answers;

    i2c_open(&i2c, nv, 0);
    i2c_start(&i2c);
    answers = i2c_write(&i2c, 0x50 << 1);
    i2c_stop(&i2c);
    return answers;
}

static void ddc_silent(NVDev *nv)
{
    uint8_t edid[128];

    nv_inject(nv, nv->test->data);
    g_assert_true(monitor_answers(nv));
    nv_clock_step(nv, 2000);
    g_assert_false(monitor_answers(nv));
    nv_clock_step(nv, 1000000);
    g_assert_true(monitor_answers(nv));
    read_edid(nv, edid);
    check_edid(edid, 1280, 800);
}

static void ddc_garbage(NVDev *nv)
{
    uint8_t edid[128], sum = 0;

    nv_inject(nv, "ddc-garbage");
    nv_clock_step(nv, 1);
    read_edid(nv, edid);
    for (unsigned i = 0; i < 128; i++) {
        sum += edid[i];
    }
    g_assert_true(sum || edid[0] || edid[1] != 0xff);
    nv_inject_none(nv);
    read_edid(nv, edid);
    check_edid(edid, 1280, 800);
}

/* Without BITBANG the driver doesn't control the lines, but sees them. */
static void bitbang(NVDev *nv)
{
    for (unsigned port = 0; port < i2c_ports(nv); port++) {
        uint32_t addr = i2c_pnvio[port];

        nv_wr32(nv, addr, 4);
        nv_assert_hex(nv_rd32(nv, addr), 4);
        nv_wr32(nv, addr, 0);
        nv_assert_hex(nv_rd32(nv, addr), 3);
        nv_wr32(nv, addr, 7);
        nv_assert_hex(nv_rd32(nv, addr), 7);
    }
}

/* --- GPIO ------------------------------------------------------------- */

/* nv50_gpio_location() */
static uint32_t gpio_addr(unsigned line)
{
    static const uint32_t addr[] = { 0xe104, 0xe108, 0xe280, 0xe284 };

    return addr[line / 8];
}

static unsigned gpio_count(NVDev *nv)
{
    return nv->card->features & (NV_CARD_NV94 | NV_CARD_NVC0) ? 32 : 16;
}

/* nv50_gpio_drive(), nv50_gpio_sense() */
static void gpio_drive(NVDev *nv, unsigned line, bool out, bool level,
                       bool negated)
{
    nv_mask(nv, gpio_addr(line), 0xfu << line % 8 * 4,
            (uint32_t)(level | out << 1 | negated << 3) << line % 8 * 4);
}

static bool gpio_sense(NVDev *nv, unsigned line)
{
    return nv_rd32(nv, gpio_addr(line)) & 4u << line % 8 * 4;
}

static void gpio_lines(NVDev *nv)
{
    for (unsigned line = 0; line < gpio_count(nv); line++) {
        bool monitor = line == 7;

        g_assert(gpio_sense(nv, line) == monitor);
        gpio_drive(nv, line, true, true, false);
        g_assert_true(gpio_sense(nv, line));
        gpio_drive(nv, line, true, true, true);
        g_assert_false(gpio_sense(nv, line));
        gpio_drive(nv, line, true, false, true);
        g_assert_true(gpio_sense(nv, line));
        gpio_drive(nv, line, false, true, false);
        g_assert(gpio_sense(nv, line) == monitor);
    }
}

/* nv50_gpio_intr_stat(): falling edges in the high half */
static void gpio_interrupts(NVDev *nv)
{
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_EN_0, 0x02000200);
    gpio_drive(nv, 3, true, true, false);
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0x00000008);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK, 0);
    gpio_drive(nv, 9, true, true, false);
    gpio_drive(nv, 9, true, false, false);
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0x02000208);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK,
                  R_NV_PMC_INTR_PNVIO_MASK);
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_0, 0x00000208);
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0x02000000);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK,
                  R_NV_PMC_INTR_PNVIO_MASK);
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_0, 0x02000000);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK, 0);
    /* A line that hasn't changed doesn't interrupt. */
    gpio_drive(nv, 3, true, true, false);
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0);
}

/* g94_gpio_intr_stat(): lines from 16 on have their own registers. */
static void gpio_interrupts_1(NVDev *nv)
{
    bool nv94 = gpio_count(nv) > 16;

    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_EN_1, 0x80000001);
    gpio_drive(nv, 17, true, true, false);
    gpio_drive(nv, 16, true, true, false);
    gpio_drive(nv, 31, true, true, false);
    if (!nv94) {
        nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_1, 0xffffffff);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK,
                      0);
        return;
    }
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_1, 0x00008003);
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK,
                  R_NV_PMC_INTR_PNVIO_MASK);
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_1, 0x00008001);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK, 0);
    gpio_drive(nv, 31, true, false, false);
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_1, 0x80000002);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK,
                  R_NV_PMC_INTR_PNVIO_MASK);
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_1, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK, 0);
}

/* The monitor's line falls and rises, and interrupts. */
static void unplugged(NVDev *nv)
{
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_EN_0, 0x00800080);
    g_assert_true(gpio_sense(nv, 7));
    nv_inject(nv, "monitor-unplugged for=1000000");
    nv_clock_step(nv, 1);
    g_assert_false(gpio_sense(nv, 7));
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0x00800000);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK,
                  R_NV_PMC_INTR_PNVIO_MASK);
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_0, 0x00800000);
    nv_clock_step(nv, 1000000);
    g_assert_true(gpio_sense(nv, 7));
    nv_assert_reg(nv, NV_PNVIO_GPIO_INTR_0, 0x00000080);
}

#define ANY \
    .cold = true, .tesla = true, .fermi = true, .kepler = true, \
    .applies = nv_card_has_display
#define NV50 \
    .needs = NV_CARD_PNVIO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "i2c/monitor-has-an-edid", "i2c-gpio!", edid, ANY },
    { "i2c/edid-shows-the-properties", "i2c-gpio", edid_props, ANY,
      .props = "xres=1600,yres=1200" },
    { "i2c/monitor-is-an-analog-one", "i2c-gpio", edid_analog, ANY },
    { "i2c/transfer-survives-migration", "migration", edid_migrated,
      ANY },
    { "i2c/nothing-else-answers", "i2c-gpio", ddc_nobody, ANY },
    { "fault/ddc-silent", "fault-injection", ddc_silent, ANY,
      .data = "ddc-silent after=1000 for=1000000" },
    { "fault/monitor-does-not-answer", "fault-injection", ddc_silent, ANY,
      .data = "monitor-unplugged after=1000 for=1000000" },
    { "fault/ddc-garbage", "fault-injection", ddc_garbage, ANY },
    { "fault/monitor-unplugged", "fault-injection", unplugged, NV50 },
    { "i2c/bitbang", "i2c-gpio", bitbang, NV50 },
    { "gpio/lines", "i2c-gpio", gpio_lines, NV50 },
    { "gpio/interrupts", "migration i2c-gpio", gpio_interrupts, NV50 },
    { "gpio/interrupts-of-nv94", "migration i2c-gpio", gpio_interrupts_1,
      NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

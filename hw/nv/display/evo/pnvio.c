/*
 * NVIDIA GPU: PNVIO: GPIO lines and I2C ports, NV50+
 *
 * Sources: the register database (io/pnvio.xml); nouveau's
 * nvkm/subdev/gpio/nv50.c, g94.c and gf119.c, i2c/busnv50.c and busgf119.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pnvio.h"
#include "hw/nv/bus.h"
#include "hw/nv/display/i2c.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"

/* --- GPIO ------------------------------------------------------------- */

/* Words of eight lines each; cards before NV94 have the first two. */
static const uint32_t nv_gpio_words[] = {
    R_NV_PNVIO_GPIO_0, R_NV_PNVIO_GPIO_1, R_NV_PNVIO_GPIO_2,
    R_NV_PNVIO_GPIO_3,
};

static unsigned nv_gpio_first_line(uint32_t addr)
{
    unsigned i = 0;

    while (nv_gpio_words[i] != addr / 4) {
        i++;
        assert(i < ARRAY_SIZE(nv_gpio_words));
    }
    return i * 8;
}

uint32_t nv50_gpio_place(unsigned line, unsigned *shift)
{
    *shift = line % 8 * 4;
    return nv_gpio_words[line / 8];
}

uint32_t nvd9_gpio_place(unsigned line, unsigned *shift)
{
    *shift = NV_PGPIO_GPIO_SHIFT;
    return R_NV_PGPIO_GPIO + line;
}

static uint32_t nv_gpio_field(NVGPU *gpu, unsigned line, uint32_t mask)
{
    unsigned shift;
    uint32_t word = gpu->chip->display->gpio_place(line, &shift);

    return gpu->regs[word] >> shift & mask;
}

static void nv_gpio_set_in(NVGPU *gpu, unsigned line, bool in)
{
    unsigned shift;
    uint32_t word = gpu->chip->display->gpio_place(line, &shift);

    gpu->regs[word] = deposit32(gpu->regs[word],
                                shift + R_NV_PNVIO_GPIO_0_IN_SHIFT, 1, in);
}

/* Only the monitor drives a line from outside; the others are low. */
static bool nv_gpio_in(NVGPU *gpu, unsigned line)
{
    if (!nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_OE_MASK)) {
        return line == gpu->chip->display->hpd_line &&
               !NV_FAULTY(gpu, MONITOR);
    }
    return !nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_OUT_MASK) !=
           !nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_OUT_NEG_MASK);
}

const NVGpioIntr nv50_gpio_intr[] = {
    { R_NV_PNVIO_GPIO_INTR_0, R_NV_PNVIO_GPIO_INTR_EN_0 },
    { R_NV_PNVIO_GPIO_INTR_1, R_NV_PNVIO_GPIO_INTR_EN_1 },
};

const NVGpioIntr nve4_gpio_intr[] = {
    { R_NV_PGPIO_GPIO_INTR_0, R_NV_PGPIO_GPIO_INTR_EN_0 },
    { R_NV_PGPIO_GPIO_INTR_1, R_NV_PGPIO_GPIO_INTR_EN_1 },
};

static void nv_pnvio_update_intr(NVGPU *gpu)
{
    const NVDisplayChip *chip = gpu->chip->display;
    uint32_t intr = 0;

    for (unsigned i = 0; i < chip->gpio_lines / NV_GPIO_INTR_LINES; i++) {
        const NVGpioIntr *regs = &chip->gpio_intr[i];

        intr |= gpu->regs[regs->intr] & gpu->regs[regs->enable];
    }
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PNVIO_MASK, intr);
}

static void nv_pnvio_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pnvio_update_intr(gpu);
}

/* The stored IN bits are the lines' previous levels. */
static void nv_gpio_update(NVGPU *gpu, unsigned first, unsigned count)
{
    for (unsigned line = first; line < first + count; line++) {
        const NVGpioIntr *regs =
            &gpu->chip->display->gpio_intr[line / NV_GPIO_INTR_LINES];
        bool was = nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_IN_MASK);
        bool is = nv_gpio_in(gpu, line);

        if (is == was) {
            continue;
        }
        nv_gpio_set_in(gpu, line, is);
        gpu->regs[regs->intr] |=
            1u << ((is ? R_NV_PNVIO_GPIO_INTR_0_RISE_MASK_0_SHIFT
                       : R_NV_PNVIO_GPIO_INTR_0_FALL_MASK_0_SHIFT) +
                   line % NV_GPIO_INTR_LINES);
    }
    nv_pnvio_update_intr(gpu);
}

void nv_gpio_monitor(NVGPU *gpu)
{
    nv_gpio_update(gpu, gpu->chip->display->hpd_line, 1);
}

static void nv_gpio_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_gpio_update(gpu, nv_gpio_first_line(addr), 8);
}

/* "write 1 to make OUT, OE, OUT_NEG changes happen" */
static void nv_gpio_trigger_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PGPIO_GPIO_OUT_TRIGGER, TRIGGER)) {
        nv_gpio_update(gpu, 0, gpu->chip->display->gpio_lines);
    }
}

/* --- I2C -------------------------------------------------------------- */

static unsigned nv_pnvio_port(uint32_t addr)
{
    switch (addr) {
    case A_NV_PNVIO_I2C_PORT_4_BITBANG:
        return 4;
    case A_NV_PNVIO_I2C_PORT_5_BITBANG:
        return 5;
    default:
        return (addr - A_NV_PNVIO_I2C_PORT_0_BITBANG) / NV_PNVIO_I2C_STRIDE;
    }
}

/* "selects who controls the CL/DA output, input works regardless" */
static void nv_pnvio_bitbang_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    bool mode = FIELD_EX32(val, NV_PNVIO_I2C_PORT_0_BITBANG, MODE);
    bool scl = FIELD_EX32(val, NV_PNVIO_I2C_PORT_0_BITBANG, SCL);
    bool sda = FIELD_EX32(val, NV_PNVIO_I2C_PORT_0_BITBANG, SDA);

    nv_i2c_drive(gpu, nv_pnvio_port(addr), !mode || scl, !mode || sda);
}

static uint32_t nv_pnvio_bitbang_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = gpu->regs[addr / 4];
    bool scl, sda;

    nv_i2c_sense(gpu, nv_pnvio_port(addr), &scl, &sda);
    val = FIELD_DP32(val, NV_PNVIO_I2C_PORT_0_BITBANG, SCL, scl);
    return FIELD_DP32(val, NV_PNVIO_I2C_PORT_0_BITBANG, SDA, sda);
}

static unsigned nv_pgpio_port(uint32_t addr)
{
    return (addr - A_NV_PGPIO_I2C_BITBANG) / NV_PGPIO_I2C_STRIDE;
}

/* From GF119 on, driven and sensed levels have separate bits. */
static void nv_pgpio_bitbang_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    bool mode = FIELD_EX32(val, NV_PGPIO_I2C_BITBANG, MODE) ==
                NV_PGPIO_I2C_BITBANG_MODE_BITBANG;

    nv_i2c_drive(gpu, nv_pgpio_port(addr),
                 !mode || FIELD_EX32(val, NV_PGPIO_I2C_BITBANG, SCL_OUT),
                 !mode || FIELD_EX32(val, NV_PGPIO_I2C_BITBANG, SDA_OUT));
}

static uint32_t nv_pgpio_bitbang_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = gpu->regs[addr / 4];
    bool scl, sda;

    nv_i2c_sense(gpu, nv_pgpio_port(addr), &scl, &sda);
    val = FIELD_DP32(val, NV_PGPIO_I2C_BITBANG, SCL_IN, scl);
    return FIELD_DP32(val, NV_PGPIO_I2C_BITBANG, SDA_IN, sda);
}

/* --- Registers -------------------------------------------------------- */

#define NV_GPIO_ALL(_field) \
    (0x11111111u << R_NV_PNVIO_GPIO_0_ ## _field ## _SHIFT)
#define NV_GPIO_ROW(_reg) \
    NV_ROW(_reg, .count = 2, \
           .rw = NV_GPIO_ALL(OUT) | NV_GPIO_ALL(OE) | NV_GPIO_ALL(OUT_NEG), \
           .own = NV_GPIO_ALL(IN), \
           .write = nv_gpio_write)
#define NV_BITBANG_ROW(_reg, ...) \
    NV_ROW(_reg, .rw = 0x7, .read = nv_pnvio_bitbang_read, \
           .write = nv_pnvio_bitbang_write, __VA_ARGS__)

static const NVRegInfo nv50_pnvio_rows[] = {
    NV_ROW(NV_PNVIO_GPIO_INTR_EN_0, .rw = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PNVIO_GPIO_INTR_0, .w1c = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PNVIO_I2C_INTR_EN, .rw = 0xf),
    NV_ROW(NV_PNVIO_I2C_INTR, .w1c = 0xf),
    NV_STORAGE(NV_PNVIO_GPIO_MODE_0),
    NV_GPIO_ROW(NV_PNVIO_GPIO_0),
    NV_ROW(NV_PNVIO_GPIO_MASK_UNK10C, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PNVIO_PWM, .count = 4, .rw = UINT32_MAX),
    NV_BITBANG_ROW(NV_PNVIO_I2C_PORT_0_BITBANG, .count = 4,
                   .stride = NV_PNVIO_I2C_STRIDE),
};

const NVRegBlock nv50_pnvio_regs = NV_REG_BLOCK(
    "PNVIO", 0x00e000, 0x1000, nv50_pnvio_rows);

static const NVRegInfo nv94_pnvio_rows[] = {
    NV_ROW(NV_PNVIO_I2C_INTR_EN, .rw = 0x3f),
    NV_ROW(NV_PNVIO_I2C_INTR, .w1c = 0x3f),
    /* Nothing is ever plugged into a DisplayPort. */
    NV_ROW(NV_PNVIO_AUXCH_INTR_EN, .rw = 0xffff),
    NV_ROW(NV_PNVIO_AUXCH_INTR, .w1c = 0xffff),
    NV_ROW(NV_PNVIO_GPIO_INTR_EN_1, .rw = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PNVIO_GPIO_INTR_1, .w1c = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_STORAGE(NV_PNVIO_GPIO_MODE_1),
    NV_GPIO_ROW(NV_PNVIO_GPIO_2),
    NV_BITBANG_ROW(NV_PNVIO_I2C_PORT_4_BITBANG),
    NV_BITBANG_ROW(NV_PNVIO_I2C_PORT_5_BITBANG),
};

const NVRegBlock nv94_pnvio_regs = NV_REG_BLOCK(
    "PNVIO", 0x00e000, 0x1000, nv94_pnvio_rows, .parent = &nv50_pnvio_regs);

static const NVRegInfo nva0_pnvio_rows[] = {
    NV_ABSENT(NV_PNVIO_AUXCH_INTR_EN),
    NV_ABSENT(NV_PNVIO_AUXCH_INTR),
};

const NVRegBlock nva0_pnvio_regs = NV_REG_BLOCK(
    "PNVIO", 0x00e000, 0x1000, nva0_pnvio_rows, .parent = &nv94_pnvio_regs);

#define NV_PGPIO_LINES 32
#define NV_PGPIO_SPECIALS 24

/* GPIO lines and I2C ports have moved to PGPIO. */
static const NVRegInfo nvd9_pnvio_rows[] = {
    NV_ABSENT(NV_PNVIO_GPIO_MODE_0),
    NV_ABSENT(NV_PNVIO_GPIO_MODE_1),
    NV_ABSENT(NV_PNVIO_GPIO_0, .count = 2),
    NV_ABSENT(NV_PNVIO_GPIO_2, .count = 2),
    NV_ABSENT(NV_PNVIO_GPIO_MASK_UNK10C, .count = 2),
    NV_ABSENT(NV_PNVIO_I2C_PORT_0_BITBANG, .count = 4,
              .stride = NV_PNVIO_I2C_STRIDE),
    NV_ABSENT(NV_PNVIO_I2C_PORT_4_BITBANG),
    NV_ABSENT(NV_PNVIO_I2C_PORT_5_BITBANG),
};

const NVRegBlock nvd9_pnvio_regs = NV_REG_BLOCK(
    "PNVIO", 0x00e000, 0x1000, nvd9_pnvio_rows, .parent = &nv94_pnvio_regs);

/* And so have, from GK104 on, their interrupts. */
static const NVRegInfo nve4_pnvio_rows[] = {
    NV_ABSENT(NV_PNVIO_GPIO_INTR_EN_0),
    NV_ABSENT(NV_PNVIO_GPIO_INTR_0),
    NV_ABSENT(NV_PNVIO_GPIO_INTR_EN_1),
    NV_ABSENT(NV_PNVIO_GPIO_INTR_1),
    NV_ABSENT(NV_PNVIO_I2C_INTR_EN),
    NV_ABSENT(NV_PNVIO_I2C_INTR),
    NV_ABSENT(NV_PNVIO_AUXCH_INTR_EN),
    NV_ABSENT(NV_PNVIO_AUXCH_INTR),
};

const NVRegBlock nve4_pnvio_regs = NV_REG_BLOCK(
    "PNVIO", 0x00e000, 0x1000, nve4_pnvio_rows, .parent = &nvd9_pnvio_regs);

/* There are ten ports; the last ones have no bus, and no driver uses them. */
static const NVRegInfo nvd9_pgpio_rows[] = {
    NV_ROW(NV_PGPIO_I2C_BITBANG, .count = NV_I2C_PORTS,
           .stride = NV_PGPIO_I2C_STRIDE,
           .rw = R_NV_PGPIO_I2C_BITBANG_SCL_OUT_MASK |
                 R_NV_PGPIO_I2C_BITBANG_SDA_OUT_MASK |
                 R_NV_PGPIO_I2C_BITBANG_MODE_MASK,
           .read = nv_pgpio_bitbang_read, .write = nv_pgpio_bitbang_write),
    NV_ROW(NV_PGPIO_GPIO_OUT_TRIGGER, .write = nv_gpio_trigger_write),
    NV_ROW(NV_PGPIO_GPIO, .count = NV_PGPIO_LINES,
           .rw = R_NV_PGPIO_GPIO_SPECIAL_MASK | R_NV_PGPIO_GPIO_OUT_MASK |
                 R_NV_PGPIO_GPIO_OE_MASK | R_NV_PGPIO_GPIO_OUT_NEG_MASK |
                 R_NV_PGPIO_GPIO_UNK16_MASK,
           .own = R_NV_PNVIO_GPIO_0_IN_MASK << NV_PGPIO_GPIO_SHIFT),
    NV_ROW(NV_PGPIO_SPECIAL_IN, .count = NV_PGPIO_SPECIALS,
           .rw = UINT32_MAX),
};

const NVRegBlock nvd9_pgpio_regs = NV_REG_BLOCK(
    "PGPIO", 0x00d000, 0x1000, nvd9_pgpio_rows);

/* nvkm/subdev/gpio/gk104.c, i2c/gk104.c */
static const NVRegInfo nve4_pgpio_rows[] = {
    NV_ROW(NV_PGPIO_GPIO_INTR_0, .w1c = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PGPIO_GPIO_INTR_EN_0, .rw = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PGPIO_GPIO_INTR_1, .w1c = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PGPIO_GPIO_INTR_EN_1, .rw = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    /* Nothing is ever plugged into a DisplayPort. */
    NV_ROW(NV_PGPIO_AUXCH_INTR, .w1c = UINT32_MAX),
    NV_ROW(NV_PGPIO_AUXCH_INTR_EN, .rw = UINT32_MAX),
};

const NVRegBlock nve4_pgpio_regs = NV_REG_BLOCK(
    "PGPIO", 0x00d000, 0x1000, nve4_pgpio_rows, .parent = &nvd9_pgpio_regs);

/* --- Life ------------------------------------------------------------- */

void nv_pnvio_realize(NVGPU *gpu)
{
    const NVDisplayChip *chip = gpu->chip->display;

    nv_regs_init(gpu, &gpu->display->pnvio, chip->pnvio);
    if (chip->pgpio) {
        nv_regs_init(gpu, &gpu->display->pgpio, chip->pgpio);
    }
}

void nv_pnvio_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->display->pnvio);
    if (gpu->chip->display->pgpio) {
        nv_regs_reset(&gpu->display->pgpio);
    }
    nv_gpio_set_in(gpu, gpu->chip->display->hpd_line,
                   !NV_FAULTY(gpu, MONITOR));
    nv_pnvio_update_intr(gpu);
}

void nv_pnvio_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->display->pgpio);
    nv_regs_exit(&gpu->display->pnvio);
}

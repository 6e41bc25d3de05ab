/*
 * NVIDIA GPU: PNVIO: lines of general purpose, and of I2C ports, NV50+
 *
 * Sources: the register database (io/pnvio.xml); nouveau's
 * nvkm/subdev/gpio/nv50.c and i2c/busnv50.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

#define NV_GPIO_LINES 16

/* --- GPIO ------------------------------------------------------------- */

static uint32_t nv_gpio_field(NVGPU *gpu, unsigned line, uint32_t mask)
{
    uint32_t val = gpu->regs[R_NV_PNVIO_GPIO_0 + line / 8];

    return val >> line % 8 * 4 & mask;
}

/* From outside only the monitor drives a line; the others are low. */
static bool nv_gpio_in(NVGPU *gpu, unsigned line)
{
    if (!nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_OE_MASK)) {
        return line == gpu->chip->display->hpd_line;
    }
    return !nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_OUT_MASK) !=
           !nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_OUT_NEG_MASK);
}

static void nv_pnvio_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PNVIO_MASK,
                    NV_R(gpu, NV_PNVIO_GPIO_INTR_0) &
                    NV_R(gpu, NV_PNVIO_GPIO_INTR_EN_0));
}

static void nv_pnvio_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pnvio_update_intr(gpu);
}

/* The IN bits, which are stored too, tell what the lines were before. */
static void nv_gpio_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned first = (addr - A_NV_PNVIO_GPIO_0) / 4 * 8;

    for (unsigned line = first; line < first + 8; line++) {
        uint32_t in = R_NV_PNVIO_GPIO_0_IN_MASK << line % 8 * 4;
        bool was = nv_gpio_field(gpu, line, R_NV_PNVIO_GPIO_0_IN_MASK);
        bool is = nv_gpio_in(gpu, line);

        if (is && !was) {
            gpu->regs[addr / 4] |= in;
            NV_R(gpu, NV_PNVIO_GPIO_INTR_0) |=
                1u << (R_NV_PNVIO_GPIO_INTR_0_RISE_MASK_0_SHIFT + line);
        } else if (was && !is) {
            gpu->regs[addr / 4] &= ~in;
            NV_R(gpu, NV_PNVIO_GPIO_INTR_0) |=
                1u << (R_NV_PNVIO_GPIO_INTR_0_FALL_MASK_0_SHIFT + line);
        }
    }
    nv_pnvio_update_intr(gpu);
}

/* --- I2C -------------------------------------------------------------- */

static unsigned nv_pnvio_port(uint32_t addr)
{
    return (addr - A_NV_PNVIO_I2C_PORT_0_BITBANG) / NV_PNVIO_I2C_STRIDE;
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

/* --- Registers -------------------------------------------------------- */

#define NV_GPIO_ALL(_field) \
    (0x11111111u << R_NV_PNVIO_GPIO_0_ ## _field ## _SHIFT)

static const NVRegInfo nv_pnvio_rows[] = {
    NV_ROW(NV_PNVIO_GPIO_INTR_EN_0, .rw = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PNVIO_GPIO_INTR_0, .w1c = UINT32_MAX,
           .write = nv_pnvio_intr_write),
    NV_ROW(NV_PNVIO_I2C_INTR_EN, .rw = 0xf),
    NV_ROW(NV_PNVIO_I2C_INTR, .w1c = 0xf),
    NV_STORAGE(NV_PNVIO_GPIO_MODE_0),
    NV_ROW(NV_PNVIO_GPIO_0, .count = NV_GPIO_LINES / 8,
           .rw = NV_GPIO_ALL(OUT) | NV_GPIO_ALL(OE) | NV_GPIO_ALL(OUT_NEG),
           .write = nv_gpio_write),
    NV_ROW(NV_PNVIO_GPIO_MASK_UNK10C, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PNVIO_PWM, .count = 4, .rw = UINT32_MAX),
    NV_ROW(NV_PNVIO_I2C_PORT_0_BITBANG, .count = NV_I2C_PORTS,
           .stride = NV_PNVIO_I2C_STRIDE, .rw = 0x7,
           .read = nv_pnvio_bitbang_read, .write = nv_pnvio_bitbang_write),
};

static const NVRegBlock nv_pnvio_block = {
    .unit = "PNVIO", .base = 0x00e000, .size = 0x1000,
    .rows = nv_pnvio_rows, .nrows = ARRAY_SIZE(nv_pnvio_rows),
};

/* --- Life ------------------------------------------------------------- */

void nv_pnvio_realize(NVGPU *gpu)
{
    nv_regs_init(gpu, &gpu->display.pnvio, &nv_pnvio_block);
}

void nv_pnvio_reset(NVGPU *gpu)
{
    unsigned line = gpu->chip->display->hpd_line;

    nv_regs_reset(&gpu->display.pnvio);
    gpu->regs[R_NV_PNVIO_GPIO_0 + line / 8] |=
        R_NV_PNVIO_GPIO_0_IN_MASK << line % 8 * 4;
    nv_pnvio_update_intr(gpu);
}

void nv_pnvio_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->display.pnvio);
}

/*
 * Tests of the NVIDIA GPU: PDISPLAY, GPIO and I2C of GF119
 *
 * The differences to NV50's, as in nouveau's nvkm/engine/disp/gf119.c,
 * gpio/gf119.c and i2c/busgf119.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define STAT(_chid) (A_NVD9_PDISPLAY_CHANNEL_STAT + (_chid) * 0x10)
#define CURSOR 13

#define HPD_LINE 7
#define LINE(_line) (A_NV_PGPIO_GPIO + (_line) * 4)
#define LINE_IN 0x4000

/* Lines change when they are written, and read back. */
static void lines(NVDev *nv)
{
    uint32_t intr = nv->card->features & NV_CARD_EVO_NVE4
        ? A_NV_PGPIO_GPIO_INTR_0 : A_NV_PNVIO_GPIO_INTR_0;

    nv_assert_hex(nv_rd32(nv, LINE(HPD_LINE)) & LINE_IN, LINE_IN);
    nv_wr32(nv, LINE(3), 0x3000);
    nv_assert_hex(nv_rd32(nv, LINE(3)) & LINE_IN, 0);
    nv_wr32(nv, A_NV_PGPIO_GPIO_OUT_TRIGGER, 1);
    nv_assert_hex(nv_rd32(nv, LINE(3)) & LINE_IN, LINE_IN);
    nv_assert_hex(nv_rd32(nv, intr), 1 << 3);
    nv_wr32(nv, intr, 1 << 3);
    nv_wr32(nv, LINE(3), 0x2000);
    nv_wr32(nv, A_NV_PGPIO_GPIO_OUT_TRIGGER, 1);
    nv_assert_hex(nv_rd32(nv, LINE(3)) & LINE_IN, 0);
    nv_assert_hex(nv_rd32(nv, intr), 1 << 19);
}

static void ports(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGPIO_I2C_BITBANG, 7);
    nv_assert_hex(nv_rd32(nv, A_NV_PGPIO_I2C_BITBANG), 0x37);
    nv_wr32(nv, A_NV_PGPIO_I2C_BITBANG, 5);
    nv_assert_hex(nv_rd32(nv, A_NV_PGPIO_I2C_BITBANG), 0x15);
}

static void capabilities(NVDev *nv)
{
    unsigned heads = nv_card_heads(nv->card);

    nv_assert_hex(nv_rd32(nv, A_NVD9_PDISPLAY_CLOCK_CAP) & 0xf,
                  (1 << heads) - 1);
    nv_assert_hex(nv_rd32(nv, 0x022448), heads);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_2), 0);
}

static void open_core(NVDev *nv, uint32_t push)
{
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN, 1);
    nv_wr32(nv, A_NVD9_PDISPLAY_CHANNEL_DMA_CB,
            push >> 8 | NV_EVO_TARGET_VRAM);
    nv_mask(nv, STAT(0), 0x10, 0x10);
    nv_wr32(nv, A_NV_EVO_USER_PUT, 0);
    nv_wr32(nv, STAT(0), 0x01000013);
    nv_assert_hex(nv_rd32(nv, STAT(0)) & 0x80000000, 0);
    g_assert_cmphex(nv_rd32(nv, STAT(0)) & 0x1e0000, !=, 0);
}

/* A method shows as written, not as it is in effect. */
static void images(NVDev *nv)
{
    uint32_t push = nv_vram_alloc(nv, 0x1000);
    uint32_t mthd = NVD9_EVO_HEAD(1) + NVD9_EVO_HEAD_RASTER_SIZE;

    open_core(nv, push);
    nv_phys_wr32(nv, push, 1 << 18 | mthd);
    nv_phys_wr32(nv, push + 4, 0x01230456);
    nv_wr32(nv, A_NV_EVO_USER_PUT, 8);
    nv_assert_hex(nv_rd32(nv, A_NV_EVO_USER_GET), 8);
    nv_assert_hex(nv_rd32(nv, A_NVD9_EVO_ASY + mthd), 0x01230456);
    nv_assert_hex(nv_rd32(nv, A_NV_EVO_USER_PUT + mthd), 0);
    nv_mask(nv, STAT(0), 0x10, 0);
    nv_mask(nv, STAT(0), 3, 0);
    nv_assert_hex(nv_rd32(nv, STAT(0)) & 0x1e0000, 0);
}

static void errors(NVDev *nv)
{
    uint32_t push = nv_vram_alloc(nv, 0x1000);

    open_core(nv, push);
    nv_phys_wr32(nv, push, 1 << 18 | 0x0ac);
    nv_phys_wr32(nv, push + 4, 0x55);
    nv_wr32(nv, A_NV_EVO_USER_PUT, 8);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY), 2);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), 1);
    nv_assert_hex(nv_rd32(nv, A_NVD9_PDISPLAY_TRAPPED_ADDR), 0x30ac);
    nv_assert_hex(nv_rd32(nv, A_NVD9_PDISPLAY_TRAPPED_DATA), 0x55);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR, 1);
    nv_wr32(nv, A_NVD9_PDISPLAY_TRAPPED_ADDR, 0x90000000);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY), 0);
    nv_assert_hex(nv_rd32(nv, A_NVD9_PDISPLAY_TRAPPED_ADDR), 0);
}

/* Cursors come after the channels of heads that GF119 doesn't have. */
static void cursors(NVDev *nv)
{
    for (unsigned head = 0; head < nv_card_heads(nv->card); head++) {
        nv_wr32(nv, STAT(CURSOR + head), 1);
        nv_assert_hex(nv_rd32(nv, STAT(CURSOR + head)) & 0x30000, 0x10000);
        nv_assert_hex(nv_rd32(nv, A_NV_EVO_USER_FREE + (CURSOR + head) *
                                  NV_EVO_USER_STRIDE), 63);
        nv_mask(nv, STAT(CURSOR + head), 1, 0);
        nv_assert_hex(nv_rd32(nv, STAT(CURSOR + head)) & 0x30000, 0);
    }
    /* The number of its second head is another channel's elsewhere. */
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN),
                  nv_card_heads(nv->card) == 4 ? 0x0001ffff : 0x00006667);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN), 0);
}

/* Fermi before it has GT215's display. */
#define GF119 .needs = NV_CARD_EVO_NVD9, .fermi = true, .kepler = true

static const NVTest tests[] = {
    { "fermi-display/lines", "i2c-gpio", lines, GF119 },
    { "fermi-display/ports", "i2c-gpio", ports, GF119 },
    { "fermi-display/capabilities", "evo", capabilities, GF119 },
    { "fermi-display/images", "second-head evo", images, GF119 },
    { "fermi-display/errors", "evo", errors, GF119 },
    { "fermi-display/cursors", "cursor second-head evo", cursors, GF119 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

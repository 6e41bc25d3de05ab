/*
 * Tests of the NVIDIA GPU: PVPE, as nouveau's nvkm/engine/mpeg drives it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/vpe-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 2
#define SUBC 3

#define HANDLE 0x3174
#define CLASS 0x3174
#define DMA_HANDLE 0xd3a

/* Methods: rnndb, vdec/vpe/mpeg_fifo.xml */
#define PITCH 0x0160
#define SIZE 0x0164
#define DMA_CMD 0x0190
#define IMAGE_C_OFFSET_1 0x020c
#define NONE 0x0100

#define NV_ENGINE_MPEG 2

#define CONFIG 0x02001ec1

/* PMPEG's kinds, by the chip */
static unsigned chip(const NVCard *card)
{
    return card->boot0 >> 20;
}

static bool has_mpeg(const NVCard *card)
{
    return chip(card) == 0x34 || (chip(card) >= 0x40 && chip(card) < 0x50);
}

static bool has_pme(const NVCard *card)
{
    return chip(card) >= 0x40 && chip(card) <= 0x50;
}

static void assert_nothing_unknown(NVDev *nv)
{
    g_autofree char *report = nv_qom_get(nv, "report");

    if (!g_str_has_prefix(report, "registers that are not modelled:\n"
                          "  none\n")) {
        nv_fail("%s", report);
    }
}

/* nv31_mpeg_tile() */
static void tiles(NVDev *nv)
{
    unsigned count = nv->card->features & NV_CARD_NV40 ? 12 : 8;

    for (unsigned i = 0; i < count; i++) {
        nv_wr32(nv, A_NV_PVPE_TILE_PITCH + i * 16, 0x1400);
        nv_wr32(nv, A_NV_PVPE_TILE_LIMIT + i * 16, 0x0082ffff);
        nv_wr32(nv, A_NV_PVPE_TILE_ADDR + i * 16, 0x80420000 + i);
    }
    nv_assert_hex(nv_rd32(nv, A_NV_PVPE_TILE_ADDR + 3 * 16), 0x80420003);
    assert_nothing_unknown(nv);
}

/* nv31_mpeg_init() */
static void init(NVDev *nv)
{
    nv_wr32(nv, A_NV_PVPE_UNK0E0, 0x20);
    nv_wr32(nv, A_NV_PVPE_UNK0E8, 0x20);
    nv_wr32(nv, A_NV_PMPEG_ENABLE, 0);
    nv_wr32(nv, A_NV_PMPEG_UNK314, 0x100);
    nv_wr32(nv, A_NV_PMPEG_COMPAT_MODE, 0x31);
    nv_wr32(nv, A_NV_PMPEG_CONFIG, CONFIG);
    nv_mask(nv, A_NV_PMPEG_ENABLE, 1, 1);
    nv_wr32(nv, A_NV_PMPEG_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PMPEG_INTR_EN, 0xffffffff);
}

static void initialization(NVDev *nv)
{
    uint32_t fifo_err = R_NV_PMPEG_INTR_FIFO_ERR_MASK;

    nv_assert_reg(nv, NV_PMPEG_CONFIG, 0x30200);
    nv_assert_reg(nv, NV_PMPEG_COMPAT_MODE, 0x17);
    nv_assert_reg(nv, NV_PMPEG_UNK310, 0x1f);
    init(nv);
    nv_assert_reg(nv, NV_PMPEG_STATUS, 0);
    nv_assert_reg(nv, NV_PMPEG_CONFIG, CONFIG);
    nv_assert_reg(nv, NV_PMPEG_ENABLE, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PMPEG_INTR_EN) & fifo_err, fifo_err);
    nv_assert_reg(nv, NV_PMPEG_INTR, 0);
    g_assert_false(nv_intx(nv));
    assert_nothing_unknown(nv);

    /* PMC's bit clears all of that. */
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PVPE_MASK,
            R_NV_PMC_ENABLE_PVPE_MASK);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PVPE_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PVPE_MASK,
            R_NV_PMC_ENABLE_PVPE_MASK);
    nv_assert_reg(nv, NV_PMPEG_CONFIG, 0x30200);
    nv_assert_reg(nv, NV_PMPEG_INTR_EN, 0);
}

/* nv31_mpeg_intr(): the error is the expected one, and is cleared. */
static void handle(NVDev *nv, uint32_t type, uint32_t mthd, uint32_t data)
{
    nv_assert_reg(nv, NV_PMPEG_INTR, R_NV_PMPEG_INTR_FIFO_ERR_MASK);
    nv_assert_hex(nv_field(nv, NV_PMC_INTR, PMPEG), 1);
    g_assert_true(nv_intx(nv));
    nv_assert_reg(nv, NV_PMPEG_FIFO_ERR, type);
    nv_assert_reg(nv, NV_PMPEG_FIFO_ERR_MTHD, mthd);
    nv_assert_reg(nv, NV_PMPEG_FIFO_ERR_DATA, data);
    nv_wr32(nv, A_NV_PMPEG_INTR, R_NV_PMPEG_INTR_FIFO_ERR_MASK);
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, A_NV_PMPEG_FIFO_ERR, 1);
}

/* A channel whose commands cover all that driver and engine share */
static NVChan *submit(NVDev *nv, uint32_t *inst, uint32_t *dma)
{
    NVChan *chan;

    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    *inst = nv_inst_object(nv, CLASS);
    *dma = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM, 0x1000, 0xfff);
    nv_ramht_insert(nv, CHID, HANDLE, NV_ENGINE_MPEG, *inst);
    nv_ramht_insert(nv, CHID, DMA_HANDLE, NV_ENGINE_MPEG, *dma);
    nv_push_object(chan, SUBC, HANDLE);
    nv_push_inc(chan, SUBC, PITCH, 0x00010540, 0x00f00140);
    nv_push_inc(chan, SUBC, DMA_CMD, DMA_HANDLE);
    nv_push_inc(chan, SUBC, IMAGE_C_OFFSET_1, 0x1234500);
    nv_push_inc(chan, SUBC, NONE, 0x77);
    nv_push_ref(chan, 0x55);
    nv_kick(chan);
    return chan;
}

static void objects_are_the_drivers(NVDev *nv)
{
    uint32_t inst, dma;
    NVChan *chan;

    init(nv);
    chan = submit(nv, &inst, &dma);
    nv_assert_reg(nv, NV_PMPEG_PITCH, 0);
    if (chip(nv->card) == 0x44) {
        g_assert_true(nv_field(nv, NV_PMPEG_CHANNEL_CUR, VALID));
    }
    nv_migrate(nv);
    handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0, inst >> 4);
    nv_assert_reg(nv, NV_PMPEG_PITCH, 0x00010540);
    nv_assert_reg(nv, NV_PMPEG_SIZE, 0x00f00140);
    nv_assert_hex(nv_rd32(nv, A_NV_PMPEG_IMAGE_C_OFFSET + 8), 0);
    nv_assert_hex(nv_user_ref(chan), 0);
    handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK, DMA_CMD, dma >> 4);
    nv_assert_hex(nv_rd32(nv, A_NV_PMPEG_IMAGE_C_OFFSET + 8), 0x1234500);
    handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK, NONE, 0x77);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    nv_assert_quiet(nv);
    assert_nothing_unknown(nv);
    nv_chan_free(chan);
}

/* Nothing waits for it before a driver has connected it. */
static void without_fifo_mode(NVDev *nv)
{
    uint32_t inst, dma;
    NVChan *chan = submit(nv, &inst, &dma);

    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    nv_assert_reg(nv, NV_PMPEG_PITCH, 0);
    nv_assert_reg(nv, NV_PMPEG_FIFO_ERR, 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Turned off, methods wait for it; after a reset, they pass. */
static void disabled(NVDev *nv)
{
    uint32_t inst, dma;
    NVChan *chan;

    init(nv);
    nv_wr32(nv, A_NV_PMPEG_ENABLE, 0);
    chan = submit(nv, &inst, &dma);
    nv_assert_reg(nv, NV_PMPEG_FIFO_ERR, 0);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_wr32(nv, A_NV_PMPEG_ENABLE, 1);
    handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0, inst >> 4);
    nv_assert_reg(nv, NV_PMPEG_FIFO_ERR,
                  R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PVPE_MASK,
            R_NV_PMC_ENABLE_PVPE_MASK);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PVPE_MASK, 0);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    g_assert_false(nv_intx(nv));
    nv_chan_free(chan);
}

/* nv40_mpeg_intr(), nv50_fifo_chan's kickoff */
static void pme(NVDev *nv)
{
    nv_assert_hex(nv_mask(nv, A_NV_PME_ENABLE, 1, 1), 0);
    nv_assert_reg(nv, NV_PME_ENABLE, 1);
    nv_wr32(nv, A_NV_PME_ENABLE, 0);
    if (chip(nv->card) < 0x50) {
        nv_assert_reg(nv, NV_PME_INTR, 0);
        nv_assert_reg(nv, NV_PME_STATUS, 0);
    }
    assert_nothing_unknown(nv);
}

static const NVTest tests[] = {
    { "vpe/tile-regions", "", tiles, .applies = has_mpeg },
    { "vpe/initialization", "", initialization, .applies = has_mpeg },
    { "vpe/objects-are-the-drivers", "engine-queue invalid-engine",
      objects_are_the_drivers, .applies = has_mpeg, .props = "vram=16M" },
    { "vpe/without-fifo-mode", "invalid-engine", without_fifo_mode,
      .applies = has_mpeg },
    { "vpe/disabled-it-waits", "engine-queue", disabled, .applies = has_mpeg },
    { "vpe/pme", "", pme, .applies = has_pme, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

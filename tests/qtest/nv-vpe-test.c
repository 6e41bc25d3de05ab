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
#include "libnv/nv-graph.h"
#include "libnv/nv-report.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
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
    g_autofree char *report = nv_report_text(nv);

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

/* --- NV50 and later ----------------------------------------------------- */

#define OTHER 4
#define CONTEXT_SIZE 0x200

#define CONFIG_NV50 0x00801ec1

/* Methods that NV31's PMPEG leaves to the driver, or doesn't have */
#define DMA_DATA 0x01a0
#define DMA_QUERY 0x01c0
#define FORMAT 0x0310
#define QUERY_OFFSET 0x031c
#define EXEC 0x0394

static bool has_tesla_mpeg(const NVCard *card)
{
    return card->features & NV_CARD_NV50 && strcmp(card->name, "nv98") &&
           !(card->features & NV_CARD_NVA3);
}

/* nv50_mpeg_init() */
static void tesla_init(NVDev *nv)
{
    bool g84 = nv->card->features & NV_CARD_NV84;

    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, 0x001d07ff);
    nv_wr32(nv, A_NV_PMPEG_ENABLE, 0);
    nv_wr32(nv, A_NV_PMPEG_UNK314, 0x100);
    nv_wr32(nv, A_NV_PVPE_UNK0E0, 0x1a);
    nv_wr32(nv, A_NV_PMPEG_COMPAT_MODE, 0x44);
    nv_wr32(nv, A_NV_PMPEG_CONFIG, CONFIG_NV50);
    if (g84) {
        nv_wr32(nv, A_NV_PMPEG_DMA_QUERY, 0);
        nv_wr32(nv, A_NV_PMPEG_QUERY_ADDRESS, 0);
        nv_wr32(nv, A_NV_PMPEG_QUERY_COUNTER, 0);
    }
    nv_mask(nv, A_NV_PMPEG_ENABLE, 1, 1);
    nv_wr32(nv, A_NV_PMPEG_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PMPEG_INTR_EN, 0xffffffff);
    nv_assert_reg(nv, NV_PMPEG_STATUS, 0);
    nv_assert_reg(nv, NV_PMPEG_CONFIG, CONFIG_NV50);
    nv_assert_reg(nv, NV_PMPEG_INTR_EN, 0x01110111);
    assert_nothing_unknown(nv);
}

/* nv50_mpeg_cclass_bind(), nv50_ectx_bind(), g84_ectx_bind() */
static uint32_t tesla_context(NVDev *nv, unsigned chid)
{
    uint32_t at = nv->tesla->block[chid] +
                  (nv->card->features & NV_CARD_NV84 ? 0x60 : 0x260);
    uint32_t context = nv_vram_alloc(nv, CONTEXT_SIZE);

    nv_phys_clear(nv, context, CONTEXT_SIZE);
    nv_phys_wr32(nv, context + 0x70, CONFIG_NV50);
    nv_phys_wr32(nv, context + 0x7c, 0x0000037c);
    nv_vm_dmaobj(nv, at, 0x00190000, context, context + CONTEXT_SIZE - 1);
    return context;
}

static NVChan *tesla_channel(NVDev *nv, unsigned chid, uint32_t *context,
                             uint32_t *inst)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_RAM);

    *context = tesla_context(nv, chid);
    *inst = nv_inst_object(nv, nv->card->features & NV_CARD_NV84 ? 0x8274
                                                                 : CLASS);
    nv_ramht_insert(nv, chid, HANDLE, NV_ENGINE_MPEG, *inst);
    return chan;
}

/* nv50_mpeg_intr() */
static void tesla_handle(NVDev *nv, uint32_t type, uint32_t mthd,
                         uint32_t data)
{
    if (type == R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK && !mthd) {
        nv_wr32(nv, A_NV_PMPEG_INSTANCE, 0x100);
    }
    handle(nv, type, mthd, data);
}

static void submit_ref(NVChan *chan, uint32_t ref)
{
    nv_push_ref(chan, ref);
    nv_kick(chan);
}

/* Only the object itself is the driver's. */
static void tesla_methods(NVDev *nv)
{
    bool g84 = nv->card->features & NV_CARD_NV84;
    uint32_t context, inst, dma, offset;
    NVChan *chan;

    tesla_init(nv);
    chan = tesla_channel(nv, CHID, &context, &inst);
    dma = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM, 0x1000, 0xfff);
    nv_ramht_insert(nv, CHID, DMA_HANDLE, NV_ENGINE_MPEG, dma);
    offset = nv_tesla_offset(nv, CHID, dma);
    nv_push_object(chan, SUBC, HANDLE);
    nv_push_inc(chan, SUBC, PITCH, 0x00010540, 0x00f00140);
    nv_push_inc(chan, SUBC, DMA_CMD, DMA_HANDLE);
    nv_push_inc(chan, SUBC, DMA_DATA, DMA_HANDLE);
    nv_push_inc(chan, SUBC, FORMAT, 0xffffffff);
    nv_push_inc(chan, SUBC, IMAGE_C_OFFSET_1, 0x1234500);
    nv_push_inc(chan, SUBC, EXEC, 1);
    submit_ref(chan, 0x11);
    tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0,
                 nv_tesla_offset(nv, CHID, inst));
    nv_poll(nv_user_ref(chan) == 0x11);
    nv_assert_reg(nv, NV_PMPEG_CHANNEL_CUR,
                  0x80000000 | nv->tesla->block[CHID] >> 12);
    nv_assert_reg(nv, NV_PMPEG_PITCH, 0x00010540);
    nv_assert_reg(nv, NV_PMPEG_SIZE, 0x00f00140);
    nv_assert_reg(nv, NV_PMPEG_DMA_CMD, 0x80000000 | offset);
    nv_assert_reg(nv, NV_PMPEG_DMA_DATA, 0x80000000 | offset);
    nv_assert_reg(nv, NV_PMPEG_DMA_IMAGE, 0);
    nv_assert_reg(nv, NV_PMPEG_FORMAT, 0x101);
    nv_assert_hex(nv_rd32(nv, A_NV_PMPEG_IMAGE_C_OFFSET + 8), 0x1234500);
    nv_wr32(nv, A_NV_PMPEG_FORMAT, 0);
    nv_assert_reg(nv, NV_PMPEG_FORMAT, 0x101);

    /* Queries came with NV84. */
    nv_push_inc(chan, SUBC, QUERY_OFFSET, 0x440, 5);
    nv_push_inc(chan, SUBC, DMA_QUERY, DMA_HANDLE);
    submit_ref(chan, 0x12);
    if (g84) {
        nv_poll(nv_user_ref(chan) == 0x12);
        nv_assert_reg(nv, NV_PMPEG_QUERY_ADDRESS, 0x440);
        nv_assert_reg(nv, NV_PMPEG_QUERY_COUNTER, 5);
        nv_assert_reg(nv, NV_PMPEG_DMA_QUERY, 0x80000000 | offset);
    } else {
        tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK, QUERY_OFFSET,
                     0x440);
        tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK,
                     QUERY_OFFSET + 4, 5);
        tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK, DMA_QUERY,
                     offset);
        nv_poll(nv_user_ref(chan) == 0x12);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* The registers of a channel that isn't on PMPEG are in its context. */
static void tesla_contexts(NVDev *nv)
{
    uint32_t context[2], inst[2];
    NVChan *a, *b;

    tesla_init(nv);
    a = tesla_channel(nv, CHID, &context[0], &inst[0]);
    b = tesla_channel(nv, OTHER, &context[1], &inst[1]);
    nv_push_object(a, SUBC, HANDLE);
    nv_push_inc(a, SUBC, SIZE, 0x00100020);
    nv_push_inc(a, SUBC, IMAGE_C_OFFSET_1, 0xaaaa00);
    submit_ref(a, 1);
    tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0,
                 nv_tesla_offset(nv, CHID, inst[0]));
    nv_poll(nv_user_ref(a) == 1);
    nv_push_object(b, SUBC, HANDLE);
    nv_push_inc(b, SUBC, IMAGE_C_OFFSET_1, 0xbbbb00);
    submit_ref(b, 1);
    tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0,
                 nv_tesla_offset(nv, OTHER, inst[1]));
    nv_poll(nv_user_ref(b) == 1);
    nv_assert_reg(nv, NV_PMPEG_SIZE, 0);
    nv_assert_reg(nv, NV_PMPEG_CONFIG, CONFIG_NV50);
    nv_assert_hex(nv_phys_rd32(nv, context[0]), 0x00100020);
    nv_assert_hex(nv_phys_rd32(nv, context[0] + 0x10 + 6 * 4), 0xaaaa00);
    nv_assert_hex(nv_phys_rd32(nv, context[0] + 0x70), CONFIG_NV50);
    nv_assert_hex(nv_phys_rd32(nv, context[0] + 0x78), 0x100);
    nv_assert_hex(nv_phys_rd32(nv, context[0] + 0x7c), 0x37c);
    nv_migrate(nv);
    nv_push_inc(a, SUBC, PITCH, 0x00010540);
    submit_ref(a, 2);
    nv_poll(nv_user_ref(a) == 2);
    nv_assert_reg(nv, NV_PMPEG_SIZE, 0x00100020);
    nv_assert_hex(nv_rd32(nv, A_NV_PMPEG_IMAGE_C_OFFSET + 8), 0xaaaa00);
    nv_assert_hex(nv_phys_rd32(nv, context[1] + 0x10 + 6 * 4), 0xbbbb00);
    /* A channel that is removed leaves its context in memory. */
    nv_tesla_kick(nv, CHID);
    nv_assert_reg(nv, NV_PMPEG_CHANNEL_CUR, 0);
    nv_assert_hex(nv_phys_rd32(nv, context[0] + 0xc), 0x00010540);
    nv_assert_quiet(nv);
    nv_chan_free(a);
    nv_chan_free(b);
}

/* Without memory for it, the registers stay, and the MMU reports it. */
static void tesla_no_context(NVDev *nv)
{
    uint32_t context, inst;
    NVVmTrap trap;
    NVChan *chan;

    tesla_init(nv);
    chan = tesla_channel(nv, CHID, &context, &inst);
    nv_vm_dmaobj(nv, nv->tesla->block[CHID] +
                 (nv->card->features & NV_CARD_NV84 ? 0x60 : 0x260),
                 0x00190000, context, context + 0x2f);
    nv_push_object(chan, SUBC, HANDLE);
    submit_ref(chan, 1);
    tesla_handle(nv, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0,
                 nv_tesla_offset(nv, CHID, inst));
    nv_poll(nv_user_ref(chan) == 1);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.engine, 0x8);
    nv_assert_hex(trap.client, 0x6);
    nv_assert_hex(trap.slot, 4);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID]);
    nv_assert_reg(nv, NV_PMPEG_CONFIG, CONFIG_NV50);
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
    { "vpe/tesla-methods", "pmpeg-context", tesla_methods,
      .applies = has_tesla_mpeg, .tesla = true },
    { "vpe/tesla-contexts", "pmpeg-context!", tesla_contexts,
      .applies = has_tesla_mpeg, .tesla = true, .slow = true },
    { "vpe/tesla-no-context", "pmpeg-context", tesla_no_context,
      .applies = has_tesla_mpeg, .tesla = true },
    { "vpe/pme", "", pme, .applies = has_pme, .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

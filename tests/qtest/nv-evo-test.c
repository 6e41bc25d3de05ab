/*
 * Tests of the NVIDIA GPU: PDISPLAY's registers, channels, errors
 *
 * What nouveau's nvkm/engine/disp/nv50.c and dispnv50 rely on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define MS 1000000LL

/* --- Registers -------------------------------------------------------- */

static void capabilities(NVDev *nv)
{
    uint32_t sors = (1 << nv->card->sors) - 1;

    nv_assert_reg(nv, NV_PDISPLAY_CAPS, nv->card->evo_caps);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_CLOCK_CAP) & 0x7f700000,
                  0x70700000 | sors << 24);
    /* The driver counts in CAP before it has copied anything there. */
    nv_assert_reg(nv, NV_PDISPLAY_CAP,
                  nv_rd32(nv, A_NV_PDISPLAY_CLOCK_CAP));
    for (unsigned h = 0; h < 2; h++) {
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_CAP + h * 0x800),
                      1);
        /* What else nv50_disp_init() copies of each head's */
        for (unsigned i = 0; i < 3; i++) {
            nv_rd32(nv, A_NV_PDISPLAY_HEAD_STAT_CAP_B + h * 0x800 + i * 4);
        }
    }
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
    nv_assert_hex(nv_evo_intr1(nv) & 0x100, 0);
    nv_wr32(nv, A_NV_PDISPLAY_CAP, 0x00100000);
    nv_assert_reg(nv, NV_PDISPLAY_CAP, 0x00100000);
}

/* nv50_dac_power(), nv50_sor_power(), nv50_pior_power() */
static void power(NVDev *nv)
{
    const struct {
        uint32_t addr;
        unsigned count;
    } regs[] = {
        { A_NV_PDISPLAY_DAC_DPMS_CTRL, 3 },
        { A_NV_PDISPLAY_SOR_PWR, nv->card->sors },
        { A_NV_PDISPLAY_PIOR_PWR, 3 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        for (unsigned n = 0; n < regs[i].count; n++) {
            uint32_t addr = regs[i].addr + n * 0x800;

            nv_assert_hex(nv_rd32(nv, addr) >> 31, 0);
            nv_wr32(nv, addr, 0x80000001);
            nv_assert_hex(nv_rd32(nv, addr), 0x00000001);
        }
    }
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_SOR_BLANK) & 0x10000000, 0);
}

/* nv50_dac_sense() */
static void load_detection(NVDev *nv)
{
    for (unsigned dac = 0; dac < 3; dac++) {
        uint32_t addr = A_NV_PDISPLAY_DAC_LOAD_CTRL + dac * 0x800;

        nv_wr32(nv, addr, 0x00100000 | 340);
        nv_assert_hex(nv_rd32(nv, addr),
                      (dac ? 0x80100000 : 0xb8100000) | 340);
        nv_wr32(nv, addr, 0);
        nv_assert_hex(nv_rd32(nv, addr) & 0x00100000, 0);
    }
}

/* Without the display engine there is nothing of it, and no VGA ports. */
static void headless(NVDev *nv)
{
    nv_assert_reg(nv, NV_PDISPLAY_CAPS, 0);
    nv_assert_reg(nv, NV_PDISPLAY_CAP, 0);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_EN_1, 0xffffffff);
    nv_wr32(nv, A_NV_PDISPLAY_CHANNEL_STAT, 0x01000013);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_CHANNEL_STAT) & 0x801e0000, 0);
    nv_clock_step(nv, 100 * MS);
    nv_assert_hex(nv_evo_pending(nv), false);
    qtest_outb(nv->qts, 0x3c2, 0x67);
    nv_assert_hex(qtest_inb(nv->qts, 0x3cc), 0xff);
    nv_assert_hex(nv_rd32(nv, 0xe138), 0);
    nv_migrate(nv);
    qtest_system_reset(nv->qts);
}

/* --- Channels --------------------------------------------------------- */

static void open_and_close(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan chan[5];

    nv_evo_init(nv, &evo);
    for (unsigned chid = 0; chid < 9; chid++) {
        nv_assert_hex(nv_evo_stat(&evo, chid) & 0x801f0000, 0);
    }
    for (unsigned chid = 0; chid < 5; chid++) {
        nv_evo_open(&evo, &chan[chid], chid, chid & 1);
        nv_assert_hex(nv_evo_get(&chan[chid]), 0);
        nv_assert_hex(!!(nv_evo_stat(&evo, chid) & 0x001e0000), true);
    }
    for (unsigned chid = 5; chid < 9; chid++) {
        nv_evo_open_pio(&evo, chid);
        nv_assert_hex(nv_rd32(nv, nv_evo_user(chid, A_NV_EVO_USER_FREE)) >=
                      4, true);
    }
    for (unsigned chid = 5; chid < 9; chid++) {
        nv_evo_close_pio(&evo, chid);
    }
    for (unsigned chid = 5; chid--;) {
        nv_evo_close(&chan[chid]);
    }
}

/* GET follows PUT, round the end of the pushbuffer with a jump. */
static void pushbuffer(NVDev *nv)
{
    bool in_vram = nv->test->data;
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, in_vram);
    for (unsigned i = 0; i < 1200; i++) {
        nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), i);
        if (i % 100 == 0) {
            nv_evo_kick(&core);
            nv_assert_hex(nv_evo_get(&core), core.cur);
            nv_assert_hex(nv_evo_put(&core), core.cur);
            nv_assert_hex(nv_rd32(nv, 0x610ac0), i);
        }
    }
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

static void opcodes(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    /* Increasing, not increasing, none at all */
    nv_evo_word(&core, 3 << 18 | NV_EVO_HEAD(0, RASTER_SIZE));
    nv_evo_word(&core, 0x11);
    nv_evo_word(&core, 0x22);
    nv_evo_word(&core, 0x33);
    nv_evo_word(&core, 2 << 29 | 2 << 18 | NV_EVO_HEAD(1, RASTER_SIZE));
    nv_evo_word(&core, 0x44);
    nv_evo_word(&core, 0x55);
    nv_evo_word(&core, 0);
    /* For another card */
    nv_evo_word(&core, 3u << 29 | 0xffe);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x66);
    nv_evo_word(&core, 3u << 29 | 0x001);
    nv_evo_mthd(&core, NV_EVO_HEAD(1, OVERSCAN_COLOR), 0x77);
    nv_evo_kick(&core);
    nv_assert_hex(nv_rd32(nv, 0x610af8), 0x11);
    nv_assert_hex(nv_rd32(nv, 0x610b00), 0x22);
    nv_assert_hex(nv_rd32(nv, 0x610ae8), 0x33);
    nv_assert_hex(nv_rd32(nv, 0x610af8 + 0x540), 0x55);
    nv_assert_hex(nv_rd32(nv, 0x610b00 + 0x540), 0);
    nv_assert_hex(nv_rd32(nv, 0x610ac0), 0);
    nv_assert_hex(nv_rd32(nv, 0x610ac0 + 0x540), 0x77);
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

/* PUT can be written while DMA_ENABLED is set; a start begins there. */
static void put(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x12);
    nv_evo_kick(&core);
    nv_evo_close(&core);
    nv_wr32(nv, nv_evo_user(0, A_NV_EVO_USER_PUT), 0x40);
    nv_assert_hex(nv_evo_put(&core), 8);
    nv_mask(nv, A_NV_PDISPLAY_CHANNEL_STAT, 0x10, 0x10);
    nv_wr32(nv, nv_evo_user(0, A_NV_EVO_USER_PUT), 0x40);
    nv_assert_hex(nv_evo_put(&core), 0x40);
    nv_wr32(nv, A_NV_PDISPLAY_CHANNEL_STAT, 0x01000013);
    nv_assert_hex(nv_evo_get(&core), 0x40);
    core.cur = 0x40;
    nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x34);
    nv_evo_kick(&core);
    nv_assert_hex(nv_rd32(nv, 0x610ac0), 0x34);
}

/* A channel's debug registers execute a method. */
static void ctrl(NVDev *nv)
{
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_wr32(nv, A_NV_PDISPLAY_CTRL_VAL, 0x4321);
    nv_wr32(nv, A_NV_PDISPLAY_CTRL_STATE,
            0x80000001 | NV_EVO_HEAD(0, OVERSCAN_COLOR));
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_CTRL_STATE) >> 31, 0);
    nv_assert_hex(nv_rd32(nv, 0x610ac0), 0x4321);
}

/* --- State ------------------------------------------------------------ */

/**
 * struct Shown - a method whose state a register shows
 *
 * @mthd: the method, of the first head
 * @reg: the register, of the first head or its channel; the next one shows the
 *       armed state
 * @val: a value that is valid, 0: any is
 */
typedef struct Shown {
    uint16_t mthd;
    uint32_t reg;
    uint32_t val;
} Shown;

/* From a head, or its channel, to the next */
#define SHOWN_STRIDE 0x540

/* nouveau's nv50_disp_core_mthd_head */
static const Shown core_shown[] = {
    { 0x0800, 0x610ad8 }, { 0x0804, 0x610ad0 }, { 0x0808, 0x610a48 },
    { 0x080c, 0x610a78 }, { 0x0810, 0x610ac0 }, { 0x0814, 0x610af8 },
    { 0x0818, 0x610b00 }, { 0x081c, 0x610ae8 }, { 0x0820, 0x610af0 },
    { 0x0824, 0x610b08 }, { 0x0828, 0x610b10 }, { 0x082c, 0x610a68 },
    { 0x0830, 0x610a60 }, { 0x0838, 0x610a40 }, { 0x0840, 0x610a24 },
    { 0x0844, 0x610a2c }, { 0x0848, 0x610aa8 }, { 0x084c, 0x610ab0 },
    { 0x0860, 0x610a84 }, { 0x0864, 0x610a90 }, { 0x0868, 0x610b18 },
    { 0x086c, 0x610b20 }, { 0x0870, 0x610ac8, 0xcf00 },
    { 0x0874, 0x610a38, EVO_VRAM }, { 0x0880, 0x610a58 }, { 0x0884, 0x610a9c },
    { 0x08a0, 0x610a70 }, { 0x08a4, 0x610a50 }, { 0x08a8, 0x610ae0 },
    { 0x08c0, 0x610b28 }, { 0x08c4, 0x610b30 }, { 0x08c8, 0x610b40 },
    { 0x08d4, 0x610b38 }, { 0x08d8, 0x610b48 }, { 0x08dc, 0x610b50 },
    { 0x0900, 0x610a18 }, { 0x0904, 0x610ab8 },
};

/* nv50_disp_base_mthd_base, nv50_disp_base_mthd_image */
static const Shown base_shown[] = {
    { 0x0084, 0x6108c4 }, { 0x0088, 0x6108d0 }, { 0x008c, 0x6108dc },
    { 0x0090, 0x6108e4 }, { 0x0094, 0x610884, EVO_SYNC }, { 0x00a0, 0x6108a0 },
    { 0x00a4, 0x610878, EVO_SYNC }, { 0x00c0, 0x61086c, EVO_VRAM },
    { 0x00e0, 0x610858 }, { 0x00e4, 0x610860 }, { 0x00e8, 0x6108ac },
    { 0x00ec, 0x6108b4 }, { 0x0100, 0x610894 }, { 0x0110, 0x6108bc },
    { 0x0114, 0x61088c }, { 0x0800, 0x6108f0 }, { 0x0804, 0x6108fc },
    { 0x0808, 0x61090c }, { 0x080c, 0x610914 }, { 0x0810, 0x610904, 0xcf00 },
};

/* nv50_disp_ovly_mthd_base */
static const Shown overlay_shown[] = {
    { 0x0084, 0x6109a0 }, { 0x0088, 0x6109c0 }, { 0x008c, 0x6109c8 },
    { 0x0090, 0x6109b4 }, { 0x0094, 0x610970, EVO_SYNC }, { 0x00a0, 0x610998 },
    { 0x00a4, 0x610964, EVO_SYNC }, { 0x00c0, 0x610958, EVO_VRAM },
    { 0x00e0, 0x6109a8 }, { 0x00e4, 0x6109d0 }, { 0x00e8, 0x6109d8 },
    { 0x0100, 0x61094c }, { 0x0104, 0x610984 }, { 0x0108, 0x61098c },
    { 0x0800, 0x6109f8 }, { 0x0808, 0x610a08 }, { 0x080c, 0x610a10 },
    { 0x0810, 0x610a00, 0xcf00 },
};

static void assert_shows(NVEvoChan *chan, const Shown *shown, unsigned count,
                         unsigned mthd_stride, unsigned head)
{
    NVDev *nv = chan->evo->nv;

    for (unsigned i = 0; i < count; i++) {
        uint32_t val = shown[i].val ?: 0x01010101 * (i + 1);

        nv_evo_mthd(chan, shown[i].mthd + head * mthd_stride, val);
    }
    nv_evo_kick(chan);
    nv_assert_hex(nv_evo_get(chan), chan->cur);
    for (unsigned i = 0; i < count; i++) {
        uint32_t reg = shown[i].reg + head * SHOWN_STRIDE;

        nv_assert_hex(nv_rd32(nv, reg), shown[i].val ?: 0x01010101 * (i + 1));
        nv_assert_hex(nv_rd32(nv, reg + 4), 0);
    }
}

/* A channel that is closed forgets its methods. */
static void assert_shows_none(NVDev *nv, const Shown *shown, unsigned count,
                              unsigned head)
{
    for (unsigned i = 0; i < count; i++) {
        nv_assert_hex(nv_rd32(nv, shown[i].reg + head * SHOWN_STRIDE), 0);
    }
}

static void registers_show_methods(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base, ovly;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    for (unsigned head = 0; head < 2; head++) {
        nv_evo_open(&evo, &base, EVO_BASE + head, false);
        nv_evo_open(&evo, &ovly, EVO_OVERLAY + head, false);
        assert_shows(&core, core_shown, ARRAY_SIZE(core_shown), 0x400, head);
        assert_shows(&base, base_shown, ARRAY_SIZE(base_shown), 0, head);
        assert_shows(&ovly, overlay_shown, ARRAY_SIZE(overlay_shown), 0, head);
        nv_evo_close(&base);
        nv_evo_close(&ovly);
        assert_shows_none(nv, base_shown, ARRAY_SIZE(base_shown), head);
        assert_shows_none(nv, overlay_shown, ARRAY_SIZE(overlay_shown), head);
    }
}

/* --- Errors ----------------------------------------------------------- */

typedef struct ErrorCase {
    uint16_t mthd;
    uint32_t data;
    unsigned type;
} ErrorCase;

/* Of INVALID_ARG and of a pushbuffer that can't be read, tests/record */
static unsigned error_code(unsigned type, uint32_t data)
{
    return type == 4 ? 0x84 : type == 1 && data < 0x1000 ? 0x02 : 0;
}

static void check_error(NVEvoChan *chan, unsigned type, uint16_t mthd,
                        uint32_t data)
{
    NVDev *nv = chan->evo->nv;
    uint32_t at = A_NV_PDISPLAY_TRAPPED_ADDR + chan->chid * 8;

    nv_assert_hex(nv_evo_intr0(nv), 0x10000 << chan->chid);
    nv_assert_hex(nv_evo_pending(nv), true);
    nv_assert_hex(nv_rd32(nv, at), error_code(type, data) << 16 | type << 12 |
                                   mthd);
    nv_assert_hex(nv_rd32(nv, at + 4), data);
}

/* nv50_disp_intr_error() */
static void restart(NVEvoChan *chan, uint32_t mode)
{
    NVDev *nv = chan->evo->nv;

    nv_wr32(nv, A_NV_PDISPLAY_INTR_0, 0x10000 << chan->chid);
    nv_assert_hex(nv_evo_pending(nv), false);
    nv_wr32(nv, A_NV_PDISPLAY_TRAPPED_ADDR + chan->chid * 8, mode);
}

static void errors(NVDev *nv)
{
    static const ErrorCase cases[] = {
        { 0x0040, 0x1, 3 }, { 0x0ffc, 0x2, 3 },
        { NV_EVO_CORE_DMA_NOTIFIER, 0xdead0001, 7 },
        { NV_EVO_HEAD(1, DMA_ISO), 0xdead0002, 7 },
        { NV_EVO_HEAD(0, FB) + NV_EVO_FB_PARAMS, 0x1200, 4 },
    };
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        nv_evo_mthd(&core, cases[i].mthd, cases[i].data);
        nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 100 + i);
        nv_evo_kick(&core);
        check_error(&core, cases[i].type, cases[i].mthd, cases[i].data);
        nv_assert_hex(nv_evo_get(&core), core.cur - 8);
        nv_assert_hex(nv_rd32(nv, 0x610ac0), i ? 99 + i : 0);
        restart(&core, 0x90000000);
        nv_assert_hex(nv_evo_get(&core), core.cur);
        nv_assert_hex(nv_rd32(nv, 0x610ac0), 100 + i);
    }
    /* Once the object exists, replaying it is no error. */
    nv_evo_mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, 0xdead0001);
    nv_evo_kick(&core);
    check_error(&core, 7, NV_EVO_CORE_DMA_NOTIFIER, 0xdead0001);
    restart(&core, 0xa0000000);
    check_error(&core, 7, NV_EVO_CORE_DMA_NOTIFIER, 0xdead0001);
    nv_evo_object(&evo, EVO_CORE, 0xdead0001,
                  NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW, 0, 0xfff);
    restart(&core, 0xa0000000);
    nv_assert_hex(nv_evo_intr0(nv), 0);
    nv_assert_hex(nv_rd32(nv, 0x610b9c), 0xdead0001);
    /* Mode RESUME has it accept what SKIP doesn't. */
    for (unsigned i = 0; i < 2; i++) {
        uint16_t mthd = NV_EVO_HEAD(0, FB) + NV_EVO_FB_PARAMS;

        nv_evo_mthd(&core, mthd, 0x1200 + i);
        nv_evo_mthd(&core, NV_EVO_HEAD(0, OVERSCAN_COLOR), 200 + i);
        nv_evo_kick(&core);
        check_error(&core, 4, mthd, 0x1200 + i);
        restart(&core, i ? 0x80000000 : 0x90000000);
        nv_assert_hex(nv_rd32(nv, 0x610ac8), i ? 0x1201 : 0);
        nv_assert_hex(nv_rd32(nv, 0x610ac0), 200 + i);
    }
}

/* Other channels have their own methods and objects. */
static void errors_of_base(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan base;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &base, EVO_BASE + 1, false);
    nv_evo_mthd(&base, NV_EVO_HEAD(0, CTRL_CURSOR), 0);
    nv_evo_kick(&base);
    check_error(&base, 3, NV_EVO_HEAD(0, CTRL_CURSOR), 0);
    restart(&base, 0x90000000);
    nv_evo_object(&evo, EVO_BASE, 0x77, NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW,
                  0, 0xfff);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_ISO, 0x77);
    nv_evo_kick(&base);
    check_error(&base, 7, NV_EVO_BASE_DMA_ISO, 0x77);
    restart(&base, 0x90000000);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    nv_evo_kick(&base);
    nv_assert_hex(nv_evo_intr0(nv), 0);
    nv_assert_hex(nv_rd32(nv, 0x61086c + 0x540), EVO_VRAM);
}

/* Each output has a method, and registers that show it. */
static void sors(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;
    unsigned count = nv->card->sors;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    for (unsigned i = 0; i < count; i++) {
        nv_evo_mthd(&core, NV_EVO_SOR_CTRL(i), 0x10000 << i);
    }
    nv_evo_update(&core, 0);
    nv_assert_hex(nv_evo_done(&evo), true);
    for (unsigned i = 0; i < count; i++) {
        nv_assert_hex(nv_rd32(nv, nv_evo_sor_val(nv, i)), 0x10000 << i);
        nv_assert_hex(nv_rd32(nv, nv_evo_sor_val(nv, i) + 4), 0x10000 << i);
    }
    nv_evo_mthd(&core, NV_EVO_SOR_CTRL(count), 0x10000);
    nv_evo_kick(&core);
    check_error(&core, 3, NV_EVO_SOR_CTRL(count), 0x10000);
    restart(&core, 0x90000000);
}

/* A head on the last SOR works, and leaves nothing behind when turned off. */
static void last_sor(NVDev *nv)
{
    unsigned sor = nv->card->sors - 1;
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_mode(&core, 0, 0, &nv_evo_vga);
    nv_evo_mthd(&core, NV_EVO_DAC_CTRL(0), 0);
    nv_evo_mthd(&core, NV_EVO_SOR_CTRL(sor), 0x101);
    nv_evo_set(&core);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK50_CTRL) & 2, 2);
    nv_evo_mthd(&core, NV_EVO_SOR_CTRL(sor), 0);
    nv_evo_set(&core);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_UNK50_CTRL) & 2, 0);
}

/* nv_evo.xml: DMA_LUT, OVERLAY_LUT; gt200_disp_ovly_mthd_base */
static void overlay_lut(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan ovly;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &ovly, EVO_OVERLAY + 1, false);
    nv_evo_mthd(&ovly, 0x00b0, EVO_VRAM);
    nv_evo_mthd(&ovly, 0x00b4, 0x40000010);
    nv_evo_mthd(&ovly, 0x00b8, 0x12);
    nv_evo_kick(&ovly);
    if (nv->card->features & (NV_CARD_NV94 | NV_CARD_NVC0)) {
        nv_assert_hex(nv_evo_intr0(nv), 0);
        nv_assert_hex(nv_rd32(nv, 0x610c98 + 0x540), EVO_VRAM);
        nv_assert_hex(nv_rd32(nv, 0x610ca4 + 0x540), 0x40000010);
        nv_assert_hex(nv_rd32(nv, 0x610cac + 0x540), 0x12);
        nv_assert_hex(nv_rd32(nv, 0x610cac), 0);
    } else {
        check_error(&ovly, 3, 0x00b0, EVO_VRAM);
    }
}

static void bad_pushbuffers(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_word(&core, 0xe0000000);
    nv_evo_kick(&core);
    check_error(&core, 1, 0, 0xe0000000);
    restart(&core, 0x90000000);
    nv_assert_hex(nv_evo_get(&core), core.cur);
    /* Nowhere */
    nv_wr32(nv, A_NV_PDISPLAY_CHANNEL_DMA_CB, 0xffffffff & ~2);
    nv_evo_word(&core, 0);
    nv_evo_kick(&core);
    check_error(&core, 1, 0, core.cur - 4);
    nv_evo_close(&core);
}

/* A pushbuffer in an endless loop doesn't starve others. */
static void endless(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_evo_word(&core, 0x20000000);
    nv_evo_word(&core, 0);
    nv_evo_word(&core, 0x20000000);
    nv_evo_kick(&core);
    for (unsigned i = 0; i < 10; i++) {
        nv_clock_step(nv, MS);
        nv_assert_hex(nv_evo_stat(&evo, EVO_CORE) >> 31, 1);
    }
    nv_wr32(nv, nv_evo_user(0, A_NV_EVO_USER_PUT), 0);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_evo_get(&core), 0);
    nv_assert_hex(nv_evo_stat(&evo, EVO_CORE) >> 31, 0);
}

/* --- Nonsense --------------------------------------------------------- */

/* Random words in any channel, and random registers */
static void nonsense(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x507d);
    NVEvo evo;
    NVEvoChan chan[5];

    nv_evo_init(nv, &evo);
    for (unsigned chid = 0; chid < 5; chid++) {
        nv_evo_open(&evo, &chan[chid], chid, true);
    }
    for (unsigned i = 0; i < 400; i++) {
        NVEvoChan *c = &chan[g_rand_int_range(rand, 0, 5)];

        for (unsigned n = 0; n < 8; n++) {
            uint32_t mthd = g_rand_int_range(rand, 0x20, 0x400) * 4;

            switch (g_rand_int_range(rand, 0, 4)) {
            case 0:
                nv_evo_word(c, g_rand_int(rand));
                break;
            case 1:
                nv_evo_mthd(c, mthd, EVO_VRAM);
                break;
            default:
                nv_evo_mthd(c, mthd, g_rand_int(rand));
                break;
            }
        }
        nv_evo_mthd(c, NV_EVO_UPDATE, g_rand_int(rand));
        nv_evo_kick(c);
        nv_wr32(nv, 0x610000 + g_rand_int_range(rand, 0, 0x100) * 4,
                g_rand_int(rand));
        nv_wr32(nv, A_NV_PDISPLAY_OBJECTS, evo.inst >> 8 | 9);
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
        nv_wr32(nv, A_NV_PDISPLAY_TRAPPED_ADDR + c->chid * 8, 0x90000000);
        nv_wr32(nv, nv_evo_user(g_rand_int_range(rand, 0, 9),
                                0x640000 + g_rand_int_range(rand, 0, 64) * 4),
                g_rand_int(rand));
        nv_clock_step(nv, g_rand_int_range(rand, 1, 20) * MS);
    }
    /* The channels still work. */
    nv_machine_reset(nv);
    put(nv);
}

static const bool in_vram = true;

#define NV50 \
    .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "evo/capabilities", "evo", capabilities, NV50 },
    { "evo/outputs-have-their-power-at-once", "i2c-gpio", power, NV50 },
    { "evo/monitor-loads-the-first-dac", "i2c-gpio", load_detection, NV50 },
    { "evo/headless", "migration reset evo", headless, NV50,
      .props = "vram=64M,display=off", .slow = true },
    { "evo/channels-open-and-close", "evo", open_and_close, NV50 },
    { "evo/pushbuffer-in-memory", "evo", pushbuffer, NV50 },
    { "evo/pushbuffer-in-vram", "evo", pushbuffer, NV50, .data = &in_vram },
    { "evo/opcodes", "evo!", opcodes, NV50 },
    { "evo/put", "evo", put, NV50 },
    { "evo/method-by-register", "evo", ctrl, NV50 },
    { "evo/registers-show-methods", "evo", registers_show_methods, NV50 },
    { "evo/errors", "evo", errors, NV50 },
    { "evo/errors-of-a-base-channel", "evo", errors_of_base, NV50 },
    { "evo/bad-pushbuffers", "evo hostile-display", bad_pushbuffers, NV50 },
    { "evo/endless-pushbuffer", "bounded-work hostile-display", endless, NV50 },
    { "evo/sors", "i2c-gpio", sors, NV50 },
    { "evo/last-sor", "i2c-gpio", last_sor, NV50 },
    { "evo/overlay-lut", "overlay", overlay_lut, NV50 },
    { "evo/nonsense-is-harmless", "bounded-work hostile-display", nonsense,
      NV50, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

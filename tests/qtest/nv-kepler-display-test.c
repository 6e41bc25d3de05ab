/*
 * Tests of the NVIDIA GPU: what the display of GK104 has and GF119's hasn't
 *
 * Two more heads with their channels, larger cursors, a format, places of
 * methods and registers: NVIDIA's class headers cl917a.h to cl917e.h, nouveau's
 * nvkm/subdev/gpio/gk104.c, i2c/gk104.c and engine/disp/gk104.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo-nvd9.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-report.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define CORE EVO_NVD9_CORE
#define BASE(_head) (EVO_NVD9_BASE + (_head))
#define OVERLAY(_head) (EVO_NVD9_OVERLAY + (_head))
#define OVPOS(_head) (EVO_NVD9_OVPOS + (_head))
#define CURSOR(_head) (EVO_NVD9_CURSOR + (_head))

#define USER(_chid, _reg) nv_evo_user(_chid, A_NV_EVO_USER_ ## _reg)
#define OF_HEAD(_reg, _head) (A_ ## _reg + (_head) * NV_PDISPLAY_STRIDE)
#define HEAD(_head, _mthd) (NVD9_EVO_HEAD(_head) + NVD9_EVO_HEAD_ ## _mthd)
#define PAIR(_x, _y) ((uint32_t)(_y) << 16 | (_x))

#define HEADS 4
#define PERIOD NV_EVO_VGA_PERIOD
#define PITCH 2560

#define FB 0x800000
#define FLIPPED 0xa00000
#define PICTURE 0xc00000
#define CURSOR_IMAGE 0xd00000

enum {
    BACKGROUND = 0x102030,
    AFTER_FLIP = 0x405060,
    OVER = 0xa0b0c0,
    POINTER = 0xff8040,
    CORNER = 0x0080ff,
};

typedef NVEvoNvd9Chan Chan;

static void mthd(Chan *chan, uint32_t addr, uint32_t data)
{
    nv_evo_nvd9_mthd(chan, addr, data);
}

static void kick(Chan *chan)
{
    mthd(chan, NV_EVO_UPDATE, 0);
    nv_evo_nvd9_kick(chan);
}

static void update(Chan *chan)
{
    kick(chan);
    nv_clock_step(chan->nv, 2 * PERIOD);
    nv_assert_hex(nv_rd32(chan->nv, USER(chan->chid, GET)), chan->cur);
}

static Chan open_dma(NVDev *nv, unsigned chid)
{
    return nv_evo_nvd9_open(nv, chid, 0x200000 + chid * 0x1000);
}

static void paint(NVDev *nv)
{
    for (unsigned y = 0; y < 480; y++) {
        nv_phys_fill(nv, FB + y * PITCH, BACKGROUND, 640);
    }
    nv_phys_fill(nv, FLIPPED, AFTER_FLIP, 640);
    nv_phys_fill(nv, PICTURE, 0xff000000 | OVER, 16 * 256 / 4);
}

static void init(NVDev *nv)
{
    uint8_t chids[1 + 2 * HEADS] = { CORE };

    for (unsigned h = 0; h < HEADS; h++) {
        chids[1 + h] = BASE(h);
        chids[1 + HEADS + h] = OVERLAY(h);
    }
    nv_evo_nvd9_init(nv, 0x100000, chids, ARRAY_SIZE(chids));
}

/* A head shows what is painted, on the DAC of its number. */
static Chan show(NVDev *nv, unsigned head)
{
    Chan core;

    paint(nv);
    init(nv);
    core = open_dma(nv, CORE);
    nv_evo_nvd9_push_mode(&core, head, FB);
    kick(&core);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned h = 0; h < HEADS; h++) {
            nv_assert_hex(nv_rd32(nv, OF_HEAD(NVD9_PDISPLAY_SUPERVISOR_HEAD,
                                              h)),
                          h == head ? 0x11000 : 0);
        }
        nv_evo_nvd9_supervise(nv, i);
    }
    nv_assert_hex(nv_rd32(nv, OF_HEAD(NVD9_PDISPLAY_SUPERVISOR_HEAD, head)),
                  0);
    return core;
}

static void move(NVDev *nv)
{
    if (nv->test->data) {
        nv_migrate(nv);
    }
}

/* --- Heads ------------------------------------------------------------- */

/* The core channel's class, and how many heads there are */
static void identity(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_CAPS), nv->card->evo_caps);
    nv_assert_hex(nv_rd32(nv, A_NVD9_PDISPLAY_CLOCK_CAP), 0x0f7f);
    for (unsigned h = 0; h < HEADS; h++) {
        nv_assert_hex(nv_rd32(nv, OF_HEAD(NV_PDISPLAY_HEAD_STAT_CAP, h)), 1);
    }
}

static void push_window(Chan *chan, uint32_t addr, unsigned width,
                        unsigned height, unsigned pitch)
{
    mthd(chan, NV_EVO_BASE_PRESENT_CTRL, 1 << 4);
    mthd(chan, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    mthd(chan, NVD9_EVO_BASE_FB + NV_EVO_FB_OFFSET, addr >> 8);
    mthd(chan, NVD9_EVO_BASE_FB + NV_EVO_FB_SIZE, PAIR(width, height));
    mthd(chan, NVD9_EVO_BASE_FB + NV_EVO_FB_STORAGE, 1 << 24 | pitch);
    mthd(chan, NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, EVO_A8R8G8B8);
}

static void push_overlay(Chan *ovly)
{
    push_window(ovly, PICTURE, 32, 16, 256);
    mthd(ovly, NV_EVO_OVERLAY_COMPOSITION, 2);
    mthd(ovly, NV_EVO_OVERLAY_POINT_IN, 0);
    mthd(ovly, NV_EVO_OVERLAY_SIZE_IN, PAIR(32, 16));
    mthd(ovly, NV_EVO_OVERLAY_SIZE_OUT, 32);
}

static void move_to(NVDev *nv, unsigned chid, unsigned x, unsigned y)
{
    nv_wr32(nv, USER(chid, POINT_OUT), PAIR(x, y));
    nv_wr32(nv, USER(chid, UPDATE), 0);
}

/* CTRL_CURSOR: enabled, A8R8G8B8, premultiplied */
#define CURSOR_ON 0x81000000
#define CURSOR_SIZE(_size) ((_size) << 26)
#define HOT_SPOT(_x, _y) ((_x) << 8 | (_y) << 16)

static void push_cursor(Chan *core, unsigned head, uint32_t ctrl)
{
    mthd(core, HEAD(head, OFFSET_CURSOR), CURSOR_IMAGE >> 8);
    mthd(core, HEAD(head, DMA_CURSOR), EVO_VRAM);
    mthd(core, HEAD(head, CTRL_CURSOR), CURSOR_ON | ctrl);
}

/* All layers of each head, alone; with migrations in between, or without */
static void head_shows(NVDev *nv, unsigned head)
{
    Chan core = show(nv, head), base, ovly;

    nv_assert_pixel(nv, 100, 0, BACKGROUND);
    nv_phys_fill(nv, CURSOR_IMAGE, 0xff000000 | POINTER, 32 * 32);
    nv_evo_nvd9_open_pio(nv, CURSOR(head));
    move_to(nv, CURSOR(head), 200, 0);
    push_cursor(&core, head, 0);
    update(&core);
    move(nv);
    nv_assert_pixel(nv, 200, 0, POINTER);
    nv_assert_pixel(nv, 199, 0, BACKGROUND);

    nv_evo_nvd9_open_pio(nv, OVPOS(head));
    move_to(nv, OVPOS(head), 300, 0);
    ovly = open_dma(nv, OVERLAY(head));
    push_overlay(&ovly);
    kick(&ovly);
    move(nv);
    nv_assert_pixel(nv, 300, 0, BACKGROUND);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_pixel(nv, 300, 0, OVER);

    base = open_dma(nv, BASE(head));
    push_window(&base, FLIPPED, 640, 480, PITCH);
    kick(&base);
    move(nv);
    nv_assert_pixel(nv, 100, 0, BACKGROUND);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_pixel(nv, 100, 0, AFTER_FLIP);
    nv_assert_pixel(nv, 200, 0, POINTER);
    nv_assert_pixel(nv, 300, 0, OVER);
    move_to(nv, CURSOR(head), 400, 0);
    move(nv);
    nv_assert_pixel(nv, 400, 0, POINTER);
    nv_assert_pixel(nv, 200, 0, AFTER_FLIP);
}

static void heads(NVDev *nv)
{
    for (unsigned head = 0; head < HEADS; head++) {
        head_shows(nv, head);
        nv_machine_reset(nv);
    }
}

/* One of them, so that it is seen what moves */
static void third_head(NVDev *nv)
{
    head_shows(nv, 2);
}

static uint32_t heads_interrupting(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY) >> 24;
}

/* gf119_disp_intr(), of each head in turn; no other head has blanks. */
static void vblanks(NVDev *nv)
{
    for (unsigned head = 0; head < HEADS; head++) {
        uint32_t intr = OF_HEAD(NV_PDISPLAY_INTR_HOST_HEAD, head);

        show(nv, head);
        for (unsigned h = 0; h < HEADS; h++) {
            nv_wr32(nv, OF_HEAD(NV_PDISPLAY_INTR_HOST_HEAD_EN, h), 1);
        }
        nv_wr32(nv, intr, 1);
        nv_assert_hex(heads_interrupting(nv), 0);
        g_assert_false(nv_evo_pending(nv));
        nv_clock_step(nv, PERIOD);
        nv_assert_hex(heads_interrupting(nv), 1 << head);
        g_assert_true(nv_evo_pending(nv));
        nv_assert_hex(nv_rd32(nv, intr), 1);
        nv_wr32(nv, intr, 1);
        nv_assert_hex(heads_interrupting(nv), 0);
        g_assert_false(nv_evo_pending(nv));
        nv_wr32(nv, OF_HEAD(NV_PDISPLAY_INTR_HOST_HEAD_EN, head), 0);
        nv_clock_step(nv, PERIOD);
        g_assert_false(nv_evo_pending(nv));
        nv_assert_hex(nv_rd32(nv, OF_HEAD(NV_PDISPLAY_HEAD_STAT_VERT, head)) >>
                      16, 2);
        nv_machine_reset(nv);
    }
}

/* An UPDATE waits for the channels of the third head that it names. */
static void interlock(NVDev *nv)
{
    Chan core = show(nv, 2), base, other;

    base = open_dma(nv, BASE(2));
    other = open_dma(nv, BASE(1));
    push_window(&base, FLIPPED, 640, 480, PITCH);
    mthd(&core, NV_EVO_UPDATE, 2 << 8);
    nv_evo_nvd9_kick(&core);
    nv_clock_step(nv, 3 * PERIOD);
    mthd(&other, NV_EVO_UPDATE, 1);
    nv_evo_nvd9_kick(&other);
    nv_clock_step(nv, 3 * PERIOD);
    nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'core', 'wait':"
             " 'interlock' }, { 'kind': 'base', 'head': 1, 'wait':"
             " 'interlock' } ] }");
    mthd(&base, NV_EVO_UPDATE, 1);
    nv_evo_nvd9_kick(&base);
    nv_clock_step(nv, 3 * PERIOD);
    nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'core', 'wait':"
             " 'nothing' }, { 'kind': 'base', 'head': 2, 'wait':"
             " 'nothing' } ] }");
    nv_assert_pixel(nv, 100, 0, AFTER_FLIP);
}

/* Each channel has an interrupt for its errors, and one for its notifier. */
static void channels(NVDev *nv)
{
    init(nv);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN, 0x1ffff);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN, 0x1ffff);
    for (unsigned chid = BASE(0); chid < OVPOS(0); chid++) {
        uint32_t trapped = A_NVD9_PDISPLAY_TRAPPED_ADDR + chid * 12;
        Chan chan = open_dma(nv, chid);

        mthd(&chan, NV_EVO_BASE_DMA_NOTIFIER, EVO_VRAM);
        mthd(&chan, NV_EVO_BASE_NOTIFIER_CTRL, 1 << 30);
        kick(&chan);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0),
                      1 << chid);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY), 1);
        nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0, 1 << chid);
        g_assert_false(nv_evo_pending(nv));

        mthd(&chan, 0x7c, 0x1234);
        nv_evo_nvd9_kick(&chan);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR),
                      1 << chid);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY), 2);
        nv_assert_hex(nv_rd32(nv, trapped), 0x307c);
        nv_assert_hex(nv_rd32(nv, trapped + 4), 0x1234);
        nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR, 1 << chid);
        nv_wr32(nv, trapped, 0x90000000);
        nv_assert_hex(nv_rd32(nv, trapped), 0);
        g_assert_false(nv_evo_pending(nv));
    }
    for (unsigned h = 0; h < HEADS; h++) {
        nv_evo_nvd9_open_pio(nv, OVPOS(h));
        /* GF119's place is the right eye's position here. */
        nv_wr32(nv, USER(OVPOS(h), AWAKEN), 1);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0), 0);
        nv_wr32(nv, nv_evo_user(OVPOS(h), A_NVE4_EVO_USER_AWAKEN), 1);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0),
                      1 << OVPOS(h));
        nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0, 1 << OVPOS(h));
    }
}

/* The debugger's numbers are as before for two heads; others' follow. */
static void stops_at_flips(NVDev *nv)
{
    Chan base, ovly;

    show(nv, 3);
    nv_break(nv, "1 flip head=4", "2 flip head=6", "3 flip head=8");
    base = open_dma(nv, BASE(3));
    push_window(&base, FLIPPED, 640, 480, PITCH);
    kick(&base);
    nv_clock_step(nv, 3 * PERIOD);
    nv_stopped_at(nv, "breakpoint=2 kind=flip head=6");
    nv_go_on(nv);
    ovly = open_dma(nv, OVERLAY(3));
    push_overlay(&ovly);
    kick(&ovly);
    nv_clock_step(nv, 3 * PERIOD);
    nv_stopped_at(nv, "breakpoint=3 kind=flip head=8");
    nv_go_on(nv);
    nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'head': 3, 'monitor': true,"
             " 'mode': 'native' } ], 'evo': [ { 'kind': 'overlay', 'head': 3,"
             " 'wait': 'nothing' } ] }");
}

/* --- Cursors ----------------------------------------------------------- */

/* cl917d.h: SIZE has two bits, and the hot spot's coordinates eight. */
static void cursors(NVDev *nv)
{
    Chan core = show(nv, 0);

    nv_evo_nvd9_open_pio(nv, CURSOR(0));
    for (unsigned size = 0; size < 4; size++) {
        unsigned n = 32 << size, hot = n - 3;

        nv_phys_fill(nv, CURSOR_IMAGE, 0xff000000 | POINTER, n * n);
        nv_phys_wr32(nv, CURSOR_IMAGE + (n * n - 1) * 4,
                     0xff000000 | CORNER);
        push_cursor(&core, 0, CURSOR_SIZE(size) | HOT_SPOT(hot, hot - 1));
        move_to(nv, CURSOR(0), 300 + hot, 100 + hot - 1);
        update(&core);
        nv_assert_pixel(nv, 300, 100, POINTER);
        nv_assert_pixel(nv, 299, 100, BACKGROUND);
        nv_assert_pixel(nv, 300, 99, BACKGROUND);
        nv_assert_pixel(nv, 300 + n - 1, 100, POINTER);
        nv_assert_pixel(nv, 300 + n, 100, BACKGROUND);
        nv_assert_pixel(nv, 300 + n - 1, 100 + n - 1, CORNER);
        nv_assert_pixel(nv, 300 + n - 1, 100 + n, BACKGROUND);
        nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'cursor': {"
                 " 'width': %u, 'height': %u } } ] }", n, n);
    }
    /* All of it has to be in video memory. */
    nv_phys_wr32(nv, nv->vram - 256 * 256 * 4, 0xff000000 | CORNER);
    mthd(&core, HEAD(0, OFFSET_CURSOR), (nv->vram - 256 * 256 * 4) >> 8);
    update(&core);
    nv_assert_pixel(nv, 300, 100, CORNER);
    mthd(&core, HEAD(0, OFFSET_CURSOR),
         (nv->vram - 256 * 256 * 4 + 0x100) >> 8);
    update(&core);
    nv_assert_pixel(nv, 300, 100, BACKGROUND);
}

/* --- Methods ------------------------------------------------------------ */

static void assert_refused(Chan *core, uint32_t addr, uint32_t data,
                           uint32_t type)
{
    NVDev *nv = core->nv;

    mthd(core, addr, data);
    nv_evo_nvd9_kick(core);
    nv_assert_hex(nv_rd32(nv, A_NVD9_PDISPLAY_TRAPPED_ADDR),
                  type << 12 | addr);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR, 1);
    nv_wr32(nv, A_NVD9_PDISPLAY_TRAPPED_ADDR, 0x90000000);
    nv_assert_hex(nv_rd32(nv, USER(CORE, GET)), core->cur);
}

/* 917D, 927D, 947D: each has what the one before it has. */
static unsigned core_class(NVDev *nv)
{
    return nv->card->evo_caps >> 16;
}

/* Where DITHER_CTRL was there is a handle; it has moved. */
static void methods(NVDev *nv)
{
    enum { NO_METHOD = 3, NO_FORMAT = 4, NO_HANDLE = 7 };
    static const uint16_t head_mthds[] = {
        0x028, 0x07c, 0x088, 0x0a0, 0x0f0, 0x11c, 0x120, 0x124, 0x2d0, 0x2dc,
    };
    Chan core = show(nv, 0);

    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN, 1);
    for (unsigned h = 0; h < HEADS; h++) {
        for (unsigned i = 0; i < ARRAY_SIZE(head_mthds); i++) {
            uint16_t addr = NVD9_EVO_HEAD(h) + head_mthds[i];

            mthd(&core, addr, 0x11110000 + i);
            nv_evo_nvd9_kick(&core);
            nv_assert_hex(nv_rd32(nv, A_NVD9_EVO_ASY + addr), 0x11110000 + i);
        }
        assert_refused(&core, NVD9_EVO_HEAD(h) + 0x090, 0x12, NO_HANDLE);
        assert_refused(&core, NVD9_EVO_HEAD(h) + 0x0a4, 0x12, NO_METHOD);
        if (core_class(nv) >= 0x947d) {
            mthd(&core, NVD9_EVO_HEAD(h) + 0x128, 0x12);
            mthd(&core, NVD9_EVO_HEAD(h) + 0x168, 0x12);
            nv_evo_nvd9_kick(&core);
        } else {
            assert_refused(&core, NVD9_EVO_HEAD(h) + 0x128, 0x12, NO_METHOD);
            assert_refused(&core, NVD9_EVO_HEAD(h) + 0x168, 0x12, NO_METHOD);
        }
        mthd(&core, NVD9_EVO_HEAD(h) + 0x090, EVO_VRAM);
        nv_evo_nvd9_kick(&core);
    }
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), 0);
    mthd(&core, HEAD(0, FB) + NV_EVO_FB_PARAMS, 0xdf00);
    nv_evo_nvd9_kick(&core);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), 0);
    /* X2BL10GL10RL10_XVYCC */
    if (core_class(nv) >= 0x927d) {
        mthd(&core, HEAD(0, FB) + NV_EVO_FB_PARAMS, 0x2400);
        nv_evo_nvd9_kick(&core);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), 0);
    } else {
        assert_refused(&core, HEAD(0, FB) + NV_EVO_FB_PARAMS, 0x2400,
                       NO_FORMAT);
    }
    assert_refused(&core, HEAD(0, FB) + NV_EVO_FB_PARAMS, 0x2500, NO_FORMAT);
}

/* A2R10G10B10, of a base and of an overlay */
static void format(NVDev *nv)
{
    const uint32_t pixel = 0xabu << 22 | 0xcd << 12 | 0xef << 2;
    Chan base, ovly;

    show(nv, 0);
    nv_phys_wr32(nv, FLIPPED + 100 * 4, pixel | 3 | 3 << 10 | 3 << 20);
    nv_phys_wr32(nv, PICTURE, pixel);
    base = open_dma(nv, BASE(0));
    push_window(&base, FLIPPED, 640, 480, PITCH);
    mthd(&base, NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, 0xdf00);
    update(&base);
    nv_assert_pixel(nv, 100, 0, 0xabcdef);
    nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'order': 'rgb10' } ] }");
    nv_evo_nvd9_open_pio(nv, OVPOS(0));
    move_to(nv, OVPOS(0), 300, 0);
    ovly = open_dma(nv, OVERLAY(0));
    push_overlay(&ovly);
    mthd(&ovly, NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, 0xdf00);
    update(&ovly);
    nv_assert_pixel(nv, 300, 0, 0xabcdef);
}

/* --- Registers --------------------------------------------------------- */

static void drive(NVDev *nv, unsigned line, bool level)
{
    nv_wr32(nv, A_NV_PGPIO_GPIO + line * 4, level ? 0x3000 : 0x2000);
    nv_wr32(nv, A_NV_PGPIO_GPIO_OUT_TRIGGER, 1);
}

static bool gpio_pending(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PNVIO_MASK;
}

/* gk104_gpio_intr_stat(): sixteen lines each; falling edges in the high half */
static void gpio_interrupts(NVDev *nv)
{
    static const struct {
        unsigned line;
        uint32_t intr, enable;
    } lines[] = {
        { 3, A_NV_PGPIO_GPIO_INTR_0, A_NV_PGPIO_GPIO_INTR_EN_0 },
        { 15, A_NV_PGPIO_GPIO_INTR_0, A_NV_PGPIO_GPIO_INTR_EN_0 },
        { 16, A_NV_PGPIO_GPIO_INTR_1, A_NV_PGPIO_GPIO_INTR_EN_1 },
        { 31, A_NV_PGPIO_GPIO_INTR_1, A_NV_PGPIO_GPIO_INTR_EN_1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        uint32_t rise = 1u << lines[i].line % 16, fall = rise << 16;

        nv_wr32(nv, lines[i].enable, fall);
        drive(nv, lines[i].line, true);
        nv_assert_hex(nv_rd32(nv, lines[i].intr), rise);
        g_assert_false(gpio_pending(nv));
        drive(nv, lines[i].line, false);
        nv_assert_hex(nv_rd32(nv, lines[i].intr), rise | fall);
        g_assert_true(gpio_pending(nv));
        nv_wr32(nv, lines[i].intr, fall);
        nv_assert_hex(nv_rd32(nv, lines[i].intr), rise);
        g_assert_false(gpio_pending(nv));
        nv_wr32(nv, lines[i].intr, rise);
        nv_wr32(nv, lines[i].enable, 0);
    }
    /* GF119's place */
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_EN_0, 0xffffffff);
    nv_wr32(nv, A_NV_PNVIO_GPIO_INTR_0, 0xffffffff);
    drive(nv, 3, true);
    g_assert_false(gpio_pending(nv));
}

/* The monitor's line falls and rises. */
static void unplugged(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGPIO_GPIO_INTR_EN_0, 0x00800080);
    nv_inject(nv, "monitor-unplugged for=1000000");
    nv_clock_step(nv, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PGPIO_GPIO_INTR_0), 0x00800000);
    g_assert_true(gpio_pending(nv));
    nv_wr32(nv, A_NV_PGPIO_GPIO_INTR_0, 0x00800000);
    nv_clock_step(nv, 1000000);
    nv_assert_hex(nv_rd32(nv, A_NV_PGPIO_GPIO_INTR_0), 0x00000080);
}

/* gk104_sor_hdmi_infoframe_avi() and _vsi(), gk104_sor_hdmi_ctrl() */
static void hdmi(NVDev *nv)
{
    static const uint16_t words[] = {
        0x000, 0x008, 0x00c, 0x010, 0x014, 0x018, 0x080, 0x0c0, 0x0cc,
        0x100, 0x108, 0x10c, 0x110,
    };
    g_autofree char *report = NULL;

    for (unsigned h = 0; h < HEADS; h++) {
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            nv_wr32(nv, 0x690000 + h * 0x400 + words[i], h << 16 | words[i]);
        }
        nv_wr32(nv, 0x616798 + h * 0x800, 0x40000000 + h);
    }
    for (unsigned h = 0; h < HEADS; h++) {
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            nv_assert_hex(nv_rd32(nv, 0x690000 + h * 0x400 + words[i]),
                          h << 16 | words[i]);
        }
        nv_assert_hex(nv_rd32(nv, 0x616798 + h * 0x800), 0x40000000 + h);
    }
    report = nv_report_text(nv);
    g_assert_null(strstr(report, "0x690"));
    g_assert_null(strstr(report, "0x616798"));
    nv_machine_reset(nv);
    nv_assert_hex(nv_rd32(nv, 0x690008), 0);
}

/* --- Tests ------------------------------------------------------------ */

static const bool yes = true;

#define GK104 \
    .needs = NV_CARD_NVE4 | NV_CARD_EVO_NVE4, .props = "vram=64M", \
    .cold = true

static const NVTest tests[] = {
    { "kepler-display/identity", "evo", identity, GK104 },
    { "kepler-display/heads", "scanout cursor overlay second-head! evo",
      heads, GK104 },
    { "kepler-display/third-head-migrates", "migration second-head",
      third_head, GK104, .data = &yes },
    { "kepler-display/vblanks", "vblank! second-head", vblanks, GK104 },
    { "kepler-display/interlock", "second-head evo", interlock, GK104 },
    { "kepler-display/channels", "second-head evo", channels, GK104 },
    { "kepler-display/stops-at-flips", "introspection evo", stops_at_flips,
      GK104 },
    { "kepler-display/cursors", "cursor!", cursors, GK104 },
    { "kepler-display/methods", "evo!", methods, GK104 },
    { "kepler-display/format", "scanout overlay", format, GK104 },
    { "kepler-display/gpio-interrupts", "i2c-gpio!", gpio_interrupts, GK104 },
    { "kepler-display/unplugged", "fault-injection", unplugged, GK104 },
    { "kepler-display/hdmi", "evo", hdmi, GK104 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

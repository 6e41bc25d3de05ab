/*
 * Tests of the NVIDIA GPU: injected faults: errors of display channels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-test.h"

/* TRAPPED_ADDR: skip the method, as nv50_disp_intr_error() does */
#define RESTART_SKIP 0x90000000

/* Where the overscan color of the first head is written, and in effect */
#define OVERSCAN 0x610ac0

/**
 * struct DisplayError - an error that EVO has a number for
 *
 * @name: its name in the table of docs/faults.rst
 * @fault: the line there, without a channel
 * @type, @code: TRAPPED_ADDR.TYPE and CODE
 * @mthd, @data: what the driver submits
 * @trapped, @as: what EVO finds instead
 */
typedef struct DisplayError {
    const char *name;
    const char *fault;
    unsigned type;
    uint8_t code;
    uint16_t mthd;
    uint32_t data;
    uint16_t trapped;
    uint32_t as;
} DisplayError;

static const DisplayError core_errors[] = {
    { "PUSHBUFFER_ERR", "display-command", 1, 0,
      NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x11, 0, 0xe0000000 },
    { "RESERVED_METHOD", "display-method", 3, 0,
      NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x22, 0x7c, 0x22 },
    /* A surface's format */
    { "INVALID_ARG", "display-data method=0x870", 4, 0x84,
      NV_EVO_HEAD(0, FB) + NV_EVO_FB_PARAMS, 0xcf00, 0x870, 0xffffffff },
    /* DMA_NOTIFIER */
    { "UNRESOLVABLE_HANDLE", "display-data method=0x88", 7, 0,
      NV_EVO_CORE_DMA_NOTIFIER, EVO_SYNC, 0x88, 0xffffffff },
};

static void expect(NVEvoChan *chan, unsigned type, uint8_t code, uint16_t mthd,
                   uint32_t data)
{
    NVDev *nv = chan->evo->nv;
    uint32_t at = A_NV_PDISPLAY_TRAPPED_ADDR + chan->chid * 8;

    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_hex(nv_evo_intr0(nv), 0x10000 << chan->chid);
    g_assert_true(nv_evo_pending(nv));
    nv_assert_hex(nv_rd32(nv, at), code << 16 | type << 12 | mthd);
    nv_assert_hex(nv_rd32(nv, at + 4), data);
}

static void restart(NVEvoChan *chan)
{
    NVDev *nv = chan->evo->nv;

    nv_wr32(nv, A_NV_PDISPLAY_INTR_0, 0x10000 << chan->chid);
    g_assert_false(nv_evo_pending(nv));
    nv_wr32(nv, A_NV_PDISPLAY_TRAPPED_ADDR + chan->chid * 8, RESTART_SKIP);
    nv_assert_hex(nv_evo_get(chan), chan->cur);
}

/* The channel stops there; skipping it, the driver has it go on. */
static void core(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan chan;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &chan, EVO_CORE, false);
    for (unsigned i = 0; i < ARRAY_SIZE(core_errors); i++) {
        const DisplayError *e = &core_errors[i];

        nv_inject(nv, e->fault, "display-command head=1");
        nv_evo_mthd(&chan, e->mthd, e->data);
        nv_evo_kick(&chan);
        expect(&chan, e->type, e->code, e->trapped, e->as);
        nv_assert_hex(nv_fault_done(nv, 1), 0);
        nv_inject_none(nv);
        /* Without its command, the datum is taken for an empty one. */
        restart(&chan);
        nv_evo_mthd(&chan, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x100 + i);
        nv_evo_update(&chan, 0);
        g_assert_true(nv_evo_done(&evo));
        nv_assert_hex(nv_rd32(nv, OVERSCAN), 0x100 + i);
    }
    g_assert_cmpuint(nv_statistic(nv, "fault-display-data"), ==, 2);
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

/* Other channels, by their numbers */
static void base(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan chan;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &chan, EVO_BASE, false);
    nv_inject(nv, "display-method head=1 to=0x44", "display-method head=0");
    nv_evo_mthd(&chan, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    nv_evo_kick(&chan);
    expect(&chan, 3, 0, 0x44, EVO_VRAM);
    nv_assert_hex(nv_fault_done(nv, 1), 0);
    restart(&chan);
    nv_evo_mthd(&chan, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    nv_evo_kick(&chan);
    nv_assert_hex(nv_evo_get(&chan), chan.cur);
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

/* Any channel's UPDATE is refused, with the code that is injected. */
static void state(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core_chan, chan;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core_chan, EVO_CORE, false);
    nv_evo_open(&evo, &chan, EVO_BASE, false);
    nv_inject(nv, "display-state head=1 value=0x0b");
    nv_evo_update(&core_chan, 0);
    g_assert_true(nv_evo_done(&evo));
    nv_evo_mthd(&chan, NV_EVO_UPDATE, 0x2);
    nv_evo_kick(&chan);
    expect(&chan, 5, 0x0b, NV_EVO_UPDATE, 0x2);
    restart(&chan);

    nv_inject(nv, "display-state head=0");
    nv_evo_mthd(&core_chan, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x77);
    nv_evo_mthd(&core_chan, NV_EVO_UPDATE, 0);
    nv_evo_kick(&core_chan);
    expect(&core_chan, 5, 0x05, NV_EVO_UPDATE, 0);
    /* It hasn't taken effect. */
    g_assert_cmphex(nv_rd32(nv, OVERSCAN + 4), !=, 0x77);
    restart(&core_chan);
    nv_inject_none(nv);
    nv_evo_update(&core_chan, 0);
    nv_assert_hex(nv_rd32(nv, OVERSCAN + 4), 0x77);
    nv_fault_is_wrong(nv, "display-state value=0x100", "display-state");
    /* There is no type 2. */
    nv_fault_is_wrong(nv, "display-state value=0x2001", "display-state");
}

/* --- Notifiers and semaphores ----------------------------------------- */

static void notifiers(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan chan;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &chan, EVO_CORE, false);
    nv_inject(nv, "notifier-lost what=EVO head=0", "notifier-lost head=1",
              "notifier-lost what=PGRAPH");
    nv_evo_update(&chan, 0);
    nv_assert_hex(nv_evo_get(&chan), chan.cur);
    g_assert_false(nv_evo_done(&evo));
    for (unsigned i = 0; i < 3; i++) {
        nv_assert_hex(nv_fault_done(nv, i), i == 0);
    }
    nv_inject(nv, "notifier-wrong what=EVO value=0x1230");
    nv_evo_update(&chan, 0);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync), 0x1230);
    nv_evo_update(&chan, 0);
    g_assert_true(nv_evo_done(&evo));
}

/* A flip that says when it has begun, and releases a semaphore */
static void flip(NVEvoChan *chan, uint32_t release)
{
    nv_evo_mthd(chan, NV_EVO_BASE_PRESENT_CTRL, 1 << 8);
    nv_evo_mthd(chan, NV_EVO_BASE_SEM_CTRL, 0x40);
    nv_evo_mthd(chan, NV_EVO_BASE_SEM_ACQUIRE, 0);
    nv_evo_mthd(chan, NV_EVO_BASE_SEM_RELEASE, release);
    nv_evo_mthd(chan, NV_EVO_BASE_DMA_SEM, EVO_SYNC);
    nv_evo_mthd(chan, NV_EVO_UPDATE, 0);
    nv_evo_kick(chan);
}

static void semaphores(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan chan;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &chan, EVO_BASE, false);
    nv_phys_wr32(nv, evo.sync + 0x40, 0);
    nv_inject(nv, "notifier-lost what=EVO head=1 address=0x40",
              "notifier-wrong head=1 data=0x22 xor=0xf0");
    flip(&chan, 0x11);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0x40), 0);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    flip(&chan, 0x22);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0x40), 0x22 ^ 0xf0);
    nv_assert_hex(nv_fault_done(nv, 1), 1);
    nv_phys_wr32(nv, evo.sync + 0x40, 0);
    flip(&chan, 0x33);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + 0x40), 0x33);
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

/* --- The tests -------------------------------------------------------- */

#define NV50 \
    .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "fault/display/core", "fault-injection evo", core, NV50 },
    { "fault/display/base", "fault-injection evo", base, NV50 },
    { "fault/display/state", "fault-injection! evo", state, NV50 },
    { "fault/display/notifiers", "fault-injection evo", notifiers, NV50 },
    { "fault/display/semaphores", "fault-injection evo", semaphores, NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

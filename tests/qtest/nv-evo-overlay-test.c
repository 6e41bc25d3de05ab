/*
 * Tests of the NVIDIA GPU: overlay channels of PDISPLAY
 *
 * What nouveau's dispnv50/ovly507e.c and ovly827e.c rely on; NVIDIA's class
 * headers (cl507e.h, cl827e.h) for what they don't use.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define PERIOD NV_EVO_VGA_PERIOD

/* --- Notifiers -------------------------------------------------------- */

/* Methods: in another order than a base channel's */
enum {
    PRESENT_CONTROL = 0x84,
    SEMAPHORE_ACQUIRE = 0x88,
    SEMAPHORE_RELEASE = 0x8c,
    SEMAPHORE_CONTROL = 0x90,
    CONTEXT_DMA_SEMAPHORE = 0x94,
    NOTIFIER_CONTROL = 0xa0,
    CONTEXT_DMA_NOTIFIER = 0xa4,
};

enum {
    NOT_BEGUN,
    BEGUN,
    FINISHED,
};

static bool is_nv84(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV84;
}

static uint64_t now(NVDev *nv)
{
    uint64_t high = nv_rd32(nv, A_NV_PTIMER_TIME_HIGH);

    return high << 32 | nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
}

static uint32_t sync_rd(NVEvo *evo, uint32_t offset)
{
    return nv_phys_rd32(evo->nv, evo->sync + offset);
}

/* base507c_ntfy_reset(), ovly827e_ntfy_reset() */
static void reset_notifier(NVEvo *evo, uint32_t offset)
{
    for (unsigned i = 0; i < 16; i += 4) {
        nv_phys_wr32(evo->nv, evo->sync + offset + i, 0);
    }
    if (is_nv84(evo->nv)) {
        nv_phys_wr32(evo->nv, evo->sync + offset + 12, 0x80000000);
    }
}

/* base507c_ntfy_wait_begun(), ovly827e_ntfy_wait_begun(): what they look at */
static unsigned status(NVEvo *evo, uint32_t offset)
{
    if (!is_nv84(evo->nv)) {
        return sync_rd(evo, offset) >> 30;
    }
    switch (sync_rd(evo, offset + 12) >> 16) {
    case 0x8000:
        return NOT_BEGUN;
    case 0xffff:
        return BEGUN;
    case 0:
        return FINISHED;
    default:
        g_assert_not_reached();
    }
}

static unsigned count(NVEvo *evo, uint32_t offset)
{
    return is_nv84(evo->nv) ? sync_rd(evo, offset + 12) & 0xff
                            : sync_rd(evo, offset) & 0xffff;
}

static void flip(NVEvoChan *ovly, uint32_t offset, uint32_t present)
{
    nv_evo_mthd(ovly, PRESENT_CONTROL, present);
    nv_evo_mthd(ovly, NOTIFIER_CONTROL, offset);
    nv_evo_mthd(ovly, CONTEXT_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(ovly, NV_EVO_UPDATE, 0);
    nv_evo_kick(ovly);
}

static void notifiers(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, ovly;
    uint64_t before, after, time;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &ovly, EVO_OVERLAY, false);
    nv_clock_step(nv, PERIOD - nv->clock % PERIOD);
    reset_notifier(&evo, 0x60);
    reset_notifier(&evo, 0x70);
    nv_phys_wr32(nv, evo.sync + 0x80, 0x12345678);
    flip(&ovly, 0x60, 1 << 4);
    nv_assert_hex(status(&evo, 0x60), NOT_BEGUN);
    before = now(nv);
    nv_clock_step(nv, PERIOD);
    after = now(nv);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    nv_assert_hex(count(&evo, 0x60), 1);
    if (is_nv84(nv)) {
        time = sync_rd(&evo, 0x60) | (uint64_t)sync_rd(&evo, 0x64) << 32;
        g_assert_cmpuint(time, >=, before);
        g_assert_cmpuint(time, <=, after);
    } else {
        /* 1024 ns each, as in the first word */
        time = sync_rd(&evo, 0x64);
        g_assert_cmpuint(time, >=, before >> 10);
        g_assert_cmpuint(time, <=, after >> 10);
        nv_assert_hex(sync_rd(&evo, 0x60) >> 16 & 0x3fff, time & 0x3fff);
        nv_assert_hex(sync_rd(&evo, 0x68), 0);
    }
    /* The next one ends it; nothing is written behind it. */
    flip(&ovly, 0x70, 1 << 4);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(status(&evo, 0x70), BEGUN);
    nv_assert_hex(count(&evo, 0x70), 2);
    nv_assert_hex(status(&evo, 0x60), FINISHED);
    nv_assert_hex(sync_rd(&evo, 0x80), 0x12345678);
    nv_assert_hex(nv_evo_intr0(nv), 0);
    if (!is_nv84(nv)) {
        nv_assert_hex(sync_rd(&evo, 0x64), time);
    }
    /* WRITE_AWAKEN */
    flip(&ovly, 0x40000060, 1 << 4);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    nv_assert_hex(status(&evo, 0x70), FINISHED);
    nv_assert_hex(nv_evo_intr0(nv), 1 << EVO_OVERLAY);
}

/* That of a base channel is the same on all cards. */
static void base_notifier(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, false);
    nv_phys_wr32(nv, evo.sync + 0x64, 0x12345678);
    flip(&base, 0x60, 1 << 4);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(sync_rd(&evo, 0x60) & 0xc000ffff, 0x40000001);
    nv_assert_hex(sync_rd(&evo, 0x64), 0x12345678);
}

static void semaphores(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, ovly;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &ovly, EVO_OVERLAY, false);
    reset_notifier(&evo, 0x60);
    nv_evo_mthd(&ovly, SEMAPHORE_CONTROL, 0xc0);
    nv_evo_mthd(&ovly, SEMAPHORE_ACQUIRE, 0x1111);
    nv_evo_mthd(&ovly, SEMAPHORE_RELEASE, 0x2222);
    nv_evo_mthd(&ovly, CONTEXT_DMA_SEMAPHORE, EVO_SYNC);
    flip(&ovly, 0x60, 1 << 4);
    nv_clock_step(nv, 5 * PERIOD);
    nv_assert_hex(status(&evo, 0x60), NOT_BEGUN);
    nv_assert_hex(sync_rd(&evo, 0xc0), 0);
    nv_phys_wr32(nv, evo.sync + 0xc0, 0x1111);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    nv_assert_hex(sync_rd(&evo, 0xc0), 0x2222);
}

#define NV50 .needs = NV_CARD_NV50, .cold = true

static const NVTest tests[] = {
    { "evo-overlay/notifier-is-of-the-class", "M211", notifiers, NV50 },
    { "evo-overlay/notifier-of-a-base-channel", "M211", base_notifier, NV50 },
    { "evo-overlay/semaphores", "M211", semaphores, NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

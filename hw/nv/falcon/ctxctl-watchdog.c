/*
 * NVIDIA GPU: PGRAPH's context control: CC_WATCHDOG, NVC0+
 *
 * Counts the falcon's clock, in addition to the timers that all falcons have.
 * It is one of SIGNAL's bits; FECS's also raises an interrupt at the driver.
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; envytools,
 * docs/hw/graph/fermi/ctxctl/intro.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "processor.h"
#include "state.h"
#include "timer.h"
#include "hw/nv/falcon-regs.h"
#include "migration/vmstate.h"

static uint32_t *nv_ctxctl_watchdog_reg(NVCtxctlFalcon *cf)
{
    return &NV_FALCON_R(&cf->falcon, NV_CTXCTL_WATCHDOG);
}

/* The rest of the count, rounded up: at 0 it has expired. */
static uint32_t nv_ctxctl_watchdog_left(NVCtxctlFalcon *cf)
{
    int64_t left = cf->watchdog_end - qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    if (left <= 0) {
        return 1;
    }
    return MIN(muldiv64_round_up(left, cf->falcon.chip->khz, SCALE_MS),
               R_NV_CTXCTL_WATCHDOG_TIME_REMAINING_MASK);
}

bool nv_ctxctl_watchdog_expired(NVCtxctlFalcon *cf)
{
    uint32_t val = *nv_ctxctl_watchdog_reg(cf);

    return FIELD_EX32(val, NV_CTXCTL_WATCHDOG, ENABLE) &&
           !FIELD_EX32(val, NV_CTXCTL_WATCHDOG, TIME_REMAINING);
}

/* Its signal has risen. */
static void nv_ctxctl_watchdog_expire(NVCtxctlFalcon *cf)
{
    uint32_t *reg = nv_ctxctl_watchdog_reg(cf);

    *reg = FIELD_DP32(*reg, NV_CTXCTL_WATCHDOG, TIME_REMAINING, 0);
    cf->watchdog_end = 0;
    nv_ctxctl_pulse(cf, NV_CTXCTL_SIGNAL_0 +
                        R_NV_CTXCTL_SIGNAL_CC_WATCHDOG_SHIFT);
    if (nv_ctxctl_is_hub(cf)) {
        nv_ctxctl_raise_intr_up(cf->falcon.gpu,
                                R_NV_CTXCTL_INTR_UP_STATUS_WATCHDOG_MASK);
    }
}

static void nv_ctxctl_watchdog_fire(void *opaque)
{
    NVCtxctlFalcon *cf = opaque;

    nv_ctxctl_watchdog_expire(cf);
    nv_falcon_kick(&cf->falcon);
}

void nv_ctxctl_watchdog_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    uint32_t ticks = FIELD_EX32(val, NV_CTXCTL_WATCHDOG, TIME_REMAINING);
    bool expired = nv_ctxctl_watchdog_expired(cf);

    timer_del(cf->watchdog);
    cf->watchdog_end = 0;
    *nv_ctxctl_watchdog_reg(cf) =
        val & (R_NV_CTXCTL_WATCHDOG_ENABLE_MASK |
               R_NV_CTXCTL_WATCHDOG_TIME_REMAINING_MASK);
    if (!FIELD_EX32(val, NV_CTXCTL_WATCHDOG, ENABLE)) {
        return;
    }
    if (ticks) {
        cf->watchdog_end = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                           nv_falcon_ticks_ns(&cf->falcon, ticks);
        timer_mod(cf->watchdog, cf->watchdog_end);
    } else if (!expired) {
        nv_ctxctl_watchdog_expire(cf);
        nv_falcon_kick(&cf->falcon);
    }
}

uint32_t nv_ctxctl_watchdog_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    uint32_t val = *nv_ctxctl_watchdog_reg(cf);

    return cf->watchdog_end
        ? FIELD_DP32(val, NV_CTXCTL_WATCHDOG, TIME_REMAINING,
                     nv_ctxctl_watchdog_left(cf))
        : val;
}

/* --- Life ------------------------------------------------------------- */

void nv_ctxctl_watchdog_init(NVCtxctlFalcon *cf)
{
    cf->watchdog = nv_timer_new(cf->falcon.gpu, nv_ctxctl_watchdog_fire, cf);
}

void nv_ctxctl_watchdog_exit(NVCtxctlFalcon *cf)
{
    nv_timer_free(cf->falcon.gpu, &cf->watchdog);
}

void nv_ctxctl_watchdog_reset(NVCtxctlFalcon *cf)
{
    timer_del(cf->watchdog);
    cf->watchdog_end = 0;
}

void nv_ctxctl_watchdog_post_load(NVCtxctlFalcon *cf)
{
    if (cf->watchdog_end > 0) {
        timer_mod(cf->watchdog, cf->watchdog_end);
    } else {
        nv_ctxctl_watchdog_reset(cf);
    }
}

static bool nv_ctxctl_watchdog_needed(void *opaque)
{
    const NVCtxctlFalcon *cf = opaque;

    return cf->watchdog_end;
}

const VMStateDescription nv_vmstate_ctxctl_watchdog = {
    .name = "nv-gpu/ctxctl/falcon/watchdog",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_ctxctl_watchdog_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(watchdog_end, NVCtxctlFalcon),
        VMSTATE_END_OF_LIST()
    },
};

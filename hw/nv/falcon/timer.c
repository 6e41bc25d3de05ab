/*
 * NVIDIA GPU: a falcon's timers
 *
 * They count its clock, by QEMU's virtual clock: docs/hw/falcon/timer.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "interrupts.h"
#include "processor.h"
#include "state.h"
#include "timer.h"
#include "hw/nv/falcon-regs.h"
#include "migration/vmstate.h"

/* Shortest period that is modelled: meanwhile the line is up anyway. */
#define NV_FALCON_MIN_PERIOD_NS (20 * SCALE_US)

static uint32_t *nv_falcon_timer_reg(NVFalconTimer *t, uint32_t addr)
{
    return &t->falcon->gpu->regs[(t->falcon->chip->regs->base + addr) / 4];
}

int64_t nv_falcon_ticks_ns(const NVFalcon *falcon, uint32_t ticks)
{
    return muldiv64(ticks, SCALE_MS, falcon->chip->khz);
}

/* The rest of the count */
static uint32_t nv_falcon_timer_left(NVFalconTimer *t)
{
    int64_t left = t->end - qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    if (!t->counting) {
        return *nv_falcon_timer_reg(t, t->time);
    }
    return left > 0 ? MIN(muldiv64(left, t->falcon->chip->khz, SCALE_MS),
                          UINT32_MAX) : 0;
}

static void nv_falcon_timer_start(NVFalconTimer *t, uint32_t ticks)
{
    int64_t ns = nv_falcon_ticks_ns(t->falcon, ticks);

    t->zero = false;
    t->counting = true;
    t->end = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
             (t->period ? MAX(ns, NV_FALCON_MIN_PERIOD_NS) : ns);
    timer_mod(t->timer, t->end);
}

/* The count has reached 0: its line rises. */
static void nv_falcon_timer_zero(NVFalconTimer *t)
{
    bool rises = !t->zero;

    t->counting = false;
    t->zero = true;
    *nv_falcon_timer_reg(t, t->time) = 0;
    if (t->period) {
        nv_falcon_timer_start(t, *nv_falcon_timer_reg(t, t->period));
    }
    if (rises) {
        nv_falcon_raise(t->falcon, t->line);
    }
}

static void nv_falcon_timer_fire(void *opaque)
{
    NVFalconTimer *t = opaque;

    nv_falcon_timer_zero(t);
    nv_falcon_kick(t->falcon);
}

/* Stop, start, or report that the count is 0 already */
static void nv_falcon_timer_update(NVFalconTimer *t)
{
    uint32_t time = *nv_falcon_timer_reg(t, t->time);

    timer_del(t->timer);
    t->counting = false;
    t->end = 0;
    if (!(*nv_falcon_timer_reg(t, t->enable) & 1)) {
        t->zero = false;
    } else if (time) {
        nv_falcon_timer_start(t, time);
    } else {
        nv_falcon_timer_zero(t);
    }
}

static NVFalconTimer *nv_falcon_timer_at(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    return addr - falcon->chip->regs->base >= A_NV_FALCON_WATCHDOG_TIME
        ? &falcon->watchdog : &falcon->periodic;
}

uint32_t nv_falcon_timer_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_timer_left(nv_falcon_timer_at(gpu, addr));
}

/* TIME and ENABLE */
void nv_falcon_timer_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalconTimer *t = nv_falcon_timer_at(gpu, addr);

    if (addr - t->falcon->chip->regs->base == t->time) {
        *nv_falcon_timer_reg(t, t->time) = val;
    } else if (t->counting) {
        if (val & 1) {
            return;
        }
        *nv_falcon_timer_reg(t, t->time) = nv_falcon_timer_left(t);
    }
    nv_falcon_timer_update(t);
    nv_falcon_kick(t->falcon);
}

/* --- Life ------------------------------------------------------------- */

static void nv_falcon_timer_init(NVFalcon *falcon, NVFalconTimer *t)
{
    t->falcon = falcon;
    t->timer = nv_timer_new(falcon->gpu, nv_falcon_timer_fire, t);
}

void nv_falcon_timers_init(NVFalcon *falcon)
{
    falcon->periodic = (NVFalconTimer) {
        .time = A_NV_FALCON_PERIODIC_TIME,
        .enable = A_NV_FALCON_PERIODIC_ENABLE,
        .line = R_NV_FALCON_INTR_PERIODIC_MASK,
        .period = A_NV_FALCON_PERIODIC_PERIOD,
    };
    falcon->watchdog = (NVFalconTimer) {
        .time = A_NV_FALCON_WATCHDOG_TIME,
        .enable = A_NV_FALCON_WATCHDOG_ENABLE,
        .line = R_NV_FALCON_INTR_WATCHDOG_MASK,
    };
    nv_falcon_timer_init(falcon, &falcon->periodic);
    nv_falcon_timer_init(falcon, &falcon->watchdog);
}

void nv_falcon_timers_exit(NVFalcon *falcon)
{
    nv_timer_free(falcon->gpu, &falcon->periodic.timer);
    nv_timer_free(falcon->gpu, &falcon->watchdog.timer);
}

/* The registers have been reset to 0 by now. */
void nv_falcon_timers_reset(NVFalcon *falcon)
{
    nv_falcon_timer_update(&falcon->periodic);
    nv_falcon_timer_update(&falcon->watchdog);
}

static void nv_falcon_timer_post_load(NVFalconTimer *t)
{
    if (t->counting) {
        timer_mod(t->timer, t->end);
    } else {
        timer_del(t->timer);
    }
}

void nv_falcon_timers_post_load(NVFalcon *falcon)
{
    nv_falcon_timer_post_load(&falcon->periodic);
    nv_falcon_timer_post_load(&falcon->watchdog);
}

const VMStateDescription nv_vmstate_falcon_timer = {
    .name = "nv-gpu/falcon/timer",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(end, NVFalconTimer),
        VMSTATE_BOOL(counting, NVFalconTimer),
        VMSTATE_BOOL(zero, NVFalconTimer),
        VMSTATE_END_OF_LIST()
    },
};

/*
 * NVIDIA GPU: engines that take too long to switch channels, NVC0+
 *
 * PFIFO records when an engine began to refuse a channel's methods because of
 * another channel, or was told to leave a channel.  If the switch takes longer
 * than CTXSW_TIMEOUT, PFIFO interrupts the driver, which finds the engine by
 * ENGINE_STATE.
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c, gf100_fifo_intr_sched(); for the unit, what drivers
 * of later cards write.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/queue.h"
#include "channel.h"
#include "intr.h"
#include "pbdma.h"
#include "state.h"
#include "switch.h"
#include "trace/trace-hw_nv.h"

#define NVC0_CTXSW_UNIT_NS 1024

/* --- Pending switches ------------------------------------------------- */

static bool nvc0_switch_under_way(NVGPU *gpu, unsigned id)
{
    const NVEngineSwitch *s = &nv_pbdmas(gpu)->switches[id];
    const NVEngine *engine = nv_fifo_engine(gpu, id);

    if (s->unload) {
        return engine->unloading(gpu);
    }
    return nvc0_channel_may_load(gpu, s->chid) &&
           (engine->switching(gpu) ||
            engine->block(gpu) != nvc0_channel_block(gpu, s->chid));
}

const NVEngineSwitch *nvc0_switch_pending(NVGPU *gpu, unsigned id)
{
    NVEngineSwitch *s = &nv_pbdmas(gpu)->switches[id];
    uint32_t block;

    if (!s->pending) {
        return NULL;
    }
    if (!nvc0_switch_under_way(gpu, id)) {
        s->pending = false;
        return NULL;
    }
    block = nv_fifo_engine(gpu, id)->block(gpu);
    if (block != s->from) {
        /* The switch has come a step further, or the engine was reset. */
        s->from = block;
        s->since = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    }
    return s;
}

void nvc0_switch_update(NVGPU *gpu)
{
    for (unsigned id = 0; id < NVE4_ENGINES; id++) {
        nvc0_switch_pending(gpu, id);
    }
}

static void nvc0_switch_begin(NVGPU *gpu, unsigned id, unsigned chid,
                              bool unload)
{
    nv_pbdmas(gpu)->switches[id] = (NVEngineSwitch) {
        .pending = true,
        .unload = unload,
        .chid = chid,
        .from = nv_fifo_engine(gpu, id)->block(gpu),
        .since = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL),
    };
    nvc0_switch_arm(gpu);
}

void nvc0_switch_refused(NVGPU *gpu, unsigned id, unsigned chid)
{
    const NVEngine *engine = nv_fifo_engine(gpu, id);

    if (engine->block && !nvc0_switch_pending(gpu, id) &&
        (engine->switching(gpu) ||
         engine->block(gpu) != nvc0_channel_block(gpu, chid))) {
        nvc0_switch_begin(gpu, id, chid, false);
    }
}

/* --- Timeouts --------------------------------------------------------- */

/* When the next switch times out, in ns of the virtual clock */
static int64_t nvc0_switch_due(NVGPU *gpu)
{
    uint32_t timeout = NV_R(gpu, NVC0_PFIFO_CTXSW_TIMEOUT);
    int64_t period = (int64_t)FIELD_EX32(timeout, NVC0_PFIFO_CTXSW_TIMEOUT,
                                         PERIOD) * NVC0_CTXSW_UNIT_NS;
    int64_t due = INT64_MAX;

    if (!FIELD_EX32(timeout, NVC0_PFIFO_CTXSW_TIMEOUT, ENABLE)) {
        return due;
    }
    for (unsigned id = 0; id < NVE4_ENGINES; id++) {
        const NVEngineSwitch *s = &nv_pbdmas(gpu)->switches[id];

        if (s->pending && !nvc0_fifo_frozen_engine(gpu, id)) {
            due = MIN(due, s->since + period);
        }
    }
    return due;
}

/* A reported timeout isn't reported again until the driver has handled it. */
void nvc0_switch_arm(NVGPU *gpu)
{
    int64_t due;

    nvc0_switch_update(gpu);
    due = nvc0_switch_due(gpu);
    if (due == INT64_MAX ||
        FIELD_EX32(NV_R(gpu, NVC0_PFIFO_INTR), NVC0_PFIFO_INTR,
                   SCHED_ERROR)) {
        timer_del(nv_pbdmas(gpu)->switch_timer);
    } else {
        timer_mod(nv_pbdmas(gpu)->switch_timer, due);
    }
}

/* The channel of the engine that was told first, of those that wait; or -1 */
static int nvc0_switch_late(NVGPU *gpu)
{
    const NVEngineSwitch *late = NULL;

    for (unsigned id = 0; id < NVE4_ENGINES; id++) {
        const NVEngineSwitch *s = &nv_pbdmas(gpu)->switches[id];

        if (s->pending && !nvc0_fifo_frozen_engine(gpu, id) &&
            (!late || s->since < late->since)) {
            late = s;
        }
    }
    return late ? late->chid : -1;
}

static void nvc0_switch_timeout(void *opaque)
{
    NVGPU *gpu = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    nvc0_switch_update(gpu);
    if (nvc0_switch_due(gpu) <= now) {
        nvc0_fifo_error(gpu, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK,
                        nvc0_switch_late(gpu), NVC0_SCHED_CTXSW_TIMEOUT,
                        "an engine doesn't switch channels in time");
        for (unsigned id = 0; id < NVE4_ENGINES; id++) {
            /* If the driver lets it go on, it gets the whole time again. */
            nv_pbdmas(gpu)->switches[id].since = now;
        }
    }
    nvc0_switch_arm(gpu);
}

void nvc0_switch_ask(NVGPU *gpu)
{
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);
    NVPbdmas *pbdmas = nv_pbdmas(gpu);

    pbdmas->frozen = chip->frozen(gpu);
    pbdmas->disabled = chip->disabled ? chip->disabled(gpu) : 0;
    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        pbdmas->refused[id] = chip->refused ? chip->refused(gpu, id) : 0;
    }
}

/* --- Preemption ------------------------------------------------------- */

/* Engine @id was told to leave channel @chid. */
static void nvc0_switch_unload(NVGPU *gpu, unsigned id, unsigned chid)
{
    const NVEngine *engine = nv_fifo_engine(gpu, id);

    if (engine->unloading(gpu) && !nvc0_switch_pending(gpu, id)) {
        nvc0_switch_begin(gpu, id, chid, true);
    }
}

void nvc0_switch_preempt(NVGPU *gpu, unsigned chid)
{
    uint32_t block = nvc0_channel_block(gpu, chid);
    int id = nvc0_channel_pbdma(gpu, chid);

    trace_nv_pfifo_kick(block, id >= 0);
    if (id >= 0 && nv_pbdma_frozen(gpu, id)) {
        nv_pbdmas(gpu)->leaving |= BIT(id);
        return;
    }
    if (id >= 0) {
        nvc0_channel_unload(gpu, id);
    }
    for (unsigned engine = 0; block && engine < NVE4_ENGINES; engine++) {
        if (nv_fifo_engine(gpu, engine)->unload) {
            nv_fifo_engine(gpu, engine)->unload(gpu, block);
            nvc0_switch_unload(gpu, engine, chid);
        }
    }
}

void nvc0_switch_thaw(NVGPU *gpu, unsigned id)
{
    if (nv_pbdma_frozen(gpu, id)) {
        return;
    }
    if (extract32(nv_pbdmas(gpu)->leaving, id, 1)) {
        nvc0_switch_preempt(gpu, nv_pbdma_channel(gpu, id));
    }
    nvc0_channel_recheck_all(gpu);
}

bool nvc0_switch_preempting(NVGPU *gpu)
{
    if (nv_pbdmas(gpu)->leaving) {
        return true;
    }
    for (unsigned id = 0; id < NVE4_ENGINES; id++) {
        const NVEngine *engine = nv_fifo_engine(gpu, id);

        if (engine->unloading && engine->unloading(gpu)) {
            return true;
        }
    }
    return false;
}

/* --- Life ------------------------------------------------------------- */

bool nvc0_switch_init(NVGPU *gpu)
{
    nv_pbdmas(gpu)->switch_timer = nv_timer_new(gpu, nvc0_switch_timeout, gpu);
    return true;
}

void nvc0_switch_reset(NVGPU *gpu)
{
    memset(nv_pbdmas(gpu)->switches, 0, sizeof(nv_pbdmas(gpu)->switches));
    timer_del(nv_pbdmas(gpu)->switch_timer);
}

void nvc0_switch_exit(NVGPU *gpu)
{
    nv_timer_free(gpu, &nv_pbdmas(gpu)->switch_timer);
}

/* Otherwise a preemption would never be over. */
static bool nvc0_switch_leaving_is_sane(NVGPU *gpu)
{
    uint8_t leaving = nv_pbdmas(gpu)->leaving;

    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        if (nv_pbdma_frozen(gpu, id) && nv_pbdma_channel(gpu, id) >= 0) {
            leaving &= ~BIT(id);
        }
    }
    return !leaving;
}

bool nvc0_switch_post_load(NVGPU *gpu)
{
    if (!nvc0_switch_leaving_is_sane(gpu)) {
        return false;
    }
    for (unsigned id = 0; id < NVE4_ENGINES; id++) {
        const NVEngineSwitch *s = &nv_pbdmas(gpu)->switches[id];

        if (s->pending && (s->chid >= gpu->chip->fifo->channels ||
                           s->since < 0 || !nv_fifo_engine(gpu, id)->block)) {
            return false;
        }
    }
    nvc0_switch_arm(gpu);
    return true;
}

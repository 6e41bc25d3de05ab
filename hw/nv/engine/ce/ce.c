/*
 * NVIDIA GPU: the copy engines without a falcon, behind PFIFO, NVE4+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ce.h"

/* --- State ------------------------------------------------------------ */

static bool nv_ce_has(const NVCe *ce, unsigned chid)
{
    return nv_ce_has_channel(ce) && ce->channels[ce->current].chid == chid;
}

/* --- The engine ------------------------------------------------------- */

/* Subchannels have fixed engines, and NVK binds no object for its copies. */
static bool nv_ce_select(NVGPU *gpu, NVCe *ce, unsigned chid, unsigned subc)
{
    if (!nv_ce_accepts(gpu, ce)) {
        return false;
    }
    nv_ce_enter(gpu, ce, chid);
    if (!nv_probe_class(gpu, chid, subc)) {
        nv_probe_bind(gpu, chid, subc, ce->chip->class);
    }
    return true;
}

/*
 * There is one class, whether a channel asks for it or not; drivers may call it
 * by the name of the one before.
 */
static bool nv_ce_bind(NVGPU *gpu, NVCe *ce, unsigned chid, unsigned subc,
                       uint32_t class)
{
    if (!nv_ce_select(gpu, ce, chid, subc)) {
        return false;
    }
    if (class != ce->chip->class && class != ce->chip->older) {
        nv_report_method(gpu, class, 0, class, 1);
    }
    return true;
}

static void nv_ce_unknown(NVGPU *gpu, const NVCe *ce, const NVRun *run,
                          uint32_t mthd, uint32_t data)
{
    const NVRefusal refusal = {
        .unit = ce->chip->regs->unit,
        .chid = run->chid,
        .subc = run->subc,
        .class = ce->chip->class,
        .mthd = mthd,
        .data = data,
        .why = "no such method",
    };

    nv_report_method(gpu, ce->chip->class, mthd, data, 1);
    nv_refused(gpu, &refusal);
}

static uint32_t nv_ce_run(NVGPU *gpu, NVCe *ce, const NVRun *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t mthd, data;

        if (!nv_ce_accepts(gpu, ce)) {
            return i;
        }
        mthd = nv_run_mthd(run, i);
        data = qatomic_read(&run->data[i]);
        if (!nv_ce_store(ce, mthd, data)) {
            nv_ce_unknown(gpu, ce, run, mthd, data);
        } else if (mthd == NV_CE_MTHD_LAUNCH_DMA) {
            nv_ce_launch(gpu, ce);
        }
    }
    return run->count;
}

static bool nv_ce_idle(NVGPU *gpu, const NVCe *ce, unsigned chid)
{
    return nv_ce_accepts(gpu, ce) || !nv_ce_has(ce, chid);
}

static bool nv_ce_busy(const NVCe *ce)
{
    return ce->copying && !ce->faulted;
}

static void nv_ce_unload(NVGPU *gpu, NVCe *ce, uint32_t block)
{
    if (nv_ce_block(ce) == block) {
        ce->leaving = true;
        nv_ce_leave(gpu, ce);
    }
}

/* --- The engines' functions ------------------------------------------- */

#define NV_CE_FUNCTIONS(_i)                                                 \
    static bool nv_ce##_i##_bind(NVGPU *gpu, unsigned chid, unsigned subc,  \
                                 uint32_t inst)                             \
    {                                                                       \
        return nv_ce_bind(gpu, gpu->ces[_i], chid, subc, inst);             \
    }                                                                       \
                                                                            \
    static bool nv_ce##_i##_select(NVGPU *gpu, unsigned chid,               \
                                   unsigned subc)                           \
    {                                                                       \
        return nv_ce_select(gpu, gpu->ces[_i], chid, subc);                 \
    }                                                                       \
                                                                            \
    static uint32_t nv_ce##_i##_run(NVGPU *gpu, const NVRun *run)           \
    {                                                                       \
        return nv_ce_run(gpu, gpu->ces[_i], run);                           \
    }                                                                       \
                                                                            \
    static bool nv_ce##_i##_idle(NVGPU *gpu, unsigned chid)                 \
    {                                                                       \
        return nv_ce_idle(gpu, gpu->ces[_i], chid);                         \
    }                                                                       \
                                                                            \
    static bool nv_ce##_i##_busy(NVGPU *gpu)                                \
    {                                                                       \
        return nv_ce_busy(gpu->ces[_i]);                                    \
    }                                                                       \
                                                                            \
    static void nv_ce##_i##_work(NVGPU *gpu, int64_t *budget)               \
    {                                                                       \
        nv_ce_go(gpu, gpu->ces[_i], budget);                                \
        --*budget;                                                          \
    }                                                                       \
                                                                            \
    static void nv_ce##_i##_unload(NVGPU *gpu, uint32_t block)              \
    {                                                                       \
        nv_ce_unload(gpu, gpu->ces[_i], block);                             \
    }                                                                       \
                                                                            \
    static bool nv_ce##_i##_unloading(NVGPU *gpu)                           \
    {                                                                       \
        return gpu->ces[_i]->leaving;                                       \
    }                                                                       \
                                                                            \
    static uint32_t nv_ce##_i##_block(NVGPU *gpu)                           \
    {                                                                       \
        return nv_ce_block(gpu->ces[_i]);                                   \
    }                                                                       \
                                                                            \
    static NVStuck nv_ce##_i##_stuck(NVGPU *gpu)                            \
    {                                                                       \
        return nv_ce_blocked(gpu, gpu->ces[_i]) ? NV_STUCK_INTERRUPT        \
                                                : NV_STUCK_NOT;             \
    }

NV_CE_FUNCTIONS(0)
NV_CE_FUNCTIONS(1)
NV_CE_FUNCTIONS(2)

/* It has the channel as soon as it is selected. */
static bool nv_ce_switching(NVGPU *gpu)
{
    return false;
}

/* @_error: once for all of a card */
#define NV_CE_ENGINE(_i, _error)                                            \
    {                                                                       \
        .name = "PCE" #_i,                                                  \
        .bind = nv_ce##_i##_bind,                                           \
        .select = nv_ce##_i##_select,                                       \
        .run = nv_ce##_i##_run,                                             \
        .idle = nv_ce##_i##_idle,                                           \
        .busy = nv_ce##_i##_busy,                                           \
        .work = nv_ce##_i##_work,                                           \
        .unload = nv_ce##_i##_unload,                                       \
        .unloading = nv_ce##_i##_unloading,                                 \
        .switching = nv_ce_switching,                                       \
        .block = nv_ce##_i##_block,                                         \
        .stuck = nv_ce##_i##_stuck,                                         \
        .error = (_error),                                                  \
    }

const NVEngine nv_engine_ce0 = NV_CE_ENGINE(0, nv_ce_error_name);
const NVEngine nv_engine_ce1 = NV_CE_ENGINE(1, NULL);
const NVEngine nv_engine_ce2 = NV_CE_ENGINE(2, NULL);

/*
 * NVIDIA GPU: PCOPY, the copy engine behind PFIFO, GT215+
 *
 * A falcon that receives methods and channels from PFIFO; the driver's
 * microcode executes the methods and switches the channels.
 *
 * Source: envytools, docs/hw/fifo/pcopy.rst and docs/hw/falcon; nouveau's
 * nvkm/engine/ce/fuc/com.fuc, which tells how the registers for PFIFO are used.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "interrupts.h"
#include "pcopy.h"
#include "processor.h"
#include "state.h"
#include "xfer.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "trace/trace-hw_nv.h"

/* Instructions executed, and words copied, in place for a method */
#define NV_PCOPY_FIRST 65536

/* --- State ------------------------------------------------------------ */

/* No program is running that would take methods and channels from PFIFO. */
static bool nv_pcopy_off(NVFalcon *falcon)
{
    uint32_t access = NV_FALCON_R(falcon, NV_FALCON_ACCESS_EN);

    return falcon->state == NV_FALCON_STOPPED ||
           !FIELD_EX32(access, NV_FALCON_ACCESS_EN, CHSW) ||
           !FIELD_EX32(access, NV_FALCON_ACCESS_EN, FIFO);
}

/* All that PFIFO has sent is done. */
static bool nv_pcopy_done(NVFalcon *falcon)
{
    return !falcon->fifo_count && !nv_pcopy_of(falcon)->copying &&
           !falcon->switching && !falcon->faulted &&
           !nv_falcon_can_run(falcon);
}

static void nv_pcopy_request(NVFalcon *falcon, uint32_t next)
{
    trace_nv_falcon_chsw(falcon->chip->regs->unit,
                         NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR), next);
    NV_FALCON_R(falcon, NV_FALCON_CHANNEL_NEXT) = next;
    falcon->switching = true;
    nv_falcon_raise(falcon, R_NV_FALCON_INTR_CHSW_MASK);
}

/*
 * An unload waits for what is under way.  The next channel is requested only
 * after the program that unloaded the last one has left its handler, since it
 * still clears the interrupt there.
 */
static void nv_pcopy_ask(NVFalcon *falcon)
{
    NVPcopy *pcopy = nv_pcopy_of(falcon);

    if (pcopy->unloading && nv_pcopy_done(falcon)) {
        nv_pcopy_request(falcon, 0);
    }
    if (pcopy->next && !nv_falcon_can_run(falcon)) {
        pcopy->next = false;
        nv_falcon_raise(falcon, R_NV_FALCON_INTR_CHSW_MASK);
    }
}

static void nv_pcopy_go(NVFalcon *falcon, int64_t *budget)
{
    bool runs, copying;

    nv_pcopy_ask(falcon);
    do {
        runs = nv_falcon_run(falcon, budget);
        copying = nv_pcopy_copy(falcon, budget);
        nv_pcopy_ask(falcon);
    } while (*budget > 0 && runs && (copying || nv_falcon_can_run(falcon)));
    if (nv_falcon_can_run(falcon) || copying) {
        nv_falcon_schedule(falcon);
    }
}

bool nv_pcopy_work(NVFalcon *falcon, int64_t *budget)
{
    bool copying = nv_pcopy_copy(falcon, budget);

    nv_pcopy_ask(falcon);
    nv_engine_wake(falcon->gpu);
    return copying;
}

/* --- Channels --------------------------------------------------------- */

void nv_pcopy_channel_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    NVPcopy *pcopy = nv_pcopy_of(falcon);
    uint32_t next = NV_FALCON_R(falcon, NV_FALCON_CHANNEL_NEXT);

    if (!falcon->switching) {
        nv_refused_access(gpu, falcon->chip->regs->unit, -1, val,
                          "no switch to another channel was requested");
        return;
    }
    if (FIELD_EX32(val, NV_FALCON_CHANNEL_CMD, LOAD)) {
        NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR) = next;
    } else if (!FIELD_EX32(val, NV_FALCON_CHANNEL_CMD, UNLOAD)) {
        return;
    } else if (FIELD_EX32(next, NV_FALCON_CHANNEL_CUR, VALID)) {
        pcopy->next = true;
        return;
    }
    falcon->switching = false;
    if (!FIELD_EX32(next, NV_FALCON_CHANNEL_CUR, VALID)) {
        pcopy->unloading = false;
    }
}

/* Switch to a channel; returns false until that is done. */
static bool nv_pcopy_enter(NVFalcon *falcon, unsigned chid)
{
    uint32_t channel = R_NV_FALCON_CHANNEL_CUR_VALID_MASK |
                       nv_channel_block(falcon->gpu, chid) >> 12;
    uint32_t *cur = &NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR);
    int64_t budget = NV_PCOPY_FIRST;

    if (likely(*cur == channel && nv_pcopy_done(falcon))) {
        return true;
    }
    if (nv_pcopy_off(falcon) || !nv_pcopy_done(falcon) ||
        nv_pcopy_of(falcon)->unloading) {
        return false;
    }
    nv_pcopy_request(falcon, channel);
    nv_pcopy_go(falcon, &budget);
    return *cur == channel && nv_pcopy_done(falcon);
}

static bool nv_pcopy_has(NVFalcon *falcon, uint32_t block)
{
    uint32_t cur = NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR);

    return FIELD_EX32(cur, NV_FALCON_CHANNEL_CUR, VALID) &&
           FIELD_EX32(cur, NV_FALCON_CHANNEL_CUR, CHAN) == block >> 12;
}

static void nv_pcopy_unload(NVPcopy *pcopy, uint32_t block)
{
    NVFalcon *falcon = &pcopy->falcon;
    int64_t budget = NV_PCOPY_FIRST;

    if (!nv_pcopy_has(falcon, block)) {
        return;
    }
    if (nv_pcopy_off(falcon)) {
        NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR) = 0;
        return;
    }
    pcopy->unloading = true;
    nv_pcopy_go(falcon, &budget);
}

/* --- The engine ------------------------------------------------------- */

static bool nv_pcopy_busy(NVPcopy *pcopy)
{
    NVFalcon *falcon = &pcopy->falcon;

    return (pcopy->copying && !falcon->faulted) ||
           (nv_falcon_can_run(falcon) && !nv_falcon_stuck(falcon));
}

static bool nv_pcopy_idle(NVPcopy *pcopy, unsigned chid)
{
    NVFalcon *falcon = &pcopy->falcon;

    return !nv_pcopy_has(falcon, nv_channel_block(falcon->gpu, chid)) ||
           nv_pcopy_done(falcon);
}

static void nv_pcopy_give(NVFalcon *falcon, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    int64_t budget = NV_PCOPY_FIRST;
    uint32_t cmd = 0;

    cmd = FIELD_DP32(cmd, NV_FALCON_FIFO_CMD, MTHD, mthd / 4);
    cmd = FIELD_DP32(cmd, NV_FALCON_FIFO_CMD, SUBC, subc);
    trace_nv_falcon_method(falcon->chip->regs->unit, subc, mthd, data);
    falcon->fifo[(falcon->fifo_first + falcon->fifo_count) % NV_FALCON_FIFO] =
        (NVFalconMethod) { .cmd = cmd, .data = data };
    falcon->fifo_count++;
    nv_falcon_update_intr(falcon);
    nv_pcopy_go(falcon, &budget);
}

/* If objects have slots, the slot is passed, as it is for handles. */
static bool nv_pcopy_bind(NVPcopy *pcopy, unsigned chid, unsigned subc,
                          uint32_t inst)
{
    NVFalcon *falcon = &pcopy->falcon;

    if (!nv_pcopy_enter(falcon, chid)) {
        return false;
    }
    nv_pcopy_give(falcon, subc, 0, pcopy->chip->objects
                  ? (inst - nv_channel_block(falcon->gpu, chid)) >> 4 : inst);
    return true;
}

/*
 * One method at a time: the next one waits until the microcode, and the copy
 * that it has started, are done.
 */
static uint32_t nv_pcopy_run(NVPcopy *pcopy, const NVRun *run)
{
    NVFalcon *falcon = &pcopy->falcon;
    uint32_t block = nv_channel_block(falcon->gpu, run->chid);
    bool handles = pcopy->chip->objects && run->mthd >= NV_MTHD_HANDLE &&
                   run->mthd < NV_MTHD_HANDLE_END;

    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t data = qatomic_read(&run->data[i]);

        if (!nv_pcopy_done(falcon)) {
            return i;
        }
        nv_pcopy_give(falcon, run->subc, nv_run_mthd(run, i),
                      handles ? data - (block >> 4) : data);
    }
    return run->count;
}

/* The instance block of the channel that is loaded, or is about to be */
static uint32_t nv_pcopy_block(NVPcopy *pcopy)
{
    uint32_t cur = NV_FALCON_R(&pcopy->falcon, NV_FALCON_CHANNEL_CUR);

    return pcopy->falcon.switching ||
           FIELD_EX32(cur, NV_FALCON_CHANNEL_CUR, VALID)
        ? nv_falcon_block(&pcopy->falcon) : 0;
}

static const char *nv_pcopy_error_name(NVGPU *gpu, unsigned i)
{
    return i ? NULL : NV_FALCON_REFUSED;
}

/* --- The engines' functions ------------------------------------------- */

#define NV_PCOPY_FUNCTIONS(_i)                                              \
    static bool nv_pcopy##_i##_bind(NVGPU *gpu, unsigned chid,              \
                                    unsigned subc, uint32_t inst)           \
    {                                                                       \
        return nv_pcopy_bind(gpu->pcopies[_i], chid, subc, inst);           \
    }                                                                       \
                                                                            \
    static bool nv_pcopy##_i##_select(NVGPU *gpu, unsigned chid,            \
                                      unsigned subc)                        \
    {                                                                       \
        return nv_pcopy_enter(&gpu->pcopies[_i]->falcon, chid);             \
    }                                                                       \
                                                                            \
    static uint32_t nv_pcopy##_i##_run(NVGPU *gpu, const NVRun *run)        \
    {                                                                       \
        return nv_pcopy_run(gpu->pcopies[_i], run);                         \
    }                                                                       \
                                                                            \
    static bool nv_pcopy##_i##_idle(NVGPU *gpu, unsigned chid)              \
    {                                                                       \
        return nv_pcopy_idle(gpu->pcopies[_i], chid);                       \
    }                                                                       \
                                                                            \
    static bool nv_pcopy##_i##_busy(NVGPU *gpu)                             \
    {                                                                       \
        return nv_pcopy_busy(gpu->pcopies[_i]);                             \
    }                                                                       \
                                                                            \
    static void nv_pcopy##_i##_work(NVGPU *gpu, int64_t *budget)            \
    {                                                                       \
        nv_pcopy_go(&gpu->pcopies[_i]->falcon, budget);                     \
        --*budget;                                                          \
    }                                                                       \
                                                                            \
    static void nv_pcopy##_i##_unload(NVGPU *gpu, uint32_t block)           \
    {                                                                       \
        nv_pcopy_unload(gpu->pcopies[_i], block);                           \
    }                                                                       \
                                                                            \
    static bool nv_pcopy##_i##_unloading(NVGPU *gpu)                        \
    {                                                                       \
        return gpu->pcopies[_i]->unloading;                                 \
    }                                                                       \
                                                                            \
    static bool nv_pcopy##_i##_switching(NVGPU *gpu)                        \
    {                                                                       \
        return gpu->pcopies[_i]->falcon.switching;                          \
    }                                                                       \
                                                                            \
    static uint32_t nv_pcopy##_i##_block(NVGPU *gpu)                        \
    {                                                                       \
        return nv_pcopy_block(gpu->pcopies[_i]);                            \
    }

NV_PCOPY_FUNCTIONS(0)
NV_PCOPY_FUNCTIONS(1)

/* @_error: once for all of a card */
#define NV_PCOPY_ENGINE(_name, _i, _error)                                  \
    {                                                                       \
        .name = (_name),                                                    \
        .bind = nv_pcopy##_i##_bind,                                        \
        .select = nv_pcopy##_i##_select,                                    \
        .run = nv_pcopy##_i##_run,                                          \
        .idle = nv_pcopy##_i##_idle,                                        \
        .busy = nv_pcopy##_i##_busy,                                        \
        .work = nv_pcopy##_i##_work,                                        \
        .unload = nv_pcopy##_i##_unload,                                    \
        .unloading = nv_pcopy##_i##_unloading,                              \
        .switching = nv_pcopy##_i##_switching,                              \
        .block = nv_pcopy##_i##_block,                                      \
        .error = (_error),                                                  \
    }

const NVEngine nv_engine_pcopy = NV_PCOPY_ENGINE("PCOPY", 0,
                                                  nv_pcopy_error_name);
const NVEngine nv_engine_pce0 = NV_PCOPY_ENGINE("PCE0", 0,
                                                 nv_pcopy_error_name);
const NVEngine nv_engine_pce1 = NV_PCOPY_ENGINE("PCE1", 1, NULL);

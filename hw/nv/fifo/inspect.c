/*
 * NVIDIA GPU: PFIFO as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "dma.h"
#include "inspect.h"
#include "method.h"
#include "queue.h"
#include "scheduler.h"

/* --- Channels --------------------------------------------------------- */

unsigned nv_fifo_channels(NVGPU *gpu)
{
    return gpu->chip->fifo->channels;
}

static bool nv_inspect_has_work(const NVChannelView *view)
{
    return view->get != view->put || view->left ||
           (view->ring && view->ring_get != view->ring_put);
}

/* What a channel in CACHE1 or a PBDMA waits for if it has no error */
static NVChannelWait nv_inspect_wait_in_unit(NVGPU *gpu, unsigned chid,
                                             NVChannelView *view)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;
    int engine = chip->engine(gpu, chid);

    if (engine < 0 && !nv_inspect_has_work(view)) {
        return NV_CHANNEL_IDLE;
    }
    view->frozen = chip->frozen(gpu, chid);
    if (view->frozen) {
        return NV_CHANNEL_FROZEN;
    }
    if (engine >= 0) {
        const NVEngine *has = nv_fifo_engine(gpu, engine);

        view->engine = nv_fifo_engine_name(gpu, engine);
        view->stuck = has->stuck ? has->stuck(gpu) : NV_STUCK_NOT;
        return NV_CHANNEL_ENGINE;
    }
    return NV_CHANNEL_RUNS;
}

static NVChannelWait nv_inspect_wait(NVGPU *gpu, unsigned chid,
                                     NVChannelView *view)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;

    if (nv_fifo_hangs(gpu, chid)) {
        return NV_CHANNEL_HUNG;
    }
    view->error = chip->error(gpu, chid);
    if (view->error) {
        return NV_CHANNEL_ERROR;
    }
    if (chip->semaphore && chip->semaphore(gpu, chid, &view->semaphore)) {
        return NV_CHANNEL_SEMAPHORE;
    }
    if (view->unit >= 0) {
        return nv_inspect_wait_in_unit(gpu, chid, view);
    }
    return chip->turn(gpu, chid) ? NV_CHANNEL_TURN : NV_CHANNEL_IDLE;
}

void nv_fifo_inspect(NVGPU *gpu, unsigned chid, NVChannelView *view)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;

    *view = (NVChannelView) {
        .unit = -1, .ramfc = NV_RAMFC_NOWHERE, .limit = UINT64_MAX,
    };
    if (chip->inspect(gpu, chid, view) && chip->on(gpu, chid)) {
        view->wait = nv_inspect_wait(gpu, chid, view);
    }
}

uint32_t nv_fifo_inspect_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;

    *size = 0;
    return chip->saved ? chip->saved(gpu, chid, size) : NV_RAMFC_NOWHERE;
}

bool nv_fifo_inspect_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                           NVWordView *word)
{
    return gpu->chip->fifo->inspect->ramfc(gpu, chid, i, word);
}

/* --- Handles ---------------------------------------------------------- */

bool nv_fifo_has_ramht(NVGPU *gpu)
{
    return gpu->chip->fifo->inspect->ramht;
}

unsigned nv_fifo_inspect_ramht_size(NVGPU *gpu, unsigned chid, uint32_t *base)
{
    return gpu->chip->fifo->inspect->ramht->size(gpu, chid, base);
}

int nv_fifo_inspect_ramht(NVGPU *gpu, unsigned chid, unsigned slot,
                          NVHandleView *entry)
{
    return gpu->chip->fifo->inspect->ramht->slot(gpu, chid, slot, entry);
}

bool nv_fifo_inspect_handle(NVGPU *gpu, unsigned chid, uint32_t handle,
                            NVHandleView *entry)
{
    const NVRamhtView *ramht = gpu->chip->fifo->inspect->ramht;

    return ramht && ramht->find(gpu, chid, handle, entry);
}

/* Without RAMHT the handle contains the class. */
uint32_t nv_fifo_handle_class(NVGPU *gpu, unsigned chid, uint32_t mthd,
                              uint32_t handle, bool *software)
{
    const NVRamhtView *ramht = gpu->chip->fifo->inspect->ramht;

    *software = false;
    return ramht ? ramht->class(gpu, chid, mthd, handle, software)
                 : extract32(handle, 0, 16);
}

bool nv_fifo_method_has_handle(NVGPU *gpu, uint32_t mthd)
{
    if (!gpu->chip->fifo->inspect->ramht) {
        return mthd == NV_MTHD_OBJECT;
    }
    return mthd == NV_MTHD_OBJECT || mthd == NV_MTHD_DMA_SEMAPHORE ||
           (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END);
}

const char *nv_fifo_engine_name(NVGPU *gpu, unsigned id)
{
    /* RAMHT gives DMA objects, which no engine has, the number of software. */
    return id >= NV_ENGINE__MAX ||
           (id == NV_ENGINE_SOFTWARE && !gpu->chip->engines[id])
        ? "software" : nv_fifo_engine(gpu, id)->name;
}

/* DMA objects have other fields in the upper bits of classes of 16 bits. */
uint32_t nv_fifo_class(NVGPU *gpu, uint32_t inst)
{
    uint32_t word = nv_ramin_read32(gpu, inst);
    uint32_t dma = FIELD_EX32(word, NV_DMAOBJ_0, CLASS);

    return nv_dmaobj_is_class(dma) ? dma : word & gpu->chip->fifo->class_mask;
}

/* --- Names ------------------------------------------------------------ */

const char *nv_fifo_error_name(NVGPU *gpu, unsigned i)
{
    return gpu->chip->fifo->inspect->error_name(gpu, i);
}

uint64_t nv_fifo_host_methods(NVGPU *gpu)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;

    return chip->host_methods ? chip->host_methods(gpu) : UINT64_MAX;
}

/* --- Units ------------------------------------------------------------ */

unsigned nv_fifo_pbdmas(NVGPU *gpu)
{
    return gpu->chip->counts ? gpu->chip->counts->pbdmas : 0;
}

bool nv_fifo_has_dma(NVGPU *gpu)
{
    return gpu->chip->fifo->inspect->push;
}

static int nv_inspect_user(NVGPU *gpu, uint64_t addr, const char **name)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;

    *name = NULL;
    return chip->user ? chip->user(gpu, addr, name) : -1;
}

int nv_fifo_inspect_user(NVGPU *gpu, uint64_t addr, const char **name)
{
    return nv_fifo_has_dma(gpu) ? nv_inspect_user(gpu, addr, name) : -1;
}

bool nv_fifo_has_user(NVGPU *gpu, uint64_t addr)
{
    const char *name;

    return nv_inspect_user(gpu, addr, &name) >= 0;
}

bool nv_fifo_inspect_method(NVGPU *gpu, unsigned i, NVWordView *method,
                            unsigned *subc)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;

    return chip->method && chip->method(gpu, i, method, subc);
}

bool nv_fifo_has_runlist(NVGPU *gpu)
{
    return gpu->chip->fifo->inspect->runlist;
}

int nv_fifo_inspect_runlist(NVGPU *gpu, unsigned i, bool *turn)
{
    for (unsigned r = 0; r < NV_RUNLISTS; r++) {
        const NVRunList *runlist = &gpu->fifo->runlists[r];

        if (i < runlist->len) {
            *turn = i == runlist->turn;
            return runlist->chid[i];
        }
        i -= runlist->len;
    }
    return -1;
}

/* --- Memory ----------------------------------------------------------- */

bool nv_fifo_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    return gpu->chip->fifo->inspect->space(gpu, chid, obj);
}

bool nv_fifo_push_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    return gpu->chip->fifo->inspect->push_space(gpu, chid, obj);
}

bool nv_fifo_inspect_entry(NVGPU *gpu, unsigned chid, uint32_t i,
                           NVEntryView *entry)
{
    NVChannelView view;
    NVDMAObject obj;
    NVDmaReason why;
    uint8_t bytes[8];

    nv_fifo_inspect(gpu, chid, &view);
    if (!view.ring || !nv_fifo_push_space(gpu, chid, &obj) ||
        !nv_dmaobj_peek(gpu, &obj, view.ring_at + (i & view.ring_mask) * 8ull,
                        bytes, sizeof(bytes), false, &why)) {
        return false;
    }
    entry->low = nv_fifo_ldl_p(gpu, bytes);
    entry->high = nv_fifo_ldl_p(gpu, bytes + 4);
    entry->addr = deposit64(entry->low & ~3u, 32, 8, entry->high);
    entry->words = extract32(entry->high, 10,
                             gpu->chip->fifo->inspect->entry_words);
    return true;
}

uint32_t nv_fifo_ldl(NVGPU *gpu, const void *bytes)
{
    return nv_fifo_ldl_p(gpu, bytes);
}

void nv_fifo_stl(NVGPU *gpu, void *bytes, uint32_t val)
{
    nv_fifo_stl_p(gpu, bytes, val);
}

/* --- Actions ---------------------------------------------------------- */

/* PFIFO may be at work: writing to another device can run the main loop. */
static bool nv_control_may(NVGPU *gpu, Error **errp)
{
    if (gpu->fifo->sched.running) {
        error_setg(errp, "PFIFO is at work");
        return false;
    }
    return true;
}

static bool nv_control_is_on(const NVChannelView *view, unsigned chid,
                             Error **errp)
{
    if (view->wait == NV_CHANNEL_OFF) {
        error_setg(errp, "channel %u is off", chid);
        return false;
    }
    return true;
}

bool nv_fifo_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                    Error **errp)
{
    NVChannelView view;

    *executed = 0;
    nv_fifo_inspect(gpu, run->chid, &view);
    return nv_control_may(gpu, errp) &&
           nv_control_is_on(&view, run->chid, errp) &&
           gpu->chip->fifo->inspect->submit(gpu, run, executed, errp);
}

bool nv_fifo_push(NVGPU *gpu, unsigned chid, uint64_t addr, uint32_t words,
                  Error **errp)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;
    NVChannelView view;

    nv_fifo_inspect(gpu, chid, &view);
    if (!nv_control_may(gpu, errp) || !nv_control_is_on(&view, chid, errp)) {
        return false;
    }
    if (!nv_fifo_has_dma(gpu) || !view.dma) {
        error_setg(errp, "channel %u has no pushbuffer", chid);
        return false;
    }
    if (addr % 4 || !words || addr >> 40) {
        error_setg(errp, "no pushbuffer can be %u words at 0x%" PRIx64, words,
                   addr);
        return false;
    }
    return chip->push(gpu, &view, chid, addr, words, errp);
}

bool nv_control_ring_has_room(const NVChannelView *view, uint32_t words,
                              uint32_t most, Error **errp)
{
    if (((view->ring_put + 1) & view->ring_mask) == view->ring_get) {
        error_setg(errp, "all %u entries of the ring are waiting",
                   view->ring_mask);
        return false;
    }
    if (words > most) {
        error_setg(errp, "an entry has at most %u words", most);
        return false;
    }
    return true;
}

bool nv_fifo_kill(NVGPU *gpu, unsigned chid, Error **errp)
{
    const NVFifoInspectChip *chip = gpu->chip->fifo->inspect;
    NVChannelView view;

    nv_fifo_inspect(gpu, chid, &view);
    if (!nv_control_may(gpu, errp) || !nv_control_is_on(&view, chid, errp)) {
        return false;
    }
    if (!chip->kill) {
        error_setg(errp, "nothing turns a channel of this card off");
        return false;
    }
    nv_fifo_hang(gpu, chid, false);
    chip->kill(gpu, chid);
    nv_fifo_wake_up(gpu);
    return true;
}

bool nv_fifo_is_hung(NVGPU *gpu, unsigned chid)
{
    return nv_fifo_hangs(gpu, chid);
}

void nv_fifo_hang(NVGPU *gpu, unsigned chid, bool hung)
{
    NVFifo *fifo = gpu->fifo;

    nv_runlist_set_put(fifo->hung, chid, hung);
    fifo->any_hung = false;
    for (unsigned i = 0; i < ARRAY_SIZE(fifo->hung); i++) {
        fifo->any_hung |= fifo->hung[i] != 0;
    }
    nv_fifo_wake_up(gpu);
}

/*
 * NVIDIA GPU: PFIFO as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/fifo/cache1/cache1.h"
#include "hw/nv/fifo/cache1/puller.h"
#include "hw/nv/fifo/cache1/ramfc.h"
#include "hw/nv/fifo/cache1/ramht.h"
#include "hw/nv/fifo/pbdma/intr-nvc0.h"
#include "channel.h"
#include "dma.h"
#include "look.h"
#include "ops.h"
#include "queue.h"
#include "scheduler.h"

/* --- Channels --------------------------------------------------------- */

unsigned nv_fifo_channels(NVGPU *gpu)
{
    return gpu->chip->fifo->channels;
}

static bool nv_look_has_work(const NVChannelLook *look)
{
    return look->get != look->put || look->left ||
           (look->ring && look->ring_get != look->ring_put);
}

/* What a channel in CACHE1 or a PBDMA waits for if it has no error */
static NVChannelWait nv_look_wait_in_unit(NVGPU *gpu, unsigned chid,
                                          NVChannelLook *look)
{
    const NVFifoLookChip *chip = gpu->chip->fifo->look;
    int engine = chip->engine(gpu, chid);

    if (engine < 0 && !nv_look_has_work(look)) {
        return NV_CHANNEL_IDLE;
    }
    look->frozen = chip->frozen(gpu, chid);
    if (look->frozen) {
        return NV_CHANNEL_FROZEN;
    }
    if (engine >= 0) {
        const NVEngine *has = nv_fifo_engine(gpu, engine);

        look->engine = nv_fifo_engine_name(gpu, engine);
        look->stuck = has->stuck ? has->stuck(gpu) : NULL;
        return NV_CHANNEL_ENGINE;
    }
    return NV_CHANNEL_RUNS;
}

static NVChannelWait nv_look_wait(NVGPU *gpu, unsigned chid,
                                  NVChannelLook *look)
{
    const NVFifoLookChip *chip = gpu->chip->fifo->look;

    if (nv_fifo_hangs(gpu, chid)) {
        return NV_CHANNEL_HUNG;
    }
    look->error = chip->error(gpu, chid);
    if (look->error) {
        return NV_CHANNEL_ERROR;
    }
    if (chip->semaphore && chip->semaphore(gpu, chid, &look->semaphore)) {
        return NV_CHANNEL_SEMAPHORE;
    }
    if (look->unit >= 0) {
        return nv_look_wait_in_unit(gpu, chid, look);
    }
    return chip->turn(gpu, chid) ? NV_CHANNEL_TURN : NV_CHANNEL_IDLE;
}

void nv_fifo_look(NVGPU *gpu, unsigned chid, NVChannelLook *look)
{
    const NVFifoLookChip *chip = gpu->chip->fifo->look;

    *look = (NVChannelLook) {
        .unit = -1, .ramfc = NV_RAMFC_NOWHERE, .limit = UINT64_MAX,
    };
    if (chip->look(gpu, chid, look) && chip->on(gpu, chid)) {
        look->wait = nv_look_wait(gpu, chid, look);
    }
}

uint32_t nv_fifo_look_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    const NVFifoLookChip *chip = gpu->chip->fifo->look;

    *size = 0;
    return chip->saved ? chip->saved(gpu, chid, size) : NV_RAMFC_NOWHERE;
}

bool nv_fifo_look_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                        NVWordLook *word)
{
    return gpu->chip->fifo->look->ramfc(gpu, chid, i, word);
}

/* --- Handles ---------------------------------------------------------- */

bool nv_fifo_has_ramht(NVGPU *gpu)
{
    return gpu->chip->fifo->ramht;
}

static void nv_look_handle(unsigned chid, uint32_t handle,
                           const NVHandle *found, NVHandleLook *entry)
{
    *entry = (NVHandleLook) {
        .chid = chid,
        .handle = handle,
        .context = found->context,
        .inst = found->inst,
        .engine = found->engine,
    };
}

int nv_fifo_look_ramht(NVGPU *gpu, unsigned chid, unsigned slot,
                       NVHandleLook *entry)
{
    NVHandle found;
    uint32_t handle;
    int is = nv_ramht_slot(gpu, &chid, slot, &handle, &found);

    if (is > 0) {
        nv_look_handle(chid, handle, &found, entry);
    }
    return is;
}

bool nv_fifo_look_handle(NVGPU *gpu, unsigned chid, uint32_t handle,
                         NVHandleLook *entry)
{
    NVHandle found;

    if (!nv_fifo_has_ramht(gpu) || !nv_ramht_find(gpu, chid, handle, &found)) {
        return false;
    }
    nv_look_handle(chid, handle, &found, entry);
    return true;
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

static bool nv_look_reports(const NVFifoChip *chip,
                            const NVFifoErrorName *error)
{
    return (!error->pusher || error->pusher & chip->pusher) &&
           (!error->puller || error->puller & chip->puller) &&
           (!error->dma || chip->ops->push);
}

const char *nv_fifo_error_name(NVGPU *gpu, unsigned i)
{
    const NVFifoChip *chip = gpu->chip->fifo;

    for (const NVFifoErrorName *error = chip->look->errors; error->name;
         error++) {
        if (nv_look_reports(chip, error) && !i--) {
            return error->name;
        }
    }
    return nv_fifo_pbdmas(gpu) ? nv_pbdma_error_name(i) : NULL;
}

uint64_t nv_fifo_host_methods(NVGPU *gpu)
{
    return nv_fifo_pbdmas(gpu) ? UINT64_MAX
                               : nv_puller_host_methods(gpu->chip->fifo);
}

/* --- Units ------------------------------------------------------------ */

unsigned nv_fifo_pbdmas(NVGPU *gpu)
{
    return gpu->chip->fifo->pusher & NV_PUSHER_PBDMA
        ? gpu->chip->counts->pbdmas : 0;
}

bool nv_fifo_look_method(NVGPU *gpu, unsigned i, NVWordLook *method,
                         unsigned *subc)
{
    NVCacheEntry entry;

    if (nv_fifo_pbdmas(gpu) || !nv_cache1_peek(gpu, i, &entry)) {
        return false;
    }
    *subc = FIELD_EX32(entry.addr, NV_PFIFO_CACHE1_ADDR, SUBCH);
    *method = (NVWordLook) {
        .name = "",
        .addr = entry.addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK,
        .val = entry.data,
    };
    return true;
}

bool nv_fifo_has_runlist(NVGPU *gpu)
{
    return gpu->chip->fifo->channel->block;
}

int nv_fifo_look_runlist(NVGPU *gpu, unsigned i, bool *turn)
{
    const NVRunList *runlist = &gpu->fifo->runlist;

    if (i >= MIN(runlist->len, NV_RUNLIST_MAX)) {
        return -1;
    }
    *turn = i == runlist->turn;
    return runlist->chid[i];
}

/* --- Memory ----------------------------------------------------------- */

bool nv_fifo_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    return gpu->chip->fifo->look->space(gpu, chid, obj);
}

bool nv_fifo_push_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    return gpu->chip->fifo->look->push_space(gpu, chid, obj);
}

bool nv_fifo_look_entry(NVGPU *gpu, unsigned chid, uint32_t i,
                        NVEntryLook *entry)
{
    NVChannelLook look;
    NVDMAObject obj;
    NVDmaReason why;
    uint8_t bytes[8];

    nv_fifo_look(gpu, chid, &look);
    if (!look.ring || !nv_fifo_push_space(gpu, chid, &obj) ||
        !nv_dmaobj_peek(gpu, &obj, look.ring_at + (i & look.ring_mask) * 8ull,
                        bytes, sizeof(bytes), false, &why)) {
        return false;
    }
    entry->low = nv_fifo_ldl_p(gpu, bytes);
    entry->high = nv_fifo_ldl_p(gpu, bytes + 4);
    entry->addr = deposit64(entry->low & ~3u, 32, 8, entry->high);
    entry->words = extract32(entry->high, 10,
                             gpu->chip->fifo->look->entry_words);
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
static bool nv_act_may(NVGPU *gpu, Error **errp)
{
    if (gpu->fifo->sched.running) {
        error_setg(errp, "PFIFO is at work");
        return false;
    }
    return true;
}

static bool nv_act_is_on(const NVChannelLook *look, unsigned chid,
                         Error **errp)
{
    if (look->wait == NV_CHANNEL_OFF) {
        error_setg(errp, "channel %u is off", chid);
        return false;
    }
    return true;
}

bool nv_fifo_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                    Error **errp)
{
    NVChannelLook look;

    *executed = 0;
    nv_fifo_look(gpu, run->chid, &look);
    return nv_act_may(gpu, errp) && nv_act_is_on(&look, run->chid, errp) &&
           gpu->chip->fifo->look->submit(gpu, run, executed, errp);
}

bool nv_fifo_push(NVGPU *gpu, unsigned chid, uint64_t addr, uint32_t words,
                  Error **errp)
{
    const NVFifoLookChip *chip = gpu->chip->fifo->look;
    NVChannelLook look;

    nv_fifo_look(gpu, chid, &look);
    if (!nv_act_may(gpu, errp) || !nv_act_is_on(&look, chid, errp)) {
        return false;
    }
    if (!chip->push || !look.dma) {
        error_setg(errp, "channel %u has no pushbuffer", chid);
        return false;
    }
    if (addr % 4 || !words || addr >> 40) {
        error_setg(errp, "no pushbuffer can be %u words at 0x%" PRIx64, words,
                   addr);
        return false;
    }
    return chip->push(gpu, &look, chid, addr, words, errp);
}

bool nv_fifo_kill(NVGPU *gpu, unsigned chid, Error **errp)
{
    const NVFifoLookChip *chip = gpu->chip->fifo->look;
    NVChannelLook look;

    nv_fifo_look(gpu, chid, &look);
    if (!nv_act_may(gpu, errp) || !nv_act_is_on(&look, chid, errp)) {
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
    fifo->any_hung = fifo->hung[0] | fifo->hung[1];
    nv_fifo_wake_up(gpu);
}

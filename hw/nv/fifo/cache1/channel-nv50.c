/*
 * NVIDIA GPU: PFIFO's channels, NV50:NVC0
 *
 * A channel is an instance block in memory.  The table of channels has the
 * address of each one's saved state, the run list says which of them take
 * turns.  When a channel leaves CACHE1, the methods in there are saved with it.
 *
 * Source: envytools, g80_pfifo.xml and memory/g80-vm.rst "Channels"; nouveau's
 * nvkm/engine/fifo/nv50.c and chan*.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/regs.h"
#include "hw/nv/fifo/runlist.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache1.h"
#include "channel-nv50.h"
#include "channel.h"
#include "ib-mode.h"
#include "puller.h"
#include "ramfc.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/* Offset of the save area for CACHE1 in the instance block of NV50 itself */
#define NV50_BLOCK_CACHE 0x400

/* --- The table -------------------------------------------------------- */

static uint32_t *nv50_channel_entry(NVGPU *gpu, unsigned chid)
{
    return &gpu->regs[R_NV50_PFIFO_CHAN_TABLE + chid];
}

/* Blocks and saved states can only be in video memory. */
static uint32_t nv50_channel_address(NVGPU *gpu, uint64_t addr,
                                     unsigned target)
{
    if (target != NV_LINEAR_VRAM) {
        nv_log_unimp(gpu, "channel in memory of kind %u", target);
        return 0;
    }
    return addr <= UINT32_MAX ? addr : 0;
}

static uint32_t nv50_channel_block_at(NVGPU *gpu, uint32_t channel)
{
    return nv50_channel_address(
        gpu, (uint64_t)FIELD_EX32(channel, NV50_PFIFO_CHAN_TABLE, CHAN) << 12,
        FIELD_EX32(channel, NV50_PFIFO_CHAN_TABLE, CHAN_TARGET));
}

/* On NV50 itself the instance block begins with the saved state. */
static uint32_t nv50_channel_ramfc(NVGPU *gpu, unsigned chid)
{
    return nv50_channel_block_at(gpu, *nv50_channel_entry(gpu, chid))
           ?: NV_RAMFC_NOWHERE;
}

static uint32_t nv50_channel_block(NVGPU *gpu, unsigned chid)
{
    return nv50_channel_block_at(gpu, *nv50_channel_entry(gpu, chid));
}

static uint32_t nv84_channel_ramfc(NVGPU *gpu, unsigned chid)
{
    uint32_t entry = *nv50_channel_entry(gpu, chid);

    return nv50_channel_address(
        gpu,
        (uint64_t)FIELD_EX32(entry, NV50_PFIFO_CHAN_TABLE, RAMFC_ADDR) << 8,
        FIELD_EX32(entry, NV50_PFIFO_CHAN_TABLE, RAMFC_TARGET))
           ?: NV_RAMFC_NOWHERE;
}

static uint32_t nv84_channel_block(NVGPU *gpu, unsigned chid)
{
    uint32_t inst = nv_fifo_owns(gpu, chid)
        ? NV_R(gpu, NV84_PFIFO_CACHE1_CHAN_INST)
        : nv_ramfc_get(gpu, chid, R_NV84_PFIFO_CACHE1_CHAN_INST);

    return nv50_channel_block_at(gpu, inst);
}

/* Ignores channels that are off: their blocks may be in use by others. */
int nv50_channel_of_block(NVGPU *gpu, uint32_t block)
{
    for (unsigned chid = 0; chid < gpu->chip->fifo->channels; chid++) {
        if (FIELD_EX32(*nv50_channel_entry(gpu, chid), NV50_PFIFO_CHAN_TABLE,
                       ENABLE) &&
            nv_fifo_block(gpu, chid) == block) {
            return chid;
        }
    }
    return -1;
}

/* --- Waiting channels ------------------------------------------------- */

/* Channel 0 is the PIO channel, which is in no run list. */
static bool nv50_channel_dma_mode(NVGPU *gpu, unsigned chid)
{
    return chid != 0;
}

static bool nv50_channel_loaded(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV50_PFIFO_CUR_CTX_MAP),
                      NV50_PFIFO_CUR_CTX_MAP, VALID);
}

static bool nv50_channel_may_load(NVGPU *gpu, unsigned chid)
{
    return FIELD_EX32(*nv50_channel_entry(gpu, chid), NV50_PFIFO_CHAN_TABLE,
                      ENABLE) &&
           nv_cache1_chip(gpu)->channel->ramfc(gpu, chid) != NV_RAMFC_NOWHERE &&
           (!nv50_channel_dma_mode(gpu, chid) ||
            nv_runlist_set_has(nv_runlist(gpu)->listed, chid));
}

static bool nv50_channel_has_entries(NVGPU *gpu, unsigned chid)
{
    uint32_t ib_put = nv_ramfc_get(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT);
    uint32_t ib_get = nv_ramfc_get(gpu, chid, R_NV50_PFIFO_CACHE1_IB_GET);
    uint32_t config = nv_ramfc_get(gpu, chid, R_NV50_PFIFO_CACHE1_IB_CONFIG);

    return ((ib_put ^ ib_get) & nv_ib_mask(config)) &&
           nv_ib_mode(nv_ramfc_get(gpu, chid,
                                   R_NV50_PFIFO_CACHE1_DMA_FETCH));
}

/* nv_pusher_has_work() for a channel's saved state */
static bool nv50_channel_has_commands(NVGPU *gpu, unsigned chid)
{
    return nv_ramfc_get(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT) !=
           nv_ramfc_get(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET) ||
           nv_ramfc_get(gpu, chid, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH) !=
           nv_ramfc_get(gpu, chid, R_NV50_PFIFO_CACHE1_DMA_GET_HIGH) ||
           nv50_channel_has_entries(gpu, chid);
}

/*
 * Whether there is work in a channel's saved state.  Methods from CACHE1 count
 * only while the puller is on.
 */
static bool nv50_channel_has_work(NVGPU *gpu, unsigned chid)
{
    uint32_t ramfc = nv_cache1_chip(gpu)->channel->ramfc(gpu, chid);

    return (nv50_channel_dma_mode(gpu, chid) &&
            nv50_channel_has_commands(gpu, chid)) ||
           FIELD_EX32(nv_ramfc_get(gpu, chid, R_NV_PFIFO_CACHE1_PULL1),
                      NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE) ||
           (FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL0),
                       NV_PFIFO_CACHE1_PULL0, ACCESS) &&
            nv_ramin_read32(gpu, ramfc + A_NV50_RAMFC_CACHE_CNT));
}

static void nv50_channel_update(NVGPU *gpu, unsigned chid)
{
    nv_runlist_wait(nv_runlist(gpu), chid,
                    !nv_fifo_owns(gpu, chid) &&
                    nv50_channel_may_load(gpu, chid) &&
                    nv50_channel_has_work(gpu, chid));
}

static void nv50_channel_update_all(NVGPU *gpu)
{
    for (unsigned chid = 0; chid < gpu->chip->fifo->channels; chid++) {
        nv50_channel_update(gpu, chid);
    }
}

/* --- Scheduling ------------------------------------------------------- */

/* The PIO channel, which is in no list, comes after the list's last entry. */
static unsigned nv50_runlist_entry(NVGPU *gpu, unsigned i)
{
    const NVRunList *runlist = nv_runlist(gpu);

    return i < runlist->len ? runlist->chid[i] : 0;
}

static unsigned nv50_runlist_behind(NVGPU *gpu, unsigned i)
{
    return i < nv_runlist(gpu)->len ? i + 1 : 0;
}

static int nv50_channel_next(NVGPU *gpu)
{
    const NVRunList *runlist = nv_runlist(gpu);
    unsigned at = runlist->turn;

    for (unsigned i = 0; runlist->waiters && i <= runlist->len; i++) {
        at = nv50_runlist_behind(gpu, at);
        if (nv_runlist_set_has(runlist->waiting,
                               nv50_runlist_entry(gpu, at)) &&
            !nv_fifo_hangs(gpu, nv50_runlist_entry(gpu, at))) {
            return nv50_runlist_entry(gpu, at);
        }
    }
    return -1;
}

/* Advance to the channel's next entry in the list; PIO uses up no turn. */
static void nv50_runlist_take_turn(NVGPU *gpu, unsigned chid)
{
    unsigned at = nv_runlist(gpu)->turn;

    for (unsigned i = 0; chid && i <= nv_runlist(gpu)->len; i++) {
        at = nv50_runlist_behind(gpu, at);
        if (nv50_runlist_entry(gpu, at) == chid) {
            nv_runlist(gpu)->turn = at;
            break;
        }
    }
}

/* --- Switching -------------------------------------------------------- */

/* The saved state has no room for the reason why the puller has stopped. */
static bool nv50_channel_may_leave(NVGPU *gpu)
{
    return !nv_puller_stopped(gpu);
}

static uint32_t nv50_cache_save_area(NVGPU *gpu, unsigned chid)
{
    return nv50_channel_block(gpu, chid) + NV50_BLOCK_CACHE;
}

static uint32_t nv84_cache_save_area(NVGPU *gpu, unsigned chid)
{
    uint32_t inst = NV_R(gpu, NV84_PFIFO_CACHE1_CACHE_INST);

    return nv50_channel_address(
        gpu,
        (uint64_t)FIELD_EX32(inst, NV84_PFIFO_CACHE1_CACHE_INST,
                             ADDRESS) << 10,
        FIELD_EX32(inst, NV84_PFIFO_CACHE1_CACHE_INST, TARGET));
}

/* Returns how many methods were saved; if there is no room, they are lost. */
static uint32_t nv50_cache_save(NVGPU *gpu, unsigned chid)
{
    uint32_t area = nv_cache1_chip(gpu)->channel->cache(gpu, chid);

    if (area) {
        return nv_cache1_save(gpu, area);
    }
    if (nv_cache1_used(gpu)) {
        nv_log_error(gpu, "channel %u has no room for the %u methods in CACHE1",
                     chid, nv_cache1_used(gpu));
    }
    return 0;
}

static void nv50_channel_save(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;
    uint32_t ramfc = chip->ramfc(gpu, chid), count;

    if (ramfc == NV_RAMFC_NOWHERE) {
        return;
    }
    nv_ramfc_save(gpu, chid);
    count = nv50_cache_save(gpu, chid);
    /* It nearly always is 0 before and after. */
    if (count != nv_ramin_read32(gpu, ramfc + A_NV50_RAMFC_CACHE_CNT)) {
        nv_ramin_write32(gpu, ramfc + A_NV50_RAMFC_CACHE_CNT, count);
    }
    NV_R(gpu, NV50_PFIFO_OLD_CTX_MAP) = NV_R(gpu, NV50_PFIFO_CUR_CTX_MAP);
    NV_R(gpu, NV50_PFIFO_CUR_CTX_MAP) = 0;
}

static void nv50_channel_load(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;
    uint32_t count = nv_ramin_read32(gpu, chip->ramfc(gpu, chid) +
                                     A_NV50_RAMFC_CACHE_CNT);
    uint32_t area;

    nv_ramfc_load(gpu, chid);
    area = chip->cache(gpu, chid);
    nv_cache1_load(gpu, area, area ? count : 0);
    NV_R(gpu, NV50_PFIFO_CUR_CTX_MAP) =
        R_NV50_PFIFO_CUR_CTX_MAP_VALID_MASK | chip->block(gpu, chid) >> 12;
    nv_runlist_wait(nv_runlist(gpu), chid, false);
    nv50_runlist_take_turn(gpu, chid);
}

/* Take CACHE1 away from its channel and leave it without one. */
static void nv50_channel_unload(NVGPU *gpu)
{
    unsigned chid = nv_fifo_channel(gpu);

    trace_nv_pfifo_unload(chid);
    nv50_channel_save(gpu, chid);
    NV_R(gpu, NV50_PFIFO_CUR_CTX_MAP) = 0;
    nv_ramfc_clear(gpu);
    nv_cache1_load(gpu, 0, 0);
    NV_R(gpu, NV_PFIFO_CACHE1_PUSH1) = gpu->chip->fifo->channels - 1;
    NV_R(gpu, NV_PFIFO_CACHE1_PULL0) &= R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK;
    nv_cache1(gpu)->yield = false;
    nv_ramin_changed(gpu);
    nv50_channel_update(gpu, chid);
}

/* All members except for addresses */
#define NV50_CHANNEL \
    .dma_mode = nv50_channel_dma_mode, \
    .loaded = nv50_channel_loaded, \
    .frozen = nv50_fifo_is_frozen, \
    .next = nv50_channel_next, \
    .update = nv50_channel_update, \
    .update_all = nv50_channel_update_all, \
    .may_load = nv50_channel_may_load, \
    .may_leave = nv50_channel_may_leave, \
    .save = nv50_channel_save, \
    .load = nv50_channel_load

const NVChannelChip nv50_channel = {
    NV50_CHANNEL,
    .ramfc = nv50_channel_ramfc,
    .block = nv50_channel_block,
    .cache = nv50_cache_save_area,
};

const NVChannelChip nv84_channel = {
    NV50_CHANNEL,
    .ramfc = nv84_channel_ramfc,
    .block = nv84_channel_block,
    .cache = nv84_cache_save_area,
};

/* --- Changes by the driver -------------------------------------------- */

bool nv50_channel_waits(NVGPU *gpu, unsigned chid)
{
    return nv_runlist_set_has(nv_runlist(gpu)->waiting, chid);
}

bool nv50_channel_take_over(NVGPU *gpu)
{
    unsigned chid = nv_fifo_channel(gpu);
    uint32_t *map = &NV_R(gpu, NV50_PFIFO_CUR_CTX_MAP);

    if (!FIELD_EX32(*nv50_channel_entry(gpu, chid), NV50_PFIFO_CHAN_TABLE,
                    ENABLE)) {
        return false;
    }
    /* CUR_CTX_MAP names the block of the channel in CACHE1. */
    *map = R_NV50_PFIFO_CUR_CTX_MAP_VALID_MASK;
    *map |= nv_fifo_block(gpu, chid) >> 12;
    nv_runlist_wait(nv_runlist(gpu), chid, false);
    nv_ramin_changed(gpu);
    return true;
}

/* Unload the channel in CACHE1 if it may no longer be there. */
static void nv50_channel_recheck(NVGPU *gpu)
{
    unsigned current = nv_fifo_channel(gpu);

    if (nv50_channel_loaded(gpu) && !nv50_channel_may_load(gpu, current)) {
        nv50_channel_unload(gpu);
    }
    nv50_channel_update_all(gpu);
}

void nv50_runlist_clear(NVGPU *gpu)
{
    nv_runlist_clear(nv_runlist(gpu));
}

static void nv50_runlist_read(NVGPU *gpu, uint32_t playlist,
                                    unsigned count)
{
    g_autofree uint8_t *list = g_malloc(count * 4);
    uint64_t addr = (uint64_t)FIELD_EX32(playlist,
                                         NV50_PFIFO_CACHE1_PLAYLIST,
                                         ADDRESS) << 12;
    unsigned target = FIELD_EX32(playlist, NV50_PFIFO_CACHE1_PLAYLIST,
                                 TARGET);
    NVSpan span;

    if (!nv_linear_span(gpu, target, addr, count * 4, &span) ||
        nv_span_transfer(gpu, &span, list, false) != MEMTX_OK) {
        nv_log_error(gpu, "no run list at 0x%" PRIx64, addr);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t chid = ldl_le_p(list + i * 4);

        nv_fifo_probe_listed(gpu, i, &chid);
        if (chid >= gpu->chip->fifo->channels) {
            nv_log_error(gpu, "channel %u in a run list", chid);
            continue;
        }
        nv_runlist_add(nv_runlist(gpu), chid);
    }
}

void nv50_runlist_set(NVGPU *gpu, uint32_t playlist, unsigned count)
{
    trace_nv_pfifo_playlist(playlist, count);
    nv50_runlist_clear(gpu);
    if (count) {
        nv50_runlist_read(gpu, playlist, count);
    }
    /* Go on after the channel in CACHE1, or else from the beginning. */
    nv_runlist(gpu)->turn = nv_runlist(gpu)->len;
    nv50_runlist_take_turn(gpu, nv_fifo_channel(gpu));
    nv50_channel_recheck(gpu);
}

bool nv50_channel_evict(NVGPU *gpu, uint32_t block)
{
    bool loaded = nv50_channel_loaded(gpu) &&
                  nv_fifo_block(gpu, nv_fifo_channel(gpu)) ==
                  nv50_channel_block_at(gpu, block);

    trace_nv_pfifo_kick(block, loaded);
    if (loaded) {
        nv50_channel_unload(gpu);
    }
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (nv_fifo_engine(gpu, id)->unload) {
            nv_fifo_engine(gpu, id)->unload(gpu,
                                            nv50_channel_block_at(gpu, block));
        }
    }
    return loaded;
}

void nv50_channel_disable(NVGPU *gpu, unsigned chid)
{
    uint32_t block = nv_fifo_block(gpu, chid);

    *nv50_channel_entry(gpu, chid) &= ~R_NV50_PFIFO_CHAN_TABLE_ENABLE_MASK;
    nv50_channel_recheck(gpu);
    nv50_channel_evict(gpu, block >> 12);
}

bool nv50_channel_evicting(NVGPU *gpu)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        const NVEngine *engine = nv_fifo_engine(gpu, id);

        if (engine->unloading && engine->unloading(gpu)) {
            return true;
        }
    }
    return false;
}

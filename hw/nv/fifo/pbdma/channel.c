/*
 * NVIDIA GPU: PFIFO's channels, NVC0+
 *
 * A channel is an instance block, which begins with RAMFC: the registers of a
 * PBDMA.  The table of channels says where blocks are, the run list which
 * channels take turns.  Each PBDMA has a channel of its own.
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/host-utils.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/runlist.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "group.h"
#include "intr.h"
#include "pbdma.h"
#include "runlist.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/* --- The table -------------------------------------------------------- */

uint32_t nvc0_channel_block(NVGPU *gpu, unsigned chid)
{
    uint32_t entry = *nvc0_channel_entry(gpu, chid);
    uint64_t addr = (uint64_t)FIELD_EX32(entry, NVC0_PFIFO_CHAN,
                                         ADDRESS) << 12;

    return FIELD_EX32(entry, NVC0_PFIFO_CHAN, VALID) &&
           FIELD_EX32(entry, NVC0_PFIFO_CHAN, TARGET) == NV_LINEAR_VRAM &&
           addr <= UINT32_MAX ? addr : 0;
}

/* Mostly one that is being executed: there are up to 4096 others. */
int nvc0_channel_of_block(NVGPU *gpu, uint32_t block)
{
    unsigned channels = block ? gpu->chip->fifo->channels : 0;

    for (unsigned id = 0; channels && id < gpu->chip->counts->pbdmas; id++) {
        int chid = nv_pbdma_channel(gpu, id);

        if (chid >= 0 && nvc0_channel_block(gpu, chid) == block) {
            return chid;
        }
    }
    for (unsigned chid = 0; chid < channels; chid++) {
        if (nvc0_channel_block(gpu, chid) == block) {
            return chid;
        }
    }
    return -1;
}

int nvc0_channel_pbdma(NVGPU *gpu, unsigned chid)
{
    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        if (nv_pbdma_channel(gpu, id) == chid) {
            return id;
        }
    }
    return -1;
}

bool nvc0_channel_userd(NVGPU *gpu, const uint32_t *ramfc, uint32_t offset,
                        NVSpan *span)
{
    uint32_t low = ramfc[R_NV_PBDMA_USERD];
    uint64_t high = extract32(ramfc[R_NV_PBDMA_USERD_HI], 0, 8);
    uint64_t addr = high << 32 |
                    (low & -nv_pbdma_chip(gpu)->user_size);

    return nv_linear_span(gpu, FIELD_EX32(low, NV_PBDMA_USERD, TARGET),
                          addr + offset, 4, span);
}

uint32_t nvc0_channel_user_word(NVGPU *gpu, const uint32_t *ramfc,
                                uint32_t offset, uint32_t otherwise)
{
    uint8_t bytes[4];
    NVSpan span;

    return nvc0_channel_userd(gpu, ramfc, offset, &span) &&
           nv_span_transfer(gpu, &span, bytes, false) == MEMTX_OK
        ? ldl_le_p(bytes) : otherwise;
}

uint32_t nvc0_channel_gp_put(NVGPU *gpu, const uint32_t *ramfc)
{
    return nvc0_channel_user_word(gpu, ramfc, A_NV_USERD_GP_PUT,
                                  ramfc[R_NV_PBDMA_GP_PUT]);
}

/* --- RAMFC ------------------------------------------------------------ */

/* GP_PUT is only in USERD, where the guest writes it. */
void nvc0_channel_ramfc(NVGPU *gpu, unsigned chid, uint32_t *ramfc)
{
    nv_ramin_read_words(gpu, nvc0_channel_block(gpu, chid), ramfc,
                        NV_PBDMA_RAMFC_WORDS);
    ramfc[R_NV_PBDMA_GP_PUT] = nvc0_channel_gp_put(gpu, ramfc);
}

/* --- Waiting channels ------------------------------------------------- */

bool nvc0_channel_enabled(NVGPU *gpu, unsigned chid)
{
    return nvc0_channel_block(gpu, chid) &&
           FIELD_EX32(*nvc0_channel_state(gpu, chid), NVC0_PFIFO_CHAN_STATE,
                      RUNNABLE);
}

static bool nvc0_channel_listed(NVGPU *gpu, unsigned chid)
{
    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        if (nv_runlist_set_has(gpu->fifo->runlists[r].listed, chid)) {
            return true;
        }
    }
    return false;
}

bool nvc0_channel_may_load(NVGPU *gpu, unsigned chid)
{
    return nvc0_channel_enabled(gpu, chid) && nvc0_channel_listed(gpu, chid);
}

bool nvc0_channel_waits(NVGPU *gpu, unsigned chid)
{
    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        if (nv_runlist_set_has(gpu->fifo->runlists[r].waiting, chid)) {
            return true;
        }
    }
    return false;
}

void nvc0_channel_update(NVGPU *gpu, unsigned chid)
{
    uint32_t ramfc[NV_PBDMA_RAMFC_WORDS];
    bool waits = nvc0_channel_may_load(gpu, chid) &&
                 nvc0_channel_pbdma(gpu, chid) < 0;

    if (waits) {
        nvc0_channel_ramfc(gpu, chid, ramfc);
        waits = nv_pbdma_has_work(ramfc);
    }
    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        NVRunList *runlist = &gpu->fifo->runlists[r];

        nv_runlist_wait(runlist, chid, waits &&
                        nv_runlist_set_has(runlist->listed, chid));
    }
}

/* --- Scheduling ------------------------------------------------------- */

void nvc0_channel_move(NVGPU *gpu, unsigned chid, unsigned engine)
{
    uint32_t *state = nvc0_channel_state(gpu, chid);

    *state = FIELD_DP32(*state, NVC0_PFIFO_CHAN_STATE, ENGINE, engine);
}

/* Whether PBDMA @id serves the engine that a channel has moved for, if any */
static bool nvc0_channel_fits(NVGPU *gpu, unsigned chid, unsigned id)
{
    return nvc0_channel_serves(gpu, id,
                               FIELD_EX32(*nvc0_channel_state(gpu, chid),
                                          NVC0_PFIFO_CHAN_STATE, ENGINE));
}

static bool nvc0_channel_waits_for(NVGPU *gpu, const NVRunList *runlist,
                                   unsigned chid, unsigned id)
{
    return nv_runlist_set_has(runlist->waiting, chid) &&
           !nv_fifo_hangs(gpu, chid) && nvc0_channel_fits(gpu, chid, id);
}

/*
 * The entry of a run list behind which PBDMA @id looks for its next channel:
 * that which had the last turn, or its group's last if that has had its turn.
 */
static unsigned nvc0_runlist_after(NVGPU *gpu, unsigned r, unsigned id)
{
    const NVRunGroup *group = nv_pbdmas(gpu)->list[id] == r
        ? nvf0_group_turn(gpu, id) : NULL;

    return group && !nvf0_group_goes_on(gpu, id)
        ? group->first + group->count - 1 : gpu->fifo->runlists[r].turn;
}

/* The next channel of a run list that waits for PBDMA @id, or -1 */
static int nvc0_runlist_next(NVGPU *gpu, unsigned r, unsigned id)
{
    const NVRunList *runlist = &gpu->fifo->runlists[r];
    unsigned after = nvc0_runlist_after(gpu, r, id);

    for (unsigned i = 1; runlist->waiters && i <= runlist->len; i++) {
        unsigned chid = runlist->chid[(after + i) % runlist->len];

        if (nvc0_channel_waits_for(gpu, runlist, chid, id)) {
            return chid;
        }
    }
    return -1;
}

int nvc0_channel_next_of_group(NVGPU *gpu, unsigned id)
{
    unsigned r = nv_pbdmas(gpu)->list[id];
    const NVRunList *runlist = &gpu->fifo->runlists[r];
    const NVRunGroup *group =
        nvf0_group_goes_on(gpu, id) && nvc0_runlist_serves(gpu, id, r)
        ? nvf0_group_turn(gpu, id) : NULL;

    for (unsigned i = 1; group && runlist->waiters && i <= group->count; i++) {
        unsigned at = runlist->turn - group->first + i;
        unsigned chid = runlist->chid[group->first + at % group->count];

        if (nvc0_channel_waits_for(gpu, runlist, chid, id)) {
            return chid;
        }
    }
    return -1;
}

/*
 * One of the group that has its turn, if it does; else the run lists of a PBDMA
 * take turns, beginning behind its channel's.
 */
int nvc0_channel_next(NVGPU *gpu, unsigned id)
{
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);
    int of_group = nvc0_channel_next_of_group(gpu, id);

    if (of_group >= 0) {
        return of_group;
    }
    for (unsigned i = 1; i <= chip->runlists; i++) {
        unsigned r = (nv_pbdmas(gpu)->list[id] + i) % chip->runlists;
        int chid = nvc0_runlist_serves(gpu, id, r)
            ? nvc0_runlist_next(gpu, r, id) : -1;

        if (chid >= 0) {
            return chid;
        }
    }
    return -1;
}

unsigned nvc0_channel_turns(NVGPU *gpu, unsigned id)
{
    unsigned turns = 0;

    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        if (nvc0_runlist_serves(gpu, id, r)) {
            turns += gpu->fifo->runlists[r].len;
        }
    }
    return MIN(turns, gpu->chip->fifo->channels);
}

static void nvc0_runlist_take_turn(NVRunList *runlist, unsigned after,
                                   unsigned chid)
{
    for (unsigned i = 1; i <= runlist->len; i++) {
        unsigned at = (after + i) % runlist->len;

        if (runlist->chid[at] == chid) {
            runlist->turn = at;
            return;
        }
    }
}

/*
 * "The mapping between subchannels and engines is fixed.  [...] Methods on
 * subchannels 0-4 are handled by the primary engine served by the runlist,
 * except that subchannel 4 targets GRCOPY0 and GRCOPY1 on the graphics runlist.
 * [...] Subchannels 5-7 are for software methods."
 */
void nvc0_channel_find_engines(NVGPU *gpu, unsigned id)
{
    const NVEngineInfo *info = gpu->chip->engine_info;
    uint32_t *subchannels = nv_pbdmas(gpu)->subchannels[id];
    unsigned primary = NVC0_ENGINE_SOFTWARE, copy = NVC0_ENGINE_SOFTWARE;

    for (; info && info->name; info++) {
        if (info->runlist == nv_pbdmas(gpu)->list[id]) {
            primary = primary == NVC0_ENGINE_SOFTWARE ? info->engine : primary;
            copy = info->engine;
        }
    }
    subchannels[0] = primary * 0x01010101;
    subchannels[1] = NVC0_ENGINE_SOFTWARE * 0x01010100 | copy;
}

/* The channel has its turn on the run list of which PBDMA @id took it. */
static void nvc0_channel_take_turn(NVGPU *gpu, unsigned id, unsigned chid)
{
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);
    bool goes_on = nvf0_group_goes_on(gpu, id);

    for (unsigned i = 1; i <= chip->runlists; i++) {
        unsigned r = (nv_pbdmas(gpu)->list[id] + i) % chip->runlists;

        if (nvc0_runlist_serves(gpu, id, r) &&
            nv_runlist_set_has(gpu->fifo->runlists[r].listed, chid)) {
            nvc0_runlist_take_turn(&gpu->fifo->runlists[r],
                                   nvc0_runlist_after(gpu, r, id), chid);
            nv_pbdmas(gpu)->list[id] = r;
            break;
        }
    }
    nvf0_group_take_turn(gpu, id, goes_on);
    nvc0_channel_find_engines(gpu, id);
}

/* --- Switching -------------------------------------------------------- */

/* Observers may change the words that a PBDMA loads. */
static void nvc0_ramfc_probe(NVGPU *gpu, unsigned id, unsigned chid,
                             uint32_t *ramfc)
{
    for (unsigned i = 0; NV_PROBED(gpu, RAMFC) && i < NV_PBDMA_RAMFC_WORDS;
         i++) {
        NVProbe probe = {
            .kind = NV_PROBE_RAMFC,
            .chid = chid,
            .ramfc = { .pbdma = id, .offset = i * 4, .data = ramfc[i] },
        };

        nv_probe(gpu, &probe);
        ramfc[i] = probe.ramfc.data;
    }
}

static void nvc0_channel_check(NVGPU *gpu, unsigned id, unsigned chid)
{
    uint32_t signature = NV_PBDMA_R(gpu, id, NV_PBDMA_SIGNATURE);
    uint32_t bit = R_NV_PBDMA_INTR_0_SIGNATURE_MASK;

    if (extract32(signature, 0, 16) != NV_PBDMA_SIGNATURE_VALUE) {
        const NVGuestError error = nv_pbdma_error(gpu, id, bit,
                                                  NV_PROBE_NOWHERE);

        nv_guest_error(gpu, &error, "channel %u: RAMFC has signature 0x%08x",
                       chid, signature);
        nv_pbdma_raise(gpu, id, bit);
    }
}

void nvc0_channel_load(NVGPU *gpu, unsigned id, unsigned chid)
{
    uint32_t *regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);

    trace_nv_pbdma_load(id, chid);
    nv_count(gpu, SWITCHES, 1);
    nvc0_channel_ramfc(gpu, chid, regs);
    nvc0_ramfc_probe(gpu, id, chid, regs);
    regs[R_NV_PBDMA_CHANNEL] = nv_pbdma_chip(gpu)->loaded | chid;
    nv_pbdmas(gpu)->spent[id] = 0;
    nvc0_channel_update(gpu, chid);
    nvc0_channel_take_turn(gpu, id, chid);
    nvc0_channel_check(gpu, id, chid);
    nv_fifo_probe_switch(gpu, chid, id);
}

void nvc0_channel_unload(NVGPU *gpu, unsigned id)
{
    uint32_t *regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);
    int chid = nv_pbdma_channel(gpu, id);
    uint32_t block;

    if (chid < 0) {
        return;
    }
    trace_nv_pfifo_unload(chid);
    nv_fifo_probe_switch(gpu, -1, id);
    block = nvc0_channel_block(gpu, chid);
    if (block) {
        nv_ramin_write_words(gpu, block, regs, NV_PBDMA_RAMFC_WORDS);
    }
    regs[R_NV_PBDMA_CHANNEL] = chid;
    nv_pbdmas(gpu)->faulted &= ~BIT(id);
    nv_pbdmas(gpu)->leaving &= ~BIT(id);
    nvc0_channel_update(gpu, chid);
}

void nvc0_channel_recheck(NVGPU *gpu, unsigned chid)
{
    int id = nvc0_channel_pbdma(gpu, chid);

    if (id >= 0 && !nv_pbdma_frozen(gpu, id) &&
        !nvc0_channel_may_load(gpu, chid)) {
        nvc0_channel_unload(gpu, id);
    }
    nvc0_channel_update(gpu, chid);
}

/* Only a channel that is on a list waits, or still counts as waiting. */
void nvc0_channel_recheck_all(NVGPU *gpu)
{
    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        int chid = nv_pbdma_channel(gpu, id);

        if (chid >= 0) {
            nvc0_channel_recheck(gpu, chid);
        }
    }
    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        const NVRunList *runlist = &gpu->fifo->runlists[r];

        for (unsigned i = 0; i < ARRAY_SIZE(runlist->listed); i++) {
            uint64_t left = runlist->listed[i] | runlist->waiting[i];

            for (; left; left &= left - 1) {
                nvc0_channel_update(gpu, i * 64 + ctz64(left));
            }
        }
    }
}

/* --- Changes to the table of channels ---------------------------------- */

/* The error if the driver adds a channel to the table; 0: none */
static unsigned nvc0_channel_bind_error(NVGPU *gpu, uint32_t old,
                                        uint32_t entry)
{
    uint32_t base = NV_R(gpu, NVC0_PFIFO_BAR1_BASE);

    if (FIELD_EX32(old, NVC0_PFIFO_CHAN, VALID) && entry != old) {
        return NVC0_CHAN_TABLE_CHANNEL_IN_USE;
    }
    if (FIELD_EX32(entry, NVC0_PFIFO_CHAN, TARGET) == NVC0_CHAN_NO_TARGET) {
        return NVC0_CHAN_TABLE_INVALID_TARGET;
    }
    return FIELD_EX32(entry, NVC0_PFIFO_CHAN, POLL) &&
           !FIELD_EX32(base, NVC0_PFIFO_BAR1_BASE, ENABLE)
        ? NVC0_CHAN_TABLE_NO_POLL : 0;
}

/* The error if the driver removes a channel from the table; 0: none */
static unsigned nvc0_channel_unbind_error(NVGPU *gpu, unsigned chid,
                                          uint32_t old)
{
    if (!FIELD_EX32(old, NVC0_PFIFO_CHAN, VALID)) {
        return 0;
    }
    if (nvc0_channel_pbdma(gpu, chid) >= 0) {
        return NVC0_CHAN_TABLE_CHANNEL_ACTIVE;
    }
    if (nvc0_channel_waits(gpu, chid)) {
        return NVC0_CHAN_TABLE_CHANNEL_PENDING;
    }
    return nvc0_channel_may_load(gpu, chid) ? NVC0_CHAN_TABLE_CHANNEL_RUNNABLE
                                            : 0;
}

void nvc0_channel_set(NVGPU *gpu, unsigned chid, uint32_t entry)
{
    uint32_t *old = nvc0_channel_entry(gpu, chid);
    unsigned error = FIELD_EX32(entry, NVC0_PFIFO_CHAN, VALID)
        ? nvc0_channel_bind_error(gpu, *old, entry)
        : nvc0_channel_unbind_error(gpu, chid, *old);

    if (error) {
        nvc0_fifo_error(gpu, R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK,
                        chid, error, "channel %u: 0x%08x in the table is "
                        "error %u", chid, entry, error);
    }
    *old = entry;
    nvc0_channel_recheck(gpu, chid);
    if (!FIELD_EX32(entry, NVC0_PFIFO_CHAN, VALID)) {
        nvf0_group_forget(gpu, chid);
    }
}

void nvc0_channel_disable(NVGPU *gpu, unsigned chid)
{
    *nvc0_channel_state(gpu, chid) &=
        ~R_NVC0_PFIFO_CHAN_STATE_RUNNABLE_MASK;
    nvc0_channel_recheck(gpu, chid);
}

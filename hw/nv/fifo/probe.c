/*
 * NVIDIA GPU: PFIFO's probes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "probe.h"
#include "queue.h"

static NVVerdict nv_fifo_probe_method(NVGPU *gpu, NVRun *one, uint32_t end,
                                      uint32_t *word)
{
    NVProbe probe = {
        .kind = NV_PROBE_METHOD,
        .chid = one->chid,
        .method = {
            .subc = one->subc,
            .class = nv_probe_class(gpu, one->chid, one->subc),
            .mthd = one->mthd,
            .data = *word,
            .addr = gpu->probes.addr,
        },
    };
    NVVerdict verdict;

    if (!NV_PROBED(gpu, METHOD)) {
        return NV_GO;
    }
    verdict = nv_probe_attempt(gpu, &probe);
    *word = probe.method.data;
    one->mthd = ROUND_DOWN(probe.method.mthd % end, 4);
    return verdict;
}

/* Returns whether the method has been executed, or is to be skipped. */
static bool nv_fifo_probe_one(NVGPU *gpu, NVRun one, uint32_t end,
                              uint32_t (*execute)(void *opaque,
                                                  const NVRun *run),
                              void *opaque)
{
    uint32_t word = qatomic_read(one.data);
    NVVerdict verdict = nv_fifo_probe_method(gpu, &one, end, &word);

    one.data = &word;
    if (verdict == NV_STOP || verdict == NV_WAIT ||
        (verdict == NV_GO && !execute(opaque, &one))) {
        return false;
    }
    nv_probe_done(gpu, NV_PROBE_METHOD, one.chid);
    return true;
}

uint32_t nv_fifo_probe_run(NVGPU *gpu, const NVRun *run, uint32_t end,
                           uint32_t (*execute)(void *opaque, const NVRun *run),
                           void *opaque)
{
    uint32_t done = 0;

    while (done < run->count && !gpu->probes.stopped) {
        NVRun one = *run;

        one.mthd = nv_run_mthd(run, done) % end;
        one.step = 4;
        one.count = 1;
        one.data += done;
        if (!nv_fifo_probe_one(gpu, one, end, execute, opaque)) {
            break;
        }
        done++;
        if (gpu->probes.addr != NV_PROBE_NOWHERE) {
            gpu->probes.addr += 4;
        }
    }
    gpu->probes.addr = NV_PROBE_NOWHERE;
    return done;
}

bool nv_fifo_probe_command(NVGPU *gpu, unsigned chid, uint64_t addr,
                           uint32_t *word)
{
    NVProbe probe = {
        .kind = NV_PROBE_COMMAND,
        .chid = chid,
        .command = { .addr = addr, .word = *word },
    };

    if (gpu->probes.stopped) {
        return false;
    }
    if (NV_PROBED(gpu, COMMAND)) {
        if (nv_probe_attempt(gpu, &probe) == NV_STOP) {
            return false;
        }
        nv_probe_done(gpu, NV_PROBE_COMMAND, chid);
        *word = probe.command.word;
    }
    return true;
}

bool nv_fifo_ask_value(NVGPU *gpu, NVProbeKind kind, unsigned chid,
                       uint64_t addr, uint32_t *val)
{
    NVProbe probe = {
        .kind = kind, .chid = chid, .value = { .addr = addr, .data = *val },
    };
    bool go = nv_probe(gpu, &probe) != NV_DROP;

    *val = probe.value.data;
    return go;
}

/* --- Activity and its duration ----------------------------------------- */

void nv_fifo_probe_switch(NVGPU *gpu, int chid, unsigned id)
{
    NVProbe probe = {
        .kind = NV_PROBE_SWITCH,
        .chid = chid,
        .turn.pbdma = id,
    };

    if (NV_PROBED(gpu, SWITCH)) {
        nv_probe(gpu, &probe);
    }
}

void nv_fifo_tell_run_begin(NVGPU *gpu, unsigned chid, unsigned id)
{
    NVProbe probe = {
        .kind = NV_PROBE_RUN,
        .chid = chid,
        .turn = { .pbdma = id, .begins = true },
    };

    nv_probe(gpu, &probe);
}

void nv_fifo_tell_run_end(NVGPU *gpu, unsigned chid, unsigned id,
                          uint64_t words, NVProbeRest why)
{
    NVProbe probe = {
        .kind = NV_PROBE_RUN,
        .chid = chid,
        .turn = { .pbdma = id, .why = why, .words = words },
    };

    nv_probe(gpu, &probe);
}

static void nv_fifo_tell_edge(NVGPU *gpu, unsigned id, bool works)
{
    NVProbedWork *work = &gpu->fifo->work[id];
    NVProbe probe = {
        .kind = NV_PROBE_WORK,
        .chid = work->chid,
        .work = {
            .engine = id,
            .begins = works,
            .methods = works ? 0 : work->methods,
            .name = nv_fifo_engine(gpu, id)->name,
        },
    };

    gpu->fifo->working = deposit32(gpu->fifo->working, id, 1, works);
    if (NV_PROBED(gpu, WORK)) {
        nv_probe(gpu, &probe);
    }
}

void nv_fifo_tell_work(NVGPU *gpu, unsigned id, unsigned chid,
                       uint32_t methods)
{
    NVProbedWork *work = &gpu->fifo->work[id % NV_ENGINE__MAX];

    if (id >= NV_ENGINE__MAX) {
        return;
    }
    if (extract32(gpu->fifo->working, id, 1) && work->chid != chid) {
        nv_fifo_tell_edge(gpu, id, false);
    }
    if (!extract32(gpu->fifo->working, id, 1)) {
        *work = (NVProbedWork) { .chid = chid };
        nv_fifo_tell_edge(gpu, id, true);
    }
    work->methods += methods;
}

void nv_fifo_tell_rest(NVGPU *gpu)
{
    for (unsigned id = 0; gpu->fifo->working >> id; id++) {
        if (extract32(gpu->fifo->working, id, 1) &&
            !nv_queue_used(gpu, id) && !nv_fifo_engine(gpu, id)->busy(gpu)) {
            nv_fifo_tell_edge(gpu, id, false);
        }
    }
}

/*
 * NVIDIA GPU: where a PBDMA's methods go, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "pbdma-crc.h"
#include "pbdma-engine.h"
#include "pbdma-host.h"
#include "pbdma-methods.h"
#include "pbdma.h"
#include "trace/trace-hw_nv.h"

static void nv_pbdma_trace(const NVPbdma *b, const NVRun *run, uint32_t count)
{
    for (uint32_t i = 0; b->in.watched && i < count; i++) {
        trace_nv_pfifo_method(run->chid, run->subc,
                              (run->mthd + i * run->step) % NVC0_MTHD_END,
                              qatomic_read(&run->data[i]));
    }
}

static uint32_t nv_pbdma_deliver_engine(NVPbdma *b, const NVRun *run)
{
    unsigned id = nv_pbdma_subchannel_engine(b, run->subc);
    uint32_t done;

    /* Nothing has changed since the express loop called it. */
    if (likely(nv_pbdma_selected(b, run->subc))) {
        nv_fifo_probe_work(b->in.gpu, id, b->in.chid, 0);
        done = b->engine->run(b->in.gpu, run);
        nv_fifo_probe_work(b->in.gpu, id, b->in.chid, done);
        b->in.stalled = done < run->count;
        return done;
    }
    if (!nv_pbdma_has_engine(b->in.gpu, id)) {
        b->intr = R_NV_PBDMA_INTR_0_DEVICE_MASK;
        b->in.stalled = true;
        return 0;
    }
    if (!nv_pbdma_enter_engine(b, id, run->subc)) {
        b->in.stalled = true;
        return 0;
    }
    done = nv_queue_run(b->in.gpu, id, run);
    nv_pbdma_crc_methods(b, run, done);
    b->in.stalled = done < run->count;
    return done;
}

/* How many methods of a run are of the same kind as its first */
static uint32_t nv_pbdma_alike(const NVRun *run)
{
    if (!run->step) {
        return run->count;
    }
    return MIN(run->count, ((run->mthd < NV_MTHD_ENGINE ? NV_MTHD_ENGINE
                                                        : NVC0_MTHD_END) -
                            run->mthd) / 4);
}

/* One method, whatever observers have made of it */
static uint32_t nv_pbdma_deliver_one(void *opaque, const NVRun *run)
{
    NVPbdma *b = opaque;
    uint32_t done;

    if (b->in.stalled) {
        return 0;
    }
    done = run->mthd < NV_MTHD_ENGINE
        ? nv_pbdma_deliver_host(b, run->subc, run)
        : nv_pbdma_deliver_engine(b, run);
    nv_pbdma_trace(b, run, done);
    return done;
}

static uint32_t nv_pbdma_deliver_probed(NVPbdma *b, const NVRun *run)
{
    uint32_t done = nv_fifo_probe_run(b->in.gpu, run, NVC0_MTHD_END,
                                      nv_pbdma_deliver_one, b);

    b->in.stalled |= done < run->count;
    return done;
}

uint32_t nv_pbdma_deliver(NVPbdma *b, const NVRun *run)
{
    uint32_t done = 0;

    if (unlikely(b->in.probed)) {
        return nv_pbdma_deliver_probed(b, run);
    }
    while (done < run->count && !b->in.stalled) {
        NVRun alike = *run;
        uint32_t executed;

        alike.mthd = (run->mthd + done * run->step) % NVC0_MTHD_END;
        alike.data += done;
        alike.count = run->count - done;
        alike.count = nv_pbdma_alike(&alike);
        executed = alike.mthd < NV_MTHD_ENGINE
            ? nv_pbdma_deliver_host(b, run->subc, &alike)
            : nv_pbdma_deliver_engine(b, &alike);
        nv_pbdma_trace(b, &alike, executed);
        done += executed;
    }
    return done;
}

/*
 * NVIDIA GPU: a time line of the card's events
 *
 * A line per event, with the virtual clock's time in ns.  scripts/nv-timeline
 * converts them into a trace for Perfetto, or a page:
 *
 *   nv-timeline 1 CARD
 *   TIME KIND CHANNEL UNIT METHOD ADDRESS SIZE DATA [NAME]
 *   lost COUNT
 *
 * KIND is from nv_probe_kind_name(), the others are members of NVProbe by their
 * role (NVRole), but for what nv_timeline_address() and nv_timeline_size() say.
 * TIME, CHANNEL and COUNT are decimal, others hexadecimal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "output.h"
#include "role.h"

/* None of these kinds changes how commands are executed. */
#define NV_TIMELINE_KINDS \
    (NV_PROBE_BIT(SUBMIT) | NV_PROBE_BIT(SWITCH) | NV_PROBE_BIT(RUN) | \
     NV_PROBE_BIT(WORK) | NV_PROBE_BIT(ACQUIRE) | NV_PROBE_BIT(ACQUIRED) | \
     NV_PROBE_BIT(RELEASE) | NV_PROBE_BIT(REFERENCE) | \
     NV_PROBE_BIT(INTERRUPT) | NV_PROBE_BIT(PENDING) | NV_PROBE_BIT(ERROR) | \
     NV_PROBE_BIT(VBLANK) | NV_PROBE_BIT(FLIP) | NV_PROBE_BIT(RESET))

QEMU_BUILD_BUG_ON(NV_TIMELINE_KINDS & NV_PROBES_OF_COMMANDS);

/**
 * struct NVTimeline - a time line that is being written
 *
 * @gpu: the device
 * @observer: receives events
 * @out: the output
 * @begun: an NV_PROBE_RUN without work so far; .chid is -1 if there is none
 * @begun_at: when it began, in ns
 */
struct NVTimeline {
    NVGPU *gpu;
    NVObserver observer;
    NVOutput out;
    NVProbe begun;
    int64_t begun_at;
};

/* If commands stop, this is why; of an error, the access that failed. */
static uint64_t nv_timeline_address(const NVProbe *probe)
{
    switch (probe->kind) {
    case NV_PROBE_RUN:
        return probe->turn.why;
    case NV_PROBE_ERROR:
        return probe->error.fault_addr;
    default:
        return nv_role_get(probe, NV_ROLE_ADDR);
    }
}

/* Whether something begins, or a level; of an error, NVProbeOriginator. */
static uint64_t nv_timeline_size(const NVProbe *probe)
{
    switch (probe->kind) {
    case NV_PROBE_RUN:
        return probe->turn.begins;
    case NV_PROBE_WORK:
        return probe->work.begins;
    case NV_PROBE_INTERRUPT:
    case NV_PROBE_PENDING:
        return probe->line.level;
    case NV_PROBE_ERROR:
        return probe->error.by;
    default:
        return nv_role_get(probe, NV_ROLE_SIZE);
    }
}

static void nv_timeline_write(NVTimeline *timeline, int64_t now,
                              const NVProbe *probe)
{
    uint64_t lost = nv_output_lost(&timeline->out);
    const char *name = nv_role_name(probe);
    uint32_t mthd = nv_role_get(probe, NV_ROLE_MTHD);

    if (unlikely(lost)) {
        nv_output_printf(&timeline->out, "lost %" PRIu64 "\n", lost);
    }
    nv_output_printf(&timeline->out, "%" PRId64 " %s %d %x %x %" PRIx64
                     " %" PRIx64 " %" PRIx64 "%s%s\n", now,
                     nv_probe_kind_name(probe->kind), probe->chid,
                     (unsigned)nv_role_get(probe, NV_ROLE_UNIT),
                     mthd == NV_PROBE_NO_METHOD ? 0 : mthd,
                     nv_timeline_address(probe), nv_timeline_size(probe),
                     nv_role_get(probe, NV_ROLE_DATA), name ? " " : "",
                     name ?: "");
}

static void nv_timeline_write_begun(NVTimeline *timeline)
{
    if (timeline->begun.chid >= 0) {
        nv_timeline_write(timeline, timeline->begun_at, &timeline->begun);
        timeline->begun.chid = -1;
    }
}

/*
 * PFIFO often looks for something to do and finds nothing.  Returns true if
 * @probe reports no more than that.
 */
static bool nv_timeline_is_idle(NVTimeline *timeline, int64_t now,
                                const NVProbe *probe)
{
    if (probe->kind != NV_PROBE_RUN) {
        return false;
    }
    if (probe->turn.begins) {
        nv_timeline_write_begun(timeline);
        timeline->begun = *probe;
        timeline->begun_at = now;
        return true;
    }
    if (timeline->begun.chid >= 0 && !probe->turn.words) {
        timeline->begun.chid = -1;
        return true;
    }
    return false;
}

static NVVerdict nv_timeline_see(NVObserver *observer, NVGPU *gpu,
                                 NVProbe *probe)
{
    NVTimeline *timeline = container_of(observer, NVTimeline, observer);
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    if (!nv_timeline_is_idle(timeline, now, probe)) {
        nv_timeline_write_begun(timeline);
        nv_timeline_write(timeline, now, probe);
    }
    return NV_GO;
}

NVTimeline *nv_timeline_new(NVGPU *gpu)
{
    NVTimeline *timeline;

    if (!qemu_chr_fe_backend_connected(&gpu->timeline)) {
        return NULL;
    }
    timeline = g_new0(NVTimeline, 1);
    timeline->gpu = gpu;
    nv_output_init(&timeline->out, &gpu->timeline);
    timeline->begun.chid = -1;
    timeline->observer.see = nv_timeline_see;
    nv_output_printf(&timeline->out, "nv-timeline 1 %s\n", gpu->chip->name);
    nv_observer_add(gpu, &timeline->observer, NV_OBSERVER_ONLOOKER);
    nv_observer_set(gpu, &timeline->observer, NV_TIMELINE_KINDS);
    return timeline;
}

void nv_timeline_free(NVTimeline *timeline)
{
    if (!timeline) {
        return;
    }
    nv_observer_remove(timeline->gpu, &timeline->observer);
    nv_output_exit(&timeline->out);
    g_free(timeline);
}

/*
 * NVIDIA GPU: probes: units report to debuggers, traces and faults
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

/* --- Observers --------------------------------------------------------- */

/* Retried until done: reported only once */
#define NV_PROBES_OF_ATTEMPTS (NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(METHOD))

static void nv_probes_update(NVGPU *gpu)
{
    uint32_t before = gpu->probes.on;
    bool vram = gpu->probes.vram;
    NVObserver *observer;

    gpu->probes.on = gpu->probes.pending ? NV_PROBES_OF_ATTEMPTS : 0;
    gpu->probes.vram = false;
    QTAILQ_FOREACH(observer, &gpu->probes.observers, next) {
        gpu->probes.on |= observer->kinds;
        gpu->probes.vram |= !observer->spares_vram &&
            observer->kinds & (NV_PROBE_BIT(MMIO_READ) |
                               NV_PROBE_BIT(MMIO_WRITE));
    }
    if (gpu->probes.on != before || gpu->probes.vram != vram) {
        notifier_list_notify(&gpu->probes.changed, NULL);
    }
}

void nv_observer_add(NVGPU *gpu, NVObserver *observer, NVObserverRank rank)
{
    NVObserver *behind;

    observer->rank = rank;
    QTAILQ_FOREACH(behind, &gpu->probes.observers, next) {
        if (behind->rank > rank) {
            break;
        }
    }
    if (behind) {
        QTAILQ_INSERT_BEFORE(behind, observer, next);
    } else {
        QTAILQ_INSERT_TAIL(&gpu->probes.observers, observer, next);
    }
    nv_probes_update(gpu);
}

void nv_observer_remove(NVGPU *gpu, NVObserver *observer)
{
    QTAILQ_REMOVE(&gpu->probes.observers, observer, next);
    nv_probes_update(gpu);
}

void nv_observer_set(NVGPU *gpu, NVObserver *observer, uint32_t kinds)
{
    observer->kinds = kinds;
    nv_probes_update(gpu);
}

/* --- Reporting -------------------------------------------------------- */

/* Whatever still has to wait will find that out again. */
static void nv_probes_wake(void *opaque)
{
    NVGPU *gpu = opaque;
    bool engaged = nv_machine_enter(gpu);

    nv_engine_wake(gpu);
    nv_machine_leave(gpu, engaged);
}

static void nv_probes_update_stopped(NVGPU *gpu)
{
    bool before = gpu->probes.stopped;

    gpu->probes.stopped = gpu->probes.by_user || gpu->probes.held;
    if (before && !gpu->probes.stopped) {
        nv_probes_wake(gpu);
    }
}

void nv_probe_stop(NVGPU *gpu)
{
    gpu->probes.by_user = true;
    nv_probes_update_stopped(gpu);
}

void nv_probe_go(NVGPU *gpu)
{
    gpu->probes.by_user = false;
    nv_probes_update_stopped(gpu);
}

void nv_probe_hold(NVGPU *gpu, bool hold)
{
    gpu->probes.held = hold;
    nv_probes_update_stopped(gpu);
}

/* Report to the observers of ranks @first to @last */
static NVVerdict nv_probe_ranks(NVGPU *gpu, NVProbe *probe,
                                NVObserverRank first, NVObserverRank last)
{
    NVVerdict verdict = NV_GO;
    NVObserver *observer, *next;
    bool dropped = false;

    QTAILQ_FOREACH_SAFE(observer, &gpu->probes.observers, next, next) {
        uint32_t kinds = observer->kinds & (dropped ? observer->dropped
                                                    : UINT32_MAX);

        if (observer->rank >= first && observer->rank <= last &&
            kinds & 1u << probe->kind) {
            NVVerdict wants = observer->see(observer, gpu, probe);

            dropped |= wants == NV_DROP;
            verdict = MAX(verdict, wants);
        }
    }
    if (verdict == NV_STOP) {
        nv_probe_stop(gpu);
    }
    return dropped ? NV_DROP : verdict;
}

NVVerdict nv_probe(NVGPU *gpu, NVProbe *probe)
{
    return nv_probe_ranks(gpu, probe, 0, NV_OBSERVER__RANKS);
}

NVVerdict nv_probe_faults(NVGPU *gpu, NVProbe *probe)
{
    return nv_probe_ranks(gpu, probe, NV_OBSERVER_FAULTS, NV_OBSERVER_FAULTS);
}

NVVerdict nv_probe_others(NVGPU *gpu, NVProbe *probe)
{
    return nv_probe_ranks(gpu, probe, NV_OBSERVER_FAULTS + 1,
                          NV_OBSERVER__RANKS);
}

/* Whether two probes of NV_PROBES_OF_ATTEMPTS report the same word */
static bool nv_probe_is_same(const NVProbe *one, const NVProbe *other)
{
    if (one->kind != other->kind) {
        return false;
    }
    return one->kind == NV_PROBE_COMMAND
        ? one->command.word == other->command.word
        : one->method.subc == other->method.subc &&
          one->method.mthd == other->method.mthd &&
          one->method.data == other->method.data;
}

/** struct NVProbeAttempts - @method, @command: a channel's */
typedef struct NVProbeAttempts {
    NVProbeAttempt method, command;
} NVProbeAttempts;

/* NULL if the channel has had none, and @make isn't set */
static NVProbeAttempt *nv_probe_attempt_of(NVGPU *gpu, NVProbeKind kind,
                                           unsigned chid, bool make)
{
    NVPerChannel *entries = &gpu->probes.attempts;
    NVProbeAttempts *of = make
        ? nv_per_channel(entries, chid, sizeof(NVProbeAttempts))
        : nv_per_channel_peek(entries, chid);

    return !of ? NULL : kind == NV_PROBE_COMMAND ? &of->command : &of->method;
}

/* The attempt has been carried out, or given up. */
static void nv_probe_forget(NVGPU *gpu, NVProbeAttempt *attempt)
{
    attempt->valid = false;
    if (attempt->counts) {
        attempt->counts = false;
        gpu->probes.pending--;
        nv_probes_update(gpu);
    }
}

/* A verdict that changes something must be looked up until the attempt ends. */
static void nv_probe_count(NVGPU *gpu, NVProbeAttempt *attempt)
{
    if (!attempt->counts &&
        (attempt->waits || attempt->drop ||
         !nv_probe_is_same(&attempt->asked, &attempt->answer))) {
        attempt->counts = true;
        gpu->probes.pending++;
        nv_probes_update(gpu);
    }
}

static void nv_probe_ask(NVGPU *gpu, NVProbeAttempt *attempt,
                         const NVProbe *probe)
{
    NVProbe answer = *probe;
    NVVerdict verdict;

    nv_probe_forget(gpu, attempt);
    verdict = nv_probe_faults(gpu, &answer);
    *attempt = (NVProbeAttempt) {
        .valid = true,
        .asked = *probe,
        .answer = answer,
        .drop = verdict == NV_DROP,
        .waits = verdict == NV_WAIT,
        .until = answer.until,
    };
    nv_probe_count(gpu, attempt);
}

/* Just before it is done, the others see it as changed by faults. */
static NVVerdict nv_probe_tell(NVGPU *gpu, NVProbeAttempt *attempt)
{
    NVVerdict verdict;

    attempt->told = true;
    if (attempt->drop) {
        return NV_DROP;
    }
    verdict = nv_probe_others(gpu, &attempt->answer);
    attempt->drop = verdict == NV_DROP;
    nv_probe_count(gpu, attempt);
    return verdict;
}

NVVerdict nv_probe_attempt(NVGPU *gpu, NVProbe *probe)
{
    NVProbeAttempt *attempt = nv_probe_attempt_of(gpu, probe->kind,
                                                  probe->chid, true);
    NVVerdict verdict;

    if (!attempt->valid || !nv_probe_is_same(&attempt->asked, probe)) {
        nv_probe_ask(gpu, attempt, probe);
    }
    if (attempt->waits &&
        qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) < attempt->until) {
        *probe = attempt->answer;
        timer_mod_anticipate(gpu->probes.waits, attempt->until);
        return NV_WAIT;
    }
    verdict = attempt->told ? NV_GO : nv_probe_tell(gpu, attempt);
    *probe = attempt->answer;
    return attempt->drop ? NV_DROP : verdict;
}

void nv_probe_done(NVGPU *gpu, NVProbeKind kind, unsigned chid)
{
    NVProbeAttempt *attempt = nv_probe_attempt_of(gpu, kind, chid, false);

    if (attempt) {
        nv_probe_forget(gpu, attempt);
    }
}

void nv_probe_again(NVGPU *gpu, NVProbeKind kind, unsigned chid)
{
    NVProbeAttempt *attempt = nv_probe_attempt_of(gpu, kind, chid, false);

    if (attempt) {
        attempt->told = false;
    }
}

void nv_probe_release(NVGPU *gpu)
{
    for (unsigned chid = 0; chid < gpu->probes.attempts.count; chid++) {
        NVProbeAttempts *of = nv_per_channel_peek(&gpu->probes.attempts, chid);

        if (of) {
            of->method.until = of->command.until = 0;
        }
    }
    timer_mod(gpu->probes.waits, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
}

void nv_probe_flip(NVGPU *gpu, unsigned which, uint32_t addr)
{
    NVProbe probe = {
        .kind = NV_PROBE_FLIP,
        .chid = -1,
        .head = { .head = which, .addr = addr },
    };

    if (NV_PROBED(gpu, FLIP)) {
        nv_probe(gpu, &probe);
    }
}

bool nv_probe_vblank(NVGPU *gpu, unsigned head)
{
    NVProbe probe = { .kind = NV_PROBE_VBLANK, .chid = -1, .head.head = head };

    return !NV_PROBED(gpu, VBLANK) || nv_probe(gpu, &probe) != NV_DROP;
}

bool nv_probe_notify(NVGPU *gpu, int chid, NVNotifyProbe *notify)
{
    NVProbe probe = {
        .kind = NV_PROBE_NOTIFY,
        .chid = chid,
        .notify = *notify,
    };
    bool go = true;

    if (NV_PROBED(gpu, NOTIFY)) {
        go = nv_probe(gpu, &probe) != NV_DROP;
        notify->data = probe.notify.data;
    }
    return go;
}

/* --- Objects ---------------------------------------------------------- */

/* Where a class is, or NULL if there is no room yet */
static uint16_t *nv_probe_class_at(NVGPU *gpu, unsigned chid, unsigned subc)
{
    NVProbes *probes = &gpu->probes;
    unsigned at = subc % NV_PROBE_SUBCHANNELS;

    if (chid < NV_PROBE_CLASSES) {
        return &probes->classes[chid][at];
    }
    at += (chid - NV_PROBE_CLASSES) * NV_PROBE_SUBCHANNELS;
    return at < probes->more ? &probes->more_classes[at] : NULL;
}

static void nv_probes_forget_more(NVProbes *probes)
{
    g_clear_pointer(&probes->more_classes, g_free);
    probes->more = 0;
}

static void nv_probes_extend(NVProbes *probes, unsigned chid)
{
    unsigned more = (chid + 1 - NV_PROBE_CLASSES) * NV_PROBE_SUBCHANNELS;

    probes->more_classes = g_renew(uint16_t, probes->more_classes, more);
    memset(probes->more_classes + probes->more, 0,
           (more - probes->more) * sizeof(uint16_t));
    probes->more = more;
}

void nv_probe_bind(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t class)
{
    if (!nv_probe_class_at(gpu, chid, subc)) {
        nv_probes_extend(&gpu->probes, chid);
    }
    *nv_probe_class_at(gpu, chid, subc) = class;
}

uint32_t nv_probe_class(NVGPU *gpu, unsigned chid, unsigned subc)
{
    const uint16_t *class = nv_probe_class_at(gpu, chid, subc);

    return class ? *class : 0;
}

/* --- Life ------------------------------------------------------------- */

void nv_probes_init(NVGPU *gpu)
{
    QTAILQ_INIT(&gpu->probes.observers);
    notifier_list_init(&gpu->probes.changed);
}

void nv_probes_realize(NVGPU *gpu)
{
    gpu->probes.waits = timer_new_ns(QEMU_CLOCK_VIRTUAL, nv_probes_wake, gpu);
}

void nv_probes_exit(NVGPU *gpu)
{
    g_clear_pointer(&gpu->probes.waits, timer_free);
    nv_per_channel_clear(&gpu->probes.attempts, NULL);
    nv_probes_forget_more(&gpu->probes);
}

/* An attempt may be what resets the card, so they stay where they are. */
static void nv_probes_forget(NVGPU *gpu)
{
    for (unsigned chid = 0; chid < gpu->probes.attempts.count; chid++) {
        NVProbeAttempts *of = nv_per_channel_peek(&gpu->probes.attempts, chid);

        if (of) {
            *of = (NVProbeAttempts) { };
        }
    }
    gpu->probes.pending = 0;
}

void nv_probes_reset(NVGPU *gpu)
{
    NVProbe probe = { .kind = NV_PROBE_RESET, .chid = -1 };

    if (NV_PROBED(gpu, RESET)) {
        nv_probe(gpu, &probe);
    }
    nv_probes_forget(gpu);
    nv_probes_update(gpu);
    memset(gpu->probes.classes, 0, sizeof(gpu->probes.classes));
    nv_probes_forget_more(&gpu->probes);
}

static bool nv_probes_more_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->probes.more;
}

static bool nv_probes_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return nv_probes_more_needed(opaque) ||
           !buffer_is_zero(gpu->probes.classes, sizeof(gpu->probes.classes));
}

/* Loading allocates memory for them. */
static int nv_probes_more_pre_load(void *opaque)
{
    nv_probes_forget_more(&((NVGPU *)opaque)->probes);
    return 0;
}

static bool nv_probes_more_has_room(void *opaque, int version_id)
{
    NVGPU *gpu = opaque;
    unsigned most = NV_CHANNELS_MAX - NV_PROBE_CLASSES;
    bool has_room = gpu->probes.more <= most * NV_PROBE_SUBCHANNELS;

    if (!has_room) {
        gpu->probes.more = 0;
    }
    return has_room;
}

static const VMStateDescription nv_vmstate_probes_more = {
    .name = "nv-gpu/probes/more",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_probes_more_needed,
    .pre_load = nv_probes_more_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(probes.more, NVGPU),
        VMSTATE_VALIDATE("a card has so many channels",
                         nv_probes_more_has_room),
        VMSTATE_VARRAY_UINT32_ALLOC(probes.more_classes, NVGPU, probes.more, 1,
                                    vmstate_info_uint16, uint16_t),
        VMSTATE_END_OF_LIST()
    },
};

/* Observers, and whether the card is stopped, belong to this QEMU. */
const VMStateDescription nv_vmstate_probes = {
    .name = "nv-gpu/probes",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_probes_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT16_2DARRAY(probes.classes, NVGPU, NV_PROBE_CLASSES,
                               NV_PROBE_SUBCHANNELS),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_probes_more,
        NULL
    },
};

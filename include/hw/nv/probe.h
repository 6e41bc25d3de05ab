/*
 * NVIDIA GPU: probes: units report to debuggers, traces and faults
 *
 * Debuggers, traces and injected faults are layered above all units, and
 * observe them through probes.  A unit reports what it is about to do, or has
 * done, and acts on the verdict.  Without observers a probe costs one test of a
 * word that rarely changes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_PROBE_H
#define HW_NV_PROBE_H

#include "qemu/notify.h"
#include "qemu/queue.h"
#include "qemu/timer.h"
#include "hw/nv/config.h"
#include "hw/nv/per-channel.h"
#include "hw/nv/probe-kinds.h"

typedef struct NVGPU NVGPU;

#define NV_PROBE_SUBCHANNELS 8

/** Channels of which NVProbes.classes has classes: the most before NVE4 */
#define NV_PROBE_CLASSES 128

/** Kinds that the fast path for commands bypasses */
#define NV_PROBES_OF_COMMANDS \
    (NV_PROBE_BIT(ENTRY_READ) | NV_PROBE_BIT(ENTRY) | \
     NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(WORDS) | NV_PROBE_BIT(METHOD) | \
     NV_PROBE_BIT(MEM_READ) | NV_PROBE_BIT(MEM_WRITE) | NV_PROBE_BIT(CHECK))

/** enum NVVerdict - what the card does next; the greatest one wins */
typedef enum NVVerdict {
    NV_GO,
    NV_WAIT,
    NV_DROP,
    NV_STOP,
} NVVerdict;

/**
 * enum NVObserverRank - the order in which observers are called
 *
 * Faults change events; all others see the changed event.  Those that only
 * watch don't see a method that a debugger has skipped.
 */
typedef enum NVObserverRank {
    NV_OBSERVER_FAULTS,
    NV_OBSERVER_DEBUGGER,
    NV_OBSERVER_ONLOOKER,
    NV_OBSERVER__RANKS,
} NVObserverRank;

/**
 * struct NVObserver - a receiver of probes
 *
 * @kinds: NV_PROBE_BIT() of the kinds that it wants; see nv_observer_set()
 * @dropped: those of them that it wants even after an earlier observer has
 *           returned NV_DROP: the CPU makes an access even if nothing answers.
 *           Other events don't happen then, and aren't reported
 * @rank: set by nv_observer_add()
 * @spares_vram: it doesn't need the CPU's accesses to BAR1; they run at full
 *               speed if no other observer needs them
 * @see: called for each probe.  It may call nv_observer_set(), but not remove
 *       observers
 */
typedef struct NVObserver NVObserver;
struct NVObserver {
    uint32_t kinds, dropped;
    NVObserverRank rank;
    bool spares_vram;
    NVVerdict (*see)(NVObserver *observer, NVGPU *gpu, NVProbe *probe);
    QTAILQ_ENTRY(NVObserver) next;
};

/**
 * struct NVProbeAttempt - an event that has been reported but isn't done yet
 *
 * A method that waits for its engine is retried, and so is one before which the
 * card was stopped; neither is reported again.  The pusher decodes commands
 * while CACHE1 has methods, so each of the two has an attempt.
 *
 * @valid: faults have been called
 * @told: the others have been called, too, after any wait
 * @asked: the original probe
 * @answer: the probe after changes
 * @drop: the verdict was NV_DROP
 * @waits: the verdict was NV_WAIT
 * @until: end of the wait, in ns of the virtual clock
 * @counts: it is counted in NVProbes.pending, since the verdict matters
 */
typedef struct NVProbeAttempt {
    bool valid;
    bool told;
    NVProbe asked;
    NVProbe answer;
    bool drop;
    bool waits;
    int64_t until;
    bool counts;
} NVProbeAttempt;

/** NV_FAULTY_ - persistent faults, for which no probe is called */
#define NV_FAULTY_BUSY BIT(0)           /* PGRAPH claims to be busy */
#define NV_FAULTY_KICK BIT(1)           /* no channel is ever left, NV50+ */
#define NV_FAULTY_GONE BIT(2)           /* the card has fallen off the bus */
#define NV_FAULTY_MONITOR BIT(3)        /* the monitor is unplugged */
#define NV_FAULTY_SILENT BIT(4)         /* no answer on DDC */
#define NV_FAULTY_GARBAGE BIT(5)        /* DDC's answers are garbage */
#define NV_FAULTY_LIST BIT(6)           /* no run list is taken, NVC0+ */

/**
 * struct NVProbes - a card's probes
 *
 * @on: kinds that some observer wants
 * @vram: some observer needs the CPU's accesses to BAR1
 * @careful: the fast path isn't used, so that stopping takes effect after the
 *           one method that is being executed
 * @stopped: PFIFO, engines and falcons stand still
 * @by_user, @held: the reason: a debugger, or a fault
 * @faulty: NV_FAULTY_
 * @addr: address of the word of the next method to be executed
 * @observers: in the order in which they are called
 * @changed: notified when @on changes
 * @attempts: of channels: a method, a command
 * @pending: number of attempts that aren't done and whose verdict matters; if
 *           there are any, probes are called even without observers
 * @waits: timer that ends waits
 * @classes: classes of the subchannels' objects, as far as they are known
 * @more_classes: the same of further channels, up to the last that has any
 * @more: words of @more_classes
 */
typedef struct NVProbes {
    uint32_t on;
    bool vram;
    bool careful;
    bool stopped;
    bool by_user, held;
    uint32_t faulty;
    uint64_t addr;
    QTAILQ_HEAD(, NVObserver) observers;
    NotifierList changed;
    NVPerChannel attempts;
    unsigned pending;
    QEMUTimer *waits;
    uint16_t classes[NV_PROBE_CLASSES][NV_PROBE_SUBCHANNELS];
    uint16_t *more_classes;
    uint32_t more;
} NVProbes;

extern const VMStateDescription nv_vmstate_probes;

void nv_probes_init(NVGPU *gpu);

/** nv_probes_realize, nv_probes_exit: call these on realize and on exit */
void nv_probes_realize(NVGPU *gpu);
void nv_probes_exit(NVGPU *gpu);

/** nv_probes_reset: the card was reset: drop all attempts */
void nv_probes_reset(NVGPU *gpu);

/**
 * nv_observer_add: add an observer
 * @gpu: the device
 * @observer: its @kinds may be 0
 * @rank: it is called after all others of this rank
 */
void nv_observer_add(NVGPU *gpu, NVObserver *observer, NVObserverRank rank);
void nv_observer_remove(NVGPU *gpu, NVObserver *observer);

/** nv_observer_set: change the kinds that an observer wants */
void nv_observer_set(NVGPU *gpu, NVObserver *observer, uint32_t kinds);

/**
 * nv_probe_stop: make PFIFO, engines and falcons stand still
 * @gpu: the device
 *
 * The CPU can still access the card, and the display keeps its picture.
 */
void nv_probe_stop(NVGPU *gpu);

/** nv_probe_go: resume, unless a fault holds the card */
void nv_probe_go(NVGPU *gpu);

/** nv_probe_hold: stop the card for a fault, or end that */
void nv_probe_hold(NVGPU *gpu, bool hold);

/** nv_probe_release: end the waits of NV_WAIT */
void nv_probe_release(NVGPU *gpu);

/**
 * nv_probe: call the observers
 * @gpu: the device
 * @probe: what to report; they may change it
 *
 * Returns their verdict.  If one of them wants the card stopped, this has been
 * done, and the result is NV_DROP if another one has returned that.  Units
 * check NV_PROBED() first.
 */
NVVerdict nv_probe(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_faults: call only faults, while the event isn't certain yet
 * @gpu: the device
 * @probe: as for nv_probe()
 */
NVVerdict nv_probe_faults(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_others: call all others, once it is certain
 * @gpu: the device
 * @probe: as for nv_probe()
 */
NVVerdict nv_probe_others(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_attempt: report once what a channel is about to do
 * @gpu: the device
 * @probe: what is reported
 *
 * As nv_probe(), but not reported again before nv_probe_done().  For NV_WAIT,
 * PFIFO is woken when the time has passed.
 */
NVVerdict nv_probe_attempt(NVGPU *gpu, NVProbe *probe);

/** nv_probe_done: channel @chid has done what was last reported */
void nv_probe_done(NVGPU *gpu, NVProbeKind kind, unsigned chid);

/** nv_probe_again: report its attempt to observers other than faults again */
void nv_probe_again(NVGPU *gpu, NVProbeKind kind, unsigned chid);

/**
 * nv_probe_flip: report that a head shows something else
 * @gpu: the device
 * @which: the head, before NV50; from then on EVO's channel
 * @addr: address of what it shows, in bytes, before NV50
 */
void nv_probe_flip(NVGPU *gpu, unsigned which, uint32_t addr);

/** nv_probe_vblank: report a vertical blank; returns false to suppress it */
bool nv_probe_vblank(NVGPU *gpu, unsigned head);

/**
 * nv_probe_notify: report what an engine writes for software to wait for
 * @gpu: the device
 * @chid: the channel, or -1
 * @notify: what it is; observers may change its @data
 *
 * Returns false if it must not be written.
 */
bool nv_probe_notify(NVGPU *gpu, int chid, NVNotifyProbe *notify);

/** nv_probe_bind: a subchannel has an object of class @class */
void nv_probe_bind(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t class);

/** nv_probe_class: the class of its object, 0 if it isn't known */
uint32_t nv_probe_class(NVGPU *gpu, unsigned chid, unsigned subc);

/*
 * Without a debugger (NV_DEBUGGER, from CONFIG_NV_GPU_DEBUG) nobody observes
 * and nothing is faulty: these are constants then, so that the compiler leaves
 * out what depends on them.
 */

/** NV_PROBES_ON - NV_PROBE_BIT() of the kinds that some observer wants */
#define NV_PROBES_ON(_gpu) (NV_DEBUGGER ? (_gpu)->probes.on : 0)

/** NV_FAULTY - whether a fault is active, by its name in NV_FAULTY_ */
#define NV_FAULTY(_gpu, _what) \
    unlikely(NV_DEBUGGER && (_gpu)->probes.faulty & NV_FAULTY_##_what)

/**
 * NV_PROBED - whether some observer wants an NVProbeKind
 *
 * The name is pasted here, and not by NV_PROBE_BIT(): Windows' headers define a
 * macro ERROR.
 */
#define NV_PROBED(_gpu, _kind) \
    unlikely(NV_PROBES_ON(_gpu) & (1u << NV_PROBE_##_kind))

#endif /* HW_NV_PROBE_H */

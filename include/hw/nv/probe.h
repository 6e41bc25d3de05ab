/*
 * NVIDIA GPU: probes: where units report to those who debug the card
 *
 * Debuggers, traces and faults on order are above all units and see what these
 * do through probes.  A unit reports what it is about to do, or has done, and
 * acts on the verdict.  Without observers a probe is one test of a word that
 * doesn't change.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_PROBE_H
#define HW_NV_PROBE_H

#include "qemu/notify.h"
#include "qemu/queue.h"
#include "qemu/timer.h"

typedef struct NVGPU NVGPU;

/** Numbers of channels and subchannels that probes keep track of */
#define NV_PROBE_CHANNELS 128
#define NV_PROBE_SUBCHANNELS 8

/**
 * enum NVProbeKind - what has happened, or is about to
 *
 * The members of NVProbe that each kind uses are listed with it; the others are
 * 0, and chid is -1.  NV_STOP takes effect before the reported event where it
 * says so, and otherwise after the method that is being executed.
 */
typedef enum NVProbeKind {
    /*
     * The CPU reads a BAR: @subc the BAR, @addr in it, @size, @data; NV_DROP:
     * nothing answers
     */
    NV_PROBE_MMIO_READ,
    /* It writes one, the same, @addr may be changed; NV_DROP: it doesn't */
    NV_PROBE_MMIO_WRITE,
    /* It moves PUT: @chid, @data the new one; @subc 1: of entries */
    NV_PROBE_SUBMIT,
    /* PFIFO gives a channel its turn: @chid, -1 for none; @subc the PBDMA */
    NV_PROBE_SWITCH,
    /*
     * An entry of a ring is read: @chid, @addr its number, @at word 0, @data
     * word 1
     */
    NV_PROBE_ENTRY_READ,
    /* An entry of a ring: @chid, @data its number, @addr, @size in bytes */
    NV_PROBE_ENTRY,
    /* A command's first word: @chid, @addr, @data.  Stops before it */
    NV_PROBE_COMMAND,
    /* What follows it has been taken: @chid, @addr, @size in bytes, @words */
    NV_PROBE_WORDS,
    /*
     * A method: @chid, @subc, @class, @mthd, @data; @addr of its word, or
     * NV_PROBE_NOWHERE.  Stops before it; NV_DROP: it is as if it weren't
     * there; NV_WAIT: as if its engine were busy until NVProbe.until
     */
    NV_PROBE_METHOD,
    /*
     * The card accesses a DMA object or a channel's space: @chid the channel,
     * @addr, @size; @at where that is in video memory, or NV_PROBE_NOWHERE.
     * NV_DROP: as if there was no page
     */
    NV_PROBE_MEM_READ,
    NV_PROBE_MEM_WRITE,
    /* A channel reads a semaphore to acquire it: @chid, @addr, @data wanted */
    NV_PROBE_ACQUIRE,
    /* It has waited for it, and needn't any more: @chid, @data */
    NV_PROBE_ACQUIRED,
    /* One that is written: @chid, @addr, @data; NV_DROP: it isn't */
    NV_PROBE_RELEASE,
    /* REF_CNT: @chid, @data; NV_DROP: it stays as it is */
    NV_PROBE_REFERENCE,
    /* The interrupt line: @data PMC_INTR, @size its level; NV_DROP: it stays */
    NV_PROBE_INTERRUPT,
    /*
     * What the card takes for an error: @chid, @subc, @mthd, @data, @what; for
     * a memory access @size is 1, @addr is where, @at the instance block
     */
    NV_PROBE_ERROR,
    /* A vertical blank: @subc the head; NV_DROP: it is missing */
    NV_PROBE_VBLANK,
    /* A head shows something else: @subc the head or EVO's channel, @addr */
    NV_PROBE_FLIP,
    /*
     * A falcon's instruction: @subc which, @addr.  Stops before it; NV_DROP:
     * the falcon stands before it for now
     */
    NV_PROBE_FALCON,
    /*
     * A channel's commands are executed: @chid; @subc by which PBDMA; @size 1
     * from now on, 0 no longer: @data words, and why is an NVProbeRest in @addr
     */
    NV_PROBE_RUN,
    /*
     * An engine has something to do: @chid for which channel, @subc the
     * engine, @what its name; @size 1 from now on, 0 no longer: @data methods
     */
    NV_PROBE_WORK,
    /* A unit's interrupt: @subc its bit, @size its level, @data PMC_INTR */
    NV_PROBE_PENDING,
    /* The card is reset */
    NV_PROBE_RESET,
    /*
     * A page is looked up, for the card or the CPU: @addr of the page, @at the
     * table; @data where the page is, NV_PROBE_NOWHERE if there is none; @subc
     * 1: in video memory
     */
    NV_PROBE_TRANSLATE,
    /*
     * PGRAPH checks a method: @chid, @subc, @class, @mthd, @data; NV_DROP: it
     * is wrong, and @at is the number of NSOURCE's bit, NV50+ the value of
     * DATA_ERROR
     */
    NV_PROBE_CHECK,
    /*
     * An engine writes a notifier, a query or a semaphore: @what the engine,
     * @chid, @subc, or of EVO its channel, @addr, @data; NV_DROP: it doesn't
     */
    NV_PROBE_NOTIFY,
    /* An entry of a run list is read: @chid, @addr its number, @data */
    NV_PROBE_LISTED,
    /* A PBDMA loads a word of RAMFC: @chid, @subc the PBDMA, @addr, @data */
    NV_PROBE_RAMFC,
    /*
     * A word of an EVO channel's pushbuffer: @subc the channel, @addr, @data;
     * @size 1: it is for a method, @mthd, which may be changed
     */
    NV_PROBE_DISPLAY,
    NV_PROBE__MAX,
} NVProbeKind;

#define NV_PROBE_BIT(_kind) (1u << NV_PROBE_##_kind)

/** enum NVProbeRest - why a channel's commands aren't executed any more */
typedef enum NVProbeRest {
    NV_REST_LATER,              /* there are more; others have their turn */
    NV_REST_DONE,               /* there are no more */
    NV_REST_WAITS,              /* it waits for a semaphore */
} NVProbeRest;

/** Kinds that the loops for most commands pass by */
#define NV_PROBES_OF_COMMANDS \
    (NV_PROBE_BIT(ENTRY_READ) | NV_PROBE_BIT(ENTRY) | \
     NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(WORDS) | NV_PROBE_BIT(METHOD) | \
     NV_PROBE_BIT(MEM_READ) | NV_PROBE_BIT(MEM_WRITE) | NV_PROBE_BIT(CHECK))

/** The address of a method that comes from a cache or a register: none */
#define NV_PROBE_NOWHERE UINT64_MAX

/**
 * struct NVProbe - what is reported; see enum NVProbeKind
 *
 * @kind: what it is
 * @chid: channel, or -1
 * @subc: subchannel, head, BAR, falcon, PBDMA, engine or bit
 * @class: class of the subchannel's object, 0 if it isn't known
 * @mthd: method, in bytes; that of NV_PROBE_METHOD may be changed
 * @addr: address, in bytes
 * @size: length in bytes
 * @at: another address, in bytes
 * @data: the value, which observers may change
 * @what: an error's or engine's name
 * @until: with NV_WAIT: until when, in ns of the virtual clock
 * @words: of a pushbuffer; the guest may be changing them
 * @fault: name of the fault on order that has changed it or held it up, or NULL
 */
typedef struct NVProbe {
    NVProbeKind kind;
    int chid;
    unsigned subc;
    uint32_t class;
    uint32_t mthd;
    uint64_t addr;
    uint64_t size;
    uint64_t at;
    uint64_t data;
    const char *what;
    int64_t until;
    const uint32_t *words;
    const char *fault;
} NVProbe;

/** enum NVVerdict - what the card does next; the greatest one counts */
typedef enum NVVerdict {
    NV_GO,
    NV_WAIT,
    NV_DROP,
    NV_STOP,
} NVVerdict;

/**
 * enum NVObserverRank - the order in which observers are called
 *
 * Faults change what happens; all others see the changed event.  Those that
 * only watch don't see a method that a debugger has skipped.
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
 * @dropped: those of them that it wants even if an earlier observer has
 *           returned NV_DROP: an access by the CPU is made even if nothing
 *           answers.  Other events don't happen then, and aren't reported
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
 * struct NVProbeAttempt - what has been reported and isn't done yet
 *
 * A method that waits for its engine is retried, and so is one before which the
 * card has stopped; neither is reported again.  CACHE1 has methods while the
 * pusher goes on with commands, so each of the two has an attempt.
 *
 * @valid: faults have been called
 * @told: the others have, too; if it has to wait, that comes after the wait
 * @asked: the probe as it was
 * @answer: the probe as it was changed
 * @drop: NV_DROP
 * @waits: NV_WAIT was the verdict
 * @until: until then, in ns of the virtual clock
 * @counts: counted in NVProbes.pending: the verdict makes a difference
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

/** NV_FAULTY_ - faults that no action of the guest's reports */
#define NV_FAULTY_BUSY BIT(0)           /* PGRAPH claims to be busy */
#define NV_FAULTY_KICK BIT(1)           /* no channel is ever left, NV50+ */
#define NV_FAULTY_GONE BIT(2)           /* the card is gone from the bus */
#define NV_FAULTY_MONITOR BIT(3)        /* there is no monitor any more */
#define NV_FAULTY_SILENT BIT(4)         /* no answer on DDC */
#define NV_FAULTY_GARBAGE BIT(5)        /* what answers there makes no sense */

/**
 * struct NVProbes - a card's probes
 *
 * @on: kinds that some observer wants
 * @vram: some observer needs the CPU's accesses to BAR1
 * @careful: the loops for most commands aren't used, so that stopping takes
 *           effect after the one method that is being executed
 * @stopped: PFIFO, engines and falcons stand still
 * @by_user, @held: why: by a debugger, or by a fault
 * @faulty: NV_FAULTY_
 * @addr: address of the word of the next method to be executed
 * @observers: in the order in which they are called
 * @changed: notified when @on changes
 * @attempts: for each channel: a method, a command
 * @pending: number of attempts that aren't done and whose verdict makes a
 *           difference: until then, probes are called even without observers
 * @waits: timer that ends waits
 * @classes: of the objects that subchannels have, as far as they are known
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
    NVProbeAttempt attempts[NV_PROBE_CHANNELS][2];
    unsigned pending;
    QEMUTimer *waits;
    uint16_t classes[NV_PROBE_CHANNELS][NV_PROBE_SUBCHANNELS];
} NVProbes;

extern const VMStateDescription nv_vmstate_probes;

void nv_probes_init(NVGPU *gpu);

/** nv_probes_realize, nv_probes_exit: the device is, and isn't any more */
void nv_probes_realize(NVGPU *gpu);
void nv_probes_exit(NVGPU *gpu);

/** nv_probes_reset: the card was reset: forget all attempts */
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
 * nv_probe_stop: PFIFO, engines and falcons stand still
 * @gpu: the device
 *
 * The CPU still reaches the card, the display shows what it shows.
 */
void nv_probe_stop(NVGPU *gpu);

/** nv_probe_go: resume where the card was, unless a fault holds it */
void nv_probe_go(NVGPU *gpu);

/** nv_probe_hold: a fault holds them, or doesn't any more */
void nv_probe_hold(NVGPU *gpu, bool hold);

/** nv_probe_release: end the waits of NV_WAIT */
void nv_probe_release(NVGPU *gpu);

/**
 * nv_probe: call the observers
 * @gpu: the device
 * @probe: what is reported; they may change its @data
 *
 * Returns their verdict, and has stopped the card if one of them wants that: if
 * another one has returned NV_DROP, that is the result.  Units check first
 * whether NV_PROBED().
 */
NVVerdict nv_probe(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_faults: call faults only, if it isn't sure yet that it will happen
 * @gpu: the device
 * @probe: as nv_probe() has it
 */
NVVerdict nv_probe_faults(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_others: call all others, once it is sure
 * @gpu: the device
 * @probe: as nv_probe() has it
 */
NVVerdict nv_probe_others(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_attempt: report what a channel is about to do, once
 * @gpu: the device
 * @probe: what is reported
 *
 * As nv_probe(); it isn't reported again before nv_probe_done().  With NV_WAIT,
 * PFIFO is woken when the time has passed.
 */
NVVerdict nv_probe_attempt(NVGPU *gpu, NVProbe *probe);

/** nv_probe_done: channel @chid has done what was reported */
void nv_probe_done(NVGPU *gpu, NVProbeKind kind, unsigned chid);

/** nv_probe_again: observers other than faults see its attempt again */
void nv_probe_again(NVGPU *gpu, NVProbeKind kind, unsigned chid);

/**
 * nv_probe_error: report an error
 * @gpu: the device
 * @chid: channel, or -1
 * @subc: its subchannel
 * @mthd: method, in bytes, or another number that goes with it
 * @data: its data, or the error's code
 * @what: its name
 */
void nv_probe_error(NVGPU *gpu, int chid, unsigned subc, uint32_t mthd,
                    uint64_t data, const char *what);

/**
 * nv_probe_access_error: report a memory access that has failed
 * @gpu: the device
 * @who: who made it: NVVmUser, or the DMA object's address
 * @inst: address of the channel's instance block, 0 if it has none
 * @addr: where
 * @what: why
 */
void nv_probe_access_error(NVGPU *gpu, uint32_t who, uint32_t inst,
                           uint64_t addr, const char *what);

/**
 * nv_probe_flip: report that a head shows something else
 * @gpu: the device
 * @which: the head, before NV50; from then on EVO's channel
 * @addr: of what it shows, in bytes, before NV50
 */
void nv_probe_flip(NVGPU *gpu, unsigned which, uint32_t addr);

/** nv_probe_vblank: a head's vertical blank; returns false if it is missing */
bool nv_probe_vblank(NVGPU *gpu, unsigned head);

/**
 * nv_probe_notify: report what an engine writes for software to wait for
 * @gpu: the device
 * @probe: as NV_PROBE_NOTIFY has it, except for @kind and @data
 * @val: the word that software looks at; observers may change it
 *
 * Returns false if it isn't to be written.
 */
bool nv_probe_notify(NVGPU *gpu, NVProbe probe, uint32_t *val);

/** nv_probe_bind: a subchannel has an object of class @class */
void nv_probe_bind(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t class);

/** nv_probe_class: the class of its object, 0 if it isn't known */
uint32_t nv_probe_class(NVGPU *gpu, unsigned chid, unsigned subc);

/** NV_FAULTY - something doesn't work, by its name in NV_FAULTY_ */
#define NV_FAULTY(_gpu, _what) \
    unlikely((_gpu)->probes.faulty & NV_FAULTY_##_what)

/** NV_PROBED - whether some observer wants a kind of NVProbeKind */
#define NV_PROBED(_gpu, _kind) \
    unlikely((_gpu)->probes.on & NV_PROBE_BIT(_kind))

#endif /* HW_NV_PROBE_H */

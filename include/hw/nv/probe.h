/*
 * NVIDIA GPU: probes: where those who debug the card are asked
 *
 * Debuggers, traces and faults on order stand above all units and see what
 * these do through probes.  A unit says what it is about to do, or has done,
 * and goes on as it is told.  Nobody is asked as long as nobody wants it: then
 * a probe is one test of a word that doesn't change.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_PROBE_H
#define HW_NV_PROBE_H

#include "qemu/notify.h"
#include "qemu/queue.h"
#include "qemu/timer.h"

typedef struct NVGPU NVGPU;

/** Channels that probes know, and their subchannels */
#define NV_PROBE_CHANNELS 128
#define NV_PROBE_SUBCHANNELS 8

/**
 * enum NVProbeKind - what has happened, or is about to
 *
 * What NVProbe's members are in each is with its kind; those that aren't named
 * are 0, and chid is -1.  A verdict of NV_STOP takes effect before what a probe
 * tells of where it says so, else behind the method that is executed.
 */
typedef enum NVProbeKind {
    /*
     * The CPU reads a BAR: @subc the BAR, @addr in it, @size, @data; NV_DROP:
     * nobody answers
     */
    NV_PROBE_MMIO_READ,
    /* It writes one; NV_DROP: it doesn't */
    NV_PROBE_MMIO_WRITE,
    /* It moves PUT: @chid, @data the new one; @subc 1: of entries */
    NV_PROBE_SUBMIT,
    /* PFIFO gives a channel its turn: @chid, -1 for none; @subc the PBDMA */
    NV_PROBE_SWITCH,
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
     * The card accesses a DMA object or a channel's space: @chid for whom,
     * @addr, @size; @at where that is in video memory, or NV_PROBE_NOWHERE.
     * NV_DROP: as if there was no page
     */
    NV_PROBE_MEM_READ,
    NV_PROBE_MEM_WRITE,
    /* A semaphore that a channel asks for: @chid, @addr, @data wanted */
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
     * What the card takes for an error: @chid, @subc, @mthd, @data, @what; of
     * an access to memory @size is 1, @addr says where, @at for whose block
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
     * A page is looked up, for the card or the CPU: @addr of it, @at whose
     * table; @data where it is, NV_PROBE_NOWHERE if there is none; @subc 1:
     * that is in video memory
     */
    NV_PROBE_TRANSLATE,
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
    (NV_PROBE_BIT(ENTRY) | NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(WORDS) | \
     NV_PROBE_BIT(METHOD) | NV_PROBE_BIT(MEM_READ) | NV_PROBE_BIT(MEM_WRITE))

/** A method that comes out of a cache or a register; no such address */
#define NV_PROBE_NOWHERE UINT64_MAX

/**
 * struct NVProbe - what somebody is asked about; see enum NVProbeKind
 *
 * @kind: what it is
 * @chid: channel, or -1
 * @subc: subchannel, head, BAR, falcon, PBDMA, engine or bit
 * @class: class of the subchannel's object, 0 if it isn't known
 * @mthd: method, in bytes; that of NV_PROBE_METHOD may be changed
 * @addr: address, in bytes
 * @size: length in bytes
 * @at: another address, in bytes
 * @data: the value, which the asked may change
 * @what: an error's or engine's name
 * @until: with NV_WAIT: until when, in ns of the virtual clock
 * @words: of a pushbuffer, which the guest may be changing
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
} NVProbe;

/** enum NVVerdict - how the card goes on; the greater one counts */
typedef enum NVVerdict {
    NV_GO,
    NV_WAIT,
    NV_DROP,
    NV_STOP,
} NVVerdict;

/**
 * enum NVObserverRank - who is asked first
 *
 * Faults change what happens; all others see what has come of that.  Who looks
 * on isn't told of a method that a debugger leaves out.
 */
typedef enum NVObserverRank {
    NV_OBSERVER_FAULTS,
    NV_OBSERVER_DEBUGGER,
    NV_OBSERVER_ONLOOKER,
    NV_OBSERVER__RANKS,
} NVObserverRank;

/**
 * struct NVObserver - somebody who is asked
 *
 * @kinds: NV_PROBE_BIT() of what about; see nv_observer_set()
 * @dropped: those of them that it is told of, too, where one who was asked
 *           before has said NV_DROP: what the CPU does is done even if nobody
 *           answers.  Of others it isn't, since they don't happen
 * @rank: given to nv_observer_add()
 * @spares_vram: of accesses by the CPU, those to BAR1 it needn't see; they are
 *               as fast as ever if nobody else has to
 * @see: is asked.  It may call nv_observer_set(), but not remove observers
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
 * struct NVProbeAttempt - what has been asked about and isn't done yet
 *
 * A method that waits for its engine is tried again, and one before which the
 * card has stopped is, too: nobody is asked again.  CACHE1 has methods while
 * the pusher goes on with commands, so either has one.
 *
 * @valid: faults have been asked
 * @told: the others have; they are when it has waited
 * @asked: the question
 * @answer: with what was changed
 * @drop: NV_DROP
 * @waits: NV_WAIT was the answer
 * @until: until then, in ns of the virtual clock
 * @counts: in NVProbes.pending: the answer makes a difference
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

/** NV_FAULTY_ - what doesn't work, though nothing that the guest does tells */
#define NV_FAULTY_BUSY BIT(0)           /* PGRAPH says that it is busy */
#define NV_FAULTY_KICK BIT(1)           /* no channel is ever left, NV50+ */
#define NV_FAULTY_GONE BIT(2)           /* the card is gone from the bus */
#define NV_FAULTY_MONITOR BIT(3)        /* there is no monitor any more */
#define NV_FAULTY_SILENT BIT(4)         /* nobody answers on DDC */
#define NV_FAULTY_GARBAGE BIT(5)        /* what answers there makes no sense */

/**
 * struct NVProbes - a card's probes
 *
 * @on: kinds that somebody wants to know of
 * @vram: somebody has to see accesses by the CPU to BAR1
 * @careful: the loops for most commands aren't used, so that stopping takes
 *           effect behind the one method that is executed
 * @stopped: PFIFO, engines and falcons stand still
 * @by_user, @held: why: a debugger, or a fault
 * @faulty: NV_FAULTY_
 * @addr: address of the word that the next method to be executed has
 * @observers: in the order in which they are asked
 * @changed: hear that @on is another one
 * @attempts: for each channel: a method, a command
 * @pending: how many of them have an answer that makes a difference, and aren't
 *           done: as long, it is asked, whether or not anybody wants to know
 * @waits: has them go on
 * @classes: of the objects that subchannels have, as far as that is known
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

/** nv_probes_reset: the card is; what has been asked about is gone */
void nv_probes_reset(NVGPU *gpu);

/**
 * nv_observer_add: have somebody asked from now on
 * @gpu: the device
 * @observer: its @kinds may be 0
 * @rank: behind all of this rank
 */
void nv_observer_add(NVGPU *gpu, NVObserver *observer, NVObserverRank rank);
void nv_observer_remove(NVGPU *gpu, NVObserver *observer);

/** nv_observer_set: somebody wants to be asked about other kinds */
void nv_observer_set(NVGPU *gpu, NVObserver *observer, uint32_t kinds);

/**
 * nv_probe_stop: PFIFO, engines and falcons stand still
 * @gpu: the device
 *
 * The CPU still reaches the card, the display shows what it shows.
 */
void nv_probe_stop(NVGPU *gpu);

/** nv_probe_go: they go on where they were, unless a fault holds them */
void nv_probe_go(NVGPU *gpu);

/** nv_probe_hold: a fault holds them, or doesn't any more */
void nv_probe_hold(NVGPU *gpu, bool hold);

/** nv_probe_release: what was told to wait needn't any more */
void nv_probe_release(NVGPU *gpu);

/**
 * nv_probe: ask those who want to know
 * @gpu: the device
 * @probe: what about; they may change its @data
 *
 * Returns what they want, and has stopped the card if somebody wants that: if
 * another one has said NV_DROP, that is what is returned.  Units ask
 * NV_PROBED() first.
 */
NVVerdict nv_probe(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_faults: ask faults only, where it isn't sure that it will happen
 * @gpu: the device
 * @probe: as nv_probe() has it
 */
NVVerdict nv_probe_faults(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_others: ask all others, for it happens
 * @gpu: the device
 * @probe: as nv_probe() has it
 */
NVVerdict nv_probe_others(NVGPU *gpu, NVProbe *probe);

/**
 * nv_probe_attempt: ask about what a channel is about to do, once
 * @gpu: the device
 * @probe: what about
 *
 * As nv_probe(); it isn't asked again before nv_probe_done().  With NV_WAIT,
 * PFIFO is woken when it has waited.
 */
NVVerdict nv_probe_attempt(NVGPU *gpu, NVProbe *probe);

/** nv_probe_done: channel @chid has done what has been asked about */
void nv_probe_done(NVGPU *gpu, NVProbeKind kind, unsigned chid);

/** nv_probe_again: all but faults are asked again about what it tries */
void nv_probe_again(NVGPU *gpu, NVProbeKind kind, unsigned chid);

/**
 * nv_probe_error: tell of an error
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
 * nv_probe_access_error: tell of an access to memory that has failed
 * @gpu: the device
 * @who: who made it: NVVmUser, or the DMA object's address
 * @inst: address of the channel's instance block, 0 if it has none
 * @addr: where
 * @what: why
 */
void nv_probe_access_error(NVGPU *gpu, uint32_t who, uint32_t inst,
                           uint64_t addr, const char *what);

/**
 * nv_probe_flip: tell that a head shows something else
 * @gpu: the device
 * @which: the head, before NV50; from then on EVO's channel
 * @addr: of what it shows, in bytes, before NV50
 */
void nv_probe_flip(NVGPU *gpu, unsigned which, uint32_t addr);

/** nv_probe_vblank: a head's vertical blank; returns false if it is missing */
bool nv_probe_vblank(NVGPU *gpu, unsigned head);

/** nv_probe_bind: a subchannel has an object of class @class */
void nv_probe_bind(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t class);

/** nv_probe_class: the class of its object, 0 if it isn't known */
uint32_t nv_probe_class(NVGPU *gpu, unsigned chid, unsigned subc);

/** NV_FAULTY - something doesn't work, by its name in NV_FAULTY_ */
#define NV_FAULTY(_gpu, _what) \
    unlikely((_gpu)->probes.faulty & NV_FAULTY_##_what)

/** NV_PROBED - somebody wants to know of kinds of NVProbeKind */
#define NV_PROBED(_gpu, _kind) \
    unlikely((_gpu)->probes.on & NV_PROBE_BIT(_kind))

#endif /* HW_NV_PROBE_H */

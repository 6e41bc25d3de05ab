/*
 * NVIDIA GPU: probes: what units report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_PROBE_KINDS_H
#define HW_NV_PROBE_KINDS_H

/**
 * enum NVProbeKind - what has happened, or is about to
 *
 * Each kind lists the members of NVProbe that it uses; the others are 0, and
 * chid is -1.  NV_STOP takes effect before the reported event where this is
 * noted, and otherwise after the method that is being executed.
 */
typedef enum NVProbeKind {
    /*
     * The CPU reads a BAR: @subc the BAR, @addr in it, @size, @data; NV_DROP:
     * nothing answers
     */
    NV_PROBE_MMIO_READ,
    /* The CPU writes a BAR; as above, @addr may be changed; NV_DROP: ignored */
    NV_PROBE_MMIO_WRITE,
    /* The CPU moves PUT: @chid, @data the new one; @subc 1: of a ring */
    NV_PROBE_SUBMIT,
    /* PFIFO switches to a channel: @chid, -1 for none; @subc the PBDMA */
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
    /* A command's words were taken: @chid, @addr, @size in bytes, @words */
    NV_PROBE_WORDS,
    /*
     * A method: @chid, @subc, @class, @mthd, @data; @addr of its word, or
     * NV_PROBE_NOWHERE.  Stops before it; NV_DROP: the method is skipped;
     * NV_WAIT: as if its engine were busy until NVProbe.until
     */
    NV_PROBE_METHOD,
    /*
     * The card accesses a DMA object or a channel's space: @chid the channel,
     * @addr, @size; @at the address in video memory, or NV_PROBE_NOWHERE.
     * NV_DROP: as if there was no page
     */
    NV_PROBE_MEM_READ,
    NV_PROBE_MEM_WRITE,
    /* A channel reads a semaphore to acquire it: @chid, @addr, @data wanted */
    NV_PROBE_ACQUIRE,
    /* A channel that waited for a semaphore acquires it: @chid, @data */
    NV_PROBE_ACQUIRED,
    /* A semaphore is written: @chid, @addr, @data; NV_DROP: it isn't */
    NV_PROBE_RELEASE,
    /* REF_CNT: @chid, @data; NV_DROP: it doesn't change */
    NV_PROBE_REFERENCE,
    /* The interrupt line: @data PMC_INTR, @size its level; NV_DROP: as is */
    NV_PROBE_INTERRUPT,
    /*
     * The card detects an error: @chid, @subc, @class, @mthd, @data, @what,
     * @addr of the method's word; @mthd is NV_PROBE_NO_METHOD if it isn't about
     * one.  A memory access that fails: @size NVProbeOriginator, @who,
     * @fault_addr and @data its address, @at the instance block; what method
     * it is for the debugger adds, before others see it
     */
    NV_PROBE_ERROR,
    /* A vertical blank: @subc the head; NV_DROP: it is suppressed */
    NV_PROBE_VBLANK,
    /* A head shows something else: @subc the head or EVO's channel, @addr */
    NV_PROBE_FLIP,
    /*
     * A falcon's instruction: @subc the falcon, @addr.  Stops before it;
     * NV_DROP: the falcon waits there for now
     */
    NV_PROBE_FALCON,
    /*
     * A channel's commands start (@size 1) or stop (0) being executed: @chid;
     * @subc the PBDMA; if they stop, @data words, and NVProbeRest in @addr
     */
    NV_PROBE_RUN,
    /*
     * An engine gets (@size 1) or has finished (0) work: @chid the channel,
     * @subc the engine, @what its name; when it has finished, @data methods
     */
    NV_PROBE_WORK,
    /* A unit's interrupt: @subc its bit, @size its level, @data PMC_INTR */
    NV_PROBE_PENDING,
    /* The card is reset */
    NV_PROBE_RESET,
    /*
     * A page is looked up, for the card or the CPU: @addr of the page, @at the
     * table; @data the page's address, or NV_PROBE_NOWHERE; @subc 1: it is in
     * video memory
     */
    NV_PROBE_TRANSLATE,
    /*
     * PGRAPH checks a method: @chid, @subc, @class, @mthd, @data; NV_DROP: it
     * is an error, and @at is the number of NSOURCE's bit, NV50+ the value of
     * DATA_ERROR
     */
    NV_PROBE_CHECK,
    /*
     * An engine writes a notifier, a query or a semaphore: @what the engine,
     * @chid, @subc, or for EVO its channel, @addr, @data; NV_DROP: it doesn't
     */
    NV_PROBE_NOTIFY,
    /* An entry of a run list is read: @chid, @addr its number, @data */
    NV_PROBE_LISTED,
    /* A PBDMA loads a word of RAMFC: @chid, @subc the PBDMA, @addr, @data */
    NV_PROBE_RAMFC,
    /*
     * A word of an EVO channel's pushbuffer: @subc the channel, @addr, @data;
     * @size 1: it is for a method, @mthd, which may be changed; if it is
     * dropped, the channel has INVALID_STATE, and @at is its code
     */
    NV_PROBE_DISPLAY,
    NV_PROBE__MAX,
} NVProbeKind;

#define NV_PROBE_BIT(_kind) (1u << NV_PROBE_##_kind)

/** enum NVProbeRest - why a channel's commands stop being executed */
typedef enum NVProbeRest {
    NV_REST_LATER,              /* there are more, but it is others' turn */
    NV_REST_DONE,               /* there are no more */
    NV_REST_WAITS,              /* it waits for a semaphore */
} NVProbeRest;

/** enum NVProbeOriginator - what NVProbe.who is, of an access that fails */
typedef enum NVProbeOriginator {
    NV_PROBE_BY_UNIT = 1,       /* NVVmUser */
    NV_PROBE_BY_OBJECT,         /* a DMA object's address */
} NVProbeOriginator;

/** No address: for a method that comes from a cache or a register */
#define NV_PROBE_NOWHERE UINT64_MAX
/** No method: for an error that isn't about one */
#define NV_PROBE_NO_METHOD UINT32_MAX

/**
 * struct NVProbe - what is reported; see enum NVProbeKind
 *
 * @kind: what it is
 * @chid: channel, or -1
 * @subc: subchannel, head, BAR, falcon, PBDMA, engine or bit
 * @class: class of the subchannel's object, 0 if it isn't known
 * @mthd: method, in bytes; may be changed for NV_PROBE_METHOD
 * @addr: address, in bytes
 * @size: length in bytes
 * @at: another address, in bytes
 * @who: for an access: its originator, NVVmUser or the DMA object's address
 * @fault_addr: for an access that fails: its address, in bytes
 * @data: the value, which observers may change
 * @what: an error's or engine's name
 * @until: for NV_WAIT: time in ns of the virtual clock
 * @words: words of a pushbuffer; the guest may be changing them
 * @fault: name of the fault on order that has changed or delayed it, or NULL
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
    uint32_t who;
    uint64_t fault_addr;
    uint64_t data;
    const char *what;
    int64_t until;
    const uint32_t *words;
    const char *fault;
} NVProbe;

#endif /* HW_NV_PROBE_KINDS_H */

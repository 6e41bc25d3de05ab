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
 * Each kind names the member of NVProbe that it has besides those of all.
 * NVProbe.chid is -1 unless the event is a channel's.  NV_STOP takes effect
 * before the reported event where this is noted, and otherwise after the method
 * that is being executed.
 */
typedef enum NVProbeKind {
    /* @mmio: the CPU reads a BAR; NV_DROP: nothing answers */
    NV_PROBE_MMIO_READ,
    /* @mmio: the CPU writes a BAR; NV_DROP: ignored */
    NV_PROBE_MMIO_WRITE,
    /* @submit: the CPU moves PUT */
    NV_PROBE_SUBMIT,
    /* @turn: PFIFO switches to a channel; its PBDMA */
    NV_PROBE_SWITCH,
    /* @entry_read: an entry of a ring is read */
    NV_PROBE_ENTRY_READ,
    /* @entry: an entry of a ring has been taken */
    NV_PROBE_ENTRY,
    /* @command: a command's first word.  Stops before it */
    NV_PROBE_COMMAND,
    /* @words: a command's words were taken */
    NV_PROBE_WORDS,
    /*
     * @method: a method.  Stops before it; NV_DROP: it is skipped; NV_WAIT: as
     * if its engine were busy until NVProbe.until
     */
    NV_PROBE_METHOD,
    /*
     * @mem: the card accesses a DMA object or a channel's space; NV_DROP: as if
     * there was no page
     */
    NV_PROBE_MEM_READ,
    NV_PROBE_MEM_WRITE,
    /* @value: a channel reads a semaphore to acquire it; the value it wants */
    NV_PROBE_ACQUIRE,
    /* @value: a channel that waited for a semaphore acquires it */
    NV_PROBE_ACQUIRED,
    /* @value: a semaphore is written; NV_DROP: it isn't */
    NV_PROBE_RELEASE,
    /* @value: REF_CNT; NV_DROP: it doesn't change */
    NV_PROBE_REFERENCE,
    /* @line: the interrupt line; NV_DROP: it stays as it is */
    NV_PROBE_INTERRUPT,
    /*
     * @error: the card detects an error.  What method a memory access that
     * fails is for the debugger adds, before others see it
     */
    NV_PROBE_ERROR,
    /* @head: a vertical blank; NV_DROP: it is suppressed */
    NV_PROBE_VBLANK,
    /* @head: a head shows something else */
    NV_PROBE_FLIP,
    /*
     * @falcon: a falcon's instruction.  Stops before it; NV_DROP: the falcon
     * waits there for now
     */
    NV_PROBE_FALCON,
    /* @turn: a channel's commands start or stop being executed */
    NV_PROBE_RUN,
    /* @work: an engine gets or has finished work, for the channel */
    NV_PROBE_WORK,
    /* @line: a unit's interrupt */
    NV_PROBE_PENDING,
    /* The card is reset */
    NV_PROBE_RESET,
    /* @translate: a page is looked up, for the card or the CPU */
    NV_PROBE_TRANSLATE,
    /* @method: PGRAPH checks a method; NV_DROP: it has @method.error */
    NV_PROBE_CHECK,
    /*
     * @notify: an engine writes a notifier, a query or a semaphore; NV_DROP: it
     * doesn't
     */
    NV_PROBE_NOTIFY,
    /* @listed: an entry of a run list is read */
    NV_PROBE_LISTED,
    /* @ramfc: a PBDMA loads a word of RAMFC */
    NV_PROBE_RAMFC,
    /*
     * @display: a word of an EVO channel's pushbuffer; if a method's is
     * dropped, the channel has INVALID_STATE with @display.error
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

/** enum NVProbeOriginator - what NVErrorProbe.who is */
typedef enum NVProbeOriginator {
    NV_PROBE_BY_UNIT = 1,       /* NVVmUser */
    NV_PROBE_BY_OBJECT,         /* a DMA object's address */
} NVProbeOriginator;

/** No address: for a method that comes from a cache or a register */
#define NV_PROBE_NOWHERE UINT64_MAX
/** No method: for an error that isn't about one */
#define NV_PROBE_NO_METHOD UINT32_MAX

/**
 * struct NVMmioProbe - an access to a BAR by the CPU
 *
 * @bar: number of the BAR
 * @size: length in bytes: 1, 2 or 4
 * @addr: address in the BAR, in bytes; that of a write may be changed
 * @data: the value, of @size bytes; may be changed
 */
typedef struct NVMmioProbe {
    unsigned bar;
    unsigned size;
    uint64_t addr;
    uint32_t data;
} NVMmioProbe;

/**
 * struct NVSubmitProbe - a write of PUT
 *
 * @ring: it is that of a ring of entries
 * @put: the new one: an address in bytes; of a ring, an entry's number
 */
typedef struct NVSubmitProbe {
    bool ring;
    uint64_t put;
} NVSubmitProbe;

/**
 * struct NVTurnProbe - a channel's turn
 *
 * @pbdma: number of the PBDMA that has the channel; 0 before NVC0
 * @begins: for NV_PROBE_RUN: its commands start being executed, or else stop
 * @why: why they stop
 * @words: words that have been executed, if they stop
 */
typedef struct NVTurnProbe {
    unsigned pbdma;
    bool begins;
    NVProbeRest why;
    uint64_t words;
} NVTurnProbe;

/**
 * struct NVEntryReadProbe - an entry of a ring before it is decoded
 *
 * @number: its place in the ring
 * @words: the entry, of which the second word may be changed: it has the length
 */
typedef struct NVEntryReadProbe {
    uint32_t number;
    uint32_t words[2];
} NVEntryReadProbe;

/**
 * struct NVEntryProbe - an entry of a ring that has been taken
 *
 * @number: its place in the ring
 * @addr: address of its words, in bytes
 * @size: their length in bytes
 */
typedef struct NVEntryProbe {
    uint32_t number;
    uint64_t addr;
    uint64_t size;
} NVEntryProbe;

/**
 * struct NVCommandProbe - a command's first word
 *
 * @addr: its address, in bytes
 * @word: 32 bits; may be changed
 */
typedef struct NVCommandProbe {
    uint64_t addr;
    uint32_t word;
} NVCommandProbe;

/**
 * struct NVWordsProbe - the words behind a command's first one
 *
 * @addr: their address, in bytes
 * @size: their length in bytes
 * @words: the words; the guest may be changing them
 */
typedef struct NVWordsProbe {
    uint64_t addr;
    uint64_t size;
    const uint32_t *words;
} NVWordsProbe;

/**
 * struct NVMethodProbe - a method
 *
 * @subc: subchannel
 * @class: class of the subchannel's object, 0 if it isn't known
 * @mthd: method, in bytes; may be changed for NV_PROBE_METHOD
 * @data: its parameter, 32 bits; may be changed for NV_PROBE_METHOD
 * @addr: address of its word, in bytes; NV_PROBE_NOWHERE for one that comes
 *        from a cache or a register, and for NV_PROBE_CHECK
 * @error: for NV_PROBE_CHECK that is dropped: number of NSOURCE's bit; NV50+
 *         the value of DATA_ERROR, 8 bits
 */
typedef struct NVMethodProbe {
    unsigned subc;
    uint32_t class;
    uint32_t mthd;
    uint32_t data;
    uint64_t addr;
    uint32_t error;
} NVMethodProbe;

/**
 * struct NVMemProbe - an access to memory by the card
 *
 * @addr: address in the object or the channel's space, in bytes
 * @size: length in bytes
 * @vram: address in video memory, in bytes, or NV_PROBE_NOWHERE
 * @inst: address in bytes, in instance memory, of the channel's block, or of
 *        the object if there is none
 */
typedef struct NVMemProbe {
    uint64_t addr;
    uint64_t size;
    uint64_t vram;
    uint64_t inst;
} NVMemProbe;

/**
 * struct NVValueProbe - a semaphore's value, or a reference
 *
 * @addr: address of the semaphore, in bytes; 0 for a reference, and for a
 *        channel that has waited
 * @data: the value, 32 bits; may be changed
 */
typedef struct NVValueProbe {
    uint64_t addr;
    uint32_t data;
} NVValueProbe;

/**
 * struct NVLineProbe - an interrupt
 *
 * @bit: for NV_PROBE_PENDING: number of the unit's bit in PMC_INTR
 * @level: of the line, or of that bit
 * @intr: PMC_INTR
 */
typedef struct NVLineProbe {
    unsigned bit;
    bool level;
    uint32_t intr;
} NVLineProbe;

/**
 * struct NVErrorProbe - an error that the card detects
 *
 * @subc: subchannel; EVO's channel
 * @class: class of the subchannel's object, 0 if it isn't known
 * @mthd: method, in bytes, or NV_PROBE_NO_METHOD if it isn't about one
 * @by: of a memory access that fails, what @who is; 0: it is no access
 * @who: of an access: its originator, NVVmUser or the DMA object's address in
 *       bytes
 * @inst: of an access: address of the channel's instance block in video memory,
 *        in bytes; 0 if it has none
 * @data: the method's parameter; of an access whose method isn't known, its
 *        address in bytes
 * @addr: address of the method's word, in bytes, or NV_PROBE_NOWHERE
 * @fault_addr: of an access: its address, in bytes
 * @what: the error's name
 */
typedef struct NVErrorProbe {
    unsigned subc;
    uint32_t class;
    uint32_t mthd;
    NVProbeOriginator by;
    uint32_t who;
    uint32_t inst;
    uint64_t data;
    uint64_t addr;
    uint64_t fault_addr;
    const char *what;
} NVErrorProbe;

/**
 * struct NVHeadProbe - what a head does
 *
 * @head: its number; for NV_PROBE_FLIP from NV50 on, EVO's channel
 * @addr: for NV_PROBE_FLIP before NV50: address of what it shows, in bytes
 */
typedef struct NVHeadProbe {
    unsigned head;
    uint32_t addr;
} NVHeadProbe;

/**
 * struct NVFalconProbe - a falcon's instruction
 *
 * @falcon: index in NVGPU.falcons
 * @pc: its address in code, in bytes
 */
typedef struct NVFalconProbe {
    unsigned falcon;
    uint32_t pc;
} NVFalconProbe;

/**
 * struct NVWorkProbe - an engine's work
 *
 * @engine: number of the engine, NV_ENGINE_*
 * @begins: it gets work, or else has finished it
 * @methods: how many methods that were, if it has finished
 * @name: the engine's name
 */
typedef struct NVWorkProbe {
    unsigned engine;
    bool begins;
    uint64_t methods;
    const char *name;
} NVWorkProbe;

/**
 * struct NVTranslateProbe - a page that is looked up
 *
 * @table: address of the table in video memory, in bytes
 * @addr: virtual address of the page, in bytes
 * @size: its length in bytes
 * @page: what it is translated to, in bytes, or NV_PROBE_NOWHERE
 * @vram: @page is in video memory, or else in the guest's
 */
typedef struct NVTranslateProbe {
    uint64_t table;
    uint64_t addr;
    uint64_t size;
    uint64_t page;
    bool vram;
} NVTranslateProbe;

/**
 * struct NVNotifyProbe - what an engine writes for software to wait for
 *
 * @engine: the engine's name
 * @subc: subchannel; EVO's channel
 * @class: class of the subchannel's object; EVO: 0
 * @mthd: the method that it is for, in bytes; EVO: 0
 * @data: the word that software looks at; may be changed
 * @addr: address in the object or the channel's space, in bytes
 */
typedef struct NVNotifyProbe {
    const char *engine;
    unsigned subc;
    uint32_t class;
    uint32_t mthd;
    uint32_t data;
    uint64_t addr;
} NVNotifyProbe;

/**
 * struct NVListedProbe - an entry of a run list before it is decoded
 *
 * @number: the entry's number
 * @data: number of its channel; may be changed
 */
typedef struct NVListedProbe {
    uint32_t number;
    uint32_t data;
} NVListedProbe;

/**
 * struct NVRamfcProbe - a word of RAMFC that a PBDMA loads
 *
 * @pbdma: number of the PBDMA
 * @offset: the word's place in RAMFC, in bytes
 * @data: the word; may be changed
 */
typedef struct NVRamfcProbe {
    unsigned pbdma;
    uint32_t offset;
    uint32_t data;
} NVRamfcProbe;

/**
 * struct NVDisplayProbe - a word of an EVO channel's pushbuffer
 *
 * @channel: EVO's channel
 * @has_method: the word is a method's parameter, or else a command
 * @mthd: the method, in bytes; may be changed
 * @data: the word; may be changed
 * @addr: its address in the pushbuffer, in bytes
 * @error: if a method is dropped: TRAPPED_ADDR's CODE, 8 bits; above them its
 *         TYPE, unless it is INVALID_STATE
 */
typedef struct NVDisplayProbe {
    unsigned channel;
    bool has_method;
    uint32_t mthd;
    uint32_t data;
    uint32_t addr;
    uint32_t error;
} NVDisplayProbe;

/**
 * struct NVProbe - what is reported
 *
 * @kind: what it is, and so which member of the union it has
 * @chid: channel, or -1
 * @until: for NV_WAIT: time in ns of the virtual clock
 * @fault: name of the injected fault that has changed or delayed it, or NULL
 * @mmio and others: what the event has; see enum NVProbeKind
 */
typedef struct NVProbe {
    NVProbeKind kind;
    int chid;
    int64_t until;
    const char *fault;
    union {
        NVMmioProbe mmio;
        NVSubmitProbe submit;
        NVTurnProbe turn;
        NVEntryReadProbe entry_read;
        NVEntryProbe entry;
        NVCommandProbe command;
        NVWordsProbe words;
        NVMethodProbe method;
        NVMemProbe mem;
        NVValueProbe value;
        NVLineProbe line;
        NVErrorProbe error;
        NVHeadProbe head;
        NVFalconProbe falcon;
        NVWorkProbe work;
        NVTranslateProbe translate;
        NVNotifyProbe notify;
        NVListedProbe listed;
        NVRamfcProbe ramfc;
        NVDisplayProbe display;
    };
} NVProbe;

#endif /* HW_NV_PROBE_KINDS_H */

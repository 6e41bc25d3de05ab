/*
 * Tests of the NVIDIA GPU: a machine with a card in it
 *
 * Everything that a driver can do with the hardware before it knows about
 * channels: registers, video memory, instance memory, guest memory, the
 * interrupt line, the clock.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_GPU_H
#define LIBNV_NV_GPU_H

#include "qemu/units.h"
#include "libqtest.h"
#include "libqos/pci.h"
#include "nv-card.h"
#include "nv-emulator.h"

typedef struct NVDev NVDev;
typedef struct NVFermi NVFermi;
typedef struct NVTesla NVTesla;
typedef struct NVTest NVTest;

/** The card's slot on the bus */
#define NV_SLOT 4

/**
 * NV_COUNT: how many elements a list of a type has
 *
 * clang 14 rejects ARRAY_SIZE() of a compound literal.
 */
#define NV_COUNT(_type, ...) \
    (sizeof((_type[]){ __VA_ARGS__ }) / sizeof(_type))

/**
 * struct NVDev - a card in a running machine
 *
 * @card: what the tests know about it
 * @test: the test that runs
 * @id: the device's
 * @emulator: what nv_quit() gives back or ends
 * @own: nobody else can use it
 * @qts: the QEMU process
 * @pci, @bus: the card as libqos knows it
 * @bar0, @bar1: addresses of registers and video memory
 * @bar3: NV50+: address of what BAR3 shows
 * @vram: size of video memory in bytes
 * @dir: a directory for the test's files
 * @log: what QEMU logs
 * @args: how QEMU was started
 * @clock: the machine's time in ns
 * @runs: it passes by itself
 * @traces: patterns of the events that nv_trace() has turned on
 * @write: makes writes to BAR0 and BAR1 of 32 bits, NULL: the test does
 * @head: the head that functions of nv-screen.h are about
 * @inst_next: next free byte of instance memory
 * @vram_next: next free byte of video memory
 * @ram_next: next free byte of guest memory
 * @sw_methods: NVSwMethod: software methods handled by nv_handle_intr()
 * @refs, @nr_refs: where cards have no REF_CNT, the channels' references, and
 *                  how many have been set
 * @tesla: what nv-tesla.c knows, NV50:NVC0
 * @fermi: what nv-fermi.c knows, NVC0+
 * @cache_errors: NVSwMethod: CACHE_ERRORs it found that were none
 * @pusher_errors: NVPusherFault: DMA_PUSHER errors it recovered from
 * @next: the next card of nv_start_several(), NULL for the last one
 */
struct NVDev {
    const NVCard *card;
    const NVTest *test;
    const char *id;
    NVEmulator *emulator;
    bool own;
    QTestState *qts;
    QPCIBus *bus;
    QPCIDevice *pci;
    uint64_t bar0, bar1, bar3;
    uint64_t vram;
    char *dir;
    char *log;
    char *args;
    int64_t clock;
    bool runs;
    GPtrArray *traces;
    void (*write)(NVDev *nv, uint64_t addr, uint32_t val);
    unsigned head;
    uint32_t inst_next;
    uint32_t vram_next;
    uint64_t ram_next;
    GArray *sw_methods;
    uint32_t *contexts;
    bool no_switches;
    uint32_t refs[32];
    unsigned nr_refs;
    NVTesla *tesla;
    NVFermi *fermi;
    GArray *cache_errors;
    GArray *pusher_errors;
    NVDev *next;
};

/**
 * nv_start: start a machine and find the card
 * @card: the card
 * @props: properties of the device, "vram=32M,...", or NULL
 * @args: further arguments for QEMU, or NULL
 *
 * The card is as a reset leaves it, with its BARs mapped.  The environment's
 * NV_PROPS has further properties, for all machines of a run.
 *
 * Without @args the emulator may be one that another case has used: memory, the
 * card and what a user can set are as at its start, but @clock isn't 0.
 */
NVDev *nv_start(const NVCard *card, const char *props, const char *args);

/** nv_start_own: the same with an emulator that nobody has used, or will use */
NVDev *nv_start_own(const NVCard *card, const char *props, const char *args);

/**
 * nv_keep_to_itself: what is done to the emulator can't be undone
 * @nv: the card, or the first of several
 *
 * nv_quit() ends it.
 */
void nv_keep_to_itself(NVDev *nv);

/** nv_quit: end the machine, or leave it to the next case; see nv-emulator.h */
void nv_quit(NVDev *nv);

/**
 * nv_attach: find the card, in slot NV_SLOT, in an existing machine
 * @card: the card
 * @qts: the machine
 *
 * The machine has nv_ram_size bytes, and the card is as a reset leaves it.
 */
NVDev *nv_attach(const NVCard *card, QTestState *qts);

/** nv_detach: forget the card, and leave the machine as it is */
void nv_detach(NVDev *nv);

/** The most cards of a machine */
#define NV_SEVERAL 4

/**
 * nv_start_several: start a machine with several cards, of little video memory
 * @nvs: set to the cards; NULL where a slot stays empty
 * @machine: QEMU's name of it: "pc", "q35"
 * @cards: the cards, in the slots from NV_SLOT on; NULL leaves one empty
 * @count: how many slots
 * @props: properties of each device, or NULL
 *
 * Each has a part of guest memory.  Where that and the BARs are doesn't depend
 * on the cards in other slots.
 */
void nv_start_several(NVDev **nvs, const char *machine,
                      const NVCard *const *cards, unsigned count,
                      const char *props);

/**
 * nv_place_one_of_several: map a card's BARs, whether or not they are on
 * @nv: the card
 * @i: its number
 * @elsewhere: not where nv_start_several() maps them, but at other addresses
 *
 * In the BARs' order, as a firmware may do it that doesn't sort them.
 */
void nv_place_one_of_several(NVDev *nv, unsigned i, bool elsewhere);

/**
 * nv_little_vram: properties for as little video memory as there can be, or
 *                 NULL
 */
const char *nv_little_vram(const NVCard *card);

/** nv_start_two: the same with two cards of a kind */
void nv_start_two(NVDev **nvs, const NVCard *card);

/** nv_quit_several: end that machine */
void nv_quit_several(NVDev **nvs, unsigned count);

/** nv_ram_part: where the part of card @i of @count begins */
uint64_t nv_ram_part(unsigned i, unsigned count);

/* Registers, by their address in BAR0 */
uint32_t nv_rd32(NVDev *nv, uint32_t addr);
uint16_t nv_rd16(NVDev *nv, uint32_t addr);
uint8_t nv_rd08(NVDev *nv, uint32_t addr);
void nv_wr32(NVDev *nv, uint32_t addr, uint32_t val);
void nv_wr16(NVDev *nv, uint32_t addr, uint16_t val);
void nv_wr08(NVDev *nv, uint32_t addr, uint8_t val);

/**
 * nv_rd_words: nv_rd32() of @count registers in a row, in their order
 *
 * The card sees an access for each of them, and the test waits once.
 */
void nv_rd_words(NVDev *nv, uint32_t addr, uint32_t *words, unsigned count);

/** nv_mask: replace the bits of @mask by those of @val; returns the old word */
uint32_t nv_mask(NVDev *nv, uint32_t addr, uint32_t mask, uint32_t val);

/** nv_assert_reg: a register reads as it should, else the test fails */
#define nv_assert_reg(_nv, _reg, _val)                                      \
    do {                                                                    \
        uint32_t _got = nv_rd32(_nv, A_ ## _reg), _want = (_val);           \
        if (_got != _want) {                                                \
            nv_fail("%s:%d: " #_reg " is 0x%08x, not 0x%08x", __FILE__,     \
                    __LINE__, _got, _want);                                 \
        }                                                                   \
    } while (0)

/** nv_assert_hex: the same for any two words */
#define nv_assert_hex(_a, _b)                                               \
    do {                                                                    \
        uint64_t _got = (_a), _want = (_b);                                 \
        if (_got != _want) {                                                \
            nv_fail("%s:%d: " #_a " is 0x%" PRIx64 ", not 0x%" PRIx64,      \
                    __FILE__, __LINE__, _got, _want);                       \
        }                                                                   \
    } while (0)

/** nv_fail: mark the test as failed, and continue it */
void nv_fail(const char *fmt, ...) G_GNUC_PRINTF(1, 2);

/**
 * nv_anything_goes: any answer of the card is right
 *
 * For tests that confuse it on purpose: nv_fail() does nothing, and nv_poll()
 * gives up soon.
 */
extern bool nv_anything_goes;

/**
 * nv_polls: how often nv_poll() looks
 *
 * Few times if the test has failed, or may.  NV_SLOWER in the environment tells
 * how many times slower the emulator is, but no slower to answer: one for
 * another host, by QEMU's user mode.
 */
unsigned nv_polls(void);

/**
 * nv_between_polls: called between two evaluations of nv_poll(),
 *                   unless NULL
 *
 * For a machine in the test's own process, which needs time to work.
 */
extern void (*nv_between_polls)(void);

/**
 * nv_ram_size: memory of the machines that nv_start() starts, in bytes
 *
 * Little, since a migration reads all of it: a program that needs more says so
 * before it starts the first.
 */
extern uint64_t nv_ram_size;

/**
 * nv_memory_is_zero: all memory that may be allocated still holds zeros, and
 *                    needn't be cleared
 */
extern bool nv_memory_is_zero;

/* A field of a register, as registerfields.h names them */
#define nv_field(_nv, _reg, _field)                                         \
    extract32(nv_rd32(_nv, A_ ## _reg), R_ ## _reg ## _ ## _field ## _SHIFT, \
              R_ ## _reg ## _ ## _field ## _LENGTH)

/**
 * nv_mem_read: any bytes that the machine's CPU sees
 *
 * As qtest_bufread(), but in pieces: both ends search all of a line again
 * whenever a little more of it arrives.
 */
void nv_mem_read(NVDev *nv, uint64_t addr, void *data, size_t size);

/** nv_mem_write: the same as qtest_bufwrite() */
void nv_mem_write(NVDev *nv, uint64_t addr, const void *data, size_t size);

/**
 * nv_mem_clear: write zeros
 *
 * In the test's own process qtest_memset() would keep the memory that it takes.
 * Does nothing if nv_memory_is_zero.
 */
void nv_mem_clear(NVDev *nv, uint64_t addr, size_t size);

/** nv_le_words: words as the card has them in memory; the caller frees them */
uint32_t *nv_le_words(const uint32_t *words, unsigned count);

/** nv_mem_rd_words, nv_mem_wr_words: @count little-endian words likewise */
void nv_mem_rd_words(NVDev *nv, uint64_t addr, uint32_t *words,
                     unsigned count);
void nv_mem_wr_words(NVDev *nv, uint64_t addr, const uint32_t *words,
                     unsigned count);

/* Video memory through BAR1 */
uint32_t nv_vram_rd32(NVDev *nv, uint64_t addr);
void nv_vram_wr32(NVDev *nv, uint64_t addr, uint32_t val);

/** nv_vram_alloc: bytes of video memory, at a page's beginning */
uint32_t nv_vram_alloc(NVDev *nv, uint32_t size);

/** nv_ram_alloc: the same of guest memory */
uint64_t nv_ram_alloc(NVDev *nv, uint32_t size);

/** nv_bar_size: bytes of a BAR, as its register takes ones */
uint32_t nv_bar_size(NVDev *nv, unsigned bar);

/** nv_bar_flags: PCI_BASE_ADDRESS_* of a BAR */
uint32_t nv_bar_flags(NVDev *nv, unsigned bar);

/** nv_intx: level of the card's interrupt line, as configuration space says */
bool nv_intx(NVDev *nv);

/** nv_clock_step: let time pass, in ns; 0 is no time */
void nv_clock_step(NVDev *nv, int64_t ns);

/**
 * nv_qom_object: a property of a card
 * @qts: the machine
 * @id: the device's
 * @property: the property's name
 *
 * Returns NULL if QEMU refuses; the caller has a reference.
 */
QObject *nv_qom_object(QTestState *qts, const char *id, const char *property);

/** nv_qom_get: a property of the device, as text; the caller frees it */
char *nv_qom_get(NVDev *nv, const char *property);

/** nv_statistic: a counter of the card's */
uint64_t nv_statistic(NVDev *nv, const char *name);

/** nv_report_anew: forget what was reported, counted and logged */
void nv_report_anew(NVDev *nv);

/** nv_trace: turn trace events, a pattern of names, on or off */
void nv_trace(NVDev *nv, const char *events, bool on);

/** nv_log_text: all that QEMU has logged; the caller frees it */
char *nv_log_text(NVDev *nv);

/** nv_log_count: how often @text is in QEMU's log */
unsigned nv_log_count(NVDev *nv, const char *text);

/**
 * nv_machine_reset: reset the machine, and give the card its BARs again, as
 * firmware does
 */
void nv_machine_reset(NVDev *nv);

#endif /* LIBNV_NV_GPU_H */

/*
 * Hostile guests: their state, and what they may do
 *
 * A hostile guest brings a card up as a driver does, with channels, objects and
 * page tables, and then takes steps that an input decides: submits valid and
 * invalid commands, accesses registers, changes memory behind the card's back,
 * and recovers from errors as a driver does, so that the first one isn't the
 * end.  The fuzzer executes it in QEMU's own process, and nv-corpus-test on a
 * QEMU that it has started.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_HOSTILE_H
#define NV_HOSTILE_H

#include "libnv/nv-gpu.h"
#include "libnv/nv-section.h"
#include "nv-draw.h"

typedef struct NVFamily NVFamily;
typedef struct NVHostile NVHostile;
typedef struct NVChan NVChan;

/** What a target does most */
typedef enum NVFocus {
    NV_FOCUS_COMMANDS,
    NV_FOCUS_DISPLAY,
    NV_FOCUS_FALCON,
    NV_FOCUS_MIGRATION,
    NV_FOCUS__MAX
} NVFocus;

/**
 * struct NVTarget - something to fuzz
 *
 * @name: "commands-nv15"; the inputs that are kept lie in a folder of this name
 * @family: how such cards are brought up
 * @card: the card
 * @props: properties of the device
 * @focus: what most steps are about
 */
typedef struct NVTarget {
    const char *name;
    const NVFamily *family;
    const char *card;
    const char *props;
    NVFocus focus;
} NVTarget;

/** Memory of the machines that the inputs which are kept were made for */
#define NV_HOSTILE_RAM (96 * MiB)

extern const NVTarget nv_targets[];
extern const unsigned nv_target_count;

/** nv_targets_of: how many kinds of guests a card can have */
unsigned nv_targets_of(const NVCard *card);

/** nv_target_of: one of these, from 0 on; its video memory is small, too */
NVTarget nv_target_of(const NVCard *card, unsigned n);

/**
 * struct NVOutside - what happens to a guest, and it can't do itself
 *
 * @show: draws the picture; @how: from anew, if bit 0 is set; as text, too, if
 *        bit 1 is
 * @after: called after each step, unless NULL
 * @migrate: moves it to a machine that gets another stream; returns whether
 *           that was taken
 */
typedef struct NVOutside {
    void (*show)(NVHostile *h, unsigned how);
    void (*after)(NVHostile *h);
    bool (*migrate)(NVHostile *h, NVSectionChange *change, void *opaque);
} NVOutside;

/** Registers of configuration space that say where the BARs are */
#define NV_HOSTILE_BARS 6

/**
 * struct NVHostile - a hostile guest
 *
 * @target: what it is to do
 * @nv: the card, as a reset leaves it
 * @draw: where what it does is drawn from
 * @outside: what happens to it
 * @show: the same as there
 * @bars: what the BARs' registers held at first
 * @migrations: how often it has been moved
 * @own: what the family knows
 */
struct NVHostile {
    const NVTarget *target;
    NVDev *nv;
    NVDraw *draw;
    const NVOutside *outside;
    void (*show)(NVHostile *h, unsigned how);
    uint32_t bars[NV_HOSTILE_BARS];
    unsigned migrations;
    void *own;
};

/**
 * struct NVHostileRange - some of BAR0
 *
 * @start, @end: addresses of its first byte, and after its last
 * @weight: how often it is accessed, relative to the others
 */
typedef struct NVHostileRange {
    uint32_t start, end;
    unsigned weight;
} NVHostileRange;

/**
 * struct NVFamily - cards that are brought up in the same way
 *
 * @size: of what NVHostile.own points to, which is 0 at first
 * @begin: bring the card up
 * @step: do something
 * @end: forget what was made
 * @units: @unit_count of them, whose registers are mostly accessed
 * @planned: an input's first step isn't one, but says what the card is like:
 *           see nv_rom_props()
 */
struct NVFamily {
    size_t size;
    void (*begin)(NVHostile *h);
    void (*step)(NVHostile *h);
    void (*end)(NVHostile *h);
    const NVHostileRange *units;
    unsigned unit_count;
    bool planned;
};

extern const NVFamily nv_family_pio;        /* NV01 to NV45, without DMA */
extern const NVFamily nv_family_nv04;       /* NV04 to NV45 */
extern const NVFamily nv_family_nv50;       /* NV50 to NVA8 */
extern const NVFamily nv_family_nvc0;       /* NVC0 to NVD7 */
extern const NVFamily nv_family_nve4;       /* NVE4 and later */
extern const NVFamily nv_family_rom;        /* any with a ROM, as it is */

/* --- Inputs ------------------------------------------------------------ */

/**
 * Between the steps of an input.  A step that has used up its bytes continues
 * with numbers that depend on all of them.
 */
#define NV_INPUT_SEPARATOR "FUZZ"
#define NV_INPUT_SEPARATOR_LEN 4

/** The input's first byte: methods take time on their way to the engines */
#define NV_INPUT_LATENCY 0x01
/** Its value of x-engine-latency-ns */
#define NV_INPUT_LATENCY_NS 1000

/** nv_input_latency: the value of x-engine-latency-ns for an input */
uint32_t nv_input_latency(const uint8_t *data, size_t size);

/**
 * nv_hostile_run: execute an input, from bringing up the card to the end
 * @target: the target
 * @nv: the card, as a reset leaves it; it isn't one that works afterwards
 * @data, @size: the input
 * @outside: what happens to it
 *
 * Returns false if a migration stream was refused: then nothing but a reset
 * can be done with the card, and outside the fuzzer not even that.
 */
bool nv_hostile_run(const NVTarget *target, NVDev *nv, const uint8_t *data,
                    size_t size, const NVOutside *outside);

/**
 * nv_rom_props: the card's properties, as an input of nv_family_rom has them
 * @target: the target
 * @data, @size: the input
 * @path: a file that is written, whether or not it is the card's ROM
 *
 * The card may well be refused with them.  The caller frees the text.
 */
char *nv_rom_props(const NVTarget *target, const uint8_t *data, size_t size,
                   const char *path);

/* --- Random steps ------------------------------------------------------ */

/**
 * nv_hostile_new: bring up a card, for steps that random numbers decide
 * @target: what the guest is to do; it outlives the guest
 * @nv: the card, as a reset leaves it
 * @rand: the random numbers; they outlive the guest, too
 * @show: see NVHostile
 *
 * Any answer of the card is right until nv_hostile_free().
 */
NVHostile *nv_hostile_new(const NVTarget *target, NVDev *nv, GRand *rand,
                          void (*show)(NVHostile *h, unsigned how));

/** nv_hostile_step: take a step */
void nv_hostile_step(NVHostile *h);

/** nv_hostile_free: forget the guest; doesn't touch the card */
void nv_hostile_free(NVHostile *h);

/**
 * nv_hostile_scribble: any value into each register that has a name, which a
 *                      guest's steps can't all reach
 * @nv: the card, in another process than the test
 * @rand: the random numbers
 */
void nv_hostile_scribble(NVDev *nv, GRand *rand);

/* --- What all families do ---------------------------------------------- */

/**
 * Where a piece of work has its memory.  Most pieces are small; large ones need
 * all of memory, or they would end with an error.
 */
typedef enum NVWhere {
    NV_AT_HOME,                 /* in buffers */
    NV_AT_END,                  /* one of them is where memory ends */
    NV_EVERYWHERE,              /* one is all of video memory */
} NVWhere;

static inline uint32_t nv_below(NVHostile *h, uint32_t end)
{
    return nv_draw_below(h->draw, end);
}

/** nv_hostile_size: a number below @end, often one near it */
uint32_t nv_hostile_size(NVHostile *h, uint32_t end);

/** nv_hostile_where: choose where a piece of work has its memory */
NVWhere nv_hostile_where(NVHostile *h);

/**
 * struct NVHostileWork - a piece of work for an engine
 *
 * @h: the guest
 * @chan: where it is pushed
 * @subc: the subchannel of what does it
 * @value: any value
 * @dma: the first handle of @dmas DMA objects
 * @right: all of its values are, so that it is done
 * @where: where its memory is
 * @moved: the handle of the DMA object that @where speaks of
 * @handle: the handle of a class's object, before NV50
 * @surface: the handle of the surfaces' object, before NV50
 * @swizzled: that is a swizzled surface, on which few objects can draw
 */
typedef struct NVHostileWork {
    NVHostile *h;
    NVChan *chan;
    unsigned subc;
    uint32_t (*value)(NVHostile *h);
    uint32_t dma;
    unsigned dmas;
    bool right;
    NVWhere where;
    uint32_t moved;
    uint32_t (*handle)(uint16_t class);
    uint32_t surface;
    bool swizzled;
} NVHostileWork;

/**
 * nv_hostile_right: whether a value should be right: once in @chance it isn't,
 * unless all of them are
 *
 * There are so many that one of them would be wrong nearly always.
 */
bool nv_hostile_right(const NVHostileWork *w, unsigned chance);

/** nv_hostile_dma: the handle of a DMA object, often of the one that moved */
uint32_t nv_hostile_dma(const NVHostileWork *w);

/**
 * nv_hostile_increments: M2MF's FORMAT: bytes from one to the next, on both
 *                        sides: mostly 1, or other valid ones
 * @h: the guest
 * @value: its invalid ones
 */
uint32_t nv_hostile_increments(NVHostile *h, uint32_t (*value)(NVHostile *h));

/**
 * nv_hostile_access: read or write 1 to 8 bytes, writes mostly 4
 * @h: the guest
 * @addr: the machine's address, which is aligned but for single bytes
 * @value: what is written, asked for if something is
 */
void nv_hostile_access(NVHostile *h, uint64_t addr,
                       uint32_t (*value)(NVHostile *h));

/**
 * nv_hostile_value: any value: few bits, many bits, one of the input's, one
 *                   near an end of memory, or a family's own
 * @h: the guest
 * @own: returns one of the family's, of which there are @count kinds
 */
uint32_t nv_hostile_value(NVHostile *h,
                          uint32_t (*own)(NVHostile *h, unsigned which),
                          unsigned count);

/** nv_hostile_address: any byte's in BAR0, mostly in the family's units */
uint32_t nv_hostile_address(NVHostile *h);

/** nv_hostile_access_registers: nv_hostile_access() to some of these */
void nv_hostile_access_registers(NVHostile *h,
                                 uint32_t (*value)(NVHostile *h));

/** nv_hostile_enable_intr: PFIFO's interrupts, before NVC0 */
void nv_hostile_enable_intr(NVDev *nv);

/** nv_hostile_handle_intr: as a driver does, some times in a row */
void nv_hostile_handle_intr(NVDev *nv);

/**
 * nv_hostile_recover: a driver's error handling, NV04 to NVA8
 * @h: the guest
 * @graph: lets PGRAPH go on
 */
void nv_hostile_recover(NVHostile *h, void (*graph)(NVDev *nv));

/** nv_hostile_units_on: BARs, byte order and units as they were, or reset */
void nv_hostile_units_on(NVHostile *h);

/** struct NVHostileSteps - what a step can be, and what precedes it mostly */
typedef struct NVHostileSteps {
    void (*recover)(NVHostile *h);
    void (*display)(NVHostile *h);
    void (*falcon)(NVHostile *h);
    void (*commands)(NVHostile *h);
} NVHostileSteps;

/** nv_hostile_step_by_focus: one of them, mostly what the target is about */
void nv_hostile_step_by_focus(NVHostile *h, const NVHostileSteps *steps);

/**
 * nv_hostile_fail: what the card has done is wrong
 * @format: what, in a line, as for printf()
 *
 * g_error() raises SIGTRAP, for which libFuzzer doesn't keep the input.
 */
G_NORETURN void nv_hostile_fail(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** nv_hostile_map: the BARs where they were, and the card on */
void nv_hostile_map(NVHostile *h);

/** nv_hostile_wait: let time pass, mostly little, at times some frames */
void nv_hostile_wait(NVHostile *h);

/** nv_hostile_crtc: change what the heads show, before NV50 */
void nv_hostile_crtc(NVHostile *h, uint32_t (*value)(NVHostile *h));

/** nv_hostile_vga: the same through VGA's registers, on any card */
void nv_hostile_vga(NVHostile *h);

/** nv_hostile_draw: draw as an object accepts it as a rule, NV04 to NV45 */
void nv_hostile_draw(const NVHostileWork *w);

/**
 * nv_hostile_tesla_copy, nv_hostile_tesla_draw, nv_hostile_tesla_clear: the
 * same of M2MF, 2D and 3D objects from NV50 to NVA8
 */
void nv_hostile_tesla_copy(const NVHostileWork *w);
void nv_hostile_tesla_draw(const NVHostileWork *w);
void nv_hostile_tesla_clear(const NVHostileWork *w);

/**
 * nv_hostile_indexed: access memory of PGRAPH's behind an index and a data
 * register, to its end and beyond; NV04 to NVA8
 * @h: the guest
 * @value: what is written
 */
void nv_hostile_indexed(NVHostile *h, uint32_t (*value)(NVHostile *h));

/** nv_hostile_evo: access PDISPLAY and EVO's channels, from NV50 on */
void nv_hostile_evo(NVHostile *h, uint32_t (*value)(NVHostile *h));

/**
 * nv_hostile_evo_jump: a jump in a pushbuffer of EVO's
 * @h: the guest
 * @at: the offset of the word
 *
 * It goes to itself, a few words back, or anywhere.  With a method in between
 * that the channel waits for, as UPDATE, a loop isn't one without an end.
 */
uint32_t nv_hostile_evo_jump(NVHostile *h, uint32_t at);

/**
 * nv_hostile_falcon: use a falcon: its registers, a program, its units
 * @h: the guest
 * @falcons: addresses of @count of them
 * @value: what else is written
 */
void nv_hostile_falcon(NVHostile *h, const uint32_t *falcons, unsigned count,
                       uint32_t (*value)(NVHostile *h));

/**
 * nv_hostile_migrate: move the machine, with a stream that was changed or not
 *
 * Returns false if it was refused.
 */
bool nv_hostile_migrate(NVHostile *h);

#endif /* NV_HOSTILE_H */

/*
 * NVIDIA GPU: PDISPLAY: heads, outputs, and the channels that set them, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_EVO_H
#define HW_NV_DISPLAY_EVO_EVO_H

#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/regs.h"

typedef struct NVTimings NVTimings;
typedef struct NVHead NVHead;
typedef struct NVDMAObject NVDMAObject;

/* --- Channels --------------------------------------------------------- */

/* Largest numbers: NV94 and later, except NVA0, have the third SOR. */
#define NV_EVO_HEADS 2
#define NV_EVO_DACS 3
#define NV_EVO_SORS 3
#define NV_EVO_PIORS 3

/** enum NVEvoChid - the channels; the first of a pair is the first head's */
enum NVEvoChid {
    NV_EVO_CORE = 0,
    NV_EVO_BASE = 1,
    NV_EVO_OVERLAY = 3,
    NV_EVO_DMA_CHANNELS = 5,
    NV_EVO_OVPOS = 5,
    NV_EVO_CURSOR = 7,
    NV_EVO_CHANNELS = 9,
};

/** Words of a channel's state, one for each method */
#define NV_EVO_WORDS 0x400

/**
 * enum NVEvoKind - what a method is
 *
 * @NV_EVO_ABSENT: no method of the class
 * @NV_EVO_STATE: state, which takes effect at UPDATE
 * @NV_EVO_FORMAT: state with a surface's format
 * @NV_EVO_CLOCK: state with a head's pixel clock, NV50:NVD9
 * @NV_EVO_HANDLE: a handle of a DMA object
 * @NV_EVO_ACTION: it acts at once
 */
typedef enum NVEvoKind {
    NV_EVO_ABSENT,
    NV_EVO_STATE,
    NV_EVO_FORMAT,
    NV_EVO_CLOCK,
    NV_EVO_HANDLE,
    NV_EVO_ACTION,
} NVEvoKind;

/**
 * struct NVEvoMethod - a method of a class
 *
 * @mthd: its offset
 * @val: PDISPLAY's register for its assembly state; the next word is the
 *       armed state; 0 if there is none
 * @kind: what it is
 */
typedef struct NVEvoMethod {
    uint16_t mthd;
    uint32_t val;
    NVEvoKind kind;
} NVEvoMethod;

/**
 * struct NVEvoGroup - methods that a class has more than once
 *
 * @rows, @nrows: the methods
 * @count: how often
 * @mthd_stride, @val_stride: distance between two of them
 */
typedef struct NVEvoGroup {
    const NVEvoMethod *rows;
    unsigned nrows;
    unsigned count;
    uint16_t mthd_stride;
    uint32_t val_stride;
} NVEvoGroup;

/**
 * enum NVEvoStatus - a flip's status in a notifier
 *
 * @NV_EVO_STATUS_BEGUN: the flip has taken effect
 * @NV_EVO_STATUS_FINISHED: the next flip has taken effect
 */
typedef enum NVEvoStatus {
    NV_EVO_STATUS_BEGUN = 1,
    NV_EVO_STATUS_FINISHED = 2,
} NVEvoStatus;

/**
 * NVEvoNotifyFn - write a flip's notifier
 * @gpu: the device
 * @chid: the channel
 * @handle: DMA object of the notifier
 * @offset: its offset there, in bytes
 * @status: the status to write
 */
typedef void NVEvoNotifyFn(NVGPU *gpu, unsigned chid, uint32_t handle,
                           uint32_t offset, NVEvoStatus status);

/**
 * struct NVEvoSemaphore - a channel's methods for its semaphore
 *
 * @ctrl: the method with the offset
 * @acquire, @release: the methods with the values
 */
typedef struct NVEvoSemaphore {
    uint16_t ctrl, acquire, release;
} NVEvoSemaphore;

/**
 * struct NVEvoClass - a class of channels
 *
 * @groups, @ngroups: the methods
 * @formats: formats of surfaces, one per character
 * @semaphore, @notify: for base and overlay channels
 */
typedef struct NVEvoClass {
    const NVEvoGroup *groups;
    unsigned ngroups;
    const char *formats;
    const NVEvoSemaphore *semaphore;
    NVEvoNotifyFn *notify;
} NVEvoClass;

/**
 * struct NVEvoCapability - words of GET_CAPABILITIES' notifier
 *
 * @word, @stride, @count: first word, words to the next one, number of words
 * @reg: the first of the registers that show them to the driver
 * @show: converts a register to the notifier's word; NULL if they are the same
 * @reg_stride: words from one register to the next; 0 stands for 1
 */
typedef struct NVEvoCapability {
    uint8_t word, stride, count;
    uint32_t reg;
    uint32_t (*show)(uint32_t reg);
    uint16_t reg_stride;
} NVEvoCapability;

/**
 * struct NVEvoCapabilities - GET_CAPABILITIES' notifier
 *
 * @rows, @nrows: the words that aren't 0
 * @nwords: their total number
 * @done: the word with the DONE bit; words before it aren't written
 */
typedef struct NVEvoCapabilities {
    const NVEvoCapability *rows;
    unsigned nrows;
    unsigned nwords;
    unsigned done;
} NVEvoCapabilities;

/** Largest number of words */
#define NV_EVO_CAPABILITY_WORDS 84

/**
 * enum NVEvoHeadWord - words of a head's state that all cards have
 *
 * Those up to NV_EVO_W_TIMING__COUNT describe the raster: when one of them
 * changes, the driver has to set clocks.
 */
typedef enum NVEvoHeadWord {
    NV_EVO_W_PIXEL_CLOCK,
    NV_EVO_W_PIXEL_CLOCK_MODE,
    NV_EVO_W_OUTPUT_RESOURCE,
    NV_EVO_W_CTRL,
    NV_EVO_W_RASTER_SIZE,
    NV_EVO_W_RASTER_SYNC_END,
    NV_EVO_W_RASTER_BLANK_END,
    NV_EVO_W_RASTER_BLANK_START,
    NV_EVO_W_RASTER_VERT_BLANK2,
    NV_EVO_W_TIMING__COUNT,
    NV_EVO_W_FB = NV_EVO_W_TIMING__COUNT,
    NV_EVO_W_DMA_ISO,
    NV_EVO_W_CTRL_CURSOR,
    NV_EVO_W_OFFSET_CURSOR,
    NV_EVO_W_DMA_CURSOR,
    NV_EVO_W_VIEWPORT_POINT_IN,
    NV_EVO_W_VIEWPORT_SIZE_IN,
    NV_EVO_W_VIEWPORT_POINT_OUT_ADJUST,
    NV_EVO_W_VIEWPORT_SIZE_OUT,
    NV_EVO_W__COUNT,
} NVEvoHeadWord;

/**
 * struct NVEvoOutputs - control methods of one kind of outputs
 *
 * @mthd, @stride: the first one's method, and bytes to the next one's
 * @count: number of outputs
 */
typedef struct NVEvoOutputs {
    uint16_t mthd, stride;
    uint8_t count;
} NVEvoOutputs;

/** DACs, SORs, PIORs: the monitor is on the first enabled output */
#define NV_EVO_OUTPUT_KINDS 3

/**
 * struct NVEvoLayout - layout of the channels' state
 *
 * @head, @head_stride: the first head's methods, and bytes to the next's
 * @words: methods of a head, from its first
 * @image: a base or overlay channel's surface
 * @outputs: the outputs
 * @interlock_stride: distance of the bits in UPDATE for two heads' channels
 * @key_mask: an overlay's method for the mask of its colour key
 * @overlay_lut: the bit of an overlay's LUT that enables it
 * @pitch_bits, @linear: in a surface's STORAGE, the size of the pitch, and the
 *                       bit for surfaces that aren't in blocks
 * @gob_lines: lines in a gob
 */
typedef struct NVEvoLayout {
    uint16_t head, head_stride;
    uint16_t words[NV_EVO_W__COUNT];
    uint16_t image;
    NVEvoOutputs outputs[NV_EVO_OUTPUT_KINDS];
    uint8_t interlock_stride;
    uint16_t key_mask;
    uint32_t overlay_lut;
    uint8_t pitch_bits;
    uint32_t linear;
    uint8_t gob_lines;
} NVEvoLayout;

/**
 * struct NVEvoPlaces - addresses of registers that all cards have
 *
 * @chid: for each channel its number in registers, RAMHT and interrupts
 * @stat: CHANNEL_STAT of number 0; the others follow every 16 bytes
 * @trapped, @trapped_stride: TRAPPED_ADDR of number 0, bytes to the next
 * @trapped_code: bytes from it to the error's code; 0: it has that itself
 * @ctrl: CTRL_STATE of the core channel; 0: methods can't be submitted by
 *        register
 * @wants_image: a base channel's notifier without a surface is refused
 * @no_notifier: code for a request for capabilities without a notifier
 */
typedef struct NVEvoPlaces {
    uint8_t chid[NV_EVO_CHANNELS];
    uint32_t stat;
    uint32_t trapped;
    uint8_t trapped_stride;
    uint8_t trapped_code;
    uint32_t ctrl;
    bool wants_image;
    uint16_t no_notifier;
} NVEvoPlaces;

/** Bytes from one channel's CHANNEL_STAT to the next one's */
#define NV_EVO_STAT_STRIDE 0x10

/**
 * struct NVEvoObjects - RAMHT and DMA objects
 *
 * @context: check whether the second word of an entry is for the channel with
 *           number @hw in RAMHT; gives the offset of its object, in bytes
 * @load: decode the object at an address; returns false if there is none
 */
typedef struct NVEvoObjects {
    bool (*context)(uint32_t context, unsigned hw, uint32_t *offset);
    bool (*load)(NVGPU *gpu, uint32_t inst, NVDMAObject *obj);
} NVEvoObjects;

/**
 * struct NVEvoChip - what distinguishes one PDISPLAY from another
 *
 * @caps: version, and class of the core channel
 * @cap: which DACs, SORs and PIORs there are
 * @regs: registers
 * @user: the channels' control areas
 * @images: registers that show the channels' state; NULL: @regs does
 * @places: addresses of some of @regs
 * @layout: layout of the channels' state
 * @objects: RAMHT and DMA objects
 * @khz: compute a head's pixel clock from its two words
 * @lut: fill 256 entries of x8r8g8b8 for the head's pixels, for indices or as a
 *       gamma ramp; NULL: only test.  Returns false if there is no LUT.
 * @core, @base, @overlay: the channels
 * @capabilities: what the core channel reports
 * @dma_lut, @dma_cursor: LUT and cursor have DMA objects of their own; if not,
 *                        they are in the head's ISO object
 * @checksums: heads can write checksums of their frames, as GF119's do
 */
typedef struct NVEvoChip {
    uint32_t caps;
    uint32_t cap;
    const NVRegBlock *regs, *user, *images;
    const NVEvoPlaces *places;
    const NVEvoLayout *layout;
    const NVEvoObjects *objects;
    uint32_t (*khz)(uint32_t clock, uint32_t mode);
    bool (*lut)(NVHead *head, uint32_t *lut);
    const NVEvoClass *core, *base, *overlay;
    const NVEvoCapabilities *capabilities;
    bool dma_lut;
    bool dma_cursor;
    bool checksums;
} NVEvoChip;

/* Every output that is possible: CAP, the register database's PDISP_CAP */
#define NV50_EVO_CAP 0x73700000
#define NV94_EVO_CAP 0x77700000

/* pdisplay.c, pdisplay-nvd9.c */
extern const NVRegBlock nv_pdisplay_common;
extern const NVRegBlock nv50_pdisplay_regs;
extern const NVRegBlock nv94_pdisplay_regs;
extern const NVRegBlock nvd9_pdisplay_regs;

/* evo.c, pdisplay-nvd9.c */
extern const NVRegBlock nv50_evo_user;
extern const NVRegBlock nvd9_evo_user;
extern const NVRegBlock nvd9_evo_images;

/* memory.c, methods-nvd9.c */
extern const NVEvoObjects nv50_evo_objects;

/* methods.c, methods-nvd9.c */
extern const NVEvoPlaces nv50_evo_places;
extern const NVEvoPlaces nvd9_evo_places;
extern const NVEvoChip nv50_evo;
extern const NVEvoChip nv84_evo;
extern const NVEvoChip nv94_evo;
extern const NVEvoChip nva0_evo;
extern const NVEvoChip nva3_evo;
extern const NVEvoChip nvc0_evo;
extern const NVEvoChip nvd9_evo;

/**
 * enum NVEvoWait - what a channel with a pushbuffer waits for
 *
 * @NV_EVO_RUNS: nothing
 * @NV_EVO_WAIT_RESTART: the driver, after an error
 * @NV_EVO_WAIT_SEMAPHORE: a value in memory
 * @NV_EVO_WAIT_INTERLOCK: UPDATEs of other channels
 * @NV_EVO_WAIT_SUPERVISOR: the driver, which changes clocks and outputs
 * @NV_EVO_WAIT_VBLANK: vertical blanks
 */
typedef enum NVEvoWait {
    NV_EVO_RUNS,
    NV_EVO_WAIT_RESTART,
    NV_EVO_WAIT_SEMAPHORE,
    NV_EVO_WAIT_INTERLOCK,
    NV_EVO_WAIT_SUPERVISOR,
    NV_EVO_WAIT_VBLANK,
    NV_EVO_WAIT__MAX = NV_EVO_WAIT_VBLANK,
} NVEvoWait;

/**
 * struct NVEvoDma - a channel with a pushbuffer
 *
 * @put, @get: offsets in the pushbuffer, in bytes
 * @mthd, @count: the next method of the current command, and the words that are
 *                left of it
 * @noninc: the command's words all go to one method
 * @ignored: SET_SUBDEVICE_MASK has selected other cards than this one
 * @wait: what it waits for, an NVEvoWait
 * @vblanks: for WAIT_VBLANK: in a base channel, the blanks left; in the core
 *           channel, the heads left, a bit each
 * @since: when that wait began, in ns: earlier blanks don't count
 * @trapped, @data: for WAIT_RESTART: the method that failed
 * @update: the last UPDATE's argument
 * @presented, @notifier: number of flips done, and the offset of the last one's
 *                        notifier, or UINT32_MAX
 * @asy, @arm: the state, as written and as in effect
 */
typedef struct NVEvoDma {
    uint32_t put, get;
    uint16_t mthd, count;
    bool noninc;
    bool ignored;
    uint8_t wait;
    uint8_t vblanks;
    int64_t since;
    uint16_t trapped;
    uint32_t data;
    uint32_t update;
    uint16_t presented;
    uint32_t notifier;
    uint32_t asy[NV_EVO_WORDS];
    uint32_t arm[NV_EVO_WORDS];
} NVEvoDma;

/**
 * struct NVEvoPio - a channel without a pushbuffer, written directly
 *
 * @asy, @arm: position, as written and as in effect
 * @interlocked: an UPDATE waits for the core channel's
 */
typedef struct NVEvoPio {
    uint32_t asy, arm;
    bool interlocked;
} NVEvoPio;

/**
 * struct NVEvoHead - the raster of a head
 *
 * @gpu: the device
 * @index: number of the head
 * @vblank: fires at vertical blanks while something waits for them
 * @vblank_seen: time of the last blank whose interrupt was raised, in ns
 * @origin: time at which a frame of its raster began, in ns
 * @crcs: frames in the series of checksums, and at most one for which there is
 *        no room
 * @crc_time: time of the last of these frames, in ns
 *
 * Not saved (follows from the options): @index
 */
typedef struct NVEvoHead {
    NVGPU *gpu;
    unsigned index;
    QEMUTimer *vblank;
    int64_t vblank_seen, origin;
    uint16_t crcs;
    int64_t crc_time;
} NVEvoHead;

/**
 * struct NVEvo - PDISPLAY
 *
 * @regs, @user, @images: registers, the channels' control areas, and other
 *                        registers that show their state
 * @dma, @pio: the channels; the first of @pio is OVPOS 0
 * @head: the heads
 * @connected: the channels that were connected at the last write of STAT
 * @supervisor: the supervisor interrupt that waits for an answer, 1 to
 *              NV_EVO_SUPERVISOR_LAST; 0: none
 * @efi: the core channel runs without RAMHT
 * @owned: the screen shows the channels' picture, not VGA's
 * @running: the channels are being executed
 * @run_timer: fires when work is left, or a semaphore has to be polled
 * @methods: kinds of the words of each class: core, base, overlay
 * @vals: what PDISPLAY_VAL's words show: NV_EVO_VAL_*
 *
 * Not saved (follows from the options): @methods
 * Not saved (has no meaning between two calls): @running
 */
typedef struct NVEvo {
    NVRegFile regs, user, images;
    NVEvoDma dma[NV_EVO_DMA_CHANNELS];
    NVEvoPio pio[NV_EVO_CHANNELS - NV_EVO_DMA_CHANNELS];
    NVEvoHead head[NV_EVO_HEADS];
    uint32_t connected;
    uint8_t supervisor;
    bool efi;
    bool owned;
    bool running;
    QEMUTimer *run_timer;
    uint8_t methods[3][NV_EVO_WORDS];
    uint32_t *vals;
} NVEvo;

/** The supervisor's interrupts */
#define NV_EVO_SUPERVISOR_LAST 3

/** Words of PDISPLAY_VAL: two heads of base, overlay and core state */
#define NV_EVO_VALS ((0x6111f4 - 0x610794) / 4)

extern const VMStateDescription nv_vmstate_evo;

/* --- Channels: evo.c -------------------------------------------------- */

void nv_evo_realize(NVGPU *gpu);
void nv_evo_reset(NVGPU *gpu);
void nv_evo_exit(NVGPU *gpu);
bool nv_evo_post_load(NVGPU *gpu);

/* Registers, for the table in pdisplay.c */
uint32_t nv_evo_stat_read(NVGPU *gpu, uint32_t addr);
void nv_evo_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_trapped_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* The same for those of the control areas */
uint32_t nv_evo_put_read(NVGPU *gpu, uint32_t addr);
void nv_evo_put_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_evo_get_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_free_read(NVGPU *gpu, uint32_t addr);
void nv_evo_point_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_pio_update(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_awaken_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_evo_supervisor_write: the driver answers a supervisor interrupt */
void nv_evo_supervisor_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_pdisplay_power_write: an output's power, for tables; in pdisplay.c */
void nv_pdisplay_power_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- Pushbuffers: pushbuffer.c ---------------------------------------- */

/** nv_evo_method: execute a method of a channel with a pushbuffer */
void nv_evo_method(NVGPU *gpu, unsigned chid, uint16_t mthd, uint32_t data);

/** nv_evo_run: execute all channels as far as possible */
void nv_evo_run(NVGPU *gpu);

/** nv_evo_run_later: call nv_evo_run() soon */
void nv_evo_run_later(NVGPU *gpu);

/* --- Common to all channels: channel.c -------------------------------- */

/** nv_evo_hw_chid: a channel's number in registers, RAMHT and interrupts */
unsigned nv_evo_hw_chid(const NVGPU *gpu, unsigned chid);

/** nv_evo_chid: the channel with a number, which must exist */
unsigned nv_evo_chid(const NVGPU *gpu, unsigned hw);

/** nv_evo_stat: the stored word of a channel's CHANNEL_STAT */
uint32_t *nv_evo_stat(NVGPU *gpu, unsigned chid);

/** nv_evo_connected: the channel has been allocated and connected */
bool nv_evo_connected(NVGPU *gpu, unsigned chid);

/**
 * nv_evo_refused: tell that a method is dropped without an error; see
 *                 nv_refused()
 * @gpu: the device
 * @chid: the channel
 * @mthd, @data: the method
 * @why: the reason in words
 */
void nv_evo_refused(NVGPU *gpu, unsigned chid, uint16_t mthd, uint32_t data,
                    const char *why);

/** Bytes of a pushbuffer, behind which GET wraps */
#define NV_EVO_PUSHBUFFER 0x1000

/** enum NVEvoError - errors, numbered as in TRAPPED_ADDR.TYPE */
typedef enum NVEvoError {
    NV_EVO_PUSHBUFFER_ERR = 1,
    NV_EVO_RESERVED_METHOD = 3,
    NV_EVO_INVALID_ARG = 4,
    NV_EVO_INVALID_STATE = 5,
    NV_EVO_UNRESOLVABLE_HANDLE = 7,
} NVEvoError;

/**
 * enum NVEvoCode - an error's code, as far as cards have shown them
 *
 * Source: tests/record; what they mean is concluded from the states.
 */
typedef enum NVEvoCode {
    NV_EVO_CODE_NONE = 0x00,
    NV_EVO_CODE_FETCH = 0x02,           /* of PUSHBUFFER_ERR */
    NV_EVO_CODE_NO_IMAGE = 0x06,        /* of INVALID_STATE, of a base channel */
    NV_EVO_CODE_NO_NOTIFIER = 0x08,     /* the same, of GET_CAPABILITIES */
    NV_EVO_CODE_CURSOR = 0x0f,          /* of INVALID_STATE: no DMA object */
    NV_EVO_CODE_ARG = 0x84,             /* of INVALID_ARG */
    NVD9_EVO_CODE_NO_NOTIFIER = 0x102b, /* of a later card */
} NVEvoCode;

/**
 * nv_evo_ordered_type: the type of an error that is ordered
 * @error: TYPE as in TRAPPED_ADDR, or 0 for INVALID_STATE, and a code in 7:0
 */
NVEvoError nv_evo_ordered_type(uint16_t error);

/**
 * nv_evo_error: stop a channel with an error
 * @gpu: the device
 * @chid: the channel
 * @type, @code: the error
 * @mthd, @data: reported to the driver
 */
void nv_evo_error(NVGPU *gpu, unsigned chid, NVEvoError type, NVEvoCode code,
                  uint16_t mthd, uint32_t data);

/**
 * nv_evo_awaken: raise the interrupt that a channel's notifier requests
 */
void nv_evo_awaken(NVGPU *gpu, unsigned chid);

/** nv_evo_update_intr: set the interrupt line by INTR and INTR_EN */
void nv_evo_update_intr(NVGPU *gpu);

/* --- Checksums: crc.c ------------------------------------------------- */

/** nv_evo_notify: write a word for the driver, as nv_evo_write() does */
void nv_evo_notify(NVGPU *gpu, unsigned chid, uint32_t handle, uint32_t offset,
                   uint32_t val);

/** nv_evo_timestamp: the time, as notifiers have it */
uint32_t nv_evo_timestamp(NVGPU *gpu);

/** nv_evo_crc_frame: a head's frame ends at the vertical blank at @when */
void nv_evo_crc_frame(NVGPU *gpu, unsigned index, int64_t when);

/** nv_evo_crc_update: the core channel's state is about to take effect */
void nv_evo_crc_update(NVGPU *gpu);

/** nv_evo_crc_reset: forget a series, which has ended or never been */
static inline void nv_evo_crc_reset(NVEvoHead *head)
{
    head->crcs = 0;
    head->crc_time = 0;
}

/* --- Memory: memory.c ------------------------------------------------- */

/** nv_evo_resolves: whether a channel has an object with this handle */
bool nv_evo_resolves(NVGPU *gpu, unsigned chid, uint32_t handle);

/**
 * nv_evo_read, nv_evo_write: a word in a DMA object
 * @gpu: the device
 * @chid: the channel
 * @handle: handle of the object
 * @offset: offset in it, in bytes
 * @val: the word
 *
 * Return false if there is no such object, or it is too small.
 */
bool nv_evo_read(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                 uint32_t *val);
bool nv_evo_write(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                  uint32_t val);

/**
 * nv_evo_vram: the address in video memory of a piece of a DMA object
 * @gpu: the device
 * @chid: the channel
 * @handle: handle of the object
 * @offset: offset in it, in bytes
 * @addr: the result
 *
 * Returns false if it isn't in video memory.
 */
bool nv_evo_vram(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                 uint32_t *addr);

/**
 * nv_evo_fetch: read a piece of a channel's pushbuffer
 * @gpu: the device
 * @chid: the channel
 * @offset: where the piece begins
 * @buf: receives it
 * @len: its length in bytes; it ends within the pushbuffer's 4 KiB
 */
bool nv_evo_fetch(NVGPU *gpu, unsigned chid, uint32_t offset, void *buf,
                  uint32_t len);

/* --- Methods: methods.c ------------------------------------------------- */

/** nv_evo_method_kind: kind of a channel's method */
NVEvoKind nv_evo_method_kind(NVGPU *gpu, unsigned chid, uint16_t mthd);

/** nv_evo_class: the class of a channel */
const NVEvoClass *nv_evo_class(const NVGPU *gpu, unsigned chid);

uint32_t nv_evo_val_read(NVGPU *gpu, uint32_t addr);

/* The same by a method's own address: armed, and as written */
uint32_t nv_evo_arm_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_asy_read(NVGPU *gpu, uint32_t addr);

void nv_evo_state_realize(NVGPU *gpu);
void nv_evo_state_exit(NVGPU *gpu);

/* --- The core channel: core.c ----------------------------------------- */

/** nv_evo_asy, nv_evo_arm: a word of the core channel's state */
#define nv_evo_asy(_gpu, _mthd) \
    ((_gpu)->display->evo.dma[NV_EVO_CORE].asy[(_mthd) / 4])
#define nv_evo_arm(_gpu, _mthd) \
    ((_gpu)->display->evo.dma[NV_EVO_CORE].arm[(_mthd) / 4])

/** nv_evo_core_check: why UPDATE, or a request for capabilities, is refused */
NVEvoCode nv_evo_core_check(NVGPU *gpu, uint16_t mthd);

/** nv_evo_core_action: execute UPDATE or GET_CAPABILITIES */
void nv_evo_core_action(NVGPU *gpu, uint16_t mthd, uint32_t data);

/** nv_evo_core_resume: check whether the core channel still has to wait */
bool nv_evo_core_resume(NVGPU *gpu);

/** nv_evo_core_vblank: a head's vertical blank has begun, at @when ns */
void nv_evo_core_vblank(NVGPU *gpu, unsigned head, int64_t when);

/** nv_evo_core_release: the core channel has been removed */
void nv_evo_core_release(NVGPU *gpu);

/**
 * nv_evo_supervisor_answered: the driver has done its part of a step
 *
 * Returns true if it was the last one: the UPDATE has taken effect.
 */
bool nv_evo_supervisor_answered(NVGPU *gpu);

/* --- Notifiers: notify.c ---------------------------------------------- */

/** nv_evo_core_notifies: the core channel has a notifier to write */
bool nv_evo_core_notifies(NVGPU *gpu);

/** nv_evo_core_notify: the core channel's UPDATE has taken effect */
void nv_evo_core_notify(NVGPU *gpu);

/** nv_evo_core_capabilities: execute GET_CAPABILITIES */
void nv_evo_core_capabilities(NVGPU *gpu);

NVEvoNotifyFn nv50_evo_base_notify;
NVEvoNotifyFn nv50_evo_overlay_notify;
NVEvoNotifyFn nv84_evo_overlay_notify;

extern const NVEvoCapabilities nv50_evo_capabilities;
extern const NVEvoCapabilities nv94_evo_capabilities;
extern const NVEvoCapabilities nvd9_evo_capabilities;

/* --- Base and overlay channels: window.c ------------------------------ */

/** nv_evo_window_check: the same of a base or overlay channel's UPDATE */
NVEvoCode nv_evo_window_check(NVGPU *gpu, unsigned chid);

/** nv_evo_window_update: execute UPDATE */
void nv_evo_window_update(NVGPU *gpu, unsigned chid);

/** nv_evo_window_resume: check whether the channel still has to wait */
bool nv_evo_window_resume(NVGPU *gpu, unsigned chid);

/** nv_evo_window_vblank: its head's vertical blank has begun, at @when ns */
void nv_evo_window_vblank(NVGPU *gpu, unsigned chid, int64_t when);

/**
 * nv_evo_window_flip: let the channel's UPDATE take effect
 *
 * The channel was waiting for that, and continues.
 */
void nv_evo_window_flip(NVGPU *gpu, unsigned chid);

/* --- LUTs: lut.c ------------------------------------------------------ */

/* As NVEvoChip.lut */
bool nv50_evo_lut(NVHead *head, uint32_t *lut);
bool nvd9_evo_lut(NVHead *head, uint32_t *lut);

/* --- Heads: head.c ---------------------------------------------------- */

/** nv_evo_owner: the heads that an output's control word names, a bit each */
unsigned nv_evo_owner(uint32_t ctrl);

/** nv_evo_or_mthd: an output's control method; 0 if there is no such output */
uint16_t nv_evo_or_mthd(const NVGPU *gpu, unsigned output);

/** nv_evo_head_mthd: the method of a word of a head's state */
uint16_t nv_evo_head_mthd(const NVGPU *gpu, unsigned head, NVEvoHeadWord word);

/** nv_evo_runs_in: whether a head's raster runs, by a core channel's state */
bool nv_evo_runs_in(const NVGPU *gpu, const uint32_t *state, unsigned head);

/** nv_evo_head_runs: whether the head's raster runs */
bool nv_evo_head_runs(NVGPU *gpu, unsigned head);

/** nv_evo_head_is_summed: whether its frames have checksums, see crc.c */
bool nv_evo_head_is_summed(NVGPU *gpu, unsigned head);

/** nv_evo_head_timings: its timings; false if it doesn't run */
bool nv_evo_head_timings(NVGPU *gpu, unsigned head, NVTimings *t);

/** nv_evo_head_retime: something starts or stops waiting for vertical blanks */
void nv_evo_head_retime(NVGPU *gpu, unsigned head);

/** nv_evo_head_started: the raster has been started or changed */
void nv_evo_head_started(NVGPU *gpu, unsigned head);

/** nv_evo_heads_notice: process vertical blanks that no timer waited for */
void nv_evo_heads_notice(NVGPU *gpu);

/** nv_evo_intr_1_look: INTR_1 as that would make it, without side effects */
uint32_t nv_evo_intr_1_look(NVGPU *gpu);

uint32_t nv_evo_vert_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_horz_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_active_read(NVGPU *gpu, uint32_t addr);

/**
 * nv_evo_head_vblank: a head's timer has fired
 * @head: the head
 * @when: receives the time at which its blank began, in ns
 *
 * Raises the interrupt; returns false if the raster no longer runs.
 */
bool nv_evo_head_vblank(NVEvoHead *head, int64_t *when);

/**
 * nv_evo_heads_realize: create the heads
 * @gpu: the device
 * @vblank: called by their timers, with the NVEvoHead
 */
void nv_evo_heads_realize(NVGPU *gpu, QEMUTimerCB *vblank);
void nv_evo_heads_reset(NVGPU *gpu);
void nv_evo_heads_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_EVO_H */

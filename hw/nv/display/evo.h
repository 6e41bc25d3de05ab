/*
 * NVIDIA GPU: PDISPLAY: heads, outputs, and the channels that set them, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_H
#define HW_NV_DISPLAY_EVO_H

#include "hw/nv/evo-regs.h"
#include "hw/nv/regs.h"

typedef struct NVTimings NVTimings;

/* --- Channels --------------------------------------------------------- */

/* Most that a card has: NV94 and later but NVA0 have the third SOR. */
#define NV_EVO_HEADS 2
#define NV_EVO_DACS 3
#define NV_EVO_SORS 3
#define NV_EVO_PIORS 3
#define NV_EVO_ORS (NV_EVO_DACS + NV_EVO_SORS + NV_EVO_PIORS)

/** enum NVEvoChid - the channels, where there are two the first head's */
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
 * @NV_EVO_STATE: state, which UPDATE brings to effect
 * @NV_EVO_FORMAT: state with a surface's format
 * @NV_EVO_HANDLE: a handle of a DMA object
 * @NV_EVO_ACTION: it does something
 */
typedef enum NVEvoKind {
    NV_EVO_ABSENT,
    NV_EVO_STATE,
    NV_EVO_FORMAT,
    NV_EVO_HANDLE,
    NV_EVO_ACTION,
} NVEvoKind;

/**
 * struct NVEvoMethod - a method of a class
 *
 * @mthd: its offset
 * @val: PDISPLAY's register that shows its assembly state; the next word
 *       shows what is armed; 0 where there is none
 * @kind: what it is
 */
typedef struct NVEvoMethod {
    uint16_t mthd;
    uint32_t val;
    NVEvoKind kind;
} NVEvoMethod;

/**
 * struct NVEvoGroup - methods that a class has several times
 *
 * @rows, @nrows: the methods
 * @count: how many times
 * @mthd_stride, @val_stride: from one time to the next
 */
typedef struct NVEvoGroup {
    const NVEvoMethod *rows;
    unsigned nrows;
    unsigned count;
    uint16_t mthd_stride;
    uint32_t val_stride;
} NVEvoGroup;

/**
 * enum NVEvoStatus - what a notifier tells of a flip
 *
 * @NV_EVO_STATUS_BEGUN: it has taken effect
 * @NV_EVO_STATUS_FINISHED: the next one has
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
 * @status: what it tells
 */
typedef void NVEvoNotifyFn(NVGPU *gpu, unsigned chid, uint32_t handle,
                           uint32_t offset, NVEvoStatus status);

/**
 * struct NVEvoSemaphore - a channel's methods for its semaphore
 *
 * @ctrl: the offset
 * @acquire, @release: the values
 */
typedef struct NVEvoSemaphore {
    uint16_t ctrl, acquire, release;
} NVEvoSemaphore;

/**
 * struct NVEvoClass - what a channel understands
 *
 * @groups, @ngroups: the methods
 * @formats: formats of surfaces, a string of them
 * @semaphore, @notify: of base and overlay channels
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
 * @word, @stride, @count: the first, words to the next one, and how many
 * @reg: the first of the registers by which the driver tells of them
 * @show: what the notifier makes of a register, NULL if it is the same
 */
typedef struct NVEvoCapability {
    uint8_t word, stride, count;
    uint32_t reg;
    uint32_t (*show)(uint32_t reg);
} NVEvoCapability;

/**
 * struct NVEvoCapabilities - GET_CAPABILITIES' notifier
 *
 * @rows, @nrows: the words that aren't 0
 * @nwords: all of them
 */
typedef struct NVEvoCapabilities {
    const NVEvoCapability *rows;
    unsigned nrows;
    unsigned nwords;
} NVEvoCapabilities;

/** Most words that there are */
#define NV_EVO_CAPABILITY_WORDS 73

/**
 * struct NVEvoChip - what distinguishes one PDISPLAY from another
 *
 * @caps: version, and class of the core channel
 * @cap: DACs, SORs and PIORs that there are
 * @regs: registers
 * @core, @base, @overlay: the channels
 * @capabilities: what the core channel tells of them
 * @dma_lut, @dma_cursor: LUT and cursor have DMA objects of their own, else
 *                        they lie in the head's ISO object
 */
typedef struct NVEvoChip {
    uint32_t caps;
    uint32_t cap;
    const NVRegBlock *regs;
    const NVEvoClass *core, *base, *overlay;
    const NVEvoCapabilities *capabilities;
    bool dma_lut;
    bool dma_cursor;
} NVEvoChip;

/* pdisplay.c */
extern const NVRegBlock nv50_pdisplay_regs;
extern const NVRegBlock nv94_pdisplay_regs;

/* evo-state.c */
extern const NVEvoChip nv50_evo;
extern const NVEvoChip nv84_evo;
extern const NVEvoChip nv94_evo;
extern const NVEvoChip nva0_evo;
extern const NVEvoChip nva3_evo;

/**
 * enum NVEvoWait - what a channel with a pushbuffer waits for
 *
 * @NV_EVO_RUNS: for nothing
 * @NV_EVO_WAIT_RESTART: for the driver, after an error
 * @NV_EVO_WAIT_SEMAPHORE: for a value in memory
 * @NV_EVO_WAIT_INTERLOCK: for UPDATEs of other channels
 * @NV_EVO_WAIT_SUPERVISOR: for the driver, which changes clocks and outputs
 * @NV_EVO_WAIT_VBLANK: for vertical blanks
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
 * @mthd, @count: the next method of the command under way, and words of it
 *                that are left
 * @noninc: that command's methods are all the same
 * @ignored: SET_SUBDEVICE_MASK has chosen other cards than this one
 * @wait: what it waits for, of enum NVEvoWait
 * @vblanks: WAIT_VBLANK: a base channel: blanks left; the core channel: heads
 *           left, a bit each
 * @since: when that wait began, in ns: earlier blanks don't count
 * @trapped, @data: WAIT_RESTART: the method that failed
 * @update: the last UPDATE's argument
 * @presented: flips done, and @notifier, the notifier of the last one: its
 *             offset, or UINT32_MAX
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
 * struct NVEvoPio - a channel that is written directly
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
 * @vblank: fires at vertical blanks while somebody waits for them
 * @vblank_seen: the last blank whose interrupt has been raised, in ns
 * @origin: when a frame of its raster began, in ns
 */
typedef struct NVEvoHead {
    NVGPU *gpu;
    unsigned index;
    QEMUTimer *vblank;
    int64_t vblank_seen, origin;
} NVEvoHead;

/**
 * struct NVEvo - PDISPLAY
 *
 * @regs, @user: registers, and the channels' control areas
 * @dma, @pio: the channels; the first of @pio is OVPOS 0
 * @head: the heads
 * @connected: channels that were connected when STAT was written last
 * @supervisor: which of the supervisor's interrupts waits for an answer, 1 to
 *              NV_EVO_SUPERVISOR_LAST; 0: none
 * @efi: the core channel is one without RAMHT
 * @owned: the screen shows what the channels say, and not VGA
 * @running: the channels are just being executed
 * @run_timer: fires when work is left, or a semaphore has to be looked at
 * @methods: what the words of each class are: core, base, overlay
 * @vals: what PDISPLAY_VAL's words show: NV_EVO_VAL_*
 */
typedef struct NVEvo {
    NVRegFile regs, user;
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

/* --- Channels: evo.c --------------------------------------------------- */

void nv_evo_realize(NVGPU *gpu);
void nv_evo_reset(NVGPU *gpu);
void nv_evo_exit(NVGPU *gpu);
bool nv_evo_post_load(NVGPU *gpu);

/* Registers, for the table in pdisplay.c */
uint32_t nv_evo_stat_read(NVGPU *gpu, uint32_t addr);
void nv_evo_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_evo_trapped_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_evo_supervisor_write: the driver has answered a supervisor interrupt */
void nv_evo_supervisor_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- Pushbuffers: evo-pushbuffer.c ------------------------------------- */

/** nv_evo_method: a channel with a pushbuffer executes a method */
void nv_evo_method(NVGPU *gpu, unsigned chid, uint16_t mthd, uint32_t data);

/** nv_evo_run: all channels execute what they can */
void nv_evo_run(NVGPU *gpu);

/** nv_evo_run_later: some channel has to be looked at again, soon */
void nv_evo_run_later(NVGPU *gpu);

/* --- What all channels have: evo-channel.c ----------------------------- */

/** nv_evo_connected: the channel has been allocated and connected */
bool nv_evo_connected(NVGPU *gpu, unsigned chid);

/** enum NVEvoError - errors, by number as TRAPPED_ADDR.TYPE has them */
typedef enum NVEvoError {
    NV_EVO_PUSHBUFFER_ERR = 1,
    NV_EVO_RESERVED_METHOD = 3,
    NV_EVO_INVALID_ARG = 4,
    NV_EVO_UNRESOLVABLE_HANDLE = 7,
} NVEvoError;

/**
 * nv_evo_error: a channel stops for an error
 * @gpu: the device
 * @chid: the channel
 * @type: the error
 * @mthd, @data: what the driver is told of it
 */
void nv_evo_error(NVGPU *gpu, unsigned chid, NVEvoError type, uint16_t mthd,
                  uint32_t data);

/**
 * nv_evo_awaken: raise the interrupt that a channel's notifier asks for
 */
void nv_evo_awaken(NVGPU *gpu, unsigned chid);

/** nv_evo_update_intr: the interrupt line follows INTR and INTR_EN */
void nv_evo_update_intr(NVGPU *gpu);

/* --- Memory: evo-memory.c ---------------------------------------------- */

/** nv_evo_resolves: a handle means something to a channel */
bool nv_evo_resolves(NVGPU *gpu, unsigned chid, uint32_t handle);

/**
 * nv_evo_read, nv_evo_write: a word in a DMA object
 * @gpu: the device
 * @chid: the channel that asks
 * @handle: handle of the object
 * @offset: offset in it, in bytes
 * @val: the word
 *
 * Return false if there is no such object, or no such word in it.
 */
bool nv_evo_read(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                 uint32_t *val);
bool nv_evo_write(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                  uint32_t val);

/**
 * nv_evo_vram: the address in video memory of a piece of a DMA object
 * @gpu: the device
 * @chid: the channel that asks
 * @handle: handle of the object
 * @offset: offset in it, in bytes
 * @addr: the result
 *
 * Returns false where it isn't in video memory.
 */
bool nv_evo_vram(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                 uint32_t *addr);

/**
 * nv_evo_fetch: read a piece of a channel's pushbuffer
 * @gpu: the device
 * @chid: the channel
 * @offset: where it begins
 * @buf: where it goes
 * @len: its length, both inside of 4 KiB
 */
bool nv_evo_fetch(NVGPU *gpu, unsigned chid, uint32_t offset, void *buf,
                  uint32_t len);

/* --- State: evo-state.c ------------------------------------------------ */

/** nv_evo_method_kind: what a method is to a channel */
NVEvoKind nv_evo_method_kind(NVGPU *gpu, unsigned chid, uint16_t mthd);

/** nv_evo_class: what a channel understands */
const NVEvoClass *nv_evo_class(const NVGPU *gpu, unsigned chid);

uint32_t nv_evo_val_read(NVGPU *gpu, uint32_t addr);

void nv_evo_state_realize(NVGPU *gpu);
void nv_evo_state_exit(NVGPU *gpu);

/* --- The core channel: evo-core.c -------------------------------------- */

/** nv_evo_asy, nv_evo_arm: a word of the core channel's state */
#define nv_evo_asy(_gpu, _mthd) \
    ((_gpu)->display->evo.dma[NV_EVO_CORE].asy[(_mthd) / 4])
#define nv_evo_arm(_gpu, _mthd) \
    ((_gpu)->display->evo.dma[NV_EVO_CORE].arm[(_mthd) / 4])

/** nv_evo_core_action: execute UPDATE or GET_CAPABILITIES */
void nv_evo_core_action(NVGPU *gpu, uint16_t mthd, uint32_t data);

/** nv_evo_core_resume: the core channel looks whether its wait goes on */
bool nv_evo_core_resume(NVGPU *gpu);

/** nv_evo_core_vblank: a head's vertical blank has begun, at @when ns */
void nv_evo_core_vblank(NVGPU *gpu, unsigned head, int64_t when);

/** nv_evo_core_release: the core channel has been taken away */
void nv_evo_core_release(NVGPU *gpu);

/**
 * nv_evo_supervisor_answered: the driver has done its part of a step
 *
 * Returns true if it was the last one: the UPDATE has taken effect.
 */
bool nv_evo_supervisor_answered(NVGPU *gpu);

/* --- Notifiers: evo-notify.c -------------------------------------------- */

/** nv_evo_core_notify: the core channel's UPDATE has taken effect */
void nv_evo_core_notify(NVGPU *gpu);

/** nv_evo_core_capabilities: execute GET_CAPABILITIES */
void nv_evo_core_capabilities(NVGPU *gpu);

NVEvoNotifyFn nv50_evo_base_notify;
NVEvoNotifyFn nv50_evo_overlay_notify;
NVEvoNotifyFn nv84_evo_overlay_notify;

extern const NVEvoCapabilities nv50_evo_capabilities;
extern const NVEvoCapabilities nv94_evo_capabilities;

/* --- Base and overlay channels: evo-window.c --------------------------- */

/** nv_evo_window_update: execute UPDATE */
void nv_evo_window_update(NVGPU *gpu, unsigned chid);

/** nv_evo_window_resume: the channel looks whether its wait goes on */
bool nv_evo_window_resume(NVGPU *gpu, unsigned chid);

/** nv_evo_window_vblank: its head's vertical blank has begun, at @when ns */
void nv_evo_window_vblank(NVGPU *gpu, unsigned chid, int64_t when);

/**
 * nv_evo_window_flip: the channel's UPDATE takes effect
 *
 * The channel waits for it, and goes on.
 */
void nv_evo_window_flip(NVGPU *gpu, unsigned chid);

/* --- Heads: evo-head.c -------------------------------------------------- */

/** nv_evo_owner: heads that an output's control word names, a bit each */
unsigned nv_evo_owner(uint32_t ctrl);

/** nv_evo_or_mthd: the control method of an output, of NV_EVO_ORS */
uint16_t nv_evo_or_mthd(unsigned output);

/** nv_evo_runs_in: a head's raster runs in a state of the core channel */
bool nv_evo_runs_in(const uint32_t *state, unsigned head);

/** nv_evo_head_runs: the head's raster runs */
bool nv_evo_head_runs(NVGPU *gpu, unsigned head);

/** nv_evo_head_timings: its rhythm; false if it doesn't run */
bool nv_evo_head_timings(NVGPU *gpu, unsigned head, NVTimings *t);

/** nv_evo_head_retime: somebody begins or ends waiting for vertical blanks */
void nv_evo_head_retime(NVGPU *gpu, unsigned head);

/** nv_evo_head_started: the raster has been started or changed */
void nv_evo_head_started(NVGPU *gpu, unsigned head);

/** nv_evo_heads_notice: vertical blanks that nobody waited for show, too */
void nv_evo_heads_notice(NVGPU *gpu);

uint32_t nv_evo_vert_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_horz_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_active_read(NVGPU *gpu, uint32_t addr);

/**
 * nv_evo_head_vblank: a head's timer has fired
 * @head: the head
 * @when: when its blank began, in ns
 *
 * Raises the interrupt; returns false if the raster doesn't run any more.
 */
bool nv_evo_head_vblank(NVEvoHead *head, int64_t *when);

/**
 * nv_evo_heads_realize: make the heads
 * @gpu: the device
 * @vblank: what their timers call, with the NVEvoHead
 */
void nv_evo_heads_realize(NVGPU *gpu, QEMUTimerCB *vblank);
void nv_evo_heads_reset(NVGPU *gpu);
void nv_evo_heads_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_H */

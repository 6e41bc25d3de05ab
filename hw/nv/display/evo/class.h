/*
 * NVIDIA GPU: PDISPLAY's channels: their classes, and where their state is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_CLASS_H
#define HW_NV_DISPLAY_EVO_CLASS_H

#include "hw/nv/nv-gpu.h"

/* Largest numbers: NV94 and later, except NVA0, have the third SOR. */
#define NV_EVO_HEADS 4
#define NV_EVO_DACS 3
#define NV_EVO_SORS 3
#define NV_EVO_PIORS 3

/** Cards before GK104 have two heads, and channels for these. */
#define NV50_EVO_HEADS 2
#define NV50_EVO_DMA_CHANNELS (1 + 2 * NV50_EVO_HEADS)
#define NV50_EVO_PIO_CHANNELS (2 * NV50_EVO_HEADS)
#define NV50_EVO_CHANNELS (NV50_EVO_DMA_CHANNELS + NV50_EVO_PIO_CHANNELS)

/**
 * enum NVEvoChid - the channels; the first of several is the first head's
 *
 * Base and overlay channels of the third and fourth head come after those of
 * the others, so that these have the same numbers on all cards.  Cards have
 * numbers of their own, see NVEvoPlaces.
 */
enum NVEvoChid {
    NV_EVO_CORE = 0,
    NV_EVO_BASE = 1,
    NV_EVO_OVERLAY = 3,
    NV_EVO_DMA_CHANNELS = 9,
    NV_EVO_OVPOS = 9,
    NV_EVO_CURSOR = 13,
    NV_EVO_CHANNELS = 17,
};

/** nv_evo_base, nv_evo_overlay: these channels of a head */
static inline unsigned nv_evo_base(unsigned head)
{
    return NV_EVO_BASE + head % 2 + head / 2 * 4;
}

static inline unsigned nv_evo_overlay(unsigned head)
{
    return NV_EVO_OVERLAY + head % 2 + head / 2 * 4;
}

/** nv_evo_is_base: whether a channel that is a base or an overlay is a base */
static inline bool nv_evo_is_base(unsigned chid)
{
    return (chid - NV_EVO_BASE) / 2 % 2 == 0;
}

/** nv_evo_channel_head: a channel's head; 0 for the core channel */
static inline unsigned nv_evo_channel_head(unsigned chid)
{
    if (chid >= NV_EVO_DMA_CHANNELS) {
        return (chid - NV_EVO_DMA_CHANNELS) % NV_EVO_HEADS;
    }
    return chid == NV_EVO_CORE
        ? 0 : (chid - NV_EVO_BASE) % 2 + (chid - NV_EVO_BASE) / 4 * 2;
}

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
 * @name: its name in the register database, without its head's or output's
 *        number
 */
typedef struct NVEvoMethod {
    uint16_t mthd;
    uint32_t val;
    NVEvoKind kind;
    const char *name;
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
 * @parent: the class whose methods it has, too, where it has none of its own
 *          there; NULL: there is none
 * @groups, @ngroups: the methods
 * @formats: formats of surfaces, one per character
 * @semaphore, @notify: for base and overlay channels
 */
typedef struct NVEvoClass NVEvoClass;
struct NVEvoClass {
    const NVEvoClass *parent;
    const NVEvoGroup *groups;
    unsigned ngroups;
    const char *formats;
    const NVEvoSemaphore *semaphore;
    NVEvoNotifyFn *notify;
};

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
 * @cursor_bits, @hot_spot_bits: in CTRL_CURSOR, the size of SIZE and of the hot
 *                               spot's coordinates
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
    uint8_t cursor_bits;
    uint8_t hot_spot_bits;
} NVEvoLayout;

#endif /* HW_NV_DISPLAY_EVO_CLASS_H */

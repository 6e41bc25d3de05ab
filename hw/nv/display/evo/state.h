/*
 * NVIDIA GPU: PDISPLAY's state, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_STATE_H
#define HW_NV_DISPLAY_EVO_STATE_H

#include "class.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/regs.h"

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
 * @hdmi: registers of HDMI's packets
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
    NVRegFile regs, user, images, hdmi;
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

#endif /* HW_NV_DISPLAY_EVO_STATE_H */

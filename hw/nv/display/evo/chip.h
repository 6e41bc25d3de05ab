/*
 * NVIDIA GPU: what distinguishes one PDISPLAY from another, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_CHIP_H
#define HW_NV_DISPLAY_EVO_CHIP_H

#include "class.h"
#include "hw/nv/regs.h"

typedef struct NVDMAObject NVDMAObject;
typedef struct NVEvoCapabilities NVEvoCapabilities;
typedef struct NVHead NVHead;

/** NVEvoPlaces.chid of a channel that the card doesn't have */
#define NV_EVO_NO_CHANNEL UINT8_MAX

/**
 * struct NVEvoIntr - interrupts of one kind: of channels, steps or heads
 *
 * @pending, @enable: registers that have a bit for each
 * @shift: of the first one's
 * @stride: if it isn't 0, each has such registers of its own, so many bytes
 *          behind those of the one before
 */
typedef struct NVEvoIntr {
    uint32_t pending, enable;
    uint8_t shift;
    uint16_t stride;
} NVEvoIntr;

/**
 * struct NVEvoChanges - what an UPDATE needs the driver for, a bit per head
 *
 * @shutdown: the head runs, and stops or changes
 * @change: something changes
 * @clock: its clock has to be set
 */
typedef struct NVEvoChanges {
    uint8_t shutdown, change, clock;
} NVEvoChanges;

/**
 * struct NVEvoPlaces - addresses of registers that all cards have
 *
 * @chid: for each channel its number in registers, RAMHT and interrupts
 * @awaken: interrupts of channels whose notifier requests one
 * @fifo_err: of channels that have an error
 * @clk: of the supervisor's steps
 * @vblank: of heads
 * @show_changes: show the driver what an UPDATE needs; nothing changes: it has
 *                answered all steps
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
    NVEvoIntr awaken, fifo_err, clk, vblank;
    void (*show_changes)(NVGPU *gpu, const NVEvoChanges *changes);
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
 * @hdmi: registers of HDMI's packets; NULL: they aren't modelled
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
    const NVRegBlock *regs, *user, *images, *hdmi;
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
extern const NVEvoPlaces nv50_evo_places;
extern const NVEvoPlaces nvd9_evo_places;

/* methods.c, methods-nvd9.c */
extern const NVEvoChip nv50_evo;
extern const NVEvoChip nv84_evo;
extern const NVEvoChip nv94_evo;
extern const NVEvoChip nva0_evo;
extern const NVEvoChip nva3_evo;
extern const NVEvoChip nvc0_evo;
extern const NVEvoChip nvd9_evo;
extern const NVEvoChip nve4_evo;
extern const NVEvoChip nvf0_evo;
extern const NVEvoChip nv117_evo;

#endif /* HW_NV_DISPLAY_EVO_CHIP_H */

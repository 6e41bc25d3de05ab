/*
 * NVIDIA GPU: what PFIFO shows the table of cards
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_H
#define HW_NV_FIFO_H

#include "hw/nv/memory.h"
#include "hw/nv/regs.h"

/* The registers of each generation, for the table of cards */
extern const NVRegBlock nv01_pfifo_regs;
extern const NVRegBlock nv03_pfifo_regs;
extern const NVRegBlock nv03t_pfifo_regs;
extern const NVRegBlock nv04_pfifo_regs;
extern const NVRegBlock nv05_pfifo_regs;
extern const NVRegBlock nv10_pfifo_regs;
extern const NVRegBlock nv11_pfifo_regs;
extern const NVRegBlock nv40_pfifo_regs;
extern const NVRegBlock nv41_pfifo_regs;
extern const NVRegBlock nv44_pfifo_regs;
extern const NVRegBlock nv50_pfifo_regs;
extern const NVRegBlock nv84_pfifo_regs;
extern const NVRegBlock nv40_cache1_regs;
extern const NVRegBlock nvc0_pfifo_regs;
extern const NVRegBlock nv_pbdma_regs;

extern const VMStateDescription nv_vmstate_fifo;

/* --- Channels, for those who watch them -------------------------------- */

/**
 * struct NVChannelPush - what a channel reads commands from
 *
 * @object: the memory that addresses are in
 * @get, @put: from where to where it is to be read, in bytes
 * @limit: the last byte that it may have, UINT64_MAX where nothing says so
 * @entries: it has entries
 * @ring: where they are, in bytes
 * @mask: bits of their numbers
 * @first, @next: the number of the first one that hasn't been read, and that
 *                behind the last one
 */
typedef struct NVChannelPush {
    NVDMAObject object;
    uint64_t get, put, limit;
    bool entries;
    uint64_t ring;
    uint32_t mask, first, next;
} NVChannelPush;

/**
 * nv_channel_push: what a channel reads commands from, by its state of now
 * @gpu: the device
 * @chid: channel
 * @push: the result
 *
 * Returns false if there is no such channel, or it has no pushbuffer.
 */
bool nv_channel_push(NVGPU *gpu, unsigned chid, NVChannelPush *push);

/** nv_channel_word: a word of it in the channel's byte order */
uint32_t nv_channel_word(NVGPU *gpu, const void *bytes);

/**
 * nv_channel_saved: where a channel's saved state is
 * @gpu: the device
 * @chid: channel
 * @size: its size, in bytes
 *
 * Returns an address in instance memory, or UINT32_MAX if there is none.
 */
uint32_t nv_channel_saved(NVGPU *gpu, unsigned chid, uint32_t *size);

/** nv_channel_may_load: the card may load that, or write it, at any time */
bool nv_channel_may_load(NVGPU *gpu, unsigned chid);

/** nv_channel_loaded: the card has a channel's state in its registers */
bool nv_channel_loaded(NVGPU *gpu, unsigned chid);

/**
 * nv_channel_object: the object that a channel has by a handle, before NVC0
 * @gpu: the device
 * @chid: channel
 * @handle: the handle
 * @inst: its address in instance memory, in bytes
 *
 * Returns false if RAMHT has no such object.
 */
bool nv_channel_object(NVGPU *gpu, unsigned chid, uint32_t handle,
                       uint32_t *inst);

/** NV_CLASS_SOFTWARE: what only a driver executes, a null object elsewhere */
#define NV_CLASS_SOFTWARE 0x0030

/**
 * nv_fifo_handle_class: the class of a handle's object, as far as that is known
 * @gpu: the device
 * @chid: channel
 * @handle: the handle; on Fermi it has the class
 *
 * Returns 0 if there is no such object.
 */
uint32_t nv_fifo_handle_class(NVGPU *gpu, unsigned chid, uint32_t handle);

#endif /* HW_NV_FIFO_H */

/*
 * NVIDIA GPU: what PDISPLAY's channels have in memory, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_MEMORY_H
#define HW_NV_DISPLAY_EVO_MEMORY_H

#include "chip.h"

extern const NVEvoObjects nv50_evo_objects;

/** Bytes of a pushbuffer, behind which GET wraps */
#define NV_EVO_PUSHBUFFER 0x1000

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

#endif /* HW_NV_DISPLAY_EVO_MEMORY_H */

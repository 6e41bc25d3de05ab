/*
 * NVIDIA GPU: what all channels of PDISPLAY have, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_CHANNEL_H
#define HW_NV_DISPLAY_EVO_CHANNEL_H

#include "chip.h"
#include "hw/nv/nv-gpu.h"

/** nv_evo_heads: number of heads */
unsigned nv_evo_heads(const NVGPU *gpu);

/** nv_evo_has_channel: whether the card has a channel */
bool nv_evo_has_channel(const NVGPU *gpu, unsigned chid);

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
 * nv_evo_injected_type: the type of an error that is injected
 * @error: TYPE as in TRAPPED_ADDR, or 0 for INVALID_STATE, and a code in 7:0
 */
NVEvoError nv_evo_injected_type(uint16_t error);

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

/**
 * nv_evo_intr_raise, nv_evo_intr_clear: change an interrupt's bit
 * @gpu: the device
 * @intr: its kind
 * @i: which one: a channel by the card's number, a step from 0, or a head
 *
 * nv_evo_update_intr() is up to the caller.
 */
void nv_evo_intr_raise(NVGPU *gpu, const NVEvoIntr *intr, unsigned i);
void nv_evo_intr_clear(NVGPU *gpu, const NVEvoIntr *intr, unsigned i);

/** nv_evo_intr_enabled: whether an interrupt is enabled, pending or not */
bool nv_evo_intr_enabled(NVGPU *gpu, const NVEvoIntr *intr, unsigned i);

/** nv_evo_update_intr: set the interrupt line by INTR and INTR_EN */
void nv_evo_update_intr(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_CHANNEL_H */

/*
 * NVIDIA GPU: notifiers, and GET_CAPABILITIES, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_NOTIFY_H
#define HW_NV_DISPLAY_EVO_NOTIFY_H

#include "class.h"

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

/** nv_evo_notify: write a word for the driver, as nv_evo_write() does */
void nv_evo_notify(NVGPU *gpu, unsigned chid, uint32_t handle, uint32_t offset,
                   uint32_t val);

/** nv_evo_timestamp: the time, as notifiers have it */
uint32_t nv_evo_timestamp(NVGPU *gpu);

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
extern const NVEvoCapabilities nve4_evo_capabilities;

#endif /* HW_NV_DISPLAY_EVO_NOTIFY_H */

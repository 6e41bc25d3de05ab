/*
 * NVIDIA GPU: PFIFO with PBDMAs: its state beyond registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_STATE_H
#define HW_NV_FIFO_PBDMA_STATE_H

#include "hw/nv/fifo/state.h"

/**
 * struct NVEngineSwitch - an engine that has to switch channels, NVC0+
 *
 * @pending: it hasn't done so yet
 * @unload: it only has to leave its channel, which is @chid
 * @chid: otherwise the channel that waits for it
 * @from: the instance block that it had when it was told to switch, or 0
 * @since: the time of that, in ns of the virtual clock
 */
typedef struct NVEngineSwitch {
    bool pending;
    bool unload;
    uint16_t chid;
    uint32_t from;
    int64_t since;
} NVEngineSwitch;

/** Most groups of a run list: each is a header and a channel at least */
#define NV_RUNGROUPS (NV_RUNLIST_MAX / 2)

/**
 * struct NVRunGroup - channels of a run list that share a timeslice, NVF0+
 *
 * @id: its number
 * @first, @count: its entries of NVRunList.chid
 * @words: their timeslice, in words
 */
typedef struct NVRunGroup {
    uint16_t id;
    uint16_t first, count;
    uint32_t words;
} NVRunGroup;

/**
 * struct NVRunGroups - a run list's groups, in order
 *
 * @count: their number
 * @group: the groups
 *
 * Not saved (by itself: what has it saves it): @count, @group
 */
typedef struct NVRunGroups {
    uint16_t count;
    NVRunGroup group[NV_RUNGROUPS];
} NVRunGroups;

/**
 * struct NVGroups - groups of channels, NVF0+
 *
 * @lists: those of each run list
 * @of: for each channel the number of the group in which it was listed last,
 *      and 1; 0: in none
 * @turn: for each PBDMA which of its list's groups has its turn, from 1 on; 0:
 *        none
 * @vain: turns that channels of this group have had without making progress
 * @spent: words of the group's timeslice that are used up
 */
typedef struct NVGroups {
    NVRunGroups lists[NV_RUNLISTS];
    uint16_t of[NV_FIFO_MAX_CHANNELS];
    uint16_t turn[NV_PBDMAS];
    uint16_t vain[NV_PBDMAS];
    int64_t spent[NV_PBDMAS];
} NVGroups;

/**
 * struct NVPbdmas - PFIFO's state beyond its registers, if it has PBDMAs
 *
 * @fifo: what PFIFO has with CACHE1 as well
 * @enables: notified of the units and PBDMAs that PMC turns on and off
 * @faulted: bit per PBDMA whose channel's memory couldn't be read
 * @leaving: bit per PBDMA whose channel has to leave it, and can't before the
 *           driver has handled an interrupt
 * @list: for each PBDMA the run list of which it took its channel
 * @engine_faults: bit per engine that a fault has stopped, NVE4+
 * @spent: words that the channel of each has pushed in its timeslice
 * @groups: groups of channels
 * @switches: engines that have to switch channels
 * @switch_timer: fires when one of them takes too long
 * @frozen, @disabled, @refused: NVPbdmaChip's functions, as they were last asked
 * @subchannels: for each PBDMA the engines of its channel's subchannels, a byte
 *               each as in ENGINES, if they are fixed
 *
 * Not saved (they follow from registers): @frozen, @disabled, @refused,
 * @subchannels
 */
typedef struct NVPbdmas {
    NVFifo fifo;
    Notifier enables;
    uint8_t faulted;
    uint8_t leaving;
    uint8_t list[NV_PBDMAS];
    uint8_t engine_faults;
    int64_t spent[NV_PBDMAS];
    NVGroups groups;
    NVEngineSwitch switches[NVE4_ENGINES];
    QEMUTimer *switch_timer;
    uint32_t frozen, disabled;
    uint32_t refused[NV_PBDMAS];
    uint32_t subchannels[NV_PBDMAS][2];
} NVPbdmas;

/** nv_pbdma_chip: the row of a PFIFO that has PBDMAs */
static inline const NVPbdmaChip *nv_pbdma_chip(NVGPU *gpu)
{
    return container_of(gpu->chip->fifo, NVPbdmaChip, fifo);
}

/** nv_pbdmas: the state of a PFIFO that has PBDMAs */
static inline NVPbdmas *nv_pbdmas(NVGPU *gpu)
{
    return container_of(gpu->fifo, NVPbdmas, fifo);
}

#endif /* HW_NV_FIFO_PBDMA_STATE_H */

/*
 * NVIDIA GPU: groups of channels that share a timeslice, NVF0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_GROUP_H
#define HW_NV_FIFO_PBDMA_GROUP_H

#include "state.h"

/* --- A list that is read ----------------------------------------------- */

/** nvf0_groups_begin: run list @r is read anew */
void nvf0_groups_begin(NVGPU *gpu, unsigned r);

/**
 * nvf0_group_header: an entry of run list @r begins a group
 * @gpu: the device
 * @r: the run list
 * @entry: the entry's first word
 * @left: channels of the group before that are still to come; set to this one's
 */
void nvf0_group_header(NVGPU *gpu, unsigned r, uint32_t entry, unsigned *left);

/**
 * nvf0_group_member: an entry is channel @chid's, which is about to be listed
 *
 * It belongs to the list's last group if @left isn't 0, which is counted down.
 */
void nvf0_group_member(NVGPU *gpu, unsigned r, unsigned chid, unsigned *left);

/** nvf0_groups_end: the list has ended, with @left channels to come */
void nvf0_groups_end(NVGPU *gpu, unsigned r, unsigned left);

/* --- Turns ------------------------------------------------------------- */

/** nvf0_group_turn: the group that has its turn on PBDMA @id, or NULL */
const NVRunGroup *nvf0_group_turn(NVGPU *gpu, unsigned id);

/**
 * nvf0_group_goes_on: that group may have another channel loaded
 *
 * If its timeslice isn't over, and not all of its channels have had a turn in
 * vain since one of them made progress.
 */
bool nvf0_group_goes_on(NVGPU *gpu, unsigned id);

/**
 * nvf0_group_take_turn: PBDMA @id's run list has come to its entry "turn"
 * @gpu: the device
 * @id: the PBDMA
 * @goes_on: as nvf0_group_goes_on() was before
 */
void nvf0_group_take_turn(NVGPU *gpu, unsigned id, bool goes_on);

/** nvf0_group_spend: a channel of the group has done @words, if any */
void nvf0_group_spend(NVGPU *gpu, unsigned id, int64_t words);

/** nvf0_group_renew: nobody else wants PBDMA @id: the timeslice begins anew */
void nvf0_group_renew(NVGPU *gpu, unsigned id);

/** nvf0_group_share: what is left of the group's timeslice, in words */
int64_t nvf0_group_share(NVGPU *gpu, unsigned id);

/* --- Names ------------------------------------------------------------- */

/**
 * nvf0_group_name: what PFIFO calls channel @chid in its status
 * @gpu: the device
 * @chid: the channel; -1: none
 * @is_group: set if the name is that of its group
 */
unsigned nvf0_group_name(NVGPU *gpu, int chid, bool *is_group);

/** nvf0_group_forget: a channel is no longer in the table */
void nvf0_group_forget(NVGPU *gpu, unsigned chid);

/** nvf0_group_has: channel @chid was in group @id when it was listed last */
bool nvf0_group_has(NVGPU *gpu, unsigned id, unsigned chid);

void nvf0_groups_reset(NVGPU *gpu);
bool nvf0_groups_post_load(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_groups;

#endif /* HW_NV_FIFO_PBDMA_GROUP_H */

/*
 * NVIDIA GPU: outputs, timings, the vertical blanks' timers, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_HEAD_H
#define HW_NV_DISPLAY_EVO_HEAD_H

#include "class.h"
#include "hw/nv/display/raster.h"

typedef struct NVEvoHead NVEvoHead;

/** nv_evo_owner: the heads that an output's control word names, a bit each */
unsigned nv_evo_owner(const NVGPU *gpu, uint32_t ctrl);

/** nv_evo_or_mthd: an output's control method; 0 if there is no such output */
uint16_t nv_evo_or_mthd(const NVGPU *gpu, unsigned output);

/** nv_evo_head_mthd: the method of a word of a head's state */
uint16_t nv_evo_head_mthd(const NVGPU *gpu, unsigned head, NVEvoHeadWord word);

/** nv_evo_runs_in: whether a head's raster runs, by a core channel's state */
bool nv_evo_runs_in(const NVGPU *gpu, const uint32_t *state, unsigned head);

/** nv_evo_head_runs: whether the head's raster runs */
bool nv_evo_head_runs(NVGPU *gpu, unsigned head);

/** nv_evo_head_is_summed: whether its frames have checksums, see crc.c */
bool nv_evo_head_is_summed(NVGPU *gpu, unsigned head);

/** nv_evo_head_timings: its timings; false if it doesn't run */
bool nv_evo_head_timings(NVGPU *gpu, unsigned head, NVTimings *t);

/** nv_evo_head_retime: something starts or stops waiting for vertical blanks */
void nv_evo_head_retime(NVGPU *gpu, unsigned head);

/** nv_evo_head_started: the raster has been started or changed */
void nv_evo_head_started(NVGPU *gpu, unsigned head);

/** nv_evo_heads_notice: process vertical blanks that no timer waited for */
void nv_evo_heads_notice(NVGPU *gpu);

/** nv_evo_head_unnoticed: whether such a blank has been, without processing */
bool nv_evo_head_unnoticed(NVGPU *gpu, unsigned head);

uint32_t nv_evo_vert_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_horz_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_active_read(NVGPU *gpu, uint32_t addr);

/**
 * nv_evo_head_vblank: a head's timer has fired
 * @head: the head
 * @when: receives the time at which its blank began, in ns
 *
 * Raises the interrupt; returns false if the raster no longer runs.
 */
bool nv_evo_head_vblank(NVEvoHead *head, int64_t *when);

/**
 * nv_evo_heads_realize: create the heads
 * @gpu: the device
 * @vblank: called by their timers, with the NVEvoHead
 */
void nv_evo_heads_realize(NVGPU *gpu, QEMUTimerCB *vblank);
void nv_evo_heads_reset(NVGPU *gpu);
void nv_evo_heads_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_HEAD_H */

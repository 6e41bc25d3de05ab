/*
 * NVIDIA GPU: the run list: channels that take turns, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_RUNLIST_H
#define HW_NV_FIFO_RUNLIST_H

#include "state.h"

/** nv_runlist_set_has, nv_runlist_set_put: a channel in NVRunList's sets */
static inline bool nv_runlist_set_has(const uint64_t *set, unsigned chid)
{
    return set[chid / 64] & BIT_ULL(chid % 64);
}

static inline void nv_runlist_set_put(uint64_t *set, unsigned chid, bool in)
{
    set[chid / 64] = deposit64(set[chid / 64], chid % 64, 1, in);
}

/** nv_runlist_post_load: false if the run list that was loaded is invalid */
bool nv_runlist_post_load(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_runlist;

#endif /* HW_NV_FIFO_RUNLIST_H */

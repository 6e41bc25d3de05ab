/*
 * NVIDIA GPU: the run list: channels that take turns, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_RUNLIST_H
#define HW_NV_FIFO_RUNLIST_H

#include "state.h"

/** nv_runlist: the only run list that a card before NVE4 has */
static inline NVRunList *nv_runlist(NVGPU *gpu)
{
    return &gpu->fifo->runlists[0];
}

/** nv_runlist_set_has, nv_runlist_set_put: a channel in NVRunList's sets */
static inline bool nv_runlist_set_has(const uint64_t *set, unsigned chid)
{
    return set[chid / 64] & BIT_ULL(chid % 64);
}

static inline void nv_runlist_set_put(uint64_t *set, unsigned chid, bool in)
{
    set[chid / 64] = deposit64(set[chid / 64], chid % 64, 1, in);
}

/** nv_runlist_wait: channel @chid waits for its turn, or no longer does */
static inline void nv_runlist_wait(NVRunList *runlist, unsigned chid, bool wait)
{
    runlist->waiters += wait - nv_runlist_set_has(runlist->waiting, chid);
    nv_runlist_set_put(runlist->waiting, chid, wait);
}

/** nv_runlist_clear: no channels take turns */
void nv_runlist_clear(NVRunList *runlist);

/** nv_runlist_add: append a channel's entry; there has to be room */
void nv_runlist_add(NVRunList *runlist, unsigned chid);

/** nv_runlist_post_load: false if the run list that was loaded is invalid */
bool nv_runlist_post_load(NVRunList *runlist, unsigned channels);
extern const VMStateDescription nv_vmstate_runlist;
/** A whole list, for cards with any number of channels */
extern const VMStateInfo nv_vmstate_info_runlist;
/** The low byte of a channel's number: all of it before NVE4 */
extern const VMStateInfo nv_vmstate_info_chid_byte;

/**
 * NV_VMSTATE_WIDE - the whole number, if a byte isn't enough for it
 * @_vmstate: name of the subsection's description
 * @_name: its name in streams
 * @_type: the structure, with the member chid
 */
#define NV_VMSTATE_WIDE(_vmstate, _name, _type)                             \
    static bool _vmstate##_needed(void *opaque)                             \
    {                                                                       \
        const _type *of = opaque;                                           \
                                                                            \
        return of->chid > UINT8_MAX;                                        \
    }                                                                       \
                                                                            \
    static const VMStateDescription _vmstate = {                            \
        .name = _name,                                                      \
        .version_id = 1,                                                    \
        .minimum_version_id = 1,                                            \
        .needed = _vmstate##_needed,                                        \
        .fields = (const VMStateField[]) {                                  \
            VMSTATE_UINT16(chid, _type),                                    \
            VMSTATE_END_OF_LIST()                                           \
        },                                                                  \
    }

#endif /* HW_NV_FIFO_RUNLIST_H */

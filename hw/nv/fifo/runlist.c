/*
 * NVIDIA GPU: the run list: channels that take turns, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/vmstate.h"
#include "runlist.h"

bool nv_runlist_post_load(NVGPU *gpu)
{
    NVRunList *runlist = &gpu->fifo->runlist;

    if (runlist->len > NV_RUNLIST_MAX || runlist->turn > runlist->len) {
        return false;
    }
    memset(runlist->listed, 0, sizeof(runlist->listed));
    for (unsigned i = 0; i < runlist->len; i++) {
        if (runlist->chid[i] >= NV_FIFO_MAX_CHANNELS) {
            return false;
        }
        nv_runlist_set_put(runlist->listed, runlist->chid[i], true);
    }
    return true;
}

static bool nv_runlist_needed(void *opaque)
{
    return ((NVFifo *)opaque)->runlist.len;
}

const VMStateDescription nv_vmstate_runlist = {
    .name = "nv-gpu/fifo/runlist",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_runlist_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_BUFFER(runlist.chid, NVFifo),
        VMSTATE_END_OF_LIST()
    },
};

/*
 * NVIDIA GPU: groups of channels that share a timeslice, NVF0+
 *
 * A run list has a header in front of a group's channels.  Together they have
 * one turn on the list: while it lasts, a channel that can't go on, or has had
 * the PBDMA for long enough, makes way for the next one of its group.
 *
 * Source: nouveau's nvkm/engine/fifo/gk110.c; NVIDIA's manuals of GV100,
 * dev_ram.ref.txt, "Runlist TSG Entry Type", and dev_pbdma.ref.txt, "Semaphore
 * switch option".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/qemu-file-types.h"
#include "migration/vmstate.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "group.h"
#include "intr.h"
#include "trace/trace-hw_nv.h"

static NVGroups *nvf0_groups(NVGPU *gpu)
{
    return &nv_pbdmas(gpu)->groups;
}

/* --- A list that is read ----------------------------------------------- */

/* The groups that had their turns are those of the old list. */
void nvf0_groups_begin(NVGPU *gpu, unsigned r)
{
    NVGroups *groups = nvf0_groups(gpu);

    groups->lists[r].count = 0;
    for (unsigned id = 0; id < NV_PBDMAS; id++) {
        if (nv_pbdmas(gpu)->list[id] == r) {
            groups->turn[id] = 0;
        }
    }
}

static void nvf0_group_error(NVGPU *gpu, unsigned r, unsigned left)
{
    nvc0_fifo_error(gpu, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK, -1,
                    NVC0_SCHED_BAD_TSG, "a group of run list %u lacks %u "
                    "channels", r, left);
}

/*
 * "The next TSG_LENGTH runlist entries are considered to be part of the
 * timeslice group."  One that has had no channel makes room for the next.
 */
void nvf0_group_header(NVGPU *gpu, unsigned r, uint32_t entry, unsigned *left)
{
    NVRunGroups *list = &nvf0_groups(gpu)->lists[r];
    uint32_t words = FIELD_EX32(entry, NVF0_RUNLIST_ENTRY, TIMEOUT) <<
                     FIELD_EX32(entry, NVF0_RUNLIST_ENTRY, SCALE);

    nvf0_groups_end(gpu, r, *left);
    *left = FIELD_EX32(entry, NVF0_RUNLIST_ENTRY, LENGTH);
    if (!*left) {
        nvc0_fifo_error(gpu, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK, -1,
                        NVC0_SCHED_BAD_TSG, "a group of run list %u is empty",
                        r);
        return;
    }
    list->group[list->count++] = (NVRunGroup) {
        .id = FIELD_EX32(entry, NVF0_RUNLIST_ENTRY, ID),
        .first = gpu->fifo->runlists[r].len,
        /* "A timeslice of zero will be treated as [...] one." */
        .words = MAX(words, 1),
    };
}

void nvf0_group_member(NVGPU *gpu, unsigned r, unsigned chid, unsigned *left)
{
    NVGroups *groups = nvf0_groups(gpu);
    NVRunGroups *list = &groups->lists[r];
    NVRunGroup *group = *left ? &list->group[list->count - 1] : NULL;

    groups->of[chid] = group ? group->id + 1 : 0;
    if (group) {
        group->count++;
        (*left)--;
    }
}

void nvf0_groups_end(NVGPU *gpu, unsigned r, unsigned left)
{
    NVRunGroups *list = &nvf0_groups(gpu)->lists[r];

    if (left) {
        nvf0_group_error(gpu, r, left);
        list->count -= !list->group[list->count - 1].count;
    }
}

/* --- Turns ------------------------------------------------------------- */

const NVRunGroup *nvf0_group_turn(NVGPU *gpu, unsigned id)
{
    const NVGroups *groups = nvf0_groups(gpu);

    return groups->turn[id]
        ? &groups->lists[nv_pbdmas(gpu)->list[id]].group[groups->turn[id] - 1]
        : NULL;
}

bool nvf0_group_goes_on(NVGPU *gpu, unsigned id)
{
    const NVRunGroup *group = nvf0_group_turn(gpu, id);
    const NVGroups *groups = nvf0_groups(gpu);

    return group && groups->spent[id] < group->words &&
           groups->vain[id] < group->count;
}

/* The number of an entry's group, from 1 on; 0: it is in none */
static unsigned nvf0_group_at(const NVRunGroups *list, unsigned at)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (at - list->group[i].first < list->group[i].count) {
            return i + 1;
        }
    }
    return 0;
}

void nvf0_group_take_turn(NVGPU *gpu, unsigned id, bool goes_on)
{
    NVGroups *groups = nvf0_groups(gpu);
    unsigned r = nv_pbdmas(gpu)->list[id];
    unsigned turn = nvf0_group_at(&groups->lists[r],
                                  gpu->fifo->runlists[r].turn);

    if (goes_on && turn == groups->turn[id]) {
        groups->vain[id]++;
        return;
    }
    groups->turn[id] = turn;
    groups->vain[id] = 0;
    groups->spent[id] = 0;
}

void nvf0_group_spend(NVGPU *gpu, unsigned id, int64_t words)
{
    NVGroups *groups = nvf0_groups(gpu);

    if (words && groups->turn[id]) {
        groups->spent[id] += words;
        groups->vain[id] = 0;
    }
}

void nvf0_group_renew(NVGPU *gpu, unsigned id)
{
    nvf0_groups(gpu)->spent[id] = 0;
}

int64_t nvf0_group_share(NVGPU *gpu, unsigned id)
{
    const NVRunGroup *group = nvf0_group_turn(gpu, id);

    return group ? MAX(group->words - nvf0_groups(gpu)->spent[id], 0)
                 : INT64_MAX;
}

/* --- Names ------------------------------------------------------------- */

unsigned nvf0_group_name(NVGPU *gpu, int chid, bool *is_group)
{
    unsigned of = chid >= 0 ? nvf0_groups(gpu)->of[chid] : 0;

    *is_group = of;
    return of ? of - 1 : MAX(chid, 0);
}

void nvf0_group_forget(NVGPU *gpu, unsigned chid)
{
    nvf0_groups(gpu)->of[chid] = 0;
}

bool nvf0_group_has(NVGPU *gpu, unsigned id, unsigned chid)
{
    return nvf0_groups(gpu)->of[chid] == id + 1;
}

/* --- Life, snapshots ----------------------------------------------------- */

void nvf0_groups_reset(NVGPU *gpu)
{
    if (nv_pbdma_chip(gpu)->groups) {
        memset(nvf0_groups(gpu), 0, sizeof(NVGroups));
    }
}

static bool nvf0_run_groups_are_sane(const NVRunGroups *list, unsigned len)
{
    unsigned next = 0;

    for (unsigned i = 0; i < list->count; i++) {
        const NVRunGroup *group = &list->group[i];

        if (group->first < next || !group->words ||
            group->first + group->count > len ||
            group->id >= NV_FIFO_MAX_CHANNELS) {
            return false;
        }
        next = group->first + group->count;
    }
    return true;
}

bool nvf0_groups_post_load(NVGPU *gpu)
{
    const NVGroups *groups = nvf0_groups(gpu);

    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        if (!nvf0_run_groups_are_sane(&groups->lists[r],
                                      gpu->fifo->runlists[r].len)) {
            return false;
        }
    }
    for (unsigned id = 0; id < NV_PBDMAS; id++) {
        if (groups->turn[id] >
                groups->lists[nv_pbdmas(gpu)->list[id]].count ||
            groups->spent[id] < 0) {
            return false;
        }
    }
    for (unsigned chid = 0; chid < NV_FIFO_MAX_CHANNELS; chid++) {
        if (groups->of[chid] > NV_FIFO_MAX_CHANNELS) {
            return false;
        }
    }
    return true;
}

static int nv_run_groups_get(QEMUFile *f, void *pv, size_t size,
                             const VMStateField *field)
{
    NVRunGroups *list = pv;

    list->count = qemu_get_be16(f);
    if (list->count > NV_RUNGROUPS) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < list->count; i++) {
        NVRunGroup *group = &list->group[i];

        group->id = qemu_get_be16(f);
        group->first = qemu_get_be16(f);
        group->count = qemu_get_be16(f);
        group->words = qemu_get_be32(f);
    }
    return 0;
}

static int nv_run_groups_put(QEMUFile *f, void *pv, size_t size,
                             const VMStateField *field, JSONWriter *desc)
{
    const NVRunGroups *list = pv;

    qemu_put_be16(f, list->count);
    for (unsigned i = 0; i < list->count; i++) {
        const NVRunGroup *group = &list->group[i];

        qemu_put_be16(f, group->id);
        qemu_put_be16(f, group->first);
        qemu_put_be16(f, group->count);
        qemu_put_be32(f, group->words);
    }
    return 0;
}

static const VMStateInfo nv_vmstate_info_run_groups = {
    .name = "groups of a run list",
    .get = nv_run_groups_get,
    .put = nv_run_groups_put,
};

/* Only if a driver has made any: nouveau's own channels are in none. */
static bool nv_groups_needed(void *opaque)
{
    const NVPbdmas *pbdmas = opaque;
    const NVGroups *groups = &pbdmas->groups;

    for (unsigned r = 0; r < NV_RUNLISTS; r++) {
        if (groups->lists[r].count) {
            return true;
        }
    }
    for (unsigned chid = 0; chid < NV_FIFO_MAX_CHANNELS; chid++) {
        if (groups->of[chid]) {
            return true;
        }
    }
    return false;
}

const VMStateDescription nv_vmstate_groups = {
    .name = "nv-gpu/fifo/pbdmas/lists/groups",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_groups_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_ARRAY(groups.lists, NVPbdmas, NV_RUNLISTS, 1,
                      nv_vmstate_info_run_groups, NVRunGroups),
        VMSTATE_UINT16_ARRAY(groups.of, NVPbdmas, NV_FIFO_MAX_CHANNELS),
        VMSTATE_UINT16_ARRAY(groups.turn, NVPbdmas, NV_PBDMAS),
        VMSTATE_UINT16_ARRAY(groups.vain, NVPbdmas, NV_PBDMAS),
        VMSTATE_INT64_ARRAY(groups.spent, NVPbdmas, NV_PBDMAS),
        VMSTATE_END_OF_LIST()
    },
};

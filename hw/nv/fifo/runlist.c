/*
 * NVIDIA GPU: the run list: channels that take turns, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/host-utils.h"
#include "migration/qemu-file-types.h"
#include "migration/vmstate.h"
#include "runlist.h"

void nv_runlist_clear(NVRunList *runlist)
{
    runlist->len = runlist->turn = 0;
    memset(runlist->listed, 0, sizeof(runlist->listed));
}

void nv_runlist_add(NVRunList *runlist, unsigned chid)
{
    runlist->chid[runlist->len++] = chid;
    nv_runlist_set_put(runlist->listed, chid, true);
}

/* --- Snapshots -------------------------------------------------------- */

bool nv_runlist_post_load(NVRunList *runlist, unsigned channels)
{
    if (runlist->len > NV_RUNLIST_MAX || runlist->turn > runlist->len) {
        return false;
    }
    memset(runlist->listed, 0, sizeof(runlist->listed));
    for (unsigned i = 0; i < runlist->len; i++) {
        if (runlist->chid[i] >= channels) {
            return false;
        }
        nv_runlist_set_put(runlist->listed, runlist->chid[i], true);
    }
    runlist->waiters = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(runlist->waiting); i++) {
        runlist->waiters += ctpop64(runlist->waiting[i]);
    }
    return true;
}

static int nv_chid_get_byte(QEMUFile *f, void *pv, size_t size,
                            const VMStateField *field)
{
    *(uint16_t *)pv = qemu_get_byte(f);
    return 0;
}

static int nv_chid_put_byte(QEMUFile *f, void *pv, size_t size,
                            const VMStateField *field, JSONWriter *desc)
{
    qemu_put_byte(f, *(const uint16_t *)pv);
    return 0;
}

const VMStateInfo nv_vmstate_info_chid_byte = {
    .name = "channel",
    .get = nv_chid_get_byte,
    .put = nv_chid_put_byte,
};

typedef uint16_t NVRunListChids[NV_RUNLIST_MAX];

/* A list of cards with no more channels than a byte can name, as a whole */
static int nv_runlist_get_bytes(QEMUFile *f, void *pv, size_t size,
                                const VMStateField *field)
{
    uint16_t *chid = pv;

    for (unsigned i = 0; i < NV_RUNLIST_MAX; i++) {
        chid[i] = qemu_get_byte(f);
    }
    return 0;
}

static int nv_runlist_put_bytes(QEMUFile *f, void *pv, size_t size,
                                const VMStateField *field, JSONWriter *desc)
{
    const uint16_t *chid = pv;

    for (unsigned i = 0; i < NV_RUNLIST_MAX; i++) {
        qemu_put_byte(f, chid[i]);
    }
    return 0;
}

static const VMStateInfo nv_vmstate_info_runlist_bytes = {
    .name = "run list",
    .get = nv_runlist_get_bytes,
    .put = nv_runlist_put_bytes,
};

/* Whether an entry's channel waits */
#define NV_RUNLIST_WAITS 0x8000

static int nv_runlist_get(QEMUFile *f, void *pv, size_t size,
                          const VMStateField *field)
{
    NVRunList *runlist = pv;

    memset(runlist, 0, sizeof(*runlist));
    runlist->len = qemu_get_be16(f);
    runlist->turn = qemu_get_be16(f);
    if (runlist->len > NV_RUNLIST_MAX) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < runlist->len; i++) {
        uint16_t entry = qemu_get_be16(f);

        runlist->chid[i] = entry & (NV_FIFO_MAX_CHANNELS - 1);
        nv_runlist_set_put(runlist->waiting, runlist->chid[i],
                           entry & NV_RUNLIST_WAITS);
    }
    return 0;
}

static int nv_runlist_put(QEMUFile *f, void *pv, size_t size,
                          const VMStateField *field, JSONWriter *desc)
{
    const NVRunList *runlist = pv;

    qemu_put_be16(f, runlist->len);
    qemu_put_be16(f, runlist->turn);
    for (unsigned i = 0; i < runlist->len; i++) {
        qemu_put_be16(f, runlist->chid[i] |
                      (nv_runlist_set_has(runlist->waiting, runlist->chid[i])
                       ? NV_RUNLIST_WAITS : 0));
    }
    return 0;
}

const VMStateInfo nv_vmstate_info_runlist = {
    .name = "run list",
    .get = nv_runlist_get,
    .put = nv_runlist_put,
};

static bool nv_runlist_needed(void *opaque)
{
    const NVFifo *fifo = opaque;

    return fifo->runlists[0].len &&
           fifo->gpu->chip->fifo->channels <= NVC0_FIFO_CHANNELS;
}

const VMStateDescription nv_vmstate_runlist = {
    .name = "nv-gpu/fifo/runlist",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_runlist_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_SINGLE(runlists[0].chid, NVFifo, 0,
                       nv_vmstate_info_runlist_bytes, NVRunListChids),
        VMSTATE_END_OF_LIST()
    },
};

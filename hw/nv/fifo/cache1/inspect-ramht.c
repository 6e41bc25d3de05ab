/*
 * NVIDIA GPU: RAMHT as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "inspect-ramht.h"
#include "ramht.h"
#include "state.h"

static void nv_inspect_handle(unsigned chid, uint32_t handle,
                              const NVHandle *found, NVHandleView *entry)
{
    *entry = (NVHandleView) {
        .chid = chid,
        .handle = handle,
        .context = found->context,
        .inst = found->inst,
        .engine = found->engine,
    };
}

static int nv_inspect_slot(NVGPU *gpu, unsigned chid, unsigned slot,
                           NVHandleView *entry)
{
    NVHandle found;
    uint32_t handle;
    int is = nv_ramht_slot(gpu, &chid, slot, &handle, &found);

    if (is > 0) {
        nv_inspect_handle(chid, handle, &found, entry);
    }
    return is;
}

static bool nv_inspect_find(NVGPU *gpu, unsigned chid, uint32_t handle,
                            NVHandleView *entry)
{
    NVHandle found;

    if (!nv_ramht_find(gpu, chid, handle, &found)) {
        return false;
    }
    nv_inspect_handle(chid, handle, &found, entry);
    return true;
}

static uint32_t nv_inspect_class(NVGPU *gpu, unsigned chid, uint32_t mthd,
                                 uint32_t handle, bool *software)
{
    NVHandle found;

    if (nv_cache1_chip(gpu)->ctx || !nv_ramht_find(gpu, chid, handle, &found)) {
        return 0;
    }
    /*
     * Drivers mark DMA objects as software's, too.  Before NV50 flags
     * follow the class.
     */
    *software = mthd == NV_MTHD_OBJECT && found.engine == NV_ENGINE_SOFTWARE;
    return *software
           ? NV_CLASS_SOFTWARE
           : nv_ramin_read32(gpu, found.inst) &
             (mthd == NV_MTHD_OBJECT ? gpu->chip->fifo->class_mask
                                     : R_NV_DMAOBJ_0_CLASS_MASK);
}

const NVRamhtView nv_ramht_inspect = {
    .size = nv_ramht_size,
    .slot = nv_inspect_slot,
    .find = nv_inspect_find,
    .class = nv_inspect_class,
};

/*
 * NVIDIA GPU: RAMHT as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "look-ramht.h"
#include "ramht.h"
#include "state.h"

static void nv_look_handle(unsigned chid, uint32_t handle,
                           const NVHandle *found, NVHandleLook *entry)
{
    *entry = (NVHandleLook) {
        .chid = chid,
        .handle = handle,
        .context = found->context,
        .inst = found->inst,
        .engine = found->engine,
    };
}

static int nv_look_slot(NVGPU *gpu, unsigned chid, unsigned slot,
                        NVHandleLook *entry)
{
    NVHandle found;
    uint32_t handle;
    int is = nv_ramht_slot(gpu, &chid, slot, &handle, &found);

    if (is > 0) {
        nv_look_handle(chid, handle, &found, entry);
    }
    return is;
}

static bool nv_look_find(NVGPU *gpu, unsigned chid, uint32_t handle,
                         NVHandleLook *entry)
{
    NVHandle found;

    if (!nv_ramht_find(gpu, chid, handle, &found)) {
        return false;
    }
    nv_look_handle(chid, handle, &found, entry);
    return true;
}

static uint32_t nv_look_class(NVGPU *gpu, unsigned chid, uint32_t mthd,
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

const NVRamhtLook nv_ramht_look = {
    .size = nv_ramht_size,
    .slot = nv_look_slot,
    .find = nv_look_find,
    .class = nv_look_class,
};

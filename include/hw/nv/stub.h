/*
 * NVIDIA GPU: what QMP commands say in emulators without the device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_STUB_H
#define HW_NV_STUB_H

#include "qapi/error.h"

/** nv_no_gpu: set @errp; returns NULL, as a command that has failed */
static inline void *nv_no_gpu(Error **errp)
{
    error_setg(errp, "this emulator has no NVIDIA GPU");
    return NULL;
}

#endif /* HW_NV_STUB_H */

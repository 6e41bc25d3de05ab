/*
 * NVIDIA GPU: x-nv-gpu-debug in emulators without the device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu.h"

HumanReadableText *qmp_x_nv_gpu_debug(const char *path, const char *command,
                                      Error **errp)
{
    error_setg(errp, "this emulator has no NVIDIA GPU");
    return NULL;
}

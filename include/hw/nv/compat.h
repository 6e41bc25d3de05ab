/*
 * NVIDIA GPU: the differences between the QEMU releases it builds in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_COMPAT_H
#define HW_NV_COMPAT_H

/* QEMU 10.1 made the data of a class_init function constant. */
#if QEMU_VERSION_MAJOR > 10 || \
    (QEMU_VERSION_MAJOR == 10 && QEMU_VERSION_MINOR >= 1)
typedef const void NVClassData;
#else
typedef void NVClassData;
#endif

/* QEMU 10.1 gave icount_enabled() a header of its own. */
#if __has_include("exec/icount.h")
#include "exec/icount.h"
#else
#include "system/cpu-timers.h"
#endif

/* QEMU 10.2 renamed it. */
#include "chardev/char-fe.h"
#if QEMU_VERSION_MAJOR > 10 || \
    (QEMU_VERSION_MAJOR == 10 && QEMU_VERSION_MINOR >= 2)
typedef CharFrontend NVCharFrontend;
#else
typedef CharBackend NVCharFrontend;
#endif

#endif /* HW_NV_COMPAT_H */

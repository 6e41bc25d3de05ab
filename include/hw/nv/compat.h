/*
 * NVIDIA GPU: differences between the QEMU releases that are supported
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_COMPAT_H
#define HW_NV_COMPAT_H

/* Since QEMU 10.1 class_init's data is const. */
#if QEMU_VERSION_MAJOR > 10 || \
    (QEMU_VERSION_MAJOR == 10 && QEMU_VERSION_MINOR >= 1)
typedef const void NVClassData;
#else
typedef void NVClassData;
#endif

/* Since QEMU 10.1 icount_enabled() is in a header of its own. */
#if __has_include("exec/icount.h")
#include "exec/icount.h"
#else
#include "system/cpu-timers.h"
#endif

/* Renamed by QEMU 10.2 */
#include "chardev/char-fe.h"
#if QEMU_VERSION_MAJOR > 10 || \
    (QEMU_VERSION_MAJOR == 10 && QEMU_VERSION_MINOR >= 2)
typedef CharFrontend NVCharFrontend;
#else
typedef CharBackend NVCharFrontend;
#endif

#endif /* HW_NV_COMPAT_H */

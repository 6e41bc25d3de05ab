/*
 * NVIDIA GPU: differences between QEMU's releases
 *
 * The code uses the names of the latest release, and this is what older ones
 * need for that.  Headers that have moved are found where they are.  What
 * concerns QEMU 11 follows from its published headers and patches: it hasn't
 * been built with a release of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_COMPAT_H
#define HW_NV_COMPAT_H

#include "chardev/char-fe.h"

/** NV_QEMU_SINCE(): whether this is the release @major.@minor or a later one */
#define NV_QEMU_SINCE(major, minor) \
    (QEMU_VERSION_MAJOR > (major) || \
     (QEMU_VERSION_MAJOR == (major) && QEMU_VERSION_MINOR >= (minor)))

/*
 * Functions of GLib that later releases poison: what is written with an old one
 * has to build with a new one.  The first two are poisoned since QEMU 10.1,
 * since they call functions through pointers of other types, which WebAssembly
 * doesn't allow.  lint/releases-test knows what else has gone.
 */
#pragma GCC poison g_slist_sort g_list_sort

/* Since QEMU 10.1 class_init's data is const. */
#if NV_QEMU_SINCE(10, 1)
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
#if NV_QEMU_SINCE(10, 2)
typedef CharFrontend NVCharFrontend;
#else
typedef CharBackend NVCharFrontend;
#endif

/* QEMU 11.0 moved what devices have in common. */
#if __has_include("hw/core/qdev-properties.h")
#include "hw/core/qdev-properties.h"
#include "hw/core/qdev-properties-system.h"
#else
#include "hw/qdev-properties.h"
#include "hw/qdev-properties-system.h"
#endif

/*
 * QEMU 11.1 renamed what a console's owner and its viewers call, and
 * GraphicHwOps.gfx_update tells whether it is done.
 */
#if NV_QEMU_SINCE(11, 1)
typedef bool NVGfxUpdated;
#define NV_GFX_UPDATED true
#else
typedef void NVGfxUpdated;
#define NV_GFX_UPDATED
#define qemu_graphic_console_create graphic_console_init
#define qemu_graphic_console_close graphic_console_close
#define qemu_console_check_format dpy_gfx_check_format
#define qemu_console_set_surface dpy_gfx_replace_surface
#define qemu_console_update dpy_gfx_update
#define qemu_console_update_full dpy_gfx_update_full
#define qemu_console_hw_invalidate graphic_hw_invalidate
#define qemu_console_hw_text_update graphic_hw_text_update
#define qemu_console_hw_update graphic_hw_update
#endif

#endif /* HW_NV_COMPAT_H */

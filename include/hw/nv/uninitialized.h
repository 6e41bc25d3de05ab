/*
 * NVIDIA GPU: variables that aren't filled with zeros
 *
 * For safety, QEMU is built with an option by which they all are.  That takes
 * longer than a short drawing for those that hold a line of pixels, or the
 * pages of a copy, and that are filled with something else at once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_UNINITIALIZED_H
#define HW_NV_UNINITIALIZED_H

/* Since QEMU 10.1 there is a name for it. */
#ifndef QEMU_UNINITIALIZED
#if __has_attribute(uninitialized)
#define QEMU_UNINITIALIZED __attribute__((uninitialized))
#else
#define QEMU_UNINITIALIZED
#endif
#endif

#endif /* HW_NV_UNINITIALIZED_H */

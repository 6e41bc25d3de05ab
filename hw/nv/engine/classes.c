/*
 * NVIDIA GPU: the classes of PGRAPH's objects
 *
 * Which of them a card has is in its row of the table of cards.  A class that
 * a card has and that isn't here binds, and its methods are reported.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

const NVGraphClass nv_graph_classes[] = {
    { 0x0030, "NV1_NULL" },
    { 0x0039, "NV3_M2MF", { nv_mthd_m2mf } },
};

const unsigned nv_graph_class_count = ARRAY_SIZE(nv_graph_classes);

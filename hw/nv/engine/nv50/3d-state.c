/*
 * NVIDIA GPU: unused state of 3D and compute objects, NV50:NVC0
 *
 * The list of methods is from the register database (graph/g80_3d.xml,
 * graph/g80_compute.xml); the methods with an effect are in 3d.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "3d.h"
#include "classes.h"
#include "hw/nv/engine/method.h"

/* Of depth, stencil and blending */
#define NV50_DRAW_STATE(_mthd, _count) \
    { .name = "STATE", .mthd = (_mthd), .count = (_count), \
      .block = nv50_3d_draw_state }

/* Vertices, or what lets some be fetched */
#define NV50_VERTICES(_mthd) \
    { .name = "VERTICES", .mthd = (_mthd), .block = nv50_3d_vertices }

/* What all 3D objects have, from 0x5097 on */
const NVGraphMethod nv50_3d_state[] = {
    NV_STATE(0x018c, 9), NV_STATE(0x0214, 1), NV_STATE(0x0234, 1),
    NV_STATE(0x0254, 1), NV_STATE(0x0274, 1), NV_STATE(0x0294, 1),
    NV_STATE(0x02b4, 1), NV_STATE(0x02d4, 1), NV_STATE(0x02f4, 1),
    NV_STATE(0x0300, 67), NV_STATE(0x0410, 3), NV_STATE(0x0420, 3),
    NV_STATE(0x0430, 3), NV_STATE(0x0440, 3), NV_STATE(0x0450, 3),
    NV_STATE(0x0460, 3), NV_STATE(0x0470, 3), NV_STATE(0x0480, 3),
    NV_STATE(0x0490, 3), NV_STATE(0x04a0, 3), NV_STATE(0x04b0, 3),
    NV_STATE(0x04c0, 3), NV_STATE(0x04d0, 3), NV_STATE(0x04e0, 3),
    NV_STATE(0x04f0, 3), NV_STATE(0x0500, 326), NV_STATE(0x0a20, 6),
    NV_STATE(0x0a40, 6), NV_STATE(0x0a60, 6), NV_STATE(0x0a80, 6),
    NV_STATE(0x0aa0, 6), NV_STATE(0x0ac0, 6), NV_STATE(0x0ae0, 6),
    NV_STATE(0x0b00, 6), NV_STATE(0x0b20, 6), NV_STATE(0x0b40, 6),
    NV_STATE(0x0b60, 6), NV_STATE(0x0b80, 6), NV_STATE(0x0ba0, 6),
    NV_STATE(0x0bc0, 6), NV_STATE(0x0be0, 6), NV_STATE(0x0c08, 92),
    NV50_VERTICES(0x0d78), NV_STATE(0x0d7c, 1), NV_STATE(0x0d94, 3),
    NV_STATE(0x0da4, 23), NV_STATE(0x0e10, 3), NV_STATE(0x0e20, 3),
    NV_STATE(0x0e30, 3), NV_STATE(0x0e40, 3), NV_STATE(0x0e50, 3),
    NV_STATE(0x0e60, 3), NV_STATE(0x0e70, 3), NV_STATE(0x0e80, 3),
    NV_STATE(0x0e90, 3), NV_STATE(0x0ea0, 3), NV_STATE(0x0eb0, 3),
    NV_STATE(0x0ec0, 3), NV_STATE(0x0ed0, 3), NV_STATE(0x0ee0, 3),
    NV_STATE(0x0ef0, 3), NV_STATE(0x0f00, 56), NV_STATE(0x1000, 64),
    NV_STATE(0x121c, 2), NV_STATE(0x1230, 3), NV_STATE(0x1280, 9),
    NV_STATE(0x12a8, 5), NV50_DRAW_STATE(0x12cc, 13), NV_STATE(0x1300, 1),
    NV50_VERTICES(0x1304), NV50_DRAW_STATE(0x1308, 4),
    NV50_DRAW_STATE(0x131c, 34), NV_STATE(0x13a8, 28), NV_STATE(0x141c, 2),
    NV_STATE(0x142c, 4), NV_STATE(0x1440, 7), NV_STATE(0x1468, 38),
    NV_STATE(0x1504, 4), NV_STATE(0x1518, 3), NV_STATE(0x1534, 1),
    NV_STATE(0x153c, 5), NV_STATE(0x155c, 25), NV_STATE(0x15cc, 1),
    NV_STATE(0x15e4, 1), NV50_VERTICES(0x15e8), NV_STATE(0x15ec, 1),
    NV50_VERTICES(0x15f0), NV_STATE(0x15f4, 2), NV50_VERTICES(0x1640),
    NV_STATE(0x1644, 8), NV_STATE(0x1668, 13), NV_STATE(0x16ac, 2),
    NV_STATE(0x16b8, 50), NV_STATE(0x1798, 1), NV_STATE(0x17a0, 1),
    NV_STATE(0x17a8, 5), NV_STATE(0x17fc, 33), NV_STATE(0x1900, 10),
    NV_STATE(0x192c, 1), NV_STATE(0x193c, 2), NV_STATE(0x194c, 4),
    NV_STATE(0x1968, 2), NV_STATE(0x1978, 6), NV_STATE(0x19a0, 1),
    NV_STATE(0x19a8, 1), NV_STATE(0x19bc, 5), NV_STATE(0x19d4, 46),
    NV_STATE(0x1a90, 3), NV_STATE(0x1aa0, 3), NV_STATE(0x1ab0, 3),
    NV_STATE(0x1ac0, 16),
    { }
};

/* 0x8297 and later */
const NVGraphMethod nv84_3d_state[] = {
    NV_STATE(0x0ffc, 1), NV_STATE(0x1100, 8),
    { }
};

/* 0x8397 and later */
const NVGraphMethod nva0_3d_state[] = {
    NV_STATE(0x1144, 1), NV_STATE(0x114c, 5), NV_STATE(0x123c, 1),
    NV_STATE(0x1318, 1), NV_STATE(0x13a4, 1), NV_STATE(0x152c, 1),
    NV_STATE(0x1664, 1), NV_STATE(0x16b4, 1), NV_STATE(0x1780, 4),
    NV_STATE(0x1a8c, 1), NV_STATE(0x1a9c, 1), NV_STATE(0x1aac, 1),
    NV_STATE(0x1abc, 1),
    { }
};

/* 0x8597 */
const NVGraphMethod nva3_3d_state[] = {
    NV_STATE(0x1120, 9), NV_STATE(0x1160, 32), NV_STATE(0x1418, 1),
    NV_STATE(0x15c4, 2), NV_STATE(0x169c, 2), NV_STATE(0x1880, 32),
    NV_STATE(0x1928, 1), NV_STATE(0x1944, 1), NV_STATE(0x1960, 1),
    NV_STATE(0x1b3c, 32), NV_STATE(0x1c00, 135), NV_STATE(0x1e20, 7),
    NV_STATE(0x1e40, 7), NV_STATE(0x1e60, 7), NV_STATE(0x1e80, 7),
    NV_STATE(0x1ea0, 7), NV_STATE(0x1ec0, 7), NV_STATE(0x1ee0, 7),
    NV_STATE(0x1f00, 64),
    { }
};

/* Compute objects, 0x50c0 and 0x85c0 */
const NVGraphMethod nv50_compute_state[] = {
    NV_STATE(0x01a0, 1), NV_STATE(0x01b8, 6), NV_STATE(0x0200, 68),
    NV_STATE(0x032c, 15), NV_STATE(0x036c, 31), NV_STATE(0x0400, 5),
    NV_STATE(0x0420, 5), NV_STATE(0x0440, 5), NV_STATE(0x0460, 5),
    NV_STATE(0x0480, 5), NV_STATE(0x04a0, 5), NV_STATE(0x04c0, 5),
    NV_STATE(0x04e0, 5), NV_STATE(0x0500, 5), NV_STATE(0x0520, 5),
    NV_STATE(0x0540, 5), NV_STATE(0x0560, 5), NV_STATE(0x0580, 5),
    NV_STATE(0x05a0, 5), NV_STATE(0x05c0, 5), NV_STATE(0x05e0, 5),
    NV_STATE(0x0600, 80),
    { }
};

/* 0x85c0 */
const NVGraphMethod nva3_compute_state[] = {
    NV_STATE(0x03e8, 1),
    { }
};

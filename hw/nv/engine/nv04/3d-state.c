/*
 * NVIDIA GPU: unused state of 3D objects, NV04:NV50
 *
 * The list of methods is from the register database (graph/nv4_3d.xml,
 * graph/nv10_3d.xml, graph/nv20_3d.xml, graph/nv30-40_3d.xml) and the hardware
 * tests' lists (hwtest's pgraph_class_surf.cc, pgraph_class_d3d56.cc,
 * pgraph_class_celsius.cc and pgraph_class_kelvin.cc); the methods with an
 * effect are in kelvin.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "hw/nv/engine/method.h"

/* 0x0097 and 0x0597 */
const NVGraphMethod nv_mthd_kelvin_state[] = {
    NV_STATE(0x0108, 3), NV_STATE(0x0120, 5), NV_STATE(0x0184, 2),
    NV_STATE(0x0190, 1), NV_STATE(0x019c, 2), NV_STATE(0x01ac, 2),
    NV_STATE(0x0224, 5), NV_STATE(0x0260, 8), NV_STATE(0x0288, 9),
    NV_STATE(0x02b4, 1), NV_STATE(0x02c0, 59), NV_STATE(0x03b4, 19),
    NV_STATE(0x0420, 4), NV_STATE(0x043c, 2), NV_STATE(0x0480, 208),
    NV_STATE(0x0840, 64), NV_STATE(0x09c0, 5), NV_STATE(0x09e0, 8),
    NV_STATE(0x0a0c, 2), NV_STATE(0x0a1c, 2), NV_STATE(0x0a30, 9),
    NV_STATE(0x0a60, 37), NV_STATE(0x0b00, 65), NV_STATE(0x0c0c, 1),
    NV_STATE(0x0c18, 1), NV_STATE(0x0c40, 1), NV_STATE(0x0c4c, 1),
    NV_STATE(0x0c58, 1), NV_STATE(0x0c80, 2), NV_STATE(0x0c8c, 2),
    NV_STATE(0x0c98, 2), NV_STATE(0x0cc0, 9), NV_STATE(0x0d00, 10),
    NV_STATE(0x0d40, 11), NV_STATE(0x0d80, 12), NV_STATE(0x0dc0, 13),
    NV_STATE(0x1000, 1), NV_STATE(0x100c, 1), NV_STATE(0x1018, 1),
    NV_STATE(0x1024, 2), NV_STATE(0x1034, 1), NV_STATE(0x1040, 8),
    NV_STATE(0x1068, 3), NV_STATE(0x1080, 1), NV_STATE(0x108c, 1),
    NV_STATE(0x1098, 1), NV_STATE(0x10a4, 2), NV_STATE(0x10b4, 1),
    NV_STATE(0x10c0, 8), NV_STATE(0x10e8, 3), NV_STATE(0x1100, 2),
    NV_STATE(0x110c, 2), NV_STATE(0x1118, 2), NV_STATE(0x1124, 3),
    NV_STATE(0x1134, 2), NV_STATE(0x1140, 9), NV_STATE(0x1168, 3),
    NV_STATE(0x1180, 29), NV_STATE(0x1200, 30), NV_STATE(0x1280, 31),
    NV_STATE(0x1300, 65), NV_STATE(0x1478, 37), NV_STATE(0x1510, 11),
    NV_STATE(0x1540, 3), NV_STATE(0x1550, 50), NV_STATE(0x161c, 2),
    NV_STATE(0x162c, 2), NV_STATE(0x1638, 2), NV_STATE(0x1644, 2),
    NV_STATE(0x1654, 1), NV_STATE(0x1698, 4), NV_STATE(0x16b0, 9),
    NV_STATE(0x16e0, 1), NV_STATE(0x16f0, 1), NV_STATE(0x1700, 1),
    NV_STATE(0x1710, 37), NV_STATE(0x17ac, 2), NV_STATE(0x17bc, 3),
    NV_STATE(0x17d4, 1), NV_STATE(0x17e0, 7), NV_STATE(0x1800, 1),
    NV_STATE(0x1808, 1), NV_STATE(0x1810, 1), NV_STATE(0x1818, 5),
    NV_STATE(0x1880, 17), NV_STATE(0x18c8, 7), NV_STATE(0x18e8, 103),
    NV_STATE(0x1a88, 1), NV_STATE(0x1a90, 13), NV_STATE(0x1acc, 19),
    NV_STATE(0x1b1c, 7), NV_STATE(0x1b40, 6), NV_STATE(0x1b5c, 15),
    NV_STATE(0x1b9c, 15), NV_STATE(0x1bdc, 9), NV_STATE(0x1d64, 2),
    NV_STATE(0x1d78, 5), NV_STATE(0x1da0, 3), NV_STATE(0x1dbc, 5),
    NV_STATE(0x1de0, 7), NV_STATE(0x1e00, 25), NV_STATE(0x1e68, 16),
    { }
};

/* 0x0397, 0x0497, 0x0697 and 0x3597 */
const NVGraphMethod nv_mthd_rankine_state[] = {
    NV_STATE(0x0108, 3), NV_STATE(0x0120, 5), NV_STATE(0x0184, 4),
    NV_STATE(0x019c, 2), NV_STATE(0x01ac, 2), NV_STATE(0x0218, 18),
    NV_STATE(0x02b8, 53), NV_STATE(0x0390, 5), NV_STATE(0x03b0, 5),
    NV_STATE(0x0400, 49), NV_STATE(0x0500, 2), NV_STATE(0x0540, 3),
    NV_STATE(0x0580, 12), NV_STATE(0x05c0, 1), NV_STATE(0x0600, 2),
    NV_STATE(0x0640, 3), NV_STATE(0x0680, 144), NV_STATE(0x08c8, 5),
    NV_STATE(0x08e4, 13), NV_STATE(0x0920, 6), NV_STATE(0x0940, 6),
    NV_STATE(0x0960, 6), NV_STATE(0x0980, 6), NV_STATE(0x09a0, 6),
    NV_STATE(0x09c0, 6), NV_STATE(0x09e0, 6), NV_STATE(0x0a08, 3),
    NV_STATE(0x0a20, 1), NV_STATE(0x0a30, 1), NV_STATE(0x0a40, 2),
    NV_STATE(0x0a4c, 2), NV_STATE(0x0a60, 56), NV_STATE(0x0b80, 33),
    NV_STATE(0x0c0c, 1), NV_STATE(0x0c18, 1), NV_STATE(0x0c40, 1),
    NV_STATE(0x0c4c, 1), NV_STATE(0x0c58, 1), NV_STATE(0x0c80, 2),
    NV_STATE(0x0c8c, 2), NV_STATE(0x0c98, 2), NV_STATE(0x0cc0, 9),
    NV_STATE(0x0d00, 10), NV_STATE(0x0d40, 11), NV_STATE(0x0d80, 12),
    NV_STATE(0x0dc0, 13), NV_STATE(0x0e00, 1), NV_STATE(0x0e10, 1),
    NV_STATE(0x0e20, 1), NV_STATE(0x0e30, 1), NV_STATE(0x0e40, 1),
    NV_STATE(0x0e50, 1), NV_STATE(0x0e60, 1), NV_STATE(0x0e70, 1),
    NV_STATE(0x0e80, 2), NV_STATE(0x0e90, 2), NV_STATE(0x0ea0, 2),
    NV_STATE(0x0eb0, 2), NV_STATE(0x0ec0, 3), NV_STATE(0x0ed0, 3),
    NV_STATE(0x0ee0, 3), NV_STATE(0x0ef0, 3), NV_STATE(0x0f00, 68),
    NV_STATE(0x1018, 1), NV_STATE(0x1024, 2), NV_STATE(0x1034, 1),
    NV_STATE(0x1040, 1), NV_STATE(0x104c, 1), NV_STATE(0x1058, 1),
    NV_STATE(0x1064, 2), NV_STATE(0x1074, 1), NV_STATE(0x1080, 2),
    NV_STATE(0x108c, 2), NV_STATE(0x1098, 2), NV_STATE(0x10a4, 3),
    NV_STATE(0x10b4, 2), NV_STATE(0x10c0, 84), NV_STATE(0x1218, 2),
    NV_STATE(0x1228, 3), NV_STATE(0x1240, 4), NV_STATE(0x1258, 2),
    NV_STATE(0x1268, 3), NV_STATE(0x1280, 5), NV_STATE(0x1298, 3),
    NV_STATE(0x12a8, 3), NV_STATE(0x12c0, 13), NV_STATE(0x1300, 14),
    NV_STATE(0x1340, 15), NV_STATE(0x1380, 38), NV_STATE(0x1420, 4),
    NV_STATE(0x143c, 2), NV_STATE(0x1450, 4), NV_STATE(0x1478, 37),
    NV_STATE(0x1510, 3), NV_STATE(0x1520, 3), NV_STATE(0x1530, 3),
    NV_STATE(0x1540, 3), NV_STATE(0x1550, 3), NV_STATE(0x1560, 3),
    NV_STATE(0x1570, 3), NV_STATE(0x1580, 1), NV_STATE(0x1588, 1),
    NV_STATE(0x1590, 3), NV_STATE(0x15a0, 3), NV_STATE(0x15b0, 3),
    NV_STATE(0x15c0, 1), NV_STATE(0x15cc, 4), NV_STATE(0x15e0, 3),
    NV_STATE(0x15f0, 3), NV_STATE(0x1600, 25), NV_STATE(0x1680, 16),
    NV_STATE(0x16d0, 1), NV_STATE(0x16e0, 1), NV_STATE(0x16f0, 1),
    NV_STATE(0x1700, 1), NV_STATE(0x1710, 4), NV_STATE(0x1740, 16),
    NV_STATE(0x17a0, 1), NV_STATE(0x17b0, 1), NV_STATE(0x17c0, 1),
    NV_STATE(0x17d0, 1), NV_STATE(0x17e0, 1), NV_STATE(0x180c, 46),
    NV_STATE(0x18c8, 7), NV_STATE(0x18e8, 231), NV_STATE(0x1c88, 1),
    NV_STATE(0x1c90, 13), NV_STATE(0x1ccc, 29), NV_STATE(0x1d60, 3),
    NV_STATE(0x1d78, 5), NV_STATE(0x1da0, 12), NV_STATE(0x1e20, 6),
    NV_STATE(0x1e40, 25), NV_STATE(0x1ec0, 11), NV_STATE(0x1efc, 49),
    { }
};

/* 0x4097 and 0x4497 */
const NVGraphMethod nv_mthd_curie_state[] = {
    NV_STATE(0x0108, 3), NV_STATE(0x0120, 5), NV_STATE(0x0184, 4),
    NV_STATE(0x019c, 2), NV_STATE(0x01ac, 4), NV_STATE(0x0218, 5),
    NV_STATE(0x0234, 3), NV_STATE(0x0260, 12), NV_STATE(0x02b8, 54),
    NV_STATE(0x0394, 2), NV_STATE(0x03b0, 1), NV_STATE(0x03b8, 2),
    NV_STATE(0x08cc, 4), NV_STATE(0x08e0, 2), NV_STATE(0x0900, 32),
    NV_STATE(0x0a0c, 1), NV_STATE(0x0a1c, 2), NV_STATE(0x0a30, 1),
    NV_STATE(0x0a60, 66), NV_STATE(0x0b80, 32), NV_STATE(0x1428, 5),
    NV_STATE(0x1450, 2), NV_STATE(0x145c, 1), NV_STATE(0x1478, 37),
    NV_STATE(0x1510, 3), NV_STATE(0x1520, 3), NV_STATE(0x1530, 3),
    NV_STATE(0x1540, 3), NV_STATE(0x1550, 3), NV_STATE(0x1560, 3),
    NV_STATE(0x1570, 3), NV_STATE(0x1580, 1), NV_STATE(0x1588, 1),
    NV_STATE(0x1590, 3), NV_STATE(0x15a0, 3), NV_STATE(0x15b0, 3),
    NV_STATE(0x15c0, 1), NV_STATE(0x15cc, 4), NV_STATE(0x15e0, 3),
    NV_STATE(0x15f0, 3), NV_STATE(0x1680, 16), NV_STATE(0x1710, 4),
    NV_STATE(0x1738, 18), NV_STATE(0x1804, 1), NV_STATE(0x180c, 46),
    NV_STATE(0x18c8, 7), NV_STATE(0x18e8, 231), NV_STATE(0x1c88, 1),
    NV_STATE(0x1c90, 13), NV_STATE(0x1ccc, 29), NV_STATE(0x1d60, 2),
    NV_STATE(0x1d78, 5), NV_STATE(0x1da0, 12), NV_STATE(0x1e40, 16),
    NV_STATE(0x1e94, 7), NV_STATE(0x1ee0, 40), NV_STATE(0x1fc0, 15),
    { }
};

/* 0x0056, 0x0096, 0x0098 and 0x0099 */
const NVGraphMethod nv_mthd_celsius_state[] = {
    NV_STATE(0x0108, 4), NV_STATE(0x0120, 5), NV_STATE(0x0184, 6),
    NV_STATE(0x01ac, 2), NV_STATE(0x0200, 240), NV_STATE(0x0600, 39),
    NV_STATE(0x06a0, 8), NV_STATE(0x06c4, 3), NV_STATE(0x06e8, 16),
    NV_STATE(0x0800, 29), NV_STATE(0x0880, 29), NV_STATE(0x0900, 29),
    NV_STATE(0x0980, 30), NV_STATE(0x0a00, 31), NV_STATE(0x0a80, 99),
    NV_STATE(0x0c10, 11), NV_STATE(0x0c40, 2), NV_STATE(0x0c50, 19),
    NV_STATE(0x0ca0, 9), NV_STATE(0x0cc8, 8), NV_STATE(0x0cec, 23),
    NV_STATE(0x0d54, 13), NV_STATE(0x0e00, 128), NV_STATE(0x1100, 64),
    NV_STATE(0x1400, 128), NV_STATE(0x1658, 1), NV_STATE(0x1800, 512),
    { }
};

/* --- Before NV20: all methods ------------------------------------------- */

#define NV_DRAW(_mthd, _count) \
    { .name = "DRAW", .mthd = (_mthd), .count = (_count), \
      .set = nv_graph_draw_nothing }

const NVGraphMethod nv_mthd_celsius[] = {
    NV_DRAW(0x0dfc, 1), NV_DRAW(0x10fc, 1), NV_DRAW(0x13fc, 1),
    NV_DRAW(0x17fc, 1),
    { }
};

const NVGraphMethod nv_mthd_surf3d_nv4[] = {
    NV_STATE(0x0184, 2), NV_STATE(0x02f8, 7),
    { }
};

const NVGraphMethod nv_mthd_d3d5[] = {
    NV_STATE(0x0184, 3), NV_STATE(0x0300, 7), NV_STATE(0x0400, 128),
    NV_DRAW(0x0600, 64),
    { }
};

const NVGraphMethod nv_mthd_d3d6[] = {
    NV_STATE(0x0184, 3), NV_STATE(0x0308, 8), NV_STATE(0x032c, 8),
    NV_STATE(0x0400, 80), NV_DRAW(0x0540, 48),
    { }
};

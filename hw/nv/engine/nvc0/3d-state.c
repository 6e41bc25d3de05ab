/*
 * NVIDIA GPU: unused state of 3D and compute objects, NVC0+
 *
 * The list of methods is from the register database (graph/gf100_3d.xml,
 * graph/gf100_compute.xml) and the class headers 9097 to A097, 90C0 to A0C0;
 * the methods with an effect are in 3d.c and i2m.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/graph-regs-nv50.h"

/* SPECIFIC and ENTRY */
#define NVC0_FLUSH_MASK 0x03fffff1

static uint8_t nvc0_check_flush(uint32_t val)
{
    return val & ~NVC0_FLUSH_MASK ? NV50_DATA_INVALID_BITFIELD : NV50_DATA_OK;
}

/* No cache is modelled. */
static void nvc0_flush(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                       uint32_t val)
{
}

/* mthd 0x2384: SET_CONSTANT_BUFFER_SELECTOR_B, as a GK208 has: tests/record */
static uint8_t nvc0_check_constants_high(uint32_t val)
{
    return val & ~0xffu ? NV50_DATA_INVALID_BITFIELD : NV50_DATA_OK;
}

#define NVC0_CONSTANTS \
    NV_STATE(0x2380, 1), \
    { .name = "STATE", .mthd = 0x2384, .check = nvc0_check_constants_high, \
      .set = nvc0_flush }, \
    NV_STATE(0x2388, 18)

/* TSC_FLUSH and TIC_FLUSH, whose parameter a GF108 has checked: tests/record */
#define NVC0_FLUSH \
    { .name = "FLUSH", .mthd = 0x1330, .count = 2, \
      .check = nvc0_check_flush, .set = nvc0_flush }

const NVGraphMethod nvc0_3d_state[] = {
    NV_STATE(0x0200, 61), NV_STATE(0x02f8, 3), NV_STATE(0x0308, 35),
    NV_STATE(0x03a0, 5), NV_STATE(0x03c0, 5), NV_STATE(0x03e0, 5),
    NV_STATE(0x0400, 195), NV_STATE(0x0710, 3), NV_STATE(0x0720, 3),
    NV_STATE(0x0730, 3), NV_STATE(0x0740, 6), NV_STATE(0x075c, 20),
    NV_STATE(0x07b0, 19), NV_STATE(0x0824, 1), NV_STATE(0x0864, 1),
    NV_STATE(0x08a4, 1), NV_STATE(0x08e4, 1), NV_STATE(0x0924, 1),
    NV_STATE(0x0964, 1), NV_STATE(0x09a4, 1), NV_STATE(0x09e4, 1),
    NV_STATE(0x0a00, 6), NV_STATE(0x0a20, 6), NV_STATE(0x0a40, 6),
    NV_STATE(0x0a60, 6), NV_STATE(0x0a80, 6), NV_STATE(0x0aa0, 6),
    NV_STATE(0x0ac0, 6), NV_STATE(0x0ae0, 6), NV_STATE(0x0b00, 6),
    NV_STATE(0x0b20, 6), NV_STATE(0x0b40, 6), NV_STATE(0x0b60, 6),
    NV_STATE(0x0b80, 6), NV_STATE(0x0ba0, 6), NV_STATE(0x0bc0, 6),
    NV_STATE(0x0be0, 6), NV_STATE(0x0c08, 89), NV_STATE(0x0d74, 1),
    NV_STATE(0x0d7c, 1), NV_STATE(0x0d94, 1), NV_STATE(0x0d9c, 1),
    NV_STATE(0x0dac, 9), NV_STATE(0x0dd8, 2), NV_STATE(0x0de4, 3),
    NV_STATE(0x0df4, 3), NV_STATE(0x0e10, 3), NV_STATE(0x0e20, 3),
    NV_STATE(0x0e30, 3), NV_STATE(0x0e40, 3), NV_STATE(0x0e50, 3),
    NV_STATE(0x0e60, 3), NV_STATE(0x0e70, 3), NV_STATE(0x0e80, 3),
    NV_STATE(0x0e90, 3), NV_STATE(0x0ea0, 3), NV_STATE(0x0eb0, 3),
    NV_STATE(0x0ec0, 3), NV_STATE(0x0ed0, 3), NV_STATE(0x0ee0, 3),
    NV_STATE(0x0ef0, 3), NV_STATE(0x0f00, 4), NV_STATE(0x0f54, 3),
    NV_STATE(0x0f84, 4), NV_STATE(0x0f98, 3), NV_STATE(0x0fac, 2),
    NV_STATE(0x0fbc, 6), NV_STATE(0x0fdc, 1), NV_STATE(0x1000, 5),
    NV_STATE(0x1018, 4), NV_STATE(0x1040, 16), NV_STATE(0x10cc, 1),
    NV_STATE(0x10e0, 6), NV_STATE(0x10fc, 1), NV_STATE(0x110c, 4),
    NV_STATE(0x1120, 4), NV_STATE(0x1140, 2), NV_STATE(0x114c, 37),
    NV_STATE(0x121c, 2), NV_STATE(0x1234, 1), NV_STATE(0x1280, 3),
    NV_STATE(0x1290, 1), NV_STATE(0x12a4, 1), NV_STATE(0x12ac, 1),
    NV_STATE(0x12c8, 10), NV_STATE(0x1300, 1), NV_STATE(0x1308, 9),
    NVC0_FLUSH, NV_STATE(0x1338, 26), NV_STATE(0x13a4, 5), NV_STATE(0x1418, 1),
    NV_STATE(0x1420, 8), NV_STATE(0x1444, 5), NV_STATE(0x1464, 1),
    NV_STATE(0x1500, 5), NV_STATE(0x1518, 3), NV_STATE(0x1534, 1),
    NV_STATE(0x153c, 1), NV_STATE(0x155c, 3), NV_STATE(0x156c, 5),
    NV_STATE(0x1590, 6), NV_STATE(0x15b4, 3), NV_STATE(0x15c8, 2),
    NV_STATE(0x15e4, 1), NV_STATE(0x15f8, 7), NV_STATE(0x161c, 3),
    NV_STATE(0x162c, 1), NV_STATE(0x1634, 3), NV_STATE(0x1644, 3),
    NV_STATE(0x1658, 2), NV_STATE(0x1664, 12), NV_STATE(0x169c, 4),
    NV_STATE(0x16b4, 1), NV_STATE(0x1700, 32), NV_STATE(0x1790, 2),
    NV_STATE(0x17bc, 9), NV_STATE(0x187c, 33),
    NV_STATE(0x1910, 1), NV_STATE(0x1918, 4), NV_STATE(0x192c, 2),
    NV_STATE(0x193c, 2), NV_STATE(0x1948, 3),
    NV_STATE(0x1958, 1), NV_STATE(0x1968, 3),
    NV_STATE(0x1978, 4), NV_STATE(0x19bc, 5), NV_STATE(0x19d4, 1),
    NV_STATE(0x19e0, 16), NV_STATE(0x1a24, 1), NV_STATE(0x1a2c, 5),
    NV_STATE(0x1c00, 135), NV_STATE(0x1e20, 7), NV_STATE(0x1e40, 7),
    NV_STATE(0x1e60, 7), NV_STATE(0x1e80, 7), NV_STATE(0x1ea0, 7),
    NV_STATE(0x1ec0, 7), NV_STATE(0x1ee0, 7), NV_STATE(0x1f00, 73),
    NV_STATE(0x2040, 9), NV_STATE(0x2080, 9), NV_STATE(0x20c0, 9),
    NV_STATE(0x2100, 9), NV_STATE(0x2140, 9), NV_STATE(0x2200, 3),
    NV_STATE(0x2210, 3), NV_STATE(0x2220, 3), NV_STATE(0x2230, 3),
    NV_STATE(0x2240, 3), NVC0_CONSTANTS, NV_STATE(0x2400, 5),
    NV_STATE(0x2420, 5), NV_STATE(0x2440, 5), NV_STATE(0x2460, 5),
    NV_STATE(0x2480, 5), NV_STATE(0x2500, 5), NV_STATE(0x2520, 5),
    NV_STATE(0x2540, 5), NV_STATE(0x2560, 5), NV_STATE(0x2580, 5),
    NV_STATE(0x2600, 1), NV_STATE(0x2700, 6), NV_STATE(0x2720, 6),
    NV_STATE(0x2740, 6), NV_STATE(0x2760, 6), NV_STATE(0x2780, 6),
    NV_STATE(0x27a0, 6), NV_STATE(0x27c0, 6), NV_STATE(0x27e0, 6),
    NV_STATE(0x2800, 128), NV_STATE(0x335c, 33),
    { }
};

const NVGraphMethod nvc0_compute_state[] = {
    NV_STATE(0x0204, 5), NV_STATE(0x021c, 1), NV_STATE(0x0228, 6),
    NV_STATE(0x0244, 1), NV_STATE(0x024c, 3), NV_STATE(0x028c, 1),
    NV_STATE(0x029c, 2), NV_STATE(0x02c0, 3), NV_STATE(0x02e0, 1),
    NV_STATE(0x0308, 2), NV_STATE(0x0360, 1), NV_STATE(0x036c, 1),
    NV_STATE(0x03ac, 3), NV_STATE(0x0758, 1), NV_STATE(0x077c, 2),
    NV_STATE(0x0790, 5), NV_STATE(0x0a04, 2), NV_STATE(0x0d64, 1),
    NV_STATE(0x0d94, 1), NV_STATE(0x0de4, 1), NV_STATE(0x0f44, 4),
    NV_STATE(0x1004, 1), NV_STATE(0x1040, 12), NV_STATE(0x10f4, 1),
    NV_STATE(0x1234, 1), NV_STATE(0x1288, 1), NV_STATE(0x12ac, 1),
    NVC0_FLUSH, NV_STATE(0x1338, 1), NV_STATE(0x1354, 1), NV_STATE(0x1424, 1),
    NV_STATE(0x1524, 1), NV_STATE(0x155c, 3), NV_STATE(0x1574, 3),
    NV_STATE(0x1608, 2), NV_STATE(0x1664, 1), NV_STATE(0x1690, 3),
    NV_STATE(0x1930, 1), NV_STATE(0x1944, 1), NV_STATE(0x1a24, 1),
    NV_STATE(0x1a2c, 5), NVC0_CONSTANTS, NV_STATE(0x2700, 6),
    NV_STATE(0x2720, 6), NV_STATE(0x2740, 6), NV_STATE(0x2760, 6),
    NV_STATE(0x2780, 6), NV_STATE(0x27a0, 6), NV_STATE(0x27c0, 6),
    NV_STATE(0x27e0, 6), NV_STATE(0x335c, 33),
    { }
};

/* What 0xa097 has in addition to those before it */
const NVGraphMethod nve4_3d_state[] = {
    NV_STATE(0x07ac, 1), NV_STATE(0x07fc, 1), NV_STATE(0x0d98, 1),
    NV_STATE(0x0da4, 1), NV_STATE(0x2604, 3),
    { }
};

/* And 0xa197 */
const NVGraphMethod nvf0_3d_state[] = {
    NV_STATE(0x02c4, 1), NV_STATE(0x0ddc, 1),
    { }
};

/* And 0xb097: its class header, and what nouveau writes (ctxgm107.c) */
const NVGraphMethod nv117_3d_state[] = {
    NV_STATE(0x02f4, 1), NV_STATE(0x0da8, 1), NV_STATE(0x0dd0, 2),
    NV_STATE(0x0df0, 2), NV_STATE(0x0f10, 2), NV_STATE(0x0f40, 5),
    NV_STATE(0x0f60, 5), NV_STATE(0x0ffc, 1), NV_STATE(0x1080, 10),
    NV_STATE(0x1108, 1), NV_STATE(0x1480, 3), NV_STATE(0x1490, 3),
    NV_STATE(0x14a0, 3), NV_STATE(0x14b0, 3), NV_STATE(0x14c0, 3),
    NV_STATE(0x14d0, 3), NV_STATE(0x14e0, 3), NV_STATE(0x14f0, 3),
    { }
};

const NVGraphMethod nve4_compute_state[] = {
    NV_STATE(0x0210, 2), NV_STATE(0x021c, 1), NV_STATE(0x0240, 3),
    NV_STATE(0x0274, 6), NV_STATE(0x0290, 1), NV_STATE(0x02b0, 1),
    NV_STATE(0x02e4, 6), NV_STATE(0x0310, 1), NV_STATE(0x077c, 1),
    NV_STATE(0x0790, 2), NV_STATE(0x0d94, 1), NV_STATE(0x0de4, 1),
    NV_STATE(0x0f44, 4), NV_STATE(0x1040, 12), NV_STATE(0x1288, 1),
    NVC0_FLUSH, NV_STATE(0x1338, 1), NV_STATE(0x1424, 1),
    NV_STATE(0x155c, 3), NV_STATE(0x1574, 3), NV_STATE(0x1608, 2),
    NV_STATE(0x1690, 1), NV_STATE(0x1698, 1), NV_STATE(0x1a2c, 5),
    NV_STATE(0x2608, 2), NV_STATE(0x335c, 33),
    { }
};

/* What 0xa1c0 has in addition */
const NVGraphMethod nvf0_compute_state[] = {
    NV_STATE(0x0200, 4), NV_STATE(0x02c4, 1), NV_STATE(0x12a8, 1),
    { }
};

/* And 0xb0c0 */
const NVGraphMethod nv117_compute_state[] = {
    NV_STATE(0x0218, 1),
    { }
};

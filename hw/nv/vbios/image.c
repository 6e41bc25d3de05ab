/*
 * NVIDIA GPU: the built-in VBIOS: an image under construction
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

uint32_t nv_vbios_alloc(NVVbios *bios, uint32_t len, uint32_t align)
{
    uint32_t offset = ROUND_UP(bios->end, align);

    assert(offset + len <= NV_VBIOS_SIZE);
    bios->end = offset + len;
    return offset;
}

void nv_vbios_fix_checksum(uint8_t *data, uint32_t len, uint32_t at)
{
    uint8_t sum = 0;

    data[at] = 0;
    for (uint32_t i = 0; i < len; i++) {
        sum += data[i];
    }
    data[at] = -sum;
}

uint8_t nv_vbios_chip(const NVVbios *bios)
{
    return g_ascii_strtoull(bios->chip->name + strlen("nv"), NULL, 16);
}

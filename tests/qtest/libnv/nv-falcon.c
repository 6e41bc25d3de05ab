/*
 * Tests of the NVIDIA GPU: falcons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-falcon.h"

/* Of CODE_INDEX and DATA_INDEX */
#define WRITE_AUTOINCR 0x01000000

uint32_t nv_falcon_rd32(NVDev *nv, uint32_t falcon, uint32_t reg)
{
    return nv_rd32(nv, falcon + reg);
}

void nv_falcon_wr32(NVDev *nv, uint32_t falcon, uint32_t reg, uint32_t val)
{
    nv_wr32(nv, falcon + reg, val);
}

void nv_falcon_data(NVDev *nv, uint32_t falcon, uint32_t addr,
                    const uint32_t *words, unsigned count)
{
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_DATA_INDEX, WRITE_AUTOINCR | addr);
    for (unsigned i = 0; i < count; i++) {
        nv_falcon_wr32(nv, falcon, A_NV_FALCON_DATA, words[i]);
    }
}

uint32_t nv_falcon_data_rd32(NVDev *nv, uint32_t falcon, uint32_t addr)
{
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_DATA_INDEX, addr);
    return nv_falcon_rd32(nv, falcon, A_NV_FALCON_DATA);
}

void nv_falcon_code(NVDev *nv, uint32_t falcon, const uint8_t *code,
                    unsigned size)
{
    unsigned words = ROUND_UP(size, 0x100) / 4;

    nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE_INDEX, WRITE_AUTOINCR);
    for (unsigned i = 0; i < words; i++) {
        uint8_t word[4] = { };

        if (i % 0x40 == 0) {
            nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE_VIRT, i / 0x40);
        }
        if (i * 4 < size) {
            memcpy(word, code + i * 4, MIN(4, size - i * 4));
        }
        nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE, ldl_le_p(word));
    }
}

void nv_falcon_start(NVDev *nv, uint32_t falcon, uint32_t entry)
{
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_UC_ENTRY, entry);
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_UC_CTRL, 2);
}

void nv_falcon_wait(NVDev *nv, uint32_t falcon, uint32_t busy)
{
    for (unsigned i = 0; i < 10000; i++) {
        if (!(nv_falcon_rd32(nv, falcon, A_NV_FALCON_STATUS) & busy)) {
            return;
        }
        nv_clock_step(nv, 100 * 1000);
    }
    nv_fail("falcon 0x%06x: STATUS stays busy", falcon);
}

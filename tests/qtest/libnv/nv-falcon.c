/*
 * Tests of the NVIDIA GPU: falcons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/bus-regs.h"
#include "nv-falcon.h"

/* Of CODE_INDEX and DATA_INDEX */
#define WRITE_AUTOINCR 0x01000000

/* Of PMC.ENABLE, NVC0+ */
#define PMC_PDAEMON 0x00002000

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

void nv_falcon_code_page(NVDev *nv, uint32_t falcon, uint32_t page,
                         uint32_t virt, const uint8_t *code, unsigned size)
{
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE_INDEX,
                   WRITE_AUTOINCR | page * NV_FALCON_PAGE);
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE_VIRT, virt);
    for (unsigned i = 0; i < NV_FALCON_PAGE; i += 4) {
        uint8_t word[4] = { };

        if (i < size) {
            memcpy(word, code + i, MIN(4, size - i));
        }
        nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE, ldl_le_p(word));
    }
}

void nv_falcon_code(NVDev *nv, uint32_t falcon, const uint8_t *code,
                    unsigned size)
{
    for (unsigned at = 0; at < size; at += NV_FALCON_PAGE) {
        uint32_t page = at / NV_FALCON_PAGE;

        nv_falcon_code_page(nv, falcon, page, page, code + at,
                            MIN(NV_FALCON_PAGE, size - at));
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

/* --- PDAEMON ---------------------------------------------------------- */

void nv_pdaemon_enable(NVDev *nv, bool on)
{
    if (nv_card_is_fermi(nv->card)) {
        nv_mask(nv, A_NV_PMC_ENABLE, PMC_PDAEMON, on ? PMC_PDAEMON : 0);
    } else {
        nv_wr32(nv, A_NV_PDAEMON_ENABLE, on);
    }
}

bool nv_pdaemon_unshifted(NVDev *nv)
{
    return nv->card->features & (NV_CARD_EVO_NVD9 | NV_CARD_NVE4);
}

void nv_pdaemon_load(NVDev *nv, const uint8_t *code, unsigned size)
{
    nv_pdaemon_enable(nv, false);
    nv_pdaemon_enable(nv, true);
    nv_falcon_code(nv, NV_PDAEMON, code, size);
}

void nv_pdaemon_finish(NVDev *nv)
{
    nv_falcon_start(nv, NV_PDAEMON, 0);
    for (unsigned i = 0; i < 100; i++) {
        if (nv_falcon_rd32(nv, NV_PDAEMON, A_NV_FALCON_UC_CTRL) &
            R_NV_FALCON_UC_CTRL_STOPPED_MASK) {
            return;
        }
        nv_clock_step(nv, 1000 * 1000);
    }
    nv_fail("the program doesn't end");
}

void nv_pdaemon_run(NVDev *nv, const uint8_t *code, unsigned size)
{
    nv_pdaemon_load(nv, code, size);
    nv_pdaemon_finish(nv);
}

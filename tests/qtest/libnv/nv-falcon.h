/*
 * Tests of the NVIDIA GPU: falcons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_FALCON_H
#define LIBNV_NV_FALCON_H

#include "hw/nv/falcon-regs.h"
#include "nv-gpu.h"

#define NV_PCOPY 0x104000
#define NV_PDAEMON 0x10a000

/* Type of a port of the memory interface, with its enable */
#define NV_PORT_DMAOBJ 0x40000000
#define NV_PORT_VRAM 0x44000000
#define NV_PORT_SYSRAM 0x45000000
/* NVC0+, which has no enable */
#define NV_PORT_NVC0_VRAM 4

/* Registers of a falcon by their offset */
uint32_t nv_falcon_rd32(NVDev *nv, uint32_t falcon, uint32_t reg);
void nv_falcon_wr32(NVDev *nv, uint32_t falcon, uint32_t reg, uint32_t val);

/** nv_falcon_data: fill data from @addr on, as nvkm_falcon_init() does */
void nv_falcon_data(NVDev *nv, uint32_t falcon, uint32_t addr,
                    const uint32_t *words, unsigned count);

/** nv_falcon_data_rd32: a word of data */
uint32_t nv_falcon_data_rd32(NVDev *nv, uint32_t falcon, uint32_t addr);

/** Bytes of a page of code */
#define NV_FALCON_PAGE 0x100

/**
 * nv_falcon_code_page: upload a page of code
 * @nv, @falcon: the card, and where the falcon's registers are
 * @page: the page of physical memory
 * @virt: the page at which the program finds it
 * @code, @size: what is uploaded; the rest is 0
 */
void nv_falcon_code_page(NVDev *nv, uint32_t falcon, uint32_t page,
                         uint32_t virt, const uint8_t *code, unsigned size);

/** nv_falcon_code: upload code to physical address 0, mapped one to one */
void nv_falcon_code(NVDev *nv, uint32_t falcon, const uint8_t *code,
                    unsigned size);

/** nv_falcon_start: start it at an address */
void nv_falcon_start(NVDev *nv, uint32_t falcon, uint32_t entry);

/** nv_falcon_wait: let time pass until STATUS has no bit of @busy */
void nv_falcon_wait(NVDev *nv, uint32_t falcon, uint32_t busy);

/* --- PDAEMON ---------------------------------------------------------- */

/** nv_pdaemon_enable: gt215_pmu_reset(), gf100_pmu_reset(): off resets it */
void nv_pdaemon_enable(NVDev *nv, bool on);

/** nv_pdaemon_unshifted: from GF119 on ports are registers' offsets */
bool nv_pdaemon_unshifted(NVDev *nv);

/** nv_pdaemon_load: reset it and upload a program */
void nv_pdaemon_load(NVDev *nv, const uint8_t *code, unsigned size);

/** nv_pdaemon_finish: let that run up to its exit */
void nv_pdaemon_finish(NVDev *nv);

/** nv_pdaemon_run: both */
void nv_pdaemon_run(NVDev *nv, const uint8_t *code, unsigned size);

#endif /* LIBNV_NV_FALCON_H */

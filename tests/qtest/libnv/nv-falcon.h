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

/** nv_falcon_code: upload code to physical address 0, mapped one to one */
void nv_falcon_code(NVDev *nv, uint32_t falcon, const uint8_t *code,
                    unsigned size);

/** nv_falcon_start: have it begin at an address */
void nv_falcon_start(NVDev *nv, uint32_t falcon, uint32_t entry);

/** nv_falcon_wait: let time pass until STATUS has no bit of @busy */
void nv_falcon_wait(NVDev *nv, uint32_t falcon, uint32_t busy);

#endif /* LIBNV_NV_FALCON_H */

/*
 * Tests of the NVIDIA GPU: instance memory
 *
 * Laid out as Linux' nouveau does it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_INSTMEM_H
#define LIBNV_NV_INSTMEM_H

#include "nv-gpu.h"

#define NV_PRAMIN 0x700000

#define NV_INST_RAMHT 0x10000
#define NV_INST_RAMHT_BITS 12
/* The rest is where nv->card->inst says. */

/** enum NVEngineNumber - engines by their number in RAMHT */
typedef enum NVEngineNumber {
    NV_ENGINE_SW = 0,
    NV_ENGINE_GR = 1,
    NV_ENGINE_MPEG = 2,         /* NV31:NV98, NVA0 */
    NV_ENGINE_PCOPY = 3,        /* GT215 */
    NV_ENGINE_VP2 = 4,          /* NV84:NV98, NVA0 */
    NV_ENGINE_PCIPHER = 5,
    NV_ENGINE_PBSP = 6,
} NVEngineNumber;

/* Words of instance memory, through PRAMIN */
uint32_t nv_inst_rd32(NVDev *nv, uint32_t inst);
void nv_inst_wr32(NVDev *nv, uint32_t inst, uint32_t val);

/* Words of RAMHT and RAMRO, by where a card lets them be accessed */
uint32_t nv_ramht_rd32(NVDev *nv, uint32_t offset);
void nv_ramht_wr32(NVDev *nv, uint32_t offset, uint32_t val);
uint32_t nv_ramro_rd32(NVDev *nv, uint32_t offset);

/* The same of RAMFC, before NV04 */
uint32_t nv_ramfc_rd32(NVDev *nv, uint32_t offset);
void nv_ramfc_wr32(NVDev *nv, uint32_t offset, uint32_t val);

/** nv_inst_alloc: bytes of instance memory, cleared */
uint32_t nv_inst_alloc(NVDev *nv, uint32_t size, uint32_t align);

/** nv_inst_object: make an object, 16 bytes, of a class; returns where it is */
uint32_t nv_inst_object(NVDev *nv, uint32_t class);

/**
 * nv_ramht_hash: the slot at which the search for a handle begins
 * @bits: log2 of RAMHT's number of entries
 */
uint32_t nv_ramht_hash(unsigned bits, unsigned chid, uint32_t handle);

/** nv_ramht_context: RAMHT's word for an object */
uint32_t nv_ramht_context(NVDev *nv, unsigned chid, NVEngineNumber engine,
                          uint32_t inst);

/** nv_ramht_insert: give an object a handle; returns the slot */
uint32_t nv_ramht_insert(NVDev *nv, unsigned chid, uint32_t handle,
                         NVEngineNumber engine, uint32_t inst);

/** nv_ramht_set: write a slot of RAMHT */
void nv_ramht_set(NVDev *nv, uint32_t slot, uint32_t handle,
                  uint32_t context);

/* --- Buffers with a DMA object ---------------------------------------- */

/** enum NVPlace - where a buffer is, and its DMA object's form */
typedef enum NVPlace {
    NV_IN_VRAM,                 /* linear, in video memory */
    NV_IN_RAM,                  /* linear, in the machine's memory */
    NV_IN_GART,                 /* page by page in the machine's memory */
} NVPlace;

/** nv_places: all of them, as data of tests */
extern const NVPlace nv_places[3];

/**
 * struct NVBuf - memory, and the DMA object through which the card sees it
 *
 * @nv: the card
 * @place: where it is
 * @size: in bytes
 * @base: address of the first byte, for what is linear
 * @pages: address of each page, for what isn't; no two follow each other
 * @inst: the DMA object's address in instance memory
 * @va: virtual address, NV_IN_GART on NV50+
 */
typedef struct NVBuf {
    NVDev *nv;
    NVPlace place;
    uint32_t size;
    uint64_t base;
    uint64_t *pages;
    uint32_t inst;
    uint64_t va;
} NVBuf;

/**
 * nv_buf_new: allocate memory and make a DMA object for it
 * @nv: the card
 * @place: where
 * @size: in bytes
 * @class: class of the DMA object: 0x02 read, 0x03 write, 0x3d both
 */
NVBuf *nv_buf_new(NVDev *nv, NVPlace place, uint32_t size, uint32_t class);
void nv_buf_free(NVBuf *buf);

uint32_t nv_buf_rd32(NVBuf *buf, uint32_t offset);
void nv_buf_wr32(NVBuf *buf, uint32_t offset, uint32_t val);
void nv_buf_read(NVBuf *buf, uint32_t offset, void *data, uint32_t size);
void nv_buf_write(NVBuf *buf, uint32_t offset, const void *data,
                  uint32_t size);

/** nv_buf_pte: address in instance memory of the page table entry */
uint32_t nv_buf_pte(NVBuf *buf, uint32_t offset);

/* Flags of a DMA object's first word, nvkm/engine/dma/usernv04.c */
#define NV_DMAOBJ_PT_PRESENT 0x00001000
#define NV_DMAOBJ_LINEAR 0x00002000
#define NV_DMAOBJ_READ_ONLY 0x00004000
#define NV_DMAOBJ_WRITE_ONLY 0x00008000
#define NV_DMAOBJ_VRAM 0x00000000
#define NV_DMAOBJ_VRAM_TILED 0x00010000    /* before NV50 */
#define NV_DMAOBJ_PCI 0x00020000
#define NV_DMAOBJ_AGP 0x00030000

/** nv_dmaobj_linear: make a DMA object; returns where it is */
uint32_t nv_dmaobj_linear(NVDev *nv, uint32_t class, uint32_t target,
                          uint64_t base, uint32_t limit);

#endif /* LIBNV_NV_INSTMEM_H */

/*
 * Tests of the NVIDIA GPU: instance memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-instmem.h"
#include "nv-tesla.h"

uint32_t nv_inst_rd32(NVDev *nv, uint32_t inst)
{
    if (nv_is_tesla(nv)) {
        return nv_phys_rd32(nv, inst);
    }
    return nv_rd32(nv, NV_PRAMIN + inst);
}

void nv_inst_wr32(NVDev *nv, uint32_t inst, uint32_t val)
{
    if (nv_is_tesla(nv)) {
        nv_phys_wr32(nv, inst, val);
        return;
    }
    nv_wr32(nv, NV_PRAMIN + inst, val);
}

/* NV01's windows; the BAR1 of NV03 has instance memory, from its start */
#define NV01_PRAMHT 0x640000
#define NV01_PRAMFC 0x648000
#define NV01_PRAMRO 0x650000
#define NV03_RAMIN 0xc00000
#define NV03_RAMFC 0x1000
#define NV03_RAMRO 0x2000

uint32_t nv_ramht_rd32(NVDev *nv, uint32_t offset)
{
    if (nv->card->features & NV_CARD_NV01) {
        return nv_rd32(nv, NV01_PRAMHT + offset);
    }
    if (nv->card->features & NV_CARD_NV03) {
        return nv_vram_rd32(nv, NV03_RAMIN + offset);
    }
    return nv_inst_rd32(nv, NV_INST_RAMHT + offset);
}

void nv_ramht_wr32(NVDev *nv, uint32_t offset, uint32_t val)
{
    if (nv->card->features & NV_CARD_NV01) {
        nv_wr32(nv, NV01_PRAMHT + offset, val);
    } else if (nv->card->features & NV_CARD_NV03) {
        nv_vram_wr32(nv, NV03_RAMIN + offset, val);
    } else {
        nv_inst_wr32(nv, NV_INST_RAMHT + offset, val);
    }
}

uint32_t nv_ramro_rd32(NVDev *nv, uint32_t offset)
{
    if (nv->card->features & NV_CARD_NV01) {
        return nv_rd32(nv, NV01_PRAMRO + offset);
    }
    if (nv->card->features & NV_CARD_NV03) {
        return nv_vram_rd32(nv, NV03_RAMIN + NV03_RAMRO + offset);
    }
    return nv_inst_rd32(nv, nv->card->inst->ramro + offset);
}

uint32_t nv_ramfc_rd32(NVDev *nv, uint32_t offset)
{
    if (nv->card->features & NV_CARD_NV01) {
        return nv_rd32(nv, NV01_PRAMFC + offset);
    }
    return nv_vram_rd32(nv, NV03_RAMIN + NV03_RAMFC + offset);
}

void nv_ramfc_wr32(NVDev *nv, uint32_t offset, uint32_t val)
{
    if (nv->card->features & NV_CARD_NV01) {
        nv_wr32(nv, NV01_PRAMFC + offset, val);
    } else {
        nv_vram_wr32(nv, NV03_RAMIN + NV03_RAMFC + offset, val);
    }
}

uint32_t nv_inst_alloc(NVDev *nv, uint32_t size, uint32_t align)
{
    uint32_t inst = ROUND_UP(nv->inst_next, align);
    uint32_t end = nv_is_tesla(nv) ? nv->tesla->base + NV_TESLA_SIZE
                                   : nv->card->inst->end;

    nv->inst_next = inst + size;
    g_assert_cmpuint(nv->inst_next, <=, end);
    if (nv_is_tesla(nv)) {
        nv_phys_clear(nv, inst, size);
    } else {
        nv_mem_clear(nv, nv->bar0 + NV_PRAMIN + inst, size);
    }
    return inst;
}

uint32_t nv_inst_object(NVDev *nv, uint32_t class)
{
    uint32_t inst = nv_inst_alloc(nv, 16, 16);

    nv_inst_wr32(nv, inst, class);
    return inst;
}

/* --- RAMHT: nvkm/core/ramht.c ----------------------------------------- */

uint32_t nv_ramht_hash(unsigned bits, unsigned chid, uint32_t handle)
{
    uint32_t hash = 0;

    while (handle) {
        hash ^= handle & ((1 << bits) - 1);
        handle >>= bits;
    }
    return hash ^ chid << (bits - 4);
}

/* nv04_fifo_dma_object_ctor(), nv40_fifo_dma_object_ctor() */
uint32_t nv_ramht_context(NVDev *nv, unsigned chid, NVEngineNumber engine,
                          uint32_t inst)
{
    if (nv_is_tesla(nv)) {
        return engine << 20 | (inst == NV_SW_INST
                               ? inst >> 4 : nv_tesla_offset(nv, chid, inst));
    }
    if (nv->card->features & NV_CARD_NV40) {
        return chid << 23 | engine << 20 | inst >> 4;
    }
    return 0x80000000 | chid << 24 | engine << 16 | inst >> 4;
}

void nv_ramht_set(NVDev *nv, uint32_t slot, uint32_t handle, uint32_t context)
{
    nv_inst_wr32(nv, NV_INST_RAMHT + slot * 8, handle);
    nv_inst_wr32(nv, NV_INST_RAMHT + slot * 8 + 4, context);
}

uint32_t nv_ramht_insert(NVDev *nv, unsigned chid, uint32_t handle,
                         NVEngineNumber engine, uint32_t inst)
{
    uint32_t mask = (1 << NV_INST_RAMHT_BITS) - 1;
    uint32_t slot = nv_ramht_hash(NV_INST_RAMHT_BITS, chid, handle) & mask;

    if (nv_is_tesla(nv)) {
        return nv_tesla_ramht_insert(nv, chid, handle,
                                     nv_ramht_context(nv, chid, engine,
                                                      inst));
    }
    while (nv_inst_rd32(nv, NV_INST_RAMHT + slot * 8 + 4)) {
        slot = (slot + 1) & mask;
    }
    nv_ramht_set(nv, slot, handle, nv_ramht_context(nv, chid, engine, inst));
    return slot;
}

/* --- DMA objects ------------------------------------------------------ */

const NVPlace nv_places[3] = { NV_IN_VRAM, NV_IN_RAM, NV_IN_GART };

static uint32_t nv_dmaobj_nv04(NVDev *nv, uint32_t class, uint32_t target,
                               uint64_t base, uint32_t limit)
{
    uint32_t inst = nv_inst_alloc(nv, 16, 16);
    uint32_t adjust = base & 0xfff;
    uint32_t access = class == 0x02 ? NV_DMAOBJ_READ_ONLY :
                      class == 0x03 ? NV_DMAOBJ_WRITE_ONLY : 0;

    const uint32_t words[] = {
        class | target | access | adjust << 20 | NV_DMAOBJ_PT_PRESENT |
        NV_DMAOBJ_LINEAR,
        limit,
        (base - adjust) | 0x2,
        (base - adjust) | 0x2,
    };

    nv_mem_wr_words(nv, nv->bar0 + NV_PRAMIN + inst, words,
                    ARRAY_SIZE(words));
    return inst;
}

static uint32_t nv_dmaobj_tesla(NVDev *nv, uint32_t class, uint32_t target,
                                uint64_t base, uint32_t limit)
{
    uint32_t access = class == 0x02 ? NV_VM_DMAOBJ_RO : NV_VM_DMAOBJ_RW;

    return nv_tesla_dmaobj(nv, class | access |
                           (target == NV_DMAOBJ_VRAM ? NV_VM_DMAOBJ_VRAM
                                                     : NV_VM_DMAOBJ_SYSRAM),
                           base, base + limit);
}

uint32_t nv_dmaobj_linear(NVDev *nv, uint32_t class, uint32_t target,
                          uint64_t base, uint32_t limit)
{
    if (nv_is_tesla(nv)) {
        return nv_dmaobj_tesla(nv, class, target, base, limit);
    }
    return nv_dmaobj_nv04(nv, class, target, base, limit);
}

/* From NV50 on in the channels' virtual memory */
static void nv_buf_make_vm(NVBuf *buf, uint32_t class, uint64_t ram,
                           unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        buf->pages[i] = ram + (count - 1 - i) * 8192;
    }
    buf->va = nv_tesla_map(buf->nv, buf->pages, count);
    buf->inst = nv_tesla_dmaobj(buf->nv, NV_VM_DMAOBJ | class, buf->va,
                                buf->va + buf->size - 1);
}

/* nvkm/subdev/mmu/vmmnv04.c: flags, limit, then an entry per page */
static void nv_buf_make_gart(NVBuf *buf, uint32_t class)
{
    unsigned count = DIV_ROUND_UP(buf->size, 4096);
    uint64_t ram = nv_ram_alloc(buf->nv, count * 8192);
    g_autofree uint32_t *words = g_new(uint32_t, 2 + count);

    buf->pages = g_new0(uint64_t, count);
    if (nv_is_tesla(buf->nv)) {
        nv_buf_make_vm(buf, class, ram, count);
        return;
    }
    buf->inst = nv_inst_alloc(buf->nv, 8 + count * 4, 16);
    words[0] = class | NV_DMAOBJ_PCI | NV_DMAOBJ_PT_PRESENT;
    words[1] = buf->size - 1;
    for (unsigned i = 0; i < count; i++) {
        /* From the end, with a page between two: never contiguous */
        buf->pages[i] = ram + (count - 1 - i) * 8192;
        words[2 + i] = buf->pages[i] | 3;
    }
    nv_mem_wr_words(buf->nv, buf->nv->bar0 + NV_PRAMIN + buf->inst, words,
                    2 + count);
}

NVBuf *nv_buf_new(NVDev *nv, NVPlace place, uint32_t size, uint32_t class)
{
    NVBuf *buf = g_new0(NVBuf, 1);

    buf->nv = nv;
    buf->place = place;
    buf->size = size;
    switch (place) {
    case NV_IN_VRAM:
        buf->base = nv_vram_alloc(nv, size);
        buf->inst = nv_dmaobj_linear(nv, class, NV_DMAOBJ_VRAM, buf->base,
                                     size - 1);
        break;
    case NV_IN_RAM:
        buf->base = nv_ram_alloc(nv, size);
        buf->inst = nv_dmaobj_linear(nv, class, NV_DMAOBJ_PCI, buf->base,
                                     size - 1);
        break;
    case NV_IN_GART:
        nv_buf_make_gart(buf, class);
        break;
    }
    return buf;
}

void nv_buf_free(NVBuf *buf)
{
    g_free(buf->pages);
    g_free(buf);
}

uint32_t nv_buf_pte(NVBuf *buf, uint32_t offset)
{
    g_assert_cmpint(buf->place, ==, NV_IN_GART);
    return buf->inst + 8 + offset / 4096 * 4;
}

/* The guest's address of an offset, and how far it is good for */
static uint64_t nv_buf_addr(NVBuf *buf, uint32_t offset, uint32_t *len)
{
    g_assert_cmpuint(offset, <, buf->size);
    switch (buf->place) {
    case NV_IN_VRAM:
        return buf->nv->bar1 + buf->base + offset;
    case NV_IN_RAM:
        return buf->base + offset;
    case NV_IN_GART:
        *len = MIN(*len, 4096 - offset % 4096);
        return buf->pages[offset / 4096] + offset % 4096;
    }
    g_assert_not_reached();
}

void nv_buf_read(NVBuf *buf, uint32_t offset, void *data, uint32_t size)
{
    while (size) {
        uint32_t len = size;
        uint64_t addr = nv_buf_addr(buf, offset, &len);

        nv_mem_read(buf->nv, addr, data, len);
        offset += len;
        data += len;
        size -= len;
    }
}

void nv_buf_write(NVBuf *buf, uint32_t offset, const void *data, uint32_t size)
{
    while (size) {
        uint32_t len = size;
        uint64_t addr = nv_buf_addr(buf, offset, &len);

        nv_mem_write(buf->nv, addr, data, len);
        offset += len;
        data += len;
        size -= len;
    }
}

uint32_t nv_buf_rd32(NVBuf *buf, uint32_t offset)
{
    uint32_t word;

    nv_buf_read(buf, offset, &word, 4);
    return le32_to_cpu(word);
}

void nv_buf_wr32(NVBuf *buf, uint32_t offset, uint32_t val)
{
    uint32_t word = cpu_to_le32(val);

    nv_buf_write(buf, offset, &word, 4);
}

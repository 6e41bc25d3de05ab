/*
 * NVIDIA GPU: a falcon's code and data
 *
 * Source: envytools, docs/hw/falcon/data.rst and vm.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "memory.h"
#include "state.h"
#include "hw/nv/falcon-regs.h"

/* In CODE_INDEX and DATA_INDEX */
#define NV_FALCON_INDEX_ADDR 0xfffc

/* Commands of TLB_CMD */
enum {
    NV_FALCON_ITLB = 1,
    NV_FALCON_PTLB = 2,
    NV_FALCON_VTLB = 3,
};

/* --- Data ------------------------------------------------------------- */

/* "LD(size, address)": unaligned addresses are rounded down. */
uint32_t nv_falcon_load(const NVFalcon *falcon, unsigned bits, uint32_t addr)
{
    addr &= ~(bits / 8 - 1);
    if (addr > falcon->chip->data_size - bits / 8) {
        return 0;
    }
    return ldn_le_p(&falcon->data[addr], bits / 8);
}

/* "ST(size, address, value)": unaligned stores write wrong values. */
void nv_falcon_store(NVFalcon *falcon, unsigned bits, uint32_t addr,
                     uint32_t val)
{
    unsigned off = addr & (bits / 8 - 1);

    if (off & 1) {
        val = (val & 0xff) << off * 8;
    } else if (off & 2) {
        val = (val & 0xffff) << off * 8;
    }
    addr -= off;
    if (addr <= falcon->chip->data_size - bits / 8) {
        stn_le_p(&falcon->data[addr], bits / 8, val);
    }
}

/* DATA_INDEX of the pair that @addr is in */
static uint32_t *nv_falcon_data_index(NVFalcon *falcon, uint32_t addr)
{
    unsigned pair = (addr - falcon->chip->regs->base - A_NV_FALCON_DATA) / 8;

    return &NV_FALCON_R(falcon, NV_FALCON_DATA_INDEX) + pair * 2;
}

static void nv_falcon_advance(uint32_t *index, uint32_t if_set)
{
    if (*index & if_set) {
        *index = deposit32(*index, 0, 16, *index + 4);
    }
}

uint32_t nv_falcon_data_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t *index = nv_falcon_data_index(falcon, addr);
    uint32_t val = nv_falcon_load(falcon, 32, *index & NV_FALCON_INDEX_ADDR);

    nv_falcon_advance(index, R_NV_FALCON_CODE_INDEX_READ_AUTOINCR_MASK);
    return val;
}

void nv_falcon_data_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t *index = nv_falcon_data_index(falcon, addr);

    nv_falcon_store(falcon, 32, *index & NV_FALCON_INDEX_ADDR, val);
    nv_falcon_advance(index, R_NV_FALCON_CODE_INDEX_WRITE_AUTOINCR_MASK);
}

/* --- Code ------------------------------------------------------------- */

static unsigned nv_falcon_pages(const NVFalcon *falcon)
{
    return falcon->chip->code_size / NV_FALCON_PAGE;
}

static uint16_t nv_falcon_virt_page(const NVFalcon *falcon, uint32_t page)
{
    return page & ((1 << falcon->chip->vm_pages_log2) - 1);
}

void nv_falcon_remap(NVFalcon *falcon)
{
    for (unsigned virt = 0; virt < NV_FALCON_VIRT_PAGES; virt++) {
        falcon->map[virt] = NV_FALCON_MAP_NONE;
    }
    for (unsigned phys = 0; phys < nv_falcon_pages(falcon); phys++) {
        const NVFalconPage *page = &falcon->tlb[phys];
        int16_t *map = &falcon->map[nv_falcon_virt_page(falcon, page->virt)];

        if (page->flags) {
            *map = *map == NV_FALCON_MAP_NONE ? phys : NV_FALCON_MAP_MULTI;
        }
    }
}

void nv_falcon_itlb(NVFalcon *falcon, uint32_t page)
{
    if (page < nv_falcon_pages(falcon)) {
        falcon->tlb[page] = (NVFalconPage) { };
        nv_falcon_remap(falcon);
    }
}

uint32_t nv_falcon_ptlb(const NVFalcon *falcon, uint32_t page)
{
    return page < nv_falcon_pages(falcon)
        ? falcon->tlb[page].flags << 24 | falcon->tlb[page].virt << 8 : 0;
}

uint32_t nv_falcon_vtlb(const NVFalcon *falcon, uint32_t addr)
{
    uint16_t virt = nv_falcon_virt_page(falcon, addr / NV_FALCON_PAGE);
    uint32_t res = 0;
    unsigned matches = 0;

    for (unsigned phys = 0; phys < nv_falcon_pages(falcon); phys++) {
        const NVFalconPage *page = &falcon->tlb[phys];

        if (page->flags && nv_falcon_virt_page(falcon, page->virt) == virt) {
            res = (res & ~0xff) | page->flags << 24 | phys;
            matches++;
        }
    }
    return res | (matches == 0 ? BIT(31) : matches > 1 ? BIT(30) : 0);
}

void nv_falcon_tlb_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t param = FIELD_EX32(val, NV_FALCON_TLB_CMD, PARAM);
    uint32_t *res = &NV_FALCON_R(falcon, NV_FALCON_TLB_CMD_RES);

    switch (FIELD_EX32(val, NV_FALCON_TLB_CMD, CMD)) {
    case NV_FALCON_ITLB:
        nv_falcon_itlb(falcon, param);
        break;
    case NV_FALCON_PTLB:
        *res = nv_falcon_ptlb(falcon, param);
        break;
    case NV_FALCON_VTLB:
        *res = nv_falcon_vtlb(falcon, param);
        break;
    }
}

uint32_t nv_falcon_code_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t *index = &NV_FALCON_R(falcon, NV_FALCON_CODE_INDEX);
    uint32_t at = *index & NV_FALCON_INDEX_ADDR;
    uint32_t val = at < falcon->chip->code_size ? ldl_le_p(&falcon->code[at])
                                                : 0;

    nv_falcon_advance(index, R_NV_FALCON_CODE_INDEX_READ_AUTOINCR_MASK);
    return val;
}

/* "CST(addr, value)": a page is usable once its last word has arrived. */
bool nv_falcon_upload(NVFalcon *falcon, uint32_t val)
{
    uint32_t *index = &NV_FALCON_R(falcon, NV_FALCON_CODE_INDEX);
    uint32_t at = *index & NV_FALCON_INDEX_ADDR;
    NVFalconPage *page = &falcon->tlb[at / NV_FALCON_PAGE % NV_FALCON_PAGES];
    uint32_t word = at % NV_FALCON_PAGE;

    nv_falcon_advance(index, R_NV_FALCON_CODE_INDEX_WRITE_AUTOINCR_MASK);
    if (at >= falcon->chip->code_size) {
        return false;
    }
    stl_le_p(&falcon->code[at], val);
    if (word == 0) {
        page->virt = NV_FALCON_R(falcon, NV_FALCON_CODE_VIRT);
        page->flags = NV_FALCON_TLB_BUSY;
        nv_falcon_remap(falcon);
    }
    if (word == NV_FALCON_PAGE - 4) {
        page->flags = NV_FALCON_TLB_USABLE;
        nv_falcon_remap(falcon);
        return true;
    }
    return false;
}

/*
 * NVIDIA GPU: GART: the bus as the card sees it, NV41:NV50
 *
 * On cards before these, and on those for AGP, a driver makes one DMA object
 * with a page table for all of its memory on the bus.  Native PCI Express
 * cards have a page table of their own behind the targets PCI and AGP.
 *
 * Source: nouveau's nvkm/subdev/mmu/nv41.c, vmmnv41.c, nv44.c, vmmnv44.c; the
 * registers have no other.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "gart.h"
#include "tables.h"
#include "vm.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"

#define NV_GART_PAGE_BITS 12
#define NV_GART_PAGE_SIZE (1u << NV_GART_PAGE_BITS)

/* The other bits enable it. */
static uint32_t nv_gart_table(NVGPU *gpu)
{
    return NV_R(gpu, NV_PFB_GART_BASE) & gpu->chip->gart->table;
}

/* --- NV41: a word per page, in instance memory ------------------------ */

/* The size that drivers give it: 512 MiB */
#define NV41_GART_PAGES (128 * KiB)

static bool nv41_gart_enabled(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFB_GART_BASE), NV_PFB_GART_BASE,
                      NV41_ENABLE);
}

static bool nv41_gart_page(NVGPU *gpu, uint64_t page, uint64_t *frame)
{
    uint32_t pte;

    if (page >= NV41_GART_PAGES) {
        return false;
    }
    pte = nv_ramin_read32(gpu, nv_gart_table(gpu) + page * 4);
    *frame = FIELD_EX32(pte, NV41_GART_PTE, FRAME);
    return FIELD_EX32(pte, NV41_GART_PTE, VALID);
}

const NVGartChip nv41_gart = {
    .table = R_NV_PFB_GART_BASE_NV41_ADDRESS_MASK,
    .enabled = nv41_gart_enabled,
    .page = nv41_gart_page,
};

/* --- NV44: four pages in four words, in video memory ------------------ */

#define NV44_GART_GROUP 4
#define NV44_GART_GROUP_SIZE 16
#define NV44_GART_FRAME_BITS 27
/* In a group's last word */
#define NV44_GART_GROUP_VALID BIT(30)

static bool nv44_gart_enabled(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFB_GART_BASE), NV_PFB_GART_BASE,
                      NV44_ENABLE);
}

static uint64_t nv44_gart_frame(const uint8_t *group, unsigned index)
{
    unsigned bit = index * NV44_GART_FRAME_BITS;

    return extract64(ldq_le_p(group + bit / 32 * 4), bit % 32,
                     NV44_GART_FRAME_BITS);
}

/* All groups that aren't valid lead to a dummy page. */
static bool nv44_gart_page(NVGPU *gpu, uint64_t page, uint64_t *frame)
{
    uint64_t table = nv_gart_table(gpu);
    const uint8_t *group;

    if (page >= NV_R(gpu, NV_PFB_GART_SIZE) >> NV_GART_PAGE_BITS) {
        return false;
    }
    group = nv_vram_ptr(gpu, table + page / NV44_GART_GROUP *
                        NV44_GART_GROUP_SIZE, NV44_GART_GROUP_SIZE);
    if (!group) {
        return false;
    }
    if (ldl_le_p(group + 12) & NV44_GART_GROUP_VALID) {
        *frame = nv44_gart_frame(group, page % NV44_GART_GROUP);
    } else {
        *frame = NV_R(gpu, NV_PFB_GART_DUMMY) >> NV_GART_PAGE_BITS;
    }
    return true;
}

const NVGartChip nv44_gart = {
    .table = R_NV_PFB_GART_BASE_NV44_ADDRESS_MASK,
    .enabled = nv44_gart_enabled,
    .page = nv44_gart_page,
};

/* --- Both ------------------------------------------------------------- */

static void nv_gart_found(NVSpan *span, uint64_t frame, uint32_t offset)
{
    span->addr = frame << NV_GART_PAGE_BITS | offset;
    span->len = MIN(span->len, NV_GART_PAGE_SIZE - offset);
}

bool nv_gart_translate(NVGPU *gpu, NVSpan *span)
{
    const NVGartChip *gart = gpu->chip->gart;
    uint32_t offset = span->addr % NV_GART_PAGE_SIZE;
    uint64_t addr = span->addr, frame;
    bool found;

    if (!gart || !gart->enabled(gpu)) {
        return true;
    }
    found = gart->page(gpu, addr >> NV_GART_PAGE_BITS, &frame);
    if (found) {
        nv_gart_found(span, frame, offset);
    }
    if (NV_PROBED(gpu, TRANSLATE)) {
        nv_vm_looked_up(gpu, nv_gart_table(gpu), addr, found ? span : NULL);
    }
    return found;
}

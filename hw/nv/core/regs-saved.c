/*
 * NVIDIA GPU: registers in snapshots
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitmap.h"
#include "qemu/cutils.h"
#include "qemu/error-report.h"
#include "internal.h"
#include "migration/qemu-file-types.h"
#include "migration/vmstate.h"

/* Largest number of units, and bytes of a name, filled up with zeros */
#define NV_SAVED_UNITS 128
#define NV_SAVED_NAME 16

/**
 * struct NVRegsUnit - what a snapshot holds of a unit
 *
 * @gpu: the device
 * @name: NVRegBlock.unit
 * @version: NVRegBlock.version
 * @count: number of words
 * @addr: their addresses in BAR0
 * @val: their values
 */
typedef struct NVRegsUnit {
    NVGPU *gpu;
    uint8_t name[NV_SAVED_NAME];
    uint32_t version;
    uint32_t count;
    uint32_t *addr;
    uint32_t *val;
} NVRegsUnit;

struct NVRegsSaved {
    NVGPU *gpu;
    uint32_t count;
    NVRegsUnit unit[NV_SAVED_UNITS];
};

/* --- Words ------------------------------------------------------------ */

/* The bits of a declared word that are saved */
static uint32_t nv_regs_kept(const NVRegInfo *info)
{
    return info->rw | info->w1c | info->own;
}

/* The registers that the CPU reaches at an address, NULL: there are none */
static NVRegFile *nv_regs_at(NVGPU *gpu, uint32_t addr)
{
    MemoryRegion *mr;

    QTAILQ_FOREACH(mr, &gpu->bar0.subregions, subregions_link) {
        if (addr >= mr->addr && addr - mr->addr < memory_region_size(mr)) {
            return nv_regs_file(mr);
        }
    }
    return NULL;
}

/*
 * Whether an address without a row has a word of its own, and not that of a
 * register that has moved.
 */
static bool nv_regs_is_free(NVRegFile *file, uint32_t addr)
{
    uint32_t word = nv_regs_word(file, addr) - file->gpu->regs;

    return !file->block->closed && !nv_regs_info(file, addr) &&
           !g_hash_table_contains(file->gpu->regs_moved,
                                  GUINT_TO_POINTER(word));
}

/*
 * The first address of @file from @addr on in pages that are used, up to the
 * block's end.
 */
static uint32_t nv_regs_skip(const NVRegFile *file, uint32_t addr)
{
    uint32_t end = file->block->base + file->block->size;

    if (addr < end && !test_bit(addr / 4 / NV_REGS_PAGE,
                                file->gpu->regs_used)) {
        uint64_t page = find_next_bit(file->gpu->regs_used, NV_REGS_PAGES,
                                      addr / 4 / NV_REGS_PAGE);

        addr = MIN(page * NV_REGS_PAGE * 4, end);
    }
    return MIN(addr, end);
}

/* --- Units ------------------------------------------------------------ */

static uint32_t nv_regs_version(const NVRegFile *file)
{
    return MAX(file->block->version, 1);
}

static bool nv_regs_is_of(const NVRegFile *file, const NVRegsUnit *unit)
{
    return strncmp((const char *)unit->name, file->block->unit,
                   sizeof(unit->name)) == 0;
}

/*
 * A unit may have several blocks: the first one behind @last, or of all if that
 * is NULL
 */
static NVRegFile *nv_regs_of(const NVRegsUnit *unit, NVRegFile *last)
{
    MemoryRegion *mr = last ? QTAILQ_NEXT(&last->mr, subregions_link)
                            : QTAILQ_FIRST(&unit->gpu->bar0.subregions);

    for (; mr; mr = QTAILQ_NEXT(mr, subregions_link)) {
        NVRegFile *file = nv_regs_file(mr);

        if (file && nv_regs_is_of(file, unit)) {
            return file;
        }
    }
    return NULL;
}

/* The row of an address in the unit's blocks; NULL: it has none there */
static const NVRegInfo *nv_regs_of_at(const NVRegsUnit *unit, uint32_t addr,
                                      NVRegFile **file)
{
    *file = NULL;
    while ((*file = nv_regs_of(unit, *file))) {
        if (addr - (*file)->block->base < (*file)->block->size) {
            return nv_regs_info(*file, addr);
        }
    }
    return NULL;
}

static NVRegsUnit *nv_regs_unit(NVRegsSaved *saved, const NVRegFile *file)
{
    NVRegsUnit *unit = saved->unit;

    while (unit < saved->unit + saved->count && !nv_regs_is_of(file, unit)) {
        unit++;
    }
    if (unit == saved->unit + saved->count) {
        assert(saved->count < NV_SAVED_UNITS &&
               strlen(file->block->unit) <= sizeof(unit->name));
        saved->count++;
        unit->version = nv_regs_version(file);
        strpadcpy((char *)unit->name, sizeof(unit->name), file->block->unit,
                  '\0');
    }
    return unit;
}

static void nv_regs_unit_free(NVRegsUnit *unit)
{
    g_clear_pointer(&unit->addr, g_free);
    g_clear_pointer(&unit->val, g_free);
    unit->count = 0;
}

static void nv_regs_saved_clear(NVRegsSaved *saved)
{
    for (unsigned i = 0; i < NV_SAVED_UNITS; i++) {
        nv_regs_unit_free(&saved->unit[i]);
    }
    saved->count = 0;
}

/* --- All words -------------------------------------------------------- */

static NVRegsSaved *nv_regs_saved_new(NVGPU *gpu)
{
    NVRegsSaved *saved = g_new0(NVRegsSaved, 1);

    saved->gpu = gpu;
    for (unsigned i = 0; i < NV_SAVED_UNITS; i++) {
        saved->unit[i].gpu = gpu;
    }
    return saved;
}

static void nv_regs_saved_free(NVRegsSaved *saved)
{
    nv_regs_saved_clear(saved);
    g_free(saved);
}

void nv_regs_create(NVGPU *gpu)
{
    gpu->regs = g_new0(uint32_t, NV_REGS_WORDS);
    gpu->regs_moved = g_hash_table_new(NULL, NULL);
    gpu->regs_saved = nv_regs_saved_new(gpu);
}

void nv_regs_destroy(NVGPU *gpu)
{
    g_clear_pointer(&gpu->regs_saved, nv_regs_saved_free);
    g_clear_pointer(&gpu->regs_moved, g_hash_table_unref);
    g_clear_pointer(&gpu->regs, g_free);
}

/* --- Saving ----------------------------------------------------------- */

static void nv_regs_put(NVRegsUnit *unit, uint32_t addr, uint32_t val)
{
    if (!(unit->count & (unit->count - 1))) {
        size_t room = MAX(unit->count * 2, 1);

        unit->addr = g_renew(uint32_t, unit->addr, room);
        unit->val = g_renew(uint32_t, unit->val, room);
    }
    unit->addr[unit->count] = addr;
    unit->val[unit->count++] = val;
}

static void nv_regs_put_file(NVRegsSaved *saved, NVRegFile *file)
{
    NVGPU *gpu = saved->gpu;
    NVRegsUnit *unit = nv_regs_unit(saved, file);
    NVRegsUnit *unmodelled = nv_regs_unit(saved, &gpu->unmodelled);
    uint32_t addr = file->block->base;
    uint32_t end = addr + file->block->size;

    for (; (addr = nv_regs_skip(file, addr)) < end; addr += 4) {
        const NVRegInfo *info = nv_regs_info(file, addr);
        uint32_t val = *nv_regs_word(file, addr);

        if (info && (val ^ info->reset) & nv_regs_kept(info)) {
            nv_regs_put(unit, addr, val & nv_regs_kept(info));
        } else if (!info && val && nv_regs_at(gpu, addr) == file &&
                   nv_regs_is_free(file, addr)) {
            nv_regs_put(unmodelled, addr, val);
        }
    }
}

static int nv_regs_pre_save(void *opaque)
{
    NVRegsSaved *saved = opaque;
    MemoryRegion *mr;

    nv_regs_saved_clear(saved);
    QTAILQ_FOREACH(mr, &saved->gpu->bar0.subregions, subregions_link) {
        NVRegFile *file = nv_regs_file(mr);

        if (file) {
            nv_regs_put_file(saved, file);
        }
    }
    return 0;
}

static int nv_regs_post_save(void *opaque)
{
    nv_regs_saved_clear(opaque);
    return 0;
}

/* --- Loading ---------------------------------------------------------- */

/* All that is saved is as after a reset, and no word without a row is set. */
static void nv_regs_forget(NVRegFile *file)
{
    uint32_t addr = file->block->base;
    uint32_t end = addr + file->block->size;

    for (; (addr = nv_regs_skip(file, addr)) < end; addr += 4) {
        const NVRegInfo *info = nv_regs_info(file, addr);
        uint32_t *word = nv_regs_word(file, addr);

        if (info) {
            *word = (*word & ~nv_regs_kept(info)) |
                    (info->reset & nv_regs_kept(info));
        } else if (*word && nv_regs_at(file->gpu, addr) == file &&
                   nv_regs_is_free(file, addr)) {
            *word = 0;
        }
    }
}

/* Returns false if the unit has no such word. */
static bool nv_regs_take(const NVRegsUnit *unit, uint32_t addr, uint32_t val)
{
    NVGPU *gpu = unit->gpu;
    NVRegFile *file;
    const NVRegInfo *info = nv_regs_of_at(unit, addr, &file);

    if (addr % 4) {
        return false;
    }
    if (info) {
        uint32_t *word = nv_regs_word(file, addr);

        *word = (*word & ~nv_regs_kept(info)) | (val & nv_regs_kept(info));
        return true;
    }
    file = nv_regs_at(gpu, addr);
    if (!nv_regs_is_of(&gpu->unmodelled, unit) || !file ||
        !nv_regs_is_free(file, addr)) {
        return false;
    }
    nv_regs_keep(file, addr, val);
    return true;
}

static int nv_regs_post_load(void *opaque, int version_id)
{
    NVRegsSaved *saved = opaque;
    MemoryRegion *mr;

    QTAILQ_FOREACH(mr, &saved->gpu->bar0.subregions, subregions_link) {
        NVRegFile *file = nv_regs_file(mr);

        if (file) {
            nv_regs_forget(file);
        }
    }
    for (unsigned i = 0; i < saved->count; i++) {
        const NVRegsUnit *unit = &saved->unit[i];

        for (uint32_t n = 0; n < unit->count; n++) {
            if (!nv_regs_take(unit, unit->addr[n], unit->val[n])) {
                error_report("nv-gpu: the snapshot has a word 0x%06x of %s, "
                             "which the card lacks", unit->addr[n],
                             nv_regs_of(unit, NULL)->block->unit);
                return -EINVAL;
            }
        }
    }
    nv_regs_saved_clear(saved);
    return 0;
}

static int nv_regs_pre_load(void *opaque)
{
    nv_regs_saved_clear(opaque);
    return 0;
}

/* Before there is room made for its words; what is saved always is. */
static bool nv_regs_unit_is_known(void *opaque, int version_id)
{
    const NVRegsUnit *unit = opaque;
    const NVRegFile *file = nv_regs_of(unit, NULL);
    g_autofree char *name = g_strndup((const char *)unit->name,
                                      sizeof(unit->name));

    if (!file) {
        g_autofree char *text = g_strescape(name, NULL);

        error_report("nv-gpu: the snapshot has a unit '%s', which the card "
                     "lacks", text);
        return false;
    }
    if (!unit->version || unit->version > nv_regs_version(file)) {
        error_report("nv-gpu: the snapshot has version %u of %s; this QEMU "
                     "knows versions up to %u", unit->version, name,
                     nv_regs_version(file));
        return false;
    }
    return true;
}

static bool nv_regs_unit_has_room(void *opaque, int version_id)
{
    const NVRegsUnit *unit = opaque;
    NVRegFile *file = NULL;
    uint32_t words = 0;

    while ((file = nv_regs_of(unit, file))) {
        words += file->block->size / 4;
    }
    if (unit->count > words) {
        error_report("nv-gpu: the snapshot has %u words of %s, which has %u",
                     unit->count, nv_regs_of(unit, NULL)->block->unit, words);
    }
    return unit->count <= words;
}

static bool nv_regs_saved_has_room(void *opaque, int version_id)
{
    const NVRegsSaved *saved = opaque;

    if (saved->count > NV_SAVED_UNITS) {
        error_report("nv-gpu: the snapshot has %u units", saved->count);
    }
    return saved->count <= NV_SAVED_UNITS;
}

/* --- Version 1 -------------------------------------------------------- */

/* The words are taken as if they were the card's, which would save them. */
static int nv_regs_list_get(QEMUFile *f, void *pv, size_t size,
                            const VMStateField *field)
{
    NVGPU *gpu = container_of((uint32_t **)pv, NVGPU, regs);
    g_autofree uint32_t *words = g_new0(uint32_t, NV_REGS_WORDS);
    uint32_t count = qemu_get_be32(f);
    uint32_t *regs = gpu->regs;

    if (count > NV_REGS_WORDS) {
        return -EINVAL;
    }
    while (count--) {
        uint32_t i = qemu_get_be32(f);

        if (i >= NV_REGS_WORDS) {
            return -EINVAL;
        }
        words[i] = qemu_get_be32(f);
        set_bit(i / NV_REGS_PAGE, gpu->regs_used);
    }
    gpu->regs = words;
    nv_regs_pre_save(gpu->regs_saved);
    gpu->regs = regs;
    return nv_regs_post_load(gpu->regs_saved, 1);
}

const VMStateInfo nv_vmstate_info_regs_list = {
    .name = "nv-gpu registers",
    .get = nv_regs_list_get,
};

/* --- The form --------------------------------------------------------- */

static const VMStateDescription nv_vmstate_regs_unit = {
    .name = "nv-gpu/regs/unit",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_BUFFER(name, NVRegsUnit),
        VMSTATE_UINT32(version, NVRegsUnit),
        VMSTATE_VALIDATE("the unit is known", nv_regs_unit_is_known),
        VMSTATE_UINT32(count, NVRegsUnit),
        VMSTATE_VALIDATE("the unit has so many words", nv_regs_unit_has_room),
        VMSTATE_VARRAY_UINT32_ALLOC(addr, NVRegsUnit, count, 1,
                                    vmstate_info_uint32, uint32_t),
        VMSTATE_VARRAY_UINT32_ALLOC(val, NVRegsUnit, count, 1,
                                    vmstate_info_uint32, uint32_t),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_regs_saved = {
    .name = "nv-gpu/regs",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = nv_regs_pre_save,
    .post_save = nv_regs_post_save,
    .pre_load = nv_regs_pre_load,
    .post_load = nv_regs_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(count, NVRegsSaved),
        VMSTATE_VALIDATE("a card may have so many units",
                         nv_regs_saved_has_room),
        VMSTATE_STRUCT_VARRAY_UINT32(unit, NVRegsSaved, count, 1,
                                     nv_vmstate_regs_unit, NVRegsUnit),
        VMSTATE_END_OF_LIST()
    },
};

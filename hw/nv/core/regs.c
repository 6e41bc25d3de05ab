/*
 * NVIDIA GPU: register tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitmap.h"
#include "qemu/cutils.h"
#include "internal.h"
#include "hw/nv/nv-gpu.h"
#include "trace/trace-hw_nv.h"

/*
 * QEMU's own register API (hw/register.h) makes an object of each register
 * and searches them linearly.  BAR0 has thousands of registers, most of which
 * aren't modelled, and drivers poll: so here there is a direct index, and one
 * word of storage for every address.
 */

const NVRegInfo *nv_regs_info(const NVRegFile *file, uint32_t addr)
{
    return file->index ? file->index[(addr - file->block->base) / 4] : NULL;
}

static unsigned nv_reg_count(const NVRegInfo *info)
{
    return MAX(info->count, 1);
}

static unsigned nv_reg_stride(const NVRegInfo *info)
{
    return info->stride ? info->stride : 4;
}

uint32_t *nv_regs_word(const NVRegFile *file, uint32_t addr)
{
    uint32_t i = file->home ? file->home[(addr - file->block->base) / 4]
                            : addr / 4;

    return &file->gpu->regs[i];
}

uint32_t nv_regs_read(NVRegFile *file, uint32_t addr)
{
    const NVRegInfo *info = nv_regs_info(file, addr);

    if (info && info->read) {
        return info->read(file->gpu, addr);
    }
    return info || !file->block->closed ? *nv_regs_word(file, addr) : 0;
}

uint32_t nv_regs_writable(const NVRegFile *file, uint32_t addr)
{
    const NVRegInfo *info = nv_regs_info(file, addr);

    return info ? info->rw : UINT32_MAX;
}

/*
 * What a register holds outside the bytes of an access.  Registers that store
 * none of their bits hold what they read as.
 */
static uint32_t nv_regs_rest(NVRegFile *file, uint32_t addr,
                             const NVRegInfo *info, uint32_t lanes)
{
    if (lanes == UINT32_MAX) {
        return 0;
    }
    if (info->read && info->write && !info->rw) {
        return info->acts_on_read || info->acts_on_write
               ? 0 : info->read(file->gpu, addr) & ~lanes;
    }
    return *nv_regs_word(file, addr) & ~lanes;
}

/* The pages of a word: that of its address, and where it is stored */
static void nv_regs_use(const NVRegFile *file, uint32_t addr)
{
    NVGPU *gpu = file->gpu;

    set_bit(addr / 4 / NV_REGS_PAGE, gpu->regs_used);
    set_bit((nv_regs_word(file, addr) - gpu->regs) / NV_REGS_PAGE,
            gpu->regs_used);
}

void nv_regs_keep(NVRegFile *file, uint32_t addr, uint32_t val)
{
    *nv_regs_word(file, addr) = val;
    nv_regs_use(file, addr);
}

/* @lanes: bits of the word that the access covers */
static void nv_regs_store(NVRegFile *file, uint32_t addr, uint32_t val,
                          uint32_t lanes)
{
    const NVRegInfo *info = nv_regs_info(file, addr);
    uint32_t *word = nv_regs_word(file, addr);

    if (!info) {
        if (!file->block->closed) {
            nv_regs_keep(file, addr, (*word & ~lanes) | val);
        }
        return;
    }
    /* Write-1-to-clear bits outside the access must not see their own 1s. */
    val |= nv_regs_rest(file, addr, info, lanes) & ~info->w1c;
    *word = (*word & ~info->rw) | (val & info->rw);
    *word &= ~(val & info->w1c);
    if (info->write) {
        info->write(file->gpu, addr, val);
    }
}

void nv_regs_write(NVRegFile *file, uint32_t addr, uint32_t val)
{
    nv_regs_store(file, addr, val, UINT32_MAX);
}

static unsigned nv_reg_index(const NVRegFile *file, const NVRegInfo *info,
                             uint32_t addr)
{
    return (addr - file->block->shift - info->addr) / nv_reg_stride(info);
}

char *nv_regs_name(const NVRegView *view)
{
    if (!view->info) {
        return g_strdup("-");
    }
    return nv_reg_count(view->info) > 1
        ? g_strdup_printf("%s[%u]", view->info->name, view->index)
        : g_strdup(view->info->name);
}

static void nv_regs_trace(const NVRegFile *file, uint32_t addr, bool write,
                          uint32_t val)
{
    const NVRegInfo *info = nv_regs_info(file, addr);
    NVRegView view = {
        .info = info,
        .index = info ? nv_reg_index(file, info, addr) : 0,
    };
    g_autofree char *name = info ? nv_regs_name(&view) : g_strdup("?");

    if (write) {
        trace_nv_mmio_write(file->block->unit, name, addr, val);
    } else {
        trace_nv_mmio_read(file->block->unit, name, addr, val);
    }
}

/* The card's own accesses never are. */
static bool nv_regs_refused(const NVRegFile *file, uint32_t addr, bool write,
                            uint32_t *val)
{
    return unlikely(file->guard) && !file->gpu->inside.own &&
           file->guard(file->gpu, addr, write, val);
}

static uint64_t nv_regs_mmio_read(void *opaque, hwaddr offset, unsigned size)
{
    NVRegFile *file = opaque;
    uint32_t addr = file->block->base + (offset & ~3);
    const NVRegInfo *info = nv_regs_info(file, addr);
    uint32_t val = 0;

    nv_host_writes_arrive(file->gpu);
    if (!nv_regs_refused(file, addr, false, &val)) {
        val = nv_regs_read(file, addr);
    }
    if (!info) {
        nv_report_register(file->gpu, addr, false, val);
    }
    if (info && info->time) {
        file->gpu->report.accesses++;
    } else {
        nv_report_access(file->gpu, addr, false, val);
    }
    if (trace_event_get_state_backends(TRACE_NV_MMIO_READ)) {
        nv_regs_trace(file, addr, false, val);
    }
    return extract32(val, (offset & 3) * 8, size * 8);
}

static void nv_regs_mmio_write(void *opaque, hwaddr offset, uint64_t data,
                               unsigned size)
{
    NVRegFile *file = opaque;
    uint32_t addr = file->block->base + (offset & ~3);
    unsigned shift = (offset & 3) * 8;
    uint32_t lanes = MAKE_64BIT_MASK(shift, size * 8);
    uint32_t val = (data << shift) & lanes;

    nv_host_writes_arrive(file->gpu);
    if (!nv_regs_info(file, addr)) {
        nv_report_register(file->gpu, addr, true, val);
    }
    nv_report_access(file->gpu, addr, true, val);
    if (trace_event_get_state_backends(TRACE_NV_MMIO_WRITE)) {
        nv_regs_trace(file, addr, true, val);
    }
    if (!nv_regs_refused(file, addr, true, &val)) {
        nv_regs_store(file, addr, val, lanes);
    }
}

/*
 * PCI makes two accesses of 32 bits of one of 64, the low one first, and so
 * does QEMU for .impl.  But it makes nothing of what .valid doesn't have if it
 * is a vCPU's: on x86 a store is lost and a load is 0, on ARM it is an external
 * abort.  So all of the card's regions take 8 bytes, like other devices, which
 * don't restrict .valid.  A vCPU's accesses of 16 bytes come as two of 8, and
 * those that aren't aligned as several that are.
 */
static const MemoryRegionOps nv_regs_ops = {
    .read = nv_regs_mmio_read,
    .write = nv_regs_mmio_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

NVRegFile *nv_regs_file(const MemoryRegion *mr)
{
    return mr->ops == &nv_regs_ops ? mr->opaque : NULL;
}

/* --- Debugging --------------------------------------------------------- */

/*
 * The first file of registers from @addr on, and how far it is mapped from
 * there; addresses without one are skipped.
 */
static NVRegFile *nv_regs_find(NVGPU *gpu, uint32_t *addr, uint32_t *end)
{
    uint64_t at = *addr;

    while (at < NV_BAR0_SIZE) {
        MemoryRegionSection section =
            memory_region_find(&gpu->inside.root, NV_INSIDE_BAR0 + at,
                               NV_BAR0_SIZE - at);
        NVRegFile *file = NULL;

        if (!section.mr) {
            break;
        }
        file = nv_regs_file(section.mr);
        memory_region_unref(section.mr);
        *addr = section.offset_within_address_space - NV_INSIDE_BAR0;
        at = *addr + int128_get64(section.size);
        if (file) {
            *end = at;
            return file;
        }
    }
    return NULL;
}

uint32_t nv_regs_stored(NVGPU *gpu, uint32_t addr)
{
    return gpu->regs[addr / 4];
}

static void nv_regs_inspect_at(NVRegFile *file, const NVRegInfo *info,
                               uint32_t addr, NVRegView *view)
{
    *view = (NVRegView) {
        .info = info,
        .index = info ? nv_reg_index(file, info, addr) : 0,
        .addr = addr,
        .acts = info && info->acts_on_read && !info->inspect,
    };
    if (view->acts) {
        view->val = *nv_regs_word(file, addr);
    } else if (info && info->inspect) {
        view->val = info->inspect(file->gpu, addr);
    } else {
        view->val = nv_regs_read(file, addr);
    }
}

bool nv_regs_next(NVGPU *gpu, uint32_t addr, NVRegView *view)
{
    NVRegFile *file;
    uint32_t end;

    addr = QEMU_ALIGN_UP(addr, 4);
    while ((file = nv_regs_find(gpu, &addr, &end))) {
        for (; addr < end; addr += 4) {
            const NVRegInfo *info = nv_regs_info(file, addr);

            if (info) {
                nv_regs_inspect_at(file, info, addr, view);
                return true;
            }
        }
    }
    return false;
}

bool nv_regs_inspect(NVGPU *gpu, uint32_t addr, NVRegView *view)
{
    uint32_t at = addr & ~3u, first = at, end;
    NVRegFile *file = nv_regs_find(gpu, &first, &end);

    if (!file || first != at) {
        return false;
    }
    nv_regs_inspect_at(file, nv_regs_info(file, at), at, view);
    return true;
}

static void nv_regs_index_block(NVRegFile *file, const NVRegBlock *block)
{
    if (block->parent) {
        nv_regs_index_block(file, block->parent);
    }
    for (unsigned i = 0; i < block->nrows; i++) {
        const NVRegInfo *info = &block->rows[i];

        for (unsigned n = 0; n < nv_reg_count(info); n++) {
            uint32_t offset = info->addr + block->shift - block->base +
                              n * nv_reg_stride(info);

            assert(offset < file->block->size);
            file->index[offset / 4] = info->name ? info : NULL;
        }
    }
}

/* --- Registers that have moved ---------------------------------------- */

static uint32_t nv_regs_home(const NVRegFile *file, uint32_t i)
{
    const NVRegBlock *block = file->block;
    const NVRegInfo *info = file->index[i];
    uint32_t addr = block->base + i * 4;

    return (info && info->home ? addr + info->home - info->addr : addr) / 4;
}

static bool nv_regs_only_keeps(const NVRegInfo *info)
{
    return !info || (!info->read && !info->write);
}

bool nv_regs_keeps(const NVRegFile *file, uint32_t addr)
{
    return nv_regs_only_keeps(nv_regs_info(file, addr));
}

/* Where a register's word moves to, the word of that address is hidden. */
static void nv_regs_init_homes(NVRegFile *file)
{
    uint32_t first = file->block->base / 4, words = file->block->size / 4;
    g_autofree bool *taken = g_new0(bool, words);
    bool moved = false;

    for (uint32_t i = 0; i < words; i++) {
        uint32_t home = nv_regs_home(file, i);

        if (home != first + i) {
            moved = true;
            if (home - first < words) {
                assert(!taken[home - first]);
                taken[home - first] = true;
            }
        }
    }
    if (!moved) {
        return;
    }
    file->home = g_new(uint32_t, words);
    for (uint32_t i = 0, hidden = 0; i < words; i++) {
        file->home[i] = nv_regs_home(file, i);
        if (file->home[i] == first + i && taken[i]) {
            assert(hidden < NV_REGS_HIDDEN &&
                   nv_regs_only_keeps(file->index[i]));
            file->home[i] = NV_BAR0_SIZE / 4 + hidden++;
        }
    }
}

/* Any word of a unit may be: units write some that have no row, too. */
static void nv_regs_init_used(NVRegFile *file)
{
    for (uint32_t i = 0; i < file->block->size; i += 4) {
        nv_regs_use(file, file->block->base + i);
    }
}

/* --- Values after a reset --------------------------------------------- */

/* The value of NVGPU.regs[@word] after a reset */
typedef struct NVRegReset {
    uint32_t word;
    uint32_t val;
} NVRegReset;

/* Of words that aren't 0, and of those outside the block */
static void nv_regs_init_resets(NVRegFile *file)
{
    uint32_t first = file->block->base / 4, words = file->block->size / 4;

    file->resets = g_array_new(false, false, sizeof(NVRegReset));
    for (uint32_t i = 0; i < words; i++) {
        NVRegReset reset = {
            .word = file->home ? file->home[i] : first + i,
            .val = file->index[i] ? file->index[i]->reset : 0,
        };

        if (reset.val || reset.word - first >= words) {
            g_array_append_val(file->resets, reset);
        }
        if (file->index[i] && reset.word - first >= words) {
            g_hash_table_add(file->gpu->regs_moved,
                             GUINT_TO_POINTER(reset.word));
        }
    }
}

/* --- Names ------------------------------------------------------------ */

static const NVRegInfo *nv_regs_info_inside(const NVRegFile *file,
                                            uint32_t addr)
{
    return addr - file->block->base < file->block->size
        ? nv_regs_info(file, addr) : NULL;
}

/* Another row may replace part of an array: name the remaining pieces. */
static void nv_regs_put_name(const NVRegFile *file, uint32_t addr,
                             NvRegisterNameList ***tail)
{
    const NVRegInfo *info = nv_regs_info(file, addr);
    uint32_t stride = info ? nv_reg_stride(info) : 0;
    uint32_t first, count = 1;
    NvRegisterName *name;

    if (!info) {
        return;
    }
    first = nv_reg_index(file, info, addr);
    if (first && nv_regs_info_inside(file, addr - stride) == info) {
        return;
    }
    while (nv_regs_info_inside(file, addr + count * stride) == info) {
        count++;
    }
    name = g_new0(NvRegisterName, 1);
    name->unit = g_strdup(file->block->unit);
    name->name = g_strdup(info->name);
    name->address = addr;
    if (nv_reg_count(info) > 1) {
        name->array = g_new0(NvRegisterArray, 1);
        name->array->first = first;
        name->array->count = count;
        name->array->stride = stride;
    }
    QAPI_LIST_APPEND(*tail, name);
}

NvRegisterNameList *nv_regs_names(NVGPU *gpu)
{
    NvRegisterNameList *names = NULL, **tail = &names;
    MemoryRegion *mr;

    QTAILQ_FOREACH(mr, &gpu->bar0.subregions, subregions_link) {
        const NVRegFile *file = nv_regs_file(mr);

        for (uint32_t i = 0; file && i < file->block->size; i += 4) {
            nv_regs_put_name(file, file->block->base + i, &tail);
        }
    }
    return names;
}

/* --- Guards ----------------------------------------------------------- */

void nv_regs_set_guards(NVGPU *gpu, NVRegGuard *guard,
                        bool (*wants)(NVGPU *gpu, const NVRegBlock *block))
{
    MemoryRegion *mr;

    QTAILQ_FOREACH(mr, &gpu->bar0.subregions, subregions_link) {
        NVRegFile *file = nv_regs_file(mr);

        if (file) {
            file->guard = wants(gpu, file->block) ? guard : NULL;
        }
    }
}

/* --- Life ------------------------------------------------------------- */

static void nv_regs_init_region(NVGPU *gpu, NVRegFile *file,
                                const NVRegBlock *block, int priority)
{
    g_autofree char *name = g_strdup_printf("nv.%s", block->unit);

    file->gpu = gpu;
    file->block = block;
    memory_region_init_io(&file->mr, OBJECT(gpu), &nv_regs_ops, file, name,
                          block->size);
    memory_region_add_subregion_overlap(&gpu->bar0, block->base, &file->mr,
                                        priority);
}

void nv_regs_init(NVGPU *gpu, NVRegFile *file, const NVRegBlock *block)
{
    nv_regs_init_region(gpu, file, block, 0);
    file->index = g_new0(const NVRegInfo *, block->size / 4);
    nv_regs_index_block(file, block);
    nv_regs_init_homes(file);
    nv_regs_init_used(file);
    nv_regs_init_resets(file);
}

void nv_regs_init_background(NVGPU *gpu, NVRegFile *file,
                             const NVRegBlock *block)
{
    nv_regs_init_region(gpu, file, block, -1);
}

void nv_regs_exit(NVRegFile *file)
{
    g_clear_pointer(&file->resets, g_array_unref);
    g_clear_pointer(&file->home, g_free);
    g_clear_pointer(&file->index, g_free);
}

/* Most of BAR0 is never touched: don't make the host allocate its pages. */
static void nv_regs_clear(NVGPU *gpu, uint32_t first, uint32_t words)
{
    uint32_t end = first + words, next;

    for (uint32_t i = first; i < end; i = next) {
        next = MIN(QEMU_ALIGN_DOWN(i, NV_REGS_PAGE) + NV_REGS_PAGE, end);
        if (test_bit(i / NV_REGS_PAGE, gpu->regs_used) &&
            !buffer_is_zero(&gpu->regs[i], (next - i) * 4)) {
            memset(&gpu->regs[i], 0, (next - i) * 4);
        }
    }
}

void nv_regs_reset(NVRegFile *file)
{
    nv_regs_clear(file->gpu, file->block->base / 4, file->block->size / 4);
    for (unsigned i = 0; file->resets && i < file->resets->len; i++) {
        const NVRegReset *reset = &g_array_index(file->resets, NVRegReset, i);

        file->gpu->regs[reset->word] = reset->val;
    }
}

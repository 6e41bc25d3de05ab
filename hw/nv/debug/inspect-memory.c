/*
 * NVIDIA GPU: QMP commands: memory, page tables, pushbuffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/fifo-inspect.h"
#include "inspect.h"

/* Words to show of a pushbuffer if PUT lies before GET */
#define NV_LOOK_AHEAD 1024

/* --- Memory ----------------------------------------------------------- */

static NvMemoryFault nv_inspect_fault(NVDmaReason why)
{
    static const NvMemoryFault faults[] = {
        [NV_DMA_BUS] = NV_MEMORY_FAULT_BUS,
        [NV_DMA_NO_FRAMES] = NV_MEMORY_FAULT_NO_FRAMES,
        [NV_DMA_LIMIT] = NV_MEMORY_FAULT_LIMIT,
        [NV_DMA_WRITE_ONLY] = NV_MEMORY_FAULT_WRITE_ONLY,
        [NV_DMA_READ_ONLY] = NV_MEMORY_FAULT_READ_ONLY,
        [NV_DMA_NO_PAGE] = NV_MEMORY_FAULT_NO_PAGE,
        [NV_DMA_PAGE_READ_ONLY] = NV_MEMORY_FAULT_PAGE_READ_ONLY,
        [NV_DMA_VRAM_LIMIT] = NV_MEMORY_FAULT_VRAM_LIMIT,
        [NV_DMA_NO_GART_PAGE] = NV_MEMORY_FAULT_NO_GART_PAGE,
        [NV_VM_PT_NOT_PRESENT] = NV_MEMORY_FAULT_VM_PT_NOT_PRESENT,
        [NV_VM_PT_TOO_SHORT] = NV_MEMORY_FAULT_VM_PT_TOO_SHORT,
        [NV_VM_PAGE_NOT_PRESENT] = NV_MEMORY_FAULT_VM_PAGE_NOT_PRESENT,
        [NV_VM_PAGE_SUPERVISOR_ONLY] = NV_MEMORY_FAULT_VM_PAGE_SUPERVISOR_ONLY,
        [NV_VM_PAGE_READ_ONLY] = NV_MEMORY_FAULT_VM_PAGE_READ_ONLY,
        [NV_VM_NO_CHANNEL] = NV_MEMORY_FAULT_VM_NO_CHANNEL,
        [NV_VM_NULL_DMAOBJ] = NV_MEMORY_FAULT_VM_NULL_OBJECT,
        [NV_VM_WRONG_MEMTYPE] = NV_MEMORY_FAULT_VM_WRONG_MEMORY_TYPE,
        [NV_VM_VRAM_LIMIT] = NV_MEMORY_FAULT_VM_VRAM_LIMIT,
        [NV_VM_LIMIT_EXCEEDED] = NV_MEMORY_FAULT_VM_LIMIT,
        [NV_VM_DMAOBJ_LIMIT] = NV_MEMORY_FAULT_VM_OBJECT_LIMIT,
    };

    return faults[why];
}

/* Words up to the first that can't be read for @why; there may be none. */
static NvMemory *nv_inspect_words(NVGPU *gpu, const NVDMAObject *obj,
                                  uint64_t addr, uint32_t words,
                                  NVDmaReason *why)
{
    NvMemory *memory = g_new0(NvMemory, 1);
    uint32List **tail = &memory->words;

    memory->address = addr;
    for (uint32_t i = 0; i < words; i++) {
        uint8_t bytes[4];

        if (!nv_dmaobj_peek(gpu, obj, addr + (uint64_t)i * 4, bytes,
                            sizeof(bytes), false, why)) {
            memory->has_fault = true;
            memory->fault = nv_inspect_fault(*why);
            break;
        }
        QAPI_LIST_APPEND(tail, nv_fifo_ldl(gpu, bytes));
    }
    return memory;
}

static NvMemory *nv_inspect_vram(NVGPU *gpu, uint64_t addr, uint32_t words,
                                 Error **errp)
{
    NvMemory *memory;
    uint32List **tail;
    const uint8_t *from;

    if (!nv_inspect_has_words(addr, gpu->vram_size - 4, words, errp)) {
        return NULL;
    }
    words = MIN(words, (gpu->vram_size - addr) / 4);
    from = nv_vram_ptr(gpu, addr, words * 4);
    memory = g_new0(NvMemory, 1);
    memory->address = addr;
    tail = &memory->words;
    for (uint32_t i = 0; i < words; i++) {
        QAPI_LIST_APPEND(tail, (uint32_t)ldl_le_p(from + i * 4));
    }
    return memory;
}

NvMemory *qmp_x_query_nv_memory(const char *path, NvSpace *space,
                                uint64_t address, uint32_t words, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    g_autoptr(NvMemory) memory = NULL;
    NVDMAObject obj;
    NVDmaReason why;

    if (!gpu) {
        return NULL;
    }
    if (space->kind == NV_SPACE_KIND_VRAM) {
        return nv_inspect_vram(gpu, address, words, errp);
    }
    if (!nv_inspect_space(gpu, space, &obj, errp) ||
        !nv_inspect_has_words(address, NV_INSPECT_ADDRESS_MAX, words, errp)) {
        return NULL;
    }
    memory = nv_inspect_words(gpu, &obj, address, words, &why);
    if (!memory->words) {
        error_setg(errp, "address 0x%08" PRIx64 " %s", address,
                   nv_dma_reason_words(why));
        return NULL;
    }
    return g_steal_pointer(&memory);
}

/* --- Page tables ------------------------------------------------------ */

static NvPageFlagList *nv_inspect_flags(uint32_t flags)
{
    static const uint32_t bits[] = {
        [NV_PAGE_FLAG_PRESENT] = NV_WALK_PRESENT,
        [NV_PAGE_FLAG_LARGE] = NV_WALK_LARGE,
        [NV_PAGE_FLAG_SMALL] = NV_WALK_SMALL,
        [NV_PAGE_FLAG_READ_ONLY] = NV_WALK_READ_ONLY,
        [NV_PAGE_FLAG_PRIVILEGED] = NV_WALK_PRIVILEGED,
        [NV_PAGE_FLAG_NO_MEMORY] = NV_WALK_NO_MEMORY,
    };
    NvPageFlagList *list = NULL, **tail = &list;

    for (unsigned i = 0; i < ARRAY_SIZE(bits); i++) {
        if (flags & bits[i]) {
            QAPI_LIST_APPEND(tail, (NvPageFlag)i);
        }
    }
    return list;
}

static NvPageEntry *nv_inspect_level(NVGPU *gpu, const NVWalkLevel *level)
{
    static const NvTable tables[] = {
        [NV_WALK_OBJECT] = NV_TABLE_OBJECT,
        [NV_WALK_PDE] = NV_TABLE_PDE,
        [NV_WALK_PTE] = NV_TABLE_PTE,
    };
    NvPageEntry *entry = g_new(NvPageEntry, 1);

    *entry = (NvPageEntry) {
        .table = tables[level->table],
        .memory = !gpu->chip->vm ? NV_MEMORY_KIND_RAMIN
                  : level->target == NV_LINEAR_VRAM ? NV_MEMORY_KIND_VRAM
                                                    : NV_MEMORY_KIND_SYSRAM,
        .address = level->addr,
        .entry = level->entry,
        .flags = nv_inspect_flags(level->flags),
    };
    return entry;
}

static NvPageWalk *nv_inspect_walk(NVGPU *gpu, const NVWalk *walk)
{
    NvPageWalk *answer = g_new0(NvPageWalk, 1);
    NvPageEntryList **tail = &answer->entries;

    for (unsigned i = 0; i < walk->levels; i++) {
        QAPI_LIST_APPEND(tail, nv_inspect_level(gpu, &walk->level[i]));
    }
    if (walk->why == NV_DMA_OK) {
        answer->result = g_new(NvPhysical, 1);
        *answer->result = (NvPhysical) {
            .memory = walk->span.vram ? NV_MEMORY_KIND_VRAM
                                        : NV_MEMORY_KIND_SYSRAM,
            .address = walk->span.addr,
        };
    } else {
        answer->has_fault = true;
        answer->fault = nv_inspect_fault(walk->why);
    }
    return answer;
}

NvPageWalk *qmp_x_query_nv_page_walk(const char *path, uint16_t channel,
                                     uint64_t address, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    const NvSpace space = {
        .kind = NV_SPACE_KIND_CHANNEL, .u.channel.channel = channel,
    };
    NVDMAObject obj;
    NVWalk walk;

    if (!gpu || !nv_inspect_space(gpu, &space, &obj, errp)) {
        return NULL;
    }
    if (address > NV_INSPECT_ADDRESS_MAX) {
        error_setg(errp, "address 0x%" PRIx64 " is beyond 0x%" PRIx64, address,
                   (uint64_t)NV_INSPECT_ADDRESS_MAX);
        return NULL;
    }
    nv_dmaobj_walk(gpu, &obj, address, &walk);
    return nv_inspect_walk(gpu, &walk);
}

/* --- Pushbuffers ------------------------------------------------------ */

/* Number of words from GET to PUT, or a fixed one if PUT lies before GET */
static uint32_t nv_inspect_words_ahead(const NVChannelView *view)
{
    return view->put >= view->get
        ? MIN((view->put - view->get) / 4, NV_INSPECT_WORDS) : NV_LOOK_AHEAD;
}

static NvMemoryList *nv_inspect_pending(NVGPU *gpu, unsigned chid,
                                        const NVDMAObject *obj,
                                        const NVChannelView *view)
{
    uint32_t ahead = nv_inspect_words_ahead(view);
    uint32_t left = NV_INSPECT_WORDS - ahead;
    NvMemoryList *list = NULL, **tail = &list;
    NVEntryView entry;
    NVDmaReason why;

    if (ahead) {
        QAPI_LIST_APPEND(tail, nv_inspect_words(gpu, obj, view->get, ahead,
                                                &why));
    }
    for (uint32_t i = view->ring_get; view->ring && i != view->ring_put &&
         left && nv_fifo_inspect_entry(gpu, chid, i, &entry);
         i = (i + 1) & view->ring_mask) {
        uint32_t words = MIN(entry.words, left);

        if (words) {
            QAPI_LIST_APPEND(tail, nv_inspect_words(gpu, obj, entry.addr, words,
                                                    &why));
        }
        /* Count entries without a length, too, since the ring may be long. */
        left -= MAX(words, 1);
    }
    return list;
}

static bool nv_inspect_push_space(NVGPU *gpu, unsigned chid,
                                  NVChannelView *view, NVDMAObject *obj,
                                  Error **errp)
{
    if (!nv_inspect_has_channel(gpu, chid, errp)) {
        return false;
    }
    nv_fifo_inspect(gpu, chid, view);
    if (view->wait == NV_CHANNEL_OFF || !view->dma ||
        !nv_fifo_push_space(gpu, chid, obj)) {
        error_setg(errp, "channel %u has no pushbuffer", chid);
        return false;
    }
    return true;
}

NvMemoryList *qmp_x_query_nv_pushbuffer(const char *path, uint16_t channel,
                                        bool has_address, uint64_t address,
                                        bool has_words, uint32_t words,
                                        Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvMemoryList *list = NULL, **tail = &list;
    NVChannelView view;
    NVDMAObject obj;
    NVDmaReason why;

    if (!gpu || !nv_inspect_push_space(gpu, channel, &view, &obj, errp)) {
        return NULL;
    }
    if (!has_address) {
        if (has_words) {
            error_setg(errp, "'words' are expected with an 'address' only");
            return NULL;
        }
        return nv_inspect_pending(gpu, channel, &obj, &view);
    }
    words = has_words ? words : NV_LOOK_AHEAD;
    if (!nv_inspect_has_words(address, NV_INSPECT_ADDRESS_MAX, words, errp)) {
        return NULL;
    }
    QAPI_LIST_APPEND(tail, nv_inspect_words(gpu, &obj, address, words, &why));
    return list;
}

static NvRingEntry *nv_inspect_entry(uint32_t i, const NVEntryView *view)
{
    NvRingEntry *entry = g_new(NvRingEntry, 1);

    *entry = (NvRingEntry) {
        .entry = i,
        .address = view->addr,
        .words = view->words,
        .low = view->low,
        .high = view->high,
    };
    return entry;
}

NvRingEntries *qmp_x_query_nv_entries(const char *path, uint16_t channel,
                                      Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvRingEntries *entries;
    NvRingEntryList **tail;
    NVChannelView view;
    NVEntryView entry;
    NVDMAObject obj;

    if (!gpu || !nv_inspect_push_space(gpu, channel, &view, &obj, errp)) {
        return NULL;
    }
    if (!view.ring) {
        error_setg(errp, "channel %u has no ring of entries", channel);
        return NULL;
    }
    entries = g_new0(NvRingEntries, 1);
    entries->ring = nv_inspect_ring(&view);
    tail = &entries->entries;
    for (uint32_t i = view.ring_get, shown = 0;
         i != view.ring_put && shown < NV_INSPECT_WORDS / 2;
         i = (i + 1) & view.ring_mask, shown++) {
        if (!nv_fifo_inspect_entry(gpu, channel, i, &entry)) {
            entries->has_unreadable = true;
            entries->unreadable = i;
            break;
        }
        QAPI_LIST_APPEND(tail, nv_inspect_entry(i, &entry));
    }
    return entries;
}

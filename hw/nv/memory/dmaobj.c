/*
 * NVIDIA GPU: DMA objects: what all generations have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dmaobj.h"
#include "window.h"
#include "hw/nv/machine.h"
#include "hw/nv/move.h"
#include "hw/nv/nv-gpu.h"

#define NV_PAGE_SIZE 4096

bool nv_dmaobj_load_channel(NVGPU *gpu, uint32_t block, uint32_t inst,
                            NVDMAObject *obj)
{
    gpu->chip->ramin->dmaobj->load(gpu, block, inst, obj);
    obj->chid = -1;
    return nv_dmaobj_is_class(obj->class);
}

bool nv_dmaobj_load(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    return nv_dmaobj_load_channel(gpu, 0, inst, obj);
}

/* Whether an observer wants accesses */
static bool nv_dmaobj_probed(NVGPU *gpu)
{
    return unlikely(NV_PROBES_ON(gpu) & (NV_PROBE_BIT(MEM_READ) |
                                         NV_PROBE_BIT(MEM_WRITE)));
}

/*
 * From NV50 on the instance block tells which channel it is; before that the
 * code that loaded the object.  Returns false to act as if there was no page.
 */
static bool nv_dmaobj_probe(NVGPU *gpu, const NVDMAObject *obj,
                            uint64_t offset, const NVSpan *span, bool write)
{
    NVProbe probe = {
        .kind = write ? NV_PROBE_MEM_WRITE : NV_PROBE_MEM_READ,
        .chid = obj->chid >= 0 ? obj->chid
                               : nv_channel_of_block(gpu, obj->block),
        .mem = {
            .addr = obj->target == NV_DMAOBJ_TARGET_VM
                ? obj->base + obj->adjust + offset : offset,
            .size = span->len,
            .vram = span->vram ? span->addr : NV_PROBE_NOWHERE,
            .inst = obj->block ? obj->block : obj->inst,
        },
    };

    return !(NV_PROBES_ON(gpu) & 1u << probe.kind) ||
           nv_probe(gpu, &probe) != NV_DROP;
}

NVDmaReason nv_dmaobj_look_up(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span)
{
    unsigned count = 1;

    return gpu->chip->ramin->dmaobj->resolve(gpu, obj, offset, len, write,
                                             span, &count);
}

static NVDmaReason G_GNUC_NO_INLINE
nv_dmaobj_resolve_probed(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                         uint64_t len, bool write, NVSpan *span)
{
    NVDmaReason why = nv_dmaobj_look_up(gpu, obj, offset, len, write, span);

    return why != NV_DMA_OK || nv_dmaobj_probe(gpu, obj, offset, span, write)
        ? why : gpu->chip->ramin->dmaobj->no_page;
}

NVDmaReason nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span)
{
    /* Both are tail calls: the usual one has no registers to save. */
    return unlikely(nv_dmaobj_probed(gpu))
        ? nv_dmaobj_resolve_probed(gpu, obj, offset, len, write, span)
        : nv_dmaobj_look_up(gpu, obj, offset, len, write, span);
}

/* An address space has no object; nor has what registers describe. */
static void nv_dmaobj_name(NVGPU *gpu, const NVDMAObject *obj, GString *name)
{
    int chid = obj->chid >= 0 ? obj->chid
                              : nv_channel_of_block(gpu, obj->block);

    if (obj->inst != NV_DMAOBJ_NO_INST) {
        g_string_append_printf(name, "DMA object 0x%05x: offset", obj->inst);
    } else if (obj->target != NV_DMAOBJ_TARGET_VM) {
        g_string_append(name, "memory without a DMA object: offset");
    } else if (chid >= 0) {
        g_string_append_printf(name, "channel %d: address", chid);
    } else {
        g_string_append_printf(name, "the channel at 0x%08x: address",
                               obj->block);
    }
}

/* What the MMU refuses is logged here, and the rest is told with its fault. */
static void nv_dmaobj_tell(NVGPU *gpu, const NVDMAObject *obj,
                           uint64_t offset, NVDmaReason why)
{
    g_autoptr(GString) name = g_string_new(NULL);
    const NVGuestError error = {
        .unit = "DMA",
        .what = nv_dma_reason_words(why),
        .chid = -1,
        .mthd = NV_PROBE_NO_METHOD,
        .data = offset,
        .addr = NV_PROBE_NOWHERE,
        .by = NV_PROBE_BY_OBJECT,
        .who = obj->inst,
        .inst = obj->block,
    };

    nv_dmaobj_name(gpu, obj, name);
    nv_log_error(gpu, "%s 0x%" PRIx64 " %s%s", name->str, offset,
                 nv_dma_reason_words(why),
                 why == NV_DMA_BUS && !nv_machine_is_master(gpu)
                  ? ": PCI bus mastering is off" : "");
    if (!(why & NV_VM_REASON)) {
        nv_guest_error_unlogged(gpu, &error);
    }
}

void nv_dmaobj_failed(const NVDMAObject *obj, uint64_t offset, bool write,
                      NVDmaReason why, NVDmaFault *fault)
{
    if (fault) {
        *fault = (NVDmaFault) {
            .addr = obj->linear ? obj->base + obj->adjust + offset : offset,
            .write = write,
            .why = why,
        };
    }
}

void nv_dmaobj_unanswered(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                          bool write, NVDmaFault *fault)
{
    nv_dmaobj_tell(gpu, obj, offset, NV_DMA_BUS);
    nv_dmaobj_failed(obj, offset, write, NV_DMA_BUS, fault);
}

bool nv_dmaobj_span(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    uint64_t len, bool write, NVSpan *span, NVDmaFault *fault)
{
    NVDmaReason why = nv_dmaobj_resolve(gpu, obj, offset, len, write, span);

    if (unlikely(why != NV_DMA_OK)) {
        nv_dmaobj_tell(gpu, obj, offset, why);
        nv_dmaobj_failed(obj, offset, write, why, fault);
    }
    return why == NV_DMA_OK;
}

/* Returns whether @more begins where @span ends, and adds it. */
static bool nv_span_append(NVSpan *span, const NVSpan *more)
{
    if (more->vram != span->vram || more->addr != span->addr + span->len) {
        return false;
    }
    span->len += more->len;
    return true;
}

/* Whether an observer wants accesses, or the translations for them */
static bool nv_dmaobj_watched(NVGPU *gpu)
{
    return nv_dmaobj_probed(gpu) || NV_PROBED(gpu, TRANSLATE);
}

/*
 * Add what follows @span, up to @most bytes.  Pages of the guest's memory
 * rarely are neighbours, those of video memory nearly always: so a look at the
 * second tells whether more are worth it.
 */
static void nv_dmaobj_extend(NVGPU *gpu, const NVDMAObject *obj,
                             uint64_t offset, uint64_t most, bool write,
                             NVSpan *span)
{
    NVSpan spans[NV_DMAOBJ_AHEAD] QEMU_UNINITIALIZED;
    unsigned count = 1;
    bool more = true;

    for (; more && span->len < most; count = ARRAY_SIZE(spans)) {
        if (gpu->chip->ramin->dmaobj->resolve(gpu, obj, offset + span->len,
                                              most - span->len, write, spans,
                                              &count) != NV_DMA_OK) {
            break;
        }
        for (unsigned i = 0; i < count && more; i++) {
            more = nv_span_append(span, &spans[i]);
        }
    }
}

bool nv_dmaobj_extent(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                      uint64_t len, uint64_t most, bool write, NVSpan *span,
                      NVDmaFault *fault)
{
    if (!nv_dmaobj_span(gpu, obj, offset, len, write, span, fault)) {
        return false;
    }
    if (!nv_dmaobj_watched(gpu)) {
        nv_dmaobj_extend(gpu, obj, offset, most, write, span);
    }
    return true;
}

bool nv_dmaobj_try_extent(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                          uint64_t most, bool write, NVSpan *span)
{
    if (nv_dmaobj_watched(gpu) ||
        nv_dmaobj_look_up(gpu, obj, offset, most, write, span) != NV_DMA_OK) {
        return false;
    }
    nv_dmaobj_extend(gpu, obj, offset, most, write, span);
    return true;
}

/* As nv_window_ptr() */
static const void *nv_span_ptr(NVGPU *gpu, const NVSpan *span, uint64_t *len)
{
    return span->vram ? nv_vram_ptr(gpu, span->addr, span->len)
                      : nv_window_ptr(gpu, span->addr, len);
}

void nv_dmaobj_hold(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVDMAHold *hold)
{
    uint64_t into = (obj->base + obj->adjust + offset) % NV_PAGE_SIZE;
    uint64_t back = MIN(into, offset);
    uint64_t len;

    hold->offset = offset - back;
    hold->ptr = NULL;
    if (nv_dmaobj_probed(gpu)) {
        /* Each access is reported. */
        hold->span.len = 0;
        return;
    }
    if (nv_dmaobj_resolve(gpu, obj, hold->offset, NV_PAGE_SIZE - into + back,
                          true, &hold->span) != NV_DMA_OK) {
        hold->span.len = 0;
        return;
    }
    len = hold->span.len;
    hold->ptr = nv_span_ptr(gpu, &hold->span, &len);
    if (len < hold->span.len) {
        hold->ptr = NULL;
    }
}

static MemTxResult G_GNUC_NO_INLINE
nv_dmaobj_publish_vram(NVGPU *gpu, uint64_t addr, const uint8_t *bytes,
                       uint64_t len)
{
    NVSpan rest = { .vram = true, .addr = addr + 4, .len = len - 4 };
    NVSpan first = { .vram = true, .addr = addr, .len = 4 };

    if (rest.len) {
        nv_span_transfer(gpu, &rest, (void *)(bytes + 4), true);
    }
    return nv_span_transfer(gpu, &first, (void *)bytes, true);
}

MemTxResult nv_dmaobj_held_publish(NVGPU *gpu, const NVDMAHold *hold,
                                   uint64_t offset, const uint8_t *bytes,
                                   uint64_t len)
{
    uint64_t addr = hold->span.addr + (offset - hold->offset);

    return likely(!hold->span.vram)
        ? nv_window_publish(gpu, addr, bytes, len)
        : nv_dmaobj_publish_vram(gpu, addr, bytes, len);
}

static bool nv_dmaobj_transfer(NVGPU *gpu, const NVDMAObject *obj,
                               uint64_t offset, uint8_t *buf, size_t len,
                               bool write, NVDmaFault *fault)
{
    while (len) {
        NVSpan span;

        if (!nv_dmaobj_span(gpu, obj, offset, len, write, &span, fault)) {
            return false;
        }
        if (nv_span_transfer(gpu, &span, buf, write) != MEMTX_OK) {
            nv_dmaobj_unanswered(gpu, obj, offset, write, fault);
            return false;
        }
        offset += span.len;
        buf += span.len;
        len -= span.len;
    }
    return true;
}

bool nv_dmaobj_read(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    void *buf, size_t len, NVDmaFault *fault)
{
    return nv_dmaobj_transfer(gpu, obj, offset, buf, len, false, fault);
}

bool nv_dmaobj_write(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                     const void *buf, size_t len, NVDmaFault *fault)
{
    nv_memory_written(gpu);
    return nv_dmaobj_transfer(gpu, obj, offset, (void *)buf, len, true, fault);
}

bool nv_dmaobj_publish(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                       const void *words, unsigned count, unsigned last,
                       NVDmaFault *fault)
{
    NVSpan whole;

    nv_memory_written(gpu);
    if (!nv_dmaobj_span(gpu, obj, offset, count * 4, true, &whole, fault)) {
        return false;
    }
    if (whole.len < count * 4) {
        /* Two pages: in the order of addresses */
        return nv_dmaobj_transfer(gpu, obj, offset, (void *)words, count * 4,
                                  true, fault);
    }
    for (unsigned i = 1; i <= count; i++) {
        unsigned word = (last + i) % count;
        NVSpan span = whole;

        span.addr += word * 4;
        span.len = 4;
        if (nv_span_transfer(gpu, &span, (uint8_t *)words + word * 4, true) !=
            MEMTX_OK) {
            nv_dmaobj_unanswered(gpu, obj, offset, true, fault);
            return false;
        }
    }
    return true;
}

const void *nv_dmaobj_map(NVGPU *gpu, const NVDMAObject *obj,
                          uint64_t offset, uint64_t *len)
{
    NVSpan span;

    /* No probe: users of a mapped pushbuffer report its commands. */
    if (nv_dmaobj_look_up(gpu, obj, offset, *len, false, &span) != NV_DMA_OK) {
        return NULL;
    }
    *len = span.len;
    return nv_span_ptr(gpu, &span, len);
}

unsigned nv_dmaobj_map_ahead(NVGPU *gpu, const NVDMAObject *obj,
                             uint64_t offset, uint64_t len,
                             NVDMAPiece *pieces, unsigned count)
{
    NVSpan spans[NV_DMAOBJ_AHEAD];
    unsigned done = 0;

    while (done < count && len) {
        unsigned some = MIN(count - done, ARRAY_SIZE(spans));

        if (gpu->chip->ramin->dmaobj->resolve(gpu, obj, offset, len, false,
                                              spans, &some) != NV_DMA_OK) {
            break;
        }
        for (unsigned i = 0; i < some; i++) {
            NVDMAPiece *piece = &pieces[done];

            piece->len = spans[i].len;
            piece->ptr = nv_span_ptr(gpu, &spans[i], &piece->len);
            if (!piece->ptr) {
                return done;
            }
            done++;
            offset += piece->len;
            len -= piece->len;
            if (piece->len < spans[i].len) {
                break;
            }
        }
    }
    return done;
}

/* --- Debugging --------------------------------------------------------- */

bool nv_dmaobj_peek(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    void *buf, size_t len, bool write, NVDmaReason *why)
{
    uint8_t *bytes = buf;

    *why = NV_DMA_OK;
    while (len) {
        NVSpan span;

        *why = nv_dmaobj_look_up(gpu, obj, offset, len, write, &span);
        if (*why == NV_DMA_OK &&
            nv_span_transfer(gpu, &span, bytes, write) != MEMTX_OK) {
            *why = NV_DMA_BUS;
        }
        if (*why != NV_DMA_OK) {
            return false;
        }
        offset += span.len;
        bytes += span.len;
        len -= span.len;
    }
    if (write) {
        nv_memory_written(gpu);
    }
    return true;
}

void nv_dmaobj_walk(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVWalk *walk)
{
    *walk = (NVWalk) { };
    gpu->chip->ramin->dmaobj->inspect(gpu, obj, offset, walk);
    walk->why = nv_dmaobj_look_up(gpu, obj, offset, 4, false, &walk->span);
}

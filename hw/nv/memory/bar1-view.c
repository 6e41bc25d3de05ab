/*
 * NVIDIA GPU: direct mappings of the busy parts of BAR1, NV50:NVC0
 *
 * Looking up each access is slow where the CPU works on a picture.  So where
 * BAR1 is used often and maps video memory, it is mapped as memory.  This is a
 * TLB: like the hardware's, it may be out of date until the driver flushes it.
 *
 * TCG's TLB holds indices of sections that are resolved in the current map
 * (iotlb_to_section()): if the map changes, a running processor may reach
 * another device than intended.  So the map changes while no processor runs,
 * and each drops its TLB before it resumes.  QEMU is corrected by
 * docs/qemu-patches, "accel/tcg: resolve I/O in the FlatView in which the TLB
 * entry was made".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bar1-view.h"
#include "host-mem.h"
#include "host-space.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"
#include "trace/trace-hw_nv.h"

#define NV_BAR1_PAGE 4096

/* Fewer accesses, or fewer bytes, aren't worth a change of the map. */
#define NV_BAR1_USES 1024
#define NV_BAR1_LEAST (64 * KiB)

/* --- What BAR1 shows --------------------------------------------------- */

/* Find a piece of video memory, of whole pages, to be read and written */
static bool nv_bar1_inspect(NVGPU *gpu, uint64_t addr, uint64_t len,
                            NVSpan *span)
{
    if (!nv_bar1_peek(gpu, addr, len, span) || !span->vram ||
        span->addr % NV_BAR1_PAGE) {
        return false;
    }
    span->len = ROUND_DOWN(span->len, NV_BAR1_PAGE);
    return span->len;
}

/* Length of contiguous video memory from @addr on; 0 if it isn't there */
static uint64_t nv_bar1_reach(NVGPU *gpu, uint64_t addr, uint64_t end,
                              uint64_t *vram)
{
    uint64_t len = 0;
    NVSpan span;

    while (addr + len < end &&
           nv_bar1_inspect(gpu, addr + len, end - addr - len, &span) &&
           (!len || span.addr == *vram + len)) {
        if (!len) {
            *vram = span.addr;
        }
        len += span.len;
    }
    return len;
}

/* Find the contiguous run around @addr, within its window */
static bool nv_bar1_find(NVGPU *gpu, uint64_t addr, NVBar1Run *run)
{
    uint64_t begin = ROUND_DOWN(addr, NV_BAR1_WINDOW);
    uint64_t end = begin + NV_BAR1_WINDOW;

    run->addr = begin;
    run->len = nv_bar1_reach(gpu, begin, end, &run->vram);
    while (run->addr + run->len <= addr) {
        run->addr += run->len ? run->len : NV_BAR1_PAGE;
        run->len = nv_bar1_reach(gpu, run->addr, end, &run->vram);
    }
    return run->addr <= addr && run->len >= NV_BAR1_LEAST;
}

static bool nv_bar1_holds(NVGPU *gpu, const NVBar1Run *run)
{
    uint64_t end = run->addr + run->len, vram = 0;

    return nv_bar1_reach(gpu, run->addr, end, &vram) == run->len &&
           vram == run->vram;
}

/* --- The map ----------------------------------------------------------- */

static void nv_bar1_show(NVBar1View *view)
{
    const NVBar1Run *run = &view->run;

    if (run->len) {
        trace_nv_bar1_view(run->addr, run->len, run->vram);
        memory_region_set_alias_offset(&view->mr, run->vram);
        memory_region_set_size(&view->mr, run->len);
        memory_region_set_address(&view->mr, run->addr);
    } else {
        trace_nv_bar1_view_gone(run->addr);
    }
    memory_region_set_enabled(&view->mr, run->len);
}

/* Called while no processor runs */
static void nv_bar1_change_map(NVGPU *gpu)
{
    NVBar1Views *views = &gpu->host_mem->views;

    memory_region_transaction_begin();
    for (unsigned i = 0; i < NV_BAR1_VIEWS; i++) {
        if (views->view[i].changed) {
            views->view[i].changed = false;
            nv_bar1_show(&views->view[i]);
        }
    }
    memory_region_transaction_commit();
    views->flushing = false;
}

static void nv_bar1_change_map_queued(NVGPU *gpu)
{
    gpu->host_mem->views.queued = false;
    nv_bar1_change_map(gpu);
}

static void nv_bar1_update(NVGPU *gpu)
{
    NVBar1Views *views = &gpu->host_mem->views;

    if (nv_machine_is_stopped()) {
        nv_bar1_change_map(gpu);
    } else if (!views->queued) {
        views->queued = true;
        nv_machine_run_exclusive(gpu, nv_bar1_change_map_queued);
    }
}

/* --- Views ------------------------------------------------------------- */

void nv_bar1_view_use(NVGPU *gpu, uint64_t addr)
{
    NVBar1View *view = &gpu->host_mem->views.view[addr / NV_BAR1_WINDOW];
    NVBar1Run run;

    /* A snapshot forgets views, and the card's own DMA reaches only those. */
    if (nv_machine_repeats(gpu) || ++view->uses < NV_BAR1_USES) {
        return;
    }
    view->uses = 0;
    if (nv_bar1_find(gpu, addr, &run)) {
        view->run = run;
        view->changed = true;
        nv_bar1_update(gpu);
    }
}

static bool nv_bar1_drop(NVGPU *gpu, bool (*holds)(NVGPU *, const NVBar1Run *))
{
    NVBar1Views *views = &gpu->host_mem->views;
    bool dropped = false;

    for (unsigned i = 0; i < NV_BAR1_VIEWS; i++) {
        NVBar1View *view = &views->view[i];

        if (view->run.len && !(holds && holds(gpu, &view->run))) {
            view->run.len = 0;
            view->changed = true;
            dropped = true;
        }
    }
    return dropped;
}

void nv_bar1_view_flush(NVGPU *gpu)
{
    NVBar1Views *views = &gpu->host_mem->views;

    if (nv_bar1_drop(gpu, nv_bar1_holds)) {
        nv_bar1_update(gpu);
    }
    /* A view that is about to move may be among the outdated ones. */
    views->flushing = views->queued;
}

void nv_bar1_view_forget(NVGPU *gpu)
{
    if (nv_bar1_drop(gpu, NULL)) {
        nv_bar1_update(gpu);
    }
}

/* --- Life -------------------------------------------------------------- */

void nv_bar1_view_realize(NVGPU *gpu)
{
    NVBar1Views *views = &gpu->host_mem->views;

    assert(gpu->chip->vm->bar1_size <= NV_BAR1_VIEWS * NV_BAR1_WINDOW);
    for (unsigned i = 0; i < NV_BAR1_VIEWS; i++) {
        MemoryRegion *mr = &views->view[i].mr;

        memory_region_init_alias(mr, OBJECT(gpu), "nv.BAR1.view",
                                 gpu->vram.mr, 0, NV_BAR1_LEAST);
        memory_region_set_enabled(mr, false);
        memory_region_add_subregion(&gpu->host_mem->bar1.mr, i * NV_BAR1_WINDOW,
                                    mr);
    }
}

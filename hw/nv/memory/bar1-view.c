/*
 * NVIDIA GPU: BAR1 where it is used often, NV50:NVC0
 *
 * To look each access up is slow where the CPU works on a picture.  So what
 * BAR1 shows around an address that is accessed again and again is put there
 * as memory, if it is video memory.  This is a TLB: like the hardware's it may
 * show what page tables said before, until the driver flushes it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

/* Accesses to the same piece before a view of it pays */
#define NV_BAR1_PIECE (64 * KiB)
#define NV_BAR1_USES 256

/* --- What is around an address ----------------------------------------- */

/* A piece that can be read and written, as far as one look goes */
static bool nv_bar1_look(NVGPU *gpu, uint64_t addr, NVSpan *span)
{
    uint64_t size = gpu->chip->vm->bar1_size;

    return addr < size &&
           nv_bar1_peek(gpu, addr, size - addr, span) && span->vram;
}

/* The same with those behind it that go on in video memory */
static bool nv_bar1_find(NVGPU *gpu, uint64_t addr, NVSpan *span)
{
    NVSpan next;

    if (!nv_bar1_look(gpu, addr, span)) {
        return false;
    }
    while (nv_bar1_look(gpu, addr + span->len, &next) &&
           next.addr == span->addr + span->len) {
        span->len += next.len;
    }
    return true;
}

/* The beginning: pieces before @addr, as long as they belong to it */
static uint64_t nv_bar1_begin(NVGPU *gpu, uint64_t addr, uint64_t vram)
{
    NVSpan before;

    while (addr >= NV_BAR1_PIECE &&
           nv_bar1_look(gpu, addr - NV_BAR1_PIECE, &before) &&
           before.addr == vram - NV_BAR1_PIECE &&
           before.len >= NV_BAR1_PIECE) {
        addr -= NV_BAR1_PIECE;
        vram -= NV_BAR1_PIECE;
    }
    return addr;
}

/* --- Views ------------------------------------------------------------- */

static void nv_bar1_show(NVGPU *gpu, uint64_t addr, const NVSpan *span)
{
    NVBar1Views *views = &gpu->host_mem.views;
    MemoryRegion *view = &views->view[views->next];

    views->next = (views->next + 1) % NV_BAR1_VIEWS;
    trace_nv_bar1_view(addr, span->len, span->addr);
    memory_region_transaction_begin();
    memory_region_set_alias_offset(view, span->addr);
    memory_region_set_size(view, span->len);
    memory_region_set_address(view, addr);
    memory_region_set_enabled(view, true);
    memory_region_transaction_commit();
    views->used = true;
}

void nv_bar1_view_use(NVGPU *gpu, uint64_t addr)
{
    NVBar1Views *views = &gpu->host_mem.views;
    uint64_t piece = ROUND_DOWN(addr, NV_BAR1_PIECE);
    NVSpan span;

    if (views->piece != piece) {
        views->piece = piece;
        views->uses = 0;
    }
    if (++views->uses < NV_BAR1_USES) {
        return;
    }
    views->uses = 0;
    if (!nv_bar1_find(gpu, piece, &span) || span.len < NV_BAR1_PIECE) {
        return;
    }
    addr = nv_bar1_begin(gpu, piece, span.addr);
    if (nv_bar1_find(gpu, addr, &span)) {
        nv_bar1_show(gpu, addr, &span);
    }
}

void nv_bar1_view_forget(NVGPU *gpu)
{
    NVBar1Views *views = &gpu->host_mem.views;

    views->uses = 0;
    if (!views->used) {
        return;
    }
    memory_region_transaction_begin();
    for (unsigned i = 0; i < NV_BAR1_VIEWS; i++) {
        memory_region_set_enabled(&views->view[i], false);
    }
    memory_region_transaction_commit();
    views->used = false;
}

/* --- Life -------------------------------------------------------------- */

void nv_bar1_view_realize(NVGPU *gpu)
{
    NVBar1Views *views = &gpu->host_mem.views;

    for (unsigned i = 0; i < NV_BAR1_VIEWS; i++) {
        memory_region_init_alias(&views->view[i], OBJECT(gpu),
                                 "nv.BAR1.view", &gpu->display.vga.vram, 0,
                                 NV_BAR1_PIECE);
        memory_region_set_enabled(&views->view[i], false);
        memory_region_add_subregion_overlap(&gpu->host_mem.bar1, 0,
                                            &views->view[i], i);
    }
}

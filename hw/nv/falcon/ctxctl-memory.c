/*
 * NVIDIA GPU: PGRAPH's context control: contexts in memory, NVC0+
 *
 * The falcons' transfers, MMCTX and the strands use addresses relative to
 * MEM_BASE, in the address space of the channel that FECS has loaded.  MMCTX
 * copies registers that the program lists; strands hold the units' other state.
 * FECS has one strand, with all of it.
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; nouveau's
 * nvkm/engine/gr/fuc/com.fuc, mmctx_xfer and strand_ctx_init, and hub.fuc,
 * ctx_load and ctx_xfer.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "state.h"
#include "xfer.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/graph.h"
#include "trace/trace-hw_nv.h"

/* Entries that MMCTX_QUEUE takes, and words of one of them */
#define NV_CTXCTL_MMCTX_ENTRIES 0x10
#define NV_CTXCTL_MMCTX_WORDS 64

/* Words of a strand that are copied at once */
#define NV_CTXCTL_STRAND_PIECE 256

/* Values of MEM_TARGET; GPCCS has none. */
enum {
    NV_CTXCTL_TARGET_VRAM = 2,
    NV_CTXCTL_TARGET_SYSRAM_NO_SNOOP = 3,
    NV_CTXCTL_TARGET_SYSRAM = 4,
};

#define NV_CTXCTL_MEM_LOAD_CHAN 7

/* Values of STRAND_CMD that are modelled */
enum {
    NV_CTXCTL_STRAND_SAVE = 3,
    NV_CTXCTL_STRAND_LOAD = 4,
};

/* --- Addresses --------------------------------------------------------- */

/* A fault stops the program until the driver resets PGRAPH. */
static bool nv_ctxctl_vm_span(NVFalcon *falcon, uint64_t addr, uint64_t len,
                              bool write, NVSpan *span)
{
    NVGPU *gpu = falcon->gpu;
    uint32_t block = nv_ctxctl_block(gpu->ctxctl->channel);
    NVDMAObject obj;
    NVDmaFault fault;

    if (!block) {
        nv_log_error(gpu, "CTXCTL: no channel for address 0x%010" PRIx64, addr);
        return false;
    }
    nv_dmaobj_of_space(gpu, block, true, &obj);
    if (!nv_dmaobj_span(gpu, &obj, addr, len, write, span, &fault)) {
        nv_vm_fault(gpu, NV_VM_PGRAPH_CONTEXT, block, &fault);
        falcon->faulted = true;
        falcon->yield = true;
        return false;
    }
    return true;
}

bool nv_ctxctl_span(NVFalcon *falcon, uint64_t addr, uint64_t len, bool write,
                    NVSpan *span)
{
    NVGPU *gpu = falcon->gpu;
    uint32_t base = NV_FALCON_R(falcon, NV_CTXCTL_MEM_BASE);

    addr = extract64(addr + ((uint64_t)base << 8), 0, 40);
    switch (FIELD_EX32(NV_FALCON_R(falcon, NV_CTXCTL_MEM_TARGET),
                       NV_CTXCTL_MEM_TARGET, TARGET)) {
    case NV_CTXCTL_TARGET_VRAM:
        return nv_linear_span(gpu, NV_LINEAR_VRAM, addr, len, span);
    case NV_CTXCTL_TARGET_SYSRAM_NO_SNOOP:
        return nv_linear_span(gpu, NV_LINEAR_SYSRAM_NO_SNOOP, addr, len, span);
    case NV_CTXCTL_TARGET_SYSRAM:
        return nv_linear_span(gpu, NV_LINEAR_SYSRAM, addr, len, span);
    default:
        return nv_ctxctl_vm_span(falcon, addr, len, write, span);
    }
}

/* Commands are done at once, so the register always reads 0. */
void nv_ctxctl_mem_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    if (val != NV_CTXCTL_MEM_LOAD_CHAN || !nv_ctxctl_is_hub(cf)) {
        return;
    }
    if (nvc0_graph_busy(gpu)) {
        nv_log_error(gpu, "CTXCTL: a channel is loaded while PGRAPH is busy");
        return;
    }
    gpu->ctxctl->channel = NV_FALCON_R(&cf->falcon, NV_CTXCTL_MEM_CHAN);
    trace_nv_ctxctl_channel(gpu->ctxctl->channel);
    nvc0_graph_set_channel(gpu, nv_ctxctl_block(gpu->ctxctl->channel));
}

/* Copy words to or from memory, @offset bytes from @swbase */
static bool nv_ctxctl_copy(NVCtxctlFalcon *cf, uint32_t swbase,
                           uint32_t offset, uint32_t *words, unsigned count,
                           bool load)
{
    for (unsigned i = 0; !load && i < count; i++) {
        words[i] = cpu_to_le32(words[i]);
    }
    /* Let the other falcons run. */
    cf->falcon.yield = true;
    cf->falcon.gpu->ctxctl->spent += count;
    if (!nv_falcon_transfer(&cf->falcon, 0, ((uint64_t)swbase << 8) + offset,
                            (uint8_t *)words, count * 4, !load)) {
        return false;
    }
    for (unsigned i = 0; load && i < count; i++) {
        words[i] = le32_to_cpu(words[i]);
    }
    return true;
}

/* --- MMCTX ------------------------------------------------------------- */

void nv_ctxctl_mmctx_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_CTXCTL_MMCTX_CTRL, START)) {
        nv_ctxctl_at(gpu, addr)->mmctx_pos = 0;
    }
}

/* Entries are processed as they come. */
uint32_t nv_ctxctl_mmctx_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(gpu->regs[addr / 4], NV_CTXCTL_MMCTX_CTRL, QFREE,
                      NV_CTXCTL_MMCTX_ENTRIES);
}

static void nv_ctxctl_mmctx_reach(NVCtxctlFalcon *cf, uint32_t addr,
                                  bool write, uint32_t *val)
{
    if (!nv_ctxctl_reach(cf, addr & (NV_BAR0_SIZE - 4), write, val)) {
        nv_log_unimp(cf->falcon.gpu, "CTXCTL: 0x%06x in a context", addr);
        *val = 0;
    }
}

/* Copy @count registers from @addr on, from or to as many words of memory */
static void nv_ctxctl_mmctx(NVCtxctlFalcon *cf, uint32_t addr, unsigned count)
{
    bool load = FIELD_EX32(NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMCTX_CTRL),
                           NV_CTXCTL_MMCTX_CTRL, LOAD);
    uint32_t swbase = load
        ? NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMCTX_LOAD_SWBASE)
        : NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMCTX_SAVE_SWBASE);
    uint32_t words[NV_CTXCTL_MMCTX_WORDS] = { };
    uint32_t pos = cf->mmctx_pos;

    trace_nv_ctxctl_mmctx(cf->falcon.chip->regs->unit, load, addr, count, pos);
    cf->mmctx_pos += count * 4;
    for (unsigned i = 0; !load && i < count; i++) {
        nv_ctxctl_mmctx_reach(cf, addr + i * 4, false, &words[i]);
    }
    if (!nv_ctxctl_copy(cf, swbase, pos, words, count, load)) {
        return;
    }
    for (unsigned i = 0; load && i < count; i++) {
        nv_ctxctl_mmctx_reach(cf, addr + i * 4, true, &words[i]);
    }
}

void nv_ctxctl_mmctx_queue_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    uint32_t stride = NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMCTX_MULTI_STRIDE);
    bool multi = FIELD_EX32(val, NV_CTXCTL_MMCTX_QUEUE, MULTI_EN);
    uint32_t mask = multi
        ? NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMCTX_MULTI_MASK) : 1;
    uint32_t at = FIELD_EX32(val, NV_CTXCTL_MMCTX_QUEUE, ADDR) << 2;
    unsigned count = FIELD_EX32(val, NV_CTXCTL_MMCTX_QUEUE, COUNT_M1) + 1;

    if (FIELD_EX32(val, NV_CTXCTL_MMCTX_QUEUE, BASE_EN)) {
        at += NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMCTX_BASE);
    }
    /* An entry may name this very register, or another falcon's. */
    if (gpu->ctxctl->reaching) {
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        if (extract32(mask, i, 1)) {
            nv_ctxctl_mmctx(cf, at + i * stride, count);
        }
    }
}

/* --- Strands ----------------------------------------------------------- */

static unsigned nv_ctxctl_strand_words(NVCtxctlFalcon *cf)
{
    return nv_ctxctl_is_hub(cf) ? nvc0_graph_state_words(cf->falcon.gpu) : 0;
}

static bool nv_ctxctl_strand_piece(NVCtxctlFalcon *cf, unsigned from,
                                   unsigned count, bool load)
{
    NVGPU *gpu = cf->falcon.gpu;
    uint32_t words[NV_CTXCTL_STRAND_PIECE];

    if (!load) {
        nvc0_graph_state_read(gpu, from, words, count);
    }
    if (!nv_ctxctl_copy(cf, load ? cf->strand_load : cf->strand_save,
                        from * 4, words, count, load)) {
        return false;
    }
    if (load) {
        nvc0_graph_state_write(gpu, from, words, count);
    }
    return true;
}

static void nv_ctxctl_strand(NVCtxctlFalcon *cf, bool load)
{
    unsigned words = nv_ctxctl_strand_words(cf);

    trace_nv_ctxctl_strand(cf->falcon.chip->regs->unit, load, words);
    if (load && words && nvc0_graph_busy(cf->falcon.gpu)) {
        nv_log_error(cf->falcon.gpu, "CTXCTL: a context is loaded while PGRAPH "
                     "is busy");
        return;
    }
    for (unsigned i = 0; i < words; i += NV_CTXCTL_STRAND_PIECE) {
        if (!nv_ctxctl_strand_piece(cf, i, MIN(words - i,
                                               NV_CTXCTL_STRAND_PIECE),
                                    load)) {
            return;
        }
    }
}

/* The first strand is the only one. */
static bool nv_ctxctl_strand_meant(NVCtxctlFalcon *cf)
{
    unsigned index = nv_ctxctl_index(cf);

    return index == 0 || index == NV_CTXCTL_ALL;
}

void nv_ctxctl_strand_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    if (nv_ctxctl_strand_meant(cf) && !gpu->ctxctl->reaching &&
        (val == NV_CTXCTL_STRAND_SAVE || val == NV_CTXCTL_STRAND_LOAD)) {
        nv_ctxctl_strand(cf, val == NV_CTXCTL_STRAND_LOAD);
    }
}

static uint32_t *nv_ctxctl_strand_base(NVCtxctlFalcon *cf, uint32_t addr)
{
    return addr - cf->falcon.chip->regs->base == A_NV_CTXCTL_STRAND_SAVE_SWBASE
        ? &cf->strand_save : &cf->strand_load;
}

void nv_ctxctl_strand_base_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    if (nv_ctxctl_strand_meant(cf)) {
        *nv_ctxctl_strand_base(cf, addr) = val;
    }
}

uint32_t nv_ctxctl_strand_base_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    return nv_ctxctl_strand_meant(cf) ? *nv_ctxctl_strand_base(cf, addr) : 0;
}

uint32_t nv_ctxctl_strand_words_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    return nv_ctxctl_strand_meant(cf) ? nv_ctxctl_strand_words(cf) : 0;
}

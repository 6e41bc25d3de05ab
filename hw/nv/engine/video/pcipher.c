/*
 * NVIDIA GPU: PCIPHER: methods, copies, channels, NV84:NV98 and NVA0
 *
 * Its only class, 0x74c1, copies bytes from one DMA object to another.  On the
 * way it can encrypt or decrypt them by AES, which isn't modelled.
 *
 * Source: rnndb, vdec/vp2/cipher_fifo.xml and pcipher.xml, fifo/nv_object.xml;
 * nouveau's nv84_bo_move_exec(), nvkm/engine/cipher/g84.c and fifo/g84.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pcipher.h"
#include "hw/nv/vm.h"
#include "trace/trace-hw_nv.h"

#define NV_PCIPHER_CLASS 0x74c1

/* The context's DMA object in a channel's instance block, in bytes */
#define NV_PCIPHER_CONTEXT 0xa0

/* The part of the context that isn't obfuscated: rnndb, G84_CRCTX */
#define NV_PCIPHER_CONTEXT_PLAIN 0x40
#define NV_PCIPHER_CONTEXT_WORDS 16

/* Bytes moved between two checks of the budget */
#define NV_PCIPHER_CHUNK (64 * KiB)

enum {
    NV_PCIPHER_MTHD_DMA_QUERY = 0x180,
    NV_PCIPHER_MTHD_LAUNCH = 0x318,
    NV_PCIPHER_MTHD_QUERY_GET = 0x328,
};

/* QUERY in LAUNCH */
enum {
    NV_PCIPHER_QUERY_NONE = 0,
    NV_PCIPHER_QUERY_WRITE_AND_INTR = 2,
};

/* --- Errors ----------------------------------------------------------- */

/* In the order of INTR's bits */
static const char *const nv_pcipher_errors[] = {
    "PCIPHER INVALID_STATE", "PCIPHER ILLEGAL_MTHD", "PCIPHER ILLEGAL_CLASS",
    "PCIPHER FAULT",
};

static uint32_t nv_pcipher_block(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PCIPHER_CHAN_CUR), NV_PCIPHER_CHAN_CUR,
                      CHAN) << 12;
}

static void nv_pcipher_raise(NVGPU *gpu, uint32_t intr)
{
    NV_R(gpu, NV_PCIPHER_INTR) |= intr;
    nv_pcipher_update_intr(gpu);
}

/* An error holds it up until the driver sets FIFO_ACCESS again. */
static void nv_pcipher_error(NVGPU *gpu, uint32_t intr)
{
    const NVGuestError error = {
        .unit = "PCIPHER",
        .what = nv_pcipher_errors[MIN(ctz32(intr), 3)],
        .chid = nv_channel_of_block(gpu, nv_pcipher_block(gpu)),
        .subc = gpu->pcipher->subc,
        .class = NV_PCIPHER_CLASS,
        .mthd = NV_R(gpu, NV_PCIPHER_FIFO_MTHD),
        .data = NV_R(gpu, NV_PCIPHER_FIFO_DATA),
        .addr = NV_PROBE_NOWHERE,
        .code = intr,
    };

    nv_guest_error(gpu, &error, "PCIPHER: channel %d subchannel %u method "
                   "0x%04x data 0x%08" PRIx64 ": %s", error.chid, error.subc,
                   error.mthd, error.data, error.what);
    NV_R(gpu, NV_PCIPHER_UNK00C) &= ~R_NV_PCIPHER_UNK00C_FIFO_ACCESS_MASK;
    nv_pcipher_raise(gpu, intr);
}

static void nv_pcipher_fault(NVGPU *gpu, NVVmUser user,
                             const NVDmaFault *fault)
{
    nv_vm_fault(gpu, user, nv_pcipher_block(gpu), fault);
    nv_pcipher_error(gpu, R_NV_PCIPHER_INTR_FAULT_MASK);
}

static const char *nv_pcipher_error_name(NVGPU *gpu, unsigned i)
{
    return i < ARRAY_SIZE(nv_pcipher_errors) ? nv_pcipher_errors[i] : NULL;
}

/* --- Channels --------------------------------------------------------- */

/* Words of a context from NV_PCIPHER_CONTEXT_PLAIN on; 0: no register */
static const uint32_t nv_pcipher_context[NV_PCIPHER_CONTEXT_WORDS] = {
    A_NV_PCIPHER_DMA_QUERY, A_NV_PCIPHER_CRYPT_MODE, A_NV_PCIPHER_INSTANCE,
    A_NV_PCIPHER_VALID, A_NV_PCIPHER_QUERY_ADDRESS_HIGH,
    A_NV_PCIPHER_QUERY_ADDRESS_LOW, A_NV_PCIPHER_DMA_DST,
    A_NV_PCIPHER_DMA_SRC, A_NV_PCIPHER_DST_ADDRESS_HIGH,
    A_NV_PCIPHER_DST_ADDRESS_LOW, A_NV_PCIPHER_SRC_ADDRESS_HIGH,
    A_NV_PCIPHER_SRC_ADDRESS_LOW, 0, 0, A_NV_PCIPHER_QUERY_SEQUENCE,
    A_NV_PCIPHER_LENGTH,
};

/* The context's object has no class. */
static void nv_pcipher_context_object(NVGPU *gpu, NVDMAObject *obj)
{
    uint32_t block = nv_pcipher_block(gpu);

    nv_dmaobj_load_channel(gpu, block, block + NV_PCIPHER_CONTEXT, obj);
}

/* A channel whose context can't be read begins with zeros. */
static void nv_pcipher_load(NVGPU *gpu)
{
    uint32_t words[NV_PCIPHER_CONTEXT_WORDS];
    NVDMAObject obj;
    NVDmaFault fault;
    bool loaded;

    nv_pcipher_context_object(gpu, &obj);
    loaded = nv_dmaobj_read(gpu, &obj, NV_PCIPHER_CONTEXT_PLAIN, words,
                            sizeof(words), &fault);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        uint32_t addr = nv_pcipher_context[i];

        if (addr) {
            gpu->regs[addr / 4] = loaded
                ? le32_to_cpu(words[i]) &
                  nv_regs_writable(&gpu->pcipher->regs, addr)
                : 0;
        }
    }
    if (!loaded) {
        nv_pcipher_fault(gpu, NV_VM_PCIPHER_CONTEXT, &fault);
    }
}

static void nv_pcipher_save(NVGPU *gpu)
{
    uint32_t words[NV_PCIPHER_CONTEXT_WORDS];
    NVDMAObject obj;
    NVDmaFault fault;

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        uint32_t addr = nv_pcipher_context[i];

        words[i] = addr ? cpu_to_le32(gpu->regs[addr / 4]) : 0;
    }
    nv_pcipher_context_object(gpu, &obj);
    if (!nv_dmaobj_write(gpu, &obj, NV_PCIPHER_CONTEXT_PLAIN, words,
                         sizeof(words), &fault)) {
        nv_pcipher_fault(gpu, NV_VM_PCIPHER_CONTEXT, &fault);
    }
}

static void nv_pcipher_leave(NVGPU *gpu)
{
    if (FIELD_EX32(NV_R(gpu, NV_PCIPHER_CHAN_CUR), NV_PCIPHER_CHAN_CUR,
                   VALID)) {
        nv_pcipher_save(gpu);
    }
    NV_R(gpu, NV_PCIPHER_CHAN_CUR) = NV_R(gpu, NV_PCIPHER_CHAN_NEXT) = 0;
}

/* Methods wait for a copy, for FIFO_ACCESS, and for a channel to go. */
static bool nv_pcipher_accepts(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PCIPHER_UNK00C), NV_PCIPHER_UNK00C,
                      FIFO_ACCESS) &&
           !gpu->pcipher->copying && !gpu->pcipher->unloading;
}

static bool nv_pcipher_has(NVGPU *gpu, uint32_t block)
{
    return NV_R(gpu, NV_PCIPHER_CHAN_CUR) ==
           (R_NV_PCIPHER_CHAN_CUR_VALID_MASK | block >> 12);
}

/* Switch to a channel.  Returns false if it is stopped, or that has failed. */
static bool nv_pcipher_enter(NVGPU *gpu, unsigned chid, unsigned subc)
{
    uint32_t block = nv_channel_block(gpu, chid);

    if (!nv_pcipher_accepts(gpu)) {
        return false;
    }
    gpu->pcipher->subc = subc;
    if (likely(nv_pcipher_has(gpu, block))) {
        return true;
    }
    nv_pcipher_leave(gpu);
    NV_R(gpu, NV_PCIPHER_CHAN_CUR) = NV_R(gpu, NV_PCIPHER_CHAN_NEXT) =
        R_NV_PCIPHER_CHAN_CUR_VALID_MASK | block >> 12;
    nv_pcipher_load(gpu);
    return nv_pcipher_accepts(gpu);
}

/* --- Copies ----------------------------------------------------------- */

typedef struct NVPcipherSide {
    NVDMAObject obj;
    uint64_t addr;
} NVPcipherSide;

/* @dma, @low: addresses of registers; the high half is behind the low one. */
static void nv_pcipher_side(NVGPU *gpu, uint32_t dma, uint32_t low,
                            NVPcipherSide *side)
{
    uint32_t block = nv_pcipher_block(gpu);

    nv_dmaobj_load_channel(gpu, block, block + (gpu->regs[dma / 4] << 4),
                           &side->obj);
    side->addr = gpu->regs[low / 4] | (uint64_t)gpu->regs[low / 4 + 1] << 32;
}

/* Returns the number of bytes moved, at most @len, or 0 on a fault. */
static uint32_t nv_pcipher_move(NVGPU *gpu, const NVPcipherSide *src,
                                const NVPcipherSide *dst, uint32_t pos,
                                uint32_t len)
{
    NVSpan in, out;
    NVDmaFault fault;
    bool write;

    if (!nv_dmaobj_span(gpu, &src->obj, src->addr + pos,
                        MIN(len, NV_PCIPHER_CHUNK), false, &in, &fault)) {
        nv_pcipher_fault(gpu, NV_VM_PCIPHER_SRC, &fault);
        return 0;
    }
    if (!nv_dmaobj_span(gpu, &dst->obj, dst->addr + pos, in.len, true, &out,
                        &fault)) {
        nv_pcipher_fault(gpu, NV_VM_PCIPHER_DST, &fault);
        return 0;
    }
    in.len = out.len;
    if (nv_span_move(gpu, &out, &in, &write) != MEMTX_OK) {
        const NVPcipherSide *side = write ? dst : src;

        nv_dmaobj_unanswered(gpu, &side->obj, side->addr + pos, write,
                             &fault);
        nv_pcipher_fault(gpu, write ? NV_VM_PCIPHER_DST : NV_VM_PCIPHER_SRC,
                         &fault);
        return 0;
    }
    return out.len;
}

/* Sequence, 0, time: as PGRAPH's queries */
static bool nv_pcipher_query_write(NVGPU *gpu)
{
    uint64_t now = nv_ptimer_now(gpu);
    const uint32_t words[] = {
        cpu_to_le32(NV_R(gpu, NV_PCIPHER_QUERY_SEQUENCE)), 0,
        cpu_to_le32(now), cpu_to_le32(now >> 32),
    };
    NVPcipherSide side;
    NVDmaFault fault;

    nv_pcipher_side(gpu, A_NV_PCIPHER_DMA_QUERY,
                    A_NV_PCIPHER_QUERY_ADDRESS_LOW, &side);
    if (!nv_dmaobj_publish(gpu, &side.obj, side.addr, words, ARRAY_SIZE(words),
                           0, &fault)) {
        nv_pcipher_fault(gpu, NV_VM_PCIPHER_QUERY, &fault);
        return false;
    }
    nv_memory_written(gpu);
    return true;
}

static void nv_pcipher_query(NVGPU *gpu, bool intr)
{
    if (nv_pcipher_query_write(gpu) && intr) {
        nv_pcipher_raise(gpu, R_NV_PCIPHER_INTR_QUERY_MASK);
    }
}

/* A copy that has failed has no query. */
static void nv_pcipher_end(NVGPU *gpu, bool failed)
{
    unsigned query = FIELD_EX32(NV_R(gpu, NV_PCIPHER_LAUNCH),
                                NV_PCIPHER_LAUNCH, QUERY);

    gpu->pcipher->copying = false;
    if (!failed && query != NV_PCIPHER_QUERY_NONE) {
        nv_pcipher_query(gpu, query == NV_PCIPHER_QUERY_WRITE_AND_INTR);
    }
    if (gpu->pcipher->unloading) {
        gpu->pcipher->unloading = false;
        nv_pcipher_leave(gpu);
    }
}

static void nv_pcipher_go(NVGPU *gpu, int64_t *budget)
{
    NVPcipher *cipher = gpu->pcipher;
    uint32_t length = NV_R(gpu, NV_PCIPHER_LENGTH);
    NVPcipherSide src, dst;

    nv_pcipher_side(gpu, A_NV_PCIPHER_DMA_SRC, A_NV_PCIPHER_SRC_ADDRESS_LOW,
                    &src);
    nv_pcipher_side(gpu, A_NV_PCIPHER_DMA_DST, A_NV_PCIPHER_DST_ADDRESS_LOW,
                    &dst);
    nv_memory_written(gpu);
    while (cipher->pos < length && *budget > 0) {
        uint32_t done = nv_pcipher_move(gpu, &src, &dst, cipher->pos,
                                        MIN(length - cipher->pos,
                                            *budget * 4));

        if (!done) {
            nv_pcipher_end(gpu, true);
            return;
        }
        nv_count(gpu, BYTES_COPIED, done);
        *budget -= 1 + done / 4;
        cipher->pos += done;
    }
    if (cipher->pos >= length) {
        nv_pcipher_end(gpu, false);
    }
}

/* --- Methods ---------------------------------------------------------- */

/**
 * struct NVPcipherMethods - methods whose words go to a register, or nowhere
 *
 * @mthd, @count: the methods
 * @addr: the register; 0: nothing happens
 */
typedef struct NVPcipherMethods {
    uint16_t mthd;
    uint16_t count;
    uint32_t addr;
} NVPcipherMethods;

/* PM_TRIGGER is for the performance counters; only AES uses KEY and IV. */
static const NVPcipherMethods nv_pcipher_methods[] = {
    { 0x0100, 1 },                              /* NOP */
    { 0x0140, 1 },                              /* PM_TRIGGER */
    { 0x0200, 4 },                              /* KEY */
    { 0x0210, 4 },                              /* IV */
    { 0x0300, 1, A_NV_PCIPHER_CRYPT_MODE },
    { 0x0304, 1, A_NV_PCIPHER_LENGTH },
    { 0x0308, 1, A_NV_PCIPHER_SRC_ADDRESS_HIGH },
    { 0x030c, 1, A_NV_PCIPHER_SRC_ADDRESS_LOW },
    { 0x0310, 1, A_NV_PCIPHER_DST_ADDRESS_HIGH },
    { 0x0314, 1, A_NV_PCIPHER_DST_ADDRESS_LOW },
    { 0x031c, 1, A_NV_PCIPHER_QUERY_ADDRESS_HIGH },
    { 0x0320, 1, A_NV_PCIPHER_QUERY_ADDRESS_LOW },
    { 0x0324, 1, A_NV_PCIPHER_QUERY_SEQUENCE },
};

/* What a method needs is there, or INVALID_STATE is raised. */
static bool nv_pcipher_needs(NVGPU *gpu, uint32_t valid)
{
    if ((NV_R(gpu, NV_PCIPHER_VALID) & valid) == valid) {
        return true;
    }
    nv_pcipher_error(gpu, R_NV_PCIPHER_INTR_INVALID_STATE_MASK);
    return false;
}

static void nv_pcipher_dma(NVGPU *gpu, unsigned i, uint32_t inst)
{
    uint32_t class = nv_ramin_read32(gpu, nv_pcipher_block(gpu) +
                                     (inst << 4)) &
                     gpu->chip->fifo->class_mask;
    uint32_t *valid = &NV_R(gpu, NV_PCIPHER_VALID);

    (&NV_R(gpu, NV_PCIPHER_DMA_QUERY))[i] = inst & 0xffffff;
    *valid = deposit32(*valid, R_NV_PCIPHER_VALID_DMA_QUERY_SHIFT + i, 1,
                       nv_dmaobj_is_class(class));
}

/* The register has the parameter's fields in other places. */
static uint32_t nv_pcipher_launch_word(uint32_t data)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PCIPHER_LAUNCH, MODE, extract32(data, 0, 2));
    val = FIELD_DP32(val, NV_PCIPHER_LAUNCH, QUERY, extract32(data, 4, 2));
    val = FIELD_DP32(val, NV_PCIPHER_LAUNCH, UNK8, extract32(data, 8, 1));
    return FIELD_DP32(val, NV_PCIPHER_LAUNCH, UNK12, extract32(data, 12, 1));
}

static void nv_pcipher_launch(NVGPU *gpu, uint32_t data)
{
    uint32_t launch = nv_pcipher_launch_word(data);
    uint32_t needs = R_NV_PCIPHER_VALID_INSTANCE_MASK |
                     R_NV_PCIPHER_VALID_DMA_SRC_MASK |
                     R_NV_PCIPHER_VALID_DMA_DST_MASK;

    if (FIELD_EX32(launch, NV_PCIPHER_LAUNCH, QUERY)) {
        needs |= R_NV_PCIPHER_VALID_DMA_QUERY_MASK;
    }
    NV_R(gpu, NV_PCIPHER_LAUNCH) = launch;
    if (!nv_pcipher_needs(gpu, needs)) {
        return;
    }
    trace_nv_pcipher_launch(data, NV_R(gpu, NV_PCIPHER_SRC_ADDRESS_HIGH),
                            NV_R(gpu, NV_PCIPHER_SRC_ADDRESS_LOW),
                            NV_R(gpu, NV_PCIPHER_DST_ADDRESS_HIGH),
                            NV_R(gpu, NV_PCIPHER_DST_ADDRESS_LOW),
                            NV_R(gpu, NV_PCIPHER_LENGTH));
    gpu->pcipher->pos = 0;
    gpu->pcipher->copying = true;
    if (FIELD_EX32(launch, NV_PCIPHER_LAUNCH, MODE)) {
        nv_report_method(gpu, NV_PCIPHER_CLASS, NV_PCIPHER_MTHD_LAUNCH, data,
                         1);
        nv_pcipher_end(gpu, false);
        return;
    }
    nv_pcipher_go(gpu, &gpu->engine_budget);
}

static void nv_pcipher_store(NVGPU *gpu, uint32_t mthd, uint32_t data)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_pcipher_methods); i++) {
        const NVPcipherMethods *m = &nv_pcipher_methods[i];

        if (mthd - m->mthd < m->count * 4) {
            if (m->addr) {
                nv_regs_write(&gpu->pcipher->regs, m->addr, data);
            }
            return;
        }
    }
    nv_pcipher_error(gpu, R_NV_PCIPHER_INTR_ILLEGAL_MTHD_MASK);
}

/* Instances are relative to the channel's block, which is in units of them. */
static void nv_pcipher_execute(NVGPU *gpu, uint32_t mthd, uint32_t data)
{
    if (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END) {
        data -= nv_pcipher_block(gpu) >> 4;
    }
    NV_R(gpu, NV_PCIPHER_FIFO_MTHD) = mthd;
    NV_R(gpu, NV_PCIPHER_FIFO_DATA) = data;
    switch (mthd) {
    case NV_PCIPHER_MTHD_DMA_QUERY ... NV_PCIPHER_MTHD_DMA_QUERY + 8:
        nv_pcipher_dma(gpu, (mthd - NV_PCIPHER_MTHD_DMA_QUERY) / 4, data);
        break;
    case NV_PCIPHER_MTHD_LAUNCH:
        nv_pcipher_launch(gpu, data);
        break;
    case NV_PCIPHER_MTHD_QUERY_GET:
        if (nv_pcipher_needs(gpu, R_NV_PCIPHER_VALID_DMA_QUERY_MASK)) {
            nv_pcipher_query(gpu, data & 1);
        }
        break;
    default:
        nv_pcipher_store(gpu, mthd, data);
        break;
    }
}

/* --- The puller's side ------------------------------------------------ */

static bool nv_pcipher_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                            uint32_t inst)
{
    uint32_t class = nv_ramin_read32(gpu, inst) & gpu->chip->fifo->class_mask;
    uint32_t *valid = &NV_R(gpu, NV_PCIPHER_VALID);

    if (!nv_pcipher_enter(gpu, chid, subc)) {
        return false;
    }
    NV_R(gpu, NV_PCIPHER_FIFO_MTHD) = 0;
    NV_R(gpu, NV_PCIPHER_FIFO_DATA) = NV_R(gpu, NV_PCIPHER_INSTANCE) =
        ((inst - nv_pcipher_block(gpu)) >> 4) & 0xffffff;
    if (class == NV_PCIPHER_CLASS) {
        *valid |= R_NV_PCIPHER_VALID_INSTANCE_MASK;
    } else {
        *valid &= ~R_NV_PCIPHER_VALID_INSTANCE_MASK;
        nv_pcipher_error(gpu, R_NV_PCIPHER_INTR_ILLEGAL_CLASS_MASK);
    }
    return true;
}

static bool nv_pcipher_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return nv_pcipher_enter(gpu, chid, subc);
}

static uint32_t nv_pcipher_run(NVGPU *gpu, const NVRun *run)
{
    uint32_t n;

    for (n = 0; n < run->count && nv_pcipher_accepts(gpu); n++) {
        nv_pcipher_execute(gpu, nv_run_mthd(run, n),
                           qatomic_read(&run->data[n]));
    }
    return n;
}

static bool nv_pcipher_busy(NVGPU *gpu)
{
    return gpu->pcipher->copying;
}

static bool nv_pcipher_idle(NVGPU *gpu, unsigned chid)
{
    return !gpu->pcipher->copying ||
           !nv_pcipher_has(gpu, nv_channel_block(gpu, chid));
}

static void nv_pcipher_work(NVGPU *gpu, int64_t *budget)
{
    if (gpu->pcipher->copying) {
        nv_pcipher_go(gpu, budget);
    }
}

static void nv_pcipher_unload(NVGPU *gpu, uint32_t block)
{
    if (!nv_pcipher_has(gpu, block)) {
        return;
    }
    gpu->pcipher->unloading = gpu->pcipher->copying;
    if (!gpu->pcipher->unloading) {
        nv_pcipher_leave(gpu);
    }
}

static bool nv_pcipher_unloading(NVGPU *gpu)
{
    return gpu->pcipher->unloading;
}

static NVStuck nv_pcipher_stuck(NVGPU *gpu)
{
    if (FIELD_EX32(NV_R(gpu, NV_PCIPHER_UNK00C), NV_PCIPHER_UNK00C,
                   FIFO_ACCESS)) {
        return NV_STUCK_NOT;
    }
    return NV_R(gpu, NV_PCIPHER_INTR) ? NV_STUCK_INTERRUPT : NV_STUCK_FROZEN;
}

const NVEngine nv_engine_pcipher = {
    .name = "PCIPHER",
    .bind = nv_pcipher_bind,
    .select = nv_pcipher_select,
    .run = nv_pcipher_run,
    .idle = nv_pcipher_idle,
    .busy = nv_pcipher_busy,
    .work = nv_pcipher_work,
    .unload = nv_pcipher_unload,
    .unloading = nv_pcipher_unloading,
    .stuck = nv_pcipher_stuck,
    .error = nv_pcipher_error_name,
};

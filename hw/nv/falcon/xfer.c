/*
 * NVIDIA GPU: a falcon's memory interface, and transfers through it
 *
 * A transfer is done as soon as it is requested, so there is no queue and no
 * waiting.
 *
 * Source: envytools, docs/hw/falcon/xfer.rst; rnndb/falcon.xml, falcon_memif.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "interrupts.h"
#include "memory.h"
#include "state.h"
#include "xfer.h"
#include "hw/nv/falcon-regs.h"
#include "trace/trace-hw_nv.h"

/*
 * Types of a port; and the port that, before NVC0, is always the channel's
 * context
 */
enum {
    NV_FALCON_PORT_DMAOBJ = 0,          /* NVC0+: the channel's address space */
    NV_FALCON_PORT_VRAM = 4,
    NV_FALCON_PORT_SYSRAM = 5,
    NV_FALCON_PORT_SYSRAM_NO_SNOOP = 6,
};
#define NV_FALCON_PORT_CONTEXT 7

static uint32_t nv_falcon_port(NVFalcon *falcon, unsigned port)
{
    return *(&NV_FALCON_R(falcon, NV_FALCON_MEMIF_PORT) + port);
}

/*
 * While a channel is being loaded or unloaded, the memory interface already
 * uses it, or still does.
 */
static uint32_t nv_falcon_channel(NVFalcon *falcon)
{
    uint32_t cur = NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR);

    return FIELD_EX32(cur, NV_FALCON_CHANNEL_CUR, VALID)
        ? cur : NV_FALCON_R(falcon, NV_FALCON_CHANNEL_NEXT);
}

/* Instance blocks can only be in video memory. */
uint32_t nv_falcon_block(NVFalcon *falcon)
{
    uint64_t block = FIELD_EX32(nv_falcon_channel(falcon),
                                NV_FALCON_CHANNEL_CUR, CHAN);

    block <<= 12;
    return block <= UINT32_MAX ? block : 0;
}

uint32_t nv_falcon_memif_channel_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_EX32(nv_falcon_channel(nv_falcon_at(gpu, addr)),
                      NV_FALCON_CHANNEL_CUR, CHAN);
}

uint32_t nv_falcon_memif_port_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = gpu->regs[addr / 4];

    return FIELD_DP32(val, NV_FALCON_MEMIF_PORT, ENABLE_ACK,
                      FIELD_EX32(val, NV_FALCON_MEMIF_PORT, ENABLE_REQ));
}

/* From NVC0 on these lines have another meaning. */
static void nv_falcon_fault(NVFalcon *falcon)
{
    if (!falcon->chip->spaces) {
        nv_falcon_raise(falcon, R_NV_FALCON_INTR_MEMIF_FAULT_MASK);
    }
}

/* A port without an object is invalid, too: tests/record, nva8-resume.7. */
static void nv_falcon_object_fault(NVFalcon *falcon, const NVDmaFault *fault)
{
    nv_falcon_fault(falcon);
    if (!falcon->chip->spaces && fault->why == NV_VM_NULL_DMAOBJ) {
        nv_falcon_raise(falcon, R_NV_FALCON_INTR_MEMIF_PORT_INVALID_MASK);
    }
}

static uint32_t nv_falcon_vm_user(const NVFalcon *falcon, unsigned port)
{
    return falcon->chip->vm_user + NV_VM_USER(0, 0, port);
}

static void nv_falcon_vm_fault(NVFalcon *falcon, unsigned port,
                               const NVDmaFault *fault)
{
    nv_vm_fault(falcon->gpu, nv_falcon_vm_user(falcon, port),
                nv_falcon_block(falcon), fault);
    nv_falcon_object_fault(falcon, fault);
    falcon->faulted = falcon->chip->spaces;
}

void nv_falcon_unanswered(NVFalcon *falcon, unsigned port, uint64_t addr)
{
    const char *unit = falcon->chip->regs->unit;
    const NVGuestError error = {
        .unit = unit,
        .what = nv_dma_reason_words(NV_DMA_BUS),
        .chid = -1,
        .mthd = NV_PROBE_NO_METHOD,
        .data = addr,
        .addr = NV_PROBE_NOWHERE,
        .by = NV_PROBE_BY_UNIT,
        .who = nv_falcon_vm_user(falcon, port),
        .inst = nv_falcon_block(falcon),
    };

    nv_guest_error(falcon->gpu, &error, "%s: port %u: address 0x%010" PRIx64
                   " %s", unit, port, addr, error.what);
    nv_falcon_fault(falcon);
}

static void nv_falcon_port_invalid(NVFalcon *falcon, unsigned port)
{
    if (!falcon->chip->spaces) {
        nv_falcon_raise(falcon, R_NV_FALCON_INTR_MEMIF_PORT_INVALID_MASK);
        return;
    }
    nv_log_unimp(falcon->gpu, "%s: port %u is 0x%08x", falcon->chip->regs->unit,
                 port, nv_falcon_port(falcon, port));
}

/* The DMA object, or address space, of a channel that a port uses */
static void nv_falcon_load_object(NVFalcon *falcon, unsigned port,
                                  uint32_t block, NVDMAObject *obj)
{
    uint32_t inst = port == NV_FALCON_PORT_CONTEXT
        ? falcon->chip->ctxdma
        : FIELD_EX32(nv_falcon_port(falcon, port), NV_FALCON_MEMIF_PORT,
                     INST) << 4;

    if (falcon->chip->spaces) {
        nv_dmaobj_of_space(falcon->gpu, block,
                           NV_FALCON_R(falcon, NV_FALCON_VM_SUPERVISOR), obj);
        return;
    }
    /* The context's object has no class. */
    nv_dmaobj_load_channel(falcon->gpu, block, block + inst, obj);
}

static bool nv_falcon_object_span(NVFalcon *falcon, unsigned port,
                                  uint64_t addr, uint64_t len, bool write,
                                  NVSpan *span)
{
    uint32_t block = nv_falcon_block(falcon);
    NVDMAObject obj;
    NVDmaFault fault = {
        .addr = addr, .write = write, .why = NV_VM_NO_CHANNEL,
    };

    if (block || !falcon->chip->spaces) {
        nv_falcon_load_object(falcon, port, block, &obj);
        if (nv_dmaobj_span(falcon->gpu, &obj, addr, len, write, span,
                           &fault)) {
            return true;
        }
    }
    nv_falcon_vm_fault(falcon, port, &fault);
    return false;
}

static bool nv_falcon_linear_span(NVFalcon *falcon, unsigned type,
                                  uint64_t addr, uint64_t len, NVSpan *span)
{
    unsigned target = type == NV_FALCON_PORT_VRAM ? NV_LINEAR_VRAM
                    : type == NV_FALCON_PORT_SYSRAM ? NV_LINEAR_SYSRAM
                                                    : NV_LINEAR_SYSRAM_NO_SNOOP;

    if (!nv_linear_span(falcon->gpu, target, addr, len, span)) {
        nv_falcon_fault(falcon);
        return false;
    }
    return true;
}

/* A port's type, or -1 if it isn't enabled */
static int nv_falcon_port_type(NVFalcon *falcon, unsigned port)
{
    uint32_t val = nv_falcon_port(falcon, port);

    if (falcon->chip->spaces) {
        return FIELD_EX32(val, NVC0_FALCON_MEMIF_PORT, TYPE);
    }
    if (port == NV_FALCON_PORT_CONTEXT && falcon->chip->ctxdma) {
        return NV_FALCON_PORT_DMAOBJ;
    }
    return FIELD_EX32(val, NV_FALCON_MEMIF_PORT, ENABLE_REQ)
        ? FIELD_EX32(val, NV_FALCON_MEMIF_PORT, TYPE) : -1;
}

bool nv_falcon_span(NVFalcon *falcon, unsigned port, uint64_t addr,
                    uint64_t len, bool write, NVSpan *span)
{
    int type = nv_falcon_port_type(falcon, port);

    if (falcon->chip->span) {
        return falcon->chip->span(falcon, addr, len, write, span);
    }
    switch (type) {
    case NV_FALCON_PORT_DMAOBJ:
        return nv_falcon_object_span(falcon, port, addr, len, write, span);
    case NV_FALCON_PORT_VRAM:
    case NV_FALCON_PORT_SYSRAM:
    case NV_FALCON_PORT_SYSRAM_NO_SNOOP:
        return nv_falcon_linear_span(falcon, type, addr, len, span);
    default:
        nv_falcon_port_invalid(falcon, port);
        return false;
    }
}

/* Transfers are split at pages, which needn't be contiguous. */
bool nv_falcon_transfer(NVFalcon *falcon, unsigned port, uint64_t addr,
                        uint8_t *buf, uint32_t len, bool write)
{
    while (len) {
        NVSpan span;

        if (!nv_falcon_span(falcon, port, addr, len, write, &span)) {
            return false;
        }
        if (nv_span_transfer(falcon->gpu, &span, buf, write) != MEMTX_OK) {
            nv_falcon_unanswered(falcon, port, addr);
            return false;
        }
        addr += span.len;
        buf += span.len;
        len -= span.len;
    }
    return true;
}

static void nv_falcon_load_code(NVFalcon *falcon, unsigned port,
                                uint64_t addr, uint32_t offset,
                                uint32_t local)
{
    NVFalconPage *page = &falcon->tlb[local / NV_FALCON_PAGE];

    *page = (NVFalconPage) { .virt = offset / NV_FALCON_PAGE,
                             .flags = NV_FALCON_TLB_BUSY };
    if (nv_falcon_transfer(falcon, port, addr, &falcon->code[local],
                           NV_FALCON_PAGE, false)) {
        page->flags = NV_FALCON_TLB_USABLE;
    }
    nv_falcon_remap(falcon);
}

void nv_falcon_xfer(NVFalcon *falcon, NVFalconXfer mode, unsigned port,
                    uint32_t base, uint32_t offset, uint32_t local,
                    unsigned size)
{
    bool code = mode == NV_FALCON_XCLD;
    uint32_t len = code ? NV_FALCON_PAGE : 4 << MIN(size, 6);
    uint32_t room = code ? falcon->chip->code_size : falcon->chip->data_size;
    uint64_t addr = ((uint64_t)base << 8) + offset;

    /* "external offset and local address have to be aligned" */
    addr = addr / len * len;
    local = local / len * len;
    trace_nv_falcon_xfer(falcon->chip->regs->unit, mode, port, addr, local,
                         len);
    if (local > room - len) {
        nv_log_error(falcon->gpu, "%s: transfer at 0x%x",
                     falcon->chip->regs->unit, local);
        return;
    }
    if (code) {
        nv_falcon_load_code(falcon, port, addr, offset, local);
        return;
    }
    nv_falcon_transfer(falcon, port, addr, &falcon->data[local], len,
                       mode == NV_FALCON_XDST);
}

/*
 * NVIDIA GPU: what is behind the CPU's windows, by HOST_MEM, NV50+
 *
 * Source: envytools, bus/bars.rst and rnndb/bus/pbus.xml, HOST_MEM; nouveau's
 * nvkm/subdev/bar/nv50.c and gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dmaobj.h"
#include "host-mem.h"
#include "host-space.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"

/* --- NV50:NVC0: a DMA object for each BAR, one channel for both ---------- */

static uint32_t nv50_host_channel(NVGPU *gpu, NVHostClient client)
{
    return client == NV_HOST_PEEPHOLE ? gpu->vm.peephole_channel
                                      : gpu->vm.bar_channel;
}

static uint32_t nv50_host_block(NVGPU *gpu, NVHostClient client)
{
    return FIELD_EX32(nv50_host_channel(gpu, client), NV_PBUS_HOST_MEM_CHAN,
                      ADDRESS) << 12;
}

static uint32_t nv50_host_mode(NVGPU *gpu, NVHostClient client)
{
    switch (client) {
    case NV_HOST_BAR1:
        return NV_R(gpu, NV_PBUS_HOST_MEM_BAR1);
    case NV_HOST_BAR3:
        return NV_R(gpu, NV_PBUS_HOST_MEM_BAR3);
    default:
        return NV_R(gpu, NV_PBUS_HOST_MEM_PEEPHOLE);
    }
}

/* Translate by a DMA object of the channel */
static bool nv50_host_translate(NVGPU *gpu, uint32_t block, uint32_t mode,
                                uint64_t addr, uint64_t len, bool write,
                                NVSpan *span, NVDmaFault *fault)
{
    uint32_t inst = FIELD_EX32(mode, NV_PBUS_HOST_MEM_BAR1, INST) << 4;
    NVDMAObject obj;
    NVDmaReason why;

    nv_dmaobj_load_channel(gpu, block, block + inst, &obj);
    why = nv_dmaobj_look_up(gpu, &obj, addr, len, write, span);
    if (why != NV_DMA_OK) {
        nv_dmaobj_failed(&obj, addr, write, why, fault);
    }
    return why == NV_DMA_OK;
}

/* Each BAR shows video memory directly, or through a DMA object. */
static bool nv50_host_resolve(NVGPU *gpu, NVHostClient client, uint64_t addr,
                              uint64_t len, bool write, NVSpan *span,
                              NVDmaFault *fault)
{
    uint32_t mode = nv50_host_mode(gpu, client);

    *fault = (NVDmaFault) { .addr = addr, .write = write };
    if (!FIELD_EX32(mode, NV_PBUS_HOST_MEM_BAR1, DMAOBJ)) {
        return nv_linear_span(gpu, NV_LINEAR_VRAM, addr, len, span);
    }
    if (FIELD_EX32(nv50_host_channel(gpu, client), NV_PBUS_HOST_MEM_CHAN,
                   TARGET)) {
        fault->why = NV_VM_NO_CHANNEL;
        return false;
    }
    return nv50_host_translate(gpu, nv50_host_block(gpu, client), mode, addr,
                               len, write, span, fault);
}

const NVHostSpace nv50_host_space = {
    .resolve = nv50_host_resolve,
    .block = nv50_host_block,
};

/* --- NVC0 and later: a channel for each ---------------------------------- */

static uint32_t nvc0_host_channel(NVGPU *gpu, NVHostClient client)
{
    switch (client) {
    case NV_HOST_BAR1:
        return NV_R(gpu, NVC0_PBUS_HOST_MEM_BAR1);
    case NV_HOST_BAR3:
        return NV_R(gpu, NVC0_PBUS_HOST_MEM_BAR3);
    default:
        return NV_R(gpu, NVC0_PBUS_HOST_MEM_PEEPHOLE);
    }
}

static uint32_t nvc0_host_block(NVGPU *gpu, NVHostClient client)
{
    return FIELD_EX32(nvc0_host_channel(gpu, client), NVC0_PBUS_HOST_MEM_BAR1,
                      ADDRESS) << 12;
}

static uint64_t nvc0_host_address(NVGPU *gpu, NVHostClient client,
                                  uint64_t addr)
{
    uint64_t high = NV_R(gpu, NVC0_PPEEPHOLE_RW_ADDR_HIGH);

    return client == NV_HOST_PEEPHOLE ? high << 32 | addr : addr;
}

static bool nvc0_host_resolve(NVGPU *gpu, NVHostClient client, uint64_t addr,
                              uint64_t len, bool write, NVSpan *span,
                              NVDmaFault *fault)
{
    uint32_t channel = nvc0_host_channel(gpu, client);
    NVDMAObject obj;
    NVDmaReason why;

    addr = nvc0_host_address(gpu, client, addr);
    *fault = (NVDmaFault) { .addr = addr, .write = write };
    if (!FIELD_EX32(channel, NVC0_PBUS_HOST_MEM_BAR1, VALID)) {
        return nv_linear_span(gpu, NV_LINEAR_VRAM, addr, len, span);
    }
    if (FIELD_EX32(channel, NVC0_PBUS_HOST_MEM_BAR1, TARGET)) {
        fault->why = NV_VM_NO_CHANNEL;
        return false;
    }
    nv_dmaobj_of_space(gpu, nvc0_host_block(gpu, client), true, &obj);
    why = nv_dmaobj_look_up(gpu, &obj, addr, len, write, span);
    fault->why = why;
    return why == NV_DMA_OK;
}

const NVHostSpace nvc0_host_space = {
    .resolve = nvc0_host_resolve,
    .block = nvc0_host_block,
};

/* --- For other units ----------------------------------------------------- */

/* Where BAR1 shows video memory directly, the result is cut at its end. */
bool nv_bar1_peek(NVGPU *gpu, uint64_t addr, uint64_t len, NVSpan *span)
{
    const NVBar1Trap *trap = &gpu->host_mem->trap;
    NVDmaFault unreported;

    if (addr - trap->base < trap->size) {
        return false;
    }
    if (addr < trap->base && trap->size) {
        len = MIN(len, trap->base - addr);
    }
    if (gpu->chip->vm->host->resolve(gpu, NV_HOST_BAR1, addr, len, true, span,
                                     &unreported)) {
        return true;
    }
    return addr < gpu->vram_size && unreported.why == NV_DMA_OK &&
           nv_linear_span(gpu, NV_LINEAR_VRAM, addr,
                          MIN(len, gpu->vram_size - addr), span);
}

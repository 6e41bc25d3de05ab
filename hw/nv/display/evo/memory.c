/*
 * NVIDIA GPU: PDISPLAY: memory: RAMHT, DMA objects, pushbuffers
 *
 * RAMHT is at the beginning of the piece of video memory that OBJECTS names,
 * and offsets of objects count from there: nouveau's nvkm/engine/disp/nv50.c.
 * A core channel in EFI mode has neither, but one object, in registers:
 * g80_display.c of xf86-video-nv.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "memory.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"
#include "trace/trace-hw_nv.h"

/* --- DMA objects ------------------------------------------------------ */

static bool nv_evo_objects(NVGPU *gpu, uint32_t *base)
{
    uint32_t val = NV_R(gpu, NV_PDISPLAY_OBJECTS);

    *base = FIELD_EX32(val, NV_PDISPLAY_OBJECTS, ADDRESS) << 16;
    return FIELD_EX32(val, NV_PDISPLAY_OBJECTS, VALID) &&
           FIELD_EX32(val, NV_PDISPLAY_OBJECTS, TARGET) == NV_EVO_TARGET_VRAM;
}

/* Source: nvkm/engine/disp/nv50.c, nv50_disp_dmac_bind() */
static bool nv50_evo_context(uint32_t context, unsigned hw, uint32_t *offset)
{
    *offset = FIELD_EX32(context, NV_EVO_RAMHT, OFFSET) * 16;
    return context && FIELD_EX32(context, NV_EVO_RAMHT, CHID) == hw &&
           FIELD_EX32(context, NV_EVO_RAMHT, CHID_LOW) == hw;
}

const NVEvoObjects nv50_evo_objects = {
    .context = nv50_evo_context, .load = nv_dmaobj_load,
};

static unsigned nv_evo_hash(unsigned hw, uint32_t handle)
{
    unsigned hash = hw << (NV_EVO_RAMHT_BITS - 4);

    for (; handle; handle >>= NV_EVO_RAMHT_BITS) {
        hash ^= handle % NV_EVO_RAMHT_ENTRIES;
    }
    return hash % NV_EVO_RAMHT_ENTRIES;
}

/* Find a handle's object; returns false if the channel has none in RAMHT. */
static bool nv_evo_lookup(NVGPU *gpu, unsigned chid, uint32_t handle,
                          uint32_t *inst)
{
    const NVEvoObjects *objects = gpu->chip->display->evo->objects;
    unsigned hw = nv_evo_hw_chid(gpu, chid);
    unsigned hash = nv_evo_hash(hw, handle);
    uint32_t base, offset;

    if (!nv_evo_objects(gpu, &base)) {
        return false;
    }
    for (unsigned i = 0; i < NV_EVO_RAMHT_ENTRIES; i++) {
        uint32_t entry = base + (hash + i) % NV_EVO_RAMHT_ENTRIES * 8;

        if (nv_ramin_read32(gpu, entry) == handle &&
            objects->context(nv_ramin_read32(gpu, entry + 4), hw, &offset)) {
            *inst = base + offset;
            return true;
        }
    }
    trace_nv_evo_miss(chid, handle);
    return false;
}

static bool nv_evo_has_ramht(NVGPU *gpu, unsigned chid)
{
    return chid != NV_EVO_CORE || !gpu->display->evo.efi;
}

bool nv_evo_resolves(NVGPU *gpu, unsigned chid, uint32_t handle)
{
    uint32_t inst;

    return !nv_evo_has_ramht(gpu, chid) ||
           nv_evo_lookup(gpu, chid, handle, &inst);
}

/* The meaning of UNK_38C isn't known: drivers write 0. */
static bool nv_evo_load_registers(NVGPU *gpu, NVDMAObject *obj)
{
    const uint32_t words[NV50_DMAOBJ_WORDS] = {
        NV_R(gpu, NV_PDISPLAY_UNK_388), NV_R(gpu, NV_PDISPLAY_RAM_AMOUNT),
        NV_R(gpu, NV_PDISPLAY_UNK_380),
    };

    nv_dmaobj_load_words(gpu, words, obj);
    return obj->target == NV_DMAOBJ_TARGET_NVM;
}

static bool nv_evo_load(NVGPU *gpu, unsigned chid, uint32_t handle,
                        NVDMAObject *obj)
{
    uint32_t inst;

    if (!nv_evo_has_ramht(gpu, chid)) {
        return handle && nv_evo_load_registers(gpu, obj);
    }
    return handle && nv_evo_lookup(gpu, chid, handle, &inst) &&
           gpu->chip->display->evo->objects->load(gpu, inst, obj);
}

/* The same for an access that the channel makes on its own account */
static bool nv_evo_load_told(NVGPU *gpu, unsigned chid, uint32_t handle,
                             NVDMAObject *obj)
{
    bool loaded = nv_evo_load(gpu, chid, handle, obj);

    if (!loaded) {
        nv_log_error(gpu, "EVO channel %u: handle 0x%08x is no DMA object's",
                     nv_evo_hw_chid(gpu, chid), handle);
    }
    return loaded;
}

bool nv_evo_read(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                 uint32_t *val)
{
    NVDMAObject obj;
    uint32_t word;

    if (!nv_evo_load_told(gpu, chid, handle, &obj) ||
        !nv_dmaobj_read(gpu, &obj, offset, &word, 4, NULL)) {
        return false;
    }
    *val = le32_to_cpu(word);
    return true;
}

bool nv_evo_write(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                  uint32_t val)
{
    NVNotifyProbe notify = {
        .engine = "EVO", .subc = chid, .data = val, .addr = offset,
    };
    NVDMAObject obj;
    uint32_t word;

    if (!nv_probe_notify(gpu, -1, &notify)) {
        return true;
    }
    word = cpu_to_le32(notify.data);
    return nv_evo_load_told(gpu, chid, handle, &obj) &&
           nv_dmaobj_write(gpu, &obj, offset, &word, 4, NULL);
}

bool nv_evo_vram(NVGPU *gpu, unsigned chid, uint32_t handle, uint64_t offset,
                 uint32_t *addr)
{
    NVDMAObject obj;
    NVSpan span;

    if (!nv_evo_load(gpu, chid, handle, &obj) ||
        !nv_dmaobj_span(gpu, &obj, offset, 1, false, &span, NULL) ||
        !span.vram) {
        return false;
    }
    *addr = span.addr;
    return true;
}

/* --- Pushbuffers ------------------------------------------------------ */

bool nv_evo_fetch(NVGPU *gpu, unsigned chid, uint32_t offset, void *buf,
                  uint32_t len)
{
    uint32_t cb = nv_evo_stat(gpu, chid)[1];
    uint64_t addr = ((uint64_t)FIELD_EX32(cb, NV_PDISPLAY_CHANNEL_DMA_CB,
                                          ADDRESS) << 12) + offset;
    const uint8_t *vram;

    switch (FIELD_EX32(cb, NV_PDISPLAY_CHANNEL_DMA_CB, TARGET)) {
    case NV_EVO_TARGET_VRAM:
        vram = nv_vram_ptr(gpu, addr, len);
        if (vram) {
            memcpy(buf, vram, len);
        }
        return vram;
    case NV_EVO_TARGET_PCI_NOSNOOP:
    case NV_EVO_TARGET_PCI:
        return pci_dma_read(PCI_DEVICE(gpu), addr, buf, len) == MEMTX_OK;
    default:
        return false;
    }
}

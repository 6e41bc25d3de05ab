/*
 * NVIDIA GPU: x-nv-gpu-debug: channels, and PFIFO's state for them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/fifo-look.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "look.h"

/* CACHE1's registers, on all cards that have it */
#define NV_CACHE1_BASE 0x3200
#define NV_CACHE1_END 0x3480

/* --- Channels --------------------------------------------------------- */

static void nv_look_put_semaphore(GString *text, const NVSemaphoreLook *look)
{
    g_string_append_printf(text, " semaphore 0x%08" PRIx64 " %s 0x%08x",
                           look->addr, look->compare, look->want);
    if (look->readable) {
        g_string_append_printf(text, " is 0x%08x", look->is);
    } else {
        g_string_append(text, " unreadable");
    }
}

static void nv_look_put_wait(NVGPU *gpu, GString *text,
                             const NVChannelLook *look)
{
    static const char *const names[] = {
        [NV_CHANNEL_OFF] = "off",
        [NV_CHANNEL_IDLE] = "idle",
        [NV_CHANNEL_RUNS] = "nothing",
        [NV_CHANNEL_TURN] = "turn",
        [NV_CHANNEL_HUNG] = "hung",
    };

    g_string_append(text, " wait");
    switch (look->wait) {
    case NV_CHANNEL_SEMAPHORE:
        nv_look_put_semaphore(text, &look->semaphore);
        break;
    case NV_CHANNEL_ENGINE:
        g_string_append_printf(text, " engine %s", look->engine);
        if (look->stuck) {
            g_string_append_printf(text, " %s", look->stuck);
        }
        break;
    case NV_CHANNEL_FROZEN:
        g_string_append_printf(text, " frozen %s", look->frozen);
        break;
    case NV_CHANNEL_ERROR:
        g_string_append_printf(text, " error %s", look->error);
        break;
    case NV_CHANNEL_RUNS:
    case NV_CHANNEL_TURN:
        /* It would run, or be scheduled, if the card weren't stopped. */
        if (gpu->debug->stands) {
            g_string_append(text, " stopped");
            break;
        }
        /* fall through */
    default:
        g_string_append_printf(text, " %s", names[look->wait]);
        break;
    }
}

void nv_debug_put_channel(NVGPU *gpu, GString *text, unsigned chid,
                          const NVChannelLook *look)
{
    g_string_append_printf(text, "channel %u", chid);
    if (look->wait == NV_CHANNEL_OFF) {
        g_string_append(text, " off\n");
        return;
    }
    g_string_append(text, look->dma ? " mode dma at " : " mode pio at ");
    if (look->unit < 0) {
        g_string_append(text, "ramfc");
    } else if (nv_fifo_pbdmas(gpu)) {
        g_string_append_printf(text, "pbdma%d", look->unit);
    } else {
        g_string_append(text, "cache1");
    }
    if (look->dma) {
        g_string_append_printf(text, " get 0x%08" PRIx64 " put 0x%08" PRIx64,
                               look->get, look->put);
    }
    if (look->ring) {
        g_string_append_printf(text, " ib-get %u ib-put %u", look->ring_get,
                               look->ring_put);
    }
    if (look->has_ref) {
        g_string_append_printf(text, " ref 0x%08x", look->ref);
    }
    nv_look_put_wait(gpu, text, look);
    g_string_append_c(text, '\n');
}

static bool nv_look_channels(NVGPU *gpu, char **args, unsigned count,
                             GString *text, Error **errp)
{
    NVChannelLook look;

    for (unsigned chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        nv_fifo_look(gpu, chid, &look);
        if (look.wait != NV_CHANNEL_OFF) {
            nv_debug_put_channel(gpu, text, chid, &look);
        }
    }
    if (!text->len) {
        g_string_append_printf(text, "none of the card's %u channels is on\n",
                               nv_fifo_channels(gpu));
    }
    return true;
}

static void nv_look_put_details(NVGPU *gpu, GString *text, unsigned chid,
                                const NVChannelLook *look)
{
    g_string_append_printf(text, "block 0x%08x\nramfc 0x%08x\npush 0x%08x\n"
                           "command-left %u\n", look->block, look->ramfc,
                           look->push, look->left);
    if (look->subroutine) {
        g_string_append_printf(text, "subroutine-returns 0x%08" PRIx64 "\n",
                               look->back);
    }
    if (look->ring) {
        g_string_append_printf(text, "ib-address 0x%08" PRIx64
                               "\nib-entries %" PRIu64 "\n", look->ring_at,
                               (uint64_t)look->ring_mask + 1);
    }
    for (unsigned subc = 0; subc < NV_PROBE_SUBCHANNELS; subc++) {
        uint32_t class = nv_probe_class(gpu, chid, subc);

        if (class) {
            g_string_append_printf(text, "subchannel %u class 0x%04x\n", subc,
                                   class);
        }
    }
}

static bool nv_look_channel(NVGPU *gpu, char **args, unsigned count,
                            GString *text, Error **errp)
{
    NVChannelLook look;
    unsigned chid;

    if (!nv_debug_channel(gpu, args[0], &chid, errp)) {
        return false;
    }
    nv_fifo_look(gpu, chid, &look);
    nv_debug_put_channel(gpu, text, chid, &look);
    if (look.wait != NV_CHANNEL_OFF) {
        nv_look_put_details(gpu, text, chid, &look);
    }
    return true;
}

static bool nv_look_ramfc(NVGPU *gpu, char **args, unsigned count,
                          GString *text, Error **errp)
{
    NVWordLook word;
    unsigned chid;

    if (!nv_debug_channel(gpu, args[0], &chid, errp)) {
        return false;
    }
    for (unsigned i = 0; nv_fifo_look_ramfc(gpu, chid, i, &word); i++) {
        if (*word.name || word.val) {
            g_string_append_printf(text, "0x%02x %s 0x%08x\n", word.addr,
                                   *word.name ? word.name : "-", word.val);
        }
    }
    if (!text->len) {
        error_setg(errp, "channel %u has no RAMFC", chid);
        return false;
    }
    return true;
}

/* --- Units ------------------------------------------------------------ */

static void nv_look_put_registers(NVGPU *gpu, GString *text, uint32_t from,
                                  uint32_t to)
{
    NVRegLook look;

    for (uint32_t at = from;
         nv_regs_next(gpu, at, &look) && look.addr < to; at = look.addr + 4) {
        nv_debug_put_register(text, look.info->name, &look);
    }
}

static bool nv_look_cache1(NVGPU *gpu, char **args, unsigned count,
                           GString *text, Error **errp)
{
    NVWordLook method;
    unsigned subc;

    if (nv_fifo_pbdmas(gpu)) {
        error_setg(errp, "the card has PBDMAs, and no CACHE1");
        return false;
    }
    nv_look_put_registers(gpu, text, NV_CACHE1_BASE, NV_CACHE1_END);
    if (!nv_fifo_look_method(gpu, 0, &method, &subc)) {
        g_string_append(text, "CACHE1 has no methods\n");
    }
    for (unsigned i = 0; nv_fifo_look_method(gpu, i, &method, &subc); i++) {
        g_string_append_printf(text, "slot %u subchannel %u method 0x%04x "
                               "data 0x%08x\n", i, subc, method.addr,
                               method.val);
    }
    return true;
}

static bool nv_look_pbdma(NVGPU *gpu, char **args, unsigned count,
                          GString *text, Error **errp)
{
    unsigned pbdmas = nv_fifo_pbdmas(gpu);
    uint32_t base;
    uint64_t id;

    if (!pbdmas) {
        error_setg(errp, "the card has no PBDMAs");
        return false;
    }
    if (!nv_debug_number("PBDMA", args[0], pbdmas - 1, &id, errp)) {
        return false;
    }
    base = NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;
    nv_look_put_registers(gpu, text, base, base + NV_PBDMA_STRIDE);
    return true;
}

static bool nv_look_runlist(NVGPU *gpu, char **args, unsigned count,
                            GString *text, Error **errp)
{
    bool turn;
    int chid;

    if (!nv_fifo_has_runlist(gpu)) {
        error_setg(errp, "the card has no run list");
        return false;
    }
    for (unsigned i = 0; (chid = nv_fifo_look_runlist(gpu, i, &turn)) >= 0;
         i++) {
        g_string_append_printf(text, "entry %u channel %d%s\n", i, chid,
                               turn ? " turn" : "");
    }
    if (!text->len) {
        g_string_append(text, "the run list has no entries\n");
    }
    return true;
}

/* --- Objects ---------------------------------------------------------- */

static void nv_look_put_handle(NVGPU *gpu, GString *text,
                               const NVHandleLook *entry)
{
    g_string_append_printf(text, "channel %u handle 0x%08x inst 0x%08x "
                           "class 0x%04x engine %s context 0x%08x\n",
                           entry->chid, entry->handle, entry->inst,
                           nv_fifo_class(gpu, entry->inst),
                           nv_fifo_engine_name(gpu, entry->engine),
                           entry->context);
}

static bool nv_look_may_have_handles(NVGPU *gpu, Error **errp)
{
    if (!nv_fifo_has_ramht(gpu)) {
        error_setg(errp, "the card has no RAMHT");
        return false;
    }
    return true;
}

/* @all: objects of any channel, for cards where channels share RAMHT */
static void nv_look_put_ramht(NVGPU *gpu, GString *text, unsigned chid,
                              bool all)
{
    NVHandleLook entry;
    int is;

    for (unsigned slot = 0;
         (is = nv_fifo_look_ramht(gpu, chid, slot, &entry)) != 0; slot++) {
        if (is > 0 && (all || entry.chid == chid)) {
            nv_look_put_handle(gpu, text, &entry);
        }
    }
}

/* Print which RAMHT has no objects; @all as above. */
static void nv_look_put_no_handles(NVGPU *gpu, GString *text, unsigned chid,
                                   bool all)
{
    uint32_t base;
    unsigned slots = nv_fifo_look_ramht_size(gpu, chid, &base);

    g_string_append_printf(text, "RAMHT at 0x%05x, %u entries, has nothing",
                           base, slots);
    if (!all) {
        g_string_append_printf(text, " for channel %u", chid);
    }
    g_string_append_c(text, '\n');
}

/* From NV50 on, a channel that is off has no RAMHT. */
static bool nv_look_has_ramht(NVGPU *gpu, unsigned chid)
{
    NVChannelLook look;

    nv_fifo_look(gpu, chid, &look);
    return !nv_fifo_has_runlist(gpu) || look.wait != NV_CHANNEL_OFF;
}

static void nv_look_ramht_of(NVGPU *gpu, GString *text, unsigned chid)
{
    gsize before = text->len;

    if (!nv_look_has_ramht(gpu, chid)) {
        g_string_append_printf(text, "channel %u is off, and has no RAMHT\n",
                               chid);
        return;
    }
    nv_look_put_ramht(gpu, text, chid, false);
    if (text->len == before) {
        nv_look_put_no_handles(gpu, text, chid, false);
    }
}

static bool nv_look_ramht(NVGPU *gpu, char **args, unsigned count,
                          GString *text, Error **errp)
{
    unsigned chid;

    if (!nv_look_may_have_handles(gpu, errp)) {
        return false;
    }
    if (count) {
        if (!nv_debug_channel(gpu, args[0], &chid, errp)) {
            return false;
        }
        nv_look_ramht_of(gpu, text, chid);
        return true;
    }
    if (!nv_fifo_has_runlist(gpu)) {
        nv_look_put_ramht(gpu, text, 0, true);
        if (!text->len) {
            nv_look_put_no_handles(gpu, text, 0, true);
        }
        return true;
    }
    for (chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        if (nv_look_has_ramht(gpu, chid)) {
            nv_look_ramht_of(gpu, text, chid);
        }
    }
    if (!text->len) {
        g_string_append(text, "no channel is on, and each has a RAMHT of its "
                        "own\n");
    }
    return true;
}

static void nv_look_put_dmaobj(NVGPU *gpu, GString *text, uint32_t block,
                               uint32_t inst)
{
    static const char *const targets[] = {
        [NV_DMAOBJ_TARGET_NVM] = "vram",
        [NV_DMAOBJ_TARGET_NVM_TILED] = "vram",
        [NV_DMAOBJ_TARGET_PCI] = "pci",
        [NV_DMAOBJ_TARGET_AGP] = "agp",
        [NV_DMAOBJ_TARGET_VM] = "vm",
    };
    NVDMAObject obj;

    if (nv_dmaobj_load_channel(gpu, block, inst, &obj)) {
        g_string_append_printf(text, "dma target %s %s base 0x%08" PRIx64
                               " limit 0x%08" PRIx64 "%s%s\n",
                               targets[obj.target],
                               obj.linear ? "linear" : "paged",
                               obj.base + obj.adjust, obj.limit,
                               obj.readable ? " readable" : "",
                               obj.writable ? " writable" : "");
    }
}

static void nv_look_put_object(NVGPU *gpu, GString *text, uint32_t block,
                               uint32_t inst)
{
    uint32_t words[4];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = nv_ramin_read32(gpu, inst + i * 4);
    }
    nv_look_put_dmaobj(gpu, text, block, inst);
    nv_debug_words(text, inst, words, ARRAY_SIZE(words));
}

/* Look for the handle in all channels from @from to before @to. */
static bool nv_look_by_handle(NVGPU *gpu, GString *text, unsigned from,
                              unsigned to, uint32_t handle)
{
    NVHandleLook entry;
    NVChannelLook look;

    for (unsigned chid = from; chid < to; chid++) {
        nv_fifo_look(gpu, chid, &look);
        if ((look.wait != NV_CHANNEL_OFF || !nv_fifo_has_runlist(gpu)) &&
            nv_fifo_look_handle(gpu, chid, handle, &entry)) {
            nv_look_put_handle(gpu, text, &entry);
            nv_look_put_object(gpu, text, look.block, entry.inst);
            return true;
        }
    }
    return false;
}

static bool nv_look_object(NVGPU *gpu, char **args, unsigned count,
                           GString *text, Error **errp)
{
    unsigned chid = 0, to = nv_fifo_channels(gpu);
    NVChannelLook look = { };
    uint64_t val;

    if (!nv_look_may_have_handles(gpu, errp) ||
        (count == 2 && !nv_debug_channel(gpu, args[0], &chid, errp)) ||
        !nv_debug_number("handle", args[count - 1], UINT32_MAX, &val, errp)) {
        return false;
    }
    if (count == 2) {
        to = chid + 1;
        nv_fifo_look(gpu, chid, &look);
    }
    if (nv_look_by_handle(gpu, text, chid, to, val)) {
        return true;
    }
    if (val % 16 || val >= gpu->chip->ramin->size || val >= gpu->vram_size) {
        error_setg(errp, "no object has handle or address 0x%08" PRIx64, val);
        return false;
    }
    g_string_append_printf(text, "inst 0x%08" PRIx64 " class 0x%04x\n", val,
                           nv_fifo_class(gpu, val));
    nv_look_put_object(gpu, text, look.block, val);
    return true;
}

const NVDebugCommand nv_debug_fifo_commands[] = {
    { "channels", "", "those that are on, and what each waits for", 0, 0,
      nv_look_channels },
    { "channel", "CHANNEL", "one, with what else it has", 1, 1,
      nv_look_channel },
    { "cache1", "", "its registers, and methods in it", 0, 0,
      nv_look_cache1 },
    { "pbdma", "NUMBER", "its registers", 1, 1, nv_look_pbdma },
    { "ramfc", "CHANNEL", "its saved state", 1, 1, nv_look_ramfc },
    { "ramht", "[CHANNEL]", "handles", 0, 1, nv_look_ramht },
    { "object", "[CHANNEL] HANDLE|ADDRESS", "one in instance memory", 1, 2,
      nv_look_object },
    { "runlist", "", "channels in the order of their turns", 0, 0,
      nv_look_runlist },
    { }
};

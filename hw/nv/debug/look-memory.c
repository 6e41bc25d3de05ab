/*
 * NVIDIA GPU: x-nv-gpu-debug: memory, page tables, pushbuffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/fifo-look.h"
#include "look.h"

/* Words to show of a pushbuffer if PUT lies before GET */
#define NV_LOOK_AHEAD 1024
#define NV_DEBUG_WORDS (NV_DEBUG_BYTES / 4)

/* --- Memory ----------------------------------------------------------- */

/*
 * Print words up to the first that can't be read, and a line that says why; it
 * is an error if none can be read.
 */
static bool nv_look_put_memory(NVGPU *gpu, GString *text,
                               const NVDMAObject *obj, uint64_t addr,
                               uint32_t len, Error **errp)
{
    g_autofree uint32_t *words = g_new(uint32_t, len / 4);
    NVDmaReason why = NV_DMA_OK;
    uint32_t count = 0;

    while (count < len / 4) {
        uint8_t bytes[4];

        if (!nv_dmaobj_peek(gpu, obj, addr + count * 4, bytes, sizeof(bytes),
                            false, &why)) {
            break;
        }
        words[count++] = nv_fifo_ldl(gpu, bytes);
    }
    if (!count) {
        error_setg(errp, "address 0x%08" PRIx64 " %s", addr,
                   nv_dma_reason_words(why));
        return false;
    }
    nv_debug_words(text, addr, words, count);
    if (count < len / 4) {
        g_string_append_printf(text, "address 0x%08" PRIx64 " %s\n",
                               addr + count * 4, nv_dma_reason_words(why));
    }
    return true;
}

static bool nv_look_memory(NVGPU *gpu, char **args, unsigned count,
                           GString *text, Error **errp)
{
    NVDMAObject obj;
    uint64_t addr;
    uint32_t len;
    unsigned chid;

    if (count == 4) {
        if (strcmp(args[0], "object")) {
            error_setg(errp, "memory of a CHANNEL, or of an 'object' HANDLE");
            return false;
        }
        if (!nv_debug_object(gpu, args[1], &obj, errp)) {
            return false;
        }
    } else if (!nv_debug_channel(gpu, args[0], &chid, errp) ||
               !nv_debug_space(gpu, chid, &obj, errp)) {
        return false;
    }
    return nv_debug_range(args + count - 2, UINT64_MAX >> 24, &addr, &len,
                          errp) &&
           nv_look_put_memory(gpu, text, &obj, addr, len, errp);
}

static bool nv_look_vram(NVGPU *gpu, char **args, unsigned count,
                         GString *text, Error **errp)
{
    g_autofree uint32_t *words = NULL;
    const uint8_t *from;
    uint64_t addr;
    uint32_t len;

    if (!nv_debug_range(args, gpu->vram_size - 1, &addr, &len, errp)) {
        return false;
    }
    len = MIN(len, gpu->vram_size - addr);
    from = nv_vram_ptr(gpu, addr, len);
    words = g_new(uint32_t, len / 4);
    for (uint32_t i = 0; i < len / 4; i++) {
        words[i] = ldl_le_p(from + i * 4);
    }
    nv_debug_words(text, addr, words, len / 4);
    return true;
}

/* --- Page tables ------------------------------------------------------ */

static void nv_look_put_flags(GString *text, uint32_t flags)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } names[] = {
        { NV_WALK_PRESENT, "present" },
        { NV_WALK_LARGE, "large" },
        { NV_WALK_SMALL, "small" },
        { NV_WALK_READ_ONLY, "read-only" },
        { NV_WALK_PRIVILEGED, "privileged" },
        { NV_WALK_NO_MEMORY, "no-memory" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (flags & names[i].flag) {
            g_string_append_printf(text, " %s", names[i].name);
        }
    }
    g_string_append_c(text, '\n');
}

static void nv_look_put_walk(NVGPU *gpu, GString *text, const NVWalk *walk)
{
    for (unsigned i = 0; i < walk->levels; i++) {
        const NVWalkLevel *level = &walk->level[i];

        g_string_append_printf(
            text, "%s at %s 0x%08" PRIx64 " entry 0x%016" PRIx64, level->name,
            !gpu->chip->vm ? "ramin"
                           : level->target == NV_LINEAR_VRAM ? "vram"
                                                             : "sysram",
            level->addr, level->entry);
        nv_look_put_flags(text, level->flags);
    }
    if (walk->why == NV_DMA_OK) {
        g_string_append_printf(text, "result %s 0x%08" PRIx64 "\n",
                               walk->span.vram ? "vram" : "sysram",
                               walk->span.addr);
    } else {
        g_string_append_printf(text, "result none %s\n",
                               nv_dma_reason_words(walk->why));
    }
}

static bool nv_look_walk(NVGPU *gpu, char **args, unsigned count,
                         GString *text, Error **errp)
{
    NVDMAObject obj;
    uint64_t addr;
    unsigned chid;
    NVWalk walk;

    if (!nv_debug_channel(gpu, args[0], &chid, errp) ||
        !nv_debug_space(gpu, chid, &obj, errp) ||
        !nv_debug_number("address", args[1], UINT64_MAX >> 24, &addr, errp)) {
        return false;
    }
    nv_dmaobj_walk(gpu, &obj, addr, &walk);
    nv_look_put_walk(gpu, text, &walk);
    return true;
}

/* --- Pushbuffers ------------------------------------------------------ */

/* Print words, one a line; returns how many could be read. */
static uint32_t nv_look_put_commands(NVGPU *gpu, GString *text,
                                     const NVDMAObject *obj, uint64_t addr,
                                     uint32_t words)
{
    uint32_t i;

    for (i = 0; i < words; i++) {
        uint64_t at = addr + (uint64_t)i * 4;
        NVDmaReason why;
        uint8_t bytes[4];

        if (!nv_dmaobj_peek(gpu, obj, at, bytes, sizeof(bytes), false, &why)) {
            g_string_append_printf(text, "address 0x%08" PRIx64 " %s\n", at,
                                   nv_dma_reason_words(why));
            break;
        }
        g_string_append_printf(text, "0x%08" PRIx64 ": 0x%08x\n", at,
                               nv_fifo_ldl(gpu, bytes));
    }
    return i;
}

/* Number of words from GET to PUT, or a fixed one if PUT lies before GET */
static uint32_t nv_look_words_ahead(const NVChannelLook *look)
{
    return look->put >= look->get
        ? MIN((look->put - look->get) / 4, NV_DEBUG_WORDS) : NV_LOOK_AHEAD;
}

static void nv_look_put_pending(NVGPU *gpu, GString *text, unsigned chid,
                                const NVDMAObject *obj,
                                const NVChannelLook *look)
{
    uint32_t left = NV_DEBUG_WORDS - nv_look_words_ahead(look);
    NVEntryLook entry;

    nv_look_put_commands(gpu, text, obj, look->get,
                         nv_look_words_ahead(look));
    for (uint32_t i = look->ring_get; look->ring && i != look->ring_put &&
         left && nv_fifo_look_entry(gpu, chid, i, &entry);
         i = (i + 1) & look->ring_mask) {
        uint32_t words = MIN(entry.words, left);

        nv_look_put_commands(gpu, text, obj, entry.addr, words);
        /* Count entries without a length, too, since the ring may be long. */
        left -= MAX(words, 1);
    }
}

static bool nv_look_push_space(NVGPU *gpu, const char *arg, unsigned *chid,
                               NVChannelLook *look, NVDMAObject *obj,
                               Error **errp)
{
    if (!nv_debug_channel(gpu, arg, chid, errp)) {
        return false;
    }
    nv_fifo_look(gpu, *chid, look);
    if (look->wait == NV_CHANNEL_OFF || !look->dma ||
        !nv_fifo_push_space(gpu, *chid, obj)) {
        error_setg(errp, "channel %u has no pushbuffer", *chid);
        return false;
    }
    return true;
}

static bool nv_look_pushbuffer(NVGPU *gpu, char **args, unsigned count,
                               GString *text, Error **errp)
{
    uint64_t addr, words = NV_LOOK_AHEAD;
    NVChannelLook look;
    NVDMAObject obj;
    unsigned chid;

    if (!nv_look_push_space(gpu, args[0], &chid, &look, &obj, errp)) {
        return false;
    }
    if (count == 1) {
        nv_look_put_pending(gpu, text, chid, &obj, &look);
        if (!text->len) {
            g_string_append_printf(text, "channel %u has read all that was "
                                   "submitted\n", chid);
        }
        return true;
    }
    if (!nv_debug_number("address", args[1], UINT64_MAX >> 24, &addr, errp) ||
        (count == 3 && !nv_debug_number("words", args[2], NV_DEBUG_WORDS,
                                        &words, errp))) {
        return false;
    }
    if (addr % 4) {
        error_setg(errp, "words begin at multiples of 4");
        return false;
    }
    if (!words) {
        error_setg(errp, "words are some");
        return false;
    }
    nv_look_put_commands(gpu, text, &obj, addr, words);
    return true;
}

static bool nv_look_entries(NVGPU *gpu, char **args, unsigned count,
                            GString *text, Error **errp)
{
    NVChannelLook look;
    NVEntryLook entry;
    NVDMAObject obj;
    unsigned chid;

    if (!nv_look_push_space(gpu, args[0], &chid, &look, &obj, errp)) {
        return false;
    }
    if (!look.ring) {
        error_setg(errp, "channel %u has no entries", chid);
        return false;
    }
    for (uint32_t i = look.ring_get, shown = 0;
         i != look.ring_put && shown < NV_DEBUG_WORDS / 2;
         i = (i + 1) & look.ring_mask, shown++) {
        if (!nv_fifo_look_entry(gpu, chid, i, &entry)) {
            g_string_append_printf(text, "entry %u unreadable\n", i);
            break;
        }
        g_string_append_printf(text, "entry %u address 0x%010" PRIx64
                               " words %u low 0x%08x high 0x%08x\n", i,
                               entry.addr, entry.words, entry.low,
                               entry.high);
    }
    if (!text->len) {
        g_string_append_printf(text, "channel %u has taken all entries of its "
                               "ring, the last of them %u\n", chid,
                               (look.ring_put - 1) & look.ring_mask);
    }
    return true;
}

const NVDebugCommand nv_debug_memory_commands[] = {
    { "pushbuffer", "CHANNEL [ADDRESS [WORDS]]",
      "words of it, from where the channel is to where it ends", 1, 3,
      nv_look_pushbuffer },
    { "entries", "CHANNEL", "entries of its ring that it hasn't taken", 1, 1,
      nv_look_entries },
    { "memory", "CHANNEL|object HANDLE ADDRESS LENGTH",
      "words in a channel's space, before NV50 in its pushbuffer's object",
      3, 4, nv_look_memory },
    { "vram", "ADDRESS LENGTH", "words of video memory", 2, 2, nv_look_vram },
    { "walk", "CHANNEL ADDRESS", "entries that say where an address is", 2, 2,
      nv_look_walk },
    { }
};

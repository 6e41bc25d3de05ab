/*
 * NVIDIA GPU: x-nv-gpu-debug: commands that change the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/bus.h"
#include "hw/nv/fifo-look.h"
#include "look.h"

/* Largest number of words for "submit" and "write" */
#define NV_ACT_WORDS 1024

/* A channel's state; what it waits for tells when it will continue. */
static void nv_act_put_channel(NVGPU *gpu, GString *text, unsigned chid)
{
    NVChannelLook look;

    nv_fifo_look(gpu, chid, &look);
    nv_debug_put_channel(gpu, text, chid, &look);
}

/* --- Channels --------------------------------------------------------- */

static bool nv_act_words(char **args, unsigned count, uint32_t *words,
                         Error **errp)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t val;

        if (!nv_debug_number("word", args[i], UINT32_MAX, &val, errp)) {
            return false;
        }
        words[i] = val;
    }
    return true;
}

static bool nv_act_submit(NVGPU *gpu, char **args, unsigned count,
                          GString *text, Error **errp)
{
    uint32_t words[NV_ACT_WORDS], executed;
    uint64_t subc, mthd;
    unsigned chid;
    NVRun run;

    if (!nv_debug_channel(gpu, args[0], &chid, errp) ||
        !nv_debug_number("subchannel", args[1], NV_PROBE_SUBCHANNELS - 1,
                         &subc, errp) ||
        !nv_debug_number("method", args[2],
                         nv_fifo_pbdmas(gpu) ? 0x3ffc : 0x1ffc, &mthd, errp) ||
        !nv_act_words(args + 3, count - 3, words, errp)) {
        return false;
    }
    if (mthd % 4) {
        error_setg(errp, "methods are multiples of 4");
        return false;
    }
    run = (NVRun) {
        .chid = chid, .subc = subc, .mthd = mthd, .step = 4,
        .count = count - 3, .data = words,
    };
    if (!nv_fifo_submit(gpu, &run, &executed, errp)) {
        return false;
    }
    g_string_append_printf(text, "submitted %u executed %u\n", run.count,
                           executed);
    if (executed < run.count) {
        g_string_append_printf(text, "%u in CACHE1, where they wait:\n",
                               run.count - executed);
        nv_act_put_channel(gpu, text, chid);
    }
    return true;
}

static bool nv_act_push(NVGPU *gpu, char **args, unsigned count,
                        GString *text, Error **errp)
{
    uint64_t addr, words;
    unsigned chid;

    if (!nv_debug_channel(gpu, args[0], &chid, errp) ||
        !nv_debug_number("address", args[1], UINT64_MAX >> 24, &addr, errp) ||
        !nv_debug_number("words", args[2], UINT32_MAX, &words, errp) ||
        !nv_fifo_push(gpu, chid, addr, words, errp)) {
        return false;
    }
    g_string_append_printf(text, "pushed %" PRIu64 " words at 0x%08" PRIx64
                           "\n", words, addr);
    nv_act_put_channel(gpu, text, chid);
    return true;
}

static bool nv_act_kill(NVGPU *gpu, char **args, unsigned count, GString *text,
                        Error **errp)
{
    unsigned chid;

    if (!nv_debug_channel(gpu, args[0], &chid, errp) ||
        !nv_fifo_kill(gpu, chid, errp)) {
        return false;
    }
    nv_act_put_channel(gpu, text, chid);
    return true;
}

static bool nv_act_hang(NVGPU *gpu, char **args, unsigned count, GString *text,
                        Error **errp)
{
    unsigned chid;

    if (!nv_debug_channel(gpu, args[0], &chid, errp)) {
        return false;
    }
    nv_fifo_hang(gpu, chid, true);
    g_string_append_printf(text, "channel %u has no more turns until 'unhang'"
                           "\n", chid);
    nv_act_put_channel(gpu, text, chid);
    return true;
}

static bool nv_act_unhang(NVGPU *gpu, char **args, unsigned count,
                          GString *text, Error **errp)
{
    unsigned chid;

    if (!nv_debug_channel(gpu, args[0], &chid, errp)) {
        return false;
    }
    g_string_append_printf(text, "channel %u %s\n", chid,
                           nv_fifo_is_hung(gpu, chid)
                           ? "may have its turn again" : "wasn't hung");
    nv_fifo_hang(gpu, chid, false);
    nv_act_put_channel(gpu, text, chid);
    return true;
}

static bool nv_act_skip(NVGPU *gpu, char **args, unsigned count, GString *text,
                        Error **errp)
{
    if (!nv_debug_skip(gpu, errp)) {
        return false;
    }
    g_string_append_printf(text, "channel %d leaves out the %s when it goes "
                           "on\n", gpu->debug->skip_chid,
                           nv_probe_kind_name(gpu->debug->skip));
    return true;
}

/* --- Memory ----------------------------------------------------------- */

static bool nv_act_write(NVGPU *gpu, char **args, unsigned count,
                         GString *text, Error **errp)
{
    bool object = !strcmp(args[0], "object");
    uint32_t words[NV_ACT_WORDS];
    uint8_t bytes[NV_ACT_WORDS * 4];
    NVDMAObject obj;
    NVDmaReason why;
    uint64_t addr;
    unsigned chid;

    args += object;
    count -= object;
    if (count < 3) {
        error_setg(errp, "it is 'write object HANDLE ADDRESS WORD...'");
        return false;
    }
    if (object ? !nv_debug_object(gpu, args[0], &obj, errp)
               : !nv_debug_channel(gpu, args[0], &chid, errp) ||
                 !nv_debug_space(gpu, chid, &obj, errp)) {
        return false;
    }
    count -= 2;
    if (count > NV_ACT_WORDS) {
        error_setg(errp, "%u words are more than %u", count, NV_ACT_WORDS);
        return false;
    }
    if (!nv_debug_number("address", args[1], UINT64_MAX >> 24, &addr, errp) ||
        !nv_act_words(args + 2, count, words, errp)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_fifo_stl(gpu, bytes + i * 4, words[i]);
    }
    if (!nv_dmaobj_peek(gpu, &obj, addr, bytes, count * 4, true, &why)) {
        error_setg(errp, "from address 0x%08" PRIx64 " on: %s", addr,
                   nv_dma_reason_words(why));
        return false;
    }
    nv_ramin_changed(gpu);
    g_string_append_printf(text, "wrote %u words at 0x%08" PRIx64 "\n", count,
                           addr);
    return true;
}

/* --- Interrupts ------------------------------------------------------- */

static bool nv_act_interrupt(NVGPU *gpu, char **args, unsigned count,
                             GString *text, Error **errp)
{
    uint64_t bits;
    bool raise = !strcmp(args[0], "raise");

    if (!nv_debug_number("bits", args[1], UINT32_MAX, &bits, errp)) {
        return false;
    }
    if (!strcmp(args[0], "mask")) {
        nv_pmc_mask_intr(gpu, bits);
    } else if (!raise && strcmp(args[0], "lower")) {
        error_setg(errp, "interrupts are to 'raise', to 'lower', to 'mask'");
        return false;
    } else if (!nv_pmc_force_intr(gpu, bits, raise)) {
        error_setg(errp, "this card's PMC doesn't have all bits of 0x%08"
                   PRIx64, bits);
        return false;
    }
    g_string_append_printf(text, "line %u masked 0x%08x\n", gpu->bus->intx,
                           gpu->bus->masked);
    return true;
}

const NVDebugCommand nv_debug_act_commands[] = {
    { "submit", "CHANNEL SUBCHANNEL METHOD DATA...",
      "give a channel methods, which come before others", 4,
      3 + NV_ACT_WORDS, nv_act_submit, true },
    { "push", "CHANNEL ADDRESS WORDS",
      "have it go through a pushbuffer in its space", 3, 3, nv_act_push,
      true },
    { "write", "CHANNEL|object HANDLE ADDRESS WORD...",
      "write memory, as 'memory' shows it", 3, 3 + NV_ACT_WORDS, nv_act_write,
      true },
    { "interrupt", "raise|lower|mask BITS",
      "PMC's bits, or which stay off the line", 2, 2, nv_act_interrupt,
      true },
    { "skip", "", "leave out what the card has stopped before", 0, 0,
      nv_act_skip, true },
    { "kill", "CHANNEL", "turn it off, as its driver does", 1, 1, nv_act_kill,
      true },
    { "hang", "CHANNEL", "it never has its turn again", 1, 1, nv_act_hang,
      true },
    { "unhang", "CHANNEL", "it may have it again", 1, 1, nv_act_unhang,
      true },
    { }
};

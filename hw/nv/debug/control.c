/*
 * NVIDIA GPU: QMP commands that change the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-control.h"
#include "hw/nv/bus.h"
#include "hw/nv/fifo-inspect.h"
#include "inspect.h"

/* Largest number of words for x-nv-submit and x-nv-write-memory */
#define NV_CONTROL_WORDS 1024

/* --- Channels --------------------------------------------------------- */

/* Get a list's words, and their number; 0: there are none, or too many. */
static unsigned nv_control_words(const uint32List *list, uint32_t *words,
                                 Error **errp)
{
    unsigned count = 0;

    for (; list && count < NV_CONTROL_WORDS; list = list->next) {
        words[count++] = list->value;
    }
    if (!count || list) {
        error_setg(errp, "1 to %u words are expected, and not %s",
                   NV_CONTROL_WORDS, count ? "more" : "none");
        return 0;
    }
    return count;
}

static bool nv_control_has_method(NVGPU *gpu, unsigned subc, uint32_t mthd,
                                  Error **errp)
{
    uint32_t last = nv_fifo_pbdmas(gpu) ? 0x3ffc : 0x1ffc;

    if (subc >= NV_PROBE_SUBCHANNELS) {
        error_setg(errp, "there is no subchannel %u: a channel has "
                   "subchannels 0 to %u", subc, NV_PROBE_SUBCHANNELS - 1);
        return false;
    }
    if (mthd % 4 || mthd > last) {
        error_setg(errp, "methods are multiples of 4 up to 0x%04x, and not "
                   "0x%04x", last, mthd);
        return false;
    }
    return true;
}

NvSubmit *qmp_x_nv_submit(const char *path, uint16_t channel,
                          uint8_t subchannel, uint32_t method,
                          uint32List *data, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);
    uint32_t words[NV_CONTROL_WORDS], executed;
    NvSubmit *submit;
    NVRun run;

    if (!gpu || !nv_inspect_has_channel(gpu, channel, errp) ||
        !nv_control_has_method(gpu, subchannel, method, errp)) {
        return NULL;
    }
    run = (NVRun) {
        .chid = channel, .subc = subchannel, .mthd = method, .step = 4,
        .count = nv_control_words(data, words, errp), .data = words,
    };
    if (!run.count || !nv_fifo_submit(gpu, &run, &executed, errp)) {
        return NULL;
    }
    submit = g_new(NvSubmit, 1);
    *submit = (NvSubmit) {
        .executed = executed, .channel = nv_inspect_channel(gpu, channel),
    };
    return submit;
}

NvChannel *qmp_x_nv_push(const char *path, uint16_t channel, uint64_t address,
                         uint32_t words, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);

    if (!gpu || !nv_inspect_has_channel(gpu, channel, errp) ||
        !nv_fifo_push(gpu, channel, address, words, errp)) {
        return NULL;
    }
    return nv_inspect_channel(gpu, channel);
}

NvChannel *qmp_x_nv_kill(const char *path, uint16_t channel, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);

    if (!gpu || !nv_inspect_has_channel(gpu, channel, errp) ||
        !nv_fifo_kill(gpu, channel, errp)) {
        return NULL;
    }
    return nv_inspect_channel(gpu, channel);
}

NvHang *qmp_x_nv_hang(const char *path, uint16_t channel, bool hang,
                      Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);
    NvHang *answer;

    if (!gpu || !nv_inspect_has_channel(gpu, channel, errp)) {
        return NULL;
    }
    answer = g_new(NvHang, 1);
    answer->was = nv_fifo_is_hung(gpu, channel);
    nv_fifo_hang(gpu, channel, hang);
    answer->channel = nv_inspect_channel(gpu, channel);
    return answer;
}

NvSkip *qmp_x_nv_skip(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);
    NvSkip *skip;

    if (!gpu || !nv_debug_skip(gpu, errp)) {
        return NULL;
    }
    skip = g_new(NvSkip, 1);
    *skip = (NvSkip) {
        .channel = gpu->debug->skip_chid,
        .what = gpu->debug->skip == NV_PROBE_COMMAND ? NV_SKIP_KIND_COMMAND
                                                     : NV_SKIP_KIND_METHOD,
    };
    return skip;
}

/* --- Memory ----------------------------------------------------------- */

void qmp_x_nv_write_memory(const char *path, NvSpace *space, uint64_t address,
                           uint32List *words, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);
    uint32_t vals[NV_CONTROL_WORDS];
    uint8_t bytes[NV_CONTROL_WORDS * 4];
    NVDMAObject obj;
    NVDmaReason why;
    unsigned count;

    if (!gpu || !nv_inspect_space(gpu, space, &obj, errp)) {
        return;
    }
    count = nv_control_words(words, vals, errp);
    if (!count) {
        return;
    }
    if (address > NV_INSPECT_ADDRESS_MAX) {
        error_setg(errp, "address 0x%" PRIx64 " is beyond 0x%" PRIx64, address,
                   (uint64_t)NV_INSPECT_ADDRESS_MAX);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_fifo_stl(gpu, bytes + i * 4, vals[i]);
    }
    if (!nv_dmaobj_peek(gpu, &obj, address, bytes, count * 4, true, &why)) {
        error_setg(errp, "from address 0x%08" PRIx64 " on: %s", address,
                   nv_dma_reason_words(why));
        return;
    }
    nv_ramin_changed(gpu);
}

/* --- Interrupts ------------------------------------------------------- */

NvInterruptLine *qmp_x_nv_interrupt(const char *path, NvInterruptAction action,
                                    uint32_t bits, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_control(&visit, path, errp);
    NvInterruptLine *line;

    if (!gpu) {
        return NULL;
    }
    if (action == NV_INTERRUPT_ACTION_MASK) {
        nv_pmc_mask_intr(gpu, bits);
    } else if (!nv_pmc_force_intr(gpu, bits,
                                  action == NV_INTERRUPT_ACTION_RAISE)) {
        error_setg(errp, "this card's PMC doesn't have all bits of 0x%08x",
                   bits);
        return NULL;
    }
    line = g_new(NvInterruptLine, 1);
    nv_inspect_line(gpu, line);
    return line;
}

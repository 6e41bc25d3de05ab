/*
 * NVIDIA GPU: the checker: pushbuffers and rings that were never filled
 *
 * A word of zeroes is a command without methods, and from NVC0 on an entry of
 * zeroes is one without commands: the card executes them and goes on.  So a
 * driver that submits memory which it hasn't written sees a channel that works,
 * but does nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "checker.h"

/* The most words with which nouveau pads (NOUVEAU_DMA_SKIPS) */
#define NV_ZEROES_PADDING 32
#define NV_ENTRY_WORDS 2

/**
 * struct NVZeroes - words of zeroes that a channel has executed in a row
 *
 * @count: number of words
 * @first, @next: address of the first word, and the one after the last; for
 *                entries, their numbers
 */
typedef struct NVZeroes {
    uint32_t count;
    uint64_t first, next;
} NVZeroes;

/** struct NVChannelZeroes - @commands, @entries: a channel's */
typedef struct NVChannelZeroes {
    NVZeroes commands, entries;
} NVChannelZeroes;

/** struct NVCheckerZero - @channels: NVChannelZeroes */
typedef struct NVCheckerZero {
    NVPerChannel channels;
} NVCheckerZero;

/*
 * Add @words zeroes at @at.  @goes_on: they directly follow the last ones;
 * @next: where those after them will be.  Returns true once, when there are
 * more than any padding has.
 */
static bool nv_zeroes_add(NVZeroes *zeroes, uint64_t at, bool goes_on,
                          uint64_t next, uint32_t words)
{
    uint32_t before = zeroes->count;

    /* They don't follow, as for a new channel with this number: start over. */
    if (!before || !goes_on) {
        before = 0;
        zeroes->first = at;
    }
    zeroes->next = next;
    zeroes->count = MIN(before + words, UINT32_MAX / 2);
    return before <= NV_ZEROES_PADDING && zeroes->count > NV_ZEROES_PADDING;
}

static void nv_checker_zero_command(NVGPU *gpu, NVZeroes *zeroes,
                                    const NVProbe *probe)
{
    const NVCommandProbe *command = &probe->command;

    if (command->word) {
        zeroes->count = 0;
    } else if (nv_zeroes_add(zeroes, command->addr,
                             command->addr == zeroes->next,
                             command->addr + 4, 1)) {
        nv_checker_find(gpu, NV_RULE_ZEROES_EXECUTED, probe->chid, 0,
                        &(NvFinding) {
                          .u.zeroes_executed.has_address = true,
                          .u.zeroes_executed.address = zeroes->first,
                      });
    }
}

static void nv_checker_zero_entry(NVGPU *gpu, NVZeroes *zeroes,
                                  const NVProbe *probe)
{
    const NVEntryReadProbe *entry = &probe->entry_read;
    bool goes_on = entry->number == zeroes->next || !entry->number;

    if (entry->words[0] || entry->words[1]) {
        zeroes->count = 0;
    } else if (nv_zeroes_add(zeroes, entry->number, goes_on,
                             entry->number + 1ull, NV_ENTRY_WORDS)) {
        nv_checker_find(gpu, NV_RULE_ZEROES_EXECUTED, probe->chid, 1,
                        &(NvFinding) {
                          .u.zeroes_executed.has_entry = true,
                          .u.zeroes_executed.entry = zeroes->first,
                      });
    }
}

static void nv_checker_zero_see(NVGPU *gpu, void *opaque, const NVProbe *probe)
{
    NVCheckerZero *state = opaque;
    NVChannelZeroes *zeroes;

    if (!nv_checker_cards(gpu)) {
        return;
    }
    zeroes = nv_per_channel(&state->channels, probe->chid, sizeof(*zeroes));
    if (probe->kind == NV_PROBE_COMMAND) {
        nv_checker_zero_command(gpu, &zeroes->commands, probe);
    } else {
        nv_checker_zero_entry(gpu, &zeroes->entries, probe);
    }
}

static void nv_checker_zero_forget(void *opaque)
{
    NVCheckerZero *state = opaque;

    nv_per_channel_clear(&state->channels, NULL);
}

const NVCheckerPart nv_checker_zero = {
    .kinds = NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(ENTRY_READ),
    .size = sizeof(NVCheckerZero),
    .see = nv_checker_zero_see,
    .forget = nv_checker_zero_forget,
};

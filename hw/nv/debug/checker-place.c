/*
 * NVIDIA GPU: the checker: where the guest has submitted a channel's work
 *
 * When the card executes work, no vCPU accesses it any more, or one does for
 * another reason.  So the guest's place when it wrote PUT is kept until the
 * card gets to the next submission.  None of this is migrated: for work
 * submitted before the checker was turned on, the place isn't known.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/machine.h"
#include "checker.h"
#include "role.h"

/* Largest number of submissions that are remembered per channel */
#define NV_SUBMISSIONS 256

/**
 * struct NVSubmission - the work that one write of PUT adds
 *
 * @entries: @from and @to are numbers of entries instead of addresses
 * @from, @to: the first, and the one after the last; @to may be less than
 *             @from, and the submission is empty if they are equal
 * @where, @depth: the guest's place at that time, see nv_machine_where()
 */
typedef struct NVSubmission {
    bool entries;
    uint64_t from, to;
    uint64_t where[NV_WHERE_MAX];
    unsigned depth;
} NVSubmission;

/**
 * struct NVPlaces - a channel's submissions
 *
 * @waiting: NVSubmission, in the order in which the card reads them
 * @now: the one that the card is executing
 */
typedef struct NVPlaces {
    GQueue waiting;
    NVSubmission *now;
} NVPlaces;

/** struct NVCheckerPlaces - @channels: NVPlaces */
typedef struct NVCheckerPlaces {
    NVPerChannel channels;
} NVCheckerPlaces;

/* @to may be less than @from: numbers wrap, and pushbuffers jump back. */
static bool nv_submission_has(const NVSubmission *one, bool entries,
                              uint64_t at)
{
    if (!one || one->entries != entries) {
        return false;
    }
    return one->from <= one->to ? at >= one->from && at < one->to
                                : at >= one->from || at < one->to;
}

/* --- Submitting ------------------------------------------------------- */

/* There is no room: extend the last submission, whose place is then unknown. */
static void nv_places_merge(NVPlaces *places, const NVSubmission *one)
{
    NVSubmission *last = places->waiting.tail->data;

    last->depth = 0;
    if (last->entries == one->entries) {
        last->to = one->to;
    }
}

static void nv_places_add(NVPlaces *places, const NVSubmission *one)
{
    if (places->waiting.length >= NV_SUBMISSIONS) {
        nv_places_merge(places, one);
    } else {
        g_queue_push_tail(&places->waiting, g_memdup2(one, sizeof(*one)));
    }
}

/*
 * The card has read everything, so addresses and numbers may be reused, even by
 * another channel with this number.  CACHE1 may still contain methods.
 */
static void nv_places_end(NVPlaces *places)
{
    g_queue_clear_full(&places->waiting, g_free);
    if (places->now) {
        places->now->to = places->now->from;
    }
}

static void nv_checker_place_submit(NVGPU *gpu, NVPlaces *places,
                                    const NVProbe *probe)
{
    NVSubmission one = {
        .entries = probe->submit.ring, .to = probe->submit.put,
    };
    NVChannelView view;

    nv_fifo_inspect(gpu, probe->chid, &view);
    one.from = one.entries ? view.ring_put : view.put;
    if (one.from == (one.entries ? view.ring_get : view.get)) {
        nv_places_end(places);
    }
    if (one.from != one.to) {
        one.depth = nv_machine_where(one.where);
        nv_places_add(places, &one);
    }
}

/* --- Reading ---------------------------------------------------------- */

/*
 * Words outside all submissions, such as a subroutine's, belong to the current
 * one, which has called it.
 */
static void nv_places_reach(NVPlaces *places, bool entries, uint64_t at)
{
    GList *next = places->waiting.head;

    if (nv_submission_has(places->now, entries, at)) {
        return;
    }
    while (next && !nv_submission_has(next->data, entries, at)) {
        next = next->next;
    }
    while (next) {
        bool last = places->waiting.head == next;

        g_free(places->now);
        places->now = g_queue_pop_head(&places->waiting);
        next = last ? NULL : next;
    }
}

static void nv_checker_place_see(NVGPU *gpu, void *opaque, const NVProbe *probe)
{
    NVCheckerPlaces *state = opaque;
    NVPlaces *places;
    uint64_t addr;

    places = nv_per_channel(&state->channels, probe->chid, sizeof(*places));
    switch (probe->kind) {
    case NV_PROBE_SUBMIT:
        nv_checker_place_submit(gpu, places, probe);
        break;
    case NV_PROBE_ENTRY:
        nv_places_reach(places, true, probe->entry.number);
        break;
    default:
        addr = nv_role_get(probe, NV_ROLE_ADDR);
        if (addr != NV_PROBE_NOWHERE) {
            nv_places_reach(places, false, addr);
        }
        break;
    }
}

unsigned nv_checker_submitted(NVGPU *gpu, const void *opaque, int chid,
                              uint64_t *where)
{
    const NVCheckerPlaces *state = opaque;
    const NVPlaces *places = chid < 0 ? NULL
        : nv_per_channel_peek(&state->channels, chid);
    NVChannelView view;

    if (!places || !places->now) {
        return 0;
    }
    nv_fifo_inspect(gpu, chid, &view);
    if (!view.dma) {
        return 0;
    }
    memcpy(where, places->now->where, sizeof(places->now->where));
    return places->now->depth;
}

static void nv_places_free(void *entry)
{
    NVPlaces *places = entry;

    g_queue_clear_full(&places->waiting, g_free);
    g_free(places->now);
}

static void nv_checker_place_forget(void *opaque)
{
    NVCheckerPlaces *state = opaque;

    nv_per_channel_clear(&state->channels, nv_places_free);
}

const NVCheckerPart nv_checker_place = {
    .kinds = NV_PROBE_BIT(SUBMIT) | NV_PROBE_BIT(ENTRY) |
             NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(METHOD),
    .size = sizeof(NVCheckerPlaces),
    .see = nv_checker_place_see,
    .forget = nv_checker_place_forget,
};

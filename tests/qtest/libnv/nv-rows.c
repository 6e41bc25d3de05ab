/*
 * Tests of the NVIDIA GPU: rows of the list of mechanisms
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-rows.h"

#define NV_CARD_EARLY (NV_CARD_NV01 | NV_CARD_NV03)

/**
 * struct NVRowNeeds - what a card must have so that it has some rows
 *
 * @needs: one of these features
 * @lacks: none of these
 * @rows: the rows
 */
typedef struct NVRowNeeds {
    uint64_t needs;
    uint64_t lacks;
    const char *rows[16];
} NVRowNeeds;

/* PBDMAs, which have all that PFIFOs with caches have only in time */
#define FROM_NVC0 (NV_CARD_NVC0 | NV_CARD_NVE4)

static const NVRowNeeds row_needs[] = {
    { .needs = NV_CARD_NONINC | FROM_NVC0, .rows = { "dma-state-ni" } },
    { .needs = NV_CARD_NONINC, .rows = { "noninc-methods" } },
    { .needs = NV_CARD_NV50, .rows = { "long-noninc-methods" } },
    { .needs = NV_CARD_CALL,
      .rows = { "subr-state", "error-call", "error-return", "new-jump",
                "subroutine-call", "subroutine-return" } },
    { .needs = NV_CARD_SLI | FROM_NVC0,
      .rows = { "sli-state", "sli-discard", "sli-mask", "sli-two-cards" } },
    { .needs = NV_CARD_SLI, .rows = { "sli-conditional" } },
    { .needs = NV_CARD_SHADOWS | FROM_NVC0,
      .rows = { "dcount-shadow", "rsvd-shadow", "data-shadow" } },
    { .needs = NV_CARD_SHADOWS, .rows = { "get-jmp-shadow" } },
    { .needs = NV_CARD_REF | FROM_NVC0,
      .rows = { "ref", "user-ref", "ref-cnt" } },
    { .needs = NV_CARD_SEMAPHORE | FROM_NVC0,
      .rows = { "acquire-in-pusher", "semaphore-offset", "semaphore-acquire",
                "semaphore-release", "acquire-state", "semaphore-alignment",
                "semaphore-endian", "acquire-retry", "acquire-timeout" } },
    { .needs = NV_CARD_SEMAPHORE,
      .rows = { "dma-semaphore", "old-semaphore-state", "old-semaphore",
                "semaphore-intr", "dma-semaphore-class" } },
    { .needs = NV_CARD_YIELD | FROM_NVC0, .rows = { "yield" } },
    { .needs = NV_CARD_ENDIAN, .rows = { "big-endian" } },
    { .needs = NV_CARD_NV40, .rows = { "generation-order" } },
    { .needs = NV_CARD_VGA_STACK,
      .rows = { "vga-stack-pbus", "vga-stack-cr90", "vga-stack-clear",
                "vga-stack-wrap" } },
    { .needs = NV_CARD_PDISPLAY,
      .rows = { "vga-stack-pdisplay", "vga-stack-cra2", "vga-stack-shadows",
                "vga-stack-discard" } },
    { .needs = NV_CARD_VGA_STACK | NV_CARD_PDISPLAY,
      .rows = { "vga-stack-size", "vga-stack-sp", "vga-stack-modes",
                "vga-stack-triggers", "vga-stack-overflow",
                "vga-stack-read-pop" } },
    { .needs = NV_CARD_EARLY,
      .rows = { "subchannel-ctx", "method-0-resubmit", "gray-code" } },
    { .needs = NV_CARD_BAR64, .rows = { "msi", "link" } },
    { .needs = NV_CARD_NV84, .rows = { "uevent-intr" } },
    { .lacks = NV_CARD_EARLY,
      .rows = { "device-software", "cache1-method-data", "dma-timeslice",
                "pfifo-tables" } },
    { .lacks = NV_CARD_NV50 | FROM_NVC0,
      .rows = { "channel-mode", "ramht-chid", "semaphore-intr",
                "dma-semaphore-class" } },
    { .lacks = NV_CARD_NONINC | FROM_NVC0, .rows = { "single-methods" } },
};

static bool nv_card_has_row(const NVCard *card, const char *row)
{
    for (unsigned i = 0; i < ARRAY_SIZE(row_needs); i++) {
        const NVRowNeeds *n = &row_needs[i];

        if (g_strv_contains(n->rows, row) &&
            ((n->needs && !(card->features & n->needs)) ||
             (card->features & n->lacks))) {
            return false;
        }
    }
    return true;
}

char *nv_rows_of(const NVCard *card, const char *rows)
{
    g_auto(GStrv) names = g_strsplit(rows ?: "", " ", -1);
    GString *out = g_string_new(NULL);

    for (char **name = names; *name; name++) {
        g_autofree char *row = g_strndup(*name, strcspn(*name, "!"));

        if (*row && nv_card_has_row(card, row)) {
            g_string_append_printf(out, "%s%s", out->len ? " " : "", *name);
        }
    }
    return g_string_free(out, FALSE);
}

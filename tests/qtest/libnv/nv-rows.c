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

static const NVRowNeeds row_needs[] = {
    { .needs = NV_CARD_NONINC | NV_CARD_NVC0, .rows = { "M16" } },
    { .needs = NV_CARD_NONINC, .rows = { "M70" } },
    { .needs = NV_CARD_CALL,
      .rows = { "M19", "M29", "M31", "M73", "M74", "M75" } },
    { .needs = NV_CARD_SLI | NV_CARD_NVC0,
      .rows = { "M21", "M81", "M85", "M86" } },
    { .needs = NV_CARD_SLI, .rows = { "M76" } },
    { .needs = NV_CARD_SHADOWS | NV_CARD_NVC0,
      .rows = { "M37", "M39", "M40" } },
    { .needs = NV_CARD_SHADOWS, .rows = { "M38" } },
    { .needs = NV_CARD_REF | NV_CARD_NVC0, .rows = { "M18", "M44", "M115" } },
    { .needs = NV_CARD_SEMAPHORE | NV_CARD_NVC0,
      .rows = { "M83", "M117", "M118", "M119", "M137", "M155", "M159", "M160",
                "M162" } },
    { .needs = NV_CARD_SEMAPHORE,
      .rows = { "M116", "M138", "M148", "M156", "M158" } },
    { .needs = NV_CARD_YIELD | NV_CARD_NVC0, .rows = { "M120" } },
    { .needs = NV_CARD_ENDIAN, .rows = { "M20" } },
    { .needs = NV_CARD_NV40, .rows = { "M107" } },
    { .needs = NV_CARD_VGA_STACK,
      .rows = { "M94", "M95", "M103", "M104" } },
    { .needs = NV_CARD_PDISPLAY,
      .rows = { "M96", "M97", "M98", "M105" } },
    { .needs = NV_CARD_VGA_STACK | NV_CARD_PDISPLAY,
      .rows = { "M93", "M99", "M100", "M101", "M102", "M106" } },
    { .needs = NV_CARD_EARLY, .rows = { "M135", "M141", "M166" } },
    { .needs = NV_CARD_NV84, .rows = { "M208" } },
    { .lacks = NV_CARD_EARLY, .rows = { "M202", "M204", "M205", "M206" } },
    { .lacks = NV_CARD_NV50 | NV_CARD_NVC0,
      .rows = { "M8", "M125", "M156", "M158" } },
    { .lacks = NV_CARD_NONINC | NV_CARD_NVC0, .rows = { "M181" } },
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

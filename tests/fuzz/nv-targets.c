/*
 * Hostile guests: the targets
 *
 * A card of each generation whose PFIFO, PGRAPH or memory is different; video
 * memory is small, so that its end is near and it is cheap to reset.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-hostile.h"

const NVTarget nv_targets[] = {
    { "pio-nv01", &nv_family_pio, "nv01" },
    { "pio-nv03", &nv_family_pio, "nv03" },
    { "pio-nv15", &nv_family_pio, "nv15", "vram=16M" },
    { "commands-nv04", &nv_family_nv04, "nv04", "vram=16M" },
    { "commands-nv15", &nv_family_nv04, "nv15", "vram=16M" },
    { "commands-nv34", &nv_family_nv04, "nv34", "vram=16M" },
    { "commands-nv44", &nv_family_nv04, "nv44", "vram=16M" },
    { "commands-nv50", &nv_family_nv50, "nv50", "vram=64M" },
    { "commands-nva3", &nv_family_nv50, "nva3", "vram=64M" },
    { "commands-nvc0", &nv_family_nvc0, "nvc0", "vram=64M" },
    { "commands-nve4", &nv_family_nve4, "nve4", "vram=64M" },
    { "commands-nvf0", &nv_family_nve4, "nvf0", "vram=64M" },
    { "display-nv15", &nv_family_nv04, "nv15", "vram=16M", NV_FOCUS_DISPLAY },
    { "display-nv84", &nv_family_nv50, "nv84", "vram=64M", NV_FOCUS_DISPLAY },
    { "display-nvd9", &nv_family_nvc0, "nvd9", "vram=64M", NV_FOCUS_DISPLAY },
    { "falcon-nva3", &nv_family_nv50, "nva3", "vram=64M", NV_FOCUS_FALCON },
    { "falcon-nvc0", &nv_family_nvc0, "nvc0", "vram=64M", NV_FOCUS_FALCON },
    { "falcon-nv108", &nv_family_nve4, "nv108", "vram=64M", NV_FOCUS_FALCON },
    { "migration-nv03", &nv_family_pio, "nv03", NULL, NV_FOCUS_MIGRATION },
    { "migration-nv34", &nv_family_nv04, "nv34", "vram=16M",
      NV_FOCUS_MIGRATION },
    { "migration-nva3", &nv_family_nv50, "nva3", "vram=64M",
      NV_FOCUS_MIGRATION },
    { "migration-nvc0", &nv_family_nvc0, "nvc0", "vram=64M",
      NV_FOCUS_MIGRATION },
    { "rom-nv04", &nv_family_rom, "nv04", "vram=16M" },
    { "rom-nv84", &nv_family_rom, "nv84", "vram=64M" },
};

const unsigned nv_target_count = ARRAY_SIZE(nv_targets);

/* --- Kinds of guests that a card can have ------------------------------ */

static bool nv_takes_pio(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV50 | NV_CARD_NVC0 | NV_CARD_NVE4));
}

static bool nv_is_nv04(const NVCard *card)
{
    return nv_takes_pio(card) &&
           !(card->features & (NV_CARD_NV01 | NV_CARD_NV03));
}

static bool nv_is_nv50(const NVCard *card)
{
    return card->features & NV_CARD_NV50;
}

static bool nv_is_nvc0(const NVCard *card)
{
    return card->features & NV_CARD_NVC0;
}

static bool nv_is_nve4(const NVCard *card)
{
    return card->features & NV_CARD_NVE4;
}

static bool nv_has_falcons_before_nvc0(const NVCard *card)
{
    return nv_is_nv50(card) && card->features & NV_CARD_PDAEMON;
}

typedef struct NVKind {
    bool (*applies)(const NVCard *card);
    NVTarget target;
} NVKind;

static const NVKind kinds[] = {
    { nv_takes_pio, { "pio", &nv_family_pio } },
    { nv_is_nv04, { "commands", &nv_family_nv04 } },
    { nv_is_nv50, { "commands", &nv_family_nv50 } },
    { nv_is_nvc0, { "commands", &nv_family_nvc0 } },
    { nv_is_nve4, { "commands", &nv_family_nve4 } },
    { nv_is_nv04, { "display", &nv_family_nv04, .focus = NV_FOCUS_DISPLAY } },
    { nv_is_nv50, { "display", &nv_family_nv50, .focus = NV_FOCUS_DISPLAY } },
    { nv_is_nvc0, { "display", &nv_family_nvc0, .focus = NV_FOCUS_DISPLAY } },
    { nv_is_nve4, { "display", &nv_family_nve4, .focus = NV_FOCUS_DISPLAY } },
    { nv_has_falcons_before_nvc0,
      { "falcon", &nv_family_nv50, .focus = NV_FOCUS_FALCON } },
    { nv_is_nvc0, { "falcon", &nv_family_nvc0, .focus = NV_FOCUS_FALCON } },
    { nv_is_nve4, { "falcon", &nv_family_nve4, .focus = NV_FOCUS_FALCON } },
};

unsigned nv_targets_of(const NVCard *card)
{
    unsigned count = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
        count += kinds[i].applies(card);
    }
    return count;
}

NVTarget nv_target_of(const NVCard *card, unsigned n)
{
    const NVKind *kind = kinds;
    NVTarget target;

    while (!kind->applies(card) || n--) {
        kind++;
    }
    target = kind->target;
    target.card = card->name;
    target.props = nv_little_vram(card);
    return target;
}

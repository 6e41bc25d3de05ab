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
    { "display-nv15", &nv_family_nv04, "nv15", "vram=16M", NV_FOCUS_DISPLAY },
    { "display-nv84", &nv_family_nv50, "nv84", "vram=64M", NV_FOCUS_DISPLAY },
    { "display-nvd9", &nv_family_nvc0, "nvd9", "vram=64M", NV_FOCUS_DISPLAY },
    { "falcon-nva3", &nv_family_nv50, "nva3", "vram=64M", NV_FOCUS_FALCON },
    { "falcon-nvc0", &nv_family_nvc0, "nvc0", "vram=64M", NV_FOCUS_FALCON },
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

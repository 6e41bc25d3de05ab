/*
 * NVIDIA GPU: what cards have in common
 *
 * Cards that differ only in what isn't listed here are the same front end on
 * another board.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "tables.h"

/**
 * struct NVChipPart - a part of a card's row
 *
 * @name: what it is called
 * @offset, @size: its place in the row, or in its NVUnitCounts if @count
 * @count: it is in the row's NVUnitCounts
 */
typedef struct NVChipPart {
    const char *name;
    size_t offset, size;
    bool count;
} NVChipPart;

#define NV_PART(_member) \
    { .name = #_member, .offset = offsetof(NVChip, _member), \
      .size = sizeof_field(NVChip, _member) }
#define NV_PART_COUNT(_member, _name) \
    { .name = (_name), .offset = offsetof(NVUnitCounts, _member), \
      .size = sizeof_field(NVUnitCounts, _member), .count = true }

static const NVChipPart nv_chip_parts[] = {
    NV_PART(units),
    NV_PART(pci_vendor),
    NV_PART(crystal_khz),
    NV_PART(enable),
    NV_PART(pmc),
    NV_PART(pbus),
    NV_PART(ptimer),
    NV_PART(prom),
    NV_PART(vram_bar0),
    NV_PART(vram_min),
    NV_PART(vram_default),
    NV_PART(vram_max),
    NV_PART(intr_map),
    NV_PART(endian_switch),
    NV_PART(intr_mask),
    NV_PART(ppci),
    NV_PART(ppci_only),
    NV_PART(vram_bar64),
    NV_PART(ramin),
    NV_PART(vm),
    NV_PART(gart),
    NV_PART(pfb),
    NV_PART(pclock),
    NV_PART(ptherm),
    NV_PART(pfuse),
    NV_PART(pvpe),
    NV_PART(mpeg),
    NV_PART(mpeg_context),
    NV_PART(fifo),
    NV_PART(graph),
    NV_PART(display),
    NV_PART(vga_stack),
    NV_PART(pcopies),
    NV_PART(pdaemon),
    NV_PART(engines),
    NV_PART(classes),
    NV_PART_COUNT(ppc, "ppc"),
    NV_PART_COUNT(pbdmas, "pbdma-count"),
    NV_PART_COUNT(pcopies, "pcopy-count"),
    NV_PART_COUNT(heads, "head-count"),
};

/* NULL: the card has none. */
static const void *nv_chip_part(const NVChip *chip, const NVChipPart *part)
{
    const void *row = part->count ? (const void *)chip->counts : chip;

    if (!row || buffer_is_zero(row + part->offset, part->size)) {
        return NULL;
    }
    return row + part->offset;
}

static bool nv_chips_share(const NVChip *a, const NVChip *b,
                           const NVChipPart *part)
{
    const void *of_a = nv_chip_part(a, part);
    const void *of_b = nv_chip_part(b, part);

    return of_a && of_b && !memcmp(of_a, of_b, part->size);
}

char *nv_chip_tables(const NVChip *chip)
{
    GString *said = g_string_new(NULL);

    for (unsigned i = 0; i < ARRAY_SIZE(nv_chip_parts); i++) {
        const NVChipPart *part = &nv_chip_parts[i];
        const NVChip *first = nv_chips;

        if (!nv_chip_part(chip, part)) {
            continue;
        }
        while (!nv_chips_share(first, chip, part)) {
            first++;
        }
        g_string_append_printf(said, "%s%s=%s", said->len ? " " : "",
                               part->name, first->name);
    }
    return g_string_free(said, false);
}

/*
 * Hostile guests: ROMs of any size, and what the CPU sees of them
 *
 * The card has no use for what is in a ROM: it shows it in PROM and in the
 * expansion ROM, and leaves a copy in memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/evo-regs.h"
#include "hw/pci/pci_regs.h"
#include "nv-hostile.h"

#define PROM 0x300000
#define PROM_SIZE (1 * MiB)
#define SHADOW 0x50
#define PRAMIN 0x700000
#define PRAMIN_SIZE (1 * MiB)

/* An address without a BAR, and with room for the largest ROM */
#define ROM_ADDR 0xc0000000

/* Bytes of a ROM that an input determines */
#define CONTENTS 64

/* As a power of two: more than the video memory of a target */
#define LARGEST 27

/* --- The machine ------------------------------------------------------- */

/* In bytes: tiny, around the sizes that matter, anything, large */
static uint32_t some_size(NVHostile *h)
{
    uint32_t around = nv_below(h, 2) ? 64 * KiB : 1 * MiB;

    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        return nv_below(h, 64);
    case 2:
    case 3:
        return around - 8 + nv_below(h, 16);
    case 4:
        return 1u << nv_below(h, LARGEST + 1);
    case 5:
        return (1u << nv_below(h, LARGEST + 1)) - nv_below(h, 16);
    default:
        return nv_hostile_size(h, 4 * MiB);
    }
}

static void write_file(NVHostile *h, const char *path)
{
    uint32_t size = some_size(h);
    uint8_t bytes[CONTENTS];
    FILE *file = fopen(path, "wb");

    g_assert_nonnull(file);
    for (unsigned i = 0; i < sizeof(bytes); i++) {
        bytes[i] = nv_draw_left(h->draw) ? nv_below(h, 0x100) : i;
    }
    /* The rest is a hole. */
    g_assert_true(ftruncate(fileno(file), size) == 0);
    g_assert_cmpuint(fwrite(bytes, 1, MIN(size, sizeof(bytes)), file), ==,
                     MIN(size, sizeof(bytes)));
    fclose(file);
}

char *nv_rom_props(const NVTarget *target, const uint8_t *data, size_t size,
                   const char *path)
{
    NVDraw draw = { .vram = 64 * MiB };
    NVHostile h = { .target = target, .draw = &draw };
    GString *props = g_string_new(target->props);

    if (size) {
        const uint8_t *end = memmem(data + 1, size - 1, NV_INPUT_SEPARATOR,
                                    NV_INPUT_SEPARATOR_LEN);

        nv_draw_begin(&draw, data + 1, end ? end - data - 1 : size - 1);
    }
    switch (nv_below(&h, 8)) {
    case 0:
        break;
    case 1:
        g_string_append(props, ",romfile=");
        break;
    default:
        g_string_append_printf(props, ",romfile=%s", path);
        break;
    }
    if (nv_below(&h, 3) == 1) {
        g_string_append(props, ",rombar=0");
    }
    switch (nv_below(&h, 6)) {
    case 0:
        g_string_append_printf(props, ",romsize=%u",
                               1u << nv_below(&h, LARGEST + 1));
        break;
    case 1:
        g_string_append_printf(props, ",romsize=%u", some_size(&h));
        break;
    }
    if (nv_below(&h, 8) == 1) {
        g_string_append(props, ",display=off");
    }
    write_file(&h, path);
    return g_string_free(props, false);
}

/* --- The guest --------------------------------------------------------- */

static uint32_t value(NVHostile *h)
{
    return nv_below(h, 2) ? nv_draw_near_ends(h->draw) : nv_draw_word(h->draw);
}

/* PROM and the expansion ROM, at their ends and where others end */
static uint32_t offset(NVHostile *h)
{
    switch (nv_below(h, 4)) {
    case 0:
        return nv_below(h, 64);
    case 1:
        return 64 * KiB - 8 + nv_below(h, 16);
    default:
        return nv_hostile_size(h, PROM_SIZE);
    }
}

static void show_expansion_rom(NVHostile *h)
{
    NVDev *nv = h->nv;

    qpci_config_writel(nv->pci, PCI_ROM_ADDRESS,
                       nv_below(h, 8) ? ROM_ADDR | PCI_ROM_ADDRESS_ENABLE
                                      : value(h));
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        nv_hostile_access(h, ROM_ADDR + offset(h), value);
    }
}

/* What holds the address of the copy, and what shows it */
static void access_copy(NVHostile *h)
{
    NVDev *nv = h->nv;

    switch (nv_below(h, 4)) {
    case 0:
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, value(h));
        break;
    case 1:
        nv_wr32(nv, A_NV_PDISPLAY_VGA_ROM_WINDOW, value(h));
        break;
    case 2:
        nv_hostile_access(h, nv->bar1 + nv->vram - 1 -
                          nv_hostile_size(h, PRAMIN_SIZE), value);
        break;
    default:
        nv_hostile_access(h, nv->bar0 + PRAMIN +
                          nv_hostile_size(h, PRAMIN_SIZE), value);
        break;
    }
}

static void begin(NVHostile *h)
{
    /* It is about what a reset leaves. */
}

static void step(NVHostile *h)
{
    NVDev *nv = h->nv;

    switch (nv_below(h, 8)) {
    case 0:
        qpci_config_writel(nv->pci, SHADOW, nv_below(h, 2));
        break;
    case 1:
        show_expansion_rom(h);
        break;
    case 2:
        access_copy(h);
        break;
    case 3:
        nv_hostile_map(h);
        break;
    case 4:
        nv_hostile_vga(h);
        h->show(h, nv_below(h, 4));
        break;
    default:
        for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
            nv_hostile_access(h, nv->bar0 + PROM + offset(h), value);
        }
        break;
    }
}

static void end(NVHostile *h)
{
    /* It has allocated nothing. */
}

const NVFamily nv_family_rom = {
    .begin = begin, .step = step, .end = end, .planned = true,
};

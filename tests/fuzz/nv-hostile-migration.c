/*
 * Hostile guests: migration streams that no card has sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/host-utils.h"
#include "qemu/units.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-saved.h"
#include "nv-hostile.h"

/* Changes to a stream */
#define CHANGES 8

/* Bytes of a subsection; those of "nv-gpu/timers" are a few hundred. */
#define SUBSECTION 0x400

/* What BAR0 has for registers */
#define NV_BAR0_BYTES (16 * MiB)

/*
 * struct Lie - what becomes of a stream
 *
 * @h: whose it is
 * @changes: how many changes were made
 */
typedef struct Lie {
    NVHostile *h;
    unsigned changes;
} Lie;

/* Another number of so many bits, often one near the first, or near an end */
static uint64_t other(NVHostile *h, uint64_t old, unsigned bits)
{
    switch (nv_below(h, 8)) {
    case 0:
        return old ^ 1ull << nv_below(h, bits);
    case 1:
        return UINT64_MAX;
    case 2:
        return nv_below(h, 2) ? old + 1 : old - 1;
    case 3:
        return nv_below(h, 0x100);
    case 4:
        return 1ull << nv_below(h, bits);
    case 5:
        return (uint64_t)nv_draw_word(h->draw) << 32 | nv_draw_word(h->draw);
    case 6:
        return nv_draw_word(h->draw);
    default:
        return nv_draw_near_ends(h->draw);
    }
}

static void change_number(NVHostile *h, uint8_t *at, unsigned size)
{
    stn_be_p(at, size, other(h, ldn_be_p(at, size), size * 8));
}

/* --- Fields ------------------------------------------------------------ */

/* The first one behind a number, as names' hashes have it */
static const NVField *some_field(NVHostile *h, const NVSection *section)
{
    uint32_t hash = nv_below(h, 0x10000) << 16;

    for (unsigned i = 0; i < section->fields->len; i++) {
        const NVField *field = &g_array_index(section->fields, NVField, i);

        if (field->hash >= hash) {
            return field;
        }
    }
    return &g_array_index(section->fields, NVField, 0);
}

/*
 * The PCI core trusts the command register, which has to go with irq_state: if
 * a line that is low is said to be high, or to be off, the core counts those
 * that raise it wrongly, and aborts at the next reset.
 */
static bool is_qemus(const NVField *field, uint32_t byte)
{
    return g_str_equal(field->name, "parent_obj/config") &&
           byte >= PCI_COMMAND && byte < PCI_STATUS;
}

static void change_field(NVHostile *h, NVSection *section,
                         const NVField *field)
{
    uint32_t at = field->at, size = field->size;

    for (unsigned i = 0; i < field->dims; i++) {
        at += nv_hostile_size(h, field->dim[i].count) * field->dim[i].stride;
    }
    /* Of what is no number, a byte */
    if (size > 8 || !is_power_of_2(size)) {
        at += nv_hostile_size(h, size);
        size = 1;
    }
    if (!is_qemus(field, at - field->at)) {
        change_number(h, section->bytes->data + at, size);
    }
}

/* --- Registers --------------------------------------------------------- */

static uint32_t some_address(NVHostile *h)
{
    switch (nv_below(h, 8)) {
    case 0:
        return nv_hostile_size(h, NV_BAR0_BYTES + 4);
    case 1:
        return nv_draw_word(h->draw);
    default:
        return nv_hostile_address(h) & ~3;
    }
}

/* One that is in the stream, or any other, in some unit's registers */
static void change_register(NVHostile *h, NVSection *section)
{
    uint32_t count = ldl_be_p(section->bytes->data + nv_saved_count(section));
    uint32_t addr = some_address(h);
    uint8_t val[4] = {};
    NVSavedUnit unit;

    g_assert_true(nv_saved_unit(section, nv_below(h, count), &unit));
    if (unit.words && nv_below(h, 4) == 0) {
        change_number(h, section->bytes->data + unit.val +
                      nv_below(h, unit.words) * 4, 4);
        return;
    }
    change_number(h, val, 4);
    nv_saved_set(section, unit.name, addr, ldl_be_p(val));
}

/* The name, version or number of words of a unit */
static void change_unit(NVHostile *h, NVSection *section)
{
    uint32_t count = ldl_be_p(section->bytes->data + nv_saved_count(section));
    NVSavedUnit unit;

    g_assert_true(nv_saved_unit(section, nv_below(h, count), &unit));
    change_number(h, section->bytes->data + unit.at + nv_below(h, 6) * 4, 4);
}

/* --- Subsections ------------------------------------------------------- */

/* One that QEMU may know, but that this card doesn't send, or sends once */
static void add_subsection(NVHostile *h, NVSection *section)
{
    static const char *const names[] = {
        "nv-gpu/pcopy", "nv-gpu/pce1", "nv-gpu/pcipher", "nv-gpu/pdaemon",
        "nv-gpu/ctxctl", "nv-gpu/ce0", "nv-gpu/probes", "nv-gpu/timers",
        "nv-gpu/none",
    };
    const char *name = names[nv_below(h, ARRAY_SIZE(names))];
    uint32_t size = nv_hostile_size(h, SUBSECTION);
    g_autofree uint8_t *data = g_malloc(size + 1);

    memset(data, nv_below(h, 0x100), size);
    nv_section_add(section, name, data, size);
}

/* ----------------------------------------------------------------------- */

/*
 * Registers that are added move what is behind them, and a unit that is wrong
 * hides all that is: so fields come first, and units last.
 */
static void change(NVSection *section, void *opaque)
{
    Lie *lie = opaque;
    NVHostile *h = lie->h;
    unsigned count = nv_below(h, CHANGES + 1), registers = 0;

    while (count-- && nv_draw_left(h->draw)) {
        if (nv_below(h, 2)) {
            const NVField *field = some_field(h, section);

            if (!g_str_has_prefix(field->name, NV_SAVED_PREFIX)) {
                change_field(h, section, field);
            }
        } else {
            registers++;
        }
        lie->changes++;
    }
    while (registers--) {
        change_register(h, section);
    }
    if (nv_below(h, 16) == 1) {
        add_subsection(h, section);
        lie->changes++;
    }
    if (nv_below(h, 16) == 1) {
        change_unit(h, section);
        lie->changes++;
    }
}

bool nv_hostile_migrate(NVHostile *h)
{
    Lie lie = { .h = h };

    if (h->outside->migrate(h, change, &lie)) {
        return true;
    }
    /* Whatever a guest has done to its card, it must not tie itself down. */
    if (!lie.changes) {
        nv_hostile_fail("a stream that nobody has changed is refused");
    }
    return false;
}

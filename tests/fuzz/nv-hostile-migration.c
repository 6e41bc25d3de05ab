/*
 * Hostile guests: migration streams that no card has sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/regs.h"
#include "hw/pci/pci_regs.h"
#include "nv-hostile.h"

/* Changes to a stream */
#define CHANGES 8

/* Bytes of a subsection; those of "nv-gpu/timers" are a few hundred. */
#define SUBSECTION 0x400

/* Words that BAR0 has, and those behind it */
#define REGS (16 * MiB / 4)
#define WORDS (REGS + NV_REGS_HIDDEN)

/*
 * struct Lie - what becomes of a stream
 *
 * @h: whose it is
 * @more: words of BAR0 that aren't in it: index and value, big-endian
 * @changes: how many changes were made
 */
typedef struct Lie {
    NVHostile *h;
    GByteArray *more;
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

static uint32_t some_index(NVHostile *h)
{
    switch (nv_below(h, 8)) {
    case 0:
        return nv_hostile_size(h, WORDS + 4);
    case 1:
        return REGS + nv_below(h, NV_REGS_HIDDEN);
    default:
        return nv_hostile_address(h) / 4;
    }
}

/* One that isn't 0, and so is in the stream, or any other */
static void change_register(NVHostile *h, NVSection *section,
                            const NVField *field, GByteArray *more)
{
    uint8_t *words = section->bytes->data + field->at + 4;
    uint32_t count = field->size / 8, index;
    uint8_t fresh[8] = {};

    if (count && nv_below(h, 4) == 0) {
        change_number(h, words + nv_below(h, count) * 8 + 4, 4);
        return;
    }
    index = some_index(h);
    for (uint32_t i = 0; i < count; i++) {
        if (ldl_be_p(words + i * 8) == index) {
            change_number(h, words + i * 8 + 4, 4);
            return;
        }
    }
    stl_be_p(fresh, index);
    change_number(h, fresh + 4, 4);
    g_byte_array_append(more, fresh, sizeof(fresh));
}

/* Behind those that are there, when all else has been changed */
static void add_registers(NVSection *section, const NVField *field,
                          const GByteArray *more)
{
    uint32_t end = field->at + field->size;
    uint32_t behind = section->bytes->len - end;
    uint8_t *bytes;

    g_byte_array_set_size(section->bytes, section->bytes->len + more->len);
    bytes = section->bytes->data;
    memmove(bytes + end + more->len, bytes + end, behind);
    memcpy(bytes + end, more->data, more->len);
    stl_be_p(bytes + field->at, ldl_be_p(bytes + field->at) + more->len / 8);
}

static const NVField *find_registers(const NVSection *section)
{
    for (unsigned i = 0; i < section->fields->len; i++) {
        const NVField *field = &g_array_index(section->fields, NVField, i);

        if (g_str_equal(field->type, NV_FIELD_REGS)) {
            return field;
        }
    }
    g_assert_not_reached();
}

/* --- Subsections ------------------------------------------------------- */

/* One that QEMU may know, but that this card doesn't send, or sends once */
static void add_subsection(NVHostile *h, NVSection *section)
{
    static const char *const names[] = {
        "nv-gpu/pcopy", "nv-gpu/pce1", "nv-gpu/pcipher", "nv-gpu/pdaemon",
        "nv-gpu/ctxctl", "nv-gpu/probes", "nv-gpu/timers", "nv-gpu/none",
    };
    const char *name = names[nv_below(h, ARRAY_SIZE(names))];
    uint32_t size = nv_hostile_size(h, SUBSECTION);
    g_autofree uint8_t *data = g_malloc(size + 1);

    memset(data, nv_below(h, 0x100), size);
    nv_section_add(section, name, data, size);
}

/* ----------------------------------------------------------------------- */

static void change(NVSection *section, void *opaque)
{
    const NVField *regs = find_registers(section);
    Lie *lie = opaque;
    NVHostile *h = lie->h;
    unsigned count = nv_below(h, CHANGES + 1);

    while (count-- && nv_draw_left(h->draw)) {
        const NVField *field = nv_below(h, 2) ? some_field(h, section) : regs;

        if (field == regs) {
            change_register(h, section, regs, lie->more);
        } else {
            change_field(h, section, field);
        }
        lie->changes++;
    }
    if (lie->more->len) {
        add_registers(section, regs, lie->more);
    }
    if (nv_below(h, 16) == 1) {
        add_subsection(h, section);
        lie->changes++;
    }
}

bool nv_hostile_migrate(NVHostile *h)
{
    g_autoptr(GByteArray) more = g_byte_array_new();
    Lie lie = { .h = h, .more = more };

    if (h->outside->migrate(h, change, &lie)) {
        return true;
    }
    /* Whatever a guest has done to its card, it must not tie itself down. */
    if (!lie.changes) {
        nv_hostile_fail("a stream that nobody has changed is refused");
    }
    return false;
}

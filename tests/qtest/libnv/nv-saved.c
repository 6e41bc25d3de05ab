/*
 * Tests of the NVIDIA GPU: registers in a migration stream
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-saved.h"

static uint32_t word(const NVSection *section, uint32_t at)
{
    g_assert_cmpuint(at + 4, <=, section->bytes->len);
    return ldl_be_p(section->bytes->data + at);
}

static void set_word(NVSection *section, uint32_t at, uint32_t val)
{
    g_assert_cmpuint(at + 4, <=, section->bytes->len);
    stl_be_p(section->bytes->data + at, val);
}

static void insert_word(NVSection *section, uint32_t at, uint32_t val)
{
    uint32_t behind = section->bytes->len - at;

    g_byte_array_set_size(section->bytes, section->bytes->len + 4);
    memmove(section->bytes->data + at + 4, section->bytes->data + at, behind);
    set_word(section, at, val);
}

/* --- Units ------------------------------------------------------------- */

uint32_t nv_saved_count(const NVSection *section)
{
    return nv_section_field(section, NV_SAVED_PREFIX "count")->at;
}

bool nv_saved_unit(const NVSection *section, unsigned i, NVSavedUnit *unit)
{
    uint32_t count = nv_saved_count(section);
    uint32_t at = count + 4;

    if (i >= word(section, count)) {
        return false;
    }
    for (unsigned n = 0; n <= i; n++) {
        *unit = (NVSavedUnit) {
            .at = at,
            .version = at + NV_SAVED_NAME,
            .count = at + NV_SAVED_NAME + 4,
            .addr = at + NV_SAVED_NAME + 8,
        };
        unit->words = word(section, unit->count);
        unit->val = unit->addr + unit->words * 4;
        at = unit->val + unit->words * 4;
    }
    memcpy(unit->name, section->bytes->data + unit->at, NV_SAVED_NAME);
    return true;
}

bool nv_saved_find(const NVSection *section, const char *name,
                   NVSavedUnit *unit)
{
    for (unsigned i = 0; nv_saved_unit(section, i, unit); i++) {
        if (g_str_equal(unit->name, name)) {
            return true;
        }
    }
    return false;
}

void nv_saved_add(NVSection *section, const char *name)
{
    uint32_t at = nv_saved_count(section) + 4;
    uint32_t count = word(section, at - 4);
    NVSavedUnit unit;

    for (unsigned i = 0; nv_saved_unit(section, i, &unit); i++) {
        at = unit.val + unit.words * 4;
    }
    insert_word(section, at, 0);
    insert_word(section, at, 1);
    for (unsigned i = 0; i < NV_SAVED_NAME; i += 4) {
        insert_word(section, at, 0);
    }
    strncpy((char *)section->bytes->data + at, name, NV_SAVED_NAME);
    set_word(section, nv_saved_count(section), count + 1);
}

/* --- Registers --------------------------------------------------------- */

/* Its number among the unit's; that of those that are there: none */
static uint32_t find_register(const NVSection *section,
                              const NVSavedUnit *unit, uint32_t addr)
{
    uint32_t n = 0;

    while (n < unit->words && word(section, unit->addr + n * 4) != addr) {
        n++;
    }
    return n;
}

bool nv_saved_get(const NVSection *section, const char *name, uint32_t addr,
                  uint32_t *val)
{
    NVSavedUnit unit;
    uint32_t n;

    if (!nv_saved_find(section, name, &unit)) {
        return false;
    }
    n = find_register(section, &unit, addr);
    if (n < unit.words) {
        *val = word(section, unit.val + n * 4);
    }
    return n < unit.words;
}

/* Behind the unit's others */
static void insert_register(NVSection *section, const NVSavedUnit *unit,
                            uint32_t addr, uint32_t val)
{
    set_word(section, unit->count, unit->words + 1);
    insert_word(section, unit->val + unit->words * 4, val);
    insert_word(section, unit->val, addr);
}

void nv_saved_set(NVSection *section, const char *name, uint32_t addr,
                  uint32_t val)
{
    NVSavedUnit unit;
    uint32_t n;

    g_assert_true(nv_saved_find(section, name, &unit));
    n = find_register(section, &unit, addr);
    if (n < unit.words) {
        set_word(section, unit.val + n * 4, val);
        return;
    }
    insert_register(section, &unit, addr, val);
}

void nv_saved_repeat(NVSection *section, const char *name, uint32_t addr,
                     uint32_t val, uint32_t words)
{
    NVSavedUnit unit;

    g_assert_true(nv_saved_find(section, name, &unit));
    while (unit.words < words) {
        insert_register(section, &unit, addr, val);
        nv_saved_find(section, name, &unit);
    }
    g_assert_cmpuint(unit.words, ==, words);
}

/* --- Differences ------------------------------------------------------- */

static void compare_unit(GString *text, const NVSection *want,
                         const NVSection *got, const char *name)
{
    NVSavedUnit unit;

    if (!nv_saved_find(want, name, &unit)) {
        return;
    }
    for (uint32_t n = 0; n < unit.words; n++) {
        uint32_t addr = word(want, unit.addr + n * 4);
        uint32_t wanted = word(want, unit.val + n * 4), found;

        if (!nv_saved_get(got, name, addr, &found)) {
            g_string_append_printf(text, "%s 0x%06x: as after a reset, not "
                                   "0x%08x\n", name, addr, wanted);
        } else if (found != wanted) {
            g_string_append_printf(text, "%s 0x%06x: 0x%08x, not 0x%08x\n",
                                   name, addr, found, wanted);
        }
    }
}

/* Registers that only the second one has */
static void compare_more(GString *text, const NVSection *want,
                         const NVSection *got, const NVSavedUnit *unit)
{
    for (uint32_t n = 0; n < unit->words; n++) {
        uint32_t addr = word(got, unit->addr + n * 4), wanted;

        if (!nv_saved_get(want, unit->name, addr, &wanted)) {
            g_string_append_printf(text, "%s 0x%06x: 0x%08x, not as after a "
                                   "reset\n", unit->name, addr,
                                   word(got, unit->val + n * 4));
        }
    }
}

void nv_saved_compare(GString *text, const NVSection *want,
                      const NVSection *got)
{
    NVSavedUnit unit;

    for (unsigned i = 0; nv_saved_unit(want, i, &unit); i++) {
        compare_unit(text, want, got, unit.name);
    }
    for (unsigned i = 0; nv_saved_unit(got, i, &unit); i++) {
        compare_more(text, want, got, &unit);
    }
}

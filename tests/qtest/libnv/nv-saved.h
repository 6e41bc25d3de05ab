/*
 * Tests of the NVIDIA GPU: registers in a migration stream
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SAVED_H
#define LIBNV_NV_SAVED_H

#include "nv-section.h"

/** What the names of their fields begin with */
#define NV_SAVED_PREFIX "regs_saved/"

/** Where words are that a guest has written, and nothing is known of */
#define NV_SAVED_UNMODELLED "unmodelled"

/** Bytes of a unit's name */
#define NV_SAVED_NAME 16

/**
 * struct NVSavedUnit - a unit's registers, and where they are in a section
 *
 * @name: the unit's name
 * @words: how many registers there are
 * @at: where its name begins, in bytes from the section's first
 * @version: where its version is
 * @count: where @words is
 * @addr: where the first address is
 * @val: where the first value is
 */
typedef struct NVSavedUnit {
    char name[NV_SAVED_NAME + 1];
    uint32_t words;
    uint32_t at;
    uint32_t version;
    uint32_t count;
    uint32_t addr;
    uint32_t val;
} NVSavedUnit;

/** nv_saved_count: where the number of units is, in bytes from the first */
uint32_t nv_saved_count(const NVSection *section);

/** nv_saved_unit: the unit number @i of a section; false: there are fewer */
bool nv_saved_unit(const NVSection *section, unsigned i, NVSavedUnit *unit);

/** nv_saved_find: a unit by its name; false: it isn't there */
bool nv_saved_find(const NVSection *section, const char *name,
                   NVSavedUnit *unit);

/** nv_saved_get: a register's value; false: it isn't there */
bool nv_saved_get(const NVSection *section, const char *name, uint32_t addr,
                  uint32_t *val);

/**
 * nv_saved_set: have a unit's register loaded with a value
 * @section: the section; the places of fields behind may change
 * @name: the unit, which has to be there
 * @addr: the register's address; it is added if it isn't there
 * @val: its value
 */
void nv_saved_set(NVSection *section, const char *name, uint32_t addr,
                  uint32_t val);

/**
 * nv_saved_repeat: have a register loaded again and again, with one value
 * @section: the section; the places of fields behind may change
 * @name: the unit, which has to be there
 * @addr, @val: the register's address, and its value
 * @words: how many words the unit has then
 */
void nv_saved_repeat(NVSection *section, const char *name, uint32_t addr,
                     uint32_t val, uint32_t words);

/** nv_saved_add: add a unit without words, of version 1, behind all others */
void nv_saved_add(NVSection *section, const char *name);

/**
 * nv_saved_compare: where two sections have other registers
 * @text: receives a line for each
 * @want, @got: the sections
 */
void nv_saved_compare(GString *text, const NVSection *want,
                      const NVSection *got);

#endif /* LIBNV_NV_SAVED_H */

/*
 * Tests of the NVIDIA GPU: the fields of a device in a migration stream
 *
 * A stream ends with a description of what it holds, in JSON: the name, type
 * and size of each field, in their order.  So a field can be found by its name,
 * and changed to what no card would have sent.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SECTION_H
#define LIBNV_NV_SECTION_H

#include "qobject/qdict.h"

/** Arrays in arrays of structures, at most */
#define NV_FIELD_DIMS 4

/**
 * struct NVField - a field that isn't a structure
 *
 * @name: with the structures around it, "fifo/cache1/addr"
 * @type: as QEMU calls it, "uint32"
 * @hash: of the name; numbers of inputs are compared with it, so that they mean
 *        the same fields when others are added
 * @at: where its first element begins, in bytes from the section's first
 * @size: bytes of an element
 * @dim: arrays that it is in: how many elements, and how far apart
 * @dims: their number
 */
typedef struct NVField {
    char *name;
    char *type;
    uint32_t hash;
    uint32_t at;
    uint32_t size;
    struct {
        uint32_t count, stride;
    } dim[NV_FIELD_DIMS];
    unsigned dims;
} NVField;

/**
 * struct NVSection - a device's part of a stream
 *
 * @bytes: its contents
 * @fields: NVField, in the order of their hashes
 */
typedef struct NVSection {
    GByteArray *bytes;
    GArray *fields;
} NVSection;

/**
 * nv_section_add: add a subsection of version 1 behind all others
 * @section: the section
 * @name: the subsection's name, "nv-gpu/pcopy"
 * @data, @size: its contents
 */
void nv_section_add(NVSection *section, const char *name, const void *data,
                    size_t size);

/**
 * nv_section_insert: the same of any version, anywhere
 * @section: the section; the places of fields behind are wrong then
 * @at: where, in bytes from its first
 * @name, @version: the subsection's
 * @data, @size: its contents
 */
void nv_section_insert(NVSection *section, uint32_t at, const char *name,
                       uint32_t version, const void *data, size_t size);

/** nv_section_field: the first field of a name, which has to be there */
const NVField *nv_section_field(const NVSection *section, const char *name);

/**
 * nv_fields_read: read a device's description
 * @desc: the object that has the device's "fields"
 * @size: set to the bytes that they take
 *
 * What PCI itself sends of a device is left out, but for configuration space.
 * Returns NULL if it isn't a description; the caller frees the array.
 */
GArray *nv_fields_read(const QDict *desc, size_t *size);

/** nv_section_change: a stream's section is about to be loaded */
typedef void NVSectionChange(NVSection *section, void *opaque);

/**
 * nv_stream_change: change the card's section in a stream
 * @stream: all of it
 * @change: called with the section, whose size it may change
 * @opaque: its parameter
 *
 * Returns whether the card was found.
 */
bool nv_stream_change(GByteArray *stream, NVSectionChange *change,
                      void *opaque);

/** nv_stream_version: where the version of the card's section is */
uint8_t *nv_stream_version(GByteArray *stream);

/**
 * nv_section_of: a copy of the card's section in a stream
 *
 * NULL if it isn't found.
 */
NVSection *nv_section_of(const GByteArray *stream);

/** nv_section_free: free it */
void nv_section_free(NVSection *section);

/**
 * nv_sections_compare: where two sections of a card are different
 * @want, @got: the sections
 * @ignored: whether a field doesn't count
 *
 * Returns a line for each element of a field, or register, of which that is
 * so, but not for many of one field; the caller frees the text.  A field that
 * only one of them has, in a subsection, is 0 in the other.
 */
GString *nv_sections_compare(const NVSection *want, const NVSection *got,
                             bool (*ignored)(const char *name));

#endif /* LIBNV_NV_SECTION_H */

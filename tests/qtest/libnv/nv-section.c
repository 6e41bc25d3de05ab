/*
 * Tests of the NVIDIA GPU: the fields of a device in a migration stream
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qobject/qdict.h"
#include "qobject/qjson.h"
#include "qobject/qlist.h"
#include "nv-saved.h"
#include "nv-section.h"

/* The device's name in its description */
#define DEVICE "nv-gpu"

/* What migration/savevm.c puts before a subsection, and a description */
#define VM_SUBSECTION 0x05
#define VM_VMDESCRIPTION 0x06
/* And what before a subsection's name, and after it: its version */
#define SUBSECTION_BEFORE 2
#define SUBSECTION_AFTER 4

/* --- A description ----------------------------------------------------- */

typedef struct Walk {
    GArray *fields;
    NVField around;
    uint32_t at;
    bool wrong;
} Walk;

/* FNV-1a */
static uint32_t hash(const char *text)
{
    uint32_t val = 0x811c9dc5;

    while (*text) {
        val = (val ^ (uint8_t)*text++) * 0x01000193;
    }
    return val;
}

/* PCI's own fields are QEMU's to check; the card says what it may contain. */
static bool is_ours(const char *name)
{
    return !g_str_has_prefix(name, "parent_obj/") ||
           g_str_equal(name, "parent_obj/config");
}

static void add_field(Walk *walk, const char *name, const char *type,
                      uint32_t size)
{
    NVField field = walk->around;

    if (size && is_ours(name)) {
        field.name = g_strdup(name);
        field.type = g_strdup(type);
        field.hash = hash(name);
        field.at = walk->at;
        field.size = size;
        if (g_str_equal(type, "buffer") && field.dims < NV_FIELD_DIMS) {
            /* Bytes, each of which can be changed */
            field.dim[field.dims].count = size;
            field.dim[field.dims++].stride = 1;
            field.size = 1;
        }
        g_array_append_val(walk->fields, field);
    }
    walk->at += size;
}

static void walk_device(Walk *walk, const QDict *desc, const char *prefix);

static void walk_field(Walk *walk, const QDict *desc, const char *prefix)
{
    const char *part = qdict_get_try_str(desc, "name");
    const char *type = qdict_get_try_str(desc, "type");
    uint32_t size = qdict_get_try_int(desc, "size", 0);
    uint32_t count = qdict_get_try_int(desc, "array_len", 1);
    g_autofree char *name = g_strdup_printf("%s%s", prefix, part ?: "");
    uint32_t begin = walk->at;
    bool array = count > 1;

    if (!part || !type || (array && walk->around.dims == NV_FIELD_DIMS)) {
        walk->wrong = true;
        return;
    }
    if (array) {
        walk->around.dim[walk->around.dims].count = count;
        walk->around.dim[walk->around.dims++].stride = size;
    }
    if (qdict_haskey(desc, "struct")) {
        g_autofree char *inner = g_strdup_printf("%s/", name);

        walk_device(walk, qdict_get_qdict(desc, "struct"), inner);
        walk->wrong |= walk->at - begin != size;
    } else {
        add_field(walk, name, type, size);
    }
    walk->around.dims -= array;
    walk->at = begin + size * count;
}

static void walk_device(Walk *walk, const QDict *desc, const char *prefix)
{
    QList *list = qdict_get_qlist(desc, "fields");
    const QListEntry *entry;

    if (!list) {
        walk->wrong = true;
        return;
    }
    QLIST_FOREACH_ENTRY(list, entry) {
        walk_field(walk, qobject_to(QDict, qlist_entry_obj(entry)), prefix);
    }
    list = qdict_get_qlist(desc, "subsections");
    if (!list) {
        return;
    }
    QLIST_FOREACH_ENTRY(list, entry) {
        const QDict *sub = qobject_to(QDict, qlist_entry_obj(entry));
        const char *name = qdict_get_try_str(sub, "vmsd_name") ?: "";
        g_autofree char *inner = g_strdup_printf("%s%s/", prefix, name);

        walk->at += SUBSECTION_BEFORE + strlen(name) + SUBSECTION_AFTER;
        walk_device(walk, sub, inner);
    }
}

static int by_hash(gconstpointer a, gconstpointer b)
{
    const NVField *one = a, *other = b;

    return one->hash != other->hash ? (one->hash < other->hash ? -1 : 1)
                                    : (int)one->at - (int)other->at;
}

static void free_field(gpointer data)
{
    NVField *field = data;

    g_free(field->name);
    g_free(field->type);
}

GArray *nv_fields_read(const QDict *desc, size_t *size)
{
    Walk walk = { .fields = g_array_new(false, false, sizeof(NVField)) };

    g_array_set_clear_func(walk.fields, free_field);
    walk_device(&walk, desc, "");
    *size = walk.at;
    if (walk.wrong) {
        g_array_unref(walk.fields);
        return NULL;
    }
    g_array_sort(walk.fields, by_hash);
    return walk.fields;
}

/* --- A section --------------------------------------------------------- */

void nv_section_insert(NVSection *section, uint32_t at, const char *name,
                       uint32_t version, const void *data, size_t size)
{
    const uint8_t before[SUBSECTION_BEFORE] = { VM_SUBSECTION, strlen(name) };
    uint8_t after[SUBSECTION_AFTER];
    g_autoptr(GByteArray) rest = g_byte_array_new();

    g_assert_cmpuint(at, <=, section->bytes->len);
    g_byte_array_append(rest, section->bytes->data + at,
                        section->bytes->len - at);
    g_byte_array_set_size(section->bytes, at);
    stl_be_p(after, version);
    g_byte_array_append(section->bytes, before, sizeof(before));
    g_byte_array_append(section->bytes, (const uint8_t *)name, strlen(name));
    g_byte_array_append(section->bytes, after, sizeof(after));
    g_byte_array_append(section->bytes, data, size);
    g_byte_array_append(section->bytes, rest->data, rest->len);
}

void nv_section_add(NVSection *section, const char *name, const void *data,
                    size_t size)
{
    nv_section_insert(section, section->bytes->len, name, 1, data, size);
}

const NVField *nv_section_field(const NVSection *section, const char *name)
{
    for (unsigned i = 0; i < section->fields->len; i++) {
        const NVField *field = &g_array_index(section->fields, NVField, i);

        if (g_str_equal(field->name, name)) {
            return field;
        }
    }
    g_assert_not_reached();
}

/* --- A stream ---------------------------------------------------------- */

/* It is the last thing in a stream, behind its size. */
static QDict *find_description(const GByteArray *stream)
{
    for (uint32_t at = stream->len; at-- > 5;) {
        const uint8_t *begin = stream->data + at;

        if (*begin == '{' && begin[-5] == VM_VMDESCRIPTION &&
            ldl_be_p(begin - 4) == stream->len - at) {
            g_autofree char *text = g_strndup((const char *)begin,
                                              stream->len - at);

            return qobject_to(QDict, qobject_from_json(text, NULL));
        }
    }
    return NULL;
}

static const QDict *find_device(const QDict *desc)
{
    QList *devices = qdict_get_qlist(desc, "devices");
    const QListEntry *entry;

    if (devices) {
        QLIST_FOREACH_ENTRY(devices, entry) {
            const QDict *device = qobject_to(QDict, qlist_entry_obj(entry));

            if (g_strcmp0(qdict_get_try_str(device, "vmsd_name"),
                          DEVICE) == 0) {
                return device;
            }
        }
    }
    return NULL;
}

/* A section begins with the device's name and instance, and its version. */
static bool find_section(const GByteArray *stream, const QDict *device,
                         uint32_t *at)
{
    const char *name = qdict_get_try_str(device, "name");
    size_t len = name ? strlen(name) : 0;
    g_autofree uint8_t *head = g_malloc(1 + len + 8);
    const uint8_t *found;

    head[0] = len;
    memcpy(head + 1, name, len);
    stl_be_p(head + 1 + len, qdict_get_try_int(device, "instance_id", 0));
    stl_be_p(head + 1 + len + 4, qdict_get_try_int(device, "version", 0));
    found = len ? memmem(stream->data, stream->len, head, 1 + len + 8) : NULL;
    if (found) {
        *at = found - stream->data + 1 + len + 8;
    }
    return found;
}

/* A copy; @at: where it was */
static bool take_section(const GByteArray *stream, NVSection *section,
                         uint32_t *at)
{
    QDict *desc = find_description(stream);
    const QDict *device = desc ? find_device(desc) : NULL;
    size_t size;

    section->fields = NULL;
    if (device && find_section(stream, device, at)) {
        section->fields = nv_fields_read(device, &size);
    }
    qobject_unref(desc);
    if (!section->fields || size > stream->len - *at) {
        return false;
    }
    section->bytes = g_byte_array_new();
    g_byte_array_append(section->bytes, stream->data + *at, size);
    return true;
}

bool nv_stream_change(GByteArray *stream, NVSectionChange *change,
                      void *opaque)
{
    g_autoptr(GByteArray) rest = g_byte_array_new();
    NVSection section;
    uint32_t at, behind;

    if (!take_section(stream, &section, &at)) {
        return false;
    }
    behind = at + section.bytes->len;
    g_byte_array_append(rest, stream->data + behind, stream->len - behind);
    change(&section, opaque);
    g_byte_array_set_size(stream, at);
    g_byte_array_append(stream, section.bytes->data, section.bytes->len);
    g_byte_array_append(stream, rest->data, rest->len);
    g_byte_array_unref(section.bytes);
    g_array_unref(section.fields);
    return true;
}

uint8_t *nv_stream_version(GByteArray *stream)
{
    QDict *desc = find_description(stream);
    uint32_t at = 0;

    g_assert_true(desc && find_section(stream, find_device(desc), &at));
    qobject_unref(desc);
    return stream->data + at - 4;
}

NVSection *nv_section_of(const GByteArray *stream)
{
    g_autofree NVSection *section = g_new0(NVSection, 1);
    uint32_t at;

    return take_section(stream, section, &at) ? g_steal_pointer(&section)
                                              : NULL;
}

void nv_section_free(NVSection *section)
{
    g_byte_array_unref(section->bytes);
    g_array_unref(section->fields);
    g_free(section);
}

/* --- Differences ------------------------------------------------------- */

/* Elements of a field that are told of, if they are different */
#define TOLD 4

/* NULL, as @field may be, stands for zeros. */
static const uint8_t *element(const NVSection *section, const NVField *field,
                              uint32_t offset)
{
    return field ? section->bytes->data + field->at + offset : NULL;
}

static void add_hex(GString *text, const uint8_t *bytes, uint32_t size)
{
    if (!bytes) {
        g_string_append(text, "nothing");
        return;
    }
    for (uint32_t i = 0; i < size; i++) {
        g_string_append_printf(text, "%02x", bytes[i]);
    }
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        if ((a ? a[i] : 0) != (b ? b[i] : 0)) {
            return false;
        }
    }
    return true;
}

/* One of @want and @got may be NULL. */
static void compare_field(GString *text, const NVSection *a,
                          const NVField *want, const NVSection *b,
                          const NVField *got)
{
    const NVField *field = want ?: got;
    uint32_t index[NV_FIELD_DIMS] = { };
    unsigned d, count = 0;

    do {
        const uint8_t *p, *q;
        uint32_t offset = 0;

        for (d = 0; d < field->dims; d++) {
            offset += index[d] * field->dim[d].stride;
        }
        p = element(a, want, offset);
        q = element(b, got, offset);
        if (!same_bytes(p, q, field->size) && count++ < TOLD) {
            g_string_append(text, field->name);
            for (d = 0; d < field->dims; d++) {
                g_string_append_printf(text, "[%u]", index[d]);
            }
            g_string_append(text, ": ");
            add_hex(text, q, field->size);
            g_string_append(text, ", not ");
            add_hex(text, p, field->size);
            g_string_append_c(text, '\n');
        }
        for (d = field->dims; d > 0; d--) {
            if (++index[d - 1] < field->dim[d - 1].count) {
                break;
            }
            index[d - 1] = 0;
        }
    } while (d > 0);
    if (count > TOLD) {
        g_string_append_printf(text, "%s: %u more\n", field->name,
                               count - TOLD);
    }
}

static const NVField *field_at(const NVSection *section, unsigned i)
{
    return i < section->fields->len
        ? &g_array_index(section->fields, NVField, i) : NULL;
}

GString *nv_sections_compare(const NVSection *want, const NVSection *got,
                             bool (*ignored)(const char *name))
{
    GString *text = g_string_new(NULL);
    unsigned i = 0, j = 0;

    nv_saved_compare(text, want, got);
    while (i < want->fields->len || j < got->fields->len) {
        const NVField *a = field_at(want, i), *b = field_at(got, j);

        if (a && b && a->hash != b->hash) {
            *(a->hash < b->hash ? &b : &a) = NULL;
        }
        if (!g_str_has_prefix((a ?: b)->name, NV_SAVED_PREFIX) &&
            !ignored((a ?: b)->name)) {
            compare_field(text, want, a, got, b);
        }
        i += a != NULL;
        j += b != NULL;
    }
    return text;
}

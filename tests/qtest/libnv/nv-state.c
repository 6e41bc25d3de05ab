/*
 * Tests of the NVIDIA GPU: all of a card's state, and all that can be seen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "nv-report.h"
#include "nv-screen.h"
#include "nv-snapshot.h"
#include "nv-state.h"

/* --- The card's state ------------------------------------------------- */

#define SECTION_FOOTER 0x7e

/*
 * From the section's name to its footer, which repeats the section's number
 * from the header, before the name's length.
 */
GBytes *nv_state_of(NVDev *nv)
{
    g_autofree char *file = g_build_filename(nv->dir, "devices", NULL);
    g_autofree char *stream = NULL;
    char footer[5] = { SECTION_FOOTER };
    const char *name, *end;
    gsize size;

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'xen-save-devices-state', "
                             "'arguments': { 'filename': %s, "
                             "'live': true } }", file);
    g_assert_true(g_file_get_contents(file, &stream, &size, NULL));
    g_unlink(file);
    name = memmem(stream, size, "/nv-gpu", strlen("/nv-gpu"));
    g_assert_nonnull(name);
    while (*name >= ' ') {
        name--;
    }
    memcpy(footer + 1, name - 4, 4);
    end = memmem(name, stream + size - name, footer, sizeof(footer));
    g_assert_nonnull(end);
    return g_bytes_new(name, end - name);
}

/* Where the first byte differs; -1: nowhere */
static gssize difference(GBytes *a, GBytes *b)
{
    gsize size_a, size_b;
    const uint8_t *p = g_bytes_get_data(a, &size_a);
    const uint8_t *q = g_bytes_get_data(b, &size_b);
    gsize i = 0;

    while (i < MIN(size_a, size_b) && p[i] == q[i]) {
        i++;
    }
    return i == size_a && i == size_b ? -1 : (gssize)i;
}

static void keep(GBytes *bytes, const char *name)
{
    const char *dir = g_getenv("NV_KEEP");
    g_autofree char *file = dir ? g_build_filename(dir, name, NULL) : NULL;

    if (file) {
        g_file_set_contents(file, g_bytes_get_data(bytes, NULL),
                            g_bytes_get_size(bytes), NULL);
    }
}

void nv_state_fail(GBytes *want, GBytes *got, NVDev *nv, const char *fmt, ...)
{
    bool anything = nv_anything_goes;
    g_autofree char *when = NULL;
    va_list ap;

    va_start(ap, fmt);
    when = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    keep(want, "want");
    keep(got, "got");
    nv_anything_goes = false;
    nv_fail("%s: %s: states of %zu and %zu bytes differ from byte %zd on",
            nv->card->name, when, g_bytes_get_size(want),
            g_bytes_get_size(got), difference(want, got));
    nv_anything_goes = anything;
}

/* --- What can be seen ------------------------------------------------- */

/* They are the same in all emulators with such a card. */
static const NvNames *names_of(NVDev *nv)
{
    static const NVCard *card;
    static NvNames *names;

    if (card != nv->card) {
        qapi_free_NvNames(names);
        names = nv_names(nv);
        card = nv->card;
    }
    return names;
}

/* Registers that follow each other are read by one command. */
GString *nv_registers(NVDev *nv)
{
    const NvRegisterNameList *next = names_of(nv)->registers;
    GString *text = g_string_new(NULL);

    while (next) {
        uint32_t first = next->value->address, words[256];
        unsigned count = 0;

        for (; next && count < ARRAY_SIZE(words) &&
             next->value->address == first + count * 4; next = next->next) {
            count++;
        }
        nv_rd_words(nv, first, words, count);
        for (unsigned i = 0; i < count; i++) {
            g_string_append_printf(text, "0x%06x 0x%08x\n", first + i * 4,
                                   words[i]);
        }
    }
    return text;
}

static GBytes *contents(const char *file)
{
    char *data;
    gsize size;

    if (!g_file_get_contents(file, &data, &size, NULL)) {
        return NULL;
    }
    g_unlink(file);
    return g_bytes_new_take(data, size);
}

static GBytes *picture(NVDev *nv)
{
    g_autofree char *file = g_build_filename(nv->dir, "picture", NULL);

    nv_screen_dump(nv, file);
    return contents(file);
}

void nv_outcome(NVOutcome *o, NVDev *nv)
{
    o->state = nv_state_of(nv);
    o->intx = nv_intx(nv);
    o->picture = picture(nv);
    o->registers = nv_registers(nv);
    nv_memory(nv, &o->memory, &o->devices);
}

static bool same(GBytes *want, GBytes *got, const char *what)
{
    if (!want && !got) {
        return true;
    }
    if (want && got && g_bytes_equal(want, got)) {
        return true;
    }
    if (want && got) {
        nv_fail("%s: %zu and %zu bytes differ from byte %zd on", what,
                g_bytes_get_size(want), g_bytes_get_size(got),
                difference(want, got));
        keep(want, "want");
        keep(got, "got");
    } else {
        nv_fail("%s: there is none", what);
    }
    return false;
}

bool nv_registers_equal(const GString *want, const GString *got)
{
    g_auto(GStrv) a = g_strsplit(want->str, "\n", -1);
    g_auto(GStrv) b = g_strsplit(got->str, "\n", -1);
    bool equal = true;

    for (unsigned i = 0; a[i] && b[i]; i++) {
        if (!g_str_equal(a[i], b[i])) {
            nv_fail("register %s, not %s", b[i], a[i]);
            equal = false;
        }
    }
    return equal && want->len == got->len;
}

bool nv_outcome_equal(const NVOutcome *want, const NVOutcome *got)
{
    bool equal = same(want->state, got->state, "state");

    equal &= nv_registers_equal(want->registers, got->registers);
    equal &= same(want->picture, got->picture, "picture");
    equal &= same(want->memory, got->memory, "memory");
    equal &= same(want->devices, got->devices, "devices");
    if (want->intx != got->intx) {
        nv_fail("interrupt line: %d, not %d", got->intx, want->intx);
        equal = false;
    }
    return equal;
}

void nv_outcome_free(NVOutcome *o)
{
    g_clear_pointer(&o->state, g_bytes_unref);
    g_clear_pointer(&o->picture, g_bytes_unref);
    g_clear_pointer(&o->memory, g_bytes_unref);
    g_clear_pointer(&o->devices, g_bytes_unref);
    if (o->registers) {
        g_string_free(o->registers, true);
    }
}

/*
 * Tests of the NVIDIA GPU: cards that are the same to a test
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-tables.h"

/* The words of a line, beginning with its card's name, without excluded ones */
static char *tables_key(const char *line, const char *const *without)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    GString *key = g_string_new(NULL);

    for (unsigned i = 1; words[0] && words[i]; i++) {
        g_autofree char *part = g_strndup(words[i], strcspn(words[i], "="));

        if (!g_strv_contains(without, part)) {
            g_string_append_printf(key, "%s ", words[i]);
        }
    }
    return g_string_free(key, false);
}

/* The list of each card by name */
static GHashTable *tables_read(const char *file, const char *without)
{
    g_auto(GStrv) left_out = g_strsplit(without ?: "", " ", -1);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    GHashTable *keys = g_hash_table_new_full(g_str_hash, g_str_equal,
                                             g_free, g_free);

    if (!g_file_get_contents(file, &text, NULL, &error)) {
        g_error("NV_TABLES: %s", error->message);
    }
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_hash_table_insert(keys, g_strndup(*line, strcspn(*line, " ")),
                            tables_key(*line,
                                       (const char *const *)left_out));
    }
    return keys;
}

static bool tables_leave_out(const char *without, const char *part)
{
    g_auto(GStrv) left_out = g_strsplit(without ?: "", " ", -1);

    return g_strv_contains((const char *const *)left_out, part);
}

static bool tables_same(GHashTable *keys, const NVCard *a, const NVCard *b,
                        bool graph)
{
    const char *of_a = g_hash_table_lookup(keys, a->name);
    const char *of_b = g_hash_table_lookup(keys, b->name);

    return of_a && of_b && g_str_equal(of_a, of_b) &&
           nv_card_same_layout(a, b, graph);
}

unsigned *nv_tables_groups(const char *without)
{
    const char *file = g_getenv("NV_TABLES");
    g_autoptr(GHashTable) keys = file ? tables_read(file, without) : NULL;
    bool graph = !tables_leave_out(without, "graph");
    unsigned *groups = g_new(unsigned, nv_card_count);

    for (unsigned i = 0; i < nv_card_count; i++) {
        unsigned first = 0;

        while (first < i &&
               !(keys && tables_same(keys, &nv_cards[first], &nv_cards[i],
                                     graph))) {
            first++;
        }
        groups[i] = first;
    }
    return groups;
}

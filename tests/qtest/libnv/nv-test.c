/*
 * Tests of the NVIDIA GPU: tests and the rows that they check
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "nv-driver.h"
#include "nv-rows.h"
#include "nv-tables.h"
#include "nv-test.h"

unsigned nv_test_number(const char *name, unsigned least, unsigned otherwise)
{
    const char *text = g_getenv(name);
    unsigned number;

    if (!text) {
        return otherwise;
    }
    /* strtoul() takes -1 for a large number. */
    if (strchr(text, '-') || qemu_strtoui(text, NULL, 0, &number) ||
        number < least) {
        fprintf(stderr, "%s=\"%s\" is no number from %u on\n", name, text,
                least);
        exit(1);
    }
    return number;
}

typedef struct NVCase {
    char *path;
    const NVCard *card;
    const NVTest *test;
} NVCase;

/* Whether $NV_CARDS, if it names cards, has this one: "nv04 nv40" */
static bool nv_card_is_wanted(const NVCard *card)
{
    const char *wanted = g_getenv("NV_CARDS") ?: "";
    g_auto(GStrv) names = g_strsplit(wanted, " ", -1);

    return !wanted[strspn(wanted, " ")] ||
           g_strv_contains((const char *const *)names, card->name);
}

/* A card that is misspelt would be one that nothing is tested on. */
static void nv_cards_wanted_check(void)
{
    g_auto(GStrv) names = g_strsplit(g_getenv("NV_CARDS") ?: "", " ", -1);

    for (char **name = names; *name; name++) {
        bool found = !**name;

        for (unsigned i = 0; i < nv_card_count; i++) {
            found |= g_str_equal(nv_cards[i].name, *name);
        }
        if (!found) {
            fprintf(stderr, "NV_CARDS: there is no card \"%s\"\n", *name);
            exit(1);
        }
    }
}

static bool nv_test_applies(const NVTest *test, const NVCard *card)
{
    uint32_t early = NV_CARD_NV01 | NV_CARD_NV03;

    if (!nv_card_is_wanted(card)) {
        return false;
    }
    if (card->features & early && !test->early && !(test->needs & early)) {
        return false;
    }
    if (card->features & NV_CARD_NV50 && !test->tesla &&
        !(test->needs & (NV_CARD_NV50 | NV_CARD_NV84))) {
        return false;
    }
    if (card->features & NV_CARD_NVC0 && !test->fermi &&
        !(test->needs & NV_CARD_NVC0)) {
        return false;
    }
    return (card->features & test->needs) == test->needs &&
           !(card->features & test->lacks) &&
           (!test->applies || test->applies(card));
}

/* Of each card the first that has the same tables */
static unsigned *nv_groups;

/* The card that a test runs on in place of card @i */
static unsigned nv_test_stand_in(const NVTest *test, unsigned i)
{
    for (unsigned n = nv_groups[i]; !test->each && n < i; n++) {
        if (nv_groups[n] == nv_groups[i] &&
            nv_test_applies(test, &nv_cards[n])) {
            return n;
        }
    }
    return i;
}

/* The cards for which a test on @card stands */
static char *nv_test_stands_for(const NVTest *test, const NVCard *card)
{
    unsigned own = card - nv_cards;
    GString *names = g_string_new(NULL);

    for (unsigned i = own + 1; i < nv_card_count; i++) {
        if (nv_test_applies(test, &nv_cards[i]) &&
            nv_test_stand_in(test, i) == own) {
            g_string_append_printf(names, " %s", nv_cards[i].name);
        }
    }
    return g_string_free(names, false);
}

static void nv_case_run(gconstpointer opaque)
{
    const NVCase *c = opaque;
    g_autofree char *rows = nv_rows_of(c->card, c->test->rows);
    g_autofree char *others = nv_test_stands_for(c->test, c->card);
    NVDev *nv;

    g_test_message("rows: %s", rows);
    if (*others) {
        g_test_message("stands for:%s", others);
    }
    if (c->test->no_machine) {
        NVDev none = { .card = c->card, .test = c->test };

        c->test->fn(&none);
        return;
    }
    nv = c->test->own
        ? nv_start_own(c->card, c->test->props, c->test->args)
        : nv_start(c->card, c->test->props, c->test->args);
    nv->test = c->test;
    if (!c->test->cold) {
        nv_init(nv);
    }
    c->test->fn(nv);
    nv_quit(nv);
}

static void nv_test_each(const NVTest *tests, unsigned count,
                         void (*fn)(const char *path, const NVCard *card,
                                    const NVTest *test))
{
    for (unsigned i = 0; i < nv_card_count; i++) {
        for (unsigned n = 0; n < count; n++) {
            g_autofree char *path = g_strdup_printf("/nv/%s/%s",
                                                    nv_cards[i].name,
                                                    tests[n].name);

            if (nv_test_applies(&tests[n], &nv_cards[i]) &&
                nv_test_stand_in(&tests[n], i) == i) {
                fn(path, &nv_cards[i], &tests[n]);
            }
        }
    }
}

/* GLib only frees the data of cases that are run. */
static GPtrArray *nv_cases;

static void nv_case_free(gpointer opaque)
{
    NVCase *c = opaque;

    g_free(c->path);
    g_free(c);
}

static void nv_case_new(const char *path, const NVCard *card,
                        const NVTest *test)
{
    NVCase *c = g_new(NVCase, 1);

    *c = (NVCase) { .path = g_strdup(path), .card = card, .test = test };
    g_ptr_array_add(nv_cases, c);
}

/*
 * GLib runs the cases of a card and of a unit together, in the order in which
 * they come: so cards, their units and these units' cases are shuffled.
 */
static void nv_cases_shuffle(void)
{
    GRand *rand = g_rand_new_with_seed(nv_test_number("NV_SHUFFLE", 0, 0));

    for (unsigned i = nv_cases->len; i > 1; i--) {
        unsigned n = g_rand_int_range(rand, 0, i);
        gpointer last = nv_cases->pdata[i - 1];

        nv_cases->pdata[i - 1] = nv_cases->pdata[n];
        nv_cases->pdata[n] = last;
    }
    g_rand_free(rand);
}

static void nv_test_list(const char *path, const NVCard *card,
                         const NVTest *test)
{
    g_autofree char *rows = nv_rows_of(card, test->rows);

    printf("%s\t%s\n", path, rows);
}

static int nv_test_run(int argc, char **argv, const NVTest *tests,
                       unsigned count)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    /* A failing case says so, and the other cases run nevertheless. */
    g_test_set_nonfatal_assertions();
    nv_cases = g_ptr_array_new_with_free_func(nv_case_free);
    nv_test_each(tests, count, nv_case_new);
    if (g_getenv("NV_SHUFFLE")) {
        nv_cases_shuffle();
    }
    for (unsigned i = 0; i < nv_cases->len; i++) {
        NVCase *c = nv_cases->pdata[i];

        g_test_add_data_func(c->path, c, nv_case_run);
    }
    status = g_test_run();
    nv_emulators_end();
    printf("# emulators: %u\n", nv_emulators_started());
    g_ptr_array_free(nv_cases, true);
    return status;
}

int nv_test_main_without(int argc, char **argv, const NVTest *tests,
                         unsigned count, const char *without)
{
    int status = 0;

    nv_cards_wanted_check();
    nv_groups = nv_tables_groups(without);
    if (argc == 2 && g_str_equal(argv[1], "--list-rows")) {
        nv_test_each(tests, count, nv_test_list);
    } else {
        status = nv_test_run(argc, argv, tests, count);
    }
    g_free(nv_groups);
    return status;
}

int nv_test_main(int argc, char **argv, const NVTest *tests, unsigned count)
{
    return nv_test_main_without(argc, argv, tests, count, NULL);
}

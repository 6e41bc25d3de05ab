/*
 * Tests of the NVIDIA GPU: tests and the rows that they check
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-driver.h"
#include "nv-rows.h"
#include "nv-test.h"

typedef struct NVCase {
    const NVCard *card;
    const NVTest *test;
} NVCase;

static void nv_case_run(gconstpointer opaque)
{
    const NVCase *c = opaque;
    g_autofree char *rows = nv_rows_of(c->card, c->test->rows);
    NVDev *nv;

    g_test_message("rows: %s", rows);
    if (c->test->no_machine) {
        NVDev none = { .card = c->card, .test = c->test };

        c->test->fn(&none);
        return;
    }
    nv = nv_start(c->card, c->test->props, c->test->args);
    nv->test = c->test;
    if (!c->test->cold) {
        nv_init(nv);
    }
    c->test->fn(nv);
    nv_quit(nv);
}

static bool nv_test_applies(const NVTest *test, const NVCard *card)
{
    uint32_t early = NV_CARD_NV01 | NV_CARD_NV03;

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

static void nv_test_each(const NVTest *tests, unsigned count,
                         void (*fn)(const char *path, const NVCard *card,
                                    const NVTest *test))
{
    for (unsigned i = 0; i < nv_card_count; i++) {
        for (unsigned n = 0; n < count; n++) {
            g_autofree char *path = g_strdup_printf("/nv/%s/%s",
                                                    nv_cards[i].name,
                                                    tests[n].name);

            if (nv_test_applies(&tests[n], &nv_cards[i])) {
                fn(path, &nv_cards[i], &tests[n]);
            }
        }
    }
}

/* GLib frees the data only of cases that are run. */
static GPtrArray *nv_cases;

static void nv_test_add(const char *path, const NVCard *card,
                        const NVTest *test)
{
    NVCase *c = g_new(NVCase, 1);

    *c = (NVCase) { .card = card, .test = test };
    g_ptr_array_add(nv_cases, c);
    g_test_add_data_func(path, c, nv_case_run);
}

static void nv_test_list(const char *path, const NVCard *card,
                         const NVTest *test)
{
    g_autofree char *rows = nv_rows_of(card, test->rows);

    printf("%s\t%s\n", path, rows);
}

int nv_test_main(int argc, char **argv, const NVTest *tests, unsigned count)
{
    int status;

    if (argc == 2 && g_str_equal(argv[1], "--list-rows")) {
        nv_test_each(tests, count, nv_test_list);
        return 0;
    }
    g_test_init(&argc, &argv, NULL);
    /* What fails tells so and the other tests run all the same. */
    g_test_set_nonfatal_assertions();
    nv_cases = g_ptr_array_new_with_free_func(g_free);
    nv_test_each(tests, count, nv_test_add);
    status = g_test_run();
    g_ptr_array_free(nv_cases, true);
    return status;
}

/*
 * Tests of the NVIDIA GPU: tests and the rows that they check
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <setjmp.h>
#ifdef CONFIG_LINUX
#include <sched.h>
#endif
#include "qemu/cutils.h"
#include "nv-driver.h"
#include "nv-emulator.h"
#include "nv-rows.h"
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

/* "nv04 nv40", "all" kinds, or "every" one; NULL: the typical ones */
static const char *nv_cards_named(void)
{
    const char *names = g_getenv("NV_CARDS") ?: "";

    return names[strspn(names, " ")] ? names : NULL;
}

unsigned nv_test_rounds(const char *name, unsigned all, unsigned usual)
{
    unsigned rounds = nv_cards_named() ? all : usual;

    return name ? nv_test_number(name, 1, rounds) : rounds;
}

unsigned nv_test_variant(const NVCard *card, unsigned n, unsigned count)
{
    return (card - nv_cards + n) % count;
}

static bool nv_list_has(const char *list, const char *name)
{
    g_auto(GStrv) names = g_strsplit(list, " ", -1);

    return g_strv_contains((const char *const *)names, name);
}

/* A card that is misspelt would be one that nothing is tested on. */
static void nv_cards_named_check(void)
{
    g_auto(GStrv) names = g_strsplit(nv_cards_named() ?: "", " ", -1);

    for (char **name = names; *name; name++) {
        bool found = !**name || g_str_equal(*name, "all") ||
                     g_str_equal(*name, "every");

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

    if (test->cards) {
        return nv_list_has(test->cards, card->name);
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
    if (card->features & NV_CARD_NVE4 && !test->kepler &&
        !(test->needs & NV_CARD_NVE4)) {
        return false;
    }
    return (card->features & test->needs) == test->needs &&
           !(card->features & test->lacks) &&
           (!test->applies || test->applies(card));
}

/* Whether the tests hardly depend on the card */
static bool nv_by_family;

static bool nv_card_is_for_family(const NVCard *card)
{
    return card->family;
}

static bool nv_card_is_typical(const NVCard *card)
{
    return card->typical;
}

static bool nv_card_is_a_kind(const NVCard *card)
{
    return !card->like;
}

/*
 * Whether a card is one of those that stand for others in a test: what none of
 * them has is tested on the first that has it.
 */
static bool nv_card_stands(const NVTest *test, const NVCard *card,
                           bool (*stands)(const NVCard *card))
{
    const NVCard *first = NULL;

    for (unsigned i = 0; i < nv_card_count; i++) {
        if (!nv_test_applies(test, &nv_cards[i])) {
            continue;
        }
        if (stands(&nv_cards[i])) {
            return stands(card);
        }
        first = first ?: &nv_cards[i];
    }
    return card == first;
}

/* Without NV_CARDS */
static bool nv_test_runs_usually_on(const NVTest *test, const NVCard *card)
{
    bool family = nv_by_family || test->slow;

    return !test->thorough &&
           (test->each || nv_card_stands(test, card, family
                                         ? nv_card_is_for_family
                                         : nv_card_is_typical));
}

/* With NV_CARDS=all */
static bool nv_test_runs_at_all_on(const NVTest *test, const NVCard *card)
{
    bool typical = nv_by_family || test->slow || test->thorough;

    return test->each || nv_card_stands(test, card, typical
                                        ? nv_card_is_typical
                                        : nv_card_is_a_kind);
}

static bool nv_test_runs_on(const NVTest *test, const NVCard *card)
{
    const char *named = nv_cards_named();

    if (!nv_test_applies(test, card)) {
        return false;
    }
    if (!named) {
        return nv_test_runs_usually_on(test, card);
    }
    return nv_list_has(named, "every") || nv_list_has(named, card->name) ||
           (nv_list_has(named, "all") && nv_test_runs_at_all_on(test, card));
}

/*
 * A case that migrates ends its emulator, so no other can follow there; and
 * memory that is shared takes its pages when a migration looks into them.
 */
static bool nv_test_wants_own(const NVTest *test)
{
    return test->own || g_str_has_prefix(test->name, "migration/") ||
           (test->rows && strstr(test->rows, "migration"));
}

/* Each page migrates, written or not: there had better not be many. */
static NVDev *nv_start_for_own(const NVCard *card, const NVTest *test)
{
    const char *little = nv_little_vram(card);
    const char *props = test->props ?: "";
    g_autofree char *all = NULL;

    if (!little || strstr(props, "vram=")) {
        return nv_start_own(card, test->props, test->args);
    }
    all = g_strdup_printf("%s%s%s", little, *props ? "," : "", props);
    return nv_start_own(card, all, test->args);
}

/* Where the case that runs ends if it is skipped, and its card, if any */
static jmp_buf nv_skipped;
static NVDev *nv_case_card;

void nv_test_skip(const char *why)
{
    g_test_skip(why);
    longjmp(nv_skipped, 1);
}

void nv_test_need_debugger(void)
{
    if (!nv_has_debugger()) {
        nv_test_skip("the emulator has no debugger (CONFIG_NV_GPU_DEBUG)");
    }
}

static void nv_case_do(const NVCase *c)
{
    if (c->test->no_machine) {
        NVDev none = { .card = c->card, .test = c->test };

        c->test->fn(&none);
        return;
    }
    nv_case_card = nv_test_wants_own(c->test)
        ? nv_start_for_own(c->card, c->test)
        : nv_start(c->card, c->test->props, c->test->args);
    nv_case_card->test = c->test;
    if (!c->test->cold) {
        nv_init(nv_case_card);
    }
    c->test->fn(nv_case_card);
}

static void nv_case_run(gconstpointer opaque)
{
    const NVCase *c = opaque;
    g_autofree char *rows = nv_rows_of(c->card, c->test->rows);

    g_test_message("rows: %s", rows);
    nv_case_card = NULL;
    if (!setjmp(nv_skipped)) {
        nv_case_do(c);
    } else if (nv_case_card) {
        nv_keep_to_itself(nv_case_card);
    }
    if (nv_case_card) {
        nv_quit(nv_case_card);
    }
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

            if (nv_test_runs_on(&tests[n], &nv_cards[i])) {
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

/*
 * A test and its emulator wait for each other at each read.  On two processors,
 * each has to wake the other's up, which in a virtual machine costs more than
 * all else that they do; on one, they only take turns.  So both stay on the one
 * that the kernel found free for the test.
 */
static void nv_test_stay_on_processor(void)
{
#ifdef CONFIG_LINUX
    int processor = sched_getcpu();
    cpu_set_t set;

    CPU_ZERO(&set);
    if (processor >= 0 && processor < CPU_SETSIZE) {
        CPU_SET(processor, &set);
        /* Where it's not allowed, the test only takes longer. */
        (void)sched_setaffinity(0, sizeof(set), &set);
    }
#endif
}

static int nv_test_run(int argc, char **argv, const NVTest *tests,
                       unsigned count)
{
    int status;

    nv_test_stay_on_processor();
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
    if (!nv_cases->len) {
        printf("1..0 # SKIP with NV_CARDS=all only\n");
        g_ptr_array_free(nv_cases, true);
        return 0;
    }
    status = g_test_run();
    nv_emulators_end();
    printf("# emulators: %u\n", nv_emulators_started());
    g_ptr_array_free(nv_cases, true);
    return status;
}

int nv_test_main(int argc, char **argv, const NVTest *tests, unsigned count)
{
    nv_cards_named_check();
    if (argc == 2 && g_str_equal(argv[1], "--list-rows")) {
        nv_test_each(tests, count, nv_test_list);
        return 0;
    }
    return nv_test_run(argc, argv, tests, count);
}

int nv_test_main_by_family(int argc, char **argv, const NVTest *tests,
                           unsigned count)
{
    nv_by_family = true;
    return nv_test_main(argc, argv, tests, count);
}

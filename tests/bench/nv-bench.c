/*
 * NVIDIA GPU: how fast the model is
 *
 * What a card does is measured in groups of rows, each beside the same done in
 * the plainest way: front.c (pushbuffers), copies.c and drawing.c (engines),
 * machine.c (what the CPU sees of the card), waits.c (doorbells, idle cards),
 * channels.c (turns of several channels), growth.c (what depends on how much a
 * card has), screen.c (the picture), life.c (an emulator's start and state).
 *
 * Times mean little on a busy machine.  Ratios mean more: both are measured
 * alternately, and the best time of each counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bench.h"

/* For pushbuffers, and all that they refer to */
#define RAM_SIZE (96 * MiB)

static char *opt_cards = (char *)"nv15";
static int opt_size = 16;
static int opt_repetitions = 30;
static int opt_patience = 10;
static char *opt_json;
static char *opt_only;
static char *opt_push;
static char *opt_group;
static gboolean opt_cpu_time;
static gboolean opt_graph;
static gboolean opt_check;
static char *opt_compare;

static const GOptionEntry options[] = {
    { "card", 0, 0, G_OPTION_ARG_STRING, &opt_cards,
      "the cards' chipsets, with commas (nv15)", "NAMES" },
    { "size", 's', 0, G_OPTION_ARG_INT, &opt_size,
      "size of a pushbuffer (16)", "MIB" },
    { "repetitions", 'r', 0, G_OPTION_ARG_INT, &opt_repetitions,
      "the best of so many counts (30)", "N" },
    { "patience", 'p', 0, G_OPTION_ARG_INT, &opt_patience,
      "measure as often again while a bound fails (10)", "N" },
    { "group", 'g', 0, G_OPTION_ARG_STRING, &opt_group,
      "these rows only: front, copies, drawing, machine, waits, channels, "
      "growth, screen or life", "NAME" },
    { "only", 'o', 0, G_OPTION_ARG_STRING, &opt_only,
      "this row only", "NAME" },
    { "push", 0, 0, G_OPTION_ARG_STRING, &opt_push,
      "this pushbuffer only: linear, paged, ib-linear or ib-paged", "NAME" },
    { "graph", 0, 0, G_OPTION_ARG_NONE, &opt_graph,
      "from NVC0 on, pushbuffers' methods go to a 2D object, as they do from "
      "NVE4 on anyway", NULL },
    { "cpu-time", 'u', 0, G_OPTION_ARG_NONE, &opt_cpu_time,
      "count CPU time, for a machine that is busy", NULL },
    { "json", 'j', 0, G_OPTION_ARG_FILENAME, &opt_json,
      "write the results there, too", "FILE" },
    { "check", 'c', 0, G_OPTION_ARG_NONE, &opt_check,
      "exit with 1 unless all bounds hold", NULL },
    { "compare", 0, 0, G_OPTION_ARG_STRING, &opt_compare,
      "measure another commit's emulator as well, by turns", "COMMIT" },
    { }
};

static void measure_front(Bench *bench)
{
    bench_front(bench, opt_push, opt_size);
}

static const struct {
    const char *name;
    void (*measure)(Bench *bench);
} groups[] = {
    { "front", measure_front },
    { "copies", bench_copies },
    { "drawing", bench_drawing },
    { "machine", bench_machine },
    { "waits", bench_waits },
    { "channels", bench_channels },
    { "growth", bench_growth },
    { "screen", bench_screen },
    { "life", bench_life },
};

static void parse_options(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) err = NULL;

    g_option_context_set_summary(context, "Measures how fast cards are, "
                                 "against plain loops.");
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &err)) {
        fprintf(stderr, "nv-bench: %s\n", err->message);
        exit(2);
    }
    if (argc > 1 || opt_size < 1 || opt_size > 16 || opt_repetitions < 1 ||
        opt_patience < 0) {
        fprintf(stderr, "nv-bench: see --help; a size is 1 to 16 MiB\n");
        exit(2);
    }
}

/* The program that runs this one with either emulator, and its arguments */
static void compare(char **options)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();

    g_ptr_array_add(argv, (char *)NV_BENCH_COMPARE);
    g_ptr_array_add(argv, (char *)NV_BENCH_BUILD);
    g_ptr_array_add(argv, opt_compare);
    for (; *options; options++) {
        if (g_str_equal(*options, "--compare") && options[1]) {
            options++;
        } else if (!g_str_has_prefix(*options, "--compare")) {
            g_ptr_array_add(argv, *options);
        }
    }
    g_ptr_array_add(argv, NULL);
    execv(NV_BENCH_COMPARE, (char **)argv->pdata);
    fprintf(stderr, "nv-bench: %s: %s\n", NV_BENCH_COMPARE,
            g_strerror(errno));
    exit(2);
}

static const NVCard *find_card(const char *name)
{
    for (unsigned i = 0; i < nv_card_count; i++) {
        const NVCard *card = &nv_cards[i];

        if (g_str_equal(card->name, name) ||
            (card->code && !g_ascii_strcasecmp(card->code, name))) {
            return card;
        }
    }
    fprintf(stderr, "nv-bench: there is no card \"%s\"\n", name);
    exit(2);
}

static void measure_card(Bench *bench, const char *name)
{
    bench->model = find_card(name);
    printf("%s, %s of %d\n", name, opt_cpu_time ? "CPU time, median" : "best",
           opt_repetitions);
    json_writer_start_object(bench->json, NULL);
    json_writer_str(bench->json, "card", bench->model->name);
    for (unsigned i = 0; i < ARRAY_SIZE(groups); i++) {
        if (!opt_group || g_str_equal(opt_group, groups[i].name)) {
            json_writer_start_array(bench->json, groups[i].name);
            groups[i].measure(bench);
            json_writer_end_array(bench->json);
        }
    }
    json_writer_end_object(bench->json);
    printf("\n");
}

static bool write_json(const char *json)
{
    g_autofree char *text = g_strdup_printf("%s\n", json);
    g_autoptr(GError) err = NULL;

    if (!g_file_set_contents(opt_json, text, -1, &err)) {
        fprintf(stderr, "nv-bench: %s\n", err->message);
        return false;
    }
    return true;
}

/* Libqtest tells of each emulator that it starts, between rows of the table. */
static void print_nothing(const char *text)
{
}

int main(int argc, char **argv)
{
    g_autoptr(JSONWriter) json = json_writer_new(true);
    g_auto(GStrv) options = g_strdupv(argv + 1);
    g_auto(GStrv) names = NULL;
    Bench bench = { .json = json };

    parse_options(argc, argv);
    if (opt_compare) {
        compare(options);
    }
    g_set_print_handler(print_nothing);
    nv_ram_size = RAM_SIZE;
    bench.only = opt_only;
    bench.repetitions = opt_repetitions;
    bench.patience = opt_patience;
    bench.cpu_time = opt_cpu_time;
    bench.graph = opt_graph;
    names = g_strsplit_set(opt_cards, ", ", -1);
    json_writer_start_object(json, NULL);
    json_writer_uint64(json, "repetitions", opt_repetitions);
    json_writer_str(json, "clock", opt_cpu_time ? "cpu" : "elapsed");
    json_writer_start_array(json, "cards");
    for (unsigned i = 0; names[i]; i++) {
        measure_card(&bench, names[i]);
    }
    json_writer_end_array(json);
    json_writer_bool(json, "all-bounds-hold", bench.held == bench.bounds);
    json_writer_end_object(json);

    printf("%u of %u bounds hold\n", bench.held, bench.bounds);
    if (opt_json && !write_json(json_writer_get(json))) {
        return 2;
    }
    return opt_check && bench.held < bench.bounds ? 1 : 0;
}

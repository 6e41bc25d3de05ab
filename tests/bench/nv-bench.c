/*
 * NVIDIA GPU: how fast the front end is
 *
 * Submits pushbuffers to a card on which they have no effect, and compares the
 * time with that of two loops of this program over the same words:
 *
 * - reading adds them up.  Whatever fetches a pushbuffer has to do that.
 * - decoding takes the commands apart, follows jumps, and calls a function
 *   pointer per command.  Whatever executes a pushbuffer has to do that.
 *
 * The device's time is from the write of DMA_PUT to the read that finds DMA_GET
 * there.  So it includes the round trip from this program to QEMU, and all that
 * QEMU's main loop does meanwhile; none of it is subtracted.
 *
 * Times mean little on a busy machine.  Ratios mean more: all three are
 * measured alternately, and the best time of each counts.  Other load slows the
 * device down more than the loops, which use less of a core; so a bound that
 * fails is measured again a while later.  If the load never ends, CPU time can
 * be counted instead, QEMU's and this program's.  Then the median counts, since
 * a virtual machine's measurements of CPU time have outliers in both
 * directions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "qemu/units.h"
#include "qobject/json-writer.h"
#include "../qtest/libnv/nv-channel.h"
#include "access.h"
#include "card.h"
#include "reference.h"
#include "workload.h"

#define LEAST_OF_READING 0.5
#define MOST_OF_DECODING 2.0
#define MOST_OF_DECODING_FERMI 1.6

/* What an entry of an IB buffer has, unless the workload says so: 1 MiB */
#define ENTRY_WORDS (1 * MiB / 4)

/* Of the card: its bound, and whether its format is NVC0's */
static double most_of_decoding = MOST_OF_DECODING;
static bool fermi;

static char *opt_card = (char *)"nv15";
static int opt_size = 16;
static int opt_repetitions = 30;
static int opt_patience = 10;
static char *opt_json;
static char *opt_only;
static char *opt_push;
static gboolean opt_cpu_time;
static gboolean opt_check;

static const GOptionEntry options[] = {
    { "card", 0, 0, G_OPTION_ARG_STRING, &opt_card,
      "the card's chipset (nv15)", "NAME" },
    { "size", 's', 0, G_OPTION_ARG_INT, &opt_size,
      "size of a pushbuffer (16)", "MIB" },
    { "repetitions", 'r', 0, G_OPTION_ARG_INT, &opt_repetitions,
      "the best of so many counts (30)", "N" },
    { "patience", 'p', 0, G_OPTION_ARG_INT, &opt_patience,
      "measure as often again while a bound fails (10)", "N" },
    { "only", 'o', 0, G_OPTION_ARG_STRING, &opt_only,
      "this workload only", "NAME" },
    { "push", 0, 0, G_OPTION_ARG_STRING, &opt_push,
      "this pushbuffer only: linear, paged, ib-linear or ib-paged", "NAME" },
    { "cpu-time", 'u', 0, G_OPTION_ARG_NONE, &opt_cpu_time,
      "count CPU time, for a machine that is busy", NULL },
    { "json", 'j', 0, G_OPTION_ARG_FILENAME, &opt_json,
      "write the results there, too", "FILE" },
    { "check", 'c', 0, G_OPTION_ARG_NONE, &opt_check,
      "exit with 1 unless all bounds hold", NULL },
    { }
};

static const char *const push_names[PUSH__MAX] = {
    [PUSH_LINEAR] = "linear",
    [PUSH_PAGED] = "paged",
    [PUSH_IB_LINEAR] = "ib-linear",
    [PUSH_IB_PAGED] = "ib-paged",
};

static const char *const push_texts[PUSH__MAX] = {
    [PUSH_LINEAR] = "in one linear DMA object (PCI)",
    [PUSH_PAGED] = "behind a page table (GART)",
    [PUSH_IB_LINEAR] = "IB mode, in one linear DMA object (PCI)",
    [PUSH_IB_PAGED] = "IB mode, behind a page table",
};

/**
 * struct Result - one workload in one kind of pushbuffer
 *
 * @workload, @push: which ones
 * @stream: what was executed
 * @device, @read, @decode: times in ns
 * @stores: times of three stores to the guest's memory, in ps
 * @empty: times of a submission of nothing but a jump back
 * @soonest: the shortest time on the clock that the device took
 */
typedef struct Result {
    const Workload *workload;
    PushObject push;
    Stream stream;
    GArray *device, *read, *decode, *stores, *empty;
    int64_t soonest;
} Result;

/* --- Times ------------------------------------------------------------ */

static int64_t now(void)
{
    struct timespec ts;

    if (!opt_cpu_time) {
        return get_clock();
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return ts.tv_sec * NANOSECONDS_PER_SECOND + ts.tv_nsec;
}

static void add_time(GArray *times, int64_t time)
{
    g_array_append_val(times, time);
}

static void add_card_time(GArray *times, CardTime time)
{
    add_time(times, opt_cpu_time ? time.cpu : time.elapsed);
}

static gint compare_times(gconstpointer a, gconstpointer b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

/* The time that counts */
static double time_of(GArray *times)
{
    g_array_sort(times, compare_times);
    return g_array_index(times, int64_t, opt_cpu_time ? times->len / 2 : 0);
}

/* --- Bounds ----------------------------------------------------------- */

static double per_word(const Result *r, GArray *times)
{
    return time_of(times) / r->stream.visited;
}

/* The device's words per second, of those of the loop that reads */
static double of_reading(const Result *r)
{
    return time_of(r->read) / time_of(r->device);
}

/* The device's time, in times of the loop that decodes */
static double of_decoding(const Result *r)
{
    return time_of(r->device) / time_of(r->decode);
}

/* Three stores per release, in ns */
static double stores(const Result *r)
{
    return time_of(r->stores) / 1000;
}

static double most_of_storing(const Result *r)
{
    return most_of_decoding * time_of(r->decode) +
           r->stream.releases * stores(r);
}

static bool holds(const Result *r)
{
    switch (r->workload->bound) {
    case BOUND_READING:
        return of_reading(r) >= LEAST_OF_READING;
    case BOUND_DECODING:
        return of_decoding(r) <= most_of_decoding;
    case BOUND_STORING:
        return time_of(r->device) <= most_of_storing(r);
    default:
        return true;
    }
}

static const char *verdict(const Result *r)
{
    if (r->workload->bound == BOUND_NONE) {
        return "";
    }
    return holds(r) ? "holds" : "FAILS";
}

/* --- Measuring -------------------------------------------------------- */

/* Keeps the compiler from dropping what isn't used. */
static volatile uint32_t sink;

static void measure_reading(Result *r)
{
    int64_t start = now();

    sink = reference_read(r->stream.words, r->stream.visited);
    add_time(r->read, now() - start);
}

static bool decode(const Result *r, Card *card, Decoder *decoder)
{
    const Stream *s = &r->stream;
    const uint64_t *entries;
    size_t count;

    /* Those of 1 MiB split commands, which the loop doesn't have to handle. */
    if (!r->workload->entry_words) {
        return fermi ? reference_decode_fermi(decoder, s->words, s->put)
                     : reference_decode(decoder, s->words, s->size, s->put);
    }
    entries = card_entries(card, r->push, &count);
    return reference_decode_entries(decoder, fermi, s->words, entries,
                                    count);
}

static void measure_decoding(Result *r, Card *card)
{
    const Stream *s = &r->stream;
    Decoder decoder;
    int64_t start;

    reference_decoder_init(&decoder);
    start = now();
    if (!decode(r, card, &decoder) || decoder.methods != s->methods) {
        g_error("%s: the loop didn't decode it", r->workload->name);
    }
    add_time(r->decode, now() - start);
}

static void measure_device(Result *r, Card *card)
{
    CardTime time = card_submit(card, r->push, r->stream.put * 4,
                                r->soonest / 2);

    r->soonest = r->soonest ? MIN(r->soonest, time.elapsed) : time.elapsed;
    add_card_time(r->device, time);
    /* There is a jump now where PUT was. */
    if (!card_is_ib(r->push)) {
        add_card_time(r->empty, card_submit(card, r->push, 0, 1));
    }
}

static void measure_stores(Result *r, Card *card)
{
    if (r->workload->bound == BOUND_STORING) {
        add_time(r->stores, card_store_time(card) * 1000);
    }
}

/* The device must really have done what was measured. */
static void verify(Result *r, Card *card)
{
    const Stream *s = &r->stream;
    uint64_t commands = card_counter(card, "commands");
    uint64_t methods = card_counter(card, "methods");
    uint64_t own_commands, own_methods;

    card_own_commands(card, &own_commands, &own_methods);
    if (!card_is_ib(r->push)) {
        /* The jump back */
        own_commands++;
    }
    measure_device(r, card);
    commands = card_counter(card, "commands") - commands - own_commands;
    methods = card_counter(card, "methods") - methods - own_methods;
    if (commands != s->commands || methods != s->methods ||
        (s->ref && card_ref(card, r->push) != s->ref)) {
        g_error("%s: %" PRIu64 " commands and %" PRIu64 " methods, not %"
                PRIu64 " and %" PRIu64, r->workload->name, commands, methods,
                s->commands, s->methods);
    }
}

static void measure(Result *r, Card *card)
{
    r->stream = (Stream) {
        .words = card_pushbuffer(card, r->push),
        .size = opt_size * MiB / 4,
    };
    r->workload->fill(&r->stream);
    r->stream.words[r->stream.put] = NV_CMD_OLD_JUMP(0);
    card_set_entries(card, r->push, r->workload->entry_words
                     ? r->workload->entry_words : ENTRY_WORDS);
    verify(r, card);
    for (int round = 0; round <= opt_patience; round++) {
        if (round) {
            bench_wait();
        }
        for (int i = 0; i < opt_repetitions; i++) {
            measure_reading(r);
            measure_decoding(r, card);
            measure_device(r, card);
            measure_stores(r, card);
        }
        if (holds(r)) {
            break;
        }
    }
}

static Result *result_new(const Workload *workload, PushObject push)
{
    Result *r = g_new0(Result, 1);

    r->workload = workload;
    r->push = push;
    r->device = g_array_new(false, false, sizeof(int64_t));
    r->read = g_array_new(false, false, sizeof(int64_t));
    r->decode = g_array_new(false, false, sizeof(int64_t));
    r->stores = g_array_new(false, false, sizeof(int64_t));
    r->empty = g_array_new(false, false, sizeof(int64_t));
    return r;
}

static void result_free(Result *r)
{
    g_array_unref(r->device);
    g_array_unref(r->read);
    g_array_unref(r->decode);
    g_array_unref(r->stores);
    g_array_unref(r->empty);
    g_free(r);
}

/* --- Results ---------------------------------------------------------- */

static void print_head(void)
{
    printf("%s, pushbuffers of %d MiB, %s of %d; ns a word\n"
           "/read: words per second, of those of a loop that reads them\n"
           "/decode: time, in times of a loop that decodes them\n"
           "stores: three per release, through a MemoryRegionCache\n",
           opt_card, opt_size, opt_cpu_time ? "CPU time, median" : "best",
           opt_repetitions);
}

static void print_result(const Result *r)
{
    char bound[16] = "";

    if (r->workload->bound == BOUND_READING) {
        snprintf(bound, sizeof(bound), "/read >= %.1f", LEAST_OF_READING);
    } else if (r->workload->bound == BOUND_DECODING) {
        snprintf(bound, sizeof(bound), "/decode <= %.1f", most_of_decoding);
    } else if (r->workload->bound == BOUND_STORING) {
        snprintf(bound, sizeof(bound), "<= %.1f + stores", most_of_decoding);
    }
    printf("  %-46s %6.2f %6.2f %6.2f %6.2f %7.2f  %-13s %s\n",
           r->workload->text, per_word(r, r->device), per_word(r, r->read),
           per_word(r, r->decode), of_reading(r), of_decoding(r), bound,
           verdict(r));
    if (r->workload->bound == BOUND_STORING) {
        printf("    %-44s %6.2f (%.1f ns a release)\n", "stores",
               stores(r) * r->stream.releases / r->stream.visited, stores(r));
    }
    fflush(stdout);
}

static void print_push(PushObject push)
{
    g_autofree char *title = g_strdup_printf("%s", push_texts[push]);

    printf("\n%-48s %6s %6s %6s %6s %7s  %s\n", title, "device", "read",
           "decode", "/read", "/decode", "bound");
}

static void json_result(JSONWriter *json, const Result *r)
{
    json_writer_start_object(json, NULL);
    json_writer_str(json, "workload", r->workload->name);
    json_writer_str(json, "pushbuffer", push_names[r->push]);
    json_writer_uint64(json, "words", r->stream.visited);
    json_writer_uint64(json, "commands", r->stream.commands);
    json_writer_uint64(json, "methods", r->stream.methods);
    json_writer_double(json, "device-ns-per-word", per_word(r, r->device));
    json_writer_double(json, "read-ns-per-word", per_word(r, r->read));
    json_writer_double(json, "decode-ns-per-word", per_word(r, r->decode));
    if (r->empty->len) {
        json_writer_double(json, "empty-submission-ns", time_of(r->empty));
    }
    json_writer_double(json, "words-per-second-of-reading", of_reading(r));
    json_writer_double(json, "time-of-decoding", of_decoding(r));
    if (r->workload->bound == BOUND_READING) {
        json_writer_double(json, "bound-words-per-second-of-reading",
                           LEAST_OF_READING);
        json_writer_bool(json, "holds", holds(r));
    } else if (r->workload->bound == BOUND_DECODING) {
        json_writer_double(json, "bound-time-of-decoding", most_of_decoding);
        json_writer_bool(json, "holds", holds(r));
    } else if (r->workload->bound == BOUND_STORING) {
        json_writer_double(json, "stores-ns-per-release", stores(r));
        json_writer_double(json, "bound-ns-per-word",
                           most_of_storing(r) / r->stream.visited);
        json_writer_bool(json, "holds", holds(r));
    }
    json_writer_end_object(json);
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

/* --- Other things ----------------------------------------------------- */

static void print_access(const Access *access)
{
    printf("\n  %s: %.0f ns, %.1f times %s (%.0f ns)", access->text,
           access->ns, access_times(access), access->than,
           access->reference_ns);
    if (access->most) {
        printf(", bound %.0f: %s", access->most,
               access_holds(access) ? "holds" : "FAILS");
    }
    printf("\n");
}

static void json_access(JSONWriter *json, const Access *access)
{
    json_writer_start_object(json, NULL);
    json_writer_str(json, "name", access->name);
    json_writer_double(json, "ns", access->ns);
    json_writer_double(json, "reference-ns", access->reference_ns);
    json_writer_double(json, "times", access_times(access));
    if (access->most) {
        json_writer_double(json, "bound-times", access->most);
        json_writer_bool(json, "holds", access_holds(access));
    }
    json_writer_end_object(json);
}

/*
 * Pushbuffers for the channels that take turns.  They give the engine nothing,
 * whose contexts are the driver's or the engine's own matter.
 */
static uint32_t fill_all(Card *card)
{
    Stream stream;

    for (unsigned push = 0; push < PUSH_IB_LINEAR; push++) {
        stream = (Stream) {
            .words = card_pushbuffer(card, push),
            .size = opt_size * MiB / 4,
        };
        workload_empty(&stream);
        stream.words[stream.put] = NV_CMD_OLD_JUMP(0);
    }
    return stream.put * 4;
}

static void measure_accesses(Card *card, JSONWriter *json, unsigned *bounds,
                             unsigned *held)
{
    json_writer_start_array(json, "accesses");
    /* PIO differs on NV50, and Fermi's PBDMAs have a channel each. */
    for (unsigned i = !card_has_pio(card); i < (fermi ? 0 : 2); i++) {
        Access access;

        if (opt_only && strcmp(opt_only, i ? "switch" : "pio")) {
            continue;
        }
        access = i ? access_switch(card, fill_all(card), opt_repetitions)
                   : access_pio(card, opt_repetitions, opt_patience);
        print_access(&access);
        json_access(json, &access);
        if (access.most) {
            (*bounds)++;
            *held += access_holds(&access);
        }
    }
    json_writer_end_array(json);
}

/* --- The program ------------------------------------------------------ */

static void parse_options(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) err = NULL;

    g_option_context_set_summary(context, "Measures how fast a card executes "
                                 "pushbuffers, against plain loops.");
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

static bool applies(Card *card, PushObject push, const Workload *workload)
{
    return card_has(card, workload->needs) &&
           !(workload->lacks && card_has(card, workload->lacks)) &&
           (card_is_ib(push) ? !workload->jumps : !workload->entry_words);
}

int main(int argc, char **argv)
{
    g_autoptr(JSONWriter) json = json_writer_new(true);
    unsigned count, bounds = 0, held = 0;
    const Workload *all;
    Card *card;

    parse_options(argc, argv);
    card = card_new(opt_card, opt_size * MiB);
    if (!card) {
        fprintf(stderr, "nv-bench: there is no card \"%s\"\n", opt_card);
        return 2;
    }
    fermi = card_has(card, NV_CARD_NVC0);
    most_of_decoding = fermi ? MOST_OF_DECODING_FERMI : MOST_OF_DECODING;
    all = fermi ? fermi_workloads : workloads;
    count = fermi ? fermi_workload_count : workload_count;
    print_head();
    json_writer_start_object(json, NULL);
    json_writer_str(json, "card", opt_card);
    json_writer_uint64(json, "pushbuffer-bytes", opt_size * MiB);
    json_writer_uint64(json, "repetitions", opt_repetitions);
    json_writer_str(json, "clock", opt_cpu_time ? "cpu" : "elapsed");
    json_writer_start_array(json, "results");
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        if (!card_has_push(card, push) ||
            (opt_push && strcmp(opt_push, push_names[push]))) {
            continue;
        }
        print_push(push);
        for (unsigned i = 0; i < count; i++) {
            Result *r;

            if (!applies(card, push, &all[i]) ||
                (opt_only && strcmp(opt_only, all[i].name))) {
                continue;
            }
            r = result_new(&all[i], push);
            measure(r, card);
            print_result(r);
            json_result(json, r);
            if (r->workload->bound != BOUND_NONE) {
                bounds++;
                held += holds(r);
            }
            result_free(r);
        }
    }
    json_writer_end_array(json);
    measure_accesses(card, json, &bounds, &held);
    json_writer_bool(json, "all-bounds-hold", held == bounds);
    json_writer_end_object(json);
    card_free(card);

    printf("\n%u of %u bounds hold\n", held, bounds);
    if (opt_json && !write_json(json_writer_get(json))) {
        return 2;
    }
    return opt_check && held < bounds ? 1 : 0;
}

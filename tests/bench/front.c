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
#include "../qtest/libnv/nv-channel.h"
#include "bench.h"
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

static const Bench *bench;
static size_t size;

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

    if (!bench->cpu_time) {
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
    add_time(times, bench->cpu_time ? time.cpu : time.elapsed);
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
    return g_array_index(times, int64_t, bench->cpu_time ? times->len / 2 : 0);
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
        .size = size / 4,
    };
    r->workload->fill(&r->stream);
    r->stream.words[r->stream.put] = NV_CMD_OLD_JUMP(0);
    card_set_entries(card, r->push, r->workload->entry_words
                     ? r->workload->entry_words : ENTRY_WORDS);
    verify(r, card);
    for (int round = 0; round <= bench->patience; round++) {
        if (round) {
            bench_wait();
        }
        for (int i = 0; i < bench->repetitions; i++) {
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
    printf("\nPushbuffers of %zu MiB; ns a word\n"
           "/read: words per second, of those of a loop that reads them\n"
           "/decode: time, in times of a loop that decodes them\n"
           "stores: three per release, through a MemoryRegionCache\n",
           (size_t)(size / MiB));
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

/* --- All of them ------------------------------------------------------- */

static bool applies(Card *card, PushObject push, const Workload *workload)
{
    return card_has(card, workload->needs) &&
           !(workload->lacks && card_has(card, workload->lacks)) &&
           (card_is_ib(push) ? !workload->jumps : !workload->entry_words);
}

static void measure_push(Bench *b, Card *card, PushObject push,
                         const Workload *all, unsigned count)
{
    print_push(push);
    for (unsigned i = 0; i < count; i++) {
        Result *r;

        if (!applies(card, push, &all[i]) || !bench_wants(b, all[i].name)) {
            continue;
        }
        r = result_new(&all[i], push);
        measure(r, card);
        print_result(r);
        json_result(b->json, r);
        if (r->workload->bound != BOUND_NONE) {
            b->bounds++;
            b->held += holds(r);
        }
        result_free(r);
    }
}

void bench_front(Bench *b, const char *only, unsigned mib)
{
    Card *card;

    bench = b;
    size = mib * MiB;
    card = card_new(b->model, size, b->graph);
    fermi = nv_card_is_fermi(b->model);
    most_of_decoding = fermi ? MOST_OF_DECODING_FERMI : MOST_OF_DECODING;
    print_head();
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        if (card_has_push(card, push) &&
            (!only || g_str_equal(only, push_names[push]))) {
            measure_push(b, card, push, fermi ? fermi_workloads : workloads,
                         fermi ? fermi_workload_count : workload_count);
        }
    }
    bench_accesses(b, card, size);
    card_free(card);
}

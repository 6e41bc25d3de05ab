/*
 * NVIDIA GPU: rows of the benchmark, each beside a yardstick
 *
 * Both are measured by turns, in one emulator.  The best time of each counts,
 * or the median of CPU times and of differences, which have outliers in both
 * directions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-graph.h"
#include "bench.h"

#define PATH "/machine/peripheral/yardstick"

/* --- The emulator ----------------------------------------------------- */

NVDev *bench_start(const NVCard *model, const char *props, const char *args)
{
    const char *var = "NV_BENCH_EMULATOR";
    /* It isn't where QEMU's own emulator finds its data. */
    g_autofree char *all = g_strdup_printf("-L " NV_BENCH_DATA " -device "
                                           TYPE_YARDSTICK ",id=yardstick %s",
                                           args ? args : "");

    g_setenv(var, NV_BENCH_EMULATOR, false);
    g_setenv("QTEST_QEMU_BINARY", g_getenv(var), true);
    return nv_start(model, props, all);
}

void bench_init(NVDev *nv)
{
    if (!nv_card_is_early(nv->card)) {
        nv_init(nv);
    }
}

void bench_wait(void)
{
    g_usleep(2 * G_USEC_PER_SEC);
}

bool bench_is_done(NVChan *chan)
{
    /* DMA_GET is there before the last method's work is. */
    if (nv_user_get(chan) != chan->cur ||
        nv_rd32(chan->nv, A_NV_PGRAPH_STATUS)) {
        return false;
    }
    nv_submit(chan);
    return true;
}

bool bench_wants(const Bench *bench, const char *name)
{
    return !bench->only || g_str_equal(bench->only, name);
}

int64_t bench_now_of(const Bench *bench, QTestState *qts)
{
    struct timespec ts;
    clockid_t clock;

    if (!bench->cpu_time) {
        return get_clock();
    }
    if (clock_getcpuclockid(qtest_pid(qts), &clock) ||
        clock_gettime(clock, &ts) < 0) {
        g_error("CPU time of QEMU: %s", g_strerror(errno));
    }
    return ts.tv_sec * NANOSECONDS_PER_SECOND + ts.tv_nsec;
}

int64_t bench_now(const Bench *bench, NVDev *nv)
{
    return bench_now_of(bench, nv->qts);
}

/* --- Yardsticks ------------------------------------------------------- */

static void set_number(NVDev *nv, const char *property, uint64_t val)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': {"
                             " 'path': " "'" PATH "', 'property': %s,"
                             " 'value': %" PRIu64 " } }", property, val);
}

void job_set(const Bench *bench, NVDev *nv, const Job *job)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': {"
                             " 'path': " "'" PATH "', 'property': "
                             "'" YARDSTICK_WHAT "', 'value': %s } }",
                             job->what);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': {"
                             " 'path': " "'" PATH "', 'property': "
                             "'" YARDSTICK_CPU "', 'value': %i } }",
                             bench->cpu_time);
    set_number(nv, YARDSTICK_FROM, job->from);
    set_number(nv, YARDSTICK_TO, job->to);
    set_number(nv, YARDSTICK_PITCH, job->pitch);
    set_number(nv, YARDSTICK_LENGTH, job->length);
    set_number(nv, YARDSTICK_LINES, job->lines);
    set_number(nv, YARDSTICK_COUNT, job->count);
}

double job_time(NVDev *nv)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'qom-get', 'arguments': {"
                           " 'path': " "'" PATH "', 'property': "
                           "'" YARDSTICK_TIME "' } }");
    const char *text = qdict_get_try_str(rsp, "return");
    double ns;

    if (!text) {
        g_error("no yardstick: %s", qdict_get_str(qdict_get_qdict(rsp, "error"),
                                                  "desc"));
    }
    ns = g_ascii_strtod(text, NULL);
    qobject_unref(rsp);
    return ns;
}

/* --- Rows ------------------------------------------------------------- */

static gint compare_times(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* The least, or the median */
static double time_of(GArray *times, bool median)
{
    g_array_sort(times, compare_times);
    return g_array_index(times, double, median ? times->len / 2 : 0);
}

/* In times of the reference, or in ns where there is none */
static double amount(const Row *row, double ns, double reference_ns)
{
    return row->than ? ns / reference_ns : ns;
}

static void json_row(JSONWriter *json, const Row *row, double ns,
                     double reference_ns, bool holds)
{
    json_writer_start_object(json, NULL);
    json_writer_str(json, "name", row->name);
    json_writer_double(json, "ns", ns);
    if (row->than) {
        json_writer_str(json, "reference", row->than);
        json_writer_double(json, "reference-ns", reference_ns);
        json_writer_double(json, "times", ns / reference_ns);
    }
    if (row->most) {
        json_writer_double(json, "bound", row->most);
        json_writer_bool(json, "holds", holds);
    }
    json_writer_end_object(json);
}

static void print_row(const Row *row, double ns, double reference_ns,
                      bool holds)
{
    printf("  %-46s %10.1f ", row->text, ns);
    if (row->than) {
        printf("%10.1f %6.2f  %-16s", reference_ns, ns / reference_ns,
               row->than);
    } else {
        printf("%10s %6s  %-16s", "", "", "");
    }
    if (row->most) {
        printf(" <= %g %s", row->most, holds ? "holds" : "FAILS");
    }
    printf("\n");
    fflush(stdout);
}

void bench_title(const char *text)
{
    printf("\n%-48s %10s %10s %6s  %-16s %s\n", text, "ns", "reference",
           "times", "of", "bound");
}

static void measure_row(Bench *bench, const Row *row, RowOnce *once,
                        void *opaque, bool median)
{
    g_autoptr(GArray) device = g_array_new(false, false, sizeof(double));
    g_autoptr(GArray) reference = g_array_new(false, false, sizeof(double));
    double ns = 0, reference_ns = 0;
    bool holds = false;

    for (int round = 0; round <= bench->patience && !holds; round++) {
        if (round) {
            bench_wait();
        }
        for (int i = 0; i < bench->repetitions; i++) {
            double one = 0, other = 0;

            once(opaque, &one, &other);
            g_array_append_val(device, one);
            g_array_append_val(reference, other);
        }
        ns = time_of(device, median);
        reference_ns = time_of(reference, median);
        holds = !row->most || amount(row, ns, reference_ns) <= row->most;
    }
    bench->bounds += row->most != 0;
    bench->held += row->most && holds;
    json_row(bench->json, row, ns, reference_ns, holds);
    print_row(row, ns, reference_ns, holds);
}

void bench_row(Bench *bench, const Row *row, RowOnce *once, void *opaque)
{
    measure_row(bench, row, once, opaque, bench->cpu_time);
}

void bench_row_difference(Bench *bench, const Row *row, RowOnce *once,
                          void *opaque)
{
    measure_row(bench, row, once, opaque, true);
}

void bench_row_few(Bench *bench, const Row *row, RowOnce *once, void *opaque,
                   int most)
{
    int repetitions = bench->repetitions;

    bench->repetitions = MIN(repetitions, most);
    bench_row(bench, row, once, opaque);
    bench->repetitions = repetitions;
}

typedef struct Jobs {
    const Bench *bench;
    NVDev *nv;
    const Job *job, *reference;
} Jobs;

static void once_jobs(void *opaque, double *ns, double *reference_ns)
{
    Jobs *jobs = opaque;

    job_set(jobs->bench, jobs->nv, jobs->job);
    *ns = job_time(jobs->nv);
    job_set(jobs->bench, jobs->nv, jobs->reference);
    *reference_ns = job_time(jobs->nv);
}

void bench_jobs(Bench *bench, NVDev *nv, const Row *row, const Job *job,
                const Job *reference)
{
    if (bench_wants(bench, row->name)) {
        bench_row(bench, row, once_jobs,
                  &(Jobs) { bench, nv, job, reference });
    }
}

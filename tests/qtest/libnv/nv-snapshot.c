/*
 * Tests of the NVIDIA GPU: a machine's state leaves it and comes back
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "qemu/cutils.h"
#include "qobject/qdict.h"
#include "qobject/qlist.h"
#include "nv-snapshot.h"

/* How often a job or a migration is polled, and microseconds between */
#define NV_PATIENCE 20000
#define NV_PAUSE 3000

/* --- Migration -------------------------------------------------------- */

/* Returns whether it has succeeded, or failed, and how. */
static bool nv_migration_ended(NVDev *nv, bool *success)
{
    QDict *rsp = qtest_qmp_assert_success_ref(nv->qts,
        "{ 'execute': 'query-migrate' }");
    const char *status = qdict_get_try_str(rsp, "status");
    bool ended;

    *success = !g_strcmp0(status, "completed");
    ended = *success || !g_strcmp0(status, "failed");
    qobject_unref(rsp);
    return ended;
}

/* Returns whether it has succeeded. */
static bool nv_migration_wait(NVDev *nv)
{
    bool success;

    for (unsigned i = 0; !nv_migration_ended(nv, &success); i++) {
        g_assert(i < NV_PATIENCE);
        g_usleep(NV_PAUSE);
    }
    return success;
}

static bool nv_running(NVDev *nv)
{
    QDict *rsp = qtest_qmp_assert_success_ref(nv->qts,
        "{ 'execute': 'query-status' }");
    bool running = qdict_get_bool(rsp, "running");

    qobject_unref(rsp);
    return running;
}

/* QEMU's first section after the pages */
#define TIMER "\5timer"
/* Its instance and version, and its offsets from the host's clock */
#define TIMER_SIZE (8 + 3 * 8)
/* The pages end at such an address. */
#define PAGE 4096

/*
 * It comes late, and its name may be in a page, too.  What is before it is
 * long, and holes for the most part, which reading would fill.
 */
static gsize nv_find_timer(const char *data, gsize size)
{
    gsize at = size - MIN(size, strlen(TIMER));

    while (at && memcmp(data + at, TIMER, strlen(TIMER))) {
        at--;
    }
    g_assert_cmpuint(at, >, 0);
    return at;
}

/* Pages that aren't zero, each behind its place */
static void nv_add_pages(GByteArray *pages, const char *data, gsize at,
                         gsize end)
{
    for (; at < end; at += PAGE) {
        uint64_t place = at;

        if (!buffer_is_zero(data + at, PAGE)) {
            g_byte_array_append(pages, (uint8_t *)&place, sizeof(place));
            g_byte_array_append(pages, (const uint8_t *)data + at, PAGE);
        }
    }
}

/* Those of a file's first bytes; what is a hole is zero. */
static GBytes *nv_find_pages(const char *file, const char *data, gsize end)
{
    GByteArray *pages = g_byte_array_new();
    int fd = g_open(file, O_RDONLY | O_CLOEXEC, 0);
    off_t at, hole = 0;

    g_assert_cmpint(fd, >=, 0);
    while ((at = lseek(fd, hole, SEEK_DATA)) >= 0 && at < end) {
        off_t begin = MAX(ROUND_DOWN(at, PAGE), hole);

        hole = ROUND_UP(lseek(fd, at, SEEK_HOLE), PAGE);
        nv_add_pages(pages, data, begin, MIN(hole, end));
    }
    g_assert_true(at >= 0 || errno == ENXIO);
    close(fd);
    return g_byte_array_free_to_bytes(pages);
}

void nv_memory(NVDev *nv, GBytes **pages, GBytes **devices)
{
    g_autofree char *file = g_build_filename(nv->dir, "memory", NULL);
    g_autofree char *uri = g_strdup_printf("file:%s", file);
    GMappedFile *map;
    const char *data;
    gsize size, timer, rest;

    nv_keep_to_itself(nv);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': "
                             "'migrate-set-capabilities', 'arguments': { "
                             "'capabilities': [ { 'capability': 'mapped-ram', "
                             "'state': true } ] } }");
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'migrate', 'arguments': "
                             "{ 'uri': %s } }", uri);
    g_assert_true(nv_migration_wait(nv));
    map = g_mapped_file_new(file, false, NULL);
    g_assert_nonnull(map);
    data = g_mapped_file_get_contents(map);
    size = g_mapped_file_get_length(map);
    timer = nv_find_timer(data, size);
    /* In between is how often QEMU has looked for pages. */
    *pages = nv_find_pages(file, data, ROUND_DOWN(timer, PAGE));
    rest = timer + strlen(TIMER) + TIMER_SIZE;
    *devices = g_bytes_new(data + rest, size - rest);
    g_mapped_file_unref(map);
    g_unlink(file);
}

/* The stream's file */
static char *nv_migrate_into_file(NVDev *nv)
{
    char *file = g_build_filename(nv->dir, "state", NULL);
    g_autofree char *uri = g_strdup_printf("file:%s", file);

    nv_keep_to_itself(nv);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'migrate', 'arguments': "
                             "{ 'uri': %s } }", uri);
    g_assert_true(nv_migration_wait(nv));
    return file;
}

static GByteArray *nv_read_stream(const char *file)
{
    char *data;
    gsize size;

    g_assert_true(g_file_get_contents(file, &data, &size, NULL));
    return g_byte_array_new_take((uint8_t *)data, size);
}

GByteArray *nv_stream_of(NVDev *nv)
{
    g_autofree char *file = nv_migrate_into_file(nv);

    return nv_read_stream(file);
}

/* The same; the machine that has written it is gone. */
static char *nv_migrate_out(NVDev *nv)
{
    char *file = nv_migrate_into_file(nv);

    nv_qtest_quit(nv->qts);
    return file;
}

/* The cards of a machine may each have stepped its clock. */
static int64_t nv_latest_clock(NVDev *nv)
{
    int64_t clock = 0;

    for (; nv; nv = nv->next) {
        clock = MAX(clock, nv->clock);
    }
    return clock;
}

/* Returns whether the stream was taken. */
static bool nv_migrate_in(NVDev *nv, const char *file)
{
    g_autofree char *uri = g_strdup_printf("file:%s", file);
    g_autofree char *args = g_strdup_printf("%s -incoming defer", nv->args);

    nv->qts = nv_qtest_start(args, false);
    /* It begins the log anew. */
    nv->emulator->logged = 0;
    nv->bus->qts = nv->qts;
    for (NVDev *other = nv->next; other; other = other->next) {
        other->qts = nv->qts;
    }
    /* The clock of a machine under test doesn't migrate. */
    qtest_clock_set(nv->qts, nv_latest_clock(nv));
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'migrate-incoming', "
                             "'arguments': { 'uri': %s, "
                             "'exit-on-error': false } }", uri);
    return nv_migration_wait(nv);
}

void nv_migrate(NVDev *nv)
{
    bool running = nv_running(nv);
    g_autofree char *file = nv_migrate_out(nv);

    g_assert_true(nv_migrate_in(nv, file));
    if (running) {
        qtest_qmp_eventwait(nv->qts, "RESUME");
    }
}

bool nv_migrate_change(NVDev *nv,
                       void (*change)(GByteArray *stream, void *opaque),
                       void *opaque)
{
    bool running = nv_running(nv), taken;
    g_autofree char *file = nv_migrate_out(nv);
    g_autoptr(GByteArray) stream = nv_read_stream(file);

    change(stream, opaque);
    g_assert_true(g_file_set_contents(file, (char *)stream->data, stream->len,
                                      NULL));
    taken = nv_migrate_in(nv, file);
    if (taken && running) {
        qtest_qmp_eventwait(nv->qts, "RESUME");
    }
    return taken;
}

/* A byte that is written, by its distance from bytes that are known */
typedef struct NVLie {
    const void *known;
    size_t len;
    int offset;
    uint8_t val;
} NVLie;

/* Where it is in some data, which have the known bytes once */
static size_t nv_lie_at(const NVLie *lie, const void *data, size_t size)
{
    const char *at = memmem(data, size, lie->known, lie->len);
    size_t rest;

    g_assert_nonnull(at);
    rest = (const char *)data + size - at - lie->len;
    g_assert_null(memmem(at + lie->len, rest, lie->known, lie->len));
    return at - (const char *)data + lie->offset;
}

static void nv_lie(GByteArray *stream, void *opaque)
{
    const NVLie *lie = opaque;

    stream->data[nv_lie_at(lie, stream->data, stream->len)] = lie->val;
}

bool nv_migrate_lie(NVDev *nv, const void *known, size_t len, int offset,
                    uint8_t val)
{
    return nv_migrate_change(nv, nv_lie,
                             &(NVLie) { known, len, offset, val });
}

void nv_stop(NVDev *nv)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'stop' }");
}

void nv_cont(NVDev *nv)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
}

void nv_cont_a_little(NVDev *nv)
{
    /*
     * On a busy machine no other process may get time between two commands:
     * QEMU has read these two while it was executing the first, which takes
     * long.
     */
    qtest_qmp_send_raw(nv->qts, "{ \"execute\": \"query-commands\" }"
                       "{ \"execute\": \"cont\" }"
                       "{ \"execute\": \"stop\" }\n");
    for (unsigned i = 0; i < 3; i++) {
        qobject_unref(qtest_qmp_receive(nv->qts));
    }
}

/* --- Snapshots -------------------------------------------------------- */

/* True when the job has ended, which is what the test waits for. */
static bool nv_job_done(NVDev *nv)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'query-jobs' }");
    QList *jobs = qdict_get_qlist(rsp, "return");
    QDict *job = qobject_to(QDict, qlist_peek(jobs));
    bool done;

    g_assert_nonnull(job);
    done = g_str_equal(qdict_get_str(job, "status"), "concluded");
    if (done && qdict_haskey(job, "error")) {
        g_error("job: %s", qdict_get_str(job, "error"));
    }
    qobject_unref(rsp);
    return done;
}

static void nv_job_wait(NVDev *nv)
{
    for (unsigned i = 0; !nv_job_done(nv); i++) {
        g_assert(i < NV_PATIENCE);
        g_usleep(1000);
    }
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'job-dismiss', "
                             "'arguments': { 'id': 'job' } }");
}

static bool nv_has_disk(NVDev *nv)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'query-named-block-nodes', "
                           "'arguments': { 'flat': true } }");
    bool has = !qlist_empty(qdict_get_qlist(rsp, "return"));

    qobject_unref(rsp);
    return has;
}

static char *nv_snapshot_image(NVDev *nv)
{
    return g_build_filename(nv->dir, "snapshots", NULL);
}

/* An image for snapshots, which no device uses; it outlives a migration. */
static void nv_snapshot_init(NVDev *nv)
{
    g_autofree char *image = nv_snapshot_image(nv);
    bool is_new = !g_file_test(image, G_FILE_TEST_EXISTS);

    nv_keep_to_itself(nv);
    if (nv_has_disk(nv)) {
        return;
    }
    if (is_new) {
        qtest_qmp_assert_success(nv->qts, "{ 'execute': 'blockdev-create', "
                                 "'arguments': { 'job-id': 'job', 'options': "
                                 "{ 'driver': 'file', 'filename': %s, "
                                 "'size': 0 } } }", image);
        nv_job_wait(nv);
    }
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'blockdev-add', "
                             "'arguments': { 'driver': 'file', "
                             "'node-name': 'file', 'filename': %s, "
                             "'cache': { 'no-flush': true } } }", image);
    if (is_new) {
        qtest_qmp_assert_success(nv->qts, "{ 'execute': 'blockdev-create', "
                                 "'arguments': { 'job-id': 'job', 'options': "
                                 "{ 'driver': 'qcow2', 'file': 'file', "
                                 "'size': 65536 } } }");
        nv_job_wait(nv);
    }
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'blockdev-add', "
                             "'arguments': { 'driver': 'qcow2', "
                             "'node-name': 'disk', 'file': 'file', "
                             "'cache': { 'no-flush': true } } }");
}

static void nv_snapshot_job(NVDev *nv, const char *command)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': %s, 'arguments': "
                             "{ 'job-id': 'job', 'tag': 'snapshot', "
                             "'vmstate': 'disk', 'devices': [ 'disk' ] } }",
                             command);
    nv_job_wait(nv);
}

void nv_savevm(NVDev *nv)
{
    nv_snapshot_init(nv);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'snapshot-delete', "
                             "'arguments': { 'job-id': 'job', "
                             "'tag': 'snapshot', 'devices': [ 'disk' ] } }");
    nv_job_wait(nv);
    nv_snapshot_job(nv, "snapshot-save");
}

void nv_savevm_lie(NVDev *nv, const void *known, size_t len, int offset,
                   uint8_t val)
{
    g_autofree char *image = nv_snapshot_image(nv);
    const NVLie lie = { known, len, offset, val };
    g_autofree char *data = NULL;
    gsize size;
    int fd;

    nv_savevm(nv);
    g_assert_true(g_file_get_contents(image, &data, &size, NULL));
    fd = g_open(image, O_WRONLY, 0);
    g_assert(fd >= 0);
    g_assert_cmpint(pwrite(fd, &val, 1, nv_lie_at(&lie, data, size)), ==, 1);
    close(fd);
}

void nv_loadvm(NVDev *nv)
{
    nv_snapshot_job(nv, "snapshot-load");
}

char *nv_loadvm_says(NVDev *nv)
{
    return qtest_hmp(nv->qts, "loadvm snapshot");
}

bool nv_loadvm_fails(NVDev *nv)
{
    g_autofree char *answer = nv_loadvm_says(nv);

    return *answer;
}

static void nv_hmp(NVDev *nv, const char *command)
{
    g_autofree char *answer = qtest_hmp(nv->qts, "%s", command);

    g_assert_cmpstr(answer, ==, "");
}

void nv_reload(NVDev *nv)
{
    nv_snapshot_init(nv);
    nv_hmp(nv, "savevm reload");
    nv_hmp(nv, "loadvm reload");
}

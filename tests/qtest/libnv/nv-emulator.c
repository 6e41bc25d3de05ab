/*
 * Tests of the NVIDIA GPU: emulators that many cases use
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "qobject/qbool.h"
#include "qobject/qdict.h"
#include "nv-emulator.h"
#include "nv-gpu.h"
#include "nv-posted.h"

/* How often to check whether QEMU has ended, a millisecond each */
#define NV_QUIT_PATIENCE 10000

/*
 * How many wait at most: cases of one card come one after the other, with few
 * command lines.
 */
#define NV_WAITING 4

/* The last part is enough, and a monitor reads byte by byte. */
#define NV_PATH "gpu"

/* The one that has waited longest is the first. */
static GQueue nv_waiting = G_QUEUE_INIT;

static unsigned nv_started;

/* --- Processes -------------------------------------------------------- */

QTestState *nv_qtest_start(const char *args, bool shared)
{
    /* libqtest has each access written to /dev/null, if to nowhere else. */
    g_autofree char *all = g_strdup_printf("%s%s", args, g_getenv("QTEST_LOG")
                                           ? "" : " -qtest-log none");
    QTestState *qts;

    /*
     * With a heap in huge pages a start has fewer page faults; but what frees
     * memory and takes it again has it cleared each time.
     */
    if (!shared) {
        g_setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", true);
    }
    qts = qtest_init_without_qmp_handshake(all);
    if (!shared) {
        g_unsetenv("GLIBC_TUNABLES");
    }
    nv_started++;
    qobject_unref(qtest_qmp_receive(qts));
    qtest_qmp_assert_success(qts, "{ 'execute': 'qmp_capabilities', "
                             "'arguments': { 'enable': [ 'oob' ] } }");
    return qts;
}

void nv_qtest_quit(QTestState *qts)
{
    pid_t pid = qtest_pid(qts);
    siginfo_t info = {};

    nv_posted_flush();
    if (pid > 0) {
        kill(pid, SIGTERM);
        for (unsigned i = 0; i < NV_QUIT_PATIENCE && !info.si_pid; i++) {
            g_usleep(1000);
            if (waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT)) {
                break;
            }
        }
    }
    qtest_quit(qts);
}

/* Its properties are those of all cards. */
static bool nv_ask_debugger(void)
{
    const char *args[] = {
        g_getenv("QTEST_QEMU_BINARY"), "-device", "nv04-gpu,help", NULL,
    };
    g_autofree char *help = NULL;

    return g_spawn_sync(NULL, (char **)args, NULL, G_SPAWN_SEARCH_PATH, NULL,
                        NULL, &help, NULL, NULL, NULL) &&
           strstr(help, "breakpoints=");
}

bool nv_has_debugger(void)
{
    static bool asked, has;

    if (!asked) {
        asked = true;
        has = nv_ask_debugger();
    }
    return has;
}

unsigned nv_emulators_started(void)
{
    return nv_started;
}

/* --- Files ------------------------------------------------------------ */

/* All but the log */
static void nv_empty_dir(const NVEmulator *e)
{
    GDir *dir = g_dir_open(e->dir, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *file = g_build_filename(e->dir, name, NULL);

        if (!g_str_equal(file, e->log)) {
            g_unlink(file);
        }
    }
    g_clear_pointer(&dir, g_dir_close);
}

/* QEMU goes on where it was; what is before needs no room. */
static void nv_begin_log(NVEmulator *e)
{
    int fd = open(e->log, O_RDWR | O_CLOEXEC);
    struct stat st;

    if (fd < 0) {
        return;
    }
    if (!fstat(fd, &st) && st.st_size > e->logged) {
        e->logged = st.st_size;
        fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                  st.st_size);
    }
    close(fd);
}

char *nv_emulator_log(const NVEmulator *e)
{
    struct stat st = {};
    char *text;
    ssize_t got;
    size_t size;
    int fd;

    nv_posted_flush();
    fd = open(e->log, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &st) || st.st_size < e->logged) {
        st.st_size = e->logged;
    }
    size = st.st_size - e->logged;
    text = g_malloc(size + 1);
    got = size ? pread(fd, text, size, e->logged) : 0;
    g_assert_cmpint(got, ==, size);
    text[size] = 0;
    if (fd >= 0) {
        close(fd);
    }
    return text;
}

/* --- Memory ----------------------------------------------------------- */

/* The machine's, in MiB */
#define NV_RAM_MIB ((unsigned)(nv_ram_size / MiB))

/*
 * Arguments that make memory files, which nv_find_memory() finds.  The machine's
 * has the name that QEMU gives it, so that its state may go on without a file.
 */
static char *nv_memory_args(void)
{
    return g_strdup_printf("-machine memory-backend=pc.ram,aux-ram-share=on "
                           "-object memory-backend-memfd,id=pc.ram,size=%uM,"
                           "share=on", NV_RAM_MIB);
}

/* Others are of firmware, which a reset doesn't restore if it is lost. */
static bool nv_is_memory(const char *target)
{
    return g_str_has_prefix(target, "/memfd:memory-backend-memfd") ||
           (g_str_has_prefix(target, "/memfd:") &&
            strstr(target, "/vga.vram"));
}

/* QEMU's files are open for those whose process it is. */
static void nv_find_memory(NVEmulator *e)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/fd", qtest_pid(e->qts));
    GDir *dir = g_dir_open(path, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        g_autofree char *target = g_file_read_link(file, NULL);
        int fd;

        if (target && nv_is_memory(target)) {
            fd = open(file, O_RDWR | O_CLOEXEC);
            g_assert_cmpint(fd, >=, 0);
            g_array_append_val(e->memory, fd);
        }
    }
    g_clear_pointer(&dir, g_dir_close);
}

/* Pages that aren't there are zero. */
static bool nv_clear_memory(NVEmulator *e)
{
    nv_posted_flush();
    for (unsigned i = 0; i < e->memory->len; i++) {
        int fd = g_array_index(e->memory, int, i);
        struct stat st;

        if (fstat(fd, &st) ||
            fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                      st.st_size)) {
            return false;
        }
    }
    return true;
}

/* --- Putting back ----------------------------------------------------- */

static bool nv_is_on(QTestState *qts, const char *property)
{
    QObject *value = nv_qom_object(qts, "gpu", property);
    bool on = value && qbool_get_bool(qobject_to(QBool, value));

    qobject_unref(value);
    return on;
}

/* A machine that doesn't run has been stopped by more than the debugger. */
static bool nv_runs(QTestState *qts)
{
    QDict *rsp = qtest_qmp_assert_success_ref(qts,
        "{ 'execute': 'query-status' }");
    bool runs = qdict_get_bool(rsp, "running");

    qobject_unref(rsp);
    return runs;
}

/* What the user of a debugger has set, which a reset leaves */
static void nv_undo_debugger(NVEmulator *e)
{
    if (!nv_has_debugger()) {
        return;
    }
    qtest_qmp_assert_success(e->qts, "{ 'execute': 'x-nv-debug-reset', "
                             "'arguments': { 'path': '" NV_PATH "' } }");
    if (e->checker_on) {
        qtest_qmp_assert_success(e->qts, "{ 'execute': 'qom-set', "
                                 "'arguments': { 'path': '" NV_PATH "', "
                                 "'property': 'checker', 'value': true } }");
    }
}

static void nv_drop_events(QTestState *qts)
{
    QDict *event = qtest_qmp_event_ref(qts, "");

    g_assert_null(event);
}

static bool nv_put_back(NVEmulator *e)
{
    if (!e->memory->len || !nv_runs(e->qts)) {
        return false;
    }
    nv_undo_debugger(e);
    if (!nv_clear_memory(e)) {
        return false;
    }
    /* QEMU takes a step of 0 for an error; time begins with the reset. */
    e->clock = qtest_clock_step(e->qts, 1);
    qtest_system_reset(e->qts);
    qtest_qmp_assert_success(e->qts, "{ 'execute': 'x-nv-report-reset', "
                             "'arguments': { 'path': '" NV_PATH "' } }");
    nv_drop_events(e->qts);
    nv_empty_dir(e);
    nv_begin_log(e);
    return true;
}

/* --- Life ------------------------------------------------------------- */

static NVEmulator *nv_emulator_new(const char *line, bool shared)
{
    g_autofree char *memory = shared ? nv_memory_args() : NULL;
    g_autofree char *all = NULL;
    NVEmulator *e = g_new0(NVEmulator, 1);

    e->line = g_strdup(line);
    e->dir = g_dir_make_tmp("nv-test-XXXXXX", NULL);
    g_assert_nonnull(e->dir);
    e->log = g_build_filename(e->dir, "log", NULL);
    e->args = g_strdup_printf("%s -m %uM -d guest_errors,unimp -D %s", line,
                              NV_RAM_MIB, e->log);
    all = g_strdup_printf("%s %s", e->args, memory ?: "");
    e->qts = nv_qtest_start(all, shared);
    e->memory = g_array_new(false, false, sizeof(int));
    if (shared) {
        nv_find_memory(e);
        e->checker_on = nv_is_on(e->qts, "checker");
    }
    return e;
}

NVEmulator *nv_emulator_get(const char *line, bool shared)
{
    for (GList *l = nv_waiting.tail; shared && l; l = l->prev) {
        NVEmulator *e = l->data;

        if (g_str_equal(e->line, line)) {
            g_queue_delete_link(&nv_waiting, l);
            return e;
        }
    }
    return nv_emulator_new(line, shared);
}

void nv_emulator_end(NVEmulator *e, QTestState *qts)
{
    nv_qtest_quit(qts);
    nv_empty_dir(e);
    g_unlink(e->log);
    g_rmdir(e->dir);
    for (unsigned i = 0; i < e->memory->len; i++) {
        close(g_array_index(e->memory, int, i));
    }
    g_array_unref(e->memory);
    g_free(e->line);
    g_free(e->args);
    g_free(e->dir);
    g_free(e->log);
    g_free(e);
}

void nv_emulator_put(NVEmulator *e)
{
    if (!nv_put_back(e)) {
        nv_emulator_end(e, e->qts);
        return;
    }
    g_queue_push_tail(&nv_waiting, e);
    if (g_queue_get_length(&nv_waiting) > NV_WAITING) {
        e = g_queue_pop_head(&nv_waiting);
        nv_emulator_end(e, e->qts);
    }
}

void nv_emulators_end(void)
{
    NVEmulator *e;

    while ((e = g_queue_pop_head(&nv_waiting))) {
        nv_emulator_end(e, e->qts);
    }
}

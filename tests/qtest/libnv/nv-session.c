/*
 * Tests of the NVIDIA GPU: a machine with scripts/nv-debug
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "nv-driver.h"
#include "nv-posted.h"
#include "nv-session.h"
#include "nv-test.h"

#define SOCKET "qmp"
#define SCRIPT "script"

NVSession nv_session_new(NVDev *like)
{
    NVSession s = { .dir = g_dir_make_tmp("nv-session-XXXXXX", NULL) };
    g_autofree char *args = NULL;

    nv_test_need_debugger();
    g_assert_nonnull(s.dir);
    args = g_strdup_printf("-qmp unix:%s/" SOCKET ",server=on,wait=off",
                           s.dir);
    s.nv = nv_start(like->card, like->test->props, args);
    nv_init(s.nv);
    s.c = nv_either_new(s.nv, NV_DEBUG_CHID);
    return s;
}

static void session_remove_files(const char *dir)
{
    GDir *files = g_dir_open(dir, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name(files))) {
        g_autofree char *file = g_build_filename(dir, name, NULL);

        g_unlink(file);
    }
    g_dir_close(files);
    g_rmdir(dir);
}

void nv_session_free(NVSession *s)
{
    nv_either_free(&s->c);
    nv_quit(s->nv);
    session_remove_files(s->dir);
    g_free(s->dir);
}

const char *nv_session_ref_name(NVSession *s)
{
    return s->c.fermi ? "SET_REFERENCE"
                      : nv_sets_references(s->nv->card) ? "REF_CNT" : "0x0050";
}

void nv_session_file(NVSession *s, const char *name, const char *text)
{
    g_autofree char *file = g_build_filename(s->dir, name, NULL);

    g_assert_true(g_file_set_contents(file, text, -1, NULL));
}

/* Returns the debugger's exit status, and its output in @said. */
static int session_run(NVSession *s, const char *script, char **said)
{
    g_autofree char *socket = g_build_filename(s->dir, SOCKET, NULL);
    g_auto(GStrv) env = g_get_environ();
    const char *argv[] = {
        g_getenv("PYTHON") ?: "python3", NV_SCRIPTS "/nv-debug", socket,
        "--batch", SCRIPT, NULL
    };
    g_autofree char *err = NULL;
    int status;

    /* Names are the model's, whatever the user has installed. */
    env = g_environ_unsetenv(env, "NV_RNNDB");
    env = g_environ_unsetenv(env, "NV_CLASS_HEADERS");
    nv_session_file(s, SCRIPT, script);
    nv_posted_flush();
    g_assert_true(g_spawn_sync(s->dir, (char **)argv, env,
                               G_SPAWN_SEARCH_PATH, NULL, NULL, said, &err,
                               &status, NULL));
    if (*err) {
        nv_fail("nv-debug: %s%s", *said, err);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void nv_session_do(NVSession *s, const char *format, ...)
{
    g_autofree char *script = NULL, *said = NULL;
    va_list args;

    va_start(args, format);
    script = g_strdup_vprintf(format, args);
    va_end(args);
    if (session_run(s, script, &said)) {
        nv_fail("the debugger's script fails:\n%s", said);
    }
}

void nv_session_fails(NVSession *s, const char *script, const char *words)
{
    g_autofree char *said = NULL;
    int status = session_run(s, script, &said);

    if (status != 1 || !strstr(said, words)) {
        nv_fail("not \"%s\" but status %d:\n%s", words, status, said);
    }
}

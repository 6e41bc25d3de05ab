/*
 * Tests of the NVIDIA GPU: what a debugger does, by QMP
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-debug.h"
#include "qobject/qbool.h"
#include "qobject/qdict.h"
#include "qobject/qlist.h"
#include "qobject/qstring.h"

static char *nv_debug_path(NVDev *nv)
{
    return g_strdup_printf("/machine/peripheral/%s", nv->id);
}

static void nv_check_error(QDict *rsp, const char *words)
{
    QDict *error = qdict_get_qdict(rsp, "error");

    if (!error) {
        nv_fail("there is no error: \"%s\" was to be one", words);
    } else if (!strstr(qdict_get_str(error, "desc"), words)) {
        nv_fail("the error is \"%s\"", qdict_get_str(error, "desc"));
    }
    qobject_unref(rsp);
}

/* --- A channel -------------------------------------------------------- */

#define MTHD_REF 0x50

void nv_debug_submit(NVEither *c)
{
    const uint32_t refs[] = { 0x11, 0x22, 0x33 };

    if (c->fermi) {
        nv_fermi_command(c->fermi, NV_FERMI_NI(0, MTHD_REF, 0), refs, 3);
        nv_fermi_ref(c->fermi, 0x44);
        nv_fermi_kick(c->fermi);
    } else {
        nv_push_refs(c->chan, refs, 3);
        nv_push_ref(c->chan, 0x44);
        nv_kick(c->chan);
    }
}

/* --- Lists ------------------------------------------------------------ */

static QDict *nv_try_list(NVDev *nv, const char *property,
                          const char *const *lines)
{
    g_autofree char *path = nv_debug_path(nv);
    QList *list = qlist_new();

    for (unsigned i = 0; lines[i]; i++) {
        qlist_append_str(list, lines[i]);
    }
    return qtest_qmp(nv->qts, "{ 'execute': 'qom-set', 'arguments': "
                     "{ 'path': %s, 'property': %s, 'value': %p } }",
                     path, property, QOBJECT(list));
}

static void nv_set_list(NVDev *nv, const char *property,
                        const char *const *lines)
{
    QDict *rsp = nv_try_list(nv, property, lines);

    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
}

static char *nv_list_line(NVDev *nv, const char *property, unsigned i)
{
    g_autofree char *path = nv_debug_path(nv);
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'qom-get', 'arguments': "
                           "{ 'path': %s, 'property': %s } }", path,
                           property);
    const QListEntry *entry = qlist_first(qdict_get_qlist(rsp, "return"));
    char *text;

    while (entry && i--) {
        entry = qlist_next(entry);
    }
    g_assert_nonnull(entry);
    text = g_strdup(qstring_get_str(qobject_to(QString,
                                               qlist_entry_obj(entry))));
    qobject_unref(rsp);
    return text;
}

static const char *const nv_no_lines[] = { NULL };

/* --- Breakpoints ------------------------------------------------------ */

void nv_set_breakpoints(NVDev *nv, const char *const *breakpoints)
{
    nv_set_list(nv, "breakpoints", breakpoints);
}

void nv_break_none(NVDev *nv)
{
    nv_set_list(nv, "breakpoints", nv_no_lines);
}

void nv_breakpoint_is_wrong(NVDev *nv, const char *breakpoint,
                            const char *words)
{
    nv_breakpoints_are_wrong(nv, (const char *[]){ breakpoint, NULL }, words);
}

void nv_breakpoints_are_wrong(NVDev *nv, const char *const *breakpoints,
                              const char *words)
{
    nv_check_error(nv_try_list(nv, "breakpoints", breakpoints), words);
}

char *nv_breakpoint(NVDev *nv, unsigned i)
{
    return nv_list_line(nv, "breakpoints", i);
}

void nv_assert_hit(NVDev *nv, unsigned i, unsigned times)
{
    g_autofree char *text = nv_breakpoint(nv, i);
    g_autofree char *hits = g_strdup_printf(" hits=%u", times);

    if (!g_str_has_suffix(text, hits)) {
        nv_fail("%s: not%s", text, hits);
    }
}

/* --- Faults ----------------------------------------------------------- */

void nv_order_faults(NVDev *nv, const char *const *faults)
{
    nv_set_list(nv, "faults", faults);
}

void nv_order_none(NVDev *nv)
{
    nv_set_list(nv, "faults", nv_no_lines);
}

void nv_fault_is_wrong(NVDev *nv, const char *fault, const char *words)
{
    nv_check_error(nv_try_list(nv, "faults", (const char *[]){ fault, NULL }),
                   words);
}

char *nv_fault_text(NVDev *nv, unsigned i)
{
    return nv_list_line(nv, "faults", i);
}

unsigned nv_fault_done(NVDev *nv, unsigned i)
{
    g_autofree char *text = nv_fault_text(nv, i);
    const char *done = strstr(text, " done=");

    g_assert_nonnull(done);
    return atoi(done + strlen(" done="));
}

/* --- Stopping --------------------------------------------------------- */

bool nv_is_stopped(NVDev *nv)
{
    g_autofree char *path = nv_debug_path(nv);
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'qom-get', 'arguments': "
                           "{ 'path': %s, 'property': 'stopped' } }", path);
    bool stopped = qdict_get_bool(rsp, "return");

    qobject_unref(rsp);
    return stopped;
}

void nv_stopped_at(NVDev *nv, const char *words)
{
    g_autofree char *reason = NULL;

    nv_poll(nv_is_stopped(nv));
    reason = nv_qom_get(nv, "stop-reason");
    if (!strstr(reason, words)) {
        nv_fail("stopped at \"%s\", not \"%s\"", reason, words);
    }
}

static void nv_set_stopped(NVDev *nv, bool stopped)
{
    g_autofree char *path = nv_debug_path(nv);

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': "
                             "{ 'path': %s, 'property': 'stopped', "
                             "'value': %p } }", path,
                             QOBJECT(qbool_from_bool(stopped)));
}

void nv_go_on(NVDev *nv)
{
    nv_set_stopped(nv, false);
}

void nv_stand_still(NVDev *nv)
{
    nv_set_stopped(nv, true);
}

void nv_step(NVDev *nv, const char *what)
{
    g_autofree char *path = nv_debug_path(nv);

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': "
                             "{ 'path': %s, 'property': 'step', "
                             "'value': %s } }", path, what);
}

/* --- Looking and acting ----------------------------------------------- */

static QDict *nv_try_debug(NVDev *nv, const char *command)
{
    g_autofree char *path = nv_debug_path(nv);

    return qtest_qmp(nv->qts, "{ 'execute': 'x-nv-gpu-debug', 'arguments': "
                     "{ 'path': %s, 'command': %s } }", path, command);
}

char *nv_debug(NVDev *nv, const char *command)
{
    QDict *rsp = nv_try_debug(nv, command);
    char *text;

    if (qdict_haskey(rsp, "return")) {
        text = g_strdup(qdict_get_str(qdict_get_qdict(rsp, "return"),
                                      "human-readable-text"));
    } else {
        nv_fail("%s: %s", command,
                qdict_get_str(qdict_get_qdict(rsp, "error"), "desc"));
        text = g_strdup("");
    }
    qobject_unref(rsp);
    return text;
}

static void nv_debug_check(NVDev *nv, const char *words, bool has,
                           const char *command)
{
    g_autofree char *text = nv_debug(nv, command);

    if (!strstr(text, words) == has) {
        nv_fail("%s %s \"%s\":\n%s", command, has ? "lacks" : "has", words,
                text);
    }
}

void nv_debug_says(NVDev *nv, const char *words, const char *fmt, ...)
{
    g_autofree char *command = NULL;
    va_list args;

    va_start(args, fmt);
    command = g_strdup_vprintf(fmt, args);
    va_end(args);
    nv_debug_check(nv, words, true, command);
}

void nv_debug_lacks(NVDev *nv, const char *words, const char *fmt, ...)
{
    g_autofree char *command = NULL;
    va_list args;

    va_start(args, fmt);
    command = g_strdup_vprintf(fmt, args);
    va_end(args);
    nv_debug_check(nv, words, false, command);
}

void nv_debug_do(NVDev *nv, const char *fmt, ...)
{
    g_autofree char *command = NULL, *text = NULL;
    va_list args;

    va_start(args, fmt);
    command = g_strdup_vprintf(fmt, args);
    va_end(args);
    text = nv_debug(nv, command);
}

void nv_debug_is_wrong(NVDev *nv, const char *command, const char *words)
{
    nv_check_error(nv_try_debug(nv, command), words);
}

unsigned nv_debug_falcon(NVDev *nv, uint32_t base)
{
    g_autofree char *text = nv_debug(nv, "falcons");
    g_autofree char *words = g_strdup_printf(" base 0x%06x ", base);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (unsigned i = 0; lines[i]; i++) {
        if (strstr(lines[i], words)) {
            return atoi(lines[i] + strlen("falcon "));
        }
    }
    nv_fail("no falcon at 0x%06x", base);
    return 0;
}

/* --- Chardevs --------------------------------------------------------- */

char *nv_ringbuf_read(NVDev *nv, const char *chardev)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'ringbuf-read', 'arguments': "
                           "{ 'device': %s, 'size': 65536 } }", chardev);
    char *text = g_strdup(qdict_get_str(rsp, "return"));

    qobject_unref(rsp);
    return text;
}

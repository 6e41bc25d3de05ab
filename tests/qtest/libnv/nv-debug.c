/*
 * Tests of the NVIDIA GPU: what a debugger does, by QMP
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-debug.h"
#include "qobject/qbool.h"
#include "qobject/qdict.h"
#include "qobject/qjson.h"
#include "qobject/qlist.h"
#include "qobject/qnum.h"
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

QDict *nv_args(const char *fmt, ...)
{
    QDict *args;
    va_list ap;

    va_start(ap, fmt);
    args = qdict_from_vjsonf_nofail(fmt, ap);
    va_end(ap);
    return args;
}

/* Execute a command about the card, whose arguments are taken. */
static QDict *nv_try_command(NVDev *nv, const char *command, QDict *args)
{
    g_autofree char *path = nv_debug_path(nv);

    args = args ?: qdict_new();
    qdict_put_str(args, "path", path);
    return qtest_qmp(nv->qts, "{ 'execute': %s, 'arguments': %p }", command,
                     QOBJECT(args));
}

static QObject *nv_command(NVDev *nv, const char *command, QDict *args)
{
    QDict *rsp = nv_try_command(nv, command, args);
    QObject *answer = qobject_ref(qdict_get(rsp, "return"));

    if (!answer) {
        nv_fail("%s: %s", command,
                qdict_get_str(qdict_get_qdict(rsp, "error"), "desc"));
        answer = QOBJECT(qdict_new());
    }
    qobject_unref(rsp);
    return answer;
}

QObject *nv_query(NVDev *nv, const char *what, QDict *args)
{
    g_autofree char *command = g_strdup_printf("x-query-nv-%s", what);

    return nv_command(nv, command, args);
}

void nv_query_is_wrong(NVDev *nv, const char *what, QDict *args,
                       const char *words)
{
    g_autofree char *command = g_strdup_printf("x-query-nv-%s", what);

    nv_check_error(nv_try_command(nv, command, args), words);
}

void nv_act(NVDev *nv, const char *what, QDict *args)
{
    g_autofree char *command = g_strdup_printf("x-nv-%s", what);

    qobject_unref(nv_command(nv, command, args));
}

void nv_act_is_wrong(NVDev *nv, const char *what, QDict *args,
                     const char *words)
{
    g_autofree char *command = g_strdup_printf("x-nv-%s", what);

    nv_check_error(nv_try_command(nv, command, args), words);
}

static bool nv_answer_has(QObject *is, QObject *want);

static bool nv_dict_has(QDict *is, QDict *want)
{
    const QDictEntry *entry;

    for (entry = qdict_first(want); entry; entry = qdict_next(want, entry)) {
        QObject *member = qdict_get(is, qdict_entry_key(entry));
        QObject *value = qdict_entry_value(entry);

        if (qobject_type(value) == QTYPE_QNULL
            ? !!member : !member || !nv_answer_has(member, value)) {
            return false;
        }
    }
    return true;
}

static bool nv_list_has(QList *is, QList *want)
{
    const QListEntry *next = qlist_first(want);
    const QListEntry *entry;

    if (!next) {
        return qlist_empty(is);
    }
    QLIST_FOREACH_ENTRY(is, entry) {
        if (next && nv_answer_has(qlist_entry_obj(entry),
                                  qlist_entry_obj(next))) {
            next = qlist_next(next);
        }
    }
    return !next;
}

static bool nv_answer_has(QObject *is, QObject *want)
{
    QDict *dict = qobject_to(QDict, want);
    QList *list = qobject_to(QList, want);

    if (dict) {
        return qobject_to(QDict, is) &&
               nv_dict_has(qobject_to(QDict, is), dict);
    }
    if (list) {
        return qobject_to(QList, is) &&
               nv_list_has(qobject_to(QList, is), list);
    }
    return qobject_is_equal(is, want);
}

/* @is and @want are taken. */
static void nv_check_answer(const char *what, QObject *is, QObject *want,
                            bool has)
{
    if (nv_answer_has(is, want) != has) {
        g_autoptr(GString) said = qobject_to_json(is);
        g_autoptr(GString) wanted = qobject_to_json(want);

        nv_fail("%s %s %s: %s", what, has ? "lacks" : "has", wanted->str,
                said->str);
    }
    qobject_unref(is);
    qobject_unref(want);
}

void nv_shows(NVDev *nv, const char *what, QDict *args, const char *fmt, ...)
{
    va_list ap;
    QObject *want;

    va_start(ap, fmt);
    want = qobject_from_vjsonf_nofail(fmt, ap);
    va_end(ap);
    nv_check_answer(what, nv_query(nv, what, args), want, true);
}

void nv_hides(NVDev *nv, const char *what, QDict *args, const char *fmt, ...)
{
    va_list ap;
    QObject *want;

    va_start(ap, fmt);
    want = qobject_from_vjsonf_nofail(fmt, ap);
    va_end(ap);
    nv_check_answer(what, nv_query(nv, what, args), want, false);
}

void nv_act_shows(NVDev *nv, const char *what, QDict *args, const char *fmt,
                  ...)
{
    g_autofree char *command = g_strdup_printf("x-nv-%s", what);
    va_list ap;
    QObject *want;

    va_start(ap, fmt);
    want = qobject_from_vjsonf_nofail(fmt, ap);
    va_end(ap);
    nv_check_answer(what, nv_command(nv, command, args), want, true);
}

unsigned nv_debug_falcon(NVDev *nv, uint32_t base)
{
    QObject *falcons = nv_query(nv, "falcons", NULL);
    const QListEntry *entry;
    int found = -1;

    QLIST_FOREACH_ENTRY(qobject_to(QList, falcons), entry) {
        QDict *falcon = qobject_to(QDict, qlist_entry_obj(entry));

        if (qdict_get_int(falcon, "base") == base) {
            found = qdict_get_int(falcon, "falcon");
        }
    }
    qobject_unref(falcons);
    if (found < 0) {
        nv_fail("no falcon at 0x%06x", base);
    }
    return MAX(found, 0);
}

uint32_t nv_debug_falcon_r(NVDev *nv, unsigned falcon, unsigned i)
{
    QObject *answer = nv_query(nv, "falcon-registers",
                               nv_args("{ 'falcon': %u }", falcon));
    QList *r = qdict_get_qlist(qobject_to(QDict, answer), "r");
    const QListEntry *entry = r ? qlist_first(r) : NULL;
    uint64_t val = 0;

    while (entry && i--) {
        entry = qlist_next(entry);
    }
    if (!entry || !qnum_get_try_uint(qobject_to(QNum, qlist_entry_obj(entry)),
                                     &val)) {
        nv_fail("falcon %u hasn't that register", falcon);
    }
    qobject_unref(answer);
    return val;
}

char *nv_register_name(NVDev *nv, uint32_t addr)
{
    QObject *reg = nv_query(nv, "register", nv_args("{ 'address': %u }", addr));
    char *name = g_strdup(qdict_get_try_str(qobject_to(QDict, reg), "name"));

    qobject_unref(reg);
    return name;
}

/* --- What there is to ask for ----------------------------------------- */

static void nv_debug_check(NVDev *nv, const char *words, bool has,
                           const char *command)
{
    QDict *answer = qobject_to(QDict, nv_command(
        nv, "x-nv-gpu-debug", nv_args("{ 'command': %s }", command)));
    const char *text = qdict_get_try_str(answer, "human-readable-text");

    if (!text || !strstr(text, words) == has) {
        nv_fail("%s %s \"%s\":\n%s", command, has ? "lacks" : "has", words,
                text);
    }
    qobject_unref(answer);
}

void nv_debug_says(NVDev *nv, const char *words, const char *command)
{
    nv_debug_check(nv, words, true, command);
}

void nv_debug_lacks(NVDev *nv, const char *words, const char *command)
{
    nv_debug_check(nv, words, false, command);
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

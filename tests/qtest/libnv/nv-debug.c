/*
 * Tests of the NVIDIA GPU: what a debugger does, by QMP
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-debug.h"
#include "nv-test.h"
#include "qobject/qbool.h"
#include "qobject/qdict.h"
#include "qobject/qjson.h"
#include "qobject/qlist.h"
#include "qobject/qnum.h"
#include "qobject/qstring.h"

static char *nv_debug_path(NVDev *nv)
{
    nv_test_need_debugger();
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

/* --- Structures as texts ---------------------------------------------- */

/* A number, true or false, or a name */
static QObject *nv_value(const char *text)
{
    char *end;
    uint64_t val = g_ascii_strtoull(text, &end, 0);

    if (*text && !*end) {
        return *text == '-' ? QOBJECT(qnum_from_int(val))
                            : QOBJECT(qnum_from_uint(val));
    }
    if (g_ascii_isdigit(*text) && strchr(text, '.')) {
        return QOBJECT(qnum_from_double(g_ascii_strtod(text, NULL)));
    }
    if (!strcmp(text, "true") || !strcmp(text, "false")) {
        return QOBJECT(qbool_from_bool(*text == 't'));
    }
    return QOBJECT(qstring_from_str(text));
}

/* What selects an event */
static bool nv_selects(const char *key)
{
    static const char *const keys[] = {
        "channel", "subchannel", "pbdma", "engine", "intr", "ring", "head",
        "bar", "falcon", "class", "method", "data", "mask", "address", "size",
        "what", NULL,
    };

    return g_strv_contains(keys, key);
}

/* Add KEY=VALUE words, up to NULL; those of an event to the member "at". */
static void nv_put_members(QDict *to, char **words)
{
    QDict *at = NULL;

    for (char **word = words; *word; word++) {
        if (g_str_has_prefix(*word, "at=")) {
            at = qdict_new();
            qdict_put_str(at, "kind", *word + strlen("at="));
            qdict_put(to, "at", at);
        }
    }
    for (; *words; words++) {
        g_auto(GStrv) pair = g_strsplit(*words, "=", 2);

        if (**words && strcmp(pair[0], "at")) {
            g_assert_nonnull(pair[1]);
            qdict_put_obj(at && nv_selects(pair[0]) ? at : to, pair[0],
                          nv_value(pair[1]));
        }
    }
}

/* "VALUE... KEY=VALUE...", where the first values are those of @first */
static QDict *nv_structure(const char *text, const char *const *first)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    QDict *dict = qdict_new();
    char **word = words;

    for (; *first && *word; first++) {
        qdict_put_obj(dict, *first, nv_value(*word++));
    }
    nv_put_members(dict, word);
    return dict;
}

/* Names in texts have no spaces. */
static char *nv_value_text(const QObject *obj)
{
    const QString *name = qobject_to(QString, obj);
    const QBool *flag = qobject_to(QBool, obj);

    return name ? g_strdelimit(g_strdup(qstring_get_str(name)), " ", '_')
        : flag ? g_strdup(qbool_get_bool(flag) ? "true" : "false")
               : qnum_to_string(qobject_to(QNum, obj));
}

static void nv_text_put(GString *text, const QDict *dict,
                        const char *const *first)
{
    for (const QDictEntry *e = qdict_first(dict); e; e = qdict_next(dict, e)) {
        const QDict *at = qobject_to(QDict, qdict_entry_value(e));
        g_autofree char *value = at ? g_strdup(qdict_get_str(at, "kind"))
            : nv_value_text(qdict_entry_value(e));
        static const char *const kind[] = { "kind", NULL };

        if (!g_strv_contains(first, e->key)) {
            g_string_append_printf(text, " %s=%s", e->key, value);
        }
        if (at) {
            nv_text_put(text, at, kind);
        }
    }
}

/* The opposite of nv_structure() */
static char *nv_structure_text(const QDict *dict, const char *const *first)
{
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; first[i]; i++) {
        g_autofree char *value = nv_value_text(qdict_get(dict, first[i]));

        g_string_append_printf(text, "%s%s", i ? " " : "", value);
    }
    nv_text_put(text, dict, first);
    return g_string_free(text, false);
}

/* --- Lists ------------------------------------------------------------ */

/**
 * struct NVList - a property that is a list of structures
 *
 * @property: its name
 * @first: the members of which a text has only the values, which come first
 */
typedef struct NVList {
    const char *property;
    const char *first[3];
} NVList;

static const NVList nv_breakpoints = { "breakpoints", { "id", "kind" } };
static const NVList nv_faults = { "faults", { "fault" } };

static QDict *nv_try_list(NVDev *nv, const NVList *list,
                          const char *const *texts)
{
    g_autofree char *path = nv_debug_path(nv);
    QList *value = qlist_new();

    for (unsigned i = 0; texts[i]; i++) {
        qlist_append(value, nv_structure(texts[i], list->first));
    }
    return qtest_qmp(nv->qts, "{ 'execute': 'qom-set', 'arguments': "
                     "{ 'path': %s, 'property': %s, 'value': %p } }",
                     path, list->property, QOBJECT(value));
}

static void nv_set_list(NVDev *nv, const NVList *list,
                        const char *const *texts)
{
    QDict *rsp = nv_try_list(nv, list, texts);

    if (!qdict_haskey(rsp, "return")) {
        nv_fail("%s: %s", texts[0],
                qdict_get_str(qdict_get_qdict(rsp, "error"), "desc"));
    }
    qobject_unref(rsp);
}

/* The caller has a reference. */
static QDict *nv_list_entry(NVDev *nv, const NVList *list, unsigned i)
{
    QObject *value = nv_qom_object(nv->qts, nv->id, list->property);
    const QListEntry *entry = qlist_first(qobject_to(QList, value));
    QDict *dict;

    while (entry && i--) {
        entry = qlist_next(entry);
    }
    g_assert_nonnull(entry);
    dict = qobject_ref(qobject_to(QDict, qlist_entry_obj(entry)));
    qobject_unref(value);
    return dict;
}

static char *nv_list_text(NVDev *nv, const NVList *list, unsigned i)
{
    QDict *entry = nv_list_entry(nv, list, i);
    char *text = nv_structure_text(entry, list->first);

    qobject_unref(entry);
    return text;
}

static void nv_assert_entry(NVDev *nv, const NVList *list, unsigned i,
                            const char *text)
{
    QDict *want = nv_structure(text, list->first);
    QDict *is = nv_list_entry(nv, list, i);

    if (!qobject_is_equal(QOBJECT(want), QOBJECT(is))) {
        g_autofree char *said = nv_structure_text(is, list->first);

        nv_fail("\"%s\" is \"%s\"", text, said);
    }
    qobject_unref(want);
    qobject_unref(is);
}

static uint64_t nv_entry_number(NVDev *nv, const NVList *list, unsigned i,
                                const char *key)
{
    QDict *entry = nv_list_entry(nv, list, i);
    uint64_t val = qdict_get_int(entry, key);

    qobject_unref(entry);
    return val;
}

static const char *const nv_no_texts[] = { NULL };

/* --- Breakpoints ------------------------------------------------------ */

void nv_set_breakpoints(NVDev *nv, const char *const *breakpoints)
{
    nv_set_list(nv, &nv_breakpoints, breakpoints);
}

void nv_break_none(NVDev *nv)
{
    nv_set_list(nv, &nv_breakpoints, nv_no_texts);
}

void nv_breakpoint_is_wrong(NVDev *nv, const char *breakpoint,
                            const char *words)
{
    nv_breakpoints_are_wrong(nv, (const char *[]){ breakpoint, NULL }, words);
}

void nv_breakpoints_are_wrong(NVDev *nv, const char *const *breakpoints,
                              const char *words)
{
    nv_check_error(nv_try_list(nv, &nv_breakpoints, breakpoints), words);
}

char *nv_breakpoint(NVDev *nv, unsigned i)
{
    return nv_list_text(nv, &nv_breakpoints, i);
}

void nv_assert_breakpoint(NVDev *nv, unsigned i, const char *text)
{
    nv_assert_entry(nv, &nv_breakpoints, i, text);
}

uint64_t nv_hits(NVDev *nv, unsigned i)
{
    return nv_entry_number(nv, &nv_breakpoints, i, "hits");
}

void nv_assert_hit(NVDev *nv, unsigned i, unsigned times)
{
    nv_assert_hex(nv_hits(nv, i), times);
}

/* --- Faults ----------------------------------------------------------- */

void nv_inject_faults(NVDev *nv, const char *const *faults)
{
    nv_set_list(nv, &nv_faults, faults);
}

void nv_inject_none(NVDev *nv)
{
    nv_set_list(nv, &nv_faults, nv_no_texts);
}

void nv_fault_is_wrong(NVDev *nv, const char *fault, const char *words)
{
    nv_check_error(nv_try_list(nv, &nv_faults,
                               (const char *[]){ fault, NULL }), words);
}

char *nv_fault_text(NVDev *nv, unsigned i)
{
    return nv_list_text(nv, &nv_faults, i);
}

void nv_assert_fault(NVDev *nv, unsigned i, const char *text)
{
    nv_assert_entry(nv, &nv_faults, i, text);
}

unsigned nv_fault_done(NVDev *nv, unsigned i)
{
    return nv_entry_number(nv, &nv_faults, i, "done");
}

/* --- Stopping --------------------------------------------------------- */

bool nv_debug_is_on(NVDev *nv, const char *property)
{
    QObject *value = nv_qom_object(nv->qts, nv->id, property);
    bool on = qbool_get_bool(qobject_to(QBool, value));

    qobject_unref(value);
    return on;
}

unsigned nv_debug_count(NVDev *nv, const char *property)
{
    QObject *value = nv_qom_object(nv->qts, nv->id, property);
    unsigned count = qlist_size(qobject_to(QList, value));

    qobject_unref(value);
    return count;
}

bool nv_is_stopped(NVDev *nv)
{
    return nv_debug_is_on(nv, "stopped");
}

/* A member of a stop, of its event, or of that one's access; NULL: none */
static const QObject *nv_stop_member(const QDict *stop, const char *key)
{
    const QDict *event = qdict_get_qdict(stop, "event");
    const QDict *access = event ? qdict_get_qdict(event, "access") : NULL;
    const char *of_access = g_str_has_prefix(key, "access-")
        ? key + strlen("access-") : NULL;

    if (of_access) {
        return access ? qdict_get(access, of_access) : NULL;
    }
    return qdict_haskey(stop, key) || !event ? qdict_get(stop, key)
                                             : qdict_get(event, key);
}

/* Whether a stop has a member, or lacks it, as a word says */
static bool nv_stop_has(const QDict *stop, const char *word)
{
    bool lacks = *word == '!';
    g_auto(GStrv) pair = g_strsplit(word + lacks, "=", 2);
    const QObject *is = nv_stop_member(stop, pair[0]);
    g_autofree char *text = NULL;
    QObject *want;
    bool same;

    if (!pair[1] || !is) {
        return !is == lacks;
    }
    want = nv_value(pair[1]);
    text = nv_value_text(is);
    same = qobject_is_equal(is, want) || !strcmp(text, pair[1]);
    qobject_unref(want);
    return same;
}

void nv_assert_stop(NVDev *nv, const char *words)
{
    g_auto(GStrv) wanted = g_strsplit(words, " ", -1);
    QObject *value = nv_qom_object(nv->qts, nv->id, "stop-reason");
    const QDict *stop = qobject_to(QDict, value);

    for (unsigned i = 0; wanted[i]; i++) {
        if (!nv_stop_has(stop, wanted[i])) {
            GString *is = qobject_to_json(value);

            nv_fail("stopped at %s: not \"%s\"", is->str, wanted[i]);
            g_string_free(is, true);
        }
    }
    qobject_unref(value);
}

void nv_stopped_at(NVDev *nv, const char *words)
{
    nv_poll(nv_is_stopped(nv));
    nv_assert_stop(nv, words);
}

/* The breakpoint, and its event with all members */
static void nv_check_event(NVDev *nv, int id, QDict *event)
{
    QDict *want = nv_args("{ 'reason': 'breakpoint', 'breakpoint': %d,"
                          " 'event': %p }", id, QOBJECT(event));
    QObject *is = nv_qom_object(nv->qts, nv->id, "stop-reason");

    if (!qobject_is_equal(is, QOBJECT(want))) {
        g_autoptr(GString) said = qobject_to_json(is);
        g_autoptr(GString) wanted = qobject_to_json(QOBJECT(want));

        nv_fail("stopped at %s, not at %s", said->str, wanted->str);
    }
    qobject_unref(want);
    qobject_unref(is);
}

void nv_stopped_by(NVDev *nv, int id, const char *fmt, ...)
{
    static const char *const kind[] = { "kind", NULL };
    g_autofree char *text = NULL;
    va_list ap;

    va_start(ap, fmt);
    text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    nv_poll(nv_is_stopped(nv));
    nv_check_event(nv, id, nv_structure(text, kind));
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

/* --- Inspection and control ------------------------------------------- */

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
    g_autofree char *path = g_strdup_printf("/machine/peripheral/%s", nv->id);
    const char *desc;
    QDict *rsp;

    args = args ?: qdict_new();
    qdict_put_str(args, "path", path);
    rsp = qtest_qmp(nv->qts, "{ 'execute': %s, 'arguments': %p }", command,
                    QOBJECT(args));
    desc = qdict_haskey(rsp, "error")
        ? qdict_get_str(qdict_get_qdict(rsp, "error"), "desc") : "";
    if (strstr(desc, "CONFIG_NV_GPU_DEBUG")) {
        nv_test_skip(desc);
    }
    return rsp;
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

void nv_control(NVDev *nv, const char *what, QDict *args)
{
    g_autofree char *command = g_strdup_printf("x-nv-%s", what);

    qobject_unref(nv_command(nv, command, args));
}

void nv_control_is_wrong(NVDev *nv, const char *what, QDict *args,
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

void nv_control_shows(NVDev *nv, const char *what, QDict *args, const char *fmt,
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

bool nv_query_has(NVDev *nv, const char *what, const char *member,
                  const char *value)
{
    QObject *answer = nv_query(nv, what, NULL);
    const QListEntry *entry = qlist_first(qobject_to(QList, answer));
    bool has = false;

    for (; entry && !has; entry = qlist_next(entry)) {
        const QDict *dict = qobject_to(QDict, qlist_entry_obj(entry));

        has = !strcmp(qdict_get_str(dict, member), value);
    }
    qobject_unref(answer);
    return has;
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

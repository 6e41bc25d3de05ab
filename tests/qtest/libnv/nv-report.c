/*
 * Tests of the NVIDIA GPU: what a card reports: counters, what the model lacks,
 * findings, names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/debug/checker-text.h"
#include "qapi/error.h"
#include "qapi/qapi-visit-nv-gpu-report.h"
#include "qapi/qobject-input-visitor.h"
#include "nv-debug.h"
#include "nv-report.h"

static Visitor *query(NVDev *nv, const char *what)
{
    QObject *answer = nv_query(nv, what, NULL);
    Visitor *v = qobject_input_visitor_new(answer);

    qobject_unref(answer);
    return v;
}

NvNames *nv_names(NVDev *nv)
{
    Visitor *v = query(nv, "names");
    NvNames *names;

    visit_type_NvNames(v, NULL, &names, &error_abort);
    visit_free(v);
    return names;
}

NvFindings *nv_findings(NVDev *nv)
{
    Visitor *v = query(nv, "findings");
    NvFindings *findings;

    visit_type_NvFindings(v, NULL, &findings, &error_abort);
    visit_free(v);
    return findings;
}

/* --- Texts ------------------------------------------------------------ */

static void put_registers(GString *text, const NvUnmodelledRegisterList *rows)
{
    g_string_append(text, "registers that are not modelled:\n");
    if (!rows) {
        g_string_append(text, "  none\n");
    }
    for (; rows; rows = rows->next) {
        const NvUnmodelledRegister *row = rows->value;

        g_string_append_printf(text, "  0x%06x  %-10s %8" PRIu64 " reads %8"
                               PRIu64 " writes  last 0x%08x\n", row->address,
                               row->unit, row->reads, row->writes, row->last);
    }
}

static void put_polls(GString *text, const NvPolledRegisterList *rows)
{
    g_string_append(text, "registers polled without progress:\n");
    if (!rows) {
        g_string_append(text, "  none\n");
    }
    for (; rows; rows = rows->next) {
        const NvPolledRegister *row = rows->value;

        g_string_append_printf(text, "  0x%06x  %-10s %8" PRIu64 " reads of "
                               "0x%08x in %" PRId64 " us\n", row->address,
                               row->unit, row->reads, row->value,
                               row->duration / 1000);
    }
}

static void put_methods(GString *text, const NvUnmodelledMethodList *rows)
{
    g_string_append(text, "methods that no object handled:\n");
    if (!rows) {
        g_string_append(text, "  none\n");
    }
    for (; rows; rows = rows->next) {
        const NvUnmodelledMethod *row = rows->value;

        g_string_append_printf(text, "  class 0x%04x method 0x%04x %8" PRIu64
                               " times\n", row->q_class, row->method,
                               row->times);
    }
}

char *nv_report_text(NVDev *nv)
{
    Visitor *v = query(nv, "report");
    g_autoptr(NvReport) report = NULL;
    GString *text = g_string_new(NULL);

    visit_type_NvReport(v, NULL, &report, &error_abort);
    visit_free(v);
    put_registers(text, report->registers);
    put_polls(text, report->polls);
    put_methods(text, report->methods);
    if (!report->complete) {
        g_string_append(text, "a table was full: the report is incomplete\n");
    }
    return g_string_free(text, false);
}

char *nv_statistics_text(NVDev *nv)
{
    Visitor *v = query(nv, "statistics");
    g_autoptr(NvStatistics) said = NULL;
    GString *text = g_string_new(NULL);

    visit_type_NvStatistics(v, NULL, &said, &error_abort);
    visit_free(v);
    for (const NvStatisticList *l = said->counters; l; l = l->next) {
        g_string_append_printf(text, "%s %" PRIu64 "\n",
                               NvCounter_str(l->value->counter),
                               l->value->value);
    }
    for (const NvFaultCountList *l = said->faults; l; l = l->next) {
        g_string_append_printf(text, "fault-%s %" PRIu64 "\n",
                               l->value->fault, l->value->times);
    }
    return g_string_free(text, false);
}

char *nv_findings_text(NVDev *nv)
{
    g_autoptr(NvFindings) said = nv_findings(nv);
    GString *text = g_string_new(NULL);

    for (const NvFindingList *l = said->findings; l; l = l->next) {
        g_autofree char *line = nv_finding_text(l->value);

        g_string_append_printf(text, "%s\n", line);
    }
    if (said->lost) {
        g_string_append_printf(text, "lost times=%" PRIu64 ": there was no "
                               "room for other findings\n", said->lost);
    }
    return g_string_free(text, false);
}

/* --- Counters --------------------------------------------------------- */

uint64_t nv_statistic(NVDev *nv, const char *name)
{
    g_autofree char *text = nv_statistics_text(nv);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (unsigned i = 0; lines[i]; i++) {
        g_auto(GStrv) words = g_strsplit(lines[i], " ", 2);

        if (g_strv_length(words) == 2 && g_str_equal(words[0], name)) {
            return g_ascii_strtoull(words[1], NULL, 10);
        }
    }
    nv_fail("there is no statistic \"%s\"", name);
    return 0;
}

void nv_report_anew(NVDev *nv)
{
    g_autofree char *path = g_strdup_printf("/machine/peripheral/%s", nv->id);

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'x-nv-report-reset', "
                             "'arguments': { 'path': %s } }", path);
}

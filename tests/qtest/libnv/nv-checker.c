/*
 * Tests of the NVIDIA GPU: what the checker of drivers says
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qobject/qbool.h"
#include "nv-checker.h"
#include "nv-report.h"
#include "nv-test.h"

void nv_check_findings(NVDev *nv, const char *file, int line,
                       const char *want)
{
    g_autofree char *text = nv_findings_text(nv);
    unsigned count = 0;

    for (const char *end = text; (end = strchr(end, '\n')); end++) {
        count++;
    }
    if (count != !!want || (want && !g_str_has_prefix(text, want))) {
        nv_fail("%s:%d: the checker says \"%s\", not \"%s\"", file, line, text,
                want ? want : "");
    }
}

void nv_checker_anew(NVDev *nv)
{
    g_autofree char *path = g_strdup_printf("/machine/peripheral/%s", nv->id);

    nv_test_need_debugger();
    for (unsigned on = 0; on < 2; on++) {
        qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', "
                                 "'arguments': { 'path': %s, 'property': "
                                 "'checker', 'value': %p } }", path,
                                 QOBJECT(qbool_from_bool(on)));
    }
}

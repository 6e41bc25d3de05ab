/*
 * NVIDIA GPU: commands of QMP in emulators without the device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-report.h"
#include "qapi/qapi-commands-nv-gpu.h"

static void *nv_stub(Error **errp)
{
    error_setg(errp, "this emulator has no NVIDIA GPU");
    return NULL;
}

HumanReadableText *qmp_x_nv_gpu_debug(const char *path, const char *command,
                                      Error **errp)
{
    return nv_stub(errp);
}

NvStatistics *qmp_x_query_nv_statistics(const char *path, Error **errp)
{
    return nv_stub(errp);
}

NvReport *qmp_x_query_nv_report(const char *path, Error **errp)
{
    return nv_stub(errp);
}

NvJudgements *qmp_x_query_nv_judgements(const char *path, Error **errp)
{
    return nv_stub(errp);
}

NvNames *qmp_x_query_nv_names(const char *path, Error **errp)
{
    return nv_stub(errp);
}

void qmp_x_nv_report_reset(const char *path, Error **errp)
{
    nv_stub(errp);
}

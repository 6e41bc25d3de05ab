/*
 * NVIDIA GPU: QMP commands that report, in emulators without the device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/qapi-commands-nv-gpu-report.h"
#include "hw/nv/stub.h"

NvStatistics *qmp_x_query_nv_statistics(const char *path, Error **errp)
{
    return nv_no_gpu(errp);
}

NvReport *qmp_x_query_nv_report(const char *path, Error **errp)
{
    return nv_no_gpu(errp);
}

NvNames *qmp_x_query_nv_names(const char *path, Error **errp)
{
    return nv_no_gpu(errp);
}

void qmp_x_nv_report_reset(const char *path, Error **errp)
{
    nv_no_gpu(errp);
}

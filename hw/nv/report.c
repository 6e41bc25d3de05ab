/*
 * NVIDIA GPU: commands of QMP that report what a card has done, and what its
 * model has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/qapi-commands-nv-gpu-report.h"
#include "hw/nv/ce.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/graph.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"

NvStatistics *qmp_x_query_nv_statistics(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    return gpu ? nv_report_statistics(gpu) : NULL;
}

NvReport *qmp_x_query_nv_report(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    return gpu ? nv_report_query(gpu) : NULL;
}

void qmp_x_nv_report_reset(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    if (gpu) {
        nv_report_begin(gpu);
        nv_log_forget(gpu);
    }
}

NvNames *qmp_x_query_nv_names(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);
    NvNames *names;

    if (!gpu) {
        return NULL;
    }
    names = g_new0(NvNames, 1);
    names->registers = nv_regs_names(gpu);
    nv_graph_names(gpu, &names->classes, &names->methods);
    nv_ce_names(gpu, &names->methods);
    names->host_methods = nv_fifo_host_methods(gpu);
    return names;
}

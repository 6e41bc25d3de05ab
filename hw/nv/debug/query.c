/*
 * NVIDIA GPU: what QMP can be asked of breakpoints and faults
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/qapi-commands-nv-gpu-breakpoint.h"
#include "qapi/qapi-commands-nv-gpu-fault.h"
#include "fault.h"

NvBreakpointList *qmp_x_query_nv_breakpoints(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    return gpu ? nv_breakpoints_read(gpu) : NULL;
}

NvFaultList *qmp_x_query_nv_faults(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    return gpu ? nv_faults_read(gpu) : NULL;
}

NvErrorNameList *qmp_x_query_nv_errors(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);
    NvErrorNameList *list = NULL, **tail = &list;
    const char *name;

    for (unsigned i = 0; gpu && (name = nv_error_name(gpu, i)); i++) {
        NvErrorName *error = g_new0(NvErrorName, 1);

        error->name = g_strdup(name);
        QAPI_LIST_APPEND(tail, error);
    }
    return list;
}

NvPossibleFaultList *qmp_x_query_nv_fault_kinds(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);
    NvPossibleFaultList *list = NULL, **tail = &list;

    for (unsigned i = 0; gpu && i < NV_FAULT_NAME__MAX; i++) {
        if (nv_fault_is_possible(gpu, i)) {
            NvPossibleFault *kind = g_new0(NvPossibleFault, 1);

            kind->fault = i;
            QAPI_LIST_APPEND(tail, kind);
        }
    }
    return list;
}

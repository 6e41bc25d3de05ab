/*
 * NVIDIA GPU: the debugger's QMP commands in emulators without the device, or
 * built without the debugger
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-report.h"
#include "qapi/qapi-commands-nv-gpu-breakpoint.h"
#include "qapi/qapi-commands-nv-gpu-fault.h"
#include "qapi/qapi-commands-nv-gpu-control.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/stub.h"

static void *nv_no_debugger(Error **errp)
{
    if (!object_class_by_name(TYPE_NV_GPU)) {
        return nv_no_gpu(errp);
    }
    error_setg(errp, "this emulator was built without the debugger of NVIDIA "
               "GPUs (CONFIG_NV_GPU_DEBUG)");
    return NULL;
}

NvBreakpointList *qmp_x_query_nv_breakpoints(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvErrorNameList *qmp_x_query_nv_errors(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvFaultList *qmp_x_query_nv_faults(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvPossibleFaultList *qmp_x_query_nv_fault_kinds(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvUnits *qmp_x_query_nv_units(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvChannelList *qmp_x_query_nv_channels(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvChannel *qmp_x_query_nv_channel(const char *path, uint16_t channel,
                                  Error **errp)
{
    return nv_no_debugger(errp);
}

NvRunlistEntryList *qmp_x_query_nv_runlist(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvRamfcWordList *qmp_x_query_nv_ramfc(const char *path, uint16_t channel,
                                      Error **errp)
{
    return nv_no_debugger(errp);
}

NvCache1 *qmp_x_query_nv_cache1(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvRegisterList *qmp_x_query_nv_pbdma(const char *path, uint8_t pbdma,
                                     Error **errp)
{
    return nv_no_debugger(errp);
}

NvRamhtList *qmp_x_query_nv_ramht(const char *path, bool has_channel,
                                  uint16_t channel, Error **errp)
{
    return nv_no_debugger(errp);
}

NvObject *qmp_x_query_nv_object(const char *path, bool has_channel,
                                uint16_t channel, bool has_handle,
                                uint32_t handle, bool has_address,
                                uint32_t address, Error **errp)
{
    return nv_no_debugger(errp);
}

NvMemory *qmp_x_query_nv_memory(const char *path, NvSpace *space,
                                uint64_t address, uint32_t words, Error **errp)
{
    return nv_no_debugger(errp);
}

NvMemoryList *qmp_x_query_nv_pushbuffer(const char *path, uint16_t channel,
                                        bool has_address, uint64_t address,
                                        bool has_words, uint32_t words,
                                        Error **errp)
{
    return nv_no_debugger(errp);
}

NvRingEntries *qmp_x_query_nv_entries(const char *path, uint16_t channel,
                                      Error **errp)
{
    return nv_no_debugger(errp);
}

NvPageWalk *qmp_x_query_nv_page_walk(const char *path, uint16_t channel,
                                     uint64_t address, Error **errp)
{
    return nv_no_debugger(errp);
}

NvFalconList *qmp_x_query_nv_falcons(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvFalconRegisters *qmp_x_query_nv_falcon_registers(const char *path,
                                                   uint8_t falcon, Error **errp)
{
    return nv_no_debugger(errp);
}

NvMemory *qmp_x_query_nv_falcon_memory(const char *path, uint8_t falcon,
                                       NvFalconMemory memory, bool has_address,
                                       uint32_t address, bool has_words,
                                       uint32_t words, Error **errp)
{
    return nv_no_debugger(errp);
}

NvScreen *qmp_x_query_nv_screen(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvRegister *qmp_x_query_nv_register(const char *path, uint32_t address,
                                    Error **errp)
{
    return nv_no_debugger(errp);
}

NvInterrupts *qmp_x_query_nv_interrupts(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvSubmit *qmp_x_nv_submit(const char *path, uint16_t channel,
                          uint8_t subchannel, uint32_t method, uint32List *data,
                          Error **errp)
{
    return nv_no_debugger(errp);
}

NvChannel *qmp_x_nv_push(const char *path, uint16_t channel, uint64_t address,
                         uint32_t words, Error **errp)
{
    return nv_no_debugger(errp);
}

void qmp_x_nv_write_memory(const char *path, NvSpace *space, uint64_t address,
                           uint32List *words, Error **errp)
{
    nv_no_debugger(errp);
}

NvInterruptLine *qmp_x_nv_interrupt(const char *path, NvInterruptAction action,
                                    uint32_t bits, Error **errp)
{
    return nv_no_debugger(errp);
}

NvSkip *qmp_x_nv_skip(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

NvChannel *qmp_x_nv_kill(const char *path, uint16_t channel, Error **errp)
{
    return nv_no_debugger(errp);
}

NvHang *qmp_x_nv_hang(const char *path, uint16_t channel, bool hang,
                      Error **errp)
{
    return nv_no_debugger(errp);
}

void qmp_x_nv_debug_reset(const char *path, Error **errp)
{
    nv_no_debugger(errp);
}

NvFindings *qmp_x_query_nv_findings(const char *path, Error **errp)
{
    return nv_no_debugger(errp);
}

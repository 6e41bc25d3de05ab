/*
 * NVIDIA GPU: QMP commands: falcons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/falcon.h"
#include "inspect.h"

NvFalconList *qmp_x_query_nv_falcons(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvFalconList *list = NULL, **tail = &list;

    for (unsigned i = 0; gpu && i < nv_falcon_count(gpu); i++) {
        QAPI_LIST_APPEND(tail, nv_falcon_inspect(gpu, i));
    }
    return list;
}

static bool nv_inspect_has_falcon(NVGPU *gpu, unsigned index, Error **errp)
{
    unsigned count = nv_falcon_count(gpu);

    if (!count) {
        error_setg(errp, "the card has no falcons");
        return false;
    }
    if (index >= count) {
        error_setg(errp, "there is no falcon %u: the card has falcons 0 to %u",
                   index, count - 1);
        return false;
    }
    return true;
}

NvFalconRegisters *qmp_x_query_nv_falcon_registers(const char *path,
                                                   uint8_t falcon,
                                                   Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);

    return gpu && nv_inspect_has_falcon(gpu, falcon, errp)
           ? nv_falcon_inspect_registers(gpu, falcon) : NULL;
}

NvMemory *qmp_x_query_nv_falcon_memory(const char *path, uint8_t falcon,
                                       NvFalconMemory memory,
                                       bool has_address, uint32_t address,
                                       bool has_words, uint32_t words,
                                       Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    bool code = memory == NV_FALCON_MEMORY_CODE;
    NvMemory *answer;
    uint32List **tail;
    uint32_t size;

    if (!gpu || !nv_inspect_has_falcon(gpu, falcon, errp)) {
        return NULL;
    }
    size = nv_falcon_inspect_size(gpu, falcon, code);
    words = has_words ? words : NV_INSPECT_WORDS;
    if (!nv_inspect_has_words(address, size - 4, words, errp)) {
        return NULL;
    }
    answer = g_new0(NvMemory, 1);
    answer->address = address;
    tail = &answer->words;
    words = MIN(words, (size - address) / 4);
    for (uint32_t i = 0; i < words; i++) {
        QAPI_LIST_APPEND(tail, nv_falcon_inspect_word(gpu, falcon, code,
                                                      address + i * 4));
    }
    return answer;
}

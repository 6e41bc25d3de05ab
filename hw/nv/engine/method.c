/*
 * NVIDIA GPU: methods of PGRAPH's objects that do nothing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "method.h"

uint32_t nv_graph_ignore(NVGPU *gpu, const NVGraphMethod *method,
                         const uint32_t *data, uint32_t count)
{
    return count;
}

/* Parameters of a class's other methods, which aren't used */
void nv_graph_draw_nothing(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    nv_report_method(gpu, gpu->graph->binding.id,
                     nv_graph_method_at(method, index), val, 1);
}

/* --- The null object: 0x0030 ------------------------------------------ */

/* It accepts any method, and does nothing.  All except the common ones: */
const NVGraphMethod nv_mthd_null[] = {
    { .name = "?", .mthd = 0x108, .count = 14, .block = nv_graph_ignore },
    { .name = "?", .mthd = 0x144, .count = 15, .block = nv_graph_ignore },
    { .name = "?", .mthd = 0x184, .count = 0x79f, .block = nv_graph_ignore },
    { }
};

/*
 * NVIDIA GPU: PGRAPH's objects: executing methods, notifiers, NVC0+
 *
 * Sources: class headers 902D, 9039, 9097, 90C0; the register database
 * (fifo/nv_object.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nv50/error.h"
#include "hw/nv/engine/nv50/object.h"
#include "hw/nv/engine/object.h"
#include "trace/trace-hw_nv.h"

/* --- Notifiers -------------------------------------------------------- */

/* Write the time, 0 for no error, and last the 0 that software waits for */
void nvc0_graph_notify(NVGPU *gpu)
{
    const uint32_t *notify = nvc0_context(gpu, NVC0_CTX_NOTIFY +
                                               nvc0_graph_subc(gpu) * 2);
    uint32_t *armed = nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED);
    uint64_t addr = nv50_address(notify[0], notify[1]);
    uint32_t words[4] = { };
    NVDmaFault fault;
    NVDMAObject obj;
    bool awaken;

    if (!(*armed & NVC0_NOTIFY_ARMED)) {
        return;
    }
    awaken = *armed & NVC0_NOTIFY_AWAKEN;
    *armed = 0;
    stq_le_p(words, nv_ptimer_now(gpu));
    trace_nvc0_pgraph_notify(addr);
    nv50_graph_dmaobj(gpu, 0, &obj);
    if (nv_graph_probe_notify(gpu, addr, &words[3]) &&
        !nv_dmaobj_publish(gpu, &obj, addr, words, 4, 3, &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_NOTIFY, &fault);
    } else if (awaken) {
        nv50_graph_raise(gpu, R_NVC0_PGRAPH_INTR_NOTIFY_MASK);
    }
}

/* --- Methods that all classes have ------------------------------------ */

void nvc0_context_set(NVGPU *gpu, const NVGraphMethod *method,
                      unsigned index, uint32_t val)
{
    *nvc0_context(gpu, method->arg + index) = val;
}

uint32_t nvc0_graph_count(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count)
{
    nv_report_method(gpu, gpu->graph->binding.id, method->mthd, data[0],
                     count);
    return count;
}

/* SET_FALCON */
void nvc0_graph_firmware(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_FIRMWARE_MTHD_MASK,
                     "FIRMWARE_MTHD");
}

/* mthd 0x104, 0x108: SET_NOTIFY_A, SET_NOTIFY_B; @arg: which */
static void nvc0_mthd_set_notify(NVGPU *gpu, const NVGraphMethod *method,
                                 unsigned index, uint32_t val)
{
    *nvc0_context(gpu, NVC0_CTX_NOTIFY + nvc0_graph_subc(gpu) * 2 +
                       method->arg) = val;
}

/* mthd 0x10c: NOTIFY: write a notifier after the next method */
static void nvc0_mthd_notify(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    uint32_t *armed = nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED);

    if (*armed & NVC0_NOTIFY_ARMED) {
        *armed = 0;
        nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_DOUBLE_NOTIFY_MASK,
                         "DOUBLE_NOTIFY");
        return;
    }
    *armed = NVC0_NOTIFY_ARMED | (val & 1 ? NVC0_NOTIFY_AWAKEN : 0);
}

/* Operations are done one at a time: at WAIT_FOR_IDLE, all have ended. */
const NVGraphMethod nvc0_graph_common[] = {
    { .name = "NO_OPERATION", .mthd = 0x100, .block = nv_graph_ignore },
    { .name = "SET_NOTIFY_A", .mthd = 0x104, .arg = 0,
      .check = nv50_check_address_high, .set = nvc0_mthd_set_notify },
    { .name = "SET_NOTIFY_B", .mthd = 0x108, .arg = 1,
      .set = nvc0_mthd_set_notify },
    { .name = "NOTIFY", .mthd = 0x10c, .check = nv50_check_bool,
      .set = nvc0_mthd_notify },
    { .name = "WAIT_FOR_IDLE", .mthd = 0x110, .block = nv_graph_ignore },
    { .name = "SET_GLOBAL_RENDER_ENABLE", .mthd = 0x130, .count = 3,
      .block = nvc0_graph_count },
    { .name = "SEND_GO_IDLE", .mthd = 0x13c, .block = nv_graph_ignore },
    { .name = "PM_TRIGGER", .mthd = 0x140, .block = nv_graph_ignore },
    { .name = "SET_INSTRUMENTATION_METHOD", .mthd = 0x150, .count = 2,
      .block = nv_graph_ignore },
    { .name = "SET_MME_SHADOW_SCRATCH", .mthd = 0x3400, .count = 256,
      .block = nv_graph_ignore },
    { }
};

/*
 * NVIDIA GPU: notifiers, and the methods that all objects have
 *
 * Sources: envytools docs/hw/graph/intro.rst, "Notifiers"; hwtest's
 * pgraph_mthd_misc.cc and pgraph_mthd_grobj.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "notify.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "trace/trace-hw_nv.h"

/* Offsets of notifiers in the NOTIFY DMA object */
#define NV_NOTIFIER 0x00
#define NV_NOTIFIER_BUFFER 0x10

/* --- Notifiers -------------------------------------------------------- */

/* Write the time, 0 for no error, and last the 0 that software waits for */
static void nv_notifier_write(NVGPU *gpu, uint32_t offset)
{
    uint32_t inst = nv_grobj_notify(gpu);
    uint32_t words[4] = { };
    NVDMAObject obj;

    stq_le_p(words, nv_ptimer_now(gpu));
    trace_nv_pgraph_notify(inst, offset);
    if (!nv_graph_probe_notify(gpu, offset, &words[3])) {
        return;
    }
    if (!nv_grobj_load_dma(gpu, inst, &obj) ||
        !nv_dmaobj_publish(gpu, &obj, offset, words, 4, 3, NULL)) {
        nv_graph_error(gpu, NV_NSOURCE(DMA_W_PROTECTION));
    }
}

void nv04_graph_notify(NVGPU *gpu)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);

    if (!(*notify & R_NV_PGRAPH_NOTIFY_ARMED_MASK)) {
        return;
    }
    *notify &= ~R_NV_PGRAPH_NOTIFY_ARMED_MASK;
    nv_notifier_write(gpu, NV_NOTIFIER);
    if (*notify & R_NV_PGRAPH_NOTIFY_INTR_MASK) {
        nv_graph_raise(gpu, R_NV_PGRAPH_INTR_NOTIFY_MASK,
                       NV_NSOURCE(NOTIFICATION));
    }
}

void nv_graph_buffer_notify(NVGPU *gpu)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);

    *notify &= ~R_NV_PGRAPH_NOTIFY_BUFFER_ARMED_MASK;
    nv_notifier_write(gpu, NV_NOTIFIER_BUFFER);
    if (*notify & R_NV_PGRAPH_NOTIFY_BUFFER_INTR_MASK) {
        nv_graph_raise(gpu, R_NV_PGRAPH_INTR_BUFFER_NOTIFY_MASK,
                       NV_NSOURCE(BFR_NOTIFICATION));
    }
}

/* --- Methods ---------------------------------------------------------- */

/* mthd 0x100: NOP: its completion can write a notifier. */
static void nv_mthd_nop(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
}

static bool nv_valid_notify(uint32_t val)
{
    return val < 2;
}

/* mthd 0x104: NOTIFY: write a notifier after the next method */
static void nv_mthd_notify(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);

    if (*notify & R_NV_PGRAPH_NOTIFY_ARMED_MASK) {
        nv_graph_error(gpu, NV_NSOURCE(DOUBLE_NOTIFY));
        *notify &= ~R_NV_PGRAPH_NOTIFY_ARMED_MASK;
    }
    if (!nv_grobj_notify(gpu)) {
        nv_graph_state_wrong(gpu);
    }
    if (!nv_graph_accepts(gpu)) {
        return;
    }
    if (val & 2) {
        nv_graph_refused(gpu, "no such kind of notification");
        return;
    }
    *notify |= R_NV_PGRAPH_NOTIFY_ARMED_MASK;
    *notify = FIELD_DP32(*notify, NV_PGRAPH_NOTIFY, INTR, val);
}

/* mthd 0x180: DMA_NOTIFY */
static void nv_mthd_dma_notify(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
    uint32_t inst = nv_grobj_inst(gpu, val);
    uint32_t class = nv_ramin_read32(gpu, inst) & 0xfff;
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);
    bool m2mf = gpu->graph->binding.id == 0x39;

    if (*notify & R_NV_PGRAPH_NOTIFY_ARMED_MASK) {
        *notify &= ~R_NV_PGRAPH_NOTIFY_ARMED_MASK;
        nv_graph_error(gpu, NV_NSOURCE(NOTIFY_IN_USE));
    }
    nv_grobj_check_class(gpu, nv_grobj_takes_dma(class,
                                                 NV_CLASS_DMA_TO_MEMORY));
    nv_grobj_set(gpu, NV_GROBJ_NOTIFY,
                 class == NV_CLASS_NULL ? 0 : inst >> 4);
    if (class != NV_CLASS_NULL &&
        nv_ramin_read32(gpu, inst + 4) < (m2mf ? 0x1f : 0x0f)) {
        nv_graph_error(gpu, NV_NSOURCE(PROTECTION_ERROR));
    }
}

const NVGraphMethod nv_graph_common[] = {
    { .name = "NOP", .mthd = 0x100, .set = nv_mthd_nop },
    { .name = "NOTIFY", .mthd = 0x104, .valid = nv_valid_notify,
      .set = nv_mthd_notify },
    { .name = "PM_TRIGGER", .mthd = 0x140, .gate = NV_DEBUG_3(PM_TRIGGER),
      .set = nv_mthd_nop },
    { .name = "DMA_NOTIFY", .mthd = 0x180, .set = nv_mthd_dma_notify },
    { }
};

/* Operations are done one at a time: the previous one has ended. */
const NVGraphMethod nv_mthd_wait_for_idle[] = {
    { .name = "WAIT_FOR_IDLE", .mthd = 0x108, .set = nv_mthd_nop },
    { }
};

/*
 * NVIDIA GPU: notifiers, and the methods that all objects have, NV50:NVC0
 *
 * Sources: envytools docs/hw/graph/intro.rst, "Notifiers"; the register
 * database (fifo/nv_object.xml), and for errors its G80_PGRAPH_DATA_ERROR.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "context.h"
#include "error.h"
#include "object.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "trace/trace-hw_nv.h"

/* Offset of the ordinary notifier in the NOTIFY DMA object */
#define NV50_NOTIFIER 0x00

/* The words of an object's instance that hold other objects */
enum {
    NV50_OBJECT_NOTIFY = 1,
};

/* --- DMA objects ------------------------------------------------------ */

/* All fields that are checked are in the first word, @flags. */
static NV50DataError nv50_dma_check(uint32_t flags, bool write)
{
    uint16_t class = FIELD_EX32(flags, NV50_DMAOBJ_0, CLASS);

    if (!nv_dmaobj_is_class(class)) {
        return NV50_DATA_INVALID_OBJECT;
    }
    if (FIELD_EX32(flags, NV50_DMAOBJ_0, SUPERVISOR)) {
        return NV50_DATA_SUPERVISOR_OBJECT;
    }
    if (write && (class == NV_CLASS_DMA_FROM_MEMORY ||
                  FIELD_EX32(flags, NV50_DMAOBJ_0, READ_ONLY) ==
                  NV50_DMAOBJ_READ_ONLY)) {
        return NV50_DATA_READ_ONLY_OBJECT;
    }
    return NV50_DATA_OK;
}

bool nv50_graph_dma(NVGPU *gpu, uint32_t val, bool write, uint16_t *inst)
{
    uint32_t flags;

    *inst = nv50_graph_inst(gpu, val);
    flags = nv_ramin_read32(gpu, nv50_graph_inst_addr(gpu, *inst));
    if (FIELD_EX32(flags, NV50_DMAOBJ_0, CLASS) == NV_CLASS_NULL) {
        *inst = 0;
        return true;
    }
    return !nv50_graph_data_error(gpu, nv50_dma_check(flags, write));
}

/* --- Notifiers -------------------------------------------------------- */

/* Write the time, 0 for no error, and last the 0 that software waits for */
bool nv50_notifier_write(NVGPU *gpu, uint32_t offset, NVDmaFault *fault)
{
    uint16_t inst = nv50_object_get(gpu, NV50_OBJECT_NOTIFY);
    uint32_t words[4] = { };
    NVDMAObject obj;

    stq_le_p(words, nv_ptimer_now(gpu));
    trace_nv_pgraph_notify(nv50_graph_inst_addr(gpu, inst), offset);
    nv50_graph_dmaobj(gpu, inst, &obj);
    return !nv_graph_probe_notify(gpu, offset, &words[3]) ||
           nv_dmaobj_publish(gpu, &obj, offset, words, 4, 3, fault);
}

void nv50_graph_notify(NVGPU *gpu)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);
    NVDmaFault fault;

    if (!(*notify & R_NV_PGRAPH_NOTIFY_ARMED_MASK)) {
        return;
    }
    *notify &= ~R_NV_PGRAPH_NOTIFY_ARMED_MASK;
    if (!nv50_notifier_write(gpu, NV50_NOTIFIER, &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_NOTIFY, &fault);
    } else if (*notify & R_NV_PGRAPH_NOTIFY_INTR_MASK) {
        nv50_graph_raise(gpu, R_NV50_PGRAPH_INTR_NOTIFY_MASK);
    }
}

/* --- Parameters ------------------------------------------------------- */

uint8_t nv50_check_bool(uint32_t val)
{
    return val <= 1 ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

/* Bits 39:32 of an address */
uint8_t nv50_check_address_high(uint32_t val)
{
    return val <= 0xff ? NV50_DATA_OK : NV50_DATA_INVALID_VALUE;
}

/* Only render targets and textures have blocks wider than a gob. */
uint8_t nv50_check_block_dimensions(uint32_t val)
{
    if (val & ~0xfff) {
        return NV50_DATA_INVALID_BITFIELD;
    }
    return extract32(val, 0, 4) == 0 && extract32(val, 4, 4) <= 5 &&
           extract32(val, 8, 4) <= 5 ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

uint8_t nv50_check_depth(uint32_t val)
{
    return val >= 1 && val <= 0x800 ? NV50_DATA_OK : NV50_DATA_INVALID_VALUE;
}

/* --- Methods ---------------------------------------------------------- */

/* mthd 0x100: NOP: its completion can write a notifier. */
static void nv50_mthd_nop(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
}

/* mthd 0x104: NOTIFY: write a notifier after the next method */
static void nv50_mthd_notify(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);

    if (*notify & R_NV_PGRAPH_NOTIFY_ARMED_MASK) {
        *notify &= ~R_NV_PGRAPH_NOTIFY_ARMED_MASK;
        nv50_graph_error(gpu, R_NV50_PGRAPH_INTR_DOUBLE_NOTIFY_MASK,
                         "DOUBLE_NOTIFY");
        return;
    }
    *notify |= R_NV_PGRAPH_NOTIFY_ARMED_MASK;
    *notify = FIELD_DP32(*notify, NV_PGRAPH_NOTIFY, INTR, val & 1);
}

/* mthd 0x180: DMA_NOTIFY */
static void nv50_mthd_dma_notify(NVGPU *gpu, const NVGraphMethod *method,
                                 unsigned index, uint32_t val)
{
    uint16_t inst;

    if (nv50_graph_dma(gpu, val, true, &inst)) {
        nv50_object_set(gpu, NV50_OBJECT_NOTIFY, inst);
    }
}

const NVGraphMethod nv50_graph_common[] = {
    { .name = "NOP", .mthd = 0x100, .set = nv50_mthd_nop },
    { .name = "NOTIFY", .mthd = 0x104, .check = nv50_check_bool,
      .set = nv50_mthd_notify },
    { .name = "PM_TRIGGER", .mthd = 0x140, .set = nv50_mthd_nop },
    { .name = "DMA_NOTIFY", .mthd = 0x180, .set = nv50_mthd_dma_notify },
    { }
};

/* Operations are done one at a time: the previous one has ended. */
const NVGraphMethod nv50_mthd_serialize[] = {
    { .name = "SERIALIZE", .mthd = 0x110, .set = nv50_mthd_nop },
    { }
};

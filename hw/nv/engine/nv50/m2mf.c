/*
 * NVIDIA GPU: M2MF of NV50: 0x5039
 *
 * Copies lines from one DMA object to another; each side is pitch-linear or in
 * blocks.
 *
 * Sources: the register database (nv_m2mf.xml), and for errors its
 * G80_PGRAPH_DATA_ERROR; nouveau's nouveau_bo5039.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "context.h"
#include "error.h"
#include "m2mf.h"
#include "object.h"
#include "state.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/engine/m2mf.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "trace/trace-hw_nv.h"

/* Methods; the destination's layout comes after the source's. */
enum {
    NV50_M2MF_LAYOUT = 0x200,
    NV50_M2MF_BLOCK_DIMENSIONS = 0x204,
    NV50_M2MF_WIDTH = 0x208,
    NV50_M2MF_HEIGHT = 0x20c,
    NV50_M2MF_DEPTH = 0x210,
    NV50_M2MF_POSITION_Z = 0x214,
    NV50_M2MF_POSITION = 0x218,
    NV50_M2MF_LAYOUT_STRIDE = 0x1c,
    NV50_M2MF_OFFSET_HIGH = 0x238,
    NV50_M2MF_OFFSET = 0x30c,
    NV50_M2MF_PITCH = 0x314,
    NV50_M2MF_LINE_LENGTH = 0x31c,
    NV50_M2MF_LINE_COUNT = 0x320,
    NV50_M2MF_FORMAT = 0x324,
};

/* The words of an object's instance with its two DMA objects */
enum {
    NV50_OBJECT_DMA_IN = 2,
    NV50_OBJECT_DMA_OUT = 3,
};

static uint32_t *nv50_m2mf(NVGPU *gpu, uint32_t mthd)
{
    return &nv50_graph_of(gpu)->ctx[NV50_CTX_M2MF +
                                    (mthd - NV50_M2MF_FIRST) / 4];
}

/* --- Copying ---------------------------------------------------------- */

static void nv50_m2mf_layout(NVGPU *gpu, bool out, NVM2MFSide *side)
{
    uint32_t base = out ? NV50_M2MF_LAYOUT_STRIDE : 0;
    uint32_t position = *nv50_m2mf(gpu, NV50_M2MF_POSITION + base);
    NVLayout *layout = &side->layout;

    layout->pitch = *nv50_m2mf(gpu, NV50_M2MF_PITCH + out * 4);
    layout->pitch_linear = *nv50_m2mf(gpu, NV50_M2MF_LAYOUT + base) & 1;
    if (layout->pitch_linear) {
        return;
    }
    nv_layout_set_block(layout,
                        *nv50_m2mf(gpu, NV50_M2MF_BLOCK_DIMENSIONS + base),
                        gpu->chip->graph->gob_height);
    layout->width = *nv50_m2mf(gpu, NV50_M2MF_WIDTH + base);
    layout->height = *nv50_m2mf(gpu, NV50_M2MF_HEIGHT + base);
    layout->depth = *nv50_m2mf(gpu, NV50_M2MF_DEPTH + base);
    layout->layer = *nv50_m2mf(gpu, NV50_M2MF_POSITION_Z + base);
    side->x = extract32(position, 0, 16);
    side->y = extract32(position, 16, 16);
}

/* A missing object only fails when it is used. */
static void nv50_m2mf_side(NVGPU *gpu, bool out, NVM2MFSide *side)
{
    *side = (NVM2MFSide) {
        .offset = nv50_address(*nv50_m2mf(gpu, NV50_M2MF_OFFSET_HIGH + out * 4),
                               *nv50_m2mf(gpu, NV50_M2MF_OFFSET + out * 4)),
        .inc = extract32(*nv50_m2mf(gpu, NV50_M2MF_FORMAT), out * 8, 8),
    };
    nv50_m2mf_layout(gpu, out, side);
    nv50_graph_dmaobj(gpu, nv50_object_get(gpu, out ? NV50_OBJECT_DMA_OUT
                                                   : NV50_OBJECT_DMA_IN),
                      &side->obj);
}

static void nv50_m2mf_load(NVGPU *gpu, NVM2MFCopy *copy)
{
    copy->length = *nv50_m2mf(gpu, NV50_M2MF_LINE_LENGTH);
    copy->lines = *nv50_m2mf(gpu, NV50_M2MF_LINE_COUNT);
    nv50_m2mf_side(gpu, false, &copy->in);
    nv50_m2mf_side(gpu, true, &copy->out);
}

bool nv50_m2mf_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVM2MFCopy copy;

    nv50_m2mf_load(gpu, &copy);
    return nv_m2mf_copy(gpu, &copy, budget, fault);
}

/* Write the notifier of a copy that succeeded. */
static void nv50_m2mf_notify(NVGPU *gpu)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);
    bool awaken = *notify & R_NV_PGRAPH_NOTIFY_BUFFER_INTR_MASK;
    NVDmaFault fault;

    *notify &= ~(R_NV_PGRAPH_NOTIFY_BUFFER_ARMED_MASK |
                 R_NV_PGRAPH_NOTIFY_BUFFER_INTR_MASK);
    if (!nv50_notifier_write(gpu, NV50_NOTIFIER_BUFFER, &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_NOTIFY, &fault);
    } else if (awaken) {
        nv50_graph_raise(gpu, R_NV50_PGRAPH_INTR_BUFFER_NOTIFY_MASK);
    }
}

void nv50_m2mf_done(NVGPU *gpu, uint32_t nsource, const NVDmaFault *fault)
{
    if (nsource & NV_NSOURCE(DMA_R_PROTECTION)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_IN, fault);
    } else if (nsource) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_OUT, fault);
    } else {
        nv50_m2mf_notify(gpu);
    }
}

/* --- Parameters ------------------------------------------------------- */

static bool nv50_m2mf_inc_exists(uint32_t inc)
{
    return inc == 1 || inc == 2 || inc == 4 || inc == 8 || inc == 16;
}

static uint8_t nv50_check_format(uint32_t val)
{
    if (val & ~0xffff) {
        return NV50_DATA_INVALID_BITFIELD;
    }
    return nv50_m2mf_inc_exists(val & 0xff) && nv50_m2mf_inc_exists(val >> 8)
        ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

uint8_t nv50_m2mf_check_side(const NVM2MFCopy *copy, const NVM2MFSide *side)
{
    const NVLayout *layout = &side->layout;
    uint64_t width = copy->length
        ? (uint64_t)(copy->length - 1) * side->inc + 1 : 0;

    if (layout->pitch_linear) {
        return NV50_DATA_OK;
    }
    if (side->offset & (nv_layout_gob_size(layout) - 1)) {
        return NV50_DATA_INVALID_ADDRESS_ALIGNMENT;
    }
    if (layout->layer >= layout->depth) {
        return NV50_DATA_Z_OUT_OF_BOUNDS;
    }
    return side->x + width > layout->width ||
           (uint64_t)side->y + copy->lines > layout->height
        ? NV50_DATA_XY_OUT_OF_BOUNDS : NV50_DATA_OK;
}

/* --- Methods ---------------------------------------------------------- */

static void nv50_m2mf_set(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    *nv50_m2mf(gpu, nv_graph_method_at(method, index)) = val;
}

/* mthd 0x184, 0x188: DMA_BUFFER_IN, DMA_BUFFER_OUT; @arg: the word for it */
static void nv50_m2mf_dma(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    uint16_t inst;

    if (nv50_graph_dma(gpu, val, method->arg == NV50_OBJECT_DMA_OUT, &inst)) {
        nv50_object_set(gpu, method->arg, inst);
    }
}

/* mthd 0x328: BUF_NOTIFY starts the copy, and selects the notification. */
static void nv50_m2mf_start(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);
    NVGraphOp op = { .kind = NV_GRAPH_OP_NV50_COPY };
    NVM2MFCopy copy;

    nv50_m2mf_load(gpu, &copy);
    if (nv50_graph_data_error(gpu, nv50_m2mf_check_side(&copy, &copy.in)) ||
        nv50_graph_data_error(gpu, nv50_m2mf_check_side(&copy, &copy.out))) {
        return;
    }
    *notify |= R_NV_PGRAPH_NOTIFY_BUFFER_ARMED_MASK;
    *notify = FIELD_DP32(*notify, NV_PGRAPH_NOTIFY, BUFFER_INTR, val & 1);
    trace_nv50_m2mf_copy(copy.in.obj.inst, copy.in.offset, copy.out.obj.inst,
                         copy.out.offset, copy.length, copy.lines,
                         copy.in.layout.pitch, copy.out.layout.pitch);
    nv_graph_start(gpu, &op);
}

/* A parameter of each side's layout */
#define NV50_M2MF_SIDES(_name, _mthd, ...) \
    { .name = (_name), .mthd = (_mthd), .count = 2, \
      .stride = NV50_M2MF_LAYOUT_STRIDE, .set = nv50_m2mf_set, __VA_ARGS__ }

const NVGraphMethod nv50_mthd_m2mf[] = {
    { .name = "DMA_BUFFER_IN", .mthd = 0x184, .arg = NV50_OBJECT_DMA_IN,
      .set = nv50_m2mf_dma },
    { .name = "DMA_BUFFER_OUT", .mthd = 0x188, .arg = NV50_OBJECT_DMA_OUT,
      .set = nv50_m2mf_dma },
    NV50_M2MF_SIDES("LAYOUT", NV50_M2MF_LAYOUT, .check = nv50_check_bool),
    NV50_M2MF_SIDES("BLOCKLINEAR_DIMENSIONS", NV50_M2MF_BLOCK_DIMENSIONS,
                    .check = nv50_check_block_dimensions),
    NV50_M2MF_SIDES("BLOCKLINEAR_PITCH", NV50_M2MF_WIDTH),
    NV50_M2MF_SIDES("BLOCKLINEAR_HEIGHT", NV50_M2MF_HEIGHT),
    NV50_M2MF_SIDES("BLOCKLINEAR_DEPTH", NV50_M2MF_DEPTH,
                    .check = nv50_check_depth),
    NV50_M2MF_SIDES("BLOCKLINEAR_POSITION_Z", NV50_M2MF_POSITION_Z),
    NV50_M2MF_SIDES("BLOCKLINEAR_POSITION", NV50_M2MF_POSITION),
    { .name = "OFFSET_HIGH", .mthd = NV50_M2MF_OFFSET_HIGH, .count = 2,
      .check = nv50_check_address_high, .set = nv50_m2mf_set },
    { .name = "OFFSET", .mthd = NV50_M2MF_OFFSET, .count = 2,
      .set = nv50_m2mf_set },
    { .name = "PITCH", .mthd = NV50_M2MF_PITCH, .count = 2,
      .set = nv50_m2mf_set },
    { .name = "LINE_LENGTH_IN", .mthd = NV50_M2MF_LINE_LENGTH,
      .set = nv50_m2mf_set },
    { .name = "LINE_COUNT", .mthd = NV50_M2MF_LINE_COUNT,
      .set = nv50_m2mf_set },
    { .name = "FORMAT", .mthd = NV50_M2MF_FORMAT, .check = nv50_check_format,
      .set = nv50_m2mf_set },
    { .name = "BUF_NOTIFY", .mthd = 0x328, .check = nv50_check_bool,
      .set = nv50_m2mf_start },
    { }
};

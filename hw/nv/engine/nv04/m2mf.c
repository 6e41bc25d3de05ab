/*
 * NVIDIA GPU: M2MF, memory to memory format: 0x0039
 *
 * Copies lines from one DMA object to another.
 *
 * Sources: the register database (nv_m2mf.xml), hwtest's
 * pgraph_class_m2mf.cc, nouveau's nouveau_bo0039.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "notify.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/m2mf.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "trace/trace-hw_nv.h"

/* Bits of VALID: the parameters that have been set */
enum {
    NV_M2MF_OFFSET_IN,
    NV_M2MF_OFFSET_OUT,
    NV_M2MF_PITCH_IN,
    NV_M2MF_PITCH_OUT,
    NV_M2MF_LENGTH,
    NV_M2MF_COUNT,
    NV_M2MF_FORMAT,
    NV_M2MF__ALL = 7,
};

/* --- Copying ---------------------------------------------------------- */

static bool nv_m2mf_side(NVGPU *gpu, bool out, NVM2MFSide *side)
{
    uint32_t pitch = NV_R(gpu, NV_PGRAPH_DMA_PITCH);
    uint32_t misc = NV_R(gpu, NV_PGRAPH_DMA_MISC);

    *side = (NVM2MFSide) {
        .offset = out ? NV_R(gpu, NV_PGRAPH_DMA_OFFSET_OUT)
                      : NV_R(gpu, NV_PGRAPH_DMA_OFFSET_IN),
        .layout = {
            .pitch_linear = true,
            .pitch = out ? FIELD_EX32(pitch, NV_PGRAPH_DMA_PITCH, OUT)
                         : FIELD_EX32(pitch, NV_PGRAPH_DMA_PITCH, IN),
        },
        .inc = out ? FIELD_EX32(misc, NV_PGRAPH_DMA_MISC, INC_OUT)
                   : FIELD_EX32(misc, NV_PGRAPH_DMA_MISC, INC_IN),
    };
    return nv_grobj_load_dma(gpu, nv_grobj_dma(gpu, out), &side->obj);
}

bool nv_m2mf_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVM2MFCopy copy = {
        .length = NV_R(gpu, NV_PGRAPH_DMA_LENGTH),
        .lines = FIELD_EX32(NV_R(gpu, NV_PGRAPH_DMA_MISC), NV_PGRAPH_DMA_MISC,
                            LINES),
    };

    if (!nv_m2mf_side(gpu, false, &copy.in) ||
        !nv_m2mf_side(gpu, true, &copy.out)) {
        nv_graph_state_error(gpu, "a DMA object isn't one");
        return true;
    }
    return nv_m2mf_copy(gpu, &copy, budget, fault);
}

void nv_m2mf_done(NVGPU *gpu, uint32_t nsource, const NVDmaFault *fault)
{
    if (nsource) {
        nv_graph_error(gpu, nsource);
    } else {
        nv_graph_buffer_notify(gpu);
    }
}

/* --- Methods ---------------------------------------------------------- */

static void nv_m2mf_has(NVGPU *gpu, unsigned bit)
{
    NV_R(gpu, NV_PGRAPH_VALID) |= 1 << bit;
}

/*
 * mthd 0x184, 0x188: DMA_BUFFER_IN, DMA_BUFFER_OUT; @arg: which.  Setting the
 * first clears the second, if both are in the same word.
 */
static void nv_m2mf_dma(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    uint32_t inst = nv_grobj_inst(gpu, val);
    uint32_t class = nv_ramin_read32(gpu, inst) & 0xfff;
    bool out = method->arg;
    uint32_t want = out ? NV_CLASS_DMA_TO_MEMORY : NV_CLASS_DMA_FROM_MEMORY;

    nv_grobj_check_class(gpu, nv_grobj_takes_dma(class, want));
    if (!out && nv_grobj_is_shared(gpu, NV_GROBJ_DMA_A, NV_GROBJ_DMA_B)) {
        nv_grobj_set(gpu, NV_GROBJ_DMA_B, 0);
    }
    nv_grobj_set(gpu, out ? NV_GROBJ_DMA_B : NV_GROBJ_DMA_A,
                 class == NV_CLASS_NULL ? 0 : inst >> 4);
    if (out && !nv_grobj_dma(gpu, 0)) {
        nv_graph_state_wrong(gpu);
    }
}

static void nv_m2mf_offset_set(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_DMA_OFFSET_IN + index] = val;
    nv_m2mf_has(gpu, NV_M2MF_OFFSET_IN + index);
}

static bool nv_valid_m2mf_pitch(uint32_t val)
{
    return !(val & ~0x7fff);
}

static void nv_m2mf_pitch_set(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    uint32_t *pitch = &NV_R(gpu, NV_PGRAPH_DMA_PITCH);

    *pitch = deposit32(*pitch, index * 16, 16, val);
    nv_m2mf_has(gpu, NV_M2MF_PITCH_IN + index);
}

static bool nv_valid_m2mf_length(uint32_t val)
{
    return val < 0x400000;
}

static void nv_m2mf_length_set(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_DMA_LENGTH) = val & 0x3fffff;
    nv_m2mf_has(gpu, NV_M2MF_LENGTH);
}

static bool nv_valid_m2mf_count(uint32_t val)
{
    return val < 0x800;
}

static void nv_m2mf_count_set(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    uint32_t *misc = &NV_R(gpu, NV_PGRAPH_DMA_MISC);

    *misc = FIELD_DP32(*misc, NV_PGRAPH_DMA_MISC, LINES, val & 0x7ff);
    nv_m2mf_has(gpu, NV_M2MF_COUNT);
}

static bool nv_valid_m2mf_inc(uint32_t inc)
{
    return inc == 1 || inc == 2 || inc == 4;
}

static bool nv_valid_m2mf_format(uint32_t val)
{
    return !(val & ~0x0707) && nv_valid_m2mf_inc(val & 7) &&
           nv_valid_m2mf_inc(val >> 8);
}

static void nv_m2mf_format_set(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
    uint32_t *misc = &NV_R(gpu, NV_PGRAPH_DMA_MISC);

    *misc = FIELD_DP32(*misc, NV_PGRAPH_DMA_MISC, INC_IN, val);
    *misc = FIELD_DP32(*misc, NV_PGRAPH_DMA_MISC, INC_OUT, val >> 8);
    nv_m2mf_has(gpu, NV_M2MF_FORMAT);
}

/* mthd 0x328: BUF_NOTIFY starts the copy, and selects the notification. */
static void nv_m2mf_start(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    uint32_t valid = NV_R(gpu, NV_PGRAPH_VALID);
    uint32_t *notify = &NV_R(gpu, NV_PGRAPH_NOTIFY);
    NVGraphOp op = { .kind = NV_GRAPH_OP_COPY };

    nv_m2mf_has(gpu, R_NV_PGRAPH_VALID_M2MF_TRIGGER_SHIFT);
    if (FIELD_EX32(~valid, NV_PGRAPH_VALID, M2MF)) {
        nv_graph_error(gpu, NV_NSOURCE(METHOD_CNT));
        return;
    }
    if (!nv_grobj_notify(gpu) || !nv_grobj_dma(gpu, 0) ||
        !nv_grobj_dma(gpu, 1)) {
        nv_graph_state_error(gpu, !nv_grobj_notify(gpu) ? "no DMA_NOTIFY"
                                  : !nv_grobj_dma(gpu, 0)
                                  ? "no DMA_BUFFER_IN" : "no DMA_BUFFER_OUT");
        return;
    }
    *notify |= R_NV_PGRAPH_NOTIFY_BUFFER_ARMED_MASK;
    *notify = FIELD_DP32(*notify, NV_PGRAPH_NOTIFY, BUFFER_INTR, val);
    trace_nv_m2mf_copy(nv_grobj_dma(gpu, 0),
                       NV_R(gpu, NV_PGRAPH_DMA_OFFSET_IN),
                       nv_grobj_dma(gpu, 1),
                       NV_R(gpu, NV_PGRAPH_DMA_OFFSET_OUT),
                       NV_R(gpu, NV_PGRAPH_DMA_LENGTH),
                       FIELD_EX32(NV_R(gpu, NV_PGRAPH_DMA_MISC),
                                  NV_PGRAPH_DMA_MISC, LINES),
                       NV_R(gpu, NV_PGRAPH_DMA_PITCH));
    nv_graph_start(gpu, &op);
}

const NVGraphMethod nv_mthd_m2mf[] = {
    { .name = "DMA_BUFFER_IN", .mthd = 0x184, .set = nv_m2mf_dma },
    { .name = "DMA_BUFFER_OUT", .mthd = 0x188, .arg = 1,
      .set = nv_m2mf_dma },
    { .name = "OFFSET", .mthd = 0x30c, .count = 2,
      .set = nv_m2mf_offset_set },
    { .name = "PITCH", .mthd = 0x314, .count = 2, .valid = nv_valid_m2mf_pitch,
      .set = nv_m2mf_pitch_set },
    { .name = "LINE_LENGTH_IN", .mthd = 0x31c, .valid = nv_valid_m2mf_length,
      .set = nv_m2mf_length_set },
    { .name = "LINE_COUNT", .mthd = 0x320, .valid = nv_valid_m2mf_count,
      .set = nv_m2mf_count_set },
    { .name = "FORMAT", .mthd = 0x324, .valid = nv_valid_m2mf_format,
      .set = nv_m2mf_format_set },
    { .name = "BUF_NOTIFY", .mthd = 0x328, .set = nv_m2mf_start },
    { }
};

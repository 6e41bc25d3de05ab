/*
 * NVIDIA GPU: M2MF of NVC0: 0x9039
 *
 * Copies lines in the channel's address space; each side is pitch-linear or in
 * blocks.  Or writes lines whose data is sent by methods.
 *
 * Sources: class header 9039; the register database (gf100_m2mf.xml);
 * nouveau's nouveau_bo9039.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "graph.h"
#include "m2mf.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/engine/m2mf.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/nv50/3d.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nv50/error.h"
#include "hw/nv/engine/nv50/m2mf.h"
#include "hw/nv/engine/nv50/object.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/reduction.h"
#include "trace/trace-hw_nv.h"

#define NVC0_LAUNCH_DMA_MASK \
    (R_NVC0_LAUNCH_DMA_SRC_INLINE_MASK | R_NVC0_LAUNCH_DMA_SRC_PITCH_MASK | \
     R_NVC0_LAUNCH_DMA_DST_PITCH_MASK | R_NVC0_LAUNCH_DMA_COMPLETION_MASK | \
     R_NVC0_LAUNCH_DMA_INTERRUPT_MASK | \
     R_NVC0_LAUNCH_DMA_SEMAPHORE_ONE_WORD_MASK)

/* NVC0_CTX_INLINE: what becomes of data; skipped: its copy isn't done */
enum {
    NVC0_INLINE_NONE,
    NVC0_INLINE_ACTIVE,
    NVC0_INLINE_SKIPPED,
};

static uint64_t nvc0_m2mf_address(NVGPU *gpu, uint32_t upper)
{
    return nv50_address(*nvc0_m2mf(gpu, upper), *nvc0_m2mf(gpu, upper + 4));
}

/* --- Copying ---------------------------------------------------------- */

static void nvc0_m2mf_side(NVGPU *gpu, bool out, NVM2MFSide *side)
{
    uint32_t launch = *nvc0_m2mf(gpu, NVC0_M2MF_LAUNCH_DMA);
    uint32_t base = out ? NVC0_M2MF_LAYOUT_STRIDE : 0;
    uint32_t origin = out ? NVC0_M2MF_ORIGIN_STRIDE : 0;
    NVLayout *layout = &side->layout;

    *side = (NVM2MFSide) {
        .offset = nvc0_m2mf_address(gpu, out ? NVC0_M2MF_OFFSET_OUT_UPPER
                                             : NVC0_M2MF_OFFSET_IN_UPPER),
        .inc = 1,
    };
    nv50_graph_dmaobj(gpu, 0, &side->obj);
    layout->pitch = *nvc0_m2mf(gpu, NVC0_M2MF_PITCH_IN + out * 4);
    layout->pitch_linear = out
        ? FIELD_EX32(launch, NVC0_LAUNCH_DMA, DST_PITCH)
        : FIELD_EX32(launch, NVC0_LAUNCH_DMA, SRC_PITCH);
    if (layout->pitch_linear) {
        return;
    }
    nv_layout_set_block(layout, *nvc0_m2mf(gpu, NVC0_M2MF_BLOCK_SIZE + base),
                        gpu->chip->graph->gob_height);
    layout->width = *nvc0_m2mf(gpu, NVC0_M2MF_WIDTH + base);
    layout->height = *nvc0_m2mf(gpu, NVC0_M2MF_HEIGHT + base);
    layout->depth = *nvc0_m2mf(gpu, NVC0_M2MF_DEPTH + base);
    layout->layer = *nvc0_m2mf(gpu, NVC0_M2MF_LAYER + base);
    side->x = extract32(*nvc0_m2mf(gpu, NVC0_M2MF_ORIGIN_X + origin), 0, 20);
    side->y = extract32(*nvc0_m2mf(gpu, NVC0_M2MF_ORIGIN_Y + origin), 0, 16);
}

static void nvc0_m2mf_load(NVGPU *gpu, NVM2MFCopy *copy)
{
    copy->length = *nvc0_m2mf(gpu, NVC0_M2MF_LINE_LENGTH_IN);
    copy->lines = *nvc0_m2mf(gpu, NVC0_M2MF_LINE_COUNT);
    nvc0_m2mf_side(gpu, false, &copy->in);
    nvc0_m2mf_side(gpu, true, &copy->out);
}

bool nvc0_m2mf_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVM2MFCopy copy;

    nvc0_m2mf_load(gpu, &copy);
    return nv_m2mf_copy(gpu, &copy, budget, fault);
}

/* Set @word to what is written to a semaphore */
static bool nvc0_m2mf_payload(NVGPU *gpu, const NVDMAObject *obj,
                              uint32_t launch, uint32_t *word,
                              NVDmaFault *fault)
{
    uint32_t payload = *nvc0_m2mf(gpu, NVC0_M2MF_SEMAPHORE_C), old;

    if (FIELD_EX32(launch, NVE4_KEPT_LAUNCH, REDUCTION_ENABLE)) {
        if (!nv_dmaobj_read(gpu, obj,
                            nvc0_m2mf_address(gpu, NVC0_M2MF_SEMAPHORE_A),
                            &old, sizeof(old), fault)) {
            return false;
        }
        payload = nv_reduce(FIELD_EX32(launch, NVE4_KEPT_LAUNCH, REDUCTION),
                            FIELD_EX32(launch, NVE4_KEPT_LAUNCH,
                                       REDUCTION_SIGNED),
                            le32_to_cpu(old), payload);
    }
    *word = cpu_to_le32(payload);
    return true;
}

/* Write two words and the time, or one word; software waits for the first. */
static bool nvc0_m2mf_release(NVGPU *gpu, uint32_t launch, NVDmaFault *fault)
{
    bool is_short = FIELD_EX32(launch, NVC0_LAUNCH_DMA, SEMAPHORE_ONE_WORD);
    uint64_t addr = nvc0_m2mf_address(gpu, NVC0_M2MF_SEMAPHORE_A);
    uint32_t words[4] = { };
    NVDMAObject obj;

    stq_le_p(words + 2, nv_ptimer_now(gpu));
    nv50_graph_dmaobj(gpu, 0, &obj);
    if (!nvc0_m2mf_payload(gpu, &obj, launch, words, fault)) {
        return false;
    }
    nv_memory_written(gpu);
    if (!nv_graph_probe_notify(gpu, addr, words)) {
        return true;
    }
    return (is_short || nv_dmaobj_write(gpu, &obj, addr + 4, words + 1, 12,
                                        fault)) &&
           nv_dmaobj_write(gpu, &obj, addr, words, 4, fault);
}

/* Complete LAUNCH_DMA. */
static void nvc0_m2mf_complete(NVGPU *gpu)
{
    uint32_t launch = *nvc0_m2mf(gpu, NVC0_M2MF_LAUNCH_DMA);
    NVDmaFault fault;

    if (FIELD_EX32(launch, NVC0_LAUNCH_DMA, COMPLETION) ==
        NVC0_COMPLETION_RELEASE_SEMAPHORE &&
        !nvc0_m2mf_release(gpu, launch, &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_NOTIFY, &fault);
        return;
    }
    if (FIELD_EX32(launch, NVC0_LAUNCH_DMA, INTERRUPT)) {
        nv50_graph_raise(gpu, R_NVC0_PGRAPH_INTR_BUFFER_NOTIFY_MASK);
    }
}

void nvc0_m2mf_done(NVGPU *gpu, uint32_t nsource, const NVDmaFault *fault)
{
    if (nsource & NV_NSOURCE(DMA_R_PROTECTION)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_IN, fault);
    } else if (nsource) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_OUT, fault);
    } else {
        nvc0_m2mf_complete(gpu);
    }
}

/* --- Lines that are sent by methods ------------------------------------- */

/* Store the next bytes, up to a line's end.  Returns how many; 0 on a fault. */
static uint32_t nvc0_m2mf_store(NVGPU *gpu, const NVM2MFCopy *copy,
                                const uint8_t *bytes, uint32_t count,
                                NVDmaFault *fault)
{
    uint32_t *line = nvc0_context(gpu, NVC0_CTX_INLINE_LINE);
    uint32_t *pos = nvc0_context(gpu, NVC0_CTX_INLINE_POS);
    uint64_t addr;
    uint32_t run;

    addr = nv_m2mf_offset(&copy->out, *line, *pos, &run);
    count = MIN(MIN(count, run), copy->length - *pos);
    if (!nv_dmaobj_write(gpu, &copy->out.obj, addr, bytes, count, fault)) {
        return 0;
    }
    nv_count(gpu, BYTES_COPIED, count);
    *pos += count;
    if (*pos >= copy->length) {
        *pos = 0;
        (*line)++;
    }
    return count;
}

static bool nvc0_m2mf_inline_ended(NVGPU *gpu, const NVM2MFCopy *copy)
{
    return *nvc0_context(gpu, NVC0_CTX_INLINE_LINE) >= copy->lines ||
           *nvc0_context(gpu, NVC0_CTX_INLINE_POS) >= copy->length;
}

/*
 * mthd 0x304: LOAD_INLINE_DATA.  The lines are one stream of bytes; what is
 * left of the last word is ignored.
 */
uint32_t nvc0_m2mf_inline(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count)
{
    uint32_t *active = nvc0_context(gpu, NVC0_CTX_INLINE);
    uint8_t bytes[NV_GRAPH_WORDS * 4];
    uint32_t done = 0, wrote = 1;
    NVDmaFault fault;
    NVM2MFCopy copy;

    if (*active != NVC0_INLINE_ACTIVE) {
        if (*active != NVC0_INLINE_SKIPPED) {
            nv_graph_refused(gpu, "no copy waits for data");
        }
        return count;
    }
    count = MIN(count, NV_GRAPH_WORDS);
    for (uint32_t i = 0; i < count; i++) {
        stl_le_p(bytes + i * 4, data[i]);
    }
    nvc0_m2mf_load(gpu, &copy);
    nv_memory_written(gpu);
    while (wrote && done < count * 4 && !nvc0_m2mf_inline_ended(gpu, &copy)) {
        wrote = nvc0_m2mf_store(gpu, &copy, bytes + done, count * 4 - done,
                                &fault);
        done += wrote;
    }
    nv_graph_spend(gpu, count);
    if (!wrote) {
        *active = NVC0_INLINE_SKIPPED;
        nv50_graph_fault(gpu, NV_VM_PGRAPH_M2MF_OUT, &fault);
    } else if (nvc0_m2mf_inline_ended(gpu, &copy)) {
        *active = NVC0_INLINE_NONE;
        nvc0_m2mf_complete(gpu);
    }
    return count;
}

/* --- Parameters ------------------------------------------------------- */

static uint8_t nvc0_check_launch(uint32_t val)
{
    if (val & ~NVC0_LAUNCH_DMA_MASK) {
        return NV50_DATA_INVALID_BITFIELD;
    }
    return FIELD_EX32(val, NVC0_LAUNCH_DMA, COMPLETION) <= 2 &&
           FIELD_EX32(val, NVC0_LAUNCH_DMA, INTERRUPT) <= 1
        ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

uint8_t nvc0_check_override(uint32_t val)
{
    return val <= NVC0_OVERRIDE_NEVER ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

/* --- Methods ---------------------------------------------------------- */

static void nvc0_m2mf_set(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    *nvc0_m2mf(gpu, nv_graph_method_at(method, index)) = val;
}

bool nvc0_m2mf_condition(NVGPU *gpu)
{
    switch (*nvc0_m2mf(gpu, NVC0_M2MF_RENDER_ENABLE_OVERRIDE)) {
    case NVC0_OVERRIDE_ALWAYS:
        return true;
    case NVC0_OVERRIDE_NEVER:
        return false;
    default:
        return nv50_condition(gpu, 0,
                              nvc0_m2mf_address(gpu,
                                                NVC0_M2MF_RENDER_ENABLE_A),
                              *nvc0_m2mf(gpu, NVC0_M2MF_RENDER_ENABLE_C));
    }
}

static void nvc0_m2mf_trace(NVGPU *gpu, const NVM2MFCopy *copy)
{
    trace_nvc0_m2mf_launch(*nvc0_m2mf(gpu, NVC0_M2MF_LAUNCH_DMA),
                           copy->in.offset, copy->out.offset, copy->length,
                           copy->lines, copy->in.layout.pitch,
                           copy->out.layout.pitch);
}

void nvc0_m2mf_inline_start(NVGPU *gpu, bool condition)
{
    uint32_t *active = nvc0_context(gpu, NVC0_CTX_INLINE);
    NVM2MFCopy copy;

    nvc0_m2mf_load(gpu, &copy);
    *active = NVC0_INLINE_SKIPPED;
    if (nv50_graph_data_error(gpu, nv50_m2mf_check_side(&copy, &copy.out)) ||
        !condition) {
        return;
    }
    nvc0_m2mf_trace(gpu, &copy);
    if (copy.length && copy.lines) {
        *active = NVC0_INLINE_ACTIVE;
        *nvc0_context(gpu, NVC0_CTX_INLINE_LINE) = 0;
        *nvc0_context(gpu, NVC0_CTX_INLINE_POS) = 0;
    } else {
        *active = NVC0_INLINE_NONE;
        nvc0_m2mf_complete(gpu);
    }
}

/* A copy from memory */
static void nvc0_m2mf_start(NVGPU *gpu)
{
    NVGraphOp op = { .kind = NV_GRAPH_OP_NV50_COPY };
    NVM2MFCopy copy;

    nvc0_m2mf_load(gpu, &copy);
    *nvc0_context(gpu, NVC0_CTX_INLINE) = NVC0_INLINE_NONE;
    if (nv50_graph_data_error(gpu, nv50_m2mf_check_side(&copy, &copy.in)) ||
        nv50_graph_data_error(gpu, nv50_m2mf_check_side(&copy, &copy.out)) ||
        !nvc0_m2mf_condition(gpu)) {
        return;
    }
    nvc0_m2mf_trace(gpu, &copy);
    nv_graph_start(gpu, &op);
}

/* mthd 0x300: LAUNCH_DMA */
static void nvc0_m2mf_launch(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    nvc0_m2mf_set(gpu, method, index, val);
    if (FIELD_EX32(val, NVC0_LAUNCH_DMA, SRC_INLINE)) {
        nvc0_m2mf_inline_start(gpu, nvc0_m2mf_condition(gpu));
    } else {
        nvc0_m2mf_start(gpu);
    }
}

#define NVC0_M2MF_SET(_name, _mthd, ...) \
    { .name = (_name), .mthd = (_mthd), .set = nvc0_m2mf_set, __VA_ARGS__ }

/* A parameter of each side's layout */
#define NVC0_M2MF_SIDES(_name, _mthd, ...) \
    NVC0_M2MF_SET(_name, _mthd, .count = 2, \
                  .stride = NVC0_M2MF_LAYOUT_STRIDE, __VA_ARGS__)

const NVGraphMethod nvc0_mthd_m2mf[] = {
    NVC0_M2MF_SIDES("SET_BLOCK_SIZE", NVC0_M2MF_BLOCK_SIZE,
                    .check = nv50_check_block_dimensions),
    NVC0_M2MF_SIDES("SET_WIDTH", NVC0_M2MF_WIDTH),
    NVC0_M2MF_SIDES("SET_HEIGHT", NVC0_M2MF_HEIGHT),
    NVC0_M2MF_SIDES("SET_DEPTH", NVC0_M2MF_DEPTH, .check = nv50_check_depth),
    NVC0_M2MF_SIDES("SET_LAYER", NVC0_M2MF_LAYER),
    NVC0_M2MF_SET("OFFSET_OUT_UPPER", NVC0_M2MF_OFFSET_OUT_UPPER,
                  .check = nv50_check_address_high),
    NVC0_M2MF_SET("OFFSET_OUT", NVC0_M2MF_OFFSET_OUT_UPPER + 4),
    { .name = "SET_SPARE_NOOP", .mthd = 0x240, .count = 15,
      .block = nv_graph_ignore },
    { .name = "SET_FALCON", .mthd = 0x27c, .count = 32,
      .set = nvc0_graph_firmware },
    { .name = "SET_SPARE_NOOP", .mthd = 0x2fc, .block = nv_graph_ignore },
    { .name = "LAUNCH_DMA", .mthd = NVC0_M2MF_LAUNCH_DMA,
      .check = nvc0_check_launch, .set = nvc0_m2mf_launch },
    { .name = "LOAD_INLINE_DATA", .mthd = NVC0_M2MF_LOAD_INLINE_DATA,
      .block = nvc0_m2mf_inline },
    NVC0_M2MF_SET("SET_RENDER_ENABLE_OVERRIDE",
                  NVC0_M2MF_RENDER_ENABLE_OVERRIDE,
                  .check = nvc0_check_override),
    NVC0_M2MF_SET("OFFSET_IN_UPPER", NVC0_M2MF_OFFSET_IN_UPPER,
                  .check = nv50_check_address_high),
    NVC0_M2MF_SET("OFFSET_IN", NVC0_M2MF_OFFSET_IN_UPPER + 4),
    NVC0_M2MF_SET("PITCH", NVC0_M2MF_PITCH_IN, .count = 2),
    NVC0_M2MF_SET("LINE_LENGTH_IN", NVC0_M2MF_LINE_LENGTH_IN),
    NVC0_M2MF_SET("LINE_COUNT", NVC0_M2MF_LINE_COUNT),
    NVC0_M2MF_SET("SET_SEMAPHORE_A", NVC0_M2MF_SEMAPHORE_A,
                  .check = nv50_check_address_high),
    NVC0_M2MF_SET("SET_SEMAPHORE_B", NVC0_M2MF_SEMAPHORE_B),
    NVC0_M2MF_SET("SET_SEMAPHORE_C", NVC0_M2MF_SEMAPHORE_C),
    NVC0_M2MF_SET("SET_RENDER_ENABLE_A", NVC0_M2MF_RENDER_ENABLE_A,
                  .check = nv50_check_address_high),
    NVC0_M2MF_SET("SET_RENDER_ENABLE_B", NVC0_M2MF_RENDER_ENABLE_B),
    NVC0_M2MF_SET("SET_RENDER_ENABLE_C", NVC0_M2MF_RENDER_ENABLE_C,
                  .check = nv50_check_cond_mode),
    NVC0_M2MF_SET("SET_ORIGIN_BYTES_X", NVC0_M2MF_ORIGIN_X, .count = 2,
                  .stride = NVC0_M2MF_ORIGIN_STRIDE),
    NVC0_M2MF_SET("SET_ORIGIN_SAMPLES_Y", NVC0_M2MF_ORIGIN_Y, .count = 2,
                  .stride = NVC0_M2MF_ORIGIN_STRIDE),
    { }
};

/*
 * NVIDIA GPU: queries, and conditions that depend on them, NV50:NVC0
 *
 * A query is written as soon as its method is executed: everything before it is
 * done by then.  Nothing is rendered, so no counter advances except that of
 * samples: see nv50_3d_end().
 *
 * Sources: the register database (g80_3d.xml, QUERY_GET; g80_compute.xml;
 * g80_defs.xml, g80_cond_mode); how Mesa's nv50_query_hw.c reads the results.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "3d.h"
#include "classes.h"
#include "context.h"
#include "error.h"
#include "object.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/method.h"
#include "trace/trace-hw_nv.h"

FIELD(NV50_3D_QUERY_GET, MODE, 0, 2)
FIELD(NV50_3D_QUERY_GET, SYNC_GREATER, 16, 1)
FIELD(NV50_3D_QUERY_GET, INTR, 20, 1)
FIELD(NV50_3D_QUERY_GET, COUNTER, 23, 1)
FIELD(NV50_3D_QUERY_GET, SELECT, 24, 4)
FIELD(NV50_3D_QUERY_GET, SHORT, 28, 1)

FIELD(NV50_COMPUTE_QUERY_GET, INTR, 9, 1)
FIELD(NV50_COMPUTE_QUERY_GET, SHORT, 15, 1)

/* MODE */
#define NV50_QUERY_MODE_SYNC 1

/* Values of SELECT that aren't counters */
enum {
    NV50_QUERY_SAMPLECNT = 1,
    NV50_QUERY_STRMOUT_NO_OVERFLOW = 2,
    NV50_QUERY_STRMOUT_DROPPED_PRIMITIVES = 3,
};

/* --- Parameters ------------------------------------------------------- */

uint8_t nv50_check_cond_mode(uint32_t val)
{
    return val <= 4 ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

/* A method's row has 8 bits for the word's index. */
QEMU_BUILD_BUG_ON(NV50_3D__WORDS > UINT8_MAX);

void nv50_3d_set(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val)
{
    *nv50_3d(gpu, method->arg + index) = val;
}

void nv50_3d_dma(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val)
{
    uint16_t inst;

    if (nv50_graph_dma(gpu, val, false, &inst)) {
        nv50_3d_set(gpu, method, index, inst);
    }
}

/* --- Queries ---------------------------------------------------------- */

/**
 * struct NV50QueryPlace - where an object's queries go
 *
 * @obj: DMA object
 * @addr: the query's address in it
 * @sequence: QUERY_SEQUENCE
 */
typedef struct NV50QueryPlace {
    NVDMAObject obj;
    uint64_t addr;
    uint32_t sequence;
} NV50QueryPlace;

/* @base: NV50_3D_QUERY or NV50_3D_COMPUTE_QUERY */
static void nv50_query_place(NVGPU *gpu, unsigned base, NV50QueryPlace *place)
{
    const uint32_t *query = nv50_3d(gpu, base);

    nv50_graph_dmaobj(gpu, query[NV50_QUERY_DMA], &place->obj);
    place->addr = nv50_address(query[NV50_QUERY_ADDRESS_HIGH],
                               query[NV50_QUERY_ADDRESS_LOW]);
    place->sequence = query[NV50_QUERY_SEQUENCE];
}

/*
 * Write two words and the time, or a single word.  The first is written last,
 * since software waits for it.
 */
static bool nv50_query_write(NVGPU *gpu, const NV50QueryPlace *place,
                             uint32_t first, uint32_t second, bool is_short,
                             NVDmaFault *fault)
{
    uint32_t words[4] = { cpu_to_le32(first), cpu_to_le32(second) };

    trace_nv50_query(place->obj.inst, place->addr, first, second);
    stq_le_p(words + 2, nv_ptimer_now(gpu));
    if (!nv_graph_probe_notify(gpu, place->addr, words)) {
        return true;
    }
    if (!is_short &&
        !nv_dmaobj_write(gpu, &place->obj, place->addr + 4, words + 1, 12,
                         fault)) {
        return false;
    }
    return nv_dmaobj_write(gpu, &place->obj, place->addr, words, 4, fault);
}

/* Raise SYNC if the sequence is greater than, or differs from, the word. */
static bool nv50_query_sync(NVGPU *gpu, const NV50QueryPlace *place,
                            bool greater, NVDmaFault *fault)
{
    uint32_t word;

    if (!nv_dmaobj_read(gpu, &place->obj, place->addr, &word, 4, fault)) {
        return false;
    }
    word = le32_to_cpu(word);
    if (greater ? place->sequence > word : place->sequence != word) {
        nv50_graph_raise(gpu, R_NV50_PGRAPH_INTR_SYNC_MASK);
    }
    return true;
}

/* Queries other than counters: a value and the sequence */
static bool nv50_query_report(NVGPU *gpu, const NV50QueryPlace *place,
                              uint32_t val, NVDmaFault *fault)
{
    bool is_short = FIELD_EX32(val, NV50_3D_QUERY_GET, SHORT);

    switch (FIELD_EX32(val, NV50_3D_QUERY_GET, SELECT)) {
    case NV50_QUERY_SAMPLECNT:
        return nv50_query_write(gpu, place, place->sequence,
                                *nv50_3d(gpu, NV50_3D_SAMPLECNT), is_short,
                                fault);
    case NV50_QUERY_STRMOUT_NO_OVERFLOW:
        return nv50_query_write(gpu, place, place->sequence, 1, is_short,
                                fault);
    case NV50_QUERY_STRMOUT_DROPPED_PRIMITIVES:
        return nv50_query_write(gpu, place, 0, place->sequence, is_short,
                                fault);
    default:
        return nv50_query_write(gpu, place, place->sequence, 0, is_short,
                                fault);
    }
}

/* mthd 0x1b0c: QUERY_GET of 3D; @arg: base of its enum NV50Query */
void nv50_3d_query_get(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                       uint32_t val)
{
    NV50QueryPlace place;
    NVDmaFault fault;
    bool done;

    nv50_query_place(gpu, method->arg, &place);
    if (FIELD_EX32(val, NV50_3D_QUERY_GET, MODE) == NV50_QUERY_MODE_SYNC) {
        done = nv50_query_sync(gpu, &place,
                               FIELD_EX32(val, NV50_3D_QUERY_GET,
                                          SYNC_GREATER), &fault);
    } else if (FIELD_EX32(val, NV50_3D_QUERY_GET, COUNTER)) {
        done = nv50_query_write(gpu, &place, 0, 0, false, &fault);
    } else {
        done = nv50_query_report(gpu, &place, val, &fault);
    }
    if (!done) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_QUERY, &fault);
    } else if (FIELD_EX32(val, NV50_3D_QUERY_GET, INTR)) {
        nv50_graph_raise(gpu, R_NV50_PGRAPH_INTR_QUERY_MASK);
    }
}

/* mthd 0x031c: QUERY_GET of compute, which has no counters */
static void nv50_compute_query_get(NVGPU *gpu, const NVGraphMethod *method,
                                   unsigned index, uint32_t val)
{
    NV50QueryPlace place;
    NVDmaFault fault;

    nv50_query_place(gpu, NV50_3D_COMPUTE_QUERY, &place);
    if (!nv50_query_write(gpu, &place, place.sequence, 0,
                          FIELD_EX32(val, NV50_COMPUTE_QUERY_GET, SHORT),
                          &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_QUERY, &fault);
    } else if (FIELD_EX32(val, NV50_COMPUTE_QUERY_GET, INTR)) {
        nv50_graph_raise(gpu, R_NV50_PGRAPH_INTR_QUERY_MASK);
    }
}

/* --- Conditions ------------------------------------------------------- */

/* COND_MODE */
enum {
    NV50_COND_NEVER,
    NV50_COND_ALWAYS,
    NV50_COND_RES_NON_ZERO,
    NV50_COND_EQUAL,
    NV50_COND_NOT_EQUAL,
};

/* Two queries are compared by sequence and value. */
bool nv50_condition(NVGPU *gpu, uint16_t inst, uint64_t addr, uint32_t mode)
{
    uint32_t words[6];
    NVDMAObject obj;
    NVDmaFault fault;
    bool equal;

    if (mode == NV50_COND_NEVER || mode == NV50_COND_ALWAYS) {
        return mode;
    }
    nv50_graph_dmaobj(gpu, inst, &obj);
    if (!nv_dmaobj_read(gpu, &obj, addr, words,
                        mode == NV50_COND_RES_NON_ZERO ? 8 : sizeof(words),
                        &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_COND, &fault);
        return false;
    }
    if (mode == NV50_COND_RES_NON_ZERO) {
        return words[1];
    }
    equal = words[0] == words[4] && words[1] == words[5];
    return mode == NV50_COND_EQUAL ? equal : !equal;
}

bool nv50_3d_condition(NVGPU *gpu)
{
    const uint32_t *query = nv50_3d(gpu, NV50_3D_QUERY);

    return nv50_condition(gpu, query[NV50_QUERY_DMA],
                          nv50_address(query[NV50_QUERY_COND_ADDRESS_HIGH],
                                       query[NV50_QUERY_COND_ADDRESS_LOW]),
                          query[NV50_QUERY_COND_MODE]);
}

/* --- Methods ---------------------------------------------------------- */

/* Methods of an object whose words begin at @_base */
#define NV50_QUERY_METHODS(_base, _dma, _query, _get, _cond) { \
    { .name = "DMA_QUERY", .mthd = (_dma), \
      .arg = (_base) + NV50_QUERY_DMA, .set = nv50_3d_dma }, \
    NV50_QUERY_WORDS(_base, _query, _get, _cond), \
    { } \
}

const NVGraphMethod nv50_mthd_query_3d[] =
    NV50_QUERY_METHODS(NV50_3D_QUERY, 0x188, 0x1b00, nv50_3d_query_get,
                       0x1550);

const NVGraphMethod nv50_mthd_query_compute[] =
    NV50_QUERY_METHODS(NV50_3D_COMPUTE_QUERY, 0x1a4, 0x310,
                       nv50_compute_query_get, 0x320);

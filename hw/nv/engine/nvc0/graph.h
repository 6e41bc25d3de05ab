/*
 * NVIDIA GPU: PGRAPH's objects: shared declarations, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NVC0_GRAPH_H
#define HW_NV_ENGINE_NVC0_GRAPH_H

#include "state.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/graph-regs-nvc0.h"

/** nvc0_context: a word of the current channel's state, enum NVC0Context */
static inline uint32_t *nvc0_context(NVGPU *gpu, unsigned word)
{
    return &nvc0_graph_of(gpu)->ctx[word];
}

/** nvc0_graph_subc: the subchannel used last */
static inline unsigned nvc0_graph_subc(NVGPU *gpu)
{
    return *nvc0_context(gpu, NVC0_CTX_SUBC) % NV_GRAPH_SUBCHANNELS;
}

/** nvc0_context_set: store a parameter; @arg: the word of the row's first */
void nvc0_context_set(NVGPU *gpu, const NVGraphMethod *method,
                      unsigned index, uint32_t val);

/**
 * nvc0_graph_dispatches: whether objects take methods: they aren't busy or
 *                        stopped, and don't wait for the context control
 */
static inline bool nvc0_graph_dispatches(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NVC0_PGRAPH_FIFO_CONTROL),
                      NVC0_PGRAPH_FIFO_CONTROL, PULL) &&
           !NV_R(gpu, NVC0_PGRAPH_INTR_CTXCTL_DOWN) &&
           !nvc0_graph_of(gpu)->stuck && !nv_graph_busy(gpu);
}

/** nvc0_graph_accepts: whether PGRAPH does: no macro is executing, either */
static inline bool nvc0_graph_accepts(NVGPU *gpu)
{
    return nvc0_graph_dispatches(gpu) && !nvc0_graph_of(gpu)->macro_on;
}

extern const VMStateDescription nvc0_vmstate_graph;

/* --- error.c ---------------------------------------------------------- */

/**
 * nvc0_graph_error: set a bit of INTR for the method under way, and stop
 *
 * Bits for the context control are in INTR_CTXCTL_DOWN.
 */
void nvc0_graph_error(NVGPU *gpu, uint32_t intr, const char *why);

/** Units: bits of TRAP */
#define NVC0_TRAP_DISPATCH BIT(0)
#define NVC0_TRAP_MACRO BIT(7)

/**
 * nvc0_graph_trap: raise a unit's trap; stops PGRAPH if the trap is enabled
 * @gpu: the device
 * @reg: the unit's trap register
 * @unit: its bit of TRAP
 * @status: the reasons, bits of @reg
 * @why: the same in words, for the log
 */
void nvc0_graph_trap(NVGPU *gpu, uint32_t reg, uint32_t unit, uint32_t status,
                     const char *why);

/* See NVGraphFamily */
void nvc0_graph_refuse(NVGPU *gpu, bool known);
bool nvc0_graph_refuse_data(NVGPU *gpu, uint8_t error);
const char *nvc0_graph_error_name(unsigned i);
void nvc0_graph_set_intr(NVGPU *gpu, uint32_t intr);
void nvc0_graph_stop_fault(NVGPU *gpu, NVVmUser user,
                           const NVDmaFault *fault);

/* --- object.c --------------------------------------------------------- */

void nvc0_graph_notify(NVGPU *gpu);                     /* see NVGraphFamily */

/**
 * nvc0_graph_dispatch: execute methods of the current class, and write the
 *                      notifiers that they complete
 *
 * See nv_graph_methods().
 */
static inline uint32_t nvc0_graph_dispatch(NVGPU *gpu, uint32_t mthd,
                                           unsigned step,
                                           const uint32_t *data,
                                           uint32_t count)
{
    bool armed = *nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED);

    count = nv_graph_methods(gpu, mthd, step, data,
                             unlikely(armed) ? 1 : count);
    if (unlikely(armed) && nvc0_graph_dispatches(gpu)) {
        nvc0_graph_notify(gpu);
    }
    return count;
}

/** nvc0_graph_firmware: methods that the context control has to execute */
void nvc0_graph_firmware(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val);

/** nvc0_graph_count: count methods without effect, for the report */
uint32_t nvc0_graph_count(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count);

extern const NVGraphMethod nvc0_graph_common[];

/* --- The classes' methods and operations ------------------------------ */

extern const NVGraphMethod nvc0_mthd_m2mf[];            /* m2mf.c */
extern const NVGraphMethod nvc0_mthd_2d[];              /* 2d.c */
extern const NVGraphMethod nvc0_mthd_query_3d[];        /* 3d.c */
extern const NVGraphMethod nvc0_mthd_query_compute[];
extern const NVGraphMethod nvc0_mthd_3d[];
extern const NVGraphMethod nvc0_mthd_3d_clear[];
extern const NVGraphMethod nvc0_mthd_compute[];
extern const NVGraphMethod nvc0_3d_state[];             /* 3d-state.c */
extern const NVGraphMethod nvc0_compute_state[];
extern const NVGraphMethod nve4_mthd_3d_clear[];        /* 3d.c, NVE4+ */
extern const NVGraphMethod nve4_mthd_compute[];
extern const NVGraphMethod nve4_3d_state[];             /* 3d-state.c */
extern const NVGraphMethod nve4_compute_state[];
extern const NVGraphMethod nv117_3d_state[];
extern const NVGraphMethod nv117_compute_state[];
extern const NVGraphMethod nvf0_3d_state[];
extern const NVGraphMethod nvf0_compute_state[];
extern const NVGraphMethod nve4_mthd_i2m[];             /* i2m.c */
extern const NVGraphMethod nve4_mthd_3d_i2m[];
extern const NVGraphMethod nve4_mthd_compute_i2m[];

NVGraphWork nvc0_m2mf_work;
NVGraphDone nvc0_m2mf_done;

/* --- For the unit ----------------------------------------------------- */

/** nvc0_graph_update_intr: call this after a change of INTR or INTR_EN */
void nvc0_graph_update_intr(NVGPU *gpu);

/**
 * nvc0_graph_inject: execute a method that was submitted by register
 * @gpu: the device
 * @class: its class, independent of the subchannels
 * @mthd: the method, in bytes
 * @data: its parameter
 *
 * The method is lost if @class doesn't exist, or PGRAPH is busy or stopped.
 * Returns its cost in units, see NVEngine.
 */
int64_t nvc0_graph_inject(NVGPU *gpu, uint32_t class, uint32_t mthd,
                          uint32_t data);

/** nvc0_graph_reset: drop all work and state; PGRAPH has no channel then */
void nvc0_graph_reset(NVGPU *gpu);

#endif /* HW_NV_ENGINE_NVC0_GRAPH_H */

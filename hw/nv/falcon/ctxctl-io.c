/*
 * NVIDIA GPU: PGRAPH's context control: the registers that FECS and GPCCS have
 * for their programs, NVC0+
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; nouveau's com.fuc, hub.fuc and
 * gpc.fuc in nvkm/engine/gr/fuc, which tell how they are used.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "falcon.h"
#include "interrupts.h"
#include "memory.h"
#include "processor.h"
#include "state.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/graph-regs-nvc0.h"
#include "hw/nv/graph.h"
#include "trace/trace-hw_nv.h"

/* --- Barriers --------------------------------------------------------- */

/* "When BAR has all bits from BAR_REQMASK[0]&BAR_REQMASK[1] set" */
static bool nv_ctxctl_barrier(const NVCtxctlFalcon *cf, unsigned i)
{
    uint32_t mask = cf->reqmask[i] & cf->reqmask[2 + i];

    return (cf->bar[i] & mask) == mask;
}

static uint32_t *nv_ctxctl_reqmask(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    unsigned reg = (addr - cf->falcon.chip->regs->base -
                    A_NV_CTXCTL_BAR_REQMASK) / 4;

    return &cf->reqmask[reg % 2 * 2 + nv_ctxctl_index(cf) % 2];
}

static void nv_ctxctl_reqmask_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    *nv_ctxctl_reqmask(gpu, addr) = val;
}

static uint32_t nv_ctxctl_reqmask_read(NVGPU *gpu, uint32_t addr)
{
    return *nv_ctxctl_reqmask(gpu, addr);
}

static void nv_ctxctl_bar_set(NVCtxctlFalcon *cf, unsigned i, uint32_t val)
{
    bool before = nv_ctxctl_barrier(cf, i);

    cf->bar[i] = val;
    if (!before && nv_ctxctl_barrier(cf, i)) {
        nv_ctxctl_pulse(cf, NV_CTXCTL_SIGNAL_0 +
                        R_NV_CTXCTL_SIGNAL_BAR_0_SHIFT + i);
    }
    nv_falcon_kick(&cf->falcon);
}

static void nv_ctxctl_bar_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    nv_ctxctl_bar_set(cf, nv_ctxctl_index(cf) % 2, val);
}

static uint32_t nv_ctxctl_bar_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    return cf->bar[nv_ctxctl_index(cf) % 2];
}

static void nv_ctxctl_bar_set_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    unsigned i = (addr - cf->falcon.chip->regs->base -
                  A_NV_CTXCTL_BAR_SET) / 4 % 2;

    nv_ctxctl_bar_set(cf, i, cf->bar[i] | val);
}

/* --- Signals ---------------------------------------------------------- */

/* Polling yields: what the program waits for is up to the others. */
static uint32_t nv_ctxctl_signal_inspect(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_CTXCTL_SIGNAL, MMIO_RD_DONE, cf->mmio_done);
    val = FIELD_DP32(val, NV_CTXCTL_SIGNAL, MMIO_WRS_DONE, 1);
    val = FIELD_DP32(val, NV_CTXCTL_SIGNAL, BAR_0, nv_ctxctl_barrier(cf, 0));
    val = FIELD_DP32(val, NV_CTXCTL_SIGNAL, BAR_1, nv_ctxctl_barrier(cf, 1));
    return FIELD_DP32(val, NV_CTXCTL_SIGNAL, CC_WATCHDOG,
                      nv_ctxctl_watchdog_expired(cf));
}

static uint32_t nv_ctxctl_signal_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    cf->falcon.yield |= !nv_ctxctl_barrier(cf, 0);
    return nv_ctxctl_signal_inspect(gpu, addr);
}

static uint32_t nv_ctxctl_engine_status_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *hub = &gpu->ctxctl->hub.falcon;
    uint32_t down = nvc0_pgraph_ctxctl_down(gpu);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_CTXCTL_ENGINE_STATUS, CHSW_PENDING,
                     hub->switching);
    val = FIELD_DP32(val, NV_CTXCTL_ENGINE_STATUS, FIRMWARE_MTHD,
                     FIELD_EX32(down, NVC0_PGRAPH_INTR, FIRMWARE_MTHD));
    val = FIELD_DP32(val, NV_CTXCTL_ENGINE_STATUS, ILLEGAL_MTHD,
                     FIELD_EX32(down, NVC0_PGRAPH_INTR, ILLEGAL_MTHD));
    val = FIELD_DP32(val, NV_CTXCTL_ENGINE_STATUS, CHAN_VALID,
                     FIELD_EX32(NV_FALCON_R(hub, NV_CTXCTL_CHAN_ADDR),
                                NV_CTXCTL_CHAN_ADDR, VALID));
    return FIELD_DP32(val, NV_CTXCTL_ENGINE_STATUS, IDLE_BUSY,
                      nvc0_graph_busy(gpu));
}

/* --- Commands, scratch ------------------------------------------------- */

static void nv_ctxctl_wrcmd_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t data = NV_FALCON_R(falcon, NV_CTXCTL_WRCMD_DATA);

    trace_nv_ctxctl_command(falcon->chip->regs->unit, val, data);
    if (falcon->fifo_count >= falcon->chip->fifo_size) {
        nv_log_error(gpu, "%s: command 0x%08x is one too many",
                     falcon->chip->regs->unit, val);
        return;
    }
    falcon->fifo[(falcon->fifo_first + falcon->fifo_count) % NV_FALCON_FIFO] =
        (NVFalconMethod) { .cmd = val, .data = data };
    falcon->fifo_count++;
    nv_falcon_update_intr(falcon);
    nv_falcon_kick(falcon);
}

static uint32_t *nv_ctxctl_scratch(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    return &NV_FALCON_R(falcon, NV_CTXCTL_SCRATCH) + addr / 4 % 8;
}

static void nv_ctxctl_scratch_set_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    *nv_ctxctl_scratch(gpu, addr) |= val;
}

static void nv_ctxctl_scratch_clear_write(NVGPU *gpu, uint32_t addr,
                                          uint32_t val)
{
    *nv_ctxctl_scratch(gpu, addr) &= ~val;
}

/* The driver polls this: run the falcon so that the wait is short. */
static uint32_t nv_ctxctl_scratch_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    if (!gpu->ctxctl->reaching) {
        nv_falcon_kick(falcon);
    }
    return gpu->regs[addr / 4];
}

/* --- Channels --------------------------------------------------------- */

/* The program has switched channels, on request or on its own. */
static void nv_ctxctl_chsw_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!FIELD_EX32(val, NV_CTXCTL_CHSW, ACK)) {
        return;
    }
    trace_nv_ctxctl_switched(nv_ctxctl_cur(gpu));
    gpu->ctxctl->hub.falcon.switching = false;
    if (!nv_ctxctl_cur_block(gpu) && !nvc0_graph_busy(gpu)) {
        nvc0_graph_set_channel(gpu, 0);
    }
}

/* --- Configuration ----------------------------------------------------- */

static uint32_t nv_ctxctl_hub_units_read(NVGPU *gpu, uint32_t addr)
{
    const NVUnitCounts *counts = gpu->chip->counts;
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_CTXCTL_HUB_UNITS, GPC_COUNT, counts->gpcs);
    return FIELD_DP32(val, NV_CTXCTL_HUB_UNITS, ROP_COUNT,
                      counts->partitions - ctpop32(counts->partitions_off));
}

static unsigned nv_ctxctl_gpc(NVGPU *gpu, uint32_t addr)
{
    return nv_ctxctl_at(gpu, addr) - gpu->ctxctl->gpc;
}

static uint32_t nv_ctxctl_gpc_units_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_CTXCTL_GPC_UNITS, TPC_COUNT,
                     gpu->chip->counts->gpc_tpcs[nv_ctxctl_gpc(gpu, addr)]);
    return FIELD_DP32(val, NV_CTXCTL_GPC_UNITS, ZCULL_COUNT, 1);
}

static uint32_t nv_ctxctl_gpc_myindex_read(NVGPU *gpu, uint32_t addr)
{
    return nv_ctxctl_gpc(gpu, addr);
}

/* --- Registers -------------------------------------------------------- */

static const NVRegInfo nv_ctxctl_rows[] = {
    /* There is no memory interface with ports. */
    NV_ABSENT(NV_FALCON_MEMIF_PORT, .count = NV_FALCON_PORTS),
    NV_ABSENT(NV_FALCON_MEMIF_CHANNEL),
    NV_ABSENT(NV_FALCON_MEMIF_CTRL),
    NV_ROW(NV_FALCON_DATA_INDEX, .rw = 0x0300fffc),
    NV_ROW(NV_FALCON_DATA, .read = nv_falcon_data_read,
           .write = nv_falcon_data_write, .acts_on_read = true),
    NV_ROW(NV_CTXCTL_SIGNAL, .read = nv_ctxctl_signal_read,
           .inspect = nv_ctxctl_signal_inspect, .acts_on_read = true),
    NV_ROW(NV_CTXCTL_INTR_ROUTE, .read = nv_ctxctl_route_read,
           .write = nv_ctxctl_route_write),
    NV_ROW(NV_CTXCTL_BAR_REQMASK, .count = 2, .read = nv_ctxctl_reqmask_read,
           .write = nv_ctxctl_reqmask_write),
    NV_ROW(NV_CTXCTL_BAR, .read = nv_ctxctl_bar_read,
           .write = nv_ctxctl_bar_write),
    NV_ROW(NV_CTXCTL_BAR_SET, .count = 2, .write = nv_ctxctl_bar_set_write),
    NV_ROW(NV_CTXCTL_IDLE_STATUS),
    NV_STORAGE(NV_CTXCTL_USER_BUSY),
    NV_ROW(NV_CTXCTL_WATCHDOG, .read = nv_ctxctl_watchdog_read,
           .write = nv_ctxctl_watchdog_write,
           .own = R_NV_CTXCTL_WATCHDOG_ENABLE_MASK |
                  R_NV_CTXCTL_WATCHDOG_TIME_REMAINING_MASK),
    NV_STORAGE(NV_CTXCTL_WRCMD_DATA),
    NV_ROW(NV_CTXCTL_WRCMD_CMD, .write = nv_ctxctl_wrcmd_write),
    NV_STORAGE(NV_CTXCTL_RED_SWITCH),
    NV_STORAGE(NV_CTXCTL_MMCTX_SAVE_SWBASE),
    NV_STORAGE(NV_CTXCTL_MMCTX_LOAD_SWBASE),
    NV_STORAGE(NV_CTXCTL_MMCTX_BASE),
    NV_ROW(NV_CTXCTL_MMCTX_CTRL,
           .rw = R_NV_CTXCTL_MMCTX_CTRL_QLIMIT_MASK |
                 R_NV_CTXCTL_MMCTX_CTRL_LOAD_MASK,
           .read = nv_ctxctl_mmctx_ctrl_read,
           .write = nv_ctxctl_mmctx_ctrl_write),
    NV_STORAGE(NV_CTXCTL_MMCTX_MULTI_STRIDE),
    NV_STORAGE(NV_CTXCTL_MMCTX_MULTI_MASK),
    NV_ROW(NV_CTXCTL_MMCTX_QUEUE, .write = nv_ctxctl_mmctx_queue_write),
    NV_STORAGE(NV_CTXCTL_MMIO_BASE),
    NV_ROW(NV_CTXCTL_MMIO_CTRL, .rw = 0xe3fffffd,
           .read = nv_ctxctl_mmio_ctrl_read, .inspect = nv_regs_stored,
           .acts_on_read = true,
           .write = nv_ctxctl_mmio_ctrl_write),
    NV_ROW(NV_CTXCTL_MMIO_RDVAL, .own = UINT32_MAX),
    NV_STORAGE(NV_CTXCTL_MMIO_WRVAL),
    NV_STORAGE(NV_CTXCTL_MMCTX_LOAD_COUNT),
    NV_ROW(NV_CTXCTL_SCRATCH, .count = 8, .rw = UINT32_MAX,
           .read = nv_ctxctl_scratch_read, .inspect = nv_regs_stored,
           .acts_on_read = true),
    NV_ROW(NV_CTXCTL_SCRATCH_SET, .count = 8,
           .write = nv_ctxctl_scratch_set_write),
    NV_ROW(NV_CTXCTL_SCRATCH_CLEAR, .count = 8,
           .write = nv_ctxctl_scratch_clear_write),
    NV_STORAGE(NV_CTXCTL_UNK86C),
    NV_ROW(NV_CTXCTL_STRANDS_CNT, .reset = 1),
    NV_ROW(NV_CTXCTL_STRAND_SAVE_SWBASE, .read = nv_ctxctl_strand_base_read,
           .write = nv_ctxctl_strand_base_write),
    NV_ROW(NV_CTXCTL_STRAND_LOAD_SWBASE, .read = nv_ctxctl_strand_base_read,
           .write = nv_ctxctl_strand_base_write),
    NV_ROW(NV_CTXCTL_STRAND_WORDS, .read = nv_ctxctl_strand_words_read),
    NV_STORAGE(NV_CTXCTL_STRAND_DATA),
    NV_STORAGE(NV_CTXCTL_STRAND_SELECT),
    NV_ROW(NV_CTXCTL_STRAND_CMD, .write = nv_ctxctl_strand_cmd_write),
    NV_STORAGE(NV_CTXCTL_STRAND_FILTER),
    NV_STORAGE(NV_CTXCTL_MEM_BASE),
    NV_STORAGE(NV_CTXCTL_MEM_CHAN),
    NV_ROW(NV_CTXCTL_MEM_CMD, .write = nv_ctxctl_mem_cmd_write),
    NV_ROW(NV_CTXCTL_MEM_TARGET, .rw = 0x8000001f),
    NV_STORAGE(NV_CTXCTL_MEM_UNK24),
};

static const NVRegBlock nv_ctxctl_common = NV_REG_BLOCK(
    "ctxctl", 0, 0x1000, nv_ctxctl_rows, .parent = &nv_falcon_regs);

/* There is more scratch, so what was behind it is elsewhere. */
static const NVRegInfo nvf0_ctxctl_rows[] = {
    NV_ABSENT(NV_CTXCTL_SCRATCH_SET, .count = 8),
    NV_ABSENT(NV_CTXCTL_UNK86C),
    NV_STORAGE(NVF0_CTXCTL_UNK88C),
    NV_ROW(NVF0_CTXCTL_SCRATCH_SET, .count = 8,
           .write = nv_ctxctl_scratch_set_write),
};

static const NVRegBlock nvf0_ctxctl_common = NV_REG_BLOCK(
    "ctxctl", 0, 0x1000, nvf0_ctxctl_rows, .parent = &nv_ctxctl_common);

/* TPCs have strands without anything in them. */
static const NVRegInfo nv117_ctxctl_rows[] = {
    NV_ROW(NV117_CTXCTL_TPC_STATUS),
};

static const NVRegBlock nv117_ctxctl_common = NV_REG_BLOCK(
    "ctxctl", 0, 0x1000, nv117_ctxctl_rows, .parent = &nvf0_ctxctl_common);

static const NVRegInfo nv_ctxctl_hub_rows[] = {
    NV_ROW(NV_CTXCTL_HUB_UNITS, .read = nv_ctxctl_hub_units_read),
    NV_ROW(NV_CTXCTL_CHAN_ADDR, .rw = 0xbfffffff),
    NV_STORAGE(NV_CTXCTL_CHAN_NEXT),
    NV_ROW(NV_CTXCTL_CHSW, .write = nv_ctxctl_chsw_write),
    NV_ROW(NV_CTXCTL_ENGINE_STATUS, .read = nv_ctxctl_engine_status_read),
    NV_STORAGE(NV_CTXCTL_ENGINE_TRIGGER),
    NV_ROW(NV_CTXCTL_INTR_UP_STATUS, .own = UINT32_MAX),
    NV_ROW(NV_CTXCTL_INTR_UP_SET, .write = nv_ctxctl_intr_up_set_write),
    NV_ROW(NV_CTXCTL_INTR_UP_CLEAR, .write = nv_ctxctl_intr_up_clear_write),
    NV_ROW(NV_CTXCTL_INTR_UP_ENABLE, .rw = UINT32_MAX,
           .write = nv_ctxctl_intr_up_write),
};

static const NVRegInfo nv_ctxctl_gpc_rows[] = {
    NV_ROW(NV_CTXCTL_GPC_UNITS, .read = nv_ctxctl_gpc_units_read),
    NV_ROW(NV_CTXCTL_GPC_MYINDEX, .read = nv_ctxctl_gpc_myindex_read),
};

#define NV_CTXCTL_BLOCK(_unit, _base, _rows, _common) NV_REG_BLOCK( \
    _unit, _base, 0x1000, _rows, .shift = (_base), .parent = &(_common))
#define NV_CTXCTL_GPC_BLOCK(_n, _common) NV_CTXCTL_BLOCK( \
    "GPCCS" #_n, 0x502000 + (_n) * 0x8000, nv_ctxctl_gpc_rows, _common)
#define NV_CTXCTL_GPC_BLOCKS(_common) { \
    NV_CTXCTL_GPC_BLOCK(0, _common), NV_CTXCTL_GPC_BLOCK(1, _common), \
    NV_CTXCTL_GPC_BLOCK(2, _common), NV_CTXCTL_GPC_BLOCK(3, _common), \
    NV_CTXCTL_GPC_BLOCK(4, _common), \
}

const NVRegBlock nv_ctxctl_hub_regs = NV_CTXCTL_BLOCK(
    "FECS", 0x409000, nv_ctxctl_hub_rows, nv_ctxctl_common);
const NVRegBlock nvf0_ctxctl_hub_regs = NV_CTXCTL_BLOCK(
    "FECS", 0x409000, nv_ctxctl_hub_rows, nvf0_ctxctl_common);

const NVRegBlock nv_ctxctl_gpc_regs[NV_GPCS] =
    NV_CTXCTL_GPC_BLOCKS(nv_ctxctl_common);
const NVRegBlock nvf0_ctxctl_gpc_regs[NV_GPCS] =
    NV_CTXCTL_GPC_BLOCKS(nvf0_ctxctl_common);
const NVRegBlock nv117_ctxctl_gpc_regs[NV_GPCS] =
    NV_CTXCTL_GPC_BLOCKS(nv117_ctxctl_common);

/*
 * NVIDIA GPU: PCOPY, the engine that copies: PFIFO's engine 3, GT215:NVC0
 *
 * A falcon that PFIFO gives methods and channels to; the driver's microcode
 * executes the first and exchanges the second.
 *
 * Source: envytools, docs/hw/fifo/pcopy.rst and docs/hw/falcon; nouveau's
 * nvkm/engine/ce/fuc/com.fuc, which tells how the registers for PFIFO are used.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

#define NV_PCOPY_BASE 0x104000

/* Instructions, and words copied, that a method gets in place */
#define NV_PCOPY_FIRST 65536

static NVPcopy *nv_pcopy_of(NVFalcon *falcon)
{
    return container_of(falcon, NVPcopy, falcon);
}

/* --- What it has to do ------------------------------------------------ */

/* Nobody takes what PFIFO brings. */
static bool nv_pcopy_off(NVFalcon *falcon)
{
    uint32_t access = NV_FALCON_R(falcon, NV_FALCON_ACCESS_EN);

    return falcon->state == NV_FALCON_STOPPED ||
           !FIELD_EX32(access, NV_FALCON_ACCESS_EN, CHSW) ||
           !FIELD_EX32(access, NV_FALCON_ACCESS_EN, FIFO);
}

/* All that it was given is done. */
static bool nv_pcopy_done(NVFalcon *falcon)
{
    return !falcon->fifo_count && !nv_pcopy_of(falcon)->copying &&
           !falcon->switching && !nv_falcon_can_run(falcon);
}

static void nv_pcopy_request(NVFalcon *falcon, uint32_t next)
{
    trace_nv_falcon_chsw(falcon->chip->regs->unit,
                         NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR), next);
    NV_FALCON_R(falcon, NV_FALCON_CHANNEL_NEXT) = next;
    falcon->switching = true;
    nv_falcon_raise(falcon, R_NV_FALCON_INTR_CHSW_MASK);
}

/*
 * An unload waits for what is under way.  The next channel is asked for when
 * the program that has unloaded the last one is out of its handler, in which it
 * still clears the interrupt.
 */
static void nv_pcopy_ask(NVFalcon *falcon)
{
    NVPcopy *pcopy = nv_pcopy_of(falcon);

    if (pcopy->unloading && nv_pcopy_done(falcon)) {
        nv_pcopy_request(falcon, 0);
    }
    if (pcopy->next && !nv_falcon_can_run(falcon)) {
        pcopy->next = false;
        nv_falcon_raise(falcon, R_NV_FALCON_INTR_CHSW_MASK);
    }
}

static void nv_pcopy_go(NVFalcon *falcon, int64_t *budget)
{
    bool copying;

    nv_pcopy_ask(falcon);
    do {
        nv_falcon_run(falcon, budget);
        copying = nv_pcopy_copy(falcon, budget);
        nv_pcopy_ask(falcon);
    } while (*budget > 0 && !falcon->busy &&
             (copying || nv_falcon_can_run(falcon)));
    if (nv_falcon_can_run(falcon) || copying) {
        nv_falcon_schedule(falcon);
    }
}

/* The timer's: PFIFO may be waiting for it. */
static bool nv_pcopy_chip_work(NVFalcon *falcon, int64_t *budget)
{
    bool copying = nv_pcopy_copy(falcon, budget);

    nv_pcopy_ask(falcon);
    nv_engine_wake(falcon->gpu);
    return copying;
}

/* --- Channels --------------------------------------------------------- */

/* The microcode has unloaded the current channel, or loaded the next one. */
static void nv_pcopy_channel_cmd_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    NVPcopy *pcopy = gpu->pcopy;
    NVFalcon *falcon = &pcopy->falcon;
    uint32_t next = NV_FALCON_R(falcon, NV_FALCON_CHANNEL_NEXT);

    if (!falcon->switching) {
        return;
    }
    if (FIELD_EX32(val, NV_FALCON_CHANNEL_CMD, LOAD)) {
        NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR) = next;
    } else if (!FIELD_EX32(val, NV_FALCON_CHANNEL_CMD, UNLOAD)) {
        return;
    } else if (FIELD_EX32(next, NV_FALCON_CHANNEL_CUR, VALID)) {
        pcopy->next = true;
        return;
    }
    falcon->switching = false;
    if (!FIELD_EX32(next, NV_FALCON_CHANNEL_CUR, VALID)) {
        pcopy->unloading = false;
    }
}

/* Has the channel be the current one; false: it isn't yet. */
static bool nv_pcopy_enter(NVFalcon *falcon, unsigned chid)
{
    uint32_t channel = R_NV_FALCON_CHANNEL_CUR_VALID_MASK |
                       nv_channel_block(falcon->gpu, chid) >> 12;
    uint32_t *cur = &NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR);
    int64_t budget = NV_PCOPY_FIRST;

    if (likely(*cur == channel && nv_pcopy_done(falcon))) {
        return true;
    }
    if (nv_pcopy_off(falcon) || !nv_pcopy_done(falcon) ||
        nv_pcopy_of(falcon)->unloading) {
        return false;
    }
    nv_pcopy_request(falcon, channel);
    nv_pcopy_go(falcon, &budget);
    return *cur == channel && nv_pcopy_done(falcon);
}

static bool nv_pcopy_has(NVFalcon *falcon, uint32_t block)
{
    uint32_t cur = NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR);

    return FIELD_EX32(cur, NV_FALCON_CHANNEL_CUR, VALID) &&
           FIELD_EX32(cur, NV_FALCON_CHANNEL_CUR, CHAN) == block >> 12;
}

static void nv_pcopy_unload(NVGPU *gpu, uint32_t block)
{
    NVPcopy *pcopy = gpu->pcopy;
    NVFalcon *falcon = &pcopy->falcon;
    int64_t budget = NV_PCOPY_FIRST;

    if (!nv_pcopy_has(falcon, block)) {
        return;
    }
    if (nv_pcopy_off(falcon)) {
        NV_FALCON_R(falcon, NV_FALCON_CHANNEL_CUR) = 0;
        return;
    }
    pcopy->unloading = true;
    nv_pcopy_go(falcon, &budget);
}

static bool nv_pcopy_unloading(NVGPU *gpu)
{
    return gpu->pcopy->unloading;
}

/* --- The engine ------------------------------------------------------- */

static bool nv_pcopy_busy(NVGPU *gpu)
{
    NVFalcon *falcon = &gpu->pcopy->falcon;

    return gpu->pcopy->copying ||
           (nv_falcon_can_run(falcon) && !nv_falcon_stuck(falcon));
}

static bool nv_pcopy_idle(NVGPU *gpu, unsigned chid)
{
    NVFalcon *falcon = &gpu->pcopy->falcon;

    return !nv_pcopy_has(falcon, nv_channel_block(gpu, chid)) ||
           nv_pcopy_done(falcon);
}

static void nv_pcopy_work(NVGPU *gpu, int64_t *budget)
{
    nv_pcopy_go(&gpu->pcopy->falcon, budget);
    --*budget;
}

static void nv_pcopy_give(NVFalcon *falcon, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    int64_t budget = NV_PCOPY_FIRST;
    uint32_t cmd = 0;

    cmd = FIELD_DP32(cmd, NV_FALCON_FIFO_CMD, MTHD, mthd / 4);
    cmd = FIELD_DP32(cmd, NV_FALCON_FIFO_CMD, SUBC, subc);
    trace_nv_falcon_method(falcon->chip->regs->unit, subc, mthd, data);
    falcon->fifo[(falcon->fifo_first + falcon->fifo_count) % NV_FALCON_FIFO] =
        (NVFalconMethod) { .cmd = cmd, .data = data };
    falcon->fifo_count++;
    nv_falcon_update_intr(falcon);
    nv_pcopy_go(falcon, &budget);
}

static bool nv_pcopy_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return nv_pcopy_enter(&gpu->pcopy->falcon, chid);
}

/* Like handles, objects are named by their place in the instance block. */
static bool nv_pcopy_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t inst)
{
    if (!nv_pcopy_enter(&gpu->pcopy->falcon, chid)) {
        return false;
    }
    nv_pcopy_give(&gpu->pcopy->falcon, subc, 0,
                  (inst - nv_channel_block(gpu, chid)) >> 4);
    return true;
}

/*
 * One method after the other: the next one waits until the microcode, and the
 * copy that it has started, are done.
 */
static uint32_t nv_pcopy_run(NVGPU *gpu, const NVRun *run)
{
    NVFalcon *falcon = &gpu->pcopy->falcon;
    uint32_t block = nv_channel_block(gpu, run->chid);
    bool handles = run->mthd >= NV_MTHD_HANDLE &&
                   run->mthd < NV_MTHD_HANDLE_END;

    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t data = qatomic_read(&run->data[i]);

        if (!nv_pcopy_done(falcon)) {
            return i;
        }
        nv_pcopy_give(falcon, run->subc, run->mthd + i * run->step,
                      handles ? data - (block >> 4) : data);
    }
    return run->count;
}

const NVEngine nv_engine_pcopy = {
    .name = "PCOPY",
    .bind = nv_pcopy_bind,
    .select = nv_pcopy_select,
    .run = nv_pcopy_run,
    .idle = nv_pcopy_idle,
    .busy = nv_pcopy_busy,
    .work = nv_pcopy_work,
    .unload = nv_pcopy_unload,
    .unloading = nv_pcopy_unloading,
};

/* --- Registers -------------------------------------------------------- */

static uint32_t nv_pcopy_lines(NVFalcon *falcon)
{
    uint32_t intr = NV_FALCON_R(falcon, NV_PCOPY_INTR) &
                    NV_FALCON_R(falcon, NV_PCOPY_INTR_EN);
    uint32_t lines = 0;

    lines = FIELD_DP32(lines, NV_FALCON_INTR, COPY_BLOCK,
                       FIELD_EX32(intr, NV_PCOPY_INTR, BLOCK));
    return FIELD_DP32(lines, NV_FALCON_INTR, COPY_NONBLOCK,
                      FIELD_EX32(intr, NV_PCOPY_INTR, NONBLOCK));
}

static uint32_t nv_pcopy_status(NVFalcon *falcon)
{
    return FIELD_DP32(0, NV_FALCON_STATUS, MEMIF,
                      nv_pcopy_of(falcon)->copying);
}

static void nv_pcopy_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_falcon_update_intr(&gpu->pcopy->falcon);
    nv_falcon_kick(&gpu->pcopy->falcon);
}

static void nv_pcopy_access_en_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pcopy_intr_write(gpu, addr, val);
    nv_engine_wake(gpu);
}

static const NVRegInfo nv_pcopy_rows[] = {
    NV_ROW(NV_FALCON_ACCESS_EN, .rw = 3, .write = nv_pcopy_access_en_write),
    NV_ROW(NV_FALCON_CHANNEL_CMD, .write = nv_pcopy_channel_cmd_write),
    NV_ROW(NV_FALCON_DATA_INDEX, .rw = 0x0300fffc),
    NV_ROW(NV_FALCON_DATA, .read = nv_falcon_data_read,
           .write = nv_falcon_data_write, .acts = true),
    NV_ROW(NV_PCOPY_CTRL, .rw = ~R_NV_PCOPY_CTRL_TRIGGER_MASK,
           .read = nv_pcopy_ctrl_read, .write = nv_pcopy_ctrl_write),
    NV_ROW(NV_PCOPY_YCNT, .rw = 0x1fff),
    NV_ROW(NV_PCOPY_ADDRESS_LOW, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_XCNT, .count = 2, .rw = 0xfffff),
    NV_ROW(NV_PCOPY_CFG, .count = 2, .rw = 0x00ffffff),
    NV_ROW(NV_PCOPY_YBLOCK, .count = 2, .rw = 0x00ffffff),
    NV_ROW(NV_PCOPY_PITCH, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_SWIZZLE_CONTROL, .rw = 0x00010f0f),
    NV_ROW(NV_PCOPY_SWIZZLE_MAP, .count = 4, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_SWIZZLE_CONST, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_INTR_EN, .rw = 3, .write = nv_pcopy_intr_write),
    NV_ROW(NV_PCOPY_INTR, .w1c = 3, .write = nv_pcopy_intr_write),
};

static const NVRegBlock nv_pcopy_regs = NV_REG_BLOCK(
    "PCOPY", NV_PCOPY_BASE, 0x1000, nv_pcopy_rows, .shift = NV_PCOPY_BASE,
    .parent = &nv_falcon_regs);

const NVFalconChip nva3_pcopy = {
    .regs = &nv_pcopy_regs,
    .code_size = 0x1200,
    .data_size = 0x800,
    .fifo_size = NV_FALCON_FIFO,
    .data_ports = 1,
    .vm_pages_log2 = 5,
    .khz = 405000,
    .intr = R_NV_PMC_INTR_PCOPY_MASK,
    .vm_user = NV_VM_PCOPY,
    .ctxdma = 0xc0,
    .lines = nv_pcopy_lines,
    .status = nv_pcopy_status,
    .work = nv_pcopy_chip_work,
};

/* --- Life ------------------------------------------------------------- */

static bool nv_pcopy_realize(NVGPU *gpu, Error **errp)
{
    nv_falcon_init(gpu, &gpu->pcopy->falcon, gpu->chip->pcopy);
    return true;
}

static void nv_pcopy_reset(NVGPU *gpu)
{
    NVPcopy *pcopy = gpu->pcopy;

    pcopy->copying = pcopy->next = pcopy->unloading = false;
    pcopy->line = pcopy->pos = 0;
    nv_engine_forget_queue(gpu, NV_ENGINE_PCOPY);
    nv_falcon_reset(&pcopy->falcon);
}

static void nv_pcopy_disable(NVGPU *gpu)
{
    nv_pcopy_reset(gpu);
    nv_engine_wake(gpu);
}

static void nv_pcopy_exit(NVGPU *gpu)
{
    nv_falcon_exit(&gpu->pcopy->falcon);
}

static bool nv_pcopy_post_load(NVGPU *gpu, int version_id)
{
    return nv_falcon_post_load(&gpu->pcopy->falcon);
}

const NVUnit nv_unit_pcopy = {
    .name = "PCOPY",
    .state = offsetof(NVGPU, pcopy),
    .size = sizeof(NVPcopy),
    .realize = nv_pcopy_realize,
    .reset = nv_pcopy_reset,
    .enable = R_NV_PMC_ENABLE_PCOPY_MASK | R_NV_PMC_ENABLE_PCOPY_CHSW_MASK,
    .disable = nv_pcopy_disable,
    .exit = nv_pcopy_exit,
    .post_load = nv_pcopy_post_load,
};

static bool nv_pcopy_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->chip->pcopy;
}

static const VMStateDescription nv_vmstate_pcopy_unit = {
    .name = "nv-gpu/pcopy/unit",
    .version_id = 2,
    .minimum_version_id = 2,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(falcon, NVPcopy, 1, nv_vmstate_falcon, NVFalcon),
        VMSTATE_BOOL(copying, NVPcopy),
        VMSTATE_UINT32(line, NVPcopy),
        VMSTATE_UINT32(pos, NVPcopy),
        VMSTATE_BOOL(next, NVPcopy),
        VMSTATE_BOOL(unloading, NVPcopy),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_pcopy = {
    .name = "nv-gpu/pcopy",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pcopy_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(pcopy, NVGPU, nv_vmstate_pcopy_unit,
                               NVPcopy),
        VMSTATE_END_OF_LIST()
    },
};

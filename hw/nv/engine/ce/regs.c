/*
 * NVIDIA GPU: a copy engine without a falcon: registers, life, snapshots, NVE4+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ce.h"
#include "hw/nv/bus.h"
#include "migration/vmstate.h"

#define NV_CE0_BASE 0x104000
#define NV_CE1_BASE 0x105000
#define NV_CE2_BASE 0x106000

/* --- Registers -------------------------------------------------------- */

static void nv_ce_update_intr(NVGPU *gpu, const NVCe *ce)
{
    nv_pmc_set_intr(gpu, ce->chip->intr,
                    NV_CE_R(gpu, ce, NV_CE_INTR) &
                    NV_CE_R(gpu, ce, NV_CE_INTR_EN));
}

void nv_ce_raise(NVGPU *gpu, NVCe *ce, uint32_t bits)
{
    NV_CE_R(gpu, ce, NV_CE_INTR) |= bits;
    nv_ce_update_intr(gpu, ce);
}

static NVCe *nv_ce_at(NVGPU *gpu, uint32_t addr)
{
    NVCe *ce = NULL;

    for (unsigned i = 0; i < NV_CES; i++) {
        if (gpu->ces[i] && addr - gpu->ces[i]->chip->regs->base <
                           gpu->ces[i]->chip->regs->size) {
            ce = gpu->ces[i];
        }
    }
    return ce;
}

static void nv_ce_intr_en_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ce_update_intr(gpu, nv_ce_at(gpu, addr));
}

/* Some of them hold the engine up. */
static void nv_ce_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCe *ce = nv_ce_at(gpu, addr);

    nv_ce_update_intr(gpu, ce);
    nv_ce_leave(gpu, ce);
    nv_engine_wake(gpu);
}

static const NVRegInfo nv_ce_rows[] = {
    NV_ROW(NV_CE_INTR_EN, .rw = 0x7, .reset = 0x7,
           .write = nv_ce_intr_en_write),
    NV_ROW(NV_CE_INTR, .w1c = 0x7, .write = nv_ce_intr_write),
    NV_ROW(NV_CE_LAUNCHERR, .rw = 0xf),
};

#define NV_CE_REGS(_unit, _base) \
    NV_REG_BLOCK(_unit, _base, 0x1000, nv_ce_rows, .shift = (_base))

static const NVRegBlock nv_ce0_regs = NV_CE_REGS("PCE0", NV_CE0_BASE);
static const NVRegBlock nv_ce1_regs = NV_CE_REGS("PCE1", NV_CE1_BASE);
static const NVRegBlock nv_ce2_regs = NV_CE_REGS("PCE2", NV_CE2_BASE);

#define NV_CE0 \
    .index = 0, .engine = NVC0_ENGINE_PCE0, .regs = &nv_ce0_regs, \
    .intr = R_NV_PMC_INTR_PCE0_MASK, .vm_user = NV_VM_PCOPY
#define NV_CE1 \
    .index = 1, .engine = NVC0_ENGINE_PCE1, .regs = &nv_ce1_regs, \
    .intr = R_NV_PMC_INTR_PCE1_MASK, .vm_user = NV_VM_PCE1
#define NV_CE2(_engine) \
    .index = 2, .engine = (_engine), .regs = &nv_ce2_regs, \
    .intr = R_NV_PMC_INTR_PCE2_MASK, .vm_user = NV_VM_PCE2

/* LAUNCH_DMA's bit 11 is BYPASS_L2, or FORCE_RMWDISABLE and then bit 20 is. */
#define NV_CE_A0B5 .class = 0xa0b5, .older = 0xa0b5, .unused = 0xfff00000
#define NV_CE_B0B5 .class = 0xb0b5, .older = 0xa0b5, .unused = 0xffe00000

const NVCeChip nve4_ce0 = { NV_CE0, NV_CE_A0B5 };
const NVCeChip nve4_ce1 = { NV_CE1, NV_CE_A0B5 };
const NVCeChip nve4_ce2 = { NV_CE2(NVE4_ENGINE_PCE2), NV_CE_A0B5 };
const NVCeChip nv108_ce2 = { NV_CE2(NV108_ENGINE_PCE2), NV_CE_A0B5 };
const NVCeChip nv117_ce0 = { NV_CE0, NV_CE_B0B5 };
const NVCeChip nv117_ce2 = { NV_CE2(NV117_ENGINE_PCE2), NV_CE_B0B5 };

/* --- Life ------------------------------------------------------------- */

static void nv_ce_init(NVGPU *gpu, unsigned i)
{
    gpu->ces[i]->chip = gpu->chip->ces[i];
    gpu->ces[i]->current = -1;
}

static void nv_ce_stop(NVGPU *gpu, NVCe *ce)
{
    ce->copying = ce->faulted = ce->leaving = false;
    ce->line = ce->pos = 0;
    nv_engine_forget_queue(gpu, ce->chip->engine);
    nv_ce_update_intr(gpu, ce);
}

static void nv_ce_reset(NVGPU *gpu, NVCe *ce)
{
    nv_ce_forget_all(ce);
    nv_ce_stop(gpu, ce);
}

/* A reset by the driver costs other channels nothing. */
static void nv_ce_disable(NVGPU *gpu, NVCe *ce)
{
    NV_CE_R(gpu, ce, NV_CE_INTR_EN) = 0x7;
    NV_CE_R(gpu, ce, NV_CE_INTR) = NV_CE_R(gpu, ce, NV_CE_LAUNCHERR) = 0;
    if (ce->copying) {
        nv_ce_forget(ce);
    }
    ce->current = -1;
    nv_ce_stop(gpu, ce);
    nv_engine_wake(gpu);
}

/* A fault is of a copy; what is leaving its channel can't do so yet. */
static bool nv_ce_is_sane(NVGPU *gpu, NVCe *ce)
{
    return nv_ce_channels_are_sane(gpu, ce) &&
           (ce->copying ? ce->current >= 0 : !ce->faulted) &&
           !(ce->leaving && (ce->current < 0 || nv_ce_accepts(gpu, ce)));
}

#define NV_CE_LIFE(_i)                                                      \
    static bool nv_ce##_i##_realize(NVGPU *gpu, Error **errp)               \
    {                                                                       \
        nv_ce_init(gpu, _i);                                                \
        return true;                                                        \
    }                                                                       \
                                                                            \
    static void nv_ce##_i##_reset(NVGPU *gpu)                               \
    {                                                                       \
        nv_ce_reset(gpu, gpu->ces[_i]);                                     \
    }                                                                       \
                                                                            \
    static void nv_ce##_i##_disable(NVGPU *gpu)                             \
    {                                                                       \
        nv_ce_disable(gpu, gpu->ces[_i]);                                   \
    }                                                                       \
                                                                            \
    static void nv_ce##_i##_exit(NVGPU *gpu)                                \
    {                                                                       \
        nv_ce_forget_all(gpu->ces[_i]);                                     \
    }                                                                       \
                                                                            \
    static bool nv_ce##_i##_post_load(NVGPU *gpu, int version_id)           \
    {                                                                       \
        return nv_ce_is_sane(gpu, gpu->ces[_i]);                            \
    }

NV_CE_LIFE(0)
NV_CE_LIFE(1)
NV_CE_LIFE(2)

#define NV_CE_UNIT(_i, _enable)                                             \
    {                                                                       \
        .name = "PCE" #_i,                                                  \
        .state = offsetof(NVGPU, ces[_i]),                                  \
        .size = sizeof(NVCe),                                               \
        .blocks = (const NVUnitBlock[]) {                                   \
            { .block = &nv_ce##_i##_regs }, { }                             \
        },                                                                  \
        .realize = nv_ce##_i##_realize,                                     \
        .reset = nv_ce##_i##_reset,                                         \
        .enable = (_enable),                                                \
        .disable = nv_ce##_i##_disable,                                     \
        .exit = nv_ce##_i##_exit,                                           \
        .post_load = nv_ce##_i##_post_load,                                 \
    }

const NVUnit nv_unit_ce0 = NV_CE_UNIT(0, R_NV_PMC_ENABLE_PCE0_MASK);
const NVUnit nv_unit_ce1 = NV_CE_UNIT(1, R_NV_PMC_ENABLE_PCE1_MASK);
const NVUnit nv_unit_ce2 = NV_CE_UNIT(2, R_NV_PMC_ENABLE_PCE2_MASK);

/* --- Snapshots -------------------------------------------------------- */

void nv_ce_pre_load_gpu(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_CES; i++) {
        if (gpu->ces[i]) {
            nv_ce_forget_all(gpu->ces[i]);
            gpu->ces[i]->copying = gpu->ces[i]->faulted =
                gpu->ces[i]->leaving = false;
        }
    }
}

static bool nv_ce_has_room(void *opaque, int version_id)
{
    const NVCe *ce = opaque;

    return ce->count >= 0 && ce->count <= NV_CE_CHANNELS;
}

/* Loading allocates memory for them. */
static int nv_ce_pre_load(void *opaque)
{
    nv_ce_forget_all(opaque);
    return 0;
}

static const VMStateDescription nv_vmstate_ce_unit = {
    .name = "nv-gpu/ce/unit",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = nv_ce_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_INT32(count, NVCe),
        VMSTATE_VALIDATE("a card has so many channels", nv_ce_has_room),
        VMSTATE_STRUCT_VARRAY_ALLOC(channels, NVCe, count, 1,
                                    nv_vmstate_ce_channel, NVCeChannel),
        VMSTATE_INT32(current, NVCe),
        VMSTATE_BOOL(copying, NVCe),
        VMSTATE_BOOL(faulted, NVCe),
        VMSTATE_BOOL(leaving, NVCe),
        VMSTATE_UINT32(line, NVCe),
        VMSTATE_UINT64(pos, NVCe),
        VMSTATE_END_OF_LIST()
    },
};

/*
 * What no channel has used has nothing to save.  A stream may have an engine
 * that the card hasn't: there is no state for it.
 */
#define NV_CE_VMSTATE(_i)                                                   \
    static bool nv_ce##_i##_needed(void *opaque)                            \
    {                                                                       \
        const NVGPU *gpu = opaque;                                          \
                                                                            \
        return gpu->ces[_i] && gpu->ces[_i]->count;                         \
    }                                                                       \
                                                                            \
    static int nv_ce##_i##_pre_load(void *opaque)                           \
    {                                                                       \
        const NVGPU *gpu = opaque;                                          \
                                                                            \
        return gpu->ces[_i] ? 0 : -EINVAL;                                  \
    }                                                                       \
                                                                            \
    const VMStateDescription nv_vmstate_ce##_i = {                          \
        .name = "nv-gpu/ce" #_i,                                            \
        .version_id = 1,                                                    \
        .minimum_version_id = 1,                                            \
        .needed = nv_ce##_i##_needed,                                       \
        .pre_load = nv_ce##_i##_pre_load,                                   \
        .fields = (const VMStateField[]) {                                  \
            VMSTATE_STRUCT_POINTER(ces[_i], NVGPU, nv_vmstate_ce_unit,      \
                                   NVCe),                                   \
            VMSTATE_END_OF_LIST()                                           \
        },                                                                  \
    }

NV_CE_VMSTATE(0);
NV_CE_VMSTATE(1);
NV_CE_VMSTATE(2);

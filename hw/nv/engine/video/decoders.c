/*
 * NVIDIA GPU: video engines that take objects and methods, and do nothing
 *
 * A channel's commands get through, whether a driver has started the engine's
 * processor or not: PVP2's and PBSP's Xtensa, later ones' falcon.  No program
 * runs, so these engines never interrupt and have no state of a channel.
 *
 * Source: rnndb, fifo/g80_pfifo.xml, vdec/vp2/xtensa.xml; classes: nouveau,
 * nvif/class.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vp2-regs.h"

/* --- Methods ---------------------------------------------------------- */

/* From NVC0 on a class takes the place of the object. */
static bool nv_video_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t class)
{
    nv_report_method(gpu, class, 0, class, 1);
    return true;
}

static bool nv_video_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return true;
}

/* Single methods of the many say little, so they are only counted. */
static uint32_t nv_video_run(NVGPU *gpu, const NVRun *run)
{
    nv_count(gpu, VIDEO_METHODS, run->count);
    return run->count;
}

static bool nv_video_idle(NVGPU *gpu, unsigned chid)
{
    return true;
}

static bool nv_video_busy(NVGPU *gpu)
{
    return false;
}

const NVEngine nv_engine_video = {
    .name = "video",
    .bind = nv_video_bind,
    .run = nv_video_run,
    .busy = nv_video_busy,
};

/*
 * Before NVC0 the engine has one kind of object, whose instance says nothing:
 * drivers pass 0.
 */
#define NV_VIDEO_ENGINE(_id, _name, _class)                                 \
    static bool nv_##_id##_bind(NVGPU *gpu, unsigned chid, unsigned subc,   \
                                uint32_t inst)                              \
    {                                                                       \
        nv_report_method(gpu, (_class), 0, inst, 1);                        \
        return true;                                                        \
    }                                                                       \
                                                                            \
    const NVEngine nv_engine_##_id = {                                      \
        .name = (_name),                                                    \
        .bind = nv_##_id##_bind,                                            \
        .select = nv_video_select,                                          \
        .run = nv_video_run,                                                \
        .idle = nv_video_idle,                                              \
        .busy = nv_video_busy,                                              \
    }

NV_VIDEO_ENGINE(pme, "PME", 0x4075);
NV_VIDEO_ENGINE(pvp1, "PVP1", 0x4176);
NV_VIDEO_ENGINE(pvp2, "PVP2", 0x7476);
NV_VIDEO_ENGINE(pbsp, "PBSP", 0x74b0);
NV_VIDEO_ENGINE(pvld, "PVLD", 0x88b1);
NV_VIDEO_ENGINE(ppdec, "PPDEC", 0x88b2);
NV_VIDEO_ENGINE(pppp, "PPPP", 0x88b3);
NV_VIDEO_ENGINE(psec, "PSEC", 0x88b4);
NV_VIDEO_ENGINE(nva3_pvld, "PVLD", 0x85b1);
NV_VIDEO_ENGINE(nva3_ppdec, "PPDEC", 0x85b2);
NV_VIDEO_ENGINE(nva3_pppp, "PPPP", 0x85b3);

/* --- The registers of PVP2 and PBSP ------------------------------------- */

static uint32_t nv_xtensa_time_low_read(NVGPU *gpu, uint32_t addr)
{
    return nv_ptimer_now(gpu);
}

static uint32_t nv_xtensa_time_high_read(NVGPU *gpu, uint32_t addr)
{
    return nv_ptimer_now(gpu) >> 32;
}

/* Nothing raises an interrupt, so acknowledging one has no effect. */
static const NVRegInfo nv_xtensa_rows[] = {
    NV_STORAGE(NV_XTENSA_UPARM_IDX),
    NV_STORAGE(NV_XTENSA_UPARM),
    NV_ROW(NV_XTENSA_FIFO_MTHD),
    NV_ROW(NV_XTENSA_FIFO_DATA),
    NV_ROW(NV_XTENSA_FIFO_STATUS,
           .reset = R_NV_XTENSA_FIFO_STATUS_EMPTY_MASK),
    NV_ROW(NV_XTENSA_INTR, .w1c = 0x3c),
    NV_ROW(NV_XTENSA_CHANNEL_CUR),
    NV_ROW(NV_XTENSA_CHANNEL_NEXT),
    NV_ROW(NV_XTENSA_REGION, .count = 16 * 3, .rw = UINT32_MAX),
    NV_STORAGE(NV_XTENSA_HOST_IO_INDEX),
    NV_ROW(NV_XTENSA_UNK104),
    NV_STORAGE(NV_XTENSA_UNK108),
    NV_ROW(NV_XTENSA_UNK10C),
    NV_STORAGE(NV_XTENSA_UNK110),
    NV_ROW(NV_XTENSA_INTR_TRIGGER),
    NV_STORAGE(NV_XTENSA_CG),
    NV_STORAGE(NV_XTENSA_REG_ADDR),
    NV_STORAGE(NV_XTENSA_REG_DATA),
    NV_ROW(NV_XTENSA_PC),
    NV_ROW(NV_XTENSA_LIMIT_FAULT_ADDR),
    NV_ROW(NV_XTENSA_SCRATCH, .count = 5, .stride = 12, .rw = UINT32_MAX),
    NV_ROW(NV_XTENSA_INTR_EN, .rw = 0x3c),
    NV_ROW(NV_XTENSA_TIME_LOW, .read = nv_xtensa_time_low_read, .time = true),
    NV_ROW(NV_XTENSA_TIME_HIGH, .read = nv_xtensa_time_high_read,
           .time = true),
    NV_ROW(NV_XTENSA_FIFO_CTRL, .rw = 0x1111),
    NV_ROW(NV_XTENSA_REGION_SCRATCH, .count = 16, .rw = UINT32_MAX),
    NV_STORAGE(NV_XTENSA_SCRATCH_X2H),
    NV_STORAGE(NV_XTENSA_SCRATCH_H2X),
};

static const NVRegBlock nv_pvp2_block = NV_REG_BLOCK(
    "PVP2", 0x00f000, 0x1000, nv_xtensa_rows, .shift = 0x00f000);

static const NVRegBlock nv_pbsp_block = NV_REG_BLOCK(
    "PBSP", 0x103000, 0x1000, nv_xtensa_rows, .shift = 0x103000);

/* --- The registers of PPPP, PPDEC, PSEC and PVLD ------------------------ */

static uint32_t *nv_video_intr_en(NVGPU *gpu, uint32_t addr)
{
    return &gpu->regs[(addr & ~0xfff) / 4 + R_NV_FALCON_INTR_EN];
}

static void nv_video_intr_en_set_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    *nv_video_intr_en(gpu, addr) |= val & 0xffff;
}

static void nv_video_intr_en_clr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    *nv_video_intr_en(gpu, addr) &= ~val;
}

/* What a driver turns off that has never loaded a program */
static const NVRegInfo nv_video_falcon_rows[] = {
    NV_ROW(NV_FALCON_INTR_CLEAR),
    NV_ROW(NV_FALCON_INTR),
    NV_ROW(NV_FALCON_INTR_EN_SET, .write = nv_video_intr_en_set_write),
    NV_ROW(NV_FALCON_INTR_EN_CLR, .write = nv_video_intr_en_clr_write),
    NV_ROW(NV_FALCON_INTR_EN, .own = 0xffff),
    NV_ROW(NV_FALCON_ACCESS_EN, .rw = 3),
    NV_ROW(NV_FALCON_CHANNEL_CUR),
    NV_ROW(NV_FALCON_CHANNEL_NEXT),
};

#define NV_VIDEO_FALCON(_unit, _base) \
    NV_REG_BLOCK(_unit, _base, 0x1000, nv_video_falcon_rows, .shift = (_base))

static const NVRegBlock nv_pvld_block = NV_VIDEO_FALCON("PVLD", 0x084000);
static const NVRegBlock nv_ppdec_block = NV_VIDEO_FALCON("PPDEC", 0x085000);
static const NVRegBlock nv_pppp_block = NV_VIDEO_FALCON("PPPP", 0x086000);
static const NVRegBlock nv_psec_block = NV_VIDEO_FALCON("PSEC", 0x087000);

/* --- Units -------------------------------------------------------------- */

/* PMC_ENABLE has one bit for each place in PFIFO, and one for its switches. */
#define NV_VIDEO_UNIT(_name, _block, _bit) \
    { \
        .name = (_name), \
        .blocks = (const NVUnitBlock[]) { { &(_block) }, { } }, \
        .enable = R_NV_PMC_ENABLE_##_bit##_MASK | \
                  R_NV_PMC_ENABLE_##_bit##_CHSW_MASK, \
    }

const NVUnit nv_unit_pvp2 = NV_VIDEO_UNIT("PVP2", nv_pvp2_block, PVP2);
const NVUnit nv_unit_pbsp = NV_VIDEO_UNIT("PBSP", nv_pbsp_block, PBSP);
const NVUnit nv_unit_pvld = NV_VIDEO_UNIT("PVLD", nv_pvld_block, PBSP);
const NVUnit nv_unit_ppdec = NV_VIDEO_UNIT("PPDEC", nv_ppdec_block, PVP2);
const NVUnit nv_unit_pppp = NV_VIDEO_UNIT("PPPP", nv_pppp_block, PVPE);
const NVUnit nv_unit_psec = NV_VIDEO_UNIT("PSEC", nv_psec_block, PCIPHER);

/*
 * NVIDIA GPU: PMPEG, the decoder for MPEG 1 and 2, as PFIFO sees it, NV31:NV50
 *
 * Methods set registers (rnndb, vdec/vpe/mpeg_fifo.xml).  Those that name a DMA
 * object, and OBJECT itself, are left to the driver, by an interrupt: nouveau,
 * nvkm/engine/mpeg/nv31.c.  Nothing is decoded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs.h"
#include "vpe.h"

#define NV31_MPEG 0x3174

#define NV_MPEG_CMD_SIZE 0x0384
#define NV_MPEG_EXEC 0x0394

/** struct NVMpegMethods - methods whose words go to registers */
typedef struct NVMpegMethods {
    uint16_t mthd;
    uint16_t count;
    uint32_t addr;
} NVMpegMethods;

static const NVMpegMethods nv_mpeg_methods[] = {
    { 0x0140, 1, A_NV_PMPEG_CRYPT_HOST },
    { 0x0160, 1, A_NV_PMPEG_PITCH },
    { 0x0164, 1, A_NV_PMPEG_SIZE },
    /* IMAGE_Y_OFFSET and IMAGE_C_OFFSET alternate, as the registers do. */
    { 0x0200, 16, A_NV_PMPEG_IMAGE_Y_OFFSET },
    { 0x0310, 1, A_NV_PMPEG_FORMAT },
    { 0x0314, 1, A_NV_PMPEG_MODE },
    { 0x0380, 1, A_NV_PMPEG_CMD_OFFSET },
    { 0x038c, 1, A_NV_PMPEG_DATA_OFFSET },
    { 0x0390, 1, A_NV_PMPEG_DATA_SIZE },
};

/* In PIO mode it ignores PFIFO. */
static bool nv_mpeg_listens(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PMPEG_CONFIG), NV_PMPEG_CONFIG, FIFO_MODE);
}

/* An error holds it up until the driver clears it. */
static bool nv_mpeg_stopped(NVGPU *gpu)
{
    return nv_mpeg_listens(gpu) && (NV_R(gpu, NV_PMPEG_FIFO_ERR) ||
                                    !NV_R(gpu, NV_PMPEG_ENABLE));
}

static void nv_mpeg_error(NVGPU *gpu, uint32_t error, uint32_t mthd,
                          uint32_t data)
{
    const NVRefusal refusal = {
        .unit = "PMPEG",
        .chid = -1,
        .class = NV31_MPEG,
        .mthd = mthd,
        .data = data,
        .why = "CONFIG.FIFO_ERR_CHECK is off",
    };

    if (!FIELD_EX32(NV_R(gpu, NV_PMPEG_CONFIG), NV_PMPEG_CONFIG,
                    FIFO_ERR_CHECK)) {
        nv_refused(gpu, &refusal);
        return;
    }
    NV_R(gpu, NV_PMPEG_FIFO_ERR) = error;
    NV_R(gpu, NV_PMPEG_FIFO_ERR_MTHD) = mthd;
    NV_R(gpu, NV_PMPEG_FIFO_ERR_DATA) = data;
    NV_R(gpu, NV_PMPEG_INTR) |= R_NV_PMPEG_INTR_FIFO_ERR_MASK;
    nv_vpe_update_intr(gpu);
}

/* Report methods sent before CONFIG.FIFO_MODE is set, or that would decode */
static void nv_mpeg_report(NVGPU *gpu, uint32_t mthd, uint32_t data)
{
    nv_report_method(gpu, NV31_MPEG, mthd, data, 1);
}

static void nv_mpeg_execute(NVGPU *gpu, uint32_t mthd, uint32_t data)
{
    if (!nv_mpeg_listens(gpu) || mthd == NV_MPEG_CMD_SIZE ||
        mthd == NV_MPEG_EXEC) {
        nv_mpeg_report(gpu, mthd, data);
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_mpeg_methods); i++) {
        const NVMpegMethods *m = &nv_mpeg_methods[i];

        if (mthd - m->mthd < m->count * 4) {
            nv_regs_write(&gpu->vpe->regs, m->addr + mthd - m->mthd, data);
            return;
        }
    }
    nv_mpeg_error(gpu, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK, mthd, data);
}

/* --- The puller's side ------------------------------------------------ */

/* PFIFO tells it the channel's context; the contents aren't used. */
static void nv_mpeg_set_channel(NVGPU *gpu)
{
    uint32_t inst = NV_R(gpu, NV_PFIFO_CACHE1_MPEGCTX_INST) &
                    R_NV_PMPEG_CHANNEL_CUR_INSTANCE_MASK;

    if (gpu->chip->mpeg_context) {
        NV_R(gpu, NV_PMPEG_CHANNEL_CUR) =
            inst | R_NV_PMPEG_CHANNEL_CUR_VALID_MASK;
    }
}

/* "Happens on initial binding of the object" */
static bool nv_mpeg_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                         uint32_t inst)
{
    if (nv_mpeg_stopped(gpu)) {
        return false;
    }
    if (!nv_mpeg_listens(gpu)) {
        nv_mpeg_report(gpu, 0, inst);
        return true;
    }
    nv_mpeg_set_channel(gpu);
    nv_mpeg_error(gpu, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0, inst >> 4);
    return true;
}

static bool nv_mpeg_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return !nv_mpeg_stopped(gpu);
}

static uint32_t nv_mpeg_run(NVGPU *gpu, const NVRun *run)
{
    uint32_t n;

    for (n = 0; n < run->count && !nv_mpeg_stopped(gpu); n++) {
        nv_mpeg_execute(gpu, run->mthd + n * run->step,
                        qatomic_read(&run->data[n]));
    }
    return n;
}

static bool nv_mpeg_idle(NVGPU *gpu, unsigned chid)
{
    return true;
}

static bool nv_mpeg_busy(NVGPU *gpu)
{
    return false;
}

static void nv_mpeg_work(NVGPU *gpu, int64_t *budget)
{
}

const NVEngine nv_engine_mpeg = {
    .name = "PMPEG",
    .bind = nv_mpeg_bind,
    .select = nv_mpeg_select,
    .run = nv_mpeg_run,
    .idle = nv_mpeg_idle,
    .busy = nv_mpeg_busy,
    .work = nv_mpeg_work,
};

/*
 * NVIDIA GPU: PMPEG, the decoder for MPEG 1 and 2, as PFIFO sees it, NV31:NV98
 * and NVA0
 *
 * Methods set registers (rnndb, vdec/vpe/mpeg_fifo.xml).  OBJECT is left to the
 * driver, by an interrupt, and so are DMA objects before NV50: nouveau,
 * nvkm/engine/mpeg/nv31.c and nv50.c.  Nothing is decoded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "vpe.h"
#include "hw/nv/fifo-regs.h"

#define NV31_MPEG 0x3174
#define NV84_MPEG 0x8274

#define NV_MPEG_QUERY_COUNTER 0x0320
#define NV_MPEG_CMD_SIZE 0x0384
#define NV_MPEG_EXEC 0x0394

static const NVMpegMethods nv31_mpeg_methods[] = {
    { 0x0140, 1, A_NV_PMPEG_CRYPT_HOST },
    { 0x0160, 1, A_NV_PMPEG_PITCH },
    { 0x0164, 1, A_NV_PMPEG_SIZE },
    /* IMAGE_Y_OFFSET and IMAGE_C_OFFSET alternate, as the registers do. */
    { 0x0200, 16, A_NV_PMPEG_IMAGE_Y_OFFSET },
    { 0x0310, 1, A_NV_PMPEG_FORMAT, .mask = 0x101 },
    { 0x0314, 1, A_NV_PMPEG_MODE },
    { 0x0380, 1, A_NV_PMPEG_CMD_OFFSET },
    { 0x038c, 1, A_NV_PMPEG_DATA_OFFSET },
    { 0x0390, 1, A_NV_PMPEG_DATA_SIZE },
    { }
};

static const NVMpegMethods nv50_mpeg_methods[] = {
    { 0x0190, 1, A_NV_PMPEG_DMA_CMD, .dma = true },
    { 0x01a0, 1, A_NV_PMPEG_DMA_DATA, .dma = true },
    { 0x01b0, 1, A_NV_PMPEG_DMA_IMAGE, .dma = true },
    { }
};

static const NVMpegMethods nv84_mpeg_methods[] = {
    { 0x01c0, 1, A_NV_PMPEG_DMA_QUERY, .dma = true },
    { 0x031c, 1, A_NV_PMPEG_QUERY_ADDRESS },
    { NV_MPEG_QUERY_COUNTER, 1, A_NV_PMPEG_QUERY_COUNTER, .mask = UINT32_MAX },
    { }
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
        .class = gpu->chip->mpeg->class,
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
    nv_report_method(gpu, gpu->chip->mpeg->class, mthd, data, 1);
}

/* What decodes, or writes a query, isn't modelled. */
static bool nv_mpeg_acts(uint32_t mthd)
{
    return mthd == NV_MPEG_CMD_SIZE || mthd == NV_MPEG_EXEC ||
           mthd == NV_MPEG_QUERY_COUNTER;
}

/* From NV50 on instances are relative to the channel's block. */
static uint32_t nv_mpeg_relative(NVGPU *gpu, unsigned chid, uint32_t inst)
{
    return gpu->chip->mpeg->context
        ? (inst - (nv_channel_block(gpu, chid) >> 4)) & 0xffff : inst;
}

static void nv_mpeg_store(NVGPU *gpu, const NVMpegMethods *m, uint32_t addr,
                          uint32_t data)
{
    if (m->dma) {
        data |= R_NV_PMPEG_DMA_CMD_VALID_MASK;
    }
    if (m->mask) {
        gpu->regs[addr / 4] = data & m->mask;
    } else {
        nv_regs_write(&gpu->vpe->regs, addr, data);
    }
}

/* Returns false if it has no such method. */
static bool nv_mpeg_set(NVGPU *gpu, uint32_t mthd, uint32_t data)
{
    const NVMpegChip *chip = gpu->chip->mpeg;

    for (unsigned i = 0; i < ARRAY_SIZE(chip->methods); i++) {
        for (const NVMpegMethods *m = chip->methods[i]; m && m->count; m++) {
            if (mthd - m->mthd < m->count * 4) {
                nv_mpeg_store(gpu, m, m->addr + mthd - m->mthd, data);
                return true;
            }
        }
    }
    return false;
}

static void nv_mpeg_execute(NVGPU *gpu, unsigned chid, uint32_t mthd,
                            uint32_t data)
{
    bool known;

    if (!nv_mpeg_listens(gpu)) {
        nv_mpeg_report(gpu, mthd, data);
        return;
    }
    if (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END) {
        data = nv_mpeg_relative(gpu, chid, data);
    }
    known = nv_mpeg_set(gpu, mthd, data);
    if (nv_mpeg_acts(mthd) && (known || mthd != NV_MPEG_QUERY_COUNTER)) {
        nv_mpeg_report(gpu, mthd, data);
    } else if (!known) {
        nv_mpeg_error(gpu, R_NV_PMPEG_FIFO_ERR_ILLEGAL_MTHD_MASK, mthd, data);
    }
}

/* --- The puller's side ------------------------------------------------ */

/* PFIFO tells it the channel's context; the contents aren't used. */
static void nv44_mpeg_enter(NVGPU *gpu, unsigned chid)
{
    uint32_t inst = NV_R(gpu, NV_PFIFO_CACHE1_MPEGCTX_INST) &
                    R_NV_PMPEG_CHANNEL_CUR_INSTANCE_MASK;

    if (nv_mpeg_listens(gpu)) {
        NV_R(gpu, NV_PMPEG_CHANNEL_CUR) =
            inst | R_NV_PMPEG_CHANNEL_CUR_VALID_MASK;
    }
}

static bool nv_mpeg_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    const NVMpegChip *chip = gpu->chip->mpeg;

    if (nv_mpeg_stopped(gpu)) {
        return false;
    }
    if (chip->enter) {
        chip->enter(gpu, chid);
    }
    return true;
}

/* "Happens on initial binding of the object" */
static bool nv_mpeg_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                         uint32_t inst)
{
    if (!nv_mpeg_select(gpu, chid, subc)) {
        return false;
    }
    if (!nv_mpeg_listens(gpu)) {
        nv_mpeg_report(gpu, 0, inst);
        return true;
    }
    nv_mpeg_error(gpu, R_NV_PMPEG_FIFO_ERR_ILLEGAL_VALUE_MASK, 0,
                  nv_mpeg_relative(gpu, chid, inst >> 4));
    return true;
}

static uint32_t nv_mpeg_run(NVGPU *gpu, const NVRun *run)
{
    uint32_t n;

    for (n = 0; n < run->count && !nv_mpeg_stopped(gpu); n++) {
        nv_mpeg_execute(gpu, run->chid, run->mthd + n * run->step,
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

static void nv_mpeg_unload(NVGPU *gpu, uint32_t block)
{
    if (gpu->chip->mpeg->unload) {
        gpu->chip->mpeg->unload(gpu, block);
    }
}

const NVEngine nv_engine_mpeg = {
    .name = "PMPEG",
    .bind = nv_mpeg_bind,
    .select = nv_mpeg_select,
    .run = nv_mpeg_run,
    .idle = nv_mpeg_idle,
    .busy = nv_mpeg_busy,
    .work = nv_mpeg_work,
    .unload = nv_mpeg_unload,
};

const NVMpegChip nv31_mpeg = {
    .class = NV31_MPEG,
    .methods = { nv31_mpeg_methods },
};

const NVMpegChip nv44_mpeg = {
    .class = NV31_MPEG,
    .methods = { nv31_mpeg_methods },
    .enter = nv44_mpeg_enter,
};

const NVMpegChip nv50_mpeg = {
    .class = NV31_MPEG,
    .methods = { nv31_mpeg_methods, nv50_mpeg_methods },
    .enter = nv50_mpeg_enter,
    .unload = nv50_mpeg_unload,
    .context = 0x260,
};

const NVMpegChip nv84_mpeg = {
    .class = NV84_MPEG,
    .methods = { nv31_mpeg_methods, nv50_mpeg_methods, nv84_mpeg_methods },
    .enter = nv50_mpeg_enter,
    .unload = nv50_mpeg_unload,
    .context = 0x60,
};

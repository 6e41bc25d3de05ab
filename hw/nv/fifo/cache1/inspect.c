/*
 * NVIDIA GPU: PFIFO as a debugger sees it: cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/dma.h"
#include "hw/nv/fifo/method.h"
#include "control.h"
#include "cache1.h"
#include "channel-nv50.h"
#include "channel.h"
#include "ib-mode.h"
#include "inspect-ramht.h"
#include "inspect.h"
#include "ops.h"
#include "puller-nv01.h"
#include "puller.h"
#include "pusher.h"
#include "ramfc.h"
#include "ramht.h"
#include "state.h"
#include "user.h"

/* --- Channels --------------------------------------------------------- */

static bool nv04_inspect_on(NVGPU *gpu, unsigned chid)
{
    return nv_fifo_owns(gpu, chid) || nv_fifo_dma_mode(gpu, chid);
}

static bool nv50_inspect_on(NVGPU *gpu, unsigned chid)
{
    return FIELD_EX32(gpu->regs[R_NV50_PFIFO_CHAN_TABLE + chid],
                      NV50_PFIFO_CHAN_TABLE, ENABLE);
}

static bool nv_inspect_subroutine(NVGPU *gpu, uint32_t state, uint32_t subr)
{
    return nv_cache1_chip(gpu)->pusher & NV_PUSHER_STATE_SUBR
        ? FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, SUBROUTINE_ACTIVE)
        : FIELD_EX32(subr, NV_PFIFO_CACHE1_SUBROUTINE, ACTIVE);
}

static uint64_t nv_inspect_address(NVGPU *gpu, unsigned chid, uint32_t low,
                                   uint32_t high)
{
    return nv_user_channel_reg(gpu, chid, low) |
           (uint64_t)extract32(nv_user_channel_reg(gpu, chid, high),
                               0, 8) << 32;
}

/* The instance address of its pushbuffer's DMA object */
static uint32_t nv_inspect_push(NVGPU *gpu, unsigned chid)
{
    uint32_t inst = nv_user_channel_reg(gpu, chid,
                                        R_NV_PFIFO_CACHE1_DMA_INSTANCE);

    return FIELD_EX32(inst, NV_PFIFO_CACHE1_DMA_INSTANCE, ADDRESS) << 4;
}

/* Fill in the registers that both modes have, and those of IB entries. */
static void nv50_inspect_ring(NVGPU *gpu, unsigned chid, NVChannelView *view)
{
    uint32_t config = nv_user_channel_reg(gpu, chid,
                                          R_NV50_PFIFO_CACHE1_IB_CONFIG);

    view->get = nv_inspect_address(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET,
                                   R_NV50_PFIFO_CACHE1_DMA_GET_HIGH);
    view->put = nv_inspect_address(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT,
                                   R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH);
    view->limit = nv_user_channel_reg(gpu, chid,
                                      R_NV_PFIFO_CACHE1_DMA_LIMIT);
    view->left = nv_user_channel_reg(gpu, chid,
                                     R_NV50_PFIFO_CACHE1_METHOD_COUNT);
    view->ring = nv_ib_mode(nv_user_channel_reg(gpu, chid,
                            R_NV50_PFIFO_CACHE1_DMA_FETCH));
    view->ring_at = nv_inspect_address(gpu, chid,
                                       R_NV50_PFIFO_CACHE1_IB_ADDRESS_LOW,
                                       R_NV50_PFIFO_CACHE1_IB_CONFIG);
    view->ring_mask = nv_ib_mask(config);
    view->ring_get = nv_user_channel_reg(gpu, chid,
                                         R_NV50_PFIFO_CACHE1_IB_GET) &
                     view->ring_mask;
    view->ring_put = nv_user_channel_reg(gpu, chid,
                                         R_NV50_PFIFO_CACHE1_IB_PUT) &
                     view->ring_mask;
}

/* PUT may be anywhere in the object. */
static void nv04_inspect_limit(NVGPU *gpu, NVChannelView *view)
{
    NVDMAObject obj;

    if (nv_dmaobj_load(gpu, view->push, &obj)) {
        view->limit = obj.limit;
    }
}

static bool nv04_inspect_channel(NVGPU *gpu, unsigned chid,
                                 NVChannelView *view)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);
    uint32_t state, subr;

    if (chip->channel->block) {
        view->block = nv_fifo_block(gpu, chid);
        if (!view->block) {
            return false;
        }
    }
    state = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_STATE);
    subr = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_SUBROUTINE);
    view->dma = nv_fifo_dma_mode(gpu, chid);
    view->unit = nv_fifo_owns(gpu, chid) ? 0 : -1;
    view->ramfc = chip->channel->ramfc(gpu, chid);
    view->push = nv_inspect_push(gpu, chid);
    view->get = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
    view->put = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT);
    view->left = FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, METHOD_COUNT);
    if (chip->pusher & NV_PUSHER_CALL) {
        view->subroutine = nv_inspect_subroutine(gpu, state, subr);
        view->back = subr & R_NV_PFIFO_CACHE1_SUBROUTINE_RETURN_MASK;
    }
    if (chip->puller & NV_PULLER_REF) {
        view->has_ref = true;
        view->ref = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_REF);
    }
    if (chip->pusher & NV_PUSHER_IB) {
        nv50_inspect_ring(gpu, chid, view);
        view->push += view->block;
    } else {
        nv04_inspect_limit(gpu, view);
    }
    return true;
}

/* With REASSIGN on, any channel in DMA mode that has work may get CACHE1. */
static uint32_t nv04_inspect_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    *size = nv_ramfc_bytes(gpu);
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHES), NV_PFIFO_CACHES, REASSIGN) &&
           nv_fifo_dma_mode(gpu, chid)
        ? nv_cache1_chip(gpu)->channel->ramfc(gpu, chid) : NV_RAMFC_NOWHERE;
}

static uint32_t nv50_inspect_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;

    *size = nv_ramfc_bytes(gpu);
    return chip->may_load(gpu, chid) ? chip->ramfc(gpu, chid)
                                     : NV_RAMFC_NOWHERE;
}

/* --- What channels wait for -------------------------------------------- */

/* An error that has stopped the puller belongs to the channel in CACHE1. */
static const char *nv_inspect_puller_error(uint32_t pull0)
{
    if (FIELD_EX32(pull0, NV_PFIFO_CACHE1_PULL0, HASH_FAILED)) {
        return "NO_HASH";
    }
    if (FIELD_EX32(pull0, NV_PFIFO_CACHE1_PULL0, DEVICE_SOFTWARE)) {
        return "EMPTY_SUBCHANNEL";
    }
    if (FIELD_EX32(pull0, NV_PFIFO_CACHE1_PULL0, SEMAPHORE_ERROR)) {
        return "SEMAPHORE";
    }
    return FIELD_EX32(pull0, NV50_PFIFO_CACHE1_PULL0, INVALID_ENGINE)
        ? "INVALID_ENGINE" : NULL;
}

static const char *nv01_inspect_error(NVGPU *gpu, unsigned chid)
{
    return nv_inspect_puller_error(NV_R(gpu, NV_PFIFO_CACHE1_PULL0));
}

static const char *nv04_inspect_error(NVGPU *gpu, unsigned chid)
{
    uint32_t state = nv_user_channel_reg(gpu, chid,
                                         R_NV_PFIFO_CACHE1_DMA_STATE);
    unsigned error = FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, ERROR);

    if (error) {
        return nv_pusher_error_name(error);
    }
    return nv_fifo_owns(gpu, chid)
        ? nv_inspect_puller_error(NV_R(gpu, NV_PFIFO_CACHE1_PULL0)) : NULL;
}

static bool nv_inspect_acquiring(NVGPU *gpu, unsigned chid)
{
    return FIELD_EX32(nv_user_channel_reg(gpu, chid,
                                          R_NV_PFIFO_CACHE1_PULL1),
                      NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE);
}

static void nv_inspect_read_semaphore(NVGPU *gpu, const NVDMAObject *obj,
                                      NVSemaphoreView *view)
{
    uint8_t bytes[4];
    NVDmaReason why;

    view->readable = nv_dmaobj_peek(gpu, obj, view->addr, bytes,
                                    sizeof(bytes), false, &why);
    view->is = view->readable ? nv_fifo_ldl_p(gpu, bytes) : 0;
}

/* Channels only have a page, which is wrapped in a temporary DMA object. */
static bool nv11_inspect_semaphore(NVGPU *gpu, unsigned chid,
                                   NVSemaphoreView *view)
{
    uint32_t sem = nv_user_channel_reg(gpu, chid,
                                       R_NV_PFIFO_CACHE1_SEMAPHORE);
    uint32_t pull1 = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_PULL1);
    NVDMAObject page = {
        .chid = chid,
        .target = FIELD_EX32(pull1, NV_PFIFO_CACHE1_PULL1, SEMAPHORE_TARGET),
        .pt_present = true,
        .linear = true,
        .readable = true,
        .base = sem & R_NV_PFIFO_CACHE1_SEMAPHORE_PAGE_MASK,
        .limit = 0xfff,
    };

    if (!nv_cache1_chip(gpu)->semaphore || !nv_inspect_acquiring(gpu, chid)) {
        return false;
    }
    *view = (NVSemaphoreView) {
        .addr = sem & R_NV_PFIFO_CACHE1_SEMAPHORE_OFFSET_MASK,
        .op = NV_SEMAPHORE_OP_EQUAL,
        .want = nv_user_channel_reg(gpu, chid,
                                    R_NV_PFIFO_CACHE1_ACQUIRE_VALUE),
    };
    nv_inspect_read_semaphore(gpu, &page, view);
    return true;
}

static bool nv50_inspect_semaphore(NVGPU *gpu, unsigned chid,
                                   NVSemaphoreView *view)
{
    uint32_t sem = nv_user_channel_reg(gpu, chid,
                                       R_NV50_PFIFO_CACHE1_SEMAPHORE);
    uint32_t pull1 = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_PULL1);
    uint32_t block = nv_fifo_block(gpu, chid);
    NVDMAObject obj;

    if (!nv_inspect_acquiring(gpu, chid)) {
        return false;
    }
    *view = (NVSemaphoreView) {
        .addr = FIELD_EX32(sem, NV50_PFIFO_CACHE1_SEMAPHORE, OFFSET) << 2,
        .op = FIELD_EX32(pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_MODE)
            ? NV_SEMAPHORE_OP_GREATER_EQUAL : NV_SEMAPHORE_OP_EQUAL,
        .want = nv_user_channel_reg(gpu, chid,
                                    R_NV_PFIFO_CACHE1_ACQUIRE_VALUE),
    };
    if (FIELD_EX32(pull1, NV50_PFIFO_CACHE1_PULL1, ACQUIRE_SOURCE)) {
        view->addr = nv_inspect_address(
            gpu, chid, R_NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW,
            R_NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH);
    }
    nv_dmaobj_load_channel(gpu, block, block +
                           (FIELD_EX32(sem, NV50_PFIFO_CACHE1_SEMAPHORE,
                                       DMA_INST) << 4), &obj);
    nv_inspect_read_semaphore(gpu, &obj, view);
    return true;
}

static bool nv04_inspect_turn(NVGPU *gpu, unsigned chid)
{
    return extract32(NV_R(gpu, NV_PFIFO_CHANNEL_DMA_PENDING), chid, 1);
}

static bool nv50_inspect_turn(NVGPU *gpu, unsigned chid)
{
    return nv50_channel_waits(gpu, chid);
}

static bool nv01_inspect_turn(NVGPU *gpu, unsigned chid)
{
    return false;
}

/* The engine of a method's subchannel, or of the object that it binds */
static unsigned nv04_inspect_target(NVGPU *gpu, unsigned chid,
                                    const NVCacheEntry *next)
{
    unsigned subc = FIELD_EX32(next->addr, NV_PFIFO_CACHE1_ADDR, SUBCH);
    NVHandle found;

    return FIELD_EX32(next->addr, NV_PFIFO_CACHE1_ADDR, MTHD) ==
           NV_MTHD_OBJECT / 4 && nv_ramht_find(gpu, chid, next->data, &found)
           ? found.engine
           : extract32(NV_R(gpu, NV_PFIFO_CACHE1_ENGINE), subc * 4, 4);
}

/* Methods only stay in CACHE1 to wait for an engine: the busy or next one. */
static int nv04_inspect_engine(NVGPU *gpu, unsigned chid)
{
    NVCacheEntry next;

    if (!nv_cache1_peek(gpu, 0, &next)) {
        return -1;
    }
    if (!nv_puller_idle(gpu)) {
        return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                          NV_PFIFO_CACHE1_PULL1, ENGINE);
    }
    return nv04_inspect_target(gpu, chid, &next);
}

static int nv01_inspect_engine(NVGPU *gpu, unsigned chid)
{
    NVCacheEntry next;

    return nv_cache1_peek(gpu, 0, &next) ? NV_ENGINE_GRAPH : -1;
}

static const char *nv01_inspect_frozen(NVGPU *gpu, unsigned chid)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL0),
                      NV_PFIFO_CACHE1_PULL0, ACCESS) ? NULL : "PULL0";
}

static const char *nv04_inspect_frozen(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;

    if (chip->frozen && chip->frozen(gpu)) {
        return "FREEZE";
    }
    if (!FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0), NV_PFIFO_CACHE1_PUSH0,
                    ACCESS)) {
        return "PUSH0";
    }
    if (!FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH),
                    NV_PFIFO_CACHE1_DMA_PUSH, ACCESS)) {
        return "DMA_PUSH";
    }
    return nv01_inspect_frozen(gpu, chid);
}

/* --- RAMFC ------------------------------------------------------------ */

static bool nv04_inspect_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                               NVWordView *word)
{
    uint32_t at = nv_cache1_chip(gpu)->channel->ramfc(gpu, chid);
    const NVRamfcField *field = nv_ramfc_field(gpu, i);
    NVRegView reg;

    if (at == NV_RAMFC_NOWHERE || !field) {
        return false;
    }
    *word = (NVWordView) {
        .name = nv_regs_inspect(gpu, field->reg * 4, &reg) && reg.info
            ? reg.info->name : "",
        .addr = field->offset,
        .val = extract32(nv_ramin_read32(gpu, at + field->offset),
                         field->shift, field->bits) << field->reg_shift,
    };
    return true;
}

static uint32_t nv01_ramfc_entry(NVGPU *gpu, unsigned chid)
{
    NVInstArea ramfc = nv_cache1_chip(gpu)->ctx->ramfc(gpu);

    return ramfc.base + chid * NV_CTX_RAMFC_ENTRY % ramfc.size;
}

/* The contexts of its subchannels */
static bool nv01_inspect_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                               NVWordView *word)
{
    uint32_t at = nv01_ramfc_entry(gpu, chid);

    if (i >= NV_FIFO_SUBCHANNELS) {
        return false;
    }
    *word = (NVWordView) {
        .name = "CTX", .addr = i * 4, .val = nv_ramin_read32(gpu, at + i * 4),
    };
    return true;
}

static bool nv01_inspect_channel(NVGPU *gpu, unsigned chid, NVChannelView *view)
{
    view->unit = nv_fifo_owns(gpu, chid) ? 0 : -1;
    view->ramfc = nv01_ramfc_entry(gpu, chid);
    return true;
}

static bool nv01_inspect_on(NVGPU *gpu, unsigned chid)
{
    return chid == nv_fifo_channel(gpu);
}

/* --- Memory ----------------------------------------------------------- */

static bool nv01_inspect_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    return false;
}

static bool nv04_inspect_push_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    uint32_t block = nv_cache1_chip(gpu)->channel->block
        ? nv_fifo_block(gpu, chid) : 0;

    return nv_fifo_dma_mode(gpu, chid) &&
           nv_dmaobj_load_channel(gpu, block,
                                  block + nv_inspect_push(gpu, chid), obj);
}

static bool nv50_inspect_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    uint32_t block = nv_fifo_block(gpu, chid);

    nv_dmaobj_of_space(gpu, block, true, obj);
    return block;
}

/* --- Methods in CACHE1 ------------------------------------------------- */

static bool nv_inspect_method(NVGPU *gpu, unsigned i, NVWordView *method,
                              unsigned *subc)
{
    NVCacheEntry entry;

    if (!nv_cache1_peek(gpu, i, &entry)) {
        return false;
    }
    *subc = FIELD_EX32(entry.addr, NV_PFIFO_CACHE1_ADDR, SUBCH);
    *method = (NVWordView) {
        .name = "",
        .addr = entry.addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK,
        .val = entry.data,
    };
    return true;
}

static uint64_t nv_inspect_host_methods(NVGPU *gpu)
{
    return nv_puller_host_methods(nv_cache1_chip(gpu));
}

/* --- Errors ----------------------------------------------------------- */

/**
 * struct NVInspectError - an error that PFIFO reports to debuggers
 *
 * @name: its name, NVGuestError.what
 * @pusher, @puller: bits of NVCache1Chip's; a card that reports it has one of
 *                   them; 0: all cards report it
 * @dma: only cards with pushbuffers report it
 */
typedef struct NVInspectError {
    const char *name;
    uint32_t pusher, puller;
    bool dma;
} NVInspectError;

static bool nv_inspect_reports(const NVCache1Chip *chip,
                               const NVInspectError *error)
{
    return (!error->pusher || error->pusher & chip->pusher) &&
           (!error->puller || error->puller & chip->puller) &&
           (!error->dma || chip->ops->push);
}

static const char *nv_inspect_error_name(NVGPU *gpu,
                                         const NVInspectError *errors,
                                         unsigned i)
{
    while (errors->name && !(nv_inspect_reports(nv_cache1_chip(gpu), errors) &&
                             !i--)) {
        errors++;
    }
    return errors->name;
}

static const NVInspectError nv01_error_names[] = {
    { "NO_HASH" },
    { "EMPTY_SUBCHANNEL" },
    { "ERROR", .dma = true },
    { "DMA_PTE", .dma = true },
    { "RUNOUT" },
    { }
};

static const char *nv01_inspect_error_name(NVGPU *gpu, unsigned i)
{
    return nv_inspect_error_name(gpu, nv01_error_names, i);
}

static const NVInspectError nv04_error_names[] = {
    { "NO_HASH" },
    { "EMPTY_SUBCHANNEL" },
    { "RUNOUT" },
    { "SEMAPHORE", .puller = NV_PULLER_SEMAPHORE },
    { "ACQUIRE_TIMEOUT", .puller = NV_PULLER_SEMAPHORE },
    { "CALL_SUBR_ACTIVE", .pusher = NV_PUSHER_CALL },
    { "INVALID_MTHD" },
    { "RET_SUBR_INACTIVE", .pusher = NV_PUSHER_CALL },
    { "INVALID_CMD" },
    { "MEM_FAULT" },
    { }
};

static const char *nv04_inspect_error_name(NVGPU *gpu, unsigned i)
{
    return nv_inspect_error_name(gpu, nv04_error_names, i);
}

static const NVInspectError nv50_error_names[] = {
    { "NO_HASH" },
    { "EMPTY_SUBCHANNEL" },
    { "INVALID_ENGINE" },
    { "PIO_ERROR" },
    { "SEMAPHORE" },
    { "SEMAPHORE_HANG", .puller = NV_PULLER_NV84 },
    { "ACQUIRE_TIMEOUT" },
    { "CALL_SUBR_ACTIVE" },
    { "INVALID_MTHD" },
    { "RET_SUBR_INACTIVE" },
    { "INVALID_CMD" },
    { "IB_EMPTY" },
    { "MEM_FAULT" },
    { }
};

static const char *nv50_inspect_error_name(NVGPU *gpu, unsigned i)
{
    return nv_inspect_error_name(gpu, nv50_error_names, i);
}

/* --- Generations ------------------------------------------------------ */

const NVFifoInspectChip nv01_fifo_inspect = {
    .on = nv01_inspect_on,
    .inspect = nv01_inspect_channel,
    .error = nv01_inspect_error,
    .turn = nv01_inspect_turn,
    .engine = nv01_inspect_engine,
    .frozen = nv01_inspect_frozen,
    .ramfc = nv01_inspect_ramfc,
    .space = nv01_inspect_space,
    .push_space = nv01_inspect_space,
    .submit = nv04_control_submit,
    .error_name = nv01_inspect_error_name,
    .user = nv_user_inspect,
    .method = nv_inspect_method,
    .host_methods = nv_inspect_host_methods,
    .ramht = &nv_ramht_inspect,
};

const NVFifoInspectChip nv04_fifo_inspect = {
    .on = nv04_inspect_on,
    .inspect = nv04_inspect_channel,
    .saved = nv04_inspect_saved,
    .error = nv04_inspect_error,
    .semaphore = nv11_inspect_semaphore,
    .turn = nv04_inspect_turn,
    .engine = nv04_inspect_engine,
    .frozen = nv04_inspect_frozen,
    .ramfc = nv04_inspect_ramfc,
    .space = nv04_inspect_push_space,
    .push_space = nv04_inspect_push_space,
    .submit = nv04_control_submit,
    .push = nv04_control_push,
    .kill = nv04_control_kill,
    .error_name = nv04_inspect_error_name,
    .user = nv_user_inspect,
    .method = nv_inspect_method,
    .host_methods = nv_inspect_host_methods,
    .ramht = &nv_ramht_inspect,
};

const NVFifoInspectChip nv50_fifo_inspect = {
    .on = nv50_inspect_on,
    .inspect = nv04_inspect_channel,
    .saved = nv50_inspect_saved,
    .error = nv04_inspect_error,
    .semaphore = nv50_inspect_semaphore,
    .turn = nv50_inspect_turn,
    .engine = nv04_inspect_engine,
    .frozen = nv04_inspect_frozen,
    .ramfc = nv04_inspect_ramfc,
    .space = nv50_inspect_space,
    .push_space = nv04_inspect_push_space,
    .entry_words = R_NV50_IB_ENTRY_1_SIZE_LENGTH,
    .submit = nv04_control_submit,
    .push = nv50_control_push,
    .kill = nv50_control_kill,
    .error_name = nv50_inspect_error_name,
    .user = nv_user_inspect,
    .method = nv_inspect_method,
    .host_methods = nv_inspect_host_methods,
    .ramht = &nv_ramht_inspect,
    .runlist = true,
};

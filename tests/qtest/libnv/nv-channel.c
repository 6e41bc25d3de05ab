/*
 * Tests of the NVIDIA GPU: channels and pushbuffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-channel.h"
#include "nv-context.h"
#include "nv-driver.h"
#include "nv-pio.h"
#include "nv-tesla.h"

/* FETCH as the driver sets it: TRIG_128_BYTES, SIZE_128_BYTES, MAX_REQS_8 */
#define NV_FETCH 0x00086078

/* --- Life: nvkm/engine/fifo/dmanv10.c, dmanv04.c ---------------------- */

uint32_t nv_ramfc(NVChan *chan, uint32_t offset)
{
    if (nv_is_tesla(chan->nv)) {
        return chan->nv->tesla->ramfc[chan->chid] + offset;
    }
    return chan->nv->card->inst->ramfc +
           chan->chid * chan->nv->card->ramfc->stride + offset;
}

void nv_ramfc_set_inst(NVChan *chan, uint32_t inst, uint32_t dcount)
{
    const NVRamfcLayout *ramfc = chan->nv->card->ramfc;

    nv_inst_wr32(chan->nv, nv_ramfc(chan, ramfc->inst), inst);
    if (ramfc->dcount == ramfc->inst) {
        dcount = inst | dcount << ramfc->dcount_shift;
    }
    nv_inst_wr32(chan->nv, nv_ramfc(chan, ramfc->dcount), dcount);
}

void nv_check_ramfc_inst(NVChan *chan, const char *file, int line,
                         uint32_t inst, uint32_t dcount)
{
    const NVRamfcLayout *ramfc = chan->nv->card->ramfc;
    uint32_t saved = nv_inst_rd32(chan->nv, nv_ramfc(chan, ramfc->inst));
    uint32_t count = nv_inst_rd32(chan->nv, nv_ramfc(chan, ramfc->dcount)) >>
                     ramfc->dcount_shift;

    if (ramfc->dcount == ramfc->inst) {
        saved &= MAKE_64BIT_MASK(0, ramfc->dcount_shift);
    }
    if (!(chan->nv->card->features & NV_CARD_SHADOWS)) {
        dcount = 0;
    }
    if (saved != inst || count != dcount) {
        nv_fail("%s:%d: RAMFC has instance 0x%05x and count %u, not 0x%05x "
                "and %u", file, line, saved, count, inst, dcount);
    }
}

/*
 * nv50_fifo_gpfifo_new(), g84_fifo_gpfifo_new(); the differences are for
 * channels outside IB mode, as in nouveau's former dmanv50.c
 */
static void nv_chan_make_tesla(NVChan *chan)
{
    NVDev *nv = chan->nv;
    const NVRamfcLayout *ramfc = nv->card->ramfc;
    uint32_t words[NV_TESLA_RAMFC_WORDS] = {};
    uint32_t block, cache;

    nv_tesla_block_new(nv, chan->chid);
    block = nv->tesla->block[chan->chid];
    cache = block + NV_TESLA_BLOCK_CACHE_NV84;
    words[ramfc->put / 4] = chan->cur;
    words[ramfc->get / 4] = chan->cur;
    words[ramfc->fetch / 4] = NV_TESLA_FETCH;
    words[ramfc->timeslice / 4] = 0x01003fff;
    words[ramfc->inst / 4] = nv_tesla_offset(nv, chan->chid,
                                             chan->push->inst);
    words[0x4c / 4] = chan->push->size - 1;
    words[0x60 / 4] = 0x7fffffff;
    words[0x78 / 4] = 0x00000000;
    words[0x7c / 4] = 0x30000001;
    words[0x80 / 4] = (NV_TESLA_RAMHT_BITS - 9) << 27 | 4 << 24 |
                      NV_TESLA_BLOCK_RAMHT >> 4;
    if (nv->card->features & NV_CARD_NV84) {
        words[0x88 / 4] = cache >> 10;
        words[0x98 / 4] = block >> 12;
    }
    nv_phys_wr_words(nv, nv_ramfc(chan, 0), words, ARRAY_SIZE(words));
    nv_tesla_start(nv, chan->chid);
}

NVChan *nv_chan_new_at(NVDev *nv, unsigned chid, NVBuf *push, uint32_t offset)
{
    const NVRamfcLayout *ramfc = nv->card->ramfc;
    g_autofree uint32_t *words = NULL;
    NVChan *chan = g_new0(NVChan, 1);

    g_assert_cmpuint(chid, <, nv->card->channels);
    chan->nv = nv;
    chan->chid = chid;
    chan->push = push;
    chan->cur = offset;
    chan->kicked = offset;
    if (nv_is_tesla(nv)) {
        nv_chan_make_tesla(chan);
        return chan;
    }
    nv->refs[chid] = 0;
    words = g_new0(uint32_t, ramfc->stride / 4);
    words[ramfc->put / 4] = offset;
    words[ramfc->get / 4] = offset;
    words[ramfc->inst / 4] = push->inst >> 4;
    words[ramfc->fetch / 4] = NV_FETCH | ramfc->fetch_flags;
    if (ramfc->timeslice) {
        words[ramfc->timeslice / 4] = 0x0001ffff;
        words[ramfc->grctx / 4] = nv_context_inst(nv->card, chid) >> 4;
    }
    nv_mem_wr_words(nv, nv->bar0 + NV_PRAMIN + nv_ramfc(chan, 0), words,
                    ramfc->stride / 4);
    nv_context_new(nv, chid);
    nv_mask(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(chid), BIT(chid));
    return chan;
}

NVChan *nv_chan_new(NVDev *nv, unsigned chid, NVPlace place)
{
    return nv_chan_new_at(nv, chid, nv_buf_new(nv, place, NV_PUSH_SIZE, 0x3d),
                          0);
}

void nv_chan_fini(NVChan *chan)
{
    NVDev *nv = chan->nv;
    const NVRamfcLayout *ramfc = nv->card->ramfc;
    const struct {
        uint32_t offset, reg;
    } regs[] = {
        { ramfc->put, A_NV_PFIFO_CACHE1_DMA_PUT },
        { ramfc->get, A_NV_PFIFO_CACHE1_DMA_GET },
        { ramfc->state, A_NV_PFIFO_CACHE1_DMA_STATE },
        { ramfc->fetch, A_NV_PFIFO_CACHE1_DMA_FETCH },
        { ramfc->engine, A_NV_PFIFO_CACHE1_ENGINE },
        { ramfc->pull1, A_NV_PFIFO_CACHE1_PULL1 },
    };

    if (nv_is_tesla(nv)) {
        nv_tesla_kick(nv, chan->chid);
        nv_tesla_stop(nv, chan->chid);
        return;
    }
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    if (nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID) == chan->chid) {
        bool has_ref = nv->card->features & NV_CARD_REF;
        nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 0);
        nv_mask(nv, A_NV_PFIFO_CACHE1_PULL0, 1, 0);
        for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
            nv_inst_wr32(nv, nv_ramfc(chan, regs[i].offset),
                         nv_rd32(nv, regs[i].reg) |
                         (regs[i].offset == ramfc->fetch
                          ? ramfc->fetch_flags : 0));
        }
        if (has_ref) {
            nv_inst_wr32(nv, nv_ramfc(chan, ramfc->ref),
                         nv_rd32(nv, A_NV_PFIFO_CACHE1_REF));
            nv_wr32(nv, A_NV_PFIFO_CACHE1_REF, 0);
        }
        nv_ramfc_set_inst(chan,
                          nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_INSTANCE),
                          nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW));
        for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
            nv_wr32(nv, regs[i].reg, 0);
        }
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_INSTANCE, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, 0);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH1, nv->card->channels - 1);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    }
    nv_mask(nv, A_NV_PFIFO_CHANNEL_MODE, BIT(chan->chid), 0);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

void nv_chan_free(NVChan *chan)
{
    nv_buf_free(chan->push);
    g_free(chan);
}

void nv_timeslice(NVDev *nv, uint32_t val)
{
    const NVRamfcLayout *ramfc = nv->card->ramfc;

    nv_wr32(nv, A_NV_PFIFO_DMA_TIMESLICE, val);
    if (nv_is_tesla(nv)) {
        for (unsigned i = 0; i < NV_TESLA_CHANNELS; i++) {
            if (nv->tesla->ramfc[i]) {
                nv_inst_wr32(nv, nv->tesla->ramfc[i] + ramfc->timeslice, val);
            }
        }
        return;
    }
    for (unsigned i = 0; ramfc->timeslice && i < nv->card->channels; i++) {
        nv_inst_wr32(nv, nv->card->inst->ramfc + i * ramfc->stride +
                     ramfc->timeslice, val & 0x1ffff);
    }
}

/* --- The control area ------------------------------------------------- */

static uint32_t nv_user(NVChan *chan, uint32_t reg)
{
    const NVCard *card = chan->nv->card;

    return card->user + chan->chid * card->user_stride + reg;
}

uint32_t nv_user_rd32(NVChan *chan, uint32_t reg)
{
    nv_handle_switch(chan->nv);
    return nv_rd32(chan->nv, nv_user(chan, reg));
}

void nv_user_wr32(NVChan *chan, uint32_t reg, uint32_t val)
{
    nv_wr32(chan->nv, nv_user(chan, reg), val);
    nv_handle_switch(chan->nv);
}

static bool nv_has_ref(const NVDev *nv)
{
    return nv->card->features & NV_CARD_REF;
}

uint32_t nv_user_ref(NVChan *chan)
{
    nv_handle_refs(chan->nv);
    return nv_has_ref(chan->nv) ? nv_user_rd32(chan, A_NV_USER_REF)
                                : chan->nv->refs[chan->chid];
}

unsigned nv_references(NVDev *nv)
{
    nv_handle_refs(nv);
    return nv_has_ref(nv) ? nv_statistic(nv, "references") : nv->nr_refs;
}

/* --- The pushbuffer --------------------------------------------------- */

uint32_t nv_push(NVChan *chan, uint32_t word)
{
    uint32_t at = chan->cur;

    nv_buf_wr32(chan->push, at, word);
    chan->cur += 4;
    return at;
}

void nv_push_words(NVChan *chan, const uint32_t *words, unsigned count)
{
    g_autofree uint32_t *le = g_new(uint32_t, count);

    for (unsigned i = 0; i < count; i++) {
        le[i] = cpu_to_le32(words[i]);
    }
    g_assert_cmpuint(chan->cur + count * 4, <=, chan->push->size);
    nv_buf_write(chan->push, chan->cur, le, count * 4);
    chan->cur += count * 4;
}

uint32_t nv_cmd_state(uint32_t command, unsigned done)
{
    bool ni = command & NV_CMD_NI(0, 0, 0);

    return ((command & 0x1fffffff) - (done << 18) + (ni ? 0 : done * 4)) | ni;
}

void nv_check_state(NVDev *nv, const char *file, int line, uint32_t want)
{
    uint32_t state = nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_STATE);

    if (nv_is_tesla(nv)) {
        state |= nv_rd32(nv, A_NV50_PFIFO_CACHE1_METHOD_COUNT) << 18;
    }
    if (state != want) {
        nv_fail("%s:%d: the pusher's state is 0x%08x, not 0x%08x", file, line,
                state, want);
    }
}

void nv_push_command(NVChan *chan, uint32_t command, const uint32_t *words,
                     unsigned count)
{
    g_autofree uint32_t *all = NULL;

    if (command & NV_CMD_NI(0, 0, 0) &&
        !(chan->nv->card->features & NV_CARD_NONINC)) {
        for (unsigned i = 0; i < count; i++) {
            nv_push(chan, (command & 0xffff) | 1 << 18);
            nv_push(chan, words[i]);
        }
        return;
    }
    all = g_new(uint32_t, 1 + count);
    all[0] = command | count << 18;
    memcpy(all + 1, words, count * 4);
    nv_push_words(chan, all, 1 + count);
}

void nv_push_object(NVChan *chan, unsigned subc, uint32_t handle)
{
    nv_push_inc(chan, subc, NV_MTHD_OBJECT, handle);
}

uint32_t nv_cmd_ref(const NVCard *card, unsigned count)
{
    if (!(card->features & NV_CARD_REF)) {
        return NV_CMD_INC(NV_SW_REF_SUBC, NV_SW_MTHD_REF, count);
    }
    return count == 1 ? NV_CMD_INC(0, NV_MTHD_REF_CNT, 1)
                      : NV_CMD_NI(0, NV_MTHD_REF_CNT, count);
}

void nv_push_ref(NVChan *chan, uint32_t ref)
{
    nv_push_refs(chan, &ref, 1);
}

void nv_push_refs(NVChan *chan, const uint32_t *refs, unsigned count)
{
    nv_push(chan, nv_cmd_ref(chan->nv->card, count));
    nv_push_words(chan, refs, count);
}

void nv_push_jump(NVChan *chan, uint32_t target)
{
    nv_push(chan, NV_CMD_OLD_JUMP(target));
    chan->cur = target;
}

void nv_kick(NVChan *chan)
{
    if (chan->ib_order) {
        nv_ib_entry(chan, chan->kicked, (chan->cur - chan->kicked) / 4, 0);
        chan->kicked = chan->cur;
        nv_ib_kick(chan);
        return;
    }
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, chan->cur);
}

void nv_seek(NVChan *chan, uint32_t offset)
{
    NVDev *nv = chan->nv;

    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==,
                     chan->chid);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUT, offset);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, offset);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
    chan->cur = offset;
}

/* --- Objects ---------------------------------------------------------- */

uint32_t nv_chan_object(NVChan *chan, uint32_t handle, uint32_t class)
{
    uint32_t inst = nv_inst_object(chan->nv, class);

    nv_ramht_insert(chan->nv, chan->chid, handle, NV_ENGINE_GR, inst);
    return inst;
}

void nv_chan_software(NVChan *chan, uint32_t handle)
{
    nv_ramht_insert(chan->nv, chan->chid, handle, NV_ENGINE_SW, NV_SW_INST);
}

void nv_chan_buffer(NVChan *chan, uint32_t handle, NVBuf *buf)
{
    nv_ramht_insert(chan->nv, chan->chid, handle, NV_ENGINE_SW, buf->inst);
}

NVChan *nv_chan_new_objects(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_RAM);

    nv_chan_object(chan, NV_HANDLE_GRAPH, NV_CLASS_NULL);
    nv_chan_software(chan, NV_HANDLE_SOFTWARE);
    return chan;
}

uint32_t nv_hash(NVChan *chan, uint32_t inst)
{
    return nv_is_tesla(chan->nv)
        ? nv_tesla_offset(chan->nv, chan->chid, inst)
        : chan->nv->card->hash_valid | inst >> 4;
}

unsigned nv_subc_engine(NVDev *nv, unsigned subc)
{
    return nv_rd32(nv, A_NV_PFIFO_CACHE1_ENGINE) >> (subc * 4) & 0xf;
}

/* --- CACHE1 ----------------------------------------------------------- */

void nv_puller(NVDev *nv, bool on)
{
    nv_wr32(nv, nv_cache1(nv)->pull, on);
    nv_handle_switch(nv);
}

/* NV50's window shows each slot once: nv04_fifo_cache_error() */
static unsigned nv_cache1_shown(NVDev *nv)
{
    return (nv_is_tesla(nv) ? 0x800 : nv_cache1_mask(nv) + 4) / 4;
}

/* As many from @get on; those behind the last are the first again. */
static void nv_cache1_slots(NVDev *nv, uint32_t get, NVMethod *methods,
                            unsigned count)
{
    unsigned shown = nv_cache1_shown(nv);

    for (unsigned i = 0; i < count; ) {
        unsigned first = (get / 4 + i) % shown;
        unsigned run = MIN(count - i, shown - first);
        g_autofree uint32_t *words = g_new(uint32_t, run * 2);

        nv_rd_words(nv, nv->card->cache1 + first * 8, words, run * 2);
        for (unsigned k = 0; k < run; k++, i++) {
            methods[i] = (NVMethod) { .addr = words[k * 2],
                                      .data = words[k * 2 + 1] };
        }
    }
}

NVMethod nv_cache1_slot(NVDev *nv, uint32_t ptr)
{
    NVMethod method;

    nv_cache1_slots(nv, ptr, &method, 1);
    return method;
}

uint32_t nv_cache1_mask(NVDev *nv)
{
    return nv->card->cache1_entries * 8 - 4;
}

unsigned nv_cache1_used(NVDev *nv)
{
    return ((nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT) -
             nv_rd32(nv, A_NV_PFIFO_CACHE1_GET)) & nv_cache1_mask(nv)) / 4;
}

unsigned nv_cache1_take(NVDev *nv, NVMethod *methods)
{
    uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
    uint32_t put = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUT);
    unsigned count = ((put - get) & nv_cache1_mask(nv)) / 4;

    nv_cache1_slots(nv, get, methods, count);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, put);
    return count;
}

void nv_assert_cache1(NVDev *nv, const NVMethod *want, unsigned count)
{
    uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
    g_autofree NVMethod *methods = g_new(NVMethod, count);

    g_assert_cmpuint(nv_cache1_used(nv), ==, count);
    nv_cache1_slots(nv, get, methods, count);
    for (unsigned i = 0; i < count; i++) {
        nv_assert_hex(methods[i].addr, want[i].addr);
        nv_assert_hex(methods[i].data, want[i].data);
    }
}

/* --- Errors of the pusher --------------------------------------------- */

/*
 * What cards show in DMA_PUSH after an error of the pusher, except for EMPTY:
 * nothing before NV50, then bits that no source explains.  Where software sets
 * references, the driver has turned the pusher on again for that.
 */
static void assert_push_after_error(NVDev *nv)
{
    uint64_t features = nv->card->features;
    uint32_t ignored = features & NV_CARD_REF ? 0x100 : 0x101;

    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH) & ~ignored,
                  features & NV_CARD_NVA0 ? 0x00400040
                  : features & NV_CARD_NV50 ? 0x00406040 : 0);
}

void nv_assert_pusher_error(NVChan *chan, NVPusherError error, uint32_t get,
                            uint32_t rsvd)
{
    NVDev *nv = chan->nv;

    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     error);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_GET, get);
    nv_assert_hex(nv_user_get(chan), get);
    nv_assert_hex(nv_user_put(chan), chan->cur);
    nv_assert_shadow(nv, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, rsvd);
    assert_push_after_error(nv);
    g_assert_true(nv_intx(nv));
}

void nv_assert_pusher_recovers(NVChan *chan, NVPusherError error,
                               uint32_t get)
{
    NVDev *nv = chan->nv;
    NVPusherFault *fault;

    nv_handle_all(nv);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 1);
    if (nv->pusher_errors->len == 1) {
        fault = &nv_pusher_fault(nv, 0);
        g_assert_cmpuint(fault->chid, ==, chan->chid);
        nv_assert_hex(fault->get, get);
        nv_assert_hex(fault->put, chan->cur);
        g_assert_cmpuint(fault->state >> 29, ==, error);
    }
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0);
    nv_assert_hex(nv_user_get(chan), chan->cur);
    g_assert_false(nv_intx(nv));

    nv_push_ref(chan, 0x600d0000 + error);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d0000 + error);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_array_set_size(nv->pusher_errors, 0);
}

void nv_pusher_go_on(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_STATE,
            R_NV_PFIFO_CACHE1_DMA_STATE_ERROR_MASK, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
}

/* --- Errors of the puller --------------------------------------------- */

void nv_assert_stopped(NVChan *chan, uint32_t pull0, unsigned subc,
                       uint32_t mthd, uint32_t data)
{
    NVDev *nv = chan->nv;
    uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
    NVMethod m = nv_cache1_slot(nv, get);

    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL0, NV_PULL0_ON | pull0);
    nv_assert_hex(m.addr & ~1u, subc << 13 | mthd);
    nv_assert_hex(m.data, data);
    g_assert_false(nv_field(nv, NV_PFIFO_CACHE1_STATUS, EMPTY));
    g_assert_true(nv_intx(nv));
}

/* --- What reached the puller ------------------------------------------ */

void nv_watch_methods(NVDev *nv)
{
    nv_trace(nv, "nv_pfifo_method", true);
}

GArray *nv_delivered(NVDev *nv)
{
    GArray *methods = g_array_new(false, false, sizeof(NVDelivered));
    g_autofree char *log = nv_log_text(nv);

    for (const char *p = log; (p = strstr(p, "nv_pfifo_method ")); p++) {
        NVDelivered m;

        g_assert_cmpint(sscanf(p, "nv_pfifo_method channel %u subchannel %u "
                               "method %" SCNx32 " data %" SCNx32, &m.chid,
                               &m.subc, &m.mthd, &m.data), ==, 4);
        g_array_append_val(methods, m);
    }
    return methods;
}

unsigned nv_delivered_alike(GArray *one, GArray *two)
{
    unsigned switches = 0;

    g_assert_cmpuint(one->len, ==, two->len);
    for (unsigned i = 0; i < MIN(one->len, two->len); i++) {
        const NVDelivered *a = &g_array_index(one, NVDelivered, i);
        const NVDelivered *b = &g_array_index(two, NVDelivered, i);

        if (memcmp(a, b, sizeof(*a))) {
            nv_fail("method %u is channel %u's 0x%04x, not channel %u's "
                    "0x%04x", i, b->chid, b->mthd, a->chid, a->mthd);
            break;
        }
        switches += i && a->chid != (a - 1)->chid;
    }
    return switches;
}

void nv_check_delivered(NVDev *nv, const char *file, int line,
                        const NVDelivered *want, unsigned count)
{
    g_autoptr(GArray) methods = nv_delivered(nv);
    unsigned n = 0;

    for (unsigned i = 0; i < count; i++) {
        const NVDelivered *got = &g_array_index(methods, NVDelivered, n);

        if (want[i].mthd == NV_MTHD_REF_CNT && !nv_has_ref(nv)) {
            continue;
        }
        if (n++ >= methods->len) {
            continue;
        }
        if (got->chid != want[i].chid || got->subc != want[i].subc ||
            got->mthd != want[i].mthd || got->data != want[i].data) {
            nv_fail("%s:%d: method %u is channel %u subchannel %u 0x%04x "
                    "0x%08x, not channel %u subchannel %u 0x%04x 0x%08x",
                    file, line, n - 1, got->chid, got->subc, got->mthd,
                    got->data, want[i].chid, want[i].subc, want[i].mthd,
                    want[i].data);
            return;
        }
    }
    if (methods->len != n) {
        nv_fail("%s:%d: %u methods were delivered, not %u", file, line,
                methods->len, n);
    }
}

/*
 * Tests of the NVIDIA GPU: what a driver does with PFIFO
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "nv-channel.h"
#include "nv-context.h"
#include "nv-driver.h"
#include "nv-fermi.h"
#include "nv-tesla.h"

/* --- Bringing it up --------------------------------------------------- */

/* nv04_fifo_init(), nv17_fifo_init(), nv40_fifo_init() */
void nv_ramfc_init(NVDev *nv)
{
    const NVCard *card = nv->card;
    uint64_t addr = card->inst->ramfc;

    if (!(card->features & NV_CARD_NV40)) {
        nv_wr32(nv, A_NV_PFIFO_RAMFC, addr >> 8 |
                (card->ramfc->stride == 0x40 ? R_NV_PFIFO_RAMFC_LARGE_MASK
                                             : 0));
        return;
    }
    if (card->features & NV_CARD_RAMFC_IN_VRAM) {
        addr += nv->vram - 512 * KiB;
    }
    nv_wr32(nv, A_NV_PFIFO_RAMFC_NV40, 0x00030000 | addr >> 16);
}

void nv_fifo_init(NVDev *nv)
{
    if (nv_is_tesla(nv)) {
        nv_tesla_fifo_init(nv);
        return;
    }
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK,
            R_NV_PMC_ENABLE_PFIFO_MASK);

    nv_wr32(nv, A_NV_PFIFO_DELAY, 0x000000ff);
    nv_wr32(nv, A_NV_PFIFO_DMA_TIMESLICE, 0x0101ffff);

    nv_wr32(nv, A_NV_PFIFO_RAMHT, (0x03 << 24) |
            ((NV_INST_RAMHT_BITS - 9) << 16) | (NV_INST_RAMHT >> 8));
    nv_wr32(nv, A_NV_PFIFO_RAMRO, nv->card->inst->ramro >> 8);
    nv_ramfc_init(nv);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH1, nv->card->channels - 1);

    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, 0xffffffff);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

void nv_init(NVDev *nv)
{
    if (nv_is_fermi(nv)) {
        nv_fermi_init(nv);
        return;
    }
    if (nv_is_tesla(nv)) {
        nv_tesla_init(nv);
        return;
    }
    /* nv04_mc_init(), nv04_mc_intr_rearm() */
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0x00000001);

    /* RAMHT, RAMFC and RAMRO, which the driver allocates cleared */
    nv_mem_clear(nv, nv->bar0 + NV_PRAMIN + NV_INST_RAMHT,
                 nv->card->inst->heap - NV_INST_RAMHT);
    nv_fifo_init(nv);
    nv_context_setup(nv);
}

/* --- nv04_fifo_pause(), nv04_fifo_start() ----------------------------- */

void nv_fifo_pause(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0x00000000);
    nv_mask(nv, A_NV_PFIFO_CACHE1_PULL0, 0x00000001, 0x00000000);
    nv_poll(!nv_field(nv, NV_PFIFO_CACHE1_PULL0, HASH_BUSY));
    if (nv_field(nv, NV_PFIFO_CACHE1_PULL0, HASH_FAILED)) {
        nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_HASH, 0x00000000);
}

void nv_fifo_start(NVDev *nv)
{
    nv_mask(nv, A_NV_PFIFO_CACHE1_PULL0, 0x00000001, 0x00000001);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0x00000001);
}

/* --- nv04_fifo_intr() ------------------------------------------------- */

static bool nv_fifo_swmthd(NVDev *nv, unsigned chid, uint32_t addr,
                           uint32_t data)
{
    unsigned subc = (addr & 0x0000e000) >> 13;
    uint32_t mthd = addr & 0x00001ffc;
    uint32_t mask = 0x0000000fu << (subc * 4);
    uint32_t engine = nv_rd32(nv, A_NV_PFIFO_CACHE1_ENGINE);
    NVSwMethod sw = { .chid = chid, .subc = subc, .mthd = mthd };

    if (mthd == 0x0000) {
        engine &= ~mask;
        nv_wr32(nv, A_NV_PFIFO_CACHE1_ENGINE, engine);
    } else if (mthd < 0x0100) {
        return false;
    }
    if (mthd == 0x0000 || (mthd >= 0x0180 && mthd <= 0x01fc)) {
        data = nv_rd32(nv, A_NV_PFIFO_CACHE1_HASH) & 0x0000ffff;
    }
    if (engine & mask) {
        return false;
    }
    if (!(nv->card->features & NV_CARD_REF) && subc == NV_SW_REF_SUBC &&
        mthd >= NV_SW_MTHD_REF) {
        nv->refs[chid] = data;
        nv->nr_refs++;
        return true;
    }
    sw.data = data;
    g_array_append_val(nv->sw_methods, sw);
    return true;
}

static void nv_fifo_cache_error(NVDev *nv, unsigned chid, uint32_t get)
{
    uint32_t pull0 = nv_rd32(nv, A_NV_PFIFO_CACHE1_PULL0);
    NVMethod method = nv_cache1_slot(nv, get & 0x7ff);

    if (!(pull0 & 0x00000100) ||
        !nv_fifo_swmthd(nv, chid, method.addr, method.data)) {
        NVSwMethod error = {
            .chid = chid,
            .subc = (method.addr >> 13) & 7,
            .mthd = method.addr & 0x1ffc,
            .data = method.data,
        };

        g_array_append_val(nv->cache_errors, error);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);

    nv_mask(nv, A_NV_PFIFO_CACHE1_PUSH0, 1, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, get + 4);
    nv_mask(nv, A_NV_PFIFO_CACHE1_PUSH0, 1, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_HASH, 0);

    nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
}

static void nv_fifo_tesla_recover(NVDev *nv, const NVPusherFault *fault)
{
    uint32_t ho_get = nv_rd32(nv, A_NV50_PFIFO_CACHE1_DMA_GET_HIGH);
    uint32_t ho_put = nv_rd32(nv, A_NV50_PFIFO_CACHE1_DMA_PUT_HIGH);
    uint32_t ib_get = nv_rd32(nv, A_NV50_PFIFO_CACHE1_IB_GET);
    uint32_t ib_put = nv_rd32(nv, A_NV50_PFIFO_CACHE1_IB_PUT);

    nv_wr32(nv, A_NV50_PFIFO_CACHE1_METHOD_COUNT, 0);
    if (fault->get != fault->put || ho_get != ho_put) {
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, fault->put);
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_DMA_GET_HIGH, ho_put);
    } else if (ib_get != ib_put) {
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_IB_GET, ib_put);
    }
}

static void nv_fifo_dma_pusher(NVDev *nv, unsigned chid)
{
    NVPusherFault fault = {
        .chid = chid,
        .get = nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_GET),
        .put = nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_PUT),
        .push = nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH),
        .state = nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_STATE),
    };

    g_array_append_val(nv->pusher_errors, fault);
    if (nv_is_tesla(nv)) {
        nv_fifo_tesla_recover(nv, &fault);
    } else if (fault.get != fault.put) {
        nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, fault.put);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0x00000000);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0x00000001);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
}

/* nv04_fifo_intr(): bind the page that DMA_SEMAPHORE was given, and continue */
static void nv_fifo_semaphore(NVDev *nv, uint32_t get)
{
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_SEMAPHORE_MASK);
    nv_mask(nv, A_NV_PFIFO_CACHE1_SEMAPHORE, 0,
            R_NV_PFIFO_CACHE1_SEMAPHORE_CTXDMA_VALID_MASK);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, get + 4);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
}

/* The puller stands before a method that asks software to set a reference. */
static bool nv_ref_waits(NVDev *nv)
{
    NVMethod m;

    if (!nv_field(nv, NV_PFIFO_INTR, CACHE_ERROR) ||
        !nv_field(nv, NV_PFIFO_CACHE1_PULL0, DEVICE_SOFTWARE)) {
        return false;
    }
    m = nv_cache1_slot(nv, nv_rd32(nv, A_NV_PFIFO_CACHE1_GET));
    return m.addr >> 13 == NV_SW_REF_SUBC &&
           (m.addr & 0x1ffc) >= NV_SW_MTHD_REF;
}

void nv_handle_refs(NVDev *nv)
{
    nv_handle_switch(nv);
    if (nv->card->features & NV_CARD_REF) {
        return;
    }
    /* A pushbuffer without an end sets references for ever. */
    for (unsigned i = 0; i < 1000 && nv_ref_waits(nv); i++) {
        uint32_t reassign = nv_rd32(nv, A_NV_PFIFO_CACHES) & 1;

        nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
        nv_fifo_cache_error(nv, nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID),
                            nv_rd32(nv, A_NV_PFIFO_CACHE1_GET));
        nv_wr32(nv, A_NV_PFIFO_CACHES, reassign);
    }
}

bool nv_handle_intr(NVDev *nv)
{
    uint32_t mask = nv_rd32(nv, A_NV_PFIFO_INTR_EN);
    uint32_t stat = nv_rd32(nv, A_NV_PFIFO_INTR) & mask;
    uint32_t reassign, get;
    unsigned chid;

    if (!stat) {
        return false;
    }
    reassign = nv_rd32(nv, A_NV_PFIFO_CACHES) & 1;
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);

    chid = nv_rd32(nv, A_NV_PFIFO_CACHE1_PUSH1) & (nv->card->channels - 1);
    get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);

    if (stat & R_NV_PFIFO_INTR_CACHE_ERROR_MASK) {
        nv_fifo_cache_error(nv, chid, get);
        stat &= ~R_NV_PFIFO_INTR_CACHE_ERROR_MASK;
    }
    if (stat & R_NV_PFIFO_INTR_DMA_PUSHER_MASK) {
        nv_fifo_dma_pusher(nv, chid);
        stat &= ~R_NV_PFIFO_INTR_DMA_PUSHER_MASK;
    }
    if (stat & R_NV_PFIFO_INTR_SEMAPHORE_MASK) {
        nv_fifo_semaphore(nv, get);
        stat &= ~R_NV_PFIFO_INTR_SEMAPHORE_MASK;
    }
    if (stat) {
        nv_fail("PFIFO has raised interrupts 0x%08x", stat);
        nv_mask(nv, A_NV_PFIFO_INTR_EN, stat, 0);
        nv_wr32(nv, A_NV_PFIFO_INTR, stat);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHES, reassign);
    return true;
}

void nv_handle_all(NVDev *nv)
{
    for (unsigned i = 0; nv_handle_intr(nv); i++) {
        if (i == 5000) {
            nv_fail("PFIFO's interrupts never end");
            break;
        }
    }
}

/* --- What the driver has seen ----------------------------------------- */

void nv_assert_sw(NVDev *nv, unsigned n, unsigned chid, unsigned subc,
                  uint32_t mthd, uint32_t data)
{
    NVSwMethod *sw;

    if (n >= nv->sw_methods->len) {
        nv_fail("there are %u software methods, none has number %u",
                nv->sw_methods->len, n);
        return;
    }
    sw = &nv_sw(nv, n);
    if (sw->chid != chid || sw->subc != subc || sw->mthd != mthd ||
        sw->data != data) {
        nv_fail("software method %u is channel %u subchannel %u method 0x%04x "
                "data 0x%08x, not channel %u subchannel %u method 0x%04x "
                "data 0x%08x", n, sw->chid, sw->subc, sw->mthd, sw->data,
                chid, subc, mthd, data);
    }
}

void nv_assert_quiet(NVDev *nv)
{
    g_assert_cmphex(nv_rd32(nv, A_NV_PFIFO_INTR), ==, 0);
    g_assert_cmpuint(nv->sw_methods->len, ==, 0);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 0);
}

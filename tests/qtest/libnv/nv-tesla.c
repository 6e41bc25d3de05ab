/*
 * Tests of the NVIDIA GPU: channels of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-tesla.h"

/* --- Bringing it up: nv50_fifo_oneinit(), nv50_fifo_init() ------------- */

void nv_tesla_fifo_init(NVDev *nv)
{
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK,
            R_NV_PMC_ENABLE_PFIFO_MASK);
    nv_wr32(nv, A_NV50_PFIFO_CHSW_DEBUG_1, 0x6f3cfc34);
    nv_wr32(nv, A_NV_PFIFO_DMA_TIMESLICE, 0x01003fff);

    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, 0xbfffffff);

    nv_mem_write(nv, nv->bar0 + A_NV50_PFIFO_CHAN_TABLE,
                 (uint32_t[NV_TESLA_CHANNELS]) {}, NV_TESLA_CHANNELS * 4);
    nv_tesla_runlist_update(nv);

    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

void nv_tesla_move(NVDev *nv, uint32_t base)
{
    nv->tesla->base = nv->tesla->next_block = base;
    nv->inst_next = base + NV_TESLA_HEAP;
}

void nv_tesla_init(NVDev *nv)
{
    NVTesla *tesla = g_new0(NVTesla, 1);

    g_free(nv->tesla);
    nv->tesla = tesla;
    /* A channel without a block has address 0. */
    nv_vram_alloc(nv, 4096);
    nv_tesla_move(nv, nv_vram_alloc(nv, NV_TESLA_SIZE));
    tesla->runlists[0] = nv_vram_alloc(nv, NV_TESLA_CHANNELS * 4);
    tesla->runlists[1] = nv_vram_alloc(nv, NV_TESLA_CHANNELS * 4);
    tesla->va_next = NV_TESLA_VA;
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0x00000001);
    nv_tesla_fifo_init(nv);
}

void nv_tesla_runlist_update(NVDev *nv)
{
    uint32_t table[NV_TESLA_CHANNELS];
    unsigned chids[NV_TESLA_CHANNELS];
    unsigned count = 0;

    nv_rd_words(nv, A_NV50_PFIFO_CHAN_TABLE, table, NV_TESLA_CHANNELS);
    for (unsigned chid = 0; chid < NV_TESLA_CHANNELS; chid++) {
        if (table[chid] & 0x80000000) {
            chids[count++] = chid;
        }
    }
    nv_tesla_runlist_set(nv, chids, count);
}

void nv_tesla_runlist_set(NVDev *nv, const unsigned *chids, unsigned count)
{
    NVTesla *tesla = nv->tesla;
    uint32_t list = tesla->runlists[tesla->runlist];

    tesla->runlist ^= 1;
    for (unsigned i = 0; i < count; i++) {
        nv_phys_wr32(nv, list + i * 4, chids[i]);
    }
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, count);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0x00000101);
}

/* --- Instance blocks -------------------------------------------------- */

void nv_tesla_block_new(NVDev *nv, unsigned chid)
{
    NVTesla *tesla = nv->tesla;
    bool nv84 = nv->card->features & NV_CARD_NV84;
    uint32_t block = tesla->next_block;

    tesla->next_block += NV_TESLA_BLOCK;
    g_assert_cmpuint(tesla->next_block, <=, tesla->base + NV_TESLA_HEAP);
    /* BAR1 may not show it. */
    nv_phys_clear(nv, block, NV_TESLA_BLOCK);
    tesla->block[chid] = block;
    tesla->ramfc[chid] = block + (nv84 ? NV_TESLA_BLOCK_RAMFC_NV84 : 0);
    if (tesla->table) {
        nv_phys_wr64(nv, block + nv->card->pd_offset, tesla->table | 0x63);
    }
}

void nv_tesla_start(NVDev *nv, unsigned chid)
{
    unsigned shift = nv->card->features & NV_CARD_NV84 ? 8 : 12;

    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + chid * 4,
            0x80000000 | nv->tesla->ramfc[chid] >> shift);
    nv_tesla_runlist_update(nv);
}

void nv_tesla_stop(NVDev *nv, unsigned chid)
{
    nv_mask(nv, A_NV50_PFIFO_CHAN_TABLE + chid * 4, 0x80000000, 0);
    nv_tesla_runlist_update(nv);
    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + chid * 4, 0);
}

/* nv50_fifo_chan_engine_fini(), g84_fifo_chan_engine_fini() */
void nv_tesla_kick(NVDev *nv, unsigned chid)
{
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL,
            nv->tesla->block[chid] >> 12);
    nv_poll(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL) != 0xffffffff);
}

uint32_t nv_tesla_offset(NVDev *nv, unsigned chid, uint32_t inst)
{
    uint32_t offset = inst - nv->tesla->block[chid];

    g_assert_cmpuint(offset, <=, 0xffff0);
    return offset >> 4;
}

uint32_t nv_tesla_ramht(NVDev *nv, unsigned chid)
{
    return nv->tesla->block[chid] + NV_TESLA_BLOCK_RAMHT;
}

/* nvkm_ramht_insert(): a channel's own RAMHT doesn't know of channels */
uint32_t nv_tesla_ramht_insert(NVDev *nv, unsigned chid, uint32_t handle,
                               uint32_t context)
{
    uint32_t mask = (1 << NV_TESLA_RAMHT_BITS) - 1;
    uint32_t ramht = nv_tesla_ramht(nv, chid);
    uint32_t slot = nv_ramht_hash(NV_TESLA_RAMHT_BITS, 0, handle) & mask;

    while (nv_phys_rd32(nv, ramht + slot * 8)) {
        slot = (slot + 1) & mask;
    }
    nv_phys_wr32(nv, ramht + slot * 8, handle);
    nv_phys_wr32(nv, ramht + slot * 8 + 4, context);
    return slot;
}

/* --- Objects ---------------------------------------------------------- */

uint32_t nv_tesla_dmaobj(NVDev *nv, uint32_t flags, uint64_t base,
                         uint64_t limit)
{
    uint32_t inst = nv_inst_alloc(nv, 32, 16);

    nv_vm_dmaobj(nv, inst, flags, base, limit);
    return inst;
}

uint64_t nv_tesla_map(NVDev *nv, const uint64_t *pages, unsigned count)
{
    NVTesla *tesla = nv->tesla;
    uint64_t va = tesla->va_next;
    g_autofree uint64_t *ptes = g_new(uint64_t, count);

    if (!tesla->table) {
        tesla->table = nv_vram_alloc(nv, NV_VM_SMALL_ENTRIES * 8);
        for (unsigned chid = 0; chid < NV_TESLA_CHANNELS; chid++) {
            if (tesla->block[chid]) {
                nv_phys_wr64(nv, tesla->block[chid] + nv->card->pd_offset,
                             tesla->table | 0x63);
            }
        }
    }
    tesla->va_next += (count + 1) * 4096ull;
    g_assert_cmpuint(tesla->va_next, <=, NV_VM_SMALL_ENTRIES * 4096ull);
    for (unsigned i = 0; i < count; i++) {
        ptes[i] = cpu_to_le64(pages[i] | NV_VM_PRESENT | NV_VM_SYSRAM);
    }
    /* The table has all of them. */
    nv_phys_write(nv, tesla->table + va / 4096 * 8, ptes, count * 8);
    return va;
}

/* --- IB mode ---------------------------------------------------------- */

void nv_tesla_set_ib(NVChan *chan, uint32_t address, unsigned order)
{
    NVDev *nv = chan->nv;

    nv_tesla_stop(nv, chan->chid);
    chan->ib_order = order;
    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->fetch),
                 NV_TESLA_FETCH_IB);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x50), address);
    nv_inst_wr32(nv, nv_ramfc(chan, 0x54), order << 16);
    nv_tesla_start(nv, chan->chid);
}

void nv_tesla_rewind(NVChan *chan)
{
    nv_tesla_stop(chan->nv, chan->chid);
    nv_inst_wr32(chan->nv, nv_ramfc(chan, 0x00), 0);
    nv_inst_wr32(chan->nv, nv_ramfc(chan, 0x04), 0);
    nv_tesla_start(chan->nv, chan->chid);
    chan->ib_put = 0;
}

NVChan *nv_ib_chan_new(NVDev *nv, unsigned chid, NVPlace place,
                       unsigned order)
{
    NVBuf *push = nv_buf_new(nv, place, NV_PUSH_SIZE + (8 << order), 0x3d);
    NVChan *chan = nv_chan_new_at(nv, chid, push, 0);

    nv_tesla_set_ib(chan, NV_PUSH_SIZE, order);
    return chan;
}

uint32_t nv_ib_entry_at(NVChan *chan, uint32_t index)
{
    return NV_PUSH_SIZE + index * 8;
}

/* nv50_dma_push() */
void nv_ib_entry(NVChan *chan, uint64_t address, uint32_t words,
                 uint32_t flags)
{
    uint32_t at = nv_ib_entry_at(chan, chan->ib_put);

    nv_buf_wr32(chan->push, at, address);
    nv_buf_wr32(chan->push, at + 4, address >> 32 | words << 10 | flags);
    chan->ib_put = (chan->ib_put + 1) & ((1u << chan->ib_order) - 1);
}

void nv_ib_kick(NVChan *chan)
{
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, chan->ib_put);
}

/*
 * Tests of the NVIDIA GPU: submission by writing methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "nv-channel.h"
#include "nv-context.h"
#include "nv-driver.h"
#include "nv-pio.h"

/* Contexts, before NV04: PGRAPH's and the driver's */
#define NV01_CTX_GRAPH 0x00410000
#define NV01_CTX_SOFTWARE 0x00010000
#define NV03_CTX_GRAPH 0x00c20341
#define NV03_CTX_SOFTWARE 0x00010341

#define NV_PIO_CLASS 0x0039

static const NVCacheRegs nv04_cache0 = {
    .push = 0x3000, .chid = 0x3004, .put = 0x3010, .status = 0x3014,
    .pull = 0x3050, .get = 0x3070, .addr = 0x3100,
};

static const NVCacheRegs nv04_cache1 = {
    .push = 0x3200, .chid = 0x3204, .put = 0x3210, .status = 0x3214,
    .pull = 0x3250, .get = 0x3270, .addr = 0x3800,
};

static const NVCacheRegs nv03_cache0 = {
    .push = 0x3000, .chid = 0x3004, .put = 0x3010, .status = 0x3014,
    .pull = 0x3040, .get = 0x3070, .addr = 0x3100,
};

static const NVCacheRegs nv03_cache1 = {
    .push = 0x3200, .chid = 0x3204, .put = 0x3210, .status = 0x3214,
    .pull = 0x3240, .get = 0x3270, .addr = 0x3300,
};

static const NVCacheRegs nv03t_cache1 = {
    .push = 0x3200, .chid = 0x3204, .put = 0x3210, .status = 0x3214,
    .pull = 0x3240, .get = 0x3270, .addr = 0x3400,
};

static const NVCacheRegs nv01_cache0 = {
    .push = 0x3000, .chid = 0x3010, .put = 0x3030, .status = 0x3020,
    .pull = 0x3040, .get = 0x3070, .addr = 0x3100,
};

static const NVCacheRegs nv01_cache1 = {
    .push = 0x3200, .chid = 0x3210, .put = 0x3230, .status = 0x3220,
    .pull = 0x3240, .get = 0x3270, .addr = 0x3300,
};

static const NVCacheRegs nv40_cache1 = {
    .push = 0x3200, .chid = 0x3204, .put = 0x3210, .status = 0x3214,
    .pull = 0x3250, .get = 0x3270, .addr = 0x90000,
};

const NVCacheRegs *nv_cache0(NVDev *nv)
{
    uint32_t features = nv->card->features;

    return features & NV_CARD_NV01 ? &nv01_cache0 :
           features & NV_CARD_NV03 ? &nv03_cache0 : &nv04_cache0;
}

const NVCacheRegs *nv_cache1(NVDev *nv)
{
    static const NVCacheRegs *const all[] = {
        &nv03_cache1, &nv03t_cache1, &nv04_cache1, &nv40_cache1,
    };

    if (nv->card->features & NV_CARD_NV01) {
        return &nv01_cache1;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        if (all[i]->addr == nv->card->cache1) {
            return all[i];
        }
    }
    g_assert_not_reached();
}

/* --- Life ------------------------------------------------------------- */

static void nv_pio_init_early(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0x00000001);
    if (nv->card->features & NV_CARD_NV01) {
        nv_wr32(nv, A_NV01_PRAM_SIZE, 1);
    } else {
        nv_wr32(nv, A_NV03_PFIFO_RAMHT, 0x00000);
        nv_wr32(nv, A_NV03_PFIFO_RAMFC, 0x01000);
        nv_wr32(nv, A_NV03_PFIFO_RAMRO, 0x02000);
    }
    for (uint32_t i = 0; i < 0x2000; i += 4) {
        nv_ramht_wr32(nv, i, 0);
    }
    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, 0xffffffff);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    nv_wr32(nv, nv_cache1(nv)->pull, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, 1);
}

void nv_pio_init(NVDev *nv)
{
    if (nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03)) {
        nv_pio_init_early(nv);
    } else {
        nv_init(nv);
        /* All channels see the whole of CACHE1. */
        nv_wr32(nv, A_NV_PFIFO_CHANNEL_SIZE, 0xffffffff);
        for (unsigned i = 0; i < nv->card->channels; i++) {
            nv_context_new(nv, i);
        }
    }
    nv_wr32(nv, nv_cache1(nv)->chid, 0);
    nv_ramro_clear(nv);
}

uint32_t nv_pio_addr(NVDev *nv, unsigned chid, unsigned subc, uint32_t mthd)
{
    return 0x800000 + chid * 0x10000 + subc * 0x2000 + mthd;
}

void nv_pio_method(NVDev *nv, unsigned chid, unsigned subc, uint32_t mthd,
                   uint32_t data)
{
    nv_wr32(nv, nv_pio_addr(nv, chid, subc, mthd), data);
    nv_handle_switch(nv);
}

uint32_t nv_pio_free(NVDev *nv, unsigned chid)
{
    return nv_rd32(nv, nv_pio_addr(nv, chid, 0, A_NV_USER_FREE));
}

unsigned nv_pio_slots(NVDev *nv)
{
    return nv->card->cache1_entries -
           (nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03) ? 1 : 0);
}

uint32_t nv_pio_ptr(NVDev *nv, unsigned count)
{
    if (nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03)) {
        count %= nv->card->cache1_entries;
        return (count ^ count >> 1) * 4;
    }
    return count % (nv->card->cache1_entries * 2) * 4;
}

/* --- Objects ---------------------------------------------------------- */

static void nv_pio_context(NVDev *nv, unsigned chid, uint32_t handle,
                           uint32_t context)
{
    bool nv01 = nv->card->features & NV_CARD_NV01;
    uint32_t bucket = (handle ^ handle >> 8 ^ handle >> 16 ^ handle >> 24 ^
                       chid) & 0xff;
    /* NV01: 8 KiB, four a bucket.  NV03: 4 KiB, two. */
    uint32_t size = nv01 ? 4 * 8 : 2 * 8;
    uint32_t entry = bucket * size;

    while (nv_ramht_rd32(nv, entry + 4)) {
        entry += 8;
        g_assert(entry < (bucket + 1) * size);
    }
    nv_ramht_wr32(nv, entry, handle);
    nv_ramht_wr32(nv, entry + 4, context | chid << (nv01 ? 25 : 24));
}

void nv_pio_object(NVDev *nv, unsigned chid, uint32_t handle)
{
    if (nv->card->features & NV_CARD_NV01) {
        nv_pio_context(nv, chid, handle, NV01_CTX_GRAPH);
    } else if (nv->card->features & NV_CARD_NV03) {
        nv_pio_context(nv, chid, handle, NV03_CTX_GRAPH);
    } else {
        nv_ramht_insert(nv, chid, handle, NV_ENGINE_GR,
                        nv_inst_object(nv, NV_PIO_CLASS));
    }
}

void nv_pio_software(NVDev *nv, unsigned chid, uint32_t handle)
{
    if (nv->card->features & NV_CARD_NV01) {
        nv_pio_context(nv, chid, handle, NV01_CTX_SOFTWARE);
    } else if (nv->card->features & NV_CARD_NV03) {
        nv_pio_context(nv, chid, handle, NV03_CTX_SOFTWARE);
    } else {
        nv_ramht_insert(nv, chid, handle, NV_ENGINE_SW, NV_SW_INST);
    }
}

/* --- RAMRO ------------------------------------------------------------ */

uint32_t nv_pio_record(NVDev *nv, unsigned chid, uint32_t offset, unsigned be,
                       unsigned reason)
{
    uint32_t addr = reason << 28 | chid << 16;

    /* hwtest/pfifo.cc, pfifo_sim_user_write() */
    if (nv->card->features & NV_CARD_NV01) {
        return addr | offset;
    }
    /* rnndb, NV1_RAMRO: "the inverted mask of active bytes" */
    return addr | (offset & ~3) | (~be & 0xf) << 24;
}

uint32_t nv_ramro_addr(NVDev *nv, unsigned n)
{
    return nv_ramro_rd32(nv, n * 8);
}

uint32_t nv_ramro_data(NVDev *nv, unsigned n)
{
    return nv_ramro_rd32(nv, n * 8 + 4);
}

void nv_ramro_clear(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_RUNOUT_PUT, 0);
    nv_wr32(nv, A_NV_PFIFO_RUNOUT_GET, 0);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK |
            R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK);
}

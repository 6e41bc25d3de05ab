/*
 * Hostile guests: methods that are written one by one, up to NV45
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "nv-hostile.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-pio.h"

#define HANDLE 0xbeef0000
#define CHANNELS 3
#define OBJECTS 2

static const NVHostileRange units[] = {
    { 0x000000, 0x000300, 1 },      /* PMC */
    { 0x001800, 0x001900, 1 },      /* PBUS */
    { 0x002000, 0x002600, 8 },      /* PFIFO */
    { 0x003000, 0x003100, 8 },
    { 0x003100, 0x003200, 2 },
    { 0x003200, 0x003600, 8 },
    { 0x003800, 0x004000, 2 },
    { 0x009000, 0x009500, 1 },      /* PTIMER */
    { 0x100000, 0x101000, 1 },      /* PFB */
    { 0x400000, 0x400800, 4 },      /* PGRAPH */
    { 0x600000, 0x605000, 2 },      /* NV01's PRAM, and what is around it */
    { 0x640000, 0x660000, 4 },
    { 0x680000, 0x681000, 1 },
    { 0x700000, 0x800000, 2 },      /* instance memory */
    { 0x800000, 0x880000, 4 },      /* USER */
    { 0x800000, 0x1000000, 1 },
    { 0x000000, 0x1000000, 1 },
};

static bool is_early(NVHostile *h)
{
    return h->nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03);
}

static uint32_t own_value(NVHostile *h, unsigned which)
{
    return which ? HANDLE + nv_below(h, OBJECTS + 1) : nv_below(h, 0x200) * 4;
}

static uint32_t value(NVHostile *h)
{
    return nv_hostile_value(h, own_value, 2);
}

/* Any byte of a channel's area; some of the channels don't exist. */
static uint32_t method(NVHostile *h)
{
    unsigned chid = nv_below(h, 8) ? nv_below(h, CHANNELS) : nv_below(h, 128);
    unsigned subc = nv_below(h, 8);

    switch (nv_below(h, 4)) {
    case 0:
        return nv_pio_addr(h->nv, chid, subc, nv_below(h, 0x40));
    case 1:
        return nv_pio_addr(h->nv, chid, subc, nv_below(h, 0x2000));
    default:
        return nv_pio_addr(h->nv, chid, subc, 0x100 + nv_below(h, 0x80) * 4);
    }
}

static void submit(NVHostile *h)
{
    for (unsigned i = 0; i < 40 && nv_draw_left(h->draw); i++) {
        if (nv_below(h, 4)) {
            nv_wr32(h->nv, method(h) & ~3, value(h));
        } else {
            nv_hostile_access(h, h->nv->bar0 + method(h), value);
        }
    }
}

/* An object, and consecutive methods */
static void submit_row(NVHostile *h)
{
    unsigned chid = nv_below(h, CHANNELS), subc = nv_below(h, 8);
    uint32_t at = 0x100 + nv_below(h, 0x7c0) * 4;

    nv_wr32(h->nv, nv_pio_addr(h->nv, chid, subc, 0),
            HANDLE + nv_below(h, OBJECTS + 1));
    for (unsigned n = 0; n < 40 && nv_draw_left(h->draw); n++) {
        nv_wr32(h->nv, nv_pio_addr(h->nv, chid, subc, at), value(h));
        at = MIN(at + nv_below(h, 2) * 4, 0x1ffc);
    }
}

/* CACHE0: a method by hand, pushed and pulled */
static void use_cache0(NVHostile *h)
{
    const NVCacheRegs *regs = nv_cache0(h->nv);

    nv_wr32(h->nv, regs->push, nv_below(h, 2));
    nv_wr32(h->nv, regs->chid, value(h));
    nv_wr32(h->nv, regs->addr, value(h));
    nv_wr32(h->nv, regs->addr + 4, value(h));
    nv_wr32(h->nv, regs->put, nv_below(h, 8) * 4);
    nv_wr32(h->nv, regs->get, nv_below(h, 8) * 4);
    nv_wr32(h->nv, regs->pull, nv_below(h, 2));
}

/* RAMRO, which records failed accesses: its ends, and its length */
static void use_runout(NVHostile *h)
{
    static const uint32_t regs[] = {
        A_NV_PFIFO_RUNOUT_PUT, A_NV_PFIFO_RUNOUT_GET, A_NV_PFIFO_RUNOUT_STATUS,
        A_NV_PFIFO_RAMRO, A_NV_PFIFO_RAMHT, A_NV_PFIFO_RAMFC,
    };

    nv_wr32(h->nv, regs[nv_below(h, ARRAY_SIZE(regs))], value(h));
    nv_wr32(h->nv, nv_cache1(h->nv)->push, nv_below(h, 2));
    submit(h);
}

static void change_memory(NVHostile *h)
{
    uint32_t val = value(h);

    if (nv_below(h, 2)) {
        nv_ramht_wr32(h->nv, nv_below(h, 0x800) * 4, val);
    } else if (is_early(h)) {
        nv_ramfc_wr32(h->nv, nv_below(h, 0x400) * 4, val);
    } else {
        nv_inst_wr32(h->nv, nv_below(h, 0x8000) * 4, val);
    }
}

/* NV03's DMA by hand, and registers like others' */
static void use_dma(NVHostile *h)
{
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        nv_wr32(h->nv, 0x003220 + nv_below(h, 0x20) * 4, value(h));
    }
}

/* Units on, errors acknowledged, both caches' pushers and pullers on */
static void recover(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    if (!is_early(h)) {
        nv_hostile_enable_intr(nv);
        nv_hostile_handle_intr(nv);
    }
    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, nv_cache0(nv)->push, 1);
    nv_wr32(nv, nv_cache0(nv)->pull, 1);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    nv_wr32(nv, nv_cache1(nv)->pull, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

static void begin(NVHostile *h)
{
    nv_pio_init(h->nv);
    if (!is_early(h)) {
        nv_graph_init(h->nv);
    }
    for (unsigned chid = 0; chid < CHANNELS; chid++) {
        nv_pio_object(h->nv, chid, HANDLE);
        nv_pio_software(h->nv, chid, HANDLE + 1);
    }
}

static void step(NVHostile *h)
{
    if (nv_below(h, 4) != 3) {
        recover(h);
    }
    switch (nv_below(h, 14)) {
    case 0:
    case 1:
    case 2:
        submit(h);
        break;
    case 3:
    case 4:
        submit_row(h);
        break;
    case 5:
        use_cache0(h);
        break;
    case 6:
        use_runout(h);
        break;
    case 7:
        use_dma(h);
        break;
    case 8:
        change_memory(h);
        break;
    case 9:
        nv_hostile_wait(h);
        break;
    case 10:
        nv_hostile_map(h);
        break;
    case 11:
        nv_hostile_vga(h);
        h->show(h, nv_below(h, 4));
        break;
    default:
        nv_hostile_access_registers(h, value);
        break;
    }
}

static void end(NVHostile *h)
{
    /* It has allocated nothing. */
}

const NVFamily nv_family_pio = {
    .begin = begin, .step = step, .end = end,
    .units = units, .unit_count = ARRAY_SIZE(units),
};

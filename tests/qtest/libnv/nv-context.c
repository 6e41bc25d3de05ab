/*
 * Tests of the NVIDIA GPU: PGRAPH's contexts, as a driver has them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs.h"
#include "nv-channel.h"
#include "nv-context.h"

/* Where instance memory has contexts, and their table */
#define NV_CONTEXTS 0xc0000
#define NV_CONTEXT_SIZE 0x1000
#define NV_CONTEXT_TABLE 0xe0000

/* --- The driver's, NV04:NV20 ------------------------------------------ */

#define NV_CONTEXT_WORDS 512

typedef struct NVContextRange {
    uint32_t addr;
    unsigned words;
} NVContextRange;

/* nv04_gr_ctx_regs[] */
static const NVContextRange nv04_ranges[] = {
    { 0x400160, 4 }, { 0x400174, 1 }, { 0x400180, 32 }, { 0x400400, 83 },
    { 0x400550, 14 }, { 0x400600, 4 }, { 0x400640, 25 }, { 0x40070c, 3 },
    { 0x400724, 1 }, { 0x400760, 3 }, { 0x400800, 6 }, { 0x400830, 1 },
    { 0x400900, 64 }, { 0x401000, 4 },
    { }
};

/* nv10_gr_ctx_regs[] */
static const NVContextRange nv10_ranges[] = {
    { 0x400148, 46 }, { 0x400400, 83 }, { 0x400550, 16 }, { 0x400600, 4 },
    { 0x400640, 25 }, { 0x400710, 3 }, { 0x400724, 1 }, { 0x400770, 3 },
    { 0x400800, 6 }, { 0x400830, 1 }, { 0x400900, 64 }, { 0x401000, 4 },
    { }
};

static uint32_t *nv_context(NVDev *nv, unsigned chid)
{
    if (!nv->contexts) {
        nv->contexts = g_new0(uint32_t, nv->card->channels * NV_CONTEXT_WORDS);
    }
    return nv->contexts + chid * NV_CONTEXT_WORDS;
}

static const NVContextRange *nv_context_ranges(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV04 ? nv04_ranges : nv10_ranges;
}

static void nv_context_load(NVDev *nv, unsigned chid)
{
    const NVContextRange *range = nv_context_ranges(nv);
    uint32_t *context = nv_context(nv, chid);

    for (; range->words; context += range->words, range++) {
        qtest_memwrite(nv->qts, nv->bar0 + range->addr, context,
                       range->words * 4);
    }
    nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_CONTROL), 0x10010100);
    nv_mask(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_USER), 0xff000000,
            chid << 24);
}

static void nv_context_unload(NVDev *nv, unsigned chid)
{
    uint32_t control = nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_CONTROL);
    uint32_t user = nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_USER);
    const NVContextRange *range = nv_context_ranges(nv);
    uint32_t *context = nv_context(nv, chid);

    if (!(nv_rd32(nv, control) & 0x00010000) ||
        nv_rd32(nv, user) >> 24 != chid) {
        return;
    }
    for (; range->words; context += range->words, range++) {
        qtest_memread(nv->qts, nv->bar0 + range->addr, context,
                      range->words * 4);
    }
    nv_wr32(nv, control, 0x10000000);
    nv_mask(nv, user, 0xff000000, (nv->card->channels - 1) << 24);
}

bool nv_context_driver(const NVCard *card)
{
    return card->inst &&
           !(card->features & (NV_CARD_CTX_TABLE | NV_CARD_NV40 |
                               NV_CARD_NV50));
}

void nv_context_take(NVDev *nv, unsigned chid)
{
    uint32_t user = nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_USER);

    if (nv_context_driver(nv->card)) {
        nv_context_unload(nv, nv_rd32(nv, user) >> 24 &
                              (nv->card->channels - 1));
        nv_context_load(nv, chid);
    }
}

void nv_handle_switch(NVDev *nv)
{
    if (!nv_context_driver(nv->card) || nv->no_switches) {
        return;
    }
    for (unsigned i = 0; i < 1000; i++) {
        uint32_t intr = nv_rd32(nv, A_NV_PGRAPH_INTR), trapped;
        unsigned next;

        if (!(intr & R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK) ||
            intr == UINT32_MAX /* the card is gone */) {
            return;
        }
        trapped = nv_rd32(nv, A_NV_PGRAPH_TRAPPED_ADDR);
        next = nv->card->features & NV_CARD_NV04
            ? extract32(trapped, 24, 4) : extract32(trapped, 20, 5);
        nv_wr32(nv, A_NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK);
        nv_context_take(nv, next);
        nv_wr32(nv, A_NV_PGRAPH_FIFO, 0x00000001);
    }
}

void nv_context_free(NVDev *nv)
{
    g_clear_pointer(&nv->contexts, g_free);
}

/* --- In instance memory: CTXCTL's program, NV40:NV50 ------------------- */

/* ctxnv40.c: cp_ctx() */
#define REG(_addr, _count) (0x100000 | (_count) << 14 | ((_addr) & 0xffff) >> 2)

/*
 * What nv40_grctx_generate() writes, of 3D only the registers that the model
 * knows; addresses are in 15:8.
 */
static const uint32_t nv40_program[] = {
    [0x00] = 0x400064 | 0x0c << 8,      /* jmp autosave, save */
    0x400005 | 0x0c << 8,               /* jmp usersave, save */
    [0x02] = 0x400065 | 0x05 << 8,      /* check: jmp autoload, autoload */
    0x400006 | 0x07 << 8,               /* jmp userload, load */
    0x400068 | 0x32 << 8,               /* jmp exit */
    [0x05] = 0x500060,                  /* autoload: wait for idle */
    0x600007,                           /* the next channel's context */
    [0x07] = 0x500060,                  /* load: wait for idle */
    0x700000,                           /* direction: load */
    0x200020, 0x60000b,
    0x400068 | 0x0d << 8,               /* jmp state */
    [0x0c] = 0x700080,                  /* save: direction: save */
    [0x0d] = 0x200008, 0x60000a,        /* state: at 0x20 */
    REG(0x400144, 58), REG(0x400400, 32), REG(0x400480, 32),
    REG(0x400500, 36), REG(0x400710, 3), REG(0x400724, 1), REG(0x400770, 3),
    0x200000 | 41, REG(0x400814, 0),    /* count in ra */
    REG(0x4008a0, 6), 0x200000 | 73, REG(0x400a00, 0), REG(0x401000, 4),
    REG(0x40194c, 18), REG(0x4019a0, 2), REG(0x4019b4, 2),
    REG(0x401a08, 8), REG(0x401a2c, 4), REG(0x401a44, 26),
    [0x30] = 0x400000 | 0x02 << 8,      /* jmp if saved, check */
    0x600009,                           /* that channel is there now */
    [0x32] = 0x700005, 0x700006,        /* exit: clear usersave, userload */
    0x60000e,                           /* end */
};

static void nv40_context_setup(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_UCODE_INDEX, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(nv40_program); i++) {
        nv_wr32(nv, A_NV_PGRAPH_CTXCTL_UCODE_DATA, nv40_program[i]);
    }
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CUR, 0x00000000);
}

/* --- In instance memory ------------------------------------------------ */

uint32_t nv_context_inst(const NVCard *card, unsigned chid)
{
    return nv_context_driver(card) ? 0 : NV_CONTEXTS + chid * NV_CONTEXT_SIZE;
}

void nv_context_setup(NVDev *nv)
{
    if (nv_context_driver(nv->card)) {
        return;
    }
    nv_mask(nv, A_NV_PGRAPH_DEBUG_3, R_NV_PGRAPH_DEBUG_3_HW_CONTEXT_SWITCH_MASK,
            R_NV_PGRAPH_DEBUG_3_HW_CONTEXT_SWITCH_MASK);
    if (nv->card->features & NV_CARD_NV40) {
        nv40_context_setup(nv);
    } else {
        nv_mem_clear(nv, nv->bar0 + NV_PRAMIN + NV_CONTEXT_TABLE,
                     nv->card->channels * 4);
        nv_wr32(nv, A_NV_PGRAPH_CTX_TABLE, NV_CONTEXT_TABLE >> 4);
        nv_wr32(nv, A_NV_PGRAPH_CTX_CONTROL, 0x10000100);
    }
}

uint32_t nv_context_table(unsigned chid)
{
    return NV_CONTEXT_TABLE + chid * 4;
}

/* nv20_gr_chan_init() */
void nv_context_init(NVDev *nv, unsigned chid)
{
    if (nv->card->features & NV_CARD_CTX_TABLE) {
        nv_inst_wr32(nv, nv_context_table(chid),
                     nv_context_inst(nv->card, chid) >> 4);
    }
}

/* nv20_gr_chan_new(), nv40_gr_chan_bind() */
void nv_context_new(NVDev *nv, unsigned chid)
{
    uint32_t inst = nv_context_inst(nv->card, chid);

    if (!inst) {
        memset(nv_context(nv, chid), 0, NV_CONTEXT_WORDS * 4);
        return;
    }
    nv_mem_clear(nv, nv->bar0 + NV_PRAMIN + inst, NV_CONTEXT_SIZE);
    if (nv->card->features & NV_CARD_NV40) {
        nv_inst_wr32(nv, inst, inst >> 4);
        return;
    }
    nv_inst_wr32(nv, inst + nv->card->ctx_user, 0x00000001 | chid << 24);
    nv_context_init(nv, chid);
}

static void nv20_context_fini(NVDev *nv, unsigned chid)
{
    uint32_t user = nv_rd32(nv, A_NV_PGRAPH_CTX_USER);

    if (!(nv_rd32(nv, A_NV_PGRAPH_CTX_CONTROL) & 0x00010000) ||
        extract32(user, 24, 5) != chid) {
        return;
    }
    nv_wr32(nv, A_NV_PGRAPH_CTX_POINTER,
            nv_context_inst(nv->card, chid) >> 4);
    nv_wr32(nv, A_NV_PGRAPH_CTX_XFER, 0x00000002);
    nv_poll(!nv_rd32(nv, A_NV_PGRAPH_STATUS));
    nv_wr32(nv, A_NV_PGRAPH_CTX_CONTROL, 0x10000000);
    nv_mask(nv, A_NV_PGRAPH_CTX_USER, 0xff000000, 0x1f000000);
}

static void nv40_context_fini(NVDev *nv, unsigned chid)
{
    uint32_t inst = 0x01000000 | nv_context_inst(nv->card, chid) >> 4;

    if (nv_rd32(nv, A_NV_PGRAPH_CTXCTL_CUR) == inst) {
        nv_wr32(nv, A_NV_PGRAPH_CTX_POINTER, inst);
        nv_mask(nv, A_NV_PGRAPH_CTXCTL_FLAGS, 0x20, 0x20);
        nv_mask(nv, A_NV_PGRAPH_CTXCTL_CONTROL, 1, 1);
        nv_poll(!nv_field(nv, NV_PGRAPH_CTXCTL_STATUS, BUSY));
        nv_mask(nv, A_NV_PGRAPH_CTXCTL_CUR, 0x01000000, 0);
    }
    if (nv_rd32(nv, A_NV_PGRAPH_CTXCTL_NEXT) == inst) {
        nv_mask(nv, A_NV_PGRAPH_CTXCTL_NEXT, 0x01000000, 0);
    }
}

void nv_context_fini(NVDev *nv, unsigned chid)
{
    nv_mask(nv, A_NV_PGRAPH_FIFO, 1, 0);
    if (nv->card->features & NV_CARD_NV40) {
        nv40_context_fini(nv, chid);
    } else if (nv->card->features & NV_CARD_CTX_TABLE) {
        nv20_context_fini(nv, chid);
    } else {
        nv_context_unload(nv, chid);
    }
    nv_mask(nv, A_NV_PGRAPH_FIFO, 1, 1);
}

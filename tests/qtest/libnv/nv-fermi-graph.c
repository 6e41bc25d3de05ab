/*
 * Tests of the NVIDIA GPU: objects of PGRAPH on NVC0 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-falcon.h"
#include "nv-fermi-graph.h"
#include "nv-fuc.h"

/* --- The program in FECS ---------------------------------------------- */

#define FECS 0x409000

/* Where its handler of interrupts is */
#define HANDLER 0x60

/* INTR_ROUTE: PFIFO wants another channel */
#define CHSW_PULSE 0x2003
#define CHSW_LINE 0x100

/* MEM_CMD: give the channel's address space to PGRAPH */
#define LOAD_CHAN 7

/*
 * It loads channels on request, and leaves the state of objects as it is.  It
 * sleeps between requests: its instructions take the test's time.
 */
static const uint8_t exchanger[] = {
    FUC_HANDLE(HANDLER),
    FUC_MOV(2, CHSW_PULSE),
    FUC_IOWR(A_NV_CTXCTL_INTR_ROUTE, 2),
    FUC_MOV(2, CHSW_LINE),
    FUC_IOWR(A_NV_FALCON_INTR_EN_SET, 2),
    FUC_SLEEP_FOREVER,
    [HANDLER] =
    FUC_IORD(3, A_NV_FALCON_INTR),
    FUC_IOWR(A_NV_FALCON_INTR_CLEAR, 3),
    FUC_IORD(5, A_NV_CTXCTL_CHAN_NEXT),
    FUC_IOWR(A_NV_CTXCTL_CHAN_ADDR, 5),
    FUC_IOWR(A_NV_CTXCTL_MEM_CHAN, 5),
    FUC_MOV(2, LOAD_CHAN),
    FUC_IOWR(A_NV_CTXCTL_MEM_CMD, 2),
    FUC_MOV(2, 1),
    FUC_IOWR(A_NV_CTXCTL_CHSW, 2),
    FUC_IRET,
};

/* The same for version 5 */
static const uint8_t exchanger_5[] = {
    FUC5_HANDLE(HANDLER),
    FUC5_MOV(2, CHSW_PULSE),
    FUC5_IOWR(A_NV_CTXCTL_INTR_ROUTE, 2),
    FUC5_MOV(2, CHSW_LINE),
    FUC5_IOWR(A_NV_FALCON_INTR_EN_SET, 2),
    FUC_SLEEP_FOREVER,
    [HANDLER] =
    FUC5_IORD(3, A_NV_FALCON_INTR),
    FUC5_IOWR(A_NV_FALCON_INTR_CLEAR, 3),
    FUC5_IORD(5, A_NV_CTXCTL_CHAN_NEXT),
    FUC5_IOWR(A_NV_CTXCTL_CHAN_ADDR, 5),
    FUC5_IOWR(A_NV_CTXCTL_MEM_CHAN, 5),
    FUC5_MOV(2, LOAD_CHAN),
    FUC5_IOWR(A_NV_CTXCTL_MEM_CMD, 2),
    FUC5_MOV(2, 1),
    FUC5_IOWR(A_NV_CTXCTL_CHSW, 2),
    FUC_IRET,
};

static void start_fecs(NVDev *nv)
{
    uint32_t ctrl = nv_falcon_rd32(nv, FECS, A_NV_FALCON_UC_CTRL);

    if (ctrl & R_NV_FALCON_UC_CTRL_STOPPED_MASK) {
        if (nv->card->features & NV_CARD_NV108) {
            nv_falcon_code(nv, FECS, exchanger_5, sizeof(exchanger_5));
        } else {
            nv_falcon_code(nv, FECS, exchanger, sizeof(exchanger));
        }
        nv_falcon_start(nv, FECS, 0);
        nv_clock_step(nv, 20 * 1000);
    }
}

/* --- PGRAPH ----------------------------------------------------------- */

/* gf100_gr_init(), as far as objects need it */
void nv_fermi_graph_init(NVDev *nv)
{
    start_fecs(nv);
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_EN, 0xffffffff);
}

uint32_t nv_kepler_class(const NVCard *card, uint32_t class)
{
    if (card->features & NV_CARD_NV117) {
        return class == 0xa0b5 ? 0xb0b5 : class ^ 0x1000;
    }
    return class != 0xa0b5 && card->features & (NV_CARD_NVF0 | NV_CARD_NV108)
        ? class | 0x100 : class;
}

NVFermiChan *nv_fermi_graph_new(NVDev *nv, unsigned chid)
{
    nv_fermi_graph_init(nv);
    return nv_fermi_channel_new(nv, chid);
}

void nv_fermi_graph_quiet(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_FIFO_CONTROL), 0x00010001);
    nv_fermi_assert_quiet(nv);
}

/* gf100_gr_intr() */
void nv_fermi_graph_error(NVFermiChan *chan, uint32_t intr, unsigned subc,
                          uint32_t mthd, uint32_t data)
{
    NVDev *nv = chan->nv;

    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), intr);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x1000, 0x1000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAPPED_ADDR), subc << 16 | mthd);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAPPED_DATA_LOW), data);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_FIFO_CONTROL) & 1, 0);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR, intr);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x1000, 0);
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
}

void nv_fermi_graph_ack(NVDev *nv, uint32_t intr)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), intr);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR, intr);
    nv_fermi_graph_quiet(nv);
}

/* gf100_fifo_recover_work() */
void nv_fermi_graph_fault(NVFermiChan *chan, unsigned client, uint64_t va,
                          unsigned reason, bool write)
{
    NVDev *nv = chan->nv;
    NVFermiFault fault = { };

    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    g_assert_true(nv_fermi_fault(nv, NV_FERMI_UNIT_PGRAPH, &fault));
    nv_assert_hex(fault.inst, chan->block);
    nv_assert_hex(fault.client, client);
    nv_assert_hex(fault.addr & ~0xfffull, va & ~0xfffull);
    nv_assert_hex(fault.reason, reason);
    g_assert_cmpint(fault.write, ==, write);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
    nv_fermi_graph_init(nv);
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FAULT, 1);
}

/* --- Memory ----------------------------------------------------------- */

NVFermiBuf nv_fermi_buf(NVFermiChan *chan, bool vram, uint32_t size)
{
    NVFermiBuf buf = { .nv = chan->nv, .vram = vram, .size = size };
    uint32_t addr;

    if (vram) {
        buf.va = nv_fermi_buffer(chan, size, &addr);
        buf.addr = addr;
    } else {
        buf.va = nv_fermi_ram(chan, size, &buf.addr);
    }
    return buf;
}

uint32_t nv_fermi_buf_rd32(const NVFermiBuf *buf, uint32_t offset)
{
    return buf->vram ? nv_phys_rd32(buf->nv, buf->addr + offset)
                     : qtest_readl(buf->nv->qts, buf->addr + offset);
}

void nv_fermi_buf_wr32(const NVFermiBuf *buf, uint32_t offset, uint32_t val)
{
    if (buf->vram) {
        nv_phys_wr32(buf->nv, buf->addr + offset, val);
    } else {
        qtest_writel(buf->nv->qts, buf->addr + offset, val);
    }
}

void nv_fermi_buf_read(const NVFermiBuf *buf, void *data)
{
    if (buf->vram) {
        nv_phys_read(buf->nv, buf->addr, data, buf->size);
    } else {
        nv_mem_read(buf->nv, buf->addr, data, buf->size);
    }
}

void nv_fermi_buf_write(const NVFermiBuf *buf, const void *data)
{
    if (buf->vram) {
        nv_phys_write(buf->nv, buf->addr, data, buf->size);
    } else {
        nv_mem_write(buf->nv, buf->addr, data, buf->size);
    }
}

void nv_fermi_push_copy(NVFermiChan *chan, unsigned subc, uint64_t in,
                        uint64_t out, uint32_t pitch, uint32_t length,
                        uint32_t lines)
{
    nv_fermi_inc(chan, subc, 0x238, out >> 32, out);
    nv_fermi_inc(chan, subc, 0x30c, in >> 32, in, pitch, pitch, length, lines);
    nv_fermi_inc(chan, subc, 0x300, 0x110);
}

/* Blocks in rows, and rows in layers of blocks; gobs in columns */
uint64_t nv_fermi_block_offset(const NVFermiBlocks *s, uint32_t x, uint32_t y,
                               uint32_t z)
{
    uint32_t block_h = 8 << s->block_height, block_d = 1 << s->block_depth;
    uint32_t columns = DIV_ROUND_UP(s->width, 64);
    uint32_t rows = DIV_ROUND_UP(s->height, block_h);
    uint64_t block = ((uint64_t)(z / block_d) * rows + y / block_h) * columns +
                     x / 64;
    uint32_t gob = z % block_d * (block_h / 8) + y % block_h / 8;

    return block * 64 * block_h * block_d + gob * 512 + y % 8 * 64 + x % 64;
}

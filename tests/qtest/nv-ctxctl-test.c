/*
 * Tests of the NVIDIA GPU: PGRAPH's context control on NVC0 and later
 *
 * FECS and GPCCS by their registers, and with small programs, which are given
 * in bytes as in nv-falcon-test.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs-nvc0.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define FECS 0x409000
#define GPCCS 0x502000
#define ALL_GPCCS 0x41a000

#define TO_VRAM 2

static uint32_t rd(NVDev *nv, uint32_t reg)
{
    return nv_falcon_rd32(nv, FECS, reg);
}

static void wr(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, FECS, reg, val);
}

/* --- Registers -------------------------------------------------------- */

static void units(NVDev *nv)
{
    nv_assert_hex(rd(nv, A_NV_CTXCTL_HUB_UNITS) & 0x1f, nv->card->gpcs);
    g_assert(rd(nv, A_NV_CTXCTL_HUB_UNITS) >> 16);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CAPS) & 0x3ffff, 0x2040);
    for (unsigned i = 0; i < nv->card->gpcs; i++) {
        uint32_t gpccs = GPCCS + i * NVC0_PGRAPH_GPC_STRIDE;

        nv_assert_hex(nv_rd32(nv, gpccs + A_NV_CTXCTL_GPC_MYINDEX), i);
        g_assert(nv_rd32(nv, gpccs + A_NV_CTXCTL_GPC_UNITS) & 0x1f);
        nv_assert_hex(nv_rd32(nv, gpccs + A_NV_FALCON_UC_CAPS) & 0x3ffff,
                      0x1020);
        g_assert(nv_rd32(nv, gpccs + A_NV_CTXCTL_STRANDS_CNT));
    }
}

static unsigned tpcs(NVDev *nv, unsigned gpc)
{
    return nv_rd32(nv, GPCCS + gpc * NVC0_PGRAPH_GPC_STRIDE +
                   A_NV_CTXCTL_GPC_UNITS) & 0x1f;
}

/* Registers that write to all GPCs, and to all TPCs */
static void broadcasts(NVDev *nv)
{
    nv_wr32(nv, ALL_GPCCS + A_NV_CTXCTL_SCRATCH, 0x1234);
    nv_wr32(nv, A_NVC0_PGRAPH_GPC_BROADCAST + 0x900, 0x5678);
    nv_wr32(nv, A_NVC0_PGRAPH_TPC_BROADCAST + 0x44, 0x9abc);
    for (unsigned i = 0; i < nv->card->gpcs; i++) {
        uint32_t gpc = A_NVC0_PGRAPH_GPC + i * NVC0_PGRAPH_GPC_STRIDE;

        nv_assert_hex(nv_rd32(nv, gpc + 0x2000 + A_NV_CTXCTL_SCRATCH), 0x1234);
        nv_assert_hex(nv_rd32(nv, gpc + 0x900), 0x5678);
        for (unsigned tpc = 0; tpc < tpcs(nv, i); tpc++) {
            nv_assert_hex(nv_rd32(nv, gpc + 0x4044 + tpc *
                                  NVC0_PGRAPH_TPC_STRIDE), 0x9abc);
        }
        nv_assert_hex(nv_rd32(nv, gpc + 0x1844), 0x9abc);
    }
    nv_assert_hex(nv_rd32(nv, ALL_GPCCS + A_NV_CTXCTL_SCRATCH), 0x1234);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_GPC_BROADCAST + 0x900), 0x5678);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TPC_BROADCAST + 0x44), 0x9abc);
}

static void scratch(NVDev *nv)
{
    wr(nv, A_NV_CTXCTL_SCRATCH + 12, 0x0f0f);
    wr(nv, A_NV_CTXCTL_SCRATCH_SET + 12, 0x80000010);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SCRATCH + 12), 0x80000f1f);
    wr(nv, A_NV_CTXCTL_SCRATCH_CLEAR + 12, 0x80000001);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SCRATCH + 12), 0xf1e);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SCRATCH), 0);
}

static void barriers(NVDev *nv)
{
    wr(nv, A_NV_CTXCTL_BAR_REQMASK, 5);
    wr(nv, A_NV_CTXCTL_BAR_REQMASK + 4, 7);
    wr(nv, A_NV_CTXCTL_BAR, 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SIGNAL) & 0x100, 0);
    wr(nv, A_NV_CTXCTL_BAR_SET, 1);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SIGNAL) & 0x100, 0);
    wr(nv, A_NV_CTXCTL_BAR_SET, 4);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SIGNAL) & 0x100, 0x100);

    /* The other one is independent. */
    wr(nv, A_NV_FALCON_HOST_IO_INDEX, 1);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_BAR_REQMASK), 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_BAR), 0);
    wr(nv, A_NV_FALCON_HOST_IO_INDEX, 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_BAR), 5);
}

static void interrupt(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_EN, 0xffffffff);
    wr(nv, A_NV_CTXCTL_INTR_UP_ENABLE, 0xffffffff);
    wr(nv, A_NV_CTXCTL_INTR_UP_SET, 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), 1 << 19);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x1000, 0x1000);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR, 1 << 19);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), 1 << 19);
    wr(nv, A_NV_CTXCTL_INTR_UP_CLEAR, 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), 0);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x1000, 0);
}

/* FECS and GPCCS have the same clock here: its cycles in 1 ms */
#define WATCHDOG_MS 405000
#define NS_PER_MS 1000000
#define WATCHDOG_ON (1u << 31)

/* The watchdog's source is SIGNAL's bit 11, 0x2b where it can be routed. */
static void assert_expired(NVDev *nv, uint32_t base, bool expired)
{
    nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_CTXCTL_SIGNAL) & 0x800,
                  expired ? 0x800 : 0);
    nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_FALCON_INTR) & 0x8000,
                  expired ? 0x8000 : 0);
}

static void watchdog(NVDev *nv)
{
    static const uint32_t bases[] = { GPCCS, FECS };
    uint32_t enable = nv_rd32(nv, A_NV_PMC_ENABLE);

    nv_wr32(nv, A_NVC0_PGRAPH_INTR_EN, 0xffffffff);
    wr(nv, A_NV_CTXCTL_INTR_UP_ENABLE, 0xffffffff);
    for (unsigned i = 0; i < ARRAY_SIZE(bases); i++) {
        uint32_t base = bases[i];

        nv_falcon_wr32(nv, base, A_NV_FALCON_INTR_MODE, 4);
        nv_falcon_wr32(nv, base, A_NV_FALCON_HOST_IO_INDEX, 7);
        nv_falcon_wr32(nv, base, A_NV_CTXCTL_INTR_ROUTE, 0x2b);
        nv_falcon_wr32(nv, base, A_NV_FALCON_HOST_IO_INDEX, 0);
        /* Not enabled, it stands. */
        nv_falcon_wr32(nv, base, A_NV_CTXCTL_WATCHDOG, 2 * WATCHDOG_MS);
        nv_clock_step(nv, 3 * NS_PER_MS);
        nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_CTXCTL_WATCHDOG),
                      2 * WATCHDOG_MS);
        assert_expired(nv, base, false);

        nv_falcon_wr32(nv, base, A_NV_CTXCTL_WATCHDOG,
                       WATCHDOG_ON | 2 * WATCHDOG_MS);
        nv_clock_step(nv, NS_PER_MS);
        nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_CTXCTL_WATCHDOG),
                      WATCHDOG_ON | WATCHDOG_MS);
        nv_migrate(nv);
        nv_clock_step(nv, NS_PER_MS - 1);
        nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_CTXCTL_WATCHDOG),
                      WATCHDOG_ON | 1);
        assert_expired(nv, base, false);
        nv_assert_hex(rd(nv, A_NV_CTXCTL_INTR_UP_STATUS), 0);
        nv_clock_step(nv, 1);
        nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_CTXCTL_WATCHDOG),
                      WATCHDOG_ON);
        assert_expired(nv, base, true);
        /* Only FECS's is the source of an interrupt of PGRAPH's. */
        nv_assert_hex(rd(nv, A_NV_CTXCTL_INTR_UP_STATUS),
                      base == FECS ? 1 << 19 : 0);

        /* It stays up, is no new edge, and ends when it is disabled. */
        nv_falcon_wr32(nv, base, A_NV_FALCON_INTR_CLEAR, 0x8000);
        nv_falcon_wr32(nv, base, A_NV_CTXCTL_WATCHDOG, WATCHDOG_ON);
        nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_CTXCTL_SIGNAL) & 0x800,
                      0x800);
        nv_assert_hex(nv_falcon_rd32(nv, base, A_NV_FALCON_INTR) & 0x8000, 0);
        nv_falcon_wr32(nv, base, A_NV_CTXCTL_WATCHDOG, 0);
        assert_expired(nv, base, false);
        /* Enabled at 0, it has expired. */
        nv_falcon_wr32(nv, base, A_NV_CTXCTL_WATCHDOG, WATCHDOG_ON);
        assert_expired(nv, base, true);
        nv_falcon_wr32(nv, base, A_NV_CTXCTL_WATCHDOG,
                       WATCHDOG_ON | WATCHDOG_MS);
        nv_falcon_wr32(nv, base, A_NV_FALCON_INTR_CLEAR, 0x8000);
        assert_expired(nv, base, false);
    }
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), 1 << 19);
    wr(nv, A_NV_CTXCTL_INTR_UP_CLEAR, 1 << 19);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR), 0);

    /* A reset ends what both still count. */
    nv_wr32(nv, A_NV_PMC_ENABLE, enable & ~0x1000);
    nv_wr32(nv, A_NV_PMC_ENABLE, enable);
    nv_clock_step(nv, 2 * NS_PER_MS);
    for (unsigned i = 0; i < ARRAY_SIZE(bases); i++) {
        nv_assert_hex(nv_falcon_rd32(nv, bases[i], A_NV_CTXCTL_WATCHDOG), 0);
        assert_expired(nv, bases[i], false);
    }
    nv_assert_hex(rd(nv, A_NV_CTXCTL_INTR_UP_STATUS), 0);
}

/* What FECS polls at its start, and in each switch */
static void handshakes(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PGRAPH_DISPATCH_UNK160, 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_UNK160), 0x11);
    nv_wr32(nv, A_NVC0_PGRAPH_DISPATCH_UNK160, 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_UNK160), 0);
    nv_wr32(nv, A_NVC0_PGRAPH_DISPATCH_PWR_MODE, 0x12);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_PWR_MODE), 2);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
}

/* PMC's bit turns all of it off. */
static void reset(NVDev *nv)
{
    uint32_t enable = nv_rd32(nv, A_NV_PMC_ENABLE);

    nv_wr32(nv, A_NVC0_PGRAPH_GPC_BROADCAST + 0x900, 0x5678);
    nv_wr32(nv, ALL_GPCCS + A_NV_CTXCTL_SCRATCH, 0x1234);
    wr(nv, A_NV_CTXCTL_SCRATCH, 0x1234);
    wr(nv, A_NV_CTXCTL_BAR, 1);
    wr(nv, A_NV_CTXCTL_INTR_ROUTE, 0x2b);
    nv_wr32(nv, A_NV_PMC_ENABLE, enable & ~0x1000);
    nv_wr32(nv, A_NV_PMC_ENABLE, enable);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_GPC_BROADCAST + 0x900), 0);
    nv_assert_hex(nv_rd32(nv, ALL_GPCCS + A_NV_CTXCTL_SCRATCH), 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SCRATCH), 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_BAR), 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_INTR_ROUTE), 0);
}

/* --- The card's registers ---------------------------------------------- */

#define TRIGGER 0x80000000
#define WRITE 0x40000000

static uint32_t mmio(NVDev *nv, uint32_t ctrl)
{
    wr(nv, A_NV_CTXCTL_MMIO_CTRL, TRIGGER | ctrl);
    for (unsigned i = 0; i < 100 && rd(nv, A_NV_CTXCTL_MMIO_CTRL) & TRIGGER;
         i++) {
        nv_clock_step(nv, 100 * 1000);
    }
    nv_assert_hex(rd(nv, A_NV_CTXCTL_MMIO_CTRL) & TRIGGER, 0);
    return rd(nv, A_NV_CTXCTL_MMIO_RDVAL);
}

static void master(NVDev *nv)
{
    uint32_t at = A_NVC0_PGRAPH_GPC + 0x900;

    wr(nv, A_NV_CTXCTL_MMIO_WRVAL, 0xcafe);
    mmio(nv, WRITE | at);
    nv_assert_hex(nv_rd32(nv, at), 0xcafe);
    nv_assert_hex(mmio(nv, at), 0xcafe);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_SIGNAL) & 0x40, 0x40);

    /* From a base, and what isn't PGRAPH's */
    wr(nv, A_NV_CTXCTL_MMIO_BASE, 0x900);
    nv_assert_hex(mmio(nv, A_NVC0_PGRAPH_GPC | 1), 0xcafe);
    nv_assert_hex(mmio(nv, A_NV_PMC_BOOT_0), nv->card->boot0);
    wr(nv, A_NV_CTXCTL_MMIO_WRVAL, 0x10000);
    mmio(nv, WRITE | A_NVC0_PFIFO_BAR1_BASE);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_BAR1_BASE), 0x10000);
}

/* Registers that point to themselves have to end somewhere. */
static void circles(NVDev *nv)
{
    uint32_t ctrl = FECS + A_NV_CTXCTL_MMIO_CTRL;
    uint32_t others = ALL_GPCCS + A_NV_CTXCTL_MMIO_CTRL;

    wr(nv, A_NV_CTXCTL_MMIO_WRVAL, TRIGGER | WRITE | ctrl);
    mmio(nv, WRITE | ctrl);
    nv_wr32(nv, ALL_GPCCS + A_NV_CTXCTL_MMIO_WRVAL, TRIGGER | WRITE | others);
    wr(nv, A_NV_CTXCTL_MMIO_WRVAL, TRIGGER | WRITE | others);
    mmio(nv, WRITE | others);

    /* 64 entries that queue entries */
    wr(nv, A_NV_CTXCTL_MEM_TARGET, TO_VRAM);
    wr(nv, A_NV_CTXCTL_MMCTX_CTRL, 0x31000);
    wr(nv, A_NV_CTXCTL_MMCTX_MULTI_MASK, 0xffffffff);
    wr(nv, A_NV_CTXCTL_MMCTX_QUEUE, 0xfc000002 |
       (FECS + A_NV_CTXCTL_MMCTX_QUEUE));
    nv_assert_hex(rd(nv, A_NV_CTXCTL_MMCTX_CTRL) & 0x1f, 0x10);
}

/* --- Contexts in memory ------------------------------------------------ */

#define ENTRY(_addr, _count) (((_count) - 1) << 26 | (_addr))
#define BASE_EN 1
#define MULTI_EN 2

static void mmctx(NVDev *nv)
{
    uint32_t mem = nv_vram_alloc(nv, 0x1000);

    nv_wr32(nv, 0x405800, 0x11);
    nv_wr32(nv, 0x405804, 0x22);
    nv_wr32(nv, A_NVC0_PGRAPH_GPC_TPC + 0x40, 0x33);
    nv_wr32(nv, A_NVC0_PGRAPH_GPC_TPC + 0x840, 0x44);
    wr(nv, A_NV_CTXCTL_MEM_TARGET, TO_VRAM);
    wr(nv, A_NV_CTXCTL_MEM_BASE, mem >> 8);
    wr(nv, A_NV_CTXCTL_MMCTX_SAVE_SWBASE, 1);
    wr(nv, A_NV_CTXCTL_MMCTX_LOAD_SWBASE, 1);
    wr(nv, A_NV_CTXCTL_MMCTX_BASE, A_NVC0_PGRAPH_GPC_TPC);
    wr(nv, A_NV_CTXCTL_MMCTX_MULTI_STRIDE, NVC0_PGRAPH_TPC_STRIDE);
    wr(nv, A_NV_CTXCTL_MMCTX_MULTI_MASK, 3);
    for (unsigned load = 0; load < 2; load++) {
        wr(nv, A_NV_CTXCTL_MMCTX_CTRL, 0x21000 | load << 16);
        wr(nv, A_NV_CTXCTL_MMCTX_QUEUE, ENTRY(0x405800, 2));
        wr(nv, A_NV_CTXCTL_MMCTX_QUEUE,
           ENTRY(0x40, 1) | BASE_EN | MULTI_EN);
        for (unsigned i = 0; i < 4 && !load; i++) {
            uint32_t word = nv_phys_rd32(nv, mem + 0x100 + i * 4);

            nv_assert_hex(word, (i + 1) * 0x11);
            nv_phys_wr32(nv, mem + 0x100 + i * 4, word * 0x10);
        }
    }
    nv_assert_hex(nv_rd32(nv, 0x405800), 0x110);
    nv_assert_hex(nv_rd32(nv, 0x405804), 0x220);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_GPC_TPC + 0x40), 0x330);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_GPC_TPC + 0x840), 0x440);
}

/* --- Programs ---------------------------------------------------------- */

static void assert_channel(NVDev *nv, const NVFermiChan *chan)
{
    nv_assert_hex(rd(nv, A_NV_CTXCTL_CHAN_ADDR), TRIGGER | chan->block >> 12);
}

#define M2MF 0x9039

static void use(NVFermiChan *chan)
{
    nv_fermi_object(chan, 4, M2MF, NV_FERMI_GR);
    nv_fermi_run(chan);
}

/* PFIFO requests channels. */
static void channels(NVDev *nv)
{
    NVFermiChan *chan[2];

    nv_fermi_graph_init(nv);
    for (unsigned i = 0; i < 2; i++) {
        chan[i] = nv_fermi_channel_new(nv, 3 + i);
    }
    for (unsigned i = 0; i < 10; i++) {
        use(chan[i % 2]);
        assert_channel(nv, chan[i % 2]);
        if (i == 6) {
            nv_migrate(nv);
        }
    }
    nv_fermi_preempt(nv, chan[0]->chid);
    assert_channel(nv, chan[1]);
    nv_fermi_preempt(nv, chan[1]->chid);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_CHAN_ADDR), 0);
    use(chan[1]);
    assert_channel(nv, chan[1]);
    for (unsigned i = 0; i < 2; i++) {
        nv_fermi_channel_fini(chan[i]);
        nv_fermi_channel_free(chan[i]);
    }
}

/* A context at an address without memory: only a reset helps. */
static void faults(NVDev *nv)
{
    static const uint64_t va = 0x77000;
    NVFermiChan *chan = nv_fermi_graph_new(nv, 3);

    for (unsigned load = 0; load < 2; load++) {
        use(chan);
        wr(nv, A_NV_CTXCTL_MEM_TARGET, 0);
        wr(nv, A_NV_CTXCTL_MEM_BASE, va >> 8);
        wr(nv, A_NV_CTXCTL_MMCTX_CTRL, 0x21000 | load << 16);
        wr(nv, A_NV_CTXCTL_MMCTX_QUEUE, ENTRY(0x405800, 2));
        nv_fermi_graph_fault(chan, NV_FERMI_CTXCTL, va, 0, !load);
    }
    use(chan);
    assert_channel(nv, chan);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* Without a program, or with one that doesn't end, PFIFO waits. */
static void waits(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);

    nv_fermi_object(chan, 4, M2MF, NV_FERMI_GR);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * 1000 * 1000);
    g_assert_false(nv_fermi_done(chan));
    nv_fermi_graph_init(nv);
    nv_fermi_wait(chan);
    assert_channel(nv, chan);

    /* PGRAPH doesn't accept commands. */
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x10000);
    nv_fermi_object(chan, 4, M2MF, NV_FERMI_GR);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * 1000 * 1000);
    g_assert_false(nv_fermi_done(chan));
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x10001);
    nv_fermi_wait(chan);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- Methods for the program ------------------------------------------- */

#define SUBC 4
#define FALCON_MTHD 0x2300
#define RELEASE 0x1b00

/* hub.fuc's init */
static void route(NVDev *nv, unsigned line, unsigned source)
{
    wr(nv, A_NV_FALCON_INTR_MODE, 4);
    wr(nv, A_NV_FALCON_HOST_IO_INDEX, line - 8);
    wr(nv, A_NV_CTXCTL_INTR_ROUTE, 0x2000 | source);
    wr(nv, A_NV_FALCON_HOST_IO_INDEX, 0);
}

/* The host acts for FECS: hub.fuc's handler. */
static void assert_down(NVFermiChan *chan, uint32_t intr, unsigned line,
                        uint32_t status, uint32_t mthd, uint32_t data)
{
    NVDev *nv = chan->nv;

    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN), intr);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR) & 0x8400, 1 << line);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_ENGINE_STATUS) & 0x1800, status);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAPPED_ADDR),
                  SUBC << 16 | mthd);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAPPED_DATA_LOW), data);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_CTX_CACHE + SUBC * 4),
                  FERMI_3D);
    nv_fermi_graph_quiet(nv);
    wr(nv, A_NV_FALCON_INTR_CLEAR, 1 << line);
}

static void firmware_methods(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 3);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    /* gf100_gr_init_main_0 */
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN, 0x100);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_EN_CTXCTL_DOWN, 0x110);
    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    nv_fermi_run(chan);
    route(nv, 10, 0x0b);
    route(nv, 15, 0x0c);
    for (unsigned i = 0; i < 3; i++) {
        nv_fermi_inc(chan, SUBC, FALCON_MTHD + i * 4, 0x11 + i);
        nv_fermi_inc(chan, SUBC, RELEASE, buf.va >> 32, buf.va, 0x21 + i,
                     1 << 28);
        nv_fermi_kick(chan);
        assert_down(chan, 0x100, 10, 0x800, FALCON_MTHD + i * 4, 0x11 + i);
        if (i == 1) {
            nv_migrate(nv);
            nv_clock_step(nv, 1000 * 1000);
            nv_assert_hex(rd(nv, A_NV_FALCON_INTR) & 0x8400, 0);
        }
        nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), i ? 0x20 + i : 0);
        nv_wr32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN, 0x100);
        nv_fermi_wait(chan);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x21 + i);
        nv_assert_hex(rd(nv, A_NV_CTXCTL_ENGINE_STATUS) & 0x1800, 0);
    }
    /* Each is reported, with nothing between them. */
    nv_fermi_inc(chan, SUBC, FALCON_MTHD, 0x18, 0x19);
    nv_fermi_kick(chan);
    for (unsigned i = 0; i < 2; i++) {
        assert_down(chan, 0x100, 10, 0x800, FALCON_MTHD + i * 4, 0x18 + i);
        nv_wr32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN, 0x100);
    }
    nv_fermi_wait(chan);
    /* It is for the driver. */
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN, 0);
    nv_fermi_inc(chan, SUBC, FALCON_MTHD, 0x31);
    nv_fermi_kick(chan);
    nv_fermi_graph_error(chan, 1 << 8, SUBC, FALCON_MTHD, 0x31);
    nv_fermi_wait(chan);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR) & 0x8400, 0);
    nv_fermi_channel_free(chan);
}

/* Methods that don't exist may be for FECS as well. */
static void illegal_methods(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 3);

    nv_wr32(nv, A_NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN, 0x10);
    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    nv_fermi_run(chan);
    route(nv, 15, 0x0c);
    for (unsigned i = 0; i < 2; i++) {
        nv_wr32(nv, A_NVC0_PGRAPH_INTR_EN_CTXCTL_DOWN, i ? 0x110 : 0x100);
        nv_fermi_inc(chan, SUBC, 0x1528, 0x41 + i);
        nv_fermi_kick(chan);
        if (i) {
            assert_down(chan, 0x10, 15, 0x1000, 0x1528, 0x42);
        } else {
            nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN));
            nv_assert_hex(rd(nv, A_NV_FALCON_INTR) & 0x8400, 0);
        }
        nv_wr32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN, 0x10);
        nv_fermi_wait(chan);
    }
    nv_fermi_channel_free(chan);
}

/* Commands wait for the program. */
static const uint8_t commander[] = {
    FUC_IORD(3, A_NV_FALCON_FIFO_OCCUPIED),
    FUC_AND(3, 3, 0xff),
    FUC_BACK_IF_ZERO(15),
    FUC_IORD(3, A_NV_FALCON_FIFO_DATA),
    FUC_IOWR(A_NV_CTXCTL_SCRATCH, 3),
    FUC_IORD(3, A_NV_FALCON_FIFO_CMD),
    FUC_IOWR(A_NV_CTXCTL_SCRATCH + 4, 3),
    FUC_MOV(3, 1),
    FUC_IOWR(A_NV_FALCON_FIFO_ACK, 3),
    FUC_BACK(11 + 4 + 3 + 11 * 4 + 8 + 11),
};

static void commands(NVDev *nv)
{
    unsigned last = nv->card->gpcs - 1;
    uint32_t gpccs = GPCCS + last * NVC0_PGRAPH_GPC_STRIDE;

    for (unsigned i = 0; i < 20; i++) {
        nv_wr32(nv, ALL_GPCCS + A_NV_CTXCTL_WRCMD_DATA, 0x100 + i);
        nv_wr32(nv, ALL_GPCCS + A_NV_CTXCTL_WRCMD_CMD, i);
    }
    nv_assert_hex(nv_rd32(nv, gpccs + A_NV_FALCON_FIFO_OCCUPIED), 8);
    nv_falcon_code(nv, ALL_GPCCS, commander, sizeof(commander));
    nv_falcon_start(nv, ALL_GPCCS, 0);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_rd32(nv, gpccs + A_NV_CTXCTL_SCRATCH), 0x107);
    nv_assert_hex(nv_rd32(nv, gpccs + A_NV_CTXCTL_SCRATCH + 4), 7);
}

#define FERMI .needs = NV_CARD_NVC0

/* Channels wait for a program that is stopped by a fault. */
static void held(NVDev *nv)
{
    static const uint8_t endless[] = { FUC_BACK(0) };
    NVFermiChan *chan = nv_fermi_graph_new(nv, 1);

    nv_inject(nv, "falcon-stops");
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_ref(chan, 7);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_CHAN_ADDR), 0);
    nv_inject_none(nv);
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_REF) == 7);
    nv_assert_hex(rd(nv, A_NV_CTXCTL_CHAN_ADDR),
                  0x80000000 | chan->block >> 12);
    /* A debugger stops another in an endless loop. */
    nv_falcon_code(nv, GPCCS, endless, sizeof(endless));
    nv_falcon_start(nv, GPCCS, 0);
    nv_break(nv, "1 falcon");
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_stopped_at(nv, "kind=falcon");
    nv_break_none(nv);
    nv_go_on(nv);
    nv_fermi_ref(chan, 8);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 8);
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "ctxctl/units", "", units, FERMI },
    { "ctxctl/broadcasts", "", broadcasts, FERMI },
    { "ctxctl/scratch", "", scratch, FERMI },
    { "ctxctl/barriers", "", barriers, FERMI },
    { "ctxctl/interrupt", "", interrupt, FERMI },
    { "ctxctl/watchdog", "", watchdog, FERMI, .slow = true },
    { "ctxctl/handshakes", "", handshakes, FERMI },
    { "ctxctl/reset", "", reset, FERMI },
    { "ctxctl/master", "", master, FERMI },
    { "ctxctl/circles", "", circles, FERMI },
    { "ctxctl/mmctx", "", mmctx, FERMI },
    { "ctxctl/channels", "", channels, FERMI, .slow = true },
    { "ctxctl/faults", "", faults, FERMI },
    { "ctxctl/waits", "", waits, FERMI },
    { "ctxctl/firmware-methods", "", firmware_methods, FERMI, .slow = true },
    { "ctxctl/illegal-methods", "", illegal_methods, FERMI },
    { "ctxctl/commands", "", commands, FERMI },
    { "ctxctl/held", "introspection fault-injection", held,
      .needs = NV_CARD_NVC0 },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

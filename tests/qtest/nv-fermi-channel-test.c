/*
 * Tests of the NVIDIA GPU: channels, PBDMAs and page tables, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* An engine of all these cards, which accepts all methods */
#define ENGINE_PPDEC 1

#define LARGE_PAGE 0x20000
#define LPT_SIZE 0x2000

static uint32_t pbdma_reg(unsigned id, uint32_t reg)
{
    return NV_PBDMA_BASE + id * NV_PBDMA_STRIDE + reg;
}

static int pbdma_of(NVDev *nv, unsigned chid)
{
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        if ((nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_CHANNEL)) & 0x17f) ==
            (0x100 | chid)) {
            return id;
        }
    }
    return -1;
}

/* --- Channels --------------------------------------------------------- */

/* The first, the last, and those around a word of 32 and 64 */
static void all_channels(NVDev *nv)
{
    static const uint8_t chids[] = { 0, 1, 31, 32, 63, 64, 65, 126, 127 };
    NVFermiChan *chan[ARRAY_SIZE(chids)];

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chan[i] = nv_fermi_channel_new(nv, chids[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_fermi_ref(chan[i], 0x1000 + i);
        nv_fermi_kick(chan[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0x1000 + i);
        nv_fermi_channel_free(chan[i]);
    }
    nv_fermi_assert_quiet(nv);
}

/* Work that is submitted to a channel that may not run waits. */
static void waits_its_turn(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 4);
    uint32_t state = A_NVC0_PFIFO_CHAN_STATE + 4 * 8;

    nv_mask(nv, state, 1, 0);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    nv_assert_hex(nv_rd32(nv, state) & 0x1001, 0);
    nv_mask(nv, state, 1, 1);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 1);
    nv_assert_hex(nv_rd32(nv, state) & 0x1001, 0x1001);

    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    nv_fermi_ref(chan, 2);
    nv_fermi_kick(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 1);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    nv_fermi_wait(chan);

    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 0);
    nv_fermi_ref(chan, 3);
    nv_fermi_kick(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 2);
    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 0xffffffff);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 3);
    nv_fermi_channel_free(chan);
}

/* A channel that is preempted is in RAMFC, and continues from there. */
static void preempted(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 5);
    uint32_t block = chan->block, addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_object(chan, 3, 0x95b1, ENGINE_PPDEC);
    nv_fermi_ref(chan, 0x1234);
    nv_fermi_semaphore(chan, va, 1,
                       NV_SEM_ACQUIRE | NV_SEM_SWITCH);
    nv_fermi_ref(chan, 0x5678);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_CHAN_STATE + 5 * 8) & 0x10,
                  0x10);
    nv_fermi_preempt(nv, 5);
    nv_assert_hex(nv_phys_rd32(nv, block + A_NV_PBDMA_REF), 0x1234);
    nv_assert_hex(nv_phys_rd32(nv, block + A_NV_PBDMA_SIGNATURE), 0xface);
    nv_assert_hex(nv_phys_rd32(nv, block + A_NV_PBDMA_GP_GET), 1);
    nv_assert_hex(nv_phys_rd32(nv, block + A_NV_PBDMA_ENGINES_0), 0x011f1f1f);
    nv_assert_hex(nv_phys_rd32(nv, block + A_NV_PBDMA_SEMAPHORE_B),
                  (uint32_t)va);
    nv_assert_hex(nv_phys_rd32(nv, block + A_NV_PBDMA_SEMAPHORE_D) & 0x8100f,
                  0x81001);
    nv_phys_wr32(nv, addr, 1);
    /* It takes its next turn when PFIFO schedules again. */
    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + 5 * 8, 1, 1);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x5678);
    nv_fermi_channel_free(chan);
}

static void runlist_interrupt(NVDev *nv)
{
    NVFermi *fermi = nv->fermi;

    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x40000000, 0);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, fermi->runlists[0] >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x40000000, 0x40000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_RUNLIST), 0x10000000);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NVC0_PFIFO_INTR, 0x40000000);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0x10000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x40000000, 0);
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_RUNLIST_BASE_CUR),
                  fermi->runlists[0] >> 12);
}

/* Whatever it has been told, after a reset it works. */
static void assert_usable(NVDev *nv)
{
    nv_machine_reset(nv);
    nv_fermi_assert_works(nv);
}

/* Invalid lists, and entries that name no channel */
static void runlist_wrong(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 6);
    uint32_t list = nv_vram_alloc(nv, 0x8000);

    for (unsigned i = 0; i < 4095; i++) {
        nv_phys_wr32(nv, list + i * 8, i % 3 ? nv_random() : 6);
        nv_phys_wr32(nv, list + i * 8 + 4, 4);
    }
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00fff);
    nv_fermi_ref(chan, 77);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 77);
    nv_migrate(nv);
    for (unsigned i = 0; i < 64; i++) {
        nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, nv_random());
        nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, nv_random());
        nv_wr32(nv, A_NVC0_PFIFO_CHAN + nv_random_below(128) * 8,
                nv_random());
        nv_wr32(nv, A_NVC0_PFIFO_CHAN_STATE + nv_random_below(128) * 8,
                nv_random());
        nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, nv_random());
        nv_clock_step(nv, 100 * 1000);
    }
    nv_fermi_channel_free(chan);
    assert_usable(nv);
}

/* An uninitialised RAMFC stops the PBDMA that loads it. */
static void signature(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 7);
    int id;

    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_SIGNATURE, 0x1234fa11);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    id = pbdma_of(nv, 7);
    g_assert_cmpint(id, >=, 0);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)), 0x80000000);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0), 0x80000000);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

static void gp_put_too_large(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 8);
    uint32_t put = chan->chid * NV_USERD_SIZE + A_NV_USERD_GP_PUT;
    int id;

    nv_fermi_ref(chan, 1);
    nv_fermi_run(chan);
    nv_vram_wr32(nv, put, 1 << NV_FERMI_GP_ORDER);
    id = pbdma_of(nv, 8);
    g_assert_cmpint(id, >=, 0);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)), 0x4000);
    nv_vram_wr32(nv, put, 1);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0), 0x4000);
    nv_fermi_ref(chan, 2);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 2);
    nv_fermi_channel_free(chan);
}

/* --- Memory ----------------------------------------------------------- */

static void push_release(NVFermiChan *chan, uint64_t va, uint32_t val)
{
    nv_fermi_semaphore(chan, va, val, NV_SEM_RELEASE |
                       NV_SEM_NO_WFI | NV_SEM_SIZE_4);
}

/* Pages of 128 KiB, next to small ones and in place of them */
static void large_pages(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t lpt = nv_vram_alloc(nv, LPT_SIZE);
    uint32_t page = ROUND_UP(nv_vram_alloc(nv, 2 * LARGE_PAGE), LARGE_PAGE);
    uint32_t small = nv_vram_alloc(nv, 0x1000);
    uint64_t va = 5ull << 27;
    uint32_t pde = chan->pd + (va >> 27) * 8;

    nv_fermi_map(nv, chan->pd, va + 4 * LARGE_PAGE, small, 0x1000,
                 NV_FERMI_VRAM);
    nv_phys_wr32(nv, pde, lpt >> 12 << 4 | 1);
    nv_phys_wr32(nv, lpt + 3 * 8, page >> 8 | 1);
    nv_fermi_flush(nv, chan->pd);
    push_release(chan, va + 3 * LARGE_PAGE + 0x1fff0, 0xaaaa5555);
    push_release(chan, va + 4 * LARGE_PAGE + 0xff0, 0x5555aaaa);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, page + 0x1fff0), 0xaaaa5555);
    nv_assert_hex(nv_phys_rd32(nv, small + 0xff0), 0x5555aaaa);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

#define PAGE_64K 0x10000
#define PDE_64K_BITS 26

/* The entry of a page directory whose entries cover half as much */
static void set_pde_64k(NVDev *nv, uint32_t pd, uint64_t va, uint64_t pde)
{
    nv_phys_wr64(nv, pd + (va >> PDE_64K_BITS) * 8, pde);
}

/* The driver's mappings for the channel, in a directory of that kind */
static uint32_t directory_64k(NVFermiChan *chan)
{
    static const uint64_t used[] = { NV_FERMI_PUSH_VA, NV_FERMI_VA };
    NVDev *nv = chan->nv;
    uint32_t pd = nv_vram_alloc(nv, 0x20000);

    for (unsigned i = 0; i < ARRAY_SIZE(used); i++) {
        uint32_t from = chan->pd + (used[i] >> 27) * 8;

        set_pde_64k(nv, pd, used[i], nv_phys_rd32(nv, from) |
                    (uint64_t)nv_phys_rd32(nv, from + 4) << 32);
    }
    return pd;
}

/*
 * MMU_CTRL has large pages of 64 KiB, and 16384 entries of 64 MiB in a page
 * directory: odd ones, the last of all, small pages beside large ones.
 */
static void large_pages_64k(NVDev *nv)
{
    static const uint64_t bases[] = { 0x44000000, 0x48000000, 0xfffc000000 };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t small = nv_vram_alloc(nv, 0x1000), addr, pd;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    push_release(chan, va, 1);
    nv_fermi_run(chan);
    nv_fermi_preempt(nv, 1);
    pd = directory_64k(chan);
    nv_fermi_join(nv, chan->block, pd);
    nv_mask(nv, A_NVC0_PFB_MMU_CTRL, 1, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(bases); i++) {
        uint32_t lpt = nv_vram_alloc(nv, LPT_SIZE);
        uint32_t spt = nv_vram_alloc(nv, 0x20000);
        uint32_t pages = ROUND_UP(nv_vram_alloc(nv, 4 * PAGE_64K), PAGE_64K);

        set_pde_64k(nv, pd, bases[i], (lpt >> 12 << 4 | 1) |
                    (uint64_t)(spt >> 12 << 4 | 1) << 32);
        /* They are consecutive in the reverse order. */
        nv_phys_wr32(nv, lpt + 3 * 8, (pages + PAGE_64K) >> 8 | 1);
        nv_phys_wr32(nv, lpt + 4 * 8, pages >> 8 | 1);
        nv_phys_wr32(nv, lpt + 1023 * 8, (pages + 2 * PAGE_64K) >> 8 | 1);
        nv_phys_wr32(nv, spt + 0x2345 * 8, small >> 8 | 1);
        nv_fermi_flush(nv, pd);
        push_release(chan, bases[i] + 3 * PAGE_64K + 0xfff0, 0x10 + i);
        push_release(chan, bases[i] + 4 * PAGE_64K, 0x20 + i);
        push_release(chan, bases[i] + 0x3ffffc0, 0x30 + i);
        push_release(chan, bases[i] + 0x2345ff0, 0x40 + i);
        nv_fermi_run(chan);
        nv_assert_hex(nv_phys_rd32(nv, pages + PAGE_64K + 0xfff0), 0x10 + i);
        nv_assert_hex(nv_phys_rd32(nv, pages), 0x20 + i);
        nv_assert_hex(nv_phys_rd32(nv, pages + 2 * PAGE_64K + 0xffc0),
                      0x30 + i);
        nv_assert_hex(nv_phys_rd32(nv, small + 0xff0), 0x40 + i);
    }
    nv_migrate(nv);
    push_release(chan, bases[2] + 4 * PAGE_64K, 0x50);
    push_release(chan, va, 2);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr), 2);
    /* And back */
    nv_fermi_preempt(nv, 1);
    nv_fermi_join(nv, chan->block, chan->pd);
    nv_mask(nv, A_NVC0_PFB_MMU_CTRL, 1, 0);
    nv_fermi_flush(nv, chan->pd);
    push_release(chan, va, 3);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr), 3);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/**
 * struct Fault - an access that fails
 *
 * @page: a release to this page behind a buffer of two pages, one read-only,
 *        one for supervisors
 * @va: or to this address
 * @push: or something can't be read, by default the pushbuffer
 */
typedef struct Fault {
    unsigned reason;
    unsigned page;
    uint64_t va;
    bool push;
} Fault;

static void expect_fault(NVFermiChan *chan, const Fault *want, uint64_t va)
{
    NVDev *nv = chan->nv;
    NVFermiFault fault;
    bool found = false;

    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    for (unsigned unit = 7; unit < 10 && !found; unit++) {
        found = nv_fermi_fault(nv, unit, &fault);
    }
    g_assert_true(found);
    nv_assert_hex(fault.inst, chan->block);
    nv_assert_hex(fault.reason, want->reason);
    nv_assert_hex(fault.client, 7);
    nv_assert_hex(fault.addr & ~0xfffull, va & ~0xfffull);
    g_assert_cmpint(fault.write, ==, !want->push);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000, 0);
}

/* The channel is lost, the others aren't. */
static void check_fault(NVDev *nv, const Fault *want, unsigned chid)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, chid);
    NVFermiChan *other = nv_fermi_channel_new(nv, 120);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_map(nv, chan->pd, va + 0x1000, addr, 0x1000,
                 NV_FERMI_VRAM | NV_FERMI_RO);
    nv_fermi_map(nv, chan->pd, va + 0x2000, addr, 0x1000,
                 NV_FERMI_VRAM | NV_FERMI_PRIV);
    va = want->push ? NV_FERMI_PUSH_VA : want->va ?: va + want->page * 0x1000;
    if (want->push) {
        nv_fermi_unmap(nv, chan->pd, NV_FERMI_PUSH_VA, 0x1000);
    }
    push_release(chan, va, 1);
    nv_fermi_kick(chan);
    expect_fault(chan, want, va);
    nv_fermi_ref(other, 9);
    nv_fermi_run(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 9);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_fini(other);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

static void faults(NVDev *nv)
{
    static const Fault kinds[] = {
        { .reason = 0x0, .va = 0x7000000000ull },
        { .reason = 0x2, .page = 3 },
        { .reason = 0x5, .page = 2 },
        { .reason = 0x6, .page = 1 },
        { .reason = 0x2, .push = true },
    };

    for (unsigned i = 0; i < 3 * ARRAY_SIZE(kinds); i++) {
        check_fault(nv, &kinds[i % ARRAY_SIZE(kinds)], i * 7);
    }
    nv_fermi_assert_quiet(nv);
}

/*
 * A pushbuffer without a page is a fault of the MMU's and nothing else: there
 * is no DMA object that could be wrong.
 */
static void says_what_faults(NVDev *nv)
{
    const Fault gone = { .reason = 0x2, .push = true };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 5);
    g_autofree char *line = g_strdup_printf(
        "can't read 0x%010" PRIx64 " for channel 5 at 0x%08x: "
        "PAGE_NOT_PRESENT\n", (uint64_t)NV_FERMI_PUSH_VA, chan->block);

    nv_fermi_unmap(nv, chan->pd, NV_FERMI_PUSH_VA, 0x1000);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    expect_fault(chan, &gone, NV_FERMI_PUSH_VA);
    g_assert_cmpuint(nv_log_count(nv, line), ==, 1);
    g_assert_cmpuint(nv_log_count(nv, "the pushbuffer's object"), ==, 0);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* A page may vanish while a channel waits: it fails once, others continue. */
static void waits_for_what_goes(NVDev *nv)
{
    const Fault gone = { .reason = 0x2, .push = true };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 11);
    NVFermiChan *other = nv_fermi_channel_new(nv, 12);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_semaphore(chan, va, 1, NV_SEM_ACQUIRE);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 3 * 1000 * 1000);
    nv_fermi_assert_quiet(nv);
    nv_fermi_unmap(nv, chan->pd, va, 0x1000);
    nv_fermi_flush(nv, chan->pd);
    nv_clock_step(nv, 100 * 1000 * 1000);
    expect_fault(chan, &gone, va);
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_fermi_assert_quiet(nv);
    nv_fermi_ref(other, 9);
    nv_fermi_run(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 9);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_fini(other);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* An address space ends at the instance block's limit. */
static void limit(NVDev *nv)
{
    const Fault beyond = { .reason = 0x3 };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 2);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x2000, &addr);

    nv_phys_wr32(nv, chan->block + NV_FERMI_BLOCK_LIMIT, va + 0xfff);
    nv_phys_wr32(nv, chan->block + NV_FERMI_BLOCK_LIMIT + 4, 0);
    push_release(chan, va + 0xffc, 0x1234);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0xffc), 0x1234);
    push_release(chan, va + 0x1000, 0x1234);
    nv_fermi_kick(chan);
    expect_fault(chan, &beyond, va + 0x1000);
    nv_fermi_channel_free(chan);
}

/* --- Twice the same ---------------------------------------------------- */

/* Channels that take turns, and wait for each other */
static GArray *methods_of_a_run(const NVCard *card)
{
    NVDev *nv = nv_start(card, "vram=64M", NULL);
    NVFermiChan *chans[4];
    uint64_t va[4];
    GArray *methods;
    uint32_t addr;

    nv_init(nv);
    addr = nv_vram_alloc(nv, 0x1000);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = nv_fermi_channel_new(nv, i * 40);
        va[i] = NV_FERMI_VA;
        nv_fermi_map(nv, chans[i]->pd, va[i], addr, 0x1000, NV_FERMI_VRAM);
    }
    for (unsigned n = 0; n < 60; n++) {
        for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
            nv_fermi_ref(chans[i], n);
            if (n % (3 + i) == 0) {
                nv_fermi_push(chans[i], NV_FERMI_IMMD(0, 0x0080, 0));
            }
            if (n % 20 == 5 * i) {
                push_release(chans[i], va[i] + i * 16, n);
            }
        }
    }
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_fermi_kick(chans[i]);
    }
    nv_watch_methods(nv);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_fermi_wait(chans[i]);
        nv_fermi_channel_free(chans[i]);
    }
    methods = nv_delivered(nv);
    nv_quit(nv);
    return methods;
}

/* The same commands make the channels switch at the same places. */
static void twice(NVDev *nv)
{
    g_autoptr(GArray) one = methods_of_a_run(nv->card);
    g_autoptr(GArray) two = methods_of_a_run(nv->card);

    g_assert_cmpuint(nv_delivered_alike(one, two), >, 20);
}

/* --- Everything at once ------------------------------------------------ */

/* Channels that depend on each other, while random registers are written */
static void storm(NVDev *nv)
{
    for (unsigned i = 0; i < nv_test_rounds(NULL, 200, 66); i++) {
        uint32_t words[64];
        NVFermiChan *chan = nv_fermi_channel_new(nv, nv_random_below(128));

        nv_random_fill(words, sizeof(words));
        for (unsigned n = 0; n < ARRAY_SIZE(words); n++) {
            nv_fermi_push(chan, n % 3 ? words[n] & 0xe00fffff : words[n]);
        }
        nv_fermi_kick(chan);
        nv_wr32(nv, pbdma_reg(nv_random_below(nv->card->pbdmas),
                              nv_random_below(0x50) * 4), nv_random());
        if (i % 8 == 0) {
            nv_wr32(nv, 0x2000 + nv_random_below(0x3ff) * 4, nv_random());
            nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
        }
        nv_clock_step(nv, 10 * 1000);
        if (i % 50 == 0) {
            nv_wr32(nv, A_NV_PMC_ENABLE, 0xfffffeff);
        }
        nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
        if (i % 64 == 0) {
            nv_migrate(nv);
        }
        nv_fermi_channel_free(chan);
        nv->vram_next = MIN(nv->vram_next, 128 * MiB);
        nv->ram_next = MIN(nv->ram_next, 64 * MiB);
    }
    assert_usable(nv);
}

/* A channel that has work runs as soon as it is on the list. */
static void listed_with_work(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 8);
    uint32_t list = nv->fermi->runlists[nv->fermi->runlist];

    nv_fermi_ref(chan, 1);
    nv_fermi_run(chan);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00000);
    nv_fermi_preempt(nv, chan->chid);
    nv_fermi_ref(chan, 2);
    nv_fermi_kick(chan);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, 1);
    nv_phys_wr64(nv, list, 4ull << 32 | chan->chid);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00001);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, 2);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0x10000000);
    nv_fermi_channel_free(chan);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-channel/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }

static const NVTest tests[] = {
    C("listed-with-work", "playlist", listed_with_work),
    C("all-of-them",
      "channel-count! user-window user-dma-put user-dma-get! user-ref! "
      "user-dma-get-high",
      all_channels),
    C("waits-its-turn", "channel-switch! playlist", waits_its_turn),
    C("preempted", "ramfc-layout! playlist dma-put-get fermi-semaphore-bits",
      preempted),
    C("run-list-interrupt", "playlist!", runlist_interrupt),
    C("run-list-wrong", "playlist hostile-memory!", runlist_wrong,
      .slow = true),
    C("signature", "ramfc-layout fermi-errors", signature),
    C("gp-put-too-large", "fermi-errors!", gp_put_too_large),
    C("large-pages", "", large_pages),
    C("large-pages-of-64-KiB", "migration", large_pages_64k,
      .props = "vram=64M"),
    C("faults", "fermi-errors", faults),
    C("says-what-faults", "fermi-errors", says_what_faults),
    C("waits-for-what-goes", "fermi-errors", waits_for_what_goes),
    C("limit", "fermi-errors", limit),
    C("the-same-run-twice", "repeatable!", twice, .no_machine = true),
    C("storm", "bounded-work reset hostile-commands", storm, .slow = true),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}

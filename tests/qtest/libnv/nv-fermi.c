/*
 * Tests of the NVIDIA GPU: address spaces and channels of NVC0 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-fermi.h"

#define PAGE 0x1000
#define PDE_BITS 27
#define PD_SIZE 0x10000
#define SPT_SIZE 0x40000
#define SPACE_END 0xffffffffffull

/* Of a page directory's entry, and of an instance block's word */
#define PDE_SPT_VRAM 1

#define PTE_VALID 1

/* --- Address spaces --------------------------------------------------- */

uint32_t nv_fermi_space_new(NVDev *nv)
{
    return nv_vram_alloc(nv, PD_SIZE);
}

/* gf100_vmm_join_() */
void nv_fermi_join(NVDev *nv, uint32_t block, uint32_t pd)
{
    nv_phys_wr64(nv, block + NV_FERMI_BLOCK_PD, pd);
    nv_phys_wr64(nv, block + NV_FERMI_BLOCK_LIMIT, SPACE_END);
}

/* gf100_vmm_pgd_pde(): the table of small pages around an address */
static uint32_t table_of(NVDev *nv, uint32_t pd, uint64_t va)
{
    uint32_t pde = pd + (va >> PDE_BITS) * 8;
    uint32_t table = nv_phys_rd32(nv, pde + 4) >> 4 << 12;

    if (!table) {
        table = nv_vram_alloc(nv, SPT_SIZE);
        nv_phys_wr32(nv, pde + 4, table >> 12 << 4 | PDE_SPT_VRAM);
    }
    return table;
}

/* Pages that begin with one and go on by @step, a table's at once */
static void set_ptes(NVDev *nv, uint32_t pd, uint64_t va, uint32_t size,
                     uint64_t pte, uint64_t step)
{
    uint32_t left = DIV_ROUND_UP(size, PAGE);

    while (left) {
        uint32_t index = extract64(va, 12, PDE_BITS - 12);
        uint32_t count = MIN(left, SPT_SIZE / 8 - index);
        g_autofree uint64_t *ptes = g_new(uint64_t, count);

        for (uint32_t i = 0; i < count; i++, pte += step) {
            ptes[i] = cpu_to_le64(pte);
        }
        nv_phys_write(nv, table_of(nv, pd, va) + index * 8, ptes, count * 8);
        va += count * PAGE;
        left -= count;
    }
}

void nv_fermi_map(NVDev *nv, uint32_t pd, uint64_t va, uint64_t addr,
                  uint32_t size, uint64_t flags)
{
    g_assert_cmphex(addr & (PAGE - 1), ==, 0);
    set_ptes(nv, pd, va, size, addr >> 8 | flags | PTE_VALID, PAGE >> 8);
    nv_fermi_flush(nv, pd);
}

void nv_fermi_unmap(NVDev *nv, uint32_t pd, uint64_t va, uint32_t size)
{
    set_ptes(nv, pd, va, size, 0, 0);
    nv_fermi_flush(nv, pd);
}

void nv_fermi_flush(NVDev *nv, uint32_t pd)
{
    nv_poll(nv_rd32(nv, A_NVC0_PFB_MMU_CTRL) & 0x00ff0000);
    nv_wr32(nv, A_NVC0_PFB_MMU_INVALIDATE_PD, pd >> 12 << 4);
    nv_wr32(nv, A_NVC0_PFB_MMU_INVALIDATE, 0x80000001);
    nv_poll(nv_rd32(nv, A_NVC0_PFB_MMU_CTRL) & 0x00008000);
}

/* --- Bringing it up --------------------------------------------------- */

/* gf100_bar_oneinit(), gf100_bar_bar1_init() */
static void init_bar1(NVDev *nv)
{
    uint32_t block = nv_vram_alloc(nv, NV_FERMI_BLOCK_SIZE);
    NVFermi *fermi = nv->fermi;

    fermi->bar1 = nv_fermi_space_new(nv);
    nv_fermi_join(nv, block, fermi->bar1);
    nv_fermi_map(nv, fermi->bar1, 0, fermi->userd,
                 nv->card->channels * fermi->userd_size, NV_FERMI_VRAM);
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR1, 0x80000000 | block >> 12);
}

static bool is_kepler(const NVDev *nv)
{
    return nv->card->features & NV_CARD_NVE4;
}

/* gf100_fifo_init_pbdmas() */
static void init_pbdma_map(NVDev *nv, unsigned pbdmas)
{
    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 0xffffffff);
    if (pbdmas >= 3) {
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + 0x00, ~1u);
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + 0x04, ~2u);
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + 0x08, ~2u);
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + 0x0c, ~2u);
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + 0x10, ~4u);
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + 0x14, ~2u);
    }
}

/* gf100_fifo_runq_nr(), gf100_runq_init(), gk104_runq_init() */
static void init_pbdmas(NVDev *nv)
{
    unsigned pbdmas;

    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, 0xffffffff);
    pbdmas = ctpop32(nv_rd32(nv, A_NV_PMC_PBDMA_ENABLE));
    if (!is_kepler(nv)) {
        init_pbdma_map(nv, pbdmas);
    }
    for (unsigned i = 0; i < pbdmas; i++) {
        uint32_t base = NV_PBDMA_BASE + i * NV_PBDMA_STRIDE;

        nv_mask(nv, base + A_NV_PBDMA_INTR_STALL, 0x10000100, 0);
        nv_wr32(nv, base + A_NV_PBDMA_INTR_0, 0xffffffff);
        nv_wr32(nv, base + A_NV_PBDMA_INTR_EN_0, 0xfffffeff);
        if (is_kepler(nv)) {
            nv_wr32(nv, base + A_NVE4_PBDMA_INTR_1, 0xffffffff);
            nv_wr32(nv, base + A_NVE4_PBDMA_INTR_EN_1, 0xffffffff);
        }
    }
}

/* nvkm_fifo_preinit(): nothing is left of what was under way, or wrong */
static void reset_fifo(NVDev *nv)
{
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0, R_NV_PMC_ENABLE_PFIFO_MASK);
}

void nv_fermi_init(NVDev *nv)
{
    NVFermi *fermi = g_new0(NVFermi, 1);

    g_free(nv->fermi);
    nv->fermi = fermi;
    fermi->userd_size = is_kepler(nv) ? 0x200 : 0x1000;
    fermi->table = is_kepler(nv) ? 0x800000 : 0x003000;
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    reset_fifo(nv);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0x00000001);
    /* A channel without a block has address 0. */
    nv_vram_alloc(nv, PAGE);
    fermi->userd = nv_vram_alloc(nv, nv->card->channels * fermi->userd_size);
    fermi->runlists[0] = nv_vram_alloc(nv, nv->card->channels * 8);
    fermi->runlists[1] = nv_vram_alloc(nv, nv->card->channels * 8);
    init_bar1(nv);
    init_pbdmas(nv);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, 0x10000000);
    nv_wr32(nv, A_NVC0_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, 0x7fffffff);
    if (!is_kepler(nv)) {
        nv_mask(nv, A_NVC0_PFIFO_CTRL, 1, 1);
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_INTR_EN, 1);
    }
}

/* --- The run list: gf100_runl_insert_chan(), gf100_runl_commit() ------- */

/* Both cards' lists are read from 0x2270 and 0x2274. */
static void commit_runlist(NVDev *nv, unsigned runlist, uint32_t list,
                           unsigned count)
{
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    if (is_kepler(nv)) {
        nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, runlist << 20 | count);
        nv_poll(!(nv_rd32(nv, A_NVE4_PFIFO_ENG_RUNLIST + runlist * 8) &
                  0x00100000));
        nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 1u << runlist);
    } else {
        nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00000 | count);
        nv_poll(!(nv_rd32(nv, A_NVC0_PFIFO_RUNLIST_CUR) & 0x00100000));
        nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0x10000000);
    }
}

static void update_runlist(NVDev *nv, unsigned runlist)
{
    NVFermi *fermi = nv->fermi;
    uint32_t list = fermi->runlists[fermi->runlist];
    unsigned count = 0;

    fermi->runlist = !fermi->runlist;
    for (unsigned chid = 0; chid < nv->card->channels; chid++) {
        if (fermi->list[chid] == runlist + 1) {
            nv_phys_wr64(nv, list + count++ * 8,
                         (is_kepler(nv) ? 0ull : 4ull << 32) | chid);
        }
    }
    commit_runlist(nv, runlist, list, count);
}

static void list_channel(NVFermiChan *chan, bool on)
{
    chan->nv->fermi->list[chan->chid] = on ? chan->runlist + 1 : 0;
    update_runlist(chan->nv, chan->runlist);
}

/* --- Channels: gf100_chan_ramfc_write() and so on ---------------------- */

/* In BAR1 */
static uint32_t userd_offset(const NVFermiChan *chan)
{
    return chan->chid * chan->nv->fermi->userd_size;
}

uint32_t nv_fermi_userd(const NVFermiChan *chan)
{
    return chan->nv->fermi->userd + userd_offset(chan);
}

static void write_ramfc(NVFermiChan *chan)
{
    const struct {
        uint32_t offset, val;
    } rows[] = {
        { A_NV_PBDMA_USERD, nv_fermi_userd(chan) },
        { A_NV_PBDMA_SIGNATURE, 0x0000face },
        { A_NV_PBDMA_ACQUIRE, 0xfffff902 },
        { A_NV_PBDMA_GP_BASE, NV_FERMI_GP_VA },
        { A_NV_PBDMA_GP_BASE_HI,
          NV_FERMI_GP_VA >> 32 | NV_FERMI_GP_ORDER << 16 },
        { A_NV_PBDMA_PB_FETCH, 0x00000002 },
        { A_NV_PBDMA_PB_HEADER, 0x20400000 },
        { A_NV_PBDMA_SUBDEVICE, 0x30000fff },
        { A_NV_PBDMA_FORMATS, 0x00000100 },
        { A_NV_PBDMA_ENGINES_0, 0x1f1f1f1f },
        { A_NV_PBDMA_ENGINES_4, 0x1f1f1f1f },
        { A_NV_PBDMA_TARGET, 0x0000001f },
        { 0xb8, 0xf8000000 },
        { A_NV_PBDMA_TIMESLICE, 0x10003080 },
        { A_NV_PBDMA_TIMEOUT, 0x10000010 },
    };
    uint32_t ramfc[NV_PBDMA_RAMFC_SIZE / 4] = {};

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        ramfc[rows[i].offset / 4] = rows[i].val;
    }
    if (is_kepler(chan->nv)) {
        /* gk104_chan_ramfc_write() */
        ramfc[A_NV_PBDMA_PB_FETCH / 4] = 0;
        ramfc[A_NV_PBDMA_ENGINES_0 / 4] = ramfc[A_NV_PBDMA_ENGINES_4 / 4] = 0;
        ramfc[0xe8 / 4] = chan->chid;
    }
    nv_phys_wr_words(chan->nv, chan->block, ramfc, ARRAY_SIZE(ramfc));
}

/* gf100_chan_userd_clear() */
static void clear_userd(NVFermiChan *chan)
{
    static const struct {
        uint8_t offset, words;
    } runs[] = {
        { 0x40, 5 }, { 0x58, 3 }, { 0x88, 2 },
    };
    static const uint32_t zeros[5];

    for (unsigned i = 0; i < ARRAY_SIZE(runs); i++) {
        nv_phys_write(chan->nv, nv_fermi_userd(chan) + runs[i].offset, zeros,
                      runs[i].words * 4);
    }
}

void nv_fermi_channel_begin(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    chan->cur = chan->kicked = chan->gp_put = 0;
    clear_userd(chan);
    write_ramfc(chan);
    if (is_kepler(nv)) {
        uint32_t entry = nv->fermi->table + chan->chid * 8;

        nv_mask(nv, entry + 4, 0x000f0000, chan->runlist << 16);
        nv_wr32(nv, entry, 0x80000000 | chan->block >> 12);
        nv_mask(nv, entry + 4, 0x00000400, 0x00000400);
    } else {
        nv_wr32(nv, A_NVC0_PFIFO_CHAN + chan->chid * 8,
                0xc0000000 | chan->block >> 12);
        nv_wr32(nv, A_NVC0_PFIFO_CHAN_STATE + chan->chid * 8, 0x001f0001);
    }
    list_channel(chan, true);
}

static NVFermiChan *new_channel(NVDev *nv, unsigned chid, unsigned runlist,
                                uint32_t block)
{
    uint32_t gp_size = 8 << NV_FERMI_GP_ORDER;
    NVFermiChan *chan = g_new0(NVFermiChan, 1);

    chan->nv = nv;
    chan->chid = chid;
    chan->runlist = runlist;
    chan->block = block;
    chan->pd = nv_fermi_space_new(nv);
    chan->push = nv_ram_alloc(nv, NV_PUSH_SIZE);
    chan->gp = nv_ram_alloc(nv, gp_size);
    chan->va_next = NV_FERMI_VA;
    nv_fermi_join(nv, chan->block, chan->pd);
    nv_fermi_map(nv, chan->pd, NV_FERMI_PUSH_VA, chan->push, NV_PUSH_SIZE,
                 NV_FERMI_RAM);
    nv_fermi_map(nv, chan->pd, NV_FERMI_GP_VA, chan->gp, gp_size,
                 NV_FERMI_RAM);
    nv_fermi_channel_begin(chan);
    return chan;
}

NVFermiChan *nv_fermi_channel_new(NVDev *nv, unsigned chid)
{
    return nv_kepler_channel_new(nv, chid, 0);
}

unsigned nv_kepler_pbdma(NVDev *nv, unsigned runlist)
{
    unsigned id = 0;

    while (!(nv_rd32(nv, A_NVE4_PFIFO_PBDMA_MAP + id * 4) & 1u << runlist)) {
        id++;
        g_assert_cmpuint(id, <, nv->card->pbdmas);
    }
    return id;
}

NVFermiChan *nv_kepler_channel_new(NVDev *nv, unsigned chid, unsigned runlist)
{
    return new_channel(nv, chid, runlist,
                       nv_vram_alloc(nv, NV_FERMI_BLOCK_SIZE));
}

NVFermiChan *nv_fermi_channel_new_at(NVDev *nv, unsigned chid, uint32_t block)
{
    return new_channel(nv, chid, 0, block);
}

/* What the channel has left: its PBDMA keeps it until that is handled. */
static void acknowledge(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        uint32_t base = NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;

        uint32_t mask = is_kepler(nv) ? 0xfff : 0x17f;

        if ((nv_rd32(nv, base + A_NV_PBDMA_CHANNEL) & mask) ==
            (is_kepler(nv) ? chan->chid : 0x100 | chan->chid)) {
            nv_wr32(nv, base + A_NV_PBDMA_INTR_0,
                    nv_rd32(nv, base + A_NV_PBDMA_INTR_0));
        }
    }
}

void nv_fermi_channel_fini(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    uint32_t entry = nv->fermi->table + chan->chid * 8;

    if (is_kepler(nv)) {
        nv_mask(nv, entry + 4, 0x00000800, 0x00000800);
    } else {
        nv_mask(nv, entry + 4, 1, 0);
    }
    list_channel(chan, false);
    acknowledge(chan);
    nv_fermi_preempt(nv, chan->chid);
    nv_wr32(nv, entry, 0);
}

void nv_fermi_channel_free(NVFermiChan *chan)
{
    g_free(chan);
}

static uint64_t map_buffer(NVFermiChan *chan, uint64_t addr, uint32_t size,
                           uint64_t flags)
{
    uint64_t va = chan->va_next;

    /* A page that isn't mapped follows. */
    chan->va_next += ROUND_UP(size, PAGE) + PAGE;
    nv_fermi_map(chan->nv, chan->pd, va, addr, size, flags);
    return va;
}

uint64_t nv_fermi_buffer(NVFermiChan *chan, uint32_t size, uint32_t *addr)
{
    *addr = nv_vram_alloc(chan->nv, size);
    return map_buffer(chan, *addr, size, NV_FERMI_VRAM);
}

uint64_t nv_fermi_ram(NVFermiChan *chan, uint32_t size, uint64_t *addr)
{
    *addr = nv_ram_alloc(chan->nv, size);
    return map_buffer(chan, *addr, size, NV_FERMI_RAM);
}

/* gf100_chan_preempt(); time passes for engines that need it. */
void nv_fermi_preempt(NVDev *nv, unsigned chid)
{
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, chid);
    for (unsigned i = 0; i < 1000 &&
         (nv_rd32(nv, A_NVC0_PFIFO_PREEMPT) & 0x00100000); i++) {
        nv_clock_step(nv, 10 * 1000);
    }
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), chid);
}

uint32_t nv_fermi_user_rd32(NVFermiChan *chan, uint32_t reg)
{
    return nv_vram_rd32(chan->nv, userd_offset(chan) + reg);
}

void nv_fermi_user_wr32(NVFermiChan *chan, uint32_t reg, uint32_t val)
{
    nv_vram_wr32(chan->nv, userd_offset(chan) + reg, val);
}

/* --- What a channel is to do ------------------------------------------ */

uint32_t nv_fermi_push(NVFermiChan *chan, uint32_t word)
{
    uint32_t at = chan->cur;

    g_assert_cmpuint(at, <, NV_PUSH_SIZE);
    qtest_writel(chan->nv->qts, chan->push + at, word);
    chan->cur += 4;
    return at;
}

void nv_fermi_push_words(NVFermiChan *chan, const uint32_t *words,
                         unsigned count)
{
    g_assert_cmpuint(chan->cur + count * 4, <=, NV_PUSH_SIZE);
    nv_mem_wr_words(chan->nv, chan->push + chan->cur, words, count);
    chan->cur += count * 4;
}

void nv_fermi_command(NVFermiChan *chan, uint32_t command,
                      const uint32_t *words, unsigned count)
{
    g_autofree uint32_t *all = g_new(uint32_t, 1 + count);

    /* An entry covers consecutive words: those of a command stay together. */
    if (chan->cur == chan->kicked && chan->cur + count * 4 >= NV_PUSH_SIZE) {
        chan->cur = chan->kicked = 0;
    }
    all[0] = command | count << 16;
    memcpy(all + 1, words, count * 4);
    g_assert_cmpuint(chan->cur + (1 + count) * 4, <=, NV_PUSH_SIZE);
    nv_mem_wr_words(chan->nv, chan->push + chan->cur, all, 1 + count);
    chan->cur += (1 + count) * 4;
}

void nv_fermi_object(NVFermiChan *chan, unsigned subc, uint32_t class,
                     unsigned engine)
{
    nv_fermi_inc(chan, subc, 0x0000, engine << 16 | class);
}

void nv_fermi_semaphore(NVFermiChan *chan, uint64_t va, uint32_t val,
                        uint32_t what)
{
    nv_fermi_inc(chan, 0, 0x0010, va >> 32, va, val, what);
}

void nv_fermi_release(NVFermiChan *chan, uint64_t va, uint32_t val)
{
    nv_fermi_semaphore(chan, va, val, NV_SEM_RELEASE);
}

void nv_fermi_ref(NVFermiChan *chan, uint32_t ref)
{
    nv_fermi_inc(chan, 0, 0x0050, ref);
}

void nv_fermi_kick(NVFermiChan *chan)
{
    uint64_t va = NV_FERMI_PUSH_VA + chan->kicked;
    uint32_t words = (chan->cur - chan->kicked) / 4;

    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8, va);
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8 + 4,
                 va >> 32 | words << 10);
    chan->gp_put = (chan->gp_put + 1) % (1 << NV_FERMI_GP_ORDER);
    chan->kicked = chan->cur;
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
}

bool nv_fermi_done(NVFermiChan *chan)
{
    return nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put &&
           nv_fermi_user_rd32(chan, A_NV_USERD_GET) ==
           (uint32_t)NV_FERMI_PUSH_VA + chan->kicked;
}

void nv_fermi_assert_works(NVDev *nv)
{
    NVFermiChan *chan;

    nv_init(nv);
    chan = nv_fermi_channel_new(nv, 1);
    nv_fermi_ref(chan, 0x50);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x50);
    nv_fermi_channel_free(chan);
}

/* --- gf100_fifo_intr_mmu_fault_unit() ---------------------------------- */

bool nv_fermi_fault(NVDev *nv, unsigned unit, NVFermiFault *fault)
{
    uint32_t units = nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS), type;

    if (!(units >> unit & 1)) {
        return false;
    }
    type = nv_rd32(nv, A_NVC0_PFIFO_FAULT_TYPE + unit * 0x10);
    *fault = (NVFermiFault) {
        .inst = nv_rd32(nv, A_NVC0_PFIFO_FAULT_INST + unit * 0x10) << 12,
        .addr = nv_rd32(nv, A_NVC0_PFIFO_FAULT_ADDRESS_LOW + unit * 0x10) |
                (uint64_t)nv_rd32(nv, A_NVC0_PFIFO_FAULT_ADDRESS_HIGH +
                                  unit * 0x10) << 32,
        .reason = extract32(type, 0, 4),
        .client = extract32(type, 6, 1) ? extract32(type, 8, 5)
                                        : NV_FERMI_GPC(extract32(type, 8, 5)),
        .write = extract32(type, 7, 1),
    };
    nv_wr32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS, 1u << unit);
    return true;
}

void nv_fermi_assert_quiet(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & ~0xc0000000, 0);
}

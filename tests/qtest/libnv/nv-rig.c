/*
 * Tests of the NVIDIA GPU: a card that many streams are run on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "nv-context.h"
#include "nv-driver.h"
#include "nv-rig.h"
#include "nv-share.h"
#include "nv-tesla-graph.h"

const unsigned nv_rig_chids[NV_STREAM_CHANNELS] = { 3, 8 };

#define RAMRO_SIZE 0x200

/* The parts of a block without RAMHT, and of a context with contents */
#define BLOCK_SIZE NV_TESLA_BLOCK_RAMHT
#define CONTEXT_SIZE 0x1000

/* --- Ranges ----------------------------------------------------------- */

static void add_range(NVRig *rig, const char *name, uint64_t base,
                      uint32_t start, uint32_t end, bool memory)
{
    g_assert_cmpuint(rig->range_count, <, NV_RIG_RANGES);
    rig->ranges[rig->range_count++] = (NVRange) {
        name, base, start, end, memory
    };
}

static void add_registers(NVRig *rig, const char *name, uint32_t start,
                          uint32_t end)
{
    add_range(rig, name, rig->nv->bar0, start, end, false);
}

static void add_memory(NVRig *rig, const char *name, uint32_t start,
                       uint32_t end)
{
    if (nv_is_tesla(rig->nv)) {
        add_range(rig, name, rig->nv->bar1, start, end, true);
    } else {
        add_range(rig, name, rig->nv->bar0 + NV_PRAMIN, start, end, true);
    }
}

static void add_instmem(NVRig *rig)
{
    const NVCard *card = rig->nv->card;
    const NVInstLayout *inst = card->inst;

    add_registers(rig, "PFIFO", 0x002040, 0x002600);
    add_registers(rig, "PFIFO", 0x003000, 0x003340);
    add_registers(rig, "PGRAPH", 0x400080, 0x401100);
    add_memory(rig, "RAMRO", inst->ramro, inst->ramro + RAMRO_SIZE);
    add_memory(rig, "RAMFC", inst->ramfc,
               inst->ramfc + card->channels * card->ramfc->stride);
    add_memory(rig, "RAMIN", inst->heap, rig->nv->inst_next);
}

static void add_tesla(NVRig *rig, const uint32_t *contexts)
{
    const NVTesla *tesla = rig->nv->tesla;
    uint32_t tex = nv50_tpc_reg(rig->nv, 0, 0x408900);
    uint32_t prop = nv50_tpc_reg(rig->nv, 0, 0x408e08);

    add_registers(rig, "PFIFO", 0x002040, 0x002810);
    add_registers(rig, "PFIFO", 0x003000, 0x003420);
    add_registers(rig, "PGRAPH", 0x400080, 0x401100);
    add_registers(rig, "M2MF", 0x406800, 0x406810);
    add_registers(rig, "TEX", tex, tex + 0x10);
    add_registers(rig, "PROP", prop, prop + 0x10);
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        uint32_t block = tesla->block[nv_rig_chids[i]];

        add_memory(rig, "block", block, block + BLOCK_SIZE);
        add_memory(rig, "context", contexts[i], contexts[i] + CONTEXT_SIZE);
    }
    add_memory(rig, "objects", tesla->base + NV_TESLA_HEAP,
               rig->nv->inst_next);
}

/* Which of a state's words are those of a range: where they begin */
static unsigned range_at(const NVRig *rig, unsigned range)
{
    unsigned at = 0;

    for (unsigned i = 0; i < range; i++) {
        at += (rig->ranges[i].end - rig->ranges[i].start) / 4;
    }
    return at;
}

static unsigned range_words(const NVRange *r)
{
    return (r->end - r->start) / 4;
}

static uint32_t *state_word(NVRig *rig, NVState *s, uint64_t addr)
{
    for (unsigned i = 0; i < rig->range_count; i++) {
        const NVRange *r = &rig->ranges[i];

        if (addr >= r->base + r->start && addr < r->base + r->end) {
            return &s->words[range_at(rig, i) +
                             (addr - r->base - r->start) / 4];
        }
    }
    g_assert_not_reached();
}

static uint32_t *saved_reg(NVRig *rig, uint32_t addr)
{
    return state_word(rig, &rig->saved, rig->nv->bar0 + addr);
}

static uint32_t *saved_ramfc(NVRig *rig, NVChan *chan, uint32_t offset)
{
    uint64_t base = nv_is_tesla(rig->nv) ? rig->nv->bar1
                                         : rig->nv->bar0 + NV_PRAMIN;

    return state_word(rig, &rig->saved, base + nv_ramfc(chan, offset));
}

/* --- States ----------------------------------------------------------- */

static void read_ranges(NVRig *rig, NVState *s, bool memory)
{
    for (unsigned i = 0; i < rig->range_count; i++) {
        const NVRange *r = &rig->ranges[i];

        if (r->memory == memory) {
            nv_mem_rd_words(rig->nv, r->base + r->start,
                            &s->words[range_at(rig, i)], range_words(r));
        }
    }
}

/* The channel that is in CACHE1, and the one on PGRAPH, into memory */
static void unload(NVRig *rig)
{
    NVDev *nv = rig->nv;

    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    nv_wr32(nv, NV50_PGRAPH_FIFO, 0x00010001);
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        nv_tesla_kick(nv, nv_rig_chids[i]);
    }
}

void nv_rig_read(NVRig *rig, NVState *s)
{
    NVDev *nv = rig->nv;

    read_ranges(rig, s, false);
    memcpy(s->memory, rig->memory, sizeof(s->memory));
    s->used = nv_cache1_used(nv);
    for (unsigned i = 0; i < s->used; i++) {
        uint32_t ptr = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET) + i * 4;

        s->slots[i] = nv_cache1_slot(nv, ptr % (nv->card->cache1_entries *
                                                8));
    }
    s->faulted = false;
    if (nv_is_tesla(nv)) {
        s->faulted = nv_vm_trap(nv, &s->fault);
        unload(rig);
    }
    read_ranges(rig, s, true);
}

/* --- Differences ------------------------------------------------------ */

/* For consecutive words; @addr is the first one's. */
static bool words_differ(const char *name, uint32_t addr, const uint32_t *a,
                         const uint32_t *b, unsigned count,
                         const char *const ways[2])
{
    bool differ = false;

    for (unsigned i = 0; i < count; i++) {
        if (a[i] == b[i]) {
            continue;
        }
        differ = true;
        if (ways) {
            g_test_message("%s 0x%06x: 0x%08x %s, 0x%08x %s", name,
                           addr + i * 4, a[i], ways[0], b[i], ways[1]);
        }
    }
    return differ;
}

static bool caches_differ(const NVState *a, const NVState *b,
                          const char *const ways[2])
{
    bool differ = a->used != b->used ||
                  memcmp(a->slots, b->slots, a->used * sizeof(a->slots[0]));

    if (differ && ways) {
        g_test_message("CACHE1: %u methods %s, %u %s", a->used, ways[0],
                       b->used, ways[1]);
    }
    return differ;
}

static bool faults_differ(const NVState *a, const NVState *b,
                          const char *const ways[2])
{
    bool differ = a->faulted != b->faulted ||
                  (a->faulted && (a->fault.engine != b->fault.engine ||
                                  a->fault.reason != b->fault.reason ||
                                  a->fault.client != b->fault.client ||
                                  a->fault.inst != b->fault.inst ||
                                  a->fault.addr != b->fault.addr ||
                                  a->fault.read != b->fault.read));

    if (differ && ways) {
        g_test_message("fault: %d at 0x%" PRIx64 " %s, %d at 0x%" PRIx64 " %s",
                       a->faulted, a->fault.addr, ways[0], b->faulted,
                       b->fault.addr, ways[1]);
    }
    return differ;
}

bool nv_rig_differs(const NVRig *rig, const NVState *a, const NVState *b,
                    const char *const ways[2])
{
    bool differ = false;

    for (unsigned i = 0; i < rig->range_count; i++) {
        const NVRange *r = &rig->ranges[i];
        unsigned at = range_at(rig, i);

        differ |= words_differ(r->name, r->start, &a->words[at],
                               &b->words[at], range_words(r), ways);
    }
    differ |= words_differ("memory", 0, a->memory, b->memory,
                           ARRAY_SIZE(a->memory), ways);
    differ |= caches_differ(a, b, ways);
    differ |= faults_differ(a, b, ways);
    return differ;
}

/* --- Objects ---------------------------------------------------------- */

static const struct {
    uint32_t handle, class, tesla;
    unsigned engine;
} objects[] = {
    { NV_STREAM_M2MF, 0x39, 0x5039, NV_ENGINE_GR },
    { NV_STREAM_NULL, 0x30, 0x0030, NV_ENGINE_GR },
    { NV_STREAM_PATTERN, 0x44, 0x502d, NV_ENGINE_GR },
    { NV_STREAM_ROP, 0x43, 0x5097, NV_ENGINE_GR },
    { NV_STREAM_UNKNOWN_CLASS, 0xee, 0xee, NV_ENGINE_GR },
    { NV_STREAM_OTHER_ENGINE, 0x30, 0x30, 2 },
    { NV_STREAM_SOFTWARE, 0x6e, 0x506e, NV_ENGINE_SW },
};

static const struct {
    uint32_t handle, flags;
} dmas[] = {
    { NV_STREAM_DMA, 0x3d },
    { NV_STREAM_DMA_READ, 0x02 | NV_DMAOBJ_READ_ONLY },
    { NV_STREAM_DMA_WRITE, 0x03 | NV_DMAOBJ_WRITE_ONLY },
    { NV_STREAM_DMA_SEMAPHORE, 0x02 | NV_DMAOBJ_WRITE_ONLY },
};

static uint32_t make_dma(NVRig *rig, uint32_t flags)
{
    NVDev *nv = rig->nv;
    uint32_t inst = nv_inst_alloc(nv, 16, 16);

    nv_inst_wr32(nv, inst, flags | NV_DMAOBJ_PT_PRESENT |
                 NV_DMAOBJ_LINEAR | NV_DMAOBJ_PCI);
    nv_inst_wr32(nv, inst + 4, NV_STREAM_MEMORY - 1);
    nv_inst_wr32(nv, inst + 8, rig->buf->base | 2);
    nv_inst_wr32(nv, inst + 12, rig->buf->base | 2);
    return inst;
}

/*
 * Everything that isn't about a class is in an address space. The memory is in
 * its first page; the object covers two, the second of which is missing.
 */
static uint32_t make_tesla_dma(NVRig *rig, uint64_t va, uint32_t handle,
                               uint32_t flags)
{
    uint64_t base = rig->buf->base;

    switch (handle) {
    case NV_STREAM_DMA:
    case NV_STREAM_DMA_SEMAPHORE:
        return nv_tesla_dmaobj(rig->nv, NV_VM_DMAOBJ | (flags & 0xff), va,
                               va + 2 * NV_STREAM_MEMORY - 1);
    default:
        return nv_tesla_dmaobj(rig->nv, NV_VM_DMAOBJ_SYSRAM | (flags & 0xff) |
                               (handle == NV_STREAM_DMA_READ
                                ? NV_VM_DMAOBJ_RO : NV_VM_DMAOBJ_RW),
                               base, base + NV_STREAM_MEMORY - 1);
    }
}

static void give_handles(NVRig *rig, NVChan *chan, uint64_t va)
{
    NVDev *nv = rig->nv;

    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++) {
        uint32_t inst = nv_inst_alloc(nv, 32, 32);

        nv_inst_wr32(nv, inst, nv_is_tesla(nv) ? objects[i].tesla
                                               : objects[i].class);
        nv_ramht_insert(nv, chan->chid, NV_STREAM_HANDLE(objects[i].handle),
                        objects[i].engine, inst);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(dmas); i++) {
        uint32_t inst = nv_is_tesla(nv)
            ? make_tesla_dma(rig, va, dmas[i].handle, dmas[i].flags)
            : make_dma(rig, dmas[i].flags);

        nv_ramht_insert(nv, chan->chid, NV_STREAM_HANDLE(dmas[i].handle),
                        NV_ENGINE_SW, inst);
    }
    if (nv_is_tesla(nv)) {
        /* No card has it. */
        nv_ramht_insert(nv, chan->chid,
                        NV_STREAM_HANDLE(NV_STREAM_NO_ENGINE), 7,
                        nv_inst_object(nv, NV_CLASS_NULL));
    }
}

/* --- The machine ------------------------------------------------------ */

NVRig *nv_rig_new(const NVCard *card)
{
    /* A guest's deliberate errors aren't logged. */
    int share = nv_share_new();
    g_autofree char *ram = nv_share_args(share);
    g_autofree char *args = g_strdup_printf("%s -d nochain", ram);
    NVRig *rig = g_new0(NVRig, 1);
    uint32_t contexts[NV_STREAM_CHANNELS];
    uint64_t va = 0;

    rig->share = share;
    rig->nv = nv_start(card, card->features & NV_CARD_NV50 ? "vram=64M"
                                                           : "vram=16M", args);
    nv_init(rig->nv);
    rig->buf = nv_buf_new(rig->nv, NV_IN_RAM, NV_STREAM_MEMORY, 0x3d);
    rig->memory = nv_share_map(share, rig->buf);
    if (nv_is_tesla(rig->nv)) {
        va = nv_tesla_map(rig->nv, &rig->buf->base, 1);
    }
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        rig->chans[i] = nv_chan_new(rig->nv, nv_rig_chids[i],
                                    i && nv_share_scatters() ? NV_IN_GART
                                                             : NV_IN_RAM);
        rig->push[i] = nv_share_map(share, rig->chans[i]->push);
        give_handles(rig, rig->chans[i], va);
        if (nv_is_tesla(rig->nv)) {
            contexts[i] = nv50_graph_context(rig->chans[i]);
        }
    }
    add_registers(rig, "PMC", 0x000100, 0x000144);
    if (nv_is_tesla(rig->nv)) {
        add_tesla(rig, contexts);
    } else {
        add_instmem(rig);
    }
    g_assert_cmpuint(range_at(rig, rig->range_count), <=, NV_RIG_WORDS);
    nv_rig_read(rig, &rig->saved);
    return rig;
}

void nv_rig_free(NVRig *rig)
{
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        nv_share_unmap(rig->push[i], NV_PUSH_SIZE);
        nv_chan_free(rig->chans[i]);
    }
    nv_share_unmap(rig->memory, NV_STREAM_MEMORY);
    nv_buf_free(rig->buf);
    nv_quit(rig->nv);
    close(rig->share);
    g_free(rig);
}

/* --- Beginning again -------------------------------------------------- */

/* Registers that nv_init() and the channels have set */
static const uint32_t kept[] = {
    A_NV_PFIFO_DELAY,
    A_NV_PFIFO_DMA_TIMESLICE,
    A_NV_PFIFO_SLI,
    A_NV_PFIFO_RAMHT,
    A_NV_PFIFO_RAMFC,
    A_NV_PFIFO_RAMRO,
    A_NV_PFIFO_RAMFC_NV40,
    A_NV_PFIFO_UNK230,
    A_NV_PFIFO_INTR_EN,
    A_NV_PFIFO_CACHE1_PUSH1,
    A_NV_PFIFO_CACHE1_PUSH0,
    A_NV_PFIFO_CACHE1_PULL0,
    A_NV_PFIFO_CACHES,
    A_NV_PFIFO_CHANNEL_MODE,
};

/* The channels' own registers are in RAMFC. */
static const uint32_t tesla_kept[] = {
    A_NV50_PFIFO_CHSW_DEBUG_1,
    A_NV_PFIFO_INTR_EN,
    A_NV50_PFIFO_CHAN_TABLE + 3 * 4,
    A_NV50_PFIFO_CHAN_TABLE + 8 * 4,
    A_NV_PFIFO_CACHE1_PUSH0,
    A_NV_PFIFO_CACHE1_PULL0,
    A_NV_PFIFO_CACHES,
};

/* A range of memory, as it was */
static void reset_range(NVRig *rig, unsigned range)
{
    const NVRange *r = &rig->ranges[range];
    const uint32_t *want = &rig->saved.words[range_at(rig, range)];
    uint32_t count = range_words(r);
    g_autofree uint32_t *now = g_new(uint32_t, count);
    uint32_t first = 0;

    nv_mem_rd_words(rig->nv, r->base + r->start, now, count);
    while (first < count && now[first] == want[first]) {
        first++;
    }
    while (count > first && now[count - 1] == want[count - 1]) {
        count--;
    }
    if (first < count) {
        nv_mem_wr_words(rig->nv, r->base + r->start + first * 4, want + first,
                        count - first);
    }
}

/* Channels and objects */
static void reset_memory(NVRig *rig, uint32_t start)
{
    const NVRamfcLayout *ramfc = rig->nv->card->ramfc;

    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        *saved_ramfc(rig, rig->chans[i], ramfc->put) = start;
        *saved_ramfc(rig, rig->chans[i], ramfc->get) = start;
    }
    for (unsigned i = 0; i < rig->range_count; i++) {
        if (rig->ranges[i].memory) {
            reset_range(rig, i);
        }
    }
    for (unsigned i = 0; i < NV_STREAM_MEMORY / 4; i++) {
        rig->memory[i] = i < 4 ? i % 3 : i * 0x9e3779b1;
    }
}

static void reset_registers(NVRig *rig, const uint32_t *regs, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t val = *saved_reg(rig, regs[i]);

        if (val) {
            nv_wr32(rig->nv, regs[i], val);
        }
    }
}

static void reset_early(NVRig *rig, uint32_t cache)
{
    NVDev *nv = rig->nv;

    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, 0xf5de0830);
    nv_context_setup(nv);
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        nv_context_new(nv, nv_rig_chids[i]);
    }
    nv_wr32(nv, A_NV_PGRAPH_INTR_EN, UINT32_MAX);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, cache);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, cache);
    reset_registers(rig, kept, ARRAY_SIZE(kept));
}

static void reset_tesla(NVRig *rig)
{
    NVVmTrap trap;

    nv_vm_trap(rig->nv, &trap);
    /* The next list is visible. */
    rig->nv->tesla->runlist = 0;
    nv50_graph_enable(rig->nv);
    reset_registers(rig, tesla_kept, ARRAY_SIZE(tesla_kept));
}

void nv_rig_reset(NVRig *rig, uint32_t start, uint32_t cache)
{
    NVDev *nv = rig->nv;

    nv_wr32(nv, A_NV_PMC_ENABLE, ~(R_NV_PMC_ENABLE_PFIFO_MASK |
                                   R_NV_PMC_ENABLE_PGRAPH_MASK));
    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    reset_memory(rig, start);
    if (nv_is_tesla(nv)) {
        reset_tesla(rig);
    } else {
        reset_early(rig, cache);
    }
}

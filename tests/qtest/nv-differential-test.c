/*
 * Tests of the NVIDIA GPU: commands straight through PFIFO, and one by one
 *
 * A random stream of commands and register accesses is run several times from
 * the same beginning.  At first whatever PFIFO can do in one go, it does; then
 * all methods go through CACHE1: submission by submission, or word by word.
 * In the end registers, memory, interrupts and what is left in CACHE1 have to
 * be the same.
 *
 * NV_STREAMS=N runs so many streams on each card, NV_SEED=N begins with that
 * seed.  A stream that fails is made as short as it can be, and printed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-context.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-share.h"
#include "libnv/nv-stream.h"
#include "libnv/nv-test.h"

#define STREAMS 150

/* Failing streams that are looked at more closely */
#define FAILURES 3

/* Words that a stream may make the pusher read, one by one */
#define STEPS 4000

static const unsigned chids[NV_STREAM_CHANNELS] = { 3, 8 };

/* --- State ------------------------------------------------------------ */

/* What is compared, in BAR0 */
enum {
    RANGE_PFIFO,
    RANGE_CACHES,
    RANGE_PGRAPH,
    RANGE_PMC,
    RANGE_RAMRO,
    RANGE_RAMFC,
    RANGE_HEAP,
    RANGES,
};

typedef struct Range {
    const char *name;
    uint32_t start, end;
} Range;

static const Range register_ranges[] = {
    [RANGE_PFIFO] = { "PFIFO", 0x002040, 0x002600 },
    [RANGE_CACHES] = { "PFIFO", 0x003000, 0x003340 },
    [RANGE_PGRAPH] = { "PGRAPH", 0x400080, 0x401100 },
    [RANGE_PMC] = { "PMC", 0x000100, 0x000144 },
};

#define RAMRO_SIZE 0x200

#define STATE_WORDS 3600

/**
 * struct State - all that a stream leaves behind
 *
 * @words: the ranges, one after the other
 * @slots: methods in CACHE1
 */
typedef struct State {
    uint32_t words[STATE_WORDS];
    uint32_t memory[NV_STREAM_MEMORY / 4];
    NVMethod slots[256];
    unsigned used;
} State;

typedef enum Way {
    STRAIGHT,                   /* the puller keeps up */
    BY_SUBMISSION,              /* it is off until the pusher is done */
    BY_WORD,                    /* it is off until the pusher has read one */
} Way;

static const char *const way_names[] = {
    "straight", "by submission", "by word",
};

/**
 * struct Rig - a machine for many streams
 *
 * @ranges: what is compared of the card
 * @push, @memory: the buffers' words, which the test shares
 * @saved: registers and instance memory to begin with
 * @chan, @cur: the channel that the stream is for, and the end of its words
 * @stream, @way: what is run, and how
 * @put: DMA_PUT of each channel when all has been submitted
 * @took: channels that NV_ITEM_CHANNEL has switched to, bit per item
 * @endless: it hasn't come to an end
 */
typedef struct Rig {
    NVDev *nv;
    Range ranges[RANGES];
    int share;
    NVChan *chans[NV_STREAM_CHANNELS];
    NVBuf *buf;
    uint32_t *push[NV_STREAM_CHANNELS];
    uint32_t *memory;
    State saved;
    State states[3];

    const NVStream *stream;
    Way way;
    unsigned chan;
    uint32_t cur;
    uint32_t put[NV_STREAM_CHANNELS];
    uint64_t took;
    bool endless;
} Rig;

static void find_ranges(Rig *rig)
{
    const NVCard *card = rig->nv->card;
    const uint32_t start = NV_PRAMIN;

    memcpy(rig->ranges, register_ranges, sizeof(register_ranges));
    rig->ranges[RANGE_RAMRO] = (Range) {
        "RAMRO", start + card->inst->ramro,
        start + card->inst->ramro + RAMRO_SIZE
    };
    rig->ranges[RANGE_RAMFC] = (Range) {
        "RAMFC", start + card->inst->ramfc,
        start + card->inst->ramfc + card->channels * card->ramfc->stride
    };
    rig->ranges[RANGE_HEAP] = (Range) {
        "RAMIN", start + card->inst->heap, start + rig->nv->inst_next
    };
}

/* Which of a state's words are those of a range: where they begin */
static unsigned range_at(const Rig *rig, unsigned range)
{
    unsigned at = 0;

    for (unsigned i = 0; i < range; i++) {
        at += (rig->ranges[i].end - rig->ranges[i].start) / 4;
    }
    return at;
}

static void read_words(NVDev *nv, uint32_t addr, uint32_t *words,
                       unsigned count)
{
    qtest_bufread(nv->qts, nv->bar0 + addr, words, count * 4);
    for (unsigned i = 0; i < count; i++) {
        words[i] = le32_to_cpu(words[i]);
    }
}

static void write_words(NVDev *nv, uint32_t addr, const uint32_t *words,
                        unsigned count)
{
    g_autofree uint32_t *le = g_new(uint32_t, count);

    for (unsigned i = 0; i < count; i++) {
        le[i] = cpu_to_le32(words[i]);
    }
    qtest_bufwrite(nv->qts, nv->bar0 + addr, le, count * 4);
}

static void read_state(Rig *rig, State *s)
{
    NVDev *nv = rig->nv;

    for (unsigned i = 0; i < RANGES; i++) {
        read_words(nv, rig->ranges[i].start, &s->words[range_at(rig, i)],
                   (rig->ranges[i].end - rig->ranges[i].start) / 4);
    }
    memcpy(s->memory, rig->memory, sizeof(s->memory));
    s->used = nv_cache1_used(nv);
    for (unsigned i = 0; i < s->used; i++) {
        uint32_t ptr = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET) + i * 4;

        s->slots[i] = nv_cache1_slot(nv, ptr % (nv->card->cache1_entries *
                                                8));
    }
}

static uint32_t *state_reg(Rig *rig, State *s, uint32_t addr)
{
    for (unsigned i = 0; i < RANGES; i++) {
        if (addr >= rig->ranges[i].start && addr < rig->ranges[i].end) {
            return &s->words[range_at(rig, i) +
                             (addr - rig->ranges[i].start) / 4];
        }
    }
    g_assert_not_reached();
}

/* Tells what differs, if @tell.  Returns whether anything does. */
static bool states_differ(const Rig *rig, Way way, bool tell)
{
    const State *a = &rig->states[STRAIGHT], *b = &rig->states[way];
    bool differ = false;

    for (unsigned i = 0; i < RANGES; i++) {
        unsigned at = range_at(rig, i);
        uint32_t addr = rig->ranges[i].start;

        for (; addr < rig->ranges[i].end; addr += 4, at++) {
            if (a->words[at] == b->words[at]) {
                continue;
            }
            differ = true;
            if (tell) {
                g_test_message("%s 0x%06x: 0x%08x straight, 0x%08x %s",
                               rig->ranges[i].name, addr, a->words[at],
                               b->words[at], way_names[way]);
            }
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(a->memory); i++) {
        if (a->memory[i] != b->memory[i]) {
            differ = true;
            if (tell) {
                g_test_message("memory 0x%03x: 0x%08x straight, 0x%08x %s",
                               i * 4, a->memory[i], b->memory[i],
                               way_names[way]);
            }
        }
    }
    if (a->used != b->used ||
        memcmp(a->slots, b->slots, a->used * sizeof(a->slots[0]))) {
        differ = true;
        if (tell) {
            g_test_message("CACHE1: %u methods straight, %u %s", a->used,
                           b->used, way_names[way]);
        }
    }
    return differ;
}

/* --- The machine ------------------------------------------------------ */

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

static void put(Rig *rig, uint32_t to)
{
    nv_user_wr32(rig->chans[rig->chan], A_NV_USER_DMA_PUT, to);
}

/* Gives CACHE1 to a channel, in the same way however the stream is run. */
static void enter(Rig *rig, unsigned chan)
{
    rig->chan = chan;
    /* Asked for it, the driver lets the pusher get ahead meanwhile. */
    nv_context_take(rig->nv, chids[chan]);
    rig->cur = rig->put[chan];
    rig->push[chan][rig->cur / 4] = NV_CMD_NOP;
    rig->cur += 4;
    rig->put[chan] = rig->cur;
    put(rig, rig->cur);
}

/* A range of instance memory, as it was */
static void reset_range(Rig *rig, unsigned range)
{
    const Range *r = &rig->ranges[range];
    const uint32_t *want = &rig->saved.words[range_at(rig, range)];
    uint32_t count = (r->end - r->start) / 4;
    g_autofree uint32_t *inst = g_new(uint32_t, count);
    uint32_t first = 0;

    read_words(rig->nv, r->start, inst, count);
    while (first < count && inst[first] == want[first]) {
        first++;
    }
    while (count > first && inst[count - 1] == want[count - 1]) {
        count--;
    }
    if (first < count) {
        write_words(rig->nv, r->start + first * 4, want + first,
                    count - first);
    }
}

/* Channels and objects */
static void reset_inst(Rig *rig, const NVStream *s)
{
    const NVRamfcLayout *ramfc = rig->nv->card->ramfc;

    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        NVChan *chan = rig->chans[i];

        *state_reg(rig, &rig->saved,
                   NV_PRAMIN + nv_ramfc(chan, ramfc->put)) = s->start;
        *state_reg(rig, &rig->saved,
                   NV_PRAMIN + nv_ramfc(chan, ramfc->get)) = s->start;
        rig->put[i] = s->start;
    }
    for (unsigned i = RANGE_RAMRO; i < RANGES; i++) {
        reset_range(rig, i);
    }
}

static void reset(Rig *rig, const NVStream *s)
{
    NVDev *nv = rig->nv;

    nv_wr32(nv, A_NV_PMC_ENABLE, ~(R_NV_PMC_ENABLE_PFIFO_MASK |
                                   R_NV_PMC_ENABLE_PGRAPH_MASK));
    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    reset_inst(rig, s);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, 0xf5de0830);
    nv_context_setup(nv);
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        nv_context_new(nv, chids[i]);
    }
    nv_wr32(nv, A_NV_PGRAPH_INTR_EN, UINT32_MAX);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, s->cache);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, s->cache);
    for (unsigned i = 0; i < ARRAY_SIZE(kept); i++) {
        uint32_t val = *state_reg(rig, &rig->saved, kept[i]);

        if (val) {
            nv_wr32(nv, kept[i], val);
        }
    }
    for (unsigned i = 0; i < NV_STREAM_MEMORY / 4; i++) {
        rig->memory[i] = i < 4 ? i % 3 : i * 0x9e3779b1;
    }
    rig->endless = false;
    enter(rig, 0);
}

static void give_handles(Rig *rig, NVChan *chan)
{
    NVDev *nv = rig->nv;
    static const struct {
        uint32_t handle, class;
        unsigned engine;
    } objects[] = {
        { NV_STREAM_M2MF, 0x39, NV_ENGINE_GR },
        { NV_STREAM_NULL, 0x30, NV_ENGINE_GR },
        { NV_STREAM_PATTERN, 0x44, NV_ENGINE_GR },
        { NV_STREAM_ROP, 0x43, NV_ENGINE_GR },
        { NV_STREAM_UNKNOWN_CLASS, 0xee, NV_ENGINE_GR },
        { NV_STREAM_OTHER_ENGINE, 0x30, 2 },
        { NV_STREAM_SOFTWARE, 0x6e, NV_ENGINE_SW },
    };
    static const struct {
        uint32_t handle, flags;
    } dmas[] = {
        { NV_STREAM_DMA, 0x3d },
        { NV_STREAM_DMA_READ, 0x02 | NV_DMAOBJ_READ_ONLY },
        { NV_STREAM_DMA_WRITE, 0x03 | NV_DMAOBJ_WRITE_ONLY },
        { NV_STREAM_DMA_SEMAPHORE, 0x02 | NV_DMAOBJ_WRITE_ONLY },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++) {
        nv_ramht_insert(nv, chan->chid, NV_STREAM_HANDLE(objects[i].handle),
                        objects[i].engine,
                        nv_inst_alloc(nv, 32, 32));
        nv_inst_wr32(nv, nv->inst_next - 32, objects[i].class);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(dmas); i++) {
        uint32_t inst = nv_inst_alloc(nv, 16, 16);

        nv_inst_wr32(nv, inst, dmas[i].flags | NV_DMAOBJ_PT_PRESENT |
                     NV_DMAOBJ_LINEAR | NV_DMAOBJ_PCI);
        nv_inst_wr32(nv, inst + 4, NV_STREAM_MEMORY - 1);
        nv_inst_wr32(nv, inst + 8, rig->buf->base | 2);
        nv_inst_wr32(nv, inst + 12, rig->buf->base | 2);
        nv_ramht_insert(nv, chan->chid, NV_STREAM_HANDLE(dmas[i].handle),
                        NV_ENGINE_SW, inst);
    }
}

static Rig *rig_new(const NVCard *card)
{
    /* What a guest does wrong on purpose isn't logged. */
    int share = nv_share_new();
    g_autofree char *ram = nv_share_args(share);
    g_autofree char *args = g_strdup_printf("%s -d nochain", ram);
    Rig *rig = g_new0(Rig, 1);

    rig->share = share;
    rig->nv = nv_start(card, "vram=16M", args);
    nv_init(rig->nv);
    rig->buf = nv_buf_new(rig->nv, NV_IN_RAM, NV_STREAM_MEMORY, 0x3d);
    rig->memory = nv_share_map(share, rig->buf);
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        rig->chans[i] = nv_chan_new(rig->nv, chids[i],
                                    i ? NV_IN_GART : NV_IN_RAM);
        rig->push[i] = nv_share_map(share, rig->chans[i]->push);
        give_handles(rig, rig->chans[i]);
    }
    find_ranges(rig);
    g_assert_cmpuint(range_at(rig, RANGES), <=, STATE_WORDS);
    read_state(rig, &rig->saved);
    return rig;
}

static void rig_free(Rig *rig)
{
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        munmap(rig->push[i], NV_PUSH_SIZE);
        nv_chan_free(rig->chans[i]);
    }
    munmap(rig->memory, NV_STREAM_MEMORY);
    nv_buf_free(rig->buf);
    nv_quit(rig->nv);
    close(rig->share);
    g_free(rig);
}

/* --- Submitting ------------------------------------------------------- */

/**
 * struct Look - PFIFO's state, read at once
 *
 * @waits: the puller has something and can't go on
 * @full: the pusher can't, for lack of room
 */
typedef struct Look {
    bool owner;
    bool error;
    bool pulls;
    bool acquires;
    bool waits;
    bool full;
    uint32_t state;
    uint32_t subroutine;
    uint32_t get;
} Look;

#define LOOK_START A_NV_PFIFO_CACHE1_PUSH1
#define LOOK(_reg) words[(A_NV_PFIFO_CACHE1_ ## _reg - LOOK_START) / 4]

#define PULL0_STOPPED (R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK | \
                       R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK | \
                       R_NV_PFIFO_CACHE1_PULL0_SEMAPHORE_ERROR_MASK)

static Look look(Rig *rig)
{
    uint32_t words[(0x3284 - LOOK_START) / 4];
    const NVCard *card = rig->nv->card;
    Look l;

    read_words(rig->nv, LOOK_START, words, ARRAY_SIZE(words));
    l.owner = (LOOK(PUSH1) & (card->channels - 1)) == chids[rig->chan];
    l.state = LOOK(DMA_STATE);
    l.error = FIELD_EX32(l.state, NV_PFIFO_CACHE1_DMA_STATE, ERROR);
    l.pulls = (LOOK(PULL0) & 1) && !(LOOK(PULL0) & PULL0_STOPPED);
    l.acquires = card->features & NV_CARD_SEMAPHORE &&
                 FIELD_EX32(LOOK(PULL1), NV_PFIFO_CACHE1_PULL1,
                            ACQUIRE_ACTIVE);
    l.waits = LOOK(PUT) != LOOK(GET);
    l.full = (LOOK(PUT) - LOOK(GET)) % (card->cache1_entries * 8) / 4 ==
             card->cache1_entries;
    l.subroutine = LOOK(SUBROUTINE);
    l.get = l.owner ? LOOK(DMA_GET) : nv_user_get(rig->chans[rig->chan]);
    return l;
}

/* The engine may have much to copy. */
static void settle(Rig *rig)
{
    nv_handle_switch(rig->nv);
    for (unsigned i = 0; i < NV_POLLS; i++) {
        if (!nv_field(rig->nv, NV_PGRAPH_STATUS, BUSY)) {
            return;
        }
    }
    rig->endless = true;
}

/* Where a command that submits no methods makes the pusher go on */
static uint32_t after_control(Rig *rig, const Look *l, uint32_t word)
{
    const NVCard *card = rig->nv->card;
    uint32_t target;

    if (nv_stream_target(card, word, &target)) {
        return target;
    }
    if (word == NV_CMD_RETURN && (card->features & NV_CARD_CALL)) {
        return l->subroutine & ~3;
    }
    return l->get + 4;
}

/*
 * Where the pusher is after the next @count words, or after fewer: up to a
 * command that submits no methods, or after that
 */
static uint32_t after(Rig *rig, const Look *l, unsigned count)
{
    uint32_t left = FIELD_EX32(l->state, NV_PFIFO_CACHE1_DMA_STATE,
                               METHOD_COUNT);
    uint32_t at = l->get;

    while (count-- && at < NV_PUSH_SIZE && at != rig->put[rig->chan]) {
        uint32_t word = le32_to_cpu(rig->push[rig->chan][at / 4]);

        if (left) {
            left--;
        } else if (word & 0xa0030003) {
            return at == l->get ? after_control(rig, l, word) : at;
        } else {
            left = extract32(word, 18, 11);
        }
        at += 4;
    }
    return at == l->get ? at + 4 : at;
}

/* Has the words up to @put go through CACHE1, one by one or a few at once. */
static void step(Rig *rig)
{
    bool one = rig->stream->waits || rig->stream->seed % 4 == 0;
    uint32_t end = rig->put[rig->chan];
    Look before = look(rig);

    for (unsigned i = 0; before.get != end && !before.error; i++) {
        uint32_t next = after(rig, &before, one ? 1 : 1 + i % 7);
        Look now;

        if (i == STEPS) {
            rig->endless = true;
            break;
        }
        if (!before.pulls || before.acquires) {
            break;
        }
        if (next == before.get) {
            break;
        }
        nv_wr32(rig->nv, A_NV_PFIFO_CACHE1_PULL0, 0);
        put(rig, next);
        nv_wr32(rig->nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        nv_handle_switch(rig->nv);
        now = look(rig);
        if (now.waits && now.pulls) {
            settle(rig);
            now = look(rig);
        }
        if (now.get == before.get || (now.waits && now.pulls)) {
            break;
        }
        before = now;
    }
    put(rig, end);
}

static void submit(Rig *rig)
{
    rig->put[rig->chan] = rig->cur;
    switch (rig->way) {
    case STRAIGHT:
        put(rig, rig->cur);
        break;
    case BY_SUBMISSION:
        if (look(rig).pulls) {
            nv_wr32(rig->nv, A_NV_PFIFO_CACHE1_PULL0, 0);
            put(rig, rig->cur);
            nv_wr32(rig->nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        } else {
            put(rig, rig->cur);
        }
        break;
    case BY_WORD:
        step(rig);
        break;
    }
}

/* --- Streams ---------------------------------------------------------- */

/*
 * What an access lets go on mustn't go on straight if it is to be stepped.  If
 * CACHE1 is full, it doesn't: a word more or less in it would make a
 * difference when the puller goes on, and the pusher waits with it.
 */
static void hold(Rig *rig)
{
    Look l;

    if (rig->way != BY_WORD) {
        return;
    }
    l = look(rig);
    if (l.owner && !l.full && l.get != rig->put[rig->chan]) {
        put(rig, l.get);
    }
}

static void go_on(Rig *rig)
{
    if (rig->way == BY_WORD) {
        step(rig);
    }
}

static void run_words(Rig *rig, const NVItem *item)
{
    uint32_t *words = rig->push[rig->chan];

    for (unsigned i = 0; i < item->count; i++) {
        uint32_t word = item->words[i];

        if (item->relative & BIT(i)) {
            word += rig->cur;
        }
        words[rig->cur / 4] = cpu_to_le32(word);
        rig->cur += 4;
    }
}

/* A channel leaves only if all that it was given is done. */
static void run_channel(Rig *rig, const NVItem *item, unsigned index)
{
    if (rig->way == STRAIGHT) {
        Look l = look(rig);
        bool done = !l.error && l.pulls && !l.waits && !l.acquires &&
                    l.get == rig->put[rig->chan] &&
                    rig->cur == rig->put[rig->chan];

        rig->took = deposit64(rig->took, index, 1, done);
    }
    if (extract64(rig->took, index, 1) && item->addr != rig->chan) {
        enter(rig, item->addr);
    }
}

static void run_item(Rig *rig, const NVItem *item, unsigned index)
{
    NVDev *nv = rig->nv;

    switch (item->kind) {
    case NV_ITEM_WORDS_PUSHED:
        run_words(rig, item);
        return;
    case NV_ITEM_SUBMIT:
        submit(rig);
        break;
    case NV_ITEM_CHANNEL:
        run_channel(rig, item, index);
        return;
    case NV_ITEM_WRITE:
        hold(rig);
        nv_wr32(nv, item->addr, item->words[0]);
        go_on(rig);
        break;
    case NV_ITEM_MEMORY:
        hold(rig);
        rig->memory[item->addr / 4] = cpu_to_le32(item->words[0]);
        nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
        go_on(rig);
        break;
    case NV_ITEM_SKIP:
        hold(rig);
        if (nv_cache1_used(nv)) {
            nv_wr32(nv, A_NV_PFIFO_CACHE1_GET,
                    nv_rd32(nv, A_NV_PFIFO_CACHE1_GET) + 4);
        }
        nv_wr32(nv, A_NV_PFIFO_INTR, UINT32_MAX);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        go_on(rig);
        break;
    case NV_ITEM_RECOVER:
        if (look(rig).owner) {
            put(rig, rig->put[rig->chan]);
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, rig->put[rig->chan]);
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0);
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
            nv_wr32(nv, A_NV_PFIFO_INTR, UINT32_MAX);
        }
        break;
    }
    settle(rig);
}

static void run(Rig *rig, const NVStream *s, Way way)
{
    rig->way = way;
    rig->stream = s;
    reset(rig, s);
    for (unsigned i = 0; i < s->count && !rig->endless; i++) {
        run_item(rig, &s->items[i], i);
    }
    read_state(rig, &rig->states[way]);
}

/* @tell: what differs */
static bool stream_differs(Rig *rig, const NVStream *s, bool tell)
{
    static const Way others[] = { BY_WORD, BY_SUBMISSION };

    run(rig, s, STRAIGHT);
    if (rig->endless) {
        return false;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        if (others[i] == BY_SUBMISSION && s->waits) {
            /* The pusher waits with the puller, and leaves CACHE1 empty. */
            continue;
        }
        run(rig, s, others[i]);
        if (states_differ(rig, others[i], tell)) {
            return true;
        }
    }
    return false;
}

static bool shorter_differs(const NVStream *s, void *opaque)
{
    return stream_differs(opaque, s, false);
}

static unsigned number(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);

    return text ? g_ascii_strtoull(text, NULL, 0) : otherwise;
}

static void differential(NVDev *test)
{
    Rig *rig = rig_new(test->card);
    unsigned streams = number("NV_STREAMS", STREAMS);
    uint32_t seed = number("NV_SEED", 1);
    unsigned failures = 0, endless = 0;
    NVStream s;

    g_test_message("%u streams from NV_SEED=%u on", streams, seed);
    for (unsigned i = 0; i < streams && failures < FAILURES; i++) {
        nv_stream_random(&s, test->card, seed + i);
        if (stream_differs(rig, &s, false)) {
            failures++;
            nv_stream_shrink(&s, shorter_differs, rig);
            nv_fail("%s: NV_SEED=%u differs, at least:", test->card->name,
                    s.seed);
            nv_stream_print(&s);
            stream_differs(rig, &s, true);
        }
        endless += rig->endless;
    }
    g_test_message("%u streams didn't come to an end", endless);
    g_assert_cmpuint(endless, <=, streams / 100);
    rig_free(rig);
}

static const NVTest tests[] = {
    { "differential/straight-and-one-by-one", "M5 M12 M13 M15 M84 M166 M121",
      differential, .no_machine = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

/*
 * Tests of the NVIDIA GPU: commands straight through PFIFO, and one by one
 *
 * A random stream of commands and register accesses is run several times from
 * the same beginning.  The first time PFIFO may do as much in one go as it can;
 * then all methods go through CACHE1, submission by submission or word by word.
 * At the end registers, memory, interrupts and the contents of CACHE1 have to
 * be the same.
 *
 * NV_STREAMS=N runs so many streams on each card, NV_SEED=N begins with that
 * seed.  A stream that fails is shortened as far as possible, and printed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-context.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-rig.h"
#include "libnv/nv-share.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define STREAMS 150
#define STREAMS_USUALLY 50

/* Failing streams that are examined further */
#define FAILURES 3

/* Words that a stream may make the pusher read, one by one */
#define STEPS 4000

typedef enum Way {
    STRAIGHT,                   /* the puller keeps up */
    BY_SUBMISSION,              /* it is off until the pusher is done */
    BY_WORD,                    /* it is off until the pusher has read one */
} Way;

static const char *const way_names[] = {
    "straight", "by submission", "by word",
};

/**
 * struct Run - streams that are run on a machine
 *
 * @rig, @nv: the machine
 * @states: what they have left
 * @stream, @way: what is run, and how
 * @chan, @cur: the channel that the stream is for, and the end of its words
 * @put: DMA_PUT of each channel when all has been submitted
 * @took: channels that NV_ITEM_CHANNEL has switched to, bit per item
 * @endless: it hasn't come to an end: it may jump into what others have left
 */
typedef struct Run {
    NVRig *rig;
    NVDev *nv;
    NVState states[3];

    const NVStream *stream;
    Way way;
    unsigned chan;
    uint32_t cur;
    uint32_t put[NV_STREAM_CHANNELS];
    uint64_t took;
    bool endless;
} Run;

/* --- Channels --------------------------------------------------------- */

static NVChan *channel(Run *run)
{
    return run->rig->chans[run->chan];
}

static void put(Run *run, uint32_t to)
{
    nv_user_wr32(channel(run), A_NV_USER_DMA_PUT, to);
}

/* Loads a channel into CACHE1, in the same way however the stream is run. */
static void enter(Run *run, unsigned chan)
{
    run->chan = chan;
    /* If asked to, the driver lets the pusher get ahead meanwhile. */
    nv_context_take(run->nv, nv_rig_chids[chan]);
    run->cur = run->put[chan];
    run->rig->push[chan][run->cur / 4] = NV_CMD_NOP;
    run->cur += 4;
    run->put[chan] = run->cur;
    put(run, run->cur);
}

/* The run list has only this channel: any other is unloaded. */
static void list(Run *run, unsigned chan)
{
    nv_tesla_runlist_set(run->nv, &nv_rig_chids[chan], 1);
}

static void begin(Run *run)
{
    const NVStream *s = run->stream;
    NVDev *nv = run->nv;

    nv_rig_reset(run->rig, s->start, s->cache);
    for (unsigned i = 0; i < NV_STREAM_CHANNELS; i++) {
        run->put[i] = s->start;
    }
    run->endless = false;
    if (!nv_is_tesla(nv)) {
        enter(run, 0);
        return;
    }
    list(run, 0);
    enter(run, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUT, s->cache);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, s->cache);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
}

/* --- Submitting ------------------------------------------------------- */

/**
 * struct Look - PFIFO's state, read at once
 *
 * @waits: the puller has something and can't go on
 * @full: the pusher can't, for lack of room
 * @left: words of the command under way that are still to come
 */
typedef struct Look {
    bool owner;
    bool error;
    bool pulls;
    bool acquires;
    bool waits;
    bool full;
    uint32_t left;
    uint32_t subroutine;
    uint32_t get;
} Look;

#define LOOK_START A_NV_PFIFO_CACHE1_PUSH1
#define LOOK(_reg) words[(A_NV_PFIFO_CACHE1_ ## _reg - LOOK_START) / 4]

#define PULL0_STOPPED (R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK | \
                       R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK | \
                       R_NV_PFIFO_CACHE1_PULL0_SEMAPHORE_ERROR_MASK | \
                       R_NV50_PFIFO_CACHE1_PULL0_INVALID_ENGINE_MASK)

/* The saved state of a channel that isn't in CACHE1, from NV50 on */
static Look look_at_saved(Run *run)
{
    const NVRamfcLayout *ramfc = run->nv->card->ramfc;
    NVChan *chan = channel(run);
    uint32_t words[NV_TESLA_RAMFC_WORDS];
    Look l = { };

    qtest_bufread(run->nv->qts, run->nv->bar1 + nv_ramfc(chan, 0), words,
                  sizeof(words));
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = le32_to_cpu(words[i]);
    }
    l.error = FIELD_EX32(words[ramfc->state / 4], NV_PFIFO_CACHE1_DMA_STATE,
                         ERROR);
    l.pulls = nv_rd32(run->nv, A_NV_PFIFO_CACHE1_PULL0) & 1;
    l.acquires = FIELD_EX32(words[ramfc->pull1 / 4], NV_PFIFO_CACHE1_PULL1,
                            ACQUIRE_ACTIVE);
    l.waits = words[R_NV50_RAMFC_CACHE_CNT];
    l.full = words[R_NV50_RAMFC_CACHE_CNT] == run->nv->card->cache1_entries;
    l.left = words[NV_TESLA_RAMFC_METHOD_COUNT / 4];
    l.subroutine = words[ramfc->subroutine / 4];
    l.get = words[ramfc->get / 4];
    return l;
}

static Look look(Run *run)
{
    uint32_t words[(0x3284 - LOOK_START) / 4];
    const NVCard *card = run->nv->card;
    Look l;

    nv_rd_words(run->nv, LOOK_START, words, ARRAY_SIZE(words));
    l.owner = (LOOK(PUSH1) & (card->channels - 1)) ==
              nv_rig_chids[run->chan];
    if (!l.owner && nv_is_tesla(run->nv)) {
        return look_at_saved(run);
    }
    l.error = FIELD_EX32(LOOK(DMA_STATE), NV_PFIFO_CACHE1_DMA_STATE, ERROR);
    l.pulls = (LOOK(PULL0) & 1) && !(LOOK(PULL0) & PULL0_STOPPED);
    l.acquires = card->features & NV_CARD_SEMAPHORE &&
                 FIELD_EX32(LOOK(PULL1), NV_PFIFO_CACHE1_PULL1,
                            ACQUIRE_ACTIVE);
    l.waits = LOOK(PUT) != LOOK(GET);
    l.full = (LOOK(PUT) - LOOK(GET)) % (card->cache1_entries * 8) / 4 ==
             card->cache1_entries;
    l.left = nv_is_tesla(run->nv)
        ? nv_rd32(run->nv, A_NV50_PFIFO_CACHE1_METHOD_COUNT)
        : FIELD_EX32(LOOK(DMA_STATE), NV_PFIFO_CACHE1_DMA_STATE,
                     METHOD_COUNT);
    l.subroutine = LOOK(SUBROUTINE);
    l.get = l.owner ? LOOK(DMA_GET) : nv_user_get(channel(run));
    return l;
}

/* The engine may have a lot to copy. */
static void settle(Run *run)
{
    nv_handle_switch(run->nv);
    for (unsigned i = nv_polls(); i; i--) {
        if (!nv_field(run->nv, NV_PGRAPH_STATUS, BUSY)) {
            return;
        }
    }
    run->endless = true;
}

/* Where a command that submits no methods sends the pusher */
static uint32_t after_control(Run *run, const Look *l, uint32_t word)
{
    const NVCard *card = run->nv->card;
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
static uint32_t after(Run *run, const Look *l, unsigned count)
{
    uint32_t left = l->left;
    uint32_t at = l->get;

    while (count-- && at < NV_PUSH_SIZE && at != run->put[run->chan]) {
        uint32_t word = le32_to_cpu(run->rig->push[run->chan][at / 4]);

        if (left) {
            left--;
        } else if (word & 0xa0030003) {
            return at == l->get ? after_control(run, l, word) : at;
        } else {
            left = extract32(word, 18, 11);
        }
        at += 4;
    }
    return at == l->get ? at + 4 : at;
}

/* Has the words up to @put go through CACHE1, one by one or a few at once. */
static void step(Run *run)
{
    bool one = run->stream->waits || run->stream->seed % 4 == 0;
    uint32_t end = run->put[run->chan];
    Look before = look(run);

    for (unsigned i = 0; before.get != end && !before.error; i++) {
        uint32_t next = after(run, &before, one ? 1 : 1 + i % 7);
        Look now;

        if (i == STEPS) {
            run->endless = true;
            break;
        }
        if (!before.pulls || before.acquires) {
            break;
        }
        if (next == before.get) {
            break;
        }
        nv_wr32(run->nv, A_NV_PFIFO_CACHE1_PULL0, 0);
        put(run, next);
        nv_wr32(run->nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        nv_handle_switch(run->nv);
        now = look(run);
        if (now.waits && now.pulls) {
            settle(run);
            now = look(run);
        }
        if (now.get == before.get || (now.waits && now.pulls)) {
            break;
        }
        before = now;
    }
    put(run, end);
}

static void submit(Run *run)
{
    run->put[run->chan] = run->cur;
    switch (run->way) {
    case STRAIGHT:
        put(run, run->cur);
        break;
    case BY_SUBMISSION:
        if (look(run).pulls) {
            nv_wr32(run->nv, A_NV_PFIFO_CACHE1_PULL0, 0);
            put(run, run->cur);
            nv_wr32(run->nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        } else {
            put(run, run->cur);
        }
        break;
    case BY_WORD:
        step(run);
        break;
    }
}

/* --- Streams ---------------------------------------------------------- */

/*
 * If the stream is to be stepped, an access mustn't let it run on. If CACHE1 is
 * full, it doesn't: one word more or less in it would make a difference when
 * the puller continues, and the pusher waits with it.
 */
static void hold(Run *run)
{
    Look l;

    if (run->way != BY_WORD) {
        return;
    }
    l = look(run);
    if ((l.owner || nv_is_tesla(run->nv)) && !l.full &&
        l.get != run->put[run->chan]) {
        put(run, l.get);
    }
}

static void go_on(Run *run)
{
    if (run->way == BY_WORD) {
        step(run);
    }
}

static void run_words(Run *run, const NVItem *item)
{
    uint32_t *words = run->rig->push[run->chan];

    for (unsigned i = 0; i < item->count; i++) {
        uint32_t word = item->words[i];

        if (item->relative & BIT(i)) {
            word += run->cur;
        }
        words[run->cur / 4] = cpu_to_le32(word);
        run->cur += 4;
    }
}

/* A channel is only unloaded when all its work is done. */
static void run_channel(Run *run, const NVItem *item, unsigned index)
{
    if (run->way == STRAIGHT) {
        Look l = look(run);
        bool done = !l.error && l.pulls && !l.waits && !l.acquires &&
                    l.get == run->put[run->chan] &&
                    run->cur == run->put[run->chan];

        run->took = deposit64(run->took, index, 1, done);
    }
    if (extract64(run->took, index, 1) && item->addr != run->chan) {
        enter(run, item->addr);
    }
}

/*
 * From NV50 on it is unloaded when the run list has another one, whatever it
 * waits for, along with CACHE1's contents; with the same list it returns at
 * once.
 */
static void run_list(Run *run, const NVItem *item)
{
    submit(run);
    settle(run);
    hold(run);
    nv_tesla_runlist_set(run->nv, NULL, 0);
    put(run, run->put[run->chan]);
    run->chan = item->addr;
    run->cur = run->put[run->chan];
    hold(run);
    list(run, run->chan);
    go_on(run);
    settle(run);
}

static void run_item(Run *run, const NVItem *item, unsigned index)
{
    NVDev *nv = run->nv;

    switch (item->kind) {
    case NV_ITEM_WORDS_PUSHED:
        run_words(run, item);
        return;
    case NV_ITEM_SUBMIT:
        submit(run);
        break;
    case NV_ITEM_CHANNEL:
        if (nv_is_tesla(nv)) {
            run_list(run, item);
        } else {
            run_channel(run, item, index);
        }
        return;
    case NV_ITEM_WRITE:
        hold(run);
        nv_wr32(nv, item->addr, item->words[0]);
        go_on(run);
        break;
    case NV_ITEM_MEMORY:
        hold(run);
        run->rig->memory[item->addr / 4] = cpu_to_le32(item->words[0]);
        nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
        go_on(run);
        break;
    case NV_ITEM_SKIP:
        hold(run);
        if (nv_cache1_used(nv)) {
            nv_wr32(nv, A_NV_PFIFO_CACHE1_GET,
                    nv_rd32(nv, A_NV_PFIFO_CACHE1_GET) + 4);
        }
        nv_wr32(nv, A_NV_PFIFO_INTR, UINT32_MAX);
        nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
        go_on(run);
        break;
    case NV_ITEM_RECOVER:
        if (look(run).owner) {
            put(run, run->put[run->chan]);
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, run->put[run->chan]);
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0);
            if (nv_is_tesla(nv)) {
                nv_wr32(nv, A_NV50_PFIFO_CACHE1_METHOD_COUNT, 0);
            }
            nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
            nv_wr32(nv, A_NV_PFIFO_INTR, UINT32_MAX);
        }
        break;
    }
    settle(run);
}

static void run_stream(Run *run, const NVStream *s, Way way)
{
    run->way = way;
    run->stream = s;
    begin(run);
    for (unsigned i = 0; i < s->count && !run->endless; i++) {
        run_item(run, &s->items[i], i);
    }
    if (!run->endless) {
        nv_rig_read(run->rig, &run->states[way]);
    }
}

static bool states_differ(Run *run, Way way, bool tell)
{
    const char *const ways[2] = { way_names[STRAIGHT], way_names[way] };

    return nv_rig_differs(run->rig, &run->states[STRAIGHT],
                          &run->states[way], tell ? ways : NULL);
}

/* @tell: what differs */
static bool stream_differs(Run *run, const NVStream *s, bool tell)
{
    static const Way others[] = { BY_WORD, BY_SUBMISSION };

    run_stream(run, s, STRAIGHT);
    if (run->endless) {
        return false;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        if (others[i] == BY_SUBMISSION && s->waits) {
            /* The pusher waits with the puller, and leaves CACHE1 empty. */
            continue;
        }
        run_stream(run, s, others[i]);
        if (run->endless) {
            return false;
        }
        if (states_differ(run, others[i], tell)) {
            return true;
        }
    }
    return false;
}

static bool shorter_differs(const NVStream *s, void *opaque)
{
    return stream_differs(opaque, s, false);
}

static void differential(NVDev *test)
{
    g_autofree Run *run = g_new0(Run, 1);
    unsigned streams = nv_test_rounds("NV_STREAMS", STREAMS,
                                      STREAMS_USUALLY);
    uint32_t seed = nv_test_number("NV_SEED", 0, 1);
    unsigned failures = 0, endless = 0;
    NVStream s;

    if (nv_share_skips(false)) {
        return;
    }
    run->rig = nv_rig_new(test->card);
    run->nv = run->rig->nv;
    g_test_message("%u streams from NV_SEED=%u on", streams, seed);
    for (unsigned i = 0; i < streams && failures < FAILURES; i++) {
        nv_stream_random(&s, test->card, seed + i);
        if (stream_differs(run, &s, false)) {
            failures++;
            nv_stream_shrink(&s, shorter_differs, run);
            nv_fail("%s: NV_SEED=%u differs, at least:", test->card->name,
                    s.seed);
            nv_stream_print(&s);
            stream_differs(run, &s, true);
        }
        endless += run->endless;
    }
    g_test_message("%" PRIu64 " methods, %" PRIu64 " switches, %" PRIu64
                   " errors of the pusher, %" PRIu64 " of the puller",
                   nv_statistic(run->nv, "methods"),
                   nv_statistic(run->nv, "switches"),
                   nv_statistic(run->nv, "pusher-errors"),
                   nv_statistic(run->nv, "cache-errors"));
    g_test_message("%u streams didn't come to an end", endless);
    g_assert_cmpuint(endless, <=, streams / 100);
    nv_rig_free(run->rig);
}

static const NVTest tests[] = {
    { "differential/straight-and-one-by-one",
      "cache1-queue dma-put-get dma-state-mthd dma-state-mcnt queue-full "
      "gray-code engine-methods",
      differential, .no_machine = true, .tesla = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}

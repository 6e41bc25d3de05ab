/*
 * Tests of the NVIDIA GPU: random streams of commands and register accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/graph-regs.h"
#include "hw/nv/graph-regs-nv50.h"
#include "nv-channel.h"
#include "nv-stream.h"

/* Nothing goes backwards: a stream ends. */

bool nv_stream_target(const NVCard *card, uint32_t word, uint32_t *target)
{
    bool call = card->features & NV_CARD_CALL;

    if ((word & 0xe0000003) == 0x20000000) {
        *target = word & 0x1ffffffc;
        return true;
    }
    *target = word & ~3;
    return call && ((word & 3) == 1 || (word & 3) == 2);
}

/* --- Words ------------------------------------------------------------ */

typedef struct NVMaker {
    GRand *rand;
    const NVCard *card;
    NVStream *stream;
} NVMaker;

static unsigned nv_draw(NVMaker *m, unsigned count)
{
    return g_rand_int_range(m->rand, 0, count);
}

static NVItem *nv_item(NVMaker *m, NVItemKind kind, const char *name)
{
    NVItem *item = &m->stream->items[m->stream->count++];

    *item = (NVItem) { .kind = kind, .name = name };
    return item;
}

static void nv_word(NVItem *item, uint32_t word)
{
    if (item->count < NV_ITEM_WORDS) {
        item->words[item->count++] = word;
    }
}

/* A word that has its own place in the pushbuffer added to it */
static void nv_word_relative(NVItem *item, uint32_t word)
{
    item->relative |= BIT(item->count);
    nv_word(item, word);
}

static bool nv_maker_has(const NVMaker *m, uint32_t features)
{
    return !(features & ~m->card->features);
}

static uint32_t nv_random_handle(NVMaker *m)
{
    return NV_STREAM_HANDLE(nv_draw(m, nv_maker_has(m, NV_CARD_NV50)
                                       ? NV_STREAM_NO_ENGINE + 1
                                       : NV_STREAM__HANDLES + 1));
}

static uint32_t nv_random_data(NVMaker *m)
{
    switch (nv_draw(m, 4)) {
    case 0:
        return nv_draw(m, 16);
    case 1:
        return nv_draw(m, NV_STREAM_MEMORY) & ~3;
    case 2:
        return nv_random_handle(m);
    default:
        return g_rand_int(m->rand);
    }
}

static uint32_t nv_random_header(NVMaker *m, uint32_t mthd, unsigned count)
{
    bool ni = m->card->features & NV_CARD_NONINC ? !nv_draw(m, 3)
                                                 : !nv_draw(m, 30);

    return (ni ? BIT(30) : 0) | NV_CMD_INC(nv_draw(m, 8), mthd, count);
}

/* Most subchannels are bound by nv_make_bindings(). */
static void nv_make_object(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "object");

    nv_word(item, NV_CMD_INC(nv_draw(m, 8), NV_MTHD_OBJECT, 1));
    nv_word(item, nv_random_handle(m));
}

static void nv_make_bindings(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "objects");

    for (unsigned subc = 0; subc < 8; subc++) {
        if (nv_draw(m, 8)) {
            nv_word(item, NV_CMD_INC(subc, NV_MTHD_OBJECT, 1));
            nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 5)));
        }
    }
}

static uint32_t nv_random_method(NVMaker *m)
{
    switch (nv_draw(m, 8)) {
    case 0:
        return 0x0100;
    case 1:
        return 0x0100 + nv_draw(m, 0x20) * 4;
    case 2:
        return 0x0180 + nv_draw(m, 0x20) * 4;
    case 3:
        return 0x1fe0 + nv_draw(m, 8) * 4;
    case 4:
    case 5:
        return 0x0300 + nv_draw(m, 12) * 4;
    default:
        return 0x0200 + nv_draw(m, 0x780) * 4;
    }
}

/* A command whose count may be wrong now and then */
static void nv_make_methods(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "methods");
    unsigned count = nv_draw(m, 9);

    nv_word(item, nv_random_header(m, nv_random_method(m), count));
    if (!nv_draw(m, 20)) {
        count = nv_draw(m, 9);
    }
    for (unsigned i = 0; i < count; i++) {
        nv_word(item, nv_random_data(m));
    }
}

static void nv_make_handles(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "handles");
    unsigned count = 1 + nv_draw(m, 6);

    nv_word(item, nv_random_header(m, 0x0180 + nv_draw(m, 0x20) * 4, count));
    for (unsigned i = 0; i < count; i++) {
        nv_word(item, nv_draw(m, 12) ? NV_STREAM_HANDLE(nv_draw(m, 11))
                                     : nv_random_handle(m));
    }
}

/* A few long runs, and many short ones, as drivers push them */
static void nv_make_nops(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "nops");
    unsigned subc = nv_draw(m, 8);

    for (unsigned i = 0; i < 6; i++) {
        nv_word(item, NV_CMD_INC(subc, 0x0100, 1));
        nv_word(item, nv_random_data(m));
    }
}

/* A copy within memory, by an object that is bound here */
static void nv_make_copy(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "copy");
    unsigned subc = nv_draw(m, 8);

    nv_word(item, NV_CMD_INC(subc, NV_MTHD_OBJECT, 1));
    nv_word(item, NV_STREAM_HANDLE(NV_STREAM_M2MF));
    nv_word(item, NV_CMD_INC(subc, 0x0180, 3));
    nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 2) ? NV_STREAM_DMA_WRITE
                                                 : NV_STREAM_DMA));
    nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 2) ? NV_STREAM_DMA_READ
                                                 : NV_STREAM_DMA));
    nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 2) ? NV_STREAM_DMA_WRITE
                                                 : NV_STREAM_DMA));
    if (nv_maker_has(m, NV_CARD_NV50)) {
        /* In lines of a pitch: 0 is in blocks */
        nv_word(item, NV_CMD_INC(subc, 0x0200, 1));
        nv_word(item, nv_draw(m, 8) > 0);
        nv_word(item, NV_CMD_INC(subc, 0x021c, 1));
        nv_word(item, nv_draw(m, 8) > 0);
    }
    nv_word(item, NV_CMD_INC(subc, 0x030c, 8));
    nv_word(item, nv_draw(m, NV_STREAM_MEMORY));
    nv_word(item, nv_draw(m, NV_STREAM_MEMORY));
    nv_word(item, nv_draw(m, 256));
    nv_word(item, nv_draw(m, 256));
    nv_word(item, nv_draw(m, 64));
    nv_word(item, nv_draw(m, 4));
    nv_word(item, nv_draw(m, 8) ? 0x0101 : 0x0201);
    nv_word(item, nv_draw(m, 3));
}

/* A rectangle in memory, of 8 bits per pixel, by NV50's 2D object */
static void nv_make_rectangle(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "rectangle");
    unsigned subc = nv_draw(m, 8);

    nv_word(item, NV_CMD_INC(subc, NV_MTHD_OBJECT, 1));
    nv_word(item, NV_STREAM_HANDLE(NV_STREAM_PATTERN));
    nv_word(item, NV_CMD_INC(subc, 0x0184, 1));
    nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 2) ? NV_STREAM_DMA_WRITE
                                                 : NV_STREAM_DMA));
    nv_word(item, NV_CMD_INC(subc, 0x0200, 2));
    nv_word(item, nv_draw(m, 8) ? 0xf3 : 0xcf);
    nv_word(item, 1);
    nv_word(item, NV_CMD_INC(subc, 0x0214, 5));
    nv_word(item, 64);
    nv_word(item, 32);
    nv_word(item, 32);
    nv_word(item, 0);
    nv_word(item, nv_draw(m, NV_STREAM_MEMORY * 5 / 4) & ~0xff);
    nv_word(item, NV_CMD_INC(subc, 0x0580, 3));
    nv_word(item, nv_draw(m, 8) ? 4 : nv_draw(m, 6));
    nv_word(item, 0xf3);
    nv_word(item, nv_random_data(m));
    nv_word(item, NV_CMD_INC(subc, 0x05e0, 2));
    nv_word(item, nv_draw(m, 40) << 16 | nv_draw(m, 40));
    nv_word(item, nv_draw(m, 40) << 16 | nv_draw(m, 40));
}

/* PFIFO's own methods, and methods that don't exist */
static void nv_make_host(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "host");
    bool ref = nv_draw(m, 4);
    unsigned count = nv_draw(m, 8) ? 1 : nv_draw(m, 6);

    /* From NV50 on a semaphore needs no object that has been bound. */
    m->stream->waits |= !ref && nv_maker_has(m, NV_CARD_NV50);
    nv_word(item, nv_random_header(m, ref ? NV_MTHD_REF_CNT
                                          : nv_draw(m, 0x40) * 4, count));
    for (unsigned i = 0; i < count; i++) {
        nv_word(item, nv_random_data(m));
    }
}

static void nv_make_semaphore(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "semaphore");
    unsigned subc = nv_draw(m, 8);
    unsigned mthd = 0x60 + nv_draw(m, 4) * 4;

    m->stream->waits = true;
    nv_word(item, NV_CMD_INC(subc, 0x0060, 2));
    nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 8) ? NV_STREAM_DMA_SEMAPHORE
                                                 : NV_STREAM_DMA));
    nv_word(item, nv_draw(m, 4) * 4);
    nv_word(item, NV_CMD_INC(subc, mthd, 1));
    nv_word(item, mthd == 0x60 ? nv_random_handle(m) : nv_draw(m, 3));
    nv_word(item, NV_CMD_INC(subc, 0x0068 + nv_draw(m, 2) * 4, 1));
    nv_word(item, nv_draw(m, 3));
}

/* One of 16 bytes: released, or waited for in one of two ways */
static void nv_make_long_semaphore(NVMaker *m)
{
    static const uint8_t operations[] = { 1, 2, 2, 4 };
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "long semaphore");
    unsigned subc = nv_draw(m, 8);
    unsigned words = 4 - (nv_draw(m, 4) ? 0 : nv_draw(m, 4));
    unsigned op = operations[nv_draw(m, ARRAY_SIZE(operations))];

    m->stream->waits = true;
    nv_word(item, NV_CMD_INC(subc, 0x0060, 1));
    nv_word(item, NV_STREAM_HANDLE(nv_draw(m, 8) ? NV_STREAM_DMA_SEMAPHORE
                                                 : NV_STREAM_DMA_READ));
    nv_word(item, NV_CMD_INC(subc, 0x0010, words));
    nv_word(item, nv_draw(m, 40) ? 0 : nv_random_data(m));
    nv_word(item, nv_draw(m, 20) ? nv_draw(m, 4) * 4 : nv_random_data(m));
    nv_word(item, nv_draw(m, 4) ? nv_draw(m, 3) : nv_random_data(m));
    nv_word(item, nv_draw(m, 20) ? op : nv_draw(m, 9));
    item->count -= 4 - words;
}

/* NOTIFY_INTR and WRCACHE_FLUSH */
static void nv_make_notify(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "notify");

    nv_word(item, NV_CMD_INC(nv_draw(m, 8), 0x0020 + nv_draw(m, 2) * 4, 1));
    nv_word(item, nv_random_data(m));
}

static void nv_make_yield(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "yield");

    m->stream->waits = true;
    nv_word(item, NV_CMD_INC(nv_draw(m, 8), 0x0080, 1));
    nv_word(item, nv_random_data(m));
}

/* --- Control flow ----------------------------------------------------- */

/* A jump over words that must not be read */
static void nv_make_jump(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "jump");
    unsigned words = nv_draw(m, 4);
    uint32_t over = (1 + words) * 4;

    nv_word_relative(item, nv_draw(m, 2) ? NV_CMD_OLD_JUMP(over)
                                         : NV_CMD_JUMP(over));
    for (unsigned i = 0; i < words; i++) {
        nv_word(item, 0xffffffff);
    }
}

/* A subroutine behind its call: "call 8; jump end; method; return; end:" */
static void nv_make_call(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "call");

    nv_word_relative(item, NV_CMD_CALL(8));
    nv_word_relative(item, NV_CMD_OLD_JUMP(16));
    nv_word(item, NV_CMD_INC(nv_draw(m, 8), 0x0100, 1));
    nv_word(item, nv_random_data(m));
    nv_word(item, NV_CMD_RETURN);
    if (!nv_draw(m, 4)) {
        /* Without the method, and to the call's own end */
        item->words[2] = NV_CMD_RETURN;
        item->count = 3;
        item->words[1] = NV_CMD_OLD_JUMP(8);
    }
}

static void nv_make_sli(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "sli");

    nv_word(item, NV_CMD_SLI(nv_draw(m, 16)));
}

/* Any word, but for those that go to the pushbuffer's beginning */
static void nv_make_garbage(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_WORDS_PUSHED, "garbage");
    uint32_t target;
    uint32_t word;

    do {
        word = g_rand_int(m->rand) & g_rand_int(m->rand);
        if (!nv_draw(m, 4)) {
            word &= 0x0003ffff;
        }
    } while (nv_stream_target(m->card, word, &target) &&
             target < 2 * NV_PUSH_SIZE);
    nv_word(item, word);
}

/* --- Accesses --------------------------------------------------------- */

static void nv_make_write(NVMaker *m)
{
    static const struct {
        const char *name;
        uint32_t addr;
        uint32_t mask;
        uint32_t needs, lacks;
    } regs[] = {
        { "INTR", A_NV_PFIFO_INTR, UINT32_MAX },
        { "PULL0", A_NV_PFIFO_CACHE1_PULL0, 0x1 },
        { "PULL0", A_NV_PFIFO_CACHE1_PULL0, 0x1 },
        { "CACHES", A_NV_PFIFO_CACHES, 0x1 },
        { "PUSH0", A_NV_PFIFO_CACHE1_PUSH0, 0x1 },
        { "DMA_PUSH", A_NV_PFIFO_CACHE1_DMA_PUSH, 0x1 },
        { "DMA_STATE", A_NV_PFIFO_CACHE1_DMA_STATE, 0x001cfffc,
          .lacks = NV_CARD_NV50 },
        { "ENGINE", A_NV_PFIFO_CACHE1_ENGINE, 0x11111111 },
        { "HASH", A_NV_PFIFO_CACHE1_HASH, UINT32_MAX },
        { "PULL1", A_NV_PFIFO_CACHE1_PULL1, 0x1 },
        { "INTR_EN", A_NV_PFIFO_INTR_EN, UINT32_MAX },
        { "PGRAPH_FIFO", A_NV_PGRAPH_FIFO, 0x1, .lacks = NV_CARD_NV50 },
        { "PGRAPH_INTR", A_NV_PGRAPH_INTR, UINT32_MAX },
        { "REF", A_NV_PFIFO_CACHE1_REF, UINT32_MAX, NV_CARD_REF },
        { "SUBROUTINE", A_NV_PFIFO_CACHE1_SUBROUTINE, 0x0, NV_CARD_CALL },
        { "SLI", A_NV_PFIFO_SLI, 0x20000fff, NV_CARD_SLI },
        { "DMA_STATE", A_NV_PFIFO_CACHE1_DMA_STATE, 0x0000fffd,
          NV_CARD_NV50 },
        { "METHOD_COUNT", A_NV50_PFIFO_CACHE1_METHOD_COUNT, 0x7,
          NV_CARD_NV50 },
        { "PGRAPH_FIFO", A_NV50_PGRAPH_FIFO_CONTROL, 0x1, NV_CARD_NV50 },
        { "SEQUENCE", A_NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE, UINT32_MAX,
          NV_CARD_NV84 },
    };
    unsigned n = nv_draw(m, ARRAY_SIZE(regs));
    NVItem *item;

    if (!nv_maker_has(m, regs[n].needs) ||
        regs[n].lacks & m->card->features) {
        return;
    }
    item = nv_item(m, NV_ITEM_WRITE, regs[n].name);
    item->addr = regs[n].addr;
    /* Anything that is turned off is usually turned on again. */
    nv_word(item, regs[n].mask == 1 ? nv_draw(m, 3) > 0
                                    : g_rand_int(m->rand) & regs[n].mask);
}

static void nv_make_memory(NVMaker *m)
{
    NVItem *item = nv_item(m, NV_ITEM_MEMORY, "memory");

    item->addr = nv_draw(m, 4) * 4;
    nv_word(item, nv_draw(m, 3));
}

static void nv_make_channel(NVMaker *m)
{
    nv_item(m, NV_ITEM_CHANNEL, "channel")->addr =
        nv_draw(m, NV_STREAM_CHANNELS);
}

static void nv_make_access(NVMaker *m)
{
    switch (nv_draw(m, 8)) {
    case 0:
        nv_make_memory(m);
        break;
    case 1:
        nv_item(m, NV_ITEM_SKIP, "skip");
        break;
    case 2:
        nv_item(m, NV_ITEM_RECOVER, "recover");
        break;
    case 3:
        nv_make_channel(m);
        break;
    default:
        nv_make_write(m);
        break;
    }
}

/* --- Streams ---------------------------------------------------------- */

static const struct {
    void (*make)(NVMaker *m);
    unsigned weight;
    uint32_t needs;
} nv_makers[] = {
    { nv_make_methods, 12 },
    { nv_make_handles, 6 },
    { nv_make_nops, 6 },
    { nv_make_copy, 6 },
    { nv_make_object, 6 },
    { nv_make_host, 5 },
    { nv_make_jump, 4 },
    { nv_make_call, 4 },
    { nv_make_garbage, 1 },
    { nv_make_semaphore, 2, NV_CARD_SEMAPHORE },
    { nv_make_yield, 1, NV_CARD_YIELD },
    { nv_make_sli, 3, NV_CARD_SLI },
    { nv_make_rectangle, 4, NV_CARD_NV50 },
    { nv_make_long_semaphore, 3, NV_CARD_NV84 },
    { nv_make_notify, 1, NV_CARD_NV84 },
};

static void nv_make_words(NVMaker *m)
{
    unsigned total = 0, n;

    for (unsigned i = 0; i < ARRAY_SIZE(nv_makers); i++) {
        total += nv_makers[i].weight;
    }
    n = nv_draw(m, total);
    for (unsigned i = 0; i < ARRAY_SIZE(nv_makers); i++) {
        if (n < nv_makers[i].weight) {
            if (nv_maker_has(m, nv_makers[i].needs)) {
                nv_makers[i].make(m);
            }
            return;
        }
        n -= nv_makers[i].weight;
    }
}

void nv_stream_random(NVStream *s, const NVCard *card, uint32_t seed)
{
    NVMaker m = {
        .rand = g_rand_new_with_seed(seed),
        .card = card,
        .stream = s,
    };
    unsigned count = 2 + nv_draw(&m, NV_STREAM_ITEMS - 3);

    *s = (NVStream) {
        .seed = seed,
        /* Mostly near a page's end */
        .start = nv_draw(&m, 2) * 0x1000 + nv_draw(&m, 0x400) * 4,
        .cache = nv_draw(&m, card->cache1_entries * 2) * 4,
    };
    if (nv_draw(&m, 8)) {
        nv_make_bindings(&m);
    }
    while (s->count < count) {
        switch (nv_draw(&m, 8)) {
        case 0:
            nv_item(&m, NV_ITEM_SUBMIT, "submit");
            break;
        case 1:
            nv_make_access(&m);
            break;
        default:
            nv_make_words(&m);
            break;
        }
    }
    nv_item(&m, NV_ITEM_SUBMIT, "submit");
    g_rand_free(m.rand);
}

void nv_stream_print(const NVStream *s)
{
    g_test_message("stream %u: starts at 0x%x, in CACHE1 at 0x%x", s->seed,
                   s->start, s->cache);
    for (unsigned i = 0; i < s->count; i++) {
        const NVItem *item = &s->items[i];
        g_autoptr(GString) text = g_string_new(item->name);

        if (item->addr || item->kind == NV_ITEM_CHANNEL) {
            g_string_append_printf(text, " 0x%x", item->addr);
        }
        for (unsigned n = 0; n < item->count; n++) {
            g_string_append_printf(text, " %s%08x",
                                   item->relative & BIT(n) ? "+" : "",
                                   item->words[n]);
        }
        g_test_message("  %s", text->str);
    }
}

/* --- Shrinking -------------------------------------------------------- */

static void nv_stream_cut(NVStream *s, unsigned first, unsigned count)
{
    memmove(&s->items[first], &s->items[first + count],
            (s->count - first - count) * sizeof(s->items[0]));
    s->count -= count;
}

static void nv_item_cut(NVItem *item, unsigned word)
{
    uint32_t low = item->relative & (BIT(word) - 1);

    memmove(&item->words[word], &item->words[word + 1],
            (item->count - word - 1) * sizeof(item->words[0]));
    item->relative = low | (item->relative >> (word + 1)) << word;
    item->count--;
}

/* Leaves out items, ever fewer at a time, until each of them is needed. */
static bool nv_stream_shrink_items(NVStream *s,
                                   bool (*fails)(const NVStream *, void *),
                                   void *opaque)
{
    bool shrunk = false;

    for (unsigned size = MAX(s->count / 2, 1); size; size /= 2) {
        for (unsigned first = 0; first + size <= s->count;) {
            NVStream less = *s;

            nv_stream_cut(&less, first, size);
            if (fails(&less, opaque)) {
                *s = less;
                shrunk = true;
            } else {
                first++;
            }
        }
    }
    return shrunk;
}

static bool nv_stream_shrink_words(NVStream *s,
                                   bool (*fails)(const NVStream *, void *),
                                   void *opaque)
{
    bool shrunk = false;

    for (unsigned i = 0; i < s->count; i++) {
        for (unsigned n = s->items[i].count; n--;) {
            NVStream less = *s;

            nv_item_cut(&less.items[i], n);
            if (s->items[i].kind == NV_ITEM_WORDS_PUSHED &&
                fails(&less, opaque)) {
                *s = less;
                shrunk = true;
            }
        }
    }
    return shrunk;
}

void nv_stream_shrink(NVStream *s, bool (*fails)(const NVStream *, void *),
                      void *opaque)
{
    while (nv_stream_shrink_items(s, fails, opaque) ||
           nv_stream_shrink_words(s, fails, opaque)) {
        /*
         * Items that a longer stream needed may not be needed by a shorter one.
         */
    }
}

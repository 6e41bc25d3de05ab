/*
 * NVIDIA GPU: the checker: pushbuffers and entries that change once submitted
 *
 * Submissions are copied, up to a limit, and compared with what the card later
 * reads: commands and their data if they come directly from a pushbuffer, and
 * entries when they are fetched.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-inspect.h"
#include "checker.h"
#include "role.h"

/* Largest number of pieces and words that are copied per channel */
#define NV_PIECES 1024
#define NV_PIECE_WORDS 65536

#define NV_ENTRY_BYTES 8

/**
 * struct NVPiece - a part of a submission
 *
 * @number: number of the entry that points to it; 0 without entries
 * @addr: its address
 * @bytes: its length
 * @words, @count: the copied contents
 */
typedef struct NVPiece {
    uint32_t number;
    uint64_t addr, bytes;
    uint32_t *words;
    uint32_t count;
} NVPiece;

/**
 * struct NVCheckerChannel - a channel's submissions
 *
 * @pieces: NVPiece, in the order in which the card reads them
 * @words: number of words of all of them
 * @now: the piece that is being read
 * @entries: each piece has an entry
 * @ring, @next: address of the entries, and the number after the last one
 */
typedef struct NVCheckerChannel {
    GQueue pieces;
    uint32_t words;
    NVPiece *now;
    bool entries;
    uint64_t ring;
    uint32_t next;
} NVCheckerChannel;

/** struct NVCheckerPush - @channels: NVCheckerChannel */
typedef struct NVCheckerPush {
    NVPerChannel channels;
} NVCheckerPush;

/* --- Pieces ----------------------------------------------------------- */

static void nv_piece_free(NVPiece *piece)
{
    if (piece) {
        g_free(piece->words);
        g_free(piece);
    }
}

/* Go on to the next piece. */
static void nv_piece_begin(NVCheckerChannel *chan)
{
    nv_piece_free(chan->now);
    chan->now = g_queue_pop_head(&chan->pieces);
    if (chan->now) {
        chan->words -= chan->now->count;
    }
}

static void nv_pieces_forget(void *entry)
{
    NVCheckerChannel *chan = entry;

    do {
        nv_piece_begin(chan);
    } while (chan->now);
    chan->next = 0;
}

static bool nv_push_read(NVGPU *gpu, const NVDMAObject *obj, uint64_t addr,
                         uint32_t *words, uint32_t count)
{
    if (!nv_dmaobj_read(gpu, obj, addr, words, count * 4ull, NULL)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        words[i] = nv_fifo_ldl(gpu, &words[i]);
    }
    return true;
}

/* Copy a piece; one that exceeds the limits isn't compared. */
static void nv_piece_add(NVGPU *gpu, NVCheckerChannel *chan,
                         const NVDMAObject *obj, uint32_t number,
                         uint64_t addr, uint64_t bytes)
{
    NVPiece *piece = g_new0(NVPiece, 1);

    *piece = (NVPiece) { .number = number, .addr = addr, .bytes = bytes };
    if (chan->pieces.length < NV_PIECES &&
        bytes / 4 <= NV_PIECE_WORDS - chan->words) {
        piece->count = bytes / 4;
        piece->words = g_new(uint32_t, piece->count);
        if (!nv_push_read(gpu, obj, addr, piece->words, piece->count)) {
            piece->count = 0;
        }
        chan->words += piece->count;
    }
    if (chan->pieces.length >= NV_PIECES) {
        nv_piece_free(g_queue_pop_tail(&chan->pieces));
    }
    g_queue_push_tail(&chan->pieces, piece);
}

static bool nv_piece_has(const NVPiece *piece, uint64_t addr)
{
    return piece && addr - piece->addr < piece->count * 4ull;
}

/* --- Submitting ------------------------------------------------------- */

static uint32_t nv_submitted_first(const NVCheckerChannel *chan,
                                   const NVChannelView *view, uint32_t put)
{
    uint32_t pending = (put - view->ring_get) & view->ring_mask;
    uint32_t known = (chan->next - view->ring_get) & view->ring_mask;

    return chan->ring == view->ring_at && known <= pending ? chan->next
                                                           : view->ring_get;
}

static void nv_checker_entries(NVGPU *gpu, NVCheckerChannel *chan,
                               const NVChannelView *view,
                               const NVDMAObject *obj, uint32_t put)
{
    uint32_t number = nv_submitted_first(chan, view, put);

    for (unsigned i = 0; number != put && i < NV_PIECES; i++) {
        uint32_t words[2];
        uint64_t addr, bytes;

        if (!nv_push_read(gpu, obj, view->ring_at + number * NV_ENTRY_BYTES,
                          words, 2)) {
            break;
        }
        addr = (uint64_t)extract32(words[1], 0, 8) << 32 | (words[0] & ~3u);
        bytes = extract32(words[1], 10, 21) * 4ull;
        if (bytes) {
            nv_piece_add(gpu, chan, obj, number, addr, bytes);
        }
        number = (number + 1) & view->ring_mask;
    }
    chan->ring = view->ring_at;
    chan->next = put;
}

/* A smaller PUT follows a jump back; nothing is copied then. */
static void nv_checker_words(NVGPU *gpu, NVCheckerChannel *chan,
                             const NVChannelView *view, const NVDMAObject *obj,
                             uint64_t put)
{
    uint64_t from = view->put;

    if (from == view->get) {
        nv_pieces_forget(chan);
    }
    if (put > from && put - 1 <= view->limit &&
        put - from <= NV_PIECE_WORDS * 4ull) {
        nv_piece_add(gpu, chan, obj, 0, from, put - from);
    }
}

/* Name of the register in the channel's control area that was written */
static const char *nv_checker_put_name(NVGPU *gpu, bool entries)
{
    if (nv_checker_cards(gpu) & NV_CHECKER_NVC0) {
        return entries ? "NV_USERD_GP_PUT" : "NV_USERD_PUT";
    }
    return entries ? "NV50_USER_IB_PUT" : "NV_USER_DMA_PUT";
}

static void nv_checker_submit(NVGPU *gpu, NVCheckerChannel *chan,
                              const NVProbe *probe)
{
    const NVSubmitProbe *submit = &probe->submit;
    NVChannelView view;
    NVDMAObject obj;
    uint64_t end;

    nv_fifo_inspect(gpu, probe->chid, &view);
    if (!view.dma || !nv_fifo_push_space(gpu, probe->chid, &obj)) {
        return;
    }
    /* "dma_limit is ignored in IB mode." */
    end = submit->ring ? view.ring_mask
                       : view.limit == UINT64_MAX ? view.limit
                                                  : view.limit + 1;
    if (submit->put > end) {
        const char *name = nv_checker_put_name(gpu, submit->ring);

        nv_checker_find(gpu, NV_RULE_PUT_BEYOND, probe->chid, submit->ring,
                        &(NvFinding) {
                          .u.put_beyond.name = (char *)name,
                          .u.put_beyond.put = submit->put,
                          .u.put_beyond.end = end,
                      });
        return;
    }
    chan->entries = submit->ring;
    if (chan->entries) {
        nv_checker_entries(gpu, chan, &view, &obj, submit->put);
    } else {
        nv_checker_words(gpu, chan, &view, &obj, submit->put);
    }
}

/* --- Reading ---------------------------------------------------------- */

static void nv_checker_entry(NVGPU *gpu, NVCheckerChannel *chan,
                             const NVProbe *probe)
{
    const NVEntryProbe *entry = &probe->entry;
    const NVPiece *piece;

    do {
        nv_piece_begin(chan);
        piece = chan->now;
    } while (piece && piece->number != entry->number);
    if (piece && (piece->addr != entry->addr || piece->bytes != entry->size)) {
        nv_checker_find(gpu, NV_RULE_ENTRY_OVERWRITTEN, probe->chid,
                        entry->number, &(NvFinding) {
                          .u.entry_overwritten.entry = entry->number,
                          .u.entry_overwritten.address = entry->addr,
                          .u.entry_overwritten.bytes = entry->size,
                          .u.entry_overwritten.was = piece->addr,
                          .u.entry_overwritten.was_bytes = piece->bytes,
                      });
    }
}

static bool nv_piece_waits(const NVCheckerChannel *chan, uint64_t addr)
{
    for (GList *l = chan->pieces.head; l; l = l->next) {
        if (nv_piece_has(l->data, addr)) {
            return true;
        }
    }
    return false;
}

/*
 * Without entries, pieces are read in the order of submission, except for those
 * that a jump skips.
 */
static const NVPiece *nv_piece_at(NVCheckerChannel *chan, uint64_t addr)
{
    if (nv_piece_has(chan->now, addr)) {
        return chan->now;
    }
    if (chan->entries || !nv_piece_waits(chan, addr)) {
        return NULL;
    }
    do {
        nv_piece_begin(chan);
    } while (!nv_piece_has(chan->now, addr));
    return chan->now;
}

static void nv_checker_word(NVGPU *gpu, NVCheckerChannel *chan,
                            const NVProbe *probe)
{
    uint64_t addr = nv_role_get(probe, NV_ROLE_ADDR);
    uint32_t word = nv_role_get(probe, NV_ROLE_DATA);
    const NVPiece *piece;
    uint32_t was;

    if (addr == NV_PROBE_NOWHERE) {
        return;
    }
    piece = nv_piece_at(chan, addr);
    if (!piece) {
        return;
    }
    was = piece->words[(addr - piece->addr) / 4];
    if (was != word) {
        nv_checker_find(gpu, NV_RULE_PUSHBUFFER_OVERWRITTEN, probe->chid,
                        addr, &(NvFinding) {
                          .u.pushbuffer_overwritten.address = addr,
                          .u.pushbuffer_overwritten.has_method =
                              probe->kind == NV_PROBE_METHOD,
                          .u.pushbuffer_overwritten.method =
                              nv_role_get(probe, NV_ROLE_MTHD),
                          .u.pushbuffer_overwritten.value = word,
                          .u.pushbuffer_overwritten.was = was,
                      });
    }
}

static void nv_checker_push_see(NVGPU *gpu, void *opaque, const NVProbe *probe)
{
    NVCheckerPush *state = opaque;
    NVCheckerChannel *chan;

    chan = nv_per_channel(&state->channels, probe->chid, sizeof(*chan));
    switch (probe->kind) {
    case NV_PROBE_SUBMIT:
        nv_checker_submit(gpu, chan, probe);
        break;
    case NV_PROBE_ENTRY:
        nv_checker_entry(gpu, chan, probe);
        break;
    default:
        nv_checker_word(gpu, chan, probe);
        break;
    }
}

static void nv_checker_push_forget(void *opaque)
{
    NVCheckerPush *state = opaque;

    nv_per_channel_clear(&state->channels, nv_pieces_forget);
}

const NVCheckerPart nv_checker_push = {
    .kinds = NV_PROBE_BIT(SUBMIT) | NV_PROBE_BIT(ENTRY) |
             NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(METHOD),
    .size = sizeof(NVCheckerPush),
    .see = nv_checker_push_see,
    .forget = nv_checker_push_forget,
};

/*
 * NVIDIA GPU: dumps of pushbuffers, in the format of valgrind-mmt
 *
 * envytools' dedma reads a program's writes to pushbuffers as recorded by mmt.
 * This file writes what PFIFO has fetched, with a separate mapping per channel
 * ("dedma -v CHANNEL"): commands and their words in the order of execution, at
 * increasing addresses, even if the pushbuffer jumps.  Other lines tell what
 * was submitted, where a word came from, and what the channel did: references,
 * semaphores released, errors.  dedma skips them.
 *
 * Source: envytools, rnn/dedma.c and dedma_back.c, parse_valgrind().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-inspect.h"
#include "internal.h"
#include "output.h"

/* The prefix of all lines: a process's number, which is always 0 here */
#define NV_DUMP "--0000-- "

/* Commands, "pre-NVC0 format" and NVC0's, that have to be known here */
#define NV_DUMP_METHODS_MASK 0xa0030003
#define NV_DUMP_LONG_MASK 0xe0030003
#define NV_DUMP_LONG 0x00030000
#define NV_DUMP_NONINC 0x40000000
#define NV_DUMP_COUNT_SHIFT 18
#define NV_DUMP_COUNT_MAX 2047
#define NV_DUMP_SUBC_MTHD 0xfffc
#define NV_DUMP_MTHD 0x1ffc
#define NVC0_DUMP_MTHD 0xfff
#define NVC0_DUMP_FORM 0xe0000000
#define NVC0_DUMP_NONINC 0x60000000
#define NV_DUMP_LENGTH 0xffffff

/* Largest number of remembered handles, which the guest chooses */
#define NV_DUMP_OBJECTS 1024

/**
 * struct NVDumpChannel - state of a channel's mapping
 *
 * @addr: address of the next word, in bytes
 * @mthd: the next word's method, in bytes
 * @step: from one word's method to the next one's, in bytes
 * @header: if the last command has a separate length, which dedma doesn't know,
 *          the header of an equivalent command for few methods; else 0
 * @length_pending: the next word is the length
 * @left: methods left
 * @chunk: methods left of the equivalent command that was written last
 */
typedef struct NVDumpChannel {
    uint32_t addr;
    uint32_t mthd;
    uint32_t step;
    uint32_t header;
    bool length_pending;
    uint32_t left;
    uint32_t chunk;
} NVDumpChannel;

/**
 * struct NVPushdump - the dump
 *
 * @gpu: the device
 * @observer: sees the words that PFIFO fetches
 * @out: the output
 * @objects: handles whose class has been written
 * @channels: NVDumpChannel, the state of their mappings
 */
struct NVPushdump {
    NVGPU *gpu;
    NVObserver observer;
    NVOutput out;
    GHashTable *objects;
    NVPerChannel channels;
};

static bool nv_dump_is_pbdma(NVGPU *gpu)
{
    return nv_fifo_pbdmas(gpu);
}

static NVDumpChannel *nv_dump_channel(NVPushdump *dump, const NVProbe *probe)
{
    return nv_per_channel(&dump->channels, probe->chid, sizeof(NVDumpChannel));
}

/* --- Lines ------------------------------------------------------------- */

static void nv_dump_word(NVPushdump *dump, const NVProbe *probe, uint32_t word)
{
    NVDumpChannel *chan = nv_dump_channel(dump, probe);

    nv_output_printf(&dump->out, NV_DUMP "w %d:0x%08x, 0x%08x\n",
                     probe->chid, chan->addr, word);
    chan->addr += 4;
}

/* A line that dedma skips */
static void nv_dump_submission(NVPushdump *dump, const NVProbe *probe)
{
    if (probe->kind == NV_PROBE_ENTRY) {
        nv_output_printf(&dump->out, NV_DUMP "entry %d:%u at 0x%010" PRIx64
                         " bytes %" PRIu64 "\n", probe->chid,
                         probe->entry.number, probe->entry.addr,
                         probe->entry.size);
    } else {
        nv_output_printf(&dump->out, NV_DUMP "submit %d:0x%" PRIx64 "%s\n",
                         probe->chid, probe->submit.put,
                         probe->submit.ring ? " entries" : "");
    }
}

/* Write the class of a handle's object, which dedma can't look up. */
static void nv_dump_object(NVPushdump *dump, unsigned chid, uint32_t mthd,
                           uint32_t handle)
{
    bool software;
    uint32_t class = nv_fifo_handle_class(dump->gpu, chid, mthd, handle,
                                          &software);
    uint32_t what = class | (uint32_t)software << 31;
    gpointer key = GUINT_TO_POINTER(handle), known;

    if (!class || (g_hash_table_lookup_extended(dump->objects, key, NULL,
                                                &known) &&
                   GPOINTER_TO_UINT(known) == what)) {
        return;
    }
    if (g_hash_table_size(dump->objects) >= NV_DUMP_OBJECTS) {
        g_hash_table_remove_all(dump->objects);
    }
    g_hash_table_insert(dump->objects, key, GUINT_TO_POINTER(what));
    nv_output_printf(&dump->out, NV_DUMP "create gpu object 0x%08x:0x%08x "
                     "type 0x%04x%s\n", chid, handle, class,
                     software ? " software" : "");
}

/* The channel's results, which a replay has to reproduce */
static void nv_dump_result(NVPushdump *dump, const NVProbe *probe)
{
    const NVErrorProbe *error = &probe->error;

    switch (probe->kind) {
    case NV_PROBE_REFERENCE:
        nv_output_printf(&dump->out, NV_DUMP "reference %d:0x%08x\n",
                         probe->chid, probe->value.data);
        break;
    case NV_PROBE_RELEASE:
        nv_output_printf(&dump->out, NV_DUMP "release %d:0x%010" PRIx64
                         ", 0x%08x\n", probe->chid, probe->value.addr,
                         probe->value.data);
        break;
    default:
        /* Without a channel there is no mapping for it. */
        if (probe->chid >= 0) {
            nv_output_printf(&dump->out, NV_DUMP "error %d: %s subchannel %u "
                             "method 0x%04x data 0x%08" PRIx64 "\n",
                             probe->chid, error->what, error->subc,
                             error->mthd == NV_PROBE_NO_METHOD ? 0
                                                               : error->mthd,
                             error->data);
        }
        break;
    }
}

/* --- Commands ---------------------------------------------------------- */

/* Methods of a command with a separate length, in pieces */
static void nv_dump_long(NVPushdump *dump, const NVProbe *probe, uint32_t word)
{
    NVDumpChannel *chan = nv_dump_channel(dump, probe);

    if (chan->length_pending) {
        chan->length_pending = false;
        chan->left = word & NV_DUMP_LENGTH;
        return;
    }
    if (!chan->chunk) {
        chan->chunk = MIN(chan->left, NV_DUMP_COUNT_MAX);
        chan->left -= chan->chunk;
        nv_dump_word(dump, probe,
                     chan->header | chan->chunk << NV_DUMP_COUNT_SHIFT);
    }
    if (chan->chunk) {
        chan->chunk--;
        nv_dump_word(dump, probe, word);
    }
}

static void nv_dump_command(NVPushdump *dump, const NVProbe *probe)
{
    NVDumpChannel *chan = nv_dump_channel(dump, probe);
    uint32_t word = probe->command.word;
    bool pbdma = nv_dump_is_pbdma(dump->gpu);

    chan->mthd = pbdma ? (word & NVC0_DUMP_MTHD) << 2 : word & NV_DUMP_MTHD;
    chan->step = (pbdma ? (word & NVC0_DUMP_FORM) == NVC0_DUMP_NONINC
                        : word & NV_DUMP_NONINC) ? 0 : 4;
    chan->header = 0;
    if (pbdma || !(word & NV_DUMP_METHODS_MASK)) {
        nv_dump_word(dump, probe, word);
        return;
    }
    if ((word & NV_DUMP_LONG_MASK) == NV_DUMP_LONG) {
        chan->header = NV_DUMP_NONINC | (word & NV_DUMP_SUBC_MTHD);
        chan->length_pending = true;
        chan->left = chan->chunk = 0;
    }
    nv_output_printf(&dump->out, NV_DUMP "control %d:0x%08" PRIx64
                     ", 0x%08x\n", probe->chid, probe->command.addr, word);
}

static void nv_dump_words(NVPushdump *dump, const NVProbe *probe)
{
    NVDumpChannel *chan = nv_dump_channel(dump, probe);

    for (uint64_t i = 0; i < probe->words.size / 4; i++) {
        uint32_t word = qatomic_read(&probe->words.words[i]);

        if (chan->header) {
            nv_dump_long(dump, probe, word);
            continue;
        }
        if (nv_fifo_method_has_handle(dump->gpu, chan->mthd)) {
            nv_dump_object(dump, probe->chid, chan->mthd, word);
        }
        chan->mthd += chan->step;
        nv_dump_word(dump, probe, word);
    }
}

static NVVerdict nv_dump_see(NVObserver *observer, NVGPU *gpu, NVProbe *probe)
{
    NVPushdump *dump = container_of(observer, NVPushdump, observer);
    uint64_t lost = nv_output_lost(&dump->out);

    if (unlikely(lost)) {
        nv_output_printf(&dump->out, NV_DUMP "lost %" PRIu64 " lines\n", lost);
    }
    switch (probe->kind) {
    case NV_PROBE_COMMAND:
        nv_dump_command(dump, probe);
        break;
    case NV_PROBE_WORDS:
        nv_dump_words(dump, probe);
        break;
    case NV_PROBE_SUBMIT:
    case NV_PROBE_ENTRY:
        nv_dump_submission(dump, probe);
        break;
    default:
        nv_dump_result(dump, probe);
        break;
    }
    return NV_GO;
}

/* --- Life -------------------------------------------------------------- */

NVPushdump *nv_pushdump_new(NVGPU *gpu)
{
    NVPushdump *dump;

    if (!qemu_chr_fe_backend_connected(&gpu->pushdump_chr)) {
        return NULL;
    }
    dump = g_new0(NVPushdump, 1);
    dump->gpu = gpu;
    dump->objects = g_hash_table_new(NULL, NULL);
    nv_output_init(&dump->out, &gpu->pushdump_chr);
    dump->observer.see = nv_dump_see;
    nv_observer_add(gpu, &dump->observer, NV_OBSERVER_ONLOOKER);
    nv_observer_set(gpu, &dump->observer,
                    NV_PROBE_BIT(SUBMIT) | NV_PROBE_BIT(ENTRY) |
                    NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(WORDS) |
                    NV_PROBE_BIT(REFERENCE) | NV_PROBE_BIT(RELEASE) |
                    NV_PROBE_BIT(ERROR));
    return dump;
}

void nv_pushdump_free(NVPushdump *dump)
{
    if (dump) {
        nv_observer_remove(dump->gpu, &dump->observer);
        nv_output_exit(&dump->out);
        g_hash_table_unref(dump->objects);
        nv_per_channel_clear(&dump->channels, NULL);
        g_free(dump);
    }
}

/*
 * NVIDIA GPU: what a single register write costs, and a channel switch
 *
 * Each is the difference between the times for many and for few, which takes
 * out the round trip to QEMU.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "hw/nv/graph-regs.h"
#include "../qtest/libnv/nv-channel.h"
#include "bench.h"
#include "workload.h"

/* Consecutive registers that only store what is written */
#define STORAGE A_NV_PGRAPH_PATTERN_COLOR
#define STORAGE_COUNT 64

/* Methods that the null object ignores */
#define MTHD 0x300

/* Number of measurements of such short times: as many as there is time for */
#define ROUNDS 100

#define LONG_SLICE 0xffff
#define SHORT_SLICE 63

static int64_t least(int64_t a, int64_t b)
{
    return a && a < b ? a : b;
}

static void once_pio(void *opaque, double *ns, double *reference_ns)
{
    Card *card = opaque;
    uint32_t methods = card_methods(card, MTHD);
    int64_t pio = 0, pio_one = 0, storage = 0, storage_one = 0;

    for (unsigned i = 0; i < ROUNDS; i++) {
        pio = least(pio, card_fill(card, methods, STORAGE_COUNT));
        pio_one = least(pio_one, card_fill(card, methods, 1));
        storage = least(storage, card_fill(card, STORAGE, STORAGE_COUNT));
        storage_one = least(storage_one, card_fill(card, STORAGE, 1));
    }
    if (card_lost_methods(card)) {
        g_error("the methods weren't executed");
    }
    *ns = (double)(pio - pio_one) / (STORAGE_COUNT - 1);
    *reference_ns = (double)(storage - storage_one) / (STORAGE_COUNT - 1);
}

/* --- Channel switches ------------------------------------------------- */

/* Words of NV40's RAMFC, the largest before NV50 */
#define RAMFC_WORDS 32

/* Volatile, so that the words are copied one by one, as PFIFO does it */
static volatile uint32_t ramfc[2][RAMFC_WORDS], registers[RAMFC_WORDS];

static void copy_ramfc(unsigned from, unsigned to)
{
    for (unsigned i = 0; i < RAMFC_WORDS; i++) {
        ramfc[from][i] = registers[i];
    }
    for (unsigned i = 0; i < RAMFC_WORDS; i++) {
        registers[i] = ramfc[to][i];
    }
}

static double measure_copies(void)
{
    const unsigned count = 10000;
    int64_t start = get_clock();

    for (unsigned i = 0; i < count; i++) {
        copy_ramfc(i & 1, ~i & 1);
    }
    return (double)(get_clock() - start) / count;
}

/* CPU time per switch, without the time for the same work with few switches */
static double measure_switch(Card *card, uint32_t put)
{
    uint64_t before = card_counter(card, "switches"), between, after;
    int64_t many, few;

    many = card_submit_all(card, put, SHORT_SLICE).cpu;
    card_submit_all(card, 0, LONG_SLICE);
    between = card_counter(card, "switches");
    few = card_submit_all(card, put, LONG_SLICE).cpu;
    card_submit_all(card, 0, LONG_SLICE);
    after = card_counter(card, "switches");
    if (between - before <= after - between) {
        g_error("no switches but those without timeslices");
    }
    return (double)(many - few) / ((between - before) - (after - between));
}

/**
 * struct Turns - channels that take turns
 *
 * @card: the card
 * @put: end of what their pushbuffers hold, in bytes
 */
typedef struct Turns {
    Card *card;
    uint32_t put;
} Turns;

static void once_switch(void *opaque, double *ns, double *reference_ns)
{
    Turns *turns = opaque;

    *ns = measure_switch(turns->card, turns->put);
    *reference_ns = measure_copies();
}

/*
 * Pushbuffers for the channels that take turns.  They give the engine nothing,
 * whose contexts are the driver's or the engine's own matter.
 */
static uint32_t fill_all(Card *card, size_t size)
{
    Stream stream;

    for (unsigned push = 0; push < PUSH_IB_LINEAR; push++) {
        stream = (Stream) {
            .words = card_pushbuffer(card, push),
            .size = size / 4,
        };
        workload_empty(&stream);
        stream.words[stream.put] = NV_CMD_OLD_JUMP(0);
    }
    return stream.put * 4;
}

void bench_accesses(Bench *bench, Card *card, size_t size)
{
    static const Row pio = {
        "pio", "a method written to a PIO channel's area", "a stored write", 3,
    };
    static const Row change = {
        "switch", "a switch of channels", "copying RAMFC",
    };

    /* PIO differs on NV50, and Fermi's PBDMAs have a channel each. */
    if (nv_card_is_fermi(bench->model)) {
        return;
    }
    bench_title("Accesses and channels");
    if (card_has_pio(card) && bench_wants(bench, pio.name)) {
        bench_row(bench, &pio, once_pio, card);
    }
    if (bench_wants(bench, change.name)) {
        bench_row(bench, &change, once_switch,
                  &(Turns) { card, fill_all(card, size) });
    }
}

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
#include "access.h"

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

double access_times(const Access *access)
{
    return access->ns / access->reference_ns;
}

bool access_holds(const Access *access)
{
    return !access->most || access_times(access) <= access->most;
}

void bench_wait(void)
{
    g_usleep(2 * G_USEC_PER_SEC);
}

Access access_pio(Card *card, unsigned repetitions, unsigned patience)
{
    uint32_t methods = card_methods(card, MTHD);
    int64_t pio = 0, pio_one = 0, storage = 0, storage_one = 0;
    Access access = {
        .name = "pio",
        .text = "a method written to a PIO channel's area",
        .than = "a write to a register that stores it",
        .most = 3,
    };

    for (unsigned round = 0; round <= patience; round++) {
        if (round) {
            bench_wait();
        }
        for (unsigned i = 0; i < repetitions * ROUNDS; i++) {
            pio = least(pio, card_fill(card, methods, STORAGE_COUNT));
            pio_one = least(pio_one, card_fill(card, methods, 1));
            storage = least(storage, card_fill(card, STORAGE, STORAGE_COUNT));
            storage_one = least(storage_one, card_fill(card, STORAGE, 1));
        }
        if (card_lost_methods(card)) {
            g_error("%s: the methods weren't executed", access.name);
        }
        access.ns = (double)(pio - pio_one) / (STORAGE_COUNT - 1);
        access.reference_ns = (double)(storage - storage_one) /
                              (STORAGE_COUNT - 1);
        if (access_holds(&access)) {
            break;
        }
    }
    return access;
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

static gint compare_doubles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static double median(GArray *values)
{
    g_array_sort(values, compare_doubles);
    return values->len ? g_array_index(values, double, values->len / 2) : 0;
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

/*
 * The median: a virtual machine's measurements of CPU time have outliers in
 * both directions.
 */
Access access_switch(Card *card, uint32_t put, unsigned repetitions)
{
    g_autoptr(GArray) switches = g_array_new(false, false, sizeof(double));
    g_autoptr(GArray) copies = g_array_new(false, false, sizeof(double));

    for (unsigned i = 0; i < repetitions; i++) {
        double time = measure_switch(card, put), copy = measure_copies();

        g_array_append_val(switches, time);
        g_array_append_val(copies, copy);
    }
    return (Access) {
        .name = "switch",
        .text = "a switch of channels",
        .than = "a loop that copies RAMFC's words out and in",
        .ns = median(switches),
        .reference_ns = median(copies),
    };
}

/*
 * What a process can do wrong that may write the card's registers: see faults.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "bars.h"
#include "fault-kinds.h"
#include "pce.h"

/* --- Registers ------------------------------------------------------------ */

enum {
    PEEPHOLE_SPACE = 0x1718,
    PFIFO_BAR1_BASE = 0x2254,
    PFIFO_PREEMPT = 0x2634,
    PFIFO_CTXSW_TIMEOUT = 0x2a0c,
    PFIFO_CHAN = 0x3000,
    PFIFO_CHAN_KEPLER = 0x800000,
    PFIFO_PBDMA_STATUS = 0x3080,        /* of Kepler's */
    PBDMA = 0x40000,
    PBDMA_STEP = 0x2000,
    PBDMA_SIGNATURE = 0x010,
    PBDMA_ACQUIRE = 0x030,
    PBDMA_GP_BASE = 0x048,
    PBDMA_CHANNEL = 0x120,
    USERD_SIZE = 0x1000,
    USERD_SIZE_KEPLER = 0x200,
    USERD_GP_PUT = 0x08c,
    PBDMAS_MAX = 3,
    PEEPHOLE_ADDRESS_HIGH = 0x6000c,
    PEEPHOLE_ADDRESS = 0x60010,
    PEEPHOLE_DATA = 0x60014,
    FALCON_FECS = 0x409000,
    FALCON_INTR_EN_CLR = 0x014,
};

#define PEEPHOLE_SPACE_VALID (1u << 31)

enum {
    PBDMA_CHANNEL_ACTIVE = 1 << 8,
    PBDMA_STATUS_MASK = 0xffff,
    PBDMA_STATUS_VALID = 1 << 13,
    /* 1024 times 1024 ns; the driver sets half an hour */
    ACQUIRE_SHORT = 1u << 31 | 1 << 15 | 10 << 11,
    /* Times 1024 ns */
    CTXSW_TIMEOUT_SHORT = 1u << 31 | 200000,
};

static bool pbdma_has(const Bar *registers, unsigned id,
                      const Channel *channel)
{
    if (card_is_kepler(channel->card)) {
        return (bar_read(registers, PFIFO_PBDMA_STATUS + id * 4) &
                PBDMA_STATUS_MASK) ==
               (PBDMA_STATUS_VALID | (unsigned)channel->id);
    }
    return bar_read(registers, PBDMA + id * PBDMA_STEP + PBDMA_CHANNEL) ==
           (PBDMA_CHANNEL_ACTIVE | (unsigned)channel->id);
}

/* The PBDMA that has the culprit's channel, while no other process works */
static size_t own_pbdma(Culprit *culprit, const Bar *registers)
{
    const Channel *channel = &culprit->work.channel;

    bystander_rest(culprit->bystander);
    work_round(&culprit->work, "culprit");
    push_reset(&culprit->work.push);
    for (unsigned id = 0; id < PBDMAS_MAX; id++) {
        if (pbdma_has(registers, id, channel)) {
            return PBDMA + id * PBDMA_STEP;
        }
    }
    test_fail("channel %d is in no PBDMA", channel->id);
}

/* --- Pages that aren't there: the BARs ------------------------------------ */

/* The driver has nothing as far up as that. */
static size_t bar_end(const Bar *bar)
{
    return bar->size - 64 * KIB;
}

static void read_bar(BarNumber number)
{
    Bar bar;

    bar_open(&bar, number);
    bar_read(&bar, bar_end(&bar));
}

static void write_bar(BarNumber number)
{
    Bar bar;

    bar_open(&bar, number);
    bar_write(&bar, bar_end(&bar), 0xbad);
}

void commit_bar1_read(Culprit *culprit)
{
    (void)culprit;
    read_bar(BAR_MEMORY);
}

void commit_bar1_write(Culprit *culprit)
{
    (void)culprit;
    write_bar(BAR_MEMORY);
}

void commit_bar3_read(Culprit *culprit)
{
    (void)culprit;
    read_bar(BAR_INSTANCE);
}

void commit_bar3_write(Culprit *culprit)
{
    (void)culprit;
    write_bar(BAR_INSTANCE);
}

/* Through the window by which the driver releases semaphores */
void commit_peephole_write(Culprit *culprit)
{
    const Channel *of = &culprit->work.channel;
    size_t table = card_is_kepler(of->card) ? PFIFO_CHAN_KEPLER : PFIFO_CHAN;
    uint64_t address = missing_page(culprit);
    Bar registers;
    uint32_t channel;

    bar_open(&registers, BAR_REGISTERS);
    channel = bar_read(&registers, table + of->id * 8);
    bar_write(&registers, PEEPHOLE_SPACE,
              PEEPHOLE_SPACE_VALID | (channel & 0xfffffff));
    bar_write(&registers, PEEPHOLE_ADDRESS_HIGH, address >> 32);
    bar_write(&registers, PEEPHOLE_ADDRESS, address);
    bar_write(&registers, PEEPHOLE_DATA, 0xbad);
}

/* --- Errors that only root can cause -------------------------------------- */

/* No time to wait for something that will never come */
void commit_acquire_timeout(Culprit *culprit)
{
    Bar registers;
    size_t pbdma;

    bar_open(&registers, BAR_REGISTERS);
    pbdma = own_pbdma(culprit, &registers);
    bar_write(&registers, pbdma + PBDMA_ACQUIRE, ACQUIRE_SHORT);
    push_endless(culprit);
    submit(culprit);
    bystander_go_on(culprit->bystander);
}

/* More entries than the ring has */
void commit_gpptr(Culprit *culprit)
{
    const Channel *channel = &culprit->work.channel;
    size_t size = card_is_kepler(channel->card) ? USERD_SIZE_KEPLER
                                                : USERD_SIZE;
    Bar registers, memory;
    size_t base;

    bar_open(&registers, BAR_REGISTERS);
    bar_open(&memory, BAR_MEMORY);
    base = (size_t)(bar_read(&registers, PFIFO_BAR1_BASE) & 0xfffffff) << 12;
    bar_write(&memory, base + channel->id * size + USERD_GP_PUT, 0xffffff);
}

/* A ring at an address without memory */
void commit_ring(Culprit *culprit)
{
    uint64_t address = missing_page(culprit);
    Bar registers;
    size_t pbdma;

    bar_open(&registers, BAR_REGISTERS);
    pbdma = own_pbdma(culprit, &registers);
    bar_write(&registers, pbdma + PBDMA_GP_BASE, address);
    submit(culprit);
    bystander_go_on(culprit->bystander);
}

/* A saved state that is invalid when the channel is loaded again */
void commit_signature(Culprit *culprit)
{
    Bar registers;
    size_t pbdma;

    bar_open(&registers, BAR_REGISTERS);
    pbdma = own_pbdma(culprit, &registers);
    bar_write(&registers, pbdma + PBDMA_SIGNATURE, 0);
    bar_write(&registers, PFIFO_PREEMPT, culprit->work.channel.id);
    submit(culprit);
    bystander_go_on(culprit->bystander);
}

/* --- Engines that hang ---------------------------------------------------- */

/* The program of an engine's falcon no longer gets any requests. */
static void hang(Culprit *culprit, size_t falcon)
{
    Bar registers;

    bar_open(&registers, BAR_REGISTERS);
    own_pbdma(culprit, &registers);
    bar_write(&registers, PFIFO_CTXSW_TIMEOUT, CTXSW_TIMEOUT_SHORT);
    bar_write(&registers, falcon + FALCON_INTR_EN_CLR, UINT32_MAX);
    bystander_go_on(culprit->bystander);
}

void hang_kepler(Push *push, const Engine *engine)
{
    Bar registers;

    bar_open(&registers, BAR_REGISTERS);
    bar_write(&registers, PFIFO_CTXSW_TIMEOUT, CTXSW_TIMEOUT_SHORT);
    bar_write(&registers, engine->registers + PCE_INTR_EN, 0);
    pce_mistake(push);
}

/* The engine has the culprit's channel, and can't change to the bystander's. */
void commit_hung_pgraph(Culprit *culprit)
{
    hang(culprit, FALCON_FECS);
}

void commit_hung_copy(Culprit *culprit)
{
    Card *card = culprit->work.channel.card;
    const Engine *engine = pce_engine(card, 0);

    if (!card_is_kepler(card)) {
        hang(culprit, engine->registers);
        return;
    }
    hang_kepler(&culprit->work.push, engine);
    submit(culprit);
}

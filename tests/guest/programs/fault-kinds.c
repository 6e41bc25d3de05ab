/*
 * What a process can do wrong on Fermi: see faults.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bars.h"
#include "exec.h"
#include "faults.h"
#include "m2mf.h"
#include "painter.h"
#include "pce.h"

/* Methods of class 906F, which PBDMAs execute */
enum {
    HOST_SET_OBJECT = 0x000,
    HOST_ILLEGAL = 0x004,
    HOST_SEMAPHORE_A = 0x010,
    HOST_SEMAPHORE_B = 0x014,
};

enum {
    SEMAPHORE_ACQUIRE = 1 << 0,
    SEMAPHORE_RELEASE = 1 << 1,
    /* No operation has both of them. */
    SEMAPHORE_NONE = SEMAPHORE_ACQUIRE | SEMAPHORE_RELEASE,
    SEMAPHORE_ACQUIRE_SWITCH = 1 << 12,
};

enum { PAYLOAD = 0x600df00d };

/* A subchannel that has no object */
enum { SUBC_EMPTY = 6 };

/* Bits of a GP entry that are below a pushbuffer's address */
enum { ENTRY_NO_SWITCH = 1 << 1 };
/* Bits 39:32 of one without a length: the operation ILLEGAL */
#define ENTRY_ILLEGAL (1ull << 32)

/* The end of a page table's range */
#define TABLE_REACH (128ull * MIB)

/* --- Places -------------------------------------------------------------- */

/* An address with a table of pages, since there is a buffer, but no page */
static uint64_t missing_page(const Culprit *culprit)
{
    return (culprit->work.source.address | (TABLE_REACH - 1)) + 1 - 64 * KIB;
}

/* An address without a table */
static uint64_t missing_table(const Culprit *culprit)
{
    (void)culprit;
    return 0xe000000000;
}

/* An address that is the buffer's to the kernel, and another to the card */
static Buffer elsewhere(const Buffer *buffer, uint64_t address)
{
    Buffer other = *buffer;

    other.address = address;
    return other;
}

/* --- Submitting ---------------------------------------------------------- */

static void push_semaphore(Push *push, Buffer *buffer, uint32_t operation)
{
    push_method(push, 0, HOST_SEMAPHORE_A, 4);
    push_address_high(push, buffer, 0);
    push_address(push, buffer, 0);
    push_word(push, PAYLOAD);
    push_word(push, operation);
}

/* The kernel may kill the channel before it is done with the submission. */
static void check_submitted(int ret)
{
    if (ret && ret != -ENODEV) {
        test_fail("GEM_PUSHBUF: %s", strerror(-ret));
    }
}

/* A method behind the fault shows whether the channel has continued. */
static void submit(Culprit *culprit)
{
    push_semaphore(&culprit->work.push, &culprit->witness, SEMAPHORE_RELEASE);
    check_submitted(push_try(&culprit->work.push));
}

static void submit_at(Culprit *culprit, uint64_t address, uint32_t length)
{
    check_submitted(push_try_at(&culprit->work.push, address, length));
}

/* The value that it waits for is never written. */
static void push_endless(Culprit *culprit)
{
    push_semaphore(&culprit->work.push, &culprit->work.target,
                   SEMAPHORE_ACQUIRE);
}

/* --- Errors of PBDMAs ---------------------------------------------------- */

static void commit_gpentry(Culprit *culprit)
{
    submit_at(culprit, ENTRY_ILLEGAL, 0);
}

static void commit_pbentry(Culprit *culprit)
{
    push_word(&culprit->work.push, 6u << 29);
    submit(culprit);
}

static void commit_method(Culprit *culprit)
{
    push_one(&culprit->work.push, 0, HOST_ILLEGAL, 0xbad);
    submit(culprit);
}

static void commit_object(Culprit *culprit)
{
    push_one(&culprit->work.push, 0, HOST_SET_OBJECT, 6 << 16 | 0x9039);
    submit(culprit);
}

static void commit_device(Culprit *culprit)
{
    push_one(&culprit->work.push, SUBC_EMPTY, 0x100, 0xbad);
    submit(culprit);
}

static void commit_semaphore_operation(Culprit *culprit)
{
    push_semaphore(&culprit->work.push, &culprit->work.target,
                   SEMAPHORE_NONE);
    submit(culprit);
}

static void commit_semaphore_address(Culprit *culprit)
{
    push_one(&culprit->work.push, 0, HOST_SEMAPHORE_B, 0x1002);
    submit(culprit);
}

/* An acquire that yields, where nothing may */
static void commit_no_switch(Culprit *culprit)
{
    Push *push = &culprit->work.push;

    push_semaphore(push, &culprit->work.target,
                   SEMAPHORE_ACQUIRE | SEMAPHORE_ACQUIRE_SWITCH);
    push_semaphore(push, &culprit->witness, SEMAPHORE_RELEASE);
    submit_at(culprit, push->words.address | ENTRY_NO_SWITCH,
              push->used * 4);
}

/* --- Pages that aren't there: PBDMAs -------------------------------------- */

static void commit_fetch(Culprit *culprit)
{
    submit_at(culprit, missing_page(culprit), 64);
}

static void commit_fetch_table(Culprit *culprit)
{
    submit_at(culprit, missing_table(culprit), 64);
}

static void commit_acquire_page(Culprit *culprit)
{
    Buffer nowhere = elsewhere(&culprit->work.target, missing_page(culprit));

    push_semaphore(&culprit->work.push, &nowhere, SEMAPHORE_ACQUIRE);
    submit(culprit);
}

static void commit_release_page(Culprit *culprit)
{
    Buffer nowhere = elsewhere(&culprit->work.target, missing_page(culprit));

    push_semaphore(&culprit->work.push, &nowhere, SEMAPHORE_RELEASE);
    submit(culprit);
}

/* --- The same: PGRAPH ----------------------------------------------------- */

static void m2mf(Culprit *culprit, Buffer *from, Buffer *to)
{
    m2mf_copy(&culprit->work.push, &(Copy) {
        .from = from,
        .to = to,
        .from_pitch = 4 * KIB,
        .to_pitch = 4 * KIB,
        .length = 4 * KIB,
        .lines = 16,
    });
}

static void commit_m2mf_read(Culprit *culprit)
{
    Buffer from = elsewhere(&culprit->work.source, missing_page(culprit));

    m2mf(culprit, &from, &culprit->work.target);
    submit(culprit);
}

static void commit_m2mf_write(Culprit *culprit)
{
    Buffer to = elsewhere(&culprit->work.target, missing_page(culprit));

    m2mf(culprit, &culprit->work.source, &to);
    submit(culprit);
}

static void set_up_2d(Culprit *culprit, Buffer *buffer)
{
    Picture picture = { .buffer = buffer, .width = 64, .height = 64 };

    painter_nv50.set_up(&culprit->work.push, &picture);
}

static void commit_2d_write(Culprit *culprit)
{
    Buffer to = elsewhere(&culprit->work.target, missing_page(culprit));

    set_up_2d(culprit, &to);
    painter_nv50.rectangle(&culprit->work.push, (Area) { 0, 0, 16, 16 },
                           0xffffff);
    submit(culprit);
}

static void commit_2d_read(Culprit *culprit)
{
    enum { SRC_ADDRESS = 0x250 };
    Push *push = &culprit->work.push;
    Buffer from = elsewhere(&culprit->work.source, missing_page(culprit));

    set_up_2d(culprit, &culprit->work.target);
    push_method(push, PAINTER_NV50_SUBC, SRC_ADDRESS, 2);
    push_address_high(push, &from, 0);
    push_address(push, &from, 0);
    painter_nv50.blit(push, (Area) { 0, 0, 16, 16 }, (Area) { 8, 8, 16, 16 });
    submit(culprit);
}

/* A report of the 3D object's */
static void commit_query_write(Culprit *culprit)
{
    enum { SUBC_3D = 7, CLASS_3D = 0x9097, QUERY_ADDRESS = 0x1b00 };
    Push *push = &culprit->work.push;
    uint64_t address = missing_page(culprit);

    channel_object(&culprit->work.channel, 0xbeef9097, CLASS_3D);
    push_bind(push, SUBC_3D, 0, CLASS_3D);
    push_method(push, SUBC_3D, QUERY_ADDRESS, 4);
    push_word(push, address >> 32);
    push_word(push, address);
    push_word(push, PAYLOAD);
    push_word(push, 0);
    submit(culprit);
}

/* --- The same: copy engines ----------------------------------------------- */

static void push_copy(Push *push, Buffer *from, Buffer *to)
{
    Lines source = { from, 0, 4 * KIB }, target = { to, 0, 4 * KIB };

    pce_lines(push, &source, &target, 4 * KIB, 16);
}

static void copy_read(Culprit *culprit, unsigned engine)
{
    Push *push = &culprit->work.push;
    Buffer from = elsewhere(&culprit->work.source, missing_page(culprit));

    pce_select(push, pce_engine(culprit->work.channel.card, engine));
    push_copy(push, &from, &culprit->work.target);
    pce_copy(push, EXEC_LINEAR);
    submit(culprit);
}

static void copy_write(Culprit *culprit, unsigned engine)
{
    Push *push = &culprit->work.push;
    Buffer to = elsewhere(&culprit->work.target, missing_page(culprit));

    pce_select(push, pce_engine(culprit->work.channel.card, engine));
    push_copy(push, &culprit->work.source, &to);
    pce_copy(push, EXEC_LINEAR);
    submit(culprit);
}

static void commit_copy_read(Culprit *culprit)
{
    copy_read(culprit, 0);
}

static void commit_copy1_read(Culprit *culprit)
{
    copy_read(culprit, 1);
}

static void commit_copy_write(Culprit *culprit)
{
    copy_write(culprit, 0);
}

static void commit_copy1_write(Culprit *culprit)
{
    copy_write(culprit, 1);
}

/* The fence that the engine writes itself */
static void commit_copy_query(Culprit *culprit)
{
    Push *push = &culprit->work.push;
    Buffer fence = elsewhere(&culprit->work.target, missing_page(culprit));

    pce_select(push, pce_engine(culprit->work.channel.card, 0));
    pce_query(push, &fence, 0, PAYLOAD);
    push_copy(push, &culprit->work.source, &culprit->work.target);
    pce_copy(push, EXEC_LINEAR | EXEC_QUERY);
    submit(culprit);
}

/* --- What only root can do ------------------------------------------------ */

enum {
    PEEPHOLE_SPACE = 0x1718,
    PFIFO_BAR1_BASE = 0x2254,
    PFIFO_PREEMPT = 0x2634,
    PFIFO_CTXSW_TIMEOUT = 0x2a0c,
    PFIFO_CHAN = 0x3000,
    PFIFO_PBDMA_STATUS = 0x3080,        /* of Kepler's */
    PBDMA = 0x40000,
    PBDMA_STEP = 0x2000,
    PBDMA_SIGNATURE = 0x010,
    PBDMA_ACQUIRE = 0x030,
    PBDMA_GP_BASE = 0x048,
    PBDMA_CHANNEL = 0x120,
    USERD_SIZE = 0x1000,
    USERD_GP_PUT = 0x08c,
    PBDMAS_MAX = 3,
    PEEPHOLE_ADDRESS_HIGH = 0x6000c,
    PEEPHOLE_ADDRESS = 0x60010,
    PEEPHOLE_DATA = 0x60014,
    FALCON_PCE0 = 0x104000,
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

static void commit_bar1_read(Culprit *culprit)
{
    (void)culprit;
    read_bar(BAR_MEMORY);
}

static void commit_bar1_write(Culprit *culprit)
{
    (void)culprit;
    write_bar(BAR_MEMORY);
}

static void commit_bar3_read(Culprit *culprit)
{
    (void)culprit;
    read_bar(BAR_INSTANCE);
}

static void commit_bar3_write(Culprit *culprit)
{
    (void)culprit;
    write_bar(BAR_INSTANCE);
}

/* Through the window by which the driver releases semaphores */
static void commit_peephole_write(Culprit *culprit)
{
    uint64_t address = missing_page(culprit);
    Bar registers;
    uint32_t channel;

    bar_open(&registers, BAR_REGISTERS);
    channel = bar_read(&registers,
                       PFIFO_CHAN + culprit->work.channel.id * 8);
    bar_write(&registers, PEEPHOLE_SPACE,
              PEEPHOLE_SPACE_VALID | (channel & 0xfffffff));
    bar_write(&registers, PEEPHOLE_ADDRESS_HIGH, address >> 32);
    bar_write(&registers, PEEPHOLE_ADDRESS, address);
    bar_write(&registers, PEEPHOLE_DATA, 0xbad);
}

/* --- Errors that only root can cause -------------------------------------- */

/* No time to wait for something that will never come */
static void commit_acquire_timeout(Culprit *culprit)
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
static void commit_gpptr(Culprit *culprit)
{
    Bar registers, memory;
    size_t base;

    bar_open(&registers, BAR_REGISTERS);
    bar_open(&memory, BAR_MEMORY);
    base = (size_t)(bar_read(&registers, PFIFO_BAR1_BASE) & 0xfffffff) << 12;
    bar_write(&memory, base + culprit->work.channel.id * USERD_SIZE +
                       USERD_GP_PUT, 0xffffff);
}

/* A ring at an address without memory */
static void commit_ring(Culprit *culprit)
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
static void commit_signature(Culprit *culprit)
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

/* The engine has the culprit's channel, and can't change to the bystander's. */
static void commit_hung_pgraph(Culprit *culprit)
{
    hang(culprit, FALCON_FECS);
}

static void commit_hung_copy(Culprit *culprit)
{
    hang(culprit, FALCON_PCE0);
}

/* --- Channels that are left ----------------------------------------------- */

static void commit_lost_waiting(Culprit *culprit)
{
    push_endless(culprit);
    submit(culprit);
}

/*
 * A job that never ends, on another kind of channel than the other processes'.
 * Only a process that has another job for it learns that it was killed, and
 * each new job restarts the timeout if it wasn't.  On a busy host the kernel is
 * seconds late.
 */
static void commit_job_timeout(Culprit *culprit)
{
    enum { TIMEOUT_USEC = 10000000, GRACE_USEC = 8000000 };
    Channel channel;
    Card card;
    Push push = { .channel = &channel };

    card_open(&card);
    space_new(&card);
    channel_new(&channel, &card);
    buffer_new(&push.words, &card, DOMAIN_GART, 64 * KIB);
    space_map(&push.words, 64 * KIB);
    push_reset(&push);
    push_semaphore(&push, &push.words, SEMAPHORE_ACQUIRE);
    test_measure("channel=%d pid=%d", channel.id, getpid());
    check_submitted(exec_try(&channel, push.words.address, push.used * 4));
    usleep(TIMEOUT_USEC + GRACE_USEC);
    if (exec_try(&channel, push.words.address, 4) != -ENODEV) {
        test_fail("the job goes on");
    }
    card_close(&card);
    (void)culprit;
}

/* A process that ends with work in progress, which is done nonetheless */
static void commit_lost_working(Culprit *culprit)
{
    Push *push = &culprit->work.push;

    for (unsigned i = 0; i < 200; i++) {
        push_reset(push);
        m2mf(culprit, &culprit->work.source, &culprit->work.between[0]);
        m2mf(culprit, &culprit->work.between[0], &culprit->work.target);
        submit(culprit);
    }
}

/* PGRAPH has a fault while the PBDMA waits for something else. */
static void commit_wait_faulted(Culprit *culprit)
{
    Buffer to = elsewhere(&culprit->work.target, missing_page(culprit));

    m2mf(culprit, &culprit->work.source, &to);
    push_endless(culprit);
    submit(culprit);
}

/* --- All of them ---------------------------------------------------------- */

const Kind fault_kinds[] = {
    { .name = "gpentry", .commit = commit_gpentry },
    { .name = "pbentry", .commit = commit_pbentry },
    { .name = "method", .commit = commit_method },
    { .name = "object", .commit = commit_object, .outcome = OUTCOME_LIVES,
      .witnessed = true },
    { .name = "device", .commit = commit_device, .outcome = OUTCOME_LIVES,
      .witnessed = true },
    { .name = "semaphore-operation", .commit = commit_semaphore_operation },
    { .name = "semaphore-address", .commit = commit_semaphore_address },
    { .name = "no-switch",
      .commit = commit_no_switch, .outcome = OUTCOME_LIVES,
      .witnessed = true },
    { .name = "fetch", .commit = commit_fetch },
    { .name = "fetch-table", .commit = commit_fetch_table },
    { .name = "acquire-page", .commit = commit_acquire_page },
    { .name = "release-page", .commit = commit_release_page },
    { .name = "m2mf-read", .commit = commit_m2mf_read },
    { .name = "m2mf-write", .commit = commit_m2mf_write },
    { .name = "2d-read", .commit = commit_2d_read },
    { .name = "2d-write", .commit = commit_2d_write },
    { .name = "query-write", .commit = commit_query_write },
    { .name = "copy-read", .commit = commit_copy_read },
    { .name = "copy-write", .commit = commit_copy_write },
    { .name = "copy-query", .commit = commit_copy_query },
    { .name = "copy1-read", .commit = commit_copy1_read, .engine = 1 },
    { .name = "copy1-write", .commit = commit_copy1_write, .engine = 1 },
    { .name = "bar1-read", .commit = commit_bar1_read,
      .outcome = OUTCOME_LIVES },
    { .name = "bar1-write", .commit = commit_bar1_write,
      .outcome = OUTCOME_LIVES },
    { .name = "bar3-read", .commit = commit_bar3_read,
      .outcome = OUTCOME_LIVES },
    { .name = "bar3-write", .commit = commit_bar3_write,
      .outcome = OUTCOME_LIVES },
    { .name = "peephole-write", .commit = commit_peephole_write },
    { .name = "acquire-timeout", .commit = commit_acquire_timeout },
    { .name = "gpptr", .commit = commit_gpptr },
    { .name = "ring", .commit = commit_ring },
    { .name = "signature", .commit = commit_signature },
    { .name = "hung-pgraph", .commit = commit_hung_pgraph },
    { .name = "hung-copy", .commit = commit_hung_copy },
    { .name = "wait-faulted", .commit = commit_wait_faulted },
    { .name = "job-timeout", .commit = commit_job_timeout,
      .outcome = OUTCOME_LIVES },
    { .name = "lost-waiting",
      .commit = commit_lost_waiting, .outcome = OUTCOME_LOST },
    { .name = "lost-working",
      .commit = commit_lost_working, .outcome = OUTCOME_LOST },
};

const unsigned nr_fault_kinds = sizeof(fault_kinds) / sizeof(fault_kinds[0]);

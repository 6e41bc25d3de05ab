/*
 * What a process can do wrong from Fermi on: see faults.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "exec.h"
#include "fault-kinds.h"
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

/* A subchannel that has no object; on Kepler none of it has an engine */
enum { SUBC_EMPTY = 6 };

/* Bits of a GP entry that are below a pushbuffer's address */
enum { ENTRY_NO_SWITCH = 1 << 1 };
/* Bits 39:32 of one without a length: the operation ILLEGAL */
#define ENTRY_ILLEGAL (1ull << 32)

/* The end of a page table's range */
#define TABLE_REACH (128ull * MIB)

/* --- Places -------------------------------------------------------------- */

uint64_t missing_page(const Culprit *culprit)
{
    return (culprit->work.source.address | (TABLE_REACH - 1)) + 1 - 64 * KIB;
}

/* An address without a table */
static uint64_t missing_table(const Culprit *culprit)
{
    (void)culprit;
    return 0xe000000000;
}

Buffer elsewhere(const Buffer *buffer, uint64_t address)
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

void check_submitted(int ret)
{
    if (ret && ret != -ENODEV) {
        test_fail("GEM_PUSHBUF: %s", strerror(-ret));
    }
}

/* A method behind the fault shows whether the channel has continued. */
void submit(Culprit *culprit)
{
    push_semaphore(&culprit->work.push, &culprit->witness, SEMAPHORE_RELEASE);
    check_submitted(push_try(&culprit->work.push));
}

static void submit_at(Culprit *culprit, uint64_t address, uint32_t length)
{
    check_submitted(push_try_at(&culprit->work.push, address, length));
}

void push_endless(Culprit *culprit)
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
    unsigned subc = card_is_kepler(culprit->work.channel.card) ? SUBC_EMPTY : 0;

    push_one(&culprit->work.push, subc, HOST_SET_OBJECT, 6 << 16 | 0x9039);
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

static int class_3d(const Card *card)
{
    if (!card_is_kepler(card)) {
        return 0x9097;
    }
    return card->chipset < 0xf0 ? 0xa097
        : card->chipset < 0x110 ? 0xa197 : 0xb097;
}

/* A report of the 3D object's */
static void commit_query_write(Culprit *culprit)
{
    enum { QUERY_ADDRESS = 0x1b00 };
    Channel *channel = &culprit->work.channel;
    Push *push = &culprit->work.push;
    uint64_t address = missing_page(culprit);
    unsigned subc = card_is_kepler(channel->card) ? 0 : 7;

    channel_object(channel, 0xbeef9097, class_3d(channel->card));
    push_bind(push, subc, 0, class_3d(channel->card));
    push_method(push, subc, QUERY_ADDRESS, 4);
    push_word(push, address >> 32);
    push_word(push, address);
    push_word(push, PAYLOAD);
    push_word(push, 0);
    submit(culprit);
}

/* --- The same: copy engines ----------------------------------------------- */

void push_copy(Push *push, Buffer *from, Buffer *to)
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
    { .name = "alone-read", .commit = commit_alone_read,
      .outcome = OUTCOME_LIVES, .alone = true },
    { .name = "hung-alone", .commit = commit_hung_alone,
      .outcome = OUTCOME_LIVES, .alone = true },
    { .name = "wait-faulted", .commit = commit_wait_faulted },
    { .name = "job-read", .commit = commit_job_read,
      .outcome = OUTCOME_LIVES },
    { .name = "job-write", .commit = commit_job_write,
      .outcome = OUTCOME_LIVES },
    { .name = "job-unmapped", .commit = commit_job_unmapped,
      .outcome = OUTCOME_LIVES },
    { .name = "job-fetch", .commit = commit_job_fetch,
      .outcome = OUTCOME_LIVES },
    { .name = "job-method", .commit = commit_job_method,
      .outcome = OUTCOME_LIVES },
    { .name = "job-timeout", .commit = commit_job_timeout,
      .outcome = OUTCOME_LIVES },
    { .name = "lost-waiting",
      .commit = commit_lost_waiting, .outcome = OUTCOME_LOST },
    { .name = "lost-working",
      .commit = commit_lost_working, .outcome = OUTCOME_LOST },
};

const unsigned nr_fault_kinds = sizeof(fault_kinds) / sizeof(fault_kinds[0]);

/*
 * A process that works with the card all the time: see bystander.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bystander.h"
#include "m2mf.h"
#include "painter.h"
#include "pce.h"

enum {
    SIZE = 64 * KIB,
    /* Pixels, in each direction */
    CANVAS = 32,
    LIMIT_USEC = 25 * 1000000,
    PAUSE_USEC = 500,
};

/* --- PGRAPH, where it doesn't copy ---------------------------------------- */

/* Kepler's copies are all made by copy engines. */
static bool draws(const Work *work)
{
    return card_is_kepler(work->channel.card);
}

static void canvas_new(Work *work, Card *card)
{
    Picture picture = {
        .buffer = &work->canvas, .width = CANVAS, .height = CANVAS,
    };

    buffer_new(&work->canvas, card, DOMAIN_GART, CANVAS * CANVAS * 4);
    painter_nv50.set_up(&work->push, &picture);
}

static uint32_t canvas_colour(const Work *work)
{
    return work->round & 0xffffff;
}

static void push_canvas(Work *work)
{
    enum { DST_ADDRESS = 0x220 };
    Push *push = &work->push;

    push_method(push, PAINTER_NV50_SUBC, DST_ADDRESS, 2);
    push_address_high(push, &work->canvas, 0);
    push_address(push, &work->canvas, 0);
    painter_nv50.rectangle(push, (Area) { 0, 0, CANVAS, CANVAS },
                           canvas_colour(work));
}

static void expect_canvas(const Work *work, const char *who)
{
    const uint32_t *pixels = work->canvas.map;

    for (unsigned i = 0; i < CANVAS * CANVAS; i++) {
        if ((pixels[i] & 0xffffff) != canvas_colour(work)) {
            test_fail("%s: pixel %u: have %06x, want %06x", who, i,
                      pixels[i] & 0xffffff, canvas_colour(work));
        }
    }
}

/* --- Work ---------------------------------------------------------------- */

void work_new(Work *work, Card *card)
{
    channel_new(&work->channel, card);
    m2mf_bind(&work->channel);
    push_new(&work->push, &work->channel, 128);
    buffer_new(&work->source, card, DOMAIN_GART, SIZE);
    buffer_new(&work->between[0], card, DOMAIN_VRAM, SIZE);
    buffer_new(&work->between[1], card, DOMAIN_VRAM, SIZE);
    buffer_new(&work->target, card, DOMAIN_GART, SIZE);
    for (unsigned i = 0; i < pce_count(card); i++) {
        pce_bind(&work->push, pce_engine(card, i));
    }
    if (draws(work)) {
        canvas_new(work, card);
    }
    push_submit(&work->push);
    push_wait(&work->push);
    work->round = getpid() << 16;
}

void work_free(Work *work)
{
    buffer_free(&work->source);
    buffer_free(&work->between[0]);
    buffer_free(&work->between[1]);
    buffer_free(&work->target);
    if (draws(work)) {
        buffer_free(&work->canvas);
    }
    push_free(&work->push);
    channel_free(&work->channel);
}

static void push_m2mf(Push *push, Buffer *from, Buffer *to)
{
    m2mf_copy(push, &(Copy) {
        .from = from,
        .to = to,
        .from_pitch = 4 * KIB,
        .to_pitch = 4 * KIB,
        .length = 4 * KIB,
        .lines = SIZE / (4 * KIB),
    });
}

static void push_pce(Push *push, const Engine *engine, Buffer *from,
                     Buffer *to)
{
    Lines source = { from, 0, 4 * KIB }, target = { to, 0, 4 * KIB };

    pce_select(push, engine);
    pce_lines(push, &source, &target, 4 * KIB, SIZE / (4 * KIB));
    pce_copy(push, EXEC_LINEAR);
}

void work_round(Work *work, const char *who)
{
    unsigned engines = pce_count(work->channel.card);
    Buffer *from = &work->between[0];
    Push *push = &work->push;

    buffer_fill(&work->source, ++work->round);
    push_reset(push);
    push_m2mf(push, &work->source, from);
    if (draws(work)) {
        push_canvas(work);
    }
    for (unsigned i = 0; i < engines; i++) {
        Buffer *to = i + 1 < engines ? &work->between[1] : &work->target;

        push_pce(push, pce_engine(work->channel.card, i), from, to);
        from = to;
    }
    push_submit(push);
    push_wait(push);
    buffer_expect(&work->target, work->round, who);
    if (draws(work)) {
        expect_canvas(work, who);
    }
}

/* --- The process --------------------------------------------------------- */

/* In memory of both processes */
struct Bystander {
    pid_t pid;
    atomic_uint rounds;
    atomic_bool rest;
    atomic_bool rests;
    atomic_bool stop;
};

pid_t process_start(const char *name)
{
    pid_t pid;

    fflush(stdout);
    pid = fork();
    if (pid < 0) {
        test_fail("cannot fork");
    }
    if (!pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_NAME, name);
    }
    return pid;
}

static void bystander_main(Bystander *bystander)
{
    Card card;
    Work work;

    card_open(&card);
    work_new(&work, &card);
    while (!bystander->stop) {
        bystander->rests = bystander->rest;
        if (bystander->rests) {
            usleep(PAUSE_USEC);
            continue;
        }
        work_round(&work, "bystander");
        bystander->rounds++;
    }
    work_free(&work);
    card_close(&card);
}

Bystander *bystander_start(void)
{
    Bystander *bystander = mmap(NULL, sizeof(*bystander),
                                PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid;

    if (bystander == MAP_FAILED) {
        test_fail("no memory");
    }
    pid = process_start("bystander");
    if (!pid) {
        bystander_main(bystander);
        exit(EXIT_SUCCESS);
    }
    bystander->pid = pid;
    return bystander;
}

void bystander_wait(const Bystander *bystander, unsigned rounds)
{
    unsigned before = bystander->rounds;
    uint64_t end = clock_usec() + LIMIT_USEC;

    while (bystander->rounds - before < rounds) {
        if (clock_usec() > end) {
            test_fail("the bystander has done %u rounds of %u and no more",
                      bystander->rounds - before, rounds);
        }
        usleep(PAUSE_USEC);
    }
}

void bystander_rest(Bystander *bystander)
{
    uint64_t end = clock_usec() + LIMIT_USEC;

    bystander->rest = true;
    while (!bystander->rests) {
        if (clock_usec() > end) {
            test_fail("the bystander doesn't rest");
        }
        usleep(PAUSE_USEC);
    }
}

void bystander_go_on(Bystander *bystander)
{
    bystander->rest = false;
}

void bystander_end(Bystander *bystander)
{
    int status;

    bystander->stop = true;
    if (waitpid(bystander->pid, &status, 0) != bystander->pid || status) {
        test_fail("the bystander has failed");
    }
}

/*
 * Tests of the NVIDIA GPU: tests and the rows that they check
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_TEST_H
#define LIBNV_NV_TEST_H

#include "nv-gpu.h"

/**
 * struct NVTest - one test, which runs on every card that it applies to
 *
 * Where the environment has NV_CARDS, there are none but these cards.
 *
 * @name: "unit/what-the-card-does"; the case is "/nv/<card>/<name>"
 * @rows: the rows of tests/check/mechanisms.txt that it checks, "user-ref ref-cnt!";
 *        what a card doesn't have by its features doesn't count (nv-rows.c).
 *        "ref-cnt!": it decides that, as a claim of tests/mutants/changes shows
 * @fn: the test
 * @cards: it is about these, "nv84 nv86", whatever the following ones say; NULL
 *         if those decide
 * @applies: whether it applies to a card, NULL for all
 * @needs: features that a card must have, of enum NVCardFeature
 * @lacks: features that it must not have
 * @early: it applies to cards before NV04, too; they have other registers
 * @tesla: it applies to NV50 and later, too, whose PFIFO is different
 * @fermi: it applies to NVC0 and later, too, whose PFIFO has nothing of theirs
 * @kepler: it applies to NVE4 and later, too, whose PFIFO is different again
 * @each: it looks at a board's numbers, or goes by them: ids, straps, PGRAPH's
 *        units; so it runs on every card, unless $NV_CARDS says otherwise
 * @slow: it takes long, and other tests decide what is special about a card: it
 *        runs on one card of a family; with NV_CARDS=all on typical ones, and on
 *        those that this names
 * @thorough: it takes long and decides nothing that others don't: it runs only
 *            with NV_CARDS=all, as a slow one does
 * @no_machine: there is no machine; @fn may look at nv->card and nv->test
 * @cold: the card is as a reset leaves it; else nv_init() has been called
 * @own: it needs an emulator that no other case has used: it migrates, which
 *       isn't what it is about; say why, if that isn't why.  Its card has
 *       little memory, unless @props have "vram="
 * @props: properties of the device
 * @args: further arguments for QEMU; the emulator is its own
 * @data: whatever @fn wants, in nv->test->data
 */
struct NVTest {
    const char *name;
    const char *rows;
    void (*fn)(NVDev *nv);
    const char *cards;
    bool (*applies)(const NVCard *card);
    uint64_t needs;
    uint64_t lacks;
    bool early;
    bool tesla;
    bool fermi;
    bool kepler;
    bool each;
    bool slow;
    bool thorough;
    bool no_machine;
    bool cold;
    bool own;
    const char *props;
    const char *args;
    const void *data;
};

/**
 * nv_test_number: a number that the environment may set
 * @name: the variable
 * @least: it can't be less
 * @otherwise: the number, if it isn't set
 *
 * Anything that isn't such a number ends the program, in one line: a test that
 * takes it for another would pass without having tested what was asked for.
 */
unsigned nv_test_number(const char *name, unsigned least, unsigned otherwise);

/**
 * nv_test_rounds: how much random work to try
 * @name: the variable that may set it, or NULL
 * @all: the rounds on cards that $NV_CARDS names, as "all" does
 * @usual: the rounds otherwise, with other cards' beside them
 */
unsigned nv_test_rounds(const char *name, unsigned all, unsigned usual);

/**
 * nv_test_variant: which of a test's variants has its turn
 * @card: the card
 * @n: turns before this one
 * @count: of the variants
 *
 * Cards begin with different ones, so that few turns of each see all.
 */
unsigned nv_test_variant(const NVCard *card, unsigned n, unsigned count);

/**
 * nv_test_skip: end the test here, as one that can't be done
 * @why: what it lacks
 *
 * Its emulator ends with it.  Doesn't return.
 */
void G_NORETURN nv_test_skip(const char *why);

/** nv_test_need_debugger: skip the test if the emulator has no debugger */
void nv_test_need_debugger(void);

/**
 * nv_test_main: run tests on cards
 *
 * On typical ones (NVCard.typical); NV_CARDS="nv43 nv46" names others.  "all"
 * are those that differ in more than numbers (NVCard.like), and every card for
 * tests that look at those (NVTest.each); "every" is everything on every card.
 * With --list-rows, prints a line "case<TAB>rows" for each case and runs none;
 * otherwise each case prints its rows as "# rows: ref-cnt!".
 */
int nv_test_main(int argc, char **argv, const NVTest *tests, unsigned count);

/**
 * nv_test_main_by_family: the same for tests that hardly depend on the card
 *
 * By default they run on fewer of the typical ones (NVCard.family), and with
 * NV_CARDS=all on those.
 */
int nv_test_main_by_family(int argc, char **argv, const NVTest *tests,
                           unsigned count);

#endif /* LIBNV_NV_TEST_H */

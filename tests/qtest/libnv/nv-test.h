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
 * @name: "unit/what-the-card-does"; the case is "/nv/<card>/<name>"
 * @rows: the rows of the list of mechanisms that it checks, "M32 M35"; those
 *        that a card doesn't have by its features don't count (nv-rows.c)
 * @fn: the test
 * @applies: whether it applies to a card, NULL for all
 * @needs: features that a card must have, of enum NVCardFeature
 * @lacks: features that it must not have
 * @early: it applies to cards before NV04, too; they have other registers
 * @tesla: it applies to NV50 and later, too, whose PFIFO is different
 * @fermi: it applies to NVC0 and later, too, whose PFIFO has nothing of theirs
 * @no_machine: there is no machine; @fn may look at nv->card and nv->test
 * @cold: the card is as a reset leaves it; else nv_init() has been called
 * @props: properties of the device
 * @args: further arguments for QEMU
 * @data: whatever @fn wants, in nv->test->data
 */
struct NVTest {
    const char *name;
    const char *rows;
    void (*fn)(NVDev *nv);
    bool (*applies)(const NVCard *card);
    uint64_t needs;
    uint64_t lacks;
    bool early;
    bool tesla;
    bool fermi;
    bool no_machine;
    bool cold;
    const char *props;
    const char *args;
    const void *data;
};

/**
 * nv_test_main: run tests on all cards
 *
 * With --list-rows, prints a line "case<TAB>rows" for each case and runs
 * none; otherwise each case prints its rows as "# rows: M32 M35".
 */
int nv_test_main(int argc, char **argv, const NVTest *tests, unsigned count);

#endif /* LIBNV_NV_TEST_H */

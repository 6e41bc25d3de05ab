/*
 * Tests of the NVIDIA GPU: what real cards stated in public
 *
 * tests/record has the facts, tests/record/README says what is in them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_RECORD_H
#define LIBNV_NV_RECORD_H

#include "nv-test.h"

/**
 * struct NVShown - a register that a line of a log shows
 *
 * @address: in BAR0
 * @value, @mask: its value, and which bits of it the line tells
 * @name: the register's
 * @any: it is one of an array, and the line doesn't say which
 * @word: which of the words that a data register gives in turn, or -1
 */
typedef struct NVShown {
    uint32_t address;
    uint32_t value, mask;
    const char *name;
    bool any;
    int word;
} NVShown;

/**
 * struct NVFactWord - a word of a state that the display has refused
 *
 * @mthd: the method that sets it
 * @armed, @assembled: its value in effect, and the one that was to be
 */
typedef struct NVFactWord {
    uint16_t mthd;
    uint32_t armed, assembled;
} NVFactWord;

/**
 * struct NVFact - what one card stated of one thing
 *
 * @name: the report's name and a number
 * @cards: the cards of the model that it may be about, "nv84 nv86"
 * @chid: the channel that the line names, or -1
 * @mib: the size of video memory that it tells, or 0
 * @shows, @count: what it shows
 * @state, @words: the state of the display that it shows
 */
typedef struct NVFact {
    const char *name;
    const char *cards;
    int chid;
    unsigned mib;
    const NVShown *shows;
    unsigned count;
    const NVFactWord *state;
    unsigned words;
} NVFact;

/** nv_fact: the fact after which the running case is named */
const NVFact *nv_fact(const NVDev *nv);

/** nv_fact_chid: the channel that its line names; any, if there is none */
unsigned nv_fact_chid(const NVFact *fact);

/** nv_fact_shows: whether it shows the register at an address in BAR0 */
bool nv_fact_shows(const NVFact *fact, uint32_t address);

/**
 * nv_fact_word: what it shows of a register that it has to show
 *
 * Bits that it doesn't tell are 0.
 */
uint32_t nv_fact_word(const NVFact *fact, uint32_t address);

/** nv_fact_data: the same of the I-th word of a data register */
uint32_t nv_fact_data(const NVFact *fact, uint32_t address, int word);

/** nv_fact_assert: the card shows all of it, bit for bit */
void nv_fact_assert(NVDev *nv);

/**
 * nv_record_main: nv_test_main() for cases "record/FACT"
 *
 * Each runs on the cards that the fact may be about, unless it names fewer of
 * them, with as much video memory as it tells.
 */
int nv_record_main(int argc, char **argv, const NVTest *tests,
                   unsigned count);

#endif /* LIBNV_NV_RECORD_H */

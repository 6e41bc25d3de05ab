/*
 * Tests of the NVIDIA GPU: cards that are the same to a test
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_TABLES_H
#define LIBNV_NV_TABLES_H

#include "nv-card.h"

/**
 * nv_tables_groups: which cards have the same tables
 * @without: parts of a row that the tests don't look at, "display classes", as
 *           the emulator's property "tables" names them; NULL: none
 *
 * Two cards are in one group if the emulator says that their rows are the same
 * there, and the tests only know a board's numbers as differences. The
 * emulator's output is in the file that $NV_TABLES names: a line "card
 * part=card..." for each card.  Without that, and for cards that it doesn't
 * mention, each card is its own group.
 *
 * Returns: for each of nv_cards[] the index of its group's first card, to be
 * freed
 */
unsigned *nv_tables_groups(const char *without);

#endif /* LIBNV_NV_TABLES_H */

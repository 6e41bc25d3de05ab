/*
 * Tests of the NVIDIA GPU: rows of the list of mechanisms
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_ROWS_H
#define LIBNV_NV_ROWS_H

#include "nv-card.h"

/**
 * nv_rows_of: which of some rows, "user-ref ref-cnt!", a card has by its
 *             features
 *
 * A test may check mechanisms that only some of its cards have.  The mark says
 * that it decides one.
 *
 * Returns: the rows, to be freed
 */
char *nv_rows_of(const NVCard *card, const char *rows);

#endif /* LIBNV_NV_ROWS_H */

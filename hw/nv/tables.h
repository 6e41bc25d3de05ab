/*
 * NVIDIA GPU: what cards have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_TABLES_H
#define NV_TABLES_H

#include "hw/nv/chipset.h"

/**
 * nv_chip_tables: which parts of a card's row are shared with which card
 * @chip: the card's row
 *
 * A word "part=card" for each part that the card has: the first card in the
 * table whose row has the same part.  A board's own numbers aren't listed: ids,
 * straps, the VBIOS, numbers of GPCs, TPCs and partitions.
 *
 * Returns: the words, to be freed
 */
char *nv_chip_tables(const NVChip *chip);

#endif /* NV_TABLES_H */

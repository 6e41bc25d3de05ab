/*
 * NVIDIA GPU: checksums of what a PBDMA reads and sends, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_CRC_H
#define HW_NV_FIFO_PBDMA_PBDMA_CRC_H

#include "pbdma.h"

/** nv_pbdma_crc_entry: a GP entry has been read */
void nv_pbdma_crc_entry(NVPbdma *b, uint32_t low, uint32_t high);

/** nv_pbdma_crc_words: words of a segment have been read */
void nv_pbdma_crc_words(NVPbdma *b, const uint32_t *words, uint32_t count);

/** nv_pbdma_crc_methods: an engine has been given methods of a run */
void nv_pbdma_crc_methods(NVPbdma *b, const NVRun *run, uint32_t count);

/**
 * nv_pbdma_crc_matches: whether a checksum is what a channel expects
 * @b: the PBDMA
 * @reg: the checksum's register
 * @want: what it should be
 */
bool nv_pbdma_crc_matches(NVPbdma *b, unsigned reg, uint32_t want);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_CRC_H */

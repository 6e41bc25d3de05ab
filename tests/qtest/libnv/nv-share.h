/*
 * Tests of the NVIDIA GPU: memory of the machine that the test shares
 *
 * qtest's accesses take turns with the card's work.  A vCPU's don't, and
 * neither do those of a test to memory that it has mapped.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SHARE_H
#define LIBNV_NV_SHARE_H

#include "nv-instmem.h"

/**
 * nv_share_scatters: whether nv_share_map() can map any buffer, or only those
 *                    whose pages are consecutive
 */
bool nv_share_scatters(void);

/**
 * nv_share_skips: skip a test that the host can't run, and say why
 * @scattered: it maps a buffer whose pages aren't consecutive
 *
 * Returns whether it is skipped.
 */
bool nv_share_skips(bool scattered);

/** nv_share_new: memory for a machine; returns a file, for close() */
int nv_share_new(void);

/** nv_share_args: have nv_start() use it; the caller frees the text */
char *nv_share_args(int share);

/**
 * nv_share_map: map a buffer, its pages one after the other
 * @share: the machine's memory
 * @buf: a buffer in it
 *
 * The program waits for each of its writes from then on, so that it doesn't
 * change memory before the card has done what came earlier.
 *
 * Returns its first word, for nv_share_unmap().
 */
uint32_t *nv_share_map(int share, const NVBuf *buf);

/** nv_share_unmap: end that, for @size bytes from @words on */
void nv_share_unmap(uint32_t *words, size_t size);

#endif /* LIBNV_NV_SHARE_H */

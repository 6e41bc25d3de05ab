/*
 * NVIDIA GPU: IB mode of the DMA pusher, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_IB_MODE_H
#define HW_NV_FIFO_CACHE1_IB_MODE_H

#include "hw/nv/fifo/ib.h"
#include "pusher-state.h"

/** nv_ib_mode: a channel with this DMA_FETCH is in IB mode */
bool nv_ib_mode(uint32_t fetch);

/** nv_ib_mask: bits of an index into the IB buffer, by IB_CONFIG */
uint32_t nv_ib_mask(uint32_t config);

/** nv_ib_has_work: there is work other than that from DMA_GET to DMA_PUT */
bool nv_ib_has_work(NVGPU *gpu);

/**
 * nv_ib_load, nv_ib_store: the state that a pusher with wide addresses has
 * @p: the pusher
 * @state: DMA_STATE
 *
 * nv_ib_store() returns DMA_STATE with the bits of that state set.
 */
void nv_ib_load(NVPusher *p, uint32_t state);
uint32_t nv_ib_store(NVPusher *p, uint32_t state);

/**
 * nv_ib_next: go on with the next entry
 * @p: the pusher, at the end of its pushbuffer
 *
 * Returns false, with @error set, if it can't be read or is empty.
 */
bool nv_ib_next(NVPusher *p);

/**
 * nv_ib_next_held: the same if neither the entry nor its piece has to be looked
 *                  up
 *
 * Returns false, and does nothing, otherwise.
 */
bool nv_ib_next_held(NVPusher *p);

/**
 * nv_ib_row_next: go on with the next entry of a row
 * @row: the entries; all up to @end has been executed
 * @from, @end: the piece of the pushbuffer that it names
 *
 * Returns false, and does nothing, if there is none.  nv_ib_row_end() brings
 * the pusher's state up to date.
 */
static inline QEMU_ALWAYS_INLINE bool nv_ib_row_next(NVIbRow *row)
{
    uint32_t high, offset, words;

    if (row->next == row->last) {
        return false;
    }
    offset = (nv_push_word(&row->next[0]) & R_NV50_IB_ENTRY_0_ADDRESS_MASK) -
             row->start;
    high = nv_push_word(&row->next[1]);
    words = FIELD_EX32(high, NV50_IB_ENTRY_1, SIZE);
    if (((high ^ row->flags >> 32) & ~R_NV50_IB_ENTRY_1_SIZE_MASK) ||
        offset >= row->size || words - 1 >= (row->size - offset) / 4 ||
        words >= row->left) {
        return false;
    }
    row->next += 2;
    row->left -= words + 1;
    row->from = row->words + offset / 4;
    row->end = row->from + words;
    return true;
}

#endif /* HW_NV_FIFO_CACHE1_IB_MODE_H */

/*
 * NVIDIA GPU: what semaphores do with the word that is in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_REDUCTION_H
#define HW_NV_REDUCTION_H

/**
 * enum NVReduction - operations, with the numbers of class headers A0B5 and
 *                    A16F; PGRAPH's objects number them otherwise
 */
typedef enum NVReduction {
    NV_REDUCTION_MIN,
    NV_REDUCTION_MAX,
    NV_REDUCTION_XOR,
    NV_REDUCTION_AND,
    NV_REDUCTION_OR,
    NV_REDUCTION_ADD,
    NV_REDUCTION_INC,
    NV_REDUCTION_DEC,
    NV_REDUCTION__COUNT
} NVReduction;

/**
 * nv_reduce: what an operation makes of a word
 * @op: the operation, below NV_REDUCTION__COUNT
 * @is_signed: the words are signed, which matters to MIN and MAX
 * @old: the word in memory
 * @val: the semaphore's payload
 *
 * INC counts from 0 to @val, and DEC down from @val, round and round: NVIDIA's
 * manuals/volta/gv100/dev_pbdma.ref.txt, "Semaphore reduction operations".
 */
uint32_t nv_reduce(NVReduction op, bool is_signed, uint32_t old, uint32_t val);

#endif /* HW_NV_REDUCTION_H */

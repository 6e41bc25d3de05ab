/*
 * Tests of the NVIDIA GPU: all of a card's state, and all that can be seen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_STATE_H
#define LIBNV_NV_STATE_H

#include "nv-gpu.h"

/** nv_state_of: the card's part of a snapshot; its memory isn't in it */
GBytes *nv_state_of(NVDev *nv);

/**
 * nv_state_fail: mark the test as failed, and say where two states differ
 * @want, @got: the states
 * @nv: the card; if the environment has NV_KEEP, a directory, both states are
 *      written to files in it
 * @fmt: when that was
 */
void nv_state_fail(GBytes *want, GBytes *got, NVDev *nv, const char *fmt, ...)
    G_GNUC_PRINTF(4, 5);

/**
 * nv_registers: the values of all registers that have names
 *
 * Each is read, in a line "0x%06x 0x%08x"; the caller frees the text.
 */
GString *nv_registers(NVDev *nv);

/** nv_registers_equal: whether two are the same; says where they aren't */
bool nv_registers_equal(const GString *want, const GString *got);

/**
 * struct NVOutcome - what can be seen of a machine
 *
 * @state: the card's, without what reading registers changes
 * @registers: of nv_registers()
 * @picture: what the display shows, as a PPM file, NULL for none
 * @memory, @devices: the machine's memories, and the state of all its devices,
 *                    after that
 * @intx: the interrupt line
 */
typedef struct NVOutcome {
    GBytes *state;
    GString *registers;
    GBytes *picture;
    GBytes *memory, *devices;
    bool intx;
} NVOutcome;

/** nv_outcome: see all that; the machine can only be ended then */
void nv_outcome(NVOutcome *o, NVDev *nv);

/** nv_outcome_equal: whether two are the same; says where they aren't */
bool nv_outcome_equal(const NVOutcome *want, const NVOutcome *got);

/** nv_outcome_free: free what it has, if anything */
void nv_outcome_free(NVOutcome *o);

#endif /* LIBNV_NV_STATE_H */

/*
 * Tests of the NVIDIA GPU: migration and snapshots
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SNAPSHOT_H
#define LIBNV_NV_SNAPSHOT_H

#include "nv-gpu.h"

/**
 * nv_migrate: continue in another QEMU process
 * @nv: the machine's card, or the first of several
 *
 * Saves the machine into a file, starts another one from it and drops the
 * first.  Everything in @nv stays valid.  A machine that is stopped stays so.
 */
void nv_migrate(NVDev *nv);

/**
 * nv_migrate_change: the same with a stream that is changed on its way
 * @nv: the card
 * @change: changes the stream
 * @opaque: its parameter
 *
 * Returns whether the stream was taken.  If it wasn't, the machine can only be
 * ended.
 */
bool nv_migrate_change(NVDev *nv,
                       void (*change)(GByteArray *stream, void *opaque),
                       void *opaque);

/**
 * nv_migrate_lie: the same with a byte of the stream changed
 * @nv: the card
 * @known: bytes that are in the stream once
 * @len: their number
 * @offset: which byte is changed, from the first of these on
 * @val: its value
 *
 * Returns whether the stream was taken.  If it wasn't, the machine can only be
 * ended.
 */
bool nv_migrate_lie(NVDev *nv, const void *known, size_t len, int offset,
                    uint8_t val);

/**
 * nv_memory: everything that migrates
 * @nv: the card
 * @pages: set to the machine's memories: each page that isn't zero, behind its
 *         place
 * @devices: set to the state of all devices; the same if they are
 *
 * The machine can only be ended then.
 */
void nv_memory(NVDev *nv, GBytes **pages, GBytes **devices);

/** nv_stream_of: the same as a stream; the caller frees it */
GByteArray *nv_stream_of(NVDev *nv);

/** nv_stop, nv_cont: stop the machine, and continue it */
void nv_stop(NVDev *nv);
void nv_cont(NVDev *nv);

/** nv_cont_a_little: continue a stopped machine for as little as possible */
void nv_cont_a_little(NVDev *nv);

/** nv_savevm: take a snapshot, in place of the one there was */
void nv_savevm(NVDev *nv);

/** nv_savevm_lie: the same, then change a byte of it; see nv_migrate_lie() */
void nv_savevm_lie(NVDev *nv, const void *known, size_t len, int offset,
                   uint8_t val);

/** nv_loadvm: go back to the snapshot */
void nv_loadvm(NVDev *nv);

/** nv_loadvm_fails: the same; returns whether QEMU refuses, and stays stopped */
bool nv_loadvm_fails(NVDev *nv);

/** nv_loadvm_says: the same; returns what QEMU says, which the caller frees */
char *nv_loadvm_says(NVDev *nv);

/**
 * nv_reload: take a snapshot and go back to it at once
 *
 * As nv_savevm() and nv_loadvm(), with few words to QEMU.  A reset in between
 * forgets what isn't in the snapshot.
 */
void nv_reload(NVDev *nv);

#endif /* LIBNV_NV_SNAPSHOT_H */

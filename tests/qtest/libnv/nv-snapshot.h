/*
 * Tests of the NVIDIA GPU: a machine's state leaves it and comes back
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SNAPSHOT_H
#define LIBNV_NV_SNAPSHOT_H

#include "nv-gpu.h"

/**
 * nv_migrate: go on in another QEMU process
 *
 * Saves the machine into a file, starts another one from it and drops the
 * first.  Everything in @nv stays valid.  A machine that is stopped stays so.
 */
void nv_migrate(NVDev *nv);

/** nv_stop, nv_cont: stop the machine, and let it go on */
void nv_stop(NVDev *nv);
void nv_cont(NVDev *nv);

/** nv_cont_a_little: let a stopped machine go on for as little as possible */
void nv_cont_a_little(NVDev *nv);

/** nv_savevm: take a snapshot, in place of the one there was */
void nv_savevm(NVDev *nv);

/** nv_loadvm: go back to the snapshot */
void nv_loadvm(NVDev *nv);

#endif /* LIBNV_NV_SNAPSHOT_H */

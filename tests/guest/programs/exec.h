/*
 * The ioctls by which a process manages its own address space and has channels
 * execute what lies there; not in all versions of nouveau_drm.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef EXEC_H
#define EXEC_H

#include "card.h"

/*
 * From here on, before there is any channel, the process chooses all addresses.
 */
void space_new(Card *card);
/* Put BUFFER at ADDRESS. */
void space_map(Buffer *buffer, uint64_t address);
/* 0, or a negative errno: -ENODEV of a channel that was killed */
int exec_try(Channel *channel, uint64_t address, uint32_t length);

#endif /* EXEC_H */

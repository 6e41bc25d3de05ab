/*
 * The memory-to-memory copy engine, as a channel drives it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef M2MF_H
#define M2MF_H

#include "card.h"

enum { M2MF_SUBC = 4 };

/* LINES lines of LENGTH bytes, whose starts lie a pitch apart on each side */
typedef struct Copy {
    Buffer *from;
    Buffer *to;
    uint32_t from_offset;
    uint32_t to_offset;
    uint32_t from_pitch;
    uint32_t to_pitch;
    uint32_t length;
    uint32_t lines;
} Copy;

/* Create the object on the channel and bind it to M2MF_SUBC */
void m2mf_bind(Channel *channel);
/* The same in two steps, for a channel that takes no such push buffers */
void m2mf_object(Channel *channel);
void m2mf_select(Push *push);
void m2mf_copy(Push *push, const Copy *copy);
/* All of FROM to the start of TO, submitted and waited for */
void m2mf_copy_whole(Push *push, Buffer *from, Buffer *to);

#endif /* M2MF_H */

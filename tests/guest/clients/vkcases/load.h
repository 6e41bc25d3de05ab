/*
 * Copies that follow each other by a timeline, some of them at a time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LOAD_H
#define LOAD_H

#include "timeline.h"

enum {
    LOAD_WORKERS = 4,
    LOAD_SIZE = 24 * KIB,
    /* How many submissions of one may be under way */
    LOAD_SLOTS = 8,
};

/*
 * Copies from one buffer through another one to a slot of the result, which is
 * looked at when the timeline says so, some submissions later
 */
typedef struct Load {
    Gpu *gpu;
    Buffer *from, *through, *to;
    VkSemaphore timeline;
    VkCommandBuffer commands[LOAD_SLOTS];
    unsigned seed;
} Load;

Load load_new(Gpu *gpu, unsigned seed);
/* Make a submission, LOAD_SLOTS behind the last one that was waited for. */
void load_submit(Load *load, unsigned round);
/* Wait for one, for some ns. */
VkResult load_wait(Load *load, unsigned round, uint64_t nsec);
/* What one that has been waited for has copied, of LOAD_SIZE bytes */
const uint8_t *load_result(const Load *load, unsigned round);
/* What that should be */
const uint8_t *load_wanted(const Load *load, unsigned round);
/* Forget the commands of one that has been waited for. */
void load_forget(Load *load, unsigned round);
/* The end of one of which all was waited for */
void load_free(Load *load);

#endif /* LOAD_H */

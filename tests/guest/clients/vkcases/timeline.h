/*
 * Submissions that wait for semaphores and signal them, and timelines.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TIMELINE_H
#define TIMELINE_H

#include "gpu.h"

/* A semaphore, and the value if it is a timeline; none where there is none */
typedef struct Point {
    VkSemaphore semaphore;
    uint64_t value;
} Point;

/* The values of both, for what is submitted with them */
VkTimelineSemaphoreSubmitInfo point_values(const Point *wait,
                                           const Point *signal);
/* Commands (or none) that wait for a point, and signal another. */
void submit_between(Gpu *gpu, Point wait, VkCommandBuffer commands,
                    Point signal, VkFence fence);
/* A step of a chain: a word becomes what the one before it is. */
VkCommandBuffer record_chained(Gpu *gpu, const Buffer *buffer, int step);
/* What the host waits for, for some ns */
VkResult timeline_wait(Gpu *gpu, Point point, uint64_t nsec);
void timeline_set(Gpu *gpu, Point point);
uint64_t timeline_value(Gpu *gpu, VkSemaphore semaphore);
/* One of two states */
VkSemaphore binary_new(Gpu *gpu);

#endif /* TIMELINE_H */

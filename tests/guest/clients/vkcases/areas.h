/*
 * The areas of cases, one to a source file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef AREAS_H
#define AREAS_H

#include "gpu.h"
#include "peer.h"

/*
 * A case, in a process of its own with a device of its own.  Both end with it;
 * so does a process that takes more than its seconds (240 if it names none).
 */
typedef struct Case {
    const char *name;
    void (*run)(Gpu *gpu);
    unsigned seconds;
    /* For a function with several cases: gpu->data */
    const void *data;
} Case;

typedef struct Area {
    const char *name;
    /* The last one has no name. */
    const Case *cases;
} Area;

extern const Case device_cases[], submit_cases[], fence_cases[],
                  semaphore_cases[], process_cases[], event_cases[],
                  buffer_cases[], copy_cases[], format_cases[], clear_cases[],
                  query_cases[], command_cases[], sparse_cases[], load_cases[],
                  long_cases[], loss_cases[];

/* What the other processes of an area do; the last one has no name. */
extern const Role process_roles[], load_roles[], long_roles[],
                  loss_roles[];

#endif /* AREAS_H */

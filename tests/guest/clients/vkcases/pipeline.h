/*
 * Pipelines of shaders that do nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PIPELINE_H
#define PIPELINE_H

#include "gpu.h"

typedef struct Pipeline {
    VkPipelineLayout layout;
    VkPipeline handle;
} Pipeline;

/* Groups of some threads each */
Pipeline compute_new(Gpu *gpu, uint32_t width);
/* Triangles of a list, none of which gets as far as a target */
Pipeline graphics_new(Gpu *gpu);
void pipeline_free(Gpu *gpu, Pipeline *pipeline);

#endif /* PIPELINE_H */

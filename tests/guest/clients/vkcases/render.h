/*
 * Rendering, to views of images.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RENDER_H
#define RENDER_H

#include "image.h"

/* Layers of a level, to render to */
typedef struct View {
    const Image *image;
    VkImageView handle;
    uint32_t layers;
    /* The layers that are rendered to as views, if not 0: a bit for each */
    uint32_t views;
} View;

View view_new(const Image *image, uint32_t level, uint32_t layer,
              uint32_t layers);
void view_free(View *view);

/*
 * Begin to render to an area of some targets, which get the values at first, or
 * stay as they are; the case is skipped where there is no such rendering.
 */
void render_begin(Gpu *gpu, VkCommandBuffer commands, const View *views,
                  uint32_t count, VkRect2D area, const VkClearValue *values);
/* The same to some aspects of one of depth or stencil */
void render_depth_begin(Gpu *gpu, VkCommandBuffer commands, const View *view,
                        VkImageAspectFlags aspects, VkRect2D area,
                        const VkClearValue *value);

#endif /* RENDER_H */

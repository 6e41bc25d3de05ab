/*
 * Rendering: see render.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "render.h"

enum { MAX_TARGETS = 8 };

View view_new(const Image *image, uint32_t level, uint32_t layer,
              uint32_t layers)
{
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image->handle,
        .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        .format = image->info.format,
        .subresourceRange = {
            .aspectMask = image_aspects(image),
            .baseMipLevel = level,
            .levelCount = 1,
            .baseArrayLayer = layer,
            .layerCount = layers,
        },
    };
    View view = { .image = image, .layers = layers };

    OK(vkCreateImageView(image->gpu->device, &info, NULL, &view.handle));
    return view;
}

void view_free(View *view)
{
    vkDestroyImageView(view->image->gpu->device, view->handle, NULL);
}

static VkRenderingAttachmentInfo attachment(const View *view,
                                            const VkClearValue *value)
{
    VkRenderingAttachmentInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = view->handle,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = value ? VK_ATTACHMENT_LOAD_OP_CLEAR :
                          VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };

    if (value) {
        info.clearValue = *value;
    }
    return info;
}

void render_begin(Gpu *gpu, VkCommandBuffer commands, const View *views,
                  uint32_t count, VkRect2D area, const VkClearValue *values)
{
    VkRenderingAttachmentInfo targets[MAX_TARGETS];
    VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = area,
        .layerCount = views->layers,
        .viewMask = views->views,
        .colorAttachmentCount = count,
        .pColorAttachments = targets,
    };

    NEED(gpu, CmdBeginRenderingKHR);
    for (uint32_t i = 0; i < count; i++) {
        targets[i] = attachment(&views[i], values ? &values[i] : NULL);
    }
    gpu->CmdBeginRenderingKHR(commands, &info);
}

void render_depth_begin(Gpu *gpu, VkCommandBuffer commands, const View *view,
                        VkImageAspectFlags aspects, VkRect2D area,
                        const VkClearValue *value)
{
    VkRenderingAttachmentInfo target = attachment(view, value);
    VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = area,
        .layerCount = view->layers,
        .pDepthAttachment = aspects & VK_IMAGE_ASPECT_DEPTH_BIT ?
                            &target : NULL,
        .pStencilAttachment = aspects & VK_IMAGE_ASPECT_STENCIL_BIT ?
                              &target : NULL,
    };

    NEED(gpu, CmdBeginRenderingKHR);
    gpu->CmdBeginRenderingKHR(commands, &info);
}

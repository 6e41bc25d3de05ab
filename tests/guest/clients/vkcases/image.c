/*
 * Images and pictures: see image.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

enum { MAX_LEVELS = 16 };

const Format rgba8 = {
    "R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_ASPECT_COLOR_BIT, 4, 1,
};
const Format r8 = {
    "R8_UINT", VK_FORMAT_R8_UINT, VK_IMAGE_ASPECT_COLOR_BIT, 1, 1,
};

/* Images */

void need_format(Gpu *gpu, const Format *format, VkImageTiling tiling,
                 VkFormatFeatureFlags features)
{
    VkFormatProperties has;
    VkFormatFeatureFlags there;

    vkGetPhysicalDeviceFormatProperties(gpu->physical, format->format, &has);
    there = tiling == VK_IMAGE_TILING_LINEAR ? has.linearTilingFeatures :
                                               has.optimalTilingFeatures;
    if ((there & features) != features) {
        skip("the driver has no such images of %s", format->name);
    }
}

VkImageCreateInfo image_info(const Format *format, uint32_t width,
                             uint32_t height)
{
    return (VkImageCreateInfo) {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format->format,
        .extent = { width, height, 1 },
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
}

VkImageAspectFlags image_aspects(const Image *image)
{
    switch (image->info.format) {
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
        return image->format->aspect;
    }
}

/* All of it becomes what is used for everything. */
static void make_ready(Image *image)
{
    VkCommandBuffer commands = commands_begin(image->gpu);
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {
            .aspectMask = image_aspects(image),
            .levelCount = VK_REMAINING_MIP_LEVELS,
            .layerCount = VK_REMAINING_ARRAY_LAYERS,
        },
    };

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                         NULL, 1, &barrier);
    commands_run(image->gpu, commands);
}

Image image_new_in(Gpu *gpu, const Format *format,
                   const VkImageCreateInfo *info, VkDeviceMemory memory)
{
    Image image = {
        .gpu = gpu,
        .format = format,
        .info = *info,
    };
    VkMemoryRequirements needs;

    OK(vkCreateImage(gpu->device, info, NULL, &image.handle));
    vkGetImageMemoryRequirements(gpu->device, image.handle, &needs);
    image.memory_size = needs.size;
    if (!memory) {
        memory = image.memory = memory_new(gpu, &needs, IN_DEVICE, NULL);
    }
    OK(vkBindImageMemory(gpu->device, image.handle, memory, 0));
    make_ready(&image);
    return image;
}

Image image_new(Gpu *gpu, const Format *format, const VkImageCreateInfo *info)
{
    return image_new_in(gpu, format, info, VK_NULL_HANDLE);
}

void image_free(Image *image)
{
    vkDestroyImage(image->gpu->device, image->handle, NULL);
    vkFreeMemory(image->gpu->device, image->memory, NULL);
}

/* Pictures */

static uint32_t at_level(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

VkExtent3D level_extent(const Picture *picture, uint32_t level)
{
    return (VkExtent3D) {
        at_level(picture->extent.width, level),
        at_level(picture->extent.height, level),
        at_level(picture->extent.depth, level),
    };
}

static VkExtent3D in_blocks(const Format *format, VkExtent3D extent)
{
    extent.width = (extent.width + format->block - 1) / format->block;
    extent.height = (extent.height + format->block - 1) / format->block;
    return extent;
}

VkExtent3D level_blocks(const Picture *picture, uint32_t level)
{
    return in_blocks(picture->format, level_extent(picture, level));
}

static size_t layer_size(const Picture *picture, uint32_t level)
{
    VkExtent3D extent = level_blocks(picture, level);

    return (size_t)extent.width * extent.height * extent.depth *
           picture->format->bytes;
}

uint8_t *picture_at(const Picture *picture, uint32_t level, uint32_t layer)
{
    size_t offset = layer * layer_size(picture, level);

    for (uint32_t i = 0; i < level; i++) {
        offset += picture->layers * layer_size(picture, i);
    }
    return picture->texels + offset;
}

/* What a buffer has beside the bits of a depth is undefined. */
static void mask_texels(uint8_t *texels, size_t size, uint32_t mask)
{
    uint32_t word;

    for (size_t i = 0; mask && i < size; i += sizeof(word)) {
        memcpy(&word, texels + i, sizeof(word));
        word &= mask;
        memcpy(texels + i, &word, sizeof(word));
    }
}

Picture picture_new(const Image *image, uint32_t seed)
{
    Picture picture = {
        .format = image->format,
        .extent = image->info.extent,
        .levels = image->info.mipLevels,
        .layers = image->info.arrayLayers,
    };

    for (uint32_t i = 0; i < picture.levels; i++) {
        picture.size += picture.layers * layer_size(&picture, i);
    }
    picture.texels = allocate(picture.size);
    pattern(picture.texels, picture.size, seed);
    mask_texels(picture.texels, picture.size, picture.format->mask);
    return picture;
}

void picture_free(Picture *picture)
{
    free(picture->texels);
}

/* Copies between them */

/* Colours are texels to shaders, but blocks, depth and stencil aren't. */
static void need_image_copies(const Format *format)
{
    if (format->aspect == VK_IMAGE_ASPECT_COLOR_BIT && format->block == 1) {
        need_copies();
    }
}

/* A region for each level, with all of its layers */
static uint32_t list_levels(const Picture *picture, VkBufferImageCopy *regions)
{
    for (uint32_t i = 0; i < picture->levels; i++) {
        regions[i] = (VkBufferImageCopy) {
            .bufferOffset = picture_at(picture, i, 0) - picture->texels,
            .imageSubresource = {
                .aspectMask = picture->format->aspect,
                .mipLevel = i,
                .layerCount = picture->layers,
            },
            .imageExtent = level_extent(picture, i),
        };
    }
    return picture->levels;
}

void image_write(Image *image, const Picture *picture)
{
    Gpu *gpu = image->gpu;
    Buffer *buffer = buffer_new(gpu, picture->size, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    VkBufferImageCopy regions[MAX_LEVELS];

    need_image_copies(image->format);
    memcpy(buffer->map, picture->texels, picture->size);
    vkCmdCopyBufferToImage(commands, buffer->handle, image->handle,
                           VK_IMAGE_LAYOUT_GENERAL,
                           list_levels(picture, regions), regions);
    commands_barrier(commands);
    commands_run(gpu, commands);
    buffer_free(gpu, buffer);
}

void image_expect(Image *image, const Picture *picture, const char *what, ...)
{
    Gpu *gpu = image->gpu;
    Buffer *buffer = buffer_new(gpu, picture->size, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    VkBufferImageCopy regions[MAX_LEVELS];
    char title[128];
    va_list args;

    need_image_copies(image->format);
    va_start(args, what);
    vsnprintf(title, sizeof(title), what, args);
    va_end(args);
    memset(buffer->map, 0xa5, picture->size);
    vkCmdCopyImageToBuffer(commands, image->handle, VK_IMAGE_LAYOUT_GENERAL,
                           buffer->handle, list_levels(picture, regions),
                           regions);
    commands_barrier(commands);
    commands_run(gpu, commands);
    mask_texels(buffer->map, picture->size, picture->format->mask);
    for (uint32_t i = 0; i < picture->levels; i++) {
        for (uint32_t j = 0; j < picture->layers; j++) {
            const uint8_t *wanted = picture_at(picture, i, j);

            expect_bytes(buffer->map + (wanted - picture->texels), wanted,
                         layer_size(picture, i), "%s: %s, level %u, layer %u",
                         title, picture->format->name, i, j);
        }
    }
    buffer_free(gpu, buffer);
}

/* The layers of a part, or the slices of an image that has some */
static VkImageSubresourceLayers layers_of(const Image *image, Part part,
                                          uint32_t layers)
{
    bool has_slices = image->info.imageType == VK_IMAGE_TYPE_3D;

    return (VkImageSubresourceLayers) {
        .aspectMask = image->format->aspect,
        .mipLevel = part.level,
        .baseArrayLayer = part.layer,
        .layerCount = has_slices ? 1 : layers,
    };
}

void image_copy(VkCommandBuffer commands, const Image *from, Part source,
                const Image *to, Part target, VkExtent3D extent,
                uint32_t layers)
{
    VkImageCopy region = {
        .srcSubresource = layers_of(from, source, layers),
        .srcOffset = source.at,
        .dstSubresource = layers_of(to, target, layers),
        .dstOffset = target.at,
        .extent = extent,
    };

    need_image_copies(from->format);
    vkCmdCopyImage(commands, from->handle, VK_IMAGE_LAYOUT_GENERAL, to->handle,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &region);
}

/* A row of a part: slices of an image and layers of another are the same */
static uint8_t *row_at(const Picture *picture, Part part, uint32_t slice,
                       uint32_t row)
{
    const Format *format = picture->format;
    VkExtent3D extent = level_blocks(picture, part.level);
    uint32_t z = part.at.z, layer = part.layer;
    size_t line;

    if (picture->extent.depth > 1) {
        z += slice;
    } else {
        layer += slice;
    }
    line = (size_t)z * extent.height + part.at.y / format->block + row;
    return picture_at(picture, part.level, layer) +
           (line * extent.width + part.at.x / format->block) * format->bytes;
}

void picture_fill(const Picture *picture, Part part, VkExtent3D extent,
                  uint32_t layers, const void *texel)
{
    uint32_t slices = extent.depth > layers ? extent.depth : layers;
    size_t bytes = picture->format->bytes;

    for (uint32_t i = 0; i < slices; i++) {
        for (uint32_t j = 0; j < extent.height; j++) {
            uint8_t *row = row_at(picture, part, i, j);

            for (uint32_t k = 0; k < extent.width; k++) {
                memcpy(row + k * bytes, texel, bytes);
            }
        }
    }
}

void picture_copy(const Picture *from, Part source, const Picture *to,
                  Part target, VkExtent3D extent, uint32_t layers)
{
    VkExtent3D blocks = in_blocks(from->format, extent);
    uint32_t slices = extent.depth > layers ? extent.depth : layers;

    for (uint32_t i = 0; i < slices; i++) {
        for (uint32_t j = 0; j < blocks.height; j++) {
            memcpy(row_at(to, target, i, j), row_at(from, source, i, j),
                   (size_t)blocks.width * from->format->bytes);
        }
    }
}
